//! Rays, points and segments that meet a flat mesh see its normal, at vertices and shared edges too.

use solid_geometry::{Placement, Shape, Vec3, query};
use solid_testing::Random;

/// A flat grid of `cells` x `cells` squares of two triangles each, in the plane z = 0, its corners at whole numbers.
fn grid(cells: u32) -> Shape {
    let row = cells + 1;
    let vertices: Vec<Vec3> =
        (0..row * row).map(|i| Vec3::new(f64::from(i % row), f64::from(i / row), 0.0)).collect();
    let faces: Vec<[u32; 3]> = (0..cells * cells)
        .flat_map(|i| {
            let corner = i / cells * row + i % cells;
            [[corner, corner + 1, corner + row + 1], [corner, corner + row + 1, corner + row]]
        })
        .collect();
    Shape::mesh(&vertices, &faces).expect("a mesh")
}

/// Places of the grid: inner vertices, the middles of shared edges and diagonals, and any others.
fn place(random: &mut Random, cells: u32) -> Vec3 {
    let whole = |random: &mut Random| 1.0 + random.below(cells as usize - 1) as f64;
    let (x, y) = (whole(random), whole(random));
    let share = random.unit();
    match random.below(4) {
        0 => Vec3::new(x, y, 0.0),
        1 => Vec3::new(x + share, y, 0.0),
        2 => Vec3::new(x - share, y - share, 0.0),
        _ => Vec3::new(x - random.unit(), y - random.unit(), 0.0),
    }
}

#[test]
fn rays_on_a_flat_grid_see_its_normal() {
    let mut random = Random::new(21);
    let mesh = grid(10);
    for case in 0..20_000 {
        let target = place(&mut random, 10);
        let slope = Vec3::new(random.signed(), random.signed(), 1.0) * random.sign();
        let mut pose = Placement::IDENTITY;
        if random.once_in(2) {
            pose = Placement::translation(random.vector());
            pose.rotate(&random.quaternion());
        }
        let (from, to) = (pose.apply(&(target + slope)), pose.apply(&(target - slope)));
        let hit = query::ray(&mesh, &pose, from, to).expect("the ray crosses the plane");
        let normal = pose.basis * (Vec3::z() * slope.z.signum());
        let error = (hit.normal - normal).norm();
        assert!(error < 1e-12, "case {case}: at {target:?} {:?}, not {normal:?}", hit.normal);
    }
}

#[test]
fn points_and_segments_that_fall_on_a_flat_grid_see_its_normal() {
    let mut random = Random::new(22);
    let mesh = grid(10);
    let point = Shape::point([0.0; 3]).expect("a point");
    for case in 0..20_000 {
        let target = place(&mut random, 10);
        let end = random.vector();
        let post = Shape::segment([0.0; 3], [end.x, end.y, end.z.abs() + 0.1]).expect("a segment");
        let shape = if random.once_in(2) { &point } else { &post };
        let (above, fall) = (Placement::translation(target + Vec3::z()), Vec3::new(0.0, 0.0, -2.0));
        let still = Vec3::zeros();
        let hit = query::cast(&mesh, &Placement::IDENTITY, still, shape, &above, fall)
            .expect("it falls onto the grid");
        let error = (hit.normal + Vec3::z()).norm();
        assert!(error < 1e-12, "case {case}: at {target:?} {:?}", hit.normal);
        assert!((hit.time - 0.5).abs() < 1e-6);
    }
}
