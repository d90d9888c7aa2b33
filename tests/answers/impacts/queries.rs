//! Queries with known answers, as the benchmark of Wang et al. (2021) publishes them.
//!
//! `SOLID_CCD_QUERIES` names a directory with `SCENE/edge-edge/*.csv` and `SCENE/vertex-face/*.csv`: rows of a point each,
//! `xn,xd,yn,yd,zn,zd,truth`, eight rows a query. A file `first-impact.csv` may give times of first impacts:
//! `file,query,first_time_of_impact`. Without the variable, those in this file are asked.

use super::ask;
use solid_geometry::Vec3;
use std::path::{Path, PathBuf};

/// `vf` or `ee`, the points at time 0 and at time 1, and the time of the first impact or -1: cases that are often answered wrongly.
const KNOWN: &str = "\
vf 0 1 0 -1 0 1 1 0 1 0 0 -1 0 -1 0 -1 0 1 1 0 1 0 0 -1 0.5
vf 0 1 1 -1 0 1 1 0 1 0 0 -1 0 -1 1 -1 0 1 1 0 1 0 0 -1 0.5
vf 0 1 1.0000000000000002 -1 0 1 1 0 1 0 0 -1 0 -1 1.0000000000000002 -1 0 1 1 0 1 0 0 -1 -1
vf 3 0 0 -1 0 1 1 0 1 0 0 -1 -1 0 0 -1 0 1 1 0 1 0 0 -1 0.625
vf 1 1 1 0 0 0 0 0 0 0 0 0 -1 -1 -1 0 0 0 0 0 0 0 0 0 0.5
vf 1 1 1 0 0 0 2 2 2 4 4 4 1 1 1 0 0 0 2 2 2 4 4 4 0
vf 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1e-300 0 0 0 1 0 0 0 1 0 -1
vf 0 0 1 0 0 0 1 0 0 0 1 0 0 0 0 0 0 0 1 0 0 0 1 0 1
ee -1 1 0 1 1 0 0 0 -1 0 0 1 -1 -1 0 1 -1 0 0 0 -1 0 0 1 0.5
ee -1 0 0 1 0 0 2 0 0 3 0 0 -1 0 0 1 0 0 -2 0 0 -1 0 0 0.25
ee -1 0 0 1 0 0 0 1 0 0 2 0 -1 0 0 1 0 0 0 -2 0 0 -1 0 0.3333333333333333
ee -1 0 0 1 0 0 -1 1 0 1 1 0 -1 0 0 1 0 0 -1 -1 0 1 -1 0 0.5
ee -1 0 0 1 0 0 -1 1 0 1 1 0 -1 0 0 1 0 0 -1 1 0 1 1 0 -1
ee 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
ee 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 1 1 1 0 0 0 0 0 0 0.5
";

#[test]
fn known_queries() {
    for line in KNOWN.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let x: Vec<f64> = words[1..].iter().map(|w| w.parse().expect("a number")).collect();
        let point = |i: usize| Vec3::new(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
        let [start, end] = [0, 4].map(|i| [i, i + 1, i + 2, i + 3].map(point));
        let found = ask(words[0] == "vf", &start, &end);
        assert_eq!(found.is_some(), x[24] >= 0.0, "{line}");
        if let Some(found) = found {
            assert!(found.earliest <= x[24] && x[24] <= found.latest, "{line}: {found:?}");
        }
    }
}

/// A query, its file and its place there.
struct Query {
    is_face: bool,
    start: [Vec3; 4],
    end: [Vec3; 4],
    is_hit: bool,
    name: (String, usize),
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = directory.read_dir().map(|all| all.map(|entry| entry.expect("readable").path()));
    let mut entries: Vec<PathBuf> = entries.into_iter().flatten().collect();
    entries.sort();
    entries
}

fn read(directory: &Path) -> Vec<Query> {
    let kinds = |scene: &PathBuf| ["edge-edge", "vertex-face"].map(|kind| scene.join(kind));
    let files = entries(directory)
        .iter()
        .flat_map(kinds)
        .flat_map(|kind| entries(&kind))
        .collect::<Vec<_>>();
    let mut queries = vec![];
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file of queries");
        let name = file.strip_prefix(directory).expect("below").display().to_string();
        let rows: Vec<(Vec3, bool)> = text.lines().map(row).collect();
        for (index, rows) in rows.chunks_exact(8).enumerate() {
            let points = |first: usize| [0, 1, 2, 3].map(|i| rows[first + i].0);
            queries.push(Query {
                is_face: name.contains("vertex-face"),
                start: points(0),
                end: points(4),
                is_hit: rows[0].1,
                name: (name.clone(), index),
            });
        }
    }
    queries
}

fn row(line: &str) -> (Vec3, bool) {
    let x: Vec<f64> = line.split(',').map(|word| word.trim().parse().expect("a number")).collect();
    (Vec3::new(x[0] / x[1], x[2] / x[3], x[4] / x[5]), x[6] != 0.0)
}

/// No false positive, no false negative, and every known time within the bounds; prints the mean time.
#[test]
fn published_queries() {
    let Some(directory) = std::env::var_os("SOLID_CCD_QUERIES").map(PathBuf::from) else { return };
    let queries = read(&directory);
    assert!(!queries.is_empty(), "no queries in {}", directory.display());
    let times = std::fs::read_to_string(directory.join("first-impact.csv")).unwrap_or_default();
    let mut timed = 0;
    for query in &queries {
        let found = ask(query.is_face, &query.start, &query.end);
        assert_eq!(found.is_some(), query.is_hit, "{:?}", query.name);
        let (name, index) = &query.name;
        let known = times.lines().find_map(|line| line.strip_prefix(&format!("{name},{index},")));
        if let (Some(found), Some(known)) = (found, known) {
            let known: f64 = known.parse().expect("a time");
            assert!(found.earliest <= known && known <= found.latest, "{:?}", query.name);
            timed += 1;
        }
    }
    let hits = queries.iter().filter(|query| query.is_hit).count();
    let begin = std::time::Instant::now();
    for query in &queries {
        std::hint::black_box(ask(query.is_face, &query.start, &query.end));
    }
    let mean = begin.elapsed().as_nanos() as f64 / queries.len() as f64;
    println!("{} queries, {hits} hits, {timed} with times, {mean:.0} ns a query", queries.len());
}
