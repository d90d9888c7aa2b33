//! Worlds: their objects, where they are, and settings.

use super::Result;
use super::answers::object;
use super::numbers::{POSE, fail, matrix, placement, placements, vector, vectors};
use super::shape::Shape;
use rustc_hash::FxHashMap;
use solid::space::{ContactQuery, Filter, MotionKind, Object, Placement, Selector, ShapeId, Space};
use solid_geometry::query::{HeightField, ShapeKind};
use wasm_bindgen::prelude::*;

/// Objects, where they are, and what collides.
///
/// Objects are numbers from 1 on; that of an object that was removed is not used again. Coordinates are those of the world unless a
/// name says otherwise. What cannot be done throws an Error, and changes nothing. The memory is freed by `free()`, or when the garbage
/// collector finds the world.
#[wasm_bindgen]
#[derive(Default)]
pub struct World {
    pub(crate) space: Space,
    objects: FxHashMap<u32, Object>,
    last: u32,
    /// What tests find out about pairs at present.
    query: Option<ContactQuery>,
}

#[wasm_bindgen]
impl World {
    /// An empty world.
    #[wasm_bindgen(constructor)]
    pub fn new() -> World {
        World::default()
    }

    /// Adds an object of a shape, at the origin unless a pose is given. Returns its number.
    pub fn add(
        &mut self,
        shape: &Shape,
        #[wasm_bindgen(unchecked_optional_param_type = "Pose")] pose: Option<Vec<f64>>,
    ) -> Result<u32> {
        let placement = pose.map_or(Ok(Placement::IDENTITY), |pose| placement(&pose))?;
        let shape = self.space.define(shape.0.clone());
        let added = self.put(shape, placement);
        self.space.delete_shape(shape)?;
        added
    }

    /// Adds as many objects of a shape as there are poses, of 7 numbers each. Returns their numbers, which follow each other. They share
    /// the shape: if it is a mesh, `deform` changes all of them.
    #[wasm_bindgen(js_name = "addMany")]
    pub fn add_many(
        &mut self,
        shape: &Shape,
        #[wasm_bindgen(unchecked_param_type = "Numbers")] poses: &[f64],
    ) -> Result<Vec<u32>> {
        let placements = placements(poses)?;
        let shape = self.space.define(shape.0.clone());
        let added = placements.into_iter().map(|placement| self.put(shape, placement)).collect();
        self.space.delete_shape(shape)?;
        added
    }

    /// Adds an object of a mesh whose vertices will change, or of a height field whose heights will: see `deform` and `changeHeights`.
    #[wasm_bindgen(js_name = "addDeformable")]
    pub fn add_deformable(
        &mut self,
        shape: &Shape,
        #[wasm_bindgen(unchecked_optional_param_type = "Pose")] pose: Option<Vec<f64>>,
    ) -> Result<u32> {
        let is_field = match shape.0.kind() {
            ShapeKind::Parts(parts) => parts.as_any().is::<HeightField>(),
            _ => false,
        };
        if shape.0.vertex_count() == 0 && !is_field {
            return fail("the shape is neither a mesh nor a height field");
        }
        let placement = pose.map_or(Ok(Placement::IDENTITY), |pose| placement(&pose))?;
        let shape = self.space.define(shape.0.clone());
        self.put(shape, placement)
    }

    /// Gives the mesh of an object that `addDeformable` added new vertices, three numbers each, as many as it was made of. Takes time
    /// linear in their number, a small part of what making the mesh took.
    pub fn deform(
        &mut self,
        object: u32,
        #[wasm_bindgen(unchecked_param_type = "Numbers")] vertices: &[f64],
    ) -> Result<()> {
        let Some(shape) = self.space.shape(self.object(object)?) else {
            return fail(format!("object {object} was not added by addDeformable"));
        };
        Ok(self.space.change_vertex_base(shape, &vectors(vertices)?)?)
    }

    /// Removes an object.
    pub fn remove(&mut self, object: u32) -> Result<()> {
        let removed = self.object(object)?;
        if let Some(shape) = self.space.shape(removed) {
            self.space.delete_shape(shape)?;
        }
        self.space.delete_object(removed)?;
        self.objects.remove(&object);
        Ok(())
    }

    /// Whether there is such an object.
    pub fn has(&self, object: u32) -> bool {
        self.objects.contains_key(&object)
    }

    /// The numbers of all objects, ascending.
    pub fn objects(&self) -> Vec<u32> {
        let mut all: Vec<u32> = self.objects.keys().copied().collect();
        all.sort_unstable();
        all
    }

    /// Places an object.
    #[wasm_bindgen(js_name = "setPose")]
    pub fn set_pose(
        &mut self,
        object: u32,
        #[wasm_bindgen(unchecked_param_type = "Pose")] pose: &[f64],
    ) -> Result<()> {
        let object = self.object(object)?;
        Ok(self.space.place(object, placement(pose)?)?)
    }

