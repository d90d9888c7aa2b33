//! A lower bound on the support function around a direction, from its active patches: the width of a cap of directions in which
//! no value is below a given level (newton.md, (13) to (20)).

use wide::{f64x2, f64x4};

use super::ActiveSet;
use super::active::{MOST_ACTIVE, Member};
use super::patches::Ellipsoids;
use super::step::Symmetric;
use crate::math::Vec3;
use crate::math::tolerance::{CAP_TRIALS, WIDEST_CAP};
use crate::math::vector::Vec2;

/// A cap of directions; zeros if there is none.
#[derive(Clone, Copy)]
pub(super) struct Cap {
    /// The tangent of its angle.
    pub width: f64,
    /// The multiple of the direction that may be added to the body: newton.md, (20).
    pub apex: f64,
    /// Whether it would be wider without the gradient of the support function.
    pub is_steep: bool,
}

/// Narrower caps are bounded sector by sector. Measured, like the following constants.
const NARROW_CAP: f64 = 0.12;

/// Caps of this width are not widened further.
const WIDEST_BY_SECTORS: f64 = 0.4;

/// What the ellipsoids of a patch pair add to the Hessian: newton.md, (14). That of A and that of B are in lanes.
#[derive(Clone, Copy)]
struct Curved {
    /// The support values relative to the centres, and their gradients.
    length: f64x2,
    slope: [f64x2; 2],
    /// The Hessians, and their weight in the mean.
    hessian: [f64x2; 3],
    weight: f64,
    /// Bounds on the slope and the curvature over all tangents, cached for the trials.
    steepest: f64x2,
    most_curved: f64x2,
}

impl Curved {
    const NONE: Curved = Curved {
        length: f64x2::ONE,
        slope: [f64x2::ZERO; 2],
        hessian: [f64x2::ZERO; 3],
        weight: 0.0,
        steepest: f64x2::ZERO,
        most_curved: f64x2::ZERO,
    };

    fn new(ellipsoids: &Ellipsoids, weight: f64) -> Curved {
        let (slope, hessian) = (ellipsoids.slopes, ellipsoids.hessian(0.0));
        // A corner is a ball that does not curve.
        let is_round = ellipsoids.inverse.simd_gt(f64x2::ZERO);
        let length = is_round.bitselect(f64x2::ONE / ellipsoids.inverse, f64x2::ONE);
        let (steepest, most_curved) =
            (Sector::All.most_linear(slope), Sector::All.most_quadratic(hessian));
        Curved { length, slope, hessian, weight, steepest, most_curved }
    }

    /// The factor of the Hessian that is valid within a width: newton.md, (15).
    fn hessian_factor(&self, sector: &Sector, inner: f64, width: f64) -> f64x2 {
        let (slope, curvature) = match sector {
            Sector::All => (self.steepest, self.most_curved),
            part => (part.most_linear(self.slope), part.most_quadratic(self.hessian)),
        };
        let along = self.length + (slope * inner).fast_max(slope * width);
        let across = curvature * (width * width) * self.length;
        self.length / ((along * along + across).sqrt() + along)
    }

