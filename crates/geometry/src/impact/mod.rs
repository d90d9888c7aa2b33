//! When moving vertices, edges and faces first touch: decided exactly, without tolerances.
//!
//! Two features touch when the polygon of their differences contains the origin (`polygon`). Double precision decides most queries,
//! by Bernstein coefficients and bounds on their rounding (`filter`); whole numbers decide the rest (`exact`). Triangles and other
//! simplices touch first where such features do (`simplex`). The mathematics is in `docs/src/theory/moving-points.md`.

mod bernstein;
mod exact;
mod filter;
mod polygon;
mod simplex;

use filter::Verdict;
pub(crate) use polygon::MovingPolygon;
pub(crate) use simplex::{CommonVertices, MovingSimplex, first_simplex_impact};

/// Bounds on a time of impact.
///
/// ```
/// use solid_geometry::{Vec3, query};
///
/// let floor = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
/// let query = |y: f64| [Vec3::new(0.25, y, 0.25), floor[0], floor[1], floor[2]];
/// let found = query::vertex_face_impact(&query(2.0), &query(-1.0))?.expect("a hit");
/// assert!(found.earliest <= 2.0 / 3.0 && 2.0 / 3.0 <= found.latest);
/// # Ok::<(), query::NotFinite>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactTime {
    /// The features are apart at all times before.
    pub earliest: f64,
    /// The features have touched at this time, or before. It is later than `earliest` by at most 1e-12.
    pub latest: f64,
}

/// The time of the first impact; `None` if there is none. All coordinates are finite.
pub(crate) fn first_impact<const N: usize>(polygon: &MovingPolygon<N>) -> Option<ImpactTime> {
    match filter::decide(polygon) {
        Verdict::Miss => None,
        Verdict::Hit(time) => Some(time),
        Verdict::Open { from } => exact::first_impact(polygon, from),
    }
}
