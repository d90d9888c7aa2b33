//! The finished complex shape.

mod build;
mod deform;
mod saved;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

pub(super) use build::Parts;

use super::builder::bytes_to_finish;
use super::containment::{Closed, components, convex_hull};
use super::free_cells::FreeCells;
use super::lazy_tree::LazyTree;
use super::seams::{Seams, SurfaceContacts};
use super::view::PolytopeView;
use crate::bvh::frame::is_usable;
use crate::bvh::{Slabs, Tree};
use crate::convex::RelativePlacement;
use crate::list::List;
use crate::math::vector::is_finite;
use crate::math::{Aabb, Placement, Vec3};
use crate::memory;
use crate::shape::{BoundingSpheres, Polytope};

/// A soup of convex polytopes with copies of all vertices it refers to.
///
/// Some 50 to 70 bytes a triangle of a closed mesh in all: the less, the more triangles follow a neighbour. 15 to 30 more once
/// distances or depths have been asked for, and half as many more once it has been deformed. A copy shares the vertices until either is deformed. Its tree and its hulls are its own.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::mesh::{Builder, PolytopeKind};
///
/// let mut corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
/// let mut builder = Builder::new();
/// for face in [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] {
///     builder.vertex_indices(PolytopeKind::Polygon, &face);
/// }
/// let (mut soup, _) = builder.finish(Some(&|i: u32| corners[i as usize]));
/// assert_eq!((soup.len(), soup.set_solid(true)), (4, Ok(())));
/// corners[3].z = 5.0;
/// assert!(soup.change_vertices(&|i: u32| corners[i as usize])); // deforms it
/// assert!(soup.is_solid() && soup.bounds().max == Vec3::new(1.0, 1.0, 5.0));
/// ```
#[derive(Debug)]
pub struct PolytopeSoup {
    vertices: Arc<List<Vec3>>,
    /// The vertices as they were at the last [`PolytopeSoup::proceed`]; of use while `changed`.
    previous: Arc<List<Vec3>>,
    /// Whether the vertices changed since the last proceed.
    changed: bool,
    own: usize,
    clients: List<u32>,
    indices: List<u32>,
    starts: List<u32>,
    /// The client's numbers of the polytopes; empty where they are just counted.
    numbers: List<u32>,
    /// If it is a piece of a larger surface, in which polytopes are known by their numbers, the box around that.
    whole: Option<Aabb>,
    /// The polytopes that have a volume, rather than an outline; ascending.
    volumes: List<u32>,
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
    derived: Derived,
    /// How contacts with the surface are.
    surface: SurfaceContacts,
}

/// What follows from the vertices where they are; computed when first needed.
#[derive(Debug, Default)]
struct Derived {
    /// Of the tree.
    slabs: OnceLock<Slabs>,
    /// How many points were asked about while there were no slabs.
    points_asked: AtomicUsize,
    /// Of a solid about which so many are asked.
    free_cells: OnceLock<Option<FreeCells>>,
    /// The hull of a solid that is convex.
    convex: OnceLock<Option<Box<Polytope>>>,
    /// What is around the vertices.
    seams: OnceLock<Seams>,
}

/// The slabs of so many polytopes take as long as they save for one point.
const POLYTOPES_A_POINT: usize = 64;

impl PolytopeSoup {
    /// Makes the soup a solid, whose inside collides, or a surface, the default. A solid must be closed: each edge belongs to
    /// an even number of polygons, where vertices with equal coordinates count as one. Otherwise it becomes a surface, and
    /// `Err` is the number of a polygon with an open edge, or with a vertex that is not finite.
    ///
    /// It stays a solid in all deformations that keep equal vertices equal. Takes O(n log n) time.
    ///
    /// ```
    /// # use solid_geometry::math::Vec3;
    /// # use solid_geometry::mesh::{Builder, PolytopeKind};
    /// let corners = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()];
    /// let mut builder = Builder::new();
    /// for face in [[0, 2, 1], [0, 1, 3], [0, 3, 2]] {
    ///     builder.vertex_indices(PolytopeKind::Polygon, &face);
    /// }
    /// let (mut soup, _) = builder.finish(Some(&|i: u32| corners[i as usize]));
    /// assert_eq!(soup.set_solid(true), Err(0)); // the first face has an open edge, from 1 to 2
    /// ```
    pub fn set_solid(&mut self, solid: bool) -> Result<(), u32> {
        (self.closed, self.derived.convex) = (None, OnceLock::new());
        if solid {
            self.closed = Some(Closed::of(self)?);
        }
        Ok(())
    }

