//! What every broad phase does, whichever way it does it.

use crate::math::{Aabb, Vec3};

/// The slot of an object, chosen by the caller: dense small integers, free for reuse after a removal.
pub type Proxy = u32;

/// Hears which pairs of boxes began or ceased to overlap. In every call `a < b`.
pub trait PairSink {
    /// The two boxes overlap, and did not at the last commit.
    fn begin(&mut self, a: Proxy, b: Proxy);
    /// The two boxes overlapped at the last commit, and do no longer.
    fn end(&mut self, a: Proxy, b: Proxy);
}

/// Keeps the set of overlapping pairs among closed boxes (touching is overlapping).
///
/// Coordinates may be of any size and infinite. A box that is empty or has a coordinate that is no number
/// overlaps nothing: its proxy counts as absent until it is given a proper box.
///
/// Changes are gathered and take effect at the next [`commit`](BroadPhase::commit); of several changes to one
/// proxy the last one counts. One thing outlives that: a proxy that was removed has lost its pairs, even
/// where it was inserted again at once, so the commit ends those pairs before it begins those of the new box.
pub trait BroadPhase {
    /// Gives a proxy its box; an absent one is thereby inserted.
    fn place(&mut self, proxy: Proxy, aabb: &Aabb);

    /// Takes a proxy out; an absent one stays absent.
    fn remove(&mut self, proxy: Proxy);

    /// Brings the set of pairs up to date and reports each change of it once: all ends before all begins.
    /// The order among each is a function of the calls so far.
    fn commit<S: PairSink + ?Sized>(&mut self, sink: &mut S);
}

/// The box of an absent proxy. It overlaps nothing, itself and the infinite box included, because every
/// comparison with it fails.
pub(super) const ABSENT: Aabb =
    Aabb { min: Vec3::new(f64::NAN, f64::NAN, f64::NAN), max: Vec3::new(f64::NAN, f64::NAN, f64::NAN) };

/// Whether a stored box is that of a present proxy.
#[inline]
pub(super) fn is_present(aabb: &Aabb) -> bool {
    aabb.min.x <= aabb.max.x
}
