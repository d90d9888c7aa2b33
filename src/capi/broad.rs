//! FreeSOLID's broad phase: scenes of boxes, with callbacks where two begin and cease to overlap. Apart from the objects and
//! contexts of the dt functions.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::without_provenance_mut;

use once_cell::sync::Lazy;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use slab::Slab;

use super::errors::DtError;
use super::pair::read;
use super::scalar::DtScalar;
use super::state::with_state;
use solid_geometry::broad::{BoxTree, BroadPhase, PairSink, Proxy as Slot};
use solid_geometry::math::Aabb;
use solid_geometry::memory;
use solid_recording::align_stack;

/// Identifies a scene of boxes.
#[allow(non_camel_case_types)]
pub type BP_SceneHandle = *mut c_void;

/// Identifies a box of a scene.
#[allow(non_camel_case_types)]
pub type BP_ProxyHandle = *mut c_void;

/// A function that is called with the client data of a scene and the objects of two boxes, the one created first before the
/// other. It may call any function.
#[allow(non_camel_case_types)]
pub type BP_Callback = Option<
    unsafe extern "C-unwind" fn(
        client_data: *mut c_void,
        object1: *mut c_void,
        object2: *mut c_void,
    ),
>;

/// The distance between numbers, so that they are aligned as pointers are in C.
const STEP: usize = 16;

/// A box's number and the client's object, as a number, since it is only passed to callbacks.
#[derive(Clone, Copy)]
struct Proxy {
    number: usize,
    object: usize,
}

struct Scene {
    client_data: usize,
    begin: BP_Callback,
    end: BP_Callback,
    boxes: BoxTree,
    proxies: Slab<Proxy>,
}

#[derive(Default)]
struct Scenes {
    last: usize,
    by_number: FxHashMap<usize, Scene>,
    /// The scene and the slot of each box.
    places: FxHashMap<usize, (usize, usize)>,
}

static SCENES: Lazy<Mutex<Scenes>> = Lazy::new(Mutex::default);

impl Scenes {
    fn new_number(&mut self) -> usize {
        self.last += STEP;
        self.last
    }

    /// The scene and the slot of a box.
    fn find(&mut self, proxy: BP_ProxyHandle) -> Option<(&mut Scene, usize)> {
        let (scene, slot) = *self.places.get(&proxy.addr())?;
        Some((self.by_number.get_mut(&scene)?, slot))
    }
}

/// Calls of callbacks, made when nothing is locked.
#[derive(Default)]
struct Calls {
    client_data: usize,
    calls: Vec<(BP_Callback, [usize; 2])>,
}

/// Makes calls of the pairs that end and begin.
struct PairCalls<'a> {
    proxies: &'a Slab<Proxy>,
    begin: BP_Callback,
    end: BP_Callback,
    calls: Vec<(BP_Callback, [usize; 2])>,
}

impl PairCalls<'_> {
    fn add(&mut self, callback: BP_Callback, pair: [Slot; 2]) {
        let [a, b] = pair.map(|slot| self.proxies[slot as usize]);
        let objects =
            if a.number <= b.number { [a.object, b.object] } else { [b.object, a.object] };
        memory::push(&mut self.calls, (callback, objects));
    }
}

impl PairSink for PairCalls<'_> {
    fn begin(&mut self, a: Slot, b: Slot) {
        self.add(self.begin, [a, b]);
    }

    fn end(&mut self, a: Slot, b: Slot) {
        self.add(self.end, [a, b]);
    }
}

impl Scene {
    /// Brings the pairs up to date; the calls that report it. Where memory runs out, the next update begins anew.
    fn update(&mut self) -> Calls {
        let Scene { client_data, begin, end, .. } = *self;
        let mut pairs = PairCalls { proxies: &self.proxies, begin, end, calls: Vec::new() };
        self.boxes.update(&mut pairs);
        Calls { client_data, calls: pairs.calls }
    }
}

impl Calls {
    fn run(self) {
        let pointer = |number: usize| without_provenance_mut(number);
        for (callback, [a, b]) in self.calls {
            if let Some(function) = callback {
                // SAFETY: a function of the client, with the signature that its header declares; nothing is locked.
                unsafe { function(pointer(self.client_data), pointer(a), pointer(b)) };
            }
        }
    }
}

/// Runs `work` on all scenes; `None` from it is an error: there is no such scene or box.
fn with_scenes<R>(name: &str, work: impl FnOnce(&mut Scenes) -> Option<R>) -> Option<R> {
    with_state(None, None, |state| {
        let result = work(&mut SCENES.lock());
        if result.is_none() {
            let what = format!("{name}: there is no such scene or box");
            state.error(DtError::DT_UNKNOWN_OBJECT, &what);
        }
        result
    })
}

/// The box between two corners; `None` if one is NULL. That is an error, and so is an empty box.
///
/// # Safety
///
/// `min` and `max` are NULL or point to three scalars each.
unsafe fn read_box(name: &str, min: *const DtScalar, max: *const DtScalar) -> Option<Aabb> {
    // SAFETY: the caller promises the same.
    let corners = unsafe { read(min).zip(read(max)) };
    let aabb = corners.map(|(min, max)| Aabb { min, max });
    with_state(None, (), |state| match &aabb {
        None => state.error(DtError::DT_INVALID_POINTER, &format!("{name}: a corner is NULL")),
        Some(aabb) if aabb.is_empty() => {
            state.error(DtError::DT_INVALID_VALUE, &format!("{name}: the box is empty or NaN"));
        }
        Some(_) => (),
    });
    aabb
}

