//! Polygons of known area, with holes, spikes and either winding, and outlines that are none.

use crate::math::placement::rotation;
use crate::math::{Mat3, Vec3};
use crate::mesh::triangulate::lines::STEPS;
use crate::mesh::triangulate::{Triangulated, TriangulationError, newell, triangulate};
use solid_testing::Random;

fn points(flat: &[(f64, f64)]) -> Vec<Vec3> {
    flat.iter().map(|&(x, y)| Vec3::new(x, y, 0.0)).collect()
}

fn area_of(outline: &[Vec3], t: &[u32; 3]) -> Vec3 {
    let [a, b, c] = t.map(|i| outline[i as usize]);
    (b - a).cross(&(c - a))
}

/// The triangles have the outline's sense, and together its area.
fn check(outline: &[Vec3], what: &str) {
    let cut = triangulate(outline).unwrap_or_else(|fault| panic!("{what}: {fault:?}"));
    let normal = newell(outline);
    let mut sum = 0.0;
    for t in &cut.triangles {
        let area = area_of(outline, t);
        assert!(
            area.dot(&normal) > -1e-12 * normal.norm_squared(),
            "{what}: a triangle is turned over"
        );
        sum += area.norm();
    }
    let due = normal.norm();
    assert!((sum - due).abs() < 1e-9 * due, "{what}: {sum} instead of {due}");
    assert!(cut.warp < 1e-9, "{what}");
}

fn both_ways(outline: &[Vec3], what: &str) {
    let random = &mut Random::new(5);
    let flip = Mat3::new(0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0);
    for (name, basis) in
        [("flat", Mat3::identity()), ("turned", rotation(&random.quaternion())), ("axes", flip)]
    {
        let mut placed: Vec<Vec3> = outline.iter().map(|p| basis * p).collect();
        check(&placed, &format!("{what}, {name}"));
        placed.reverse();
        check(&placed, &format!("{what}, {name}, backwards"));
    }
}

/// The hole is tied to the outline by a pair of edges.
fn square_ring() -> Vec<Vec3> {
    points(&[
        (0.0, 0.0),
        (4.0, 0.0),
        (4.0, 4.0),
        (0.0, 4.0),
        (0.0, 0.0),
        (1.0, 1.0),
        (1.0, 3.0),
        (3.0, 3.0),
        (3.0, 1.0),
        (1.0, 1.0),
    ])
}

#[test]
fn concave_polygons_and_holes() {
    both_ways(&points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)]), "a notch");
    both_ways(
        &points(&[
            (0.0, 0.0),
            (3.0, 0.0),
            (3.0, 1.0),
            (1.0, 1.0),
            (1.0, 2.0),
            (3.0, 2.0),
            (3.0, 3.0),
            (0.0, 3.0),
        ]),
        "a C",
    );
    both_ways(&square_ring(), "a ring");
    // Two holes at the same corner.
    both_ways(
        &points(&[
            (0.0, 0.0),
            (9.0, 0.0),
            (9.0, 9.0),
            (0.0, 9.0),
            (0.0, 0.0),
            (1.0, 1.0),
            (1.0, 3.0),
            (3.0, 3.0),
            (3.0, 1.0),
            (1.0, 1.0),
            (0.0, 0.0),
            (5.0, 0.5),
            (4.0, 4.0),
            (6.0, 4.0),
            (5.0, 0.5),
        ]),
        "two holes",
    );
    both_ways(
        &points(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 2.0), (1.0, 2.0), (0.0, 2.0)]),
        "straight corners",
    );
    both_ways(
        &points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (6.0, 6.0), (4.0, 4.0), (0.0, 4.0)]),
        "a spike",
    );
}

