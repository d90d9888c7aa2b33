//! Compounds against all pairs of their parts, one by one.

use super::Compound;
use crate::convex::epa::Workspace;
use crate::math::{Mat3, Placement, Vec3};
use crate::motion::Motion;
use crate::query::cast_motion::tests::{convex, motion};
use crate::query::tests::soup;
use crate::query::{
    self, Answer, Body, BodyPair, BodyShape, CastOptions, ContactMemory, PairCache, Question,
    Shape, ShapeError, ShapeKind, ask,
};
use solid_testing::Random;

pub(super) mod saving;

pub(super) fn placement(random: &mut Random, distance: f64) -> Placement {
    let mut placement = Placement::translation(random.direction() * random.between(0.0, distance));
    placement.rotate(&random.quaternion());
    match random.below(6) {
        0 => placement.scale(&random.vector_between(0.5, 2.0)),
        1 => placement.basis *= Mat3::new(1.0, 0.5, 0.0, 0.0, -1.0, 0.0, 0.0, -0.3, 1.0),
        _ => {}
    }
    placement
}

fn part(random: &mut Random, depth: u32) -> Shape {
    match random.below(8) {
        0 | 1 if depth > 0 => compound(random, depth - 1),
        2 => soup(random, 12, 0.8),
        3 => {
            let corners = [(); 4].map(|()| random.vector());
            let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
            let surface = Shape::mesh(&corners, &faces).expect("finite");
            surface.into_solid().expect("closed")
        }
        _ => convex(random),
    }
}

pub(super) fn compound(random: &mut Random, depth: u32) -> Shape {
    let count = 1 + random.below(6);
    let parts = Vec::from_iter((0..count).map(|_| {
        let (shape, at) = (part(random, depth), placement(random, 1.5));
        (shape, at)
    }));
    Shape::compound(&parts).expect("valid parts")
}

/// Any shape, and a compound at least half of the time.
pub(super) fn shape(random: &mut Random) -> Shape {
    match random.below(4) {
        0 => Shape::half_space(random.direction(), random.within(1.0)).expect("a direction"),
        1 => part(random, 0),
        _ => compound(random, 2),
    }
}

