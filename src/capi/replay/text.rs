//! Recorded calls in words.

use std::fmt::Write;

use super::given::{Given, read_arguments, read_member};
use crate::capi::recording::calls::Op;
use crate::capi::recording::format::Bytes;
use crate::capi::recording::raw::Raw;
use crate::capi::recording::values::{Answer, Kind, Layout, Member, has_written};
use crate::capi::scalar::DtScalar;

/// Of a long list so many are shown.
const MOST_SHOWN: u64 = 8;

fn scalar(raw: u64) -> String {
    // SAFETY: bits of a scalar.
    format!("{:?}", unsafe { <DtScalar as Raw>::from_raw(raw) })
}

fn member(member: Member, raw: u64) -> String {
    match member {
        Member::Scalar => scalar(raw),
        Member::Float => format!("{:?}", f32::from_bits(raw as u32)),
        Member::Double => format!("{:?}", f64::from_bits(raw)),
        Member::Unsigned => raw.to_string(),
        Member::Pointer => format!("{raw:#x}"),
        Member::Work => "…".into(),
    }
}

fn record(bytes: &mut Bytes, layout: Layout) -> Option<String> {
    let members = layout.members().map(|kind| Some(member(kind, read_member(bytes, kind)?)));
    Some(format!("({})", members.collect::<Option<Vec<_>>>()?.join(", ")))
}

/// A call: its name and arguments.
pub fn call(op: Op, payload: &[u8]) -> String {
    arguments(op, payload).unwrap_or_else(|| format!("{}(…)", op.name()))
}

fn arguments(op: Op, payload: &[u8]) -> Option<String> {
    let given = read_arguments(op, payload)?;
    let mut bytes = Bytes(payload);
    let mut words = Vec::new();
    for (kind, value) in op.signature().arguments.iter().zip(given) {
        words.push(match (*kind, value) {
            (Kind::In(layout), Given::Record(_)) => {
                bytes.byte()?;
                record(&mut bytes, layout)?
            }
            (Kind::Scalar, Given::Number(raw)) => {
                bytes.bits(size_of::<DtScalar>())?;
                scalar(raw)
            }
            (Kind::Unsigned | Kind::Room, Given::Number(raw)) => {
                bytes.number()?;
                raw.to_string()
            }
            (_, Given::Number(raw)) => {
                bytes.number()?;
                if raw == 0 { "NULL".into() } else { format!("{raw:#x}") }
            }
            (_, value) => {
                bytes.byte()?;
                if matches!(value, Given::Null) { "NULL".into() } else { "out".to_string() }
            }
        });
    }
    Some(format!("{}({})", op.name(), words.join(", ")))
}

/// What a call has answered and written; `arguments` is the call's payload.
pub fn answer(op: Op, arguments: &[u8], payload: &[u8]) -> String {
    answered(op, arguments, payload).unwrap_or_else(|| "…".into())
}

fn answered(op: Op, arguments: &[u8], payload: &[u8]) -> Option<String> {
    let mut bytes = Bytes(payload);
    let signature = op.signature();
    let (raw, mut text) = match signature.answer {
        Answer::Nothing => (0, "nothing".to_string()),
        Answer::Unrecorded => (0, "what is not recorded".to_string()),
        Answer::Scalar | Answer::Distance => {
            let raw = bytes.bits(size_of::<DtScalar>())?;
            (raw, scalar(raw))
        }
        Answer::Shape | Answer::Context => {
            let raw = bytes.number()?;
            (raw, format!("{raw:#x}"))
        }
        _ => {
            let raw = bytes.number()?;
            (raw, raw.to_string())
        }
    };
    if !has_written(signature.answer, raw) {
        return Some(text);
    }
    let given = read_arguments(op, arguments)?;
    let room =
        signature.arguments.iter().zip(&given).find_map(|(kind, value)| match (kind, value) {
            (Kind::Room, Given::Number(room)) => Some(*room),
            _ => None,
        });
    for (kind, value) in signature.arguments.iter().zip(&given) {
        let (layout, count) = match (kind, value) {
            (Kind::Out(layout), Given::Place(_)) => (*layout, 1),
            (Kind::List(layout), Given::Place(_)) => (*layout, raw.min(room.unwrap_or(0))),
            _ => continue,
        };
        for i in 0..count {
            let words = record(&mut bytes, layout)?;
            if i < MOST_SHOWN {
                write!(text, " {words}").ok()?;
            }
        }
        if count > MOST_SHOWN {
            text += " …";
        }
    }
    Some(text)
}

/// What a callback is told.
pub fn callback(payload: &[u8]) -> String {
    told(payload).unwrap_or_else(|| "…".into())
}

fn told(payload: &[u8]) -> Option<String> {
    let mut bytes = Bytes(payload);
    let [function, client_data, first, second] =
        [bytes.number()?, bytes.number()?, bytes.number()?, bytes.number()?];
    let mut text = format!("callback {function:#x}({client_data:#x}, {first:#x}, {second:#x}");
    let data = bytes.byte()?;
    if data == 0 {
        return Some(text + ", NULL)");
    }
    write!(text, ", {}", record(&mut bytes, Layout::CollData)?).ok()?;
    if data > 1 {
        let layout = if data == 2 { Layout::Contact } else { Layout::Segment };
        let count = bytes.number()?;
        for _ in 0..count.min(MOST_SHOWN) {
            write!(text, " {}", record(&mut bytes, layout)?).ok()?;
        }
    }
    Some(text + ")")
}
