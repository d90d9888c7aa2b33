use super::match_contacts;
use crate::math::{Placement, Vec3};
use crate::query::{self, Diagonal, HeightField, Shape};
use solid_testing::{Random, limit};

/// Against a search through all of them, in which each is used up.
#[test]
fn each_is_found_once() {
    for case in 0..500 {
        let random = &mut Random::case(0x1D5, case);
        let mut keys =
            || Vec::from_iter((0..random.below(20)).map(|_| [random.below(4), random.below(4)]));
        let (before, now) = (keys(), keys());
        let mut left = Vec::from_iter(before.iter().map(Some));
        let expected = now.iter().map(|key| {
            let found = left.iter().position(|other| *other == Some(key))?;
            left[found] = None;
            Some(found as u32)
        });
        assert_eq!(match_contacts(&before, &now), Vec::from_iter(expected), "case {case}");
    }
}

/// How many contacts of a pose have the same features after a motion, and how many there are.
fn persisting(
    [a, b]: [&Shape; 2],
    at: &Placement,
    moved: &Placement,
    here: &Placement,
) -> [usize; 2] {
    let [before, now] = [at, moved].map(|at| {
        let found = query::contacts(a, at, b, here);
        Vec::from_iter(found.iter().map(|found| found.features))
    });
    let mut distinct = before.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), before.len(), "two contacts have the same id: {before:?}");
    let kept = match_contacts(&before, &now).iter().filter(|place| place.is_some()).count();
    [kept, before.len().max(now.len())]
}

/// How high a hill is, or how flat ground is: nowhere higher than at its middle.
fn height(bend: f64, x: f64, z: f64) -> f64 {
    -bend * (x * x + z * z)
}

fn ground(bend: f64) -> Shape {
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for z in 0..21 {
        vertices.extend((0..21).map(|x| {
            let (x, z) = (f64::from(x) - 10.0, f64::from(z) - 10.0);
            Vec3::new(x, height(bend, x, z), z)
        }));
    }
    for z in 0..20 {
        for x in 0..20 {
            let i = 21 * z + x;
            faces.extend([[i, i + 21, i + 1], [i + 1, i + 21, i + 22]]);
        }
    }
    Shape::mesh(&vertices, &faces).expect("finite")
}

fn field(bend: f64) -> Shape {
    let at = |i: u32| height(bend, f64::from(i % 21) - 10.0, f64::from(i / 21) - 10.0);
    let heights = Vec::from_iter((0..21 * 21).map(at));
    let field = HeightField::new(heights, [21, 21], [1.0, 1.0], Diagonal::Rising);
    let field = Shape::height_field(field.expect("a grid"));
    let centred = Placement::translation([-10.0, 0.0, -10.0]);
    Shape::compound(&[(field, centred)]).expect("valid")
}

fn table() -> Shape {
    let (top, leg) = (Shape::cuboid([2.0, 0.1, 2.0]), Shape::cuboid([0.1, 1.0, 0.1]));
    let (top, leg) = (top.expect("finite"), leg.expect("finite"));
    let mut parts = vec![(top, Placement::translation([0.0, 0.5, 0.0]))];
    for (x, z) in [(-0.9, -0.9), (0.9, -0.9), (-0.9, 0.9), (0.9, 0.9)] {
        parts.push((leg.clone(), Placement::translation([x, 0.0, z])));
    }
    Shape::compound(&parts).expect("valid")
}

fn prism(random: &mut Random) -> Shape {
    let corners = 3 + random.below(6);
    let corner = |i: usize, y: f64| {
        let angle = std::f64::consts::TAU * i as f64 / corners as f64;
        Vec3::new(angle.cos(), y, angle.sin())
    };
    let points = Vec::from_iter((0..2 * corners).map(|i| corner(i / 2, [0.5, -0.5][i % 2])));
    Shape::polytope(&points).expect("a hull")
}

