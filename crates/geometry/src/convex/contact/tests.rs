use super::{Contact, Manifold, Overlap, manifold};
use crate::convex::relative::RelativePlacement;
use crate::math::{Placement, Vec3};
use crate::shape::{Polytope, Primitive, Support};

/// The contacts of a body that lies on a wide plate whose upper side is at height 0, pressed in by `depth` at the
/// foremost point along a normal that leans by `lean` from the upright.
fn on_plate<B: Support>(body: &B, placement: &Placement, depth: f64, lean: f64) -> Manifold {
    let plate = Primitive::Box(Vec3::new(100.0, 1.0, 100.0));
    let below = Placement { origin: Vec3::new(0.0, -1.0, 0.0), ..Placement::IDENTITY };
    let normal = Vec3::new(lean, 1.0, 0.0).normalize();
    let direction = placement.basis.tr_mul(&-normal);
    let deepest = placement.apply(&body.support(&direction, &mut 0));
    let placed = Placement {
        origin: placement.origin - Vec3::new(0.0, deepest.y + depth, 0.0),
        ..*placement
    };
    let relative = RelativePlacement::new(
        &body.absolute_extents(),
        &placed,
        &plate.absolute_extents(),
        &below,
    )
    .expect("ordinary numbers");
    let on_a = placed.apply(&body.support(&direction, &mut 0)) - placed.origin;
    manifold(body, &plate, &relative, &Overlap { normal, on_a, depth })
}

fn upright() -> Placement {
    Placement::IDENTITY
}

fn turned_about_z(angle: f64) -> Placement {
    let mut placement = Placement::IDENTITY;
    let half = angle / 2.0;
    placement.rotate(&[0.0, 0.0, half.sin(), half.cos()]);
    placement
}

fn depths(manifold: &Manifold) -> Vec<f64> {
    manifold.contacts().iter().map(|c| c.depth).collect()
}

/// How far the contacts reach along x and z from the origin of A.
fn extents(manifold: &Manifold) -> (f64, f64) {
    let most = |f: fn(&Contact) -> f64| manifold.contacts().iter().map(f).fold(0.0, f64::max);
    (most(|c| c.on_a.x.abs()), most(|c| c.on_a.z.abs()))
}

fn near(a: f64, b: f64, error: f64) -> bool {
    (a - b).abs() <= error
}

/// What every manifold must be: the points of each contact one depth apart along the normal.
fn check(manifold: &Manifold, normal: &Vec3) {
    for c in manifold.contacts() {
        assert!(c.depth >= 0.0);
        assert!((c.on_b - c.on_a - normal * c.depth).norm() < 1e-9, "{c:?}");
    }
}

#[test]
fn a_box_on_a_plate_has_its_four_corners() {
    let found = on_plate(&Primitive::Box(Vec3::new(1.0, 2.0, 3.0)), &upright(), 0.01, 0.0);
    check(&found, &Vec3::y());
    assert_eq!(found.contacts().len(), 4);
    assert_eq!(extents(&found), (1.0, 3.0));
    assert!(depths(&found).iter().all(|d| near(*d, 0.01, 1e-12)));
}

#[test]
fn a_small_turn_changes_depths_a_little_and_no_corner() {
    let cube = Primitive::Box(Vec3::new(1.0, 1.0, 1.0));
    for angle in [1e-4, 1e-3, 4e-3] {
        let found = on_plate(&cube, &turned_about_z(angle), 0.02, 0.0);
        assert_eq!(found.contacts().len(), 4, "{angle}");
        let least = depths(&found).into_iter().fold(f64::INFINITY, f64::min);
        assert!(near(least, 0.02 - 2.0 * angle, 1e-6), "{angle}: {least}");
    }
    // Turned too far, it stands on an edge, and as much of the face as still touches.
    let found = on_plate(&cube, &turned_about_z(0.01), 0.01, 0.0);
    assert_eq!(found.contacts().len(), 4);
    assert_eq!(depths(&found).iter().filter(|d| near(**d, 0.0, 1e-6)).count(), 2, "{found:?}");
    // Farther still, there is the edge, and a strip of the face.
    let found = on_plate(&cube, &turned_about_z(0.1), 0.1, 0.0);
    assert_eq!(found.contacts().len(), 4);
    assert_eq!(depths(&found).iter().filter(|d| near(**d, 0.1, 1e-12)).count(), 2);
    assert_eq!(depths(&found).iter().filter(|d| near(**d, 0.0, 1e-12)).count(), 2);
}

