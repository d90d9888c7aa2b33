//! First impacts of moving vertices, edges and faces.

use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::floating_point::with_default_environment;
use super::pair::raise;
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals, scalar};
use solid_geometry::Vec3;
use solid_geometry::query::{ImpactTime, NotFinite, edge_edge_impact, vertex_face_impact};

/// Finds when a vertex and a triangle first touch while each of their points moves along a
/// straight line, evenly, from where it is at time 0 to where it is at time 1.
///
/// The answer is exact, without a tolerance: it is that for the given numbers, whatever rounding
/// would do. Touching counts, also at time 0 and at time 1. The triangle may be a segment or a
/// point, the points may stay in one plane, and nothing need move.
///
/// - `start`: the vertex and the three corners at time 0, three coordinates each
/// - `end`: the same at time 1
/// - `times`: receives two times from 0 to 1: the first contact is not before the first and not
///   after the second, which is later by at most 1e-12; may be NULL
/// - returns: DT_TRUE if they touch; DT_FALSE if not, or on an error
/// - frame: any, the same for all points
/// - units: lengths; the times are fractions of the motion
/// - errors: DT_INVALID_POINTER if `start` or `end` is NULL; DT_INVALID_VALUE if a coordinate is
///   NaN or infinite. Nothing is written
/// - cost: O(1), some 50 ns; some 10 us where rounding could change the answer, and a few
///   milliseconds at most where coordinates of an axis differ by hundreds of powers of ten
///
/// # Safety
///
/// `start` and `end` are NULL or point to twelve scalars; `times` is NULL or has space for two.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtVertexFaceImpact(
    start: *const DtScalar,
    end: *const DtScalar,
    times: *mut DtScalar,
) -> DtBool {
    recorded!(dtVertexFaceImpact(start, end, times));
    // SAFETY: the caller promises the same.
    with_default_environment(|| unsafe {
        impact([start, end], times, vertex_face_impact, Function::dtVertexFaceImpact)
    })
}

/// Finds when two edges first touch while each of their ends moves along a straight line,
/// evenly, from where it is at time 0 to where it is at time 1. As exact as dtVertexFaceImpact;
/// an edge may be a point, and the edges may be parallel or stay in one plane.
///
/// - `start`: the two ends of the first edge and those of the second at time 0, three
///   coordinates each
/// - `end`: the same at time 1
/// - `times`: receives two times, as of dtVertexFaceImpact; may be NULL
/// - returns: DT_TRUE if they touch; DT_FALSE if not, or on an error
/// - frame: any, the same for all points
/// - units: lengths; the times are fractions of the motion
/// - errors: those of dtVertexFaceImpact
/// - cost: that of dtVertexFaceImpact
///
/// # Safety
///
/// `start` and `end` are NULL or point to twelve scalars; `times` is NULL or has space for two.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtEdgeEdgeImpact(
    start: *const DtScalar,
    end: *const DtScalar,
    times: *mut DtScalar,
) -> DtBool {
    recorded!(dtEdgeEdgeImpact(start, end, times));
    // SAFETY: the caller promises the same.
    with_default_environment(|| unsafe {
        impact([start, end], times, edge_edge_impact, Function::dtEdgeEdgeImpact)
    })
}

type Query = fn(&[Vec3; 4], &[Vec3; 4]) -> Result<Option<ImpactTime>, NotFinite>;

/// # Safety
///
/// Both of `points` are NULL or point to twelve scalars; `times` is NULL or has space for two.
unsafe fn impact(
    points: [*const DtScalar; 2],
    times: *mut DtScalar,
    query: Query,
    function: Function,
) -> DtBool {
    if points.iter().any(|points| points.is_null()) {
        raise(function, DtError::DT_INVALID_POINTER, "NULL");
        return DT_FALSE;
    }
    // SAFETY: not NULL, so there are twelve scalars as the caller promises.
    let points = points.map(|points| unsafe { points.cast::<[DtScalar; 12]>().read_unaligned() });
    let [start, end] = points.map(|scalars| {
        let x = reals(scalars);
        [0, 3, 6, 9].map(|i| Vec3::new(x[i], x[i + 1], x[i + 2]))
    });
    let found = query(&start, &end).unwrap_or_else(|why| {
        raise(function, DtError::DT_INVALID_VALUE, &why.to_string());
        None
    });
    let Some(ImpactTime { earliest, latest }) = found else { return DT_FALSE };
    if !times.is_null() {
        // Rounded outwards where a scalar is a float.
        let (mut low, mut high) = (scalar(earliest), scalar(latest));
        if reals([low])[0] > earliest {
            low = low.next_down();
        }
        if reals([high])[0] < latest {
            high = high.next_up();
        }
        // SAFETY: not NULL, so there is space for two as the caller promises.
        unsafe { times.cast::<[DtScalar; 2]>().write_unaligned([low, high]) }
    }
    DT_TRUE
}
