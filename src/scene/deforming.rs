//! Soups that deform, decided all at once by subdivision of space instead of by their trees (ATR report, chapter 3).
//!
//! At the beginning of a test, the pairs of soups with stale trees are decided together. Pairs with objects that a callback
//! moves afterwards are decided by the trees. Hits do not depend on the method, and neither do the data of responses, which
//! come from the trees of the soups that collide.

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::object::{Object, ObjectRef};
use super::pair_queries::QueryError;
use super::pairs::{Pair, PairKey};
use super::shapes::{Shape, ShapeStore};
use super::world::World;
use rustc_hash::FxHashMap;
use solid_geometry::convex::{Coherence, RelativePlacement};
use solid_geometry::math::Placement;
use solid_geometry::math::tolerance::{BOX_ROUNDING, EXACT_RANGE};
use solid_geometry::memory;
use solid_geometry::mesh::{LeafTest, PolytopeSoup};
use solid_geometry::octree::{FaceMesh, FacePair, Subdivision};

/// The most times that subdivision halves space along each axis.
pub const MAX_LEVELS: u32 = 30;

/// How soups that deform are tested against each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CollisionMethod {
    /// By their trees. The whole tree is refitted when it is first used after the vertices have changed.
    #[default]
    Trees,
    /// By subdivision of space. Trees are refitted only if another query uses them.
    Subdivision,
}

/// The results of subdivision for the world at its last update.
#[derive(Default)]
pub struct Deforming {
    pub(super) method: CollisionMethod,
    pub(super) subdivision: Subdivision,
    /// The pairs that were decided, and whether they collide.
    decided: FxHashMap<PairKey, bool>,
}

impl Deforming {
    /// The world has changed: nothing is decided.
    pub(super) fn forget(&mut self) {
        self.decided.clear();
    }

    /// Whether a pair collides, if it was decided.
    #[inline]
    pub(super) fn collides(&self, key: PairKey) -> Option<bool> {
        self.decided.get(&key).copied()
    }
}

/// A pair to be decided.
struct Wanted<'a> {
    key: PairKey,
    /// The places of the objects among the meshes, the lesser first, and the soups in the order of a callback.
    meshes: [u32; 2],
    swapped: bool,
    soups: [&'a PolytopeSoup; 2],
    relative: RelativePlacement,
    collides: AtomicBool,
}

impl<C: Copy> World<C> {
    /// Chooses how soups that deform from now on are tested. It changes speed, and no hit.
    pub fn set_collision_method(&mut self, method: CollisionMethod) {
        self.deforming.method = method;
        self.deforming.forget();
    }

    /// How often subdivision halves space along each axis at most; `None`: until faces are few. It changes speed, and no
    /// answer.
    pub fn set_subdivision_levels(&mut self, levels: Option<u32>) {
        self.deforming.subdivision.max_levels = levels;
    }

    /// Decides the pairs of soups with stale trees, if the method is subdivision.
    pub(super) fn find_deforming_pairs(&mut self) {
        if self.deforming.method == CollisionMethod::Trees || !self.deforming.decided.is_empty() {
            return;
        }
        self.pairs.sort();
        let deforming = std::mem::take(&mut self.deforming);
        let tests = memory::restoring(
            (&mut *self, deforming),
            |(world, deforming)| world.decide(deforming),
            |(world, deforming)| world.deforming = deforming,
        );
        self.work.part_tests += tests;
    }

    /// Returns how many pairs of polytopes were tested.
    fn decide(&self, deforming: &mut Deforming) -> u64 {
        let pairs = || self.pairs.iter().filter(|pair| self.is_of_interest(pair));
        let mut slots: Vec<u32> = Vec::new();
        for slot in pairs().flat_map(|pair| pair.slots) {
            memory::push(&mut slots, slot);
        }
        let mut wanted: Vec<Wanted<'_>> = Vec::new();
        memory::reserve_exact(&mut wanted, slots.len() / 2);
        slots.sort_unstable();
        slots.dedup();
        let object = |slot: &u32| self.objects.get(*slot);
        let mut meshes: Vec<FaceMesh<'_>> = Vec::new();
        memory::reserve_exact(&mut meshes, slots.len());
        let objects = slots.iter().filter_map(object);
        meshes.extend(objects.filter_map(|object| mesh(object, &self.shapes)));
        let place = |slot: u32| slots.binary_search(&slot).ok().map(|place| place as u32);
        wanted.extend(pairs().filter_map(|pair| {
            let (first, second) = (place(pair.slots[0])?, place(pair.slots[1])?);
            let [a, b] = [object(&pair.slots[0])?, object(&pair.slots[1])?];
            let soups = [soup(a, &self.shapes)?, soup(b, &self.shapes)?];
            let relative = soups[0].relative_placement(&a.placement, soups[1], &b.placement)?;
            Some(Wanted {
                key: pair.key,
                meshes: [first.min(second), first.max(second)],
                swapped: second < first,
                soups,
                relative,
                collides: AtomicBool::new(false),
            })
        }));
        wanted.sort_unstable_by_key(|pair| pair.meshes);
        let is_wanted = |objects: &[u32; 2]| place_of(&wanted, objects).is_ok();
        let tests = AtomicU64::new(0);
        let Deforming { subdivision, decided, .. } = deforming;
        subdivision.pairs_among(&meshes, is_wanted, |pair| meets(&wanted, pair, &tests));
        decided.clear();
        if decided.try_reserve(wanted.len()).is_err() {
            memory::run_out();
        }
        decided.extend(wanted.into_iter().map(|pair| (pair.key, pair.collides.into_inner())));
        tests.into_inner()
    }

