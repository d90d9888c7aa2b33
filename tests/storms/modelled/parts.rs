//! Compounds, height fields and points: their parts are boxes, flat boxes and points.

use super::build::PolytopeSoup;
use super::geometry::{Cuboid, Place};
use super::model::Body;
use super::storm::{Storm, pointer};
use solid::capi::*;
use std::cell::RefCell;
use std::rc::Rc;

/// The pieces of a finished body of parts.
pub struct Pieces {
    pub all: Vec<Cuboid>,
    /// Whether some are of a surface of triangles, whose depths are not those of boxes.
    pub is_surface: bool,
    /// How deep compounds are nested in it.
    depth: usize,
}

/// Compounds are not nested deeper here.
const MOST_NESTED: usize = 3;

impl Pieces {
    /// What a shape is as a part of a compound; nothing of some that are none, or that may be refused.
    fn of(body: &Body) -> Option<Pieces> {
        let flat = |all| Pieces { all, is_surface: false, depth: 0 };
        match body {
            Body::Primitive(cuboid) => (!cuboid.is_half_space()).then(|| flat(vec![*cuboid])),
            Body::Complex(soup) => soup.all_pieces().map(flat),
            Body::Parts(Pieces { all, is_surface, depth }) => (*depth < MOST_NESTED)
                .then(|| Pieces { all: all.clone(), is_surface: *is_surface, depth: *depth }),
            Body::Void | Body::Unfinished => None,
        }
    }
}

impl PolytopeSoup {
    /// The pieces as they are now, if there are some and all are finite.
    fn all_pieces(&self) -> Option<Vec<Cuboid>> {
        let all: Option<Vec<Cuboid>> = self.pieces().iter().copied().collect();
        all.filter(|all| !all.is_empty())
    }
}

fn rows(numbers: &[f64], row: usize, layout: DtLayout) -> DtArray {
    DtArray {
        base: numbers.as_ptr().cast(),
        layout: layout as u32,
        r#type: DtVertexType::DT_DOUBLE as u32,
        stride: 0,
        count: (numbers.len() / row) as u32,
    }
}

impl Storm {
    pub fn of_parts(&mut self) -> String {
        let (handle, pieces, text) = match self.random.below(4) {
            0 => self.field(),
            1 => self.points(),
            _ => self.compound(),
        };
        self.handles.push(handle);
        // What has no parts is an empty complex shape.
        let empty = || Body::Complex(PolytopeSoup::default());
        let body = pieces.map_or_else(empty, Body::Parts);
        let known = self.model.shapes.insert(handle, Rc::new(RefCell::new(body)));
        assert!(known.is_none(), "a handle given twice");
        format!("{text} = {handle}")
    }

    /// A level terrain of cells 1 by 2, perhaps without the first cell. The box of a field is of its whole grid: a hole that would
    /// make it smaller is none here.
    fn field(&mut self) -> (usize, Option<Pieces>, String) {
        let (columns, rows_of) = (2 + self.random.below(3), 2 + self.random.below(2));
        let (level, has_hole) = (self.random.integer(-2, 2), self.random.once_in(2));
        let mut heights = vec![level as f64; columns * rows_of];
        // The rising diagonal of the first cell ends at the first height, whose hole takes both triangles away.
        let (has_hole, diagonal) = if has_hole && columns > 2 && rows_of > 2 {
            heights[0] = f64::NAN;
            (true, DtDiagonal::DT_RISING)
        } else {
            (false, DtDiagonal::DT_ALTERNATING)
        };
        let array = rows(&heights, 1, DtLayout::DT_HEIGHTS);
        // SAFETY: an array of as many heights.
        let shape = unsafe { dtHeightField(&array, columns as u32, 1.0, 2.0, diagonal as u32) };
        let cell = |i: usize| {
            let (x, z) = ((i % (columns - 1)) as i64, 2 * (i / (columns - 1)) as i64);
            Cuboid { low: [x, level, z], high: [x + 1, level, z + 2] }
        };
        let cells = usize::from(has_hole)..(columns - 1) * (rows_of - 1);
        let pieces = Pieces { all: cells.map(cell).collect(), is_surface: true, depth: 0 };
        let text = format!("a field of {columns} by {rows_of} at {level}, hole: {has_hole}");
        (shape.addr(), Some(pieces), text)
    }

    fn points(&mut self) -> (usize, Option<Pieces>, String) {
        let count = 1 + self.random.below(12);
        let all: Vec<[i64; 3]> = (0..count).map(|_| self.random.integers(-3, 3)).collect();
        let numbers: Vec<f64> = all.iter().flatten().map(|x| *x as f64).collect();
        let array = rows(&numbers, 3, DtLayout::DT_POINTS);
        // SAFETY: an array of as many points.
        let shape = unsafe { dtPoints(&array, 0.0) };
        let text = format!("points {all:?}");
        let pieces = all.into_iter().map(|p| Cuboid { low: p, high: p }).collect();
        (shape.addr(), Some(Pieces { all: pieces, is_surface: false, depth: 0 }), text)
    }

    /// A compound of shapes that there are; now and then with parts that are none, or with no parts.
    fn compound(&mut self) -> (usize, Option<Pieces>, String) {
        let handle = dtNewCompound().addr();
        let mut whole = Pieces { all: Vec::new(), is_surface: false, depth: 0 };
        let mut names = Vec::new();
        for _ in 0..1 + self.random.below(4) {
            let recent = self.handles.len().min(12);
            let part = match recent {
                0 => continue,
                n => self.handles[self.handles.len() - 1 - self.random.below(n)],
            };
            let place = self.monomial();
            let add = |place: &Place| {
                // SAFETY: sixteen numbers.
                unsafe { dtAddPart(pointer(part), place.column_major().as_ptr()) }
            };
            let Some(body) = self.model.shapes.get(&part).cloned() else {
                add(&place);
                self.model.raise(DtError::DT_UNKNOWN_SHAPE);
                continue;
            };
            let body = body.borrow();
            if let Some(pieces) = Pieces::of(&body) {
                add(&place);
                names.push((part, place));
                whole.all.extend(pieces.all.iter().map(|piece| place.image(piece)));
                whole.is_surface |= pieces.is_surface;
                whole.depth = whole.depth.max(pieces.depth + 1);
            } else if matches!(*body, Body::Void | Body::Unfinished) {
                let is_void = matches!(*body, Body::Void);
                add(&place);
                self.model.raise(if is_void {
                    DtError::DT_INVALID_VALUE
                } else {
                    DtError::DT_INVALID_OPERATION
                });
            }
        }
        dtEndCompound();
        let text = format!("a compound of {names:?}");
        if whole.all.is_empty() {
            self.model.raise(DtError::DT_INVALID_VALUE);
            return (handle, None, text);
        }
        (handle, Some(whole), text)
    }
}
