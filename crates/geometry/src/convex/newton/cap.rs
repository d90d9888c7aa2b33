//! A lower bound on the support function around a direction, from its active patches: the width of a cap of directions in which
//! no value is below a given level (newton.md, (13) to (20)).

use super::ActiveSet;
use super::active::{MOST_ACTIVE, Member};
use super::step::{eigenvalues, least_eigenvector, perpendicular};
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{CAP_TRIALS, WIDEST_CAP};
use crate::math::vector::{Mat2, Vec2};
use crate::math::{Mat3, Vec3};

/// A cap of directions; zeros if there is none.
#[derive(Clone, Copy)]
pub struct Cap {
    /// The tangent of its angle.
    pub width: f64,
    /// The multiple of the direction that may be added to the body: newton.md, (20).
    pub apex: f64,
    /// Whether it would be much wider without the gradient of the support function.
    pub is_steep: bool,
}

/// A cap is steep if it would be this many times as wide without the gradient. Measured, like the following constants.
const STEEP: f64 = 1.7;

/// Narrower caps are bounded sector by sector.
const NARROW: f64 = 0.12;

/// Caps of this width are not widened further.
const WIDEST_BY_SECTORS: f64 = 0.4;

/// What a patch that is an ellipsoid adds to the Hessian: newton.md, (14).
#[derive(Clone, Copy)]
struct Ellipsoid {
    /// Its support value relative to its centre, and the gradient of that.
    length: f64,
    slope: Vec2,
    hessian: Mat2,
    weight: f64,
    /// Bounds on the slope and the curvature over all tangents, cached for the trials.
    steepest: f64,
    most_curved: f64,
}

impl Ellipsoid {
    const NONE: Ellipsoid = Ellipsoid {
        length: 0.0,
        slope: Vec2::new(0.0, 0.0),
        hessian: Mat2::new(0.0, 0.0, 0.0, 0.0),
        weight: 0.0,
        steepest: 0.0,
        most_curved: 0.0,
    };

    fn new(radii: &Vec3, basis: &Mat3, n: &Vec3, [u, v]: &[Vec3; 2], weight: f64) -> Ellipsoid {
        let scaled = |v: &Vec3| basis.tr_mul(v).component_mul(radii);
        let (x, y, z) = (scaled(n), scaled(u), scaled(v));
        let length = x.norm();
        let slope = Vec2::new(x.dot(&y), x.dot(&z)) / length;
        let squares = Mat2::new(y.dot(&y), y.dot(&z), y.dot(&z), z.dot(&z));
        let hessian = (squares - slope * slope.transpose()) / length;
        let (steepest, most_curved) =
            (Sector::All.most_linear(&slope), Sector::All.most_quadratic(&hessian));
        Ellipsoid { length, slope, hessian, weight, steepest, most_curved }
    }

    /// The factor of the Hessian that is valid within a width: newton.md, (15).
    fn hessian_factor(&self, sector: &Sector, inner: f64, width: f64) -> f64 {
        let (slope, curvature) = match sector {
            Sector::All => (self.steepest, self.most_curved),
            part => (part.most_linear(&self.slope), part.most_quadratic(&self.hessian)),
        };
        let along = self.length + (inner * slope).max(width * slope);
        let across = width * width * curvature * self.length;
        self.length / ((along * along + across).sqrt() + along)
    }
}

/// A set of unit tangents: all of them, or those with a sign of the first coordinate and a range of the magnitude of the second.
enum Sector {
    All,
    Part { sines: [f64; 2], cosines: [f64; 2] },
}

impl Sector {
    fn part(sines: [f64; 2], sign: f64) -> Sector {
        Sector::Part { sines, cosines: sines.map(|sine| (1.0 - sine * sine).sqrt() * sign) }
    }

    /// An upper bound on the dot product with a vector.
    fn most_linear(&self, v: &Vec2) -> f64 {
        match self {
            Sector::All => v.norm(),
            Sector::Part { sines: [_, to], cosines: [c, d] } => {
                (v.x * c).max(v.x * d) + v.y.abs() * to
            }
        }
    }

    /// An upper bound on a positive semidefinite quadratic form.
    fn most_quadratic(&self, m: &Mat2) -> f64 {
        match self {
            Sector::All => eigenvalues(m)[1],
            Sector::Part { sines: [_, to], .. } => m.m11 + to * (2.0 * m.m12.abs() + to * m.m22),
        }
    }

