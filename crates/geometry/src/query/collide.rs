//! Whether two bodies collide, and where.
//!
//! Two convex bodies are decided by [`crate::convex`]. For meshes, a walk of their trees yields candidates, which are decided in
//! the same way; the first pair of parts that collides is the answer (thesis 6.3.4). If no part of a solid collides, the solid may
//! still contain the other body.

use std::ops::ControlFlow;

use super::ask::{Answer, Question};
use super::bodies::{Body, BodyPair, BodyShape, PartIndices, Shapes};
use super::half_space;
use super::separating_axes::SeparatingAxes;
use super::traversal::visit_overlapping_parts;
use crate::convex::closed_form::Placed;
use crate::convex::query::{Coherence, common_point, intersect, overlap};
use crate::convex::relative::RelativePlacement;
use crate::convex::witness::Witness;
use crate::mesh::PolytopeSoup;
use crate::mesh::leaf_test::LeafTest;
use crate::mesh::query::first_pair;
use crate::shape::{Primitive, Support};

/// Of two convex parts.
fn of_parts(parts: PartIndices, Witness { local_a, local_b, .. }: Witness) -> Answer {
    Answer::Parts { parts, common: [local_a, local_b] }
}

/// Whether two bodies collide, and a common point if that is asked for, by a search. Counts the pairs of parts that are tested.
#[inline]
pub(super) fn search_collision(
    first: Body<'_>,
    second: Body<'_>,
    question: Question,
    coherence: &mut Coherence,
    tested: &mut u64,
) -> Answer {
    use BodyShape::{Convex, Parts, Soup};
    match (first.shape, second.shape) {
        (Convex(a), Convex(b)) if question == Question::Parts => {
            *tested += 1;
            match overlap_of_convex((a, first.placement), (b, second.placement), coherence) {
                true => of_parts([0, 0], Witness::default()),
                false => Answer::Nothing,
            }
        }
        (Convex(a), Convex(b)) => of_convex(a, b, [first, second], question, coherence, tested),
        (Convex(_), Soup(_)) => of_mesh(second, first, question, coherence, tested).mirrored(),
        (Soup(_), Convex(_) | Soup(_)) => of_mesh(first, second, question, coherence, tested),
        (Parts(_), _) | (_, Parts(_)) => BodyPair::new(first, second)
            .map_or(Answer::Nothing, |pair| pair.collide_parts(question, tested)),
    }
}

/// Whether two convex bodies collide, neither of them a half-space. `false` as well where a placement is not finite.
pub(super) fn overlap_of_convex(a: Placed<'_>, b: Placed<'_>, coherence: &mut Coherence) -> bool {
    overlap(a.0, a.1, b.0, b.1, coherence)
}

