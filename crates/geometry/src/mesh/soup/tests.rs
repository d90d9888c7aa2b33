//! Finished soups: vertices that change, polytopes that are not finite, the previous frame.

use std::ops::ControlFlow;

use crate::math::{Aabb, Vec3};
use crate::mesh::soup::PolytopeSoup;
use crate::mesh::{Builder, PolytopeKind, Reader};
use crate::shape::Support;

fn p(x: f64, y: f64, z: f64) -> Vec3 {
    Vec3::new(x, y, z)
}

/// A strip of 30 segments along x over the client's vertices 0..31, and one tetrahedron by value.
fn strip(array: &[Vec3]) -> (PolytopeSoup, bool) {
    let mut builder = Builder::new();
    for i in 0..30 {
        builder.vertex_indices(PolytopeKind::Simplex, &[i, i + 1]);
    }
    for v in [p(0.0, 9.0, 0.0), p(1.0, 9.0, 0.0), p(0.0, 9.5, 0.0), p(0.0, 9.0, 1.0)] {
        builder.vertex(v);
    }
    builder.end();
    let (soup, problems) = builder.finish(Some(&|i: u32| array[i as usize]));
    (soup, problems.not_finite)
}

/// Changes the vertices, and checks all that is kept of them.
fn change(soup: &mut PolytopeSoup, reader: Reader) -> bool {
    let all_finite = soup.change_vertices(reader);
    soup.validate();
    all_finite
}

fn line(z: f64) -> Vec<Vec3> {
    (0..31).map(|i| p(f64::from(i), 0.0, z)).collect()
}

/// The primitives whose boxes meet a box.
fn hit(soup: &PolytopeSoup, center: Vec3, half: f64) -> Vec<u32> {
    let mut found = Vec::new();
    let _: ControlFlow<()> =
        soup.tree().visit_box(&Aabb::from_center(center, Vec3::repeat(half)), |i| {
            found.push(i);
            ControlFlow::Continue(())
        });
    found.sort_unstable();
    found
}

#[test]
fn the_copy_is_kept_until_the_vertices_are_changed() {
    let mut array = line(0.0);
    let (mut soup, _) = strip(&array);
    assert_eq!(hit(&soup, p(10.5, 0.0, 0.0), 0.25), [10]);
    array.copy_from_slice(&line(5.0));
    assert_eq!(hit(&soup, p(10.5, 0.0, 0.0), 0.25), [10]);
    assert!(!soup.has_changed());
    assert!(change(&mut soup, &|i: u32| array[i as usize]));
    assert!(soup.has_changed());
    assert!(hit(&soup, p(10.5, 0.0, 0.0), 0.25).is_empty());
    assert_eq!(hit(&soup, p(10.5, 0.0, 5.0), 0.25), [10]);
    // What was given by value stays.
    assert_eq!(hit(&soup, p(0.0, 9.0, 0.0), 0.1), [30]);
    assert_eq!(soup.bounds(), Aabb { min: p(0.0, 0.0, 0.0), max: p(30.0, 9.5, 5.0) });
}

#[test]
fn the_previous_frame_is_that_of_the_last_proceed() {
    let (mut soup, _) = strip(&line(0.0));
    let z = |soup: &PolytopeSoup| {
        let along = |v: Vec3| v.z;
        let (now, before) = (soup.primitive(3), soup.previous_primitive(3));
        (along(now.support(&Vec3::x(), &mut 0)), along(before.support(&Vec3::x(), &mut 0)))
    };
    assert_eq!(z(&soup), (0.0, 0.0));
    let to = |soup: &mut PolytopeSoup, height: f64| {
        let array = line(height);
        change(soup, &|i: u32| array[i as usize]);
    };
    to(&mut soup, 1.0);
    assert_eq!(z(&soup), (1.0, 0.0));
    // A second change before the proceed does not move the previous frame.
    to(&mut soup, 2.0);
    assert_eq!(z(&soup), (2.0, 0.0));
    soup.proceed();
    assert_eq!(z(&soup), (2.0, 2.0));
    soup.proceed();
    to(&mut soup, 3.0);
    assert_eq!(z(&soup), (3.0, 2.0));
    soup.proceed();
    assert_eq!(z(&soup), (3.0, 3.0));
}

#[test]
fn polytopes_with_bad_vertices_are_inactive_until_they_are_mended() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e301] {
        let mut array = line(0.0);
        array[10].y = bad;
        let (mut soup, not_finite) = strip(&array);
        assert!(not_finite);
        // Both segments at the vertex are out, all others in.
        let expected: Vec<u32> = (0..31).filter(|&i| i != 9 && i != 10).collect();
        assert_eq!(hit(&soup, Vec3::zeros(), 1e3), expected);
        array[10].y = 0.0;
        assert!(change(&mut soup, &|i: u32| array[i as usize]));
        assert_eq!(hit(&soup, Vec3::zeros(), 1e3), (0..31).collect::<Vec<u32>>());
        // The previous frame had a bad vertex there: it is as if it had not moved.
        assert!(soup.previous_primitive(9).points().all(|v| v.y == 0.0));
        array[0].x = bad;
        assert!(!change(&mut soup, &|i: u32| array[i as usize]));
        assert_eq!(hit(&soup, Vec3::zeros(), 1e3), (1..31).collect::<Vec<u32>>());
        for v in &mut array {
            v.z = bad;
        }
        assert!(!change(&mut soup, &|i: u32| array[i as usize]));
        assert_eq!(hit(&soup, Vec3::zeros(), 1e3), [30]);
        assert_eq!(soup.bounds(), Aabb { min: p(0.0, 9.0, 0.0), max: p(1.0, 9.5, 1.0) });
    }
}

