//! Rounds of all peers, interleaved, and the line that each leaves.

use super::case::{Answer, Case, Peer, Question};
use super::machine::cpu_ns;
use std::io::{IsTerminal, Write};

/// How much is asked.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Queries a round, of those of the case in turn.
    pub chunk: usize,
    pub rounds: usize,
    /// Nanoseconds of the unit, and its name.
    pub unit: (f64, &'static str),
    /// At most that many answers are judged.
    pub judged: usize,
    /// No further round begins after that many nanoseconds of one peer.
    pub patience: f64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { chunk: 1, rounds: 1, unit: (1.0, "ns"), judged: usize::MAX, patience: f64::INFINITY }
    }
}

/// What is wrong with a peer's answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// Answers that are wrong.
    pub errors: Option<usize>,
    /// The largest error of those that are not.
    pub largest: Option<f64>,
}

/// A line of the table.
pub struct Line {
    pub peer: String,
    pub times: Vec<f64>,
    pub faults: Faults,
}

impl Line {
    pub fn median(&self) -> f64 {
        let middle = self.times.len() / 2;
        if self.times.len() % 2 == 1 {
            self.times[middle]
        } else {
            (self.times[middle - 1] + self.times[middle]) / 2.0
        }
    }
}

/// Measures all peers that answer the case, and prints a line for each. `judge` sees the answers of all, peer by peer;
/// those of queries that no round came to are all zero.
pub fn measure(
    workload: &str,
    case: &Case,
    peers: &[Box<dyn Peer + '_>],
    plan: &Plan,
    judge: impl FnOnce(&[Vec<Answer>], usize) -> Vec<Faults>,
) {
    let chunks = (case.queries / plan.chunk).max(1);
    let asked = plan.rounds.saturating_add(1).min(chunks) * plan.chunk.min(case.queries);
    let asked = asked.min(plan.judged);
    let mut sessions: Vec<_> =
        peers.iter().filter_map(|peer| Some((peer.name(), peer.open(case)?))).collect();
    let mut answers = vec![vec![Answer::default(); case.queries]; sessions.len()];
    let mut times = vec![Vec::new(); sessions.len()];
    let mut spent = vec![0.0; sessions.len()];
    for round in 0..=plan.rounds {
        if round > 1 && spent.iter().any(|&time| time > plan.patience) {
            break;
        }
        progress(workload, &case.name, &format!("round {round} of {}", plan.rounds));
        let from = round % chunks * plan.chunk;
        let to = (from + plan.chunk).min(case.queries);
        for (peer, (_, session)) in sessions.iter_mut().enumerate() {
            let part = &mut answers[peer][from..to];
            // What a program has just computed lies near the processor, and so do these poses then.
            if case.coherent && case.question == Question::Intersect {
                session.run(from, to, part);
            }
            part.fill(Answer::default());
            let start = cpu_ns();
            session.run(from, to, part);
            let took = cpu_ns() - start;
            spent[peer] += took;
            let time = took / (to - from) as f64 / plan.unit.0;
            // The first warms up.
            if round > 0 {
                times[peer].push(time);
            }
        }
    }
    progress(workload, &case.name, "comparing answers");
    let faults = judge(&answers, asked);
    progress("", "", "");
    let mut lines = Vec::new();
    for (((peer, _), mut times), faults) in sessions.into_iter().zip(times).zip(faults) {
        times.sort_by(f64::total_cmp);
        lines.push(Line { peer, times, faults });
    }
    print(workload, &case.name, plan.unit.1, &lines, asked);
}

/// A line that is written over by the next one; for people alone.
fn progress(workload: &str, case: &str, what: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r{:60}\r{workload} {case} {what}", "");
    }
}

/// Of a thousand answers, how many may be wrong of somebody to be compared with.
pub const WRONG_OF_THOUSAND: f64 = 1.0;

/// The ratio is to the best of the others who are hardly ever wrong: below one for who beats all of them.
pub fn print(workload: &str, case: &str, unit: &str, lines: &[Line], asked: usize) {
    for (i, line) in lines.iter().enumerate() {
        let ours = |peer: &str| peer.starts_with("solid");
        let others = lines
            .iter()
            .enumerate()
            .filter(|(j, other)| *j != i && !(ours(&line.peer) && ours(&other.peer)));
        let right = |faults: &Faults| {
            faults.errors.unwrap_or(0) as f64 * 1e3 <= WRONG_OF_THOUSAND * asked as f64
        };
        let others = others.filter(|(_, other)| right(&other.faults));
        let best = others.map(|(_, other)| other.median()).fold(f64::INFINITY, f64::min);
        let ratio =
            if best.is_finite() { format!("{:.3}", line.median() / best) } else { "-".to_owned() };
        let errors = line.faults.errors.map_or("-".to_owned(), |n| n.to_string());
        let largest = line.faults.largest.map_or("-".to_owned(), |x| format!("{x:.0e}"));
        let digits = |x: f64| super::results::three_digits(x);
        println!(
            "{workload:<4} {case:<34} {:<12} {:>10} {:>10} {:>10} {unit:<4} {errors:>7} {ratio:>7} {largest:>7} {asked:>7}",
            line.peer,
            digits(line.median()),
            digits(line.times[0]),
            digits(line.times[line.times.len() - 1]),
        );
    }
    let _ = std::io::stdout().flush();
}
