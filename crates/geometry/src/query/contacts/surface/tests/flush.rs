//! Bodies whose sides are in one plane.

use super::{contacts, crate_of_triangles, within};
use crate::math::{Placement, Vec3};
use crate::query::Shape;
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
                for one in found {
                    // In a turned scene crates that touch exactly may be apart, or in each other, by rounding.
                    assert!((one.normal - up).norm() < 1e-9 && (one.depth - depth).abs() < 1e-14);
                }
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

#[test]
fn sheets_in_one_plane_touch() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]];
    let sheet = Shape::mesh(&corners.map(Vec3::from), &[[0, 2, 1], [0, 3, 2]]).expect("a sheet");
    let at = Placement::translation([0.5, 0.0, 0.25]);
    let found = contacts(&sheet, &at, &sheet, &Placement::IDENTITY);
    assert_eq!(found.len(), 4, "{found:?}");
}
