//! Bodies on crates of triangles whose sides are in one plane, or nearly so.

use super::{contacts, crate_of_triangles, within};
use crate::math::{Mat3, Placement, Vec3};
use crate::query::{BodyShape, Shape};
use solid_testing::Random;

/// A crate on another one, as polygons that know no inside, or as a box.
fn pairs(size: [f64; 3]) -> Vec<[Shape; 2]> {
    let (whole, open) = (Shape::cuboid(size).expect("a box"), crate_of_triangles(size));
    vec![[open.clone(), open.clone()], [open.clone(), whole.clone()], [whole, open]]
}

#[test]
fn a_crate_on_a_crate_has_four_contacts() {
    let mut random = Random::new(71);
    for round in 0..200 {
        let mut frame = Placement::translation(random.vector() * 5.0);
        if round % 4 > 0 {
            frame.rotate(&random.quaternion());
        }
        let up = frame.basis * Vec3::y();
        let size = [1.0, 0.5, 2.0].map(|x| if round % 2 == 0 { 1.0 } else { x });
        for depth in [0.0, 1e-15, 1e-12, 1e-3, 0.1] {
            for (kind, [below, above]) in pairs(size).iter().enumerate() {
                let at = within(&frame, &Placement::translation([0.0, size[1] - depth, 0.0]));
                let found = contacts(above, &at, below, &frame);
                assert_eq!(found.len(), 4, "{round}, {kind}, {depth}: {found:?}");
                for one in &found {
                    // In a turned scene crates that touch exactly may be apart, or in each other, by rounding.
                    assert!((one.normal - up).norm() < 1e-9 && (one.depth - depth).abs() < 1e-14);
                }
            }
        }
    }
}

#[test]
fn a_crate_that_stands_over_has_its_four_corners() {
    let mut random = Random::new(72);
    for round in 0..400 {
        let mut frame = Placement::translation(random.vector() * 5.0);
        frame.rotate(&random.quaternion());
        let up = frame.basis * Vec3::y();
        let depth = [1e-3, 1e-2, 0.05, 0.1][random.below(4)];
        let aside =
            [(); 2].map(|()| random.signed() * [1e-13, 1e-9, 1e-4, 0.02, 0.2][random.below(5)]);
        for (kind, [below, above]) in pairs([1.0; 3]).iter().enumerate() {
            let at = within(&frame, &Placement::translation([aside[0], 1.0 - depth, aside[1]]));
            let found = contacts(above, &at, below, &frame);
            assert!(
                found.iter().all(|one| (one.normal - up).norm() < 1e-9),
                "{round} {kind} {found:?}"
            );
            // The common part of the two squares.
            for corner in [[-0.5, -0.5], [-0.5, 0.5], [0.5, -0.5], [0.5, 0.5]] {
                let [x, z] = [0, 1].map(|k| {
                    let [other, this] = [corner[k], corner[k] + aside[k]];
                    if corner[k] > 0.0 { f64::min(other, this) } else { f64::max(other, this) }
                });
                let corner = frame.apply(&Vec3::new(x, 0.5, z));
                let nearest = found.iter().map(|one| (one.points[1] - corner).norm());
                let nearest = nearest.fold(f64::INFINITY, f64::min);
                // Corners nearer than that are one.
                assert!(nearest < 1e-8, "{round} {kind} {aside:?} {depth}: {nearest} {found:?}");
            }
        }
    }
}

/// The normals of the contacts of a body in a room, each once.
fn normals(body: &Shape, at: [f64; 3], room: &Shape) -> Vec<[i32; 3]> {
    let found = contacts(body, &Placement::translation(at), room, &Placement::IDENTITY);
    let normals = found.iter().map(|one| one.normal.map(|x| x.round() as i32).into());
    let mut normals = Vec::from_iter(normals);
    normals.sort_unstable();
    normals.dedup();
    normals
}

