//! All dt functions. Each is made from its line in the table of `solid-recording`.

use std::ffi::{c_char, c_void};

use solid_recording::{
    Arguments, Function, MAX_ARGUMENTS, Raw, align_stack, for_all_functions, for_each_record,
};

use crate::call::call;
use crate::client::refuse;

/// The C type of a parameter or result. A pointer to a function is passed as any other pointer.
macro_rules! c_type {
    (Scalar) => { f64 };
    (Distance) => { f64 };
    (Unsigned) => { u32 };
    (Capacity) => { u32 };
    (Flag) => { u32 };
    (Count) => { u32 };
    (UnrecordedCount) => { u32 };
    (Nothing) => { () };
    (Text) => { *const c_char };
    ($($pointer:tt)*) => { *mut c_void };
}

/// Defines a function: gives each parameter the next of some names, then writes it down.
macro_rules! define_function {
    ($name:ident $returns:ident [$($rest:ident)*] [$($argument:ident: $kind:ident)*]) => {
        #[unsafe(no_mangle)]
        #[allow(clippy::missing_safety_doc, reason = "that of the library's function of this name")]
        pub unsafe extern "C-unwind" fn $name($($argument: c_type!($kind)),*) -> c_type!($returns) {
            align_stack!();
            // SAFETY: the caller's arguments are valid for the function.
            let result = unsafe { call(Function::$name, &[$(Raw::raw($argument)),*]) };
            // SAFETY: each result of `c_type` is a number or a pointer to data, for which all bits are valid.
            unsafe { Raw::from_raw(result) }
        }
    };
    ($name:ident $returns:ident [$next:ident $($rest:ident)*] [$($done:tt)*] $kind:ident $($kinds:tt)*) => {
        define_function! { $name $returns [$($rest)*] [$($done)* $next: $kind] $($kinds)* }
    };
}

macro_rules! define_functions {
    ($($number:literal $name:ident [$($kind:ident $(($layout:ident))?),*] -> $returns:ident;)*) => {
        $(define_function! { $name $returns [a b c d e f g h] [] $($kind)* })*

        /// Calls a function with arguments given by their bits; returns the bits of its result.
        ///
        /// # Safety
        ///
        /// The arguments are valid for the function.
        pub unsafe fn call_by_bits(function: Function, arguments: &Arguments) -> u64 {
            let mut arguments = arguments.iter();
            let mut next = || *arguments.next().expect("an argument for each parameter");
            // SAFETY: the caller promises the same, and the bits come from values of these types.
            unsafe {
                match function {
                    $(Function::$name => $name($({
                        let _ = stringify!($kind);
                        Raw::from_raw(next())
                    }),*).raw(),)*
                }
            }
        }
    };
}

for_all_functions!(define_functions);

/// A line of C.
#[repr(C)]
pub struct Line([f64; 6], [*mut c_void; 2]);

/// Calls `draw` for each line that dtGetLines finds.
///
/// # Safety
///
/// That of the library's function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtDebugDraw(
    drawing: u32,
    draw: Option<unsafe extern "C-unwind" fn(*mut c_void, *const Line)>,
    client_data: *mut c_void,
) -> u32 {
    align_stack!();
    let Some(draw) = draw else {
        // SAFETY: NULL receives nothing.
        return unsafe { dtGetLines(drawing, std::ptr::null_mut(), 0) };
    };
    let drawn = for_each_record(
        1 << 10,
        // SAFETY: there is space for so many lines.
        |lines: *mut Line, most| unsafe { dtGetLines(drawing, lines.cast(), most) },
        // SAFETY: the program promises that the function may be called with its data.
        |line| unsafe {
            draw(client_data, line);
            true
        },
    );
    drawn.unwrap_or(0)
}

/// A hit of C.
#[repr(C)]
pub struct QueryHit(*mut c_void, [f64; 10]);

