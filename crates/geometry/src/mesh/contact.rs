//! All contacts of two soups: every pair of polytopes that share a point, with a point, a normal and a depth.

use std::ops::ControlFlow;

use super::meeting::Meeting;
use super::soup::Soup;
use crate::bvh::{Relative, visit_pairs};
use crate::convex::query::Coherence;
use crate::convex::relative::RelativePlacement;
use crate::math::Placement;

/// Calls with every pair of polytopes that share a point, in the order of the walk; touching is sharing.
///
/// Takes time in proportion to the pairs whose boxes overlap. Each pair comes once.
pub fn visit_meeting(
    a: &Soup,
    place_a: &Placement,
    b: &Soup,
    place_b: &Placement,
    relation: &RelativePlacement,
    visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let relative = Relative::new(a.tree().frame(), place_a, b.tree().frame(), place_b);
    let mut meeting = Meeting::new(a, b, relation);
    let meet: &mut dyn FnMut(u32, u32) -> _ = &mut |i, j| {
        // Each pair is asked for itself: what came before it shall not matter.
        if meeting.meet(i, j, &mut Coherence::default()) {
            visit(i, j)
        } else {
            ControlFlow::Continue(())
        }
    };
    visit_pairs(a.tree(), b.tree(), &relative, meet)
}