/// All pairs of leaves of two shapes, each with the placement that the parts of parts give it.
fn each_pair(
    [(a, at_a), (b, at_b)]: [(&Shape, &Placement); 2],
    visit: &mut dyn FnMut(&BodyPair<'_>),
) {
    a.view().each_leaf(at_a, &mut |p, at_p| {
        b.view().each_leaf(at_b, &mut |q, at_q| {
            let bodies = Body::new(p, at_p).zip(Body::new(q, at_q));
            if let Some(pair) = bodies.and_then(|(p, q)| BodyPair::new(p, q)) {
                visit(&pair);
            }
        });
    });
}

#[test]
fn answers_are_those_of_all_pairs_of_parts() {
    let mut hits = 0;
    for case in 0..1500 {
        let random = &mut Random::case(0xC0117, case);
        let (a, b) = (compound(random, 2), shape(random));
        let (at_a, at_b) = (placement(random, 1.0), placement(random, 12.0));
        let both = [(&a, &at_a), (&b, &at_b)];
        let (mut collide, mut least, mut deepest) = (false, f64::INFINITY, None::<f64>);
        each_pair(both, &mut |pair| {
            let cache = &mut PairCache::default();
            collide |= pair.ask(Question::Parts, cache) != Answer::Nothing;
            let closest = pair.closest_points(1e-9).expect("finite");
            least = least.min(closest.distance);
            if let Some(found) = pair.penetration(1e-9, &mut Workspace::default()) {
                deepest = Some(deepest.map_or(found.deepest.depth, |d| d.max(found.deepest.depth)));
            }
        });
        hits += u32::from(collide);
        let [p, q] = both.map(|(shape, at)| Body::new(shape.view(), at).expect("finite"));
        let cache = &mut PairCache::default();
        for (first, second, is_back) in [(p, q, false), (q, p, true)] {
            // Of two convex bodies the last bits depend on their order.
            let is_same = |x: f64, y: f64| x == y || is_back && (x - y).abs() <= 1e-9 * y;
            let mut answer = |question| ask(first, second, question, cache);
            assert_eq!(answer(Question::Parts) != Answer::Nothing, collide, "{case}");
            assert_eq!(answer(Question::CommonPoint) != Answer::Nothing, collide, "{case}");
            let closest = answer(Question::Closest(1e-9)).closest().expect("finite");
            assert!(is_same(closest.distance, least), "{case}");
            let within = |answer| answer == Answer::Within;
            assert!(within(answer(Question::Within(least * 1.001 + 1e-9))), "{case}");
            assert!(least == 0.0 || !within(answer(Question::Within(least * 0.999))), "{case}");
            let found = answer(Question::Penetration(1e-9)).penetration();
            let depth = found.map(|found| found.deepest.depth);
            let are_alike = depth.is_some() == deepest.is_some();
            assert!(are_alike && depth.zip(deepest).is_none_or(|(x, y)| is_same(x, y)), "{case}");
            let found = answer(Question::Contacts(1e-9)).penetration();
            let depth = found.map(|found| found.deepest.depth);
            let are_alike = depth.is_some() == deepest.is_some();
            assert!(are_alike && depth.zip(deepest).is_none_or(|(x, y)| is_same(x, y)), "{case}");
        }
    }
    assert!((300..1300).contains(&hits), "{hits}");
}

#[test]
fn the_order_of_the_query_changes_no_answer() {
    for case in 0..400 {
        let random = &mut Random::case(0x0DE5, case);
        let (a, b) = (compound(random, 1), shape(random));
        let (at_a, at_b) = (placement(random, 1.0), placement(random, 3.0));
        let [p, q] = [(&a, &at_a), (&b, &at_b)]
            .map(|(shape, at)| Body::new(shape.view(), at).expect("finite"));
        let questions = [
            Question::Parts,
            Question::CommonPoint,
            Question::Closest(1e-9),
            Question::Penetration(1e-9),
            Question::Contacts(1e-9),
        ];
        for question in questions {
            let [there, back] = [(p, q), (q, p)].map(|(first, second)| {
                let mut cache = PairCache::default();
                let answer = ask(first, second, question, &mut cache);
                (answer, std::mem::take(&mut cache.memory().contacts))
            });
            let same = match (there.0, back.0) {
                // Of convex parts these depend on the order in the last bits.
                (Answer::Closest(p), Answer::Closest(q)) => {
                    (p.distance - q.distance).abs() <= 1e-9 * p.distance
                }
                (Answer::Penetration(p), Answer::Penetration(q)) => {
                    p.deepest.depth == q.deepest.depth
                        || (p.deepest.depth - q.deepest.depth).abs() <= 1e-9 * p.deepest.depth
                }
                // Of several pairs of parts that share a point, either may be found.
                (Answer::Parts { .. }, Answer::Parts { .. }) => true,
                (Answer::Inside { .. }, Answer::Inside { .. }) => true,
                (p, q) => p == q,
            };
            assert!(same, "{case} {question:?} {there:?} {back:?}");
        }
    }
}

#[test]
fn numbers_name_the_parts_that_collide() {
    for case in 0..400 {
        let random = &mut Random::case(0x9A57, case);
        let (a, ball) = (compound(random, 1), convex(random));
        let (at_a, at_b) = (placement(random, 1.0), placement(random, 2.0));
        let pair = BodyPair::new(
            Body::new(a.view(), &at_a).expect("finite"),
            Body::new(ball.view(), &at_b).expect("finite"),
        );
        let pair = pair.expect("in range");
        let Answer::Parts { parts, common } =
            pair.ask(Question::CommonPoint, &mut PairCache::default())
        else {
            continue;
        };
        let ShapeKind::Parts(whole) = a.kind() else { panic!("it has parts") };
        let whole = whole.as_any().downcast_ref::<Compound>().expect("a compound");
        let [part, inner] = whole.locate(parts[0]).expect("one of its numbers");
        let (shape, place) = whole.parts().nth(part as usize).expect("a part");
        let at = at_a.compose(place);
        let alone = Body::new(shape.view(), &at).and_then(|body| {
            let pair = BodyPair::new(body, Body::new(ball.view(), &at_b)?)?;
            Some(pair.ask(Question::Parts, &mut PairCache::default()))
        });
        let alone = alone.expect("in range");
        assert!(matches!(alone, Answer::Parts { parts, .. } if parts == [inner, 0]), "{alone:?}");
        let [p, q] = [at_a.apply(&common[0]), at_b.apply(&common[1])];
        assert!((p - q).norm() < 1e-9, "{case}");
    }
}

#[test]
fn casts_meet_the_first_part() {
    for case in 0..400 {
        let random = &mut Random::case(0xCA57, case);
        let (a, b) =
            (compound(random, 1), if random.once_in(2) { shape(random) } else { convex(random) });
        let (at_a, at_b) = (placement(random, 1.0), placement(random, 6.0));
        let by = -at_b.origin * 1.5 + random.vector();
        let options = CastOptions { tolerance: 1e-9, stop_at_penetration: true };
        let cast = |pair: &BodyPair<'_>| {
            let work = &mut Workspace::default();
            pair.cast(&[Vec3::zeros(), by], options, work).map_or(f64::INFINITY, |hit| hit.time)
        };
        let mut first = f64::INFINITY;
        each_pair([(&a, &at_a), (&b, &at_b)], &mut |pair| first = first.min(cast(pair)));
        let bodies = Body::new(a.view(), &at_a).zip(Body::new(b.view(), &at_b));
        let pair = bodies.and_then(|(a, b)| BodyPair::new(a, b)).expect("in range");
        assert_eq!(cast(&pair), first, "{case}");
        // A ray.
        let (from, to) = (at_b.origin, at_b.origin + by);
        let mut first = f64::INFINITY;
        a.view().each_leaf(&at_a, &mut |shape, at| {
            let body = Body::new(shape, at).expect("finite");
            let hit = body.cast_ray(&from, &to, 1e-9, &mut Workspace::default()).expect("in range");
            first = first.min(hit.map_or(f64::INFINITY, |hit| hit.time));
        });
        let hit = query::WarmStart::with_tolerance(1e-9).ray(&a, &at_a, from, to);
        let time = hit.map_or(f64::INFINITY, |hit| hit.time);
        assert!(time == first || (time - first).abs() < 1e-8, "{case} {time} {first}");
    }
}

