//! A space: shapes, objects, and which of them collide.

use std::sync::{Arc, Weak};

use super::error::{Error, Warning};
use super::responses::{Closures, Selector};
use crate::scene::World;
use crate::scene::object::ObjectRef;
use crate::scene::shapes::ShapeHandle;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use solid_geometry::Shape;
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::query::HeightField;

/// An object of a space. The name of one that was removed is not used again.
///
/// ```
/// use solid::space::{Placement, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.create_object(Shape::sphere(1.0)?)?;
/// space.place(ball, Placement::translation([0.0, 2.0, 0.0]))?;
/// assert_eq!(space.placement(ball).map(|placement| placement.origin.y), Some(2.0));
/// space.delete_object(ball)?;
/// assert!(!space.contains(ball));
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Object(pub(super) ObjectRef);

/// A shape that was defined in a space. The name of one that was dropped is not used again.
///
/// ```
/// use solid::space::{Shape, Space};
///
/// let mut space = Space::new();
/// let brick = space.define(Shape::cuboid([2.0, 1.0, 1.0])?);
/// // A hundred bricks, and one shape in memory.
/// let wall: Vec<_> = (0..100).map(|_| space.create_object(brick)).collect::<Result<_, _>>()?;
/// assert!(wall.iter().all(|object| space.shape(*object) == Some(brick)));
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeId(pub(super) ShapeHandle);

/// Objects, where they are, and what is done where they collide.
///
/// Nothing is shared between spaces; each may be used by a thread of its own.
///
/// ```
/// use solid::space::{ContactQuery, Selector, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// space.create_object(ball)?;
/// space.create_object(ball)?;
/// space.set_response(Selector::All, ContactQuery::Hit, |space, collision| {
///     space.delete_object(collision.second).expect("it is there");
/// });
/// assert_eq!(space.test(), 1);
/// assert_eq!(space.objects().count(), 1);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Default)]
pub struct Space {
    pub(super) world: World<Selector>,
    pub(super) closures: Closures,
    /// Of the meshes, how many vertices they were made of. Spaces that share their shapes share it.
    pub(super) vertices: Arc<Mutex<FxHashMap<ShapeId, usize>>>,
    pub(super) user_data: FxHashMap<Object, u128>,
    /// The numbers of the tests along the paths that have begun, and whether they are still of use.
    pub(super) motion_tests: Vec<(u64, Weak<()>)>,
    /// The time of the last contact of one.
    pub(super) contact_time: f64,
    /// The innermost test under way ends after the present response.
    pub(super) ends_test: bool,
    pub(super) last: ObjectRef,
    /// A query left faces out, and no warning has been taken since.
    pub(super) faces_left_out: bool,
    /// A solid was deformed into a surface that is not closed, and no warning has been taken since.
    pub(super) solid_is_torn: bool,
}

impl Space {
    /// An empty space.
    pub fn new() -> Space {
        Space::default()
    }

