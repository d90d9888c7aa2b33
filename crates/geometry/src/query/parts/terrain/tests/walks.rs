//! Walks over large terrain.

use std::cell::Cell;

use super::super::{Diagonal, HeightField};
use super::{DIAGONALS, are_among, as_mesh, is_near, placement};
use crate::interrupt::{INTERVAL, Interrupted, interruptible};
use crate::math::{Aabb, Placement, Vec3};
use crate::query::parts::{Part, Parts, PartsVisitor, Reach, Wanted};
use crate::query::{self, Body, BodyPair, BodyShape, Shape};
use solid_testing::{Random, limit};

/// Takes all parts, and counts them. It makes sure that a deadline has passed once it has taken the first.
#[derive(Default)]
struct Slow {
    parts: usize,
    reach: Option<Reach>,
}

impl PartsVisitor for Slow {
    fn bound(&mut self, _: &Aabb) -> f64 {
        0.0
    }

    fn limit(&self) -> f64 {
        0.0
    }

    fn visit(&mut self, _: &Part<'_>) {
        self.parts += 1;
        if self.parts == 1 {
            std::thread::sleep(INTERVAL);
        }
    }

    fn reach(&self) -> Option<Reach> {
        self.reach
    }
}

#[test]
fn a_walk_ends_at_its_deadline() {
    let field = HeightField::new(vec![0.0_f32; 4096 * 4096], [4096; 2], [1.0; 2], Diagonal::Rising);
    let field = field.expect("a grid");
    for wanted in [None, Some(Wanted::Some), Some(Wanted::All)] {
        let reach = wanted.map(|wanted| Reach { bounds: field.bounds(), wanted });
        let mut visitor = Slow { reach, ..Slow::default() };
        assert_eq!(interruptible(|| true, || field.walk(&mut visitor)), Err(Interrupted));
        // Of 262,144 tiles.
        assert!(visitor.parts < 100, "{}", visitor.parts);
    }
}

/// A half-space that reaches somewhat over a corner of a field.
fn over_a_corner(random: &mut Random, field: &HeightField) -> Shape {
    let [columns, rows] = field.size().map(|count| f64::from(count - 1));
    let mut normal = Vec3::new(random.between(0.2, 0.6), 1.0, random.between(0.2, 0.6));
    let mut corner = Vec3::zeros();
    if random.once_in(2) {
        (normal.x, corner.x) = (-normal.x, columns * field.spacing[0]);
    }
    if random.once_in(2) {
        (normal.z, corner.z) = (-normal.z, rows * field.spacing[1]);
    }
    let offset = normal.dot(&corner) + random.between(0.0, 6.0);
    Shape::half_space(normal, offset / normal.norm()).expect("a normal")
}

#[test]
fn half_spaces_meet_what_they_meet_of_a_mesh() {
    let (mut hits, mut corners, mut contacts) = (0, 0, 0);
    let [mut different, mut touching] = [0; 2];
    for case in 0..120 {
        let random = &mut Random::case(0x7E4A, case);
        let size = [(); 2].map(|()| 20 + random.below(50) as u32);
        let (has_holes, is_stepped) = (random.once_in(2), random.once_in(3));
        let heights = (0..size[0] * size[1]).map(|_| {
            let height = random.within(0.5) as f32;
            let is_hole = has_holes && random.once_in(10);
            if is_hole {
                f32::NAN
            } else if is_stepped {
                height.round()
            } else {
                height
            }
        });
        let (heights, diagonal) = (Vec::from_iter(heights), DIAGONALS[random.below(3)]);
        let field = HeightField::new(heights, size, [1.0, 0.75], diagonal).expect("a grid");
        let (mesh, _) = as_mesh(&field).expect("some triangles");
        let at = placement(random, 3.0);
        let plane = if random.once_in(4) {
            Shape::half_space(random.direction(), random.within(3.0)).expect("a normal")
        } else {
            corners += 1;
            over_a_corner(random, &field)
        };
        let field = Shape::height_field(field);
        for is_reversed in [false, true] {
            let both = [&field, &mesh]
                .map(|ground| if is_reversed { (&plane, ground) } else { (ground, &plane) });
            let [p, q] = both.map(|(a, b)| query::penetration(a, &at, b, &at));
            assert_eq!(p.is_some(), q.is_some(), "case {case}");
            let Some((p, q)) = p.zip(q) else { continue };
            hits += 1;
            assert!((p.depth - q.depth).abs() <= 1e-8 * q.depth, "case {case}: {p:?} {q:?}");
            assert!((p.normal - q.normal).norm() < 1e-12, "case {case}");
            let [p, q] = both.map(|(a, b)| query::contacts(a, &at, b, &at));
            contacts += p.len() + q.len();
            for (all, those) in [(&p, &q), (&q, &p)] {
                let others = all.iter().filter(|contact| !are_among(&[**contact], those));
                for one in others {
                    *(if one.depth > 1e-12 { &mut different } else { &mut touching }) += 1;
                }
            }
            assert!(is_near(p[0].depth, q[0].depth), "case {case}");
        }
    }
    assert!(hits > 150 && corners > 60 && contacts > 4000, "{hits} {corners} {contacts}");
    // Heights in double precision would have a box that is rounded: of contacts that are as deep but for that, others would be merged.
    assert_eq!(different, 0, "of {contacts}");
    // Of neighbours that are level with the plane, rounding decides which stays.
    assert!(touching <= limit(0, contacts / 500), "{touching} of {contacts}");
}

/// Of a large field only the cells that a half-space reaches become triangles, and of those for a depth only the lowest.
#[test]
fn half_spaces_make_few_triangles() {
    let size = [1000; 2];
    let field = HeightField::new(vec![0.0_f32; 1_000_000], size, [1.0; 2], Diagonal::Falling);
    let field = Shape::height_field(field.expect("a grid"));
    let here = Placement::IDENTITY;
    let made = |plane: &Shape, of_all: bool| {
        let [a, b] = [&field, plane].map(|shape| Body::new(shape.view(), &here).expect("finite"));
        let pair = BodyPair::new(a, b).expect("in range");
        let (mut made, lowest) = (0, Cell::new(0.0));
        let mut visit = |pair: &BodyPair<'_>, depth: f64| {
            let BodyShape::Soup(soup) = pair.shapes.each()[0] else { panic!("a mesh") };
            made += soup.len();
            lowest.set(-depth);
        };
        if of_all {
            pair.walk_touching(&mut |pair, _| visit(pair, 0.0));
        } else {
            let depth_of = |pair: &BodyPair<'_>| pair.penetration(1e-6, &mut Default::default());
            let is_one = pair.walk_lowest(&lowest, &mut |pair, _| {
                visit(pair, depth_of(pair).map_or(0.0, |found| found.deepest.depth * (1.0 + 1e-9)));
            });
            assert!(is_one);
        }
        made
    };
    let corner = Shape::half_space(Vec3::new(0.1, 1.0, 0.1), 1.0).expect("a normal");
    // About ten cells along each side.
    let of_corner = made(&corner, true);
    assert!((200..1500).contains(&of_corner), "{of_corner}");
    assert!((1..400).contains(&made(&corner, false)), "{}", made(&corner, false));
    let all = Shape::half_space(Vec3::y(), 1.0).expect("a normal");
    assert!((1..400).contains(&made(&all, false)), "{}", made(&all, false));
}
