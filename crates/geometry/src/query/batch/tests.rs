use std::time::Instant;

use super::*;
use crate::math::{Placement, Vec3};
use crate::query::tests::{placement, shape};
use crate::query::{self, CastHit, ClosestPair, Contact, Shape};
use crate::threads::Threads;
use solid_testing::{Random, limit};

pub(super) const ROWS: usize = 300;

/// A batch of one thread and of three.
pub(super) fn batches() -> [Batch; 2] {
    [1, 3].map(|count| Batch::new(&Threads::new(count).expect("threads")))
}

/// Shapes, which of them each row has, and the placements; some are not finite.
pub(super) fn column(random: &mut Random) -> (Vec<Shape>, Vec<u32>, Vec<Placement>) {
    let shapes: Vec<_> = (0..5).map(|_| shape(random)).collect();
    let which = (0..ROWS).map(|_| random.below(shapes.len()) as u32).collect();
    let poses = (0..ROWS).map(|row| match row % 100 {
        41 => Placement::translation([f64::NAN, 0.0, 0.0]),
        _ => placement(random),
    });
    (shapes, which, poses.collect())
}

#[test]
fn answers_are_those_of_single_queries() {
    let mut random = Random::new(5);
    let (shapes_a, which_a, poses_a) = column(&mut random);
    let (shapes_b, which_b, _) = column(&mut random);
    let there = Placement::translation([0.3, 0.0, 0.1]);
    let a = Bodies { shapes: &shapes_a, which: Some(&which_a), poses: poses_a[..].into() };
    let b = Bodies { shapes: &shapes_b, which: Some(&which_b), poses: (&there).into() };
    let pairs = Pairs { a, b };
    let motions: Vec<Vec3> = (0..ROWS).map(|_| random.vector()).collect();
    let rest = [Vec3::zeros()];
    for batch in batches() {
        let none = ClosestPair { points: [Vec3::zeros(); 2], distance: -1.0 };
        let (mut hits, mut distances) = (vec![false; ROWS], vec![-1.0; ROWS]);
        let (mut closest, mut depths) = (vec![none; ROWS], vec![None; ROWS]);
        let (mut casts, mut counts) = (vec![None; ROWS], vec![0; ROWS]);
        let (mut contacts, mut within) = (vec![Contact::default(); 4 * ROWS], vec![false; ROWS]);
        let refused =
            Report { rows: ROWS, refused: 3, first_refused: Some((41, RowError::NotFinite)) };
        assert_eq!(batch.intersects(&pairs, &mut hits), refused);
        assert_eq!(batch.distances(&pairs, &mut distances), refused);
        assert_eq!(batch.closest_points(&pairs, &mut closest), refused);
        assert_eq!(batch.penetrations(&pairs, &mut depths), refused);
        assert_eq!(batch.contacts(&pairs, &mut counts, &mut contacts), refused);
        assert_eq!(batch.are_within(&pairs, 0.1, &mut within), refused);
        let moving = [motions[..].into(), rest[..].into()];
        assert_eq!(batch.casts(&pairs, moving, &mut casts), refused);
        for row in 0..ROWS {
            let (a, p) = (&shapes_a[which_a[row] as usize], &poses_a[row]);
            let b = &shapes_b[which_b[row] as usize];
            assert_eq!(hits[row], query::intersects(a, p, b, &there));
            assert_eq!(depths[row], query::penetration(a, p, b, &there));
            assert_eq!(within[row], query::is_within(a, p, b, &there, 0.1));
            assert_eq!(casts[row], query::cast(a, p, motions[row], b, &there, rest[0]));
            let expected = query::closest_points(a, p, b, &there);
            assert_eq!(closest[row], expected.unwrap_or(none));
            assert_eq!(distances[row], closest[row].distance);
            let expected = query::contacts(a, p, b, &there);
            assert_eq!(counts[row], expected.len());
            let kept = expected.len().min(4);
            assert_eq!(contacts[4 * row..4 * row + kept], expected[..kept]);
        }
        assert!(hits.iter().filter(|hit| **hit).count() > ROWS / 10);
        let (first, report) = batch.first_intersecting(&pairs);
        assert_eq!(first, hits.iter().position(|hit| *hit));
        assert_eq!(report.rows, first.map_or(ROWS, |row| row + 1));
    }
}

