//! Queries: their results are numbers, and agree.

use super::calls::nothing;
use super::round::Wild;
use solid::capi::*;
use std::ptr::{null, null_mut};

pub fn query(wild: &mut Wild) {
    let (a, b) = (wild.reference(), wild.reference());
    let [from, to] = [wild.random.any_numbers(), wild.random.any_numbers()];
    let what = wild.random.below(10);
    wild.log.push(format!("question {what}: {a:?}, {b:?}, {from:?}, {to:?}"));
    match what {
        0..4 => pair(a, b, &from, &to),
        4..6 => rays(a, &from, &to),
        6 | 7 => meshes(a, b),
        8 => boxes(a, &from, &to),
        _ => nulls(a, b),
    }
}

fn is_time(time: f64) -> bool {
    time == -1.0 || (0.0..=1.0).contains(&time)
}

/// All queries about two objects, in either order.
fn pair(a: DtObjectRef, b: DtObjectRef, motion: &[f64; 3], other: &[f64; 3]) {
    let [mut p, mut q, mut normal, mut common] = [[7.0; 3]; 4];
    // SAFETY: three numbers each, or nothing is wanted.
    let (distance, swapped, shared, depth, swapped_depth, contacts, time) = unsafe {
        (
            dtGetClosestPair(a, b, p.as_mut_ptr(), q.as_mut_ptr()),
            dtGetClosestPair(b, a, nothing(), nothing()),
            dtGetCommonPoint(a, b, common.as_mut_ptr()) != DT_FALSE,
            dtGetPenDepth(a, b, normal.as_mut_ptr(), nothing(), nothing()),
            dtGetPenDepth(b, a, nothing(), nothing(), nothing()),
            dtGetContacts(a, b, null_mut(), 0),
            dtCastObjects(a, motion.as_ptr(), b, other.as_ptr(), nothing(), nothing()),
        )
    };
    let results = format!("{distance}, {shared}, {depth}, {contacts} contacts, {time}");
    assert!(distance == -1.0 || distance >= 0.0, "{results}");
    assert_eq!((distance, depth), (swapped, swapped_depth), "in the other order");
    assert!(is_time(time), "{results}");
    assert!(
        [p, q, normal, common].iter().flatten().all(|x| !x.is_nan()),
        "{results}, {p:?} {q:?} {normal:?}"
    );
    let within = dtWithinDistance(a, b, 0.0) != DT_FALSE;
    let all = [distance == 0.0, depth >= 0.0, contacts > 0, within];
    assert_eq!(all, [shared; 4], "{results}\n{}\n{}", describe(a), describe(b));
    patches(a, b, contacts);
    if shared {
        let length: f64 = normal.iter().map(|x| x * x).sum();
        assert!(
            (length - 1.0).abs() < 1e-9,
            "{normal:?}, {results}\n{}\n{}",
            describe(a),
            describe(b)
        );
    }
    let is_finite = motion.iter().chain(other).all(|x| x.is_finite());
    assert!(
        !is_finite || (time == 0.0) == shared,
        "{results}, moved by {motion:?} and {other:?}\n{}\n{}",
        describe(a),
        describe(b)
    );
}

