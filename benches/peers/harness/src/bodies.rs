//! The bodies of the workloads.

use super::case::{Body, Kind};
use super::random::Random;
use std::path::Path;

/// A hull of points of the unit sphere, with its triangles.
pub fn unit_hull(random: &mut Random, count: usize) -> Body {
    let points: Vec<[f64; 3]> = (0..count).map(|_| random.on_sphere()).collect();
    let sub = |a: [f64; 3], b: [f64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let mut triangles = Vec::new();
    // Few points in general position: a triangle is one of the hull's if all lie on one side of it.
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                let normal = cross(sub(points[j], points[i]), sub(points[k], points[i]));
                let side = |p: &[f64; 3]| dot(normal, sub(*p, points[i]));
                let others =
                    || (0..count).filter(|&m| m != i && m != j && m != k).map(|m| side(&points[m]));
                let [i, j, k] = [i as u32, j as u32, k as u32];
                if others().all(|s| s < 0.0) {
                    triangles.push([i, j, k]);
                } else if others().all(|s| s > 0.0) {
                    triangles.push([i, k, j]);
                }
            }
        }
    }
    let mut hull = Body::mesh(points, triangles);
    hull.kind = Kind::Hull;
    hull
}

/// A torus of radii 10 and 2 in `turns` x `turns` quads, each as two triangles.
pub fn torus(turns: u32) -> Body {
    ring(turns, turns, [10.0, 2.0])
}

/// A torus of quads, so many around and so many across, each as two triangles.
pub fn ring(around: u32, across: u32, [outer, inner]: [f64; 2]) -> Body {
    let angle = |i: u32, of: u32| f64::from(i) * std::f64::consts::TAU / f64::from(of);
    let mut points = Vec::new();
    let mut triangles = Vec::new();
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    for i in 0..around {
        for j in 0..across {
            let (along, about) = (angle(i, around), angle(j, across));
            let ring = outer + inner * about.cos();
            points.push([ring * along.cos(), ring * along.sin(), inner * about.sin()]);
            triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
            triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    Body::mesh(points, triangles)
}

/// The triangles of an OBJ file; polygons are fanned, and those without area left out.
pub fn obj(path: &Path) -> std::io::Result<Body> {
    let text = std::fs::read_to_string(path)?;
    let mut points: Vec<[f64; 3]> = Vec::new();
    let mut triangles = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let mut number = || words.next().and_then(|w| w.parse().ok()).unwrap_or(0.0);
                points.push([number(), number(), number()]);
            }
            Some("f") => {
                let corner = |w: &str| w.split('/').next().and_then(|n| n.parse::<u32>().ok());
                let corners: Vec<u32> = words.filter_map(corner).map(|n| n - 1).collect();
                for i in 2..corners.len() {
                    triangles.push([corners[0], corners[i - 1], corners[i]]);
                }
            }
            _ => {}
        }
    }
    triangles.retain(|t| {
        let [a, b, c] = t.map(|i| points[i as usize]);
        a != b && b != c && c != a
    });
    Ok(Body::mesh(points, triangles))
}
