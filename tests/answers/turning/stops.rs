//! dtAdvance of bodies that turn: what was apart stays apart on the way and at the end, by certified distances, and what stopped
//! would have met a little later.

use super::judge::{Answer, Points, distance_and_rate, sweep, touching_parts};
use super::sides::{Look, Pair, Side};
use super::{cases, create, go, left_open, name};
use crate::oracle::body::Placement;
use crate::oracle::dd::{norm, sub};
use crate::oracle::library::{Library, Response};
use crate::oracle::report::{Report, cases as numbers, pairs, seed};
use solid::capi::{self, DtStop};
use solid_testing::Random;

const PLOTS: [&str; 11] = [
    "general",
    "rigid",
    "rod",
    "propeller",
    "bullet",
    "growing",
    "mirrored",
    "screw",
    "straight",
    "deforming",
    "deforming",
];

/// Bodies that have been moved.
struct Scene {
    sides: Vec<Side>,
    tolerance: f64,
    /// Where they are now.
    ends: Vec<Placement>,
    /// When they stopped: never is 1.
    times: Vec<f64>,
}

impl Scene {
    /// Two bodies; those that had stopped before a time rest.
    fn pair(&self, of: [usize; 2], time: f64) -> Pair {
        let sides = of.map(|i| {
            let side = &self.sides[i];
            let is_at_rest = self.times[i] < time;
            if is_at_rest { side.rest(self.times[i], self.ends[i]) } else { side.clone() }
        });
        Pair { sides, tolerance: self.tolerance }
    }

    /// How far a body is from where its motion has it at the time when it stopped.
    fn off_path(&self, i: usize) -> f64 {
        let (due, found) = (self.sides[i].at(self.times[i]), &self.ends[i]);
        let linear = (0..3).flat_map(|r| sub::<f64>(due.linear[r], found.linear[r]));
        linear.map(f64::abs).fold(norm(sub(due.origin, found.origin)), f64::max)
    }
}

/// Where an object is.
fn placement(object: usize) -> Placement {
    let mut m = [0.0; 16];
    // SAFETY: space for sixteen numbers.
    let is_known = unsafe { capi::dtGetMatrixd(name(object), m.as_mut_ptr()) };
    assert_ne!(is_known, 0);
    Placement {
        linear: std::array::from_fn(|r| std::array::from_fn(|c| m[4 * c + r])),
        origin: [m[12], m[13], m[14]],
    }
}

fn advance(count: usize) -> Vec<DtStop> {
    let none =
        DtStop { object1: name(0), object2: name(0), time: 0.0, point: [0.0; 3], normal: [0.0; 3] };
    // Each stop is a pair of its own, of which one moved until then.
    let mut stops = vec![none; count];
    // SAFETY: space for so many.
    let found = unsafe { capi::dtAdvance(stops.as_mut_ptr(), count as u32) };
    assert!(found as usize <= count, "each body stops once: {found} stops of {count}");
    stops.truncate(found as usize);
    stops
}

#[test]
fn bodies_that_advance_stop_before_they_touch() {
    let count = pairs() / 100;
    let mut library = Library::lock();
    let mut report = Report::new("stops", count);
    for index in numbers(count) {
        let random = &mut Random::case(seed() + 22, index);
        let plot = PLOTS[index as usize % PLOTS.len()];
        let (sides, tolerance) = cases::scene(random, plot);
        library.respond(Response::Simple);
        library.tolerance(tolerance);
        let shapes = create(&mut library, &sides);
        go(&mut library, &sides, &shapes);
        let stops = advance(sides.len());
        let open = left_open();
        let ends = Vec::from_iter((0..sides.len()).map(placement));
        let touching = library.test();
        library.clear();
        capi::dtSetMotion(0);
        let mut scene = Scene { times: vec![1.0; sides.len()], sides, tolerance, ends };
        for stop in &stops {
            for i in objects(stop) {
                scene.times[i] = scene.times[i].min(stop.time);
            }
        }
        // Who is not in the end has stopped where it was left open whether it touches, which is no stop.
        if let Some(until) = open {
            report.count("left open");
            for i in
                (0..scene.sides.len()).filter(|i| !stops.iter().any(|s| objects(s).contains(i)))
            {
                if scene.off_path(i) > scene.pair([i, i], 0.0).slack() {
                    scene.times[i] = until;
                }
            }
        }
        let title =
            || format!("{plot}, case {index}, seed {}\n{:?}\n{stops:?}", seed(), scene.sides);
        judge(&mut report, &scene, &stops, &title);
        // The library's vertices, too, are where they stopped.
        for contact in touching {
            let mut pair = scene.pair(contact.objects, 0.0);
            let slack = pair.slack();
            let begins = pair.look(0.0);
            if matches!(begins, Look::Apart(gap, _) if gap > slack) {
                report.fail("dtTest finds an overlap at the end", || {
                    let of = contact.objects;
                    let mut now = scene.pair(of, 0.0);
                    now.sides = of.map(|i| scene.sides[i].rest(scene.times[i], scene.ends[i]));
                    let ends = now.look(1.0);
                    format!("{of:?} {begins:?}, {ends:?}; {}", title())
                });
            }
        }
        report.progress(index);
    }
    library.tolerance(1e-6);
    report.expect("stopped", count / 2);
    report.expect("stopped by a mesh that deforms", count / 20);
    report.expect("apart all the way", 5 * count);
    report.expect("would meet", count / 8);
    let (met, passed) =
        (report.counted("would meet"), report.counted("would pass within the tolerance"));
    assert!(report.counted("left open") <= count / 100, "too many are left open");
    if passed * 50 > met {
        report.fail("too many stops without a contact", || format!("{passed} beside {met}"));
    }
    report.finish();
}

