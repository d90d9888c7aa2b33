//! Where we lead and where we do not, in plain words: a list for `docs/performance/README.md`.

use super::rows::Duel;
use std::path::Path;

const BEGIN: &str = "<!-- written by benches/peers/run -->";
/// How many of those in which we are behind are named.
const NAMED: usize = 6;

const END: &str = "<!-- until here -->";

/// What is said of one workload. `wanted` is what we want of ours over the best other.
pub fn sentence(workload: &str, about: &str, duels: &[Duel<'_>], wanted: f64) -> String {
    let mut ratios: Vec<(&Duel<'_>, f64)> =
        duels.iter().filter_map(|duel| Some((duel, duel.ratio()?))).collect();
    ratios.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut text = format!("- **{workload}**, {}: ", about.to_lowercase().trim_end_matches('?'));
    let lead = ratios.partition_point(|(_, ratio)| *ratio < 1.0);
    let (ahead, behind) = ratios.split_at(lead);
    let other = |duel: &Duel<'_>| duel.other.map_or(String::new(), |row| row.marked(&row.peer));
    if let (Some((most, best)), Some((least, worst))) = (ahead.first(), ahead.last()) {
        text += &format!("ahead in {} of {}, ", lead, ratios.len());
        text += &match lead {
            1 => format!("by {} times ({}, {})", times(1.0 / best), most.case, other(most)),
            _ => format!(
                "by {} ({}, {}) to {} times ({}, {})",
                times(1.0 / worst),
                least.case,
                other(least),
                times(1.0 / best),
                most.case,
                other(most)
            ),
        };
    }
    if !behind.is_empty() {
        let worst = behind.iter().rev().take(NAMED);
        let each: Vec<String> = worst
            .map(|(duel, ratio)| {
                format!("{} takes {} times as long as {}", duel.case, times(*ratio), other(duel))
            })
            .collect();
        text += if ahead.is_empty() { "behind in all: " } else { "; behind in the others: " };
        text += &each.join(", ");
        if behind.len() > NAMED {
            text += &format!(", and {} more", behind.len() - NAMED);
        }
    }
    let reached = ratios.iter().filter(|(_, ratio)| *ratio <= wanted).count();
    let wrong: usize = duels.iter().filter_map(|duel| duel.ours.errors).sum();
    text +=
        &format!(". At most {wanted} of the best other's time is wanted: reached in {reached}.");
    if workload != "W0" && wrong > 0 {
        text += &format!(" {wrong} of our answers were wrong.");
    }
    text + &turning(duels)
}

/// How much longer casts of bodies that turn take than those of the same pairs that do not; nothing where there are none.
fn turning(duels: &[Duel<'_>]) -> String {
    let time = |case: &str| {
        duels.iter().find(|duel| duel.case == case).map(|duel| duel.ours.nanoseconds())
    };
    let mut all: Vec<(&str, f64)> = duels
        .iter()
        .filter_map(|duel| duel.case.strip_suffix("-turning"))
        .filter_map(|pair| {
            let [turning, straight] =
                ["turning", "straight"].map(|kind| time(&format!("{pair}-{kind}")));
            Some((pair, turning? / straight?))
        })
        .collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (Some((least, low)), Some((most, high))) = (all.first(), all.last()) else {
        return String::new();
    };
    format!(
        " Turning as well takes {} ({least}) to {} times ({most}) as long as the straight cast of the same pair.",
        times(*low),
        times(*high)
    )
}

/// What is said of a workload that we do not answer at all.
pub fn silence(workload: &str, about: &str) -> String {
    format!("- **{workload}**, {}: the library does not answer this yet.", about.to_lowercase())
}

fn times(x: f64) -> String {
    if x < 10.0 { format!("{x:.1}") } else { format!("{x:.0}") }
}

/// Puts the list between the marks of a page; nothing if there is no such page.
pub fn put(page: &Path, list: &str) -> std::io::Result<()> {
    let Ok(text) = std::fs::read_to_string(page) else { return Ok(()) };
    let (Some(begin), Some(end)) = (text.find(BEGIN), text.find(END)) else { return Ok(()) };
    let whole = format!("{}{BEGIN}\n\n{list}\n{}", &text[..begin], &text[end..]);
    std::fs::write(page, whole)
}