/// The axes of boxes come before the check of the numbers.
#[test]
fn boxes_at_numbers_that_are_not_finite_are_refused() {
    let mut random = Random::new(21);
    let (block, here) = (Shape::cuboid([1.0, 2.0, 3.0]).expect("finite"), Placement::IDENTITY);
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    for (place, number) in (0..12).flat_map(|place| bad.map(|number| (place, number))) {
        for reach in [0.1, 3.0, 10.0] {
            let mut poses = vec![placement(&mut random); 3];
            poses.iter_mut().for_each(|pose| pose.origin = random.vector() * reach);
            match place {
                0..9 => poses[1].basis[place] = number,
                _ => poses[1].origin[place - 9] = number,
            }
            let (moving, resting) = (Bodies::of(&block, &poses[..]), Bodies::of(&block, &here));
            for pairs in [Pairs { a: moving, b: resting }, Pairs { a: resting, b: moving }] {
                let report = Batch::default().intersects(&pairs, &mut [false; 3]);
                let refused = (report.refused, report.first_refused);
                assert_eq!(refused, (1, Some((1, RowError::NotFinite))), "{place} {number}");
            }
        }
    }
}

#[test]
fn rows_that_name_no_shape_are_refused() {
    let (ball, here) = (Shape::sphere(1.0).expect("finite"), Placement::IDENTITY);
    let shapes = [ball.clone()];
    let which = [0, 1, 0];
    let a = Bodies { shapes: &shapes, which: Some(&which), poses: (&here).into() };
    let mut hits = [false; 3];
    let report = Batch::default().intersects(&Pairs { a, b: Bodies::of(&ball, &here) }, &mut hits);
    assert_eq!(hits, [true, false, true]);
    assert_eq!(report.first_refused, Some((1, RowError::NoSuchShape)));
}

#[test]
fn after_the_deadline_no_row_is_begun() {
    for batch in batches() {
        let mut rows = [0; 100];
        let over = batch.clone().with_deadline(Instant::now());
        assert_eq!(over.answer(&mut rows, |_, _| Ok(1)), Report::default());
        assert_eq!(rows, [0; 100]);
        assert_eq!(over.first(100, |_, _| Ok(true)), (None, Report::default()));
        // In the middle: what the report counts has its answer.
        let soon = Instant::now() + std::time::Duration::from_micros(200);
        let report = batch.with_deadline(soon).answer(&mut rows, |_, _| {
            std::thread::sleep(std::time::Duration::from_micros(50));
            Ok(1)
        });
        assert!(report.rows < 100 && rows[..report.rows].iter().all(|row| *row == 1));
    }
}

