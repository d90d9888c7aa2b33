//! The GJK ray cast as van den Bergen's slides have it: when does a ray first meet a convex body of which nothing but the
//! support mapping is known?
//!
//! GJK searches for the point of the body nearest to a point on the ray. A support plane with that point on its outer side
//! clips the ray: the point moves on to the plane, and the simplex starts anew with the support point of that plane.

use crate::olvang::closest::Simplex;
use solid_geometry::math::Vec3;

#[cfg(test)]
mod tests;

/// After so many support points a search gives up.
const MOST_POINTS: u32 = 1000;

/// The answer of a ray cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// The ray comes nearer to the body than the tolerance.
    Hit {
        /// When: never later than the body itself is met, but for rounding.
        time: f64,
        /// Outwards, of any length: that of the plane that clipped the ray last. Zero where the ray starts in the body.
        normal: Vec3,
    },
    /// It passes the body, or ends before.
    Missed,
    /// No answer: rounding leaves no point nearer, or the largest number of support points was reached.
    Stalled,
}

/// Casts the ray of the points `start + t * motion`, t from 0 to 1, against the body of a support mapping.
pub fn ray_cast(
    support: &mut impl FnMut(&Vec3) -> Vec3,
    start: &Vec3,
    motion: &Vec3,
    tolerance: f64,
) -> Answer {
    let (mut time, mut normal) = (0.0, Vec3::zeros());
    // From the body's points to the point on the ray.
    let mut v = start - support(&-motion);
    let mut simplex = Simplex::new(&[v]);
    for _ in 1..MOST_POINTS {
        if v.norm() <= tolerance {
            return Answer::Hit { time, normal };
        }
        let p = support(&v);
        let w = start + motion * time - p;
        let outside = v.dot(&w);
        if outside > 0.0 {
            let speed = v.dot(motion);
            if speed >= 0.0 {
                return Answer::Missed;
            }
            let next = time - outside / speed;
            if next > 1.0 {
                return Answer::Missed;
            }
            // What does not move the point by rounding is no clipping.
            if next > time {
                (time, normal) = (next, v);
                v = start + motion * time - p;
                simplex = Simplex::new(&[v]);
                continue;
            }
        }
        if simplex.points().contains(&w) {
            return Answer::Stalled;
        }
        simplex.push(w);
        let next = simplex.reduce();
        if simplex.points().len() == 4 {
            return Answer::Hit { time, normal };
        }
        if next.norm_squared() >= v.norm_squared() {
            return Answer::Stalled;
        }
        v = next;
    }
    Answer::Stalled
}
