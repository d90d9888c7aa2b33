//! The finished complex shape.

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::bounds::{farthest2, polytope_bounds, usable_bounds};
use super::builder::Reader;
use super::containment::{Closed, components};
use super::lazy_tree::LazyTree;
use super::polytopes::Polytopes;
use super::view::PolytopeView;
use crate::bvh::Tree;
use crate::bvh::frame::is_usable;
use crate::math::vector::{abs, is_finite, max};
use crate::math::{Aabb, Placement, Vec3};
use crate::octree::{FaceMesh, Faces, Vertices};
use crate::shape::{BoundingSpheres, Polytope};

/// From this many vertices on, a polytope gets a hull of its own for its support queries.
const MANY_VERTICES: usize = 9;

/// The output of a builder.
pub(super) struct Parts {
    /// The vertices by value, then those of the client's array.
    pub vertices: Vec<Vec3>,
    /// How many are by value.
    pub own: usize,
    /// The client's indices of the others, ascending.
    pub clients: Vec<u32>,
    /// The polytopes.
    pub faces: Polytopes,
}

/// A soup of convex polytopes with copies of all vertices it refers to.
///
/// Some 50 to 70 bytes a triangle of a closed mesh in all: the less, the more triangles follow a neighbour. Half as many
/// more once it has been deformed. A copy shares the vertices until either is deformed. Its tree and its hulls are its own.
#[derive(Debug)]
pub struct Soup {
    vertices: Arc<Vec<Vec3>>,
    /// The vertices as they were at the last [`Soup::proceed`]; of use while `changed`.
    previous: Arc<Vec<Vec3>>,
    /// Whether the vertices changed since the last proceed.
    changed: bool,
    own: usize,
    clients: Vec<u32>,
    indices: Vec<u32>,
    starts: Vec<u32>,
    /// The client's numbers of the polytopes; empty where they are just counted.
    numbers: Vec<u32>,
    /// The polytopes that have a volume, rather than an outline; ascending.
    volumes: Vec<u32>,
    /// The polytopes of many vertices, ascending.
    large: Vec<u32>,
    /// Their hulls; none where a vertex is not finite.
    hulls: Vec<Option<Polytope>>,
    tree: LazyTree,
    /// A box around all polytopes that can be hit.
    around: Aabb,
    /// From the centre of the tree's box to the farthest vertex.
    radius: f64,
    /// Of a solid its surface.
    closed: Option<Closed>,
    /// A box around all vertices that are finite, and whether all are.
    usable: Aabb,
    all_finite: bool,
    /// A polytope of each connected component; computed when first needed.
    components: OnceLock<Vec<u32>>,
}

impl Clone for Soup {
    #[cold]
    fn clone(&self) -> Soup {
        let usable = self.all_finite.then_some(&self.usable);
        let mut copy = Soup {
            vertices: Arc::clone(&self.vertices),
            previous: Arc::clone(&self.previous),
            clients: self.clients.clone(),
            indices: self.indices.clone(),
            starts: self.starts.clone(),
            numbers: self.numbers.clone(),
            volumes: self.volumes.clone(),
            large: self.large.clone(),
            hulls: Vec::new(),
            tree: LazyTree::new(build_tree(&self.vertices, &self.indices, &self.starts, usable)),
            closed: self.closed.clone(),
            components: OnceLock::new(),
            ..*self
        };
        copy.make_hulls();
        copy
    }
}

impl Soup {
    /// Makes the tree and the hulls. Also returns whether all vertices are finite.
    pub(super) fn finish(parts: Parts) -> (Soup, bool) {
        let Parts { vertices, own, clients, faces } = parts;
        let volumes = faces.volumes();
        let Polytopes { indices, starts, numbers, .. } = faces;
        let (usable, all_finite) = usable_bounds(&vertices);
        let tree = build_tree(&vertices, &indices, &starts, all_finite.then_some(&usable));
        let is_large =
            |&i: &u32| (starts[i as usize + 1] - starts[i as usize]) as usize >= MANY_VERTICES;
        let large: Vec<u32> = (0..tree.len() as u32).filter(is_large).collect();
        let mut soup = Soup {
            vertices: Arc::new(vertices),
            previous: Arc::default(),
            changed: false,
            own,
            clients,
            indices,
            starts,
            numbers,
            volumes,
            large,
            hulls: Vec::new(),
            around: tree.bounds(),
            tree: LazyTree::new(tree),
            radius: 0.0,
            closed: None,
            usable,
            all_finite,
            components: OnceLock::new(),
        };
        soup.make_hulls();
        soup.measure_radius(all_finite);
        (soup, all_finite)
    }