    /// In the coordinates whose first axis is this unit vector.
    fn turned(&self, axis: &Vec2) -> Curved {
        let (c, s) = (f64x2::splat(axis.x), f64x2::splat(axis.y));
        let ([x, y], [xx, xy, yy]) = (self.slope, self.hessian);
        let mixed = c * s * xy;
        Curved {
            slope: [c * x + s * y, c * y - s * x],
            hessian: [
                c * c * xx + (mixed + mixed) + s * s * yy,
                (c * c - s * s) * xy + c * s * (yy - xx),
                s * s * xx - (mixed + mixed) + c * c * yy,
            ],
            ..*self
        }
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

    /// Upper bounds on the dot products with vectors.
    fn most_linear(&self, [x, y]: [f64x2; 2]) -> f64x2 {
        match self {
            Sector::All => (x * x + y * y).sqrt(),
            Sector::Part { sines: [_, to], cosines: [c, d] } => {
                (x * *c).fast_max(x * *d) + y.abs() * *to
            }
        }
    }

    /// Upper bounds on positive semidefinite quadratic forms.
    fn most_quadratic(&self, [xx, xy, yy]: [f64x2; 3]) -> f64x2 {
        match self {
            Sector::All => {
                let (mean, half) = ((xx + yy) * 0.5, (xx - yy) * 0.5);
                mean + (half * half + xy * xy).sqrt()
            }
            Sector::Part { sines: [_, to], .. } => xx + (xy.abs() * 2.0 + yy * *to) * *to,
        }
    }

    /// Lower bounds on quadratic forms: newton.md, (18).
    fn least_quadratic(&self, [xx, xy, yy]: [f64x4; 3]) -> f64x4 {
        match self {
            Sector::All => {
                let (mean, half) = ((xx + yy) * 0.5, (xx - yy) * 0.5);
                mean - (half * half + xy * xy).sqrt()
            }
            Sector::Part { sines: [from, to], .. } => {
                let (more, less) = (yy - xx, xy.abs());
                let is_inside = (more * *to).simd_gt(less);
                let stationary = (less / more).fast_max(f64x4::splat(*from));
                let sine = is_inside.bitselect(stationary, f64x4::splat(*to));
                xx + sine * (more * sine - less * 2.0)
            }
        }
    }
}

/// A lower bound on the support function: newton.md, (13) to (17).
#[derive(Clone, Copy)]
struct Bound {
    curved: [Curved; MOST_ACTIVE],
    /// The number of active patch pairs.
    count: usize,
    /// The mean of the values of the active patches, weighted by their multipliers; its gradient; and the least value.
    mean: f64,
    gradient: Vec2,
    least: f64,
    /// The growth rate of the maximum of the active patches near their intersection, and the quadratic form of the directions
    /// in which it grows.
    growth: f64,
    parting: Symmetric,
    /// The parts of the growth that are tried: a in newton.md, (17).
    parts: f64x4,
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
        tangents: &[Vec3; 2],
    ) -> Bound {
        let (growth, parting) = parting(set.active());
        let growth = growth.max(0.0);
        let parts = if growth > 0.0 { f64x4::new([0.0, 0.05, 0.3, 0.95]) } else { f64x4::ZERO };
        let tangents = set.localize(tangents);
        let (mut curved, mut least) = ([Curved::NONE; MOST_ACTIVE], f64::INFINITY);
        for (of_pair, member) in curved.iter_mut().zip(set.active()) {
            *of_pair = Curved::new(&member.ellipsoids(&tangents), member.multiplier);
            least = least.min(member.jet.value);
        }
        let count = set.active().len();
        Bound { curved, count, mean, gradient, least, growth, parting, parts, level }
    }

    /// The sum of the Hessians, with a factor for each.
    fn hessian(&self, factor: impl Fn(&Curved) -> f64x2) -> Symmetric {
        let mut sum = [f64x2::ZERO; 3];
        for of_pair in &self.curved[..self.count] {
            let factor = factor(of_pair) * of_pair.weight;
            for (sum, entry) in sum.iter_mut().zip(of_pair.hessian) {
                *sum += entry * factor;
            }
        }
        let [xx, xy, yy] = sum.map(f64x2::reduce_add);
        Symmetric { xx, xy, yy }
    }

    /// The bound in the coordinates whose first axis is the direction in which it grows least.
    fn turned(&self) -> Bound {
        // Growth across a crease is linear and dominates the Hessians.
        let hessian = self.hessian(|_| f64x2::ONE) + self.parting * (1e6 * self.growth);
        let axis = hessian.least_eigenvector();
        let gradient = Vec2::new(axis.dot(&self.gradient), axis.perp(&self.gradient));
        let curved = self.curved.map(|of_pair| of_pair.turned(&axis));
        Bound { curved, gradient, parting: self.parting.turned(&axis), ..*self }
    }

