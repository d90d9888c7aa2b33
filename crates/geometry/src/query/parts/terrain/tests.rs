//! Height fields against the same surface as one mesh.

use super::{Diagonal, HeightField};
use crate::math::{Mat3, Placement, Vec3};
use crate::query::{self, BodyShape, Parts, Shape, ShapeError};
use solid_testing::Random;

const DIAGONALS: [Diagonal; 3] = [Diagonal::Rising, Diagonal::Falling, Diagonal::Alternating];

/// A terrain of some hills, with holes now and then.
fn terrain(random: &mut Random) -> HeightField {
    let size = [2 + random.below(30) as u32, 2 + random.below(30) as u32];
    let spacing = [random.between(0.2, 1.5), random.between(0.2, 1.5)];
    let holes = random.below(3) == 0;
    let heights = Vec::from_iter(
        (0..size[0] * size[1])
            .map(|_| if holes && random.below(12) == 0 { f64::NAN } else { random.within(1.0) }),
    );
    let diagonal = DIAGONALS[random.below(3) as usize];
    if random.below(2) == 0 {
        let single = Vec::from_iter(heights.iter().map(|height| *height as f32));
        return HeightField::new(single, size, spacing, diagonal).expect("a grid");
    }
    HeightField::new(heights, size, spacing, diagonal).expect("a grid")
}

/// The same as a mesh, without the pyramid; and the number of each of its triangles. `None` if there is no triangle.
fn as_mesh(field: &HeightField) -> Option<(Shape, Vec<u32>)> {
    let [columns, rows] = field.size();
    let (mut vertices, mut faces, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    for row in 0..rows {
        for column in 0..columns {
            let height = field.height(column, row).unwrap_or(0.0);
            vertices.push(field.point(column, row, height));
        }
    }
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            for (k, corners) in field.triangles_of(column, row).into_iter().enumerate() {
                if corners.iter().all(|[x, z]| field.height(*x, *z).is_some()) {
                    faces.push(corners.map(|[x, z]| z * columns + x));
                    numbers.push(2 * (row * (columns - 1) + column) + k as u32);
                }
            }
        }
    }
    (!faces.is_empty()).then(|| (Shape::mesh(&vertices, &faces).expect("finite"), numbers))
}

fn placement(random: &mut Random, distance: f64) -> Placement {
    let mut placement = Placement::translation(random.direction() * random.between(0.0, distance));
    placement.rotate(&random.quaternion());
    if random.below(4) == 0 {
        placement.basis *= Mat3::new(1.0, 0.5, 0.0, 0.0, -1.0, 0.0, 0.0, -0.3, 1.0);
    }
    placement
}

fn body(random: &mut Random) -> Shape {
    let shape = match random.below(4) {
        0 => Shape::sphere(random.between(0.1, 2.0)),
        1 => Shape::cuboid([(); 3].map(|()| random.between(0.1, 4.0))),
        2 => Shape::cylinder(random.between(0.1, 1.0), random.between(0.1, 4.0)),
        _ => Shape::point([0.0; 3]),
    };
    shape.expect("valid dimensions")
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-5 * (1.0 + a.abs().max(b.abs()))
}

#[test]
fn answers_are_those_of_a_mesh() {
    let (mut hits, mut contacts) = (0, 0);
    for case in 0..400 {
        let random = &mut Random::case(0x7E44, case);
        let mut field = terrain(random);
        if random.below(3) == 0 {
            change(&mut field, random);
        }
        let Some((mesh, _)) = as_mesh(&field) else { continue };
        let field = Shape::height_field(field);
        let (at, body) = (placement(random, 3.0), body(random));
        for _ in 0..5 {
            let extent = field.bounds();
            let local = Vec3::new(
                random.between(extent.min.x - 2.0, extent.max.x + 2.0),
                random.within(3.0),
                random.between(extent.min.z - 2.0, extent.max.z + 2.0),
            );
            let mut there = placement(random, 0.0);
            there.origin = at.apply(&local);
            let is_hit = query::intersects(&mesh, &at, &body, &there);
            assert_eq!(query::intersects(&field, &at, &body, &there), is_hit, "case {case}");
            hits += usize::from(is_hit);
            let [p, q] = [&field, &mesh]
                .map(|shape| query::distance(shape, &at, &body, &there).expect("finite"));
            assert!(is_near(p, q), "case {case}: {p} {q}");
            let [p, q] = [&field, &mesh].map(|shape| query::penetration(shape, &at, &body, &there));
            assert_eq!(p.is_some(), q.is_some(), "case {case}");
            if let (Some(p), Some(q)) = (p, q) {
                assert!(is_near(p.depth, q.depth), "case {case}: {p:?} {q:?}");
                contacts += 1;
            }
        }
    }
    assert!(hits > 200 && contacts > 200, "{hits} {contacts}");
}

fn change(field: &mut HeightField, random: &mut Random) {
    let size = field.size();
    let first = size.map(|count| random.below(count as usize) as u32);
    let count = [0, 1].map(|axis| random.below((size[axis] - first[axis] + 1) as usize) as u32);
    let heights = Vec::from_iter((0..count[0] * count[1]).map(|_| random.within(2.0)));
    field.change(first, count, &heights).expect("inside");
    // As if it had been made like this.
    let same = HeightField::new(field.heights.clone(), size, field.spacing, field.diagonal);
    let same = same.expect("a grid");
    for level in 0..=field.pyramid.top() {
        for node in (0..32).flat_map(|x| (0..32).map(move |z| [x, z])) {
            let [a, b] = [&field.pyramid, &same.pyramid].map(|all| all.heights(level, node));
            assert_eq!(a, b);
        }
    }
}

