//! Writes a world.

use super::super::object::{Category, Object, ObjectRef};
use super::super::response::{ContactQuery, ResponsePlace};
use super::super::settings::BroadPhaseKind;
use super::super::shapes::{Shape, ShapeHandle};
use super::super::turning::MotionKind;
use super::super::world::World;
use super::SaveError;
use crate::scene::deforming::CollisionMethod;
use rustc_hash::FxHashMap;
use solid_geometry::memory;
use solid_geometry::query::FileWriter;

/// What the bits of the first word of the settings are.
pub(super) mod settings {
    pub(in super::super) const CACHING: u32 = 1;
    pub(in super::super) const STOP_AT_PENETRATION: u32 = 2;
    pub(in super::super) const FIXED_BOXES: u32 = 4;
    pub(in super::super) const WANTS_EVENTS: u32 = 8;
    pub(in super::super) const ALL: u32 = 15;
}

/// What the bits of a shape's first word are. The two lowest are its kind.
pub(super) mod shapes {
    pub(in super::super) const VOID: u32 = 0;
    pub(in super::super) const EMPTY: u32 = 1;
    pub(in super::super) const SHAPE: u32 = 2;
    pub(in super::super) const KINDS: u32 = 3;
    pub(in super::super) const DELETED: u32 = 4;
    pub(in super::super) const DEFORMED: u32 = 8;
    pub(in super::super) const ALL: u32 = 15;
}

/// What the bits of an object's first word are. The two lowest are its category.
pub(super) mod objects {
    pub(in super::super) const CATEGORIES: u32 = 3;
    pub(in super::super) const PREVIOUS: u32 = 4;
    pub(in super::super) const TURN: u32 = 8;
    pub(in super::super) const DATA: u32 = 16;
    pub(in super::super) const ALL: u32 = 31;
}

/// The numbers of what there is a choice of. None is ever given another meaning.
pub(super) const BROAD_PHASES: [(u32, BroadPhaseKind); 4] = [
    (0, BroadPhaseKind::Automatic),
    (1, BroadPhaseKind::SweepAndPrune),
    (2, BroadPhaseKind::BoxTree),
    (3, BroadPhaseKind::BruteForce),
];
pub(super) const METHODS: [(u32, CollisionMethod); 2] =
    [(0, CollisionMethod::Trees), (1, CollisionMethod::Subdivision)];
pub(super) const MOTIONS: [(u32, MotionKind); 3] =
    [(0, MotionKind::Turning), (1, MotionKind::Straight), (2, MotionKind::Screw)];
pub(super) const CATEGORIES: [(u32, Category); 4] = [
    (0, Category::Identity),
    (1, Category::Translation),
    (2, Category::Rigid),
    (3, Category::Affine),
];
pub(super) const RESPONSES: [(u32, Option<ContactQuery>); 7] = [
    (0, None),
    (1, Some(ContactQuery::Hit)),
    (2, Some(ContactQuery::ClosestBefore)),
    (3, Some(ContactQuery::CommonPoint)),
    (4, Some(ContactQuery::Depth)),
    (5, Some(ContactQuery::Contacts)),
    (6, Some(ContactQuery::Intersection)),
];

fn number_of<T: PartialEq>(all: &[(u32, T)], value: T) -> u32 {
    all.iter().find(|entry| entry.1 == value).map_or(0, |entry| entry.0)
}

/// A word of the flags that hold.
fn flags(all: &[(bool, u32)]) -> u32 {
    all.iter().filter(|(holds, _)| *holds).fold(0, |word, (_, flag)| word | flag)
}

