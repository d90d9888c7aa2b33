//! The narrow phase: whether two placed shapes of any types collide, and the data of their response.
//!
//! Pairs of convex bodies are decided by [`solid_geometry::convex`]. For soups, a traversal of their trees yields candidate
//! polytopes, which are decided in the same way; the first pair that collides determines the data (thesis 6.3.4). If no
//! polytope of a solid collides, the solid may still contain the other body.

use std::cell::Cell;

use super::object::Object;
use super::response::ResponseKind;
use super::shapes::{Shape, ShapeStore};
use solid_geometry::convex::{
    Coherence, RelativePlacement, Witness, closest_points, common_point, intersect, overlap,
};
use solid_geometry::math::tolerance::TIGHTEST_DISTANCE_TOLERANCE;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::{LeafTest, PolytopeSoup, PolytopeView, first_pair, first_primitive};
use solid_geometry::query::{BodyPair, PartIndices, Shapes};
use solid_geometry::shape::{Any, BoundingSpheres, Primitive, SphereTest, Support};

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

impl ResponseData {
    fn of(witness: &Witness, normal: Vec3) -> ResponseData {
        ResponseData { point1: witness.local_a, point2: witness.local_b, normal }
    }
}

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

impl PairQuery<'_> {
    fn count(&self) {
        self.part_tests.set(self.part_tests.get() + 1);
    }
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
    /// A part of the shape as it is; `None` if it has no parts.
    fn part_now(&self, i: u32) -> Option<ConvexPart<'a>> {
        match self.shape {
            Shape::Primitive(primitive) => Some(ConvexPart::Primitive(primitive)),
            Shape::Complex(Some(soup)) => Some(ConvexPart::Polytope(soup.primitive(i))),
            _ => None,
        }
    }

    /// A part of the shape as it was in the previous frame.
    fn part_before(&self, i: u32) -> Option<ConvexPart<'a>> {
        match self.shape {
            Shape::Complex(Some(soup)) => Some(ConvexPart::Polytope(soup.previous_primitive(i))),
            _ => self.part_now(i),
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
    match (first.shape, second.shape) {
        (Shape::Primitive(a), Shape::Primitive(b)) => {
            convex_convex(a, b, [&first, &second], query, coherence)
        }
        (Shape::Complex(Some(a)), Shape::Complex(Some(b))) => {
            complex_complex(a, &first, b, &second, query, coherence)
        }
        (Shape::Complex(Some(a)), Shape::Primitive(b)) => {
            complex_convex(a, &first, b, &second, query, coherence)
        }
        // A soup comes before a primitive; what is void or not finished hits nothing.
        _ => None,
    }
}

/// How two shapes are placed to each other, given their absolute extents.
fn relative_placement(
    extents: [Vec3; 2],
    placements: [&Placement; 2],
) -> Option<RelativePlacement> {
    RelativePlacement::new(&extents[0], placements[0], &extents[1], placements[1])
}

