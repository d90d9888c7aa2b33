//! Refits of meshes of all kinds, some of whose vertices become unusable.

use std::ops::{ControlFlow, Range};

use crate::bvh::Tree;
use crate::bvh::frame::is_usable;
use crate::bvh::tests::Random;
use crate::math::{Aabb, Vec3};
use crate::threads::Threads;

struct Body {
    points: Vec<Vec3>,
    faces: Vec<Vec<u32>>,
}

impl Body {
    /// A sheet of triangles.
    fn sheet(side: u32) -> Body {
        let at = |i: u32, j: u32| i * side + j;
        let points =
            (0..side * side).map(|v| Vec3::new(f64::from(v / side), f64::from(v % side), 0.0));
        let quads = (0..side - 1).flat_map(|i| (0..side - 1).map(move |j| (i, j)));
        let faces = quads.flat_map(|(i, j)| {
            [
                vec![at(i, j), at(i + 1, j), at(i, j + 1)],
                vec![at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)],
            ]
        });
        Body { points: points.collect(), faces: faces.collect() }
    }

    /// Polytopes of all numbers of vertices, some of which share theirs, and some vertices that are in none.
    fn mixed(random: &mut Random, count: usize) -> Body {
        let mut body = Body { points: vec![Vec3::zeros(); 3], faces: Vec::new() };
        for face in 0..count {
            let (center, size) =
                (random.vector() * 10.0, if face % 40 == 7 { 300 } else { 1 + random.below(9) });
            let first = body.points.len() as u32;
            body.points.extend((0..size).map(|_| center + random.vector()));
            let mut corners: Vec<u32> = (first..first + size as u32).collect();
            corners.extend(face.is_multiple_of(3).then_some(first / 2 + 3).filter(|&v| v < first));
            body.faces.push(corners);
        }
        body
    }

    fn bend(&mut self, random: &mut Random) {
        let (by, along) = (random.vector(), random.vector() * 0.3);
        self.points.iter_mut().for_each(|p| *p += by * (3.0 * p.dot(&along).sin()));
    }

    fn points_of(&self, face: u32) -> Vec<Vec3> {
        self.faces[face as usize].iter().map(|&i| self.points[i as usize]).collect()
    }

    fn tree(&self) -> Tree {
        let boxes: Vec<Aabb> =
            (0..self.faces.len() as u32).map(|face| Aabb::around(self.points_of(face))).collect();
        Tree::build(&boxes)
    }

    /// Two neighbours a leaf, but for the first.
    fn tree_of_pairs(&self) -> Tree {
        let count = self.faces.len() as u32;
        let firsts: Vec<u32> = (0..1).chain((1..count).step_by(2)).chain([count]).collect();
        let leaves = firsts.windows(2).map(|of| of[1] - of[0] == 2);
        let box_of =
            |of: Range<u32>| Aabb::around(Vec::from_iter(of.flat_map(|face| self.points_of(face))));
        let around = Aabb::around(&self.points);
        Tree::build_leaves(&around, leaves, &box_of, &Threads::default())
    }

    fn refit(&self, tree: &mut Tree) {
        let usable: Vec<Vec3> = self.points.iter().filter(|p| is_usable(p)).copied().collect();
        let all_usable = usable.len() == self.points.len();
        let bounds = Aabb::around(&usable);
        let indices =
            |of: Range<u32>| self.faces[of.start as usize..of.end as usize].iter().flatten();
        tree.refit(&bounds, &self.points, all_usable, indices);
        tree.validate(|i| self.points_of(i));
    }
}

fn visited(tree: &Tree, query: &Aabb) -> Vec<u32> {
    let mut found = Vec::new();
    let _ = tree.visit_box::<()>(query, |i| {
        found.push(i);
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    found
}

#[test]
fn unusable_vertices_exclude_their_primitives() {
    let mut random = Random::new(71);
    let bodies = [
        Body::sheet(40),
        Body::sheet(3),
        Body::mixed(&mut random, 700),
        Body::mixed(&mut random, 1),
    ];
    for mut body in bodies {
        let mut trees = [body.tree(), body.tree_of_pairs()];
        for tree in &trees {
            tree.validate(|i| body.points_of(i));
        }
        for round in 0..5 {
            body.bend(&mut random);
            let good = body.points.clone();
            if round > 1 {
                // Of the whole first primitive, and of some others.
                let first = body.faces[0].clone();
                let some = (0..round).map(|_| random.below(good.len()) as u32).collect();
                for vertex in if round == 2 { first } else { some } {
                    body.points[vertex as usize][1] = [f64::NAN, f64::INFINITY, -1e301][round - 2];
                }
            }
            let usable = |face: &u32| body.points_of(*face).iter().all(is_usable);
            let expected: Vec<u32> = (0..body.faces.len() as u32).filter(usable).collect();
            for tree in &mut trees {
                body.refit(tree);
                assert_eq!(visited(tree, &tree.bounds()), expected);
            }
            body.points = good;
        }
    }
}

#[test]
fn a_refit_is_the_same_whatever_was_before() {
    let mut random = Random::new(72);
    let mut body = Body::sheet(30);
    let mut tree = body.tree();
    let mut fresh = Vec::new();
    for _ in 0..4 {
        fresh.push(body.tree());
    }
    // All trees have the topology of the flat sheet.
    for mut other in fresh {
        body.bend(&mut random);
        body.refit(&mut tree);
        body.refit(&mut other);
        for level in 0..tree.levels() {
            assert!(tree.boxes_at(level) == other.boxes_at(level));
        }
    }
}
