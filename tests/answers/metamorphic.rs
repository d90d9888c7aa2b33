//! What must not change an answer, and what must change it by so much: rigid motion, scale, swapping, inflation, small
//! moves, the way a body is made, the order of creation, history. (Caching on and off: `tests/answers/convex_pairs.rs`.)
#![allow(unsafe_code, reason = "C functions that take pointers")]

use crate::oracle::body::{Body, Placement, Shape};
use crate::oracle::dd::{add, scale};
use crate::oracle::generate::{self, FAMILIES, Family, rotation_of};
use crate::oracle::library::{Library, Polytope};
use crate::oracle::search::Pair;
use solid::capi::*;
use solid_testing::Random;

const PAIRS: u64 = 1200;
/// Some times the relative error of distances and depths, and the rounding relative to a pair's size.
const CLOSE: f64 = 1e-5;
const ROUNDING: f64 = 1e-11;

/// The results for a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Results {
    hit: bool,
    /// Zero where they collide.
    distance: f64,
    /// -1 where they do not.
    depth: f64,
    points: [[f64; 3]; 2],
}

impl Results {
    /// Above zero the distance, below it the depth.
    fn gap(&self) -> f64 {
        if self.hit { -self.depth } else { self.distance }
    }
}

fn reference(object: usize) -> DtObjectRef {
    std::ptr::without_provenance_mut(object + 1)
}

fn query(library: &mut Library, a: usize, b: usize) -> Results {
    let mut points = [[0.0; 3]; 2];
    let [p, q] = &mut points;
    let none = std::ptr::null_mut;
    // SAFETY: room for three numbers each, or nothing is wanted.
    let (distance, depth) = unsafe {
        (
            dtGetClosestPair(reference(a), reference(b), p.as_mut_ptr(), q.as_mut_ptr()),
            dtGetPenDepth(reference(a), reference(b), none(), none(), none()),
        )
    };
    Results { hit: !library.test().is_empty(), distance, depth, points }
}

/// Two bodies alone in the world.
fn query_alone(library: &mut Library, a: &Body, b: &Body) -> Results {
    library.add(0, a);
    library.add(1, b);
    let results = query(library, 0, 1);
    library.clear();
    results
}

/// Pairs with a known size.
fn for_pairs(seed: u64, mut look: impl FnMut(&mut Library, &mut Random, &Body, &Body, f64)) {
    let mut library = Library::lock();
    for index in 0..PAIRS {
        let mut random = Random::case(seed, index);
        let family = FAMILIES[(index % FAMILIES.len() as u64) as usize];
        let (a, b) = generate::pair(&mut random, family);
        let size = Pair::new(&a, &b).size;
        look(&mut library, &mut random, &a, &b, size);
    }
}

/// Gaps that are equal, up to their error; hits and misses that are, unless they are that near.
fn assert_near(one: &Results, other: &Results, factor: f64, size: f64, what: &str) {
    let slack = (CLOSE * one.gap().abs() + ROUNDING * size) * factor;
    assert!(
        (one.gap() * factor - other.gap()).abs() <= slack,
        "{what}: {one:?}, {other:?}, times {factor:e}"
    );
}

fn scaled(body: &Body, factor: f64) -> Body {
    let at = Placement {
        linear: body.at.linear.map(|row| row.map(|x| x * factor)),
        origin: body.at.origin.map(|x| x * factor),
    };
    Body::new(body.shape.clone(), at)
}

#[test]
fn a_common_rigid_motion_changes_nothing() {
    let mut hits = 0;
    for_pairs(1, |library, random, a, b, size| {
        let (turn, way) = (rotation_of(random.on_sphere()), scale(random.on_sphere(), size));
        let moved = |body: &Body| {
            let origin = add(turn.map(|row| (0..3).map(|k| row[k] * body.at.origin[k]).sum()), way);
            Body::new(
                body.shape.clone(),
                Placement { linear: generate::product(turn, body.at.linear), origin },
            )
        };
        // Rounding is of the coordinates, which may be far out.
        let room = size + a.at.origin.iter().map(|x| x.abs()).sum::<f64>();
        let (here, there) =
            (query_alone(library, a, b), query_alone(library, &moved(a), &moved(b)));
        assert_near(&here, &there, 1.0, room, "moved");
        hits += u64::from(here.hit);
    });
    assert!((PAIRS / 5..PAIRS * 4 / 5).contains(&hits), "{hits} of {PAIRS} collide");
}

