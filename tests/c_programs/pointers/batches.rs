//! Batches: arrays of rows that end where they are said to, and answers for as many rows as there is space for.

use super::buffers::Buffer;
use super::{World, place, reference};
use solid::capi::*;
use std::ffi::c_void;
use std::ptr::null;

fn array<T: Copy>(rows: &Buffer<T>, layout: DtLayout, stride: usize, count: usize) -> DtArray {
    DtArray {
        base: rows.start().cast::<c_void>(),
        layout: layout as u32,
        r#type: DtVertexType::DT_DOUBLE as u32,
        stride: stride as DtCount,
        count: count as DtCount,
    }
}

#[test]
fn batches_stay_in_their_memory() {
    let _world = World::new();
    place(reference(0), dtSphere(1.0), [0.0; 3]);
    place(reference(1), dtBox(2.0, 2.0, 2.0), [0.0; 3]);
    let (balls, boxes) = (Buffer::of(&[reference(0); 3]), Buffer::of(&[reference(1)]));
    // The last row ends with its last number, and not with the gap behind it.
    let numbers = [5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 77.0];
    let rows: Vec<f64> = numbers.iter().chain(&numbers).chain(&numbers[..7]).copied().collect();
    let rows = Buffer::of(&rows);
    let (balls, boxes) =
        (array(&balls, DtLayout::DT_OBJECTS, 0, 3), array(&boxes, DtLayout::DT_OBJECTS, 0, 1));
    let at = array(&rows, DtLayout::DT_POSITION_XYZW, 64, 3);
    for room in [0, 2, 3, 5] {
        let (mut values, mut contacts) = (Buffer::empty(room), Buffer::<DtContact>::empty(room));
        let (question, most) = (DtQuestion::DT_DISTANCE as u32, room as DtCount);
        // SAFETY: the arrays exist, and there is space for so many.
        let count = unsafe {
            let (values, contacts) = (values.room(), contacts.room());
            dtBatchPairs(&balls, &at, &boxes, null(), question, values, contacts, most)
        };
        assert_eq!(count, 3);
        for row in 0..room.min(3) {
            assert_eq!((values.get(row), contacts.get(row).point1), (3.0, [4.0, 0.0, 0.0]));
        }
        let mut hits = Buffer::<DtRayHit>::empty(room);
        let by = Buffer::of(&[-10.0, 0.0, 0.0]);
        let by = array(&by, DtLayout::DT_POINTS, 0, 1);
        // SAFETY: as above.
        let count =
            unsafe { dtBatchCasts(&balls, &at, &by, &boxes, null(), null(), hits.room(), most) };
        assert_eq!(count, 3);
        (0..room.min(3)).for_each(|row| assert!((hits.get(row).time - 0.3).abs() < 1e-9));
        let (mut hits, mut pairs) = (Buffer::<DtRayHit>::empty(room), Buffer::empty(room));
        let flags = Buffer::of(&[0_u8, 1]);
        let flags = array(&flags, DtLayout::DT_FLAGS, 0, 2);
        // SAFETY: as above.
        let counts = unsafe {
            let one = DtArray { count: 1, ..balls };
            let values = values.room();
            [
                dtBatchRays(&by, &by, hits.room(), most),
                dtBatchChain(
                    &one,
                    &at,
                    &flags,
                    question,
                    pairs.room(),
                    values,
                    std::ptr::null_mut(),
                    most,
                ),
            ]
        };
        assert_eq!(counts, [1, 3]);
        for row in 0..room.min(3) {
            // The link is left out with all others.
            assert_eq!((values.get(row), pairs.get(row).object1.is_null()), (-1.0, true));
        }
    }
    assert_eq!(dtGetError(), DtError::DT_NO_ERROR);
}

