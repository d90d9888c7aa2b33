//! All pairs of faces whose boxes overlap, of many objects at once (report, chapter 3).

#[cfg(test)]
mod tests;

use super::bintree::{Walk, max_halvings};
use super::faces::FaceMesh;
use super::grid::{Grid, Item};
use super::regions::{Region, Scratch, extent_of, gather, overlap_regions, overlapping_pairs};
use crate::math::Aabb;
use crate::memory;
use crate::threads::Threads;

/// Two faces: the indices of their meshes in the query, and of the faces in these.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::octree::{FaceMesh, FacePair, Subdivision};
///
/// let strip = [0.0, 1.0, 2.0, 3.0].map(|x| Vec3::new(x, x % 2.0, 0.0)); // a zigzag
/// let dot = [Vec3::new(2.5, 0.5, 0.0)];
/// let strip = FaceMesh::triangles(&strip, &[[0, 1, 2], [1, 2, 3]]);
/// let meshes = [strip, FaceMesh::triangles(&dot, &[[0, 0, 0]])];
/// let mut method = Subdivision::default();
/// let pairs = method.pairs_where(&meshes, |_| true);
/// assert_eq!(pairs, [FacePair { objects: [0, 1], faces: [1, 0] }]); // the second triangle of the first
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FacePair {
    /// The objects, the earlier first; equal where an object meets itself.
    pub objects: [u32; 2],
    /// Their faces.
    pub faces: [u32; 2],
}

/// The search for pairs of faces, with its buffers: a call on one thread allocates nothing that an earlier one has
/// allocated.
///
/// The buffers hold 49 bytes a vertex of one object, 32 for each face in an overlap region (of an object with more than 32 regions: in
/// the box around them), 4 more for each open cell that it meets, and 16 for each pair that is found; nothing about the objects is
/// kept.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::octree::{FaceMesh, Subdivision};
///
/// let triangle = |x: f64, z: f64| [[x, 0.0, z], [x + 1.0, 0.0, z], [x, 1.0, z]].map(Vec3::from);
/// let (above, below, floor) = (triangle(0.0, 1.0), triangle(0.0, -1.0), triangle(0.2, 0.0));
/// let face = [[0, 1, 2]];
/// // The first passes through the second between two frames.
/// let meshes = [FaceMesh::moving_triangles(&above, &below, &face), FaceMesh::triangles(&floor, &face)];
/// let mut method = Subdivision::default(); // kept from frame to frame, for its buffers
/// assert_eq!(method.pairs_where(&meshes, |_| true).len(), 1);
/// assert_eq!((method.found().len(), method.ignored()), (1, 0));
/// ```
#[derive(Default)]
pub struct Subdivision {
    /// How often the least cube around all overlap regions is halved along each axis at most; `None`: until faces are few.
    /// It changes no answer.
    pub max_levels: Option<u32>,
    /// The threads that test the pairs. They change no answer.
    pub threads: Threads,
    extents: Vec<Aabb>,
    order: Vec<u32>,
    overlapping: Vec<[u32; 2]>,
    regions: Vec<Region>,
    scratch: Scratch,
    items: Vec<Item>,
    stack: Vec<u32>,
    candidates: Vec<FacePair>,
    found: Vec<FacePair>,
    ignored: usize,
}

/// How many candidates a thread takes at once.
const BATCH: usize = 128;

impl Subdivision {
    /// A search with a limit on its levels, and with threads: see the fields.
    pub fn new(max_levels: Option<u32>, threads: Threads) -> Subdivision {
        Subdivision { max_levels, threads, ..Subdivision::default() }
    }

