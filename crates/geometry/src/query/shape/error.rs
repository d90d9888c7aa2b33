//! Why a shape cannot be made.

use std::fmt;

use crate::shape::SupportFault;
use crate::shape::composite::CompositionError;

/// Why a shape cannot be made.
///
/// ```
/// use solid_geometry::{Shape, ShapeError};
///
/// let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Into::into);
/// let error = Shape::mesh(&points, &[[0, 1, 2], [0, 1, 3]]).unwrap_err();
/// assert_eq!(error, ShapeError::NoSuchVertex { face: 1 });
/// let triangle = Shape::mesh(&points, &[[0, 1, 2]])?;
/// assert_eq!(triangle.into_solid().unwrap_err(), ShapeError::NotClosed);
/// assert_eq!(Shape::polytope(&[]).unwrap_err(), ShapeError::Empty);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// A number is a NaN or infinite, or beyond what can be computed with.
    NotFinite,
    /// A mesh or a polytope without vertices.
    Empty,
    /// A face names a vertex that is not there.
    NoSuchVertex {
        /// Which face, counted from 0.
        face: usize,
    },
    /// A concave polygon that crosses itself.
    BadPolygon {
        /// Which face, counted from 0.
        face: usize,
    },
    /// A mesh that is to be solid has a hole.
    NotClosed,
    /// A solid is made of a mesh, and this shape is none.
    NotAMesh,
    /// More vertices or faces than can be held, or a sum or hull of too many others, or compounds that are nested too deep.
    TooLarge,
    /// A part of a compound is flattened by its placement.
    FlatPlacement,
    /// A half-space has no normal, or is where only bounded bodies can be: in a sum or a hull, or in a compound that is to be separated.
    BadHalfSpace,
    /// A function is no support mapping.
    BadSupport(SupportFault),
    /// A height field has fewer than two rows or columns, not as many heights as they need, or a spacing that is not positive.
    BadGrid,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::NotFinite => write!(f, "a number is not finite, or too large"),
            ShapeError::Empty => write!(f, "there are no vertices, or no parts"),
            ShapeError::NoSuchVertex { face } => {
                write!(f, "face {face} names a vertex that is not there")
            }
            ShapeError::BadPolygon { face } => write!(f, "face {face} crosses itself"),
            ShapeError::NotClosed => write!(f, "the mesh is not closed"),
            ShapeError::NotAMesh => write!(f, "the shape is not a mesh"),
            ShapeError::TooLarge => write!(f, "more vertices, faces or operands than can be held"),
            ShapeError::FlatPlacement => write!(f, "a placement flattens a part"),
            ShapeError::BadSupport(fault) => fault.fmt(f),
            ShapeError::BadGrid => {
                write!(f, "a grid of too few rows or columns, or without spacing, or other heights")
            }
            ShapeError::BadHalfSpace => {
                write!(f, "a half-space without a normal, or one where only bounded bodies can be")
            }
        }
    }
}

impl std::error::Error for ShapeError {}

impl From<SupportFault> for ShapeError {
    fn from(fault: SupportFault) -> ShapeError {
        ShapeError::BadSupport(fault)
    }
}

impl From<CompositionError> for ShapeError {
    fn from(refusal: CompositionError) -> ShapeError {
        match refusal {
            CompositionError::TooComplex => ShapeError::TooLarge,
            CompositionError::NotFinite => ShapeError::NotFinite,
            CompositionError::Unbounded => ShapeError::BadHalfSpace,
        }
    }
}
