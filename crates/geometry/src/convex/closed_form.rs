//! The closest points of simple unrounded bodies by closed forms (Ericson 2005, 5.1): a point and a simple body, two segments, a
//! segment and a triangle, a box, a cylinder or a cone.
//!
//! A closed form proposes points of both bodies. One support point along their difference bounds the distance from below, so that
//! an answer is as certain as one of GJK, and what a proposal leaves open is searched for by GJK.

use crate::convex::depth::Depth;
use crate::convex::epa;
use crate::convex::pair::{Pair, SupportPoint};
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::usual_scale;
use crate::math::vector::length;
use crate::math::{Mat3, Vec3};
use crate::shape::core::Core;
use crate::shape::{Primitive, Support};
pub(crate) use gap::{Gap, Placed};
pub(super) use shared::shared_point;
pub(crate) use triangle::of_segment_and_triangle;

pub(crate) mod cast;
mod gap;
mod shared;
mod solid;
mod triangle;

#[cfg(test)]
mod tests;

/// Points of two unrounded bodies.
pub(super) enum Proposal<T> {
    /// The closest ones up to rounding; of bodies that overlap the same point twice.
    Closest(T),
    /// Up to rounding the same point twice, of bodies that certainly overlap.
    Shared(T),
}

/// The closest points of two unrounded bodies. `None` where there is no closed form.
#[inline]
pub(super) fn closest_points<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
) -> Option<Proposal<SupportPoint>> {
    let (a, b) = pair.bodies();
    // There are closed forms of points and segments.
    let may_be_thin = |solid: Option<(&Primitive, bool)>| {
        solid.is_none_or(|(primitive, _)| primitive.core_dimension() < 2)
    };
    if !may_be_thin(a.as_primitive()) && !may_be_thin(b.as_primitive()) {
        return None;
    }
    let cores = [a.core(true)?, b.core(true)?];
    Some(match of_cores(&cores, pair.relative())? {
        Proposal::Closest([p, q]) => Proposal::Closest(pair.point_of(p, q)),
        // The weights of a sliver, or of a segment nearly in the plane, have few digits.
        Proposal::Shared([p, q]) if !pair.touch_at(&p, &q) => return None,
        Proposal::Shared([p, q]) => Proposal::Shared(pair.point_of(p, q)),
    })
}

/// As [`closest_points`], in the local coordinates of each.
fn of_cores(cores: &[Core; 2], relative: &RelativePlacement) -> Option<Proposal<[Vec3; 2]>> {
    let frames = frames(relative);
    if let [Core::Segment(p), Core::Segment(q)] = cores {
        let [of_a, of_b] = frames;
        let (s, t) = of_segments(p.map(|end| of_a.place(&end)), q.map(|end| of_b.place(&end)));
        return Some(Proposal::Closest([between(p, s), between(q, t)]));
    }
    let of_segment = match cores {
        [Core::Segment(ends), other] => Some((0, ends, other)),
        [other, Core::Segment(ends)] => Some((1, ends, other)),
        _ => None,
    };
    if let Some((segment, ends, other)) = of_segment {
        let placed = (&frames, relative);
        match other {
            Core::Triangle(corners) => {
                return triangle::of_segment(segment, ends, corners, placed);
            }
            Core::Box(_) | Core::Cylinder { .. } | Core::Cone { .. } => {
                return solid::of_segment(segment, ends, other, placed);
            }
            Core::Point(_) | Core::Segment(_) => {}
        }
    }
    let (point, other) = point_and_other(cores.each_ref())?;
    let Core::Point(p) = cores[point] else { return None };
    let mut points = [p; 2];
    points[other] = nearest(&frames[point].place(&p), &cores[other], &frames[other])?;
    Some(Proposal::Closest(points))
}

/// A point of a triangle by its barycentric coordinates. Always inlined: see `gap::times`.
#[inline(always)]
pub(crate) fn weighted(corners: &[Vec3; 3], weights: &[f64; 3]) -> Vec3 {
    corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2]
}

/// How deep two bodies are in each other of which one is a point inside of a simple body; `None` for others.
pub(super) fn depth<A: Support + ?Sized, B: Support + ?Sized>(pair: &Pair<A, B>) -> Option<Depth> {
    let (a, b) = pair.bodies();
    let (cores, frames) = ([a.core(true)?, b.core(true)?], frames(pair.relative()));
    let (point, solid) = point_and_other(cores.each_ref())?;
    let Core::Point(p) = cores[point] else { return None };
    let local = frames[solid].local(&frames[point].place(&p))?;
    let (outwards, length) = path_out(&local, &cores[solid])?;
    let normal = frames[solid].basis * outwards;
    let scale = normal.norm();
    let (normal, depth) = (normal / scale, length * scale);
    let mut points = [p; 2];
    points[solid] = local + outwards * length;
    let [local_a, local_b] = points;
    Some(Depth {
        depth,
        normal: if solid == 1 { normal } else { -normal },
        local_a,
        local_b,
        lower: depth,
        status: epa::Status::Converged,
        iterations: 0,
    })
}

