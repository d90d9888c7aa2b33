use super::{Depth, penetration_depth};
use crate::convex::epa::{Status, Workspace};
use crate::convex::newton::local_minimum;
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::query::{Coherence, intersect};
use crate::convex::relative::RelativePlacement;
use crate::math::placement::rotation;
use crate::math::{Mat3, Placement, Vec3};
use crate::shape::{Polytope, Primitive, Support};
use solid_testing::{Random, limit};

mod exact;
mod level;
mod regressions;
mod sampled;
mod stretched;

fn relative<A: Support, B: Support>(
    a: &A,
    p: &Placement,
    b: &B,
    q: &Placement,
) -> RelativePlacement {
    RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q).expect("in range")
}

fn depth<A: Support, B: Support>(a: &A, p: &Placement, b: &B, q: &Placement) -> Option<Depth> {
    penetration_depth(a, b, &relative(a, p, b, q), 1e-6, &mut Workspace::default())
}

fn collide<A: Support, B: Support>(a: &A, p: &Placement, b: &B, q: &Placement) -> bool {
    intersect(a, b, &relative(a, p, b, q), &mut Coherence::default())
}

fn at(x: f64, y: f64, z: f64) -> Placement {
    Placement { origin: Vec3::new(x, y, z), ..Placement::IDENTITY }
}

fn any_place(random: &mut Random, spread: f64) -> Placement {
    Placement { basis: rotation(&random.quaternion()), origin: random.vector() * spread }
}

/// How far A must move along the unit vector `n` to leave B.
fn overlap<A: Support, B: Support>(a: &A, p: &Placement, b: &B, q: &Placement, n: &Vec3) -> f64 {
    let of_a = p.basis * a.support(&-p.basis.tr_mul(n), &mut 0);
    let of_b = q.basis * b.support(&q.basis.tr_mul(n), &mut 0);
    (of_b - of_a + (q.origin - p.origin)).dot(n)
}

/// What every answer must be, and the answer; its bounds have met.
fn check<A: Support + std::fmt::Debug, B: Support + std::fmt::Debug>(
    a: &A,
    p: &Placement,
    b: &B,
    q: &Placement,
) -> Option<Depth> {
    let result = check_answer(a, p, b, q);
    if let Some(d) = &result {
        assert_bounds_have_met(d, a, p, b, q);
    }
    result
}

fn assert_bounds_have_met<A: Support + std::fmt::Debug, B: Support + std::fmt::Debug>(
    d: &Depth,
    a: &A,
    p: &Placement,
    b: &B,
    q: &Placement,
) {
    let scale = relative(a, p, b, q).largest_coordinate();
    assert_eq!(d.status, Status::Converged, "{a:?} {p:?} {b:?} {q:?}: {d:?}");
    assert!(d.depth - d.lower <= 1.1e-6 * d.depth + 1e-11 * scale, "{d:?}");
}

/// What every answer must be, whether its bounds have met or not.
fn check_answer<A: Support + std::fmt::Debug, B: Support + std::fmt::Debug>(
    a: &A,
    p: &Placement,
    b: &B,
    q: &Placement,
) -> Option<Depth> {
    let result = depth(a, p, b, q);
    assert_eq!(result.is_some(), collide(a, p, b, q), "colliding is having a depth");
    let swapped = depth(b, q, a, p);
    let Some(d) = result else {
        assert_eq!(swapped, None);
        return None;
    };
    let mirrored = swapped.map(Depth::mirrored);
    let scale = relative(a, p, b, q).largest_coordinate();
    let rounding = 1e-13 * (scale + 1e-2 * p.origin.norm());
    // Two bodies of one size in one place are the same query in both orders: of directions that are equally short it may be either.
    let same = p == q
        && a.absolute_extents() == b.absolute_extents()
        && swapped.is_some_and(|other| (other.depth - d.depth).abs() <= limit(0.0, rounding));
    assert!(same || mirrored == Some(d), "swapped: {swapped:?} {d:?}");
    assert!(
        d.depth >= 0.0 && d.depth.is_finite() && (d.normal.norm() - 1.0).abs() < 1e-12,
        "{d:?}"
    );
    assert!(d.lower <= d.depth, "{d:?}");
    let along = overlap(a, p, b, q, &d.normal);
    assert!((along.max(0.0) - d.depth).abs() <= rounding, "{d:?}: along the normal {along}");
    let moved = |by: f64| Placement { origin: p.origin + d.normal * by, ..*p };
    assert!(!collide(a, &moved(d.depth + 4.0 * rounding), b, q), "separates: {d:?}");
    let less = d.depth * (1.0 - 1e-5);
    assert!(d.depth < 1e-3 * scale || collide(a, &moved(less), b, q), "no less does: {d:?}");
    let (on_a, on_b) = (p.apply(&d.local_a), q.apply(&d.local_b));
    let gap = (on_b - on_a - d.normal * d.depth).norm();
    assert!(gap <= 1.1e-6 * d.depth + 2e-6 * scale, "the deepest points are {gap} off: {d:?}");
    for (support, point) in [
        (p.apply(&a.support(&-p.basis.tr_mul(&d.normal), &mut 0)), on_a),
        (q.apply(&b.support(&q.basis.tr_mul(&d.normal), &mut 0)), on_b),
    ] {
        let behind = (support - point).dot(&d.normal).abs();
        assert!(
            behind <= 1.1e-6 * d.depth + 2e-6 * scale,
            "the points are deep but for {behind}: {d:?}"
        );
    }
    Some(d)
}

