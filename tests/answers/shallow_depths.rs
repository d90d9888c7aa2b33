//! Depths of bodies that barely overlap: the translation separates them, and no direction near it does with a shorter one.
//!
//! How far two bodies overlap along a direction is evaluated in double-double numbers, from the shapes alone.
#![allow(unsafe_code, reason = "C functions that take pointers")]

use std::f64::consts::FRAC_PI_3;
use std::ptr::{null_mut, without_provenance_mut};

use solid::capi::*;
use solid_testing::Random;

use crate::oracle::body::{Body, Placement, Shape};
use crate::oracle::dd::{Dd, Real};
use crate::oracle::dd::{V3, add, cross, neg, norm, scale, widen};
use crate::oracle::generate::{self, Family, KINDS};
use crate::oracle::library::Library;
use crate::oracle::search::Pair;
use crate::oracle::verdict::{Verdict, decide_beyond};

const CASES: u64 = 3000;

/// Relative, some times the tolerance; and rounding, of the size.
const CLOSE: f64 = 3e-6;
const ROUNDING: f64 = 1e-14;

type Point = [f64; 3];

fn unit(v: Point) -> Point {
    scale(v, 1.0 / norm::<f64>(v))
}

/// The overlap of a pair along a direction.
fn overlap(pair: &Pair, n: Point) -> f64 {
    let n: V3<Dd> = widen(n);
    -pair.gap_along(n).f64()
}

/// The least overlap near a direction, by a pattern search.
fn least_overlap_near(pair: &Pair, from: Point) -> f64 {
    let (mut n, mut least, mut step) = (unit(from), overlap(pair, from), 1e-3);
    for _ in 0..60 {
        let aside = if n[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
        let t: Point = unit(cross(n, aside));
        let u: Point = cross(n, t);
        let before = least;
        let center = n;
        for k in 0..6 {
            let (sine, cosine) = (f64::from(k) * FRAC_PI_3).sin_cos();
            let turn = add(scale(t, cosine * step), scale(u, sine * step));
            let there = unit(add(center, turn));
            let value = overlap(pair, there);
            if value < least {
                (n, least) = (there, value);
            }
        }
        if least == before {
            step *= 0.3;
        }
        if step < 1e-10 {
            break;
        }
    }
    least
}

#[test]
fn shallow_depths_are_the_shortest_ways_out() {
    let library = &mut Library::lock();
    let mut depths = 0;
    for case in 0..CASES {
        let mut random = Random::case(77, case);
        let families = [Family::Rigid, Family::Aligned, Family::Stretched, Family::Mirrored];
        let family = families[random.below(4)];
        let mut body = || {
            let kind = random.below(KINDS);
            let shape = generate::shape(&mut random, kind);
            let linear = generate::linear(&mut random, family);
            Body::new(shape, Placement { linear, origin: random.point(1.0) })
        };
        let (a, mut b) = (body(), body());
        let depth = random.decade(-11.0, -4.0) * Pair::new(&a, &b).size;
        let Some(axis) = generate::to_contact(&mut random, &a, &mut b, -depth) else {
            continue;
        };
        library.add(0, &a);
        library.add(1, &b);
        let mut normal = [0.0; 3];
        let [first, second] = [1, 2].map(without_provenance_mut);
        // SAFETY: room for three numbers; nothing else is wanted.
        let found =
            unsafe { dtGetPenDepth(first, second, normal.as_mut_ptr(), null_mut(), null_mut()) };
        library.clear();
        if found < 0.0 {
            // By rounding they are not brought as near as that.
            continue;
        }
        depths += 1;
        let pair = Pair::new(&a, &b);
        let towards_b = neg(normal);
        let along = overlap(&pair, towards_b);
        let name = format!("case {case}: {} and {}", a.shape.kind(), b.shape.kind());
        assert!((found - along).abs() <= ROUNDING * pair.size, "{name}: {found}, {along}");
        let least = [towards_b, axis].map(|from| least_overlap_near(&pair, from));
        let least = least[0].min(least[1]);
        let excess = found - least;
        assert!(
            excess <= CLOSE * least + ROUNDING * pair.size,
            "{name}: {found:e}, not {least:e}: {:e} of the size too deep",
            excess / pair.size
        );
    }
    assert!(depths > CASES / 2, "{depths}");
}

/// Points, segments, triangles, polygons and flat boxes that barely touch bodies of any kind.
#[test]
fn common_points_of_flat_bodies_that_barely_touch_are_in_both() {
    const FAMILIES: [Family; 4] =
        [Family::Rigid, Family::Stretched, Family::Sheared, Family::Flattened];
    let library = &mut Library::lock();
    let mut hits = 0;
    for case in 0..30_000 {
        let mut random = Random::case(79, case);
        let family = FAMILIES[random.below(4)];
        let mut flat = generate::shape(&mut random, [5, 6, 7, 9, 0][case as usize % 5]);
        if let Shape::Box(extents) = &mut flat {
            extents[random.below(3)] = 0.0;
        }
        let kind = random.below(KINDS);
        let mut place = |shape| {
            let linear = generate::linear(&mut random, family);
            Body::new(shape, Placement { linear, origin: random.point(1.0) })
        };
        let a = place(flat);
        let mut random = Random::case(80, case);
        let mut b = Body::new(generate::shape(&mut random, kind), a.at);
        b.at.linear = generate::linear(&mut random, family);
        let depth = if random.once_in(3) { 0.0 } else { random.decade(-16.0, -10.0) };
        let depth = depth * Pair::new(&a, &b).size;
        if generate::to_contact(&mut random, &a, &mut b, -depth).is_none() {
            continue;
        }
        library.add(0, &a);
        library.add(1, &b);
        let (mut p, [first, second]) = ([0.0; 3], [1, 2].map(without_provenance_mut));
        // SAFETY: room for three numbers.
        let hit = unsafe { dtGetCommonPoint(first, second, p.as_mut_ptr()) };
        library.clear();
        if hit == DT_FALSE {
            continue;
        }
        hits += 1;
        // The point itself is rounded to doubles.
        let slack = 1e-12 * Pair::new(&a, &b).size + 1e-15 * norm::<f64>(p);
        for body in [&a, &b] {
            let verdict = decide_beyond(body, &Body::point(p), slack);
            let is_outside =
                matches!(verdict, Verdict::Miss { gap_lower, .. } if gap_lower > slack);
            assert!(
                !is_outside,
                "case {case}: {p:?} outside its {}: {verdict:?}",
                body.shape.kind()
            );
        }
    }
    assert!(hits > 2000, "{hits}");
}
