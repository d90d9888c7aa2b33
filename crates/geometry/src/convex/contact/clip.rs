//! Clipping of two convex outlines (Sutherland and Hodgman).

use super::outline::{List, Outline, area};
use crate::math::vector::Vec2;

/// The corners of what two outlines have in common where `depth` is not negative, counterclockwise; those nearer to each other
/// than `merge` are one, those as near to the line between their neighbours are none, and where there are more than `most`,
/// those that matter least are left out. An outline without an area counts as its line or point, up to `slack`.
pub(super) fn clip(
    a: &Outline,
    b: &Outline,
    depth: impl Fn(&Vec2) -> f64,
    [slack, merge]: [f64; 2],
    most: usize,
) -> List<Vec2> {
    // The clipped outline may be a segment or a point; the clipping one may not.
    let (clipped, by) = if a.corners().len() <= b.corners().len() { (a, b) } else { (b, a) };
    let mut rest: List<Vec2> = clipped.corners().iter().map(|corner| corner.at).collect();
    let edges = by.corners().len();
    for i in 0..edges {
        let (from, to) = (by.corners()[i].at, by.corners()[(i + 1) % edges].at);
        let length = (to - from).norm();
        if length > 0.0 {
            rest = cut(&rest, |corner| area(&from, &to, corner) / length, slack);
        }
    }
    if edges > 1 {
        // Corners within slack of both edges of a narrow wedge may lie far beyond its tip.
        let [from, to] = by.diameter().map(|end| end.at);
        let long = to - from;
        let along = |corner: &Vec2| (corner - from).dot(&long) / long.norm_squared();
        rest = cut(&rest, along, 0.0);
        rest = cut(&rest, |corner| 1.0 - along(corner), 0.0);
    }
    let mut corners = without_repeats(&cut(&rest, depth, slack), merge);
    straighten(&mut corners, merge);
    while corners.len() > most {
        corners.remove(flattest(&corners));
    }
    corners
}

/// Leaves out corners that are no farther than `slack` from the line between their neighbours.
fn straighten(corners: &mut List<Vec2>, slack: f64) {
    loop {
        let count = corners.len();
        if count < 3 {
            return;
        }
        let height = |i: usize| {
            let (from, to) = (&corners[(i + count - 1) % count], &corners[(i + 1) % count]);
            area(from, &corners[i], to).abs() / (to - from).norm()
        };
        let lowest = (0..count).map(|i| (height(i), i)).min_by(|a, b| a.0.total_cmp(&b.0));
        match lowest {
            Some((height, i)) if height <= slack => corners.remove(i),
            _ => return,
        };
    }
}

/// The corner that cuts off the smallest triangle.
fn flattest(corners: &[Vec2]) -> usize {
    let count = corners.len();
    let cut_off =
        |i: usize| area(&corners[(i + count - 1) % count], &corners[i], &corners[(i + 1) % count]);
    let mut least = 0;
    for i in 1..count {
        if cut_off(i) < cut_off(least) {
            least = i;
        }
    }
    least
}

/// Clips a polygon to where `side` is not negative. Corners less than `slack` outside count as inside.
fn cut(corners: &[Vec2], side: impl Fn(&Vec2) -> f64, slack: f64) -> List<Vec2> {
    let mut kept = List::new();
    for (i, here) in corners.iter().enumerate() {
        let next = &corners[(i + 1) % corners.len()];
        let (s, t) = (side(here), side(next));
        if s >= -slack {
            kept.push(*here);
        }
        if (s >= -slack) != (t >= -slack) {
            kept.push(here + (next - here) * (s / (s - t)).clamp(0.0, 1.0));
        }
    }
    kept
}

fn without_repeats(polygon: &[Vec2], slack: f64) -> List<Vec2> {
    let mut kept: List<Vec2> = List::new();
    for corner in polygon {
        if !kept.iter().any(|other| (other - corner).amax() <= slack) {
            kept.push(*corner);
        }
    }
    kept
}
