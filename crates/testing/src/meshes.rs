//! Triangle meshes for tests.

use nalgebra::Vector3;

use crate::Random;

/// Triangles over common vertices.
pub struct Mesh {
    /// The vertices.
    pub vertices: Vec<Vector3<f64>>,
    /// The triangles, by their vertices.
    pub triangles: Vec<[u32; 3]>,
}

/// A closed lattice around the origin: `rows` by `columns` quads in two triangles each, bumped at random.
pub fn bumpy_ball(random: &mut Random, rows: u32, columns: u32, bumps: f64) -> Mesh {
    let mut vertices = Vec::new();
    for i in 0..=rows {
        for j in 0..columns {
            let (s, t) = (f64::from(i) / f64::from(rows), f64::from(j) / f64::from(columns));
            let (s, t) = (s * std::f64::consts::PI, t * std::f64::consts::TAU);
            let radius = 1.0 + bumps * random.signed();
            vertices.push(Vector3::new(s.sin() * t.cos(), s.sin() * t.sin(), s.cos()) * radius);
        }
    }
    let at = |i: u32, j: u32| i * columns + j % columns;
    let mut triangles = Vec::new();
    for i in 0..rows {
        for j in 0..columns {
            triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
            triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    Mesh { vertices, triangles }
}

/// Triangles of all sizes and forms, some without area, some sharing vertices.
pub fn debris(random: &mut Random, count: usize) -> Mesh {
    let mut vertices: Vec<Vector3<f64>> = Vec::new();
    let mut triangles = Vec::new();
    for _ in 0..count {
        let center = random.vector();
        let size = 10f64.powf(random.signed() - 1.0);
        let first = vertices.len() as u32;
        vertices.extend([0; 3].map(|_| center + random.vector() * size));
        let old = random.below(vertices.len()) as u32;
        triangles.push(match random.below(6) {
            0 => [first, first, first + 1],
            1 => [first; 3],
            2 => [first, first + 1, old],
            _ => [first, first + 1, first + 2],
        });
    }
    Mesh { vertices, triangles }
}

/// A closed surface of revolution about the z-axis: the profile, of radii and heights, goes from axis to axis, or around in a circle
/// that does not touch the axis. Its inside is to the left of the profile where that goes outwards at the bottom. The radii of the
/// vertices are multiplied by up to `1 + bumps`.
pub fn revolved(profile: &[[f64; 2]], columns: u32, bumps: f64, random: &mut Random) -> Mesh {
    let is_ring = profile[0][0] != 0.0;
    let (mut vertices, mut rows) = (Vec::new(), Vec::new());
    for &[radius, height] in profile {
        let first = vertices.len() as u32;
        let count = if radius == 0.0 { 1 } else { columns };
        for j in 0..count {
            let angle = f64::from(j) / f64::from(columns) * std::f64::consts::TAU;
            let by = 1.0 + bumps * random.unit();
            vertices.push(Vector3::new(radius * angle.cos(), radius * angle.sin(), height) * by);
        }
        rows.push((first, count));
    }
    let at = |(first, count): (u32, u32), j: u32| first + j % count;
    let mut triangles = Vec::new();
    let next = |i: usize| (i + 1) % rows.len();
    for i in 0..rows.len() - usize::from(!is_ring) {
        let (low, high) = (rows[i], rows[next(i)]);
        for j in 0..columns {
            let q = [at(low, j), at(low, j + 1), at(high, j + 1), at(high, j)];
            let both = [[q[0], q[1], q[2]], [q[0], q[2], q[3]]];
            triangles.extend(both.iter().filter(|t| t[0] != t[1] && t[1] != t[2] && t[2] != t[0]));
        }
    }
    Mesh { vertices, triangles }
}

/// A closed ball of radius 1, bumped at random.
pub fn closed_ball(random: &mut Random, rows: u32, columns: u32, bumps: f64) -> Mesh {
    let angle = |i: u32| f64::from(i) / f64::from(rows) * std::f64::consts::PI;
    let point = |i: u32| if i.is_multiple_of(rows) { 0.0 } else { angle(i).sin() };
    let profile: Vec<_> = (0..=rows).map(|i| [point(i), -angle(i).cos()]).collect();
    revolved(&profile, columns, bumps, random)
}

/// A ring of these radii.
pub fn ring(large: f64, small: f64, rows: u32, columns: u32) -> Mesh {
    let angle = |i: u32| f64::from(i) / f64::from(rows) * std::f64::consts::TAU;
    let point = |i: u32| [large + small * angle(i).cos(), small * angle(i).sin()];
    let profile: Vec<_> = (0..rows).map(point).collect();
    revolved(&profile, columns, 0.0, &mut Random::new(0))
}

/// A bowl: the lower half of a thick spherical shell.
pub fn bowl(thickness: f64, rows: u32, columns: u32) -> Mesh {
    let angle = |i: u32| f64::from(i) / f64::from(rows) * std::f64::consts::FRAC_PI_2;
    let arc = |radius: f64, i: u32| {
        let sine = if i == 0 { 0.0 } else { angle(i).sin() };
        [radius * sine, -radius * angle(i).cos()]
    };
    let outer = (0..=rows).map(|i| arc(1.0, i));
    let inner = (0..=rows).rev().map(|i| arc(1.0 - thickness, i));
    let profile: Vec<_> = outer.chain(inner).collect();
    revolved(&profile, columns, 0.0, &mut Random::new(0))
}

/// A prism over the outline of an L in the square from 0 to 2, from z = 0 to 1; the arms are 1 wide.
pub fn l_shape() -> Mesh {
    let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let level = |z: f64| outline.map(|[x, y]| Vector3::new(x, y, z));
    let vertices = [level(0.0), level(1.0)].concat();
    // Two rectangles, cut where the sides have vertices.
    let cover = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
    let bottom = cover.map(|[a, b, c]| [a, c, b]);
    let top = cover.map(|t| t.map(|v| v + 6));
    let mut triangles = [bottom, top].concat();
    for i in 0..6 {
        let k = (i + 1) % 6;
        triangles.extend([[i, k, k + 6], [i, k + 6, i + 6]]);
    }
    Mesh { vertices, triangles }
}
