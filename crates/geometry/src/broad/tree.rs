//! A tree of boxes over moving objects: both children's boxes in one node of one cache line.
//!
//! A leaf is changed in place and its ancestors are fitted anew. Insertion seeks the place that enlarges the tree
//! least; subtrees that have become too deep for their size are built anew (as in a scapegoat tree), others in turn
//! while much moves, and the whole when it has come to cost more than it did when it was new.

use super::image::Image;
use super::phase::Proxy;
use super::room::reserve_total;
use crate::math::{Aabb, Vec3};

/// Set in a child that is a leaf, and names a proxy.
pub(super) const LEAF: u32 = 1 << 31;

/// No child, and the place of a proxy that is not in the tree.
pub(super) const NONE: u32 = u32::MAX;

/// The most nodes that a way down passes: [`deepest`] of the most leaves there can be, and one more.
pub(super) const DEEPEST: usize = 201;

/// How deep a tree of so many leaves may become.
pub(super) fn deepest(leaves: usize) -> usize {
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
    parent: u32,
    /// Of the longest way down from here.
    height: u32,
}

const EMPTY: Node = Node { images: [Image::NONE; 2], children: [NONE; 2], parent: NONE, height: 0 };

/// The tree. A slot is a child's place: its node, twice, plus its side. Slot 0 has the root; slot 1 is never used.
pub(super) struct Tree {
    /// Subtracted from coordinates, so that a scene far from the world's origin keeps its detail.
    pub(super) origin: Vec3,
    pub(super) nodes: Vec<Node>,
    free: Vec<u32>,
    /// By proxy: its slot.
    places: Vec<u32>,
    pub(super) leaves: usize,
    /// Every node comes after its parent.
    ordered: bool,
    /// The leaves of the part that is being built.
    list: Vec<Proxy>,
    /// The node from where the next part is built anew.
    turn: u32,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            origin: Vec3::zeros(),
            nodes: vec![EMPTY],
            free: Vec::new(),
            places: Vec::new(),
            leaves: 0,
            ordered: true,
            list: Vec::new(),
            turn: 0,
        }
    }
}

