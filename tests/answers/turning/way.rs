//! How a body moves in a frame, by formulas that share nothing with the library: the rotation is chosen, and the placements
//! that the library receives are made of it.

use crate::oracle::body::Placement;
use crate::oracle::dd::{add, cross, dot, norm, scale, sub};
use crate::oracle::generate::product;

pub type V = [f64; 3];
pub type M = [[f64; 3]; 3];

pub const UNIT: M = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Which of the library's motions it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Turning,
    Straight,
    Screw,
}

/// A motion from time 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    pub kind: Kind,
    /// The rotation at time 0, which may be a reflection too.
    pub first: M,
    /// Symmetric and positive definite, at both ends.
    pub stretch: [M; 2],
    /// The rotation vector along the world's axes.
    pub spin: V,
    /// The origin at both ends.
    pub origins: [V; 2],
    /// The local point that moves straight.
    pub pivot: V,
    /// Linear parts that no rotation connects: each point moves straight.
    pub unsplit: Option<[M; 2]>,
}

/// Rodrigues' formula (1840).
pub fn rotation(spin: V) -> M {
    let angle: f64 = norm(spin);
    if angle == 0.0 {
        return UNIT;
    }
    let n = scale(spin, 1.0 / angle);
    let (sine, half) = (angle.sin(), (0.5 * angle).sin());
    let versine = 2.0 * half * half;
    // n x e_k is the column k.
    std::array::from_fn(|i| {
        std::array::from_fn(|k| {
            let e = UNIT[k];
            e[i] + sine * cross(n, e)[i] + versine * cross(n, cross(n, e))[i]
        })
    })
}

pub fn times(m: M, v: V) -> V {
    m.map(|row| dot(row, v))
}

pub fn blend<const N: usize>(a: [f64; N], b: [f64; N], t: f64) -> [f64; N] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t)
}

pub fn transposed(m: M) -> M {
    std::array::from_fn(|i| std::array::from_fn(|k| m[k][i]))
}

fn between(a: M, b: M, t: f64) -> M {
    std::array::from_fn(|i| blend(a[i], b[i], t))
}

/// The root of the sum of the squares.
fn length(m: M) -> f64 {
    m.iter().flatten().map(|x| x * x).sum::<f64>().sqrt()
}

impl Way {
    pub fn rest(at: Placement) -> Way {
        Way {
            kind: Kind::Turning,
            first: at.linear,
            stretch: [UNIT; 2],
            spin: [0.0; 3],
            origins: [at.origin; 2],
            pivot: [0.0; 3],
            unsplit: None,
        }
    }

    pub fn grows(&self) -> bool {
        self.stretch[0] != self.stretch[1]
    }

    /// The linear part.
    fn linear(&self, time: f64) -> M {
        if let Some([from, to]) = self.unsplit {
            return if self.kind == Kind::Straight { to } else { between(from, to, time) };
        }
        let time = if self.kind == Kind::Straight { 1.0 } else { time };
        let turned = product(rotation(scale(self.spin, time)), self.first);
        product(turned, between(self.stretch[0], self.stretch[1], time))
    }

    /// The placement that the program sets at the beginning and at the end of the frame.
    pub fn ends(&self) -> [Placement; 2] {
        let linears = self.unsplit.unwrap_or_else(|| {
            let turning = Way { kind: Kind::Turning, ..self.clone() };
            [turning.linear(0.0), turning.linear(1.0)]
        });
        [0, 1].map(|i| Placement { linear: linears[i], origin: self.origins[i] })
    }

    /// The axis of a screw motion (Chasles 1830): a point of it at time 0, and how far the body moves along it.
    fn screw(&self) -> Option<(V, V)> {
        let angle: f64 = norm(self.spin);
        if self.kind != Kind::Screw || angle == 0.0 || self.grows() || self.unsplit.is_some() {
            return None;
        }
        let axis = scale(self.spin, 1.0 / angle);
        let by = sub(self.origins[1], self.origins[0]);
        let along = scale(axis, dot(axis, by));
        let across = sub(by, along);
        let turned = scale(cross(axis, across), 1.0 / (0.5 * angle).tan());
        Some((add(self.origins[0], scale(add(across, turned), 0.5)), along))
    }

    pub fn at(&self, time: f64) -> Placement {
        let linear = self.linear(time);
        let origin = if let Some((center, along)) = self.screw() {
            let arm = times(rotation(scale(self.spin, time)), sub(self.origins[0], center));
            add(add(center, scale(along, time)), arm)
        } else if self.kind == Kind::Straight {
            blend(self.origins[0], self.origins[1], time)
        } else {
            let ends = self.ends().map(|end| end.apply(self.pivot));
            sub(blend(ends[0], ends[1], time), times(linear, self.pivot))
        };
        Placement { linear, origin }
    }

    /// A bound on the velocity of all points within a distance of the local origin: in the local coordinates, each `reach`.
    pub fn speed(&self, reach: V) -> f64 {
        let ends = self.ends();
        let arms = |arm: V| -> f64 {
            let far = ends.iter().map(|end| {
                end.linear.map(|row| (0..3).map(|k| row[k].abs() * arm[k]).sum::<f64>())
            });
            far.map(norm::<f64>).fold(0.0, f64::max)
        };
        if self.kind == Kind::Straight {
            return norm(sub(self.origins[1], self.origins[0]));
        }
        if let Some((center, along)) = self.screw() {
            let arm = arms(reach) + norm::<f64>(sub(self.origins[0], center));
            return norm::<f64>(along) + norm::<f64>(self.spin) * arm;
        }
        let arm: V = std::array::from_fn(|k| reach[k] + self.pivot[k].abs());
        let change = match self.unsplit {
            Some([from, to]) => length([0, 1, 2].map(|i| sub(to[i], from[i]))),
            None => length([0, 1, 2].map(|i| sub(self.stretch[1][i], self.stretch[0][i]))),
        };
        let [p, q] = ends.map(|end| end.apply::<f64>(self.pivot));
        norm::<f64>(sub(q, p)) + norm::<f64>(self.spin) * arms(arm) + change * norm::<f64>(arm)
    }

    /// Where the pivot is in the world at both ends; that of a screw motion is on its axis.
    pub fn pivots(&self) -> [V; 2] {
        match self.screw() {
            Some((center, along)) => [center, add(center, along)],
            None => self.ends().map(|end| end.apply(self.pivot)),
        }
    }

    /// How far the pivot is from the origin, in the world.
    pub fn arm(&self) -> f64 {
        let pivots = self.pivots();
        (0..2).map(|i| norm::<f64>(sub(pivots[i], self.origins[i]))).fold(0.0, f64::max)
    }

    /// The largest numbers of its coordinates: a bound on what rounding is relative to.
    pub fn coordinates(&self) -> f64 {
        let far = self.origins.iter().map(|origin| norm::<f64>(*origin));
        self.arm() + far.sum::<f64>()
    }
}
