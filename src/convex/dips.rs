//! Directions in which a round body reaches least far, nearby: Newton's method on the support function, and how wide
//! about such a direction it is certain that the body reaches no less far.
//!
//! Where a body touches its supporting plane it holds an ellipsoid that touches there too ([`super::difference::Bend`]),
//! and so reaches at least as far as that in all other directions. Along a tangent u of the unit sphere at n the reach of
//! an ellipsoid is f(s) = c.(n + s u) + |x + s y|, which exceeds its tangent by s^2 |y'|^2 / (|x + s y| + |x| + s x.y/|x|),
//! y' being y across x. Where the sum of such, f, is level, f(s) >= f(0) + k(s) s^2; the plane's distance, that is
//! f(s) / sqrt(1 + s^2), is not less than f(0) as long as 2 k(s) >= f(0), since sqrt(1 + s^2) <= 1 + s^2 / 2.

use super::difference::{Bend, Ellipsoid, Hull};
use crate::math::Vec3;
use crate::math::tolerance::{CAP_TRIALS, DESCENT_STEPS, LEVEL_SLOPE, ROUND_REACH, WIDEST_CAP};

/// A direction of least reach.
#[derive(Clone, Copy, Debug)]
pub struct Dip {
    /// The unit vector.
    pub normal: Vec3,
    /// How far the body reaches along it.
    pub depth: f64,
    /// The tangent of the angle about `normal` within which no direction is known to have less reach.
    pub cap: f64,
    /// The length of a vector along `normal` beyond which the body reaches in all directions outside of the cap; 0 if
    /// there is no cap.
    pub apex: f64,
    /// Support points computed.
    pub iterations: u32,
}

/// Two unit vectors across a unit vector and each other (Duff and others, 2017).
#[inline(never)]
pub fn across(n: &Vec3) -> [Vec3; 2] {
    let sign = 1.0_f64.copysign(n.z);
    let a = -1.0 / (sign + n.z);
    let b = n.x * n.y * a;
    [Vec3::new(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x), Vec3::new(b, sign + n.y * n.y * a, -n.y)]
}

/// A symmetric matrix of two rows: xx, xy, yy.
#[derive(Clone, Copy, Debug)]
struct Symmetric([f64; 3]);

impl Symmetric {
    /// The eigenvalues, the lesser first.
    fn eigenvalues(&self) -> [f64; 2] {
        let [xx, xy, yy] = self.0;
        let (mean, half) = ((xx + yy) * 0.5, (xx - yy) * 0.5);
        let radius = (half * half + xy * xy).sqrt();
        [mean - radius, mean + radius]
    }

    /// The solution of `self x = -g`, if the matrix is positive definite.
    fn descent(&self, g: &[f64; 2]) -> Option<[f64; 2]> {
        let [xx, xy, yy] = self.0;
        let det = xx * yy - xy * xy;
        (det > 0.0 && xx > 0.0).then(|| [(xy * g[1] - yy * g[0]) / det, (xy * g[0] - xx * g[1]) / det])
    }
}

/// The shape of a body's support function at a unit vector.
struct Shape {
    reach: f64,
    slope: [f64; 2],
    /// The second derivative across the unit vector: the radii of curvature.
    curvature: Symmetric,
    parts: [Part; 2],
    /// Whether an ellipsoid is flat across the direction, so that the function has a kink.
    kink: bool,
}

/// The share of one ellipsoid in a support function.
#[derive(Clone, Copy)]
struct Part {
    curvature: Symmetric,
    /// |x|, the largest |x.y| / |x|, and the largest |y|.
    reach: f64,
    slope: f64,
    radius: f64,
}

impl Part {
    const NONE: Part = Part { curvature: Symmetric([0.0; 3]), reach: 0.0, slope: 0.0, radius: 0.0 };

    /// f(s) is at least f(0) + s f'(0) + s^2 times this and the curvature.
    fn share(&self, s: f64) -> f64 {
        let (x, xy, y) = (self.reach, s * self.slope, s * self.radius);
        x / ((x * x + 2.0 * x * xy + y * y).sqrt() + x + xy)
    }
}

