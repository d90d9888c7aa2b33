//! How the worlds of a client share the memory that it may have.
//!
//! Each world may have what it uses and an equal part of what the client has left. So the sum of the limits never exceeds the
//! budget, and a world that is alone has all of it. The limits are set anew when a world begins, and regularly, as worlds grow.

use std::fs;

use rustix::param::page_size;
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};

use super::world::STACK_SIZE;

/// What is left for a world at least when it begins.
const LEAST_SHARE: u64 = 2 << 20;

/// How often limits are computed anew because worlds grow meanwhile.
const MAX_ROUNDS: usize = 4;

/// The process of a world.
#[derive(Debug)]
pub struct Process {
    /// Its number.
    pub id: u32,
    /// How many threads it has had at most at a time. Their stacks do not count as its memory.
    pub stacks: usize,
    /// How much it may use besides.
    limit: u64,
}

impl Process {
    /// A process that has just begun.
    pub fn new(id: u32) -> Process {
        Process { id, stacks: 0, limit: u64::MAX }
    }

    /// The memory of its stacks.
    fn stack_memory(&self) -> u64 {
        (self.stacks * STACK_SIZE) as u64
    }

    /// How much memory it uses besides. None if it has ended.
    fn used(&self) -> u64 {
        // In pages: the sixth number has the data and the stack.
        let statm = fs::read_to_string(format!("/proc/{}/statm", self.id)).unwrap_or_default();
        let pages = statm.split_whitespace().nth(5).and_then(|pages| pages.parse::<u64>().ok());
        (pages.unwrap_or(0) * page_size() as u64).saturating_sub(self.stack_memory())
    }

    /// Limits its memory.
    fn set_limit(&mut self, bytes: u64) {
        let Some(process) = i32::try_from(self.id).ok().and_then(Pid::from_raw) else { return };
        // All processes here have the same.
        let Rlimit { maximum, .. } = getrlimit(Resource::Data);
        let current = bytes.saturating_add(self.stack_memory());
        let current = maximum.map_or(current, |maximum| maximum.min(current));
        // An error: it has ended.
        let _ = prlimit(Some(process), Resource::Data, Rlimit { current: Some(current), maximum });
        self.limit = bytes;
    }

    /// Another thread begins, beyond as many as it has had.
    pub fn add_stack(&mut self) {
        self.stacks += 1;
        self.set_limit(self.limit);
    }
}

/// Divides a client's memory among its worlds.
pub fn share(budget: u64, worlds: &mut [&mut Process]) {
    for _ in 0..MAX_ROUNDS {
        let used: Vec<u64> = worlds.iter().map(|world| world.used()).collect();
        let limits = divide(budget, &used);
        // Before any may have more. One that has grown beyond its limit meanwhile cannot grow any more.
        for (world, limit) in worlds.iter_mut().zip(&limits) {
            world.set_limit(world.limit.min(*limit));
        }
        if worlds.iter().zip(&limits).all(|(world, limit)| world.used() <= *limit) {
            worlds.iter_mut().zip(limits).for_each(|(world, limit)| world.set_limit(limit));
            return;
        }
    }
}

/// Whether there is memory left for another world.
pub fn has_room(budget: u64, worlds: &[&mut Process]) -> bool {
    let used: u64 = worlds.iter().map(|world| world.used()).sum();
    budget.saturating_sub(used) / (worlds.len() as u64 + 1) >= LEAST_SHARE
}

/// What each world may have: what it uses and an equal part of the rest.
fn divide(budget: u64, used: &[u64]) -> Vec<u64> {
    let part = budget.saturating_sub(used.iter().sum()) / used.len().max(1) as u64;
    used.iter().map(|used| used + part).collect()
}

#[cfg(test)]
mod tests;
