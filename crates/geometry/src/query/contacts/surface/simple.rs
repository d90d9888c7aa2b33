//! Bodies of which overlaps with triangles are known by closed forms.

use super::Touching;
use super::block::BlockBody;
use super::round::RoundBody;
use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::query::bodies::{BodyPair, PartIndices};
use smallvec::SmallVec;

/// Bodies that triangles meet by closed forms.
pub(super) enum Simple<'p> {
    Round(RoundBody<'p>),
    Block(BlockBody<'p>),
}

impl<'p> Simple<'p> {
    pub(super) fn new(pair: &'p BodyPair<'_>) -> Option<Simple<'p>> {
        let round = RoundBody::new(pair).map(Simple::Round);
        round.or_else(|| BlockBody::new(pair).map(Simple::Block))
    }

    /// What is known of a pair of parts, or that they are apart: `Some(None)`. `None` where a search is needed.
    pub(super) fn touching(
        &self,
        parts: PartIndices,
        tolerance: f64,
        relative: &RelativePlacement,
    ) -> Option<Option<Touching>> {
        match self {
            Simple::Round(round) => round
                .depth(parts[0], tolerance)
                .map(|found| found.map(|depth| Touching::of(parts, &depth, relative))),
            Simple::Block(block) => block.overlap(parts[0]),
        }
    }

    pub(super) fn round(&self) -> Option<&RoundBody<'p>> {
        if let Simple::Round(round) = self { Some(round) } else { None }
    }

    /// The corners of a box.
    pub(super) fn ends(&self) -> SmallVec<[Vec3; 8]> {
        match self {
            Simple::Round(_) => SmallVec::new(),
            Simple::Block(block) => block.corners().collect(),
        }
    }
}
