use super::barycentric_of_origin;
use solid_testing::Random;

/// Of whole numbers: the determinant and the sum of the magnitudes of its terms, exactly.
fn exactly(a: &[i128; 3], b: &[i128; 3], c: &[i128; 3]) -> (i128, i128) {
    let terms = [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
        .map(|(x, y, z)| [a[x] * b[y] * c[z], -a[x] * b[z] * c[y]]);
    let terms = terms.concat();
    (terms.iter().sum(), terms.iter().map(|term| term.abs()).sum())
}

/// Four points enclose the origin if all volumes have one sign and exceed what was requested; then their barycentric combine to
/// the origin.
#[test]
fn barycentric_are_those_of_whole_numbers() {
    let mut random = Random::new(91);
    let (mut enclosed, mut doubtful, mut outside) = (0, 0, 0);
    for round in 0..20_000 {
        let bits = [3, 10, 16][round % 3];
        let whole = [(); 4].map(|()| [(); 3].map(|()| i128::from(random.whole(bits))));
        let points = whole.map(|p| p.map(|x| x as f64));
        let [a, b, c, d] = &whole;
        let volumes = [exactly(b, c, d), exactly(a, d, c), exactly(a, b, d), exactly(a, c, b)];
        for condition in [1e-15, 0.05, 0.5] {
            let found = barycentric_of_origin(&points, condition);
            // No rounding comes near these.
            let far = |(det, permanent): &(i128, i128)| {
                let excess = (det.abs() as f64) - condition * (*permanent as f64);
                (excess.abs() > 1e-9 * *permanent as f64 || *permanent == 0).then_some(excess > 0.0)
            };
            let Some(certain) = volumes.iter().map(far).collect::<Option<Vec<bool>>>() else {
                continue;
            };
            let same =
                volumes.iter().all(|(det, _)| *det > 0) || volumes.iter().all(|(det, _)| *det < 0);
            let is_certain = certain.iter().all(|x| *x);
            assert_eq!(found.is_some(), same && is_certain, "{round}: {whole:?}, {condition}");
            let Some(barycentric) = found else {
                *if same { &mut doubtful } else { &mut outside } += 1;
                continue;
            };
            enclosed += 1;
            assert!(
                (barycentric.iter().sum::<f64>() - 1.0).abs() < 1e-12
                    && barycentric.iter().all(|x| *x > 0.0)
            );
            for axis in 0..3 {
                let at: f64 =
                    barycentric.iter().zip(&points).map(|(share, p)| share * p[axis]).sum();
                assert!(at.abs() < 1e-9 * f64::from(1 << bits), "{round}: {at}");
            }
        }
    }
    assert!(
        enclosed > 1000 && doubtful > 1000 && outside > 10_000,
        "{enclosed} {doubtful} {outside}"
    );
}

/// A volume is certain where it exceeds what was requested, and not where it is just as much: here none has but one term.
#[test]
fn what_is_no_more_than_was_asked_for_is_not_certain() {
    let points = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, -1.0, -1.0]];
    assert_eq!(barycentric_of_origin(&points, 0.999), Some([0.25; 4]));
    assert_eq!(barycentric_of_origin(&points, 1.0), None);
}
