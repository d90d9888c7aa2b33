//! The random calls that query: where objects are, how far and how deep they are from each other, what rays and motions meet.

use super::geometry::{Cuboid, end};
use super::model::Object;
use super::storm::{Storm, cuboid, pointer};
use solid::capi::*;
use std::ptr::null_mut;
use std::rc::Rc;

/// Distances and times are exact to some times dtSetTolerance's least exact value here; zero exactly.
const CLOSE: f64 = 1.1e-6;

fn near(result: f64, exact: f64) -> bool {
    result == exact || exact != 0.0 && (result - exact).abs() <= CLOSE * exact.abs() + 1e-12
}

/// Of what touches, a depth is zero up to rounding; of what is apart there is none.
fn is_depth(result: f64, exact: f64) -> bool {
    near(result, exact) || exact == 0.0 && (0.0..1e-12).contains(&result)
}

impl Object {
    /// The parts that can be hit now.
    fn pieces(&self) -> Vec<Cuboid> {
        self.parts().into_iter().map(|(now, _)| now).collect()
    }
}

/// The pieces of two objects, if they can be queried about, and else the error.
type Pieces = Result<[Vec<Cuboid>; 2], DtError>;

impl Storm {
    pub fn query(&mut self) -> String {
        match self.random.below(10) {
            0 => self.query_placement(),
            1 => self.query_bounds(),
            2 => self.query_shape(),
            3 => self.query_box(),
            4 | 5 => self.ray(),
            _ => self.query_pair(),
        }
    }

    fn query_placement(&mut self) -> String {
        let reference = self.reference();
        let (mut m, mut single) = ([7.0; 16], [7.0; 16]);
        // SAFETY: room for sixteen numbers each.
        let result = unsafe {
            [
                dtGetMatrixd(pointer(reference), m.as_mut_ptr()),
                dtGetMatrixf(pointer(reference), single.as_mut_ptr()),
            ]
        };
        match self.model.object(reference).map(|object| object.now) {
            None => {
                assert_eq!((result, m[0]), ([DT_FALSE; 2], 7.0));
                self.model.raise(DtError::DT_UNKNOWN_OBJECT);
            }
            Some(now) => {
                assert_eq!(result, [DT_TRUE; 2]);
                if let Some(place) = now {
                    let mut due = place.column_major();
                    (due[3], due[7], due[11], due[15]) = (0.0, 0.0, 0.0, 1.0);
                    assert_eq!((m, single), (due, due.map(|x| x as f32)));
                }
            }
        }
        format!("dtGetMatrix({reference})")
    }

    fn query_bounds(&mut self) -> String {
        let reference = self.reference();
        let (mut low, mut high) = ([7.0; 3], [7.0; 3]);
        // SAFETY: room for three numbers each.
        let result = unsafe { dtGetBBox(pointer(reference), low.as_mut_ptr(), high.as_mut_ptr()) };
        let around = match self.model.object(reference) {
            None => {
                self.model.raise(DtError::DT_UNKNOWN_OBJECT);
                None
            }
            Some(object) => Cuboid::around_all(&object.pieces()),
        };
        assert_eq!(result != DT_FALSE, around.is_some(), "dtGetBBox of {reference}");
        if let Some(around) = around {
            for k in 0..3 {
                let (below, above) = (end(around.low[k]), end(around.high[k]));
                let slack = |x: f64| if x.is_finite() { 1e-9 * (1.0 + x.abs()) } else { 0.0 };
                let (down, up) = (below - slack(below), above + slack(above));
                assert!(down <= low[k] && low[k] <= below, "{low:?} of {around:?}");
                assert!(above <= high[k] && high[k] <= up, "{high:?} of {around:?}");
            }
        }
        format!("dtGetBBox({reference})")
    }

    fn query_shape(&mut self) -> String {
        let reference = self.reference();
        let result = dtGetShape(pointer(reference)).addr();
        match self.model.object(reference).map(|object| Rc::clone(&object.body)) {
            None => {
                assert_eq!(result, 0);
                self.model.raise(DtError::DT_UNKNOWN_OBJECT);
            }
            Some(body) => {
                let named = self.model.shapes.iter().find(|(_, known)| Rc::ptr_eq(known, &body));
                assert_eq!(
                    result,
                    named.map_or(0, |(handle, _)| *handle),
                    "dtGetShape of {reference}"
                );
            }
        }
        format!("dtGetShape({reference})")
    }

