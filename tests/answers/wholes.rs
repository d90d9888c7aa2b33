//! Compounds, height fields and points against each other and all other kinds: each answer is held to the union of their convex
//! parts, pair by pair, by the oracle.

use crate::oracle::body::{Body, Placement, Shape};
use crate::oracle::dd::{add, norm, scale};
use crate::oracle::depths;
use crate::oracle::generate::{self, Family};
use crate::oracle::library::Library;
use crate::oracle::mesh::Parts;
use crate::oracle::report::{Report, cases, pairs, seed};
use crate::oracle::verdict::{Demand, TOUCHING};
use crate::oracle::wholes::Whole;
use solid_testing::Random;

/// The families of placements whose rounding, where they are composed with those of parts, is that of the coordinates.
const FAMILIES: [Family; 5] =
    [Family::Rigid, Family::Mirrored, Family::Aligned, Family::Scaled, Family::Sheared];

/// Distances and times are off by this part of themselves, the library's tolerance, and by this part of the bodies' size.
const TOLERANCE: f64 = 2e-6;
const ROUNDING: f64 = 1e-12;

/// Two placed wholes as the library's objects 0 and 1, and as their parts.
struct Case {
    wholes: [Whole; 2],
    places: [Placement; 2],
    parts: [Parts; 2],
    /// Extents and the way between: what numbers are rounded by.
    size: f64,
}

impl Case {
    fn new(random: &mut Random, family: Family) -> Case {
        let mut wholes = if random.once_in(3) {
            [Whole::solid(random), Whole::solid(random)]
        } else {
            [Whole::of_parts(random), Whole::any(random, 2)]
        };
        if random.once_in(2) {
            wholes.swap(0, 1);
        }
        let linear = [0; 2].map(|_| generate::linear(random, family));
        let here = linear.map(|linear| Placement { linear, origin: [0.0; 3] });
        let extent = |i: usize| {
            let reach = |body: &Body| norm::<f64>(body.at.origin) + body.extent();
            wholes[i].bodies(&here[i]).iter().map(reach).fold(0.0, f64::max)
        };
        let extents = [extent(0), extent(1)];
        let mut places = here;
        places[0].origin = random.point(extents[0]);
        let far = random.between(0.0, 0.8) * (extents[0] + extents[1]);
        places[1].origin = add(places[0].origin, scale(random.on_sphere(), far));
        let mut parts = [0, 1].map(|i| Parts::of(wholes[i].bodies(&places[i])));
        let size = 2.0 * (extents[0] + extents[1]) + norm::<f64>(places[0].origin);
        // Many of those apart are brought near contact.
        if random.once_in(2)
            && parts[0].demand(&parts[1], ROUNDING * size) == Demand::Miss
            && let Some(found) = parts[0].distance(&parts[1], 1e-6)
        {
            let wanted = size * random.sign() * random.decade(-7.0, -2.0);
            let step = scale(found.axis, wanted - found.upper);
            places[1].origin = add(places[1].origin, step);
            parts[1] = Parts::of(wholes[1].bodies(&places[1]));
        }
        Case { wholes, places, parts, size }
    }

    fn demand(&self, motion: [f64; 3]) -> Demand {
        self.parts[0].demand(&self.parts[1].moved(motion), self.band())
    }

    /// What is nearer than this may be read as touching; also the rounding of placements within each other.
    fn band(&self) -> f64 {
        TOUCHING * self.size
    }

    /// Whether no part is of a surface, so that the depth is that of the deepest pair of parts.
    fn is_of_solids(&self) -> bool {
        let is_solid = |body: &Body| {
            !matches!(body.shape, Shape::Simplex(_) | Shape::Polygon(_) | Shape::Polyhedron(_))
        };
        self.parts.iter().all(|parts| parts.bodies().all(is_solid))
    }
}