#[test]
fn stars_and_combs() {
    let random = &mut Random::new(7);
    for count in [5, 12, 33, 200] {
        let corner = |i: usize, r: f64| {
            let at = i as f64 / count as f64 * std::f64::consts::TAU;
            (r * at.cos(), r * at.sin())
        };
        let star: Vec<_> = (0..count).map(|i| corner(i, 0.2 + random.signed().abs())).collect();
        both_ways(&points(&star), "a star");
        let mut comb = vec![(count as f64, -1.0), (count as f64, 0.0)];
        comb.extend(
            (1..count).rev().map(|i| {
                (i as f64 - 0.5 * (i % 3) as f64 / 4.0, if i % 2 == 1 { 5.0 } else { 0.0 })
            }),
        );
        comb.push((0.0, -1.0));
        both_ways(&points(&comb), "a comb");
    }
}

#[test]
fn outlines_that_are_none() {
    let bow = points(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 3.0)]);
    assert_eq!(triangulate(&bow), Err(TriangulationError::Crossing));
    let mut pentagram = Vec::new();
    for i in 0..5 {
        let at = f64::from(i * 2) / 5.0 * std::f64::consts::TAU;
        pentagram.push((at.cos(), at.sin()));
    }
    assert_eq!(triangulate(&points(&pentagram)), Err(TriangulationError::Crossing));
    let broken = [Vec3::zeros(), Vec3::x(), Vec3::new(f64::NAN, 1.0, 0.0), Vec3::y()];
    assert_eq!(triangulate(&broken), Err(TriangulationError::NotFinite));
}

#[test]
fn without_area_and_off_the_plane() {
    let line: Vec<Vec3> = (0..5).map(|i| Vec3::new(f64::from(i), f64::from(i), 0.0)).collect();
    assert_eq!(triangulate(&line).expect("a line").triangles.len(), 3);
    let mut saddle = points(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
    saddle[1].z = 0.5;
    let cut = triangulate(&saddle).expect("a saddle");
    assert_eq!(cut.triangles.len(), 2);
    assert!(cut.warp > 0.1 && cut.warp < 1.0, "{}", cut.warp);
}

/// How often an outline winds counterclockwise around a point on none of its edges.
fn winding(outline: &[[i32; 2]], [x, y]: [f64; 2]) -> i32 {
    let next = outline.iter().cycle().skip(1);
    let crossing = |(p, q): (&[i32; 2], &[i32; 2])| {
        let [[px, py], [qx, qy]] = [p, q].map(|v| v.map(f64::from));
        let left = (qx - px) * (y - py) > (x - px) * (qy - py);
        i32::from(py < y && y < qy && left) - i32::from(qy < y && y < py && !left)
    };
    outline.iter().zip(next).map(crossing).sum()
}

/// Whether edges from `a` to `b` and from `c` to `d` cross in their insides, at a point that is no corner.
fn cross([a, b]: [[i32; 2]; 2], [c, d]: [[i32; 2]; 2], corners: &[[i32; 2]]) -> bool {
    let turn = |p: [i32; 2], q: [i32; 2], r: [i32; 2]| {
        ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])).signum()
    };
    turn(a, b, c) * turn(a, b, d) < 0
        && turn(c, d, a) * turn(c, d, b) < 0
        && !corners.iter().any(|&k| turn(a, b, k) == 0 && turn(c, d, k) == 0)
}

