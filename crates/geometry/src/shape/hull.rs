//! The convex hull of a finite point set, computed exactly: its vertices and edges.
//!
//! Every decision is the sign of an exact determinant (Shewchuk 1997). So repeated and interior points need no rules of their own,
//! and flat or collinear points are recognised without a tolerance. Existing hull crates (chull, parry3d, convex_hull, quickhull)
//! decide by rounded determinants and tolerances, and misplace or lose points of degenerate input.
//!
//! Only *extreme* points are kept: those that are no convex combination of others. The edges are those of the polytope,
//! without the diagonals of its facets. Hill climbing in [`Polytope`](super::polytope::Polytope) relies on equation (4) of
//! `docs/src/theory/hulls.md`.

mod exact;
mod planar;
mod quickhull;
mod skeleton;
#[cfg(test)]
mod validate;

use crate::math::{Vec3, exclusive_prefix_sum};
use crate::sorting::sorted_numbers;
use exact::Scaled;

/// The vertices, edges and boundary of a convex hull.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hull {
    /// The indices of the extreme points, ascending; of repeated points a single one. All distinct points if `edges` is
    /// missing.
    pub vertices: Vec<u32>,
    /// The edges; `None` if the coordinates span so many orders of magnitude (about 180) that the arithmetic would not
    /// be exact.
    pub edges: Option<Edges>,
    /// The boundary as triangles of input points; empty for a flat hull.
    pub triangles: Vec<[u32; 3]>,
}

/// The neighbours of each vertex, as positions in [`Hull::vertices`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edges {
    /// The start of each vertex's neighbours in `ends`, followed by the length of `ends`.
    pub starts: Vec<u32>,
    /// The neighbours, ascending for each vertex.
    pub ends: Vec<u32>,
}

impl Edges {
    /// The neighbours of a vertex.
    #[inline]
    pub(crate) fn of(&self, vertex: usize) -> &[u32] {
        &self.ends[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// The edges of the same vertices in another order.
    pub(crate) fn renumbered(&self, order: &[u32]) -> Edges {
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old as usize] = new as u32;
        }
        let from = |old: usize| self.of(old).iter().map(move |&to| (old, to));
        let pairs = (0..order.len()).flat_map(from).map(|(i, j)| [place[i], place[j as usize]]);
        Edges::from_pairs(order.len(), pairs.collect())
    }

    /// From the directed edges, both directions of each; `count` vertices.
    fn from_pairs(count: usize, mut pairs: Vec<[u32; 2]>) -> Edges {
        pairs.sort_unstable();
        let mut starts = vec![0; count + 1];
        for [from, _] in &pairs {
            starts[*from as usize] += 1;
        }
        exclusive_prefix_sum(&mut starts);
        // A list of its own: one made in place of the pairs would keep their memory.
        Edges { starts, ends: pairs.iter().map(|[_, to]| *to).collect() }
    }
}

impl Hull {
    /// The hull of fewer than 2^32 finite points. Takes O(n log n) time for all but contrived input.
    pub fn new(points: &[Vec3]) -> Hull {
        let Some(scaled) = Scaled::new(points) else {
            return Hull::of_all(points);
        };
        scaled.hull().unwrap_or_else(|| Hull::of_all(points))
    }

    /// All distinct points, not connected.
    fn of_all(points: &[Vec3]) -> Hull {
        let point = |i: u32| &points[i as usize];
        let mut vertices =
            sorted_numbers(points.len(), &|i, j| planar::lexicographic(point(i), point(j)));
        vertices.dedup_by_key(|i| points[*i as usize]);
        vertices.sort_unstable();
        Hull { vertices, edges: None, triangles: Vec::new() }
    }

    /// Of one distinct point, or of none.
    fn of_one_point(point: Option<u32>) -> Hull {
        let vertices = Vec::from_iter(point);
        let edges = Some(Edges::from_pairs(vertices.len(), Vec::new()));
        Hull { vertices, edges, triangles: Vec::new() }
    }

    /// From connected input points, given as directed edges in both directions.
    fn from_edges(pairs: &[[u32; 2]]) -> Option<Hull> {
        let mut vertices: Vec<u32> = pairs.iter().map(|pair| pair[0]).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let place = |point: u32| vertices.binary_search(&point).ok().map(|at| at as u32);
        let pairs: Option<Vec<_>> =
            pairs.iter().map(|&[from, to]| Some([place(from)?, place(to)?])).collect();
        let edges = Edges::from_pairs(vertices.len(), pairs?);
        Some(Hull { vertices, edges: Some(edges), triangles: Vec::new() })
    }
}

impl Scaled {
    /// The hull; `None` if the construction contradicts itself.
    fn hull(&self) -> Option<Hull> {
        if self.points.is_empty() {
            return Some(Hull::of_one_point(None));
        }
        let (first, last) = self.extremes();
        if first == last {
            return Some(Hull::of_one_point(Some(first)));
        }
        let Some(third) = self.off_line(first, last) else {
            return Hull::from_edges(&[[first, last], [last, first]]);
        };
        let Some((fourth, height)) = self.off_plane(first, last, third) else {
            return Hull::from_edges(&planar::ring(self, first, last, third));
        };
        let simplex =
            if height > 0.0 { [first, third, last, fourth] } else { [first, last, third, fourth] };
        if self.points.len() == 4 {
            let pairs = simplex.iter().flat_map(|&a| simplex.iter().map(move |&b| [a, b]));
            let hull = Hull::from_edges(&pairs.filter(|[a, b]| a != b).collect::<Vec<_>>())?;
            let [a, b, c, d] = simplex;
            return Some(Hull {
                triangles: vec![[a, b, c], [a, b, d], [a, c, d], [b, c, d]],
                ..hull
            });
        }
        let surface = quickhull::Surface::new(self, simplex)?;
        let hull = Hull::from_edges(&skeleton::edges(self, &surface)?)?;
        let triangles =
            surface.faces.iter().filter(|face| face.alive).map(|face| face.corners).collect();
        Some(Hull { triangles, ..hull })
    }
}

#[cfg(test)]
mod tests;
