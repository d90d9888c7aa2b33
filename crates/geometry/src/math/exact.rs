//! Signs that are exact, where rounded ones do not do.

#[cfg(test)]
mod tests;

use super::scalar::{two_product, two_sum};
use super::vector::Vec3;

/// Six times the volume of a tetrahedron, positive where `d` is below the plane of `a`, `b`, `c`, from above which these are
/// counterclockwise. The sign is exact (Shewchuk 1997).
#[inline]
pub(crate) fn orient3d(a: &Vec3, b: &Vec3, c: &Vec3, d: &Vec3) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|p| robust::Coord3D { x: p.x, y: p.y, z: p.z });
    robust::orient3d(a, b, c, d)
}

/// The signs of the components of `(q - p) x (s - r)`, exact short of over- and underflow.
pub(crate) fn cross_signs((p, q): (&Vec3, &Vec3), (r, s): (&Vec3, &Vec3)) -> [i32; 3] {
    [0, 1, 2].map(|axis| {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut sum = Sum::default();
        for (u, v, sign) in [(q, s, 1.0), (q, r, -1.0), (p, s, -1.0), (p, r, 1.0)] {
            sum.add_product(sign * u[i], v[j]);
            sum.add_product(-sign * u[j], v[i]);
        }
        sum.sign()
    })
}

/// An exact sum: parts that do not overlap, the least first (Shewchuk's expansion).
#[derive(Default)]
struct Sum {
    parts: [f64; 16],
    len: usize,
}

impl Sum {
    fn add_product(&mut self, a: f64, b: f64) {
        let (product, rest) = two_product(a, b);
        self.add(rest);
        self.add(product);
    }

    fn add(&mut self, x: f64) {
        let mut carry = x;
        let mut kept = 0;
        for i in 0..self.len {
            let (sum, rest) = two_sum(carry, self.parts[i]);
            carry = sum;
            if rest != 0.0 {
                self.parts[kept] = rest;
                kept += 1;
            }
        }
        if carry != 0.0 {
            self.parts[kept] = carry;
            kept += 1;
        }
        self.len = kept;
    }

    fn sign(&self) -> i32 {
        // The greatest part decides.
        let greatest = if self.len == 0 { 0.0 } else { self.parts[self.len - 1] };
        i32::from(greatest > 0.0) - i32::from(greatest < 0.0)
    }
}
