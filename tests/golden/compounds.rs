//! One scene of compounds.

use crate::convex::{primitive, questions};
use crate::meshes::{torus, torus_points};
use crate::tape::{Random, Tape, reference};
use solid::capi::*;

const COUNT: usize = 40;

fn compound(parts: &[(DtShapeRef, [f64; 3], f64)]) -> DtShapeRef {
    let shape = dtNewCompound();
    for (part, [x, y, z], size) in parts {
        // A quarter turn about y, so that the parts' axes are not the whole's.
        let m = [0.0, 0.0, -size, 0.0, 0.0, *size, 0.0, 0.0, *size, 0.0, 0.0, 0.0, *x, *y, *z, 1.0];
        // SAFETY: sixteen numbers.
        unsafe { dtAddPart(*part, m.as_ptr()) };
    }
    dtEndCompound();
    shape
}

/// Balls about points.
fn cloud(random: &mut Random) -> DtShapeRef {
    let points: Vec<[f64; 3]> = (0..200).map(|_| random.point(0.7)).collect();
    let array = DtArray {
        base: points.as_ptr().cast(),
        layout: DtLayout::DT_POINTS as u32,
        r#type: DtVertexType::DT_DOUBLE as u32,
        stride: 0,
        count: points.len() as u32,
    };
    // SAFETY: an array of as many points.
    unsafe { dtPoints(&array, 0.05) }
}

/// Tables whose legs are one shape, racks of tables, and one of these with a mesh and points, among objects of all kinds of
/// shapes: tests of all responses, motion, and questions about any two.
pub fn compounds(tape: &Tape) {
    let random = &mut Random::new(12);
    let leg = dtCylinder(0.08, 0.8);
    let corners = [[-0.6, 0.4], [0.6, 0.4], [-0.6, -0.4], [0.6, -0.4]];
    let mut parts = vec![(dtBox(1.0, 0.1, 1.4), [0.0, 0.4, 0.0], 1.0)];
    parts.extend(corners.map(|[x, z]| (leg, [x, 0.0, z], 1.0)));
    let table = compound(&parts);
    let rack = compound(&[(table, [0.0, 0.0, 0.0], 1.0), (table, [0.0, 0.9, 0.1], 0.8)]);
    let ring = torus(&torus_points(9, 6, 0.25), 9, 6);
    let many = compound(&[
        (rack, [-0.7, 0.0, 0.0], 1.0),
        (ring, [0.8, 0.3, 0.0], 0.7),
        (cloud(random), [0.2, -0.8, 0.3], 1.0),
    ]);
    // The compounds hold what they consist of.
    dtDeleteShape(leg);
    dtDeleteShape(ring);
    for i in 0..COUNT {
        let shape = match i % 8 {
            0 | 4 => table,
            2 => rack,
            6 => many,
            _ => primitive(i),
        };
        dtCreateObject(reference(i), shape);
        let [x, y, z] = random.point(3.0);
        dtTranslate(x, y, z);
    }
    let responses = [
        DtResponseType::DT_WITNESSED_RESPONSE as u32,
        DtResponseType::DT_SMART_RESPONSE as u32,
        DT_CONTACTS_RESPONSE,
        DT_DEPTH_RESPONSE,
    ];
    for frame in 0..8 {
        dtProceed();
        for i in 0..COUNT {
            dtSelectObject(reference(i));
            let [x, y, z] = random.point(0.3);
            dtTranslate(x, y, z);
            dtRotate(random.within(0.3), random.within(0.3), random.within(0.3), 1.0);
        }
        tape.respond(responses[frame % 4], None);
        dtSetMotion((frame / 4) as u32);
        if frame % 4 < 2 {
            tape.frame(|| dtTestMotion(), 0);
        }
        tape.frame(|| dtTest(), COUNT);
        for _ in 0..20 {
            let a = 2 * random.below(COUNT / 2);
            let b = (a + 1 + random.below(COUNT - 1)) % COUNT;
            questions(tape, random, a, b);
        }
    }
}
