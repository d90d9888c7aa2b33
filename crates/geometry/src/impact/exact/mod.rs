//! The decision in whole numbers, for what rounding leaves open.
//!
//! Coordinates are whole multiples of a power of two. Whether the features touch depends on signs of polynomials with whole
//! coefficients at roots of such polynomials: conditions (3) and (4) of the theory's page.

mod form;
mod roots;

use super::ImpactTime;
use super::filter::RoundedPolygon;
use super::polygon::MovingPolygon;
use crate::math::Vec3;
use crate::math::vector::axes_by_value;
use form::{Polynomial, Time, decompose, signum};
use num_bigint::BigInt;
use roots::{Equation, Root};

/// The time of the first impact, if there is one; there is none before `from`.
pub(super) fn first_impact<const N: usize>(
    polygon: &MovingPolygon<N>,
    from: f64,
) -> Option<ImpactTime> {
    let polygon = ExactPolygon::new(polygon);
    let volume = polygon.volume();
    if volume.is_zero() {
        return polygon.first_impact_in_plane();
    }
    polygon.first_impact_at_root(&volume, from)
}

/// The sign at time 0 of the volume that the origin spans with three corners.
pub(super) fn side_in_whole_numbers(polygon: &MovingPolygon<3>) -> i32 {
    signum(&ExactPolygon::new(polygon).volume().0[0])
}

/// The polygon in whole numbers. Every axis has a unit of its own, which changes no contact.
struct ExactPolygon<const N: usize> {
    corners: [[Polynomial; 3]; N],
    /// The same in double precision, not in these units.
    rounded: RoundedPolygon<N>,
    /// Whether the bounds on its rounding hold.
    is_in_range: bool,
}

impl<const N: usize> ExactPolygon<N> {
    fn new(polygon: &MovingPolygon<N>) -> ExactPolygon<N> {
        let ends = [&polygon.start, &polygon.end];
        let units = [0, 1, 2].map(|axis| {
            let points = ends.iter().flat_map(|corners| corners.iter().flatten());
            let powers = points.filter(|p| p[axis] != 0.0).map(|p| decompose(p[axis]).1);
            powers.min().unwrap_or(0)
        });
        let corners = std::array::from_fn(|i| {
            [0, 1, 2].map(|axis| {
                let difference =
                    |[p, q]: &[Vec3; 2]| whole_difference(p[axis], q[axis], units[axis]);
                Polynomial(ends.map(|corners| difference(&corners[i])).to_vec())
            })
        });
        let (rounded, _) = RoundedPolygon::new(polygon);
        let is_in_range = rounded.is_in_range();
        ExactPolygon { corners, rounded, is_in_range }
    }

    /// The orientation of the origin, a corner and the next one, projected along an axis.
    fn orientation(&self, corner: usize, axis: usize) -> Polynomial {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let [u, v] = [&self.corners[corner], &self.corners[(corner + 1) % N]];
        u[i].times(&v[j]).minus(&u[j].times(&v[i]))
    }

    /// The volume that the origin spans with three corners: zero while it is in the plane of the polygon.
    fn volume(&self) -> Polynomial {
        let [x, y, z] =
            [0, 1, 2].map(|axis| self.corners[0][axis].times(&self.orientation(1, axis)));
        x.plus(&y).plus(&z)
    }

    /// The first root of a polynomial at which the polygon contains the origin.
    fn first_impact_at_root(&self, polynomial: &Polynomial, from: f64) -> Option<ImpactTime> {
        let equation = Equation::new(polynomial);
        equation.first_root(from, &mut |root| {
            let [earliest, latest] = root.rounded();
            self.contains_origin(root).then_some(ImpactTime { earliest, latest })
        })
    }

    /// Whether the polygon contains the origin at a time when it is in its plane: condition (3).
    fn contains_origin(&self, root: &Root) -> bool {
        for axis in self.axes_by_normal(root.rounded()[0]) {
            let [mut positive, mut negative] = [false; 2];
            for corner in 0..N {
                let sign = self.orientation_sign(corner, axis, root);
                positive |= sign > 0;
                negative |= sign < 0;
                if positive && negative {
                    return false;
                }
            }
            if positive || negative {
                return true;
            }
        }
        // All corners and the origin are on a line.
        (0..3).all(|axis| {
            let signs = self.corners.each_ref().map(|corner| root.sign_of(&corner[axis]));
            signs.iter().any(|&sign| sign <= 0) && signs.iter().any(|&sign| sign >= 0)
        })
    }

    fn orientation_sign(&self, corner: usize, axis: usize, root: &Root) -> i32 {
        if self.is_in_range {
            let sign = self.rounded.orientation_sign(corner, axis, root.rounded());
            if sign != 0 {
                return sign;
            }
        }
        root.sign_of(&self.orientation(corner, axis))
    }

    /// The axes, that along which the polygon's projection is the largest part of its box first, as far as rounding allows. Any
    /// order is right; this one avoids projections to a line.
    fn axes_by_normal(&self, t: f64) -> [usize; 3] {
        let RoundedPolygon { start, end, .. } = &self.rounded;
        let corners: [Vec3; N] = std::array::from_fn(|i| start[i] * (1.0 - t) + end[i] * t);
        let size = corners.iter().fold(Vec3::zeros(), |size, c| size.sup(&c.abs()));
        let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
        axes_by_value(&[0, 1, 2].map(|axis| normal[axis].abs() * size[axis]))
    }

    /// The first impact if the origin is in the plane of the polygon at all times: at time 0, or at a root of (4).
    fn first_impact_in_plane(&self) -> Option<ImpactTime> {
        if self.contains_origin(&Root::Exact(Time::new(0.0))) {
            return Some(ImpactTime { earliest: 0.0, latest: 0.0 });
        }
        let boundary = self.boundary();
        let moving = boundary.iter().filter(|polynomial| !polynomial.is_zero());
        let impacts = moving.filter_map(|polynomial| self.first_impact_at_root(polynomial, 0.0));
        impacts.reduce(|a, b| ImpactTime {
            earliest: a.earliest.min(b.earliest),
            latest: a.latest.min(b.latest),
        })
    }

    /// Polynomials of which one has a root when the polygon begins to contain the origin, which is in its plane: condition (4).
    fn boundary(&self) -> [Polynomial; N] {
        let orientations =
            (0..3).map(|axis| std::array::from_fn(|corner| self.orientation(corner, axis)));
        let coordinates = (0..3).map(|axis| self.corners.each_ref().map(|c| c[axis].clone()));
        let mut all = orientations.chain(coordinates);
        let is_moving = |forms: &[Polynomial; N]| forms.iter().any(|form| !form.is_zero());
        all.find(is_moving).unwrap_or_else(|| std::array::from_fn(|_| Polynomial(vec![])))
    }
}

/// `a - b` in units of a power of two that both are multiples of.
fn whole_difference(a: f64, b: f64, unit: i32) -> BigInt {
    let [(a, a_shift), (b, b_shift)] = [a, b].map(|x| {
        let (mantissa, power) = decompose(x);
        // The power of zero is none.
        (mantissa, (power - unit).max(0) as u32)
    });
    if a_shift.max(b_shift) <= 72 {
        return BigInt::from((i128::from(a) << a_shift) - (i128::from(b) << b_shift));
    }
    (BigInt::from(a) << a_shift) - (BigInt::from(b) << b_shift)
}
