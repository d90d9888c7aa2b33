//! Convex shapes of which a program knows nothing but a function that finds support points.
//!
//! The function's answers are not trusted. It is probed when the shape is made, and each later point is
//! moved into the box that the probes have given, so that whatever it answers, points are finite and the boxes of the broad
//! phase hold them. What was noticed is kept for the program ([`FunctionShape::take_fault`]).

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::bounding_spheres::BoundingSpheres;
use super::primitive::Primitive;
use super::support::Support;
use crate::math::tolerance::{PROBED_ACCURACY, PROBED_ROUNDINGS, ROUNDING, SUPPORT_ROUNDING};
use crate::math::vector::{direction, is_finite, length, max};
use crate::math::{Aabb, Vec3};

#[cfg(test)]
mod tests;

/// Coordinates up to this can be computed with: squares of squares do not overflow when shapes are placed.
const LARGEST: f64 = 1e150;

/// The support mapping of a convex body.
///
/// It is called on any thread, on several at once, and with the same direction gives the same point. The point's distance along
/// the direction may be short by about 1e-15 times the body's size; answers are as accurate as that.
///
/// ```
/// use solid_geometry::{Placement, Shape, Vec3, query};
///
/// // The lower half of a ball, and the disc that closes it.
/// let bowl = |d: &Vec3| {
///     let flat = Vec3::new(d.x, d.y.min(0.0), d.z);
///     if flat == Vec3::zeros() { flat } else { flat.normalize() }
/// };
/// let (bowl, here) = (Shape::from_support(bowl)?, Placement::IDENTITY);
/// let (ball, above) = (Shape::sphere(1.0)?, Placement::translation([0.0, 3.0, 0.0]));
/// let distance = query::distance(&bowl, &here, &ball, &above).expect("both are finite");
/// assert!((distance - 2.0).abs() < 1e-6);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub trait SupportFunction: Send + Sync {
    /// The point of the body farthest along a direction, which has length one.
    fn support(&self, direction: &Vec3) -> Vec3;

    /// Called during a query that notices that the function is none.
    fn notice(&self, _fault: SupportFault) {}
}

impl<F: Fn(&Vec3) -> Vec3 + Send + Sync> SupportFunction for F {
    fn support(&self, direction: &Vec3) -> Vec3 {
        self(direction)
    }
}

/// Why a function is no support mapping.
///
/// ```
/// use solid_geometry::{Shape, Vec3, shape::SupportFault};
///
/// let inside_out = Shape::from_support(|d: &Vec3| -d);
/// assert_eq!(inside_out.unwrap_err(), SupportFault::NotFarthest.into());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupportFault {
    /// A point is not finite, or too far away.
    NotFinite,
    /// Of two points of the body it does not answer the one farther along a direction, or not always.
    NotFarthest,
}

impl fmt::Display for SupportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SupportFault::NotFinite => write!(f, "a support point is not finite, or too far away"),
            SupportFault::NotFarthest => {
                write!(f, "the function does not answer the farthest point of a convex body")
            }
        }
    }
}

impl Primitive {
    /// A body of which only its support mapping is known. The function is called some three hundred times, to find out whether it can
    /// be one.
    pub fn from_support(
        function: impl SupportFunction + 'static,
    ) -> Result<Primitive, SupportFault> {
        FunctionShape::new(function).map(Primitive::Function)
    }

    /// Support points in directions all around.
    pub fn probed_points(&self) -> Vec<Vec3> {
        probes().iter().map(|d| Support::support(self, d, &mut 0)).collect()
    }
}

/// A convex body given by a [`SupportFunction`].
pub struct FunctionShape {
    function: Box<dyn SupportFunction>,
    pub(super) bounds: Aabb,
    /// The absolute extents, enlarged to bound the rounding errors of the function.
    pub(super) extents: Vec3,
    pub(super) spheres: BoundingSpheres,
    /// Whether it seems to be a polytope, for which searches take fewer steps. They are right whatever it is.
    pub(super) is_polytope: bool,
    /// What was noticed since it was last asked: 0 for nothing.
    fault: AtomicU8,
}

impl fmt::Debug for FunctionShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionShape").field("bounds", &self.bounds).finish_non_exhaustive()
    }
}

