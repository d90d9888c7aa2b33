//! Every query against all queries about two objects, of which one is the shape that asks, created last.

use super::*;
use crate::scene::response::ContactQuery;
use crate::scene::settings::BroadPhaseKind;
use crate::scene::shapes::Shape;
use crate::scene::tests::soup;
use solid_geometry::query::CastHit;
use solid_geometry::shape::Primitive;
use solid_testing::Random;

const OBJECTS: usize = 90;
const ASKER: ObjectRef = 1000;

fn shape(random: &mut Random) -> Shape {
    let primitive = match random.below(9) {
        0 => Primitive::Box(Vec3::new(0.2, 0.3, 0.4)),
        1 => Primitive::sphere(0.3),
        2 => Primitive::Cone { radius: 0.3, half_height: 0.4 },
        3 => Primitive::Cylinder { radius: 0.2, half_height: 0.3 },
        4 => Primitive::Segment { from: Vec3::zeros(), to: random.vector() * 0.5 },
        5 => Primitive::polytope(&[(); 9].map(|()| random.vector() * 0.4)).expect("finite"),
        6 => return Shape::Void,
        _ => return soup(random, 12, 0.3),
    };
    Shape::Primitive(primitive)
}

fn placement(random: &mut Random) -> Placement {
    let mut placement = Placement::IDENTITY;
    placement.translate(&(random.vector() * 2.0));
    placement.rotate(&random.quaternion());
    if random.once_in(8) {
        placement.scale(&random.vector_between(-1.5, 1.5));
    }
    if random.once_in(30) {
        placement.origin.x = f64::NAN;
    }
    placement
}

struct Scene {
    world: World<u8>,
    shapes: Vec<ShapeHandle>,
    filters: Vec<Filter>,
}

fn scene(random: &mut Random) -> Scene {
    let mut world = World::<u8>::default();
    let shapes = Vec::from_iter((0..20).map(|_| world.shapes.insert(shape(random))));
    let mut filters = Vec::new();
    for object in 0..OBJECTS {
        assert!(world.create_object(object, shapes[random.below(20)]));
        let to = placement(random);
        world.transform(|placement| *placement = to);
        let bits =
            |random: &mut Random| if random.once_in(2) { u32::MAX } else { 1 << random.below(3) };
        let filter = Filter { categories: bits(random), mask: bits(random) };
        world.responses.set_filter(object, filter);
        filters.push(filter);
    }
    Scene { world, shapes, filters }
}

/// What is asked.
struct Question {
    asker: Asker,
    placement: Option<Placement>,
    motion: [Vec3; 2],
    filter: Option<Filter>,
    except: Vec<ObjectRef>,
    most: usize,
    limit: f64,
}

impl Question {
    fn random(random: &mut Random, scene: &Scene) -> Question {
        let is_object = random.once_in(3);
        let asker = if is_object {
            Asker::Object(random.below(OBJECTS))
        } else {
            Asker::Shape(scene.shapes[random.below(20)])
        };
        let spin = if random.once_in(3) { random.vector() * 2.0 } else { Vec3::zeros() };
        let bits = |random: &mut Random| random.below(8) as u32;
        let filter = Filter { categories: bits(random), mask: bits(random) };
        Question {
            asker,
            placement: (!is_object || random.once_in(2)).then(|| placement(random)),
            motion: [random.vector() * 3.0, spin],
            filter: random.once_in(2).then_some(filter),
            except: (0..random.below(4)).map(|_| random.below(OBJECTS)).collect(),
            most: [0, 0, 1, 2, 5][random.below(5)],
            limit: [f64::INFINITY, 0.3, 0.7][random.below(3)],
        }
    }

