//! The first contact of two bodies of which one is translated: the earliest of all their parts.

use std::ops::ControlFlow;

use super::bodies::{Body, BodyPair, BodyShape, PartIndices, Shapes};
use super::ill_conditioned::Verdict;
use super::leaving::{CastOptions, Leaving};
use super::traversal::{PartVisitor, visit_earliest};
use crate::bvh::Path;
use crate::convex::cast::cast;
use crate::convex::cast::swept_ray::SweptRay;
use crate::convex::epa::Workspace;
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{CLEAR_MARGIN, ROUNDING};
use crate::math::{Placement, Vec3};
use crate::shape::Support;
pub(super) use facet::{facet_normal, normal_along};
use sweep::Sweep;

mod facet;
mod ray;
mod simple;
mod sweep;
#[cfg(test)]
mod tests;

/// The first contact of two bodies of which the second moves: the result of [`BodyPair::first_contact`].
///
/// ```
/// use solid_geometry::query::{Body, BodyPair};
/// use solid_geometry::{Placement, Shape, Vec3};
///
/// let ball = Shape::sphere(1.0)?;
/// let (here, above) = (Placement::IDENTITY, Placement::translation([0.0, 6.0, 0.0]));
/// let (a, b) = Body::new(ball.view(), &here).zip(Body::new(ball.view(), &above)).expect("finite");
/// let fall = Vec3::new(0.0, -8.0, 0.0); // of the second body
/// let pair = BodyPair::new(a, b).expect("in range");
/// let contact = pair.first_contact(&fall, 1e-9).expect("a hit");
/// assert!((contact.time - 0.5).abs() < 1e-6 && contact.normal.y == -1.0);
/// assert!((contact.locals[0] - Vec3::y()).norm() < 1e-6); // the top of the first ball
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstContact {
    /// When: zero if and only if the bodies share a point from the start.
    pub time: f64,
    /// A point of each body, in its local coordinates, which meet then; in the order of the query.
    pub locals: [Vec3; 2],
    /// The normal there, a unit vector along world axes from the second body to the first; zero if the bodies share a
    /// point from the start.
    pub normal: Vec3,
}

impl BodyPair<'_> {
    /// The first contact of two bodies, of which the second is moved by `motion` from time 0 to time 1; `None` if there is
    /// none. Touching is contact. The time is exact to a relative error.
    pub fn first_contact(&self, motion: &Vec3, tolerance: f64) -> Option<FirstContact> {
        if self.has_parts() {
            if let Some(found) = self.meet_field(motion, tolerance) {
                return found;
            }
            let search = &mut |pair: &BodyPair<'_>| pair.first_contact(motion, tolerance);
            return self.first_contact_of_parts(motion, search);
        }
        if self.has_half_space() {
            return self.first_contact_on_plane(motion, false);
        }
        match self.meet_simple(motion, tolerance) {
            Some(found) => found,
            None => self.first_contact_by(|| {
                let search = Earliest::new(self.directed(*motion), tolerance);
                Some(self.earliest(search, &[]).map(|(found, _)| found))
            }),
        }
    }

    /// The same of bodies that are apart at the start but for rounding, and the parts that meet. Where some are likely to, the search
    /// begins with them. A contact no later than `enough` need not be the first.
    pub(crate) fn first_contact_of_apart(
        &self,
        motion: &Vec3,
        tolerance: f64,
        likely: &[PartIndices],
        enough: f64,
    ) -> Option<(FirstContact, PartIndices)> {
        let is_usual = !self.has_parts() && !self.has_half_space();
        if !is_usual || self.verdict_if_ill_conditioned().is_some() {
            return self.first_contact(motion, tolerance).map(|found| (found, [0; 2]));
        }
        let search = Earliest { enough, ..Earliest::new(self.directed(*motion), tolerance) };
        let (found, parts) = self.earliest(search, likely)?;
        Some((self.in_order_of_query(found), self.in_order(parts[0], parts[1])))
    }

    /// A contact of A and B as one of the bodies in the order of the query.
    pub(super) fn in_order_of_query(&self, found: FirstContact) -> FirstContact {
        let FirstContact { time, locals: [of_a, of_b], normal } = found;
        let (locals, normal) = (self.in_order(of_a, of_b), self.directed(normal));
        FirstContact { time, locals, normal }
    }

    /// The first contact of the surfaces and its parts, in the order of A and B, but for parts that the bodies leave. Begins with likely parts,
    /// in the order of the query.
    pub(super) fn earliest(
        &self,
        mut earliest: Earliest,
        likely: &[PartIndices],
    ) -> Option<(FirstContact, PartIndices)> {
        let motion = earliest.motion;
        let path = SweptRay::new(&motion, 1.0, &self.relative);
        if earliest.leaving.is_some() || self.meet_point(&path, &mut earliest).is_none() {
            // Broken off or not, what was found is the answer.
            let SweptRay { direction, length, speed } = path;
            let path = Path { direction, length, speed };
            let _ = match self.shapes {
                Shapes::Soups(a, b) if self.relative.is_in_world_units() => {
                    let mut sweep = Sweep { meshes: [a, b], earliest: &mut earliest };
                    self.visit_likely_first(&mut sweep, likely, path)
                }
                _ => self.visit_likely_first(&mut earliest, likely, path),
            };
        }
        let (found, at_edge) = (earliest.found?, earliest.at_edge);
        let normal = at_edge.and_then(|parts| {
            self.shapes.face_normal_at_edge(&self.relative, &found.normal, parts, &motion)
        });
        Some((FirstContact { normal: normal.unwrap_or(found.normal), ..found }, earliest.parts))
    }

    fn visit_likely_first(
        &self,
        visitor: &mut impl PartVisitor,
        likely: &[PartIndices],
        path: Path,
    ) -> ControlFlow<()> {
        for [i, j] in likely {
            self.visit_part(visitor, self.in_order(*i, *j))?;
        }
        visit_earliest(self, visitor, path)
    }

    /// The first contact of the bodies, in the order of the query. `search` finds that of their surfaces, in the order of A and B.
    /// Besides, a body inside the other is in contact from the start, and whether an ill-conditioned pair is, its verdict decides.
    /// `None` where the search fails or finds none.
    pub(super) fn first_contact_by(
        &self,
        search: impl FnOnce() -> Option<Option<FirstContact>>,
    ) -> Option<FirstContact> {
        let at_start = |[of_a, of_b]: [Vec3; 2]| FirstContact {
            time: 0.0,
            locals: self.in_order(of_a, of_b),
            normal: Vec3::zeros(),
        };
        let verdict = self.verdict_if_ill_conditioned();
        if let Some(Verdict::Touching(locals)) = verdict {
            return Some(at_start(locals));
        }
        let found = search()?;
        let touches_at_start = found.is_some_and(|found| found.time == 0.0);
        if !touches_at_start && let Some(inside) = self.inside() {
            return Some(at_start(inside.common));
        }
        let mut found = self.in_order_of_query(found?);
        if verdict == Some(Verdict::Apart) {
            found.time = found.time.max(f64::MIN_POSITIVE);
        }
        Some(found)
    }
}

