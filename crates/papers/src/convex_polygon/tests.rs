use super::{Point, area, common, distance, hull, reach};
use crate::random::Random;

fn square(x: f64, y: f64, half: f64) -> Vec<Point> {
    vec![[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
}

#[test]
fn squares_have_their_overlap_in_common() {
    let both = common(&square(0.0, 0.0, 1.0), &square(1.5, 0.5, 1.0));
    assert_eq!(area(&both), 0.5 * 1.5);
    assert!(common(&square(0.0, 0.0, 1.0), &square(3.0, 0.0, 1.0)).is_empty());
    // Touching along an edge.
    let edge = common(&square(0.0, 0.0, 1.0), &square(2.0, 0.5, 1.0));
    assert!(!edge.is_empty() && area(&edge) == 0.0 && edge.iter().all(|p| p[0] == 1.0));
}

#[test]
fn a_point_is_in_the_common_part_if_it_is_in_both() {
    let mut random = Random::new(81);
    let mut inside_both = 0;
    for _ in 0..200 {
        let mut polygon = || {
            let points: Vec<Point> =
                (0..12).map(|_| [random.symmetric(), random.symmetric()]).collect();
            hull(&points)
        };
        let (a, b) = (polygon(), polygon());
        let both = common(&a, &b);
        assert!(area(&a) > 0.0 && area(&b) > 0.0);
        for _ in 0..50 {
            let p = [random.symmetric(), random.symmetric()];
            let depth = |polygon: &[Point]| distance(&p, polygon);
            let expected = depth(&a) == 0.0 && depth(&b) == 0.0;
            inside_both += usize::from(expected);
            // Crossings are rounded.
            assert!(if expected { depth(&both) < 1e-14 } else { depth(&both) > 0.0 }, "{p:?}");
        }
        assert!(reach(&both, &a) < 1e-14 && reach(&both, &b) < 1e-14);
        assert!(area(&both) <= area(&a).min(area(&b)) + 1e-15);
    }
    assert!(inside_both > 1000, "{inside_both}");
}

#[test]
fn a_hull_has_no_corner_on_its_edges() {
    let mut points = square(0.0, 0.0, 1.0);
    points.extend([[0.0, 1.0], [0.5, 0.25], [-1.0, 0.5], [1.0, -1.0]]);
    assert_eq!(hull(&points), square(0.0, 0.0, 1.0));
    assert_eq!(hull(&[[1.0, 2.0], [1.0, 2.0]]), [[1.0, 2.0]]);
    assert_eq!(hull(&[[0.0, 0.0], [2.0, 2.0], [1.0, 1.0]]).len(), 2);
    assert_eq!(distance(&[3.0, 2.0], &[[0.0, 0.0], [2.0, 2.0]]), 1.0);
    assert_eq!(distance(&[4.0, 6.0], &[[1.0, 2.0]]), 5.0);
}
