use super::*;
use crate::shape::tests::{self as point_sets, Random};

/// The specification: the first of the largest computed values. (Directions that do not over- or underflow.)
fn brute(polytope: &Polytope, d: &Vec3) -> u32 {
    let value = |i: u32| {
        let p = polytope.vertex(i);
        (d.x * p.x + d.y * p.y) + d.z * p.z
    };
    (1..polytope.len() as u32).fold(0, |best, i| if value(i) > value(best) { i } else { best })
}

fn directions(polytope: &Polytope, random: &mut Random, count: usize) -> Vec<Vec3> {
    let mut directions = Vec::new();
    for axis in [Vec3::x(), Vec3::y(), Vec3::z()] {
        directions.extend([
            axis,
            -axis,
            axis + random.vector() * 1e-9,
            axis + random.vector() * 1e-16,
        ]);
    }
    let n = polytope.len();
    let vertex = |random: &mut Random| polytope.vertex(random.below(n) as u32);
    let size = polytope.bounds().half_extents().max().max(1e-300);
    for _ in 0..count {
        directions.push(random.direction());
        // Across an edge or a diagonal, and a facet or a section: ties up to rounding.
        let (p, q, r) = (vertex(random), vertex(random), vertex(random));
        let (u, v) = ((q - p) / size, (r - p) / size);
        directions.extend([u.cross(&random.direction()), u.cross(&v), -u.cross(&v), u]);
        let near = |i: usize| polytope.vertex((i % n) as u32);
        let i = random.below(n);
        directions.push((near(i + 1) - near(i)).cross(&(near(i + 2) - near(i))) / size);
    }
    directions.retain(|d| d.norm() > 1e-290 && d.norm() < 1e290);
    directions
}

fn check_against_brute_force(climb_from: usize) {
    let random = &mut Random::new(1);
    for (name, points) in point_sets::all() {
        let polytope = Polytope::with_threshold(&points, climb_from);
        let scale = polytope.extents.max();
        if scale > 1e280 || (scale < 1e-240 && scale > 0.0) {
            continue;
        }
        let count = if points.len() > 5000 { 60 } else { 300 };
        let mut carried = 0;
        for d in directions(&polytope, random, count) {
            if !SAFE.contains(&polytope.weight(&d)) {
                continue;
            }
            let expected = brute(&polytope, &d);
            for hint in [0, u32::MAX, random.below(polytope.len()) as u32, expected, carried] {
                let mut hint = hint;
                let found = polytope.support(&d, &mut hint);
                assert_eq!(hint, expected, "{name}: {d:?}");
                assert_eq!(found, polytope.vertex(hint), "{name}");
                carried = hint;
            }
            // No input point is farther by more than rounding.
            let top = d.dot(&polytope.vertex(expected));
            let slack = SLACK * polytope.weight(&d);
            assert!(points.iter().all(|p| d.dot(p) <= top + slack), "{name}: {d:?}");
        }
    }
}

#[test]
fn the_support_point_is_the_first_of_the_farthest_vertices() {
    check_against_brute_force(CLIMB_FROM);
}

#[test]
fn the_local_search_is_right_for_few_vertices_too() {
    check_against_brute_force(1);
}

#[test]
fn the_scan_is_right_for_many_vertices_too() {
    check_against_brute_force(usize::MAX);
}

/// A climb along the outline would take thousands of steps.
#[test]
fn a_polygon_of_very_many_vertices() {
    let count = 40_000;
    let corner = |i: usize| {
        let angle = i as f64 / count as f64 * std::f64::consts::TAU;
        Vec3::new(angle.cos(), 0.3 * angle.sin(), 0.0)
    };
    let polytope = Polytope::new(&(0..count).map(corner).collect::<Vec<_>>());
    let random = &mut Random::new(14);
    for d in directions(&polytope, random, 40) {
        let expected = brute(&polytope, &d);
        for hint in [0, u32::MAX, random.below(count) as u32] {
            let mut hint = hint;
            polytope.support(&d, &mut hint);
            assert_eq!(hint, expected, "{d:?}");
        }
    }
}

