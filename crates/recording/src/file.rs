//! The file of a recording. Appended bytes are in the file at once, even if the process is killed.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use memmap2::MmapMut;

use crate::memory;

#[cfg(test)]
mod tests;

/// The first size of the mapping; a multiple of the page size of all machines.
const MIN_SIZE: usize = 1 << 16;
/// The largest size, unless a single record needs more.
const MAX_SIZE: usize = 1 << 22;

/// A file that grows. Its end is mapped into memory, so that appending needs no system call.
pub struct MappedFile {
    file: File,
    /// The number of bytes appended.
    length: u64,
    map: Option<MmapMut>,
    /// How much of the mapping is used.
    used: usize,
    next_size: usize,
}

impl MappedFile {
    /// Creates or empties the file. Fails if it is not a regular file or another process records to it.
    pub fn create(path: &Path) -> io::Result<MappedFile> {
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        file.try_lock().map_err(|_| io::Error::other("another process is recording to it"))?;
        file.set_len(0)?;
        Ok(MappedFile { file, length: 0, map: None, used: 0, next_size: MIN_SIZE })
    }

    /// Appends bytes.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let space = |file: &MappedFile| file.map.as_ref().map_or(0, |map| map.len() - file.used);
        if space(self) < bytes.len() {
            self.map_end(bytes.len())?;
        }
        let (start, end) = (self.used, self.used + bytes.len());
        if let Some(map) = &mut self.map {
            map[start..end].copy_from_slice(bytes);
        }
        self.used = end;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Maps the file from its end on, with space for `count` bytes.
    fn map_end(&mut self, count: usize) -> io::Result<()> {
        self.map = None;
        self.used = (self.length % MIN_SIZE as u64) as usize;
        let size = (self.used + count).next_multiple_of(MIN_SIZE).max(self.next_size);
        let start = self.length - self.used as u64;
        let end = start + size as u64;
        if end > memory::file_size_limit() {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        // Zeros are written, not only reserved: a full disk is an error now, not a SIGBUS later.
        self.file.seek(SeekFrom::Start(self.length))?;
        io::copy(&mut io::Read::take(io::repeat(0), end - self.length), &mut self.file)?;
        self.map = Some(memory::map(&self.file, start, size)?);
        self.next_size = (2 * self.next_size).min(MAX_SIZE);
        Ok(())
    }

    /// Returns the reserved space that was not used. Later bytes may be appended all the same.
    pub fn trim(&mut self) {
        self.map = None;
        self.used = 0;
        self.next_size = MIN_SIZE;
        // If this fails, the file ends in zeros.
        let _ = self.file.set_len(self.length);
    }
}
