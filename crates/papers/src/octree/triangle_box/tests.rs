//! Triangle and box against all thirteen axes that can separate them.

use crate::octree::triangle_box::triangle_meets_box;
use solid_geometry::math::{Aabb, Vec3};
use solid_testing::Random;

/// The gap along the best of the axes, by their lengths: positive where they are apart.
fn gap(t: &[Vec3; 3], aabb: &Aabb) -> f64 {
    let units = [Vec3::x(), Vec3::y(), Vec3::z()];
    let edges = [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let mut axes = units.to_vec();
    axes.push(edges[0].cross(&edges[1]));
    axes.extend(units.iter().flat_map(|u| edges.iter().map(move |e| u.cross(e))));
    let (center, half) = (aabb.center(), aabb.half_extents());
    let along = |axis: &Vec3| {
        let values = t.map(|p| axis.dot(&(p - center)));
        let room: f64 = (0..3).map(|i| axis[i].abs() * half[i]).sum();
        let (low, high) = (
            values.iter().copied().fold(f64::MAX, f64::min),
            values.iter().copied().fold(f64::MIN, f64::max),
        );
        (low - room).max(-room - high) / axis.norm()
    };
    axes.iter().filter(|axis| axis.norm() > 1e-9).map(along).fold(f64::MIN, f64::max)
}

#[test]
fn agrees_with_the_separating_axes() {
    let mut random = Random::new(11);
    let mut seen = [0; 2];
    for _ in 0..40_000 {
        let size = 10f64.powf(random.signed() * 1.5);
        let center = random.vector();
        let t = [0; 3].map(|_| center + random.vector() * size);
        let half = random.vector().map(|x| x.abs() * 0.5 + 1e-3);
        let aabb = Aabb::from_center(random.vector() * 0.5, half);
        let gap = gap(&t, &aabb);
        if gap.abs() > 1e-9 {
            assert_eq!(triangle_meets_box(&t, &aabb), gap < 0.0, "{t:?} {aabb:?} {gap}");
            seen[usize::from(gap < 0.0)] += 1;
        }
    }
    assert!(seen.iter().all(|n| *n > 2000), "{seen:?}");
}

#[test]
fn touching_is_meeting_also_without_area() {
    let unit = Aabb { min: Vec3::zeros(), max: Vec3::repeat(1.0) };
    let v = Vec3::new;
    // A face, an edge and a corner of the box; a plane through a corner; a segment; a point.
    for t in [
        [v(1.0, -5.0, -5.0), v(1.0, 9.0, -5.0), v(1.0, 0.5, 9.0)],
        [v(1.0, 1.0, -3.0), v(4.0, 1.0, 0.5), v(1.0, 1.0, 4.0)],
        [v(1.0, 1.0, 1.0), v(2.0, 1.5, 1.5), v(1.5, 2.0, 1.5)],
        [v(3.0, 0.0, 0.0), v(0.0, 3.0, 0.0), v(0.0, 0.0, 3.0)],
        [v(-1.0, 0.5, 0.5), v(2.0, 0.5, 0.5), v(5.0, 0.5, 0.5)],
        [v(1.0, 1.0, 1.0); 3],
    ] {
        assert!(triangle_meets_box(&t, &unit), "{t:?}");
        assert!(!triangle_meets_box(&t.map(|p| p + v(5.5, 0.0, 0.0)), &unit), "{t:?}");
    }
    assert!(!triangle_meets_box(&[v(3.1, 0.0, 0.0), v(0.0, 3.1, 0.0), v(0.0, 0.0, 3.1)], &unit));
}
