//! What went wrong for others: a test for each line of the list that is about penetration depth.

use super::*;

fn cube(half: f64) -> Primitive {
    Primitive::Box(Vec3::repeat(half))
}

fn turned(x: f64, y: f64, z: f64, q: [f64; 4]) -> Placement {
    Placement { basis: rotation(&q), origin: Vec3::new(x, y, z) }
}

fn depth_of(result: Option<Depth>) -> f64 {
    result.expect("they collide").depth
}

/// parry #157, #378: EPA got stuck, and returned points far away. Flat triangles in a large box.
#[test]
fn triangles_that_cut_into_a_box() {
    let random = &mut Random::new(121);
    for _ in 0..300 {
        let corners: Vec<Vec3> = (0..3).map(|_| random.vector() * 2.0).collect();
        let triangle = Polytope::new(&corners);
        let q = any_place(random, 0.5);
        if let Some(d) = check(&triangle, &Placement::IDENTITY, &cube(0.5), &q) {
            assert!(d.local_a.norm() < 4.0 && d.local_b.norm() < 1.0, "{d:?}");
        }
    }
}

/// parry #246, #253: the heap ran empty for shapes in one place. Concentric and equal bodies.
#[test]
fn bodies_in_the_same_place() {
    for body in bodies() {
        // Round bodies about a common axis have a ring of directions that are all the least: only the lower bound suffers.
        let d = check_answer(&body, &Placement::IDENTITY, &body, &Placement::IDENTITY)
            .expect("they collide");
        assert!(d.lower > d.depth * (1.0 - 1e-2), "{body:?} {d:?}");
        let least =
            (0..3).map(|k| 2.0 * body.bounds().half_extents()[k]).fold(f64::INFINITY, f64::min);
        assert!(d.depth <= least * (1.0 + 1e-6), "{body:?} {d:?}");
    }
    assert!(
        (depth_of(check(&cube(0.5), &at(0.0, 0.0, 0.0), &cube(0.5), &at(0.0, 0.0, 0.0))) - 1.0)
            .abs()
            < 1e-12
    );
}

/// rapier #305: the normal on a thin box; coal #809: a thin box.
#[test]
fn thin_boxes_are_left_across() {
    let plate = Primitive::Box(Vec3::new(10.0, 0.01, 10.0));
    for (body, half) in
        [(cube(0.5), 0.5), (Primitive::sphere(0.5), 0.5), (bodies()[3].clone(), 0.5)]
    {
        let d = check(&body, &at(3.0, half - 0.005, -2.0), &plate, &Placement::IDENTITY)
            .expect("they collide");
        assert!((d.normal - Vec3::y()).norm() < 1e-6 && (d.depth - 0.015).abs() < 1e-8, "{d:?}");
    }
    let sheet = Primitive::Box(Vec3::new(10.0, 0.0, 10.0));
    let d =
        check(&cube(0.5), &at(1.0, 0.25, 1.0), &sheet, &Placement::IDENTITY).expect("they collide");
    assert!((d.depth - 0.25).abs() < 1e-12 && (d.normal - Vec3::y()).norm() < 1e-12, "{d:?}");
}

