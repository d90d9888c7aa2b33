use super::are_apart;
use crate::math::{Placement, Vec3};
use crate::query::{self, Shape};
use solid_testing::Random;

/// Triangles that are found to be apart have no contact on the way; most of those that have none are found.
#[test]
fn triangles_that_are_apart_never_meet() {
    let random = &mut Random::new(433);
    let (mut missed, mut found, mut hits) = (0, 0, 0);
    for round in 0..4000 {
        let triangle =
            |random: &mut Random, center: Vec3| [0; 3].map(|_| center + random.vector() * 0.5);
        let (at, way) = (random.vector() * 2.0, random.vector() * 2.0);
        let (mut a, b) = (triangle(random, Vec3::zeros()), triangle(random, at));
        // They touch at the end of the way, or in a vertex from the start.
        match round % 8 {
            0 => a[0] = b[0] + way,
            1 => a[0] = b[0],
            _ => {}
        }
        let [of_a, of_b] = [a, b].map(|corners| Shape::polytope(&corners).expect("finite"));
        let here = &Placement::IDENTITY;
        let meets = query::cast(&of_a, here, Vec3::zeros(), &of_b, here, way).is_some();
        let apart = are_apart(&a, &b, &way, 1e-15);
        assert!(!(meets && apart), "{round}: {a:?} {b:?} {way:?}");
        hits += usize::from(meets);
        missed += usize::from(!meets);
        found += usize::from(apart);
    }
    assert!(hits > 500 && found > missed * 9 / 10, "{hits} {missed} {found}");
    assert!(!are_apart(&[Vec3::repeat(f64::NAN); 3], &[Vec3::zeros(); 3], &Vec3::x(), 0.0));
}
