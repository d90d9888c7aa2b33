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
