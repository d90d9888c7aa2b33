//! The method of chapter 3 as a whole: all pairs of faces that interfere, of all objects at once.

#[cfg(test)]
mod tests;

use super::corners::is_exact;
use super::face_pair::faces_meet;
use super::grid::{Cell, Grid, Item, cell_box};
use super::parallel::find;
use super::regions::{Gather, Scratch};
use super::settings::{Accuracy, Settings};
use super::triangle_box::triangle_meets_box;
use super::walk::{Membership, Walk};
use super::world_box::{WorldBox, world_box_of};
use super::{FaceMesh, FacePair};
use solid_geometry::math::Aabb;
use solid_geometry::octree::parts::{Region, overlap_regions, overlapping_pairs, share_a_vertex};

/// Whether a pair is accepted. Not generic: the walk is compiled once for all questions.
type Decide<'a> = &'a (dyn Fn(&FacePair) -> bool + Sync);

/// The method, with memory that is used again: a call allocates nothing that an earlier one has allocated, on one thread.
///
/// Held are 25 bytes a vertex of one object, 32 for each face in an overlap region, 4 more for each open cell that it meets,
/// and 16 for each pair that is found; nothing about the objects is kept.
#[derive(Debug, Default)]
pub struct Subdivision {
    /// What the user chose.
    pub settings: Settings,
    extents: Vec<Aabb>,
    /// Whether all vertices of the objects can be used.
    all_usable: Vec<bool>,
    order: Vec<u32>,
    overlapping: Vec<[u32; 2]>,
    regions: Vec<Region>,
    scratch: Scratch,
    items: Vec<Item>,
    stack: Vec<u32>,
    candidates: Vec<(u32, u32)>,
    found: Vec<FacePair>,
    ignored: usize,
}

impl Subdivision {
    /// The method with some choices.
    pub fn new(settings: Settings) -> Subdivision {
        Subdivision { settings, ..Subdivision::default() }
    }

