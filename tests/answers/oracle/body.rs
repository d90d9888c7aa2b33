//! The bodies: a shape in its local coordinates and the exact doubles of its placement.

use super::dd::{Real, V3, add, dot, scale, widen};

/// A convex shape, as the C functions describe it.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Full extents, centred.
    Box([f64; 3]),
    Sphere(f64),
    /// Axis y, apex at `+height / 2`.
    Cone {
        radius: f64,
        height: f64,
    },
    /// Axis y.
    Cylinder {
        radius: f64,
        height: f64,
    },
    /// Radii.
    Ellipsoid([f64; 3]),
    /// One to four points, possibly dependent.
    Simplex(Vec<[f64; 3]>),
    Polygon(Vec<[f64; 3]>),
    Polyhedron(Vec<[f64; 3]>),
    /// A box of full extents, thickened by a ball: capsule, lozenge, rounded box.
    Round([f64; 3], f64),
    /// A disc about the axis y, thickened by a ball.
    Wheel {
        radius: f64,
        rounding: f64,
    },
    /// Full extents along x and z below and above, and the height.
    Frustum([f64; 2], [f64; 2], f64),
    Sum(Box<Shape>, Box<Shape>),
    Hull(Box<Shape>, Box<Shape>),
}

/// Directions shorter than this lose digits when squared; any point will do there, since its product is as small.
const NO_LENGTH: f64 = 1e-140;

impl Shape {
    pub fn kind(&self) -> &'static str {
        match self {
            Shape::Box(_) => "box",
            Shape::Sphere(_) => "sphere",
            Shape::Cone { .. } => "cone",
            Shape::Cylinder { .. } => "cylinder",
            Shape::Ellipsoid(_) => "ellipsoid",
            Shape::Simplex(p) => ["empty", "point", "segment", "triangle", "tetrahedron"][p.len()],
            Shape::Polygon(_) => "polygon",
            Shape::Polyhedron(_) => "polyhedron",
            Shape::Round(..) => "rounded box",
            Shape::Wheel { .. } => "wheel",
            Shape::Frustum(..) => "frustum",
            Shape::Sum(..) => "sum",
            Shape::Hull(..) => "hull",
        }
    }

    /// The points whose hull the shape is, if it is a polytope. Exact: halving a double is.
    pub fn vertices(&self) -> Option<Vec<[f64; 3]>> {
        match self {
            Shape::Box(e) => {
                let corner = |i: usize| {
                    std::array::from_fn(|k| if i >> k & 1 == 1 { e[k] * 0.5 } else { e[k] * -0.5 })
                };
                Some((0..8).map(corner).collect())
            }
            Shape::Simplex(p) | Shape::Polygon(p) | Shape::Polyhedron(p) => Some(p.clone()),
            Shape::Frustum(below, above, height) => {
                let sign = |i: usize, k: usize| if i >> k & 1 == 1 { 0.5 } else { -0.5 };
                let corner = |i: usize| {
                    let [x, z] = if i & 2 == 0 { below } else { above };
                    [x * sign(i, 0), height * sign(i, 1), z * sign(i, 2)]
                };
                Some((0..8).map(corner).collect())
            }
            Shape::Hull(p, q) => Some([p.vertices()?, q.vertices()?].concat()),
            _ => None,
        }
    }

    /// A point inside; well inside, unless the shape is flat.
    pub fn middle(&self) -> [f64; 3] {
        match self {
            Shape::Simplex(p) | Shape::Polygon(p) | Shape::Polyhedron(p) => {
                std::array::from_fn(|k| p.iter().map(|q| q[k] / p.len() as f64).sum())
            }
            Shape::Sum(p, q) => add(p.middle(), q.middle()),
            Shape::Hull(p, q) => scale(add(p.middle(), q.middle()), 0.5),
            _ => [0.0; 3],
        }
    }

    /// A point of the shape that is extreme in direction `d`, to the precision of `R`.
    pub fn support<R: Real>(&self, d: V3<R>) -> V3<R> {
        let zero = R::zero();
        match self {
            Shape::Box(e) => {
                std::array::from_fn(|k| R::of(if d[k] < zero { e[k] * -0.5 } else { e[k] * 0.5 }))
            }
            Shape::Sphere(r) => on_sphere(d, widen([*r; 3])),
            Shape::Ellipsoid(r) => on_sphere(d, widen(*r)),
            Shape::Cone { radius, height } => {
                let (r, h) = (R::of(*radius), R::of(*height * 0.5));
                let flat = (d[0] * d[0] + d[2] * d[2]).sqrt();
                if d[1] * h > r * flat - h * d[1] {
                    [zero, h, zero]
                } else if flat > R::of(NO_LENGTH) {
                    [r * d[0] / flat, -h, r * d[2] / flat]
                } else {
                    [zero, -h, zero]
                }
            }
            Shape::Cylinder { radius, height } => {
                let (r, h) = (R::of(*radius), R::of(*height * 0.5));
                let flat = (d[0] * d[0] + d[2] * d[2]).sqrt();
                let y = if d[1] < zero { -h } else { h };
                if flat > R::of(NO_LENGTH) {
                    [r * d[0] / flat, y, r * d[2] / flat]
                } else {
                    [zero, y, zero]
                }
            }
            Shape::Simplex(p) | Shape::Polygon(p) | Shape::Polyhedron(p) => {
                let mut best = widen(p[0]);
                let mut most = dot(best, d);
                for q in &p[1..] {
                    let q = widen(*q);
                    let here = dot(q, d);
                    if here > most {
                        (best, most) = (q, here);
                    }
                }
                best
            }
            Shape::Round(e, radius) => {
                let corner = Shape::Box(*e).support(d);
                add(corner, on_sphere(d, widen([*radius; 3])))
            }
            Shape::Wheel { radius, rounding } => {
                let disc = Shape::Cylinder { radius: *radius, height: 0.0 }.support(d);
                add(disc, on_sphere(d, widen([*rounding; 3])))
            }
            Shape::Frustum(below, above, height) => {
                // The best corner below, and the best above.
                let half = |x: f64, along: R| R::of(if along < zero { x * -0.5 } else { x * 0.5 });
                let at = |[x, z]: [f64; 2], y: f64| [half(x, d[0]), R::of(y * 0.5), half(z, d[2])];
                let (p, q) = (at(*below, -*height), at(*above, *height));
                if dot(q, d) > dot(p, d) { q } else { p }
            }
            Shape::Sum(p, q) => add(p.support(d), q.support(d)),
            Shape::Hull(p, q) => {
                let (p, q) = (p.support(d), q.support(d));
                if dot(q, d) > dot(p, d) { q } else { p }
            }
        }
    }

    /// Half the extents of a box around the shape, centred on the local origin.
    pub fn reach(&self) -> [f64; 3] {
        match self {
            Shape::Box(e) => e.map(|x| x.abs() * 0.5),
            Shape::Sphere(r) => [r.abs(); 3],
            Shape::Ellipsoid(r) => r.map(f64::abs),
            Shape::Cone { radius, height } | Shape::Cylinder { radius, height } => {
                [radius.abs(), height.abs() * 0.5, radius.abs()]
            }
            Shape::Simplex(p) | Shape::Polygon(p) | Shape::Polyhedron(p) => {
                std::array::from_fn(|k| p.iter().map(|q| q[k].abs()).fold(0.0, f64::max))
            }
            Shape::Round(e, radius) => e.map(|x| x.abs() * 0.5 + radius),
            Shape::Wheel { radius, rounding } => [radius + rounding, *rounding, radius + rounding],
            Shape::Frustum(b, a, height) => {
                [b[0].max(a[0]) * 0.5, height * 0.5, b[1].max(a[1]) * 0.5]
            }
            Shape::Sum(p, q) => add(p.reach(), q.reach()),
            Shape::Hull(p, q) => {
                let (p, q) = (p.reach(), q.reach());
                std::array::from_fn(|k| p[k].max(q[k]))
            }
        }
    }
}