#[test]
fn a_normal_that_leans_a_little_keeps_all_contacts() {
    let cube = Primitive::Box(Vec3::new(1.0, 1.0, 1.0));
    for lean in [1e-6, 1e-3, 4e-3] {
        let found = on_plate(&cube, &upright(), 0.05, lean);
        assert_eq!(found.contacts().len(), 4, "{lean}");
        assert!(depths(&found).iter().all(|d| near(*d, 0.05, 8.1 * lean)), "{lean}: {found:?}");
    }
}

#[test]
fn round_bodies_touch_in_one_point_however_large() {
    for radius in [1e-3, 1.0, 1e4] {
        let found = on_plate(&Primitive::sphere(radius), &upright(), 0.01 * radius, 0.0);
        assert_eq!(found.contacts().len(), 1, "{radius}: {found:?}");
        assert!(near(found.contacts()[0].on_a.y, -radius, 1e-9 * radius));
    }
    let found =
        on_plate(&Primitive::Ellipsoid(Vec3::new(1.0, 2.0, 3.0)), &turned_about_z(0.7), 0.1, 0.0);
    assert_eq!(found.contacts().len(), 1, "{found:?}");
}

#[test]
fn a_cylinder_stands_on_its_rim_and_lies_on_a_line() {
    let cylinder = Primitive::Cylinder { radius: 1.0, half_height: 2.0 };
    let standing = on_plate(&cylinder, &upright(), 0.01, 0.0);
    check(&standing, &Vec3::y());
    assert!(standing.contacts().len() >= 8);
    assert!(standing.contacts().iter().all(|c| near(c.on_a.x.hypot(c.on_a.z), 1.0, 1e-9)));
    let lying = on_plate(&cylinder, &turned_about_z(std::f64::consts::FRAC_PI_2), 0.01, 0.0);
    check(&lying, &Vec3::y());
    assert_eq!(lying.contacts().len(), 2, "{lying:?}");
    assert!(near(extents(&lying).0, 2.0, 1e-9) && extents(&lying).1 < 1e-3);
    // A little off: the line leans, and its far end is less deep.
    let leaning =
        on_plate(&cylinder, &turned_about_z(std::f64::consts::FRAC_PI_2 + 1e-3), 0.01, 0.0);
    assert_eq!(leaning.contacts().len(), 2, "{leaning:?}");
    let least = depths(&leaning).into_iter().fold(f64::INFINITY, f64::min);
    assert!(near(least, 0.01 - 4.0 * 1e-3, 1e-5), "{least}");
}

#[test]
fn a_line_stays_one_if_the_deepest_point_is_a_little_beside_it() {
    let cylinder = Primitive::Cylinder { radius: 1.0, half_height: 2.0 };
    let plate = Primitive::Box(Vec3::new(10.0, 1.0, 10.0));
    let lying = turned_about_z(std::f64::consts::FRAC_PI_2);
    let below = Placement { origin: Vec3::new(0.0, -1.75, 0.0), ..Placement::IDENTITY };
    let relative = RelativePlacement::new(
        &cylinder.absolute_extents(),
        &lying,
        &plate.absolute_extents(),
        &below,
    )
    .expect("ordinary numbers");
    for aside in [0.0, 1e-6, 1e-4, -1e-3] {
        let overlap = Overlap { normal: Vec3::y(), on_a: Vec3::new(0.5, -1.0, aside), depth: 0.25 };
        let found = manifold(&cylinder, &plate, &relative, &overlap);
        assert_eq!(found.contacts().len(), 2, "{found:?}");
        assert!(near((found.contacts()[0].on_a - found.contacts()[1].on_a).norm(), 4.0, 1e-2));
    }
}

#[test]
fn a_cone_stands_on_its_rim_on_its_tip_and_lies_on_a_line() {
    let cone = Primitive::Cone { radius: 1.0, half_height: 1.0 };
    let standing = on_plate(&cone, &upright(), 0.01, 0.0);
    assert!(standing.contacts().len() >= 8);
    let on_tip = on_plate(&cone, &turned_about_z(std::f64::consts::PI), 0.01, 0.0);
    assert_eq!(on_tip.contacts().len(), 1);
    // On its side: the normal of the side leans by the half angle at the tip.
    let side = std::f64::consts::FRAC_PI_2 + 0.5_f64.atan();
    let lying = on_plate(&cone, &turned_about_z(side), 0.01, 0.0);
    check(&lying, &Vec3::y());
    assert_eq!(lying.contacts().len(), 2, "{lying:?}");
    let [p, q] = [lying.contacts()[0].on_a, lying.contacts()[1].on_a];
    assert!(near((p - q).norm(), 5.0_f64.sqrt(), 1e-3), "the side is as long as from tip to rim");
}

