//! What the algorithms ask about a primitive besides its support points.

use super::Primitive;
use crate::math::Vec3;

/// What of a shape the algorithms ask about, of its unrounded body where it is rounded.
pub(super) struct Features {
    /// See [`crate::shape::Support::is_centered`].
    pub(super) is_centered: bool,
    /// See [`crate::shape::Support::is_polytope`].
    pub(super) is_polytope: bool,
    /// See [`crate::shape::Support::flat_sides`].
    pub(super) flat_sides: [bool; 3],
    /// See [`crate::shape::Support::unrounded_box`].
    pub(super) cuboid: Option<Vec3>,
}

impl Primitive {
    #[inline]
    pub(super) fn features(&self) -> Features {
        let general = Features {
            is_centered: true,
            is_polytope: false,
            flat_sides: [false; 3],
            cuboid: None,
        };
        let flat = Features { flat_sides: [false, true, false], ..general };
        match self {
            Primitive::Box(half) | Primitive::Round { half, .. } => Features {
                is_centered: true,
                is_polytope: true,
                flat_sides: [true; 3],
                cuboid: Some(*half),
            },
            Primitive::Ellipsoid(r) => {
                Features { is_polytope: r.x == r.y && r.y == r.z, ..general }
            }
            Primitive::Cone { .. } | Primitive::Cylinder { .. } | Primitive::Wheel { .. } => flat,
            Primitive::Frustum { .. } => Features { is_polytope: true, ..flat },
            Primitive::Segment { .. } => {
                Features { is_centered: false, is_polytope: true, ..general }
            }
            Primitive::HalfSpace(part) => {
                Features { is_centered: false, is_polytope: !part.is_whole(), ..general }
            }
            Primitive::Function(shape) => {
                Features { is_centered: false, is_polytope: shape.is_polytope, ..general }
            }
            Primitive::Composite(composite) => Features {
                is_centered: false,
                is_polytope: composite.as_polytope().is_some(),
                ..general
            },
        }
    }

    /// The dimension of the unrounded body, if it is one of a ball or a capsule: 0 of a point, 1 of a segment; more of all others.
    #[inline]
    pub(crate) fn core_dimension(&self) -> usize {
        match self {
            Primitive::Ellipsoid(r) if r.x == r.y && r.y == r.z => 0,
            Primitive::Round { half, .. } => half.iter().filter(|extent| **extent != 0.0).count(),
            Primitive::Segment { from, to } => usize::from(from != to),
            Primitive::Box(_)
            | Primitive::Ellipsoid(_)
            | Primitive::Cone { .. }
            | Primitive::Cylinder { .. }
            | Primitive::Wheel { .. }
            | Primitive::Frustum { .. }
            | Primitive::HalfSpace(_)
            | Primitive::Function(_) => 3,
            Primitive::Composite(composite) => composite.core_dimension(),
        }
    }

    /// See [`crate::shape::Support::effort`].
    pub(super) fn support_effort(&self) -> u32 {
        match self {
            Primitive::Cone { .. }
            | Primitive::Cylinder { .. }
            | Primitive::Wheel { .. }
            | Primitive::Frustum { .. } => 3,
            Primitive::Box(_)
            | Primitive::Ellipsoid(_)
            | Primitive::Round { .. }
            | Primitive::Segment { .. }
            | Primitive::HalfSpace(_) => 1,
            Primitive::Function(_) => 8,
            Primitive::Composite(composite) => composite.effort(),
        }
    }

    /// See [`crate::shape::Support::revolves`].
    pub(super) fn axes_of_revolution(&self) -> [bool; 3] {
        let about = |half: &Vec3| [0, 1, 2].map(|k| (0..3).all(|i| i == k || half[i] == 0.0));
        match self {
            Primitive::Ellipsoid(r) => [r.y == r.z, r.z == r.x, r.x == r.y],
            Primitive::Cone { .. } | Primitive::Cylinder { .. } | Primitive::Wheel { .. } => {
                [false, true, false]
            }
            Primitive::Box(half) | Primitive::Round { half, .. } => about(half),
            Primitive::Segment { from, to } => about(&(to - from)),
            Primitive::Frustum { .. } | Primitive::HalfSpace(_) | Primitive::Function(_) => {
                [false; 3]
            }
            Primitive::Composite(composite) => composite.revolves(),
        }
    }
}
