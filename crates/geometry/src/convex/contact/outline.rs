//! The outline of the feature that a body turns to another, seen along the contact normal.

use smallvec::SmallVec;

use crate::math::Vec3;
use crate::math::tolerance::{MANIFOLD_ANGLE, MANIFOLD_MERGE, MANIFOLD_SLACK};
use crate::math::vector::Vec2;
use crate::sorting::sort_numbers;

/// The most corners that are searched for.
const MOST_SAMPLED: usize = 16;

/// Corners, of which there are seldom so many that the list is allocated.
pub(super) type List<T> = SmallVec<[T; 32]>;

/// A point in the contact plane, relative to the deepest point, and the distance of a surface behind the plane there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    pub at: Vec2,
    /// The distance of the body's point behind its foremost one; not negative, up to rounding.
    pub behind: f64,
}

/// Twice the area of the triangle, positive where its corners run counterclockwise.
pub(super) fn area(a: &Vec2, b: &Vec2, c: &Vec2) -> f64 {
    (b - a).perp(&(c - a))
}

/// The contact plane as seen from one of the bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    /// The direction in which the body faces the other.
    facing: Vec3,
    x: Vec3,
    y: Vec3,
}

impl Plane {
    /// As the body faces it that the normal points away from.
    pub(super) fn new(normal: &Vec3) -> Plane {
        // The axis along which the normal is shortest: no two directions are nearly parallel.
        let axis = Vec3::ith(normal.iamin(), 1.0);
        let x = normal.cross(&axis).normalize();
        Plane { facing: *normal, x, y: normal.cross(&x) }
    }

    /// As the other body faces it; places in it stay what they are.
    pub(super) fn turned(&self) -> Plane {
        Plane { facing: -self.facing, ..*self }
    }

    /// The vector to a place from the deepest point.
    pub(super) fn lift(&self, at: &Vec2) -> Vec3 {
        self.x * at.x + self.y * at.y
    }

    /// The corners of the feature, counterclockwise, as directions a little off the normal find them: first four of them,
    /// then across each edge between two corners, until there is nothing farther out.
    pub(super) fn sample(&self, deepest: &Vec3, support: &mut dyn FnMut(&Vec3) -> Vec3) -> Sample {
        let (mut reach, mut error) = (0.0_f64, 0.0_f64);
        let mut corner_towards = |towards: Vec2| {
            let (corner, corner_error) = self.corner(|t| {
                let off = self.lift(&towards) * (MANIFOLD_ANGLE * t);
                let p = support(&(self.facing + off)) - deepest;
                let at = Vec2::new(p.dot(&self.x), p.dot(&self.y));
                reach = reach.max(at.norm());
                Point { at, behind: -p.dot(&self.facing) }
            });
            error = error.max(corner_error);
            corner
        };
        let mut corners: List<Point> = [Vec2::x(), Vec2::y(), -Vec2::x(), -Vec2::y()]
            .into_iter()
            .map(&mut corner_towards)
            .collect();
        let mut from = 0;
        while from < corners.len() && corners.len() < MOST_SAMPLED {
            let (a, b) = (corners[from].at, corners[(from + 1) % corners.len()].at);
            let edge = b - a;
            let long = edge.norm();
            let same = MANIFOLD_MERGE * extent(&corners);
            if long > same {
                let out = Vec2::new(edge.y, -edge.x) / long;
                let point = corner_towards(out);
                if (point.at - a).dot(&out) > same {
                    corners.insert(from + 1, point);
                    continue;
                }
            }
            from += 1;
        }
        Sample { corners, reach, error: error + MANIFOLD_SLACK * reach }
    }

