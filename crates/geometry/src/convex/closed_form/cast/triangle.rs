//! When a point that moves along a line meets a triangle.

use super::{Meeting, Path};
use crate::convex::triangle::ray::{Ray, RayTest};
use crate::math::tolerance::{ILL_CONDITIONED, TOUCHING};
use crate::math::vector::length;
use crate::math::{Placement, Vec3};

impl Path {
    /// A point meets a triangle, which any linear map may place.
    #[inline]
    pub(super) fn meet_triangle(&self, corners: &[Vec3; 3], at: &Placement) -> Option<Meeting> {
        let placed = corners.map(|p| at.basis * p);
        let [u, v] = [placed[1] - placed[0], placed[2] - placed[0]];
        let (normal, longest_edge) = (u.cross(&v), u.amax().max(v.amax()));
        let twice_area = length(&normal);
        if twice_area * ILL_CONDITIONED <= TOUCHING * self.reach * longest_edge {
            return None;
        }
        let longest = self.motion.amax();
        let ray = Ray::new(self.from, &(self.motion / longest), TOUCHING * self.reach);
        let (along, error, weights) = match ray.meets(&placed) {
            RayTest::Missed => return Some(Meeting::Missed),
            RayTest::Undecided { .. } => return None,
            RayTest::Met { at, error, weights } => (at, error, weights),
        };
        if along < -error || along > longest + error {
            return Some(Meeting::Missed);
        }
        let is_certain = along > error && along < longest - error;
        if !is_certain || error > self.tolerance * along {
            return None;
        }
        let on_core = corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2];
        let size = if normal.dot(&self.motion) > 0.0 { -twice_area } else { twice_area };
        let (time, normal) = (along / longest, normal / size);
        Some(Meeting::Met { time, normal, on_core, radii: [0.0; 2] })
    }
}
