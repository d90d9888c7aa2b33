//! Objects on their paths as faces that move straight.

use super::ObjectPath;
use solid_geometry::math::tolerance::{BOX_ROUNDING, EXACT_RANGE};
use solid_geometry::math::{Aabb, Vec3};
use solid_geometry::octree::{FaceMesh, FacePair, MovingBody, MovingHull, MovingSolid, Vertices};
use solid_geometry::shape::Primitive;

/// An object on its path.
pub(super) enum SweptBody<'a> {
    Soup(FaceMesh<'a>),
    /// With local ends.
    Segment([Vec3; 2], &'a ObjectPath),
    /// With opposite corners of its box, at both ends of its path.
    Solid(MovingSolid<'a>, [[Vec3; 2]; 2]),
}

/// A polytope or a solid on its path.
pub(super) enum Part<'a> {
    Hull(MovingHull<'a>),
    Solid(&'a MovingSolid<'a>),
}

/// A box with a margin for rounding.
pub(super) fn widened(aabb: &Aabb) -> Aabb {
    aabb.inflated(&Vec3::repeat(BOX_ROUNDING * aabb.min.amax().max(aabb.max.amax())))
}

/// Two opposite corners of a box that is moved, and widened for rounding. Where it is out of range, it ends there.
pub(super) fn corners(aabb: &Aabb, by: &Vec3) -> [Vec3; 2] {
    let placed = widened(&aabb.translated(by));
    [placed.min, placed.max].map(|p| p.map(|x| x.clamp(-EXACT_RANGE.end, EXACT_RANGE.end)))
}

/// Two points as one face: a segment, or a box by two opposite corners.
pub(super) fn two_points<'a>(before: Vertices<'a>, now: Vertices<'a>) -> FaceMesh<'a> {
    FaceMesh { indices: &[0, 1], starts: Some(&[0, 2]), now, before: Some(before), margin: 0.0 }
}

/// A solid on its path.
pub(super) fn solid<'a>(primitive: &'a Primitive, [from, to]: &ObjectPath) -> SweptBody<'a> {
    let bounds = primitive.bounds_under(&from.basis);
    let ends = [from, to].map(|end| corners(&bounds, &end.origin));
    SweptBody::Solid(
        MovingSolid { solid: primitive, before: *from, motion: to.origin - from.origin },
        ends,
    )
}

impl SweptBody<'_> {
    pub(super) fn mesh(&self) -> FaceMesh<'_> {
        match self {
            SweptBody::Soup(mesh) => *mesh,
            SweptBody::Segment(local, [from, to]) => two_points(
                Vertices { local, placement: Some(from) },
                Vertices { local, placement: Some(to) },
            ),
            SweptBody::Solid(_, [before, now]) => two_points(
                Vertices { local: before, placement: None },
                Vertices { local: now, placement: None },
            ),
        }
    }

    fn part(&self, face: u32) -> Part<'_> {
        match self {
            SweptBody::Solid(solid, _) => Part::Solid(solid),
            _ => Part::Hull(hull(&self.mesh(), face)),
        }
    }
}

impl Part<'_> {
    pub(super) fn body(&self) -> &dyn MovingBody {
        match self {
            Part::Hull(hull) => hull,
            Part::Solid(solid) => *solid,
        }
    }
}

/// A polytope of a soup on its path.
pub(super) fn hull<'a>(mesh: &FaceMesh<'a>, face: u32) -> MovingHull<'a> {
    MovingHull { indices: mesh.face(face), before: mesh.before.unwrap_or(mesh.now), now: mesh.now }
}

/// The parts of a pair.
pub(super) fn parts<'a>(swept: &'a [SweptBody<'a>; 2], pair: &FacePair) -> [Part<'a>; 2] {
    [swept[0].part(pair.faces[0]), swept[1].part(pair.faces[1])]
}
