//! A context with its shapes and objects, and what is done to them.

use crate::Counts;
use crate::hearing::{Deed, Heard, during, hear};
use crate::oracle::body::{Placement, Shape};
use crate::oracle::dd::{add, scale};
use crate::oracle::generate::{self, Family, KINDS};
use crate::oracle::library::Library;
use crate::oracle::mesh::{Mesh, mesh};
use solid::capi::*;
use solid_testing::Random;
use std::cell::RefCell;
use std::rc::Rc;

/// Bounds of what a yard holds, and so of memory.
const MOST_SHAPES: usize = 16;
const MOST_THINGS: usize = 28;
/// Objects are within this distance of the origin, along each axis.
const WIDE: f64 = 4.0;

pub enum What {
    Convex(Shape),
    Mesh(Mesh),
}

impl What {
    /// The convex parts as they are now.
    pub fn parts(&self) -> Vec<Shape> {
        match self {
            What::Convex(shape) => vec![shape.clone()],
            What::Mesh(mesh) => mesh.shapes(),
        }
    }
}

/// A shape; those that it is made of come before it.
struct Kept {
    handles: Vec<DtShapeRef>,
    what: Rc<RefCell<What>>,
}

impl Kept {
    fn handle(&self) -> DtShapeRef {
        *self.handles.last().expect("a shape has a handle")
    }
}

/// An object.
pub struct Thing {
    pub reference: usize,
    pub what: Rc<RefCell<What>>,
    /// `None`: a number of its placement is not finite.
    pub at: Option<Placement>,
}

impl Thing {
    /// This object and another, in words.
    pub fn and(&self, other: &Thing) -> String {
        let text = |thing: &Thing| format!("{:?} at {:?}", thing.what.borrow().parts(), thing.at);
        format!("{}\n{}", text(self), text(other))
    }
}

pub struct Yard {
    /// The first has the context that is there from the start.
    is_first: bool,
    context: DtContext,
    shapes: Vec<Kept>,
    pub things: Vec<Thing>,
    last_reference: usize,
}

pub fn pointer(reference: usize) -> DtObjectRef {
    std::ptr::without_provenance_mut(reference)
}

/// A placement in the yard; most are rigid.
pub fn somewhere(random: &mut Random) -> Placement {
    let families = [Family::Mirrored, Family::Sheared, Family::Aligned];
    let family =
        if random.chance(0.7) { Family::Rigid } else { families[random.below(families.len())] };
    let linear = generate::linear(random, family);
    Placement { linear, origin: std::array::from_fn(|_| random.between(-WIDE, WIDE)) }
}

impl Yard {
    pub fn new(number: usize) -> Yard {
        let is_first = number == 0;
        let context = if is_first { std::ptr::null_mut() } else { dtNewContext() };
        let yard =
            Yard { is_first, context, shapes: Vec::new(), things: Vec::new(), last_reference: 0 };
        yard.enter();
        respond(1);
        yard
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
        self.things.iter().for_each(|thing| dtDeleteObject(pointer(thing.reference)));
        self.shapes.iter().for_each(delete);
        dtResetObjectResponse(pointer(1));
    }

    /// Leaves everything and begins anew.
    pub fn renew(&mut self) {
        let fresh = if self.is_first { Yard::new(0) } else { Yard::new(1) };
        std::mem::replace(self, fresh).leave();
        self.enter();
    }

