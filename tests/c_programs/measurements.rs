//! What the documents say was measured is in the data of `docs/performance`.

use crate::support::root;
use std::fs;
use std::process::Command;

/// A row of a file of `docs/performance/data`: the case, the peer, the median in nanoseconds, and the errors.
struct Row {
    case: String,
    peer: String,
    ns: f64,
    errors: Option<u64>,
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn rows(workload: &str) -> Vec<Row> {
    let text = read(&format!("docs/performance/data/{workload}.csv"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let unit = match cells[6] {
            "ns" => 1.0,
            "us" => 1e3,
            "ms" => 1e6,
            other => panic!("{workload}: the unit {other}"),
        };
        Row {
            case: cells[1].to_owned(),
            peer: cells[2].to_owned(),
            ns: unit * cells[3].parse::<f64>().expect("a median"),
            errors: cells[7].parse().ok(),
        }
    };
    text.lines().skip(2).map(row).collect()
}

fn find<'a>(rows: &'a [Row], case: &str, peer: &str) -> &'a Row {
    let found = rows.iter().find(|row| row.case == case && row.peer == peer);
    found.unwrap_or_else(|| panic!("no {case} of {peer}"))
}

/// Text without line breaks, to look for sentences in.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn table(arguments: &[&str]) -> String {
    let table = Command::new(root().join("benches/peers/table")).args(arguments).output();
    String::from_utf8_lossy(&table.expect("a table").stdout).into_owned()
}

#[test]
fn the_readme_has_the_table_of_the_data() {
    let (readme, table) = (read("README.md"), table(&["peers"]));
    assert!(table.lines().count() > 10 && readme.contains(&table), "benches/peers/table --readme");
    let rows = rows("W10");
    for lost in ["sphere-hull20/shallow/contacts", "triangle/aimed/ray"] {
        let [ours, theirs] = ["solid", "parry"].map(|peer| find(&rows, lost, peer).ns);
        assert!(ours > theirs, "the last two rows are lost: {lost}");
    }
}

#[test]
fn the_page_on_performance_has_the_table_of_the_original_and_says_what_it_shows() {
    let (page, table) = (read("docs/performance/README.md"), table(&[]));
    assert!(table.lines().count() > 20 && page.contains(&table), "benches/peers/table --readme");
    let rows = rows("W0");
    let ratio = |case: &str| find(&rows, case, "solid-c").ns / find(&rows, case, "solid2").ns;
    let growing = |cases: &[&str]| cases.is_sorted_by(|a, b| ratio(a) > ratio(b));
    assert!(growing(&["hulls-20x20", "hulls-200x20", "hulls-2000x20"]), "the more objects");
    assert!(growing(&["hulls-20x20", "hulls-20x100", "hulls-20x500"]), "the more vertices");
    // Without the parts of a frame, as in the table.
    let is_pair = |row: &&Row| row.case.starts_with("pair-") && !row.case.contains('/');
    let pairs = rows.iter().filter(|row| row.peer == "solid-c").filter(is_pair);
    let slower: Vec<&str> =
        pairs.map(|row| row.case.as_str()).filter(|case| ratio(case) > 1.0).collect();
    let said = ["pair-sphere-sphere-uncached", "pair-cone-cylinder-uncached"];
    assert_eq!(slower, said, "the cases in which it is slower");
    let [spheres, cone] = said.map(ratio);
    let said =
        format!("slower than the original: they take {spheres:.1} and {cone:.1} times its time");
    assert!(flat(&page).contains(&said), "{said}");
    let is_scene = |row: &&Row| row.case.starts_with("hulls-") && !row.case.contains('/');
    let scenes = rows.iter().filter(|row| row.peer == "solid-c").filter(is_scene);
    let more_than_half: Vec<&str> =
        scenes.map(|row| row.case.as_str()).filter(|case| ratio(case) > 0.5).collect();
    assert_eq!(more_than_half, ["hulls-20x20"], "the one scene that takes more than half");
    let said = format!("20 hulls of 20 vertices take {:.2} of it", ratio("hulls-20x20"));
    assert!(flat(&page).contains(&said), "{said}");
    assert!(ratio("hulls-2000x20") < 1.0 / 8.0, "an eighth");
    let missed = |case: &str| find(&rows, case, "solid2").errors.expect("a count");
    let said = format!(
        "it missed {} hits of the spheres and {} of the cone",
        missed("pair-sphere-sphere"),
        missed("pair-cone-cylinder")
    );
    assert!(flat(&page).contains(&said), "{said}");
}

#[test]
fn the_page_on_performance_says_what_turning_costs() {
    let rows = rows("W8b");
    let mut ratios: Vec<(f64, &str)> = ["bb", "ee", "be", "rr", "pp", "cc"]
        .map(|pair| {
            let ns = |kind: &str| find(&rows, &format!("{pair}-{kind}"), "solid").ns;
            (ns("turning") / ns("straight"), pair)
        })
        .into();
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let ((low, least), (high, most)) = (ratios[0], ratios[ratios.len() - 1]);
    let said = format!("Turning as well takes {low:.1} ({least}) to {high:.1} times ({most})");
    assert!(flat(&read("docs/performance/README.md")).contains(&said), "{said}");
}
