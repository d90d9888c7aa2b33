//! A placement that flattens a body makes a flat body, for every function: the answers are those for the same flat body made
//! of its vertices, or as an affine image, and no function refuses.
#![allow(unsafe_code, reason = "C functions that take pointers")]

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::ptr::{null, null_mut, without_provenance_mut};

use forms::{Case, Form, Point, case};
use solid::capi::*;

use crate::oracle::body::Placement;
use crate::oracle::dd::{cross, dot, norm, scale, sub};
use crate::oracle::library::Library;

mod deforming;
mod forms;

const CASES: u64 = 3000;

/// Rounding of coordinates, and the relative errors of distances, depths and times.
const CLOSE: f64 = 1e-5;

fn reference(object: usize) -> DtObjectRef {
    without_provenance_mut(object + 1)
}

/// What the callbacks of a test got: how often, the depth of the contacts, the length of the intersection.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Response {
    calls: u32,
    number: f64,
}

extern "C-unwind" fn count(
    client: *mut c_void,
    _: DtObjectRef,
    _: DtObjectRef,
    _: *const DtCollData,
) {
    // SAFETY: the client data of this test.
    unsafe { (*client.cast::<Response>()).calls += 1 };
}

extern "C-unwind" fn deepest(
    client: *mut c_void,
    _: DtObjectRef,
    _: DtObjectRef,
    data: *const DtCollData,
) {
    // SAFETY: the client data of this test, and that of a response with contacts.
    unsafe {
        let (response, data) = (&mut *client.cast::<Response>(), &*data.cast::<DtContactData>());
        let contacts = std::slice::from_raw_parts(data.contacts, data.count as usize);
        response.calls += 1;
        response.number = contacts.iter().map(|contact| contact.depth).fold(0.0, f64::max);
    }
}

extern "C-unwind" fn crossed(
    client: *mut c_void,
    _: DtObjectRef,
    _: DtObjectRef,
    data: *const DtCollData,
) {
    // SAFETY: the client data of this test, and that of a response with the intersection.
    unsafe {
        let (response, data) =
            (&mut *client.cast::<Response>(), &*data.cast::<DtIntersectionData>());
        response.calls += 1;
        if data.count > 0 {
            response.number =
                length(std::slice::from_raw_parts(data.segments, data.count as usize));
        }
    }
}

fn length(segments: &[DtSegment]) -> f64 {
    segments.iter().map(|segment| norm::<f64>(sub(segment.point2, segment.point1))).sum()
}

/// The names of the depths among them.
const DEPTHS: [&str; 5] = [
    "dtGetPenDepth",
    "dtGetContacts",
    "dtGetContactPatches",
    "depth response",
    "contacts response",
];