impl Tree {
    /// Makes room for so many proxies, so that no other call needs memory.
    pub(super) fn reserve(&mut self, slots: usize) {
        reserve_total(&mut self.nodes, slots + 1);
        reserve_total(&mut self.free, slots + 1);
        reserve_total(&mut self.list, slots);
        reserve_total(&mut self.places, slots);
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + (self.free.capacity() + self.places.capacity() + self.list.capacity())
                * size_of::<u32>()
    }

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
    fn put(&mut self, slot: u32, child: u32, image: Image) {
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
    fn child(&self, slot: u32) -> (u32, Image) {
        let node = &self.nodes[(slot >> 1) as usize];
        (node.children[(slot & 1) as usize], node.images[(slot & 1) as usize])
    }

    fn new_node(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.nodes.push(EMPTY);
            (self.nodes.len() - 1) as u32
        })
    }

    /// Changes the image of a leaf; its ancestors' are those of before until they are fitted.
    #[inline]
    pub(super) fn set_image(&mut self, proxy: Proxy, image: Image) {
        let slot = self.places[proxy as usize];
        self.nodes[(slot >> 1) as usize].images[(slot & 1) as usize] = image;
    }

    /// Fits the ancestors of leaves whose images have changed; their heights are as they were. One generation after the other:
    /// no look at the memory, and no branch, waits for another's.
    pub(super) fn fit_above(&mut self, leaves: impl Iterator<Item = Proxy>) {
        let Tree { nodes, places, list: wave, .. } = self;
        wave.clear();
        wave.extend(leaves.map(|leaf| places[leaf as usize] >> 1).filter(|node| *node != 0));
        while !wave.is_empty() {
            let mut count = 0;
            for at in 0..wave.len() {
                let Node { images: [a, b], parent, .. } = nodes[wave[at] as usize];
                let image = a.join(&b);
                let above = parent >> 1;
                let held = &mut nodes[above as usize].images[(parent & 1) as usize];
                let differs = !held.is_same(&image);
                *held = image;
                wave[count] = above;
                count += usize::from(differs & (above != 0));
            }
            wave.truncate(count);
        }
    }

    /// Fits a node and its ancestors, and their heights, until one is as it was: above what has come, gone or been built anew.
    fn fit_from(&mut self, mut node: u32) {
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
    fn height_over(&self, node: u32) -> u32 {
        let height = |child: u32| {
            if child & LEAF != 0 { 0 } else { self.nodes[child as usize].height }
        };
        let [a, b] = self.nodes[node as usize].children;
        1 + height(a).max(height(b))
    }

    /// Fits all nodes to the leaves.
    pub(super) fn fit_all(&mut self) {
        if self.ordered {
            for node in (1..self.nodes.len()).rev() {
                let Node { images: [a, b], children, parent, .. } = self.nodes[node];
                if children[0] != NONE {
                    self.nodes[(parent >> 1) as usize].images[(parent & 1) as usize] = a.join(&b);
                }
            }
        } else {
            self.fit_below(0);
        }
    }

    fn fit_below(&mut self, slot: u32) -> Image {
        let (child, image) = self.child(slot);
        if child & LEAF != 0 {
            return image;
        }
        let image = self.fit_below(child << 1).join(&self.fit_below(child << 1 | 1));
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
        self.ordered = false;
        self.fit_from(parent >> 1);
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
            self.ordered = false;
            self.fit_from(node);
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

    /// Builds the first subtree above a leaf anew that is too deep for its size.
    fn rebuild_above(&mut self, proxy: Proxy, boxes: &[Aabb]) {
        let (mut slot, mut size) = (self.places[proxy as usize], 1);
        while slot >> 1 != 0 {
            let node = slot >> 1;
            size += self.count(slot ^ 1);
            slot = self.nodes[node as usize].parent;
            if self.nodes[node as usize].height as usize > deepest(size) {
                break;
            }
        }
        self.rebuild(slot, boxes);
    }

    fn count(&self, slot: u32) -> usize {
        let (child, _) = self.child(slot);
        if child & LEAF != 0 { 1 } else { self.count(child << 1) + self.count(child << 1 | 1) }
    }

    /// Builds a tree of all present boxes: O(n log n).
    pub(super) fn build(&mut self, boxes: &[Aabb]) {
        self.nodes.truncate(1);
        self.nodes[0] = EMPTY;
        self.free.clear();
        self.places.clear();
        self.places.resize(boxes.len(), NONE);
        self.list.clear();
        let present = |proxy: &Proxy| super::phase::is_present(&boxes[*proxy as usize]);
        self.list.extend((0..boxes.len() as Proxy).filter(present));
        self.leaves = self.list.len();
        self.origin = middle(&self.list, boxes);
        self.turn = 0;
        if self.leaves > 0 {
            let image = self.build_range(0, self.leaves, 0, boxes);
            self.nodes[0].images[0] = image;
        }
        self.ordered = true;
    }

    /// Builds the subtree in a slot anew, in the nodes it has, laid out depth first.
    fn rebuild(&mut self, slot: u32, boxes: &[Aabb]) {
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        let first = self.free.len();
        self.release(slot, &mut list);
        self.free[first..].sort_unstable();
        self.free[first..].reverse();
        self.list = list;
        let image = self.build_range(0, self.list.len(), slot, boxes);
        self.nodes[(slot >> 1) as usize].images[(slot & 1) as usize] = image;
        self.fit_from(slot >> 1);
    }

    /// Frees the nodes of a subtree and lists its leaves.
    fn release(&mut self, slot: u32, list: &mut Vec<Proxy>) {
        let (child, _) = self.child(slot);
        if child & LEAF != 0 {
            list.push(child & !LEAF);
            return;
        }
        self.free.push(child);
        self.turn = self.turn.max(child + 1);
        self.release(child << 1, list);
        self.release(child << 1 | 1, list);
    }

    /// Builds about so many leaves anew, another part each time.
    pub(super) fn rebuild_part(&mut self, leaves: usize, boxes: &[Aabb]) {
        let nodes = self.nodes.len() as u32;
        let next =
            (self.turn.max(1)..nodes).find(|node| self.nodes[*node as usize].children[0] != NONE);
        let Some(mut node) = next else {
            self.turn = 0;
            return;
        };
        let mut size = self.count(node << 1) + self.count(node << 1 | 1);
        while size < leaves && node != 0 {
            let slot = self.nodes[node as usize].parent;
            size += if slot >> 1 == 0 { 0 } else { self.count(slot ^ 1) };
            node = slot >> 1;
        }
        if node != 0 {
            self.turn = node + 1;
            self.rebuild(self.nodes[node as usize].parent, boxes);
        }
    }

    /// Builds a subtree of the listed leaves, `begin..end`, into a slot. Returns its image, which is not yet there.
    fn build_range(&mut self, begin: usize, end: usize, slot: u32, boxes: &[Aabb]) -> Image {
        if end - begin == 1 {
            let proxy = self.list[begin];
            let image = Image::new(&boxes[proxy as usize], &self.origin);
            self.put(slot, proxy | LEAF, image);
            return image;
        }
        let middle = begin + split(&mut self.list[begin..end], boxes);
        let node = self.new_node();
        self.put(slot, node, Image::NONE);
        let a = self.build_range(begin, middle, node << 1, boxes);
        let b = self.build_range(middle, end, node << 1 | 1, boxes);
        self.nodes[node as usize].images = [a, b];
        self.nodes[node as usize].height = self.height_over(node);
        a.join(&b)
    }
}

/// The centre of a box; what is not finite counts as zero.
#[inline]
fn center(aabb: &Aabb) -> Vec3 {
    aabb.center().map(|x| if x.is_finite() { x } else { 0.0 })
}

/// The centre of a box in the middle of a list, roughly the scene's.
fn middle(list: &[Proxy], boxes: &[Aabb]) -> Vec3 {
    const SAMPLES: usize = 63;
    let mut middle = Vec3::zeros();
    for axis in 0..3 {
        let mut sample = [0.0_f64; SAMPLES];
        let mut n = 0;
        for proxy in list.iter().step_by(list.len() / SAMPLES + 1) {
            sample[n] = center(&boxes[*proxy as usize])[axis];
            n += 1;
        }
        sample[..n].sort_unstable_by(f64::total_cmp);
        middle[axis] = sample[n / 2];
    }
    middle
}

/// Puts the leaves of one side first, and returns how many these are: at the middle of the centres' longest axis,
/// or with as many on either side where that would leave less than an eighth on one.
fn split(list: &mut [Proxy], boxes: &[Aabb]) -> usize {
    let bounds = list.iter().fold(Aabb::EMPTY, |mut bounds, proxy| {
        bounds.include(&center(&boxes[*proxy as usize]));
        bounds
    });
    let axis = crate::math::vector::longest_axis(&bounds.half_extents());
    let (middle, key) =
        (bounds.center()[axis], |proxy: Proxy| center(&boxes[proxy as usize])[axis]);
    let mut first = 0;
    for i in 0..list.len() {
        if key(list[i]) < middle {
            list.swap(first, i);
            first += 1;
        }
    }
    if first.min(list.len() - first) * 8 >= list.len() {
        return first;
    }
    let half = list.len() / 2;
    list.select_nth_unstable_by(half, |&a, &b| key(a).total_cmp(&key(b)).then(a.cmp(&b)));
    half
}
