//! Older algorithms of the documents, small, against the library: where two polytopes are clearly apart or overlap, all say
//! the same.

pub mod chung_wang;
pub mod seidel;

use chung_wang::{Outcome, separating_axis};
use seidel::{HalfSpace, farthest};
use solid_geometry::convex::{Coherence, overlap};
use solid_geometry::math::{Placement, Vec3, rotation};
use solid_geometry::shape::{Hull, Polytope};
use solid_testing::Random;

/// A random polytope and the planes of its faces.
struct Body {
    points: Vec<Vec3>,
    polytope: Polytope,
    faces: Vec<[u32; 3]>,
}

impl Body {
    fn new(random: &mut Random) -> Body {
        let count = 4 + random.word() % 30;
        let points: Vec<Vec3> = (0..count).map(|_| random.vector()).collect();
        let (polytope, faces) = (Polytope::new(&points), Hull::new(&points).triangles);
        Body { points, polytope, faces }
    }

    /// The half-spaces whose intersection is the placed body.
    fn half_spaces(&self, at: &Placement) -> Vec<HalfSpace> {
        let inside = at.apply(&(self.points.iter().sum::<Vec3>() / self.points.len() as f64));
        let half_space = |face: &[u32; 3]| {
            let [a, b, c] = face.map(|i| at.apply(&self.points[i as usize]));
            let normal = (b - a).cross(&(c - a)).normalize();
            let out = if normal.dot(&(a - inside)) < 0.0 { -normal } else { normal };
            HalfSpace { normal: out, offset: out.dot(&a) }
        };
        self.faces.iter().map(half_space).collect()
    }

    /// The placed vertex farthest along a direction.
    fn support(&self, at: &Placement, direction: &Vec3) -> Vec3 {
        at.apply(&self.polytope.support(&at.basis.tr_mul(direction), &mut 0))
    }
}

fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for i in (1..list.len()).rev() {
        list.swap(i, (random.word() % (i as u64 + 1)) as usize);
    }
}

fn place(random: &mut Random) -> Placement {
    let q = [random.signed(), random.signed(), random.signed(), random.signed()];
    Placement { basis: rotation(&q), origin: random.vector() * 1.4 }
}

#[test]
fn the_same_answers_for_random_polytopes() {
    let random = &mut Random::new(61);
    let (mut hits, mut misses, mut capped) = (0, 0, 0);
    for _ in 0..1500 {
        let (a, b) = (Body::new(random), Body::new(random));
        let (p, q) = (place(random), place(random));
        let hit = overlap(&a.polytope, &p, &b.polytope, &q, &mut Coherence::default());

        let mut half_spaces = a.half_spaces(&p);
        half_spaces.extend(b.half_spaces(&q));
        shuffle(&mut half_spaces, random);
        let common = farthest(&half_spaces, &random.vector(), 10.0);
        assert_eq!(common.is_some(), hit, "by a linear program");
        if let Some(x) = common {
            assert!(half_spaces.iter().all(|h| h.normal.dot(&x) <= h.offset + 1e-9), "{x:?}");
        }

        let difference = |v: &Vec3| a.support(&p, &-v) - b.support(&q, v);
        let (outcome, _) = separating_axis(random.vector(), difference);
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
