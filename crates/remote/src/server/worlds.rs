//! The processes of the worlds.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustix::net::{RecvFlags, recv};
use rustix::process::{Pid, Signal, kill_process};

use super::greetings::Peer;
use super::options::Options;
use super::pass::{self, Passed};
use super::shares::{self, Process};

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
    process: Process,
    /// Who has begun it: its memory is that client's.
    peer: Peer,
}

/// All worlds.
pub struct Worlds {
    options: Options,
    by_name: Mutex<HashMap<Name, World>>,
    /// The processes that have not ended.
    processes: Mutex<HashSet<u32>>,
}

/// How long the worlds have to end.
const GRACE: Duration = Duration::from_secs(10);

impl Worlds {
    pub fn new(options: Options) -> Arc<Worlds> {
        Arc::new(Worlds { options, by_name: Mutex::default(), processes: Mutex::default() })
    }

    /// How many connections there are.
    pub fn connections(&self) -> usize {
        self.by_name.lock().values().map(|world| world.connections).sum()
    }

    /// How much memory a client may have.
    fn budget(&self) -> u64 {
        self.options.memory.saturating_mul(1 << 20)
    }

    /// Divides the memory of a client among its worlds.
    fn share(&self, by_name: &mut HashMap<Name, World>, peer: Peer) {
        let of_peer = by_name.values_mut().filter(|world| world.peer == peer);
        let mut processes: Vec<&mut Process> = of_peer.map(|world| &mut world.process).collect();
        shares::share(self.budget(), &mut processes);
    }

    /// Divides the memory of each client that has several worlds anew.
    pub fn share_all(&self) {
        let mut by_name = self.by_name.lock();
        let mut peers = HashMap::new();
        by_name.values().for_each(|world| *peers.entry(world.peer).or_insert(0) += 1);
        for (peer, _) in peers.into_iter().filter(|(_, count)| *count > 1) {
            self.share(&mut by_name, peer);
        }
    }

    /// Passes a connection to its world, which begins with the first connection of a client, and ends with the last one.
    /// `false` if the world has ended.
    pub fn pass(
        self: &Arc<Worlds>,
        name: &Name,
        peer: Peer,
        passed: &Passed,
        connection: impl AsFd,
        is_first: bool,
    ) -> io::Result<bool> {
        let mut by_name = self.by_name.lock();
        if !by_name.contains_key(name) {
            if !is_first {
                return Ok(false);
            }
            let of_peer = by_name.values_mut().filter(|world| world.peer == peer);
            let processes: Vec<&mut Process> = of_peer.map(|world| &mut world.process).collect();
            if !shares::has_room(self.budget(), &processes) {
                return Err(io::Error::other(
                    "this client's worlds have all memory that it may have",
                ));
            }
            let world = self.begin(name, peer)?;
            by_name.insert(name.clone(), world);
            self.share(&mut by_name, peer);
        }
        let Some(world) = by_name.get_mut(name) else { return Ok(false) };
        if world.connections == world.process.stacks {
            world.process.add_stack();
        }
        pass::send(&*world.channel, passed, connection)?;
        world.connections += 1;
        Ok(true)
    }

    fn begin(self: &Arc<Worlds>, name: &Name, peer: Peer) -> io::Result<World> {
        let (channel, other) = pass::channel()?;
        // This very program, even if its file has been replaced since it began.
        let program = if cfg!(target_os = "linux") {
            "/proc/self/exe".into()
        } else {
            std::env::current_exe()?
        };
        let mut command = Command::new(program);
        let shared = matches!(name, Name::Shared(_)).then_some("--shared");
        command.args(self.options.for_world()).args(shared).stdin(other).stdout(Stdio::null());
        let child = command.spawn()?;
        // The command has its end of the channel, which would not be closed as long as this lives.
        drop(command);
        let channel = Arc::new(channel);
        log::debug!("world {name} begins");
        self.processes.lock().insert(child.id());
        let process = Process::new(child.id());
        let (worlds, of, watched) = (Arc::clone(self), name.clone(), Arc::clone(&channel));
        std::thread::spawn(move || worlds.watch(&of, &watched, child));
        Ok(World { channel, connections: 0, process, peer })
    }

    /// Waits for the end of a world.
    fn watch(&self, name: &Name, channel: &Arc<OwnedFd>, mut child: Child) {
        // A byte comes for each connection that has ended.
        let mut bytes = [0; 1];
        while let Ok((1.., _)) = recv(&**channel, &mut bytes[..], RecvFlags::empty()) {
            if self.ended(name, channel) {
                break;
            }
        }
        self.remove(name, channel);
        let status = child.wait();
        self.processes.lock().remove(&child.id());
        match status {
            Ok(status) if status.success() => log::debug!("world {name} has ended"),
            Ok(status) => log::warn!("world {name} has ended: {status}"),
            Err(error) => log::warn!("world {name}: {error}"),
        }
    }

    /// A connection of a world has ended. Returns whether it was the last one.
    fn ended(&self, name: &Name, channel: &Arc<OwnedFd>) -> bool {
        let mut by_name = self.by_name.lock();
        let world = by_name.get_mut(name).filter(|world| Arc::ptr_eq(&world.channel, channel));
        let Some(world) = world else { return true };
        world.connections -= 1;
        let is_last = world.connections == 0;
        if is_last {
            by_name.remove(name).inspect(end);
        }
        is_last
    }

    /// A world ends by itself if something is wrong, or if it has too little memory.
    fn remove(&self, name: &Name, channel: &Arc<OwnedFd>) {
        let mut by_name = self.by_name.lock();
        if by_name.get(name).is_some_and(|world| Arc::ptr_eq(&world.channel, channel)) {
            by_name.remove(name);
        }
    }

    /// Ends all worlds.
    pub async fn end(&self) {
        self.by_name.lock().drain().for_each(|(_, world)| end(&world));
        let start = Instant::now();
        while start.elapsed() < GRACE && !self.processes.lock().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        for process in self.processes.lock().iter() {
            log::warn!("a world does not end: killed");
            if let Some(process) = Pid::from_raw(*process as i32) {
                let _ = kill_process(process, Signal::KILL);
            }
        }
    }
}

/// Tells the process of a world to end.
fn end(world: &World) {
    let _ = rustix::net::shutdown(&*world.channel, rustix::net::Shutdown::Write);
}