/// Whether objects collide, however the library comes to know.
fn hits(case: &Case, library: &mut Library, report: &mut Report) -> Result<Demand, String> {
    let demand = case.demand([0.0; 3]);
    report.count(format!("{demand:?}").to_lowercase());
    let cached = [library.test().len(), library.test().len()];
    library.caching(false);
    let uncached = library.test().len();
    library.caching(true);
    if cached != [uncached; 2] {
        return Err(format!("caching changes an answer: {cached:?}, {uncached}"));
    }
    let (contacts, gap) = (library.contacts(0, 1), library.gap(0, 1));
    if (contacts > 0, gap <= 0.0) != (uncached > 0, uncached > 0) {
        return Err(format!("questions disagree: {contacts} contacts, gap {gap}, hits {uncached}"));
    }
    match (demand, uncached) {
        (Demand::Hit, 0) => Err("missed hit".into()),
        (Demand::Miss, 1) => Err("false hit".into()),
        _ => Ok(demand),
    }
}

/// The distance, and points of the bodies that are so far apart.
fn distances(case: &Case, library: &mut Library, report: &mut Report) -> Result<(), String> {
    let Some(known) = case.parts[0].distance(&case.parts[1], 1e-8) else { return Ok(()) };
    report.count("distances");
    let (gap, points) = library.closest(0, 1);
    let room = ROUNDING * case.size + TOLERANCE * gap;
    if gap < known.lower - room || gap > known.upper + room {
        return Err(format!("distance {gap}, not {} to {}", known.lower, known.upper));
    }
    let apart = norm::<f64>(add(points[1], scale(points[0], -1.0)));
    if (apart - gap).abs() > room {
        return Err(format!("the points are {apart} apart, not {gap}"));
    }
    for (parts, point) in case.parts.iter().zip(points) {
        let ball = Body::new(
            Shape::Sphere(1e-9 * case.size),
            Placement { origin: point, ..Placement::IDENTITY },
        );
        if parts.demand(&Parts::of([ball]), case.band()) == Demand::Miss {
            return Err(format!("{point:?} is none of the body's points"));
        }
    }
    Ok(())
}

/// The depth of the deepest pair of parts.
fn deepest(case: &Case, library: &mut Library, report: &mut Report) -> Result<(), String> {
    if !case.is_of_solids() {
        return Ok(());
    }
    report.count("depths");
    let (mut lower, mut upper) = (0.0_f64, 0.0_f64);
    for a in case.parts[0].bodies() {
        for b in case.parts[1].bodies() {
            let pair = [a, b].map(|body| Parts::of([body.clone()]));
            if pair[0].demand(&pair[1], case.band()) == Demand::Hit {
                let bounds = depths::depth(a, b, 1e-4 * case.size, 2000);
                (lower, upper) = (lower.max(bounds.lower), upper.max(bounds.upper));
            }
        }
    }
    let depth = -library.gap(0, 1);
    let room = ROUNDING * case.size + TOLERANCE * upper;
    if depth < lower - room || depth > upper + room {
        return Err(format!("depth {depth}, not {lower} to {upper}"));
    }
    Ok(())
}

/// A time at which something that moves touches first: what collides then, and at no time that is looked at before.
fn first_contact(
    time: f64,
    way: f64,
    size: f64,
    demand: impl Fn(f64) -> Demand,
) -> Result<(), String> {
    if time < 0.0 {
        let earlier = (0..=8).map(|k| f64::from(k) / 8.0).find(|t| demand(*t) == Demand::Hit);
        return earlier.map_or(Ok(()), |t| Err(format!("no contact, but one at {t}")));
    }
    let room = 1e-9 * size / way + TOLERANCE * time;
    let before = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| part * (time - room));
    match before.into_iter().find(|t| time > room && demand(*t) == Demand::Hit) {
        Some(t) => Err(format!("contact at {time}, but one at {t}")),
        None => Ok(()),
    }
}

