use super::*;
use crate::query::{self, Shape};
use solid_testing::Random;
use solid_testing::meshes::{closed_ball, ring};

const LIMITS: ClashLimits = ClashLimits { clearance: 0.1, tolerance: 0.01 };

fn cuboid(size: [f64; 3]) -> Shape {
    Shape::cuboid(size).expect("finite")
}

/// The same box as a solid of triangles.
fn solid_box(size: [f64; 3]) -> Shape {
    let half = Vec3::from(size) / 2.0;
    let corner = |i: u32| {
        let sign = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        Vec3::new(sign(0), sign(1), sign(2)).component_mul(&half)
    };
    let corners: Vec<Vec3> = (0..8).map(corner).collect();
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let faces: Vec<[u32; 3]> =
        quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Shape::mesh(&corners, &faces).and_then(Shape::into_solid).expect("closed")
}

fn at(x: f64, y: f64, z: f64) -> Placement {
    Placement::translation([x, y, z])
}

fn clash(a: &Shape, p: &Placement, b: &Shape, q: &Placement) -> Clash {
    query::clash(a, p, b, q, LIMITS).expect("finite")
}

/// The kinds of boxes along the axes, also as meshes, turned and in the other order.
#[test]
fn boxes_have_the_kinds_of_their_intervals() {
    use ClashKind::*;
    let block = [2.0, 2.0, 2.0];
    let cases = [
        ([1.0; 3], [3.0, 0.0, 0.0], Apart, 0, 0.0),
        ([1.0; 3], [1.55, 0.0, 0.0], Clearance, 0, 0.0),
        ([1.0; 3], [1.5, 0.0, 0.0], Touching, 0, 0.0),
        ([1.0; 3], [1.495, 0.0, 0.0], Touching, 0, 0.005),
        ([1.0; 3], [1.25, 0.2, 0.1], Overlapping, 0, 0.25),
        ([1.0; 3], [0.3, 0.2, 0.1], Contained, 1, 1.0),
        ([1.0; 3], [0.505, 0.0, 0.0], Contained, 1, 0.995),
        ([2.0; 3], [0.002, 0.001, 0.0], Duplicate, 0, 1.998 * 1.999 * 2.0),
        ([6.0, 0.5, 0.5], [0.5, 0.2, 0.1], Piercing, 1, 0.5),
        ([6.0, 0.5, 0.5], [3.5, 0.2, 0.1], Overlapping, 0, 0.125),
    ];
    let mut random = Random::new(711);
    for (number, (size, place, kind, inner, volume)) in cases.into_iter().enumerate() {
        for variant in 0..8 {
            let make = |size, bit: u32| {
                if variant >> bit & 1 == 1 { solid_box(size) } else { cuboid(size) }
            };
            let (a, b) = (make(block, 0), make(size, 1));
            let mut pose = Placement::IDENTITY;
            if variant & 4 != 0 {
                pose = Placement::translation(random.vector() * 50.0);
                pose.rotate(&random.quaternion());
            }
            let mut there = pose;
            there.translate(&place.into());
            let context = format!("case {number}, variant {variant}");
            let found = clash(&a, &pose, &b, &there);
            assert_eq!((found.kind, found.inner), (kind, inner), "{context}: {found:?}");
            let shared = found.volume.expect("closed");
            assert!((shared - volume).abs() < 1e-9, "{context}: {found:?}");
            let mirrored = clash(&b, &there, &a, &pose);
            assert_eq!(mirrored.kind, kind, "{context}");
            if matches!(kind, Piercing | Contained) {
                assert_eq!(mirrored.inner, 1 - inner, "{context}");
            }
            if found.distance == 0.0 {
                let mut away = pose;
                away.origin += found.translation * (1.0 + 1e-9);
                assert!(!query::intersects(&a, &away, &b, &there), "{context}");
                assert!(found.least <= found.depth() * (1.0 + 1e-12));
                assert!((mirrored.protrusions[0] - found.protrusions[1]).abs() < 0.02);
            }
        }
    }
}

/// How far a beam reaches into a wall that it ends in, and where it is the deepest.
#[test]
fn a_beam_reaches_into_a_wall_as_far_as_it_ends_in_it() {
    let (wall, beam) = (solid_box([4.0, 0.5, 4.0]), solid_box([0.25, 3.0, 0.25]));
    let found = clash(&beam, &at(0.0, 1.65, 0.5), &wall, &Placement::IDENTITY); // its end is at y = 0.15, 0.1 deep
    assert_eq!(found.kind, ClashKind::Overlapping);
    assert!((found.protrusions[0] - 0.1).abs() < 1e-12, "{found:?}");
    assert!((found.depth() - 0.1).abs() < 1e-9 && found.translation.y > 0.0);
    assert!((found.volume.expect("closed") - 0.25 * 0.25 * 0.1).abs() < 1e-12);
    assert!((found.center - Vec3::new(0.0, 0.2, 0.5)).norm() < 1e-9);
    // The largest ball in 0.25 x 0.1 x 0.25 has a radius of 0.05.
    assert!((0.05 * 0.98..0.05 + 1e-12).contains(&found.radius), "{found:?}");
    assert!((found.deepest.y - 0.2).abs() < 0.002 && found.deepest.x.abs() < 0.08);
}

