//! Pairs of objects whose surfaces do not meet, but of which one is inside the other, a solid.

use super::bodies::{BodyPair, Shapes};
use crate::math::tolerance::TIGHTEST_DISTANCE_TOLERANCE;
use crate::math::vector::{is_finite, is_singular, preimage};
use crate::math::{Mat3, Vec3};
use crate::mesh::PolytopeSoup;
use crate::mesh::containment::Container;
use crate::shape::{Any, Support};

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

impl BodyPair<'_> {
    /// Whether and where one of two bodies is inside the other, given that their surfaces do not meet.
    pub fn inside(&self) -> Option<Inside> {
        let relation = &self.relation;
        let [place_a, place_b] = self.placements;
        match self.shapes {
            Shapes::Convex(..) => None,
            Shapes::Mixed(soup, primitive) => {
                held_by_a(self, soup, std::iter::once(&primitive.center()))
            }
            Shapes::Soups(a, b) => held_by_a(self, a, b.component_samples()).or_else(|| {
                if !b.is_solid() {
                    return None;
                }
                let place = |p: &Vec3| relation.place_b(p);
                let container = Container { soup: b, placement: place_b, place: &place };
                let sample = a
                    .component_samples()
                    .find(|p| container.holds(&relation.place_a(p), &place_a.apply(p)))?;
                let local =
                    local(relation.basis_b(), &(relation.place_a(sample) - relation.offset()))?;
                Some(Inside { common: [*sample, local], in_a: false })
            }),
        }
    }
}

/// Of some points of B one that is inside the soup A.
fn held_by_a<'a>(
    bodies: &BodyPair<'_>,
    soup: &PolytopeSoup,
    mut points: impl Iterator<Item = &'a Vec3>,
) -> Option<Inside> {
    if !soup.is_solid() {
        return None;
    }
    let relation = &bodies.relation;
    let [place_a, place_b] = bodies.placements;
    let place = |p: &Vec3| relation.place_a(p);
    let container = Container { soup, placement: place_a, place: &place };
    let point = points.find(|p| container.holds(&relation.place_b(p), &place_b.apply(p)))?;
    Some(Inside {
        common: [local(relation.basis_a(), &relation.place_b(point))?, *point],
        in_a: true,
    })
}

impl BodyPair<'_> {
    /// As `inside`, with the point in world coordinates.
    pub(super) fn inside_point(&self) -> Option<Vec3> {
        self.inside().map(|Inside { common, .. }| self.midpoint(&common))
    }
}

/// The path out for a body that is inside another.
#[derive(Clone, Copy, Debug)]
pub struct ExitPath {
    /// The point of the inner body with the longest path, and the end of this path, in the local coordinates of A and of B.
    pub local: [Vec3; 2],
    /// A unit vector from B towards A.
    pub normal: Vec3,
    /// Its length, in the units of the relative placement.
    pub depth: f64,
}

impl BodyPair<'_> {
    /// The path out through the nearest point of the solid's surface, until the inner body is wholly beyond the plane there.
    /// `None` unless one body is inside the other, given that their surfaces do not meet.
    pub(super) fn exit_path(&self) -> Option<ExitPath> {
        let Inside { in_a, .. } = self.inside()?;
        let nearest = self.nearest_parts(TIGHTEST_DISTANCE_TOLERANCE)?.witness;
        let relation = &self.relation;
        let outwards = if in_a { nearest.difference } else { -nearest.difference };
        let outwards = outwards.try_normalize(0.0).unwrap_or_else(Vec3::x);
        let (inner, exit) = if in_a {
            (
                farthest(self.shapes, true, &relation.basis_b().tr_mul(&-outwards)),
                relation.place_a(&nearest.local_a),
            )
        } else {
            (
                farthest(self.shapes, false, &relation.basis_a().tr_mul(&-outwards)),
                relation.place_b(&nearest.local_b),
            )
        };
        let placed = if in_a { relation.place_b(&inner) } else { relation.place_a(&inner) };
        let depth = (exit - placed).dot(&outwards);
        let end = placed + outwards * depth;
        Some(if in_a {
            ExitPath { local: [local(relation.basis_a(), &end)?, inner], normal: -outwards, depth }
        } else {
            let end = local(relation.basis_b(), &(end - relation.offset()))?;
            ExitPath { local: [inner, end], normal: outwards, depth }
        })
    }
}

/// The point of B, or of A, that is farthest along a local direction.
fn farthest(shapes: Shapes<'_>, of_b: bool, direction: &Vec3) -> Vec3 {
    let convex: Any<'_> = match shapes {
        Shapes::Mixed(_, primitive) if of_b => primitive,
        Shapes::Convex(a, b) => [a, b][usize::from(of_b)],
        Shapes::Mixed(soup, _) => return soup.support(direction),
        Shapes::Soups(a, b) => return if of_b { b } else { a }.support(direction),
    };
    convex.support(direction, &mut 0)
}

/// The local coordinates of a point; `None` of a basis that flattens, where nothing has an inside.
fn local(basis: &Mat3, placed: &Vec3) -> Option<Vec3> {
    (!is_singular(basis)).then(|| preimage(basis, placed)).filter(is_finite)
}
