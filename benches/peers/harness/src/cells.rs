//! What `results.md` and a page of its own say of the matrix (W10) and of the tails (W11), whose cells are too many for
//! tables like those of the other workloads.

use super::heat::{Cell, Group, Heat};
use super::results::three_digits;
use super::rows::{Duel, Kept, Row, duels, in_order};
use std::fmt::Write;
use std::path::Path;

/// A cell of the matrix or of the tails by the parts of its name.
#[derive(Clone, Copy)]
struct Named<'a> {
    pair: &'a str,
    class: &'a str,
    question: &'a str,
    /// Of W11: the median, the 99th percentile, the worst.
    place: Option<&'a str>,
}

impl<'a> Named<'a> {
    fn of(case: &'a str) -> Option<Named<'a>> {
        let mut parts = case.split('/');
        let mut next = || parts.next();
        Some(Named { pair: next()?, class: next()?, question: next()?, place: next() })
    }

    fn group(&self) -> String {
        match self.place {
            Some(_) => format!("{}, {}", self.question, self.class),
            None => self.question.to_owned(),
        }
    }

    fn column(&self) -> &'a str {
        self.place.unwrap_or(self.class)
    }
}

fn wrong(row: &Row) -> bool {
    row.errors.is_some_and(|errors| errors > 0)
}

/// The cells that `take` has as a heat map; `None` if there are none.
fn heat(duels: &[Duel<'_>], titles: [&str; 2], take: impl Fn(&Named) -> bool) -> Option<Heat> {
    let mut groups: Vec<Group> = Vec::new();
    let mut rows: Vec<String> = Vec::new();
    let named: Vec<(Named, Cell)> = duels
        .iter()
        .filter_map(|duel| {
            let named = Named::of(duel.case).filter(&take)?;
            let other = duel.other?;
            let (ours_wrong, other_wrong) = (wrong(duel.ours), wrong(other));
            Some((named, Cell { ratio: duel.ratio()?, ours_wrong, other_wrong }))
        })
        .collect();
    for (named, _) in &named {
        if !rows.iter().any(|row| row == named.pair) {
            rows.push(named.pair.to_owned());
        }
        let name = named.group();
        let place = groups.iter().position(|group| group.name == name).unwrap_or_else(|| {
            groups.push(Group { name, columns: Vec::new() });
            groups.len() - 1
        });
        if !groups[place].columns.iter().any(|column| column == named.column()) {
            groups[place].columns.push(named.column().to_owned());
        }
    }
    let cell = |row: &str, group: &Group, column: &str| {
        let found = named.iter().find(|(named, _)| {
            named.pair == row && named.group() == group.name && named.column() == column
        });
        found.map(|(_, cell)| *cell)
    };
    let of_row = |row: String| {
        let cells = groups.iter().flat_map(|group| {
            group.columns.iter().map(|column| cell(&row, group, column)).collect::<Vec<_>>()
        });
        let cells = cells.collect();
        (row, cells)
    };
    let rows: Vec<_> = rows.into_iter().map(of_row).collect();
    let [title, subtitle] = titles.map(str::to_owned);
    (!rows.is_empty()).then_some(Heat { title, subtitle, groups, rows })
}

/// The pictures of W10 or W11, with the names of their files.
pub fn pictures(workload: &str, kept: &Kept) -> Vec<(String, Heat)> {
    let duels = duels(&kept.rows);
    let said = "Our time over that of the fastest other: parry, or coal or MuJoCo. Lower is better: blue below 1, where we are faster, orange above.";
    let made = match workload {
        "W10" => vec![
            (
                "W10.svg",
                heat(
                    &duels,
                    [
                        "W10: every question about every pair, our time over the fastest other's",
                        said,
                    ],
                    |named| named.question != "ray",
                ),
            ),
            (
                "W10-rays.svg",
                heat(&duels, ["W10: rays, our time over parry's", said], |named| {
                    named.question == "ray"
                }),
            ),
        ],
        _ => vec![(
            "W11.svg",
            heat(
                &duels,
                [
                    "W11: median, 99th percentile and worst of single queries, ours over parry's",
                    said,
                ],
                |_| true,
            ),
        )],
    };
    made.into_iter().filter_map(|(file, heat)| Some((file.to_owned(), heat?))).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), x| (sum + x.ln(), count + 1));
    (sum / f64::from(count)).exp()
}

