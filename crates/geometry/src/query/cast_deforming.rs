//! The first contact of a body that turns with polytopes whose vertices move along straight lines.
//!
//! A polytope of up to four vertices is the image of a simplex under an affine map that changes evenly with the time: a motion
//! without a rotation. So its contact is that of two turning bodies. Hulls of more vertices have a search of their own; their
//! boxes move like simplices. Theory: `docs/src/theory/turning.md`, (6) and (7).

use std::ops::Range;

use super::bodies::{Body, BodyShape, part_of_smaller};
use super::cast::FirstContact;
use super::cast_motion::{EarliestTurning, Parts, Timed, decided};
use crate::bvh::{OneLeaf, TimedVisit, walk_in_time};
use crate::convex::turning::{Effort, MovingPair, Undecided};
use crate::math::tolerance::{CONVEX_EFFORT, MESH_EFFORT};
use crate::math::vector::preimage;
use crate::math::{Aabb, Mat3, Placement, Vec3};
use crate::mesh::PolytopeView;
use crate::motion::Motion;
use crate::octree::{FaceMesh, MovingHull, Touch, TurningSolid, Vertices, first_approach};
use crate::shape::Any;
use crate::sorting::sort_by_bound;

#[cfg(test)]
mod tests;

/// The first contact of a body that turns with polytopes that deform.
///
/// ```
/// use solid_geometry::octree::FaceMesh;
/// use solid_geometry::query::Body;
/// use solid_geometry::{Motion, Placement, Shape, Vec3};
///
/// // A blade makes a quarter turn about z, above a sheet that rises by 2.
/// let (blade, here) = (Shape::cuboid([4.0, 0.2, 0.2])?, Placement::IDENTITY);
/// let quarter = Vec3::z() * std::f64::consts::FRAC_PI_2;
/// let motion = Motion::turning(&here, &Vec3::zeros(), &quarter).expect("finite");
/// let sheet = |z: f64| [[-9.0, -9.0, z], [9.0, -9.0, z], [0.0, 9.0, z]].map(Vec3::from);
/// let (before, now) = (sheet(-1.0), sheet(1.0));
/// let mesh = FaceMesh::moving_triangles(&before, &now, &[[0, 1, 2]]);
/// let body = Body::new(blade.view(), &here).expect("finite");
/// let contact = body.first_contact_with_faces(&motion, &mesh, &[0], 1e-6);
/// let contact = contact.expect("a contact").expect("decided");
/// assert!(contact.time <= 0.45 && 0.45 - contact.time < 1e-5); // 0.9 of 2 units
/// assert!((contact.normal - Vec3::z()).norm() < 1e-9);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceContact {
    /// The polytope.
    pub face: u32,
    /// When, from 0 to 1; zero if and only if they share a point from the start.
    pub time: f64,
    /// A point of the body then, in its local coordinates.
    pub local: Vec3,
    /// A point of the polytope then, in world coordinates.
    pub point: Vec3,
    /// A unit vector from the polytope towards the body, along world axes; zero if they share a point from the start.
    pub normal: Vec3,
}

impl FaceContact {
    /// With the point in the coordinates of a body of which the one that was asked about is a part.
    pub(super) fn of_part(self, part: &Placement) -> FaceContact {
        FaceContact { local: part.apply(&self.local), ..self }
    }
}

impl Timed for FaceContact {
    fn time(&self) -> f64 {
        self.time
    }
}

