//! Two boxes under rigid placements, by separating axes: the boolean answer alone, certain or none.
//!
//! Thesis 4.2 (theorem 4.4) and the slides' table of axes: the three face normals of each box, and the nine products of
//! an edge of each. All is seen from the first box, whose edges are the axes there; the matrix of the second's edges
//! and its absolute value serve all fifteen.

use wide::f64x2;

use super::both::Both;
use crate::math::tolerance::{BOX_DOUBT, BOX_PARALLEL, BOX_PARALLEL_DOUBT, ROTATION_SLACK};
use crate::math::vector::{abs, abs_matrix};
use crate::math::{Mat3, Vec3};

#[cfg(test)]
#[path = "boxes_tests.rs"]
mod tests;

/// What the fifteen axes tell of two boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Told {
    /// This axis, from the second towards the first along world axes, separates them beyond doubt.
    Apart(Vec3),
    /// They overlap beyond doubt.
    Overlapping,
    /// They are too near to touching, or the placements are not rigid.
    Nothing,
}

/// Whether the columns of both are of length one and normal to each other, up to [`ROTATION_SLACK`].
#[inline(always)]
fn are_rigid(a: &Mat3, b: &Mat3) -> bool {
    let [x, y, z] = Both::columns(a, b);
    let one = f64x2::ONE;
    let off = (x.dot(&x) - one).abs() + (y.dot(&y) - one).abs() + (z.dot(&z) - one).abs();
    let off = off + x.dot(&y).abs() + x.dot(&z).abs() + y.dot(&z).abs();
    off.simd_lt(f64x2::splat(ROTATION_SLACK)).to_bitmask() == 3
}

/// Asks for the overlap of two boxes, each by its half extents and the linear part of its placement; `offset` is from
/// the centre of the first to that of the second.
///
/// That they overlap is told at once where a ball about the centre of the second, within it, reaches into the first.
///
/// Of the axes that separate, one of the first kind that does counts: faces of the first, faces of the second, edges.
#[inline]
pub fn tell((half_a, basis_a): (&Vec3, &Mat3), (half_b, basis_b): (&Vec3, &Mat3), offset: &Vec3) -> Told {
    if !are_rigid(basis_a, basis_b) {
        return Told::Nothing;
    }
    let to_b = basis_a.tr_mul(offset);
    let size = half_a.sum() + half_b.sum() + abs(&to_b).sum();
    let doubt = BOX_DOUBT * size;
    let beside = abs(&to_b) - half_a;
    if holds_ball(&beside, half_b.min() - doubt) {
        return Told::Overlapping;
    }
    let turn = basis_a.tr_mul(basis_b);
    let reach = abs_matrix(&turn);

    // By how much the boxes are apart along each axis; faces first: most pairs end there.
    let along_a = beside - reach * half_b;
    if let Some(i) = largest_above(&along_a, doubt) {
        return Told::Apart(basis_a.column(i) * -to_b[i].signum());
    }
    let across = turn.tr_mul(&to_b);
    let along_b = abs(&across) - half_b - reach.tr_mul(half_a);
    if let Some(i) = largest_above(&along_b, doubt) {
        return Told::Apart(basis_b.column(i) * -across[i].signum());
    }
    let mut most = along_a.max().max(along_b.max());
    let mut parallel = false;
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        // The products of A's edge i with B's edges: (0, -turn[k], turn[j]) in A's coordinates, turned to axis i.
        let between = turn.row(j) * to_b[k] - turn.row(k) * to_b[j];
        for l in 0..3 {
            let (m, n) = ((l + 1) % 3, (l + 2) % 3);
            let of_a = half_a[j] * reach[(k, l)] + half_a[k] * reach[(j, l)];
            let of_b = half_b[m] * reach[(i, n)] + half_b[n] * reach[(i, m)];
            let along = between[l].abs() - of_a - of_b;
            if along > doubt {
                let edges = basis_a.column(i).cross(&basis_b.column(l));
                return Told::Apart(edges * -between[l].signum());
            }
            if reach[(j, l)] + reach[(k, l)] < BOX_PARALLEL {
                parallel = true;
            } else if along > most {
                most = along;
            }
        }
    }
    let doubt = if parallel { BOX_PARALLEL_DOUBT * size } else { doubt };
    if most < -doubt { Told::Overlapping } else { Told::Nothing }
}

/// Whether a ball has a point in a box, whose centre is so far beside the box's faces: most boxes that overlap are so near
/// that one holds the other's inner ball, or part of it.
#[inline(always)]
fn holds_ball(beside: &Vec3, radius: f64) -> bool {
    let outside = beside.map(|x| if x > 0.0 { x } else { 0.0 });
    radius > 0.0 && outside.norm_squared() < radius * radius
}

/// The place of the largest coordinate, if that is above a bound.
#[inline(always)]
fn largest_above(v: &Vec3, bound: f64) -> Option<usize> {
    if !(v.x > bound || v.y > bound || v.z > bound) {
        return None;
    }
    Some(if v.x >= v.y && v.x >= v.z {
        0
    } else if v.y >= v.z {
        1
    } else {
        2
    })
}