#[test]
fn the_scan_is_right_where_single_precision_tells_little() {
    let random = &mut Random::new(12);
    for round in 0..3000 {
        let stretch =
            Vec3::from([0; 3].map(|_: i32| [1.0, 1e-3, 1e-9, 1e-25, 1e9, 0.0][random.below(6)]));
        // Many of nearly the same height, beside some far off.
        let tremble = [1e-4, 1e-7, 1e-12, 1.0][round % 4];
        let some = |random: &mut Random| {
            (random.direction() * tremble + random.vector()).component_mul(&stretch)
        };
        let mut points: Vec<Vec3> = (0..40).map(|_| some(random)).collect();
        // One at the origin, whose value is zero along all directions.
        let origin = if round % 3 == 0 { points[random.below(40)] } else { Vec3::zeros() };
        points.iter_mut().for_each(|p| *p -= origin);
        let polytope = Polytope::with_threshold(&points, usize::MAX);
        for _ in 0..20 {
            let size = |random: &mut Random| [1.0, 1e3, 1e-12, 1e20, 1e40][random.below(5)];
            let d = random.direction().component_mul(&Vec3::new(
                size(random),
                size(random),
                size(random),
            ));
            let mut hint = 0;
            polytope.support(&d, &mut hint);
            assert_eq!(hint, brute(&polytope, &d), "round {round}: {stretch:?} {d:?}");
            assert_eq!(
                polytope.support_value(&d, &mut 0),
                d.dot(&polytope.vertex(hint)),
                "round {round}"
            );
        }
    }
}

#[test]
fn vertices_are_input_points() {
    for (name, points) in point_sets::all() {
        let polytope = Polytope::new(&points);
        assert!(!polytope.is_empty() && polytope.len() <= points.len());
        let key = |p: &Vec3| [p.x.to_bits(), p.y.to_bits(), p.z.to_bits()];
        let known: std::collections::HashSet<_> = points.iter().map(key).collect();
        for i in 0..polytope.len() as u32 {
            assert!(known.contains(&key(&polytope.vertex(i))), "{name}");
        }
    }
}

#[test]
fn huge_and_tiny_coordinates_and_directions_find_the_same_vertices() {
    let random = &mut Random::new(9);
    for n in [6, 300] {
        let points = point_sets::sphere(random, n);
        for exponent in [1020, 600, 0, -600, -960, -1040] {
            let scaled = |points: &[Vec3], exponent: i32| -> Vec<Vec3> {
                points.iter().map(|p| p.map(|c| power::scale(c, exponent))).collect()
            };
            // There and back, because subnormal coordinates lose bits.
            let there = scaled(&points, exponent);
            let (polytope, plain) =
                (Polytope::new(&there), Polytope::new(&scaled(&there, -exponent)));
            assert_eq!(polytope.len(), plain.len());
            for _ in 0..500 {
                let d = random.direction();
                let (mut expected, mut found) = (0, 0);
                plain.support(&d, &mut expected);
                for size in [1020, 300, 0, -300, -900] {
                    polytope.support(&d.map(|c| power::scale(c, size)), &mut found);
                    assert_eq!(found, expected, "{exponent} {size}");
                }
            }
        }
    }
}

#[test]
fn directions_across_an_extent_of_another_magnitude_count() {
    // x alone distinguishes the vertices along (1, 0, 0), though z is larger by far.
    let points =
        [Vec3::new(0.0, 0.0, 1e300), Vec3::new(1e-300, 0.0, 1e300), Vec3::new(0.0, 1.0, -1e300)];
    let polytope = Polytope::new(&points);
    assert_eq!(polytope.support(&Vec3::x(), &mut 0), points[1]);
    assert_eq!(polytope.support(&(Vec3::x() * 1e-20), &mut 2), points[1]);
    assert_eq!(polytope.support(&Vec3::new(1e300, 0.0, 1e-300), &mut 0), points[0].sup(&points[1]));
    assert_eq!(polytope.support(&-Vec3::z(), &mut 0), points[2]);
}

#[test]
fn the_zero_direction_gives_vertex_zero() {
    for n in [5, 500] {
        let polytope = Polytope::new(&point_sets::sphere(&mut Random::new(3), n));
        let mut hint = 3;
        assert_eq!(polytope.support(&Vec3::zeros(), &mut hint), polytope.vertex(0));
        assert_eq!(hint, 0);
    }
}

