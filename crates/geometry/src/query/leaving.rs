//! Casts of bodies that collide at the start and move apart, or along each other, without contact there.
//!
//! What collides at the start is judged part by part: it counts if the parts approach along the normal of their depth. A part that
//! reaches no farther than the depth beyond the plane of one that does not count cannot get deeper, and does not count either: so
//! a body that rests on the triangles of a floor slides from one to the next.

use std::ops::ControlFlow;

use super::bodies::{BodyPair, PartIndices};
use super::cast::{Earliest, FirstContact};
use super::traversal::{PartVisitor, visit_overlapping};
use crate::convex::depth::{Depth, penetration_depth};
use crate::convex::epa::Workspace;
use crate::convex::pair::Pair;
use crate::convex::relative::RelativePlacement;
use crate::interrupt::Pace;
use crate::math::Vec3;
use crate::math::tolerance::{LEAVING_ALONG, LEAVING_ROUNDING};
use crate::memory;
use crate::shape::Support;
use crate::sorting::sort_by;

#[cfg(test)]
mod tests;

/// How a cast is done: to which relative error of the time, and what counts that collides at the start. A number alone is the
/// error.
///
/// ```
/// use solid_geometry::convex::epa::Workspace;
/// use solid_geometry::query::{Body, BodyPair, CastOptions};
/// use solid_geometry::{Placement, Shape, Vec3};
///
/// let (block, floor) = (Shape::cuboid([1.0; 3])?, Shape::cuboid([9.0, 1.0, 9.0])?);
/// let (above, here) = (Placement::translation([0.0, 1.0, 0.0]), Placement::IDENTITY); // it lies on the floor
/// let (a, b) = Body::new(block.view(), &above).zip(Body::new(floor.view(), &here)).expect("finite");
/// let pair = BodyPair::new(a, b).expect("in range");
/// let time = |by: Vec3, stop_at_penetration: bool| {
///     let options = CastOptions { tolerance: 1e-6, stop_at_penetration };
///     pair.cast(&[by, Vec3::zeros()], options, &mut Workspace::default()).map(|hit| hit.time)
/// };
/// assert_eq!([Vec3::x(), Vec3::y(), -Vec3::y()].map(|by| time(by, true)), [Some(0.0); 3]);
/// assert_eq!([Vec3::x(), Vec3::y(), -Vec3::y()].map(|by| time(by, false)), [None, None, Some(0.0)]);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastOptions {
    /// The greatest relative error of the time.
    pub tolerance: f64,
    /// Whether bodies that collide at the start have contact at time 0 wherever they move. Otherwise only if they approach, and those
    /// that move apart or along each other have their next contact.
    pub stop_at_penetration: bool,
}

impl From<f64> for CastOptions {
    fn from(tolerance: f64) -> CastOptions {
        CastOptions { tolerance, stop_at_penetration: true }
    }
}

/// More planes than this are not kept. Costs answers only where a body touches parts at so many angles: these count if the bodies
/// approach there.
const MOST_PLANES: usize = 64;

/// Whether the velocity of A relative to B leads towards B, given the normal from B to A.
pub(super) fn approaches(normal: &Vec3, velocity: &Vec3) -> bool {
    normal.dot(velocity) < -LEAVING_ALONG * velocity.norm()
}

/// What two bodies that collide at the start leave: planes, each by its normal from B to A along world axes, and how deep A is beyond
/// it, in world units.
#[derive(Debug, Default)]
pub(super) struct Leaving {
    pub planes: Vec<(Vec3, f64)>,
}

/// What collides at the start.
struct Touching<'w> {
    work: &'w mut Workspace,
    tolerance: f64,
    /// The deepest first.
    found: Vec<(Depth, PartIndices)>,
}

impl PartVisitor for Touching<'_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        let found = penetration_depth(a.any(), b.any(), relative, self.tolerance, self.work);
        if let Some(found) = found {
            let pair = Pair::new(a, b, relative);
            let normal = facet_normal(&pair, &found).unwrap_or(found.normal);
            memory::push(&mut self.found, (Depth { normal, ..found }, parts));
        }
        ControlFlow::Continue(())
    }
}

/// The normal of a flat body from B to A along which the bodies overlap no more than along the one found, which is less exact.
fn facet_normal<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
    found: &Depth,
) -> Option<Vec3> {
    let ((a, b), relative) = (pair.bodies(), pair.relative());
    let facets = [
        a.facet().map(|edges| (relative.basis_a(), edges)),
        b.facet().map(|edges| (relative.basis_b(), edges)),
    ];
    let normals = facets.into_iter().flatten().filter_map(|(basis, [u, v])| {
        (basis * u).cross(&(basis * v)).try_normalize(f64::MIN_POSITIVE)
    });
    let mut both = normals.flat_map(|normal| [normal, -normal]);
    both.find(|normal| {
        normal.dot(&found.normal) > -0.5 && leaving_room(pair, (normal, found.depth)) >= 0.0
    })
}

