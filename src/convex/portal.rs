//! The first contact along a path by a portal: three points of A - B that the path passes between.
//!
//! As in Minkowski portal refinement ([`super::mpr`]), but along the path itself: the plane of the portal's support point
//! bounds the contact from below, the portal from above. Where bodies are round, Newton's method ([`super::landing`])
//! takes over. What it tells is proved; what it does not come to is left to the cast of [`super::cast`].

use super::dips::across;
use super::gjk::Witness;
use super::landing;
use super::pair::{Pair, SupportPoint};
use super::path::Path;
use crate::math::Vec3;
use crate::math::tolerance::PORTAL_ITERATIONS;
use crate::shape::Any;

#[cfg(test)]
#[path = "portal_tests.rs"]
mod tests;

/// What the portal tells of a cast.
#[derive(Clone, Copy, Debug)]
pub enum Told {
    /// At each point of the path a plane separates the bodies, beyond rounding.
    Missed,
    /// The bodies are apart before this contact.
    Contact(Contact),
    /// Not enough.
    Nothing,
}

/// A contact between its bounds.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// How far on the path, in lengths of its direction: a plane separates the bodies before.
    pub at: f64,
    /// The unit normal of that plane, from B to A.
    pub normal: Vec3,
    /// Points of both bodies; the difference is what is left between them at that time.
    pub witness: Witness,
    /// Whether the path certainly passes through the portal, and does not end before.
    pub proved: bool,
    /// Support points computed.
    pub iterations: u32,
}

/// A point of A - B and its place across the path.
#[derive(Clone, Copy)]
pub struct Corner {
    /// The difference.
    pub w: Vec3,
    /// Along the two tangents.
    pub flat: [f64; 2],
    /// The point of A, in local coordinates.
    pub local_a: Vec3,
    /// The point of B, in local coordinates.
    pub local_b: Vec3,
    /// The direction that it was searched against.
    pub searched: Vec3,
}

impl Corner {
    /// None yet.
    pub const NONE: Corner = {
        let zero = Vec3::new(0.0, 0.0, 0.0);
        Corner { w: zero, flat: [0.0; 2], local_a: zero, local_b: zero, searched: zero }
    };
}

