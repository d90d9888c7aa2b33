//! One polytope of a soup, seen as a convex body.

use crate::math::{Aabb, Vec3};

/// The hull of a large polytope, prepared for support queries.
///
/// Connecting point: once `shape::polytope::Polytope` is in the crate, this becomes that type, and [`Hull::new`]
/// and [`Hull::support`] are passed on to it. Until then the search is linear.
#[derive(Clone, Debug)]
pub struct Hull {
    vertices: Vec<Vec3>,
}

impl Hull {
    /// Prepares the hull of some finite points.
    pub fn new(points: &[Vec3]) -> Hull {
        Hull { vertices: points.to_vec() }
    }

    /// The vertex furthest along a direction; `hint` carries over where the last search ended.
    pub fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        let (at, vertex) = furthest(self.vertices.iter(), direction);
        *hint = at;
        vertex
    }

    /// The memory held besides the struct itself, in bytes.
    pub fn memory(&self) -> usize {
        self.vertices.capacity() * size_of::<Vec3>()
    }
}

/// A polytope: the convex hull of some of the vertices of its soup.
#[derive(Clone, Copy, Debug)]
pub struct PolytopeView<'a> {
    /// All vertices of the soup.
    pub vertices: &'a [Vec3],
    /// Which of them are this polytope's; at least one.
    pub indices: &'a [u32],
    /// For a polytope of many vertices, its hull.
    pub hull: Option<&'a Hull>,
}

impl<'a> PolytopeView<'a> {
    /// The vertex furthest along a direction; of equals, the one that is mentioned first.
    ///
    /// `hint` is for one polytope to carry from call to call, starting at 0.
    #[inline]
    pub fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        match self.hull {
            Some(hull) => hull.support(direction, hint),
            None => furthest(self.points(), direction).1,
        }
    }

    /// The vertices of this polytope, as they were given.
    #[inline]
    pub fn points(&self) -> impl Iterator<Item = &'a Vec3> + Clone + use<'a> {
        let vertices = self.vertices;
        self.indices.iter().map(move |&i| &vertices[i as usize])
    }

    /// The bounding box in the soup's local coordinates.
    #[inline]
    pub fn bounds(&self) -> Aabb {
        bounds(self.points())
    }
}

/// The least box around finite points.
#[inline(always)]
pub(super) fn bounds<'a>(points: impl Iterator<Item = &'a Vec3>) -> Aabb {
    let mut aabb = Aabb::EMPTY;
    for p in points {
        for i in 0..3 {
            aabb.min[i] = if p[i] < aabb.min[i] { p[i] } else { aabb.min[i] };
            aabb.max[i] = if p[i] > aabb.max[i] { p[i] } else { aabb.max[i] };
        }
    }
    aabb
}

/// The position and the value of the point furthest along a direction, the first of equals.
#[inline]
fn furthest<'a>(mut points: impl Iterator<Item = &'a Vec3>, direction: &Vec3) -> (u32, Vec3) {
    let Some(first) = points.next() else { return (0, Vec3::zeros()) };
    let (mut best, mut most, mut at) = (first, direction.dot(first), 0);
    for (i, p) in points.enumerate() {
        let along = direction.dot(p);
        if along > most {
            (best, most, at) = (p, along, i as u32 + 1);
        }
    }
    (at, *best)
}
