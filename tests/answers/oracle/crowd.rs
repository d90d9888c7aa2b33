//! Many objects at once: the set of pairs called back, over frames, against the oracle on all pairs.

use super::body::Body;
use super::dd::{add, scale};
use super::generate::{self, FAMILIES, KINDS};
use super::library::Library;
use super::print::{self, Query};
use super::report::{Report, cases, seed};
use super::verdict::{Demand, decide, touching_band};
use solid_testing::Random;
use std::collections::BTreeSet;

const OBJECTS: usize = 16;
const FRAMES: usize = 5;

/// `count` counts pairs.
pub fn crowds(library: &mut Library, count: u64) -> Report {
    let mut report = Report::new("crowd", count);
    let each = (OBJECTS * (OBJECTS - 1) / 2 * FRAMES) as u64;
    for index in cases(count.div_ceil(each)) {
        crowd(library, &mut report, index);
        report.progress(index * each);
    }
    report.expect("hits", count / 100);
    report
}

fn crowd(library: &mut Library, report: &mut Report, index: u64) {
    let mut random = Random::case(seed() + 7, index);
    let family = FAMILIES[(index % FAMILIES.len() as u64) as usize];
    let room = random.decade(0.3, 1.0);
    let mut bodies: Vec<Body> = (0..OBJECTS)
        .map(|_| {
            let kind = random.below(KINDS);
            let shape = generate::shape(&mut random, kind);
            let linear = generate::linear(&mut random, family);
            let origin = std::array::from_fn(|_| random.between(-room, room));
            Body::new(shape, super::body::Placement { linear, origin })
        })
        .collect();
    library.caching(true);
    for (object, body) in bodies.iter().enumerate() {
        library.add(object, body);
    }
    for frame in 0..FRAMES {
        for (object, body) in bodies.iter_mut().enumerate() {
            if frame > 0 && random.chance(0.5) {
                let step = random.decade(-3.0, 0.5);
                body.at.origin = add(body.at.origin, scale(random.on_sphere(), step));
                library.place(object, &body.at);
            }
        }
        let answers: Vec<BTreeSet<[usize; 2]>> = [true, false]
            .into_iter()
            .map(|caching| {
                library.caching(caching);
                library
                    .test()
                    .iter()
                    .map(|c| [c.objects[0].min(c.objects[1]), c.objects[0].max(c.objects[1])])
                    .collect()
            })
            .collect();
        if answers[0] != answers[1] {
            report
                .fail("caching changes an answer", || format!("crowd case {index} frame {frame}"));
        }
        for j in 0..OBJECTS {
            for i in 0..j {
                let (a, b) = (&bodies[i], &bodies[j]);
                let verdict = decide(a, b);
                let hit = answers[0].contains(&[i, j]);
                let demand = verdict.demand(touching_band(a, b));
                report.count(if demand == Demand::Hit { "hits" } else { "other pairs" });
                if demand == Demand::Hit && !hit || demand == Demand::Miss && hit {
                    let title = format!(
                        "crowd {family:?} case {index} frame {frame} seed {}: {i} and {j}",
                        seed()
                    );
                    let text = || {
                        format!(
                            "{title}: {verdict:?}\n{}",
                            print::program(&title, a, b, &[], Query::Cached)
                        )
                    };
                    report.fail(if hit { "false hit" } else { "missed hit" }, text);
                }
            }
        }
    }
    library.clear();
}
