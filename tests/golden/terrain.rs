//! One scene of height fields.

use crate::convex::primitive;
use crate::tape::{Random, Tape, reference};
use solid::capi::*;

const COUNT: usize = 50;

/// The grid's columns and rows.
const SIDE: u32 = 24;

/// Objects of all kinds of shapes that fall onto hills, with a hole, in which there is a crater more in each frame; and rays.
pub fn terrain(tape: &Tape) {
    let random = &mut Random::new(11);
    let mut heights = Vec::from_iter((0..SIDE * SIDE).map(|i| (i * 37 % 11) as f32 / 8.0));
    heights[100] = f32::NAN;
    // SAFETY: an array of as many heights.
    let hills = unsafe { dtHeightField(&array(&heights), SIDE, 0.75, 1.0, 3) };
    for i in 0..COUNT {
        dtCreateObject(reference(i), if i % 25 == 0 { hills } else { primitive(i) });
    }
    for frame in 0..12 {
        for i in 0..COUNT {
            dtSelectObject(reference(i));
            dtLoadIdentity();
            let [x, y, z] = random.point(1.0);
            if i > 0 {
                dtTranslate(9.0 + 8.0 * x, 1.5 + 1.5 * y, 11.0 + 10.0 * z);
            }
            dtRotate(0.1 * x, 0.1 * y, 0.1 * z, 1.0);
        }
        tape.respond(2 + frame % 4, None);
        tape.frame(|| dtTest(), COUNT);
        tape.frame(|| dtTestMotion(), 0);
        for _ in 0..10 {
            ray(tape, random);
        }
        let crater = [-1.0_f32, -1.5, -1.5, -1.0];
        // SAFETY: an array of four heights.
        unsafe { dtChangeHeights(hills, 2 * frame, 20 - frame, 2, &array(&crater)) };
    }
}

fn array(heights: &[f32]) -> DtArray {
    DtArray {
        base: heights.as_ptr().cast(),
        layout: DtLayout::DT_HEIGHTS as u32,
        r#type: DtVertexType::DT_FLOAT as u32,
        stride: 0,
        count: heights.len() as u32,
    }
}

fn ray(tape: &Tape, random: &mut Random) {
    let [x, _, z] = random.point(1.0);
    let ([u, _, w], [mut point, mut normal]) = (random.point(1.0), [[0.0; 3]; 2]);
    let (from, to) =
        ([9.0 + 9.0 * x, 3.0, 11.0 + 11.0 * z], [9.0 + 9.0 * u, -2.0, 11.0 + 11.0 * w]);
    // SAFETY: vectors.
    let time = unsafe {
        dtRayCastObject(
            reference(0),
            from.as_ptr(),
            to.as_ptr(),
            point.as_mut_ptr(),
            normal.as_mut_ptr(),
        )
    };
    tape.numbers(&[time]);
    tape.numbers(&point);
    tape.numbers(&normal);
}