    /// A lower bound on a quadratic form: newton.md, (18).
    fn least_quadratic(&self, m: &Mat2) -> f64 {
        match self {
            Sector::All => eigenvalues(m)[0],
            Sector::Part { sines: [from, to], .. } => {
                let (more, less) = (m.m22 - m.m11, m.m12.abs());
                let sine = if more * to > less { (less / more).max(*from) } else { *to };
                m.m11 + sine * (more * sine - 2.0 * less)
            }
        }
    }
}

/// A lower bound on the support function: newton.md, (13) to (17).
#[derive(Clone, Copy)]
struct Bound {
    ellipsoids: [Ellipsoid; 2 * MOST_ACTIVE],
    /// The number of ellipsoids.
    count: usize,
    /// The mean of the values of the active patches, weighted by their multipliers; its gradient; and the least value.
    mean: f64,
    gradient: Vec2,
    least: f64,
    /// The growth rate of the maximum of the active patches near their intersection, and the quadratic form of the directions
    /// in which it grows.
    growth: f64,
    parting: Mat2,
    level: f64,
}

/// The mean of the values of the active patches, weighted by their multipliers, and its gradient.
fn mean(set: &ActiveSet) -> (f64, Vec2) {
    let (mut mean, mut gradient) = (0.0, Vec2::zeros());
    for Member { multiplier, jet, .. } in set.active() {
        mean += multiplier * jet.value;
        gradient += jet.gradient * *multiplier;
    }
    (mean, gradient)
}

impl Bound {
    fn new(
        set: &ActiveSet,
        (mean, gradient): (f64, Vec2),
        level: f64,
        relative: &RelativePlacement,
        n: &Vec3,
        t: &[Vec3; 2],
    ) -> Bound {
        let (growth, parting) = parting(set.active());
        let (mut ellipsoids, mut count) = ([Ellipsoid::NONE; 2 * MOST_ACTIVE], 0);
        let mut least = f64::INFINITY;
        for member in set.active() {
            least = least.min(member.jet.value);
            let (weight, [a, b]) = (member.multiplier, member.patches());
            for (patch, basis) in [(a, relative.basis_a()), (b, relative.basis_b())] {
                if patch.radii != Vec3::zeros() && weight > 0.0 {
                    ellipsoids[count] = Ellipsoid::new(&patch.radii, basis, n, t, weight);
                    count += 1;
                }
            }
        }
        let growth = growth.max(0.0);
        Bound { ellipsoids, count, mean, gradient, least, growth, parting, level }
    }

    fn ellipsoids(&self) -> &[Ellipsoid] {
        &self.ellipsoids[..self.count]
    }

    /// The bound in the coordinates whose first axis is the direction in which it grows least.
    fn rotated(&self) -> Bound {
        // Growth across a crease is linear and dominates the Hessians.
        let sum = self
            .ellipsoids()
            .iter()
            .fold(self.parting * (1e6 * self.growth), |sum, of| sum + of.hessian * of.weight);
        let axis = least_eigenvector(&sum);
        let across = perpendicular(&axis);
        let turn = Mat2::new(axis.x, axis.y, across.x, across.y);
        let turned = |m: &Mat2| turn * m * turn.transpose();
        let mut bound = *self;
        for of in &mut bound.ellipsoids[..self.count] {
            (of.slope, of.hessian) = (turn * of.slope, turned(&of.hessian));
        }
        (bound.gradient, bound.parting) = (turn * self.gradient, turned(&self.parting));
        bound
    }

    /// A lower bound on the support function, times the length of the vector, at an angle of tangent `width` along all tangents of
    /// a sector: newton.md, (19). `None` if the value may be below the level at an angle between `inner` and `width`.
    fn apex(&self, sector: &Sector, widths: [f64; 2]) -> Option<f64> {
        self.apex_with_slope(sector, widths, sector.most_linear(&-self.gradient).max(0.0))
    }