fn rays(
    case: &Case,
    library: &mut Library,
    report: &mut Report,
    random: &mut Random,
) -> Result<(), String> {
    let origin = |i: usize| case.places[i].origin;
    let which = random.below(2);
    let from = add(origin(which), random.point(0.5 * case.size));
    let parts: Vec<&Body> = case.parts[which].bodies().collect();
    let aimed_at = parts[random.below(parts.len())];
    let aside = random.decade(-3.0, 0.0) * aimed_at.extent();
    let aim = add(aimed_at.at.apply(aimed_at.shape.middle()), random.point(aside));
    let way = scale(add(aim, scale(from, -1.0)), random.between(0.5, 2.0));
    let time = library.ray(which, from, add(from, way));
    let until = |part: f64| {
        let segment = Shape::Simplex(vec![[0.0; 3], scale(way, part)]);
        Body::new(segment, Placement { origin: from, ..Placement::IDENTITY })
    };
    let room = 1e-9 * case.size / norm::<f64>(way) + TOLERANCE * time.abs();
    let demand = |part| case.parts[which].demand(&Parts::of([until(part)]), case.band());
    report.count(if time < 0.0 { "rays that miss" } else { "rays that hit" });
    if time < 0.0 {
        return if demand(1.0) == Demand::Hit { Err("a ray that misses".into()) } else { Ok(()) };
    }
    if time > room && demand(time - room) == Demand::Hit {
        return Err(format!("a ray that enters later than it does: {time}"));
    }
    // Where it enters, a ball about the point meets the body.
    let ball = Shape::Sphere(2.0 * room * norm::<f64>(way));
    let there = Placement { origin: add(from, scale(way, time)), ..Placement::IDENTITY };
    if case.parts[which].demand(&Parts::of([Body::new(ball, there)]), case.band()) == Demand::Miss {
        return Err(format!("a ray that enters where nothing is: {time}"));
    }
    Ok(())
}

fn casts(
    case: &Case,
    library: &mut Library,
    report: &mut Report,
    random: &mut Random,
) -> Result<(), String> {
    let toward = add(case.places[0].origin, scale(case.places[1].origin, -1.0));
    let motion = add(scale(toward, random.between(0.0, 2.0)), random.point(0.3 * case.size));
    let time = library.cast(0, 1, motion);
    report.count(if time < 0.0 { "casts that miss" } else { "casts that hit" });
    let way = norm::<f64>(motion);
    first_contact(time, way, case.size, |t| case.demand(scale(motion, t)))?;
    if time >= 0.0 {
        let there = case.parts[1].moved(scale(motion, time));
        // At the time itself the bodies are as near as rounding and the tolerance leave them.
        let room = 1e-9 * case.size + TOLERANCE * time * way;
        if case.parts[0].distance(&there, 1e-6).is_some_and(|found| found.lower > room) {
            return Err(format!("a cast that meets nothing at {time}"));
        }
    }
    Ok(())
}

#[test]
fn bodies_of_parts_answer_as_their_parts_do() {
    let count = pairs() / 10;
    let mut report = Report::new("bodies of parts", count);
    let library = &mut Library::lock();
    for index in cases(count) {
        let mut random = Random::case(seed() + 31, index);
        let family = FAMILIES[(index % FAMILIES.len() as u64) as usize];
        let case = Case::new(&mut random, family);
        for i in 0..2 {
            let shape = case.wholes[i].make(library);
            library.create(i, shape);
            library.place(i, &case.places[i]);
        }
        let kinds = [0, 1].map(|i| case.wholes[i].kind());
        for kind in kinds {
            report.count(kind);
        }
        let mut judge = |report: &mut Report| -> Result<(), String> {
            match hits(&case, library, report)? {
                Demand::Miss => distances(&case, library, report)?,
                Demand::Hit => deepest(&case, library, report)?,
                Demand::Either => {}
            }
            rays(&case, library, report, &mut random)?;
            casts(&case, library, report, &mut random)
        };
        if let Err(why) = judge(&mut report) {
            report.fail("another answer", || {
                let [a, b] = &case.wholes;
                let places = &case.places;
                format!("case {index}, {family:?}, {kinds:?}: {why}\n{places:?}\n{a:?}\n{b:?}")
            });
        }
        library.clear();
        report.progress(index);
    }
    for what in
        ["hit", "miss", "compound", "height field", "points", "rays that hit", "casts that hit"]
    {
        report.expect(what, count / 10);
    }
    report.expect("distances", count / 10);
    report.expect("depths", count / 40);
    report.finish();
}
