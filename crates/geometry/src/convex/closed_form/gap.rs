//! How far a ball is from a simple body, and two capsules from each other, before anything else is computed about the two.
//!
//! Most questions about such bodies follow from one distance, that of the ball's centre from the other body without its rounding. An
//! answer is given only where it is far beyond rounding; what is nearer to a tie is left to the general search, as are placements
//! that are no similarities and coordinates of unusual size.

use wide::f64x2;

use super::{between, nearest_local, of_lines, path_out, point_and_other};
use crate::convex::contact::{Capsules, Contact, Overlap, each_of_capsules};
use crate::convex::depth::Depth;
use crate::convex::epa::Status;
use crate::convex::lanes::Vec3x2;
use crate::math::tolerance::{
    CLEAR_MARGIN, CLOSED_FORM_REACH, CLOSED_FORM_SCALES, DISTANCE_ROUNDING, ILL_CONDITIONED,
    ROUNDING, SIMILARITY,
};
use crate::math::vector::{greater, lesser};
use crate::math::{Mat3, Placement, Vec3};
use crate::shape::core::Core;
use crate::shape::{Primitive, Support};

/// A convex body and where it is.
pub(crate) type Placed<'a> = (&'a Primitive, &'a Placement);

/// The distance of two bodies without their rounding.
pub(crate) struct Gap<'a> {
    bodies: [Placed<'a>; 2],
    /// Whether both are segments or capsules.
    are_lines: bool,
    /// The factors by which the placements stretch lengths.
    scales: [f64; 2],
    /// Their squares.
    squares: [f64; 2],
    /// The rounding radii in the world.
    radii: [f64; 2],
    /// The sum of the radii.
    radius: f64,
    /// The closest points of the unrounded bodies, in the local coordinates of each.
    locals: [Vec3; 2],
    /// From the point of B to that of A, along world axes.
    difference: Vec3,
    length: f64,
    /// A lower bound of `length`, by the support point along the difference; zero of a ball that clearly overlaps the other body.
    lower: f64,
    /// A bound on the coordinates.
    reach: f64,
    /// A bound on the rounding of both bounds.
    rounding: f64,
}

