//! What a program may choose for a space as a whole.

use std::sync::Arc;

use super::Error;
use super::world::Space;
use crate::scene::deforming::MAX_LEVELS;
use crate::scene::settings::MAX_THREADS;
use solid_geometry::threads::Threads;

pub use crate::scene::deforming::CollisionMethod;
pub use crate::scene::settings::{BroadPhaseKind, Statistics};

/// A space with settings other than the usual ones.
///
/// ```
/// use solid::space::{BroadPhaseKind, SpaceBuilder};
///
/// let space = SpaceBuilder::new().threads(2).tolerance(1e-9).broad_phase(BroadPhaseKind::BoxTree).build()?;
/// assert_eq!(space.objects().count(), 0);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "it describes a space, and makes none"]
pub struct SpaceBuilder {
    threads: usize,
    tolerance: Option<f64>,
    caching: bool,
    broad_phase: BroadPhaseKind,
    fixed_boxes: bool,
    stop_at_penetration: bool,
}

impl Default for SpaceBuilder {
    fn default() -> SpaceBuilder {
        SpaceBuilder::new()
    }
}

impl SpaceBuilder {
    /// The usual settings.
    pub fn new() -> SpaceBuilder {
        SpaceBuilder {
            threads: 1,
            tolerance: None,
            caching: true,
            broad_phase: BroadPhaseKind::Automatic,
            fixed_boxes: false,
            stop_at_penetration: true,
        }
    }

    /// How many threads work in a test: see [`Space::set_threads`].
    pub fn threads(self, threads: usize) -> SpaceBuilder {
        SpaceBuilder { threads, ..self }
    }

    /// The relative error of distances: see [`Space::set_tolerance`].
    pub fn tolerance(self, tolerance: f64) -> SpaceBuilder {
        SpaceBuilder { tolerance: Some(tolerance), ..self }
    }

    /// Whether separating axes are remembered: see [`Space::set_caching`].
    pub fn caching(self, caching: bool) -> SpaceBuilder {
        SpaceBuilder { caching, ..self }
    }

    /// How pairs of boxes that overlap are found: see [`Space::set_broad_phase`].
    pub fn broad_phase(self, broad_phase: BroadPhaseKind) -> SpaceBuilder {
        SpaceBuilder { broad_phase, ..self }
    }

    /// Whether boxes stay as large however an object turns: see [`Space::set_fixed_boxes`].
    pub fn fixed_boxes(self, fixed_boxes: bool) -> SpaceBuilder {
        SpaceBuilder { fixed_boxes, ..self }
    }

    /// Whether casts end where objects collide at the start: see [`Space::set_stop_at_penetration`].
    pub fn stop_at_penetration(self, stop: bool) -> SpaceBuilder {
        SpaceBuilder { stop_at_penetration: stop, ..self }
    }

    /// The space, which is empty.
    pub fn build(self) -> Result<Space, Error> {
        let mut space = Space::new();
        space.set_threads(self.threads)?;
        if let Some(tolerance) = self.tolerance {
            space.set_tolerance(tolerance)?;
        }
        space.set_caching(self.caching);
        space.set_broad_phase(self.broad_phase);
        space.set_fixed_boxes(self.fixed_boxes);
        space.set_stop_at_penetration(self.stop_at_penetration);
        Ok(space)
    }
}

impl Space {
    /// An empty space that shares the shapes of another: what one defines both know. A mesh that one deforms is its own
    /// from then on.
    pub fn sharing_shapes(other: &Space) -> Space {
        let world = crate::scene::World::sharing_shapes(&other.world);
        Space { world, vertices: Arc::clone(&other.vertices), ..Space::default() }
    }

    /// Sets how many threads work in a test, from 1 to 256. No bit of an answer depends on it.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), Error> {
        if !(1..=MAX_THREADS).contains(&threads) {
            return Err(Error::NoThreads);
        }
        self.world.set_threads(Threads::new(threads).map_err(|_| Error::NoThreads)?);
        Ok(())
    }

    /// Sets the relative error of distances, depths and times; one millionth unless set.
    pub fn set_tolerance(&mut self, tolerance: f64) -> Result<(), Error> {
        if !tolerance.is_finite() || tolerance < 0.0 {
            return Err(Error::NotFinite);
        }
        self.world.set_tolerance(tolerance);
        Ok(())
    }

    /// Sets whether a cast of objects that collide at the start ends there, wherever they move, as it does unless set otherwise. If
    /// not, it ends there only if they approach; those that move apart or along each other have their next contact. It holds for
    /// [`Space::cast_objects`], [`Space::cast_objects_turning`], batches of casts, and tests along the paths of objects that do not deform.
    ///
    /// ```
    /// use solid::space::{Placement, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let floor = space.create_object(Shape::cuboid([9.0, 1.0, 9.0])?)?;
    /// let foot = space.create_object(Shape::cuboid([1.0; 3])?)?;
    /// space.place(foot, Placement::translation([0.0, 1.0, 0.0]))?; // it stands on the floor
    /// let mut time = |space: &mut Space, by| space.cast_objects(foot, by, floor, [0.0; 3]).map(|hit| hit.map(|hit| hit.time));
    /// assert_eq!(time(&mut space, [3.0, 0.0, 0.0])?, Some(0.0));
    /// space.set_stop_at_penetration(false);
    /// assert_eq!(time(&mut space, [3.0, 0.0, 0.0])?, None);
    /// assert_eq!(time(&mut space, [3.0, -1.0, 0.0])?, Some(0.0));
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn set_stop_at_penetration(&mut self, stop: bool) {
        self.world.set_stop_at_penetration(stop);
    }

    /// Sets whether the axis that separated a pair is tried first in the next test; it is, unless set otherwise. No
    /// answer depends on it.
    pub fn set_caching(&mut self, caching: bool) {
        self.world.set_caching(caching);
    }

    /// Sets how pairs of boxes that overlap are found. No answer depends on it.
    pub fn set_broad_phase(&mut self, kind: BroadPhaseKind) {
        self.world.set_broad_phase(kind);
    }

    /// Has all boxes and decisions about pairs found anew by the next test: after a support function gave wrong answers
    /// ([`Shape::take_support_fault`](solid_geometry::Shape::take_support_fault)), of which some were kept. Takes linear time.
    pub fn renew_boxes(&mut self) {
        self.world.renew_boxes();
    }

    /// Chooses boxes that stay as large however an object turns, instead of those that fit best.
    pub fn set_fixed_boxes(&mut self, fixed: bool) {
        self.world.set_fixed_boxes(fixed);
    }

    /// Sets how colliding meshes that deform in every frame are found: by their trees or by subdivision of space.
    pub fn set_collision_method(&mut self, method: CollisionMethod) {
        self.world.set_collision_method(method);
    }

    /// Sets how often subdivision halves space along each axis at most, from 1 to 30; `None`, as at first: until the faces are few.
    /// No answer depends on it.
    pub fn set_subdivision_levels(&mut self, levels: Option<u32>) {
        self.world.set_subdivision_levels(levels.map(|levels| levels.clamp(1, MAX_LEVELS)));
    }

    /// What the space has, and what it has done so far. Times are taken from the first call on.
    pub fn statistics(&mut self) -> Statistics {
        self.world.statistics()
    }
}
