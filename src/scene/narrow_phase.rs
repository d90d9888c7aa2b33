//! The narrow phase of a test: whether two objects collide, and the data of their response.
//!
//! [`solid_geometry::query::collide`] decides; smart response adds the closest points of the parts that collide, at their placements of
//! the previous frame.

use super::object::Object;
use super::response::ContactQuery;
use super::shapes::{Shape, ShapeStore};
use solid_geometry::convex::{Coherence, RelativePlacement, VertexHints, Witness, closest_points};
use solid_geometry::math::tolerance::TIGHTEST_DISTANCE_TOLERANCE;
use solid_geometry::math::vector::preimage;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::PolytopeView;
use solid_geometry::query::{
    Answer, Body, BodyPair, BodyShape, PartIndices, Parts, Question, collide as collide_bodies,
};
use solid_geometry::shape::{Any, Primitive};

/// A shape and where it is, now and in the previous frame.
#[derive(Clone, Copy)]
pub struct Placed<'a> {
    /// The shape.
    pub shape: &'a Shape,
    /// Its placement.
    pub now: &'a Placement,
    /// Its placement in the previous frame.
    pub before: &'a Placement,
}

impl<'a> Placed<'a> {
    /// An object's shape as the object places it, and as it did in the previous frame.
    pub fn of(object: &'a Object, before: &'a Placement, shapes: &'a ShapeStore) -> Placed<'a> {
        let entry = shapes.entry(object.shape);
        Placed { shape: &entry.shape, now: &object.placement, before }
    }
}

/// The data of a response: SOLID's DtCollData.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResponseData {
    /// A point of the first object, in its local coordinates.
    pub point1: Vec3,
    /// A point of the second object, in its local coordinates.
    pub point2: Vec3,
    /// Smart response: the first point minus the second along world axes, in the previous frame. Else zero.
    pub normal: Vec3,
}

/// Whether two objects collide, and what their response gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PairResult {
    /// They share no point.
    Apart,
    /// They collide; no data were asked for, or there are none.
    Collide,
    /// They collide, and the response has data.
    CollideWith(ResponseData),
}

impl PairResult {
    /// The data, if there are any.
    pub fn data(self) -> Option<ResponseData> {
        if let PairResult::CollideWith(data) = self { Some(data) } else { None }
    }
}

/// What the narrow phase is asked for a kind of response: Simple, Smart or Witnessed.
pub fn question(kind: ContactQuery) -> Question {
    if kind == ContactQuery::CommonPoint { Question::CommonPoint } else { Question::Parts }
}

/// A convex part of a shape.
enum ConvexPart<'a> {
    Primitive(&'a Primitive),
    Polytope(PolytopeView<'a>),
}

impl ConvexPart<'_> {
    fn as_any(&self) -> Any<'_> {
        match self {
            ConvexPart::Primitive(primitive) => *primitive,
            ConvexPart::Polytope(polytope) => polytope,
        }
    }
}

impl ConvexPart<'_> {
    fn is_half_space(&self) -> bool {
        matches!(self, ConvexPart::Primitive(primitive) if primitive.as_half_space().is_some())
    }

    fn to_primitive(&self) -> Option<Primitive> {
        match self {
            ConvexPart::Primitive(primitive) => Some((*primitive).clone()),
            ConvexPart::Polytope(polytope) => {
                Primitive::polytope(&Vec::from_iter(polytope.points().copied())).ok()
            }
        }
    }
}

impl<'a> Placed<'a> {
    /// The shape as it is placed now; `None` if it is void or not finished: it hits nothing.
    fn body(&self) -> Option<Body<'a>> {
        Some(Body { shape: self.shape.view()?, placement: self.now })
    }

    /// Passes a part of the shape as it was in the previous frame; none if it has no parts.
    fn with_part_before(&self, i: u32, visit: &mut dyn FnMut(PartBefore<'_>)) {
        let (part, at, within) = match self.shape {
            Shape::Primitive(primitive) => (ConvexPart::Primitive(primitive), self.before, None),
            Shape::Complex(Some(soup)) => {
                (ConvexPart::Polytope(soup.previous_primitive(i)), self.before, None)
            }
            Shape::Parts(Some(parts)) => {
                return with_leaf(&**parts, i, &Placement::IDENTITY, &mut |part, within| {
                    let at = &self.before.compose(within);
                    visit(PartBefore { part, at, within: Some(within) });
                });
            }
            Shape::Complex(None) | Shape::Parts(None) | Shape::Void => return,
        };
        visit(PartBefore { part, at, within });
    }
}

/// A convex part of a shape in the previous frame.
struct PartBefore<'p> {
    part: ConvexPart<'p>,
    /// Where it was.
    at: &'p Placement,
    /// Where it is in the shape's coordinates, if it has others.
    within: Option<&'p Placement>,
}

