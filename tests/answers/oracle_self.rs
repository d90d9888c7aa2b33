//! The oracle against what is known otherwise: closed forms, and brute force in integers.

use crate::oracle::big::{Exact, exact3};
use crate::oracle::body::{Body, Placement, Shape};
use crate::oracle::dd::{Dd, Real, add, dot, norm, scale, sub};
use crate::oracle::exact::{contains, decide_hulls};
use crate::oracle::filter;
use crate::oracle::generate::{FAMILIES, Family, contact, pair};
use crate::oracle::report::pairs;
use crate::oracle::search::Pair;
use crate::oracle::verdict::{Verdict, carefully, decide, decide_beyond, distance, touching_band};
use solid_testing::Random;

fn at(origin: [f64; 3]) -> Placement {
    Placement { origin, ..Placement::IDENTITY }
}

fn is_hit(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Hit { .. } => true,
        Verdict::Miss { .. } => false,
        Verdict::Ambiguous { .. } => panic!("ambiguous"),
    }
}

#[test]
fn double_double_keeps_a_hundred_bits() {
    let third = Dd::of(1.0) / Dd::of(3.0);
    let back = third * Dd::of(3.0) - Dd::of(1.0);
    assert!(back.hi.abs() < 1e-31, "{back:?}");
    let root = Dd::of(2.0).sqrt();
    assert!((root * root - Dd::of(2.0)).hi.abs() < 1e-30);
    assert_eq!((Dd::of(1e16) + Dd::of(1.0) - Dd::of(1e16)).hi, 1.0);
}

#[test]
fn exact_numbers_agree_with_wide_integers() {
    let mut random = Random::new(1);
    for _ in 0..2000 {
        let word = |r: &mut Random| (r.word() as i64 >> (11 + r.below(50))) as i128;
        let (a, b, c) = (word(&mut random), word(&mut random), word(&mut random) >> 32);
        let shift = 2f64.powi(random.integer(-200, 200) as i32);
        let exact = |x: i128| Exact::of(x as f64 * shift);
        let left =
            &(&(&exact(a) * &exact(b)) + &(&exact(c) * &exact(a))) - &(&exact(b) * &exact(b));
        let right = a * b + c * a - b * b;
        assert_eq!(left.sign(), right.signum() as i32);
        let (near, want) = (left.f64(), right as f64 * shift * shift);
        assert!((near - want).abs() <= 1e-15 * want.abs(), "{near} {want}");
    }
}

