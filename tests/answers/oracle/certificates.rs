//! Distances and casts held to their certificates: what a query tells of a pair is proved, or refuted, in double-double
//! arithmetic from the shapes alone. No search of the oracle's is needed for that, but of a miss.
//!
//! A distance is no less than the planes across its axis are apart, and no more than two points of the bodies. A cast hits no
//! later than two points meet; no earlier, if a plane separates the bodies until then, or if at no earlier time that is
//! looked at they overlap.

use super::body::{Body, Placement, Shape};
use super::dd::{Dd, Real, V3, add, narrow, norm, scale, sub, widen};
use super::generate::{self, FAMILIES, KINDS};
use super::report::{Report, cases, seed};
use super::search::Pair;
use super::verdict::{Verdict, decide, decide_beyond};
use solid_geometry::convex::cast::{Cast, Status, cast};
use solid_geometry::convex::{RelativePlacement, distance};
use solid_geometry::math::{self, Mat3, Vec3};
use solid_geometry::shape::{Polytope, Primitive, Support};
use solid_testing::Random;

/// Rounding, relative to the pair's size: of the library's coordinates, a few hundred roundings.
const ROUNDING: f64 = 1e-13;

/// How far, relative to the pair's size, a reported point may lie outside its body.
const POINT: f64 = 1e-10;

/// One in so many answers has its points looked for in their bodies, which takes longer than all else.
const LOOKED_AT: u64 = 8;

fn vector(p: [f64; 3]) -> Vec3 {
    Vec3::from(p)
}

/// The library's body, as the C functions make it; `None` of a composed one.
fn primitive(shape: &Shape) -> Option<Box<dyn Support>> {
    let half = |extents: &[f64; 3]| vector(*extents) * 0.5;
    let made = match shape {
        Shape::Box(extents) => Primitive::Box(half(extents)),
        Shape::Sphere(radius) => Primitive::sphere(*radius),
        Shape::Cone { radius, height } => {
            Primitive::Cone { radius: *radius, half_height: height * 0.5 }
        }
        Shape::Cylinder { radius, height } => {
            Primitive::Cylinder { radius: *radius, half_height: height * 0.5 }
        }
        Shape::Ellipsoid(radii) => Primitive::Ellipsoid(vector(*radii)),
        Shape::Round(extents, radius) => Primitive::Round { half: half(extents), radius: *radius },
        Shape::Wheel { radius, rounding } => {
            Primitive::Wheel { radius: *radius, rounding: *rounding }
        }
        Shape::Frustum(bottom, top, height) => Primitive::Frustum {
            bottom: bottom.map(|x| x * 0.5),
            top: top.map(|x| x * 0.5),
            half_height: height * 0.5,
        },
        Shape::Simplex(points) | Shape::Polygon(points) | Shape::Polyhedron(points) => {
            let points: Vec<Vec3> = points.iter().copied().map(vector).collect();
            return Some(Box::new(Polytope::new(&points)));
        }
        Shape::Sum(..) | Shape::Hull(..) => return None,
    };
    Some(Box::new(made))
}

fn placement(at: &Placement) -> math::Placement {
    let rows = at.linear.map(|row| Vec3::from(row).transpose());
    math::Placement { basis: Mat3::from_rows(&rows), origin: vector(at.origin) }
}

/// Kinds that are not composed of others.
const PLAIN: usize = KINDS - 2;

/// A pair near contact or anywhere; at a distance of many orders of magnitude, if it is near.
fn some_pair(random: &mut Random, index: u64) -> Option<(Body, Body)> {
    let family = FAMILIES[(index % FAMILIES.len() as u64) as usize];
    let (a, mut b) = if random.chance(0.4) {
        generate::pair(random, family)
    } else {
        let (a, mut b, axis) = generate::contact(random, family)?;
        let away = random.decade(-9.0, 0.5) * a.extent().min(b.extent());
        b.at.origin = add(b.at.origin, scale(axis, away));
        (a, b)
    };
    if random.chance(0.1) {
        // The same again: parallel faces, equal features.
        b.at.linear = a.at.linear;
    }
    Some((a, b))
}

struct Case<'c> {
    bodies: [&'c Body; 2],
    relation: RelativePlacement,
    size: f64,
}

