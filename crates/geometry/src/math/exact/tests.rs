//! Exact signs against whole numbers.

use crate::math::Vec3;
use crate::math::exact::cross_signs;
use solid_testing::Random;

#[test]
fn signs_of_products_that_nearly_cancel() {
    let random = &mut Random::new(91);
    let mut zeros = 0;
    for _ in 0..20_000 {
        let whole = |random: &mut Random| Vec3::from([0; 3].map(|_| random.whole(40) as f64));
        let (p, q, r) = (whole(random), whole(random), whole(random));
        let k = (random.below(7) as f64) - 3.0;
        // Parallel, or off by one in one coordinate.
        let mut s = r + (q - p) * k;
        s[random.below(3)] += (random.below(3) as f64) - 1.0;
        let exact = |axis: usize| {
            let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
            let d = |u: &Vec3, v: &Vec3, k: usize| u[k] as i128 - v[k] as i128;
            (d(&q, &p, i) * d(&s, &r, j) - d(&q, &p, j) * d(&s, &r, i)).signum() as i32
        };
        let result = cross_signs((&p, &q), (&r, &s));
        assert_eq!(result, [0, 1, 2].map(exact), "{p:?} {q:?} {r:?} {s:?}");
        zeros += result.iter().filter(|&&x| x == 0).count();
    }
    assert!(zeros > 10_000, "{zeros}");
}
