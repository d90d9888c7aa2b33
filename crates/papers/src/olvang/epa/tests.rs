use super::super::closest::Simplex;
use super::{Mesh, expand, has_origin};
use solid_geometry::math::Vec3;

/// A - B of two boxes whose half extents sum to 1, 2 and 3, the origin beside the middle.
fn block(d: &Vec3) -> Vec3 {
    Vec3::new(0.25, 0.0, 0.0) + Vec3::new(1.0, 2.0, 3.0).zip_map(d, |half, x| half.copysign(x))
}

fn depth_from(points: &[Vec3]) -> f64 {
    let found = expand(&Simplex::new(points), &mut block, 1e-9, &mut Mesh::default());
    let found = found.expect("an answer");
    assert!((found.normal - Vec3::x()).norm() < 1e-12, "{:?}", found.normal);
    found.depth
}

#[test]
fn the_depth_is_the_same_from_a_segment_a_triangle_and_a_tetrahedron() {
    // The nearest face is at x = -0.75: A has to move along x.
    let low = Vec3::new(-0.75, 2.0, 3.0);
    let segment = [low, -low];
    assert!((depth_from(&segment) - 0.75).abs() < 1e-12);
    let triangle =
        [Vec3::new(-0.75, -2.0, -3.0), Vec3::new(1.25, -2.0, 3.0), Vec3::new(-0.25, 2.0, 0.0)];
    assert!((depth_from(&triangle) - 0.75).abs() < 1e-12);
    let tetrahedron = [
        Vec3::new(-0.75, -2.0, -3.0),
        Vec3::new(1.25, 2.0, -3.0),
        Vec3::new(-0.75, 2.0, 3.0),
        Vec3::new(1.25, -2.0, 3.0),
    ];
    assert!(has_origin(&tetrahedron));
    assert!((depth_from(&tetrahedron) - 0.75).abs() < 1e-12);
}

#[test]
fn a_point_is_a_touching_contact() {
    let found = expand(&Simplex::new(&[Vec3::zeros()]), &mut block, 1e-9, &mut Mesh::default());
    assert_eq!(found.map(|found| (found.depth, found.normal)), Some((0.0, Vec3::zeros())));
}

#[test]
fn a_body_without_volume_has_no_answer() {
    let mut sheet = |d: &Vec3| block(d).component_mul(&Vec3::new(1.0, 1.0, 0.0));
    let segment = Simplex::new(&[-Vec3::x(), Vec3::x()]);
    assert!(expand(&segment, &mut sheet, 1e-9, &mut Mesh::default()).is_none());
}
