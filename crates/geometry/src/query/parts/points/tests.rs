//! Points against the same balls, one by one and as a compound.

use super::{LEAF, Node, Points};
use crate::convex::epa::Workspace;
use crate::math::{Placement, Vec3};
use crate::query::cast_motion::tests::{convex, motion};
use crate::query::parts::Parts;
use crate::query::parts::tests::saving::check_saved;
use crate::query::parts::tests::{compound, placement, shape};
use crate::query::{
    self, Answer, Body, BodyPair, CastOptions, PairCache, Question, Shape, ShapeError, ask,
};
use crate::threads::Threads;
use solid_testing::{Random, limit};

type Ball = (Vec3, f64);

/// Points near each other, of which some are the same, in a line or in a plane; their radii differ in half of the cases.
fn balls(random: &mut Random, most: usize) -> Vec<Ball> {
    let count = 1 + random.below(most);
    let flat = Vec3::new(1.0, 1.0, if random.once_in(3) { 0.0 } else { 1.0 });
    let radius = if random.once_in(4) { 0.0 } else { random.between(0.01, 0.3) };
    let differ = random.once_in(2);
    let mut all = Vec::<Ball>::new();
    for _ in 0..count {
        let same = (!all.is_empty() && random.once_in(8)).then(|| all[random.below(all.len())].0);
        let center = same.unwrap_or_else(|| random.vector().component_mul(&flat));
        all.push((center, if differ { random.between(0.0, 0.3) } else { radius }));
    }
    all
}

fn points(balls: &[Ball]) -> Points {
    Points::new(balls.iter().copied(), &Threads::default()).expect("finite")
}

fn of_points(balls: &[Ball]) -> Shape {
    Shape::of_parts(std::sync::Arc::new(points(balls)))
}

fn of_spheres(balls: &[Ball]) -> Shape {
    let parts = balls.iter().map(|(center, radius)| {
        (Shape::sphere(*radius).expect("finite"), Placement::translation(*center))
    });
    Shape::compound(&Vec::from_iter(parts)).expect("some")
}

fn body<'a>((shape, at): (&'a Shape, &'a Placement)) -> Body<'a> {
    Body::new(shape.view(), at).expect("finite")
}

/// A convex shape, a mesh, a compound, a half-space or points.
fn other(random: &mut Random) -> Shape {
    match random.below(4) {
        0 => of_points(&balls(random, 12)),
        1 => convex(random),
        _ => shape(random),
    }
}

