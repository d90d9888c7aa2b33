use super::{Directions, KDop};
use crate::random::Random;
use solid_geometry::math::Vec3;

fn around(directions: &[Vec3], points: &[Vec3]) -> KDop {
    KDop::around(directions, |d| points.iter().map(|p| p.dot(d)).fold(f64::NEG_INFINITY, f64::max))
}

#[test]
fn the_directions_are_different_unit_vectors() {
    for (directions, count) in Directions::ALL.into_iter().zip([3, 7, 9, 13]) {
        let vectors = directions.vectors();
        assert_eq!(vectors.len(), count);
        for (i, d) in vectors.iter().enumerate() {
            assert!((d.norm() - 1.0).abs() < 1e-15);
            assert!(vectors[..i].iter().all(|e| e.dot(d).abs() < 0.9));
        }
    }
}

#[test]
fn polytopes_hold_their_points_and_overlap_where_these_are_shared() {
    let mut random = Random::new(32);
    let mut apart = [0; 4];
    for round in 0..500 {
        let mut cloud = |at: Vec3| (0..10).map(|_| at + random.in_cube(2.0)).collect::<Vec<Vec3>>();
        let (mut a, b) = (cloud(Vec3::zeros()), cloud(Vec3::new(1.2, 1.0, 0.8)));
        let shares = round % 5 == 0;
        if shares {
            a.push(b[0]);
        }
        let mut before = true;
        for (i, directions) in Directions::ALL.into_iter().enumerate() {
            let vectors = directions.vectors();
            let (p, q) = (around(&vectors, &a), around(&vectors, &b));
            // A little inside, for rounding.
            let middle = a.iter().sum::<Vec3>() / a.len() as f64;
            assert!(a.iter().all(|x| p.contains(&vectors, &(x + (middle - x) * 1e-12))));
            let mut operations = 0;
            let overlap = p.overlaps(&q, &mut operations);
            assert!(overlap || !shares);
            assert!(operations <= 3 * vectors.len() as u64 && operations.is_multiple_of(3));
            assert!(!overlap || operations == 3 * vectors.len() as u64);
            assert_eq!(p.storage(), 2 * vectors.len());
            apart[i] += usize::from(!overlap);
            // More directions tell more pairs apart; the second and the third choice have different ones.
            assert!(before || !overlap || i == 2);
            before = overlap;
        }
    }
    assert!(apart[0] < apart[1] && apart[1] <= apart[3] && apart[2] <= apart[3], "{apart:?}");
}
