//! Older algorithms of the documents, small, against the library: where two polytopes are clearly apart or overlap, all say
//! the same.

use solid_geometry::convex::{Coherence, overlap};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::{Polytope, Support};
use solid_papers::random::Random;
use solid_papers::separation::chung_wang::{Outcome, separating_axis};
use solid_papers::separation::seidel::{HalfSpace, farthest};
use solid_papers::separation::{Planes, Workspace};

/// A random polytope, as the library and as linear programs take it.
struct Body {
    polytope: Polytope,
    planes: Planes,
}

impl Body {
    fn new(random: &mut Random) -> Body {
        let count = 4 + random.word() % 30;
        let points: Vec<Vec3> = (0..count).map(|_| random.in_cube(2.0)).collect();
        Body { polytope: Polytope::new(&points), planes: Planes::new(&points, random) }
    }

    /// The placed vertex farthest along a direction.
    fn support(&self, at: &Placement, direction: &Vec3) -> Vec3 {
        at.apply(&self.polytope.support(&at.basis.tr_mul(direction), &mut 0))
    }
}

#[test]
fn the_same_answers_for_random_polytopes() {
    let random = &mut Random::new(61);
    let (mut hits, mut misses, mut capped) = (0, 0, 0);
    let mut work = Workspace::default();
    for _ in 0..1500 {
        let (a, b) = (Body::new(random), Body::new(random));
        let (p, q) = (random.placement(2.8), random.placement(2.8));
        let hit = overlap(&a.polytope, &p, &b.polytope, &q, &mut Coherence::default());

        let common = a.planes.common_point(&p, &b.planes, &q, &mut work);
        assert_eq!(common.is_some(), hit, "by a common point");
        if let Some(x) = common {
            for (body, at) in [(&a, &p), (&b, &q)] {
                let outside = |n: &Vec3| n.dot(&x) - n.dot(&body.support(at, n));
                for _ in 0..20 {
                    assert!(outside(&random.direction()) <= 1e-9, "{x:?}");
                }
            }
        }
        let plane = a.planes.plane_between(&p, &b.planes, &q, &mut work);
        assert_eq!(plane.is_some(), !hit, "by a plane between");
        if let Some((n, offset)) = plane {
            assert!(n.dot(&a.support(&p, &-n)) + offset > 0.0, "{n:?}");
            assert!(n.dot(&b.support(&q, &n)) + offset < 0.0, "{n:?}");
        }

        let difference = |v: &Vec3| a.support(&p, &-v) - b.support(&q, v);
        let (outcome, _) = separating_axis(random.direction(), difference);
        match outcome {
            Outcome::Apart(axis) => {
                assert!(!hit, "by reflection");
                assert!(axis.dot(&difference(&axis)) >= 0.0);
                misses += 1;
            }
            Outcome::Intersecting => {
                assert!(hit, "by reflection");
                hits += 1;
            }
            Outcome::Capped => capped += 1,
        }
    }
    assert!(hits > 300 && misses > 300 && capped == 0, "{hits} {misses} {capped}");
}

#[test]
fn what_is_farthest_in_a_box() {
    let faces = [Vec3::x(), Vec3::y(), Vec3::z()];
    let mut half_spaces: Vec<_> = faces
        .iter()
        .flat_map(|n| {
            [HalfSpace { normal: *n, offset: 1.0 }, HalfSpace { normal: -n, offset: 1.0 }]
        })
        .collect();
    let corner = farthest(&half_spaces, &Vec3::new(3.0, -2.0, 1.0), 10.0).expect("not empty");
    assert!((corner - Vec3::new(1.0, -1.0, 1.0)).norm() < 1e-9, "{corner:?}");
    // Cut off at a plane, and then beyond.
    let normal = Vec3::repeat(1.0);
    half_spaces.push(HalfSpace { normal, offset: 0.0 });
    let cut = farthest(&half_spaces, &normal, 10.0).expect("not empty");
    assert!(normal.dot(&cut).abs() < 1e-9, "{cut:?}");
    half_spaces.push(HalfSpace { normal: -normal, offset: -4.0 });
    assert_eq!(farthest(&half_spaces, &normal, 10.0), None);
}