/// Makes a scene of boxes.
///
/// - `client_data`: passed to the callbacks; never dereferenced
/// - `begin_overlap`, `end_overlap`: called when two boxes begin to overlap or touch, and when
///   they cease to; NULL for none
/// - returns: the scene
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn BP_CreateScene(
    client_data: *mut c_void,
    begin_overlap: BP_Callback,
    end_overlap: BP_Callback,
) -> BP_SceneHandle {
    align_stack!();
    let number = with_scenes("BP_CreateScene", |scenes| {
        let number = scenes.new_number();
        let scene = Scene {
            client_data: client_data.addr(),
            begin: begin_overlap,
            end: end_overlap,
            boxes: BoxTree::default(),
            proxies: Slab::new(),
        };
        scenes.by_number.insert(number, scene);
        Some(number)
    });
    without_provenance_mut(number.unwrap_or(0))
}

/// Deletes a scene and its boxes, without callbacks.
///
/// - `scene`: made by BP_CreateScene
/// - frame: none
/// - units: none
/// - errors: DT_UNKNOWN_OBJECT if the scene does not exist; nothing happens
/// - cost: O(n) for n boxes
#[unsafe(no_mangle)]
pub extern "C-unwind" fn BP_DeleteScene(scene: BP_SceneHandle) {
    align_stack!();
    with_scenes("BP_DeleteScene", |scenes| {
        let gone = scenes.by_number.remove(&scene.addr())?;
        for (_, proxy) in &gone.proxies {
            scenes.places.remove(&proxy.number);
        }
        Some(())
    });
}

/// Adds a box to a scene, and calls `begin_overlap` for each box that it overlaps.
///
/// - `scene`: made by BP_CreateScene
/// - `object`: passed to the callbacks; never dereferenced
/// - `min`, `max`: the corners of the box; a box that is empty or NaN overlaps nothing until
///   BP_SetBBox
/// - returns: the box, or NULL on an error
/// - frame: the same for all boxes of a scene
/// - units: lengths
/// - errors: DT_UNKNOWN_OBJECT if the scene does not exist, DT_INVALID_POINTER if `min` or
///   `max` is NULL: then there is no box; DT_INVALID_VALUE if the box is empty or NaN
/// - cost: O(log n + k) for n boxes, of which it overlaps k
///
/// # Safety
///
/// `min` and `max` are NULL or point to three scalars each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn BP_CreateProxy(
    scene: BP_SceneHandle,
    object: *mut c_void,
    min: *const DtScalar,
    max: *const DtScalar,
) -> BP_ProxyHandle {
    align_stack!();
    // SAFETY: the caller promises the same.
    let Some(aabb) = (unsafe { read_box("BP_CreateProxy", min, max) }) else {
        return std::ptr::null_mut();
    };
    let made = with_scenes("BP_CreateProxy", |scenes| {
        let number = scenes.new_number();
        let into = scenes.by_number.get_mut(&scene.addr())?;
        let slot = into.proxies.insert(Proxy { number, object: object.addr() });
        let placed = catch_unwind(AssertUnwindSafe(|| {
            into.boxes.place(slot as Slot, &aabb);
            into.update()
        }));
        let calls = placed.unwrap_or_else(|out_of_memory| {
            into.boxes.remove(slot as Slot);
            into.proxies.remove(slot);
            resume_unwind(out_of_memory)
        });
        scenes.places.insert(number, (scene.addr(), slot));
        Some((number, calls))
    });
    let (number, calls) = made.unwrap_or_default();
    calls.run();
    without_provenance_mut(number)
}

/// Removes a box from its scene, and calls `end_overlap` for each box that it overlaps.
///
/// - `scene`: its scene
/// - `proxy`: made by BP_CreateProxy
/// - frame: none
/// - units: none
/// - errors: DT_UNKNOWN_OBJECT if there is no such box in the scene; nothing happens
/// - cost: O(log n + k) for n boxes, of which it overlaps k
#[unsafe(no_mangle)]
pub extern "C-unwind" fn BP_DeleteProxy(scene: BP_SceneHandle, proxy: BP_ProxyHandle) {
    align_stack!();
    let calls = with_scenes("BP_DeleteProxy", |scenes| {
        let (number, slot) = *scenes.places.get(&proxy.addr())?;
        let from = scenes.by_number.get_mut(&number).filter(|_| number == scene.addr())?;
        from.boxes.remove(slot as Slot);
        let calls = from.update();
        from.proxies.remove(slot);
        scenes.places.remove(&proxy.addr());
        Some(calls)
    });
    calls.unwrap_or_default().run();
}

/// Moves a box, and calls `end_overlap` and `begin_overlap` for the boxes that it ceases and
/// begins to overlap.
///
/// - `proxy`: made by BP_CreateProxy
/// - `min`, `max`: the corners of the box; a box that is empty or NaN overlaps nothing until it
///   is set again
/// - frame: the same for all boxes of a scene
/// - units: lengths
/// - errors: DT_UNKNOWN_OBJECT if the box does not exist, DT_INVALID_POINTER if `min` or `max`
///   is NULL: then nothing happens; DT_INVALID_VALUE if the box is empty or NaN
/// - cost: O(log n + k) for n boxes, of which it overlaps k before or afterwards
///
/// # Safety
///
/// `min` and `max` are NULL or point to three scalars each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn BP_SetBBox(
    proxy: BP_ProxyHandle,
    min: *const DtScalar,
    max: *const DtScalar,
) {
    align_stack!();
    // SAFETY: the caller promises the same.
    let Some(aabb) = (unsafe { read_box("BP_SetBBox", min, max) }) else { return };
    let calls = with_scenes("BP_SetBBox", |scenes| {
        let (scene, slot) = scenes.find(proxy)?;
        scene.boxes.place(slot as Slot, &aabb);
        Some(scene.update())
    });
    calls.unwrap_or_default().run();
}
