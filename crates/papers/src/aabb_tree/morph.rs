//! Boxes blended as the mesh is (Real-Time Rendering, 17.6.3): a mesh that is a mixture of a few key shapes has its vertices in
//! the mixture of their boxes.

use super::query::Boxes;
use super::{Split, Tree};
use crate::meshes::Mesh;
use solid_geometry::math::{Aabb, Vec3};

/// A mixture's vertices and its boxes are rounded separately: boxes grow by this part of their coordinates.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// A mesh with key shapes, its tree, and the boxes of the tree for each key.
#[derive(Clone)]
pub struct Morph {
    tree: Tree,
    /// Node by node, those of all keys.
    boxes: Vec<Aabb>,
    keys: usize,
    weights: Vec<f64>,
    /// By node: whether its box is that of the weights.
    blended: Vec<bool>,
    /// Boxes blended so far.
    pub count: u64,
}

/// The mixture of some meshes with the same triangles.
pub fn blend(keys: &[Mesh], weights: &[f64]) -> Mesh {
    let point = |i: usize| keys.iter().zip(weights).map(|(key, w)| key.points[i] * *w).sum();
    let points: Vec<Vec3> = (0..keys[0].points.len()).map(point).collect();
    Mesh { points, triangles: keys[0].triangles.clone() }
}

impl Morph {
    /// A tree cut by the first key, with the boxes of all.
    pub fn new(keys: &[Mesh], split: Split) -> Morph {
        let mut tree = Tree::build(&keys[0], split);
        let mut boxes = vec![Aabb::EMPTY; tree.nodes.len() * keys.len()];
        for (k, key) in keys.iter().enumerate().rev() {
            tree.refit(key);
            for (at, node) in tree.nodes.iter().enumerate() {
                boxes[at * keys.len() + k] = node.aabb;
            }
        }
        let mut weights = vec![0.0; keys.len()];
        weights[0] = 1.0;
        let blended = vec![true; tree.nodes.len()];
        Morph { tree, boxes, keys: keys.len(), weights, blended, count: 0 }
    }

    /// Sets the weights, which are not negative; boxes are blended when a query comes to them.
    pub fn set_weights(&mut self, weights: &[f64]) {
        assert!(weights.len() == self.keys && weights.iter().all(|w| *w >= 0.0));
        self.weights.copy_from_slice(weights);
        self.blended.fill(false);
    }

    fn blend(&mut self, at: usize) {
        let boxes = &self.boxes[at * self.keys..(at + 1) * self.keys];
        let (mut min, mut max, mut size) = (Vec3::zeros(), Vec3::zeros(), Vec3::zeros());
        for (aabb, w) in boxes.iter().zip(&self.weights) {
            min += aabb.min * *w;
            max += aabb.max * *w;
            size += aabb.absolute_extents() * *w;
        }
        let rounding = size * ROUNDING;
        self.tree.nodes[at].aabb = Aabb { min: min - rounding, max: max + rounding };
        self.blended[at] = true;
        self.count += 1;
    }

    /// Blends all boxes.
    pub fn blend_all(&mut self) {
        (0..self.tree.nodes.len()).for_each(|at| self.blend(at));
    }

    /// The memory of the boxes, in bytes.
    pub fn memory(&self) -> usize {
        self.boxes.len() * size_of::<Aabb>()
    }

    /// The sum of the areas of all boxes that are blended over that of boxes fitted to the mesh.
    pub fn looseness(&self, mesh: &Mesh) -> f64 {
        let mut fitted = self.tree.clone();
        fitted.refit(mesh);
        let mut sums = [0.0; 2];
        for at in (0..self.blended.len()).filter(|at| self.blended[*at]) {
            sums[0] += super::half_area(&self.tree.nodes[at].aabb);
            sums[1] += super::half_area(&fitted.nodes[at].aabb);
        }
        sums[0] / sums[1]
    }

    /// Checks that every blended box holds the triangles below it. Panics otherwise.
    pub fn validate(&self, mesh: &Mesh) {
        let mut fitted = self.tree.clone();
        fitted.refit(mesh);
        for at in (0..self.blended.len()).filter(|at| self.blended[*at]) {
            let (own, least) = (&self.tree.nodes[at].aabb, &fitted.nodes[at].aabb);
            assert_eq!(own.join(least), *own, "a box does not hold its triangles");
        }
    }
}

impl Boxes for Morph {
    fn tree(&self) -> &Tree {
        &self.tree
    }

    fn aabb(&mut self, at: usize) -> Aabb {
        if !self.blended[at] {
            self.blend(at);
        }
        self.tree.nodes[at].aabb
    }
}
