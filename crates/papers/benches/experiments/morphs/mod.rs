//! Pages of Real-Time Rendering, 17.6.3: boxes blended as the mesh is, and subtrees built again where they fit no longer.

mod breaking;
mod morphing;

use super::report::Report;
use solid_geometry::math::{Placement, Vec3};
use solid_papers::aabb_tree::query::{Boxes, Counts, colliding};
use solid_papers::meshes::Mesh;

/// The pairs of triangles that share a point, of a mesh at the origin and one that is shifted.
fn pairs<A: Boxes, B: Boxes>(
    trees: (&mut A, &mut B),
    meshes: [&Mesh; 2],
    shift: Vec3,
    counts: &mut Counts,
) -> usize {
    let there = Placement { origin: shift, ..Placement::IDENTITY };
    let mut found = 0;
    colliding(trees, meshes, [&Placement::IDENTITY, &there], counts, &mut |_, _| {
        found += 1;
        false
    });
    found
}

pub fn run(report: &mut Report) {
    morphing::run(report);
    breaking::run(report);
}
