//! Figure 3.10, the octree-update method; figures 2.3 and 2.4, moving octrees.

use std::hint::black_box;

use solid::math::Vec3;
use solid::octree::compaction::compact;
use solid::octree::linear::{Color, LinearOctree};
use solid::octree::motion::{Lattice, Source, Target, VoxelRule, moved, moved_by_threads};
use solid::octree::translation::translated;
use solid::octree::triangle_box::triangle_meets_box;
use solid::octree::update::{FaceOctree, OctreeUpdate, RigidObject};
use solid::octree::{Division, FaceMesh, Settings, Subdivision};

use super::bodies::{Body, shuttle, turned};
use super::least;
use super::scenes::household;

/// The environment of figure 3.11 by both methods.
pub fn update() {
    println!("figure 3.10: a sphere, a shuttle, a chair and a head; last cycle");
    let scene = household();
    let mut method = Subdivision::default();
    let pairs = scene.check(&mut method);
    let cycles = scene.cycles.len();
    let last = scene.times(&mut method, 200)[cycles - 1];
    println!(
        "  subdivision of faces: {last:.2} us, {pairs} pairs (published 11 ms: {:.0} times)",
        11e3 / last
    );
    for levels in [4, 5, 6] {
        let octree =
            |body: &Body| FaceOctree::new(&FaceMesh::triangles(&body.vertices, &body.triangles), levels);
        let octrees: Vec<FaceOctree> = scene.bodies.iter().map(octree).collect();
        let nodes: usize = octrees.iter().map(FaceOctree::len).sum();
        let meshes = scene.meshes(&scene.cycles[cycles - 1]);
        let objects: Vec<RigidObject> =
            meshes.iter().zip(&octrees).map(|(mesh, octree)| RigidObject { mesh: *mesh, octree }).collect();
        let mut update = OctreeUpdate::default();
        update.settings = Settings { division: Division::Octree, ..Settings::default() };
        assert_eq!(update.interfering(&objects), method.interfering(&meshes));
        let time = least(50, || {
            black_box(update.interfering(black_box(&objects)));
        });
        println!(
            "  octree update, {levels} levels, {nodes} black nodes: {time:.2} us, {:.1} times subdivision's \
             (published 161 ms, 16 times: {:.0} times as fast)",
            time / last,
            161e3 / time
        );
    }
}

/// The shuttle's octree of five levels, moved.
pub fn motion() {
    let body = shuttle();
    let (levels, lattice) = (5, Lattice { origin: Vec3::repeat(-2.0), voxel: 4.0 / 32.0 });
    let triangles: Vec<[Vec3; 3]> =
        body.triangles.iter().map(|t| t.map(|v| body.vertices[v as usize])).collect();
    let octree = LinearOctree::build(levels, &mut |cube| {
        let (center, half) = lattice.cube(cube);
        let aabb = solid::math::Aabb::from_center(center, Vec3::repeat(half));
        if triangles.iter().any(|t| triangle_meets_box(t, &aabb)) { Color::Gray } else { Color::White }
    });
    let (nodes, compacted) = (octree.black_cubes(), compact(&octree));
    println!(
        "figures 2.3 and 2.4: a shuttle's octree of {levels} levels, {} black nodes (published 863), {} compacted (458)",
        nodes.len(),
        compacted.len()
    );
    let placement = turned(0.7, Vec3::new(0.1, -0.2, 0.15));
    let by = Vec3::new(0.1, -0.2, 0.15);
    for (name, cubes) in [("black nodes", &nodes), ("compacted", &compacted)] {
        let source = Source { cubes, lattice };
        let target = |rule| Target { levels, lattice, rule };
        let time = |rule| {
            least(30, || {
                black_box(moved(&source, &placement, &target(rule)));
            })
        };
        let threads = least(30, || {
            black_box(moved_by_threads(&source, &placement, &target(VoxelRule::Center), 2));
        });
        let along = turned(0.0, by);
        let general = least(30, || {
            black_box(moved(&source, &along, &target(VoxelRule::AnyPart)));
        });
        let only = least(30, || {
            black_box(translated(&source, &by, levels, &lattice));
        });
        println!(
            "  {name:11}: any motion {:.0} us by centres, {:.0} us by any part, {threads:.0} us on two threads; \
             translation {only:.0} us, {general:.0} us as any motion",
            time(VoxelRule::Center),
            time(VoxelRule::AnyPart)
        );
    }
}
