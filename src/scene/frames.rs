//! Frames: what smart response remembers of the past (thesis 6.3.3).

use super::shapes::Shape;
use super::world::World;

impl<C> World<C> {
    /// Stores the present placements and vertices as those of the previous frame. Costs as much as has changed.
    pub fn proceed(&mut self) {
        for slot in self.advanced.drain(..) {
            if let Some(object) = self.objects.get_mut(slot) {
                object.advanced = false;
                object.previous = object.placement;
            }
        }
        for slot in self.deformed.drain(..) {
            if let Some(Shape::Complex(Some(soup))) = self.shapes.shape_mut(slot) {
                soup.proceed();
            }
        }
    }
}