/// The motions of the leaves, by the motions of the parts that they are in.
fn moving_leaves(shape: BodyShape<'_>, on: &Motion, visit: &mut dyn FnMut(BodyShape<'_>, &Motion)) {
    match shape {
        BodyShape::Parts(_) => shape
            .each_part(&mut |part| moving_leaves(part.shape, &on.of_part(part.placement), visit)),
        leaf => visit(leaf, on),
    }
}

#[test]
fn turning_bodies_meet_the_first_part() {
    for case in 0..60 {
        let random = &mut Random::case(0x7042, case);
        let (a, b) = (
            compound(random, 1),
            if random.once_in(2) { compound(random, 0) } else { convex(random) },
        );
        let motions = [motion(random, 1.0), motion(random, 4.0)];
        let mut first = f64::INFINITY;
        moving_leaves(a.view(), &motions[0], &mut |p, on_p| {
            moving_leaves(b.view(), &motions[1], &mut |q, on_q| {
                let bodies = Body::new(p, on_p.start()).zip(Body::new(q, on_q.start()));
                let pair = bodies.and_then(|(p, q)| BodyPair::new(p, q)).expect("in range");
                if let Some(Ok(found)) = pair.first_contact_turning(&[*on_p, *on_q], 1e-7, None) {
                    first = first.min(found.time);
                }
            });
        });
        let [at_a, at_b] = motions.each_ref().map(Motion::start);
        let bodies = Body::new(a.view(), at_a).zip(Body::new(b.view(), at_b));
        let pair = bodies.and_then(|(a, b)| BodyPair::new(a, b)).expect("in range");
        let found = pair.first_contact_turning(&motions, 1e-7, None);
        let time = match found {
            Some(Ok(found)) => {
                let [p, q] = [0, 1].map(|i| motions[i].at(found.time).apply(&found.locals[i]));
                assert!((p - q).norm() < 1e-6, "{case}");
                found.time
            }
            Some(Err(_)) => continue,
            None => f64::INFINITY,
        };
        assert_eq!(time, first, "{case}");
    }
}

