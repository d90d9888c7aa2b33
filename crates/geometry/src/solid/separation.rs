//! The least translation that separates two bodies of which one is a solid, between two bounds (`docs/src/theory/solids.md`).
//!
//! Upper bound: translations that the exact test has shown to separate. One that does is shortened by casts towards no translation at
//! all, and along the planes that these meet, as long as that helps (Je, Tang, Lee, Lee and Kim 2012).
//!
//! Lower bound: while convex pieces of the two bodies overlap, so do the bodies. Of one pair of pieces the depth is known. Where that
//! does not do, the directions are divided into triangles (branch and bound), and pieces are looked for that overlap after all translations from
//! none to the bound in these directions.

mod cones;
mod directions;
mod dop;
mod escape;
mod pieces;
mod plane;
mod rays;

use std::time::Instant;

use crate::convex::Coherence;
use crate::convex::depth::penetration_depth;
use crate::convex::epa::Workspace;
use crate::convex::relative::RelativePlacement;
use crate::interrupt::check;
use crate::math::tolerance::{PIECE_ROUNDING, TIGHTEST_DISTANCE_TOLERANCE};
use crate::math::vector::{is_singular, length};
use crate::math::{Placement, Vec3};
use crate::query::{Answer, Body, BodyPair, BodyShape, Question, ShapeError, collide};
use escape::{Escape, lengthened};
use pieces::{DeepPoint, Kind, Overlapping};
use rays::Rays;

#[cfg(test)]
mod tests;

/// How much is done to bring the bounds of a separation together.
///
/// ```
/// use solid_geometry::query::Effort;
///
/// let effort = Effort::default();
/// assert_eq!((effort.gap, effort.deadline), (0.01, None)); // the same answer every time
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The search ends when the lower bound is no less than the upper one by more than this part.
    pub gap: f64,
    /// Or when so many tests and casts of the bodies have been made.
    pub steps: u32,
    /// Or, if there is one, when this time has come.
    pub deadline: Option<Instant>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { gap: 0.01, steps: 256, deadline: None }
    }
}

/// A translation of the first of two bodies that separates them, and a lower bound on the length of all that do.
///
/// ```
/// use solid_geometry::query::{self, Effort};
/// use solid_geometry::{Placement, Shape};
///
/// let corners = [[0.0; 3], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]].map(Into::into);
/// let solid = Shape::mesh(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?.into_solid()?;
/// let (ball, here) = (Shape::sphere(0.5)?, Placement::IDENTITY);
/// let mut pose = Placement::translation([2.0, 2.0, 1.0]);
/// let found = query::separation(&ball, &pose, &solid, &here, Effort::default())?.expect("it is inside");
/// assert!((found.length() - 1.5).abs() < 1e-9 && found.lower > 1.5 * 0.99);
/// pose.origin += found.translation; // down, through the face
/// assert!(!query::intersects(&ball, &pose, &solid, &here));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// The translation, in world coordinates: after it the exact test finds the bodies apart.
    pub translation: Vec3,
    /// No translation that is shorter than this separates them.
    pub lower: f64,
    /// The points that touch after the translation but for rounding, each in the local coordinates of its body.
    pub local: [Vec3; 2],
}

impl Separation {
    /// The length of the translation: an upper bound of the least.
    pub fn length(&self) -> f64 {
        length(&self.translation)
    }

    fn mirrored(&self) -> Separation {
        let [of_a, of_b] = self.local;
        Separation { translation: -self.translation, local: [of_b, of_a], ..*self }
    }
}

/// So many tests of two pieces count as a step.
const TESTS_A_STEP: u32 = 32;

