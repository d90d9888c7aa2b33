//! Figures 3.6 and 3.7: two spheres of 8 to 3968 faces that approach each other.

use std::hint::black_box;

use solid_papers::octree::{FaceMesh, Subdivision};

use super::super::plot::{Chart, Series, Whose};
use super::super::report::{Report, three_digits};
use super::{WANTED, cycle_us, cycles_us, least_us};
use solid_papers::deforming::bodies::SPHERES;
use solid_papers::deforming::scenes::{Scene, approach};
use solid_papers::deforming::trees::Trees;

/// Faces and milliseconds in the last cycle.
const PUBLISHED: [(usize, f64); 4] = [(168, 11.0), (528, 16.0), (960, 24.0), (3968, 70.0)];

/// Microseconds of a last cycle.
struct Last {
    faces: usize,
    pairs: usize,
    /// Subdivision: bodies that are placed, and vertices that are all new.
    rigid: f64,
    deforming: f64,
    /// Trees: the same.
    tree_rigid: f64,
    tree_refitted: f64,
}

impl Last {
    fn of(scene: &Scene, faces: usize, pairs: usize, rounds: usize) -> Last {
        let last = scene.last();
        let mut method = Subdivision::default();
        let rigid = cycle_us(scene, &mut method, last, rounds);
        let expected = method.found().to_vec();
        let vertices = scene.vertices(last);
        let deforming = least_us(rounds, || {
            let deformed = scene.bodies.iter().zip(&vertices);
            let meshes: Vec<FaceMesh> =
                deformed.map(|(b, v)| FaceMesh::triangles(v, &b.triangles)).collect();
            black_box(method.interfering(&meshes));
        });
        let mut trees = Trees::new(&scene.bodies);
        let placements = &scene.cycles[last];
        assert_eq!(trees.rigid(placements), expected);
        let tree_rigid = least_us(rounds, || {
            black_box(trees.rigid(black_box(placements)));
        });
        assert_eq!(trees.refitted(&vertices), expected);
        let tree_refitted = least_us(rounds, || {
            black_box(trees.refitted(black_box(&vertices)));
        });
        Last { faces, pairs, rigid, deforming, tree_rigid, tree_refitted }
    }

    fn published(&self) -> Option<f64> {
        PUBLISHED.iter().find(|(faces, _)| *faces == self.faces).map(|(_, ms)| ms * 1e3)
    }
}

pub fn run(report: &mut Report) {
    report.line(
        "Two spheres, each of so many faces, turn and approach each other until faces interfere; all pairs of faces are \
         asked for in every cycle. Published: milliseconds in the last cycle on an R4400 of 150 MHz. Every cycle's pairs \
         were compared with those of all pairs of faces, and with those of the trees.\n",
    );
    let rounds = report.count(15, 4);
    let mut rows = Vec::new();
    let mut cycles = Vec::new();
    for (faces, _, _) in SPHERES {
        let scene = approach(faces);
        let pairs = scene.check(report.count(1, 20));
        rows.push(Last::of(&scene, faces, pairs, rounds));
        if PUBLISHED.iter().any(|(f, _)| *f == faces) {
            cycles.push((faces, cycles_us(&scene, report.count(8, 2))));
        }
    }
    table(report, &rows);
    per_cycle(report, &cycles);
    over_faces(report, &rows);
}

fn table(report: &mut Report, rows: &[Last]) {
    let cells = |row: &Last| {
        let published = row.published();
        vec![
            row.faces.to_string(),
            row.pairs.to_string(),
            published.map_or(String::new(), |us| three_digits(us / 1e3)),
            three_digits(row.rigid),
            published.map_or(String::new(), |us| format!("{:.0}", us / row.rigid)),
            three_digits(row.deforming),
            three_digits(row.tree_refitted),
            three_digits(row.tree_rigid),
        ]
    };
    let header = [
        "faces",
        "pairs",
        "report, ms",
        "subdivision, us",
        "times as fast",
        "all vertices new, us",
        "trees refitted, us",
        "trees rigid, us",
    ];
    report.table(&header, &rows.iter().map(cells).collect::<Vec<_>>());
    let least = rows
        .iter()
        .filter_map(|row| Some(row.published()? / row.rigid))
        .fold(f64::INFINITY, f64::min);
    report.says(&format!("At least {least:.0} times as fast as the report ({WANTED} wanted)."));
}

