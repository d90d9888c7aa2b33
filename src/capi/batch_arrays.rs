//! The arrays of batches: rows of the client's, read where they are.

use std::ffi::{c_uint, c_void};

use super::errors::DtError;
use super::state::State;
use super::types::{DtCount, DtObjectRef};
use super::vertex_pointer::{DtVertexType, DtVertexTypeArgument};
use crate::scene::batch::PairRows;
use crate::scene::object::ObjectRef;
use solid_geometry::math::{Mat3, Placement, Vec3, is_rotation, rotation};
use solid_recording::{DOUBLE, Element, FLOAT, RowLayout, Rows};

/// What each row of an array consists of.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtLayout {
    /// A placement as a matrix of four rows and four columns, row by row.
    DT_ROW_MAJOR_4X4 = 1,
    /// The first three rows of such a matrix, row by row: twelve numbers.
    DT_ROW_MAJOR_3X4 = 2,
    /// A placement as a matrix of four rows and four columns, column by column, as in OpenGL.
    DT_COLUMN_MAJOR_4X4 = 3,
    /// The same without the last row: twelve numbers.
    DT_COLUMN_MAJOR_3X4 = 4,
    /// A placement as a position and a quaternion: x y z, then x y z w.
    DT_POSITION_XYZW = 5,
    /// A placement as a position and a quaternion: x y z, then w x y z.
    DT_POSITION_WXYZ = 6,
    /// A point or a vector: x y z.
    DT_POINTS = 7,
    /// A DtObjectRef. The type of the array does not matter.
    DT_OBJECTS = 8,
    /// An unsigned char: zero or not. The type of the array does not matter.
    DT_FLAGS = 9,
    /// A point and a radius: x y z r.
    DT_BALLS = 10,
    /// A height, for dtHeightField: one number.
    DT_HEIGHTS = 11,
}

/// A `DtLayout` from C, which may be any number.
pub type DtLayoutArgument = c_uint;

/// An array of the program's: rows of numbers, of objects or of flags. A function reads it where it
/// is, and only until it returns.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DtArray {
    /// The first row, which need not be aligned. May be NULL if there are no rows.
    pub base: *const c_void,
    /// What each row consists of.
    pub layout: DtLayoutArgument,
    /// The type of its numbers: DT_FLOAT or DT_DOUBLE.
    pub r#type: DtVertexTypeArgument,
    /// The bytes from the beginning of a row to that of the next; 0 means packed.
    pub stride: DtCount,
    /// The number of rows. Where others have more, one row serves for all.
    pub count: DtCount,
}

/// The recorder reads arrays as the crate of recordings describes them.
const _: () = {
    assert!(size_of::<DtArray>() == size_of::<Rows>());
    assert!(DtLayout::DT_ROW_MAJOR_4X4 as u32 == RowLayout::RowMajor4x4 as u32);
    assert!(DtLayout::DT_ROW_MAJOR_3X4 as u32 == RowLayout::RowMajor3x4 as u32);
    assert!(DtLayout::DT_COLUMN_MAJOR_4X4 as u32 == RowLayout::ColumnMajor4x4 as u32);
    assert!(DtLayout::DT_COLUMN_MAJOR_3X4 as u32 == RowLayout::ColumnMajor3x4 as u32);
    assert!(DtLayout::DT_POSITION_XYZW as u32 == RowLayout::PositionXyzw as u32);
    assert!(DtLayout::DT_POSITION_WXYZ as u32 == RowLayout::PositionWxyz as u32);
    assert!(DtLayout::DT_POINTS as u32 == RowLayout::Points as u32);
    assert!(DtLayout::DT_OBJECTS as u32 == RowLayout::Objects as u32);
    assert!(DtLayout::DT_FLAGS as u32 == RowLayout::Flags as u32);
    assert!(DtLayout::DT_BALLS as u32 == RowLayout::Balls as u32);
    assert!(DtLayout::DT_HEIGHTS as u32 == RowLayout::Heights as u32);
    assert!(DtVertexType::DT_FLOAT as u32 == FLOAT);
    assert!(DtVertexType::DT_DOUBLE as u32 == DOUBLE);
};

/// What a column of a batch may consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Placements,
    Points,
    Objects,
    /// Placements, objects or points.
    Askers,
    Flags,
    /// Or points.
    Balls,
    Heights,
}

/// An array whose rows may be read.
#[derive(Clone, Copy)]
pub(super) struct Array {
    base: *const u8,
    layout: RowLayout,
    element: Element,
    step: usize,
    /// The number of rows.
    pub count: usize,
}

