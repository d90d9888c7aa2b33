//! The experiments of the ATR report, done again: `cargo bench --bench atr [-- NAME]`.
//!
//! Every time is the least of many rounds. What was published ran on one R4400 of 150 MHz (swept space: Onyx).

mod bodies;
mod many;
mod octrees;
mod scenes;
mod swept;

/// The least time of some rounds, in microseconds: what the machine's other work adds is not of interest.
fn least(rounds: usize, mut work: impl FnMut()) -> f64 {
    let time = |_| {
        let start = std::time::Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e6
    };
    (0..rounds).map(time).fold(f64::INFINITY, f64::min)
}

fn main() {
    let only = std::env::args().nth(1).filter(|a| !a.starts_with('-'));
    let wanted = |name: &str| only.as_deref().is_none_or(|o| name.contains(o));
    if wanted("spheres") {
        scenes::spheres();
    }
    if wanted("shuttles") {
        scenes::shuttles();
    }
    if wanted("crowds") {
        scenes::crowds();
    }
    if wanted("division") {
        scenes::divisions();
    }
    if wanted("update") {
        octrees::update();
    }
    if wanted("motion") {
        octrees::motion();
    }
    if wanted("swept") {
        swept::swept();
    }
    if wanted("deforming") {
        many::deforming();
    }
}
