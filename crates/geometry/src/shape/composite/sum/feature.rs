//! Features of Minkowski sums: the sums of their operands' features along one normal.

use super::Sum;
use crate::math::Vec3;
use crate::math::tolerance::COPLANAR;
use crate::shape::Primitive;
use crate::shape::feature::{Facing, Feature, NamedPoints, Points, around, of_box};
use crate::shape::support::Support;

/// The most edges of an operand's feature whose products with others are tried.
const MOST_EDGES: usize = 8;

/// A disc counts as a polygon of so many corners where it is summed.
const CORNERS: u32 = 32;

/// Corners of sums have numbers of their own as long as their operands have fewer vertices.
const MOST_NUMBERED: u32 = 1009;

impl Sum {
    /// False where nothing but support points of an operand is known.
    pub(in crate::shape::composite) fn feature(
        &self,
        facing: &Facing<'_>,
        into: &mut Feature,
    ) -> bool {
        let offset = facing.basis * self.offset;
        if self.others.is_empty() {
            of_box(&self.half, facing, into);
            into.translate(&offset);
            into.round(self.radius, facing);
            return true;
        }
        let mut operands = self.others.clone();
        if self.half != Vec3::zeros() {
            operands.push(Primitive::Box(self.half));
        }
        let n = facing.towards;
        let mut edges = Vec::new();
        let mut curvatures = Vec::new();
        for operand in &operands {
            if !operand.feature_facing(facing, into) {
                return false;
            }
            edges.push(into.edges());
            curvatures.push(into.curvature);
        }
        // The normals of the sum's faces are those of the operands' faces, or of edges of two of them; those of its edges are normal
        // to an edge.
        let mut normals = vec![n];
        for (i, of_one) in edges.iter().enumerate() {
            for edge in of_one.iter().take(MOST_EDGES) {
                normals.push(n - edge * (edge.dot(&n) / edge.norm_squared()));
                let others = edges[i..].iter().flat_map(|of| of.iter().take(MOST_EDGES));
                normals.extend(others.map(|other| edge.cross(other)));
            }
        }
        let sums = normals.iter().filter_map(|normal| {
            let length = normal.norm();
            let normal = normal * (normal.dot(&n).signum() / length);
            let (cosine, ring) = (normal.dot(&n), sum_along(&operands, facing, &normal)?);
            let is_face = ring.len() > 2 && 2.0 * cosine * cosine >= 1.0;
            Some((if is_face { 3 } else { ring.len().min(2) }, cosine, ring))
        });
        let best = sums.max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let Some((.., ring)) = best else { return false };
        // Round about a line are the operands whose own lines are along it.
        let curvature = match ring[..] {
            [(from, _), (to, _)] => {
                let line = to - from;
                let is_along =
                    |edge: &Vec3| edge.cross(&line).norm() <= COPLANAR * edge.norm() * line.norm();
                let of_one = |(edges, curvature): (&Points, &f64)| {
                    if edges.iter().all(is_along) { *curvature } else { 0.0 }
                };
                edges.iter().zip(&curvatures).map(of_one).sum()
            }
            _ => 0.0,
        };
        into.set_named(ring, 0);
        into.curvature = curvature;
        into.translate(&offset);
        into.round(self.radius, facing);
        true
    }
}

/// The corners of the part of a sum that is foremost along a unit normal, with numbers that those of the operands' corners make.
fn sum_along(operands: &[Primitive], facing: &Facing<'_>, normal: &Vec3) -> Option<NamedPoints> {
    let facing = Facing::new(facing.basis, normal);
    let mut sum = NamedPoints::from_slice(&[(Vec3::zeros(), 0)]);
    let (mut extent, mut feature) = (0.0_f64, Feature::default());
    for operand in operands {
        let foremost = facing.basis * operand.support(&facing.basis.tr_mul(normal), &mut 0);
        let size = (facing.basis * operand.absolute_extents()).amax();
        extent += size;
        if !operand.feature_facing(&facing, &mut feature) {
            return None;
        }
        let is_foremost = |(p, _): &(Vec3, u32)| (foremost - p).dot(normal) <= COPLANAR * size;
        let mut points: NamedPoints =
            feature.outline(CORNERS).into_iter().filter(is_foremost).collect();
        if points.is_empty() {
            points.push((foremost, 0));
        }
        let plus = |(p, of_p): (Vec3, u32), (q, of_q): (Vec3, u32)| {
            (p + q, of_p.wrapping_mul(MOST_NUMBERED).wrapping_add(of_q))
        };
        sum = sum.iter().flat_map(|p| points.iter().map(move |q| plus(*p, *q))).collect();
    }
    let places: Points = sum.iter().map(|(p, _)| *p).collect();
    let ring = around(&places, 0..sum.len(), normal, COPLANAR * extent);
    // Points that are all one have no ring.
    Some(if ring.is_empty() { sum[..1].into() } else { ring.iter().map(|i| sum[*i]).collect() })
}
