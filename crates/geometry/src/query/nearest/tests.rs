//! Nearest, overlapping and deepest parts of meshes against all pairs of parts.

use super::*;
use crate::convex::depth::penetration_depth;
use crate::convex::epa::Workspace;
use crate::math::Placement;
use crate::mesh::SurfaceContacts;
use crate::query::bodies::{Body, Shapes};
use crate::query::{Shape, tests::convex};
use crate::shape::Primitive;
use solid_testing::Random;
use solid_testing::meshes::{bumpy_ball, debris};

/// The least distance and the greatest depth of all pairs of parts.
struct Sure {
    distance: f64,
    depth: f64,
}

impl PartVisitor for Sure {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        _: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        let found = distance(a, b, relative, 1e-12, &mut [0; 2]);
        self.distance = self.distance.min(found.upper);
        if found.upper == 0.0 {
            let depth =
                penetration_depth(a.any(), b.any(), relative, 1e-9, &mut Workspace::default());
            self.depth = self.depth.max(depth.map_or(0.0, |depth| depth.depth));
        }
        ControlFlow::Continue(())
    }
}

fn of_all_pairs(bodies: &BodyPair<'_>) -> Sure {
    let [n, m] = match bodies.shapes {
        Shapes::Convex(..) => [1, 1],
        Shapes::Mixed(a, _) => [a.len(), 1],
        Shapes::Soups(a, b) => [a.len(), b.len()],
        Shapes::Parts(..) => unreachable!("no compound"),
    };
    let mut sure = Sure { distance: f64::INFINITY, depth: 0.0 };
    for parts in (0..n as u32).flat_map(|i| (0..m as u32).map(move |j| [i, j])) {
        assert_eq!(bodies.visit_part(&mut sure, parts), ControlFlow::Continue(()));
    }
    sure
}

/// A mesh of some kind and size: a surface, triangles of all forms, needles, and what lies in a plane.
fn any_mesh(random: &mut Random, size: f64) -> Shape {
    let mut mesh = match random.below(2) {
        0 => debris(random, 40),
        _ => bumpy_ball(random, 5, 6, 0.2),
    };
    let stretch = match random.below(4) {
        0 => Vec3::new(1.0, 1.0, 0.0),
        1 => Vec3::new(1.0, 1e-4, 1e-4),
        _ => Vec3::repeat(1.0),
    };
    // On a grid, so that there are ties and contacts.
    let rounded = random.once_in(3);
    for v in &mut mesh.vertices {
        let exact = v.component_mul(&stretch);
        *v = if rounded { exact.map(|x| (x * 4.0).round() / 4.0) } else { exact } * size;
    }
    Shape::mesh(&mesh.vertices, &mesh.triangles).expect("a mesh")
}

fn any_shape(random: &mut Random, size: f64) -> Shape {
    match random.below(8) {
        0 => Shape::point(random.vector() * size).expect("a point"),
        1 => convex(Primitive::sphere(0.4 * size)),
        2 => convex(Primitive::Box(Vec3::new(0.3, 0.2, 0.6) * size)),
        3 => convex(Primitive::Cone { radius: 0.3 * size, half_height: 0.5 * size }),
        4 => Shape::capsule(0.2 * size, 0.5 * size).expect("a capsule"),
        _ => any_mesh(random, size),
    }
}

fn any_placement(random: &mut Random, size: f64) -> Placement {
    let mut placement = Placement::translation(random.vector() * size);
    match random.below(4) {
        // Level, and at coordinates that are met again.
        0 => placement.origin = placement.origin.map(|x| (x / size * 4.0).round() / 4.0 * size),
        1 => {
            placement.rotate(&random.quaternion());
            placement.scale(&Vec3::new(-1.0, 0.5, 2.0));
        }
        _ => placement.rotate(&random.quaternion()),
    }
    placement
}

/// Of a mesh each polygon by itself, so that depths are those of parts.
fn by_itself(shape: Shape) -> Shape {
    let inner_edges = SurfaceContacts { inner_edges: true, ..SurfaceContacts::default() };
    shape.clone().with_surface_contacts(inner_edges).unwrap_or(shape)
}

