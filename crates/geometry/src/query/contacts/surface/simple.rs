//! Bodies of which overlaps with triangles are known by closed forms.

use super::Touching;
use super::block::BlockBody;
use super::foot::BodyOverPlanes;
use super::round::RoundBody;
use crate::math::Vec3;
use crate::query::bodies::{BodyPair, PartIndices};
use smallvec::SmallVec;

/// Bodies that triangles meet by closed forms, some or all of them.
pub(super) enum Simple<'p> {
    Round(RoundBody<'p>),
    Block(BlockBody<'p>),
    OverPlanes(BodyOverPlanes<'p>),
}

impl<'p> Simple<'p> {
    pub(super) fn new(pair: &'p BodyPair<'_>) -> Option<Simple<'p>> {
        let round = RoundBody::new(pair).map(Simple::Round);
        let block = || BlockBody::new(pair).map(Simple::Block);
        round.or_else(block).or_else(|| BodyOverPlanes::new(pair).map(Simple::OverPlanes))
    }

    /// What is known of a pair of parts, or an axis that separates them, zero if none is known. `None` where a search is needed.
    pub(super) fn touching(
        &self,
        parts: PartIndices,
        tolerance: f64,
    ) -> Option<Result<Touching, Vec3>> {
        match self {
            Simple::Round(round) => Some(round.overlap(parts, tolerance)?.ok_or_else(Vec3::zeros)),
            Simple::Block(block) => Some(block.overlap(parts[0])?.ok_or_else(Vec3::zeros)),
            Simple::OverPlanes(body) => body.overlap(parts[0]),
        }
    }

    pub(super) fn round(&self) -> Option<&RoundBody<'p>> {
        if let Simple::Round(round) = self { Some(round) } else { None }
    }

    /// The corners of a box.
    pub(super) fn ends(&self) -> SmallVec<[Vec3; 8]> {
        match self {
            Simple::Block(block) => block.corners().collect(),
            Simple::Round(_) | Simple::OverPlanes(_) => SmallVec::new(),
        }
    }
}
