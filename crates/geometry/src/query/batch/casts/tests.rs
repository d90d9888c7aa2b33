use super::*;
use crate::query::batch::tests::{ROWS, batches, column};
use crate::query::tests::{placement, shape};
use crate::query::{self, Body, BodyPair, DEFAULT_TOLERANCE};
use solid_testing::Random;

/// The single query, to the tolerance that batches have.
fn single(a: &Shape, of_a: &Motion, b: &Shape, of_b: &Motion) -> Option<CastHit> {
    let (p, q) = (Body::new(a.view(), of_a.start())?, Body::new(b.view(), of_b.start())?);
    let gap = BodyPair::new(p, q)?.small_distance(DEFAULT_TOLERANCE);
    query::cast_motion(a, of_a, b, of_b, gap).expect("decided")
}

fn between(start: &Placement, end: &Placement, adjust: Adjust<'_>) -> Motion {
    adjust(Motion::between(start, end).expect("finite"))
}

#[test]
fn turning_casts_are_those_of_single_queries() {
    let mut random = Random::new(31);
    let (shapes, which, mut poses) = column(&mut random);
    poses.iter_mut().for_each(|pose| pose.origin *= 3.0);
    let mut ends: Vec<Placement> = (0..ROWS).map(|_| placement(&mut random)).collect();
    ends[7].basis.m22 = f64::NAN;
    let (other, from, to) = (shape(&mut random), placement(&mut random), placement(&mut random));
    let a = Bodies { shapes: &shapes, which: Some(&which), poses: poses[..].into() };
    let pairs = Pairs { a, b: Bodies::of(&other, &from) };
    for (batch, adjust) in batches().into_iter().zip([&|m| m, &Motion::screw as Adjust<'_>]) {
        let mut hits = vec![None; ROWS];
        let report =
            batch.casts_turning(&pairs, [ends[..].into(), (&to).into()], adjust, &mut hits);
        assert_eq!((report.refused, report.first_refused), (4, Some((7, RowError::NotFinite))));
        let mut struck = 0;
        for row in (0..ROWS).filter(|row| *row != 7 && row % 100 != 41) {
            let (shape, moves) = (&shapes[which[row] as usize], between(&from, &to, adjust));
            let expected = single(shape, &between(&poses[row], &ends[row], adjust), &other, &moves);
            assert_eq!(hits[row], expected, "row {row}");
            struck += usize::from(hits[row].is_some_and(|hit| hit.time > 0.0));
        }
        assert!(struck > 20, "{struck}");
    }
}

#[test]
fn casts_at_obstacles_are_those_of_brute_force() {
    let mut random = Random::new(32);
    let mut bodies: Vec<(Shape, Placement)> =
        (0..20).map(|_| (shape(&mut random), placement(&mut random))).collect();
    bodies.iter_mut().for_each(|(_, pose)| pose.origin *= 6.0);
    let obstacles = Obstacles::new(bodies.clone()).expect("finite");
    let (shapes, which, mut poses) = column(&mut random);
    poses.iter_mut().for_each(|pose| pose.origin *= 6.0);
    let motions: Vec<Vec3> = (0..ROWS).map(|_| random.vector() * 9.0).collect();
    let mut ends: Vec<Placement> = (0..ROWS).map(|_| placement(&mut random)).collect();
    ends.iter_mut().for_each(|pose| pose.origin *= 6.0);
    let column = Bodies { shapes: &shapes, which: Some(&which), poses: poses[..].into() };
    for batch in batches() {
        let (mut straight, mut turning) = (vec![None; ROWS], vec![None; ROWS]);
        let report =
            batch.casts_at_obstacles(&column, motions[..].into(), &obstacles, &mut straight);
        assert_eq!(report.refused, 3);
        let (to, adjust): (Poses<'_>, Adjust<'_>) = (ends[..].into(), &|motion| motion);
        batch.casts_turning_at_obstacles(&column, to, adjust, &obstacles, &mut turning);
        let mut struck = [0; 2];
        for row in (0..ROWS).filter(|row| row % 100 != 41) {
            let (shape, pose) = (&shapes[which[row] as usize], &poses[row]);
            let first = |cast: &dyn Fn(&Shape, &Placement) -> Option<CastHit>| {
                let all = bodies.iter().zip(0..).filter_map(|((other, there), obstacle)| {
                    Some(ObstacleHit { obstacle, found: cast(other, there)? })
                });
                all.min_by(|a, b| a.found.time.total_cmp(&b.found.time))
            };
            let (by, rest) = (motions[row], Vec3::zeros());
            let expected = first(&|b, q| query::cast(shape, pose, by, b, q, rest));
            assert_eq!(straight[row], expected, "row {row}");
            let motion = between(pose, &ends[row], adjust);
            let expected = first(&|b, q| single(shape, &motion, b, &Motion::rest(q)));
            assert_eq!(turning[row], expected, "row {row}");
            let moves =
                |hit: &Option<ObstacleHit<CastHit>>| hit.is_some_and(|h| h.found.time > 0.0);
            struck[0] += usize::from(moves(&straight[row]));
            struck[1] += usize::from(moves(&turning[row]));
        }
        assert!(struck.iter().all(|struck| *struck > 20), "{struck:?}");
    }
}
