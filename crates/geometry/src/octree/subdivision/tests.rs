//! The method against all pairs of faces, with every number of levels and threads.

use crate::math::{Aabb, Placement, Vec3};
use crate::octree::faces::{FaceMesh, Vertices};
use crate::octree::subdivision::{FacePair, Subdivision};
use crate::threads::Threads;
use solid_testing::Random;
use solid_testing::meshes::{Mesh, bumpy_ball, debris};

fn rigid(random: &mut Random, spread: f64) -> Placement {
    let mut placement = Placement::IDENTITY;
    placement.translate(&(random.vector() * spread));
    placement.rotate(&random.quaternion());
    placement
}

fn all_settings() -> Vec<[Option<u32>; 2]> {
    let levels = [None, Some(0), Some(3), Some(6), Some(40)];
    levels.iter().flat_map(|levels| [None, Some(3)].map(|threads| [*levels, threads])).collect()
}

fn pool(threads: usize) -> Threads {
    Threads::new(threads).expect("threads")
}

fn method_with([max_levels, threads]: [Option<u32>; 2]) -> Subdivision {
    Subdivision::new(max_levels, pool(threads.unwrap_or(1) as usize))
}

/// The box of a face that exists.
fn face_box(mesh: &FaceMesh<'_>, face: u32) -> Aabb {
    let points: Vec<Vec3> = mesh.face(face).iter().map(|v| mesh.now.point(*v)).collect();
    Aabb::around(&points)
}

fn faces_overlap(a: &FaceMesh<'_>, b: &FaceMesh<'_>, f: u32, g: u32) -> bool {
    face_box(a, f).overlaps(&face_box(b, g))
}

