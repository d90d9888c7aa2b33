//! The first impact of moving points by root separation: roots are halved down to far below the least distance that different
//! roots, or a root and another zero, can have; what is smaller then is zero. No polynomial remainders, no sign variations.

use num_bigint::BigInt;
use solid_geometry::Vec3;

type Polynomial = Vec<BigInt>;
type Point = [BigInt; 3];

/// Eight points in whole numbers.
pub struct Oracle {
    start: [Point; 4],
    end: [Point; 4],
    is_face: bool,
    /// Times are multiples of 2^-precision.
    precision: u64,
    /// Values below 2^-zero are zero.
    zero: u64,
}

fn whole(x: f64, unit: i32) -> BigInt {
    let bits = x.abs().to_bits();
    let (fraction, raised) = ((bits & ((1 << 52) - 1)) as i64, (bits >> 52) as i32);
    let (mantissa, power) =
        if raised == 0 { (fraction, -1074) } else { (fraction | 1 << 52, raised - 1075) };
    let sign = if x < 0.0 { -1 } else { 1 };
    let (value, shift) = (BigInt::from(sign * mantissa), power - unit);
    if shift >= 0 { value << shift } else { value >> -shift }
}

/// The power of two of the lowest set bit.
fn lowest_power(x: f64) -> Option<i32> {
    let bits = x.abs().to_bits();
    let (fraction, raised) = (bits & ((1 << 52) - 1), (bits >> 52) as i32);
    let (mantissa, power) =
        if raised == 0 { (fraction, -1074) } else { (fraction | 1 << 52, raised - 1075) };
    (mantissa != 0).then(|| power + mantissa.trailing_zeros() as i32)
}

fn times(p: &[BigInt], q: &[BigInt]) -> Polynomial {
    let mut product = vec![BigInt::ZERO; p.len() + q.len() - 1];
    for (i, a) in p.iter().enumerate() {
        for (j, b) in q.iter().enumerate() {
            product[i + j] += a * b;
        }
    }
    product
}

fn minus(p: Polynomial, q: &[BigInt]) -> Polynomial {
    p.into_iter().zip(q).map(|(a, b)| a - b).collect()
}

fn subtract(p: &Point, q: &Point) -> Point {
    [0, 1, 2].map(|k| &p[k] - &q[k])
}

fn cross(u: &Point, v: &Point) -> Point {
    [0, 1, 2].map(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &u[i] * &v[j] - &u[j] * &v[i]
    })
}

fn dot(u: &Point, v: &Point) -> BigInt {
    &u[0] * &v[0] + &u[1] * &v[1] + &u[2] * &v[2]
}

impl Oracle {
    /// `v f0 f1 f2` of a vertex and a face, `a0 a1 b0 b1` of two edges.
    pub fn new(is_face: bool, start: &[Vec3; 4], end: &[Vec3; 4]) -> Oracle {
        let all = || start.iter().chain(end).flat_map(|p| p.iter());
        let unit = all().filter_map(|&x| lowest_power(x)).min().unwrap_or(0);
        let point = |p: &Vec3| [0, 1, 2].map(|axis| whole(p[axis], unit));
        let (start, end) = (start.each_ref().map(point), end.each_ref().map(point));
        let largest = start.iter().chain(&end).flatten().map(BigInt::bits).max().unwrap_or(0);
        // Coefficients in time of four differences at most.
        let bits = 4 * (largest + 3) + 8;
        let (precision, zero) = (18 * bits + 64, 16 * bits + 32);
        Oracle { start, end, is_face, precision, zero }
    }

    /// The first impact, as a whole number of 2^-precision, off by no more than 1; `None` if there is none.
    pub fn first_impact(&self) -> Option<BigInt> {
        let volume = self.volume();
        let mut candidates = vec![BigInt::ZERO];
        if volume.iter().all(|c| *c == BigInt::ZERO) {
            for polynomial in self.boundaries() {
                candidates.extend(self.roots(&polynomial));
            }
        } else {
            candidates = self.roots(&volume);
        }
        candidates.sort();
        candidates.into_iter().find(|t| self.touches(t))
    }

    /// Whether bounds hold a time of [`Oracle::first_impact`].
    pub fn is_between(&self, t: &BigInt, [low, high]: [f64; 2]) -> bool {
        let at = |x: f64| whole(x, -(self.precision as i32));
        at(low) <= t + 1 && t - 1 <= at(high) + 1
    }

    /// A coordinate difference of two points as a polynomial.
    fn difference(&self, i: usize, j: usize, axis: usize) -> Polynomial {
        let first = &self.start[i][axis] - &self.start[j][axis];
        let last = &self.end[i][axis] - &self.end[j][axis];
        vec![first.clone(), last - first]
    }

    fn orientation(&self, [p, q, r]: [usize; 3], axis: usize) -> Polynomial {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let product = |i, j| times(&self.difference(q, p, i), &self.difference(r, p, j));
        minus(product(i, j), &product(j, i))
    }

    fn volume(&self) -> Polynomial {
        let mut sum = vec![BigInt::ZERO; 4];
        for axis in 0..3 {
            let term = times(&self.difference(3, 0, axis), &self.orientation([0, 1, 2], axis));
            sum.iter_mut().zip(&term).for_each(|(s, t)| *s += t);
        }
        sum
    }

