//! First contacts of bodies that turn (dtTestMotion, dtCastObjectsTurning) against dense sampling with certified distances, on
//! motions that are computed by formulas of their own. `SOLID_PAIRS` sets how many pairs, `SOLID_SEED` which.

// The C functions that take pointers are unsafe to call.
#![allow(unsafe_code)]

mod cases;
mod judge;
mod sides;
mod stops;
mod way;

use crate::oracle::dd::{norm, sub};
use crate::oracle::library::{Library, Response};
use crate::oracle::report::{Report, cases as numbers, pairs, seed};
use judge::{Answer, Points, judge};
use sides::{Pair, Side};
use solid::capi::{self, DtMotion};
use solid_testing::Random;
use way::{Kind, UNIT};

fn name(object: usize) -> capi::DtObjectRef {
    (object + 1) as capi::DtObjectRef
}

/// Makes the objects where they begin; returns their shapes.
fn create(library: &mut Library, sides: &[Side]) -> Vec<capi::DtShapeRef> {
    let mut shapes = Vec::new();
    for (object, side) in sides.iter().enumerate() {
        let shape = match &side.mesh {
            Some(mesh) => library.indexed(&mesh.points, &mesh.polytopes),
            None => library.shape(&side.parts[0].shape),
        };
        library.create(object, shape);
        library.place(object, &side.way.ends()[0]);
        shapes.push(shape);
    }
    shapes
}

/// Places the objects where they end, a frame later, with the vertices that they have then.
fn go(library: &mut Library, sides: &[Side], shapes: &[capi::DtShapeRef]) {
    library.proceed();
    capi::dtSetMotion(sides[0].way.kind as u32);
    for (object, side) in sides.iter().enumerate() {
        let way = &side.way;
        library.place(object, &way.ends()[1]);
        if let Some(points) = &side.deformed {
            library.change_base(shapes[object], points);
        }
        let angle: f64 = norm(way.spin);
        if angle > 3.0 {
            // The nearest to it counts.
            let [x, y, z] = way.spin.map(|x| x * (1.0 + 0.5 / angle));
            capi::dtSetSpin(name(object), x, y, z);
        }
        if way.pivot != [0.0; 3] {
            capi::dtSetPivot(name(object), way.pivot[0], way.pivot[1], way.pivot[2]);
        }
    }
}

/// The first contact by dtTestMotion.
fn tested(library: &mut Library, pair: &Pair, shapes: &[capi::DtShapeRef]) -> Option<Answer> {
    go(library, &pair.sides, shapes);
    let found = library.test_motion();
    assert!(found.len() <= 1, "two objects are one pair");
    let (contact, time) = found.first()?;
    let data = contact.data.expect("a witnessed response has data");
    let mut answer =
        Answer { time: *time, points: Points::Local(data.points), normal: data.normal };
    if contact.objects == [1, 0] {
        answer.points = Points::Local([data.points[1], data.points[0]]);
        answer.normal = data.normal.map(|x| -x);
    }
    Some(answer)
}

/// The first contact by dtCastObjectsTurning, of motions that it can describe.
fn cast(pair: &Pair) -> Option<Option<Answer>> {
    let plain = |side: &Side| {
        let way = &side.way;
        side.deformed.is_none()
            && way.kind == Kind::Turning
            && way.pivot == [0.0; 3]
            && way.unsplit.is_none()
            && way.stretch[0] == way.stretch[1]
    };
    if !pair.sides.iter().all(plain) {
        return None;
    }
    let motions = pair.sides.each_ref().map(|side| {
        let [from, to] = side.way.origins;
        DtMotion { translation: sub(to, from), spin: side.way.spin }
    });
    let (mut point, mut normal) = ([0.0; 3], [0.0; 3]);
    // SAFETY: two motions, and space for three numbers each.
    let time = unsafe {
        capi::dtCastObjectsTurning(
            name(0),
            &motions[0],
            name(1),
            &motions[1],
            point.as_mut_ptr(),
            normal.as_mut_ptr(),
        )
    };
    Some((time >= 0.0).then_some(Answer { time, points: Points::World(point), normal }))
}

fn examine(
    library: &mut Library,
    report: &mut Report,
    pair: &mut Pair,
    title: &dyn Fn() -> String,
) {
    library.respond(Response::Witnessed);
    library.tolerance(pair.tolerance);
    let shapes = create(library, &pair.sides);
    let (cast, cast_open) = (cast(pair), left_open());
    let (tested, test_open) = (tested(library, pair, &shapes), left_open());
    library.clear();
    capi::dtSetMotion(0);
    match test_open {
        None => {
            judge(report, pair, tested.as_ref(), 0.0, &|| format!("dtTestMotion, {}", title()));
        }
        Some(until) => judge_open(report, pair, tested.is_some(), until, title),
    }
    if let Some(cast) = cast {
        report.count("casts");
        if cast.is_some() != tested.is_some() {
            report.count("a cast and a test differ by a graze");
        }
        match cast_open {
            None => {
                let error = cast.as_ref().map_or(0.0, |cast| pair.allowed_of_cast(cast.time));
                let title = || format!("dtCastObjectsTurning, {}", title());
                judge(report, pair, cast.as_ref(), error, &title);
            }
            Some(until) => judge_open(report, pair, cast.is_some(), until, title),
        }
    }
}

