//! The data that the library hands to callbacks: common points and closest points, held against the oracle.

use super::body::{Body, Placement};
use super::dd::{Dd, Real, add, narrow, norm, scale, sub, widen};
use super::generate::{self, FAMILIES};
use super::library::{Contact, Library, Response};
use super::print::{self, Query};
use super::report::{Report, cases, seed};
use super::search::Pair;
use super::verdict::{Demand, Verdict, decide, decide_beyond, distance, touching_band};
use solid_testing::Random;

/// How far, relative to the pair's size, a reported point may lie outside its body, or two common points apart.
const POINT: f64 = 1e-10;

/// World positions of the two reported points, in the order of the bodies (0 and 1), and the normal turned so that it
/// points as for them.
fn world(contact: &Contact, places: [&Placement; 2]) -> Option<([[Dd; 3]; 2], [f64; 3])> {
    let data = contact.data?;
    let mut points = [[Dd { hi: 0.0, lo: 0.0 }; 3]; 2];
    for (object, local) in contact.objects.into_iter().zip(data.points) {
        points[object] = places[object].apply(widen(local));
    }
    let turn = if contact.objects[0] == 0 { 1.0 } else { -1.0 };
    Some((points, scale(data.normal, turn)))
}

/// Whether a world point lies more than `slack` outside a body, for certain.
fn outside(body: &Body, p: [f64; 3], slack: f64) -> bool {
    match decide_beyond(body, &Body::point(p), slack) {
        Verdict::Miss { gap_lower, .. } => gap_lower > slack,
        _ => false,
    }
}

/// The distance of the two points, after checking that each is finite and in its body; else what is wrong.
fn points_apart(
    report: &mut Report,
    bodies: [&Body; 2],
    points: [[Dd; 3]; 2],
) -> Result<f64, String> {
    let size = Pair::new(bodies[0], bodies[1]).size;
    let plain = points.map(narrow);
    if plain.iter().flatten().any(|x| !x.is_finite()) {
        return Err("a point is not finite".into());
    }
    for (body, p) in bodies.into_iter().zip(plain) {
        // The nearest double to a point of large coordinates may itself lie outside by its rounding.
        let slack = POINT * size + 1e-15 * norm::<f64>(p);
        if outside(body, p, slack) {
            return Err(format!(
                "point {p:?} outside its {} by more than {slack:e}",
                body.shape.kind()
            ));
        }
    }
    let apart = norm(sub(points[0], points[1])).f64();
    report.count("point pairs");
    Ok(apart)
}

/// Witnessed response: one common point of the two bodies, the normal zero.
pub fn witnessed(library: &mut Library, count: u64) -> Report {
    let mut report = Report::new("witnessed", count);
    for index in cases(count) {
        let mut random = Random::case(seed() + 5, index);
        let family = FAMILIES[(index % FAMILIES.len() as u64) as usize];
        let (a, b) = if random.chance(0.6) {
            generate::pair(&mut random, family)
        } else {
            let Some((a, b, _)) = generate::contact(&mut random, family) else {
                continue;
            };
            (a, b)
        };
        library.respond(Response::Witnessed);
        library.caching(random.chance(0.5));
        library.add(0, &a);
        library.add(1, &b);
        let contacts = library.test();
        library.clear();
        library.caching(true);
        library.respond(Response::Simple);
        let Some(contact) = contacts.first() else {
            continue;
        };
        if let Err(why) = common(&mut report, contact, [&a, &b]) {
            let kinds = format!("{} and {}", a.shape.kind(), b.shape.kind());
            let class = if why.contains("outside") { "witness outside" } else { "witness" };
            report.fail(class, || {
                let title = format!("witnessed {family:?} case {index} seed {}: {kinds}", seed());
                format!(
                    "{title}: {why}\n{contact:?}\n{}",
                    print::program(&title, &a, &b, &[], Query::Witnessed)
                )
            });
        }
        report.progress(index);
    }
    report.expect("point pairs", count / 5);
    report
}

fn common(report: &mut Report, contact: &Contact, bodies: [&Body; 2]) -> Result<(), String> {
    let (points, normal) = world(contact, bodies.map(|b| &b.at)).ok_or("no data")?;
    if normal.iter().any(|x| *x != 0.0) {
        return Err(format!("normal {normal:?} is not zero"));
    }
    let size = Pair::new(bodies[0], bodies[1]).size;
    let apart = points_apart(report, bodies, points)?;
    report.largest("witnesses apart, of size,", apart / size);
    if apart > POINT * size {
        Err(format!("witnesses {:e} of size apart", apart / size))
    } else {
        Ok(())
    }
}

