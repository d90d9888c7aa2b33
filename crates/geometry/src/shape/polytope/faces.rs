//! The faces of a polytope: found once, when the first contact asks for one.

use crate::math::{Vec3, power};
use crate::shape::hull::{Edges, Hull};

/// Rings of vertices, and their normals.
#[derive(Clone, Debug)]
pub(super) struct Faces {
    normals: Box<[Vec3]>,
    /// Where each ring starts in `rings`, and where the last one ends.
    starts: Box<[u32]>,
    /// The vertices around each face.
    rings: Box<[u32]>,
    /// Whether it is a flat polygon, which has two sides.
    is_flat: bool,
}

impl Faces {
    /// Of the vertices of a hull; `None` of fewer than three, and where the hull is not known exactly.
    pub(super) fn new(vertices: &[Vec3]) -> Option<Faces> {
        let hull = Hull::new(vertices);
        let edges = hull.edges?;
        if hull.vertices.len() != vertices.len() || vertices.len() < 3 {
            return None;
        }
        // In a unit in which products are in range.
        let extent = vertices.iter().fold(0.0, |most: f64, p| most.max((p - vertices[0]).amax()));
        let unit = power::of_two(-power::exponent(extent).clamp(-1000, 1000));
        let scaled: Vec<Vec3> = vertices.iter().map(|p| (p - vertices[0]) * unit).collect();
        let is_flat = hull.triangles.is_empty();
        let rings =
            if is_flat { vec![polygon(&edges)] } else { facets(&scaled, &edges, hull.triangles) };
        let (mut starts, mut all) = (vec![0], Vec::new());
        for ring in &rings {
            all.extend_from_slice(ring);
            starts.push(all.len() as u32);
        }
        let normals = rings.iter().map(|ring| normal(&scaled, ring)).collect();
        Some(Faces { normals, starts: starts.into(), rings: all.into(), is_flat })
    }

    /// The face whose normal is nearest to a direction by a measure, and its number.
    #[inline]
    pub(super) fn nearest(&self, cosine: impl Fn(&Vec3) -> f64) -> (u32, &[u32]) {
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (i, normal) in self.normals.iter().enumerate() {
            let value = cosine(normal);
            (best, most) = if value > most { (i, value) } else { (best, most) };
        }
        let best = if self.is_flat { 0 } else { best };
        let ring = &self.rings[self.starts[best] as usize..self.starts[best + 1] as usize];
        (best as u32, ring)
    }
}

/// The ring of a polygon, each vertex of which has two neighbours.
fn polygon(edges: &Edges) -> Vec<u32> {
    let (mut ring, mut before) = (vec![0], 0);
    loop {
        let at = ring[ring.len() - 1];
        let next = match edges.of(at as usize) {
            [a, b] => {
                if *a == before && ring.len() > 1 {
                    *b
                } else {
                    *a
                }
            }
            _ => return ring,
        };
        if next == 0 || ring.len() + 1 >= edges.starts.len() {
            return ring;
        }
        before = at;
        ring.push(next);
    }
}

/// The rings of the facets, counterclockwise from outside: those triangles are of one facet between which there is no edge of
/// the hull.
fn facets(vertices: &[Vec3], edges: &Edges, mut triangles: Vec<[u32; 3]>) -> Vec<Vec<u32>> {
    let share = 1.0 / vertices.len() as f64;
    let inside = vertices.iter().fold(Vec3::zeros(), |sum, p| sum + p * share);
    for triangle in &mut triangles {
        let [a, b, c] = triangle.map(|i| vertices[i as usize]);
        if (b - a).cross(&(c - a)).dot(&(a - inside)) < 0.0 {
            triangle.swap(1, 2);
        }
    }
    let sides = |t: usize| [0, 1, 2].map(|k| [triangles[t][k], triangles[t][(k + 1) % 3]]);
    let is_edge = |[from, to]: [u32; 2]| edges.of(from as usize).binary_search(&to).is_ok();
    let mut inner: Vec<([u32; 2], usize)> = Vec::new();
    let mut root: Vec<usize> = (0..triangles.len()).collect();
    for t in 0..triangles.len() {
        let of = sides(t).into_iter().filter(|side| !is_edge(*side));
        inner.extend(of.map(|[from, to]| ([from.min(to), from.max(to)], t)));
    }
    inner.sort_unstable();
    let find = |root: &[usize], mut t: usize| {
        while root[t] != t {
            t = root[t];
        }
        t
    };
    for pair in inner.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let [a, b] = [find(&root, pair[0].1), find(&root, pair[1].1)];
        root[a.max(b)] = a.min(b);
    }
    let mut outer: Vec<(usize, [u32; 2])> = Vec::new();
    for t in 0..triangles.len() {
        let facet = find(&root, t);
        outer.extend(sides(t).into_iter().filter(|side| is_edge(*side)).map(|side| (facet, side)));
    }
    outer.sort_unstable();
    let rings = outer.chunk_by(|a, b| a.0 == b.0).map(|sides| {
        let mut ring = vec![sides[0].1[0]];
        let next =
            |at: u32| sides.iter().find(|(_, [from, _])| *from == at).map(|(_, [_, to])| *to);
        while let Some(to) = next(ring[ring.len() - 1]).filter(|to| *to != ring[0]) {
            if ring.len() >= sides.len() {
                break;
            }
            ring.push(to);
        }
        ring
    });
    rings.filter(|ring| ring.len() >= 3).collect()
}

/// The unit normal of a ring.
fn normal(vertices: &[Vec3], ring: &[u32]) -> Vec3 {
    let at = |i: usize| vertices[ring[i] as usize] - vertices[ring[0] as usize];
    let sum = (1..ring.len() - 1).fold(Vec3::zeros(), |sum, i| sum + at(i).cross(&at(i + 1)));
    crate::math::vector::direction(&sum).unwrap_or_default()
}
