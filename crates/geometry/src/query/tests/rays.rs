//! Rays and casts at meshes against brute force: over all pairs of parts by the general cast of convex bodies.

use crate::convex::RelativePlacement;
use crate::convex::cast::cast;
use crate::math::{Placement, Vec3};
use crate::query::bodies::{Body, BodyPair, Shapes};
use crate::query::{self, Shape};
use crate::shape::core::Core;
use crate::shape::{Any, Support};
use solid_testing::Random;

/// Calls with each pair of parts.
fn each_pair(bodies: &BodyPair<'_>, mut visit: impl FnMut(Any<'_>, Any<'_>, &RelativePlacement)) {
    let relative = &bodies.relative;
    match bodies.shapes {
        Shapes::Convex(a, b) => visit(a, b, relative),
        Shapes::Mixed(a, b) => {
            (0..a.len() as u32).for_each(|i| visit(&a.primitive(i), b, relative));
        }
        Shapes::Parts(..) => unreachable!("no compound"),
        Shapes::Soups(a, b) => {
            for i in 0..a.len() as u32 {
                (0..b.len() as u32).for_each(|j| visit(&a.primitive(i), &b.primitive(j), relative));
            }
        }
    }
}

fn pair<'a>(a: &'a Shape, p: &'a Placement, b: &'a Shape, q: &'a Placement) -> BodyPair<'a> {
    let bodies = Body::new(a.view(), p).zip(Body::new(b.view(), q)).expect("finite");
    BodyPair::new(bodies.0, bodies.1).expect("in range")
}

/// Rigid, scaled, mirrored, sheared, or level with coordinates in quarters.
fn placement(random: &mut Random, kind: usize, far: f64) -> Placement {
    let mut placement = Placement::translation(random.vector() * far);
    match kind % 5 {
        0 => placement.rotate(&random.quaternion()),
        1 => {
            placement.rotate(&random.quaternion());
            placement.basis *= 0.3;
        }
        2 => {
            placement.rotate(&random.quaternion());
            placement.scale(&Vec3::new(-1.0, 1.5, 0.7));
        }
        3 => placement.basis += random.matrix() * 0.3,
        _ => placement.origin = placement.origin.map(|x| (4.0 * x).round() / 4.0),
    }
    placement
}

