//! The random calls that build, finish and deform complex shapes.

use super::build::{Open, Vertex};
use super::geometry::Cuboid;
use super::model::Body;
use super::storm::{Storm, cuboid, pointer};
use solid::capi::*;
use std::cell::RefCell;
use std::rc::Rc;

/// The vertices of a box in an array: its corners.
const CORNERS: usize = 8;
/// The boxes of an array.
pub const GROUPS: usize = 6;

impl Storm {
    pub fn build(&mut self) -> String {
        let what = self.random.below(22);
        match what {
            20 | 21 => self.morph(),
            0..3 => self.new_complex(),
            3..5 => self.end_complex(),
            5 | 6 => self.vertex_base(),
            7..9 => self.change_vertex_base(),
            _ if self.model.open.is_none() => {
                // Half of the time what follows makes sense.
                if self.random.once_in(2) { self.new_complex() } else { self.without_shape() }
            }
            9 => {
                let kind = self.polytope_type();
                dtBegin(kind);
                "dtBegin".to_owned()
            }
            10..13 => self.by_value(),
            _ => self.by_index(),
        }
    }

    /// A type, now and then one that does not exist.
    fn polytope_type(&mut self) -> u32 {
        if self.random.once_in(12) {
            self.model.raise(DtError::DT_INVALID_ENUM);
            return 4 + self.random.below(9) as u32;
        }
        self.random.below(3) as u32
    }

    fn new_complex(&mut self) -> String {
        let handle = dtNewComplexShape().addr();
        match &self.model.open {
            Some(open) => assert_eq!(open.handle, handle, "the open shape"),
            None => {
                let body = Rc::new(RefCell::new(Body::Unfinished));
                assert!(
                    self.model.shapes.insert(handle, body.clone()).is_none(),
                    "a handle given twice"
                );
                self.model.open = Some(Open::new(handle, body));
                self.handles.push(handle);
            }
        }
        format!("dtNewComplexShape = {handle}")
    }

    fn without_shape(&mut self) -> String {
        self.model.raise(DtError::DT_INVALID_OPERATION);
        let indices = [0, 1];
        // SAFETY: there is no open shape, so nothing is read; two indices.
        unsafe {
            match self.random.below(7) {
                0 => dtBegin(1),
                1 => dtEnd(),
                2 => dtVertex(1.0, 2.0, 3.0),
                3 => dtVertexBase(indices.as_ptr().cast()),
                4 => dtVertexIndex(5),
                5 => dtVertexIndices(1, 2, indices.as_ptr()),
                _ => dtVertexRange(2, 0, 4),
            }
        }
        "a vertex without a shape".to_owned()
    }

    fn end_complex(&mut self) -> String {
        dtEndComplexShape();
        let Some(open) = self.model.open.take() else {
            self.model.raise(DtError::DT_INVALID_OPERATION);
            return "dtEndComplexShape of none".to_owned();
        };
        let body = open.body.clone();
        let (soup, errors) = open.finish(&self.arrays);
        *body.borrow_mut() = Body::Complex(soup);
        errors.into_iter().for_each(|error| self.model.raise(error));
        "dtEndComplexShape".to_owned()
    }

    /// A new array of boxes' corners; now and then one is not finite.
    fn array(&mut self) -> usize {
        let mut array: Vec<[f64; 3]> =
            (0..GROUPS).flat_map(|_| cuboid(&mut self.random).corners()).collect();
        if self.random.once_in(5) {
            let (at, axis) = (self.random.below(array.len()), self.random.below(3));
            array[at][axis] = self.random.not_finite();
        }
        self.arrays.push(array);
        self.arrays.len() - 1
    }

    fn vertex_base(&mut self) -> String {
        if self.random.once_in(6) {
            // SAFETY: NULL takes the base back.
            unsafe { dtVertexBase(std::ptr::null()) };
            match &mut self.model.open {
                Some(open) => open.base = None,
                None => self.model.raise(DtError::DT_INVALID_OPERATION),
            }
            return "dtVertexBase(NULL)".to_owned();
        }
        let array = self.array();
        // SAFETY: the array lives as long as the storm and holds every index in use.
        unsafe { dtVertexBase(self.arrays[array].as_ptr().cast()) };
        match &mut self.model.open {
            Some(open) => open.base = Some(array),
            None => self.model.raise(DtError::DT_INVALID_OPERATION),
        }
        format!("dtVertexBase({array})")
    }

