use super::*;
use crate::math::Placement;
use crate::shape::Primitive;

fn block(half: f64) -> Primitive {
    Primitive::Box(Vec3::repeat(half))
}

/// Shows a block at a place to the search for what a cube of half a unit, at rest, meets first.
fn show(earliest: &mut Earliest, half: f64, at: Vec3) -> ControlFlow<()> {
    let (cube, block) = (block(0.5), block(half));
    let placement = Placement { origin: at, ..Placement::IDENTITY };
    let relative = RelativePlacement::new(
        &cube.absolute_extents(),
        &Placement::IDENTITY,
        &block.absolute_extents(),
        &placement,
    );
    earliest.visit(&cube, &block, [0, 0], &relative.expect("in range"))
}

fn search() -> Earliest {
    Earliest::new(Vec3::new(-4.0, 0.0, 0.0), 1e-9)
}

/// What walks leave out is what would be met later: the limit falls with each earlier contact, and rises with none.
#[test]
fn the_limit_is_the_time_of_the_first_contact_so_far() {
    let mut earliest = search();
    assert_eq!(earliest.limit(), 1.0);
    for (half, x, time) in [(0.5, 9.0, 1.0), (0.5, 3.0, 0.5), (0.5, 4.0, 0.5), (1.5, 3.0, 0.25)] {
        assert_eq!(show(&mut earliest, half, Vec3::new(x, 0.1, 0.2)), ControlFlow::Continue(()));
        assert!((earliest.limit() - time).abs() < 1e-12, "{} for {time}", earliest.limit());
    }
    // Nothing is earlier than the start: there the search ends.
    assert_eq!(show(&mut earliest, 0.5, Vec3::new(0.7, 0.0, 0.0)), ControlFlow::Break(()));
    assert_eq!(earliest.limit(), 0.0);
}

#[test]
fn of_parts_met_at_once_the_one_that_was_shown_first_stays() {
    let places = [0.1, 0.7].map(|y| Vec3::new(3.0, y, 0.0));
    let alone = places.map(|place| {
        let mut earliest = search();
        let _ = show(&mut earliest, 0.5, place);
        earliest.found.expect("a contact")
    });
    assert_eq!(alone[0].time, alone[1].time);
    assert_ne!(alone[0].locals, alone[1].locals);
    for order in [[0, 1], [1, 0]] {
        let mut earliest = search();
        order.iter().for_each(|i| assert!(show(&mut earliest, 0.5, places[*i]).is_continue()));
        assert_eq!(earliest.found, Some(alone[order[0]]));
    }
}