    /// Copies the vertices from the client's array and updates the hulls. The tree becomes stale: it is refitted when it is
    /// next used, so a soup whose box overlaps no other box does not pay for it. Returns whether all vertices are finite.
    /// Polytopes with a vertex that is not finite collide with nothing.
    ///
    /// `reader` reads each index in use once, in ascending order. Linear in the size of the soup, except for the hulls. If
    /// the boxes of the refitted tree overlap too much, it is rebuilt.
    pub fn change_vertices(&mut self, reader: Reader) -> bool {
        if self.clients.is_empty() {
            return usable_bounds(&self.vertices).1;
        }
        if !std::mem::replace(&mut self.changed, true) {
            std::mem::swap(&mut self.previous, &mut self.vertices);
        }
        self.tree.invalidate();
        // Rewrites all vertices except those by value: in place, unless a copy of the soup shares them.
        if Arc::get_mut(&mut self.vertices).is_none() {
            self.vertices = Arc::default();
        }
        if let Some(vertices) = Arc::get_mut(&mut self.vertices) {
            vertices.clear();
            vertices.extend_from_slice(&self.previous[..self.own]);
            reader.read(&self.clients, vertices);
        }
        (self.usable, self.all_finite) = usable_bounds(&self.vertices);
        let all_finite = self.all_finite;
        self.around = if all_finite { self.usable } else { self.around_good() };
        self.make_hulls();
        self.measure_radius(all_finite);
        if all_finite
            && self.closed.as_ref().is_some_and(|closed| !closed.holds_together(&self.vertices))
        {
            // The surface was torn or joined in another way.
            self.closed = Closed::of(self).ok();
        }
        all_finite
    }

    /// The box around the polytopes whose vertices are all finite.
    #[cold]
    fn around_good(&self) -> Aabb {
        let boxes = (0..self.len() as u32)
            .map(|i| polytope_bounds(&self.vertices, self.indices_of(i), false));
        boxes.fold(Aabb::EMPTY, |all, one| all.join(&one))
    }

    /// Makes the soup a solid, whose inside collides, or a surface, the default. A solid must be closed: each edge belongs to
    /// an even number of polygons, where vertices with equal coordinates count as one. Otherwise it becomes a surface, and
    /// `Err` is the number of a polygon with an open edge, or with a vertex that is not finite.
    ///
    /// It stays a solid in all deformations that keep equal vertices equal. Takes O(n log n) time.
    pub fn set_solid(&mut self, solid: bool) -> Result<(), u32> {
        self.closed = None;
        if solid {
            self.closed = Some(Closed::of(self)?);
        }
        Ok(())
    }

    /// Whether the soup is a solid.
    pub fn is_solid(&self) -> bool {
        self.closed.is_some()
    }

    /// The surface of a solid; `None` while a vertex is not finite.
    pub(super) fn closed(&self) -> Option<&Closed> {
        self.closed.as_ref().filter(|_| self.all_finite)
    }

    /// Vertices of polytopes that can be hit, at least one of each connected component that has some. A component that
    /// crosses no surface of a solid is inside with all of its vertices or with none.
    pub fn component_samples(&self) -> impl Iterator<Item = &Vec3> {
        let components = self.components.get_or_init(|| components(self));
        // A broken polytope may connect others that can be hit.
        let all = if self.all_finite { 0 } else { self.len() as u32 };
        let few = components.iter().copied().filter(move |_| all == 0);
        let one = |i: u32| self.indices_of(i).first().map(|&v| self.vertex(v));
        (0..all).chain(few).filter_map(one).filter(|v| is_usable(v))
    }

    /// Whether the tree is stale: the vertices have changed since it was last used.
    pub fn is_unfitted(&self) -> bool {
        self.tree.is_stale()
    }

    /// The tree fitted to the vertices as they are.
    #[cold]
    fn fitted(&self, mut tree: Tree) -> Tree {
        let (around, all_finite) = (self.usable, self.all_finite);
        let (vertices, indices, starts) = (&self.vertices, &self.indices, &self.starts);
        let indices_of = |of: Range<u32>| {
            indices[starts[of.start as usize] as usize..starts[of.end as usize] as usize].iter()
        };
        tree.refit(&around, vertices, all_finite, indices_of);
        // Worn, for example if the array was filled only after the shape was finished.
        if tree.is_worn() {
            build_tree(vertices, indices, starts, all_finite.then_some(&around))
        } else {
            tree
        }
    }

    /// The polytopes as faces under a placement, whose boxes are `margin` wider.
    pub fn faces<'a>(&'a self, placement: &'a Placement, margin: f64) -> FaceMesh<'a> {
        FaceMesh {
            faces: Faces::Polygons { indices: &self.indices, starts: &self.starts },
            now: Vertices { local: &self.vertices, placement: Some(placement) },
            before: None,
            margin,
        }
    }

