//! Which faces meet the overlap regions of their object (report 3.3.4).

use super::FaceMesh;
use super::corners::{Corners, Kind, Widened, is_exact, kind_of};
use super::grid::{Grid, Item};
use super::triangle_box::triangle_meets_box;
use super::world_box::is_usable_box;
use solid_geometry::math::{Aabb, Vec3};
use solid_geometry::octree::parts::{BEYOND, Region, UNUSABLE, sides_beyond};

/// Memory for one object at a time.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Where each vertex is beside the regions.
    codes: Vec<u8>,
    /// The vertices in world coordinates, where these are others.
    points: Vec<Vec3>,
}

/// The faces of one object that meet its overlap regions.
pub(super) struct Gather<'a> {
    pub mesh: &'a FaceMesh<'a>,
    pub object: u32,
    pub all_usable: bool,
    /// At least one.
    pub regions: &'a [Region],
    pub grid: &'a Grid,
}

impl Gather<'_> {
    /// Appends the faces, in their order; returns how many faces cannot be used.
    pub fn run(&self, scratch: &mut Scratch, items: &mut Vec<Item>) -> usize {
        let Scratch { codes, points } = scratch;
        let corners = match kind_of(self.mesh) {
            Kind::InPlace(corners) => corners,
            Kind::Placed(placed) => {
                points.clear();
                points.extend(placed.local.iter().map(|p| placed.placement.apply(p)));
                Widened { points, margin: placed.margin }
            }
            Kind::General(corners) => return self.run_over(corners, codes, items),
        };
        self.run_over(&corners, codes, items)
    }

    fn run_over(
        &self,
        corners: &impl Corners,
        codes: &mut Vec<u8>,
        items: &mut Vec<Item>,
    ) -> usize {
        let around = Aabb::around_boxes(self.regions.iter().map(|region| region.bounds));
        codes.clear();
        if self.all_usable {
            codes.extend((0..corners.count()).map(|v| sides_beyond(&corners.corner(v), &around)));
        } else {
            codes.extend((0..corners.count()).map(|v| {
                let corner = corners.corner(v);
                if is_usable_box(&corner) { sides_beyond(&corner, &around) } else { UNUSABLE }
            }));
        }
        let mut ignored = 0;
        for face in 0..self.mesh.len() as u32 {
            let indices = self.mesh.face(face);
            let (mut all, mut any) = (BEYOND, 0);
            for &vertex in indices {
                let code = codes.get(vertex as usize).copied().unwrap_or(UNUSABLE);
                (all, any) = (all & code, any | code);
            }
            if any & UNUSABLE != 0 || indices.is_empty() {
                ignored += 1;
            } else if all == 0 {
                self.take(corners, face, indices, items);
            }
        }
        ignored
    }

    /// A face whose box meets the box around all regions.
    #[inline]
    fn take(&self, corners: &impl Corners, face: u32, indices: &[u32], items: &mut Vec<Item>) {
        let bounds = |v: &u32| corners.corner(*v as usize);
        let bounds =
            indices[1..].iter().map(bounds).fold(bounds(&indices[0]), |all, one| one.join(&all));
        if self.regions.iter().any(|region| self.meets(face, &bounds, &region.bounds)) {
            items.push(self.grid.item(&bounds, self.object, face));
        }
    }

    /// Whether a face meets a region: by its box, and as a triangle where it does not move and has no margin.
    fn meets(&self, face: u32, bounds: &Aabb, region: &Aabb) -> bool {
        if !bounds.overlaps(region) {
            return false;
        }
        let within = |p: &Vec3| (0..3).all(|i| region.min[i] <= p[i] && p[i] <= region.max[i]);
        (within(&bounds.min) && within(&bounds.max))
            || !is_exact(self.mesh, face)
            || self.mesh.triangles_of(face).any(|t| triangle_meets_box(&t, region))
    }
}