#[test]
fn edges_cross_in_one_point() {
    let bar = Primitive::Box(Vec3::new(5.0, 0.5, 0.5));
    let eighth = std::f64::consts::FRAC_PI_8;
    let mut a = Placement::IDENTITY;
    // Both stand on an edge; one is turned by a quarter about y.
    a.rotate(&[eighth.sin(), 0.0, 0.0, eighth.cos()]);
    let mut b = Placement::IDENTITY;
    let quarter = std::f64::consts::FRAC_PI_4;
    b.rotate(&[0.0, quarter.sin(), 0.0, quarter.cos()]);
    b.rotate(&[eighth.sin(), 0.0, 0.0, eighth.cos()]);
    let reach = 0.5_f64.sqrt();
    b.origin = Vec3::new(0.3, 0.01 - 2.0 * reach, 0.2);
    let relative = RelativePlacement::new(&bar.absolute_extents(), &a, &bar.absolute_extents(), &b)
        .expect("ordinary numbers");
    let overlap = Overlap { normal: Vec3::y(), on_a: Vec3::new(0.3, -reach, 0.0), depth: 0.01 };
    let found = manifold(&bar, &bar, &relative, &overlap);
    assert_eq!(found.contacts().len(), 1, "{found:?}");
    assert!((found.contacts()[0].on_a - overlap.on_a).norm() < 1e-9);
}

#[test]
fn polygons_overlap_where_both_are() {
    // A prism of six sides on a box, beside the middle.
    let corners: Vec<Vec3> = (0..12)
        .map(|i| {
            let angle = f64::from(i / 2) * std::f64::consts::FRAC_PI_3;
            Vec3::new(angle.cos(), if i % 2 == 0 { 0.0 } else { 1.0 }, angle.sin())
        })
        .collect();
    let prism = Polytope::new(&corners);
    let cube = Primitive::Box(Vec3::new(0.5, 0.5, 0.5));
    let below = Placement { origin: Vec3::new(0.75, -0.49, 0.0), ..Placement::IDENTITY };
    let relative = RelativePlacement::new(
        &prism.absolute_extents(),
        &upright(),
        &cube.absolute_extents(),
        &below,
    )
    .expect("ordinary numbers");
    let overlap = Overlap { normal: Vec3::y(), on_a: Vec3::new(0.5, 0.0, 0.1), depth: 0.01 };
    let found = manifold(&prism, &cube, &relative, &overlap);
    check(&found, &Vec3::y());
    // The corner of the prism at x = 1 between the sides of the box at z = +-0.5, from x = 0.25 on.
    assert_eq!(found.contacts().len(), 5, "{found:?}");
    let area = |p: &Vec3, q: &Vec3| p.x * q.z - p.z * q.x;
    let around = found.contacts();
    let twice: f64 = (0..5).map(|i| area(&around[i].on_a, &around[(i + 1) % 5].on_a)).sum();
    let slant = 3.0_f64.sqrt();
    let expected = 2.0 * ((1.0 - 0.5 / slant - 0.25) + 0.5 * (0.5 / slant));
    assert!(near(twice.abs(), expected, 1e-9), "{twice} {expected}");
}

#[test]
fn a_reduced_manifold_keeps_the_deepest_and_spreads() {
    let found = on_plate(
        &Primitive::Cylinder { radius: 1.0, half_height: 2.0 },
        &turned_about_z(2e-3),
        0.02,
        0.0,
    );
    assert!(found.contacts().len() >= 8);
    let (mut four, mut all) = (found.clone(), found.clone());
    four.reduce(4);
    all.reduce(100);
    assert_eq!(four.contacts().len(), 4);
    let deepest = depths(&found).into_iter().fold(0.0, f64::max);
    assert_eq!(four.contacts()[0].depth, deepest);
    for (i, p) in four.contacts().iter().enumerate() {
        for q in &four.contacts()[..i] {
            assert!((p.on_a - q.on_a).norm() > 0.5);
        }
    }
    assert_eq!(all.contacts().len(), found.contacts().len());
}
