//! The machine: what it is, its clock, and keeping to one processor.

use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};
use std::process::Command;

/// Nanoseconds that this thread has had of a processor: what others do on the machine counts as little as can be.
/// Reading it is a system call; time some hundred microseconds at least.
pub fn cpu_ns() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1e9 + now.tv_nsec as f64
}

/// Keeps this thread on the processor it runs on, so that rounds compare.
pub fn pin_to_one_cpu() {
    let mut set = CpuSet::new();
    set.set(sched_getcpu());
    if let Err(error) = sched_setaffinity(None, &set) {
        eprintln!("cannot keep to one processor ({error}); times will be noisier");
    }
}

/// Lets this thread, and those that it starts from now on, run on every processor again.
pub fn use_all_cpus() {
    let mut set = CpuSet::new();
    (0..CpuSet::MAX_CPU).for_each(|cpu| set.set(cpu));
    if let Err(error) = sched_setaffinity(None, &set) {
        eprintln!("cannot use all processors ({error})");
    }
}

fn first_line(program: &str, argument: &str) -> Option<String> {
    let output = Command::new(program).arg(argument).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).lines().next()?.to_owned())
}

/// The processor and the compiler, in a line.
pub fn description() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split(':').nth(1)?.trim().to_owned())
    });
    let rustc = first_line("rustc", "--version").unwrap_or_else(|| "rustc".to_owned());
    let version = rustc.split(" (").next().unwrap_or(&rustc);
    format!("one core of {}, {version}", cpu.unwrap_or_else(|| "an unknown processor".to_owned()))
}

/// The least time of some calls, in nanoseconds: what the machine's other work adds is not of interest.
pub fn least_ns(rounds: usize, mut work: impl FnMut()) -> f64 {
    (0..rounds)
        .map(|_| {
            let start = cpu_ns();
            work();
            cpu_ns() - start
        })
        .fold(f64::INFINITY, f64::min)
}
