//! Settings of and queries about a world as a whole.

#[cfg(test)]
mod tests;

use super::object::ObjectRef;
use super::pairs::PairTable;
use super::shapes::ShapeStore;
use super::world::World;
use solid_geometry::broad::{
    Adaptive, BoxTree, BroadPhase, BruteForce, PairSink, Proxy, SweepAndPrune,
};
use solid_geometry::math::Aabb;
use solid_geometry::memory;
use solid_geometry::query::CastOptions;
use solid_geometry::threads::Threads;

/// The most threads that a world may have for its tests.
pub const MAX_THREADS: usize = 256;

/// The broad phases. All find the same pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroadPhaseKind {
    /// Each with each for a few boxes; else a sweep from scratch or a tree, by counted work.
    Automatic,
    /// Incremental sweep and prune: sorted lists of ends, kept from test to test.
    SweepAndPrune,
    /// A tree of boxes.
    BoxTree,
    /// All pairs.
    BruteForce,
}

impl BroadPhaseKind {
    /// All of them.
    #[cfg(test)]
    pub const ALL: [BroadPhaseKind; 4] = [
        BroadPhaseKind::Automatic,
        BroadPhaseKind::SweepAndPrune,
        BroadPhaseKind::BoxTree,
        BroadPhaseKind::BruteForce,
    ];

    pub(super) fn make(self) -> Box<dyn BroadPhase> {
        match self {
            BroadPhaseKind::Automatic => Box::new(Adaptive::default()),
            BroadPhaseKind::SweepAndPrune => Box::new(SweepAndPrune::default()),
            BroadPhaseKind::BoxTree => Box::new(BoxTree::default()),
            BroadPhaseKind::BruteForce => Box::new(BruteForce::default()),
        }
    }
}

/// What a world has and what it has done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Objects there are.
    pub objects: u64,
    /// Pairs of objects whose boxes overlap.
    pub pairs: u64,
    /// Boxes compared by the broad phase.
    pub box_tests: u64,
    /// Pairs of objects that were tested for collision.
    pub pair_tests: u64,
    /// Pairs of their convex parts that were tested; one for a pair of convex objects. Pairs that bounding boxes or spheres
    /// decide are not counted.
    pub part_tests: u64,
    /// Pairs of objects that the cached axis separated.
    pub axis_hits: u64,
    /// Seconds spent in bringing the broad phase up to date.
    pub commit_seconds: f64,
    /// Seconds spent in testing pairs, callbacks not included.
    pub test_seconds: f64,
}

impl Statistics {
    /// Adds what deciding some pairs has cost.
    pub(super) fn add_decisions(&mut self, other: &Statistics) {
        self.pair_tests += other.pair_tests;
        self.part_tests += other.part_tests;
        self.axis_hits += other.axis_hits;
    }
}

/// Has a new broad phase find the pairs that there are, and ignores what it reports.
struct KnownPairs<'a>(&'a PairTable);

impl PairSink for KnownPairs<'_> {
    fn wants(&self, a: Proxy, b: Proxy) -> bool {
        self.0.contains(a, b)
    }

    fn begin(&mut self, _: Proxy, _: Proxy) {}
    fn end(&mut self, _: Proxy, _: Proxy) {}
}

impl<C: Copy> World<C> {
    /// A world without objects that shares its shapes with another.
    pub fn sharing_shapes(other: &World<C>) -> World<C> {
        World { shapes: ShapeStore::sharing(&other.shapes), ..World::default() }
    }

    /// The threads for tests and for the trees of large meshes.
    pub fn threads(&self) -> &Threads {
        &self.threads
    }

    /// Sets them. It changes no answer. Returns the previous ones.
    pub fn set_threads(&mut self, threads: Threads) -> Threads {
        self.broad.set_threads(threads.clone());
        self.deforming.subdivision.threads = threads.clone();
        std::mem::replace(&mut self.threads, threads)
    }

    /// Sets whether casts and tests along the paths have contact at time 0 of objects that collide at the start, wherever they move.
    pub fn set_stop_at_penetration(&mut self, stop: bool) {
        self.stop_at_penetration = stop;
    }

    /// How casts are done.
    pub(super) fn cast_options(&self) -> CastOptions {
        let World { tolerance, stop_at_penetration, .. } = *self;
        CastOptions { tolerance, stop_at_penetration }
    }

    /// Changes the broad phase, and inserts all boxes into the new one. The pairs and their caches stay.
    pub fn set_broad_phase(&mut self, kind: BroadPhaseKind) {
        self.update();
        self.work.box_tests += self.broad.box_tests();
        let mut broad = kind.make();
        for (slot, aabb) in self.broad.boxes().iter().enumerate() {
            if !aabb.is_empty() {
                broad.place(slot as Proxy, aabb);
            }
        }
        broad.set_threads(self.threads.clone());
        // These boxes overlap as they did.
        broad.update(&mut KnownPairs(&self.pairs));
        (self.broad, self.broad_phase) = (broad, kind);
    }

    /// Chooses between boxes that fit the placed shape and cubes around its outer ball, whose size does
    /// not depend on its rotation.
    pub fn set_fixed_boxes(&mut self, fixed: bool) {
        if self.fixed_boxes != fixed {
            self.fixed_boxes = fixed;
            self.renew_boxes();
        }
    }

    /// Has the boxes of all objects computed anew, and all pairs decided anew: after a support function of the program gave wrong
    /// answers, of which some were kept.
    pub fn renew_boxes(&mut self) {
        self.objects.iter().for_each(|(slot, _)| self.moved.add(slot));
    }

    /// What the world has, and what it has done so far. Times are taken from the first call on.
    pub fn statistics(&mut self) -> Statistics {
        self.update();
        // A page has a clock of its own, which this target does not reach.
        self.timed = !cfg!(all(target_arch = "wasm32", target_os = "unknown"));
        Statistics {
            objects: self.objects.len() as u64,
            pairs: self.pairs.len() as u64,
            box_tests: self.work.box_tests + self.broad.box_tests(),
            ..self.work
        }
    }

    /// The objects whose boxes overlap a box, in the order of their creation.
    pub fn query_box<'a>(
        &'a mut self,
        aabb: &Aabb,
    ) -> impl ExactSizeIterator<Item = ObjectRef> + use<'a, C> {
        self.update();
        let World { broad, objects, in_box, .. } = self;
        in_box.clear();
        broad.prepare_queries(false, 1);
        broad.query_box(aabb, &mut |slot| memory::push(in_box, slot));
        in_box.sort_unstable_by_key(|slot| objects.sequence(*slot));
        in_box.iter().map(|slot| objects.reference(*slot))
    }
}
