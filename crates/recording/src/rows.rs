//! Arrays of the program's that functions about many rows read: how they are described, and how they are encoded.
//!
//! Encoded, an array is packed: the gaps between its rows are left out.

use std::ffi::c_void;

use crate::arguments::Memory;
use crate::format::{Bytes, append_number};
use crate::layout::write_number;

/// C's `DtArray`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The first row.
    pub base: *const c_void,
    /// What a row consists of: a number of C's `DtLayout`.
    pub layout: u32,
    /// The type of its numbers: a number of C's `DtVertexType`.
    pub kind: u32,
    /// The bytes from one row to the next; 0 if they are packed.
    pub stride: u32,
    /// The number of rows.
    pub count: u32,
}

/// The type of the elements of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// A `float`.
    Float,
    /// A `double`.
    Double,
    /// A pointer that is not followed.
    Pointer,
    /// A byte.
    Byte,
}

impl Element {
    /// Its size in memory.
    pub fn size(self) -> usize {
        match self {
            Element::Float => 4,
            Element::Double => 8,
            Element::Pointer => size_of::<usize>(),
            Element::Byte => 1,
        }
    }

    fn encoded_size(self) -> usize {
        if self == Element::Pointer { 8 } else { self.size() }
    }
}

/// What the rows of a layout consist of: C's `DtLayout` has these numbers.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowLayout {
    /// A matrix of four rows and four columns, row by row.
    RowMajor4x4 = 1,
    /// Its first three rows.
    RowMajor3x4 = 2,
    /// A matrix of four rows and four columns, column by column.
    ColumnMajor4x4 = 3,
    /// The same without its last row.
    ColumnMajor3x4 = 4,
    /// A position, then a quaternion x y z w.
    PositionXyzw = 5,
    /// A position, then a quaternion w x y z.
    PositionWxyz = 6,
    /// A point or a vector.
    Points = 7,
    /// A reference of an object.
    Objects = 8,
    /// A byte.
    Flags = 9,
    /// A point and a radius.
    Balls = 10,
    /// A number.
    Heights = 11,
}

impl RowLayout {
    const ALL: [RowLayout; 11] = {
        use RowLayout::*;
        [
            RowMajor4x4,
            RowMajor3x4,
            ColumnMajor4x4,
            ColumnMajor3x4,
            PositionXyzw,
            PositionWxyz,
            Points,
            Objects,
            Flags,
            Balls,
            Heights,
        ]
    };

    /// How many elements a row has.
    pub fn width(self) -> usize {
        use RowLayout::*;
        match self {
            RowMajor4x4 | ColumnMajor4x4 => 16,
            RowMajor3x4 | ColumnMajor3x4 => 12,
            PositionXyzw | PositionWxyz => 7,
            Points => 3,
            Balls => 4,
            Objects | Flags | Heights => 1,
        }
    }
}

/// The type `float` of C, as OpenGL numbers it.
pub const FLOAT: u32 = 0x1406;

/// The type `double` of C, as OpenGL numbers it.
pub const DOUBLE: u32 = 0x140A;

/// Where the rows begin in memory that has an array behind its description.
pub(crate) const ROWS_START: usize = size_of::<Rows>().next_multiple_of(8);

impl Rows {
    /// What a row consists of, and the type of its elements; `None` if there is no such layout or type.
    pub fn layout(&self) -> Option<(RowLayout, Element)> {
        let layout = RowLayout::ALL.into_iter().find(|layout| *layout as u32 == self.layout)?;
        let element = match (layout, self.kind) {
            (RowLayout::Objects, _) => Element::Pointer,
            (RowLayout::Flags, _) => Element::Byte,
            (_, FLOAT) => Element::Float,
            (_, DOUBLE) => Element::Double,
            _ => return None,
        };
        Some((layout, element))
    }

    /// The bytes from one row to the next.
    pub fn step(&self, layout: RowLayout, element: Element) -> usize {
        if self.stride == 0 { layout.width() * element.size() } else { self.stride as usize }
    }

    /// Appends an array, whose elements `read` returns: that of a row at a place in it.
    pub(crate) fn append(&self, bytes: &mut Vec<u8>, read: impl Fn(usize, Element) -> u64) {
        bytes.push(1 + u8::from(!self.base.is_null()));
        append_number(bytes, self.layout.into());
        append_number(bytes, self.kind.into());
        append_number(bytes, self.count.into());
        let Some((layout, element)) = self.layout().filter(|_| !self.base.is_null()) else {
            return;
        };
        let step = self.step(layout, element);
        for row in 0..self.count as usize {
            for place in 0..layout.width() {
                let bits = read(row.wrapping_mul(step) + place * element.size(), element);
                bytes.extend_from_slice(&bits.to_le_bytes()[..element.encoded_size()]);
            }
        }
    }

    /// How many bytes the rows take that `append` appends.
    pub(crate) fn encoded_size(&self) -> u64 {
        self.layout().filter(|_| !self.base.is_null()).map_or(0, |(layout, element)| {
            u64::from(self.count) * (layout.width() * element.encoded_size()) as u64
        })
    }

    /// The description at the front of an encoded array; it has no base yet. And whether rows follow.
    pub(crate) fn take(bytes: &mut Bytes) -> Option<Option<(Rows, bool)>> {
        let tag = bytes.byte()?;
        if tag == 0 {
            return Some(None);
        }
        let mut number = || u32::try_from(bytes.number()?).ok();
        let (layout, kind, count) = (number()?, number()?, number()?);
        Some(Some((Rows { base: std::ptr::null(), layout, kind, stride: 0, count }, tag > 1)))
    }

    /// Decodes an array behind its description, as C has it, but for the address of the rows: that is 1 where there are some.
    /// `None` inside stands for NULL.
    pub(crate) fn take_all(bytes: &mut Bytes) -> Option<Option<Memory>> {
        let Some((rows, has_base)) = Rows::take(bytes)? else { return Some(None) };
        let mut memory = vec![0; ROWS_START];
        let mut put =
            |at: usize, number: &[u8]| memory[at..][..number.len()].copy_from_slice(number);
        put(std::mem::offset_of!(Rows, base), &usize::from(has_base).to_ne_bytes());
        put(std::mem::offset_of!(Rows, layout), &rows.layout.to_ne_bytes());
        put(std::mem::offset_of!(Rows, kind), &rows.kind.to_ne_bytes());
        put(std::mem::offset_of!(Rows, count), &rows.count.to_ne_bytes());
        if let Some((layout, element)) = rows.layout().filter(|_| has_base) {
            let count = (rows.count as usize).checked_mul(layout.width())?;
            let encoded = bytes.take(count.checked_mul(element.encoded_size())?)?;
            memory.reserve_exact(count * element.size() + 8);
            memory.resize(ROWS_START + count * element.size(), 0);
            let elements = memory[ROWS_START..].chunks_exact_mut(element.size());
            for (place, bits) in elements.zip(encoded.chunks_exact(element.encoded_size())) {
                write_number(place, Bytes(bits).bits(bits.len())?);
            }
        }
        memory.resize(memory.len().next_multiple_of(8), 0);
        Some(Some(memory.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word)).collect()))
    }
}

#[cfg(test)]
mod tests;
