//! The narrow phase of a test: whether two objects collide, and the data of their response.
//!
//! [`solid_geometry::query::collide`] decides; smart response adds the closest points of the parts that collide, at their placements of
//! the previous frame.

use super::object::Object;
use super::response::ResponseKind;
use super::shapes::{Shape, ShapeStore};
use solid_geometry::convex::{Coherence, RelativePlacement, VertexHints, Witness, closest_points};
use solid_geometry::math::tolerance::TIGHTEST_DISTANCE_TOLERANCE;
use solid_geometry::math::vector::preimage;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::PolytopeView;
use solid_geometry::query::{
    Answer, Body, BodyPair, BodyShape, PartIndices, Question, collide as collide_bodies,
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
pub fn question(kind: ResponseKind) -> Question {
    if kind == ResponseKind::Witnessed { Question::CommonPoint } else { Question::Parts }
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

    fn into_primitive(self) -> Option<Primitive> {
        match self {
            ConvexPart::Primitive(primitive) => Some(primitive.clone()),
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

    /// A part of the shape as it was in the previous frame; `None` if it has no parts.
    fn part_before(&self, i: u32) -> Option<ConvexPart<'a>> {
        match self.shape {
            Shape::Primitive(primitive) => Some(ConvexPart::Primitive(primitive)),
            Shape::Complex(Some(soup)) => Some(ConvexPart::Polytope(soup.previous_primitive(i))),
            Shape::Complex(None) | Shape::Void => None,
        }
    }
}

/// Whether two shapes collide, and the data for a response; `tolerance` is the relative error of the distances of smart response.
/// Counts the pairs of parts that are tested.
pub fn collide(
    first: Placed<'_>,
    second: Placed<'_>,
    (kind, tolerance): (ResponseKind, f64),
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
        ResponseKind::Witnessed => {
            let [point1, point2] = common;
            Some(ResponseData { point1, point2, normal: Vec3::zeros() })
        }
        ResponseKind::Smart => {
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
    let (a, b) = (first.part_before(i)?, second.part_before(j)?);
    if a.is_half_space() || b.is_half_space() {
        let (a, b) = (a.into_primitive()?, b.into_primitive()?);
        return smart_data_on_plane([(&a, first.before), (&b, second.before)], tolerance);
    }
    let (a, b) = (a.as_any(), b.as_any());
    let (of_a, of_b) = (a.absolute_extents(), b.absolute_extents());
    let relative = RelativePlacement::new(&of_a, first.before, &of_b, second.before)?;
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
