//! What the C functions do with pointers: they read and write what their descriptions say, and not a byte more.
//!
//! Buffers are of just the size that is announced, begin at odd addresses, and what is to be written holds nothing before:
//! an interpreter (`.ci/miri`) or a sanitizer sees a byte too far, one that is read but was not written, an alignment that
//! is taken for granted, and references that are followed.
#![allow(unsafe_code, reason = "the C functions take pointers")]

mod arrays;
mod batches;
mod buffers;
mod lists;
mod references;
mod responses;

use buffers::Buffer;
use solid::capi::*;
use std::ptr::without_provenance_mut;

/// A context of the test's own, current as long as it lives: tests run at the same time.
struct World(DtContext);

impl World {
    fn new() -> World {
        let context = dtNewContext();
        dtMakeCurrent(context);
        World(context)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(dtGetError(), DtError::DT_NO_ERROR);
        }
        dtDeleteContext(self.0);
    }
}

/// A reference that no memory is behind.
fn reference(i: usize) -> DtObjectRef {
    without_provenance_mut(3 * (i + 1))
}

/// Whether these are the numbers, up to rounding.
fn is_near(found: &Buffer<DtScalar>, expected: &[DtScalar]) -> bool {
    found.all().iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-9)
}

/// Makes an object and places it.
fn place(object: DtObjectRef, shape: DtShapeRef, [x, y, z]: [DtScalar; 3]) {
    dtCreateObject(object, shape);
    dtTranslate(x, y, z);
}

#[test]
fn matrices_are_sixteen_numbers() {
    let _world = World::new();
    dtCreateObject(reference(0), dtSphere(1.0));
    let mut matrix = [0.0; 16];
    matrix[..4].copy_from_slice(&[2.0, 0.0, 0.0, 9.0]);
    (matrix[5], matrix[10], matrix[15]) = (1.0, 1.0, 1.0);
    matrix[12..15].copy_from_slice(&[1.0, 2.0, 3.0]);
    let (double, single) = (Buffer::of(&matrix), Buffer::of(&matrix.map(|x| x as f32)));
    // SAFETY: sixteen numbers each.
    unsafe {
        dtLoadMatrixd(double.start());
        dtMultMatrixf(single.start());
        dtLoadMatrixf(single.start());
        dtMultMatrixd(double.start());
    }
    // Twice the same: scaled twice, and moved by what was scaled once.
    (matrix[0], matrix[3]) = (4.0, 0.0);
    matrix[12..15].copy_from_slice(&[3.0, 4.0, 6.0]);
    let (mut double, mut single) = (Buffer::<f64>::empty(16), Buffer::<f32>::empty(16));
    // SAFETY: room for sixteen numbers each.
    unsafe {
        assert_eq!(dtGetMatrixd(reference(0), double.room()), DT_TRUE);
        assert_eq!(dtGetMatrixf(reference(0), single.room()), DT_TRUE);
    }
    assert_eq!(double.all(), matrix);
    assert_eq!(single.all(), matrix.map(|x| x as f32));
    // SAFETY: sixteen numbers.
    let twice = unsafe { dtPlaced(dtBox(2.0, 2.0, 2.0), Buffer::of(&matrix).start()) };
    assert!(!twice.is_null());
}

#[test]
fn answers_are_written_where_there_is_room() {
    let _world = World::new();
    place(reference(0), dtBox(2.0, 2.0, 2.0), [0.0; 3]);
    place(reference(1), dtBox(2.0, 2.0, 2.0), [5.0, 0.0, 0.0]);
    let [a, b] = [reference(0), reference(1)];
    let mut points: [Buffer<DtScalar>; 3] = std::array::from_fn(|_| Buffer::empty(3));
    let [p, q, n] = points.each_mut().map(Buffer::room);
    // SAFETY: room for three scalars each, or NULL.
    unsafe {
        assert_eq!(dtGetClosestPair(a, b, p, q), 3.0);
        assert_eq!(dtGetClosestPair(a, b, p, std::ptr::null_mut()), 3.0);
        // Both in one place: one of the two is there.
        assert_eq!(dtGetClosestPair(a, b, p, p), 3.0);
        assert_eq!(dtGetBBox(b, p, q), DT_TRUE);
        assert_eq!(dtGetCommonPoint(a, b, n), DT_FALSE, "nothing is written");
        assert_eq!(dtGetPenDepth(a, b, n, n, n), -1.0, "nor here");
    }
    assert!(is_near(&points[0], &[4.0, -1.0, -1.0]) && is_near(&points[1], &[6.0, 1.0, 1.0]));
    dtSelectObject(b);
    dtTranslate(-3.5, 0.0, 0.0);
    let [p, q, n] = points.each_mut().map(Buffer::room);
    // SAFETY: room for three scalars each.
    unsafe {
        assert_eq!(dtGetPenDepth(a, b, n, p, q), 0.5);
        assert_eq!(dtGetCommonPoint(a, b, p), DT_TRUE);
    }
    assert_eq!(points[2].all(), [-1.0, 0.0, 0.0]);
    let mut statistics = Buffer::<DtStatistics>::empty(1);
    // SAFETY: room for a record.
    unsafe { dtGetStatistics(statistics.room()) };
    // Neither has a response, so their pair is left out.
    assert_eq!((statistics.get(0).objects, statistics.get(0).pairs), (2.0, 0.0));
}

