//! One body's tree coordinates seen from another's.
//!
//! Boxes of two trees are compared along the face axes of both, given by the inverses of the placements. Rounding is bounded
//! for the computed axes, so that placements may be ill-conditioned: equation (8) of `docs/src/theory/rounding.md`, in whose
//! notation `n` is a row of an inverse. Where neither body has face axes of use (both are flattened, say), the three axes of
//! the world stand in.

#[cfg(test)]
mod tests;

use super::frame::Frame;
use super::node::by_axis;
use crate::math::{Mat3, Placement, Vec3, power};
use wide::f32x4;

/// Bounds the rounding of sums of up to nine products in double precision, relative to the sum of magnitudes.
const DOUBLE: f64 = 1.0 / (1u64 << 49) as f64;

/// Bounds the rounding of the box test in single precision, relative to the sum of magnitudes.
///
/// Each product or sum takes part in at most nine roundings of 2^-24 (conversion of its coefficient, product,
/// three sums, centre and extent of the box, and two to compare); the rest is slack for the second order.
const SINGLE: f64 = 12.0 / (1u64 << 24) as f64;

/// The greatest sum of coefficients of an axis; above it, one body is but a point beside the other's errors.
const LARGEST_COEFFICIENTS: f64 = 1e12;

/// The margin of an axis that separates nothing: more than any coordinate, less than an empty box's extent.
const SEPARATES_NOTHING: f32 = 1e20;

/// An axis whose margin exceeds this many units of its tree does not count as of use.
const MOST_MARGIN: f64 = 0.25;

/// Affine forms, one a lane: value and reach of a box under each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forms {
    columns: [f32x4; 3],
    magnitudes: [f32x4; 3],
    /// Twice the constant terms.
    constant: f32x4,
    /// Twice the margins.
    margin: f32x4,
}

impl Forms {
    /// Twice the centre and twice the half extent of the image of a box given by the sum and the difference of
    /// its corners.
    #[inline]
    pub(super) fn image(&self, sum: &[f32x4; 3], extent: &[f32x4; 3]) -> (f32x4, f32x4) {
        let center = self.constant
            + (self.columns[0] * sum[0] + self.columns[1] * sum[1] + self.columns[2] * sum[2]);
        let reach = self.margin
            + (self.magnitudes[0] * extent[0]
                + self.magnitudes[1] * extent[1]
                + self.magnitudes[2] * extent[2]);
        (center, reach)
    }
}

/// What it takes to test the four boxes of a node of one tree against one box of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// From the other's box to the coordinates of the node.
    pub inward: Forms,
    /// From the other's box to the three shared axes: its own faces, or the world's.
    pub outward: Forms,
    /// From the node's coordinates to the shared axes: by axis, then by component, the same in all lanes.
    pub rows: [[f32x4; 3]; 3],
    /// The magnitudes of `rows`.
    pub magnitudes: [[f32x4; 3]; 3],
    /// The weight of an extent of the node's tree when the sizes of two boxes are compared.
    pub weight: [f32x4; 3],
    /// Keeps sizes positive, since their sign marks leaves.
    pub least_size: f32x4,
}

/// The placement of a body B relative to a body A, prepared for tests of boxes.
///
/// Costs some hundred nanoseconds to make, once a query.
#[derive(Clone, Copy, Debug)]
pub struct Relative {
    /// For nodes of A against boxes of B.
    pub(super) a: Side,
    /// For nodes of B against boxes of A.
    pub(super) b: Side,
    /// Known to be apart as a whole, or not placed anywhere.
    pub(super) apart: bool,
}

/// Three axes in double precision: `value = rows . y + constant`, to be compared in the units of the other body.
pub(super) struct Axes {
    pub rows: Mat3,
    pub constant: Vec3,
    /// What rounding, of single precision too, may have moved values by.
    pub margin: Vec3,
    apart: bool,
    of_use: bool,
}

