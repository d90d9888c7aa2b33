use super::*;
use crate::query::{self, Shape, ShapeError};
use solid_testing::Random;
use solid_testing::meshes::{Mesh, bowl, closed_ball, l_shape, ring};

fn solid(mesh: &Mesh) -> Shape {
    Shape::mesh(&mesh.vertices, &mesh.triangles).and_then(Shape::into_solid).expect("closed")
}

fn cube() -> Mesh {
    let corners =
        (0..8).map(|i| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)));
    let faces = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    Mesh { vertices: corners.collect(), triangles: faces.into() }
}

fn solids(random: &mut Random) -> Vec<Shape> {
    let meshes = [
        cube(),
        l_shape(),
        bowl(0.3, 6, 10),
        ring(1.0, 0.3, 8, 16),
        closed_ball(random, 8, 12, 0.6),
    ];
    meshes.iter().map(solid).collect()
}

fn placement(random: &mut Random, size: f64) -> Placement {
    let mut placement = Placement::translation(random.vector() * size);
    placement.rotate(&random.quaternion());
    placement
}

fn bodies(random: &mut Random) -> Vec<Shape> {
    let points: Vec<Vec3> = (0..12).map(|_| random.vector() * 0.4).collect();
    let convex = [
        Shape::sphere(0.2),
        Shape::cuboid([0.3, 0.5, 0.7]),
        Shape::capsule(0.1, 0.6),
        Shape::cone(0.3, 0.5),
        Shape::polytope(&points),
        Shape::mesh(&points, &[[0, 1, 2], [2, 3, 4]]),
    ];
    convex.into_iter().map(|shape| shape.expect("finite")).collect()
}

/// Asserts that the translation separates, and that no shorter one than the lower bound does; returns the part by which these differ.
fn assert_bounds(
    random: &mut Random,
    [a, b]: [&Shape; 2],
    [p, q]: [Placement; 2],
    effort: Effort,
    round: usize,
) -> Option<f64> {
    let found = query::separation(a, &p, b, &q, effort).expect("they can be");
    assert_eq!(found.is_some(), query::intersects(a, &p, b, &q), "{round}");
    let found = found?;
    let moved = |by: Vec3| Placement { origin: p.origin + by, ..p };
    let separates = |by| !query::intersects(a, &moved(by), b, &q);
    assert!(separates(found.translation), "{round}: {found:?}");
    let length = found.length();
    assert!(0.0 <= found.lower && found.lower <= length, "{round}: {found:?}");
    for _ in 0..60 {
        let by = random.direction() * (found.lower * random.unit().cbrt());
        assert!(!separates(by), "{round}: {by:?} {found:?}");
    }
    let by = found.translation * (found.lower * (1.0 - 1e-9) / length);
    assert!(!separates(by), "{round}: {found:?}");
    // The points meet.
    let [x, y] = [moved(found.translation).apply(&found.local[0]), q.apply(&found.local[1])];
    assert!((x - y).norm() < 1e-6, "{round}: {x:?} {y:?}");
    // In reverse order the bounds hold as well; they need not be the same.
    let back = query::separation(b, &q, a, &p, effort).expect("they can be").expect("they collide");
    let moved_b = Placement { origin: q.origin + back.translation, ..q };
    assert!(!query::intersects(a, &p, b, &moved_b), "{round}");
    assert!(back.lower <= length + 1e-9 && found.lower <= back.length() + 1e-9, "{round}");
    Some(1.0 - found.lower / length)
}

#[test]
fn bounds_hold() {
    let mut random = Random::new(450);
    let solids = solids(&mut random);
    let others = [bodies(&mut random), self::solids(&mut random)].concat();
    let mut gaps = Vec::new();
    for round in 0..400 {
        let (a, b) = (&solids[random.below(solids.len())], &others[random.below(others.len())]);
        let (mut p, mut q) = (placement(&mut random, 0.7), placement(&mut random, 0.7));
        if round % 4 == 0 {
            p.scale(&Vec3::new(1.0, -1.5, 0.7));
            q.scale(&Vec3::repeat(0.7));
        }
        let effort = Effort { steps: 200, ..Effort::default() };
        gaps.extend(assert_bounds(&mut random, [a, b], [p, q], effort, round));
    }
    gaps.sort_by(f64::total_cmp);
    let hits = gaps.len();
    println!("{hits} hits; gaps: median {}, worst {}", gaps[hits / 2], gaps[hits - 1]);
    assert!(hits > 100 && gaps[hits / 2] < 0.1);
}

