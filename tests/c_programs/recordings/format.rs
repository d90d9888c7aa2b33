//! Making, reading and changing recordings. The format is read here by what `crates/recording/src/format.rs` says of
//! it, not by its code.

use crate::support::{examples, root, run, time_limit};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A call returned; a callback begins; it is left.
const END: u8 = 225;
const CALLBACK: u8 = 229;
const LEFT: u8 = 230;
/// dtTest and dtGetClosestPair.
const TESTS_AND_QUERIES: [u8; 2] = [35, 61];

/// A file of the running test's own.
pub fn work(name: &str) -> PathBuf {
    // A colon separates paths in LD_PRELOAD.
    let test = std::thread::current().name().unwrap_or("test").replace("::", "-");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recordings").join(test);
    fs::create_dir_all(&directory).expect("a directory for recordings");
    directory.join(name)
}

/// What the program says of a recording, and its status.
pub fn replay(options: &[&str], file: &Path) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solid-replay"));
    command.args(options).arg(file);
    let output =
        if options.contains(&"--list") || fs::metadata(file).is_ok_and(|m| m.len() < 1 << 16) {
            // Quick to start, and quick to end.
            let output = command.output().expect("solid-replay");
            let said = [output.stdout, output.stderr].concat();
            return (String::from_utf8_lossy(&said).into_owned(), output.status.code());
        } else {
            run(&mut command, &work("replay.log"), time_limit())
        };
    let status = match &output.verdict {
        Ok(()) => Some(0),
        Err(why) => why.rsplit(' ').next().and_then(|code| code.parse().ok()),
    };
    (output.output, status)
}

/// `capi-tests/recorded/dying.c`, compiled once.
pub fn dying_program() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| {
        let program = examples::directory("recordings").join("dying");
        examples::build(&program, &[root().join("capi-tests/recorded/dying.c")], &[])?;
        Some(program)
    });
    program.as_deref()
}

/// The last number that the program printed.
pub fn dying_calls(output: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(output);
    text.lines().last().and_then(|line| line.parse().ok()).expect("a number of calls")
}

/// The recording of a program that dies this way, and how many calls it says to have begun.
pub fn dying(way: &str) -> Option<(PathBuf, u64)> {
    let program = dying_program()?;
    let recording = work(&format!("{way}.solid"));
    let output = Command::new(program)
        .arg(way)
        .env("SOLID_RECORD", &recording)
        .output()
        .expect("the program");
    Some((recording, dying_calls(&output.stdout)))
}

/// A record: its kind and payload.
type Record = (u8, Vec<u8>);

/// A recording, record by record.
pub struct Recording {
    /// How many bytes come before the first record.
    pub header: usize,
    head: Vec<u8>,
    records: Vec<Record>,
}

fn number(bytes: &[u8], place: &mut usize) -> Option<usize> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = *bytes.get(*place)?;
        *place += 1;
        number |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
        shift += 7;
    }
}

/// What stands for a record at this place, whether it is whole or not, and where it ends.
fn record(bytes: &[u8], mut place: usize) -> Option<(Record, usize)> {
    let length = number(bytes, &mut place)?;
    let kind = bytes.get(place).copied().filter(|kind| *kind != 0)?;
    let end = place + 1 + length + 4;
    bytes.get(..end).map(|bytes| ((kind, bytes[place + 1..end - 4].to_vec()), end))
}

