//! A first look at a recording, before anything is called: whether it is whole, and how it ends.

use crate::capi::recording::calls::Op;
use crate::capi::recording::format::{
    Break, Bytes, NoRecording, Reader, Record, kinds, read_header,
};

/// What a recording is, as far as it is whole.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The version of the library that recorded.
    pub library: String,
    /// How many bytes the header has.
    pub header: usize,
    /// How many bytes of the file are whole records.
    pub size: usize,
    /// How many calls there are.
    pub calls: u64,
    /// How many threads made them.
    pub threads: u32,
    /// Whether thread 0 ended before others did something.
    pub first_ends: bool,
    /// What is wrong with the rest.
    pub broken: Option<Break>,
    /// The calls that have no end, and whether they were in a callback.
    pub open: Vec<OpenCall>,
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug)]
pub struct OpenCall {
    /// The function.
    pub op: Op,
    /// Its number, from 1.
    pub number: u64,
    /// The thread.
    pub thread: u32,
    /// Whether a callback was running.
    pub in_callback: bool,
}

/// The number that a record consists of.
pub fn number(file: &[u8], record: &Record) -> Option<u64> {
    let mut bytes = Bytes(payload(file, record));
    bytes.number().filter(|_| bytes.0.is_empty())
}

/// The payload of a record.
pub fn payload<'a>(file: &'a [u8], record: &Record) -> &'a [u8] {
    &file[record.payload.0..record.payload.1]
}

/// Looks at a whole file.
pub fn scan(file: &[u8]) -> Result<Scan, NoRecording> {
    let (header, library) = read_header(file)?;
    let mut reader = Reader::new(header);
    let mut scan = Scan {
        library,
        header,
        size: header,
        calls: 0,
        threads: 0,
        first_ends: false,
        broken: None,
        open: Vec::new(),
    };
    let (mut thread, mut first_ended) = (0, false);
    loop {
        let record = match reader.next(file) {
            Ok(Some(record)) => record,
            Ok(None) => break,
            Err(broken) => {
                scan.broken = Some(broken);
                break;
            }
        };
        scan.size = reader.at();
        scan.first_ends |= first_ended;
        scan.look_at(file, &record, &mut thread);
        scan.threads = scan.threads.max(thread + 1);
        first_ended |= record.kind == kinds::THREAD_END && thread == 0;
    }
    Ok(scan)
}

impl Scan {
    fn look_at(&mut self, file: &[u8], record: &Record, thread: &mut u32) {
        let told = || number(file, record).unwrap_or(0);
        if let Some(op) = Op::of(record.kind) {
            self.calls += 1;
            self.open.push(OpenCall {
                op,
                number: self.calls,
                thread: *thread,
                in_callback: false,
            });
            return;
        }
        let top = self.open.iter().rposition(|call| call.thread == *thread);
        match (record.kind, top) {
            (kinds::THREAD, _) => *thread = told() as u32,
            (kinds::END, Some(top)) => {
                self.open.remove(top);
            }
            (kinds::CALLBACK, Some(top)) => self.open[top].in_callback = true,
            (kinds::LEFT, Some(top)) => self.open[top].in_callback = false,
            (kinds::ABANDONED, _) => self.leave(*thread, told() as usize),
            (kinds::THREAD_END, _) => self.leave(*thread, 0),
            _ => {}
        }
    }

    /// A thread is in so many calls still.
    fn leave(&mut self, thread: u32, depth: usize) {
        let mut seen = 0;
        self.open.retain(|call| {
            seen += usize::from(call.thread == thread);
            call.thread != thread || seen <= depth
        });
    }
}
