//! The connections that have not yet said who they are, and the budgets for them.
//!
//! One that is silent costs its sender nothing. So where a budget is used up, the oldest greeting makes room for the new one,
//! and peers that greet at once are served however many are silent. A greeting has some time in any case; meanwhile no
//! connections are accepted, which limits how fast silent ones can be renewed.

use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

/// How long a client may take to say who it is.
pub const GREETING_TIMEOUT: Duration = Duration::from_secs(10);

/// How long it has at least, however many others there are.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// How many greetings there may be at a time.
const MAX_GREETINGS: usize = 256;

/// How many of one peer.
const MAX_GREETINGS_OF_PEER: usize = 128;

/// Whose a connection is, as far as the system says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Peer {
    /// A machine. Of an IPv6 address, the network: a machine may choose the rest.
    Machine(IpAddr),
    /// A process of this machine, by its number; 0 if it is not known.
    Process(i32),
}

impl Peer {
    /// The peer at an address.
    pub fn at(address: SocketAddr) -> Peer {
        Peer::Machine(match address.ip().to_canonical() {
            IpAddr::V6(ip) if !ip.is_loopback() => {
                let [a, b, c, d, ..] = ip.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            ip => ip,
        })
    }
}

/// All greetings.
#[derive(Default)]
pub struct Greetings {
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    last_number: u64,
    /// In the order in which they began.
    list: Vec<OpenGreeting>,
}

struct OpenGreeting {
    number: u64,
    peer: Peer,
    begun: Instant,
    /// Dropped to end it.
    #[allow(dead_code, reason = "the other end notices when it is dropped")]
    end: oneshot::Sender<()>,
}

/// A greeting, until it is dropped.
pub struct Greeting {
    number: u64,
    ended: oneshot::Receiver<()>,
    all: Arc<Greetings>,
}

impl Greetings {
    /// Begins a greeting. Waits where all there may be are too young to be ended.
    pub async fn begin(self: &Arc<Greetings>, peer: Peer) -> Greeting {
        loop {
            match self.try_begin(peer, Instant::now()) {
                Ok(greeting) => return greeting,
                // Others may have been completed earlier.
                Err(wait) => sleep(wait.min(LEAST_TIME / 10)).await,
            }
        }
    }

    /// Begins a greeting, or returns how long it takes until one can be ended for it.
    fn try_begin(self: &Arc<Greetings>, peer: Peer, now: Instant) -> Result<Greeting, Duration> {
        let mut open = self.open.lock();
        if let Some(place) = open.in_the_way(peer) {
            let age = now.duration_since(open.list[place].begun);
            if age < LEAST_TIME {
                return Err(LEAST_TIME - age);
            }
            open.list.remove(place);
        }
        let (end, ended) = oneshot::channel();
        open.last_number += 1;
        let number = open.last_number;
        open.list.push(OpenGreeting { number, peer, begun: now, end });
        Ok(Greeting { number, ended, all: Arc::clone(self) })
    }
}

impl Open {
    /// The place of the greeting that has to end before another one of a peer can begin: the oldest one of the peer if it has as
    /// many as it may, else of the peer that has most if there are as many as there may be.
    fn in_the_way(&self, peer: Peer) -> Option<usize> {
        let mut counts: HashMap<Peer, usize> = HashMap::new();
        self.list.iter().for_each(|open| *counts.entry(open.peer).or_default() += 1);
        if counts.get(&peer).is_some_and(|count| *count >= MAX_GREETINGS_OF_PEER) {
            return self.list.iter().position(|open| open.peer == peer);
        }
        if self.list.len() < MAX_GREETINGS {
            return None;
        }
        let most = counts.values().max();
        self.list.iter().position(|open| counts.get(&open.peer) == most)
    }
}

impl Greeting {
    /// Completes the greeting, unless it has to make room for another or takes too long.
    pub async fn complete<T>(mut self, work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
        tokio::select! {
            biased;
            result = timeout(GREETING_TIMEOUT, work) => result?,
            _ = &mut self.ended => Err(io::Error::other("silent, closed to make room for others")),
        }
    }
}

impl Drop for Greeting {
    fn drop(&mut self) {
        self.all.open.lock().list.retain(|open| open.number != self.number);
    }
}

#[cfg(test)]
mod tests;
