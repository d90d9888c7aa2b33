//! Numbers as bytes, little-endian, for shapes and worlds that are saved.

use bytemuck::Pod;

use crate::list::{List, SharedBytes};
use crate::math::Vec3;
use crate::memory;

/// Lists begin at multiples of this, so that those of a mapped file can be used where they are.
const ALIGNMENT: usize = 16;

/// What lists are made of: numbers of one size.
pub(crate) trait Stored: Pod {
    /// The size of a number, in bytes.
    const SCALAR_BYTES: usize;
}

impl Stored for u32 {
    const SCALAR_BYTES: usize = 4;
}

impl Stored for f32 {
    const SCALAR_BYTES: usize = 4;
}

impl Stored for f64 {
    const SCALAR_BYTES: usize = 8;
}

impl Stored for Vec3 {
    const SCALAR_BYTES: usize = 8;
}

/// Turns numbers of the machine into little-endian ones, or back.
fn turn_to_little_endian<T: Stored>(list: &mut [T]) {
    if cfg!(target_endian = "big") {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(list);
        bytes.chunks_exact_mut(T::SCALAR_BYTES).for_each(<[u8]>::reverse);
    }
}

/// Appends numbers to bytes.
#[derive(Default)]
pub(crate) struct Writer(pub Vec<u8>);

impl Writer {
    fn append(&mut self, bytes: &[u8]) {
        memory::reserve(&mut self.0, bytes.len());
        self.0.extend_from_slice(bytes);
    }

    /// Appends a number of 32 bits.
    pub(crate) fn word(&mut self, x: u32) {
        self.append(&x.to_le_bytes());
    }

    /// Appends a number of 64 bits.
    pub(crate) fn long(&mut self, x: u64) {
        self.append(&x.to_le_bytes());
    }

    /// Appends numbers in double precision.
    pub(crate) fn numbers(&mut self, all: &[f64]) {
        all.iter().for_each(|x| self.append(&x.to_le_bytes()));
    }

    /// Appends a point or a vector.
    pub(crate) fn point(&mut self, p: &Vec3) {
        self.numbers(p.as_slice());
    }

    /// Appends a list.
    pub(crate) fn list<T: Stored>(&mut self, all: &[T]) {
        self.long(all.len() as u64);
        let padding = self.0.len().next_multiple_of(ALIGNMENT) - self.0.len();
        self.append(&[0; ALIGNMENT][..padding]);
        if cfg!(target_endian = "little") {
            self.append(bytemuck::cast_slice(all));
        } else {
            let mut all = all.to_vec();
            turn_to_little_endian(&mut all);
            self.append(bytemuck::cast_slice(&all));
        }
    }
}

/// Takes numbers from the front of bytes. Each method returns `None` if there are too few.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    /// Where the next are.
    at: usize,
    /// The bytes, if lists may stay in them.
    shared: Option<&'a SharedBytes>,
}

impl<'a> Reader<'a> {
    /// A reader that copies.
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0, shared: None }
    }

    /// A reader that leaves lists where they are.
    pub(crate) fn sharing(bytes: &'a SharedBytes) -> Reader<'a> {
        let shared = cfg!(target_endian = "little").then_some(bytes);
        Reader { bytes: (**bytes).as_ref(), at: 0, shared }
    }

    /// The bytes that have not been taken.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// The next bytes.
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.rest().get(..count)?;
        self.at += count;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// A number of 32 bits.
    pub(crate) fn word(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// A number of 64 bits.
    pub(crate) fn long(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// A number in double precision, which may be anything.
    pub(crate) fn any_number(&mut self) -> Option<f64> {
        self.array().map(f64::from_le_bytes)
    }

    /// A finite number in double precision.
    pub(crate) fn number(&mut self) -> Option<f64> {
        self.any_number().filter(|x| x.is_finite())
    }

    /// A point or a vector, finite.
    pub(crate) fn point(&mut self) -> Option<Vec3> {
        Some(Vec3::new(self.number()?, self.number()?, self.number()?))
    }

    /// A list. Its numbers may be anything.
    pub(crate) fn list<T: Stored>(&mut self) -> Option<List<T>> {
        let count = usize::try_from(self.long()?).ok()?;
        self.take(self.at.next_multiple_of(ALIGNMENT) - self.at)?;
        let at = self.at;
        let bytes = self.take(count.checked_mul(size_of::<T>())?)?;
        let shared = self.shared.and_then(|shared| List::shared(shared, at, bytes.len()));
        Some(shared.unwrap_or_else(|| {
            let mut copy = vec![T::zeroed(); count];
            bytemuck::cast_slice_mut(&mut copy).copy_from_slice(bytes);
            turn_to_little_endian(&mut copy);
            copy.into()
        }))
    }
}
