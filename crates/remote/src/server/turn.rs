//! Which client of the world may make calls: one at a time. A turn lasts for a batch, or until a callback waits for its client.

use std::sync::LazyLock;

use parking_lot::{FairMutex, FairMutexGuard, Mutex, MutexGuard};

use super::client::Clients;

/// The turn, which ends when this is dropped.
pub type Turn = FairMutexGuard<'static, ()>;

static TURN: FairMutex<()> = FairMutex::new(());

static CLIENTS: LazyLock<Mutex<Clients>> = LazyLock::new(Mutex::default);

/// Waits for the turn. It goes to those who wait in the order in which they came.
pub fn acquire() -> Turn {
    TURN.lock()
}

/// The clients of the world. Locked while the thread has the turn, and for a moment only: not while the library works.
pub fn clients() -> MutexGuard<'static, Clients> {
    CLIENTS.lock()
}