fn shape(bend: &Bend, n: &Vec3, [u, v]: &[Vec3; 2]) -> Shape {
    let p = &bend.point;
    let mut shape = Shape {
        reach: p.dot(n),
        slope: [p.dot(u), p.dot(v)],
        curvature: Symmetric([0.0; 3]),
        parts: [Part::NONE; 2],
        kink: false,
    };
    for (Ellipsoid { axes, x, reach }, part) in bend.parts.iter().zip(&mut shape.parts) {
        let (yu, yv) = (axes.tr_mul(u), axes.tr_mul(v));
        let squares = Symmetric([yu.dot(&yu), yu.dot(&yv), yv.dot(&yv)]);
        let [_, largest] = squares.eigenvalues();
        if largest == 0.0 {
            continue;
        }
        if reach * reach <= ROUND_REACH * largest {
            shape.kink = true;
            continue;
        }
        let (xu, xv) = (x.dot(&yu) / reach, x.dot(&yv) / reach);
        let [uu, uv, vv] = squares.0;
        let curvature = [uu - xu * xu, uv - xu * xv, vv - xv * xv].map(|square| square / reach);
        *part = Part {
            curvature: Symmetric(curvature),
            reach: *reach,
            slope: (xu * xu + xv * xv).sqrt(),
            radius: largest.sqrt(),
        };
        for (sum, part) in shape.curvature.0.iter_mut().zip(curvature) {
            *sum += part;
        }
    }
    shape
}

/// Goes down from a unit vector to one of least reach by Newton's method on the unit sphere; `None` if the body has
/// corners only. Where the support function has a kink the descent ends at it, with no cap.
pub fn descend(hull: &mut impl Hull, from: &Vec3, tolerance: f64) -> Option<Dip> {
    let mut bend = hull.bend(from)?;
    let mut normal = *from;
    let mut iterations = 1;
    let mut level = false;
    let rounding = 2.0 * hull.rounding();
    let mut tangents = across(&normal);
    let mut here = shape(&bend, &normal, &tangents);
    for _ in 0..DESCENT_STEPS {
        let slope = (here.slope[0] * here.slope[0] + here.slope[1] * here.slope[1]).sqrt();
        level = slope <= LEVEL_SLOPE * tolerance * here.reach.abs() || slope <= rounding;
        if level || here.kink {
            break;
        }
        let [uu, uv, vv] = here.curvature.0;
        let second = Symmetric([uu - here.reach, uv, vv - here.reach]);
        let mut step = second.descent(&here.slope).unwrap_or_else(|| here.slope.map(|x| -x / slope));
        let length = (step[0] * step[0] + step[1] * step[1]).sqrt();
        if length > 0.5 {
            step = step.map(|x| x * 0.5 / length);
        }
        let mut moved = false;
        for _ in 0..3 {
            let n = (normal + tangents[0] * step[0] + tangents[1] * step[1]).normalize();
            let Some(there) = hull.bend(&n) else { break };
            iterations += 1;
            if there.point.dot(&n) < here.reach {
                (normal, bend, moved) = (n, there, true);
                break;
            }
            step = step.map(|x| x * 0.25);
        }
        if !moved {
            break;
        }
        tangents = across(&normal);
        here = shape(&bend, &normal, &tangents);
    }
    let (cap, apex) = if level { cap(&here) } else { (0.0, 0.0) };
    Some(Dip { normal, depth: here.reach, cap, apex, iterations })
}

/// The tangent of the angle within which the curvature rules out any less reach, and the length of the apex.
fn cap(shape: &Shape) -> (f64, f64) {
    let [least, _] = shape.curvature.eigenvalues();
    if !(shape.reach > 0.0 && least > shape.reach && !shape.kink) {
        return (0.0, 0.0);
    }
    let mut cap = WIDEST_CAP;
    for _ in 0..CAP_TRIALS {
        let mut sum = Symmetric([0.0; 3]);
        for part in shape.parts.iter().filter(|part| part.reach > 0.0) {
            let share = part.share(cap);
            for (sum, xx) in sum.0.iter_mut().zip(part.curvature.0) {
                *sum += share * xx;
            }
        }
        let [least, _] = sum.eigenvalues();
        if 2.0 * least >= shape.reach {
            return (cap, shape.reach + least * cap * cap);
        }
        cap *= 0.6;
    }
    (0.0, 0.0)
}

impl Dip {
    /// Whether a unit vector is within the cap.
    pub fn holds(&self, n: &Vec3) -> bool {
        let cosine = self.normal.dot(n);
        let sine2 = (n - self.normal * cosine).norm_squared();
        self.apex > 0.0 && cosine > 0.0 && sine2 <= self.cap * self.cap * cosine * cosine
    }
}