/// Until when the objects are apart, if the last call left open whether they touch.
fn left_open() -> Option<f64> {
    (capi::dtGetError() == capi::DtError::DT_UNDECIDED).then(|| capi::dtUndecidedTime())
}

/// What is left open is no contact, and apart until then.
fn judge_open(
    report: &mut Report,
    pair: &mut Pair,
    is_contact: bool,
    until: f64,
    title: &dyn Fn() -> String,
) {
    report.count("left open");
    if is_contact {
        report.fail("an open contact", || format!("an open contact; {}", title()));
    }
    let slack = pair.slack();
    if let Err((time, depth)) = judge::sweep(pair, 0.0..until, slack) {
        let what = "a contact before what is open";
        report.fail(what, || format!("{what} at {time}, by {depth:e}; {}", title()));
    }
}

fn run(
    suite: &'static str,
    count: u64,
    make: impl Fn(&mut Random, u64) -> (Pair, String),
) -> Report {
    let mut library = Library::lock();
    let mut report = Report::new(suite, count);
    for index in numbers(count) {
        let mut random = Random::case(seed() + 21, index);
        let (mut pair, plot) = make(&mut random, index);
        let shown = pair.clone();
        report.count(&plot);
        examine(&mut library, &mut report, &mut pair, &|| {
            format!("{suite}, {plot}, case {index}, seed {}\n{shown:?}", seed())
        });
        report.progress(index);
    }
    library.tolerance(1e-6);
    report.expect("contact", count / 5);
    report.expect("no contact", count / 10);
    assert!(report.counted("left open") <= count / 100, "too many are left open");
    report
}

fn convex_pair(random: &mut Random, index: u64) -> (Pair, String) {
    let plot = cases::PLOTS[index as usize % cases::PLOTS.len()];
    let mut pair = cases::pair(random, plot);
    if random.chance(0.4) && cases::graze(random, &mut pair) {
        return (pair, format!("{plot}, grazing"));
    }
    (pair, plot.to_string())
}

#[test]
fn convex_pairs_that_turn() {
    run("turning", pairs() / 10, convex_pair).finish();
}

#[test]
fn bodies_that_begin_within_the_tolerance_and_move_apart() {
    // Along the normal of a distance of two digits they seemed to approach.
    let mut library = Library::lock();
    let mut report = Report::new("moving apart", 1);
    let (mut pair, plot) = convex_pair(&mut Random::case(20_270_028, 94_260), 94_260);
    examine(&mut library, &mut report, &mut pair, &|| plot.clone());
    library.tolerance(1e-6);
    assert_eq!(report.counted("no contact"), 1);
    report.finish();
}

#[test]
fn meshes_that_turn() {
    run("turning meshes", pairs() / 500, |random, _| {
        (cases::mesh_pair(random), "meshes".to_string())
    })
    .finish();
}

#[test]
fn bodies_that_turn_beside_meshes_that_deform() {
    run("turning beside deforming", pairs() / 250, |random, index| {
        let how = cases::DEFORMATIONS[index as usize % cases::DEFORMATIONS.len()];
        let mut pair = cases::deforming_pair(random, how);
        if random.chance(0.3) && cases::graze(random, &mut pair) {
            return (pair, format!("{how}, grazing"));
        }
        (pair, how.to_string())
    })
    .finish();
}

#[test]
fn the_formulas_meet_the_ends() {
    for index in 0..500 {
        let random = &mut Random::case(77, index);
        let plot = cases::PLOTS[index as usize % cases::PLOTS.len()];
        let pair = cases::pair(random, plot);
        for side in &pair.sides {
            let ends = side.way.ends();
            let straight = side.way.kind == Kind::Straight;
            for (time, end) in [0.0, 1.0].into_iter().zip(ends) {
                let at = side.way.at(time);
                for local in UNIT {
                    let off: f64 = norm(sub(at.apply(local), end.apply(local)));
                    let large = side.way.coordinates() + side.size();
                    let fails = off > 1e-13 * large && !(straight && time == 0.0);
                    assert!(!fails, "{index}, {plot}: off by {off} at {time}");
                }
            }
        }
    }
}
