//! A context with its shapes and objects, and random changes of them.

use super::Counts;
use super::callbacks::{Change, Observed, during, on_collision};
use super::oracle::body::{Placement, Shape};
use super::oracle::dd::{add, scale};
use super::oracle::generate::{self, Family, KINDS};
use super::oracle::library::Library;
use super::oracle::mesh::{Mesh, mesh};
use solid::capi::*;
use solid_testing::Random;
use std::cell::RefCell;
use std::rc::Rc;

/// Bounds of the size of a scene, and so of memory.
const MAX_SHAPES: usize = 16;
const MAX_OBJECTS: usize = 28;
/// Objects are within this distance of the origin, along each axis.
const RANGE: f64 = 4.0;

pub enum ShapeModel {
    Convex(Shape),
    Mesh(Mesh),
}

impl ShapeModel {
    /// The convex parts as they are now.
    pub fn parts(&self) -> Vec<Shape> {
        match self {
            ShapeModel::Convex(shape) => vec![shape.clone()],
            ShapeModel::Mesh(mesh) => mesh.shapes(),
        }
    }
}

/// A shape; those that it is made of come before it.
struct ShapeEntry {
    handles: Vec<DtShapeRef>,
    what: Rc<RefCell<ShapeModel>>,
}

impl ShapeEntry {
    fn handle(&self) -> DtShapeRef {
        *self.handles.last().expect("a shape has a handle")
    }
}

/// An object.
pub struct Object {
    pub reference: usize,
    pub what: Rc<RefCell<ShapeModel>>,
    /// `None`: a number of its placement is not finite.
    pub at: Option<Placement>,
}

impl Object {
    /// A description of this object and another.
    pub fn and(&self, other: &Object) -> String {
        let text =
            |object: &Object| format!("{:?} at {:?}", object.what.borrow().parts(), object.at);
        format!("{}\n{}", text(self), text(other))
    }
}

pub struct Scene {
    /// The first has the context that is there from the start.
    is_first: bool,
    context: DtContext,
    shapes: Vec<ShapeEntry>,
    pub objects: Vec<Object>,
    last_reference: usize,
}

pub fn pointer(reference: usize) -> DtObjectRef {
    std::ptr::without_provenance_mut(reference)
}

/// A placement in the scene; most are rigid.
pub fn random_placement(random: &mut Random) -> Placement {
    let families = [Family::Mirrored, Family::Sheared, Family::Aligned];
    let family =
        if random.chance(0.7) { Family::Rigid } else { families[random.below(families.len())] };
    let linear = generate::linear(random, family);
    Placement { linear, origin: std::array::from_fn(|_| random.between(-RANGE, RANGE)) }
}

impl Scene {
    pub fn new(number: usize) -> Scene {
        let is_first = number == 0;
        let context = if is_first { std::ptr::null_mut() } else { dtNewContext() };
        let scene =
            Scene { is_first, context, shapes: Vec::new(), objects: Vec::new(), last_reference: 0 };
        scene.enter();
        respond(1);
        scene
    }

    pub fn enter(&self) {
        dtMakeCurrent(self.context);
    }

    /// Leaves everything behind; in the first, everything is deleted one by one.
    pub fn leave(self) {
        self.enter();
        if !self.is_first {
            return dtDeleteContext(self.context);
        }
        self.objects.iter().for_each(|object| dtDeleteObject(pointer(object.reference)));
        self.shapes.iter().for_each(delete);
        dtResetObjectResponse(pointer(1));
    }

    /// Leaves everything and begins anew.
    pub fn renew(&mut self) {
        let fresh = if self.is_first { Scene::new(0) } else { Scene::new(1) };
        std::mem::replace(self, fresh).leave();
        self.enter();
    }

    /// A few random changes. Returns whether all calls were valid.
    pub fn churn(
        &mut self,
        random: &mut Random,
        library: &mut Library,
        counts: &mut Counts,
    ) -> bool {
        let mut is_clean = true;
        for _ in 0..1 + random.below(6) {
            match random.below(60) {
                0..5 => self.make_shape(random, library, counts),
                5..8 if !self.shapes.is_empty() => {
                    let entry = self.shapes.swap_remove(random.below(self.shapes.len()));
                    delete(&entry);
                    counts.add("shapes deleted", 1);
                }
                8..20 => self.make_object(random, counts),
                20..26 if !self.objects.is_empty() => {
                    let object = self.objects.swap_remove(random.below(self.objects.len()));
                    dtDeleteObject(pointer(object.reference));
                    counts.add("objects deleted", 1);
                }
                26..32 => self.deform(random, counts),
                32..34 => {
                    // What costs most comes less often.
                    respond([1, 2, 3, 1, 2, 3, 4, 5][random.below(8)]);
                    counts.add("responses changed", 1);
                }
                34..36 => is_clean &= setting(random),
                36 if random.chance(0.2) => {
                    is_clean = false;
                    self.misuse(random);
                    counts.add("bad calls", 1);
                }
                37 => dtProceed(),
                _ => self.place(random, counts),
            }
        }
        is_clean
    }

    fn make_shape(&mut self, random: &mut Random, library: &mut Library, counts: &mut Counts) {
        if self.shapes.len() == MAX_SHAPES {
            return;
        }
        let what = if random.chance(0.3) {
            let mesh = mesh(random);
            library.indexed(&mesh.points, &mesh.polytopes);
            ShapeModel::Mesh(mesh)
        } else {
            let kind = random.below(KINDS);
            let shape = generate::shape(random, kind);
            library.shape(&shape);
            ShapeModel::Convex(shape)
        };
        self.shapes.push(ShapeEntry { handles: library.take(), what: Rc::new(RefCell::new(what)) });
        counts.add("shapes made", 1);
    }

