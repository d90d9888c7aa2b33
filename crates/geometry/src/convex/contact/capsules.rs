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

/// Two capsules as seen along the normal, by places along their axes from the deepest points. The lines on their sides go through these.
struct Sides {
    /// Unit vectors along the axes as they are seen.
    along: [Vec3; 2],
    /// Where the axes start, and where they end.
    centers: [f64x2; 2],
    /// The angles by which the axes lean: the tangents are how much farther behind they are along them.
    slopes: f64x2,
    sines: f64x2,
    secants: f64x2,
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
        let (long, length) = (flat.dot(&flat).sqrt(), axes.dot(&axes).sqrt());
        if long.simd_gt(f64x2::ZERO).to_bitmask() != 3 {
            return None;
        }
        let (sines, inverse) = (rise / length, f64x2::ONE / long);
        let centers = [-long * before, long * (f64x2::ONE - before)];
        let [start, end] = centers.map(|center| (center + radii * sines).abs());
        let [reach_a, reach_b] = start.fast_max(end).to_array();
        let reach = lesser(reach_a, reach_b);
        Some(Sides {
            along: flat.times(inverse).vectors(),
            centers,
            slopes: rise * inverse,
            sines,
            secants: length * inverse,
            reach,
            slack: MANIFOLD_SLACK * reach + SUPPORT_ROUNDING * (reach_a + reach_b),
        })
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
    let Overlap { normal, on_a, depth } = *overlap;
    let Sides { along: [along_a, along_b], centers, slack, .. } = *sides;
    let radii = capsules.radii;
    let (cosine, sine) = (along_a.dot(&along_b), normal.dot(&along_a.cross(&along_b)));
    // Both along the middle. No branch, which would be mispredicted every other time.
    let is_turned = cosine < 0.0;
    let sign = if is_turned { -1.0 } else { 1.0 };
    let (cosine, sine, along_b) = (cosine * sign, sine * sign, along_b * sign);
    let signs = f64x2::new([1.0, sign]);
    let (slopes, sines) = (sides.slopes * signs, sides.sines * signs);
    let [start, end] = centers.map(|center| center * signs);
    let centers = [start.fast_min(end), start.fast_max(end)];
    // Where the lines on the sides end.
    let [lows, highs] = centers.map(|center| (center + radii * sines).to_array());
    let (low, high) = (greater(lows[0], lows[1]), lesser(highs[0], highs[1]));
    // The point around each line that is nearest to the other one divides what is between the lines in the ratio of the radii. How far
    // that is along each axis, for each unit along the lines.
    let radius = radii.reduce_add();
    let parts = radii / f64x2::splat(radius);
    let feet = f64x2::ONE - parts * f64x2::splat(1.0 - cosine);
    // Where the lines are as far aside of each other as the radii, and where the depth is zero: on an ellipse.
    let (rise, height) = ((slopes * feet).reduce_add(), (radii * sides.secants).reduce_add());
    let (rest, round) = (radius - depth - slack, sine * (height / radius));
    let (square, half) = (rise * rise + round * round, rest * rise);
    let root = (half * half + square * (height * height - rest * rest)).sqrt();
    let both = f64x2::new([-1.0, 1.0]);
    let aside = both * f64x2::splat(radius / sine.abs());
    let around = (both * f64x2::splat(root) - f64x2::splat(half)) / f64x2::splat(square);
    // No number of parallel lines: they end elsewhere.
    let is_shallow = (f64x2::splat(rest) + f64x2::splat(rise) * aside).simd_gt(f64x2::ZERO);
    let [start, end] = is_shallow.select(around, aside).to_array();
    let places = [greater(start, low), lesser(end, high)];
    let between = places[1] - places[0];
    if between.is_nan() || between <= 2.0 * slack {
        return None;
    }
    // Both in SIMD lanes.
    let s = f64x2::new(places);
    let share = (s * f64x2::splat(sine / radius)).fast_max(-f64x2::ONE).fast_min(f64x2::ONE);
    let square = f64x2::ONE - share * share;
    let root = square.sqrt();
    let body = |k: usize| {
        let of = |numbers: f64x2| f64x2::splat(numbers.to_array()[k]);
        let (r, foot) = (of(radii), s * of(feet));
        // The centre of the ball that is foremost there.
        let center =
            (foot - r * root * of(sines)).fast_max(of(centers[0])).fast_min(of(centers[1]));
        let square = r * r * square - (foot - center) * (foot - center);
        (r + of(slopes) * center - square.fast_max(f64x2::ZERO).sqrt(), square)
    };
    // How far behind the capsules are, and the squares of how high these balls are there.
    let ((of_a, square_a), (of_b, square_b)) = (body(0), body(1));
    let depths = f64x2::splat(depth) - of_a - of_b;
    // Of a ball at an end there may be nothing.
    let is_in = depths.simd_ge(f64x2::splat(-2.0 * slack))
        & square_a.fast_min(square_b).simd_ge(f64x2::splat(-slack * slack));
    if is_in.to_bitmask() != 3 {
        return ends_of_lines(sides, capsules, overlap);
    }
    let depths = depths.fast_min(f64x2::splat(depth)).fast_max(f64x2::ZERO);
    let [part_a, part_b] = parts.to_array();
    let (along, normals) = (along_a * part_b + along_b * part_a, Vec3x2::twice(&normal));
    let on_a =
        Vec3x2::twice(&on_a).plus(&Vec3x2::twice(&along).times(s)).plus(&normals.times(of_a));
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
    Some(distinct([
        contact(0, lows.map(|low| first <= low)),
        contact(1, highs.map(|high| last >= high)),
    ]))
}

/// As [`ends`], where the places that bound the region are no closed forms.
#[cold]
fn ends_of_lines(sides: &Sides, capsules: &Capsules, overlap: &Overlap) -> Option<[Contact; 2]> {
    let Overlap { normal, on_a, depth } = *overlap;
    let x = sides.along[0];
    let y = normal.cross(&x);
    let Sides { centers, slopes, sines, secants, .. } = *sides;
    let radii = capsules.radii;
    let ends = centers.map(|center| {
        let behind = radii + slopes * center - radii / secants;
        ((center + radii * sines).to_array(), behind.to_array())
    });
    let line = |k: usize| {
        let along = Vec2::new(sides.along[k].dot(&x), sides.along[k].dot(&y));
        let ends = ends.map(|(at, behind)| Point { at: along * at[k], behind: behind[k] });
        Line { ends, curvature: radii.to_array()[k], ends_in_balls: true }
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
