use crate::math::Placement;
use crate::query::{self, Shape};

#[test]
fn shapes_come_back_from_json() {
    let corners = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Into::into);
    let mesh = Shape::mesh(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).expect("faces");
    let cone = Shape::cone(1.0, 2.0).expect("finite");
    let sum = Shape::sum(&cone, &Shape::sphere(0.5).expect("finite")).expect("small");
    let there = Placement::translation([1.0, -3.0, 1.0]);
    for shape in [mesh, cone.clone(), sum] {
        let json = serde_json::to_string(&shape).expect("written");
        let back: Shape = serde_json::from_str(&json).expect("read");
        let distance = |of: &Shape| query::distance(of, &Placement::IDENTITY, &cone, &there);
        assert_eq!(distance(&back), distance(&shape));
        assert_eq!(back.to_bytes(), shape.to_bytes());
    }
}

#[test]
fn what_is_no_shape_is_refused() {
    for bad in ["[]", "[300]", "7", "\"SOLIDSHP\"", "[83,79,76,73,68,83,72,80,1,0,0,0]"] {
        assert!(serde_json::from_str::<Shape>(bad).is_err(), "{bad}");
    }
    let ball = Shape::sphere(1.0).expect("finite");
    let json = serde_json::to_string(&ball).expect("written");
    assert!(serde_json::from_str::<Shape>(&json[..json.len() - 4]).is_err());
    let last = json.rfind(',').expect("a list");
    let other = format!("{},0]", &json[..last]);
    assert!(other == json || serde_json::from_str::<Shape>(&other).is_err(), "{other}");
}
