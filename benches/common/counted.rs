//! A body whose support calls are counted.
#![allow(dead_code, reason = "no bench asks for both counts")]

use solid_geometry::math::{Aabb, Vec3};
use solid_geometry::shape::{Any, SmoothPatch, Support};

use std::cell::Cell;

/// How often a support mapping was asked.
#[derive(Default)]
pub struct Counter {
    points: Cell<u32>,
    extents: Cell<u32>,
}

fn add(count: &Cell<u32>) {
    count.set(count.get() + 1);
}

impl Counter {
    pub fn reset(&self) {
        self.points.set(0);
        self.extents.set(0);
    }

    /// For points, patches, and how far the body reaches along an axis.
    pub fn calls(&self) -> u32 {
        self.points.get() + self.extents.get()
    }

    /// For points and patches alone.
    pub fn points(&self) -> u32 {
        self.points.get()
    }
}

/// The body; all it says is what the one inside says.
pub struct Counted<'a, S: ?Sized> {
    body: &'a S,
    counter: &'a Counter,
}

impl<'a, S: ?Sized> Counted<'a, S> {
    pub fn new(body: &'a S, counter: &'a Counter) -> Self {
        Counted { body, counter }
    }
}

impl<S: Support + ?Sized> Support for Counted<'_, S> {
    fn any(&self) -> Any<'_> {
        self
    }

    fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        add(&self.counter.points);
        self.body.support(direction, hint)
    }

    fn margin(&self) -> f64 {
        self.body.margin()
    }

    fn unrounded_support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        add(&self.counter.points);
        self.body.unrounded_support(direction, hint)
    }

    fn smooth_patch(&self, direction: &Vec3, of_core: bool) -> Option<SmoothPatch> {
        let patch = self.body.smooth_patch(direction, of_core);
        // Without a patch the support point is computed next.
        if patch.is_some() {
            add(&self.counter.points);
        }
        patch
    }

    fn flat_sides(&self) -> [bool; 3] {
        self.body.flat_sides()
    }

    fn unrounded_box(&self) -> Option<Vec3> {
        self.body.unrounded_box()
    }

    fn is_polytope(&self) -> bool {
        self.body.is_polytope()
    }

    fn support_value(&self, direction: &Vec3, hint: &mut u32) -> f64 {
        add(&self.counter.extents);
        self.body.support_value(direction, hint)
    }

    fn cached_radius(&self) -> Option<f64> {
        self.body.cached_radius()
    }

    fn as_box(&self) -> Option<Vec3> {
        self.body.as_box()
    }

    fn is_centered(&self) -> bool {
        self.body.is_centered()
    }

    fn bounds(&self) -> Aabb {
        self.body.bounds()
    }

    fn center(&self) -> Vec3 {
        self.body.center()
    }

    fn absolute_extents(&self) -> Vec3 {
        self.body.absolute_extents()
    }

    fn facet(&self) -> Option<[Vec3; 2]> {
        self.body.facet()
    }
}
