//! Tests of all pairs.

use super::Result;
use super::answers::{contact, doubles, object, words};
use super::numbers::fail;
use super::world::World;
use solid::space::{ContactQuery, Drawing};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl World {
    /// The pairs of objects that collide, two numbers a pair, in the order in which the objects were added. Touching is colliding. Of a mesh
    /// and a convex shape the mesh is the first, else the object that was added earlier.
    pub fn test(&mut self) -> Vec<u32> {
        self.watch(ContactQuery::Hit);
        let mut pairs = Vec::new();
        let mut test = self.space.begin_test();
        while let Some(found) = self.space.next_collision(&mut test) {
            pairs.extend([self.number(found.first), self.number(found.second)]);
        }
        pairs
    }

    /// The pairs that collide, and their contacts: the corners of the region in which two faces touch, two points for an edge on a face,
    /// one for a corner. The most important come first.
    #[wasm_bindgen(unchecked_return_type = "Contacts")]
    pub fn contacts(&mut self) -> JsValue {
        self.test_contacts(ContactQuery::Contacts)
    }

    /// The pairs that collide, and of each its deepest contact alone. Its normal and depth are the least translation that parts the two.
    #[wasm_bindgen(unchecked_return_type = "Contacts")]
    pub fn depths(&mut self) -> JsValue {
        self.test_contacts(ContactQuery::Depth)
    }

    /// Lines that show the world, 6 numbers each: the edges and silhouettes of "shapes", their "boxes", the "contacts" of all pairs that
    /// collide (as long as they are deep), or the contacts' "normals", of length 1.
    pub fn lines(
        &mut self,
        #[wasm_bindgen(
            unchecked_param_type = "\"shapes\" | \"boxes\" | \"contacts\" | \"normals\""
        )]
        what: &str,
    ) -> Result<Vec<f64>> {
        let drawing = match what {
            "shapes" => Drawing::Shapes,
            "boxes" => Drawing::Boxes,
            "contacts" => Drawing::Contacts,
            "normals" => Drawing::Normals,
            _ => return fail(format!("there are no lines \"{what}\"")),
        };
        self.watch(ContactQuery::Contacts);
        let lines = self.space.lines(drawing);
        Ok(lines.iter().flat_map(|line| line.ends).flat_map(<[f64; 3]>::from).collect())
    }

    /// The boxes of a level of the tree over an object's mesh, 6 numbers each: the least and the greatest corner, in local coordinates.
    /// Level 0 is the box around all.
    #[wasm_bindgen(js_name = "treeBoxes")]
    pub fn tree_boxes(&self, object: u32, level: u32) -> Result<Vec<f64>> {
        let boxes = self.space.tree_boxes(self.object(object)?, level).unwrap_or_default();
        Ok(boxes.iter().flat_map(|one| [one.min, one.max]).flat_map(<[f64; 3]>::from).collect())
    }
}

impl World {
    fn test_contacts(&mut self, query: ContactQuery) -> JsValue {
        self.watch(query);
        let (mut pairs, mut counts, mut data) = (Vec::new(), Vec::new(), Vec::new());
        let mut test = self.space.begin_test();
        while let Some(found) = self.space.next_collision(&mut test) {
            pairs.extend([self.number(found.first), self.number(found.second)]);
            let contacts = self.space.found_contacts();
            counts.push(contacts.len() as u32);
            data.extend(contacts.iter().flat_map(contact));
        }
        object([("pairs", words(&pairs)), ("counts", words(&counts)), ("data", doubles(&data))])
    }
}
