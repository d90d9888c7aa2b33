//! The bound on rounding errors, held against exact arithmetic on the axes that the single-precision test uses.

use crate::bvh::Relative;
use crate::bvh::corners::Corners;
use crate::bvh::frame::{Frame, LocalBox};
use crate::bvh::node::{Child, FourChildren, Node};
use crate::bvh::overlap::Probe;
use crate::bvh::tests::{Random, kinds_of_placement, rigid, scale};
use crate::math::{Aabb, Mat3, Placement, Vec3};

/// Boxes of no extent at a common point are never separated, wherever the point is and however it is placed.
#[test]
fn a_common_point_is_never_separated() {
    let mut random = Random::new(20);
    for (kind, make) in kinds_of_placement() {
        for round in 0..3000 {
            let far = if round % 3 == 0 { 1e3 } else { 1.0 };
            let bounds = |random: &mut Random| {
                Aabb::from_center(random.vector() * far, random.vector().abs() * scale(random, 1.0))
            };
            let (box_a, box_b) = (bounds(&mut random), bounds(&mut random));
            let inside = |b: &Aabb, random: &mut Random| {
                b.center() + b.half_extents().component_mul(&random.vector())
            };
            let (x, y) = (inside(&box_a, &mut random), inside(&box_b, &mut random));
            let pa = make(&mut random);
            let mut pb = make(&mut random);
            // The point y of B comes to lie on the point x of A, but for the rounding of this sum.
            pb.origin = pa.apply(&x) - pb.basis * y;
            let rounding = |p: &Placement, v: &Vec3| {
                (p.origin.abs() + p.basis.abs() * v.abs()) * (4.0 * f64::EPSILON)
            };
            let error = rounding(&pa, &x) + rounding(&pb, &y);
            let (frame_a, frame_b) = (Frame::around(&box_a), Frame::around(&box_b));
            let point = |p: &Vec3| Aabb { min: *p, max: *p };
            let (local_a, local_b) = (frame_a.enclose(&point(&x)), frame_b.enclose(&point(&y)));
            let relative = Relative::new(&frame_a, &pa, &frame_b, &pb);
            // Give way to the rounding of the placement itself only where it is large beside the bodies.
            if error.amax() > 1e-9 * (pa.basis.abs() * box_a.half_extents()).amax().max(1e-300) {
                continue;
            }
            assert!(!relative.apart, "{kind} {round}");
            for (side, own, other) in
                [(&relative.a, local_a, local_b), (&relative.b, local_b, local_a)]
            {
                let node = Node::new(&[Corners::filled(&own, 0.0, 0.0); 4], [Child::NONE; 4]);
                let (gaps, _) = Probe::new(side, &other).gaps(side, &node);
                assert!(gaps.to_array()[0] <= 0.0, "{kind} {round}: gap {:?}", gaps.to_array());
            }
        }
    }
}

/// The margins are small: points apart by a hundred-thousandth of a rigid body are separated.
#[test]
fn margins_are_tight_for_rigid_placements() {
    let mut random = Random::new(21);
    let bounds = Aabb { min: Vec3::repeat(-1.0), max: Vec3::repeat(1.0) };
    let frame = Frame::around(&bounds);
    for _ in 0..1000 {
        let (pa, mut pb) = (rigid(&mut random, 1e3), rigid(&mut random, 0.0));
        let (x, y) = (random.vector(), random.vector());
        let apart = random.vector().normalize() * 2e-5;
        pb.origin = pa.apply(&x) - pb.basis * y + apart;
        let relative = Relative::new(&frame, &pa, &frame, &pb);
        let point = |p: &Vec3| frame.enclose(&Aabb { min: *p, max: *p });
        let node = Node::new(&[Corners::filled(&point(&x), 0.0, 0.0); 4], [Child::NONE; 4]);
        let (gaps, _) = Probe::new(&relative.a, &point(&y)).gaps(&relative.a, &node);
        assert!(gaps.to_array()[0] > 0.0);
    }
}

#[test]
fn frames_hold_their_bodies() {
    let mut random = Random::new(22);
    for _ in 0..10_000 {
        let size = scale(&mut random, 290.0);
        let stretch =
            Vec3::new(scale(&mut random, 8.0), scale(&mut random, 8.0), scale(&mut random, 8.0));
        let center = random.vector() * size;
        let half = random.vector().abs().component_mul(&stretch) * size;
        let bounds = Aabb::from_center(center, half);
        let frame = Frame::around(&bounds);
        let LocalBox { min, max } = frame.enclose(&bounds);
        for i in 0..3 {
            assert!(min[i] >= -1.00001 && max[i] <= 1.00001, "{min:?} {max:?}");
            // Corners of the rounded box enclose the box, exactly where the products are.
            assert!(f64::from(min[i]) * frame.unit[i] <= (bounds.min[i] - frame.center[i]));
            assert!(f64::from(max[i]) * frame.unit[i] >= (bounds.max[i] - frame.center[i]));
        }
    }
}

/// Bodies far from their own origins, where cancellation spoils what double precision knows of their distance. Under
/// one placement for both, equal points are common points, exactly.
#[test]
fn cancellation_far_from_the_local_origin_is_in_the_margin() {
    let mut random = Random::new(23);
    for (kind, make) in kinds_of_placement() {
        for round in 0..2000 {
            let far = random.vector() * 10f64.powi(6 + round % 8);
            let body = |random: &mut Random| {
                let (low, high) = (random.vector().abs(), random.vector().abs());
                Aabb { min: far - low, max: far + high }
            };
            let (frame_a, frame_b) =
                (Frame::around(&body(&mut random)), Frame::around(&body(&mut random)));
            let point = Aabb { min: far, max: far };
            let (local_a, local_b) = (frame_a.enclose(&point), frame_b.enclose(&point));
            let placement = make(&mut random);
            let relative = Relative::new(&frame_a, &placement, &frame_b, &placement);
            assert!(!relative.apart, "{kind} {round}");
            for (side, own, other) in
                [(&relative.a, local_a, local_b), (&relative.b, local_b, local_a)]
            {
                let node = Node::new(&[Corners::filled(&own, 0.0, 0.0); 4], [Child::NONE; 4]);
                let (gaps, _) = Probe::new(side, &other).gaps(side, &node);
                assert!(gaps.to_array()[0] <= 0.0, "{kind} {round}: gap {:?}", gaps.to_array());
            }
        }
    }
}

/// Walks tell leaves by the sign of their size: it is a number.
#[test]
fn sizes_of_bodies_that_barely_fit_are_numbers() {
    let bounds = Aabb { min: Vec3::repeat(-6.8e299), max: Vec3::repeat(6.8e299) };
    let frame = Frame::around(&bounds);
    let local = frame.enclose(&bounds);
    let node = Node::new(&[Corners::filled(&local, 0.0, 0.0); 4], [Child::NONE; 4]);
    for scale in [1.0, 1e8, 1.38e8, 2.6e8] {
        let placement = Placement { basis: Mat3::identity() * scale, origin: Vec3::zeros() };
        let relative = Relative::new(&frame, &placement, &frame, &placement);
        for side in [&relative.a, &relative.b] {
            let (gaps, sizes) = Probe::new(side, &local).gaps(side, &node);
            assert!(gaps.to_array()[0] <= 0.0, "{scale}: {gaps:?}");
            assert!(sizes.to_array()[0].is_finite(), "{scale}: {sizes:?}");
        }
    }
}
