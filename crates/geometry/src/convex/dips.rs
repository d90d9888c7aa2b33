//! Directions in which a round body reaches least far, nearby: Newton's method on the support function, and how wide
//! about such a direction it is certain that the body reaches no less far.
//!
//! On the plane of n + x, x across the unit vector n, a support function f is convex, and no less than each of a few
//! pieces ([`crate::convex::smooth`]): of one patch of either body. The patches are ellipsoids, and along a tangent u the reach of
//! an ellipsoid is c.(n + s u) + |x + s y|, which exceeds its own tangent by s^2 |y'|^2 / (|x + s y| + |x| + s x.y/|x|), y'
//! being y across x. Of pieces that meet in a crease or a corner at n any mean is a bound; the one whose slope is nought
//! grows by its curvature, and where pieces part, one of them grows with |s|, which within s is at least s^2 over s.
//!
//! So f(s u) >= r - g s + q s^2 for all u and s up to some cap. The plane's distance is f / sqrt(1 + s^2), and that is no
//! less than some level L where r - g s + q s^2 >= L (1 + s^2 / 2): up to any cap if g^2 <= 4 (r - L) (q - L / 2), and up to
//! one that the parabola is no less than nought at else.
//!
//! With one q for all u nothing is left where the body is nearly a ball of radius L along an arc, a valley of f / sqrt(1 +
//! s^2): there x.y must not be taken for as large as it is in the worst of all directions. So the directions are then taken
//! by rings, which are narrow where they are near that of the valley, each with its own g and q.

mod bottom;

pub(super) use bottom::bottom;

use crate::convex::pair::{Pair, VertexHints};
use crate::convex::relative::RelativePlacement;
use crate::convex::smooth::{Chart, LONGEST_STEP, MOST_PIECES, Pieces};
use crate::math::tolerance::{CAP_TRIALS, DESCENT_STEPS, WIDEST_CAP};
use crate::math::{Mat3, Vec3};
use crate::shape::{Any, Patch};

/// A direction of least reach.
#[derive(Clone, Copy, Debug)]
pub struct Dip {
    /// The unit vector.
    pub normal: Vec3,
    /// How far the body reaches along it.
    pub depth: f64,
    /// The tangent of the angle about `normal` within which no direction is known to have less reach than was asked for.
    pub cap: f64,
    /// The length of a vector along `normal` beyond which the body reaches in all directions outside of the cap; 0 if
    /// there is no cap.
    pub apex: f64,
    /// Where there is a cap, the points of A and B, in local coordinates, that are farthest in each other along `normal`.
    pub locals: [Vec3; 2],
    /// Support points computed.
    pub iterations: u32,
}

/// Two unit vectors across a unit vector and each other (Duff and others, 2017).
#[inline(never)]
pub fn across(n: &Vec3) -> [Vec3; 2] {
    let sign = 1.0_f64.copysign(n.z);
    let a = -1.0 / (sign + n.z);
    let b = n.x * n.y * a;
    [
        Vec3::new(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x),
        Vec3::new(b, sign + n.y * n.y * a, -n.y),
    ]
}

/// A symmetric matrix of two rows: xx, xy, yy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symmetric(pub [f64; 3]);

impl Symmetric {
    /// The eigenvector of the lesser eigenvalue.
    #[inline(never)]
    pub fn least_direction(&self) -> [f64; 2] {
        let [xx, xy, yy] = self.0;
        let half = (xx - yy) * 0.5;
        let radius = (half * half + xy * xy).sqrt();
        let v = if half > 0.0 { [xy, -half - radius] } else { [half - radius, xy] };
        let length = (v[0] * v[0] + v[1] * v[1]).sqrt();
        if length > 0.0 { v.map(|x| x / length) } else { [1.0, 0.0] }
    }

    /// Goes over to coordinates whose first axis is this unit vector.
    #[inline(never)]
    fn turn(&mut self, [c, s]: &[f64; 2]) {
        let [xx, xy, yy] = self.0;
        let (across, turn) = (2.0 * c * s * xy, c * s * (yy - xx));
        self.0 = [
            c * c * xx + across + s * s * yy,
            (c * c - s * s) * xy + turn,
            s * s * xx - across + c * c * yy,
        ];
    }

    /// The eigenvalues, the lesser first.
    pub fn eigenvalues(&self) -> [f64; 2] {
        let [xx, xy, yy] = self.0;
        let (mean, half) = ((xx + yy) * 0.5, (xx - yy) * 0.5);
        let radius = (half * half + xy * xy).sqrt();
        [mean - radius, mean + radius]
    }
}

