//! Clipping of an outline to half planes (Sutherland and Hodgman 1974).

use super::MOST_CONTACTS;
use super::outline::{List, Outline, Point, area};
use crate::math::vector::{Vec2, lesser};

/// What an edge of a region lies on: an edge of the incident outline, a side of the reference, or the reference's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Incident(u32),
    Reference(u32),
    Plane,
}

/// A corner of a region, and the sides that meet there: what leads to it from the one before, and from it to the next. Where corners
/// are one it has its own still, by which it is named.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub point: Point,
    pub sides: [Side; 2],
    /// Over the edge of the half plane that the region is clipped to.
    height: f64,
}

/// The region of contact of a face and what it meets, as its corners in order around it.
#[derive(Default)]
pub(super) struct Region {
    /// The corners, and room for those after the next cut. A list has room for many, too many to copy: an array of two is copied when it
    /// is made.
    first: List<Corner>,
    second: List<Corner>,
    is_in_second: bool,
    slack: f64,
}

impl Region {
    /// An empty one becomes the part of an outline that is within the sides of another and where `rest` is not negative; less than
    /// `slack` outside counts as within. At most [`MOST_CONTACTS`] corners, those that matter most.
    pub(super) fn fill(
        &mut self,
        incident: &Outline,
        reference: &Outline,
        rest: impl Fn(&Point) -> f64,
        slack: f64,
    ) {
        self.slack = slack;
        let count = incident.points.len();
        let corner = |(i, point): (usize, &Point)| Corner {
            point: *point,
            sides: [if i == 0 { count - 1 } else { i - 1 }, i].map(|k| Side::Incident(k as u32)),
            height: 0.0,
        };
        incident.points.iter().enumerate().for_each(|at| self.first.push(corner(at)));
        // First, with room to spare: of bodies that lean it leaves little for the sides. What hangs over by less than `slack` counts as
        // within only of the part that is within the sides, as an outline may be much larger.
        self.cut(Side::Plane, |p| rest(p) + 2.0 * slack);
        self.cut_to_sides(&reference.points);
        self.cut(Side::Plane, rest);
        simplify(if self.is_in_second { &mut self.second } else { &mut self.first }, slack);
    }

    pub(super) fn corners(&self) -> &[Corner] {
        if self.is_in_second { &self.second } else { &self.first }
    }

    /// Clips to the inside of an outline.
    fn cut_to_sides(&mut self, sides: &[Point]) {
        let (mut lowest, mut is_narrow) = (0.0_f64, false);
        for (i, from) in sides.iter().enumerate() {
            let next = if i + 1 == sides.len() { 0 } else { i + 1 };
            let edge = sides[next].at - from.at;
            let length = edge.norm();
            // The direction of a shorter one is rounding.
            if length > self.slack {
                let along = edge / length;
                let height = |point: &Point| along.perp(&(point.at - from.at));
                lowest = lesser(self.cut(Side::Reference(i as u32), height), lowest);
            } else {
                is_narrow = true;
            }
        }
        if (lowest < 0.0 || is_narrow) && self.corners().len() > 1 {
            // Corners within slack of both edges of a narrow wedge, or along a sliver whose ends were no sides, may lie far beyond it.
            let long = longest(sides);
            let along = |p: &Point| p.at.dot(&long);
            let [low, high] = sides
                .iter()
                .map(along)
                .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
                    [low.min(x), high.max(x)]
                });
            self.cut(Side::Plane, |p| along(p) - low);
            self.cut(Side::Plane, |p| high - along(p));
        }
    }

    /// Clips to where `height` is not negative. Corners less than `slack` below count as above; returns how low one of them is.
    fn cut(&mut self, side: Side, height: impl Fn(&Point) -> f64) -> f64 {
        let slack = self.slack;
        let (first, second) = (&mut self.first, &mut self.second);
        let (corners, kept) = if self.is_in_second { (second, first) } else { (first, second) };
        let mut lowest = 0.0_f64;
        for corner in corners.iter_mut() {
            corner.height = height(&corner.point);
            lowest = if corner.height < lowest { corner.height } else { lowest };
        }
        if lowest >= -slack {
            return lowest;
        }
        // Not by `clear`, which is a loop over the elements.
        *kept = List::new();
        lowest = 0.0;
        let Some(mut before) = corners.last() else { return 0.0 };
        let mut was_in = before.height >= -slack;
        for here in corners.iter() {
            let is_in = here.height >= -slack;
            if was_in != is_in {
                let part = (before.height / (before.height - here.height)).clamp(0.0, 1.0);
                let point = before.point.towards(&here.point, part);
                let of_edge = before.sides[1];
                let sides = if was_in { [of_edge, side] } else { [side, of_edge] };
                kept.push(Corner { point, sides, height: 0.0 });
            }
            if is_in {
                kept.push(*here);
                lowest = if here.height < lowest { here.height } else { lowest };
            }
            (before, was_in) = (here, is_in);
        }
        self.is_in_second = !self.is_in_second;
        lowest
    }
}

/// The direction in which an outline is about longest.
fn longest(points: &[Point]) -> Vec2 {
    let from = points.first().copied().unwrap_or_default();
    let farthest = points.iter().fold(Vec2::zeros(), |best, p| {
        let v = p.at - from.at;
        if v.norm_squared() > best.norm_squared() { v } else { best }
    });
    farthest.try_normalize(0.0).unwrap_or_default()
}

/// Leaves out corners that are repeated within `merge`, those that are no farther than `merge` from the line between their
/// neighbours, and where there are more than [`MOST_CONTACTS`] those that matter least.
fn simplify(corners: &mut List<Corner>, merge: f64) {
    let mut i = 1;
    while i < corners.len() {
        let (before, others) = corners.split_at_mut(i);
        let Point { at, behind } = others[0].point;
        let is_here = |other: &&mut Corner| {
            let off = other.point.at - at;
            off.x.abs() <= merge && off.y.abs() <= merge
        };
        match before.iter_mut().find(is_here) {
            Some(first) => {
                if behind < first.point.behind {
                    first.point = others[0].point;
                }
                corners.remove(i);
            }
            None => i += 1,
        }
    }
    while corners.len() > 2 {
        let ring = &corners[..];
        // The corner that matters least: one that is but for `merge` on the line between its neighbours, else the one that adds the
        // least area.
        let (mut least, mut is_flat, mut adds) = (0, false, f64::INFINITY);
        let (mut from, mut at) = (ring[ring.len() - 1].point.at, ring[0].point.at);
        for i in 0..ring.len() {
            let to = ring[if i + 1 == ring.len() { 0 } else { i + 1 }].point.at;
            // Twice the area.
            let area = area(&from, &at, &to);
            let on_line = area * area <= merge * merge * (to - from).norm_squared();
            if on_line && !is_flat || on_line == is_flat && area < adds {
                (least, is_flat, adds) = (i, on_line, area);
            }
            (from, at) = (at, to);
        }
        if !is_flat && ring.len() <= MOST_CONTACTS {
            return;
        }
        corners.remove(least);
    }
}
