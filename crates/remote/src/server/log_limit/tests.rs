use std::sync::Mutex as Shared;

use super::*;

/// Keeps what it is to write.
#[derive(Default)]
struct Kept(Shared<Vec<String>>);

impl Log for Kept {
    fn enabled(&self, _: &Metadata) -> bool {
        true
    }

    fn log(&self, record: &Record) {
        self.0.lock().expect("the lines").push(record.args().to_string());
    }

    fn flush(&self) {}
}

fn log(limited: &Limited<Kept>, level: Level, line: u32, text: &str, now: Instant) {
    let record = format_args!("{text}");
    let record = Record::builder().level(level).line(Some(line)).args(record).build();
    limited.log_at(&record, now);
}

#[test]
fn lines_are_limited_by_kind_and_counted() {
    let (limited, start) = (Limited::new(Kept::default()), Instant::now());
    let written = || std::mem::take(&mut *limited.inner.0.lock().expect("the lines"));
    for _ in 0..1000 {
        log(&limited, Level::Info, 1, "flood", start);
    }
    assert_eq!(written(), vec!["flood"; BURST as usize]);
    // Another kind has its own budget.
    log(&limited, Level::Warn, 2, "other", start);
    assert_eq!(written(), ["other"]);
    log(&limited, Level::Info, 1, "flood", start + INTERVAL);
    assert_eq!(written(), ["flood (980 lines like this were left out)"]);
    // What is left out last is counted as well.
    log(&limited, Level::Info, 1, "end", start + INTERVAL);
    limited.flush_at(start + INTERVAL);
    assert!(written().is_empty());
    limited.flush_at(start + 2 * INTERVAL);
    assert_eq!(written(), ["1 lines were left out like: end"]);
    limited.flush_at(start + 4 * INTERVAL);
    assert!(written().is_empty());
}

#[test]
fn what_is_asked_for_is_not_limited() {
    let (limited, start) = (Limited::new(Kept::default()), Instant::now());
    for _ in 0..1000 {
        log(&limited, Level::Debug, 1, "detail", start);
    }
    assert_eq!(limited.inner.0.lock().expect("the lines").len(), 1000);
}
