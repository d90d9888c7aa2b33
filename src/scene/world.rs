//! The world: what exists, where it is, and which pairs are near each other.
//!
//! Placements are lazy: transforms only write them down, and what has moved is committed to the broad phase in
//! one pass when a test needs it.

#[cfg(test)]
mod tests;

use std::time::Instant;

use super::ahead::Ahead;
use super::bounds::{settle, settle_rigid};
use super::casts::RayHit;
use super::commits::Commits;
use super::deforming::Deforming;
use super::frames::Past;
use super::growth::SlotList;
use super::handful::Handful;
use super::motion::Motion;
use super::object::{Known, Object, ObjectRef, ObjectTable, Sequence};
use super::pairs::PairTable;
use super::response::ResponseTable;
use super::settings::Spent;
use super::shapes::{ShapeHandle, ShapeStore};
use super::test::Counts;
use solid_geometry::broad::{Adaptive, BroadPhase, PairSink, Proxy};
use solid_geometry::math::tolerance::DEFAULT_DISTANCE_TOLERANCE;
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::mesh::curve::Segment;
use solid_geometry::query::ContactMemory;
use solid_geometry::shape::Balls;
use solid_geometry::threads::Threads;

/// No slot.
pub(super) const NOBODY: u32 = u32::MAX;

/// Fewer moved objects are placed one by one: more threads than one cost more than they gain (`benches/scenes`).
const LEAST_MOVED: usize = 512;

/// Slots that a thread looks through at a time.
const PART: usize = 256;

/// A world of objects, whose callbacks are of type `C`.
pub struct World<C> {
    /// The shapes.
    pub shapes: ShapeStore,
    /// The responses.
    pub responses: ResponseTable<C>,
    pub(super) objects: ObjectTable,
    pub(super) pairs: PairTable,
    /// Up to date after [`World::commit_boxes`].
    pub(super) broad: Box<dyn BroadPhase>,
    /// Objects whose boxes wait for the next commit.
    pub(super) moved: SlotList,
    pub(super) past: Past,
    /// Objects and shapes that have changed since the last proceed.
    pub(super) advanced: SlotList,
    pub(super) deformed: SlotList,
    /// An object that is in both lists, moved and advanced: mostly the next to be moved, which then need not be looked for.
    /// [`NOBODY`] once one of the lists has been emptied.
    pub(super) noted: u32,
    uncommitted: bool,
    pub(super) created: u64,
    pub(super) caching: bool,
    pub(super) tolerance: f64,
    pub(super) deforming: Deforming,
    /// Taken out for a question and put back: a pointer.
    pub(super) contacts: Option<Box<ContactMemory>>,
    /// Those of the last ray.
    pub(super) ray_hits: Vec<RayHit>,
    /// The slots of the objects in the last box that was asked about.
    pub(super) in_box: Vec<u32>,
    /// The intersection of the last event that asked for one.
    pub(super) segments: Vec<Segment>,
    pub(super) fixed_boxes: bool,
    pub(super) handful: Handful,
    /// What has been counted and timed, but for what follows; the broad phase in use has its own.
    pub(super) spent: Spent,
    /// What deciding pairs has cost. Each pair is counted here at once: to be added up later, counts would wait for having
    /// been written.
    pub(super) tested: Counts,
    /// Whether times are taken.
    pub(super) timed: bool,
    /// Tests begun.
    pub(super) tests: u64,
    /// The threads that work in tests.
    pub(super) threads: Threads,
    /// What they have found out.
    pub(super) ahead: Ahead,
    pub(super) motion: Motion,
    pub(super) commits: Commits,
}

impl<C> Default for World<C> {
    fn default() -> Self {
        World {
            shapes: ShapeStore::default(),
            responses: ResponseTable::default(),
            objects: ObjectTable::default(),
            pairs: PairTable::default(),
            broad: Box::new(Adaptive::default()),
            moved: SlotList::default(),
            past: Past::default(),
            advanced: SlotList::default(),
            deformed: SlotList::default(),
            noted: NOBODY,
            uncommitted: false,
            created: 0,
            caching: true,
            tolerance: DEFAULT_DISTANCE_TOLERANCE,
            deforming: Deforming::default(),
            contacts: None,
            ray_hits: Vec::new(),
            in_box: Vec::new(),
            segments: Vec::new(),
            fixed_boxes: false,
            handful: Handful::default(),
            spent: Spent::default(),
            tested: Counts::default(),
            timed: false,
            tests: 0,
            threads: Threads::default(),
            ahead: Ahead::default(),
            motion: Motion::default(),
            commits: Commits::default(),
        }
    }
}