impl<'a> Gap<'a> {
    /// The gap between two bodies; `None` unless one is a ball or a point and the other simple, or both are segments or capsules.
    pub(crate) fn new(a: Placed<'a>, b: Placed<'a>) -> Option<Gap<'a>> {
        let dimensions = [a.0.core_dimension(), b.0.core_dimension()];
        if !(dimensions.contains(&0) || dimensions == [1, 1]) {
            return None;
        }
        // Used where they are returned: a copy, as into a tuple, is a store-forwarding stall, and so is one of the gap.
        let core_a = a.0.core(true);
        let core_b = b.0.core(true);
        let cores = [core_a.as_ref()?, core_b.as_ref()?];
        let (squares, scales) = similarities(&a.1.basis, &b.1.basis)?;
        let offset = b.1.origin - a.1.origin;
        let extents = [a.0.absolute_extents().sum(), b.0.absolute_extents().sum()];
        let reach = offset.abs().sum() + scales[0] * extents[0] + scales[1] * extents[1];
        let radii = [a.0.margin() * scales[0], b.0.margin() * scales[1]];
        let is_usual = CLOSED_FORM_REACH.contains(&reach)
            && scales.iter().all(|scale| CLOSED_FORM_SCALES.contains(scale));
        if !is_usual {
            return None;
        }
        let rounding = DISTANCE_ROUNDING * ROUNDING * reach;
        let radius = radii[0] + radii[1];
        let overlap = radius - CLEAR_MARGIN * rounding;
        let Nearest { locals, difference, length, lower } =
            Nearest::new(cores, [a.1, b.1], &squares, &offset, overlap)?;
        Some(Gap {
            bodies: [a, b],
            are_lines: matches!(cores, [Core::Segment(_), Core::Segment(_)]),
            scales,
            squares,
            radii,
            radius,
            locals,
            difference,
            length,
            lower,
            reach,
            rounding,
        })
    }

    /// Whether the bodies share no point; `None` if rounding leaves it open.
    #[inline]
    pub(crate) fn is_apart(&self) -> Option<bool> {
        self.is_beyond(0.0)
    }

    /// Whether the bodies are farther apart than a distance; `None` if rounding leaves it open.
    #[inline]
    pub(crate) fn is_beyond(&self, distance: f64) -> Option<bool> {
        let (limit, slack) = (distance + self.radius, CLEAR_MARGIN * self.rounding);
        if self.lower > limit + slack {
            Some(true)
        } else if self.length < limit - slack {
            Some(false)
        } else {
            None
        }
    }

    /// An axis that separates bodies that are apart, from B to A and of any length.
    #[inline]
    pub(crate) fn axis(&self) -> &Vec3 {
        &self.difference
    }

    /// A point that bodies share which are not apart, in the local coordinates of each.
    #[inline(always)]
    pub(crate) fn shared(&self) -> [Vec3; 2] {
        let part = 1.0 / self.radius;
        let towards = self.difference * part;
        let (of_a, of_b) = (self.outwards(0, &towards), self.outwards(1, &towards));
        [self.locals[0] - of_a, self.locals[1] + of_b]
    }

    /// As [`Gap::shared`], in world coordinates.
    #[inline(always)]
    pub(crate) fn shared_in_world(&self) -> Vec3 {
        let [radius_a, radius_b] = self.radii;
        let aside = self.difference * (0.5 * (radius_b - radius_a) / self.radius);
        let [on_a, on_b] = [self.in_world(0, &self.locals[0]), self.in_world(1, &self.locals[1])];
        on_a * 0.5 + on_b * 0.5 + aside
    }

    /// The closest points of bodies that are apart, in world coordinates, and their distance to a relative error. `None` if they are
    /// not apart, or rounding leaves it open.
    // Always inlined: of a distance alone the points are left out.
    #[inline(always)]
    pub(crate) fn closest_points(&self, tolerance: f64) -> Option<([Vec3; 2], f64)> {
        let upper = self.length - self.radius;
        let least = tolerance * upper;
        let is_met = self.length - self.lower <= least && self.rounding <= least;
        if !(is_met && self.is_apart() == Some(true)) {
            return None;
        }
        let normal = self.difference / self.length;
        let [on_a, on_b] = [self.in_world(0, &self.locals[0]), self.in_world(1, &self.locals[1])];
        Some(([on_a - normal * self.radii[0], on_b + normal * self.radii[1]], upper))
    }

    /// How deep a ball and another body, or two capsules, are in each other, to a relative error. `None` where they are apart or nearly
    /// so, and of capsules whose axes meet.
    pub(crate) fn depth(&self, tolerance: f64) -> Option<Depth> {
        if self.is_apart() != Some(false) {
            return None;
        }
        // How far a translation by the distance of the axes alone might leave capsules in each other.
        let mut open = 0.0;
        if self.are_lines {
            open = self.length - self.lower;
            let is_met = open + self.rounding <= tolerance * (self.radius - self.length);
            if !is_met {
                return None;
            }
        }
        let (mut locals, normal, mut depth);
        if self.length == 0.0 {
            // The centre is inside of the other body, or on its surface.
            let other = usize::from(self.bodies[0].0.core_dimension() == 0);
            let core = self.bodies[other].0.core(true);
            let (outwards, length) = path_out(&self.locals[other], core.as_ref()?)?;
            locals = self.locals;
            locals[other] += outwards * length;
            let away = self.bodies[other].1.basis * outwards / self.scales[other];
            normal = if other == 0 { -away } else { away };
            depth = length * self.scales[other];
        } else if self.length > ILL_CONDITIONED * self.reach {
            (locals, normal, depth) = (self.locals, self.difference / self.length, -self.length);
        } else {
            // Of a short vector the direction has few digits.
            return None;
        }
        depth += self.radius + open;
        let (of_a, of_b) = (self.outwards(0, &normal), self.outwards(1, &normal));
        let (local_a, local_b) = (locals[0] - of_a, locals[1] + of_b);
        // Rounding may have the longer length below the other.
        let (lower, status) = (depth - greater(open, 0.0), Status::Converged);
        Some(Depth { depth, normal, local_a, local_b, lower, status, iterations: 0 })
    }

    /// Passes on the contacts of two capsules that are so deep in each other, along world axes from the origin of A. Returns `false` of
    /// a ball, which has one with anything.
    pub(crate) fn each_contact(&self, found: &Depth, visit: &mut dyn FnMut(&Contact)) -> bool {
        if !self.are_lines {
            return false;
        }
        let axis = |body: usize| line_of(self.bodies[body].0).unwrap_or_default();
        let ([from_a, to_a], [from_b, to_b]) = (axis(0), axis(1));
        let axes = Vec3x2::new(&(to_a - from_a), &(to_b - from_b));
        let to_nearest = Vec3x2::new(&(self.locals[0] - from_a), &(self.locals[1] - from_b));
        let before = to_nearest.dot(&axes) / axes.dot(&axes);
        let [basis_a, basis_b] = self.bodies.map(|(_, placement)| &placement.basis);
        let [x, y, z] = Vec3x2::columns(basis_a, basis_b);
        let axes = x.times(axes.x).plus(&y.times(axes.y)).plus(&z.times(axes.z));
        let capsules = Capsules { axes, before, radii: f64x2::new(self.radii) };
        let Depth { depth, normal, local_a, .. } = *found;
        let on_a = times(basis_a, &local_a);
        each_of_capsules(&capsules, &Overlap { normal, on_a, depth }, visit);
        true
    }

    /// The world coordinates of a point of a body. In the range of the reach no product overflows.
    #[inline]
    pub(crate) fn in_world(&self, body: usize, local: &Vec3) -> Vec3 {
        times(&self.bodies[body].1.basis, local) + self.bodies[body].1.origin
    }

    /// The origin of A in the world.
    #[inline]
    pub(crate) fn origin(&self) -> &Vec3 {
        &self.bodies[0].1.origin
    }

    /// A world vector times the rounding radius of a body, in its local coordinates.
    #[inline(always)]
    fn outwards(&self, body: usize, along: &Vec3) -> Vec3 {
        let radius = self.radii[body];
        if radius == 0.0 {
            return Vec3::zeros();
        }
        transposed_times(&self.bodies[body].1.basis, along) * (radius / self.squares[body])
    }
}

