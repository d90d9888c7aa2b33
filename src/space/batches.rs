//! Many queries in one call, which the threads of the space share. No object is moved; each answer is that of the single query,
//! to the last bit.

use super::queries::RayHit;
use super::world::Space;
use super::{Error, Object, Selector};
use crate::scene::World;
use crate::scene::batch::{self, Links, PairRows, PutRow};
use crate::scene::object::ObjectRef;
use crate::scene::pair_queries::QueryError;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::memory;
use solid_geometry::query::{CastHit, ClosestPair, Contact, SignedDistance, SurfacePoint};

/// The answers of the rows of a batch, or why a row has none.
type Answers<T> = Vec<Result<T, Error>>;

/// One side of the pairs of a batch: the object of each row, where it is, and how it moves. What there is one of serves for all
/// rows.
///
/// ```
/// use solid::space::{BatchSide, Placement, Shape, Space, Vec3};
///
/// let mut space = Space::new();
/// let (ball, block) = (space.create_object(Shape::sphere(1.0)?)?, space.create_object(Shape::cuboid([2.0; 3])?)?);
/// let poses = [2.5, 5.0].map(|x| Placement::translation([x, 0.0, 0.0]));
/// let motion = Vec3::new(-2.0, 0.0, 0.0);
/// let moving = BatchSide::of(&ball).at(&poses).moving(std::slice::from_ref(&motion));
/// let hits = space.batch(moving, BatchSide::of(&block)).cast();
/// let time = hits[0]?.expect("a hit").time;
/// assert!((time - 0.25).abs() < 1e-6 && hits[1]?.is_none());
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BatchSide<'a> {
    objects: &'a [Object],
    placements: Option<&'a [Placement]>,
    motions: Option<&'a [Vec3]>,
}

