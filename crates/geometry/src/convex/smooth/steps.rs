//! One step of Newton's method for the least of the largest of a few functions of two variables, from their values, slopes and
//! curvature: down one, along the crease of two, into the corner of three.

use super::{Local, MOST_PIECES};
use crate::convex::dips::{Symmetric, turned};

/// Steps are no longer than this: beyond, a parabola says little about a function on a sphere.
pub const LONGEST_STEP: f64 = 0.5;

pub fn dot(a: &[f64; 2], b: &[f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub fn minus(a: &[f64; 2], b: &[f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

pub fn negative(v: [f64; 2]) -> [f64; 2] {
    v.map(|x| -x)
}

/// The step to the least place of one piece; along the direction in which that bends down, as far down as a step may lead.
pub fn downhill(second: &[f64; 3], slope: &[f64; 2]) -> [f64; 2] {
    let [xx, xy, yy] = second;
    if *xx > 0.0 && xx * yy > xy * xy {
        return negative(solved(second, slope));
    }
    let matrix = Symmetric(*second);
    let axis = matrix.least_direction();
    let along = turned(slope, &axis);
    let eigenvalues = matrix.eigenvalues();
    let step =
        [0, 1].map(|i| -along[i].signum() * (along[i] / eigenvalues[i]).abs().min(LONGEST_STEP));
    turned(&step, &[axis[0], -axis[1]])
}

/// The solution of a symmetric system.
pub fn solved([xx, xy, yy]: &[f64; 3], right: &[f64; 2]) -> [f64; 2] {
    let det = xx * yy - xy * xy;
    [(yy * right[0] - xy * right[1]) / det, (xx * right[1] - xy * right[0]) / det]
}

/// The product of a symmetric matrix and a vector.
pub fn product([xx, xy, yy]: &[f64; 3], v: &[f64; 2]) -> [f64; 2] {
    [xx * v[0] + xy * v[1], xy * v[0] + yy * v[1]]
}

/// The step to the least place of a crease, where two pieces are equal, and their shares there.
pub fn along_crease(second: &[f64; 3], p: &Local, q: &Local) -> ([f64; 2], [f64; 3]) {
    let across = minus(&p.slope, &q.slope);
    let square = dot(&across, &across);
    // Onto the crease, then along it; by one division, since the step waits for it.
    let along = [-across[1], across[0]];
    let bent = product(second, &along);
    let (apart, bend) = (q.reach - p.reach, dot(&bent, &along));
    let delta = if bend > 0.0 {
        let way = dot(&q.slope, &along) * square + dot(&bent, &across) * apart;
        let scale = 1.0 / (bend * square);
        [0, 1].map(|i| (across[i] * (apart * bend) - along[i] * way) * scale)
    } else {
        let onto = across.map(|x| x * apart / square);
        let rise = dot(&q.slope, &along) + dot(&bent, &onto);
        let way = -rise.signum() * LONGEST_STEP / square.sqrt();
        [0, 1].map(|i| onto[i] + way * along[i])
    };
    let share = -(dot(&q.slope, &across) + dot(&product(second, &delta), &across)) / square;
    (delta, [share, 1.0 - share, 0.0])
}

/// The least of the shares of three pieces where they are equal.
#[inline(never)]
pub fn least_share(second: &[f64; 3], three: [&Local; MOST_PIECES]) -> f64 {
    let (_, shares) = into_corner(second, three);
    shares.into_iter().fold(f64::INFINITY, |least, x| if x < least { x } else { least })
}

/// The step to where three pieces are equal, and their shares there.
#[inline]
pub fn into_corner(second: &[f64; 3], [p, q, r]: [&Local; MOST_PIECES]) -> ([f64; 2], [f64; 3]) {
    let (d, e) = (minus(&p.slope, &r.slope), minus(&q.slope, &r.slope));
    let (f, g) = (r.reach - p.reach, r.reach - q.reach);
    let det = d[0] * e[1] - d[1] * e[0];
    let delta = [(f * e[1] - g * d[1]) / det, (g * d[0] - f * e[0]) / det];
    let [xx, xy, yy] = second;
    let rest = [
        -(xx * delta[0] + xy * delta[1] + r.slope[0]),
        -(xy * delta[0] + yy * delta[1] + r.slope[1]),
    ];
    let (first, other) =
        ((rest[0] * e[1] - rest[1] * e[0]) / det, (d[0] * rest[1] - d[1] * rest[0]) / det);
    (delta, [first, other, 1.0 - first - other])
}
