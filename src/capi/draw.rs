//! Debug drawing: lines that show the current context.

use std::ffi::{c_uint, c_void};

use super::errors::DtError;
use super::pair::write_list;
use super::recording::{Function, recorded};
use super::state::with_state;
use super::types::{DtCount, DtObjectRef, DtVector, vector};
use crate::scene::draw::{Drawing, Line};
use crate::scene::object::ObjectRef;
use solid_recording::for_each_record;

/// What lines show.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtDrawing {
    /// The shapes: edges of polytopes, polygons and boxes; of round shapes the silhouettes as seen
    /// along the axes of their local coordinates.
    DT_DRAW_SHAPES = 0,
    /// The bounding boxes of dtGetBBox.
    DT_DRAW_BOXES = 1,
    /// The contacts of dtGetContacts of each pair that dtTest would call back for: from point1 to
    /// point2, as long as the contact is deep.
    DT_DRAW_CONTACTS = 2,
    /// The normals of these contacts: from point1, of length 1.
    DT_DRAW_NORMALS = 3,
}

/// The space for lines at first. If it is not enough, they are got again with what is needed.
const FIRST_CAPACITY: DtCount = 1 << 10;

/// A `DtDrawing` from C, which may be any number.
pub type DtDrawingArgument = c_uint;

/// A line segment of a drawing.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtLine {
    /// Where it begins, in world coordinates.
    pub point1: DtVector,
    /// Where it ends, in world coordinates.
    pub point2: DtVector,
    /// The object that it belongs to; of a contact, its object1.
    pub object1: DtObjectRef,
    /// The same object; of a contact, its object2.
    pub object2: DtObjectRef,
}

/// Draws a line, which is readable until the function returns. It may call every function of this
/// library, may be left by a C++ exception or longjmp, and may switch to another stack, as
/// coroutines and fibers do, and go on later, also on another thread, or never.
pub type DtDraw =
    Option<unsafe extern "C-unwind" fn(client_data: *mut c_void, line: *const DtLine)>;

fn record(line: &Line<ObjectRef>) -> DtLine {
    let [object1, object2] = line.objects.map(std::ptr::with_exposed_provenance_mut);
    DtLine { point1: vector(&line.ends[0]), point2: vector(&line.ends[1]), object1, object2 }
}

/// Calls a function for each line of a drawing of the objects as they are placed now, so that a
/// program can show what the library sees. The lines are those of dtGetLines when the call begins,
/// in their order: what the function changes shows in the next drawing.
///
/// - `drawing`: one of DtDrawing
/// - `draw`: the function; NULL to get the number of lines alone
/// - `client_data`: passed to the function; the library does not look at it
/// - returns: the number of lines; 0 on an error
/// - frame: world coordinates
/// - units: lengths
/// - errors: DT_INVALID_ENUM if there is no such drawing; nothing is called. DT_OUT_OF_MEMORY if
///   there is no memory for the lines; and if `draw` has been waiting in another stack while so many
///   later drawings were left in the middle that all lines took more than 32 MB: the drawing ends
/// - cost: that of dtGetLines, twice where there are more than 1024 lines
///
/// # Safety
///
/// `draw` is NULL or a function of this type, and `client_data` is what it expects.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtDebugDraw(
    drawing: DtDrawingArgument,
    draw: DtDraw,
    client_data: *mut c_void,
) -> DtCount {
    solid_recording::align_stack!();
    let Some(draw) = draw else {
        // SAFETY: NULL receives nothing.
        return unsafe { dtGetLines(drawing, std::ptr::null_mut(), 0) };
    };
    // Not recorded itself: recordings have dtGetLines, and the calls that `draw` makes.
    let drawn = for_each_record(
        FIRST_CAPACITY,
        // SAFETY: there is space for so many lines.
        |lines, most| unsafe { dtGetLines(drawing, lines, most) },
        // SAFETY: the client promises that the function may be called with its data.
        |line| unsafe {
            draw(client_data, line);
            true
        },
    );
    drawn.unwrap_or_else(|| {
        let what = "dtDebugDraw: no memory for the lines";
        with_state(None, (), |state| state.error(DtError::DT_OUT_OF_MEMORY, what));
        0
    })
}

/// Returns the lines of a drawing of the objects as they are placed now: for a program that keeps
/// lines in an array, such as a vertex buffer. dtDebugDraw calls a function for each.
///
/// The lines of an object follow those of objects that were created before it; those of contacts
/// come in the order of dtTest. An edge that polygons of a complex shape share comes once, and the
/// cuts of concave polygons are left out. The chords of a curve are within half a percent of the
/// shape's size. A point has no lines, nor has an object that collides with nothing.
///
/// - `drawing`: one of DtDrawing
/// - `lines`: receives the first lines; NULL to get the number alone
/// - `most`: how many there is space for
/// - returns: the number of lines; 0 on an error
/// - frame: world coordinates
/// - units: lengths
/// - errors: DT_INVALID_ENUM if there is no such drawing; nothing is written
/// - cost: O(n) for n lines, and O(m log m) for complex shapes of m vertices: they are found anew
///   in each call. Contacts cost a dtTest, and a dtGetContacts for each pair that collides
///
/// # Safety
///
/// `lines` is NULL or has space for `most` lines.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetLines(
    drawing: DtDrawingArgument,
    lines: *mut DtLine,
    most: DtCount,
) -> DtCount {
    recorded!(dtGetLines(drawing, lines, most));
    with_state(Function::dtGetLines, 0, |state| {
        let all = [
            (DtDrawing::DT_DRAW_SHAPES as c_uint, Drawing::Shapes),
            (DtDrawing::DT_DRAW_BOXES as c_uint, Drawing::Boxes),
            (DtDrawing::DT_DRAW_CONTACTS as c_uint, Drawing::Contacts),
            (DtDrawing::DT_DRAW_NORMALS as c_uint, Drawing::Normals),
        ];
        let Some(drawing) = state.choose(&all, drawing) else { return 0 };
        let found = state.world.lines(drawing);
        // SAFETY: the caller promises the same.
        unsafe { write_list(found.iter().map(record), lines, most) }
    })
}
