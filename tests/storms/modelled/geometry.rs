//! Boxes along the axes with whole coordinates, and placements that keep them so: hit or miss is decided by
//! comparing integers, smart response's distance by subtracting them.

pub type Whole = [i64; 3];

/// A closed box along the axes; flat ones and points are boxes too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    pub low: Whole,
    pub high: Whole,
}

/// Half-spaces along the axes are boxes that end so far away; placed ones end no nearer than half of it.
pub const FAR: i64 = 1_000_000_000_000;

/// A coordinate of a box, infinite where it is one of a half-space.
pub fn end(x: i64) -> f64 {
    if x.abs() > FAR / 2 { f64::INFINITY.copysign(x as f64) } else { x as f64 }
}

impl Cuboid {
    /// All points of which a coordinate, times a sign, is no larger than an offset.
    pub fn half_space(axis: usize, is_below: bool, offset: i64) -> Cuboid {
        let mut all = Cuboid { low: [-FAR; 3], high: [FAR; 3] };
        if is_below {
            all.high[axis] = offset
        } else {
            all.low[axis] = -offset
        }
        all
    }

    pub fn is_half_space(&self) -> bool {
        self.low.iter().chain(&self.high).any(|x| end(*x).is_infinite())
    }

    pub fn from_half_extents(half: Whole) -> Cuboid {
        Cuboid { low: half.map(|x| -x), high: half }
    }

    /// The box of the points; `None` if a coordinate is not finite.
    pub fn around(points: &[[f64; 3]]) -> Option<Cuboid> {
        let finite = points.iter().flatten().all(|x| x.is_finite());
        let fold = |pick: fn(f64, f64) -> f64| {
            [0, 1, 2].map(|k| {
                points.iter().map(|p| p[k]).reduce(pick).expect("a polytope has vertices") as i64
            })
        };
        finite.then(|| Cuboid { low: fold(f64::min), high: fold(f64::max) })
    }

    /// The eight corners, repeated where the box is flat.
    pub fn corners(&self) -> Vec<[f64; 3]> {
        let side = |corner: usize, k: usize| {
            if corner >> k & 1 == 0 { self.low[k] } else { self.high[k] }
        };
        (0..8).map(|corner| [0, 1, 2].map(|k| side(corner, k) as f64)).collect()
    }

    pub fn meets(&self, other: &Cuboid) -> bool {
        (0..3).all(|k| self.low[k] <= other.high[k] && other.low[k] <= self.high[k])
    }

    /// The shortest vector from `other` to this box: zero along an axis on which they overlap.
    pub fn gap(&self, other: &Cuboid) -> [f64; 3] {
        [0, 1, 2].map(|k| {
            let (above, below) = (self.low[k] - other.high[k], self.high[k] - other.low[k]);
            if above > 0 {
                above as f64
            } else if below < 0 {
                below as f64
            } else {
                0.0
            }
        })
    }

    /// Whether a point lies in the box, up to rounding.
    pub fn holds(&self, p: &[f64; 3]) -> bool {
        (0..3).all(|k| {
            let slack = 1e-9 * (1.0 + p[k].abs());
            self.low[k] as f64 - slack <= p[k] && p[k] <= self.high[k] as f64 + slack
        })
    }
}

/// A linear part with at most one number in each row, and an origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Rows first.
    pub basis: [Whole; 3],
    pub origin: Whole,
}

impl Place {
    pub const IDENTITY: Place = Place { basis: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], origin: [0; 3] };

    pub fn linear(&self, v: &Whole) -> Whole {
        self.basis.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
    }

    pub fn image(&self, cuboid: &Cuboid) -> Cuboid {
        let (a, b) = (self.linear(&cuboid.low), self.linear(&cuboid.high));
        let at = |k: usize, pick: fn(i64, i64) -> i64| self.origin[k] + pick(a[k], b[k]);
        Cuboid { low: [0, 1, 2].map(|k| at(k, i64::min)), high: [0, 1, 2].map(|k| at(k, i64::max)) }
    }

    pub fn point(&self, p: &[f64; 3]) -> [f64; 3] {
        let dot = |row: &Whole| (0..3).map(|k| row[k] as f64 * p[k]).sum::<f64>();
        [0, 1, 2].map(|k| dot(&self.basis[k]) + self.origin[k] as f64)
    }

    /// This place after `inner`: post-multiplication.
    pub fn compose(&self, inner: &Place) -> Place {
        let column = |j: usize| self.linear(&[0, 1, 2].map(|i| inner.basis[i][j]));
        let columns = [column(0), column(1), column(2)];
        let basis = [0, 1, 2].map(|i| [0, 1, 2].map(|j| columns[j][i]));
        let moved = self.linear(&inner.origin);
        Place { basis, origin: [0, 1, 2].map(|k| moved[k] + self.origin[k]) }
    }

    /// Whether it flattens.
    pub fn is_flat(&self) -> bool {
        self.basis.contains(&[0; 3]) || (0..3).any(|k| self.basis.iter().all(|row| row[k] == 0))
    }

    pub fn translation(t: Whole) -> Place {
        Place { origin: t, ..Place::IDENTITY }
    }

    pub fn scaling(s: Whole) -> Place {
        Place { basis: [[s[0], 0, 0], [0, s[1], 0], [0, 0, s[2]]], origin: [0; 3] }
    }

    /// The rotation of a quaternion of whole numbers that takes axes to axes.
    pub fn rotation([x, y, z, w]: [i64; 4]) -> Place {
        let n = x * x + y * y + z * z + w * w;
        let d = |p: i64| {
            assert_eq!(2 * p % n, 0, "a rotation that takes axes to axes");
            2 * p / n
        };
        let basis = [
            [1 - d(y * y + z * z), d(x * y - w * z), d(x * z + w * y)],
            [d(x * y + w * z), 1 - d(x * x + z * z), d(y * z - w * x)],
            [d(x * z - w * y), d(y * z + w * x), 1 - d(x * x + y * y)],
        ];
        Place { basis, origin: [0; 3] }
    }

    /// As OpenGL's matrices.
    pub fn column_major(&self) -> [f64; 16] {
        let mut m = [7.0; 16];
        for i in 0..3 {
            for j in 0..3 {
                m[4 * j + i] = self.basis[i][j] as f64;
            }
            m[12 + i] = self.origin[i] as f64;
        }
        m
    }

    /// Whether numbers are still far from where rounding begins.
    pub fn is_small(&self) -> bool {
        self.basis.iter().flatten().chain(&self.origin).all(|x| x.abs() < 100_000)
    }
}
