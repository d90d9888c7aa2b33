//! Batches of pairs of objects.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{Answer, Outcome, Question, ROWS_AT_ONCE, ROWS_UNTIL_HIT, Refusal, Side, refusal};
use crate::scene::object::ObjectRef;
use crate::scene::world::World;
use solid_geometry::Shape;
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::query::batch::{Bodies, Pairs, Report};
use solid_geometry::query::{CastHit, ClosestPair, Contact};

/// The number of a shape that there is none of.
const NO_SHAPE: u32 = u32::MAX;

/// An object of a batch.
#[derive(Clone, Copy)]
struct Known {
    /// The number of its shape.
    shape: u32,
    refused: Option<Refusal>,
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
            let shape = slot.ok_or(Refusal::Unknown).and_then(|slot| world.core_shape(slot));
            let object = slot.and_then(|slot| world.objects.get(slot));
            let refused = shape.as_ref().err().copied();
            let number = shapes.len() as u32;
            shapes.extend(shape);
            Known {
                shape: if refused.is_none() { number } else { NO_SHAPE },
                refused,
                rank: object.map_or((false, 0), |object| {
                    let shape = &world.shapes.entry(object.shape).shape;
                    (!shape.is_complex(), object.sequence)
                }),
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
    refused: Vec<Option<Refusal>>,
}

impl Part {
    fn copy<C: Copy>(
        known: &mut KnownObjects<'_, C>,
        sides: &[Side<'_>; 2],
        rows: Range<usize>,
    ) -> Part {
        let mut part = Part::default();
        // Most batches have the same objects in all rows.
        let mut last = sides.map(|side| {
            let reference = side.objects.of_row(rows.start);
            (reference, known.get(reference))
        });
        for row in rows {
            let objects = [0, 1].map(|side: usize| {
                let reference = sides[side].objects.of_row(row);
                if reference != last[side].0 {
                    last[side] = (reference, known.get(reference));
                }
                last[side].1
            });
            let pose = |side: usize| match sides[side].placements {
                Some(placements) => placements.of_row(row),
                None => objects[side].placement,
            };
            let motion = |side: usize| match sides[side].motions {
                Some(motions) => motions.of_row(row),
                None => Vec3::zeros(),
            };
            let (poses, motions) = ([pose(0), pose(1)], [motion(0), motion(1)]);
            let is_finite = poses.iter().all(Placement::is_finite) && motions.iter().all(is_finite);
            let refused = objects[0].refused.or(objects[1].refused);
            part.refused.push(refused.or((!is_finite).then_some(Refusal::NotFinite)));
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

    /// The answer in the order of the caller's objects, or the refusal of the row.
    fn answer(&self, row: usize, answer: Answer) -> Answer {
        if self.refused[row].is_some() {
            return Answer::Refused;
        }
        if !self.swapped[row] {
            return answer;
        }
        match answer {
            Answer::Distance(ClosestPair { points: [of_a, of_b], distance }) => {
                Answer::Distance(ClosestPair { points: [of_b, of_a], distance })
            }
            Answer::Depth(Some(contact)) => Answer::Depth(Some(contact.mirrored())),
            Answer::Cast(Some(hit)) => Answer::Cast(Some(CastHit { normal: -hit.normal, ..hit })),
            other => other,
        }
    }

    fn first_refused(&self, start: usize, report: &Report) -> Option<(usize, Refusal)> {
        let (row, why) = report.first_refused?;
        Some((start + row, self.refused[row].unwrap_or(refusal(why))))
    }
}

impl<C: Copy> World<C> {
    /// Copies the rows part by part. `answer` returns the row of a part with which the batch ends, if it does, and a report.
    fn in_parts(
        &self,
        sides: [Side<'_>; 2],
        rows: usize,
        size: usize,
        mut answer: impl FnMut(usize, &Part, &Pairs<'_>) -> (Option<usize>, Report),
    ) -> Outcome {
        let (shapes, by_reference) = (Vec::new(), FxHashMap::default());
        let mut known = KnownObjects { world: self, shapes, by_reference };
        let mut outcome = Outcome::default();
        for start in (0..rows).step_by(size) {
            let part = Part::copy(&mut known, &sides, start..rows.min(start + size));
            let (last, report) = answer(start, &part, &part.pairs(&known.shapes));
            let count = last.map_or(part.len(), |last| last + 1);
            outcome.add(start + count, part.first_refused(start, &report));
            if last.is_some() {
                break;
            }
        }
        outcome
    }

    /// Answers a question about each row of a batch of pairs: `put` is given the row and the answer.
    pub fn batch_pairs(
        &self,
        sides: [Side<'_>; 2],
        rows: usize,
        question: Question,
        put: &mut dyn FnMut(usize, Answer),
    ) -> Outcome {
        let until_hit = question == Question::FirstCollision;
        let size = if until_hit { ROWS_UNTIL_HIT } else { ROWS_AT_ONCE };
        let batch = self.batch();
        self.in_parts(sides, rows, size, |start, part, pairs| {
            let mut hits = Vec::new();
            let mut answers = vec![Answer::Refused; part.len()];
            let report = match question {
                Question::Collides | Question::FirstCollision => {
                    hits.resize(part.len(), false);
                    batch.intersects(pairs, &mut hits)
                }
                Question::Distance => batch.query(pairs, &mut answers, |warm, [(a, p), (b, q)]| {
                    warm.closest_points(a, p, b, q).map(Answer::Distance)
                }),
                Question::Depth => batch.query(pairs, &mut answers, |warm, [(a, p), (b, q)]| {
                    Some(Answer::Depth(warm.penetration(a, p, b, q)))
                }),
            };
            for (row, answer) in answers.into_iter().enumerate() {
                let answer = hits.get(row).map_or(answer, |hit| Answer::Collides(*hit));
                let answer = part.answer(row, answer);
                put(start + row, answer);
                if until_hit && answer == Answer::Collides(true) {
                    return (Some(row), report);
                }
            }
            (None, report)
        })
    }

    /// The first contacts of the objects of each row, which move by their motions.
    pub fn batch_casts(
        &self,
        sides: [Side<'_>; 2],
        rows: usize,
        put: &mut dyn FnMut(usize, Answer),
    ) -> Outcome {
        let batch = self.batch();
        self.in_parts(sides, rows, ROWS_AT_ONCE, |start, part, pairs| {
            let mut hits = vec![None; part.len()];
            let motions = [(&part.motions[0][..]).into(), (&part.motions[1][..]).into()];
            let report = batch.casts(pairs, motions, &mut hits);
            for (row, hit) in hits.into_iter().enumerate() {
                put(start + row, part.answer(row, Answer::Cast(hit)));
            }
            (None, report)
        })
    }

    /// The contacts of the objects of each row, those of a row side by side: `put` is given the row and a contact.
    pub fn batch_contacts(
        &self,
        sides: [Side<'_>; 2],
        rows: usize,
        put: &mut dyn FnMut(usize, &Contact),
    ) -> Outcome {
        let batch = self.batch();
        self.in_parts(sides, rows, ROWS_AT_ONCE, |start, part, pairs| {
            let mut found = vec![Vec::new(); part.len()];
            let report = batch.query(pairs, &mut found, |warm, [(a, p), (b, q)]| {
                Some(warm.contacts(a, p, b, q).to_vec())
            });
            for (row, contacts) in found.into_iter().enumerate() {
                for contact in contacts {
                    let swapped = part.swapped[row];
                    put(start + row, &if swapped { contact.mirrored() } else { contact });
                }
            }
            (None, report)
        })
    }
}
