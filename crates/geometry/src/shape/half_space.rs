//! Half-spaces: all points on one side of a plane, the plane included.
//!
//! A half-space has no support points. Questions about it and a bounded body are answered by closed forms, or about its part near
//! the body: a box under the plane, so large that the answer is the same (`crate::query::half_space`).

use super::bounding_spheres::BoundingSpheres;
use crate::math::vector::{direction, is_finite, is_singular, tangents};
use crate::math::{Aabb, Mat3, Placement, Vec3, power};

#[cfg(test)]
mod tests;

/// All points whose dot product with a unit vector is no larger than an offset.
///
/// ```
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::HalfSpace;
///
/// let below = HalfSpace::new(Vec3::new(0.0, 2.0, 0.0), 6.0).expect("a direction"); // y <= 3
/// assert_eq!((below.normal(), below.offset()), (Vec3::y(), 3.0));
/// assert!(HalfSpace::new(Vec3::zeros(), 1.0).is_none());
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Plane", into = "Plane"))]
pub struct HalfSpace {
    normal: Vec3,
    offset: f64,
    /// The part of it that this is; all of it if there is none.
    part: Option<Box<Part>>,
}

/// What a half-space is made of: its outward normal and offset.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Plane(Vec3, f64);

#[cfg(feature = "serde")]
impl TryFrom<Plane> for HalfSpace {
    type Error = &'static str;

    fn try_from(Plane(normal, offset): Plane) -> Result<HalfSpace, &'static str> {
        HalfSpace::saved(normal, offset).ok_or("the normal of a half-space is no unit vector")
    }
}

#[cfg(feature = "serde")]
impl From<HalfSpace> for Plane {
    fn from(of: HalfSpace) -> Plane {
        Plane(of.normal, of.offset)
    }
}

/// A box on the inner side of the plane, one of whose faces is on it.
#[derive(Clone, Debug)]
struct Part {
    /// The centre of that face.
    center: Vec3,
    /// Half of the edges of the face, and the depth: all equally long.
    sides: [Vec3; 2],
    depth: f64,
}

/// Normals of this length are not normalised again, so that a saved one stays the same.
const UNIT: std::ops::RangeInclusive<f64> = 1.0 - 1e-15..=1.0 + 1e-15;

impl HalfSpace {
    /// The points whose dot product with a vector is no larger than an offset: the vector points out of it. `None` if it is zero, or
    /// a number is not finite.
    pub fn new(normal: Vec3, offset: f64) -> Option<HalfSpace> {
        if !(is_finite(&normal) && offset.is_finite()) {
            return None;
        }
        let unit = direction(&normal)?;
        // The length, without over- or underflow of squares.
        let largest = normal.amax();
        let length = largest * (normal / largest).norm();
        HalfSpace::saved(unit, offset / length)
    }

    /// Of a unit vector.
    pub(super) fn saved(normal: Vec3, offset: f64) -> Option<HalfSpace> {
        let is_whole = UNIT.contains(&normal.norm()) && offset.is_finite();
        is_whole.then_some(HalfSpace { normal, offset, part: None })
    }

    /// The unit normal of the plane, which points out of the half-space.
    pub fn normal(&self) -> Vec3 {
        self.normal
    }

    /// The dot product of the plane's points with the normal.
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// The point of the plane that is nearest to the local origin.
    pub(crate) fn foot(&self) -> Vec3 {
        self.normal * self.offset
    }

    /// Whether it is all of the half-space, and not a part.
    #[inline]
    pub(crate) fn is_whole(&self) -> bool {
        self.part.is_none()
    }

    /// The part within a distance of a point, and more.
    pub(crate) fn near(&self, point: &Vec3, distance: f64) -> HalfSpace {
        let height = self.normal.dot(point) - self.offset;
        let half = distance + height.abs();
        let sides = tangents(&self.normal).map(|side| side * half);
        let part = Part { center: point - self.normal * height, sides, depth: half };
        HalfSpace { part: Some(Box::new(part)), ..*self }
    }