/// Whether two hulls of integer points are apart, by trying as an axis every direction in which the nearest point of
/// the difference's hull could lie.
fn apart_by_enumeration(a: &[[i64; 3]], b: &[[i64; 3]]) -> bool {
    type V = [i128; 3];
    let dot = |p: V, q: V| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let cross = |p: V, q: V| {
        [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
    };
    let sub = |p: V, q: V| [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
    let mut all: Vec<V> = Vec::new();
    for p in a {
        for q in b {
            let w = std::array::from_fn(|k| (p[k] - q[k]) as i128);
            if !all.contains(&w) {
                all.push(w);
            }
        }
    }
    let separates = |n: V| all.iter().all(|&w| dot(n, w) > 0) || all.iter().all(|&w| dot(n, w) < 0);
    for i in 0..all.len() {
        if separates(all[i]) {
            return true;
        }
        for j in 0..i {
            let e = sub(all[j], all[i]);
            if separates(cross(e, cross(all[i], e))) {
                return true;
            }
            for k in 0..j {
                if separates(cross(e, sub(all[k], all[i]))) {
                    return true;
                }
            }
        }
    }
    false
}

#[test]
fn polytopes_agree_with_enumeration_in_integers() {
    let mut random = Random::new(2);
    let (mut hits, mut touches) = (0, 0);
    for round in 0..1500 {
        let side = [1, 2, 3, 6, 20][round % 5];
        let cloud = |r: &mut Random, shift: i64| -> Vec<[i64; 3]> {
            let n = 1 + r.below(6);
            (0..n)
                .map(|_| {
                    std::array::from_fn(|k| r.integer(-side, side) + if k == 0 { shift } else { 0 })
                })
                .collect()
        };
        let a = cloud(&mut random, 0);
        let shift = random.integer(0, side * 2);
        let b = cloud(&mut random, shift);
        let body = |p: &[[i64; 3]]| {
            let points = p.iter().map(|q| q.map(|x| x as f64)).collect();
            Body::new(Shape::Polyhedron(points), Placement::IDENTITY)
        };
        let (ba, bb) = (body(&a), body(&b));
        let apart = apart_by_enumeration(&a, &b);
        let verdict = decide(&ba, &bb);
        assert_eq!(is_hit(&verdict), !apart, "{a:?} {b:?} {verdict:?}");
        let hull =
            |p: &[[i64; 3]]| p.iter().map(|q| exact3(q.map(|x| x as f64))).collect::<Vec<_>>();
        assert_eq!(is_hit(&decide_hulls(&hull(&a), &hull(&b))), !apart);
        if !apart {
            hits += 1;
            touches +=
                matches!(verdict, Verdict::Hit { depth_lower, .. } if depth_lower == 0.0) as usize;
        }
    }
    assert!(hits > 300 && touches > 100, "{hits} {touches}");
}

#[test]
fn spheres_have_their_closed_form() {
    let mut random = Random::new(3);
    for _ in 0..2000 {
        let (ra, rb) = (random.decade(-4.0, 4.0), random.decade(-4.0, 4.0));
        let n: [f64; 3] = random.on_sphere();
        // The centres of the test are rounded; only gaps well beyond that have a known sign.
        let rounding = 1e-15 * (ra + rb + 8.0);
        let gap = random.sign() * (random.decade(-11.0, 0.0) * (ra + rb) + 2.0 * rounding);
        let a = Body::new(Shape::Sphere(ra), at([1.0, 2.0, -3.0]));
        let b = Body::new(
            Shape::Sphere(rb),
            at(std::array::from_fn(|k| [1.0, 2.0, -3.0][k] + n[k] * (ra + rb + gap))),
        );
        match decide(&a, &b) {
            Verdict::Hit { depth_lower, .. } => {
                assert!(gap < 0.0 && depth_lower <= -gap + rounding, "{gap} {depth_lower}");
            }
            Verdict::Miss { gap_lower, .. } => {
                assert!(gap > 0.0 && gap_lower <= gap + rounding, "{gap} {gap_lower}");
            }
            other => panic!("{other:?}"),
        }
        if gap > 0.0 {
            let d = distance(&a, &b, 1e-9).expect("apart");
            assert!((d.upper - d.lower) <= 1e-8 * d.upper, "{d:?} {gap}");
            assert!((d.upper - gap).abs() <= 1e-8 * gap + rounding, "{d:?} {gap}");
        }
    }
}

#[test]
fn boxes_have_their_closed_form() {
    let mut random = Random::new(4);
    let mut touching = 0;
    for _ in 0..5000 {
        let mut sides = || -> [f64; 3] { std::array::from_fn(|_| random.integer(1, 6) as f64) };
        let (ea, eb) = (sides(), sides());
        let o: [f64; 3] = std::array::from_fn(|_| random.integer(-12, 12) as f64 * 0.5);
        let gap: f64 =
            (0..3).map(|k| o[k].abs() - (ea[k] + eb[k]) / 2.0).fold(f64::NEG_INFINITY, f64::max);
        touching += (gap == 0.0) as usize;
        let verdict =
            decide(&Body::new(Shape::Box(ea), at([0.0; 3])), &Body::new(Shape::Box(eb), at(o)));
        assert_eq!(is_hit(&verdict), gap <= 0.0, "{ea:?} {eb:?} {o:?} {verdict:?}");
    }
    assert!(touching > 300, "{touching}");
}

#[test]
fn exact_membership_knows_the_boundary() {
    let up = f64::from_bits(1f64.to_bits() + 1);
    let cases: [(Shape, [f64; 3], [f64; 3]); 10] = [
        (Shape::Sphere(5.0), [3.0, 4.0, 0.0], [3.0, 4.0, 1e-9]),
        (Shape::Ellipsoid([5.0, 10.0, 1.0]), [3.0, 8.0, 0.0], [3.0, 8.0 * up, 0.0]),
        (Shape::Cylinder { radius: 5.0, height: 2.0 }, [3.0, 1.0, 4.0], [3.0, up, 4.0]),
        (Shape::Cone { radius: 10.0, height: 2.0 }, [3.0, 0.0, 4.0], [3.0, 1e-12, 4.0]),
        (Shape::Box([2.0, 4.0, 6.0]), [1.0, -2.0, 3.0], [up, -2.0, 3.0]),
        (Shape::Round([2.0, 4.0, 6.0], 5.0), [4.0, 2.0, 7.0], [4.0, 2.0, 7.0 * up]),
        (Shape::Round([2.0, 4.0, 6.0], 5.0), [0.5, -7.0, 2.0], [0.5, -7.0 * up, 2.0]),
        (Shape::Wheel { radius: 10.0, rounding: 5.0 }, [5.0, 4.0, 12.0], [5.0, 4.0, 12.0 * up]),
        (Shape::Wheel { radius: 10.0, rounding: 5.0 }, [9.0, 0.0, -12.0], [9.0 * up, 0.0, -12.0]),
        (Shape::Wheel { radius: 10.0, rounding: 5.0 }, [1.0, 5.0, 2.0], [1.0, 5.0 * up, 2.0]),
    ];
    let shear = Placement {
        linear: [[2.0, 1.0, 0.0], [0.0, -3.0, 1.0], [1.0, 0.0, 4.0]],
        origin: [0.5, 1.0, -7.0],
    };
    for (shape, inside, outside) in cases {
        let plain = Body::new(shape.clone(), Placement::IDENTITY);
        assert!(
            contains(&plain, &exact3(inside)) && !contains(&plain, &exact3(outside)),
            "{shape:?}"
        );
        let sheared = Body::new(shape.clone(), shear);
        assert!(contains(&sheared, &exact3(shear.apply(inside))), "{shape:?}");
        assert!(!contains(&sheared, &exact3(shear.apply(inside.map(|x| x * 1.001)))), "{shape:?}");
    }
}

/// A random point of a shape, by its formula alone.
fn sample(random: &mut Random, shape: &Shape) -> [f64; 3] {
    if let Some(points) = shape.vertices() {
        let mut weights: Vec<f64> = points.iter().map(|_| random.unit().powi(4)).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|w| *w /= sum);
        let corner = random.chance(0.3).then(|| random.below(points.len()));
        return match corner {
            Some(i) => points[i],
            None => {
                std::array::from_fn(|k| points.iter().zip(&weights).map(|(p, w)| p[k] * w).sum())
            }
        };
    }
    let (n, t) = (random.on_sphere(), random.between(0.0, std::f64::consts::TAU));
    match shape {
        Shape::Round(e, r) => {
            let core: [f64; 3] = e.map(|x| x * random.between(-0.5, 0.5));
            add(core, scale(n, *r))
        }
        Shape::Wheel { radius, rounding } => {
            let rho = radius * random.unit().sqrt();
            add([rho * t.cos(), 0.0, rho * t.sin()], scale(n, *rounding))
        }
        Shape::Sum(p, q) => add(sample(random, p), sample(random, q)),
        Shape::Hull(p, q) => {
            let (p, q, share) = (sample(random, p), sample(random, q), random.unit());
            let share = if share < 0.25 {
                0.0
            } else if share > 0.75 {
                1.0
            } else {
                share
            };
            add(p, scale(sub(q, p), share))
        }
        Shape::Sphere(r) => scale(n, *r),
        Shape::Ellipsoid(r) => std::array::from_fn(|k| n[k] * r[k]),
        Shape::Cylinder { radius, height } => {
            [radius * t.cos(), height * random.between(-0.5, 0.5), radius * t.sin()]
        }
        Shape::Cone { radius, height } => {
            let down = random.unit();
            [radius * down * t.cos(), height * (0.5 - down), radius * down * t.sin()]
        }
        _ => unreachable!(),
    }
}

#[test]
fn certificates_hold_against_samples_and_formulas() {
    let mut random = Random::new(5);
    let (mut hits, mut misses) = (0, 0);
    for round in 0..3000 {
        let family = FAMILIES[round % FAMILIES.len()];
        let (a, b) = if round % 2 == 0 {
            pair(&mut random, family)
        } else {
            let Some((a, b, _)) = contact(&mut random, family) else {
                continue;
            };
            (a, b)
        };
        let size = a.extent() + b.extent() + norm::<f64>(sub(a.at.origin, b.at.origin));
        let rounding = 1e-14 * (size + norm::<f64>(a.at.origin));
        let verdict = decide(&a, &b);
        assert_eq!(is_hit(&verdict), is_hit(&decide(&b, &a)), "order matters: {a:?} {b:?}");
        match verdict {
            Verdict::Miss { gap_lower, axis } => {
                misses += 1;
                for _ in 0..50 {
                    let p = a.at.apply(sample(&mut random, &a.shape));
                    let q = b.at.apply(sample(&mut random, &b.shape));
                    let apart = dot(axis, sub(q, p));
                    assert!(apart >= gap_lower - rounding, "{apart} {gap_lower} {a:?} {b:?}");
                }
            }
            Verdict::Hit { point, .. } => {
                hits += 1;
                for body in [&a, &b] {
                    let composed = matches!(body.shape, Shape::Sum(..) | Shape::Hull(..));
                    // To enlarge a flat body does not make it thicker.
                    let flat = family == Family::Flattened;
                    if composed || flat || body.shape.vertices().is_some() {
                        let verdict = decide_beyond(body, &Body::point(point), rounding);
                        let out = matches!(verdict, Verdict::Miss { gap_lower, .. } if gap_lower > rounding);
                        assert!(!out, "{point:?} outside {body:?}");
                        continue;
                    }
                    // Slightly enlarged about its centre, for the rounding of the point.
                    let thin =
                        body.at.linear.iter().map(|row| norm(*row)).fold(f64::INFINITY, f64::min);
                    let grown = 1.0 + 1e-9 + 1e3 * rounding / thin;
                    let linear = body.at.linear.map(|row| scale(row, grown));
                    let larger = Body::new(body.shape.clone(), Placement { linear, ..body.at });
                    assert!(contains(&larger, &exact3(point)), "{point:?} outside {body:?}");
                }
            }
            Verdict::Ambiguous { .. } => panic!("ambiguous: {a:?} {b:?}"),
        }
    }
    assert!(hits > 800 && misses > 800, "{hits} {misses}");
}

/// In as many pairs as the tests of the library have, a seventh of them by default: whatever the quick oracle tells, the
/// careful one tells too, and bounds are bounds. `SOLID_PAIRS` sets how many.
#[test]
fn the_quick_oracle_agrees_with_the_careful_one() {
    let mut random = Random::new(6);
    let (mut hits, mut misses, mut silent, mut distances, mut close) = (0, 0, 0, 0, 0);
    let count = pairs() / 7;
    for round in 0..count {
        let family = FAMILIES[round as usize % FAMILIES.len()];
        let (a, b) = if round % 3 == 0 {
            pair(&mut random, family)
        } else {
            let Some((a, b, _)) = contact(&mut random, family) else {
                continue;
            };
            (a, b)
        };
        let both = Pair::new(&a, &b);
        let band = touching_band(&a, &b);
        match filter::decide(&both, band) {
            None => silent += 1,
            Some(Verdict::Hit { depth_lower, point }) => {
                hits += 1;
                assert!(is_hit(&carefully(&both, band)), "{a:?} {b:?}");
                for _ in 0..20 {
                    let depth = (-both.gap_along::<Dd>(random.on_sphere().map(Dd::of))).f64();
                    assert!(
                        depth_lower > 0.0 && depth >= depth_lower,
                        "{depth} {depth_lower} {a:?} {b:?}"
                    );
                }
                let rounding = 1e-13 * (both.size + norm::<f64>(a.at.origin));
                for body in [&a, &b] {
                    let out = filter::decide(&Pair::new(body, &Body::point(point)), rounding);
                    assert!(
                        !matches!(out, Some(Verdict::Miss { .. })),
                        "{point:?} outside {body:?}"
                    );
                }
            }
            Some(Verdict::Miss { gap_lower, axis }) => {
                misses += 1;
                assert!(!is_hit(&carefully(&both, band)), "{a:?} {b:?}");
                let gap = both.gap_along::<Dd>(axis.map(Dd::of)).f64();
                assert!(gap_lower > band && gap >= gap_lower, "{gap} {gap_lower} {a:?} {b:?}");
            }
            Some(Verdict::Ambiguous { .. }) => panic!("no answer is none"),
        }
        if round % 8 == 0
            && let Some(quick) = filter::distance(&a, &b, 1e-6)
        {
            let truth = distance(&a, &b, 1e-9).expect("they are apart");
            assert!(
                quick.lower <= truth.upper && truth.lower <= quick.upper,
                "{quick:?} {truth:?} {a:?} {b:?}"
            );
            close += u64::from(quick.upper * (1.0 - 1e-6) - 1e-12 * both.size <= quick.lower);
            distances += 1;
        }
    }
    println!(
        "{hits} hits, {misses} misses, {silent} left to the careful oracle, {distances} distances"
    );
    assert!(hits > count / 5 && misses > count / 5 && silent < count / 15);
    assert!(
        distances > count / 40 && close > distances * 3 / 4,
        "{close} of {distances} distances are close"
    );
}