/// The pairs of each ball and another shape.
fn each_ball(
    balls: &[Ball],
    at: &Placement,
    other: Body<'_>,
    visit: &mut dyn FnMut(u32, &BodyPair<'_>),
) {
    for (number, (center, radius)) in balls.iter().enumerate() {
        let (ball, at) = (Shape::sphere(*radius), at.compose(&Placement::translation(*center)));
        let ball = ball.expect("finite");
        visit(number as u32, &BodyPair::new(body((&ball, &at)), other).expect("in range"));
    }
}

#[test]
fn answers_are_those_of_the_balls() {
    let mut hits = 0;
    for case in 0..1000 {
        let random = &mut Random::case(0xBA115, case);
        let (all, b) = (balls(random, 40), other(random));
        let (at_a, at_b) = (placement(random, 1.0), placement(random, 8.0));
        let a = of_points(&all);
        let q = body((&b, &at_b));
        let (mut least, mut deepest, mut touching) = (f64::INFINITY, None::<f64>, Vec::new());
        each_ball(&all, &at_a, q, &mut |number, pair| {
            if pair.ask(Question::Parts, &mut PairCache::default()) != Answer::Nothing {
                touching.push(number);
            }
            least = least.min(pair.closest_points(1e-9).expect("finite").distance);
            if let Some(found) = pair.penetration(1e-9, &mut Workspace::default()) {
                deepest = Some(deepest.map_or(found.deepest.depth, |d| d.max(found.deepest.depth)));
            }
        });
        hits += u32::from(!touching.is_empty());
        let p = body((&a, &at_a));
        let cache = &mut PairCache::default();
        for (first, second, side) in [(p, q, 0), (q, p, 1)] {
            let is_same = |x: f64, y: f64| (x - y).abs() <= 1e-9 * (1.0 + y);
            for question in [Question::Parts, Question::CommonPoint] {
                match ask(first, second, question, cache) {
                    Answer::Parts { parts, common } => {
                        assert!(touching.contains(&parts[side]), "{case}");
                        let [p, q] = [0, 1].map(|i| [first, second][i].placement.apply(&common[i]));
                        let asked = question == Question::CommonPoint;
                        assert!(!asked || (p - q).norm() < 1e-9, "{case}");
                    }
                    Answer::Inside { .. } => assert!(!touching.is_empty(), "{case}"),
                    _ => assert!(touching.is_empty(), "{case}"),
                }
            }
            let mut answer = |question| ask(first, second, question, cache);
            let closest = answer(Question::Closest(1e-9)).closest().expect("finite");
            assert!(is_same(closest.distance, least), "{case} {} {least}", closest.distance);
            let within = |answer| answer == Answer::Within;
            assert!(within(answer(Question::Within(least * 1.001 + 1e-9))), "{case}");
            assert!(least < 1e-9 || !within(answer(Question::Within(least * 0.999))), "{case}");
            for question in [Question::Penetration(1e-9), Question::Contacts(1e-9)] {
                let found = answer(question).penetration().map(|found| found.deepest.depth);
                assert_eq!(found.is_some(), deepest.is_some(), "{case}");
                assert!(found.zip(deepest).is_none_or(|(x, y)| is_same(x, y)), "{case}");
            }
        }
    }
    assert!((limit(200, 150)..limit(800, 850)).contains(&hits), "{hits}");
}

/// What a compound of the balls answers has been compared with its parts.
#[test]
fn contacts_and_surfaces_are_those_of_a_compound() {
    for case in 0..300 {
        let random = &mut Random::case(0xC0B, case);
        let (all, b) = (balls(random, 30), other(random));
        let (at_a, at_b) = (placement(random, 1.0), placement(random, 2.0));
        let (here, there) = (of_points(&all), of_spheres(&all));
        let [found, known] = [&here, &there].map(|shape| query::contacts(shape, &at_a, &b, &at_b));
        assert_eq!(found.len(), known.len(), "{case}");
        let mut depths = found.iter().zip(&known).map(|(p, q)| (p.depth, q.depth));
        assert!(depths.all(|(p, q)| p == q), "{case}");
        let from = random.vector() * 3.0;
        let [p, q] = [&here, &there].map(|shape| body((shape, &at_a)));
        let nearest = |shape| query::project_point(shape, &at_a, from).expect("finite");
        let [on_p, on_q] = [&here, &there].map(nearest);
        assert!(((on_p - from).norm() - (on_q - from).norm()).abs() < 1e-12, "{case}");
        let [d, e] = [p, q].map(|body| body.signed_distance(&from).expect("closed"));
        assert_eq!(d.map(|found| found.distance), e.map(|found| found.distance), "{case}");
        let [m, n] = [&here, &there].map(|shape| shape.mass_properties().expect("closed"));
        assert!((m.volume - n.volume).abs() <= 1e-12 * n.volume);
        assert!((m.center - n.center).norm() < 1e-12 && (m.inertia - n.inertia).norm() < 1e-12);
        let [p, q] = [&here, &there].map(Shape::bounds);
        assert!((p.min - q.min).norm() < 1e-12 && (p.max - q.max).norm() < 1e-12, "{case}");
    }
}

#[test]
fn casts_and_rays_meet_the_first_ball() {
    let mut hits = 0;
    for case in 0..400 {
        let random = &mut Random::case(0xCA5B, case);
        let (all, b) = (balls(random, 40), other(random));
        let (at_a, at_b) = (placement(random, 1.0), placement(random, 6.0));
        let (a, by) = (of_points(&all), -at_b.origin * 1.5 + random.vector());
        let options = CastOptions { tolerance: 1e-9, stop_at_penetration: true };
        let cast = |pair: &BodyPair<'_>| {
            let work = &mut Workspace::default();
            pair.cast(&[Vec3::zeros(), by], options, work).map_or(f64::INFINITY, |hit| hit.time)
        };
        let (p, q) = (body((&a, &at_a)), body((&b, &at_b)));
        let mut first = f64::INFINITY;
        each_ball(&all, &at_a, q, &mut |_, pair| first = first.min(cast(pair)));
        let time = cast(&BodyPair::new(p, q).expect("in range"));
        assert!(time == first || (time - first).abs() < 1e-8, "{case} {time} {first}");
        hits += u32::from(first < 1.0);
        let (from, to) = (at_b.origin, at_b.origin + by);
        let ray = |body: Body<'_>| {
            let hit = body.cast_ray(&from, &to, 1e-9, &mut Workspace::default());
            hit.expect("in range").map_or(f64::INFINITY, |hit| hit.time)
        };
        let mut first = f64::INFINITY;
        each_ball(&all, &at_a, q, &mut |_, pair| first = first.min(ray(pair.queried()[0])));
        let time = ray(p);
        assert!(time == first || (time - first).abs() < 1e-8, "{case} {time} {first}");
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn turning_bodies_meet_the_first_ball() {
    for case in 0..60 {
        let random = &mut Random::case(0x7043, case);
        let all = balls(random, 20);
        let (a, b) =
            (of_points(&all), if random.once_in(3) { compound(random, 0) } else { convex(random) });
        let motions = [motion(random, 1.0), motion(random, 4.0)];
        let (mut first, mut open) = (f64::INFINITY, false);
        for (center, radius) in &all {
            let ball = Shape::sphere(*radius).expect("finite");
            let on = [motions[0].of_part(&Placement::translation(*center)), motions[1]];
            let bodies = [body((&ball, on[0].start())), body((&b, on[1].start()))];
            let pair = BodyPair::new(bodies[0], bodies[1]).expect("in range");
            match pair.first_contact_turning(&on, 1e-7, None) {
                Some(Ok(found)) => first = first.min(found.time),
                Some(Err(_)) => open = true,
                None => {}
            }
        }
        let bodies = [body((&a, motions[0].start())), body((&b, motions[1].start()))];
        let pair = BodyPair::new(bodies[0], bodies[1]).expect("in range");
        match pair.first_contact_turning(&motions, 1e-7, None) {
            Some(Ok(found)) => {
                let [p, q] = [0, 1].map(|i| motions[i].at(found.time).apply(&found.locals[i]));
                assert!((p - q).norm() < 1e-6, "{case}");
                assert!((found.time - first).abs() <= 1e-6, "{case} {} {first}", found.time);
            }
            Some(Err(_)) => assert!(open, "{case}"),
            None => assert!(first == f64::INFINITY, "{case} {first}"),
        }
    }
}

/// Checks each node, and that each point is in one leaf; returns how many levels there are.
fn validate(points: &Points, node: Node, seen: &mut [bool]) -> u32 {
    let bounds = &points.boxes[node.index];
    let Some(children) = node.children() else {
        let leaf = node.points(points.points.len());
        assert!((1..=LEAF).contains(&leaf.len()));
        for place in leaf {
            let inner = points.ball_box(place);
            assert_eq!(bounds.join(&inner), *bounds);
            let number = points.points[place].number as usize;
            assert!(!std::mem::replace(&mut seen[number], true));
            assert_eq!(points.places[number] as usize, place);
        }
        return 1;
    };
    let levels = children.map(|child| {
        let inner = &points.boxes[child.index];
        assert_eq!(bounds.join(inner), *bounds);
        validate(points, child, seen)
    });
    assert!(levels[0].abs_diff(levels[1]) <= 1);
    1 + levels[0].max(levels[1])
}

#[test]
fn trees_are_balanced_and_whole_by_any_number_of_threads() {
    for count in (1..200).chain([40_000, 65_537]) {
        let random = &mut Random::case(0x7EE, count);
        let all = Vec::from_iter((0..count).map(|_| (random.vector(), 0.1)));
        let found = points(&all);
        let mut seen = vec![false; all.len()];
        let levels = validate(&found, Node::root(all.len()), &mut seen);
        assert!(seen.iter().all(|seen| *seen) && levels <= 15);
        assert_eq!(found.boxes.len(), 2 * all.len().div_ceil(LEAF) - 1);
        assert!(found.balls().eq(all.iter().copied()));
        let threads = Threads::new(3).expect("three");
        let shared = Points::new(all.iter().copied(), &threads).expect("finite");
        let order = |points: &Points| Vec::from_iter(points.points.iter().map(|p| p.number));
        assert_eq!(order(&shared), order(&found));
    }
}

#[test]
fn surfaces_are_octahedra() {
    let shape = of_points(&[(Vec3::zeros(), 1.0), (Vec3::repeat(5.0), 0.5)]);
    let (vertices, triangles) = shape.triangles();
    assert_eq!((vertices.len(), triangles.len()), (12, 16));
    let volume = triangles.iter().map(|corners| {
        let [p, q, r] = corners.map(|vertex| vertices[vertex as usize]);
        p.dot(&q.cross(&r)) / 6.0
    });
    assert!((volume.sum::<f64>() - 4.0 / 3.0 * (1.0 + 0.125)).abs() < 1e-12);
}

#[test]
fn bad_points_are_refused() {
    let error =
        |balls: &[Ball]| Points::new(balls.iter().copied(), &Threads::default()).expect_err("bad");
    assert_eq!(error(&[]), ShapeError::Empty);
    let at = |x: f64| Vec3::new(x, 0.0, 0.0);
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(error(&[(at(0.0), 1.0), (at(x), 1.0)]), ShapeError::NotFinite);
        assert_eq!(error(&[(at(0.0), 1.0), (at(0.0), x)]), ShapeError::NotFinite);
    }
    assert_eq!(error(&[(at(f64::MAX), f64::MAX)]), ShapeError::NotFinite);
    // Radii count by magnitude.
    assert!(points(&[(at(0.0), -1.0)]).balls().eq([(at(0.0), 1.0)]));
    let ball = Shape::sphere(1.0).expect("finite");
    let one = of_points(&[(at(0.0), 1.0)]);
    assert_eq!(Shape::sum(&one, &ball).expect_err("no operand"), ShapeError::NotAMesh);
    assert!(points(&[(at(0.0), 1.0)]).count() == 1);
}