#[test]
fn what_is_about_one_body_is_that_of_its_parts() {
    let at = |x: f64| Placement::translation([x, 0.0, 0.0]);
    let cube = Shape::cuboid([2.0; 3]).expect("finite");
    let pair = Shape::compound(&[(cube.clone(), at(-3.0)), (cube.clone(), at(3.0))]).expect("two");
    let mass = pair.mass_properties().expect("solid");
    assert_eq!((mass.volume, mass.center), (16.0, Vec3::zeros()));
    assert!((mass.inertia[(0, 0)] - 16.0 * 2.0 / 3.0).abs() < 1e-12);
    assert!((mass.inertia[(1, 1)] - 16.0 * (2.0 / 3.0 + 9.0)).abs() < 1e-12);
    let here = Placement::IDENTITY;
    let signed = |x: f64| {
        let found = query::signed_distance(&pair, &here, [x, 0.0, 0.0]).expect("solids");
        found.expect("finite").distance
    };
    assert_eq!([0.0, 2.5, -5.0].map(signed), [2.0, -0.5, 1.0]);
    assert_eq!(query::project_point(&pair, &here, [5.0, 0.5, 0.0]), Some(Vec3::new(4.0, 0.5, 0.0)));
    assert!(query::contains_point(&pair, &here, [3.0, 0.0, 0.0]));
    assert!(!query::contains_point(&pair, &here, [0.0; 3]));
    let body = Body::new(pair.view(), &here).expect("finite");
    assert_eq!(body.surface_point(&Vec3::new(2.0, 0.1, 0.0)).expect("finite").polytope, 1);
    assert_eq!(pair.triangles().1.len(), 24);
    // Two legs on a floor.
    let floor = Shape::half_space(Vec3::y(), -0.5).expect("a direction");
    let bodies = Body::new(floor.view(), &here).zip(Some(body)).expect("finite");
    let touching = BodyPair::new(bodies.0, bodies.1).expect("in range");
    let memory = &mut ContactMemory::default();
    touching.contact_patches(1e-9, 4, memory);
    assert_eq!(memory.patches.iter().filter(|found| found.patch == 1).count(), 4);
    touching.contacts(1e-9, memory).expect("they overlap");
    assert_eq!(memory.contacts.len(), 8);
    assert!(memory.contacts.iter().all(|contact| contact.depth == 0.5));
}

#[test]
fn bad_compounds_are_refused() {
    let ball = Shape::sphere(1.0).expect("finite");
    let error = |parts: &[(Shape, Placement)]| Shape::compound(parts).expect_err("bad");
    assert_eq!(error(&[]), ShapeError::Empty);
    let nowhere = Placement::translation([f64::NAN, 0.0, 0.0]);
    assert_eq!(error(&[(ball.clone(), nowhere)]), ShapeError::NotFinite);
    let mut flat = Placement::IDENTITY;
    flat.scale(&Vec3::new(1.0, 0.0, 1.0));
    assert_eq!(error(&[(ball.clone(), flat)]), ShapeError::FlatPlacement);
    let mut nested = ball.clone();
    for _ in 0..super::MOST_NESTED {
        nested = Shape::compound(&[(nested, Placement::IDENTITY)]).expect("not too deep");
    }
    assert_eq!(error(&[(nested.clone(), Placement::IDENTITY)]), ShapeError::TooLarge);
    assert_eq!(Shape::sum(&nested, &ball).expect_err("no operand"), ShapeError::NotAMesh);
}

