use super::*;
use crate::math::Placement;
use crate::query::Shape;
use solid_testing::Random;
use solid_testing::meshes::closed_ball;

fn at(x: f64, y: f64, z: f64) -> Placement {
    Placement::translation([x, y, z])
}

fn cube(side: f64) -> Shape {
    Shape::cuboid([side; 3]).expect("finite")
}

fn between(a: &Shape, p: &Placement, b: &Shape, q: &Placement) -> Option<Overlap> {
    let first = Body::new(a.view(), p).expect("finite");
    let second = Body::new(b.view(), q).expect("finite");
    let [found, swapped] = [[first, second], [second, first]].map(|of| overlap_of_parts(&of));
    assert_eq!(found.is_some(), swapped.is_some());
    if let (Some(found), Some(swapped)) = (found, swapped) {
        assert!((found.volume - swapped.volume).abs() < 1e-12 * found.volume.max(1.0));
    }
    found
}

/// A box that is cut into boxes, of which some are nested compounds and some meshes, has in common with any solid what the whole box has:
/// also where everything is turned and far away, so that the faces of the parts meet but for rounding.
#[test]
fn parts_that_touch_add_up_to_the_whole() {
    let mut random = Random::new(731);
    let mut overlapping = 0;
    for round in 0..40 {
        let far = if round % 2 == 0 { 0.0 } else { 300.0 };
        let mut turn = Placement::translation(random.vector() * far);
        turn.rotate(&random.quaternion());
        let cuts = [0, 1, 2].map(|_| 0.2 + 0.6 * random.unit());
        let parts: Vec<(Shape, Placement)> = (0..8)
            .map(|octant: u32| {
                let side = [0, 1, 2].map(|axis| {
                    let upper = octant >> axis & 1 == 1;
                    if upper { (cuts[axis], 1.0) } else { (0.0, cuts[axis]) }
                });
                let shape = Shape::cuboid(side.map(|(low, high)| high - low)).expect("finite");
                let center = side.map(|(low, high)| (low + high) / 2.0 - 0.5);
                let (vertices, triangles) = shape.triangles();
                let mesh = Shape::mesh(&vertices, &triangles).and_then(Shape::into_solid);
                let shape = if octant < 3 { mesh.expect("closed") } else { shape };
                (shape, Placement::translation(center))
            })
            .collect();
        let half = Shape::compound(&parts[4..]).expect("finite");
        let mut nested = parts[..4].to_vec();
        nested.push((half, Placement::IDENTITY));
        let compound = Shape::compound(&nested).expect("finite");
        let ball = closed_ball(&mut random, 8, 12, 0.4);
        let ball = Shape::mesh(&ball.vertices, &ball.triangles).and_then(Shape::into_solid);
        let ball = ball.expect("closed");
        let mut pose = turn.compose(&Placement::translation(random.vector() * 0.8));
        pose.rotate(&random.quaternion());
        let found = between(&compound, &turn, &ball, &pose).expect("no parts overlap");
        let surface = |shape: &Shape, pose: &Placement| {
            Surface::of(&Body::new(shape.view(), pose).expect("finite")).expect("closed")
        };
        let whole = overlap(&surface(&cube(1.0), &turn), &surface(&ball, &pose));
        let slack = if far == 0.0 { 1e-12 } else { 1e-9 };
        assert!((found.volume - whole.volume).abs() < slack, "{round}: {found:?} {whole:?}");
        if whole.volume > 1e-3 {
            overlapping += 1;
            assert!((found.center - whole.center).norm() < 1e-6, "{round}: {found:?} {whole:?}");
        }
        // And two such compounds that are the same.
        let itself = between(&compound, &turn, &compound, &turn).expect("no parts overlap");
        assert!((itself.volume - 1.0).abs() < 1e3 * slack, "{round}: {itself:?}");
    }
    assert!(overlapping > 20, "{overlapping}");
}