/// Random outlines on a small grid touch and overlap themselves in all ways. Triangles cover what the outline winds around
/// once; it is refused if it crosses itself, or winds around anything otherwise.
#[test]
fn outlines_that_touch_themselves() {
    let random = &mut Random::new(11);
    let (mut taken, mut refused) = (0, 0);
    while taken < 3000 {
        let count = 3 + random.below(9);
        let mut outline: Vec<[i32; 2]> =
            (0..count).map(|_| [random.below(5) as i32, random.below(5) as i32]).collect();
        let next = outline.iter().cycle().skip(1);
        let area: i32 =
            outline.iter().zip(next).map(|([px, py], [qx, qy])| px * qy - qx * py).sum();
        if area == 0 {
            continue;
        }
        if area < 0 {
            outline.reverse();
        }
        let edges: Vec<_> = (0..count).map(|i| [outline[i], outline[(i + 1) % count]]).collect();
        let crosses = edges.iter().any(|&e| edges.iter().any(|&f| cross(e, f, &outline)));
        let flat: Vec<_> = outline.iter().map(|&[x, y]| (f64::from(x), f64::from(y))).collect();
        let cut = triangulate(&points(&flat));
        // All faces of an outline without crossings are as large as half a square of the grid.
        let samples = (0..80 * 80).map(|i| [i / 80, i % 80].map(|k| f64::from(k) / 20.0 + 0.0123));
        let samples = samples.map(|[x, y]| [x, y + 1e-3 * x]);
        let windings: Vec<_> = samples.map(|at| (at, winding(&outline, at))).collect();
        let simple = windings.iter().all(|(_, number)| (0..=1).contains(number));
        let Ok(cut) = cut else {
            assert!(crosses || !simple, "{outline:?} is refused");
            refused += 1;
            continue;
        };
        assert!(!crosses && simple, "{outline:?} is taken");
        taken += 1;
        let triangles: Vec<_> =
            cut.triangles.iter().map(|t| t.map(|i| outline[i as usize])).collect();
        for (at, number) in windings {
            let covered: i32 = triangles.iter().map(|t| winding(t, at)).sum();
            assert_eq!(covered, number, "{outline:?} at {at:?}: {triangles:?}");
        }
    }
    assert!(refused > 3000);
}

/// Outlines for which the time must not grow with the square of the number of corners.
#[test]
fn many_corners() {
    let count = 20_000;
    let at = |turns: f64, r: f64| {
        let angle = turns * std::f64::consts::TAU;
        (r * angle.cos(), r * angle.sin())
    };
    let turns = |i: usize| i as f64 / count as f64;
    let random = &mut Random::new(13);
    let star: Vec<_> = (0..count).map(|i| at(turns(i), 0.2 + random.signed().abs())).collect();
    let arm = |i: usize, width: f64| at(40.0 * turns(i), 1.0 + turns(i) + width);
    let there = (0..count).step_by(2);
    let back = there.clone().rev();
    let spiral = there.clone().map(|i| arm(i, 0.0)).chain(back.clone().map(|i| arm(i, 0.01)));
    let comb = there
        .map(|i| (i as f64, 0.0))
        .chain(back.map(|i| (i as f64 + 1.0, if i % 4 == 0 { count as f64 } else { 1.0 })));
    // Petals that all touch in the middle.
    let flower: Vec<_> =
        (0..count).map(|i| at(turns(i), if i % 3 == 0 { 0.0 } else { 1.0 })).collect();
    for (name, outline) in [
        ("a star", star),
        ("a spiral", spiral.collect()),
        ("a comb", comb.collect()),
        ("a flower", flower),
    ] {
        check(&points(&outline), name);
    }
}

/// The work for an outline, and what becomes of it.
fn steps(outline: &[Vec3]) -> (usize, Result<Triangulated, TriangulationError>) {
    STEPS.set(0);
    let cut = triangulate(outline);
    (STEPS.get(), cut)
}