/// fcl #495: GJK and EPA disagreed on a kissing contact; fcl #375, Jolt PR 217, box2d #917: a zero normal there.
#[test]
fn touching_has_depth_zero_and_a_normal() {
    let sphere = Primitive::sphere(0.5);
    let round = Primitive::Round { half: Vec3::repeat(0.25), radius: 0.25 };
    for (a, b) in [
        (cube(0.5), cube(0.5)),
        (sphere.clone(), sphere.clone()),
        (cube(0.5), sphere),
        (round.clone(), round),
    ] {
        let d =
            check(&a, &at(1.0, 0.0, 0.0), &b, &Placement::IDENTITY).expect("touching is colliding");
        assert!(d.depth < 1e-15 && (d.normal - Vec3::x()).norm() < 1e-6, "{a:?} {b:?} {d:?}");
        assert_eq!(check(&a, &at(1.0 + 1e-9, 0.0, 0.0), &b, &Placement::IDENTITY), None);
        let d =
            check(&a, &at(1.0 - 1e-9, 0.0, 0.0), &b, &Placement::IDENTITY).expect("they collide");
        assert!(
            (d.depth - 1e-9).abs() < 1e-15 && (d.normal - Vec3::x()).norm() < 1e-4,
            "{a:?} {b:?} {d:?}"
        );
    }
    // Edge on edge, corner on face, and corner on corner.
    let lean = [0.0, 0.0, (std::f64::consts::FRAC_PI_8).sin(), (std::f64::consts::FRAC_PI_8).cos()];
    let up = [(std::f64::consts::FRAC_PI_8).sin(), 0.0, 0.0, (std::f64::consts::FRAC_PI_8).cos()];
    let root = 0.5_f64.sqrt();
    for (p, q) in [
        (turned(0.0, 2.0 * root, 0.0, lean), turned(0.0, 0.0, 0.0, up)),
        (at(1.0, 1.0, 1.0), at(0.0, 0.0, 0.0)),
        (at(1.0, 1.0, 0.25), at(0.0, 0.0, 0.0)),
    ] {
        if let Some(d) = check(&cube(0.5), &p, &cube(0.5), &q) {
            assert!(d.depth < 1e-15, "{d:?}");
        }
    }
}

/// fcl #545, #503: the depth was not the least. A long rod through a plate is left along the short way.
#[test]
fn rods_through_plates_are_left_the_short_way() {
    let rod = Primitive::Cylinder { radius: 0.1, half_height: 5.0 };
    let plate = Primitive::Box(Vec3::new(1.0, 0.05, 3.0));
    let d = check(&rod, &at(0.75, 0.0, 0.0), &plate, &Placement::IDENTITY).expect("they collide");
    assert!((d.depth - 0.35).abs() < 1e-6 && (d.normal - Vec3::x()).norm() < 1e-3, "{d:?}");
}

/// fcl #601: the answer of the pair swapped; bullet #181, #182: inverted normals; fcl #384, #76, #8, #422: what a
/// normal means.
#[test]
fn normals_point_from_the_second_to_the_first() {
    for a in bodies() {
        for b in bodies() {
            let d = check(&a, &at(0.0, 0.55, 0.0), &b, &Placement::IDENTITY);
            if let Some(d) = d {
                assert!(d.normal.y > 0.0, "{a:?} {b:?} {d:?}");
            }
        }
    }
}

/// fcl #319, #390, #398, #493: EPA threw. coal #147: its failure was read as no collision. Deep and nearly parallel.
#[test]
fn nearly_parallel_faces() {
    let random = &mut Random::new(122);
    let faces = |half: f64| {
        let corners: Vec<Vec3> = (0..8)
            .map(|i| Vec3::from([0, 1, 2].map(|k| if i >> k & 1 == 0 { -half } else { half })))
            .collect();
        Polytope::new(&corners)
    };
    for round in 0..600 {
        let tilt = 10_f64.powi(-(round % 17));
        let q = turned(
            random.signed() * 0.9,
            random.signed() * 0.9,
            random.signed() * 0.9,
            [tilt * random.signed(), tilt * random.signed(), tilt * random.signed(), 1.0],
        );
        let by_axes = check(&cube(0.5), &Placement::IDENTITY, &cube(0.5), &q);
        let by_epa = check(&faces(0.5), &Placement::IDENTITY, &faces(0.5), &q);
        assert_eq!(by_axes.is_some(), by_epa.is_some());
        if let (Some(x), Some(y)) = (by_axes, by_epa) {
            assert!((x.depth - y.depth).abs() < 1e-9, "{x:?} {y:?}");
        }
    }
}

