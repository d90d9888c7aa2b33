//! Small meshes of some cells of a height field, which are kept for a while.

use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::{Cells, HeightField};
use crate::math::Placement;
use crate::memory;
use crate::mesh::PolytopeSoup;
use crate::query::bodies::BodyShape;
use crate::query::parts::Part;

/// The patches that were needed last: a body at rest needs the same one in each frame.
#[derive(Default)]
pub(super) struct Recent(Mutex<Kept>);

type Patches = FxHashMap<[u32; 4], Arc<PolytopeSoup>>;

/// Two generations: once the new one is full, it becomes the old one, and what was not needed since is dropped.
#[derive(Default)]
struct Kept {
    new: Patches,
    old: Patches,
    /// The size of the new ones.
    size: u64,
}

/// How many cells a generation has: those of 1,500 bodies of two by two cells.
const MOST_KEPT: u64 = 1 << 16;

/// What a patch takes besides its cells, in cells.
const OVERHEAD: u64 = 8;

impl Recent {
    fn get(&self, key: &[u32; 4]) -> Option<Arc<PolytopeSoup>> {
        let kept = &mut *self.0.lock();
        if let Some(patch) = kept.new.get(key) {
            return Some(Arc::clone(patch));
        }
        let patch = kept.old.remove(key)?;
        kept.insert(*key, Arc::clone(&patch));
        Some(patch)
    }

    fn insert(&self, key: [u32; 4], patch: Arc<PolytopeSoup>) {
        self.0.lock().insert(key, patch);
    }
}

impl Kept {
    fn insert(&mut self, key: [u32; 4], patch: Arc<PolytopeSoup>) {
        // Holes have vertices, too.
        let [width, depth] = [key[2] - key[0], key[3] - key[1]].map(u64::from);
        let size = width * depth + OVERHEAD;
        if size > MOST_KEPT {
            return;
        }
        if self.size + size > MOST_KEPT {
            self.old = std::mem::take(&mut self.new);
            self.size = 0;
        }
        self.size += size;
        self.new.insert(key, patch);
    }
}

/// A copy begins without any.
impl Clone for Recent {
    fn clone(&self) -> Recent {
        Recent::default()
    }
}

impl HeightField {
    /// Visits cells as one mesh.
    pub(super) fn visit_cells(&self, cells: Cells, visit: &mut dyn FnMut(&Part<'_>)) {
        let key = [cells.first[0], cells.first[1], cells.end[0], cells.end[1]];
        let patch = self.recent.get(&key).unwrap_or_else(|| {
            let patch = Arc::new(self.patch(cells));
            self.recent.insert(key, Arc::clone(&patch));
            patch
        });
        if !patch.is_empty() {
            let placement = &Placement::IDENTITY;
            visit(&Part { first: 0, shape: BodyShape::Soup(&patch), placement });
        }
    }

    fn patch(&self, cells: Cells) -> PolytopeSoup {
        let [width, depth] = [0, 1].map(|axis| (cells.end[axis] - cells.first[axis] + 1) as usize);
        let mut vertices = Vec::new();
        memory::reserve(&mut vertices, width * depth);
        let mut filler = 0.0;
        for row in cells.first[1]..=cells.end[1] {
            for column in cells.first[0]..=cells.end[0] {
                let height = self.sample(column, row);
                // No triangle has a vertex of a hole, whose place only has to be near.
                filler = if height.is_nan() { filler } else { height };
                vertices.push(self.point(column, row, filler));
            }
        }
        let (mut triangles, mut numbers) = (Vec::new(), Vec::new());
        memory::reserve(&mut triangles, 2 * width * depth);
        memory::reserve(&mut numbers, 2 * width * depth);
        for row in cells.first[1]..cells.end[1] {
            for column in cells.first[0]..cells.end[0] {
                let cell = row * (self.columns - 1) + column;
                for (k, corners) in self.triangles_of(column, row).into_iter().enumerate() {
                    if corners.iter().any(|[x, z]| self.sample(*x, *z).is_nan()) {
                        continue;
                    }
                    let place =
                        |[x, z]: [u32; 2]| (z - cells.first[1]) * width as u32 + x - cells.first[0];
                    triangles.push(corners.map(place));
                    numbers.push(2 * cell + k as u32);
                }
            }
        }
        PolytopeSoup::piece(vertices, &triangles, numbers, HeightField::bounds(self))
    }
}

impl fmt::Debug for Recent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recent").finish_non_exhaustive()
    }
}
