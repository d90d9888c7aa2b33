//! All pairs of polytopes that share a point, of all soups of a world at once (ATR report, chapter 3).

use super::deforming::{intersect, mesh, soup};
use super::object::{Object, ObjectRef};
use super::world::World;
use solid_geometry::memory;
use solid_geometry::mesh::PolytopeSoup;
use solid_geometry::octree::{FaceMesh, FacePair};

/// The polytopes of different objects that share a point.
#[derive(Clone, Debug)]
pub struct Interfering {
    /// The objects whose shapes are soups, in the order of their creation.
    pub objects: Vec<ObjectRef>,
    /// The pairs, sorted; objects are places in the list above, faces the numbers of polytopes ([`PolytopeSoup::number`]).
    pub pairs: Vec<FacePair>,
    /// How many polytopes of objects near others were left out, since a vertex is no number below 1e75, or since their
    /// object is placed beyond that.
    pub ignored: usize,
}

impl<C: Copy> World<C> {
    /// All pairs of polytopes of different objects that share a point at their present placements. Responses do not matter.
    ///
    /// By subdivision of space: no tree is made or fitted. The time is linear in the vertices of all soups, in the
    /// polytopes of those whose boxes overlap, and in the pairs of polytopes that are near each other.
    pub fn interfering_polytopes(&mut self) -> Interfering {
        let slots = self.slots_by_creation();
        let subdivision = &mut self.deforming.subdivision;
        let found = slots.into_iter().filter_map(|slot| {
            let object = self.objects.get(slot)?;
            Some((slot, object, soup(object, &self.shapes)?))
        });
        let mut objects: Vec<(u32, &Object, &PolytopeSoup)> = found.collect();
        let mut beyond = 0;
        let mut meshes: Vec<FaceMesh<'_>> = Vec::with_capacity(objects.len());
        objects.retain(|(_, object, soup)| {
            let mesh = mesh(object, &self.shapes);
            beyond += if mesh.is_none() { soup.len() } else { 0 };
            meshes.extend(mesh);
            mesh.is_some()
        });
        subdivision.pairs_where(&meshes, |FacePair { objects: places, faces }| {
            let [(_, a, soup_a), (_, b, soup_b)] = places.map(|place| objects[place as usize]);
            soup_a
                .relative_placement(&a.placement, soup_b, &b.placement)
                .is_some_and(|relative| intersect([soup_a, soup_b], &relative, *faces))
        });
        let ignored = beyond + subdivision.ignored();
        let mut pairs = Vec::new();
        for FacePair { objects: places, faces } in subdivision.found() {
            let number = |i: usize| objects[places[i] as usize].2.number(faces[i]);
            memory::push(&mut pairs, FacePair { objects: *places, faces: [number(0), number(1)] });
        }
        // The triangles of a concave polygon have its number.
        pairs.sort_unstable();
        pairs.dedup();
        let objects = objects.iter().map(|(slot, ..)| self.objects.reference(*slot)).collect();
        Interfering { objects, pairs, ignored }
    }
}
