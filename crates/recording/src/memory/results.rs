//! Results that have come from another process, written to the memory of the program that waits for them.

use crate::Scalar;
use crate::arguments::read_member;
use crate::format::Bytes;
use crate::functions::{Arguments, Function};
use crate::layout::{Detail, Layout, Parameter, Returns};

/// Decodes the result of a call with these arguments, writes the records to where the arguments point, and returns the bits
/// of the result. `None` if it is malformed, or has more records than there is space for.
///
/// # Safety
///
/// The arguments are valid for the function.
pub unsafe fn write_result(
    payload: &[u8],
    function: Function,
    arguments: &Arguments,
) -> Option<u64> {
    let mut bytes = Bytes(payload);
    let signature = function.signature();
    let result = match signature.returns {
        Returns::Nothing | Returns::Text => 0,
        Returns::Scalar | Returns::Distance => bytes.bits(size_of::<Scalar>())?,
        _ => bytes.number()?,
    };
    if signature.returns.has_written(result) {
        let capacity = signature.capacity_index().map_or(1, |i| arguments[i]);
        for (parameter, &bits) in signature.parameters.iter().zip(arguments) {
            let (layout, count) = match *parameter {
                Parameter::Out(layout) if bits != 0 => (layout, 1),
                Parameter::List(layout) if bits != 0 => (layout, result.min(capacity)),
                _ => continue,
            };
            let start: *mut u8 = std::ptr::with_exposed_provenance_mut(bits as usize);
            for i in 0..count as usize {
                // SAFETY: there is space for one record, or for as many as the capacity says, by the caller's promise.
                unsafe { write_record(&mut bytes, layout, start.wrapping_add(i * layout.size()))? };
            }
        }
    }
    bytes.0.is_empty().then_some(result)
}

/// Decodes a record and writes it.
///
/// # Safety
///
/// There is space for it at `place`, which need not be aligned.
unsafe fn write_record(bytes: &mut Bytes, layout: Layout, place: *mut u8) -> Option<()> {
    for (member, offset) in layout.offsets() {
        let value = read_member(bytes, member, Detail::All)?;
        let place = place.wrapping_add(offset);
        // SAFETY: the member lies in the record.
        unsafe {
            match member.size() {
                1 => place.write(value as u8),
                4 => place.cast::<u32>().write_unaligned(value as u32),
                _ => place.cast::<u64>().write_unaligned(value),
            }
        }
    }
    Some(())
}
