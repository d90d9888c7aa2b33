//! Regions of contact of round, rounded and summed bodies against closed forms, regions at rest in turned scenes, and what persists.

use std::f64::consts::{FRAC_PI_2, TAU};

use solid_geometry::query::{self, Contact};
use solid_geometry::{Placement, Shape, Vec3};
use solid_testing::Random;

/// A wide plate whose upper side is at height 0.
fn plate() -> (Shape, Placement) {
    (Shape::cuboid([200.0, 40.0, 200.0]).unwrap(), Placement::translation([0.0, -20.0, 0.0]))
}

/// Turned about z, then about y.
fn turned(about_z: f64, about_y: f64) -> Placement {
    let mut placement = Placement::IDENTITY;
    placement.rotate(&[0.0, (0.5 * about_y).sin(), 0.0, (0.5 * about_y).cos()]);
    placement.rotate(&[0.0, 0.0, (0.5 * about_z).sin(), (0.5 * about_z).cos()]);
    placement
}

/// The contacts of a body on the plate, its origin at a height, with the scene turned and moved at random and turned back.
fn on_plate(
    random: &mut Random,
    body: &Shape,
    mut placement: Placement,
    height: f64,
) -> Vec<Contact> {
    placement.origin = Vec3::new(random.within(3.0), height, random.within(3.0));
    let mut scene = Placement::translation(random.point(10.0));
    scene.rotate(&random.on_sphere::<4>());
    let (plate, below) = plate();
    let mut contacts =
        query::contacts(body, &scene.compose(&placement), &plate, &scene.compose(&below));
    for contact in &mut contacts {
        contact.points = contact.points.map(|p| scene.apply_inverse(&p) - placement.origin);
        contact.normal = scene.basis.tr_mul(&contact.normal);
        assert!((contact.normal - Vec3::y()).norm() < 1e-9, "{contact:?}");
        assert!((contact.points[1].y + height).abs() < 1e-9, "not on the plate: {contact:?}");
    }
    contacts
}

fn has(contacts: &[Contact], p: Vec3, tolerance: f64) -> bool {
    contacts.iter().any(|contact| (contact.points[0] - p).norm() < tolerance)
}

#[test]
fn capsules_and_cylinders_that_lie_have_both_ends() {
    let random = &mut Random::new(1);
    for _ in 0..300 {
        let (radius, long) = (random.decade(-1.0, 0.0), random.decade(-0.5, 1.5));
        let (tilt, yaw) = (random.within(15f64.to_radians()), random.unit() * TAU);
        // The far end is in the plate as well, and the axis is not.
        let drop = long * tilt.sin().abs();
        if drop > 0.8 * radius {
            continue;
        }
        let lying = turned(FRAC_PI_2 + tilt, yaw);
        let axis = lying.basis * Vec3::y() * (0.5 * long);
        let down = -Vec3::y();
        let side = (down - axis * (down.dot(&axis) / axis.norm_squared())).normalize();
        let low = if axis.y < 0.0 { axis } else { -axis };

        let capsule = Shape::capsule(radius, long).unwrap();
        let height = 0.5 * drop + radius - 0.9 * radius;
        let contacts = on_plate(random, &capsule, lying, height);
        assert!((2..=3).contains(&contacts.len()), "{tilt} {long} {radius} {contacts:?}");
        assert!(has(&contacts, low + down * radius, 1e-5), "the deepest of {contacts:?}");
        assert!(has(&contacts, -low + side * radius, 1e-9), "the other end of {contacts:?}");
        let depth = |p: Vec3| -(p.y + height);
        for contact in &contacts {
            assert!((contact.depth - depth(contact.points[0])).abs() < 1e-9);
        }

        let cylinder = Shape::cylinder(radius, long).unwrap();
        let contacts = on_plate(random, &cylinder, lying, height);
        let ends = [low + side * radius, -low + side * radius];
        let inside = ends.iter().filter(|p| depth(**p) > 0.0);
        assert!(inside.clone().all(|p| has(&contacts, *p, 1e-5)), "{ends:?} of {contacts:?}");
    }
}

