//! Round bodies against dense sampling: no direction may be shorter.

use super::*;

/// The least overlap over a spiral of directions, each of the best ones refined by shrinking steps.
fn sampled<A: Support, B: Support>(a: &A, p: &Placement, b: &B, q: &Placement) -> f64 {
    const COUNT: usize = 600;
    let golden = 2.399_963_229_728_653_f64;
    let mut starts: Vec<(f64, Vec3)> = (0..COUNT)
        .map(|i| {
            let z = 1.0 - (2 * i + 1) as f64 / COUNT as f64;
            let (r, turn) = ((1.0 - z * z).sqrt(), golden * i as f64);
            let n = Vec3::new(r * turn.cos(), r * turn.sin(), z);
            (overlap(a, p, b, q, &n), n)
        })
        .collect();
    starts.sort_by(|x, y| x.0.total_cmp(&y.0));
    starts.truncate(6);
    let mut least = f64::INFINITY;
    for (mut here, mut n) in starts {
        let mut step = 0.1;
        while step > 1e-9 {
            let [u, v] = crate::math::vector::tangents(&n);
            let around = (0..8).map(|k| f64::from(k) * std::f64::consts::FRAC_PI_4);
            let best = around
                .map(|turn| (n + (u * turn.cos() + v * turn.sin()) * step).normalize())
                .map(|m| (overlap(a, p, b, q, &m), m))
                .min_by(|x, y| x.0.total_cmp(&y.0))
                .expect("eight directions");
            // By more than rounding, which might go on for ever.
            if best.0 < here - 1e-14 {
                (here, n) = best;
            } else {
                step *= 0.5;
            }
        }
        least = least.min(here);
    }
    least
}

pub(super) fn none_is_shorter(
    kinds: &[Primitive],
    rounds: usize,
    seed: u64,
    place: impl Fn(&mut Random) -> Placement,
) {
    let random = &mut Random::new(seed);
    // Where a whole ring of directions is the least, a search may use up its support points.
    let (mut hits, mut open) = (0, 0);
    for round in 0..rounds {
        let n = kinds.len();
        let (a, b) = (&kinds[round % n], &kinds[round / n % n]);
        let (p, q) = (place(random), place(random));
        let Some(d) = check_answer(a, &p, b, &q) else {
            continue;
        };
        if d.status == Status::Capped {
            open += 1;
            let gap = limit(1e-3, 5e-3);
            assert!(d.lower >= d.depth * (1.0 - gap), "{a:?} {p:?} {b:?} {q:?}: {d:?}");
        } else {
            assert_bounds_have_met(&d, a, &p, b, &q);
        }
        let due = sampled(a, &p, b, &q);
        assert!(
            d.depth <= due * (1.0 + 1.01e-6) + 1e-12,
            "{a:?} {p:?} {b:?} {q:?}: {d:?}, not {due}"
        );
        hits += 1;
    }
    assert!(hits > rounds / 4 && open <= limit(0, rounds / 100), "{hits} {open}");
}

#[test]
fn no_direction_is_shorter() {
    none_is_shorter(&bodies(), 150, 111, |random| any_place(random, 0.5));
}

#[test]
fn no_direction_is_shorter_deep_inside() {
    none_is_shorter(&bodies(), 75, 112, |random| any_place(random, 0.05));
}

#[test]
fn no_direction_is_shorter_under_shears() {
    none_is_shorter(&bodies(), 75, 113, |random| Placement {
        basis: random.matrix(),
        origin: random.vector() * 0.3,
    });
}
