//! Shapes, crowds of objects that move, and a callback that counts.

use solid::capi::*;
pub use solid_testing::Random;
use std::ffi::c_void;
use std::ptr::null_mut;

/// The vertices and the triangles of a closed torus of `n` by `m` quads, radii 10 and 2, times `size`.
pub fn torus(n: u32, m: u32, size: f64) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let angle = |i: u32, of: u32| f64::from(i) / f64::from(of) * std::f64::consts::TAU;
    let point = |i, j| {
        let ring = 10.0 + 2.0 * angle(j, m).cos();
        [angle(i, n).cos() * ring, 2.0 * angle(j, m).sin(), angle(i, n).sin() * ring]
            .map(|x| x * size)
    };
    let at = |i: u32, j: u32| (i % n) * m + j % m;
    let vertices = (0..n).flat_map(|i| (0..m).map(move |j| point(i, j))).collect();
    let halves = |i, j| {
        [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]]
    };
    let triangles = (0..n).flat_map(|i| (0..m).flat_map(move |j| halves(i, j))).collect();
    (vertices, triangles)
}

/// A complex shape of triangles, by index into `vertices`.
pub fn mesh_by_index(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> DtShapeRef {
    let shape = dtNewComplexShape();
    // SAFETY: the array outlives dtEndComplexShape and holds every vertex that is named.
    unsafe { dtVertexBase(vertices.as_ptr().cast()) };
    for triangle in triangles {
        // SAFETY: three indices.
        unsafe { dtVertexIndices(DtPolyType::DT_SIMPLEX as u32, 3, triangle.as_ptr()) };
    }
    dtEndComplexShape();
    shape
}

/// The same by value.
pub fn mesh_by_value(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> DtShapeRef {
    let shape = dtNewComplexShape();
    for triangle in triangles {
        dtBegin(DtPolyType::DT_SIMPLEX as u32);
        for index in triangle {
            let [x, y, z] = vertices[*index as usize];
            dtVertex(x, y, z);
        }
        dtEnd();
    }
    dtEndComplexShape();
    shape
}

/// A complex shape of one polyhedron: `n` points of a sphere of radius one.
pub fn hull(n: usize, random: &mut Random) -> DtShapeRef {
    let shape = dtNewComplexShape();
    dtBegin(DtPolyType::DT_POLYHEDRON as u32);
    for _ in 0..n {
        let v = random.point(1.0);
        let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        dtVertex(v[0] / length, v[1] / length, v[2] / length);
    }
    dtEnd();
    dtEndComplexShape();
    shape
}

/// One primitive of each kind, about one unit wide.
pub fn primitives() -> Vec<DtShapeRef> {
    vec![
        dtBox(1.0, 1.5, 0.8),
        dtSphere(0.7),
        dtCone(0.6, 1.4),
        dtCylinder(0.5, 1.2),
        dtEllipsoid(0.4, 0.9, 0.6),
    ]
}

/// The reference of the `i`-th object.
pub fn reference(i: usize) -> DtObjectRef {
    std::ptr::without_provenance_mut(i)
}

/// Objects in a cube, each with a velocity.
pub struct Crowd {
    places: Vec<[f64; 3]>,
    velocities: Vec<[f64; 3]>,
    /// Half the side of the cube.
    room: f64,
}

impl Crowd {
    /// Makes an object of each shape in turn, `count` in all, all at one place.
    pub fn new(shapes: &[DtShapeRef], count: usize, room: f64, random: &mut Random) -> Crowd {
        for i in 0..count {
            dtCreateObject(reference(i), shapes[i % shapes.len()]);
        }
        let velocities = (0..count).map(|_| random.point(1.0).map(|x| x * 0.02 * room)).collect();
        Crowd { places: vec![[0.0; 3]; count], velocities, room }
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    fn place(&self, i: usize, random: &mut Random) {
        let [x, y, z] = self.places[i];
        dtSelectObject(reference(i));
        dtLoadIdentity();
        dtTranslate(x, y, z);
        let [a, b, c] = random.point(1.0);
        dtRotate(a, b, c, 1.5);
    }

    /// All to one place: every pair of boxes overlaps.
    pub fn gather(&mut self, random: &mut Random) {
        for i in 0..self.len() {
            self.places[i] = random.point(1.0).map(|x| x * 1e-3);
            self.place(i, random);
        }
    }

    /// All to other places, anywhere in the cube.
    pub fn jump(&mut self, random: &mut Random) {
        for i in 0..self.len() {
            self.places[i] = random.point(1.0).map(|x| x * self.room);
            self.place(i, random);
        }
    }

    /// One in `stride` moves on a little, and turns at the cube's sides.
    pub fn drift(&mut self, stride: usize, random: &mut Random) {
        for i in (0..self.len()).step_by(stride) {
            for axis in 0..3 {
                let x = self.places[i][axis] + self.velocities[i][axis];
                if x.abs() > self.room {
                    self.velocities[i][axis] = -self.velocities[i][axis];
                } else {
                    self.places[i][axis] = x;
                }
            }
            self.place(i, random);
        }
    }

    /// Deletes all objects.
    pub fn disperse(self) {
        (0..self.len()).for_each(|i| dtDeleteObject(reference(i)));
    }
}

unsafe extern "C-unwind" fn count_call(
    count: *mut c_void,
    _: DtObjectRef,
    _: DtObjectRef,
    data: *const DtCollData,
) {
    // SAFETY: the data of a response is NULL or readable; the client data is a counter that lives as long as the test.
    unsafe {
        let finite = data
            .as_ref()
            .is_none_or(|data| data.point1[0].is_finite() && data.normal[0].is_finite());
        assert!(finite);
        *count.cast::<u32>() += 1;
    }
}

/// Sets the default response to a callback that counts in `count`, or to none.
pub fn respond(kind: DtResponseType, count: Option<&mut u32>) {
    let data: *mut c_void = count.map_or(null_mut(), |count| (&raw mut *count).cast());
    let function: DtResponse = if data.is_null() { None } else { Some(count_call) };
    dtSetDefaultResponse(function, kind as u32, data);
}

/// The same for the response types of the extension.
pub fn respond_with(kind: DtResponseTypeArgument, count: &mut u32) {
    dtSetDefaultResponse(Some(count_call), kind, (&raw mut *count).cast());
}