impl Relative {
    /// Prepares tests between body `a`, with the frame of its tree and its placement, and body `b`.
    ///
    /// Placements may mirror, shear, scale badly and be singular. One that is not finite places its body nowhere:
    /// nothing is reported.
    pub fn new(frame_a: &Frame, a: &Placement, frame_b: &Frame, b: &Placement) -> Relative {
        let unit_a = scaled_columns(&a.basis, &frame_a.unit);
        let unit_b = scaled_columns(&b.basis, &frame_b.unit);
        // The origins first: far from the world's, their difference is nearly exact.
        let between = b.origin - a.origin;
        let (inside_a, inside_b) = (a.basis * frame_a.center, b.basis * frame_b.center);
        let d = between + (inside_b - inside_a);
        let magnitude = between.abs()
            + a.basis.abs() * frame_a.center.abs()
            + b.basis.abs() * frame_b.center.abs()
            + row_sums(&unit_a.abs())
            + row_sums(&unit_b.abs())
            + Vec3::repeat(f64::MIN_POSITIVE);
        let faces_a = Axes::faces(&unit_a, &unit_b, &d, &magnitude);
        let faces_b = Axes::faces(&unit_b, &unit_a, &-d, &magnitude);
        let apart = faces_a.apart || faces_b.apart || !a.is_finite() || !b.is_finite();
        let (weight_a, weight_b) = weights(&unit_a, &unit_b);
        let sides = if faces_a.of_use || faces_b.of_use {
            let (forms_a, forms_b) = (faces_a.forms(), faces_b.forms());
            (
                Side::new(forms_a, faces_b.identity(), &faces_b.rows, weight_a),
                Side::new(forms_b, faces_a.identity(), &faces_a.rows, weight_b),
            )
        } else {
            let world = World::new(&unit_a, &unit_b, &d, &magnitude);
            let none = Axes::useless().forms();
            let forms =
                |m: &Mat3, sign: f64| Forms::new(m, &(world.constant * sign), &world.margin);
            (
                Side::new(none, forms(&world.rows_b, 1.0), &world.rows_a, weight_a),
                Side::new(none, forms(&world.rows_a, -1.0), &world.rows_b, weight_b),
            )
        };
        Relative { a: sides.0, b: sides.1, apart }
    }
}

impl Axes {
    /// The coordinates of a body whose units are `own`, as [`Axes::faces`] has them; `None` where its map has no inverse of use.
    pub(super) fn inward(own: &Mat3, other: &Mat3, d: &Vec3, magnitude: &Vec3) -> Option<Axes> {
        let axes = Axes::faces(own, other, d, magnitude);
        (axes.of_use && !axes.apart).then_some(axes)
    }

    /// The face axes of the body whose units are `own`, for the coordinates of the one with units `other`.
    ///
    /// `magnitude` bounds what the rounding errors of projections are proportional to, by component.
    fn faces(own: &Mat3, other: &Mat3, d: &Vec3, magnitude: &Vec3) -> Axes {
        let mut axes = Axes::useless();
        // Columns brought to about length 1 first, by powers of two, so that no product over- or underflows.
        let mut columns = [Vec3::zeros(); 3];
        let mut shrink = [0.0; 3];
        for k in 0..3 {
            let column: Vec3 = own.column(k).into();
            let largest = column.amax();
            // Not a number counts as out of range too.
            if !(1e-290..=1e300).contains(&largest) {
                return axes;
            }
            shrink[k] = 1.0 / power::floor(largest);
            columns[k] = column * shrink[k];
        }
        let normals = [
            columns[1].cross(&columns[2]),
            columns[2].cross(&columns[0]),
            columns[0].cross(&columns[1]),
        ];
        let determinant = columns[0].dot(&normals[0]);
        let mut of_use = true;
        for i in 0..3 {
            let n = normals[i] * (shrink[i] / determinant);
            let row = n.transpose() * other;
            let constant = n.dot(d);
            let mut residue = n.transpose() * own;
            residue[i] -= 1.0;
            let steepness = row.abs().sum();
            let double = DOUBLE * n.abs().dot(magnitude);
            let single = SINGLE * (1.0 + steepness + constant.abs());
            let margin = (residue.abs().sum() + double + single) * (1.0 + SINGLE);
            // Written so that a sum that is not a number fails.
            if steepness <= LARGEST_COEFFICIENTS
                && constant.abs() > 2.0 * (1.0 + steepness) + 2.0 * margin
            {
                axes.apart = true;
                return axes;
            }
            if steepness <= LARGEST_COEFFICIENTS
                && margin <= LARGEST_COEFFICIENTS
                && constant.abs() <= 8.0 * LARGEST_COEFFICIENTS
            {
                axes.rows.set_row(i, &row);
                axes.constant[i] = constant;
                axes.margin[i] = margin;
                of_use &= margin <= MOST_MARGIN;
            } else {
                of_use = false;
            }
        }
        axes.of_use = of_use;
        axes
    }

