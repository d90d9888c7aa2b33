//! The bytes of a recording: a header, then records. A record has a length, a kind, a payload and a checksum.
//!
//! All numbers are little-endian. The checksum of a record covers its position in the sequence, so that a missing or
//! repeated record is detected. A file may end in zeros: space that was reserved and not used.

use crate::Scalar;

#[cfg(test)]
mod tests;

const MAGIC: &[u8; 8] = b"SOLIDREC";

/// The version of the format. No other version is read.
const VERSION: u16 = 1;

/// Kinds of records that are not calls. The record of a call has the number of its function, which is smaller.
pub mod kinds {
    /// The following records belong to another thread.
    pub const THREAD: u8 = 224;
    /// A call returned: its result and what it wrote.
    pub const RETURN: u8 = 225;
    /// The address of an array from which vertices are read. Vertices name it by its index among those of the call.
    pub const ARRAY: u8 = 226;
    /// A vertex was read.
    pub const VERTEX: u8 = 227;
    /// Indices were read.
    pub const INDICES: u8 = 228;
    /// A callback begins.
    pub const CALLBACK: u8 = 229;
    /// The thread's innermost callback returned.
    pub const CALLBACK_RETURN: u8 = 230;
    /// Callbacks were left by an exception or longjmp. Holds the number of callbacks that the thread is still in.
    pub const UNWOUND: u8 = 231;
    /// The thread ended.
    pub const THREAD_END: u8 = 232;
}

/// Appends a number in LEB128.
pub fn append_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// FNV-1a. Each step is a bijection, so a change of a single byte always changes the sum.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Appends the record with index `index` of its recording.
pub fn append_record(bytes: &mut Vec<u8>, index: u32, kind: u8, payload: &[u8]) {
    let start = bytes.len();
    append_number(bytes, payload.len() as u64);
    bytes.push(kind);
    bytes.extend_from_slice(payload);
    let sum = checksum(&bytes[start..]) ^ index;
    bytes.extend_from_slice(&sum.to_le_bytes());
}

/// Appends the header of a recording made by this version of the library.
pub fn append_header(bytes: &mut Vec<u8>, library_version: &str) {
    let start = bytes.len();
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.push(size_of::<Scalar>() as u8);
    append_number(bytes, library_version.len() as u64);
    bytes.extend_from_slice(library_version.as_bytes());
    let sum = checksum(&bytes[start..]);
    bytes.extend_from_slice(&sum.to_le_bytes());
}

/// Bytes that are consumed from the front. Each method returns `None` if there are too few.
#[derive(Clone, Copy)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next `count` bytes.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// One byte.
    pub fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    /// A number in LEB128; `None` if it does not fit 64 bits.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            number |= bits.checked_shl(shift).filter(|shifted| shifted >> shift == bits)?;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// Some numbers in LEB128.
    pub fn numbers<const N: usize>(&mut self) -> Option<[u64; N]> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.number()?;
        }
        Some(numbers)
    }

    /// A number of `size` bytes, at most eight.
    pub fn bits(&mut self, size: usize) -> Option<u64> {
        let mut all = [0; 8];
        all.get_mut(..size)?.copy_from_slice(self.take(size)?);
        Some(u64::from_le_bytes(all))
    }
}

/// Why a file is not a recording that can be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeaderError {
    /// It does not begin with the magic bytes.
    NotARecording,
    /// It ends before the first call.
    TooShort,
    /// It has another version of the format.
    Version(u16),
    /// It is of the other ABI. Holds the size of its scalar.
    ScalarSize(u8),
    /// Its header is damaged.
    Damaged,
}

/// Reads a header. Returns its size and the version of the library that made the recording.
pub fn read_header(file: &[u8]) -> Result<(usize, String), HeaderError> {
    let mut bytes = Bytes(file);
    match bytes.take(MAGIC.len()) {
        Some(magic) if magic == MAGIC => {}
        None if MAGIC.starts_with(file) => return Err(HeaderError::TooShort),
        _ => return Err(HeaderError::NotARecording),
    }
    let version = bytes.bits(2).ok_or(HeaderError::TooShort)? as u16;
    if version != VERSION {
        return Err(HeaderError::Version(version));
    }
    let scalar_size = bytes.byte().ok_or(HeaderError::TooShort)?;
    let length = bytes.byte().ok_or(HeaderError::TooShort)?;
    let library = bytes.take(usize::from(length)).ok_or(HeaderError::TooShort)?;
    let size = file.len() - bytes.0.len();
    let sum = bytes.bits(4).ok_or(HeaderError::TooShort)?;
    if sum != u64::from(checksum(&file[..size])) {
        return Err(HeaderError::Damaged);
    }
    if usize::from(scalar_size) != size_of::<Scalar>() {
        return Err(HeaderError::ScalarSize(scalar_size));
    }
    Ok((size + 4, String::from_utf8_lossy(library).into_owned()))
}

/// A record, by its position in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of a function or one of [`kinds`].
    pub kind: u8,
    /// Where the record begins.
    pub start: usize,
    /// Where its payload begins and ends.
    payload: (usize, usize),
}

impl Record {
    /// The payload of the record.
    pub fn payload<'a>(&self, file: &'a [u8]) -> &'a [u8] {
        &file[self.payload.0..self.payload.1]
    }

    /// The payload of a record that holds a single number.
    pub fn number(&self, file: &[u8]) -> Option<u64> {
        let mut bytes = Bytes(self.payload(file));
        bytes.number().filter(|_| bytes.0.is_empty())
    }
}

/// Why the records end before the file does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// The last record, which begins at this byte, is incomplete.
    CutOff(usize),
    /// The record at this byte is damaged; there are valid records after it.
    Damaged(usize),
}

/// Reads records in sequence.
#[derive(Clone)]
pub struct Reader {
    position: usize,
    index: u32,
}

/// How far behind a bad record the search for a valid one goes, and the largest size it recognises.
const SEARCH_DISTANCE: usize = 1 << 16;
const SEARCH_SIZE: usize = 1 << 10;

impl Reader {
    /// A reader that begins behind the header.
    pub fn new(header_size: usize) -> Reader {
        Reader { position: header_size, index: 0 }
    }

    /// Where the next record begins.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The next record; `None` at the end.
    pub fn next(&mut self, file: &[u8]) -> Result<Option<Record>, Break> {
        if let Some((record, end, index)) = parse(file, self.position)
            && index == self.index
        {
            self.index = self.index.wrapping_add(1);
            self.position = end;
            return Ok(Some(record));
        }
        let rest = &file[self.position..];
        if rest.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        let later = self.index..self.index.saturating_add(64);
        let continues = (1..rest.len().min(SEARCH_DISTANCE))
            .map(|skipped| &rest[skipped..rest.len().min(skipped + SEARCH_SIZE)])
            .any(|bytes| parse(bytes, 0).is_some_and(|(_, _, index)| later.contains(&index)));
        Err(if continues { Break::Damaged(self.position) } else { Break::CutOff(self.position) })
    }
}

/// The bytes at `start` as a record, where it ends, and the index for which its checksum is right.
fn parse(file: &[u8], start: usize) -> Option<(Record, usize, u32)> {
    let mut bytes = Bytes(&file[start..]);
    let length = usize::try_from(bytes.number()?).ok()?;
    let kind = bytes.byte().filter(|kind| *kind != 0)?;
    let payload = file.len() - bytes.0.len();
    bytes.take(length)?;
    let end = payload + length;
    let index = bytes.bits(4)? as u32 ^ checksum(&file[start..end]);
    Some((Record { kind, start, payload: (payload, end) }, end + 4, index))
}
