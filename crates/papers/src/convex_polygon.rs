//! Convex polygons in the plane: what two have in common, by exact decisions; the reference of contact manifolds.

#[cfg(test)]
mod tests;

use robust::{Coord, orient2d};

/// A point of the plane.
pub type Point = [f64; 2];

/// Positive, zero or negative as `c` is to the left of the line from `a` to `b`, on it, or to the right: exact.
fn side(a: &Point, b: &Point, c: &Point) -> f64 {
    let coord = |p: &Point| Coord { x: p[0], y: p[1] };
    orient2d(coord(a), coord(b), coord(c))
}

fn minus(a: &Point, b: &Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: &Point, b: &Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The corners of the hull of some points, counterclockwise: three at least, unless the points are on a line (Andrew 1979).
pub fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let chain = |points: &mut dyn Iterator<Item = &Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in points {
            while chain.len() > 1
                && side(&chain[chain.len() - 2], &chain[chain.len() - 1], p) <= 0.0
            {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        chain
    };
    let mut corners = chain(&mut sorted.iter());
    corners.extend(chain(&mut sorted.iter().rev()));
    corners
}

/// The corners of what two convex polygons have in common, counterclockwise as theirs (Sutherland and Hodgman 1974). Which side
/// of an
/// edge a corner of the first polygon is on is decided exactly; crossings are rounded.
pub fn common(first: &[Point], second: &[Point]) -> Vec<Point> {
    let mut rest = first.to_vec();
    for (i, from) in second.iter().enumerate() {
        let to = &second[(i + 1) % second.len()];
        let mut kept = Vec::new();
        for (k, here) in rest.iter().enumerate() {
            let next = &rest[(k + 1) % rest.len()];
            let [s, t] = [here, next].map(|p| side(from, to, p));
            if s >= 0.0 {
                kept.push(*here);
            }
            if s > 0.0 && t < 0.0 || s < 0.0 && t > 0.0 {
                let share = s / (s - t);
                kept.push([0, 1].map(|k| here[k] + (next[k] - here[k]) * share));
            }
        }
        rest = kept;
    }
    rest
}

/// The area inside of a polygon, positive if its corners run counterclockwise.
pub fn area(polygon: &[Point]) -> f64 {
    let Some(first) = polygon.first() else { return 0.0 };
    let cross = |pair: &[Point]| {
        let [a, b] = [minus(&pair[0], first), minus(&pair[1], first)];
        a[0] * b[1] - a[1] * b[0]
    };
    polygon.windows(2).map(cross).sum::<f64>() / 2.0
}

/// The distance of a point from a convex polygon, a segment or a point: zero inside. Infinite from no corner at all.
pub fn distance(p: &Point, polygon: &[Point]) -> f64 {
    let edges = || (0..polygon.len()).map(|i| (&polygon[i], &polygon[(i + 1) % polygon.len()]));
    if polygon.len() > 2 && edges().all(|(a, b)| side(a, b, p) >= 0.0) {
        return 0.0;
    }
    let from_edge = |(a, b): (&Point, &Point)| {
        let (edge, to) = (minus(b, a), minus(p, a));
        let square = dot(&edge, &edge);
        let along = if square > 0.0 { (dot(&to, &edge) / square).clamp(0.0, 1.0) } else { 0.0 };
        let beside = minus(&to, &edge.map(|x| x * along));
        dot(&beside, &beside).sqrt()
    };
    edges().map(from_edge).fold(f64::INFINITY, f64::min)
}

/// How far the first set of points reaches out of the polygon, at most.
pub fn reach(points: &[Point], polygon: &[Point]) -> f64 {
    points.iter().map(|p| distance(p, polygon)).fold(0.0, f64::max)
}