/// Of compounds of convex bodies, solids and other compounds, and of clouds of points.
#[test]
fn bounds_of_bodies_of_parts_hold() {
    let mut random = Random::new(454);
    let convex = bodies(&mut random)[..5].to_vec();
    let all = [convex, solids(&mut random)].concat();
    let compound = |random: &mut Random, of: &[Shape], count: usize| {
        let mut part = || {
            let mut at = placement(random, 0.5);
            at.scale(&Vec3::new(1.0, 0.8, -1.1));
            (of[random.below(of.len())].clone(), at)
        };
        let parts: Vec<_> = (0..count).map(|_| part()).collect();
        Shape::compound(&parts).expect("parts")
    };
    let simple: Vec<Shape> = (0..6).map(|i| compound(&mut random, &all, 1 + i)).collect();
    let nested: Vec<Shape> = (0..3).map(|_| compound(&mut random, &simple, 3)).collect();
    let points: Vec<Vec3> = (0..60).map(|_| random.vector() * 0.5).collect();
    let cloud = Shape::points(&points, 0.1).expect("points");
    let bodies_of_parts = [simple, nested, vec![cloud]].concat();
    let others = [all, bodies_of_parts.clone()].concat();
    let mut gaps = Vec::new();
    for round in 0..120 {
        let a = &bodies_of_parts[round % bodies_of_parts.len()];
        let b = &others[random.below(others.len())];
        let at = [placement(&mut random, 0.7), placement(&mut random, 0.7)];
        let effort = Effort { steps: 120, ..Effort::default() };
        gaps.extend(assert_bounds(&mut random, [a, b], at, effort, round));
    }
    gaps.sort_by(f64::total_cmp);
    let hits = gaps.len();
    println!("{hits} hits; gaps: median {}, worst {}", gaps[hits / 2], gaps[hits - 1]);
    assert!(hits > 40 && gaps[hits / 2] < 0.3);
}

#[test]
fn known_depths_of_compounds() {
    let at = |x: f64, y: f64, z: f64| Placement::translation([x, y, z]);
    let bar = Shape::cuboid([4.0, 1.0, 1.0]).expect("a box");
    // A cross: out of its middle it is half an arm's length, out of an arm half its thickness.
    let mut upright = at(0.0, 0.0, 0.0);
    upright.rotate(&[0.0, 0.0, 0.5_f64.sqrt(), 0.5_f64.sqrt()]);
    let cross =
        Shape::compound(&[(bar.clone(), Placement::IDENTITY), (bar, upright)]).expect("a cross");
    let (ball, here) = (Shape::sphere(0.1).expect("a ball"), Placement::IDENTITY);
    for (place, depth) in
        [(at(1.5, 0.2, 0.0), 0.4), (at(0.0, 0.0, 0.1), 0.5), (at(0.0, -1.5, 0.3), 0.3)]
    {
        let found = query::separation(&ball, &place, &cross, &here, Effort::default())
            .expect("solids")
            .expect("inside");
        assert!((found.length() - depth).abs() < 1e-9, "{found:?}, not {depth}");
        assert!(found.lower > depth * 0.98, "{found:?}");
    }
    // With a part that has no inside, or no end, there is none.
    let sheet =
        Shape::mesh(&[Vec3::zeros(), Vec3::x(), Vec3::y()], &[[0, 1, 2]]).expect("a triangle");
    let ground = Shape::half_space([0.0, 1.0, 0.0], 0.0).expect("a plane");
    let separation =
        |a: &Shape, p: &Placement| query::separation(a, p, &ball, &here, Effort::default());
    for (other, why) in [(sheet, ShapeError::NotClosed), (ground.clone(), ShapeError::BadHalfSpace)]
    {
        let odd = Shape::compound(&[(ball.clone(), here), (other, here)]).expect("two parts");
        assert!(query::intersects(&odd, &here, &ball, &here));
        assert_eq!(separation(&odd, &here), Err(why));
        assert_eq!(separation(&odd, &at(0.0, 9.0, 0.0)), Err(why));
    }
    assert_eq!(separation(&ball, &at(0.0, 9.0, 0.0)), Ok(None));
    assert_eq!(separation(&ground, &at(0.0, -9.0, 0.0)), Ok(None));
    assert!(separation(&ground, &here).expect("one of them has bounds").is_some());
    let of_both = query::separation(&ground, &here, &ground, &here, Effort::default());
    assert_eq!(of_both, Err(ShapeError::BadHalfSpace));
}

