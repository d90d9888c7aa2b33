//! Construction of a soup: its tree, and the hulls of its large polytopes.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::{Derived, PolytopeSoup, of_polytope};
use crate::bvh::Tree;
use crate::bvh::frame::is_usable;
use crate::math::{Aabb, Vec3};
use crate::memory;
use crate::mesh::bounds::{farthest2, polytope_bounds, usable_bounds};
use crate::mesh::builder::{PolytopeKind, bytes_to_finish};
use crate::mesh::lazy_tree::LazyTree;
use crate::mesh::polytopes::Polytopes;
use crate::mesh::seams::SurfaceContacts;
use crate::shape::Polytope;
use crate::threads::Threads;

/// From this many vertices on, a polytope gets a hull of its own for its support queries.
const MANY_VERTICES: usize = 9;

/// Whether a polytope gets one.
pub(super) fn is_large(starts: &[u32], i: u32) -> bool {
    (starts[i as usize + 1] - starts[i as usize]) as usize >= MANY_VERTICES
}

/// The output of a builder.
pub(crate) struct Parts {
    /// The vertices by value, then those of the client's array.
    pub vertices: Vec<Vec3>,
    /// How many are by value.
    pub own: usize,
    /// The client's indices of the others, ascending.
    pub clients: Vec<u32>,
    /// The polytopes.
    pub faces: Polytopes,
}

impl Clone for PolytopeSoup {
    fn clone(&self) -> PolytopeSoup {
        self.ensure_hulls(self.len() * bytes_to_finish(0));
        let (around, all_finite) = (&self.around, self.all_finite);
        let mut copy = PolytopeSoup {
            vertices: Arc::clone(&self.vertices),
            previous: Arc::clone(&self.previous),
            clients: self.clients.clone(),
            indices: self.indices.clone(),
            starts: self.starts.clone(),
            numbers: self.numbers.clone(),
            volumes: self.volumes.clone(),
            large: self.large.clone(),
            hulls: Vec::new(),
            tree: LazyTree::new(build_tree(
                &self.vertices,
                &self.indices,
                &self.starts,
                around,
                all_finite,
                &Threads::default(),
            )),
            closed: self.closed.clone(),
            derived: Derived::default(),
            components: OnceLock::new(),
            ..*self
        };
        copy.make_hulls();
        copy
    }
}

impl PolytopeSoup {
    /// Makes the tree and the hulls. Also returns whether all vertices are finite.
    pub(in crate::mesh) fn finish(parts: Parts, threads: &Threads) -> (PolytopeSoup, bool) {
        let Parts { vertices, own, clients, faces } = parts;
        let volumes = faces.volumes();
        let Polytopes { indices, starts, numbers, .. } = faces;
        let (usable, all_finite) = usable_bounds(&vertices);
        let around =
            if all_finite { usable } else { around_unbroken(&vertices, &indices, &starts) };
        let tree = build_tree(&vertices, &indices, &starts, &around, all_finite, threads);
        let large = (0..tree.len() as u32).filter(|i| is_large(&starts, *i)).collect();
        let mut soup = PolytopeSoup {
            vertices: Arc::new(vertices.into()),
            previous: Arc::default(),
            changed: false,
            own,
            clients: clients.into(),
            indices: indices.into(),
            starts: starts.into(),
            numbers: numbers.into(),
            whole: None,
            volumes: volumes.into(),
            large,
            hulls: Vec::new(),
            around,
            tree: LazyTree::new(tree),
            radius: 0.0,
            closed: None,
            usable,
            all_finite,
            derived: Derived::default(),
            components: OnceLock::new(),
            surface: SurfaceContacts::default(),
        };
        soup.make_hulls();
        soup.measure_radius(all_finite);
        (soup, all_finite)
    }

