//! Where the expanding polytope starts: a solid tetrahedron from any simplex (Olvång 2.5, algorithm 11 and around).

use super::orientation::side;
use super::{Expansion, Search, Status};
use crate::convex::epa::difference::{Hull, Vertex};
use crate::math::Vec3;
use crate::math::tolerance::FLAT;
use crate::math::vector::tangents;

/// The tangent of the angle about the best direction of three others that the search starts with, of a polytope: a facet near
/// the best direction is the nearest as a rule. Measured.
const FACETS_ABOUT: f64 = 0.8;

/// The same of what is round: the apex over a local minimum takes care of what is nearer.
const SIDES_ABOUT: f64 = 2.0;

impl<H: Hull> Search<'_, H> {
    /// The tetrahedron that the polytope starts as; the end, if the body is flat.
    pub(super) fn start(
        &mut self,
        apex: Option<Vertex>,
        simplex: &[Vertex],
    ) -> Result<(), Expansion> {
        let (scale, level) = (self.hull.scale(), self.level());
        let four_ways;
        let four = match simplex.first_chunk() {
            Some(four) => four,
            None => {
                four_ways = self.four_ways(apex.unwrap_or(self.nearest_vertex));
                &four_ways
            }
        };
        // As a rule it is; what is grown is copied.
        if is_solid(four, scale) && self.work.mesh.begin(four, scale, level) {
            return Ok(());
        }
        self.start_from(four)
    }

    /// The same from points that are in one plane, or nearly.
    #[cold]
    fn start_from(&mut self, simplex: &[Vertex]) -> Result<(), Expansion> {
        let (scale, level) = (self.hull.scale(), self.level());
        match tetrahedron(self.hull, simplex) {
            Start::Solid(four) if self.work.mesh.begin(&four, scale, level) => Ok(()),
            Start::Flat(normal) => {
                let turned = if normal.dot(&self.normal) < 0.0 { -normal } else { normal };
                let vertex = self.hull.farthest(&turned);
                self.consider(&turned, &vertex);
                Err(self.end(Status::Converged, self.depth.min(0.0)))
            }
            Start::Solid(_) => Err(self.end(Status::Stalled, f64::NEG_INFINITY)),
        }
    }

    /// The point farthest along the best direction, or an apex there, and three about it: what is on the other side is often
    /// so far away that it is never looked at. If some of these are the same, or these were in vain, that on the other side
    /// and three about the best direction, or about its opposite.
    fn four_ways(&mut self, first: Vertex) -> [Vertex; 4] {
        let n = self.normal;
        let mut four = [first; 4];
        self.three_about(&n, if self.polytope { FACETS_ABOUT } else { SIDES_ABOUT }, &mut four);
        let [o, p, q, r] = four.each_ref().map(|vertex| &vertex.point);
        if self.all_around || p == q || q == r || r == p {
            self.three_about(&-n, 8.0_f64.sqrt(), &mut four);
        } else if o == p || o == q || o == r {
            self.iterations += 1;
            four[0] = self.hull.farthest(&-n);
        }
        four
    }

    /// The points farthest along three directions about a unit vector, at an angle of this tangent: all but the first.
    fn three_about(&mut self, n: &Vec3, tangent: f64, four: &mut [Vertex; 4]) {
        let [u, v] = tangents(n);
        let half_root = 0.75_f64.sqrt();
        self.iterations += 3;
        for (vertex, (c, s)) in
            four[1..].iter_mut().zip([(1.0, 0.0), (-0.5, half_root), (-0.5, -half_root)])
        {
            *vertex = self.hull.farthest(&(n + (u * c + v * s) * tangent));
        }
    }
}

/// What a simplex could be grown to.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one at a time, on the stack")]
pub enum Start {
    /// A tetrahedron of volume.
    Solid([Vertex; 4]),
    /// The body itself is flat, within rounding: this unit vector is normal to it.
    Flat(Vec3),
}

