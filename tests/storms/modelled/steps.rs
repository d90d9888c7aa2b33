//! The random calls: objects, placements, responses, settings.

use super::geometry::{Cuboid, Place};
use super::model::{Body, unordered};
use super::storm::{Rest, Storm, pointer};
use solid::capi::*;
use std::cell::RefCell;
use std::rc::Rc;

impl Storm {
    /// Makes a random call in the library and in the model; or returns one that must be made while nothing is borrowed.
    pub fn step(&mut self) -> Rest {
        let rest = match self.random.below(120) {
            0..14 => self.create_or_delete(),
            14..54 => self.place(),
            54..58 => self.of_parts(),
            58..72 => self.respond(),
            72..76 => self.primitive(),
            76..88 => self.build(),
            88..91 => self.settings(),
            100..115 => self.query(),
            115..120 => self.tune(),
            _ => return self.test(),
        };
        self.log.push(rest);
        Rest::Nothing
    }

    /// An object of a new shape, or a default response.
    pub fn populate(&mut self) {
        let text = self.primitive();
        self.log.push(text);
        let (reference, handle) = (self.reference(), self.handles[self.handles.len() - 1]);
        let body = self.model.shapes[&handle].clone();
        if self.model.object(reference).is_some() {
            self.model.raise(DtError::DT_INVALID_OPERATION);
        }
        self.model.create(reference, body);
        dtCreateObject(pointer(reference), pointer(handle));
        let (response, function, kind, data) = self.response();
        self.model.default = response;
        dtSetDefaultResponse(function, kind, data);
        self.log
            .push(format!("dtCreateObject({reference}, {handle}), default response {response:?}"));
    }

    fn test(&mut self) -> Rest {
        if self.frames.len() >= 3 {
            return Rest::Nothing;
        }
        if !self.random.once_in(4) {
            self.log.push("dtTest".to_owned());
            return Rest::Test;
        }
        let (a, b) = (self.reference(), self.reference());
        self.log.push(format!("dtTestObjects({a}, {b})"));
        if self.model.object(a).is_none() || self.model.object(b).is_none() {
            self.model.raise(DtError::DT_UNKNOWN_OBJECT);
        }
        Rest::TestPair(a, b)
    }

    fn create_or_delete(&mut self) -> String {
        let reference = self.reference();
        match self.random.below(8) {
            0 => {
                if !self.model.delete(reference) {
                    self.model.raise(DtError::DT_UNKNOWN_OBJECT);
                }
                dtDeleteObject(pointer(reference));
                format!("dtDeleteObject({reference})")
            }
            1 if !self.handles.is_empty() => {
                // A shape that is known, or was.
                let handle = self.handles[self.random.below(self.handles.len())];
                if self.model.open.as_ref().is_some_and(|open| open.handle == handle) {
                    self.model.open = None;
                }
                if self.model.shapes.remove(&handle).is_none() {
                    self.model.raise(DtError::DT_UNKNOWN_SHAPE);
                }
                dtDeleteShape(pointer(handle));
                format!("dtDeleteShape({handle})")
            }
            2 => {
                dtDeleteShape(std::ptr::null_mut());
                "dtDeleteShape(NULL)".to_owned()
            }
            _ => {
                let handle = match self.handles.len() {
                    0 => 3,
                    n => self.handles[n - 1 - self.random.below(n.min(6))],
                };
                match self.model.shapes.get(&handle).cloned() {
                    None => self.model.raise(DtError::DT_UNKNOWN_SHAPE),
                    Some(body) => {
                        if self.model.object(reference).is_some() {
                            self.model.raise(DtError::DT_INVALID_OPERATION);
                        }
                        self.model.create(reference, body);
                    }
                }
                dtCreateObject(pointer(reference), pointer(handle));
                format!("dtCreateObject({reference}, {handle})")
            }
        }
    }

