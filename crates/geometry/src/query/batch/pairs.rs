//! Batches of pairs of shapes, and of rays.

use super::bounds::Intersections;
use super::poses::{Poses, Vectors};
use super::run::{Batch, Report, RowError, check_columns};
use crate::math::vector::is_finite;
use crate::math::{Placement, Vec3};
use crate::query::{
    self, CastHit, ClosestPair, Contact, Shape, ShapeError, SignedDistance, WarmStart,
};

/// One side of a batch of pairs: the shape of each row and its placement. What there is one of serves for all rows.
///
/// ```
/// use solid_geometry::query::batch::{Batch, Bodies, Pairs};
/// use solid_geometry::{Placement, Shape};
///
/// let shapes = [Shape::sphere(1.0)?, Shape::sphere(2.0)?];
/// let far = Placement::translation([9.0, 0.0, 0.0]);
/// let pairs = Pairs {
///     a: Bodies { shapes: &shapes, which: Some(&[0, 1, 0]), poses: (&Placement::IDENTITY).into() },
///     b: Bodies::of(&shapes[0], &far),
/// };
/// let mut distances = [0.0; 3];
/// Batch::default().distances(&pairs, &mut distances);
/// assert_eq!(distances, [7.0, 6.0, 7.0]);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bodies<'a> {
    /// The shapes that occur.
    pub shapes: &'a [Shape],
    /// Which of them each row has; the first one in all, if `None`.
    pub which: Option<&'a [u32]>,
    /// The placements.
    pub poses: Poses<'a>,
}

impl<'a> Bodies<'a> {
    /// The same shape in all rows.
    pub fn of(shape: &'a Shape, poses: impl Into<Poses<'a>>) -> Bodies<'a> {
        Bodies { shapes: std::slice::from_ref(shape), which: None, poses: poses.into() }
    }

    /// The number of rows for which there is something, 1 if it is the same for all.
    pub(super) fn len(&self) -> usize {
        match self.which {
            Some(which) if which.len() != 1 => which.len(),
            _ => self.poses.len(),
        }
    }

    /// Panics unless shapes and placements fit together and the answers are as many.
    pub(super) fn check(&self, answers: usize) {
        let len = self.len();
        check_columns(len, [self.poses.len(), self.which.map_or(1, <[u32]>::len)]);
        assert_eq!(answers, len, "not as many answers as rows");
    }

    /// The body in a row. `pose` receives its placement, which is written once: a body that owned it would be copied on return.
    #[inline]
    pub(super) fn row<'p>(&self, row: usize, pose: &'p mut Placement) -> Result<Body<'p>, RowError>
    where
        'a: 'p,
    {
        *pose = self.poses.of_row(row);
        self.body(self.shape_of(row), pose)
    }

    /// The number of the shape in a row, which need not exist.
    #[inline]
    pub(super) fn shape_of(&self, row: usize) -> usize {
        match self.which {
            None => 0,
            Some([one]) => *one as usize,
            Some(which) => which[row] as usize,
        }
    }

    /// A body of a shape at a placement.
    #[inline]
    pub(super) fn body<'p>(&self, which: usize, pose: &'p Placement) -> Result<Body<'p>, RowError>
    where
        'a: 'p,
    {
        let shape = self.shapes.get(which).ok_or(RowError::NoSuchShape)?;
        if pose.is_finite() { Ok(Body { which, shape, pose }) } else { Err(RowError::NotFinite) }
    }
}

/// A batch of pairs: two shapes and their placements in each row.
///
/// ```
/// use solid_geometry::query::batch::{Batch, Bodies, Pairs};
/// use solid_geometry::{Placement, Shape};
///
/// let ball = Shape::sphere(1.0)?;
/// let poses = [5.0, 1.0].map(|x| Placement::translation([x, 0.0, 0.0]));
/// let pairs = Pairs { a: Bodies::of(&ball, &poses[..]), b: Bodies::of(&ball, &Placement::IDENTITY) };
/// assert_eq!(pairs.len(), 2);
/// assert_eq!(Batch::default().first_intersecting(&pairs).0, Some(1));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pairs<'a> {
    /// The first shapes.
    pub a: Bodies<'a>,
    /// The second ones.
    pub b: Bodies<'a>,
}

/// A body in a row.
#[derive(Clone, Copy)]
pub(super) struct Body<'a> {
    /// The number of its shape.
    pub(super) which: usize,
    pub(super) shape: &'a Shape,
    pub(super) pose: &'a Placement,
}

