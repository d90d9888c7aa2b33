//! Clipping of two convex outlines (Sutherland and Hodgman).

use super::outline::{MOST_CORNERS, Outline, Point, PointList, area};

/// The capacity: the corners of both outlines.
const MOST: usize = 2 * MOST_CORNERS;

/// The corners of what two outlines have in common where `depth` is not negative, counterclockwise; those nearer to each other
/// than `merge` are one, those as near to the line between their neighbours are none, and where there are more than `most`,
/// those that matter least are left out. An outline without an area counts as its line or point, up to `slack`.
pub(super) fn clip(
    a: &Outline,
    b: &Outline,
    depth: impl Fn(&Point) -> f64,
    [slack, merge]: [f64; 2],
    most: usize,
) -> PointList<MOST> {
    // The clipped outline may be a segment or a point; the clipping one may not.
    let (clipped, by) = if a.corners().len() <= b.corners().len() { (a, b) } else { (b, a) };
    let mut rest = PointList::<MOST>::new();
    for corner in clipped.corners() {
        rest.push(*corner);
    }
    let edges = by.corners().len();
    for i in 0..edges {
        let (from, to) = (by.corners()[i], by.corners()[(i + 1) % edges]);
        rest = keep_left(&rest, &from, &to, slack);
    }
    if edges > 1 {
        // Corners within slack of both edges of a narrow wedge may lie far beyond its tip.
        let [from, to] = by.diameter();
        rest = keep_between(&rest, &from, &to);
    }
    let mut deep = PointList::new();
    cut(&rest, depth, slack, &mut deep);
    let mut corners = without_repeats(&deep, merge);
    straighten(&mut corners, merge);
    while corners.as_slice().len() > most {
        corners.remove(flattest(corners.as_slice()));
    }
    corners
}

/// Leaves out corners that are no farther than `slack` from the line between their neighbours.
fn straighten(corners: &mut PointList<MOST>, slack: f64) {
    loop {
        let all = corners.as_slice();
        let count = all.len();
        if count < 3 {
            return;
        }
        let height = |i: usize| {
            let (from, to) = (&all[(i + count - 1) % count], &all[(i + 1) % count]);
            let (dx, dy) = to.minus(from);
            area(from, &all[i], to).abs() / (dx * dx + dy * dy).sqrt()
        };
        let lowest = (0..count).map(|i| (height(i), i)).min_by(|a, b| a.0.total_cmp(&b.0));
        match lowest {
            Some((height, i)) if height <= slack => corners.remove(i),
            _ => return,
        }
    }
}

/// The corner that cuts off the smallest triangle.
fn flattest(corners: &[Point]) -> usize {
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

/// The part of a polygon to the left of a line, or within `slack` of it.
fn keep_left(polygon: &PointList<MOST>, from: &Point, to: &Point, slack: f64) -> PointList<MOST> {
    let (dx, dy) = to.minus(from);
    let length = (dx * dx + dy * dy).sqrt();
    let mut kept = PointList::new();
    if length == 0.0 {
        return *polygon;
    }
    let left = |spot: &Point| area(from, to, spot) / length;
    cut(polygon, left, slack, &mut kept);
    kept
}

/// The part of a polygon between the perpendiculars to a segment at its ends.
fn keep_between(polygon: &PointList<MOST>, from: &Point, to: &Point) -> PointList<MOST> {
    let (dx, dy) = to.minus(from);
    let square = dx * dx + dy * dy;
    let along = |spot: &Point| {
        let (px, py) = spot.minus(from);
        (px * dx + py * dy) / square
    };
    let (mut begun, mut ended) = (PointList::new(), PointList::new());
    cut(polygon, along, 0.0, &mut begun);
    cut(&begun, |spot| 1.0 - along(spot), 0.0, &mut ended);
    ended
}

/// Clips a polygon to where `side` is not negative. Corners less than `slack` outside count as inside.
fn cut(
    polygon: &PointList<MOST>,
    side: impl Fn(&Point) -> f64,
    slack: f64,
    kept: &mut PointList<MOST>,
) {
    let corners = polygon.as_slice();
    for (i, here) in corners.iter().enumerate() {
        let next = &corners[(i + 1) % corners.len()];
        let (s, t) = (side(here), side(next));
        if s >= -slack {
            kept.push(*here);
        }
        if (s >= -slack) != (t >= -slack) {
            kept.push(here.towards(next, (s / (s - t)).clamp(0.0, 1.0)));
        }
    }
}

fn without_repeats(polygon: &PointList<MOST>, slack: f64) -> PointList<MOST> {
    let same = |a: &Point, b: &Point| {
        let (dx, dy) = a.minus(b);
        dx.abs() <= slack && dy.abs() <= slack
    };
    let mut kept = PointList::new();
    for spot in polygon.iter() {
        if !kept.iter().any(|other| same(spot, other)) {
            kept.push(*spot);
        }
    }
    kept
}
