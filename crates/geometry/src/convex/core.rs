//! A body, or its core where the ball that was added to it is known to be one as it is placed.

use crate::math::tolerance::SIMILARITY;
use crate::math::{Aabb, Mat3, Vec3};
use crate::shape::{Any, Patch, Primitive, Support};

/// The core of a body, or the body itself.
#[derive(Clone, Copy, Debug)]
pub struct Core<S> {
    body: S,
    /// The radius of the ball that is not part of the core, in local units; zero where this is the body itself.
    pub margin: f64,
    /// The same as the ball is placed.
    pub radius: f64,
}

/// The factor by which a linear map stretches all lengths alike; `None` if it does not.
fn similarity(m: &Mat3) -> Option<f64> {
    let (x, y, z) = (m.column(0), m.column(1), m.column(2));
    let square = x.norm_squared();
    let slack = SIMILARITY * square;
    let alike =
        (y.norm_squared() - square).abs() <= slack && (z.norm_squared() - square).abs() <= slack;
    let upright = x.dot(&y).abs() <= slack && x.dot(&z).abs() <= slack && y.dot(&z).abs() <= slack;
    (alike && upright && square > 0.0).then(|| square.sqrt())
}

impl<S: Support + Copy> Core<S> {
    /// The core of a body that is placed by a linear map.
    #[inline]
    pub fn new(body: S, basis: &Mat3) -> Self {
        let margin = body.margin();
        let stretch = if margin > 0.0 { similarity(basis) } else { None };
        match stretch {
            Some(stretch) => Core { body, margin, radius: margin * stretch },
            None => Core { body, margin: 0.0, radius: 0.0 },
        }
    }
}

impl<S: Support> Support for Core<S> {
    fn any(&self) -> Any<'_> {
        self
    }

    // As the bodies' own: a point that is returned through memory costs as much as finding it.
    #[inline(always)]
    fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        if self.margin > 0.0 {
            self.body.core_support(direction, hint)
        } else {
            self.body.support(direction, hint)
        }
    }

    #[inline]
    fn extent(&self, direction: &Vec3, hint: &mut u32) -> f64 {
        if self.margin > 0.0 {
            direction.dot(&self.body.core_support(direction, hint))
        } else {
            self.body.extent(direction, hint)
        }
    }

    #[inline]
    fn patch(&self, direction: &Vec3, _of_core: bool, patch: &mut Patch) -> bool {
        self.body.patch(direction, self.margin > 0.0, patch)
    }

    #[inline]
    fn as_primitive(&self) -> Option<(&Primitive, bool)> {
        self.body.as_primitive().map(|(solid, of_core)| (solid, of_core || self.margin > 0.0))
    }

    #[inline]
    fn flat_sides(&self) -> [bool; 3] {
        self.body.flat_sides()
    }

    #[inline]
    fn is_polytope(&self) -> bool {
        (self.margin > 0.0 || self.body.margin() == 0.0) && self.body.is_polytope()
    }

    #[inline]
    fn core_box(&self) -> Option<Vec3> {
        if self.margin > 0.0 || self.body.margin() == 0.0 { self.body.core_box() } else { None }
    }

    /// The box of the whole body.
    #[inline]
    fn bounds(&self) -> Aabb {
        self.body.bounds()
    }

    #[inline]
    fn center(&self) -> Vec3 {
        self.body.center()
    }

    #[inline]
    fn reach(&self) -> Vec3 {
        self.body.reach()
    }

    #[inline]
    fn facet(&self) -> Option<[Vec3; 2]> {
        self.body.facet()
    }
}
