//! The octree-update method of chapter 1, for rigid bodies: face octrees made in advance, whose black nodes are moved.
//!
//! Only nodes in overlap regions are moved; cells are refined only while nodes of two or more objects meet them; faces
//! are attached to the nodes they meet. The rigid competitor of [`super::method`].

#[cfg(test)]
mod tests;

use super::corners::is_usable;
use super::cube_test::{Meeting, Motion, TestCube, compare};
use super::face_pair::faces_meet;
use super::grid::{Cell, Grid, Item, cell_box};
use super::settings::Settings;
use super::triangle_box::triangle_meets_box;
use super::walk::{Membership, Walk};
use super::world_box::world_box_of;
use super::{FaceMesh, FacePair, Vertices};
use solid_geometry::math::tolerance::BOX_ROUNDING;
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::octree::parts::{Region, overlap_regions, overlapping_pairs};

/// The black voxels of the octree of an object's faces, in local coordinates, and which faces meet each.
#[derive(Clone, Debug, Default)]
pub struct FaceOctree {
    centers: Vec<Vec3>,
    /// Half the edge of a voxel.
    half: f64,
    faces: Vec<u32>,
    /// Where the faces of each voxel start, and where the last one's end.
    starts: Vec<u32>,
}

impl FaceOctree {
    /// The octree of the faces of up to three vertices, to so many levels of the least cube around them. Done in advance:
    /// the time goes with the voxels on the surface. Faces with unusable vertices are left out.
    pub fn new(mesh: &FaceMesh<'_>, levels: u32) -> FaceOctree {
        let local = FaceMesh {
            now: Vertices { placement: None, ..mesh.now },
            before: None,
            margin: 0.0,
            ..*mesh
        };
        let bounds = world_box_of(&local).bounds;
        if bounds.is_empty() {
            return FaceOctree { starts: vec![0], ..FaceOctree::default() };
        }
        // A little wider, so that what lies in the border is within.
        let half = bounds.half_extents().max() * (1.0 + 1e-9);
        let mut octree = FaceOctree {
            half: half / f64::from(1_u32 << levels),
            starts: vec![0],
            ..FaceOctree::default()
        };
        let usable = |face: &u32| {
            let vertices = local.face(*face);
            !vertices.is_empty()
                && vertices.iter().all(|v| local.now.local.get(*v as usize).is_some_and(is_usable))
        };
        let faces: Vec<u32> = (0..local.len() as u32).filter(usable).collect();
        octree.divide(&local, bounds.center(), half, levels, &faces);
        octree
    }

    fn divide(&mut self, mesh: &FaceMesh<'_>, center: Vec3, half: f64, levels: u32, faces: &[u32]) {
        let cube = Aabb::from_center(center, Vec3::repeat(half));
        let meets = |face: &&u32| mesh.triangles_of(**face).any(|t| triangle_meets_box(&t, &cube));
        let faces: Vec<u32> = faces.iter().filter(meets).copied().collect();
        if faces.is_empty() {
            return;
        }
        if levels == 0 {
            self.centers.push(center);
            self.faces.extend(faces);
            self.starts.push(self.faces.len() as u32);
            return;
        }
        let quarter = 0.5 * half;
        for octant in 0..8 {
            let side = |axis: u32| {
                if octant >> axis & 1 == 1 { quarter } else { -quarter }
            };
            self.divide(
                mesh,
                center + Vec3::new(side(0), side(1), side(2)),
                quarter,
                levels - 1,
                &faces,
            );
        }
    }

    /// The number of black voxels.
    pub fn len(&self) -> usize {
        self.centers.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.centers.is_empty()
    }

