use super::*;
use crate::shape::tests::{self as point_sets, Random};
use std::collections::BTreeSet;

type Whole = [i128; 3];

fn validated(points: &[Vec3]) -> Hull {
    let hull = Hull::new(points);
    hull.validate(points);
    hull
}

fn vector(a: &Whole, b: &Whole) -> Whole {
    [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
}

fn cross(u: &Whole, v: &Whole) -> Whole {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn dot(u: &Whole, v: &Whole) -> i128 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

/// The extreme points and edges of whole points that span space, from all planes through three of them.
fn brute(points: &[Whole]) -> (BTreeSet<Whole>, BTreeSet<(Whole, Whole)>) {
    let mut facets: BTreeSet<Vec<Whole>> = BTreeSet::new();
    for a in points {
        for b in points {
            for c in points {
                let normal = cross(&vector(a, b), &vector(a, c));
                if normal != [0; 3] && points.iter().all(|p| dot(&normal, &vector(a, p)) <= 0) {
                    let on: BTreeSet<Whole> = points
                        .iter()
                        .filter(|p| dot(&normal, &vector(a, p)) == 0)
                        .copied()
                        .collect();
                    facets.insert(on.into_iter().collect());
                }
            }
        }
    }
    // A line of the surface that two facets share is an edge; its extreme points are its ends.
    let (mut vertices, mut edges) = (BTreeSet::new(), BTreeSet::new());
    for f in &facets {
        for g in &facets {
            let common: Vec<Whole> =
                f.iter().filter(|p| f != g && g.contains(p)).copied().collect();
            if common.len() >= 2 {
                // In lexicographic order, as the facets are.
                let (first, last) = (common[0], common[common.len() - 1]);
                vertices.extend([first, last]);
                edges.extend([(first, last), (last, first)]);
            }
        }
    }
    (vertices, edges)
}

fn whole(p: &Vec3) -> Whole {
    [0, 1, 2].map(|i| p[i] as i128)
}

/// Vertices and edges as coordinates.
fn found(points: &[Vec3]) -> (BTreeSet<Whole>, BTreeSet<(Whole, Whole)>) {
    let hull = validated(points);
    let vertices: Vec<Whole> = hull.vertices.iter().map(|&i| whole(&points[i as usize])).collect();
    let edges = hull.edges.expect("the magnitudes are moderate");
    let pairs = (0..vertices.len()).flat_map(|i| edges.of(i).iter().map(move |&j| (i, j as usize)));
    let pairs = pairs.map(|(i, j)| (vertices[i], vertices[j])).collect();
    (vertices.into_iter().collect(), pairs)
}

#[test]
fn agrees_with_all_planes_through_three_points() {
    let random = &mut Random::new(11);
    let mut solid = 0;
    for round in 0..1500 {
        // Small ranges give flat, collinear and repeated points; large ones exercise long determinants.
        let range = [2, 3, 4, 6, 1000, 1 << 30][round % 6];
        let count = 4 + random.below(14);
        let coordinate = |random: &mut Random| random.below(range) as f64;
        let points: Vec<Vec3> = (0..count)
            .map(|_| Vec3::new(coordinate(random), coordinate(random), coordinate(random)))
            .collect();
        let expected = brute(&points.iter().map(whole).collect::<Vec<_>>());
        if expected.0.len() < 4 {
            continue;
        }
        solid += 1;
        assert_eq!(found(&points), expected, "{points:?}");
    }
    assert!(solid > 1000, "{solid}");
}

#[test]
fn nearly_coplanar_whole_points_are_told_apart() {
    // Heights of -1, 0 and 1 above a slanted plane, far from the origin: rounded determinants have wrong
    // signs.
    let random = &mut Random::new(12);
    let far = 1i64 << 38;
    for _ in 0..60 {
        let points: Vec<Vec3> = (0..14)
            .map(|_| {
                let (x, y) = (random.below(1 << 36) as i64, random.below(1 << 36) as i64);
                let z = x + 2 * y + random.below(3) as i64 - 1;
                Vec3::new((far + x) as f64, (y - far) as f64, (z - far) as f64)
            })
            .collect();
        assert_eq!(
            found(&points),
            brute(&points.iter().map(whole).collect::<Vec<_>>()),
            "{points:?}"
        );
    }
}

#[test]
fn no_point_is_above_a_facet_and_the_surface_is_closed() {
    let mut surfaces = 0;
    for (name, points) in point_sets::all() {
        let hull = validated(&points);
        let Some(scaled) = Scaled::new(&points) else {
            assert_eq!(name, "mixed magnitudes");
            assert!(hull.edges.is_none());
            continue;
        };
        assert!(hull.edges.is_some(), "{name}");
        let (a, b) = scaled.extremes();
        let Some((c, d)) =
            scaled.off_line(a, b).and_then(|c| Some((c, scaled.off_plane(a, b, c)?)))
        else {
            continue;
        };
        let simplex = if d.1 > 0.0 { [a, c, b, d.0] } else { [a, b, c, d.0] };
        let surface =
            quickhull::Surface::new(&scaled, simplex).expect("exact arithmetic is consistent");
        surfaces += 1;
        // All points for few, some for many: the exact test is slow.
        let step = 1 + points.len() * surface.faces.len() / 2_000_000;
        for face in surface.faces.iter().filter(|face| face.alive) {
            let p = face.corners.map(|i| scaled.point(i));
            let coord = |p: &Vec3| robust::Coord3D { x: p.x, y: p.y, z: p.z };
            for q in scaled.points.iter().step_by(step) {
                let below = robust::orient3d(coord(p[0]), coord(p[1]), coord(p[2]), coord(q));
                assert!(below >= 0.0, "{name}: {q:?} is above a facet");
            }
        }
    }
    assert!(surfaces > 40, "{surfaces}");
}

#[test]
fn every_vertex_but_the_farthest_has_a_farther_neighbour() {
    let random = &mut Random::new(13);
    for (name, points) in point_sets::all() {
        let hull = validated(&points);
        let Some(edges) = &hull.edges else { continue };
        if hull.vertices.len() > 3000 {
            continue;
        }
        let vertices: Vec<Vec3> = hull.vertices.iter().map(|&i| points[i as usize]).collect();
        let size = vertices.iter().map(|p| p.amax()).fold(f64::MIN_POSITIVE, f64::max);
        for _ in 0..20 {
            let d = random.direction();
            let height: Vec<f64> = vertices.iter().map(|p| d.dot(&(p / size))).collect();
            let top = height.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for i in 0..vertices.len() {
                let best = edges
                    .of(i)
                    .iter()
                    .map(|&j| height[j as usize])
                    .fold(f64::NEG_INFINITY, f64::max);
                assert!(best > height[i] - 1e-15 || height[i] > top - 1e-15, "{name}");
            }
        }
    }
}

#[test]
fn a_grid_keeps_its_corners_and_twelve_edges() {
    for (x, y, z) in [(2, 2, 2), (3, 4, 5), (12, 12, 12)] {
        let hull = validated(&point_sets::grid(x, y, z));
        let edges = hull.edges.unwrap();
        assert_eq!(hull.vertices.len(), 8);
        assert_eq!(edges.ends.len(), 24);
        assert!((0..8).all(|i| edges.of(i).len() == 3));
    }
}

#[test]
fn flat_points_make_a_ring() {
    for (points, corners) in [
        (point_sets::grid(9, 9, 1), 4),
        (point_sets::grid(1, 7, 8), 4),
        (point_sets::circle(100, 3.0), 100),
        (
            point_sets::grid(5, 3, 1)
                .iter()
                .map(|p| Vec3::new(p.x, p.y, p.x - 2.0 * p.y))
                .collect(),
            4,
        ),
        (vec![Vec3::zeros(), Vec3::x(), Vec3::y()], 3),
    ] {
        let hull = validated(&points);
        let edges = hull.edges.unwrap();
        assert_eq!(hull.vertices.len(), corners);
        assert!((0..corners).all(|i| edges.of(i).len() == 2));
    }
}

#[test]
fn collinear_points_keep_their_ends_and_equal_ones_the_first() {
    let line: Vec<Vec3> =
        (0..50).map(|i| Vec3::new(3.0, -1.0, 2.0) * ((i * 7 % 50) as f64)).collect();
    let hull = validated(&line);
    let ends: BTreeSet<Whole> = hull.vertices.iter().map(|&i| whole(&line[i as usize])).collect();
    assert_eq!(ends, BTreeSet::from([[0, 0, 0], [147, -49, 98]]));
    assert_eq!(hull.edges.unwrap().ends, [1, 0]);
    let hull = validated(&[Vec3::x(); 9]);
    assert_eq!((hull.vertices, hull.edges.unwrap().ends), (vec![0], vec![]));
    assert!(validated(&[]).vertices.is_empty());
}

#[test]
fn magnitudes_too_far_apart_keep_all_distinct_points() {
    let points = [
        Vec3::x(),
        Vec3::new(1e-250, 0.0, 0.0),
        Vec3::x(),
        Vec3::y(),
        Vec3::zeros(),
        -Vec3::zeros(),
    ];
    let hull = validated(&points);
    assert_eq!((hull.vertices, hull.edges), (vec![0, 1, 3, 4], None));
}
