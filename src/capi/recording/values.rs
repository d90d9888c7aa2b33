//! Arguments and answers as the bytes of a recording.

use std::ffi::c_void;

use super::calls::{Arguments, MOST_ARGUMENTS};
use super::format::put_number;
use super::raw::Raw;
use crate::capi::scalar::DtScalar;

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// There is none.
    Absent,
    /// A coordinate or a length.
    Scalar,
    /// A whole number, an enumeration's too.
    Unsigned,
    /// An object's reference: any number.
    Object,
    /// A shape's handle.
    Shape,
    /// A context's handle.
    Context,
    /// A callback's data: any number.
    Data,
    /// A callback.
    Function,
    /// Where an array of the client's is. What is read of it is told apart (`taps.rs`).
    Array,
    /// A pointer to a record that is read, or NULL.
    In(Layout),
    /// A pointer to a record that is written, or NULL.
    Out(Layout),
    /// A pointer to room for records, or NULL.
    List(Layout),
    /// For how many records that is.
    Room,
}

/// What a function answers, and when it writes to its `Out` and `List` arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing; it writes in any case.
    Nothing,
    /// A shape's handle.
    Shape,
    /// A context's handle.
    Context,
    /// A scalar.
    Scalar,
    /// A scalar; it writes unless that is negative.
    Distance,
    /// A whole number.
    Unsigned,
    /// A truth value; it writes where it is true.
    Flag,
    /// How many records there are; it writes those that there is room for.
    Count,
    /// What is another in each version of the library, or a constant text: it is not recorded.
    Unrecorded,
}

/// What a function takes and answers.
pub struct Signature {
    /// Its arguments.
    pub arguments: [Kind; MOST_ARGUMENTS],
    /// Its answer.
    pub answer: Answer,
}

/// The arguments of a signature, those that there are.
pub(super) const fn padded(kinds: &[Kind]) -> [Kind; MOST_ARGUMENTS] {
    let mut all = [Kind::Absent; MOST_ARGUMENTS];
    let mut i = 0;
    while i < kinds.len() {
        all[i] = kinds[i];
        i += 1;
    }
    all
}

/// A record of C's, by its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as what they stand for")]
pub enum Layout {
    Vector,
    Matrixf,
    Matrixd,
    CollData,
    Contact,
    RayHit,
    Segment,
    Number,
    /// Two whole numbers.
    Numbers,
    CollidingPolytopes,
    Object,
    Statistics,
    Box,
}

/// A member of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// A DtScalar.
    Scalar,
    /// A float.
    Float,
    /// A double.
    Double,
    /// A whole number of 32 bits.
    Unsigned,
    /// A pointer that is only passed on.
    Pointer,
    /// A double that says how much work was done: it is another in each version or run, and not recorded.
    Work,
}

impl Member {
    fn size(self) -> usize {
        match self {
            Member::Scalar => size_of::<DtScalar>(),
            Member::Float | Member::Unsigned => 4,
            Member::Double | Member::Work => 8,
            Member::Pointer => size_of::<*const c_void>(),
        }
    }

    /// How many bytes it has in a recording; `None` for a number, which has as many as it needs.
    pub fn recorded_size(self) -> Option<usize> {
        match self {
            Member::Unsigned | Member::Pointer => None,
            Member::Work => Some(0),
            _ => Some(self.size()),
        }
    }
}

impl Layout {
    /// The members: so many of the first kind, then of the second.
    pub fn members(self) -> impl Iterator<Item = Member> {
        use Member::{Double, Float, Pointer, Scalar, Unsigned, Work};
        let (first, second) = match self {
            Layout::Vector => ((Scalar, 3), (Scalar, 0)),
            Layout::Matrixf => ((Float, 16), (Float, 0)),
            Layout::Matrixd => ((Double, 16), (Double, 0)),
            Layout::CollData => ((Scalar, 9), (Scalar, 0)),
            Layout::Contact => ((Scalar, 10), (Scalar, 0)),
            Layout::RayHit => ((Pointer, 1), (Scalar, 7)),
            Layout::Segment => ((Scalar, 6), (Unsigned, 3)),
            Layout::Number => ((Unsigned, 1), (Unsigned, 0)),
            Layout::Numbers => ((Unsigned, 2), (Unsigned, 0)),
            Layout::CollidingPolytopes => ((Pointer, 2), (Unsigned, 2)),
            Layout::Object => ((Pointer, 1), (Pointer, 0)),
            Layout::Statistics => ((Double, 1), (Work, 7)),
            Layout::Box => ((Scalar, 6), (Scalar, 0)),
        };
        std::iter::repeat_n(first.0, first.1).chain(std::iter::repeat_n(second.0, second.1))
    }

