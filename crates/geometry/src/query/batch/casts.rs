//! Batches of shapes that move: the first contact of each row.

use super::obstacles::{ObstacleHit, Obstacles};
use super::pairs::{Bodies, Pairs, Rays};
use super::poses::{Poses, Vectors};
use super::run::{Batch, Report, RowError, check_columns};
use crate::broad::{BroadPhase, Swept};
use crate::interrupt::Pace;
use crate::math::tolerance::BOX_ROUNDING;
use crate::math::{Placement, Vec3};
use crate::motion::Motion;
use crate::query::cast_motion::{Timed, decided};
use crate::query::{CastHit, LocalBounds, Shape, Undecided};

#[cfg(test)]
mod tests;

/// What to make of the motion between two placements: nothing, or for example [`Motion::screw`].
type Adjust<'a> = &'a (dyn Fn(Motion) -> Motion + Sync);

/// The motion of a body, whose origin goes straight while it turns by the shortest way, unless `adjust` makes another of it.
fn motion(start: &Placement, end: &Placement, adjust: Adjust<'_>) -> Result<Motion, RowError> {
    Motion::between(start, end).map(adjust).ok_or(RowError::NotFinite)
}

/// A box that holds a shape all the way, with a margin for what the shape may be apart from what it hits.
fn swept(shape: &Shape, motion: &Motion, tolerance: f64) -> Swept {
    let (bounds, by) = (LocalBounds::of(shape.view()), motion.velocity());
    let from = if motion.is_translation() {
        bounds.aabb(motion.start())
    } else {
        let origin = Vec3::zeros();
        let under = |basis: &_| bounds.aabb(&Placement { basis: *basis, origin });
        motion.moving_box(&bounds.bounds, under)
    };
    let reach = from.min.abs() + from.max.abs() + motion.start().origin.abs() + by.abs();
    let margin = 4.0 * BOX_ROUNDING * reach.sum() + tolerance * (from.max - from.min).sum();
    Swept { from: from.inflated(&Vec3::repeat(margin)), motion: by }
}

impl Timed for ObstacleHit<CastHit> {
    fn time(&self) -> f64 {
        self.found.time
    }
}

impl Obstacles {
    /// The first obstacle that is hit by what `swept` holds all the way, by the time that `cast` finds; of several the first. An error if one is
    /// left open that may be hit earlier.
    fn first_hit(
        &self,
        swept: &Swept,
        mut cast: impl FnMut(&Shape, &Placement) -> Result<Option<CastHit>, Undecided>,
    ) -> Result<Option<ObstacleHit<CastHit>>, RowError> {
        let mut first: Option<ObstacleHit<CastHit>> = None;
        let (mut undecided, mut pace): (Option<Undecided>, _) = (None, Pace::default());
        self.tree().query_swept(swept, 1.0, &mut |obstacle, _| {
            pace.step();
            let found = self.get(obstacle).map(|(shape, pose)| cast(shape, pose));
            match found {
                Some(Ok(Some(found))) => {
                    let is_first = first.is_none_or(|first| {
                        (found.time, obstacle) < (first.found.time, first.obstacle)
                    });
                    if is_first {
                        first = Some(ObstacleHit { obstacle, found });
                    }
                }
                Some(Err(open)) if undecided.is_none_or(|known| open.until < known.until) => {
                    undecided = Some(open);
                }
                _ => {}
            }
            first.map_or(1.0, |first| first.found.time)
        });
        Ok(decided(first, undecided).transpose()?)
    }
}