/// A closed or open surface, a soup with polygons, segments, points and triangles without area, or triangles on a grid.
fn mesh(random: &mut Random, kind: usize) -> Shape {
    let (mut vertices, mut faces): (Vec<Vec3>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
    if kind.is_multiple_of(3) {
        let (rows, columns) = (6 + random.below(4) as u32, 7);
        for i in 0..rows * columns {
            let (v, u) = (f64::from(i / columns) / f64::from(rows), f64::from(i % columns) / 7.0);
            let (v, u) = (v * std::f64::consts::TAU, u * std::f64::consts::TAU);
            let ring = 0.6 + 0.3 * u.cos();
            vertices.push(Vec3::new(ring * v.cos(), ring * v.sin(), 0.3 * u.sin()));
        }
        for i in 0..rows * columns {
            let right = i / columns * columns + (i + 1) % columns;
            let up = |i: u32| (i + columns) % (rows * columns);
            faces.extend([vec![i, right, up(right)], vec![i, up(right), up(i)]]);
        }
    } else {
        for _ in 0..40 {
            let first = vertices.len() as u32;
            let corner = random.vector();
            let quarter = |x: f64| (4.0 * x).round() / 4.0;
            let count = [3, 3, 3, 4, 2, 1][random.below(6)];
            let (u, v) = (random.vector() * 0.4, random.vector() * 0.4);
            let flat = [corner, corner + u, corner + u + v, corner + v];
            vertices.extend(
                flat[..count].iter().map(|p| if kind % 3 == 1 { *p } else { p.map(quarter) }),
            );
            faces.push((first..first + count as u32).collect());
        }
    }
    Shape::mesh(&vertices, &faces).expect("a mesh")
}

fn other(random: &mut Random, kind: usize) -> Shape {
    match kind % 7 {
        0 => Shape::point(random.vector() * 0.1),
        1 => Shape::sphere(0.4),
        2 => Shape::cuboid([0.4, 0.5, 0.8]),
        3 => Shape::capsule(0.2, 0.8),
        4 => Shape::cone(0.3, 0.8),
        5 => return mesh(random, 1),
        _ => return mesh(random, 0),
    }
    .expect("a shape")
}

/// The first contact of all parts by the general cast, and its normal from B to A.
fn first_of_all(bodies: &BodyPair<'_>, motion: &Vec3) -> Option<(f64, Vec3)> {
    let mut first: Option<(f64, Vec3)> = None;
    each_pair(bodies, |a, b, relative| {
        if let Some(found) = cast(a, b, relative, motion, 1.0, 1e-9, &mut [0; 2])
            && first.is_none_or(|(time, _)| found.time < time)
        {
            first = Some((found.time, found.normal));
        }
    });
    first
}

#[test]
fn rays_and_casts_meet_the_first_of_all_parts() {
    let mut random = Random::new(93);
    let (mut hits, mut misses) = (0, 0);
    for round in 0..900 {
        let mesh = match round % 4 {
            3 => Shape::polytope(&[(); 3].map(|()| random.vector())).expect("a triangle"),
            kind => mesh(&mut random, kind),
        };
        let p = placement(&mut random, round / 4, 0.5);
        let body = if round % 5 == 4 { other(&mut random, round) } else { other(&mut random, 0) };
        // At a vertex, at an edge, anywhere; or along an axis from a point with coordinates in quarters.
        let corners = match mesh.view() {
            query::BodyShape::Parts(_) => unreachable!("no compound"),
            query::BodyShape::Soup(soup) => soup.finite_points(),
            query::BodyShape::Convex(shape) => match shape.core(false) {
                Some(Core::Triangle(corners)) => corners.to_vec(),
                other => panic!("a triangle: {other:?}"),
            },
        };
        let corner = p.apply(&corners[random.below(corners.len())]);
        let next = p.apply(&corners[random.below(corners.len())]);
        let mut from = random.direction() * 10.0_f64.powi(round as i32 / 90 % 4);
        let mut to = match round % 3 {
            0 => corner,
            1 => corner * 0.5 + next * 0.5,
            _ => random.vector() * 0.8,
        };
        if round % 7 == 0 {
            from = Vec3::new(to.x, to.y, 5.0);
            to = Vec3::new(to.x, to.y, -5.0);
        }
        let motion = (to - from) * [1.0, 2.0, 1e3, 0.2][random.below(4)];
        let q = Placement { origin: from, ..Placement::IDENTITY };
        let bodies = pair(&mesh, &p, &body, &q);
        let of_b = bodies.directed(motion);
        let sure = first_of_all(&bodies, &of_b);
        let found = query::cast(&mesh, &p, Vec3::zeros(), &body, &q, motion);
        match (found, sure) {
            (Some(found), Some((time, normal))) => {
                let rounding = 1e-13 * (from.norm() + 3.0) / motion.norm();
                let error = (found.time - time).abs();
                assert!(error <= 1e-6 * time + rounding, "{round}: {} for {time}", found.time);
                if time > 0.0 {
                    let normal = bodies.directed(normal);
                    let along = found.normal.dot(&motion);
                    assert!(
                        (found.normal.norm() - 1.0).abs() < 1e-9 && along > -1e-9 * motion.norm()
                    );
                    // Elsewhere than at edges and vertices there is but one.
                    let is_inside = round % 3 == 2 && round % 4 == 3 && round % 5 != 4;
                    assert!(!is_inside || (normal - found.normal).norm() < 1e-5, "{round}");
                }
                hits += 1;
            }
            (None, None) => misses += 1,
            both => panic!("{round}: {both:?}"),
        }
    }
    assert!(hits > 200 && misses > 100, "{hits} hits, {misses} misses");
}

#[test]
fn no_ray_passes_between_the_triangles_of_a_closed_mesh() {
    let mut random = Random::new(94);
    let mesh = mesh(&mut random, 0);
    let query::BodyShape::Soup(soup) = mesh.view() else { panic!("a soup") };
    let corners = soup.finite_points();
    for round in 0..2000 {
        let p = placement(&mut random, round, 0.5);
        // From outside to a point inside of the tube, across a vertex or an edge.
        let turn = random.unit() * std::f64::consts::TAU;
        let inside = p.apply(&(Vec3::new(turn.cos(), turn.sin(), 0.0) * 0.6));
        let i = random.below(corners.len() / 3) * 3;
        let share = if round % 2 == 0 { 0.0 } else { random.unit() };
        let on_edge = p.apply(&(corners[i] * (1.0 - share) + corners[i + 1] * share));
        let from = inside + (on_edge - inside) * 20.0;
        assert!(query::ray(&mesh, &p, from, inside).is_some(), "{round}");
    }
}