impl<C: Copy> World<C> {
    /// The world as bytes. `data_of` is what the program has attached to an object, and `vertices_of` of how many vertices the program
    /// made a mesh, if that is more than it uses.
    pub fn save(
        &self,
        data_of: impl Fn(ObjectRef) -> u128,
        vertices_of: impl Fn(ShapeHandle) -> usize,
    ) -> Result<Vec<u8>, SaveError> {
        let mut to = FileWriter::default();
        let slots = self.slots_by_creation();
        let objects: Vec<(u32, &Object)> =
            slots.iter().filter_map(|slot| Some((*slot, self.objects.get(*slot)?))).collect();
        self.save_settings(&slots, &mut to);
        let places = self.save_shapes(&objects, vertices_of, &mut to)?;
        to.long(objects.len() as u64);
        for (slot, object) in objects {
            let name = self.objects.reference(slot);
            let (data, previous) = (data_of(name), self.past.known(slot));
            let turn = self.turns.turns.get(&slot);
            to.word(
                number_of(&CATEGORIES, object.category)
                    | flags(&[
                        (previous.is_some(), objects::PREVIOUS),
                        (turn.is_some(), objects::TURN),
                        (data != 0, objects::DATA),
                    ]),
            );
            to.long(name as u64);
            to.long(object.sequence);
            to.long(places.get(&object.shape).copied().unwrap_or(0));
            to.placement(&object.placement);
            previous.into_iter().for_each(|previous| to.placement(previous));
            if let Some(turn) = turn {
                to.numbers(turn.spin.as_slice());
                to.numbers(turn.pivot.as_slice());
            }
            if data != 0 {
                to.long(data as u64);
                to.long((data >> 64) as u64);
            }
        }
        self.save_responses(&mut to);
        to.long(self.events.before.len() as u64);
        for ((first, second), names) in &self.events.before {
            [*first, *second].into_iter().for_each(|number| to.long(number));
            names.iter().for_each(|name| to.long(*name as u64));
        }
        Ok(to.finish())
    }

    fn save_settings(&self, slots: &[u32], to: &mut FileWriter) {
        to.word(flags(&[
            (self.caching, settings::CACHING),
            (self.stop_at_penetration, settings::STOP_AT_PENETRATION),
            (self.fixed_boxes, settings::FIXED_BOXES),
            (self.events.are_wanted, settings::WANTS_EVENTS),
        ]));
        to.numbers(&[self.tolerance]);
        to.word(number_of(&BROAD_PHASES, self.broad_phase));
        to.word(number_of(&METHODS, self.deforming.method));
        // As many as halve nothing stand for as many as are of use.
        to.word(self.deforming.subdivision.max_levels.unwrap_or(0));
        to.word(number_of(&MOTIONS, self.turns.kind));
        to.long(self.created);
        let current = self.objects.current();
        let place = current.and_then(|current| slots.iter().position(|slot| *slot == current));
        to.long(place.map_or(0, |place| place as u64 + 1));
    }

    /// Saves the shapes that objects have, each once. Returns their places by their slots.
    fn save_shapes(
        &self,
        objects: &[(u32, &Object)],
        vertices_of: impl Fn(ShapeHandle) -> usize,
        to: &mut FileWriter,
    ) -> Result<FxHashMap<u32, u64>, SaveError> {
        let (mut places, mut slots) = (FxHashMap::default(), Vec::new());
        for (_, object) in objects {
            if !places.contains_key(&object.shape) {
                if places.try_reserve(1).is_err() {
                    memory::run_out();
                }
                places.insert(object.shape, slots.len() as u64);
                memory::push(&mut slots, object.shape);
            }
        }
        to.long(slots.len() as u64);
        for slot in slots {
            let handle = self.shapes.handle(slot);
            let common = flags(&[
                (handle.is_none(), shapes::DELETED),
                (self.deformed.contains(slot), shapes::DEFORMED),
            ]);
            match &self.shapes.entry(slot).shape {
                Shape::Complex(None) | Shape::Parts(None) => return Err(SaveError::Unfinished),
                Shape::Void => to.word(shapes::VOID | common),
                Shape::Complex(Some(soup)) if soup.is_empty() => to.word(shapes::EMPTY | common),
                shape => {
                    to.word(shapes::SHAPE | common);
                    let shape = shape.to_geometry().ok_or(SaveError::Shape)?;
                    let shape = shape.with_vertex_count(handle.map_or(0, &vertices_of));
                    to.shape(&shape).ok_or(SaveError::Shape)?;
                }
            }
        }
        Ok(places)
    }

    fn save_responses(&self, to: &mut FileWriter) {
        let filters = self.responses.filters();
        to.long(filters.len() as u64);
        for (object, filter) in filters {
            to.long(object as u64);
            to.word(filter.categories);
            to.word(filter.mask);
        }
        let places = self.responses.places();
        to.long(places.len() as u64);
        for (place, kind) in places {
            let (count, names) = match place {
                ResponsePlace::Default => (0, [0; 2]),
                ResponsePlace::Object(object) => (1, [object, 0]),
                ResponsePlace::Pair(a, b) => (2, [a, b]),
            };
            to.word(count);
            to.word(number_of(&RESPONSES, kind));
            names[..count as usize].iter().for_each(|name| to.long(*name as u64));
        }
    }
}
