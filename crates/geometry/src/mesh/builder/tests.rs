//! The state machine of a complex shape, and what its finish makes of the vertices.

use std::cell::RefCell;

use crate::math::Vec3;
use crate::mesh::builder::{Builder, PolytopeKind, Problems, Reader};
use crate::mesh::soup::PolytopeSoup;

fn p(x: f64, y: f64, z: f64) -> Vec3 {
    Vec3::new(x, y, z)
}

fn points(soup: &PolytopeSoup, i: u32) -> Vec<Vec3> {
    soup.primitive(i).points().copied().collect()
}

fn all(soup: &PolytopeSoup) -> Vec<Vec<Vec3>> {
    (0..soup.len() as u32).map(|i| points(soup, i)).collect()
}

fn finish(builder: Builder) -> PolytopeSoup {
    let (soup, problems) = builder.finish(None);
    assert_eq!(problems, Problems::default());
    soup
}

/// The client's array of these tests: vertex `i` is (i, i^2, -i).
fn client(i: u32) -> Vec3 {
    let x = f64::from(i);
    p(x, x * x, -x)
}

const CLIENT: Reader = &client;

#[test]
fn polytopes_come_in_the_order_of_their_ends() {
    let mut b = Builder::new();
    for at in [1.0, 2.0] {
        b.begin(PolytopeKind::Simplex);
        for i in 0..3 {
            b.vertex(p(at, f64::from(i), 0.0));
        }
        b.end();
    }
    let soup = finish(b);
    assert_eq!(soup.len(), 2);
    assert_eq!(points(&soup, 0), [p(1.0, 0.0, 0.0), p(1.0, 1.0, 0.0), p(1.0, 2.0, 0.0)]);
    assert_eq!(points(&soup, 1), [p(2.0, 0.0, 0.0), p(2.0, 1.0, 0.0), p(2.0, 2.0, 0.0)]);
}

#[test]
fn loose_vertices_and_nested_begins_join_the_next_end() {
    let (a, b, c, d) = (p(1.0, 0.0, 0.0), p(2.0, 0.0, 0.0), p(3.0, 0.0, 0.0), p(4.0, 0.0, 0.0));
    let mut builder = Builder::new();
    builder.vertex(a);
    builder.begin(PolytopeKind::Polygon);
    builder.vertex(b);
    builder.begin(PolytopeKind::Simplex);
    builder.vertex(c);
    builder.end();
    // An end too many closes nothing.
    builder.end();
    builder.begin(PolytopeKind::Simplex);
    builder.end();
    builder.vertex(d);
    builder.end();
    // A missing end drops the polytope.
    builder.begin(PolytopeKind::Polyhedron);
    builder.vertex(a);
    assert_eq!(all(&finish(builder)), [vec![a, b, c], vec![d]]);
}

#[test]
fn whole_polytopes_leave_the_open_one_alone() {
    let mut builder = Builder::new();
    builder.begin(PolytopeKind::Simplex);
    builder.vertex_index(5);
    builder.vertex_indices(PolytopeKind::Polygon, &[1, 2, 3]);
    builder.vertex_range(PolytopeKind::Polyhedron, 7, 4);
    builder.vertex_indices(PolytopeKind::Polygon, &[]);
    builder.vertex_range(PolytopeKind::Polyhedron, 9, 0);
    builder.vertex(p(0.5, 0.5, 0.5));
    builder.end();
    let (soup, problems) = builder.finish(Some(CLIENT));
    assert_eq!(problems, Problems::default());
    let expected = [
        vec![client(1), client(2), client(3)],
        vec![client(7), client(8), client(9), client(10)],
        vec![client(5), p(0.5, 0.5, 0.5)],
    ];
    assert_eq!(all(&soup), expected);
}

