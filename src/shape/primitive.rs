//! The solids of VRML, centred at the origin of their local coordinates: support mappings of thesis 4.4.2.
//!
//! Dimensions are finite and not negative ([`Primitive::is_valid`] tells); a zero one makes the body flat.

use super::ball::Balls;
use super::support::Support;
use crate::math::vector::is_finite;
use crate::math::{Aabb, Mat3, Vec3};

/// A convex solid given by its dimensions, in units of its local coordinates.
#[derive(Clone, Debug)]
pub enum Primitive {
    /// A box of half extents along the axes.
    Box(Vec3),
    /// An ellipsoid of radii along the axes; a sphere where they are equal.
    Ellipsoid(Vec3),
    /// A cone about the y-axis with its apex at `+half_height` and its base at `-half_height`.
    Cone {
        /// Radius of the base.
        radius: f64,
        /// Half of the height.
        half_height: f64,
    },
    /// A cylinder about the y-axis from `-half_height` to `+half_height`.
    Cylinder {
        /// Radius about the axis.
        radius: f64,
        /// Half of the height.
        half_height: f64,
    },
    /// A box of half extents along the axes, thickened by a ball: a capsule, a lozenge or a rounded box.
    Round {
        /// Half extents of the core.
        half: Vec3,
        /// Radius of the ball.
        radius: f64,
    },
}

/// The length of a vector, where its square may over- or underflow.
#[inline]
fn length(x: f64, y: f64, z: f64) -> f64 {
    let square = x * x + y * y + z * z;
    if square > 1e-280 && square < 1e300 {
        return square.sqrt();
    }
    let largest = x.abs().max(y.abs()).max(z.abs());
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    let (x, y, z) = (x / largest, y / largest, z / largest);
    largest * (x * x + y * y + z * z).sqrt()
}

/// The corner of a box of half extents farthest along `d`.
#[inline]
fn corner(half: &Vec3, d: &Vec3) -> Vec3 {
    let side = |x: f64, h: f64| if x < 0.0 { -h } else { h };
    Vec3::new(side(d.x, half.x), side(d.y, half.y), side(d.z, half.z))
}

/// The point of a centred sphere farthest along `d`; the centre where no direction is farther.
#[inline]
fn sphere(radius: f64, d: &Vec3) -> Vec3 {
    let long = length(d.x, d.y, d.z);
    if long > 0.0 { (d / long) * radius } else { Vec3::zeros() }
}

/// The point of a circle about the y-axis farthest along `d`; the centre where no direction is farther.
#[inline]
fn circle(radius: f64, y: f64, d: &Vec3) -> Vec3 {
    let along = length(d.x, 0.0, d.z);
    if along > 0.0 {
        // Divided first: the product of a radius and a direction may overflow.
        Vec3::new(radius * (d.x / along), y, radius * (d.z / along))
    } else {
        Vec3::new(0.0, y, 0.0)
    }
}

impl Primitive {
    /// A sphere.
    pub fn sphere(radius: f64) -> Primitive {
        Primitive::Ellipsoid(Vec3::repeat(radius))
    }

    /// The largest ball about the origin within the solid, and the least around it, up to rounding.
    pub fn balls(&self) -> Balls {
        let (inner, outer) = match *self {
            Primitive::Box(half) => (half.min(), length(half.x, half.y, half.z)),
            Primitive::Ellipsoid(radii) => (radii.min(), radii.max()),
            Primitive::Cylinder { radius, half_height } => {
                (radius.min(half_height), length(radius, half_height, 0.0))
            }
            Primitive::Cone { radius, half_height } => {
                // To the slant side; the base is no nearer.
                let slant = length(radius, 2.0 * half_height, 0.0);
                let side = if slant > 0.0 { half_height * (radius / slant) } else { 0.0 };
                (side, length(radius, half_height, 0.0))
            }
            Primitive::Round { half, radius } => {
                (half.min() + radius, length(half.x, half.y, half.z) + radius)
            }
        };
        Balls { center: Vec3::zeros(), inner, outer }
    }