    /// Boxes of objects against a box; cubes instead of boxes may be found too.
    fn query_box(&mut self) -> String {
        let queried = cuboid(&mut self.random);
        let (low, high) = (queried.low.map(|x| x as f64), queried.high.map(|x| x as f64));
        let mut found = [null_mut(); 16];
        // SAFETY: corners of three numbers, room for as many as said.
        let count =
            unsafe { dtQueryBox(low.as_ptr(), high.as_ptr(), found.as_mut_ptr(), 16) } as usize;
        let found: Vec<usize> = found[..count].iter().map(|reference| reference.addr()).collect();
        for object in &self.model.objects {
            let due =
                Cuboid::around_all(&object.pieces()).is_some_and(|around| around.meets(&queried));
            let result = found.contains(&object.reference);
            // Cubes may be wider.
            assert!(
                result == due || result && self.fixed_boxes,
                "dtQueryBox of {queried:?}: {found:?}"
            );
        }
        let in_order = self.model.objects.iter().filter(|object| found.contains(&object.reference));
        assert!(in_order.map(|object| object.reference).eq(found.iter().copied()), "{found:?}");
        format!("dtQueryBox({queried:?})")
    }

    /// A ray along an axis: at one object, and at all.
    fn ray(&mut self) -> String {
        let (from, axis) = (self.random.integers(-9, 9), self.random.below(3));
        let length = self.random.integer(-20, 20);
        let mut to = from;
        to[axis] += length;
        let (start, end) = (from.map(|x| x as f64), to.map(|x| x as f64));
        let reference = self.reference();
        // SAFETY: ends of three numbers; nothing else is wanted.
        let (result, count) = unsafe {
            (
                dtRayCastObject(
                    pointer(reference),
                    start.as_ptr(),
                    end.as_ptr(),
                    null_mut(),
                    null_mut(),
                ),
                dtRayCastAll(start.as_ptr(), end.as_ptr(), null_mut(), 0),
            )
        };
        let point = Cuboid { low: from, high: from };
        let first = |pieces: &[Cuboid]| {
            pieces.iter().filter_map(|piece| point.meeting(piece, axis, length)).reduce(f64::min)
        };
        match self.model.object(reference) {
            None => {
                assert_eq!(result, -1.0);
                self.model.raise(DtError::DT_UNKNOWN_OBJECT);
            }
            Some(object) => {
                let pieces = object.pieces();
                let due = first(&pieces).unwrap_or(-1.0);
                assert!(
                    near(result, due),
                    "the ray from {from:?} to {to:?} at {reference}: {result}, {due}"
                );
                if pieces.is_empty() {
                    self.model.raise(DtError::DT_INVALID_OPERATION);
                }
            }
        }
        let hit = self.model.objects.iter().filter(|object| first(&object.pieces()).is_some());
        assert_eq!(count as usize, hit.count(), "objects on the ray from {from:?} to {to:?}");
        format!("rays from {from:?} to {to:?}, at {reference}")
    }

    fn pieces_of(&mut self, a: usize, b: usize) -> Pieces {
        let mut find = |reference| {
            let object = self.model.object(reference).ok_or(DtError::DT_UNKNOWN_OBJECT)?;
            Ok((object.sequence, object.pieces()))
        };
        let ((first, p), (second, q)) = (find(a)?, find(b)?);
        if first == second || p.is_empty() || q.is_empty() {
            return Err(DtError::DT_INVALID_OPERATION);
        }
        Ok([p, q])
    }

    fn is_surface(&mut self, reference: usize) -> bool {
        self.model.object(reference).is_some_and(|object| object.is_surface())
    }