    /// Places many objects: of each 7 numbers, the position x, y, z and the quaternion x, y, z, w. If one is wrong, none is moved.
    #[wasm_bindgen(js_name = "setPoses")]
    pub fn set_poses(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Numbers")] objects: &[u32],
        #[wasm_bindgen(unchecked_param_type = "Numbers")] poses: &[f64],
    ) -> Result<()> {
        if poses.len() != POSE * objects.len() {
            return fail(format!(
                "{} objects need {} numbers, not {}",
                objects.len(),
                POSE * objects.len(),
                poses.len()
            ));
        }
        let placements = placements(poses)?;
        let objects: Vec<_> =
            objects.iter().map(|object| self.object(*object)).collect::<Result<_>>()?;
        for (object, placement) in objects.into_iter().zip(placements) {
            self.space.place(object, placement)?;
        }
        Ok(())
    }

    /// Where an object is: a matrix of 16 numbers, column by column, as three.js has it.
    pub fn matrix(&self, object: u32) -> Result<Vec<f64>> {
        let placement = self.space.placement(self.object(object)?);
        placement
            .map_or_else(|| fail("there is no such object"), |placement| Ok(matrix(&placement)))
    }

    /// Six numbers: the least and the greatest corner of a box along the axes around an object, larger than the least such box by
    /// rounding alone.
    #[wasm_bindgen(js_name = "boundingBox")]
    pub fn bounding_box(&self, object: u32) -> Result<Vec<f64>> {
        match self.space.bbox(self.object(object)?) {
            Some(around) => Ok([around.min.as_slice(), around.max.as_slice()].concat()),
            None => fail("the object has nothing to hit"),
        }
    }

    /// Leaves out the pair of two objects in tests from now on.
    pub fn ignore(&mut self, a: u32, b: u32) -> Result<()> {
        let pair = Selector::Pair(self.object(a)?, self.object(b)?);
        self.space.clear_response(pair);
        Ok(())
    }

    /// Which pairs tests consider: each object belongs to the categories whose bits are set, and collides with those of its mask. A pair
    /// is considered if each of its objects has a category of the other's mask; at first all are.
    #[wasm_bindgen(js_name = "setFilter")]
    pub fn set_filter(&mut self, object: u32, categories: u32, mask: u32) -> Result<()> {
        Ok(self.space.set_filter(self.object(object)?, Filter { categories, mask })?)
    }

    /// Sets the relative error of distances, depths and times; 1e-6 at first. No answer of `test` depends on it.
    #[wasm_bindgen(js_name = "setTolerance")]
    pub fn set_tolerance(&mut self, tolerance: f64) -> Result<()> {
        Ok(self.space.set_tolerance(tolerance)?)
    }

    /// Sets what casts of objects that overlap at the start do: end there at once, as at first, or, with false, only if the motion leads
    /// deeper.
    #[wasm_bindgen(js_name = "setStopAtPenetration")]
    pub fn set_stop_at_penetration(&mut self, stop: bool) {
        self.space.set_stop_at_penetration(stop);
    }

    /// Sets how objects move from one frame to the next: "turning", as at first, "straight", or as a "screw".
    #[wasm_bindgen(js_name = "setMotion")]
    pub fn set_motion(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "\"turning\" | \"straight\" | \"screw\"")] kind: &str,
    ) -> Result<()> {
        self.space.set_motion(match kind {
            "turning" => MotionKind::Turning,
            "straight" => MotionKind::Straight,
            "screw" => MotionKind::Screw,
            _ => {
                return fail(format!(
                    "a motion is \"turning\", \"straight\" or \"screw\", not \"{kind}\""
                ));
            }
        });
        Ok(())
    }

    /// Sets by how much an object turns from frame to frame: the axis times the angle. Of the rotations from its previous pose to the
    /// present one it makes the nearest to this; at first the shortest.
    #[wasm_bindgen(js_name = "setSpin")]
    pub fn set_spin(
        &mut self,
        object: u32,
        #[wasm_bindgen(unchecked_param_type = "Numbers")] spin: &[f64],
    ) -> Result<()> {
        Ok(self.space.set_spin(self.object(object)?, vector(spin)?)?)
    }

    /// What the world has, and has done so far.
    #[wasm_bindgen(unchecked_return_type = "Statistics")]
    pub fn statistics(&mut self) -> JsValue {
        let found = self.space.statistics();
        object([
            ("objects", (found.objects as f64).into()),
            ("pairs", (found.pairs as f64).into()),
            ("boxTests", (found.box_tests as f64).into()),
            ("pairTests", (found.pair_tests as f64).into()),
            ("partTests", (found.part_tests as f64).into()),
            ("axisHits", (found.axis_hits as f64).into()),
        ])
    }
}

impl World {
    fn put(&mut self, shape: ShapeId, placement: Placement) -> Result<u32> {
        let Some(number) = self.last.checked_add(1) else {
            return fail("no more numbers for objects");
        };
        let object = self.space.create_object(shape)?;
        self.space.place(object, placement)?;
        self.space.set_user_data(object, number.into())?;
        self.objects.insert(number, object);
        self.last = number;
        Ok(number)
    }

    /// The object of a number.
    pub(crate) fn object(&self, number: u32) -> Result<Object> {
        match self.objects.get(&number) {
            Some(object) => Ok(*object),
            None => fail(format!("there is no object {number}")),
        }
    }

    /// The number of an object.
    pub(crate) fn number(&self, object: Object) -> u32 {
        self.space.user_data(object).unwrap_or(0) as u32
    }

    /// Has tests find this out about each pair.
    pub(crate) fn watch(&mut self, query: ContactQuery) {
        if self.query != Some(query) {
            self.space.watch(Selector::All, query);
            self.query = Some(query);
        }
    }
}