#[test]
fn nested_compounds_fit_into_a_small_stack() {
    let mut nested = Shape::cuboid([1.0, 2.0, 3.0]).expect("finite");
    for _ in 0..super::MOST_NESTED {
        let beside = Placement::translation([4.0, 0.0, 0.0]);
        let both = [(nested.clone(), Placement::IDENTITY), (nested, beside)];
        nested = Shape::compound(&both).expect("not too deep");
    }
    let run = move || {
        let (here, mut there) = (Placement::IDENTITY, Placement::translation([0.5, 0.25, 0.5]));
        there.rotate(&[0.1, 0.2, 0.3, 1.0]);
        assert!(query::intersects(&nested, &here, &nested, &there));
        assert!(query::common_point(&nested, &here, &nested, &there).is_some());
        assert!(query::penetration(&nested, &here, &nested, &there).is_some());
        assert!(!query::contacts(&nested, &here, &nested, &there).is_empty());
        let away = Placement::translation([0.0, 9.0, 0.0]);
        let motions = [Motion::rest(&here), Motion::between(&away, &there).expect("finite")];
        let hit = query::cast_motion(&nested, &motions[0], &nested, &motions[1], 1e-6);
        assert!(hit.expect("decided").is_some());
        assert!(query::ray(&nested, &here, [0.1, 9.0, 0.0], [0.1, -9.0, 0.0]).is_some());
        query::distance(&nested, &here, &nested, &away)
    };
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(run).expect("a thread");
    assert_eq!(thread.join().expect("enough stack"), Some(7.0));
}

/// The nearest surface is found in nested compounds too, and a scaled half-space has no bounds in any.
#[test]
fn nesting_changes_no_surface_and_no_bound() -> Result<(), ShapeError> {
    let (here, beside) = (Placement::IDENTITY, Placement::translation([2.0, 0.0, 0.0]));
    let (large, small, block) =
        (Shape::sphere(3.0)?, Shape::sphere(1.0)?, Shape::cuboid([1.0; 3])?);
    let flat = [(large.clone(), here), (small.clone(), here), (block.clone(), beside)];
    let inner = Shape::compound(&[(large, here), (small, here)])?;
    let nested = [(inner, here), (block, beside)];
    for parts in [&flat[..], &nested] {
        let shape = Shape::compound(parts)?;
        let body = Body::new(shape.view(), &here).expect("finite");
        // The small ball is at a distance of 1, the block of 1.5, the large ball of 3.
        assert_eq!(body.surface_point(&Vec3::zeros()).map(|found| found.polytope), Some(1));
    }
    let mut tiny = here;
    tiny.scale(&Vec3::repeat(0.01));
    let ground = Shape::compound(&[(Shape::half_space([0.0, 1.0, 0.0], 0.0)?, here)])?;
    let shape = Shape::compound(&[(ground, tiny)])?;
    assert!(Body::new(shape.view(), &here).expect("finite").is_unbounded());
    Ok(())
}

/// The curves of a compound and an open mesh are the same, whichever is first.
#[test]
fn curves_do_not_depend_on_the_order() -> Result<(), ShapeError> {
    let corners = [[-9.0, 0.1, -9.0], [9.0, 0.1, -9.0], [0.0, 0.1, 9.0]].map(Into::into);
    let sheet = Shape::mesh(&corners, &[[0, 1, 2]])?;
    let (here, beside) = (Placement::IDENTITY, Placement::translation([2.0, 0.0, 0.0]));
    let block = Shape::cuboid([1.0; 3])?;
    let blocks = Shape::compound(&[(block.clone(), here), (block, beside)])?;
    let count = |first: &Shape, second: &Shape| {
        let bodies = [first, second].map(|shape| Body::new(shape.view(), &here).expect("finite"));
        BodyPair::new(bodies[0], bodies[1]).expect("in range").clash_curves().len()
    };
    let found = count(&sheet, &blocks);
    assert!(found >= 8 && count(&blocks, &sheet) == found, "{found}");
    Ok(())
}