#[test]
fn directions_that_are_not_finite_give_some_vertex() {
    for n in [5, 500] {
        let polytope = Polytope::new(&point_sets::sphere(&mut Random::new(8), n));
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for d in [
                Vec3::new(x, 0.0, 0.0),
                Vec3::new(1.0, x, 2.0),
                Vec3::repeat(x),
                Vec3::new(x, -x, 1e300),
            ] {
                let mut hint = 3;
                let found = polytope.support(&d, &mut hint);
                assert_eq!(found, polytope.vertex(hint));
            }
        }
    }
}

#[test]
fn bounds_are_tight() {
    let random = &mut Random::new(4);
    for (name, points) in point_sets::all() {
        let polytope = Polytope::new(&points);
        assert_eq!(polytope.bounds(), Aabb::around(&points), "{name}");
        for matrix in
            [Mat3::identity(), random.matrix(), random.matrix(), Mat3::zeros(), -Mat3::identity()]
        {
            let image: Vec<Vec3> =
                (0..polytope.len() as u32).map(|i| matrix * polytope.vertex(i)).collect();
            let (bounds, expected) = (polytope.bounds_under(&matrix), Aabb::around(&image));
            if polytope.extents.max() > 1e-240 || polytope.extents.max() == 0.0 {
                assert_eq!(bounds, expected, "{name}");
            } else {
                let error =
                    (bounds.min - expected.min).amax().max((bounds.max - expected.max).amax());
                // Three roundings to a multiple of the least number there is.
                assert!(
                    error <= 1e-15 * polytope.extents.max() + 4.0 * f64::from_bits(1),
                    "{name}: {error:e}"
                );
            }
        }
    }
}

#[test]
fn bounds_that_overflow_are_infinite() {
    for n in [6, 300] {
        let points: Vec<Vec3> =
            point_sets::sphere(&mut Random::unshifted(5), n).iter().map(|p| p * 1e300).collect();
        let bounds = Polytope::new(&points).bounds_under(&(Mat3::identity() * 1e100));
        assert_eq!(bounds.max, Vec3::repeat(f64::INFINITY));
        assert_eq!(bounds.min, Vec3::repeat(f64::NEG_INFINITY));
    }
}

#[test]
fn no_points_make_an_empty_polytope() {
    let polytope = Polytope::new(&[]);
    assert!(polytope.is_empty());
    assert!(polytope.bounds().is_empty() && polytope.bounds_under(&Mat3::identity()).is_empty());
    let mut hint = 5;
    assert_eq!(polytope.support(&Vec3::x(), &mut hint), Vec3::zeros());
    assert_eq!(hint, 0);
}

/// The centre of the bounds may lie outside of the polytope: no ball about it is inside then.
#[test]
fn inner_balls_are_inside() {
    // A thin diagonal sliver in the corner of its box.
    let sliver = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z() * 0.1];
    assert_eq!(Polytope::new(&sliver).inner_radius(), 0.0);
    for (name, points) in point_sets::all() {
        let polytope = Polytope::new(&points);
        let (center, radius) = (polytope.bounds().center(), polytope.inner_radius());
        if radius == 0.0 {
            continue;
        }
        // The support function about the centre is nowhere less than the radius, but for the rounding of dot products.
        let slack = radius * 1e-9 + 8.0 * f64::EPSILON * polytope.extents.sum();
        for i in 0..500_u32 {
            let angle = f64::from(i) * 2.399_963;
            let height = 1.0 - (f64::from(i) + 0.5) / 250.0;
            let around = (1.0 - height * height).sqrt();
            let direction = Vec3::new(around * angle.cos(), around * angle.sin(), height);
            let farthest = polytope.support(&direction, &mut 0) - center;
            assert!(farthest.dot(&direction) >= radius - slack, "{name} {direction} {radius}");
        }
    }
}

/// Where squares of the normals underflow, nothing is known of the planes.
#[test]
fn inner_spheres_of_any_unit_are_inside() {
    for exponent in -160..75 {
        let half = 8.06 * 10.0_f64.powi(exponent);
        let side = |i: u32, bit: u32| if i & bit == 0 { -half } else { half };
        // Repeated, so that a hull is made of them.
        let corners: Vec<Vec3> =
            (0..128).map(|i| Vec3::new(side(i, 1), side(i, 2), side(i, 4))).collect();
        let radius = Polytope::new(&corners).inner_radius();
        assert!(radius <= half && (exponent < -60 || radius > 0.999 * half), "{half}: {radius}");
    }
}
