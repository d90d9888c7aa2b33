//! Callbacks: the data that they are given, how long it stays, and what they may do.

use super::{World, place, reference};
use solid::capi::*;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null;

/// What a callback keeps: where its data was, and a copy of it.
#[derive(Default)]
struct Kept {
    places: Vec<*const DtCollData>,
    copies: Vec<DtCollData>,
    /// How many tests are still to be begun inside of callbacks.
    nested: u32,
}

/// Keeps the data, and begins another test inside of this one if that is wanted.
unsafe extern "C-unwind" fn keep(
    client_data: *mut c_void,
    _first: DtObjectRef,
    _second: DtObjectRef,
    data: *const DtCollData,
) {
    let kept = client_data.cast::<Kept>();
    // SAFETY: the data that the response was set with, which nobody else holds; response data is valid in a callback.
    let nests = unsafe {
        (*kept).places.push(data);
        (*kept).copies.push(*data);
        let nests = (*kept).nested > 0;
        (*kept).nested -= u32::from(nests);
        nests
    };
    if nests {
        assert_eq!(dtTest(), 3);
    }
}

/// Three boxes that overlap, with a response of a kind.
fn crowd(response: DtResponse, kind: DtResponseTypeArgument, client_data: *mut c_void) {
    let shape = dtBox(2.0, 2.0, 2.0);
    for i in 0..3 {
        place(reference(i), shape, [0.5 * i as DtScalar, 0.0, 0.0]);
    }
    dtSetDefaultResponse(response, kind, client_data);
}

#[test]
fn data_stays_until_the_next_test() {
    for kind in [DtResponseType::DT_SMART_RESPONSE, DtResponseType::DT_WITNESSED_RESPONSE] {
        let _world = World::new();
        let mut kept = Kept { nested: 1, ..Kept::default() };
        crowd(Some(keep), kind as u32, (&raw mut kept).cast());
        assert_eq!(dtTest(), 3);
        assert_eq!(kept.places.len(), 6, "three of them in a test within the first callback");
        dtSelectObject(reference(0));
        dtTranslate(9.0, 0.0, 0.0);
        for (place, copy) in kept.places.iter().zip(&kept.copies) {
            // SAFETY: until the next test the data stays.
            assert_eq!(unsafe { **place }, *copy);
        }
        assert_eq!(dtTest(), 1);
    }
}

/// Reads the whole of a record with contacts or segments; counts them.
unsafe extern "C-unwind" fn read_all(
    client_data: *mut c_void,
    _first: DtObjectRef,
    _second: DtObjectRef,
    data: *const DtCollData,
) {
    // SAFETY: by the kind of the response, which the client's data tells.
    unsafe {
        let (kind, count) = &mut *client_data.cast::<(DtResponseTypeArgument, usize)>();
        if *kind == DT_INTERSECTION_RESPONSE {
            let DtIntersectionData { segments, count: n, .. } = *data.cast();
            let all = (0..n as usize).map(|i| *segments.add(i));
            *count += all.filter(|segment| segment.point1 != segment.point2).count();
        } else {
            let DtContactData { contacts, count: n, .. } = *data.cast();
            *count += (0..n as usize)
                .map(|i| *contacts.add(i))
                .filter(|contact| contact.depth >= 0.0)
                .count();
        }
    }
}

#[test]
fn records_with_lists() {
    for (kind, expected) in
        [(DT_DEPTH_RESPONSE, 3), (DT_CONTACTS_RESPONSE, 12), (DT_INTERSECTION_RESPONSE, 0)]
    {
        let _world = World::new();
        let mut told = (kind, 0_usize);
        crowd(Some(read_all), kind, (&raw mut told).cast());
        assert_eq!((dtTest(), told.1), (3, expected));
        if kind == DT_INTERSECTION_RESPONSE {
            let triangles =
                [[[-5.0, 0.0, -5.0], [5.0, 0.0, -5.0], [0.0, 0.0, 5.0]]; 2].map(|corners| {
                    let shape = dtNewComplexShape();
                    dtBegin(DtPolyType::DT_POLYGON as u32);
                    corners.iter().for_each(|[x, y, z]| dtVertex(*x, *y, *z));
                    dtEnd();
                    dtEndComplexShape();
                    shape
                });
            place(reference(8), triangles[0], [50.0, 0.0, 0.0]);
            place(reference(9), triangles[1], [50.0, 0.0, 0.0]);
            dtRotate(0.0, 0.0, 0.5, 1.0);
            assert_eq!((dtTest(), told.1), (4, 1));
        }
        let mut motions = (kind, 0_usize);
        dtSetDefaultResponse(Some(read_all), kind, (&raw mut motions).cast());
        assert!(dtTestMotion() >= 3);
        assert_eq!(dtContactTime(), 0.0);
    }
}

/// Changes everything that the test goes through.
unsafe extern "C-unwind" fn upset(
    client_data: *mut c_void,
    first: DtObjectRef,
    second: DtObjectRef,
    data: *const DtCollData,
) {
    assert_eq!(data, null());
    dtDeleteObject(second);
    dtDeleteShape(dtGetShape(first));
    let other = dtNewContext();
    let own = dtCurrentContext();
    dtMakeCurrent(other);
    dtCreateObject(first, dtSphere(1.0));
    assert_eq!(dtTest(), 0);
    dtMakeCurrent(own);
    dtDeleteContext(other);
    dtClearDefaultResponse();
    dtSetPairResponse(
        reference(0),
        reference(2),
        Some(upset),
        DtResponseType::DT_SIMPLE_RESPONSE as u32,
        client_data,
    );
    // SAFETY: the data that the response was set with.
    unsafe { *client_data.cast::<u32>() += 1 };
}

#[test]
fn a_callback_may_do_anything() {
    let _world = World::new();
    let mut calls = 0_u32;
    crowd(Some(upset), DtResponseType::DT_SIMPLE_RESPONSE as u32, (&raw mut calls).cast());
    assert_eq!((dtTest(), calls), (2, 2));
    assert_eq!(dtTest(), 0);
}

/// Leaves the test.
unsafe extern "C-unwind" fn leave(
    _client_data: *mut c_void,
    _first: DtObjectRef,
    _second: DtObjectRef,
    _data: *const DtCollData,
) {
    std::panic::resume_unwind(Box::new("left"));
}

#[test]
fn a_test_may_be_left() {
    let _world = World::new();
    crowd(Some(leave), DtResponseType::DT_WITNESSED_RESPONSE as u32, std::ptr::null_mut());
    for _ in 0..2 {
        let left = catch_unwind(AssertUnwindSafe(|| dtTest())).expect_err("it leaves");
        assert_eq!(left.downcast_ref(), Some(&"left"));
    }
    let mut kept = Kept::default();
    dtSetDefaultResponse(
        Some(keep),
        DtResponseType::DT_WITNESSED_RESPONSE as u32,
        (&raw mut kept).cast(),
    );
    assert_eq!((dtTest(), kept.copies.len()), (3, 3));
}