impl PartBefore<'_> {
    /// A point of the part in the shape's coordinates.
    fn local(&self, point: Vec3) -> Vec3 {
        self.within.map_or(point, |within| within.apply(&point))
    }
}

/// Passes the convex part of a number, and its placement in the coordinates of the whole.
fn with_leaf(
    parts: &dyn Parts,
    i: u32,
    at: &Placement,
    visit: &mut dyn FnMut(ConvexPart<'_>, &Placement),
) {
    parts.part_of(i, &mut |part| {
        let (i, at) = (i - part.first, at.compose(part.placement));
        match part.shape {
            BodyShape::Convex(primitive) => visit(ConvexPart::Primitive(primitive), &at),
            BodyShape::Soup(soup) => visit(ConvexPart::Polytope(soup.primitive(i)), &at),
            BodyShape::Parts(parts) => with_leaf(&**parts, i, &at, visit),
        }
    });
}

/// Whether two shapes collide, and the data for a response; `tolerance` is the relative error of the distances of smart response.
/// Counts the pairs of parts that are tested.
pub fn collide(
    first: Placed<'_>,
    second: Placed<'_>,
    (kind, tolerance): (ContactQuery, f64),
    coherence: &mut Coherence,
    tested: &mut u64,
) -> PairResult {
    let (Some(a), Some(b)) = (first.body(), second.body()) else {
        return PairResult::Apart;
    };
    let (parts, common) = match collide_bodies(a, b, question(kind), coherence, tested) {
        Answer::Parts { parts, common } => (Some(parts), common),
        Answer::Inside { common } => (None, common),
        _ => return PairResult::Apart,
    };
    let data = match kind {
        ContactQuery::CommonPoint => {
            let [point1, point2] = common;
            Some(ResponseData { point1, point2, normal: Vec3::zeros() })
        }
        ContactQuery::ClosestBefore => {
            // Of a body inside another the parts that are nearest to each other.
            let parts = parts.or_else(|| nearest_parts(a, b));
            let hints = &mut coherence.hints;
            parts.and_then(|parts| smart_data([&first, &second], parts, tolerance, hints))
        }
        _ => None,
    };
    data.map_or(PairResult::Collide, PairResult::CollideWith)
}

#[cold]
fn nearest_parts(a: Body<'_>, b: Body<'_>) -> Option<PartIndices> {
    let nearest = BodyPair::new(a, b)?.nearest_parts(TIGHTEST_DISTANCE_TOLERANCE)?;
    Some(nearest.parts)
}

/// The closest points of two parts as they were in the previous frame.
fn smart_data(
    [first, second]: [&Placed<'_>; 2],
    [i, j]: PartIndices,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Option<ResponseData> {
    let mut data = None;
    first.with_part_before(i, &mut |a| {
        second.with_part_before(j, &mut |b| {
            data = closest_before([&a, &b], tolerance, hints).map(|found| ResponseData {
                point1: a.local(found.point1),
                point2: b.local(found.point2),
                ..found
            });
        });
    });
    data
}

/// The same, with points in the coordinates of the parts.
fn closest_before(
    [first, second]: [&PartBefore<'_>; 2],
    tolerance: f64,
    hints: &mut VertexHints,
) -> Option<ResponseData> {
    let (a, b) = (&first.part, &second.part);
    if a.is_half_space() || b.is_half_space() {
        let (a, b) = (a.to_primitive()?, b.to_primitive()?);
        return smart_data_on_plane([(&a, first.at), (&b, second.at)], tolerance);
    }
    let (a, b) = (a.as_any(), b.as_any());
    let (of_a, of_b) = (a.absolute_extents(), b.absolute_extents());
    let relative = RelativePlacement::new(&of_a, first.at, &of_b, second.at)?;
    let Witness { local_a, local_b, difference } =
        closest_points(a, b, &relative, tolerance, hints);
    Some(ResponseData { point1: local_a, point2: local_b, normal: difference })
}

/// The closest points of two convex bodies, of which one is a half-space.
#[cold]
fn smart_data_on_plane(
    bodies: [(&Primitive, &Placement); 2],
    tolerance: f64,
) -> Option<ResponseData> {
    let [a, b] = bodies.map(|(shape, placement)| Body::new(BodyShape::Convex(shape), placement));
    let found = BodyPair::new(a?, b?)?.closest_points(tolerance)?;
    let local = |i: usize| {
        let Placement { basis, origin } = bodies[i].1;
        preimage(basis, &(found.points[i] - origin))
    };
    let normal = found.points[0] - found.points[1];
    Some(ResponseData { point1: local(0), point2: local(1), normal })
}
