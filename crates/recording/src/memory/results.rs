//! Results that have come from another process, written to the memory of the program that waits for them.

use crate::Scalar;
use crate::arguments::read_member;
use crate::format::Bytes;
use crate::functions::{Arguments, Function};
use crate::layout::{Detail, Layout, Returns, write_number};

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
    for (i, layout, count) in signature.written(result, |i| arguments[i]) {
        if arguments[i] == 0 {
            continue;
        }
        let start: *mut u8 = std::ptr::with_exposed_provenance_mut(arguments[i] as usize);
        for record in 0..count as usize {
            let place = start.wrapping_add(record * layout.size());
            // SAFETY: there is space for one record, or for as many as the capacity says, by the caller's promise.
            unsafe { write_record(&mut bytes, layout, place)? };
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
        let mut number = [0; 8];
        let number = &mut number[..member.size()];
        write_number(number, value);
        // SAFETY: the member lies in the record. It is copied, since the client's memory may be uninitialised.
        unsafe {
            place.wrapping_add(offset).copy_from_nonoverlapping(number.as_ptr(), number.len())
        };
    }
    Some(())
}
