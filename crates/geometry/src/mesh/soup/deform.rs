//! Deformation of a soup: new vertices, the tree refitted when it is next used, and the vertices of the previous frame.

use std::ops::Range;
use std::sync::Arc;

use super::build::{around_unbroken, build_tree};
use super::{Derived, PolytopeSoup};
use crate::bvh::Tree;
use crate::bvh::frame::is_usable;
use crate::math::{Placement, Vec3};
use crate::memory;
use crate::mesh::PolytopeView;
use crate::mesh::Reader;
use crate::mesh::bounds::usable_bounds;
use crate::mesh::containment::Closed;
use crate::octree::{FaceMesh, Vertices};
use crate::threads::Threads;

impl PolytopeSoup {
    /// Copies the vertices from the client's array and updates the hulls. The tree becomes stale: it is refitted when it is
    /// next used, so a soup whose box overlaps no other box does not pay for it. Returns whether all vertices are finite.
    /// Polytopes with a vertex that is not finite collide with nothing.
    ///
    /// `reader` reads each index in use once, in ascending order. Linear in the size of the soup, except for the hulls. If
    /// the boxes of the refitted tree overlap too much, it is rebuilt.
    pub fn change_vertices(&mut self, reader: Reader) -> bool {
        if self.clients.is_empty() {
            return usable_bounds(&self.vertices).1;
        }
        let clients = self.clients.clone();
        self.replace_vertices(&mut |own, vertices| {
            vertices.extend_from_slice(own);
            reader.read(&clients, vertices);
        })
    }

    /// Puts all vertices to where they stopped on their way from the previous frame to this one. Those that were nowhere in one of
    /// them stay where they are.
    pub fn stop_at(&mut self, stopped: &[Vec3]) {
        let stopped = stopped.iter().zip(&self.vertices[..]);
        let vertex =
            |(stopped, now): (&Vec3, &Vec3)| if is_usable(stopped) { *stopped } else { *now };
        memory::ensure(size_of_val(&self.vertices[..]));
        let stopped = Vec::from_iter(stopped.map(vertex));
        self.replace_vertices(&mut |_, vertices| vertices.extend_from_slice(&stopped));
    }

    /// Writes new vertices, of which those by value stay.
    fn replace_vertices(&mut self, write: &mut dyn FnMut(&[Vec3], &mut Vec<Vec3>)) -> bool {
        self.ensure_hulls(self.vertices.len() * size_of::<Vec3>());
        if !std::mem::replace(&mut self.changed, true) {
            std::mem::swap(&mut self.previous, &mut self.vertices);
        }
        self.tree.invalidate();
        self.derived = Derived::default();
        // Rewrites all vertices except those by value: in place, unless a copy of the soup shares them.
        if Arc::get_mut(&mut self.vertices).is_none() {
            self.vertices = Arc::default();
        }
        if let Some(vertices) = Arc::get_mut(&mut self.vertices) {
            let vertices = vertices.emptied();
            write(&self.previous[..self.own], vertices);
        }
        (self.usable, self.all_finite) = usable_bounds(&self.vertices);
        let all_finite = self.all_finite;
        self.around = if all_finite {
            self.usable
        } else {
            around_unbroken(&self.vertices, &self.indices, &self.starts)
        };
        self.make_hulls();
        self.measure_radius(all_finite);
        if all_finite
            && self.closed.as_ref().is_some_and(|closed| !closed.holds_together(&self.vertices))
        {
            // The surface was torn or joined in another way.
            self.closed = Closed::of(self).ok();
        }
        all_finite
    }

    /// Whether the tree is stale: the vertices have changed since it was last used.
    pub fn is_unfitted(&self) -> bool {
        self.tree.is_stale()
    }

    /// The tree fitted to the vertices as they are.
    pub(super) fn fitted(&self, mut tree: Tree) -> Tree {
        let (vertices, indices, starts) = (&self.vertices[..], &self.indices[..], &self.starts[..]);
        let indices_of = |of: Range<u32>| {
            indices[starts[of.start as usize] as usize..starts[of.end as usize] as usize].iter()
        };
        tree.refit(&self.usable, vertices, self.all_finite, indices_of);
        // Worn, for example if the array was filled only after the shape was finished.
        if tree.needs_rebuild() {
            build_tree(
                vertices,
                indices,
                starts,
                &self.around,
                self.all_finite,
                &Threads::default(),
            )
        } else {
            tree
        }
    }

    /// The polytopes as faces under a placement, whose boxes are `margin` wider.
    pub fn faces<'a>(&'a self, placement: &'a Placement, margin: f64) -> FaceMesh<'a> {
        FaceMesh {
            indices: &self.indices,
            starts: Some(&self.starts),
            now: Vertices::placed(&self.vertices, placement),
            before: None,
            margin,
        }
    }

    /// The polytopes as faces that move from where they were in the previous frame, under a placement of then.
    pub fn moving_faces<'a>(
        &'a self,
        before: &'a Placement,
        now: &'a Placement,
        margin: f64,
    ) -> FaceMesh<'a> {
        let local = if self.changed { &self.previous } else { &self.vertices };
        FaceMesh { before: Some(Vertices::placed(local, before)), ..self.faces(now, margin) }
    }

    /// Makes the vertices as they are now those of the previous frame.
    pub fn proceed(&mut self) {
        self.changed = false;
    }

    /// Whether the vertices ever changed.
    #[inline]
    pub(crate) fn was_deformed(&self) -> bool {
        !self.previous.is_empty()
    }

    /// Whether the vertices changed since the last proceed.
    pub fn has_changed(&self) -> bool {
        self.changed
    }

    /// A polytope at the previous frame; as it is now, if a vertex was not finite then.
    #[inline]
    pub fn previous_primitive(&self, i: u32) -> PolytopeView<'_> {
        let view =
            PolytopeView { vertices: &self.previous, indices: self.indices_of(i), hull: None };
        if self.changed && view.points().all(is_usable) { view } else { self.primitive(i) }
    }
}
