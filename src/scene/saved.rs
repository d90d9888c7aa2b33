//! A world as bytes, and back: objects, shapes, responses' kinds, filters, motion and settings.
//!
//! The bytes are those of a saved shape (`solid_geometry`, `query/saved.rs`) with a world in its place: settings, shapes, objects, filters,
//! responses, the pairs that collided in the last frame, as `write.rs` has them. Lists are their length, 64 bits, and their elements. What
//! can be found anew is left out: boxes, trees of the broad phase, pairs, decisions. None of it changes a bit of an answer.
//!
//! Objects are named by numbers, the addresses that C programs name them by. A program that loads may have others: it renames
//! them. Callbacks are code: of a response only its kind is saved.

mod read;
mod write;

use std::sync::Arc;

use super::deforming::CollisionMethod;
use super::object::{Category, ObjectRef};
use super::response::{ContactQuery, Filter, ResponsePlace, ResponseTable};
use super::settings::BroadPhaseKind;
use super::shapes::{Shape, ShapeHandle};
use super::turning::{MotionKind, Turn};
use super::world::World;
use rustc_hash::{FxHashMap, FxHashSet};
use solid_geometry::interrupt::uninterrupted;
use solid_geometry::math::Placement;
use solid_geometry::memory;
use solid_geometry::mesh::Builder;

/// Why a world cannot be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The shape of an object is not finished.
    Unfinished,
    /// The shape of an object cannot be saved: it has a support function or a vertex that is not finite.
    Shape,
}

/// A world as it was saved.
pub struct SavedWorld {
    settings: Settings,
    shapes: Vec<SavedShape>,
    objects: Vec<SavedObject>,
    filters: Vec<(u64, Filter)>,
    responses: Vec<(ResponsePlace<u64>, Option<ContactQuery>)>,
    colliding: Vec<SavedPair>,
}

/// What holds for the world as a whole.
struct Settings {
    caching: bool,
    stop_at_penetration: bool,
    fixed_boxes: bool,
    wants_events: bool,
    tolerance: f64,
    broad_phase: BroadPhaseKind,
    method: CollisionMethod,
    levels: Option<u32>,
    motion: MotionKind,
    /// How many objects have been created.
    created: u64,
    /// The object that transforms apply to, by its place among the objects.
    current: Option<usize>,
}

/// A shape that objects have.
struct SavedShape {
    kind: SavedKind,
    /// It has no handle any more.
    is_deleted: bool,
    /// Its vertices have changed in this frame.
    is_deformed: bool,
}

enum SavedKind {
    /// A primitive whose dimensions are no numbers.
    Void,
    /// A complex shape without polytopes.
    Empty,
    Shape(solid_geometry::Shape),
}

/// An object.
pub struct SavedObject {
    /// Its name.
    pub name: u64,
    /// What the program attached to it: the number of C, or the user data of a space.
    pub data: u128,
    sequence: u64,
    /// The place of its shape among the shapes.
    shape: usize,
    placement: Placement,
    category: Category,
    previous: Option<Placement>,
    turn: Option<Turn>,
}

/// A pair that collided in the last frame: its key, and the names of its objects.
type SavedPair = ([u64; 2], [u64; 2]);

/// Why a world cannot be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// There are objects.
    NotEmpty,
    /// There are not as many names as objects.
    OtherCount,
    /// A name is given twice.
    SameName,
    /// A saved name is too large for this machine's addresses, so that names are needed.
    NamesNeeded,
}

/// No less than an entry of the tables of responses, filters or pairs takes.
const BYTES_EACH: usize = 512;

/// No less than a shape takes beside what was read, a complex one without polytopes included.
const SHAPE_BYTES: usize = 2048;

/// No less than an object takes.
const OBJECT_BYTES: usize = 1024;

impl SavedWorld {
    /// The objects, in the order of their creation.
    pub fn objects(&self) -> &[SavedObject] {
        &self.objects
    }

    /// How many objects had been created.
    pub fn created(&self) -> u64 {
        self.settings.created
    }

    /// The names that the objects are to have: the given ones, or those that they had.
    fn new_names(&self, names: Option<&[ObjectRef]>) -> Result<Vec<ObjectRef>, RestoreError> {
        let own = |object: &SavedObject| {
            ObjectRef::try_from(object.name).map_err(|_| RestoreError::NamesNeeded)
        };
        let new: Vec<ObjectRef> = match names {
            None => self.objects.iter().map(own).collect::<Result<_, _>>()?,
            Some(names) if names.len() == self.objects.len() => names.to_vec(),
            Some(_) => return Err(RestoreError::OtherCount),
        };
        let mut once = FxHashSet::default();
        for name in &new {
            if once.contains(name) {
                return Err(RestoreError::SameName);
            }
            memory::insert(&mut once, *name);
        }
        Ok(new)
    }
}

/// What names of the file have become.
struct Renamed {
    objects: FxHashMap<u64, ObjectRef>,
    /// Whether names of what is no object stay.
    keeps_others: bool,
}

impl Renamed {
    fn name(&self, saved: u64) -> Option<ObjectRef> {
        let other = || ObjectRef::try_from(saved).ok().filter(|_| self.keeps_others);
        self.objects.get(&saved).copied().or_else(other)
    }

    fn pair(&self, [first, second]: [u64; 2]) -> Option<[ObjectRef; 2]> {
        Some([self.name(first)?, self.name(second)?])
    }