/// The share of one ellipsoid in the curvature of a support function.
#[derive(Clone, Copy)]
struct Part {
    curvature: Symmetric,
    /// |x|, the largest |x.y| / |x|, and the largest |y|.
    reach: f64,
    slope: f64,
    radius: f64,
    /// x.y / |x| along both tangents.
    slopes: [f64; 2],
    weight: f64,
}

impl Part {
    const NONE: Part = Part {
        curvature: Symmetric([0.0; 3]),
        reach: 0.0,
        slope: 0.0,
        radius: 0.0,
        slopes: [0.0; 2],
        weight: 0.0,
    };

    /// Of an ellipsoid that has a `weight` in a mean of pieces.
    #[inline(never)]
    fn new(radii: &Vec3, basis: &Mat3, n: &Vec3, [u, v]: &[Vec3; 2], weight: f64) -> Part {
        let scaled = |v: &Vec3| basis.tr_mul(v).component_mul(radii);
        let (x, yu, yv) = (scaled(n), scaled(u), scaled(v));
        let reach = x.norm();
        let squares = Symmetric([yu.dot(&yu), yu.dot(&yv), yv.dot(&yv)]);
        let (xu, xv) = (x.dot(&yu) / reach, x.dot(&yv) / reach);
        let [uu, uv, vv] = squares.0;
        let curvature =
            [uu - xu * xu, uv - xu * xv, vv - xv * xv].map(|square| weight * square / reach);
        let [_, largest] = squares.eigenvalues();
        Part {
            curvature: Symmetric(curvature),
            reach,
            slope: (xu * xu + xv * xv).sqrt(),
            radius: largest.sqrt(),
            slopes: [xu, xv],
            weight,
        }
    }

    /// f(s) is at least f(0) + s f'(0) + s^2 times this and the curvature.
    fn share(&self, s: f64) -> f64 {
        let (x, xy, y) = (self.reach, s * self.slope, s * self.radius);
        x / ((x * x + 2.0 * x * xy + y * y).sqrt() + x + xy)
    }
}

/// Pieces at a vector, and what bounds the support function about it from below.
struct Ground<'a> {
    pieces: &'a Pieces,
    /// The mean of the pieces by their shares, the square of how steep it is, and the least of them.
    mean: f64,
    slope2: f64,
    slopes: [f64; 2],
    least: f64,
}

impl<'a> Ground<'a> {
    /// Of pieces with shares that are not negative, of sum one.
    fn new(pieces: &'a Pieces) -> Self {
        let (mut mean, mut slopes, mut least) = (0.0, [0.0; 2], f64::INFINITY);
        for (piece, local) in pieces.seen() {
            mean += piece.share * local.reach;
            slopes = [0, 1].map(|i| slopes[i] + piece.share * local.slope[i]);
            least = if local.reach < least { local.reach } else { least };
        }
        let slope2 = slopes[0] * slopes[0] + slopes[1] * slopes[1];
        Ground { pieces, mean, slope2, slopes, least }
    }

    /// How fast the largest of the pieces grows at least where they part: across a crease, or all around a corner; and the
    /// square of the direction in which it does.
    #[inline(never)]
    fn parting(&self) -> (f64, Symmetric) {
        let slopes = [0, 1, 2].map(|i| self.pieces.local(i).slope);
        let across = |p: &[f64; 2], q: &[f64; 2]| p[0] * q[1] - p[1] * q[0];
        let minus = |p: &[f64; 2], q: &[f64; 2]| [p[0] - q[0], p[1] - q[1]];
        let [p, q, r] = &slopes;
        match self.pieces.count() {
            2 => {
                let w = minus(p, q);
                let length = (w[0] * w[0] + w[1] * w[1]).sqrt();
                let w = w.map(|x| x / length);
                let growth = (p[0] * w[0] + p[1] * w[1]).min(-(q[0] * w[0] + q[1] * w[1]));
                (growth, Symmetric([w[0] * w[0], w[0] * w[1], w[1] * w[1]]))
            }
            3 => {
                let turn = across(&minus(q, p), &minus(r, p)).signum();
                let to_edge = |a: &[f64; 2], b: &[f64; 2]| {
                    let edge = minus(b, a);
                    turn * across(a, b) / (edge[0] * edge[0] + edge[1] * edge[1]).sqrt()
                };
                (to_edge(p, q).min(to_edge(q, r)).min(to_edge(r, p)), Symmetric([1.0, 0.0, 1.0]))
            }
            _ => (0.0, Symmetric([0.0; 3])),
        }
    }

