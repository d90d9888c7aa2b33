//! When a cubic may be zero between two times: intervals that hold every root, found from its Bernstein coefficients.
//!
//! The curve lies within the hull of its coefficients, so that coefficients of one sign, beyond rounding, prove that
//! there is no root. Everywhere else the interval is halved.

#[cfg(test)]
mod tests;

use solid_geometry::math::Vec3;
use solid_geometry::math::tolerance::{DETERMINANT_ROUNDING, ROUNDING};

/// Intervals are halved so often: to some 1e-9 of the time.
const MOST_HALVINGS: u32 = 30;

/// A bound on the rounding of halving Bernstein coefficients so often, relative to the largest: three roundings each.
const BERNSTEIN_ROUNDING: f64 = 128.0 * ROUNDING;

/// The most separate intervals; more are joined to the last.
const MOST_INTERVALS: usize = 8;

/// A cubic for times from 0 to 1, with a bound on the error of its coefficients.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cubic {
    bernstein: [f64; 4],
    error: f64,
}

/// Intervals of time, in order and disjoint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Intervals {
    ends: [[f64; 2]; MOST_INTERVALS],
    len: usize,
}

impl Intervals {
    pub fn iter(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        self.ends[..self.len].iter().copied()
    }

    fn add(&mut self, from: f64, to: f64) {
        match self.ends[..self.len].last_mut() {
            Some(last) if last[1] >= from || self.len == MOST_INTERVALS => last[1] = to,
            _ => {
                self.ends[self.len] = [from, to];
                self.len += 1;
            }
        }
    }
}

impl Cubic {
    /// The volume that three vectors span, each moving from its first value to its second at constant speed.
    ///
    /// `slack` bounds the error of the vectors' coordinates.
    pub fn volume([u, v, w]: &[[Vec3; 2]; 3], slack: f64) -> Cubic {
        let det = |i: usize, j: usize, k: usize| u[i].cross(&v[j]).dot(&w[k]);
        let middle = |a: [usize; 3], b: [usize; 3], c: [usize; 3]| {
            (det(a[0], a[1], a[2]) + det(b[0], b[1], b[2]) + det(c[0], c[1], c[2])) / 3.0
        };
        let bernstein = [
            det(0, 0, 0),
            middle([1, 0, 0], [0, 1, 0], [0, 0, 1]),
            middle([0, 1, 1], [1, 0, 1], [1, 1, 0]),
            det(1, 1, 1),
        ];
        // The magnitudes of all terms of all these determinants are below those of the largest coordinates.
        let most = |x: &[Vec3; 2]| x[0].abs().sup(&x[1].abs()).max();
        let [u, v, w] = [most(u), most(v), most(w)];
        let error = 6.0 * DETERMINANT_ROUNDING * ROUNDING * u * v * w
            + 6.0 * slack * (u * v + v * w + w * u);
        Cubic { bernstein, error: error + f64::MIN_POSITIVE }
    }

    /// Intervals that hold all times from 0 to `end` at which the cubic may be zero.
    pub fn roots(&self, end: f64) -> Intervals {
        let mut found = Intervals { ends: [[0.0; 2]; MOST_INTERVALS], len: 0 };
        let largest = self.bernstein.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let error = self.error + BERNSTEIN_ROUNDING * largest;
        search(&self.bernstein, error, 0.0, 1.0, end, MOST_HALVINGS, &mut found);
        found
    }
}

fn search(
    b: &[f64; 4],
    error: f64,
    from: f64,
    width: f64,
    end: f64,
    left: u32,
    found: &mut Intervals,
) {
    if from > end || b.iter().all(|x| *x > error) || b.iter().all(|x| *x < -error) {
        return;
    }
    // All of it is zero up to rounding: halving does not help.
    if left == 0 || b.iter().all(|x| x.abs() <= 2.0 * error) {
        return found.add(from, from + width);
    }
    let mean = |x: f64, y: f64| 0.5 * x + 0.5 * y;
    let [p, q, r] = [mean(b[0], b[1]), mean(b[1], b[2]), mean(b[2], b[3])];
    let (s, t) = (mean(p, q), mean(q, r));
    let middle = mean(s, t);
    let half = 0.5 * width;
    search(&[b[0], p, s, middle], error, from, half, end, left - 1, found);
    search(&[middle, t, r, b[3]], error, from + half, half, end, left - 1, found);
}
