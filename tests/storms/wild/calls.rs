//! The calls that change something.

use super::queries::query;
use super::round::{VERTICES, Wild, pointer, with};
use super::shapes::make_shape;
use solid::capi::*;
use solid_testing::Random;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

/// One call. Nothing is borrowed while it may run callbacks.
pub fn act() {
    let what = with(|wild| wild.random.below(100));
    match what {
        0..12 => with(make_shape),
        12..28 => with(build),
        28..40 => with(make_object),
        40..64 => with(place),
        64..72 => with(respond),
        72..78 => with(set),
        78..88 => test(),
        _ => with(query),
    }
    assert!(is_context_valid(), "the tables of the library are inconsistent");
    let error = dtGetError();
    assert_ne!(error, DtError::DT_INTERNAL_ERROR, "a fault of the library");
    assert!(!dtErrorString(error as u32).is_null());
}

pub fn note(wild: &mut Wild, text: String) {
    wild.log.push(text);
}

pub fn matrix(random: &mut Random) -> [f64; 16] {
    let mut m = [0; 16].map(|_: i32| random.any_number());
    if !random.once_in(4) {
        m[..12].copy_from_slice(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    }
    m
}

/// Vertices: those of a closed prism, or any.
fn array(random: &mut Random) -> Vec<[f64; 3]> {
    let is_prism = random.once_in(2);
    let mut array = vec![[0.0; 3]; VERTICES];
    for (i, p) in array.iter_mut().enumerate() {
        let corner =
            [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.5], [0.0, 2.0], [-0.5, 1.0]][i % 6];
        *p = if is_prism { [corner[0], corner[1], (i / 6) as f64] } else { random.any_numbers() };
    }
    if random.once_in(4) {
        let at = random.below(VERTICES);
        array[at] = random.any_numbers();
    }
    array
}

fn build(wild: &mut Wild) {
    let kind = if wild.random.once_in(20) {
        wild.random.word() as u32
    } else {
        wild.random.below(4) as u32
    };
    let [x, y, z] = wild.random.any_numbers();
    let what = wild.random.below(20);
    let text = format!("build {what}, type {kind}, {:?}", [x, y, z]);
    match what {
        0..4 => {
            let shape = dtNewComplexShape();
            wild.shapes.push(shape.addr());
        }
        4 | 5 => dtEndComplexShape(),
        6 => dtBegin(kind),
        7 => dtEnd(),
        8 | 9 => dtVertex(x, y, z),
        10 => dtVertexIndex(wild.random.below(VERTICES) as u32),
        11 | 12 => {
            // Always within the array, whatever was drawn before.
            let first = wild.random.below(VERTICES);
            dtVertexRange(kind, first as u32, wild.random.below(VERTICES - first + 1) as u32);
        }
        13 => prism(),
        14 => {
            let count = if wild.random.once_in(3) {
                u32::MAX
            } else {
                wild.random.below(2 * VERTICES) as u32
            };
            dtVertexCount(count);
        }
        15 | 16 => name_array(wild),
        17 | 18 => deform(wild),
        _ => {
            let shape = wild.shape();
            dtSetSolid(shape, wild.random.below(3) as u32);
            dtGetBadPolygon();
        }
    }
    note(wild, text);
}

/// The polygons of a closed prism, of which two are concave.
fn prism() {
    let (below, above) = ([5, 4, 3, 2, 1, 0], [6, 7, 8, 9, 10, 11]);
    // SAFETY: as many indices as said.
    unsafe {
        dtVertexIndices(DT_CONCAVE_POLYGON, 6, below.as_ptr());
        dtVertexIndices(DT_CONCAVE_POLYGON, 6, above.as_ptr());
        for i in 0..6 {
            let next = (i + 1) % 6;
            dtVertexIndices(1, 4, [i, next, next + 6, i + 6].as_ptr());
        }
        dtVertexIndices(1, 3, null());
    }
}

fn name_array(wild: &mut Wild) {
    let array = array(&mut wild.random);
    // SAFETY: NULL, or an array of all vertices, which lives to the end of the round.
    unsafe {
        match wild.random.below(5) {
            0 => dtVertexBase(null()),
            1 => {
                wild.singles.push(array.iter().map(|p| p.map(|x| x as f32)).collect());
                dtVertexPointer(5126, 0, wild.singles.last().expect("just put").as_ptr().cast());
            }
            2 => dtVertexPointer(wild.random.below(3) as u32, 8, array.as_ptr().cast()),
            3 => {
                // Vertices that overlap: any stride will do, as long as the last one is in the array.
                dtVertexPointer(5130, [8, 16, 24][wild.random.below(3)], array.as_ptr().cast());
                wild.arrays.push(array);
            }
            _ => {
                dtVertexBase(array.as_ptr().cast());
                wild.arrays.push(array);
            }
        }
    }
}

fn deform(wild: &mut Wild) {
    let (one, other, shape) = (array(&mut wild.random), array(&mut wild.random), wild.shape());
    let t = wild.random.any_number();
    // SAFETY: NULL, or arrays of all vertices; they live to the end of the round, since a shape may be open still.
    unsafe {
        match wild.random.below(5) {
            0 => dtChangeVertexBase(shape, null()),
            1 => dtMorphVertexBase(shape, one.as_ptr().cast(), other.as_ptr().cast(), t),
            2 => dtChangeVertexPointer(shape, 5130, 24, one.as_ptr().cast()),
            _ => dtChangeVertexBase(shape, one.as_ptr().cast()),
        }
    }
    wild.arrays.extend([one, other]);
}

