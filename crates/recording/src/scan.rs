//! Checks a recording before anything is called: whether it is complete, and how it ends.

use crate::format::{Break, HeaderError, Reader, Record, kinds, read_header};
use crate::functions::Function;

/// What a recording contains, up to its first invalid record.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The version of the library that made the recording.
    pub library: String,
    /// The size of the header.
    pub header: usize,
    /// The size of the header and all valid records.
    pub size: usize,
    /// The number of calls.
    pub calls: u64,
    /// The number of threads that made them.
    pub threads: u32,
    /// Whether thread 0 ended before other threads did something.
    pub first_ends: bool,
    /// Why the valid records end before the file does.
    pub broken: Option<Break>,
    /// The calls that did not return.
    pub open: Vec<OpenCall>,
}

/// A call that did not return.
#[derive(Clone, Copy, Debug)]
pub struct OpenCall {
    /// The function.
    pub function: Function,
    /// The number of the call, from 1.
    pub number: u64,
    /// The thread.
    pub thread: u32,
    /// Whether one of its callbacks was running.
    pub in_callback: bool,
}

/// Reads a whole recording.
pub fn scan(file: &[u8]) -> Result<Scan, HeaderError> {
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
        scan.size = reader.position();
        scan.first_ends |= first_ended;
        scan.add(file, &record, &mut thread);
        scan.threads = scan.threads.max(thread + 1);
        first_ended |= record.kind == kinds::THREAD_END && thread == 0;
    }
    Ok(scan)
}

impl Scan {
    fn add(&mut self, file: &[u8], record: &Record, thread: &mut u32) {
        if let Some(function) = Function::from_number(record.kind) {
            self.calls += 1;
            let (number, thread) = (self.calls, *thread);
            return self.open.push(OpenCall { function, number, thread, in_callback: false });
        }
        let number = record.number(file).unwrap_or(0);
        let top = self.open.iter().rposition(|call| call.thread == *thread);
        match (record.kind, top) {
            (kinds::THREAD, _) => *thread = number as u32,
            (kinds::RETURN, Some(top)) => {
                self.open.remove(top);
            }
            (kinds::CALLBACK, Some(top)) => self.open[top].in_callback = true,
            (kinds::CALLBACK_RETURN, Some(top)) => self.open[top].in_callback = false,
            (kinds::UNWOUND, _) => self.unwind(*thread, number as usize),
            (kinds::THREAD_END, _) => self.unwind(*thread, 0),
            _ => {}
        }
    }

    /// A thread has left all calls but the outermost `depth`.
    fn unwind(&mut self, thread: u32, depth: usize) {
        let mut seen = 0;
        self.open.retain(|call| {
            seen += usize::from(call.thread == thread);
            call.thread != thread || seen <= depth
        });
    }
}