    /// Where a corner of the feature lies that `point_at` finds at shares of the sampling angle. A vertex, and nearly a rim,
    /// is found there at half of the angle too. On a round surface the point found moves with the angle: its place at
    /// no angle at all is extrapolated, which is the foremost point, or the end of a straight line. Also a bound on the error
    /// of the extrapolation.
    fn corner(&self, mut point_at: impl FnMut(f64) -> Point) -> (Point, f64) {
        let (mut t, mut wide, mut half) = (1.0, point_at(1.0), point_at(0.5));
        for _ in 0..HALVINGS {
            let moved = distance(&half.at, &wide.at);
            if is_same(&half, &wide) {
                return (wide, 0.0);
            }
            let narrow = point_at(0.25 * t);
            if moved < distance(&narrow.at, &half.at) {
                return (wide, 0.0);
            }
            if let Some(point) = at_no_angle([wide, half, narrow]) {
                return (point, EXTRAPOLATION_ERROR * moved);
            }
            // It jumps from one place to another in between. Both are vertices of one face that leans itself if it has been at
            // the first for a while, and rises less than behind an edge.
            let rises = wide.behind - half.behind > 0.5 * t * MANIFOLD_ANGLE * moved;
            if !rises && is_same(&point_at(0.875 * t), &wide) {
                return (wide, 0.0);
            }
            (t, wide, half) = (0.5 * t, half, narrow);
        }
        // Between many small facets there is no telling: a point of the surface, then.
        (half, 0.0)
    }
}

/// Whether two points are one but for rounding.
fn is_same(a: &Point, b: &Point) -> bool {
    distance(&a.at, &b.at) <= MANIFOLD_SLACK * b.at.norm()
}

/// The corners of a feature, counterclockwise.
pub(super) struct Sample {
    pub corners: List<Point>,
    /// How far the points reach that were looked at.
    pub reach: f64,
    /// A bound on the errors of the corners.
    pub error: f64,
}

/// How often the angle is halved to avoid a jump, or a strong curvature.
const HALVINGS: u32 = 6;

/// Extrapolates a point, given at an angle, half and a quarter of it, to the angle zero; `None` if it does not move smoothly.
fn at_no_angle([wide, half, narrow]: [Point; 3]) -> Option<Point> {
    let (first, second) = (wide.at - half.at, half.at - narrow.at);
    if (first - second * 2.0).norm() > UNEVEN * first.norm() {
        return None;
    }
    let at = (narrow.at * 8.0 - half.at * 6.0 + wide.at) / 3.0;
    let behind = (8.0 * narrow.behind - 6.0 * half.behind + wide.behind) / 3.0;
    Some(Point { at, behind: behind.max(0.0) })
}

/// The largest second difference, relative to the distance moved, for which the extrapolation is accepted.
const UNEVEN: f64 = 0.01;

/// The error of the extrapolation is then below this part of that distance.
const EXTRAPOLATION_ERROR: f64 = 1e-3;

fn distance(a: &Vec2, b: &Vec2) -> f64 {
    (a - b).norm()
}

/// The largest coordinate of some points.
fn extent(points: &[Point]) -> f64 {
    points.iter().fold(0.0, |most: f64, point| most.max(point.at.amax()))
}

/// Adds the corners of the part of an outline that lies no farther behind than `depth`. As the outline is not quite convex, and
/// the surface behind it neither, it may be left and entered again.
fn push_near(corners: &[Point], depth: f64, points: &mut List<Point>) {
    for (i, here) in corners.iter().enumerate() {
        let next = &corners[(i + 1) % corners.len()];
        let inside = here.behind <= depth;
        if inside {
            points.push(*here);
        }
        if inside != (next.behind <= depth) {
            let t = (depth - here.behind) / (next.behind - here.behind);
            let at = here.at + (next.at - here.at) * t;
            points.push(Point { at, behind: here.behind + t * (next.behind - here.behind) });
        }
    }
}

/// A convex polygon, a segment or a point: corners counterclockwise, about the deepest point at the origin.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    corners: List<Point>,
}

impl Outline {
    /// The part of a feature that lies no farther behind than `depth`.
    pub(super) fn of(sample: &Sample, depth: f64, slack: f64) -> Outline {
        let mut points = List::from_iter([Point::default()]);
        push_near(&sample.corners, depth, &mut points);
        Outline::around(&points, slack)
    }

