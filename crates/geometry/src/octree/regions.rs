//! The overlap regions of objects, and which faces meet them (report 3.3.3 and 3.3.4).

use super::faces::FaceMesh;
use super::grid::{Grid, Item};
use crate::math::Aabb;
use crate::memory;
use crate::sorting::{sort_by, sort_numbers};

/// The code of a vertex has a bit for each side of a region that it is beyond.
pub const BEYOND: u8 = 0x3f;

/// The code of a vertex that is not usable.
pub const UNUSABLE: u8 = 0x80;

/// With more regions than this, an object's faces are compared with the box around all of them. The walk drops cells that only one
/// object meets.
const MOST_REGIONS: usize = 32;

/// Where two boxes overlap, for one of the two objects.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// The object.
    pub object: u32,
    /// Where they overlap.
    pub bounds: Aabb,
}

/// The box around all usable vertices, whether a face has them or not.
pub(super) fn extent_of(mesh: &FaceMesh<'_>) -> Aabb {
    let vertices = 0..mesh.vertex_count() as u32;
    Aabb::around_boxes(vertices.filter_map(|vertex| mesh.vertex_box(vertex)))
}

/// The pairs of objects whose boxes overlap, by sorting their least x: each pair the lesser first, in no order.
///
/// Linear in the objects and in the pairs that overlap in x, but for the sorting.
pub fn overlapping_pairs(extents: &[Aabb], order: &mut Vec<u32>, pairs: &mut Vec<[u32; 2]>) {
    let bounds = |i: &u32| &extents[*i as usize];
    order.clear();
    order.extend((0..extents.len() as u32).filter(|i| !bounds(i).is_empty()));
    let least = |i: u32| extents[i as usize].min.x;
    sort_numbers(order, &|i, j| least(i).total_cmp(&least(j)).then(i.cmp(&j)));
    pairs.clear();
    for (at, i) in order.iter().enumerate() {
        let end = bounds(i).max.x;
        let reached = order[at + 1..].iter().take_while(|j| bounds(j).min.x <= end);
        pairs.extend(
            reached.filter(|j| bounds(i).overlaps(bounds(j))).map(|j| [*i.min(j), *i.max(j)]),
        );
    }
}

/// The overlap regions of pairs of boxes, by object.
pub fn overlap_regions(extents: &[Aabb], pairs: &[[u32; 2]], regions: &mut Vec<Region>) {
    regions.clear();
    for &[i, j] in pairs {
        let bounds = extents[i as usize].intersection(&extents[j as usize]);
        regions.extend([i, j].map(|object| Region { object, bounds }));
    }
    sort_by(regions, |p, q| p.object.cmp(&q.object));
}

/// Memory for one object at a time.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    codes: Vec<u8>,
    /// The boxes of the vertices; empty where they are not usable.
    boxes: Vec<Aabb>,
}

/// Appends the faces of an object that meet its overlap regions, of which there is at least one (of more than 32 regions: the box
/// around them); returns how many faces cannot be used.
pub(super) fn gather(
    mesh: &FaceMesh<'_>,
    object: u32,
    regions: &[Region],
    grid: &Grid,
    scratch: &mut Scratch,
    items: &mut Vec<Item>,
) -> usize {
    let Scratch { codes, boxes } = scratch;
    let around = Aabb::around_boxes(regions.iter().map(|region| region.bounds));
    let all = [Region { object, bounds: around }];
    let regions = if regions.len() > MOST_REGIONS { &all } else { regions };
    boxes.clear();
    codes.clear();
    memory::reserve(boxes, mesh.vertex_count());
    memory::reserve(codes, mesh.vertex_count());
    for vertex in 0..mesh.vertex_count() as u32 {
        let vertex_box = mesh.vertex_box(vertex);
        codes.push(vertex_box.map_or(UNUSABLE, |corner| sides_beyond(&corner, &around)));
        boxes.push(vertex_box.unwrap_or(Aabb::EMPTY));
    }
    let mut ignored = 0;
    for face in 0..mesh.len() as u32 {
        let indices = mesh.face(face);
        let (mut all, mut any) = (BEYOND, 0);
        for &vertex in indices {
            let code = codes.get(vertex as usize).copied().unwrap_or(UNUSABLE);
            (all, any) = (all & code, any | code);
        }
        if any & UNUSABLE != 0 || indices.is_empty() {
            ignored += 1;
        } else if all == 0 {
            let bounds = indices[1..]
                .iter()
                .fold(boxes[indices[0] as usize], |all, v| boxes[*v as usize].join(&all));
            if regions.iter().any(|region| bounds.overlaps(&region.bounds)) {
                memory::push(items, grid.item(&bounds, object, face));
            }
        }
    }
    ignored
}

/// On which sides of a box another is as a whole, a bit each.
#[inline]
pub fn sides_beyond(corner: &Aabb, aabb: &Aabb) -> u8 {
    let bit = |is: bool, at: u8| u8::from(is) << at;
    bit(corner.max.x < aabb.min.x, 0)
        | bit(corner.max.y < aabb.min.y, 1)
        | bit(corner.max.z < aabb.min.z, 2)
        | bit(corner.min.x > aabb.max.x, 3)
        | bit(corner.min.y > aabb.max.y, 4)
        | bit(corner.min.z > aabb.max.z, 5)
}