/// The ends of a segment or of the axis of a capsule, without a call for most.
#[inline(always)]
fn line_of(shape: &Primitive) -> Option<[Vec3; 2]> {
    match shape {
        Primitive::Round { half, .. } => Some([-half, *half]),
        Primitive::Segment { from, to } => Some([*from, *to]),
        _ => match shape.core(true)? {
            Core::Segment(ends) => Some(ends),
            _ => None,
        },
    }
}

/// The squares of the scale factors of two linear maps that are similarities, and the factors, as
/// [`similarity`](crate::convex::unrounded::similarity) has them; `None` of other maps. Those beyond [`CLOSED_FORM_SCALES`] need not be right.
#[inline]
fn similarities(a: &Mat3, b: &Mat3) -> Option<([f64; 2], [f64; 2])> {
    let [x, y, z] = Vec3x2::columns(a, b);
    let square = x.dot(&x);
    let slack = square * f64x2::splat(SIMILARITY);
    let off = [y.dot(&y) - square, z.dot(&z) - square, x.dot(&y), x.dot(&z), y.dot(&z)];
    let [first, others @ ..] = off.map(|off| off.abs().simd_le(slack));
    let are_within = others.into_iter().fold(first, |all, is_within| all & is_within);
    (are_within.to_bitmask() == 3).then(|| (square.to_array(), square.sqrt().to_array()))
}

