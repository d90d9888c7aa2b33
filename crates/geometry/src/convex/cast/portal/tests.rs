use super::*;
use crate::convex::cast;
use crate::convex::pair::Pair;
use crate::convex::portal::Portal;
use crate::convex::relative::RelativePlacement;
use crate::math::Placement;
use crate::math::tolerance::{DISTANCE_ROUNDING, ROUNDING};
use crate::shape::{Primitive, Support};
use solid_testing::Random;

fn shape(random: &mut Random) -> Primitive {
    let half = random.vector().abs() * 0.4 + Vec3::repeat(0.1);
    match random.below(6) {
        0 => Primitive::Ellipsoid(half),
        1 => Primitive::Cone { radius: half.x, half_height: half.y },
        2 => Primitive::Cylinder { radius: half.x, half_height: half.y },
        3 => Primitive::Box(half),
        4 => Primitive::Box(Vec3::new(half.x, 0.0, half.z)),
        _ => Primitive::polytope(&[(); 12].map(|()| random.vector() * 0.4)).expect("few points"),
    }
}

/// Each answer is proved from both sides: by the plane and by the gap that is left.
#[test]
fn contacts_lie_between_their_bounds() {
    let mut random = Random::new(93);
    let (mut decided, mut met, mut most) = (0, 0, 0);
    let rounds = 6000;
    for round in 0..rounds {
        let (a, b) = (shape(&mut random), shape(&mut random));
        let mut place = || {
            let mut placement = Placement::IDENTITY;
            placement.translate(&random.vector());
            placement.rotate(&random.quaternion());
            placement
        };
        let (p, q) = (place(), place());
        let motion = random.vector() * 3.0;
        let tolerance = [1e-3, 1e-6, 1e-9, 1e-12][random.below(4)];
        let relative = RelativePlacement::new(&a.absolute_extents(), &p, &b.absolute_extents(), &q)
            .expect("in range");
        let path = SweptRay::new(&motion, 1.0, &relative);
        let pair = Pair::new(&a, &b, &relative);
        let mut hints = [0; 2];
        let rounding = DISTANCE_ROUNDING * ROUNDING * (pair.largest_coordinate() + path.length);
        let found = super::cast(
            &pair.of_any(),
            &mut |n| pair.support_against(n, &mut hints),
            &path,
            tolerance,
            rounding,
        );
        match found {
            Outcome::Missed => {
                let meets = crate::convex::cast::swept_ray::meets(&a, &b, &relative, &path);
                assert!(!meets, "round {round}: missed");
            }
            Outcome::Contact(contact) => {
                met += 1;
                most = most.max(contact.iterations);
                let Contact { at, normal, witness, .. } = contact;
                let moved = path.direction * at;
                let w = pair.support_against(&normal, &mut [0; 2]).difference() - moved;
                assert!(normal.dot(&w) > -4.0 * rounding, "round {round}: {}", normal.dot(&w));
                assert!(normal.dot(&path.direction) > 0.0, "round {round}");
                let gap =
                    relative.place_a(&witness.local_a) - relative.place_b(&witness.local_b) - moved;
                assert!((gap - witness.difference).norm() < 1e-12, "round {round}");
                // What is left is along the path, and no more than requested.
                let (length, left) = (path.direction.norm(), gap.norm());
                let beside = gap.cross(&path.direction).norm() / length;
                assert!(beside < 1e-9, "round {round}: {beside}");
                assert!(
                    left <= 1.01 * tolerance * at * length + 8.0 * rounding,
                    "round {round}: {left}"
                );
                let hit = cast::cast(&a, &b, &relative, &motion, 1.0, tolerance, &mut [0; 2]);
                assert!(hit.is_some(), "round {round}");
            }
            Outcome::Undecided => continue,
        }
        decided += 1;
    }
    println!("{decided} of {rounds} decided, {met} contacts, at most {most} support points");
    assert!(decided > rounds * 2 / 3 && met > rounds / 20 && most < 128, "{decided} {met} {most}");
}

/// A ray along z, of which coordinates are as good as they can be.
fn upwards() -> Ray {
    let tangents = [Vec3::x(), Vec3::y()];
    Ray { along: Vec3::z(), tangents, length: 10.0, rounding: 1e-15, tolerance: 1e-9 }
}

