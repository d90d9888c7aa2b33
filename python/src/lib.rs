//! The compiled part of the Python package `libsolid`. The modules in `python/libsolid` check what they are given and have
//! the documents; what is here works through arrays with the interpreter released.

mod arrays;
mod batch;
mod bodies;
mod calls;
mod clash;
mod description;
mod height_fields;
mod parts;
mod questions;
mod rows;
mod saved_worlds;
mod settings;
mod shape;
mod support;
mod world;
mod world_queries;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::arrays::Deadline;
    #[pymodule_export]
    use super::batch::{
        cast, cast_turning, closest, contacts, depths, distances, first, intersects, rays, within,
    };
    #[pymodule_export]
    use super::bodies::{Chain, Obstacles};
    #[pymodule_export]
    use super::clash::clash;
    #[pymodule_export]
    use super::height_fields::change_heights;
    #[pymodule_export]
    use super::parts::{BoxTree, nearest_parts, part_contacts};
    #[pymodule_export]
    use super::questions::{
        advance, all_colliding_faces, bounds, cast_objects, change_vertices, colliding_faces,
        common_point, contact_patches, contacts_of_features, convert, edge_edge, intersection,
        lines, query_box, ray_object, self_collisions, self_collisions_motion, set_motion,
        set_pivot, set_spin, tree_boxes, vertex_face, within_distance,
    };
    #[pymodule_export]
    use super::settings::{configure, statistics, take_warnings};
    #[pymodule_export]
    use super::shape::Shape;
    #[pymodule_export]
    use super::world::{Cursor, MotionCursor, World};
    #[pymodule_export]
    use super::world_queries::{
        near_pairs, query, ray, separation, signed_distance, signed_distances, surface_point,
        surface_points,
    };
}
