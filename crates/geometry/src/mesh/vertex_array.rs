//! The client's arrays of vertices.

use crate::math::Vec3;

/// Reads vertices of the client's array: most often a function from an index to a vertex.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::mesh::{Builder, PolytopeKind, Reader};
///
/// let coordinates = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
/// let vertex = |i: u32| {
///     let at = 3 * i as usize;
///     Vec3::from([0, 1, 2].map(|axis| f64::from(coordinates[at + axis])))
/// };
/// let reader: Reader = &vertex;
/// let mut builder = Builder::new();
/// builder.vertex_range(PolytopeKind::Polygon, 0, 3);
/// assert_eq!(builder.finish(Some(reader)).0.corners(0).expect("a triangle")[1], &Vec3::x());
/// ```
pub type Reader<'a> = &'a dyn Vertices;

/// An array of vertices that is read many at a time; functions from an index to a vertex implement it.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::mesh::{Builder, PolytopeKind, Vertices};
///
/// /// Vertices on a grid of unit spacing, eight in a row.
/// struct Grid;
///
/// impl Vertices for Grid {
///     fn read(&self, numbers: &[u32], into: &mut Vec<Vec3>) {
///         into.extend(numbers.iter().map(|i| Vec3::new(f64::from(i % 8), f64::from(i / 8), 0.0)));
///     }
/// }
///
/// let mut builder = Builder::new();
/// builder.vertex_indices(PolytopeKind::Polygon, &[0, 7, 15, 8]);
/// assert_eq!(builder.finish(Some(&Grid)).0.bounds().max, Vec3::new(7.0, 1.0, 0.0));
/// ```
pub trait Vertices {
    /// Appends the vertices with these indices, in local coordinates.
    fn read(&self, numbers: &[u32], into: &mut Vec<Vec3>);
}

impl<F: Fn(u32) -> Vec3> Vertices for F {
    fn read(&self, numbers: &[u32], into: &mut Vec<Vec3>) {
        into.extend(numbers.iter().map(|&number| self(number)));
    }
}