    /// Whether the soup is a solid.
    pub fn is_solid(&self) -> bool {
        self.closed.is_some()
    }

    /// Whether the soup is a solid whose polygons agree about which side is outside.
    pub(crate) fn is_oriented(&self) -> bool {
        self.closed().is_some_and(Closed::is_oriented)
    }

    /// Of a solid the vertices that are equal only by their coordinates, each with the first of them.
    pub(crate) fn welds(&self) -> &[[u32; 2]] {
        self.closed().map_or(&[], Closed::welds)
    }

    /// The surface of a solid; `None` while a vertex is not finite.
    pub(super) fn closed(&self) -> Option<&Closed> {
        self.closed.as_ref().filter(|_| self.all_finite)
    }

    /// Vertices of polytopes that can be hit, at least one of each connected component that has some. A component that
    /// crosses no surface of a solid is inside with all of its vertices or with none.
    pub(crate) fn component_samples(&self) -> impl Iterator<Item = &Vec3> {
        let components = self.components.get_or_init(|| components(self));
        // A broken polytope may connect others that can be hit: then each is a component.
        let (few, all) =
            if self.all_finite { (&components[..], 0..0) } else { (&[][..], 0..self.len() as u32) };
        let one = |i: u32| self.indices_of(i).first().map(|&v| self.vertex(v));
        few.iter().copied().chain(all).filter_map(one).filter(|v| is_usable(v))
    }

    /// The hull of a solid that is convex but for rounding, and so its hull. Takes O(n log n) time when it is first called, and then
    /// after each deformation.
    pub(crate) fn convex_hull(&self) -> Option<&Polytope> {
        let hull = || self.closed().and_then(|_| convex_hull(self)).map(Box::new);
        self.derived.convex.get_or_init(hull).as_deref()
    }

    /// How contacts with the surface are.
    pub fn surface_contacts(&self) -> &SurfaceContacts {
        &self.surface
    }

    /// Changes how contacts with the surface are. `None`, and nothing is changed, unless the angle is from 0 to half a turn.
    pub fn set_surface_contacts(&mut self, surface: SurfaceContacts) -> Option<()> {
        (0.0..=std::f64::consts::PI).contains(&surface.flat_angle).then_some(())?;
        self.surface = surface;
        Some(())
    }

    /// What is around the vertices. Takes linear time when it is first called, and then after each deformation.
    pub(crate) fn seams(&self) -> &Seams {
        self.derived.seams.get_or_init(|| Seams::of(self))
    }

    /// A box around all polytopes that can be hit, in local coordinates; empty if there is none.
    pub fn bounds(&self) -> Aabb {
        self.around
    }

    /// The largest absolute value of each coordinate over all polytopes that can be hit.
    pub fn absolute_extents(&self) -> Vec3 {
        let bounds = self.bounds();
        if bounds.is_empty() { Vec3::zeros() } else { bounds.absolute_extents() }
    }

    /// A sphere around all that can be hit, and, if that is a single polytope, one within it; in local coordinates.
    pub(crate) fn bounding_spheres(&self) -> BoundingSpheres {
        let inner = match &self.hulls[..] {
            [Some(hull)] if self.len() == 1 => hull.inner_radius(),
            _ => 0.0,
        };
        BoundingSpheres { center: self.bounds().center(), inner, outer: self.radius }
    }

    /// The relative placement of the soup and another one; `None` as of [`RelativePlacement::new`].
    pub fn relative_placement(
        &self,
        placement: &Placement,
        other: &PolytopeSoup,
        placement_other: &Placement,
    ) -> Option<RelativePlacement> {
        let (own, others) = (self.absolute_extents(), other.absolute_extents());
        RelativePlacement::new(&own, placement, &others, placement_other)
    }

    /// The number of polytopes.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of vertices in the client's array, as far as the indices tell.
    pub(crate) fn vertex_count(&self) -> usize {
        self.clients.last().map_or(0, |&last| last as usize + 1)
    }

    /// Whether there is no polytope.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tree over the polytopes.
    #[inline]
    pub fn tree(&self) -> &Tree {
        // A refit's corners and boxes, or another tree.
        let bytes = || self.len() * bytes_to_finish(0);
        self.tree.get(bytes, |tree| self.fitted(tree))
    }

