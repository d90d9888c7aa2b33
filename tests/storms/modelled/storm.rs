//! The library and the model side by side: each step makes a random call in both.

use super::geometry::Cuboid;
use super::model::{Call, Kind, Model, Response};
use solid::capi::*;
use std::cell::RefCell;
use std::ffi::c_void;

use solid_testing::Random;

/// A box near the origin, flat now and then.
pub fn cuboid(random: &mut Random) -> Cuboid {
    let (low, extent) = (random.integers(-4, 3), random.integers(0, 3));
    Cuboid { low, high: [0, 1, 2].map(|k| low[k] + extent[k]) }
}

/// References of objects, as C would give them. NULL is one.
pub const REFERENCES: usize = 8;

pub fn pointer(reference: usize) -> DtObjectRef {
    std::ptr::without_provenance_mut(reference)
}

/// A test under way.
pub struct Frame {
    /// The key of its last callback, and how many objects there were when it began. None for a test of one pair.
    scope: Option<(Option<(u64, u64)>, u64)>,
    /// The callback that the test of one pair should make.
    pair: Option<Call>,
    calls: u32,
    /// What callbacks were given, to be there still when the test ends.
    given: Vec<(*const DtCollData, DtCollData)>,
}

/// Both worlds.
pub struct Storm {
    pub random: Random,
    pub model: Model,
    /// Vertex arrays; those that the library was given live on here.
    pub arrays: Vec<Vec<[f64; 3]>>,
    pub frames: Vec<Frame>,
    /// The calls so far, for the message of a failure.
    pub log: Vec<String>,
    /// Callbacks compared, and among them those inside callbacks.
    pub compared: [u64; 2],
    /// Handles of all shapes made, deleted ones too.
    pub handles: Vec<usize>,
    /// Arrays of singles that the library was given.
    pub singles: Vec<Vec<[f32; 4]>>,
    /// Whether boxes are cubes.
    pub fixed_boxes: bool,
}

thread_local! {
    pub static STORM: RefCell<Option<Storm>> = const { RefCell::new(None) };
}

/// Looks at the storm; never held across a test, whose callbacks look at it too.
pub fn with_storm<R>(work: impl FnOnce(&mut Storm) -> R) -> R {
    STORM.with_borrow_mut(|storm| work(storm.as_mut().expect("a storm is on")))
}

/// What a step leaves to be done with nothing borrowed.
pub enum Rest {
    Nothing,
    Test,
    TestPair(usize, usize),
}

impl Storm {
    pub fn new(seed: u64) -> Storm {
        Storm {
            random: Random::new(seed),
            model: Model::default(),
            arrays: Vec::new(),
            frames: Vec::new(),
            log: Vec::new(),
            compared: [0; 2],
            handles: Vec::new(),
            singles: Vec::new(),
            fixed_boxes: false,
        }
    }

    /// A random response, and its arguments for C: now and then ones that must be repaired.
    pub fn response(&mut self) -> (Response, DtResponse, u32, *mut c_void) {
        let tag = self.random.below(1000);
        let data = std::ptr::without_provenance_mut(tag);
        match self.random.below(12) {
            0 => (None, Some(callback), 0, data),
            1 => (None, None, 0, data),
            2 => {
                self.model.raise(DtError::DT_INVALID_POINTER);
                (None, None, 1 + self.random.below(3) as u32, data)
            }
            3 => {
                self.model.raise(DtError::DT_INVALID_ENUM);
                (None, Some(callback), 16 + self.random.below(90) as u32, data)
            }
            n => {
                let (kind, value) =
                    [(Kind::Simple, 1), (Kind::Smart, 2), (Kind::Witnessed, 3)][n % 3];
                (Some((tag, kind)), Some(callback), value, data)
            }
        }
    }

    pub fn reference(&mut self) -> usize {
        self.random.below(REFERENCES)
    }

    /// Compares what a callback is given with what is due, and moves the test on.
    fn judge(&mut self, tag: usize, first: usize, second: usize, data: *const DtCollData) {
        let frame = self.frames.last_mut().expect("a callback has its test");
        let due = match frame.scope {
            None => frame.pair.take(),
            Some((after, limit)) => self.model.next_call(after, limit),
        };
        let due = due.unwrap_or_else(|| {
            let objects = self.model.describe([first, second]);
            panic!("({first}, {second}) is called back, and none is due: {objects}")
        });
        assert_eq!(
            (first, second, tag),
            (due.first, due.second, due.tag),
            "the callback that is due: {due:?}"
        );
        // SAFETY: NULL or the record of this callback.
        let record = unsafe { data.as_ref() };
        assert!(
            self.model.accepts(&due, record),
            "data of {due:?}: {record:?}: {}",
            self.model.describe([first, second])
        );
        if let Some((after, _)) = &mut frame.scope {
            *after = Some(due.key);
        }
        frame.given.extend(record.map(|record| (data, *record)));
        frame.calls += 1;
        self.compared[usize::from(self.frames.len() > 1)] += 1;
    }

    fn begin(&mut self, pair: Option<(usize, usize)>) {
        let frame = Frame {
            scope: pair.is_none().then_some((None, self.model.created)),
            pair: pair.and_then(|(a, b)| self.model.pair_call(a, b)),
            calls: 0,
            given: Vec::new(),
        };
        self.frames.push(frame);
    }

    fn end(&mut self, count: u32) {
        let frame = self.frames.pop().expect("the test that ends");
        let due = match frame.scope {
            None => frame.pair,
            Some((after, limit)) => self.model.next_call(after, limit),
        };
        if let Some(due) = due {
            let objects = self.model.describe([due.first, due.second]);
            panic!("the test ends, and {due:?} is due: {objects}");
        }
        assert_eq!(count, frame.calls, "callbacks counted");
        for (place, record) in frame.given {
            // SAFETY: the data of a test's callbacks is readable until the next test.
            assert_eq!(unsafe { *place }, record, "data that changed before the test was over");
        }
    }
}

/// Tests, beside the model: everything, or one pair.
pub fn test(pair: Option<(usize, usize)>) {
    with_storm(|storm| storm.begin(pair));
    let count = match pair {
        None => dtTest(),
        Some((a, b)) => dtTestObjects(pointer(a), pointer(b)),
    };
    with_storm(|storm| storm.end(count));
}

/// The callback of all responses: compares, then makes some calls of its own.
pub unsafe extern "C-unwind" fn callback(
    tag: *mut c_void,
    first: DtObjectRef,
    second: DtObjectRef,
    data: *const DtCollData,
) {
    let calls = with_storm(|storm| {
        storm.log.push(format!("  callback({tag:?}, {first:?}, {second:?})"));
        storm.judge(tag.addr(), first.addr(), second.addr(), data);
        if storm.random.once_in(3) { storm.random.below(5) } else { 0 }
    });
    (0..calls).for_each(|_| act());
}

/// One random call.
pub fn act() {
    match with_storm(Storm::step) {
        Rest::Nothing => {}
        Rest::Test => test(None),
        Rest::TestPair(a, b) => test(Some((a, b))),
    }
    assert!(is_context_valid(), "the tables of the library are inconsistent");
    assert!(is_context_valid());
    with_storm(|storm| {
        // Not after each: it is the first error since the last question that counts.
        if storm.random.once_in(2) {
            let due = storm.model.error.take().unwrap_or(DtError::DT_NO_ERROR);
            assert_eq!(dtGetError(), due, "the error");
        }
    });
}
