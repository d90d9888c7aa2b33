use super::*;
use crate::shape::Support;

#[test]
fn shapes_come_back_from_json() {
    let cone = Primitive::Cone { radius: 1.0, half_height: 2.0 };
    let cube = Primitive::Box(Vec3::new(1.0, 2.0, 3.0));
    let sum = Primitive::sum(&cone, &cube).expect("a sum");
    let hull = Primitive::hull(&sum, &Primitive::sphere(4.0)).expect("a hull");
    let mut placement = Placement::from(nalgebra::Translation3::new(1.0, 2.0, 3.0));
    placement.rotate(&[1.0, 2.0, 3.0, 4.0]);
    let placed = hull.placed(&placement).expect("an image");
    let points = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()];
    let polytope = Primitive::polytope(&points).expect("a polytope");
    for shape in [cone, sum, hull, placed, polytope] {
        let json = serde_json::to_string(&shape).expect("written");
        let back: Primitive = serde_json::from_str(&json).expect("read");
        assert_eq!(back.bounds(), shape.bounds());
        assert_eq!(back.absolute_extents(), shape.absolute_extents());
        let d = Vec3::new(0.3, -0.7, 0.2);
        assert_eq!(back.support(&d, &mut 0), shape.support(&d, &mut 0));
    }
    let bad = r#"{"Composite":{"Sum":[{"Ellipsoid":[1e308,1e308,1e308]},{"Box":[1e308,1,1]}]}}"#;
    assert!(serde_json::from_str::<Primitive>(bad).is_err());
}
