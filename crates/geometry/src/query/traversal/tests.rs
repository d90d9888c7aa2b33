//! Traversals of parts against brute force.

use super::*;
use crate::convex::query::{Coherence, closest_points, intersect};
use crate::math::{Placement, Vec3};
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
