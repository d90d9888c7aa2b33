//! Shapes that consist of others.

use std::sync::Arc;

use super::{Shape, ShapeError, ShapeKind};
use crate::math::{Placement, Vec3};
use crate::query::parts::{Compound, HeightField, Parts, Points};
use crate::threads::Threads;

impl Shape {
    /// A shape that consists of others, each where a placement puts it in the local coordinates of the whole: primitives, hulls, meshes,
    /// half-spaces and other compounds. Large shapes are shared, as by a clone. What its parts hold, it holds; depths are those of
    /// the deepest pair of parts. Placements may shear and mirror. It is no operand of sums and hulls.
    ///
    /// [`ShapeError::Empty`] without parts, [`ShapeError::FlatPlacement`] if one is flattened, [`ShapeError::TooLarge`] of more than
    /// [`MOST_NESTED`](crate::query::MOST_NESTED) compounds in each other. Takes O(n log^2 n) time.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// let at = |x: f64, y: f64| Placement::translation([x, y, 0.0]);
    /// let (leg, board) = (Shape::cylinder(0.1, 2.0)?, Shape::cuboid([4.0, 0.25, 2.0])?);
    /// let table = Shape::compound(&[(board, at(0.0, 2.125)), (leg.clone(), at(-1.5, 1.0)), (leg, at(1.5, 1.0))])?;
    /// let (ball, here) = (Shape::sphere(0.5)?, Placement::IDENTITY);
    /// assert!(!query::intersects(&table, &here, &ball, &at(0.0, 1.0))); // under the board
    /// assert_eq!(query::distance(&table, &here, &ball, &at(0.0, 4.0)), Some(1.25));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn compound(parts: &[(Shape, Placement)]) -> Result<Shape, ShapeError> {
        Ok(Shape::of_parts(Arc::new(Compound::new(parts)?)))
    }

    /// Balls of one radius about points, such as those of a depth camera. It answers as the balls do one by one, whose numbers are those
    /// of its parts. It takes 48 bytes a point; it is no operand of sums and hulls.
    ///
    /// Errors are those of [`Points::new`], which lets threads share the work.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// let seen = Vec::from_iter((0..100).map(|i| [f64::from(i % 10), f64::from(i / 10), 0.0].into()));
    /// let (wall, ball, here) = (Shape::points(&seen, 0.25)?, Shape::sphere(0.5)?, Placement::IDENTITY);
    /// let before = Placement::translation([3.0, 4.0, 5.0]);
    /// assert_eq!(query::distance(&wall, &here, &ball, &before), Some(4.25));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn points(points: &[Vec3], radius: f64) -> Result<Shape, ShapeError> {
        let balls = points.iter().map(|point| (*point, radius));
        Ok(Shape::of_parts(Arc::new(Points::new(balls, &Threads::default())?)))
    }

    /// A terrain: the surface over a grid of heights, of which no triangles are kept. See [`HeightField`].
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query, query::{Diagonal, HeightField}};
    /// let heights = vec![0.0_f32, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]; // a hill in the middle
    /// let hill = Shape::height_field(HeightField::new(heights, [3, 3], [1.0; 2], Diagonal::Falling)?);
    /// let (ball, above) = (Shape::sphere(0.5)?, Placement::translation([1.0, 2.0, 1.0]));
    /// assert_eq!(query::distance(&hill, &Placement::IDENTITY, &ball, &above), Some(0.5));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn height_field(terrain: HeightField) -> Shape {
        Shape::of_parts(Arc::new(terrain))
    }

    /// A shape that consists of parts of any kind.
    pub fn of_parts(parts: Arc<dyn Parts>) -> Shape {
        Shape { kind: ShapeKind::Parts(parts), vertex_count: 0 }
    }
}
