//! Bodies that consist of others: compounds, and whatever makes its parts when they are needed.
//!
//! A question about such a body is asked about each of its parts that may matter, through the same door, and the answers are combined:
//! the first hit, the least distance, the earliest contact, the deepest points, all contacts. What two bodies of parts answer does not
//! depend on which of them is asked about first: see [`BodyPair::outer`].

mod compound;
mod moving;
mod placed_bounds;
mod points;
mod questions;
mod single;
mod terrain;
#[cfg(test)]
pub(in crate::query) mod tests;

use std::any::Any;
use std::cell::Cell;
use std::fmt;

pub use compound::{Compound, MOST_NESTED};
pub use points::Points;
pub(super) use terrain::FieldRay;
pub use terrain::{Diagonal, HeightField, Heights};

use super::ask::Answer;
use super::bodies::{Body, BodyPair, BodyShape, PartIndices, Shapes};
use super::local_bounds::{EVERYWHERE, placed_box};
use crate::math::tolerance::{MOST_STRETCHED, REGION_SLACK};
use crate::math::{Aabb, Placement, Vec3};
use placed_bounds::PlacedBounds;

/// A body that consists of parts, each a body with a placement of its own.
///
/// The convex solids and polytopes that it is made of have numbers, which are the numbers of parts in answers: those of a part begin at
/// [`Part::first`], where a convex solid has one and a mesh one for each polytope.
pub trait Parts: fmt::Debug + Send + Sync {
    /// A box around all parts; [`EVERYWHERE`] if one of them has no bounds.
    fn bounds(&self) -> Aabb;

    /// One more than the largest number of a convex solid or polytope.
    fn count(&self) -> u32;

    /// Passes the parts to a visitor whose boxes have a bound that is not above its limit. They come in an order that depends on
    /// the bounds alone, the least first where that is not costly. Parts may be made for the visit.
    fn walk(&self, visitor: &mut dyn PartsVisitor);

    /// Passes the part that has a number to a visitor; none if there is none.
    fn part_of(&self, number: u32, visit: &mut dyn FnMut(&Part<'_>));

    /// Whether a mesh of it has no inside.
    fn is_open(&self) -> bool {
        let (limit, mut is_open) = (Cell::new(0.0), false);
        let mut visit = |part: &Part<'_>| {
            if part.shape.is_open() {
                is_open = true;
                limit.set(END);
            }
        };
        walk_all(self, &limit, &mut visit);
        is_open
    }

    /// The number of a part as a mesh was given it: see `BodyShape::number`.
    fn number(&self, i: u32) -> u32 {
        let mut found = i;
        self.part_of(i, &mut |part| found = part.first + part.shape.number(i - part.first));
        found
    }

    /// For what has to know the type, such as the format of files.
    fn as_any(&self) -> &dyn Any;

    /// The same, to change it.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// A part of a body, while it is visited.
#[derive(Clone, Copy)]
pub struct Part<'p> {
    /// The number of its first convex solid or polytope.
    pub first: u32,
    /// Its shape.
    pub shape: BodyShape<'p>,
    /// Where it is in the local coordinates of the body; it flattens nothing.
    pub placement: &'p Placement,
}

impl Part<'_> {
    /// By what number the whole body knows a convex solid or polytope of the part.
    fn number_in_whole(&self, i: u32) -> u32 {
        match self.shape {
            BodyShape::Soup(soup) => self.first + soup.name(i),
            _ => self.first + i,
        }
    }
}

/// What walks through the parts of a body.
pub trait PartsVisitor {
    /// A lower bound on what is looked for (a distance, a time) in a box in the local coordinates of the body; infinite if there is
    /// nothing.
    fn bound(&mut self, local: &Aabb) -> f64;

    /// Boxes with a larger bound are left out, and those with an infinite one. It may fall during the walk, below all bounds to end it.
    fn limit(&self) -> f64;

    /// Takes a part.
    fn visit(&mut self, part: &Part<'_>);

    /// What the question is about, if parts of a surface may be joined, and visited twice. Otherwise each is wanted once.
    fn reach(&self) -> Option<Reach> {
        None
    }
}

/// Which parts a question is about.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// A box in the local coordinates of the body: what is outside has an infinite bound.
    pub bounds: Aabb,
    /// Which parts of a surface the answer depends on.
    pub wanted: Wanted,
}

/// Which parts of a surface an answer depends on.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// Some that it is about, and their neighbours.
    Some,
    /// All in the box together, as contacts do, and their neighbours.
    All,
    /// The nearest. A limit of 1 is so long in local coordinates, along each axis, around the box.
    Nearest(Vec3),
}

impl Reach {
    const EVERYTHING: Reach = Reach { bounds: EVERYWHERE, wanted: Wanted::Some };
}

