//! One scene of everything that must change no answer: contexts, threads, broad phases, fixed boxes, caching.

use crate::convex::primitive;
use crate::meshes::{torus, torus_points};
use crate::tape::{Random, Tape, reference};
use solid::capi::*;

const COUNT: usize = 60;

/// The numbers of DtBroadPhase.
const PHASES: usize = 4;

/// A scene in two contexts that share a shape, which deforms in one of them.
pub fn mixed(tape: &Tape) {
    let home = dtCurrentContext();
    let mut points = torus_points(9, 6, 0.25);
    let shared = torus(&points, 9, 6);
    let away = dtNewContext();
    for context in [home, away] {
        dtMakeCurrent(context);
        tape.respond(DtResponseType::DT_WITNESSED_RESPONSE as u32, Some(turn));
        for i in 0..COUNT {
            dtCreateObject(reference(i), if i % 6 == 0 { shared } else { primitive(i) });
        }
    }
    let random = &mut Random::new(8);
    for frame in 0..12 {
        if frame == 6 {
            points.iter_mut().for_each(|p| p[1] *= 1.5);
            dtMakeCurrent(away);
            // SAFETY: as many vertices as the shape was made of.
            unsafe {
                dtMorphVertexBase(shared, points.as_ptr().cast(), points.as_ptr().cast(), 0.25)
            };
        }
        dtMakeCurrent(if frame % 2 == 0 { home } else { away });
        settings(frame);
        for i in 0..COUNT {
            dtSelectObject(reference(i));
            let [x, y, z] = random.point(3.0);
            let [a, b, c] = random.point(1.0).map(|x| x as f32);
            // SAFETY: sixteen numbers.
            unsafe {
                dtLoadMatrixf(
                    [1.0, 0.0, a, 0.0, b, 1.0, 0.0, 0.0, 0.0, c, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
                        .as_ptr(),
                )
            };
            dtTranslate(x, y, z);
        }
        tape.frame(|| dtTest(), COUNT);
        scene_questions(tape, random);
    }
    dtMakeCurrent(home);
    dtDeleteContext(away);
}

fn settings(frame: usize) {
    dtSetBroadPhase((frame / 2 % PHASES) as u32);
    dtSetBoxes((frame / 3 % 2) as DtBool);
    if frame % 4 == 3 { dtDisableCaching() } else { dtEnableCaching() }
}

/// Turns the second object a little: pairs that were decided ahead of it are decided again.
fn turn(_: DtObjectRef, second: DtObjectRef, data: &DtCollData) {
    if data.point1[0] > 0.2 {
        dtSelectObject(second);
        dtRotate(0.0, 0.1, 0.05, 1.0);
    }
}

fn scene_questions(tape: &Tape, random: &mut Random) {
    let (from, to) = (random.point(5.0), random.point(5.0));
    let low: [f64; 3] = std::array::from_fn(|k| from[k].min(to[k]));
    let high: [f64; 3] = std::array::from_fn(|k| from[k].max(to[k]));
    let mut objects = [std::ptr::null_mut(); COUNT];
    let none =
        DtRayHit { object: std::ptr::null_mut(), time: 0.0, point: [0.0; 3], normal: [0.0; 3] };
    let mut hits = [none; COUNT];
    // SAFETY: corners and ends of three numbers, and room for as many as said.
    let counts = unsafe {
        [
            dtQueryBox(low.as_ptr(), high.as_ptr(), objects.as_mut_ptr(), COUNT as u32),
            dtRayCastAll(from.as_ptr(), to.as_ptr(), hits.as_mut_ptr(), COUNT as u32),
        ]
    };
    counts.iter().for_each(|count| tape.note(u64::from(*count)));
    objects.iter().for_each(|object| tape.note(object.addr() as u64));
    for hit in &hits[..(counts[1] as usize).min(COUNT)] {
        tape.note(hit.object.addr() as u64);
        tape.numbers(&[hit.point, hit.normal].concat());
        tape.numbers(&[hit.time]);
    }
}