impl Case<'_> {
    /// A length in the units of the placements.
    fn length(&self, length: f64) -> f64 {
        self.relation.in_world_units(&Vec3::new(length, 0.0, 0.0)).x
    }

    /// The world points of local ones, B moved by `moved`.
    fn points(&self, local: [&Vec3; 2], moved: [Dd; 3]) -> [[Dd; 3]; 2] {
        let [a, b] = [0, 1].map(|i| self.bodies[i].at.apply::<Dd>(widen((*local[i]).into())));
        [a, add(b, moved)]
    }

    /// How far B is from A across an axis that points from B to A, B moved by `moved`.
    fn gap(&self, axis: &Vec3, moved: [Dd; 3]) -> f64 {
        let n: V3<Dd> = widen((-axis).into());
        let along = super::dd::dot(n, moved) / norm(n);
        (Pair::new(self.bodies[0], self.bodies[1]).gap_along(n) + along).f64()
    }

    /// What is wrong with points of both bodies, in world coordinates of the bodies where they are.
    fn outside(&self, local: [&Vec3; 2]) -> Option<String> {
        let slack = POINT * self.size;
        for (body, p) in
            self.bodies.into_iter().zip(self.points(local, [Dd::zero(); 3]).map(narrow))
        {
            let slack = slack + 1e-15 * norm::<f64>(p);
            if let Verdict::Miss { gap_lower, .. } = decide_beyond(body, &Body::point(p), slack)
                && gap_lower > slack
            {
                return Some(format!(
                    "a point lies {gap_lower:e} outside its {}",
                    body.shape.kind()
                ));
            }
        }
        None
    }
}

