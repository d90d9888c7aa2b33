//! First touches of moving points, segments, triangles and tetrahedra, for which two witnesses stand: the exact impacts of their
//! features, and whether the hulls share a point at many times, by Carathéodory's theorem in whole numbers.

use super::oracle::Oracle;
use solid_geometry::Vec3;
use solid_geometry::octree::{
    MovingHull, Vertices, first_touch, time_of_first_own_touch, time_of_first_touch,
};
use solid_testing::Random;

/// How far apart the bounds of an exact time are at most.
const WIDTH: f64 = 1e-12;

/// The times at which hulls are tested are multiples of one by this, and coordinates multiples of one by 16.
const TIMES: i128 = 16;

/// A number of corners, and where they are at both ends.
type Body = [Vec<Vec3>; 2];

type Point = [i128; 3];

fn minus(p: &Point, q: &Point) -> Point {
    [0, 1, 2].map(|k| p[k] - q[k])
}

fn cross(u: &Point, v: &Point) -> Point {
    [0, 1, 2].map(|k| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3])
}

fn dot(u: &Point, v: &Point) -> i128 {
    (0..3).map(|k| u[k] * v[k]).sum()
}

/// Whether the origin is in the hull of affinely independent points; `false` of others.
fn is_in_simplex(points: &[Point]) -> bool {
    let zero = [0; 3];
    match points {
        [p] => *p == zero,
        [p, q] => p != q && cross(p, q) == zero && dot(p, q) <= 0,
        [p, q, r] => {
            let normal = cross(&minus(q, p), &minus(r, p));
            let inside = |u, v| dot(&normal, &cross(u, v)) >= 0;
            normal != zero && dot(&normal, p) == 0 && inside(p, q) && inside(q, r) && inside(r, p)
        }
        [p, q, r, s] => {
            let volume = |a: &Point, b: &Point, c: &Point| dot(a, &cross(b, c));
            let whole = volume(&minus(q, p), &minus(r, p), &minus(s, p)).signum();
            let parts = [volume(q, r, s), -volume(p, r, s), volume(p, q, s), -volume(p, q, r)];
            whole != 0 && parts.iter().all(|part| part.signum() * whole >= 0)
        }
        _ => unreachable!("four points at most"),
    }
}

/// Whether two hulls share a point at a time: the origin is in a simplex of at most four differences of points.
fn share_a_point([a, b]: [&Body; 2], time: i128) -> bool {
    let at = |body: &Body, i: usize| {
        [0, 1, 2].map(|k| {
            let [from, to] = [body[0][i][k], body[1][i][k]].map(|x| (x * 16.0) as i128);
            from * (TIMES - time) + to * time
        })
    };
    let mut differences = Vec::new();
    for i in 0..a[0].len() {
        differences.extend((0..b[0].len()).map(|j| minus(&at(a, i), &at(b, j))));
    }
    fn any(all: &[Point], chosen: &mut Vec<Point>) -> bool {
        (!chosen.is_empty() && is_in_simplex(chosen))
            || (chosen.len() < 4
                && (0..all.len()).any(|i| {
                    chosen.push(all[i]);
                    let found = any(&all[i + 1..], chosen);
                    chosen.pop();
                    found
                }))
    }
    any(&differences, &mut Vec::new())
}

/// The features of two bodies that could touch first: whether they are a vertex and a face, and their points.
fn features([a, b]: [&Body; 2]) -> Vec<(bool, [[Vec3; 4]; 2])> {
    let subsets = |body: &Body, size: usize| -> Vec<Vec<usize>> {
        let n = body[0].len();
        let of = |mask: usize| (0..n).filter(|i| mask >> i & 1 == 1).collect::<Vec<usize>>();
        (0..1 << n).map(of).filter(|subset| subset.len() == size).collect()
    };
    let point = |body: &Body, end: usize, i: usize| body[end][i];
    let mut all = Vec::new();
    for (own, other) in [(a, b), (b, a)] {
        for v in 0..own[0].len() {
            for f in subsets(other, 3) {
                let at = |end: usize| {
                    let [f0, f1, f2] = [0, 1, 2].map(|k| point(other, end, f[k]));
                    [point(own, end, v), f0, f1, f2]
                };
                all.push((true, [at(0), at(1)]));
            }
        }
    }
    let edges = |body: &Body| {
        if body[0].len() == 1 { vec![vec![0, 0]] } else { subsets(body, 2) }
    };
    for e in edges(a) {
        for f in edges(b) {
            let at = |end: usize| {
                [point(a, end, e[0]), point(a, end, e[1]), point(b, end, f[0]), point(b, end, f[1])]
            };
            all.push((false, [at(0), at(1)]));
        }
    }
    all
}

