use super::{Contact, merge};
use crate::math::Vec3;

fn contact(x: f64, y: f64, normal: Vec3, depth: f64) -> Contact {
    let at = Vec3::new(x, y, 0.0);
    Contact { points: [at, at + normal * depth], normal, depth }
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
    merge(&mut list, 1e-3);
    let depths: Vec<f64> = list.iter().map(|c| c.depth).collect();
    assert_eq!(depths, [0.3, 0.2, 0.05, 0.01]);
    assert_eq!(list[1].points[0], Vec3::new(0.0, 1e-4, 0.0));
}

#[test]
fn merging_none_or_one_is_no_change() {
    let mut list = Vec::new();
    merge(&mut list, 1.0);
    assert!(list.is_empty());
    list.push(contact(1.0, 2.0, Vec3::z(), 0.0));
    merge(&mut list, 1.0);
    assert_eq!(list.len(), 1);
}

/// Contacts that only touch, all as deep as each other, are one where they are at one place.
#[test]
fn of_contacts_of_depth_zero_at_one_place_one_stays() {
    let row = |count: usize| (0..count).map(|i| contact(1e-4 * i as f64, 0.0, Vec3::y(), 0.0));
    let mut list: Vec<Contact> = row(4).chain([contact(0.5, 0.0, Vec3::y(), 0.0)]).collect();
    merge(&mut list, 1e-3);
    assert_eq!(list.iter().map(|c| c.points[0].x).collect::<Vec<_>>(), [0.0, 0.5]);
}
