//! How much memory the process has, and the bound that it must stay below.

use std::fmt;

/// Between two looks, in frames.
const EVERY: u64 = 1000;
/// What the resident memory may grow by after the first tenth: this share of it, and so many KiB. The largest scenes so far
/// come a little larger as time goes on; a leak of one byte a frame would be 10 MB in ten million.
const SHARE: f64 = 0.25;
const ROOM: u64 = 4096;

/// The resident memory after the first tenth of the frames, the most since then, and the last.
pub struct Bound {
    warm_at: u64,
    warm: Option<u64>,
    most: u64,
    last: u64,
}

impl Bound {
    pub fn new(frames: u64) -> Bound {
        Bound { warm_at: frames / 10, warm: None, most: 0, last: 0 }
    }

    /// Panics if there is more than there may be. Where the system does not tell, nothing is bounded.
    pub fn look(&mut self, frame: u64) {
        if !frame.is_multiple_of(EVERY) && frame != self.warm_at {
            return;
        }
        let Some(now) = resident() else { return };
        self.last = now;
        if frame < self.warm_at {
            return;
        }
        let warm = *self.warm.get_or_insert(now);
        self.most = self.most.max(now);
        let limit = warm + (warm as f64 * SHARE) as u64 + ROOM;
        assert!(now <= limit, "{now} KiB of memory, {warm} KiB at frame {}", self.warm_at);
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{} KiB resident", self.last)?;
        match self.warm {
            Some(warm) => {
                write!(out, ", {warm} after {} frames, at most {} since", self.warm_at, self.most)
            }
            None => Ok(()),
        }
    }
}

/// The resident memory in KiB, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}