/// Out of a half-space the way is along its normal, for all bodies in all places.
#[test]
fn the_way_out_of_a_half_space_is_along_its_normal() {
    let mut random = Random::new(456);
    let ground = Shape::half_space([1.0, 2.0, -2.0], 0.5).expect("a plane");
    let cross = [(Placement::IDENTITY, [3.0, 1.0, 1.0]), (Placement::IDENTITY, [1.0, 3.0, 1.0])];
    let cross = cross.map(|(at, size)| (Shape::cuboid(size).expect("a box"), at));
    let mut others = bodies(&mut random);
    others.extend(solids(&mut random));
    others.push(Shape::compound(&cross).expect("two boxes"));
    let mut hits = 0;
    for round in 0..400 {
        let (far, other) = (random.decade(0.0, 4.0), &others[random.below(others.len())]);
        let (p, mut q) = (placement(&mut random, far), placement(&mut random, 0.0));
        q.origin = p.origin + random.vector();
        let found = query::separation(other, &p, &ground, &q, Effort::default()).expect("an end");
        let depth = query::penetration(other, &p, &ground, &q);
        assert_eq!(found.is_some(), depth.is_some(), "{round}");
        let (Some(found), Some(depth)) = (found, depth) else { continue };
        hits += 1;
        let error = 1e-9 * (1.0 + far);
        assert!((found.translation - depth.normal * depth.depth).norm() < error, "{round}");
        assert!(found.length() - found.lower < error, "{round}: {found:?}");
        let away = Placement { origin: p.origin + found.translation, ..p };
        assert!(!query::intersects(other, &away, &ground, &q), "{round}: {found:?}");
        let back = query::separation(&ground, &q, other, &p, Effort::default()).expect("an end");
        assert_eq!(back.map(|back| -back.translation), Some(found.translation), "{round}");
    }
    assert!(hits > 150, "{hits}");
}

/// After a small motion a translation that has separated is tried first: that takes fewer steps, and the answer is no worse.
#[test]
fn the_last_translation_is_a_start() {
    let mut random = Random::new(455);
    let shapes = solids(&mut random);
    let (mut cold_steps, mut warm_steps, mut worse, mut rounds) = (0, 0, 0, 0);
    let (mut warm_sum, mut cold_sum) = (0.0, 0.0);
    while rounds < 60 {
        let (a, b) = (&shapes[random.below(5)], &shapes[random.below(5)]);
        let (p, q) = (placement(&mut random, 0.6), placement(&mut random, 0.6));
        let effort = Effort { gap: 0.5, steps: 4000, deadline: None };
        let mut pair = query::WarmStart::default();
        let Some(first) = pair.separation(a, &p, b, &q, effort).expect("solids") else { continue };
        let mut moved = p;
        moved.translate(&(random.direction() * (0.02 * first.length())));
        moved.rotate(&[0.002, 0.001, -0.001, 1.0]);
        let again = pair.separation(a, &moved, b, &q, effort).expect("solids");
        let run = |before: Option<Vec3>| {
            let bodies = Body::new(a.view(), &moved).zip(Body::new(b.view(), &q));
            let pair = bodies.and_then(|(a, b)| BodyPair::new(a, b)).expect("in range");
            let (placements, mut work) = (pair.placements_from_a(), Workspace::default());
            let near = BodyPair { placements: placements.each_ref(), ..pair };
            let before = before.map(|by| pair.directed(by));
            let mut search =
                Search { before, ..Search::new(&near, pair.bodies(), effort, &mut work) };
            let found = search.run();
            let steps = search.steps;
            (found.map(|found| if pair.swapped { found.mirrored() } else { found }), steps)
        };
        let (warm, steps) = run(Some(first.translation));
        assert_eq!(warm, again);
        let Some(warm) = warm else { continue };
        warm_steps += steps;
        let (cold, steps) = run(None);
        cold_steps += steps;
        rounds += 1;
        let cold = cold.expect("they collide");
        worse += usize::from(warm.length() > cold.length() * 1.001);
        (warm_sum, cold_sum) = (warm_sum + warm.length(), cold_sum + cold.length());
        assert!(warm.lower <= cold.length() + 1e-9 && cold.lower <= warm.length() + 1e-9);
        let after = Placement { origin: moved.origin + warm.translation, ..moved };
        assert!(!query::intersects(a, &after, b, &q));
    }
    // Two searches may end in different places, each within the gap.
    assert!(worse <= 3 && warm_sum <= cold_sum, "{worse} of {rounds}, {warm_sum} {cold_sum}");
    assert!(4 * warm_steps < 3 * cold_steps, "{warm_steps} and {cold_steps} steps");
}