/// The first contact of two moving objects, or of a ray and an object.
///
/// ```
/// use solid_geometry::{Placement, Shape, query};
///
/// let (floor, here) = (Shape::cuboid([10.0, 2.0, 10.0])?, Placement::IDENTITY);
/// let hit = query::ray(&floor, &here, [2.0, 9.0, 0.0], [2.0, -7.0, 0.0]).expect("a hit");
/// assert!((hit.time - 0.5).abs() < 1e-9); // 8 of 16 units on the way down
/// assert!((hit.point.y - 1.0).abs() < 1e-6 && hit.normal.y == 1.0); // on top of the floor
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// When, from 0, the start, to 1, the end; zero if and only if they collide at the start.
    pub time: f64,
    /// A point of both, then, in world coordinates.
    pub point: Vec3,
    /// A unit vector from the second object towards the first, and of a ray out of the object; world coordinates.
    pub normal: Vec3,
}

impl BodyPair<'_> {
    /// The first contact of two bodies of which each moves by its motion, in the order of the query, while time goes from 0
    /// to 1. The time is exact to a relative error, which alone serves as the options.
    pub fn cast(
        &self,
        motions: &[Vec3; 2],
        options: impl Into<CastOptions>,
        work: &mut Workspace,
    ) -> Option<CastHit> {
        let (options, [a, b]) = (options.into(), self.bodies());
        let [first, second] = self.in_order(a, b);
        match first.cast_simple(&second, motions, options.tolerance) {
            Some(found) => found,
            None => self.search_cast(motions, options, work),
        }
    }

    /// As `cast`, where [`Body::cast_simple`] has no answer.
    pub(super) fn search_cast(
        &self,
        motions: &[Vec3; 2],
        CastOptions { tolerance, stop_at_penetration }: CastOptions,
        work: &mut Workspace,
    ) -> Option<CastHit> {
        let motion = motions[1] - motions[0];
        let contact = if stop_at_penetration {
            self.first_contact(&motion, tolerance)?
        } else {
            self.first_contact_leaving(&motion, tolerance, work)?
        };
        let placements = self.in_order(self.placements[0], self.placements[1]);
        let points =
            [0, 1].map(|i| placements[i].apply(&contact.locals[i]) + motions[i] * contact.time);
        Some(self.cast_hit(&contact, points, tolerance, work))
    }

    /// A first contact at two points of the world. If the bodies collide already, the normal is the direction that separates them.
    pub(super) fn cast_hit(
        &self,
        contact: &FirstContact,
        [p, q]: [Vec3; 2],
        tolerance: f64,
        work: &mut Workspace,
    ) -> CastHit {
        let FirstContact { time, mut normal, .. } = *contact;
        if time == 0.0 {
            let found = self.penetration(tolerance, work);
            normal = found.map_or(Vec3::zeros(), |found| found.deepest.normal);
        }
        CastHit { time, point: p * 0.5 + q * 0.5, normal }
    }
}

