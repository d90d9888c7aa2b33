//! The outline of the feature that a body turns to another, seen along the contact normal.

use crate::math::Vec3;
use crate::math::tolerance::{MANIFOLD_ANGLE, MANIFOLD_MERGE, MANIFOLD_SLACK};
use crate::sorting::sort_numbers;

/// The most corners that are searched for.
const MOST_SAMPLED: usize = 16;

/// The most corners of an outline: those found, of which one may become two where it is cut off, and the deepest point.
pub(super) const MOST_CORNERS: usize = MOST_SAMPLED + 2;

/// A point in the contact plane, relative to the deepest point, and the distance of a surface behind the plane there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
    /// The distance of the body's point behind its foremost one; not negative, up to rounding.
    pub behind: f64,
}

impl Point {
    pub fn minus(&self, other: &Point) -> (f64, f64) {
        (self.x - other.x, self.y - other.y)
    }

    /// Linear interpolation: at `t` from this point, 0, to another, 1.
    pub fn towards(&self, other: &Point, t: f64) -> Point {
        let between = |a: f64, b: f64| a + t * (b - a);
        Point {
            x: between(self.x, other.x),
            y: between(self.y, other.y),
            behind: between(self.behind, other.behind),
        }
    }
}

/// Twice the area of the triangle, positive where its corners run counterclockwise.
pub(super) fn area(a: &Point, b: &Point, c: &Point) -> f64 {
    let ((ux, uy), (vx, vy)) = (b.minus(a), c.minus(a));
    ux * vy - uy * vx
}

/// A short list of points.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointList<const MOST: usize = MOST_CORNERS> {
    points: [Point; MOST],
    count: usize,
}

impl<const MOST: usize> PointList<MOST> {
    pub fn new() -> Self {
        PointList { points: [Point::default(); MOST], count: 0 }
    }

