//! Axes that separated a convex body from polygons of a mesh: mostly they separate it from their neighbours as well.

use super::bodies::{BodyPair, Shapes};
use crate::math::Vec3;
use crate::math::tolerance::CLEAR_MARGIN;
use crate::mesh::PolytopeSoup;
use crate::shape::Support;

/// So many axes are kept.
const AXES: usize = 4;

/// The axes that separated body B where it is convex from polygons of A, a mesh. They prove that others are apart, and change no answer.
pub(super) struct SeparatingAxes<'p> {
    pair: &'p BodyPair<'p>,
    soup: &'p PolytopeSoup,
    body: &'p dyn Support,
    /// In local coordinates of the mesh, and how far a vertex has to be along each at least. The last one that was of use comes first.
    axes: [(Vec3, f64); AXES],
}

impl<'p> SeparatingAxes<'p> {
    /// `None` of two meshes.
    pub(super) fn new(pair: &'p BodyPair<'_>) -> Option<SeparatingAxes<'p>> {
        let Shapes::Mixed(soup, body) = pair.shapes else { return None };
        let body = (!pair.relative.has_extreme_bases()).then(|| body.any())?;
        Some(SeparatingAxes { pair, soup, body, axes: [(Vec3::zeros(), f64::INFINITY); AXES] })
    }

    /// Keeps an axis of any length, from B towards A, that separates them by a clear margin; not if it is zero.
    pub(super) fn keep(&mut self, axis: &Vec3) {
        let Some(axis) = axis.try_normalize(0.0) else { return };
        let relative = &self.pair.relative;
        let highest = self.body.support_value(&relative.basis_b().tr_mul(&axis), &mut 0);
        let clear = CLEAR_MARGIN * relative.rounding();
        let least = highest + axis.dot(&relative.offset()) + clear;
        self.axes.rotate_right(1);
        self.axes[0] = (relative.basis_a().tr_mul(&axis), least);
    }

    /// Whether one of the axes separates a part of the mesh from the body.
    pub(super) fn separate(&mut self, part: u32) -> bool {
        let vertices = self.soup.indices_of(part);
        let found = self.axes.iter().take_while(|(_, least)| *least < f64::INFINITY).position(
            |(axis, least)| vertices.iter().all(|v| axis.dot(self.soup.vertex(*v)) > *least),
        );
        found.inspect(|found| self.axes[..=*found].rotate_right(1)).is_some()
    }
}
