//! Two moving bodies, and what the oracle knows of them at a time.

use super::way::{V, Way, blend, times, transposed};
use crate::oracle::body::{Body, Placement, Shape};
use crate::oracle::dd::{norm, sub};
use crate::oracle::filter;
use crate::oracle::mesh::Mesh;
use crate::oracle::verdict::{Verdict, decide_beyond};

/// A body that moves: one convex part, or those of a mesh.
#[derive(Clone, Debug)]
pub struct Side {
    pub parts: Vec<Body>,
    pub mesh: Option<Mesh>,
    pub way: Way,
    /// The mesh's points in the end, if it deforms: in the world, each moves straight.
    pub deformed: Option<Vec<V>>,
}

impl Side {
    pub fn convex(shape: Shape, way: Way) -> Side {
        Side { parts: vec![Body::new(shape, Placement::IDENTITY)], mesh: None, way, deformed: None }
    }

    pub fn mesh(mesh: Mesh, way: Way) -> Side {
        let parts = mesh.shapes().into_iter().map(|shape| Body::new(shape, Placement::IDENTITY));
        Side { parts: parts.collect(), mesh: Some(mesh), way, deformed: None }
    }

    pub fn set(&mut self, shape: Shape) {
        self.parts = vec![Body::new(shape, Placement::IDENTITY)];
    }

    /// How far from the local origin its local coordinates are at most.
    pub fn reach(&self) -> V {
        let each = self.parts.iter().map(|part| part.shape.reach());
        each.fold([0.0; 3], |most, reach| std::array::from_fn(|k| reach[k].max(most[k])))
    }

    /// The local box.
    fn bounds(&self) -> [V; 2] {
        let mut bounds = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        for part in &self.parts {
            for k in 0..3 {
                for sign in [-1.0, 1.0] {
                    let mut axis = [0.0; 3];
                    axis[k] = sign;
                    let x = part.shape.support::<f64>(axis)[k];
                    bounds[0][k] = bounds[0][k].min(x);
                    bounds[1][k] = bounds[1][k].max(x);
                }
            }
        }
        bounds
    }

    /// Where the points of a mesh that deforms are in the world, at the beginning and in the end.
    fn ends(&self) -> Option<Vec<[V; 2]>> {
        let (mesh, now) = (self.mesh.as_ref()?, self.deformed.as_ref()?);
        let [before, after] = self.way.ends();
        let points = mesh.points.iter().zip(now);
        Some(points.map(|(p, q)| [before.apply(*p), after.apply(*q)]).collect())
    }

    /// Where the program finds it at a time; of a mesh that deforms, with the linear part that it has in the end.
    pub fn at(&self, time: f64) -> Placement {
        if self.deformed.is_none() {
            return self.way.at(time);
        }
        let [from, to] = self.way.origins;
        Placement { linear: self.way.ends()[1].linear, origin: blend(from, to, time) }
    }

    /// The same body at rest where it is at a time, as the program finds it placed.
    pub fn rest(&self, time: f64, placed: Placement) -> Side {
        let Some((ends, mesh)) = self.ends().zip(self.mesh.clone()) else {
            return Side { way: Way::rest(placed), ..self.clone() };
        };
        let points = Vec::from_iter(ends.iter().map(|[p, q]| blend(*p, *q, time)));
        let way = Way::rest(Placement::IDENTITY);
        let mesh = Mesh { points: points.clone(), ..mesh };
        Side { mesh: Some(mesh), way, deformed: Some(points), ..self.clone() }
    }

    /// A bound on the velocity of its points.
    fn speed(&self) -> f64 {
        match self.ends() {
            Some(ends) => ends.iter().map(|[p, q]| norm::<f64>(sub(*q, *p))).fold(0.0, f64::max),
            None => self.way.speed(self.reach()),
        }
    }

    /// The longest half extent at a time; of a mesh that deforms, along the world's axes at the beginning.
    fn half_extent(&self, time: f64) -> f64 {
        if let Some(ends) = self.ends() {
            let along = |k: usize| {
                let each = ends.iter().map(|[p, _]| p[k]);
                let [low, high] =
                    [f64::min, f64::max].map(|f| each.clone().reduce(f).expect("a point"));
                0.5 * (high - low)
            };
            return (0..3).map(along).fold(0.0, f64::max);
        }
        let ([low, high], at) = (self.bounds(), self.way.at(time).linear);
        let half = |k: usize| {
            let column = [at[0][k], at[1][k], at[2][k]];
            0.5 * (high[k] - low[k]) * norm::<f64>(column)
        };
        (0..3).map(half).fold(0.0, f64::max)
    }

