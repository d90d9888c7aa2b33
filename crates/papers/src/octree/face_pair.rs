//! Whether two faces share a point.

use super::exact::triangles_meet;
use super::{FaceMesh, FacePair};

/// Whether two faces share a point as they are now.
#[inline]
pub(super) fn faces_meet(meshes: &[FaceMesh<'_>], pair: &FacePair) -> bool {
    let [a, b] = [0, 1].map(|i| &meshes[pair.objects[i] as usize]);
    if let (&[i, j, k], &[l, m, n]) = (a.face(pair.faces[0]), b.face(pair.faces[1])) {
        let s = [a.now.point(i), a.now.point(j), a.now.point(k)];
        let t = [b.now.point(l), b.now.point(m), b.now.point(n)];
        return triangles_meet(&s, &t);
    }
    a.triangles_of(pair.faces[0])
        .any(|s| b.triangles_of(pair.faces[1]).any(|t| triangles_meet(&s, &t)))
}
