//! Depths of bodies that barely overlap: the translation separates them, and no direction near it does with a shorter one.
//!
//! How far two bodies overlap along a direction is evaluated in double-double numbers, from the shapes alone.
#![allow(unsafe_code, reason = "C functions that take pointers")]

use std::f64::consts::FRAC_PI_3;
use std::ptr::{null_mut, without_provenance_mut};

use solid::capi::*;
use solid_testing::Random;

use crate::oracle::body::{Body, Placement};
use crate::oracle::dd::{Dd, Real};
use crate::oracle::dd::{V3, add, cross, neg, norm, scale, widen};
use crate::oracle::generate::{self, Family, KINDS};
use crate::oracle::library::Library;
use crate::oracle::search::Pair;

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
