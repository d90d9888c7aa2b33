use super::*;
use crate::bvh::bounded::Place;
use crate::bvh::node::{Child, FourChildren};
use crate::bvh::slabs::tests::{any_mesh, below, corners_of, tree_of};
use crate::bvh::tests::kinds_of_placement;
use crate::bvh::{OneLeaf, Tree};
use crate::convex::cast::cast;
use crate::convex::cast::swept_ray::SweptRay;
use crate::convex::depth::penetration_depth;
use crate::convex::distance::distance;
use crate::convex::epa::Workspace;
use crate::convex::relative::RelativePlacement;
use crate::shape::{Any, Polytope, Primitive, Support};
use solid_testing::Random;
use solid_testing::meshes::Mesh;

/// No bound is more than the value of the hulls of what is in the boxes.
fn check(
    bound: f64,
    measure: Measure,
    [a, b]: [Any<'_>; 2],
    relative: &RelativePlacement,
    differences: &Differences,
    name: &str,
) {
    let slack = 1e-9 * relative.absolute_extents().amax();
    let apart = distance(a, b, relative, 1e-9, &mut [0; 2]).upper;
    let depth = || {
        penetration_depth(a, b, relative, 1e-9, &mut Workspace::default())
            .map_or(0.0, |found| found.depth)
    };
    match measure {
        Measure::Distance => assert!(bound <= apart + slack, "{name}: {bound} of {apart}"),
        Measure::Depth if apart == 0.0 => {
            assert!(bound <= slack - depth(), "{name}: {bound}, {}", depth())
        }
        Measure::Depth => {}
        Measure::Time(path) => {
            let motion = differences.axes.tr_mul(&path.direction) * path.speed;
            let found = cast(a, b, relative, &motion, 1.0, 1e-9, &mut [0; 2]);
            let time = found.map_or(f64::INFINITY, |found| found.time);
            let slack = 1e-6 * time + slack / path.speed;
            assert!(bound <= time + slack, "{name}: {bound} of {time}");
        }
    }
}

/// All that bounds are on, with a motion that may lead the bodies to each other.
fn measures(
    random: &mut Random,
    differences: &Differences,
    relative: &RelativePlacement,
) -> [Measure; 3] {
    let motion = random.vector() * (4.0 * relative.largest_coordinate());
    let SweptRay { direction, length, speed } = SweptRay::new(&motion, 1.0, relative);
    let direction = differences.axes * direction;
    [Measure::Distance, Measure::Depth, Measure::Time(Path { direction, length, speed })]
}

fn hull(mesh: &Mesh, tree: &Tree, child: Child) -> Polytope {
    let points = below(tree, child);
    Polytope::new(&Vec::from_iter(points.iter().flat_map(|i| corners_of(mesh, *i)).copied()))
}

#[test]
fn bounds_of_pieces_hold_for_their_hulls() {
    let mut random = Random::new(71);
    for (name, make) in kinds_of_placement() {
        for _ in 0..12 {
            let meshes = [(); 2].map(|()| any_mesh(&mut random));
            let trees = meshes.each_ref().map(tree_of);
            let slabs = [0, 1].map(|i: usize| Slabs::of(&trees[i], |p| corners_of(&meshes[i], p)));
            let [a, mut b] = [make(&mut random), make(&mut random)];
            b.origin += random.vector() * 4.0;
            let reach = trees.each_ref().map(|tree| tree.bounds().absolute_extents());
            let Some(relative) = RelativePlacement::new(&reach[0], &a, &reach[1], &b) else {
                continue;
            };
            let differences = Differences::new(trees[0].frame(), trees[1].frame(), &relative);
            for measure in measures(&mut random, &differences, &relative) {
                let contents = slabs.each_ref().map(Contents::Slabs);
                let mut gaps = Gaps::new(&differences, contents, measure);
                for _ in 0..4 {
                    let opened = random.below(2);
                    let place = |random: &mut Random, tree: &Tree| Place {
                        node: random.below(tree.nodes.len()) as u32,
                        lane: random.below(4) as u32,
                    };
                    let node = random.below(trees[opened].nodes.len());
                    let kept = place(&mut random, &trees[1 - opened]);
                    let sides = [trees[0].side(), trees[1].side()];
                    let pairs = FourPairs { sides, opened, node, kept };
                    let other = pairs.kept().child(kept.lane as usize);
                    let bounds = gaps.bounds(&pairs, f64::INFINITY);
                    for (lane, bound) in bounds.into_iter().enumerate() {
                        let child = pairs.opened().child(lane);
                        if child == Child::NONE || other == Child::NONE {
                            continue;
                        }
                        let one = hull(&meshes[opened], &trees[opened], child);
                        let two = hull(&meshes[1 - opened], &trees[1 - opened], other);
                        let hulls = if opened == 0 { [&one, &two] } else { [&two, &one] };
                        check(
                            bound,
                            measure,
                            hulls.map(|hull| hull.any()),
                            &relative,
                            &differences,
                            name,
                        );
                    }
                    gaps.set_likely(&random.direction());
                }
            }
        }
    }
}

#[test]
fn bounds_of_pieces_and_a_body_hold_for_their_hulls() {
    let mut random = Random::new(72);
    let bodies = [
        Primitive::sphere(0.7),
        Primitive::Box(Vec3::new(0.5, 0.2, 0.9)),
        Primitive::Cone { radius: 0.4, half_height: 0.8 },
        Primitive::Box(Vec3::zeros()),
    ];
    for (name, make) in kinds_of_placement() {
        for round in 0..24 {
            let (mesh, body) = (any_mesh(&mut random), &bodies[round % 4]);
            let tree = tree_of(&mesh);
            let slabs = Slabs::of(&tree, |p| corners_of(&mesh, p));
            let [a, mut b] = [make(&mut random), make(&mut random)];
            b.origin += random.vector() * 4.0;
            let leaf = OneLeaf::new(&body.bounds());
            let reach = tree.bounds().absolute_extents();
            let Some(relative) = RelativePlacement::new(&reach, &a, &body.absolute_extents(), &b)
            else {
                continue;
            };
            let differences = Differences::new(tree.frame(), &leaf.frame, &relative);
            let support = |along: &Vec3| {
                let local = relative.basis_b().tr_mul(&differences.axes.tr_mul(along));
                body.support_value(&local, &mut 0) - differences.center_b().dot(along)
            };
            for measure in measures(&mut random, &differences, &relative) {
                let of_body = match round % 8 {
                    7 => Contents::Point,
                    kind if kind % 2 == 0 => Contents::Convex(&support),
                    _ => Contents::Boxes,
                };
                let mut gaps = Gaps::new(&differences, [Contents::Slabs(&slabs), of_body], measure);
                for _ in 0..4 {
                    let node = random.below(tree.nodes.len());
                    let sides = [tree.side(), leaf.side()];
                    let pairs =
                        FourPairs { sides, opened: 0, node, kept: Place { node: 0, lane: 0 } };
                    let bounds = gaps.bounds(&pairs, f64::INFINITY);
                    for (lane, bound) in bounds.into_iter().enumerate() {
                        let child = pairs.opened().child(lane);
                        if child != Child::NONE {
                            let piece = hull(&mesh, &tree, child);
                            check(
                                bound,
                                measure,
                                [piece.any(), body.any()],
                                &relative,
                                &differences,
                                name,
                            );
                        }
                    }
                    gaps.set_likely(&random.direction());
                }
            }
        }
    }
}
