//! Scenes of convex objects.

use crate::tape::{Random, Tape, reference};
use solid::capi::*;
use std::ptr::{null, null_mut};

/// A primitive of each kind in turn.
pub fn primitive(i: usize) -> DtShapeRef {
    match i % 12 {
        0 => dtBox(1.0, 1.1, 0.9),
        1 => dtSphere(0.55),
        2 => dtCone(0.6, 1.2),
        3 => dtCylinder(0.5, 1.0),
        4 => dtEllipsoid(0.7, 0.5, 0.4),
        5 => dtCapsule(0.4, 0.7),
        6 => dtRoundBox(0.7, 0.5, 0.6, 0.15),
        7 => dtWheel(0.5, 0.15),
        8 => dtFrustum(1.2, 1.0, 0.4, 0.6, 1.0),
        9 => dtLozenge(0.6, 0.7, 0.2),
        10 => dtSum(dtBox(0.5, 0.4, 0.6), dtDisc(0.4)),
        _ => dtHull(dtSphere(0.4), dtPoint(0.2, 0.9, -0.1)),
    }
}

fn hull(random: &mut Random, vertices: usize) -> DtShapeRef {
    let shape = dtNewComplexShape();
    dtBegin(DtPolyType::DT_POLYHEDRON as u32);
    for _ in 0..vertices {
        let p: [f64; 3] = random.on_sphere();
        dtVertex(0.8 * p[0], 0.6 * p[1], 0.7 * p[2]);
    }
    dtEnd();
    dtEndComplexShape();
    shape
}

/// Moves the first object by half the way out.
fn push(first: DtObjectRef, _: DtObjectRef, data: &DtCollData) {
    dtSelectObject(first);
    let [x, y, z] = data.normal.map(|x| 0.5 * x.clamp(-0.1, 0.1));
    dtTranslate(x, y, z);
}

/// A pyramid of primitives, trembling, whose objects are pushed apart by smart response.
pub fn pyramid(tape: &Tape) {
    let random = &mut Random::new(1);
    tape.respond(DtResponseType::DT_SMART_RESPONSE as u32, Some(push));
    let mut count = 0;
    for layer in 0..6 {
        let wide = 6 - layer;
        for i in 0..wide * wide {
            dtCreateObject(reference(count), primitive(count));
            let at = |k: usize| k as f64 * 1.06 + 0.53 * layer as f64;
            dtTranslate(at(i % wide), layer as f64 * 1.02, at(i / wide));
            count += 1;
        }
    }
    for _ in 0..8 {
        dtProceed();
        for i in 0..count {
            dtSelectObject(reference(i));
            let [x, y, z] = random.point(0.06);
            dtTranslate(x, y, z);
            dtRotate(random.within(0.05), random.within(0.05), random.within(0.05), 1.0);
        }
        tape.frame(|| dtTest(), count);
    }
}

/// Two hundred hulls that turn and drift.
pub fn hulls(tape: &Tape) {
    const COUNT: usize = 200;
    let random = &mut Random::new(2);
    tape.respond(DtResponseType::DT_WITNESSED_RESPONSE as u32, None);
    for i in 0..COUNT {
        // Some are scanned, some climbed.
        let shape = hull(random, 8 + 14 * (i % 7));
        dtCreateObject(reference(i), shape);
        let [x, y, z] = random.point(3.0);
        dtTranslate(x, y, z);
    }
    for _ in 0..4 {
        for i in 0..COUNT {
            dtSelectObject(reference(i));
            let [x, y, z] = random.point(0.2);
            dtTranslate(x, y, z);
            dtRotate(random.within(0.3), random.within(0.3), random.within(0.3), 1.0);
        }
        tape.frame(|| dtTest(), COUNT);
    }
}

/// Fast small objects through slow ones, reported in the order of their times.
pub fn bullets(tape: &Tape) {
    const COUNT: usize = 80;
    let random = &mut Random::new(3);
    tape.respond(DtResponseType::DT_WITNESSED_RESPONSE as u32, None);
    for i in 0..COUNT {
        dtCreateObject(reference(i), primitive(i));
        let [x, y, z] = random.point(5.0);
        dtTranslate(x, y, z);
    }
    for _ in 0..5 {
        dtProceed();
        for i in 0..COUNT {
            let reach = if i % 4 == 0 { 6.0 } else { 0.3 };
            dtSelectObject(reference(i));
            let [x, y, z] = random.point(reach);
            dtTranslate(x, y, z);
        }
        tape.frame(|| dtTestMotion(), COUNT);
    }
}

