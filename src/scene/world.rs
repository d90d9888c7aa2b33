//! The world: shapes, objects, their placements, and the pairs that are near each other.
//!
//! Placements are lazy: transforms only store them. The next test passes the boxes of all moved objects to the broad phase.

#[cfg(test)]
mod tests;

use super::deforming::Deforming;
use super::events::{AttachedData, PairEvents};
use super::frames::PreviousPlacements;
use super::motion::Motion;
use super::narrow_phase::ResponseData;
use super::object::{Category, Object, ObjectRef, ObjectTable};
use super::pair_queries::LastSeparations;
use super::pairs::PairTable;
use super::queries::QueryMemory;
use super::quiet::QuietObjects;
use super::response::ResponseTable;
use super::settings::{BroadPhaseKind, Statistics};
use super::shapes::{Shape, ShapeHandle, ShapeStore};
use super::slots::SlotList;
use super::turning::Turns;
use solid_geometry::broad::BroadPhase;
use solid_geometry::math::tolerance::{DEFAULT_DISTANCE_TOLERANCE, TIGHTEST_DISTANCE_TOLERANCE};
use solid_geometry::math::{Placement, Vec3, is_rotation, rotation};
use solid_geometry::mesh::Segment;
use solid_geometry::query::ContactMemory;
use solid_geometry::threads::Threads;

/// A world of objects, whose callbacks are of type `C`.
pub struct World<C> {
    /// The shapes.
    pub shapes: ShapeStore,
    /// The responses.
    pub responses: ResponseTable<C>,
    pub(super) objects: ObjectTable,
    /// This and the broad phase are up to date after [`World::update`].
    pub(super) pairs: PairTable,
    pub(super) broad: Box<dyn BroadPhase>,
    pub(super) broad_phase: BroadPhaseKind,
    /// The world's time: counts updates, tests and other events that invalidate earlier decisions.
    pub(super) time: u64,
    /// Objects that wait for the next update.
    pub(super) moved: SlotList,
    pub(super) quiet: QuietObjects,
    /// Objects have been deleted since the last update, or it was left in the middle.
    pub(super) has_removed: bool,
    /// An update has begun and not ended.
    pub(super) is_updating: bool,
    pub(super) past: PreviousPlacements,
    /// Objects that have moved since the last proceed, besides those in `moved`.
    pub(super) advanced: SlotList,
    /// Shapes that have deformed since then.
    pub(super) deformed: SlotList,
    /// Objects created so far.
    pub(super) created: u64,
    pub(super) caching: bool,
    pub(super) tolerance: f64,
    /// See [`solid_geometry::query::CastOptions`].
    pub(super) stop_at_penetration: bool,
    pub(super) deforming: Deforming,
    /// Taken out during a query and put back; boxed, so that this moves a pointer.
    pub(super) contacts: Option<Box<ContactMemory>>,
    pub(super) separations: LastSeparations,
    /// Taken out during a ray and put back.
    pub(super) query_memory: QueryMemory,
    /// The slots of the objects in the last box that was queried.
    pub(super) in_box: Vec<u32>,
    /// The data of the last event whose response has any.
    pub(super) data: ResponseData,
    /// The intersection of the last event whose response has one.
    pub(super) segments: Vec<Segment>,
    pub(super) fixed_boxes: bool,
    /// The work done, except for the box tests of the present broad phase.
    pub(super) work: Statistics,
    /// Whether times are measured.
    pub(super) timed: bool,
    /// The threads that work in tests.
    pub(super) threads: Threads,
    pub(super) motion: Motion,
    pub(super) turns: Turns,
    pub(super) events: PairEvents,
    pub(super) attached: AttachedData,
}

