//! The crate obvhs, in single precision: trees over the triangles of a mesh, built and refitted.

use super::case::{Answer, Body, Case, Peer, Question, Session};
use obvhs::BvhBuildParams;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::builder::build_bvh2_from_tris;
use obvhs::triangle::Triangle;
use std::time::Duration;

pub struct Obvhs;

fn triangles(body: &Body, points: &[[f64; 3]]) -> Vec<Triangle> {
    let corner = |index: u32| points[index as usize].map(|x| x as f32).into();
    let triangle = |&[a, b, c]: &[u32; 3]| Triangle { v0: corner(a), v1: corner(b), v2: corner(c) };
    body.triangles.iter().map(triangle).collect()
}

fn tree(triangles: &[Triangle]) -> Bvh2 {
    build_bvh2_from_tris(triangles, BvhBuildParams::medium_build(), &mut Duration::default())
}

impl Peer for Obvhs {
    fn name(&self) -> String {
        "obvhs".to_owned()
    }

    fn version(&self) -> String {
        "0.4".to_owned()
    }

    fn open<'a>(&'a self, case: &'a Case) -> Option<Box<dyn Session + 'a>> {
        let first = || triangles(&case.bodies[0], &case.bodies[0].points);
        match case.question {
            Question::Build => Some(Box::new(Building(first()))),
            Question::Refit => {
                let triangles = [first(), triangles(&case.bodies[0], &case.bodies[0].other_points)];
                let mut tree = tree(&triangles[0]);
                tree.init_primitives_to_nodes_if_uninit();
                Some(Box::new(Refitting { tree, triangles }))
            }
            _ => None,
        }
    }
}

struct Building(Vec<Triangle>);

impl Session for Building {
    fn run(&mut self, from: usize, to: usize, _: &mut [Answer]) {
        for _ in from..to {
            std::hint::black_box(tree(&self.0));
        }
    }
}

struct Refitting {
    tree: Bvh2,
    triangles: [Vec<Triangle>; 2],
}

impl Session for Refitting {
    fn run(&mut self, from: usize, to: usize, _: &mut [Answer]) {
        for i in from..to {
            for (triangle, &node) in
                self.triangles[i % 2].iter().zip(&self.tree.primitives_to_nodes)
            {
                self.tree.nodes[node as usize].set_aabb(triangle.aabb());
            }
            self.tree.refit_all();
        }
    }
}
