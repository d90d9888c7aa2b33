//! Which vertices of the program's array a complex shape uses, while it is open.

use solid_recording::VertexArray;
use solid_remote::records::{Run, push_to_runs};

/// A complex shape between dtNewComplexShape and dtEndComplexShape.
#[derive(Debug, Default)]
pub struct OpenShape {
    /// Its handle, which the program has.
    pub handle: u64,
    /// The array that was set last.
    pub array: Option<VertexArray>,
    /// How many vertices it has, if the program has said so.
    pub count: Option<u32>,
    /// The indices of closed polytopes.
    closed: Vec<Run>,
    /// Those that the next dtEnd closes.
    open: Vec<Run>,
}

impl OpenShape {
    /// A shape without vertices.
    pub fn new(handle: u64) -> OpenShape {
        OpenShape { handle, ..OpenShape::default() }
    }

    /// A vertex by index.
    pub fn index(&mut self, index: u32) {
        push_to_runs(&mut self.open, index);
    }

    /// Closes the polytope of the vertices since the last end.
    pub fn end(&mut self) {
        self.closed.append(&mut self.open);
    }

    /// A whole polytope.
    pub fn indices(&mut self, indices: &[u32]) {
        indices.iter().for_each(|index| push_to_runs(&mut self.closed, *index));
    }

    /// A whole polytope of successive vertices.
    pub fn range(&mut self, first: u32, count: u32) {
        if count > 0 && u64::from(first) + u64::from(count) <= 1 << 32 {
            self.closed.push((first, count));
        }
    }

    /// The indices of the vertices that the library may read, in ascending order.
    pub fn used(mut self) -> Vec<Run> {
        self.closed.sort_unstable();
        let end = u64::from(self.count.unwrap_or(u32::MAX)) + u64::from(self.count.is_none());
        let mut used: Vec<Run> = Vec::new();
        for (start, length) in self.closed {
            let stop = (u64::from(start) + u64::from(length)).min(end);
            let begun = used.last().map_or(0, |run| u64::from(run.0) + u64::from(run.1));
            let from = u64::from(start).max(begun);
            if from >= stop {
                continue;
            }
            let length = (stop - from) as u32;
            match used.last_mut() {
                Some(run) if from == begun => run.1 += length,
                _ => used.push((from as u32, length)),
            }
        }
        used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_vertices_are_those_of_closed_polytopes() {
        let mut shape = OpenShape::new(16);
        shape.indices(&[7, 8, 9, 2]);
        shape.index(20);
        shape.range(8, 5);
        shape.index(30);
        assert_eq!(shape.used(), [(2, 1), (7, 6)]);
        let mut shape = OpenShape::new(16);
        shape.index(30);
        shape.index(4);
        shape.end();
        shape.index(5);
        shape.range(25, 100);
        shape.range(u32::MAX, 2);
        shape.count = Some(31);
        assert_eq!(shape.used(), [(4, 1), (25, 6)]);
        let mut shape = OpenShape::new(16);
        shape.range(u32::MAX, 1);
        shape.indices(&[0, 0]);
        assert_eq!(shape.used(), [(0, 1), (u32::MAX, 1)]);
    }
}