/// The first contact of parts so far.
pub(super) struct Earliest {
    /// Of B.
    motion: Vec3,
    tolerance: f64,
    hints: VertexHints,
    pub leaving: Option<Leaving>,
    /// A contact that is no later ends the search.
    enough: f64,
    /// In the order of A and B.
    found: Option<FirstContact>,
    /// The parts that it is of.
    parts: PartIndices,
    /// The same, if its normal is that of no facet.
    at_edge: Option<PartIndices>,
}

impl Earliest {
    pub(super) fn new(motion: Vec3, tolerance: f64) -> Earliest {
        Earliest {
            motion,
            tolerance,
            hints: [0; 2],
            leaving: None,
            enough: 0.0,
            found: None,
            parts: [0; 2],
            at_edge: None,
        }
    }

    /// Whether two parts certainly do not meet before the first contact so far: its normal separates them until then. Where surfaces
    /// are convex most parts are behind the plane of the first contact, and this takes a hundredth of a cast.
    fn is_later<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        relative: &RelativePlacement,
    ) -> bool {
        let Some(FirstContact { time, normal, .. }) = self.found else { return false };
        if !relative.is_in_world_units() || relative.has_extreme_bases() {
            return false;
        }
        let (towards_a, towards_b) =
            (-relative.basis_a().tr_mul(&normal), relative.basis_b().tr_mul(&normal));
        let [hint_a, hint_b] = &mut self.hints;
        let gap = -a.support_value(&towards_a, hint_a)
            - b.support_value(&towards_b, hint_b)
            - normal.dot(&relative.offset());
        let way = normal.dot(&self.motion) * time;
        gap.min(gap - way) > CLEAR_MARGIN * (relative.rounding() + ROUNDING * way.abs())
    }
}

impl PartVisitor for Earliest {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        if self.leaving.as_ref().is_some_and(|leaving| leaving.covers(&Pair::new(a, b, relative)))
            || self.is_later(a, b, relative)
        {
            return ControlFlow::Continue(());
        }
        // To the end, whatever was found: the time of a part then does not depend on the others.
        let found = cast(a, b, relative, &self.motion, 1.0, self.tolerance, &mut self.hints);
        // What collides at the start has been judged.
        let found = found.filter(|found| found.time > 0.0 || self.leaving.is_none());
        if let Some(found) =
            found.filter(|found| self.found.is_none_or(|first| found.time < first.time))
        {
            let locals = [found.witness.local_a, found.witness.local_b];
            let facet = if found.time > 0.0 {
                facet_normal(a, b, locals, relative, &self.motion)
            } else {
                None
            };
            let normal = facet.unwrap_or(found.normal);
            self.parts = parts;
            self.at_edge = (facet.is_none() && found.time > 0.0).then_some(parts);
            self.found = Some(FirstContact { time: found.time, locals, normal });
        }
        if self.limit() <= self.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn axis(&self) -> Option<Vec3> {
        self.found.map(|found| found.normal)
    }

    fn limit(&self) -> f64 {
        self.found.map_or(1.0, |found| found.time)
    }
}

impl Body<'_> {
    /// Where the ray between two points enters the body; `Some(None)` if it does not, `None` where the coordinates run out of
    /// the numbers' range.
    pub fn cast_ray(
        &self,
        from: &Vec3,
        to: &Vec3,
        tolerance: f64,
        work: &mut Workspace,
    ) -> Option<Option<CastHit>> {
        match self.meet_ray(from, to, tolerance) {
            Some(found) => Some(found),
            None => self.search_ray(from, to, tolerance, work),
        }
    }

    /// As [`Body::cast_ray`], where no closed form has the answer.
    pub(super) fn search_ray(
        &self,
        from: &Vec3,
        to: &Vec3,
        tolerance: f64,
        work: &mut Workspace,
    ) -> Option<Option<CastHit>> {
        let placement = Placement { origin: *from, ..Placement::IDENTITY };
        let ray = Body { shape: BodyShape::Convex(&simple::POINT), placement: &placement };
        let motion = to - from;
        let found = BodyPair::new(*self, ray)?.cast(&[Vec3::zeros(), motion], tolerance, work);
        // The point of the ray is the more exact one, and the body is where the normal comes from.
        Some(found.map(|found| CastHit {
            point: from + motion * found.time,
            normal: -found.normal,
            ..found
        }))
    }
}
