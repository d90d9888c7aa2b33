//! Lists of numbers that are kept in bytes which others share.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use bytemuck::Pod;
use yoke::Yoke;

/// Bytes that several may read, such as those of a mapped file.
pub type SharedBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A list of its own, or a part of [`SharedBytes`].
#[derive(Clone)]
pub(crate) enum List<T: Pod> {
    /// Its own.
    Own(Vec<T>),
    /// In the bytes of another.
    Shared(Yoke<&'static [T], SharedBytes>),
}

impl<T: Pod> List<T> {
    /// The list that is at a place of the bytes; `None` if it is not aligned there as the machine needs it.
    pub(crate) fn shared(bytes: &SharedBytes, at: usize, size: usize) -> Option<List<T>> {
        let shared = Yoke::try_attach_to_cart(Arc::clone(bytes), |bytes| {
            let part = bytes.as_ref().get(at..).and_then(|rest| rest.get(..size)).ok_or(())?;
            bytemuck::try_cast_slice(part).map_err(|_| ())
        });
        shared.ok().map(List::Shared)
    }

    /// The list, made its own, to be changed.
    pub(crate) fn to_mut(&mut self) -> &mut Vec<T> {
        if let List::Shared(shared) = self {
            *self = List::Own(shared.get().to_vec());
        }
        match self {
            List::Own(own) => own,
            List::Shared(_) => unreachable!("it is its own"),
        }
    }

    /// The list without elements, to be filled anew.
    pub(crate) fn emptied(&mut self) -> &mut Vec<T> {
        if let List::Shared(_) = self {
            *self = List::default();
        }
        let own = self.to_mut();
        own.clear();
        own
    }
}

impl<T: Pod> Deref for List<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            List::Own(own) => own,
            List::Shared(shared) => shared.get(),
        }
    }
}

impl<T: Pod> Default for List<T> {
    fn default() -> List<T> {
        List::Own(Vec::new())
    }
}

impl<T: Pod> From<Vec<T>> for List<T> {
    fn from(own: Vec<T>) -> List<T> {
        List::Own(own)
    }
}

impl<T: Pod + fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
