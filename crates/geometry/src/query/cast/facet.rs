//! The normals of flat bodies at contacts.

use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{FACET_APPROACH, FACET_ROUNDINGS};
use crate::math::vector::direction;
use crate::math::{Mat3, Vec3};
use crate::shape::Support;

/// The normal of a flat body at a contact on the way, from B towards A, if it is one of the normals of the contact: both
/// bodies then lie on their sides of the plane. At a vertex and at an edge there are others, of which a search finds any: a
/// ray that meets a vertex of a flat mesh would see a slope.
pub(in crate::query) fn facet_normal<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    [local_a, local_b]: [Vec3; 2],
    relative: &RelativePlacement,
    motion: &Vec3,
) -> Option<Vec3> {
    let (basis_a, basis_b) = (relative.basis_a(), relative.basis_b());
    let facets = [a.facet().map(|edges| (basis_a, edges)), b.facet().map(|edges| (basis_b, edges))];
    let mut normals = facets
        .into_iter()
        .flatten()
        .filter_map(|(basis, edges)| normal_along(basis, edges, motion));
    let rounding = FACET_ROUNDINGS * relative.rounding();
    normals.find(|normal| {
        let (along_a, along_b) = (-basis_a.tr_mul(normal), basis_b.tr_mul(normal));
        a.support_value(&along_a, &mut 0) - along_a.dot(&local_a) <= rounding
            && b.support_value(&along_b, &mut 0) - along_b.dot(&local_b) <= rounding
    })
}

/// The unit normal of a placed facet with these edges that points along a motion; `None` if the motion is along the facet.
pub(in crate::query) fn normal_along(
    basis: &Mat3,
    [u, v]: [Vec3; 2],
    motion: &Vec3,
) -> Option<Vec3> {
    let normal = (basis * u).cross(&(basis * v)).try_normalize(f64::MIN_POSITIVE)?;
    let approach = normal.dot(&direction(motion)?);
    let is_along = approach.abs() <= FACET_APPROACH;
    (!is_along).then(|| normal * approach.signum())
}
