//! The boolean query alone: the separating-axis GJK with the smallest state, in double precision.
//!
//! Thesis 4.4.3 (algorithm 4.2), Olvång 2.3.3 (algorithm 4). Only the direction towards the origin is needed, so no step divides
//! and no witness points are stored. The simplex starts with the difference of the bodies' centres, a point of A - B that needs
//! no support query. Two results are certain: *apart* if the margin of an axis exceeds its rounding error, *enclosed* if a
//! tetrahedron of points of A - B has four volumes of certain sign. After some support points bodies that touch
//! along a flat side ([`crate::convex::touching`]) and Newton's method ([`crate::convex::newton`]) are tried. Undecided pairs are left to [`crate::convex::gjk::search`].

use crate::convex::gjk::{GjkResult, Status};
use crate::convex::newton::{self, Contact};
use crate::convex::pair::{AnyPair, Pair, VertexHints};
use crate::convex::touching;
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::tolerance::{QUICK_ITERATIONS, ROUNDING, VOLUME_ROUNDING};
use crate::shape::Support;

#[cfg(test)]
mod tests;

/// Roundings of the volume of three points, in products of their lengths: seven (see `DETERMINANT_ROUNDING`) of each of its six
/// terms, of which none is larger.
const OWN_ROUNDINGS: f64 = 48.0;

/// Roundings of a coordinate that points are off by: eight of each, which are less than fourteen of the length.
const POINT_ROUNDINGS: f64 = 16.0;

/// The simplex: up to three points of A - B that make up the feature nearest to the origin.
struct Simplex {
    kind: Kind,
    b: Vec3,
    c: Vec3,
    d: Vec3,
    /// Of a triangle: `c x d`, `d x b` and `b x c`.
    products: [Vec3; 3],
    /// Of a triangle: `b . (c x d)`, which is not negative: the origin is on its inner side.
    volume: f64,
}

/// How many points a simplex has.
#[derive(Clone, Copy)]
enum Kind {
    Empty,
    Point,
    Segment,
    Triangle,
}

/// One or two triangles with a new point: that of `b` and `c`, and that of `b` and the point `beyond` the edge to it.
struct Faces {
    b: Vec3,
    c: Vec3,
    beyond: Option<Vec3>,
}

/// The search continues against a direction, or ends: certainly enclosed, or stalled because rounding hides where the origin is.
type Step = Result<Vec3, Status>;

// Always inlined, and `run` and the making of relative placements never: W1 takes 10 % longer without (`benches/pairs`).
impl Simplex {
    #[inline(always)]
    fn new(kind: Kind, b: Vec3) -> Simplex {
        let none = Vec3::zeros();
        Simplex { kind, b, c: none, d: none, products: [none; 3], volume: 0.0 }
    }

    /// Adds a point and reduces the simplex to the feature nearest to the origin. `reach` bounds the coordinates.
    #[inline(always)]
    fn add(&mut self, a: Vec3, reach: f64) -> Step {
        let faces = match self.kind {
            Kind::Empty => return self.point(a),
            Kind::Point => return self.segment(a, self.b),
            // Specialised: the most common step.
            Kind::Segment => {
                return self.triangles(a, Faces { b: self.b, c: self.c, beyond: None });
            }
            Kind::Triangle => self.seen_from(&a, reach)?,
        };
        self.triangles(a, faces)
    }

    #[inline(always)]
    fn point(&mut self, a: Vec3) -> Step {
        (self.kind, self.b) = (Kind::Point, a);
        Ok(a)
    }

    /// The segment of a new point and an old one, whose interior is nearest to the origin.
    #[inline(always)]
    fn segment(&mut self, a: Vec3, b: Vec3) -> Step {
        let e = b - a;
        (self.kind, self.b, self.c) = (Kind::Segment, a, b);
        Ok(a * e.dot(&e) - e * a.dot(&e))
    }

