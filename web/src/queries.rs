//! Queries about two objects, about rays and about chains.

use super::Result;
use super::answers::{closest, depth, doubles, hit_numbers, object, ray_hit, separation, words};
use super::numbers::{fail, placements, vector};
use super::world::World;
use solid::space::{Effort, Object, Placement};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl World {
    /// The distance of two objects, and their closest points; where they collide, 0 and a point of both.
    #[wasm_bindgen(unchecked_return_type = "Closest")]
    pub fn closest(&self, a: u32, b: u32) -> Result<JsValue> {
        Ok(closest(&self.space.closest_pair(self.object(a)?, self.object(b)?)?))
    }

    /// The distance of two objects; 0 if and only if they collide.
    pub fn distance(&self, a: u32, b: u32) -> Result<f64> {
        Ok(self.space.closest_pair(self.object(a)?, self.object(b)?)?.distance)
    }

    /// Whether two objects are no farther apart than a distance. Costs less than the distance.
    #[wasm_bindgen(js_name = "isWithin")]
    pub fn is_within(&self, a: u32, b: u32, distance: f64) -> Result<bool> {
        Ok(self.space.within_distance(self.object(a)?, self.object(b)?, distance)?)
    }

    /// How deep two objects are in each other; undefined if they are apart.
    #[wasm_bindgen(unchecked_return_type = "Depth | undefined")]
    pub fn depth(&mut self, a: u32, b: u32) -> Result<JsValue> {
        let (a, b) = (self.object(a)?, self.object(b)?);
        Ok(self.space.pen_depth(a, b)?.as_ref().map_or(JsValue::UNDEFINED, depth))
    }

    /// A translation of the first object that separates two, and a lower bound on the length of all that do; undefined if they are apart. Their
    /// shapes are convex or solid. The search ends when the translation is longer than the bound by no more than `gap`, a part of it (0.01).
    #[wasm_bindgen(unchecked_return_type = "Separation | undefined")]
    pub fn separation(&mut self, a: u32, b: u32, gap: Option<f64>) -> Result<JsValue> {
        let gap = gap.unwrap_or(0.01);
        if gap.is_nan() || gap < 0.0 {
            return fail(format!("gap must be 0 or more, not {gap}"));
        }
        let (a, b) = (self.object(a)?, self.object(b)?);
        let found = self.space.separation(a, b, Effort { gap, ..Effort::default() })?;
        Ok(found.as_ref().map_or(JsValue::UNDEFINED, separation))
    }

    /// The objects whose bounding boxes overlap the box between two corners, in the order in which they were added.
    #[wasm_bindgen(js_name = "queryBox")]
    pub fn query_box(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Numbers")] min: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Numbers")] max: &[f64],
    ) -> Result<Vec<u32>> {
        let found: Vec<_> = self.space.query_box(vector(min)?, vector(max)?).collect();
        Ok(found.into_iter().map(|object| self.number(object)).collect())
    }

    /// The object that the ray between two points enters first; undefined if there is none.
    #[wasm_bindgen(unchecked_return_type = "RayHit | undefined")]
    pub fn ray(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Numbers")] from: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Numbers")] to: &[f64],
    ) -> Result<JsValue> {
        let found = self.space.ray_cast(vector(from)?, vector(to)?)?;
        Ok(found
            .map_or(JsValue::UNDEFINED, |found| ray_hit(self.number(found.object), &found.contact)))
    }

    /// The first hits of many rays, of 6 numbers each: the points that they lead from and to.
    #[wasm_bindgen(unchecked_return_type = "RayHits")]
    pub fn rays(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Numbers")] rays: &[f64],
    ) -> Result<JsValue> {
        let (rows, rest) = rays.as_chunks::<6>();
        if !rest.is_empty() {
            return fail(format!(
                "rays have 6 numbers each, and {} is no multiple of 6",
                rays.len()
            ));
        }
        let ends: Vec<_> =
            rows.iter().map(|&[a, b, c, d, e, f]| [[a, b, c].into(), [d, e, f].into()]).collect();
        let found =
            self.space.batch_rays(&ends).into_iter().collect::<std::result::Result<Vec<_>, _>>()?;
        let objects: Vec<_> =
            found.iter().map(|hit| hit.as_ref().map_or(0, |hit| self.number(hit.object))).collect();
        let data: Vec<_> = found
            .iter()
            .flat_map(|hit| hit_numbers(hit.as_ref().map(|hit| &hit.contact)))
            .collect();
        Ok(object([("objects", words(&objects)), ("data", doubles(&data))]))
    }

    /// The curves in which the surfaces of two meshes cross. Those of closed meshes are closed.
    #[wasm_bindgen(unchecked_return_type = "Curves")]
    pub fn intersection(&self, a: u32, b: u32) -> Result<JsValue> {
        let segments = self.space.intersection(self.object(a)?, self.object(b)?)?;
        let ends: Vec<_> =
            segments.iter().flat_map(|segment| segment.ends).flat_map(<[f64; 3]>::from).collect();
        let curves: Vec<_> = segments.iter().map(|segment| segment.curve).collect();
        Ok(object([("segments", doubles(&ends)), ("curves", words(&curves))]))
    }

    /// The pairs of triangles (or other parts) of two objects that share a point, two numbers a pair. They are counted from 0 in the order in
    /// which the mesh was given them; a convex object is its part 0.
    #[wasm_bindgen(js_name = "collidingParts")]
    pub fn colliding_parts(&self, a: u32, b: u32) -> Result<Vec<u32>> {
        let found = self.space.colliding_polytopes(self.object(a)?, self.object(b)?)?;
        Ok(found.flat_map(|pair| pair.faces).collect())
    }

    /// Which of many configurations of objects that move together, such as the links of a robot, collide among each other or with the other
    /// objects: of each 1 or 0. `poses` has 7 numbers of each link in the first configuration, then those in the next one. Links that
    /// follow each other are left out, and all pairs that filters leave out. No object is moved.
    #[wasm_bindgen(js_name = "chainCollides")]
    pub fn chain_collides(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Numbers")] links: &[u32],
        #[wasm_bindgen(unchecked_param_type = "Numbers")] poses: &[f64],
    ) -> Result<Vec<u8>> {
        let (links, placements) = self.chain(links, poses)?;
        let chain = self.space.batch_chain(&links, &placements).leaving_out(follow_each_other);
        let found = chain.collide()?.into_iter();
        found.map(|hit| Ok(u8::from(hit?.is_some()))).collect()
    }

    /// The nearest two objects in each of many configurations, and their distance: see `chainCollides`.
    #[wasm_bindgen(js_name = "chainNearest", unchecked_return_type = "Nearest")]
    pub fn chain_nearest(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Numbers")] links: &[u32],
        #[wasm_bindgen(unchecked_param_type = "Numbers")] poses: &[f64],
    ) -> Result<JsValue> {
        let (links, placements) = self.chain(links, poses)?;
        let chain = self.space.batch_chain(&links, &placements).leaving_out(follow_each_other);
        let (mut pairs, mut data) = (Vec::new(), Vec::new());
        for row in chain.nearest()? {
            let Some(hit) = row? else {
                pairs.extend([0; 2]);
                data.extend([0.0; 7]);
                continue;
            };
            pairs.extend(hit.objects.map(|object| self.number(object)));
            data.push(hit.found.distance);
            data.extend(hit.found.points.into_iter().flat_map(<[f64; 3]>::from));
        }
        Ok(object([("pairs", words(&pairs)), ("data", doubles(&data))]))
    }
}

/// Links that a joint connects.
fn follow_each_other(a: usize, b: usize) -> bool {
    a.abs_diff(b) == 1
}

impl World {
    fn chain(&self, links: &[u32], poses: &[f64]) -> Result<(Vec<Object>, Vec<Placement>)> {
        let links: Vec<_> = links.iter().map(|link| self.object(*link)).collect::<Result<_>>()?;
        let placements = placements(poses)?;
        if links.is_empty() || placements.len() % links.len() != 0 {
            return fail(format!(
                "{} poses are no multiple of {} links",
                placements.len(),
                links.len()
            ));
        }
        Ok((links, placements))
    }
}