impl<'a> BatchSide<'a> {
    /// The object of each row, where it is placed now.
    pub fn new(objects: &'a [Object]) -> BatchSide<'a> {
        BatchSide { objects, placements: None, motions: None }
    }

    /// The same object in all rows.
    pub fn of(object: &'a Object) -> BatchSide<'a> {
        BatchSide::new(std::slice::from_ref(object))
    }

    /// Where it is in each row, instead of where it is placed now.
    pub fn at(self, placements: &'a [Placement]) -> BatchSide<'a> {
        BatchSide { placements: Some(placements), ..self }
    }

    /// By what it moves in each row, for [`PairBatch::cast`]; it rests unless this is given.
    pub fn moving(self, motions: &'a [Vec3]) -> BatchSide<'a> {
        BatchSide { motions: Some(motions), ..self }
    }

    /// The lengths of the columns.
    fn counts(&self) -> impl Iterator<Item = usize> {
        let optional = [self.placements.map(<[_]>::len), self.motions.map(<[_]>::len)];
        std::iter::once(self.objects.len()).chain(optional.into_iter().flatten())
    }
}

/// Pairs of objects of which something is to be known: see [`Space::batch`].
///
/// ```
/// use solid::space::{BatchSide, Error, Placement, Shape, Space};
///
/// let mut space = Space::new();
/// let (ball, block) = (space.create_object(Shape::sphere(1.0)?)?, space.create_object(Shape::cuboid([2.0; 3])?)?);
/// let poses = [3.0, f64::NAN, 1.5].map(|x| Placement::translation([x, 0.0, 0.0]));
/// let pairs = space.batch(BatchSide::of(&ball).at(&poses), BatchSide::of(&block));
/// assert_eq!(pairs.collide(), [Ok(false), Err(Error::NotFinite), Ok(true)]);
/// assert_eq!(pairs.closest_points()[0]?.distance, 1.0);
/// assert_eq!(pairs.depths()[2]?.expect("they overlap").depth, 0.5);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct PairBatch<'a> {
    world: &'a World<Selector>,
    sides: [BatchSide<'a>; 2],
    rows: usize,
}

/// What `query` puts for each of so many rows.
pub(super) fn answers_of<T>(rows: usize, query: impl FnOnce(&mut dyn FnMut(T))) -> Vec<T> {
    let mut answers = Vec::new();
    memory::reserve(&mut answers, rows);
    query(&mut |answer| answers.push(answer));
    answers
}

/// The entry of a row; one entry alone serves for all rows.
fn of_row<T: Copy>(column: &[T], row: usize) -> T {
    column[if column.len() == 1 { 0 } else { row }]
}

impl PairRows for [BatchSide<'_>; 2] {
    fn object(&self, side: usize, row: usize) -> ObjectRef {
        of_row(self[side].objects, row).0
    }

    fn placement(&self, side: usize, row: usize) -> Option<Placement> {
        self[side].placements.map(|all| of_row(all, row))
    }

    fn motion(&self, side: usize, row: usize) -> Vec3 {
        self[side].motions.map_or(Vec3::zeros(), |all| of_row(all, row))
    }
}

impl PairBatch<'_> {
    fn answers<T, R>(&self, query: impl FnOnce(&dyn PairRows, PutRow<'_, T>) -> R) -> Answers<T> {
        answers_of(self.rows, |put| {
            query(&self.sides, &mut |_, answer| put(answer.map_err(Error::from)));
        })
    }

    /// Whether the objects of each row collide.
    pub fn collide(&self) -> Answers<bool> {
        self.answers(|pairs, put| self.world.batch_collides(pairs, self.rows, false, put))
    }

    /// The same, up to the first row whose objects collide; those after it are left out.
    pub fn until_first_collision(&self) -> Answers<bool> {
        self.answers(|pairs, put| self.world.batch_collides(pairs, self.rows, true, put))
    }

    /// The distance and the closest points: see [`Space::closest_pair`].
    pub fn closest_points(&self) -> Answers<ClosestPair> {
        self.answers(|pairs, put| self.world.batch_closest_points(pairs, self.rows, put))
    }

    /// The deepest points: see [`Space::pen_depth`].
    pub fn depths(&self) -> Answers<Option<Contact>> {
        self.answers(|pairs, put| self.world.batch_penetrations(pairs, self.rows, put))
    }

    /// The contacts: see [`Space::contacts`].
    pub fn contacts(&self) -> Answers<Vec<Contact>> {
        self.answers(|pairs, put| self.world.batch_contacts(pairs, self.rows, put))
    }

    /// The first contact of objects of which each moves as [`BatchSide::moving`] says: see [`Space::cast_objects`].
    pub fn cast(&self) -> Answers<Option<CastHit>> {
        self.answers(|pairs, put| self.world.batch_casts(pairs, self.rows, put))
    }
}

/// Two objects in a configuration of a chain, and what was found about them: see [`ChainBatch`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainHit<T> {
    /// A link, and another one or another object of the space.
    pub objects: [Object; 2],
    /// What was found.
    pub found: T,
}

/// Objects that move together, such as the links of a robot, in many configurations: see [`Space::batch_chain`].
///
/// ```
/// use solid::space::{Placement, Shape, Space};
///
/// let mut space = Space::new();
/// let (wall, rod) = (space.create_object(Shape::cuboid([1.0, 9.0, 9.0])?)?, space.define(Shape::sphere(1.0)?));
/// let arm = [space.create_object(rod)?, space.create_object(rod)?];
/// // Two configurations. The links always touch each other.
/// let poses = [2.5, 4.0, 1.0, 2.5].map(|x| Placement::translation([x, 0.0, 0.0]));
/// let chain = space.batch_chain(&arm, &poses).leaving_out(|a, b| a + 1 == b);
/// let found = chain.collide()?;
/// assert_eq!(found[0]?, None);
/// assert_eq!(found[1]?.expect("it reaches the wall").objects, [arm[0], wall]);
/// assert_eq!(chain.nearest()?[0]?.expect("a pair").found.distance, 1.0);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct ChainBatch<'a, F = fn(usize, usize) -> bool, G = fn(usize) -> bool> {
    world: &'a World<Selector>,
    links: &'a [Object],
    placements: &'a [Placement],
    leaves_out: F,
    leaves_out_others: G,
}

impl<'a, F: Fn(usize, usize) -> bool, G: Fn(usize) -> bool> ChainBatch<'a, F, G> {
    /// Leaves out the pairs of links for which this holds, given their numbers in either order.
    pub fn leaving_out<H: Fn(usize, usize) -> bool>(self, leaves_out: H) -> ChainBatch<'a, H, G> {
        let ChainBatch { world, links, placements, leaves_out_others, .. } = self;
        ChainBatch { world, links, placements, leaves_out, leaves_out_others }
    }

    /// Leaves out the links for which this holds with all objects that are no links, such as a base that stands on the floor.
    pub fn leaving_out_others<H: Fn(usize) -> bool>(self, leaves_out: H) -> ChainBatch<'a, F, H> {
        let ChainBatch { world, links, placements, leaves_out: of_links, .. } = self;
        let leaves_out_others = leaves_out;
        ChainBatch { world, links, placements, leaves_out: of_links, leaves_out_others }
    }

