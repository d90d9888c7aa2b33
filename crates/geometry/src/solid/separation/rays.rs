//! The edges of cones, and which translations along them pairs of pieces are known to overlap after.

use super::Search;
use super::dop::Inverse;
use crate::math::Vec3;
use crate::memory;

/// The directions of the edges of all cones. Neighbours share edges, and so do a cone and its parts: what is found out along one is
/// kept for the others.
#[derive(Default)]
pub(super) struct Rays(Vec<Ray>);

struct Ray {
    /// A unit vector.
    along: Vec3,
    inverse: Inverse,
    /// Other rays with greater numbers, and the number of the ray through the middle.
    middles: Vec<[usize; 2]>,
    overlaps: Vec<Overlap>,
}

/// Which translations along a ray a pair of pieces overlaps after: those with lengths in an interval, as the pieces are convex.
struct Overlap {
    pair: usize,
    /// A part of the interval; the first is greater than the last if none is known.
    known: [f64; 2],
    /// All of it is between these.
    limits: [f64; 2],
}

impl Rays {
    /// Adds a ray along a unit vector, and returns its number.
    pub(super) fn add(&mut self, along: Vec3) -> usize {
        let (middles, overlaps) = (Vec::new(), Vec::new());
        memory::push(&mut self.0, Ray { along, inverse: Inverse::of(&along), middles, overlaps });
        self.0.len() - 1
    }

    pub(super) fn along(&self, ray: usize) -> Vec3 {
        self.0[ray].along
    }

    pub(super) fn inverse(&self, ray: usize) -> &Inverse {
        &self.0[ray].inverse
    }

    /// The ray through the middle of the unit vectors of two others.
    pub(super) fn middle(&mut self, p: usize, q: usize) -> usize {
        let (p, q) = (p.min(q), p.max(q));
        if let Some([_, known]) = self.0[p].middles.iter().find(|[other, _]| *other == q) {
            return *known;
        }
        let middle = self.add((self.along(p) + self.along(q)).normalize());
        memory::push(&mut self.0[p].middles, [q, middle]);
        middle
    }

    /// What is known of a pair of pieces along a ray.
    fn overlap(&mut self, ray: usize, pair: usize) -> &mut Overlap {
        let all = &mut self.0[ray].overlaps;
        let place = all.iter().position(|overlap| overlap.pair == pair).unwrap_or_else(|| {
            let (known, limits) =
                ([f64::INFINITY, f64::NEG_INFINITY], [f64::NEG_INFINITY, f64::INFINITY]);
            memory::push(all, Overlap { pair, known, limits });
            all.len() - 1
        });
        &mut all[place]
    }
}

impl Overlap {
    /// Whether a length is in the interval, if that is known.
    fn contains(&self, length: f64) -> Option<bool> {
        let [known, limits] = [&self.known, &self.limits];
        if known[0] <= length && length <= known[1] {
            return Some(true);
        }
        (length <= limits[0] || limits[1] <= length).then_some(false)
    }

    fn add(&mut self, length: f64) {
        self.known = [self.known[0].min(length), self.known[1].max(length)];
    }

    /// Notes that a length is not in the interval. On which side it is shows only if a part of that is known.
    fn exclude(&mut self, length: f64) {
        let [first, last] = self.known;
        if first <= last && length > last {
            self.limits[1] = self.limits[1].min(length);
        } else if first <= last && length < first {
            self.limits[0] = self.limits[0].max(length);
        }
    }
}

impl Search<'_, '_> {
    /// Whether a pair of pieces overlaps after the translations of a length along all of three rays, and so after all in their hull.
    pub(super) fn overlap_at(&mut self, pair: usize, rays: &[usize; 3], length: f64) -> bool {
        rays.iter().all(|&ray| {
            if let Some(known) = self.rays.overlap(ray, pair).contains(length) {
                return known;
            }
            let overlaps = self.overlap_after(pair, &(self.rays.along(ray) * length));
            let overlap_now = self.overlap_now(pair);
            let overlap = self.rays.overlap(ray, pair);
            if overlap_now {
                overlap.add(0.0);
            }
            if overlaps {
                overlap.add(length);
            } else {
                overlap.exclude(length);
            }
            overlaps
        })
    }

    /// Up to which length of a translation along a ray a pair of pieces overlaps, at most up to a limit; zero if it does not.
    pub(super) fn overlap_up_to(&mut self, pair: usize, ray: usize, limit: f64) -> f64 {
        let overlap = self.rays.overlap(ray, pair);
        if overlap.contains(limit) == Some(true) {
            return limit;
        }
        let [known, limits] = [overlap.known, overlap.limits];
        if limits[1] <= known[1] && known[1] <= limit {
            return known[1];
        }
        let end = self.end_of_overlap(pair, &self.rays.along(ray), limit);
        if end > 0.0 {
            let overlap = self.rays.overlap(ray, pair);
            overlap.add(end);
            if end < limit {
                overlap.limits[1] = overlap.known[1];
            }
        }
        end
    }
}