    /// All pairs of faces of different objects that share a point as they are now, sorted. Touching is sharing.
    ///
    /// Exact for the vertices' world coordinates, see `triangles_meet`; margins make no difference. The time is linear
    /// in the vertices, the faces of objects in overlap regions, and the pairs of faces that are near each other.
    pub fn interfering(&mut self, meshes: &[FaceMesh<'_>]) -> &[FacePair] {
        self.pairs_where(meshes, |pair| faces_meet(meshes, pair))
    }

    /// All pairs of faces of different objects whose boxes overlap, margins and the ways from the previous frame
    /// included, and that `decide` accepts; sorted. Each pair is tested once, in no particular order.
    pub fn pairs_where(
        &mut self,
        meshes: &[FaceMesh<'_>],
        decide: impl Fn(&FacePair) -> bool + Sync,
    ) -> &[FacePair] {
        self.pairs_among(meshes, |_| true, decide)
    }

    /// As [`Subdivision::pairs_where`], but of those pairs of objects alone that are `wanted`; for others `decide` may be called
    /// too.
    pub fn pairs_among(
        &mut self,
        meshes: &[FaceMesh<'_>],
        wanted: impl Fn(&[u32; 2]) -> bool,
        decide: impl Fn(&FacePair) -> bool + Sync,
    ) -> &[FacePair] {
        let grid = self.gather(meshes, wanted);
        self.search(meshes, &grid, Whose::Objects, &decide);
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

    /// How many faces met overlap regions in the last call.
    pub fn faces_in_regions(&self) -> usize {
        self.items.len()
    }

    /// Steps 1 and 2 alone: how many faces meet overlap regions.
    pub fn gather_faces(&mut self, meshes: &[FaceMesh<'_>]) -> usize {
        self.gather(meshes, |_| true);
        self.items.len()
    }

    /// All pairs of faces of one object that share a point as they are now but no vertex, sorted: faces that share one are
    /// neighbours, and meet there anyway. Otherwise as [`Subdivision::interfering`].
    pub fn interfering_with_itself(&mut self, mesh: &FaceMesh<'_>) -> &[FacePair] {
        self.own_pairs_where(mesh, |pair| faces_meet(std::slice::from_ref(mesh), pair))
    }

    /// All pairs of faces of one object that share no vertex, whose boxes overlap, and that `decide` accepts. Otherwise as
    /// [`Subdivision::pairs_where`].
    pub fn own_pairs_where(
        &mut self,
        mesh: &FaceMesh<'_>,
        decide: impl Fn(&FacePair) -> bool + Sync,
    ) -> &[FacePair] {
        let WorldBox { bounds, all_usable } = world_box_of(mesh);
        let grid = Grid::around(self.settings.world.as_ref().unwrap_or(&bounds));
        let regions = [Region { object: 0, bounds }];
        self.items.clear();
        let gather = Gather { mesh, object: 0, all_usable, regions: &regions, grid: &grid };
        self.ignored = gather.run(&mut self.scratch, &mut self.items);
        self.items.iter_mut().for_each(Item::stand_alone);
        let meshes = std::slice::from_ref(mesh);
        self.search(meshes, &grid, Whose::OneObjects, &|pair: &FacePair| {
            !share_a_vertex(mesh, pair.faces) && decide(pair)
        });
        &self.found
    }

    /// Steps 1 and 2: the faces that meet overlap regions, in the order of objects.
    fn gather(&mut self, meshes: &[FaceMesh<'_>], wanted: impl Fn(&[u32; 2]) -> bool) -> Grid {
        self.extents.clear();
        self.all_usable.clear();
        for WorldBox { bounds, all_usable } in meshes.iter().map(world_box_of) {
            self.extents.push(bounds);
            self.all_usable.push(all_usable);
        }
        overlapping_pairs(&self.extents, &mut self.order, &mut self.overlapping);
        self.overlapping.retain(wanted);
        overlap_regions(&self.extents, &self.overlapping, &mut self.regions);
        let around = Aabb::around_boxes(self.regions.iter().map(|region| region.bounds));
        let grid = Grid::around(self.settings.world.as_ref().unwrap_or(&around));
        self.items.clear();
        self.ignored = 0;
        for regions in self.regions.chunk_by(|r, s| r.object == s.object) {
            let object = regions[0].object;
            let mesh = &meshes[object as usize];
            let all_usable = self.all_usable[object as usize];
            let gather = Gather { mesh, object, all_usable, regions, grid: &grid };
            self.ignored += gather.run(&mut self.scratch, &mut self.items);
        }
        grid
    }

    /// Steps 3 and 4: the pairs that meet in a cell, and which of them are accepted.
    fn search(&mut self, meshes: &[FaceMesh<'_>], grid: &Grid, whose: Whose, decide: Decide<'_>) {
        match self.settings.accuracy {
            Accuracy::Boxes => self.search_by(None, whose, decide),
            Accuracy::Exact => {
                self.search_by(Some(&ByTriangle { meshes, grid, whose }), whose, decide)
            }
        }
    }

    fn search_by(&mut self, membership: Option<&dyn Membership>, whose: Whose, decide: Decide<'_>) {
        let Subdivision { settings, items, stack, candidates, found, .. } = self;
        let mut walk = Walk { items: &items[..], stack, settings, membership };
        let test = |&(i, j): &(u32, u32)| {
            let [i, j] = [i, j].map(|place| &items[place as usize]);
            let objects = [i, j].map(|item| whose.object(item));
            let pair = FacePair { objects, faces: [i.face(), j.face()] };
            decide(&pair).then_some(pair)
        };
        find(&mut walk, settings.threads, &test, candidates, found);
        found.sort_unstable();
    }
}

/// Whose faces are compared.
#[derive(Clone, Copy)]
enum Whose {
    /// Those of different objects.
    Objects,
    /// Those of one, each standing for an object.
    OneObjects,
}

impl Whose {
    #[inline]
    fn object(self, item: &Item) -> u32 {
        match self {
            Whose::Objects => item.object(),
            Whose::OneObjects => 0,
        }
    }
}

/// Triangles that do not move are held against cells themselves.
struct ByTriangle<'a> {
    meshes: &'a [FaceMesh<'a>],
    grid: &'a Grid,
    whose: Whose,
}

impl Membership for ByTriangle<'_> {
    fn meets(&self, _place: u32, item: &Item, cell: &Cell) -> bool {
        let mesh = &self.meshes[self.whose.object(item) as usize];
        !is_exact(mesh, item.face()) || {
            let cell = cell_box(self.grid, cell);
            mesh.triangles_of(item.face()).any(|t| triangle_meets_box(&t, &cell))
        }
    }
}
