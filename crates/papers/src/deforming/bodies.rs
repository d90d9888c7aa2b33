//! The bodies of the report's experiments.

use solid_geometry::math::Vec3;

/// A mesh of triangles.
#[derive(Clone)]
pub struct Body {
    /// The corners of all triangles.
    pub vertices: Vec<Vec3>,
    /// Three vertices each.
    pub triangles: Vec<[u32; 3]>,
}

/// Rows and columns of the spheres with as many faces as the report's.
pub const SPHERES: [(usize, u32, u32); 14] = [
    (8, 2, 4),
    (10, 2, 5),
    (24, 4, 4),
    (48, 5, 6),
    (54, 4, 9),
    (80, 6, 8),
    (120, 7, 10),
    (168, 8, 12),
    (224, 9, 14),
    (360, 11, 18),
    (528, 13, 22),
    (728, 15, 26),
    (960, 17, 30),
    (3968, 33, 62),
];

/// A sphere of radius one with so many faces.
pub fn sphere(faces: usize) -> Body {
    let (_, rows, columns) =
        *SPHERES.iter().find(|s| s.0 == faces).expect("a sphere of the report");
    round(rows, columns, |_, _| (1.0, 1.0))
}

/// A closed surface about the z axis: `shape` gives the radius and the stretch along z by latitude and longitude.
fn round(rows: u32, columns: u32, shape: impl Fn(f64, f64) -> (f64, f64)) -> Body {
    let place = |i: u32, j: u32| {
        let (s, t) = (f64::from(i) / f64::from(rows), f64::from(j) / f64::from(columns));
        let (polar, around) = (s * std::f64::consts::PI, t * std::f64::consts::TAU);
        let (radius, stretch) = shape(polar.cos(), around);
        Vec3::new(
            polar.sin() * around.cos() * radius,
            polar.sin() * around.sin() * radius,
            polar.cos() * stretch,
        )
    };
    let mut vertices = vec![place(0, 0)];
    for i in 1..rows {
        vertices.extend((0..columns).map(|j| place(i, j)));
    }
    vertices.push(place(rows, 0));
    let last = vertices.len() as u32 - 1;
    let at = |i: u32, j: u32| 1 + (i - 1) * columns + j % columns;
    let mut triangles = Vec::new();
    for j in 0..columns {
        triangles.push([0, at(1, j), at(1, j + 1)]);
        for i in 1..rows - 1 {
            triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
            triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
        triangles.push([at(rows - 1, j), last, at(rows - 1, j + 1)]);
    }
    Body { vertices, triangles }
}

/// A concave body of 528 faces: a hull with two wings and a tail fin towards its end.
pub fn shuttle() -> Body {
    round(13, 22, |z, around| {
        let fin = |toward: f64, width: f64| {
            let off = (around - toward).cos().acos() / width;
            (1.0 - off).max(0.0)
        };
        let rear = ((0.3 - z) / 1.3).clamp(0.0, 1.0);
        let tau = std::f64::consts::TAU;
        let wings = 4.0 * (fin(0.0, 0.5) + fin(0.5 * tau, 0.5)) * rear;
        let tail = 3.0 * fin(0.25 * tau, 0.4) * rear * rear;
        (0.25 * (1.0 + wings + tail), 1.6)
    })
}

/// A chair of 144 faces, as near to the report's 146 as boxes come: seat, back and legs, each of two boxes.
pub fn chair() -> Body {
    let mut chair = Body { vertices: Vec::new(), triangles: Vec::new() };
    let parts = [
        ([-1.0, -0.1, -1.0], [1.0, 0.1, 0.0]),
        ([-1.0, -0.1, 0.0], [1.0, 0.1, 1.0]),
        ([-1.0, 0.1, 0.8], [1.0, 1.2, 1.0]),
        ([-1.0, 1.2, 0.8], [1.0, 2.2, 1.0]),
        ([-1.0, -1.0, -1.0], [-0.8, -0.1, -0.8]),
        ([0.8, -1.0, -1.0], [1.0, -0.1, -0.8]),
        ([-1.0, -1.0, 0.8], [-0.8, -0.1, 1.0]),
        ([0.8, -1.0, 0.8], [1.0, -0.1, 1.0]),
        ([-1.0, -2.0, -1.0], [-0.8, -1.0, -0.8]),
        ([0.8, -2.0, -1.0], [1.0, -1.0, -0.8]),
        ([-1.0, -2.0, 0.8], [-0.8, -1.0, 1.0]),
        ([0.8, -2.0, 0.8], [1.0, -1.0, 1.0]),
    ];
    const BOX: [[u32; 3]; 12] = [
        [0, 2, 6],
        [0, 6, 4],
        [1, 3, 7],
        [1, 7, 5],
        [0, 1, 5],
        [0, 5, 4],
        [2, 3, 7],
        [2, 7, 6],
        [0, 1, 3],
        [0, 3, 2],
        [4, 5, 7],
        [4, 7, 6],
    ];
    for (low, high) in parts {
        let first = chair.vertices.len() as u32;
        let corner = |i: usize| {
            let x = |axis: usize| {
                if i >> axis & 1 == 1 { high[axis] } else { low[axis] }
            };
            Vec3::new(x(0), x(1), x(2))
        };
        chair.vertices.extend((0..8).map(corner));
        chair.triangles.extend(BOX.map(|t| t.map(|v| v + first)));
    }
    chair
}

/// A head of 1820 faces, as near to the report's 1816 as rows and columns come.
pub fn head() -> Body {
    round(27, 35, |z, around| {
        let nose =
            0.35 * (1.0 - (around - 1.0).abs() * 4.0).max(0.0) * (1.0 - (z * 4.0).abs()).max(0.0);
        let neck = if z < -0.5 { 0.6 } else { 1.0 };
        ((1.0 + nose) * neck, 1.4)
    })
}

/// A ring of 2 * `turns` * `turns` triangles.
pub fn ring(turns: u32) -> Body {
    let angle = |i: u32| f64::from(i) * std::f64::consts::TAU / f64::from(turns);
    let mut vertices = Vec::new();
    for i in 0..turns {
        for j in 0..turns {
            let radius = 1.0 + 0.3 * angle(j).cos();
            vertices.push(Vec3::new(
                radius * angle(i).cos(),
                radius * angle(i).sin(),
                0.3 * angle(j).sin(),
            ));
        }
    }
    let at = |i: u32, j: u32| (i % turns) * turns + j % turns;
    let mut triangles = Vec::new();
    for i in 0..turns {
        for j in 0..turns {
            triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
            triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    Body { vertices, triangles }
}
