use super::{Mat3, Vec3, direction, preimage, pseudo_inverse};
use solid_testing::Random;

#[test]
fn directions_of_vectors_of_any_length() {
    let v = Vec3::new(2.0, -3.0, 6.0);
    for scale in [1e-320, 1e-161, 1e-136, 1e-130, 1.0, 1e150, 1e160, 1e300] {
        let unit = direction(&(v * scale)).expect("it has a direction");
        let slack = if scale < 1e-300 { 1e-3 } else { 1e-15 };
        assert!(
            (unit.norm() - 1.0).abs() < 1e-15 && (unit - v / 7.0).norm() < slack,
            "{scale:e}: {unit:?}"
        );
    }
    assert_eq!(direction(&Vec3::zeros()), None);
    assert_eq!(direction(&Vec3::new(f64::NAN, 1.0, 0.0)), None);
    assert_eq!(direction(&Vec3::new(f64::INFINITY, 1.0, 0.0)), None);
}

/// The four conditions of Moore and Penrose, of which there is but one solution.
#[test]
fn the_pseudo_inverse_of_singular_maps() {
    let mut random = Random::new(17);
    for _ in 0..200 {
        let mut vector = || random.vector();
        let (a, b, c, d) = (vector(), vector(), vector(), vector());
        let line = a * b.transpose();
        let plane = line + c * d.transpose();
        for (m, scale) in [line, plane, Mat3::zeros()].into_iter().zip([1e-100, 1e80, 1.0]) {
            let (m, inverse) = (m * scale, pseudo_inverse(&(m * scale)));
            let near = |p: Mat3, q: Mat3| (p - q).amax() <= 1e-7 * q.amax();
            assert!(
                near(m * inverse * m, m) && near(inverse * m * inverse, inverse),
                "{m} {inverse}"
            );
            for product in [m * inverse, inverse * m] {
                assert!((product - product.transpose()).amax() < 1e-7, "{m} {inverse}");
            }
        }
    }
    assert_eq!(
        pseudo_inverse(&Mat3::from_diagonal(&Vec3::new(2.0, 0.0, 4.0))).diagonal(),
        Vec3::new(0.5, 0.0, 0.25)
    );
}

#[test]
fn preimages_have_the_image() {
    let mut random = Random::new(18);
    for case in 0..20_000 {
        // Thin by any factor, so that rounding makes up more and more of the third column of the inverse.
        let thickness = if random.once_in(4) { 0.0 } else { random.decade(-20.0, 0.0) };
        let thin = Mat3::from_diagonal(&Vec3::new(1.0, random.between(0.1, 10.0), thickness));
        let map = random.rotation() * thin * random.rotation();
        let image = map * random.vector();
        let error = (map * preimage(&map, &image) - image).norm();
        assert!(error < 1e-13, "case {case}: {error:e} at {thickness:e}");
    }
}