    /// A lower bound on the support function, times the length of the vector, at an angle of tangent `width` along all tangents of
    /// a sector: newton.md, (19). `None` if the value may be below the level at an angle between `inner` and `width`. Also whether
    /// it would not be if the mean had no gradient.
    fn apex(&self, sector: &Sector, [inner, width]: [f64; 2]) -> (Option<f64>, bool) {
        let downwards = [-self.gradient.x, -self.gradient.y].map(f64x2::splat);
        let slope = sector.most_linear(downwards).to_array()[0].max(0.0);
        let Symmetric { xx, xy, yy } =
            self.hessian(|of_pair| of_pair.hessian_factor(sector, inner, width));
        let (rest, growth) = (f64x4::ONE - self.parts, self.parts * (self.growth / width));
        let Symmetric { xx: p, xy: q, yy: r } = self.parting;
        let bend = sector.least_quadratic([
            rest * xx + growth * p,
            rest * xy + growth * q,
            rest * yy + growth * r,
        ]);
        let base = self.parts * (self.least - self.mean) + self.mean;
        let apex = base + (bend * width - slope) * width;
        let (margin, bend) = (base - self.level, bend - 0.5 * self.level);
        let valid = is_above(margin, slope, bend, width);
        let apex = valid.bitselect(apex, f64x4::splat(f64::NEG_INFINITY)).to_array();
        let most =
            apex.into_iter().fold(f64::NEG_INFINITY, |most, x| if x > most { x } else { most });
        let is_flat_valid = is_above(margin, 0.0, bend, width).any();
        ((most > f64::NEG_INFINITY).then_some(most), is_flat_valid)
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
                apex = apex.min(self.apex(&Sector::part([from, to], sign), widths).0?);
                (from, to) = (to, 2.0 * to);
            }
        }
        Some(apex)
    }
}

/// All bits where `margin - slope s + bend s^2` is not negative for any s from 0 to `end`.
fn is_above(margin: f64x4, slope: f64, bend: f64x4, end: f64) -> f64x4 {
    let has_minimum = (bend * (2.0 * end)).simd_gt(f64x4::splat(slope));
    let at_minimum = (margin * bend * 4.0).simd_ge(f64x4::splat(slope * slope));
    let at_end = (margin + (bend * end - slope) * end).simd_ge(f64x4::ZERO);
    margin.simd_ge(f64x4::ZERO) & has_minimum.bitselect(at_minimum, at_end)
}

/// A lower bound on the growth rate of the maximum of the active patches, across the crease of two or around the corner of three,
/// and the quadratic form of the directions in which it grows: newton.md, (16).
fn parting(active: &[Member]) -> (f64, Symmetric) {
    let slopes = [0, 1, 2].map(|i| active.get(i).map_or(Vec2::zeros(), |of| of.jet.gradient));
    let [p, q, r] = &slopes;
    match active.len() {
        2 => {
            let across = (p - q).normalize();
            (p.dot(&across).min(-q.dot(&across)), Symmetric::square(&across))
        }
        3 => {
            let turn = (q - p).perp(&(r - p)).signum();
            let to_edge = |a: &Vec2, b: &Vec2| turn * a.perp(b) / (b - a).norm();
            (to_edge(p, q).min(to_edge(q, r)).min(to_edge(r, p)), Symmetric::IDENTITY)
        }
        _ => (0.0, Symmetric::default()),
    }
}

/// The widest cap around a unit vector, of several that are tried, in which the support function is no less than `level`. It
/// follows from the derivatives of the active patches along the tangents. Its apex is no less than `value`.
pub(super) fn cap(set: &ActiveSet, tangents: &[Vec3; 2], value: f64, level: f64) -> Cap {
    let mut found = Cap { width: 0.0, apex: 0.0, is_steep: false };
    let (mean, gradient) = mean(set);
    let margin = mean - level;
    let is_possible = gradient.norm_squared() < 4.0 * margin * value;
    if !(level > 0.0 && margin >= 0.0 && is_possible) {
        return found;
    }
    let bound = Bound::new(set, (mean, gradient), level, tangents);
    let (mut width, mut is_steep) = (WIDEST_CAP, false);
    for _ in 0..CAP_TRIALS {
        let (apex, is_flat_valid) = bound.apex(&Sector::All, [0.0, width]);
        if let Some(apex) = apex.filter(|apex| *apex >= value) {
            found = Cap { width, apex, is_steep };
            break;
        }
        (width, is_steep) = (0.6 * width, is_flat_valid);
    }
    if found.width > 0.0 && found.width < NARROW_CAP && !found.is_steep {
        let bound = bound.turned();
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