    /// The first pair of objects that collide in each configuration, in the order of the links, then of the other objects.
    ///
    /// The error of this and the other queries is that of a link: it does not exist, or has nothing to hit.
    pub fn collide(&self) -> Result<Answers<Option<ChainHit<()>>>, Error> {
        self.answers(|links, rows, put| self.world.batch_chain_collides(links, rows, false, put))
    }

    /// The same, up to the first configuration in which objects collide; those after it are left out.
    pub fn until_first_collision(&self) -> Result<Answers<Option<ChainHit<()>>>, Error> {
        self.answers(|links, rows, put| self.world.batch_chain_collides(links, rows, true, put))
    }

    /// The nearest two objects of each configuration; `None` if there is no pair.
    pub fn nearest(&self) -> Result<Answers<Option<ChainHit<ClosestPair>>>, Error> {
        self.answers(|links, rows, put| self.world.batch_chain_nearest(links, rows, put))
    }

    /// The two objects of each configuration that are deepest in each other; `None` if none collide.
    pub fn deepest(&self) -> Result<Answers<Option<ChainHit<Contact>>>, Error> {
        self.answers(|links, rows, put| self.world.batch_chain_deepest(links, rows, put))
    }

    fn answers<T>(
        &self,
        query: impl FnOnce(
            &Links<'_>,
            usize,
            PutRow<'_, Option<batch::ChainHit<T>>>,
        ) -> Result<Option<usize>, QueryError>,
    ) -> Result<Answers<Option<ChainHit<T>>>, Error> {
        let objects: Vec<_> = self.links.iter().map(|object| object.0).collect();
        let links = Links {
            objects: &objects,
            placement: &|number| self.placements[number],
            leaves_out: &|a, b| {
                if b == objects.len() {
                    (self.leaves_out_others)(a)
                } else {
                    (self.leaves_out)(a, b)
                }
            },
        };
        let rows = self.placements.len() / objects.len();
        let mut answers = Vec::new();
        memory::reserve(&mut answers, rows);
        query(&links, rows, &mut |_, answer| {
            let answer = answer.map(|hit| {
                hit.map(|hit| ChainHit { objects: hit.objects.map(Object), found: hit.found })
            });
            answers.push(answer.map_err(Error::from));
        })?;
        Ok(answers)
    }
}

