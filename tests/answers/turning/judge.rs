//! Holds the library's first contacts to what the oracle knows at many times.

use std::ops::Range;

use super::sides::{Look, Pair, outside};
use super::way::V;
use crate::oracle::dd::{norm, scale, sub};
use crate::oracle::report::Report;
use crate::oracle::search;

/// What the library says of a first contact.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    pub time: f64,
    /// The point of each body, in its local coordinates; or the point of contact in the world.
    pub points: Points,
    /// From the second body to the first.
    pub normal: V,
}

#[derive(Clone, Copy, Debug)]
pub enum Points {
    Local([V; 2]),
    World(V),
}

/// Steps of a sweep where the distance does not prove longer ones, as parts of the time.
const SHORTEST: f64 = 1.0 / 256.0;

/// How far, relative to the coordinates, a point may be outside of its body.
const POINT: f64 = 1e-9;

/// Looks at the bodies at the times of a range, at steps during which they cannot meet where these are not too short. Returns
/// whether all steps were, or an overlap that is deeper than `slack`: its time and depth.
pub fn sweep(pair: &mut Pair, times: Range<f64>, slack: f64) -> Result<bool, (f64, f64)> {
    let until = times.end;
    let (speed, shortest) = (pair.speed(), (until - times.start) * SHORTEST);
    let (mut time, mut proved) = (times.start, true);
    // The nearest of what was not proved.
    let mut near = [(f64::INFINITY, 0.0); 3];
    while time < until {
        let distance = depth_or_distance(pair, time, slack)?;
        let safe = distance / speed;
        if safe < shortest && time + safe < until {
            proved = false;
            if let Some(farthest) = near.iter_mut().max_by(|x, y| x.0.total_cmp(&y.0))
                && distance < farthest.0
            {
                *farthest = (distance, time);
            }
        }
        time += safe.max(shortest);
    }
    for (_, around) in near.into_iter().filter(|near| near.0.is_finite()) {
        let (mut middle, mut step) = (around, shortest);
        let mut least = f64::INFINITY;
        for _ in 0..20 {
            for time in [middle - step, middle + step, middle] {
                let time = time.clamp(times.start, times.start.max(until * (1.0 - 1e-15)));
                let distance = depth_or_distance(pair, time, slack)?;
                if distance < least {
                    (least, middle) = (distance, time);
                }
            }
            step *= 0.5;
        }
    }
    Ok(proved)
}

/// How far they are apart at least; an overlap that is deep enough is the error.
fn depth_or_distance(pair: &mut Pair, time: f64, slack: f64) -> Result<f64, (f64, f64)> {
    match pair.look(time) {
        Look::Apart(lower, _) => Ok(lower),
        Look::Overlap(depth) if depth > slack => Err((time, depth)),
        _ => Ok(0.0),
    }
}

/// Judges an answer, or its absence. The bodies may be apart by `error` more than the tolerance.
pub fn judge(
    report: &mut Report,
    pair: &mut Pair,
    answer: Option<&Answer>,
    error: f64,
    title: &dyn Fn() -> String,
) {
    let slack = pair.slack();
    let until = answer.map_or(1.0, |answer| answer.time);
    let mut fail = |report: &mut Report, what: &str, much: f64| {
        report.fail(what, || {
            format!("{what} by {much:e} (rounding {slack:e}); {answer:?}; {}", title())
        });
    };
    match sweep(pair, 0.0..until, slack) {
        Ok(true) => report.count("proved apart until then"),
        Ok(false) => report.count("sampled until then"),
        Err((_, depth)) => {
            let what = if answer.is_some() { "an earlier contact" } else { "a contact is missed" };
            return fail(report, what, depth);
        }
    }
    let Some(answer) = answer else {
        if let Look::Overlap(depth) = pair.look(1.0)
            && depth > slack
        {
            fail(report, "a contact at the end is missed", depth);
        }
        return report.count("no contact");
    };
    report.count("contact");
    // Where they are then.
    let found = pair.look(answer.time);
    let allowed = (pair.allowed(0.0) + error) * (1.0 + 1e-9) + slack;
    match found {
        Look::Apart(gap, _) if answer.time == 0.0 && gap > slack => {
            fail(report, "apart at time 0", gap);
        }
        Look::Apart(gap, _) if gap > allowed => {
            fail(report, "farther apart than the tolerance", gap)
        }
        Look::Overlap(depth) if answer.time > 0.0 && depth > slack => {
            fail(report, "overlapping at the time of contact", depth);
        }
        _ => {}
    }
    if answer.time == 0.0 {
        return report.count("contact at time 0");
    }
    if (norm::<f64>(answer.normal) - 1.0).abs() > 1e-9 {
        return fail(report, "no unit normal", norm(answer.normal));
    }
    moves_apart(report, pair, answer, &mut fail);
    touching_parts(report, pair, answer, allowed, &mut fail);
}

