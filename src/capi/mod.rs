//! The dt functions: they convert arguments and results, and the scene does the work. In this crate only they have unsafe
//! code, statics and `extern "C"`.
//!
//! Every function locks the thread's context and unlocks it before it returns. No lock is held while a callback runs, and
//! no panic leaves a function.

pub mod batch;
pub mod batch_arrays;
pub mod batch_casts;
pub mod batch_chain;
pub mod batch_queries;
#[cfg(feature = "freesolid")]
pub mod broad;
pub mod casts;
pub mod clashes;
mod complex;
pub mod composed_shapes;
pub mod compounds;
pub mod contacts;
pub mod contexts;
pub mod deformation;
pub mod draw;
pub mod ellipsoid;
pub mod errors;
pub mod events;
pub mod ext_types;
mod floating_point;
pub mod getters;
pub mod height_fields;
#[doc(hidden)]
pub mod host;
pub mod impacts;
mod lock;
pub mod matching;
pub mod mesh_queries;
pub mod more_shapes;
pub mod motion;
pub mod objects;
mod pair;
pub mod pair_queries;
pub mod points;
pub mod queries;
mod query_restriction;
pub mod recording;
mod records;
pub mod responses;
mod running_tests;
pub mod saved;
pub mod saved_worlds;
#[cfg_attr(feature = "freesolid", path = "scalar_float.rs")]
pub mod scalar;
pub mod scenes;
pub mod settings;
pub mod shapes;
pub mod solids;
mod state;
pub mod support;
pub mod surfaces;
pub mod test;
mod thread;
pub mod turning;
pub mod types;
pub mod vertex_pointer;

pub use batch::*;
pub use batch_arrays::*;
pub use batch_casts::*;
pub use batch_chain::*;
pub use batch_queries::*;
#[cfg(feature = "freesolid")]
pub use broad::*;
pub use casts::*;
pub use clashes::*;
pub use complex::*;
pub use composed_shapes::*;
pub use compounds::*;
pub use contacts::*;
pub use contexts::*;
pub use deformation::*;
pub use draw::*;
pub use ellipsoid::*;
pub use errors::*;
pub use events::*;
pub use ext_types::*;
pub use getters::*;
pub use height_fields::*;
pub use impacts::*;
pub use matching::*;
pub use mesh_queries::*;
pub use more_shapes::*;
pub use motion::*;
pub use objects::*;
pub use pair_queries::*;
pub use points::*;
pub use queries::*;
pub use responses::*;
pub use saved::*;
pub use saved_worlds::*;
pub use scalar::DtScalar;
pub use scenes::*;
pub use settings::*;
pub use shapes::*;
pub use solids::*;
#[doc(hidden)]
pub use state::is_context_valid;
pub use support::*;
pub use surfaces::*;
pub use test::*;
pub use turning::*;
pub use types::*;
pub use vertex_pointer::*;

/// The tag of the ABI, to which each C header refers: a program that was compiled for one ABI is not linked with the library of the
/// other.
#[cfg(not(feature = "freesolid"))]
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn solid_abi_double() {}

/// The tag of FreeSOLID's ABI.
#[cfg(feature = "freesolid")]
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn solid_abi_float() {}

/// Miri has no `atexit`. It needs none either: it does not report what a static still holds.
#[cfg(miri)]
// SAFETY: no other function of this name is called in Miri.
#[unsafe(no_mangle)]
extern "C" fn atexit(_: extern "C" fn()) -> libc::c_int {
    0
}
