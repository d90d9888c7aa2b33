//! Distances that are known, and what must hold of all answers.

use crate::convex::query::{self, Coherence};
use crate::convex::relative::RelativePlacement;
use crate::convex::witness::Witness;
use crate::math::placement::rotation;
use crate::math::{Aabb, Mat3, Placement, Vec3};
use crate::shape::{Any, Polytope, Primitive, Support};
use solid_testing::Random;

fn relative<A: Support, B: Support>(
    a: &A,
    at: &Placement,
    b: &B,
    bt: &Placement,
) -> Option<RelativePlacement> {
    RelativePlacement::new(&a.absolute_extents(), at, &b.absolute_extents(), bt)
}

fn hit<A: Support, B: Support>(a: &A, at: &Placement, b: &B, bt: &Placement) -> bool {
    relative(a, at, b, bt).is_some_and(|r| query::intersect(a, b, &r, &mut Coherence::default()))
}

fn closest<A: Support, B: Support>(
    a: &A,
    at: &Placement,
    b: &B,
    bt: &Placement,
    tolerance: f64,
) -> Witness {
    let relative = relative(a, at, b, bt).expect("coordinates in range");
    query::closest_points(a, b, &relative, tolerance, &mut [0; 2])
}

fn at(x: f64, y: f64, z: f64) -> Placement {
    Placement { origin: Vec3::new(x, y, z), ..Placement::IDENTITY }
}

fn any_place(random: &mut Random, reach: f64) -> Placement {
    let scale = Mat3::from_diagonal(&Vec3::new(
        1.0,
        1.0 + 0.5 * random.signed(),
        1.0 + 0.5 * random.signed(),
    ));
    Placement { basis: rotation(&random.quaternion()) * scale, origin: random.vector() * reach }
}

/// One of each kind, as whatever the test needs.
fn bodies() -> Vec<Primitive> {
    vec![
        Primitive::Box(Vec3::new(0.5, 0.8, 0.3)),
        Primitive::sphere(0.6),
        Primitive::Ellipsoid(Vec3::new(0.3, 0.9, 0.5)),
        Primitive::Cone { radius: 0.6, half_height: 0.7 },
        Primitive::Cylinder { radius: 0.4, half_height: 0.8 },
    ]
}

#[test]
fn spheres() {
    let random = &mut Random::new(51);
    for tolerance in [1e-2, 1e-6, 1e-9] {
        for _ in 0..2000 {
            let (r, s) = (random.signed().abs(), random.signed().abs());
            let (a, b) = (any_place(random, 2.0).origin, any_place(random, 2.0).origin);
            let (p, q) = (at(a.x, a.y, a.z), at(b.x, b.y, b.z));
            let (one, two) = (Primitive::sphere(r), Primitive::sphere(s));
            let gap = (a - b).norm() - r - s;
            if gap.abs() > 1e-9 {
                assert_eq!(hit(&one, &p, &two, &q), gap < 0.0, "gap {gap}");
            }
            let result = closest(&one, &p, &two, &q, tolerance).difference.norm();
            let due = gap.max(0.0);
            assert!(
                (result - due).abs() <= tolerance * due + 1e-9 * f64::from(gap < 1e-9),
                "{result}, not {due}"
            );
        }
    }
}

#[test]
fn boxes_along_the_axes() {
    let random = &mut Random::new(52);
    for _ in 0..5000 {
        let mut half = || Vec3::zeros().map(|_: f64| (random.below(4) as f64) * 0.5);
        let (a, b) = (half(), half());
        let d = Vec3::zeros().map(|_: f64| random.below(9) as f64 - 4.0);
        let gap = (d.abs() - a - b).map(|x| x.max(0.0));
        let (one, two, q) = (Primitive::Box(a), Primitive::Box(b), at(d.x, d.y, d.z));
        assert_eq!(
            hit(&one, &Placement::IDENTITY, &two, &q),
            gap == Vec3::zeros(),
            "{a:?} {b:?} {d:?}"
        );
        let w = closest(&one, &Placement::IDENTITY, &two, &q, 1e-9).difference;
        assert!((w.norm() - gap.norm()).abs() <= 1e-9 * gap.norm());
        assert!(
            (w + gap.component_mul(&d.map(f64::signum))).norm() <= 1e-6,
            "{w:?} against {gap:?}"
        );
    }
}

