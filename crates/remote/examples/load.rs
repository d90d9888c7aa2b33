//! Measures a server under load, and whether it grows.
//!
//! ```text
//! SOLID_SERVER=unix:/run/solid load clients [CLIENTS] [OBJECTS] [FRAMES A SECOND] [SECONDS]
//! SOLID_SERVER=unix:/run/solid load frames [FRAMES] [PROCESS OF THE SERVER]
//! ```
//!
//! `clients` runs so many programs at once. Each places all its objects in each frame and tests them. It prints how long dtTest
//! takes in all of them. `frames` makes one program run as fast as it can, which creates and deletes whatever there is, and
//! prints the memory of the server and of its worlds.

#![allow(unsafe_code, reason = "it calls dt functions as a C program does")]

use std::ffi::c_void;
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};

use solid_stand_in::functions::*;
use solid_testing::Random;

type Shape = *mut c_void;

fn object(number: u64) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(16 * (number as usize + 1))
}

unsafe extern "C-unwind" fn count(
    counter: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    _: *const c_void,
) {
    // SAFETY: the counter was registered as the client data.
    unsafe { *counter.cast::<u64>() += 1 };
}

fn callback() -> *mut c_void {
    count as *const () as *mut c_void
}

fn argument<T: FromStr>(place: usize, otherwise: T) -> T {
    std::env::args().nth(place).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("clients") => clients(argument(2, 50)),
        Some("client") => {
            client(argument(2, 0), argument(3, 200), argument(4, 60), argument(5, 10))
        }
        Some("frames") => frames(argument(2, 100_000), argument(3, 0)),
        _ => eprintln!("usage: load clients|frames, see the source"),
    }
}

/// Runs clients and prints how long their tests took.
fn clients(count: u64) {
    let options = [argument(3, 200u64), argument(4, 60), argument(5, 10)].map(|n| n.to_string());
    let children: Vec<_> = (0..count)
        .map(|seed| {
            let mut command = Command::new(std::env::current_exe().expect("this program"));
            command.arg("client").arg(seed.to_string()).args(&options).stdout(Stdio::piped());
            command.spawn().expect("a client")
        })
        .collect();
    let (mut times, mut collisions) = (Vec::new(), 0);
    for child in children {
        let output = child.wait_with_output().expect("its output");
        assert!(output.status.success(), "a client has failed");
        let text = String::from_utf8(output.stdout).expect("numbers");
        let mut numbers = text.lines().map(|line| line.parse::<u64>().expect("a number"));
        collisions += numbers.next().expect("the collisions");
        times.extend(numbers);
    }
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize] as f64 / 1e6;
    println!(
        "{count} clients of {} objects, {} frames a second: {} tests, {:.1} collisions a test; \
         dtTest takes {:.3} ms (50 %), {:.3} ms (90 %), {:.3} ms (99 %), {:.3} ms (99.9 %), at most {:.3} ms",
        options[0],
        options[1],
        times.len(),
        collisions as f64 / times.len() as f64,
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0)
    );
}

/// A program that moves all its objects in each frame. Prints how many collisions there were, and how many nanoseconds each
/// dtTest has taken.
fn client(seed: u64, objects: u64, rate: u64, seconds: u64) {
    let mut random = Random::new(seed + 1);
    let mut collisions = 0u64;
    let size = (objects as f64).cbrt() * 3.0;
    let mut bodies: Vec<[[f64; 3]; 2]> = Vec::new();
    // SAFETY: the arguments are numbers, names, and pointers to what lives until the last test.
    unsafe {
        let shapes: [Shape; 3] = [dtBox(1.0, 1.0, 1.0), dtSphere(0.6), dtCylinder(0.5, 1.0)];
        dtSetDefaultResponse(callback(), 2, (&raw mut collisions).cast());
        for i in 0..objects {
            dtCreateObject(object(i), shapes[i as usize % 3]);
            let mut some = |scale: f64| [0; 3].map(|_| scale * random.between(0.0, 1.0));
            bodies.push([some(size), some(0.1)]);
        }
    }
    let frame = Duration::from_secs(1) / rate as u32;
    let mut due = Instant::now() + frame * (seed % 60) as u32 / 60;
    let mut times = Vec::new();
    for _ in 0..rate * seconds {
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        due += frame;
        for (i, [at, velocity]) in bodies.iter_mut().enumerate() {
            for (x, v) in at.iter_mut().zip(velocity) {
                *x += *v;
                if *x < 0.0 || *x > size {
                    *v = -*v;
                }
            }
            // SAFETY: as above.
            unsafe {
                dtSelectObject(object(i as u64));
                dtLoadIdentity();
                dtTranslate(at[0], at[1], at[2]);
                dtRotate(at[0], at[1], at[2], 1.0);
            }
        }
        let start = Instant::now();
        // SAFETY: the counter of the callbacks lives.
        unsafe { dtTest() };
        times.push(start.elapsed().as_nanos());
        // SAFETY: no arguments.
        unsafe { dtProceed() };
    }
    // SAFETY: no arguments.
    assert_eq!(unsafe { dtGetError() }, 0);
    println!("{collisions}");
    times.iter().for_each(|time| println!("{time}"));
}

