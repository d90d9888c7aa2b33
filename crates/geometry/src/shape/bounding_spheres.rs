//! Two concentric spheres: one around a body, and one inside it. Their distances classify most pairs of bodies that are
//! not near contact, and all pairs of spheres.

use crate::math::tolerance::{
    LEAST_SQUARE, ROTATION_SLACK, ROUNDING, SPHERE_ROUNDING, STRETCH_ROUNDING, THIN_TRIANGLE,
};
use crate::math::vector::greater;
use crate::math::{Mat3, Placement, Vec3};

#[cfg(test)]
mod tests;

/// The least and greatest factor by which a computed rotation may stretch a length.
///
/// ```
/// use solid_geometry::math::{Mat3, rotation};
/// use solid_geometry::shape::{RIGID_STRETCHES, stretches};
///
/// assert_eq!(stretches(&rotation(&[0.0, 0.6, 0.0, 0.8])), RIGID_STRETCHES);
/// assert_ne!(stretches(&(Mat3::identity() * 1.01)), RIGID_STRETCHES);
/// ```
pub const RIGID_STRETCHES: [f64; 2] = [1.0 - ROTATION_SLACK, 1.0 + ROTATION_SLACK];

/// Concentric spheres: the body contains the inner one and lies in the outer one.
///
/// ```
/// use solid_geometry::shape::{Primitive, SphereTest};
/// use solid_geometry::math::{Placement, Vec3};
///
/// let cube = Primitive::Box(Vec3::repeat(1.0)).bounding_spheres();
/// assert_eq!((cube.inner, cube.outer), (1.0, 3.0_f64.sqrt()));
/// let far = Placement::from(nalgebra::Translation3::new(4.0, 0.0, 0.0));
/// let moved = cube.placed(&far, [1.0, 1.0], 1e-12);
/// assert_eq!(cube.classify(&moved), SphereTest::Separated);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingSpheres {
    /// The common centre.
    pub center: Vec3,
    /// The radius of a sphere within the body; zero or less if none is known.
    pub inner: f64,
    /// The radius of a sphere around the body; infinite if none is known.
    pub outer: f64,
}

/// What the bounding spheres of two bodies prove.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::shape::{BoundingSpheres, Primitive, SphereTest};
///
/// let cube = Primitive::Box(Vec3::repeat(1.0)).bounding_spheres(); // radii 1 and 1.73
/// let test = |x| cube.classify(&BoundingSpheres { center: Vec3::new(x, 0.0, 0.0), ..cube });
/// assert_eq!(test(1.9), SphereTest::Overlapping);
/// assert_eq!(test(2.1), SphereTest::Undecided);
/// assert_eq!(test(3.5), SphereTest::Separated);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SphereTest {
    /// The outer spheres are apart, and so are the bodies.
    Separated,
    /// The inner spheres overlap, and so do the bodies.
    Overlapping,
    /// Nothing.
    Undecided,
}

impl BoundingSpheres {
    /// Those of a body of which nothing is known.
    pub const UNKNOWN: BoundingSpheres =
        BoundingSpheres { center: Vec3::new(0.0, 0.0, 0.0), inner: 0.0, outer: f64::INFINITY };

    /// The spheres of the placed body, whose basis stretches lengths by factors between `least` and `largest`
    /// ([`stretches`]). `rounding` bounds the rounding error of the centre; both radii allow for it.
    #[inline]
    pub fn placed(
        &self,
        placement: &Placement,
        [least, largest]: [f64; 2],
        rounding: f64,
    ) -> BoundingSpheres {
        // A radius of zero times an infinite stretch would be NaN.
        let is_fixed = self.outer == 0.0 || !self.outer.is_finite();
        let outer = if is_fixed { self.outer } else { self.outer * largest };
        // Most shapes are about their origin, and need not wait for the rotation.
        let is_about_origin = self.center == Vec3::zeros();
        let center = if is_about_origin { placement.origin } else { placement.apply(&self.center) };
        BoundingSpheres {
            center,
            inner: self.inner * least * (1.0 - SPHERE_ROUNDING) - rounding,
            outer: outer * (1.0 + SPHERE_ROUNDING) + rounding,
        }
    }

    /// A lower bound on the distance of two placed bodies; negative where the outer spheres overlap.
    #[inline]
    pub fn gap(&self, other: &BoundingSpheres) -> f64 {
        let centers = (self.center - other.center).norm() * (1.0 - SPHERE_ROUNDING);
        let bound = centers - (self.outer + other.outer);
        // Out of range nothing is known.
        if bound.is_finite() { bound } else { f64::NEG_INFINITY }
    }