fn make_object(wild: &mut Wild) {
    let (object, shape) = (wild.reference(), wild.shape());
    match wild.random.below(8) {
        0 => dtDeleteObject(object),
        1 => dtDeleteShape(shape),
        _ => dtCreateObject(object, shape),
    }
    note(wild, format!("object {object:?}, shape {shape:?}"));
}

fn place(wild: &mut Wild) {
    let (object, [x, y, z], w) =
        (wild.reference(), wild.random.any_numbers(), wild.random.any_number());
    let m = matrix(&mut wild.random);
    let what = wild.random.below(14);
    // SAFETY: NULL or sixteen numbers.
    unsafe {
        match what {
            0..4 => dtSelectObject(object),
            4 => dtLoadIdentity(),
            5..9 => dtTranslate(x, y, z),
            9 => dtRotate(x, y, z, w),
            10 => dtScale(x, y, z),
            11 => dtLoadMatrixd(m.as_ptr()),
            12 => dtMultMatrixf(m.map(|x| x as f32).as_ptr()),
            _ => {
                if wild.random.once_in(4) {
                    dtMultMatrixd(null())
                } else {
                    dtLoadMatrixf(m.map(|x| x as f32).as_ptr())
                }
            }
        }
    }
    note(wild, format!("place {what}: {object:?}, {:?}, {w}, {m:?}", [x, y, z]));
}

fn respond(wild: &mut Wild) {
    let (a, b) = (wild.reference(), wild.reference());
    let kind = wild.random.below(8) as u32;
    let data = pointer(kind as usize);
    let function: DtResponse = if wild.random.once_in(9) { None } else { Some(on_collision) };
    let what = wild.random.below(10);
    match what {
        0 => dtSetObjectResponse(a, function, kind, data),
        1 => dtClearObjectResponse(a),
        2 => dtResetObjectResponse(a),
        3 => dtSetPairResponse(a, b, function, kind, data),
        4 => dtClearPairResponse(a, b),
        5 => dtResetPairResponse(a, b),
        6 if wild.random.once_in(4) => dtClearDefaultResponse(),
        _ => dtSetDefaultResponse(function, kind, data),
    }
    note(
        wild,
        format!("response {what} of {a:?} and {b:?}: type {kind}, callback {}", function.is_some()),
    );
}

fn set(wild: &mut Wild) {
    let number = if wild.random.once_in(8) {
        wild.random.word() as u32
    } else {
        wild.random.below(6) as u32
    };
    let tolerance = wild.random.any_number();
    let what = wild.random.below(14);
    match what {
        0 => dtSetBroadPhase(number),
        1 => dtSetBoxes(number),
        2 => dtSetCollisionMethod(number),
        3 if !(4..=1000).contains(&number) => dtSetThreads(number),
        4 => dtSetTolerance(tolerance),
        5 => dtEnableCaching(),
        6 => dtDisableCaching(),
        7 if wild.contexts.len() < 8 => wild.contexts.push(dtNewContext().addr()),
        8 => dtMakeCurrent(wild.context()),
        9 if wild.random.once_in(3) => dtDeleteContext(wild.context()),
        10 => assert!(wild.contexts.contains(&dtCurrentContext().addr())),
        11 => dtSetSubdivisionLevels(number),
        12 => dtEndTest(),
        _ => dtProceed(),
    }
    note(wild, format!("setting {what}: {number}, {tolerance}"));
}

/// Runs a test, whose callbacks may call anything.
fn test() {
    let (what, a, b) = with(|wild| {
        let what = wild.random.below(5);
        let (a, b) = (wild.reference(), wild.reference());
        note(wild, format!("test {what}: {a:?}, {b:?}"));
        wild.heard.push(0);
        (what, a, b)
    });
    if with(|wild| wild.heard.len()) <= 3 {
        let count = match what {
            0 => dtTestMotion(),
            1 => dtTestObjects(a, b),
            _ => dtTest(),
        };
        with(|wild| assert_eq!(wild.heard.last(), Some(&count), "callbacks counted"));
    }
    with(|wild| wild.heard.pop());
}

unsafe extern "C-unwind" fn on_collision(
    kind: *mut c_void,
    a: DtObjectRef,
    b: DtObjectRef,
    data: *const DtCollData,
) {
    assert_eq!(kind.addr() == 1, data.is_null(), "data of response type {kind:?}");
    // SAFETY: NULL, or data of the response's type.
    if let Some(common) = unsafe { data.as_ref() } {
        let numbers = [common.point1, common.point2, common.normal].concat();
        assert!(
            numbers.iter().all(|x| !x.is_nan()),
            "{kind:?} {common:?}\n{}\n{}",
            super::queries::describe(a),
            super::queries::describe(b)
        );
        if [4, 5].contains(&kind.addr()) {
            // SAFETY: the data of these types begins such a record.
            let count = unsafe { (*data.cast::<DtContactData>()).count };
            assert!(count > 0);
        }
    }
    let calls = with(|wild| {
        note(wild, format!("  callback of {a:?} and {b:?}"));
        *wild.heard.last_mut().expect("a test is on") += 1;
        wild.callbacks += 1;
        // A callback that always called others would never end.
        if wild.heard.len() < 3 && wild.random.once_in(4) { wild.random.below(4) } else { 0 }
    });
    (0..calls).for_each(|_| act());
}

/// Asked with room for nothing.
pub fn nothing() -> *mut f64 {
    null_mut()
}