impl<C: Copy> World<C> {
    /// Makes an object of a shape, at the identity placement, and selects it. An object of the same reference is
    /// replaced; responses stay. `false` if there is no such shape.
    pub fn create_object(&mut self, reference: ObjectRef, shape: ShapeHandle) -> bool {
        let Some(shape) = self.shapes.slot_or_shared(shape) else {
            return false;
        };
        self.remove_object(reference);
        let slot = self.objects.next_slot();
        let object = Object {
            shape,
            instance: self.shapes.add_instance(shape, slot),
            sequence: Sequence::after(self.created),
            placement: Placement::IDENTITY,
            known: Known::IsIdentity,
            balls: Balls::UNKNOWN.packed(),
        };
        self.created += 1;
        self.objects.insert(reference, object);
        self.objects.select(slot);
        self.join_handful(slot);
        self.note_moved(slot)
    }

    /// Deletes an object and its responses. `false` if there is none of that reference.
    pub fn delete_object(&mut self, reference: ObjectRef) -> bool {
        let known = self.remove_object(reference);
        if known {
            self.responses.forget(reference);
        }
        known
    }

    fn remove_object(&mut self, reference: ObjectRef) -> bool {
        let Some((slot, object)) = self.objects.remove(reference) else {
            return false;
        };
        self.broad.remove(slot);
        self.leave_handful(slot);
        self.past.forget(slot);
        self.motion.note(&[slot]);
        self.uncommitted = true;
        if let Some(moved) = self.shapes.remove_instance(object.shape, object.instance)
            && let Some(other) = self.objects.get_mut(moved)
        {
            other.instance = object.instance;
        }
        true
    }

    /// Whether there is an object of that reference.
    pub fn has_object(&self, reference: ObjectRef) -> bool {
        self.objects.slot(reference).is_some()
    }

    /// Selects the object that transforms apply to. `false`, and no change, if there is none of that reference.
    #[inline]
    pub fn select_object(&mut self, reference: ObjectRef) -> bool {
        let Some(slot) = self.objects.slot_to_select(reference) else {
            return false;
        };
        self.objects.select(slot);
        true
    }

    /// Changes the placement of the current object. `false` if there is none.
    #[inline]
    pub fn transform(&mut self, change: impl FnOnce(&mut Placement)) -> bool {
        let Some((slot, object)) = self.objects.current_mut() else {
            return false;
        };
        change(&mut object.placement);
        object.known = Known::Nothing;
        self.note_moved(slot)
    }

    /// Places the current object at the identity. `false` if there is none.
    #[inline(always)]
    pub fn load_identity(&mut self) -> bool {
        let Some((slot, object)) = self.objects.current_mut() else {
            return false;
        };
        object.placement = Placement::IDENTITY;
        object.known = Known::IsIdentity;
        self.note_moved(slot)
    }

    /// Moves the current object along its local axes. `false` if there is none.
    #[inline(always)]
    pub fn translate(&mut self, by: &Vec3) -> bool {
        let Some((slot, object)) = self.objects.current_mut() else {
            return false;
        };
        if object.known == Known::IsIdentity {
            object.placement.origin = Vec3::zeros() + by;
            object.known = Known::IsUnturned;
        } else {
            object.placement.translate(by);
        }
        self.note_moved(slot)
    }

