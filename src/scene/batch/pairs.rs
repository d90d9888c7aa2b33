//! Batches of pairs of objects.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{Answer, PairRows, PutRow, ROWS_AT_ONCE, ROWS_UNTIL_HIT};
use crate::scene::object::ObjectRef;
use crate::scene::pair_queries::QueryError;
use crate::scene::update::rank;
use crate::scene::world::World;
use solid_geometry::Shape;
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::query::batch::{Bodies, Pairs};
use solid_geometry::query::{CastHit, ClosestPair, Contact, WarmStart};

/// The number of a shape that there is none of.
const NO_SHAPE: u32 = u32::MAX;

/// An object of a batch.
#[derive(Clone, Copy)]
struct Known {
    /// The number of its shape.
    shape: u32,
    refused: Option<QueryError>,
    /// Queries about two objects take that of the lower rank first.
    rank: (bool, u64),
    placement: Placement,
}

/// The objects of a batch by their references, and their shapes.
struct KnownObjects<'w, C> {
    world: &'w World<C>,
    shapes: Vec<Shape>,
    by_reference: FxHashMap<ObjectRef, Known>,
}

impl<C: Copy> KnownObjects<'_, C> {
    fn get(&mut self, reference: ObjectRef) -> Known {
        let KnownObjects { world, shapes, by_reference } = self;
        *by_reference.entry(reference).or_insert_with(|| {
            let slot = world.objects.slot(reference);
            let shape =
                slot.ok_or(QueryError::UnknownObject).and_then(|slot| world.query_shape(slot));
            let object = slot.and_then(|slot| world.objects.get(slot));
            let refused = shape.as_ref().err().copied();
            let number = shapes.len() as u32;
            shapes.extend(shape);
            Known {
                shape: if refused.is_none() { number } else { NO_SHAPE },
                refused,
                rank: object.map_or((false, 0), |object| rank(object, &world.shapes)),
                placement: object.map_or(Placement::IDENTITY, |object| object.placement),
            }
        })
    }
}

/// Rows of a batch, copied: of each the two objects in the order in which single queries take them.
#[derive(Default)]
struct Part {
    shapes: [Vec<u32>; 2],
    poses: [Vec<Placement>; 2],
    motions: [Vec<Vec3>; 2],
    /// Whether the second object of the caller is the first here.
    swapped: Vec<bool>,
    refused: Vec<Option<QueryError>>,
}

impl Part {
    fn copy<C: Copy>(
        known: &mut KnownObjects<'_, C>,
        pairs: &dyn PairRows,
        rows: Range<usize>,
    ) -> Part {
        let mut part = Part::default();
        // Most batches have the same objects in all rows.
        let mut last = [0, 1].map(|side| {
            let reference = pairs.object(side, rows.start);
            (reference, known.get(reference))
        });
        for row in rows {
            let objects = [0, 1].map(|side| {
                let reference = pairs.object(side, row);
                if reference != last[side].0 {
                    last[side] = (reference, known.get(reference));
                }
                last[side].1
            });
            let pose =
                |side: usize| pairs.placement(side, row).unwrap_or_else(|| objects[side].placement);
            let poses = [pose(0), pose(1)];
            let motions = [pairs.motion(0, row), pairs.motion(1, row)];
            let is_finite = poses.iter().all(Placement::is_finite) && motions.iter().all(is_finite);
            let is_same = last[0].0 == last[1].0;
            let refused = match objects[0].refused.or(objects[1].refused) {
                Some(QueryError::UnknownObject) => Some(QueryError::UnknownObject),
                _ if is_same => Some(QueryError::SameObject),
                refused => refused,
            };
            part.refused.push(refused.or((!is_finite).then_some(QueryError::NotFinite)));
            let swapped = objects[0].rank > objects[1].rank;
            part.swapped.push(swapped);
            for (place, side) in if swapped { [1, 0] } else { [0, 1] }.into_iter().enumerate() {
                part.shapes[place].push(objects[side].shape);
                part.poses[place].push(poses[side]);
                part.motions[place].push(motions[side]);
            }
        }
        part
    }

    fn len(&self) -> usize {
        self.swapped.len()
    }

    fn pairs<'a>(&'a self, shapes: &'a [Shape]) -> Pairs<'a> {
        let side = |side: usize| {
            let (which, poses) = (&self.shapes[side][..], &self.poses[side][..]);
            let first = which.first().copied().filter(|first| which.iter().all(|n| n == first));
            match first.and_then(|first| shapes.get(first as usize)) {
                Some(shape) => Bodies::of(shape, poses),
                None => Bodies { shapes, which: Some(which), poses: poses.into() },
            }
        };
        Pairs { a: side(0), b: side(1) }
    }

