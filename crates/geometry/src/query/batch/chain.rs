//! Batches of bodies that move together: the links of a robot in many configurations.

use super::obstacles::{Memory, ObstacleHit, Obstacles, Order, nearest_by_bound};
use super::poses::Poses;
use super::run::{Batch, Report, RowError, check_columns};
use crate::interrupt::Pace;
use crate::math::Placement;
use crate::query::{ClosestPair, Contact, LocalBounds, Shape, WarmStart};
use crate::shape::{BoundingSpheres, SphereTest};

/// The links of a robot, or other bodies that move together, and the pairs of them that are tested.
///
/// Bodies are numbered: first the links in their order, then the obstacles, if any. A pair has the lower number first, and
/// pairs are in the order of their numbers.
///
/// ```
/// use solid_geometry::query::batch::{Batch, Chain};
/// use solid_geometry::{Placement, Shape};
///
/// // Three balls on a string: neighbours always touch.
/// let links = vec![Shape::sphere(1.0)?; 3];
/// let chain = Chain::new(&links, |a, b| a + 1 != b);
/// assert_eq!(chain.pairs(), [[0, 2]]);
/// // Two configurations: stretched, and curled up.
/// let at = |x: f64, y: f64| Placement::translation([x, y, 0.0]);
/// let (first, second, third) = ([at(0.0, 0.0)], [at(1.9, 0.0)], [at(3.8, 0.0), at(1.0, 1.7)]);
/// let poses = [first[..].into(), second[..].into(), third[..].into()];
/// let mut found = [None; 2];
/// Batch::default().first_touching_links(&chain, &poses, None, &mut found);
/// assert_eq!(found, [None, Some([0, 2])]);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub struct Chain {
    links: Vec<(Shape, LocalBounds)>,
    pairs: Vec<[u32; 2]>,
    /// Which links are tested against which obstacles, row by row; all, if empty.
    against: Vec<bool>,
    /// The places of bodies in the order in which queries take them; that of their numbers, if empty.
    ranks: Vec<usize>,
}

/// What was found in a configuration, and about which two bodies.
///
/// ```
/// use solid_geometry::query::batch::{Batch, Chain, LinkHit};
/// use solid_geometry::{Placement, Shape};
///
/// let chain = Chain::new(&vec![Shape::sphere(1.0)?; 3], |_, _| true);
/// let [a, b, c] = [0.0, 1.5, 3.0].map(|x| Placement::translation([x, 0.0, 0.0]));
/// let mut deepest = [None];
/// Batch::default().deepest_links(&chain, &[(&a).into(), (&b).into(), (&c).into()], None, &mut deepest);
/// let LinkHit { pair, found } = deepest[0].expect("neighbours touch");
/// assert_eq!((pair, found.depth), ([0, 1], 0.5)); // the first of two that are as deep
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkHit<T> {
    /// The numbers of the bodies.
    pub pair: [u32; 2],
    /// What was found.
    pub found: T,
}

impl<T> LinkHit<T> {
    /// Keeps the better of two, of which less is better; of equals that of the first pair.
    fn keep_least(best: &mut Option<LinkHit<T>>, other: LinkHit<T>, key: impl Fn(&T) -> f64) {
        let is_better = best
            .as_ref()
            .is_none_or(|best| (key(&other.found), other.pair) < (key(&best.found), best.pair));
        if is_better {
            *best = Some(other);
        }
    }
}

impl Chain {
    /// The chain of these links, of which those pairs are tested that `is_tested` holds for; it is given the lower number first.
    pub fn new(links: &[Shape], is_tested: impl Fn(usize, usize) -> bool) -> Chain {
        let count = links.len();
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let pairs = pairs.filter(|&(a, b)| is_tested(a, b)).map(|(a, b)| [a as u32, b as u32]);
        let pairs = pairs.collect();
        let links = links.iter().map(|link| (link.clone(), LocalBounds::of(link.view()))).collect();
        Chain { links, pairs, against: Vec::new(), ranks: Vec::new() }
    }

    /// Tests a link against an obstacle only where `is_tested` holds for their numbers, the latter from 0 on. Without this all
    /// links are tested against all obstacles.
    ///
    /// ```
    /// # use solid_geometry::query::batch::{Batch, Chain, Obstacles};
    /// # use solid_geometry::{Placement, Shape};
    /// // The first link stands on the floor.
    /// let (floor, links) = (Shape::cuboid([9.0, 1.0, 9.0])?, vec![Shape::sphere(1.0)?; 2]);
    /// let floor = Obstacles::new([(floor, Placement::IDENTITY)]).expect("finite");
    /// let chain = Chain::new(&links, |_, _| true).with_obstacles(floor.len(), |link, _| link != 0);
    /// let [low, high] = [1.0, 5.0].map(|y| Placement::translation([0.0, y, 0.0]));
    /// let mut found = [None];
    /// let poses = [(&low).into(), (&high).into()];
    /// Batch::default().first_touching_links(&chain, &poses, Some(&floor), &mut found);
    /// assert_eq!(found, [None]);
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn with_obstacles(self, count: usize, is_tested: impl Fn(usize, usize) -> bool) -> Chain {
        let links = 0..self.links.len();
        let all = links.flat_map(|link| (0..count).map(move |obstacle| (link, obstacle)));
        Chain { against: all.map(|(link, obstacle)| is_tested(link, obstacle)).collect(), ..self }
    }

