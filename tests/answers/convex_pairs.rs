//! Random convex pairs, as many as `SOLID_PAIRS`, against an oracle of certified arithmetic. `SOLID_SEED` picks other cases.

use crate::oracle::library::Library;
use crate::oracle::report::pairs;
use crate::oracle::{certificates, crowd, pairs as drivers, responses, touching};

#[test]
fn pairs_in_general_position() {
    drivers::generic(&mut Library::lock(), pairs() * 4 / 10).finish();
}

#[test]
fn pairs_near_contact() {
    drivers::near_contact(&mut Library::lock(), pairs() * 3 / 10).finish();
}

#[test]
fn pairs_sliding_coherently() {
    drivers::sliding(&mut Library::lock(), pairs() * 2 / 10).finish();
}

#[test]
fn pairs_touching_exactly() {
    touching::touching(&mut Library::lock(), pairs() / 20).finish();
}

#[test]
fn a_box_resting_on_a_wide_floor() {
    drivers::floors(&mut Library::lock(), pairs() / 20).finish();
}

#[test]
fn pairs_of_a_crowd() {
    crowd::crowds(&mut Library::lock(), pairs() / 4).finish();
}

#[test]
fn witnesses_are_common_points() {
    responses::witnessed(&mut Library::lock(), pairs() / 10).finish();
}

#[test]
fn smart_points_are_closest() {
    responses::smart(&mut Library::lock(), pairs() / 10).finish();
}

#[test]
fn distances_lie_between_their_bounds() {
    certificates::distances(pairs() / 5).finish();
}

#[test]
fn casts_meet_when_they_say() {
    certificates::casts(pairs() / 10).finish();
}

#[test]
fn casts_of_near_touches_meet_when_they_say() {
    certificates::casts_of_near_touches().finish();
}
