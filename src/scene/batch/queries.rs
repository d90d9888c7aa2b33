//! Batches of queries about all objects.

use super::PutRow;
use crate::scene::object::ObjectRef;
use crate::scene::world::World;
use solid_geometry::interrupt::Pace;
use solid_geometry::math::Vec3;
use solid_geometry::memory;
use solid_geometry::query::batch::Batch;
use solid_geometry::query::{SignedDistance, SurfacePoint};

/// So many queries are answered before their answers are handed on: fewer than other rows, as each may have a hit of every object.
const QUERIES_AT_ONCE: usize = 1 << 10;

impl<C: Copy + Sync> World<C> {
    /// Answers rows by queries about all objects of the world, which is ready for them. `read` reads a row, by the calling thread; `ask`
    /// gets memory that a thread keeps from row to row; the answers come in the order of the rows.
    pub fn batch_queries<M, R: Sync, T: Send>(
        &self,
        rows: usize,
        read: &dyn Fn(usize) -> R,
        memory: impl Fn() -> M + Sync,
        ask: impl Fn(&mut M, &R) -> T + Sync,
        put: &mut dyn FnMut(usize, T),
    ) {
        let mut pace = Pace::default();
        let (mut part, mut answers) = (Vec::new(), Vec::new());
        memory::reserve(&mut part, rows.min(QUERIES_AT_ONCE));
        memory::reserve(&mut answers, rows.min(QUERIES_AT_ONCE));
        for start in (0..rows).step_by(QUERIES_AT_ONCE) {
            part.clear();
            part.extend((start..rows.min(start + QUERIES_AT_ONCE)).map(read));
            answers.extend(part.iter().map(|_| None));
            Batch::new(&self.threads).answer_with(&mut answers, &memory, |memory, row| {
                Ok(Some(ask(memory, &part[row])))
            });
            for (row, answer) in answers.drain(..).enumerate() {
                pace.step();
                if let Some(answer) = answer {
                    put(start + row, answer);
                }
            }
        }
    }

    /// Where points are on the surfaces of objects. Rows without a point have no answer, and no error.
    pub fn batch_surface_points(
        &self,
        rows: usize,
        read: &dyn Fn(usize) -> Option<(ObjectRef, Vec3)>,
        put: PutRow<'_, Option<SurfacePoint>>,
    ) {
        let ask = |(): &mut (), row: &Option<(ObjectRef, Vec3)>| {
            row.map(|(object, point)| self.surface_point(object, &point)).transpose()
        };
        self.batch_queries(rows, read, || (), ask, put);
    }

    /// How far points are from the surfaces of objects.
    pub fn batch_signed_distances(
        &self,
        rows: usize,
        read: &dyn Fn(usize) -> (ObjectRef, Vec3),
        put: PutRow<'_, SignedDistance>,
    ) {
        let ask = |(): &mut (), row: &(ObjectRef, Vec3)| self.signed_distance(row.0, &row.1);
        self.batch_queries(rows, read, || (), ask, put);
    }
}
