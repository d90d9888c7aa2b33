//! The library under test, through its C functions and nothing else. One lock serialises the tests of a process, since
//! they share the one global machine; what a test made goes when it ends.

// The C functions that take pointers are unsafe to call; they are called here alone.
#![allow(unsafe_code)]

use super::body::{Body, Placement, Shape};
use solid::capi::{self, DtCollData, DtObjectRef, DtShapeRef};
use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard};

static MACHINE: Mutex<()> = Mutex::new(());
static CONTACTS: Mutex<Vec<Contact>> = Mutex::new(Vec::new());

thread_local! {
    /// What dtContactTime was in each callback.
    static TIMES: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

/// The response types, as in the C header.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Response {
    Simple = 1,
    Smart = 2,
    Witnessed = 3,
}

/// What one callback got; objects by the numbers they were created with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    pub objects: [usize; 2],
    pub data: Option<Data>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Data {
    pub points: [[f64; 3]; 2],
    pub normal: [f64; 3],
}

/// A polytope's type in a complex shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Polytope {
    Simplex = 0,
    Polygon = 1,
    Polyhedron = 2,
}

pub struct Library {
    objects: Vec<usize>,
    shapes: Vec<DtShapeRef>,
    _alone: MutexGuard<'static, ()>,
}

fn contacts() -> MutexGuard<'static, Vec<Contact>> {
    CONTACTS.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

extern "C-unwind" fn record(
    _: *mut c_void,
    first: DtObjectRef,
    second: DtObjectRef,
    data: *const DtCollData,
) {
    // SAFETY: NULL or valid during the callback, as the C functions promise.
    let data =
        unsafe { data.as_ref() }.map(|d| Data { points: [d.point1, d.point2], normal: d.normal });
    TIMES.with_borrow_mut(|times| times.push(capi::dtContactTime()));
    contacts().push(Contact { objects: [number(first), number(second)], data });
}

fn reference(object: usize) -> DtObjectRef {
    (object + 1) as DtObjectRef
}

fn number(object: DtObjectRef) -> usize {
    object as usize - 1
}

fn array(numbers: &[f64], row: usize, layout: capi::DtLayout) -> capi::DtArray {
    capi::DtArray {
        base: numbers.as_ptr().cast(),
        layout: layout as _,
        r#type: capi::DtVertexType::DT_DOUBLE as _,
        stride: 0,
        count: (numbers.len() / row) as u32,
    }
}

impl Library {
    /// Waits for the machine; caching on, default tolerance, simple responses.
    pub fn lock() -> Library {
        let alone = MACHINE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut library = Library { objects: Vec::new(), shapes: Vec::new(), _alone: alone };
        library.caching(true);
        library.tolerance(1e-6);
        library.respond(Response::Simple);
        library
    }

    pub fn respond(&mut self, response: Response) {
        capi::dtSetDefaultResponse(Some(record), response as _, std::ptr::null_mut());
    }

    pub fn caching(&mut self, on: bool) {
        if on { capi::dtEnableCaching() } else { capi::dtDisableCaching() }
    }

    pub fn tolerance(&mut self, tolerance: f64) {
        capi::dtSetTolerance(tolerance);
    }

    pub fn shape(&mut self, shape: &Shape) -> DtShapeRef {
        let made = match shape {
            Shape::Box([x, y, z]) => capi::dtBox(*x, *y, *z),
            Shape::Sphere(r) => capi::dtSphere(*r),
            Shape::Cone { radius, height } => capi::dtCone(*radius, *height),
            Shape::Cylinder { radius, height } => capi::dtCylinder(*radius, *height),
            Shape::Ellipsoid([x, y, z]) => capi::dtEllipsoid(*x, *y, *z),
            Shape::Round([0.0, y, 0.0], radius) => capi::dtCapsule(*radius, *y),
            Shape::Round([x, 0.0, z], radius) => capi::dtLozenge(*x, *z, *radius),
            Shape::Round([x, y, z], radius) => capi::dtRoundBox(*x, *y, *z, *radius),
            Shape::Wheel { radius, rounding } => capi::dtWheel(*radius, *rounding),
            Shape::Frustum([x1, z1], [x2, z2], height) => {
                capi::dtFrustum(*x1, *z1, *x2, *z2, *height)
            }
            Shape::Sum(p, q) => capi::dtSum(self.shape(p), self.shape(q)),
            Shape::Hull(p, q) => capi::dtHull(self.shape(p), self.shape(q)),
            Shape::Simplex(p) => return self.complex(&[(Polytope::Simplex, p.clone())]),
            Shape::Polygon(p) => return self.complex(&[(Polytope::Polygon, p.clone())]),
            Shape::Polyhedron(p) => return self.complex(&[(Polytope::Polyhedron, p.clone())]),
        };
        self.keep(made)
    }