/// Creates, moves, deforms and deletes for so many frames.
fn frames(count: u64, server: u32) {
    const OBJECTS: u64 = 12;
    let mut random = Random::new(7);
    let mut counters = [0u64; 64];
    let mut points = [[0.0f64; 3]; 9];
    let start = Instant::now();
    // SAFETY: the arguments are numbers, names, and pointers to what lives until the last test.
    unsafe {
        let ball = dtSphere(0.7);
        (0..OBJECTS).for_each(|i| dtCreateObject(object(i), ball));
        for frame in 0..count {
            let counter: *mut c_void = (&raw mut counters[frame as usize % 64]).cast();
            dtSetDefaultResponse(callback(), 2, counter);
            if frame % 3 == 0 {
                // Another name, another shape and another response each time.
                let (name, shape) = (object(1000 + frame), dtBox(1.0, 1.0, 1.0));
                dtCreateObject(name, shape);
                dtSetPairResponse(name, object(0), callback(), 1, counter);
                dtTest();
                dtDeleteObject(name);
                dtDeleteShape(shape);
            }
            if frame % 64 == 0 {
                let (name, mesh) = (object(500), dtNewComplexShape());
                dtVertexBase(points.as_mut_ptr().cast());
                dtVertexRange(1, 0, 4);
                dtVertexRange(1, 4, 4);
                dtEndComplexShape();
                dtCreateObject(name, mesh);
                for _ in 0..3 {
                    points
                        .as_flattened_mut()
                        .iter_mut()
                        .for_each(|x| *x = random.between(0.0, 4.0));
                    dtChangeVertexBase(mesh, points.as_mut_ptr().cast());
                    dtTest();
                }
                dtDeleteObject(name);
                dtDeleteShape(mesh);
                let context = dtNewContext();
                dtMakeCurrent(context);
                dtCreateObject(object(0), ball);
                dtTest();
                dtDeleteContext(context);
            }
            for i in 0..OBJECTS {
                dtSelectObject(object(i));
                dtLoadIdentity();
                dtTranslate(
                    random.between(0.0, 6.0),
                    random.between(0.0, 6.0),
                    random.between(0.0, 6.0),
                );
            }
            dtTest();
            dtProceed();
            if frame % (count / 20).max(1) == 0 || frame + 1 == count {
                let seconds = start.elapsed().as_secs_f64();
                println!(
                    "{frame} frames, {seconds:.1} s: {} KiB here, {}",
                    memory("self"),
                    of_server(server)
                );
            }
        }
        assert_eq!(dtGetError(), 0);
    }
    println!("{} callbacks", counters.iter().sum::<u64>());
}

/// The resident memory of a process, in KiB.
fn memory(process: &str) -> String {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.unwrap_or("?").trim().trim_end_matches(" kB").into()
}

fn of_server(server: u32) -> String {
    let path = format!("/proc/{server}/task/{server}/children");
    let worlds = std::fs::read_to_string(path).unwrap_or_default();
    let worlds: Vec<String> = worlds.split_whitespace().map(memory).collect();
    format!("{} KiB in the server, {} in its worlds", memory(&server.to_string()), worlds.join(" "))
}
