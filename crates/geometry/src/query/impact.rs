//! When moving vertices, edges and faces first touch.

use crate::impact::{MovingPolygon, first_impact};
use crate::math::Vec3;
use crate::math::vector::is_finite;
use std::fmt;

pub use crate::impact::ImpactTime;

/// The error of a query about a point with a coordinate that is NaN or infinite.
///
/// ```
/// use solid_geometry::{Vec3, query};
///
/// let (here, nowhere) = ([Vec3::zeros(); 4], [Vec3::repeat(f64::NAN); 4]);
/// assert_eq!(query::edge_edge_impact(&here, &nowhere), Err(query::NotFinite));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFinite;

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a coordinate is not finite")
    }
}

impl std::error::Error for NotFinite {}

fn check(start: &[Vec3; 4], end: &[Vec3; 4]) -> Result<(), NotFinite> {
    let finite = start.iter().chain(end).all(is_finite);
    if finite { Ok(()) } else { Err(NotFinite) }
}

/// When a vertex and a triangle first touch while their points move linearly from where they are at time 0 to where they
/// are at time 1; `None` if they do not. A query is the vertex and the three corners.
///
/// The answer is exact: it is that for the given numbers without any rounding. Touching counts, also at time 0 and at time 1;
/// the triangle may be a segment or a point, and all may lie in a plane, or rest. Coordinates may have any magnitude.
///
/// Costs some 50 ns, and some 10 us if rounding could change the answer; about a millisecond at most, where coordinates of one
/// axis differ by hundreds of powers of ten.
///
/// # Errors
///
/// [`NotFinite`] if a coordinate is NaN or infinite.
///
/// ```
/// use solid_geometry::{Vec3, query};
///
/// let (a, b, c) = (Vec3::zeros(), Vec3::x(), Vec3::z());
/// let [above, below] = [Vec3::new(0.5, 1.0, 0.5), Vec3::new(0.5, -1.0, 0.5)];
/// let found = query::vertex_face_impact(&[above, a, b, c], &[below, a, b, c])?.expect("it grazes the edge");
/// assert_eq!((found.earliest, found.latest), (0.5, 0.5));
/// let beside = Vec3::new(0.5f64.next_up(), 1.0, 0.5); // the next number: its way misses the edge
/// let end = Vec3::new(0.5f64.next_up(), -1.0, 0.5);
/// assert_eq!(query::vertex_face_impact(&[beside, a, b, c], &[end, a, b, c])?, None);
/// # Ok::<(), query::NotFinite>(())
/// ```
pub fn vertex_face_impact(
    start: &[Vec3; 4],
    end: &[Vec3; 4],
) -> Result<Option<ImpactTime>, NotFinite> {
    check(start, end)?;
    Ok(first_impact(&MovingPolygon::vertex_face(start, end)))
}

/// When two edges first touch while their ends move linearly from where they are at time 0 to where they are at time 1;
/// `None` if they do not. A query is the two ends of the first edge and those of the second.
///
/// As exact as [`vertex_face_impact`], at the same cost. Edges may be points, parallel, or in one plane at all times.
///
/// # Errors
///
/// [`NotFinite`] if a coordinate is NaN or infinite.
///
/// ```
/// use solid_geometry::{Vec3, query};
///
/// let edges = |y: f64| [-Vec3::x(), Vec3::x(), Vec3::new(0.0, y, -1.0), Vec3::new(0.0, y, 1.0)];
/// let found = query::edge_edge_impact(&edges(1.0), &edges(-3.0))?.expect("they cross");
/// assert!(found.earliest <= 0.25 && 0.25 <= found.latest);
/// assert_eq!(query::edge_edge_impact(&edges(1.0), &edges(2.0))?, None);
/// # Ok::<(), query::NotFinite>(())
/// ```
pub fn edge_edge_impact(
    start: &[Vec3; 4],
    end: &[Vec3; 4],
) -> Result<Option<ImpactTime>, NotFinite> {
    check(start, end)?;
    Ok(first_impact(&MovingPolygon::edge_edge(start, end)))
}