/// # Panics
///
/// All queries panic if the columns of a batch, or its answers, are of different lengths.
impl Batch {
    /// The first contacts of shapes of which each moves by its motion, while time goes from 0 to 1:
    /// [`query::cast`](fn@crate::query::cast).
    pub fn casts(
        &self,
        pairs: &Pairs<'_>,
        motions: [Vectors<'_>; 2],
        hits: &mut [Option<CastHit>],
    ) -> Report {
        check_columns(pairs.len(), motions.map(|of| of.len()));
        pairs.check(hits.len());
        self.answer(hits, |warm, row| {
            let (of_a, of_b) = (motions[0].of_row(row), motions[1].of_row(row));
            let (of_a, of_b) = of_a.zip(of_b).ok_or(RowError::NotFinite)?;
            let mut poses = [Placement::IDENTITY; 2];
            let [a, b] = pairs.row(row, &mut poses)?;
            Ok(warm.cast(a.shape, a.pose, of_a, b.shape, b.pose, of_b))
        })
    }

    /// The first contacts of shapes that move and turn from their placements to those in `ends`, while time goes from 0 to 1:
    /// [`query::cast_motion`](fn@crate::query::cast_motion), of [`Motion::between`] the two placements. `adjust` makes what is wanted
    /// of that, such as [`Motion::screw`].
    ///
    /// Rows whose shapes graze each other for too long are refused: [`RowError::Undecided`]. At a contact the shapes are no farther apart than the tolerance of the batch times the longest half extent of the smaller
    /// one.
    ///
    /// ```
    /// use solid_geometry::query::batch::{Batch, Bodies, Pairs};
    /// use solid_geometry::{Placement, Shape};
    ///
    /// // A rod turns by a right angle, or stays; a ball is where its end comes by.
    /// let (rod, ball) = (Shape::cuboid([4.0, 0.0, 0.0])?, Shape::sphere(0.0)?);
    /// let (here, there) = (Placement::IDENTITY, Placement::translation([1.0, 1.0, 0.0]));
    /// let mut turned = here;
    /// turned.rotate(&[0.0, 0.0, 1.0, 1.0]);
    /// let starts = [here; 2];
    /// let pairs = Pairs { a: Bodies::of(&rod, &starts[..]), b: Bodies::of(&ball, &there) };
    /// let (ends, mut hits) = ([turned, here], [None; 2]);
    /// let ends = [ends[..].into(), (&there).into()];
    /// Batch::default().casts_turning(&pairs, ends, &|motion| motion, &mut hits);
    /// assert!(hits[0].is_some_and(|hit| (hit.time - 0.5).abs() < 1e-6) && hits[1].is_none());
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn casts_turning(
        &self,
        pairs: &Pairs<'_>,
        ends: [Poses<'_>; 2],
        adjust: Adjust<'_>,
        hits: &mut [Option<CastHit>],
    ) -> Report {
        check_columns(pairs.len(), ends.map(|of| of.len()));
        pairs.check(hits.len());
        self.answer(hits, |warm, row| {
            let mut poses = [Placement::IDENTITY; 2];
            let [a, b] = pairs.row(row, &mut poses)?;
            let of_a = motion(a.pose, &ends[0].of_row(row), adjust)?;
            let of_b = motion(b.pose, &ends[1].of_row(row), adjust)?;
            Ok(warm.cast_turning(a.shape, &of_a, b.shape, &of_b)?)
        })
    }

    /// The obstacle that the shape of each row hits first while it moves by its motion, and where; of several the first one, and
    /// `None` if it hits none. As [`Batch::casts`].
    pub fn casts_at_obstacles(
        &self,
        bodies: &Bodies<'_>,
        motions: Vectors<'_>,
        obstacles: &Obstacles,
        hits: &mut [Option<ObstacleHit<CastHit>>],
    ) -> Report {
        check_columns(bodies.len(), [motions.len()]);
        bodies.check(hits.len());
        self.answer(hits, |warm, row| {
            let (mut pose, rest) = (Placement::IDENTITY, Vec3::zeros());
            let body = bodies.row(row, &mut pose)?;
            let by = motions.of_row(row).ok_or(RowError::NotFinite)?;
            let motion = Motion::translation(body.pose, &by);
            let swept = swept(body.shape, &motion, warm.tolerance());
            obstacles.first_hit(&swept, |shape, there| {
                Ok(warm.cast(body.shape, body.pose, by, shape, there, rest))
            })
        })
    }

    /// The obstacle that the shape of each row hits first while it moves and turns to its placement in `ends`. As
    /// [`Batch::casts_turning`].
    pub fn casts_turning_at_obstacles(
        &self,
        bodies: &Bodies<'_>,
        ends: Poses<'_>,
        adjust: Adjust<'_>,
        obstacles: &Obstacles,
        hits: &mut [Option<ObstacleHit<CastHit>>],
    ) -> Report {
        check_columns(bodies.len(), [ends.len()]);
        bodies.check(hits.len());
        self.answer(hits, |warm, row| {
            let mut pose = Placement::IDENTITY;
            let body = bodies.row(row, &mut pose)?;
            let motion = motion(body.pose, &ends.of_row(row), adjust)?;
            let swept = swept(body.shape, &motion, warm.tolerance());
            obstacles.first_hit(&swept, |shape, there| {
                warm.cast_turning(body.shape, &motion, shape, &Motion::rest(there))
            })
        })
    }

    /// The obstacle that each ray enters first, and where; of several the first one.
    pub fn rays_at_obstacles(
        &self,
        rays: &Rays<'_>,
        obstacles: &Obstacles,
        hits: &mut [Option<ObstacleHit<CastHit>>],
    ) -> Report {
        rays.check(hits.len());
        self.answer(hits, |warm, row| {
            let [from, to] = rays.row(row)?;
            let swept = Swept::ray(from, to - from);
            obstacles.first_hit(&swept, |shape, pose| Ok(warm.ray(shape, pose, from, to)))
        })
    }
}
