//! The contacts of two capsules, straight from their axes: equation (6) of `docs/src/theory/contacts.md`, section 4.

use wide::f64x2;

use super::lines::{self, Crossing, Line};
use super::names::{Kind, edge_feature, feature, of_part};
use super::outline::Point;
use super::{Contact, Overlap};
use crate::convex::lanes::Vec3x2;
use crate::math::Vec3;
use crate::math::tolerance::{MANIFOLD_MERGE, MANIFOLD_SLACK, SUPPORT_ROUNDING};
use crate::math::vector::{Vec2, greater, lesser};

/// The axes of two capsules, how much of each is before its point that is nearest to the other axis, and the radii.
pub(crate) struct Capsules {
    pub(in crate::convex) axes: Vec3x2,
    pub before: f64x2,
    pub radii: f64x2,
}

/// The lines on the sides of two capsules as seen along the normal: they go through the deepest points.
struct Sides {
    /// Unit vectors.
    along: [Vec3; 2],
    /// From the deepest points: where they start, and where they end.
    ends: [[f64; 2]; 2],
    /// How far the lines are behind the plane of contact at the deepest points, and how much more along them.
    behind: [f64; 2],
    slopes: [f64; 2],
    /// Of the shorter one, how far it reaches.
    reach: f64,
    slack: f64,
}

impl Sides {
    /// `None` if an axis is along the normal: it points away from the other body.
    #[inline(always)]
    fn new(capsules: &Capsules, normal: &Vec3) -> Option<Sides> {
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
        let (starts, ends) = (start - long * before, start + long * (f64x2::ONE - before));
        let reaches = starts.abs().max(ends.abs());
        let [reach_a, reach_b] = reaches.to_array();
        let reach = lesser(reach_a, reach_b);
        Some(Sides {
            along: flat.times(f64x2::ONE / long).vectors(),
            ends: [starts.to_array(), ends.to_array()],
            behind: behind.to_array(),
            slopes: slopes.to_array(),
            reach,
            slack: MANIFOLD_SLACK * reach + SUPPORT_ROUNDING * (reach_a + reach_b),
        })
    }

