//! What is fitted where a walk comes, beside what it is to be.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::bvh::corners::Corners;
use crate::bvh::frame::{is_usable, widened};
use crate::bvh::test_scenes::{Random, rigid};
use crate::bvh::tree::{Child, Node};
use crate::bvh::{Relative, Tree, visit_pairs};
use crate::math::{Aabb, Placement, Vec3};

#[derive(Clone)]
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

    fn tree(&self) -> Tree {
        let around = |face: &Vec<u32>| {
            Aabb::around(&face.iter().map(|&i| self.points[i as usize]).collect::<Vec<_>>())
        };
        Tree::build(&self.faces.iter().map(around).collect::<Vec<_>>())
    }

    /// Two neighbours a leaf, but for the first.
    fn tree_of_pairs(&self) -> Tree {
        let count = self.faces.len() as u32;
        let firsts: Vec<u32> = (0..1).chain((1..count).step_by(2)).chain([count]).collect();
        let around = |of: &[u32]| {
            let faces = self.faces[of[0] as usize..of[1] as usize].concat();
            Aabb::around(&faces.iter().map(|&i| self.points[i as usize]).collect::<Vec<_>>())
        };
        let leaves = firsts.windows(2).map(|of| (around(of), of[1] - of[0] == 2));
        Tree::build_leaves(&Aabb::around(&self.points), leaves)
    }

    fn fit(&self, tree: &mut Tree) {
        let usable: Vec<Vec3> = self.points.iter().filter(|p| is_usable(p)).copied().collect();
        let bounds = Aabb::around(&usable);
        let whole = usable.len() == self.points.len();
        // From the second time on, the tree knows the vertices in use.
        tree.release();
        let used: Vec<Vec3> =
            self.faces.concat().iter().map(|&i| self.points[i as usize]).collect();
        let enclosed = tree.enclose(&self.points, |i| &self.faces[i as usize]);
        let are_usable = used.iter().all(is_usable);
        assert!(enclosed.is_some() || !are_usable || tree.blocks.len() == 0);
        assert!(enclosed.is_none_or(|around| are_usable && around == Aabb::around(&used)));
        tree.refit(&bounds, &Arc::new(self.points.clone()), whole, |i| &self.faces[i as usize]);
    }
}

/// Checks each box below a node against the vertices below it, to the bit. The box around them, rounded.
fn check_below<'a>(view: &'a Tree, body: &Body, nodes: &'a [Node], node: &Node) -> Corners {
    let mut all = Corners::EMPTY;
    for (lane, child) in
        node.child.into_iter().enumerate().filter(|(_, child)| *child != Child::NONE)
    {
        let below = if child.is_leaf() {
            let mut corners = Vec::new();
            child.primitives().each(|i| corners.extend_from_slice(&body.faces[i as usize]));
            let points = corners.iter().map(|&i| &body.points[i as usize]).filter(|p| is_usable(p));
            points.map(|p| view.frame().nearest(p)).fold(Corners::EMPTY, |all, p| all.include(p))
        } else {
            let (nodes, node) = view.opened(nodes, child);
            check_below(view, body, nodes, node)
        };
        let wanted = if below.min.to_array()[0] > below.max.to_array()[0] {
            Corners::EMPTY
        } else {
            widened(&below)
        };
        let [min, max] = [wanted.min, wanted.max].map(|corner| corner.to_array());
        let found = node.lane(lane);
        assert!(
            found.min[..] == min[..3] && found.max[..] == max[..3],
            "{found:?} is not {wanted:?}"
        );
        all = all.join(&below);
    }
    all
}

fn visited(view: &Tree, query: &Aabb) -> Vec<u32> {
    let mut found = Vec::new();
    let _ = view.visit_box::<()>(query, |i| {
        found.push(i);
        ControlFlow::Continue(())
    });
    found
}

#[test]
fn boxes_are_the_same_as_if_all_were_fitted_at_once() {
    let mut random = Random::new(71);
    let bodies = [
        Body::sheet(40),
        Body::sheet(3),
        Body::mixed(&mut random, 700),
        Body::mixed(&mut random, 1),
    ];
    for mut body in bodies {
        let (mut tree, mut pairs) = (body.tree(), body.tree_of_pairs());
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
            body.fit(&mut tree);
            let view = &tree;
            // Some of it before the rest.
            visited(view, &Aabb::from_center(body.points[0], Vec3::repeat(2.0)));
            check_below(view, &body, &tree.nodes, &tree.nodes[0]);
            assert_eq!(tree.blocks.fitted_count(), tree.blocks.len());
            body.fit(&mut pairs);
            let view = &pairs;
            check_below(view, &body, &pairs.nodes, &pairs.nodes[0]);
            // Of all that is there, what has a vertex that is not usable is not told.
            let all = visited(view, &tree.bounds());
            let whole = |face: &&u32| {
                body.faces[**face as usize].iter().all(|&i| is_usable(&body.points[i as usize]))
            };
            let mut sorted = all.clone();
            sorted.sort_unstable();
            assert_eq!(
                sorted,
                (0..body.faces.len() as u32).filter(|i| whole(&i)).collect::<Vec<_>>()
            );
            body.points = good;
        }
    }
}

#[test]
fn only_what_is_visited_is_fitted_and_answers_are_those_of_a_whole_fit() {
    let mut random = Random::new(72);
    let (mut body, other) = (Body::sheet(61), Body::sheet(9));
    let (mut tree, mut whole) = (body.tree(), body.tree());
    let beside = other.tree();
    for round in 0..20 {
        body.bend(&mut random);
        body.fit(&mut tree);
        assert_eq!(tree.blocks.fitted_count(), 0);
        body.fit(&mut whole);
        whole.fit_all();
        let (lazy, whole) = (&tree, &whole);
        // A twentieth of the sheet, then a small sheet across it.
        let corner = body.points[61 * random.below(45) + random.below(45)];
        let query =
            Aabb { min: corner - Vec3::repeat(0.1), max: corner + Vec3::new(14.0, 14.0, 30.0) };
        assert_eq!(visited(lazy, &query), visited(whole, &query));
        let (fitted, all) = (tree.blocks.fitted_count(), tree.blocks.len());
        assert!(3 * fitted <= all && all > 40, "round {round}: {fitted} of {all}");
        let mut place = rigid(&mut random, 0.0);
        place.origin = body.points[random.below(3000)];
        let pairs = |view: &Tree| {
            let mut found = Vec::new();
            let relative =
                Relative::new(view.frame(), &Placement::IDENTITY, beside.frame(), &place);
            let _: ControlFlow<()> = visit_pairs(view, &beside, &relative, |i, j| {
                found.push((i, j));
                ControlFlow::Continue(())
            });
            found
        };
        assert_eq!(pairs(lazy), pairs(whole));
        assert!(2 * tree.blocks.fitted_count() < all, "round {round}");
    }
}

#[test]
fn many_threads_may_ask_at_once() {
    let mut random = Random::new(73);
    let mut body = Body::sheet(50);
    let (mut tree, mut alone) = (body.tree(), body.tree());
    for _ in 0..10 {
        body.bend(&mut random);
        body.fit(&mut tree);
        let query = Aabb::from_center(body.points[1275], Vec3::repeat(9.0));
        body.fit(&mut alone);
        let expected = visited(&alone, &query);
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| visited(&tree, &query))).collect();
            for thread in threads {
                assert!(thread.join().is_ok_and(|found| found == expected && !found.is_empty()));
            }
        });
    }
}
