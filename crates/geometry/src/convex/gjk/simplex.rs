//! The point of a simplex closest to the origin: Johnson's subalgorithm with cached dot products and cached
//! determinants (thesis 4.4.1 and 4.4.3).
//!
//! The simplex holds up to four points of the Minkowski difference of two bodies. Subsets of its points are bit
//! sets over the four slots, a point keeps its slot for as long as it stays.

#[cfg(test)]
mod tests;

use crate::convex::gjk::feature::{self, dot};
use crate::math::scalar::Scalar;

/// What became of the simplex when a point was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closest {
    /// The closest point lies on the returned feature of at most three points.
    Outside,
    /// The four points enclose the origin.
    Enclosed,
    /// Rounding hides which feature is closest: nothing changed.
    Undecided,
}

/// A feature of the simplex: the members, as a bit set, and the shares of the closest point.
pub type Feature<S> = (u8, [S; 4]);

/// A simplex of at most four points, its dot products and determinants, generic over the precision.
pub struct Simplex<S> {
    /// The points that make up the current simplex.
    members: u8,
    points: [[S; 3]; 4],
    dots: [[S; 4]; 4],
    /// `dets[subset][i]` is Johnson's determinant of point `i` in `subset`; its share of the closest point.
    dets: [[S; 4]; 16],
    /// The shares of the members in the closest point.
    shares: [S; 4],
}

/// All subsets of a set of slots, the empty one first.
#[inline]
fn subsets(set: u8) -> impl Iterator<Item = u8> {
    let mut next = Some(0_u8);
    std::iter::from_fn(move || {
        let subset = next?;
        let after = subset.wrapping_sub(set) & set;
        next = (after != 0).then_some(after);
        Some(subset)
    })
}

impl<S: Scalar> Simplex<S> {
    /// The simplex of no points.
    #[inline]
    pub fn new() -> Self {
        let zero = S::from_f64(0.0);
        Simplex {
            members: 0,
            points: [[zero; 3]; 4],
            dots: [[zero; 4]; 4],
            dets: [[zero; 4]; 16],
            shares: [zero; 4],
        }
    }

    /// The members and their shares in the closest point.
    #[inline]
    pub fn feature(&self) -> Feature<S> {
        (self.members, self.shares)
    }

    /// The slots in use, as a bit set.
    #[inline]
    pub fn members(&self) -> u8 {
        self.members
    }

    /// The slot that the next point will take. There is one as long as the origin is not enclosed.
    #[inline]
    pub fn free_slot(&self) -> usize {
        (!self.members).trailing_zeros() as usize
    }

    /// Whether `p` is one of the points.
    #[inline]
    pub fn contains(&self, p: &[S; 3]) -> bool {
        (0..4).any(|i| self.members & (1 << i) != 0 && self.points[i] == *p)
    }

    /// The points by slot; those of [`Simplex::members`] count.
    #[inline]
    pub fn points(&self) -> &[[S; 3]; 4] {
        &self.points
    }

    /// The largest squared length of the points: the scale of their rounding errors.
    #[inline]
    pub fn largest_length2(&self) -> S {
        let mut largest = S::from_f64(0.0);
        for i in 0..4 {
            if self.members & (1 << i) != 0 && self.dots[i][i] > largest {
                largest = self.dots[i][i];
            }
        }
        largest
    }

    /// Adds a point and reduces the simplex to the feature closest to the origin.
    ///
    /// In exact arithmetic a support point that is news is part of that feature (theorem 4.8), so only subsets
    /// with the new point are looked at.
    #[inline]
    pub fn add(&mut self, p: [S; 3]) -> Closest {
        let slot = self.free_slot();
        debug_assert!(slot < 4);
        self.points[slot] = p;
        if self.members == 0 {
            let one = S::from_f64(1.0);
            self.dots[slot][slot] = dot(&p, &p);
            self.dets[1 << slot][slot] = one;
            self.members = 1 << slot;
            self.shares[slot] = one;
            return Closest::Outside;
        }
        self.update_dots(slot);
        self.update_determinants(slot);
        let new = 1_u8 << slot;
        let all = self.members | new;
        let closest =
            subsets(self.members).map(|old| old | new).find(|subset| self.is_closest(*subset, all));
        match closest {
            Some(subset) => {
                self.members = subset;
                self.shares = self.johnson_shares(subset);
                if subset == 15 { Closest::Enclosed } else { Closest::Outside }
            }
            None => Closest::Undecided,
        }
    }

