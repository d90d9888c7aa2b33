use solid_testing::Random;

use super::{ContactGrid, Sorting, merge, sort_by_key};
use crate::math::tolerance::SAME_NORMAL;
use crate::math::{Aabb, Vec3};
use crate::query::Contact;

fn contact(x: f64, y: f64, normal: Vec3, depth: f64) -> Contact {
    let at = Vec3::new(x, y, 0.0);
    Contact { points: [at, at + normal * depth], normal, depth, features: [0; 2] }
}

#[test]
fn of_contacts_at_one_place_the_deepest_stays() {
    let mut list = vec![
        contact(0.0, 0.0, Vec3::y(), 0.1),
        contact(1.0, 0.0, Vec3::y(), 0.3),
        contact(0.0, 1e-4, Vec3::y(), 0.2),
        contact(1e-4, 0.0, Vec3::y(), 0.15),
        // The same place in another direction, and another place.
        contact(0.0, 0.0, Vec3::x(), 0.05),
        contact(0.0, 0.01, Vec3::y(), 0.01),
    ];
    merge(&mut list, 1e-3, &mut ContactGrid::default());
    let depths: Vec<f64> = list.iter().map(|c| c.depth).collect();
    assert_eq!(depths, [0.3, 0.2, 0.05, 0.01]);
    assert_eq!(list[1].points[0], Vec3::new(0.0, 1e-4, 0.0));
}

#[test]
fn merging_none_or_one_is_no_change() {
    let mut list = Vec::new();
    merge(&mut list, 1.0, &mut ContactGrid::default());
    assert!(list.is_empty());
    list.push(contact(1.0, 2.0, Vec3::z(), 0.0));
    merge(&mut list, 1.0, &mut ContactGrid::default());
    assert_eq!(list.len(), 1);
}

/// Contacts that only touch, all as deep as each other, are one where they are at one place.
#[test]
fn of_contacts_of_depth_zero_at_one_place_one_stays() {
    let row = |count: usize| (0..count).map(|i| contact(1e-4 * i as f64, 0.0, Vec3::y(), 0.0));
    let mut list: Vec<Contact> = row(4).chain([contact(0.5, 0.0, Vec3::y(), 0.0)]).collect();
    merge(&mut list, 1e-3, &mut ContactGrid::default());
    assert_eq!(list.iter().map(|c| c.points[0].x).collect::<Vec<_>>(), [0.0, 0.5]);
}

/// As [`merge`], by comparing each with each.
fn merge_by_pairs(contacts: &mut Vec<Contact>, nearby: f64) {
    let bounds = Aabb::around(contacts.iter().map(|contact| contact.points[0]));
    let axis = bounds.half_extents().imax();
    sort_by_key(contacts, &mut Sorting::default(), |contact| contact.points[0][axis]);
    for i in 0..contacts.len() {
        for j in i + 1..contacts.len() {
            let (p, q) = (contacts[i], contacts[j]);
            let is_same = (p.points[0] - q.points[0]).amax() <= nearby
                && p.normal.dot(&q.normal) >= SAME_NORMAL;
            if p.depth >= 0.0 && q.depth >= 0.0 && is_same {
                contacts[if q.depth > p.depth { i } else { j }].depth = -1.0;
            }
        }
    }
    contacts.retain(|contact| contact.depth >= 0.0);
    sort_by_key(contacts, &mut Sorting::default(), |contact| -contact.depth);
}

#[test]
fn the_same_contacts_stay_as_when_each_is_compared_with_each() {
    let (random, mut grid) = (&mut Random::new(131), ContactGrid::default());
    for round in 0..300 {
        let normals = [Vec3::y(), Vec3::new(0.05, 1.0, 0.0).normalize(), Vec3::x()];
        let mut list: Vec<Contact> = (0..1 + round)
            .map(|_| {
                let mut contact = contact(0.0, 0.0, normals[random.below(3)], 0.1);
                // On a line, in a plane or in space, and of depths of which many are equal.
                (0..1 + round % 3).for_each(|axis| contact.points[0][axis] = random.signed());
                contact.depth = random.below(5) as f64;
                contact
            })
            .collect();
        let nearby = [0.0, 1e-3, 0.1, 0.5, 9.0][round % 5];
        let mut expected = list.clone();
        merge_by_pairs(&mut expected, nearby);
        merge(&mut list, nearby, &mut grid);
        assert_eq!(list, expected);
    }
}

/// A wall of contacts that is farther from another contact than it is wide. If they are all compared with each other, it takes
/// minutes.
#[test]
fn a_wall_of_contacts_across_the_longest_axis_stays() {
    let wall = (0..200_000).map(|i| {
        let mut contact = contact(0.0, f64::from(i % 400), Vec3::x(), 1.0);
        contact.points[0].z = f64::from(i / 400);
        contact
    });
    let mut list: Vec<Contact> = wall.chain([contact(1e3, 0.0, Vec3::x(), 1.0)]).collect();
    merge(&mut list, 0.5, &mut ContactGrid::default());
    assert_eq!(list.len(), 200_001);
}

/// The corner of a fan: contacts in one place with normals in all directions of a half plane, or of space, a few of each face.
#[test]
fn contacts_in_one_place_are_compared_with_those_of_like_normals() {
    let random = &mut Random::new(137);
    for is_flat in [true, false] {
        let count = 24_000;
        let mut list: Vec<Contact> = (0..count)
            .map(|i| {
                let angle = f64::from(i / 12) * 1e-3;
                let flat = Vec3::new(angle.cos(), angle.sin(), 0.0);
                let normal = if is_flat { flat } else { random.on_sphere().into() };
                contact(
                    1e-6 * random.signed(),
                    1e-6 * random.signed(),
                    normal,
                    random.signed().abs(),
                )
            })
            .collect();
        let mut grid = ContactGrid::default();
        merge(&mut list, 1e-3, &mut grid);
        assert!(grid.compared < 40 * count as usize, "{} comparisons", grid.compared);
        for (i, p) in list.iter().enumerate() {
            assert!(list[..i].iter().all(|q| p.normal.dot(&q.normal) < SAME_NORMAL));
        }
    }
}
