use super::super::Sought;
use super::super::tests::{bodies, bumpy, floor, pose, torus};
use super::BodyOverPlanes;
use crate::query::contacts::{Contact, ContactMemory};
use crate::query::{Body, BodyPair, PartIndices, Shape};
use solid_testing::{Random, limit};

/// A ground of small slopes.
fn rolling(random: &mut Random, n: u32) -> Shape {
    let step = random.decade(-3.0, -0.7);
    bumpy(random, n, step)
}

/// Contacts of convex bodies are those of depths of all pairs of parts, found by searches.
#[test]
fn contacts_are_those_of_searches() {
    let random = &mut Random::new(956);
    let (mut by_planes, mut counts, mut to_other_sides, mut ties) = (0, [0; 4], 0, 0);
    for round in 0..4000 {
        let ground = match round % 4 {
            0 => bumpy(random, 5, 0.3),
            1 => floor(random, 5, 0.7),
            2 => torus(20, 12),
            _ => rolling(random, 6),
        };
        let all = bodies(random);
        let body = &all[2 + random.below(4)];
        let (mut here, mut there) = (pose(random, 1), pose(random, round % 3));
        there.origin = random.vector() * 1.5;
        there.origin.y = 0.2 + 0.5 * random.signed().abs();
        if round % 5 == 0 {
            here.scale(&crate::math::Vec3::new(1.5, -0.7, 1.1));
        }
        let mut placed = crate::math::Placement { basis: here.basis * there.basis, ..there };
        placed.origin = here.apply(&there.origin);
        let both = Body::new(ground.view(), &here).zip(Body::new(body.view(), &placed));
        let (a, b) = both.expect("finite");
        let pair = BodyPair::new(a, b).expect("in range");
        let mut memory = ContactMemory::default();
        let simple = BodyOverPlanes::new(&pair).map(super::super::Simple::OverPlanes);
        let mut found = pair.contacts_of_simple(simple, Sought::All, 1e-9, memory.workspace());
        let mut all = pair.contacts_of_simple(None, Sought::All, 1e-9, memory.workspace());
        let parts = |found: &super::super::Found| {
            let mut parts = Vec::from_iter(found.touching.iter().map(|entry| entry.parts));
            parts.sort_unstable();
            parts
        };
        assert_eq!(parts(&found), parts(&all), "round {round}");
        for entry in &found.touching {
            let other = all.touching.iter().find(|other| other.parts == entry.parts);
            let other = other.expect("it is there");
            assert!(other.length <= entry.length + 1e-9);
            by_planes += usize::from(entry.length > other.length + 1e-6);
        }
        let order = |(p, of_p): &(Contact, PartIndices), (q, of_q): &(Contact, PartIndices)| {
            of_p.cmp(of_q).then(p.depth.total_cmp(&q.depth))
        };
        found.contacts.sort_by(order);
        all.contacts.sort_by(order);
        counts[round % 4] += all.contacts.len();
        for (some, others) in [(&found, &all), (&all, &found)] {
            for (one, _) in &some.contacts {
                let is_same = |(other, _): &(Contact, PartIndices)| {
                    let [p, q] = [0, 1].map(|i| (one.points[i] - other.points[i]).norm());
                    let off = p.max(q).max((one.normal - other.normal).norm());
                    off.max((one.depth - other.depth).abs()) < 1e-6
                };
                if !others.contacts.iter().any(is_same) {
                    // Deep in an open surface the way to its back is now and then shorter than what the plane's normal says.
                    let is_back =
                        |(other, _): &(Contact, PartIndices)| other.normal.dot(&one.normal) < 0.0;
                    let has_back = others.contacts.iter().any(is_back);
                    // Or two normals are nearly as deep, or two points of a level rim are nearly as far down: either may be found.
                    ties += usize::from(!has_back);
                    assert!(ties <= limit(0, 12), "round {round}: {one:?}");
                    to_other_sides += 1;
                }
            }
        }
    }
    assert!(by_planes > 500, "{by_planes}");
    assert!(to_other_sides <= limit(0, 19), "{to_other_sides}");
    assert!(counts.iter().all(|count| *count > 1000), "{counts:?}");
}