    /// Puts right what [`Simplex::add`] could not decide, because rounding has turned the sign of a determinant that
    /// is nearly zero: of all features of at most three points with the point just added, that which comes closest
    /// to the origin, by geometry, if that is closer than the simplex came before (the backup procedure of the
    /// algorithm's first authors, thesis 4.4.4). `before` is the feature before the point was added.
    #[cold]
    pub fn add_thoroughly(&mut self, before: Feature<S>) -> Closest {
        (self.members, self.shares) = before;
        let slot = self.free_slot();
        let mut best = None;
        let mut least = (self.members != 0).then(|| dot(&self.closest(), &self.closest()));
        for subset in subsets(self.members).map(|subset| subset | 1 << slot) {
            let Some(shares) = feature::shares_of(&self.points, subset) else {
                continue;
            };
            let v = feature::combination(&self.points, subset, &shares);
            let length2 = dot(&v, &v);
            if least.is_none_or(|least| length2 < least) {
                (best, least) = (Some((subset, shares)), Some(length2));
            }
        }
        match best {
            Some((subset, shares)) => {
                (self.members, self.shares) = (subset, shares);
                Closest::Outside
            }
            None => Closest::Undecided,
        }
    }

    /// Makes all four points members: they are known to enclose the origin.
    pub fn enclose(&mut self) {
        self.members = 15;
        self.shares = self.johnson_shares(15);
    }

    #[inline]
    fn update_dots(&mut self, slot: usize) {
        for i in 0..4 {
            if self.members & (1 << i) != 0 {
                let d = dot(&self.points[i], &self.points[slot]);
                self.dots[i][slot] = d;
                self.dots[slot][i] = d;
            }
        }
        self.dots[slot][slot] = dot(&self.points[slot], &self.points[slot]);
    }

    /// The determinants of all subsets that hold the new point; those without it are cached.
    ///
    /// The determinant of a point added to a subset X is the sum over X of its determinants times
    /// `x . (k - added)`, for any one k of X.
    #[inline]
    fn update_determinants(&mut self, slot: usize) {
        let new = 1_usize << slot;
        let d = &self.dots;
        let in_old = |i: usize| self.members & (1 << i) != 0;
        self.dets[new][slot] = S::from_f64(1.0);
        for i in 0..4 {
            if !in_old(i) {
                continue;
            }
            let two = new | 1 << i;
            self.dets[two][i] = d[slot][slot] - d[slot][i];
            self.dets[two][slot] = d[i][i] - d[i][slot];
            for j in 0..i {
                if !in_old(j) {
                    continue;
                }
                let three = two | 1 << j;
                self.dets[three][j] = self.dets[two][i] * (d[i][i] - d[i][j])
                    + self.dets[two][slot] * (d[slot][i] - d[slot][j]);
                let other = new | 1 << j;
                self.dets[three][i] = self.dets[other][j] * (d[j][j] - d[j][i])
                    + self.dets[other][slot] * (d[slot][j] - d[slot][i]);
                let old = 1 << i | 1 << j;
                self.dets[three][slot] = self.dets[old][i] * (d[i][j] - d[i][slot])
                    + self.dets[old][j] * (d[j][j] - d[j][slot]);
            }
        }
        if self.members.count_ones() == 3 {
            for added in 0..4 {
                let three = 15 ^ (1 << added);
                let k = if added == 0 { 1 } else { 0 };
                let mut sum = S::from_f64(0.0);
                for (i, row) in d.iter().enumerate() {
                    if i != added {
                        sum = sum + self.dets[three][i] * (row[k] - row[added]);
                    }
                }
                self.dets[15][added] = sum;
            }
        }
    }

    /// Johnson's condition: the shares within the subset are positive, those of points added to it are not.
    #[inline]
    fn is_closest(&self, subset: u8, all: u8) -> bool {
        let zero = S::from_f64(0.0);
        for i in 0..4 {
            let bit = 1_u8 << i;
            if all & bit == 0 {
                continue;
            }
            // Written so that a NaN fails.
            let holds = if subset & bit != 0 {
                self.dets[subset as usize][i] > zero
            } else {
                self.dets[(subset | bit) as usize][i] <= zero
            };
            if !holds {
                return false;
            }
        }
        true
    }

    /// The shares of the points in the closest one, by slot; they sum to one.
    #[inline]
    pub fn shares(&self) -> &[S; 4] {
        &self.shares
    }

    /// The point of the simplex closest to the origin.
    #[inline]
    pub fn closest(&self) -> [S; 3] {
        feature::combination(&self.points, self.members, &self.shares)
    }

    /// The shares by Johnson's determinants of a subset.
    #[inline]
    fn johnson_shares(&self, subset: u8) -> [S; 4] {
        let zero = S::from_f64(0.0);
        let mut shares = [zero; 4];
        let mut sum = zero;
        for (i, share) in shares.iter_mut().enumerate() {
            if subset & (1 << i) != 0 {
                *share = self.dets[subset as usize][i];
                sum = sum + *share;
            }
        }
        let scale = S::from_f64(1.0) / sum;
        shares.map(|share| share * scale)
    }
}

impl<S: Scalar> Default for Simplex<S> {
    fn default() -> Self {
        Self::new()
    }
}