#[test]
fn a_crate_within_a_crate_touches_its_walls() {
    let room = crate_of_triangles([4.0, 4.0, 4.0]);
    for body in [crate_of_triangles([1.0; 3]), Shape::cuboid([1.0; 3]).expect("a box")] {
        // In a corner, and sunk into the floor.
        assert_eq!(normals(&body, [1.5, -1.5, 0.0], &room), [[-1, 0, 0], [0, 1, 0]]);
        assert_eq!(normals(&body, [1.5, -1.51, 0.0], &room), [[-1, 0, 0], [0, 1, 0]]);
        // Outside.
        assert_eq!(normals(&body, [1.5, 2.5, 0.0], &room), [[0, 1, 0]]);
        assert_eq!(normals(&body, [1.5, 2.49, 0.0], &room), [[0, 1, 0]]);
    }
}

/// Two crates in one mesh.
fn both([a, b]: [Shape; 2], at: [f64; 3]) -> Shape {
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for (shape, at) in [(a, [0.0; 3]), (b, at)] {
        let BodyShape::Soup(soup) = shape.view() else { panic!("a mesh") };
        let first = vertices.len() as u32;
        vertices.extend(soup.vertices().iter().map(|v| v + Vec3::from(at)));
        let ring = |i: u32| soup.face(i).expect("a triangle").iter().map(|v| v + first);
        faces.extend(
            (0..soup.len() as u32)
                .map(|i| <[u32; 3]>::try_from(Vec::from_iter(ring(i))).expect("three")),
        );
    }
    Shape::mesh(&vertices, &faces).expect("two crates")
}

#[test]
fn a_crate_beside_a_pillar_in_a_room_stands_on_its_floor() {
    for pillar in [[0.5, 2.0, 0.5], [0.5, 3.0, 0.5]] {
        let parts = [[4.0; 3], pillar].map(crate_of_triangles);
        let hall = both(parts, [0.0, pillar[1] / 2.0 - 1.5, 0.0]);
        for body in [crate_of_triangles([1.0; 3]), Shape::cuboid([1.0; 3]).expect("a box")] {
            for (x, y) in
                [(0.75, -1.5), (0.74, -1.5), (0.75, -1.5 - 1e-14), (0.74, -1.51), (0.74, -1.6)]
            {
                assert_eq!(normals(&body, [x, y, 0.0], &hall), [[0, 1, 0], [1, 0, 0]], "{x} {y}");
            }
        }
    }
}

#[test]
fn sheets_in_one_plane_touch() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]];
    let sheet = Shape::mesh(&corners.map(Vec3::from), &[[0, 2, 1], [0, 3, 2]]).expect("a sheet");
    let at = Placement::translation([0.5, 0.0, 0.25]);
    let found = contacts(&sheet, &at, &sheet, &Placement::IDENTITY);
    assert_eq!(found.len(), 4, "{found:?}");
}

/// An L-shaped prism of triangles, its faces listed from the `first` one on.
fn prism(first: usize) -> Shape {
    let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let end = |z: f64| outline.map(|[x, y]| Vec3::new(x - 1.0, y - 1.0, z - 0.5));
    let sides = (0..6).flat_map(|i| {
        let j = (i + 1) % 6;
        [[i, j, j + 6], [i, j + 6, i + 6]]
    });
    let ends = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]].into_iter();
    let ends = ends.flat_map(|[p, q, r]| [[p, r, q], [p + 6, q + 6, r + 6]]);
    let mut faces = Vec::from_iter(sides.chain(ends));
    faces.rotate_left(first);
    Shape::mesh(&[end(0.0), end(1.0)].concat(), &faces).expect("a prism")
}

/// Where the second look at contacts that disagree finds none, all of the first one count: in whatever order the faces are.
#[test]
fn contacts_that_disagree_do_not_depend_on_the_order_of_faces() {
    let columns = [
        [0.90430369, 0.42536586, -0.03603773],
        [-0.42464988, 0.88771131, -0.17787950],
        [-0.04367277, 0.17616050, 0.98339217],
    ];
    let basis = Mat3::from_columns(&columns.map(Vec3::from));
    let at = Placement { basis, origin: Vec3::new(-0.34312529, -0.15277380, -0.38589211) };
    let deepest = [0, 6, 13].map(|first| {
        let found = contacts(&prism(0), &Placement::IDENTITY, &prism(first), &at);
        (found.len(), found.iter().fold(0.0, |most: f64, one| most.max(one.depth)))
    });
    for (count, depth) in deepest {
        assert!(count == 38 && (depth - 0.574).abs() < 1e-3, "{deepest:?}");
    }
}