    /// Turns the current object about its local origin by a quaternion, as [`Placement::rotate`]. `false` if there is none.
    #[inline(always)]
    pub fn rotate(&mut self, q: &[f64; 4]) -> bool {
        let Some((slot, object)) = self.objects.current_mut() else {
            return false;
        };
        let is_unturned = matches!(object.known, Known::IsIdentity | Known::IsUnturned);
        object.known = if is_unturned && object.placement.set_rotation(q) {
            Known::IsRigid
        } else {
            if !is_unturned {
                object.placement.rotate_by(q[0], q[1], q[2], q[3]);
            }
            Known::Nothing
        };
        self.note_moved(slot)
    }

    #[inline(always)]
    fn note_moved(&mut self, slot: u32) -> bool {
        if self.noted != slot {
            self.advanced.add(slot);
            self.moved.add(slot);
            self.noted = slot;
        }
        true
    }

    /// Gives the vertices of a finished complex shape other positions. `None` if there is no such shape, or it is
    /// not complex or not finished; else whatever `change` returns.
    pub fn deform<R>(
        &mut self,
        handle: ShapeHandle,
        change: impl FnOnce(&mut solid_geometry::mesh::Soup) -> R,
    ) -> Option<R> {
        let slot = self.shapes.slot_or_shared(handle)?;
        let result = self.shapes.change_soup(slot, change)?;
        self.deformed.add(slot);
        self.mark_instances_moved(slot);
        Some(result)
    }

    /// Gives an open complex shape its polytopes.
    pub fn finish_shape(&mut self, handle: ShapeHandle, soup: solid_geometry::mesh::Soup) {
        if let Some(slot) = self.shapes.slot(handle) {
            self.shapes.finish(slot, soup);
            self.mark_instances_moved(slot);
        }
    }

    fn mark_instances_moved(&mut self, shape: u32) {
        self.shapes.entry(shape).instances.iter().for_each(|object| self.moved.add(*object));
    }

    /// Turns the memory of pairs on or off. It changes no answer.
    pub fn set_caching(&mut self, caching: bool) {
        self.caching = caching;
        if !caching {
            self.ahead.forget();
            self.pairs.forget_coherence();
        }
    }

    /// Sets the relative error of the distances of smart response; clamped to what can be reached.
    pub fn set_tolerance(&mut self, tolerance: f64) {
        self.ahead.forget();
        self.tolerance = tolerance;
    }

    /// The relative error of distances.
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Brings the pairs up to date with all that has moved.
    #[inline]
    pub(super) fn commit(&mut self) {
        self.commit_pairs(true);
    }

    /// The same; the pairs need not be put in order if somebody else does it.
    pub(super) fn commit_pairs(&mut self, sorted: bool) {
        if self.moved.is_empty() && !self.uncommitted {
            return;
        }
        let start = self.timed.then(Instant::now);
        self.uncommitted = false;
        self.deforming.forget();
        self.ahead.changed = true;
        self.motion.note(self.moved.as_slice());
        if !self.commits.begin(self.objects.slots_end()) {
            self.pairs.forget_coherence();
        }
        if self.handful.lasts {
            self.settle_handful()
        } else {
            self.commit_broad()
        }
        self.moved.clear(self.commits.last, &mut self.commits.of_slots);
        self.noted = NOBODY;
        if sorted {
            self.pairs.sort();
        }
        if let Some(start) = start {
            self.spent.commit_seconds += start.elapsed().as_secs_f64();
        }
    }

    /// Gives the broad phase the boxes of what has moved, and the pairs what it tells.
    #[inline(never)]
    fn commit_broad(&mut self) {
        let all_differ = self.place_boxes();
        let mut sink =
            Sink { objects: &self.objects, shapes: &self.shapes, pairs: &mut self.pairs };
        self.broad.update(&mut sink);
        self.pairs.end_commit();
        if !(all_differ && self.broad.reports_stays()) {
            self.pairs.forget_stale();
        }
    }

    /// Whether so many have moved that it is worth looking through all slots by several threads.
    fn moves_many(&self) -> bool {
        self.moved.as_slice().len() >= LEAST_MOVED.max(self.objects.slots_end() / 8)
    }