#[test]
fn arrays_are_read_by_their_strides() {
    let mut random = Random::new(8);
    let placements: Vec<Placement> = (0..7).map(|_| placement(&mut random)).collect();
    // Matrices from the last to the first, with a gap between two, in single precision.
    let mut numbers = vec![f32::NAN; 7 * 20];
    for (row, pose) in placements.iter().enumerate() {
        let start = (6 - row) * 20;
        for (place, column) in pose.basis.column_iter().chain([pose.origin.column(0)]).enumerate() {
            for (down, x) in column.iter().enumerate() {
                numbers[start + 4 * place + down] = *x as f32;
            }
        }
    }
    let rows = Rows { numbers: Numbers::F32(&numbers), start: 120, count: 7, stride: -20 };
    let poses = Poses::matrices(rows, 1, 4).expect("in bounds");
    for (row, pose) in placements.iter().enumerate() {
        let rounded = |x: f64| f64::from(x as f32);
        let expected =
            Placement { basis: pose.basis.map(rounded), origin: pose.origin.map(rounded) };
        assert_eq!(poses.get(row), expected);
    }
    let beyond = Rows { stride: -21, ..rows };
    assert_eq!(Poses::matrices(beyond, 1, 4).unwrap_err(), OutOfBounds);
    let huge = Rows { stride: isize::MIN, ..rows };
    assert_eq!(Poses::matrices(huge, 1, 4).unwrap_err(), OutOfBounds);
    assert_eq!(Poses::matrices(rows, isize::MAX, 1).unwrap_err(), OutOfBounds);
    assert_eq!(Poses::matrices(Rows { count: usize::MAX, ..rows }, 4, 1).unwrap_err(), OutOfBounds);
    assert!(Poses::matrices(Rows { count: 0, stride: 99, ..rows }, 4, 1).is_ok());

    let quaternion = [1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0];
    let rows = Rows { numbers: Numbers::F64(&quaternion), start: 0, count: 2, stride: 7 };
    let mut expected = Placement::translation([1.0, 2.0, 3.0]);
    expected.rotate(&[0.0, 0.0, 1.0, 1.0]);
    let poses = Poses::position_and_quaternion(rows, 1, true).expect("in bounds");
    assert_eq!(poses.get(0), expected);
    assert!(!poses.get(1).is_finite(), "a quaternion of zero");
}

#[test]
fn obstacles_are_those_of_brute_force() {
    let mut random = Random::new(9);
    let mut bodies: Vec<(Shape, Placement)> =
        (0..60).map(|_| (shape(&mut random), placement(&mut random))).collect();
    bodies.iter_mut().for_each(|(_, pose)| pose.origin *= 6.0);
    let obstacles = Obstacles::new(bodies.clone()).expect("finite");
    obstacles.validate();
    let (shapes, which, mut poses) = column(&mut random);
    poses.iter_mut().for_each(|pose| pose.origin *= 6.0);
    let column = Bodies { shapes: &shapes, which: Some(&which), poses: poses[..].into() };
    let ends: Vec<[Vec3; 2]> = (0..ROWS).map(|_| [(); 2].map(|()| random.vector() * 8.0)).collect();
    let [from, to] = [0, 1].map(|end| ends.iter().map(|ray| ray[end]).collect::<Vec<_>>());
    for batch in batches() {
        let (mut first, mut nearest) = (vec![None; ROWS], vec![None; ROWS]);
        let (mut deepest, mut hits) = (vec![None; ROWS], vec![None; ROWS]);
        assert_eq!(batch.first_obstacles(&column, &obstacles, &mut first).refused, 3);
        batch.nearest_obstacles(&column, &obstacles, &mut nearest);
        batch.deepest_obstacles(&column, &obstacles, &mut deepest);
        let none = ObstacleHit { obstacle: u32::MAX, found: Contact::default() };
        let (mut counts, mut contacts) = (vec![0; ROWS], vec![none; 6 * ROWS]);
        batch.contacts_at_obstacles(&column, &obstacles, &mut counts, &mut contacts);
        let rays = Rays { from: from[..].into(), to: to[..].into() };
        batch.rays_at_obstacles(&rays, &obstacles, &mut hits);
        let (mut touched, mut struck) = (0, 0);
        for row in (0..ROWS).filter(|row| row % 100 != 41) {
            let (shape, pose) = (&shapes[which[row] as usize], &poses[row]);
            let numbered = || bodies.iter().zip(0..);
            let expected = numbered().find(|((b, q), _)| query::intersects(shape, pose, b, q));
            assert_eq!(first[row], expected.map(|(_, number)| number));
            touched += usize::from(first[row].is_some());

            let all = numbered().filter_map(|((b, q), obstacle)| {
                let found = query::closest_points(shape, pose, b, q)?;
                Some(ObstacleHit { obstacle, found })
            });
            let expected = all.min_by(|a, b| a.found.distance.total_cmp(&b.found.distance));
            assert_eq!(nearest[row], expected);

            let all = numbered().filter_map(|((b, q), obstacle)| {
                let found = query::penetration(shape, pose, b, q)?;
                Some(ObstacleHit { obstacle, found })
            });
            let depth = |hit: &ObstacleHit<Contact>| hit.found.depth;
            let expected = all.reduce(|a, b| if depth(&b) > depth(&a) { b } else { a });
            assert_eq!(deepest[row], expected);

            let all = numbered().flat_map(|((b, q), obstacle)| {
                let contacts = query::contacts(shape, pose, b, q);
                contacts.into_iter().map(move |found| ObstacleHit { obstacle, found })
            });
            let expected: Vec<_> = all.collect();
            assert_eq!(counts[row], expected.len());
            let kept = expected.into_iter().chain(std::iter::repeat(none)).take(6);
            assert!(contacts[6 * row..6 * (row + 1)].iter().copied().eq(kept), "row {row}");

            let all = numbered().filter_map(|((b, q), obstacle)| {
                let found = query::ray(b, q, from[row], to[row])?;
                Some(ObstacleHit { obstacle, found })
            });
            let time = |hit: &ObstacleHit<CastHit>| hit.found.time;
            let expected = all.min_by(|a, b| time(a).total_cmp(&time(b)));
            assert_eq!(hits[row], expected);
            struck += usize::from(hits[row].is_some());
        }
        assert!(touched > 20 && touched < 280 && struck > 20, "{touched} {struck}");
    }
}