/// libccd #17: a large box. Sizes from 1e-4 to 1e4 in one pair.
#[test]
fn huge_against_tiny() {
    let random = &mut Random::new(123);
    for round in 0..300 {
        let ground =
            [cube(1e4), Primitive::Cylinder { radius: 1e4, half_height: 1e4 }][round % 2].clone();
        let small = match round / 2 % 3 {
            0 => cube(1e-4),
            1 => Primitive::Cone { radius: 1e-4, half_height: 1e-4 },
            _ => Primitive::Ellipsoid(Vec3::new(1e-4, 2e-4, 3e-4)),
        };
        let p = Placement {
            basis: rotation(&random.quaternion()),
            origin: Vec3::new(random.signed() * 4e3, 1e4, random.signed() * 4e3),
        };
        let d = check(&small, &p, &ground, &Placement::IDENTITY).expect("it lies on the ground");
        let due = overlap(&small, &p, &ground, &Placement::IDENTITY, &Vec3::y());
        assert!((d.depth - due).abs() < 1e-6 * due + 1e-10, "{d:?}, not {due}");
    }
}

/// libccd #25: stacked cubes gave NaN; ncollide #157: no contact. Every whole and half offset of two cubes.
#[test]
fn stacked_cubes() {
    let offsets = [-1.0, -0.5, 0.0, 0.5, 1.0_f64];
    for x in offsets {
        for y in offsets {
            for z in offsets {
                let d = check(&cube(0.5), &at(x, y, z), &cube(0.5), &Placement::IDENTITY);
                let due = 1.0 - x.abs().max(y.abs()).max(z.abs());
                assert!((depth_of(d) - due).abs() < 1e-15, "{x} {y} {z} {d:?}");
            }
        }
    }
}

/// bullet #93, OpenRAL #215: GJK ended with a simplex of two points; mujoco_warp #1526: the origin on a face of the
/// tetrahedron. Polytopes whose difference has the origin on planes through its corners.
#[test]
fn the_origin_on_features_of_the_simplex() {
    let octahedron: Vec<Vec3> =
        (0..3).flat_map(|k| [Vec3::ith(k, 1.0), Vec3::ith(k, -1.0)]).collect();
    let octahedron = Polytope::new(&octahedron);
    let shifts = [0.0, 0.25, 0.5, 1.0];
    for x in shifts {
        for y in shifts {
            for z in shifts {
                let d = check(&octahedron, &at(x, y, z), &octahedron, &Placement::IDENTITY);
                // The difference is an octahedron of radius 2.
                let due = (2.0 - x - y - z) / 3.0_f64.sqrt();
                match d {
                    Some(d) => assert!((d.depth - due.max(0.0)).abs() < 1e-12, "{x} {y} {z} {d:?}"),
                    None => assert!(due < 0.0, "{x} {y} {z}"),
                }
            }
        }
    }
}