/// The values of deepest points are those of the signed distances there, and no sampled point is deeper.
#[test]
fn no_common_point_is_deeper() {
    let mut random = Random::new(712);
    let (mut met, donut) = (0, ring(1.0, 0.4, 16, 12));
    for round in 0..12 {
        let mesh = closed_ball(&mut random, 8, 12, 0.4);
        let solid = |mesh: &solid_testing::meshes::Mesh| {
            Shape::mesh(&mesh.vertices, &mesh.triangles)
                .and_then(Shape::into_solid)
                .expect("closed")
        };
        let (a, b) = (solid(&mesh), solid(&donut));
        let mut p = Placement::translation(random.vector() * 0.8);
        p.rotate(&random.quaternion());
        let q = Placement::IDENTITY;
        let found = clash(&a, &p, &b, &q);
        if found.distance > 0.0 || found.kind == ClashKind::Touching {
            continue;
        }
        met += 1;
        let inside = |shape: &Shape, pose: &Placement, point: &Vec3| {
            -query::signed_distance(shape, pose, *point).expect("closed").expect("finite").distance
        };
        let here = inside(&a, &p, &found.deepest).min(inside(&b, &q, &found.deepest));
        assert!((here - found.radius).abs() < 1e-12, "{round}: {found:?} {here}");
        for _ in 0..2000 {
            let point = found.center + random.vector() * 0.7;
            let (of_a, of_b) = (inside(&a, &p, &point), inside(&b, &q, &point));
            assert!(of_a.min(of_b) <= found.radius * 1.03 + 1e-9, "{round}: {found:?} {point:?}");
            if of_a >= 0.0 && of_b >= 0.0 {
                assert!(of_b <= found.protrusions[0] * 1.03 + 1e-9, "{round}: {found:?}");
                assert!(of_a <= found.protrusions[1] * 1.03 + 1e-9, "{round}: {found:?}");
            }
        }
    }
    assert!(met > 5, "{met}");
}

/// Surfaces without an inside have no volume, and curves all the same; bodies without extent have no depth.
#[test]
fn open_and_flat_bodies_have_what_there_is() {
    let corners = [[-2.0, 0.0, -2.0], [2.0, 0.0, -2.0], [2.0, 0.0, 2.0], [-2.0, 0.0, 2.0]];
    let sheet = Shape::mesh(&corners.map(Vec3::from), &[[0, 1, 2], [0, 2, 3]]).expect("finite");
    let here = Placement::IDENTITY;
    let block = cuboid([1.0; 3]);
    let found = clash(&sheet, &here, &block, &here);
    assert_eq!((found.kind, found.volume), (ClashKind::Overlapping, None));
    let curves = query::clash_curves(&sheet, &here, &block, &here);
    let length: f64 = curves.iter().map(|s| (s.ends[1] - s.ends[0]).norm()).sum();
    assert!((length - 4.0).abs() < 1e-9 && curves.iter().all(|s| s.curve == 0), "{length}");
    let plate = cuboid([1.0, 0.0, 1.0]);
    let found = clash(&plate, &here, &block, &at(0.0, 0.2, 0.0));
    assert!(found.volume.is_none_or(|volume| volume == 0.0), "{found:?}");
    let nowhere = at(f64::NAN, 0.0, 0.0);
    assert!(query::clash(&block, &here, &block, &nowhere, LIMITS).is_none());
    assert!(query::clash_curves(&block, &here, &block, &nowhere).is_empty());
}

/// The way out of a channel is up: between its sides, which hold a block by less than its floor does, there is none.
#[test]
fn a_body_is_moved_out_of_all_parts_of_a_compound() {
    let side = cuboid([1.0, 4.0, 4.0]);
    let parts = [
        (cuboid([4.0, 1.0, 4.0]), at(0.0, -0.5, 0.0)),
        (side.clone(), at(-1.5, 2.0, 0.0)),
        (side, at(1.5, 2.0, 0.0)),
    ];
    let channel = Shape::compound(&parts).expect("of boxes");
    let (block, here, mut pose) = (cuboid([2.1, 1.0, 1.0]), Placement::IDENTITY, at(0.0, 3.0, 0.0));
    let found = clash(&block, &pose, &channel, &here);
    assert_eq!((found.kind, found.inner), (ClashKind::Overlapping, 0));
    assert!((found.depth() - 1.5).abs() < 1e-9 && found.least > 1.0, "{found:?}");
    pose.origin += found.translation;
    assert!(!query::intersects(&block, &pose, &channel, &here));
}