    /// Gives the broad phase the boxes of what has moved. Returns whether each is known to differ from what it was: an object
    /// that turns in its box is none that the broad phase hears of.
    fn place_boxes(&mut self) -> bool {
        let many = self.moves_many();
        let World { objects, shapes, broad, pairs, moved, threads, fixed_boxes, .. } = self;
        let fixed = *fixed_boxes;
        let slots = moved.as_slice();
        // Nobody asks where it is not known how it was.
        let mut all_differ = !many && pairs.stale_count().is_some();
        if many && threads.count() > 1 {
            let boxes = boxes_by_threads(threads, objects, shapes, moved, fixed);
            slots.iter().for_each(|slot| put(&mut **broad, *slot, &boxes[*slot as usize]));
            return false;
        }
        for slot in slots {
            let Some(object) = objects.get_mut(*slot) else {
                continue;
            };
            let rigid = settle_rigid(object, shapes, fixed, |aabb| *aabb);
            let aabb = rigid.unwrap_or_else(|| settle(object, shapes, fixed));
            all_differ = all_differ && broad.boxes().get(*slot as usize) != Some(&aabb);
            put(&mut **broad, *slot, &aabb);
        }
        all_differ
    }

    /// The box of an object's shape at some other placement.
    pub(super) fn box_at(&self, slot: u32, placement: &Placement) -> Option<Aabb> {
        let mut object = self.objects.get(slot)?.clone();
        object.placement = *placement;
        Some(settle(&mut object, &self.shapes, false)).filter(|aabb| !aabb.is_empty())
    }

    /// The two slots in the order of a callback's arguments: a complex shape's object before a primitive's, else
    /// the one created earlier.
    pub(super) fn argument_order(&self, a: u32, b: u32) -> Option<[u32; 2]> {
        argument_order(&self.objects, &self.shapes, a, b)
    }
}

/// Gives a broad phase a box; what is empty is taken out.
pub(super) fn put(broad: &mut dyn BroadPhase, slot: u32, aabb: &Aabb) {
    if aabb.is_empty() { broad.remove(slot) } else { broad.place(slot, aabb) }
}

fn argument_order(objects: &ObjectTable, shapes: &ShapeStore, a: u32, b: u32) -> Option<[u32; 2]> {
    let rank = |slot| {
        let object: &Object = objects.get(slot)?;
        let complex = shapes.entry(object.shape).shape.is_complex();
        Some((!complex, object.sequence))
    };
    Some(if rank(a)? <= rank(b)? { [a, b] } else { [b, a] })
}

/// By slot: the boxes of what has moved, found by several threads; of the others, empty ones.
fn boxes_by_threads(
    threads: &Threads,
    objects: &mut ObjectTable,
    shapes: &ShapeStore,
    moved: &SlotList,
    fixed: bool,
) -> Vec<Aabb> {
    let mut boxes = vec![Aabb::EMPTY; objects.slots_end()];
    let parts = objects.parts_mut(PART).zip(moved.by_slot().chunks(PART));
    threads.map(parts.zip(boxes.chunks_mut(PART)), |((objects, moved), boxes)| {
        let moved = objects.iter_mut().zip(moved).zip(boxes).filter(|((_, moved), _)| **moved);
        for ((object, _), aabb) in moved {
            if let Some(object) = object {
                let rigid = settle_rigid(object, shapes, fixed, |aabb| *aabb);
                *aabb = rigid.unwrap_or_else(|| settle(object, shapes, fixed));
            }
        }
    });
    boxes
}

/// Hears from the broad phase and keeps the pairs.
pub(super) struct Sink<'a> {
    pub(super) objects: &'a ObjectTable,
    pub(super) shapes: &'a ShapeStore,
    pub(super) pairs: &'a mut PairTable,
}

impl PairSink for Sink<'_> {
    fn begin(&mut self, a: Proxy, b: Proxy) {
        if let Some(slots) = argument_order(self.objects, self.shapes, a, b) {
            let sequence = |slot| self.objects.get(slot).map_or(0, |object| object.sequence.get());
            self.pairs.begin(slots, (sequence(slots[0]), sequence(slots[1])));
        }
    }

    fn end(&mut self, a: Proxy, b: Proxy) {
        self.pairs.end(a, b);
    }

    fn stay(&mut self, a: Proxy, b: Proxy) {
        self.pairs.stay(a, b);
    }
}