    /// All pairs of faces of different objects whose boxes overlap, margins and the paths from the previous frame
    /// included, and that `accept` accepts; sorted. `accept` is called once for each pair, in no particular order.
    ///
    /// The time is linear in the vertices, the faces of objects in overlap regions (of an object with more than 32 regions: in the
    /// box around them), and the pairs of faces that are near each other.
    pub fn pairs_where(
        &mut self,
        meshes: &[FaceMesh<'_>],
        accept: impl Fn(&FacePair) -> bool + Sync,
    ) -> &[FacePair] {
        self.pairs_among(meshes, |_| true, accept)
    }

    /// As [`Subdivision::pairs_where`], but of the pairs of objects that `wanted` selects alone. It only limits which faces are
    /// compared: `accept` must refuse the pairs of other objects.
    pub fn pairs_among(
        &mut self,
        meshes: &[FaceMesh<'_>],
        wanted: impl Fn(&[u32; 2]) -> bool,
        accept: impl Fn(&FacePair) -> bool + Sync,
    ) -> &[FacePair] {
        self.gather(meshes, &wanted);
        self.search(false, &accept);
        &self.found
    }

    /// All pairs of faces of one object that share no vertex, whose boxes overlap, and that `accept` accepts. Otherwise as
    /// [`Subdivision::pairs_where`].
    ///
    /// ```
    /// # use solid_geometry::math::Vec3;
    /// # use solid_geometry::octree::{FaceMesh, FacePair, Subdivision};
    /// // A strip that is folded back onto itself: its ends overlap.
    /// let fold = [[0.0, 0.0], [0.0, 1.0], [3.0, 0.0], [3.0, 1.0], [0.5, 0.0], [0.5, 1.0]];
    /// let fold = fold.map(|[x, y]| Vec3::new(x, y, 0.0));
    /// let strip = FaceMesh::triangles(&fold, &[[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]]);
    /// let mut method = Subdivision::default();
    /// let pairs = method.own_pairs_where(&strip, |_| true);
    /// assert_eq!(pairs, [FacePair { objects: [0, 0], faces: [0, 3] }]); // the only two without a common vertex
    /// ```
    pub fn own_pairs_where(
        &mut self,
        mesh: &FaceMesh<'_>,
        accept: impl Fn(&FacePair) -> bool + Sync,
    ) -> &[FacePair] {
        self.all_own_pairs_where(mesh, |pair| !share_a_vertex(mesh, pair.faces) && accept(pair))
    }

    /// As [`Subdivision::own_pairs_where`], but also of faces that share a vertex.
    pub fn all_own_pairs_where(
        &mut self,
        mesh: &FaceMesh<'_>,
        accept: impl Fn(&FacePair) -> bool + Sync,
    ) -> &[FacePair] {
        let bounds = extent_of(mesh);
        let grid = Grid::around(&bounds);
        let regions = [Region { object: 0, bounds }];
        self.items.clear();
        self.ignored = gather(mesh, 0, &regions, &grid, &mut self.scratch, &mut self.items);
        self.items.iter_mut().for_each(Item::stand_alone);
        self.search(true, &accept);
        &self.found
    }

    /// What the last call found.
    pub fn found(&self) -> &[FacePair] {
        &self.found
    }

    /// How many faces of objects with overlap regions were ignored by the last call: those with a vertex that does not
    /// exist, or is not a number below 1e75.
    pub fn ignored(&self) -> usize {
        self.ignored
    }

    /// Steps 1 and 2: the faces that meet overlap regions, or the box around many, in the order of objects.
    fn gather(&mut self, meshes: &[FaceMesh<'_>], wanted: &dyn Fn(&[u32; 2]) -> bool) {
        self.extents.clear();
        self.extents.extend(meshes.iter().map(extent_of));
        overlapping_pairs(&self.extents, &mut self.order, &mut self.overlapping);
        self.overlapping.retain(wanted);
        overlap_regions(&self.extents, &self.overlapping, &mut self.regions);
        let around = Aabb::around_boxes(self.regions.iter().map(|region| region.bounds));
        let grid = Grid::around(&around);
        self.items.clear();
        self.ignored = 0;
        for regions in self.regions.chunk_by(|r, s| r.object == s.object) {
            let object = regions[0].object;
            let mesh = &meshes[object as usize];
            self.ignored +=
                gather(mesh, object, regions, &grid, &mut self.scratch, &mut self.items);
        }
    }

    /// Steps 3 and 4: the pairs that meet in a cell, and which of them are accepted. The faces of one object stand alone.
    fn search(&mut self, is_one: bool, accept: &(dyn Fn(&FacePair) -> bool + Sync)) {
        let Subdivision { items, stack, candidates, found, .. } = self;
        let object = |item: &Item| if is_one { 0 } else { item.object() };
        let pair = |i: u32, j: u32| {
            let [i, j] = [i, j].map(|place| &items[place as usize]);
            FacePair { objects: [object(i), object(j)], faces: [i.face(), j.face()] }
        };
        let mut walk = Walk { items, stack, max_halvings: max_halvings(self.max_levels) };
        found.clear();
        if self.threads.count() == 1 {
            walk.run(&mut |i, j| {
                if accept(&pair(i, j)) {
                    memory::push(found, pair(i, j));
                }
            });
        } else {
            candidates.clear();
            walk.run(&mut |i, j| memory::push(candidates, pair(i, j)));
            let accepted = |part: &[FacePair]| -> Vec<FacePair> {
                part.iter().filter(|pair| accept(pair)).copied().collect()
            };
            memory::ensure(candidates.len() * 2 * size_of::<FacePair>());
            found.extend(self.threads.map(candidates.chunks(BATCH), accepted).iter().flatten());
        }
        self.found.sort_unstable();
    }
}

/// Whether two faces of a mesh have a vertex in common.
pub fn share_a_vertex(mesh: &FaceMesh<'_>, faces: [u32; 2]) -> bool {
    let [first, second] = faces.map(|face| mesh.face(face));
    first.iter().any(|vertex| second.contains(vertex))
}
