//! Reads a world. Whatever the bytes are, what comes of them could have been made by calls.

use super::super::object::Category;
use super::super::response::{ContactQuery, Filter, ResponsePlace};
use super::super::turning::{Turn, is_spin};
use super::write::{
    BROAD_PHASES, CATEGORIES, METHODS, MOTIONS, RESPONSES, objects, settings, shapes,
};
use super::{SavedKind, SavedObject, SavedPair, SavedShape, SavedWorld, Settings};
use crate::scene::deforming::MAX_LEVELS;
use rustc_hash::FxHashSet;
use solid_geometry::interrupt::Pace;
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Mat3, Placement};
use solid_geometry::memory;
use solid_geometry::query::{FileReader, LoadError};
use solid_geometry::shape::{RIGID_STRETCHES, stretches};

/// The most objects that can have been created: so many more can follow.
const MOST_CREATED: u64 = 1 << 62;

impl SavedWorld {
    /// The world that was saved. Linear in the bytes, but for convex hulls.
    pub fn read(bytes: &[u8]) -> Result<SavedWorld, LoadError> {
        let mut from = FileReader::new(bytes)?;
        let world = read(&mut from).filter(|_| from.is_at_end());
        world.ok_or(LoadError::Damaged)
    }
}

fn read(from: &mut FileReader<'_>) -> Option<SavedWorld> {
    let settings = read_settings(from)?;
    let shapes = read_list(from, read_shape)?;
    let objects = read_list(from, read_object)?;
    let filters = read_list(from, read_filter)?;
    let responses = read_list(from, read_response)?;
    let colliding = read_list(from, read_pair)?;
    let world = SavedWorld { settings, shapes, objects, filters, responses, colliding };
    is_consistent(&world).then_some(world)
}

/// A list, which grows by what there is of it, however long it claims to be.
fn read_list<T>(
    from: &mut FileReader<'_>,
    read: impl Fn(&mut FileReader<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    let (mut list, mut pace) = (Vec::new(), Pace::default());
    for _ in 0..from.long()? {
        pace.step();
        let element = read(from)?;
        memory::push(&mut list, element);
    }
    Some(list)
}

fn value_of<T: Copy>(all: &[(u32, T)], number: u32) -> Option<T> {
    all.iter().find(|entry| entry.0 == number).map(|entry| entry.1)
}

fn flags(from: &mut FileReader<'_>, all: u32) -> Option<u32> {
    from.word().filter(|flags| flags & !all == 0)
}

fn read_settings(from: &mut FileReader<'_>) -> Option<Settings> {
    let given = flags(from, settings::ALL)?;
    let has = |flag| given & flag != 0;
    Some(Settings {
        caching: has(settings::CACHING),
        stop_at_penetration: has(settings::STOP_AT_PENETRATION),
        fixed_boxes: has(settings::FIXED_BOXES),
        wants_events: has(settings::WANTS_EVENTS),
        tolerance: from.number()?,
        broad_phase: value_of(&BROAD_PHASES, from.word()?)?,
        method: value_of(&METHODS, from.word()?)?,
        levels: match from.word()? {
            0 => None,
            levels @ 1..=MAX_LEVELS => Some(levels),
            _ => return None,
        },
        motion: value_of(&MOTIONS, from.word()?)?,
        created: from.long().filter(|created| *created <= MOST_CREATED)?,
        current: match from.long()? {
            0 => None,
            place => Some(usize::try_from(place - 1).ok()?),
        },
    })
}

fn read_shape(from: &mut FileReader<'_>) -> Option<SavedShape> {
    let given = flags(from, shapes::ALL)?;
    Some(SavedShape {
        kind: match given & shapes::KINDS {
            shapes::VOID => SavedKind::Void,
            shapes::EMPTY => SavedKind::Empty,
            shapes::SHAPE => SavedKind::Shape(from.shape()?),
            _ => return None,
        },
        is_deleted: given & shapes::DELETED != 0,
        is_deformed: given & shapes::DEFORMED != 0,
    })
}

fn read_object(from: &mut FileReader<'_>) -> Option<SavedObject> {
    let given = flags(from, objects::ALL)?;
    let has = |flag| given & flag != 0;
    let category = value_of(&CATEGORIES, given & objects::CATEGORIES)?;
    let (name, sequence, shape) = (from.long()?, from.long()?, usize::try_from(from.long()?).ok()?);
    let placement = from.placement().filter(|placement| is_of(category, placement))?;
    let previous = if has(objects::PREVIOUS) { Some(from.placement()?) } else { None };
    let turn = if has(objects::TURN) {
        let turn = Turn { spin: from.vector()?, pivot: from.vector()? };
        Some(turn).filter(|turn| is_spin(&turn.spin) && is_finite(&turn.pivot)).map(Some)?
    } else {
        None
    };
    let data = if has(objects::DATA) {
        u128::from(from.long()?) | u128::from(from.long()?) << 64
    } else {
        0
    };
    Some(SavedObject { name, data, sequence, shape, placement, category, previous, turn })
}

/// Whether a placement may be of a category.
fn is_of(category: Category, placement: &Placement) -> bool {
    match category {
        Category::Identity => *placement == Placement::IDENTITY,
        Category::Translation => placement.basis == Mat3::identity(),
        Category::Rigid => stretches(&placement.basis) == RIGID_STRETCHES,
        Category::Affine => true,
    }
}

fn read_filter(from: &mut FileReader<'_>) -> Option<(u64, Filter)> {
    let object = from.long()?;
    Some((object, Filter { categories: from.word()?, mask: from.word()? }))
}

fn read_response(from: &mut FileReader<'_>) -> Option<(ResponsePlace<u64>, Option<ContactQuery>)> {
    let count = from.word()?;
    let kind = value_of(&RESPONSES, from.word()?)?;
    let place = match count {
        0 => ResponsePlace::Default,
        1 => ResponsePlace::Object(from.long()?),
        2 => ResponsePlace::Pair(from.long()?, from.long()?),
        _ => return None,
    };
    let is_ordered = !matches!(place, ResponsePlace::Pair(a, b) if a > b);
    is_ordered.then_some((place, kind))
}

fn read_pair(from: &mut FileReader<'_>) -> Option<SavedPair> {
    Some(([from.long()?, from.long()?], [from.long()?, from.long()?]))
}

/// Whether the parts fit together.
fn is_consistent(world: &SavedWorld) -> bool {
    let SavedWorld { settings, shapes, objects, filters, responses, colliding } = world;
    let numbers = || objects.iter().map(|object| object.sequence);
    let are_numbered = numbers().is_sorted_by(|a, b| a < b)
        && numbers().all(|number| (1..=settings.created).contains(&number));
    let mut names = FxHashSet::default();
    for object in objects {
        memory::insert(&mut names, object.name);
    }
    let is_key = |key: &u64| (1..=settings.created).contains(key);
    are_numbered
        && names.len() == objects.len()
        && objects.iter().all(|object| object.shape < shapes.len())
        && settings.current.is_none_or(|current| current < objects.len())
        && u32::try_from(objects.len()).is_ok()
        && filters.is_sorted_by(|a, b| a.0 < b.0)
        && filters.iter().all(|(_, filter)| *filter != Filter::ALL)
        && responses.is_sorted_by(|a, b| a.0 < b.0)
        && responses.first().is_some_and(|(place, _)| *place == ResponsePlace::Default)
        && colliding.is_sorted_by(|a, b| a.0 < b.0)
        && colliding.iter().all(|(key, _)| key.iter().all(is_key) && key[0] != key[1])
}
