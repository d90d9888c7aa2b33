use super::*;
use crate::convex::depth::penetration_depth;
use crate::convex::distance::distance;
use crate::convex::epa::Workspace;
use crate::convex::intersect;
use crate::convex::relative::RelativePlacement;
use crate::math::Placement;
use crate::math::placement::rotation;
use crate::shape::{Primitive, Support};
use solid_testing::{Random, limit};

/// Simple bodies: balls, points, capsules, and those that a ball is compared with.
fn bodies(random: &mut Random) -> Vec<Primitive> {
    let mut at = || random.vector();
    let (p, q, r) = (at(), at(), at());
    vec![
        Primitive::sphere(0.5),
        Primitive::Segment { from: p, to: p },
        Primitive::Segment { from: p, to: q },
        Primitive::Round { half: Vec3::new(0.0, 0.7, 0.0), radius: 0.3 },
        Primitive::Round { half: r.abs(), radius: 0.2 },
        Primitive::Box(r.abs()),
        Primitive::polytope(&[p, q, r]).expect("finite"),
        Primitive::Cylinder { radius: 0.6, half_height: 0.4 },
        Primitive::Cone { radius: 0.5, half_height: 0.7 },
        Primitive::Wheel { radius: 0.5, rounding: 0.2 },
        Primitive::Ellipsoid(Vec3::new(0.5, 0.3, 0.9)),
    ]
}

/// The quick steps answer as the search does, which they come before.
#[test]
fn quick_answers_are_those_of_the_search() {
    let (mut random, mut tried, mut deep) = (Random::new(5), 0, 0);
    for _ in 0..60 {
        let bodies = bodies(&mut random);
        let [p, q] = [1.0, 0.3 + random.unit()].map(|scale| Placement {
            basis: rotation(&random.quaternion()) * scale,
            origin: random.vector() * 1.2,
        });
        for (a, b) in bodies.iter().flat_map(|a| bodies.iter().map(move |b| (a, b))) {
            let pair = [(a, &p), (b, &q)]
                .map(|(shape, placement)| Body { shape: BodyShape::Convex(shape), placement });
            let (of_a, of_b) = (a.absolute_extents(), b.absolute_extents());
            let relative = RelativePlacement::new(&of_a, &p, &of_b, &q).expect("in range");
            let mut coherence = Coherence::default();
            let mut ask = |question| quickly(pair[0], pair[1], question, &mut coherence, |_| {});
            let text = || format!("{a:?} {p:?} {b:?} {q:?}");
            let collide = intersect(a, b, &relative, &mut Coherence::default());
            if let Some(answer) = ask(Question::CommonPoint) {
                assert_eq!(answer.common().is_some(), collide, "{}", text());
            }
            let exact = distance(a, b, &relative, 1e-12, &mut [0; 2]);
            if let Some(Answer::Closest(found)) = ask(Question::Closest(1e-9)) {
                tried += 1;
                let apart = (found.points[0] - found.points[1]).norm();
                assert!((apart - found.distance).abs() < 1e-12, "{}", text());
                assert!((found.distance - exact.upper).abs() < 1e-9, "{}", text());
            }
            for (limit, expected) in [(exact.upper + 1e-6, true), (exact.upper - 1e-6, false)] {
                if limit >= 0.0
                    && let Some(answer) = ask(Question::Within(limit))
                {
                    assert_eq!(answer == Answer::Within, expected, "{}", text());
                }
            }
            let depth =
                penetration_depth(a.any(), b.any(), &relative, 1e-9, &mut Workspace::default());
            match ask(Question::Contacts(1e-9)) {
                Some(Answer::Penetration(found)) => {
                    deep += 1;
                    let depth = depth.expect("they collide");
                    let Penetration { deepest, local } = found;
                    assert!((deepest.depth - depth.depth).abs() < 1e-8, "{}", text());
                    let placed = [p.apply(&local[0]), q.apply(&local[1])];
                    assert!((placed[1] - placed[0] - deepest.normal * deepest.depth).norm() < 1e-9);
                    assert_eq!(placed, deepest.points);
                }
                Some(answer) => assert!(answer == Answer::Nothing && depth.is_none(), "{}", text()),
                None => {}
            }
        }
    }
    assert!(tried > 1000 && deep > 100, "{tried} {deep}");
}