    /// The convex hull of some points. One that is nowhere farther than twice `slack` from its longest diagonal is a segment, and
    /// a shorter one a point: edges displaced by `slack` would move the tip of so narrow a wedge far away.
    fn around(points: &[Point], slack: f64) -> Outline {
        let mut order: List<u32> = (0..points.len() as u32).collect();
        sort_numbers(&mut order, &|i, j| {
            let [a, b] = [i, j].map(|i| &points[i as usize].at);
            a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(i.cmp(&j))
        });
        let extent = extent(points);
        let flat = MANIFOLD_SLACK * extent * extent;
        let mut corners: List<Point> = List::new();
        // Andrew's chains: the lower one to the right, then the upper one back.
        for chain in 0..2 {
            let base = corners.len();
            for i in 0..order.len() {
                let number = order[if chain == 0 { i } else { order.len() - 1 - i }];
                let point = points[number as usize];
                while corners.len() >= base + 2 {
                    let [.., before, last]: &[Point] = &corners else { break };
                    if area(&before.at, &last.at, &point.at) > flat {
                        break;
                    }
                    corners.pop();
                }
                corners.push(point);
            }
            // The end of a chain is the beginning of the next.
            corners.pop();
        }
        if corners.is_empty() {
            corners.push(points[order[0] as usize]);
        }
        let outline = Outline { corners };
        let [from, to] = outline.diameter();
        let long = distance(&from.at, &to.at);
        let is_flat = |point: &Point| area(&from.at, &to.at, &point.at).abs() <= 2.0 * slack * long;
        if !outline.corners.iter().all(is_flat) {
            return outline;
        }
        let is_segment = long > 2.0 * slack;
        let corners = if is_segment {
            List::from_iter([from, to])
        } else {
            List::from_iter([Point::default()])
        };
        Outline { corners }
    }

    /// The two corners that are farthest from each other.
    pub(super) fn diameter(&self) -> [Point; 2] {
        let corners = self.corners();
        let pairs = corners.iter().flat_map(|a| corners.iter().map(move |b| [*a, *b]));
        let length = |[a, b]: &[Point; 2]| distance(&a.at, &b.at);
        pairs.max_by(|a, b| length(a).total_cmp(&length(b))).unwrap_or_default()
    }

    pub(super) fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// How far the surface lies behind a place of the outline: interpolated between the two corners whose triangle with
    /// the deepest point holds it. The body is convex, so its surface lies no farther behind.
    pub(super) fn behind(&self, at: &Vec2) -> f64 {
        let corners = self.corners();
        if corners.len() < 3 {
            return self.behind_on_line(at);
        }
        let origin = Vec2::zeros();
        let mut best = (f64::NEG_INFINITY, 0.0);
        for (i, a) in corners.iter().enumerate() {
            let b = &corners[(i + 1) % corners.len()];
            let whole = area(&origin, &a.at, &b.at);
            let of_a = area(&origin, at, &b.at) / whole;
            let of_b = area(&origin, &a.at, at) / whole;
            if !(of_a.is_finite() && of_b.is_finite()) {
                continue;
            }
            let least = of_a.min(of_b).min(1.0 - of_a - of_b);
            if least > best.0 {
                best = (least, of_a * a.behind + of_b * b.behind);
            }
        }
        if best.0 == f64::NEG_INFINITY { self.behind_on_line(at) } else { best.1.max(0.0) }
    }

    /// The same for an outline without an area.
    fn behind_on_line(&self, at: &Vec2) -> f64 {
        let ahead = self.corners().iter().filter(|end| end.at.dot(at) > 0.0);
        let Some(end) = ahead.max_by(|a, b| a.at.norm().total_cmp(&b.at.norm())) else {
            return 0.0;
        };
        (end.behind * (at.norm() / end.at.norm()).min(1.0)).max(0.0)
    }
}