/// The limit that ends a walk.
const END: f64 = f64::NEG_INFINITY;

/// A walk by closures.
struct Walk<'w> {
    bound: &'w mut dyn FnMut(&Aabb) -> f64,
    limit: &'w Cell<f64>,
    visit: &'w mut dyn FnMut(&Part<'_>),
    /// Found out where it is asked for.
    reach: &'w dyn Fn() -> Option<Reach>,
}

impl PartsVisitor for Walk<'_> {
    fn bound(&mut self, local: &Aabb) -> f64 {
        (self.bound)(local)
    }

    fn limit(&self) -> f64 {
        self.limit.get()
    }

    fn visit(&mut self, part: &Part<'_>) {
        (self.visit)(part);
    }

    fn reach(&self) -> Option<Reach> {
        (self.reach)()
    }
}

/// Visits all parts, until the limit ends the walk.
fn walk_all<P: Parts + ?Sized>(parts: &P, limit: &Cell<f64>, visit: &mut dyn FnMut(&Part<'_>)) {
    parts.walk(&mut Walk { bound: &mut |_| 0.0, limit, visit, reach: &|| None });
}

/// What a pair of parts is passed to, with where it comes from.
type VisitPair<'v> = dyn FnMut(&BodyPair<'_>, &Origin<'_>) + 'v;

/// Which part of which body a pair consists of.
#[derive(Clone, Copy)]
struct Origin<'p> {
    /// The body's place in the order of the query.
    side: usize,
    part: Part<'p>,
}

impl Origin<'_> {
    /// Points in the coordinates of the part and of the other body, in those of the bodies.
    fn locals(&self, mut points: [Vec3; 2]) -> [Vec3; 2] {
        points[self.side] = self.part.placement.apply(&points[self.side]);
        points
    }

    /// The numbers of parts of the bodies.
    fn numbers(&self, mut numbers: PartIndices) -> PartIndices {
        numbers[self.side] = self.part.number_in_whole(numbers[self.side]);
        numbers
    }

    fn answer(&self, answer: Answer) -> Answer {
        match answer {
            Answer::Parts { parts, common } => {
                Answer::Parts { parts: self.numbers(parts), common: self.locals(common) }
            }
            Answer::Inside { common } => Answer::Inside { common: self.locals(common) },
            other => other,
        }
    }
}

impl Body<'_> {
    /// Whether it has no bounds: a half-space, or a body of which one is a part.
    pub fn is_unbounded(&self) -> bool {
        match self.shape {
            BodyShape::Parts(parts) => parts.bounds().absolute_extents().max() >= UNBOUNDED,
            shape => shape.half_space().is_some(),
        }
    }
}

/// Boxes that reach this far are those of bodies without bounds.
const UNBOUNDED: f64 = 1e299;

impl<'a> BodyPair<'a> {
    /// Whether a body consists of others.
    pub(crate) fn has_parts(&self) -> bool {
        matches!(self.shapes, Shapes::Parts(..))
    }

    /// The place of the body whose parts are visited. Of two bodies of parts it is the one that comes first in an order that swapping
    /// the bodies does not change.
    pub(super) fn outer(&self) -> usize {
        let shapes = self.shapes.each();
        match shapes.map(|shape| matches!(shape, BodyShape::Parts(_))) {
            [true, true] => {
                let [a, b] = shapes.map(|shape| shape.absolute_extents());
                usize::from(!self.relative.comes_first(&a, &b))
            }
            [_, of_b] => usize::from(of_b),
        }
    }

    /// The bodies in the order of the query.
    pub(super) fn queried(&self) -> [Body<'a>; 2] {
        let [a, b] = self.bodies();
        self.in_order(a, b)
    }

    /// The place of the body whose parts are visited, in the order of the query.
    fn outer_queried(&self) -> usize {
        self.outer() ^ usize::from(self.swapped)
    }

