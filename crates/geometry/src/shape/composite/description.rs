//! Composites as their operands, from which everything else is computed again: for files, and for serde.

#[cfg(feature = "serde")]
pub(in crate::shape) use of_serde::{deserialize, serialize};

use super::hull::Hull;
use super::sum::Sum;
use super::{Composite, CompositionError, Form, bounded};
use crate::math::{Placement, Vec3};
use crate::shape::Primitive;

#[cfg(all(test, feature = "serde"))]
mod tests;

/// What a composite is made of.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::shape) enum Description {
    Sum(Vec<Primitive>),
    Hull(Vec<Primitive>),
    Placed { shape: Primitive, placement: Placement },
    Polytope(Vec<Vec3>),
}

impl Description {
    pub(crate) fn of(composite: &Composite) -> Description {
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
    pub(crate) fn composite(self) -> Result<Primitive, CompositionError> {
        match self {
            Description::Sum(operands) => {
                bounded(&operands)?;
                let mut sum = Sum::default();
                operands.iter().for_each(|operand| sum.add(operand));
                Composite::of(Form::Sum(sum))
            }
            Description::Hull(operands) => {
                bounded(&operands)?;
                Composite::of(Form::Hull(Hull::over(operands)))
            }
            Description::Placed { shape, placement } => {
                bounded([&shape])?;
                Composite::of(Form::Placed { shape, placement })
            }
            Description::Polytope(points) => Composite::polytope(&points),
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
