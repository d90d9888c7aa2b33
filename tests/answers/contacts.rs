//! Contacts lie on their own bodies, thin ones and parallel ones included.
//!
//! How far a contact's points lie outside of their bodies, or inside, comes from the queries for distance and depth, which share
//! nothing with the search for contacts.

use solid_geometry::{Placement, Shape, Vec3, query};
use solid_testing::Random;

/// Deepest points of round bodies are found to the tolerance of a depth: their errors are below this part of the size of the bodies.
const BOUND: f64 = 1e-5;

/// How far the worst of a pair's contact points lies inside of its own body.
fn farthest_inside(a: &Shape, pose_a: &Placement, b: &Shape, pose_b: &Placement) -> f64 {
    let mut worst = 0.0_f64;
    for contact in query::contacts(a, pose_a, b, pose_b) {
        for (shape, pose, point) in [(a, pose_a, contact.points[0]), (b, pose_b, contact.points[1])]
        {
            let at = Placement::translation(point);
            let point = Shape::point([0.0; 3]).expect("a point");
            let found = query::penetration(shape, pose, &point, &at);
            worst = worst.max(found.map_or(0.0, |found| found.depth));
        }
    }
    worst
}

/// Flat bodies whose surfaces curve a little, on others: ellipsoids, wheels, rounded boxes and hulls.
#[test]
fn contacts_of_flat_curved_bodies_lie_hardly_inside_of_them() {
    let mut random = Random::new(14);
    let (mut worst, mut pair) = (0.0_f64, String::new());
    for case in 0..5_000 {
        let flat = random.decade(-4.0, -0.5);
        let a = match random.below(4) {
            0 => Shape::ellipsoid([0.5, flat, 0.5]),
            1 => Shape::ellipsoid([flat, 0.5, flat]),
            2 => Shape::wheel(0.4, 0.1 * flat),
            _ => {
                let points: Vec<Vec3> = (0..30)
                    .map(|_| random.direction().component_mul(&Vec3::new(0.5, flat, 0.5)))
                    .collect();
                Shape::polytope(&points)
            }
        }
        .expect("a shape");
        let kind = random.below(8);
        let b = solid_body(&mut random, kind, [0.5, 0.2, 0.5]);
        let mut pose = Placement::translation(random.vector() * 0.4);
        let tilt = if random.once_in(3) { 0.0 } else { random.decade(-5.0, -2.0) };
        pose.rotate(&[tilt, 0.0, tilt * random.signed(), 1.0]);
        let inside = farthest_inside(&a, &Placement::IDENTITY, &b, &pose);
        if inside > worst {
            (worst, pair) = (inside, format!("case {case}: {a:?} {b:?} {pose:?}"));
        }
    }
    assert!(worst <= BOUND, "{worst} inside: {pair}");
}

/// How far the worst of a pair's contact points lies outside of its own body. The bodies are of size 1.
fn farthest_off(a: &Shape, pose_a: &Placement, b: &Shape, pose_b: &Placement) -> f64 {
    let mut worst = 0.0_f64;
    for contact in query::contacts(a, pose_a, b, pose_b) {
        for (shape, pose, point) in [(a, pose_a, contact.points[0]), (b, pose_b, contact.points[1])]
        {
            let at = Placement::translation(point);
            let point = Shape::point([0.0; 3]).expect("a point");
            worst = worst.max(query::distance(shape, pose, &point, &at).expect("a body"));
        }
    }
    worst
}

/// The worst of many pairs.
#[derive(Default)]
struct Worst {
    off: f64,
    pair: String,
    beyond_bound: usize,
}

impl Worst {
    /// Looks at one more pair; `name` is how to find it again.
    fn add(
        &mut self,
        (a, pose_a): (&Shape, &Placement),
        (b, pose_b): (&Shape, &Placement),
        name: impl FnOnce() -> String,
    ) {
        let off = farthest_off(a, pose_a, b, pose_b);
        self.beyond_bound += usize::from(off > BOUND);
        if off > self.off {
            (self.off, self.pair) = (off, name());
        }
    }

    fn check(self) {
        let Worst { off, pair, beyond_bound } = self;
        assert!(off <= BOUND, "{beyond_bound} pairs; the worst: {off:e} of {pair}");
    }
}