    /// Has queries take the body of the lower rank first, so that answers are to the last bit those of queries that do. The ranks are
    /// those of the links, then of the obstacles. Results name the bodies in the same order as without.
    pub fn with_ranks(self, ranks: Vec<usize>) -> Chain {
        Chain { ranks, ..self }
    }

    /// Whether queries take the second of two bodies first.
    fn is_reversed(&self, a: usize, b: usize) -> bool {
        self.ranks.get(a).zip(self.ranks.get(b)).is_some_and(|(a, b)| a > b)
    }

    /// The order in which queries take a link and an obstacle; `None` if they are not tested.
    fn order(&self, link: usize, obstacle: u32, count: usize) -> Option<Order> {
        let reversed = self.is_reversed(link, self.links.len() + obstacle as usize);
        self.is_against(link, obstacle, count).then_some(if reversed {
            Order::Reversed
        } else {
            Order::Given
        })
    }

    /// The number of links.
    pub fn len(&self) -> usize {
        self.links.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The pairs of links that are tested.
    pub fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    /// Whether a link is tested against an obstacle, of so many.
    fn is_against(&self, link: usize, obstacle: u32, count: usize) -> bool {
        let place = link * count + obstacle as usize;
        self.against.get(place).copied().unwrap_or(self.against.is_empty())
    }

    /// What was found about a link and an obstacle.
    fn hit<T>(&self, link: usize, hit: ObstacleHit<T>) -> LinkHit<T> {
        let pair = [link as u32, self.links.len() as u32 + hit.obstacle];
        LinkHit { pair, found: hit.found }
    }

    /// Panics unless the columns fit together.
    fn check(&self, poses: &[Poses<'_>], obstacles: Option<&Obstacles>, rows: usize) {
        assert_eq!(poses.len(), self.links.len(), "not as many columns as links");
        check_columns(rows, poses.iter().map(Poses::len));
        let is_known = self.against.is_empty()
            || self.against.len() == self.links.len() * obstacles.map_or(0, Obstacles::len);
        assert!(is_known, "not as many obstacles as the chain has");
    }
}

/// The memory of one thread.
struct Links {
    /// Where the links are.
    poses: Vec<Placement>,
    spheres: Vec<BoundingSpheres>,
    /// Of each pair.
    warm: Vec<WarmStart>,
    order: Vec<(f64, u32)>,
    memory: Memory,
}

impl Links {
    fn new(batch: &Batch, chain: &Chain) -> Links {
        Links {
            poses: Vec::new(),
            spheres: Vec::new(),
            warm: chain.pairs.iter().map(|_| batch.warm_start()).collect(),
            order: Vec::new(),
            memory: Memory::new(batch),
        }
    }

    /// Places the links as in a row.
    fn place(&mut self, chain: &Chain, poses: &[Poses<'_>], row: usize) -> Result<(), RowError> {
        self.poses.clear();
        self.poses.extend(poses.iter().map(|of| of.of_row(row)));
        if !self.poses.iter().all(Placement::is_finite) {
            return Err(RowError::NotFinite);
        }
        self.spheres.clear();
        let placed = chain.links.iter().zip(&self.poses);
        self.spheres.extend(placed.map(|((_, bounds), pose)| bounds.spheres(pose)));
        Ok(())
    }

    fn first_touching(&mut self, chain: &Chain, among: Option<&Obstacles>) -> Option<[u32; 2]> {
        let Links { poses, spheres, warm, memory, .. } = self;
        let mut pace = Pace::default();
        let mut pairs = chain.pairs.iter().zip(warm).peekable();
        for (link, (shape, _)) in chain.links.iter().enumerate() {
            while let Some(([a, b], warm)) = pairs.next_if(|([a, _], _)| *a as usize == link) {
                pace.step();
                let other = *b as usize;
                let touches = match spheres[link].classify(&spheres[other]) {
                    SphereTest::Separated => false,
                    SphereTest::Overlapping | SphereTest::Undecided => {
                        let bodies =
                            [(shape, &poses[link]), (&chain.links[other].0, &poses[other])];
                        let [(a, p), (b, q)] =
                            Order::of(chain.is_reversed(link, other)).taken(bodies);
                        warm.intersects(a, p, b, q)
                    }
                };
                if touches {
                    return Some([*a, *b]);
                }
            }
            let Some(obstacles) = among else { continue };
            let order = |obstacle| chain.order(link, obstacle, obstacles.len());
            let touched = obstacles.first_touched(memory, shape, &poses[link], order);
            if let Some(obstacle) = touched {
                return Some([link as u32, chain.links.len() as u32 + obstacle]);
            }
        }
        None
    }

    fn nearest(
        &mut self,
        chain: &Chain,
        among: Option<&Obstacles>,
    ) -> Option<LinkHit<ClosestPair>> {
        let Links { poses, spheres, warm, order, memory } = self;
        order.clear();
        order.extend(
            chain
                .pairs
                .iter()
                .zip(0..)
                .map(|([a, b], number)| (spheres[*a as usize].gap(&spheres[*b as usize]), number)),
        );
        let nearest = nearest_by_bound(order, f64::INFINITY, |number| {
            let [a, b] = chain.pairs[number as usize].map(|link| link as usize);
            let bodies = [(&chain.links[a].0, &poses[a]), (&chain.links[b].0, &poses[b])];
            Order::of(chain.is_reversed(a, b)).closest_points(&mut warm[number as usize], bodies)
        });
        let mut nearest =
            nearest.map(|(number, found)| LinkHit { pair: chain.pairs[number as usize], found });
        let Some(obstacles) = among else { return nearest };
        for (link, (shape, _)) in chain.links.iter().enumerate() {
            let limit = nearest.map_or(f64::INFINITY, |nearest| nearest.found.distance);
            let order = |obstacle| chain.order(link, obstacle, obstacles.len());
            if let Some(hit) = obstacles.nearest(memory, shape, &poses[link], limit, order) {
                let hit = chain.hit(link, hit);
                LinkHit::keep_least(&mut nearest, hit, |found| found.distance);
            }
        }
        nearest
    }

    fn deepest(&mut self, chain: &Chain, among: Option<&Obstacles>) -> Option<LinkHit<Contact>> {
        let Links { poses, spheres, warm, memory, .. } = self;
        let (mut deepest, mut pace): (Option<LinkHit<Contact>>, _) = (None, Pace::default());
        for (&pair, warm) in chain.pairs.iter().zip(warm) {
            pace.step();
            let [a, b] = pair.map(|link| link as usize);
            if spheres[a].classify(&spheres[b]) == SphereTest::Separated {
                continue;
            }
            let bodies = [(&chain.links[a].0, &poses[a]), (&chain.links[b].0, &poses[b])];
            let found = Order::of(chain.is_reversed(a, b)).penetration(warm, bodies);
            if let Some(found) = found {
                LinkHit::keep_least(&mut deepest, LinkHit { pair, found }, |found| -found.depth);
            }
        }
        let Some(obstacles) = among else { return deepest };
        for (link, (shape, _)) in chain.links.iter().enumerate() {
            let order = |obstacle| chain.order(link, obstacle, obstacles.len());
            if let Some(hit) = obstacles.deepest(memory, shape, &poses[link], order) {
                LinkHit::keep_least(&mut deepest, chain.hit(link, hit), |found| -found.depth);
            }
        }
        deepest
    }
}

/// # Panics
///
/// All queries panic if the columns of a batch, or its answers, are of different lengths.
impl Batch {
    /// The first pair of bodies that touch in each configuration; `None` where there is none. `poses` has the placements of each
    /// link.
    pub fn first_touching_links(
        &self,
        chain: &Chain,
        poses: &[Poses<'_>],
        among: Option<&Obstacles>,
        found: &mut [Option<[u32; 2]>],
    ) -> Report {
        self.configurations(chain, poses, among, found, |links| links.first_touching(chain, among))
    }

    /// The two bodies of each configuration that are deepest in each other, and of several that are as deep, the first; `None`
    /// where none touch.
    pub fn deepest_links(
        &self,
        chain: &Chain,
        poses: &[Poses<'_>],
        among: Option<&Obstacles>,
        found: &mut [Option<LinkHit<Contact>>],
    ) -> Report {
        self.configurations(chain, poses, among, found, |links| links.deepest(chain, among))
    }

    /// The nearest two bodies of each configuration, and of several that are as near, or collide, the first; `None` where no pair
    /// is tested.
    pub fn nearest_links(
        &self,
        chain: &Chain,
        poses: &[Poses<'_>],
        among: Option<&Obstacles>,
        found: &mut [Option<LinkHit<ClosestPair>>],
    ) -> Report {
        self.configurations(chain, poses, among, found, |links| links.nearest(chain, among))
    }

    fn configurations<T: Send>(
        &self,
        chain: &Chain,
        poses: &[Poses<'_>],
        among: Option<&Obstacles>,
        answers: &mut [T],
        answer: impl Fn(&mut Links) -> T + Sync,
    ) -> Report {
        chain.check(poses, among, answers.len());
        let memory = || Links::new(self, chain);
        self.answer_with(answers, memory, |links, row| {
            links.place(chain, poses, row)?;
            Ok(answer(links))
        })
    }
}
