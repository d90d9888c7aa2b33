//! Height fields against the same surface as one mesh.

use super::{Diagonal, HeightField};
use crate::math::{Mat3, Placement, Vec3};
use crate::motion::Motion;
use crate::query::cast_motion::tests::convex;
use crate::query::parts::tests::saving::check_saved;
use crate::query::tests::soup;
use crate::query::{self, Body, BodyShape, Contact, Parts, Shape, ShapeError, ShapeKind};
use solid_testing::{Random, limit};

mod sides;
mod walks;

const DIAGONALS: [Diagonal; 3] = [Diagonal::Rising, Diagonal::Falling, Diagonal::Alternating];

/// A terrain of some hills, with holes now and then.
pub(super) fn terrain(random: &mut Random) -> HeightField {
    let size = [2 + random.below(30) as u32, 2 + random.below(30) as u32];
    let spacing = [random.between(0.2, 1.5), random.between(0.2, 1.5)];
    let holes = random.below(3) == 0;
    let heights = Vec::from_iter(
        (0..size[0] * size[1])
            .map(|_| if holes && random.below(12) == 0 { f64::NAN } else { random.within(1.0) }),
    );
    let diagonal = DIAGONALS[random.below(3)];
    if random.below(2) == 0 {
        let single = Vec::from_iter(heights.iter().map(|height| *height as f32));
        return HeightField::new(single, size, spacing, diagonal).expect("a grid");
    }
    HeightField::new(heights, size, spacing, diagonal).expect("a grid")
}

