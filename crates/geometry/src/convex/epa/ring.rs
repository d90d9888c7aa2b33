//! Directions in which bodies overlap by no less than a level, known by one point of a body inside the other.
//!
//! The difference B - A contains p - A for each point p of B, so that in no direction bodies overlap by less than p in A. Where a
//! corner is on the axis of a cylinder or cone, or an edge along it, they overlap equally along a whole ring of directions. The polytope
//! would take hundreds of faces to prove it, the point proves it at once: newton.md, (21) and (22).

use crate::convex::pair::{AnyPair, VertexHints};
use crate::convex::touching::{Part, local};
use crate::convex::unrounded::similarity;
use crate::math::vector::{Vec2, direction, length, tangents};
use crate::math::{Mat3, Vec3};
use crate::shape::Any;
use crate::shape::core::Core;

/// A point of one body in a cylinder or cone, and the directions in which it is no less deep than a level: all but those near the
/// ends of the axis.
pub(super) struct Ring {
    /// The least depth of the point in its side or flank, and a unit vector from the point along which it has that.
    pub depth: f64,
    pub normal: Vec3,
    axis: Vec3,
    /// How far the side or the base reaches from the point: across the axis, along it and against it. A cone reaches far enough to its
    /// apex.
    out: f64,
    ends: [f64; 2],
    level: f64,
    /// Where the ring ends towards the axis and against it, if it does: the cosine and the sine of the angle with the plane across
    /// the axis.
    borders: [Option<Vec2>; 2],
}

/// A point is on the axis within this part of the radius. Affects only speed.
const ON_AXIS: f64 = 1e-12;

/// The cosine of the widest angle that is used of a ring, and that of the narrowest. They affect only speed.
const COSINES: std::ops::Range<f64> = 0.5..0.99;

impl Ring {
    /// About a point that is foremost along a unit vector from A to B, of B, or against it, of A.
    pub(super) fn new(
        pair: &AnyPair<'_>,
        normal: &Vec3,
        [hint_a, hint_b]: &mut VertexHints,
    ) -> Option<Ring> {
        let ((a, b), relative) = (pair.bodies(), pair.relative());
        if relative.has_extreme_bases() {
            return None;
        }
        let (a, b) = ((a, relative.basis_a()), (b, relative.basis_b()));
        let ways = [(a, b, 1.0, hint_b), (b, a, -1.0, hint_a)];
        let rings =
            ways.into_iter().filter_map(|((outer, basis), (inner, inner_basis), sign, hint)| {
                let (solid, scale) = (Solid::new(outer)?, similarity(basis)?);
                let offset = relative.offset() * sign;
                let center = local(inner_basis, &(basis * solid.center() - offset));
                let part = Part::foremost(inner, &(inner_basis.tr_mul(normal) * sign), hint);
                let point = inner_basis * part.nearest(&center) + offset;
                let point = local(basis, &point);
                Some(solid.ring(&point, normal, basis * (-sign / scale), scale))
            });
        rings.max_by(|p, q| p.depth.total_cmp(&q.depth))
    }

    /// Finds where the ring ends; `false` if the point is less deep than the level, which is known to `rounding`.
    pub(super) fn end_at(&mut self, level: f64, rounding: f64) -> bool {
        self.level = level;
        let (out, level) = (self.out, level + rounding);
        self.borders = self.ends.map(|up| {
            let square = out * out + up * up;
            let rest = (square - level * level).max(0.0).sqrt();
            let border = Vec2::new(out * level - up * rest, up * level + out * rest) / square;
            (up < level).then_some(border)
        });
        self.depth >= level
    }

    /// Whether it has all directions.
    pub(super) fn is_whole(&self) -> bool {
        self.borders == [None; 2]
    }

    /// The multiple of a unit vector, along which bodies overlap by `value`, that may be added to the difference without changing its
    /// support function outside of the ring. `None` if there is none worth adding.
    pub(super) fn apex(&self, n: &Vec3, value: f64) -> Option<f64> {
        let along = self.axis.dot(n);
        let across = (1.0 - along * along).max(0.0).sqrt();
        let mut cosine = COSINES.start;
        for (border, along) in self.borders.iter().zip([along, -along]) {
            let Some(border) = border else { continue };
            if across * border.y <= along * border.x {
                return None;
            }
            cosine = cosine.max(across * border.x + along * border.y);
        }
        let apex = self.level / cosine;
        (cosine < COSINES.end && value <= apex).then_some(apex)
    }
}

/// A cylinder or cone about the y-axis.
struct Solid {
    radius: f64,
    half_height: f64,
    is_cone: bool,
}

impl Solid {
    fn new(body: Any<'_>) -> Option<Solid> {
        let (radius, half_height, is_cone) = match body.core(true)? {
            Core::Cylinder { radius, half_height } => (radius, half_height, false),
            Core::Cone { radius, half_height } => (radius, half_height, true),
            _ => return None,
        };
        Some(Solid { radius, half_height, is_cone })
    }

    /// The length of a cone's flank.
    fn slant(&self) -> f64 {
        length(&Vec3::new(self.radius, 2.0 * self.half_height, 0.0))
    }

    /// The point on the axis that is as far from the base as from the flank.
    fn center(&self) -> Vec3 {
        let (radius, height) = (self.radius, 2.0 * self.half_height);
        let above = radius * height / (radius + self.slant()) - self.half_height;
        Vec3::new(0.0, if self.is_cone { above } else { 0.0 }, 0.0)
    }

    /// The ring about a point, for a unit vector along which the bodies overlap. This body is seen by an isometry, `basis`, in the
    /// difference, and scaled.
    fn ring(&self, p: &Vec3, normal: &Vec3, basis: Mat3, scale: f64) -> Ring {
        let half = self.half_height;
        let radial = Vec3::new(p.x, 0.0, p.z);
        let from_axis = length(&radial);
        let (mut depth, mut ends) = (self.radius - from_axis, [half - p.y, half + p.y]);
        let out = depth * scale;
        let axis = basis.column(1).into_owned();
        // On the axis all directions around it are alike, and the other body tells them apart.
        let is_aside = from_axis > ON_AXIS * self.radius;
        let across = if is_aside { basis * radial } else { normal - axis * axis.dot(normal) };
        let mut normal = direction(&across).unwrap_or_else(|| tangents(&axis)[0]);
        if self.is_cone {
            let (height, slant) = (2.0 * half, self.slant());
            depth = (self.radius * (half - p.y) - height * from_axis) / slant;
            normal = normal * (height / slant) + axis * (self.radius / slant);
            ends[0] = f64::INFINITY;
        }
        Ring {
            depth: depth * scale,
            normal,
            axis,
            out,
            ends: ends.map(|end| end * scale),
            level: 0.0,
            borders: [None; 2],
        }
    }
}