fn hull<'a>(body: &'a Body, indices: &'a [u32]) -> MovingHull<'a> {
    let vertices = |points: &'a Vec<Vec3>| Vertices { local: points, placement: None };
    MovingHull { indices, before: vertices(&body[0]), now: vertices(&body[1]) }
}

/// Compares one answer; returns whether it is a hit after the start, one at the start, or a miss.
fn judge(bodies: [&Body; 2]) -> usize {
    let indices = [0, 1, 2, 3];
    let [a, b] = bodies.map(|body| hull(body, &indices[..body[0].len()]));
    let (found, touch) = (time_of_first_touch(&a, &b), first_touch(&a, &b));
    let case = || format!("{found:?}: {bodies:?}");
    assert_eq!(found, touch.map(|touch| touch.time), "{}", case());
    for time in 0..=TIMES {
        let meet = share_a_point(bodies, time);
        let at = time as f64 / TIMES as f64;
        assert!(!meet || found.is_some_and(|found| found <= at), "missed at {at}, {}", case());
        if time == 0 && meet {
            assert_eq!(
                (found, touch.expect("found").normal),
                (Some(0.0), Vec3::zeros()),
                "{}",
                case()
            );
            return 0;
        }
    }
    let mut is_touching = false;
    for (is_face, [start, end]) in features(bodies) {
        let oracle = Oracle::new(is_face, &start, &end);
        let Some(truth) = oracle.first_impact() else { continue };
        let found = found.unwrap_or_else(|| panic!("missed, {}", case()));
        assert!(oracle.is_between(&truth, [found, 1.0]), "late, {}", case());
        is_touching |= oracle.is_between(&truth, [found, (found + WIDTH).min(1.0)]);
    }
    assert_eq!(found.is_some(), is_touching, "early, {}", case());
    let Some(touch) = touch else { return 2 };
    assert!(touch.gap <= 1e-8 && (touch.points[0] - touch.points[1]).norm() <= 1e-8, "{}", case());
    assert!((touch.normal.norm() - 1.0).abs() < 1e-12, "{touch:?}, {}", case());
    1
}

/// Two bodies of one of the families, of multiples of 1/16.
fn bodies(random: &mut Random) -> [Body; 2] {
    let (family, grid) = (random.below(9), [1, 1, 2, 3, 8][random.below(5)]);
    let corners = [0; 2].map(|_: i32| if random.once_in(2) { 3 } else { 1 + random.below(4) });
    let mut bodies = corners.map(|n| {
        [0; 2].map(|_: i32| {
            let mut coordinate = || match family {
                0 => (random.signed() * 64.0).round() / 16.0,
                _ => random.integer(-grid, grid) as f64,
            };
            (0..n).map(|_| Vec3::from([0; 3].map(|_: i32| coordinate()))).collect::<Vec<Vec3>>()
        })
    });
    let mut each = |change: &mut dyn FnMut(&mut Vec3)| {
        bodies.iter_mut().flatten().flatten().for_each(change);
    };
    match family {
        // All in a plane, or on a line.
        1 => each(&mut |p| p.z = p.x + p.y),
        2 => each(&mut |p| *p = Vec3::new(p.x, 2.0 * p.x, -p.x)),
        // In parallel planes: touching flatly, or sliding on each other.
        3 => bodies.iter_mut().enumerate().for_each(|(i, body)| {
            body[0].iter_mut().for_each(|p| p.z = 2.0 * i as f64);
            body[1].iter_mut().for_each(|p| p.z = [1.0, 1.0, 0.0][random.below(3)]);
        }),
        // At rest, one or both.
        4 => bodies.iter_mut().take(1 + random.below(2)).for_each(|[from, to]| to.clone_from(from)),
        // A corner in common, from the start or in the end.
        5 => {
            let end = random.below(2);
            bodies[1][end][0] = bodies[0][end][0];
        }
        // Without area.
        6 => bodies.iter_mut().flatten().for_each(|points| {
            let (first, last) = (points[0], points.len() - 1);
            points[last] = first;
        }),
        // Through each other within a frame, far.
        7 => bodies.iter_mut().enumerate().for_each(|(i, [from, to])| {
            let by = Vec3::new(0.0, 1024.0 * (1.0 - 2.0 * i as f64), 16.0);
            from.iter_mut().for_each(|p| *p -= by);
            to.iter_mut().for_each(|p| *p += by);
        }),
        _ => {}
    }
    bodies
}