    fn place(&self, place: &ResponsePlace<u64>) -> Option<ResponsePlace> {
        Some(match *place {
            ResponsePlace::Default => ResponsePlace::Default,
            ResponsePlace::Object(object) => ResponsePlace::Object(self.name(object)?),
            ResponsePlace::Pair(a, b) => {
                let [a, b] = self.pair([a, b])?;
                ResponsePlace::Pair(a.min(b), a.max(b))
            }
        })
    }
}

impl<C: Copy> World<C> {
    /// Makes a world without objects that which was saved. Its responses, filters and settings, apart from the threads, are replaced;
    /// its shapes stay. `names` are new names for the objects, in the order of their creation: then what is saved about names that are
    /// no objects is left out. `callback` is given what each response is for. Returns the handles of the shapes, and of how many
    /// vertices they were made. On an error nothing changes.
    pub fn restore(
        &mut self,
        saved: &SavedWorld,
        names: Option<&[ObjectRef]>,
        callback: impl Fn(ResponsePlace) -> C,
    ) -> Result<Vec<(ShapeHandle, usize)>, RestoreError> {
        if self.objects.len() > 0 {
            return Err(RestoreError::NotEmpty);
        }
        let new_names = saved.new_names(names)?;
        let SavedWorld { shapes, objects, filters, responses, colliding, .. } = saved;
        let entries = filters.len() + responses.len() + colliding.len();
        let bodies = shapes.len() * SHAPE_BYTES + objects.len() * OBJECT_BYTES;
        memory::ensure(entries * BYTES_EACH + bodies);
        let pairs = saved.objects.iter().zip(&new_names);
        let objects = pairs.map(|(object, name)| (object.name, *name)).collect();
        let renamed = Renamed { objects, keeps_others: names.is_none() };
        // Nothing fails from here on.
        Ok(uninterrupted(|| {
            self.restore_settings(&saved.settings);
            // After that, which may update the world: an update takes note of filters, of the objects that there are.
            self.restore_responses(saved, &renamed, callback);
            let shapes = self.restore_objects(saved, &new_names);
            self.restore_events(saved, &renamed);
            shapes
        }))
    }

    fn restore_responses(
        &mut self,
        saved: &SavedWorld,
        renamed: &Renamed,
        callback: impl Fn(ResponsePlace) -> C,
    ) {
        let mut table = ResponseTable::default();
        for (place, kind) in &saved.responses {
            if let Some(place) = renamed.place(place) {
                table.set(place, kind.map(|kind| (callback(place), kind)));
            }
        }
        for (object, filter) in &saved.filters {
            if let Some(object) = renamed.name(*object) {
                table.set_filter(object, *filter);
            }
        }
        table.follow(&self.responses);
        self.responses = table;
    }

    fn restore_settings(&mut self, settings: &Settings) {
        self.set_broad_phase(settings.broad_phase);
        self.set_fixed_boxes(settings.fixed_boxes);
        self.set_caching(settings.caching);
        self.set_tolerance(settings.tolerance);
        self.set_stop_at_penetration(settings.stop_at_penetration);
        self.set_collision_method(settings.method);
        self.set_subdivision_levels(settings.levels);
        self.set_motion_kind(settings.motion);
    }

    /// Returns the handles of the shapes, and of how many vertices they were made.
    fn restore_objects(
        &mut self,
        saved: &SavedWorld,
        names: &[ObjectRef],
    ) -> Vec<(ShapeHandle, usize)> {
        let handles: Vec<(ShapeHandle, usize)> = saved
            .shapes
            .iter()
            .map(|SavedShape { kind, .. }| {
                let (shape, vertex_count) = match kind {
                    SavedKind::Void => (Shape::Void, 0),
                    SavedKind::Empty => {
                        (Shape::Complex(Some(Arc::new(Builder::new().finish(None).0))), 0)
                    }
                    SavedKind::Shape(shape) => (shape.clone().into(), shape.vertex_count()),
                };
                (self.shapes.insert(shape), vertex_count)
            })
            .collect();
        let shape_slots: Vec<Option<u32>> =
            handles.iter().map(|(handle, _)| self.shapes.slot(*handle)).collect();
        let is_deformed =
            |(saved, slot): (&SavedShape, &Option<u32>)| slot.filter(|_| saved.is_deformed);
        let deformed = saved.shapes.iter().zip(&shape_slots).filter_map(is_deformed);
        deformed.for_each(|slot| self.deformed.add(slot));
        let mut current = None;
        for (i, (object, name)) in saved.objects.iter().zip(names).enumerate() {
            let Some(Some(shape)) = shape_slots.get(object.shape).copied() else { continue };
            let (placement, sequence) = (object.placement, object.sequence);
            let slot = self.add_object(*name, shape, sequence, (placement, object.category));
            if let Some(previous) = object.previous {
                self.past.store(slot, previous);
            }
            if let Some(turn) = object.turn {
                self.turns.turns.insert(slot, turn);
            }
            if saved.settings.current == Some(i) {
                current = Some(slot);
            }
        }
        self.objects.set_current(current);
        for ((handle, _), shape) in handles.iter().zip(&saved.shapes) {
            if shape.is_deleted {
                self.shapes.delete(*handle);
            }
        }
        handles
    }

    fn restore_events(&mut self, saved: &SavedWorld, renamed: &Renamed) {
        self.events.are_wanted = saved.settings.wants_events;
        let before = saved.colliding.iter().filter_map(|([first, second], names)| {
            Some(((*first, *second), renamed.pair(*names)?))
        });
        self.events.before = before.collect();
        self.come_later_than(saved.settings.created);
    }

    /// Objects that are created from now on come later than so many others.
    pub fn come_later_than(&mut self, created: u64) {
        self.created = self.created.max(created);
    }
}
