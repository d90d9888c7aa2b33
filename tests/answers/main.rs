//! Answers against what is known otherwise: a certified oracle, brute force, older algorithms of the documents, and what must
//! not change an answer.

#![cfg(not(feature = "freesolid"))] // with it, the dt functions take float numbers

mod advance;
mod baselines;
mod contact_depths;
mod contact_regions;
mod contacts;
mod convex_pairs;
mod flat_meshes;
mod flattened;
mod half_spaces;
mod impacts;
mod mesh_pairs;
mod meshes;
mod metamorphic;
mod oracle;
mod oracle_self;
mod shallow_depths;
mod support_points;
mod turning;
mod wholes;