    /// A few random changes. Tells whether all calls were good.
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
                    let kept = self.shapes.swap_remove(random.below(self.shapes.len()));
                    delete(&kept);
                    counts.add("shapes deleted", 1);
                }
                8..20 => self.make_thing(random, counts),
                20..26 if !self.things.is_empty() => {
                    let thing = self.things.swap_remove(random.below(self.things.len()));
                    dtDeleteObject(pointer(thing.reference));
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
        if self.shapes.len() == MOST_SHAPES {
            return;
        }
        let what = if random.chance(0.3) {
            let mesh = mesh(random);
            library.indexed(&mesh.points, &mesh.polytopes);
            What::Mesh(mesh)
        } else {
            let kind = random.below(KINDS);
            let shape = generate::shape(random, kind);
            library.shape(&shape);
            What::Convex(shape)
        };
        self.shapes.push(Kept { handles: library.take(), what: Rc::new(RefCell::new(what)) });
        counts.add("shapes made", 1);
    }

    fn make_thing(&mut self, random: &mut Random, counts: &mut Counts) {
        if self.things.len() == MOST_THINGS || self.shapes.is_empty() {
            return;
        }
        let kept = &self.shapes[random.below(self.shapes.len())];
        self.last_reference += 1;
        let reference = self.last_reference;
        dtCreateObject(pointer(reference), kept.handle());
        self.things.push(Thing { reference, what: Rc::clone(&kept.what), at: None });
        move_to(self.things.last_mut().expect("just made"), somewhere(random));
        counts.add("objects made", 1);
    }

    fn deform(&mut self, random: &mut Random, counts: &mut Counts) {
        if self.shapes.is_empty() {
            return;
        }
        let kept = &self.shapes[random.below(self.shapes.len())];
        let handle = kept.handle();
        if let What::Mesh(mesh) = &mut *kept.what.borrow_mut() {
            let much = random.decade(-3.0, -0.5);
            mesh.points.iter_mut().for_each(|p| *p = add(*p, scale(random.on_sphere(), much)));
            // SAFETY: as many vertices as the shape was made of.
            unsafe { dtChangeVertexBase(handle, mesh.points.as_ptr().cast()) };
            counts.add("deformations", 1);
        }
    }

    fn place(&mut self, random: &mut Random, counts: &mut Counts) {
        if self.things.is_empty() {
            return;
        }
        let at = random.below(self.things.len());
        let thing = &mut self.things[at];
        let place = match thing.at {
            Some(mut at) if random.chance(0.8) => {
                let step = random.decade(-4.0, 0.0);
                at.origin = add(at.origin, scale(random.on_sphere(), step));
                at.origin = at.origin.map(|x| x.clamp(-WIDE, WIDE));
                at
            }
            _ => somewhere(random),
        };
        move_to(thing, place);
        counts.add("moves", 1);
    }

    /// A call that is wrong; all it may do is raise an error.
    fn misuse(&mut self, random: &mut Random) {
        match random.below(4) {
            0 => dtDeleteShape(pointer(7)),
            1 => dtEnd(),
            2 => dtCreateObject(pointer(99), pointer(77)),
            _ => {
                if let Some(thing) = self.things.first_mut() {
                    dtSelectObject(pointer(thing.reference));
                    dtTranslate(f64::NAN, 0.0, f64::INFINITY);
                    thing.at = None;
                }
            }
        }
    }

    /// Runs a test, of the objects where they are or on their way. What was heard, if it can be judged: callbacks that act
    /// make it another world.
    pub fn test(&mut self, random: &mut Random, counts: &mut Counts) -> Option<Heard> {
        let acting = random.chance(0.1).then(|| random.clone());
        let is_acting = acting.is_some();
        let on_the_way = random.chance(0.01).then(|| during(None, || dtTestMotion()));
        let heard = during(acting, || dtTest());
        counts.add("callbacks", heard.pairs.len() as u64);
        for deed in &heard.deeds {
            match *deed {
                Deed::Deleted(reference) => {
                    self.things.retain(|thing| thing.reference != reference)
                }
                Deed::Placed(reference, at) => {
                    let moved = self.things.iter_mut().find(|thing| thing.reference == reference);
                    moved.into_iter().for_each(|thing| thing.at = Some(at));
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
            let missed = heard.pairs.iter().find(|pair| !met.pairs.contains(pair));
            assert_eq!(
                missed, None,
                "where they are they collide, and on the way there they do not"
            );
        }
        Some(heard)
    }
}

fn respond(kind: usize) {
    dtSetDefaultResponse(Some(hear), kind as u32, std::ptr::without_provenance_mut(kind));
}

fn delete(kept: &Kept) {
    kept.handles.iter().for_each(|handle| dtDeleteShape(*handle));
}

fn move_to(thing: &mut Thing, at: Placement) {
    dtSelectObject(pointer(thing.reference));
    // SAFETY: sixteen numbers.
    unsafe { dtLoadMatrixd(at.columns().as_ptr()) };
    thing.at = Some(at);
}

/// Changes a setting; none of these changes an answer. Tells whether it is a good one.
fn setting(random: &mut Random) -> bool {
    match random.below(12) {
        0..2 => dtEnableCaching(),
        2 => dtDisableCaching(),
        3..6 => dtSetBroadPhase(random.below(6) as u32),
        6..8 => dtSetBoxes(random.below(2) as DtBool),
        8..10 => dtSetCollisionMethod(random.below(3) as u32),
        10 if random.chance(0.2) => dtSetThreads(1 + random.below(3) as DtCount),
        11 if random.chance(0.2) => {
            dtSetThreads(0);
            return false;
        }
        _ => {}
    }
    true
}
