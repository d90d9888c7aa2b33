//! The first step of a test. It computes the bounds of objects that have moved or deformed, passes their boxes to the broad
//! phase, and updates the table of pairs.

use std::time::Instant;

use super::bounds::bounds;
use super::object::{Object, ObjectTable};
use super::pairs::PairTable;
use super::quiet::QuietObjects;
use super::shapes::ShapeStore;
use super::world::World;
use solid_geometry::broad::{PairSink, Proxy};
use solid_geometry::interrupt::Pace;
use solid_geometry::math::{Aabb, Placement};
use solid_geometry::shape::BoundingSpheres;

impl<C: Copy> World<C> {
    /// Updates bounds, broad phase and pairs after changes.
    #[inline]
    pub(super) fn update(&mut self) {
        if !self.is_up_to_date() {
            self.update_changes();
        }
    }

    /// Whether nothing has changed since the last update.
    #[inline]
    pub fn is_up_to_date(&self) -> bool {
        let is_changed = self.responses_are_added() || self.responses.is_refiltered();
        self.moved.is_empty() && !self.has_removed && !is_changed
    }

    fn update_changes(&mut self) {
        let start = self.timed.then(Instant::now);
        self.recover();
        (self.is_updating, self.has_removed) = (true, true);
        self.update_filters();
        self.update_quiet();
        self.deforming.forget();
        self.motion.mark_changed(self.moved.as_slice());
        self.update_bounds();
        let World { objects, shapes, pairs, quiet, broad, .. } = self;
        broad.update(&mut Sink { objects, shapes, quiet, pairs });
        self.pairs.sort();
        (self.is_updating, self.has_removed) = (false, false);
        if let Some(start) = start {
            self.work.commit_seconds += start.elapsed().as_secs_f64();
        }
    }

    /// If an update was left by unwinding, for want of memory, forgets what it made.
    #[inline]
    pub fn recover(&mut self) {
        if self.is_updating {
            self.forget_update();
        }
        self.motion.recover();
    }

    /// Forgets all pairs and boxes: the next update makes them anew. Both are derived from the objects.
    #[cold]
    fn forget_update(&mut self) {
        (self.is_updating, self.has_removed) = (false, true);
        self.pairs = PairTable::default();
        self.work.box_tests += self.broad.box_tests();
        self.broad = self.broad_phase.make();
        self.broad.set_threads(self.threads.clone());
        self.objects.iter().for_each(|(slot, _)| self.moved.add(slot));
    }

    /// Computes the bounds of moved objects, and passes their boxes to the broad phase. By one thread: with bounds by two, a frame in
    /// which 10,000 objects move took as long (`benches/scenes`).
    fn update_bounds(&mut self) {
        let now = self.tick();
        let World { objects, shapes, broad, moved, advanced, .. } = self;
        let mut pace = Pace::default();
        for slot in moved.as_slice() {
            pace.step();
            if let Some((object, spheres)) = objects.update(*slot, now) {
                let placement = (&object.placement, object.category.is_rigid());
                let aabb = bounds(object.shape, placement, shapes, self.fixed_boxes, spheres);
                broad.place(*slot, &aabb);
            }
        }
        moved.drain().for_each(|slot| advanced.add(slot));
    }

    /// The box of an object's shape at some other placement.
    pub(super) fn box_at(&self, slot: u32, placement: &Placement) -> Option<Aabb> {
        let shape = self.objects.get(slot)?.shape;
        let mut spheres = BoundingSpheres::UNKNOWN;
        let aabb = bounds(shape, (placement, false), &self.shapes, false, &mut spheres);
        (!aabb.is_empty()).then_some(aabb)
    }

    /// The two slots in the order of a callback's arguments: a complex shape's object before a primitive's, else
    /// the one created earlier.
    pub(super) fn argument_order(&self, a: u32, b: u32) -> Option<[u32; 2]> {
        argument_order(&self.objects, &self.shapes, a, b)
    }
}

fn argument_order(objects: &ObjectTable, shapes: &ShapeStore, a: u32, b: u32) -> Option<[u32; 2]> {
    let rank = |slot| objects.get(slot).map(|object| rank(object, shapes));
    Some(if rank(a)? <= rank(b)? { [a, b] } else { [b, a] })
}

/// The place of an object among a callback's arguments: the lesser one comes first.
pub(super) fn rank(object: &Object, shapes: &ShapeStore) -> (bool, u64) {
    (!shapes.entry(object.shape).shape.is_complex(), object.sequence)
}

/// Updates the table of pairs as the broad phase reports changes.
struct Sink<'a> {
    objects: &'a ObjectTable,
    shapes: &'a ShapeStore,
    quiet: &'a QuietObjects,
    pairs: &'a mut PairTable,
}

impl PairSink for Sink<'_> {
    fn wants(&self, a: Proxy, b: Proxy) -> bool {
        // A pair of objects that have become quiet stays until its boxes part.
        !self.quiet.skip(a, b) || self.pairs.contains(a, b)
    }

    fn begin(&mut self, a: Proxy, b: Proxy) {
        if !self.wants(a, b) {
            return;
        }
        if let Some(slots) = argument_order(self.objects, self.shapes, a, b) {
            let [first, second] = slots.map(|slot| self.objects.sequence(slot).unwrap_or(0));
            self.pairs.begin(slots, (first, second));
        }
    }

    fn end(&mut self, a: Proxy, b: Proxy) {
        self.pairs.end(a, b);
    }
}
