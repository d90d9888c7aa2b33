//! Files that have more than a shape: worlds, which the crate `solid` writes and reads.
//!
//! The header and the shapes are those of saved shapes. What is a shape of its own, or a large part of a compound, is saved once.

use super::{LoadError, MOST_NESTED, Saver, WITH_WORLDS, WORLD, begin, load_shape};
use crate::bytes::Reader;
use crate::math::{Mat3, Placement, Vec3};
use crate::query::Shape;

/// Writes a world.
pub struct FileWriter {
    saver: Saver,
}

impl Default for FileWriter {
    fn default() -> FileWriter {
        let mut saver = Saver::new(WITH_WORLDS, true);
        saver.bytes.word(WORLD);
        FileWriter { saver }
    }
}

impl FileWriter {
    /// Appends a number of 32 bits.
    pub fn word(&mut self, x: u32) {
        self.saver.bytes.word(x);
    }

    /// Appends a number of 64 bits.
    pub fn long(&mut self, x: u64) {
        self.saver.bytes.long(x);
    }

    /// Appends numbers, which may be anything.
    pub fn numbers(&mut self, all: &[f64]) {
        self.saver.bytes.numbers(all);
    }

    /// Appends a placement, whose numbers may be anything: the linear part row by row and then the origin.
    pub fn placement(&mut self, placement: &Placement) {
        self.numbers(placement.basis.transpose().as_slice());
        self.numbers(placement.origin.as_slice());
    }

    /// Appends a shape with all that its answers depend on, also those after deformations to come; `None` if it cannot be saved.
    pub fn shape(&mut self, shape: &Shape) -> Option<()> {
        self.saver.save_part(shape)
    }

    /// The bytes.
    pub fn finish(self) -> Vec<u8> {
        self.saver.finish()
    }
}

/// Reads a world. Each method returns `None` if the bytes have no such thing next.
pub struct FileReader<'a> {
    reader: Reader<'a>,
    shapes: Vec<Shape>,
}

impl<'a> FileReader<'a> {
    /// What is in the bytes, if they are a world.
    pub fn new(bytes: &'a [u8]) -> Result<FileReader<'a>, LoadError> {
        let mut reader = Reader::new(bytes);
        match begin(&mut reader) {
            Ok(true) => Ok(FileReader { reader, shapes: Vec::new() }),
            Ok(false) | Err(LoadError::NotAShape) => Err(LoadError::NotAWorld),
            Err(error) => Err(error),
        }
    }

    /// A number of 32 bits.
    pub fn word(&mut self) -> Option<u32> {
        self.reader.word()
    }

    /// A number of 64 bits.
    pub fn long(&mut self) -> Option<u64> {
        self.reader.long()
    }

    /// A number, which may be anything.
    pub fn number(&mut self) -> Option<f64> {
        self.reader.any_number()
    }

    /// A vector of numbers that may be anything.
    pub fn vector(&mut self) -> Option<Vec3> {
        Some(Vec3::new(self.number()?, self.number()?, self.number()?))
    }

    /// A placement, whose numbers may be anything.
    pub fn placement(&mut self) -> Option<Placement> {
        let mut rows = [0.0; 9];
        for number in &mut rows {
            *number = self.number()?;
        }
        Some(Placement { basis: Mat3::from_row_slice(&rows), origin: self.vector()? })
    }

    /// A shape.
    pub fn shape(&mut self) -> Option<Shape> {
        let shape = load_shape(&mut self.reader, &mut self.shapes, MOST_NESTED)?;
        crate::memory::push(&mut self.shapes, shape.clone());
        Some(shape)
    }

    /// Whether nothing follows.
    pub fn is_at_end(&self) -> bool {
        self.reader.rest().is_empty()
    }
}