    /// What answers have not taken into account since the last call, each at most once: of tests along the paths, and of
    /// [`Space::self_collisions`], [`Space::self_collisions_motion`] and [`Space::all_colliding_polytopes`]; and what [`Space::change_vertex_base`]
    /// has done to a solid.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Placement, Selector, Shape, Space, Warning};
    ///
    /// let mut space = Space::new();
    /// let shape = space.define(Shape::cuboid([2.0, 1.0, 1.0])?);
    /// let glove = space.create_object(shape)?;
    /// space.create_object(shape)?;
    /// space.watch(Selector::All, ContactQuery::Hit);
    /// space.proceed();
    /// space.transform(glove, |placement| placement.scale(&[-1.0, 1.0, 1.0].into()))?;
    /// space.test_motion();
    /// assert_eq!(space.take_warnings(), [Warning::NoRotation]);
    /// assert_eq!(space.take_warnings(), []);
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        let of_queries = std::mem::take(&mut self.faces_left_out);
        let warnings = [
            (self.world.take_faces_left_out() | of_queries, Warning::FacesLeftOut),
            (self.world.take_lacks_rotation(), Warning::NoRotation),
            (std::mem::take(&mut self.solid_is_torn), Warning::NotClosed),
        ];
        let open = self.world.take_undecided().map(|open| Warning::Undecided { until: open.until });
        let given = warnings.into_iter().filter_map(|(given, warning)| given.then_some(warning));
        given.chain(open).collect()
    }

    /// Makes a shape known, for any number of objects.
    pub fn define(&mut self, shape: Shape) -> ShapeId {
        let count = shape.vertex_count();
        let id = ShapeId(self.world.shapes.insert(shape.into()));
        if count > 0 {
            self.vertices.lock().insert(id, count);
        }
        id
    }

    /// Lets a shape go. Objects of it keep it as long as they are there.
    pub fn delete_shape(&mut self, shape: ShapeId) -> Result<(), Error> {
        // Another space may have objects of it, whose mesh it deforms.
        if Arc::strong_count(&self.vertices) == 1 {
            self.vertices.lock().remove(&shape);
        }
        if self.world.shapes.delete(shape.0) { Ok(()) } else { Err(Error::NoSuchShape) }
    }

    /// Deletes an object, and the responses that were set for it.
    pub fn delete_object(&mut self, object: Object) -> Result<(), Error> {
        self.closures.forget(object);
        self.user_data.remove(&object);
        if self.world.delete_object(object.0) { Ok(()) } else { Err(Error::NoSuchObject) }
    }

    /// Whether the object has been added and not removed.
    pub fn contains(&self, object: Object) -> bool {
        self.world.has_object(object.0)
    }

    /// All objects, in no particular order.
    pub fn objects(&self) -> impl Iterator<Item = Object> {
        self.world.objects().map(Object)
    }

    /// Places an object. The placement may be any affine one; where it is not finite, or nowhere near the numbers' range,
    /// the object stays where it was.
    pub fn place(&mut self, object: Object, placement: Placement) -> Result<(), Error> {
        if !placement.is_finite() {
            return Err(Error::NotFinite);
        }
        self.transform(object, |it| *it = placement)
    }

    /// Changes an object's placement: `change` is given the present one. What is not finite is undone.
    pub fn transform(
        &mut self,
        object: Object,
        change: impl FnOnce(&mut Placement),
    ) -> Result<(), Error> {
        if !self.world.select_object(object.0) {
            return Err(Error::NoSuchObject);
        }
        let mut finite = true;
        self.world.transform(|placement| {
            let mut changed = *placement;
            change(&mut changed);
            finite = changed.is_finite();
            if finite {
                *placement = changed;
            }
        });
        if finite { Ok(()) } else { Err(Error::NotFinite) }
    }

    /// Gives a mesh's vertices new positions, as many as it was made of; all its objects follow. A solid whose surface is not closed
    /// any more has no inside from then on: [`Warning::NotClosed`].
    ///
    /// Takes time linear in the mesh's size, a small part of what making it took.
    pub fn change_vertex_base(&mut self, mesh: ShapeId, vertices: &[Vec3]) -> Result<(), Error> {
        if self.world.shapes.slot_or_shared(mesh.0).is_none() {
            return Err(Error::NoSuchShape);
        }
        let expected = *self.vertices.lock().get(&mesh).ok_or(Error::NotAMesh)?;
        if vertices.len() != expected {
            return Err(Error::OtherCount { expected });
        }
        if !vertices.iter().all(is_finite) {
            return Err(Error::NotFinite);
        }
        let torn = self.world.deform(mesh.0, |soup| {
            let was_solid = soup.is_solid();
            soup.change_vertices(&|place: u32| vertices[place as usize]);
            was_solid && !soup.is_solid()
        });
        self.solid_is_torn |= torn.unwrap_or(false);
        Ok(())
    }

    /// Replaces the heights of a rectangle of a height field, given row by row: see [`HeightField::change`]. All its objects follow.
    pub fn change_heights(
        &mut self,
        field: ShapeId,
        first: [u32; 2],
        size: [u32; 2],
        heights: &[f64],
    ) -> Result<(), Error> {
        if self.world.shapes.slot_or_shared(field.0).is_none() {
            return Err(Error::NoSuchShape);
        }
        let change = |field: &mut HeightField| field.change(first, size, heights);
        Ok(self.world.change_heights(field.0, change).ok_or(Error::NotAHeightField)??)
    }

    /// Ends a frame: placements and vertices become those of the previous frame. Costs as much as has changed.
    pub fn proceed(&mut self) {
        self.world.proceed();
    }
}
