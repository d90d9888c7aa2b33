//! Pairs of objects whose surfaces do not meet, but of which one is inside the other, a solid.

use super::bodies::{BodyPair, Shapes};
use crate::math::Vec3;
use crate::math::vector::{is_finite, is_singular, preimage};
use crate::mesh::PolytopeSoup;
use crate::mesh::containment::Container;
use crate::shape::Support;

/// Two bodies whose surfaces do not meet, of which one is a solid around a part of the other.
///
/// ```
/// use solid_geometry::query::{Body, BodyPair};
/// use solid_geometry::{Placement, Shape};
///
/// let corners = [[0.0; 3], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]].map(Into::into);
/// let hollow = Shape::mesh(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// let (solid, ball) = (hollow.clone().into_solid()?, Shape::sphere(0.5)?);
/// let (here, at) = (Placement::IDENTITY, Placement::translation([1.0, 1.0, 1.0]));
/// let inside = |mesh: &Shape| {
///     let (a, b) = Body::new(mesh.view(), &here).zip(Body::new(ball.view(), &at))?;
///     BodyPair::new(a, b)?.inside()
/// };
/// assert!(inside(&hollow).is_none() && inside(&solid).is_some_and(|inside| inside.in_a));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Inside {
    /// A point that both hold, in the local coordinates of A and of B.
    pub common: [Vec3; 2],
    /// Whether A is the solid, rather than B.
    pub in_a: bool,
}

/// The places of A and of B in lists of two.
const A: usize = 0;
const B: usize = 1;

impl BodyPair<'_> {
    /// Whether and where one of two bodies is inside the other, given that their surfaces do not meet.
    pub fn inside(&self) -> Option<Inside> {
        match self.shapes {
            // Parts are asked about one by one.
            Shapes::Convex(..) | Shapes::Parts(..) => None,
            Shapes::Mixed(soup, primitive) => {
                self.held_by(A, soup, || std::iter::once(primitive.center()))
            }
            Shapes::Soups(a, b) => self
                .held_by(A, a, || b.component_samples().copied())
                .or_else(|| self.held_by(B, b, || a.component_samples().copied())),
        }
    }

    /// Of some points of one body one that is inside the other, a soup.
    fn held_by<I: Iterator<Item = Vec3>>(
        &self,
        outer: usize,
        soup: &PolytopeSoup,
        points: impl FnOnce() -> I,
    ) -> Option<Inside> {
        if !soup.is_solid() {
            return None;
        }
        let (inner, place) = (1 - outer, |p: &Vec3| self.place(outer, p));
        let container = Container { soup, placement: self.placements[outer], place: &place };
        let point = points()
            .find(|p| container.holds(&self.place(inner, p), &self.placements[inner].apply(p)))?;
        let mut common = [point; 2];
        common[outer] = self.local(outer, &self.place(inner, &point))?;
        Some(Inside { common, in_a: outer == A })
    }

    /// A local point of a body, in the coordinates of the relative placement.
    fn place(&self, body: usize, local: &Vec3) -> Vec3 {
        let relative = &self.relative;
        if body == A { relative.place_a(local) } else { relative.place_b(local) }
    }

    /// The local coordinates of a point; `None` of a basis that flattens, where nothing has an inside.
    fn local(&self, body: usize, placed: &Vec3) -> Option<Vec3> {
        let relative = &self.relative;
        let (basis, placed) = if body == A {
            (relative.basis_a(), *placed)
        } else {
            (relative.basis_b(), placed - relative.offset())
        };
        (!is_singular(basis)).then(|| preimage(basis, &placed)).filter(is_finite)
    }
}

impl BodyPair<'_> {
    /// As `inside`, with the point in world coordinates.
    pub(super) fn inside_point(&self) -> Option<Vec3> {
        self.inside().map(|Inside { common, .. }| self.midpoint(&common))
    }
}
