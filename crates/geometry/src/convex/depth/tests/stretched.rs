//! Bodies that are sheared or stretched far. Polytopes stretched a thousand times, against all normals of the facets of their difference: the slivers of Jolt #886, and
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

/// Found by the soak: a sheared triangle and a speck of one, apart by a tenth of the larger's size, had a depth.
#[test]
fn a_triangle_and_a_speck_apart() {
    let large = Polytope::new(&[
        Vec3::new(0.3578878930518027, 0.26175257792682227, 1.1056821859239367),
        Vec3::new(-0.6911979430728206, 0.2703701671224361, 0.4943918925134121),
        Vec3::new(0.2714482276516529, 0.2646738699709548, 0.8183892156919441),
    ]);
    let speck = Polytope::new(&[
        Vec3::new(-0.7994350478566743, 0.07973593796511627, 0.6365207364292268),
        Vec3::new(-0.7986958499477496, 0.07974146252343693, 0.6349945173644033),
        Vec3::new(-0.8002156122508985, 0.08020779527313479, 0.6354966097929826),
    ]);
    let sheared = Placement {
        basis: Mat3::new(
            -0.8993144111837255,
            0.8798030338332875,
            1.155740122082851,
            -3.276325989148654,
            -0.7302724897562098,
            -4.586307171857158,
            -4.27470653622187,
            -0.6842335656629933,
            -1.3736820072421823,
        ),
        origin: Vec3::new(0.39511706420282255, 3.908506598911381, 1.8935903219641654),
    };
    let turned = Placement {
        basis: Mat3::new(
            -0.8125516818391829,
            0.39084478739245315,
            -0.4324351009208933,
            0.5587401746413134,
            0.3109379328038768,
            -0.768847851779171,
            -0.166039698813596,
            -0.8663474788511822,
            -0.4710338250126953,
        ),
        origin: Vec3::new(0.9727826616442163, 0.027168460356682265, 0.19888477158122272),
    };
    assert_eq!(check_answer(&large, &sheared, &speck, &turned), None);
}

/// Found by wild calls: an ellipsoid a hundred million times as long as it is thick had a depth in a cylinder beside it.
#[test]
fn a_needle_beside_a_cylinder() {
    let cylinder = Primitive::Cylinder { radius: 2.94482421875, half_height: 0.5 };
    let needle = Primitive::Ellipsoid(Vec3::new(1.0382080078125, 3.7928466796875, 3.6099853515625));
    let scaled = Placement {
        basis: Mat3::from_diagonal(&-Vec3::new(0.6392822265625, 1.172119140625, 3.97607421875)),
        origin: Vec3::new(-3.9629484862089157, -3.8417126834392548, -18.070075392723083),
    };
    let stretched = Placement {
        basis: Mat3::new(-2.0, -1e8, 1.0, -1.0, -3.0, -1.0, -3.790771484375, -1.96240234375, -1.0),
        origin: Vec3::new(3.8958740234375, -4.0, -1.0),
    };
    assert_eq!(check_answer(&cylinder, &scaled, &needle, &stretched), None);
}

/// Found by wild calls: a disc so large and so stretched that the square of its normal, in the unit of the pair, is no
/// ordinary number, had a normal shorter than one.
#[test]
fn a_disc_whose_normal_underflows() {
    let disc = Primitive::Cylinder { radius: 1e74, half_height: 0.0 };
    let stretched = Placement {
        basis: Mat3::from_diagonal(&Vec3::new(1e-16, -1.01220703125, 0.001708984375)),
        origin: Vec3::zeros(),
    };
    let ball = Primitive::Ellipsoid(Vec3::new(2.0, 1.5, 1.5));
    let d = depth(&disc, &stretched, &ball, &Placement::IDENTITY).expect("they collide");
    assert!((d.normal.norm() - 1.0).abs() < 1e-12 && (d.depth - 1.5).abs() < 1e-6, "{d:?}");
}
