//! A logger that writes only so many lines of a kind: whoever may connect can have lines written, and must not fill the disk.
//!
//! A kind is a line of the source. Those of the levels debug and trace are written without a limit: they are asked for.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use log::{Level, Log, Metadata, Record};
use parking_lot::Mutex;

/// How many lines of a kind are written at once.
const BURST: u32 = 20;

/// How long it takes until one more is.
const INTERVAL: Duration = Duration::from_secs(2);

/// The most characters of a text that stands for those that were left out.
const MAX_SAMPLE: usize = 200;

type Kind = (Option<&'static str>, Option<u32>);

/// Limits what another logger writes.
pub struct Limited<L> {
    inner: L,
    kinds: Mutex<BTreeMap<Kind, Lines>>,
}

/// The lines of a kind.
struct Lines {
    /// How many may be written, as of `renewed`.
    left: u32,
    renewed: Instant,
    /// How many were left out since the last one that was written, and what the last of them was.
    left_out: u64,
    sample: Option<(Level, String, String)>,
}

impl<L: Log> Limited<L> {
    /// Limits what `inner` writes.
    pub fn new(inner: L) -> Limited<L> {
        Limited { inner, kinds: Mutex::default() }
    }

    fn write(&self, level: Level, target: &str, text: std::fmt::Arguments) {
        self.inner.log(&Record::builder().level(level).target(target).args(text).build());
    }

    fn log_at(&self, record: &Record, now: Instant) {
        if record.level() > Level::Info {
            return self.inner.log(record);
        }
        if !self.inner.enabled(record.metadata()) {
            return;
        }
        let mut kinds = self.kinds.lock();
        let kind = (record.file_static(), record.line());
        let lines = kinds.entry(kind).or_insert_with(|| Lines::new(now));
        match lines.admit(now) {
            Some(0) => self.inner.log(record),
            Some(left_out) => {
                let text = record.args();
                let more = format_args!("{text} ({left_out} lines like this were left out)");
                self.write(record.level(), record.target(), more);
            }
            None => {
                lines.left_out += 1;
                let text = record.args().to_string().chars().take(MAX_SAMPLE).collect();
                lines.sample = Some((record.level(), record.target().into(), text));
            }
        }
    }

    /// Writes how many lines were left out, if more may be written.
    fn flush_at(&self, now: Instant) {
        for lines in self.kinds.lock().values_mut().filter(|lines| lines.left_out > 0) {
            if let Some(left_out) = lines.admit(now)
                && let Some((level, target, text)) = lines.sample.take()
            {
                self.write(
                    level,
                    &target,
                    format_args!("{left_out} lines were left out like: {text}"),
                );
            }
        }
    }
}

impl Lines {
    fn new(now: Instant) -> Lines {
        Lines { left: BURST, renewed: now, left_out: 0, sample: None }
    }

    /// Whether a line may be written: then how many were left out before.
    fn admit(&mut self, now: Instant) -> Option<u64> {
        let passed = now.saturating_duration_since(self.renewed).as_nanos() / INTERVAL.as_nanos();
        if passed > 0 {
            let passed = u32::try_from(passed).unwrap_or(u32::MAX);
            self.left = self.left.saturating_add(passed).min(BURST);
            self.renewed = now;
        }
        self.left = self.left.checked_sub(1)?;
        Some(std::mem::take(&mut self.left_out))
    }
}

impl<L: Log> Log for Limited<L> {
    fn enabled(&self, metadata: &Metadata) -> bool {
        self.inner.enabled(metadata)
    }

    fn log(&self, record: &Record) {
        self.log_at(record, Instant::now());
    }

    fn flush(&self) {
        self.flush_at(Instant::now());
        self.inner.flush();
    }
}

#[cfg(test)]
mod tests;
