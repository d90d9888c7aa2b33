//! Decodes the arguments of recorded calls.

use crate::Scalar;
use crate::format::Bytes;
use crate::functions::Function;
use crate::layout::{Layout, Member, Parameter, Returns};

/// Memory for records of C, aligned for every member.
pub type Memory = Vec<u64>;

/// An argument of a recorded call.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A number or the bits of a scalar.
    Number(u64),
    /// The record that an `In` parameter pointed to.
    Record(Memory),
    /// A pointer to write to. Holds the index of the first argument that is the same pointer.
    Output(usize),
    /// NULL for a parameter that points to records.
    Null,
}

impl Argument {
    /// The number, or zero for an argument of another kind.
    pub fn number(&self) -> u64 {
        if let Argument::Number(number) = self { *number } else { 0 }
    }
}

/// Reads a member of a record.
pub fn read_member(bytes: &mut Bytes, member: Member) -> Option<u64> {
    match member.recorded_size() {
        None => bytes.number(),
        Some(size) => bytes.bits(size),
    }
}

/// Reads a record and lays it out as C does.
fn read_record(bytes: &mut Bytes, layout: Layout) -> Option<Memory> {
    let mut record = vec![0; layout.size().next_multiple_of(size_of::<u64>())];
    for (member, offset) in layout.offsets() {
        let value = read_member(bytes, member)?;
        match member.size() {
            4 => record[offset..offset + 4].copy_from_slice(&(value as u32).to_ne_bytes()),
            _ => record[offset..offset + 8].copy_from_slice(&value.to_ne_bytes()),
        }
    }
    let words = record.as_chunks().0.iter();
    Some(words.map(|word| u64::from_ne_bytes(*word)).collect())
}

/// Decodes the arguments of a call; `None` if the payload is malformed.
pub fn read_arguments(function: Function, payload: &[u8]) -> Option<Vec<Argument>> {
    let mut bytes = Bytes(payload);
    let mut arguments = Vec::new();
    for (i, parameter) in function.signature().parameters.iter().enumerate() {
        arguments.push(match *parameter {
            Parameter::Scalar => Argument::Number(bytes.bits(size_of::<Scalar>())?),
            Parameter::In(layout) => match bytes.byte()? {
                0 => Argument::Null,
                _ => Argument::Record(read_record(&mut bytes, layout)?),
            },
            Parameter::Out(_) | Parameter::List(_) => match usize::from(bytes.byte()?) {
                0 => Argument::Null,
                first => Argument::Output(Some(first - 1).filter(|first| *first <= i)?),
            },
            _ => Argument::Number(bytes.number()?),
        });
    }
    bytes.0.is_empty().then_some(arguments)
}

/// The number of records that a call returned, limited by the size of its recorded result.
pub fn recorded_count(function: Function, result: &[u8]) -> Option<u64> {
    if function.signature().returns != Returns::Count {
        return None;
    }
    Bytes(result).number().map(|count| count.min(result.len() as u64))
}