/// Which of two bodies is a point, and which is the other.
#[inline]
fn point_and_other(cores: [&Core; 2]) -> Option<(usize, usize)> {
    match cores {
        [Core::Point(_), _] => Some((0, 1)),
        [_, Core::Point(_)] => Some((1, 0)),
        _ => None,
    }
}

/// Where two bodies are, in the coordinates of their relative placement.
#[inline]
pub(super) fn frames(relative: &RelativePlacement) -> [Frame<'_>; 2] {
    let zero = Vec3::zeros();
    [Frame::new(relative.basis_a(), zero), Frame::new(relative.basis_b(), relative.offset())]
}

/// The outward normal of a body's surface where that is nearest to a local point inside, and how far it is; `None` if the point is outside, or
/// nothing is known.
fn path_out(q: &Vec3, core: &Core) -> Option<(Vec3, f64)> {
    let distance = length(&Vec3::new(q.x, 0.0, q.z));
    // Away from the axis; any direction will do on it.
    let away = if distance > 0.0 { Vec3::new(q.x, 0.0, q.z) / distance } else { Vec3::x() };
    let towards =
        |axis: usize, half: f64| (Vec3::ith(axis, 1.0_f64.copysign(q[axis])), half - q[axis].abs());
    let shorter = |p: (Vec3, f64), q: (Vec3, f64)| if q.1 < p.1 { q } else { p };
    match *core {
        Core::Box(half) if (0..3).all(|k| q[k].abs() <= half[k]) => {
            let [x, y, z] = [0, 1, 2].map(|axis| towards(axis, half[axis]));
            Some(shorter(shorter(x, y), z))
        }
        Core::Cylinder { radius, half_height }
            if distance <= radius && q.y.abs() <= half_height =>
        {
            Some(shorter(towards(1, half_height), (away, radius - distance)))
        }
        Core::Cone { radius, half_height } => {
            let height = 2.0 * half_height;
            let above_side = radius * (half_height - q.y) - distance * height;
            let above_base = q.y + half_height;
            // The normal of the side, of the length of the side.
            let normal = away * height + Vec3::new(0.0, radius, 0.0);
            let side = normal.norm();
            (above_side >= 0.0 && above_base >= 0.0 && q.y <= half_height && side > 0.0)
                .then(|| shorter((-Vec3::y(), above_base), (normal / side, above_side / side)))
        }
        _ => None,
    }
}

/// Where a body is, in the coordinates of a relative placement.
pub(super) struct Frame<'a> {
    pub(super) basis: &'a Mat3,
    pub(super) origin: Vec3,
}