/// The same as a mesh, without the pyramid; and the number of each of its triangles. `None` if there is no triangle.
pub(super) fn as_mesh(field: &HeightField) -> Option<(Shape, Vec<u32>)> {
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

pub(super) fn placement(random: &mut Random, distance: f64) -> Placement {
    let mut placement = Placement::translation(random.direction() * random.between(0.0, distance));
    placement.rotate(&random.quaternion());
    if random.below(4) == 0 {
        placement.basis *= Mat3::new(1.0, 0.5, 0.0, 0.0, -1.0, 0.0, 0.0, -0.3, 1.0);
    }
    placement
}

/// A body, and the same with meshes instead of height fields.
fn body(random: &mut Random) -> [Shape; 2] {
    let shape = match random.below(10) {
        0 => Shape::sphere(random.between(0.1, 2.0)).expect("valid dimensions"),
        1 => Shape::cuboid([(); 3].map(|()| random.between(0.1, 4.0))).expect("valid dimensions"),
        2 => Shape::point([0.0; 3]).expect("finite"),
        3 => soup(random, 6, 0.8),
        4 => Shape::half_space(random.direction(), -2.0).expect("a direction"),
        5 => {
            let corners = [(); 4].map(|()| random.vector());
            let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
            let surface = Shape::mesh(&corners, &faces).expect("finite");
            surface.into_solid().expect("closed")
        }
        6 => {
            let parts = [
                (convex(random), placement(random, 1.0)),
                (convex(random), placement(random, 1.0)),
            ];
            Shape::compound(&parts).expect("valid parts")
        }
        7 => {
            let field = terrain(random);
            if let Some((mesh, _)) = as_mesh(&field) {
                return [Shape::height_field(field), mesh];
            }
            convex(random)
        }
        _ => convex(random),
    };
    [shape.clone(), shape]
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-5 * (1.0 + a.abs().max(b.abs()))
}

/// A terrain, maybe as a part of a compound, and the same with a mesh.
fn ground(random: &mut Random) -> Option<[Shape; 2]> {
    let mut field = terrain(random);
    if random.below(3) == 0 {
        change(&mut field, random);
    }
    let both = [as_mesh(&field)?.0, Shape::height_field(field)];
    if random.below(6) > 0 {
        return Some(both);
    }
    let (at, block) = (placement(random, 1.0), Shape::cuboid([1.0, 2.0, 1.0]).expect("a box"));
    let there = Placement::translation([-3.0, 0.0, 0.0]);
    Some(
        both.map(|shape| {
            Shape::compound(&[(shape, at), (block.clone(), there)]).expect("valid parts")
        }),
    )
}

/// Somewhere on it or near it.
fn place_near(random: &mut Random, shape: &Shape, at: &Placement) -> Placement {
    let extent = shape.bounds();
    let local = Vec3::new(
        random.between(extent.min.x - 2.0, extent.max.x + 2.0),
        random.within(3.0),
        random.between(extent.min.z - 2.0, extent.max.z + 2.0),
    );
    let mut there = placement(random, 0.0);
    there.origin = at.apply(&local);
    there
}

/// Whether each of the contacts is one of the others.
fn are_among(all: &[Contact], others: &[Contact]) -> bool {
    all.iter().all(|contact| {
        others.iter().any(|other| {
            let [p, q] = [0, 1].map(|i| (contact.points[i] - other.points[i]).norm());
            p.max(q) < 1e-4 && is_near(contact.depth, other.depth)
        })
    })
}

#[test]
fn answers_are_those_of_a_mesh() {
    let (mut hits, mut contacts, mut different) = (0, 0, 0);
    let (mut ways, mut longer, mut turned) = (0, 0, 0);
    for case in 0..1200 {
        let random = &mut Random::case(0x7E44, case);
        let Some([mesh, field]) = ground(random) else { continue };
        let (at, [body, twin]) = (placement(random, 3.0), body(random));
        for _ in 0..3 {
            let there = place_near(random, &field, &at);
            let with_field = (&field, &at, &body, &there);
            let is_hit = query::intersects(&mesh, &at, &twin, &there);
            assert_eq!(ask(query::intersects, with_field), is_hit, "case {case}");
            assert_eq!(query::intersects(&body, &there, &field, &at), is_hit, "case {case}");
            hits += usize::from(is_hit);
            let p = ask(query::distance, with_field).expect("finite");
            let q = query::distance(&mesh, &at, &twin, &there).expect("finite");
            assert!(is_near(p, q), "case {case}: {p} {q}");
            assert!(query::is_within(&field, &at, &body, &there, q * 1.001 + 1e-6), "case {case}");
            assert!(q < 1e-6 || !query::is_within(&field, &at, &body, &there, q * 0.99), "{case}");
            let p = ask(query::penetration, with_field);
            let q = query::penetration(&mesh, &at, &twin, &there);
            assert_eq!(p.is_some(), q.is_some(), "case {case}");
            if let (Some(p), Some(q)) = (p, q) {
                // Of two surfaces the order depends on their sizes; what leads out of a solid is found by a search.
                let is_solid = match body.kind() {
                    ShapeKind::Parts(parts) if parts.as_any().is::<HeightField>() => continue,
                    ShapeKind::Mesh(mesh) => mesh.is_solid(),
                    _ => false,
                };
                let off = (p.depth - q.depth).abs();
                ways += usize::from(is_solid);
                longer += usize::from(is_solid && off > 0.02 * q.depth);
                let allowed = if is_solid { q.depth } else { 1e-5 * (1.0 + q.depth) };
                // The side of the smaller of two surfaces is that of its centre: of a mesh the mean of its vertices, of a field that of its box.
                turned += usize::from(off > allowed);
                assert!(off <= allowed || turned <= limit(0, 2), "case {case}: {p:?} {q:?}");
                // Of several parts, and deep below a plane, other contacts are merged.
                let is_half_space = Body::new(body.view(), &there).expect("finite").is_unbounded();
                if is_solid || is_half_space || matches!(body.kind(), ShapeKind::Parts(_)) {
                    continue;
                }
                let p = ask(query::contacts, with_field);
                let q = query::contacts(&mesh, &at, &twin, &there);
                contacts += 1;
                different += usize::from(!(are_among(&p, &q) && are_among(&q, &p)));
            }
        }
    }
    // Where two are as deep but for rounding, either is reported.
    assert!(different * 100 <= contacts, "{different} of {contacts}");
    // Either search may end at a way out of a solid that is not the shortest.
    assert!(ways > 30 && longer * 20 <= limit(0, 3 * ways), "{longer} of {ways}");
    assert!(hits > 800 && contacts > 300, "{hits} {contacts}");
}

fn ask<T>(
    question: impl Fn(&Shape, &Placement, &Shape, &Placement) -> T,
    (a, at, b, there): (&Shape, &Placement, &Shape, &Placement),
) -> T {
    question(a, at, b, there)
}

#[test]
fn casts_meet_what_they_meet_of_a_mesh() {
    let mut hits = [0; 2];
    for case in 0..600 {
        let random = &mut Random::case(0x7E47, case);
        let Some([mesh, field]) = ground(random) else { continue };
        let (at, [body, twin]) = (placement(random, 3.0), body(random));
        let from = place_near(random, &field, &at);
        let by = at.basis * Vec3::new(random.within(6.0), random.within(6.0), random.within(6.0));
        let still = Vec3::zeros();
        let p = query::cast(&field, &at, still, &body, &from, by);
        let q = query::cast(&mesh, &at, still, &twin, &from, by);
        assert_eq!(p.is_some(), q.is_some(), "case {case}: {p:?} {q:?}");
        if let (Some(p), Some(q)) = (p, q) {
            assert!((p.time - q.time).abs() < 1e-6, "case {case}: {p:?} {q:?}");
            hits[0] += 1;
        }
        if case % 4 > 0 {
            continue;
        }
        let to = place_near(random, &field, &at);
        let Some(path) = Motion::between(&from, &to) else { continue };
        let rest = Motion::rest(&at);
        let p = query::cast_motion(&field, &rest, &body, &path, 1e-7);
        let q = query::cast_motion(&mesh, &rest, &twin, &path, 1e-7);
        let (Ok(p), Ok(q)) = (p, q) else { continue };
        assert_eq!(p.is_some(), q.is_some(), "case {case}: {p:?} {q:?}");
        if let (Some(p), Some(q)) = (p, q) {
            assert!((p.time - q.time).abs() < 1e-4, "case {case}: {p:?} {q:?}");
            hits[1] += 1;
        }
    }
    assert!(hits[0] > 200 && hits[1] > 30, "{hits:?}");
}

#[test]
fn points_of_the_surface_have_the_numbers_of_their_triangles() {
    for case in 0..200 {
        let random = &mut Random::case(0x7E48, case);
        let field = terrain(random);
        let Some((mesh, _)) = as_mesh(&field) else { continue };
        let (shape, mut at) = (Shape::height_field(field.clone()), placement(random, 3.0));
        // The nearest is that in local coordinates.
        at.basis = Placement::IDENTITY.basis;
        at.rotate(&random.quaternion());
        let point = place_near(random, &shape, &at).origin;
        let on = Body::new(shape.view(), &at).expect("finite").surface_point(&point);
        let corners = field.triangle(on.expect("in range").polytope).expect("a triangle");
        let triangle = Shape::mesh(&corners, &[[0, 1, 2]]).expect("finite");
        let [p, q, r] = [&triangle, &shape, &mesh]
            .map(|shape| query::point_distance(shape, &at, point).expect("finite"));
        assert!(is_near(p, r) && is_near(q, r), "case {case}: {p} {q} {r}");
        let back = Shape::from_bytes(&shape.to_bytes().expect("finite")).expect("whole");
        assert_eq!(
            query::project_point(&back, &at, point),
            query::project_point(&shape, &at, point)
        );
        check_saved(random, &shape);
    }
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
            soup.validate();
            for i in 0..soup.len() as u32 {
                let number = soup.number(i);
                found.push(number);
                field.part_of(number, &mut |one| {
                    let BodyShape::Soup(one) = one.shape else { panic!("a mesh") };
                    assert_eq!(one.corners(0), soup.corners(i));
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

/// What touches is known again from frame to frame, also where a body comes over other cells.
#[test]
fn features_stay_over_other_cells() {
    let heights = Vec::from_iter((0..400).map(|i| f64::from(i * 37 % 11) / 8.0));
    let field = HeightField::new(heights, [20, 20], [1.0, 1.0], Diagonal::Falling).expect("a grid");
    let (field, here) = (Shape::height_field(field), Placement::IDENTITY);
    let block = Shape::cuboid([1.5, 1.0, 1.5]).expect("a box");
    let (mut all, mut known) = (0, 0);
    let mut before: Vec<Contact> = Vec::new();
    for k in 0..15_000 {
        let along = 2.0 + 1e-3 * f64::from(k);
        let mut there = Placement::translation([along, 1.3, 17.0 - along]);
        there.rotate(&[0.1, 0.2, 0.0, 1.0]);
        let now = query::contacts(&block, &there, &field, &here);
        for contact in &now {
            let is_near = |other: &&Contact| (other.points[1] - contact.points[1]).norm() < 2e-3;
            let mut near = before.iter().filter(is_near);
            let (Some(same), None) = (near.next(), near.next()) else { continue };
            all += 1;
            known += usize::from(same.features == contact.features);
        }
        before = now;
    }
    assert!(all > 50_000 && known * 100 > all * 99, "{known} of {all}");
}
