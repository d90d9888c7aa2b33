//! Meshes against brute force over their primitives, each pair decided by the oracle.

mod oracle;

use oracle::library::Library;
use oracle::mesh;
use oracle::report::pairs;

#[test]
fn meshes_agree_with_brute_force() {
    mesh::meshes(&mut Library::lock(), pairs() / 2).finish();
}
