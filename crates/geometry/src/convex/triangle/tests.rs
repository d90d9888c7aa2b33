//! The test of triangles against the general one, and against pairs that are known.

use crate::convex::query::{Coherence, intersect};
use crate::convex::relative::RelativePlacement;
use crate::convex::triangle::{Triangle, TriangleTest, intersect_triangles, placing_error};
use crate::math::{Aabb, Placement, Vec3};
use crate::shape::{Any, Support};
use solid_testing::Random;

/// Three points as a convex body.
struct Corners([Vec3; 3]);

impl Support for Corners {
    fn any(&self) -> Any<'_> {
        self
    }

    fn support(&self, direction: &Vec3, _: &mut u32) -> Vec3 {
        let along = |p: &Vec3| p.dot(direction);
        self.0.iter().fold(self.0[0], |best, p| if along(p) > along(&best) { *p } else { best })
    }

    fn bounds(&self) -> Aabb {
        Aabb::around(self.0)
    }
}

fn both(s: [Vec3; 3], t: [Vec3; 3]) -> (TriangleTest, bool) {
    let (a, b) = (Corners(s), Corners(t));
    let place = Placement::IDENTITY;
    let relative =
        RelativePlacement::new(&a.absolute_extents(), &place, &b.absolute_extents(), &place)
            .expect("in range");
    let result =
        intersect_triangles(&Triangle::new(s), &Triangle::new(t), placing_error(&relative));
    (result, intersect(&a, &b, &relative, &mut Coherence::default()))
}

#[test]
fn agrees_with_the_general_test() {
    let random = &mut Random::new(71);
    let mut counts = [0; 3];
    for round in 0..40_000 {
        // From fat triangles to needles.
        let thin = 10f64.powi(-(random.below(6) as i32));
        let mut any = |center: Vec3| {
            let (u, v) = (random.vector(), random.vector());
            [center, center + u, center + u * 0.5 + v * thin]
        };
        let (s, t) = (any(Vec3::zeros()), any(Vec3::new(0.3, 0.2, 0.1)));
        let (result, hit) = both(s, t);
        counts[result as usize] += 1;
        match result {
            TriangleTest::Apart => assert!(!hit, "{round}: {s:?} {t:?}"),
            TriangleTest::Intersecting => assert!(hit, "{round}: {s:?} {t:?}"),
            TriangleTest::Undecided => {}
        }
        assert_eq!(result, both(t, s).0, "{round}: the order matters");
    }
    assert!(counts[0] > 4000 && counts[1] > 500 && counts[2] < 10, "{counts:?}");
}

#[test]
fn vertices_on_a_grid_are_decided_or_doubtful() {
    let random = &mut Random::new(72);
    let mut counts = [0; 3];
    for round in 0..20_000 {
        let mut any = || [0; 3].map(|_| Vec3::from([0; 3].map(|_| random.below(4) as f64)));
        let (s, t) = (any(), any());
        let (result, hit) = both(s, t);
        counts[result as usize] += 1;
        assert!(result != TriangleTest::Apart || !hit, "{round}: {s:?} {t:?}");
        assert!(result != TriangleTest::Intersecting || hit, "{round}: {s:?} {t:?}");
    }
    assert!(counts.iter().all(|&n| n > 1000), "{counts:?}");
}

#[test]
fn what_touches_or_has_no_area_is_in_doubt() {
    let [o, x, y, z] = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()];
    let flat = [o, x, y];
    for (t, what) in [
        (flat, "itself"),
        ([o, z, z + x], "a shared vertex"),
        ([x, y, z], "a shared edge"),
        ([o, o, o], "a point"),
        ([x * 0.2 + y * 0.2 - z, x * 0.2 + y * 0.2 + z, x * 0.2 + y * 0.2], "a needle through it"),
    ] {
        assert_eq!(
            intersect_triangles(&Triangle::new(flat), &Triangle::new(t), 1e-15),
            TriangleTest::Undecided,
            "{what}"
        );
    }
}