/// Of convex solids, depths are those of their hulls.
#[test]
fn convex_solids_have_the_depths_of_their_hulls() {
    let mut random = Random::new(451);
    let ball = closed_ball(&mut random, 8, 12, 0.0);
    let pairs =
        [cube(), ball].map(|mesh| (solid(&mesh), Shape::polytope(&mesh.vertices).expect("a hull")));
    let others = bodies(&mut random);
    let mut hits = 0;
    for round in 0..300 {
        let (mesh, hull) = &pairs[round % 2];
        let (p, q) = (placement(&mut random, 0.6), placement(&mut random, 0.6));
        // Of a cone the depth has its tolerance.
        let (b, b_hull, slack) = match random.below(3) {
            0 => (&pairs[1 - round % 2].0, &pairs[1 - round % 2].1, 1e-9),
            _ => {
                let which = random.below(5);
                (&others[which], &others[which], if which == 3 { 1e-6 } else { 1e-9 })
            }
        };
        let expected = query::penetration(hull, &p, b_hull, &q);
        let found = query::separation(mesh, &p, b, &q, Effort::default()).expect("they can be");
        assert_eq!(found.is_some(), expected.is_some(), "{round}");
        let (Some(found), Some(expected)) = (found, expected) else { continue };
        hits += 1;
        assert!((found.length() - expected.depth).abs() < slack, "{round}: {found:?} {expected:?}");
        assert!(found.length() - found.lower < 1e-6 * found.length() + 1e-9, "{round}");
    }
    assert!(hits > 80, "{hits}");
}

/// What is known in closed form.
#[test]
fn known_depths() {
    let here = Placement::IDENTITY;
    let ball = Shape::sphere(0.1).expect("a ball");
    let effort = Effort { gap: 1e-2, steps: 2000, deadline: None };
    let depth = |a: &Shape, p: &Placement, b: &Shape, q: &Placement| {
        let found =
            query::separation(a, p, b, q, effort).expect("they can be").expect("they collide");
        assert!(found.lower >= found.length() * (1.0 - 1e-2) - 1e-9, "{found:?}");
        found.length()
    };
    let l = solid(&l_shape());
    let at = Placement::translation;
    // Below the notch and in the corner.
    assert!((depth(&ball, &at([1.5, 0.8, 0.5]), &l, &here) - 0.3).abs() < 1e-9);
    assert!((depth(&ball, &at([0.5, 0.5, 0.5]), &l, &here) - 0.6).abs() < 1e-9);
    // A box that sits in the notch, sunk into both of its sides.
    let block = Shape::cuboid([1.0; 3]).expect("a box");
    let sunk = depth(&block, &at([1.47, 1.46, 0.5]), &l, &here);
    assert!((sunk - 0.05).abs() < 1e-9, "{sunk}");
    // Interlocked rings whose tubes overlap: the way is to the middle of the hole, not out of the other ring.
    let torus = solid(&ring(1.0, 0.2, 12, 24));
    let mut turned = at([0.3, 0.0, 0.0]);
    turned.rotate(&[1.0, 0.0, 0.0, 1.0]);
    let linked = depth(&torus, &here, &torus, &turned);
    assert!((0.05..0.12).contains(&linked), "{linked}");
}