/// A thin body along the y-axis, of length 1.
fn thin(random: &mut Random, radius: f64) -> Shape {
    let shape = match random.below(6) {
        0 => Shape::cylinder(radius, 1.0),
        1 => Shape::capsule(radius, 1.0),
        2 => Shape::cuboid([2.0 * radius, 1.0, 2.0 * radius]),
        3 => Shape::segment([0.0, -0.5, 0.0], [0.0, 0.5, 0.0]),
        4 => Shape::frustum([2.0 * radius; 2], [radius; 2], 1.0),
        _ => Shape::round_box([radius, 1.0, radius], 0.5 * radius),
    };
    shape.expect("a shape")
}

/// Two bodies of one length that are parallel or nearly so, beside each other and shifted along.
#[test]
fn contacts_of_thin_parallel_bodies_lie_on_them() {
    let mut random = Random::new(11);
    let mut worst = Worst::default();
    for case in 0..12_000 {
        let radius = random.decade(-4.0, -0.5);
        let (a, b) = (thin(&mut random, radius), thin(&mut random, radius));
        let angle = if random.once_in(3) { 0.0 } else { random.decade(-7.0, -2.0) * random.sign() };
        let mut pose_b = Placement::translation([
            2.0 * radius * random.signed(),
            random.signed(),
            2.0 * radius * random.signed(),
        ]);
        pose_b.rotate(&[0.0, random.signed(), 0.0, 1.0]);
        pose_b.rotate(&[0.5 * angle, 0.0, 0.0, 1.0]);
        pose_b.rotate(&[0.0, random.signed(), 0.0, 1.0]);
        let mut pose = Placement::IDENTITY;
        if random.once_in(2) {
            pose.rotate(&random.quaternion());
        }
        let name = || format!("case {case}: {a:?} {b:?} radius {radius} angle {angle}");
        worst.add((&a, &pose), (&b, &pose.compose(&pose_b)), name);
    }
    worst.check();
}

/// Posts on the faces of boxes.
#[test]
fn contacts_of_posts_on_boxes_lie_on_them() {
    let mut random = Random::new(12);
    let mut worst = Worst::default();
    for case in 0..8_000 {
        let radius = random.decade(-4.0, -0.5);
        let post = thin(&mut random, radius);
        let floor = Shape::cuboid([2.0, 0.5, 2.0]).expect("a box");
        let depth = radius * random.decade(-6.0, -0.3);
        let mut pose =
            Placement::translation([random.signed(), 0.25 + radius - depth, random.signed()]);
        pose.rotate(&[0.0, random.signed(), 0.0, 1.0]);
        // Lying down, nearly.
        pose.rotate(&[0.0, 0.0, 1.0, 1.0]);
        let tilt = if random.once_in(3) { 0.0 } else { random.decade(-7.0, -2.0) };
        pose.rotate(&[tilt, 0.0, tilt * random.signed(), 1.0]);
        let name = || format!("case {case}: {post:?} radius {radius} depth {depth} tilt {tilt}");
        worst.add((&floor, &Placement::IDENTITY), (&post, &pose), name);
    }
    worst.check();
}

/// A body that has a volume, of one of eight kinds.
pub(super) fn solid_body(random: &mut Random, kind: usize, [x, y, z]: [f64; 3]) -> Shape {
    let shape = match kind {
        0 => Shape::cuboid([x, y, z]),
        1 => Shape::ellipsoid([x, y, z]),
        2 => Shape::cone(x, y),
        3 => Shape::cylinder(x, y),
        4 => Shape::frustum([x, y], [y, z], z),
        5 => Shape::round_box([x, y, z], 0.3 * x),
        6 => Shape::wheel(x, y),
        _ => {
            let points: Vec<Vec3> =
                (0..20).map(|_| random.vector().component_mul(&Vec3::new(x, y, z))).collect();
            Shape::polytope(&points)
        }
    };
    shape.expect("a shape")
}

/// Bodies of any two kinds and proportions, at random.
#[test]
fn contacts_of_any_bodies_lie_on_them() {
    let mut random = Random::new(13);
    let mut worst = Worst::default();
    let body = |random: &mut Random| {
        let size = [0; 3].map(|_| random.decade(-3.0, 0.0));
        let kind = random.below(8);
        solid_body(random, kind, size)
    };
    for case in 0..12_000 {
        let (a, b) = (body(&mut random), body(&mut random));
        let mut pose = Placement::translation(random.vector() * 0.5);
        if random.once_in(2) {
            pose.rotate(&random.quaternion());
        }
        let name = || format!("case {case}: {a:?} {b:?} {pose:?}");
        worst.add((&a, &Placement::IDENTITY), (&b, &pose), name);
    }
    worst.check();
}
