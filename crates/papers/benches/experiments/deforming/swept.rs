//! Figures 4.2 and 4.3: collisions between frames of two spheres of 960 and of 3968 faces, and by several threads.

mod steps;

use std::hint::black_box;

use solid_geometry::math::Vec3;
use solid_papers::octree::swept::FaceContact;
use solid_papers::octree::{FaceMesh, Settings, Subdivision, Threads};

use super::super::machine;
use super::super::plot::{Chart, Series, Whose};
use super::super::report::{Report, range, three_digits};
use super::{WANTED, least_us};
use solid_papers::deforming::brute::all_contacts;
use solid_papers::deforming::scenes::{Scene, approach};

/// Faces and milliseconds in the last cycle.
const PUBLISHED: [(usize, f64); 2] = [(960, 126.0), (3968, 434.0)];

/// The bodies' vertices in all cycles.
struct Moving {
    scene: Scene,
    vertices: Vec<Vec<Vec<Vec3>>>,
}

impl Moving {
    fn new(faces: usize) -> Moving {
        let scene = approach(faces);
        let vertices = (0..scene.cycles.len()).map(|cycle| scene.vertices(cycle)).collect();
        Moving { scene, vertices }
    }

    /// From the cycle before to a cycle that is not the first.
    fn meshes(&self, cycle: usize) -> Vec<FaceMesh<'_>> {
        let (before, now) = (&self.vertices[cycle - 1], &self.vertices[cycle]);
        let bodies = self.scene.bodies.iter().enumerate();
        bodies
            .map(|(i, body)| FaceMesh::moving_triangles(&before[i], &now[i], &body.triangles))
            .collect()
    }
}

pub fn run(report: &mut Report) {
    report.line(
        "Two spheres turn and approach each other until faces interfere. `hulls`: all pairs of faces whose swept spaces meet \
         between two cycles, as in the report; `contacts`: of these, those that do touch in between, with the time of it; \
         in the last cycle the same as of all pairs of faces.\n",
    );
    let rounds = report.count(8, 2);
    let (mut series, mut rows) = (Vec::new(), Vec::new());
    let (mut longer, mut dearest) = (Vec::new(), Vec::new());
    for (faces, ms) in PUBLISHED {
        let moving = Moving::new(faces);
        let last = moving.scene.last();
        let mut method = Subdivision::default();
        let mut contacts = Vec::new();
        let mut times = Vec::new();
        for cycle in (1..=last).rev().step_by(report.count(2, 20)) {
            let meshes = moving.meshes(cycle);
            let hulls = least_us(rounds, || {
                black_box(method.swept(black_box(&meshes)));
            });
            let exact = least_us(rounds, || method.contacts(black_box(&meshes), &mut contacts));
            times.push((cycle as f64 + 1.0, hulls, exact));
        }
        let (_, hulls, exact) = times[0];
        longer.push(exact / hulls);
        let most = times.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |t| t.0);
        dearest.push(format!("cycle {most} of {} ({faces} faces)", last + 1));
        let meshes = moving.meshes(last);
        method.contacts(&meshes, &mut contacts);
        assert_eq!(contacts, all_contacts(&meshes), "{faces} faces");
        rows.push(row(faces, ms, [hulls, exact], method.swept(&meshes).len(), &contacts));
        series.push(Series::new(
            format!("hulls, {faces}"),
            Whose::Others,
            times.iter().map(|t| [t.0, t.1]),
        ));
        series.push(Series::new(
            format!("contacts, {faces}"),
            Whose::Others,
            times.iter().map(|t| [t.0, t.2]),
        ));
        let end = [last as f64 + 2.0, ms * 1e3 / WANTED];
        series.push(Series::new(format!("report / {WANTED}, {faces}"), Whose::Published, [end]));
    }
    let header = [
        "faces",
        "pairs of hulls",
        "us",
        "report, ms",
        "times as fast",
        "contacts",
        "us",
        "first at",
        "widest gap",
    ];
    report.table(&header, &rows);
    let chart = Chart {
        title: "Swept space of two spheres (figure 4.2)".to_owned(),
        x_label: "cycle".to_owned(),
        y_label: "microseconds".to_owned(),
        log_y: true,
        series,
        ..Chart::default()
    };
    report.chart("cycles", &chart);
    report.says(&format!(
        "In the report the last cycle costs most; here the dearest of the measured ones is {}. Swept hulls tell which faces may \
         touch; contacts leave out those that do not, and tell when, and take {} times as long in the last cycle.",
        dearest.join(" and "),
        range(longer, |x| format!("{x:.1}")),
    ));
    steps::run(report);
    threads(report);
}