#[test]
fn saved_points_answer_the_same_bits() {
    for case in 0..60 {
        let random = &mut Random::case(0x5A7F, case);
        let inner = of_points(&balls(random, 100));
        let whole = if random.once_in(2) {
            let parts = [(inner.clone(), placement(random, 1.0)), (inner, placement(random, 2.0))];
            Shape::compound(&parts).expect("valid")
        } else {
            inner
        };
        check_saved(random, &whole);
    }
}

/// Outliers and clusters at any scale leave the tree balanced; a query looks at few of the points.
#[test]
fn queries_look_at_few_points() {
    let random = &mut Random::case(0xFE3, 0);
    let mut all = Vec::from_iter((0..20_000).map(|_| (random.vector() * 1e-3, 1e-6)));
    all.push((Vec3::repeat(1e12), 1.0));
    let found = points(&all);
    struct Counting {
        from: Vec3,
        least: f64,
        bounds: u32,
        visits: u32,
    }
    impl query::PartsVisitor for Counting {
        fn bound(&mut self, local: &crate::math::Aabb) -> f64 {
            self.bounds += 1;
            local.gap(&crate::math::Aabb { min: self.from, max: self.from })
        }
        fn limit(&self) -> f64 {
            self.least
        }
        fn visit(&mut self, part: &query::Part<'_>) {
            self.visits += 1;
            self.least = self.least.min((part.placement.origin - self.from).norm());
        }
    }
    for _ in 0..100 {
        let from = random.vector() * 1e-3;
        let mut counting = Counting { from, least: f64::INFINITY, bounds: 0, visits: 0 };
        found.walk(&mut counting);
        assert!(counting.bounds < 1000 && counting.visits < 100, "{}", counting.bounds);
    }
}