/// The area that two places span with the origin, twice.
#[inline]
pub fn area(a: &[f64; 2], b: &[f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// A path as a ray: unit vectors along and across it, and its length.
#[derive(Clone, Copy)]
pub struct Ray {
    /// The unit vector along it.
    pub along: Vec3,
    /// Unit vectors across it and each other.
    pub tangents: [Vec3; 2],
    /// How far it goes.
    pub length: f64,
    /// What rounding may do to distances.
    pub rounding: f64,
    /// The relative error of the contact that is asked for.
    pub tolerance: f64,
}

impl Ray {
    /// A point seen along the ray.
    pub fn corner(&self, point: &SupportPoint, searched: &Vec3) -> Corner {
        let w = point.difference();
        let flat = [w.dot(&self.tangents[0]), w.dot(&self.tangents[1])];
        Corner { w, flat, local_a: point.local_a, local_b: point.local_b, searched: *searched }
    }
}

/// Three corners, counterclockwise as seen along the ray from its end, which passes between them.
pub struct Portal {
    /// The corners.
    pub corners: [Corner; 3],
}

impl Portal {
    /// The corners' shares in the point where the ray passes, and whether it does beyond rounding.
    #[inline(never)]
    pub fn shares(&self, rounding: f64) -> Option<([f64; 3], bool)> {
        let [a, b, c] = &self.corners;
        let areas = [area(&b.flat, &c.flat), area(&c.flat, &a.flat), area(&a.flat, &b.flat)];
        let sum = areas[0] + areas[1] + areas[2];
        let turns = sum > 0.0;
        if !turns {
            return None;
        }
        let size = |corner: &Corner| corner.flat[0].abs() + corner.flat[1].abs();
        let least = 8.0 * rounding * size(a).max(size(b)).max(size(c));
        let inside = areas.iter().all(|area| *area > least);
        Some((areas.map(|area| area.max(0.0) / sum), inside))
    }

    /// How far along the ray it is passed, and whether that is certain.
    #[inline(never)]
    pub fn bounds(&self, ray: &Ray) -> Option<(f64, bool)> {
        let (shares, proved) = self.shares(ray.rounding)?;
        let upper = self.corners.iter().zip(shares).map(|(c, share)| c.w.dot(&ray.along) * share).sum();
        Some((upper, proved))
    }

    /// The points of both bodies with such shares.
    pub fn witness(&self, shares: &[f64; 3]) -> Witness {
        let zero = Vec3::zeros();
        let mut witness = Witness { local_a: zero, local_b: zero, difference: zero };
        for (corner, share) in self.corners.iter().zip(shares) {
            witness.local_a += corner.local_a * *share;
            witness.local_b += corner.local_b * *share;
            witness.difference += corner.w * *share;
        }
        witness
    }

    /// The corner takes the place of one, so that the ray still passes between the three.
    fn renew(&mut self, new: Corner) {
        let sides = [0, 1, 2].map(|i| area(&new.flat, &self.corners[i].flat));
        // The ray is between the new corner, i and i + 1.
        let i = if sides[0] >= 0.0 && sides[1] <= 0.0 {
            0
        } else if sides[1] >= 0.0 && sides[2] <= 0.0 {
            1
        } else {
            2
        };
        self.corners[(i + 2) % 3] = new;
    }
}

/// A search: what is known from below.
struct Search<'s> {
    ray: Ray,
    support: &'s mut dyn FnMut(&Vec3) -> SupportPoint,
    iterations: u32,
    lower: f64,
    normal: Vec3,
}

/// The ray is certainly missed.
struct Missed;

impl Search<'_> {
    /// The support point against a unit vector, and what its plane tells.
    #[inline(never)]
    fn look(&mut self, n: &Vec3) -> Result<Corner, Missed> {
        self.iterations += 1;
        let corner = self.ray.corner(&(self.support)(n), n);
        let (gap, rate) = (n.dot(&corner.w), n.dot(&self.ray.along));
        if gap > self.ray.rounding {
            if rate <= 0.0 || gap - self.ray.rounding > rate * self.ray.length {
                return Err(Missed);
            }
            if gap > self.lower * rate {
                (self.lower, self.normal) = (gap / rate, *n);
            }
        }
        Ok(corner)
    }

    /// The first portal, from the search of the origin in the shadow of A - B along the ray. `None` if rounding hides it.
    fn open(&mut self, start: &Vec3) -> Result<Option<Portal>, Missed> {
        let first = self.look(start)?;
        let mut kept = [first; 2];
        let mut count = 1;
        let mut tilt = FIRST_TILT;
        while self.iterations < MOST_TO_OPEN {
            let nearest = if count == 1 { kept[0].flat } else { foot(&kept[0].flat, &kept[1].flat) };
            let distance = (nearest[0] * nearest[0] + nearest[1] * nearest[1]).sqrt();
            let beside = distance > self.ray.rounding;
            if !beside {
                return Ok(None);
            }
            let [u, v] = &self.ray.tangents;
            let lateral = (u * nearest[0] + v * nearest[1]) / distance;
            let n = (lateral + self.ray.along * tilt).normalize();
            let new = self.look(&n)?;
            let step = (new.flat[0] * nearest[0] + new.flat[1] * nearest[1]) / distance;
            if step >= distance - self.ray.rounding {
                if tilt == 0.0 {
                    return Ok(None);
                }
                tilt = 0.0;
                continue;
            }
            tilt = if step > 0.0 { tilt * 0.5 } else { tilt };
            if count == 1 {
                (kept[1], count) = (new, 2);
                continue;
            }
            // Counterclockwise: the origin is to the left of the segment.
            if area(&kept[0].flat, &kept[1].flat) < 0.0 {
                kept.swap(0, 1);
            }
            let (from_second, to_first) = (area(&kept[1].flat, &new.flat), area(&new.flat, &kept[0].flat));
            if from_second >= 0.0 && to_first >= 0.0 {
                return Ok(Some(Portal { corners: [kept[0], kept[1], new] }));
            }
            kept[usize::from(from_second >= 0.0)] = new;
        }
        Ok(None)
    }
}

/// The place of a segment that is nearest to the origin.
fn foot(a: &[f64; 2], b: &[f64; 2]) -> [f64; 2] {
    let edge = [b[0] - a[0], b[1] - a[1]];
    let along = -(a[0] * edge[0] + a[1] * edge[1]) / (edge[0] * edge[0] + edge[1] * edge[1]);
    let share = if along > 0.0 { along.min(1.0) } else { 0.0 };
    [a[0] + share * edge[0], a[1] + share * edge[1]]
}

