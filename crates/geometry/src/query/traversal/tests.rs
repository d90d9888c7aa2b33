//! Traversals of parts against brute force.

use super::*;
use crate::convex::query::{Coherence, closest_points, intersect};
use crate::math::{Mat3, Placement, Vec3};
use crate::mesh::Builder;
use crate::query::bodies::{Body, BodyShape};
use crate::query::tests::{convex, soup};
use crate::shape::Primitive;
use solid_testing::Random;

fn placement(random: &mut Random, far: f64) -> Placement {
    let mut placement = Placement::IDENTITY;
    placement.translate(&(random.vector() * far));
    placement.rotate(&random.quaternion());
    // Every other one is sheared and mirrored too.
    if random.below(2) == 0 {
        placement.basis *= Mat3::identity() + random.matrix() * 0.3;
        placement.scale(&Vec3::new(-1.0, 1.0, 1.0));
    }
    placement
}

/// Remembers the least distance, and how many pairs were looked at.
struct Least {
    distance: f64,
    looked_at: usize,
}

impl PartVisitor for Least {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        _: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        self.looked_at += 1;
        let distance = closest_points(a, b, relative, 1e-9, &mut [0; 2]).difference.norm();
        self.distance = self.distance.min(distance);
        ControlFlow::Continue(())
    }

    fn limit(&self) -> f64 {
        self.distance
    }
}

/// Collects the pairs that collide.
#[derive(Default)]
struct Colliding(Vec<PartIndices>);

impl PartVisitor for Colliding {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        if intersect(a, b, relative, &mut Coherence::default()) {
            self.0.push(parts);
        }
        ControlFlow::Continue(())
    }
}

/// Shows all pairs of parts.
fn visit_all<V: PartVisitor>(bodies: &BodyPair<'_>, visitor: &mut V) {
    let [n, m] = match bodies.shapes {
        Shapes::Convex(..) => [1, 1],
        Shapes::Mixed(a, _) => [a.len(), 1],
        Shapes::Soups(a, b) => [a.len(), b.len()],
        Shapes::Parts(..) => unreachable!("no compound"),
    };
    for parts in (0..n as u32).flat_map(|i| (0..m as u32).map(move |j| [i, j])) {
        assert_eq!(bodies.visit_part(visitor, parts), ControlFlow::Continue(()));
    }
}

#[test]
fn walks_find_what_a_look_at_all_pairs_finds() {
    let mut random = Random::new(7);
    let (mut looked_at, mut all, mut hits) = (0, 0, 0);
    for round in 0..60 {
        let first = soup(&mut random, 60, 0.3);
        let second = match round % 3 {
            0 => convex(Primitive::Box(Vec3::new(0.3, 0.2, 0.6))),
            1 => soup(&mut random, 1, 0.3),
            _ => soup(&mut random, 40, 0.3),
        };
        let (p, q) = (placement(&mut random, 1.0), placement(&mut random, 1.5));
        let (first, second) =
            (Body::new(first.view(), &p).unwrap(), Body::new(second.view(), &q).unwrap());
        let bodies = if round % 2 == 0 {
            BodyPair::new(first, second)
        } else {
            BodyPair::new(second, first)
        };
        let bodies = bodies.unwrap();
        let mut nearest = Least { distance: f64::INFINITY, looked_at: 0 };
        assert_eq!(visit_nearest(&bodies, &mut nearest), ControlFlow::Continue(()));
        let (mut colliding, mut sure) = (Colliding::default(), Colliding::default());
        assert_eq!(visit_overlapping(&bodies, &mut colliding), ControlFlow::Continue(()));
        visit_all(&bodies, &mut sure);
        colliding.0.sort_unstable();
        assert_eq!(colliding.0, sure.0);
        let mut brute = Least { distance: f64::INFINITY, looked_at: 0 };
        // All of them: there is no limit.
        visit_all(&bodies, &mut brute);
        assert!(
            (nearest.distance - brute.distance).abs() <= 1e-8 * brute.distance,
            "round {round}"
        );
        assert_eq!(nearest.distance == 0.0, !sure.0.is_empty(), "round {round}");
        looked_at += nearest.looked_at;
        all += brute.looked_at;
        hits += usize::from(!sure.0.is_empty());
    }
    assert!(looked_at * 10 < all, "{looked_at} of {all}");
    assert!((10..50).contains(&hits), "{hits} hits");
}

#[test]
fn a_soup_comes_first() {
    let mut random = Random::new(8);
    let (soup, solid) = (soup(&mut random, 2, 0.3), convex(Primitive::sphere(1.0)));
    let here = Placement::IDENTITY;
    let (soup, solid) =
        (Body::new(soup.view(), &here).unwrap(), Body::new(solid.view(), &here).unwrap());
    let swapped = |first, second| BodyPair::new(first, second).unwrap().swapped;
    assert!(!swapped(soup, solid) && swapped(solid, soup) && !swapped(solid, solid));
}

#[test]
fn what_cannot_be_hit_is_no_body() {
    let nowhere = Placement { origin: Vec3::repeat(f64::NAN), ..Placement::IDENTITY };
    let sphere = convex(Primitive::sphere(1.0));
    assert!(Body::new(sphere.view(), &nowhere).is_none());
    let empty = Builder::new().finish(None).0;
    assert!(Body::new(BodyShape::Soup(&empty), &Placement::IDENTITY).is_none());
}

/// Counts the pairs that are looked at.
struct Looks(usize);

impl PartVisitor for Looks {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        _: &A,
        _: &B,
        _: PartIndices,
        _: &RelativePlacement,
    ) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Of a mesh, the faces in the corners of a ball's box are left out, and none that touches the ball, whatever the placements.