#[test]
fn only_the_indices_in_use_are_read_once_and_in_order() {
    let mut builder = Builder::new();
    builder.vertex_indices(PolytopeKind::Simplex, &[900_000_000, 4, 70]);
    builder.vertex_indices(PolytopeKind::Simplex, &[70, 70, 4, u32::MAX]);
    // Dropped, so not read.
    builder.vertex_index(33);
    let asked = RefCell::new(Vec::new());
    let reader = |i: u32| {
        asked.borrow_mut().push(i);
        client(i)
    };
    let (soup, _) = builder.finish(Some(&reader));
    assert_eq!(*asked.borrow(), [4, 70, 900_000_000, u32::MAX]);
    assert_eq!(points(&soup, 1), [client(70), client(70), client(4), client(u32::MAX)]);
    assert_eq!(soup.primitive(0).vertices.len(), 4);
}

#[test]
fn equal_vertices_by_value_are_stored_once() {
    let mut builder = Builder::new();
    let n = 40;
    // Cubes of a grid, eight corners each, with zeros of both signs.
    for cell in 0..n * n * n {
        let at = [cell % n, cell / n % n, cell / n / n].map(|k: i32| f64::from(k - n / 2));
        builder.begin(PolytopeKind::Polyhedron);
        for corner in 0..8 {
            let bit = |k: i32| f64::from(corner >> k & 1);
            let sign = if cell % 2 == 0 { 1.0 } else { -1.0 };
            let coordinate = |k: usize| {
                let x = at[k] + bit(k as i32);
                if x == 0.0 { 0.0 * sign } else { x }
            };
            builder.vertex(p(coordinate(0), coordinate(1), coordinate(2)));
        }
        builder.end();
    }
    let soup = finish(builder);
    let corners = (n as usize + 1).pow(3);
    assert_eq!(soup.primitive(0).vertices.len(), corners);
    assert_eq!(soup.len(), (n * n * n) as usize);
    let last = (n / 2) as f64;
    assert_eq!(points(&soup, (n * n * n - 1) as u32)[7], p(last, last, last));
}

#[test]
fn indices_without_a_base_drop_their_polytopes_alone() {
    let a = p(1.0, 2.0, 3.0);
    let mut builder = Builder::new();
    builder.vertex(p(9.0, 9.0, 9.0));
    builder.vertex_index(3);
    builder.end();
    builder.vertex(a);
    builder.end();
    builder.vertex_range(PolytopeKind::Polygon, 0, 3);
    let (soup, problems) = builder.finish(None);
    assert_eq!(problems, Problems { missing_base: true, first: Some(0), ..Problems::default() });
    assert_eq!(all(&soup), [[a]]);
    // The vertex that went with the dropped polytope is not kept.
    assert_eq!(soup.primitive(0).vertices, [a]);
}

#[test]
fn ranges_past_the_last_index_are_dropped() {
    let mut builder = Builder::new();
    builder.vertex_range(PolytopeKind::Polygon, u32::MAX, 2);
    builder.vertex_range(PolytopeKind::Polygon, u32::MAX, 1);
    let (soup, problems) = builder.finish(Some(CLIENT));
    assert!(problems.too_large && !problems.missing_base);
    assert_eq!(all(&soup), [[client(u32::MAX)]]);
}

#[test]
fn nothing_makes_an_empty_soup() {
    let soup = finish(Builder::new());
    assert!(soup.is_empty() && soup.bounds().is_empty());
}

/// Values chosen so that a weak hash of the coordinates would collide: still fast, and still right.
#[test]
fn many_vertices_by_value_take_no_quadratic_time() {
    let start = std::time::Instant::now();
    let mut builder = Builder::new();
    let n = 300_000u32;
    for i in 0..n {
        builder.vertex(p(f64::from(i % 1000), f64::from(i / 1000), 0.0));
        if i % 3 == 2 {
            builder.end();
        }
    }
    let soup = finish(builder);
    assert_eq!(soup.len(), n as usize / 3);
    assert_eq!(soup.primitive(0).vertices.len(), n as usize);
    // A quadratic way would take minutes.
    assert!(start.elapsed().as_secs() < 10);
}