    /// The least box around the solid's image under a linear map, up to rounding.
    pub fn bounds_under(&self, basis: &Mat3) -> Aabb {
        let mut aabb = Aabb { min: Vec3::zeros(), max: Vec3::zeros() };
        for axis in 0..3 {
            let (x, y, z) = (basis[(axis, 0)], basis[(axis, 1)], basis[(axis, 2)]);
            let (low, high) = match *self {
                Primitive::Box(half) => {
                    let r = x.abs() * half.x + y.abs() * half.y + z.abs() * half.z;
                    (-r, r)
                }
                Primitive::Ellipsoid(radii) => {
                    let r = length(x * radii.x, y * radii.y, z * radii.z);
                    (-r, r)
                }
                Primitive::Cylinder { radius, half_height } => {
                    let r = length(x, 0.0, z) * radius + y.abs() * half_height;
                    (-r, r)
                }
                Primitive::Cone { radius, half_height } => {
                    let (apex, around) = (y * half_height, length(x, 0.0, z) * radius);
                    (apex.min(-apex - around), apex.max(-apex + around))
                }
                Primitive::Round { half, radius } => {
                    let core = x.abs() * half.x + y.abs() * half.y + z.abs() * half.z;
                    let r = core + length(x, y, z) * radius;
                    (-r, r)
                }
            };
            aabb.min[axis] = low;
            aabb.max[axis] = high;
        }
        aabb
    }

    /// Whether all dimensions are finite numbers.
    pub fn is_valid(&self) -> bool {
        is_finite(&self.reach())
    }
}

impl Support for Primitive {
    #[inline]
    fn support(&self, d: &Vec3, _hint: &mut u32) -> Vec3 {
        match *self {
            Primitive::Box(half) => corner(&half, d),
            Primitive::Ellipsoid(radii) => {
                let scaled = d.component_mul(&radii);
                let long = length(scaled.x, scaled.y, scaled.z);
                if long > 0.0 { radii.component_mul(&(scaled / long)) } else { Vec3::zeros() }
            }
            Primitive::Cone { radius, half_height } => {
                // The apex or the base circle, whichever reaches farther.
                let around = length(d.x, 0.0, d.z);
                if 2.0 * half_height * d.y > radius * around {
                    Vec3::new(0.0, half_height, 0.0)
                } else {
                    circle(radius, -half_height, d)
                }
            }
            Primitive::Cylinder { radius, half_height } => {
                circle(radius, if d.y < 0.0 { -half_height } else { half_height }, d)
            }
            Primitive::Round { half, radius } => corner(&half, d) + sphere(radius, d),
        }
    }

    #[inline]
    fn margin(&self) -> f64 {
        match *self {
            Primitive::Ellipsoid(r) if r.x == r.y && r.y == r.z => r.x,
            Primitive::Round { radius, .. } => radius,
            _ => 0.0,
        }
    }

    #[inline]
    fn core_support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        match *self {
            Primitive::Ellipsoid(r) if r.x == r.y && r.y == r.z => Vec3::zeros(),
            Primitive::Round { half, .. } => corner(&half, direction),
            _ => self.support(direction, hint),
        }
    }

    #[inline]
    fn reach(&self) -> Vec3 {
        match *self {
            Primitive::Box(half) => half,
            Primitive::Ellipsoid(radii) => radii,
            Primitive::Cone { radius, half_height } | Primitive::Cylinder { radius, half_height } => {
                Vec3::new(radius, half_height, radius)
            }
            Primitive::Round { half, radius } => half.add_scalar(radius),
        }
    }

    #[inline]
    fn bounds(&self) -> Aabb {
        let reach = self.reach();
        Aabb { min: -reach, max: reach }
    }

    #[inline]
    fn center(&self) -> Vec3 {
        Vec3::zeros()
    }
}
