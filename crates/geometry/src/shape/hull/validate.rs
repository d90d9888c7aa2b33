//! The invariants of a hull, for tests.

use super::exact::{Plane, Scaled};
use super::{Edges, Hull};
use crate::math::Vec3;

/// For more points, that is not checked which takes the product of the numbers of points and triangles.
const MOST_POINTS: usize = 400;

impl Hull {
    /// Panics unless vertices, edges and triangles are consistent and no point is outside.
    pub(crate) fn validate(&self, points: &[Vec3]) {
        assert!(self.vertices.is_sorted_by(|i, j| i < j), "vertices are in ascending order");
        assert!(self.vertices.last().is_none_or(|&last| (last as usize) < points.len()));
        if let Some(edges) = &self.edges {
            edges.validate(self.vertices.len());
        }
        self.validate_triangles(points);
    }

    fn validate_triangles(&self, points: &[Vec3]) {
        let mut sides: Vec<[u32; 2]> = self
            .triangles
            .iter()
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
            .map(|[i, j]| [i.min(j), i.max(j)])
            .collect();
        sides.sort_unstable();
        assert!(sides.chunk_by(|p, q| p == q).all(|same| same.len() == 2), "the surface is closed");
        let mut corners = self.triangles.concat();
        corners.sort_unstable();
        corners.dedup();
        assert!(
            self.triangles.is_empty() || 2 * corners.len() == self.triangles.len() + 4,
            "the surface is a topological sphere"
        );
        let Some(scaled) = Scaled::new(points).filter(|_| points.len() <= MOST_POINTS) else {
            return;
        };
        for &triangle in &self.triangles {
            let plane = Plane::new(&scaled, triangle);
            let mut heights = (0..points.len() as u32).map(|point| plane.height(&scaled, point));
            let is_outside = heights.clone().any(|h| h > 0.0) && heights.any(|h| h < 0.0);
            assert!(!is_outside, "no point is outside");
        }
    }
}

impl Edges {
    fn validate(&self, vertices: usize) {
        assert_eq!(self.starts.len(), vertices + 1);
        assert_eq!(self.starts.last().map(|end| *end as usize), Some(self.ends.len()));
        for i in 0..vertices {
            let neighbours = self.of(i);
            assert!(neighbours.is_sorted_by(|j, k| j < k), "neighbours are in ascending order");
            let is_mutual = |&j: &u32| j != i as u32 && self.of(j as usize).contains(&(i as u32));
            assert!(neighbours.iter().all(is_mutual), "edges have two ends");
        }
    }
}
