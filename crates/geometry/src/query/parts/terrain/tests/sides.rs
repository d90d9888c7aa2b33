//! To which side an open mesh is pushed out of a terrain: the size and the centre of all of it decide, not those of the cells nearby.

use super::{Diagonal, HeightField, Shape, as_mesh};
use crate::math::{Placement, Vec3};
use crate::query;

/// A valley between two plateaus.
fn valley() -> HeightField {
    let height = |i: u32| if (28..36).contains(&(i % 64)) { 0.0 } else { 10.0 };
    let heights = Vec::from_iter((0..64 * 64).map(height));
    HeightField::new(heights, [64, 64], [0.5; 2], Diagonal::Falling).expect("a grid")
}

/// A tower without a floor inside, higher than the cells below it are wide, by a hair in the floor of the valley.
fn tower() -> (Shape, Placement) {
    let corner = |i: u32| {
        let at = [i & 1, i >> 1 & 1, i >> 2].map(|bit| f64::from(bit) - 0.5);
        Vec3::from(at).component_mul(&Vec3::new(0.6, 6.0, 0.6))
    };
    let corners = Vec::from_iter((0..8).map(corner));
    let sides =
        [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let faces = Vec::from_iter(sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]));
    let shape = Shape::mesh(&corners, &faces).expect("a tower");
    (shape, Placement::translation([15.9, 2.95, 16.1]))
}

fn depth(field: HeightField) -> (f64, f64) {
    let (tower, at) = tower();
    let field = Shape::height_field(field);
    let found = query::penetration(&field, &Placement::IDENTITY, &tower, &at).expect("a hit");
    (found.normal.y, found.depth)
}

#[test]
fn a_tall_mesh_is_pushed_out_of_a_valley_upwards() {
    let (mesh, _) = as_mesh(&valley()).expect("triangles");
    let (tower, at) = tower();
    let due = query::penetration(&mesh, &Placement::IDENTITY, &tower, &at).expect("a hit");
    let (normal, found) = depth(valley());
    assert!((due.depth - 0.05).abs() < 1e-9 && due.normal.y == -1.0, "{due:?}");
    assert!((found - due.depth).abs() < 1e-9 && normal == -1.0, "{normal} {found}");
}

#[test]
fn heights_that_were_others_before_change_nothing() {
    let mut field = valley();
    for height in [1e20, 10.0] {
        field.change([3, 3], [1, 1], &[height]).expect("inside");
    }
    assert_eq!(depth(field), depth(valley()));
}
