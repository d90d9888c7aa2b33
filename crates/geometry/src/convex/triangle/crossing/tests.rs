//! Crossing segments against the plain test, and what must hold where triangles touch.

use crate::convex::triangle::crossing::{Corners, crossing};
use crate::convex::triangle::{Triangle, TriangleTest, intersect_triangles};
use crate::math::Vec3;
use solid_testing::Random;

fn off_plane(t: &Corners, p: &Vec3) -> f64 {
    let n = (t[1] - t[0]).cross(&(t[2] - t[0]));
    n.dot(&(p - t[0])).abs() / n.norm()
}

fn off_line((p, q): (&Vec3, &Vec3), x: &Vec3) -> f64 {
    (q - p).cross(&(x - p)).norm() / (q - p).norm()
}

#[test]
fn crosses_where_the_plain_test_says_so() {
    let random = &mut Random::new(81);
    let (mut crossed, mut shared) = (0, 0);
    for round in 0..20_000 {
        let mut any = || [0; 3].map(|_| random.vector());
        let (s, t) = (any(), any());
        let result = intersect_triangles(&Triangle::new(s), &Triangle::new(t), 1e-15);
        let segment = crossing(&s, &t);
        match result {
            TriangleTest::Apart => assert!(segment.is_none(), "{round}"),
            TriangleTest::Intersecting => assert!(segment.is_some(), "{round}"),
            TriangleTest::Undecided => {}
        }
        if let Some(ends) = segment {
            crossed += 1;
            for end in &ends {
                // A needle's plane is known less exactly.
                assert!(off_plane(&s, end) < 1e-9 && off_plane(&t, end) < 1e-9, "{round}");
            }
            let turned = crossing(&[s[1], s[2], s[0]], &t).expect("still crossing");
            let near = |p: &Vec3| turned.iter().any(|q| (p - q).norm() < 1e-9);
            assert!(ends.iter().all(near), "{round}");
            // A neighbour over an edge has the same end there, to the bit.
            let neighbour = [s[1], s[0], random.vector()];
            for end in ends.iter().filter(|&p| off_line((&s[0], &s[1]), p) < 1e-12) {
                shared += 1;
                let there = crossing(&neighbour, &t).expect("the edge passes through");
                assert!(there.contains(end), "{round}");
            }
        }
    }
    assert!(crossed > 2000 && shared > 500, "{crossed} {shared}");
}

/// The surface of a box from triangles, on whole numbers.
fn cube(low: [i32; 3], high: [i32; 3]) -> Vec<Corners> {
    let corner = |bits: usize| {
        Vec3::from([0, 1, 2].map(|k| f64::from(if bits >> k & 1 == 0 { low[k] } else { high[k] })))
    };
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).map(|t| t.map(corner)).collect()
}

/// Every end of a segment is the end of an even number of them.
#[test]
fn boxes_on_a_grid_always_cross_in_closed_curves() {
    let random = &mut Random::new(82);
    let mut curves = 0;
    for round in 0..3000 {
        let mut any = || {
            let low = [0; 3].map(|_| random.below(4) as i32);
            cube(low, [0, 1, 2].map(|k| low[k] + 1 + random.below(3) as i32))
        };
        let (a, b) = (any(), any());
        let mut ends: Vec<[u64; 3]> = Vec::new();
        for s in &a {
            for t in &b {
                let found = crossing(s, t).filter(|[p, q]| p != q);
                ends.extend(
                    found
                        .iter()
                        .flatten()
                        .map(|p| [p.x + 0.0, p.y + 0.0, p.z + 0.0].map(f64::to_bits)),
                );
            }
        }
        ends.sort_unstable();
        curves += usize::from(!ends.is_empty());
        for same in ends.chunk_by(|a, b| a == b) {
            assert_eq!(same.len() % 2, 0, "{round}: {a:?} {b:?}");
        }
    }
    assert!(curves > 500, "{curves}");
}
