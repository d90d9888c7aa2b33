//! Building trees and subtrees from the top down (thesis 5.2.4), by the middle of the centres' longest axis.

use super::nodes::{EMPTY, LEAF, NONE, Tree, deepest};
use crate::broad::broad_phase::{Proxy, is_present};
use crate::broad::image::Image;
use crate::math::{Aabb, Vec3};
use crate::sorting::select_numbers;

impl Tree {
    /// Rebuilds the first subtree above a leaf that is too deep for its size.
    pub(super) fn rebuild_above(&mut self, proxy: Proxy, boxes: &[Aabb]) {
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
        let present = |proxy: &Proxy| is_present(&boxes[*proxy as usize]);
        self.list.extend((0..boxes.len() as Proxy).filter(present));
        self.leaves = self.list.len();
        self.origin = middle(&self.list, boxes);
        if self.leaves > 0 {
            let image = self.build_range(0, self.leaves, 0, boxes);
            self.nodes[0].images[0] = image;
        }
    }

    /// Rebuilds the subtree in a slot, in the nodes it has, laid out depth first.
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
        self.refit_from(slot >> 1);
    }

    /// Frees the nodes of a subtree and lists its leaves.
    fn release(&mut self, slot: u32, list: &mut Vec<Proxy>) {
        let (child, _) = self.child(slot);
        if child & LEAF != 0 {
            list.push(child & !LEAF);
            return;
        }
        self.free.push(child);
        self.release(child << 1, list);
        self.release(child << 1 | 1, list);
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
    let bounds = Aabb::around(list.iter().map(|proxy| center(&boxes[*proxy as usize])));
    let axis = bounds.half_extents().iamax();
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
    select_numbers(list, half, &|a, b| key(a).total_cmp(&key(b)).then(a.cmp(&b)));
    half
}