/// Where squares of distances overflow, the spheres' distance is no bound.
#[test]
fn the_nearest_obstacle_is_found_however_far_all_are() {
    let ball = Shape::sphere(1.0).expect("finite");
    let bodies =
        [3e200, 1e200, 2e200].map(|x| (ball.clone(), Placement::translation([x, 0.0, 0.0])));
    let (obstacles, here) = (Obstacles::new(bodies).expect("finite"), [Placement::IDENTITY]);
    let column = Bodies { shapes: &[ball], which: None, poses: here[..].into() };
    let mut nearest = [None];
    Batch::default().nearest_obstacles(&column, &obstacles, &mut nearest);
    assert_eq!(nearest[0].expect("it is finite").obstacle, 1);
}

#[test]
fn chains_are_those_of_brute_force() {
    let mut random = Random::new(10);
    let links: Vec<Shape> = (0..6).map(|_| shape(&mut random)).collect();
    let is_tested = |a: usize, b: usize| !(a + b).is_multiple_of(3);
    let mut far: Vec<(Shape, Placement)> =
        (0..10).map(|_| (shape(&mut random), placement(&mut random))).collect();
    far.iter_mut().for_each(|(_, pose)| pose.origin *= 8.0);
    let obstacles = Obstacles::new(far.clone()).expect("finite");
    obstacles.validate();
    let is_against = |link: usize, obstacle: usize| link != obstacle;
    let columns: Vec<Vec<Placement>> = (0..6)
        .map(|_| (0..ROWS).map(|_| placement(&mut random)).collect::<Vec<_>>())
        .map(|mut poses| {
            poses.iter_mut().for_each(|pose| pose.origin *= 4.0);
            poses
        })
        .collect();
    let poses: Vec<Poses<'_>> = columns.iter().map(|of| of[..].into()).collect();
    for (batch, among) in batches().into_iter().zip([Some(&obstacles), None]) {
        let (mut first, mut nearest) = (vec![None; ROWS], vec![None; ROWS]);
        let chain = Chain::new(&links, is_tested);
        let chain = match among {
            Some(obstacles) => chain.with_obstacles(obstacles.len(), is_against),
            None => chain,
        };
        batch.first_touching_links(&chain, &poses, among, &mut first);
        batch.nearest_links(&chain, &poses, among, &mut nearest);
        let mut touched = 0;
        for row in 0..ROWS {
            let mut all = Vec::new();
            for a in 0..6 {
                let own = (a + 1..6).filter(|b| is_tested(a, *b));
                let own = own.map(|b| (b, &links[b], &columns[b][row]));
                let others = far.iter().enumerate().filter(|_| among.is_some());
                let others = others.filter(|(obstacle, _)| is_against(a, *obstacle));
                let others = others.map(|(obstacle, (shape, pose))| (6 + obstacle, shape, pose));
                for (b, shape, pose) in own.chain(others) {
                    let closest = query::closest_points(&links[a], &columns[a][row], shape, pose);
                    let pair = [a as u32, b as u32];
                    all.push(LinkHit { pair, found: closest.expect("finite") });
                }
            }
            let touching = all.iter().find(|found| found.found.distance == 0.0);
            assert_eq!(first[row], touching.map(|found| found.pair));
            let key = |found: &LinkHit<ClosestPair>| found.found.distance;
            let expected = all.iter().min_by(|a, b| key(a).total_cmp(&key(b)));
            assert_eq!(nearest[row].as_ref(), expected);
            touched += usize::from(first[row].is_some());
        }
        assert!(touched > limit(30, 15) && touched < 270, "{touched}");
    }
}

