//! Batches of objects that move together, among the other objects of the world.

use super::{Answer, Column, Outcome, Question, ROWS_AT_ONCE, ROWS_UNTIL_HIT, Refusal, refusal};
use crate::scene::object::{Object, ObjectRef};
use crate::scene::world::World;
use solid_geometry::Shape;
use solid_geometry::math::Placement;
use solid_geometry::query::batch::{Chain, Obstacles, Poses};

/// Objects that move together.
pub struct Links<'a> {
    /// The objects; each once.
    pub objects: &'a [ObjectRef],
    /// Where they are: the placements of all links in the first configuration, then those in the next one.
    pub placements: Column<'a, Placement>,
    /// Whether a link is left out with another one, or, with the number behind the last link, with all other objects.
    pub leaves_out: &'a dyn Fn(usize, usize) -> bool,
}

/// What is known of a configuration: of which pair of objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainAnswer {
    /// A link, and another one or another object of the world; `None` if the answer is about no pair.
    pub pair: Option<[ObjectRef; 2]>,
    /// The answer.
    pub answer: Answer,
}

impl<C: Copy> World<C> {
    /// The objects that stand around, in the order of their creation.
    fn obstacles(&self, except: &[ObjectRef]) -> (Vec<ObjectRef>, Vec<(Shape, Placement)>) {
        let others = self.objects.iter().filter(|(_, object)| !except.contains(&object.reference));
        let mut others: Vec<(u32, &Object)> = others.collect();
        others.sort_unstable_by_key(|(_, object)| object.sequence);
        let bodies = others.into_iter().filter_map(|(slot, object)| {
            let shape = self.core_shape(slot).ok().filter(|_| object.placement.is_finite())?;
            Some((object.reference, (shape, object.placement)))
        });
        bodies.unzip()
    }

    /// Answers a question about each configuration of a chain: `put` is given the configuration and the answer. The error is the
    /// first link that is no object with something to hit.
    pub fn batch_chain(
        &self,
        links: &Links<'_>,
        rows: usize,
        question: Question,
        put: &mut dyn FnMut(usize, ChainAnswer),
    ) -> Result<Outcome, Refusal> {
        let objects = links.objects;
        let shapes = objects.iter().map(|reference| {
            let slot = self.objects.slot(*reference).ok_or(Refusal::Unknown)?;
            self.core_shape(slot)
        });
        let shapes = shapes.collect::<Result<Vec<_>, _>>()?;
        let filter = |reference: ObjectRef| self.responses.filter(reference);
        let allows = |a: ObjectRef, b: ObjectRef| filter(a).allows(filter(b));
        let (around, bodies) = self.obstacles(objects);
        let obstacles = Obstacles::new(bodies).map_err(|(_, why)| refusal(why))?;
        let chain = Chain::new(&shapes, |a, b| {
            !(links.leaves_out)(a, b) && !(links.leaves_out)(b, a) && allows(objects[a], objects[b])
        });
        let chain = chain.with_obstacles(around.len(), |link, obstacle| {
            !(links.leaves_out)(link, objects.len()) && allows(objects[link], around[obstacle])
        });
        let named = |pair: [u32; 2]| {
            pair.map(|body| {
                let body = body as usize;
                *objects.get(body).unwrap_or_else(|| &around[body - objects.len()])
            })
        };

        let until_hit = question == Question::FirstCollision;
        let size = if until_hit { ROWS_UNTIL_HIT } else { ROWS_AT_ONCE };
        let size = (size / objects.len().max(1)).max(1);
        let (batch, mut outcome) = (self.batch(), Outcome::default());
        for start in (0..rows).step_by(size) {
            let part = start..rows.min(start + size);
            let columns: Vec<Vec<Placement>> = (0..objects.len())
                .map(|link| {
                    let place = |row: usize| (links.placements.entry)(row * objects.len() + link);
                    part.clone().map(place).collect()
                })
                .collect();
            let poses: Vec<Poses<'_>> = columns.iter().map(|column| column[..].into()).collect();
            let refused = ChainAnswer { pair: None, answer: Answer::Refused };
            let mut answers = vec![refused; part.len()];
            let report = match question {
                Question::Collides | Question::FirstCollision => {
                    let mut found = vec![None; part.len()];
                    let report =
                        batch.first_touching_links(&chain, &poses, Some(&obstacles), &mut found);
                    for (place, pair) in answers.iter_mut().zip(found) {
                        let answer = Answer::Collides(pair.is_some());
                        *place = ChainAnswer { pair: pair.map(named), answer };
                    }
                    report
                }
                Question::Distance => {
                    let mut found = vec![None; part.len()];
                    let report = batch.nearest_links(&chain, &poses, Some(&obstacles), &mut found);
                    for (place, nearest) in answers.iter_mut().zip(found) {
                        if let Some(nearest) = nearest {
                            let answer = Answer::Distance(nearest.closest);
                            *place = ChainAnswer { pair: Some(named(nearest.pair)), answer };
                        }
                    }
                    report
                }
                Question::Depth => {
                    let mut found = vec![None; part.len()];
                    let report = batch.deepest_links(&chain, &poses, Some(&obstacles), &mut found);
                    for (place, deepest) in answers.iter_mut().zip(found) {
                        let pair = deepest.map(|deepest| named(deepest.pair));
                        let answer = Answer::Depth(deepest.map(|deepest| deepest.contact));
                        *place = ChainAnswer { pair, answer };
                    }
                    report
                }
            };
            let mut hit = None;
            for (row, mut answer) in answers.into_iter().enumerate() {
                if !columns.iter().all(|column| column[row].is_finite()) {
                    answer = refused;
                }
                put(start + row, answer);
                if until_hit && answer.answer == Answer::Collides(true) {
                    hit = Some(row);
                    break;
                }
            }
            let first = report.first_refused.map(|(row, why)| (start + row, refusal(why)));
            outcome.add(hit.map_or(part.end, |row| start + row + 1), first);
            if hit.is_some() {
                break;
            }
        }
        Ok(outcome)
    }
}