#[test]
fn a_cylinder_or_cone_that_stands_has_its_rim_as_far_as_it_is_in_the_plate() {
    let random = &mut Random::new(2);
    for case in 0..300 {
        let (radius, long) = (random.decade(-1.0, 1.0), random.decade(-1.0, 1.0));
        let (tilt, yaw) = (random.between(1e-3, 15f64.to_radians()), random.unit() * TAU);
        let standing = turned(tilt, yaw);
        let shape =
            if case % 2 == 0 { Shape::cylinder(radius, long) } else { Shape::cone(radius, long) }
                .unwrap();
        let center = standing.basis * -Vec3::y() * (0.5 * long);
        let highest = 2.0 * radius * tilt.sin();
        let depth = highest * random.between(0.05, 1.5);
        let height = -center.y + 0.5 * highest - depth;
        if depth > 0.2 * long {
            continue;
        }
        let contacts = on_plate(random, &shape, standing, height);
        let axis = standing.basis * Vec3::y();
        let mut widest = 0.0_f64;
        let level = standing.basis * Vec3::z();
        for contact in &contacts {
            let p = contact.points[0] - center;
            assert!(
                p.dot(&axis).abs() < 1e-5 * radius && p.norm() < radius * (1.0 + 1e-5),
                "{contact:?}"
            );
            assert!(p.norm() > radius * 0.98 || contact.depth < 1e-9 * radius, "{contact:?}");
            widest = widest.max(p.dot(&level).abs());
        }
        // The chord in which the plane cuts the base, or the diameter.
        let part = (1.0 - 2.0 * depth / highest).clamp(-1.0, 0.0);
        let expected = if depth < 0.5 * highest {
            radius * (1.0 - (1.0 - 2.0 * depth / highest).powi(2)).sqrt()
        } else {
            radius
        };
        let tolerance = if part < 0.0 { 0.02 } else { 1e-6 };
        assert!((widest - expected).abs() < tolerance * radius, "{widest} {expected} {contacts:?}");
        assert!(contacts.len() <= 16);
    }
}

#[test]
fn parallel_and_crossed_capsules_have_closed_forms() {
    let capsule = Shape::capsule(0.5, 4.0).unwrap();
    let random = &mut Random::new(3);
    for _ in 0..200 {
        // Less than a right angle: the middle line is the one between them.
        let (angle, depth) = (random.decade(-4.0, 0.19), random.between(0.01, 0.4));
        let mut scene = Placement::translation(random.point(5.0));
        scene.rotate(&random.on_sphere::<4>());
        let lower = scene.compose(&turned(FRAC_PI_2, 0.0));
        let mut upper = turned(FRAC_PI_2, angle);
        upper.origin.y = 1.0 - depth;
        let contacts = query::contacts(&capsule, &scene.compose(&upper), &capsule, &lower);
        let reach = (1.0 - (1.0 - depth).powi(2)).sqrt();
        // From the crossing along the middle line, where the bodies are no longer in each other; but no farther than both reach.
        let half = (reach / (2.0 * (0.5 * angle).sin())).min(2.0 * (0.5 * angle).cos());
        let ends: Vec<f64> = contacts
            .iter()
            .map(|contact| scene.basis.tr_mul(&(contact.points[0] - scene.origin)))
            .map(|p| p.x * (0.5 * angle).cos() - p.z * (0.5 * angle).sin())
            .collect();
        let [low, high] = ends.iter().fold([0.0_f64; 2], |[l, h], x| [l.min(*x), h.max(*x)]);
        assert!(
            (high - half).abs() < 0.01 && (low + half).abs() < 0.01,
            "{angle} {depth}: {ends:?} {half}"
        );
    }
}

#[test]
fn cubes_with_a_common_face_have_its_corners_however_the_scene_is_turned() {
    let random = &mut Random::new(4);
    let corners: Vec<Vec3> =
        (0..8).map(|i| Vec3::from_fn(|k, _| if i >> k & 1 == 1 { 0.5 } else { -0.5 })).collect();
    let cubes = [Shape::cuboid([1.0; 3]).unwrap(), Shape::polytope(&corners).unwrap()];
    for case in 0..2000 {
        let cube = &cubes[case % 2];
        let mut scene = Placement::translation(random.point(1.0));
        scene.rotate(&random.on_sphere::<4>());
        let depth = if case % 3 == 0 { 0.0 } else { random.decade(-16.0, -12.0) };
        let above = scene.compose(&Placement::translation([0.0, 1.0 - depth, 0.0]));
        let contacts = query::contacts(cube, &above, cube, &scene);
        if contacts.is_empty() {
            continue; // Apart, by rounding.
        }
        assert_eq!(contacts.len(), 4, "{depth}: {contacts:?}");
        for (x, z) in [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)] {
            assert!(has(&contacts, scene.apply(&Vec3::new(x, 0.5, z)), 1e-7), "{contacts:?}");
        }
    }
}

/// How far a region is from another: the farthest that a contact of one is from all of the other, both weighted by depth.
fn moved(from: &[Contact], to: &[Contact]) -> f64 {
    let one_way = |from: &[Contact], to: &[Contact]| {
        let nearest = |p: &Contact| {
            let distance = |q: &Contact| (p.points[0] - q.points[0]).norm();
            to.iter().map(distance).fold(f64::INFINITY, f64::min).min(p.depth * 40.0)
        };
        from.iter().map(nearest).fold(0.0, f64::max)
    };
    one_way(from, to).max(one_way(to, from))
}

