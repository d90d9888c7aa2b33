//! Polytopes of whole coordinates against their exact depth: the least over all facets of the difference.

use super::*;

type Whole = [i64; 3];

fn minus(a: &Whole, b: &Whole) -> Whole {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: &Whole, b: &Whole) -> Whole {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: &Whole, b: &Whole) -> i128 {
    (0..3).map(|k| i128::from(a[k]) * i128::from(b[k])).sum()
}

/// The depth of the origin in the hull of points; negative or `None` where it is not inside. Facets are found, and
/// the origin's side of each, in whole numbers.
fn exact_depth(points: &[Whole]) -> Option<f64> {
    let mut least: Option<f64> = None;
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points[..i].iter().enumerate() {
            for c in &points[..j] {
                let n = cross(&minus(b, a), &minus(c, a));
                let offset = dot(&n, a);
                let sides = points.iter().map(|p| (dot(&n, p) - offset).signum());
                let (low, high) = sides.fold((0, 0), |(low, high), s| (low.min(s), high.max(s)));
                if n == [0; 3] || (low < 0) == (high > 0) {
                    continue;
                }
                let out = if high > 0 { -offset } else { offset };
                let distance = out as f64 / (dot(&n, &n) as f64).sqrt();
                least = Some(least.map_or(distance, |least| least.min(distance)));
            }
        }
    }
    least
}

fn hull(points: &[Whole]) -> Polytope {
    let points: Vec<Vec3> = points.iter().map(|p| Vec3::from(p.map(|x| x as f64))).collect();
    Polytope::new(&points)
}

fn some_points(random: &mut Random, round: usize) -> Vec<Whole> {
    let bits = [1, 2, 3, 6, 10, 20][round % 6];
    let count = 4 + random.below(3);
    let mut points: Vec<Whole> = (0..count).map(|_| [0; 3].map(|_| random.whole(bits))).collect();
    // Slivers, and points in a plane.
    match round % 5 {
        1 => points.iter_mut().for_each(|p| p[1] /= 1 << (bits / 2)),
        2 => points.iter_mut().for_each(|p| p[2] = p[0] + p[1] + p[2].signum()),
        _ => {}
    }
    points
}

#[test]
fn polytopes_have_their_exact_depth() {
    let random = &mut Random::new(101);
    let (mut deep, mut touching, mut apart) = (0, 0, 0);
    for round in 0..1500 {
        let (a, b) = (some_points(random, round), some_points(random, round / 2));
        let difference: Vec<Whole> = a.iter().flat_map(|p| b.iter().map(|q| minus(q, p))).collect();
        let Some(due) = exact_depth(&difference) else {
            continue;
        };
        let (p, q) = (hull(&a), hull(&b));
        // The planes of long thin polytopes have more of rounding.
        let reach = difference.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs() as f64));
        let rounding = 1e-9 + limit(0.0, 1e-12) * reach;
        let result = check(&p, &Placement::IDENTITY, &q, &Placement::IDENTITY);
        match result {
            Some(d) if due > 0.0 => {
                assert!(
                    (d.depth - due).abs() <= 1e-10 * due + rounding,
                    "{a:?} {b:?}: {d:?}, not {due}"
                );
                deep += 1;
            }
            Some(d) => {
                assert!(due == 0.0 && d.depth < 1e-9, "{a:?} {b:?}: {d:?}, not {due}");
                touching += 1;
            }
            None => {
                assert!(due < 0.0, "{a:?} {b:?}: apart, not {due}");
                apart += 1;
            }
        }
    }
    assert!(deep > 500 && touching > limit(20, 10) && apart > 20, "{deep} {touching} {apart}");
}

#[test]
fn boxes_by_axes_and_as_polytopes_agree() {
    let random = &mut Random::new(102);
    let mut hits = 0;
    for _ in 0..400 {
        let [half, other] = [0; 2].map(|_| random.vector().abs() + Vec3::repeat(0.1));
        let corners = |half: &Vec3| {
            let side = |i: usize, k: usize| if i >> k & 1 == 0 { -half[k] } else { half[k] };
            let all: Vec<Vec3> =
                (0..8).map(|i| Vec3::new(side(i, 0), side(i, 1), side(i, 2))).collect();
            Polytope::new(&all)
        };
        let (p, q) = (any_place(random, 0.8), any_place(random, 0.8));
        let by_axes = check(&Primitive::Box(half), &p, &Primitive::Box(other), &q);
        let by_epa = check(&corners(&half), &p, &corners(&other), &q);
        match (by_axes, by_epa) {
            (Some(x), Some(y)) => {
                assert!((x.depth - y.depth).abs() <= 1e-12, "{x:?} {y:?}");
                hits += 1;
            }
            (x, y) => assert_eq!(x.is_some(), y.is_some()),
        }
    }
    assert!(hits > 100, "{hits}");
}