fn objects(stop: &DtStop) -> [usize; 2] {
    [stop.object1, stop.object2].map(|object| object as usize - 1)
}

fn judge(report: &mut Report, scene: &Scene, stops: &[DtStop], title: &dyn Fn() -> String) {
    let mut fail = |report: &mut Report, what: &str, much: f64| {
        report.fail(what, || format!("{what} by {much:e}; {}", title()));
    };
    if !stops.is_sorted_by(|a, b| a.time <= b.time) {
        fail(report, "not in the order of the times", 0.0);
    }
    let count = scene.sides.len();
    for i in 0..count {
        let off = scene.off_path(i);
        if off > scene.pair([i, i], 0.0).slack() {
            fail(report, "a body is beside its path", off);
        }
    }
    for (a, b) in (0..count).flat_map(|b| (0..b).map(move |a| (a, b))) {
        way(report, scene, [a, b], &mut fail);
    }
    for stop in stops {
        report.count("stopped");
        if objects(stop).iter().any(|i| scene.sides[*i].deformed.is_some()) {
            report.count("stopped by a mesh that deforms");
        }
        reason(report, scene, stop, &mut fail);
    }
}

/// Two bodies that were apart are so all the way, and where they are now.
fn way(
    report: &mut Report,
    scene: &Scene,
    of: [usize; 2],
    fail: &mut dyn FnMut(&mut Report, &str, f64),
) {
    let mut pair = scene.pair(of, 0.0);
    let slack = pair.slack();
    if !matches!(pair.look(0.0), Look::Apart(gap, _) if gap > slack) {
        return report.count("touched at the start");
    }
    let [first, last] = of.map(|i| scene.times[i]);
    let (first, last) = (first.min(last), first.max(last));
    // Both until the first stops, then the other one against that.
    let mut alone = scene.pair(of, last);
    let swept = sweep(&mut pair, 0.0..first, slack)
        .and_then(|proved| Ok(sweep(&mut alone, first..last, slack)? && proved));
    match swept {
        Ok(true) => report.count("apart all the way"),
        Ok(false) => report.count("sampled all the way"),
        Err((_, depth)) => fail(report, "an overlap on the way", depth),
    }
    for (side, i) in pair.sides.iter_mut().zip(of) {
        *side = scene.sides[i].rest(scene.times[i], scene.ends[i]);
    }
    if let Look::Overlap(depth) = pair.look(1.0)
        && depth > slack
    {
        fail(report, "an overlap at the end", depth);
    }
}

/// Two bodies that have stopped are as near as is said, and would have met.
fn reason(
    report: &mut Report,
    scene: &Scene,
    stop: &DtStop,
    fail: &mut dyn FnMut(&mut Report, &str, f64),
) {
    let of = objects(stop);
    let whole = scene.pair(of, 0.0);
    let slack = whole.slack();
    // They are followed from a time on that is between these.
    let allowed = whole.allowed(0.0).max(whole.allowed(stop.time)) * (1.0 + 1e-9) + slack;
    let mut pair = scene.pair(of, stop.time);
    if let Look::Apart(gap, _) = pair.look(stop.time)
        && gap > allowed
    {
        fail(report, "stopped farther apart than the tolerance", gap);
    }
    let answer = Answer { time: stop.time, points: Points::World(stop.point), normal: stop.normal };
    if (norm::<f64>(stop.normal) - 1.0).abs() > 1e-9 {
        return fail(report, "no unit normal", norm(stop.normal));
    }
    touching_parts(report, &mut pair, &answer, allowed, fail);
    let Some((distance, rates)) = distance_and_rate(&mut pair, stop.time) else { return };
    let speed = pair.speed();
    if rates.start > 0.01 * speed {
        fail(report, "stopped though they move apart", rates.start / speed);
    }
    // Flat bodies pass through each other, so not beyond the contact.
    let later = stop.time - 0.9 * distance / rates.end;
    if rates.end < -0.1 * speed && later < 1.0 {
        let nears = !matches!(pair.look(later), Look::Apart(gap, _) if gap > 0.25 * distance);
        report.count(if nears { "would meet" } else { "would pass within the tolerance" });
    }
}
