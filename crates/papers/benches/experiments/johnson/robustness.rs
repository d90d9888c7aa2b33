//! Termination and errors in Nagle's case (4.4.4): bodies of unlike size close to each other.

use super::super::referee::{Shape, Truth};
use super::super::report::{Report, three_digits};
use super::{Placed, points};
use solid_geometry::convex::closest_points;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::{Polytope, Primitive, Support};
use solid_papers::johnson::Subalgorithm;
use solid_papers::johnson::distance::{Backup, Bound, End, Found, Termination};
use solid_papers::johnson::regions::{Library, Olvang};
use solid_papers::johnson::simplex::{NEWEST, Simplex};
use solid_papers::random::Random;

/// How much larger A is than B.
const RATIOS: [f64; 4] = [1.0, 1e2, 1e4, 1e6];
/// Absolute for the original, relative for the others.
const ERROR: f64 = 1e-10;
const ZERO: f64 = 1e-13;

const RELATIVE: Termination =
    Termination { bound: Bound::Relative(ERROR, ZERO), ..Termination::original(ERROR) };
const NO_BACKUP: Termination = Termination { backup: Backup::Previous, ..RELATIVE };
const MENDED: Termination = Termination::mended(ERROR, ZERO);
/// Regions have no sign that tells that no feature is nearest: the vector then grows.
const SHRINKING: Termination = Termination { must_shrink: true, ..MENDED };

type Search = fn(&Placed, &Termination) -> Found;

fn by<S: Subalgorithm>(placed: &Placed, termination: &Termination) -> Found {
    placed.distance(&mut S::default(), termination)
}

/// The library's query, which always ends.
fn library(placed: &Placed, _: &Termination) -> Found {
    let [a, b] = placed.bodies;
    let v = closest_points(a, b, &placed.relation(), ERROR, &mut [0; 2]).difference;
    Found { v, end: End::Near, iterations: 0, backup_gain: None }
}

const METHODS: [(&str, Search, Termination); 7] = [
    ("Johnson, original", by::<Simplex<NEWEST>>, Termination::original(ERROR)),
    ("and a relative error", by::<Simplex<NEWEST>>, RELATIVE),
    ("and no backup procedure", by::<Simplex<NEWEST>>, NO_BACKUP),
    ("and an end at repetition: 4.4.4", by::<Simplex<NEWEST>>, MENDED),
    ("Olvång's regions", by::<Olvang>, SHRINKING),
    ("the library's regions", by::<Library>, SHRINKING),
    ("library, closest points", library, MENDED),
];

/// What was found of a method at one ratio.
#[derive(Clone, Copy, Default)]
struct Judged {
    endless: usize,
    repeated: usize,
    no_subset: usize,
    grown: usize,
    /// Bodies apart of which a search says that they meet.
    false_hits: usize,
    /// The largest error of the length, by the size of A.
    error: f64,
    /// The largest error of the length by the distance, of those that ended.
    relative: f64,
    gain: f64,
    backups: usize,
}

/// B over a face of A, with its own faces parallel to those of A or not.
fn pair<'a>(
    random: &mut Random,
    bodies: [&'a dyn Support; 2],
    half: &Vec3,
    round: usize,
) -> Placed<'a> {
    let basis = random.rotation();
    let axis = round % 3;
    let gap = 10.0_f64.powf(-6.0 * random.unit());
    let turned = if round.is_multiple_of(2) { basis } else { random.rotation() };
    let normal: Vec3 = basis.column(axis).into();
    let reach = bodies[1].support(&turned.tr_mul(&-normal), &mut 0);
    let mut local = half.map(|extent| extent * 0.9 * random.symmetric());
    local[axis] = half[axis] + gap;
    let origin = basis * local - normal * (turned * reach).dot(&normal);
    let placement = Placement { basis, origin: Vec3::zeros() };
    Placed { bodies, poses: [placement, Placement { basis: turned, origin }] }
}

fn judge(ratio: f64, count: usize) -> [Judged; METHODS.len()] {
    let mut random = Random::new(44);
    let half = Vec3::new(1.0, 0.8, 0.6) * ratio;
    let small = points(&mut random, 20);
    let (floor, hull) = (Primitive::Box(half), Polytope::new(&small));
    let cube = Primitive::Box(Vec3::new(1.0, 0.7, 0.5));
    let shapes = [
        Shape::Box((half * 2.0).into()),
        Shape::Polyhedron(small.iter().map(|&p| p.into()).collect()),
        Shape::Box([2.0, 1.4, 1.0]),
    ];
    let mut judged = [Judged::default(); METHODS.len()];
    for round in 0..count {
        let which = round / 2 % 2;
        let other: &dyn Support = if which == 0 { &hull } else { &cube };
        let placed = pair(&mut random, [&floor, other], &half, round);
        let truth = Truth::new([&shapes[0], &shapes[1 + which]], &placed.poses);
        let [low, high] = truth.distance;
        for ((_, search, termination), judged) in METHODS.iter().zip(&mut judged) {
            let found = search(&placed, termination);
            judged.endless += usize::from(found.end == End::Capped);
            judged.repeated += usize::from(found.end == End::Repeated);
            judged.no_subset += usize::from(found.end == End::NoSubset);
            judged.grown += usize::from(found.end == End::Grown);
            if let Some(gain) = found.backup_gain {
                judged.backups += 1;
                judged.gain = judged.gain.max(gain);
            }
            let length = if found.end == End::Zero { 0.0 } else { found.v.norm() };
            judged.false_hits += usize::from(length == 0.0 && truth.hit == Some(false));
            let error = (length - high).max(low - length).max(0.0);
            judged.error = judged.error.max(error / ratio);
            if found.end != End::Capped {
                judged.relative = judged.relative.max(error / high);
            }
        }
    }
    judged
}