/// A pipe through a wall crosses it in two curves, whatever the pipe is made of.
#[test]
fn a_pipe_pierces_a_wall_in_two_curves() {
    let (pipe, wall) = (Shape::cylinder(0.2, 4.0).expect("finite"), cuboid([3.0, 0.5, 3.0]));
    let (here, beside) = (Placement::IDENTITY, at(0.3, 0.6, 0.1));
    let found = clash(&wall, &here, &pipe, &beside);
    assert_eq!((found.kind, found.inner), (ClashKind::Piercing, 1));
    let exact = std::f64::consts::PI * 0.04 * 0.5;
    assert!((0.0..0.005).contains(&(1.0 - found.volume.expect("closed") / exact)), "{found:?}");
    let curves = query::clash_curves(&wall, &here, &pipe, &beside);
    assert_eq!(curves.iter().map(|segment| segment.curve).max(), Some(1));
}

/// All kinds of bodies at all kinds of placements, also mirrored, sheared, huge and tiny ones: what is found is within its bounds, and
/// the same in the other order.
#[test]
fn what_is_found_is_within_its_bounds() {
    let mut random = Random::new(713);
    let mesh = closed_ball(&mut random, 6, 8, 0.4);
    let solid = Shape::mesh(&mesh.vertices, &mesh.triangles).and_then(Shape::into_solid);
    let points: Vec<Vec3> = (0..12).map(|_| random.vector()).collect();
    let shapes = [
        cuboid([1.0, 2.0, 0.5]),
        Shape::sphere(0.8).expect("finite"),
        Shape::cone(0.5, 1.5).expect("finite"),
        Shape::capsule(0.3, 1.0).expect("finite"),
        Shape::polytope(&points).expect("finite"),
        Shape::segment([0.0; 3], [1.0, 0.5, 0.0]).expect("finite"),
        Shape::sum(&cuboid([1.0, 0.2, 1.0]), &Shape::cone(0.3, 0.6).expect("finite"))
            .expect("small"),
        solid.expect("closed"),
        solid_box([1.0, 1.0, 2.0]),
    ];
    let mut kinds = [0; 7];
    for round in 0..90 {
        let scale = [1.0, 1e-6, 1e6, 1e120, 1e-120][round % 5];
        let mut pose = || {
            let mut pose = Placement::translation(random.vector() * (0.8 * scale));
            pose.rotate(&random.quaternion());
            let mirror = if round % 7 == 0 { -1.0 } else { 1.0 };
            let shear = if round % 3 == 0 { 0.5 } else { 1.0 };
            pose.scale(&(Vec3::new(mirror, 1.0, shear) * scale));
            pose
        };
        let (p, q) = (pose(), pose());
        let (a, b) = (&shapes[round % 9], &shapes[round / 9 % 9]);
        let limits = ClashLimits { clearance: 0.2 * scale, tolerance: 1e-3 * scale };
        let (Some(found), Some(other)) =
            (query::clash(a, &p, b, &q, limits), query::clash(b, &q, a, &p, limits))
        else {
            assert!(!(1e-100..=1e100).contains(&scale), "{round}");
            continue;
        };
        kinds[found.kind as usize] += 1;
        let context = format!("{round}: {found:?} {other:?}");
        assert_eq!(found.kind, other.kind, "{context}");
        assert_eq!(found.distance == 0.0, query::intersects(a, &p, b, &q), "{context}");
        let volumes = [(a, &p), (b, &q)].map(|(shape, pose)| {
            shape.mass_properties().expect("closed").volume * pose.basis.determinant().abs()
        });
        let least = volumes[0].min(volumes[1]);
        if scale == 1.0 {
            let (one, two) = (found.volume.expect("closed"), other.volume.expect("closed"));
            assert!((0.0..=least * 1.01 + 1e-12).contains(&one), "{context} {least}");
            assert!((one - two).abs() < 1e-9, "{context}");
            // A ball in what both share is no larger than that, but for round bodies.
            let ball = 4.0 / 3.0 * std::f64::consts::PI * found.radius.powi(3);
            assert!(ball <= one * 1.02 + 1e-9, "{context}");
            assert!(
                found.radius <= found.protrusions[0].min(found.protrusions[1]) + 1e-12,
                "{context}"
            );
        }
        let finite = [found.deepest, found.center, found.points[0], found.translation];
        assert!(finite.iter().all(|v| v.iter().all(|x| x.is_finite())), "{context}");
        query::clash_curves(a, &p, b, &q);
    }
    assert!(kinds[0] > 2 && kinds[3] > 15, "{kinds:?}");
}