/// Reads the description of an array; `None` inside for NULL. Raises an error, and returns `Err`, if there is no such layout or
/// type, if the layout is of another kind, or if the array itself is NULL.
///
/// # Safety
///
/// `array` is NULL or points to a description whose rows may be read for as long as the result is in use.
pub(super) unsafe fn open(
    state: &mut State,
    array: *const DtArray,
    kind: Kind,
) -> Result<Option<Array>, ()> {
    // SAFETY: the caller promises the same.
    unsafe { open_or(array, kind, &mut |error, what| state.error(error, what)) }
}

/// As [`open`], with a function that raises errors.
///
/// # Safety
///
/// As of [`open`].
pub(super) unsafe fn open_or(
    array: *const DtArray,
    kind: Kind,
    raise: &mut dyn FnMut(DtError, &str),
) -> Result<Option<Array>, ()> {
    if array.is_null() {
        return Ok(None);
    }
    // SAFETY: not NULL, so it points to a description by the caller's promise.
    let given = unsafe { array.read_unaligned() };
    let DtArray { base, layout, r#type, stride, count } = given;
    let rows = Rows { base, layout, kind: r#type, stride, count };
    let known = rows.layout().filter(|(layout, _)| match layout {
        RowLayout::Points => matches!(kind, Kind::Points | Kind::Balls | Kind::Askers),
        RowLayout::Balls => kind == Kind::Balls,
        RowLayout::Objects => matches!(kind, Kind::Objects | Kind::Askers),
        RowLayout::Flags => kind == Kind::Flags,
        RowLayout::Heights => kind == Kind::Heights,
        _ => matches!(kind, Kind::Placements | Kind::Askers),
    });
    let Some((layout, element)) = known else {
        raise(DtError::DT_INVALID_ENUM, "the layout or type of an array");
        return Err(());
    };
    if base.is_null() && count > 0 {
        raise(DtError::DT_INVALID_POINTER, "NULL as an array");
        return Err(());
    }
    let (step, count) = (rows.step(layout, element), count as usize);
    Ok(Some(Array { base: base.cast(), layout, element, step, count }))
}

impl Array {
    /// Where a row begins. One row alone serves for all.
    fn place(&self, row: usize) -> *const u8 {
        let row = if self.count == 1 { 0 } else { row };
        assert!(row < self.count);
        self.base.wrapping_add(row.wrapping_mul(self.step))
    }

    /// Some numbers of a row.
    fn numbers<const N: usize>(&self, row: usize, places: [usize; N]) -> [f64; N] {
        assert!(places.iter().all(|i| *i < self.layout.width()));
        let (floats, doubles) = (self.place(row).cast::<f32>(), self.place(row).cast::<f64>());
        // SAFETY: the elements lie in a row of the array, which may be read by the promise of the caller of `open`.
        unsafe {
            match self.element {
                Element::Float => places.map(|i| floats.wrapping_add(i).read_unaligned().into()),
                Element::Double => places.map(|i| doubles.wrapping_add(i).read_unaligned()),
                Element::Pointer | Element::Byte => [f64::NAN; N],
            }
        }
    }

    /// The placement in a row; that of a quaternion that is none is not finite.
    pub fn placement(&self, row: usize) -> Placement {
        let places = match self.layout {
            RowLayout::RowMajor4x4 | RowLayout::RowMajor3x4 => {
                [0, 1, 2, 4, 5, 6, 8, 9, 10, 3, 7, 11]
            }
            RowLayout::ColumnMajor4x4 => [0, 4, 8, 1, 5, 9, 2, 6, 10, 12, 13, 14],
            RowLayout::ColumnMajor3x4 => [0, 3, 6, 1, 4, 7, 2, 5, 8, 9, 10, 11],
            RowLayout::PositionXyzw => return self.turned(row, [3, 4, 5, 6]),
            _ => return self.turned(row, [4, 5, 6, 3]),
        };
        let [a, b, c, d, e, f, g, h, i, x, y, z] = self.numbers(row, places);
        Placement { basis: Mat3::new(a, b, c, d, e, f, g, h, i), origin: Vec3::new(x, y, z) }
    }

    fn turned(&self, row: usize, quaternion: [usize; 4]) -> Placement {
        let quaternion = self.numbers(row, quaternion);
        let basis =
            if is_rotation(&quaternion) { rotation(&quaternion) } else { Mat3::repeat(f64::NAN) };
        Placement { basis, origin: self.point(row) }
    }

    /// Whether its rows are points.
    pub fn has_points(&self) -> bool {
        self.layout == RowLayout::Points
    }

    /// Whether its rows are objects.
    pub fn has_objects(&self) -> bool {
        self.layout == RowLayout::Objects
    }

    /// The point or vector in a row.
    pub fn point(&self, row: usize) -> Vec3 {
        self.numbers(row, [0, 1, 2]).into()
    }

    /// The point in a row, and its radius: that of a ball, else none.
    pub fn ball(&self, row: usize) -> (Vec3, f64) {
        let is_ball = self.layout == RowLayout::Balls;
        (self.point(row), if is_ball { self.numbers(row, [3])[0] } else { 0.0 })
    }

    /// The height in a row.
    pub fn height(&self, row: usize) -> f64 {
        let [height] = self.numbers(row, [0]);
        height
    }

    /// Whether its numbers are in single precision.
    pub fn is_single(&self) -> bool {
        self.element == Element::Float
    }

    /// The object in a row.
    pub fn object(&self, row: usize) -> ObjectRef {
        // SAFETY: as in `numbers`; arrays of objects consist of references.
        unsafe { self.place(row).cast::<DtObjectRef>().read_unaligned() }.addr()
    }

    /// Whether the flag in a row is set.
    pub fn flag(&self, row: usize) -> bool {
        // SAFETY: as in `numbers`; arrays of flags consist of bytes.
        unsafe { self.place(row).read() != 0 }
    }
}

/// The arrays of a batch of pairs.
pub(super) struct PairArrays {
    objects: [Array; 2],
    placements: [Option<Array>; 2],
    motions: [Option<Array>; 2],
    /// The number of rows.
    pub rows: usize,
}

impl PairArrays {
    /// Reads the descriptions of the arrays of both sides: of the objects, of their placements, and of their motions. Raises an error, and
    /// returns `None`, if they do not fit together, or those of the objects are NULL.
    ///
    /// # Safety
    ///
    /// As of [`open`], for each of them.
    pub unsafe fn open(
        state: &mut State,
        [objects, placements, motions]: [[*const DtArray; 2]; 3],
    ) -> Option<PairArrays> {
        let mut all = |pointers: [*const DtArray; 2], kind| {
            // SAFETY: the caller promises the same.
            let [a, b] = pointers.map(|array| unsafe { open(state, array, kind) });
            Some([a.ok()?, b.ok()?])
        };
        let objects = all(objects, Kind::Objects)?;
        let placements = all(placements, Kind::Placements)?;
        let motions = all(motions, Kind::Points)?;
        let [Some(a), Some(b)] = objects else {
            state.error(DtError::DT_INVALID_POINTER, "NULL instead of objects");
            return None;
        };
        let columns = [[Some(a), Some(b)], placements, motions];
        let counts = || columns.iter().flatten().flatten().map(|array| array.count);
        let rows = common_count(state, counts)?;
        Some(PairArrays { objects: [a, b], placements, motions, rows })
    }
}

impl PairRows for PairArrays {
    fn object(&self, side: usize, row: usize) -> ObjectRef {
        self.objects[side].object(row)
    }

    fn placement(&self, side: usize, row: usize) -> Option<Placement> {
        self.placements[side].as_ref().map(|all| all.placement(row))
    }

    fn motion(&self, side: usize, row: usize) -> Vec3 {
        self.motions[side].as_ref().map_or(Vec3::zeros(), |all| all.point(row))
    }
}

/// Reads the descriptions of two arrays that fit together, and their number of rows. Raises an error, and returns `None`, if they do not,
/// or one is NULL.
///
/// # Safety
///
/// As of [`open`], for both.
pub(super) unsafe fn open_two(
    state: &mut State,
    arrays: [(*const DtArray, Kind); 2],
) -> Option<([Array; 2], usize)> {
    // SAFETY: the caller promises the same.
    let arrays = arrays.map(|(array, kind)| unsafe { open(state, array, kind) });
    let [Ok(Some(a)), Ok(Some(b))] = arrays else {
        let are_given = arrays.iter().all(|array| !matches!(array, Ok(None)));
        state.check(are_given, DtError::DT_INVALID_POINTER, "NULL");
        return None;
    };
    let rows = common_count(state, || [a.count, b.count].into_iter())?;
    Some(([a, b], rows))
}

/// The number of rows of arrays that have so many each, or one. Raises an error if there is none such.
pub(super) fn common_count<I: Iterator<Item = usize>>(
    state: &mut State,
    counts: impl Fn() -> I,
) -> Option<usize> {
    let rows = counts().find(|count| *count != 1).unwrap_or(1);
    let fits = counts().all(|count| count == 1 || count == rows);
    state.check(fits, DtError::DT_INVALID_VALUE, "arrays of different lengths").then_some(rows)
}