fn bodies() -> [Primitive; 6] {
    [
        Primitive::Box(Vec3::new(0.5, 0.25, 0.75)),
        Primitive::Ellipsoid(Vec3::new(0.25, 0.5, 0.4)),
        Primitive::Cone { radius: 0.5, half_height: 0.5 },
        Primitive::Cylinder { radius: 0.4, half_height: 0.5 },
        Primitive::Round { half: Vec3::new(0.25, 0.0, 0.5), radius: 0.25 },
        Primitive::sphere(0.5),
    ]
}

#[test]
fn every_two_kinds_are_told_right() {
    let random = &mut Random::new(91);
    let (mut hits, mut misses) = (0, 0);
    for round in 0..3600 {
        let (a, b) = (bodies()[round % 6].clone(), bodies()[round / 6 % 6].clone());
        let (p, q) = (any_place(random, 0.7), any_place(random, 0.7));
        match check(&a, &p, &b, &q) {
            Some(_) => hits += 1,
            None => misses += 1,
        }
    }
    assert!(hits > 1000 && misses > 500, "{hits} {misses}");
}

#[test]
fn placements_that_shear_mirror_and_stretch() {
    let random = &mut Random::new(92);
    let mut hits = 0;
    for round in 0..1800 {
        let (a, b) = (bodies()[round % 6].clone(), bodies()[round / 6 % 6].clone());
        let [p, q] =
            [0; 2].map(|_| Placement { basis: random.matrix(), origin: random.vector() * 0.5 });
        hits += usize::from(check(&a, &p, &b, &q).is_some());
    }
    assert!(hits > 500, "{hits}");
}

#[test]
fn spheres_have_a_closed_form() {
    let random = &mut Random::new(93);
    for _ in 0..2000 {
        let [r, s] = [random.signed().abs() + 0.1, random.signed().abs() + 0.1];
        let (p, q) = (any_place(random, 0.7), any_place(random, 0.7));
        let between = p.origin - q.origin;
        let due = r + s - between.norm();
        match check(&Primitive::sphere(r), &p, &Primitive::sphere(s), &q) {
            Some(d) => {
                assert!((d.depth - due).abs() < 1e-12);
                assert!((d.normal - between.normalize()).norm() < 1e-9);
            }
            None => assert!(due < 1e-12),
        }
    }
    let concentric = check(
        &Primitive::sphere(1.0),
        &at(1.0, 2.0, 3.0),
        &Primitive::sphere(0.5),
        &at(1.0, 2.0, 3.0),
    );
    assert!((concentric.expect("they overlap").depth - 1.5).abs() < 1e-12);
}

#[test]
fn units_of_length_change_nothing_else() {
    let random = &mut Random::new(94);
    for round in 0..300 {
        let (a, b) = (bodies()[round % 6].clone(), bodies()[round / 6 % 6].clone());
        let (p, q) = (any_place(random, 0.4), any_place(random, 0.4));
        let Some(one) = depth(&a, &p, &b, &q) else {
            continue;
        };
        for exponent in [-200, -60, 60, 200] {
            let unit = 2.0_f64.powi(exponent);
            let scaled =
                |p: &Placement| Placement { basis: p.basis * unit, origin: p.origin * unit };
            let other = depth(&a, &scaled(&p), &b, &scaled(&q)).expect("they overlap");
            assert!(
                (other.depth / unit - one.depth).abs() <= 1e-6 * one.depth + 1e-13,
                "{one:?} {other:?}"
            );
        }
    }
}

