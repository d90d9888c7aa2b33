//! Queries of a tree of boxes: by a box, by a moving box, and by the tree itself.

use super::nodes::{DEEPEST, LEAF, NONE, Tree};
use crate::broad::broad_phase::Proxy;
use crate::broad::image::{BEYOND, Image, Probe, SweptProbe, single};
use crate::interrupt::Pace;

/// Two children that overlap, and their images.
pub(super) type NodePair = ([u32; 2], [Image; 2]);

impl Tree {
    /// Visits the leaves whose images overlap another, given by its limits. Returns how many images it looked at.
    pub(super) fn query(&self, limits: &[f32; 6], visit: &mut dyn FnMut(Proxy)) -> u64 {
        let mut stack = [0; DEEPEST];
        let (mut height, mut node, mut looked) = (0, 0, 0);
        loop {
            let line = &self.nodes[node as usize];
            looked += 2;
            let mut next = NONE;
            for side in 0..2 {
                let child = line.children[side];
                if !line.images[side].within(limits) {
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
    pub(super) fn query_swept(
        &self,
        probe: &SweptProbe,
        mut limit: f64,
        mut visit: impl FnMut(Proxy, f64) -> f64,
    ) {
        self.walk_nearest(
            |image, limit| probe.meets(image, limit),
            single(limit),
            |proxy| {
                limit = visit(proxy, limit);
                single(limit)
            },
        );
    }

    /// Visits the leaves that may be no farther from a box than a distance, the nearer child first; `visit` returns the limit
    /// from then on.
    pub(super) fn query_nearest(
        &self,
        probe: &Probe,
        mut limit: f64,
        mut visit: impl FnMut(Proxy, f64) -> f64,
    ) {
        self.walk_nearest(
            |image, limit| probe.gap(image, limit),
            single(limit),
            |proxy| {
                limit = visit(proxy, limit);
                single(limit)
            },
        );
    }

    /// Visits leaves, the nearer child first. `bound` has a lower bound for all that is in an image, or [`BEYOND`] for what is beyond
    /// a limit; `visit` returns the limit from then on.
    #[inline]
    fn walk_nearest(
        &self,
        bound: impl Fn(&Image, f32) -> f32,
        mut limit: f32,
        mut visit: impl FnMut(Proxy) -> f32,
    ) {
        let mut stack = [(0, 0.0_f32); DEEPEST];
        let (mut height, mut child) = (0, 0);
        loop {
            let mut next = None;
            if child & LEAF != 0 {
                limit = visit(child & !LEAF);
            } else {
                let line = &self.nodes[child as usize];
                let [a, b] = line.children;
                let [of_a, of_b] = &line.images;
                let (mut near, mut far) = ((a, bound(of_a, limit)), (b, bound(of_b, limit)));
                if far.1 < near.1 {
                    std::mem::swap(&mut near, &mut far);
                }
                let is_within = |(child, at_least): (u32, f32)| at_least != BEYOND && child != NONE;
                if is_within(far) {
                    stack[height] = far;
                    height += 1;
                }
                next = is_within(near).then_some(near.0);
            }
            child = loop {
                if let Some(next) = next {
                    break next;
                }
                if height == 0 {
                    return;
                }
                height -= 1;
                let (other, at_least) = stack[height];
                next = (at_least <= limit).then_some(other);
            };
        }
    }

    /// Visits each pair of leaves whose images overlap once. Returns how many pairs of images it compared.
    pub(super) fn query_itself(
        &self,
        stack: &mut Vec<NodePair>,
        mut visit: impl FnMut(Proxy, Proxy),
    ) -> u64 {
        let (mut compared, mut pace) = (0, Pace::default());
        for line in self.nodes.iter().skip(1).filter(|line| line.children[0] != NONE) {
            compared += 1;
            if !line.images[0].within(&line.images[1].query_limits()) {
                continue;
            }
            pace.step();
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

    /// Pairs the children of a node with another child.
    #[inline]
    fn open(&self, node: u32, other: u32, image: &Image, stack: &mut Vec<NodePair>) -> u64 {
        let (line, limits) = (&self.nodes[node as usize], image.query_limits());
        for side in 0..2 {
            if line.images[side].within(&limits) {
                stack.push(([line.children[side], other], [line.images[side], *image]));
            }
        }
        2
    }
}