#[test]
fn a_small_motion_moves_the_region_by_little() {
    let (plate, below) = plate();
    let shapes = [
        Shape::cuboid([1.0, 0.6, 0.8]).unwrap(),
        Shape::capsule(0.3, 1.0).unwrap(),
        Shape::cylinder(0.4, 1.0).unwrap(),
        Shape::cone(0.4, 1.0).unwrap(),
        Shape::round_box([1.0, 0.6, 0.8], 0.1).unwrap(),
    ];
    for shape in &shapes {
        let mut before: Option<Vec<Contact>> = None;
        for step in 0..2000 {
            let mut placement = turned(f64::from(step) * 1e-4, 0.3);
            let low = query::contacts(
                shape,
                &placement,
                &plate,
                &Placement::translation([0.0, -15.0, 0.0]),
            );
            let lowest = low.iter().map(|c| c.points[0].y).fold(f64::INFINITY, f64::min);
            placement.origin.y = -lowest - 0.1;
            let contacts = query::contacts(shape, &placement, &plate, &below);
            if let Some(before) = before {
                let by = moved(&before, &contacts);
                assert!(by < 0.02, "{shape:?}, step {step}, by {by}: {before:#?} {contacts:#?}");
            }
            before = Some(contacts);
        }
    }
}

#[test]
fn features_are_the_same_from_frame_to_frame() {
    let (plate, below) = plate();
    let shapes = [
        (Shape::cuboid([1.0, 0.6, 0.8]).unwrap(), 0.3),
        (Shape::capsule(0.3, 1.0).unwrap(), 0.8),
        (Shape::cylinder(0.4, 1.0).unwrap(), 0.5),
        (
            Shape::polytope(
                &[[1.0, 0.0, 0.0], [-1.0, 0.0, 1.0], [-1.0, 0.0, -1.0], [0.0, 2.0, 0.0]]
                    .map(Vec3::from),
            )
            .unwrap(),
            0.0,
        ),
    ];
    for (shape, height) in &shapes {
        let mut first: Option<Vec<[u32; 2]>> = None;
        for step in 0..200 {
            let t = f64::from(step) * 0.01;
            let mut placement = turned(1e-3 * t.sin(), t);
            placement.origin = Vec3::new(t, height - 0.05, -t);
            let contacts = query::contacts(shape, &placement, &plate, &below);
            let mut features: Vec<[u32; 2]> = contacts.iter().map(|c| c.features).collect();
            features.sort_unstable();
            let mut distinct = features.clone();
            distinct.dedup();
            assert_eq!(distinct, features);
            let mirrored = query::contacts(&plate, &below, shape, &placement);
            assert!(mirrored.iter().all(|c| features.contains(&[c.features[1], c.features[0]])));
            // A cylinder's deepest point comes and goes.
            features.retain(|features| *features != [0, 0]);
            assert_eq!(
                *first.get_or_insert_with(|| features.clone()),
                features,
                "{shape:?} {step}"
            );
        }
    }
}

#[test]
fn sums_have_the_regions_of_equal_polytopes() {
    let random = &mut Random::new(5);
    for _ in 0..100 {
        let half = random.vector_between(0.2, 1.0);
        let (u, v) = (random.vector(), random.vector());
        let rod = |v: Vec3| Shape::segment(Vec3::zeros(), v).unwrap();
        let boxed = Shape::cuboid(half * 2.0).unwrap();
        let sum = Shape::sum(&Shape::sum(&boxed, &rod(u)).unwrap(), &rod(v)).unwrap();
        let corners: Vec<Vec3> = (0..32)
            .map(|i| {
                let corner = Vec3::from_fn(|k, _| if i >> k & 1 == 1 { half[k] } else { -half[k] });
                corner + u * f64::from(i >> 3 & 1) + v * f64::from(i >> 4)
            })
            .collect();
        let polytope = Shape::polytope(&corners).unwrap();
        let tilt = turned(random.within(0.2), random.unit() * TAU);
        let lowest = corners.iter().map(|p| tilt.apply(p).y).fold(f64::INFINITY, f64::min);
        let seed = random.word();
        let [mut of_sum, mut of_polytope] = [&sum, &polytope]
            .map(|shape| on_plate(&mut Random::new(seed), shape, tilt, -lowest - 0.1));
        for contacts in [&mut of_sum, &mut of_polytope] {
            contacts.retain(|contact| contact.features != [0, 0]);
        }
        for contact in &of_polytope {
            assert!(has(&of_sum, contact.points[0], 1e-6), "{contact:?} of {of_sum:?}");
        }
        assert_eq!(of_sum.len(), of_polytope.len());
    }
}
