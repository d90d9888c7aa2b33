use super::{Vec3, direction};

#[test]
fn directions_of_vectors_of_any_length() {
    let v = Vec3::new(2.0, -3.0, 6.0);
    for scale in [1e-320, 1e-161, 1e-136, 1e-130, 1.0, 1e150, 1e160, 1e300] {
        let unit = direction(&(v * scale)).expect("it has a direction");
        let slack = if scale < 1e-300 { 1e-3 } else { 1e-15 };
        assert!((unit.norm() - 1.0).abs() < 1e-15 && (unit - v / 7.0).norm() < slack, "{scale:e}: {unit:?}");
    }
    assert_eq!(direction(&Vec3::zeros()), None);
    assert_eq!(direction(&Vec3::new(f64::NAN, 1.0, 0.0)), None);
    assert_eq!(direction(&Vec3::new(f64::INFINITY, 1.0, 0.0)), None);
}