/// Depths and contacts of all kinds of convex objects, by responses; distances, casts and rays, by questions.
pub fn contacts(tape: &Tape) {
    const COUNT: usize = 60;
    let random = &mut Random::new(4);
    for i in 0..COUNT {
        let shape = if i % 5 == 0 { hull(random, 12 + i) } else { primitive(i) };
        dtCreateObject(reference(i), shape);
    }
    for frame in 0..4 {
        for i in 0..COUNT {
            dtSelectObject(reference(i));
            dtLoadIdentity();
            let [x, y, z] = random.point(2.0);
            dtTranslate(x, y, z);
            if i % 3 > 0 {
                dtRotate(random.within(1.0), random.within(1.0), random.within(1.0), 1.0);
            }
        }
        tape.respond(if frame % 2 == 0 { DT_CONTACTS_RESPONSE } else { DT_DEPTH_RESPONSE }, None);
        tape.frame(|| dtTest(), 0);
        for _ in 0..60 {
            let a = random.below(COUNT);
            let b = (a + 1 + random.below(COUNT - 1)) % COUNT;
            questions(tape, random, a, b);
        }
    }
}

/// Primitives and hulls that fall on a ground, a slope and a moving wall, and turn; questions about any two of them.
pub fn planes(tape: &Tape) {
    const COUNT: usize = 40;
    let random = &mut Random::new(11);
    let planes = [
        dtHalfSpace(0.0, 1.0, 0.0, -2.0),
        dtHalfSpace(0.6, 1.0, -0.3, -2.5),
        dtHalfSpace(-1.0, 0.0, 0.0, -3.0),
    ];
    for (i, plane) in planes.into_iter().enumerate() {
        dtCreateObject(reference(i), plane);
    }
    for i in planes.len()..COUNT {
        let shape = if i % 5 == 0 { hull(random, 12 + i) } else { primitive(i) };
        dtCreateObject(reference(i), shape);
        let [x, y, z] = random.point(4.0);
        dtTranslate(x, y, z);
    }
    let responses = [
        DtResponseType::DT_WITNESSED_RESPONSE as u32,
        DtResponseType::DT_SMART_RESPONSE as u32,
        DT_CONTACTS_RESPONSE,
    ];
    for frame in 0..9 {
        dtProceed();
        dtSelectObject(reference(2));
        dtTranslate(-0.1, 0.0, 0.0);
        dtRotate(0.02, 0.01, random.within(0.05), 1.0);
        for i in planes.len()..COUNT {
            dtSelectObject(reference(i));
            dtTranslate(0.0, -0.2, 0.0);
            dtRotate(random.within(0.3), random.within(0.3), random.within(0.3), 1.0);
        }
        tape.respond(responses[frame % 3], None);
        dtSetBroadPhase((frame % 4) as u32);
        if frame % 3 < 2 {
            dtSetMotion((frame / 3 % 2) as u32);
            tape.frame(|| dtTestMotion(), 0);
        }
        tape.frame(|| dtTest(), 0);
        for _ in 0..30 {
            let a = random.below(planes.len());
            let b = a + 1 + random.below(COUNT - 1 - a);
            questions(tape, random, a, b);
        }
    }
}

pub fn questions(tape: &Tape, random: &mut Random, a: usize, b: usize) {
    let (a, b) = (reference(a), reference(b));
    let mut found = [[0.0; 3]; 7];
    let [closest1, closest2, common, met, met_normal, entered, entered_normal] = &mut found;
    let (motion, from, to) = (random.point(3.0), random.point(4.0), random.point(4.0));
    // SAFETY: three numbers each.
    let result = unsafe {
        [
            dtGetClosestPair(a, b, closest1.as_mut_ptr(), closest2.as_mut_ptr()),
            f64::from(dtGetCommonPoint(a, b, common.as_mut_ptr())),
            dtCastObjects(a, motion.as_ptr(), b, null(), met.as_mut_ptr(), met_normal.as_mut_ptr()),
            dtRayCastObject(
                a,
                from.as_ptr(),
                to.as_ptr(),
                entered.as_mut_ptr(),
                entered_normal.as_mut_ptr(),
            ),
            f64::from(dtRayCastAll(from.as_ptr(), to.as_ptr(), null_mut(), 0)),
            f64::from(dtWithinDistance(a, b, 0.5)),
        ]
    };
    tape.numbers(&result);
    tape.numbers(&found.concat());
}
