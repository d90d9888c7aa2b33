//! Triangles against a test that is sure of itself only where whole numbers make it so.

use crate::octree::exact::{meet_exactly, triangles_meet};
use solid_geometry::math::Vec3;
use solid_testing::Random;

type Whole = [i64; 3];

fn sub(a: Whole, b: Whole) -> Whole {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: Whole, b: Whole) -> Whole {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: Whole, b: Whole) -> i64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Separating axes in whole numbers: the normals, the edges crossed, and in the common plane the edges' normals. For
/// what has no area also the axes of lower dimension.
fn meet_by_axes(s: &[Whole; 3], t: &[Whole; 3]) -> bool {
    let edges = |p: &[Whole; 3]| [sub(p[1], p[0]), sub(p[2], p[1]), sub(p[0], p[2])];
    let (es, et) = (edges(s), edges(t));
    let (ns, nt) = (cross(es[0], es[1]), cross(et[0], et[1]));
    let mut axes = vec![ns, nt];
    for e in es {
        axes.extend(et.map(|f| cross(e, f)));
    }
    // Flat cases are separated within a plane or on a line: by every direction there that is normal to an edge, or
    // along one. More axes than needed do no harm: an axis that separates is a proof.
    let ties: Vec<Whole> = s.iter().flat_map(|p| t.iter().map(|q| sub(*p, *q))).collect();
    let directions: Vec<Whole> = es.into_iter().chain(et).chain([ns, nt]).chain(ties).collect();
    for (i, d) in directions.iter().enumerate() {
        axes.push(*d);
        for e in &directions[..i] {
            let normal = cross(*d, *e);
            axes.push(normal);
            axes.extend([cross(normal, *d), cross(normal, *e)]);
        }
    }
    !axes.iter().any(|axis| {
        let range = |p: &[Whole; 3]| {
            let values = p.map(|v| dot(*axis, v));
            (values.into_iter().min().unwrap(), values.into_iter().max().unwrap())
        };
        let ((low_s, high_s), (low_t, high_t)) = (range(s), range(t));
        high_s < low_t || high_t < low_s
    })
}

#[test]
fn whole_numbers_are_decided_right() {
    let mut random = Random::new(21);
    let mut seen = [0; 2];
    for round in 0..60_000 {
        // Small numbers make coplanar, touching and degenerate ones common.
        let bits = 1 + round % 4;
        let mut point = || [random.whole(bits), random.whole(bits), random.whole(bits)];
        let (s, t) = ([point(), point(), point()], [point(), point(), point()]);
        let real =
            |p: &[Whole; 3]| p.map(|v| Vec3::new(v[0] as f64, v[1] as f64, v[2] as f64) * 0.1);
        let whole = |p: &[Whole; 3]| p.map(|v| Vec3::new(v[0] as f64, v[1] as f64, v[2] as f64));
        let expected = meet_by_axes(&s, &t);
        assert_eq!(triangles_meet(&whole(&s), &whole(&t)), expected, "{s:?} {t:?}");
        assert_eq!(meet_exactly(&whole(&s), &whole(&t)), expected, "{s:?} {t:?}");
        assert_eq!(triangles_meet(&whole(&t), &whole(&s)), expected, "{t:?} {s:?}");
        // Rounded vertices are other triangles, but orders and ways must agree about them.
        assert_eq!(triangles_meet(&real(&s), &real(&t)), meet_exactly(&real(&s), &real(&t)));
        assert_eq!(triangles_meet(&real(&s), &real(&t)), triangles_meet(&real(&t), &real(&s)));
        seen[usize::from(expected)] += 1;
    }
    assert!(seen.iter().all(|n| *n > 5000), "{seen:?}");
}

#[test]
fn vertices_far_from_the_origin_keep_their_answers() {
    let v = Vec3::new;
    let far = v(1e9, -1e9, 3e8);
    let s = [v(0.0, 0.0, 0.0), v(4.0, 0.0, 0.0), v(0.0, 4.0, 0.0)].map(|p| p + far);
    let touching = [v(1.0, 1.0, 0.0), v(1.0, 1.0, 3.0), v(2.0, 1.0, 3.0)].map(|p| p + far);
    assert!(triangles_meet(&s, &touching));
    let above = touching.map(|p| p + v(0.0, 0.0, 1e-6));
    assert!(above[0].z > far.z && !triangles_meet(&s, &above));
}
