//! Slabs: two parallel planes between which the contents of a box lie, along the mean normal of the surface in it. They are as thin
//! as the surface is flat, whatever its attitude: `docs/src/theory/slabs.md`.

use wide::f32x4;

use super::frame::{OUTWARDS, is_usable};
use super::node::{Child, FourChildren};
use super::pieces::{Pieces, Vec3x4};
use super::tree::Tree;
use crate::interrupt::Pace;
use crate::math::Vec3;

#[cfg(test)]
pub(super) mod tests;

/// The slabs of the four children of a node, in tree coordinates: the normals by axis, then the least dot product of a point and
/// the normal, then the greatest, each with a lane for each child. A normal has length 1 in equal units, or is zero where the planes say
/// nothing.
pub(super) type FourSlabs = [f32x4; 5];

/// A bound on the rounding of planes in tree coordinates, in which no normal is longer than 2 and no point farther out.
const PLANE_ROUNDING: f64 = 1e-12;

/// The slabs of a tree, for each of its nodes.
#[derive(Debug)]
pub(crate) struct Slabs(Vec<FourSlabs>);

impl Slabs {
    /// The slabs of a tree whose primitives have these points, in the order of their outlines. Those of leaves are found from the
    /// points, the others from those below. Takes linear time.
    pub(crate) fn of<'a, I: Iterator<Item = &'a Vec3>>(
        tree: &Tree,
        points: impl Fn(u32) -> I,
    ) -> Slabs {
        let frame = tree.frame();
        let weights = Vec3::from(frame.proportions().map(f64::from));
        let mut slabs = vec![[f32x4::ZERO; 5]; tree.nodes.len()];
        // The area of each node's contents as a vector.
        let mut areas = vec![Vec3::zeros(); tree.nodes.len()];
        let (mut corners, mut pace) = (Vec::<Vec3>::new(), Pace::default());
        // Children follow their parents.
        for (at, node) in tree.nodes.iter().enumerate().rev() {
            pace.step();
            let mut rows = [[0.0; 4]; 5];
            for (lane, child) in node.children().into_iter().enumerate() {
                if child == Child::NONE || node.lane(lane).is_empty() {
                    continue;
                }
                let (area, normal, range);
                if child.is_leaf() {
                    corners.clear();
                    let mut all = Vec3::zeros();
                    for i in child.primitives().range() {
                        let first = corners.len();
                        let usable = points(i).filter(|p| is_usable(p));
                        corners.extend(usable.map(|p| frame.exact(p)));
                        add(&mut all, &fan_area(&corners[first..]));
                    }
                    (area, normal) = (all, unit(&all, &weights));
                    range = corners.iter().fold(
                        [f64::INFINITY, f64::NEG_INFINITY],
                        |[low, high], q| {
                            let along = normal.dot(q);
                            [low.min(along), high.max(along)]
                        },
                    );
                } else {
                    let below = child.index();
                    let pieces = Pieces::of_node(&tree.nodes[below], Some(&slabs[below]));
                    // Lanes without a box are nowhere.
                    let farthest = |along: &Vec3| {
                        let all = pieces.support(&Vec3x4::splat(along)).to_array();
                        all.into_iter().fold(f64::NEG_INFINITY, f64::max)
                    };
                    (area, normal) = (areas[below], unit(&areas[below], &weights));
                    range = [-farthest(&-normal), farthest(&normal)];
                }
                if range[0] <= range[1] {
                    let outwards = |x: f64| x.abs() * OUTWARDS + PLANE_ROUNDING;
                    let planes = [range[0] - outwards(range[0]), range[1] + outwards(range[1])];
                    for (row, x) in rows.iter_mut().zip(normal.iter().chain(&planes)) {
                        row[lane] = *x as f32;
                    }
                }
                add(&mut areas[at], &area);
            }
            slabs[at] = rows.map(f32x4::new);
        }
        Slabs(slabs)
    }

    /// Those of the children of a node.
    #[inline]
    pub(super) fn of_node(&self, node: usize) -> &FourSlabs {
        &self.0[node]
    }
}

/// Adds an area to others, or its opposite: the two sides of a thin body count alike.
fn add(all: &mut Vec3, area: &Vec3) {
    *all += if all.dot(area) < 0.0 { -area } else { *area };
}

/// Twice the area of a polygon as a vector along its normal.
fn fan_area(corners: &[Vec3]) -> Vec3 {
    let Some((first, others)) = corners.split_first() else { return Vec3::zeros() };
    others.windows(2).map(|pair| (pair[0] - first).cross(&(pair[1] - first))).sum()
}

/// A normal in tree coordinates along a vector, of length 1 in equal units but for rounding to single precision; zero if there is none.
fn unit(v: &Vec3, weights: &Vec3) -> Vec3 {
    let normal = v / v.amax();
    let normal = normal / normal.component_div(weights).norm();
    if normal.amax() <= 2.0 { normal.map(|x| f64::from(x as f32)) } else { Vec3::zeros() }
}