fn per_cycle(report: &mut Report, cycles: &[(usize, Vec<f64>)]) {
    let mut series = Vec::new();
    for (faces, times) in cycles {
        let points = times.iter().enumerate().map(|(i, us)| [i as f64 + 1.0, *us]);
        series.push(Series::new(format!("{faces} faces"), Whose::Others, points));
    }
    for ((faces, times), (_, ms)) in cycles.iter().zip(PUBLISHED) {
        let end = [times.len() as f64 + 1.0, ms * 1e3 / WANTED];
        series.push(Series::new(format!("report / {WANTED}, {faces}"), Whose::Published, [end]));
    }
    let chart = Chart {
        title: "Two spheres approaching (figure 3.6)".to_owned(),
        x_label: "cycle".to_owned(),
        y_label: "microseconds".to_owned(),
        series,
        ..Chart::default()
    };
    report.chart("cycles", &chart);
    let dearest = |times: &[f64]| {
        let by = |a: &usize, b: &usize| times[*a].total_cmp(&times[*b]);
        (0..times.len()).max_by(by).map_or(0, |i| i + 1)
    };
    let (_, times) = &cycles[cycles.len() - 1];
    let at = cycles.iter().map(|(_, times)| format!("{} of {}", dearest(times), times.len()));
    report.says(&format!(
        "In the report a cycle costs little until boxes overlap, and most when faces interfere, in the last. Here the first \
         cycle of 3968 faces takes {} us, which are the boxes themselves, and the last {} us; the dearest cycles are {}.",
        three_digits(times[0]),
        three_digits(times[times.len() - 1]),
        at.collect::<Vec<_>>().join(", "),
    ));
}

fn over_faces(report: &mut Report, rows: &[Last]) {
    let line = |label: &str, whose, of: fn(&Last) -> f64| {
        Series::new(label, whose, rows.iter().map(|row| [row.faces as f64, of(row)]))
    };
    let published = PUBLISHED.map(|(faces, ms)| [faces as f64, ms * 1e3 / WANTED]);
    let chart = Chart {
        title: "The last cycle over the number of faces (figure 3.7)".to_owned(),
        x_label: "faces of each sphere".to_owned(),
        y_label: "microseconds".to_owned(),
        log_x: true,
        log_y: true,
        series: vec![
            line("subdivision", Whose::Ours, |row| row.deforming),
            line("trees, refitted", Whose::Others, |row| row.tree_refitted),
            line("trees, rigid", Whose::Others, |row| row.tree_rigid),
            Series::new(format!("report / {WANTED}"), Whose::Published, published),
        ],
        ..Chart::default()
    };
    report.chart("faces", &chart);
    let last = &rows[rows.len() - 1];
    let first = rows.iter().find(|row| row.faces == PUBLISHED[0].0).expect("168 faces");
    let wins = rows.iter().filter(|row| row.deforming < row.tree_refitted).count();
    let rigid = rows.iter().filter(|row| row.tree_rigid < row.rigid).count();
    report.says(&format!(
        "From 168 to 3968 faces, {:.1} times as many, the time grows {:.1} times, in the report {:.1} times. Where all \
         vertices are new, subdivision is faster than refitting trees in {wins} of {} sizes ({:.1} times at {} faces). Where \
         nothing deforms, nothing is refitted, and trees are faster in {rigid} sizes of {}.",
        3968.0 / 168.0,
        last.rigid / first.rigid,
        PUBLISHED[3].1 / PUBLISHED[0].1,
        rows.len(),
        last.tree_refitted / last.deforming,
        last.faces,
        rows.len()
    ));
}