/// Contacts by patches: all of them, or some of each.
fn patches(a: DtObjectRef, b: DtObjectRef, contacts: DtCount) {
    const ROOM: usize = 32;
    let none = DtContact::default();
    let (mut found, mut numbers) = ([none; ROOM], [DtCount::MAX; ROOM]);
    // SAFETY: nothing is wanted, or there is room for as many as said.
    let (all, some) = unsafe {
        (
            dtGetContactPatches(a, b, 0, null_mut(), null_mut(), 0),
            dtGetContactPatches(a, b, 2, found.as_mut_ptr(), numbers.as_mut_ptr(), ROOM as DtCount),
        )
    };
    // Of contacts that are near in place and normal the deepest stay. There may be more of them than in the patches: one
    // of another patch can leave out what would have left out others.
    assert_eq!(all > 0, contacts > 0, "{all} contacts of all patches, {contacts} contacts");
    assert!(some <= all && (some > 0) == (all > 0), "{some} of {all} contacts");
    let written = (some as usize).min(ROOM);
    let numbers = &numbers[..written];
    assert!(numbers.first().is_none_or(|first| *first == 0), "{numbers:?}");
    assert!(
        numbers.windows(2).all(|two| [0, 1].contains(&two[1].wrapping_sub(two[0]))),
        "{numbers:?}"
    );
    assert!(
        numbers.windows(3).all(|three| three[0] < three[2]),
        "more than two of a patch: {numbers:?}"
    );
    for contact in &found[..written] {
        let numbers = [contact.point1, contact.point2, contact.normal, [contact.depth; 3]].concat();
        assert!(contact.depth >= 0.0 && numbers.iter().all(|x| !x.is_nan()), "{contact:?}");
    }
}

fn rays(a: DtObjectRef, from: &[f64; 3], to: &[f64; 3]) {
    const ROOM: usize = 16;
    let none = DtRayHit { object: null_mut(), time: 0.0, point: [0.0; 3], normal: [0.0; 3] };
    let mut hits = [none; ROOM];
    // SAFETY: ends of three numbers, room for as many as said.
    let (alone, count, any) = unsafe {
        (
            dtRayCastObject(a, from.as_ptr(), to.as_ptr(), nothing(), nothing()),
            dtRayCastAll(from.as_ptr(), to.as_ptr(), hits.as_mut_ptr(), ROOM as u32) as usize,
            dtRayCast(from.as_ptr(), to.as_ptr(), null_mut()) != DT_FALSE,
        )
    };
    assert!(is_time(alone), "{alone}");
    assert_eq!(any, count > 0, "any hit, and {count} hits");
    let hits = &hits[..count.min(ROOM)];
    assert!(hits.iter().map(|hit| hit.time).is_sorted(), "{hits:?}");
    for hit in hits {
        let numbers = [hit.point, hit.normal].concat();
        assert!((0.0..=1.0).contains(&hit.time) && numbers.iter().all(|x| !x.is_nan()), "{hit:?}");
        assert!(hit.object != a || hit.time == alone, "{hit:?}, alone {alone}");
    }
    let listed = hits.iter().any(|hit| hit.object == a);
    assert!(count > ROOM || (alone >= 0.0) == listed, "{alone:e}, {hits:?}, {}", describe(a));
}

fn meshes(a: DtObjectRef, b: DtObjectRef) {
    const ROOM: usize = 64;
    let mut pairs = [DtPolytopePair { polytope1: 0, polytope2: 0 }; ROOM];
    let segment =
        DtSegment { point1: [0.0; 3], point2: [0.0; 3], polygon1: 0, polygon2: 0, curve: 0 };
    let mut segments = [segment; ROOM];
    // SAFETY: room for as many as said.
    let (count, crossings) = unsafe {
        dtSelfCollisions(a, 0, null_mut());
        dtSelfCollisionsMotion(a, null_mut(), 0);
        dtGetAllCollidingPolytopes(null_mut(), 0);
        (
            dtGetCollidingPolytopes(a, b, pairs.as_mut_ptr(), ROOM as u32) as usize,
            dtGetIntersection(a, b, segments.as_mut_ptr(), ROOM as u32) as usize,
        )
    };
    let order = |pair: &DtPolytopePair| (pair.polytope1, pair.polytope2);
    assert!(
        pairs[..count.min(ROOM)].is_sorted_by(|p, q| order(p) < order(q)),
        "each pair once, in order"
    );
    let ends = segments[..crossings.min(ROOM)].iter().flat_map(|s| [s.point1, s.point2].concat());
    assert!(ends.into_iter().all(|x| !x.is_nan()));
}

