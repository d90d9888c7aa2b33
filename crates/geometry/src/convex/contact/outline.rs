//! A feature as seen along the normal of a contact.

use smallvec::SmallVec;

use super::{Overlap, sample};
use crate::math::tolerance::STEEP;
use crate::math::vector::{Vec2, greater, tangents};
use crate::math::{Mat3, Vec3};
use crate::shape::Any;
use crate::shape::feature::Feature;

/// Corners, of which there are seldom so many that the list is allocated.
pub(super) type List<T> = SmallVec<[T; 32]>;

/// A place in the contact plane, relative to the deepest point, and the distance of a surface behind the plane there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    pub at: Vec2,
    /// The distance of the body's point behind its foremost one; not negative, up to rounding.
    pub behind: f64,
}

impl Point {
    /// The point at a part of the way to another.
    pub(super) fn towards(&self, other: &Point, part: f64) -> Point {
        Point {
            at: self.at + (other.at - self.at) * part,
            behind: self.behind + (other.behind - self.behind) * part,
        }
    }

    fn in_space(&self) -> Vec3 {
        Vec3::new(self.at.x, self.at.y, self.behind)
    }
}

/// Twice the area of the triangle, positive where its corners run counterclockwise.
pub(super) fn area(a: &Vec2, b: &Vec2, c: &Vec2) -> f64 {
    (b - a).perp(&(c - a))
}

/// The contact plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub normal: Vec3,
    x: Vec3,
    y: Vec3,
    /// The deepest point of each body.
    deepest: [Vec3; 2],
}

impl Frame {
    pub(super) fn new(overlap: &Overlap) -> Frame {
        let [x, y] = tangents(&overlap.normal);
        let on_b = overlap.on_a + overlap.normal * overlap.depth;
        Frame { normal: overlap.normal, x, y, deepest: [overlap.on_a, on_b] }
    }

    /// The direction in which a body, A or B, faces the other.
    pub(super) fn facing(&self, body: usize) -> Vec3 {
        if body == 0 { -self.normal } else { self.normal }
    }

    /// A point of a body as seen along the normal.
    #[inline]
    pub(super) fn seen(&self, body: usize, p: &Vec3) -> Point {
        self.direction_seen(body, &(p - self.deepest[body]))
    }

    /// A direction off that in which a body faces the other.
    pub(super) fn off(&self, body: usize, by: &Vec2) -> Vec3 {
        self.facing(body) + self.x * by.x + self.y * by.y
    }

    fn direction_seen(&self, body: usize, v: &Vec3) -> Point {
        let along = v.dot(&self.normal);
        let behind = if body == 0 { along } else { -along };
        Point { at: Vec2::new(v.dot(&self.x), v.dot(&self.y)), behind }
    }

    /// The point of a body that is seen at a place.
    #[inline]
    pub(super) fn point(&self, body: usize, seen: &Point) -> Vec3 {
        let across = self.x * seen.at.x + self.y * seen.at.y;
        self.deepest[body] + across - self.facing(body) * seen.behind
    }
}

/// An elliptic disc: its centre and two conjugate radii.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    pub center: Point,
    pub radii: [Point; 2],
}

/// A plane over the contact plane: how far it is behind there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    base: f64,
    slope: Vec2,
    /// The cosine of the angle between the two.
    pub cosine: f64,
}

impl Plane {
    #[inline]
    pub(super) fn behind(&self, at: &Vec2) -> f64 {
        self.base + self.slope.dot(at)
    }

    pub(super) fn move_behind(&mut self, by: f64) {
        self.base += by;
    }

    /// Through a point, normal to a vector; `None` if it is seen edge-on.
    fn new(point: &Point, normal: &Vec3) -> Option<Plane> {
        let cosine = normal.z.abs() / normal.norm();
        // No number where there is no normal.
        if cosine.is_nan() || cosine <= STEEP {
            return None;
        }
        let slope = Vec2::new(-normal.x / normal.z, -normal.y / normal.z);
        Some(Plane { base: point.behind - slope.dot(&point.at), slope, cosine })
    }
}

/// A feature as seen along the normal: a convex polygon, a line, a point or a disc.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    /// Counterclockwise; none of a disc.
    pub points: List<Point>,
    /// The numbers of the points among the vertices of the body.
    pub names: List<u32>,
    /// The number of the feature.
    pub name: u32,
    pub disc: Option<Disc>,
    /// The plane of a polygon or a disc.
    pub plane: Option<Plane>,
    /// Whether the corners are not in that plane but some in front of it, by more than errors.
    pub is_bent: bool,
    /// Of a rounded body, the foremost points at the corners; else empty.
    pub foremost: List<Point>,
    pub curvature: f64,
    pub ends_in_balls: bool,
    pub is_of_cone: bool,
    /// A bound on the errors of the corners, beyond rounding.
    pub error: f64,
    /// How far the points reach.
    pub reach: f64,
    /// Whether the corners are exact but for rounding.
    pub is_exact: bool,
}

/// How far behind the plane of three points is at a place, after a number that is 0 between them and less beside them.
fn between([p, q, r]: [&Point; 3], at: &Vec2) -> (f64, f64) {
    let whole = area(&p.at, &q.at, &r.at);
    let parts = [area(at, &q.at, &r.at), area(&p.at, at, &r.at), area(&p.at, &q.at, at)];
    let [of_p, of_q, of_r] = parts.map(|part| part / whole);
    let within = of_p.min(of_q).min(of_r).min(0.0);
    (within, of_p * p.behind + of_q * q.behind + of_r * r.behind)
}