#[test]
fn the_nearest_and_the_deepest_parts_are_those_of_all_pairs() {
    let mut random = Random::new(51);
    let mut hits = 0;
    for round in 0..400 {
        let size = [1.0, 1.0, 1e-30, 1e60, 1e150][round % 5];
        let (first, second) = (any_mesh(&mut random, size), any_shape(&mut random, size));
        let [first, second] = [first, second].map(by_itself);
        let (p, q) = (any_placement(&mut random, size), any_placement(&mut random, size));
        let (a, b) = (Body::new(first.view(), &p).unwrap(), Body::new(second.view(), &q).unwrap());
        let (pair, swapped) = (BodyPair::new(a, b).unwrap(), BodyPair::new(b, a).unwrap());
        let sure = of_all_pairs(&pair);
        hits += usize::from(sure.distance == 0.0);
        for tolerance in [1e-2, 1e-6, 1e-12] {
            for pair in [&pair, &swapped] {
                let found = pair.nearest_parts(tolerance).expect("finite");
                let error = (found.distance - sure.distance).abs();
                let rounding = 1e-15 * pair.relative.largest_coordinate();
                assert!(
                    error <= (tolerance + 1e-11) * sure.distance + rounding,
                    "{round}: {error}"
                );
                assert_eq!(found.distance == 0.0, sure.distance == 0.0, "{round}");
            }
        }
        let in_world = |length: f64| pair.relative.length_in_world_units(length);
        let (least, scale) =
            (in_world(sure.distance), in_world(pair.relative.largest_coordinate()));
        if sure.distance > 1e-9 * pair.relative.largest_coordinate() {
            assert!(pair.is_within(least * 1.001) && !pair.is_within(least * 0.999), "{round}");
        }
        for pair in [&pair, &swapped] {
            let found = pair.penetration(1e-9, &mut Workspace::default());
            let depth = found.map_or(0.0, |found| found.deepest.depth);
            assert!(
                (depth - sure.depth).abs() <= 1e-7 * sure.depth + 1e-10 * scale,
                "{round}: {depth}"
            );
            assert_eq!(found.is_some(), sure.distance == 0.0, "{round}");
        }
    }
    assert!((60..300).contains(&hits), "{hits} hits");
}

/// Counts the pairs of parts that are looked at.
struct Counted {
    search: NearestSoFar,
    count: usize,
}

impl PartVisitor for Counted {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        self.count += 1;
        self.search.visit(a, b, parts, relative)
    }

    fn limit(&self) -> f64 {
        self.search.limit()
    }

    fn axis(&self) -> Option<Vec3> {
        self.search.axis()
    }
}

/// The number of pairs that are looked at does not grow with that of the triangles.
#[test]
fn a_finer_surface_takes_no_more_pairs() {
    let mut random = Random::new(52);
    let mut counts = [16, 128].map(|rows| {
        let mesh = bumpy_ball(&mut random, rows, 2 * rows, 0.0);
        let ball = Shape::mesh(&mesh.vertices, &mesh.triangles).expect("a mesh");
        (0..20)
            .map(|_| {
                let mut p = Placement::translation(random.direction() * 2.5);
                p.rotate(&random.quaternion());
                let here = Placement::IDENTITY;
                let (a, b) =
                    (Body::new(ball.view(), &p).unwrap(), Body::new(ball.view(), &here).unwrap());
                let search =
                    NearestSoFar { tolerance: 1e-6, hints: [0; 2], found: None, axis: None };
                let mut counted = Counted { search, count: 0 };
                let _ = visit_nearest(&BodyPair::new(a, b).unwrap(), &mut counted);
                counted.count
            })
            .sum::<usize>()
    });
    counts[0] += 20;
    assert!(counts[1] < 8 * counts[0], "{counts:?} for 64 times as many triangles");
}

#[test]
fn any_tolerance_finds_parts_and_contacts() {
    let mut random = Random::new(19);
    let mesh = any_mesh(&mut random, 1.0);
    let here = Placement::IDENTITY;
    for tolerance in [1.0, 2.5, f64::INFINITY] {
        for (x, meets) in [(0.0, true), (50.0, false)] {
            let there = Placement::translation([x, 0.0, 0.0]);
            let [a, b] = [(&mesh, &here), (&mesh, &there)]
                .map(|(mesh, placement)| Body::new(mesh.view(), placement).unwrap());
            let found = BodyPair::new(a, b).unwrap().nearest_parts(tolerance).unwrap();
            assert_eq!(found.distance == 0.0, meets, "{tolerance} at {x}");
        }
    }
}
