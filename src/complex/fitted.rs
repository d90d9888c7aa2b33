//! A tree that is fitted to its soup's vertices when it is asked for: while none asks, a deformation costs no more than
//! copying the vertices.

use std::sync::OnceLock;

use parking_lot::Mutex;

use crate::bvh::Tree;

/// A tree that may be waiting to be fitted.
#[derive(Debug)]
pub(super) struct FittedTree {
    fitted: OnceLock<Tree>,
    /// The tree as it was before the vertices changed.
    waiting: Mutex<Option<Tree>>,
}

impl FittedTree {
    /// A tree that fits.
    pub fn new(tree: Tree) -> FittedTree {
        FittedTree { fitted: OnceLock::from(tree), waiting: Mutex::new(None) }
    }

    /// The vertices have changed.
    pub fn wait(&mut self) {
        if let Some(tree) = self.fitted.take() {
            *self.waiting.get_mut() = Some(tree);
        }
    }

    /// Whether the vertices have changed since the tree was fitted.
    pub fn is_waiting(&self) -> bool {
        self.fitted.get().is_none()
    }

    /// The tree, which `fit` fits first if it waits.
    #[inline]
    pub fn get(&self, fit: impl FnOnce(Tree) -> Tree) -> &Tree {
        self.fitted.get_or_init(|| {
            let waiting = self.waiting.lock().take();
            fit(waiting.unwrap_or_else(|| Tree::build(&[])))
        })
    }
}

impl Clone for FittedTree {
    fn clone(&self) -> FittedTree {
        FittedTree { fitted: self.fitted.clone(), waiting: Mutex::new(self.waiting.lock().clone()) }
    }
}
