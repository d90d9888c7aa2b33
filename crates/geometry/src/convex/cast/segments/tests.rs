//! Segments that are put where they meet at a known time, or pass by each other.

use crate::convex::cast::cast;
use crate::convex::relative::RelativePlacement;
use crate::math::{Placement, Vec3};
use crate::shape::{Primitive, Support};
use solid_testing::Random;

struct Flight {
    segments: [[Vec3; 2]; 2],
    motion: Vec3,
}

impl Flight {
    /// Of segments of which points at these parts meet at a time.
    fn new(random: &mut Random, parts: [f64; 2], time: f64) -> Flight {
        let mut segment = || [(); 2].map(|()| random.vector());
        let (p, q) = (segment(), segment());
        let at = |[from, to]: [Vec3; 2], part: f64| from + (to - from) * part;
        let motion = (at(p, parts[0]) - at(q, parts[1])) / time;
        Flight { segments: [p, q], motion }
    }

    /// The time and the normal, which the swapped pair has as well.
    fn cast(&self) -> Option<(f64, Vec3)> {
        let here = Placement::IDENTITY;
        let ask = |[p, q]: [[Vec3; 2]; 2], motion: Vec3| {
            let [a, b] = [p, q].map(|[from, to]| Primitive::Segment { from, to });
            let extents = [a.absolute_extents(), b.absolute_extents()];
            let relative = RelativePlacement::new(&extents[0], &here, &extents[1], &here);
            cast(&a, &b, &relative.expect("in range"), &motion, 1.0, 1e-9, &mut [0; 2])
        };
        let [p, q] = self.segments;
        let found = ask([p, q], self.motion);
        let swapped = ask([q, p], -self.motion);
        assert_eq!(found.is_some(), swapped.is_some());
        if let (Some(found), Some(swapped)) = (found, swapped) {
            assert!((found.time - swapped.time).abs() <= 1e-9 * found.time);
            assert!((found.normal + swapped.normal).norm() < 1e-6);
        }
        found.map(|found| (found.time, found.normal))
    }

    /// How steeply they meet: the sine between the segments times that between their plane and the motion.
    fn steepness(&self) -> f64 {
        let [u, v] = self.segments.map(|[from, to]| (to - from).normalize());
        u.cross(&v).dot(&self.motion.normalize()).abs()
    }
}

#[test]
fn segments_meet_when_their_points_do() {
    let random = &mut Random::new(941);
    let mut met = 0;
    for _ in 0..2000 {
        let parts = [0.5 + 0.49 * random.signed(), 0.5 + 0.49 * random.signed()];
        let time = 0.55 + 0.4 * random.signed();
        let flight = Flight::new(random, parts, time);
        let steepness = flight.steepness();
        if steepness < 1e-3 {
            continue;
        }
        let (found, normal) = flight.cast().expect("they meet");
        assert!((found - time).abs() <= 1e-9 * time, "{found} and not {time}");
        let aside = flight.segments.map(|[from, to]| (to - from).normalize().dot(&normal).abs());
        assert!(aside.iter().all(|sine| *sine < 1e-9) && normal.dot(&flight.motion) > 0.0);
        met += 1;
    }
    assert!(met > 1500);
}

#[test]
fn segments_that_pass_each_other_do_not_meet() {
    let random = &mut Random::new(947);
    for round in 0..2000 {
        // Beyond an end of the first, or of the second; or too late.
        let mut parts = [0.5 + 0.49 * random.signed(), 0.5 + 0.49 * random.signed()];
        let mut time = 0.55 + 0.4 * random.signed();
        match round % 3 {
            2 => time = 1.0 + 1e-6,
            side => parts[side] = if random.below(2) == 0 { -1e-6 } else { 1.0 + 1e-6 },
        }
        let flight = Flight::new(random, parts, time);
        if flight.steepness() > 1e-2 {
            assert_eq!(flight.cast(), None);
        }
    }
}
