//! The deepest of a pair's contacts has the pair's depth, and what the texts say of the points of contacts holds.

use crate::contacts::solid_body;
use solid_geometry::query::Contact;
use solid_geometry::{Placement, Shape, Vec3, query};
use solid_testing::Random;

/// A body of any kind and proportions, flat ones, segments and points included.
fn body(random: &mut Random) -> Shape {
    let size = [0; 3].map(|_| random.decade(-1.5, 0.0));
    let [x, y, z] = size;
    let shape = match random.below(14) {
        7 => Shape::segment([0.0, -y, 0.0], [0.0, y, 0.0]),
        8 => Shape::point([0.0; 3]),
        9 => Shape::capsule(x, y),
        10 => Shape::cuboid([x, 0.0, z]),
        11 => Shape::sphere(x),
        12 => Shape::cylinder(x, 0.0),
        kind => return solid_body(random, kind, size),
    };
    shape.expect("a shape")
}

/// A soup of a few triangles, which may be beside each other.
fn soup(random: &mut Random) -> Shape {
    let points: Vec<Vec3> = (0..9).map(|_| random.vector()).collect();
    Shape::mesh(&points, &[[0, 1, 2], [1, 2, 3], [4, 5, 6], [6, 7, 8]]).expect("a mesh")
}

/// The pairs of a run that collide, with their deepest points and contacts.
fn for_contacts(
    count: u64,
    mut look: impl FnMut(u64, [(&Shape, &Placement); 2], &Contact, &[Contact]),
) {
    let mut random = Random::new(14);
    let mut collisions = 0;
    for case in 0..count {
        let a = if random.once_in(8) { soup(&mut random) } else { body(&mut random) };
        let b = if random.once_in(8) { soup(&mut random) } else { body(&mut random) };
        let mut pose = Placement::translation(random.vector() * 0.5);
        if random.once_in(2) {
            pose.rotate(&random.quaternion());
        }
        let here = Placement::IDENTITY;
        let contacts = query::contacts(&a, &here, &b, &pose);
        let deepest = query::penetration(&a, &here, &b, &pose);
        assert_eq!(contacts.is_empty(), deepest.is_none(), "case {case}");
        if let Some(deepest) = deepest {
            look(case, [(&a, &here), (&b, &pose)], &deepest, &contacts);
            collisions += 1;
        }
    }
    assert!(collisions > count / 5, "{collisions} of {count}");
}

#[test]
fn the_deepest_contact_has_the_depth_of_the_pair() {
    for_contacts(120_000, |case, _, deepest, contacts| {
        let first = contacts[0].depth;
        assert!(contacts.iter().all(|contact| contact.depth <= first), "case {case}");
        assert_eq!(first, deepest.depth, "case {case}: {} contacts", contacts.len());
    });
}

#[test]
fn points_of_a_contact_are_one_behind_the_other() {
    for_contacts(30_000, |case, _, _, contacts| {
        for Contact { points: [p, q], normal, depth, .. } in contacts {
            let off = (q - p - normal * *depth).norm();
            assert!(off < 1e-14, "case {case}: {off:e}");
        }
    });
}
