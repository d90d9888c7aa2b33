//! The deepest contacts of faces.

use super::super::tests::{bodies, bumpy, floor, pose, torus, within};
use super::Sought;
use crate::query::contacts::ContactMemory;
use crate::query::{Body, BodyPair};
use solid_testing::Random;

/// What looks for the deepest contact alone finds the same one as what looks for all.
#[test]
fn depths_are_those_of_the_deepest_contacts() {
    let random = &mut Random::new(631);
    let (mut deep, mut fewer) = (0, 0);
    for round in 0..2000 {
        let mesh = match round % 3 {
            0 => bumpy(random, 5, 0.3),
            1 => floor(random, 5, 0.7),
            _ => torus(20, 12),
        };
        let all = bodies(random);
        let body = &all[random.below(all.len())];
        let (here, mut there) = (pose(random, 1), pose(random, 1));
        there.origin = random.vector();
        let there = within(&here, &there);
        let both = Body::new(mesh.view(), &here).zip(Body::new(body.view(), &there));
        let (a, b) = both.expect("finite");
        let pair = BodyPair::new(a, b).expect("in range");
        let mut memory = ContactMemory::default();
        let [all, some] = [Sought::All, Sought::Deepest]
            .map(|sought| pair.surface_contacts_in_unit(sought, 1e-6, memory.workspace()));
        let [p, q] = [&all, &some].map(|found| found.penetration(&pair));
        assert_eq!(format!("{p:?}"), format!("{q:?}"), "round {round}");
        assert_eq!(all.depth(), some.depth(), "round {round}");
        deep += usize::from(p.is_some());
        fewer += usize::from(some.contacts.len() < all.contacts.len());
    }
    assert!(deep > 800 && fewer > 200, "{deep} {fewer}");
}