    fn faces_of(&self, node: u32) -> &[u32] {
        &self.faces[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

/// A rigid object: its faces under a placement that turns and moves, and the octree of its faces.
#[derive(Clone, Copy, Debug)]
pub struct RigidObject<'a> {
    /// The faces; the placement counts, a way from before does not.
    pub mesh: FaceMesh<'a>,
    /// Made of the same faces.
    pub octree: &'a FaceOctree,
}

/// The method, with memory that is used again.
#[derive(Debug, Default)]
pub struct OctreeUpdate {
    /// How cells are divided, how often, and the world; threads and accuracy have no effect here.
    pub settings: Settings,
    extents: Vec<Aabb>,
    order: Vec<u32>,
    overlapping: Vec<[u32; 2]>,
    regions: Vec<Region>,
    nodes: Vec<TestCube>,
    items: Vec<Item>,
    stack: Vec<u32>,
    candidates: Vec<(u32, u32)>,
    pairs: Vec<FacePair>,
}

impl OctreeUpdate {
    /// All pairs of faces of different objects that share a point, sorted: as [`super::method::Subdivision::interfering`].
    pub fn interfering(&mut self, objects: &[RigidObject<'_>]) -> &[FacePair] {
        let motions: Vec<Motion> =
            objects.iter().map(|object| Motion::new(&placement_of(object))).collect();
        let grid = self.gather(objects, &motions);
        self.candidates.clear();
        let membership = ByCube { nodes: &self.nodes, motions: &motions, grid: &grid };
        let mut walk = Walk {
            items: &self.items,
            stack: &mut self.stack,
            settings: &self.settings,
            membership: Some(&membership),
        };
        let candidates = &mut self.candidates;
        walk.run(&mut |i, j| candidates.push((i, j)));
        self.candidates.sort_unstable();
        self.candidates.dedup();
        self.list_faces(objects);
        let meshes: Vec<FaceMesh> = objects.iter().map(|object| object.mesh).collect();
        self.pairs.retain(|pair| faces_meet(&meshes, pair));
        &self.pairs
    }

    /// The black nodes that meet overlap regions of their objects, moved.
    fn gather(&mut self, objects: &[RigidObject<'_>], motions: &[Motion]) -> Grid {
        self.extents.clear();
        self.extents.extend(objects.iter().map(|object| world_box_of(&object.mesh).bounds));
        overlapping_pairs(&self.extents, &mut self.order, &mut self.overlapping);
        overlap_regions(&self.extents, &self.overlapping, &mut self.regions);
        let around = Aabb::around_boxes(self.regions.iter().map(|region| region.bounds));
        let grid = Grid::around(self.settings.world.as_ref().unwrap_or(&around));
        self.items.clear();
        self.nodes.clear();
        for regions in self.regions.chunk_by(|r, s| r.object == s.object) {
            let object = regions[0].object;
            let octree = objects[object as usize].octree;
            for (node, center) in octree.centers.iter().enumerate() {
                let cube = TestCube::source(*center, octree.half, &motions[object as usize]);
                let rounding = BOX_ROUNDING * (reach_of(&around) + center.amax());
                let bounds = Aabb::around(cube.moved_corners()).inflated(&Vec3::repeat(rounding));
                if regions.iter().any(|region| region.bounds.overlaps(&bounds)) {
                    self.items.push(grid.item(&bounds, object, node as u32));
                    self.nodes.push(cube);
                }
            }
        }
        grid
    }

    /// The pairs of faces that are attached to pairs of nodes, each once.
    fn list_faces(&mut self, objects: &[RigidObject<'_>]) {
        self.pairs.clear();
        for &(i, j) in &self.candidates {
            let [a, b] = [i, j].map(|place| &self.items[place as usize]);
            let pair_objects = [a.object(), b.object()];
            let [first, second] =
                [a, b].map(|item| objects[item.object() as usize].octree.faces_of(item.face()));
            for f in first {
                self.pairs.extend(
                    second.iter().map(|g| FacePair { objects: pair_objects, faces: [*f, *g] }),
                );
            }
        }
        self.pairs.sort_unstable();
        self.pairs.dedup();
    }
}

fn placement_of(object: &RigidObject<'_>) -> Placement {
    object.mesh.now.placement.copied().unwrap_or(Placement::IDENTITY)
}

/// Moved nodes are held against cells by the exact cube test.
struct ByCube<'a> {
    nodes: &'a [TestCube],
    motions: &'a [Motion],
    grid: &'a Grid,
}

impl Membership for ByCube<'_> {
    fn meets(&self, place: u32, item: &Item, cell: &Cell) -> bool {
        let aabb = cell_box(self.grid, cell);
        // The cells at the border have no end.
        if reach_of(&aabb) == f64::INFINITY {
            return true;
        }
        let motion = &self.motions[item.object() as usize];
        let target = TestCube::target(aabb.center(), aabb.half_extents().max(), motion);
        compare(&self.nodes[place as usize], &target) != Meeting::Apart
    }
}

/// The largest coordinate of a box; zero of an empty one.
fn reach_of(bounds: &Aabb) -> f64 {
    if bounds.is_empty() { 0.0 } else { bounds.min.amax().max(bounds.max.amax()) }
}
