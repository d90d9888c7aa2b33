//! The processes of the worlds.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::process::{Child, Command};

use super::options::Options;
use super::pass::{self, Passed};

/// Which world.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Name {
    /// One that several clients share.
    Shared(String),
    /// One of a client's own.
    Own([u8; 16]),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Name::Shared(name) => write!(f, "'{}'", name.escape_debug()),
            // Its number is a secret.
            Name::Own(_) => write!(f, "of a client's own"),
        }
    }
}

struct World {
    channel: Arc<OwnedFd>,
    connections: usize,
    child: Arc<tokio::sync::Mutex<Child>>,
}

/// All worlds.
pub struct Worlds {
    options: Options,
    by_name: Mutex<HashMap<Name, World>>,
}

/// How long the worlds have to end.
const GRACE: Duration = Duration::from_secs(10);

impl Worlds {
    pub fn new(options: Options) -> Arc<Worlds> {
        Arc::new(Worlds { options, by_name: Mutex::default() })
    }

    /// How many connections there are.
    pub fn connections(&self) -> usize {
        self.by_name.lock().values().map(|world| world.connections).sum()
    }

    /// Passes a connection to its world, which begins with the first connection of a client, and ends with the last one.
    /// `false` if the world has ended.
    pub fn pass(
        self: &Arc<Worlds>,
        name: &Name,
        passed: &Passed,
        connection: impl AsFd,
        is_first: bool,
    ) -> io::Result<bool> {
        let mut by_name = self.by_name.lock();
        if !by_name.contains_key(name) {
            if !is_first {
                return Ok(false);
            }
            let world = self.begin(name)?;
            by_name.insert(name.clone(), world);
        }
        let Some(world) = by_name.get_mut(name) else { return Ok(false) };
        pass::send(&*world.channel, passed, connection)?;
        world.connections += 1;
        Ok(true)
    }

    fn begin(self: &Arc<Worlds>, name: &Name) -> io::Result<World> {
        let (channel, other) = pass::channel()?;
        let mut command = Command::new(std::env::current_exe()?);
        let shared = matches!(name, Name::Shared(_)).then_some("--shared");
        command.args(self.options.for_world()).args(shared).stdin(other);
        let child = Arc::new(tokio::sync::Mutex::new(command.spawn()?));
        let channel = Arc::new(channel);
        log::debug!("world {name} begins");
        let (worlds, of, ended) = (Arc::clone(self), name.clone(), Arc::clone(&channel));
        // A byte comes for each connection that has ended.
        std::thread::spawn(move || {
            let mut bytes = [0; 1];
            while let Ok((1.., _)) =
                rustix::net::recv(&*ended, &mut bytes[..], rustix::net::RecvFlags::empty())
            {
                if worlds.ended(&of) {
                    break;
                }
            }
            worlds.remove(&of);
        });
        Ok(World { channel, connections: 0, child })
    }

    /// A connection of a world has ended. Returns whether it was the last one.
    fn ended(&self, name: &Name) -> bool {
        let mut by_name = self.by_name.lock();
        let Some(world) = by_name.get_mut(name) else { return true };
        world.connections -= 1;
        let is_last = world.connections == 0;
        if is_last {
            by_name.remove(name).inspect(end);
        }
        is_last
    }

    /// A world has ended by itself: something is wrong, or it had too little memory.
    fn remove(&self, name: &Name) {
        if let Some(world) = self.by_name.lock().remove(name) {
            log::warn!("world {name} has ended, with {} connections", world.connections);
        }
    }

    /// Ends all worlds.
    pub async fn end(&self) {
        let worlds: Vec<World> = self.by_name.lock().drain().map(|(_, world)| world).collect();
        worlds.iter().for_each(end);
        for world in worlds {
            let mut child = world.child.lock().await;
            if tokio::time::timeout(GRACE, child.wait()).await.is_err() {
                log::warn!("a world does not end: killed");
                let _ = child.kill().await;
            }
        }
    }
}

/// Tells the process of a world to end.
fn end(world: &World) {
    let _ = rustix::net::shutdown(&*world.channel, rustix::net::Shutdown::Write);
}
