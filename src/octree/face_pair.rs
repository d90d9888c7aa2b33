//! Whether two faces share a point (report 3.3.6): by signs in double precision where these are certain, else exactly.

use super::exact::triangles_meet;
use super::mesh::FaceMesh;
use super::method::FacePair;
use crate::convex::triangle::{Triangle, Verdict, meet};
use crate::math::Vec3;
use crate::math::tolerance::ROUNDING;

/// Whether two faces share a point as they are now. `reach` is at least their largest coordinate.
#[inline]
pub(super) fn faces_meet(meshes: &[FaceMesh<'_>], pair: &FacePair, reach: f64) -> bool {
    let [a, b] = [0, 1].map(|i| &meshes[pair.objects[i] as usize]);
    let (first, second) = (a.face(pair.faces[0]), b.face(pair.faces[1]));
    if let ([i, j, k], [l, m, n]) = (first, second) {
        let s = [i, j, k].map(|vertex| a.now.point(*vertex));
        let t = [l, m, n].map(|vertex| b.now.point(*vertex));
        return meet_surely(&s, &t, reach);
    }
    a.triangles_of(pair.faces[0]).any(|s| b.triangles_of(pair.faces[1]).any(|t| meet_surely(&s, &t, reach)))
}

#[inline]
fn meet_surely(s: &[Vec3; 3], t: &[Vec3; 3], reach: f64) -> bool {
    // The vertices are what they are: the differences alone are rounded.
    match meet(&Triangle::new(*s), &Triangle::new(*t), 2.0 * ROUNDING * reach) {
        Verdict::Apart => false,
        Verdict::Meeting => true,
        Verdict::Doubtful => triangles_meet(s, t),
    }
}