#[test]
fn boxes_are_those_of_single_queries_touching_ones_too() {
    let mut random = Random::new(12);
    let (block, slab) = (Shape::cuboid([1.0, 2.0, 3.0]), Shape::cuboid([2.0, 2.0, 0.0]));
    let (block, slab) = (block.expect("finite"), slab.expect("finite"));
    // Touching ones, at right angles, mirrors and shears among others.
    let poses: Vec<Placement> = (0..2000)
        .map(|row| {
            let mut pose = placement(&mut random);
            match row % 5 {
                0 => pose = Placement::translation([1.5, 0.0, 0.0]),
                1 => pose.basis = Placement::IDENTITY.basis,
                2 => pose.scale(&Vec3::new(-1.0, 0.5, 2.0)),
                _ => pose.origin *= 4.0,
            }
            pose
        })
        .collect();
    let pairs =
        Pairs { a: Bodies::of(&block, &poses[..]), b: Bodies::of(&slab, &Placement::IDENTITY) };
    let mut hits = vec![false; poses.len()];
    Batch::default().intersects(&pairs, &mut hits);
    let single = |pose| query::intersects(&block, pose, &slab, &Placement::IDENTITY);
    assert!(poses.iter().map(single).eq(hits.iter().copied()));
    assert!(hits[0] && hits.iter().any(|hit| !hit));
}

#[test]
fn signed_distances_are_those_of_single_queries() {
    let mut random = Random::new(51);
    let ball = solid_testing::meshes::closed_ball(&mut random, 8, 12, 0.3);
    let surface = Shape::mesh(&ball.vertices, &ball.triangles).expect("a mesh");
    let mut points: Vec<Vec3> = (0..ROWS).map(|_| random.vector() * 2.0).collect();
    points[41].y = f64::NAN;
    let at = placement(&mut random);
    let convex = Shape::capsule(0.3, 1.0).expect("a capsule");
    for shape in [surface.clone().into_solid().expect("closed"), convex] {
        for batch in batches() {
            let mut found = vec![None; ROWS];
            let report = batch.signed_distances(&shape, &at, points[..].into(), &mut found);
            let refused = Some((41, RowError::NotFinite));
            assert_eq!(report, Ok(Report { rows: ROWS, refused: 1, first_refused: refused }));
            for (point, found) in points.iter().zip(found) {
                assert_eq!(Ok(found), query::signed_distance(&shape, &at, *point));
            }
        }
    }
    let nowhere = Placement::translation([f64::NAN; 3]);
    let mut found = vec![None; ROWS];
    let [batch, _] = batches();
    let open = batch.signed_distances(&surface, &at, points[..].into(), &mut found);
    assert_eq!(open, Err(query::ShapeError::NotClosed));
    let solid = surface.into_solid().expect("closed");
    let report = batch.signed_distances(&solid, &nowhere, points[..].into(), &mut found);
    assert_eq!(report.map(|report| report.refused), Ok(ROWS));
}
