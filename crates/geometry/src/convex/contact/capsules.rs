//! The contacts of two capsules, straight from their axes: equation (6) of `docs/src/theory/contacts.md`, section 4.

use wide::f64x2;

use super::lines::zeros;
use super::names::{Kind, edge_feature, feature, of_part};
use super::{Contact, Overlap};
use crate::convex::lanes::Vec3x2;
use crate::math::Vec3;
use crate::math::tolerance::{MANIFOLD_MERGE, MANIFOLD_SLACK, SUPPORT_ROUNDING};
use crate::math::vector::{greater, lesser};

/// The axes of two capsules, how much of each is before its point that is nearest to the other axis, and the radii.
pub(crate) struct Capsules {
    pub(in crate::convex) axes: Vec3x2,
    pub before: f64x2,
    pub radii: f64x2,
}

/// The lines on the sides of two capsules as seen along the normal: they go through the deepest points.
struct Lines {
    /// Unit vectors.
    along: [Vec3; 2],
    /// From the deepest points: where they start, and where they end.
    ends: [[f64; 2]; 2],
    /// How far the lines are behind the plane of contact at the deepest points, and how much more along them.
    behind: f64x2,
    slopes: f64x2,
}

impl Lines {
    /// `None` if an axis is along the normal: it points away from the other body.
    #[inline(always)]
    fn new(capsules: &Capsules, normal: &Vec3) -> Option<Lines> {
        let Capsules { axes, before, radii } = *capsules;
        let normals = Vec3x2::new(normal, &-normal);
        let rise = axes.dot(&normals);
        let flat = axes.minus(&normals.times(rise));
        let (long, inverse) = (flat.dot(&flat).sqrt(), f64x2::ONE / axes.dot(&axes).sqrt());
        if long.simd_gt(f64x2::ZERO).to_bitmask() != 3 {
            return None;
        }
        let (start, slopes) = (radii * rise * inverse, rise / long);
        let behind = radii - radii * long * inverse - slopes * start;
        let ends = [start - long * before, start + long * (f64x2::ONE - before)];
        let along = flat.times(f64x2::ONE / long).vectors();
        Some(Lines { along, ends: ends.map(f64x2::to_array), behind, slopes })
    }
}

/// As [`Manifold::find`](super::Manifold::find), of two capsules: passes on each contact, in order of importance.
pub(crate) fn each_of_capsules(
    capsules: &Capsules,
    overlap: &Overlap,
    visit: &mut dyn FnMut(&Contact),
) {
    let Overlap { normal, on_a, depth } = *overlap;
    let deepest = |features| Contact { on_a, on_b: on_a + normal * depth, depth, features };
    let lines = Lines::new(capsules, &normal);
    let Some((mut ends, reach)) = lines.and_then(|lines| ends(lines, capsules, overlap)) else {
        return visit(&deepest([edge_feature([0, 1]); 2]));
    };
    // Which of the two comes first: the contacts stay where they are, as copies of them would be store-forwarding stalls.
    let mut first = usize::from(ends[1].depth > ends[0].depth);
    let squares = ends.each_ref().map(|contact| (contact.on_a - on_a).norm_squared());
    let missing = depth - ends[first].depth;
    let farther = usize::from(squares[1 - first] > squares[first]) ^ first;
    if missing <= MANIFOLD_SLACK * squares[farther].sqrt() {
        // It is as deep but for rounding.
        ends[first].on_b += normal * missing;
        ends[first].depth = depth;
    } else if lesser(squares[0], squares[1]) <= (MANIFOLD_MERGE * reach).powi(2) {
        first = usize::from(squares[1 - first] < squares[first]) ^ first;
        ends[first] = deepest(ends[first].features);
    } else {
        visit(&deepest([0; 2]));
        first = farther;
    }
    visit(&ends[first]);
    visit(&ends[1 - first]);
}

