//! Bodies of parts come back from their bytes as they were, and damaged bytes harm nothing.

use super::{compound, placement};
use crate::query::cast_motion::tests::convex;
use crate::query::saved::tests::seal;
use crate::query::tests::soup;
use crate::query::{self, Shape};
use solid_testing::Random;

/// Holds a shape that is loaded to the one that was saved, to the last bit; and loads bytes of which some are changed.
pub(in crate::query::parts) fn check_saved(random: &mut Random, whole: &Shape) {
    let bytes = whole.to_bytes().expect("finite");
    let back = Shape::from_bytes(&bytes).expect("whole");
    assert_eq!(back.to_bytes().expect("finite"), bytes);
    let (body, here, there) = (convex(random), placement(random, 1.0), placement(random, 3.0));
    let [old, new] = [whole, &back].map(|shape| {
        (
            query::closest_points(shape, &here, &body, &there),
            query::contacts(&body, &there, shape, &here),
        )
    });
    assert_eq!(old, new);
    // Damaged, with a checksum that fits: no panic, whatever comes of it.
    for _ in 0..40 {
        let mut bad = bytes.clone();
        let at = 24 + random.below(bad.len() - 24);
        bad[at] ^= 1 << random.below(8);
        seal(&mut bad);
        if let Ok(shape) = Shape::from_bytes(&bad) {
            query::intersects(&shape, &here, &body, &there);
        }
    }
}

#[test]
fn saved_compounds_answer_the_same_bits() {
    for case in 0..40 {
        let random = &mut Random::case(0x5A7E, case);
        let (inner, mesh) = (compound(random, 1), soup(random, 200, 0.8));
        let whole = Shape::compound(&[
            (inner.clone(), placement(random, 1.0)),
            (mesh.clone(), placement(random, 1.0)),
            (inner, placement(random, 3.0)),
            (mesh.clone(), placement(random, 3.0)),
        ]);
        let whole = whole.expect("valid parts");
        let [all, alone] = [&whole, &mesh].map(|shape| shape.to_bytes().expect("finite").len());
        assert!(case > 0 || all < 2 * alone, "shared parts are saved once");
        check_saved(random, &whole);
    }
}