/// Two bodies of one part each.
#[inline]
fn of_convex<A: Support, B: Support>(
    a: &A,
    b: &B,
    [first, second]: [Body<'_>; 2],
    question: Question,
    coherence: &mut Coherence,
    tested: &mut u64,
) -> Answer {
    *tested += 1;
    match question {
        Question::Parts => {
            if overlap(a, first.placement, b, second.placement, coherence) {
                of_parts([0, 0], Witness::default())
            } else {
                Answer::Nothing
            }
        }
        _ => {
            let (of_a, of_b) = (a.absolute_extents(), b.absolute_extents());
            RelativePlacement::new(&of_a, first.placement, &of_b, second.placement)
                .and_then(|relative| common_point(a.any(), b.any(), &relative, coherence))
                .map_or(Answer::Nothing, |witness| of_parts([0, 0], witness))
        }
    }
}

/// A mesh and any body.
fn of_mesh(
    first: Body<'_>,
    second: Body<'_>,
    question: Question,
    coherence: &mut Coherence,
    tested: &mut u64,
) -> Answer {
    let both = [first, second];
    let soups = both.map(|body| match body.shape {
        BodyShape::Soup(soup) => Some(soup),
        BodyShape::Convex(_) | BodyShape::Parts(_) => None,
    });
    let is_bounded = both.iter().all(|body| body.shape.half_space().is_none());
    if is_bounded && soups.iter().flatten().all(|soup| soup.len() == 1) {
        if soups.iter().flatten().any(|soup| soup.was_deformed()) {
            coherence.forget_extents();
        }
        return match (first.shape, second.shape) {
            (BodyShape::Soup(a), BodyShape::Soup(b)) => {
                of_convex(&a.only(), &b.only(), both, question, coherence, tested)
            }
            (BodyShape::Soup(a), BodyShape::Convex(b)) => {
                of_convex(&a.only(), b, both, question, coherence, tested)
            }
            _ => Answer::Nothing,
        };
    }
    let Some(pair) = BodyPair::new(first, second) else {
        return Answer::Nothing;
    };
    if pair.has_half_space() {
        *tested += 1;
        return half_space::answer(first, second, question).unwrap_or(Answer::Nothing);
    }
    let hit = match pair.shapes {
        Shapes::Soups(a, b) => of_soups(a, b, &pair, coherence, tested),
        Shapes::Mixed(a, b) => of_soup_and_convex(a, b, &pair, coherence, tested),
        Shapes::Convex(..) | Shapes::Parts(..) => None,
    };
    match hit {
        Some(parts) => of_parts(parts, pair.witness(parts, question, coherence)),
        None => {
            pair.inside().map_or(Answer::Nothing, |inside| Answer::Inside { common: inside.common })
        }
    }
}

/// The first polytopes of two meshes that share a point.
fn of_soups(
    a: &PolytopeSoup,
    b: &PolytopeSoup,
    pair: &BodyPair<'_>,
    coherence: &mut Coherence,
    tested: &mut u64,
) -> Option<PartIndices> {
    let [of_a, of_b] = pair.placements;
    // The axis is carried from polytope to polytope: neighbours are often separated by the same one.
    let mut leaf_test = LeafTest::new(a, b, &pair.relative);
    let test = |i, j| {
        *tested += 1;
        leaf_test.intersects(i, j, coherence)
    };
    first_pair(a, of_a, b, of_b, test).map(|(i, j)| [i, j])
}

/// The first polytope of a mesh that shares a point with a convex body.
fn of_soup_and_convex(
    a: &PolytopeSoup,
    b: &Primitive,
    pair: &BodyPair<'_>,
    coherence: &mut Coherence,
    tested: &mut u64,
) -> Option<PartIndices> {
    // Neighbours are often separated by the same axis. Trying it takes a fraction of a test, unless that is a closed form.
    let mut axes = SeparatingAxes::new(pair).filter(|_| b.core_dimension() > 1);
    if let Some((axes, axis)) = axes.as_mut().zip(coherence.axis()) {
        axes.keep(&axis);
    }
    visit_overlapping_parts(pair, &mut |parts| {
        *tested += 1;
        if axes.as_mut().is_some_and(|axes| axes.separate(parts[0])) {
            return ControlFlow::Continue(());
        }
        if intersect(&a.primitive(parts[0]), b, &pair.relative, coherence) {
            return ControlFlow::Break(parts);
        }
        if let Some((axes, axis)) = axes.as_mut().zip(coherence.axis()) {
            axes.keep(&axis);
        }
        ControlFlow::Continue(())
    })
    .break_value()
}

impl BodyPair<'_> {
    /// A point that two parts share which were found to collide, if it is asked for. It does not depend on earlier queries.
    fn witness(&self, [i, j]: PartIndices, question: Question, coherence: &Coherence) -> Witness {
        if question == Question::Parts {
            return Witness::default();
        }
        let mut fresh = Coherence::starting_at(coherence.hints);
        let common = match self.shapes {
            Shapes::Soups(a, b) => {
                common_point(a.primitive(i).any(), b.primitive(j).any(), &self.relative, &mut fresh)
            }
            Shapes::Mixed(a, b) => {
                common_point(a.primitive(i).any(), b.any(), &self.relative, &mut fresh)
            }
            Shapes::Convex(a, b) => common_point(a.any(), b.any(), &self.relative, &mut fresh),
            Shapes::Parts(..) => None,
        };
        common.unwrap_or_default()
    }
}
