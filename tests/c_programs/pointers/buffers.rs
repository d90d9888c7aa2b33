//! Memory of just as many bytes as are announced, at an odd address.

use std::alloc::{Layout, alloc, dealloc};
use std::marker::PhantomData;
use std::ptr::copy_nonoverlapping;

/// Values side by side, as a C program may have them in a packed record: aligned by nothing.
pub struct Buffer<T> {
    block: *mut u8,
    count: usize,
    kind: PhantomData<T>,
}

/// What lies before the values, so that they begin at an odd address.
const BEFORE: usize = 1;

impl<T> Buffer<T> {
    fn layout(count: usize) -> Layout {
        Layout::from_size_align(BEFORE + count * size_of::<T>(), 16).expect("a small block")
    }
}

impl<T: Copy> Buffer<T> {
    /// Room for so many values that holds nothing.
    pub fn empty(count: usize) -> Buffer<T> {
        // SAFETY: at least a byte.
        let block = unsafe { alloc(Self::layout(count)) };
        assert!(!block.is_null());
        Buffer { block, count, kind: PhantomData }
    }

    /// Values in it.
    pub fn of(values: &[T]) -> Buffer<T> {
        let mut buffer = Buffer::<T>::empty(values.len());
        // SAFETY: there is room for as many; the two are apart.
        unsafe {
            copy_nonoverlapping(
                values.as_ptr().cast(),
                buffer.room().cast::<u8>(),
                size_of_val(values),
            );
        }
        buffer
    }

    /// Where the values are, to be read.
    pub fn start(&self) -> *const T {
        self.block.wrapping_add(BEFORE).cast()
    }

    /// Where they are, to be written.
    pub fn room(&mut self) -> *mut T {
        self.block.wrapping_add(BEFORE).cast()
    }

    /// A value that was written.
    pub fn get(&self, i: usize) -> T {
        assert!(i < self.count);
        // SAFETY: within the buffer; that it was written is what an interpreter looks at.
        unsafe { self.start().add(i).read_unaligned() }
    }

    /// All of them.
    pub fn all(&self) -> Vec<T> {
        (0..self.count).map(|i| self.get(i)).collect()
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        // SAFETY: it was allocated by this layout.
        unsafe { dealloc(self.block, Self::layout(self.count)) };
    }
}
