//! Round bodies whose axes and edges are parallel or perpendicular, and meet: many directions are as short as the shortest.

use super::sampled::none_is_shorter;
use super::*;

fn in_quarters(random: &mut Random) -> Placement {
    let mut basis = Mat3::zeros();
    let first = random.below(3);
    let second = (first + 1 + random.below(2)) % 3;
    for (column, row) in [first, second, 3 - first - second].into_iter().enumerate() {
        basis[(row, column)] = random.signed().signum();
    }
    Placement { basis, origin: Vec3::from(random.integers(-4, 4).map(|x| x as f64 / 4.0)) }
}

fn round_bodies() -> Vec<Primitive> {
    vec![
        Primitive::Cylinder { radius: 0.75, half_height: 0.75 },
        Primitive::Cone { radius: 1.0, half_height: 0.75 },
        Primitive::Cone { radius: 0.25, half_height: 1.0 },
    ]
}

#[test]
fn no_direction_is_shorter_between_level_bodies() {
    let mut kinds = round_bodies();
    kinds.push(Primitive::Box(Vec3::new(0.75, 0.5, 0.5)));
    kinds.push(Primitive::Segment { from: Vec3::new(0.0, -1.0, 0.0), to: Vec3::y() });
    none_is_shorter(&kinds, 400, 114, in_quarters);
}

#[test]
fn no_direction_is_shorter_between_upright_bodies() {
    none_is_shorter(&round_bodies(), 150, 115, |random| {
        let [x, y] = [random.signed(), random.signed()];
        let upright = if random.below(2) == 0 { [0.0, y, 0.0, x] } else { [x, 0.0, y, 0.0] };
        Placement { basis: rotation(&upright), origin: random.vector() * 0.3 }
    });
}

#[test]
fn a_ring_of_equal_depths_takes_few_support_points() {
    let [can, cone, _] = &round_bodies()[..] else { unreachable!() };
    let block = Primitive::Box(Vec3::new(0.75, 0.5, 0.5));
    let needle = Primitive::Segment { from: Vec3::zeros(), to: Vec3::x() * 2.0 };
    let rising = Primitive::Segment { from: Vec3::zeros(), to: Vec3::new(2.0, 2.0, 0.0) };
    let of_flank = 1.0 / 3.25_f64.sqrt();
    for (a, b, there, due) in [
        (cone, &needle, at(0.0, 0.5, 0.0), 0.25 * of_flank), // its end on the axis, near the apex
        (cone, &rising, at(0.0, -0.5, 0.0), 1.25 * of_flank), // nearer to the base, but the rest is in the way
        (can, &needle, Placement::IDENTITY, 0.75),
        (can, &block, at(0.75, 0.25, 0.5), 0.75), // an edge along the axis
        (can, &block, at(0.75, 0.25, 1.0), 0.25), // an edge parallel to it
    ] {
        let found = depth(a, &Placement::IDENTITY, b, &there).expect("they overlap");
        assert!((found.depth - due).abs() < 1e-6, "{found:?}, not {due}");
        assert!(found.status == Status::Converged && found.iterations < 150, "{found:?}");
    }
}