impl<C> Default for World<C> {
    fn default() -> Self {
        World {
            shapes: ShapeStore::default(),
            responses: ResponseTable::default(),
            objects: ObjectTable::default(),
            pairs: PairTable::default(),
            broad: BroadPhaseKind::Automatic.make(),
            broad_phase: BroadPhaseKind::Automatic,
            time: 0,
            moved: SlotList::default(),
            quiet: QuietObjects::default(),
            has_removed: false,
            is_updating: false,
            past: PreviousPlacements::default(),
            advanced: SlotList::default(),
            deformed: SlotList::default(),
            created: 0,
            caching: true,
            tolerance: DEFAULT_DISTANCE_TOLERANCE,
            stop_at_penetration: true,
            deforming: Deforming::default(),
            contacts: None,
            separations: LastSeparations::default(),
            query_memory: QueryMemory::default(),
            in_box: Vec::new(),
            data: ResponseData::default(),
            segments: Vec::new(),
            fixed_boxes: false,
            work: Statistics::default(),
            timed: false,
            threads: Threads::default(),
            motion: Motion::default(),
            turns: Turns::default(),
            events: PairEvents::default(),
            attached: AttachedData::default(),
        }
    }
}

impl<C> World<C> {
    /// Advances the world's time.
    pub(super) fn tick(&mut self) -> u64 {
        self.time += 1;
        self.time
    }
}

impl<C: Copy> World<C> {
    /// Makes an object of a shape, at the identity placement, and selects it. An object of the same reference is
    /// replaced; responses stay. `false` if there is no such shape.
    pub fn create_object(&mut self, reference: ObjectRef, shape: ShapeHandle) -> bool {
        let Some(shape) = self.shapes.slot_or_shared(shape) else {
            return false;
        };
        self.objects.ensure_room();
        self.remove_object(reference);
        self.created += 1;
        let (placement, category) = (Placement::IDENTITY, Category::Identity);
        let slot = self.add_object(reference, shape, self.created, (placement, category));
        self.objects.select(slot);
        true
    }

    /// Adds an object, whose reference is not in use, and returns its slot.
    pub(super) fn add_object(
        &mut self,
        reference: ObjectRef,
        shape: u32,
        sequence: u64,
        (placement, category): (Placement, Category),
    ) -> u32 {
        let slot = self.objects.next_slot();
        let instance = self.shapes.add_instance(shape, slot);
        let object = Object { shape, instance, sequence, placement, category };
        self.objects.insert(reference, object);
        self.quiet.forget(slot);
        self.moved.add(slot);
        slot
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
        self.past.forget(slot);
        self.turns.forget(slot);
        self.attached.forget(slot);
        self.motion.mark_changed(&[slot]);
        self.has_removed = true;
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
        let slot = self.objects.slot_to_select(reference);
        slot.into_iter().for_each(|slot| self.objects.select(slot));
        slot.is_some()
    }

    /// Places the current object at the identity. `false` if there is none.
    #[inline]
    pub fn load_identity(&mut self) -> bool {
        self.change_current(|object| {
            object.placement = Placement::IDENTITY;
            object.category = Category::Identity;
        })
    }

    /// Translates the local coordinates of the current object. `false` if there is none.
    #[inline]
    pub fn translate(&mut self, by: &Vec3) -> bool {
        self.change_current(|Object { placement, category, .. }| match category {
            Category::Identity => {
                placement.origin = Vec3::zeros() + by;
                *category = Category::Translation;
            }
            Category::Translation => placement.origin += by,
            Category::Rigid | Category::Affine => placement.translate(by),
        })
    }

    /// Rotates the local coordinates of the current object by a quaternion `(x, y, z, w)`. `false` if there is none.
    #[inline]
    pub fn rotate(&mut self, q: &[f64; 4]) -> bool {
        self.change_current(|Object { placement, category, .. }| match category {
            Category::Identity | Category::Translation => {
                placement.basis = rotation(q);
                *category = if is_rotation(q) { Category::Rigid } else { Category::Affine };
            }
            Category::Rigid | Category::Affine => {
                placement.rotate(q);
                *category = Category::Affine;
            }
        })
    }