/// bullet #4455: normalising zero. Bodies without volume: points, segments, triangles in one plane.
#[test]
fn flat_bodies_only_touch() {
    let point = Polytope::new(&[Vec3::new(1.0, 2.0, 3.0)]);
    let segment = |a: [f64; 3], b: [f64; 3]| Polytope::new(&[Vec3::from(a), Vec3::from(b)]);
    let triangle = Polytope::new(&[Vec3::zeros(), Vec3::x(), Vec3::y()]);
    let here = &Placement::IDENTITY;
    for d in [
        check(&point, here, &point, here),
        check(
            &segment([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
            here,
            &segment([0.0, -1.0, 0.0], [0.0, 1.0, 0.0]),
            here,
        ),
        check(
            &segment([0.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
            here,
            &segment([0.5, 0.0, 0.0], [2.0, 0.0, 0.0]),
            here,
        ),
        check(&triangle, here, &triangle, here),
    ] {
        assert!(depth_of(d) < 1e-15, "{d:?}");
    }
    // A point in a box, and a segment through it.
    let inside = Polytope::new(&[Vec3::new(0.25, 0.0, 0.0)]);
    assert!((depth_of(check(&inside, here, &cube(0.5), here)) - 0.25).abs() < 1e-12);
    let through = segment([0.125, -2.0, 0.125], [0.125, 2.0, 0.25]);
    assert!((depth_of(check(&through, here, &cube(0.5), here)) - 0.3125).abs() < 0.07);
}

/// Jolt #886: slivers; parry #202: an assertion. Needles and blades of ratios to 1e8.
#[test]
fn slivers() {
    let random = &mut Random::new(124);
    let mut hits = 0;
    for round in 0..600 {
        let thin = 10_f64.powi(-(round % 9));
        let mut sliver = |other: f64| {
            let corners: Vec<Vec3> = (0..5)
                .map(|_| random.vector().component_mul(&Vec3::new(1.0, thin, other)))
                .collect();
            Polytope::new(&corners)
        };
        let (a, b) = (sliver(1.0), sliver(thin));
        let (p, q) = (any_place(random, 0.2 * thin), any_place(random, 0.2 * thin));
        hits += usize::from(check(&a, &p, &b, &q).is_some());
    }
    assert!(hits > 150, "{hits}");
}

/// ncollide #49: a hull of size 1e-23; openGJK #52: coordinates near 9e4.
#[test]
fn sizes_and_places_far_from_one() {
    let corners = |size: f64| {
        let all: Vec<Vec3> = (0..8)
            .map(|i| Vec3::from([0, 1, 2].map(|k| if i >> k & 1 == 0 { -size } else { size })))
            .collect();
        Polytope::new(&all)
    };
    let tiny = corners(1e-23);
    let d =
        check(&tiny, &at(1.5e-23, 0.0, 0.0), &tiny, &Placement::IDENTITY).expect("they collide");
    assert!(
        (d.depth / 0.5e-23 - 1.0).abs() < 1e-9 && (d.normal - Vec3::x()).norm() < 1e-9,
        "{d:?}"
    );
    let body = corners(1.0);
    let far = 9e4;
    let d =
        check(&body, &at(far + 1.5, far, -far), &body, &at(far, far, -far)).expect("they collide");
    assert!((d.depth - 0.5).abs() < 1e-12, "{d:?}");
}

/// Jolt #1008, #1734, #2103, fcl #122: cylinders, and tilted ones.
#[test]
fn cylinders() {
    let cylinder = Primitive::Cylinder { radius: 0.5, half_height: 1.0 };
    let d = check(&cylinder, &at(0.0, 1.75, 0.0), &cylinder, &Placement::IDENTITY)
        .expect("they collide");
    assert!((d.depth - 0.25).abs() < 1e-9 && (d.normal - Vec3::y()).norm() < 1e-6, "{d:?}");
    let d = check(&cylinder, &at(0.75, 0.0, 0.0), &cylinder, &Placement::IDENTITY)
        .expect("they collide");
    assert!((d.depth - 0.25).abs() < 1e-6 && (d.normal - Vec3::x()).norm() < 1e-2, "{d:?}");
    // On its side across the other.
    let lying = turned(0.0, 1.25, 0.0, [0.0, 0.0, 1.0, 1.0]);
    let d = check(&cylinder, &lying, &cylinder, &Placement::IDENTITY).expect("they collide");
    assert!((d.depth - 0.25).abs() < 1e-6 && (d.normal - Vec3::y()).norm() < 1e-3, "{d:?}");
    let random = &mut Random::new(125);
    for _ in 0..200 {
        let tilt = 10_f64.powi(-(random.below(10) as i32));
        let p =
            turned(random.signed(), 1.9, random.signed(), [tilt, 0.0, tilt * random.signed(), 1.0]);
        check(&cylinder, &p, &cylinder, &Placement::IDENTITY);
    }
}

/// parry #34, PR 148: a ball whose centre is on a corner or on a surface.
#[test]
fn balls_centred_on_a_surface() {
    let ball = Primitive::sphere(0.25);
    for (x, y, z) in [(0.5, 0.5, 0.5), (0.5, 0.5, 0.0), (0.5, 0.1, 0.0), (0.5, 0.0, 0.0)] {
        let d = check(&ball, &at(x, y, z), &cube(0.5), &Placement::IDENTITY).expect("they collide");
        assert!((d.depth - 0.25).abs() < 1e-9, "{d:?}");
        let out = Vec3::new(x, y, z).map(|c: f64| if c == 0.5 { 1.0 } else { 0.0 });
        assert!(d.normal.dot(&out) >= 0.99, "{d:?}");
    }
}

/// libccd #7, parry #202, coal #37, #52: hangs and no convergence. Bodies in one place. Where the centre of a ball is on
/// the axis of a cone or a cylinder a ring of directions may be the least, or nearly so of other round bodies: the search ends at
/// its cap, its bounds near.
#[test]
fn every_search_ends() {
    let random = &mut Random::new(126);
    let mut near_rings = 0;
    for round in 0..3000 {
        let kinds = [round % 6, round / 6 % 6];
        let [a, b] = kinds.map(|kind| bodies()[kind].clone());
        let spread = [0.0, 1e-12, 1e-6, 1e-3, 0.3][round % 5];
        let Some(d) = check_answer(&a, &any_place(random, spread), &b, &any_place(random, spread))
        else {
            continue;
        };
        assert!(d.lower > d.depth * (1.0 - 1e-2) - 1e-11, "{a:?} {b:?} {d:?}");
        let ring = matches!(kinds, [5, 2 | 3] | [2 | 3, 5]) && spread < 0.3;
        let is_open = d.status != Status::Converged;
        assert!(!is_open || d.status == Status::Capped, "{a:?} {b:?} {d:?}");
        near_rings += u32::from(is_open && !ring);
        assert!(!is_open || ring || d.lower > d.depth * (1.0 - 1e-3), "{a:?} {b:?} {d:?}");
    }
    assert!(near_rings <= limit(0, 4), "{near_rings}");
}

/// parry #34: points exactly on the surface of a box, by their rounded coordinates: the deepest points are that one.
#[test]
fn points_on_the_faces_of_turned_boxes() {
    let random = &mut Random::new(127);
    let (point, mut hits) = (Primitive::sphere(0.0), 0);
    for body in [cube(0.5), bodies()[3].clone(), bodies()[2].clone()] {
        for _ in 0..200 {
            let q = any_place(random, 1.0);
            let on_surface = body.support(&random.vector(), &mut 0) * 0.3
                + body.support(&Vec3::y(), &mut 0) * 0.7;
            let p = Placement { origin: q.apply(&on_surface), ..any_place(random, 0.0) };
            let Some(d) = check_answer(&point, &p, &body, &q) else {
                continue;
            };
            hits += 1;
            assert!((q.apply(&d.local_b) - p.origin).norm() < d.depth + 1e-8, "{d:?}");
        }
    }
    assert!(hits > 100, "{hits}");
}

/// Jolt #1008: a capsule that stands on a wide plate and leans by a little. The direction of the distance of the unrounded
/// bodies had half of its digits, and over the plate's width the depth was off by hundredths.
#[test]
fn capsules_that_stand_on_plates_and_lean_a_little() {
    let plate = Primitive::Box(Vec3::new(10.0, 1.0, 10.0));
    for half in [0.25, 0.5, 0.75] {
        let capsule = Primitive::Round { half: Vec3::new(0.0, half, 0.0), radius: 0.5 };
        for angle in [0.0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2] {
            let (sine, cosine) = (0.5_f64 * angle).sin_cos();
            let height = 1.0 + 0.5 + half * angle.cos() - 0.01;
            let p = turned(0.0, height, 0.0, [0.6 * sine, 0.0, 0.8 * sine, cosine]);
            let d = check(&capsule, &p, &plate, &Placement::IDENTITY).expect("they collide");
            assert!((d.depth - 0.01).abs() < 1e-8, "{half} {angle}: {d:?}");
        }
    }
}
