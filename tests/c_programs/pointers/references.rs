//! References, handles and contexts: any pointer will do, and none is followed.

use super::{World, place, reference};
use solid::capi::*;
use std::ffi::c_void;
use std::ptr::{null_mut, without_provenance_mut};

/// Notes the objects that it is called for.
unsafe extern "C-unwind" fn note(
    client_data: *mut c_void,
    first: DtObjectRef,
    second: DtObjectRef,
    _data: *const DtCollData,
) {
    // SAFETY: the data that the response was set with.
    unsafe { &mut *client_data.cast::<Vec<[DtObjectRef; 2]>>() }.push([first, second]);
}

/// References to memory that is there, that is gone, that was never there, and NULL.
#[test]
fn references_come_back_as_they_were_given() {
    let _world = World::new();
    let mut alive = [1_u64, 2];
    let gone: DtObjectRef = Box::into_raw(Box::new(0_u8)).cast();
    // SAFETY: it comes from a box.
    drop(unsafe { Box::from_raw(gone.cast::<u8>()) });
    let within = (&raw mut alive).cast::<u8>().wrapping_add(9).cast();
    let all =
        [(&raw mut alive).cast(), gone, within, without_provenance_mut(usize::MAX), null_mut()];
    let sphere = dtSphere(1.0);
    all.iter().for_each(|object| dtCreateObject(*object, sphere));
    let mut calls: Vec<[DtObjectRef; 2]> = Vec::new();
    dtSetDefaultResponse(
        Some(note),
        DtResponseType::DT_SIMPLE_RESPONSE as u32,
        (&raw mut calls).cast(),
    );
    assert_eq!(dtTest(), 10);
    let expected = (0..5).flat_map(|i| (i + 1..5).map(move |j| [all[i], all[j]]));
    assert!(calls.iter().copied().eq(expected), "{calls:?}");
    // The client may follow its own references.
    // SAFETY: the first reference is that of the array.
    assert_eq!(unsafe { *calls[0][0].cast::<u64>() }, 1);
    let mut found = [null_mut(); 5];
    // SAFETY: three scalars at each corner, and room for five.
    let count = unsafe { dtQueryBox([0.0; 3].as_ptr(), [1.0; 3].as_ptr(), found.as_mut_ptr(), 5) };
    assert_eq!((count, found), (5, all));
    // SAFETY: as above.
    assert_eq!(unsafe { *found[0].cast::<u64>() }, 1);
    all.iter().for_each(|object| dtDeleteObject(*object));
    assert_eq!((dtTest(), dtGetError()), (0, DtError::DT_NO_ERROR));
}

/// Objects and shapes that are not there: memory of the client's and of nobody's, and handles that were once good.
#[test]
fn unknown_handles_are_refused() {
    let _world = World::new();
    let mut own = [0_u8; 64];
    let stale = dtBox(1.0, 1.0, 1.0);
    dtDeleteShape(stale);
    for handle in
        [(&raw mut own).cast(), null_mut(), stale, without_provenance_mut(usize::MAX / 16 * 16)]
    {
        dtCreateObject(reference(0), handle);
        assert_eq!(dtGetError(), DtError::DT_UNKNOWN_SHAPE);
        dtDeleteShape(handle);
        let expected =
            if handle.is_null() { DtError::DT_NO_ERROR } else { DtError::DT_UNKNOWN_SHAPE };
        assert_eq!(dtGetError(), expected);
        assert!(dtSum(handle, handle).is_null() && dtHull(handle, handle).is_null());
        assert_eq!(dtGetError(), DtError::DT_UNKNOWN_SHAPE);
        // SAFETY: nothing is read of an unknown shape's array.
        unsafe { dtChangeVertexBase(handle, (&raw const own).cast()) };
        assert_eq!(dtGetError(), DtError::DT_UNKNOWN_SHAPE);
        dtSelectObject(handle);
        assert_eq!(dtGetError(), DtError::DT_UNKNOWN_OBJECT);
        // SAFETY: nothing is written about an unknown object.
        let depth = unsafe { dtGetPenDepth(handle, handle, null_mut(), null_mut(), null_mut()) };
        assert_eq!((depth, dtGetError()), (-1.0, DtError::DT_UNKNOWN_OBJECT));
        if handle == stale {
            continue; // Another test may have a context of this number.
        }
        if !handle.is_null() {
            dtMakeCurrent(handle);
            assert_eq!(dtGetError(), DtError::DT_INVALID_OPERATION);
        }
        dtDeleteContext(handle);
        assert_eq!(dtGetError(), DtError::DT_INVALID_OPERATION);
    }
    let handle = dtSphere(1.0);
    dtCreateObject(reference(0), handle);
    assert_eq!(dtGetShape(reference(0)), handle);
    let text = dtErrorString(DtError::DT_UNKNOWN_SHAPE as u32);
    // SAFETY: a text that lives for ever.
    assert_eq!(unsafe { std::ffi::CStr::from_ptr(text) }, c"there is no such shape");
}

/// A world with threads of its own, and threads with worlds of their own; a soup that both use.
#[test]
fn worlds_and_threads() {
    let _world = World::new();
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let shared = dtNewComplexShape();
    // SAFETY: four vertices, which are there until dtEndComplexShape.
    unsafe { dtVertexBase(corners.as_ptr().cast()) };
    dtVertexRange(DtPolyType::DT_SIMPLEX as u32, 0, 4);
    dtEndComplexShape();
    let handle = shared.expose_provenance();
    let life = move |threads: DtCount| {
        let _world = World::new();
        dtSetThreads(threads);
        let mut calls: Vec<[DtObjectRef; 2]> = Vec::new();
        dtSetDefaultResponse(
            Some(note),
            DtResponseType::DT_SMART_RESPONSE as u32,
            (&raw mut calls).cast(),
        );
        for i in 0..6 {
            place(
                reference(i),
                std::ptr::with_exposed_provenance_mut(handle),
                [0.6 * i as f64, 0.0, 0.0],
            );
        }
        let count = dtTest();
        // SAFETY: as many vertices as the shape was made of.
        unsafe {
            dtChangeVertexBase(
                std::ptr::with_exposed_provenance_mut(handle),
                corners.as_ptr().cast(),
            )
        };
        (count, dtTest(), calls.len())
    };
    let [first, second] = [1, 2].map(|threads| std::thread::spawn(move || life(threads)));
    assert_eq!(first.join().expect("no panic"), (5, 5, 10));
    assert_eq!(second.join().expect("no panic"), (5, 5, 10));
    assert_eq!(life(1), (5, 5, 10));
}
