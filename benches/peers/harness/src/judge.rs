//! Which answers are wrong.

use super::case::{Answer, Body, Case, Pose};
use super::measure::Faults;
use super::reference::{Cast, Pair, scene_pairs, triangle_pairs};

/// An error of a distance, a point or a time below this, relative to the bodies' size of one, is the price of a peer's
/// tolerance and not a fault; it shows as the largest error.
const GROSS: f64 = 1e-3;

fn distance(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    (0..3).map(|k| (a[k] - b[k]) * (a[k] - b[k])).sum::<f64>().sqrt()
}

fn each(answers: &[Vec<Answer>], judge: impl Fn(&[Answer]) -> Faults) -> Vec<Faults> {
    answers.iter().map(|of_peer| judge(of_peer)).collect()
}

/// Nothing to compare.
pub fn nothing(answers: &[Vec<Answer>], _: usize) -> Vec<Faults> {
    each(answers, |_| Faults::default())
}

/// Wrong hits and misses.
pub fn booleans(case: &Case, answers: &[Vec<Answer>], asked: usize) -> Vec<Faults> {
    let pair = Pair::new(case);
    let truth: Vec<Option<bool>> = (0..asked).map(|i| pair.hit(case.pair(i))).collect();
    hits(&truth, answers)
}

/// The same where it is known which hit.
pub fn hits(truth: &[Option<bool>], answers: &[Vec<Answer>]) -> Vec<Faults> {
    each(answers, |of_peer| {
        let wrong = truth
            .iter()
            .zip(of_peer)
            .filter(|(truth, answer)| truth.is_some_and(|t| t != (answer.hit != 0)));
        Faults { errors: Some(wrong.count()), largest: None }
    })
}

/// Distances of which nobody knows the truth: those are wrong that are longer than the least that anybody found, and those
/// whose points are not that far apart.
pub fn least_distances(answers: &[Vec<Answer>], asked: usize) -> Vec<Faults> {
    let least = |i: usize| answers.iter().map(|of| of[i].value).fold(f64::INFINITY, f64::min);
    let least: Vec<Option<f64>> = (0..asked).map(|i| Some(least(i))).collect();
    lengths(&least, answers, true)
}

/// The errors of distances, relative to the distance, or to a tenth of the bodies' size where that is more. A fault is an overlap that is none, a gross error, and points that are not that
/// far apart.
pub fn distances(case: &Case, answers: &[Vec<Answer>], asked: usize) -> Vec<Faults> {
    let pair = Pair::new(case);
    let truth: Vec<Option<f64>> = (0..asked)
        .map(|i| pair.distance(case.pair(i), [0.0; 3]).map(|[low, high]| (low + high) / 2.0))
        .collect();
    lengths(&truth, answers, true)
}

/// The same where the distances are known; those of bodies that touch or overlap are not judged. There may be no points.
pub fn lengths(truth: &[Option<f64>], answers: &[Vec<Answer>], points: bool) -> Vec<Faults> {
    each(answers, |of_peer| {
        let mut faults = Faults { errors: Some(0), largest: Some(0.0) };
        for (truth, answer) in truth.iter().zip(of_peer) {
            let Some(truth) = truth.filter(|t| *t > 1e-6) else { continue };
            let error = (answer.value - truth).abs() / truth.max(0.1);
            let apart = if points { distance(&answer.a, &answer.b) } else { truth };
            let between = (apart - truth).abs() / truth.max(0.1);
            if answer.hit != 0
                || error.is_nan()
                || error > GROSS
                || between.is_nan()
                || between > GROSS
            {
                faults.errors = faults.errors.map(|n| n + 1);
            } else {
                faults.largest = faults.largest.map(|largest| largest.max(error));
            }
        }
        faults
    })
}

/// Faults are: no answer, bodies that still overlap after the translation, and one that is longer than the shortest that
/// any peer found. The largest error is how much too long the others are.
pub fn depths(case: &Case, answers: &[Vec<Answer>], asked: usize) -> Vec<Faults> {
    depths_of(case, &vec![Some(true); asked], answers)
}

