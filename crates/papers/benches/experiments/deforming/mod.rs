//! The experiments of the ATR report (TR-C-0103). Its times are those of one R4400 of 150 MHz (octrees: a 33 MHz R3000;
//! swept space: an Onyx). Its curves are images; the numbers in its text are drawn beside ours, divided by what this
//! library wants to be faster.

pub mod crowds;
pub mod meshes;
pub mod motion;
pub mod spheres;
pub mod swept;
pub mod update;
pub mod weng_ahuja;

use std::hint::black_box;

use solid_papers::octree::Subdivision;

use super::machine::least_ns;
use solid_papers::deforming::scenes::Scene;

/// How many times as fast as the report every environment of it shall be.
const WANTED: f64 = 300.0;

/// The least time of a call, in microseconds; calls are so many in a row that reading the clock does not count.
fn least_us(rounds: usize, mut work: impl FnMut()) -> f64 {
    let once = least_ns(3, &mut work);
    let calls = (2e5 / once.max(100.0)).ceil() as usize;
    least_ns(rounds, || (0..calls).for_each(|_| work())) / calls as f64 / 1e3
}

/// The time of a cycle, in microseconds.
fn cycle_us(scene: &Scene, method: &mut Subdivision, cycle: usize, rounds: usize) -> f64 {
    let meshes = scene.meshes(cycle);
    least_us(rounds, || {
        black_box(method.interfering(black_box(&meshes)));
    })
}

/// The time of each cycle.
fn cycles_us(scene: &Scene, rounds: usize) -> Vec<f64> {
    let mut method = Subdivision::default();
    (0..scene.cycles.len()).map(|cycle| cycle_us(scene, &mut method, cycle, rounds)).collect()
}
