//! Writes the records of a recording.

use std::io;
use std::path::Path;

use crate::errors::print_error;
use crate::file::MappedFile;
use crate::format::{append_header, append_number, append_record, kinds};
use crate::functions::Function;

/// Writes a recording. Its methods append one record each, or none.
pub struct Writer {
    file: MappedFile,
    /// The number of records written.
    count: u32,
    /// The thread of the last record.
    thread: u32,
    /// For each thread, the stack addresses of the callbacks that it is in, outermost first.
    callbacks: Vec<Vec<usize>>,
    /// The arrays from which the current call has read vertices.
    arrays: Vec<usize>,
    payload: Vec<u8>,
    record: Vec<u8>,
    has_failed: bool,
}

impl Writer {
    /// Begins a recording.
    pub fn create(path: &Path, library_version: &str) -> io::Result<Writer> {
        let mut record = Vec::new();
        append_header(&mut record, library_version);
        let mut file = MappedFile::create(path)?;
        file.append(&record)?;
        Ok(Writer {
            file,
            count: 0,
            thread: 0,
            callbacks: Vec::new(),
            arrays: Vec::new(),
            payload: Vec::new(),
            record,
            has_failed: false,
        })
    }

    /// Whether a write has failed. Nothing is written after that.
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Returns the reserved space of the file that was not used.
    pub fn trim(&mut self) {
        self.file.trim();
    }

    /// The number of a new thread.
    pub fn new_thread(&mut self) -> u32 {
        self.callbacks.push(Vec::new());
        self.callbacks.len() as u32 - 1
    }

    /// Writes a record whose payload `append` makes.
    fn write(&mut self, kind: u8, append: impl FnOnce(&mut Vec<u8>)) {
        self.payload.clear();
        append(&mut self.payload);
        self.record.clear();
        append_record(&mut self.record, self.count, kind, &self.payload);
        self.count = self.count.wrapping_add(1);
        if !self.has_failed
            && let Err(error) = self.file.append(&self.record)
        {
            self.has_failed = true;
            print_error(format_args!("{error}: recording ends"));
        }
    }

    fn write_number(&mut self, kind: u8, number: u64) {
        self.write(kind, |payload| append_number(payload, number));
    }

    fn switch_to(&mut self, thread: u32) {
        if self.thread != thread {
            self.thread = thread;
            self.write_number(kinds::THREAD, u64::from(thread));
        }
    }

    fn thread_callbacks(&mut self) -> &mut Vec<usize> {
        &mut self.callbacks[self.thread as usize]
    }

    /// If the thread is in more callbacks than `depth`, they were left by an exception or longjmp.
    fn unwind_to(&mut self, depth: usize) {
        if self.thread_callbacks().len() > depth {
            self.thread_callbacks().truncate(depth);
            self.write_number(kinds::UNWOUND, depth as u64);
        }
    }

    /// A thread calls a function from a stack frame at `frame`; `append_arguments` appends the payload.
    ///
    /// The stack grows downwards: callbacks whose frames lie below have been left.
    pub fn call(
        &mut self,
        thread: u32,
        frame: usize,
        function: Function,
        append_arguments: impl FnOnce(&mut Vec<u8>),
    ) {
        self.switch_to(thread);
        let depth = self.thread_callbacks().iter().take_while(|address| **address > frame).count();
        self.unwind_to(depth);
        self.arrays.clear();
        self.write(function as u8, append_arguments);
    }

    /// The call returns; `append_result` appends the payload.
    pub fn call_returned(&mut self, append_result: impl FnOnce(&mut Vec<u8>)) {
        self.write(kinds::RETURN, append_result);
    }

    /// A callback begins in a stack frame at `frame`; `append_arguments` appends the payload. Returns the thread and its
    /// number of callbacks before this one, for [`Writer::callback_returned`].
    pub fn callback(
        &mut self,
        frame: usize,
        append_arguments: impl FnOnce(&mut Vec<u8>),
    ) -> (u32, usize) {
        self.write(kinds::CALLBACK, append_arguments);
        let depth = self.thread_callbacks().len();
        self.thread_callbacks().push(frame);
        (self.thread, depth)
    }

    /// A callback has returned.
    pub fn callback_returned(&mut self, (thread, depth): (u32, usize)) {
        self.switch_to(thread);
        self.unwind_to(depth + 1);
        self.thread_callbacks().truncate(depth);
        self.write(kinds::CALLBACK_RETURN, |_| ());
    }

    /// A thread has ended.
    pub fn thread_ended(&mut self, thread: u32) {
        self.switch_to(thread);
        self.write(kinds::THREAD_END, |_| ());
    }

    /// The current call has read a vertex from the array at `array`. Those of an array of floats are recorded as floats.
    pub fn vertex(&mut self, array: usize, index: u32, vertex: [f64; 3], is_float: bool) {
        let known = self.arrays.iter().position(|other| *other == array);
        let place = known.unwrap_or_else(|| {
            self.arrays.push(array);
            self.write_number(kinds::ARRAY, array as u64);
            self.arrays.len() - 1
        });
        self.write(kinds::VERTEX, |payload| {
            append_number(payload, place as u64);
            append_number(payload, u64::from(index));
            for x in vertex {
                if is_float {
                    payload.extend_from_slice(&(x as f32).to_le_bytes());
                } else {
                    payload.extend_from_slice(&x.to_le_bytes());
                }
            }
        });
    }

    /// The current call has read indices.
    pub fn indices(&mut self, indices: &[u32]) {
        // A number of 32 bits takes five bytes at most, in each of the buffers.
        let most = 5 * indices.len();
        let is_room =
            self.payload.try_reserve(most).and(self.record.try_reserve(most + 64)).is_ok();
        if !is_room {
            self.has_failed = true;
            print_error(format_args!("out of memory: recording ends"));
            return;
        }
        self.write(kinds::INDICES, |payload| {
            indices.iter().for_each(|index| append_number(payload, u64::from(*index)));
        });
    }
}