    /// The polytopes as faces that move from where they were in the previous frame, under a placement of then.
    pub fn moving_faces<'a>(
        &'a self,
        before: &'a Placement,
        now: &'a Placement,
        margin: f64,
    ) -> FaceMesh<'a> {
        let local = if self.changed { &self.previous } else { &self.vertices };
        FaceMesh {
            before: Some(Vertices { local, placement: Some(before) }),
            ..self.faces(now, margin)
        }
    }

    /// Makes the vertices as they are now those of the previous frame.
    pub fn proceed(&mut self) {
        self.changed = false;
    }

    /// Whether the vertices ever changed.
    #[inline]
    pub fn was_deformed(&self) -> bool {
        !self.previous.is_empty()
    }

    /// Whether the vertices changed since the last proceed.
    pub fn has_changed(&self) -> bool {
        self.changed
    }

    /// A box around all polytopes that can be hit, in local coordinates; empty if there is none.
    pub fn bounds(&self) -> Aabb {
        self.around
    }

    /// The largest magnitudes of the coordinates of all that can be hit.
    pub fn reach(&self) -> Vec3 {
        let bounds = self.bounds();
        if bounds.is_empty() { Vec3::zeros() } else { max(&abs(&bounds.min), &abs(&bounds.max)) }
    }

    /// A ball around all that can be hit, and, if that is a single polytope, one within it.
    pub fn bounding_spheres(&self) -> BoundingSpheres {
        let inner = match &self.hulls[..] {
            [Some(hull)] if self.len() == 1 => hull.inner_radius(),
            _ => 0.0,
        };
        BoundingSpheres { center: self.bounds().center(), inner, outer: self.radius }
    }

    fn measure_radius(&mut self, all_finite: bool) {
        let center = self.bounds().center();
        let usable = self.vertices.iter().filter(|v| is_usable(v));
        let far = || usable.map(|v| (v - center).norm_squared()).fold(0.0, f64::max);
        let largest2 = if all_finite { farthest2(&self.vertices, &center) } else { far() };
        // If a square overflows, the box decides.
        let in_range = largest2 > 1e-280 && largest2 < 1e300;
        self.radius =
            if in_range { largest2.sqrt() * (1.0 + 8.0 * f64::EPSILON) } else { f64::INFINITY };
    }

    /// The number of polytopes.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no polytope.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tree over the polytopes.
    #[inline]
    pub fn tree(&self) -> &Tree {
        self.tree.get(|tree| self.fitted(tree))
    }

    /// A polytope, by its number in the order in which they were closed.
    #[inline]
    pub fn primitive(&self, i: u32) -> PolytopeView<'_> {
        PolytopeView {
            vertices: &self.vertices,
            indices: self.indices_of(i),
            hull: self.hull_of(i),
        }
    }

    /// That of a soup of one.
    #[inline]
    pub fn only(&self) -> PolytopeView<'_> {
        let hull = self.hulls.first().and_then(Option::as_ref);
        PolytopeView { vertices: &self.vertices, indices: &self.indices, hull }
    }

    /// A polytope at the previous frame; as it is now, if a vertex was not finite then.
    #[inline]
    pub fn previous_primitive(&self, i: u32) -> PolytopeView<'_> {
        let view =
            PolytopeView { vertices: &self.previous, indices: self.indices_of(i), hull: None };
        if self.changed && view.points().all(is_usable) { view } else { self.primitive(i) }
    }

    /// The number of a polytope in the order in which the client closed them: dropped ones count, and the triangles of
    /// a concave polygon share its number.
    #[inline]
    pub fn number(&self, i: u32) -> u32 {
        self.numbers.get(i as usize).copied().unwrap_or(i)
    }

    /// The outline of a polytope; `None` of one that has a volume.
    #[inline]
    pub fn outline(&self, i: u32) -> Option<&[u32]> {
        let flat = self.volumes.is_empty() || self.volumes.binary_search(&i).is_err();
        flat.then(|| self.indices_of(i))
    }

    /// A vertex as it is now.
    #[inline]
    pub fn vertex(&self, i: u32) -> &Vec3 {
        &self.vertices[i as usize]
    }

    /// The finite vertex that is farthest along a direction, the first of equals.
    pub fn farthest(&self, direction: &Vec3) -> Vec3 {
        let along = |v: &&Vec3| v.dot(direction);
        let farther =
            |most: &'_ Vec3, v: &'_ Vec3| if along(&v) > along(&most) { *v } else { *most };
        let mut usable = self.vertices.iter().filter(|v| is_usable(v));
        let first = usable.next().copied().unwrap_or_default();
        usable.fold(first, |most, v| farther(&most, v))
    }

    /// All vertices as they are now.
    pub(super) fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// The client's number of the first polytope with a vertex that is not finite.
    pub fn first_broken(&self) -> Option<u32> {
        let broken = |i: &u32| !self.primitive(*i).points().all(is_usable);
        (0..self.len() as u32).find(broken).map(|i| self.number(i))
    }

    /// The vertices of a polytope, if it is a triangle.
    #[inline]
    pub fn corners(&self, i: u32) -> Option<[&Vec3; 3]> {
        let &[p, q, r] = self.indices_of(i) else {
            return None;
        };
        Some([p, q, r].map(|i| self.vertex(i)))
    }

    /// The present vertices of those polytopes that have none that is not finite, each as often as they mention it.
    pub fn finite_points(&self) -> Vec<Vec3> {
        let polytopes = (0..self.len() as u32).map(|i| self.primitive(i));
        let whole = polytopes.filter(|polytope| polytope.points().all(is_finite));
        whole.flat_map(|polytope| polytope.points()).copied().collect()
    }

    /// Checks the invariants of the tree and of all bounds, for tests. Panics where one is broken.
    pub fn validate(&self) {
        let points = |i: u32| self.primitive(i).points().copied().collect::<Vec<Vec3>>();
        self.tree().validate(points);
        assert!(self.tree().len() == self.len());
        let center = self.bounds().center();
        for i in 0..self.len() as u32 {
            for p in points(i).iter().filter(|_| points(i).iter().all(is_usable)) {
                assert!(self.around.overlaps(&Aabb { min: *p, max: *p }));
                assert!((p - center).norm() <= self.radius);
            }
        }
    }

    /// The memory held, in bytes.
    pub fn memory(&self) -> usize {
        let vertices = self.vertices.capacity() + self.previous.capacity();
        let numbers = self.clients.capacity()
            + self.indices.capacity()
            + self.starts.capacity()
            + self.numbers.capacity()
            + self.volumes.capacity();
        let hulls = self.hulls.iter().flatten().map(Polytope::memory).sum::<usize>()
            + self.hulls.capacity() * size_of::<Option<Polytope>>();
        size_of::<Soup>() - size_of::<Tree>()
            + self.tree().memory()
            + self.components.get().map_or(0, |list| list.capacity() * size_of::<u32>())
            + self.closed.as_ref().map_or(0, Closed::memory)
            + vertices * size_of::<Vec3>()
            + (numbers + self.large.capacity()) * size_of::<u32>()
            + hulls
    }

    /// The vertices of a polytope, by their numbers, each as often as it mentions them.
    #[inline]
    pub fn indices_of(&self, i: u32) -> &[u32] {
        of_polytope(&self.indices, &self.starts, i)
    }

    #[inline]
    fn hull_of(&self, i: u32) -> Option<&Polytope> {
        self.large.binary_search(&i).ok().and_then(|at| self.hulls[at].as_ref())
    }

    /// Makes the hulls of the large polytopes from the vertices as they are.
    fn make_hulls(&mut self) {
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

/// The vertices of a polytope, by where each starts.
#[inline]
fn of_polytope<'a>(indices: &'a [u32], starts: &[u32], i: u32) -> &'a [u32] {
    &indices[starts[i as usize] as usize..starts[i as usize + 1] as usize]
}