    /// The feature nearest to the origin of one or two triangles with a new point.
    #[inline(always)]
    fn triangles(&mut self, a: Vec3, Faces { mut b, mut c, mut beyond }: Faces) -> Step {
        loop {
            let (ab, bc, ca) = (a.cross(&b), b.cross(&c), c.cross(&a));
            let n = ab + bc + ca;
            if n.dot(&ab) < 0.0 {
                let Some(d) = beyond.take() else {
                    return self.segment(a, b);
                };
                (b, c) = (d, b);
                continue;
            }
            if n.dot(&ca) < 0.0 {
                return self.segment(a, c);
            }
            let volume = a.dot(&bc);
            (self.kind, self.b, self.volume) = (Kind::Triangle, a, volume.abs());
            if volume >= 0.0 {
                (self.c, self.d, self.products) = (b, c, [bc, ca, ab]);
                return Ok(n);
            }
            (self.c, self.d, self.products) = (c, b, [-bc, -ab, -ca]);
            return Ok(-n);
        }
    }

    /// The triangles of the tetrahedron of a new point and the present triangle that have the origin on their outer side.
    #[inline(always)]
    fn seen_from(&self, a: &Vec3, reach: f64) -> Result<Faces, Status> {
        let Simplex { b, c, d, volume, .. } = *self;
        // The barycentric coordinates of the origin for the three old points: if one is negative, the origin is outside of the
        // opposite face.
        let barycentric = self.products.map(|product| -a.dot(&product));
        let all_above =
            |least: f64| barycentric.iter().all(|coordinate| *coordinate > least) && volume > least;
        if all_above(VOLUME_ROUNDING * reach * reach * reach) {
            return Err(Status::Enclosed);
        }
        // Near the origin the points' own lengths bound the rounding more closely.
        let longest2 = [a, &b, &c, &d]
            .iter()
            .fold(0.0, |most, p| if p.dot(p) > most { p.dot(p) } else { most });
        let least = VOLUME_ROUNDING * reach * longest2;
        let one = |b, c| Ok(Faces { b, c, beyond: None });
        let two = |b, c, d| Ok(Faces { b, c, beyond: Some(d) });
        match (barycentric[0] > least, barycentric[1] > least, barycentric[2] > least) {
            (true, true, true) if volume > least => Err(Status::Enclosed),
            (true, true, false) => one(b, c),
            (true, false, true) => one(d, b),
            (false, true, true) => one(c, d),
            (true, false, false) => two(b, c, d),
            (false, true, false) => two(c, d, b),
            (false, false, true) => two(d, b, c),
            _ => Err(stalled(&[*a, b, c, d], reach)),
        }
    }
}

/// Whether a thin tetrahedron certainly encloses the origin, by the tighter rounding bounds of its own faces.
#[cold]
fn stalled(points: &[Vec3; 4], reach: f64) -> Status {
    let volumes = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]].map(|face| {
        let [a, b, c] = face.map(|i| &points[i]);
        let [x, y, z] = [a, b, c].map(Vec3::norm);
        let uncertainty = ROUNDING
            * (OWN_ROUNDINGS * x * y * z + POINT_ROUNDINGS * reach * (x * y + y * z + z * x));
        let volume = a.dot(&b.cross(c));
        if volume.abs() > uncertainty && uncertainty > f64::MIN_POSITIVE { volume } else { 0.0 }
    });
    let encloses =
        volumes.iter().all(|volume| *volume > 0.0) || volumes.iter().all(|volume| *volume < 0.0);
    if encloses { Status::Enclosed } else { Status::Stalled }
}

/// Searches for a separating axis from the bodies' centres. An answer if it ends as [`Status::Apart`] or
/// [`Status::Enclosed`].
#[inline]
pub(crate) fn search<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
    hints: &mut VertexHints,
) -> GjkResult {
    let found = run(pair, None, QUICK_ITERATIONS, hints);
    if found.status.is_settled() { found } else { search_again(&pair.of_any(), found, hints) }
}

/// As [`search`], of bodies that seem to touch along an axis from B to A: round ones are first taken to be near contact.
pub(crate) fn search_along(pair: &AnyPair<'_>, axis: &Vec3, hints: &mut VertexHints) -> GjkResult {
    let near = if pair.are_round() { search_near(pair, axis, NEAR_CONTACT, hints) } else { None };
    near.unwrap_or_else(|| search(pair, hints))
}

