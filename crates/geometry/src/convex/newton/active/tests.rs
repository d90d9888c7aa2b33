use super::*;
use crate::math::Placement;
use crate::shape::{Primitive, Support};

/// Of more patches than there is room for, those stay whose gradients have a mean of zero: without the right ones a search
/// would alternate between two corners.
#[test]
fn patches_leave_for_a_corner() {
    let gradients = [[1.0, 0.0], [-0.5, 0.9], [-0.5, -0.9]].map(Vec2::from);
    let here = Placement::IDENTITY;
    let relative = RelativePlacement::new(&Vec3::repeat(1.0), &here, &Vec3::repeat(1.0), &here)
        .expect("in range");
    let member = |gradient: Vec2, multiplier: f64| Member {
        multiplier,
        jet: Jet { gradient, value: 1.0, ..Jet::default() },
        ..Member::default()
    };
    for turn in 0..3 {
        for (fourth, leaves) in
            [([-1.0, -0.05], 2), ([-1.0, 0.05], 1), ([0.3, 1.0], 1), ([0.3, -1.0], 2)]
        {
            let fourth = Vec2::from(fourth);
            let mut set =
                ActiveSet::new(Chart::Plane(Vec3::z(), [Vec3::x(), Vec3::y()]), &relative);
            for i in 0..3 {
                set.members[i] = member(gradients[(i + turn) % 3], 1.0 / 3.0);
            }
            set.members[3] = member(fourth, 0.0);
            (set.active, set.known) = (3, 3);
            set.activate(3);
            assert_eq!(set.member((leaves + 3 - turn) % 3).jet.gradient, fourth, "turn {turn}");
            let step = set.step(0.5).expect("a corner");
            assert_eq!((set.active, step.norm()), (3, 0.0), "turn {turn}");
            let mean = set
                .active()
                .iter()
                .fold(Vec2::zeros(), |sum, member| sum + member.jet.gradient * member.multiplier);
            assert!(mean.norm() < 1e-15);
        }
    }
}

/// The multipliers of equal patches add up, and their sum is one even where some were left out.
#[test]
fn equal_patches_are_one() {
    let egg = Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75));
    let point = Primitive::Box(Vec3::zeros());
    let here = Placement::IDENTITY;
    let relative =
        RelativePlacement::new(&egg.absolute_extents(), &here, &Vec3::repeat(1.0), &here)
            .expect("in range");
    let pair = AnyPair::new(&egg, &point, &relative);
    for weights in [[0.25, 0.75], [0.25, 0.5]] {
        let directions = [Vec3::x(), Vec3::y()].into_iter().zip(weights);
        let mut set = ActiveSet::new(Chart::Sphere, &relative);
        assert!(set.add_along(&pair, directions, &mut [0; 2]), "a smooth patch");
        let multipliers = set.active().iter().map(|member| member.multiplier);
        assert_eq!(multipliers.collect::<Vec<_>>(), [1.0], "{weights:?}");
    }
}
