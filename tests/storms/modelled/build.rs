//! Complex shapes as they are built, finished and deformed.

use super::geometry::Cuboid;
use super::model::SharedBody;
use solid::capi::DtError;

/// A vertex as it was given.
#[derive(Clone, Copy)]
pub enum Vertex {
    Value([f64; 3]),
    Index(usize),
}

/// A shape between dtNewComplexShape and dtEndComplexShape.
pub struct Open {
    pub handle: usize,
    pub body: SharedBody,
    /// Which of the arrays is the base.
    pub base: Option<usize>,
    pub closed: Vec<Vec<Vertex>>,
    /// The vertices since the last dtEnd.
    pub vertices: Vec<Vertex>,
    /// The vertices still to be given so that those since the last dtEnd make a box.
    pub missing: Vec<Vertex>,
}

impl Open {
    pub fn new(handle: usize, body: SharedBody) -> Open {
        Open {
            handle,
            body,
            base: None,
            closed: Vec::new(),
            vertices: Vec::new(),
            missing: Vec::new(),
        }
    }

    pub fn close(&mut self) {
        let vertices = std::mem::take(&mut self.vertices);
        if !vertices.is_empty() {
            self.closed.push(vertices);
        }
    }

    /// The finished shape and the errors of finishing it, in order.
    pub fn finish(self, arrays: &[Vec<[f64; 3]>]) -> (PolytopeSoup, Vec<DtError>) {
        let base = self.base.map(|base| &arrays[base]);
        let has_base = |polytope: &Vec<Vertex>| {
            base.is_some() || polytope.iter().all(|vertex| matches!(vertex, Vertex::Value(_)))
        };
        let (kept, dropped): (Vec<_>, Vec<_>) = self.closed.into_iter().partition(has_base);
        let mut soup = PolytopeSoup { polytopes: kept, pieces: Vec::new(), before: Vec::new() };
        let no_array = Vec::new();
        let finite = soup.read(base.unwrap_or(&no_array));
        soup.before.clone_from(&soup.pieces);
        let mut errors = Vec::new();
        if !dropped.is_empty() {
            errors.push(DtError::DT_INVALID_OPERATION);
        }
        if !finite {
            errors.push(DtError::DT_INVALID_VALUE);
        }
        (soup, errors)
    }
}

/// A finished shape. A piece with a vertex that is not finite is none.
#[derive(Default)]
pub struct PolytopeSoup {
    polytopes: Vec<Vec<Vertex>>,
    pieces: Vec<Option<Cuboid>>,
    before: Vec<Option<Cuboid>>,
}

impl PolytopeSoup {
    /// Takes the pieces from their vertices; returns whether all are finite.
    fn read(&mut self, array: &[[f64; 3]]) -> bool {
        let position = |vertex: &Vertex| match *vertex {
            Vertex::Value(value) => value,
            Vertex::Index(index) => array[index],
        };
        let piece = |polytope: &Vec<Vertex>| {
            let points: Vec<[f64; 3]> = polytope.iter().map(position).collect();
            Cuboid::around(&points)
        };
        self.pieces = self.polytopes.iter().map(piece).collect();
        self.pieces.iter().all(Option::is_some)
    }

    /// Does what dtChangeVertexBase does; returns whether all vertices are finite.
    pub fn deform(&mut self, array: &[[f64; 3]]) -> bool {
        self.read(array)
    }

    /// As they are now, none where a vertex is not finite.
    pub fn pieces(&self) -> &[Option<Cuboid>] {
        &self.pieces
    }

    pub fn proceed(&mut self) {
        self.before.clone_from(&self.pieces);
    }

    /// The pieces that can be hit, now and in the previous frame; as now where there was none then.
    pub fn parts(&self) -> Vec<(Cuboid, Cuboid)> {
        let both = self.pieces.iter().zip(&self.before);
        both.filter_map(|(now, before)| now.map(|now| (now, before.unwrap_or(now)))).collect()
    }
}
