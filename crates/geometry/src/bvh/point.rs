//! The walk of a point through a tree: the primitives whose boxes are within a distance of it, near ones first.

use std::ops::ControlFlow;

use wide::f32x4;

use super::frame::Frame;
use super::node::{Child, FourChildren, Node, by_axis};
use super::slabs::{FourSlabs, Slabs};
use super::tree::TreeSide;
use crate::interrupt::Pace;
use crate::math::Vec3;

/// A query about the primitives around a point.
pub(crate) trait NearVisit {
    /// Boxes that are farther away than this are left out. It may fall during the walk.
    fn limit(&self) -> f64;

    /// What is in one of these is of no interest.
    fn left_out(&self) -> &[BeyondPlane] {
        &[]
    }

    /// Visits a primitive.
    fn visit(&mut self, i: u32);
}

/// What rounding to single precision may take away of a gap between a point and a box, relative to the largest coordinate of either,
/// in units of the tree: half a unit in the last place for each coordinate, one for their difference, and slack.
const GAP_ROUNDING: f32 = 4.0 / (1 << 24) as f32;

/// Squares and their sums in single precision are off by less than this part, and those of normals of length one.
const SQUARE_ROUNDING: f32 = 1e-6;

/// The most children that wait: three of each node on the longest way down (`depth_limit`), and those of the last.
const MOST_WAITING: usize = 3 * 34 + 4;

/// Along which axis a ray goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub axis: usize,
    /// Whether it goes to lesser coordinates.
    pub backwards: bool,
}

