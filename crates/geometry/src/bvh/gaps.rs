//! Bounds on the distance and the depth of what is in two boxes: gaps along directions (`docs/src/theory/slabs.md`, equation (3)),
//! four pairs at a time. The directions are one that is likely to separate, that from box to box, and for depths the normals of
//! the slabs.

use wide::f64x4;

use super::bounded::FourPairs;
use super::differences::Differences;
use super::node::by_axis;
use super::pieces::{Pieces, Vec3x4, image, product, towards};
use super::slabs::Slabs;
use crate::math::Vec3;
use crate::math::tolerance::SKEW;

/// What is known of the contents of the boxes of one side of a walk.
#[derive(Clone, Copy)]
pub(crate) enum Contents<'a> {
    /// The boxes alone.
    Boxes,
    /// A single point.
    Point,
    /// The slabs of the tree.
    Slabs(&'a Slabs),
    /// The support function of a single body, for directions along the axes of the differences, from the centre of its tree.
    Convex(&'a dyn Fn(&Vec3) -> f64),
}

/// Which value is bounded by gaps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Measure {
    /// The distance of parts.
    Distance,
    /// Their depth in each other, as a negative number.
    Depth,
    /// When they meet, as the second body moves.
    Time(Path),
}

mod times;
pub(crate) use times::Path;

#[cfg(test)]
mod tests;

/// The gaps between the contents of two trees, of which only the second may be a single body.
pub(crate) struct Gaps<'a> {
    differences: &'a Differences,
    contents: [Contents<'a>; 2],
    measure: Measure,
    likely: Option<Likely>,
}

/// A direction in which pairs are likely to be apart.
struct Likely {
    /// Against it in the coordinates of the first tree, and along it in those of the second.
    towards_a: Vec3,
    towards_b: Vec3,
    /// How far a single body reaches along it.
    reach_b: Option<f64x4>,
    /// The gap between the centres of the trees, less what rounding may have moved it by.
    between: f64,
    /// The direction, along the axes of the differences.
    along: Vec3,
}

impl Likely {
    /// The gaps along the direction.
    #[inline]
    fn gaps(&self, both: &Both) -> f64x4 {
        let [a, b] = &both.pieces;
        let reach_b = self.reach_b.unwrap_or_else(|| b.support(&Vec3x4::splat(&self.towards_b)));
        let gaps =
            f64x4::splat(self.between) - a.support(&Vec3x4::splat(&self.towards_a)) - reach_b;
        lessened(gaps)
    }
}

/// A piece of each tree in each lane.
struct Both {
    pieces: [Pieces; 2],
    /// Their boxes along the axes of the differences: centres and half extents.
    images: [(Vec3x4, Vec3x4); 2],
    /// The boxes around the differences: their centres and half extents.
    center: Vec3x4,
    half: Vec3x4,
}

impl<'a> Gaps<'a> {
    /// Gaps under these differences.
    pub(crate) fn new(
        differences: &'a Differences,
        contents: [Contents<'a>; 2],
        measure: Measure,
    ) -> Gaps<'a> {
        Gaps { differences, contents, measure, likely: None }
    }

    /// Sets a direction along the axes of the world in which pairs are likely to be apart; of use if its length is one.
    pub(crate) fn set_likely(&mut self, direction: &Vec3) {
        let Differences { axes, maps: [map_a, map_b], between, slack, .. } = self.differences;
        let along = axes * direction;
        if (along.norm() - 1.0).abs() > SKEW {
            return;
        }
        let reach_b = match self.contents[1] {
            Contents::Convex(support) => Some(f64x4::splat(support(&along))),
            Contents::Boxes | Contents::Point | Contents::Slabs(_) => None,
        };
        self.likely = Some(Likely {
            towards_a: map_a.linear.tr_mul(&-along),
            towards_b: map_b.linear.tr_mul(&along),
            reach_b,
            between: between.dot(&along) - slack,
            along,
        });
    }

    /// Lower bounds for four pairs. Those greater than the limit may be too small.
    pub(crate) fn bounds(&self, pairs: &FourPairs<'_>, limit: f64) -> [f64; 4] {
        let (both, limit) = (self.both(pairs), f64x4::splat(limit));
        match &self.measure {
            Measure::Time(path) => self.times(&both, path, limit).to_array(),
            measure => self.gaps(&both, *measure == Measure::Depth, limit).to_array(),
        }
    }

    fn both(&self, pairs: &FourPairs<'_>) -> Both {
        let (opened, kept) = (pairs.opened, 1 - pairs.opened);
        let four =
            Pieces::of_node(pairs.opened(), self.slabs(opened).map(|all| all.of_node(pairs.node)));
        let one = Pieces::of_lane(
            pairs.kept(),
            self.slabs(kept).map(|all| all.of_node(pairs.kept.node as usize)),
            pairs.kept.lane as usize,
        );
        let pieces = if opened == 0 { [four, one] } else { [one, four] };
        let [map_a, map_b] = &self.differences.maps;
        let images = [image(map_a, &pieces[0]), image(map_b, &pieces[1])];
        Both {
            pieces,
            images,
            center: images[0].0 - images[1].0 + Vec3x4::splat(&self.differences.between),
            half: images[0].1 + images[1].1 + Vec3x4::splat(&self.differences.rounding),
        }
    }

