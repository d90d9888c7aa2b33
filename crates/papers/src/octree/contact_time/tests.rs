//! First contacts: none missed, none invented, times as they are known.

use crate::octree::Vertices;
use crate::octree::contact_time::{Moving, first_contact};
use crate::octree::exact::triangles_meet;
use solid_geometry::math::Vec3;
use solid_geometry::octree::{MovingHull, first_touch};
use solid_testing::Random;

fn at(m: &Moving, time: f64) -> [Vec3; 3] {
    [0, 1, 2].map(|i| m[0][i] + (m[1][i] - m[0][i]) * time)
}

/// A distance between triangles by the closest of many samples is an upper bound; enough to show that they do touch.
fn nearly_meet(s: &[Vec3; 3], t: &[Vec3; 3], slack: f64) -> bool {
    // Grown about their centres by more than the slack, they meet.
    let grown = |p: &[Vec3; 3]| {
        let center = (p[0] + p[1] + p[2]) / 3.0;
        p.map(|v| v + (v - center) * (slack * 1e3 / (1e-6 + (v - center).norm())))
    };
    let (s, t) = (grown(s), grown(t));
    let normal = (s[1] - s[0]).cross(&(s[2] - s[0]));
    let step = normal * (slack / normal.norm().max(1e-300));
    [-1.0, 0.0, 1.0].iter().any(|side| triangles_meet(&s.map(|p| p + step * (*side * 1e3)), &t))
        || triangles_meet(&s, &t)
}

fn random_moving(random: &mut Random) -> Moving {
    let center = random.vector();
    let size = 10f64.powf(0.7 * random.signed() - 0.5);
    let first = [0; 3].map(|_| center + random.vector() * size);
    let turn = random.vector() * size;
    let step = random.vector() * 0.5 - center * 2.0;
    [first, first.map(|p| p + step + turn.cross(&(p - center)))]
}

#[test]
fn no_contact_is_missed_and_none_is_early_or_late() {
    let mut random = Random::new(61);
    let (mut hits, mut misses) = (0, 0);
    for round in 0..3000 {
        let (s, t) = (random_moving(&mut random), random_moving(&mut random));
        let contact = first_contact(&s, &t);
        assert_eq!(contact, first_contact(&s, &t));
        let samples = 200;
        let first = (0..=samples)
            .map(|i| f64::from(i) / f64::from(samples))
            .find(|time| triangles_meet(&at(&s, *time), &at(&t, *time)));
        match (first, contact) {
            (Some(first), None) => panic!("missed at {first}: {s:?} {t:?}"),
            (Some(first), Some(contact)) => {
                assert!(
                    contact.free <= contact.time && contact.time <= first + 1e-9,
                    "{first} {contact:?}"
                )
            }
            _ => {}
        }
        if let Some(contact) = contact {
            hits += 1;
            assert!(contact.gap <= 1e-11, "{round} {contact:?} {s:?} {t:?}");
            assert!(
                nearly_meet(&at(&s, contact.time), &at(&t, contact.time), 1e-9),
                "{round} {contact:?} {s:?} {t:?}"
            );
        } else {
            misses += 1;
        }
    }
    assert!(hits > 500 && misses > 500, "{hits} {misses}");
}