    /// Whether a pair has a response and both objects are deforming.
    fn is_of_interest(&self, pair: &Pair) -> bool {
        let [first, second] = pair.slots;
        let reference = |slot| self.objects.reference(slot);
        self.is_deforming(first)
            && self.is_deforming(second)
            && self.responses.lookup(reference(first), reference(second)).is_some()
    }

    /// Pairs of polytopes of one soup that share a point and no vertex, as they are now, by their numbers
    /// ([`PolytopeSoup::number`]), sorted; and how many polytopes were ignored, since a vertex is no number below 1e75.
    pub fn self_collisions(
        &mut self,
        reference: ObjectRef,
    ) -> Result<(Vec<[u32; 2]>, usize), QueryError> {
        let slot = self.objects.slot(reference).ok_or(QueryError::UnknownObject)?;
        let object = self.objects.get(slot).ok_or(QueryError::UnknownObject)?;
        let soup = soup(object, &self.shapes).ok_or(QueryError::NotAMesh)?;
        // Where it is placed makes no difference.
        let here = Placement::IDENTITY;
        let reach = soup.absolute_extents().amax().min(EXACT_RANGE.end);
        let faces = soup.faces(&here, BOX_ROUNDING * reach);
        let relative = soup.relative_placement(&here, soup, &here);
        let subdivision = &mut self.deforming.subdivision;
        subdivision.own_pairs_where(&faces, |pair| {
            relative.is_some_and(|relative| intersect([soup; 2], &relative, pair.faces))
        });
        let mut pairs = Vec::new();
        for numbers in subdivision.found().iter().filter_map(|pair| numbers(soup, pair)) {
            memory::push(&mut pairs, numbers);
        }
        pairs.sort_unstable();
        pairs.dedup();
        Ok((pairs, subdivision.ignored()))
    }

    /// Whether an object is a soup that has deformed since its tree was last used, and has no inside.
    fn is_deforming(&self, slot: u32) -> bool {
        self.objects.get(slot).is_some_and(|object| {
            soup(object, &self.shapes).is_some_and(|soup| soup.is_unfitted() && !soup.is_solid())
                && mesh(object, &self.shapes).is_some()
        })
    }
}

/// The place of a pair of objects among those that are wanted.
fn place_of(wanted: &[Wanted<'_>], objects: &[u32; 2]) -> Result<usize, usize> {
    wanted.binary_search_by_key(objects, |wanted| wanted.meshes)
}

/// Whether two polytopes share a point, unless their objects are known to collide already.
fn meets(wanted: &[Wanted<'_>], pair: &FacePair, tests: &AtomicU64) -> bool {
    let Ok(place) = place_of(wanted, &pair.objects) else {
        return false;
    };
    let Wanted { swapped, soups, relative, collides, .. } = &wanted[place];
    if collides.load(Ordering::Relaxed) {
        return false;
    }
    let [f, g] = pair.faces;
    tests.fetch_add(1, Ordering::Relaxed);
    let meet = intersect(*soups, relative, if *swapped { [g, f] } else { [f, g] });
    collides.fetch_or(meet, Ordering::Relaxed);
    meet
}

/// Whether a polytope of one soup and one of another share a point. Decided without a warm start, so by any thread.
pub(super) fn intersect(
    [a, b]: [&PolytopeSoup; 2],
    relative: &RelativePlacement,
    [f, g]: [u32; 2],
) -> bool {
    LeafTest::new(a, b, relative).intersects(f, g, &mut Coherence::default())
}

/// An object's soup, if it has one.
pub(super) fn soup<'a>(object: &Object, shapes: &'a ShapeStore) -> Option<&'a PolytopeSoup> {
    match &shapes.entry(object.shape).shape {
        Shape::Complex(Some(soup)) => Some(soup),
        _ => None,
    }
}

/// The numbers of two faces of one soup, the lesser first; `None` of two triangles of one concave polygon.
pub(super) fn numbers(soup: &PolytopeSoup, pair: &FacePair) -> Option<[u32; 2]> {
    let [f, g] = pair.faces.map(|face| soup.number(face));
    (f != g).then_some([f.min(g), f.max(g)])
}

/// The faces of an object, their boxes widened by more than rounding; `None` where numbers are out of range.
pub(super) fn mesh<'a>(object: &'a Object, shapes: &'a ShapeStore) -> Option<FaceMesh<'a>> {
    let soup = soup(object, shapes)?;
    let reach = (object.placement.basis.abs() * soup.absolute_extents()
        + object.placement.origin.abs())
    .amax();
    (reach < EXACT_RANGE.end).then(|| soup.faces(&object.placement, BOX_ROUNDING * reach))
}
