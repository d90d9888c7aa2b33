//! A tree that is refitted when it is first used after a deformation; never, if the mesh is near nothing.

use std::sync::OnceLock;

use parking_lot::Mutex;

use crate::bvh::Tree;
use crate::interrupt::uninterrupted;
use crate::memory;

/// A tree that may be stale. If several threads use it at once, one of them refits it.
#[derive(Debug)]
pub(super) struct LazyTree {
    fitted: OnceLock<Tree>,
    stale: Mutex<Option<Tree>>,
}

impl LazyTree {
    pub(super) fn new(fitted: Tree) -> LazyTree {
        LazyTree { fitted: OnceLock::from(fitted), stale: Mutex::new(None) }
    }

    /// Marks the tree as stale.
    pub(super) fn invalidate(&mut self) {
        if let Some(tree) = self.fitted.take() {
            *self.stale.get_mut() = Some(tree);
        }
    }

    /// The tree, if it is not stale, to be changed.
    pub(super) fn get_mut(&mut self) -> Option<&mut Tree> {
        self.fitted.get_mut()
    }

    pub(super) fn is_stale(&self) -> bool {
        self.fitted.get().is_none()
    }

    /// The tree, after applying `refit` to it if it is stale, for which there must be so many bytes to be had.
    #[inline]
    pub(super) fn get(
        &self,
        bytes: impl FnOnce() -> usize,
        refit: impl FnOnce(Tree) -> Tree,
    ) -> &Tree {
        self.fitted.get_or_init(|| {
            memory::ensure(bytes());
            // Half of it would be lost with the stale tree.
            uninterrupted(|| refit(self.stale.lock().take().unwrap_or_default()))
        })
    }
}
