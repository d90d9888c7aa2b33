//! Polygons of known area, with holes, spikes and either winding, and outlines that are none.

use crate::math::placement::rotation;
use crate::math::{Mat3, Vec3};
use crate::mesh::triangulate::{TriangulationError, newell, triangulate};
use solid_testing::Random;

fn points(flat: &[(f64, f64)]) -> Vec<Vec3> {
    flat.iter().map(|&(x, y)| Vec3::new(x, y, 0.0)).collect()
}

fn area_of(outline: &[Vec3], t: &[u32; 3]) -> Vec3 {
    let [a, b, c] = t.map(|i| outline[i as usize]);
    (b - a).cross(&(c - a))
}

/// The triangles have the outline's sense, and together its area.
fn check(outline: &[Vec3], what: &str) {
    let cut = triangulate(outline).unwrap_or_else(|fault| panic!("{what}: {fault:?}"));
    let normal = newell(outline);
    let mut sum = 0.0;
    for t in &cut.triangles {
        let area = area_of(outline, t);
        assert!(
            area.dot(&normal) > -1e-12 * normal.norm_squared(),
            "{what}: a triangle is turned over"
        );
        sum += area.norm();
    }
    let due = normal.norm();
    assert!((sum - due).abs() < 1e-9 * due, "{what}: {sum} instead of {due}");
    assert!(cut.warp < 1e-9, "{what}");
}

fn both_ways(outline: &[Vec3], what: &str) {
    let random = &mut Random::new(5);
    let flip = Mat3::new(0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0);
    for (name, basis) in
        [("flat", Mat3::identity()), ("turned", rotation(&random.quaternion())), ("axes", flip)]
    {
        let mut placed: Vec<Vec3> = outline.iter().map(|p| basis * p).collect();
        check(&placed, &format!("{what}, {name}"));
        placed.reverse();
        check(&placed, &format!("{what}, {name}, backwards"));
    }
}

#[test]
fn concave_polygons_and_holes() {
    both_ways(&points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)]), "a notch");
    both_ways(
        &points(&[
            (0.0, 0.0),
            (3.0, 0.0),
            (3.0, 1.0),
            (1.0, 1.0),
            (1.0, 2.0),
            (3.0, 2.0),
            (3.0, 3.0),
            (0.0, 3.0),
        ]),
        "a C",
    );
    // A square ring: the hole is tied to the outline by a pair of edges.
    both_ways(
        &points(&[
            (0.0, 0.0),
            (4.0, 0.0),
            (4.0, 4.0),
            (0.0, 4.0),
            (0.0, 0.0),
            (1.0, 1.0),
            (1.0, 3.0),
            (3.0, 3.0),
            (3.0, 1.0),
            (1.0, 1.0),
        ]),
        "a ring",
    );
    // Two holes at the same corner.
    both_ways(
        &points(&[
            (0.0, 0.0),
            (9.0, 0.0),
            (9.0, 9.0),
            (0.0, 9.0),
            (0.0, 0.0),
            (1.0, 1.0),
            (1.0, 3.0),
            (3.0, 3.0),
            (3.0, 1.0),
            (1.0, 1.0),
            (0.0, 0.0),
            (5.0, 0.5),
            (4.0, 4.0),
            (6.0, 4.0),
            (5.0, 0.5),
        ]),
        "two holes",
    );
    both_ways(
        &points(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 2.0), (1.0, 2.0), (0.0, 2.0)]),
        "straight corners",
    );
    both_ways(
        &points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (6.0, 6.0), (4.0, 4.0), (0.0, 4.0)]),
        "a spike",
    );
}

#[test]
fn stars_and_combs() {
    let random = &mut Random::new(7);
    for count in [5, 12, 33, 200] {
        let corner = |i: usize, r: f64| {
            let at = i as f64 / count as f64 * std::f64::consts::TAU;
            (r * at.cos(), r * at.sin())
        };
        let star: Vec<_> = (0..count).map(|i| corner(i, 0.2 + random.signed().abs())).collect();
        both_ways(&points(&star), "a star");
        let mut comb = vec![(count as f64, -1.0), (count as f64, 0.0)];
        comb.extend(
            (1..count).rev().map(|i| {
                (i as f64 - 0.5 * (i % 3) as f64 / 4.0, if i % 2 == 1 { 5.0 } else { 0.0 })
            }),
        );
        comb.push((0.0, -1.0));
        both_ways(&points(&comb), "a comb");
    }
}

#[test]
fn outlines_that_are_none() {
    let bow = points(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 3.0)]);
    assert_eq!(triangulate(&bow), Err(TriangulationError::Crossing));
    let mut pentagram = Vec::new();
    for i in 0..5 {
        let at = f64::from(i * 2) / 5.0 * std::f64::consts::TAU;
        pentagram.push((at.cos(), at.sin()));
    }
    assert_eq!(triangulate(&points(&pentagram)), Err(TriangulationError::Crossing));
    let broken = [Vec3::zeros(), Vec3::x(), Vec3::new(f64::NAN, 1.0, 0.0), Vec3::y()];
    assert_eq!(triangulate(&broken), Err(TriangulationError::NotFinite));
}

#[test]
fn without_area_and_off_the_plane() {
    let line: Vec<Vec3> = (0..5).map(|i| Vec3::new(f64::from(i), f64::from(i), 0.0)).collect();
    assert_eq!(triangulate(&line).expect("a line").triangles.len(), 3);
    let mut saddle = points(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
    saddle[1].z = 0.5;
    let cut = triangulate(&saddle).expect("a saddle");
    assert_eq!(cut.triangles.len(), 2);
    assert!(cut.warp > 0.1 && cut.warp < 1.0, "{}", cut.warp);
}