/// The pairs whose boxes overlap: the candidates are those that overlap on the grid, which is a little coarser.
fn pairs<'m>(method: &'m mut Subdivision, meshes: &[FaceMesh<'_>]) -> &'m [FacePair] {
    method.pairs_where(meshes, |pair| {
        let [a, b] = pair.objects.map(|object| &meshes[object as usize]);
        faces_overlap(a, b, pair.faces[0], pair.faces[1])
    })
}

fn brute(meshes: &[FaceMesh<'_>]) -> Vec<FacePair> {
    let mut found = Vec::new();
    for (i, a) in meshes.iter().enumerate() {
        for (j, b) in meshes.iter().enumerate().skip(i + 1) {
            for f in 0..a.len() as u32 {
                for g in 0..b.len() as u32 {
                    if faces_overlap(a, b, f, g) {
                        found.push(FacePair { objects: [i as u32, j as u32], faces: [f, g] });
                    }
                }
            }
        }
    }
    found
}

fn check_all(meshes: &[FaceMesh<'_>], expected: &[FacePair], what: &str) {
    for settings in all_settings() {
        let mut method = method_with(settings);
        for _ in 0..2 {
            assert_eq!(pairs(&mut method, meshes), expected, "{what} {settings:?}");
        }
    }
}

#[test]
fn finds_what_brute_force_finds() {
    let mut random = Random::new(31);
    let mut total = 0;
    for round in 0..6 {
        let count = 2 + round;
        let make = |random: &mut Random, i: usize| match i % 3 {
            0 => debris(random, 60),
            _ => bumpy_ball(random, 6, 7, 0.3),
        };
        let soups: Vec<Mesh> = (0..count).map(|i| make(&mut random, i)).collect();
        let placements: Vec<_> = (0..count).map(|_| rigid(&mut random, 1.5)).collect();
        let meshes: Vec<FaceMesh> = soups
            .iter()
            .zip(&placements)
            .enumerate()
            .map(|(i, (soup, placement))| FaceMesh {
                now: Vertices { local: &soup.vertices, placement: (i > 0).then_some(placement) },
                ..FaceMesh::triangles(&soup.vertices, &soup.triangles)
            })
            .collect();
        let expected = brute(&meshes);
        total += expected.len();
        check_all(&meshes, &expected, &format!("round {round}"));
    }
    assert!(total > 1000, "{total}");
}

#[test]
fn faces_on_common_planes_are_found() {
    // Boxes on a lattice: they touch in whole faces, edges and corners, and cells end in their faces' planes.
    let mut soups = Vec::new();
    for place in 0..27 {
        let corner =
            Vec3::new(f64::from(place % 3), f64::from(place / 3 % 3), f64::from(place / 9));
        let bit = |i: u32, b: u32| f64::from(i >> b & 1);
        soups.push(
            (0..8)
                .map(|i| corner + Vec3::new(bit(i, 0), bit(i, 1), bit(i, 2)))
                .collect::<Vec<Vec3>>(),
        );
    }
    // A box as six quads.
    let indices = [0, 2, 6, 4, 1, 3, 7, 5, 0, 1, 5, 4, 2, 3, 7, 6, 0, 1, 3, 2, 4, 5, 7, 6];
    let starts = [0, 4, 8, 12, 16, 20, 24];
    let mesh = |vertices| FaceMesh {
        indices: &indices,
        starts: Some(&starts),
        ..FaceMesh::triangles(vertices, &[])
    };
    let meshes: Vec<FaceMesh> = soups.iter().map(|vertices| mesh(vertices)).collect();
    let expected = brute(&meshes);
    assert!(expected.len() > 27 * 26 / 2, "{}", expected.len());
    check_all(&meshes, &expected, "lattice");
}

#[test]
fn what_cannot_be_used_is_ignored_and_counted() {
    let mut random = Random::new(33);
    let (mut a, mut b) = (bumpy_ball(&mut random, 6, 7, 0.3), bumpy_ball(&mut random, 6, 7, 0.3));
    let sound = |m: &Mesh| m.triangles.clone();
    let meshes = [&a, &b].map(|m| FaceMesh::triangles(&m.vertices, &m.triangles));
    let clean = pairs(&mut Subdivision::default(), &meshes).to_vec();
    let bad = [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e200, f64::NAN];
    let faces = [sound(&a), sound(&b)];
    let mut ruined = Vec::new();
    for (mesh, ruin) in [(&mut a, 5), (&mut b, 4)] {
        for x in &bad[..ruin] {
            let place = random.below(mesh.vertices.len());
            mesh.vertices[place][random.below(3)] = *x;
            ruined.push(place as u32);
        }
        mesh.triangles.push([0, 1, 1_000_000]);
    }
    let meshes = [&a, &b].map(|m| FaceMesh::triangles(&m.vertices, &m.triangles));
    let (ruined_a, ruined_b) = ruined.split_at(5);
    let is_sound = |faces: &[[u32; 3]], f: u32, ruined: &[u32]| {
        !faces[f as usize].iter().any(|v| ruined.contains(v))
    };
    let expected: Vec<FacePair> = clean
        .into_iter()
        .filter(|p| {
            is_sound(&faces[0], p.faces[0], ruined_a) && is_sound(&faces[1], p.faces[1], ruined_b)
        })
        .collect();
    assert!(!expected.is_empty());
    let count = |faces: &[[u32; 3]], ruined: &[u32]| {
        (0..faces.len() as u32).filter(|f| !is_sound(faces, *f, ruined)).count() + 1
    };
    let ignored = count(&faces[0], ruined_a) + count(&faces[1], ruined_b);
    for settings in all_settings() {
        let mut method = method_with(settings);
        assert_eq!(pairs(&mut method, &meshes), &expected[..], "{settings:?}");
        assert_eq!(method.ignored(), ignored);
    }
    let none = [Vec3::repeat(f64::NAN); 3];
    let nothing =
        [FaceMesh::triangles(&none, &[[0, 1, 2]]), FaceMesh::triangles(&[], &[]), meshes[0]];
    assert_eq!(pairs(&mut Subdivision::default(), &nothing), &[]);
    assert_eq!(pairs(&mut Subdivision::default(), &[]), &[]);
}

fn own_pairs<'m>(method: &'m mut Subdivision, mesh: &FaceMesh<'_>) -> &'m [FacePair] {
    method.own_pairs_where(mesh, |pair| faces_overlap(mesh, mesh, pair.faces[0], pair.faces[1]))
}

#[test]
fn one_object_with_itself() {
    let mut random = Random::new(34);
    let mut total = 0;
    for mut soup in [
        debris(&mut random, 150),
        bumpy_ball(&mut random, 8, 9, 0.8),
        bumpy_ball(&mut random, 8, 9, 0.0),
    ] {
        let twist = rigid(&mut random, 0.5);
        soup.vertices.iter_mut().skip(20).step_by(3).for_each(|v| *v = twist.apply(v));
        let mesh = FaceMesh::triangles(&soup.vertices, &soup.triangles);
        let mut expected = Vec::new();
        for f in 0..mesh.len() as u32 {
            for g in f + 1..mesh.len() as u32 {
                let neighbours = mesh.face(f).iter().any(|v| mesh.face(g).contains(v));
                if !neighbours && faces_overlap(&mesh, &mesh, f, g) {
                    expected.push(FacePair { objects: [0; 2], faces: [f, g] });
                }
            }
        }
        total += expected.len();
        for settings in all_settings() {
            let mut method = method_with(settings);
            assert_eq!(own_pairs(&mut method, &mesh), &expected[..], "{settings:?}");
        }
    }
    assert!(total > 100, "{total}");
}

#[test]
fn one_far_vertex_and_tiny_objects_change_nothing() {
    let mut random = Random::new(35);
    let mut a = bumpy_ball(&mut random, 6, 7, 0.3);
    let mut b = debris(&mut random, 80);
    b.vertices.iter_mut().for_each(|v| *v *= 1e-6);
    a.vertices[3] = Vec3::new(1e60, -1e60, 1e70);
    a.vertices.iter_mut().skip(30).for_each(|v| *v *= 1e-6);
    let meshes = [&a, &b].map(|m| FaceMesh::triangles(&m.vertices, &m.triangles));
    let expected = brute(&meshes);
    assert!(!expected.is_empty());
    check_all(&meshes, &expected, "far");
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let mut random = Random::new(36);
    let soups: Vec<Mesh> = (0..5).map(|_| bumpy_ball(&mut random, 12, 14, 0.3)).collect();
    let placements: Vec<_> = (0..5).map(|_| rigid(&mut random, 0.5)).collect();
    let placed = soups.iter().zip(&placements);
    let meshes: Vec<FaceMesh> = placed
        .map(|(soup, placement)| FaceMesh {
            now: Vertices { local: &soup.vertices, placement: Some(placement) },
            ..FaceMesh::triangles(&soup.vertices, &soup.triangles)
        })
        .collect();
    let expected = pairs(&mut Subdivision::default(), &meshes).to_vec();
    // More than a batch for each thread.
    assert!(expected.len() > 1000, "{}", expected.len());
    for threads in 0..=9 {
        let mut method = Subdivision::new(None, pool(threads));
        for _ in 0..3 {
            assert!(pairs(&mut method, &meshes) == expected, "{threads}");
        }
    }
}

/// A square cloth of so many vertices a side.
fn cloth(side: u32) -> Mesh {
    let at = |i: u32, j: u32| i * side + j;
    let vertices =
        (0..side * side).map(|k| Vec3::new(f64::from(k / side), f64::from(k % side), 0.0));
    let squares = (0..side - 1).flat_map(|i| (0..side - 1).map(move |j| (i, j)));
    let triangles = squares.flat_map(|(i, j)| {
        [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]]
    });
    Mesh { vertices: vertices.collect(), triangles: triangles.collect() }
}

/// Small triangles that stand on a cloth.
fn standing_on_cloth(side: u32, count: usize) -> Vec<[Vec3; 3]> {
    let mut random = Random::new(77);
    let place = |_| {
        let mut place = (random.vector() + Vec3::repeat(1.0)) * (0.5 * f64::from(side - 2));
        place.z = 0.0;
        [Vec3::zeros(), Vec3::x(), Vec3::z()].map(|p| place + p * 0.1)
    };
    (0..count).map(place).collect()
}

fn with_cloth<'a>(cloth: &'a Mesh, small: &'a [[Vec3; 3]]) -> Vec<FaceMesh<'a>> {
    let small = small.iter().map(|corners| FaceMesh::triangles(corners, &[[0, 1, 2]]));
    [FaceMesh::triangles(&cloth.vertices, &cloth.triangles)].into_iter().chain(small).collect()
}

#[test]
fn an_object_that_meets_more_than_32_others_meets_what_brute_force_finds() {
    let (cloth, small) = (cloth(20), standing_on_cloth(20, 60));
    let meshes = with_cloth(&cloth, &small);
    let expected = brute(&meshes);
    assert!(expected.len() >= small.len());
    check_all(&meshes, &expected, "cloth");
}

/// If each face of the cloth is compared with each object, that takes 10^9 tests of boxes.
#[test]
fn a_large_object_meets_thousands_of_small_ones() {
    let (cloth, small) = (cloth(400), standing_on_cloth(400, 4000));
    let mut method = Subdivision::default();
    let found = pairs(&mut method, &with_cloth(&cloth, &small));
    assert!(found.iter().filter(|pair| pair.objects[0] == 0).count() >= small.len());
}
