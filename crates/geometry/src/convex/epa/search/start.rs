//! The tetrahedron that the expanding polytope starts as (Olvång 2.5, algorithm 11).

use super::Search;
use crate::convex::depth::Depth;
use crate::convex::epa::Status;
use crate::convex::epa::difference::{SupportMapping, Vertex};
use crate::convex::epa::orientation::orientation;
use crate::math::Vec3;
use crate::math::tolerance::FLAT_SOLID;
use crate::math::vector::tangents;

/// The search starts with the support points along the best direction and three others around it, at this tangent. Narrow for
/// polytopes, as their nearest facet is usually near the best direction. Measured.
const POLYTOPE_TANGENT: f64 = 0.8;

/// As [`POLYTOPE_TANGENT`], for round bodies: the apex over a local minimum covers the nearer directions.
const ROUND_TANGENT: f64 = 2.0;

impl<H: SupportMapping> Search<'_, H> {
    /// Makes the first polytope: the support points of four directions. `Err` is the result if the body is flat.
    pub(super) fn start(&mut self, apex: Option<Vertex>) -> Result<(), Depth> {
        let (scale, level) = (self.body.scale(), self.level());
        let four = self.four_support_points(apex.unwrap_or(self.nearest_vertex));
        if is_solid(&four, scale) && self.work.mesh.begin(&four, scale, level) {
            return Ok(());
        }
        self.start_from(&four)
    }

    /// As [`Search::start`], from points that are nearly coplanar.
    #[cold]
    fn start_from(&mut self, flat: &[Vertex; 4]) -> Result<(), Depth> {
        let (scale, level) = (self.body.scale(), self.level());
        match tetrahedron(self.body, flat) {
            Start::Solid(four) if self.work.mesh.begin(&four, scale, level) => Ok(()),
            Start::Flat(normal) => {
                let turned = if normal.dot(&self.normal) < 0.0 { -normal } else { normal };
                let vertex = self.body.farthest(&turned);
                self.update_best(&turned, &vertex);
                Err(self.finish(Status::Converged, self.depth.min(0.0)))
            }
            Start::Solid(_) => Err(self.finish(Status::Stalled, f64::NEG_INFINITY)),
        }
    }

    /// `first`, along the best direction, and the support points of three directions around it. The opposite side is left out:
    /// it is usually so far away that its faces would never be visited. If points coincide, or `all_around` is set, the
    /// opposite side is included.
    fn four_support_points(&mut self, first: Vertex) -> [Vertex; 4] {
        let n = self.normal;
        let mut four = [first; 4];
        self.three_around(
            &n,
            if self.polytope { POLYTOPE_TANGENT } else { ROUND_TANGENT },
            &mut four,
        );
        let [o, p, q, r] = four.each_ref().map(|vertex| &vertex.point);
        if self.all_around || p == q || q == r || r == p {
            self.three_around(&-n, 8.0_f64.sqrt(), &mut four);
        } else if o == p || o == q || o == r {
            self.iterations += 1;
            four[0] = self.body.farthest(&-n);
        }
        four
    }

    /// Replaces all but the first point by the support points of three directions around a unit vector, at an angle with this
    /// tangent.
    fn three_around(&mut self, n: &Vec3, tangent: f64, four: &mut [Vertex; 4]) {
        let [u, v] = tangents(n);
        let half_root = 0.75_f64.sqrt();
        self.iterations += 3;
        for (vertex, (c, s)) in
            four[1..].iter_mut().zip([(1.0, 0.0), (-0.5, half_root), (-0.5, -half_root)])
        {
            *vertex = self.body.farthest(&(n + (u * c + v * s) * tangent));
        }
    }
}

/// What a simplex was extended to.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one at a time, on the stack")]
pub(crate) enum Start {
    /// A tetrahedron with a volume.
    Solid([Vertex; 4]),
    /// The body itself is flat up to rounding, with this unit normal.
    Flat(Vec3),
}