impl Space {
    /// Many pairs of objects, wherever they are placed: one object at many placements against another one, or in each row two
    /// objects and their placements.
    ///
    /// # Panics
    ///
    /// If two columns have different numbers of rows, and neither has one alone.
    pub fn batch<'a>(&'a self, a: BatchSide<'a>, b: BatchSide<'a>) -> PairBatch<'a> {
        let counts = || a.counts().chain(b.counts());
        let rows = counts().find(|count| *count != 1).unwrap_or(1);
        assert!(counts().all(|count| count == 1 || count == rows), "columns of different lengths");
        PairBatch { world: &self.world, sides: [a, b], rows }
    }

    /// Many configurations of objects that move together, among all other objects as they are placed now. `placements` has
    /// those of all links in the first configuration, then those in the next one. Pairs whose filters exclude each other are
    /// left out.
    ///
    /// # Panics
    ///
    /// If there are no links, or the placements are no multiple of them.
    pub fn batch_chain<'a>(
        &'a self,
        links: &'a [Object],
        placements: &'a [Placement],
    ) -> ChainBatch<'a> {
        assert!(!links.is_empty(), "no links");
        assert!(placements.len().is_multiple_of(links.len()), "not as many placements as links");
        let (leaves_out, leaves_out_others) = (|_, _| false, |_| false);
        ChainBatch { world: &self.world, links, placements, leaves_out, leaves_out_others }
    }

    /// The first hit of each of many rays, given by their ends: see [`Space::ray_cast`].
    ///
    /// ```
    /// use solid::space::{Shape, Space, Vec3};
    ///
    /// let mut space = Space::new();
    /// let ball = space.create_object(Shape::sphere(1.0)?)?;
    /// let rays = [0.0, 3.0].map(|y| [Vec3::new(5.0, y, 0.0), Vec3::new(-5.0, y, 0.0)]);
    /// let hits = space.batch_rays(&rays);
    /// assert_eq!(hits[0]?.expect("a hit").object, ball);
    /// assert_eq!(hits[1], Ok(None));
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn batch_rays(&mut self, rays: &[[Vec3; 2]]) -> Vec<Result<Option<RayHit>, Error>> {
        answers_of(rays.len(), |put| {
            self.world.batch_rays(rays.len(), &|row| rays[row], &mut |_, hit| {
                put(hit.map(|hit| hit.as_ref().map(RayHit::of)).map_err(Error::from));
            });
        })
    }

    /// Where each of many points is on the surface of its object: see [`Space::surface_point`].
    ///
    /// ```
    /// use solid::space::{Shape, Space, Vec3};
    ///
    /// let mut space = Space::new();
    /// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Vec3::from);
    /// let sheet = space.create_object(Shape::mesh(&corners, &[[0, 1, 2]])?)?;
    /// let found = space.batch_surface_points(&[(sheet, Vec3::new(1.0, 2.0, 0.0))]);
    /// assert_eq!(found[0]?.weights, Some([0.25, 0.25, 0.5]));
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn batch_surface_points(
        &self,
        points: &[(Object, Vec3)],
    ) -> Vec<Result<SurfacePoint, Error>> {
        let read = |row: usize| Some((points[row].0.0, points[row].1));
        answers_of(points.len(), |put| {
            self.world.batch_surface_points(points.len(), &read, &mut |_, found| {
                found.map_err(Error::from).transpose().map(&mut *put);
            });
        })
    }

    /// How far each of many points is from the surface of its object: see [`Space::signed_distance`].
    ///
    /// ```
    /// use solid::space::{Shape, Space, Vec3};
    ///
    /// let mut space = Space::new();
    /// let ball = space.create_object(Shape::sphere(1.0)?)?;
    /// let found = space.batch_signed_distances(&[(ball, Vec3::x() * 3.0), (ball, Vec3::x() * 0.5)]);
    /// assert_eq!((found[0]?.distance, found[1]?.distance), (2.0, -0.5));
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn batch_signed_distances(
        &self,
        points: &[(Object, Vec3)],
    ) -> Vec<Result<SignedDistance, Error>> {
        let read = |row: usize| (points[row].0.0, points[row].1);
        answers_of(points.len(), |put| {
            self.world.batch_signed_distances(points.len(), &read, &mut |_, found| {
                put(found.map_err(Error::from));
            });
        })
    }
}
