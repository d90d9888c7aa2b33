//! Simplices at rest against each other, and what they have in common; moving ones are judged in `tests/answers/impacts`.

use super::{CommonVertices, MovingSimplex, first_simplex_impact};
use crate::math::Vec3;

fn resting(points: &[[f64; 3]]) -> MovingSimplex {
    let points = points.iter().map(|p| Vec3::from(*p));
    MovingSimplex::new(points.map(|p| [p, p])).expect("few and finite")
}

fn overlap(a: &[[f64; 3]], b: &[[f64; 3]]) -> bool {
    let [a, b] = [a, b].map(resting);
    let found =
        [(&a, &b), (&b, &a)].map(|(a, b)| first_simplex_impact(a, b, &CommonVertices::default()));
    assert_eq!(found[0], found[1]);
    assert!(found[0].is_none_or(|impact| impact.latest == 0.0));
    found[0].is_some()
}

const TETRAHEDRON: [[f64; 3]; 4] = [[0.0; 3], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, 8.0]];

#[test]
fn a_tetrahedron_is_filled() {
    let small = TETRAHEDRON.map(|p| p.map(|x| 1.0 + 0.1 * x));
    assert!(overlap(&TETRAHEDRON, &small) && overlap(&TETRAHEDRON, &small[..3]));
    assert!(overlap(&TETRAHEDRON, &small[..2]) && overlap(&TETRAHEDRON, &small[..1]));
    let beside = TETRAHEDRON.map(|[x, y, z]| [x - 8.125, y, z]);
    assert!(!overlap(&TETRAHEDRON, &beside));
    // A corner in a face, and the same beyond it by a last place.
    let touching = |x: f64| [[x, 1.0, 1.0], [-5.0, 1.0, 1.0]];
    assert!(overlap(&TETRAHEDRON, &touching(0.0)));
    assert!(!overlap(&TETRAHEDRON, &touching(-f64::MIN_POSITIVE)));
}

#[test]
fn an_edge_pierces_a_face_without_a_contact_of_features() {
    let (floor, needle) =
        ([[0.0; 3], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]], [[1.0, 1.0, 1.0], [1.0, -1.0, 1.0]]);
    assert!(overlap(&floor, &needle));
    assert!(!overlap(&floor, &needle.map(|[x, y, z]| [x + 3.0, y, z])));
    // Through the diagonal of a quadrangle.
    let square = [[0.0; 3], [2.0, 0.0, 0.0], [2.0, 0.0, 2.0], [0.0, 0.0, 2.0]];
    assert!(overlap(&square, &needle));
}

#[test]
fn common_vertices_do_not_touch() {
    let fan =
        |x: f64| [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [1.0, 1.0, x], [1.0, 1.0, -1.0]];
    // The second triangle stands on the first with one corner; its edge goes through the first, or not.
    for (x, expected) in [(1.0, true), (-2.0, false)] {
        let points = fan(x);
        let [first, second] = [[0, 1, 2], [0, 3, 4]];
        let simplex = |indices: [u32; 3]| resting(&indices.map(|i| points[i as usize]));
        let common = CommonVertices::of(&first, &second);
        let found = first_simplex_impact(&simplex(first), &simplex(second), &common);
        assert_eq!(found.is_some(), expected);
        // A triangle and itself.
        let all = CommonVertices::of(&first, &first);
        assert_eq!(first_simplex_impact(&simplex(first), &simplex(first), &all), None);
    }
    assert_eq!(CommonVertices::of(&[7, 8, 9], &[9, 1, 7]), CommonVertices([4, 0, 1, 0]));
    assert_eq!(CommonVertices([4, 0, 3, 0]).reversed(), CommonVertices([4, 4, 1, 0]));
}

/// Coordinates whose products overflow: an axis that is no number separates nothing.
#[test]
fn what_overflows_is_not_apart() {
    let big = f64::powi(2.0, 660);
    let far = [[-4.0, -4.0, -4.0], [5.0, -1.0, 2.0], [-1.0, 5.0, 2.0]];
    let near = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let paths = far.into_iter().zip(near).map(|(p, q)| [Vec3::from(p) * big, Vec3::from(q)]);
    let triangle = MovingSimplex::new(paths).expect("finite");
    // In the plane of the triangle at time 0, and within it.
    let leaving = [Vec3::zeros(), Vec3::new(0.0, 0.0, 1e190)];
    let point = MovingSimplex::new([leaving].into_iter()).expect("finite");
    let found = first_simplex_impact(&triangle, &point, &CommonVertices::default());
    assert_eq!(found.expect("a touch").earliest, 0.0);
}