/// Extends the first of some points of the body to a tetrahedron, with the others or with support points: the point along the
/// axes, the segment in three directions around it, the triangle to both sides. Of the resulting tetrahedra, one that contains the
/// origin is preferred.
pub(crate) fn tetrahedron(
    body: &mut impl SupportMapping,
    [first, known @ ..]: &[Vertex; 4],
) -> Start {
    let least = FLAT_SOLID * body.scale();
    let in_plane = |p: &Vertex, q: &Vertex, r: &Vertex, s: &Vertex| {
        orientation(&p.point, &q.point, &r.point, &s.point) == 0
    };
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    let second = farthest_by(body, known, &axes, &|p| (p.point - first.point).norm());
    let edge = second.point - first.point;
    if edge.norm() <= least {
        return Start::Flat(Vec3::x());
    }
    let third = farthest_by(body, known, &perpendiculars(&edge), &|p| {
        edge.cross(&(p.point - first.point)).norm() / edge.norm()
    });
    let normal = edge.cross(&(third.point - first.point));
    if normal.norm() <= least * edge.norm() {
        return Start::Flat(perpendiculars(&edge)[0]);
    }
    let normal = normal.normalize();
    let [above, below] = [body.farthest(&normal), body.farthest(&-normal)];
    // The height of a coplanar point is set to zero: over a long and thin triangle its rounding error may be large.
    let heights = [above, below].map(|p| {
        if in_plane(first, &second, &third, &p) {
            0.0
        } else {
            normal.dot(&(p.point - first.point)).abs()
        }
    });
    if heights[0].max(heights[1]) <= least {
        return Start::Flat(normal);
    }
    let both = [above, below].map(|p| [*first, second, third, p]);
    let containing =
        both.iter().zip(heights).find(|(four, height)| *height > least && contains_origin(four));
    Start::Solid(containing.map_or(both[usize::from(heights[1] > heights[0])], |(four, _)| *four))
}

/// Whether the volume of a tetrahedron is larger than its rounding error, for coordinates as large as `scale`.
pub(crate) fn is_solid([a, b, c, d]: &[Vertex; 4], scale: f64) -> bool {
    height(a, b, c, d) > FLAT_SOLID * scale
}

/// The least height of a tetrahedron: that over its largest face. The height over a face with nearly collinear corners would be
/// ill-conditioned.
fn height(a: &Vertex, b: &Vertex, c: &Vertex, d: &Vertex) -> f64 {
    let [u, v, w] = [b, c, d].map(|p| p.point - a.point);
    let faces = [u.cross(&v), v.cross(&w), w.cross(&u), (v - u).cross(&(w - u))];
    let largest = faces.iter().map(Vec3::norm).fold(0.0, f64::max);
    if largest > 0.0 { faces[0].dot(&w).abs() / largest } else { 0.0 }
}

/// Three unit vectors perpendicular to an edge, 120 degrees apart; the first is perpendicular to the axis along which the edge is
/// shortest.
fn perpendiculars(edge: &Vec3) -> [Vec3; 3] {
    let across = Vec3::ith(edge.iamin(), 1.0);
    let u = across.cross(edge).normalize();
    let v = edge.normalize().cross(&u);
    let turned = |c: f64, s: f64| u * c + v * s;
    let half_root = 0.75_f64.sqrt();
    [u, turned(-0.5, half_root), turned(-0.5, -half_root)]
}

/// The point with the largest value among the known points and the support points along and against some directions.
fn farthest_by(
    body: &mut impl SupportMapping,
    known: &[Vertex; 3],
    directions: &[Vec3],
    value: &dyn Fn(&Vertex) -> f64,
) -> Vertex {
    let (mut best, mut most) = (known[0], value(&known[0]));
    let mut consider = |p: Vertex| {
        let here = value(&p);
        if here > most {
            (best, most) = (p, here);
        }
    };
    known.iter().for_each(|p| consider(*p));
    for n in directions {
        consider(body.farthest(n));
        consider(body.farthest(&-n));
    }
    best
}

/// Whether a tetrahedron contains the origin (Olvång's algorithm 11). Exact.
pub(crate) fn contains_origin(four: &[Vertex; 4]) -> bool {
    let [a, b, c, d] = four.each_ref().map(|p| &p.point);
    let origin = Vec3::zeros();
    let faces = [([a, b, c], d), ([a, d, b], c), ([b, d, c], a), ([c, d, a], b)];
    faces.iter().all(|([p, q, r], opposite)| {
        orientation(p, q, r, &origin) * orientation(p, q, r, opposite) >= 0
    })
}