/// Where the arguments lie is also where the answer is wanted.
#[test]
fn what_is_read_may_be_written_over() {
    let _world = World::new();
    place(reference(0), dtBox(2.0, 2.0, 2.0), [0.0; 3]);
    place(reference(1), dtBox(2.0, 2.0, 2.0), [5.0, 0.0, 0.0]);
    let ends: [[DtScalar; 3]; 2] = [[-3.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    let [mut from, mut to] = ends.map(|end| Buffer::of(&end));
    let [p, q] = [from.room(), to.room()];
    // SAFETY: three scalars each, which are room for three.
    unsafe { assert_eq!(dtRayCastObject(reference(0), p, q, p, q), 0.5) };
    assert_eq!((from.all(), to.all()), (vec![-1.0, 0.0, 0.0], vec![-1.0, 0.0, 0.0]));
    let [mut motion1, mut motion2] =
        [[6.0, 0.0, 0.0], [0.0; 3]].map(|end: [DtScalar; 3]| Buffer::of(&end));
    let [p, q] = [motion1.room(), motion2.room()];
    // SAFETY: as above.
    unsafe { assert_eq!(dtCastObjects(reference(0), p, reference(1), q, p, q), 0.5) };
    assert_eq!((motion1.get(0), motion2.all()), (4.0, vec![-1.0, 0.0, 0.0]));
}

/// NULL for everything, in functions that want something there and in those that do not.
#[test]
fn null_is_never_followed() {
    use std::ptr::{null, null_mut};
    let world = World::new();
    place(reference(0), dtBox(2.0, 2.0, 2.0), [0.0; 3]);
    place(reference(1), dtBox(2.0, 2.0, 2.0), [1.0, 0.0, 0.0]);
    let [a, b] = [reference(0), reference(1)];
    let raised = |error: DtError| assert_eq!(dtGetError(), error);
    // SAFETY: NULL is allowed in each place.
    unsafe {
        dtLoadMatrixf(null());
        raised(DtError::DT_INVALID_POINTER);
        dtMultMatrixd(null());
        raised(DtError::DT_INVALID_POINTER);
        assert_eq!(dtGetMatrixf(a, null_mut()), DT_FALSE);
        raised(DtError::DT_INVALID_POINTER);
        assert_eq!(dtGetBBox(a, null_mut(), null_mut()), DT_FALSE);
        raised(DtError::DT_INVALID_POINTER);
        dtGetStatistics(null_mut());
        raised(DtError::DT_INVALID_POINTER);
        assert_eq!(dtQueryBox(null(), null(), null_mut(), 0), 0);
        raised(DtError::DT_INVALID_POINTER);
        assert_eq!(dtRayCast(null(), null(), null_mut()), DT_FALSE);
        raised(DtError::DT_INVALID_POINTER);
        assert_eq!(dtGetAllCollidingPolytopes(null_mut(), 3), 0);
        raised(DtError::DT_INVALID_POINTER);
        dtChangeVertexBase(dtPoint(0.0, 0.0, 0.0), null());
        raised(DtError::DT_INVALID_POINTER);
        dtSetDefaultResponse(None, DtResponseType::DT_SIMPLE_RESPONSE as u32, null_mut());
        raised(DtError::DT_INVALID_POINTER);
        assert!(dtPlaced(null_mut(), null()).is_null());
        assert_ne!(dtGetError(), DtError::DT_NO_ERROR);
        // What is not wanted may be NULL.
        assert_eq!(dtGetPenDepth(a, b, null_mut(), null_mut(), null_mut()), 1.0);
        assert_eq!(dtCastObjects(a, null(), b, null(), null_mut(), null_mut()), 0.0);
        assert_eq!(dtGetCommonPoint(a, b, null_mut()), DT_TRUE);
        dtVertexBase(null());
        raised(DtError::DT_INVALID_OPERATION);
        dtNewComplexShape();
        dtVertexIndices(DtPolyType::DT_SIMPLEX as u32, 3, null());
        raised(DtError::DT_INVALID_POINTER);
        dtVertexIndices(DtPolyType::DT_SIMPLEX as u32, 0, null());
        dtVertexPointer(DtVertexType::DT_FLOAT as u32, 0, null());
        dtEndComplexShape();
    }
    drop(world);
}
