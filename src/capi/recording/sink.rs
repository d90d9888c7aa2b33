//! The file of a recording: what is appended is in it at once, whatever becomes of the process.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// A file that grows.
pub struct Sink {
    file: File,
    /// How much has been appended.
    length: u64,
    #[cfg(unix)]
    window: window::Window,
}

impl Sink {
    /// Makes the file, or empties it. One that another process is recording to, and one that is no plain file, is left
    /// alone.
    pub fn create(path: &Path) -> io::Result<Sink> {
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("not a plain file"));
        }
        file.try_lock().map_err(|_| io::Error::other("another process is recording to it"))?;
        file.set_len(0)?;
        Ok(Sink {
            file,
            length: 0,
            #[cfg(unix)]
            window: window::Window::default(),
        })
    }

    /// Appends bytes.
    #[cfg(unix)]
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.window.holds(bytes.len()) {
            self.window.move_to(&self.file, self.length, bytes.len())?;
        }
        self.window.write(bytes);
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Appends bytes.
    #[cfg(not(unix))]
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.length += bytes.len() as u64;
        io::Write::write_all(&mut self.file, bytes)
    }

    /// Gives room back that was not used.
    pub fn trim(&mut self) {
        #[cfg(unix)]
        self.window.close();
        // If it cannot be done, the file ends in zeros.
        let _ = self.file.set_len(self.length);
    }
}

#[cfg(unix)]
mod window {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::FileExt;
    use std::ptr::null_mut;

    /// The first window; a multiple of every machine's page.
    const LEAST: usize = 1 << 16;
    /// The largest, unless one record needs more.
    const MOST: usize = 1 << 22;

    /// How large files of this process may be: to write more is a signal, which ends most programs.
    #[allow(clippy::unnecessary_cast, reason = "of another type on other systems")]
    fn most_bytes() -> u64 {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the place is there.
        let told = unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &raw mut limit) };
        if told == 0 { limit.rlim_cur as u64 } else { u64::MAX }
    }

    /// The end of the file, mapped into memory: to write there costs no call of the system, and what is written
    /// outlives the process.
    pub struct Window {
        start: *mut u8,
        size: usize,
        used: usize,
        next_size: usize,
    }

    // SAFETY: the mapping is reached through the one owner only.
    unsafe impl Send for Window {}

    impl Default for Window {
        fn default() -> Self {
            Window { start: null_mut(), size: 0, used: 0, next_size: LEAST }
        }
    }

    impl Window {
        pub fn holds(&self, count: usize) -> bool {
            self.size - self.used >= count
        }

        pub fn write(&mut self, bytes: &[u8]) {
            assert!(self.holds(bytes.len()));
            // SAFETY: the window is mapped for writing, and is that large.
            unsafe {
                self.start.add(self.used).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len())
            };
            self.used += bytes.len();
        }

        /// Unmaps it.
        pub fn close(&mut self) {
            if !self.start.is_null() {
                // SAFETY: it was mapped with this size, and nobody else points there.
                unsafe { libc::munmap(self.start.cast(), self.size) };
            }
            *self = Window::default();
        }

        /// Maps the file from where it is `length` long on, with room for `count` bytes.
        pub fn move_to(&mut self, file: &File, length: u64, count: usize) -> io::Result<()> {
            let next_size = self.next_size;
            self.close();
            let used = (length % LEAST as u64) as usize;
            let size = (used + count).next_multiple_of(LEAST).max(next_size);
            let start = length - used as u64;
            if start + size as u64 > most_bytes() {
                return Err(io::Error::from(io::ErrorKind::FileTooLarge));
            }
            // Written, not only claimed: a full disk is told now, and does not kill the program later.
            let zeros = [0; LEAST];
            let (mut place, end) = (length, start + size as u64);
            while place < end {
                let some = (end - place).min(LEAST as u64) as usize;
                file.write_all_at(&zeros[..some], place)?;
                place += some as u64;
            }
            let offset = libc::off_t::try_from(start).map_err(io::Error::other)?;
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let file = file.as_raw_fd();
            // SAFETY: a new mapping, of a part of the file that is there.
            let mapped =
                unsafe { libc::mmap(null_mut(), size, protection, libc::MAP_SHARED, file, offset) };
            if mapped == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            *self =
                Window { start: mapped.cast(), size, used, next_size: (2 * next_size).min(MOST) };
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_appended_is_in_the_file_at_once() {
        let path = std::env::temp_dir().join(format!("solid-sink-{}", std::process::id()));
        let mut sink = Sink::create(&path).expect("a file");
        let mut expected = Vec::new();
        for size in [1, 100, 70_000, 3, 5_000_000, 60_000] {
            let bytes: Vec<u8> = (0..size).map(|i: u32| (i % 251) as u8 + 1).collect();
            sink.append(&bytes).expect("room");
            expected.extend(bytes);
            let file = std::fs::read(&path).expect("the file");
            assert!(file.starts_with(&expected), "{size}");
            assert!(file[expected.len()..].iter().all(|byte| *byte == 0));
        }
        assert!(Sink::create(&path).is_err(), "it is being recorded to");
        sink.trim();
        assert_eq!(std::fs::read(&path).expect("the file"), expected);
        sink.append(b"more").expect("room");
        assert!(std::fs::read(&path).expect("the file")[expected.len()..].starts_with(b"more"));
        drop(sink);
        std::fs::remove_file(&path).expect("the file");
    }

    #[test]
    fn what_is_no_plain_file_is_left_alone() {
        assert!(Sink::create(&std::env::temp_dir()).is_err());
        #[cfg(unix)]
        assert!(Sink::create(Path::new("/dev/null")).is_err());
    }

    /// As on a full disk: the file cannot grow.
    #[test]
    fn a_file_that_cannot_grow_is_an_error() {
        let path = std::env::temp_dir().join(format!("solid-sink-full-{}", std::process::id()));
        let mut sink = Sink::create(&path).expect("a file");
        sink.file = File::open(&path).expect("the file, for reading");
        assert!(sink.append(b"some").is_err());
        assert!(sink.append(b"some").is_err());
        std::fs::remove_file(&path).expect("the file");
    }
}
