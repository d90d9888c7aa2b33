//! The page that lists every case in which another library is faster.

use super::results::three_digits;
use super::rows::{Duel, Kept, duels};
use std::fmt::Write;
use std::path::Path;

/// Writes the page from what was kept of each workload: its name, what it is about, and the rows.
pub fn write(all: &[(&str, &str, Kept)], page: &Path) -> std::io::Result<()> {
    let (mut tables, mut first) = (String::new(), Vec::new());
    let [mut compared, mut behind, mut twice] = [0, 0, 0];
    for (workload, about, kept) in all {
        let duels = duels(&kept.rows);
        let mut ratios: Vec<(f64, &Duel)> =
            duels.iter().filter_map(|duel| Some((duel.ratio()?, duel))).collect();
        compared += ratios.len();
        let asked = ratios.len();
        ratios.retain(|(ratio, _)| *ratio > 1.0);
        ratios.sort_by(|x, y| y.0.total_cmp(&x.0));
        behind += ratios.len();
        twice += ratios.iter().filter(|(ratio, _)| *ratio > 2.0).count();
        if ratios.is_empty() {
            first.push(*workload);
        } else {
            section(&mut tables, [workload, about], &kept.origin, asked, &ratios);
        }
    }
    let mut text = format!(
        "# Where we are not first\n\nWritten by `benches/peers/run` from the numbers in `data`, as are all sentences here. In \
         {behind} of {compared} cases of all workloads another library is faster than this one, in {twice} of them more than \
         twice as fast. A case is listed if the best of the others takes less time; the others are those that err in at most \
         one answer of a thousand, or those that err least where all err more often. Ours is `solid`, by the Rust modules, where a \
         workload has that, else `solid-c`, by the C functions.\n",
    );
    if !first.is_empty() {
        let _ = write!(text, "\nFirst in all cases of {}.\n", first.join(", "));
    }
    std::fs::write(page, text + &tables)
}

fn section(
    text: &mut String,
    [workload, about]: [&str; 2],
    origin: &str,
    asked: usize,
    ratios: &[(f64, &Duel)],
) {
    let (worst, case) = (ratios[0].0, ratios[0].1.case);
    let middle = ratios[ratios.len() / 2].0;
    let _ = write!(
        text,
        "\n## {workload}: {about}\n\nSlower in {} of {asked}, at most {} times ({case}); half of these by less than {:.1} times.\n\n\
         {origin}\n\n| case | ours | | best other | | ours over other |\n\
         | --- | --- | ---: | --- | ---: | ---: |\n",
        ratios.len(),
        three_digits(worst),
        middle.max(1.1),
    );
    for (ratio, Duel { case, ours, other }) in ratios {
        let Some(other) = other else { continue };
        let time = |median: f64, unit: &str| format!("{} {unit}", three_digits(median));
        let _ = writeln!(
            text,
            "| {case} | {} | {} | {} | {} | {ratio:.2} |",
            ours.marked(&ours.peer),
            time(ours.median, &ours.unit),
            other.marked(&other.peer),
            time(other.median, &other.unit),
        );
    }
}