/// Everything that functions tell about objects 0 and 1. Numbers and lists, each by the function's name.
struct Answers {
    numbers: Vec<(&'static str, f64)>,
    pairs: Vec<(u32, u32)>,
}

/// Tests with every response, after both objects have moved to where they are.
fn responses(answers: &mut Vec<(&'static str, f64)>) {
    let kinds: [(&str, DtResponseTypeArgument, DtResponse); 6] = [
        ("simple response", 1, Some(count)),
        ("smart response", 2, Some(count)),
        ("witnessed response", 3, Some(count)),
        ("depth response", DT_DEPTH_RESPONSE, Some(deepest)),
        ("contacts response", DT_CONTACTS_RESPONSE, Some(deepest)),
        ("intersection response", DT_INTERSECTION_RESPONSE, Some(crossed)),
    ];
    for (name, kind, callback) in kinds {
        let mut response = Response::default();
        dtSetDefaultResponse(callback, kind, (&raw mut response).cast());
        let calls = dtTest() + dtTestObjects(reference(0), reference(1));
        assert_eq!(calls, response.calls);
        answers.extend([(name, f64::from(calls)), (name, response.number)]);
    }
    dtClearDefaultResponse();
}

/// Everything about the objects 0 and 1, which are placed.
fn ask(motion: &Point, ray: &[Point; 2]) -> Answers {
    let (a, b) = (reference(0), reference(1));
    let mut numbers = Vec::new();
    let mut tell = |name, number: f64| numbers.push((name, number));
    let none = null_mut;
    // SAFETY: all pointers are to as much as the functions need, or NULL.
    unsafe {
        let (mut p, mut q, mut n) = ([0.0; 3], [0.0; 3], [0.0; 3]);
        let distance = dtGetClosestPair(a, b, p.as_mut_ptr(), q.as_mut_ptr());
        tell("dtGetClosestPair", distance);
        tell("its points", norm::<f64>(sub(p, q)));
        tell("dtGetCommonPoint", f64::from(dtGetCommonPoint(a, b, none())));
        for part in [0.5, 0.99, 1.01] {
            tell("dtWithinDistance", f64::from(dtWithinDistance(a, b, part * distance)));
        }
        tell("dtCastObjects", dtCastObjects(a, motion.as_ptr(), b, null(), none(), none()));
        let [from, to] = ray.each_ref().map(|p| p.as_ptr());
        let time = dtRayCastObject(a, from, to, none(), n.as_mut_ptr());
        tell("dtRayCastObject", time);
        if time > 0.0 {
            // Of a segment and of a point, more than one normal is right.
            let is_opposed =
                (norm::<f64>(n) - 1.0).abs() < 1e-12 && dot(n, sub(ray[1], ray[0])) < 0.0;
            tell("its normal", f64::from(u8::from(is_opposed)));
        }
        let mut hits = [DtRayHit { object: b, time: 0.0, point: p, normal: p }; 2];
        tell("dtRayCast", f64::from(dtRayCast(from, to, hits.as_mut_ptr())));
        tell("dtRayCastAll", f64::from(dtRayCastAll(from, to, hits.as_mut_ptr(), 2)));
        tell("dtGetPenDepth", dtGetPenDepth(a, b, none(), none(), none()));
        let mut contacts = [DtContact::default(); 64];
        let found = dtGetContacts(a, b, contacts.as_mut_ptr(), 64).min(64) as usize;
        let depth = |found: &[DtContact]| found.iter().map(|c| c.depth).fold(-1.0, f64::max);
        tell("dtGetContacts", depth(&contacts[..found]));
        let found = dtGetContactPatches(a, b, 4, contacts.as_mut_ptr(), null_mut(), 64).min(64);
        tell("dtGetContactPatches", depth(&contacts[..found as usize]));
        let (mut low, mut high) = ([0.0; 3], [0.0; 3]);
        assert_eq!(dtGetBBox(a, low.as_mut_ptr(), high.as_mut_ptr()), DT_TRUE);
        low.iter().chain(&high).for_each(|x| tell("dtGetBBox", *x));
    }
    // SAFETY: as above.
    let parts = unsafe {
        let none = DtPolytopePair { polytope1: 0, polytope2: 0 };
        let mut found = [none; 64];
        let count = dtGetCollidingPolytopes(a, b, found.as_mut_ptr(), 64);
        tell("dtGetAllCollidingPolytopes", f64::from(dtGetAllCollidingPolytopes(null_mut(), 0)));
        found[..count.min(64) as usize]
            .iter()
            .map(|pair| (pair.polytope1, pair.polytope2))
            .collect()
    };
    responses(&mut numbers);
    Answers { numbers, pairs: parts }
}

/// Of two complex shapes.
fn intersection() -> f64 {
    let none = DtSegment { point1: [0.0; 3], point2: [0.0; 3], polygon1: 0, polygon2: 0, curve: 0 };
    let mut segments = [none; 512];
    // SAFETY: there is room for as many.
    let count =
        unsafe { dtGetIntersection(reference(0), reference(1), segments.as_mut_ptr(), 512) };
    length(&segments[..count.min(512) as usize])
}

/// When object 1 meets object 0, moved there by `motion`; -1 if it does not.
fn motion(to: &Point, by: &Point) -> f64 {
    let mut response = Response::default();
    let place = |origin| {
        dtSelectObject(reference(1));
        let matrix = Placement { origin, ..Placement::IDENTITY }.columns();
        // SAFETY: sixteen numbers.
        unsafe { dtLoadMatrixd(matrix.as_ptr()) };
    };
    place(sub(*to, *by));
    dtProceed();
    place(*to);
    dtSetDefaultResponse(Some(count), 3, (&raw mut response).cast());
    let count = dtTestMotion();
    dtClearDefaultResponse();
    assert_eq!(count, response.calls);
    if count == 0 { -1.0 } else { dtContactTime() }
}

/// Everything about the shape of object 0 at a placement, beside the other form.
fn told_of(library: &mut Library, case: &Case, shape: DtShapeRef, at: &Placement) -> Answers {
    library.create(0, shape);
    library.place(0, at);
    let partner = case.forms[1].shape(library);
    library.create(1, partner);
    library.place(1, &Placement { origin: case.to, ..Placement::IDENTITY });
    let mut answers = ask(&case.motion, &case.ray);
    if case.forms.iter().all(|form| matches!(form, Form::Complex { .. })) {
        answers.numbers.push(("dtGetIntersection", intersection()));
    }
    answers.numbers.push(("dtTestMotion", motion(&case.to, &case.motion)));
    library.clear();
    answers
}

#[test]
fn a_flattened_object_is_a_flat_body_for_every_function() {
    let library = &mut Library::lock();
    // Normals have half the digits of times.
    library.tolerance(1e-12);
    dtGetError();
    let mut counts = BTreeMap::new();
    for index in 0..CASES {
        let case = case(index);
        let shape = case.forms[0].shape(library);
        let flattened = told_of(library, &case, shape, &case.at);
        assert_eq!(dtGetError(), DtError::DT_NO_ERROR, "case {index}");
        let image = case.forms[0].image(library, &case.at);
        let here = Placement { origin: case.at.origin, ..Placement::IDENTITY };
        let flat = told_of(library, &case, image, &here);
        assert_eq!(dtGetError(), DtError::DT_NO_ERROR, "case {index}");
        assert_eq!(flattened.pairs, flat.pairs, "dtGetCollidingPolytopes, case {index}");
        // The least translation out of a concave solid is searched for: what is found need not be the same. Of a mesh it depends on which
        // polygons are neighbours, and in the image vertices that were apart are in one place.
        let is_mesh = case.forms.iter().any(|form| matches!(form, Form::Complex { .. }));
        for ((name, number), (_, due)) in flattened.numbers.iter().zip(&flat.numbers) {
            let both = [*number, *due];
            if is_mesh && DEPTHS.contains(name) && both.iter().all(|depth| *depth > 0.0) {
                continue;
            }
            let slack = CLOSE * (1.0 + due.abs());
            assert!((number - due).abs() <= slack, "{name}: {number}, not {due}; case {index}");
            *counts.entry(*name).or_insert(0) += i32::from(*number > 0.0);
        }
    }
    // Each function has found something in many cases.
    for (name, count) in counts {
        assert!(count > CASES as i32 / 40, "{name}: {count}");
    }
}

/// The unit normal of the plane onto which a map flattens; `None` of other maps.
fn normal_of_image(at: &Placement) -> Option<Point> {
    let columns: [Point; 3] = std::array::from_fn(|c| at.linear.map(|row| row[c]));
    let normals = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| cross(columns[i], columns[j]));
    let longest = normals.into_iter().max_by(|p, q| norm::<f64>(*p).total_cmp(&norm(*q)))?;
    let area: f64 = norm(longest);
    let volume: f64 = dot(columns[0], cross(columns[1], columns[2]));
    (area > 1e-3 && volume.abs() < 1e-9 * area).then(|| scale(longest, 1.0 / area))
}

#[test]
fn rays_see_the_plane_of_a_flattened_body() {
    let library = &mut Library::lock();
    library.tolerance(1e-12);
    let mut hits = 0;
    for index in 0..CASES {
        let case = case(index);
        let Some(plane) = normal_of_image(&case.at) else { continue };
        let shape = case.forms[0].shape(library);
        library.create(0, shape);
        library.place(0, &case.at);
        let (mut normal, [from, to]) = ([0.0; 3], &case.ray);
        // SAFETY: three numbers each.
        let time = unsafe {
            let normal = normal.as_mut_ptr();
            dtRayCastObject(reference(0), from.as_ptr(), to.as_ptr(), null_mut(), normal)
        };
        library.clear();
        // The middle of a soup may be beside its triangles.
        let is_convex =
            !matches!(&case.forms[0], Form::Complex { polytopes, .. } if polytopes.len() > 4);
        assert!(time > 0.0 || !is_convex, "case {index}: {time}");
        if time > 0.0 {
            let aside: f64 = norm(cross(normal, plane));
            assert!(aside < 1e-6, "case {index}: {normal:?}, not {plane:?}");
            hits += 1;
        }
    }
    assert!(hits > CASES / 4, "{hits}");
}
