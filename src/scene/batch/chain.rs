//! Batches of objects that move together, among the other objects of the world.

use rustc_hash::FxHashSet;

use super::{PutRow, ROWS_AT_ONCE, ROWS_UNTIL_HIT};
use crate::scene::object::ObjectRef;
use crate::scene::pair_queries::QueryError;
use crate::scene::update::rank;
use crate::scene::world::World;
use solid_geometry::Shape;
use solid_geometry::math::Placement;
use solid_geometry::query::batch::{Batch, Chain, LinkHit, Obstacles, Poses};
use solid_geometry::query::{ClosestPair, Contact};
use solid_geometry::sorting::sorted_numbers;

/// Objects that move together.
#[derive(Clone, Copy)]
pub struct Links<'a> {
    /// The objects; each once.
    pub objects: &'a [ObjectRef],
    /// Where they are: the placements of all links in the first configuration, then those in the next one, by number.
    pub placement: &'a dyn Fn(usize) -> Placement,
    /// Whether a link is left out with another one, or, with the number behind the last link, with all other objects.
    pub leaves_out: &'a dyn Fn(usize, usize) -> bool,
}

/// Two objects in a configuration of a chain, and what was found about them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainHit<T> {
    /// A link, and another one or another object of the world.
    pub objects: [ObjectRef; 2],
    /// What was found.
    pub found: T,
}

/// A chain, and the objects that stand around it.
struct Prepared {
    chain: Chain,
    around: Vec<ObjectRef>,
    obstacles: Obstacles,
}

/// The configurations of a part of a batch.
struct Part<'a> {
    chain: &'a Chain,
    obstacles: &'a Obstacles,
    poses: Vec<Poses<'a>>,
}

impl<C: Copy> World<C> {
    /// The objects that stand around, in the order of their creation.
    fn obstacles(&self, except: &[ObjectRef]) -> (Vec<ObjectRef>, Vec<(Shape, Placement)>) {
        let bodies = self.slots_by_creation().into_iter().filter_map(|slot| {
            let (reference, object) = (self.objects.reference(slot), self.objects.get(slot)?);
            let stands = object.placement.is_finite() && !except.contains(&reference);
            let shape = self.query_shape(slot).ok().filter(|_| stands)?;
            Some((reference, (shape, object.placement)))
        });
        bodies.unzip()
    }

    /// The chain of the links, with what stands around. The error is the first link that is no object with something to hit, or that
    /// one is a link twice.
    fn prepare(&self, links: &Links<'_>) -> Result<Prepared, QueryError> {
        let objects = links.objects;
        let shapes = objects.iter().map(|reference| {
            let slot = self.objects.slot(*reference).ok_or(QueryError::UnknownObject)?;
            self.query_shape(slot)
        });
        let shapes = shapes.collect::<Result<Vec<_>, _>>()?;
        let mut once = FxHashSet::default();
        if !objects.iter().all(|reference| once.insert(*reference)) {
            return Err(QueryError::SameObject);
        }
        let filter = |reference: ObjectRef| self.responses.filter(reference);
        let allows = |a: ObjectRef, b: ObjectRef| filter(a).allows(filter(b));
        let (around, bodies) = self.obstacles(objects);
        let obstacles = Obstacles::new(bodies).map_err(|_| QueryError::NotFinite)?;
        let chain = Chain::new(&shapes, |a, b| {
            !(links.leaves_out)(a, b) && !(links.leaves_out)(b, a) && allows(objects[a], objects[b])
        });
        let chain = chain.with_obstacles(around.len(), |link, obstacle| {
            !(links.leaves_out)(link, objects.len()) && allows(objects[link], around[obstacle])
        });
        // The order in which single queries take two objects.
        let all: Vec<ObjectRef> = objects.iter().chain(&around).copied().collect();
        let rank_of = |body: u32| {
            let slot = self.objects.slot(all[body as usize]);
            let object = slot.and_then(|slot| self.objects.get(slot));
            object.map_or((false, 0), |object| rank(object, &self.shapes))
        };
        let by_rank = sorted_numbers(all.len(), &|a, b| rank_of(a).cmp(&rank_of(b)));
        let mut ranks = vec![0; all.len()];
        by_rank.into_iter().enumerate().for_each(|(place, body)| ranks[body as usize] = place);
        Ok(Prepared { chain: chain.with_ranks(ranks), around, obstacles })
    }