impl Body<'_> {
    /// The first contact of the body on its motion, which begins where it is placed, with some of the polytopes of a mesh whose
    /// vertices move along straight lines, of which all coordinates are below 1e75. `None` if there is none, or where coordinates
    /// leave the range of numbers. The error is that of a search that was given up, as in [`BodyPair::first_contact_turning`](super::BodyPair::first_contact_turning).
    ///
    /// No contact is earlier than its time. At that time the two are no farther apart than `tolerance` times the longest half extent
    /// of the smaller of body and mesh where they are at first, which counts as a hundred billionth part of the coordinates at least;
    /// and they do not move apart. Next to a polytope of more than four vertices that is so as soon as not all of its points that
    /// face the body move away. Polytopes that do not exist, or have a vertex that does not exist or is out of range, are left
    /// out. Costs as much as casts of the body against the polytopes near its way.
    pub fn first_contact_with_faces(
        &self,
        motion: &Motion,
        mesh: &FaceMesh<'_>,
        faces: &[u32],
        tolerance: f64,
    ) -> Option<Result<FaceContact, Undecided>> {
        if let BodyShape::Parts(_) = self.shape {
            return self.parts_with_faces(motion, mesh, faces, tolerance);
        }
        if self.shape.half_space().is_some() {
            let now = FaceMesh { before: None, ..*mesh };
            let part =
                self.part_on_way(&mesh.bounds_before().join(&now.bounds_before()), motion)?;
            let body = Body { shape: BodyShape::Convex(&part), ..*self };
            return body.first_contact_with_faces(motion, mesh, faces, tolerance);
        }
        let (bounds, extents) = (self.shape.bounds(), self.shape.absolute_extents());
        let size = mesh.bounds_before().half_extents().max();
        let tolerance = part_of_smaller(tolerance, [self.longest_half_extent(), size]);
        let pair = |face: &MovingFace<'_>| {
            MovingPair::new(&[*motion, face.motion], &[extents, face.bounds.max])
        };
        crate::memory::ensure(size_of_val(faces) * 4);
        let bound = |face: u32| {
            let moving = MovingFace::new(mesh, face)?;
            let boxes = [&bounds, &moving.bounds];
            Some((pair(&moving)?.boxes_apart_until(boxes, 0.0, PAST_THE_END).0, face))
        };
        let mut order = Vec::from_iter(faces.iter().filter_map(|face| bound(*face)));
        sort_by_bound(&mut order);
        let (mut first, mut undecided) = (None::<FaceContact>, None::<Undecided>);
        let mut effort = Effort::new(CONVEX_EFFORT * MESH_EFFORT);
        for (bound, number) in order {
            let limit = first.map_or(PAST_THE_END, |first| first.time);
            let limit = undecided.map_or(limit, |open| limit.min(open.until));
            if bound >= limit {
                break;
            }
            let Some(face) = &MovingFace::new(mesh, number) else { continue };
            let Some(pair) = &pair(face) else { continue };
            let parts = Parts::Face(self.shape, face, motion);
            let mut earliest = EarliestTurning::new(parts, pair, tolerance, limit);
            (earliest.effort, earliest.undecided) = (effort, undecided);
            match self.shape {
                BodyShape::Convex(_) | BodyShape::Parts(_) => earliest.visit(0, 0, bound),
                BodyShape::Soup(soup) => {
                    let leaf = OneLeaf::new(&face.bounds);
                    walk_in_time([soup.tree().side(), leaf.side()], &mut earliest);
                }
            }
            (effort, undecided) = (earliest.effort, earliest.undecided);
            first = earliest.found.map(|found| face.contact(number, &found)).or(first);
        }
        decided(first, undecided)
    }
}

/// Later than the end, so that what touches at the end is looked at.
pub(super) const PAST_THE_END: f64 = 1.0 + f64::EPSILON;

/// The corners of the simplices of which polytopes are images, and their numbers.
static CORNERS: [Vec3; 4] = [
    Vec3::new(0.0, 0.0, 0.0),
    Vec3::new(1.0, 0.0, 0.0),
    Vec3::new(0.0, 1.0, 0.0),
    Vec3::new(0.0, 0.0, 1.0),
];
static NUMBERS: [u32; 4] = [0, 1, 2, 3];

/// A polytope on its way.
pub(super) struct MovingFace<'a> {
    hull: MovingHull<'a>,
    /// Of a simplex, or of a cube whose image is the box around a polytope of more vertices.
    motion: Motion,
    /// The local box of either.
    bounds: Aabb,
}

