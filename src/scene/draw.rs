//! Lines that show the world, for programs that draw it to be debugged.

use super::object::ObjectRef;
use super::world::World;
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::memory;
use solid_geometry::query::{BodyShape, Points};

#[cfg(test)]
mod tests;

/// What lines show.
///
/// ```
/// use solid::space::{ContactQuery, Drawing, Placement, Selector, Shape, Space};
///
/// let mut space = Space::new();
/// let crate_shape = space.define(Shape::cuboid([2.0, 2.0, 2.0])?);
/// let (floor, top) = (space.create_object(crate_shape)?, space.create_object(crate_shape)?);
/// space.place(top, Placement::translation([0.0, 1.5, 0.0]))?;
/// space.watch(Selector::All, ContactQuery::Hit);
/// assert_eq!(space.lines(Drawing::Shapes).len(), 2 * 12);
/// let depths = space.lines(Drawing::Contacts);
/// assert!(depths.iter().all(|line| line.objects == [floor, top]));
/// assert_eq!((depths[0].ends[1] - depths[0].ends[0]).norm(), 0.5);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// The edges of polytopes and meshes, the silhouettes of round bodies.
    Shapes,
    /// The edges of each object's bounding box, which is along the axes.
    Boxes,
    /// The contacts of the pairs that collide and have a response: from the point on the first object to that on the second,
    /// as long as the contact is deep.
    Contacts,
    /// Their normals, from the point on the first object on, of length 1.
    Normals,
}

/// A line segment. `R` names an object.
///
/// ```
/// use solid::space::{Drawing, Shape, Space, Vec3};
///
/// let mut space = Space::new();
/// let rod = space.create_object(Shape::segment(Vec3::x(), Vec3::y())?)?;
/// let lines = space.lines(Drawing::Shapes);
/// assert_eq!((lines[0].ends, lines[0].objects), ([Vec3::x(), Vec3::y()], [rod, rod]));
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line<R> {
    /// Its ends, in world coordinates.
    pub ends: [Vec3; 2],
    /// The object that it belongs to, twice; of a contact both objects.
    pub objects: [R; 2],
}

/// The twelve edges of a box.
fn edges(aabb: &Aabb) -> impl Iterator<Item = [Vec3; 2]> + use<> {
    let corners = [aabb.min, aabb.max];
    let corner =
        move |i: usize| Vec3::new(corners[i & 1].x, corners[i >> 1 & 1].y, corners[i >> 2 & 1].z);
    let from = move |i: usize| {
        [1, 2, 4].into_iter().filter(move |bit| i & bit == 0).map(move |bit| [i, i | bit])
    };
    (0..8).flat_map(from).map(move |edge| edge.map(corner))
}

/// The lines of a shape. Points, of which there may be very many, have three lines each, as long as the balls are wide.
fn outline(shape: BodyShape<'_>, at: &Placement, add: &mut dyn FnMut([Vec3; 2])) {
    let mut place = |ends: [Vec3; 2]| add(ends.map(|end| at.apply(&end)));
    match shape {
        BodyShape::Convex(primitive) => primitive.outline().into_iter().for_each(place),
        BodyShape::Soup(soup) => soup.edges().into_iter().for_each(place),
        BodyShape::Parts(parts) => match parts.as_any().downcast_ref::<Points>() {
            Some(points) => {
                for (center, radius) in points.balls() {
                    let arms = [Vec3::x(), Vec3::y(), Vec3::z()].map(|axis| axis * radius);
                    arms.iter().for_each(|arm| place([center - arm, center + arm]));
                }
            }
            None => shape.each_part(&mut |part| {
                outline(part.shape, &at.compose(part.placement), add);
            }),
        },
    }
}

impl<C: Copy + Send + Sync> World<C> {
    /// The lines that show the world as it is placed now: of objects in the order of their creation, of contacts in that in
    /// which a test finds their pairs. Lines with an end that is not finite are left out.
    ///
    /// Linear in the lines, of meshes O(n log n); contacts take a test of all pairs.
    pub fn lines(&mut self, drawing: Drawing) -> Vec<Line<ObjectRef>> {
        let mut lines = Vec::new();
        let mut add = |objects: [ObjectRef; 2], ends: [Vec3; 2]| {
            if ends.iter().all(is_finite) {
                memory::push(&mut lines, Line { ends, objects });
            }
        };
        match drawing {
            Drawing::Shapes => {
                for slot in self.slots_by_creation() {
                    let reference = self.objects.reference(slot);
                    let Some(body) = self.body(slot) else { continue };
                    outline(body.shape, body.placement, &mut |ends| add([reference; 2], ends));
                }
            }
            Drawing::Boxes => {
                for slot in self.slots_by_creation() {
                    let reference = self.objects.reference(slot);
                    let around = self.box_of(reference);
                    around.iter().flat_map(edges).for_each(|ends| add([reference; 2], ends));
                }
            }
            Drawing::Contacts | Drawing::Normals => {
                let mut cursor = self.begin_test();
                while let Some(event) = self.next_event(&mut cursor) {
                    let objects = [event.first, event.second];
                    for contact in self.contacts(event.first, event.second).unwrap_or_default() {
                        let [first, second] = contact.points;
                        let is_normal = drawing == Drawing::Normals;
                        let end = if is_normal { first + contact.normal } else { second };
                        add(objects, [first, end]);
                    }
                }
            }
        }
        lines
    }
}