/// Grows a simplex of up to four points of the body to a tetrahedron. A point is grown along the axes, a segment in
/// three directions around it, a triangle to both sides. Of the tetrahedra at hand the one that holds the origin is
/// taken, if there is one.
pub fn tetrahedron(hull: &mut impl Hull, simplex: &[Vertex]) -> Start {
    let least = FLAT * hull.scale();
    let in_plane = |p: &Vertex, q: &Vertex, r: &Vertex, s: &Vertex| {
        side(&p.point, &q.point, &r.point, &s.point) == 0
    };
    if let Some(four @ [a, b, c, d]) = simplex.first_chunk()
        && is_solid(four, hull.scale())
        && !in_plane(a, b, c, d)
    {
        return Start::Solid(*four);
    }
    let first = simplex.first().copied().unwrap_or_else(|| hull.farthest(&Vec3::x()));
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    let known = &simplex[simplex.len().min(1)..];
    let second = farthest_by(hull, known, &axes, &|p| (p.point - first.point).norm());
    let edge = second.point - first.point;
    if edge.norm() <= least {
        return Start::Flat(Vec3::x());
    }
    let third = farthest_by(hull, known, &around(&edge), &|p| {
        edge.cross(&(p.point - first.point)).norm() / edge.norm()
    });
    let normal = edge.cross(&(third.point - first.point));
    if normal.norm() <= least * edge.norm() {
        return Start::Flat(around(&edge)[0]);
    }
    let normal = normal.normalize();
    // Both ends along the normal: one of the two tetrahedra may hold the origin.
    let [above, below] = [hull.farthest(&normal), hull.farthest(&-normal)];
    // Of one in the plane, or one of the three, the height is what rounding makes it: over a long and thin triangle that is much.
    let heights = [above, below].map(|p| {
        if in_plane(&first, &second, &third, &p) {
            0.0
        } else {
            normal.dot(&(p.point - first.point)).abs()
        }
    });
    if heights[0].max(heights[1]) <= least {
        return Start::Flat(normal);
    }
    let both = [above, below].map(|p| [first, second, third, p]);
    let holding =
        both.iter().zip(heights).find(|(four, height)| *height > least && holds_origin(four));
    Start::Solid(holding.map_or(both[usize::from(heights[1] > heights[0])], |(four, _)| *four))
}

/// Whether a tetrahedron has a volume that rounding does not hide, of points of coordinates as large as `scale`.
pub fn is_solid([a, b, c, d]: &[Vertex; 4], scale: f64) -> bool {
    height(a, b, c, d) > FLAT * scale
}

/// The least height of a tetrahedron: that over its largest face. (Over another, of corners that rounding alone keeps from
/// one line, it could be anything.)
fn height(a: &Vertex, b: &Vertex, c: &Vertex, d: &Vertex) -> f64 {
    let [u, v, w] = [b, c, d].map(|p| p.point - a.point);
    let faces = [u.cross(&v), v.cross(&w), w.cross(&u), (v - u).cross(&(w - u))];
    let largest = faces.iter().map(Vec3::norm).fold(0.0, f64::max);
    if largest > 0.0 { faces[0].dot(&w).abs() / largest } else { 0.0 }
}

/// Three directions around an edge, at thirds of a turn: the first is normal to the axis it is most across.
fn around(edge: &Vec3) -> [Vec3; 3] {
    let across = Vec3::ith(edge.iamin(), 1.0);
    let u = across.cross(edge).normalize();
    let v = edge.normalize().cross(&u);
    let turned = |c: f64, s: f64| u * c + v * s;
    let half_root = 0.75_f64.sqrt();
    [u, turned(-0.5, half_root), turned(-0.5, -half_root)]
}

/// Of the known points, and those of the body along some directions and against them, that of the largest value.
fn farthest_by(
    hull: &mut impl Hull,
    known: &[Vertex],
    directions: &[Vec3],
    value: &dyn Fn(&Vertex) -> f64,
) -> Vertex {
    let mut best = known.first().copied().unwrap_or_else(|| hull.farthest(&directions[0]));
    let mut most = value(&best);
    let mut look = |p: Vertex| {
        let here = value(&p);
        if here > most {
            (best, most) = (p, here);
        }
    };
    known.iter().for_each(|p| look(*p));
    for n in directions {
        look(hull.farthest(n));
        look(hull.farthest(&-n));
    }
    best
}

/// Whether a solid tetrahedron holds the origin: it is on no outer side (Olvång's algorithm 11). Exact.
pub fn holds_origin(four: &[Vertex; 4]) -> bool {
    let [a, b, c, d] = four.each_ref().map(|p| &p.point);
    let origin = Vec3::zeros();
    let faces = [([a, b, c], d), ([a, d, b], c), ([b, d, c], a), ([c, d, a], b)];
    faces.iter().all(|([p, q, r], opposite)| side(p, q, r, &origin) * side(p, q, r, opposite) >= 0)
}