/// Calls `visit` for each hit that dtQuery finds, until it returns zero.
///
/// # Safety
///
/// That of the library's function of this name.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "as the library's function has")]
pub unsafe extern "C-unwind" fn dtVisitQuery(
    kind: u32,
    shape: *mut c_void,
    placement: *mut c_void,
    motion: *mut c_void,
    filter: *mut c_void,
    except: *mut c_void,
    visit: Option<unsafe extern "C-unwind" fn(*mut c_void, *const QueryHit) -> u32>,
    client_data: *mut c_void,
) -> u32 {
    align_stack!();
    let Some(visit) = visit else {
        let null = std::ptr::null_mut();
        // SAFETY: NULL receives nothing; the rest is as the program promises.
        return unsafe { dtQuery(kind, shape, placement, motion, filter, except, null, 0) };
    };
    let visited = for_each_record(
        16,
        // SAFETY: there is space for so many hits; the rest is as the program promises.
        |hits: *mut QueryHit, most| unsafe {
            dtQuery(kind, shape, placement, motion, filter, except, hits.cast(), most)
        },
        // SAFETY: the program promises that the function may be called with its data.
        |hit| unsafe { visit(client_data, hit) != 0 },
    );
    visited.unwrap_or(0)
}

/// An event of C.
#[repr(C)]
pub struct Event([*mut c_void; 2], u32);

/// Calls `visit` for each event that dtGetEvents finds, until it returns zero.
///
/// # Safety
///
/// That of the library's function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtVisitEvents(
    visit: Option<unsafe extern "C-unwind" fn(*mut c_void, *const Event) -> u32>,
    client_data: *mut c_void,
) -> u32 {
    align_stack!();
    let Some(visit) = visit else {
        // SAFETY: NULL receives nothing.
        return unsafe { dtGetEvents(std::ptr::null_mut(), 0) };
    };
    let visited = for_each_record(
        16,
        // SAFETY: there is space for so many events.
        |events: *mut Event, most| unsafe { dtGetEvents(events.cast(), most) },
        // SAFETY: the program promises that the function may be called with its data.
        |event| unsafe { visit(client_data, event) != 0 },
    );
    visited.unwrap_or(0)
}

/// A pair of C that is near.
#[repr(C)]
pub struct NearPair([*mut c_void; 2], [f64; 7]);

/// Calls `visit` for each pair that dtGetNearPairs finds, until it returns zero.
///
/// # Safety
///
/// That of the library's function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtVisitNearPairs(
    distance: f64,
    visit: Option<unsafe extern "C-unwind" fn(*mut c_void, *const NearPair) -> u32>,
    client_data: *mut c_void,
) -> u32 {
    align_stack!();
    let Some(visit) = visit else {
        // SAFETY: NULL receives nothing.
        return unsafe { dtGetNearPairs(distance, std::ptr::null_mut(), 0) };
    };
    let visited = for_each_record(
        16,
        // SAFETY: there is space for so many pairs.
        |pairs: *mut NearPair, most| unsafe { dtGetNearPairs(distance, pairs.cast(), most) },
        // SAFETY: the program promises that the function may be called with its data.
        |pair| unsafe { visit(client_data, pair) != 0 },
    );
    visited.unwrap_or(0)
}

/// The number of the error that a function cannot be called as it is.
const INVALID_OPERATION: u64 = 3;

/// Makes no shape: the server cannot call functions of the program.
///
/// # Safety
///
/// That of the library's function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtSupport(
    _support: Option<unsafe extern "C-unwind" fn(*mut c_void, *const f64, *mut f64)>,
    client_data: *mut c_void,
    destroy: Option<unsafe extern "C-unwind" fn(*mut c_void)>,
) -> *mut c_void {
    align_stack!();
    refuse(INVALID_OPERATION, "dtSupport: a server cannot call functions of the program");
    if let Some(destroy) = destroy {
        // SAFETY: the program promises that the function may be called with its data.
        unsafe { destroy(client_data) };
    }
    std::ptr::null_mut()
}

/// The tag of the ABI, to which the C headers refer.
#[unsafe(no_mangle)]
pub extern "C" fn solid_abi_double() {}

/// As many names as a function may have parameters.
const _: () = assert!(MAX_ARGUMENTS == 8);
