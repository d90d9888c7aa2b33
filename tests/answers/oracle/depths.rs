//! Penetration depths between bounds, by branch and bound over directions.
//!
//! The depth is the least value of the support function h of A - B over all unit directions. In a spherical triangle of
//! directions with the corners m every direction is m' / |m'| for a point m' of the plane triangle, where |m'| <= 1. Every
//! point p of A - B then bounds h from below: h(n) >= p . n >= the least p . m, if that is not negative. With the support
//! points of the corners for p the bound is off by the square of the triangle's size where h is smooth.

use super::body::Body;
use super::dd::{V3, add, dot, neg, norm, scale};
use super::search::Pair;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The least and the largest that the penetration depth can be.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub lower: f64,
    pub upper: f64,
}

/// A direction and the point of A - B farthest along it.
#[derive(Clone, Copy)]
struct Corner {
    direction: V3<f64>,
    point: V3<f64>,
}

struct Cell {
    corners: [Corner; 3],
    lower: f64,
}

impl Cell {
    fn new(corners: [Corner; 3]) -> Cell {
        let points = corners.map(|corner| corner.point);
        let middle = scale(add(add(points[0], points[1]), points[2]), 1.0 / 3.0);
        let least = |p: &V3<f64>| {
            corners.iter().map(|corner| dot(*p, corner.direction)).fold(f64::INFINITY, f64::min)
        };
        let most = points.iter().chain([&middle]).map(least).fold(f64::NEG_INFINITY, f64::max);
        // Of a negative product the length |m'| counts, which is 0.57 at least.
        Cell { corners, lower: if most < 0.0 { 2.0 * most } else { most } }
    }
}

impl PartialEq for Cell {
    fn eq(&self, other: &Cell) -> bool {
        self.lower == other.lower
    }
}

impl Eq for Cell {}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cell {
    /// The least bound is the greatest, since the heap has that first.
    fn cmp(&self, other: &Cell) -> Ordering {
        other.lower.total_cmp(&self.lower)
    }
}

/// Bounds of the depth of two bodies that overlap, no farther apart than `tolerance` unless `most` cells do not suffice.
pub fn depth(a: &Body, b: &Body, tolerance: f64, most: usize) -> Bounds {
    let pair = Pair::new(a, b);
    let corner = |direction: V3<f64>| {
        let direction = scale(direction, 1.0 / norm::<f64>(direction));
        Corner { direction, point: pair.support(direction).w }
    };
    let axes = [0, 1, 2].map(|k| std::array::from_fn(|i| if i == k { 1.0 } else { 0.0 }));
    let (ahead, behind) = (axes.map(corner), axes.map(|axis| corner(neg(axis))));
    let height = |corner: &Corner| dot(corner.point, corner.direction);
    let mut upper = ahead.iter().chain(&behind).map(height).fold(f64::INFINITY, f64::min);
    let octant = |i: usize| {
        Cell::new(std::array::from_fn(|k| if i >> k & 1 == 0 { ahead[k] } else { behind[k] }))
    };
    let mut cells: BinaryHeap<Cell> = (0..8).map(octant).collect();
    for _ in 0..most {
        let Some(cell) = cells.pop() else { break };
        if cell.lower >= upper - tolerance {
            cells.push(cell);
            break;
        }
        let [p, q, r] = cell.corners;
        let middle = |p: &Corner, q: &Corner| corner(add(p.direction, q.direction));
        let (pq, qr, rp) = (middle(&p, &q), middle(&q, &r), middle(&r, &p));
        upper = [&pq, &qr, &rp].map(height).into_iter().fold(upper, f64::min);
        let parts = [[p, pq, rp], [pq, q, qr], [rp, qr, r], [pq, qr, rp]].map(Cell::new);
        cells.extend(parts.into_iter().filter(|part| part.lower < upper - tolerance));
    }
    // Cells that were left out have no lower values than this.
    let lower = cells.peek().map_or(f64::INFINITY, |cell| cell.lower).min(upper - tolerance);
    Bounds { lower: lower.max(0.0), upper }
}
