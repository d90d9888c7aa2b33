//! The experiments of the ATR report at test size, all methods against all pairs of faces: the same bodies and ways that
//! the experiments measure.

use std::sync::Arc;

use solid::space::{CollisionMethod, ContactQuery, Object, Selector, Shape, Space};
use solid_papers::deforming::bodies::SPHERES;
use solid_papers::deforming::brute::{all_contacts, all_pairs};
use solid_papers::deforming::scenes::{Rings, Scene, approach, crowd, fifteen, household};
use solid_papers::deforming::trees::{Trees, soup};
use solid_papers::octree::update::{FaceOctree, OctreeUpdate, RigidObject};
use solid_papers::octree::{
    Accuracy, Division, FaceMesh, Resolution, Settings, Subdivision, Threads,
};

/// The last cycle by all methods; returns how many pairs there are.
fn last_cycle_is_right(scene: &Scene) -> usize {
    let last = scene.last();
    let meshes = scene.meshes(last);
    let expected = all_pairs(&meshes);
    for settings in [
        Settings::default(),
        Settings {
            division: Division::Octree,
            resolution: Resolution::Fixed(6),
            ..Settings::default()
        },
        Settings { accuracy: Accuracy::Exact, ..Settings::default() },
        Settings { threads: Threads::ProducerAndConsumers(3), ..Settings::default() },
    ] {
        assert_eq!(Subdivision::new(settings).interfering(&meshes), expected, "{settings:?}");
    }
    let mut trees = Trees::new(&scene.bodies);
    assert_eq!(trees.rigid(&scene.cycles[last]), expected);
    let vertices = scene.vertices(last);
    let bodies = scene.bodies.iter().zip(&vertices);
    let deformed: Vec<FaceMesh<'_>> =
        bodies.map(|(b, v)| FaceMesh::triangles(v, &b.triangles)).collect();
    let expected_deformed = all_pairs(&deformed);
    assert_eq!(Subdivision::default().interfering(&deformed), expected_deformed);
    assert_eq!(trees.refitted(&vertices), expected_deformed);
    expected.len()
}

#[test]
fn spheres_that_approach() {
    for (faces, _, _) in SPHERES {
        let scene = approach(faces);
        assert!(last_cycle_is_right(&scene) > 0, "{faces}");
        if faces <= 528 {
            assert!(scene.check(12) > 0);
        }
    }
}

#[test]
fn crowds() {
    for scene in [fifteen(), crowd(10), crowd(40), household()] {
        assert!(last_cycle_is_right(&scene) > 0);
        assert!(scene.check(scene.cycles.len() / 3) > 0);
    }
}

#[test]
fn octrees_that_are_moved_tell_the_same() {
    let scene = household();
    let octrees: Vec<FaceOctree> = scene
        .bodies
        .iter()
        .map(|body| FaceOctree::new(&FaceMesh::triangles(&body.vertices, &body.triangles), 4))
        .collect();
    for cycle in [scene.last(), scene.last() / 2] {
        let meshes = scene.meshes(cycle);
        let objects: Vec<RigidObject<'_>> = meshes
            .iter()
            .zip(&octrees)
            .map(|(mesh, octree)| RigidObject { mesh: *mesh, octree })
            .collect();
        assert_eq!(OctreeUpdate::default().interfering(&objects), all_pairs(&meshes));
    }
}

#[test]
fn contacts_between_two_cycles() {
    for faces in [120, 960] {
        let scene = approach(faces);
        let [before, now] = [scene.last() - 1, scene.last()].map(|cycle| scene.vertices(cycle));
        let mesh =
            |i: usize| FaceMesh::moving_triangles(&before[i], &now[i], &scene.bodies[i].triangles);
        let meshes = [mesh(0), mesh(1)];
        let expected = all_contacts(&meshes);
        assert!(!expected.is_empty());
        for threads in [Threads::One, Threads::Divided(3), Threads::ProducerAndConsumers(3)] {
            let mut contacts = Vec::new();
            Subdivision::new(Settings { threads, ..Settings::default() })
                .contacts(&meshes, &mut contacts);
            assert_eq!(contacts, expected, "{threads:?}");
        }
    }
}

/// The hundred rings of 5000 triangles with fewer of both, from boxes that are apart to a heap; by a test of the library too.
#[test]
fn rings_that_deform_in_every_frame() {
    let mut total = 0;
    for step in [3.0, 2.65, 2.55, 2.4, 2.2, 1.2] {
        let rings = Rings::new(30, 14, step);
        let mut trees = Trees::new(&vec![rings.body.clone(); 30]);
        let mut method = Subdivision::default();
        let mut spaces = [CollisionMethod::Trees, CollisionMethod::Subdivision].map(|method| {
            let mut space = Space::new();
            space.set_collision_method(method);
            space.watch(Selector::All, ContactQuery::Hit);
            let add = |_| {
                let shape = Shape::try_from(Arc::new(soup(&rings.body))).expect("a mesh");
                let shape = space.define(shape);
                (space.create_object(shape).expect("a shape"), shape)
            };
            let (objects, shapes): (Vec<Object>, Vec<_>) = (0..30).map(add).unzip();
            (space, objects, shapes)
        });
        for time in [0.0, 0.7, 1.4] {
            let frame = rings.frame(time);
            let expected = all_pairs(&rings.meshes(&frame));
            assert_eq!(method.interfering(&rings.meshes(&frame)), expected, "{step}");
            assert_eq!(trees.refitted(&frame), expected, "{step}");
            for (space, objects, shapes) in &mut spaces {
                for (shape, vertices) in shapes.iter().zip(&frame) {
                    space.change_vertex_base(*shape, vertices).expect("as many vertices");
                }
                let expected = expected.iter().map(|pair| {
                    let objects = pair.objects.map(|place| objects[place as usize]);
                    solid::space::FacePair { objects, faces: pair.faces }
                });
                let expected: Vec<_> = expected.collect();
                assert_eq!(space.all_colliding_polytopes().collect::<Vec<_>>(), expected, "{step}");
                let mut hits: Vec<_> = expected.iter().map(|pair| pair.objects).collect();
                hits.dedup();
                let found: Vec<_> =
                    space.collisions().map(|found| [found.first, found.second]).collect();
                assert_eq!(found, hits, "{step}");
                space.proceed();
            }
            total += expected.len();
        }
    }
    assert!(total > 5000, "{total}");
}
