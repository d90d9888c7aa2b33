//! The point of a simplex nearest to the origin, by the Voronoi region that the origin is in (Olvång 2.3.2).

use solid_geometry::math::Vec3;

/// One to four points; of a point that is not in use the value means nothing.
#[derive(Clone, Copy, Debug)]
pub struct Simplex {
    points: [Vec3; 4],
    count: usize,
}

impl Simplex {
    /// A simplex of one to four points.
    pub fn new(points: &[Vec3]) -> Simplex {
        let mut all = [Vec3::zeros(); 4];
        all[..points.len()].copy_from_slice(points);
        Simplex { points: all, count: points.len() }
    }

    /// The points.
    pub fn points(&self) -> &[Vec3] {
        &self.points[..self.count]
    }

    /// Adds a point to at most three.
    pub fn push(&mut self, point: Vec3) {
        self.points[self.count] = point;
        self.count += 1;
    }

    /// Reduces the simplex to the points of the feature nearest to the origin; returns the nearest point. All four points
    /// stay only where the origin is inside of the tetrahedron, and the nearest point is the origin.
    pub fn reduce(&mut self) -> Vec3 {
        let p = self.points;
        let (nearest, simplex) = match self.count {
            1 => (p[0], *self),
            2 => of_segment(p[0], p[1]),
            3 => of_triangle(p[0], p[1], p[2]),
            _ => of_tetrahedron(p),
        };
        *self = simplex;
        nearest
    }
}

fn of_segment(a: Vec3, b: Vec3) -> (Vec3, Simplex) {
    let edge = b - a;
    let (along, square) = (-a.dot(&edge), edge.norm_squared());
    if along <= 0.0 {
        (a, Simplex::new(&[a]))
    } else if along >= square {
        (b, Simplex::new(&[b]))
    } else {
        (a + edge * (along / square), Simplex::new(&[a, b]))
    }
}

fn of_triangle(a: Vec3, b: Vec3, c: Vec3) -> (Vec3, Simplex) {
    let normal = (b - a).cross(&(c - a));
    let beyond = |p: &Vec3, q: &Vec3| (q - p).cross(&normal).dot(p) < 0.0;
    let edges = [(a, b), (b, c), (c, a)];
    // Of the edges that the origin is beyond, the nearest; an obtuse corner may have it beyond two.
    edges
        .into_iter()
        .filter(|(p, q)| beyond(p, q))
        .map(|(p, q)| of_segment(p, q))
        .min_by(|x, y| x.0.norm_squared().total_cmp(&y.0.norm_squared()))
        .unwrap_or_else(|| {
            let square = normal.norm_squared();
            if square > 0.0 {
                (normal * (normal.dot(&a) / square), Simplex::new(&[a, b, c]))
            } else {
                // Three points on a line: two of them are all of it.
                let ends = edges.map(|(p, q)| of_segment(p, q));
                let [x, y, z] = ends;
                [x, y, z]
                    .into_iter()
                    .min_by(|x, y| x.0.norm_squared().total_cmp(&y.0.norm_squared()))
                    .expect("three edges")
            }
        })
}

fn of_tetrahedron(p: [Vec3; 4]) -> (Vec3, Simplex) {
    let faces = [[0, 1, 2, 3], [0, 3, 1, 2], [0, 2, 3, 1], [1, 3, 2, 0]];
    let mut best: Option<(Vec3, Simplex)> = None;
    for [i, j, k, opposite] in faces {
        let normal = (p[j] - p[i]).cross(&(p[k] - p[i]));
        let (inner, origin) = (normal.dot(&(p[opposite] - p[i])), -normal.dot(&p[i]));
        // A flat tetrahedron has no inside: then every face counts.
        if inner * origin > 0.0 {
            continue;
        }
        let found = of_triangle(p[i], p[j], p[k]);
        if best.as_ref().is_none_or(|best| found.0.norm_squared() < best.0.norm_squared()) {
            best = Some(found);
        }
    }
    best.unwrap_or_else(|| (Vec3::zeros(), Simplex::new(&p)))
}