/// The contacts at the ends of the region, and how far the shorter line reaches; `None` where the region is but a point.
#[inline(always)]
fn ends(lines: Lines, capsules: &Capsules, overlap: &Overlap) -> Option<([Contact; 2], f64)> {
    let Overlap { normal, on_a, depth } = *overlap;
    let Lines { along: [along_a, along_b], ends: [[a0, b0], [a1, b1]], behind, mut slopes } = lines;
    let (mut cosine, mut sine) = (along_a.dot(&along_b), normal.dot(&along_a.cross(&along_b)));
    // No branch, which would be mispredicted every other time.
    let is_turned = cosine < 0.0;
    let sign = if is_turned { -1.0 } else { 1.0 };
    let [low, high] = [b0 * sign, b1 * sign];
    let [b0, b1] = [lesser(low, high), greater(low, high)];
    slopes *= f64x2::new([1.0, sign]);
    (cosine, sine) = (cosine * sign, sine * sign);
    let (reach_a, reach_b) = (greater(a0.abs(), a1.abs()), greater(b0.abs(), b1.abs()));
    let reach = lesser(reach_a, reach_b);
    let slack = MANIFOLD_SLACK * reach + SUPPORT_ROUNDING * (reach_a + reach_b);
    // Along the middle line. The cosine and the tangent of half of the angle, and twice its sine.
    let lean = (0.5 + 0.5 * cosine).sqrt();
    let inverse = 1.0 / lean;
    let (steep, turn) = (sine / (1.0 + cosine), sine * inverse);
    let along = (along_a + along_b * sign) * (0.5 * inverse);
    let across = normal.cross(&along);
    let [a0, a1, b0, b1] = [a0, a1, b0, b1].map(|end| end * lean);
    let (low, high) = (greater(a0, b0), lesser(a1, b1));
    // How fast the distance of the lines grows across both, and how far they are behind in all.
    slopes *= f64x2::splat(inverse);
    let (rise, radius) = (slopes.reduce_add(), capsules.radii.reduce_add());
    let rest = radius - depth - slack + behind.reduce_add();
    let farthest = radius / turn.abs();
    let aside = [-farthest, farthest];
    let around = zeros(turn * turn + rise * rise, rest * rise, rest * rest - radius * radius);
    let bound = |which: usize| {
        let place = aside[which];
        let climb = if rise == 0.0 { 0.0 } else { rise * place };
        if rest + climb > 0.0 { around.map(|around| around[which]) } else { Some(place) }
    };
    let places = [greater(bound(0)?, low), lesser(bound(1)?, high)];
    let between = places[1] - places[0];
    if between.is_nan() || between <= 2.0 * slack {
        return None;
    }
    // Both in SIMD lanes.
    let s = f64x2::new(places);
    let share = (s * f64x2::splat(turn / radius)).max(-f64x2::ONE).min(f64x2::ONE);
    // On each the point around the line that is nearest to the other line.
    let down = f64x2::ONE - (f64x2::ONE - share * share).sqrt();
    let ([slope_a, slope_b], [behind_a, behind_b]) = (slopes.to_array(), behind.to_array());
    let of_a = f64x2::splat(behind_a) + f64x2::splat(slope_a) * s;
    let of_b = f64x2::splat(behind_b) + f64x2::splat(slope_b) * s;
    let radius_a = capsules.radii.to_array()[0];
    let off = share * f64x2::splat(radius_a * inverse) - f64x2::splat(steep) * s;
    let normals = Vec3x2::twice(&normal);
    let on_a = Vec3x2::twice(&on_a)
        .plus(&Vec3x2::twice(&along).times(s))
        .plus(&Vec3x2::twice(&across).times(off))
        .plus(&normals.times(of_a + f64x2::splat(radius_a) * down));
    let depths = f64x2::splat(depth) - of_a - of_b - f64x2::splat(radius) * down;
    let depths = depths.min(f64x2::splat(depth)).max(f64x2::ZERO);
    let on_b = on_a.plus(&normals.times(depths)).vectors();
    let (on_a, depths) = (on_a.vectors(), depths.to_array());
    // Each may be where either line ends on its side.
    let (edge, [first, last]) = (edge_feature([0, 1]), places);
    let contact = |which: usize, [ends_a, ends_b]: [bool; 2]| {
        let vertex = |k: usize| feature(Kind::Vertex, k as u32);
        let of_a = if ends_a { vertex(which) } else { edge };
        let of_b = if ends_b && !ends_a { vertex(which ^ usize::from(is_turned)) } else { edge };
        let (on_a, on_b, depth) = (on_a[which], on_b[which], depths[which]);
        Contact { on_a, on_b, depth, features: [of_a, of_b] }
    };
    let mut found = [contact(0, [first <= a0, first <= b0]), contact(1, [last >= a1, last >= b1])];
    if found[1].features == found[0].features {
        found[1].features[1] = of_part(found[1].features[1], 1);
    }
    Some((found, reach))
}
