//! The other method of this library: a tree of boxes for each body, fitted to its vertices when they change.

use std::ops::ControlFlow;

use crate::octree::exact::triangles_meet;
use solid_geometry::bvh::{Relative, visit_pairs};
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::mesh::{Builder, PolytopeKind, PolytopeSoup};
use solid_geometry::octree::FacePair;

use super::bodies::Body;

/// Trees over bodies.
pub struct Trees {
    soups: Vec<PolytopeSoup>,
    found: Vec<FacePair>,
}

impl Trees {
    /// Trees over the triangles of bodies.
    pub fn new(bodies: &[Body]) -> Trees {
        Trees { soups: bodies.iter().map(soup).collect(), found: Vec::new() }
    }

    /// All interfering pairs of faces of bodies that are placed and do not deform.
    pub fn rigid(&mut self, placements: &[Placement]) -> &[FacePair] {
        self.found.clear();
        let place =
            |(soup, p): (&PolytopeSoup, &Placement)| soup.bounds().transformed(&p.basis, &p.origin);
        let bounds: Vec<Aabb> = self.soups.iter().zip(placements).map(place).collect();
        for i in 0..self.soups.len() {
            for j in i + 1..self.soups.len() {
                if bounds[i].overlaps(&bounds[j]) {
                    self.walk([i, j], [&placements[i], &placements[j]]);
                }
            }
        }
        self.found.sort_unstable();
        &self.found
    }

    /// All interfering pairs of faces of bodies all of whose vertices are new: trees are fitted of the bodies whose boxes
    /// overlap others.
    pub fn refitted(&mut self, vertices: &[Vec<Vec3>]) -> &[FacePair] {
        self.change(vertices);
        self.rigid(&vec![Placement::IDENTITY; self.soups.len()])
    }

    /// Gives all bodies new vertices, and fits all trees.
    pub fn refit(&mut self, vertices: &[Vec<Vec3>]) {
        self.change(vertices);
        for soup in &self.soups {
            assert!(!soup.tree().is_empty() && !soup.is_unfitted());
        }
    }

    /// Gives all bodies new vertices. Fits no tree: that is done when it is first used.
    pub fn change(&mut self, vertices: &[Vec<Vec3>]) {
        for (soup, vertices) in self.soups.iter_mut().zip(vertices) {
            soup.change_vertices(&|i: u32| vertices[i as usize]);
            soup.proceed();
        }
    }

    fn walk(&mut self, objects: [usize; 2], placements: [&Placement; 2]) {
        let [a, b] = objects.map(|i| &self.soups[i]);
        let (tree_a, tree_b) = (a.tree(), b.tree());
        let relative = Relative::new(tree_a.frame(), placements[0], tree_b.frame(), placements[1]);
        let triangle = |soup: &PolytopeSoup, i: u32, placement: &Placement| {
            soup.corners(i).expect("a triangle").map(|p| placement.apply(p))
        };
        let found = &mut self.found;
        let _ = visit_pairs::<()>(tree_a, tree_b, &relative, |f, g| {
            if triangles_meet(&triangle(a, f, placements[0]), &triangle(b, g, placements[1])) {
                found.push(FacePair { objects: objects.map(|i| i as u32), faces: [f, g] });
            }
            ControlFlow::Continue(())
        });
    }
}

/// The triangles of a body.
pub fn soup(body: &Body) -> PolytopeSoup {
    let mut builder = Builder::new();
    for triangle in &body.triangles {
        builder.vertex_indices(PolytopeKind::Simplex, triangle);
    }
    builder.finish(Some(&|i: u32| body.vertices[i as usize])).0
}
