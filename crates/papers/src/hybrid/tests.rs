use super::{Tree, colliding_pairs};
use crate::meshes::{Mesh, torus};
use crate::random::Random;
use solid_geometry::math::Vec3;

#[test]
fn refits_whole_and_in_part_find_the_same_pairs() {
    let mesh = torus();
    let mut random = Random::new(19);
    let mut trees = [0; 4].map(|_| Tree::build(&mesh));
    let (mut hits, mut least) = (0, u64::MAX);
    for round in 0..40 {
        let mut deformed = |shift: Vec3| {
            let wave = random.in_cube(1.0);
            let moved = |p: &Vec3| p + shift + wave * (0.4 * p.y).sin();
            Mesh { points: mesh.points.iter().map(moved).collect(), ..mesh.clone() }
        };
        let meshes = [
            deformed(Vec3::zeros()),
            deformed(Vec3::new(16.0 + 0.25 * f64::from(round), 1.0, 1.0)),
        ];
        let [a, b, c, d] = &mut trees;
        let before = c.fitted;
        a.refit(&meshes[0]);
        b.refit(&meshes[1]);
        c.refit_upper(&meshes[0]);
        d.refit_upper(&meshes[1]);
        let expected = colliding_pairs([a, b], [&meshes[0], &meshes[1]]);
        assert_eq!(colliding_pairs([c, d], [&meshes[0], &meshes[1]]), expected);
        hits += expected;
        least = least.min(c.fitted - before);
        for (tree, mesh) in [(a, 0), (b, 1), (c, 0), (d, 1)] {
            tree.validate(&meshes[mesh]);
        }
    }
    assert!(hits > 1000 && least < 1000, "{hits} {least}");
}