#[test]
fn what_was_asked_before_changes_nothing() {
    let random = &mut Random::new(95);
    let work = &mut Workspace::default();
    for round in 0..600 {
        let (a, b) = (bodies()[round % 6].clone(), bodies()[round / 6 % 6].clone());
        let (p, q) = (any_place(random, 0.5), any_place(random, 0.5));
        let relative = relative(&a, &p, &b, &q);
        assert_eq!(penetration_depth(&a, &b, &relative, 1e-6, work), depth(&a, &p, &b, &q));
    }
}

#[test]
fn tolerances_are_honoured() {
    let random = &mut Random::new(96);
    let work = &mut Workspace::default();
    for round in 0..360 {
        let (a, b) = (bodies()[round % 6].clone(), bodies()[round / 6 % 6].clone());
        let (p, q) = (any_place(random, 0.4), any_place(random, 0.4));
        let relative = relative(&a, &p, &b, &q);
        let Some(best) = penetration_depth(&a, &b, &relative, 0.0, work) else {
            continue;
        };
        for tolerance in [1e-1, 1e-3, 1e-5, 1e-8] {
            let rough =
                penetration_depth(&a, &b, &relative, tolerance, work).expect("they overlap");
            assert!(rough.depth >= best.lower - 1e-12, "{rough:?} {best:?}");
            assert!(
                rough.depth <= best.depth * (1.0 + tolerance * 1.02) + 1e-12,
                "{rough:?} {best:?}"
            );
        }
    }
}

/// Deep in each other, round bodies reach about as far in all directions of long arcs: caps that are as wide as the bodies
/// allow close these, where many small faces would not. One in some thousands of such pairs still takes more.
#[test]
fn flat_valleys_take_few_support_points() {
    let random = &mut Random::new(97);
    let work = &mut Workspace::default();
    let egg = Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75));
    let mut long = 0;
    for _ in 0..4000 {
        let (p, q) = (any_place(random, 0.3), any_place(random, 0.3));
        let result =
            penetration_depth(&egg, &egg, &relative(&egg, &p, &egg, &q), 1e-6, work).expect("deep");
        assert_eq!(result.status, Status::Converged, "{p:?} {q:?}: {result:?}");
        long += u32::from(result.iterations > 128);
    }
    assert!(long <= 2, "{long}");
}

/// No direction in a cap has a smaller support value than the reported one.
#[test]
fn caps_hold() {
    let random = &mut Random::new(98);
    let bodies = [
        Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75)),
        Primitive::Cone { radius: 1.0, half_height: 1.0 },
        Primitive::Cylinder { radius: 1.0, half_height: 1.0 },
    ];
    let mut narrow = 0;
    for round in 0..3000 {
        let (a, b) = (&bodies[round % 3], &bodies[round / 3 % 3]);
        let (p, q) = (any_place(random, 0.4), any_place(random, 0.4));
        let relative = relative(a, &p, b, &q);
        let pair = Pair::new(a.any(), b.any(), &relative);
        let (from, mut hints) = (random.vector().normalize(), VertexHints::default());
        let known = overlap(a, &p, b, &q, &random.vector().normalize());
        let first = local_minimum(&pair, &mut hints, &from, known, 1e-6, &[]);
        // From elsewhere nearby.
        let from = (first.normal + random.vector() * 0.2).normalize();
        let second = local_minimum(&pair, &mut hints, &from, known, 1e-6, &[]);
        for minimum in [first, second] {
            if minimum.apex == 0.0 {
                continue;
            }
            narrow += u32::from(minimum.cap < 0.1);
            let least = minimum.depth.min(known);
            for _ in 0..100 {
                let aside =
                    minimum.normal.cross(&random.vector()).normalize() * random.signed().abs();
                let inside =
                    overlap(a, &p, b, &q, &(minimum.normal + aside * minimum.cap).normalize());
                assert!(inside >= least * (1.0 - 1e-6), "{a:?} {b:?} {minimum:?}");
                let edge = minimum.normal + aside.normalize() * minimum.cap * 1.01;
                let reach = overlap(a, &p, b, &q, &edge.normalize()) * edge.norm();
                assert!(
                    reach >= minimum.apex * (1.0 - 1e-9),
                    "the apex is in sight: {a:?} {b:?} {minimum:?}"
                );
            }
        }
    }
    assert!(narrow > 10, "{narrow}");
}
