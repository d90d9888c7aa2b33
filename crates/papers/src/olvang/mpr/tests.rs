use super::{estimate_depth, search};
use solid_geometry::convex::epa::Workspace;
use solid_geometry::convex::gjk::{self, Status};
use solid_geometry::convex::{Pair, RelativePlacement, VertexHints, penetration_depth};
use solid_geometry::math::{Placement, Vec3, rotation};
use solid_geometry::shape::{Primitive, Support};
use solid_testing::Random;

fn bodies() -> [Primitive; 5] {
    [
        Primitive::Box(Vec3::new(0.5, 0.25, 0.75)),
        Primitive::Ellipsoid(Vec3::new(0.25, 0.5, 0.4)),
        Primitive::Cone { radius: 0.5, half_height: 0.5 },
        Primitive::Cylinder { radius: 0.4, half_height: 0.5 },
        Primitive::Round { half: Vec3::repeat(0.25), radius: 0.25 },
    ]
}

fn place(random: &mut Random) -> Placement {
    Placement { basis: rotation(&random.quaternion()), origin: random.vector() * 0.8 }
}

#[test]
fn certain_answers_are_those_of_gjk() {
    let random = &mut Random::new(81);
    let (mut apart, mut enclosed, mut open) = (0, 0, 0);
    for round in 0..6000 {
        let (a, b) = (bodies()[round % 5].clone(), bodies()[round / 5 % 5].clone());
        let (p, q) = (place(random), place(random));
        let relative = RelativePlacement::new(&a.absolute_extents(), &p, &b.absolute_extents(), &q)
            .expect("in range");
        let pair = Pair::new(&a, &b, &relative);
        let result = search(&pair, &mut VertexHints::default());
        let due = gjk::search(&pair, &mut VertexHints::default()).status;
        match result.status {
            Status::Apart => {
                assert_eq!(due, Status::Apart);
                assert!(pair.is_separated_by(&result.axis, &mut VertexHints::default()));
                apart += 1;
            }
            Status::Enclosed => {
                assert_ne!(due, Status::Apart);
                enclosed += 1;
            }
            _ => open += 1,
        }
    }
    assert!(apart > 1000 && enclosed > 1000 && open < 60, "{apart} {enclosed} {open}");
}

#[test]
fn estimates_are_no_shorter_than_the_depth_and_seldom_much_longer() {
    const TOLERANCE: f64 = 1e-6;
    let random = &mut Random::new(82);
    let work = &mut Workspace::default();
    let (mut sum, mut due, mut count, mut separated) = (0.0, 0.0, 0, 0);
    for round in 0..3000 {
        let (a, b) = (bodies()[round % 5].clone(), bodies()[round / 5 % 5].clone());
        let (p, q) = (place(random), place(random));
        let relative = RelativePlacement::new(&a.absolute_extents(), &p, &b.absolute_extents(), &q)
            .expect("in range");
        let pair = Pair::new(&a, &b, &relative);
        let Some(estimate) = estimate_depth(&pair, &mut VertexHints::default(), TOLERANCE) else {
            continue;
        };
        let depth = penetration_depth(&a, &b, &relative, 1e-9, work).expect("they overlap").depth;
        assert!(
            estimate.depth >= depth * (1.0 - 10.0 * TOLERANCE) - 1e-12,
            "{} is less than {depth}",
            estimate.depth
        );
        assert!((estimate.normal.norm() - 1.0).abs() < 1e-12);
        let way = estimate.normal * (estimate.depth * (1.0 + 10.0 * TOLERANCE) + 1e-9);
        let moved = Placement { origin: p.origin + way, ..p };
        let relative =
            RelativePlacement::new(&a.absolute_extents(), &moved, &b.absolute_extents(), &q)
                .expect("in range");
        let left = gjk::search(&Pair::new(&a, &b, &relative), &mut VertexHints::default()).status;
        separated += usize::from(left == Status::Apart);
        sum += estimate.depth;
        due += depth;
        count += 1;
    }
    assert!(count > 800 && sum < 1.4 * due, "{count}: {sum}, {due}");
    assert!(10 * separated > 8 * count, "{separated} of {count} are separated");
}
