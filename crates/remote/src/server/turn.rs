//! Which client of the world may make calls: one at a time. A turn lasts for a batch, or until a callback waits for its client.

use std::sync::LazyLock;

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::client::Clients;

struct Turn {
    state: Mutex<State>,
    free: Condvar,
}

struct State {
    is_taken: bool,
    /// How many are waiting. The turn goes to them in the order in which they came.
    next_ticket: u64,
    serving: u64,
}

static TURN: LazyLock<Turn> = LazyLock::new(|| Turn {
    state: Mutex::new(State { is_taken: false, next_ticket: 0, serving: 0 }),
    free: Condvar::new(),
});

static CLIENTS: LazyLock<Mutex<Clients>> = LazyLock::new(Mutex::default);

/// Waits for the turn.
pub fn acquire() {
    let mut state = TURN.state.lock();
    let ticket = state.next_ticket;
    state.next_ticket += 1;
    while state.is_taken || state.serving != ticket {
        TURN.free.wait(&mut state);
    }
    state.is_taken = true;
    state.serving += 1;
}

/// Gives the turn back.
pub fn release() {
    TURN.state.lock().is_taken = false;
    TURN.free.notify_all();
}

/// The clients of the world. Locked while the thread has the turn, and for a moment only: not while the library works.
pub fn clients() -> MutexGuard<'static, Clients> {
    CLIENTS.lock()
}