    fn make_object(&mut self, random: &mut Random, counts: &mut Counts) {
        if self.objects.len() == MAX_OBJECTS || self.shapes.is_empty() {
            return;
        }
        let entry = &self.shapes[random.below(self.shapes.len())];
        self.last_reference += 1;
        let reference = self.last_reference;
        dtCreateObject(pointer(reference), entry.handle());
        self.objects.push(Object { reference, what: Rc::clone(&entry.what), at: None });
        move_to(self.objects.last_mut().expect("just made"), random_placement(random));
        counts.add("objects made", 1);
    }

    fn deform(&mut self, random: &mut Random, counts: &mut Counts) {
        if self.shapes.is_empty() {
            return;
        }
        let entry = &self.shapes[random.below(self.shapes.len())];
        let handle = entry.handle();
        if let ShapeModel::Mesh(mesh) = &mut *entry.what.borrow_mut() {
            let much = random.decade(-3.0, -0.5);
            mesh.points.iter_mut().for_each(|p| *p = add(*p, scale(random.on_sphere(), much)));
            // SAFETY: as many vertices as the shape was made of.
            unsafe { dtChangeVertexBase(handle, mesh.points.as_ptr().cast()) };
            counts.add("deformations", 1);
        }
    }

    fn place(&mut self, random: &mut Random, counts: &mut Counts) {
        if self.objects.is_empty() {
            return;
        }
        let at = random.below(self.objects.len());
        let object = &mut self.objects[at];
        let place = match object.at {
            Some(mut at) if random.chance(0.8) => {
                let step = random.decade(-4.0, 0.0);
                at.origin = add(at.origin, scale(random.on_sphere(), step));
                at.origin = at.origin.map(|x| x.clamp(-RANGE, RANGE));
                at
            }
            _ => random_placement(random),
        };
        move_to(object, place);
        counts.add("moves", 1);
    }

    /// A call that is wrong; all it may do is raise an error.
    fn misuse(&mut self, random: &mut Random) {
        match random.below(4) {
            0 => dtDeleteShape(pointer(7)),
            1 => dtEnd(),
            2 => dtCreateObject(pointer(99), pointer(77)),
            _ => {
                if let Some(object) = self.objects.first_mut() {
                    dtSelectObject(pointer(object.reference));
                    dtTranslate(f64::NAN, 0.0, f64::INFINITY);
                    object.at = None;
                }
            }
        }
    }

    /// Runs a test, of the objects where they are or along their motion. Returns its callbacks, unless they changed the scene.
    pub fn test(&mut self, random: &mut Random, counts: &mut Counts) -> Option<Observed> {
        let acting = random.chance(0.1).then(|| random.clone());
        let is_acting = acting.is_some();
        let on_the_way = random.chance(0.01).then(|| {
            let met = during(None, || dtTestMotion());
            // An object may be mirrored or flattened in one frame alone.
            let error = dtGetError();
            assert!(matches!(error, DtError::DT_NO_ERROR | DtError::DT_INVALID_VALUE), "{error:?}");
            met
        });
        let observed = during(acting, || dtTest());
        counts.add("callbacks", observed.pairs.len() as u64);
        for change in &observed.changes {
            match *change {
                Change::Deleted(reference) => {
                    self.objects.retain(|object| object.reference != reference)
                }
                Change::Placed(reference, at) => {
                    let moved =
                        self.objects.iter_mut().find(|object| object.reference == reference);
                    moved.into_iter().for_each(|object| object.at = Some(at));
                }
            }
        }
        if is_acting {
            counts.add("tests whose callbacks act", 1);
            return None;
        }
        if let Some(met) = on_the_way {
            counts.add("callbacks of tests on the way", met.pairs.len() as u64);
            assert!(met.times.is_sorted(), "times of contact: {:?}", met.times);
            let missed = observed.pairs.iter().find(|pair| !met.pairs.contains(pair));
            assert_eq!(
                missed, None,
                "where they are they collide, and on the way there they do not"
            );
        }
        Some(observed)
    }
}

fn respond(kind: usize) {
    dtSetDefaultResponse(Some(on_collision), kind as u32, std::ptr::without_provenance_mut(kind));
}

fn delete(entry: &ShapeEntry) {
    entry.handles.iter().for_each(|handle| dtDeleteShape(*handle));
}

fn move_to(object: &mut Object, at: Placement) {
    dtSelectObject(pointer(object.reference));
    // SAFETY: sixteen numbers.
    unsafe { dtLoadMatrixd(at.columns().as_ptr()) };
    object.at = Some(at);
}

/// Changes a setting, which changes no result. Returns whether it is a valid one.
fn setting(random: &mut Random) -> bool {
    match random.below(12) {
        0..2 => dtEnableCaching(),
        2 => dtDisableCaching(),
        3..6 => dtSetBroadPhase(random.below(4) as u32),
        6..8 => dtSetBoxes(random.below(2) as DtBool),
        8..10 => dtSetCollisionMethod(random.below(2) as u32),
        10 if random.chance(0.2) => dtSetThreads(1 + random.below(3) as DtCount),
        11 if random.chance(0.2) => {
            dtSetThreads(0);
            return false;
        }
        _ => {}
    }
    true
}