impl BodyPair<'_> {
    /// Whether one of the bodies is a solid mesh with an inside, which its placement does not flatten: then depths and contacts are
    /// those of the inside.
    pub(crate) fn has_solid(&self) -> bool {
        self.bodies().iter().any(|body| {
            matches!(body.shape, BodyShape::Soup(soup) if soup.is_solid())
                && !is_singular(&body.placement.basis)
        })
    }

    /// Whether a body is a mesh and no solid, so that nothing is inside of it, or consists of others: then depths are those of the
    /// deepest parts.
    pub(crate) fn has_open_mesh(&self) -> bool {
        self.has_parts() || self.shapes.each().iter().any(BodyShape::is_open)
    }

    /// A translation of A that separates the bodies, in their own order and without a lower bound: of bodies that do not meet an exact
    /// solid, the least that was found.
    pub(super) fn way_apart(&self, effort: Effort, work: &mut Workspace) -> Option<Way> {
        let placements = self.placements_from_a();
        let near = BodyPair { placements: placements.each_ref(), ..*self };
        let mut search = Search::new(&near, self.bodies(), effort, work);
        if search.is_apart(&Vec3::zeros()) {
            return None;
        }
        if let Some((found, normal)) = search.of_convex() {
            let Separation { translation, local, .. } = found;
            return Some(Way { translation, local, normal, normals: vec![normal] });
        }
        search.escape();
        let best = search.best?;
        let translation = search.certain(&best.translation, &best.normal);
        let mut normals = search.normals(&best);
        if normals.is_empty() {
            normals.extend(translation.try_normalize(0.0));
        }
        Some(Way { translation, local: best.local, normal: best.normal, normals })
    }

    /// Whether a mesh that is no solid is one of the bodies, or a part of one.
    pub fn has_open_body(&self) -> bool {
        self.bodies().iter().any(|body| body.shape.is_open())
    }

    /// The least translation that separates the bodies; `None` if they are apart. See [`Separation`].
    /// [`ShapeError::NotClosed`] of a compound with a mesh that is no solid, [`ShapeError::BadHalfSpace`] of two half-spaces, and of a
    /// compound with one.
    pub fn separation(
        &self,
        effort: Effort,
        work: &mut Workspace,
    ) -> Result<Option<Separation>, ShapeError> {
        self.separation_near(None, effort, work)
    }

    /// The same, where a translation that has separated the bodies as they were before is tried first: mostly sooner, with other bits.
    pub fn separation_near(
        &self,
        before: Option<Vec3>,
        effort: Effort,
        work: &mut Workspace,
    ) -> Result<Option<Separation>, ShapeError> {
        let is_half_space = |body: &Body<'_>| body.shape.half_space().is_some();
        let has_endless_parts =
            |body: &Body<'_>| matches!(body.shape, BodyShape::Parts(_)) && body.is_unbounded();
        let bodies = self.bodies();
        if bodies.iter().all(is_half_space) || bodies.iter().any(has_endless_parts) {
            return Err(ShapeError::BadHalfSpace);
        }
        if self.has_parts() && self.has_open_body() {
            return Err(ShapeError::NotClosed);
        }
        if self.has_half_space() {
            return Ok(self.separation_from_plane(work));
        }
        if self.has_parts() {
            let pair = self.with_extents();
            return Ok(pair.and_then(|pair| pair.separation_of_bounded(before, effort, work)));
        }
        Ok(self.separation_of_bounded(before, effort, work))
    }

    /// With a relative placement that knows how large bodies of parts are.
    fn with_extents(&self) -> Option<BodyPair<'_>> {
        let [of_a, of_b] = self.shapes.each().map(|shape| shape.absolute_extents());
        let [a, b] = self.placements;
        Some(BodyPair { relative: RelativePlacement::new(&of_a, a, &of_b, b)?, ..*self })
    }

    fn separation_of_bounded(
        &self,
        before: Option<Vec3>,
        effort: Effort,
        work: &mut Workspace,
    ) -> Option<Separation> {
        let unit = |by: Vec3| self.directed(by).map(|x| self.relative.in_internal_units(x));
        let found = self.in_moderate_unit(|pair| {
            let placements = pair.placements_from_a();
            let near = BodyPair { placements: placements.each_ref(), ..*pair };
            let before = before.map(unit);
            Search { before, ..Search::new(&near, pair.bodies(), effort, work) }.run()
        })?;
        let found = Separation {
            translation: self.relative.in_world_units(&found.translation),
            lower: self.relative.length_in_world_units(found.lower),
            ..found
        };
        Some(if self.swapped { found.mirrored() } else { found })
    }

    /// The placements of both bodies, from the origin of A: far from that of the world, short translations would be rounded.
    fn placements_from_a(&self) -> [Placement; 2] {
        let [a, b] = self.placements;
        [Placement { origin: Vec3::zeros(), ..*a }, Placement { origin: b.origin - a.origin, ..*b }]
    }

    /// Asks about the bodies in the unit of length of their relative placement, in which squares of coordinates are in range.
    pub(crate) fn in_moderate_unit<R>(
        &self,
        ask: impl FnOnce(&BodyPair<'_>) -> Option<R>,
    ) -> Option<R> {
        if self.relative.is_in_world_units() {
            return ask(self);
        }
        let unit = |x: f64| self.relative.in_internal_units(x);
        let [a, b] = self
            .placements
            .map(|p| Placement { basis: p.basis.map(unit), origin: p.origin.map(unit) });
        let [of_a, of_b] = self.shapes.each().map(|shape| shape.absolute_extents());
        let relative = RelativePlacement::new(&of_a, &a, &of_b, &b)?;
        ask(&BodyPair { placements: [&a, &b], relative, ..*self })
    }
}

/// A translation of A that separates two bodies, and where they touch then.
pub(super) struct Way {
    pub translation: Vec3,
    /// The points that touch, in the local coordinates of A and of B.
    pub local: [Vec3; 2],
    /// A unit vector from B to A.
    pub normal: Vec3,
    /// The normals of all contacts that keep it from being shorter.
    pub normals: Vec<Vec3>,
}

