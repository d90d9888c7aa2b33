//! The nodes of a tree of boxes, each with the boxes of both children in one cache line.
//!
//! A leaf is changed in place and its ancestors are refitted. Insertion seeks the place that enlarges the tree
//! least; subtrees that have become too deep for their size are rebuilt, as in a scapegoat tree.

use crate::broad::broad_phase::{Proxy, is_present};
use crate::broad::image::Image;
use crate::math::{Aabb, Vec3};

/// Set in a child that is a leaf, and names a proxy.
pub(in crate::broad) const LEAF: u32 = 1 << 31;

/// No child, and the place of a proxy that is not in the tree.
pub(super) const NONE: u32 = u32::MAX;

/// The most nodes on a path from the root: [`deepest`] of the maximum number of leaves, plus one.
pub(in crate::broad) const DEEPEST: usize = 201;

/// How deep a tree of this many leaves may become.
pub(in crate::broad) fn deepest(leaves: usize) -> usize {
    // Splits leave at least an eighth on each side: a new tree is never deeper than 5.2 times the logarithm.
    6 * (usize::BITS - leaves.leading_zeros()) as usize + 8
}

#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Node {
    pub(super) images: [Image; 2],
    /// Another node, a leaf, or none.
    pub(super) children: [u32; 2],
    /// The slot where this node hangs.
    pub(super) parent: u32,
    /// The length of the longest path down from here.
    pub(super) height: u32,
}

pub(super) const EMPTY: Node =
    Node { images: [Image::NONE; 2], children: [NONE; 2], parent: NONE, height: 0 };

/// The tree. A slot is a child's place: its node, twice, plus its side. Slot 0 has the root; slot 1 is never used.
pub(super) struct Tree {
    /// Subtracted from coordinates, so that a scene far from the world's origin keeps its detail.
    pub(super) origin: Vec3,
    pub(super) nodes: Vec<Node>,
    pub(super) free: Vec<u32>,
    /// By proxy: its slot.
    pub(super) places: Vec<u32>,
    pub(super) leaves: usize,
    /// The leaves of the part that is being built.
    pub(super) list: Vec<Proxy>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            origin: Vec3::zeros(),
            nodes: vec![EMPTY],
            free: Vec::new(),
            places: Vec::new(),
            leaves: 0,
            list: Vec::new(),
        }
    }
}

impl Tree {
    /// Whether a proxy is in the tree.
    pub(super) fn contains(&self, proxy: Proxy) -> bool {
        self.places.get(proxy as usize).is_some_and(|place| *place != NONE)
    }

    /// The image of a proxy that is in the tree.
    #[inline]
    pub(super) fn image(&self, proxy: Proxy) -> Image {
        let slot = self.places[proxy as usize];
        self.nodes[(slot >> 1) as usize].images[(slot & 1) as usize]
    }

    #[inline]
    pub(super) fn put(&mut self, slot: u32, child: u32, image: Image) {
        let node = &mut self.nodes[(slot >> 1) as usize];
        node.children[(slot & 1) as usize] = child;
        node.images[(slot & 1) as usize] = image;
        if child & LEAF == 0 {
            self.nodes[child as usize].parent = slot;
        } else if child != NONE {
            self.places[(child & !LEAF) as usize] = slot;
        }
    }

    #[inline]
    pub(super) fn child(&self, slot: u32) -> (u32, Image) {
        let node = &self.nodes[(slot >> 1) as usize];
        (node.children[(slot & 1) as usize], node.images[(slot & 1) as usize])
    }