    /// The members with their places, and the record's size, by C's rules.
    pub fn places(self, mut look: impl FnMut(Member, usize)) -> usize {
        let (mut place, mut alignment) = (0_usize, 1);
        for member in self.members() {
            place = place.next_multiple_of(member.size());
            alignment = alignment.max(member.size());
            look(member, place);
            place += member.size();
        }
        place.next_multiple_of(alignment)
    }
}

/// Appends a record of C's; returns where the next one would be.
///
/// # Safety
///
/// There is such a record.
pub unsafe fn put_record(bytes: &mut Vec<u8>, layout: Layout, record: *const u8) -> *const u8 {
    let size = layout.places(|member, place| {
        let at = record.wrapping_add(place);
        // SAFETY: a member of the record, which is there as the caller promises; no alignment is asked for.
        let raw = unsafe {
            match member.size() {
                4 => u64::from(at.cast::<u32>().read_unaligned()),
                _ => at.cast::<u64>().read_unaligned(),
            }
        };
        match member.recorded_size() {
            None => put_number(bytes, raw),
            Some(size) => bytes.extend_from_slice(&raw.to_le_bytes()[..size]),
        }
    });
    record.wrapping_add(size)
}

/// Appends a scalar given by its bits.
pub fn put_scalar(bytes: &mut Vec<u8>, raw: u64) {
    bytes.extend_from_slice(&raw.to_le_bytes()[..size_of::<DtScalar>()]);
}

/// Appends the arguments of a call.
///
/// A pointer to be written to is told by the first argument that is the same, counted from 1.
///
/// # Safety
///
/// The arguments are such as the function may be given.
pub unsafe fn put_arguments(bytes: &mut Vec<u8>, signature: &Signature, arguments: &Arguments) {
    for (i, (kind, &raw)) in signature.arguments.iter().zip(arguments).enumerate() {
        match *kind {
            Kind::Absent => break,
            Kind::Scalar => put_scalar(bytes, raw),
            Kind::In(layout) => {
                bytes.push(u8::from(raw != 0));
                if raw != 0 {
                    // SAFETY: it is read by every such function, so there is a record as the caller promises.
                    unsafe { put_record(bytes, layout, Raw::from_raw(raw)) };
                }
            }
            Kind::Out(_) | Kind::List(_) => {
                let is_same = |j: &usize| {
                    matches!(signature.arguments[*j], Kind::Out(_) | Kind::List(_))
                        && arguments[*j] == raw
                };
                let first = (0..=i).find(is_same).unwrap_or(i);
                bytes.push(if raw == 0 { 0 } else { first as u8 + 1 });
            }
            _ => put_number(bytes, raw),
        }
    }
}

/// Whether a function that answers so has written to its arguments.
pub fn has_written(answer: Answer, raw: u64) -> bool {
    match answer {
        // SAFETY: the bits of a scalar.
        Answer::Distance => (unsafe { <DtScalar as Raw>::from_raw(raw) }) >= 0.0,
        Answer::Flag => raw != 0,
        Answer::Unrecorded => false,
        _ => true,
    }
}

/// Appends the answer of a call, and what it has written.
///
/// # Safety
///
/// The function has been called with these arguments, and has answered so.
pub unsafe fn put_answer(
    bytes: &mut Vec<u8>,
    signature: &Signature,
    arguments: &Arguments,
    answer: u64,
) {
    match signature.answer {
        Answer::Nothing | Answer::Unrecorded => {}
        Answer::Scalar | Answer::Distance => put_scalar(bytes, answer),
        _ => put_number(bytes, answer),
    }
    if !has_written(signature.answer, answer) {
        return;
    }
    let kinds = signature.arguments.iter();
    let room = kinds.clone().position(|kind| *kind == Kind::Room).map_or(1, |i| arguments[i]);
    for (kind, &raw) in kinds.zip(arguments) {
        let (layout, count) = match *kind {
            Kind::Out(layout) => (layout, 1),
            Kind::List(layout) => (layout, answer.min(room)),
            _ => continue,
        };
        if raw == 0 {
            continue;
        }
        // SAFETY: bits of a pointer.
        let mut record: *const u8 = unsafe { Raw::from_raw(raw) };
        for _ in 0..count {
            // SAFETY: the function has just written it.
            record = unsafe { put_record(bytes, layout, record) };
        }
    }
}
