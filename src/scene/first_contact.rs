//! The first contact of two bodies of which one is translated: the earliest of all their parts.

use std::ops::ControlFlow;

use super::doubtful::{Verdict, verdict};
use super::parts::{Bodies, PartIndices, PartVisitor, visit_by_bounds};
use super::solids::inside;
use solid_geometry::bvh::CenteredBox;
use solid_geometry::convex::cast::cast;
use solid_geometry::convex::cast::swept_ray::Path;
use solid_geometry::convex::pair::VertexHints;
use solid_geometry::convex::relative::RelativePlacement;
use solid_geometry::math::tolerance::SKEW;
use solid_geometry::math::{Mat3, Vec3};
use solid_geometry::shape::Support;

#[cfg(test)]
mod tests;

/// The first contact of two bodies on their way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// When: zero if and only if the bodies share a point from the start.
    pub time: f64,
    /// A point of each body, in its local coordinates, which meet then; in the order of the question.
    pub locals: [Vec3; 2],
    /// The normal there, a unit vector along world axes from the second body to the first; zero if the bodies share a
    /// point from the start.
    pub normal: Vec3,
}

/// The first contact of two bodies, of which the second is moved by `motion` from time 0 to time 1; `None` if there is
/// none. Touching is contact. The time is exact to a relative error.
pub fn first_contact(bodies: &Bodies<'_>, motion: &Vec3, tolerance: f64) -> Option<Contact> {
    let verdict = verdict(bodies);
    if let Some(Verdict::Touching(locals)) = verdict {
        return Some(Contact {
            time: 0.0,
            locals: bodies.in_order(locals[0], locals[1]),
            normal: Vec3::zeros(),
        });
    }
    // Of the body B.
    let motion = bodies.directed(*motion);
    let path = Path::new(&motion, 1.0, &bodies.relation);
    let mut earliest = Earliest { motion, tolerance, hints: [0; 2], found: None };
    // Broken off or not, what was found is the answer.
    let _ = visit_by_bounds(bodies, &mut earliest, |axes: &Mat3| {
        let direction = axes * path.direction;
        move |differences: &CenteredBox| entry(&path, &direction, differences)
    });
    let at_start = earliest.found.is_some_and(|found| found.time == 0.0);
    let held = if at_start { None } else { inside(bodies) };
    let held = held.map(|held| Contact { time: 0.0, locals: held.common, normal: Vec3::zeros() });
    let Contact { time, locals: [of_a, of_b], normal } = held.or(earliest.found)?;
    let time = if verdict == Some(Verdict::Apart) { time.max(f64::MIN_POSITIVE) } else { time };
    Some(Contact { time, locals: bodies.in_order(of_a, of_b), normal: bodies.directed(normal) })
}

/// No parts whose differences are in a box meet before this time. `direction` is the path's, along the box's axes.
fn entry(path: &Path, direction: &Vec3, differences: &CenteredBox) -> f64 {
    let (mut first, mut last) = (0.0_f64, path.length);
    for axis in 0..3 {
        let (center, half, rate) =
            (differences.center[axis], differences.half[axis], direction[axis]);
        if rate == 0.0 {
            if center.abs() > half {
                return f64::INFINITY;
            }
            continue;
        }
        let (p, q) = ((center - half) / rate, (center + half) / rate);
        let (near, far) = if p < q { (p, q) } else { (q, p) };
        first = first.max(near - SKEW * near.abs());
        last = last.min(far + SKEW * far.abs());
    }
    if first <= last { path.time(first) * (1.0 - SKEW) } else { f64::INFINITY }
}

/// The first contact of parts so far.
struct Earliest {
    /// Of B.
    motion: Vec3,
    tolerance: f64,
    hints: VertexHints,
    /// In the order of A and B.
    found: Option<Contact>,
}

impl PartVisitor for Earliest {
    fn visit<A: Support + Copy, B: Support + Copy>(
        &mut self,
        a: A,
        b: B,
        _: PartIndices,
        relation: &RelativePlacement,
    ) -> ControlFlow<()> {
        // To the end, whatever was found: the time of a part then does not depend on the others.
        let found = cast(a, b, relation, &self.motion, 1.0, self.tolerance, &mut self.hints);
        if let Some(found) =
            found.filter(|found| self.found.is_none_or(|first| found.time < first.time))
        {
            let locals = [found.witness.local_a, found.witness.local_b];
            self.found = Some(Contact { time: found.time, locals, normal: found.normal });
        }
        if self.limit() == 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn limit(&self) -> f64 {
        self.found.map_or(1.0, |found| found.time)
    }
}
