//! Meshes of triangles: the thesis's torus, the models of the C examples.

use crate::random::Random;
use solid_geometry::math::Vec3;
use solid_geometry::mesh::{Builder, PolytopeKind, PolytopeSoup};

/// A mesh of triangles.
#[derive(Clone)]
pub struct Mesh {
    /// The corners of all triangles.
    pub points: Vec<Vec3>,
    /// Three points each.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// The corners of a triangle.
    pub fn corners(&self, triangle: u32) -> [Vec3; 3] {
        self.triangles[triangle as usize].map(|i| self.points[i as usize])
    }
}

/// The thesis's torus: radii 10 and 2, 5000 triangles.
pub fn torus() -> Mesh {
    let angle = |i: u32| f64::from(i) * std::f64::consts::TAU / 50.0;
    let at = |i: u32, j: u32| (i % 50) * 50 + j % 50;
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..50 {
        for j in 0..50 {
            let ring = 10.0 + 2.0 * angle(j).cos();
            points.push(Vec3::new(
                ring * angle(i).cos(),
                ring * angle(i).sin(),
                2.0 * angle(j).sin(),
            ));
            triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
            triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    Mesh { points, triangles }
}

/// A cube of edge 20 that is filled: a triangle with random corners in each of 17 x 17 x 17 equal cells.
pub fn filled_cube() -> Mesh {
    const CELLS: u32 = 17;
    let (edge, mut random) = (20.0 / f64::from(CELLS), Random::new(7));
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..CELLS.pow(3) {
        let cell = [i % CELLS, i / CELLS % CELLS, i / CELLS / CELLS].map(f64::from);
        let low = Vec3::from(cell) * edge - Vec3::repeat(10.0);
        let corner = || low + Vec3::new(random.unit(), random.unit(), random.unit()) * edge;
        points.extend(std::iter::repeat_with(corner).take(3));
        triangles.push([3 * i, 3 * i + 1, 3 * i + 2]);
    }
    Mesh { points, triangles }
}

/// A model of the C examples; triangles are cut in four where `fine`.
pub fn model(name: &str, fine: bool) -> Mesh {
    let path = format!("{}/../../examples-c/models/{name}.obj", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let (mut points, mut triangles) = (Vec::<Vec3>::new(), Vec::<[u32; 3]>::new());
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["v", x, y, z] => {
                points.push(Vec3::from([x, y, z].map(|w| w.parse().expect("a coordinate"))))
            }
            ["f", corners @ ..] => {
                let of = |w: &str| {
                    w.split('/').next().and_then(|n| n.parse::<u32>().ok()).expect("an index") - 1
                };
                triangles.extend(
                    (2..corners.len())
                        .map(|i| [of(corners[0]), of(corners[i - 1]), of(corners[i])]),
                );
            }
            _ => {}
        }
    }
    if fine {
        triangles = triangles.iter().flat_map(|&t| in_four(&mut points, t)).collect();
    }
    Mesh { points, triangles }
}

fn in_four(points: &mut Vec<Vec3>, [a, b, c]: [u32; 3]) -> [[u32; 3]; 4] {
    let mut middle = |i: u32, j: u32| {
        points.push((points[i as usize] + points[j as usize]) / 2.0);
        points.len() as u32 - 1
    };
    let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
    [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
}

/// The library's own, of the same triangles.
pub fn soup(mesh: &Mesh) -> PolytopeSoup {
    let mut builder = Builder::new();
    for triangle in &mesh.triangles {
        builder.vertex_indices(PolytopeKind::Simplex, triangle);
    }
    builder.finish(Some(&|i: u32| mesh.points[i as usize])).0
}
