use super::{Differences, Map};
use crate::bvh::frame::{Frame, LocalBox};
use crate::convex::relative::RelativePlacement;
use crate::math::{Aabb, Mat3, Placement, Vec3, placement::rotation};
use solid_testing::Random;

/// Rigid, scaled, stretched and mirrored, flattened, sheared.
fn any_basis(random: &mut Random, kind: usize) -> Mat3 {
    let turned = rotation(&random.quaternion());
    match kind {
        0 => turned,
        1 => turned * 1e-4,
        2 => turned * Mat3::from_diagonal(&Vec3::new(0.1, -3.0, 200.0)),
        // Two columns that are one but for rounding, so that there is no plane to lie in.
        3 => Mat3::from_fn(|row, column| turned[(row, column / 2)] + 1e-14 * random.signed()),
        _ => turned + random.matrix() * 0.4,
    }
}

/// The centre of a box along the axes of the differences, and half its extents.
fn image(map: &Map, local: &LocalBox) -> [Vec3; 2] {
    let half =
        |i: usize, sign: f32| 0.5 * (f64::from(local.max[i]) + f64::from(sign * local.min[i]));
    let all = |sign: f32| Vec3::new(half(0, sign), half(1, sign), half(2, sign));
    [map.linear * all(1.0), map.magnitudes * all(-1.0)]
}

/// The box around the differences of two boxes holds the differences of their points, and is no larger than it need be:
/// as large as that around the differences of all their corners.
#[test]
fn differences_are_held_tightly() {
    let mut random = Random::new(81);
    for round in 0..2000 {
        let bounds =
            [0; 2].map(|_| Aabb::from_center(random.vector() * 5.0, random.vector().abs() * 2.0));
        let [a, b] = [0; 2].map(|_| Placement {
            basis: any_basis(&mut random, round % 5),
            origin: random.vector() * 20.0,
        });
        let frames = bounds.each_ref().map(Frame::around);
        let reach = bounds.map(|all| all.min.abs().sup(&all.max.abs()));
        let relative = RelativePlacement::new(&reach[0], &a, &reach[1], &b).expect("finite");
        let differences = Differences::new(&frames[0], &frames[1], &relative);
        let axes = differences.axes;
        assert!((axes * axes.transpose() - Mat3::identity()).amax() < 1e-12, "{round}: {axes}");
        if round % 5 != 3 {
            let along = (axes * a.basis.column(0)).normalize();
            assert!(
                (along - Vec3::x()).amax() < 1e-12,
                "{round}: the first axis is the first body's"
            );
            assert!(
                (axes * a.basis.column(1)).z.abs() < 1e-9 * a.basis.amax(),
                "{round}: the second in its plane"
            );
        }

        // Parts of the boxes, as nodes hold them.
        let parts = [0, 1].map(|i| {
            let inner = |random: &mut Random| {
                let [u, v, w] = [0; 3].map(|_| random.signed().abs());
                let extent = bounds[i].max - bounds[i].min;
                bounds[i].min + extent.component_mul(&Vec3::new(u, v, w))
            };
            let [p, q] = [0; 2].map(|_| inner(&mut random));
            Aabb { min: p.inf(&q), max: p.sup(&q) }
        });
        let local = [0, 1].map(|i| frames[i].enclose(&parts[i]));
        let [of_a, of_b] = [0, 1].map(|i| image(&differences.maps[i], &local[i]));
        let center = of_a[0] - of_b[0] + differences.between;
        let half = of_a[1] + of_b[1] + differences.rounding;
        let corners =
            parts.map(|part| {
                [0_usize, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
                    Vec3::from_fn(|axis, _| {
                        if corner >> axis & 1 == 0 { part.min[axis] } else { part.max[axis] }
                    })
                })
            });
        let (mut least, mut most) = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
        for p in &corners[0] {
            for q in &corners[1] {
                let difference = axes * (a.apply(p) - b.apply(q));
                (least, most) = (least.inf(&difference), most.sup(&difference));
            }
        }
        let slack = 1e-5 * (most - least).amax().max(relative.absolute_extents().amax());
        let (min, max) = (center - half, center + half);
        let rounding = 1e-12 * relative.absolute_extents().amax();
        for axis in 0..3 {
            assert!(
                min[axis] <= least[axis] + rounding && max[axis] >= most[axis] - rounding,
                "{round}"
            );
            assert!(min[axis] >= least[axis] - slack && max[axis] <= most[axis] + slack, "{round}");
        }
    }
}