#[test]
fn contacts_of_batches_stay_in_their_memory() {
    let _world = World::new();
    place(reference(0), dtBox(1.0, 1.0, 1.0), [0.0; 3]);
    place(reference(1), dtBox(9.0, 2.0, 9.0), [0.0; 3]);
    let (first, second) = (Buffer::of(&[reference(0)]), Buffer::of(&[reference(1)]));
    let rows = Buffer::of(&[0.0, 1.4, 0.0, 0.0, 0.0, 0.0, 1.0]);
    let first = array(&first, DtLayout::DT_OBJECTS, 0, 1);
    let second = array(&second, DtLayout::DT_OBJECTS, 0, 1);
    let at = array(&rows, DtLayout::DT_POSITION_XYZW, 0, 1);
    for room in [0, 1, 4, 9] {
        let (mut contacts, mut rows) = (Buffer::empty(room), Buffer::empty(room));
        // SAFETY: the arrays exist, and there is space for so many.
        let count = unsafe {
            let (contacts, rows) = (contacts.room(), rows.room());
            dtBatchContacts(&first, &at, &second, null(), contacts, rows, room as DtCount)
        };
        assert_eq!(count, 4);
        for i in 0..room.min(4) {
            let contact: DtContact = contacts.get(i);
            assert_eq!(rows.get(i), 0);
            assert!((contact.depth - 0.1).abs() < 1e-9);
        }
    }
}

#[test]
fn hits_of_batches_stay_in_their_memory() {
    let _world = World::new();
    place(reference(0), dtBox(9.0, 2.0, 9.0), [0.0; 3]);
    let rows = Buffer::of(&[0.0, 1.4, 0.0, 0.0, 0.0, 0.0, 1.0]);
    let at = array(&rows, DtLayout::DT_POSITION_XYZW, 0, 1);
    let shape = dtBox(1.0, 1.0, 1.0);
    for room in [0, 1, 4, 9] {
        let (mut hits, mut rows) = (Buffer::empty(room), Buffer::empty(room));
        let (kind, most) = (DtQueryKind::DT_CONTACT_QUERY as u32, room as DtCount);
        // SAFETY: the array exists, and there is space for so many.
        let count = unsafe {
            dtBatchQuery(kind, shape, &at, null(), null(), hits.room(), rows.room(), most)
        };
        assert_eq!(count, 4);
        for i in 0..room.min(4) {
            let hit: DtQueryHit = hits.get(i);
            assert_eq!((rows.get(i), hit.object), (0, reference(0)));
            assert!((hit.value - 0.1).abs() < 1e-9);
        }
    }
}

#[test]
fn surface_points_and_matches_stay_in_their_memory() {
    let _world = World::new();
    place(reference(0), dtBox(1.0, 1.0, 1.0), [0.0; 3]);
    let (object, points) =
        (Buffer::of(&[reference(0)]), Buffer::of(&[0.5, 0.0, 0.0, 0.0, 0.5, 0.0]));
    let object = array(&object, DtLayout::DT_OBJECTS, 0, 1);
    let points = array(&points, DtLayout::DT_POINTS, 0, 2);
    let id = |feature1| DtContactId {
        object1: reference(0),
        object2: reference(1),
        feature1,
        feature2: 0,
    };
    let (before, now) = (Buffer::of(&[id(1), id(2)]), Buffer::of(&[id(2), id(3), id(1)]));
    for room in [0, 1, 3, 4] {
        let (mut found, mut places) = (Buffer::empty(room), Buffer::empty(room));
        let mut distances = Buffer::empty(room);
        let most = room as DtCount;
        // SAFETY: the arrays exist, and there is space for so many.
        let counts = unsafe {
            [
                dtBatchSignedDistances(&object, &points, distances.room(), most),
                dtBatchSurfacePoints(&object, &points, found.room(), most),
                dtMatchContacts(before.start(), 2, now.start(), 3, places.room(), most),
            ]
        };
        assert_eq!(counts, [2, 2, 3]);
        for i in 0..room.min(2) {
            let found: DtSignedDistance = distances.get(i);
            assert!(found.distance.abs() < 1e-9 && found.gradient[i] == 1.0, "{found:?}");
        }
        (0..room.min(2)).for_each(|i| assert_eq!(found.get(i), DtSurfacePoint::default()));
        let expected = [1, DT_NO_ROW, 0];
        (0..room.min(3)).for_each(|i| assert_eq!(places.get(i), expected[i]));
    }
}