    /// A bound on the distance of its points from its origin, at both ends.
    pub fn size(&self) -> f64 {
        if let Some(ends) = self.ends() {
            let far = |i: usize| {
                let from = self.way.origins[i];
                ends.iter().map(|end| norm::<f64>(sub(end[i], from))).fold(0.0, f64::max)
            };
            return far(0).max(far(1));
        }
        let reach = self.reach();
        let far = |end: Placement| -> f64 {
            norm(end.linear.map(|row| (0..3).map(|k| row[k].abs() * reach[k]).sum::<f64>()))
        };
        self.way.ends().map(far).into_iter().fold(0.0, f64::max)
    }

    fn place(&mut self, time: f64) {
        if let Some((ends, mesh)) = self.ends().zip(self.mesh.clone()) {
            // Its local coordinates are those of its placement in the end, moved straight.
            let at = self.at(time);
            let linear = at.linear;
            let local =
                |[p, q]: &[V; 2]| times(transposed(linear), sub(blend(*p, *q, time), at.origin));
            let mesh = Mesh { points: ends.iter().map(local).collect(), ..mesh };
            self.parts = mesh.shapes().into_iter().map(|shape| Body::new(shape, at)).collect();
            return;
        }
        let at = self.way.at(time);
        self.parts.iter_mut().for_each(|part| part.at = at);
    }
}

/// What is known of two bodies at a time.
#[derive(Clone, Copy, Debug)]
pub enum Look {
    /// Their distance is at least that, across an axis from the first to the second.
    Apart(f64, V),
    /// They overlap by at least so much; perhaps by nothing.
    Overlap(f64),
    /// Nearer than can be told.
    Unknown,
}

#[derive(Clone, Debug)]
pub struct Pair {
    pub sides: [Side; 2],
    /// That of dtSetTolerance.
    pub tolerance: f64,
}

/// Which part of the distance the quick search may leave open.
const RELATIVE: f64 = 0.02;

impl Pair {
    /// A bound on how fast the distance changes.
    pub fn speed(&self) -> f64 {
        self.sides.iter().map(Side::speed).sum()
    }

    /// Of all coordinates that are computed with.
    pub fn coordinates(&self) -> f64 {
        self.sides.iter().map(|side| side.size() + side.way.coordinates()).sum()
    }

    /// What rounding may do to a distance, the library's and the oracle's; that of the rotation of a stretched body is more.
    pub fn slack(&self) -> f64 {
        let angles: f64 = self.sides.iter().map(|side| norm::<f64>(side.way.spin)).sum();
        1e-13 * (1.0 + angles) * self.coordinates()
    }

    /// How near the bodies may be at the time of a contact, as it is documented: relative to the smaller one where they are at
    /// `start`, and to the numbers from which the motions are computed.
    pub fn allowed(&self, start: f64) -> f64 {
        let sizes = [0, 1].map(|i| self.sides[i].half_extent(start));
        let smaller = sizes.into_iter().filter(|size| *size > 0.0).fold(f64::INFINITY, f64::min);
        let wanted = if smaller.is_finite() { self.tolerance * smaller } else { 0.0 };
        wanted.max(self.finest())
    }

    /// By how much more they may be apart at a time of dtCastObjectsTurning. Where neither turns, it has the error of dtCastObjects: a
    /// part of the time.
    pub fn allowed_of_cast(&self, time: f64) -> f64 {
        let is_straight =
            |side: &Side| side.way.spin == [0.0; 3] && side.way.stretch[0] == side.way.stretch[1];
        if !self.sides.iter().all(is_straight) {
            return 0.0;
        }
        let [a, b] = [0, 1].map(|i| {
            let [from, to] = self.sides[i].way.origins;
            sub(to, from)
        });
        self.tolerance * time * norm::<f64>(sub(b, a))
    }

