//! Closed meshes as solids: the signed distance of a point, and the least translation that separates two bodies of which one is a
//! solid (`docs/src/theory/solids.md`).

mod contact;
mod region;
pub(crate) mod separation;
pub(crate) mod signed_distance;
