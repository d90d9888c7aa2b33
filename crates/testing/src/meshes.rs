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
