//! Tests along the ways from the previous frame to this one, and casts.

use super::Result;
use super::answers::{doubles, hit, object, words};
use super::numbers::vector;
use super::world::World;
use solid::space::{ContactQuery, Vec3};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl World {
    /// Ends a frame: poses and vertices become those of the previous frame, from which `testMotion` and `advance` follow the objects.
    pub fn proceed(&mut self) {
        self.space.proceed();
    }

    /// Follows all objects from where they were at the last `proceed` to where they are, and returns their contacts. No contact is missed,
    /// however fast the objects are, and none is earlier than its time.
    #[wasm_bindgen(js_name = "testMotion", unchecked_return_type = "MotionContacts")]
    pub fn test_motion(&mut self) -> JsValue {
        self.watch(ContactQuery::CommonPoint);
        let (mut pairs, mut times, mut normals) = (Vec::new(), Vec::new(), Vec::new());
        let mut test = self.space.begin_motion_test();
        while let Some(found) = self.space.next_contact(&mut test) {
            let collision = found.collision;
            pairs.extend([self.number(collision.first), self.number(collision.second)]);
            times.push(found.time);
            normals.extend_from_slice(
                collision.points.map_or(Vec3::zeros(), |points| points.normal).as_slice(),
            );
        }
        object([
            ("pairs", words(&pairs)),
            ("times", doubles(&times)),
            ("normals", doubles(&normals)),
        ])
    }

    /// Moves each object from where it was at the last `proceed` towards where it is, until just before its first contact with another,
    /// and leaves it there. Objects that share a point at the start do not hold each other.
    #[wasm_bindgen(unchecked_return_type = "Stops")]
    pub fn advance(&mut self) -> JsValue {
        self.watch(ContactQuery::Hit);
        let stops = self.space.advance();
        let pairs: Vec<_> = stops
            .iter()
            .flat_map(|stop| [stop.first, stop.second])
            .map(|it| self.number(it))
            .collect();
        let times: Vec<_> = stops.iter().map(|stop| stop.time).collect();
        let data: Vec<_> = stops
            .iter()
            .flat_map(|stop| [stop.point, stop.normal])
            .flat_map(<[f64; 3]>::from)
            .collect();
        object([("pairs", words(&pairs)), ("times", doubles(&times)), ("data", doubles(&data))])
    }

    /// The first contact of two objects that move straight, each by its translation; undefined if they do not meet.
    #[wasm_bindgen(unchecked_return_type = "Hit | undefined")]
    pub fn cast(
        &mut self,
        a: u32,
        #[wasm_bindgen(unchecked_param_type = "Numbers", js_name = "motionA")] motion_a: &[f64],
        b: u32,
        #[wasm_bindgen(unchecked_optional_param_type = "Numbers", js_name = "motionB")]
        motion_b: Option<Vec<f64>>,
    ) -> Result<JsValue> {
        let (a, b) = (self.object(a)?, self.object(b)?);
        let motions = [vector(motion_a)?, optional(motion_b)?];
        let found = self.space.cast_objects(a, motions[0], b, motions[1])?;
        Ok(found.as_ref().map_or(JsValue::UNDEFINED, hit))
    }

    /// The first contact of two objects that move and turn: each by a translation of its local origin, and by a rotation about that, given
    /// as the axis times the angle. Undefined if they do not meet.
    #[wasm_bindgen(js_name = "castTurning", unchecked_return_type = "Hit | undefined")]
    pub fn cast_turning(
        &mut self,
        a: u32,
        #[wasm_bindgen(unchecked_param_type = "Numbers", js_name = "motionA")] motion_a: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Numbers", js_name = "spinA")] spin_a: &[f64],
        b: u32,
        #[wasm_bindgen(unchecked_optional_param_type = "Numbers", js_name = "motionB")]
        motion_b: Option<Vec<f64>>,
        #[wasm_bindgen(unchecked_optional_param_type = "Numbers", js_name = "spinB")]
        spin_b: Option<Vec<f64>>,
    ) -> Result<JsValue> {
        let (a, b) = (self.object(a)?, self.object(b)?);
        let motion_a = [vector(motion_a)?, vector(spin_a)?];
        let motion_b = [optional(motion_b)?, optional(spin_b)?];
        let found = self.space.cast_objects_turning(a, motion_a, b, motion_b)?;
        Ok(found.as_ref().map_or(JsValue::UNDEFINED, hit))
    }
}

/// A vector, zero if there is none.
fn optional(numbers: Option<Vec<f64>>) -> Result<Vec3> {
    numbers.map_or(Ok(Vec3::zeros()), |numbers| vector(&numbers))
}
