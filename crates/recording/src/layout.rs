//! Types of parameters and results, and the memory layout of C's records.

use std::ffi::c_void;

use crate::{Raw, Scalar};

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A coordinate or a length.
    Scalar,
    /// An integer or an enumeration.
    Unsigned,
    /// The reference of an object: any number.
    Object,
    /// The handle of a shape.
    Shape,
    /// The handle of a context.
    Context,
    /// The client data of a callback: any number.
    ClientData,
    /// The function of a callback.
    Callback,
    /// The address of an array. What the library reads of it is recorded separately.
    Array,
    /// A pointer to a description of an array (see `rows.rs`), or NULL. What is in the array is recorded with it.
    Rows,
    /// A pointer to bytes that are read, or NULL. The next parameter is their number.
    Bytes,
    /// A pointer to records that are read, or NULL. The next parameter is their number.
    Records(Layout),
    /// A pointer to a record that is read, or NULL.
    In(Layout),
    /// A pointer to a record that is written, or NULL.
    Out(Layout),
    /// A pointer to space for records, or NULL.
    List(Layout),
    /// The number of records that there is space for.
    Capacity,
}

/// The type of a result, which determines when a function writes to its `Out` and `List` parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// No result. Always writes.
    Nothing,
    /// The handle of a shape.
    Shape,
    /// The handle of a context.
    Context,
    /// A scalar.
    Scalar,
    /// A scalar. Writes unless it is negative.
    Distance,
    /// An integer.
    Unsigned,
    /// A truth value. Writes if it is true.
    Flag,
    /// The number of records found. Writes those that there is space for.
    Count,
    /// A count that is not recorded, nor what it counts, since they may differ between versions of the library.
    UnrecordedCount,
    /// A constant text. Not recorded either.
    Text,
}

/// How much of a result is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What is the same whenever the call is made again: for recordings.
    Repeatable,
    /// All of it: for a program that waits for the result.
    All,
}

/// The types of a function's parameters and of its result.
#[derive(Debug)]
pub struct Signature {
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// The result.
    pub returns: Returns,
}

impl Parameter {
    /// Whether it is a pointer to write to.
    pub fn is_output(self) -> bool {
        matches!(self, Parameter::Out(_) | Parameter::List(_))
    }
}

impl Signature {
    /// The index of the parameter that limits how many records are written to a list.
    pub fn capacity_index(&self) -> Option<usize> {
        self.parameters.iter().position(|parameter| *parameter == Parameter::Capacity)
    }

    /// The records that a call with this result has written: the index of each output parameter, their layout, and how many there
    /// are. The caller skips parameters whose argument is NULL.
    pub fn written(
        &self,
        result: u64,
        argument: impl Fn(usize) -> u64,
    ) -> impl Iterator<Item = (usize, Layout, u64)> {
        let capacity = self.capacity_index().map_or(1, argument);
        let parameters = if self.returns.has_written(result) { self.parameters } else { &[] };
        parameters.iter().enumerate().filter_map(move |(i, parameter)| match *parameter {
            Parameter::Out(layout) => Some((i, layout, 1)),
            Parameter::List(layout) => Some((i, layout, result.min(capacity))),
            _ => None,
        })
    }
}

impl Returns {
    /// The bits of a result that says that nothing was found.
    pub fn failure(self) -> u64 {
        if self == Returns::Distance { (-1.0 as Scalar).raw() } else { 0 }
    }

    /// Whether a function with this result has written to its arguments.
    pub fn has_written(self, result: u64) -> bool {
        match self {
            Returns::Distance => crate::scalar_from_bits(result) >= 0.0,
            Returns::Flag => result != 0,
            Returns::Text => false,
            _ => true,
        }
    }
}

/// The number in a member of 1, 4 or 8 bytes.
pub(crate) fn read_number(member: &[u8]) -> u64 {
    match *member {
        [byte] => byte.into(),
        [a, b, c, d] => u32::from_ne_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_ne_bytes([a, b, c, d, e, f, g, h]),
        _ => unreachable!("members have 1, 4 or 8 bytes"),
    }
}

/// Writes a number to a member of 1, 4 or 8 bytes.
pub(crate) fn write_number(member: &mut [u8], number: u64) {
    match member.len() {
        1 => member[0] = number as u8,
        4 => member.copy_from_slice(&(number as u32).to_ne_bytes()),
        _ => member.copy_from_slice(&number.to_ne_bytes()),
    }
}