fn row(
    faces: usize,
    ms: f64,
    [hulls, exact]: [f64; 2],
    pairs: usize,
    contacts: &[FaceContact],
) -> Vec<String> {
    let first = contacts.iter().map(|c| c.contact.time).fold(f64::INFINITY, f64::min);
    let widest = contacts.iter().map(|c| c.contact.gap).fold(0.0, f64::max);
    vec![
        faces.to_string(),
        pairs.to_string(),
        three_digits(hulls),
        three_digits(ms),
        format!("{:.0}", ms * 1e3 / hulls),
        contacts.len().to_string(),
        three_digits(exact),
        format!("{first:.6}"),
        format!("{widest:.0e}"),
    ]
}

/// How many such pairs of spheres side by side: one alone is too little work today.
const COPIES: usize = 8;

/// The last cycle of the larger spheres by more threads.
fn threads(report: &mut Report) {
    machine::use_all_cpus();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let moving = Moving::new(3968);
    let last = moving.scene.last();
    let copy = |i: usize| {
        let aside = Vec3::new(0.0, 10.0 * i as f64, 0.0);
        let placed = |v: &Vec<Vec3>| v.iter().map(|p| p + aside).collect::<Vec<Vec3>>();
        [0, 1].map(|k| [last - 1, last].map(|cycle| placed(&moving.vertices[cycle][k])))
    };
    let copies: Vec<[Vec<Vec3>; 2]> = (0..COPIES).flat_map(copy).collect();
    let triangles = &moving.scene.bodies[0].triangles;
    let meshes: Vec<FaceMesh<'_>> = copies
        .iter()
        .map(|[before, now]| FaceMesh::moving_triangles(before, now, triangles))
        .collect();
    let mut expected = Vec::new();
    Subdivision::default().contacts(&meshes, &mut expected);
    let counts: Vec<usize> = (1..=4).collect();
    let mut ways = Vec::new();
    for (label, way) in [
        ("pairs divided", Threads::Divided as fn(usize) -> Threads),
        ("producer and consumers", Threads::ProducerAndConsumers),
    ] {
        let time = |&count: &usize| {
            let mut method =
                Subdivision::new(Settings { threads: way(count), ..Settings::default() });
            let mut contacts = Vec::new();
            let mut least = f64::INFINITY;
            for _ in 0..report.count(12, 2) {
                let start = std::time::Instant::now();
                method.contacts(&meshes, &mut contacts);
                least = least.min(start.elapsed().as_secs_f64() * 1e3);
                assert_eq!(contacts, expected, "{label} {count}");
            }
            least
        };
        ways.push((label, counts.iter().map(time).collect::<Vec<f64>>()));
    }
    machine::pin_to_one_cpu();
    let best = |times: &[f64]| {
        (0..times.len()).min_by(|a, b| times[*a].total_cmp(&times[*b])).expect("some threads")
    };
    let fastest: Vec<String> = ways
        .iter()
        .map(|(label, times)| {
            let i = best(times);
            format!(
                "`{label}` is fastest with {} threads, {:.2} times",
                counts[i],
                times[0] / times[i]
            )
        })
        .collect();
    let rows: Vec<Vec<String>> = ways
        .iter()
        .map(|(label, times)| {
            let cells =
                times.iter().map(|ms| format!("{} ({:.2})", three_digits(*ms), times[0] / ms));
            std::iter::once((*label).to_owned()).chain(cells).collect()
        })
        .collect();
    report.table(&["ms (speed-up) by threads", "1", "2", "3", "4"], &rows);
    let mut series: Vec<Series> = ways
        .iter()
        .zip([Whose::Others, Whose::Ours])
        .map(|((label, times), whose)| {
            Series::new(
                *label,
                whose,
                counts.iter().zip(times).map(|(n, ms)| [*n as f64, times[0] / ms]),
            )
        })
        .collect();
    series.push(Series::new("as many times as fast", Whose::Published, [[1.0, 1.0], [4.0, 4.0]]));
    let chart = Chart {
        title: "Speed-up by threads (figure 4.3)".to_owned(),
        x_label: "threads".to_owned(),
        y_label: "times as fast as one".to_owned(),
        series,
        ..Chart::default()
    };
    report.chart("threads", &chart);
    report.says(&format!(
        "{COPIES} such pairs of spheres at once, on {cores} processors. All ways and numbers of threads give the same contacts in the same order. In the report both ways \
         gain up to 8 to 10 threads of 24, the second more; here {}."
        , fastest.join(", ")
    ));
}
