//! The hot paths that are counted. Each makes itself ready, does its work once to be warm, and then in [`measured`].

use solid::capi::{DtCollData, DtObjectRef, DtPolyType, DtResponseType, DtScalar};
use solid::capi::{dtBegin, dtBox, dtEnd, dtEndComplexShape, dtNewComplexShape, dtVertex};
use solid::capi::{
    dtCreateObject, dtLoadIdentity, dtRotate, dtSelectObject, dtSetDefaultResponse, dtTest,
    dtTranslate,
};
use solid_geometry::convex::{Coherence, RelativePlacement, closest_points, intersect};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::{LeafTest, PolytopeSoup, first_pair};
use solid_geometry::shape::{Polytope, Primitive, Support};
use solid_papers::meshes::{soup, torus};
use solid_papers::random::Random;
use std::ffi::c_void;
use std::hint::black_box;

/// A path: its name, what one operation is, and what does some of them and tells how many.
pub struct Path {
    pub name: &'static str,
    pub about: &'static str,
    pub run: fn() -> u32,
}

pub const PATHS: [Path; 10] = [
    Path { name: "pair", about: "two boxes at random: four dt calls each, then dtTest", run: pair },
    Path {
        name: "frame",
        about: "20 hulls of 20 vertices: four dt calls each, then dtTest",
        run: frame,
    },
    Path {
        name: "coherent-boxes",
        about: "two boxes whose remembered axis still separates",
        run: coherent_boxes,
    },
    Path {
        name: "coherent-hulls",
        about: "two hulls of 50 points, as they circle each other",
        run: coherent_hulls,
    },
    Path {
        name: "random-boxes",
        about: "two boxes at random, half of them meeting",
        run: random_boxes,
    },
    Path {
        name: "random-hulls",
        about: "two hulls of 50 points at random, half of them meeting",
        run: random_hulls,
    },
    Path {
        name: "closest-hulls",
        about: "closest points of such hulls, where apart",
        run: closest_hulls,
    },
    Path { name: "tori", about: "first contact of two tori of 5000 triangles", run: tori },
    Path { name: "refit", about: "refit of a torus of 5000 triangles", run: refit },
    Path { name: "build", about: "build of a torus of 5000 triangles", run: build },
];

/// What callgrind counts: `main.rs` names this function to it.
#[inline(never)]
fn measured(work: &mut dyn FnMut()) {
    work();
}

fn warm_then_measured(count: u32, mut work: impl FnMut()) -> u32 {
    work();
    measured(&mut work);
    count
}

fn hull(random: &mut Random, count: usize) -> Polytope {
    Polytope::new(&(0..count).map(|_| random.direction()).collect::<Vec<Vec3>>())
}

fn pairs(edge: f64, count: u32) -> Vec<[Placement; 2]> {
    let mut random = Random::new(17);
    (0..count).map(|_| [random.placement(edge), random.placement(edge)]).collect()
}

fn relation<A: Support, B: Support>(a: &A, b: &B, [p, q]: &[Placement; 2]) -> RelativePlacement {
    RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q)
        .expect("finite placements")
}

/// Pairs at random places.
fn random<A: Support, B: Support>(a: &A, b: &B, edge: f64) -> u32 {
    let poses = pairs(edge, 2000);
    warm_then_measured(2000, || {
        for poses in &poses {
            black_box(intersect(a, b, &relation(a, b, poses), &mut Coherence::default()));
        }
    })
}

fn random_boxes() -> u32 {
    let cube = Primitive::Box(Vec3::repeat(1.0));
    random(&cube, &cube, 4.15)
}

fn random_hulls() -> u32 {
    let mut points = Random::new(3);
    random(&hull(&mut points, 50), &hull(&mut points, 50), 2.85)
}

/// One turning by itself while it circles the other.
fn coherent<A: Support, B: Support>(a: &A, b: &B, distance: f64) -> u32 {
    let mut random = Random::new(19);
    let (first, mut turned) = (random.placement(0.0), random.rotation());
    let step = solid_geometry::math::rotation(&[0.003, -0.002, 0.004, 1.0]);
    let place = |i: u32| {
        let angle = 0.005 * f64::from(i);
        turned = step * turned;
        [
            first,
            Placement {
                basis: turned,
                origin: Vec3::new(angle.cos(), angle.sin(), 0.0) * distance,
            },
        ]
    };
    let poses: Vec<[Placement; 2]> = (0..2000).map(place).collect();
    let mut memory = Coherence::default();
    warm_then_measured(2000, || {
        for poses in &poses {
            black_box(intersect(a, b, &relation(a, b, poses), &mut memory));
        }
    })
}

fn coherent_boxes() -> u32 {
    let cube = Primitive::Box(Vec3::repeat(1.0));
    coherent(&cube, &cube, 2.9)
}

fn coherent_hulls() -> u32 {
    let mut points = Random::new(3);
    coherent(&hull(&mut points, 50), &hull(&mut points, 50), 2.05)
}

fn closest_hulls() -> u32 {
    let mut points = Random::new(3);
    let (a, b) = (hull(&mut points, 50), hull(&mut points, 50));
    let mut poses = pairs(3.7, 2000);
    poses.retain(|poses| !intersect(&a, &b, &relation(&a, &b, poses), &mut Coherence::default()));
    warm_then_measured(poses.len() as u32, || {
        for poses in &poses {
            black_box(closest_points(&a, &b, &relation(&a, &b, poses), 1e-6, &mut [0; 2]));
        }
    })
}

