//! One polytope of a soup, seen as a convex body.

use smallvec::SmallVec;

use crate::math::{Aabb, Mat3, Placement, Vec3};
use crate::shape::core::Core;
use crate::shape::feature::{Facing, Feature, of_points};
use crate::shape::{Any, Polytope, Support};

/// A polytope: the convex hull of some of the vertices of its soup.
#[derive(Clone, Copy, Debug)]
pub struct PolytopeView<'a> {
    /// All vertices of the soup.
    pub vertices: &'a [Vec3],
    /// Which of them are this polytope's; at least one.
    pub indices: &'a [u32],
    /// For a polytope of many vertices, its hull.
    pub hull: Option<&'a Polytope>,
}

impl<'a> PolytopeView<'a> {
    /// The vertices of this polytope, as they were given.
    #[inline]
    pub fn points(&self) -> impl Iterator<Item = &'a Vec3> + Clone + use<'a> {
        let vertices = self.vertices;
        self.indices.iter().map(move |&i| &vertices[i as usize])
    }

    /// The number of the vertex furthest along a direction, the one mentioned first of equals.
    fn furthest(&self, direction: &Vec3) -> usize {
        let Some((first, others)) = self.indices.split_first() else {
            return usize::MAX;
        };
        let along = |i: &u32| direction.dot(&self.vertices[*i as usize]);
        let (mut best, mut most) = (first, along(first));
        for i in others {
            let value = along(i);
            (best, most) = if value > most { (i, value) } else { (best, most) };
        }
        *best as usize
    }
}

impl Support for PolytopeView<'_> {
    fn any(&self) -> Any<'_> {
        self
    }

    /// Of equals, the vertex that is mentioned first; of a hull, its first.
    #[inline]
    fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        match self.hull {
            Some(hull) => hull.support(direction, hint),
            // Found by a call, but read here, as of a hull.
            None => self.vertices.get(self.furthest(direction)).copied().unwrap_or_default(),
        }
    }

    #[inline]
    fn support_value(&self, direction: &Vec3, hint: &mut u32) -> f64 {
        match self.hull {
            Some(hull) => Support::support_value(hull, direction, hint),
            None => direction.dot(&self.support(direction, hint)),
        }
    }

    #[inline]
    fn cached_radius(&self) -> Option<f64> {
        self.hull?.cached_radius()
    }

    #[inline]
    fn core(&self, _unrounded: bool) -> Option<Core> {
        let vertex = |i: &u32| self.vertices[*i as usize];
        match self.indices {
            [i] => Some(Core::Point(vertex(i))),
            [i, j] => Core::of_points(&[vertex(i), vertex(j)]),
            [i, j, k] => Some(Core::Triangle([vertex(i), vertex(j), vertex(k)])),
            _ => None,
        }
    }

    fn feature(&self, basis: &Mat3, towards: &Vec3, into: &mut Feature) -> bool {
        if let Some(hull) = self.hull {
            return hull.feature(basis, towards, into);
        }
        let points: SmallVec<[Vec3; 8]> = self.points().copied().collect();
        of_points(&points, &Facing::new(basis, towards), into);
        true
    }

    #[inline]
    fn is_polytope(&self) -> bool {
        true
    }

    #[inline]
    fn bounds(&self) -> Aabb {
        match self.hull {
            Some(hull) => hull.bounds(),
            None => Aabb::around(self.points()),
        }
    }

    #[inline]
    fn center(&self) -> Vec3 {
        match self.hull {
            Some(hull) => hull.center(),
            None => {
                // Divided before the sum, so that it does not overflow.
                let share = 1.0 / self.indices.len().max(1) as f64;
                self.points().fold(Vec3::zeros(), |sum, p| sum + p * share)
            }
        }
    }

    fn effort(&self) -> u32 {
        self.hull.map_or(1 + (self.indices.len() / 64) as u32, Support::effort)
    }

    fn farthest_from_line(&self, placement: &Placement, point: &Vec3, along: &Vec3) -> Option<f64> {
        let distances = self.points().map(|p| along.cross(&(placement.apply(p) - point)).norm());
        Some(distances.fold(0.0, f64::max))
    }

    #[inline]
    fn facet(&self) -> Option<[Vec3; 2]> {
        match *self.indices {
            [a, b, c, ..] if self.hull.is_none() => {
                let [a, b, c] = [a, b, c].map(|i| self.vertices[i as usize]);
                Some([b - a, c - a])
            }
            _ => None,
        }
    }
}
