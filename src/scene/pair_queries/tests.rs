mod solids;

use std::sync::Arc;

use super::PatchContact;
use crate::scene::World;
use crate::scene::shapes::Shape;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::{Builder, PolytopeKind};
use solid_geometry::shape::Primitive;
use solid_testing::Random;

const FLOOR: u32 = 12;

/// A floor of squares of side 1, two triangles each, at height 0.
fn floor(world: &mut World<u32>) {
    let at = |v: u32| Vec3::new(f64::from(v % (FLOOR + 1)), 0.0, f64::from(v / (FLOOR + 1)));
    let mut builder = Builder::new();
    for z in 0..FLOOR {
        for x in 0..FLOOR {
            let v = z * (FLOOR + 1) + x;
            for triangle in [[v, v + 1, v + FLOOR + 1], [v + 1, v + FLOOR + 2, v + FLOOR + 1]] {
                builder.vertex_indices(PolytopeKind::Simplex, &triangle);
            }
        }
    }
    let (soup, _) = builder.finish(Some(&at));
    let shape = world.shapes.insert(Shape::Complex(Some(Arc::new(soup))));
    world.create_object(1, shape);
}

/// Boxes of these centres and half extents, as one soup.
fn boxes(world: &mut World<u32>, reference: usize, boxes: &[(Vec3, Vec3)]) {
    let mut builder = Builder::new();
    for (center, half) in boxes {
        builder.begin(PolytopeKind::Polyhedron);
        for i in 0..8 {
            let sign = |bit: i32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
            builder.vertex(center + half.component_mul(&Vec3::new(sign(0), sign(1), sign(2))));
        }
        builder.end();
    }
    let (soup, _) = builder.finish(None);
    let shape = world.shapes.insert(Shape::Complex(Some(Arc::new(soup))));
    world.create_object(reference, shape);
}

fn by_patch(found: &[PatchContact]) -> Vec<Vec<PatchContact>> {
    assert!(found.windows(2).all(|w| w[0].patch == w[1].patch || w[0].patch + 1 == w[1].patch));
    assert!(found.first().is_none_or(|first| first.patch == 0));
    found.chunk_by(|p, q| p.patch == q.patch).map(<[PatchContact]>::to_vec).collect()
}

#[test]
fn a_table_stands_on_four_patches() {
    let mut world = World::default();
    floor(&mut world);
    // The legs reach less and less deep.
    let leg = |i: usize| {
        let (x, z) = ([2.3, 9.4][i % 2], [2.6, 9.1][i / 2]);
        (Vec3::new(x, 1.0 - 0.01 * (4 - i) as f64, z), Vec3::new(0.8, 1.0, 0.8))
    };
    let top = (Vec3::new(6.0, 2.5, 6.0), Vec3::new(6.0, 0.5, 6.0));
    let table: Vec<_> = (0..4).map(leg).chain([top]).collect();
    boxes(&mut world, 2, &table);
    let all = world.contacts(2, 1).expect("a pair").len();
    for most in [1, 2, 4, 0] {
        let found = by_patch(world.contact_patches(2, 1, most).expect("a pair"));
        assert_eq!(found.len(), 4);
        for (i, patch) in found.iter().enumerate() {
            let contacts: Vec<_> = patch.iter().map(|found| found.contact).collect();
            assert!(if most > 0 { contacts.len() == most } else { contacts.len() >= 4 });
            // The deepest patch first, and in it the deepest contact.
            assert!((contacts[0].depth - 0.01 * (4 - i) as f64).abs() < 1e-9, "{contacts:?}");
            let (center, _) = leg(i);
            assert!(
                contacts.iter().all(|c| (c.points[0] - center).xz().amax() < 0.8 + 1e-9),
                "{contacts:?}"
            );
            if most == 4 {
                // They span the foot, whose sides are 1.6 long.
                let widest = contacts
                    .iter()
                    .flat_map(|c| contacts.iter().map(|d| (c.points[0] - d.points[0]).norm()));
                assert!(widest.fold(0.0, f64::max) > 2.2);
            }
        }
        if most == 0 {
            assert_eq!(found.iter().map(Vec::len).sum::<usize>(), all);
        }
    }
    // The other way round it is the same, mirrored.
    let there = world.contact_patches(2, 1, 3).expect("a pair").to_vec();
    let back = world.contact_patches(1, 2, 3).expect("a pair");
    assert!(there.iter().zip(back).all(|(p, q)| {
        let [a, b] = q.contact.points;
        p.patch == q.patch && p.contact.points == [b, a] && p.contact.normal == -q.contact.normal
    }));
}

#[test]
fn convex_objects_have_one_patch_and_what_is_apart_none() {
    let mut world: World<u32> = World::default();
    let cube = world.shapes.insert(Shape::Primitive(Primitive::Box(Vec3::repeat(1.0))));
    world.create_object(1, cube);
    world.create_object(2, cube);
    world.transform(|p| p.translate(&Vec3::new(0.1, 1.9, 0.0)));
    let all = world.contacts(1, 2).expect("a pair").to_vec();
    assert_eq!(all.len(), 4);
    for most in [0, 1, 3, 9] {
        let found = world.contact_patches(1, 2, most).expect("a pair");
        let taken = if most == 0 { 4 } else { most.min(4) };
        assert!(
            found.iter().all(|p| p.patch == 0)
                && found.iter().map(|p| p.contact).eq(all[..taken].iter().copied())
        );
    }
    world.transform(|p| p.translate(&Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(world.contact_patches(1, 2, 4).map(<[_]>::len), Ok(0));
}

/// Balls of boxes in one soup against a floor, against the definition: patches are what is connected pair by pair.
#[test]
fn patches_are_what_is_connected() {
    let mut random = Random::new(151);
    let mut total = 0;
    for _ in 0..25 {
        let mut world = World::default();
        floor(&mut world);
        let some: Vec<(Vec3, Vec3)> = (0..4 + random.below(5))
            .map(|_| {
                let at = Vec3::new(
                    random.below(20) as f64 * 0.5 + 1.0,
                    0.2,
                    random.below(20) as f64 * 0.5 + 1.0,
                );
                (at, Vec3::repeat(0.25))
            })
            .collect();
        boxes(&mut world, 2, &some);
        world.select_object(2);
        world.transform(|p| {
            *p = Placement { origin: Vec3::new(0.1, 0.0, 0.15), ..Placement::IDENTITY }
        });
        // Boxes that share a corner or more, and stand on floor triangles that do: a foot's triangles are connected anyway.
        let mut labels: Vec<usize> = (0..some.len()).collect();
        for _ in &some {
            for i in 0..some.len() {
                for j in 0..some.len() {
                    let apart = some[i].0 - some[j].0;
                    // On a grid of half a unit, boxes of that size share a vertex so.
                    if apart.amax() <= 0.5 {
                        labels[i] = labels[i].min(labels[j]);
                    }
                }
            }
        }
        let mut expected = labels.clone();
        expected.sort_unstable();
        expected.dedup();
        let found = by_patch(world.contact_patches(2, 1, 0).expect("a pair"));
        assert_eq!(found.len(), expected.len(), "{some:?}");
        total += found.len();
    }
    assert!(total > 60, "{total}");
}
