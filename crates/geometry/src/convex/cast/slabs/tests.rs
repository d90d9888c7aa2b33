use super::*;
use crate::convex::cast;
use crate::convex::relative::RelativePlacement;
use crate::math::{Mat3, Placement};
use crate::shape::{Primitive, Support};
use solid_testing::Random;

fn placed(random: &mut Random) -> Placement {
    let mut placement = Placement::IDENTITY;
    placement.translate(&(random.vector() * 2.0));
    match random.below(4) {
        0 => {}
        1 => placement.rotate(&[0.0, 0.0, random.vector().x, 1.0]),
        _ => placement.rotate(&random.quaternion()),
    }
    if random.below(4) == 0 {
        placement.scale(&Vec3::new(1.3, -0.8, 1.0));
    }
    placement
}

/// The corners of a box as a polytope: what is cast without slabs.
fn as_polytope(half: &Vec3) -> Primitive {
    let corner = |i: usize| Vec3::from_fn(|k, _| if i >> k & 1 == 0 { -half[k] } else { half[k] });
    Primitive::polytope(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner)).expect("few points")
}

#[test]
fn slabs_tell_what_polytopes_do() {
    let mut random = Random::new(91);
    let (mut decided, mut met, mut beside) = (0, 0, 0);
    for round in 0..6000 {
        let half = [0, 1].map(|_| random.vector().abs() + Vec3::repeat(0.1));
        let (p, q) = (placed(&mut random), placed(&mut random));
        let motion = if round % 3 == 0 { Vec3::new(0.0, 0.0, 4.0) } else { random.vector() * 4.0 };
        let [a, b] = half.map(Primitive::Box);
        let relative = RelativePlacement::new(&a.absolute_extents(), &p, &b.absolute_extents(), &q)
            .expect("in range");
        let path = SweptRay::new(&motion, 1.0, &relative);
        let block_a = Block::new(&half[0], relative.basis_a(), &Vec3::zeros());
        let block_b = Block::new(&half[1], relative.basis_b(), &relative.offset());
        let slow = cast::cast(
            &as_polytope(&half[0]),
            &as_polytope(&half[1]),
            &relative,
            &motion,
            1.0,
            1e-12,
            &mut [0; 2],
        );
        match cast(&block_a, &block_b, &path, &relative.absolute_extents()) {
            Outcome::Missed => assert_eq!(slow, None, "round {round}"),
            Outcome::Contact { at, normal } => {
                let slow = slow.unwrap_or_else(|| panic!("round {round}: no contact"));
                let error = (path.time(at) - slow.time).abs() * normal.dot(&motion);
                assert!(error < 1e-10, "round {round}: {} {}", path.time(at), slow.time);
                // The points lie on each other, but for the few facets that hardly overlap.
                let [s, t] = meeting_points(&block_a, &block_b, &path, at, &normal);
                let point = |block: &Block, parts: &Vec3| Mat3::from_columns(&block.edges) * parts;
                let gap = (point(&block_b, &t) + block_b.center + path.direction * at)
                    - (point(&block_a, &s) + block_a.center);
                beside += usize::from(gap.norm() > 1e-11);
                // And the result of the cast always does.
                let found = cast::cast(&a, &b, &relative, &motion, 1.0, 1e-12, &mut [0; 2])
                    .expect("a contact");
                assert!(found.witness.difference.norm() < 1e-10, "round {round}: {gap:?}");
                met += 1;
            }
            Outcome::Undecided => continue,
        }
        decided += 1;
    }
    assert!(decided > 4000 && met > 400 && beside < met / 50, "{decided} {met} {beside}");
}

#[test]
fn what_slabs_cannot_tell_they_leave() {
    let cube = |at: Vec3| Block::new(&Vec3::repeat(1.0), &Mat3::identity(), &at);
    let reach = Vec3::repeat(6.0);
    let path = |direction: Vec3| path_of(&direction);
    let origin = cube(Vec3::zeros());
    // Overlapping at the start, touching at the start, grazing along a face.
    for (at, along) in [
        (Vec3::new(1.5, 0.0, 0.0), Vec3::x()),
        (Vec3::new(2.0, 0.0, 0.0), -Vec3::x()),
        (Vec3::new(-4.0, 2.0, 0.0), Vec3::x()),
    ] {
        assert_eq!(cast(&origin, &cube(at), &path(along), &reach), Outcome::Undecided, "{at:?}");
    }
    let straight = cast(&origin, &cube(Vec3::new(-4.0, 0.5, 0.0)), &path(Vec3::x()), &reach);
    assert_eq!(straight, Outcome::Contact { at: 2.0, normal: Vec3::x() });
    let beside = cast(&origin, &cube(Vec3::new(-4.0, 2.1, 0.0)), &path(Vec3::x()), &reach);
    assert_eq!(beside, Outcome::Missed);
    // Across a corner: one pair of slabs is left before the other is entered.
    let across =
        cast(&origin, &cube(Vec3::new(-4.5, 1.0, 0.0)), &path(Vec3::new(0.6, 0.8, 0.0)), &reach);
    assert_eq!(across, Outcome::Missed);
    let less_far =
        cast(&origin, &cube(Vec3::new(-4.5, -4.5, 0.0)), &path(Vec3::new(0.6, 0.8, 0.0)), &reach);
    assert!(
        matches!(less_far, Outcome::Contact { normal, .. } if normal == Vec3::x()),
        "{less_far:?}"
    );
}

fn path_of(direction: &Vec3) -> SweptRay {
    let relative = RelativePlacement::new(
        &Vec3::repeat(6.0),
        &Placement::IDENTITY,
        &Vec3::repeat(6.0),
        &Placement::IDENTITY,
    );
    SweptRay::new(&(direction * 10.0), 1.0, &relative.expect("in range"))
}