    /// The slabs of the tree. Takes linear time when it is first called, and then after each deformation: several times that of a
    /// refit.
    pub(crate) fn slabs(&self) -> &Slabs {
        self.derived.slabs.get_or_init(|| {
            let tree = self.tree();
            // The slabs, and an area for each node.
            memory::ensure(tree.memory());
            Slabs::of(tree, |i| self.primitive(i).points())
        })
    }

    /// The slabs for a question about a point: once so many have been asked that those to come will be worth the making. One point in a
    /// mesh that is deformed all the time goes without, and so do all while memory is short: they are asked for again after as many.
    pub(crate) fn slabs_for_point(&self) -> Option<&Slabs> {
        self.derived.slabs.get().or_else(|| {
            let asked = self.derived.points_asked.fetch_add(1, Relaxed);
            if asked <= self.len() / POLYTOPES_A_POINT {
                return None;
            }
            if !memory::are_available(self.tree().memory()) {
                self.derived.points_asked.store(0, Relaxed);
                return None;
            }
            Some(self.slabs())
        })
    }

    /// The cells that no polygon enters, for a question about a point: once so many have been asked that there are slabs, and as many
    /// more.
    pub(super) fn free_cells(&self, side_of: impl FnMut(&Vec3) -> bool) -> Option<&FreeCells> {
        self.derived.slabs.get()?;
        let cells = self.derived.free_cells.get().or_else(|| {
            let asked = self.derived.points_asked.fetch_add(1, Relaxed);
            let is_worth_it = asked > 2 * self.len() / POLYTOPES_A_POINT;
            is_worth_it
                .then(|| self.derived.free_cells.get_or_init(|| FreeCells::of(self, side_of)))
        });
        cells?.as_ref()
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

    /// The polytope of a soup that has only one.
    #[inline]
    pub(crate) fn only(&self) -> PolytopeView<'_> {
        let hull = self.hulls.first().and_then(Option::as_ref);
        PolytopeView { vertices: &self.vertices, indices: &self.indices, hull }
    }

    /// The number of a polytope in the order in which the client closed them: dropped ones count, and the triangles of
    /// a concave polygon share its number.
    #[inline]
    pub fn number(&self, i: u32) -> u32 {
        self.numbers.get(i as usize).copied().unwrap_or(i)
    }

    /// By what number a polytope is known in the body that the soup is, or is a piece of.
    #[inline]
    pub(crate) fn name(&self, i: u32) -> u32 {
        if self.whole.is_some() { self.number(i) } else { i }
    }

    /// The box around the surface that it is a piece of.
    pub(crate) fn whole(&self) -> Option<Aabb> {
        self.whole
    }

    /// The outline of a polytope; `None` of one that has a volume.
    #[inline]
    pub(crate) fn outline(&self, i: u32) -> Option<&[u32]> {
        let flat = self.volumes.is_empty() || self.volumes.binary_search(&i).is_err();
        flat.then(|| self.indices_of(i))
    }

    /// A vertex as it is now.
    #[inline]
    pub(crate) fn vertex(&self, i: u32) -> &Vec3 {
        &self.vertices[i as usize]
    }

    /// All vertices as they are now.
    pub(crate) fn vertices(&self) -> &[Vec3] {
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
        Some([self.vertex(p), self.vertex(q), self.vertex(r)])
    }

    /// The present vertices of those polytopes that have none that is not finite, each as often as they mention it.
    pub fn finite_points(&self) -> Vec<Vec3> {
        let polytopes = (0..self.len() as u32).map(|i| self.primitive(i));
        let whole = polytopes.filter(|polytope| polytope.points().all(is_finite));
        let mut points = Vec::new();
        let all = whole.flat_map(|polytope| polytope.points());
        all.for_each(|point| memory::push(&mut points, *point));
        points
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

    /// The vertices of a polytope, by their numbers, each as often as it mentions them.
    #[inline]
    pub(crate) fn indices_of(&self, i: u32) -> &[u32] {
        of_polytope(&self.indices, &self.starts, i)
    }

    #[inline]
    fn hull_of(&self, i: u32) -> Option<&Polytope> {
        self.large.binary_search(&i).ok().and_then(|at| self.hulls[at].as_ref())
    }
}

/// The vertices of a polytope, by where each starts.
#[inline]
fn of_polytope<'a>(indices: &'a [u32], starts: &[u32], i: u32) -> &'a [u32] {
    &indices[starts[i as usize] as usize..starts[i as usize + 1] as usize]
}