pub fn run(report: &mut Report) {
    let count = report.count(1000, 60);
    report.line(&format!(
        "Termination. A box lies {count} times at random below a hull of 20 points or a box, whose faces are parallel to its \
         own in half of the cases, with a gap of 1 to 1e-6; the box is up to a million times as large: Nagle's case. All \
         searches ask for an error of {ERROR:.0e}, the original for an absolute one. `Endless` are searches cut off at 2000 \
         support points, `no subset` those that found none, `repeated` those that got a support point again; searches by \
         regions, which always find some feature, end in addition where the vector has `grown`, which the thesis has no need \
         of. `False hits` are bodies apart that are told to meet. The oracle of the tests judges the lengths, also of what was \
         cut off: the largest error by the size of the larger body, and the largest by the distance itself of searches that \
         ended.\n"
    ));
    let all: Vec<_> = RATIOS.iter().map(|ratio| judge(*ratio, count)).collect();
    let mut rows = Vec::new();
    for (ratio, judged) in RATIOS.iter().zip(&all) {
        for ((name, ..), judged) in METHODS.iter().zip(judged) {
            let mut row = vec![format!("1 : {ratio:.0e}, {name}")];
            let ends = [judged.endless, judged.no_subset, judged.repeated, judged.grown];
            row.extend(ends.map(|n| n.to_string()));
            row.push(judged.false_hits.to_string());
            row.extend([judged.error, judged.relative].map(three_digits));
            rows.push(row);
        }
    }
    let header = [
        "sizes, method",
        "endless",
        "no subset",
        "repeated",
        "grown",
        "false hits",
        "error by size",
        "by distance",
    ];
    report.table(&header, &rows);
    let sum = |method: usize, of: fn(&Judged) -> usize| -> usize {
        all.iter().map(|judged| of(&judged[method])).sum()
    };
    let worst = |method: usize, of: fn(&Judged) -> f64| {
        all.iter().map(|judged| of(&judged[method])).fold(0.0, f64::max)
    };
    let endless: Vec<usize> = (0..METHODS.len()).map(|method| sum(method, |j| j.endless)).collect();
    assert!(endless[0] > 0, "the original always ended");
    assert!(endless[3..].iter().all(|n| *n == 0), "{endless:?}");
    assert!(worst(6, |j| j.error) <= worst(3, |j| j.error).max(1e-15), "the library errs more");
    let asked = RATIOS.len() * count;
    report.says(&format!(
        "Of {asked} searches each, the original never ended in {}, with a relative error in {}, without the backup procedure \
         in {}; with the end at a repeated support point all ended, as 4.4.4 says, over Johnson's subalgorithm as over \
         regions. The backup procedure was called in {} searches of the original; its best vector differed in length from the \
         vector before by at most {} of it{}.",
        endless[0],
        endless[1],
        endless[2],
        sum(0, |j| j.backups),
        three_digits(worst(0, |j| j.gain)),
        if worst(0, |j| j.gain) < 1e-6 { ", which is as negligible as the thesis found" } else { "" },
    ));
    let hits: Vec<usize> = (0..METHODS.len()).map(|m| sum(m, |judged| judged.false_hits)).collect();
    assert!(hits[6] == 0 && hits[3] > 0, "{hits:?}");
    report.says(&format!(
        "To end is not to be right. The mended Johnson tells {} pairs that are apart to meet: where faces are parallel four \
         points of A - B are nearly in a plane, and the signs of determinants of differences of dot products are those of \
         their rounding. With regions, of which each test is a volume with a bound on its rounding, there are {} by Olvång's \
         search and {} by the library's in the same loop. The largest error by the distance is {}, {} and {} of these three, \
         and {} of the library's own query, which goes on in double-double numbers where double precision does not decide \
         (`convex/gjk/double_double.rs`), and has {} false hits. That, more than time, is why the library uses regions.",
        hits[3],
        hits[4],
        hits[5],
        three_digits(worst(3, |j| j.relative)),
        three_digits(worst(4, |j| j.relative)),
        three_digits(worst(5, |j| j.relative)),
        three_digits(worst(6, |j| j.relative)),
        hits[6],
    ));
}
