//! Scenes of meshes.

use crate::convex::primitive;
use crate::tape::{Random, Tape, on_circle, reference};
use solid::capi::*;

/// The vertices of a torus, radii 1 and `thick`, around the y-axis.
pub fn torus_points(around: usize, across: usize, thick: f64) -> Vec<[f64; 3]> {
    let at = |i: usize, j: usize| {
        let [cos, sin] = on_circle(i as f64 / around as f64);
        let [out, up] = on_circle(j as f64 / across as f64);
        let r = 1.0 + thick * out;
        [r * cos, thick * up, r * sin]
    };
    (0..around).flat_map(|i| (0..across).map(move |j| at(i, j))).collect()
}

/// A torus of triangles.
pub fn torus(points: &[[f64; 3]], around: usize, across: usize) -> DtShapeRef {
    let shape = dtNewComplexShape();
    // SAFETY: the points live until dtEndComplexShape, and the indices are below their number.
    unsafe { dtVertexBase(points.as_ptr().cast()) };
    let at = |i: usize, j: usize| ((i % around) * across + j % across) as u32;
    for i in 0..around {
        for j in 0..across {
            let quad = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            for triangle in [[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]] {
                // SAFETY: three indices.
                unsafe { dtVertexIndices(DtPolyType::DT_SIMPLEX as u32, 3, triangle.as_ptr()) };
            }
        }
    }
    dtEndComplexShape();
    shape
}

/// Tori through each other: all colliding polytopes, the curves in which they cross, and their contacts.
pub fn tori(tape: &Tape) {
    let random = &mut Random::new(5);
    let points = torus_points(20, 12, 0.3);
    let shape = torus(&points, 20, 12);
    for i in 0..6 {
        dtCreateObject(reference(i), shape);
    }
    for frame in 0..8 {
        for i in 0..6 {
            dtSelectObject(reference(i));
            dtLoadIdentity();
            let [x, y, z] = random.point(1.2);
            dtTranslate(x, y, z);
            dtRotate(random.within(1.0), random.within(1.0), random.within(1.0), 1.0);
        }
        tape.respond(2 + frame % 4, None);
        tape.frame(|| dtTest(), 0);
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
            everything_between(tape, a, b);
        }
    }
}

fn everything_between(tape: &Tape, a: usize, b: usize) {
    const ROOM: usize = 400;
    let (a, b) = (reference(a), reference(b));
    let mut pairs = [DtPolytopePair { polytope1: 0, polytope2: 0 }; ROOM];
    let nowhere = [0.0; 3];
    let segment =
        DtSegment { point1: nowhere, point2: nowhere, polygon1: 0, polygon2: 0, curve: 0 };
    let mut segments = [segment; ROOM];
    let mut contacts = [DtContact { point1: nowhere, ..DtContact::default() }; ROOM];
    // SAFETY: so much room.
    let counts = unsafe {
        [
            dtGetCollidingPolytopes(a, b, pairs.as_mut_ptr(), ROOM as u32),
            dtGetIntersection(a, b, segments.as_mut_ptr(), ROOM as u32),
            dtGetContacts(a, b, contacts.as_mut_ptr(), ROOM as u32),
        ]
    };
    let [pair_count, segment_count, contact_count] = counts.map(|count| (count as usize).min(ROOM));
    counts.iter().for_each(|count| tape.note(u64::from(*count)));
    for pair in &pairs[..pair_count] {
        tape.note(u64::from(pair.polytope1) << 32 | u64::from(pair.polytope2));
    }
    for segment in &segments[..segment_count] {
        tape.numbers(&[segment.point1, segment.point2].concat());
        tape.note(u64::from(segment.polygon1) << 32 | u64::from(segment.polygon2));
        tape.note(u64::from(segment.curve));
    }
    contacts[..contact_count].iter().for_each(|contact| tape.contact(contact));
}