    /// The widest cap at the unit vector `n`, of those that are tried, in which the support function is no less than
    /// `level`. Its apex is no less than `reach`.
    fn cap(
        &self,
        n: &Vec3,
        tangents: &[Vec3; 2],
        relative: &RelativePlacement,
        reach: f64,
        level: f64,
    ) -> Cap {
        // Ellipsoids of the same radii, of a body, bend alike: pieces often share one.
        let mut round = [(0, Vec3::zeros(), 0.0); 2 * MOST_PIECES];
        let mut count = 0;
        for (piece, _) in self.pieces.seen() {
            for (body, Patch { radii, .. }) in piece.patches().into_iter().enumerate() {
                if radii == Vec3::zeros() || piece.share <= 0.0 {
                    continue;
                }
                let same =
                    |(of, known, _): &&mut (usize, Vec3, f64)| *of == body && *known == radii;
                if let Some((_, _, weight)) = round[..count].iter_mut().find(same) {
                    *weight += piece.share;
                } else {
                    round[count] = (body, radii, piece.share);
                    count += 1;
                }
            }
        }
        let bases = [relative.basis_a(), relative.basis_b()];
        let mut parts = [Part::NONE; 2 * MOST_PIECES];
        for (part, (body, radii, weight)) in parts.iter_mut().zip(&round[..count]) {
            *part = Part::new(radii, bases[*body], n, tangents, *weight);
        }
        let parts = &mut parts[..count];
        let crease = self.parting();
        let mut found = self.cap_at_once(parts, &crease, reach, level);
        if found.width > 0.0 && found.width < WORTH_RINGS && !found.is_steep() {
            self.widen(&mut found, parts, &crease, reach, level);
        }
        found
    }

    /// The widest cap by one bound for all directions.
    fn cap_at_once(
        &self,
        parts: &[Part],
        crease: &(f64, Symmetric),
        reach: f64,
        level: f64,
    ) -> Cap {
        let (growth, direction) = crease;
        let slope = self.slope2.sqrt();
        let mut found = Cap::NONE;
        let mut width = WIDEST_CAP;
        for _ in 0..CAP_TRIALS {
            let mut sum = Symmetric([0.0; 3]);
            for part in parts {
                let share = part.share(width);
                for (sum, xx) in sum.0.iter_mut().zip(part.curvature.0) {
                    *sum += share * xx;
                }
            }
            let shares_of_growth: &[f64] = if *growth > 0.0 { &[0.05, 0.3, 0.95] } else { &[0.0] };
            for part in shares_of_growth {
                let linear = if *growth > 0.0 { part * growth / width } else { 0.0 };
                let both = [0, 1, 2].map(|i| (1.0 - part) * sum.0[i] + linear * direction.0[i]);
                let [least, _] = Symmetric(both).eigenvalues();
                let base = self.mean + part * (self.least - self.mean);
                let apex = base + width * (least * width - slope);
                let (margin, bend) = (base - level, least - 0.5 * level);
                if found.if_flat == 0.0 && is_above(margin, 0.0, bend, width) {
                    found.if_flat = width;
                }
                if apex >= reach && is_above(margin, slope, bend, width) {
                    return Cap { width, apex, ..found };
                }
            }
            width *= 0.6;
        }
        found
    }

    /// Widens a cap by rings of directions.
    #[inline(never)]
    fn widen(
        &self,
        found: &mut Cap,
        parts: &mut [Part],
        crease: &(f64, Symmetric),
        reach: f64,
        level: f64,
    ) {
        // Along a crease nothing grows but by curvature: it counts more than that.
        let mut sum = Symmetric(crease.1.0.map(|x| 1e6 * crease.0.max(0.0) * x));
        for part in parts.iter() {
            sum = Symmetric([0, 1, 2].map(|i| sum.0[i] + part.curvature.0[i]));
        }
        let axis = sum.least_direction();
        for part in parts.iter_mut() {
            part.curvature.turn(&axis);
            part.slopes = turned(&part.slopes, &axis);
        }
        let mut direction = crease.1;
        direction.turn(&axis);
        let slopes = turned(&self.slopes, &axis).map(|x| -x);
        let rings = Rings {
            parts,
            growth: crease.0,
            direction,
            slopes,
            mean: self.mean,
            least: self.least,
            level,
        };
        // From what is known outwards.
        let mut from = found.width;
        while from < WIDEST_RINGS {
            let width = 1.5 * from;
            let Some(apex) = rings.apex([from, width]) else {
                return;
            };
            if apex >= reach {
                *found = Cap { width, apex, ..*found };
            }
            from = width;
        }
    }
}