    pub(super) fn new_node(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.nodes.push(EMPTY);
            (self.nodes.len() - 1) as u32
        })
    }

    /// Changes the image of a leaf; its ancestors' stay until they are refitted.
    #[inline]
    pub(super) fn set_image(&mut self, proxy: Proxy, image: Image) {
        let slot = self.places[proxy as usize];
        self.nodes[(slot >> 1) as usize].images[(slot & 1) as usize] = image;
    }

    /// Refits the ancestors of a leaf.
    pub(super) fn refit_above(&mut self, proxy: Proxy) {
        self.refit_from(self.places[proxy as usize] >> 1);
    }

    /// Refits a node and its ancestors, and their heights, until one is as it was.
    pub(super) fn refit_from(&mut self, mut node: u32) {
        while node != 0 {
            let height = self.height_over(node);
            let same_height =
                std::mem::replace(&mut self.nodes[node as usize].height, height) == height;
            let Node { images: [a, b], parent, .. } = self.nodes[node as usize];
            let image = a.join(&b);
            let held = &mut self.nodes[(parent >> 1) as usize].images[(parent & 1) as usize];
            if held.is_same(&image) && same_height {
                return;
            }
            *held = image;
            node = parent >> 1;
        }
    }

    /// The height of a node by those of its children.
    #[inline]
    pub(super) fn height_over(&self, node: u32) -> u32 {
        let height = |child: u32| {
            if child & LEAF != 0 { 0 } else { self.nodes[child as usize].height }
        };
        let [a, b] = self.nodes[node as usize].children;
        1 + height(a).max(height(b))
    }

    /// Refits all nodes to the leaves.
    pub(super) fn refit(&mut self) {
        self.refit_below(0);
    }

    fn refit_below(&mut self, slot: u32) -> Image {
        let (child, image) = self.child(slot);
        if child & LEAF != 0 {
            return image;
        }
        let image = self.refit_below(child << 1).join(&self.refit_below(child << 1 | 1));
        self.nodes[(slot >> 1) as usize].images[(slot & 1) as usize] = image;
        image
    }

    /// Takes a leaf out.
    pub(super) fn remove(&mut self, proxy: Proxy) {
        let slot = std::mem::replace(&mut self.places[proxy as usize], NONE);
        self.leaves -= 1;
        let node = slot >> 1;
        if node == 0 {
            self.nodes[0] = EMPTY;
            return;
        }
        let (sibling, image) = self.child(slot ^ 1);
        let parent = self.nodes[node as usize].parent;
        self.nodes[node as usize] = EMPTY;
        self.free.push(node);
        self.put(parent, sibling, image);
        self.refit_from(parent >> 1);
    }

    /// Puts a leaf in where it enlarges the tree least: O(log n). Returns how many images it looked at.
    pub(super) fn insert(&mut self, proxy: Proxy, image: Image, boxes: &[Aabb]) -> u64 {
        if self.places.len() <= proxy as usize {
            self.places.resize(proxy as usize + 1, NONE);
        }
        self.leaves += 1;
        let (mut slot, mut depth) = (0, 0);
        loop {
            let (child, around) = self.child(slot);
            if child == NONE {
                self.put(slot, proxy | LEAF, image);
                return 1;
            }
            depth += 1;
            let step =
                if child & LEAF != 0 { None } else { self.better_below(child, &around, &image) };
            if let Some(below) = step {
                slot = below;
                continue;
            }
            let node = self.new_node();
            self.put(slot, node, around.join(&image));
            self.put(node << 1, child, around);
            self.put(node << 1 | 1, proxy | LEAF, image);
            self.refit_from(node);
            break;
        }
        if self.nodes[self.nodes[0].children[0] as usize].height as usize > deepest(self.leaves) {
            self.rebuild_above(proxy, boxes);
        }
        2 * depth as u64
    }

    /// The side of a node below which a new leaf costs less than beside it, in surface.
    fn better_below(&self, node: u32, around: &Image, image: &Image) -> Option<u32> {
        let here = around.join(image).surface();
        let inherited = here - around.surface();
        let Node { images, children, .. } = &self.nodes[node as usize];
        let costs = [0, 1].map(|side| {
            let joined = images[side].join(image).surface();
            let own = if children[side] & LEAF != 0 { 0.0 } else { images[side].surface() };
            inherited + joined - own
        });
        let side = usize::from(costs[1] < costs[0]);
        (costs[side] < here).then_some(node << 1 | side as u32)
    }

    /// Panics unless each box is in the tree, its leaf holds it, each node holds what is below it, and none is too deep.
    pub(super) fn validate(&self, boxes: &[Aabb]) {
        let mut leaves = 0;
        let (depth, _) = self.validate_below(0, boxes, &mut leaves);
        assert_eq!(leaves, self.leaves);
        assert_eq!(leaves, boxes.iter().filter(|aabb| is_present(aabb)).count());
        assert!(depth < DEEPEST, "{depth} deep");
        assert!(self.nodes.len() == 1 + self.free.len() + leaves.saturating_sub(1));
    }

    fn validate_below(&self, slot: u32, boxes: &[Aabb], leaves: &mut usize) -> (usize, Image) {
        let (child, image) = self.child(slot);
        if child == NONE {
            return (0, image);
        }
        if child & LEAF != 0 {
            let proxy = child & !LEAF;
            let own = Image::new(&boxes[proxy as usize], &self.origin);
            assert!(image.join(&own).is_same(&image), "the leaf of {proxy}");
            assert_eq!(self.places[proxy as usize], slot);
            *leaves += 1;
            return (0, image);
        }
        assert_eq!(self.nodes[child as usize].parent, slot);
        let [a, b] = [0, 1].map(|side| self.validate_below(child << 1 | side, boxes, leaves));
        assert!(a.1.join(&b.1).is_same(&image), "node {child}");
        let depth = 1 + a.0.max(b.0);
        assert_eq!(depth, self.nodes[child as usize].height as usize);
        (depth, image)
    }
}
