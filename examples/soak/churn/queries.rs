//! Queries about two objects, whose results must agree.

use super::Counts;
use super::scene::{Object, Scene, ShapeModel, pointer};
use solid::capi::*;
use solid_testing::Random;
use std::ptr::null_mut;

/// Answers are exact to this, relative to a distance: some times dtSetTolerance's default.
const CLOSE: f64 = 1e-5;
const ROOM: usize = 32;

pub fn query(scene: &Scene, random: &mut Random, counts: &mut Counts) {
    let placed: Vec<&Object> = scene.objects.iter().filter(|object| object.at.is_some()).collect();
    if placed.len() < 2 {
        return;
    }
    let a = random.below(placed.len());
    let b = (a + 1 + random.below(placed.len() - 1)) % placed.len();
    let (a, b) = (placed[a], placed[b]);
    pair(a, b, random);
    ray(a, random);
    if let (ShapeModel::Mesh(_), ShapeModel::Mesh(_)) = (&*a.what.borrow(), &*b.what.borrow()) {
        meshes(a, b);
    }
    counts.add("pairs queried", 1);
}

/// Whether they collide, by every function that tells.
fn pair(one: &Object, other: &Object, random: &mut Random) {
    let (a, b) = (pointer(one.reference), pointer(other.reference));
    let [mut p, mut q, mut normal] = [[f64::NAN; 3]; 3];
    let motion = random.on_sphere::<3>().map(|x| 3.0 * x);
    // SAFETY: room for three numbers each, or nothing is wanted.
    let (distance, shared, depth, contacts, time) = unsafe {
        (
            dtGetClosestPair(a, b, p.as_mut_ptr(), q.as_mut_ptr()),
            dtGetCommonPoint(a, b, null_mut()) != 0,
            dtGetPenDepth(a, b, normal.as_mut_ptr(), null_mut(), null_mut()),
            dtGetContacts(a, b, null_mut(), 0),
            dtCastObjects(a, motion.as_ptr(), b, std::ptr::null(), null_mut(), null_mut()),
        )
    };
    let said = [
        distance == 0.0,
        depth >= 0.0,
        contacts > 0,
        time == 0.0,
        dtWithinDistance(a, b, 0.0) != 0,
    ];
    assert_eq!(
        said,
        [shared; 5],
        "{distance}, {depth}, {contacts} contacts, {time}; a common point: {shared}\n{}",
        one.and(other)
    );
    assert!(distance.is_finite() && distance >= 0.0, "{distance}");
    assert!((0.0..=1.0).contains(&time) || time == -1.0, "{time}");
    let apart = (0..3).map(|k| (p[k] - q[k]).powi(2)).sum::<f64>().sqrt();
    assert!(
        (apart - distance).abs() <= CLOSE * distance + 1e-12,
        "{apart} apart, distance {distance}"
    );
    if !shared {
        assert!(
            dtWithinDistance(a, b, distance * (1.0 + CLOSE)) != 0,
            "farther apart than {distance}"
        );
        assert!(dtWithinDistance(a, b, distance * (1.0 - CLOSE)) == 0, "nearer than {distance}");
    } else {
        let length = normal.iter().map(|x| x * x).sum::<f64>();
        assert!((length - 1.0).abs() < 1e-9, "{normal:?}");
    }
}

/// A ray towards an object: the first of all hits is the nearest, each is that of its object.
fn ray(towards: &Object, random: &mut Random) {
    let target = towards.at.expect("placed").origin;
    let from: [f64; 3] = std::array::from_fn(|_| random.between(-8.0, 8.0));
    let to: [f64; 3] = std::array::from_fn(|k| target[k] + 0.3 * (target[k] - from[k]));
    let none = DtRayHit { object: null_mut(), time: 0.0, point: [0.0; 3], normal: [0.0; 3] };
    let (mut hits, mut first) = ([none; ROOM], none);
    // SAFETY: ends of three numbers, room for one hit and for as many as said.
    let (count, any) = unsafe {
        (
            dtRayCastAll(from.as_ptr(), to.as_ptr(), hits.as_mut_ptr(), ROOM as DtCount) as usize,
            dtRayCast(from.as_ptr(), to.as_ptr(), &raw mut first) != 0,
        )
    };
    assert_eq!(any, count > 0);
    let hits = &hits[..count.min(ROOM)];
    assert!(hits.iter().map(|hit| hit.time).is_sorted(), "hits in the order of their times");
    for hit in hits {
        // SAFETY: ends of three numbers; nothing else is wanted.
        let alone = unsafe {
            dtRayCastObject(hit.object, from.as_ptr(), to.as_ptr(), null_mut(), null_mut())
        };
        assert_eq!(alone, hit.time, "the ray's time at one object, alone and with all objects");
    }
    if let Some(hit) = hits.first() {
        assert_eq!((first.object, first.time), (hit.object, hit.time));
    }
}

/// Polytopes of two meshes collide if and only if the objects do.
fn meshes(a: &Object, b: &Object) {
    let (a, b) = (pointer(a.reference), pointer(b.reference));
    // SAFETY: no array is passed.
    let (polytopes, segments, within, on_paths, shared) = unsafe {
        (
            dtGetCollidingPolytopes(a, b, null_mut(), 0),
            dtGetIntersection(a, b, null_mut(), 0),
            dtSelfCollisions(a, 0, null_mut()),
            dtSelfCollisionsMotion(a, null_mut(), 0),
            dtGetCommonPoint(a, b, null_mut()) != 0,
        )
    };
    assert_eq!(polytopes > 0, shared, "{polytopes} pairs of polytopes collide");
    assert!(shared || segments == 0, "{segments} segments of objects that are apart");
    assert!(within < 10_000 && on_paths < 100_000);
}