/// A vector in coordinates whose first axis is this unit vector.
pub(super) fn turned(v: &[f64; 2], [c, s]: &[f64; 2]) -> [f64; 2] {
    [c * v[0] + s * v[1], c * v[1] - s * v[0]]
}

/// A cap as it was found; zeros if there is none.
#[derive(Clone, Copy)]
struct Cap {
    width: f64,
    apex: f64,
    /// How wide it would be if the slope were nought.
    if_flat: f64,
}

impl Cap {
    const NONE: Cap = Cap { width: 0.0, apex: 0.0, if_flat: 0.0 };

    /// Whether it would be wider where the slope is less.
    fn is_steep(&self) -> bool {
        self.if_flat > WORTH_A_STEP * self.width
    }
}

/// What bounds the support function about a vector, in coordinates whose first axis is that in which it bends least.
struct Rings<'a> {
    parts: &'a [Part],
    growth: f64,
    direction: Symmetric,
    /// How steeply it falls along both axes.
    slopes: [f64; 2],
    mean: f64,
    least: f64,
    level: f64,
}

impl Rings<'_> {
    /// The length of the apex of a cap of the second of two widths; `None` if the support function may be less than the level
    /// between them.
    fn apex(&self, widths: [f64; 2]) -> Option<f64> {
        let mut apex = f64::INFINITY;
        for sign in [1.0, -1.0] {
            let (mut from, mut to) = (0.0, 1.0);
            while to > 0.5 * widths[1] {
                to *= 0.5;
            }
            while from < 1.0 {
                let here = self.apex_of_ring(widths, sign, [from, to])?;
                apex = if here < apex { here } else { apex };
                (from, to) = (to, 2.0 * to);
            }
        }
        Some(apex)
    }

    /// The same of the directions on one side whose sines with the first axis are in a range, to both sides.
    #[inline(never)]
    fn apex_of_ring(
        &self,
        [inner, width]: [f64; 2],
        sign: f64,
        [from, to]: [f64; 2],
    ) -> Option<f64> {
        let cosines = [from, to].map(|sine| (1.0 - sine * sine).sqrt() * sign);
        let most = |v: &[f64; 2]| (v[0] * cosines[0]).max(v[0] * cosines[1]) + v[1].abs() * to;
        let mut sum = [0.0; 3];
        for part in self.parts {
            let [xx, xy, yy] = part.curvature.0;
            let slope = most(&part.slopes);
            let reach = part.reach + (inner * slope).max(width * slope);
            let bent = (xx + to * (2.0 * xy.abs() + to * yy)) * part.reach / part.weight;
            let share = part.reach / ((reach * reach + width * width * bent).sqrt() + reach);
            sum = [0, 1, 2].map(|i| sum[i] + share * part.curvature.0[i]);
        }
        let slope = most(&self.slopes).max(0.0);
        let mut apex = None;
        let shares_of_growth: &[f64] =
            if self.growth > 0.0 { &[0.0, 0.05, 0.3, 0.95] } else { &[0.0] };
        for part in shares_of_growth {
            let linear = part * self.growth / width;
            let [xx, xy, yy] =
                [0, 1, 2].map(|i| (1.0 - part) * sum[i] + linear * self.direction.0[i]);
            // The least of xx c^2 - 2 |xy| c s + yy s^2 is no less than with a cosine of one in the middle.
            let (more, less) = (yy - xx, xy.abs());
            let sine = if more * to > less { (less / more).max(from) } else { to };
            let least = xx + sine * (more * sine - 2.0 * less);
            let base = self.mean + part * (self.least - self.mean);
            if is_above(base - self.level, slope, least - 0.5 * self.level, width) {
                let here = base + width * (least * width - slope);
                apex = if apex.is_none_or(|apex| here > apex) { Some(here) } else { apex };
            }
        }
        apex
    }
}