    /// Compares the spheres of two placed bodies.
    #[inline]
    pub fn classify(&self, other: &BoundingSpheres) -> SphereTest {
        let square = (self.center - other.center).norm_squared();
        // Beyond this range squares lose digits.
        if !(square > 1e-280 && square < 1e280) {
            return SphereTest::Undecided;
        }
        let outer = (self.outer + other.outer) * (1.0 + SPHERE_ROUNDING);
        let inner = (self.inner + other.inner) * (1.0 - SPHERE_ROUNDING);
        if square > outer * outer {
            SphereTest::Separated
        } else if self.inner > 0.0 && other.inner > 0.0 && square < inner * inner {
            SphereTest::Overlapping
        } else {
            SphereTest::Undecided
        }
    }
}

/// Bounds of the factors by which a linear map stretches lengths: of its singular values, by Gershgorin's circles about
/// the columns' dot products (docs, theory/rounding, equations 6 and 7). Exact for rotations and for scalings along the local
/// axes. Zero is the lower one where the columns' lengths differ by a factor of some ten million and they are not orthogonal.
///
/// ```
/// use solid_geometry::math::{Mat3, Vec3};
/// use solid_geometry::shape::stretches;
///
/// assert_eq!(stretches(&Mat3::from_diagonal(&Vec3::new(2.0, -3.0, 4.0))), [2.0, 4.0]);
/// ```
#[inline]
pub fn stretches(m: &Mat3) -> [f64; 2] {
    let (x, y, z) = (m.column(0), m.column(1), m.column(2));
    let (xy, xz, yz) = (x.dot(&y).abs(), x.dot(&z).abs(), y.dot(&z).abs());
    let (xx, yy, zz) = (x.dot(&x), y.dot(&y), z.dot(&z));
    let is_orthogonal = xy + xz + yz == 0.0;
    let min = |a: f64, b: f64| if a < b { a } else { b };
    let least2 = min(min(xx - xy - xz, yy - xy - yz), zz - xz - yz);
    let largest2 = greater(greater(xx + xy + xz, yy + xy + yz), zz + xz + yz);
    let least2 = if is_orthogonal { least2 } else { least2 - STRETCH_ROUNDING * largest2 };
    if least2 > 1.0 - ROTATION_SLACK && largest2 < 1.0 + ROTATION_SLACK {
        RIGID_STRETCHES
    } else if largest2 > 1e-280 && largest2 < 1e280 {
        // A smaller square has lost digits.
        [if least2 > LEAST_SQUARE { least2.sqrt() } else { 0.0 }, largest2.sqrt()]
    } else {
        // Squares out of range: nothing is known.
        [0.0, f64::INFINITY]
    }
}

/// A lower bound, tight up to rounding, on the distance of a point inside a convex surface from the planes of its
/// triangles; zero if there are no triangles or the point is not well inside.
pub(super) fn inner_radius(points: &[Vec3], triangles: &[[u32; 3]], center: &Vec3) -> f64 {
    // The mean of the corners is certainly inside, and orients the planes.
    let share = 1.0 / (3 * triangles.len().max(1)) as f64;
    let corners = triangles.iter().flatten().map(|&i| points[i as usize] - center);
    let inside = corners.fold(Vec3::zeros(), |sum, corner| sum + corner * share);
    let mut least = f64::INFINITY;
    for triangle in triangles {
        let [a, b, c] = triangle.map(|i| points[i as usize] - center);
        let normal = (b - a).cross(&(c - a));
        let squares = [normal, b - a, c - a].map(|v| v.norm_squared());
        // Smaller squares have lost digits.
        if squares.iter().any(|square| *square <= LEAST_SQUARE) {
            return 0.0;
        }
        let [length, u, v] = squares.map(f64::sqrt);
        let edges = u * v;
        // The plane of a thin triangle is ill-conditioned.
        if !(length > THIN_TRIANGLE * edges && length < f64::INFINITY) {
            return 0.0;
        }
        let rounding =
            32.0 * ROUNDING * edges / length * (a.norm() + b.norm() + c.norm() + inside.norm());
        let (height, height_inside) = (normal.dot(&a) / length, normal.dot(&(a - inside)) / length);
        if height_inside.abs() <= rounding {
            return 0.0;
        }
        least = least.min(height * height_inside.signum() - rounding);
    }
    if least.is_finite() { least.max(0.0) } else { 0.0 }
}

/// The radius of a bounding sphere about the origin, tight up to rounding; `None` if its square is out of range.
pub(super) fn radius_around(points: &[Vec3]) -> Option<f64> {
    let mut farthest2 = 0.0_f64;
    for point in points {
        farthest2 = farthest2.max(point.norm_squared());
    }
    let is_in_range = farthest2 > LEAST_SQUARE && farthest2 < f64::INFINITY;
    is_in_range.then(|| farthest2.sqrt() * (1.0 + 8.0 * ROUNDING))
}
