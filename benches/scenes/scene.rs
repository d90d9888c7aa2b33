//! Hulls that fly about.

use solid::capi::*;
use std::ffi::c_void;
use std::ptr::{null_mut, without_provenance_mut};

use solid_testing::Random;

pub fn reference(i: usize) -> DtObjectRef {
    without_provenance_mut(16 * (i + 1))
}

pub fn statistics() -> DtStatistics {
    let mut statistics = DtStatistics::default();
    // SAFETY: a place for it.
    unsafe { dtGetStatistics(&mut statistics) };
    statistics
}

struct Body {
    at: [f64; 3],
    velocity: [f64; 3],
    axis: [f64; 3],
    angle: f64,
}

pub struct Scene {
    bodies: Vec<Body>,
    shapes: Vec<DtShapeRef>,
    half: f64,
    frame: usize,
}

unsafe extern "C-unwind" fn nothing(
    _: *mut c_void,
    _: DtObjectRef,
    _: DtObjectRef,
    _: *const DtCollData,
) {
}

impl Scene {
    pub fn new(count: usize) -> Scene {
        let mut random = Random::new(count as u64);
        let shapes: Vec<DtShapeRef> = (0..16)
            .map(|_| {
                let shape = dtNewComplexShape();
                dtBegin(DtPolyType::DT_POLYHEDRON as u32);
                for _ in 0..20 {
                    let [x, y, z] = random.on_sphere().map(|x| x as DtScalar);
                    dtVertex(x, y, z);
                }
                dtEnd();
                dtEndComplexShape();
                shape
            })
            .collect();
        let half = 0.5 * (count as f64 * 4.18879 / 0.05).cbrt();
        let bodies = (0..count).map(|_| Body {
            at: random.point(1.0).map(|x| x * half),
            velocity: random.on_sphere().map(|x| 0.05 * x),
            axis: random.on_sphere(),
            angle: 0.0,
        });
        let mut scene = Scene { bodies: bodies.collect(), shapes, half, frame: 0 };
        dtSetDefaultResponse(Some(nothing), DtResponseType::DT_SIMPLE_RESPONSE as u32, null_mut());
        for i in 0..count {
            dtCreateObject(reference(i), scene.shapes[i % 16]);
        }
        scene.step(1);
        scene
    }

    /// Moves every `stride`-th body.
    pub fn step(&mut self, stride: usize) {
        self.frame += 1;
        for i in (self.frame % stride..self.bodies.len()).step_by(stride) {
            let body = &mut self.bodies[i];
            for k in 0..3 {
                body.at[k] += body.velocity[k];
                if body.at[k].abs() > self.half {
                    body.velocity[k] = body.velocity[k].abs() * -body.at[k].signum();
                }
            }
            body.angle += 10_f64.to_radians();
            let (sin, cos) = (0.5 * body.angle).sin_cos();
            let [x, y, z] = body.at.map(|x| x as DtScalar);
            dtSelectObject(reference(i));
            dtLoadIdentity();
            dtTranslate(x, y, z);
            let [x, y, z] = body.axis.map(|x| (x * sin) as DtScalar);
            dtRotate(x, y, z, cos as DtScalar);
        }
    }
}

impl Scene {
    /// Moves all bodies alike, and turns none.
    pub fn shift(&self, [x, y, z]: [f64; 3]) {
        for i in 0..self.bodies.len() {
            dtSelectObject(reference(i));
            dtTranslate(x as DtScalar, y as DtScalar, z as DtScalar);
        }
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        (0..self.bodies.len()).for_each(|i| dtDeleteObject(reference(i)));
        self.shapes.iter().for_each(|shape| dtDeleteShape(*shape));
    }
}