    fn primitive(&mut self) -> String {
        let half = self.random.integers(0, 2);
        let mut body = Body::Primitive(Cuboid::from_half_extents(half));
        let [x, y, z] = half.map(|x| 2.0 * x as f64);
        let (shape, text) = match self.random.below(6) {
            5 => {
                let (axis, sign) = (self.random.below(3), self.random.sign());
                let offset = self.random.integer(-3, 3);
                body = Body::Primitive(Cuboid::half_space(axis, sign > 0.0, offset));
                let mut normal = [0.0; 3];
                normal[axis] = 2.0 * sign;
                let [x, y, z] = normal;
                let shape = dtHalfSpace(x, y, z, 2.0 * offset as f64);
                (shape, format!("dtHalfSpace({x}, {y}, {z}, 2 * {offset})"))
            }
            0 => {
                body = Body::Primitive(Cuboid::from_half_extents([0; 3]));
                (dtSphere(0.0), "dtSphere(0)".to_owned())
            }
            1 => {
                body = Body::Void;
                self.model.raise(DtError::DT_INVALID_VALUE);
                let bad = self.random.not_finite();
                (dtBox(x, bad, z), format!("dtBox({x}, {bad}, {z})"))
            }
            2 => (dtBox(-x, y, -z), format!("dtBox({}, {y}, {})", -x, -z)),
            _ => (dtBox(x, y, z), format!("dtBox({x}, {y}, {z})")),
        };
        let handle = shape.addr();
        self.handles.push(handle);
        assert!(
            self.model.shapes.insert(handle, Rc::new(RefCell::new(body))).is_none(),
            "a handle given twice"
        );
        format!("{text} = {handle}")
    }

    /// Selects or transforms.
    fn place(&mut self) -> String {
        if self.random.once_in(4) {
            let reference = self.reference();
            match self.model.object(reference).map(|object| object.sequence) {
                Some(sequence) => self.model.current = Some(sequence),
                None => self.model.raise(DtError::DT_UNKNOWN_OBJECT),
            }
            dtSelectObject(pointer(reference));
            return format!("dtSelectObject({reference})");
        }
        let is_small =
            self.model.current().is_none_or(|object| object.now.is_none_or(|now| now.is_small()));
        let what = if is_small { self.random.below(16) } else { 0 };
        // What is applied, whether it replaces what was, and the error it raises; nothing if it is not finite.
        let (inner, replaces, text);
        match what {
            0..3 => {
                (inner, replaces, text) =
                    (Some(Place::IDENTITY), true, "dtLoadIdentity".to_owned());
                dtLoadIdentity();
            }
            3..8 => {
                let t = self.random.integers(-3, 3);
                (inner, replaces, text) =
                    (Some(Place::translation(t)), false, format!("dtTranslate({t:?})"));
                dtTranslate(t[0] as f64, t[1] as f64, t[2] as f64);
            }
            8 => {
                let s = [0; 3].map(|_: i64| [1, -1, 2, 1, -1, 1, 1, 0][self.random.below(8)]);
                (inner, replaces, text) =
                    (Some(Place::scaling(s)), false, format!("dtScale({s:?})"));
                dtScale(s[0] as f64, s[1] as f64, s[2] as f64);
            }
            9..12 => {
                let place = self.rotation();
                (inner, replaces, text) = (Some(place), false, format!("dtRotate: {place:?}"));
            }
            12 => {
                let bad = self.random.not_finite();
                (inner, replaces, text) = (None, false, format!("a transform by {bad}"));
                match self.random.below(4) {
                    0 => dtTranslate(0.0, bad, 1.0),
                    1 => dtScale(1.0, 1.0, bad),
                    2 => dtRotate(bad, 0.0, 0.0, 1.0),
                    _ => dtRotate(0.0, 0.0, 0.0, 0.0),
                }
            }
            13 => {
                self.model.raise(DtError::DT_INVALID_POINTER);
                // SAFETY: NULL is allowed.
                unsafe {
                    if self.random.once_in(2) {
                        dtLoadMatrixd(std::ptr::null())
                    } else {
                        dtMultMatrixf(std::ptr::null())
                    }
                }
                return "a matrix that is NULL".to_owned();
            }
            _ => {
                let place = self.monomial();
                let mut m = place.column_major();
                m[3] = f64::NAN;
                let mut finite = Some(place);
                if self.random.once_in(8) {
                    m[[0, 1, 6, 12, 14][self.random.below(5)]] = self.random.not_finite();
                    finite = None;
                }
                (inner, replaces) = (finite, self.random.once_in(2));
                text = format!("a matrix {m:?}, replaces: {replaces}");
                let single = m.map(|x| x as f32);
                // SAFETY: sixteen numbers.
                unsafe {
                    match (replaces, self.random.once_in(2)) {
                        (true, true) => dtLoadMatrixd(m.as_ptr()),
                        (true, false) => dtLoadMatrixf(single.as_ptr()),
                        (false, true) => dtMultMatrixd(m.as_ptr()),
                        (false, false) => dtMultMatrixf(single.as_ptr()),
                    }
                }
            }
        }
        if inner.is_none() {
            self.model.raise(DtError::DT_INVALID_VALUE);
        }
        match self.model.current() {
            None => self.model.raise(DtError::DT_INVALID_OPERATION),
            Some(object) if replaces => object.now = inner,
            Some(object) => {
                object.now = object.now.zip(inner).map(|(now, inner)| now.compose(&inner))
            }
        }
        text
    }