/// A block of twelve triangles whose inside counts.
fn solid() -> Shape {
    let corners = [0, 1, 2, 3, 4, 5, 6, 7]
        .map(|i: u32| Vec3::from([i & 1, i >> 1 & 1, i >> 2].map(|bit| f64::from(bit) - 0.5)));
    let sides =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let faces = sides.map(|[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]]);
    Shape::mesh(&corners, faces.as_flattened()).and_then(Shape::into_solid).expect("closed")
}

const BENT: f64 = 0.002;

#[test]
fn features_persist() {
    let block = Shape::cuboid([1.0; 3]).expect("finite");
    let slab = Shape::cuboid([40.0, 1.0, 40.0]).expect("finite");
    let low = Placement::translation([0.0, -0.5, 0.0]);
    let prism = prism(&mut Random::case(0, 3));
    let (floor, hill, flat, bent) = (ground(0.0), ground(BENT), field(0.0), field(BENT));
    let (table, solid, here) = (table(), solid(), Placement::IDENTITY);
    let scenes = [
        ("box on box", &block, &slab, &low, 0.0),
        ("hull on box", &prism, &slab, &low, 0.0),
        ("solid on box", &solid, &slab, &low, 0.0),
        ("table on box", &table, &slab, &low, 0.0),
        ("box on floor", &block, &floor, &here, 0.0),
        ("hull on floor", &prism, &floor, &here, 0.0),
        ("solid on floor", &solid, &floor, &here, 0.0),
        ("table on floor", &table, &floor, &here, 0.0),
        ("box on flat field", &block, &flat, &here, 0.0),
        ("table on flat field", &table, &flat, &here, 0.0),
        ("box on hill", &block, &hill, &here, BENT),
        ("table on hill", &table, &hill, &here, BENT),
        ("box on bent field", &block, &bent, &here, BENT),
        ("table on bent field", &table, &bent, &here, BENT),
    ];
    for (name, shape, under, at_under, bend) in scenes {
        let (mut kept, mut all) = (0, 0);
        for case in 0..300 {
            let random = &mut Random::case(0xBEF0, case);
            let (x, z) = (random.within(5.0), random.within(5.0));
            let sunk = 0.04 + 10.0 * bend;
            let mut at = Placement::translation([x, 0.5 - sunk + height(bend, x, z), z]);
            let (turn, lean) = (random.within(3.0), [random.within(0.004), random.within(0.004)]);
            at.rotate(&[0.0, turn.sin(), 0.0, turn.cos()]);
            at.rotate(&[lean[0], 0.0, lean[1], 1.0]);
            // In a plane the same corners meet the same face however far they slide over its polygons.
            let step = if bend == 0.0 { 0.5 } else { 1e-4 };
            let mut moved = at;
            moved.origin +=
                Vec3::new(random.within(step), random.within(1e-5), random.within(step));
            moved.rotate(&[0.0, random.within(0.1 * step), 0.0, 1.0]);
            let [same, count] = persisting([shape, under], &at, &moved, at_under);
            (kept, all) = (kept + same, all + count);
        }
        // Now and then a corner that is hardly over an edge of the floor has the two points at which it passes the edge.
        let least = if bend == 0.0 { limit(0.999, 0.998) } else { 0.99 };
        assert!(all >= 900 && kept as f64 >= least * all as f64, "{name}: {kept} of {all}");
    }
}

/// The features of the contacts of two shapes, of which no two are equal.
fn distinct(a: &Shape, at: &Placement, b: &Shape) -> Vec<[u32; 2]> {
    let found = query::contacts(a, at, b, &Placement::IDENTITY);
    let mut features = Vec::from_iter(found.iter().map(|found| found.features));
    features.sort_unstable();
    let count = features.len();
    features.dedup();
    assert_eq!(features.len(), count, "two contacts have the same id: {found:?}");
    features
}

