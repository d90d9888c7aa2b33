//! The shapes that are made, and height fields that change.

use super::calls::{matrix, note};
use super::round::Wild;
use solid::capi::*;
use solid_testing::Random;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

pub fn make_shape(wild: &mut Wild) {
    let kind = wild.random.below(26);
    let [[x, y, z], [u, v, w]] = [wild.random.any_numbers(), wild.random.any_numbers()];
    let (one, other) = (wild.shape(), wild.shape());
    let matrix = matrix(&mut wild.random);
    let shape = match kind {
        0 | 1 => dtBox(x, y, z),
        2 => dtSphere(x),
        3 => dtCone(x, y),
        4 => dtCylinder(x, y),
        5 => dtEllipsoid(x, y, z),
        6 => dtPoint(x, y, z),
        7 => dtLineSegment(x, y, z, u, v, w),
        8 => dtRectangle(x, y),
        9 => dtDisc(x),
        10 => dtEllipse(x, y),
        11 => dtCapsule(x, y),
        12 => dtLozenge(x, y, z),
        13 => dtRoundBox(x, y, z, u),
        14 => dtWheel(x, y),
        15 => dtFrustum(x, y, z, u, v),
        16 => dtHalfSpace(x, y, z, u),
        17 | 18 => dtNewCompound(),
        19 | 20 => {
            // SAFETY: NULL or sixteen numbers.
            unsafe { dtAddPart(one, if x == y { null() } else { matrix.as_ptr() }) };
            if wild.random.once_in(2) {
                dtEndCompound();
            }
            one
        }
        21 => points(wild, x),
        22 => own_function(wild),
        23 | 24 => return terrain(wild, one, [x, z]),
        // SAFETY: NULL or sixteen numbers.
        _ => unsafe {
            match wild.random.below(4) {
                0 => dtPlaced(one, null()),
                1 => dtPlaced(one, matrix.as_ptr()),
                2 => dtSum(one, other),
                _ => dtHull(one, other),
            }
        },
    };
    note(
        wild,
        format!("shape of kind {kind}: {:?} {:?} or {one:?} {other:?}", [x, y, z], [u, v, w]),
    );
    wild.shapes.push(shape.addr());
}

/// Some points, or none, perhaps with radii, perhaps of a layout that they have not.
fn points(wild: &mut Wild, radius: f64) -> *mut c_void {
    let random = &mut wild.random;
    let numbers = Vec::from_iter((0..random.below(50)).map(|_| random.any_number()));
    let layout = if random.once_in(2) { DtLayout::DT_POINTS } else { DtLayout::DT_BALLS };
    let width = if layout == DtLayout::DT_POINTS { 3 } else { 4 };
    let array = DtArray {
        base: if random.once_in(20) { null() } else { numbers.as_ptr().cast() },
        layout: if random.once_in(20) { random.word() as u32 } else { layout as u32 },
        r#type: DtVertexType::DT_DOUBLE as u32,
        stride: 0,
        count: (numbers.len() / width) as u32,
    };
    // Rows of another layout may be larger than those there are.
    let count = if array.layout == layout as u32 { array.count } else { 0 };
    let array = DtArray { count, ..array };
    // SAFETY: NULL or an array of so many rows.
    unsafe { dtPoints(if random.once_in(20) { null() } else { &array }, radius) }
}

/// A shape by a function, if it is a support mapping. Some make a call, which is refused. (What lies later has no answers that agree.)
fn own_function(wild: &mut Wild) -> *mut c_void {
    /// The data are a number, which says what the function does.
    extern "C-unwind" fn support(data: *mut c_void, direction: *const f64, point: *mut f64) {
        // SAFETY: the library passes three numbers each.
        let (direction, point) =
            unsafe { (&*direction.cast::<[f64; 3]>(), &mut *point.cast::<[f64; 3]>()) };
        let size = [1.0, 0.25, 1e-9, f64::NAN][data.addr() % 4];
        *point = direction.map(|x| match data.addr() / 4 % 4 {
            0 | 1 => size * x,
            2 => size.copysign(x),
            _ => size * (1.5 * x).clamp(-1.0, 1.0),
        });
        if (data.addr() / 16).is_multiple_of(4) {
            assert_eq!(dtTest(), 0, "a call is answered");
        }
    }
    let client_data = std::ptr::without_provenance_mut(wild.random.below(64));
    // SAFETY: the function reads no client data.
    unsafe { dtSupport(Some(support), client_data, None) }
}

/// A height field, or a change of one.
fn terrain(wild: &mut Wild, shape: DtShapeRef, [dx, dz]: [f64; 2]) {
    let random = &mut wild.random;
    let tame = !random.once_in(4);
    let one = |random: &mut Random| if tame { random.within(1.0) } else { random.any_number() };
    let heights = Vec::from_iter((0..12).map(|_| one(random)));
    let floats = Vec::from_iter(heights.iter().map(|height| *height as f32));
    let is_float = random.once_in(2);
    let base = if is_float { floats.as_ptr().cast() } else { heights.as_ptr().cast::<c_void>() };
    let array = DtArray {
        base: if random.once_in(20) { null() } else { base },
        layout: if random.once_in(20) { random.word() as u32 } else { DtLayout::DT_HEIGHTS as u32 },
        r#type: if is_float { DtVertexType::DT_FLOAT } else { DtVertexType::DT_DOUBLE } as u32,
        stride: 0,
        count: random.below(13) as u32,
    };
    let array = if random.once_in(20) { null() } else { &raw const array };
    let [a, b, c, d] = [0; 4].map(|_: u32| random.below(5) as u32);
    let [dx, dz] = if tame { [1.0, 0.5] } else { [dx, dz] };
    let is_new = random.once_in(2);
    // SAFETY: NULL, or it describes no more heights than there are.
    let made = unsafe {
        if is_new {
            dtHeightField(array, a, dx, dz, d)
        } else {
            let mut height = 0.0;
            dtChangeHeights(shape, a, b, c, array);
            dtGetHeight(shape, b, c, if d == 0 { null_mut() } else { &raw mut height });
            shape
        }
    };
    note(wild, format!("heights {heights:?} {:?}, new: {is_new}, {shape:?}", [a, b, c, d]));
    wild.shapes.push(made.addr());
}