/// A record of C.
#[allow(missing_docs, reason = "each stands for the record of its name")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    Vector,
    Matrixf,
    Matrixd,
    CollData,
    Contact,
    RayHit,
    /// A scalar and three integers.
    QueryFilter,
    QueryHit,
    Stop,
    Segment,
    Number,
    /// Two integers.
    Numbers,
    CollidingPolytopes,
    /// Two pointers and two integers, as of CollidingPolytopes.
    ContactId,
    /// Three scalars and three integers.
    SurfacePoint,
    /// Seven scalars.
    SignedDistance,
    SelfContact,
    /// Two pointers and an integer.
    Event,
    NearPair,
    /// A pointer and an integer.
    SavedObject,
    /// Two integers and 21 scalars.
    Clash,
    Pointer,
    /// Two pointers.
    Pointers,
    /// One scalar.
    Value,
    /// One byte.
    Byte,
    Statistics,
    Box,
    FourPoints,
    /// Two times.
    Interval,
    Line,
}

/// The type of a record's member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// A coordinate or a length.
    Scalar,
    /// A `float`.
    Float,
    /// A `double`.
    Double,
    /// An integer of 32 bits.
    Unsigned,
    /// A pointer that is not followed.
    Pointer,
    /// A byte.
    Byte,
    /// A double that measures work. It differs between versions and runs, and is not recorded.
    Work,
}

impl Member {
    /// Its size in memory.
    pub fn size(self) -> usize {
        match self {
            Member::Scalar => size_of::<Scalar>(),
            Member::Float | Member::Unsigned => 4,
            Member::Byte => 1,
            Member::Double | Member::Work => 8,
            Member::Pointer => size_of::<*const c_void>(),
        }
    }

    /// Its encoded size; `None` for a number in LEB128.
    pub fn encoded_size(self, detail: Detail) -> Option<usize> {
        match self {
            Member::Unsigned | Member::Pointer => None,
            Member::Work if detail == Detail::Repeatable => Some(0),
            _ => Some(self.size()),
        }
    }
}

impl Layout {
    /// The members in order.
    pub fn members(self) -> impl Iterator<Item = Member> {
        use Member::{Byte, Double, Float, Pointer, Scalar, Unsigned, Work};
        let (first, second) = match self {
            Layout::Vector => ((Scalar, 3), (Scalar, 0)),
            Layout::Matrixf => ((Float, 16), (Float, 0)),
            Layout::Matrixd => ((Double, 16), (Double, 0)),
            Layout::CollData => ((Scalar, 9), (Scalar, 0)),
            Layout::Contact => ((Scalar, 10), (Unsigned, 2)),
            Layout::RayHit => ((Pointer, 1), (Scalar, 7)),
            Layout::QueryFilter => ((Scalar, 1), (Unsigned, 3)),
            Layout::QueryHit => ((Pointer, 1), (Scalar, 10)),
            Layout::Stop => ((Pointer, 2), (Scalar, 7)),
            Layout::Segment => ((Scalar, 6), (Unsigned, 3)),
            Layout::Number => ((Unsigned, 1), (Unsigned, 0)),
            Layout::Numbers => ((Unsigned, 2), (Unsigned, 0)),
            Layout::CollidingPolytopes | Layout::ContactId => ((Pointer, 2), (Unsigned, 2)),
            Layout::SurfacePoint => ((Scalar, 3), (Unsigned, 3)),
            Layout::SignedDistance => ((Scalar, 7), (Scalar, 0)),
            Layout::SelfContact => ((Unsigned, 2), (Scalar, 1)),
            Layout::Event => ((Pointer, 2), (Unsigned, 1)),
            Layout::NearPair => ((Pointer, 2), (Scalar, 7)),
            Layout::SavedObject => ((Pointer, 1), (Unsigned, 1)),
            Layout::Clash => ((Unsigned, 2), (Scalar, 21)),
            Layout::Pointer => ((Pointer, 1), (Pointer, 0)),
            Layout::Pointers => ((Pointer, 2), (Pointer, 0)),
            Layout::Value => ((Scalar, 1), (Scalar, 0)),
            Layout::Byte => ((Byte, 1), (Byte, 0)),
            Layout::Statistics => ((Double, 1), (Work, 7)),
            Layout::Box => ((Scalar, 6), (Scalar, 0)),
            Layout::FourPoints => ((Scalar, 12), (Scalar, 0)),
            Layout::Interval => ((Scalar, 2), (Scalar, 0)),
            Layout::Line => ((Scalar, 6), (Pointer, 2)),
        };
        std::iter::repeat_n(first.0, first.1).chain(std::iter::repeat_n(second.0, second.1))
    }

    /// The members with their offsets by C's rules.
    pub fn offsets(self) -> impl Iterator<Item = (Member, usize)> {
        self.members().scan(0, |end: &mut usize, member| {
            let offset = end.next_multiple_of(member.size());
            *end = offset + member.size();
            Some((member, offset))
        })
    }

    /// The size of the record by C's rules.
    pub fn size(self) -> usize {
        let alignment = self.members().map(Member::size).max().unwrap_or(1);
        let end = self.offsets().map(|(member, offset)| offset + member.size()).max();
        end.unwrap_or(0).next_multiple_of(alignment)
    }
}
