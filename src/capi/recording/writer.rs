//! The records of a recording, one after the other.

use super::format::{kinds, put_header, put_number, put_record};
use super::sink::Sink;
use std::io;
use std::path::Path;

/// Writes records.
pub struct Recorder {
    sink: Sink,
    /// How many records there are.
    number: u32,
    /// Whose the last record is.
    pub thread: u32,
    /// The callbacks that each thread is in, by addresses on its stack that lie above all that they call.
    callbacks: Vec<Vec<usize>>,
    /// The arrays whose vertices the call under way has read.
    arrays: Vec<usize>,
    /// What the next record holds.
    pub payload: Vec<u8>,
    bytes: Vec<u8>,
    /// Whether all could be written so far.
    pub is_whole: bool,
}

impl Recorder {
    /// Begins a recording.
    pub fn create(path: &Path) -> io::Result<Recorder> {
        let mut bytes = Vec::new();
        put_header(&mut bytes);
        let mut sink = Sink::create(path)?;
        sink.append(&bytes)?;
        Ok(Recorder {
            sink,
            number: 0,
            thread: 0,
            callbacks: Vec::new(),
            arrays: Vec::new(),
            payload: Vec::new(),
            bytes,
            is_whole: true,
        })
    }

    /// Gives room back that was not used.
    pub fn trim(&mut self) {
        self.sink.trim();
    }

    /// The number of a thread that has none yet.
    pub fn new_thread(&mut self) -> u32 {
        self.callbacks.push(Vec::new());
        self.callbacks.len() as u32 - 1
    }

    /// A call begins.
    pub fn forget_arrays(&mut self) {
        self.arrays.clear();
    }

    /// Writes the payload as a record.
    pub fn emit(&mut self, kind: u8) {
        self.bytes.clear();
        put_record(&mut self.bytes, self.number, kind, &self.payload);
        self.payload.clear();
        self.number = self.number.wrapping_add(1);
        if self.is_whole
            && let Err(error) = self.sink.append(&self.bytes)
        {
            self.is_whole = false;
            eprintln!("libsolid: {error}: recording ends");
        }
    }

    /// Writes a record of a single number.
    pub fn emit_number(&mut self, kind: u8, number: u64) {
        put_number(&mut self.payload, number);
        self.emit(kind);
    }

    /// What follows is of this thread.
    pub fn switch_to(&mut self, thread: u32) {
        if self.thread != thread {
            self.thread = thread;
            self.emit_number(kinds::THREAD, u64::from(thread));
        }
    }

    /// The callbacks that the thread is in, by marks on its stack.
    pub fn callbacks(&mut self) -> &mut Vec<usize> {
        &mut self.callbacks[self.thread as usize]
    }

    /// The thread is in so many callbacks; if it was in more, they were left otherwise than by returning.
    pub fn settle(&mut self, depth: usize) {
        if self.callbacks().len() > depth {
            self.callbacks().truncate(depth);
            self.emit_number(kinds::ABANDONED, depth as u64);
        }
    }

    /// What was read from an array of the client's.
    pub fn vertex(&mut self, array: usize, index: u32, coordinates: &[u8]) {
        let place = self.arrays.iter().position(|other| *other == array).unwrap_or_else(|| {
            self.arrays.push(array);
            self.emit_number(kinds::ARRAY, array as u64);
            self.arrays.len() - 1
        });
        put_number(&mut self.payload, place as u64);
        put_number(&mut self.payload, u64::from(index));
        self.payload.extend_from_slice(coordinates);
        self.emit(kinds::VERTEX);
    }

    /// Indices that were read.
    pub fn indices(&mut self, indices: &[u32]) {
        indices.iter().for_each(|index| put_number(&mut self.payload, u64::from(*index)));
        self.emit(kinds::INDICES);
    }
}