#[test]
fn vertices_of_a_field_are_told_apart() {
    let mut heights = vec![f64::NAN; 16];
    for i in [5, 6, 9, 10] {
        heights[i] = 1.0;
    }
    let field = HeightField::new(heights, [4, 4], [1.0, 1.0], Diagonal::Rising).expect("a grid");
    let plate = Shape::cuboid([7.5, 0.2, 7.5]).expect("finite");
    let at = Placement::translation([1.6, 1.09, 1.55]);
    assert_eq!(distinct(&plate, &at, &Shape::height_field(field)).len(), 4);
}

#[test]
fn parallel_faces_are_told_apart() {
    // Each wall is a square of two triangles.
    let corner = |x, y, z| Vec3::new(x, y, z);
    let wall = |x| {
        [corner(x, -5.0, -5.0), corner(x, 5.0, -5.0), corner(x, 5.0, 5.0), corner(x, -5.0, 5.0)]
    };
    let corners = [wall(0.0), wall(1.9)].concat();
    let walls =
        Shape::mesh(&corners, &[[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]]).expect("finite");
    let at = Placement::translation([0.95, 0.1, 0.2]);
    assert_eq!(distinct(&Shape::sphere(1.0).expect("finite"), &at, &walls).len(), 2);
    assert_eq!(distinct(&Shape::capsule(1.0, 2.0).expect("finite"), &at, &walls).len(), 4);
}

#[test]
fn a_face_has_one_name_where_two_components_of_its_normal_are_equal() {
    let slope = |i: u32| {
        Vec3::new(0.1 * f64::from(i % 21), 0.1 * f64::from(i % 21) + 0.3, 0.1 * f64::from(i / 21))
    };
    let (corners, mut faces) = (Vec::from_iter((0..21 * 21).map(slope)), Vec::new());
    for i in (0..20).flat_map(|z| (0..20).map(move |x| 21 * z + x)) {
        faces.extend([[i, i + 21, i + 1], [i + 1, i + 21, i + 22]]);
    }
    let (slope, block) =
        (Shape::mesh(&corners, &faces).expect("finite"), Shape::cuboid([0.3; 3]).expect("finite"));
    let at = |step: u32| {
        let down = 0.45 + 0.01 * f64::from(step);
        let mut at = Placement::translation([down - 0.1, down + 0.3 + 0.1, 1.013]);
        at.rotate(&[
            0.0,
            0.0,
            (std::f64::consts::PI / 8.0).sin(),
            (std::f64::consts::PI / 8.0).cos(),
        ]);
        at
    };
    let names = Vec::from_iter((0..100).map(|step| distinct(&block, &at(step), &slope)));
    assert!(names.iter().all(|now| now.len() == 4 && *now == names[0]));
}

/// Rods that lie over the border of a sheet of triangles touch it from border to border.
#[test]
fn rods_over_a_border_touch_as_far_as_the_sheet_goes() {
    let corner = |i: u32| Vec3::new(f64::from(i % 3) - 1.0, 0.0, f64::from(i / 3) - 1.0);
    let (corners, mut faces) = (Vec::from_iter((0..9).map(corner)), Vec::new());
    for i in [0, 1, 3, 4] {
        faces.extend([[i, i + 3, i + 1], [i + 1, i + 3, i + 4]]);
    }
    let (sheet, rod) = (
        Shape::mesh(&corners, &faces).expect("finite"),
        Shape::capsule(0.1, 10.0).expect("finite"),
    );
    for case in 0..100 {
        let mut at = Placement::translation([0.1, 0.095, 0.05]);
        let turn = 0.15 * f64::from(case) / 100.0;
        at.rotate(&[0.0, turn.sin(), 0.0, turn.cos()]);
        // Along the x-axis before the turn.
        at.rotate(&[0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2]);
        let found = query::contacts(&rod, &at, &sheet, &Placement::IDENTITY);
        let along =
            |k: fn(f64, f64) -> f64, from| found.iter().map(|c| c.points[1].x).fold(from, k);
        assert!(
            along(f64::max, -9.0) > 0.999 && along(f64::min, 9.0) < -0.999,
            "case {case}: {found:?}"
        );
    }
}