#[test]
fn numbers_are_those_of_triangles() {
    for case in 0..200 {
        let random = &mut Random::case(0x7E45, case);
        let field = terrain(random);
        let Some((_, numbers)) = as_mesh(&field) else { continue };
        let mut found = Vec::new();
        Shape::height_field(field.clone()).view().each_part(&mut |part| {
            let BodyShape::Soup(soup) = part.shape else { panic!("a mesh") };
            let numbers = &part.numbers.expect("numbers")[..soup.len()];
            found.extend_from_slice(numbers);
            soup.validate();
            for (i, number) in numbers.iter().enumerate() {
                field.part_of(*number, &mut |one| {
                    let BodyShape::Soup(one) = one.shape else { panic!("a mesh") };
                    assert_eq!(one.corners(0), soup.corners(i as u32));
                });
            }
        });
        found.sort_unstable();
        assert_eq!(found, numbers);
    }
}

#[test]
fn flat_terrain_has_upright_normals_across_tiles() {
    for diagonal in DIAGONALS {
        let field = HeightField::new(vec![0.0_f32; 40 * 40], [40, 40], [1.0, 1.0], diagonal);
        let (field, here) = (Shape::height_field(field.expect("a grid")), Placement::IDENTITY);
        let cube = Shape::cuboid([1.5, 1.0, 1.5]).expect("a box");
        for k in 0..100 {
            let along = 2.0 + 0.3 * f64::from(k);
            let there = Placement::translation([along, 0.45, 0.7 * along + 3.0]);
            let found = query::penetration(&cube, &there, &field, &here).expect("they overlap");
            assert!(found.normal.y.abs() > 1.0 - 1e-9 && is_near(found.depth, 0.05), "{found:?}");
        }
    }
}

#[test]
fn bad_grids_are_refused() {
    let make = |heights: Vec<f64>, size, spacing| {
        HeightField::new(heights, size, spacing, Diagonal::Rising).map(|_| ())
    };
    let zeros = || vec![0.0; 6];
    assert_eq!(make(zeros(), [3, 2], [1.0, 1.0]), Ok(()));
    assert_eq!(make(zeros(), [6, 1], [1.0, 1.0]), Err(ShapeError::BadGrid));
    assert_eq!(make(zeros(), [2, 2], [1.0, 1.0]), Err(ShapeError::BadGrid));
    assert_eq!(make(zeros(), [3, 2], [0.0, 1.0]), Err(ShapeError::BadGrid));
    assert_eq!(make(zeros(), [3, 2], [1.0, f64::NAN]), Err(ShapeError::BadGrid));
    assert_eq!(make(zeros(), [3, 2], [f64::INFINITY, 1.0]), Err(ShapeError::NotFinite));
    assert_eq!(make(vec![f64::INFINITY; 6], [3, 2], [1.0, 1.0]), Err(ShapeError::NotFinite));
    let field = HeightField::new(zeros(), [3, 2], [1.0, 1.0], Diagonal::Rising);
    let mut field = field.expect("a grid");
    assert_eq!(field.change([2, 0], [2, 1], &[1.0, 1.0]), Err(ShapeError::BadGrid));
    assert_eq!(field.change([u32::MAX, 0], [2, 1], &[1.0, 1.0]), Err(ShapeError::BadGrid));
    assert_eq!(field.change([0, 0], [1, 1], &[f64::INFINITY]), Err(ShapeError::NotFinite));
    assert_eq!(field.change([3, 2], [0, 0], &[]), Ok(()));
    assert_eq!(field.bounds().max.y, 0.0);
    // All holes: nothing to be hit.
    assert_eq!(field.change([0, 0], [3, 2], &[f64::NAN; 6]), Ok(()));
    let (field, here) = (Shape::height_field(field), Placement::IDENTITY);
    let ball = Shape::sphere(5.0).expect("a ball");
    assert!(!query::intersects(&field, &here, &ball, &here));
    assert_eq!(query::distance(&field, &here, &ball, &here), None);
    assert!(query::ray(&field, &here, [1.0, 9.0, 0.5], [1.0, -9.0, 0.5]).is_none());
}

#[test]
fn rays_hit_as_they_hit_a_mesh() {
    let mut hits = 0;
    for case in 0..300 {
        let random = &mut Random::case(0x7E46, case);
        let field = terrain(random);
        let Some((mesh, _)) = as_mesh(&field) else { continue };
        let (field, at) = (Shape::height_field(field), placement(random, 3.0));
        let extent = field.bounds();
        for _ in 0..20 {
            let mut end = |height: f64| {
                at.apply(&Vec3::new(
                    random.between(extent.min.x - 1.0, extent.max.x + 1.0),
                    height,
                    random.between(extent.min.z - 1.0, extent.max.z + 1.0),
                ))
            };
            let (from, to) = (end(1.5), end(-1.5));
            let [p, q] = [&field, &mesh].map(|shape| query::ray(shape, &at, from, to));
            assert_eq!(p.is_some(), q.is_some(), "case {case}");
            let Some((p, q)) = p.zip(q) else { continue };
            assert!((p.time - q.time).abs() <= 1e-12, "case {case}: {p:?} {q:?}");
            hits += 1;
        }
    }
    assert!(hits > 2000, "{hits}");
}
