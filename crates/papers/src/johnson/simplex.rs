//! Johnson's subalgorithm (thesis 4.4.1), with the improvements of 4.4.3.

use super::Subalgorithm;
use solid_geometry::math::Vec3;

/// Keeps nothing from iteration to iteration, and tests every subset.
pub const NOTHING: u8 = 0;
/// Keeps dot products.
pub const DOT_PRODUCTS: u8 = 1;
/// Keeps determinants as well.
pub const DETERMINANTS: u8 = 2;
/// And tests the subsets with the newest point alone (theorem 4.8).
pub const NEWEST: u8 = 3;

/// A subset of the four slots, as the bits of a number.
type Subset = u8;

/// The members of a subset.
fn members(subset: Subset) -> impl Iterator<Item = usize> {
    (0..4).filter(move |slot| subset & 1 << slot != 0)
}

/// The arithmetic done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Dot products of two points.
    pub dots: u64,
    /// Determinants of a subset without one of its points.
    pub determinants: u64,
    /// Subsets tested.
    pub subsets: u64,
}

/// A simplex of up to four points, whose slots are theirs as long as they are in it.
#[derive(Clone, Debug)]
pub struct Simplex<const KEPT: u8> {
    points: [Vec3; 4],
    /// The points of the simplex.
    current: Subset,
    /// These and those that the last reduction dropped.
    before: Subset,
    newest: Subset,
    dots: [[f64; 4]; 4],
    /// By subset and slot.
    determinants: [[f64; 4]; 16],
    /// The arithmetic.
    pub counts: Counts,
}

impl<const KEPT: u8> Default for Simplex<KEPT> {
    fn default() -> Self {
        Simplex {
            points: [Vec3::zeros(); 4],
            current: 0,
            before: 0,
            newest: 0,
            dots: [[0.0; 4]; 4],
            determinants: [[0.0; 4]; 16],
            counts: Counts::default(),
        }
    }
}

impl<const KEPT: u8> Simplex<KEPT> {
    /// The points.
    pub fn points(&self) -> impl Iterator<Item = &Vec3> {
        members(self.current).map(|slot| &self.points[slot])
    }

    /// The dot products with the newest point, or all of them where none is kept.
    fn compute_dots(&mut self) {
        for i in members(self.before) {
            for j in members(self.before & ((2 << i) - 1)) {
                let is_new = (1 << i | 1 << j) & self.newest != 0;
                if KEPT == NOTHING || is_new {
                    self.dots[i][j] = self.points[i].dot(&self.points[j]);
                    self.dots[j][i] = self.dots[i][j];
                    self.counts.dots += 1;
                }
            }
        }
    }

    /// The determinants of the subsets with the newest point, or of all where none is kept. The number of a subset is larger
    /// than those of its parts, which it needs.
    fn compute_determinants(&mut self) {
        for subset in 1..=self.before {
            let is_part = subset & !self.before == 0;
            if !is_part || (KEPT >= DETERMINANTS && subset & self.newest == 0) {
                continue;
            }
            for j in members(subset) {
                let rest = subset & !(1 << j);
                let k = rest.trailing_zeros() as usize;
                self.determinants[subset as usize][j] = if rest == 0 {
                    1.0
                } else {
                    members(rest)
                        .map(|i| {
                            self.determinants[rest as usize][i]
                                * (self.dots[i][k] - self.dots[i][j])
                        })
                        .sum()
                };
                self.counts.determinants += 1;
            }
        }
    }

    /// Whether all barycentric coordinates of the subset's own nearest point are positive.
    fn is_inside(&self, subset: Subset) -> bool {
        members(subset).all(|i| self.determinants[subset as usize][i] > 0.0)
    }

    /// Whether no other point is on the near side of the subset.
    fn is_nearest(&self, subset: Subset) -> bool {
        members(self.before & !subset)
            .all(|j| self.determinants[(subset | 1 << j) as usize][j] <= 0.0)
    }

    /// The nearest point of a subset's affine hull.
    fn nearest_of(&self, subset: Subset) -> Vec3 {
        let of = &self.determinants[subset as usize];
        let sum: f64 = members(subset).map(|i| of[i]).sum();
        members(subset).map(|i| self.points[i] * (of[i] / sum)).sum()
    }
}

impl<const KEPT: u8> Subalgorithm for Simplex<KEPT> {
    fn add(&mut self, w: Vec3) -> Option<Vec3> {
        let slot = self.current.trailing_ones() as usize;
        self.points[slot] = w;
        self.newest = 1 << slot;
        self.before = self.current | self.newest;
        self.compute_dots();
        self.compute_determinants();
        for subset in 1..=self.before {
            let is_part = subset & !self.before == 0;
            if !is_part || (KEPT >= NEWEST && subset & self.newest == 0) {
                continue;
            }
            self.counts.subsets += 1;
            if self.is_inside(subset) && self.is_nearest(subset) {
                self.current = subset;
                return Some(self.nearest_of(subset));
            }
        }
        None
    }

    fn is_full(&self) -> bool {
        self.current == 15
    }

    fn had(&self, w: &Vec3) -> bool {
        members(self.before).any(|slot| self.points[slot] == *w)
    }

    fn back_up(&mut self) -> Option<Vec3> {
        let parts = (1..=self.before).filter(|subset| subset & !self.before == 0);
        let inside = parts.filter(|subset| self.is_inside(*subset));
        let with_point = inside.map(|subset| (subset, self.nearest_of(subset)));
        let length = |(_, v): &(Subset, Vec3)| v.norm_squared();
        let (subset, v) = with_point.min_by(|x, y| length(x).total_cmp(&length(y)))?;
        self.current = subset;
        Some(v)
    }
}