/// The hull of some points, by looking at each.
struct Corners([Vec3; 3]);

impl Support for Corners {
    fn any(&self) -> Any<'_> {
        self
    }

    fn support(&self, d: &Vec3, _: &mut u32) -> Vec3 {
        *self.0.iter().max_by(|a, b| a.dot(d).total_cmp(&b.dot(d))).expect("three corners")
    }
    fn bounds(&self) -> Aabb {
        Aabb::around(self.0)
    }
}

/// The distance of a point from a triangle: in its plane, on an edge, or at a corner.
fn from_triangle(p: &Vec3, t: &[Vec3]) -> f64 {
    let normal = (t[1] - t[0]).cross(&(t[2] - t[0]));
    let side = |i: usize| (t[(i + 1) % 3] - t[i]).cross(&(p - t[i])).dot(&normal) >= 0.0;
    if (0..3).all(side) {
        return ((p - t[0]).dot(&normal) / normal.norm()).abs();
    }
    let edge = |i: usize| {
        let along = t[(i + 1) % 3] - t[i];
        let share = ((p - t[i]).dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
        (p - (t[i] + along * share)).norm()
    };
    edge(0).min(edge(1)).min(edge(2))
}

#[test]
fn a_point_and_a_triangle() {
    let random = &mut Random::new(53);
    let point = Primitive::sphere(0.0);
    for _ in 0..5000 {
        let corners = [random.vector(), random.vector(), random.vector()];
        let triangle = Corners(corners);
        let p = random.vector() * 2.0;
        let due = from_triangle(&p, &corners);
        let result = closest(&point, &at(p.x, p.y, p.z), &triangle, &Placement::IDENTITY, 1e-9)
            .difference
            .norm();
        assert!((result - due).abs() <= 2e-9 * due, "{result}, not {due}");
    }
}

#[test]
fn swapping_the_bodies_swaps_the_answer() {
    let random = &mut Random::new(54);
    let (mut hits, mut misses) = (0, 0);
    for round in 0..5000 {
        let (a, b) = (bodies()[round % 5].clone(), bodies()[round / 5 % 5].clone());
        let (p, q) = (any_place(random, 0.9), any_place(random, 0.9));
        let collide = hit(&a, &p, &b, &q);
        assert_eq!(collide, hit(&b, &q, &a, &p));
        let (w, back) =
            (closest(&a, &p, &b, &q, 1e-9).difference, closest(&b, &q, &a, &p, 1e-9).difference);
        assert!((w + back).norm() <= 1e-4 * w.norm());
        assert!((w.norm() - back.norm()).abs() <= 2e-9 * w.norm());
        assert_eq!(collide, w == Vec3::zeros());
        if collide { hits += 1 } else { misses += 1 }
    }
    assert!(hits > 500 && misses > 500);
}

#[test]
fn powers_of_two_change_no_answer() {
    let random = &mut Random::new(55);
    for round in 0..1500 {
        let (a, b) = (bodies()[round % 5].clone(), bodies()[round / 5 % 5].clone());
        let (p, mut q) = (any_place(random, 1.0), any_place(random, 1.0));
        // Nearly touching, by the distance itself.
        let w = closest(&a, &p, &b, &q, 1e-12).difference;
        q.origin += w * (1.0 + 1e-13 * random.signed());
        let due = hit(&a, &p, &b, &q);
        for exponent in [-900, -300, -20, 1, 50, 300, 900] {
            let factor = f64::powi(2.0, exponent);
            let scaled =
                |p: &Placement| Placement { basis: p.basis * factor, origin: p.origin * factor };
            assert_eq!(hit(&a, &scaled(&p), &b, &scaled(&q)), due, "2^{exponent}");
        }
    }
}

/// Whether a local point is in a body: no support plane cuts it off.
fn holds(body: &impl Support, p: &Vec3, random: &mut Random) -> bool {
    (0..50).all(|_| {
        let d = random.vector();
        d.dot(p) <= d.dot(&body.support(&d, &mut 0)) + 1e-9
    })
}

#[test]
fn witnesses_are_points_of_the_bodies() {
    let random = &mut Random::new(56);
    for round in 0..3000 {
        let (a, b) = (bodies()[round % 5].clone(), bodies()[round / 5 % 5].clone());
        let (p, q) = (any_place(random, 0.9), any_place(random, 0.9));
        let w = closest(&a, &p, &b, &q, 1e-6);
        assert!(holds(&a, &w.local_a, random) && holds(&b, &w.local_b, random));
        let between = p.apply(&w.local_a) - q.apply(&w.local_b);
        assert!((between - w.difference).norm() <= 1e-9, "{between:?} {w:?}");
        let r = relative(&a, &p, &b, &q).expect("in range");
        let common = query::common_point(&a, &b, &r, &mut Coherence::default());
        assert_eq!(common.is_some(), hit(&a, &p, &b, &q));
        if let Some(w) = common {
            assert!((p.apply(&w.local_a) - q.apply(&w.local_b)).norm() <= 1e-9);
            assert!(holds(&a, &w.local_a, random) && holds(&b, &w.local_b, random));
        }
    }
}

#[test]
fn the_tolerance_is_honoured() {
    let random = &mut Random::new(57);
    for round in 0..1000 {
        let (a, b) = (bodies()[round % 5].clone(), bodies()[round / 5 % 5].clone());
        let (p, q) = (any_place(random, 3.0), any_place(random, 3.0));
        let best = closest(&a, &p, &b, &q, 0.0).difference.norm();
        for tolerance in [1e-1, 1e-3, 1e-6, 1e-9] {
            let result = closest(&a, &p, &b, &q, tolerance).difference.norm();
            // The point pairs are of the bodies, so the distance is never less than the true one. The error is a part of what is returned.
            assert!(result >= best * (1.0 - 1e-9), "{result}, {best}");
            assert!(result * (1.0 - tolerance) <= best + 1e-12, "{result}, {best}");
        }
    }
}

#[test]
fn a_box_on_a_huge_floor() {
    let random = &mut Random::new(58);
    let floor = Primitive::Box(Vec3::new(5e7, 0.5, 5e7));
    let deep = Primitive::Box(Vec3::new(5e7, 5e7, 5e7));
    let cube = Primitive::Box(Vec3::repeat(0.5));
    for _ in 0..1000 {
        let (x, z) = (random.signed() * 4.9e7, random.signed() * 4.9e7);
        for gap in [1e-6, 1e-3, -1e-6, -1e-3] {
            assert_eq!(
                hit(&floor, &Placement::IDENTITY, &cube, &at(x, 1.0 + gap, z)),
                gap < 0.0,
                "{gap}"
            );
            assert_eq!(
                hit(&deep, &at(0.0, -5e7, 0.0), &cube, &at(x, 0.5 + gap, z)),
                gap < 0.0,
                "{gap}"
            );
        }
    }
}

#[test]
fn huge_and_tiny_coordinates() {
    let random = &mut Random::new(59);
    for size in [1e300, 1e-300, 1e154, 1e-154] {
        for round in 0..200 {
            let a = bodies()[round % 5].clone();
            let (p, q) = (any_place(random, 1.0), any_place(random, 1.0));
            let scaled =
                |p: &Placement| Placement { basis: p.basis * size, origin: p.origin * size };
            let w = closest(&a, &p, &a, &q, 1e-9).difference.norm();
            if w == 0.0 || w > 1e-9 {
                assert_eq!(hit(&a, &scaled(&p), &a, &scaled(&q)), w == 0.0);
                let result = closest(&a, &scaled(&p), &a, &scaled(&q), 1e-9).difference / size;
                assert!((result.norm() - w).abs() <= 1e-8 * w, "{result:?}, not {w}");
            }
        }
        // The size is in the body, not in the placement.
        let (one, far) = (Primitive::sphere(size), Primitive::Box(Vec3::repeat(size)));
        assert!(hit(&one, &Placement::IDENTITY, &far, &at(1.9 * size, 0.0, 0.0)));
        assert!(!hit(&one, &Placement::IDENTITY, &far, &at(2.1 * size, 0.0, 0.0)));
    }
}

/// A polygon 25 000 wide and a wheel a millionth of it, 3e-8 beside its edge: in coordinates in which the polygon is round
/// nothing but rounding separates them, in those of the world an axis does. Found by fuzzing pairs.
#[test]
fn a_wheel_beside_the_edge_of_a_wide_polygon_is_apart() {
    let corners = [
        [0.4210591496552555, -0.18673417815867605, -0.728299767513263],
        [-0.11192708403682056, -0.21430045568209144, -0.5577975656070526],
        [-1.3631028142920703, -0.8429464350967442, -0.29837617384077364],
        [-1.2389418660066336, -0.8369263017551489, -0.3381955105745349],
        [-1.114780917721197, -0.8309061684135537, -0.3780148473082961],
        [-1.0897227426258387, -0.8268792621139043, -0.3853489779208931],
    ];
    let polygon = Polytope::new(&corners.map(Vec3::from));
    let wheel =
        Primitive::Wheel { radius: 1.000_098_129_646_535_6e-2, rounding: 1.000_066_267_103_982e-2 };
    let p = Placement {
        basis: Mat3::from_columns(&[
            Vec3::new(-280.9847053869404, 9994.509340762459, -61.69870655946599),
            Vec3::new(9072.727003300695, 280.95311727992225, 4192.811248686209),
            Vec3::new(4192.809131901609, 61.842387916312106, -9076.866375580275),
        ]),
        origin: Vec3::zeros(),
    };
    let q = Placement {
        basis: Mat3::from_columns(&[
            Vec3::new(-2.2700059844219016e-06, 0.00011176583142544267, 2.3151449132374914e-06),
            Vec3::new(2.2918301712060163e-06, -2.268607523949793e-06, 0.00011176634033432291),
            Vec3::new(0.0001117663119399406, 2.3165152796558667e-06, -2.2448094934943285e-06),
        ]),
        origin: Vec3::new(-5393.263699400125, -4604.323113171189, 2855.977370204175),
    };
    assert!(!hit(&polygon, &p, &wheel, &q));
    assert!(!hit(&wheel, &q, &polygon, &p));
    assert!(closest(&polygon, &p, &wheel, &q, 1e-3).difference.norm() > 2e-8);
}

/// A box 3.5e-8 above a floor 1e8 wide: less than the rounding of the floor's corners, but not of their heights.
#[test]
fn a_narrow_gap_above_a_wide_floor() {
    let turned = |c: f64, s: f64| Mat3::new(c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c);
    let (floor, block) =
        (Primitive::Box(Vec3::new(5e7, 0.5, 5e7)), Primitive::Box(Vec3::repeat(0.5)));
    let p = Placement {
        basis: turned(0.2976881966383823, 0.954663153987933),
        origin: Vec3::new(-128761.42588124797, 0.0, -270106.9764158117),
    };
    let q = Placement {
        basis: turned(-0.8845137612486899, 0.46651410071046684),
        origin: Vec3::new(31283.01323588191, 1.0000000352311331, 34924.663173945606),
    };
    assert!(!hit(&floor, &p, &block, &q) && !hit(&block, &q, &floor, &p));
    let distance = closest(&floor, &p, &block, &q, 1e-6).difference.norm();
    assert!((distance - 3.523113312e-8).abs() < 1e-14, "{distance}");
    let lower = Placement { origin: q.origin - Vec3::new(0.0, 4e-8, 0.0), ..q };
    assert!(hit(&floor, &p, &block, &lower) && hit(&block, &lower, &floor, &p));
}
