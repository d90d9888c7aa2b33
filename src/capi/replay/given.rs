//! The arguments of a recorded call, as it can be made again.

use crate::capi::recording::calls::{Arguments, MOST_ARGUMENTS, Op};
use crate::capi::recording::format::Bytes;
use crate::capi::recording::raw::Raw;
use crate::capi::recording::values::{Answer, Kind, Layout, Member};
use crate::capi::scalar::DtScalar;

/// Records of C's, aligned.
pub type Memory = Vec<u64>;

/// An argument.
#[derive(Clone, Debug)]
pub enum Given {
    /// A number or a scalar's bits.
    Number(u64),
    /// A record to be read.
    Record(Memory),
    /// A place to be written to: the first argument with the same, from 0.
    Place(usize),
    /// NULL in place of one of these.
    Null,
}

/// Room for so many records.
pub fn room(layout: Layout, count: usize) -> Memory {
    vec![0; (layout.places(|_, _| {}) * count).div_ceil(size_of::<u64>()).max(1)]
}

/// A member of a record as it is recorded.
pub fn read_member(bytes: &mut Bytes, member: Member) -> Option<u64> {
    match member.recorded_size() {
        None => bytes.number(),
        Some(size) => bytes.bits(size),
    }
}

/// A record as it was when it was read.
fn read_record(bytes: &mut Bytes, layout: Layout) -> Option<Memory> {
    let mut memory = room(layout, 1);
    let start: *mut u8 = memory.as_mut_ptr().cast();
    let mut whole = Some(());
    layout.places(|member, place| {
        let Some(raw) = read_member(bytes, member) else {
            whole = None;
            return;
        };
        let at = start.wrapping_add(place);
        // SAFETY: a member of a record that the memory has room for; no alignment is asked for.
        unsafe {
            match member {
                Member::Unsigned | Member::Float => at.cast::<u32>().write_unaligned(raw as u32),
                Member::Scalar if size_of::<DtScalar>() == 4 => {
                    at.cast::<u32>().write_unaligned(raw as u32)
                }
                _ => at.cast::<u64>().write_unaligned(raw),
            }
        }
    });
    whole.map(|()| memory)
}

/// Reads the arguments of a call; `None` if they are not as they are written.
pub fn read_arguments(op: Op, payload: &[u8]) -> Option<Vec<Given>> {
    let mut bytes = Bytes(payload);
    let mut all = Vec::with_capacity(MOST_ARGUMENTS);
    for (i, kind) in op.signature().arguments.iter().enumerate() {
        all.push(match *kind {
            Kind::Absent => break,
            Kind::Scalar => Given::Number(bytes.bits(size_of::<DtScalar>())?),
            Kind::In(layout) => match bytes.byte()? {
                0 => Given::Null,
                _ => Given::Record(read_record(&mut bytes, layout)?),
            },
            Kind::Out(_) | Kind::List(_) => match usize::from(bytes.byte()?) {
                0 => Given::Null,
                first => Given::Place(Some(first - 1).filter(|first| *first <= i)?),
            },
            _ => Given::Number(bytes.number()?),
        });
    }
    bytes.0.is_empty().then_some(all)
}

/// How many records a call wrote to its list, by its recorded answer; not more than that has bytes.
pub fn recorded_count(op: Op, answer: &[u8]) -> Option<u64> {
    let count = if op.signature().answer == Answer::Count { Bytes(answer).number() } else { None };
    count.map(|count| count.min(answer.len() as u64))
}

/// Room for lists of calls whose answer is not known.
const UNKNOWN_ROOM: u64 = 1 << 12;

/// Arguments to call with, and the memory that they point to.
pub struct Ready {
    /// The arguments.
    pub arguments: Arguments,
    memory: Vec<Memory>,
}

/// Whether two places have as much room.
fn is_same(first: Kind, second: Kind) -> bool {
    first == second || matches!((first, second), (Kind::Out(_), Kind::Out(_)))
}

/// Makes the arguments of a call whose numbers have been translated; `count` records were written to its list.
pub fn ready(op: Op, given: Vec<Given>, count: Option<u64>) -> Ready {
    let mut ready = Ready { arguments: [0; MOST_ARGUMENTS], memory: Vec::new() };
    let kinds = op.signature().arguments;
    let room_at = kinds.iter().position(|kind| *kind == Kind::Room);
    // No more than was written then: that there is more now is told by the answer.
    let most = match room_at.and_then(|place| given.get(place)) {
        Some(Given::Number(room)) => count.unwrap_or(UNKNOWN_ROOM).min(*room),
        _ => 1,
    };
    let mut lists = false;
    for (i, value) in given.into_iter().enumerate() {
        ready.arguments[i] = match (value, kinds[i]) {
            (Given::Number(number), _) => number,
            (Given::Null, _) => 0,
            (Given::Record(memory), _) => ready.keep(memory),
            // The same place, if the record says what can be: of the same size.
            (Given::Place(first), kind) if first < i && is_same(kinds[first], kind) => {
                ready.arguments[first]
            }
            (Given::Place(_), Kind::List(layout)) => {
                lists = true;
                ready.keep(room(layout, most as usize))
            }
            // As large as the largest, since other arguments may be the same place.
            (Given::Place(_), _) => ready.keep(room(Layout::Matrixd, 1)),
        };
    }
    if let (Some(place), true) = (room_at, lists) {
        ready.arguments[place] = most;
    }
    ready
}

impl Ready {
    fn keep(&mut self, mut memory: Memory) -> u64 {
        let place = memory.as_mut_ptr().raw();
        self.memory.push(memory);
        place
    }
}
