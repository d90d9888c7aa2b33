//! Numbers up to the greatest there are: no output of any function is NaN. The functions, and what they write, are those of the
//! table in `solid-recording`, so that a new one is tested as well. A failure prints its call; SOLID_HUGE sets how many rounds are
//! run, SOLID_HUGE_SEED runs one alone.
#![allow(unsafe_code, reason = "C functions that take pointers, and a callback")]

use std::cell::RefCell;
use std::ffi::c_void;

use solid::capi::recording::LIBRARY;
use solid::capi::*;
use solid_recording::{Arguments, Function, Layout, Member, Parameter, Returns, Rows};
use solid_testing::Random;

use crate::{alone, setting};

/// The space for a list, in records.
const ROOM: usize = 64;

const OBJECTS: usize = 5;

/// A finite number: small, up to the greatest, or of any exponent.
fn number(random: &mut Random) -> f64 {
    const EXTREME: [f64; 8] =
        [f64::MAX, -f64::MAX, 1.7e308, -1e308, 8.9e307, 1e154, f64::MIN_POSITIVE, 5e-324];
    let exponent = match random.below(10) {
        0..3 => return random.within(4.0),
        3 => return EXTREME[random.below(EXTREME.len())],
        4..8 => 290 + random.below(18) as i32,
        8 => 150 + random.below(150) as i32,
        _ => random.below(600) as i32 - 300,
    };
    random.signed() * 10.0_f64.powi(exponent)
}

fn numbers<const N: usize>(random: &mut Random) -> [f64; N] {
    [0; N].map(|_: i32| number(random))
}

fn size(random: &mut Random) -> f64 {
    number(random).abs()
}

fn object(number: usize) -> DtObjectRef {
    std::ptr::without_provenance_mut(16 * (number + 1))
}

fn shape(random: &mut Random, others: &[DtShapeRef]) -> DtShapeRef {
    let [x, y, z, u, v] = [0; 5].map(|_: i32| size(random));
    let [p, q, r] = numbers(random);
    let other = |random: &mut Random| others[random.below(others.len())];
    match random.below(if others.is_empty() { 14 } else { 17 }) {
        0 => dtBox(x, y, z),
        1 => dtSphere(x),
        2 => dtCone(x, y),
        3 => dtCylinder(x, y),
        4 => dtEllipsoid(x, y, z),
        5 => dtLineSegment(p, q, r, x, y, z),
        6 => dtPoint(p, q, r),
        7 => dtCapsule(x, y),
        8 => dtRoundBox(x, y, z, u),
        9 => dtWheel(x, y),
        10 => dtFrustum(x, y, z, u, v),
        11 | 12 => mesh(random),
        13 => dtHalfSpace(p, q, r, x),
        14 => dtSum(other(random), other(random)),
        15 => dtHull(other(random), other(random)),
        _ => {
            let m: [f64; 16] = numbers(random);
            // SAFETY: sixteen numbers.
            unsafe { dtPlaced(other(random), m.as_ptr()) }
        }
    }
}