/// The same where not all hit; those of whom it is not known are not judged.
pub fn depths_of(case: &Case, truth: &[Option<bool>], answers: &[Vec<Answer>]) -> Vec<Faults> {
    let (pair, asked) = (Pair::new(case), truth.len());
    let needed = |i: usize, answer: &Answer| -> Option<f64> {
        let length = distance(&answer.normal, &[0.0; 3]);
        (answer.hit != 0 && (length - 1.0).abs() < 1e-6)
            .then(|| pair.depth_along(case.pair(i), answer.normal.map(|x| x / length)))
    };
    let depths: Vec<Vec<Option<f64>>> = answers
        .iter()
        .map(|of_peer| (0..asked).map(|i| needed(i, &of_peer[i])).collect())
        .collect();
    let best: Vec<f64> = (0..asked)
        .map(|i| depths.iter().filter_map(|of_peer| of_peer[i]).fold(f64::INFINITY, f64::min))
        .collect();
    answers
        .iter()
        .zip(&depths)
        .map(|(of_peer, depths)| {
            let mut faults = Faults { errors: Some(0), largest: Some(0.0) };
            for i in 0..asked {
                if truth[i] != Some(true) {
                    let invented = truth[i] == Some(false) && of_peer[i].hit != 0;
                    faults.errors = faults.errors.map(|n| n + usize::from(invented));
                    continue;
                }
                let good = depths[i].filter(|needed| {
                    let length = of_peer[i].value;
                    length >= needed - 1e-4
                        && needed.max(length) <= best[i] + 1e-3 * best[i].max(0.1)
                });
                match good {
                    None => faults.errors = faults.errors.map(|n| n + 1),
                    Some(needed) => {
                        let error = needed.max(of_peer[i].value) - best[i];
                        faults.largest = faults.largest.map(|largest| largest.max(error));
                    }
                }
            }
            faults
        })
        .collect()
}

/// Missed and invented contacts and gross errors of the time, as a part of the sweep; and the largest of the others.
pub fn casts(case: &Case, answers: &[Vec<Answer>], asked: usize) -> Vec<Faults> {
    let pair = Pair::new(case);
    let truth: Vec<Cast> = (0..asked).map(|i| pair.cast(case.pair(i), case.sweeps[i])).collect();
    times(&truth, answers)
}

/// The same of bodies that turn.
pub fn turning_casts(case: &Case, answers: &[Vec<Answer>], asked: usize) -> Vec<Faults> {
    let pair = Pair::new(case);
    let truth: Vec<Cast> = (0..asked).map(|i| pair.turning_cast(case, i, GROSS)).collect();
    let doubtful = truth.iter().filter(|truth| matches!(truth, Cast::Doubtful)).count();
    eprintln!("{}: {doubtful} of {asked} graze, and are not judged", case.name);
    times(&truth, answers)
}

/// The same where the times are known.
pub fn times(truth: &[Cast], answers: &[Vec<Answer>]) -> Vec<Faults> {
    each(answers, |of_peer| {
        let mut faults = Faults { errors: Some(0), largest: Some(0.0) };
        for (truth, answer) in truth.iter().zip(of_peer) {
            let wrong = match truth {
                Cast::Doubtful => false,
                Cast::Misses => answer.hit != 0,
                Cast::At(time) => {
                    let error = (answer.value - time).abs();
                    if answer.hit != 0 && error <= GROSS {
                        faults.largest = faults.largest.map(|largest| largest.max(error));
                    }
                    answer.hit == 0 || error.is_nan() || error > GROSS
                }
            };
            if wrong {
                faults.errors = faults.errors.map(|n| n + 1);
            }
        }
        faults
    })
}

/// Wrong hits and misses of meshes, or wrong counts of their pairs of triangles.
pub fn meshes(case: &Case, answers: &[Vec<Answer>], asked: usize, count: bool) -> Vec<Faults> {
    let most = if count { usize::MAX } else { 1 };
    let [a, b]: [&Body; 2] = [&case.bodies[0], &case.bodies[1]];
    let ask = |poses: [&Pose; 2]| triangle_pairs(a, b, poses, most);
    let truth: Vec<[usize; 2]> = (0..asked).map(|i| ask(case.pair(i))).collect();
    each(answers, |of_peer| {
        let wrong = truth.iter().zip(of_peer).filter(|([hits, doubtful], answer)| {
            if count {
                let told = answer.count.max(0) as usize;
                told < *hits || told > hits + doubtful
            } else {
                (answer.hit != 0) != (*hits > 0) && *doubtful == 0
            }
        });
        Faults { errors: Some(wrong.count()), largest: None }
    })
}

/// Frames whose number of colliding pairs is wrong, of the first few.
pub fn scenes(case: &Case, answers: &[Vec<Answer>], asked: usize, frames: usize) -> Vec<Faults> {
    let truth: Vec<[usize; 2]> = (0..asked.min(frames)).map(|i| scene_pairs(case, i)).collect();
    each(answers, |of_peer| {
        let wrong = truth.iter().zip(of_peer).filter(|([hits, doubtful], answer)| {
            let told = answer.count.max(0) as usize;
            told < *hits || told > hits + doubtful
        });
        Faults { errors: Some(wrong.count()), largest: None }
    })
}
