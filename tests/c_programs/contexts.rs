//! Contexts under stress: threads that make, use and delete contexts, share shapes and deform them, with threads inside of
//! their tests. Each must find what it finds when it is alone.
#![allow(unsafe_code, reason = "the C functions take pointers")]

use solid::capi::*;
use solid_testing::Random;
use std::ffi::c_void;
use std::ptr::{null_mut, with_exposed_provenance_mut, without_provenance_mut};
use std::thread;

const OBJECTS: usize = 100;
const FRAMES: usize = 6;

fn reference(i: usize) -> DtObjectRef {
    without_provenance_mut(16 * (i + 1))
}

/// Mixes a callback into the number that the client's data points to, data included.
unsafe extern "C-unwind" fn mix(
    client_data: *mut c_void,
    first: DtObjectRef,
    second: DtObjectRef,
    data: *const DtCollData,
) {
    // SAFETY: the data that the response was set with, which outlives the test; response data is valid in a callback.
    let (sum, data) = unsafe { (&mut *client_data.cast::<u64>(), &*data) };
    let points = data.point1.iter().chain(&data.point2).map(|x| x.to_bits());
    for word in points.chain([first.addr() as u64, second.addr() as u64]) {
        *sum = (sum.rotate_left(7) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// A tetrahedron by index, whose vertices are at `vertices`.
fn tetrahedron(vertices: &[[f64; 3]; 4]) -> DtShapeRef {
    let shape = dtNewComplexShape();
    // SAFETY: four vertices, which outlive dtEndComplexShape.
    unsafe { dtVertexBase(vertices.as_ptr().cast()) };
    // SAFETY: four indices.
    unsafe { dtVertexIndices(DtPolyType::DT_SIMPLEX as u32, 4, [0, 1, 2, 3].as_ptr()) };
    dtEndComplexShape();
    shape
}

const CORNERS: [[f64; 3]; 4] =
    [[-1.0, -1.0, -1.0], [1.0, -0.5, 0.0], [0.0, 1.0, -0.5], [0.0, 0.0, 1.2]];

/// A life in a context of its own, with shapes made elsewhere; what its callbacks were.
fn life(seed: u64, shapes: &[usize]) -> u64 {
    let random = &mut Random::new(seed);
    let context = dtNewContext();
    dtMakeCurrent(context);
    let mut sum = seed;
    let client_data = (&raw mut sum).cast();
    dtSetDefaultResponse(Some(mix), DtResponseType::DT_WITNESSED_RESPONSE as u32, client_data);
    dtSetThreads(1 + (seed % 3) as u32);
    let own = dtBox(1.0, 1.5, 0.7);
    for i in 0..OBJECTS {
        let shared = with_exposed_provenance_mut(shapes[i % shapes.len()]);
        dtCreateObject(reference(i), if i % 5 == 0 { own } else { shared });
    }
    let mut corners = CORNERS;
    for frame in 0..FRAMES {
        for i in 0..OBJECTS {
            dtSelectObject(reference(i));
            dtLoadIdentity();
            dtTranslate(3.0 * random.signed(), 3.0 * random.signed(), 3.0 * random.signed());
            dtRotate(random.signed(), random.signed(), random.signed(), 1.5);
        }
        if frame % 2 == 1 {
            corners.iter_mut().for_each(|corner| corner[0] += 0.3 * random.signed());
            // SAFETY: as many vertices as the shape was made of.
            unsafe {
                dtChangeVertexBase(with_exposed_provenance_mut(shapes[0]), corners.as_ptr().cast())
            };
        }
        sum = sum.wrapping_add(u64::from(dtTest()));
        if frame == 2 {
            dtTestMotion();
        }
        dtProceed();
    }
    assert_eq!(dtGetError() as u32, DtError::DT_NO_ERROR as u32);
    dtDeleteShape(own);
    dtDeleteContext(context);
    assert_eq!(dtCurrentContext(), null_mut());
    sum
}

#[test]
fn threads_in_contexts_of_their_own_do_not_disturb_each_other() {
    let shapes = [tetrahedron(&CORNERS), dtSphere(0.6), tetrahedron(&CORNERS)]
        .map(|s| s.expose_provenance());
    let alone: Vec<u64> = (0..6).map(|seed| life(seed, &shapes)).collect();
    assert!(alone.iter().enumerate().all(|(i, sum)| !alone[..i].contains(sum)), "each is its own");
    for _ in 0..2 {
        let together: Vec<u64> = thread::scope(|scope| {
            let lives: Vec<_> =
                (0..6).map(|seed| scope.spawn(move || life(seed, &shapes))).collect();
            lives.into_iter().map(|life| life.join().expect("a thread that ends well")).collect()
        });
        assert_eq!(together, alone);
    }
    shapes.iter().for_each(|shape| dtDeleteShape(with_exposed_provenance_mut(*shape)));
    assert_eq!(dtGetError() as u32, DtError::DT_NO_ERROR as u32);
}