/// A tetrahedron, a triangle or a few of them, or a polyhedron.
fn mesh(random: &mut Random) -> DtShapeRef {
    let corners = [0; 6].map(|_: i32| numbers::<3>(random));
    let faces: [[DtIndex; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let [simplex, polyhedron] =
        [DtPolyType::DT_SIMPLEX, DtPolyType::DT_POLYHEDRON].map(|kind| kind as DtPolyTypeArgument);
    let shape = dtNewComplexShape();
    // SAFETY: the arrays exist to the end of the shape; indices are within them.
    unsafe {
        dtVertexBase(corners.as_ptr().cast());
        match random.below(4) {
            0 => faces.iter().for_each(|face| dtVertexIndices(simplex, 3, face.as_ptr())),
            1 => dtVertexRange(polyhedron, 0, 6),
            2 => dtVertexRange(DT_CONCAVE_POLYGON, 0, 6),
            _ => dtVertexRange(simplex, 0, 3),
        }
        dtEndComplexShape();
    }
    if random.once_in(3) {
        dtSetSolid(shape, DT_TRUE);
    }
    shape
}

fn place(random: &mut Random, object: DtObjectRef) {
    dtSelectObject(object);
    if random.once_in(2) {
        dtLoadIdentity();
    }
    for _ in 0..random.below(4) {
        let ([x, y, z], w) = (numbers(random), number(random));
        let m: [f64; 16] = numbers(random);
        // SAFETY: sixteen numbers.
        unsafe {
            match random.below(8) {
                0..4 => dtTranslate(x, y, z),
                4 => dtRotate(x, y, z, w),
                5 | 6 => dtScale(x, y, z),
                _ => dtMultMatrixd(m.as_ptr()),
            }
        }
    }
    if random.once_in(3) {
        let [x, y, z] = numbers(random);
        dtSetSpin(object, x % 100.0, y % 100.0, z % 100.0);
        let [x, y, z] = numbers(random);
        dtSetPivot(object, x, y, z);
    }
}

/// A member of a record that is a number with a fraction, from its bytes.
fn value(member: Member, bytes: &[u8]) -> Option<f64> {
    match member {
        Member::Float => Some(f32::from_ne_bytes(bytes.try_into().ok()?).into()),
        Member::Scalar | Member::Double | Member::Work => {
            Some(f64::from_ne_bytes(bytes.try_into().ok()?))
        }
        _ => None,
    }
}

/// Whether any number of so many records is NaN.
fn has_nan(layout: Layout, count: usize, memory: &[u64]) -> bool {
    let bytes: Vec<u8> = memory.iter().flat_map(|word| word.to_ne_bytes()).collect();
    let mut members = (0..count).flat_map(|record| {
        layout.offsets().map(move |(member, at)| (member, record * layout.size() + at))
    });
    members
        .any(|(member, at)| value(member, &bytes[at..at + member.size()]).is_some_and(f64::is_nan))
}

thread_local! {
    /// What callbacks were given that is NaN.
    static CALLED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

unsafe extern "C-unwind" fn on_collision(
    kind: *mut c_void,
    a: DtObjectRef,
    b: DtObjectRef,
    data: *const DtCollData,
) {
    // SAFETY: NULL, or data of the response's type, which begin like this.
    let Some(data) = (unsafe { data.as_ref() }) else { return };
    if [data.point1, data.point2, data.normal].concat().iter().any(|x| x.is_nan()) {
        CALLED.with_borrow_mut(|all| all.push(format!("{kind:?} of {a:?} and {b:?}: {data:?}")));
    }
}

/// The layouts of the arrays of a batch: of objects, placements, points and flags.
fn layouts(function: Function) -> &'static [u32] {
    match function {
        Function::dtBatchPairs | Function::dtBatchContacts => &[8, 1, 8, 5],
        Function::dtBatchCasts => &[8, 3, 7, 8, 2, 7],
        Function::dtBatchRays => &[7, 7],
        Function::dtBatchSurfacePoints | Function::dtBatchSignedDistances => &[8, 7],
        Function::dtBatchQuery => &[3, 7],
        Function::dtQuery | Function::dtQueryRay => &[8],
        Function::dtBatchChain => &[8, 6, 9],
        _ => &[],
    }
}

/// Makes a call of a function with any finite numbers. Returns what of its results is NaN.
fn call(function: Function, random: &mut Random, shapes: &[DtShapeRef]) -> Option<String> {
    let signature = function.signature();
    let mut memory: Vec<Vec<u64>> = Vec::new();
    let mut keep = |mut words: Vec<u64>| {
        let address = words.as_mut_ptr().expose_provenance();
        memory.push(words);
        address as u64
    };
    let mut arrays = layouts(function).iter();
    let mut arguments: Arguments = Default::default();
    for (argument, parameter) in arguments.iter_mut().zip(signature.parameters) {
        *argument = match parameter {
            Parameter::Scalar => number(random).to_bits(),
            Parameter::Object => object(random.below(OBJECTS)).addr() as u64,
            Parameter::Shape => shapes[random.below(shapes.len())].addr() as u64,
            Parameter::Unsigned => random.below(6) as u64,
            Parameter::Capacity => ROOM as u64,
            Parameter::In(layout) => {
                let count = layout.size() / size_of::<f64>();
                keep((0..count).map(|_| number(random).to_bits()).collect())
            }
            Parameter::Out(layout) => keep(vec![0; layout.size().div_ceil(8)]),
            Parameter::List(layout) => keep(vec![0; ROOM * layout.size().div_ceil(8)]),
            Parameter::Rows => {
                let (Some(&layout), count) = (arrays.next(), 3) else { continue };
                let words = match layout {
                    8 => (0..count).map(|i| object(i % OBJECTS).addr() as u64).collect(),
                    9 => vec![0; count],
                    _ => (0..16 * count).map(|_| number(random).to_bits()).collect(),
                };
                let base = std::ptr::with_exposed_provenance(keep(words) as usize);
                let rows = Rows { base, layout, kind: 0x140A, stride: 0, count: count as u32 };
                let mut words = vec![0_u64; size_of::<Rows>().div_ceil(8)];
                // SAFETY: there is space for it.
                unsafe { words.as_mut_ptr().cast::<Rows>().write(rows) };
                keep(words)
            }
            _ => 0,
        };
    }
    // SAFETY: each argument is as the table says.
    let result = unsafe { (LIBRARY.call)(function, &arguments) };
    let mut bad = CALLED.take();
    if matches!(signature.returns, Returns::Scalar | Returns::Distance)
        && f64::from_bits(result).is_nan()
    {
        bad.push("the result".into());
    }
    for (i, layout, count) in signature.written(result, |i| arguments[i]) {
        let place = memory.iter().find(|words| words.as_ptr().addr() as u64 == arguments[i]);
        if place.is_some_and(|words| has_nan(layout, count as usize, words)) {
            bad.push(format!("parameter {i}"));
        }
    }
    (!bad.is_empty()).then(|| format!("{}: {bad:?}", function.name()))
}

/// Whether a function is left out: it gives no numbers, and may end what the others are asked about.
fn is_left_out(function: Function) -> bool {
    let name = function.name();
    let writes = function.signature().parameters.iter().any(|parameter| parameter.is_output());
    let is_result = matches!(function.signature().returns, Returns::Scalar | Returns::Distance);
    !(writes || is_result || name.starts_with("dtTest"))
}

fn clear(shapes: &[DtShapeRef]) {
    (0..OBJECTS).for_each(|i| dtDeleteObject(object(i)));
    shapes.iter().for_each(|shape| dtDeleteShape(*shape));
    dtClearDefaultResponse();
    dtSetMotion(DtMotionKind::DT_TURNING_MOTION as DtMotionKindArgument);
    dtGetError();
}

fn round(seed: u64) -> Vec<String> {
    let random = &mut Random::new(seed);
    let mut shapes: Vec<DtShapeRef> = Vec::new();
    for _ in 0..6 {
        let shape = shape(random, &shapes);
        if !shape.is_null() {
            shapes.push(shape);
        }
    }
    (0..OBJECTS).for_each(|i| dtCreateObject(object(i), shapes[i % shapes.len()]));
    let kind = random.below(7) as u32;
    dtSetDefaultResponse(Some(on_collision), kind, std::ptr::without_provenance_mut(kind as usize));
    let mut bad = Vec::new();
    for _ in 0..2 {
        dtSetMotion(random.below(3) as DtMotionKindArgument);
        for i in 0..OBJECTS {
            place(random, object(i));
        }
        for &function in Function::ALL.iter().filter(|function| !is_left_out(**function)) {
            if let Some(what) = call(function, random, &shapes) {
                bad.push(format!("seed {seed}: {what}"));
            }
            assert_ne!(
                dtGetError(),
                DtError::DT_INTERNAL_ERROR,
                "{}, seed {seed}",
                function.name()
            );
        }
        dtProceed();
    }
    clear(&shapes);
    bad
}

#[test]
fn no_output_is_nan() {
    let _alone = alone();
    let seeds = match setting("SOLID_HUGE_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..setting("SOLID_HUGE").unwrap_or(300),
    };
    let bad: Vec<String> = seeds.flat_map(round).collect();
    assert!(bad.is_empty(), "{} results:\n{}", bad.len(), bad.join("\n"));
}
