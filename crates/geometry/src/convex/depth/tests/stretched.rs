//! Polytopes stretched a thousand times, against all normals of the facets of their difference: the slivers of Jolt #886, and
//! fcl #545, #503, depths that are not the least. The search began with four points two of which were the same, and rounding gave
//! them a volume: it returned the first direction that it had evaluated.

use super::*;
use crate::convex::relative::RelativePlacement;

/// The least overlap along the normals of all planes through three points of one, or across an edge of each.
fn least_overlap(p: &[Vec3], q: &[Vec3]) -> f64 {
    let edges = |points: &[Vec3]| -> Vec<Vec3> {
        (0..points.len())
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .map(|(i, j)| points[i] - points[j])
            .collect()
    };
    let all: Vec<Vec3> = edges(p).into_iter().chain(edges(q)).collect();
    let mut least = f64::INFINITY;
    for (i, u) in all.iter().enumerate() {
        for v in &all[..i] {
            let n = u.cross(v);
            if n.norm() <= 1e-9 * u.norm() * v.norm() {
                continue;
            }
            for n in [n.normalize(), -n.normalize()] {
                let most = q.iter().map(|x| x.dot(&n)).fold(f64::NEG_INFINITY, f64::max);
                least = least.min(most - p.iter().map(|x| x.dot(&n)).fold(f64::INFINITY, f64::min));
            }
        }
    }
    least
}

#[test]
fn polytopes_stretched_a_thousand_times() {
    let random = &mut Random::new(129);
    let (mut hits, mut worst, mut wrong) = (0, 0.0_f64, 0);
    for _ in 0..3000 {
        let mut basis = rotation(&random.quaternion());
        for axis in 0..3 {
            basis.column_mut(axis).scale_mut(10.0_f64.powf(3.0 * random.vector().x));
        }
        let p = Placement { basis, origin: Vec3::zeros() };
        let q = Placement { basis: random.matrix(), origin: random.vector() };
        let [a, b] =
            [0; 2].map(|_| (0..3 + random.below(4)).map(|_| random.vector()).collect::<Vec<_>>());
        let (body_a, body_b) = (Polytope::new(&a), Polytope::new(&b));
        let relative: RelativePlacement = relative(&body_a, &p, &body_b, &q);
        let Some(d) =
            penetration_depth(&body_a, &body_b, &relative, 1e-6, &mut Workspace::default())
        else {
            continue;
        };
        hits += 1;
        let [a, b] = [(&a, &p), (&b, &q)]
            .map(|(points, at)| points.iter().map(|x| at.apply(x)).collect::<Vec<_>>());
        let least = least_overlap(&a, &b);
        if d.depth > least * (1.0 + 1e-6) + 1e-11 * relative.largest_coordinate() {
            wrong += 1;
            worst = worst.max(d.depth / least);
        }
    }
    assert!(hits > 500, "{hits}");
    assert_eq!(wrong, 0, "of {hits}, by {worst}");
}