/// Edges over many other corners are not followed from corner to corner each.
#[test]
fn many_edges_over_the_same_corners() {
    let count = 8000;
    let random = &mut Random::new(17);
    let mut shuffled: Vec<f64> = (0..count).map(f64::from).collect();
    for i in (1..shuffled.len()).rev() {
        shuffled.swap(i, random.below(i + 1));
    }
    let apex = [(f64::from(count), 1e4), (0.0, 1e4)];
    // In any order; out and back again, farther each time; the long way first, then all corners; and slanted.
    let random_order: Vec<_> = shuffled.iter().map(|&x| (x, 0.0)).chain(apex).collect();
    let farther = (0..count).map(|i| (if i % 2 == 0 { 0.0 } else { f64::from(i) }, 0.0));
    let zigzag =
        (0..count).map(|i| (f64::from(if i % 2 == 0 { i / 2 } else { count - i / 2 }), 0.0));
    let there = [(f64::from(count), 0.0), (0.0, 0.0)].into_iter();
    let and_back = there.chain((1..=count).map(|i| (f64::from(i), 0.0)));
    let outlines = [
        ("in any order", random_order.clone()),
        ("farther each time", farther.chain(apex).collect()),
        ("zigzag", zigzag.chain(apex).collect()),
        ("there and back", and_back.chain(apex).collect()),
        ("slanted", random_order.iter().map(|&(x, y)| (x + 0.25 * y, 0.5 * x + y)).collect()),
    ];
    for (name, outline) in outlines {
        let outline = points(&outline);
        let (steps, cut) = steps(&outline);
        assert!(steps < 16 * outline.len(), "{name}: {steps} steps");
        if cut.is_ok() {
            check(&outline, name);
        }
        assert!(cut.is_ok() || name != "there and back", "{name}: {cut:?}");
    }
}

/// An outline that crosses itself is refused at the first crossing that is found.
#[test]
fn many_crossings() {
    let count = 50_000;
    let random = &mut Random::new(19);
    let at = |i: usize| {
        let angle = i as f64 / count as f64 * std::f64::consts::TAU;
        (angle.cos(), angle.sin())
    };
    let scattered: Vec<_> = (0..count).map(|_| (random.signed(), random.signed())).collect();
    let star: Vec<_> = (0..count).map(|i| at(i * (count / 2 - 1) % count)).collect();
    let mut late: Vec<_> = (0..count).map(at).collect();
    late.swap(7, 8);
    for (name, outline) in [("scattered", scattered), ("a star", star), ("one crossing", late)] {
        let outline = points(&outline);
        let (steps, cut) = steps(&outline);
        assert_eq!(cut, Err(TriangulationError::Crossing), "{name}");
        assert!(steps < 16 * count, "{name}: {steps} steps");
    }
}

/// Where an outline comes to one point several times, each triangle belongs to the corner that it lies at: holes can be
/// opened along their bridges.
#[test]
fn corners_at_the_same_point() {
    let ring = square_ring();
    let cut = triangulate(&ring).expect("a ring");
    assert_eq!(cut.triangles.len(), 8);
    // Below the bridge are the first corner and the last, above it the fifth and the sixth.
    for corners in &cut.triangles {
        let center: Vec3 = corners.iter().map(|&i| ring[i as usize] / 3.0).sum();
        let beyond = if center.y < center.x { [4, 5] } else { [0, 9] };
        let near_bridge = center.x < 3.0 && center.y < 3.0;
        assert!(!near_bridge || !corners.iter().any(|i| beyond.contains(i)), "{corners:?}");
    }
}

/// A power of two as the unit of length changes nothing.
#[test]
fn outlines_of_any_size_are_cut_alike() {
    let notched = points(&[(3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0), (0.0, 0.0)]);
    let turn = rotation(&Random::new(6).quaternion());
    for outline in [notched.clone(), notched.iter().map(|p| turn * p).collect(), square_ring()] {
        let mut bent = outline.clone();
        bent[1].z += 0.25;
        for outline in [outline, bent] {
            let due = triangulate(&outline).expect("it does not cross itself");
            for exponent in [-1000, -700, -540, -400, 300, 470, 530, 1000] {
                let unit = 2.0_f64.powi(exponent);
                let scaled: Vec<Vec3> = outline.iter().map(|p| p * unit).collect();
                assert_eq!(triangulate(&scaled).as_ref(), Ok(&due), "2^{exponent}");
            }
        }
    }
}

#[test]
fn outlines_of_fewer_than_three_corners_have_no_triangles() {
    for count in 0..3 {
        let outline = &[Vec3::x(), Vec3::y()][..count];
        let cut = triangulate(outline).expect("nothing crosses");
        assert_eq!((cut.triangles.len(), cut.warp), (0, 0.0), "{count}");
    }
}