/// A line a question and class.
pub fn summary(kept: &Kept) -> String {
    let duels = duels(&kept.rows);
    let mut groups: Vec<(String, Vec<&Duel>)> = Vec::new();
    for duel in &duels {
        let Some(named) = Named::of(duel.case) else { continue };
        let name = format!("{} | {} | {}", named.question, named.class, named.place.unwrap_or(""));
        match groups.iter_mut().find(|(group, _)| *group == name) {
            Some((_, of_it)) => of_it.push(duel),
            None => groups.push((name, vec![duel])),
        }
    }
    let mut text = String::from(
        "| question | class | | ours, mean | fastest other, mean | ratio, mean | largest | slower in | our wrong | its wrong |\n\
         | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for (name, of_it) in &groups {
        let ratios: Vec<f64> = of_it.iter().filter_map(|duel| duel.ratio()).collect();
        let ours = |of: &dyn Fn(&Row) -> f64| mean(of_it.iter().map(|duel| of(duel.ours)));
        let theirs = of_it.iter().filter_map(|duel| duel.other);
        let wrong = |rows: &mut dyn Iterator<Item = &Row>| {
            let [mut errors, mut asked] = [0, 0];
            for row in rows.filter(|row| row.errors.is_some()) {
                errors += row.errors.unwrap_or(0);
                asked += row.asked.unwrap_or(0);
            }
            format!("{errors} of {asked}")
        };
        let _ = writeln!(
            text,
            "| {name} | {} ns | {} ns | {:.2} | {} | {} of {} | {} | {} |",
            three_digits(ours(&Row::nanoseconds)),
            three_digits(mean(theirs.clone().map(Row::nanoseconds))),
            mean(ratios.iter().copied()),
            three_digits(ratios.iter().copied().fold(0.0, f64::max)),
            ratios.iter().filter(|ratio| **ratio > 1.0).count(),
            ratios.len(),
            wrong(&mut of_it.iter().map(|duel| duel.ours)),
            wrong(&mut theirs.clone()),
        );
    }
    text
}

/// The page of the tails: a table a question and class.
pub fn tails(kept: &Kept, page: &Path) -> std::io::Result<()> {
    let mut text = format!(
        "# The tails of single queries\n\nWritten by `benches/peers/run` from `data/W11.csv`. Nanoseconds of single queries: the \
         median, the 99th percentile and the worst of 1000 placements, of 200 where a mesh is in the pair, of 100 of two meshes; and how many of the \
         answers that were judged are wrong. Lower is better.\n\n{}\n",
        kept.origin
    );
    let cases = in_order(&kept.rows, |row| &row.case);
    let named: Vec<Named> = cases.iter().filter_map(|case| Named::of(case)).collect();
    let mut groups: Vec<[&str; 2]> = Vec::new();
    let mut pairs: Vec<&str> = Vec::new();
    for of in &named {
        if !groups.contains(&[of.question, of.class]) {
            groups.push([of.question, of.class]);
        }
        if !pairs.contains(&of.pair) {
            pairs.push(of.pair);
        }
    }
    for [question, class] in groups {
        let _ = write!(
            text,
            "\n## {question}, {class}\n\n| pair | our median | 99 % | worst | wrong | parry's median | 99 % | worst | wrong |\n\
             | --- |{}\n",
            " ---: |".repeat(8)
        );
        for pair in &pairs {
            let _ = write!(text, "| {pair} |");
            for peer in ["solid", "parry"] {
                let row = |place: &str| {
                    let case = format!("{pair}/{class}/{question}/{place}");
                    kept.rows.iter().find(|row| row.case == case && row.peer == peer)
                };
                for place in ["median", "99%", "worst"] {
                    let time = row(place).map_or(String::new(), |row| three_digits(row.median));
                    let _ = write!(text, " {time} |");
                }
                let errors = row("median").and_then(|row| Some((row.errors?, row.asked?)));
                let errors = errors.map_or(String::new(), |(errors, asked)| {
                    if errors == 0 { "0".to_owned() } else { format!("{errors} of {asked}") }
                });
                let _ = write!(text, " {errors} |");
            }
            text.push('\n');
        }
    }
    std::fs::write(page, text)
}