    /// A shape that is deleted with the others.
    pub fn keep(&mut self, shape: DtShapeRef) -> DtShapeRef {
        assert!(!shape.is_null(), "the library made no shape");
        self.shapes.push(shape);
        shape
    }

    /// A complex shape with its vertices by value.
    pub fn complex(&mut self, polytopes: &[(Polytope, Vec<[f64; 3]>)]) -> DtShapeRef {
        let shape = capi::dtNewComplexShape();
        for (kind, points) in polytopes {
            capi::dtBegin(*kind as _);
            for p in points {
                capi::dtVertex(p[0], p[1], p[2]);
            }
            capi::dtEnd();
        }
        capi::dtEndComplexShape();
        self.keep(shape)
    }

    /// A complex shape with indices into a vertex array.
    pub fn indexed(&mut self, base: &[[f64; 3]], polytopes: &[(Polytope, Vec<u32>)]) -> DtShapeRef {
        let shape = capi::dtNewComplexShape();
        // SAFETY: the array holds every vertex that the indices name, and lives to the end of the shape's making.
        unsafe { capi::dtVertexBase(base.as_ptr().cast()) };
        for (kind, indices) in polytopes {
            assert!(indices.iter().all(|&i| (i as usize) < base.len()));
            // SAFETY: as many indices as said.
            unsafe { capi::dtVertexIndices(*kind as _, indices.len() as u32, indices.as_ptr()) };
        }
        capi::dtEndComplexShape();
        self.keep(shape)
    }

    /// New vertices for an indexed shape; `base` as long as the first.
    pub fn change_base(&mut self, shape: DtShapeRef, base: &[[f64; 3]]) {
        // SAFETY: the array holds every vertex of the shape, which copies what it needs.
        unsafe { capi::dtChangeVertexBase(shape, base.as_ptr().cast()) }
    }

    /// A compound of shapes at places of their own.
    pub fn compound(&mut self, parts: &[(DtShapeRef, Placement)]) -> DtShapeRef {
        let shape = capi::dtNewCompound();
        for (part, at) in parts {
            let matrix = at.columns();
            // SAFETY: sixteen doubles.
            unsafe { capi::dtAddPart(*part, matrix.as_ptr()) };
        }
        capi::dtEndCompound();
        self.keep(shape)
    }

    /// A height field, of rows of so many columns.
    pub fn height_field(
        &mut self,
        heights: &[f64],
        columns: u32,
        [dx, dz]: [f64; 2],
        diagonal: capi::DtDiagonal,
    ) -> DtShapeRef {
        let array = array(heights, 1, capi::DtLayout::DT_HEIGHTS);
        // SAFETY: an array of as many heights.
        let shape = unsafe { capi::dtHeightField(&array, columns, dx, dz, diagonal as _) };
        self.keep(shape)
    }

    /// Balls, each a middle and a radius.
    pub fn balls(&mut self, balls: &[[f64; 4]]) -> DtShapeRef {
        let array = array(balls.as_flattened(), 4, capi::DtLayout::DT_BALLS);
        // SAFETY: an array of as many rows of four numbers.
        let shape = unsafe { capi::dtPoints(&array, 0.0) };
        self.keep(shape)
    }

    pub fn create(&mut self, object: usize, shape: DtShapeRef) {
        capi::dtCreateObject(reference(object), shape);
        self.objects.push(object);
    }