/// The contact along a path of bodies that are their own cores, of which coordinates reach so far that rounding does this
/// much to distances.
pub fn cast(
    pair: &Pair<Any<'_>, Any<'_>>,
    support: &mut dyn FnMut(&Vec3) -> SupportPoint,
    path: &Path,
    tolerance: f64,
    rounding: f64,
) -> Told {
    let unit = path.direction.norm();
    let moves = unit > 0.0;
    if !moves {
        return Told::Nothing;
    }
    let along = path.direction / unit;
    let (tangents, length) = (across(&along), path.length * unit);
    let ray = Ray { along, tangents, length, rounding, tolerance };
    let mut search = Search { ray, support, iterations: 0, lower: 0.0, normal: Vec3::zeros() };
    let center = pair.inner_point();
    let start = center.normalize();
    let start = if start.dot(&along) > 0.5 { start } else { along };
    let round = !pair.are_polytopes();
    let found = match search.open(&start) {
        Err(Missed) => return Told::Missed,
        Ok(None) => return Told::Nothing,
        Ok(Some(portal)) => search.refine(pair, portal, round),
    };
    match found {
        Err(Missed) => Told::Missed,
        Ok(None) => Told::Nothing,
        Ok(Some((witness, proved))) => {
            let (at, iterations) = (search.lower / unit, search.iterations);
            let difference = witness.difference - path.direction * at;
            let witness = Witness { difference, ..witness };
            Told::Contact(Contact { at, normal: search.normal, witness, proved, iterations })
        }
    }
}

impl Search<'_> {
    /// Narrows the portal down to the contact.
    fn refine(
        &mut self,
        pair: &Pair<Any<'_>, Any<'_>>,
        mut portal: Portal,
        round: bool,
    ) -> Result<Option<(Witness, bool)>, Missed> {
        let ray = self.ray;
        let mut next_newton = if round { self.iterations + REFINED_TO_NEWTON } else { u32::MAX };
        while self.iterations < PORTAL_ITERATIONS {
            let bounds = portal.bounds(&ray);
            // The path begins in the bodies' difference, or beyond it: no entry is to be found.
            if bounds.is_some_and(|(upper, _)| upper <= 0.0) {
                return Ok(None);
            }
            if self.iterations >= next_newton {
                next_newton *= 2;
                if let Some(landed) = landing::land(pair, &portal, &ray) {
                    self.iterations += landed.iterations;
                    self.look(&landed.normal)?;
                    if let Some(end) = self.end(&landed.portal, landed.portal.bounds(&ray)) {
                        return Ok(Some(end));
                    }
                }
            }
            let [a, b, c] = &portal.corners;
            let n = (b.w - a.w).cross(&(c.w - a.w));
            let length = n.norm();
            let rate = n.dot(&ray.along);
            let faces = rate > 0.0 && length > 0.0;
            if !faces {
                return Ok(None);
            }
            let n = n / length;
            let new = self.look(&n)?;
            let below = n.dot(&a.w) - n.dot(&new.w) <= ray.rounding;
            if let Some(end) = self.end(&portal, bounds) {
                return Ok(Some(end));
            }
            // No farther out, but for rounding.
            if below {
                return Ok(None);
            }
            portal.renew(new);
        }
        Ok(None)
    }

    /// The contact, if the lower bound has met those of the portal.
    #[inline(never)]
    fn end(&self, portal: &Portal, bounds: Option<(f64, bool)>) -> Option<(Witness, bool)> {
        let (upper, proved) = bounds?;
        let enough = (self.ray.tolerance * self.lower).max(2.0 * self.ray.rounding);
        // Less than the lower one, but for rounding, is only that of a sliver.
        let met = self.lower > 0.0 && (upper - self.lower).abs() <= enough;
        if !met {
            return None;
        }
        let (shares, _) = portal.shares(self.ray.rounding)?;
        let witness = portal.witness(&shares);
        // Shares of a sliver have few digits.
        let beside = self.ray.tangents.map(|t| t.dot(&witness.difference).abs());
        let proved = proved && upper <= self.ray.length;
        (beside[0] + beside[1] <= enough).then_some((witness, proved))
    }
}

/// The share of the path's direction in the first directions that are searched beside it.
const FIRST_TILT: f64 = 1.0;

/// So many support points are searched for the first portal; what takes more is grazing.
const MOST_TO_OPEN: u32 = 16;

/// How often a portal is narrowed before Newton's method is tried; after it was in vain, twice as often. Measured.
const REFINED_TO_NEWTON: u32 = 1;
