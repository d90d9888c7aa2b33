use super::super::group::Along;
use super::BlockBody;
use crate::math::{Placement, Vec3};
use crate::query::{Body, BodyPair, Shape};
use solid_testing::Random;

fn pose(random: &mut Random) -> Placement {
    let mut pose = Placement::translation(random.vector() * 0.7);
    pose.rotate(&random.quaternion());
    pose
}

/// Of a box and a triangle of any scale the overlap is what the search for two convex bodies finds, and the deepest point is one.
#[test]
fn overlaps_are_those_of_the_search() {
    let random = &mut Random::new(955);
    let mut counts = [0; 4];
    for round in 0..6000 {
        let mut corners = [(); 3].map(|()| random.vector());
        let narrow = round % 9 == 0;
        if narrow {
            corners[2] = corners[0] + (corners[1] - corners[0]) * 0.7 + random.vector() * 1e-7;
        }
        let mesh = Shape::mesh(&corners, &[[0, 1, 2]]).expect("a triangle");
        let extents = [(); 3].map(|()| 0.05 + random.signed().abs());
        let body = Shape::cuboid(extents).expect("a box");
        let (mut here, mut there) = (pose(random), pose(random));
        if round % 7 == 0 {
            // Faces and edges that are parallel.
            there.basis = here.basis;
        }
        let scale = 0.3 + random.signed().abs();
        there.scale(&Vec3::new(scale, scale, if round % 4 == 0 { -scale } else { scale }));
        here.scale(&Vec3::new(1.5, -0.7, 1.1));
        let both = Body::new(mesh.view(), &here).zip(Body::new(body.view(), &there));
        let (a, b) = both.expect("finite");
        let pair = BodyPair::new(a, b).expect("in range");
        let Some(found) = BlockBody::new(&pair).expect("a box").overlap(0) else { continue };
        let search = pair.depth_of_parts([0, 0]);
        counts[usize::from(found.is_some())] += 1;
        assert_eq!(found.is_some(), search.is_some(), "round {round}");
        let Some((p, q)) = found.zip(search) else { continue };
        assert!((p.length - q.depth).abs() < 1e-9, "round {round}: {p:?} {q:?}");
        assert!((p.normal.norm() - 1.0).abs() < 1e-12);
        let mut along = Along(p.normal, 0.0);
        let _ = pair.visit_part(&mut along, [0, 0]);
        assert!((along.1 - p.length).abs() < 1e-9, "round {round}: {} {p:?}", along.1);
        counts[2] += usize::from((p.normal - q.normal).norm() < 1e-6);
        let Some(on_a) = p.on_a else { continue };
        counts[3] += 1;
        // On the triangle, and on the box once it is moved out.
        let at = on_a + here.origin;
        let point = |shape: &Shape, pose: &Placement, at: Vec3| {
            let dot = Shape::sphere(0.0).expect("a point");
            let at = Placement::translation(at);
            crate::query::distance(shape, pose, &dot, &at).expect("finite")
        };
        assert!(point(&mesh, &here, at) < 1e-9, "round {round}");
        assert!(point(&body, &there, at + p.normal * p.length) < 1e-9, "round {round}");
    }
    assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
    assert!(counts[2] * 20 > counts[1] * 19, "{counts:?}");
}
