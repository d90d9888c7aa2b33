//! The narrow phase of a test: whether two objects collide, and the data of their response.
//!
//! [`solid_geometry::query::collide`] decides; smart response adds the closest points of the parts that collide, at their placements of
//! the previous frame.

use std::cell::Cell;

use super::object::Object;
use super::response::ResponseKind;
use super::shapes::{Shape, ShapeStore};
use solid_geometry::convex::{Coherence, RelativePlacement, Witness, closest_points};
use solid_geometry::math::tolerance::TIGHTEST_DISTANCE_TOLERANCE;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::PolytopeView;
use solid_geometry::query::{
    Body, BodyPair, Collision, PartIndices, Question, collide as collide_bodies,
};
use solid_geometry::shape::{Any, BoundingSpheres, Primitive, SphereTest};

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

/// The data of a pair that collides; `None` where the response needs none.
pub type PairResult = Option<ResponseData>;

/// What a response requests about a pair.
#[derive(Clone, Copy)]
pub struct PairQuery<'a> {
    /// The kind of the response as the narrow phase takes it: Simple, Smart or Witnessed.
    pub kind: ResponseKind,
    /// Relative error of the distances of smart response.
    pub tolerance: f64,
    /// Counts the pairs of convex parts that are tested.
    pub part_tests: &'a Cell<u64>,
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

/// What the bounding spheres of two shapes prove: as [`collide`], or `None` if they prove nothing, or not enough for the response.
#[inline]
pub fn decide_by_spheres(
    first: &BoundingSpheres,
    second: &BoundingSpheres,
    kind: ResponseKind,
) -> Option<Option<PairResult>> {
    match first.classify(second) {
        SphereTest::Separated => Some(None),
        SphereTest::Overlapping if kind == ResponseKind::Simple => Some(Some(None)),
        SphereTest::Overlapping | SphereTest::Undecided => None,
    }
}

/// `None` if the shapes are apart; else the data for the response.
pub fn collide(
    first: Placed<'_>,
    second: Placed<'_>,
    query: PairQuery<'_>,
    coherence: &mut Coherence,
) -> Option<PairResult> {
    let (a, b) = (first.body()?, second.body()?);
    let question = match query.kind {
        ResponseKind::Witnessed => Question::CommonPoint,
        _ => Question::Parts,
    };
    let mut tested = 0;
    let found = collide_bodies(a, b, question, coherence, &mut tested);
    query.part_tests.set(query.part_tests.get() + tested);
    let (parts, [point1, point2]) = match found {
        Collision::Apart => return None,
        Collision::Parts { parts, common } => (Some(parts), common),
        Collision::Inside { common } => (None, common),
    };
    Some(match query.kind {
        ResponseKind::Witnessed => Some(ResponseData { point1, point2, normal: Vec3::zeros() }),
        ResponseKind::Smart => {
            // Of a body inside another the parts that are nearest to each other.
            let parts = parts.or_else(|| nearest_parts(a, b));
            parts.and_then(|parts| smart_data([&first, &second], parts, query.tolerance, coherence))
        }
        _ => None,
    })
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
    coherence: &mut Coherence,
) -> Option<ResponseData> {
    let (a, b) = (first.part_before(i)?, second.part_before(j)?);
    let (a, b) = (a.as_any(), b.as_any());
    let (of_a, of_b) = (a.absolute_extents(), b.absolute_extents());
    let relative = RelativePlacement::new(&of_a, first.before, &of_b, second.before)?;
    let Witness { local_a, local_b, difference } =
        closest_points(a, b, &relative, tolerance, &mut coherence.hints);
    Some(ResponseData { point1: local_a, point2: local_b, normal: difference })
}
