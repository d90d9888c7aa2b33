//! Composites as their operands, from which everything else is computed again: for files, and for serde.

#[cfg(feature = "serde")]
pub(in crate::shape) use of_serde::{deserialize, serialize};

use super::hull::{self, Hull};
use super::sum::{self, Sum};
use super::{Composite, CompositionError, Form, Size, image};
use crate::math::{Placement, Vec3};
use crate::shape::{Polytope, Primitive};

/// What a composite is made of.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::shape) enum Description {
    Sum(Vec<Primitive>),
    Hull(Vec<Primitive>),
    Placed { shape: Primitive, placement: Placement },
    Polytope(Vec<Vec3>),
}

impl Description {
    pub fn of(composite: &Composite) -> Description {
        match &composite.form {
            Form::Sum(sum) => Description::Sum(sum.operands()),
            Form::Hull(hull) => Description::Hull(hull.operands.clone()),
            Form::Placed { shape, placement } => {
                Description::Placed { shape: shape.clone(), placement: *placement }
            }
            Form::Polytope(polytope) => Description::Polytope(polytope.vertices()),
        }
    }

    /// The composite of these operands.
    pub fn composite(self) -> Result<Primitive, CompositionError> {
        let too_complex = CompositionError::TooComplex;
        match self {
            Description::Sum(operands) => {
                let mut sum = Sum::default();
                operands.iter().for_each(|operand| sum.add(operand));
                let size = Size::over(&sum.others, sum::roundings(&sum)).ok_or(too_complex)?;
                Composite::of(Form::Sum(sum), size)
            }
            Description::Hull(operands) => {
                let size = Size::over(&operands, hull::ROUNDINGS).ok_or(too_complex)?;
                Composite::of(Form::Hull(Hull::over(operands)), size)
            }
            Description::Placed { shape, placement } => {
                let size = Size::over([&shape], image::ROUNDINGS).ok_or(too_complex)?;
                Composite::of(Form::Placed { shape, placement }, size)
            }
            Description::Polytope(points) => {
                Composite::of(Form::Polytope(Polytope::new(&points)), Size::LEAF)
            }
        }
    }
}

#[cfg(feature = "serde")]
mod of_serde {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::Description;
    use crate::shape::{Composite, Primitive};

    pub(in crate::shape) fn serialize<S: Serializer>(
        composite: &Composite,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Description::of(composite).serialize(serializer)
    }

    pub(in crate::shape) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<Composite>, D::Error> {
        match Description::deserialize(deserializer)?.composite() {
            Ok(Primitive::Composite(composite)) => Ok(composite),
            Ok(_) => Err(D::Error::custom("not a composite")),
            Err(error) => Err(D::Error::custom(format!("a composite cannot be made: {error:?}"))),
        }
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;
    use crate::shape::Support;

    #[test]
    fn shapes_come_back_from_json() {
        let cone = Primitive::Cone { radius: 1.0, half_height: 2.0 };
        let cube = Primitive::Box(Vec3::new(1.0, 2.0, 3.0));
        let sum = Primitive::sum(&cone, &cube).expect("a sum");
        let hull = Primitive::hull(&sum, &Primitive::sphere(4.0)).expect("a hull");
        let mut placement = Placement::from(nalgebra::Translation3::new(1.0, 2.0, 3.0));
        placement.rotate(&[1.0, 2.0, 3.0, 4.0]);
        let placed = hull.placed(&placement).expect("an image");
        let points = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()];
        let polytope = Primitive::polytope(&points).expect("a polytope");
        for shape in [cone, sum, hull, placed, polytope] {
            let json = serde_json::to_string(&shape).expect("written");
            let back: Primitive = serde_json::from_str(&json).expect("read");
            assert_eq!(back.bounds(), shape.bounds());
            assert_eq!(back.absolute_extents(), shape.absolute_extents());
            let d = Vec3::new(0.3, -0.7, 0.2);
            assert_eq!(back.support(&d, &mut 0), shape.support(&d, &mut 0));
        }
        let bad =
            r#"{"Composite":{"Sum":[{"Ellipsoid":[1e308,1e308,1e308]},{"Box":[1e308,1,1]}]}}"#;
        assert!(serde_json::from_str::<Primitive>(bad).is_err());
    }
}