#[test]
fn scale_changes_lengths_alone() {
    for_pairs(2, |library, random, a, b, size| {
        let here = query_alone(library, a, b);
        // Powers of two change no digit at all.
        let exact = f64::powi(2.0, random.integer(-20, 20) as i32);
        let there = query_alone(library, &scaled(a, exact), &scaled(b, exact));
        let points = here.points.map(|p| p.map(|x| x * exact));
        let depth = if here.hit { here.depth * exact } else { -1.0 };
        assert_eq!(
            there,
            Results { distance: here.distance * exact, depth, points, ..here },
            "times {exact:e}"
        );
        let any = random.decade(-6.0, 6.0);
        let room = size + a.at.origin.iter().map(|x| x.abs()).sum::<f64>();
        assert_near(
            &here,
            &query_alone(library, &scaled(a, any), &scaled(b, any)),
            any,
            room,
            "scaled",
        );
    });
}

#[test]
fn order_of_arguments_and_of_creation_and_history_change_nothing() {
    for_pairs(3, |library, random, a, b, _| {
        let here = query_alone(library, a, b);
        library.add(0, a);
        library.add(1, b);
        let first = query(library, 0, 1);
        let swapped = query(library, 1, 0);
        assert_eq!(Results { points: [swapped.points[1], swapped.points[0]], ..swapped }, first);
        // Elsewhere, and back.
        let away = Placement { origin: random.on_sphere(), ..b.at };
        library.place(1, &away);
        query(library, 0, 1);
        library.place(1, &b.at);
        assert_eq!(query(library, 0, 1), first, "after another query");
        library.clear();
        assert_eq!(here, first, "queried before");
        library.add(1, b);
        library.add(0, a);
        let late = query(library, 0, 1);
        library.clear();
        // The pair is one with its arguments exchanged, so that nothing but rounding may differ.
        let size = Pair::new(a, b).size;
        assert_eq!(late.hit, first.hit);
        assert_near(&first, &late, 1.0, size, "created the other way round");
    });
}

#[test]
fn inflation_and_moves_change_distances_by_as_much() {
    for_pairs(4, |library, random, a, b, size| {
        let here = query_alone(library, a, b);
        let step = random.decade(-6.0, 0.0) * size;
        let moved = Body::new(
            b.shape.clone(),
            Placement { origin: add(b.at.origin, scale(random.on_sphere(), step)), ..b.at },
        );
        let there = query_alone(library, a, &moved);
        let slack = CLOSE * (here.gap().abs() + step) + ROUNDING * size;
        assert!(
            (here.gap() - there.gap()).abs() <= step + slack,
            "moved by {step:e}: {here:?}, {there:?}"
        );
        // A ball around the origin of a placement that keeps lengths.
        if here.hit || here.distance == 0.0 {
            return;
        }
        let radius = here.distance * random.between(0.1, 0.9);
        let ball = Shape::Sphere(radius);
        let unplaced = Placement::IDENTITY;
        let Some(vertices) = b.shape.vertices() else {
            return;
        };
        let placed: Vec<[f64; 3]> = vertices.iter().map(|p| b.at.apply::<f64>(*p)).collect();
        let sum = Shape::Sum(Box::new(Shape::Polyhedron(placed)), Box::new(ball));
        let inflated = query_alone(library, a, &Body::new(sum, unplaced));
        let room = size + b.at.origin.iter().map(|x| x.abs()).sum::<f64>();
        let slack = CLOSE * here.distance + ROUNDING * room;
        assert!(
            (inflated.gap() - (here.distance - radius)).abs() <= slack,
            "{radius:e}: {here:?}, {inflated:?}"
        );
    });
}

/// A box as a primitive, as a polytope of its corners, and as a closed surface of six polygons.
#[test]
fn a_body_is_the_same_however_it_is_made() {
    const SIDES: [[usize; 4]; 6] =
        [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let mut library = Library::lock();
    for index in 0..PAIRS {
        let mut random = Random::case(5, index);
        let (mut a, b) = generate::pair(&mut random, Family::Rigid);
        a.shape = Shape::Box([0; 3].map(|_: i32| random.between(0.2, 2.0)));
        let size = Pair::new(&a, &b).size;
        let corners = a.shape.vertices().expect("a box has vertices");
        let primitive = query_alone(&mut library, &a, &b);
        let polytope = Body::new(Shape::Polyhedron(corners.clone()), a.at);
        assert_near(&primitive, &query_alone(&mut library, &polytope, &b), 1.0, size, "a polytope");
        if primitive.hit {
            continue;
        }
        let sides = SIDES.map(|side| (Polytope::Polygon, side.map(|i| corners[i]).to_vec()));
        let soup = library.complex(&sides);
        library.create(0, soup);
        library.place(0, &a.at);
        library.add(1, &b);
        let surface = query(&mut library, 0, 1);
        library.clear();
        assert_near(&primitive, &surface, 1.0, size, "a surface");
    }
}
