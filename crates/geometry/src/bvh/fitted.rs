//! What is fitted when it is asked for: while none asks, a deformation costs it nothing.

use std::sync::OnceLock;

use parking_lot::Mutex;

/// Something that may be waiting to be fitted. Many threads may ask for it at once: one of them fits it.
#[derive(Debug)]
pub struct Fitted<T> {
    fitted: OnceLock<T>,
    /// As it was before.
    waiting: Mutex<Option<T>>,
}

impl<T: Default> Fitted<T> {
    /// Something that fits.
    pub fn new(fits: T) -> Fitted<T> {
        Fitted { fitted: OnceLock::from(fits), waiting: Mutex::new(None) }
    }

    /// It fits no longer. Gives access to it until someone asks.
    pub fn wait(&mut self) -> &mut T {
        let waiting = self.waiting.get_mut();
        if let Some(fitted) = self.fitted.take() {
            *waiting = Some(fitted);
        }
        waiting.get_or_insert_default()
    }

    /// Whether it does not fit.
    pub fn is_waiting(&self) -> bool {
        self.fitted.get().is_none()
    }

    /// The thing, which `fit` fits first if it waits.
    #[inline]
    pub fn get(&self, fit: impl FnOnce(T) -> T) -> &T {
        self.fitted.get_or_init(|| {
            let waiting = self.waiting.lock().take();
            fit(waiting.unwrap_or_default())
        })
    }
}
