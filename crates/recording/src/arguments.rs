//! Decodes the arguments of recorded calls.

use crate::Scalar;
use crate::format::Bytes;
use crate::functions::{Function, MAX_ARGUMENTS};
use crate::layout::{Detail, Layout, Member, Parameter, Returns, write_number};
use crate::memory::LIST_DATA_SIZE;
use crate::rows::Rows;

/// Memory for records of C, aligned for every member.
pub type Memory = Vec<u64>;

/// An argument of a recorded call.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A number or the bits of a scalar.
    Number(u64),
    /// The record that an `In` parameter pointed to, or the description of an array and its rows.
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
pub fn read_member(bytes: &mut Bytes, member: Member, detail: Detail) -> Option<u64> {
    match member.encoded_size(detail) {
        None => bytes.number(),
        Some(size) => bytes.bits(size),
    }
}

/// Reads a record and lays it out as C does.
fn read_record(bytes: &mut Bytes, layout: Layout) -> Option<Memory> {
    let mut record = vec![0; layout.size().next_multiple_of(size_of::<u64>())];
    lay_out(bytes, layout, &mut record)?;
    Some(as_words(&record))
}

/// Reads a record into memory of its size.
fn lay_out(bytes: &mut Bytes, layout: Layout, record: &mut [u8]) -> Option<()> {
    for (member, offset) in layout.offsets() {
        let value = read_member(bytes, member, Detail::All)?;
        write_number(&mut record[offset..offset + member.size()], value);
    }
    Some(())
}

fn as_words(bytes: &[u8]) -> Memory {
    bytes.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word)).collect()
}

/// Decodes the arguments of a call; `None` if the payload is malformed.
pub fn read_arguments(function: Function, payload: &[u8]) -> Option<Vec<Argument>> {
    let mut bytes = Bytes(payload);
    let arguments = take_arguments(function, &mut bytes)?;
    bytes.0.is_empty().then_some(arguments)
}

/// Decodes the arguments of a call at the front of `bytes`; `None` if they are malformed.
pub fn take_arguments(function: Function, bytes: &mut Bytes) -> Option<Vec<Argument>> {
    let mut arguments = Vec::with_capacity(MAX_ARGUMENTS);
    for (i, parameter) in function.signature().parameters.iter().enumerate() {
        arguments.push(match *parameter {
            Parameter::Scalar => Argument::Number(bytes.bits(size_of::<Scalar>())?),
            Parameter::Bytes => match bytes.byte()? {
                0 => Argument::Null,
                _ => Argument::Record(read_bytes(bytes)?),
            },
            Parameter::Records(layout) => match bytes.byte()? {
                0 => Argument::Null,
                _ => Argument::Record(read_records(bytes, layout)?),
            },
            Parameter::Rows => Rows::take_all(bytes)?.map_or(Argument::Null, Argument::Record),
            Parameter::In(layout) => match bytes.byte()? {
                0 => Argument::Null,
                _ => Argument::Record(read_record(bytes, layout)?),
            },
            Parameter::Out(_) | Parameter::List(_) => match usize::from(bytes.byte()?) {
                0 => Argument::Null,
                first => Argument::Output(Some(first - 1).filter(|first| *first <= i)?),
            },
            _ => Argument::Number(bytes.number()?),
        });
    }
    has_sizes(function, &arguments).then_some(arguments)
}

/// Bytes behind their number.
fn read_bytes(bytes: &mut Bytes) -> Option<Memory> {
    let count = usize::try_from(bytes.number()?).ok()?;
    let mut padded = bytes.take(count)?.to_vec();
    padded.resize(count.next_multiple_of(8), 0);
    Some(as_words(&padded))
}

/// Records behind their number, side by side.
fn read_records(bytes: &mut Bytes, layout: Layout) -> Option<Memory> {
    let count = usize::try_from(bytes.number()?).ok()?;
    // Each takes a byte at least.
    let size = layout.size() * Some(count).filter(|count| *count <= bytes.0.len())?;
    let mut records = vec![0; size.next_multiple_of(8)];
    for record in records[..size].chunks_exact_mut(layout.size()) {
        lay_out(bytes, layout, record)?;
    }
    Some(as_words(&records))
}

/// Whether there are as many bytes or records as the parameters after them say.
fn has_sizes(function: Function, arguments: &[Argument]) -> bool {
    let mut parameters = function.signature().parameters.iter().zip(arguments.windows(2));
    parameters.all(|(parameter, pair)| match (parameter, pair) {
        (Parameter::Bytes, [Argument::Record(memory), size]) => {
            size.number().div_ceil(8) == memory.len() as u64
        }
        (Parameter::Records(layout), [Argument::Record(memory), count]) => {
            let size = u128::from(count.number()) * layout.size() as u128;
            size.div_ceil(8) == memory.len() as u128
        }
        _ => true,
    })
}

/// The number of records that a call returned, limited by the size of its recorded result.
pub fn recorded_count(function: Function, result: &[u8]) -> Option<u64> {
    if function.signature().returns != Returns::Count {
        return None;
    }
    Bytes(result).number().map(|count| count.min(result.len() as u64))
}

/// The arguments of a callback, decoded: the memory that its data points to is its own.
#[derive(Debug)]
pub struct ReceivedCallback {
    /// The callback's function, its client data and both objects.
    pub identifiers: [u64; 4],
    /// The collision data and the fields after them; empty for NULL. The address of the list stands in them.
    pub data: Memory,
    /// The contacts or segments.
    pub list: Memory,
}

impl ReceivedCallback {
    /// Decodes what [`append_callback`](crate::append_callback) has appended; `None` if it is malformed.
    pub fn read(payload: &[u8]) -> Option<ReceivedCallback> {
        let mut bytes = Bytes(payload);
        let identifiers = bytes.numbers()?;
        let tag = bytes.byte()?;
        if tag == 0 {
            return Some(ReceivedCallback { identifiers, data: Vec::new(), list: Vec::new() });
        }
        let mut data = [0; LIST_DATA_SIZE];
        let size = Layout::CollData.size();
        lay_out(&mut bytes, Layout::CollData, &mut data[..size])?;
        let mut list = Vec::new();
        if tag > 1 {
            let layout = if tag == 2 { Layout::Contact } else { Layout::Segment };
            let count = u32::try_from(bytes.number()?).ok()?;
            for _ in 0..count {
                list.extend(read_record(&mut bytes, layout)?);
            }
            data[size..size + 4].copy_from_slice(&count.to_ne_bytes());
            let address = list.as_ptr().expose_provenance();
            let end = LIST_DATA_SIZE - size_of::<usize>();
            data[end..].copy_from_slice(&address.to_ne_bytes());
        }
        bytes.0.is_empty().then(|| ReceivedCallback { identifiers, data: as_words(&data), list })
    }
}
