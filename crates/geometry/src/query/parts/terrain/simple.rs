//! Whether a ball, a capsule or a box touches a height field: by closed forms of the triangles near it, without a mesh of them.

use super::HeightField;
use super::walk::FEW;
use crate::convex::closed_form::{between, in_triangle, of_segment_and_triangle, weighted};
use crate::convex::unrounded::similarity;
use crate::math::tolerance::{CLEAR_MARGIN, CLOSED_FORM_REACH, CLOSED_FORM_SCALES, TOUCHING};
use crate::math::{Aabb, Vec3};
use crate::query::ask::{Answer, Question};
use crate::query::block::Block;
use crate::query::bodies::{BodyPair, BodyShape};
use crate::shape::Support;
use crate::shape::core::Core;

#[cfg(test)]
mod tests;

/// A ball or a capsule.
struct RoundBody {
    /// The ends of its axis, the centre twice of a ball.
    ends: [Vec3; 2],
    radius: f64,
    /// Distances that differ from the radius by no more are left open.
    slack: f64,
}

/// Whether a body touches a triangle.
enum Touch {
    Apart,
    /// The point of the triangle that is nearest to the axis of a ball or a capsule, in the coordinates of the field; of a box none is
    /// found.
    Touching(Vec3),
    /// Rounding hides it.
    Open,
}

impl BodyPair<'_> {
    /// Whether a ball, a capsule or a box touches a height field, in the order of the query. Counts the triangles that are tested.
    ///
    /// `None` where the general way has to answer: other bodies and deformed ones, a point in common with a box, more than a few cells, and
    /// what is so near to touching that rounding hides it.
    pub(in crate::query::parts) fn collide_simple_body_and_field(
        &self,
        question: Question,
        tested: &mut u64,
    ) -> Option<Answer> {
        let (bodies, outer, side) = (self.bodies(), self.outer(), self.outer_queried());
        let [of_field, of_body] = [bodies[outer], bodies[1 - outer]];
        let (BodyShape::Parts(parts), BodyShape::Convex(body)) = (of_field.shape, of_body.shape)
        else {
            return None;
        };
        let core = body.core(true)?;
        let is_box =
            matches!(core, Core::Box(_)) && body.margin() == 0.0 && question == Question::Parts;
        if !is_box && !matches!(core, Core::Point(_) | Core::Segment(_)) {
            return None;
        }
        let field = parts.as_any().downcast_ref::<HeightField>()?;
        let [whole, at] = [of_field.placement, of_body.placement];
        let scales = [similarity(&whole.basis)?, similarity(&at.basis)?];
        let [of_field, of_body] = scales;
        let offset = at.origin - whole.origin;
        let reach = offset.abs().sum()
            + of_body * body.absolute_extents().sum()
            + of_field * HeightField::bounds(field).absolute_extents().sum();
        let is_usual = CLOSED_FORM_REACH.contains(&reach)
            && scales.iter().all(|scale| CLOSED_FORM_SCALES.contains(scale));
        if !is_usual {
            return None;
        }
        let turned = whole.basis.tr_mul(&at.basis) / (of_field * of_field);
        let center = whole.basis.tr_mul(&offset) / (of_field * of_field);
        let in_body = |p: &Vec3| at.basis.tr_mul(&(whole.basis * p - offset)) / (of_body * of_body);
        let slack = CLEAR_MARGIN * TOUCHING * reach;
        let found = if let Core::Box(half) = core {
            let block = Block::new(half, slack / of_body, reach / of_body);
            let meets = |corners: &[Vec3; 3]| match block.overlap(&corners.each_ref().map(in_body))
            {
                Some(Some(_)) => Touch::Touching(Vec3::zeros()),
                Some(None) => Touch::Apart,
                None => Touch::Open,
            };
            let reach = turned.abs() * half + Vec3::repeat(slack / of_field);
            let bounds = Aabb { min: center - reach, max: center + reach };
            field.touched(&bounds, &meets, tested)
        } else {
            let ends = match core {
                Core::Point(center) => [center; 2],
                Core::Segment(ends) => ends,
                _ => return None,
            };
            let ends = ends.map(|end| turned * end + center);
            let radius = body.margin() * (of_body / of_field);
            let round = RoundBody { ends, radius, slack: slack / of_field };
            let ([p, q], reach) = (ends, Vec3::repeat(radius + round.slack));
            let bounds = Aabb { min: p.inf(&q) - reach, max: p.sup(&q) + reach };
            field.touched(&bounds, &|corners| round.meets(corners), tested)
        };
        let Some((number, on_field)) = found? else { return Some(Answer::Nothing) };
        let (mut numbers, mut common) = ([0; 2], [Vec3::zeros(); 2]);
        numbers[side] = number;
        if question == Question::CommonPoint {
            common = [in_body(&on_field); 2];
            common[side] = on_field;
        }
        Some(Answer::Parts { parts: numbers, common })
    }
}

impl HeightField {
    /// The first triangle that a body in a box certainly touches, by number, and a point of both; `Some(None)` if it touches none. `None`
    /// if the cells are more than a few, or rounding leaves it open.
    fn touched(
        &self,
        bounds: &Aabb,
        meets: &dyn Fn(&[Vec3; 3]) -> Touch,
        tested: &mut u64,
    ) -> Option<Option<(u32, Vec3)>> {
        let Some(cells) = self.cells_in(bounds) else { return Some(None) };
        if cells.count() > FEW {
            return None;
        }
        let meets_heights =
            |[least, greatest]: [f64; 2]| least <= bounds.max.y && greatest >= bounds.min.y;
        let (mut found, mut is_open) = (None, false);
        for row in cells.first[1]..cells.end[1] {
            for column in cells.first[0]..cells.end[0] {
                self.triangles_within([column, row], meets_heights, |k, corners| {
                    if found.is_some() {
                        return;
                    }
                    *tested += 1;
                    match meets(corners) {
                        Touch::Apart => {}
                        Touch::Touching(at) => {
                            found = Some((2 * (row * (self.columns - 1) + column) + k, at));
                        }
                        Touch::Open => is_open = true,
                    }
                });
                if found.is_some() {
                    return Some(found);
                }
            }
        }
        (!is_open).then_some(None)
    }
}

impl RoundBody {
    fn meets(&self, corners: &[Vec3; 3]) -> Touch {
        let (along, weights) = if self.ends[0] == self.ends[1] {
            (0.0, in_triangle(corners, &self.ends[0]))
        } else if let Some(nearest) = of_segment_and_triangle(&self.ends, corners) {
            nearest
        } else {
            return Touch::Open;
        };
        let on_triangle = weighted(corners, &weights);
        let difference = on_triangle - between(&self.ends, along);
        let length = difference.norm();
        if length < self.radius - self.slack {
            return Touch::Touching(on_triangle);
        }
        // The planes across the difference through each of the points have the two on different sides, but for rounding.
        let [p, q, r] = corners.each_ref().map(|corner| difference.dot(corner));
        let [from, to] = self.ends.each_ref().map(|end| difference.dot(end));
        let lower = (p.min(q).min(r) - from.max(to)) / length;
        if lower > self.radius + self.slack { Touch::Apart } else { Touch::Open }
    }
}