    /// As [`Bound::apex`], with a given slope of the mean.
    fn apex_with_slope(
        &self,
        sector: &Sector,
        [inner, width]: [f64; 2],
        slope: f64,
    ) -> Option<f64> {
        let mut sum = Mat2::zeros();
        for of in self.ellipsoids() {
            sum += of.hessian * (of.weight * of.hessian_factor(sector, inner, width));
        }
        let weights: &[f64] = if self.growth > 0.0 { &[0.0, 0.05, 0.3, 0.95] } else { &[0.0] };
        let mut most = f64::NEG_INFINITY;
        for weight in weights {
            let hessian = sum * (1.0 - weight) + self.parting * (weight * self.growth / width);
            let bend = sector.least_quadratic(&hessian);
            let base = self.mean + weight * (self.least - self.mean);
            let apex = base + width * (bend * width - slope);
            let is_valid = is_above(base - self.level, slope, bend - 0.5 * self.level, width);
            most = if is_valid & (apex > most) { apex } else { most };
        }
        (most > f64::NEG_INFINITY).then_some(most)
    }

    /// As [`Bound::apex`] for all tangents, sector by sector.
    fn apex_by_sectors(&self, widths: [f64; 2]) -> Option<f64> {
        let mut apex = f64::INFINITY;
        for sign in [1.0, -1.0] {
            let (mut from, mut to) = (0.0, 1.0);
            while to > 0.5 * widths[1] {
                to *= 0.5;
            }
            while from < 1.0 {
                apex = apex.min(self.apex(&Sector::part([from, to], sign), widths)?);
                (from, to) = (to, 2.0 * to);
            }
        }
        Some(apex)
    }
}

/// Whether `margin - slope s + bend s^2` is not negative for any s from 0 to `end`.
fn is_above(margin: f64, slope: f64, bend: f64, end: f64) -> bool {
    let has_minimum = 2.0 * bend * end > slope;
    let at_minimum = slope * slope <= 4.0 * margin * bend;
    let at_end = margin + end * (bend * end - slope) >= 0.0;
    // No branches: they would be unpredictable.
    (margin >= 0.0) & ((has_minimum & at_minimum) | (!has_minimum & at_end))
}

/// A lower bound on the growth rate of the maximum of the active patches, across the crease of two or around the corner of three,
/// and the quadratic form of the directions in which it grows: newton.md, (16).
fn parting(active: &[Member]) -> (f64, Mat2) {
    let slopes = [0, 1, 2].map(|i| active.get(i).map_or(Vec2::zeros(), |of| of.jet.gradient));
    let [p, q, r] = &slopes;
    match active.len() {
        2 => {
            let across = (p - q).normalize();
            (p.dot(&across).min(-q.dot(&across)), across * across.transpose())
        }
        3 => {
            let turn = (q - p).perp(&(r - p)).signum();
            let to_edge = |a: &Vec2, b: &Vec2| turn * a.perp(b) / (b - a).norm();
            (to_edge(p, q).min(to_edge(q, r)).min(to_edge(r, p)), Mat2::identity())
        }
        _ => (0.0, Mat2::zeros()),
    }
}

/// The widest cap around the unit vector `n`, of several that are tried, in which the support function is no less than `level`.
/// It follows from the derivatives of the active patches along the tangents. Its apex is no less than `value`.
pub fn cap(
    set: &ActiveSet,
    relative: &RelativePlacement,
    n: &Vec3,
    tangents: &[Vec3; 2],
    value: f64,
    level: f64,
) -> Cap {
    let mut found = Cap { width: 0.0, apex: 0.0, is_steep: false };
    let (mean, gradient) = mean(set);
    let margin = mean - level;
    let is_possible = gradient.norm_squared() < 4.0 * margin * value;
    if !(level > 0.0 && margin >= 0.0 && is_possible) {
        return found;
    }
    let bound = Bound::new(set, (mean, gradient), level, relative, n, tangents);
    let mut width = WIDEST_CAP;
    for _ in 0..CAP_TRIALS {
        if let Some(apex) = bound.apex(&Sector::All, [0.0, width]).filter(|apex| *apex >= value) {
            let without_slope = bound.apex_with_slope(&Sector::All, [0.0, STEEP * width], 0.0);
            let is_steep = without_slope.is_some();
            found = Cap { width, apex, is_steep: is_steep && width < WIDEST_CAP };
            break;
        }
        width *= 0.6;
    }
    if found.width > 0.0 && found.width < NARROW && !found.is_steep {
        let bound = bound.rotated();
        let mut inner = found.width;
        while inner < WIDEST_BY_SECTORS {
            let width = 1.5 * inner;
            let Some(apex) = bound.apex_by_sectors([inner, width]) else { break };
            if apex >= value {
                found = Cap { width, apex, ..found };
            }
            inner = width;
        }
    }
    found
}