    /// Axes that separate nothing.
    fn useless() -> Axes {
        Axes {
            rows: Mat3::zeros(),
            constant: Vec3::zeros(),
            margin: Vec3::repeat(SEPARATES_NOTHING as f64),
            apart: false,
            of_use: false,
        }
    }

    /// The forms on the other body's coordinates.
    fn forms(&self) -> Forms {
        Forms::new(&self.rows, &self.constant, &self.margin)
    }

    /// The forms on the body's own coordinates: the unit vectors.
    fn identity(&self) -> Forms {
        Forms::new(&Mat3::identity(), &-self.constant, &self.margin)
    }
}

/// The world's axes, each scaled by itself so that single precision serves.
struct World {
    rows_a: Mat3,
    rows_b: Mat3,
    constant: Vec3,
    margin: Vec3,
}

impl World {
    fn new(unit_a: &Mat3, unit_b: &Mat3, d: &Vec3, magnitude: &Vec3) -> World {
        let mut world = World {
            rows_a: Mat3::zeros(),
            rows_b: Mat3::zeros(),
            constant: Vec3::zeros(),
            margin: Vec3::repeat(SEPARATES_NOTHING as f64),
        };
        for i in 0..3 {
            let (a, b): (Vec3, Vec3) = (unit_a.row(i).transpose(), unit_b.row(i).transpose());
            let largest = a.amax().max(b.amax()).max(d[i].abs());
            if !largest.is_finite() || !magnitude[i].is_finite() {
                continue;
            }
            let scale = 1.0 / power::floor(largest.clamp(1e-290, 1e300));
            let (a, b, constant) = (a * scale, b * scale, d[i] * scale);
            let single = SINGLE * (a.abs().sum() + b.abs().sum() + constant.abs());
            let margin = (single + DOUBLE * magnitude[i] * scale) * (1.0 + SINGLE)
                + f32::MIN_POSITIVE as f64;
            if margin <= LARGEST_COEFFICIENTS && constant.abs() <= LARGEST_COEFFICIENTS {
                world.rows_a.set_row(i, &a.transpose());
                world.rows_b.set_row(i, &b.transpose());
                world.constant[i] = constant;
                world.margin[i] = margin;
            }
        }
        world
    }
}

impl Forms {
    fn new(rows: &Mat3, constant: &Vec3, margin: &Vec3) -> Forms {
        let column = |j: usize| lanes(&[rows[(0, j)], rows[(1, j)], rows[(2, j)]]);
        let columns = [column(0), column(1), column(2)];
        Forms {
            columns,
            magnitudes: by_axis(|i| columns[i].abs()),
            constant: lanes(&[2.0 * constant.x, 2.0 * constant.y, 2.0 * constant.z]),
            margin: lanes(&[2.0 * margin.x, 2.0 * margin.y, 2.0 * margin.z]),
        }
    }
}

impl Side {
    fn new(inward: Forms, outward: Forms, rows: &Mat3, weight: Vec3) -> Side {
        let rows = by_axis(|i| by_axis(|j| f32x4::splat(rows[(i, j)] as f32)));
        Side {
            inward,
            outward,
            rows,
            magnitudes: by_axis(|i| by_axis(|j| rows[i][j].abs())),
            weight: by_axis(|i| f32x4::splat(weight[i] as f32)),
            least_size: f32x4::splat(f32::MIN_POSITIVE),
        }
    }
}

fn lanes(v: &[f64; 3]) -> f32x4 {
    f32x4::new([v[0] as f32, v[1] as f32, v[2] as f32, 0.0])
}

/// The lengths of the units in the world, over the longest of them; only for comparisons of sizes.
fn weights(unit_a: &Mat3, unit_b: &Mat3) -> (Vec3, Vec3) {
    // Twice a coordinate may overflow where that does not.
    let length = |m: &Mat3, k: usize| m.column(k).amax().min(f64::MAX);
    let lengths = |m: &Mat3| Vec3::new(length(m, 0), length(m, 1), length(m, 2));
    let (a, b) = (lengths(unit_a), lengths(unit_b));
    let longest = a.max().max(b.max()).max(f64::MIN_POSITIVE);
    (a / longest, b / longest)
}

fn scaled_columns(m: &Mat3, by: &Vec3) -> Mat3 {
    let mut scaled = *m;
    for k in 0..3 {
        scaled.column_mut(k).scale_mut(by[k]);
    }
    scaled
}

fn row_sums(m: &Mat3) -> Vec3 {
    m.column(0) + m.column(1) + m.column(2)
}