/// The tree over the bounding boxes of all polytopes. Two triangles with an edge in common are one leaf, if one follows the
/// other, as those of a divided quadrangle do; not so where a vertex is not finite and there is no box `around` all.
fn build_tree(vertices: &[Vec3], indices: &[u32], starts: &[u32], around: Option<&Aabb>) -> Tree {
    let whole = around.is_some();
    let indices_of = |i: usize| of_polytope(indices, starts, i as u32);
    let mut rest = 0..starts.len() - 1;
    let around = around.copied().unwrap_or_else(|| {
        let boxes = rest.clone().map(|i| polytope_bounds(vertices, indices_of(i), false));
        boxes.fold(Aabb::EMPTY, |all, one| all.join(&one))
    });
    let leaves = std::iter::from_fn(|| {
        let first = rest.next()?;
        let alone = indices_of(first);
        let two = whole && !rest.is_empty() && are_neighbours(alone, indices_of(first + 1));
        let all =
            if two { &indices[starts[first] as usize..starts[first + 2] as usize] } else { alone };
        rest.start += usize::from(two);
        Some((polytope_bounds(vertices, all, whole), two))
    });
    Tree::build_leaves(&around, leaves)
}

/// Whether they are two triangles with two vertices in common.
fn are_neighbours(first: &[u32], second: &[u32]) -> bool {
    let (&[a, b, c], &[d, e, f]) = (first, second) else {
        return false;
    };
    let of_second = |v: u32| u32::from(v == d || v == e || v == f);
    of_second(a) + of_second(b) + of_second(c) >= 2
}
