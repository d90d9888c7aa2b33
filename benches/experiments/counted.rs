//! A body whose support calls are counted.

use solid::math::{Aabb, Vec3};
use solid::shape::{Any, Patch, Support};

use std::cell::Cell;

/// How often a support mapping was asked.
#[derive(Default)]
pub struct Counter(Cell<u32>);

impl Counter {
    pub fn reset(&self) {
        self.0.set(0);
    }

    pub fn calls(&self) -> u32 {
        self.0.get()
    }

    fn add(&self) {
        self.0.set(self.0.get() + 1);
    }
}

/// The body; all it says is what the one inside says.
pub struct Counted<'a, S> {
    body: &'a S,
    counter: &'a Counter,
}

impl<'a, S> Counted<'a, S> {
    pub fn new(body: &'a S, counter: &'a Counter) -> Self {
        Counted { body, counter }
    }
}

impl<S: Support> Support for Counted<'_, S> {
    fn any(&self) -> Any<'_> {
        self
    }

    fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        self.counter.add();
        self.body.support(direction, hint)
    }

    fn margin(&self) -> f64 {
        self.body.margin()
    }

    fn core_support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        self.counter.add();
        self.body.core_support(direction, hint)
    }

    fn patch(&self, direction: &Vec3, of_core: bool, patch: &mut Patch) -> bool {
        self.counter.add();
        self.body.patch(direction, of_core, patch)
    }

    fn flat_sides(&self) -> [bool; 3] {
        self.body.flat_sides()
    }

    fn core_box(&self) -> Option<Vec3> {
        self.body.core_box()
    }

    fn is_polytope(&self) -> bool {
        self.body.is_polytope()
    }

    fn extent(&self, direction: &Vec3, hint: &mut u32) -> f64 {
        self.counter.add();
        self.body.extent(direction, hint)
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

    fn reach(&self) -> Vec3 {
        self.body.reach()
    }

    fn facet(&self) -> Option<[Vec3; 2]> {
        self.body.facet()
    }
}