    /// Changes the placement of the current object. `false` if there is none.
    #[inline]
    pub fn transform(&mut self, change: impl FnOnce(&mut Placement)) -> bool {
        self.change_current(|object| {
            change(&mut object.placement);
            object.category = Category::Affine;
        })
    }

    #[inline]
    fn change_current(&mut self, change: impl FnOnce(&mut Object)) -> bool {
        let Some((slot, object)) = self.objects.current_mut() else {
            return false;
        };
        change(object);
        self.moved.add(slot);
        true
    }

    /// Changes the positions of the vertices of a finished complex shape. `None` if there is no such shape, or it is
    /// not complex or not finished; else whatever `change` returns.
    pub fn deform<R>(
        &mut self,
        handle: ShapeHandle,
        change: impl FnOnce(&mut solid_geometry::mesh::PolytopeSoup) -> R,
    ) -> Option<R> {
        let slot = self.shapes.slot_or_shared(handle)?;
        let result = self.shapes.change(slot, Shape::soup_mut, change)?;
        if self.deformed.is_empty() {
            // Boxes of what does not turn are also around its path beside a soup that deforms.
            self.objects.iter().for_each(|(slot, _)| self.motion.mark_changed(&[slot]));
        }
        self.deformed.add(slot);
        self.mark_instances_moved(slot);
        Some(result)
    }

    /// Changes a height field; `None` if there is no such shape, or it is another. All its objects count as moved.
    pub fn change_heights<R>(
        &mut self,
        handle: ShapeHandle,
        change: impl FnOnce(&mut solid_geometry::query::HeightField) -> R,
    ) -> Option<R> {
        let slot = self.shapes.slot_or_shared(handle)?;
        let result = self.shapes.change(slot, Shape::height_field_mut, change)?;
        self.mark_instances_moved(slot);
        Some(result)
    }

    /// Puts the vertices of a soup that has deformed to where they stopped.
    pub(super) fn stop_vertices(&mut self, shape: u32, vertices: &[solid_geometry::math::Vec3]) {
        self.shapes.change(shape, Shape::soup_mut, |soup| soup.stop_at(vertices));
        self.deformed.add(shape);
        self.mark_instances_moved(shape);
    }

    /// Gives an open shape its polytopes or parts.
    pub fn finish_shape(&mut self, handle: ShapeHandle, shape: Shape) {
        if let Some(slot) = self.shapes.slot(handle) {
            self.shapes.finish(slot, shape);
            self.mark_instances_moved(slot);
        }
    }

    fn mark_instances_moved(&mut self, shape: u32) {
        self.shapes.entry(shape).instances.iter().for_each(|object| self.moved.add(*object));
    }

    /// Switches the caches of pairs on or off. It changes no answer.
    pub fn set_caching(&mut self, caching: bool) {
        self.caching = caching;
        if !caching {
            self.pairs.forget_decisions();
        }
    }

    /// Sets the relative error of the distances of smart response; clamped to what can be reached.
    pub fn set_tolerance(&mut self, tolerance: f64) {
        self.pairs.forget_data();
        // NaN as well.
        self.tolerance = TIGHTEST_DISTANCE_TOLERANCE.max(tolerance);
    }

    /// The relative error of distances.
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Panics unless objects and, as of the last update, pairs are consistent.
    pub fn validate(&self) {
        self.objects.validate();
        self.pairs.validate();
        self.broad.validate();
        self.motion.boxes.validate();
        if !self.moved.is_empty() || self.has_removed {
            return;
        }
        for pair in self.pairs.iter() {
            let [a, b] = pair.slots;
            let key = pair.slots.map(|slot| self.objects.sequence(slot));
            assert_eq!(key, [Some(pair.key.0), Some(pair.key.1)]);
            let boxes = self.broad.boxes();
            assert!(boxes[a as usize].overlaps(&boxes[b as usize]), "a pair of boxes apart");
        }
    }
}