    /// Adds a point, unless the list is full.
    pub fn push(&mut self, point: Point) {
        if self.count < MOST {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    pub fn insert(&mut self, at: usize, point: Point) {
        self.points.copy_within(at..self.count, at + 1);
        self.points[at] = point;
        self.count += 1;
    }

    pub fn pop(&mut self) {
        self.count -= 1;
    }

    pub fn remove(&mut self, at: usize) {
        self.points.copy_within(at + 1..self.count, at);
        self.count -= 1;
    }

    pub fn as_slice(&self) -> &[Point] {
        &self.points[..self.count]
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Point> {
        self.as_slice().iter()
    }

    pub fn is_full(&self) -> bool {
        self.count == MOST
    }
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
    pub fn new(normal: &Vec3) -> Plane {
        // The axis along which the normal is shortest: no two directions are nearly parallel.
        let (a, b, c) = (normal.x.abs(), normal.y.abs(), normal.z.abs());
        let axis = if a <= b && a <= c {
            Vec3::x()
        } else if b <= c {
            Vec3::y()
        } else {
            Vec3::z()
        };
        let x = normal.cross(&axis).normalize();
        Plane { facing: *normal, x, y: normal.cross(&x) }
    }

    /// As the other body faces it; places in it stay what they are.
    pub fn turned(&self) -> Plane {
        Plane { facing: -self.facing, ..*self }
    }

    /// The vector to a place from the deepest point.
    pub fn lift(&self, at: &Point) -> Vec3 {
        self.x * at.x + self.y * at.y
    }

    /// The corners of the feature, counterclockwise, as directions a little off the normal find them: first four of them,
    /// then across each edge between two corners, until there is nothing farther out.
    pub fn sample(&self, deepest: &Vec3, support: &mut dyn FnMut(&Vec3) -> Vec3) -> Sample {
        let (mut reach, mut error) = (0.0_f64, 0.0_f64);
        let mut look = |x: f64, y: f64| {
            let (corner, corner_error) = self.corner(|t| {
                let off = (self.x * x + self.y * y) * (MANIFOLD_ANGLE * t);
                let p = support(&(self.facing + off)) - deepest;
                let point =
                    Point { x: p.dot(&self.x), y: p.dot(&self.y), behind: -p.dot(&self.facing) };
                reach = reach.max(length(point.x, point.y));
                point
            });
            error = error.max(corner_error);
            corner
        };
        let mut corners = PointList::new();
        for (x, y) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
            corners.push(look(x, y));
        }
        let mut from = 0;
        while from < corners.as_slice().len() && !corners.is_full() {
            let here = corners.as_slice();
            let (a, b) = (here[from], here[(from + 1) % here.len()]);
            let (dx, dy) = b.minus(&a);
            let long = length(dx, dy);
            let same = MANIFOLD_MERGE * extent(here);
            if long > same {
                let (outx, outy) = (dy / long, -dx / long);
                let point = look(outx, outy);
                let (px, py) = point.minus(&a);
                if px * outx + py * outy > same {
                    corners.insert(from + 1, point);
                    continue;
                }
            }
            from += 1;
        }
        Sample { corners, reach, error: error + MANIFOLD_SLACK * reach }
    }

    /// Where a corner of the feature lies that `look` finds at shares of the sampling angle. A vertex, and nearly a rim,
    /// is found there at half of the angle too. On a round surface the point found moves with the angle: its place at
    /// no angle at all is extrapolated, which is the foremost point, or the end of a straight line. Also a bound on the error
    /// of the extrapolation.
    fn corner(&self, mut look: impl FnMut(f64) -> Point) -> (Point, f64) {
        let (mut t, mut wide, mut half) = (1.0, look(1.0), look(0.5));
        for _ in 0..NARROWER {
            let moved = distance(&half, &wide);
            if is_same(&half, &wide) {
                return (wide, 0.0);
            }
            let narrow = look(0.25 * t);
            if moved < distance(&narrow, &half) {
                return (wide, 0.0);
            }
            if let Some(point) = at_no_angle([wide, half, narrow]) {
                return (point, EXTRAPOLATION_ERROR * moved);
            }
            // It jumps from one place to another in between. Both are vertices of one face that leans itself if it has been at
            // the first for a while, and rises less than behind an edge.
            let rises = wide.behind - half.behind > 0.5 * t * MANIFOLD_ANGLE * moved;
            if !rises && is_same(&look(0.875 * t), &wide) {
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
    distance(a, b) <= MANIFOLD_SLACK * length(b.x, b.y)
}

/// The corners of a feature, counterclockwise.
pub(super) struct Sample {
    pub corners: PointList<MOST_SAMPLED>,
    /// How far the points reach that were looked at.
    pub reach: f64,
    /// A bound on the errors of the corners.
    pub error: f64,
}

/// How often the angle is halved to avoid a jump, or a strong curvature.
const NARROWER: u32 = 6;

/// Extrapolates a point, given at an angle, half and a quarter of it, to the angle zero; `None` if it does not move smoothly.
fn at_no_angle([wide, half, narrow]: [Point; 3]) -> Option<Point> {
    let ((ax, ay), (bx, by)) = (wide.minus(&half), half.minus(&narrow));
    if length(ax - 2.0 * bx, ay - 2.0 * by) > UNEVEN * length(ax, ay) {
        return None;
    }
    let parabola = |wide: f64, half: f64, narrow: f64| (8.0 * narrow - 6.0 * half + wide) / 3.0;
    Some(Point {
        x: parabola(wide.x, half.x, narrow.x),
        y: parabola(wide.y, half.y, narrow.y),
        behind: parabola(wide.behind, half.behind, narrow.behind).max(0.0),
    })
}

/// The largest second difference, relative to the distance moved, for which the extrapolation is accepted.
const UNEVEN: f64 = 0.01;

/// The error of the extrapolation is then below this part of that distance.
const EXTRAPOLATION_ERROR: f64 = 1e-3;

fn distance(a: &Point, b: &Point) -> f64 {
    let (x, y) = a.minus(b);
    length(x, y)
}

fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// The largest coordinate of some points.
fn extent(points: &[Point]) -> f64 {
    points.iter().fold(0.0, |most: f64, s| most.max(s.x.abs()).max(s.y.abs()))
}

/// Adds the corners of the part of an outline that lies no farther behind than `depth`.
fn push_near(around: &PointList<MOST_SAMPLED>, depth: f64, points: &mut PointList) {
    let corners = around.as_slice();
    for (i, here) in corners.iter().enumerate() {
        let next = &corners[(i + 1) % corners.len()];
        let inside = here.behind <= depth;
        if inside {
            points.push(*here);
        }
        if inside != (next.behind <= depth) {
            points.push(here.towards(next, (depth - here.behind) / (next.behind - here.behind)));
        }
    }
}

/// A convex polygon, a segment or a point: corners counterclockwise, about the deepest point at the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    corners: PointList,
}

impl Outline {
    /// The part of a feature that lies no farther behind than `depth`.
    pub fn of(sample: &Sample, depth: f64, slack: f64) -> Outline {
        let mut points = PointList::new();
        points.push(Point::default());
        push_near(&sample.corners, depth, &mut points);
        Outline::around(&points, slack)
    }

    /// The convex hull of some points. One that is nowhere farther than twice `slack` from its longest diagonal is a segment, and
    /// a shorter one a point: edges displaced by `slack` would move the tip of so narrow a wedge far away.
    pub(super) fn around(points: &PointList, slack: f64) -> Outline {
        let mut numbers: [u32; MOST_CORNERS] = std::array::from_fn(|i| i as u32);
        sort_numbers(&mut numbers[..points.count], &mut |i, j| {
            let [a, b] = [i, j].map(|i| &points.points[i as usize]);
            a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(i.cmp(&j))
        });
        let mut sorted = *points;
        for (point, number) in sorted.points.iter_mut().zip(numbers) {
            *point = points.points[number as usize];
        }
        let extent = extent(sorted.as_slice());
        let flat = MANIFOLD_SLACK * extent * extent;
        let mut corners = PointList::new();
        // Andrew's chains: the lower one to the right, then the upper one back.
        for chain in 0..2 {
            let base = corners.count;
            for i in 0..sorted.count {
                let point = sorted.points[if chain == 0 { i } else { sorted.count - 1 - i }];
                while corners.count >= base + 2 {
                    let last = corners.as_slice();
                    if area(&last[last.len() - 2], &last[last.len() - 1], &point) > flat {
                        break;
                    }
                    corners.pop();
                }
                corners.push(point);
            }
            // The end of a chain is the beginning of the next.
            corners.pop();
        }
        if corners.count == 0 {
            corners.push(sorted.points[0]);
        }
        let outline = Outline { corners };
        let [from, to] = outline.diameter();
        let (dx, dy) = to.minus(&from);
        let twice_area = 2.0 * slack * length(dx, dy);
        if outline.corners().iter().all(|point| area(&from, &to, point).abs() <= twice_area) {
            let mut ends = PointList::new();
            if distance(&from, &to) > 2.0 * slack {
                ends.push(from);
                ends.push(to);
            } else {
                ends.push(Point::default());
            }
            return Outline { corners: ends };
        }
        outline
    }

    /// The two corners that are farthest from each other.
    pub fn diameter(&self) -> [Point; 2] {
        let corners = self.corners();
        let pairs = corners.iter().flat_map(|a| corners.iter().map(move |b| [*a, *b]));
        let longest = pairs.max_by(|[a, b], [c, d]| distance(a, b).total_cmp(&distance(c, d)));
        longest.unwrap_or_default()
    }

    pub fn corners(&self) -> &[Point] {
        self.corners.as_slice()
    }

    /// How far the surface lies behind a place of the outline: interpolated between the two corners whose triangle with
    /// the deepest point holds it. The body is convex, so its surface lies no farther behind.
    pub fn behind(&self, at: &Point) -> f64 {
        let corners = self.corners();
        if corners.len() < 3 {
            return self.behind_on_line(at);
        }
        let origin = Point::default();
        let mut best = (f64::NEG_INFINITY, 0.0);
        for (i, a) in corners.iter().enumerate() {
            let b = &corners[(i + 1) % corners.len()];
            let whole = area(&origin, a, b);
            let of_a = area(&origin, at, b) / whole;
            let of_b = area(&origin, a, at) / whole;
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
    fn behind_on_line(&self, at: &Point) -> f64 {
        let away = |s: &Point| length(s.x, s.y);
        let ahead = self.corners().iter().filter(|s| s.x * at.x + s.y * at.y > 0.0);
        let Some(end) = ahead.max_by(|a, b| away(a).total_cmp(&away(b))) else {
            return 0.0;
        };
        (end.behind * (away(at) / away(end)).min(1.0)).max(0.0)
    }
}
