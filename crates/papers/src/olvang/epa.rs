//! The expanding polytope algorithm as Olvång wrote it (2.5, algorithms 10 to 12): a mesh of triangles inside A - B is
//! expanded at the triangle nearest to the origin.

use super::closest::Simplex;
use solid_geometry::math::Vec3;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

#[cfg(test)]
mod tests;

/// After so many expansions a search gives up.
const MOST_EXPANSIONS: usize = 1000;

/// How deep two bodies are in each other.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// How far A has to move: the lower of the two bounds that met.
    pub depth: f64,
    /// Where to: a unit vector from B towards A. Zero where a touching contact has no direction.
    pub normal: Vec3,
    /// The direction in which the upper bound was found, as a unit vector from B towards A: what the algorithm does not return.
    pub of_upper_bound: Vec3,
    /// Triangles that were expanded.
    pub expansions: usize,
}

/// A triangle of the mesh.
struct Entry {
    corners: [Vec3; 3],
    /// The outer unit normal, and the distance of the plane from the origin.
    normal: Vec3,
    distance: f64,
    /// Beyond the edge from corner i to corner i + 1: the triangle, and which of its edges that is.
    beyond: [(usize, usize); 3],
    is_obsolete: bool,
}

/// A triangle in the queue, the nearest first.
#[derive(PartialEq)]
struct Queued {
    distance: f64,
    entry: usize,
}

impl Eq for Queued {}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Queued) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Queued {
    fn cmp(&self, other: &Queued) -> Ordering {
        self.distance.total_cmp(&other.distance).then(self.entry.cmp(&other.entry))
    }
}

/// The mesh. Its buffers can be used again.
#[derive(Default)]
pub struct Mesh {
    entries: Vec<Entry>,
    queue: BinaryHeap<Reverse<Queued>>,
    silhouette: Vec<(usize, usize)>,
}

impl Mesh {
    /// Adds a triangle. One without area gets a normal of zero: it is never expanded, and every point sees it.
    fn add(&mut self, corners: [Vec3; 3]) -> usize {
        let [a, b, c] = corners;
        let n = (b - a).cross(&(c - a));
        let length = n.norm();
        let normal = if length > 0.0 { n / length } else { Vec3::zeros() };
        let distance = normal.dot(&a);
        let nearest = normal * distance;
        let edge = |p: Vec3, q: Vec3| (q - p).cross(&(nearest - p)).dot(&n) >= 0.0;
        let is_inside = length > 0.0 && edge(a, b) && edge(b, c) && edge(c, a);
        let entry = self.entries.len();
        // Only a triangle that has its plane's nearest point in it can be the nearest of the mesh.
        if is_inside {
            self.queue.push(Reverse(Queued { distance, entry }));
        }
        let beyond = [(0, 0); 3];
        self.entries.push(Entry { corners, normal, distance, beyond, is_obsolete: false });
        entry
    }

    fn connect(&mut self, one: (usize, usize), other: (usize, usize)) {
        self.entries[one.0].beyond[one.1] = other;
        self.entries[other.0].beyond[other.1] = one;
    }

    /// The mesh of a tetrahedron.
    fn start(&mut self, [a, b, c, d]: [Vec3; 4]) {
        self.entries.clear();
        self.queue.clear();
        // The normal of abc away from d.
        let outwards = (b - a).cross(&(c - a)).dot(&(d - a)) < 0.0;
        let (b, c) = if outwards { (b, c) } else { (c, b) };
        let abc = self.add([a, b, c]);
        let adb = self.add([a, d, b]);
        let bdc = self.add([b, d, c]);
        let cda = self.add([c, d, a]);
        for (base, side) in [(0, adb), (1, bdc), (2, cda)] {
            self.connect((abc, base), (side, 2));
        }
        for (side, next) in [(adb, bdc), (bdc, cda), (cda, adb)] {
            self.connect((side, 1), (next, 0));
        }
    }

    /// Deletes the triangles that `w` sees, from one behind an edge on; keeps the edges of those it does not see
    /// (algorithm 10).
    fn flood(&mut self, (entry, edge): (usize, usize), w: &Vec3) {
        let here = &mut self.entries[entry];
        if here.is_obsolete {
            return;
        }
        if here.normal.dot(w) < here.distance {
            self.silhouette.push((entry, edge));
            return;
        }
        here.is_obsolete = true;
        let (next, last) = (here.beyond[(edge + 1) % 3], here.beyond[(edge + 2) % 3]);
        self.flood(next, w);
        self.flood(last, w);
    }