    /// The smallest distance that is told from contact: a part of the sizes, of the arms of the pivots, and of the paths of
    /// the bodies as seen from the first one; more where they turn several times, and of growing bodies, whose growth counts
    /// beside their size at the start.
    fn finest(&self) -> f64 {
        let [a, b] = &self.sides;
        let [p, q] = [a, b].map(|side| side.way.pivots());
        let paths: [f64; 2] = [0, 1].map(|i| norm(sub(q[i], p[i])));
        let arms: f64 = [a, b].iter().map(|side| side.size() + 2.0 * side.way.arm()).sum();
        let angles: f64 = self.sides.iter().map(|side| norm::<f64>(side.way.spin)).sum();
        let part = match () {
            // Each polytope is placed by its own corners.
            () if a.deformed.is_some() || b.deformed.is_some() => 1e-10,
            () if a.way.grows() || b.way.grows() => 6e-11,
            () => 3e-11,
        };
        (part + 1e-12 * angles) * (arms + 2.0 * paths[0] + paths[1])
    }

    pub fn place(&mut self, time: f64) {
        self.sides.iter_mut().for_each(|side| side.place(time));
    }

    /// What is known at a time.
    pub fn look(&mut self, time: f64) -> Look {
        self.place(time);
        let [a, b] = &self.sides;
        let (mut nearest, mut unknown) = ((f64::INFINITY, [0.0; 3]), false);
        for p in &a.parts {
            for q in &b.parts {
                let apart: f64 = norm(sub(q.at.origin, p.at.origin));
                let balls = apart - p.extent() - q.extent();
                if a.parts.len() + b.parts.len() > 2 && spheres_apart(p, q) > nearest.0 {
                    continue;
                }
                if balls > nearest.0 {
                    continue;
                }
                match look(p, q, RELATIVE) {
                    Look::Apart(lower, axis) if lower < nearest.0 => nearest = (lower, axis),
                    Look::Apart(..) => {}
                    Look::Overlap(depth) => return Look::Overlap(depth),
                    Look::Unknown => unknown = true,
                }
            }
        }
        if unknown { Look::Unknown } else { Look::Apart(nearest.0, nearest.1) }
    }

    /// The least of some samples of the distance, with the axis then; `None` if they overlap at any.
    pub fn nearest(&self, samples: u32) -> Option<(f64, V)> {
        let mut pair = self.clone();
        let mut best = (f64::INFINITY, 0.0, [0.0; 3]);
        let mut try_at = |time: f64| {
            let Look::Apart(lower, axis) = pair.look(time) else { return None };
            if lower < best.0 {
                best = (lower, time, axis);
            }
            Some(best)
        };
        for sample in 0..=samples {
            try_at(f64::from(sample) / f64::from(samples))?;
        }
        let mut step = 0.5 / f64::from(samples);
        for _ in 0..12 {
            let middle = try_at(0.0)?.1;
            for time in [middle - step, middle + step] {
                try_at(time.clamp(0.0, 1.0))?;
            }
            step *= 0.5;
        }
        Some((best.0, best.2))
    }
}

/// By how much the spheres around two polytopes are apart, which are centred on a point of each.
fn spheres_apart(p: &Body, q: &Body) -> f64 {
    let ball = |body: &Body| {
        let vertices = body.shape.vertices()?;
        let center = body.at.apply::<f64>(body.shape.middle());
        let far = vertices.iter().map(|v| norm::<f64>(sub(body.at.apply(*v), center)));
        Some((center, far.fold(0.0, f64::max)))
    };
    match (ball(p), ball(q)) {
        (Some((c, r)), Some((d, s))) => (norm::<f64>(sub(d, c)) - r - s) * (1.0 - 1e-12),
        _ => f64::NEG_INFINITY,
    }
}

/// What is known of two convex bodies.
pub fn look(p: &Body, q: &Body, relative: f64) -> Look {
    if let Some(found) = filter::distance(p, q, relative) {
        return Look::Apart(found.lower, found.axis);
    }
    match decide_beyond(p, q, 0.0) {
        Verdict::Hit { depth_lower, .. } => Look::Overlap(depth_lower),
        Verdict::Miss { gap_lower, axis } => Look::Apart(gap_lower, axis),
        Verdict::Ambiguous { .. } => Look::Unknown,
    }
}

/// How far a point is outside of a body, at least.
pub fn outside(body: &Body, point: V) -> f64 {
    match look(body, &Body::point(point), RELATIVE) {
        Look::Apart(lower, _) => lower,
        _ => 0.0,
    }
}