impl<'a> Frame<'a> {
    #[inline]
    pub(super) fn new(basis: &'a Mat3, origin: Vec3) -> Frame<'a> {
        Frame { basis, origin }
    }

    #[inline]
    pub(super) fn place(&self, local: &Vec3) -> Vec3 {
        self.basis * local + self.origin
    }

    /// The local coordinates of a point; `None` unless there are closed forms at this scale.
    fn local(&self, placed: &Vec3) -> Option<Vec3> {
        Some(self.local_of_scale(placed, usual_scale(self.basis)?))
    }

    /// As [`Frame::local`], of a similarity that stretches lengths by this factor.
    #[inline]
    fn local_of_scale(&self, placed: &Vec3, scale: f64) -> Vec3 {
        self.basis.tr_mul(&(placed - self.origin)) / (scale * scale)
    }
}

/// The point of a placed body that is nearest to a placed point, in the body's local coordinates. `None` where the placement
/// deforms balls, so that the nearest point is not that of local coordinates.
pub(super) fn nearest(p: &Vec3, core: &Core, frame: &Frame<'_>) -> Option<Vec3> {
    match core {
        Core::Point(q) => Some(*q),
        // The placed corners are known under any linear map.
        Core::Segment(ends) => {
            let [from, to] = ends.map(|end| frame.place(&end));
            Some(between(ends, fraction_along(&(p - from), &(to - from))))
        }
        Core::Triangle(corners) => {
            let weights = in_triangle(&corners.map(|corner| frame.place(&corner)), p);
            Some(weighted(corners, &weights))
        }
        Core::Box(_) | Core::Cylinder { .. } | Core::Cone { .. } => {
            Some(nearest_local(&frame.local(p)?, core))
        }
    }
}

/// The point of a body that is nearest to a point, both in its coordinates. Always inlined: see `gap::times`.
#[inline(always)]
fn nearest_local(q: &Vec3, core: &Core) -> Vec3 {
    match core {
        Core::Point(p) => *p,
        Core::Segment(ends) => between(ends, fraction_along(&(q - ends[0]), &(ends[1] - ends[0]))),
        Core::Triangle(corners) => weighted(corners, &in_triangle(corners, q)),
        Core::Box(half) => clamp(q, half),
        Core::Cylinder { radius, half_height } => {
            let part = towards_axis(length(&Vec3::new(q.x, 0.0, q.z)), *radius);
            Vec3::new(q.x * part, q.y.clamp(-half_height, *half_height), q.z * part)
        }
        Core::Cone { radius, half_height } => {
            let (part, y) = in_cone(q, *radius, *half_height);
            Vec3::new(q.x * part, y, q.z * part)
        }
    }
}

/// The point of a box of half extents nearest to `q`. Always inlined: see `gap::times`.
#[inline(always)]
fn clamp(q: &Vec3, half: &Vec3) -> Vec3 {
    Vec3::new(q.x.clamp(-half.x, half.x), q.y.clamp(-half.y, half.y), q.z.clamp(-half.z, half.z))
}

/// The factor that takes the coordinates of a point at a distance from an axis to the nearest that are no farther than `radius`.
#[inline]
fn towards_axis(distance: f64, radius: f64) -> f64 {
    if distance > radius { radius / distance } else { 1.0 }
}

/// The point of a cone, in a half plane a triangle, that is nearest to `q`: the factor of [`towards_axis`], and its height.
fn in_cone(q: &Vec3, radius: f64, half_height: f64) -> (f64, f64) {
    let distance = length(&Vec3::new(q.x, 0.0, q.z));
    let height = 2.0 * half_height;
    if q.y <= -half_height {
        return (towards_axis(distance, radius), -half_height);
    }
    // Of a cone without a base all of the axis is on the line of its side.
    if distance * height <= radius * (half_height - q.y) && q.y <= half_height {
        return (1.0, q.y);
    }
    // Along the side, from the base's rim to the apex.
    let (along, square) = (
        (radius - distance) * radius + (q.y + half_height) * height,
        radius * radius + height * height,
    );
    let part = if square > 0.0 { (along / square).clamp(0.0, 1.0) } else { 0.0 };
    (towards_axis(distance, radius * (1.0 - part)), -half_height + part * height)
}

/// Where along a segment, from 0 to 1, the point nearest to `p` is; both from the segment's start. Always inlined: see `gap::times`.
#[inline(always)]
fn fraction_along(p: &Vec3, edge: &Vec3) -> f64 {
    let square = edge.norm_squared();
    if square > 0.0 { (p.dot(edge) / square).clamp(0.0, 1.0) } else { 0.0 }
}

pub(crate) fn between([from, to]: &[Vec3; 2], fraction: f64) -> Vec3 {
    from * (1.0 - fraction) + to * fraction
}

/// The barycentric coordinates of the point of a triangle nearest to `p` (Ericson 2005, 5.1.5).
// The differences are not an argument: those passed through memory are a store-forwarding stall, a tenth of a distance from a triangle.
pub(crate) fn in_triangle(corners: &[Vec3; 3], p: &Vec3) -> [f64; 3] {
    let [a, b, c] = corners.each_ref().map(|corner| corner - p);
    let (ab, ac) = (b - a, c - a);
    let along = |p: &Vec3| [-ab.dot(p), -ac.dot(p)];
    let ([d1, d2], [d3, d4], [d5, d6]) = (along(&a), along(&b), along(&c));
    let part = |x: f64, y: f64| if x + y > 0.0 { x / (x + y) } else { 0.0 };
    if d1 <= 0.0 && d2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    if d3 >= 0.0 && d4 <= d3 {
        return [0.0, 1.0, 0.0];
    }
    if d6 >= 0.0 && d5 <= d6 {
        return [0.0, 0.0, 1.0];
    }
    let (of_a, of_b, of_c) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    if of_c <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let t = part(d1, -d3);
        return [1.0 - t, t, 0.0];
    }
    if of_b <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let t = part(d2, -d6);
        return [1.0 - t, 0.0, t];
    }
    if of_a <= 0.0 && d4 >= d3 && d5 >= d6 {
        let t = part(d4 - d3, d5 - d6);
        return [0.0, 1.0 - t, t];
    }
    let sum = of_a + of_b + of_c;
    [of_a / sum, of_b / sum, of_c / sum]
}

/// Where along two segments, from 0 to 1 each, their closest points are. No array, so that it is returned in registers.
pub(crate) fn of_segments([p, p_end]: [Vec3; 2], [q, q_end]: [Vec3; 2]) -> (f64, f64) {
    of_lines(&(p_end - p), &(q_end - q), &(p - q))
}

/// As [`of_segments`], of segments along `u` and `v` of which the first begins at `r` from the second (Ericson 2005, 5.1.9).
fn of_lines(u: &Vec3, v: &Vec3, r: &Vec3) -> (f64, f64) {
    let (uu, vv, uv) = (u.norm_squared(), v.norm_squared(), u.dot(v));
    let (ur, vr) = (u.dot(r), v.dot(r));
    let denominator = uu * vv - uv * uv;
    // Of parallel segments any point will do, if the other is clamped to it.
    let s =
        if denominator > 0.0 { ((uv * vr - ur * vv) / denominator).clamp(0.0, 1.0) } else { 0.0 };
    let t = if vv > 0.0 { (uv * s + vr) / vv } else { 0.0 };
    let t = t.clamp(0.0, 1.0);
    // The nearest point of the first segment to that of the second: unchanged unless the second was clamped.
    let s = if uu > 0.0 { ((uv * t - ur) / uu).clamp(0.0, 1.0) } else { 0.0 };
    (s, t)
}