    /// Makes a rotation that takes axes to axes, by a quaternion of some length.
    fn rotation(&mut self) -> Place {
        let q = loop {
            let q = [0; 4].map(|_: i64| self.random.integer(-1, 1));
            if [1, 2, 4].contains(&q.iter().filter(|x| **x != 0).count()) {
                break q;
            }
        };
        let length =
            [1.0, 0.5, 4.0, f64::powi(2.0, 600), f64::powi(2.0, -600)][self.random.below(5)];
        let [x, y, z, w] = q.map(|x| x as f64 * length);
        dtRotate(x, y, z, w);
        Place::rotation(q)
    }

    /// A matrix with one number in each row and column, and an origin.
    pub fn monomial(&mut self) -> Place {
        let axes = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]]
            [self.random.below(6)];
        let mut place = Place::translation(self.random.integers(-3, 3));
        for (row, axis) in axes.into_iter().enumerate() {
            place.basis[row] = [0; 3];
            place.basis[row][axis] = [1, -1, 1, 2][self.random.below(4)];
        }
        place
    }

    fn respond(&mut self) -> String {
        let (a, b) = (self.reference(), self.reference());
        let what = self.random.below(9);
        if what < 3 {
            let (response, function, kind, data) = self.response();
            match what {
                0 => {
                    self.model.default = response;
                    dtSetDefaultResponse(function, kind, data);
                }
                1 => {
                    self.model.of_objects.insert(a, response);
                    dtSetObjectResponse(pointer(a), function, kind, data);
                }
                _ => {
                    self.define_pair(a, b, response);
                    dtSetPairResponse(pointer(a), pointer(b), function, kind, data);
                }
            }
            return format!("response {what} of ({a}, {b}): {response:?}");
        }
        match what {
            3 if self.random.once_in(3) => {
                self.model.default = None;
                dtClearDefaultResponse();
            }
            4 => {
                self.model.of_objects.insert(a, None);
                dtClearObjectResponse(pointer(a));
            }
            5 | 6 => {
                self.model.of_objects.remove(&a);
                dtResetObjectResponse(pointer(a));
            }
            7 => {
                self.define_pair(a, b, None);
                dtClearPairResponse(pointer(a), pointer(b));
            }
            _ => {
                self.model.of_pairs.remove(&unordered(a, b));
                dtResetPairResponse(pointer(a), pointer(b));
            }
        }
        format!("clear or reset {what} of ({a}, {b})")
    }

    fn define_pair(&mut self, a: usize, b: usize, response: super::model::Response) {
        if a == b {
            self.model.raise(DtError::DT_INVALID_OPERATION);
        } else {
            self.model.of_pairs.insert(unordered(a, b), response);
        }
    }

    fn settings(&mut self) -> String {
        match self.random.below(6) {
            0 => dtEnableCaching(),
            1 => dtDisableCaching(),
            2 => {
                let tolerance = [1e-6, 1e-9, 0.0, -1.0, f64::NAN][self.random.below(5)];
                if tolerance.is_nan() {
                    self.model.raise(DtError::DT_INVALID_VALUE);
                }
                dtSetTolerance(tolerance);
                return format!("dtSetTolerance({tolerance})");
            }
            _ => {
                self.model.proceed();
                dtProceed();
                return "dtProceed".to_owned();
            }
        }
        "caching".to_owned()
    }
}
