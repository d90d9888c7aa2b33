//! Trees as bytes, and back without building.

use super::Tree;
use super::build::depth_limit;
use super::frame::{EMPTY_LOCAL, Frame, LocalBox};
use super::node::{Child, FourChildren, Node};
use super::refit::{BoxSizes, Buffers};
use crate::bytes::{Reader, Stored, Writer};
use crate::list::List;
use crate::math::{Aabb, Vec3};

#[cfg(test)]
mod tests;

/// Holds every root's box: the body's coordinates are at most 1, but for rounding.
const ROOT_LIMITS: LocalBox = LocalBox { min: [-2.0; 3], max: [2.0; 3] };

impl Stored for Node {
    const SCALAR_BYTES: usize = 4;
}

impl Tree {
    /// Whether the tree is in the state in which a build leaves it, for a body in this box.
    pub(crate) fn is_as_built(&self, bounds: &Aabb) -> bool {
        self.bounds == *bounds && self.frame == Frame::around(bounds) && self.excluded.is_empty()
    }

    /// Appends the nodes.
    pub(crate) fn save(&self, to: &mut Writer) {
        to.list(&self.nodes);
    }

    /// A tree that was saved, over so many primitives in a box; `None` unless it passes `checked_depth`, so that no query goes
    /// wrong, whatever the bytes are. Takes linear time.
    pub(crate) fn load(
        from: &mut Reader<'_>,
        bounds: Aabb,
        len: usize,
        hold: impl Fn(u32, &dyn Fn(&Vec3) -> bool) -> bool,
    ) -> Option<Tree> {
        let nodes: List<Node> = from.list()?;
        let frame = Frame::around(&bounds);
        let depth = checked_depth(&nodes, &frame, len, hold)?;
        Some(Tree {
            nodes,
            excluded: Vec::new(),
            frame,
            bounds,
            len: u32::try_from(len).ok()?,
            depth,
            sizes: BoxSizes::default(),
            buffers: Buffers::default(),
        })
    }
}

/// The depth of a tree over so many primitives; `None` unless each is in one leaf, whose box holds its points, each node but the
/// first has one parent, which precedes it, all boxes hold what is below them, and the tree is no deeper than a build makes it.
/// `hold` tells whether all points of a primitive satisfy a condition.
pub(super) fn checked_depth(
    nodes: &[Node],
    frame: &Frame,
    len: usize,
    hold: impl Fn(u32, &dyn Fn(&Vec3) -> bool) -> bool,
) -> Option<u32> {
    let (mut seen, mut met) = (vec![false; len], 0);
    // Of each node, from its parent: its level, if it has been met.
    let mut levels: Vec<Option<u32>> = vec![None; nodes.len()];
    *levels.first_mut()? = Some(0);
    let mut depth = 0;
    for (at, node) in nodes.iter().enumerate() {
        let level = levels[at]?;
        depth = depth.max(level);
        for (lane, child) in node.children().into_iter().enumerate() {
            let local = node.lane(lane);
            let is_in_place =
                at > 0 || ROOT_LIMITS.contains(&local) && (lane == 0 || child == Child::NONE);
            is_in_place.then_some(())?;
            if child == Child::NONE {
                (local == EMPTY_LOCAL).then_some(())?;
            } else if child.is_leaf() {
                for i in child.primitives().range() {
                    let seen = seen.get_mut(i as usize)?;
                    (!std::mem::replace(seen, true)).then_some(())?;
                    met += 1;
                    hold(i, &|p| frame.holds(&local, p)).then_some(())?;
                }
            } else {
                let below = nodes.get(child.index()).filter(|_| child.index() > at)?;
                let is_new = levels[child.index()].replace(level + 1).is_none();
                let holds = (0..4).all(|lane| local.contains(&below.lane(lane)));
                (is_new && holds).then_some(())?;
            }
        }
    }
    (met == len && depth <= depth_limit(len)).then_some(depth)
}