impl FunctionShape {
    /// Probes a function.
    pub(super) fn new(
        function: impl SupportFunction + 'static,
    ) -> Result<Arc<FunctionShape>, SupportFault> {
        let probes = probes();
        let points: Vec<Vec3> = probes.iter().map(|d| function.support(d)).collect();
        let is_usable = |p: &Vec3| is_finite(p) && p.amax() <= LARGEST;
        if !points.iter().all(is_usable) {
            return Err(SupportFault::NotFinite);
        }
        let around = Aabb::around(&points);
        let size = around.absolute_extents().max();
        let slack = PROBED_ACCURACY * size;
        for (d, p) in probes.iter().zip(&points) {
            let reach = d.dot(p);
            // The comparison is true of NaN as well, if the second answer is one.
            let is_same = (function.support(d) - p).amax() <= slack;
            if !is_same || points.iter().any(|q| d.dot(q) > reach + slack) {
                return Err(SupportFault::NotFarthest);
            }
        }
        // By convexity the hull of the points is in the body, and so is a ball in the hull.
        let hull = Primitive::polytope(&points).map_err(|_| SupportFault::NotFinite)?;
        let BoundingSpheres { center, inner, .. } = hull.bounding_spheres();
        let inner = (inner - slack).max(0.0);
        let rounding = Vec3::repeat(PROBED_ROUNDINGS * ROUNDING * size);
        let bounds = Aabb { min: around.min - rounding, max: around.max + rounding };
        let farthest = max(&(bounds.max - center), &(center - bounds.min));
        let outer = length(&farthest) * (1.0 + 8.0 * ROUNDING);
        let enlarged = PROBED_ROUNDINGS * ROUNDING / SUPPORT_ROUNDING * size;
        Ok(Arc::new(FunctionShape {
            is_polytope: has_vertices(&function, &probes),
            function: Box::new(function),
            extents: bounds.absolute_extents().add_scalar(enlarged),
            bounds,
            spheres: BoundingSpheres { center, inner, outer },
            fault: AtomicU8::new(0),
        }))
    }

    /// The function's point, moved into the box that its probes gave.
    pub(super) fn support(&self, d: &Vec3) -> Vec3 {
        let d = direction(d).unwrap_or_else(Vec3::x);
        let p = self.function.support(&d);
        if !is_finite(&p) {
            self.note(SupportFault::NotFinite);
            return self.spheres.center;
        }
        let within = p.sup(&self.bounds.min).inf(&self.bounds.max);
        if within != p && (within - p).amax() > PROBED_ACCURACY * self.extents.max() {
            self.note(SupportFault::NotFarthest);
        }
        within
    }

    #[cold]
    fn note(&self, fault: SupportFault) {
        self.fault.store(fault as u8 + 1, Relaxed);
        self.function.notice(fault);
    }

    /// What was noticed of the function during queries, since this was last asked. `None` does not mean that it is a support mapping:
    /// only points that are not finite, or outside the box of its points along the axes, are noticed.
    pub(crate) fn take_fault(&self) -> Option<SupportFault> {
        match self.fault.swap(0, Relaxed) {
            0 => None,
            1 => Some(SupportFault::NotFinite),
            _ => Some(SupportFault::NotFarthest),
        }
    }
}

/// Whether directions that are next to each other mostly have the same support point, as those of a vertex do.
fn has_vertices(function: &impl SupportFunction, probes: &[Vec3]) -> bool {
    // Off the probes: these are normals of simple bodies' faces.
    let beside = |d: &Vec3, by: f64| {
        let beside = d + Vec3::new(0.0231, 0.0347, -0.0119) + Vec3::new(-0.3, 0.5, 0.8) * by;
        function.support(&(beside / length(&beside)))
    };
    let tried = probes.iter().step_by(3);
    let count = tried.clone().count();
    let same = tried.filter(|d| beside(d, 0.0) == beside(d, NEXT_TO)).count();
    same * 10 >= count * 9
}

/// How far apart directions are that a vertex of a polytope has both, most likely.
const NEXT_TO: f64 = 1e-4;

/// Directions all around: along the six half axes, then to the edges and corners of a cube, and some in between.
fn probes() -> Vec<Vec3> {
    let axes = (0..6).map(|i| Vec3::ith(i / 2, if i % 2 == 0 { 1.0 } else { -1.0 }));
    let steps = [-1.0, -0.4, 0.0, 0.4, 1.0];
    let grid = (0..125).map(|i| Vec3::new(steps[i % 5], steps[i / 5 % 5], steps[i / 25]));
    // On the surface of the cube.
    let surface = grid.filter(|d| d.amax() == 1.0);
    axes.chain(surface).map(|d| d / length(&d)).collect()
}