/// Whether `margin - slope s + bend s^2` is nowhere negative for s from 0 to `end`.
fn is_above(margin: f64, slope: f64, bend: f64, end: f64) -> bool {
    let has_bottom = 2.0 * bend * end > slope;
    let at_end = margin + end * (bend * end - slope);
    margin >= 0.0 && if has_bottom { slope * slope <= 4.0 * margin * bend } else { at_end >= 0.0 }
}

/// A descent goes on where its cap would be so many times as wide if the slope were nought. Measured, as those below.
const WORTH_A_STEP: f64 = 1.7;

/// Narrower caps are worth bounds by rings.
const WORTH_RINGS: f64 = 0.12;

/// A cap that is as wide is not widened.
const WIDEST_RINGS: f64 = 0.4;

/// So many steps on end may lead to where the body reaches farther than it was known to: some only find pieces.
const MOST_FAILS: u32 = 2;

/// So often a descent begins again from its best direction.
const MOST_RETURNS: u32 = 3;

/// Goes down from a unit vector to one of least reach by Newton's method on the unit sphere, until a cap about it shows that
/// the body reaches nowhere within it less far than that, or than `known`, but for this part of it. At a kink of
/// an ellipsoid the descent ends without a cap. It begins with the `kept` pieces of the one before, if it begins on one of
/// these, and leaves its own there.
#[inline(never)]
pub(super) fn descend(
    pair: &Pair<Any<'_>, Any<'_>>,
    hints: &mut VertexHints,
    from: &Vec3,
    known: f64,
    tolerance: f64,
    dips: &[Dip],
    kept: &mut Option<Pieces>,
) -> Dip {
    let pieces = kept.get_or_insert_with(|| Pieces::new(Chart::Sphere, pair.relative()));
    let mut dip = Dip {
        normal: *from,
        depth: f64::INFINITY,
        cap: 0.0,
        apex: 0.0,
        locals: [*from; 2],
        iterations: 0,
    };
    let mut best = dip;
    let (mut n, mut longest, mut fails, mut returns) = (*from, LONGEST_STEP, 0, 0);
    for _ in 0..DESCENT_STEPS {
        if dips.iter().any(|dip| dip.holds(&n)) {
            break;
        }
        let tangents = across(&n);
        let mut place = pieces.look(pair, &n, 1.0, hints);
        if dip.iterations == 0 && place == pieces.count() {
            // None of those that were kept: they may all be far away.
            place = pieces.restart(place);
        }
        if pieces.bend(place, &tangents).is_err() {
            break;
        }
        dip.iterations += 1;
        let is_new = place == pieces.count();
        if pieces.count() == 0 {
            pieces.begin();
        }
        let reach = pieces.local(place).reach;
        if reach < dip.depth {
            (dip.normal, dip.depth) = (n, reach);
            fails = 0;
        } else if n != dip.normal {
            fails += 1;
            if fails > MOST_FAILS || !is_new && pieces.count() == 1 {
                // Again from the best direction, with the pieces that are known now.
                returns += 1;
                if returns > MOST_RETURNS {
                    break;
                }
                pieces.include(place);
                longest *= 0.25;
                n = dip.normal;
                continue;
            }
        }
        let ground = Ground::new(pieces);
        let least = if reach < known { reach } else { known };
        let level = least - 0.75 * tolerance * least.abs();
        if level > 0.0
            && ground.mean >= level
            && ground.slope2 < 4.0 * (ground.mean - level) * reach
        {
            let cap = ground.cap(&n, &tangents, pair.relative(), reach, level);
            if cap.width > best.cap {
                let points = pieces.witness();
                let locals = [points.local_a, points.local_b];
                best =
                    Dip { normal: n, depth: reach, cap: cap.width, apex: cap.apex, locals, ..dip };
            }
            if cap.width > 0.0 && !cap.is_steep() {
                break;
            }
        }
        pieces.include(place);
        let Some([x, y]) = pieces.step(longest) else {
            break;
        };
        n = (n + tangents[0] * x + tangents[1] * y).normalize();
    }
    Dip { iterations: dip.iterations, ..if best.cap > 0.0 { best } else { dip } }
}

impl Dip {
    /// Whether a unit vector is within the cap.
    pub fn holds(&self, n: &Vec3) -> bool {
        let cosine = self.normal.dot(n);
        let sine2 = (n - self.normal * cosine).norm_squared();
        self.apex > 0.0 && cosine > 0.0 && sine2 <= self.cap * self.cap * cosine * cosine
    }
}