    /// A piece of a larger surface that has this box: triangles by the places of their corners, all of them finite, and their numbers.
    pub(crate) fn piece(
        vertices: Vec<Vec3>,
        triangles: &[[u32; 3]],
        numbers: Vec<u32>,
        whole: Aabb,
    ) -> PolytopeSoup {
        let faces = Polytopes {
            indices: triangles.as_flattened().to_vec(),
            starts: (0..=triangles.len() as u32).map(|i| 3 * i).collect(),
            kinds: vec![PolytopeKind::Simplex; triangles.len()],
            numbers,
        };
        let own = vertices.len();
        let parts = Parts { vertices, own, clients: Vec::new(), faces };
        let (soup, _) = PolytopeSoup::finish(parts, &Threads::default());
        PolytopeSoup { whole: Some(whole), ..soup }
    }

    pub(super) fn measure_radius(&mut self, all_finite: bool) {
        let center = self.bounds().center();
        let usable = self.vertices.iter().filter(|v| is_usable(v));
        let far = || usable.map(|v| (v - center).norm_squared()).fold(0.0, f64::max);
        let largest2 = if all_finite { farthest2(&self.vertices, &center) } else { far() };
        // If a square overflows, the box decides.
        let in_range = largest2 > 1e-280 && largest2 < 1e300;
        self.radius =
            if in_range { largest2.sqrt() * (1.0 + 8.0 * f64::EPSILON) } else { f64::INFINITY };
    }

    /// Ends the work if there is no memory for the hulls and so many bytes more.
    pub(super) fn ensure_hulls(&self, more: usize) {
        let hulls = self.large.iter().map(|&i| bytes_to_finish(self.indices_of(i).len()));
        memory::ensure(more + hulls.sum::<usize>());
    }

    /// Makes the hulls of the large polytopes from the vertices as they are.
    pub(super) fn make_hulls(&mut self) {
        let mut hulls = std::mem::take(&mut self.hulls);
        hulls.clear();
        hulls.extend(self.large.iter().map(|&i| {
            let points: Vec<Vec3> =
                self.indices_of(i).iter().map(|&v| self.vertices[v as usize]).collect();
            points.iter().all(is_usable).then(|| Polytope::new(&points))
        }));
        self.hulls = hulls;
    }
}

/// The box around the polytopes whose vertices are all finite.
pub(super) fn around_unbroken(vertices: &[Vec3], indices: &[u32], starts: &[u32]) -> Aabb {
    let polytopes = (0..starts.len() as u32 - 1).map(|i| of_polytope(indices, starts, i));
    Aabb::around_boxes(polytopes.map(|polytope| polytope_bounds(vertices, polytope, false)))
}

/// The tree over the bounding boxes of all polytopes, with the box `around` those whose vertices are finite. Two triangles with an
/// edge in common are one leaf, if one follows the other, as those of a divided quadrangle do; not so where a vertex is not finite.
pub(super) fn build_tree(
    vertices: &[Vec3],
    indices: &[u32],
    starts: &[u32],
    around: &Aabb,
    all_finite: bool,
    threads: &Threads,
) -> Tree {
    let indices_of = |i: usize| of_polytope(indices, starts, i as u32);
    let mut rest = 0..starts.len() - 1;
    let leaves = std::iter::from_fn(|| {
        let first = rest.next()?;
        let two = all_finite
            && !rest.is_empty()
            && are_neighbours(indices_of(first), indices_of(first + 1));
        rest.start += usize::from(two);
        Some(two)
    });
    let box_of = |of: Range<u32>| {
        let all = starts[of.start as usize] as usize..starts[of.end as usize] as usize;
        polytope_bounds(vertices, &indices[all], all_finite)
    };
    Tree::build_leaves(around, leaves, &box_of, threads)
}

/// Whether they are two triangles with two vertices in common.
fn are_neighbours(first: &[u32], second: &[u32]) -> bool {
    let (&[a, b, c], &[d, e, f]) = (first, second) else {
        return false;
    };
    let of_second = |v: u32| u32::from(v == d || v == e || v == f);
    of_second(a) + of_second(b) + of_second(c) >= 2
}
