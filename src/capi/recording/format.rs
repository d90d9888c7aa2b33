//! The bytes of a recording: a header, then records, each with its length, its kind and a checksum.
//!
//! All numbers are little-endian, on every machine. A record's checksum covers its place in the row, so that one that is
//! missing or twice is found. A file may end in zeros: room that was not used.

use crate::capi::scalar::DtScalar;

const MAGIC: &[u8; 8] = b"SOLIDREC";

/// The version of the format. Another is not read.
const VERSION: u16 = 1;

/// Kinds of records that are no calls. A call has the function's number, which is less than these.
pub mod kinds {
    /// What follows is of another thread.
    pub const THREAD: u8 = 224;
    /// A call returned: its answer and what it has written.
    pub const END: u8 = 225;
    /// Where an array is whose vertices are read. They name it by its place among those of the call.
    pub const ARRAY: u8 = 226;
    /// A vertex was read.
    pub const VERTEX: u8 = 227;
    /// Indices were read.
    pub const INDICES: u8 = 228;
    /// A callback begins.
    pub const CALLBACK: u8 = 229;
    /// The thread's last callback returned.
    pub const LEFT: u8 = 230;
    /// Callbacks were left by an exception or longjmp: how many the thread is in still.
    pub const ABANDONED: u8 = 231;
    /// The thread ended.
    pub const THREAD_END: u8 = 232;
}

/// Appends a number, the fewer bytes the smaller it is.
pub fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// FNV-1a. Each step is one to one, so that no change of a single byte goes unseen.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Appends a record, the `number`th of its recording.
pub fn put_record(bytes: &mut Vec<u8>, number: u32, kind: u8, payload: &[u8]) {
    let start = bytes.len();
    put_number(bytes, payload.len() as u64);
    bytes.push(kind);
    bytes.extend_from_slice(payload);
    let sum = checksum(&bytes[start..]) ^ number;
    bytes.extend_from_slice(&sum.to_le_bytes());
}

/// Appends the header.
pub fn put_header(bytes: &mut Vec<u8>) {
    let start = bytes.len();
    let version = env!("CARGO_PKG_VERSION");
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.push(size_of::<DtScalar>() as u8);
    put_number(bytes, version.len() as u64);
    bytes.extend_from_slice(version.as_bytes());
    let sum = checksum(&bytes[start..]);
    bytes.extend_from_slice(&sum.to_le_bytes());
}

/// Bytes that are taken from the front; `None` where there are too few.
#[derive(Clone, Copy)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// So many bytes.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// One byte.
    pub fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    /// A number as [`put_number`] appends it.
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

    /// Bits of so many bytes, eight at most.
    pub fn bits(&mut self, size: usize) -> Option<u64> {
        let mut all = [0; 8];
        all.get_mut(..size)?.copy_from_slice(self.take(size)?);
        Some(u64::from_le_bytes(all))
    }
}

/// Why a file is no recording that can be replayed here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRecording {
    /// It does not begin as one.
    Foreign,
    /// It ends before the first call.
    Short,
    /// Of another version of the format.
    Version(u16),
    /// Of the other ABI; the size of its scalar.
    Scalar(u8),
    /// Its header is damaged.
    Damaged,
}

/// Reads a header; returns its size and the version of the library that recorded.
pub fn read_header(file: &[u8]) -> Result<(usize, String), NoRecording> {
    let mut bytes = Bytes(file);
    match bytes.take(MAGIC.len()) {
        Some(magic) if magic == MAGIC => {}
        None if MAGIC.starts_with(file) => return Err(NoRecording::Short),
        _ => return Err(NoRecording::Foreign),
    }
    let version = bytes.bits(2).ok_or(NoRecording::Short)? as u16;
    if version != VERSION {
        return Err(NoRecording::Version(version));
    }
    let scalar = bytes.byte().ok_or(NoRecording::Short)?;
    let length = bytes.byte().ok_or(NoRecording::Short)?;
    let library = bytes.take(usize::from(length)).ok_or(NoRecording::Short)?;
    let size = file.len() - bytes.0.len();
    let sum = bytes.bits(4).ok_or(NoRecording::Short)?;
    if sum != u64::from(checksum(&file[..size])) {
        return Err(NoRecording::Damaged);
    }
    if usize::from(scalar) != size_of::<DtScalar>() {
        return Err(NoRecording::Scalar(scalar));
    }
    Ok((size + 4, String::from_utf8_lossy(library).into_owned()))
}

/// A record, where it is in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// What it is: a function's number or one of [`kinds`].
    pub kind: u8,
    /// Where it begins.
    pub at: usize,
    /// Where its payload begins and ends.
    pub payload: (usize, usize),
}

/// Where a recording ends before its time, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// Within a record, after which there is nothing.
    CutOff(usize),
    /// At a record that is not as it was written; later ones are.
    Damaged(usize),
}

/// Reads records one after the other.
#[derive(Clone)]
pub struct Reader {
    at: usize,
    number: u32,
}

/// How far behind a bad record a good one is looked for, and of which size.
const LOOK_AHEAD: usize = 1 << 16;
const MOST_LOOKED_AT: usize = 1 << 10;

impl Reader {
    /// Begins behind the header.
    pub fn new(header: usize) -> Reader {
        Reader { at: header, number: 0 }
    }

    /// Where the next record begins.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The next record; `None` at the end.
    pub fn next(&mut self, file: &[u8]) -> Result<Option<Record>, Break> {
        let rest = &file[self.at..];
        if let Some((record, end, number)) = parse(rest)
            && number == self.number
        {
            let (from, to) = record.payload;
            let record =
                Record { kind: record.kind, at: self.at, payload: (self.at + from, self.at + to) };
            self.number = self.number.wrapping_add(1);
            self.at += end;
            return Ok(Some(record));
        }
        if rest.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        let next = self.number..self.number.saturating_add(64);
        let goes_on = (1..rest.len().min(LOOK_AHEAD))
            .map(|skipped| &rest[skipped..rest.len().min(skipped + MOST_LOOKED_AT)])
            .any(|bytes| parse(bytes).is_some_and(|(_, _, number)| next.contains(&number)));
        Err(if goes_on { Break::Damaged(self.at) } else { Break::CutOff(self.at) })
    }
}

/// The record at the front, where it ends, and its number, if its checksum is right.
fn parse(file: &[u8]) -> Option<(Record, usize, u32)> {
    let mut bytes = Bytes(file);
    let length = usize::try_from(bytes.number()?).ok()?;
    let kind = bytes.byte().filter(|kind| *kind != 0)?;
    let start = file.len() - bytes.0.len();
    bytes.take(length)?;
    let end = start + length;
    let number = bytes.bits(4)? as u32 ^ checksum(&file[..end]);
    Some((Record { kind, at: 0, payload: (start, end) }, end + 4, number))
}