    /// What bounds the other body.
    fn other(&self) -> PlacedBounds<'a> {
        PlacedBounds::of(self.queried()[1 - self.outer_queried()])
    }

    /// Visits the pairs of a part of one body and the other body, in the order of the query.
    fn walk(
        &self,
        bound: &mut dyn FnMut(&Aabb) -> f64,
        limit: &Cell<f64>,
        reach: &dyn Fn() -> Option<Reach>,
        visit: &mut VisitPair<'_>,
    ) {
        let (outer, bodies, side) = (self.outer(), self.bodies(), self.outer_queried());
        let BodyShape::Parts(parts) = bodies[outer].shape else { return };
        let (whole, other) = (bodies[outer].placement, bodies[1 - outer]);
        let mut visit = |part: &Part<'_>| {
            let placement = whole.compose(part.placement);
            let Some(body) = Body::new(part.shape, &placement) else { return };
            // In the order of A and B, so that answers do not depend on that of the query.
            let [first, second] = if outer == 0 { [body, other] } else { [other, body] };
            if let Some(pair) = BodyPair::new(first, second) {
                let pair = BodyPair { swapped: pair.swapped != self.swapped, ..pair };
                visit(&pair, &Origin { side, part: *part });
            }
        };
        parts.walk(&mut Walk { bound, limit, visit: &mut visit, reach });
    }

    /// Where the other body is in the coordinates of the one whose parts are visited, while it moves, if at all.
    fn reach_of_other(&self, motion: &Vec3) -> Reach {
        let (outer, bodies) = (self.outer(), self.bodies());
        let (whole, other) = (bodies[outer].placement, bodies[1 - outer]);
        let Some(inverse) = whole.basis.try_inverse() else { return Reach::EVERYTHING };
        let at = other.placement;
        let stretch = inverse.amax() * whole.basis.amax();
        if stretch.is_nan() || stretch > MOST_STRETCHED || other.is_unbounded() {
            return Reach::EVERYTHING;
        }
        let origin = inverse * (at.origin - whole.origin);
        let local = other.shape.bounds().transformed(&(inverse * at.basis), &origin);
        let swept = local.join(&local.translated(&(inverse * motion)));
        let reach = at.basis.abs() * other.shape.absolute_extents()
            + at.origin.abs()
            + whole.origin.abs()
            + motion.abs();
        let bounds = swept.inflated(&(inverse.abs() * reach * REGION_SLACK));
        let is_finite = bounds.min.iter().chain(&bounds.max).all(|x| x.is_finite());
        if is_finite { Reach { bounds, wanted: Wanted::Some } } else { Reach::EVERYTHING }
    }

    /// Visits the pairs whose boxes overlap, until the limit is [`END`].
    fn walk_overlapping(
        &self,
        limit: &Cell<f64>,
        reach: &dyn Fn() -> Option<Reach>,
        visit: &mut VisitPair<'_>,
    ) {
        let whole = self.queried()[self.outer_queried()].placement;
        let other = self.other();
        let mut bound = |local: &Aabb| {
            if other.overlaps(&placed_box(local, whole)) { 0.0 } else { f64::INFINITY }
        };
        self.walk(&mut bound, limit, reach, visit);
    }

    /// Visits the pairs whose boxes overlap, those of a surface together.
    fn walk_touching(&self, visit: &mut VisitPair<'_>) {
        let reach = || Some(Reach { wanted: Wanted::All, ..self.reach_of_other(&Vec3::zeros()) });
        self.walk_overlapping(&Cell::new(0.0), &reach, visit);
    }

    /// Visits the pairs that reach into a half-space, the lowest first, as far down as the limit. Returns whether there is one.
    fn walk_lowest(&self, limit: &Cell<f64>, visit: &mut VisitPair<'_>) -> bool {
        let whole = self.queried()[self.outer_queried()].placement;
        let Some(plane) = self.other().half_space() else { return false };
        let mut bound = |local: &Aabb| plane.gap(&placed_box(local, whole));
        self.walk(&mut bound, limit, &|| None, visit);
        true
    }

    /// Visits the pairs of convex solids and meshes that the bodies consist of whose boxes overlap, in the order of the query, each with
    /// what is added to its numbers of parts.
    pub fn each_pair_of_parts(&self, visit: &mut dyn FnMut(&BodyPair<'_>, PartIndices)) {
        if !self.has_parts() {
            return visit(self, [0, 0]);
        }
        self.walk_overlapping(&Cell::new(0.0), &|| None, &mut |pair, origin| {
            pair.each_pair_of_parts(&mut |leaves, numbers| {
                let mut first = numbers;
                first[origin.side] += origin.part.first;
                visit(leaves, first);
            });
        });
    }

    /// Visits the pairs that are no farther apart than the limit, by what bounds the other body, near ones first.
    fn walk_near(&self, other: &PlacedBounds<'_>, limit: &Cell<f64>, visit: &mut VisitPair<'_>) {
        let whole = self.queried()[self.outer_queried()].placement;
        let mut bound = |local: &Aabb| other.gap_within(limit.get(), &placed_box(local, whole));
        let reach = || {
            let inverse = whole.basis.try_inverse().unwrap_or_default();
            let per_length = Vec3::from_fn(|axis, _| inverse.row(axis).norm());
            let wanted = Wanted::Nearest(per_length);
            Some(Reach { wanted, ..self.reach_of_other(&Vec3::zeros()) })
        };
        self.walk(&mut bound, limit, &reach, visit);
    }
}
