//! The types of the C surface beyond SOLID 2.0.

use std::ffi::c_uint;

/// A truth value: DT_FALSE or DT_TRUE.
pub type DtBool = c_uint;

/// False.
pub const DT_FALSE: DtBool = 0;

/// True.
pub const DT_TRUE: DtBool = 1;