/// Bodies that only come near do not move apart then.
fn moves_apart(
    report: &mut Report,
    pair: &mut Pair,
    answer: &Answer,
    fail: &mut dyn FnMut(&mut Report, &str, f64),
) {
    let Some((_, rates)) = distance_and_rate(pair, answer.time) else { return };
    report.count("looked at whether they move apart");
    let relative = rates.start / pair.speed();
    if relative > 0.01 {
        fail(report, "a contact of bodies that move apart", relative);
    }
}

/// The distance of two convex bodies, and how fast it changes from then on, as bounds; `None` where digits are missing.
pub fn distance_and_rate(pair: &mut Pair, time: f64) -> Option<(f64, Range<f64>)> {
    let precisely = |pair: &mut Pair, time: f64| {
        pair.place(time);
        let [a, b] = &pair.sides;
        let ([p], [q]) = (&a.parts[..], &b.parts[..]) else { return None };
        crate::oracle::filter::distance(p, q, 1e-6)
    };
    let now = precisely(pair, time)?;
    // So short that they do not pass each other meanwhile: where points at a distance d pass at a speed v, the rate grows by
    // v^2 / d. And long enough for the digits of the distances.
    let step = 0.015 * now.upper / pair.speed();
    if !(now.upper > 1e5 * pair.slack() && time + step < 1.0) {
        return None;
    }
    let then = precisely(pair, time + step)?;
    Some((now.upper, (then.lower - now.upper) / step..(then.upper - now.lower) / step))
}

/// The points are those of parts that touch, and the normal separates these.
pub fn touching_parts(
    report: &mut Report,
    pair: &mut Pair,
    answer: &Answer,
    allowed: f64,
    fail: &mut dyn FnMut(&mut Report, &str, f64),
) {
    pair.place(answer.time);
    let slack = POINT * pair.coordinates() + pair.slack();
    let at = [0, 1].map(|i| pair.sides[i].parts[0].at);
    let points = match answer.points {
        Points::Local(locals) => [0, 1].map(|i| at[i].apply::<f64>(locals[i])),
        Points::World(point) => [point; 2],
    };
    let apart: f64 = norm(sub(points[0], points[1]));
    if apart > allowed + slack {
        fail(report, "the points do not meet", apart);
    }
    // A point in the world is between the bodies.
    let reach = match answer.points {
        Points::Local(_) => slack,
        Points::World(_) => allowed + slack,
    };
    let mut touching = [0, 1].map(|i| {
        let parts = pair.sides[i].parts.iter();
        Vec::from_iter(parts.filter(|part| outside(part, points[i]) <= reach))
    });
    if touching.iter().any(Vec::is_empty) {
        let beside = [0, 1].map(|i| {
            let parts = pair.sides[i].parts.iter().map(|part| outside(part, points[i]));
            parts.fold(f64::INFINITY, f64::min)
        });
        return fail(report, "a point is not of its body", beside[0].max(beside[1]));
    }
    let across = scale(answer.normal, -1.0);
    let [first, second] = &mut touching;
    let gaps = first
        .iter()
        .flat_map(|p| second.iter().map(|q| search::Pair::new(p, q).gap_along::<f64>(across)));
    let widest = gaps.fold(f64::NEG_INFINITY, f64::max);
    if widest < -allowed - slack {
        fail(report, "the normal does not separate", -widest);
    }
    report.largest("overlap along the normal, of the coordinates", -widest / pair.coordinates());
}
