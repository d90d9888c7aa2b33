//! A shape answers as its own fine polytope, within what the polytope lacks of the shape.

use crate::convex::query::{Coherence, closest_points, common_point, intersect};
use crate::convex::relative::RelativePlacement;
use crate::math::{Placement, Vec3};
use crate::shape::{Primitive, Support};
use solid_testing::Random;

/// Support points are taken in this many directions.
const DIRECTIONS: usize = 3000;

fn shapes() -> Vec<Primitive> {
    let disc = Primitive::Cylinder { radius: 0.7, half_height: 0.0 };
    let up = Primitive::Segment { from: Vec3::y(), to: Vec3::y() };
    let cone = Primitive::Cone { radius: 0.8, half_height: 0.7 };
    let cube = Primitive::Box(Vec3::new(0.3, 0.2, 0.4));
    let lid = Primitive::sum(&up, &Primitive::sphere(0.3)).expect("small");
    vec![
        Primitive::sum(&cone, &cube).expect("small"),
        Primitive::hull(&disc, &lid).expect("small"),
        Primitive::Ellipsoid(Vec3::new(0.3, 0.9, 0.5)),
        Primitive::Round { half: Vec3::new(0.4, 0.0, 0.6), radius: 0.3 },
        Primitive::Wheel { radius: 0.6, rounding: 0.2 },
        Primitive::Frustum { bottom: [0.9, 0.4], top: [0.2, 0.6], half_height: 0.5 },
        Primitive::Segment { from: Vec3::new(-0.6, 0.2, 0.1), to: Vec3::new(0.9, 0.5, -0.3) },
        Primitive::Cylinder { radius: 0.5, half_height: 0.8 },
        cone,
        cube,
        disc,
    ]
}

/// The hull of the shape's support points, and how much farther the shape may reach than it.
fn mesh(shape: &Primitive) -> (Primitive, f64) {
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let direction = |i: usize| {
        let y = 1.0 - 2.0 * (i as f64 + 0.5) / DIRECTIONS as f64;
        let (sin, cos) = (i as f64 * golden).sin_cos();
        let around = (1.0 - y * y).sqrt();
        Vec3::new(around * cos, y, around * sin)
    };
    let points: Vec<Vec3> = (0..DIRECTIONS).map(|i| shape.support(&direction(i), &mut 0)).collect();
    // No direction is farther from one of them than that; the points of both are no farther than the shape is wide.
    let apart = 4.0 / (DIRECTIONS as f64).sqrt();
    let width = 2.0 * shape.bounding_spheres().outer;
    (Primitive::polytope(&points).expect("finite"), apart * width)
}

#[test]
fn support_points_reach_as_far_as_those_of_the_mesh() {
    let random = &mut Random::new(71);
    for shape in shapes() {
        let (mesh, lacks) = mesh(&shape);
        let mut most = 0.0_f64;
        for _ in 0..3000 {
            let d = random.vector().normalize();
            let farther = d.dot(&shape.support(&d, &mut 0)) - d.dot(&mesh.support(&d, &mut 0));
            assert!(farther >= -1e-14 && farther <= lacks, "{shape:?} {d:?}: {farther} of {lacks}");
            most = most.max(farther);
        }
        // Far better on the whole than the bound is: of second order where the shape is smooth.
        assert!(most <= 0.02, "{shape:?}: {most}");
    }
}

/// A random affine placement: mirrored half of the time, singular now and then.
fn placement(random: &mut Random) -> Placement {
    let mut basis = random.matrix();
    if random.below(5) == 0 {
        basis.set_column(random.below(3), &Vec3::zeros());
    }
    Placement { basis, origin: random.vector() * 0.8 }
}

#[test]
fn pairs_answer_as_their_meshes() {
    let random = &mut Random::new(72);
    let shapes = shapes();
    let meshes: Vec<Primitive> = shapes.iter().map(|shape| mesh(shape).0).collect();
    let (mut hits, mut misses) = (0, 0);
    for (i, a) in shapes.iter().enumerate() {
        for (j, b) in shapes.iter().enumerate() {
            for _ in 0..8 {
                let (p, q) = (placement(random), placement(random));
                let relative =
                    RelativePlacement::new(&a.absolute_extents(), &p, &b.absolute_extents(), &q)
                        .expect("in range");
                // What the meshes lack, under the placements; the bound of the test above.
                let lacks = 0.02 * (p.basis.norm() + q.basis.norm());
                let fine = closest_points(&meshes[i], &meshes[j], &relative, 1e-9, &mut [0; 2]);
                let exact = closest_points(a, b, &relative, 1e-9, &mut [0; 2]);
                let (fine, distance) = (fine.difference.norm(), exact.difference.norm());
                let seen = intersect(a, b, &relative, &mut Coherence::default());
                assert!(
                    distance <= fine + 1e-9 && fine <= distance + lacks,
                    "{a:?} {b:?}: {distance} {fine}"
                );
                if fine > lacks {
                    assert!(!seen, "{a:?} {b:?}: {fine} apart");
                    misses += 1;
                }
                if fine == 0.0 {
                    assert!(seen, "{a:?} {b:?}");
                    let common =
                        common_point(a, b, &relative, &mut Coherence::default()).expect("a hit");
                    let gap = (p.apply(&common.local_a) - q.apply(&common.local_b)).norm();
                    assert!(gap <= 1e-9, "{a:?} {b:?}: {gap}");
                    hits += 1;
                }
            }
        }
    }
    assert!(hits > 150 && misses > 150, "{hits} {misses}");
}