    fn with_query<R>(&self, ask: impl FnOnce(&Query<'_>) -> R) -> R {
        let accept = |object| !self.except.contains(&object);
        ask(&Query { filter: self.filter, accept: &accept, most: self.most, limit: self.limit })
    }
}

type Answers = (
    Vec<ObjectRef>,
    Vec<(ObjectRef, ClosestPair)>,
    Vec<(ObjectRef, Contact)>,
    Result<Vec<(ObjectRef, CastHit)>, QueryError>,
    Vec<(ObjectRef, CastHit)>,
);

fn plain<T: Copy>(hits: &[Hit<T>]) -> Vec<(ObjectRef, T)> {
    hits.iter().map(|hit| (hit.object, hit.found)).collect()
}

/// The answers of the world.
fn found(
    world: &World<u8>,
    question: &Question,
    memory: &mut QueryMemory,
) -> Result<Answers, QueryError> {
    let placement = question.placement.as_ref();
    question.with_query(|query| {
        world.query_overlaps(question.asker, placement, query, memory)?;
        world.query_closest(question.asker, placement, query, memory)?;
        world.query_contacts(question.asker, placement, query, memory)?;
        let cast = world.query_cast(question.asker, placement, &question.motion, query, memory);
        let casts = cast.map(|()| plain(&memory.casts));
        world.query_ray(&ends(question), query, memory)?;
        let QueryMemory { objects, closest, contacts, .. } = &*memory;
        Ok((objects.clone(), plain(closest), plain(contacts), casts, plain(&memory.casts)))
    })
}

/// A ray.
fn ends(question: &Question) -> [Vec3; 2] {
    [question.motion[0] * 1.5, question.motion[1] - question.motion[0]]
}

/// The least answers of all.
fn first<T: Copy>(
    mut all: Vec<(ObjectRef, T)>,
    question: &Question,
    key: impl Fn(&T) -> f64,
) -> Vec<(ObjectRef, T)> {
    all.retain(|(_, found)| key(found) <= question.limit);
    all.sort_by(|(a, p), (b, q)| key(p).total_cmp(&key(q)).then(a.cmp(b)));
    all.truncate(if question.most == 0 { usize::MAX } else { question.most });
    all
}

/// The same by queries about two objects: in a world with an object that asks.
fn expected(scene: &mut Scene, question: &Question) -> Option<Answers> {
    let Scene { world, filters, .. } = scene;
    let (asker, own) = match question.asker {
        Asker::Object(object) => (object, filters[object]),
        Asker::Shape(handle) => {
            assert!(world.create_object(ASKER, handle));
            (ASKER, Filter::ALL)
        }
    };
    let slot = world.objects.slot(asker).expect("it is there");
    let before = world.objects.get(slot).expect("it is there").placement;
    assert!(world.select_object(asker));
    world.transform(|placement| *placement = question.placement.unwrap_or(before));
    let filter = question.filter.unwrap_or(own);
    let others: Vec<ObjectRef> = (0..OBJECTS)
        .filter(|o| *o != asker && !question.except.contains(o) && filter.allows(filters[*o]))
        .collect();
    let is_hit = world.body(slot).is_some();
    let mut answers = (vec![], vec![], vec![], Ok(vec![]), vec![]);
    for &other in &others {
        if let Ok(pair) = world.bodies(asker, other) {
            let point = pair.common_point();
            answers.0.extend(point.map(|_| other));
            answers.1.extend(pair.closest_points(world.tolerance).map(|found| (other, found)));
        }
        if let Ok(contacts) = world.contacts(asker, other) {
            answers.2.extend(contacts.iter().map(|found| (other, *found)));
        }
        let cast =
            world.cast_objects_turning([asker, other], &[question.motion, [Vec3::zeros(); 2]]);
        match (cast, &mut answers.3) {
            (Ok(Some(cast)), Ok(casts)) => casts.push((other, cast)),
            (Err(QueryError::Undecided(_)), all) => *all = Err(QueryError::SameObject),
            _ => {}
        }
    }
    for &other in &others {
        let [from, to] = ends(question);
        let ray = world.cast_ray_at(other, &from, &to).ok().flatten();
        answers.4.extend(ray.map(|ray| (other, ray)));
    }
    // A ray has no filter of its own, and leaves out nobody.
    let filter = question.filter.unwrap_or(Filter::ALL);
    let [from, to] = ends(question);
    answers.4 = (0..OBJECTS)
        .filter(|o| !question.except.contains(o) && filter.allows(filters[*o]))
        .filter_map(|other| Some((other, world.cast_ray_at(other, &from, &to).ok()??)))
        .collect();
    world.select_object(asker);
    world.transform(|placement| *placement = before);
    if asker == ASKER {
        world.delete_object(ASKER);
    }
    let most = if question.most == 0 { usize::MAX } else { question.most };
    answers.0.truncate(most);
    answers.1 = first(answers.1, question, |found| found.distance);
    let mut objects: Vec<ObjectRef> = answers.2.iter().map(|(object, _)| *object).collect();
    objects.dedup();
    answers.2.retain(|(object, _)| objects.iter().take(most).any(|kept| kept == object));
    answers.3 = answers.3.map(|casts| first(casts, question, |found| found.time));
    answers.4 = first(answers.4, question, |found| found.time);
    is_hit.then_some(answers)
}

#[test]
fn answers_are_those_of_all_pairs_in_any_number_of_threads() {
    let mut counts = [0; 5];
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let mut scene = scene(&mut random);
        scene.world.set_broad_phase(BroadPhaseKind::ALL[seed as usize % 4]);
        let questions = Vec::from_iter((0..60).map(|_| Question::random(&mut random, &scene)));
        let wanted =
            Vec::from_iter(questions.iter().map(|question| expected(&mut scene, question)));
        let world = &mut scene.world;
        assert!(!world.is_ready_for(None, false));
        world.prepare_queries(None, false, 1);
        assert!(world.is_ready_for(Some(Asker::Shape(scene.shapes[0])), false));
        if seed > 2 {
            world.prepare_for_many_queries();
        }
        let world = &*world;
        let ask_all = || {
            let mut memory = QueryMemory::default();
            Vec::from_iter(questions.iter().map(|question| found(world, question, &mut memory)))
        };
        let answers = std::thread::scope(|scope| {
            let threads = [(); 3].map(|()| scope.spawn(ask_all));
            threads.map(|thread| thread.join().expect("no panic"))
        });
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], answers[2]);
        for (i, (found, wanted)) in answers[0].iter().zip(&wanted).enumerate() {
            let (found, wanted) = match (found, wanted) {
                (Ok(found), Some(wanted)) => (found, wanted),
                (Err(QueryError::NothingToHit), None) => continue,
                _ => panic!("seed {seed}, question {i}: {found:?}, not {wanted:?}"),
            };
            assert_eq!(found.0, wanted.0, "overlaps {seed} {i}");
            assert_eq!(found.1, wanted.1, "closest {seed} {i}");
            assert_eq!(found.2, wanted.2, "contacts {seed} {i}");
            if wanted.3.is_ok() {
                assert_eq!(found.3, wanted.3, "casts {seed} {i}");
            }
            assert_eq!(found.4, wanted.4, "rays {seed} {i}");
            let casts = found.3.as_ref().map_or(0, Vec::len);
            let of_these = [found.0.len(), found.1.len(), found.2.len(), casts, found.4.len()];
            counts.iter_mut().zip(of_these).for_each(|(count, more)| *count += more);
        }
    }
    assert!(counts.iter().all(|count| *count > 150), "{counts:?}");
}