#[test]
fn changing_what_is_all_by_value_changes_nothing() {
    let mut builder = Builder::new();
    builder.vertex(p(1.0, 1.0, 1.0));
    builder.end();
    let (mut soup, _) = builder.finish(None);
    assert!(change(&mut soup, &|_: u32| panic!("no vertex is the client's")));
    assert!(!soup.has_changed());
}

#[test]
fn large_polytopes_answer_as_small_ones_do() {
    // Points on a paraboloid; all are corners.
    let corners: Vec<Vec3> = (0..200)
        .map(|i| (f64::from(i % 20) - 9.3, f64::from(i / 20) - 4.1))
        .map(|(x, y)| p(x, y, x * x + y * y))
        .collect();
    let mut builder = Builder::new();
    builder.vertex_range(PolytopeKind::Polyhedron, 0, 200);
    builder.vertex_range(PolytopeKind::Polyhedron, 0, 8);
    let (mut soup, _) = builder.finish(Some(&|i: u32| corners[i as usize]));
    assert!(soup.primitive(0).hull.is_some() && soup.primitive(1).hull.is_none());
    let check = |soup: &PolytopeSoup, corners: &[Vec3]| {
        let mut hint = 0;
        for k in 0..500 {
            let angle = f64::from(k) * 0.7;
            let direction = p(angle.cos(), angle.sin(), (angle * 1.3).sin());
            let most = corners.iter().map(|c| c.dot(&direction)).fold(f64::NEG_INFINITY, f64::max);
            let found = soup.primitive(0).support(&direction, &mut hint).dot(&direction);
            assert!((found - most).abs() <= 1e-12 * (1.0 + most.abs()));
        }
        assert_eq!(soup.primitive(0).bounds(), Aabb::around(corners));
    };
    check(&soup, &corners);
    let moved: Vec<Vec3> = corners.iter().map(|c| p(c.z, c.x + 3.0, c.y)).collect();
    change(&mut soup, &|i: u32| moved[i as usize]);
    check(&soup, &moved);
    // The previous frame has no hull; it answers all the same.
    let direction = p(0.3, -0.2, 1.0);
    let most = corners.iter().map(|c| c.dot(&direction)).fold(f64::NEG_INFINITY, f64::max);
    let before = soup.previous_primitive(0);
    assert_eq!(before.support(&direction, &mut 0).dot(&direction), most);
    // A bad vertex takes the hull away.
    change(&mut soup, &|i: u32| {
        if i == 150 { p(0.0, f64::NAN, 0.0) } else { moved[i as usize] }
    });
    assert!(soup.primitive(0).hull.is_none());
    assert_eq!(hit(&soup, Vec3::zeros(), 1e4), [1]);
}

#[test]
fn of_equal_supports_the_first_mentioned_wins() {
    let mut builder = Builder::new();
    for v in [p(0.0, 0.0, 0.0), p(1.0, 5.0, 0.0), p(1.0, -5.0, 0.0), p(1.0, 7.0, 0.0)] {
        builder.vertex(v);
    }
    builder.end();
    let (soup, _) = builder.finish(None);
    assert_eq!(soup.primitive(0).support(&Vec3::x(), &mut 0), p(1.0, 5.0, 0.0));
}

#[test]
fn an_array_filled_after_the_finish_gets_a_good_tree() {
    let n = 400;
    let mut builder = Builder::new();
    for i in 0..n {
        // Far from neighbours in the order of the array.
        builder.vertex_indices(PolytopeKind::Simplex, &[i * 153 % n]);
    }
    let (mut soup, _) = builder.finish(Some(&|_: u32| Vec3::zeros()));
    assert_eq!(hit(&soup, Vec3::zeros(), 0.5).len(), n as usize);
    assert!(change(&mut soup, &|i: u32| p(f64::from(i), 0.0, 0.0)));
    assert!(!soup.tree().needs_rebuild());
    assert_eq!(hit(&soup, p(153.0, 0.0, 0.0), 0.5), [1]);
    assert_eq!(hit(&soup, p(200.0, 0.0, 0.0), 1e3).len(), n as usize);
}

/// Found by the storms: the only polytope of a shape was hit by its good vertices although one was no number.
#[test]
fn nothing_is_around_polytopes_of_which_none_is_good() {
    let good = [p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(0.0, 1.0, 0.0), p(0.0, 0.0, 1.0)];
    let mut builder = Builder::new();
    builder.vertex_indices(PolytopeKind::Simplex, &[0, 1, 2, 3]);
    let (mut soup, _) = builder.finish(Some(&|i: u32| good[i as usize]));
    for bad in 0..4 {
        assert!(!change(&mut soup, &|i: u32| if i == bad {
            p(0.5, f64::NAN, 0.5)
        } else {
            good[i as usize]
        }));
        assert!(soup.bounds().is_empty());
        assert!(change(&mut soup, &|i: u32| good[i as usize]));
        assert_eq!(soup.bounds(), Aabb { min: p(0.0, 0.0, 0.0), max: p(1.0, 1.0, 1.0) });
    }
    // Of several, those that are good count.
    let mut array = line(0.0);
    let (mut soup, _) = strip(&array);
    array[30].y = f64::INFINITY;
    array[29].x = 100.0;
    assert!(!change(&mut soup, &|i: u32| array[i as usize]));
    assert_eq!(soup.bounds(), Aabb { min: p(0.0, 0.0, 0.0), max: p(100.0, 9.5, 1.0) });
}