/// By how much two parts may still approach along a normal from B to A, before they are deeper than a depth and its rounding.
pub(super) fn leaving_room<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
    (normal, depth): (&Vec3, f64),
) -> f64 {
    let relative = pair.relative();
    let reach = relative.length_in_world_units(pair.largest_coordinate());
    let overlap = -relative.length_in_world_units(pair.gap_along(normal, &mut [0; 2]));
    depth + LEAVING_ROUNDING * reach - overlap
}

impl Leaving {
    /// Whether parts cannot get deeper than those that are left, by motions along which the gaps along planes do not decrease.
    pub(super) fn covers<A: Support + ?Sized, B: Support + ?Sized>(
        &self,
        pair: &Pair<A, B>,
    ) -> bool {
        self.planes.iter().any(|(normal, depth)| leaving_room(pair, (normal, *depth)) >= 0.0)
    }

    /// Keeps the planes of parts that do not approach. Returns whether others do that are not beyond these planes.
    fn judge(
        &mut self,
        bodies: &BodyPair<'_>,
        mut found: Vec<(Depth, PartIndices)>,
        velocity: impl Fn(&[Vec3; 2]) -> Vec3,
    ) -> bool {
        sort_by(&mut found, |(a, i), (b, j)| b.depth.total_cmp(&a.depth).then(i.cmp(j)));
        let (mut approaching, mut pace) = (Vec::new(), Pace::default());
        for (depth, parts) in found {
            pace.step();
            if approaches(&depth.normal, &velocity(&[depth.local_a, depth.local_b])) {
                approaching.push(parts);
            } else if self.planes.len() < MOST_PLANES && !self.covers_parts(bodies, parts) {
                self.planes.push((depth.normal, depth.depth));
            }
        }
        !approaching.into_iter().all(|parts| {
            pace.step();
            self.covers_parts(bodies, parts)
        })
    }

    fn covers_parts(&self, bodies: &BodyPair<'_>, parts: PartIndices) -> bool {
        let mut test = Covered { leaving: self, is_covered: false };
        let _ = bodies.visit_part(&mut test, parts);
        test.is_covered
    }
}

struct Covered<'l> {
    leaving: &'l Leaving,
    is_covered: bool,
}

impl PartVisitor for Covered<'_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        _: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        self.is_covered = self.leaving.covers(&Pair::new(a, b, relative));
        ControlFlow::Continue(())
    }
}

impl BodyPair<'_> {
    /// What bodies that collide at the start leave as they move; `None` if they approach, and have contact. `velocity` is that of A
    /// relative to B at the deepest points of two parts.
    pub(super) fn leaving(
        &self,
        tolerance: f64,
        work: &mut Workspace,
        velocity: impl Fn(&[Vec3; 2]) -> Vec3,
    ) -> Option<Leaving> {
        let mut touching = Touching { work, tolerance, found: Vec::new() };
        let _ = visit_overlapping(self, &mut touching);
        let Touching { found, work, .. } = touching;
        let mut leaving = Leaving::default();
        if found.is_empty() {
            // One is inside the other, or what touches is known by another search: that of depths has the normal.
            let deepest = self.penetration(tolerance, work)?;
            let locals = self.in_order(deepest.local[0], deepest.local[1]);
            let normal = self.directed(deepest.deepest.normal);
            leaving.planes.push((normal, deepest.deepest.depth));
            return (!approaches(&normal, &velocity(&locals))).then_some(leaving);
        }
        (!leaving.judge(self, found, velocity)).then_some(leaving)
    }

    /// As [`BodyPair::first_contact`], but bodies that collide at the start and do not approach there have their next contact.
    pub(super) fn first_contact_leaving(
        &self,
        motion: &Vec3,
        tolerance: f64,
        work: &mut Workspace,
    ) -> Option<FirstContact> {
        if self.has_parts() {
            let search =
                &mut |pair: &BodyPair<'_>| pair.first_contact_leaving(motion, tolerance, work);
            return self.first_contact_of_parts(motion, search);
        }
        if self.has_half_space() {
            return self.first_contact_on_plane(motion, true);
        }
        let first = self.first_contact(motion, tolerance)?;
        if first.time > 0.0 {
            return Some(first);
        }
        // That of A relative to B.
        let velocity = -self.directed(*motion);
        let Some(leaving) = self.leaving(tolerance, work, |_| velocity) else { return Some(first) };
        let mut search = Earliest::new(self.directed(*motion), tolerance);
        search.leaving = Some(leaving);
        let found = self.earliest(search, &[]);
        found.map(|(found, _)| self.in_order_of_query(found))
    }
}
