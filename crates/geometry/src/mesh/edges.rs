//! The edges of a soup, as line segments for drawings.

use super::soup::PolytopeSoup;
use crate::math::Vec3;
use crate::math::vector::is_finite;
use crate::memory;
use crate::shape::outline::{Line, hull_edges};

#[cfg(test)]
mod tests;

impl PolytopeSoup {
    /// The edges of all polytopes as they are now, in the coordinates of the soup. An edge that polygons share comes once; the
    /// cuts of a concave polygon into triangles are left out, and edges with a vertex that is not finite. Takes O(n log n)
    /// time.
    ///
    /// ```
    /// use solid_geometry::math::Vec3;
    /// use solid_geometry::mesh::{Builder, PolytopeKind};
    ///
    /// let corners = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::new(1.0, 1.0, 0.0)];
    /// let mut builder = Builder::new();
    /// builder.vertex_indices(PolytopeKind::Polygon, &[0, 1, 2]);
    /// builder.vertex_indices(PolytopeKind::Polygon, &[1, 3, 2]);
    /// let (soup, _) = builder.finish(Some(&|i: u32| corners[i as usize]));
    /// assert_eq!(soup.edges().len(), 5);
    /// ```
    pub fn edges(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        // Both ends, the lesser first, and the number of the polygon.
        let mut edges: Vec<([u32; 2], u32)> = Vec::new();
        for i in 0..self.len() as u32 {
            let Some(outline) = self.outline(i) else {
                let points: Vec<Vec3> = self.primitive(i).points().copied().collect();
                hull_edges(&points).into_iter().for_each(|line| memory::push(&mut lines, line));
                continue;
            };
            // The outline of a segment would be there and back.
            let count = if outline.len() == 2 { 1 } else { outline.len() };
            let next = outline.iter().cycle().skip(1);
            for (&a, &b) in outline.iter().zip(next).take(count) {
                memory::push(&mut edges, ([a.min(b), a.max(b)], self.number(i)));
            }
        }
        edges.sort_unstable();
        for same in edges.chunk_by(|p, q| p.0 == q.0) {
            let is_cut = same.windows(2).any(|pair| pair[0].1 == pair[1].1);
            let line = same[0].0.map(|i| *self.vertex(i));
            if !is_cut && line[0] != line[1] && line.iter().all(is_finite) {
                memory::push(&mut lines, line);
            }
        }
        lines
    }
}