    /// The outward unit normal of its image under a linear map; `None` of a singular one.
    pub(crate) fn placed_normal(&self, basis: &Mat3) -> Option<Vec3> {
        let unit = power::of_two(-power::exponent(basis.amax()).clamp(-1000, 1000));
        let [x, y, z] = [0, 1, 2].map(|axis| basis.column(axis) * unit);
        let across = [y.cross(&z), z.cross(&x), x.cross(&y)];
        let volume = x.dot(&across[0]);
        let normal =
            across[0] * self.normal.x + across[1] * self.normal.y + across[2] * self.normal.z;
        if is_singular(basis) { None } else { direction(&(normal * volume.signum())) }
    }

    /// The image under an affine map.
    pub(super) fn placed(&self, placement: &Placement) -> Option<HalfSpace> {
        let normal = self.placed_normal(&placement.basis)?;
        HalfSpace::new(normal, normal.dot(&placement.apply(&self.foot())))
    }

    pub(super) fn corners(&self) -> Option<[Vec3; 8]> {
        let Part { center, sides: [u, v], depth } = self.part.as_deref()?;
        let below = center - self.normal * *depth;
        Some(std::array::from_fn(|i| {
            let face = if i & 4 == 0 { *center } else { below };
            let [s, t] = [1, 2].map(|bit| if i & bit == 0 { -1.0 } else { 1.0 });
            face + u * s + v * t
        }))
    }

    /// The support point of a part; of all of it some point, which is seldom the farthest.
    #[inline(never)]
    pub(super) fn support(&self, d: &Vec3) -> Vec3 {
        let Some(Part { center, sides: [u, v], depth }) = self.part.as_deref() else {
            return self.foot();
        };
        let towards = |side: &Vec3| if d.dot(side) < 0.0 { -side } else { *side };
        let on_plane = center + towards(u) + towards(v);
        if d.dot(&self.normal) < 0.0 { on_plane - self.normal * *depth } else { on_plane }
    }

    /// The least and the greatest dot product of its points with a vector.
    pub(super) fn range_along(&self, d: &Vec3) -> (f64, f64) {
        if !self.is_whole() {
            return (d.dot(&self.support(&-d)), d.dot(&self.support(d)));
        }
        let (along, across) = (d.dot(&self.normal), d.cross(&self.normal));
        if *d == Vec3::zeros() {
            (0.0, 0.0)
        } else if across != Vec3::zeros() {
            (f64::NEG_INFINITY, f64::INFINITY)
        } else if along > 0.0 {
            (f64::NEG_INFINITY, along * self.offset)
        } else {
            (along * self.offset, f64::INFINITY)
        }
    }

    /// The largest absolute coordinates of a part; of all of it those of the plane's point next to the origin, by which it is rounded.
    pub(super) fn absolute_extents(&self) -> Vec3 {
        let Some(Part { center, sides: [u, v], depth }) = self.part.as_deref() else {
            return self.foot().abs();
        };
        center.abs() + u.abs() + v.abs() + self.normal.abs() * *depth
    }

    /// A box around it, with infinite ends of all of it.
    pub(super) fn bounds(&self) -> Aabb {
        let [x, y, z] = [0, 1, 2].map(|axis| self.range_along(&Vec3::ith(axis, 1.0)));
        Aabb { min: Vec3::new(x.0, y.0, z.0), max: Vec3::new(x.1, y.1, z.1) }
    }

    /// A point well inside.
    pub(super) fn center(&self) -> Vec3 {
        match self.part.as_deref() {
            Some(part) => part.center - self.normal * (0.5 * part.depth),
            None => self.foot() - self.normal,
        }
    }

    pub(super) fn bounding_spheres(&self) -> BoundingSpheres {
        let center = self.center();
        // The box is twice as wide as it is deep.
        let around = |part: &Part| BoundingSpheres {
            center,
            inner: 0.499 * part.depth - 1e-12 * self.absolute_extents().sum(),
            outer: 1.501 * part.depth + 1e-12 * self.absolute_extents().sum(),
        };
        self.part.as_deref().map_or(BoundingSpheres::UNKNOWN, around)
    }

    /// A square of the plane about the point next to the origin, with its diagonals and its normal: what a drawing shows of it.
    pub(super) fn outline(&self) -> Vec<[Vec3; 2]> {
        let (foot, [u, v]) = (self.foot(), tangents(&self.normal));
        let [p, q, r, s] = [foot + u + v, foot + u - v, foot - u - v, foot - u + v];
        vec![[p, q], [q, r], [r, s], [s, p], [p, r], [q, s], [foot, foot + self.normal]]
    }
}
