//! The contacts of two capsules, straight from their axes: equation (6) of `docs/src/theory/contacts.md`, section 4.

use super::lines::zeros;
use super::names::{Kind, edge_feature, feature, of_part};
use super::{Contact, Overlap};
use crate::math::Vec3;
use crate::math::tolerance::{MANIFOLD_MERGE, MANIFOLD_SLACK, SUPPORT_ROUNDING};
use crate::math::vector::{greater, lesser};

/// The axis of a capsule, how much of it is before its point that is nearest to the other axis, and the radius.
#[derive(Default)]
pub(crate) struct Capsule {
    pub axis: Vec3,
    pub before: f64,
    pub radius: f64,
}

/// The line on the side of a capsule as seen along the normal: it goes through the deepest point.
struct Line {
    /// A unit vector.
    along: Vec3,
    /// From the deepest point.
    ends: [f64; 2],
    /// How far the line is behind the plane of contact at the deepest point, and how much more along it.
    behind: f64,
    slope: f64,
    radius: f64,
}

impl Line {
    /// `None` of an axis along the normal, which points away from the other body.
    #[inline(always)]
    fn new(capsule: &Capsule, normal: &Vec3) -> Option<Line> {
        let Capsule { axis, before, radius } = capsule;
        let rise = axis.dot(normal);
        let flat = axis - normal * rise;
        let (long, inverse) = (flat.norm(), 1.0 / axis.norm());
        let (start, slope) = (radius * rise * inverse, rise / long);
        let behind = radius - radius * long * inverse - slope * start;
        let ends = [start - long * before, start + long * (1.0 - before)];
        (long > 0.0).then(|| Line { along: flat / long, ends, behind, slope, radius: *radius })
    }

    fn reach(&self) -> f64 {
        greater(self.ends[0].abs(), self.ends[1].abs())
    }
}

/// As [`Manifold::find`](super::Manifold::find), of two capsules: passes on each contact, in order of importance.
pub(crate) fn each_of_capsules(
    [a, b]: &[Capsule; 2],
    overlap: &Overlap,
    visit: &mut dyn FnMut(&Contact),
) {
    let Overlap { normal, on_a, depth } = *overlap;
    let deepest = |features| Contact { on_a, on_b: on_a + normal * depth, depth, features };
    let lines = Line::new(a, &normal).zip(Line::new(b, &-normal));
    let Some((mut ends, reach)) = lines.and_then(|(a, b)| ends(&a, b, overlap)) else {
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
fn ends(a: &Line, mut b: Line, overlap: &Overlap) -> Option<([Contact; 2], f64)> {
    let Overlap { normal, on_a, depth } = *overlap;
    let (mut cosine, mut sine) = (a.along.dot(&b.along), normal.dot(&a.along.cross(&b.along)));
    // No branch, which would be mispredicted every other time.
    let is_turned = cosine < 0.0;
    let sign = if is_turned { -1.0 } else { 1.0 };
    let [low, high] = b.ends.map(|end| end * sign);
    (b.along, b.ends, b.slope) =
        (b.along * sign, [lesser(low, high), greater(low, high)], b.slope * sign);
    (cosine, sine) = (cosine * sign, sine * sign);
    let (reach_a, reach_b) = (a.reach(), b.reach());
    let reach = lesser(reach_a, reach_b);
    let slack = MANIFOLD_SLACK * reach + SUPPORT_ROUNDING * (reach_a + reach_b);
    // Along the middle line. The cosine and the tangent of half of the angle, and twice its sine.
    let lean = (0.5 + 0.5 * cosine).sqrt();
    let (steep, turn) = (sine / (1.0 + cosine), sine / lean);
    let along = (a.along + b.along) * (0.5 / lean);
    let across = normal.cross(&along);
    let ([a0, a1], [b0, b1]) = (a.ends.map(|end| end * lean), b.ends.map(|end| end * lean));
    let (low, high) = (greater(a0, b0), lesser(a1, b1));
    // How fast the distance of the lines grows across both, and how far they are behind in all.
    let rise = (a.slope + b.slope) / lean;
    let radius = a.radius + b.radius;
    let rest = radius - depth - slack + a.behind + b.behind;
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
    let edge = edge_feature([0, 1]);
    let contact = |s: f64| {
        let share = (turn * s / radius).clamp(-1.0, 1.0);
        // On each the point around the line that is nearest to the other line.
        let down = 1.0 - (1.0 - share * share).sqrt();
        let of_a = a.behind + a.slope / lean * s;
        let of_b = b.behind + b.slope / lean * s;
        let off = share * a.radius / lean - steep * s;
        let on_a = on_a + along * s + across * off + normal * (of_a + a.radius * down);
        let depth = greater(lesser(depth - of_a - of_b - radius * down, depth), 0.0);
        let end = |low: f64, high: f64| [s <= low, s >= high].iter().position(|is_at| *is_at);
        let vertex = |k: usize| feature(Kind::Vertex, k as u32);
        let features = match (end(a0, a1), end(b0, b1)) {
            (Some(k), _) => [vertex(k), edge],
            (_, Some(k)) => [edge, vertex(if is_turned { 1 - k } else { k })],
            _ => [edge; 2],
        };
        Contact { on_a, on_b: on_a + normal * depth, depth, features }
    };
    let mut found = places.map(contact);
    if found[1].features == found[0].features {
        found[1].features[1] = of_part(found[1].features[1], 1);
    }
    Some((found, reach))
}
