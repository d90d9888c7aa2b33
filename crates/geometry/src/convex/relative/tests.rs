use super::RelativePlacement;
use crate::math::{Mat3, Placement, Vec3};

/// Found by the storms: two points in one place, one of them scaled by infinity, made an exponent of no number.
#[test]
fn what_has_no_finite_place_has_no_relative_placement() {
    let good = Placement::IDENTITY;
    for bad in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        let scaled = Placement { basis: Mat3::from_diagonal(&Vec3::new(1.0, 1.0, bad)), ..good };
        let moved = Placement { origin: Vec3::new(0.0, bad, 0.0), ..good };
        for reach in [Vec3::zeros(), Vec3::repeat(1e-300), Vec3::repeat(1.0)] {
            for place in [&scaled, &moved] {
                assert!(RelativePlacement::new(&reach, &good, &reach, place).is_none());
                assert!(RelativePlacement::new(&reach, place, &Vec3::zeros(), &good).is_none());
            }
            assert!(RelativePlacement::new(&reach, &good, &Vec3::zeros(), &good).is_some());
        }
    }
}

#[test]
fn the_unit_follows_what_is_huge_or_tiny() {
    for exponent in [-1070, -600, -300, 0, 300, 600, 1020] {
        let size = f64::powi(2.0, exponent / 2) * f64::powi(2.0, exponent - exponent / 2);
        let place = Placement { origin: Vec3::new(size, 0.0, 0.0), ..Placement::IDENTITY };
        let relative =
            RelativePlacement::new(&Vec3::zeros(), &Placement::IDENTITY, &Vec3::zeros(), &place)
                .expect("finite");
        let result = relative.in_world_units(&relative.offset());
        assert_eq!(result, place.origin, "2^{exponent}");
    }
}

/// What is moved afterwards may be off by no less than what was placed there, nor by less than before.
#[test]
fn a_relation_that_is_moved_knows_its_rounding() {
    let random = &mut solid_testing::Random::new(5);
    for _ in 0..1000 {
        let (reach, here) = (random.vector().abs(), Placement::IDENTITY);
        let there = Placement { origin: random.vector() * 3.0, ..here };
        let by = random.vector() * 10.0;
        let before = RelativePlacement::new(&reach, &here, &reach, &there).expect("finite");
        let moved = before.moved(&by);
        let after = Placement { origin: there.origin + by, ..here };
        let placed = RelativePlacement::new(&reach, &here, &reach, &after).expect("finite");
        assert_eq!(moved.offset(), placed.offset());
        assert!(
            moved.rounding() >= before.rounding()
                && moved.rounding() >= placed.rounding() * (1.0 - 1e-12)
        );
        assert!(
            moved.rounding() <= before.rounding() + 2.0 * placed.rounding() + before.rounding()
        );
    }
}