#[test]
fn what_makes_no_sense_is_an_error() {
    let mut random = Random::new(1);
    let Scene { mut world, shapes, .. } = scene(&mut random);
    world.prepare_queries(None, true, 1);
    let (mut memory, all) = (QueryMemory::default(), &Query::ALL);
    let nowhere = Placement::translation([f64::NAN, 0.0, 0.0]);
    let asked = [
        (Asker::Shape(7), None, QueryError::UnknownShape),
        (Asker::Object(7777), None, QueryError::UnknownObject),
        (Asker::Shape(shapes[0]), Some(&nowhere), QueryError::NothingToHit),
    ];
    for (asker, placement, error) in asked {
        assert_eq!(world.query_overlaps(asker, placement, all, &mut memory), Err(error));
        assert_eq!(world.query_closest(asker, placement, all, &mut memory), Err(error));
        assert_eq!(world.query_contacts(asker, placement, all, &mut memory), Err(error));
        let cast =
            world.query_cast(asker, placement, &[Vec3::x(), Vec3::zeros()], all, &mut memory);
        assert_eq!(cast, Err(error));
    }
    let asker = Asker::Shape(shapes[0]);
    for motion in [[Vec3::repeat(f64::NAN), Vec3::zeros()], [Vec3::zeros(), Vec3::x() * 1e5]] {
        let cast = world.query_cast(asker, None, &motion, all, &mut memory);
        assert_eq!(cast, Err(QueryError::InvalidMotion));
    }
    let ray = [Vec3::zeros(), Vec3::repeat(f64::INFINITY)];
    assert_eq!(world.query_ray(&ray, all, &mut memory), Err(QueryError::NotFinite));
}

#[test]
fn near_pairs_are_those_of_all_pairs() {
    let (mut random, mut count) = (Random::new(8), 0);
    for round in 0..8 {
        let Scene { mut world, .. } = scene(&mut random);
        world.set_broad_phase(BroadPhaseKind::ALL[round % 4]);
        world.responses.set_default(Some((0, ContactQuery::Hit)));
        (0..9).for_each(|_| world.responses.set_object(random.below(OBJECTS), None));
        let distance = [0.0, 0.1, 0.4, f64::INFINITY][round / 2];
        let mut wanted = Vec::new();
        for a in 0..OBJECTS {
            for b in a + 1..OBJECTS {
                let slots = [a, b].map(|object| world.objects.slot(object).expect("it is there"));
                let order = world.argument_order(slots[0], slots[1]).expect("both are there");
                let objects = order.map(|slot| world.objects.reference(slot));
                let Ok(pair) = world.bodies(objects[0], objects[1]) else { continue };
                let closest = pair.closest_points(world.tolerance);
                let has_response = world.responses.lookup(objects[0], objects[1]).is_some();
                if let Some(closest) =
                    closest.filter(|found| found.distance <= distance && has_response)
                {
                    wanted.push(NearPair { objects, closest });
                }
            }
        }
        wanted.sort_by_key(|pair| pair.objects);
        count += wanted.len();
        assert_eq!(world.near_pairs(distance), wanted, "round {round}");
    }
    assert!(count > 500, "{count}");
}
