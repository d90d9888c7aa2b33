//! Figures 4.2 and 4.3: swept space, and how it gains by threads.

use std::hint::black_box;

use solid::math::Vec3;
use solid::octree::{FaceMesh, Settings, Subdivision, Threads};

use super::least;
use super::scenes::{Scene, approach};

/// The vertices of the last two cycles, in world coordinates.
fn frames(scene: &Scene) -> Vec<[Vec<Vec3>; 2]> {
    let cycles = scene.cycles.len();
    let at = |body: usize, cycle: usize| {
        let placement = &scene.cycles[cycle][body];
        scene.bodies[body].vertices.iter().map(|v| placement.apply(v)).collect()
    };
    (0..scene.bodies.len()).map(|body| [at(body, cycles - 2), at(body, cycles - 1)]).collect()
}

pub fn swept() {
    println!("figures 4.2 and 4.3: swept space of two spheres, last cycle");
    for (faces, published) in [(960, 126.0), (3968, 434.0)] {
        let scene = approach(faces);
        let frames = frames(&scene);
        let mesh =
            |i: usize| FaceMesh::moving_triangles(&frames[i][0], &frames[i][1], &scene.bodies[i].triangles);
        let meshes = [mesh(0), mesh(1)];
        let mut method = Subdivision::default();
        let pairs = method.swept(&meshes).to_vec();
        let mut contacts = Vec::new();
        method.contacts(&meshes, &mut contacts);
        let (first, widest) = contacts
            .iter()
            .fold((1.0_f64, 0.0_f64), |(t, g), c| (t.min(c.contact.time), g.max(c.contact.gap)));
        let hulls = least(100, || {
            black_box(method.swept(black_box(&meshes)));
        });
        let exact = least(20, || {
            method.contacts(black_box(&meshes), &mut contacts);
        });
        println!(
            "  {faces} faces: {} pairs of hulls in {hulls:.1} us (published {published} ms: {:.0} times); \
             {} contacts in {exact:.1} us, the first at {first:.6}, gaps at most {widest:.1e}",
            pairs.len(),
            published * 1e3 / hulls,
            contacts.len()
        );
        for threads in [1, 2, 4] {
            for (name, threads) in [
                ("divided", Threads::Divided(threads)),
                ("producer and consumers", Threads::ProducerAndConsumers(threads)),
            ] {
                let mut method = Subdivision::new(Settings { threads, ..Settings::default() });
                assert_eq!(method.swept(&meshes), pairs);
                let hulls = least(100, || {
                    black_box(method.swept(black_box(&meshes)));
                });
                let exact = least(20, || method.contacts(black_box(&meshes), &mut contacts));
                println!("    {name} {threads:?}: hulls {hulls:.1} us, contacts {exact:.1} us");
            }
        }
    }
}
