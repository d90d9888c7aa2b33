//! Separations of meshes that are no solids: no point is deep in them.

use solid_geometry::query::{self, Effort};
use solid_geometry::{Placement, Shape, Vec3};
use solid_testing::Random;
use solid_testing::meshes::{l_shape, ring};

/// Few of the translations found are much longer than the shortest of many tries.
#[test]
fn translations_are_about_the_least() {
    let mut random = Random::new(777);
    let mut l = l_shape();
    l.vertices.iter_mut().for_each(|v| *v -= Vec3::new(1.0, 1.0, 0.5));
    let [l, torus] = [l, ring(1.0, 0.3, 8, 16)]
        .map(|mesh| Shape::mesh(&mesh.vertices, &mesh.triangles).expect("a mesh"));
    let solid = |shape: &Shape| shape.clone().into_solid().expect("closed");
    let others = [solid(&l), solid(&torus), l.clone(), torus.clone()];
    let (mut hits, mut longer) = (0, 0);
    for round in 0..200 {
        let (a, b) = (if round % 2 == 0 { &l } else { &torus }, &others[random.below(4)]);
        let [p, q] = [(); 2].map(|()| Placement::translation(random.vector()));
        let Some(found) = query::separation(a, &p, b, &q, Effort::default()).expect("bounded")
        else {
            continue;
        };
        let separates =
            |by: Vec3| !query::intersects(a, &Placement { origin: p.origin + by, ..p }, b, &q);
        assert!(separates(found.translation), "{round}: {found:?}");
        let mut is_longer = false;
        for _ in 0..2000 {
            let share = random.unit().cbrt();
            let by = random.direction() * (found.length() * share);
            if separates(by) {
                assert!(share * found.length() >= found.lower, "{round}: {found:?}");
                is_longer |= share < 0.8;
            }
        }
        hits += 1;
        longer += usize::from(is_longer);
    }
    println!("{longer} of {hits}");
    assert!(hits > 80 && longer * 5 < hits, "{longer} of {hits}");
}

/// A room with a pillar, as the triangles of two blocks, and a prism beside the pillar.
#[test]
fn out_of_a_hollow_room_the_way_is_the_least() {
    let (mut vertices, mut triangles) = (Vec::<Vec3>::new(), Vec::<[u32; 3]>::new());
    for (half, at) in [([2.0; 3], 0.0), ([0.25, 1.0, 0.25], -0.5)] {
        let first = vertices.len() as u32;
        let sign = |i: u32, bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        vertices.extend((0..8).map(|i| {
            Vec3::new(half[0] * sign(i, 0), at + half[1] * sign(i, 1), half[2] * sign(i, 2))
        }));
        for [p, q, r, s] in
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
        {
            let mut sides = [[p, q, r], [p, r, s]];
            if first == 0 {
                sides.iter_mut().for_each(|side| side.swap(1, 2));
            }
            triangles.extend(sides.map(|side| side.map(|i| i + first)));
        }
    }
    let room = Shape::mesh(&vertices, &triangles).expect("a mesh");
    let mut prism = l_shape();
    prism.vertices.iter_mut().for_each(|v| *v -= Vec3::new(1.0, 1.0, 0.5));
    let prism = Shape::mesh(&prism.vertices, &prism.triangles).and_then(Shape::into_solid);
    let [p, q] = [[-0.5, -0.25, 0.75], [-0.75, 0.25, 1.0]].map(Placement::translation);
    let found = query::separation(&room, &p, &prism.expect("closed"), &q, Effort::default());
    let found = found.expect("bounded").expect("they meet");
    assert!((found.length() - 0.5).abs() < 1e-9 && found.lower > 0.49, "{found:?}");
}