    /// Replaces what `w` sees by triangles from its outline to `w`. `None` if the outline is no closed loop any more, by
    /// rounding.
    fn expand(&mut self, entry: usize, w: Vec3) -> Option<()> {
        self.silhouette.clear();
        self.entries[entry].is_obsolete = true;
        for beyond in self.entries[entry].beyond {
            self.flood(beyond, &w);
        }
        let silhouette = std::mem::take(&mut self.silhouette);
        let first = self.entries.len();
        let count = silhouette.len();
        let ends = |mesh: &Mesh, (outer, edge): (usize, usize)| {
            let corners = mesh.entries[outer].corners;
            (corners[(edge + 1) % 3], corners[edge])
        };
        let mut last = ends(self, *silhouette.last()?).1;
        for &(outer, edge) in &silhouette {
            let (from, to) = ends(self, (outer, edge));
            if from != last {
                return None;
            }
            last = to;
            let new = self.add([from, to, w]);
            self.connect((outer, edge), (new, 0));
        }
        for i in 0..count {
            self.connect((first + i, 1), (first + (i + 1) % count, 2));
        }
        self.silhouette = silhouette;
        (count >= 3).then_some(())
    }
}

/// Whether the origin is in a tetrahedron (algorithm 11).
pub fn has_origin(t: &[Vec3; 4]) -> bool {
    [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]].iter().all(|&[i, j, k, opposite]| {
        let normal = (t[j] - t[i]).cross(&(t[k] - t[i]));
        // Of the plane's two sides the origin's and the fourth corner's.
        let (origin, corner) = (-normal.dot(&t[i]), normal.dot(&(t[opposite] - t[i])));
        origin * corner >= 0.0 && corner != 0.0
    })
}

/// A tetrahedron around the origin, from a simplex with the origin in it whose corners are on the surface of A - B.
/// `None` of a point, which is a touching contact, and where no tetrahedron has the origin in it, by rounding.
fn tetrahedron(simplex: &Simplex, support: &mut impl FnMut(&Vec3) -> Vec3) -> Option<[Vec3; 4]> {
    match *simplex.points() {
        [a, b] => {
            let d = b - a;
            let first = Vec3::ith(d.iamin(), 1.0).cross(&d).normalize();
            let second = d.normalize().cross(&first);
            let third = std::f64::consts::TAU / 3.0;
            let x = [0.0, 1.0, 2.0].map(|turn: f64| {
                let angle = turn * third;
                support(&(first * angle.cos() + second * angle.sin()))
            });
            // The text takes for granted that the segment passes through the triangle of the three new points. It may pass
            // beside it: then the segment and the first of them are the triangle that the next case starts with.
            [[a, x[0], x[1], x[2]], [b, x[0], x[1], x[2]]]
                .into_iter()
                .find(has_origin)
                .or_else(|| above_and_below([a, b, x[0]], support))
        }
        [a, b, c] => above_and_below([a, b, c], support),
        [a, b, c, d] => Some([a, b, c, d]),
        _ => None,
    }
}

/// A tetrahedron around the origin with an edge of a triangle that has the origin in it.
fn above_and_below(
    [a, b, c]: [Vec3; 3],
    support: &mut impl FnMut(&Vec3) -> Vec3,
) -> Option<[Vec3; 4]> {
    let normal = (b - a).cross(&(c - a));
    let (x, y) = (support(&normal), support(&-normal));
    [[a, b, x, y], [a, c, x, y], [b, c, x, y]].into_iter().find(has_origin)
}

/// The penetration depth, to a relative error `tolerance`, from a simplex with the origin in it whose corners are on the
/// surface of A - B (algorithm 12). `None` where rounding leaves no answer.
///
/// The depth is certain to the tolerance, the direction is not: the search ends where the bounds meet, and returns the
/// triangle of the lower bound. Along its normal A - B may reach farther than the upper bound, which is another's.
pub fn expand(
    simplex: &Simplex,
    support: &mut impl FnMut(&Vec3) -> Vec3,
    tolerance: f64,
    mesh: &mut Mesh,
) -> Option<Depth> {
    if simplex.points().len() == 1 {
        let normal = Vec3::zeros();
        return Some(Depth { depth: 0.0, normal, of_upper_bound: normal, expansions: 0 });
    }
    mesh.start(tetrahedron(simplex, support)?);
    let (mut upper, mut of_upper_bound) = (f64::INFINITY, Vec3::zeros());
    let mut answer = None;
    for expansions in 0..MOST_EXPANSIONS {
        let entry = loop {
            let Reverse(Queued { entry, .. }) = mesh.queue.pop()?;
            if !mesh.entries[entry].is_obsolete {
                break entry;
            }
        };
        let Entry { normal, distance, corners, .. } = mesh.entries[entry];
        if distance >= upper {
            // As written: the triangle that was expanded last, which need not be the one that the bound is from.
            return answer;
        }
        let w = support(&normal);
        if w.dot(&normal) < upper {
            (upper, of_upper_bound) = (w.dot(&normal), -normal);
        }
        let depth = distance.max(0.0);
        answer = Some(Depth { depth, normal: -normal, of_upper_bound, expansions });
        // As near to the surface as is wanted, or as rounding allows.
        if upper - distance <= tolerance * upper || corners.contains(&w) {
            return answer;
        }
        mesh.expand(entry, w)?;
    }
    None
}
