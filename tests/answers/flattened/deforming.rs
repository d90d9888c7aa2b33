//! Flattened meshes that deform: where they are met on their way, and by subdivision of space.

use std::ffi::c_void;
use std::ptr::null_mut;

use solid::capi::*;
use solid_testing::Random;

use super::forms::{Form, Point, case};
use super::{CASES, CLOSE, reference};
use crate::oracle::body::Placement;
use crate::oracle::dd::{add, norm, sub};
use crate::oracle::library::Library;

/// The points that meet, in world coordinates, of a test with one call.
extern "C-unwind" fn met(
    client: *mut c_void,
    object1: DtObjectRef,
    _: DtObjectRef,
    data: *const DtCollData,
) {
    // SAFETY: the client data of this test, and that of a response with points.
    let (found, data) = unsafe { (&mut *client.cast::<[Point; 2]>(), &*data) };
    let points = [data.point1, data.point2];
    *found = if object1 == reference(0) { points } else { [points[1], points[0]] };
}

extern "C-unwind" fn ignore(_: *mut c_void, _: DtObjectRef, _: DtObjectRef, _: *const DtCollData) {}

#[test]
fn flattened_meshes_that_deform_are_met_where_they_are() {
    let library = &mut Library::lock();
    let mut meetings = 0;
    for index in 0..CASES {
        let case = case(index);
        let [form @ Form::Complex { points, .. }, other] = &case.forms else { continue };
        let mut random = Random::case(32, index);
        let step = random.point(3.0);
        let moved: Vec<Point> = points.iter().map(|p| add(*p, step)).collect();
        let here = Placement { origin: case.at.origin, ..Placement::IDENTITY };
        let images = |points: &[Point]| points.iter().map(|p| case.at.turn(*p)).collect::<Vec<_>>();
        let there = Placement { origin: case.to, ..Placement::IDENTITY };
        let mut look = |points: &[Point], moved: &[Point], at: &Placement| {
            let shape = form.with_points(library, points);
            library.create(0, shape);
            library.place(0, at);
            let partner = other.shape(library);
            library.create(1, partner);
            library.place(1, &there);
            dtProceed();
            library.change_base(shape, moved);
            let mut met_at = [[0.0; 3]; 2];
            dtSetDefaultResponse(Some(met), 3, (&raw mut met_at).cast());
            let on_path = dtTestMotion();
            let (time, met_at) = (dtContactTime(), met_at);
            dtSetDefaultResponse(Some(ignore), 1, null_mut());
            dtSetCollisionMethod(DtCollisionMethod::DT_SUBDIVISION as _);
            library.change_base(shape, moved);
            let by_subdivision = dtTest();
            dtSetCollisionMethod(DtCollisionMethod::DT_TREES as _);
            library.change_base(shape, moved);
            let by_trees = dtTest();
            dtClearDefaultResponse();
            library.clear();
            (met_at, on_path, time, [by_subdivision, by_trees])
        };
        let (points_met, on_path, time, tests) = look(points, &moved, &case.at);
        let (_, due_on_path, due_time, due_tests) = look(&images(points), &images(&moved), &here);
        assert_eq!((on_path, tests), (due_on_path, due_tests), "case {index}");
        if on_path == 1 {
            assert!((time - due_time).abs() < CLOSE, "case {index}: {time}, not {due_time}");
            let [p, q] = [case.at.apply(points_met[0]), there.apply(points_met[1])];
            let apart: f64 = norm(sub(p, q));
            assert!(apart < CLOSE, "case {index}: {p:?} and {q:?}");
            meetings += 1;
        }
    }
    assert!(meetings > CASES / 40, "{meetings}");
}