#[test]
fn a_ball_sees_the_faces_that_it_may_touch_and_few_others() {
    let mut random = Random::new(17);
    let ring = solid_testing::meshes::ring(0.8, 0.3, 60, 20);
    let mesh = crate::query::Shape::mesh(&ring.vertices, &ring.triangles).expect("a mesh");
    let (mut of_box, mut of_ball) = (0, 0);
    for round in 0..400 {
        let ball = Primitive::sphere(random.unit() + 0.01);
        let block = Primitive::Box(Vec3::repeat(ball.margin()));
        let far = [0.0, 1e6][round % 2];
        let mut placements = [placement(&mut random, far), placement(&mut random, 0.0)];
        placements[1].origin = placements[0].origin + random.vector() * 1.5;
        if round % 4 > 0 {
            // A rotation and a scale.
            placements.iter_mut().for_each(|placement| {
                let scale = Vec3::repeat(random.unit() + 0.2);
                placement.basis = crate::math::rotation(&random.quaternion());
                placement.scale(&scale);
            });
        }
        let [at_mesh, at_ball] = &placements;
        let body = |shape| Body::new(BodyShape::Convex(shape), at_ball).expect("finite");
        let of_mesh = Body::new(mesh.view(), at_mesh).expect("finite");
        let pair = |shape| BodyPair::new(of_mesh, body(shape)).expect("in range");
        let (mut found, mut all) = (Colliding::default(), 0);
        let _ = visit_overlapping(&pair(&ball), &mut found);
        let BodyShape::Soup(soup) = mesh.view() else { panic!("a mesh") };
        for i in 0..soup.len() as u32 {
            let touches = intersect(
                &soup.primitive(i),
                &ball,
                &pair(&ball).relative,
                &mut Coherence::default(),
            );
            all += usize::from(touches);
        }
        assert_eq!(found.0.len(), all, "{round}");
        let (mut looks, mut looks_of_box) = (Looks(0), Looks(0));
        let _ = visit_overlapping(&pair(&ball), &mut looks);
        let _ = visit_overlapping(&pair(&block), &mut looks_of_box);
        (of_ball, of_box) = (of_ball + looks.0, of_box + looks_of_box.0);
    }
    assert!(of_ball * 4 < of_box * 3 && of_ball > 0, "{of_ball} of {of_box}");
}

#[test]
fn a_capsule_sees_the_faces_that_it_may_touch() {
    let mut random = Random::new(18);
    let ring = solid_testing::meshes::ring(0.8, 0.3, 40, 14);
    let mesh = crate::query::Shape::mesh(&ring.vertices, &ring.triangles).expect("a mesh");
    let BodyShape::Soup(soup) = mesh.view() else { panic!("a mesh") };
    let mut walked = 0;
    for round in 0..200 {
        let (radius, height) = (0.3 * random.unit() + 0.01, random.unit());
        let capsule = crate::query::Shape::capsule(radius, height).expect("a capsule");
        let mut placements = [placement(&mut random, 0.0), placement(&mut random, 0.0)];
        for placement in &mut placements {
            if round % 8 > 0 {
                placement.basis = crate::math::rotation(&random.quaternion());
            }
            if round % 2 > 0 {
                // Along the axes of the mesh.
                placement.basis = crate::math::Mat3::identity();
            }
            placement.scale(&Vec3::repeat(random.unit() + 0.2));
        }
        placements[1].origin = placements[0].origin + random.vector() * 1.2;
        let [at_mesh, at_capsule] = &placements;
        let of_capsule = Body::new(capsule.view(), at_capsule).expect("finite");
        let of_mesh = Body::new(mesh.view(), at_mesh).expect("finite");
        let pair = BodyPair::new(of_mesh, of_capsule).expect("in range");
        let Shapes::Mixed(_, body) = pair.shapes else { panic!("a mesh and a capsule") };
        let touches =
            |i: u32| intersect(&soup.primitive(i), body, &pair.relative, &mut Coherence::default());
        let touching = Vec::from_iter((0..soup.len() as u32).filter(|i| touches(*i)));
        let mut near = Vec::new();
        let mut keep = |[i, _]: PartIndices| {
            near.push(i);
            ControlFlow::<()>::Continue(())
        };
        let by_distance = visit_near_round_body(&pair, &mut keep).is_some();
        walked += usize::from(by_distance);
        if by_distance {
            assert!(touching.iter().all(|i| near.contains(i)), "{round}");
        }
        let mut found = Colliding::default();
        let _ = visit_overlapping(&pair, &mut found);
        assert_eq!(found.0.len(), touching.len(), "{round}");
    }
    assert!(walked > 90, "{walked}");
}

#[test]
fn a_ball_that_is_huge_beside_a_mesh_sees_its_faces_alone() {
    let tiny = 1e-20;
    let corners = [0.0, 1.0, 2.0, 3.0, 4.0].map(|x| Vec3::new(x, x * x, 1.0) * tiny);
    let faces = [[0, 1, 2], [1, 2, 3], [2, 3, 4]];
    let mesh = crate::query::Shape::mesh(&corners, &faces).expect("a mesh");
    for shape in [crate::query::Shape::sphere(1.0), crate::query::Shape::capsule(1.0, 1.0)] {
        let (shape, here) = (shape.expect("round"), Placement::IDENTITY);
        let body = |shape| Body::new(shape, &here).expect("finite");
        let pair = BodyPair::new(body(mesh.view()), body(shape.view())).expect("in range");
        let mut near = Vec::new();
        let found = visit_near_round_body(&pair, &mut |[i, _]| {
            near.push(i);
            ControlFlow::<()>::Continue(())
        });
        near.sort_unstable();
        assert!(found.is_none() || near == [0, 1, 2], "{near:?}");
        assert!(!crate::query::contacts(&shape, &here, &mesh, &here).is_empty());
    }
}