/// Looks at these cases of a seed, so many in all.
fn each(
    name: &'static str,
    (seed, count): (u64, u64),
    indices: impl IntoIterator<Item = u64>,
    mut look: impl FnMut(&mut Report, &mut Random, u64, &Case<'_>, [&dyn Support; 2]),
) -> Report {
    let mut report = Report::new(name, count);
    for index in indices {
        let mut random = Random::case(seed + 11, index);
        let Some((a, b)) = some_pair(&mut random, index) else {
            continue;
        };
        let (Some(p), Some(q)) = (primitive(&a.shape), primitive(&b.shape)) else {
            continue;
        };
        let places = [placement(&a.at), placement(&b.at)];
        let Some(relation) = RelativePlacement::new(
            &p.absolute_extents(),
            &places[0],
            &q.absolute_extents(),
            &places[1],
        ) else {
            continue;
        };
        let size = Pair::new(&a, &b).size;
        let case = Case { bodies: [&a, &b], relation, size };
        look(&mut report, &mut random, index, &case, [&*p, &*q]);
        report.progress(index);
    }
    report
}

fn describe(case: &Case<'_>, index: u64, why: &str) -> String {
    let [a, b] = case.bodies.map(|body| body.shape.kind());
    format!("{a} and {b}, case {index}: {why}\n{:?}", case.bodies)
}

fn tolerance(random: &mut Random) -> f64 {
    [1e-2, 1e-4, 1e-6, 1e-9, 1e-12][random.below(5)]
}

/// Distances between their bounds.
pub fn distances(count: u64) -> Report {
    let mut report =
        each("distances", (seed(), count), cases(count), |report, random, index, case, [a, b]| {
            let tolerance = tolerance(random);
            let found = distance(a, b, &case.relation, tolerance, &mut [0; 2]);
            let (lower, upper) = (case.length(found.lower), case.length(found.upper));
            let mut wrong = |why: String| report.fail(&why.clone(), || describe(case, index, &why));
            if !(lower >= 0.0 && upper >= lower * (1.0 - 1e-12)) {
                wrong(format!("bounds {lower} {upper}"));
                return;
            }
            let local = [&found.witness.local_a, &found.witness.local_b];
            let [p, q] = case.points(local, [Dd::zero(); 3]);
            let apart = norm(sub(p, q)).f64();
            if upper == 0.0 {
                // Common points of slender bodies have fewer digits.
                report.largest("common points apart, of the size", apart / case.size);
                if apart > POINT * case.size {
                    report.fail("common points are apart", || {
                        describe(case, index, &format!("{apart}"))
                    });
                }
                report.count("colliding");
                return;
            }
            if apart > upper * (1.0 + 1e-14) + ROUNDING * case.size {
                wrong(format!(
                    "points are farther apart than describe, by {:.0e}",
                    (apart - upper) / case.size
                ));
            }
            let gap = case.gap(&found.axis, [Dd::zero(); 3]);
            if lower > 0.0 && gap < lower * (1.0 - 1e-14) {
                wrong(format!(
                    "planes are nearer than describe, by {:.0e}",
                    (lower - gap) / case.size
                ));
            }
            if index.is_multiple_of(LOOKED_AT)
                && let Some(why) = case.outside(local)
            {
                wrong(why);
            }
            report.count("apart");
            report.largest("gap of the bounds beyond the tolerance, of the size", {
                (upper - lower - tolerance * upper) / case.size
            });
        });
    report.expect("apart", count / 4);
    report
}

/// Casts: no contact before the one described, and that is one.
pub fn casts(count: u64) -> Report {
    let mut report = some_casts((seed(), count), cases(count));
    report.expect("hits", count / 20);
    report.expect("misses", count / 20);
    report
}

/// The first cases of a few in a million that an earlier version got wrong: bodies a rounding error apart at the start, for which
/// two searches differ about whether they touch.
pub fn casts_of_near_touches() -> Report {
    some_casts((20_260_101, 3), [90_914, 146_738, 308_410])
}

fn some_casts(seed_and_count: (u64, u64), indices: impl IntoIterator<Item = u64>) -> Report {
    each("casts", seed_and_count, indices, |report, random, index, case, [a, b]| {
        let tolerance = tolerance(random);
        let [from, to] = case.bodies.map(|body| body.at.origin);
        let aside = scale(
            random.on_sphere(),
            random.unit() * (case.bodies[0].extent() + case.bodies[1].extent()),
        );
        let aimed = scale(add(sub(from, to), aside), random.between(0.3, 2.0));
        let motion = if random.chance(0.7) { aimed } else { scale(random.on_sphere(), case.size) };
        let found = cast(a, b, &case.relation, &vector(motion), 1.0, tolerance, &mut [0; 2]);
        match found {
            None => nothing_met(report, random, index, case, motion),
            Some(found) => met(report, random, index, case, motion, tolerance, &found),
        }
    })
}

fn overlap_at(case: &Case<'_>, motion: [f64; 3], time: f64) -> bool {
    // From where B is at first: beside far coordinates a short motion would be lost.
    let [mut a, mut b] = case.bodies.map(Clone::clone);
    a.at.origin = sub(a.at.origin, b.at.origin);
    b.at.origin = scale(motion, time);
    // Deeper than the rounding of the placement.
    matches!(decide(&a, &b), Verdict::Hit { depth_lower, .. } if depth_lower > 1e-11 * case.size)
}

fn nothing_met(
    report: &mut Report,
    random: &mut Random,
    index: u64,
    case: &Case<'_>,
    motion: [f64; 3],
) {
    report.count("misses");
    for time in [0.0, 1.0, random.unit(), random.unit()] {
        if overlap_at(case, motion, time) {
            report.fail("a contact was missed", || {
                describe(case, index, &format!("at {time}, motion {motion:?}"))
            });
            return;
        }
    }
}

fn met(
    report: &mut Report,
    random: &mut Random,
    index: u64,
    case: &Case<'_>,
    motion: [f64; 3],
    tolerance: f64,
    found: &Cast,
) {
    let size = case.size + norm::<f64>(motion);
    let Cast { time, witness, normal, status, iterations } = found;
    let mut wrong = |why: &str, much: f64| {
        report.fail(why, || {
            describe(case, index, &format!("{why} by {much:e}, motion {motion:?}, at {time}"))
        });
    };
    if *status != Status::Converged {
        wrong("capped", 0.0);
    }
    let moved = |time: f64| widen::<Dd>(motion).map(|x| x * Dd::of(time));
    let local = [&witness.local_a, &witness.local_b];
    if *time == 0.0 {
        if let Verdict::Miss { gap_lower, .. } = decide(case.bodies[0], case.bodies[1])
            && gap_lower > 1e-11 * case.size
        {
            wrong("a contact at the start that is none", gap_lower);
        }
        report.count("overlapping starts");
        return;
    }
    let [p, q] = case.points(local, moved(*time));
    let left = norm(sub(p, q)).f64() - tolerance * time * norm::<f64>(motion);
    if left > POINT * size {
        wrong("the points do not meet", left);
    }
    if index.is_multiple_of(LOOKED_AT)
        && let Some(why) = case.outside(local)
    {
        wrong(&why, 0.0);
    }
    let rate = normal.dot(&vector(motion));
    let gap = case.gap(normal, moved(*time));
    if rate >= 0.0 && gap > -ROUNDING * size {
        report.count("hits, proved by a plane");
    } else {
        report.count("hits, looked at earlier");
        for part in [0.0, 0.5, 0.9, 0.999, random.unit()] {
            if overlap_at(case, motion, time * part) {
                report.fail("met before", || {
                    describe(case, index, &format!("at {part} of {time}, motion {motion:?}"))
                });
                break;
            }
        }
    }
    report.count("hits");
    report.largest("support points", f64::from(*iterations));
}