impl<'a> MovingFace<'a> {
    /// `None` of a face that is not there, or has a vertex that is not or is out of range.
    fn new(mesh: &FaceMesh<'a>, face: u32) -> Option<MovingFace<'a>> {
        let (indices, now) = (mesh.face(face), mesh.now);
        let is_usable = |vertex: &u32| {
            (*vertex as usize) < mesh.vertex_count() && mesh.vertex_box(*vertex).is_some()
        };
        if indices.is_empty() || !indices.iter().all(is_usable) {
            return None;
        }
        let before = mesh.before.unwrap_or(now);
        let is_simplex = indices.len() <= CORNERS.len();
        let place = if is_simplex { place_simplex } else { place_cube };
        let bounds = if is_simplex {
            Aabb { min: Vec3::zeros(), max: CORNERS[..indices.len()].iter().sum() }
        } else {
            Aabb::from_center(Vec3::zeros(), Vec3::repeat(1.0))
        };
        Some(MovingFace {
            hull: MovingHull { indices, before, now },
            motion: Motion::linear(&place(indices, &before), &place(indices, &now)),
            bounds,
        })
    }

    /// The simplex of which it is the image; `None` of polytopes of more vertices.
    pub(super) fn simplex(&self) -> Option<PolytopeView<'static>> {
        let indices = NUMBERS.get(..self.hull.indices.len())?;
        Some(PolytopeView { vertices: &CORNERS, indices, hull: None })
    }

    /// The first contact of a body with a polytope of more vertices: the point of the polytope is one of the world.
    pub(super) fn first_approach(
        &self,
        body: Any<'_>,
        motion: &Motion,
        pair: &MovingPair,
        within: Range<f64>,
        tolerance: f64,
    ) -> Option<Result<Touch, Undecided>> {
        // As seen from the body's pivot.
        let (center, velocity) = (motion.center(), motion.velocity());
        let motion = motion.seen_from(&center, &velocity);
        let indices = Vec::from_iter(0..self.hull.indices.len() as u32);
        let (before, now): (Vec<Vec3>, Vec<Vec3>) =
            self.hull.paths().map(|[from, to]| (from - center, to - center - velocity)).unzip();
        let [before, now] = [&before, &now].map(|local| Vertices { local, placement: None });
        let hull = MovingHull { indices: &indices, before, now };
        let (body, tolerance) = (TurningSolid::new(body, &motion), pair.tolerance(tolerance));
        let touch = match first_approach(&body, &hull, within, tolerance, pair.rounding())? {
            Ok(touch) => touch,
            Err(open) => return Some(Err(open)),
        };
        let Placement { basis, origin } = motion.at(touch.time);
        let [of_body, of_hull] = touch.points;
        let points =
            [preimage(&basis, &(of_body - origin)), of_hull + center + velocity * touch.time];
        Some(Ok(Touch { points, ..touch }))
    }

    /// A contact with it, whose second point is one of the simplex or of the world.
    fn contact(&self, face: u32, found: &FirstContact) -> FaceContact {
        let FirstContact { time, locals: [local, point], normal } = *found;
        let is_local = self.simplex().is_some();
        let point = if is_local { self.motion.at(time).apply(&point) } else { point };
        FaceContact { face, time, local, point, normal }
    }
}

/// The affine map from a simplex to a polytope of as many vertices.
fn place_simplex(indices: &[u32], vertices: &Vertices<'_>) -> Placement {
    let corner = |i: usize| indices.get(i).map(|vertex| vertices.point(*vertex));
    let origin = corner(0).unwrap_or_default();
    let edge = |i: usize| corner(i).map_or(Vec3::zeros(), |corner| corner - origin);
    Placement { basis: Mat3::from_columns(&[edge(1), edge(2), edge(3)]), origin }
}

/// The affine map from a cube to the box around a polytope.
fn place_cube(indices: &[u32], vertices: &Vertices<'_>) -> Placement {
    let around = Aabb::around(indices.iter().map(|vertex| vertices.point(*vertex)));
    Placement { basis: Mat3::from_diagonal(&around.half_extents()), origin: around.center() }
}
