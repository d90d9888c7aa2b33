//! One scene of everything that turns between two frames.

use crate::convex::primitive;
use crate::meshes::{torus, torus_points};
use crate::tape::{Random, Tape, reference};
use solid::capi::*;

const COUNT: usize = 40;

/// Objects of all kinds of shapes that tumble, meshes among them, of which one deforms: first contacts on their paths in all
/// motions, casts of pairs, and where they stop.
pub fn tumbling(tape: &Tape) {
    let random = &mut Random::new(9);
    let rigid = torus(&torus_points(8, 6, 0.25), 8, 6);
    let mut points = torus_points(10, 7, 0.3);
    let cloth = torus(&points, 10, 7);
    let solids = bricks();
    for i in 0..COUNT {
        let shape = match i {
            0 => cloth,
            1 => solids.0,
            _ if i % 9 == 2 => rigid,
            _ => primitive(i),
        };
        dtCreateObject(reference(i), shape);
    }
    let mut bricks = solids.1;
    for frame in 0..12 {
        dtSetMotion([0, 0, 2, 1][frame % 4]);
        dtSetTolerance([1e-6, 1e-4, 1e-9][frame % 3]);
        for i in 0..COUNT {
            dtSelectObject(reference(i));
            tumble(random, i);
        }
        dtProceed();
        for point in points.iter_mut().chain(&mut bricks) {
            let by = random.point(0.3);
            *point = std::array::from_fn(|k| point[k] + by[k]);
        }
        if frame % 3 > 0 {
            // SAFETY: as many vertices as the shapes were made of.
            unsafe {
                dtChangeVertexBase(cloth, points.as_ptr().cast());
                dtChangeVertexBase(solids.0, bricks.as_ptr().cast());
            }
        }
        for i in 0..COUNT {
            dtSelectObject(reference(i));
            tumble(random, i);
            let [x, y, z] = random.point(6.0);
            dtSetSpin(reference(i), x, y, if i % 4 == 0 { z } else { 0.0 });
            let [x, y, z] = random.point(if i % 5 == 0 { 1.0 } else { 0.0 });
            dtSetPivot(reference(i), x, y, z);
        }
        let kind = if frame % 2 == 0 { DT_CONTACTS_RESPONSE } else { 3 };
        tape.respond(kind, None);
        tape.frame(|| dtTestMotion(), 0);
        for _ in 0..10 {
            cast(tape, random);
        }
        if frame % 2 == 1 {
            tape.frame(|| stops(tape), COUNT);
        }
    }
}

/// Two boxes of eight corners each, and their corners.
fn bricks() -> (DtShapeRef, Vec<[f64; 3]>) {
    let corner = |x: f64, i: usize| {
        let side = |k: usize| if i >> k & 1 == 0 { -0.4 } else { 0.4 };
        [x + side(0), side(1), side(2)]
    };
    let corners = Vec::from_iter([-0.5, 0.5].iter().flat_map(|x| (0..8).map(|i| corner(*x, i))));
    let shape = dtNewComplexShape();
    // SAFETY: the corners live until dtEndComplexShape.
    unsafe { dtVertexBase(corners.as_ptr().cast()) };
    dtVertexRange(DtPolyType::DT_POLYHEDRON as u32, 0, 8);
    dtVertexRange(DtPolyType::DT_POLYHEDRON as u32, 8, 8);
    dtEndComplexShape();
    (shape, corners)
}

/// Places the selected object.
fn tumble(random: &mut Random, i: usize) {
    dtLoadIdentity();
    let [x, y, z] = random.point(4.0);
    dtTranslate(x, y, z);
    let [a, b, c] = random.point(1.0);
    dtRotate(a, b, c, random.within(1.0));
    if i.is_multiple_of(7) && i > 1 {
        dtScale(1.0 + 0.5 * random.within(1.0), 1.0, 1.0 + 0.5 * random.within(1.0));
    }
}

fn cast(tape: &Tape, random: &mut Random) {
    let a = random.below(COUNT);
    let b = (a + 1 + random.below(COUNT - 1)) % COUNT;
    let motions =
        [a, b].map(|_| DtMotion { translation: random.point(6.0), spin: random.point(4.0) });
    let (mut point, mut normal) = ([0.0; 3], [0.0; 3]);
    // SAFETY: two motions, and space for three numbers each.
    let time = unsafe {
        dtCastObjectsTurning(
            reference(a),
            &motions[0],
            reference(b),
            &motions[1],
            point.as_mut_ptr(),
            normal.as_mut_ptr(),
        )
    };
    tape.numbers(&[[time; 3], point, normal].concat());
}

fn stops(tape: &Tape) -> DtCount {
    let none = DtStop {
        object1: std::ptr::null_mut(),
        object2: std::ptr::null_mut(),
        time: 0.0,
        point: [0.0; 3],
        normal: [0.0; 3],
    };
    let mut stops = [none; COUNT];
    // SAFETY: space for so many.
    let count = unsafe { dtAdvance(stops.as_mut_ptr(), COUNT as u32) };
    for stop in &stops[..(count as usize).min(COUNT)] {
        tape.note(stop.object1.addr() as u64);
        tape.note(stop.object2.addr() as u64);
        tape.numbers(&[[stop.time; 3], stop.point, stop.normal].concat());
    }
    count
}