fn boxes(a: DtObjectRef, from: &[f64; 3], to: &[f64; 3]) {
    let (mut low, mut high, mut m) = ([7.0; 3], [7.0; 3], [7.0; 16]);
    let mut statistics = std::mem::MaybeUninit::uninit();
    // SAFETY: three numbers each, sixteen, and a record, which is written whole.
    let results = unsafe {
        dtQueryBox(from.as_ptr(), to.as_ptr(), null_mut(), 0);
        dtGetMatrixd(a, m.as_mut_ptr());
        dtGetStatistics(statistics.as_mut_ptr());
        let statistics: DtStatistics = statistics.assume_init();
        assert!(statistics.objects >= 0.0 && statistics.pairs >= 0.0);
        dtGetBBox(a, low.as_mut_ptr(), high.as_mut_ptr())
    };
    assert!(results == DT_FALSE || (0..3).all(|k| low[k] <= high[k]), "{low:?}, {high:?}");
    tree(a);
    dtGetShape(a);
    assert!((0.0..=1.0).contains(&dtContactTime()));
}

/// Boxes of a tree: there are some at each level or at none, and not fewer further down.
fn tree(a: DtObjectRef) {
    const ROOM: usize = 16;
    let mut boxes = [DtBox::default(); ROOM];
    // SAFETY: room for as many as said, or nothing is wanted.
    let counts = [0, 1, 2, DtCount::MAX].map(|level| unsafe {
        let count = dtGetTreeBoxes(a, level, boxes.as_mut_ptr(), ROOM as DtCount);
        assert_eq!(count, dtGetTreeBoxes(a, level, null_mut(), 0));
        for one in &boxes[..(count as usize).min(ROOM)] {
            assert!((0..3).all(|k| one.min[k] <= one.max[k]), "level {level}: {one:?}");
        }
        count
    });
    assert!(
        counts[0] <= 1 && counts.is_sorted() && (counts[0] > 0) == (counts[3] > 0),
        "{counts:?}"
    );
}

/// NULL for all that may be, and for all that may not.
fn nulls(a: DtObjectRef, b: DtObjectRef) {
    // SAFETY: NULL is allowed everywhere.
    unsafe {
        assert_eq!(dtGetMatrixf(a, null_mut()), DT_FALSE);
        assert_eq!(dtGetBBox(a, nothing(), nothing()), DT_FALSE);
        assert_eq!(dtRayCast(null(), null(), null_mut()), DT_FALSE);
        assert_eq!(dtRayCastObject(a, null(), null(), nothing(), nothing()), -1.0);
        assert_eq!(dtQueryBox(null(), null(), null_mut(), 0), 0);
        dtGetStatistics(null_mut());
        dtCastObjects(a, null(), b, null(), nothing(), nothing());
        dtGetCollidingPolytopes(a, b, null_mut(), 9);
        dtSelfCollisions(a, 9, null_mut());
        dtSelfCollisionsMotion(a, null_mut(), 9);
        dtGetAllCollidingPolytopes(null_mut(), 9);
        dtGetContacts(a, b, null_mut(), 9);
        dtGetContactPatches(a, b, 1, null_mut(), null_mut(), 9);
        dtGetTreeBoxes(a, 3, null_mut(), 9);
        dtGetIntersection(a, b, null_mut(), 9);
    }
    dtWithinDistance(a, b, f64::NAN);
}

/// An object in words: where it is.
pub fn describe(object: DtObjectRef) -> String {
    let (mut m, mut low, mut high) = ([0.0; 16], [0.0; 3], [0.0; 3]);
    // SAFETY: room for sixteen and for three numbers.
    let results = unsafe {
        dtGetMatrixd(object, m.as_mut_ptr());
        dtGetBBox(object, low.as_mut_ptr(), high.as_mut_ptr())
    };
    format!(
        "{object:?}: shape {:?} at {m:?}, in a box: {results}, {low:?}, {high:?}",
        dtGetShape(object)
    )
}
