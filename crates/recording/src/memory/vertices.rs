//! The program's arrays of vertices, in the library and in its remote stand-in.

use std::ffi::c_void;

use crate::rows::{DOUBLE, FLOAT};

/// An array of vertices: how it lies in the program's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexArray {
    /// The address of the first vertex; 0 for NULL.
    pub base: usize,
    /// The bytes from one vertex to the next.
    pub stride: usize,
    /// Whether the coordinates are floats, not doubles.
    pub single: bool,
}

impl VertexArray {
    /// An array of packed doubles, as of dtVertexBase.
    pub fn packed(base: *const c_void) -> VertexArray {
        VertexArray { base: base.expose_provenance(), stride: size_of::<[f64; 3]>(), single: false }
    }

    /// The array that the arguments of dtVertexPointer describe; `None` if there is no such type.
    pub fn new(kind: u32, stride: u32, base: *const c_void) -> Option<VertexArray> {
        let (single, packed) = match kind {
            FLOAT => (true, size_of::<[f32; 3]>()),
            DOUBLE => (false, size_of::<[f64; 3]>()),
            _ => return None,
        };
        let stride = if stride == 0 { packed } else { stride as usize };
        Some(VertexArray { base: base.expose_provenance(), stride, single })
    }

    /// Reads a vertex.
    ///
    /// # Safety
    ///
    /// The array has a vertex with this index. It need not be aligned.
    #[inline]
    pub unsafe fn vertex(&self, index: u32) -> [f64; 3] {
        let start: *const u8 = std::ptr::with_exposed_provenance(self.base);
        let place = start.wrapping_add((index as usize).wrapping_mul(self.stride));
        // SAFETY: the vertex exists by the caller's promise.
        unsafe {
            if self.single {
                place.cast::<[f32; 3]>().read_unaligned().map(f64::from)
            } else {
                place.cast::<[f64; 3]>().read_unaligned()
            }
        }
    }
}
