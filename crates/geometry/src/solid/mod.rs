//! Closed meshes as solids: the signed distance of a point, and the least translation that separates two bodies of which one is a
//! solid, and how two bodies clash (`docs/src/theory/solids.md`).

pub(crate) mod clash;
mod contact;
pub(crate) mod mass;
mod overlap;
mod region;
pub(crate) mod separation;
pub(crate) mod signed_distance;
pub(crate) mod surface;