#[test]
fn known_times() {
    let v = Vec3::new;
    let floor = [v(-4.0, -4.0, 0.0), v(4.0, -4.0, 0.0), v(0.0, 6.0, 0.0)];
    let still: Moving = [floor, floor];
    // A vertex falls through the floor: from 1 to -3 in unit time.
    let drop = |t: [Vec3; 3], by: f64| -> Moving { [t, t.map(|p| p - v(0.0, 0.0, by))] };
    let tip = [v(0.0, 0.0, 1.0), v(1.0, 0.0, 2.0), v(0.0, 1.0, 2.0)];
    let contact = first_contact(&still, &drop(tip, 4.0)).expect("it falls through");
    assert!(
        (contact.time - 0.25).abs() < 1e-10 && contact.free <= contact.time && contact.gap < 1e-11
    );
    // It stops above the floor, or just on it.
    assert_eq!(first_contact(&still, &drop(tip, 0.999_999)), None);
    let landed = first_contact(&still, &drop(tip, 1.0)).expect("it lands");
    assert!((landed.time - 1.0).abs() < 1e-10);
    // Flat onto it: a contact everywhere at once.
    let flat = [v(0.0, 0.0, 1.0), v(1.0, 0.0, 1.0), v(0.0, 1.0, 1.0)];
    let contact = first_contact(&still, &drop(flat, 2.0)).expect("it falls flat");
    assert!((contact.time - 0.5).abs() < 1e-9 && contact.gap < 1e-10, "{contact:?}");
    // Along the floor's own plane, from outside.
    let beside = [v(10.0, -4.0, 0.0), v(12.0, -5.0, 0.0), v(12.0, -3.0, 0.0)];
    let slide: Moving = [beside, beside.map(|p| p - v(8.0, 0.0, 0.0))];
    let contact = first_contact(&still, &slide).expect("it slides in");
    assert!((contact.time - 0.75).abs() < 1e-9, "{contact:?}");
    // Past it, in a plane beside.
    let above: Moving = slide.map(|t| t.map(|p| p + v(0.0, 0.0, 1e-9)));
    assert_eq!(first_contact(&still, &above), None);
    // Met at the start.
    let through = [v(0.0, 0.0, 1.0), v(0.0, 0.0, -1.0), v(1.0, 0.0, 1.0)];
    let contact = first_contact(&still, &[through, through]).expect("they meet");
    assert_eq!((contact.free, contact.time, contact.gap), (0.0, 0.0, 0.0));
}

#[test]
fn points_and_segments_move_too() {
    let v = Vec3::new;
    let point = |from: Vec3, to: Vec3| -> Moving { [[from; 3], [to; 3]] };
    let a = point(v(0.0, 0.0, 0.0), v(4.0, 0.0, 0.0));
    let b = point(v(4.0, 1.0, 0.0), v(0.0, -1.0, 0.0));
    let contact = first_contact(&a, &b).expect("two points meet half way");
    assert!((contact.time - 0.5).abs() < 1e-10);
    assert_eq!(first_contact(&a, &point(v(4.0, 1.0, 1e-6), v(0.0, -1.0, 1e-6))), None);
    let bar = [v(-1.0, 0.5, 2.0), v(9.0, 0.5, 2.0), v(-1.0, 0.5, 2.0)];
    let other = [v(2.0, -3.0, 0.0), v(2.0, 3.0, 0.0), v(2.0, 3.0, 0.0)];
    let contact = first_contact(&[bar, bar], &[other, other.map(|p| p + v(0.0, 0.0, 8.0))])
        .expect("bars cross");
    assert!((contact.time - 0.25).abs() < 1e-10);
}

fn hull([before, now]: &Moving) -> MovingHull<'_> {
    let [before, now] = [before, now].map(|points| Vertices { local: points, placement: None });
    MovingHull { indices: &[0, 1, 2], before, now }
}

/// The library's time of impact of convex bodies, which comes from separating axes.
#[test]
fn conservative_advancement_finds_the_same_times() {
    let mut random = Random::new(81);
    for round in 0..600 {
        let triangles: [Moving; 2] = [0, 1].map(|_| {
            [0, 1].map(|_| {
                let at = random.vector();
                [0, 1, 2].map(|_| at + random.vector())
            })
        });
        let touch = first_touch(&hull(&triangles[0]), &hull(&triangles[1]));
        let contact = first_contact(&triangles[0], &triangles[1]);
        assert_eq!(touch.is_some(), contact.is_some(), "round {round}");
        if let (Some(touch), Some(contact)) = (touch, contact) {
            let apart = (touch.time - contact.time).abs();
            assert!(apart < 1e-8, "round {round}: {touch:?} {contact:?}");
        }
    }
}
