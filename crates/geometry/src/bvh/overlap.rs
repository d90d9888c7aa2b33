//! SAT lite (thesis 5.2.4): the six face axes of two relatively oriented boxes, for four pairs at a time.
//!
//! Leaving out the nine edge axes lets through some six pairs in a hundred that are apart, and costs less than
//! finding them out.

use super::frame::LocalBox;
use super::node::{FourChildren, Node, by_axis};
use super::relative::Side;
use wide::f32x4;

/// A box of one tree, ready to be tested against nodes of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    /// Twice the centre in the node's coordinates; by axis, the same in all lanes.
    center: [f32x4; 3],
    /// Twice the half extent there, margin included.
    reach: [f32x4; 3],
    /// Twice the centre on the shared axes.
    shared_center: [f32x4; 3],
    /// Twice the half extent there, margin included.
    shared_reach: [f32x4; 3],
}

impl Probe {
    /// Brings a box into the coordinates of the nodes of a side.
    #[inline]
    pub(super) fn new(side: &Side, other: &LocalBox) -> Probe {
        let sum = by_axis(|i| f32x4::splat(other.max[i] + other.min[i]));
        let extent = by_axis(|i| f32x4::splat(other.max[i] - other.min[i]));
        let (center, reach) = side.inward.image(&sum, &extent);
        let (shared_center, shared_reach) = side.outward.image(&sum, &extent);
        Probe {
            center: spread(center),
            reach: spread(reach),
            shared_center: spread(shared_center),
            shared_reach: spread(shared_reach),
        }
    }

    /// The widest gap between this box and each of the four of a node, over six axes: where it is positive, they
    /// are apart. Also the sizes of the four, negative for primitives.
    #[inline]
    pub(super) fn gaps(&self, side: &Side, node: &Node) -> (f32x4, f32x4) {
        let sum = by_axis(|i| node.max(i) + node.min(i));
        let extent = by_axis(|i| node.max(i) - node.min(i));
        let face = |i: usize| (sum[i] - self.center[i]).abs() - (extent[i] + self.reach[i]);
        let shared = |j: usize| {
            let (row, magnitude) = (&side.rows[j], &side.magnitudes[j]);
            let center = row[0] * sum[0] + row[1] * sum[1] + row[2] * sum[2];
            let reach =
                magnitude[0] * extent[0] + magnitude[1] * extent[1] + magnitude[2] * extent[2];
            (center - self.shared_center[j]).abs() - (reach + self.shared_reach[j])
        };
        let faces = face(0).fast_max(face(1)).fast_max(face(2));
        let gaps = faces.fast_max(shared(0).fast_max(shared(1)).fast_max(shared(2)));
        let weight = &side.weight;
        let sizes = (side.least_size + weight[0] * extent[0])
            + (weight[1] * extent[1] + weight[2] * extent[2]);
        (gaps, sizes | node.leaf_signs())
    }
}

/// The first three lanes, each in all lanes of its own.
#[inline]
fn spread(lanes: f32x4) -> [f32x4; 3] {
    let [x, y, z, _] = lanes.to_array();
    [f32x4::splat(x), f32x4::splat(y), f32x4::splat(z)]
}