    /// All that changes its sign when points that are coplanar all the time begin to touch.
    fn boundaries(&self) -> Vec<Polynomial> {
        let triples = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        (0..3)
            .flat_map(|axis| {
                let orientations = triples.map(|triple| self.orientation(triple, axis));
                let differences = pairs.map(|(i, j)| self.difference(i, j, axis));
                orientations.into_iter().chain(differences)
            })
            .filter(|p| p.iter().any(|c| *c != BigInt::ZERO))
            .collect()
    }

    fn sign(&self, p: &[BigInt], t: &BigInt) -> i32 {
        self.cut(self.value(p, t), p.len() as u64 - 1)
    }

    fn cut(&self, value: BigInt, degree: u64) -> i32 {
        let threshold = BigInt::from(1) << (self.precision * degree - self.zero);
        i32::from(value > threshold) - i32::from(value < -threshold)
    }

    /// The roots from 0 to 1: between those of the derivative, and there.
    fn roots(&self, p: &[BigInt]) -> Vec<BigInt> {
        let degree = p.iter().rposition(|c| *c != BigInt::ZERO);
        let Some(degree) = degree.filter(|&degree| degree > 0) else { return vec![] };
        let p = &p[..=degree];
        let slope: Polynomial = p.iter().enumerate().skip(1).map(|(i, c)| c * i).collect();
        let mut stops = vec![BigInt::ZERO];
        stops.extend(self.roots(&slope));
        stops.push(BigInt::from(1) << self.precision);
        stops.sort();
        let signs: Vec<i32> = stops.iter().map(|t| self.sign(p, t)).collect();
        let mut roots = vec![];
        for i in 0..stops.len() {
            if signs[i] == 0 {
                roots.push(stops[i].clone());
            }
            if i > 0 && signs[i - 1] * signs[i] < 0 {
                let low = self.narrowed(p, [stops[i - 1].clone(), stops[i].clone()], signs[i]);
                roots.push(low);
            }
        }
        roots
    }

    /// The lower end of the interval of one unit in which the sign changes (quadratic interval refinement, Abbott 2014).
    fn narrowed(&self, p: &[BigInt], [mut low, mut high]: [BigInt; 2], after: i32) -> BigInt {
        let value = |t: &BigInt| self.value(p, t) * after;
        let mut ends = [value(&low), value(&high)];
        let mut bits = 1;
        while &high - &low > BigInt::from(1) {
            let width = &high - &low;
            let step: BigInt = Ord::max(&width >> bits, BigInt::from(1));
            // The step in which the secant is zero, or the middle.
            let guess = -&ends[0] * &width / (&ends[1] - &ends[0]) / &step;
            let inside = [&low + &guess * &step, &low + (&guess + 1) * &step, (&low + &high) >> 1];
            for t in inside {
                if low < t && t < high {
                    let sign = value(&t);
                    if sign > BigInt::ZERO {
                        (high, ends[1]) = (t, sign);
                    } else {
                        (low, ends[0]) = (t, sign);
                    }
                }
                if &high - &low <= step {
                    break;
                }
            }
            bits = if &high - &low <= step { bits * 2 } else { (bits / 2).max(1) };
        }
        low
    }

    /// `p(t)` times a power of two.
    fn value(&self, p: &[BigInt], t: &BigInt) -> BigInt {
        let degree = p.len() as u64 - 1;
        let mut sum = BigInt::ZERO;
        for (i, c) in p.iter().enumerate().rev() {
            sum = sum * t + (c << (self.precision * (degree - i as u64)));
        }
        sum
    }

    /// Whether the features touch at a time when their points are coplanar: by barycentric coordinates, or on a line.
    fn touches(&self, t: &BigInt) -> bool {
        let rest = (BigInt::from(1) << self.precision) - t;
        let at = |i: usize| [0, 1, 2].map(|k| &self.start[i][k] * &rest + &self.end[i][k] * t);
        let points = [0, 1, 2, 3].map(at);
        if self.is_face { self.touches_face(&points) } else { self.touches_edge(&points) }
    }

    fn touches_face(&self, [v, a, b, c]: &[Point; 4]) -> bool {
        let normal = cross(&subtract(b, a), &subtract(c, a));
        if !self.is_zero(&normal, 2) {
            return [(a, b), (b, c), (c, a)].iter().all(|(p, q)| {
                let side = dot(&cross(&subtract(q, p), &subtract(v, p)), &normal);
                self.cut(side, 4) >= 0
            });
        }
        [(a, b), (b, c), (c, a)].iter().any(|(p, q)| self.is_on_segment(v, p, q))
    }

    fn touches_edge(&self, [a, b, c, d]: &[Point; 4]) -> bool {
        let (u, w, gap) = (subtract(b, a), subtract(d, c), subtract(c, a));
        let normal = cross(&u, &w);
        if !self.is_zero(&normal, 2) {
            let whole = dot(&normal, &normal);
            return [dot(&cross(&gap, &w), &normal), dot(&cross(&gap, &u), &normal)]
                .into_iter()
                .all(|part| self.cut(part.clone(), 4) >= 0 && self.cut(&whole - part, 4) >= 0);
        }
        [(a, c, d), (b, c, d), (c, a, b), (d, a, b)]
            .iter()
            .any(|(p, q, r)| self.is_on_segment(p, q, r))
    }

    fn is_on_segment(&self, p: &Point, q: &Point, r: &Point) -> bool {
        let (u, v) = (subtract(q, p), subtract(r, p));
        self.is_zero(&cross(&u, &v), 2) && self.cut(dot(&u, &v), 2) <= 0
    }

    fn is_zero(&self, v: &Point, degree: u64) -> bool {
        v.iter().all(|c| self.cut(c.clone(), degree) == 0)
    }
}