impl<'a> Pairs<'a> {
    /// The number of rows.
    pub fn len(&self) -> usize {
        match (self.a.len(), self.b.len()) {
            (1, of_b) => of_b,
            (of_a, _) => of_a,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Panics unless all columns fit together and the answers are as many.
    pub(super) fn check(&self, answers: usize) {
        let len = self.len();
        for bodies in [&self.a, &self.b] {
            check_columns(len, [bodies.poses.len(), bodies.which.map_or(1, <[u32]>::len)]);
        }
        assert_eq!(answers, len, "not as many answers as rows");
    }

    /// The two bodies in a row, with their placements in `poses`.
    #[inline]
    pub(super) fn row<'p>(
        &self,
        row: usize,
        poses: &'p mut [Placement; 2],
    ) -> Result<[Body<'p>; 2], RowError>
    where
        'a: 'p,
    {
        let [of_a, of_b] = poses;
        Ok([self.a.row(row, of_a)?, self.b.row(row, of_b)?])
    }
}

/// Rays, each from one point to another.
///
/// ```
/// use solid_geometry::query::batch::{Batch, Rays};
/// use solid_geometry::{Placement, Shape, Vec3};
///
/// let (ball, here) = (Shape::sphere(1.0)?, Placement::IDENTITY);
/// let starts = [0.0, 3.0].map(|x| Vec3::new(x, 0.0, 5.0));
/// let ends = [0.0, 3.0].map(|x| Vec3::new(x, 0.0, -5.0));
/// let mut hits = [None; 2];
/// let rays = Rays { from: starts[..].into(), to: ends[..].into() };
/// Batch::default().rays(&ball, &here, &rays, &mut hits);
/// assert!(hits[0].is_some_and(|hit| (hit.time - 0.4).abs() < 1e-9) && hits[1].is_none());
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rays<'a> {
    /// The starts.
    pub from: Vectors<'a>,
    /// The ends.
    pub to: Vectors<'a>,
}

impl Rays<'_> {
    /// The number of rays.
    pub fn len(&self) -> usize {
        match (self.from.len(), self.to.len()) {
            (1, count) => count,
            (count, _) => count,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Panics unless starts and ends are as many and as the answers.
    pub(super) fn check(&self, answers: usize) {
        let len = self.len();
        check_columns(len, [self.from.len(), self.to.len()]);
        assert_eq!(answers, len, "not as many answers as rows");
    }

    pub(super) fn row(&self, row: usize) -> Result<[Vec3; 2], RowError> {
        let ends = self.from.of_row(row).zip(self.to.of_row(row));
        let ends = ends.filter(|(from, to)| is_finite(&(to - from)));
        ends.map(|(from, to)| [from, to]).ok_or(RowError::NotFinite)
    }
}

/// # Panics
///
/// All queries panic if the columns of a batch, or its answers, are of different lengths.
impl Batch {
    /// Answers each row by any query about two placed shapes; `None` if these have nothing to hit.
    ///
    /// ```
    /// # use solid_geometry::query::batch::{Batch, Bodies, Pairs};
    /// # use solid_geometry::{Placement, Shape};
    /// let ball = Shape::sphere(1.0)?;
    /// let poses = [1.5, 1.0].map(|x| Placement::translation([x, 0.0, 0.0]));
    /// let pairs = Pairs { a: Bodies::of(&ball, &poses[..]), b: Bodies::of(&ball, &Placement::IDENTITY) };
    /// let mut depths = [0.0; 2];
    /// Batch::default().query(&pairs, &mut depths, |warm, [(a, p), (b, q)]| {
    ///     Some(warm.penetration(a, p, b, q).map_or(0.0, |contact| contact.depth))
    /// });
    /// assert_eq!(depths, [0.5, 1.0]);
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn query<T: Send>(
        &self,
        pairs: &Pairs<'_>,
        answers: &mut [T],
        query: impl Fn(&mut WarmStart, [(&Shape, &Placement); 2]) -> Option<T> + Sync,
    ) -> Report {
        pairs.check(answers.len());
        self.answer(answers, |warm, row| {
            let mut poses = [Placement::IDENTITY; 2];
            let bodies = pairs.row(row, &mut poses)?.map(|body| (body.shape, body.pose));
            query(warm, bodies).ok_or(RowError::NothingToHit)
        })
    }

    /// Whether the shapes of each row share a point: [`query::intersects`](crate::query::intersects).
    pub fn intersects(&self, pairs: &Pairs<'_>, hits: &mut [bool]) -> Report {
        pairs.check(hits.len());
        let rows = Intersections::of(pairs);
        self.answer(hits, |warm, row| rows.row(row, warm))
    }

    /// The first row whose shapes share a point. Those after it need not be decided, and are not in the report.
    pub fn first_intersecting(&self, pairs: &Pairs<'_>) -> (Option<usize>, Report) {
        pairs.check(pairs.len());
        let rows = Intersections::of(pairs);
        self.first(pairs.len(), |warm, row| rows.row(row, warm))
    }

    /// The distances: [`query::distance`](crate::query::distance).
    pub fn distances(&self, pairs: &Pairs<'_>, distances: &mut [f64]) -> Report {
        self.query(pairs, distances, |warm, [(a, p), (b, q)]| warm.distance(a, p, b, q))
    }

    /// Whether the shapes are within a distance: [`query::is_within`](crate::query::is_within).
    pub fn are_within(&self, pairs: &Pairs<'_>, distance: f64, answers: &mut [bool]) -> Report {
        self.query(pairs, answers, |warm, [(a, p), (b, q)]| {
            Some(warm.is_within(a, p, b, q, distance))
        })
    }

    /// The closest points: [`query::closest_points`](fn@crate::query::closest_points).
    pub fn closest_points(&self, pairs: &Pairs<'_>, found: &mut [ClosestPair]) -> Report {
        self.query(pairs, found, |warm, [(a, p), (b, q)]| warm.closest_points(a, p, b, q))
    }

    /// The deepest points: [`query::penetration`](crate::query::penetration); `None` of shapes that are apart.
    pub fn penetrations(&self, pairs: &Pairs<'_>, found: &mut [Option<Contact>]) -> Report {
        self.query(pairs, found, |warm, [(a, p), (b, q)]| Some(warm.penetration(a, p, b, q)))
    }

    /// The contacts: [`query::contacts`](fn@crate::query::contacts). `found` has the same number of places for each row, which are
    /// filled from the first on; `counts` is how many contacts there were, which may be more.
    pub fn contacts(
        &self,
        pairs: &Pairs<'_>,
        counts: &mut [usize],
        found: &mut [Contact],
    ) -> Report {
        pairs.check(counts.len());
        let memory = || self.warm_start();
        self.run(self.places(counts, found), memory, |warm, row, place, part| {
            let mut poses = [Placement::IDENTITY; 2];
            let [a, b] = pairs.row(row, &mut poses)?;
            let contacts = warm.contacts(a.shape, a.pose, b.shape, b.pose);
            let (count, places) = part.of_row(place);
            *count = contacts.len();
            places.iter_mut().zip(contacts).for_each(|(place, contact)| *place = *contact);
            Ok(())
        })
    }

    /// Where each ray enters a shape: [`query::ray`](crate::query::ray).
    pub fn rays(
        &self,
        shape: &Shape,
        pose: &Placement,
        rays: &Rays<'_>,
        hits: &mut [Option<CastHit>],
    ) -> Report {
        rays.check(hits.len());
        self.answer(hits, |warm, row| {
            let [from, to] = rays.row(row)?;
            Ok(warm.ray(shape, pose, from, to))
        })
    }

    /// How far each point is from the surface of a shape, negative inside: [`query::signed_distance`](crate::query::signed_distance).
    ///
    /// ```
    /// use solid_geometry::query::batch::Batch;
    /// use solid_geometry::{Placement, Shape, Vec3};
    ///
    /// let (block, points) = (Shape::cuboid([2.0; 3])?, [0.5, 3.0].map(|x| Vec3::x() * x));
    /// let mut found = [None; 2];
    /// Batch::default().signed_distances(&block, &Placement::IDENTITY, points[..].into(), &mut found)?;
    /// let distances = found.map(|found| found.expect("finite").distance);
    /// assert!((distances[0] + 0.5).abs() < 1e-9 && (distances[1] - 2.0).abs() < 1e-9);
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn signed_distances(
        &self,
        shape: &Shape,
        pose: &Placement,
        points: Vectors<'_>,
        found: &mut [Option<SignedDistance>],
    ) -> Result<Report, ShapeError> {
        check_columns(points.len(), [found.len()]);
        let body = query::Body::new(shape.view(), pose);
        if body.is_some_and(|body| body.shape.is_open()) {
            return Err(ShapeError::NotClosed);
        }
        Ok(self.answer_with(
            found,
            || (),
            |(), row| {
                let body = body.ok_or(RowError::NothingToHit)?;
                let point = points.of_row(row).ok_or(RowError::NotFinite)?;
                match body.signed_distance(&point) {
                    Ok(Some(found)) => Ok(Some(found)),
                    _ => Err(RowError::NothingToHit),
                }
            },
        ))
    }
}