/// Two shapes of one part each.
fn convex_convex<A: Support, B: Support>(
    a: &A,
    b: &B,
    shapes: [&Placed<'_>; 2],
    query: PairQuery<'_>,
    coherence: &mut Coherence,
) -> Option<PairResult> {
    query.count();
    let [now_a, now_b] = shapes.map(|shape| shape.now);
    if query.kind == ResponseKind::Witnessed {
        let relative =
            relative_placement([a.absolute_extents(), b.absolute_extents()], [now_a, now_b])?;
        return witnessed_data([a, b], &relative, coherence).map(Some);
    }
    if !overlap(a, now_a, b, now_b, coherence) {
        return None;
    }
    Some(match query.kind {
        ResponseKind::Smart => smart_data(shapes, [0, 0], query.tolerance, coherence),
        _ => None,
    })
}

/// A point that two bodies share, if they do.
fn witnessed_data(
    [a, b]: [Any<'_>; 2],
    relative: &RelativePlacement,
    coherence: &mut Coherence,
) -> Option<ResponseData> {
    common_point(a, b, relative, coherence).map(|witness| ResponseData::of(&witness, Vec3::zeros()))
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
    let extents = [a.absolute_extents(), b.absolute_extents()];
    let relative = relative_placement(extents, [first.before, second.before])?;
    let witness = closest_points(a, b, &relative, tolerance, &mut coherence.hints);
    Some(ResponseData::of(&witness, witness.difference))
}

/// The data for two convex parts that were found to collide.
fn response_data(
    shapes: [&Placed<'_>; 2],
    parts: PartIndices,
    relative: &RelativePlacement,
    query: PairQuery<'_>,
    coherence: &mut Coherence,
) -> PairResult {
    match query.kind {
        ResponseKind::Witnessed => {
            // Not from the cached axis: the point must not depend on earlier queries.
            let mut fresh = Coherence::starting_at(coherence.hints);
            let (a, b) = (shapes[0].part_now(parts[0])?, shapes[1].part_now(parts[1])?);
            witnessed_data([a.as_any(), b.as_any()], relative, &mut fresh)
        }
        ResponseKind::Smart => smart_data(shapes, parts, query.tolerance, coherence),
        _ => None,
    }
}

fn complex_complex(
    a: &PolytopeSoup,
    first: &Placed<'_>,
    b: &PolytopeSoup,
    second: &Placed<'_>,
    query: PairQuery<'_>,
    coherence: &mut Coherence,
) -> Option<PairResult> {
    if let (1, 1) = (a.len(), b.len()) {
        if a.was_deformed() || b.was_deformed() {
            coherence.forget_extents();
        }
        return convex_convex(&a.only(), &b.only(), [first, second], query, coherence);
    }
    let placements = [first.now, second.now];
    let relative = relative_placement([a.absolute_extents(), b.absolute_extents()], placements)?;
    // The axis is carried from polytope to polytope: neighbours are often separated by the same one.
    let mut leaf_test = LeafTest::new(a, b, &relative);
    let hit = first_pair(a, first.now, b, second.now, |i, j| {
        query.count();
        leaf_test.intersects(i, j, coherence)
    });
    let hit = hit.map(|(i, j)| [i, j]);
    let bodies = BodyPair { shapes: Shapes::Soups(a, b), placements, relative, swapped: false };
    soup_data(hit, a.is_solid() || b.is_solid(), &bodies, query, |parts| {
        response_data([first, second], parts, &relative, query, coherence)
    })
}

fn complex_convex(
    a: &PolytopeSoup,
    first: &Placed<'_>,
    b: &Primitive,
    second: &Placed<'_>,
    query: PairQuery<'_>,
    coherence: &mut Coherence,
) -> Option<PairResult> {
    if a.len() == 1 {
        if a.was_deformed() {
            coherence.forget_extents();
        }
        return convex_convex(&a.only(), b, [first, second], query, coherence);
    }
    let placements = [first.now, second.now];
    let relative = relative_placement([a.absolute_extents(), b.absolute_extents()], placements)?;
    let hit = first_primitive(a, first.now, &b.bounds(), second.now, |i| {
        query.count();
        intersect(&a.primitive(i), b, &relative, coherence)
    });
    let hit = hit.map(|i| [i, 0]);
    let bodies = BodyPair { shapes: Shapes::Mixed(a, b), placements, relative, swapped: false };
    soup_data(hit, a.is_solid(), &bodies, query, |parts| {
        response_data([first, second], parts, &relative, query, coherence)
    })
}

/// The data of a pair of which a shape has several parts: of the two parts that collide, if some do; else of a solid with the
/// other shape inside.
fn soup_data(
    hit: Option<PartIndices>,
    is_solid: bool,
    bodies: &BodyPair<'_>,
    query: PairQuery<'_>,
    of_parts: impl FnOnce(PartIndices) -> PairResult,
) -> Option<PairResult> {
    match hit {
        Some(parts) => Some(of_parts(parts)),
        None if is_solid => contained_data(bodies, query, of_parts),
        None => None,
    }
}

/// The data of a response if one body is inside the other. Smart response uses the parts that are nearest to each other, by
/// `of_parts`.
#[cold]
fn contained_data(
    bodies: &BodyPair<'_>,
    query: PairQuery<'_>,
    of_parts: impl FnOnce(PartIndices) -> PairResult,
) -> Option<PairResult> {
    let [point1, point2] = bodies.inside()?.common;
    Some(match query.kind {
        ResponseKind::Smart => {
            let nearest = bodies.nearest_parts(TIGHTEST_DISTANCE_TOLERANCE);
            nearest.and_then(|nearest| of_parts(nearest.parts))
        }
        ResponseKind::Witnessed => Some(ResponseData { point1, point2, normal: Vec3::zeros() }),
        _ => None,
    })
}
