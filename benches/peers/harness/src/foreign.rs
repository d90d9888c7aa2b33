//! Peers behind `adapters/peer.h`: shared libraries that are loaded as they are found.

use super::case::{Answer, Case, Kind, Peer, Pose, Question, Session};
use libloading::Library;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::Path;
use std::ptr::null;

#[repr(C)]
struct RawBody {
    kind: Kind,
    size: [f64; 4],
    points: *const [f64; 3],
    point_count: c_int,
    triangles: *const [c_uint; 3],
    triangle_count: c_int,
    other_points: *const [f64; 3],
}

#[repr(C)]
struct RawCase {
    question: Question,
    bodies: *const RawBody,
    body_count: c_int,
    poses: *const Pose,
    sweeps: *const [f64; 3],
    spins: *const [f64; 3],
    ends: *const Pose,
    query_count: c_int,
    object_count: c_int,
    coherent: c_int,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Entry {
    peer: *const c_char,
    open: unsafe extern "C" fn(*const RawCase) -> *mut c_void,
    run: unsafe extern "C" fn(*mut c_void, c_int, c_int, *mut Answer),
    close: unsafe extern "C" fn(*mut c_void),
}

#[repr(C)]
struct RawLibrary {
    version: *const c_char,
    entries: *const Entry,
    count: c_int,
}

/// One entry of an adapter.
pub struct Foreign {
    entry: Entry,
    name: String,
    version: String,
    // Unloading libraries with state of their own is asking for trouble: they stay until the end.
    _library: &'static Library,
}

fn text(c: *const c_char) -> String {
    // SAFETY: adapters hand out literals.
    unsafe { CStr::from_ptr(c) }.to_string_lossy().into_owned()
}

/// All entries of an adapter; a message if it cannot be loaded.
pub fn load(path: &Path) -> Result<Vec<Foreign>, String> {
    // SAFETY: an adapter that was built beside this harness; loading it runs the initialisers of its libraries.
    let library = unsafe { Library::new(path) }.map_err(|error| error.to_string())?;
    let library: &'static Library = Box::leak(Box::new(library));
    // SAFETY: the name and the type are those of adapters/peer.h, and the entries live as long as the library.
    let (version, entries) = unsafe {
        let function =
            library.get::<unsafe extern "C" fn() -> *const RawLibrary>(b"peer_library\0");
        let raw = &*function.map_err(|error| error.to_string())?();
        (text(raw.version), std::slice::from_raw_parts(raw.entries, raw.count as usize))
    };
    let foreign = |entry: &Entry| Foreign {
        entry: *entry,
        name: text(entry.peer),
        version: version.clone(),
        _library: library,
    };
    Ok(entries.iter().map(foreign).collect())
}

struct ForeignSession {
    entry: Entry,
    state: *mut c_void,
    // The adapter keeps pointers to both.
    _bodies: Vec<RawBody>,
    _case: Box<RawCase>,
}

impl Peer for Foreign {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn version(&self) -> String {
        self.version.clone()
    }

    fn open<'a>(&'a self, case: &'a Case) -> Option<Box<dyn Session + 'a>> {
        let pointer =
            |points: &Vec<[f64; 3]>| if points.is_empty() { null() } else { points.as_ptr() };
        let bodies: Vec<RawBody> = case
            .bodies
            .iter()
            .map(|body| RawBody {
                kind: body.kind,
                size: body.size,
                points: pointer(&body.points),
                point_count: body.points.len() as c_int,
                triangles: body.triangles.as_ptr(),
                triangle_count: body.triangles.len() as c_int,
                other_points: pointer(&body.other_points),
            })
            .collect();
        let raw = Box::new(RawCase {
            question: case.question,
            bodies: bodies.as_ptr(),
            body_count: bodies.len() as c_int,
            poses: case.poses.as_ptr(),
            sweeps: pointer(&case.sweeps),
            spins: pointer(&case.spins),
            ends: case.ends.as_ptr(),
            query_count: case.queries as c_int,
            object_count: case.objects as c_int,
            coherent: c_int::from(case.coherent),
        });
        // SAFETY: the arrays are as long as the case says, and outlive the session.
        let state = unsafe { (self.entry.open)(&*raw) };
        if state.is_null() {
            return None;
        }
        Some(Box::new(ForeignSession { entry: self.entry, state, _bodies: bodies, _case: raw }))
    }
}

impl Session for ForeignSession {
    fn run(&mut self, from: usize, to: usize, answers: &mut [Answer]) {
        assert!(answers.len() >= to - from);
        // SAFETY: there is room for the answers, and the state is the adapter's own.
        unsafe { (self.entry.run)(self.state, from as c_int, to as c_int, answers.as_mut_ptr()) }
    }
}

impl Drop for ForeignSession {
    fn drop(&mut self) {
        // SAFETY: opened by the same entry, and closed once.
        unsafe { (self.entry.close)(self.state) }
    }
}