    /// Whether the axes are across the normal but for rounding, as they are where no end of one is nearest to the other.
    fn are_level(&self) -> bool {
        self.slopes.iter().all(|slope| slope.abs() <= MANIFOLD_SLACK)
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
    let sides = Sides::new(capsules, &normal);
    let found = sides.and_then(|sides| Some((ends(&sides, capsules, overlap)?, sides.reach)));
    let Some((mut ends, reach)) = found else {
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

/// The contacts at the ends of the region; `None` where it is but a point.
#[inline(always)]
fn ends(sides: &Sides, capsules: &Capsules, overlap: &Overlap) -> Option<[Contact; 2]> {
    if !sides.are_level() {
        return ends_of_lines(sides, capsules, overlap);
    }
    let Overlap { normal, on_a, depth } = *overlap;
    let Sides { along: [along_a, along_b], ends: [[a0, b0], [a1, b1]], slack, .. } = *sides;
    let (mut cosine, mut sine) = (along_a.dot(&along_b), normal.dot(&along_a.cross(&along_b)));
    // No branch, which would be mispredicted every other time.
    let is_turned = cosine < 0.0;
    let sign = if is_turned { -1.0 } else { 1.0 };
    let [low, high] = [b0 * sign, b1 * sign];
    let [b0, b1] = [lesser(low, high), greater(low, high)];
    (cosine, sine) = (cosine * sign, sine * sign);
    // Along the middle line. The cosine and the tangent of half of the angle, and twice its sine.
    let lean = (0.5 + 0.5 * cosine).sqrt();
    let inverse = 1.0 / lean;
    let (steep, turn) = (sine / (1.0 + cosine), sine * inverse);
    let along = (along_a + along_b * sign) * (0.5 * inverse);
    let across = normal.cross(&along);
    let [a0, a1, b0, b1] = [a0, a1, b0, b1].map(|end| end * lean);
    let (low, high) = (greater(a0, b0), lesser(a1, b1));
    // How far aside of each other the middles may be, as deep as the bodies are.
    let radius = capsules.radii.reduce_add();
    let rest = greater(radius - depth - slack, 0.0);
    let farthest = (radius * radius - rest * rest).sqrt() / turn.abs();
    let places = [greater(-farthest, low), lesser(farthest, high)];
    let between = places[1] - places[0];
    if between.is_nan() || between <= 2.0 * slack {
        return None;
    }
    // Between lines that cross, a place beside the end of one may be under the ball there.
    if turn * turn > MANIFOLD_SLACK && (places[0] == low || places[1] == high) {
        return ends_of_lines(sides, capsules, overlap);
    }
    // Both in SIMD lanes.
    let s = f64x2::new(places);
    let share = (s * f64x2::splat(turn / radius)).max(-f64x2::ONE).min(f64x2::ONE);
    // On each the point around the line that is nearest to the other line.
    let down = f64x2::ONE - (f64x2::ONE - share * share).sqrt();
    let radius_a = capsules.radii.to_array()[0];
    let off = share * f64x2::splat(radius_a * inverse) - f64x2::splat(steep) * s;
    let normals = Vec3x2::twice(&normal);
    let on_a = Vec3x2::twice(&on_a)
        .plus(&Vec3x2::twice(&along).times(s))
        .plus(&Vec3x2::twice(&across).times(off))
        .plus(&normals.times(f64x2::splat(radius_a) * down));
    let depths = (f64x2::splat(depth) - f64x2::splat(radius) * down).max(f64x2::ZERO);
    let on_b = on_a.plus(&normals.times(depths)).vectors();
    let (on_a, depths) = (on_a.vectors(), depths.to_array());
    // Each may be where either line ends on its side.
    let [first, last] = places;
    let contact = |which: usize, [ends_a, ends_b]: [bool; 2]| {
        let end = match (ends_a, ends_b) {
            (true, _) => Some([0, which as u32]),
            (_, true) => Some([1, (which ^ usize::from(is_turned)) as u32]),
            _ => None,
        };
        let (on_a, on_b, depth) = (on_a[which], on_b[which], depths[which]);
        Contact { on_a, on_b, depth, features: features_at(end) }
    };
    Some(distinct([contact(0, [first <= a0, first <= b0]), contact(1, [last >= a1, last >= b1])]))
}

/// As [`ends`], where the places that bound the region are no closed forms.
fn ends_of_lines(sides: &Sides, capsules: &Capsules, overlap: &Overlap) -> Option<[Contact; 2]> {
    let Overlap { normal, on_a, depth } = *overlap;
    let x = sides.along[0];
    let y = normal.cross(&x);
    let radii = capsules.radii.to_array();
    let line = |k: usize| {
        let along = Vec2::new(sides.along[k].dot(&x), sides.along[k].dot(&y));
        let ends = sides.ends.map(|ends| Point {
            at: along * ends[k],
            behind: sides.behind[k] + sides.slopes[k] * ends[k],
        });
        Line { ends, curvature: radii[k], ends_in_balls: true }
    };
    let crossings = lines::ends(&[line(0), line(1)], depth, sides.slack)?;
    Some(distinct(crossings.map(|Crossing { points: [of_a, of_b], end }| {
        let depth = greater(lesser(depth - of_a.behind - of_b.behind, depth), 0.0);
        let on_a = on_a + x * of_a.at.x + y * of_a.at.y + normal * of_a.behind;
        Contact { on_a, on_b: on_a + normal * depth, depth, features: features_at(end) }
    })))
}

/// The numbers of what meets where an end of a line bounds the region, or none does.
fn features_at(end: Option<[u32; 2]>) -> [u32; 2] {
    let vertex = |k: u32| feature(Kind::Vertex, k);
    lines::features(end, [[vertex(0), vertex(1), edge_feature([0, 1])]; 2])
}

/// With other numbers for the second one if both have the same.
fn distinct(mut found: [Contact; 2]) -> [Contact; 2] {
    if found[1].features == found[0].features {
        found[1].features[1] = of_part(found[1].features[1], 1);
    }
    found
}
