//! What callbacks are told.

use super::format::put_number;
use super::values::{Layout, put_record};
use crate::capi::contacts::DtContactData;
use crate::capi::mesh_queries::DtIntersectionData;
use crate::capi::types::DtCollData;

/// What a callback is told.
pub struct Told {
    /// The function, the client's data, both objects.
    pub names: [u64; 4],
    /// The response data, or NULL.
    pub data: *const DtCollData,
    /// Whether these are the beginning of a DtContactData, or of a DtIntersectionData.
    pub list: Option<Listed>,
}

/// What response data go on with.
#[derive(Clone, Copy)]
pub enum Listed {
    /// Those of a DtContactData.
    Contacts,
    /// Those of a DtIntersectionData.
    Segments,
}

/// Appends what a callback is told.
///
/// # Safety
///
/// Its data are there.
pub unsafe fn put_callback(bytes: &mut Vec<u8>, told: &Told) {
    told.names.iter().for_each(|name| put_number(bytes, *name));
    let has_data = !told.data.is_null();
    bytes.push(match told.list {
        _ if !has_data => 0,
        None => 1,
        Some(Listed::Contacts) => 2,
        Some(Listed::Segments) => 3,
    });
    if !has_data {
        return;
    }
    // SAFETY: the callback's data are there, as the caller promises.
    unsafe {
        put_record(bytes, Layout::CollData, told.data.cast());
        let (count, mut record, layout): (_, *const u8, _) = match told.list {
            None => return,
            Some(Listed::Contacts) => {
                let all = &*told.data.cast::<DtContactData>();
                (all.count, all.contacts.cast(), Layout::Contact)
            }
            Some(Listed::Segments) => {
                let all = &*told.data.cast::<DtIntersectionData>();
                (all.count, all.segments.cast(), Layout::Segment)
            }
        };
        put_number(bytes, u64::from(count));
        for _ in 0..count {
            record = put_record(bytes, layout, record);
        }
    }
}
