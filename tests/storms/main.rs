//! Random calls of the C interface: against a model of it, and without one.

#![cfg(not(feature = "freesolid"))] // with it, the dt functions take float numbers

mod huge;
mod modelled;
mod wild;

use std::sync::{Mutex, MutexGuard, PoisonError};

fn setting(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Waits for the library: shapes, and the world without a context, are the same for all tests of the process.
fn alone() -> MutexGuard<'static, ()> {
    static LIBRARY: Mutex<()> = Mutex::new(());
    LIBRARY.lock().unwrap_or_else(PoisonError::into_inner)
}