fn corner(w: Vec3) -> Corner {
    Corner { w, lateral: w.xy(), ..Corner::default() }
}

/// Of corners within the plane z = 0.01 + 0.3 x + 0.2 y, but for rounding, and two of them near each other.
#[test]
fn narrow_portals_have_as_many_digits_as_wide_ones() {
    let mut random = Random::new(94);
    let mut decided = 0;
    for round in 0..10_000 {
        let width = 10.0_f64.powi(-1 - random.below(7) as i32);
        let turn = random.signed().abs() * 6.3;
        let (c, s) = (turn.cos(), turn.sin());
        // The ray passes between two points to both sides of it and one far behind, each in any of the three places.
        let (near, far) = (random.signed().abs() + 0.2, random.signed().abs() + 0.2);
        let mut places = [
            [near, -width * random.signed().abs()],
            [near, width * random.signed().abs()],
            [-far, 0.0],
        ];
        places.rotate_left(random.below(3));
        let corners = places.map(|[x, y]| {
            let (x, y) = (c * x - s * y, s * x + c * y);
            corner(Vec3::new(x, y, 0.01 + 0.3 * x + 0.2 * y))
        });
        let portal = Portal { corners };
        let Some((coordinates, _)) = portal.barycentric(1e-15) else {
            continue;
        };
        let passed = portal.witness(&coordinates).difference;
        let off = (passed - Vec3::z() * 0.01).norm();
        assert!(off < 1e-12, "round {round}: {off} off of a portal {width} wide");
        let (upper, _) = portal.upper_bound(&upwards()).expect("it has an area");
        assert!((upper - 0.01).abs() < 1e-12, "round {round}: {upper}");
        // However narrow: it is across its longest edge.
        let n = portal.normal().normalize();
        let long = (corners[0].w - corners[1].w, corners[1].w - corners[2].w);
        let long = if long.0.norm() > long.1.norm() { long.0 } else { long.1 };
        assert!(n.dot(&long).abs() < 1e-12, "round {round}: {}", n.dot(&long));
        decided += 1;
    }
    assert!(decided > 5000, "{decided}");
}

/// Soon after the start there is but little room for an error: the portals that prove it are narrow.
#[test]
fn early_contacts_are_proved_by_portals() {
    let mut random = Random::new(95);
    let (mut contacts, mut open) = (0, 0);
    for _ in 0..3000 {
        let (a, b) =
            (Primitive::Box(Vec3::repeat(1.0)), Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75)));
        let mut place = || {
            let mut placement = Placement::IDENTITY;
            placement.translate(&(random.vector() * 1.6));
            placement.rotate(&random.quaternion());
            placement
        };
        let (p, mut q) = (place(), place());
        let relative = RelativePlacement::new(&a.absolute_extents(), &p, &b.absolute_extents(), &q)
            .expect("in range");
        let apart = crate::convex::distance::distance(&a, &b, &relative, 1e-12, &mut [0; 2]);
        if apart.lower <= 0.0 {
            continue;
        }
        q.origin += apart.witness.difference * (1.0 - 1e-4 / apart.upper);
        let motion = random.vector() + apart.witness.difference / apart.upper;
        let relative = RelativePlacement::new(&a.absolute_extents(), &p, &b.absolute_extents(), &q)
            .expect("in range");
        let path = SweptRay::new(&motion, 1.0, &relative);
        let pair = Pair::new(&a, &b, &relative);
        let rounding = DISTANCE_ROUNDING * ROUNDING * (pair.largest_coordinate() + path.length);
        let mut support = |n: &Vec3| pair.support_against(n, &mut [0; 2]);
        match super::cast(&pair.of_any(), &mut support, &path, 1e-9, rounding) {
            Outcome::Contact(_) => contacts += 1,
            Outcome::Undecided => {
                open += usize::from(crate::convex::cast::swept_ray::meets(&a, &b, &relative, &path))
            }
            Outcome::Missed => {}
        }
    }
    assert!(contacts > 1000 && open == 0, "{contacts} contacts, {open} open");
}
