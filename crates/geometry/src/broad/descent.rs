//! Ways down a tree of boxes: one box against it, a moving box, and the tree against itself.

use super::image::{Image, Reach};
use super::phase::Proxy;
use super::swept::Swept;
use super::tree::{DEEPEST, LEAF, NONE, Tree};

/// Two children that overlap, and their images.
pub(super) type Couple = ([u32; 2], [Image; 2]);

/// So many go down the tree together, and so many nodes wait for them at a time.
pub(super) const TOGETHER: usize = 32;
const WAITING: usize = 512;

/// The nodes that wait for those who go down together, of this level and of the next, and the leaves that were reached.
pub(super) struct Waiting {
    nodes: [[u64; WAITING]; 2],
    leaves: [u64; WAITING],
}

impl Default for Waiting {
    fn default() -> Waiting {
        Waiting { nodes: [[0; WAITING]; 2], leaves: [0; WAITING] }
    }
}

impl Tree {
    /// Visits the leaves whose images overlap another. Returns how many images it looked at.
    #[inline]
    pub(super) fn descend(&self, reach: &[f32; 6], visit: &mut dyn FnMut(Proxy)) -> u64 {
        self.descend_from(0, reach, visit)
    }

    /// The same for some at a time, `count` of these: visits each with each of its leaves. Level by level, so that nothing waits
    /// for the memory, or for a branch, of what was looked at just before.
    pub(super) fn descend_together(
        &self,
        reaches: &[Reach; TOGETHER],
        mut count: usize,
        waiting: &mut Waiting,
        mut visit: impl FnMut(usize, Proxy),
    ) -> u64 {
        // A node or a leaf, and above it the number of who asks.
        let entry = |child: u32, query: u64| query << 32 | u64::from(child);
        let Waiting { nodes, leaves } = waiting;
        let [mut level, mut next] = nodes.each_mut();
        let mut looked = 0;
        (0..count).for_each(|query| level[query] = entry(0, query as u64));
        while count > 0 {
            // Those for whose children there may be no room go down alone.
            for waits in &level[count.min(WAITING / 2)..count] {
                let (node, query) = (*waits as u32, (*waits >> 32) as usize);
                let reach = reaches[query % TOGETHER].numbers();
                looked += self.descend_from(node, &reach, &mut |proxy| visit(query, proxy));
            }
            count = count.min(WAITING / 2);
            looked += 2 * count as u64;
            let (mut deeper, mut reached) = (0, 0);
            for waits in &level[..count] {
                let (node, query) = (*waits as u32, waits >> 32);
                let line = &self.nodes[node as usize];
                let within = Image::are_within(&line.images, &reaches[query as usize % TOGETHER]);
                for (child, within) in line.children.into_iter().zip(within) {
                    let waits = entry(child, query);
                    (next[deeper % WAITING], leaves[reached % WAITING]) = (waits, waits);
                    let leaf = (child >> LEAF.ilog2() & within) as usize;
                    reached += leaf;
                    deeper += within as usize - leaf;
                }
            }
            for waits in &leaves[..reached] {
                visit((waits >> 32) as usize, *waits as u32 & !LEAF);
            }
            count = deeper;
            std::mem::swap(&mut level, &mut next);
        }
        looked
    }

    #[inline(never)]
    fn descend_from(&self, from: u32, reach: &[f32; 6], visit: &mut dyn FnMut(Proxy)) -> u64 {
        let mut stack = [0; DEEPEST];
        let (mut height, mut node, mut looked) = (0, from, 0);
        loop {
            let line = &self.nodes[node as usize];
            looked += 2;
            let mut next = NONE;
            for side in 0..2 {
                let child = line.children[side];
                if !line.images[side].within(reach) {
                    continue;
                }
                if child & LEAF != 0 {
                    visit(child & !LEAF);
                } else if next == NONE {
                    next = child;
                } else {
                    stack[height] = child;
                    height += 1;
                }
            }
            if next == NONE {
                if height == 0 {
                    return looked;
                }
                height -= 1;
                next = stack[height];
            }
            node = next;
        }
    }

    /// Visits the leaves that a moving box may meet up to a time, the nearer child first; `visit` returns the limit
    /// from then on.
    pub(super) fn descend_swept(
        &self,
        swept: &Swept,
        limit: f64,
        mut visit: impl FnMut(Proxy, f64) -> f64,
    ) {
        let mut limit = limit;
        let mut stack = [(0, 0.0); DEEPEST];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let (child, time) = stack[height];
            if time > limit {
                continue;
            }
            if child & LEAF != 0 {
                limit = visit(child & !LEAF, limit);
                continue;
            }
            let line = &self.nodes[child as usize];
            let mut met = [0, 1].map(|side| {
                let bounds = line.images[side].bounds(&self.origin);
                (line.children[side], swept.meets(&bounds, limit))
            });
            if met[0].1 < met[1].1 {
                met.swap(0, 1);
            }
            for (child, time) in met {
                if let Some(time) = time {
                    stack[height] = (child, time);
                    height += 1;
                }
            }
        }
    }

    /// Visits each pair of leaves whose images overlap once. Returns how many pairs of images it compared.
    pub(super) fn descend_itself(
        &self,
        stack: &mut Vec<Couple>,
        mut visit: impl FnMut(Proxy, Proxy),
    ) -> u64 {
        let mut compared = 0;
        for line in self.nodes.iter().skip(1).filter(|line| line.children[0] != NONE) {
            compared += 1;
            if !line.images[0].within(&line.images[1].reach()) {
                continue;
            }
            stack.push((line.children, line.images));
            while let Some(([a, b], [of_a, of_b])) = stack.pop() {
                match (a & LEAF != 0, b & LEAF != 0) {
                    (true, true) => visit(a & !LEAF, b & !LEAF),
                    (false, true) => compared += self.open(a, b, &of_b, stack),
                    (true, false) => compared += self.open(b, a, &of_a, stack),
                    _ if of_a.surface() < of_b.surface() => {
                        compared += self.open(b, a, &of_a, stack)
                    }
                    _ => compared += self.open(a, b, &of_b, stack),
                }
            }
        }
        compared
    }

    /// Couples the children of a node with another child.
    #[inline]
    fn open(&self, node: u32, other: u32, image: &Image, stack: &mut Vec<Couple>) -> u64 {
        let (line, reach) = (&self.nodes[node as usize], image.reach());
        for side in 0..2 {
            if line.images[side].within(&reach) {
                stack.push(([line.children[side], other], [line.images[side], *image]));
            }
        }
        2
    }
}
