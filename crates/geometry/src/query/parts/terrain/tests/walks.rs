//! Walks over large terrain.

use super::super::{Diagonal, HeightField};
use crate::interrupt::{INTERVAL, Interrupted, interruptible};
use crate::math::Aabb;
use crate::query::parts::{Part, Parts, PartsVisitor, Reach, Wanted};

/// Takes all parts, and counts them. It makes sure that a deadline has passed once it has taken the first.
#[derive(Default)]
struct Slow {
    bounds: usize,
    parts: usize,
    reach: Option<Reach>,
}

impl PartsVisitor for Slow {
    fn bound(&mut self, _: &Aabb) -> f64 {
        self.bounds += 1;
        0.0
    }

    fn limit(&self) -> f64 {
        0.0
    }

    fn visit(&mut self, _: &Part<'_>) {
        self.parts += 1;
        if self.parts == 1 {
            std::thread::sleep(INTERVAL);
        }
    }

    fn reach(&self) -> Option<Reach> {
        self.reach
    }
}

#[test]
fn a_walk_ends_at_its_deadline() {
    let field = HeightField::new(vec![0.0_f32; 4096 * 4096], [4096; 2], [1.0; 2], Diagonal::Rising);
    let field = field.expect("a grid");
    for wanted in [None, Some(Wanted::Some), Some(Wanted::All)] {
        let reach = wanted.map(|wanted| Reach { bounds: field.bounds(), wanted });
        let mut visitor = Slow { reach, ..Slow::default() };
        assert_eq!(interruptible(|| true, || field.walk(&mut visitor)), Err(Interrupted));
        // Of 262,144 tiles.
        assert!(0 < visitor.parts && visitor.parts < 100, "{}", visitor.parts);
        assert!(visitor.bounds < 3000, "{}", visitor.bounds);
    }
}
