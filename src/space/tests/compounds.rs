//! Compounds in a world, against objects of their own for the parts.

use crate::space::{ContactQuery, MotionKind, Object, Placement, Selector, Shape, Space, Vec3};
use solid_testing::Random;

fn place(random: &mut Random, size: f64) -> Placement {
    let mut placement = Placement::translation(random.vector() * size);
    placement.rotate(&random.quaternion());
    if random.once_in(4) {
        placement.scale(&random.vector_between(0.5, 2.0));
    }
    placement
}

fn part(random: &mut Random) -> Shape {
    match random.below(4) {
        0 => Shape::sphere(random.between(0.1, 0.6)),
        1 => Shape::cuboid(random.vector_between(0.2, 1.0)),
        2 => Shape::cone(0.5, 0.8),
        _ => Shape::mesh(&[(); 4].map(|()| random.vector()), &[[0, 1, 2], [1, 2, 3]]),
    }
    .expect("valid dimensions")
}

/// A world with compounds, and one in which each part is an object; of each compound the objects of its parts.
struct Worlds {
    whole: Space,
    parts: Space,
    objects: Vec<(Object, Vec<(Object, Placement)>)>,
}

impl Worlds {
    fn new(random: &mut Random) -> Worlds {
        let (mut whole, mut parts, mut objects) = (Space::new(), Space::new(), Vec::new());
        for _ in 0..8 {
            let count = 1 + random.below(4);
            let of: Vec<_> = (0..count).map(|_| (part(random), place(random, 1.0))).collect();
            let compound = Shape::compound(&of).expect("valid parts");
            let object = whole.create_object(compound).expect("a finite shape");
            let own = of
                .into_iter()
                .map(|(shape, at)| (parts.create_object(shape).expect("a finite shape"), at));
            objects.push((object, own.collect()));
        }
        let mut worlds = Worlds { whole, parts, objects };
        for i in 0..8 {
            let at = place(random, 2.5);
            worlds.place(i, at);
        }
        worlds
    }

    fn place(&mut self, i: usize, at: Placement) {
        let (object, parts) = &self.objects[i];
        self.whole.place(*object, at).expect("finite");
        for (part, within) in parts {
            self.parts.place(*part, at.compose(within)).expect("finite");
        }
    }

    /// Something of all pairs of parts of two compounds.
    fn of_parts(&mut self, i: usize, j: usize, mut ask: impl FnMut(&mut Space, Object, Object)) {
        for (a, _) in &self.objects[i].1 {
            for (b, _) in &self.objects[j].1 {
                ask(&mut self.parts, *a, *b);
            }
        }
    }
}

#[test]
fn a_world_answers_as_one_of_the_parts_does() {
    let mut hits = 0;
    for case in 0..30 {
        let random = &mut Random::case(0xC0A4, case);
        let mut worlds = Worlds::new(random);
        worlds.whole.set_response(Selector::All, ContactQuery::ClosestBefore, |_, _| {});
        for frame in 0..4 {
            let collide: Vec<_> =
                worlds.whole.collisions().map(|found| [found.first, found.second]).collect();
            for (i, j) in (0..8).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let (a, b) = (worlds.objects[i].0, worlds.objects[j].0);
                let (mut least, mut deepest) = (f64::INFINITY, None::<f64>);
                worlds.of_parts(i, j, |space, p, q| {
                    least = least.min(space.closest_pair(p, q).expect("finite").distance);
                    if let Some(found) = space.pen_depth(p, q).expect("finite") {
                        deepest = Some(deepest.unwrap_or(0.0).max(found.depth));
                    }
                });
                hits += u32::from(least == 0.0);
                let is_near = |x: f64, y: f64| (x - y).abs() <= 1e-5 * (1.0 + y);
                let found = worlds.whole.closest_pair(a, b).expect("finite").distance;
                assert!(is_near(found, least) && (found == 0.0) == (least == 0.0), "{case}");
                let reported = collide.iter().any(|pair| *pair == [a, b] || *pair == [b, a]);
                assert_eq!(reported, least == 0.0, "{case} {frame} {i} {j}");
                let depth = worlds.whole.pen_depth(a, b).expect("finite").map(|found| found.depth);
                assert_eq!(depth.is_some(), deepest.is_some(), "{case}");
                assert!(depth.zip(deepest).is_none_or(|(x, y)| is_near(x, y)), "{case}");
            }
            worlds.whole.proceed();
            for i in 0..8 {
                let at = place(random, 2.0);
                worlds.place(i, at);
            }
        }
    }
    assert!(hits > 200, "{hits}");
}

#[test]
fn the_first_contact_on_the_way_is_that_of_a_part() {
    // A beam with a ball at its end turns about its middle, and the ball meets a post.
    let mut space = Space::new();
    let at = |x: f64| Placement::translation([x, 0.0, 0.0]);
    let (beam, ball) = (Shape::cuboid([6.0, 0.1, 0.1]).unwrap(), Shape::sphere(0.5).unwrap());
    let beam = Shape::compound(&[(beam, at(0.0)), (ball, at(3.0))]).unwrap();
    let beam = space.create_object(beam).unwrap();
    let post = space.create_object(Shape::sphere(0.5).unwrap()).unwrap();
    space.place(post, Placement::translation([0.0, 4.0, 0.0])).unwrap();
    space.set_motion(MotionKind::Turning);
    space.set_response(Selector::All, ContactQuery::Hit, |_, _| {});
    space.proceed();
    let mut upright = Placement::IDENTITY;
    upright.rotate(&[0.0, 0.0, 1.0, 1.0]);
    space.place(beam, upright).unwrap();
    assert_eq!(space.test_motion(), 1);
    // The centre of the ball is on a circle of radius 3, and 1 from (0, 4) at its end alone.
    let found = space.pen_depth(beam, post).unwrap().expect("they touch");
    assert!(found.depth < 1e-6 && (found.points[0] - Vec3::new(0.0, 3.5, 0.0)).norm() < 1e-3);
}
