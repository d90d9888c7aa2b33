//! Equal vertices get one number, whatever their order; indices their ranks.

use crate::bvh::tests::Random;
use crate::math::Vec3;
use crate::math::vector::bits;
use crate::mesh::distinct::{UNUSED, distinct_values, ranked};

/// The same by comparing each vertex with all distinct ones.
fn by_comparing_all(values: &[Vec3], used: &[u32]) -> (Vec<Vec3>, Vec<u32>) {
    let (mut distinct, mut names) = (Vec::new(), vec![UNUSED; values.len()]);
    for &i in used {
        let vertex = values[i as usize];
        let number = distinct.iter().position(|other| bits(other) == bits(&vertex));
        names[i as usize] = number.unwrap_or(distinct.len()) as u32;
        if number.is_none() {
            distinct.push(vertex);
        }
    }
    (distinct, names)
}

#[test]
fn vertices_are_numbered_in_order_of_mention() {
    let mut random = Random::new(41);
    for n in [0, 1, 2, 10, 1000, 5000] {
        let small = |random: &mut Random| (random.signed() * 4.0).trunc();
        let values: Vec<Vec3> = (0..n)
            .map(|_| Vec3::new(small(&mut random), small(&mut random), small(&mut random)))
            .collect();
        let used: Vec<u32> = (0..n).filter(|i| i % 7 != 3).collect();
        let (distinct, names) = distinct_values(&values, &used);
        assert_eq!((distinct.clone(), names.clone()), by_comparing_all(&values, &used));
        let mut seen = 0;
        for i in used {
            let name = names[i as usize];
            assert_eq!(distinct[name as usize], values[i as usize]);
            assert!(name <= seen);
            seen = seen.max(name + 1);
        }
        assert_eq!(seen as usize, distinct.len());
        assert!(distinct.len() <= 7 * 7 * 7);
    }
}

#[test]
fn a_vertex_that_is_not_a_number_equals_itself() {
    let v = Vec3::new(f64::NAN, 0.0, -0.0);
    let (distinct, names) = distinct_values(&[v, v, Vec3::new(f64::NAN, -0.0, 0.0)], &[0, 1, 2]);
    assert_eq!((distinct.len(), names), (1, vec![0, 0, 0]));
}

#[test]
fn indices_are_ranked_near_and_far() {
    let mut random = Random::new(42);
    for most in [1.0, 50.0, 1e4, 4e9] {
        for n in [0, 1, 5, 3000] {
            let original: Vec<u32> = (0..n).map(|_| (random.unit() * most) as u32).collect();
            let mut indices = original.clone();
            let distinct = ranked(&mut indices);
            assert!(distinct.windows(2).all(|w| w[0] < w[1]));
            let back: Vec<u32> = indices.iter().map(|&rank| distinct[rank as usize]).collect();
            assert_eq!(back, original);
            assert!(distinct.iter().all(|index| original.contains(index)));
        }
    }
}
