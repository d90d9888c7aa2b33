//! Polygons as they are, against the triangles that they are cut into.

use crate::octree::exact::triangles_meet;
use crate::octree::triangle_box::triangle_meets_box;
use crate::outlines::{
    Polygon, polygon_intersection, polygon_meets_ball, polygon_meets_box, polygons_meet,
};
use solid_geometry::convex::crossing;
use solid_geometry::math::{Aabb, Vec3};
use solid_geometry::mesh::triangulate;
use solid_testing::Random;

/// From zero to one.
fn unit(random: &mut Random) -> f64 {
    0.5 + 0.5 * random.signed()
}

/// A star about a point, concave as a rule, with a hole in some; in the plane of two numbers.
fn star(random: &mut Random) -> Vec<[f64; 2]> {
    let count = 3 + random.below(20);
    let ring = |random: &mut Random, low: f64, high: f64| -> Vec<[f64; 2]> {
        let at = |i: usize, r: f64| {
            let angle = i as f64 * std::f64::consts::TAU / count as f64;
            [r * angle.cos(), r * angle.sin()]
        };
        (0..count).map(|i| at(i, low + (high - low) * unit(random))).collect()
    };
    let mut outline = ring(random, 0.45, 1.0);
    if random.below(2) == 0 {
        // Tied by the edge between the first corners, and backwards.
        let hole = ring(random, 0.1, 0.4);
        outline.push(outline[0]);
        outline.push(hole[0]);
        outline.extend(hole.iter().skip(1).rev());
        outline.push(hole[0]);
    }
    if random.below(2) == 0 {
        outline.reverse();
    }
    outline
}

/// In one of some planes in which nothing is rounded, and about as large and far as others.
fn placed(random: &mut Random) -> Vec<Vec3> {
    let turn = random.below(6);
    let slope = [0.0, 0.5, -2.0, 0.25][random.below(4)];
    // Few digits, so that sums are exact.
    let few = |x: f64| (x * 1048576.0).round() / 1048576.0;
    let shift = random.vector().map(few);
    let outline = star(random);
    let place = |&[u, v]: &[f64; 2]| {
        let p = Vec3::new(few(u), few(v), slope * few(u));
        let p = Vec3::new(p[turn % 3], p[(turn + 1) % 3], p[(turn + 2) % 3]);
        p + shift
    };
    outline.iter().map(place).collect()
}

fn triangles(outline: &[Vec3]) -> Vec<[Vec3; 3]> {
    let cut = triangulate(outline).expect("a simple polygon");
    cut.triangles.iter().map(|t| t.map(|i| outline[i as usize])).collect()
}

#[test]
fn polygons_meet_where_their_triangles_do() {
    let mut random = Random::new(161);
    let (mut hits, mut pieces) = (0, 0);
    for round in 0..6000 {
        let (a, b) = (placed(&mut random), placed(&mut random));
        let (s, t) = (triangles(&a), triangles(&b));
        let pairs = || s.iter().flat_map(|s| t.iter().map(move |t| (s, t)));
        let common = polygon_intersection(&a, &b);
        assert_eq!(polygons_meet(&a, &b), !common.is_empty(), "{round}");
        let [p, q] = [&a, &b].map(|outline| Polygon::new(outline).expect("an area"));
        assert_eq!(p.meets_by_edges(&q), !common.is_empty(), "{round}");
        // In one plane or parallel ones, nothing is promised.
        let normals = [&s[0], &t[0]].map(|[p, q, r]| (q - p).cross(&(r - p)));
        if normals[0].cross(&normals[1]) == Vec3::zeros() {
            assert!(common.is_empty());
            continue;
        }
        let meet = pairs().any(|(s, t)| triangles_meet(s, t));
        assert_eq!(!common.is_empty(), meet, "{round}: {a:?} {b:?}");
        let length = |ends: &[Vec3; 2]| (ends[1] - ends[0]).norm();
        let expected: f64 =
            pairs().filter_map(|(s, t)| crossing(s, t)).map(|ends| length(&ends)).sum();
        let found: f64 = common.iter().map(length).sum();
        assert!((found - expected).abs() < 1e-9, "{round}: {found} {expected}");
        hits += usize::from(meet);
        pieces += common.len();
        // The other way round it is the same.
        assert_eq!(polygon_intersection(&b, &a).len(), common.len());
    }
    assert!(hits > 800 && pieces > hits + 200, "{hits} {pieces}");
}

#[test]
fn what_has_no_area_or_one_plane_meets_nothing() {
    let square =
        [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
    let line = [Vec3::new(0.5, 0.5, -1.0), Vec3::new(0.5, 0.5, 1.0), Vec3::new(0.5, 0.5, 0.0)];
    assert!(!polygons_meet(&square, &square) && !polygons_meet(&square, &line));
    assert!(!polygons_meet(&square, &square.map(|p| p + Vec3::z())));
    assert!(polygon_intersection(&[], &square).is_empty());
    assert!(!polygon_meets_ball(&[], &Vec3::zeros(), 1.0));
    assert!(polygon_meets_ball(&line, &Vec3::new(0.5, 0.0, 0.0), 0.5));
}

/// The square of the distance of a point from a triangle: of the point above it where that is within, else of its edges.
fn distance2([a, b, c]: &[Vec3; 3], p: &Vec3) -> f64 {
    let of_edge = |a: &Vec3, b: &Vec3| {
        let edge = b - a;
        let along =
            ((p - a).dot(&edge) / edge.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        (p - (a + edge * along)).norm_squared()
    };
    let normal = (b - a).cross(&(c - a));
    let inside = [(a, b), (b, c), (c, a)]
        .iter()
        .all(|(a, b)| (*b - *a).cross(&(p - *a)).dot(&normal) >= 0.0);
    if inside && normal.norm_squared() > 0.0 {
        return (p - a).dot(&normal).powi(2) / normal.norm_squared();
    }
    of_edge(a, b).min(of_edge(b, c)).min(of_edge(c, a))
}

#[test]
fn balls_and_boxes_meet_polygons_where_they_meet_their_triangles() {
    let mut random = Random::new(162);
    let mut hits = [0; 2];
    for round in 0..6000 {
        let outline = placed(&mut random);
        let cut = triangles(&outline);
        let (center, radius) =
            (outline[0] + random.vector() * 0.8, 0.05 + 0.6 * unit(&mut random).powi(2));
        let nearest = cut.iter().map(|t| distance2(t, &center)).fold(f64::INFINITY, f64::min);
        let meets = polygon_meets_ball(&outline, &center, radius);
        if (nearest.sqrt() - radius).abs() > 1e-9 {
            assert_eq!(meets, nearest.sqrt() < radius, "{round}: {outline:?} {center:?} {radius}");
        }
        let half = Vec3::new(unit(&mut random), unit(&mut random), unit(&mut random)) * 0.4
            + Vec3::repeat(0.01);
        let aabb = Aabb::from_center(center, half);
        let hit = polygon_meets_box(&outline, &aabb);
        let expected = cut.iter().any(|t| triangle_meets_box(t, &aabb));
        assert_eq!(hit, expected, "{round}: {outline:?} {aabb:?}");
        hits = [hits[0] + usize::from(meets), hits[1] + usize::from(hit)];
    }
    assert!(hits.iter().all(|hits| (400..5600).contains(hits)), "{hits:?}");
}
