//! Voronoi-region searches in the place of Johnson's subalgorithm.

use super::Subalgorithm;
use crate::olvang::closest;
use solid_geometry::convex::SupportPoint;
use solid_geometry::convex::gjk::nearest::{Nearest, NearestSimplex};
use solid_geometry::math::Vec3;

/// The rounding of a tetrahedron's volume, by the cube of its largest coordinates.
const VOLUME_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The points of a simplex before it was last reduced, the new one included.
#[derive(Clone, Copy, Default)]
struct Before {
    points: [Vec3; 4],
    count: usize,
}

impl Before {
    fn of<'p>(points: impl Iterator<Item = &'p Vec3>, new: Vec3) -> Before {
        let mut before = Before::default();
        for point in points.copied().chain([new]) {
            before.points[before.count] = point;
            before.count += 1;
        }
        before
    }

    fn has(&self, w: &Vec3) -> bool {
        self.points[..self.count].contains(w)
    }
}

/// Olvång's search, of all features (2.3.2, algorithms 1 to 3).
pub struct Olvang {
    simplex: closest::Simplex,
    before: Before,
}

impl Default for Olvang {
    fn default() -> Olvang {
        Olvang { simplex: closest::Simplex::new(&[]), before: Before::default() }
    }
}

impl Subalgorithm for Olvang {
    fn add(&mut self, w: Vec3) -> Option<Vec3> {
        self.before = Before::of(self.simplex.points().iter(), w);
        self.simplex.push(w);
        Some(self.simplex.reduce())
    }

    fn is_full(&self) -> bool {
        self.simplex.points().len() == 4
    }

    fn had(&self, w: &Vec3) -> bool {
        self.before.has(w)
    }
}

/// The library's search, of the features with the new point.
#[derive(Default)]
pub struct Library {
    simplex: NearestSimplex,
    before: Before,
    is_full: bool,
}

impl Subalgorithm for Library {
    fn add(&mut self, w: Vec3) -> Option<Vec3> {
        self.before = Before::of(self.simplex.differences(), w);
        // The points of the bodies are of no interest here.
        let [local_a, a] = [w; 2];
        let [local_b, b] = [Vec3::zeros(); 2];
        let point = SupportPoint { local_a, local_b, a, b };
        let largest = self.before.points.iter().fold(0.0_f64, |most, p| most.max(p.norm()));
        match self.simplex.add(&point, w, &w, VOLUME_ROUNDING * largest.powi(3)) {
            Nearest::Outside(v) => Some(v),
            Nearest::Enclosed => {
                self.is_full = true;
                Some(Vec3::zeros())
            }
            Nearest::Undecided => None,
        }
    }

    fn is_full(&self) -> bool {
        self.is_full
    }

    fn had(&self, w: &Vec3) -> bool {
        self.before.has(w)
    }
}