fn on_sphere<R: Real>(d: V3<R>, r: V3<R>) -> V3<R> {
    let e = [d[0] * r[0], d[1] * r[1], d[2] * r[2]];
    let l = dot(e, e).sqrt();
    if l > R::of(NO_LENGTH) { std::array::from_fn(|k| r[k] * e[k] / l) } else { [R::zero(); 3] }
}

/// An affine placement: the columns of a matrix as `dtLoadMatrixd` takes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// `linear[row][column]`.
    pub linear: [[f64; 3]; 3],
    pub origin: [f64; 3],
}

impl Placement {
    pub const IDENTITY: Placement =
        Placement { linear: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0; 3] };

    pub fn columns(&self) -> [f64; 16] {
        let mut m = [0.0; 16];
        for c in 0..3 {
            for r in 0..3 {
                m[c * 4 + r] = self.linear[r][c];
            }
        }
        m[12..15].copy_from_slice(&self.origin);
        m[15] = 1.0;
        m
    }

    /// The image of a vector under the linear part.
    pub fn turn<R: Real>(&self, p: V3<R>) -> V3<R> {
        self.linear.map(|row| dot(widen(row), p))
    }

    /// The transpose of the linear part times a direction.
    pub fn pull<R: Real>(&self, d: V3<R>) -> V3<R> {
        let rows: [V3<R>; 3] = self.linear.map(widen);
        add(add(scale(rows[0], d[0]), scale(rows[1], d[1])), scale(rows[2], d[2]))
    }

    /// The global image of a local point.
    pub fn apply<R: Real>(&self, p: V3<R>) -> V3<R> {
        add(self.turn(p), widen(self.origin))
    }
}

/// A placed shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub shape: Shape,
    pub at: Placement,
}

impl Body {
    pub fn new(shape: Shape, at: Placement) -> Body {
        Body { shape, at }
    }

    /// A single point in world coordinates.
    pub fn point(p: [f64; 3]) -> Body {
        Body::new(Shape::Simplex(vec![[0.0; 3]]), Placement { origin: p, ..Placement::IDENTITY })
    }

    /// The extreme point in world direction `d`, relative to the placement's origin.
    pub fn arm<R: Real>(&self, d: V3<R>) -> V3<R> {
        self.at.turn(self.shape.support(self.at.pull(d)))
    }

    /// An upper bound, a few times too large at most, of the distance of its points from the placement's origin.
    pub fn extent(&self) -> f64 {
        self.reach().iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    /// Half the extents of a world-axis box around the body, centred on the placement's origin, barely enlarged.
    pub fn reach(&self) -> [f64; 3] {
        let local = self.shape.reach();
        self.at
            .linear
            .map(|row| (0..3).map(|k| row[k].abs() * local[k]).sum::<f64>() * (1.0 + 1e-14))
    }
}