/// Sheets of triangles that deform in every frame, by trees and by subdivision, with smart response.
pub fn soup(tape: &Tape) {
    const SIDE: usize = 9;
    let random = &mut Random::new(6);
    tape.respond(DtResponseType::DT_SMART_RESPONSE as u32, None);
    let mut sheets: Vec<Vec<[f64; 3]>> = (0..5)
        .map(|_| {
            (0..SIDE * SIDE)
                .map(|i| [(i % SIDE) as f64 * 0.25, 0.0, (i / SIDE) as f64 * 0.25])
                .collect()
        })
        .collect();
    let shapes: Vec<DtShapeRef> = sheets.iter().map(|sheet| grid(sheet, SIDE)).collect();
    for (i, shape) in shapes.iter().enumerate() {
        dtCreateObject(reference(i), *shape);
        dtTranslate(0.3 * i as f64, 0.12 * i as f64, -0.2 * i as f64);
        dtRotate(0.1 * i as f64, 0.05, 0.1, 1.0);
    }
    dtCreateObject(reference(5), primitive(4));
    dtTranslate(0.5, 0.2, 0.5);
    for frame in 0..8 {
        dtSetCollisionMethod((frame % 2) as u32);
        for (sheet, shape) in sheets.iter_mut().zip(&shapes) {
            for p in sheet.iter_mut() {
                p[1] += random.within(0.05);
            }
            // SAFETY: as many vertices as the shape was made of.
            unsafe { dtChangeVertexBase(*shape, sheet.as_ptr().cast()) };
        }
        tape.frame(|| dtTest(), 0);
        dtProceed();
        // SAFETY: no array is passed.
        let (within, all) = unsafe {
            (
                dtSelfCollisions(reference(frame % 5), 0, std::ptr::null_mut()),
                dtGetAllCollidingPolytopes(std::ptr::null_mut(), 0),
            )
        };
        tape.note(u64::from(within));
        tape.note(u64::from(all));
    }
}

/// A square grid of triangles.
fn grid(points: &[[f64; 3]], side: usize) -> DtShapeRef {
    let shape = dtNewComplexShape();
    // SAFETY: the points live until dtEndComplexShape, and the indices are below their number.
    unsafe { dtVertexBase(points.as_ptr().cast()) };
    for i in 0..side - 1 {
        for j in 0..side - 1 {
            let at = (i * side + j) as u32;
            let (right, down) = (at + 1, at + side as u32);
            for triangle in [[at, right, down], [right, down + 1, down]] {
                // SAFETY: three indices.
                unsafe { dtVertexIndices(DtPolyType::DT_SIMPLEX as u32, 3, triangle.as_ptr()) };
            }
        }
    }
    dtEndComplexShape();
    shape
}

/// Stars as concave polygons, and closed prisms of them as solids, with small objects on them and in them.
pub fn concave(tape: &Tape) {
    let random = &mut Random::new(7);
    let (flat, solid) = (star(false), star(true));
    tape.note(u64::from(dtSetSolid(solid, DT_TRUE)));
    for i in 0..24 {
        let shape = match i % 4 {
            0 => flat,
            1 => solid,
            _ => primitive(i),
        };
        dtCreateObject(reference(i), shape);
    }
    for frame in 0..6 {
        for i in 0..24 {
            dtSelectObject(reference(i));
            dtLoadIdentity();
            let [x, y, z] = random.point(2.5);
            dtTranslate(x, y, z);
            dtRotate(random.within(1.0), random.within(1.0), random.within(1.0), 1.0);
            if i % 4 > 1 {
                dtScale(0.2, 0.25, 0.3);
            }
        }
        tape.respond(2 + frame % 4, None);
        tape.frame(|| dtTest(), 0);
        everything_between(tape, 0, 1);
        everything_between(tape, 1, 5);
    }
}

/// A star of ten corners in the plane z = 0; or one closed by a copy at z = 1 and by sides.
fn star(is_closed: bool) -> DtShapeRef {
    const CORNERS: usize = 10;
    let corner = |i: usize, z: f64| {
        let [x, y] = on_circle(i as f64 / CORNERS as f64);
        let r = if i.is_multiple_of(2) { 1.5 } else { 0.6 };
        [r * x, r * y, z]
    };
    let points: Vec<[f64; 3]> =
        (0..2 * CORNERS).map(|i| corner(i % CORNERS, (i / CORNERS) as f64)).collect();
    let shape = dtNewComplexShape();
    // SAFETY: the points live until dtEndComplexShape, and the indices are below their number.
    unsafe { dtVertexBase(points.as_ptr().cast()) };
    let below: Vec<u32> = (0..CORNERS as u32).rev().collect();
    // SAFETY: so many indices.
    unsafe { dtVertexIndices(DT_CONCAVE_POLYGON, CORNERS as u32, below.as_ptr()) };
    if is_closed {
        dtVertexRange(DT_CONCAVE_POLYGON, CORNERS as u32, CORNERS as u32);
        for i in 0..CORNERS as u32 {
            let next = (i + 1) % CORNERS as u32;
            let side = [i, next, next + CORNERS as u32, i + CORNERS as u32];
            // SAFETY: four indices.
            unsafe { dtVertexIndices(DtPolyType::DT_POLYGON as u32, 4, side.as_ptr()) };
        }
    }
    dtEndComplexShape();
    shape
}