/// The search for one pair. Translations are those of A, in world units.
struct Search<'a, 'w> {
    /// Placed from the origin of A.
    bodies: [Body<'a>; 2],
    /// As they are placed in the world.
    in_world: [Body<'a>; 2],
    pair: BodyPair<'a>,
    kinds: [Kind<'a>; 2],
    effort: Effort,
    /// What has separated the bodies before.
    before: Option<Vec3>,
    work: &'w mut Workspace,
    steps: u32,
    tests: u32,
    /// The largest coordinate, and what is allowed for rounding.
    reach: f64,
    best: Option<Escape>,
    /// The ways along the first directions.
    ways: Vec<Escape>,
    /// The last contacts of all casts.
    contacts: Vec<Escape>,
    pieces: Vec<Overlapping<'a>>,
    /// Where pieces have been looked for.
    deep_points: Vec<DeepPoint>,
    rays: Rays,
}

impl<'a, 'w> Search<'a, 'w> {
    fn new(
        pair: &BodyPair<'a>,
        in_world: [Body<'a>; 2],
        effort: Effort,
        work: &'w mut Workspace,
    ) -> Search<'a, 'w> {
        let reach = pair.relative.length_in_world_units(pair.relative.absolute_extents().sum());
        let bodies = pair.bodies();
        Search {
            bodies,
            in_world,
            pair: BodyPair { swapped: false, ..*pair },
            kinds: bodies.map(|body| Kind::of(body.shape)),
            effort,
            before: None,
            work,
            steps: 0,
            tests: 0,
            reach,
            best: None,
            ways: Vec::new(),
            contacts: Vec::new(),
            pieces: Vec::new(),
            deep_points: Vec::new(),
            rays: Rays::default(),
        }
    }

    fn run(&mut self) -> Option<Separation> {
        if self.is_apart(&Vec3::zeros()) {
            return None;
        }
        if let Some((found, _)) = self.of_convex() {
            return Some(found);
        }
        let mut proved = self.first_escape();
        // Without depths the search for a lower bound finds less: it begins with a better way.
        if !self.has_depths() && proved < self.target() {
            self.other_escapes();
            proved = self.proved();
        }
        let lower = self.lower_bound(proved);
        let best = self.best?;
        let translation = self.certain(&best.translation, &best.normal);
        let lower = (lower - PIECE_ROUNDING * self.reach).clamp(0.0, translation.norm());
        Some(Separation { translation, lower, local: best.local })
    }

    /// Of two convex bodies, and the normal.
    fn of_convex(&mut self) -> Option<(Separation, Vec3)> {
        let [Some(a), Some(b)] = [self.kinds[0].convex(), self.kinds[1].convex()] else {
            return None;
        };
        let found =
            penetration_depth(a, b, &self.pair.relative, TIGHTEST_DISTANCE_TOLERANCE, self.work)?;
        let translation = self.certain(&(found.normal * found.depth), &found.normal);
        let lower = (found.lower - PIECE_ROUNDING * self.reach).clamp(0.0, translation.norm());
        let local = [found.local_a, found.local_b];
        Some((Separation { translation, lower, local }, found.normal))
    }

    /// Where A is after a translation.
    fn moved(&self, by: &Vec3) -> Placement {
        moved(self.bodies[0].placement, by)
    }

    /// Whether the bodies are apart after a translation: the exact test.
    fn is_apart(&mut self, by: &Vec3) -> bool {
        self.are_apart(self.bodies, by)
    }

    fn are_apart(&mut self, bodies: [Body<'_>; 2], by: &Vec3) -> bool {
        self.steps += 1;
        are_apart(bodies, by)
    }

    /// A translation along another, or of none along the normal, that certainly separates the bodies in the world: if possible one that
    /// is no longer but for rounding.
    fn certain(&mut self, by: &Vec3, normal: &Vec3) -> Vec3 {
        let (length, reach) = (by.norm(), self.reach);
        let along = by.try_normalize(0.0).unwrap_or(*normal);
        lengthened(&along, length, reach, |by| self.are_apart(self.in_world, by))
    }

    /// Whether points that are deep in both bodies can be found.
    fn has_depths(&self) -> bool {
        self.kinds.iter().all(Kind::has_depths)
    }

    fn is_over(&mut self) -> bool {
        let steps = self.steps + self.tests / TESTS_A_STEP;
        steps >= self.effort.steps || self.effort.deadline.is_some_and(|end| Instant::now() >= end)
    }

    fn best_length(&self) -> f64 {
        self.best.map_or(f64::INFINITY, |best| best.length())
    }

    /// The length up to which translations are to be shown not to separate.
    fn target(&self) -> f64 {
        self.best_length() * (1.0 - self.effort.gap.max(0.0))
    }
}

/// Whether bodies are apart after a translation of the first.
fn are_apart(bodies: [Body<'_>; 2], by: &Vec3) -> bool {
    answer_after(bodies, by) == Answer::Nothing
}

/// What of the bodies collides after a translation of the first, if anything does.
fn answer_after([a, b]: [Body<'_>; 2], by: &Vec3) -> Answer {
    check();
    let placement = moved(a.placement, by);
    let a = Body { placement: &placement, ..a };
    collide(a, b, Question::Parts, &mut Coherence::default(), &mut 0)
}

fn moved(placement: &Placement, by: &Vec3) -> Placement {
    Placement { origin: placement.origin + by, ..*placement }
}