/// Parts that overlap each other have no sum, but where that is away from the other body it does not matter.
#[test]
fn parts_that_overlap_have_no_volume_there() {
    let parts = [(cube(1.0), at(0.0, 0.0, 0.0)), (cube(1.0), at(0.75, 0.0, 0.0))];
    let pair = Shape::compound(&parts).expect("finite");
    let here = Placement::IDENTITY;
    assert_eq!(between(&pair, &here, &cube(0.5), &at(0.4, 0.0, 0.0)), None);
    let found = between(&pair, &here, &cube(0.5), &at(1.25, 0.0, 0.0)).expect("closed");
    assert!((found.volume - 0.25 * 0.5 * 0.5).abs() < 1e-15, "{found:?}");
    assert!((found.center - Vec3::new(1.125, 0.0, 0.0)).norm() < 1e-12, "{found:?}");
    // One inside the other, as a mesh in a ball.
    let parts = [(cube(1.0), here), (Shape::sphere(0.25).expect("finite"), here)];
    let filled = Shape::compound(&parts).expect("finite");
    assert_eq!(between(&filled, &here, &cube(0.25), &here), None);
}

/// What is not closed, endless, flat, or a cloud of points has no volume.
#[test]
fn bodies_without_an_inside_have_no_volume() {
    let corners = [[-2.0, 0.0, -2.0], [2.0, 0.0, -2.0], [2.0, 0.0, 2.0]].map(Vec3::from);
    let sheet = Shape::mesh(&corners, &[[0, 1, 2]]).expect("finite");
    let ground = Shape::half_space([0.0, 1.0, 0.0], 0.0).expect("finite");
    let here = Placement::IDENTITY;
    let mut flat = here;
    flat.scale(&Vec3::new(1.0, 0.0, 1.0));
    let cloud = Shape::points(&[Vec3::zeros()], 0.5).expect("finite");
    let block = Shape::compound(&[(cube(1.0), here)]).expect("finite");
    for odd in [sheet, ground] {
        let with = Shape::compound(&[(cube(1.0), here), (odd, at(0.0, 0.1, 0.0))]).expect("finite");
        assert_eq!(between(&with, &here, &block, &here), None);
    }
    assert_eq!(between(&cloud, &here, &block, &here), None);
    assert_eq!(between(&block, &flat, &block, &here), None);
    assert!(between(&block, &here, &block, &here).is_some_and(|found| found.volume == 1.0));
}

/// Ten thousand cubes in a long box, too many to compare each with all others; of fewer, at random, the pairs are those of all
/// whose boxes overlap.
#[test]
fn many_parts_are_paired_by_their_boxes() {
    const COUNT: u32 = 10_000;
    let row: Vec<_> = (0..COUNT).map(|i| (cube(0.5), at(f64::from(i), 0.0, 0.0))).collect();
    let row = Shape::compound(&row).expect("finite");
    let long = Shape::cuboid([2.0 * f64::from(COUNT), 0.25, 1.0]).expect("finite");
    let here = Placement::IDENTITY;
    let found = between(&row, &here, &long, &here).expect("no parts overlap");
    assert!((found.volume / (0.5 * 0.25 * 0.5 * f64::from(COUNT)) - 1.0).abs() < 1e-9);

    let mut random = Random::new(733);
    let cubes: Vec<_> =
        (0..300).map(|_| (cube(0.5), Placement::translation(random.vector() * 2.0))).collect();
    let cloud = Shape::compound(&cubes).expect("finite");
    let body = Body::new(cloud.view(), &here).expect("finite");
    let parts = leaves(&body, &placed(cloud.view(), &body)).expect("closed");
    let overlap = |i: usize, j: usize| parts[i].bounds.overlaps(&parts[j].bounds);
    let due: Vec<[u32; 2]> = (0..parts.len())
        .flat_map(|i| (i + 1..parts.len()).map(move |j| (i, j)))
        .filter(|(i, j)| overlap(*i, *j))
        .map(|(i, j)| [i as u32, j as u32])
        .collect();
    assert!(due.len() > 100);
    assert_eq!(near_pairs(&parts), due);
}