/// Visits the primitives whose boxes a ray along an axis meets that begins at a point in local coordinates.
pub(crate) fn walk_along<B>(
    tree: TreeSide<'_>,
    point: &Vec3,
    way: Way,
    mut visit: impl FnMut(u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if tree.nodes.is_empty() || tree.nodes[0].lane(0).is_empty() {
        return ControlFlow::Continue(());
    }
    let exact = tree.frame.exact(point);
    let slack = by_axis(|i| GAP_ROUNDING * (1.0 + exact[i].abs().min(1e15) as f32));
    let low = by_axis(|i| f32x4::splat(exact[i] as f32 - slack[i]));
    let high = by_axis(|i| f32x4::splat(exact[i] as f32 + slack[i]));
    let [x, y, z] = [way.axis, (way.axis + 1) % 3, (way.axis + 2) % 3];
    let (mut waiting, mut count) = ([Child::NONE; MOST_WAITING], 1);
    waiting[0] = Child::node(0);
    let mut pace = Pace::default();
    while count > 0 {
        pace.step();
        count -= 1;
        let child = waiting[count];
        if child.is_leaf() {
            child.primitives().try_each(tree.excluded, &mut visit)?;
            continue;
        }
        let node = &tree.nodes[child.index()];
        let meets = |i: usize| node.min(i).simd_le(high[i]) & node.max(i).simd_ge(low[i]);
        let is_ahead =
            if way.backwards { node.min(x).simd_le(high[x]) } else { node.max(x).simd_ge(low[x]) };
        let lanes = (meets(y) & meets(z) & is_ahead).to_bitmask();
        for lane in 0..4 {
            waiting[count] = node.child(lane);
            count += (lanes >> lane & 1) as usize;
        }
    }
    ControlFlow::Continue(())
}

/// Beyond this many units of the tree slabs are not used: what is in single precision there may overflow.
const SLABS_REACH: f64 = 1e12;

/// A point, ready to be tested against nodes of a tree.
pub(crate) struct Around {
    at: [f32x4; 3],
    weights: [f32x4; 3],
    slack: [f32x4; 3],
    /// The tree's unit, in which squares of distances are.
    unit: f64,
    /// Whether the point is near enough for slabs.
    has_slabs: bool,
    /// What rounding may add to a height over a plane of a slab.
    height_slack: f32x4,
    /// The point moved by what rounding may take away of a gap between the foot on such a plane and a box.
    foot_low: [f32x4; 3],
    foot_high: [f32x4; 3],
    /// The squares of the reciprocals of the weights, rounded down.
    steps: [f32x4; 3],
}

impl Around {
    /// A point in local coordinates.
    pub(crate) fn new(frame: &Frame, point: &Vec3) -> Around {
        Around::points(frame, point, &Vec3::zeros())
    }

    /// All points of a box with these half extents, but for slabs.
    pub(super) fn points(frame: &Frame, center: &Vec3, half: &Vec3) -> Around {
        let exact = frame.exact(center);
        let half = half.component_div(&frame.unit);
        let weights = frame.proportions();
        let rounding = |factor: f32, reach: f64| factor * GAP_ROUNDING * (1.0 + reach as f32);
        let sizes = by_axis(|i| exact[i].abs().min(1e15));
        let reach = by_axis(|i| sizes[i] * f64::from(weights[i]));
        let farthest = reach[0].max(reach[1]).max(reach[2]);
        let foot_slack = |i: usize| rounding(3.0, farthest) / weights[i];
        Around {
            at: by_axis(|i| f32x4::splat(exact[i] as f32)),
            weights: weights.map(f32x4::splat),
            slack: by_axis(|i| f32x4::splat(rounding(1.0, sizes[i] + half[i]) + half[i] as f32)),
            unit: frame.unit.max(),
            has_slabs: exact.amax() < SLABS_REACH,
            height_slack: f32x4::splat(rounding(2.0, sizes[0] + sizes[1] + sizes[2])),
            foot_low: by_axis(|i| f32x4::splat(exact[i] as f32 - foot_slack(i))),
            foot_high: by_axis(|i| f32x4::splat(exact[i] as f32 + foot_slack(i))),
            steps: by_axis(|i| f32x4::splat((1.0 - SQUARE_ROUNDING) / (weights[i] * weights[i]))),
        }
    }

    /// Lower bounds on the squares of the distances of a node's boxes, but for the rounding that [`Around::square_of`] allows for.
    #[inline]
    pub(super) fn squares(&self, node: &Node) -> f32x4 {
        self.gaps_squared(node, &self.at, &self.slack)
    }

    /// The same of what is in slabs as well (`docs/src/theory/slabs.md`, equation (4)). The next node is known only when this is: the
    /// parentheses keep the chain of dependent operations short.
    #[inline]
    fn squares_in_slabs(&self, node: &Node, [x, y, z, low, high]: &FourSlabs) -> f32x4 {
        let normal = [*x, *y, *z];
        let [p, q, r] = by_axis(|i| normal[i] * self.at[i]);
        let above = (p + q + (r - (*high + self.height_slack))).fast_max(f32x4::ZERO);
        let below = (p + q + (r - (*low - self.height_slack))).fast_min(f32x4::ZERO);
        let height = above + below;
        let [p, q, r] = by_axis(|i| {
            // From the foot.
            let way = height * (normal[i] * self.steps[i]);
            let gap = (node.min(i) - self.foot_high[i] + way)
                .fast_max(self.foot_low[i] - node.max(i) - way);
            let gap = gap.fast_max(f32x4::ZERO) * self.weights[i];
            gap * gap
        });
        p + q + (r + height * height)
    }

    /// The squares of the gaps between points and boxes.
    #[inline]
    fn gaps_squared(&self, node: &Node, at: &[f32x4; 3], slack: &[f32x4; 3]) -> f32x4 {
        let [p, q, r] = by_axis(|i| {
            let gap = (node.min(i) - at[i]).fast_max(at[i] - node.max(i)) - slack[i];
            let gap = gap.fast_max(f32x4::ZERO) * self.weights[i];
            gap * gap
        });
        p + q + r
    }

    /// The squares of the distances of the middles of a node's boxes, only to order them.
    #[inline]
    fn middles(&self, node: &Node) -> f32x4 {
        let [p, q, r] = by_axis(|i| {
            let way = (node.min(i) + node.max(i)) * f32x4::HALF - self.at[i];
            let way = way * self.weights[i];
            way * way
        });
        p + q + r
    }

    /// The square of a distance in the same units, rounded up for bounds to be compared with; negative of a distance that is.
    pub(super) fn square_of(&self, distance: f64) -> f32 {
        let distance = distance / self.unit;
        (distance * distance.abs() * (1.0 + 2.0 * f64::from(SQUARE_ROUNDING))) as f32
    }
}

/// A child that waits, and a lower bound on the square of its distance.
#[derive(Clone, Copy)]
struct Waiting {
    square: f32,
    child: Child,
}

/// What is beyond a plane, for four boxes at a time.
pub(crate) struct BeyondPlane {
    /// In the units of the tree, no component greater than 1.
    normal: [f32x4; 3],
    offset: f32x4,
}

/// What rounding to single precision may add to the product of a point of a tree and a normal: a unit in the last place for each of three
/// components, products and sums, and slack.
const PRODUCT_ROUNDING: f64 = 16.0 / (1 << 24) as f64;

impl BeyondPlane {
    /// Points whose product with a normal is no less than an offset, all in local coordinates.
    pub(crate) fn new(frame: &Frame, normal: &Vec3, offset: f64) -> BeyondPlane {
        let scaled = normal.component_mul(&frame.unit);
        let size = scaled.amax();
        let offset = (offset - normal.dot(&frame.center)) / size;
        let offset = offset + PRODUCT_ROUNDING * (1.0 + offset.abs());
        let normal = by_axis(|i| f32x4::splat((scaled[i] / size) as f32));
        BeyondPlane { normal, offset: f32x4::splat(offset as f32) }
    }

    /// All ones for the boxes of a node that are in it.
    #[inline]
    fn holds(&self, node: &Node) -> f32x4 {
        let [p, q, r] =
            by_axis(|i| (self.normal[i] * node.min(i)).fast_min(self.normal[i] * node.max(i)));
        (p + q + r).simd_ge(self.offset)
    }
}

/// Walks a tree by the distances of its boxes from a point in local coordinates, and of its slabs, the nearest child of each node first.
pub(crate) fn walk_near<V: NearVisit>(
    tree: TreeSide<'_>,
    slabs: Option<&Slabs>,
    point: &Vec3,
    visit: &mut V,
) {
    if tree.nodes.is_empty() || tree.nodes[0].lane(0).is_empty() {
        return;
    }
    let around = Around::new(tree.frame, point);
    let slabs = slabs.filter(|_| around.has_slabs);
    let mut most = around.square_of(visit.limit());
    let root = Waiting { square: 0.0, child: Child::node(0) };
    let (mut waiting, mut count) = ([root; MOST_WAITING], 0);
    let (mut next, mut pace) = (root, Pace::default());
    loop {
        if next.square <= most && next.child != Child::NONE {
            pace.step();
            let child = next.child;
            if !child.is_leaf() {
                let node = &tree.nodes[child.index()];
                let squares = match slabs {
                    Some(slabs) => around.squares_in_slabs(node, slabs.of_node(child.index())),
                    None => around.squares(node),
                };
                let mut is_near = squares.simd_le(f32x4::splat(most));
                // The last are near what is visited now.
                for beyond in visit.left_out().iter().rev() {
                    if is_near.none() {
                        break;
                    }
                    is_near &= !beyond.holds(node);
                }
                // Often none is near enough, which the processor predicts before it knows the distances.
                if is_near.any() {
                    // Over a hill the bounds of neighbours are too low, since their planes lean away: the middles count as well.
                    let keys =
                        if slabs.is_some() { squares + around.middles(node) } else { squares };
                    // None is negative, so that their bits are in their order. The last bits become the lane.
                    let keys: [u32; 4] = bytemuck::cast(keys);
                    let squares = is_near.select(squares, f32x4::splat(f32::INFINITY)).to_array();
                    let [first, others @ ..] =
                        sorted(by_lane(|lane| keys[lane] & !3 | lane as u32)).map(|key| {
                            let lane = key as usize & 3;
                            Waiting { square: squares[lane], child: node.child(lane) }
                        });
                    // The nearest last, which comes off the stack first.
                    for other in others.into_iter().rev() {
                        waiting[count] = other;
                        count += usize::from(other.square <= most);
                    }
                    next = first;
                    continue;
                }
            } else {
                let _ = child.primitives().try_each(tree.excluded, |i| {
                    visit.visit(i);
                    ControlFlow::<()>::Continue(())
                });
                most = around.square_of(visit.limit());
            }
        }
        if count == 0 {
            return;
        }
        count -= 1;
        next = waiting[count];
    }
}

/// Something for each lane.
#[inline]
fn by_lane<T>(of: impl Fn(usize) -> T) -> [T; 4] {
    [of(0), of(1), of(2), of(3)]
}

/// Sorts by a network of five comparisons (Knuth 1998, 5.3.4).
#[inline]
fn sorted<T: Copy + Ord>([a, b, c, d]: [T; 4]) -> [T; 4] {
    let (a, b) = (a.min(b), a.max(b));
    let (c, d) = (c.min(d), c.max(d));
    let (a, c) = (a.min(c), a.max(c));
    let (b, d) = (b.min(d), b.max(d));
    [a, b.min(c), b.max(c), d]
}
