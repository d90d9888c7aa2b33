//! The first contact along a path by a portal: three points of A - B that the path passes between.
//!
//! As in Minkowski portal refinement, but along the path itself: the plane of the portal's support point
//! bounds the contact from below, the portal from above. Where bodies are round, Newton's method ([`crate::convex::newton`])
//! takes over. Its results are proved; if it has none, the cast of [`crate::convex::cast`] decides.

use crate::convex::cast::swept_ray::Path;
use crate::convex::gjk::Witness;
use crate::convex::newton;
use crate::convex::pair::{Pair, SupportPoint};
use crate::math::Vec3;
use crate::math::tolerance::PORTAL_ITERATIONS;
use crate::math::vector::tangents;
use crate::shape::Any;

#[cfg(test)]
mod tests;

/// The result of a cast that the portal has proved.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
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

fn minus(p: &[f64; 2], q: &[f64; 2]) -> [f64; 2] {
    [p[0] - q[0], p[1] - q[1]]
}

fn square(p: &[f64; 2]) -> f64 {
    p[0] * p[0] + p[1] * p[1]
}

/// The place of the least of three numbers.
fn least(numbers: [f64; 3]) -> usize {
    (1..3).fold(0, |least, i| if numbers[i] < numbers[least] { i } else { least })
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
    /// The relative error of the contact that is requested.
    pub tolerance: f64,
}

impl Ray {
    /// How far apart bounds of a contact may be, of which the lower one is this.
    #[inline]
    pub fn enough(&self, lower: f64) -> f64 {
        (self.tolerance * lower).max(2.0 * self.rounding)
    }

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
    pub fn shares(&self, rounding: f64) -> Option<([f64; 3], bool)> {
        let [a, b, c] = &self.corners;
        let areas = [area(&b.flat, &c.flat), area(&c.flat, &a.flat), area(&a.flat, &b.flat)];
        let sum = areas[0] + areas[1] + areas[2];
        let turns = sum > 0.0;
        if !turns {
            return None;
        }
        let size = |corner: &Corner| corner.flat[0].abs() + corner.flat[1].abs();
        let size = size(a).max(size(b)).max(size(c));
        let least = 8.0 * rounding * size;
        let inside = areas.iter().all(|area| *area > least);
        if sum < NARROW * size * size {
            return self.narrow_shares().map(|shares| (shares, inside));
        }
        Some((areas.map(|area| area.max(0.0) / sum), inside))
    }

    /// The shares in a narrow portal, from the differences of its corners, which are exact of two near each other: of a
    /// small area that is what is left of two large ones, few digits would be.
    #[cold]
    fn narrow_shares(&self) -> Option<[f64; 3]> {
        let flat = |i: usize| &self.corners[i % 3].flat;
        let edges = [0, 1, 2].map(|i| minus(flat(i + 2), flat(i + 1)));
        let shortest = least(edges.map(|edge| square(&edge)));
        let (next, last) = ((shortest + 1) % 3, (shortest + 2) % 3);
        let whole = area(&edges[shortest], &edges[next]);
        let turns = whole > 0.0;
        if !turns {
            return None;
        }
        let [first, second] =
            [shortest, next].map(|i| (area(flat(i + 1), &edges[i]) / whole).clamp(0.0, 1.0));
        let mut shares = [0.0; 3];
        (shares[shortest], shares[next]) = (first, second);
        // All that is left: it hardly matters which of two near each other has it, but that the sum is one does.
        shares[last] = (1.0 - first - second).max(0.0);
        Some(shares)
    }

    /// How far along the ray it is passed, and whether that is certain.
    pub fn bounds(&self, ray: &Ray) -> Option<(f64, bool)> {
        let (shares, proved) = self.shares(ray.rounding)?;
        let upper =
            self.corners.iter().zip(shares).map(|(c, share)| c.w.dot(&ray.along) * share).sum();
        Some((upper, proved))
    }

    /// A normal of its plane, of any length, away from where the ray begins.
    #[inline]
    fn normal(&self) -> Vec3 {
        let [a, b, c] = self.corners.each_ref().map(|corner| corner.w);
        let (p, q) = (b - a, c - a);
        let normal = p.cross(&q);
        let narrow = normal.norm_squared() < NARROW * NARROW * p.norm_squared() * q.norm_squared();
        if narrow { self.narrow_normal() } else { normal }
    }