    fn change_vertex_base(&mut self) -> String {
        let handle = match self.handles.len() {
            0 => 0,
            n => self.handles[n - 1 - self.random.below(n.min(6))],
        };
        let array = (!self.random.once_in(8)).then(|| self.array());
        let base = array.map_or(std::ptr::null(), |array| self.arrays[array].as_ptr());
        // SAFETY: the array lives as long as the storm and holds every index in use.
        unsafe { dtChangeVertexBase(pointer(handle), base.cast()) };
        let text = format!("dtChangeVertexBase({handle}, {array:?})");
        let Some(body) = self.model.shapes.get(&handle).cloned() else {
            self.model.raise(DtError::DT_UNKNOWN_SHAPE);
            return text;
        };
        let Some(array) = array else {
            self.model.raise(DtError::DT_INVALID_POINTER);
            return text;
        };
        match &mut *body.borrow_mut() {
            Body::Primitive(_) | Body::Void | Body::Parts(_) => {
                self.model.raise(DtError::DT_INVALID_OPERATION)
            }
            Body::Unfinished => {
                let open =
                    self.model.open.as_mut().expect("what is unfinished and not deleted is open");
                open.base = Some(array);
            }
            Body::Complex(soup) => {
                if !soup.deform(&self.arrays[array]) {
                    self.model.raise(DtError::DT_INVALID_VALUE);
                }
            }
        }
        text
    }

    /// Some or all of the vertices that are missing, or those of a new box; what makes a box is closed.
    fn by_value(&mut self) -> String {
        let mut vertices = std::mem::take(&mut self.open().missing);
        if vertices.is_empty() {
            if self.random.once_in(2) {
                let kind = self.polytope_type();
                dtBegin(kind);
            }
            vertices = self.box_by_value();
        }
        let give =
            if self.random.once_in(4) { self.random.below(vertices.len()) } else { vertices.len() };
        let missing = vertices.split_off(give);
        for vertex in &vertices {
            match *vertex {
                Vertex::Value([x, y, z]) => dtVertex(x, y, z),
                Vertex::Index(index) => dtVertexIndex(index as u32),
            }
        }
        let open = self.open();
        open.vertices.extend(vertices);
        open.missing = missing;
        if open.missing.is_empty() {
            open.close();
            dtEnd();
            // Another end closes nothing.
            if self.random.once_in(4) {
                dtEnd();
            }
            return "a polytope by value".to_owned();
        }
        format!("{give} vertices")
    }

    fn open(&mut self) -> &mut Open {
        self.model.open.as_mut().expect("checked before")
    }

    /// A box's corners in any order, some of them twice, with points inside; one not finite now and then.
    fn box_by_value(&mut self) -> Vec<Vertex> {
        if self.random.once_in(4) {
            let group = self.random.below(GROUPS);
            return (group * CORNERS..(group + 1) * CORNERS).map(Vertex::Index).collect();
        }
        let cuboid: Cuboid = cuboid(&mut self.random);
        let mut points = cuboid.corners();
        for _ in 0..self.random.below(9) {
            let point = points[self.random.below(points.len())];
            let at = self.random.below(points.len());
            points.insert(at, point);
        }
        if self.random.once_in(30) {
            points[0][1] = self.random.not_finite();
        }
        points.into_iter().map(Vertex::Value).collect()
    }

    /// A whole polytope of the array's vertices.
    fn by_index(&mut self) -> String {
        let kind = self.polytope_type();
        let first = self.random.below(GROUPS) * CORNERS;
        let indices: Vec<u32> = (first as u32..(first + CORNERS) as u32).rev().collect();
        match self.random.below(6) {
            0 => {
                // SAFETY: NULL is allowed.
                unsafe { dtVertexIndices(kind, 8, std::ptr::null()) };
                self.model.raise(DtError::DT_INVALID_POINTER);
                return "dtVertexIndices(NULL)".to_owned();
            }
            1 => {
                dtVertexRange(kind, first as u32, 0);
                return "dtVertexRange of none".to_owned();
            }
            // SAFETY: eight indices.
            2..4 => unsafe { dtVertexIndices(kind, 8, indices.as_ptr()) },
            _ => dtVertexRange(kind, first as u32, 8),
        }
        let vertices = (first..first + CORNERS).map(Vertex::Index).collect();
        self.open().closed.push(vertices);
        format!("a polytope from {first} on")
    }
}
