//! The clients of the world: what each may name, and what it owns.

use std::collections::{HashMap, HashSet};
use std::ffi::c_void;
use std::sync::LazyLock;

use parking_lot::{FairMutex, FairMutexGuard, Mutex, MutexGuard};
use solid::capi::{self, host};
use solid_recording::{Callback, Handles};

use super::arrays::SharedArrays;

/// The turn: one client at a time may make calls. It lasts for a batch, or until a callback waits for its client.
pub type Turn = FairMutexGuard<'static, ()>;

static TURN: FairMutex<()> = FairMutex::new(());

static CLIENTS: LazyLock<Mutex<Clients>> = LazyLock::new(Mutex::default);

/// Waits for the turn. It goes to those who wait in the order in which they came, and ends when it is dropped.
pub fn take_turn() -> Turn {
    TURN.lock()
}

/// The clients of the world. Locked while the thread has the turn, and for a moment only: not while the library works.
pub fn clients() -> MutexGuard<'static, Clients> {
    CLIENTS.lock()
}

/// What all connections of a client have in common.
pub type ClientId = [u8; 16];

/// The bits of a handle as a pointer.
pub fn pointer(bits: u64) -> *mut c_void {
    std::ptr::without_provenance_mut(bits as usize)
}

/// The responses of a client by number. The library has the numbers as client data.
#[derive(Default)]
pub struct Responses {
    by_number: Vec<Option<Callback>>,
    numbers: HashMap<Callback, usize>,
    free: Vec<usize>,
    /// How many there may be before those that are not set any more are removed.
    limit: usize,
}

/// So many responses are not worth looking through.
const FEW_RESPONSES: usize = 1024;

impl Responses {
    /// The response with a number.
    pub fn get(&self, number: usize) -> Option<Callback> {
        self.by_number.get(number).copied().flatten()
    }

    fn number(&mut self, response: Callback) -> usize {
        *self.numbers.entry(response).or_insert_with(|| {
            let number = self.free.pop().unwrap_or_else(|| {
                self.by_number.push(None);
                self.by_number.len() - 1
            });
            self.by_number[number] = Some(response);
            number
        })
    }

    /// Removes those that are not set any more in any of the contexts.
    fn collect(&mut self, contexts: impl Iterator<Item = u64>) {
        let mut is_set = vec![false; self.by_number.len()];
        let mut visit =
            |number: usize| is_set.iter_mut().skip(number).take(1).for_each(|set| *set = true);
        contexts.for_each(|context| host::for_each_client_data(pointer(context), &mut visit));
        let free = &mut self.free;
        let by_number = &mut self.by_number;
        self.numbers.retain(|_, number| {
            if !is_set[*number] {
                by_number[*number] = None;
                free.push(*number);
            }
            is_set[*number]
        });
        self.limit = FEW_RESPONSES.max(2 * self.numbers.len());
    }
}

/// A client of the world.
#[derive(Default)]
pub struct Client {
    user: host::User,
    /// How many connections it has.
    connections: usize,
    /// How many objects it owns.
    pub objects: usize,
    pub shapes: Handles,
    pub contexts: Handles,
    pub responses: Responses,
    /// The library's handles of the shapes that it has made.
    pub made: HashSet<u64>,
    /// Those of worlds that it has loaded, which no client can deform.
    pub loaded: HashSet<u64>,
    /// The vertex arrays of its shapes.
    pub arrays: HashMap<u64, SharedArrays>,
}

impl Client {
    /// The number of a response.
    pub fn response_number(&mut self, response: Callback) -> usize {
        if self.responses.numbers.len() >= self.responses.limit.max(FEW_RESPONSES) {
            self.responses.collect(std::iter::once(0).chain(self.contexts.all()));
        }
        self.responses.number(response)
    }
}

/// All clients of the world.
#[derive(Default)]
pub struct Clients {
    by_id: HashMap<ClientId, Client>,
    active: Option<ClientId>,
    /// Who created an object: by the context and the object's name.
    owners: HashMap<(u64, u64), ClientId>,
}

impl Clients {
    /// A connection of a client begins; returns how many it has.
    pub fn join(&mut self, id: ClientId) -> usize {
        let client = self.by_id.entry(id).or_default();
        client.connections += 1;
        client.connections
    }

    /// Whether there is one connection.
    pub fn is_alone(&self) -> bool {
        self.by_id.values().map(|client| client.connections).sum::<usize>() == 1
    }

    /// A client that has joined. From now on, the context that exists from the start has what is this client's own.
    pub fn activate(&mut self, id: ClientId) -> &mut Client {
        if self.active != Some(id) {
            if let Some(before) = self.active.take().and_then(|active| self.by_id.get_mut(&active))
            {
                before.user.swap();
            }
            self.by_id.entry(id).or_default().user.swap();
            self.active = Some(id);
        }
        self.by_id.entry(id).or_default()
    }

    /// A connection of a client has ended. With the last one, what it owns is deleted, unless it was alone.
    pub fn leave(&mut self, id: ClientId) {
        let client = self.activate(id);
        client.connections -= 1;
        if client.connections > 0 || self.by_id.len() == 1 {
            return;
        }
        let own = self.owners.iter().filter(|(_, owner)| **owner == id).map(|(object, _)| *object);
        for (context, object) in own.collect::<Vec<_>>() {
            if context == 0 {
                capi::dtDeleteObject(pointer(object));
                self.forget(context, object);
            } else {
                self.owners.remove(&(context, object));
            }
        }
        if let Some(mut client) = self.by_id.remove(&id) {
            client.contexts.all().for_each(|context| capi::dtDeleteContext(pointer(context)));
            let shapes = client.made.iter().chain(&client.loaded);
            shapes.for_each(|shape| capi::dtDeleteShape(pointer(*shape)));
            client.user.swap();
            self.active = None;
        }
    }

    /// How many objects there are, in all contexts.
    pub fn object_count(&self) -> usize {
        self.owners.len()
    }

    /// Who created an object.
    pub fn owner(&self, context: u64, object: u64) -> Option<ClientId> {
        self.owners.get(&(context, object)).copied()
    }

    /// An object has been created by a client.
    pub fn own(&mut self, context: u64, object: u64, id: ClientId) {
        if self.owners.get(&(context, object)) != Some(&id) {
            self.disown(context, object);
            self.owners.insert((context, object), id);
            self.by_id.entry(id).or_default().objects += 1;
        }
    }

    fn disown(&mut self, context: u64, object: u64) {
        if let Some(client) =
            self.owners.remove(&(context, object)).and_then(|owner| self.by_id.get_mut(&owner))
        {
            client.objects -= 1;
        }
    }

    /// An object has been deleted: no client has a response for it any more.
    pub fn forget(&mut self, context: u64, object: u64) {
        self.disown(context, object);
        if context == 0 && self.by_id.len() > 1 {
            self.by_id.values_mut().for_each(|client| client.user.forget(pointer(object)));
        }
    }

    /// A context has been deleted with all objects in it.
    pub fn forget_context(&mut self, context: u64) {
        let by_id = &mut self.by_id;
        self.owners.retain(|(of, _), owner| {
            if *of == context
                && let Some(client) = by_id.get_mut(owner)
            {
                client.objects -= 1;
            }
            *of != context
        });
    }
}