    /// The same of a narrow portal, by its shortest edge: two long ones leave few digits of which way it faces.
    #[cold]
    fn narrow_normal(&self) -> Vec3 {
        let [a, b, c] = self.corners.each_ref().map(|corner| corner.w);
        let edges = [c - b, a - c, b - a];
        let shortest = least(edges.map(|edge| edge.norm_squared()));
        edges[shortest].cross(&edges[(shortest + 1) % 3])
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
    /// The support point against a unit vector, with the bound of its plane.
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
            let (nearest, share) =
                if count == 1 { (kept[0].flat, 0.0) } else { foot(&kept[0].flat, &kept[1].flat) };
            let distance = square(&nearest).sqrt();
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
            } else {
                let (from_second, to_first) =
                    (area(&kept[1].flat, &new.flat), area(&new.flat, &kept[0].flat));
                if from_second >= 0.0 && to_first >= 0.0 {
                    return Ok(Some(Portal { corners: [kept[0], kept[1], new] }));
                }
                kept[goes(&kept, &new, share, [from_second, to_first])] = new;
            }
            // Counterclockwise: the origin is to the left of the segment.
            if area(&kept[0].flat, &kept[1].flat) < 0.0 {
                kept.swap(0, 1);
            }
        }
        Ok(None)
    }
}

/// Which of two corners goes for a new one, so that what is nearest to the origin stays: the corner that was, if one was; else
/// that of the new side that the origin is beyond. `share` is that of the second in what was nearest.
fn goes(kept: &[Corner; 2], new: &Corner, share: f64, [from_second, to_first]: [f64; 2]) -> usize {
    let second_goes = if share <= 0.0 || share >= 1.0 {
        share <= 0.0
    } else if from_second < 0.0 && to_first < 0.0 {
        let [first, second] =
            kept.each_ref().map(|corner| square(&foot(&corner.flat, &new.flat).0));
        first < second
    } else {
        from_second >= 0.0
    };
    usize::from(second_goes)
}

/// The place of a segment that is nearest to the origin, and the share of its end in it.
fn foot(a: &[f64; 2], b: &[f64; 2]) -> ([f64; 2], f64) {
    let edge = minus(b, a);
    let along = -(a[0] * edge[0] + a[1] * edge[1]) / square(&edge);
    let share = if along > 0.0 { along.min(1.0) } else { 0.0 };
    ([a[0] + share * edge[0], a[1] + share * edge[1]], share)
}

/// The contact along a path of bodies that are their own cores, of which coordinates reach so far that rounding does this
/// much to distances.
pub fn cast(
    pair: &Pair<Any<'_>, Any<'_>>,
    support: &mut dyn FnMut(&Vec3) -> SupportPoint,
    path: &Path,
    tolerance: f64,
    rounding: f64,
) -> Outcome {
    let unit = path.direction.norm();
    let moves = unit > 0.0;
    if !moves {
        return Outcome::Nothing;
    }
    let along = path.direction / unit;
    let (tangents, length) = (tangents(&along), path.length * unit);
    let ray = Ray { along, tangents, length, rounding, tolerance };
    let mut search = Search { ray, support, iterations: 0, lower: 0.0, normal: Vec3::zeros() };
    let center = pair.inner_point();
    let start = center.normalize();
    let start = if start.dot(&along) > 0.5 { start } else { along };
    let round = !pair.are_polytopes();
    let found = match search.open(&start) {
        Err(Missed) => return Outcome::Missed,
        Ok(None) => return Outcome::Nothing,
        Ok(Some(portal)) => search.refine(pair, portal, round),
    };
    match found {
        Err(Missed) => Outcome::Missed,
        Ok(None) => Outcome::Nothing,
        Ok(Some((witness, proved))) => {
            let (at, iterations) = (search.lower / unit, search.iterations);
            let difference = witness.difference - path.direction * at;
            let witness = Witness { difference, ..witness };
            Outcome::Contact(Contact { at, normal: search.normal, witness, proved, iterations })
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
                if let Some(contact) = newton::contact_near(pair, &portal, &ray) {
                    self.iterations += contact.iterations;
                    self.look(&contact.normal)?;
                    if let Some(end) = self.end(&contact.portal, contact.portal.bounds(&ray)) {
                        return Ok(Some(end));
                    }
                }
            }
            let a = &portal.corners[0];
            let n = portal.normal();
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
    fn end(&self, portal: &Portal, bounds: Option<(f64, bool)>) -> Option<(Witness, bool)> {
        let (upper, proved) = bounds?;
        let enough = self.ray.enough(self.lower);
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

/// A portal of less area, by the square of how far its corners are from the ray, is narrow. Others lose three digits at most.
const NARROW: f64 = 1e-3;

/// The share of the path's direction in the first directions that are searched beside it.
const FIRST_TILT: f64 = 1.0;

/// This many support points are searched for the first portal; what takes more is grazing. Half as many leave one path in
/// fifty thousand to twice the digits.
const MOST_TO_OPEN: u32 = 32;

/// How often a portal is narrowed before Newton's method is tried; after it was in vain, twice as often. Measured.
const REFINED_TO_NEWTON: u32 = 1;