/// Smart response: the closest points at the previous frame.
pub fn smart(library: &mut Library, count: u64) -> Report {
    let mut report = Report::new("smart", count);
    for index in cases(count) {
        let mut random = Random::case(seed() + 6, index);
        let family = FAMILIES[(index % FAMILIES.len() as u64) as usize];
        let (a, before) = if random.chance(0.5) {
            generate::pair(&mut random, family)
        } else {
            let Some((a, b, _)) = generate::contact(&mut random, family) else {
                continue;
            };
            (a, b)
        };
        // Now: on top of each other, a common point of both at a point inside of each.
        let mut now = before.clone();
        let (p, q) = (a.arm(random.on_sphere()), now.arm(random.on_sphere()));
        now.at.origin = add(a.at.origin, sub(scale(p, 0.5), scale(q, 0.5)));
        let tolerance = [1e-6, 1e-3, 1e-9][random.below(3)];
        library.respond(Response::Smart);
        library.tolerance(tolerance);
        library.caching(random.chance(0.7));
        library.add(0, &a);
        library.add(1, &before);
        if random.chance(0.5) {
            library.test();
        }
        library.proceed();
        library.place(1, &now.at);
        let first = library.test();
        let again = library.test();
        library.clear();
        library.caching(true);
        library.tolerance(1e-6);
        library.respond(Response::Simple);
        let result = if first != again {
            Err("two tests without dtProceed differ".to_string())
        } else {
            first
                .first()
                .map_or(Ok(()), |contact| closest(&mut report, contact, [&a, &before], tolerance))
        };
        if let Err(why) = result {
            let kinds = format!("{} and {}", a.shape.kind(), before.shape.kind());
            let class = why.split(':').next().unwrap_or("").to_string();
            report.fail(&class, || {
                let title = format!("smart {family:?} case {index} seed {}: {kinds}", seed());
                format!(
                    "{title}: {why}; tolerance {tolerance:e}\nnow {:?}\n{first:?} {again:?}\n{}",
                    now.at,
                    print::program(
                        &title,
                        &a,
                        &before,
                        &[before.at, now.at],
                        Query::Smart(tolerance)
                    )
                )
            });
        }
        report.progress(index);
    }
    report.expect("distances", count / 5);
    report.expect("overlapping before", count / 5);
    report
}

fn closest(
    report: &mut Report,
    contact: &Contact,
    bodies: [&Body; 2],
    tolerance: f64,
) -> Result<(), String> {
    let (points, normal) = world(contact, bodies.map(|b| &b.at)).ok_or("no data")?;
    let size = Pair::new(bodies[0], bodies[1]).size;
    let apart = points_apart(report, bodies, points)?;
    let between = narrow(sub(points[0], points[1]));
    let band = touching_band(bodies[0], bodies[1]);
    let difference: f64 = norm(sub(between, normal));
    let far = norm::<f64>(bodies[0].at.origin) + norm::<f64>(bodies[1].at.origin);
    if difference.is_nan() || difference > POINT * size + 1e-14 * far {
        return Err(format!("normal: {normal:?} is not {between:?}"));
    }
    let verdict = decide(bodies[0], bodies[1]);
    match verdict.demand(band) {
        Demand::Hit if normal != [0.0; 3] || apart > POINT * size => {
            Err(format!("overlap before: normal {normal:?}, points {apart:e} apart"))
        }
        Demand::Hit => {
            report.count("overlapping before");
            Ok(())
        }
        _ => {
            let Some(truth) = distance(bodies[0], bodies[1], 1e-10) else {
                report.count("distance unknown");
                return Ok(());
            };
            let length: f64 = norm(normal);
            let slack = 1e-12 * size + 1e-14 * far;
            let excess = (length - slack - truth.upper) / truth.upper;
            report.largest("relative excess of distance", excess);
            if length < truth.lower * (1.0 - 1e-9) - slack {
                return Err(format!("too near: {length:e}, truth {:e}", truth.lower));
            }
            if excess > tolerance * 1.01 {
                return Err(format!(
                    "too far: {length:e}, truth {:e} to {:e}",
                    truth.lower, truth.upper
                ));
            }
            report.count(if length > band { "distances" } else { "tiny distances" });
            Ok(())
        }
    }
}