fn tori() -> u32 {
    let torus = soup(&torus());
    let poses = pairs(20.3, 100);
    let meet = |[p, q]: &[Placement; 2]| {
        let relation =
            RelativePlacement::new(&torus.absolute_extents(), p, &torus.absolute_extents(), q)
                .expect("finite placements");
        let (mut leaf_test, mut coherence) =
            (LeafTest::new(&torus, &torus, &relation), Coherence::default());
        first_pair(&torus, p, &torus, q, |i, j| leaf_test.intersects(i, j, &mut coherence))
    };
    warm_then_measured(100, || {
        for poses in &poses {
            black_box(meet(poses));
        }
    })
}

fn refit() -> u32 {
    let mesh = torus();
    let mut soup: PolytopeSoup = soup(&mesh);
    assert!(soup.change_vertices(&|i: u32| mesh.points[i as usize]) && soup.is_unfitted());
    assert!(soup.tree().len() == 5000 && !soup.is_unfitted());
    warm_then_measured(1, || {
        black_box(soup.change_vertices(&|i: u32| mesh.points[i as usize]));
        // It is fitted when it is asked for.
        black_box(soup.tree());
    })
}

fn build() -> u32 {
    let mesh = torus();
    warm_then_measured(1, || {
        black_box(soup(&mesh));
    })
}

extern "C-unwind" fn ignore(_: *mut c_void, _: DtObjectRef, _: DtObjectRef, _: *const DtCollData) {}

fn object(i: usize) -> DtObjectRef {
    std::ptr::without_provenance_mut(i + 1)
}

fn place(object: DtObjectRef, at: &Vec3, turn: &[f64; 4]) {
    dtSelectObject(object);
    dtLoadIdentity();
    let [x, y, z] = <[f64; 3]>::from(*at).map(|x| x as DtScalar);
    dtTranslate(x, y, z);
    let [x, y, z, w] = turn.map(|x| x as DtScalar);
    dtRotate(x, y, z, w);
}

/// Two bodies alone, by the C functions: half of the poses meet.
fn pair() -> u32 {
    let mut random = Random::new(21);
    let shape = dtBox(2.0, 2.0, 2.0);
    (0..2).for_each(|i| dtCreateObject(object(i), shape));
    dtSetDefaultResponse(
        Some(ignore),
        DtResponseType::DT_SIMPLE_RESPONSE as u32,
        std::ptr::null_mut(),
    );
    let mut pose = || {
        let (v, angle) = (random.direction(), random.in_cube(3.0).x);
        let (v, at) = (v * angle.sin(), random.in_cube(4.15));
        (at, [v.x, v.y, v.z, angle.cos()])
    };
    let poses: Vec<_> = (0..2000).map(|_| [pose(), pose()]).collect();
    warm_then_measured(2000, || {
        for pair in &poses {
            for (i, (at, turn)) in pair.iter().enumerate() {
                place(object(i), at, turn);
            }
            black_box(dtTest());
        }
    })
}

/// The thesis's scene, by the C functions: a twentieth of the space is taken; a frame moves a hull by a twentieth of its
/// radius and turns it by ten degrees.
fn frame() -> u32 {
    let mut random = Random::new(20);
    let shape = dtNewComplexShape();
    dtBegin(DtPolyType::DT_POLYHEDRON as u32);
    for _ in 0..20 {
        let p = random.direction();
        let [x, y, z] = <[f64; 3]>::from(p).map(|x| x as DtScalar);
        dtVertex(x, y, z);
    }
    dtEnd();
    dtEndComplexShape();
    (0..20).for_each(|i| dtCreateObject(object(i), shape));
    dtSetDefaultResponse(
        Some(ignore),
        DtResponseType::DT_SIMPLE_RESPONSE as u32,
        std::ptr::null_mut(),
    );
    let frames = flight(&mut random);
    warm_then_measured(frames.len() as u32, || {
        for frame in &frames {
            for (i, (at, turn)) in frame.iter().enumerate() {
                place(object(i), at, turn);
            }
            black_box(dtTest());
        }
    })
}

/// Where the 20 hulls are in each of 200 frames, and a quaternion that turns them.
fn flight(random: &mut Random) -> Vec<Vec<(Vec3, [f64; 4])>> {
    const REACH: f64 = 4.95;
    let mut bodies: Vec<[Vec3; 3]> = (0..20)
        .map(|_| [random.in_cube(2.0 * REACH), random.direction() * 0.05, random.direction()])
        .collect();
    let frame = |n: u32| {
        let half = (5.0 * f64::from(n)).to_radians();
        let proceed = |[at, speed, axis]: &mut [Vec3; 3]| {
            *at += *speed;
            for k in (0..3).filter(|&k| at[k].abs() > REACH) {
                speed[k] = -speed[k].abs() * at[k].signum();
            }
            let v = *axis * half.sin();
            (*at, [v.x, v.y, v.z, half.cos()])
        };
        bodies.iter_mut().map(proceed).collect()
    };
    (0..200).map(frame).collect()
}