    /// Makes the object of a body, placed.
    pub fn add(&mut self, object: usize, body: &Body) -> DtShapeRef {
        let shape = self.shape(&body.shape);
        self.create(object, shape);
        self.place(object, &body.at);
        shape
    }

    pub fn place(&mut self, object: usize, at: &Placement) {
        capi::dtSelectObject(reference(object));
        let matrix = at.columns();
        // SAFETY: sixteen doubles.
        unsafe { capi::dtLoadMatrixd(matrix.as_ptr()) }
    }

    /// The distance of two objects, or less the penetration depth of those that collide.
    pub fn gap(&mut self, first: usize, second: usize) -> f64 {
        let objects = [first, second].map(reference);
        // SAFETY: points that are NULL are not wanted.
        unsafe {
            let null = std::ptr::null_mut();
            let depth = capi::dtGetPenDepth(objects[0], objects[1], null, null, null);
            if depth < 0.0 {
                capi::dtGetClosestPair(objects[0], objects[1], null, null)
            } else {
                -depth
            }
        }
    }

    /// The distance of two objects and their closest points.
    pub fn closest(&mut self, first: usize, second: usize) -> (f64, [[f64; 3]; 2]) {
        let [mut p, mut q] = [[0.0; 3]; 2];
        let [one, other] = [first, second].map(reference);
        // SAFETY: room for three numbers each.
        let gap = unsafe { capi::dtGetClosestPair(one, other, p.as_mut_ptr(), q.as_mut_ptr()) };
        (gap, [p, q])
    }

    /// How many contacts two objects have.
    pub fn contacts(&mut self, first: usize, second: usize) -> u32 {
        let [one, other] = [first, second].map(reference);
        // SAFETY: none of the contacts are wanted.
        unsafe { capi::dtGetContacts(one, other, std::ptr::null_mut(), 0) }
    }

    /// When a ray enters an object; negative if it misses.
    pub fn ray(&mut self, object: usize, from: [f64; 3], to: [f64; 3]) -> f64 {
        let null = std::ptr::null_mut();
        // SAFETY: three numbers each; what is NULL is not wanted.
        unsafe { capi::dtRayCastObject(reference(object), from.as_ptr(), to.as_ptr(), null, null) }
    }

    /// When the second object, moved, touches the first; negative if it does not.
    pub fn cast(&mut self, first: usize, second: usize, motion: [f64; 3]) -> f64 {
        let (null, [one, other]) = (std::ptr::null_mut(), [first, second].map(reference));
        // SAFETY: three numbers; what is NULL is not wanted.
        unsafe { capi::dtCastObjects(one, std::ptr::null(), other, motion.as_ptr(), null, null) }
    }

    /// Runs dtTest; the callbacks in their order, whose number it must have returned.
    pub fn test(&mut self) -> Vec<Contact> {
        contacts().clear();
        let count = capi::dtTest();
        let got = std::mem::take(&mut *contacts());
        assert_eq!(count as usize, got.len(), "dtTest returns the number of callbacks");
        got
    }

    /// Runs dtTestMotion; the callbacks in their order, with the times that dtContactTime had in them.
    pub fn test_motion(&mut self) -> Vec<(Contact, f64)> {
        contacts().clear();
        TIMES.with_borrow_mut(Vec::clear);
        let count = capi::dtTestMotion();
        let got = std::mem::take(&mut *contacts());
        assert_eq!(count as usize, got.len(), "dtTestMotion returns the number of callbacks");
        got.into_iter().zip(TIMES.take()).collect()
    }

    pub fn proceed(&mut self) {
        capi::dtProceed();
    }

    /// The shapes made since the last time, operands before what is made of them: the caller's to delete.
    pub fn take(&mut self) -> Vec<DtShapeRef> {
        std::mem::take(&mut self.shapes)
    }

    /// Deletes every object and shape made so far.
    pub fn clear(&mut self) {
        for object in self.objects.drain(..) {
            capi::dtDeleteObject(reference(object));
        }
        for shape in self.shapes.drain(..) {
            capi::dtDeleteShape(shape);
        }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        self.clear();
        capi::dtClearDefaultResponse();
    }
}