fn checksum(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(0x811c_9dc5, |sum: u32, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

fn put(bytes: &mut Vec<u8>, number: usize, (kind, payload): &Record) {
    let start = bytes.len();
    let mut length = payload.len();
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.push(*kind);
    bytes.extend(payload);
    let sum = checksum(&bytes[start..]) ^ number as u32;
    bytes.extend(sum.to_le_bytes());
}

/// The kinds of all records of a file.
pub fn kinds(path: &Path) -> BTreeSet<u8> {
    let bytes = fs::read(path).expect("a recording");
    let (mut kinds, mut place) = (BTreeSet::new(), 12 + usize::from(bytes[11]) + 4);
    while let Some(length) = number(&bytes, &mut place) {
        kinds.extend(bytes.get(place));
        place += 1 + length + 4;
    }
    kinds
}

impl Recording {
    /// Reads the whole records of a file. The last may be written in part, where the process was killed: it is none.
    pub fn read(path: &Path) -> Recording {
        let bytes = fs::read(path).expect("a recording");
        assert!(bytes.starts_with(b"SOLIDREC\x01\x00\x08"), "{}", path.display());
        let header = 12 + usize::from(bytes[11]) + 4;
        let mut recording =
            Recording { header, head: bytes[..header].to_vec(), records: Vec::new() };
        let mut place = header;
        while let Some((record, end)) = record(&bytes, place) {
            let mut whole = Vec::new();
            put(&mut whole, recording.records.len(), &record);
            if bytes[place..end] != whole {
                break;
            }
            recording.records.push(record);
            place = end;
        }
        // It is a matter of some tens of bytes; behind it is room that was not used.
        let room = &bytes[bytes.len().min(place + 256)..];
        assert!(room.iter().all(|byte| *byte == 0), "{} at {place}", path.display());
        recording
    }

    fn bytes(&self, records: &[Record]) -> Vec<u8> {
        let mut bytes = self.head.clone();
        records.iter().enumerate().for_each(|(i, record)| put(&mut bytes, i, record));
        bytes
    }

    fn is_call(record: &Record) -> bool {
        record.0 < 224
    }

    /// How many calls there are.
    pub fn calls(&self) -> usize {
        self.records.iter().filter(|record| Self::is_call(record)).count()
    }

    /// Where the first record begins, and where each ends.
    pub fn boundaries(&self) -> Vec<usize> {
        (0..=self.records.len()).map(|count| self.bytes(&self.records[..count]).len()).collect()
    }

    /// The file with another answer of a call, from 1; `None` if it answers nothing, or the name of a shape, which may
    /// be another.
    pub fn with_changed_answer(&self, call: usize) -> Option<Vec<u8>> {
        let calls = self.records.iter().enumerate().filter(|(_, record)| Self::is_call(record));
        let (place, _) = calls.clone().nth(call - 1).expect("the call");
        let mut records = self.records.clone();
        if !TESTS_AND_QUERIES.contains(&records[place].0) {
            return None;
        }
        let mut depth = 0;
        let end = (place..records.len()).find(|i| {
            depth += i32::from(Self::is_call(&records[*i])) - i32::from(records[*i].0 == END);
            depth == 0
        });
        let answer = &mut records[end.expect("the call's end")].1;
        let middle = answer.len() / 2;
        *answer.get_mut(middle)? ^= 1;
        Some(self.bytes(&records))
    }

    /// The file with one bit of a payload changed, and all checksums right: what nobody has recorded.
    pub fn with_changed_bit(&self, random: u64) -> Vec<u8> {
        let mut records = self.records.clone();
        let place = random as usize / 8 % records.len();
        let (kind, payload) = &mut records[place];
        let byte = (random >> 40) as usize % (payload.len() + 1);
        *payload.get_mut(byte).unwrap_or(kind) ^= 1 << (random % 8);
        self.bytes(&records)
    }

    /// The file with other data of its first callback.
    pub fn with_changed_callback(&self) -> Vec<u8> {
        let mut records = self.records.clone();
        let callback = records.iter_mut().find(|record| record.0 == CALLBACK).expect("a callback");
        *callback.1.last_mut().expect("data") ^= 1;
        self.bytes(&records)
    }

    /// The file without its first callback.
    pub fn without_callback(&self) -> Vec<u8> {
        let mut records = self.records.clone();
        let first = records.iter().position(|record| record.0 == CALLBACK).expect("a callback");
        let last = records.iter().position(|record| record.0 == LEFT).expect("its end");
        records.drain(first..=last);
        self.bytes(&records)
    }
}
