//! Describing the objects that are to be added.

use super::world::{ShapeId, Space};
use super::{Error, Object};
use solid_geometry::math::Aabb;
use solid_geometry::{Placement, Shape};

/// An object that is to be added to a [`Space`]: a shape, and what is not as usual.
///
/// ```
/// use solid::space::{ObjectBuilder, Placement, Shape, Space};
///
/// let mut space = Space::new();
/// let wheel = space.define(Shape::cylinder(0.3, 0.2)?);
/// let left = space.create_object(ObjectBuilder::new(wheel).placement(Placement::translation([-1.0, 0.0, 0.0])).user_data(7))?;
/// assert_eq!(space.user_data(left), Some(7));
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "it describes an object, and adds none"]
pub struct ObjectBuilder {
    shape: ShapeSource,
    placement: Placement,
    user_data: u128,
}

#[derive(Clone, Debug)]
enum ShapeSource {
    Defined(ShapeId),
    Own(Shape),
}

impl From<ShapeId> for ObjectBuilder {
    fn from(shape: ShapeId) -> ObjectBuilder {
        ObjectBuilder::new(shape)
    }
}

impl From<Shape> for ObjectBuilder {
    fn from(shape: Shape) -> ObjectBuilder {
        ObjectBuilder::of_own_shape(shape)
    }
}

impl ObjectBuilder {
    /// An object of a shape that the space knows, its local coordinates those of the space.
    pub fn new(shape: ShapeId) -> ObjectBuilder {
        ObjectBuilder::of(ShapeSource::Defined(shape))
    }

    /// An object of a shape of its own, which goes with it.
    pub fn of_own_shape(shape: Shape) -> ObjectBuilder {
        ObjectBuilder::of(ShapeSource::Own(shape))
    }

    fn of(shape: ShapeSource) -> ObjectBuilder {
        ObjectBuilder { shape, placement: Placement::IDENTITY, user_data: 0 }
    }

    /// Where it is.
    pub fn placement(self, placement: Placement) -> ObjectBuilder {
        ObjectBuilder { placement, ..self }
    }

    /// A number of the program's own, which [`Space::user_data`] gives back.
    pub fn user_data(self, user_data: u128) -> ObjectBuilder {
        ObjectBuilder { user_data, ..self }
    }
}

impl Space {
    /// Creates an object: of a shape that the space knows, by its [`ShapeId`]; of a [`Shape`] of its own, which goes with it; or as an
    /// [`ObjectBuilder`] has it. If it cannot be placed so, it is not created.
    pub fn create_object(&mut self, object: impl Into<ObjectBuilder>) -> Result<Object, Error> {
        let ObjectBuilder { shape, placement, user_data } = object.into();
        if !placement.is_finite() {
            return Err(Error::NotFinite);
        }
        let object = Object(self.last + 1);
        let is_known = match shape {
            ShapeSource::Defined(shape) => self.world.create_object(object.0, shape.0),
            ShapeSource::Own(shape) => {
                let shape = self.world.shapes.insert(shape.into());
                self.world.create_object(object.0, shape);
                self.world.shapes.delete(shape)
            }
        };
        if !is_known {
            return Err(Error::NoSuchShape);
        }
        self.last = object.0;
        if placement != Placement::IDENTITY {
            self.place(object, placement)?;
        }
        if user_data != 0 {
            self.set_user_data(object, user_data)?;
        }
        Ok(object)
    }

    /// Gives an object a number of the program's own: an index, or an address.
    pub fn set_user_data(&mut self, object: Object, user_data: u128) -> Result<(), Error> {
        if !self.contains(object) {
            return Err(Error::NoSuchObject);
        }
        self.user_data.insert(object, user_data);
        Ok(())
    }

    /// The number that an object was given, 0 if none; `None` if there is no such object.
    pub fn user_data(&self, object: Object) -> Option<u128> {
        self.contains(object).then(|| self.user_data.get(&object).copied().unwrap_or(0))
    }

    /// Where an object is; `None` if there is no such object.
    pub fn placement(&self, object: Object) -> Option<Placement> {
        self.world.placement_of(object.0)
    }

    /// A box along the axes that holds an object as it is placed now, larger than the least one by rounding alone; `None` if there
    /// is no such object, or nothing of it to hit. Linear in the vertices of a mesh.
    ///
    /// ```
    /// use solid::space::{Placement, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let ball = space.create_object(Shape::sphere(1.0)?)?;
    /// space.place(ball, Placement::translation([5.0, 0.0, 0.0]))?;
    /// let around = space.bbox(ball).expect("it exists");
    /// assert!(around.min.x <= 4.0 && around.max.x >= 6.0 && around.max.x < 6.0 + 1e-9);
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn bbox(&self, object: Object) -> Option<Aabb> {
        self.world.box_of(object.0)
    }

    /// The boxes of a level of the tree over an object's mesh, in local coordinates: level 0 is the box around all. Of another shape
    /// its own box; `None` if there is no such object.
    ///
    /// ```
    /// use solid::space::{Shape, Space, Vec3};
    ///
    /// let mut space = Space::new();
    /// let corners: Vec<Vec3> = (0..60).map(|i| Vec3::new(f64::from(i / 3), f64::from(i % 3), 0.0)).collect();
    /// let faces: Vec<[u32; 3]> = (0..20).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    /// let mesh = space.create_object(Shape::mesh(&corners, &faces)?)?;
    /// let count = |level| space.tree_boxes(mesh, level).map(|boxes| boxes.len());
    /// assert!(count(0) == Some(1) && count(1) > Some(1)); // four children a node at most
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn tree_boxes(&self, object: Object, level: u32) -> Option<Vec<Aabb>> {
        self.world.tree_boxes(object.0, level)
    }

    /// The shape of an object; `None` if there is no such object, or its shape is its own or has been undefined.
    pub fn shape(&self, object: Object) -> Option<ShapeId> {
        self.world.shape_of(object.0).map(ShapeId)
    }

    /// What the shape of an object is, as it is now: a deformed mesh is deformed. It shares the memory. `None` if there is no such
    /// object, or nothing of it to hit.
    ///
    /// ```
    /// use solid::space::{Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let ball = space.create_object(Shape::sphere(1.0)?)?;
    /// assert_eq!(space.copy_shape(ball).and_then(|shape| shape.to_bytes()), Shape::sphere(1.0)?.to_bytes());
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn copy_shape(&self, object: Object) -> Option<Shape> {
        let count = self.shape(object).and_then(|shape| self.vertices.lock().get(&shape).copied());
        Some(self.world.copy_shape(object.0)?.with_vertex_count(count.unwrap_or(0)))
    }
}