    /// Everything that tells of a pair.
    fn query_pair(&mut self) -> String {
        let (a, b) = (self.reference(), self.reference());
        let (first, second) = (pointer(a), pointer(b));
        let (axis, length) = (self.random.below(3), self.random.integer(-9, 9));
        let mut motion = [0.0; 3];
        motion[axis] = length as f64;
        let (mut p, mut q) = ([7.0; 3], [7.0; 3]);
        // SAFETY: three numbers each, or nothing is wanted.
        let (distance, shared, depth, contacts, time) = unsafe {
            (
                dtGetClosestPair(first, second, p.as_mut_ptr(), q.as_mut_ptr()),
                dtGetCommonPoint(first, second, null_mut()) != DT_FALSE,
                dtGetPenDepth(first, second, null_mut(), null_mut(), null_mut()),
                dtGetContacts(first, second, null_mut(), 0),
                dtCastObjects(
                    first,
                    motion.as_ptr(),
                    second,
                    std::ptr::null(),
                    null_mut(),
                    null_mut(),
                ),
            )
        };
        let text = format!("everything about {a} and {b}, motion {length} along {axis}");
        let result = (distance, shared, depth, contacts, time);
        match self.pieces_of(a, b) {
            Err(error) => {
                assert_eq!(result, (-1.0, false, -1.0, 0, -1.0), "{text}: {error:?}");
                assert_eq!([p, q], [[7.0; 3]; 2]);
                self.model.raise(error);
            }
            Ok([of_a, of_b]) => {
                let pairs = || of_a.iter().flat_map(|x| of_b.iter().map(move |y| (x, y)));
                let due = pairs().map(|(x, y)| x.distance(y)).fold(f64::INFINITY, f64::min);
                let due_depth = pairs().filter_map(|(x, y)| x.depth(y)).max().map_or(-1.0, end);
                let due_time = pairs().filter_map(|(x, y)| x.meeting(y, axis, length));
                let due_time = due_time.reduce(f64::min).unwrap_or(-1.0);
                assert!(near(distance, due), "{text}: distance {distance}, {due}");
                // A surface's triangles have depths of their own.
                let is_right = if [a, b].iter().any(|which| self.is_surface(*which)) {
                    (depth >= 0.0) == (due_depth >= 0.0)
                } else {
                    is_depth(depth, due_depth)
                };
                assert!(is_right, "{text}: depth {depth}, {due_depth}");
                assert!(near(time, due_time), "{text}: time {time}, {due_time}");
                assert_eq!((shared, contacts > 0), (due == 0.0, due == 0.0), "{text}");
                let holds =
                    |pieces: &[Cuboid], point| pieces.iter().any(|piece| piece.holds(point));
                assert!(holds(&of_a, &p) && holds(&of_b, &q), "{text}: {p:?}, {q:?}");
                assert!(dtWithinDistance(first, second, due * 1.001) != DT_FALSE, "{text}");
                assert!(
                    due == 0.0 || dtWithinDistance(first, second, due * 0.999) == DT_FALSE,
                    "{text}"
                );
            }
        }
        text
    }
}

impl Cuboid {
    fn around_all(pieces: &[Cuboid]) -> Option<Cuboid> {
        let join = |a: Cuboid, b: &Cuboid| Cuboid {
            low: [0, 1, 2].map(|k| a.low[k].min(b.low[k])),
            high: [0, 1, 2].map(|k| a.high[k].max(b.high[k])),
        };
        pieces.split_first().map(|(first, rest)| rest.iter().fold(*first, join))
    }

    fn distance(&self, other: &Cuboid) -> f64 {
        self.gap(other).iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    /// The shortest way out of another box; none if they do not meet.
    fn depth(&self, other: &Cuboid) -> Option<i64> {
        let out = |k: usize| (self.high[k] - other.low[k]).min(other.high[k] - self.low[k]);
        self.meets(other).then(|| (0..3).map(out).min().expect("three axes"))
    }

    /// When this box, moved along an axis by a length while time goes from 0 to 1, first meets another.
    fn meeting(&self, other: &Cuboid, axis: usize, length: i64) -> Option<f64> {
        let whole = |k: usize| self.low[k] <= other.high[k] && other.low[k] <= self.high[k];
        if !(0..3).all(|k| k == axis || whole(k)) {
            return None;
        }
        let ahead = if length > 0 {
            other.low[axis] - self.high[axis]
        } else {
            self.low[axis] - other.high[axis]
        };
        if whole(axis) {
            return Some(0.0);
        }
        (length != 0 && 0 < ahead && ahead <= length.abs())
            .then(|| ahead as f64 / length.abs() as f64)
    }
}
