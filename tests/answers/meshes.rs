//! Meshes against brute force over their primitives, each pair decided by the oracle.

use crate::oracle::library::Library;
use crate::oracle::mesh;
use crate::oracle::report::pairs;

#[test]
fn meshes_agree_with_brute_force() {
    mesh::meshes(&mut Library::lock(), pairs() / 2).finish();
}
