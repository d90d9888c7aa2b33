//! The polytopes of a soup by the vertices they have, and concave polygons cut into triangles.

use super::builder::{PolytopeKind, Problems};
use super::triangulate::{TriangulationError, triangulate};
use crate::interrupt::Pace;
use crate::math::Vec3;
use crate::math::tolerance::FLAT_POLYGON;

/// Polytopes by indices of vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct Polytopes {
    /// The vertices of the polytopes, one polytope after the other.
    pub indices: Vec<u32>,
    /// Where each polytope starts in `indices`, and where the last one ends.
    pub starts: Vec<u32>,
    /// What each was announced as.
    pub kinds: Vec<PolytopeKind>,
    /// The number of each in the order in which the client closed them; empty where they are just counted.
    pub numbers: Vec<u32>,
}

impl Polytopes {
    /// The number of polytopes.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The vertices of a polytope.
    pub(super) fn of(&self, i: usize) -> &[u32] {
        &self.indices[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// The client's number of a polytope.
    fn number(&self, i: usize) -> u32 {
        self.numbers.get(i).copied().unwrap_or(i as u32)
    }

    /// Whether a polytope has a volume, rather than an outline.
    fn is_volume(&self, i: usize) -> bool {
        match self.kinds[i] {
            PolytopeKind::Polygon | PolytopeKind::ConcavePolygon => false,
            PolytopeKind::Simplex | PolytopeKind::Polyhedron => self.of(i).len() > 3,
        }
    }

    /// The polytopes that have a volume, ascending.
    pub(super) fn volumes(&self) -> Vec<u32> {
        (0..self.len()).filter(|&i| self.is_volume(i)).map(|i| i as u32).collect()
    }

    /// Puts triangles in the places of concave polygons.
    pub(super) fn cut(self, vertices: &[Vec3], problems: &mut Problems) -> Polytopes {
        let is_concave =
            |i: usize| self.kinds[i] == PolytopeKind::ConcavePolygon && self.of(i).len() > 3;
        if !(0..self.len()).any(is_concave) {
            return self;
        }
        let mut all = Polytopes { starts: vec![0], ..Polytopes::default() };
        let (mut outline, mut pace) = (Vec::new(), Pace::default());
        for i in 0..self.len() {
            pace.step();
            let (corners, number) = (self.of(i), self.number(i));
            if !is_concave(i) {
                all.push(corners.iter().copied(), self.kinds[i], number);
                continue;
            }
            outline.clear();
            outline.extend(corners.iter().map(|&v| vertices[v as usize]));
            match triangulate(&outline) {
                Ok(cut) => {
                    if cut.warp > FLAT_POLYGON {
                        problems.not_flat = true;
                        problems.at(number);
                    }
                    for triangle in &cut.triangles {
                        let corners = triangle.map(|k| corners[k as usize]);
                        all.push(corners.into_iter(), PolytopeKind::ConcavePolygon, number);
                    }
                }
                Err(TriangulationError::Crossing | TriangulationError::NotFinite) => {
                    problems.not_simple = true;
                    problems.at(number);
                }
            }
        }
        all
    }

    fn push(&mut self, corners: impl Iterator<Item = u32>, kind: PolytopeKind, number: u32) {
        self.indices.extend(corners);
        self.starts.push(self.indices.len() as u32);
        self.kinds.push(kind);
        self.numbers.push(number);
    }
}