    /// Copies the configurations part by part, and has `answer` answer those of each part. With `until_hit` ends after the first
    /// in which something is found, and returns it. The error is the first link that is no object with something to hit.
    fn batch_configurations<T: Clone>(
        &self,
        links: &Links<'_>,
        rows: usize,
        until_hit: bool,
        put: PutRow<'_, Option<ChainHit<T>>>,
        answer: impl Fn(&Batch, &Part<'_>, &mut [Option<LinkHit<T>>]),
    ) -> Result<Option<usize>, QueryError> {
        let objects = links.objects;
        let Prepared { chain, around, obstacles } = &self.prepare(links)?;
        let object = |body: u32| {
            let body = body as usize;
            *objects.get(body).unwrap_or_else(|| &around[body - objects.len()])
        };

        let batch = self.batch();
        let size = if until_hit { ROWS_UNTIL_HIT } else { ROWS_AT_ONCE };
        let size = (size / objects.len().max(1)).max(1);
        for start in (0..rows).step_by(size) {
            let part = start..rows.min(start + size);
            let columns: Vec<Vec<Placement>> = (0..objects.len())
                .map(|link| {
                    let place = |row: usize| (links.placement)(row * objects.len() + link);
                    part.clone().map(place).collect()
                })
                .collect();
            let poses = columns.iter().map(|column| column[..].into()).collect();
            let mut answers = vec![None; part.len()];
            answer(&batch, &Part { chain, obstacles, poses }, &mut answers);
            for (row, answer) in answers.into_iter().enumerate() {
                if !columns.iter().all(|column| column[row].is_finite()) {
                    put(start + row, Err(QueryError::NotFinite));
                    continue;
                }
                let is_last = until_hit && answer.is_some();
                let hit = answer
                    .map(|LinkHit { pair, found }| ChainHit { objects: pair.map(object), found });
                put(start + row, Ok(hit));
                if is_last {
                    return Ok(Some(start + row));
                }
            }
        }
        Ok(None)
    }

    /// The first pair of objects that collide in each configuration, in the order of the links, then of the creation of the
    /// other objects. With `until_hit` ends after the first configuration in which objects do, and returns it. The error of this
    /// and of the next two is the first link that is no object with something to hit.
    pub fn batch_chain_collides(
        &self,
        links: &Links<'_>,
        rows: usize,
        until_hit: bool,
        put: PutRow<'_, Option<ChainHit<()>>>,
    ) -> Result<Option<usize>, QueryError> {
        self.batch_configurations(links, rows, until_hit, put, |batch, part, answers| {
            let Part { chain, obstacles, poses } = part;
            let mut pairs = vec![None; answers.len()];
            batch.first_touching_links(chain, poses, Some(obstacles), &mut pairs);
            for (answer, pair) in answers.iter_mut().zip(pairs) {
                *answer = pair.map(|pair| LinkHit { pair, found: () });
            }
        })
    }

    /// The nearest two objects of each configuration.
    pub fn batch_chain_nearest(
        &self,
        links: &Links<'_>,
        rows: usize,
        put: PutRow<'_, Option<ChainHit<ClosestPair>>>,
    ) -> Result<Option<usize>, QueryError> {
        self.batch_configurations(links, rows, false, put, |batch, part, answers| {
            batch.nearest_links(part.chain, &part.poses, Some(part.obstacles), answers);
        })
    }

    /// The two objects of each configuration that are deepest in each other, if objects collide.
    pub fn batch_chain_deepest(
        &self,
        links: &Links<'_>,
        rows: usize,
        put: PutRow<'_, Option<ChainHit<Contact>>>,
    ) -> Result<Option<usize>, QueryError> {
        self.batch_configurations(links, rows, false, put, |batch, part, answers| {
            batch.deepest_links(part.chain, &part.poses, Some(part.obstacles), answers);
        })
    }
}
