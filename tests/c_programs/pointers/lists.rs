//! Functions that write a list: as much as there is room for, and no more than there is.

use super::buffers::Buffer;
use super::{World, place, reference};
use solid::capi::*;
use std::ptr::null_mut;

/// Asks with NULL, with room for all, for less, and for more.
fn query_into_buffers<T: Copy + PartialEq + std::fmt::Debug>(
    most: DtCount,
    null_with_room: bool,
    query: impl Fn(*mut T, DtCount) -> DtCount,
) -> Vec<T> {
    let count = query(null_mut(), 0);
    assert!(count > 1 && count <= most, "{count} found");
    if null_with_room {
        assert_eq!(query(null_mut(), count), count);
    }
    let mut all = Buffer::empty(count as usize);
    assert_eq!(query(all.room(), count), count);
    let all = all.all();
    for room in [count - 1, count + 3] {
        let mut some = Buffer::empty(room as usize);
        assert_eq!(query(some.room(), room), count);
        // No more was written than there is.
        for (i, one) in all.iter().enumerate().take(room as usize) {
            assert_eq!(some.get(i), *one);
        }
    }
    all
}

/// Three triangles that cross the plane z = 0, the last one both others too.
fn spikes() -> DtShapeRef {
    let shape = dtNewComplexShape();
    for [[x, y], [dx, dy]] in
        [[[0.0, 0.0], [2.0, 0.1]], [[0.0, 0.3], [2.0, 0.1]], [[1.0, -1.0], [0.1, 3.0]]]
    {
        dtBegin(DtPolyType::DT_SIMPLEX as u32);
        for [along, z] in [[0.0, -1.0], [1.0, -1.0], [0.5, 1.0]] {
            dtVertex(x + along * dx, y + along * dy, z);
        }
        dtEnd();
    }
    dtEndComplexShape();
    shape
}

/// A triangle in the plane z = 0.
fn floor() -> DtShapeRef {
    let shape = dtNewComplexShape();
    dtBegin(DtPolyType::DT_SIMPLEX as u32);
    [[-9.0, -9.0], [9.0, -9.0], [0.0, 20.0]].iter().for_each(|[x, y]| dtVertex(*x, *y, 0.0));
    dtEnd();
    dtEndComplexShape();
    shape
}

#[test]
fn lists_of_two_objects() {
    let _world = World::new();
    place(reference(0), spikes(), [0.0; 3]);
    place(reference(1), floor(), [0.0; 3]);
    let [a, b] = [reference(0), reference(1)];
    // SAFETY: in all of these there is room for as many as is said.
    unsafe {
        let segments =
            query_into_buffers(64, true, |places, most| dtGetIntersection(a, b, places, most));
        assert!(
            segments
                .iter()
                .all(|segment: &DtSegment| segment.polygon1 < 3 && segment.polygon2 == 0)
        );
        let pairs =
            query_into_buffers(8, true, |places, most| dtGetCollidingPolytopes(a, b, places, most));
        assert!(
            pairs.iter().all(|pair: &DtPolytopePair| pair.polytope1 < 3 && pair.polytope2 == 0)
        );
        let contacts =
            query_into_buffers(64, true, |places, most| dtGetContacts(a, b, places, most));
        assert!(contacts.iter().all(|contact: &DtContact| contact.depth >= 0.0));
        query_into_buffers(64, true, |places: *mut DtContact, most| {
            dtGetContactPatches(a, b, 2, places, null_mut(), most)
        });
        query_into_buffers(64, true, |places, most| {
            dtGetContactPatches(a, b, 2, null_mut(), places, most)
        });
        query_into_buffers(8, false, |places: *mut [DtIndex; 2], most| {
            dtSelfCollisions(a, most, places.cast())
        });
        query_into_buffers(8, false, |places: *mut DtSelfContact, most| {
            dtSelfCollisionsMotion(a, places, most)
        });
        query_into_buffers(4, true, |places: *mut DtBox, most| dtGetTreeBoxes(a, 2, places, most));
        let everywhere =
            query_into_buffers(8, false, |places, most| dtGetAllCollidingPolytopes(places, most));
        assert!(
            everywhere
                .iter()
                .all(|pair: &DtCollidingPolytopes| [pair.object1, pair.object2] == [a, b])
        );
    }
}

#[test]
fn lists_of_a_scene() {
    let _world = World::new();
    let shape = dtSphere(1.0);
    let placed: Vec<DtObjectRef> = (0..4).map(reference).collect();
    for (i, object) in placed.iter().enumerate() {
        place(*object, shape, [3.0 * i as DtScalar, 0.0, 0.0]);
    }
    let [from, to] =
        [[20.0, 0.1, 0.0], [-20.0, 0.1, 0.0]].map(|end: [DtScalar; 3]| Buffer::of(&end));
    let [min, max] = [[-20.0; 3], [20.0; 3]].map(|corner: [DtScalar; 3]| Buffer::of(&corner));
    // SAFETY: three scalars at each end and corner, and room for as many as is said.
    unsafe {
        let hits = query_into_buffers(4, true, |places, most| {
            dtRayCastAll(from.start(), to.start(), places, most)
        });
        assert!(hits.iter().map(|hit: &DtRayHit| hit.object).eq(placed.iter().rev().copied()));
        let found = query_into_buffers(4, false, |places, most| {
            dtQueryBox(min.start(), max.start(), places, most)
        });
        assert_eq!(found, placed);
        let mut nearest = Buffer::<DtRayHit>::empty(1);
        assert_eq!(dtRayCast(from.start(), to.start(), nearest.room()), DT_TRUE);
        assert_eq!(nearest.get(0), hits[0]);
        assert_eq!(dtRayCast(to.start(), to.start(), nearest.room()), DT_FALSE);
    }
}

#[test]
fn bytes_of_a_shape() {
    let _world = World::new();
    let shape = spikes();
    // SAFETY: there is as much room as announced.
    let save = |room: *mut u8, most| unsafe { dtSaveShape(shape, room.cast(), most) };
    let all = Buffer::of(&query_into_buffers(1 << 16, false, save));
    let size = save(null_mut(), 0);
    // SAFETY: there are so many.
    let loaded = unsafe { dtLoadShape(all.start().cast(), size) };
    assert!(!loaded.is_null() && loaded != shape);
    // SAFETY: as above.
    assert!(unsafe { dtLoadShape(all.start().cast(), size - 1) }.is_null());
    assert_eq!(dtGetError(), DtError::DT_INVALID_VALUE);
}
