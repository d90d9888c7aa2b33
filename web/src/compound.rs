//! Shapes of many parts: compounds, points with radii, and height fields.

use super::Result;
use super::numbers::{fail, placement, vectors};
use super::shape::{Shape, room_for};
use super::world::World;
use solid::space::{Placement, Shape as Inner};
use solid_geometry::query::{Compound as Parts, Diagonal, HeightField, Points, ShapeKind};
use solid_geometry::threads::Threads;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// The parts of a compound: a shape that consists of others.
#[wasm_bindgen]
#[derive(Default)]
pub struct Compound(Vec<(Inner, Placement)>);

#[wasm_bindgen]
impl Compound {
    /// Without parts.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Compound {
        Compound::default()
    }

    /// Adds a part: any shape, also another compound, at a pose in the coordinates of the whole.
    pub fn add(
        &mut self,
        shape: &Shape,
        #[wasm_bindgen(unchecked_param_type = "Pose")] pose: &[f64],
    ) -> Result<()> {
        let part = (shape.0.clone(), placement(pose)?);
        Inner::compound(std::slice::from_ref(&part))?;
        self.0.push(part);
        Ok(())
    }

    /// The shape of the parts so far. What they hold, it holds; answers name them by the numbers of `Shape.part`.
    pub fn shape(&self) -> Result<Shape> {
        Ok(Shape(Inner::compound(&self.0)?))
    }
}

#[wasm_bindgen]
impl Shape {
    /// Balls about points, three numbers each, such as those of a depth camera: with one radius, or one for each.
    pub fn points(
        #[wasm_bindgen(unchecked_param_type = "Numbers")] points: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Numbers")] radii: &[f64],
    ) -> Result<Shape> {
        room_for(points.len())?;
        let points = vectors(points)?;
        if radii.len() != 1 && radii.len() != points.len() {
            return fail(format!("there are {} radii for {} points", radii.len(), points.len()));
        }
        let radius = |i: usize| if radii.len() == 1 { radii[0] } else { radii[i] };
        let balls = points.iter().enumerate().map(|(i, point)| (*point, radius(i)));
        Ok(Shape(Inner::of_parts(Arc::new(Points::new(balls, &Threads::default())?))))
    }

    /// A terrain: heights along y over a grid, row by row along x. Column j is at x = j * dx, row i at z = i * dz; a height that is NaN
    /// makes a hole. Each cell is divided by its diagonal, which is "falling", "rising" or "alternating". No triangles are kept.
    #[wasm_bindgen(js_name = "heightField")]
    pub fn height_field(
        #[wasm_bindgen(unchecked_param_type = "Numbers")] heights: &[f64],
        columns: u32,
        dx: f64,
        dz: f64,
        #[wasm_bindgen(
            unchecked_optional_param_type = "\"falling\" | \"rising\" | \"alternating\""
        )]
        diagonal: Option<String>,
    ) -> Result<Shape> {
        let diagonal = match diagonal.as_deref() {
            None | Some("falling") => Diagonal::Falling,
            Some("rising") => Diagonal::Rising,
            Some("alternating") => Diagonal::Alternating,
            Some(other) => return fail(format!("there is no diagonal \"{other}\"")),
        };
        room_for(heights.len() / 8)?;
        let rows = heights.len() as u32 / columns.max(1);
        let field = HeightField::new(heights.to_vec(), [columns, rows], [dx, dz], diagonal)?;
        Ok(Shape(Inner::height_field(field)))
    }

    /// The part of a compound that a number of an answer is of, counted from 0 as they were added, and the number in that part.
    #[wasm_bindgen(unchecked_return_type = "[number, number]")]
    pub fn part(&self, number: u32) -> Result<Vec<u32>> {
        let ShapeKind::Parts(parts) = self.0.kind() else {
            return fail("the shape is no compound");
        };
        let Some(compound) = parts.as_any().downcast_ref::<Parts>() else {
            return fail("the shape is no compound");
        };
        match compound.locate(number) {
            Some(found) => Ok(found.to_vec()),
            None => fail(format!("there is no part of number {number}")),
        }
    }
}

#[wasm_bindgen]
impl World {
    /// Replaces the heights of a rectangle of a height field, whose object `addDeformable` added: from a column and a row on, row by
    /// row, so many columns each. Takes time linear in their number.
    #[wasm_bindgen(js_name = "changeHeights")]
    pub fn change_heights(
        &mut self,
        object: u32,
        column: u32,
        row: u32,
        columns: u32,
        #[wasm_bindgen(unchecked_param_type = "Numbers")] heights: &[f64],
    ) -> Result<()> {
        let Some(shape) = self.space.shape(self.object(object)?) else {
            return fail(format!("object {object} was not added by addDeformable"));
        };
        let rows = heights.len() as u32 / columns.max(1);
        Ok(self.space.change_heights(shape, [column, row], [columns, rows], heights)?)
    }
}
