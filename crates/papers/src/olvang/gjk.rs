//! GJK as Olvång wrote it: a test for intersection, a distance, and the depth of shallow contacts (Olvång 2.3, algorithms
//! 4 and 5).

use super::closest::Simplex;
use solid_geometry::math::Vec3;

#[cfg(test)]
mod tests;

/// After so many support points a search gives up.
const MOST_POINTS: u32 = 300;

/// A point of the simplex nearer to the origin than this part of the simplex's largest coordinate is the origin.
const ORIGIN: f64 = 1e-12;

/// The answer of a search on A - B.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    /// The origin is outside. For SA-GJK the vector is any that separates, for a distance the nearest point of A - B.
    Apart(Vec3),
    /// The origin is in the simplex, whose corners are on the surface of A - B.
    Enclosed(Simplex),
    /// No answer after the largest number of support points.
    Capped,
}

/// The result of the sweep GJK.
#[derive(Clone, Copy, Debug)]
pub enum Sweep {
    /// Also with balls of the radius around them the bodies are apart.
    Apart,
    /// The bodies are apart, but nearer than twice the radius. To separate the bodies with balls around them A has to move
    /// by `depth` along `normal`, a unit vector from B towards A.
    Shallow {
        /// Twice the radius less the distance.
        depth: f64,
        /// From B towards A.
        normal: Vec3,
    },
    /// The bodies themselves overlap: what the backup, [`super::epa::expand`], starts with.
    Deep(Simplex),
    /// No answer after the largest number of support points.
    Capped,
}

/// How the common loop ended.
enum End {
    /// By what it was to end with.
    Ended,
    Enclosed,
    /// No support point is nearer to the origin than v, up to rounding.
    Stalled,
    Capped,
}

/// The common loop: how it ended, the nearest point v and its simplex. `ends` sees v and the support point w against it.
fn search(
    support: &mut impl FnMut(&Vec3) -> Vec3,
    start: &Vec3,
    mut ends: impl FnMut(&Vec3, &Vec3) -> bool,
) -> (End, Vec3, Simplex) {
    let mut v = support(start);
    let mut simplex = Simplex::new(&[v]);
    for _ in 1..MOST_POINTS {
        let size = simplex.points().iter().fold(0.0, |size: f64, p| size.max(p.amax()));
        if v.norm() <= ORIGIN * size {
            return (End::Enclosed, v, simplex);
        }
        let w = support(&-v);
        if ends(&v, &w) {
            return (End::Ended, v, simplex);
        }
        if simplex.points().contains(&w) {
            return (End::Stalled, v, simplex);
        }
        simplex.push(w);
        let next = simplex.reduce();
        if simplex.points().len() == 4 {
            return (End::Enclosed, next, simplex);
        }
        if next.norm_squared() >= v.norm_squared() {
            return (End::Stalled, v, simplex);
        }
        v = next;
    }
    (End::Capped, v, simplex)
}

/// Whether the bodies share a point (algorithm 4). `start` is a direction, the difference of the centres. A search that
/// rounding stops has found no separating plane: the bodies touch.
pub fn separating_axis(support: &mut impl FnMut(&Vec3) -> Vec3, start: &Vec3) -> Answer {
    match search(support, start, |v, w| v.dot(w) > 0.0) {
        (End::Ended, v, _) => Answer::Apart(v),
        (End::Enclosed | End::Stalled, _, simplex) => Answer::Enclosed(simplex),
        (End::Capped, ..) => Answer::Capped,
    }
}

/// The distance: the nearest point of A - B, to a relative error `tolerance` (GJK, Olvång 2.3).
pub fn distance(support: &mut impl FnMut(&Vec3) -> Vec3, start: &Vec3, tolerance: f64) -> Answer {
    let is_near = |v: &Vec3, w: &Vec3| v.norm_squared() - v.dot(w) <= tolerance * v.norm_squared();
    match search(support, start, is_near) {
        (End::Ended | End::Stalled, v, _) => Answer::Apart(v),
        (End::Enclosed, _, simplex) => Answer::Enclosed(simplex),
        (End::Capped, ..) => Answer::Capped,
    }
}

/// The depth of two bodies with balls of `radius` around them, where that is less than twice the radius (algorithm 5).
///
/// Ends at the first plane that is farther than twice the radius. `tolerance` is the relative error of the distance.
pub fn sweep(
    support: &mut impl FnMut(&Vec3) -> Vec3,
    start: &Vec3,
    radius: f64,
    tolerance: f64,
) -> Sweep {
    let mut far = false;
    let (end, v, simplex) = search(support, start, |v, w| {
        far = v.dot(w) > 2.0 * radius * v.norm();
        far || v.norm_squared() - v.dot(w) <= tolerance * v.norm_squared()
    });
    match end {
        End::Ended | End::Stalled if far || v.norm() > 2.0 * radius => Sweep::Apart,
        End::Ended | End::Stalled => {
            Sweep::Shallow { depth: 2.0 * radius - v.norm(), normal: v / v.norm() }
        }
        End::Enclosed => Sweep::Deep(simplex),
        End::Capped => Sweep::Capped,
    }
}