/// What the first search left open: as bodies near contact, else from aside.
#[cold]
fn search_again(pair: &AnyPair<'_>, found: GjkResult, hints: &mut VertexHints) -> GjkResult {
    let GjkResult { axis, iterations, .. } = found;
    // The last step of a search that ends there comes before the trial.
    let is_untried = iterations <= NEAR_CONTACT || !pair.are_round();
    let near = if is_untried { search_near(pair, &axis, iterations, hints) } else { None };
    near.unwrap_or_else(|| search_aside(pair, found, hints))
}

/// Bodies that are near contact along an axis: whether they touch along a flat side, else by Newton's method if either is round.
#[cold]
fn search_near(
    pair: &AnyPair<'_>,
    axis: &Vec3,
    iterations: u32,
    hints: &mut VertexHints,
) -> Option<GjkResult> {
    if let Some(touch) = touching::touch_along_flat_sides(pair, hints) {
        return Some(GjkResult { status: Status::Touching, axis: touch.normal, iterations });
    }
    if !pair.are_round() {
        return None;
    }
    let (contact, used) = newton::contact_along(pair, axis, hints)?;
    let before = iterations + used;
    match contact {
        Contact::Apart(axis) => Some(GjkResult { status: Status::Apart, axis, iterations: before }),
        Contact::Touching(_) => {
            Some(GjkResult { status: Status::Touching, axis: *axis, iterations: before })
        }
        Contact::Below(Witness { difference, .. }, axis) => {
            let found = run(pair, Some(&difference), BENEATH_ITERATIONS, hints);
            let iterations = before + found.iterations;
            // What separates them is the axis of the search, not the normal between the points.
            let axis = if found.status == Status::Apart { found.axis } else { axis };
            found.status.is_settled().then_some(GjkResult { axis, iterations, ..found })
        }
    }
}

/// Of bodies that stand level or in line, the origin lies in a plane with points of A - B, and the tetrahedra have no volume there.
/// Searches again from points aside; returns `found` if that does not help.
fn search_aside(pair: &AnyPair<'_>, found: GjkResult, hints: &mut VertexHints) -> GjkResult {
    for direction in ASIDE {
        let point = pair.support_against(&direction, hints).difference();
        let between = pair.inner_point() * 0.75 + point * 0.25;
        let again = run(pair, Some(&between), QUICK_ITERATIONS, hints);
        if again.status.is_settled() {
            return again;
        }
    }
    found
}

/// Directions that are in no plane with those of bodies that stand level.
pub(super) const ASIDE: [Vec3; 2] = [Vec3::new(0.62, 0.34, 0.71), Vec3::new(-0.29, 0.87, -0.41)];

/// Round bodies that need more support points are usually near contact. Measured (`benches/iterations`).
pub(super) const NEAR_CONTACT: u32 = 14;

/// The most support points of a search from a point above the origin; fewer than lead to [`NEAR_CONTACT`].
const BENEATH_ITERATIONS: u32 = 6;

/// The search, from a point or from the bodies' centres; ends after `most` support points. Outlined to reduce register pressure:
/// see [`Simplex`].
#[inline(never)]
fn run<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
    point: Option<&Vec3>,
    most: u32,
    hints: &mut VertexHints,
) -> GjkResult {
    let (reach, frames) = (pair.largest_coordinate(), pair.relative().frames());
    let inner = point.copied().unwrap_or_else(|| pair.inner_point());
    let (mut simplex, mut axis) = if inner == Vec3::zeros() {
        (Simplex::new(Kind::Empty, inner), Vec3::x())
    } else {
        (Simplex::new(Kind::Point, inner), inner)
    };
    for iterations in 1..=most {
        let ending = |status| GjkResult { status, axis, iterations };
        let point = pair.difference_against(&frames, &axis, hints);
        let rounding = pair.rounding(&axis);
        if axis.dot(&point) > rounding {
            return ending(Status::Apart);
        }
        // The points of the simplex are in one line or plane with the origin: there is no direction.
        let step = if rounding == 0.0 { Err(Status::Stalled) } else { simplex.add(point, reach) };
        match step {
            Ok(next) => axis = next,
            Err(status) => return ending(status),
        }
        if iterations == NEAR_CONTACT
            && pair.are_round()
            && let Some(result) = search_near(&pair.of_any(), &axis, iterations, hints)
        {
            return result;
        }
    }
    GjkResult { status: Status::Capped, axis, iterations: most }
}
