//! Recorded calls as text. Malformed parts are shown as "…".

use std::fmt::Write;

use crate::arguments::{Argument, read_arguments, read_member};
use crate::format::Bytes;
use crate::functions::Function;
use crate::layout::{Detail, Layout, Member, Parameter, Returns};
use crate::rows::Rows;
use crate::{Scalar, scalar_from_bits};

/// The number of entries shown of a long list.
const MAX_SHOWN: u64 = 8;

fn scalar(bits: u64) -> String {
    format!("{:?}", scalar_from_bits(bits))
}

fn member(member: Member, bits: u64) -> String {
    match member {
        Member::Scalar => scalar(bits),
        Member::Float => format!("{:?}", f32::from_bits(bits as u32)),
        Member::Double => format!("{:?}", f64::from_bits(bits)),
        Member::Unsigned | Member::Byte => bits.to_string(),
        Member::Pointer => format!("{bits:#x}"),
        Member::Work => "…".into(),
    }
}

fn record(bytes: &mut Bytes, layout: Layout) -> Option<String> {
    let members = layout
        .members()
        .map(|kind| Some(member(kind, read_member(bytes, kind, Detail::Repeatable)?)));
    Some(format!("({})", members.collect::<Option<Vec<_>>>()?.join(", ")))
}

/// Appends records to a text, the first few of them in full.
fn append_list(text: &mut String, bytes: &mut Bytes, layout: Layout, count: u64) -> Option<()> {
    for i in 0..count {
        let entry = record(bytes, layout)?;
        if i < MAX_SHOWN {
            write!(text, " {entry}").ok()?;
        }
    }
    if count > MAX_SHOWN {
        text.push_str(" …");
    }
    Some(())
}

/// A call: its name and arguments.
pub fn call(function: Function, payload: &[u8]) -> String {
    arguments(function, payload).unwrap_or_else(|| format!("{}(…)", function.name()))
}

fn arguments(function: Function, payload: &[u8]) -> Option<String> {
    // Checks the payload as a whole.
    read_arguments(function, payload)?;
    let mut bytes = Bytes(payload);
    let mut all = Vec::new();
    for parameter in function.signature().parameters {
        all.push(match *parameter {
            Parameter::Scalar => scalar(bytes.bits(size_of::<Scalar>())?),
            Parameter::Unsigned | Parameter::Capacity => bytes.number()?.to_string(),
            Parameter::Bytes => match bytes.byte()? {
                0 => "NULL".into(),
                _ => {
                    let count = bytes.number()?;
                    bytes.take(usize::try_from(count).ok()?)?;
                    format!("{count} bytes")
                }
            },
            Parameter::Records(layout) => match bytes.byte()? {
                0 => "NULL".into(),
                _ => {
                    let count = bytes.number()?;
                    for _ in 0..count {
                        record(&mut bytes, layout)?;
                    }
                    format!("{count} records")
                }
            },
            Parameter::Rows => {
                let before = bytes;
                let count = Rows::take(&mut bytes)?.map(|(rows, _)| rows.count);
                bytes = before;
                Rows::take_all(&mut bytes)?;
                count.map_or("NULL".into(), |count| format!("{count} rows"))
            }
            Parameter::In(layout) if bytes.byte()? != 0 => record(&mut bytes, layout)?,
            Parameter::In(_) => "NULL".into(),
            Parameter::Out(_) | Parameter::List(_) => {
                if bytes.byte()? == 0 {
                    "NULL".into()
                } else {
                    "out".into()
                }
            }
            _ => match bytes.number()? {
                0 => "NULL".into(),
                number => format!("{number:#x}"),
            },
        });
    }
    Some(format!("{}({})", function.name(), all.join(", ")))
}

/// The result of a call and what it wrote; `arguments` is the payload of the call.
pub fn result(function: Function, arguments: &[u8], payload: &[u8]) -> String {
    try_result(function, arguments, payload).unwrap_or_else(|| "…".into())
}

fn try_result(function: Function, arguments: &[u8], payload: &[u8]) -> Option<String> {
    let mut bytes = Bytes(payload);
    let signature = function.signature();
    let (bits, mut text) = match signature.returns {
        Returns::Nothing => (0, "nothing".to_string()),
        Returns::Text | Returns::UnrecordedCount => (0, "what is not recorded".to_string()),
        Returns::Scalar | Returns::Distance => {
            let bits = bytes.bits(size_of::<Scalar>())?;
            (bits, scalar(bits))
        }
        Returns::Shape | Returns::Context => {
            let bits = bytes.number()?;
            (bits, format!("{bits:#x}"))
        }
        _ => {
            let bits = bytes.number()?;
            (bits, bits.to_string())
        }
    };
    if !signature.returns.has_written(bits) {
        return Some(text);
    }
    let arguments = read_arguments(function, arguments)?;
    for (i, layout, count) in signature.written(bits, |i| arguments[i].number()) {
        if matches!(arguments[i], Argument::Output(_)) {
            append_list(&mut text, &mut bytes, layout, count)?;
        }
    }
    Some(text)
}

/// A callback and its arguments.
pub fn callback(payload: &[u8]) -> String {
    try_callback(payload).unwrap_or_else(|| "…".into())
}

fn try_callback(payload: &[u8]) -> Option<String> {
    let mut bytes = Bytes(payload);
    let [function, client_data, first, second] = bytes.numbers()?;
    let mut text = format!("callback {function:#x}({client_data:#x}, {first:#x}, {second:#x}");
    let tag = bytes.byte()?;
    if tag == 0 {
        return Some(text + ", NULL)");
    }
    write!(text, ", {}", record(&mut bytes, Layout::CollData)?).ok()?;
    if tag > 1 {
        let layout = if tag == 2 { Layout::Contact } else { Layout::Segment };
        let count = bytes.number()?;
        append_list(&mut text, &mut bytes, layout, count)?;
    }
    Some(text + ")")
}