/// As the product of nalgebra, which is a call with a vector in memory where it is not inlined: with the attributes beside it a third of
/// the time of a query about two balls.
#[inline(always)]
fn times(m: &Mat3, v: &Vec3) -> Vec3 {
    Vec3::new(
        m.m11 * v.x + m.m12 * v.y + m.m13 * v.z,
        m.m21 * v.x + m.m22 * v.y + m.m23 * v.z,
        m.m31 * v.x + m.m32 * v.y + m.m33 * v.z,
    )
}

/// As [`times`], of the transposed matrix.
#[inline(always)]
fn transposed_times(m: &Mat3, v: &Vec3) -> Vec3 {
    Vec3::new(
        m.m11 * v.x + m.m21 * v.y + m.m31 * v.z,
        m.m12 * v.x + m.m22 * v.y + m.m32 * v.z,
        m.m13 * v.x + m.m23 * v.y + m.m33 * v.z,
    )
}

/// The closest points of two unrounded bodies: see [`Gap`].
struct Nearest {
    locals: [Vec3; 2],
    difference: Vec3,
    length: f64,
    lower: f64,
}

impl Nearest {
    /// The lower bound of a ball and another body is zero where they are closer than `overlap`: no question needs another.
    // Always inlined: it is returned through memory otherwise, a store-forwarding stall (see `Gap::new`).
    #[inline(always)]
    fn new(
        cores: [&Core; 2],
        placements: [&Placement; 2],
        squares: &[f64; 2],
        offset: &Vec3,
        overlap: f64,
    ) -> Option<Nearest> {
        let [basis_a, basis_b] = placements.map(|placement| &placement.basis);
        match cores {
            [Core::Point(p), Core::Point(q)] => {
                // In this order, so that the swapped pair gets the mirror image.
                let difference = (times(basis_a, p) - times(basis_b, q)) - offset;
                let length = difference.norm();
                Some(Nearest { locals: [*p, *q], difference, length, lower: length })
            }
            [Core::Segment(p), Core::Segment(q)] => {
                let place =
                    |basis: &Mat3, [from, to]: &[Vec3; 2]| [times(basis, from), times(basis, to)];
                // Each from its own origin and in one order, so that the swapped pair gets the mirror image.
                let (on_a, on_b) = (place(basis_a, p), place(basis_b, q));
                let (along_a, along_b) = (on_a[1] - on_a[0], on_b[1] - on_b[0]);
                let r = (on_a[0] - on_b[0]) - offset;
                let (s, t) = if r.iter().find(|x| **x != 0.0).is_some_and(|x| *x < 0.0) {
                    let (t, s) = of_lines(&along_b, &along_a, &-r);
                    (s, t)
                } else {
                    of_lines(&along_a, &along_b, &r)
                };
                let v = (between(&on_a, s) - between(&on_b, t)) - offset;
                let length = v.norm();
                let least = lesser(v.dot(&on_a[0]), v.dot(&on_a[1]));
                let most = greater(v.dot(&on_b[0]), v.dot(&on_b[1]));
                let lower = ((least - most) - v.dot(offset)) / length;
                Some(Nearest {
                    locals: [between(p, s), between(q, t)],
                    difference: v,
                    length,
                    lower,
                })
            }
            _ => {
                let (point, other) = point_and_other(cores)?;
                let Core::Point(p) = cores[point] else { return None };
                // The point from the origin of the other body, along world axes and in its local coordinates.
                let towards = placements[point].origin - placements[other].origin;
                let (basis, square) = (&placements[other].basis, squares[other]);
                let is_at_origin = *p == Vec3::zeros();
                let from_other = if is_at_origin {
                    towards
                } else {
                    times(&placements[point].basis, p) + towards
                };
                let q = transposed_times(basis, &from_other) / square;
                let nearest = nearest_local(&q, cores[other]);
                let away = q - nearest;
                let v = times(basis, &away);
                let length = v.norm();
                let lower = if length < overlap {
                    0.0
                } else {
                    (away.dot(&q) - cores[other].support_value(&away)) * square / length
                };
                let (locals, difference) =
                    if point == 0 { ([*p, nearest], v) } else { ([nearest, *p], -v) };
                Some(Nearest { locals, difference, length, lower })
            }
        }
    }
}
