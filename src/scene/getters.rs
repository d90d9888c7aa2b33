//! What an object is and where: its placement, its shape, the box around it.

use super::object::{Object, ObjectRef};
use super::shapes::ShapeHandle;
use super::world::World;
use solid_geometry::math::tolerance::BOX_ROUNDING;
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::mesh::PolytopeSoup;
use solid_geometry::query::{Body, BodyShape};
use solid_geometry::shape::Support;

impl<C> World<C> {
    fn object(&self, reference: ObjectRef) -> Option<&Object> {
        self.objects.get(self.objects.slot(reference)?)
    }

    /// All objects, in no particular order.
    pub fn objects(&self) -> impl Iterator<Item = ObjectRef> {
        self.objects.iter().map(|(slot, _)| self.objects.reference(slot))
    }

    /// The slots of all objects in the order of their creation.
    pub(super) fn slots_by_creation(&self) -> Vec<u32> {
        let mut slots: Vec<u32> = self.objects.iter().map(|(slot, _)| slot).collect();
        slots.sort_unstable_by_key(|slot| self.objects.sequence(*slot));
        slots
    }

    /// Where an object is, also by numbers that are not finite. `None` if there is no such object.
    pub fn placement_of(&self, reference: ObjectRef) -> Option<Placement> {
        Some(self.object(reference)?.placement)
    }

    /// The shape an object is an instance of; `None` if there is no such object, or the shape has been deleted.
    pub fn shape_of(&self, reference: ObjectRef) -> Option<ShapeHandle> {
        self.shapes.handle(self.object(reference)?.shape)
    }

    /// What that shape is now; `None` if there is no such object, or nothing of it to hit.
    pub fn copy_shape(&self, reference: ObjectRef) -> Option<solid_geometry::Shape> {
        self.shapes.entry(self.object(reference)?.shape).shape.to_geometry()
    }

    /// A box along the world's axes that holds an object as it is placed now, larger than the least one by rounding
    /// alone; that of a half-space has infinite ends. `None` if there is no such object, or nothing of it to hit. Linear in the
    /// vertices of a soup.
    pub fn box_of(&self, reference: ObjectRef) -> Option<Aabb> {
        box_of(&self.body(self.objects.slot(reference)?)?)
    }

    /// The boxes of a level of the tree over an object's soup, in the coordinates of the shape; see [`Tree::boxes_at`]. Of a
    /// shape that is not complex its own box. `None` if there is no such object; empty if there is nothing of it to hit.
    ///
    /// [`Tree::boxes_at`]: solid_geometry::bvh::Tree::boxes_at
    pub fn tree_boxes(&self, reference: ObjectRef, level: u32) -> Option<Vec<Aabb>> {
        let slot = self.objects.slot(reference)?;
        Some(match self.body(slot).map(|body| body.shape) {
            Some(BodyShape::Convex(primitive)) => vec![primitive.bounds()],
            Some(BodyShape::Soup(soup)) => soup.tree().boxes_at(level),
            Some(BodyShape::Parts(parts)) => vec![parts.bounds()],
            None => Vec::new(),
        })
    }
}

/// A box around a placed body, as [`World::box_of`] has it.
fn box_of(body: &Body<'_>) -> Option<Aabb> {
    let Placement { basis, origin } = body.placement;
    let (bounds, reach) = match body.shape {
        BodyShape::Convex(primitive) => {
            (primitive.bounds_under(basis), primitive.absolute_extents())
        }
        BodyShape::Soup(soup) => (soup_bounds(soup, body.placement), soup.absolute_extents()),
        BodyShape::Parts(_) => return box_of_parts(body),
    };
    let rounding = (basis.abs() * reach + origin.abs()) * BOX_ROUNDING;
    let whole = bounds.translated(origin).inflated(&rounding);
    let is_known = body.is_half_space() || is_finite(&whole.min) && is_finite(&whole.max);
    is_known.then_some(whole)
}

/// A box around all parts.
fn box_of_parts(body: &Body<'_>) -> Option<Aabb> {
    let mut whole = Some(Aabb::EMPTY);
    body.shape.each_leaf(body.placement, &mut |shape, placement| {
        let part = Body::new(shape, placement).and_then(|part| box_of(&part));
        whole = whole.zip(part).map(|(whole, part)| whole.join(&part));
    });
    whole
}

/// The box around the image of a soup's finite polytopes under the placement's linear part.
fn soup_bounds(soup: &PolytopeSoup, placement: &Placement) -> Aabb {
    let polytopes = (0..soup.len() as u32).map(|i| soup.primitive(i));
    let whole = polytopes.filter(|polytope| polytope.points().all(is_finite));
    let mut around = Aabb::EMPTY;
    whole
        .flat_map(|polytope| polytope.points())
        .for_each(|p: &Vec3| around.include(&(placement.basis * p)));
    around
}