impl Outline {
    /// Becomes the feature of a body, A or B, that has its origin there.
    pub(super) fn see(
        &mut self,
        body: Any<'_>,
        number: usize,
        (basis, origin): (&Mat3, &Vec3),
        frame: &Frame,
        feature: &mut Feature,
    ) {
        if !body.feature(basis, &frame.facing(number), feature) {
            let (mut hint, extents) = (0, body.absolute_extents());
            let mut point = |d: &Vec3| {
                let local = body.support(&basis.tr_mul(d), &mut hint);
                (frame.seen(number, &(basis * local + origin)), sample::cell(&local, &extents))
            };
            return sample::outline(frame, number, &mut point, self);
        }
        let seen = |p: &Vec3| frame.seen(number, &(p + origin));
        feature.corners.iter().for_each(|p| self.points.push(seen(p)));
        feature.foremost.iter().for_each(|p| self.foremost.push(seen(p)));
        feature.names.iter().for_each(|name| self.names.push(*name));
        self.disc = feature.disc.map(|[center, u, v]| Disc {
            center: seen(&center),
            radii: [u, v].map(|v| frame.direction_seen(number, &v)),
        });
        (self.name, self.curvature) = (feature.name, feature.curvature);
        (self.ends_in_balls, self.is_of_cone) = (feature.ends_in_balls, feature.is_of_cone);
        self.is_exact = self.disc.is_none() && self.curvature == 0.0 && !self.is_of_cone;
        self.measure();
    }

    /// How far behind the body is at a place: on the plane, or of corners that are in none, at the foremost point between three of them.
    pub(super) fn behind(&self, plane: &Plane, at: &Vec2) -> f64 {
        let on_plane = plane.behind(at);
        if !self.is_bent {
            return on_plane;
        }
        let count = self.points.len();
        let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| [i, j]));
        let triangles = pairs.flat_map(|[i, j]| (j + 1..count).map(move |k| [i, j, k]));
        let all = triangles.map(|corners| between(corners.map(|i| &self.points[i]), at));
        // A place beside all triangles counts to the one that it is least beside of.
        let (_, behind) = all.fold((f64::NEG_INFINITY, on_plane), |best, next| {
            if next.0 > best.0 || next.0 == best.0 && next.1 < best.1 { next } else { best }
        });
        behind
    }

    /// Finds out how far it reaches, the plane, and turns it counterclockwise.
    pub(super) fn measure(&mut self) {
        let (mut square, mut all) = (0.0, 0.0);
        for point in &self.points {
            square = greater(point.at.norm_squared(), square);
            all += point.at.sum() + point.behind;
        }
        let of_points = f64::sqrt(square);
        let of_disc = self.disc.map_or(0.0, |Disc { center, radii: [u, v] }| {
            center.at.norm() + u.at.norm() + v.at.norm()
        });
        self.reach = of_points + of_disc;
        let is_empty = self.points.is_empty() && self.disc.is_none();
        if is_empty || !(all + of_disc).is_finite() {
            self.become_point();
            return;
        }
        if let Some(Disc { center, radii: [u, v] }) = &self.disc {
            self.plane = Plane::new(center, &u.in_space().cross(&v.in_space()));
            if self.plane.is_none() {
                self.become_point();
            }
            return;
        }
        let [first, second, third, more @ ..] = &self.points[..] else { return };
        let from = first.in_space();
        let mut side = third.in_space() - from;
        let mut normal = (second.in_space() - from).cross(&side);
        for point in more {
            let next = point.in_space() - from;
            normal += side.cross(&next);
            side = next;
        }
        let first = *first;
        if normal.z < 0.0 {
            self.points.reverse();
            self.names.reverse();
            self.foremost.reverse();
        }
        self.plane = Plane::new(&first, &normal);
        if self.plane.is_none() {
            self.keep_lowest_edge();
        }
    }

    /// Of a feature of which nothing but the deepest point is to be used.
    fn become_point(&mut self) {
        *self = Outline { name: self.name, ..Outline::default() };
        self.points.push(Point::default());
        self.names.push(0);
    }

    /// Replaces a polygon that is but a line by its corners that are farthest apart as they are seen.
    pub(super) fn keep_longest(&mut self) {
        let count = self.points.len();
        let long = |[i, j]: [usize; 2]| (self.points[j].at - self.points[i].at).norm_squared();
        let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| [i, j]));
        let longest = pairs.reduce(|best, pair| if long(pair) > long(best) { pair } else { best });
        if let Some(ends) = longest {
            self.keep(ends);
        }
    }

    fn keep(&mut self, ends: [usize; 2]) {
        self.points = ends.map(|i| self.points[i]).into_iter().collect();
        self.names = ends.map(|i| self.names.get(i).copied().unwrap_or(0)).into_iter().collect();
        self.foremost.clear();
        self.plane = None;
    }

    /// Replaces a polygon that is seen edge-on by its foremost edge.
    fn keep_lowest_edge(&mut self) {
        let count = self.points.len();
        let height = |i: usize| self.points[i].behind + self.points[(i + 1) % count].behind;
        let lowest = (0..count).fold(0, |best, i| if height(i) < height(best) { i } else { best });
        self.keep([lowest, (lowest + 1) % count]);
    }
}