    /// Bounds on distances or depths.
    fn gaps(&self, both: &Both, are_depths: bool, limit: f64x4) -> f64x4 {
        let mut bounds = self.of_boxes(both, are_depths);
        let near = |bounds: &f64x4| bounds.simd_le(limit).to_bitmask();
        if near(&bounds) == 0 {
            return bounds;
        }
        if !are_depths {
            // Where the boxes overlap, by how much they do along a direction decides which is visited first.
            bounds = bounds.simd_gt(f64x4::ZERO).bitselect(bounds, f64x4::splat(f64::NEG_INFINITY));
        }
        if let Some(likely) = &self.likely {
            bounds = bounds.fast_max(likely.gaps(both));
            if near(&bounds) == 0 {
                return bounds;
            }
        }
        // From box to box, or from the middle of the body to the box: from centre to centre if they overlap.
        let half = if matches!(self.contents[1], Contents::Convex(_)) {
            &both.images[0].1
        } else {
            &both.half
        };
        let gaps = Vec3x4(by_axis(|i| {
            let gap = (both.center.0[i].abs() - half.0[i]).fast_max(f64x4::ZERO);
            gap | (both.center.0[i] & f64x4::splat(-0.0))
        }));
        let overlap = gaps.abs().sum().simd_le(f64x4::ZERO);
        let towards = Vec3x4(by_axis(|i| overlap.bitselect(both.center.0[i], gaps.0[i])));
        bounds = self.improved(bounds, both, &towards, near(&bounds));
        // A body that is deep in the box of a piece may not be deep behind its planes.
        if are_depths
            && near(&bounds) != 0
            && let Some(normals) = both.pieces[0].normals()
        {
            let normals = product(&self.differences.maps[0].normals, normals);
            let sign = normals.dot(&both.center) & f64x4::splat(-0.0);
            let towards = Vec3x4(by_axis(|i| normals.0[i] ^ sign));
            bounds = self.improved(bounds, both, &towards, near(&bounds));
        }
        bounds
    }

    /// The bounds with the gaps along directions of any length, in the lanes of a mask.
    #[inline]
    fn improved(&self, bounds: f64x4, both: &Both, towards: &Vec3x4, lanes: u32) -> f64x4 {
        let (along, is_one) = towards.unit();
        let gaps = self.along(both, &along, lanes);
        // What is no number is not used.
        (is_one & gaps.simd_gt(bounds)).bitselect(gaps, bounds)
    }

    #[inline]
    fn slabs(&self, side: usize) -> Option<&'a Slabs> {
        match self.contents[side] {
            Contents::Slabs(slabs) => Some(slabs),
            Contents::Boxes | Contents::Point | Contents::Convex(_) => None,
        }
    }

    /// The bounds by the boxes around the differences.
    #[inline]
    fn of_boxes(&self, both: &Both, are_depths: bool) -> f64x4 {
        let (center, half) = (both.center.abs(), both.half);
        let [x, y, z] = (center - half).0;
        if are_depths {
            return lessened(x.fast_max(y).fast_max(z));
        }
        let zero = f64x4::ZERO;
        let gaps = Vec3x4([x.fast_max(zero), y.fast_max(zero), z.fast_max(zero)]);
        lessened(gaps.dot(&gaps).sqrt())
    }

    /// The gaps along directions of length one, in the lanes of a mask.
    #[inline]
    fn along(&self, both: &Both, along: &Vec3x4, lanes: u32) -> f64x4 {
        let Differences { maps: [map_a, map_b], between, slack, .. } = self.differences;
        let reach_a = both.pieces[0].support(&towards(map_a, &-*along));
        let reach_b = match self.contents[1] {
            Contents::Convex(support) => {
                let reach = |lane: usize| {
                    if lanes & (1 << lane) != 0 {
                        support(&along.lane(lane))
                    } else {
                        f64::INFINITY
                    }
                };
                f64x4::new([reach(0), reach(1), reach(2), reach(3)])
            }
            Contents::Point => {
                let (center, half) = &both.images[1];
                along.dot(center) + along.abs().dot(half)
            }
            Contents::Boxes | Contents::Slabs(_) => both.pieces[1].support(&towards(map_b, along)),
        };
        lessened(along.dot(&Vec3x4::splat(between)) - reach_a - reach_b - f64x4::splat(*slack))
    }
}

/// Bounds with what the axes lack of being orthonormal.
#[inline]
fn lessened(bounds: f64x4) -> f64x4 {
    bounds - bounds.abs() * f64x4::splat(SKEW)
}
