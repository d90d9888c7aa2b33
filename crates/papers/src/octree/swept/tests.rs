//! Swept spaces and contacts of whole meshes against all pairs of faces, and against frames in between.

use crate::octree::contact_time::first_contact;
use crate::octree::exact::triangles_meet;
use crate::octree::method::Subdivision;
use crate::octree::rigid;
use crate::octree::settings::{Settings, Threads};
use crate::octree::swept::FaceContact;
use crate::octree::{FaceMesh, Vertices};
use solid_geometry::math::Vec3;
use solid_testing::Random;
use solid_testing::meshes::bumpy_ball;

#[test]
fn contacts_between_frames_are_those_of_all_pairs() {
    let mut random = Random::new(71);
    let mut total = 0;
    for round in 0..4 {
        let soups: Vec<_> = (0..3).map(|_| bumpy_ball(&mut random, 5, 6, 0.2)).collect();
        let mut frames: Vec<[Vec<Vec3>; 2]> = Vec::new();
        for (i, soup) in soups.iter().enumerate() {
            let (from, to) = (rigid(&mut random, 0.3), rigid(&mut random, 0.3));
            let away = Vec3::new(3.0 * i as f64, 0.0, 0.0);
            let before = soup.vertices.iter().map(|v| from.apply(v) + away).collect();
            let after = soup.vertices.iter().map(|v| to.apply(v) + away * 0.3).collect();
            frames.push([before, after]);
        }
        let mesh = |i: usize| {
            FaceMesh::moving_triangles(&frames[i][0], &frames[i][1], &soups[i].triangles)
        };
        let meshes: Vec<FaceMesh> = (0..3).map(mesh).collect();
        let mut method = Subdivision::default();
        let mut contacts = Vec::new();
        method.contacts(&meshes, &mut contacts);
        let swept = method.swept(&meshes).to_vec();
        let mut expected = Vec::new();
        for i in 0..3 {
            for j in i + 1..3 {
                for (f, s) in soups[i].triangles.iter().enumerate() {
                    for (g, t) in soups[j].triangles.iter().enumerate() {
                        let moving = |k: usize, face: &[u32; 3]| {
                            [0, 1].map(|time| face.map(|v| frames[k][time][v as usize]))
                        };
                        let (s, t) = (moving(i, s), moving(j, t));
                        let contact = first_contact(&s, &t);
                        let found = contacts.iter().find(|c| {
                            c.pair.objects == [i as u32, j as u32]
                                && c.pair.faces == [f as u32, g as u32]
                        });
                        assert_eq!(found.map(|c| c.contact), contact);
                        if contact.is_some() {
                            expected.push([f, g]);
                            assert!(swept.binary_search(&found.expect("found").pair).is_ok());
                        }
                        // As they are at the end is one of the times between.
                        assert!(contact.is_some() || !triangles_meet(&s[1], &t[1]));
                    }
                }
            }
        }
        assert_eq!(expected.len(), contacts.len(), "round {round}");
        total += contacts.len();
        assert!(contacts.windows(2).all(|w| w[0].pair < w[1].pair));
        let both = |n| [Threads::Divided(n), Threads::ProducerAndConsumers(n)];
        for threads in [0, 1, 2, 3, 8].into_iter().flat_map(both) {
            let mut other = Vec::new();
            Subdivision::new(Settings { threads, ..Settings::default() })
                .contacts(&meshes, &mut other);
            assert_eq!(other, contacts, "{threads:?}");
            let bits = |c: &FaceContact| [c.contact.time, c.contact.gap].map(f64::to_bits);
            assert!(other.iter().map(bits).eq(contacts.iter().map(bits)), "{threads:?}");
        }
    }
    assert!(total > 300, "{total}");
}

#[test]
fn what_passes_through_between_frames_is_caught() {
    let wall = [Vec3::new(0.0, -9.0, -9.0), Vec3::new(0.0, 9.0, -9.0), Vec3::new(0.0, 0.0, 15.0)];
    let before = [Vec3::new(-5.0, 0.0, 0.0), Vec3::new(-5.1, 0.1, 0.0), Vec3::new(-5.1, 0.0, 0.1)];
    let after = before.map(|p| p + Vec3::new(20.0, 0.0, 0.0));
    let faces = [[0, 1, 2]];
    let meshes =
        [FaceMesh::triangles(&wall, &faces), FaceMesh::moving_triangles(&before, &after, &faces)];
    let mut method = Subdivision::default();
    assert_eq!(method.interfering(&meshes[..1]), &[]);
    assert_eq!(method.swept(&meshes).len(), 1);
    let mut contacts = Vec::new();
    method.contacts(&meshes, &mut contacts);
    assert!(contacts.len() == 1 && (contacts[0].contact.time - 0.25).abs() < 1e-9);
    // Of a vertex that is no number nothing is known, before or now.
    let mut bad = before;
    bad[1].y = f64::NAN;
    let meshes = [meshes[0], FaceMesh::moving_triangles(&bad, &after, &faces)];
    method.contacts(&meshes, &mut contacts);
    assert_eq!((contacts.len(), method.ignored()), (0, 1));
}

/// Quadrilaterals, bent ones too, touch when the first of their triangles do, and segments and points as flat triangles.
#[test]
fn polygons_touch_when_their_triangles_do() {
    let mut random = Random::new(72);
    let mut total = 0;
    for _ in 0..20 {
        let frames: Vec<[Vec<Vec3>; 2]> = (0..2)
            .map(|_| [0; 2].map(|_| (0..12).map(|_| random.vector() * 2.0).collect()))
            .collect();
        // Four faces, of four vertices down to one.
        let indices: Vec<u32> = (0..10).collect();
        let fans: [&[[u32; 3]]; 4] =
            [&[[0, 1, 2], [0, 2, 3]], &[[4, 5, 6]], &[[7, 8, 8]], &[[9, 9, 9]]];
        let triangles = fans.concat();
        let polygons = (&indices[..], Some(&[0, 4, 7, 9, 10][..]));
        let mesh = |(indices, starts)| {
            frames.iter().map(move |[before, now]| FaceMesh {
                before: Some(Vertices { local: before, placement: None }),
                indices,
                starts,
                ..FaceMesh::triangles(now, &[])
            })
        };
        let found = |faces| {
            let mut contacts = Vec::new();
            let meshes: Vec<FaceMesh> = mesh(faces).collect();
            Subdivision::default().contacts(&meshes, &mut contacts);
            contacts
        };
        let of = |triangle: u32| [0, 0, 1, 2, 3][triangle as usize];
        let mut expected = std::collections::BTreeMap::new();
        for FaceContact { pair, contact } in found((triangles.as_flattened(), None)) {
            let first: &mut f64 = expected.entry(pair.faces.map(of)).or_insert(contact.time);
            *first = first.min(contact.time);
        }
        let contacts = found(polygons);
        let times = contacts.iter().map(|c| (c.pair.faces, c.contact.time));
        assert!(
            times.eq(expected.iter().map(|(pair, time)| (*pair, *time))),
            "{contacts:?} {expected:?}"
        );
        total += contacts.len();
    }
    assert!(total > 33, "{total}");
}