    /// The answer in the order of the caller's objects, or why there is none.
    fn answer<T: Answer>(&self, row: usize, answer: Option<T>) -> Result<T, QueryError> {
        if let Some(why) = self.refused[row] {
            return Err(why);
        }
        let answer = answer.ok_or(QueryError::NothingToHit)?;
        Ok(if self.swapped[row] { answer.mirrored() } else { answer })
    }
}

impl<C: Copy> World<C> {
    /// Copies the rows part by part, and has `answer` answer those of each part. With `until_hit` ends after the first row with
    /// a hit, and returns it.
    fn batch_rows<T: Answer>(
        &self,
        pairs: &dyn PairRows,
        rows: usize,
        until_hit: bool,
        put: PutRow<'_, T>,
        answer: impl Fn(&Part, &Pairs<'_>, &mut [Option<T>]),
    ) -> Option<usize> {
        let (shapes, by_reference) = (Vec::new(), FxHashMap::default());
        let mut known = KnownObjects { world: self, shapes, by_reference };
        let size = if until_hit { ROWS_UNTIL_HIT } else { ROWS_AT_ONCE };
        for start in (0..rows).step_by(size) {
            let part = Part::copy(&mut known, pairs, start..rows.min(start + size));
            let mut answers = vec![None; part.len()];
            answer(&part, &part.pairs(&known.shapes), &mut answers);
            for (row, answer) in answers.into_iter().enumerate() {
                let answer = part.answer(row, answer);
                let is_last = until_hit && answer.as_ref().is_ok_and(Answer::is_hit);
                put(start + row, answer);
                if is_last {
                    return Some(start + row);
                }
            }
        }
        None
    }

    /// Answers each row by a query.
    fn batch_query<T: Answer>(
        &self,
        pairs: &dyn PairRows,
        rows: usize,
        put: PutRow<'_, T>,
        query: impl Fn(&mut WarmStart, [(&Shape, &Placement); 2]) -> Option<T> + Sync,
    ) {
        let batch = self.batch();
        self.batch_rows(pairs, rows, false, put, |_, pairs, answers| {
            batch.query(pairs, answers, |warm, bodies| query(warm, bodies).map(Some));
        });
    }

    /// Whether the objects of each row collide. With `until_hit` ends after the first row whose objects do, and returns it.
    pub fn batch_collides(
        &self,
        pairs: &dyn PairRows,
        rows: usize,
        until_hit: bool,
        put: PutRow<'_, bool>,
    ) -> Option<usize> {
        let batch = self.batch();
        self.batch_rows(pairs, rows, until_hit, put, |_, pairs, answers| {
            let mut hits = vec![false; answers.len()];
            batch.intersects(pairs, &mut hits);
            answers.iter_mut().zip(hits).for_each(|(answer, hit)| *answer = Some(hit));
        })
    }

    /// How far apart the objects of each row are, and their closest points.
    pub fn batch_closest_points(
        &self,
        pairs: &dyn PairRows,
        rows: usize,
        put: PutRow<'_, ClosestPair>,
    ) {
        self.batch_query(pairs, rows, put, |warm, [(a, p), (b, q)]| {
            warm.closest_points(a, p, b, q)
        });
    }

    /// How deep the objects of each row are in each other, if they collide.
    pub fn batch_penetrations(
        &self,
        pairs: &dyn PairRows,
        rows: usize,
        put: PutRow<'_, Option<Contact>>,
    ) {
        self.batch_query(pairs, rows, put, |warm, [(a, p), (b, q)]| {
            Some(warm.penetration(a, p, b, q))
        });
    }

    /// The contacts of the objects of each row.
    pub fn batch_contacts(&self, pairs: &dyn PairRows, rows: usize, put: PutRow<'_, Vec<Contact>>) {
        self.batch_query(pairs, rows, put, |warm, [(a, p), (b, q)]| {
            Some(warm.contacts(a, p, b, q).to_vec())
        });
    }

    /// The first contacts of the objects of each row, which move by their motions.
    pub fn batch_casts(&self, pairs: &dyn PairRows, rows: usize, put: PutRow<'_, Option<CastHit>>) {
        let batch = self.batch();
        self.batch_rows(pairs, rows, false, put, |part, pairs, answers| {
            let mut hits = vec![None; answers.len()];
            let motions = [(&part.motions[0][..]).into(), (&part.motions[1][..]).into()];
            batch.casts(pairs, motions, &mut hits);
            answers.iter_mut().zip(hits).for_each(|(answer, hit)| *answer = Some(hit));
        });
    }
}