#[test]
fn simplices_touch_when_the_exact_features_do() {
    let mut seen = [0; 3];
    for index in super::cases() {
        let [a, b] = bodies(&mut Random::case(0x51a9, index));
        seen[judge([&a, &b])] += 1;
    }
    assert!(seen.iter().all(|&count| count > 60), "too few of a kind for a test: {seen:?}");
}

/// Two faces of one mesh, with one or two common vertices: the impacts of their features that have no common vertex.
#[test]
fn faces_of_a_mesh_touch_when_features_without_a_common_vertex_do() {
    let mut seen = [0; 2];
    for index in super::cases() {
        let random = &mut Random::case(0x0e1f, index);
        let grid = [1, 2, 3, 8][random.below(4)];
        let flat = random.once_in(3);
        let points: Body = [0; 2].map(|_: i32| {
            let mut point = || Vec3::from([0; 3].map(|_: i32| random.integer(-grid, grid) as f64));
            let all = (0..5).map(|_| point());
            all.map(|p| if flat { Vec3::new(p.x, p.y, p.x - p.y) } else { p }).collect()
        });
        let faces: [[u32; 3]; 2] =
            if random.once_in(2) { [[0, 1, 2], [0, 3, 4]] } else { [[0, 1, 2], [3, 1, 0]] };
        let [a, b] = faces.each_ref().map(|face| hull(&points, face));
        let found = time_of_first_own_touch(&a, &b);
        let case = || format!("{found:?}: {faces:?} {points:?}");
        let at = |end: usize, i: u32| points[end][i as usize];
        let mut truths = Vec::new();
        let mut ask = |is_face, [p, q, r, s]: [u32; 4]| {
            let of = |end: usize| [p, q, r, s].map(|i| at(end, i));
            let oracle = Oracle::new(is_face, &of(0), &of(1));
            truths.extend(oracle.first_impact().map(|truth| (oracle, truth)));
        };
        let mut pierces = false;
        for (f, g) in [(0, 1), (1, 0)].map(|(i, j)| (&faces[i], &faces[j])) {
            f.iter().filter(|v| !g.contains(v)).for_each(|v| ask(true, [*v, g[0], g[1], g[2]]));
            for [v, w] in [[f[0], f[1]], [f[1], f[2]], [f[2], f[0]]] {
                if !g.contains(&v) && !g.contains(&w) {
                    let edge: Body = [0, 1].map(|end| vec![at(end, v), at(end, w)]);
                    let face: Body = [0, 1].map(|end| g.iter().map(|i| at(end, *i)).collect());
                    pierces |= share_a_point([&edge, &face], 0);
                }
            }
        }
        let edges = |f: &[u32; 3]| [[f[0], f[1]], [f[1], f[2]], [f[2], f[0]]];
        for [p, q] in edges(&faces[0]) {
            for [r, s] in edges(&faces[1]) {
                if [p, q].iter().all(|v| ![r, s].contains(v)) {
                    ask(false, [p, q, r, s]);
                }
            }
        }
        assert_eq!(found.is_some(), pierces || !truths.is_empty(), "{}", case());
        seen[usize::from(found.is_some())] += 1;
        let Some(found) = found else { continue };
        assert!(!pierces || found == 0.0, "{}", case());
        let is_in = |of: &(Oracle, _), times| of.0.is_between(&of.1, times);
        assert!(truths.iter().all(|of| is_in(of, [found, 1.0])), "late, {}", case());
        let end = (found + WIDTH).min(1.0);
        assert!(pierces || truths.iter().any(|of| is_in(of, [found, end])), "early, {}", case());
    }
    assert!(seen.iter().all(|&count| count > 60), "too few of a kind for a test: {seen:?}");
}