/// Answers about a pair in reverse order are mirror images, to the last bit for depths.
#[test]
fn answers_are_mirrored() {
    let (mut random, mut deep) = (Random::new(6), 0);
    for _ in 0..20 {
        let bodies = bodies(&mut random);
        let [p, q] = [(); 2]
            .map(|()| Placement { basis: rotation(&random.quaternion()), origin: random.vector() });
        for (a, b) in bodies.iter().flat_map(|a| bodies.iter().map(move |b| (a, b))) {
            let body = |shape, placement| Body { shape: BodyShape::Convex(shape), placement };
            let (first, second) = (body(a, &p), body(b, &q));
            let question = Question::Penetration(1e-6);
            let one = ask(first, second, question, &mut PairCache::default());
            let other = ask(second, first, question, &mut PairCache::default());
            assert_eq!(one, other.mirrored(), "{a:?} {p:?} {b:?} {q:?}");
            deep += u32::from(one.penetration().is_some());
        }
    }
    assert!(deep > limit(500, 450), "{deep}");
}

/// Contacts of two capsules by their axes, crossed, parallel or nearly so, are those of the search.
#[test]
fn contacts_of_capsules_are_those_of_the_search() {
    let (mut random, mut counts) = (Random::new(7), [0; 4]);
    for round in 0..3000 {
        let [a, b] = [(); 2].map(|()| Primitive::Round {
            half: Vec3::new(0.0, 0.2 + random.unit(), 0.0),
            radius: 0.2 + 0.5 * random.unit(),
        });
        let mut p = Placement { basis: rotation(&random.quaternion()), origin: random.vector() };
        let mut q = Placement { basis: rotation(&random.quaternion()), origin: random.vector() };
        if round % 3 > 0 {
            q.basis = p.basis;
            let turn = if round % 3 == 1 { 1e-3 * random.signed() } else { 0.0 };
            q.rotate(&[turn, 0.0, 0.5 * turn, 1.0]);
        }
        p.basis *= 0.5 + random.unit();
        let body = |shape, placement| Body { shape: BodyShape::Convex(shape), placement };
        let (first, second) = (body(&a, &p), body(&b, &q));
        let mut quick: Vec<Contact> = Vec::new();
        let keep = |contact| quick.push(contact);
        let question = Question::Contacts(1e-6);
        let answer = quickly(first, second, question, &mut Coherence::default(), keep);
        let Some(Answer::Penetration(found)) = answer else { continue };
        let pair = BodyPair::new(first, second).expect("in range");
        let mut memory = ContactMemory::default();
        let searched = pair.search_contacts(1e-6, &mut memory).expect("they collide");
        assert!((found.deepest.depth - searched.deepest.depth).abs() < 1e-9, "round {round}");
        assert!((found.deepest.normal - searched.deepest.normal).norm() < 1e-7, "round {round}");
        counts[quick.len()] += 1;
        let swapped = BodyPair { swapped: true, ..pair };
        let mut mirrored = ContactMemory::default();
        swapped.contacts(1e-6, &mut mirrored);
        assert_eq!(mirrored.contacts, Vec::from_iter(quick.iter().map(Contact::mirrored)));
        // Of parallel capsules any point between the ends is as deep.
        let corners = |all: &[Contact]| {
            let mut all: Vec<Contact> = all
                .iter()
                .copied()
                .filter(|contact| all.len() < 3 || contact.features != [0; 2])
                .collect();
            all.sort_by_key(|contact| contact.features);
            all
        };
        let (quick, all) = (corners(&quick), corners(&memory.contacts));
        assert_eq!(quick.len(), all.len(), "round {round}: {quick:?} {all:?}");
        for (c, d) in quick.iter().zip(&all) {
            let off = [0, 1].map(|i| (c.points[i] - d.points[i]).norm());
            assert!(off[0].max(off[1]) < 1e-6, "round {round}: {c:?} {d:?}");
            assert_eq!(c.features, d.features, "round {round}");
        }
    }
    assert!(counts[1] > 10 && counts[2] > 100 && counts[3] > 100, "{counts:?}");
}
