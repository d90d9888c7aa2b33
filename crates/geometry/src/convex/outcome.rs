//! How a search for a separating axis ended.

use crate::math::Vec3;

/// How a search for a separating axis ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The axis separates the bodies.
    Apart,
    /// Four points of A - B enclose the origin: the bodies overlap.
    Enclosed,
    /// The bodies are nearer to touching than rounding can tell.
    Touching,
    /// Rounding stopped the search.
    Stalled,
    /// The search used up its iterations.
    Capped,
}

impl How {
    /// Whether the search has answered.
    #[inline]
    pub fn is_settled(self) -> bool {
        !matches!(self, How::Stalled | How::Capped)
    }
}

/// The end of a search.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// How it ended.
    pub how: How,
    /// The last axis: from B towards A, along world axes, of any length. It separates if `how` says so.
    pub axis: Vec3,
    /// The axis' margin in units of the rounding error of checking it.
    pub margin: f64,
    /// Support points computed.
    pub iterations: u32,
}
