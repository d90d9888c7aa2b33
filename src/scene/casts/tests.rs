use super::*;
use crate::scene::pair_queries::body;
use crate::scene::settings::BroadPhaseKind;
use crate::scene::shapes::Shape;
use crate::scene::tests::soup;
use solid_geometry::convex::cast::{Cast, cast};
use solid_geometry::convex::epa::Workspace;
use solid_geometry::math::Placement;
use solid_geometry::query::{Body, BodyPair, Shapes};
use solid_geometry::shape::Primitive;
use solid_testing::Random;

fn shape(random: &mut Random) -> Shape {
    match random.below(4) {
        0 => Shape::Primitive(Primitive::Box(Vec3::new(0.2, 0.3, 0.4))),
        1 => Shape::Primitive(Primitive::sphere(0.3)),
        2 => Shape::Primitive(Primitive::Cone { radius: 0.3, half_height: 0.4 }),
        _ => soup(random, 20, 0.2),
    }
}

fn placement(random: &mut Random) -> Placement {
    let mut placement = Placement::IDENTITY;
    placement.translate(&(random.vector() * 1.2));
    placement.rotate(&random.quaternion());
    placement
}

/// The earliest time of all pairs of parts, without a tree.
fn earliest_of_all(bodies: &BodyPair<'_>, motion: &Vec3) -> Option<f64> {
    let relative = &bodies.relative;
    let mut earliest: Option<f64> = None;
    let mut note = |found: Option<Cast>| {
        if let Some(found) = found {
            earliest = Some(earliest.map_or(found.time, |time| time.min(found.time)));
        }
    };
    let hints = &mut [0; 2];
    match bodies.shapes {
        Shapes::Convex(a, b) => note(cast(a, b, relative, motion, 1.0, 1e-9, hints)),
        Shapes::Parts(..) => unreachable!("no compound"),
        Shapes::Mixed(a, b) => {
            (0..a.len() as u32)
                .for_each(|i| note(cast(&a.primitive(i), b, relative, motion, 1.0, 1e-9, hints)));
        }
        Shapes::Soups(a, b) => {
            for i in 0..a.len() as u32 {
                for j in 0..b.len() as u32 {
                    note(cast(
                        &a.primitive(i),
                        &b.primitive(j),
                        relative,
                        motion,
                        1.0,
                        1e-9,
                        hints,
                    ));
                }
            }
        }
    }
    earliest
}

#[test]
fn trees_find_the_earliest_contact() {
    let mut random = Random::new(3);
    let (mut hits, work) = (0, &mut Workspace::default());
    for round in 0..500 {
        let (p, q) = (placement(&mut random), placement(&mut random));
        let (first, second) = (shape(&mut random), shape(&mut random));
        let [a, b] = [(&first, &p), (&second, &q)].map(|(s, p)| body(s, p).expect("something"));
        let bodies = BodyPair::new(a, b).expect("in range");
        let motions = [random.vector(), random.vector() * 3.0];
        let found = bodies.cast(&motions, 1e-9, work);
        let [of_a, of_b] = bodies.in_order(motions[0], motions[1]);
        let earliest = earliest_of_all(&bodies, &(of_b - of_a));
        assert_eq!(found.is_some(), earliest.is_some(), "round {round}");
        let Some((found, earliest)) = found.zip(earliest) else { continue };
        // A ball and a simple body have a closed form: both times are exact to the tolerance.
        assert!((found.time - earliest).abs() <= 1e-9 * earliest, "round {round}");
        hits += 1;
        assert!((found.normal.norm() - 1.0).abs() < 1e-9, "round {round}: {}", found.normal);
        // Then the bodies touch, and at the point; those of the swapped query are the same, mirrored.
        let moved = [(&p, motions[0]), (&q, motions[1])]
            .map(|(p, motion)| Placement { origin: p.origin + motion * found.time, ..*p });
        let then =
            BodyPair::new(Body { placement: &moved[0], ..a }, Body { placement: &moved[1], ..b });
        assert!(
            then.expect("in range").closest_points(1e-6).expect("two").distance < 1e-8,
            "round {round}"
        );
        let swapped = BodyPair { swapped: !bodies.swapped, ..bodies };
        let mirrored = swapped.cast(&[motions[1], motions[0]], 1e-9, work).expect("the same");
        assert_eq!(
            (mirrored.time, mirrored.point, mirrored.normal),
            (found.time, found.point, -found.normal)
        );
    }
    assert!(hits > 60, "{hits}");
}

#[test]
fn rays_through_a_scene_hit_what_they_hit_one_by_one() {
    let kinds = BroadPhaseKind::ALL;
    let mut random = Random::new(9);
    let mut world = World::<u8>::default();
    for object in 0..120 {
        let shape = shape(&mut random);
        let handle = world.shapes.insert(shape);
        assert!(world.create_object(object, handle));
        let (offset, turn) = (random.vector() * 2.0, random.quaternion());
        world.transform(|p| p.translate(&offset));
        world.transform(|p| p.rotate(&turn));
    }
    let mut most = 0;
    for round in 0..300 {
        world.set_broad_phase(kinds[round % kinds.len()]);
        let (from, to) = (random.vector() * 6.0, random.vector() * 6.0);
        let mut expected: Vec<RayHit> = (0..120)
            .filter_map(|object| {
                let contact = world.cast_ray_at(object, &from, &to).expect("an object")?;
                Some(RayHit { object, found: contact, sequence: object as u64 + 1 })
            })
            .collect();
        expected.sort_by(|x, y| x.found.time.total_cmp(&y.found.time));
        let hits = world.cast_ray(&from, &to, Hits::All);
        assert_eq!(hits, expected, "round {round}");
        let hits = world.cast_ray(&from, &to, Hits::Nearest);
        assert_eq!(hits.first(), expected.first(), "round {round}");
        assert!(hits.len() <= 1);
        let hits = world.cast_ray(&from, &to, Hits::Any);
        assert_eq!(hits.is_empty(), expected.is_empty(), "round {round}");
        most = most.max(expected.len());
    }
    assert!(most > 3);
}