/// All that `bounds_hold` asserts of the pairs of large and of small meshes: `cargo test --release -p solid-geometry --lib many_poses --
/// --ignored --nocapture`. SOLID_POSES is how many, SOLID_SEED which.
#[test]
#[ignore = "takes an hour"]
fn many_poses() {
    let seed = std::env::var("SOLID_SEED").map_or(453, |x| x.parse().expect("a number"));
    let mut random = Random::new(seed);
    let meshes = [
        cube(),
        l_shape(),
        bowl(0.3, 40, 120),
        ring(1.0, 0.3, 100, 100),
        ring(1.0, 0.2, 8, 16),
        closed_ball(&mut random, 50, 50, 0.3),
        closed_ball(&mut random, 8, 12, 0.6),
    ];
    let shapes = meshes.each_ref().map(solid);
    let poses = std::env::var("SOLID_POSES").map_or(100_000, |x| x.parse().expect("a number"));
    let mut gaps = Vec::new();
    while gaps.len() < poses {
        let (a, b) = (&shapes[random.below(7)], &shapes[random.below(7)]);
        let (p, q) = (placement(&mut random, 0.7), placement(&mut random, 0.7));
        let found = query::separation(a, &p, b, &q, Effort { steps: 60, ..Effort::default() })
            .expect("solids");
        assert_eq!(found.is_some(), query::intersects(a, &p, b, &q));
        let Some(found) = found else { continue };
        let moved = |by: Vec3| Placement { origin: p.origin + by, ..p };
        let separates = |by| !query::intersects(a, &moved(by), b, &q);
        assert!(separates(found.translation), "{}: {found:?}", gaps.len());
        assert!(found.lower <= found.length());
        for _ in 0..8 {
            let by = random.direction() * (found.lower * random.unit().cbrt());
            assert!(!separates(by), "{}: {by:?} {found:?}", gaps.len());
        }
        gaps.push(1.0 - found.lower / found.length());
    }
    gaps.sort_by(f64::total_cmp);
    println!("{poses} poses: median gap {}", gaps[poses / 2]);
}

/// The sides of a cube, divided into squares.
fn divided_cube(half: f64, squares: usize) -> Shape {
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    let at = |i: usize| half * (2.0 * i as f64 / squares as f64 - 1.0);
    for (axis, side) in (0..3).flat_map(|axis| [(axis, -half), (axis, half)]) {
        for (i, j) in (0..squares).flat_map(|i| (0..squares).map(move |j| (i, j))) {
            let first = vertices.len() as u32;
            for (i, j) in [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)] {
                let mut vertex = Vec3::zeros();
                vertex[axis] = side;
                vertex[(axis + 1) % 3] = at(i).copysign(at(i) * side);
                vertex[(axis + 2) % 3] = at(j);
                vertices.push(vertex);
            }
            faces.push([first, first + 1, first + 2, first + 3]);
        }
    }
    Shape::mesh(&vertices, &faces).expect("finite")
}

/// Cubes that touch have no depth, and part with next to no translation, wherever they are: far from the origin of the world short
/// translations are rounded.
#[test]
fn cubes_that_touch_far_away_have_no_depth() {
    let (hull, solid) = (divided_cube(1.0, 4), divided_cube(0.75, 2));
    let solid = solid.into_solid().expect("closed");
    let turned = crate::math::Mat3::new(0.0, 0.0, 1.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0);
    for far in [0.0, 1e3, 1e5, 3e5, 1e6, 2e6, 1e7] {
        for (x, z) in [(0.0, 0.25), (0.0, 0.0), (0.25, -0.5), (0.5, 1.0)] {
            let here = Placement::translation([far, -far, 0.5 * far]);
            let there = Placement { basis: turned, origin: here.origin + Vec3::new(x, 1.75, z) };
            let bodies = [Body::new(hull.view(), &here), Body::new(solid.view(), &there)];
            let [first, second] = bodies.map(|body| body.expect("finite"));
            for pair in [[first, second], [second, first]] {
                let pair = BodyPair::new(pair[0], pair[1]).expect("in range");
                let found = pair.penetration(1e-6, &mut Workspace::default()).expect("they touch");
                let depth = found.deepest.depth;
                assert!((0.0..=1e-14 * (far + 1e3)).contains(&depth), "{far} {x} {z} {depth}");
            }
        }
    }
}
