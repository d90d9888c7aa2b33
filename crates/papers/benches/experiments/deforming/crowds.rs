//! Figures 3.8 and 3.9: fifteen shuttles, and 10 to 40 spheres against cached separating planes.

use std::hint::black_box;

use solid_geometry::convex::{Coherence, intersect};
use solid_geometry::shape::{Polytope, Support};
use solid_papers::octree::Subdivision;

use super::super::plot::{Chart, Series, Whose};
use super::super::report::{Report, range, three_digits};
use super::{WANTED, cycle_us, cycles_us, least_us};
use solid_geometry::convex::RelativePlacement;
use solid_papers::deforming::scenes::{Scene, crowd, fifteen};
use solid_papers::deforming::trees::Trees;

pub fn run(report: &mut Report) {
    shuttles(report);
    spheres(report);
}

fn shuttles(report: &mut Report) {
    let scene = fifteen();
    let pairs = scene.check(report.count(1, 10));
    let rounds = report.count(10, 3);
    let times = cycles_us(&scene, rounds);
    let two = |p: &Vec<_>| vec![p[0], p[1]];
    let alone = Scene {
        bodies: scene.bodies[..2].to_vec(),
        cycles: scene.cycles.iter().map(two).collect(),
    };
    let alone = cycles_us(&alone, rounds);
    let mut trees = Trees::new(&scene.bodies);
    let vertices: Vec<_> = (0..scene.cycles.len()).map(|cycle| scene.vertices(cycle)).collect();
    let mut method = Subdivision::default();
    let mut refitted = |(cycle, vertices): (usize, &Vec<_>)| {
        assert_eq!(trees.refitted(vertices), method.interfering(&scene.meshes(cycle)));
        least_us(rounds, || {
            black_box(trees.refitted(black_box(vertices)));
        })
    };
    let refitted: Vec<f64> = vertices.iter().enumerate().map(&mut refitted).collect();
    let points = |times: &[f64]| -> Vec<[f64; 2]> {
        times.iter().enumerate().map(|(i, us)| [i as f64 + 1.0, *us]).collect()
    };
    let end = times.len() as f64 + 0.5;
    let published = |ms: f64| [[end, ms * 1e3 / WANTED]];
    let chart = Chart {
        title: "Fifteen shuttles of 528 faces (figure 3.8)".to_owned(),
        x_label: "cycle".to_owned(),
        y_label: "microseconds".to_owned(),
        log_y: true,
        series: vec![
            Series::new("subdivision, fifteen", Whose::Ours, points(&times)),
            Series::new("the two that meet, alone", Whose::Others, points(&alone)),
            Series::new("trees, refitted", Whose::Others, points(&refitted)),
            Series::new(format!("report / {WANTED}, fifteen"), Whose::Published, published(31.0)),
            Series::new(format!("report / {WANTED}, two"), Whose::Published, published(16.0)),
        ],
        ..Chart::default()
    };
    report.chart("shuttles", &chart);
    let [last, two, tree] = [&times, &alone, &refitted].map(|times| times[times.len() - 1]);
    report.says(&format!(
        "Fifteen concave shuttles, {pairs} pairs of faces in the last cycle: {} us (31 ms published, {:.0} times as fast); the \
         two that meet, alone, {} us (16 ms, {:.0} times). In the report boxes of others overlap in every cycle, and cost \
         about the same in each; here a cycle of all fifteen takes {} us. Copying the vertices of all, refitting the trees of those whose boxes overlap, and walking them takes {} us: {}.",
        three_digits(last),
        31e3 / last,
        three_digits(two),
        16e3 / two,
        range(times.iter().copied(), three_digits),
        three_digits(tree),
        if tree > last { "subdivision wins where all deform" } else { "trees win even so" }
    ));
}

/// Spheres, and milliseconds of the report's method (last cycle) and of cached separating planes (every cycle).
const PUBLISHED: [(usize, f64, f64); 4] =
    [(10, 16.0, 10.0), (20, 21.0, 35.0), (30, 22.0, 76.0), (40, 41.0, 140.0)];

/// The time of all pairs of hulls with cached axes, the mean over all cycles.
fn by_cached_axes(scene: &Scene) -> f64 {
    let hull = Polytope::new(&scene.bodies[0].vertices);
    let count = scene.bodies.len();
    let mut cached = vec![Coherence::default(); count * count];
    let mut cycle = |cycle: usize| {
        let placements = &scene.cycles[cycle];
        let mut hits = 0;
        for i in 0..count {
            for j in i + 1..count {
                let reach = hull.absolute_extents();
                let relation =
                    RelativePlacement::new(&reach, &placements[i], &reach, &placements[j])
                        .expect("in range");
                hits += usize::from(intersect(&hull, &hull, &relation, &mut cached[i * count + j]));
            }
        }
        hits
    };
    // The same with nothing remembered.
    let alone = |cycle: usize| {
        let placements = &scene.cycles[cycle];
        let reach = hull.absolute_extents();
        let meets = |[i, j]: [usize; 2]| {
            let relation = RelativePlacement::new(&reach, &placements[i], &reach, &placements[j]);
            intersect(&hull, &hull, &relation.expect("in range"), &mut Coherence::default())
        };
        let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| [i, j]));
        pairs.filter(|pair| meets(*pair)).count()
    };
    for i in 0..scene.cycles.len() {
        assert_eq!(cycle(i), alone(i), "cycle {i}");
    }
    let all = least_us(5, || {
        (0..scene.cycles.len()).for_each(|i| {
            black_box(cycle(i));
        });
    });
    all / scene.cycles.len() as f64
}

fn spheres(report: &mut Report) {
    let (mut ours, mut axes, mut refitted, mut rows) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (count, ms, planes) in PUBLISHED {
        let scene = crowd(count);
        let pairs = scene.check(report.count(1, 10));
        let rounds = report.count(15, 4);
        let last = cycle_us(&scene, &mut Subdivision::default(), scene.last(), rounds);
        let cached = by_cached_axes(&scene);
        let mut trees = Trees::new(&scene.bodies);
        let vertices = scene.vertices(scene.last());
        let mut method = Subdivision::default();
        assert_eq!(trees.refitted(&vertices), method.interfering(&scene.meshes(scene.last())));
        let tree = least_us(rounds, || {
            black_box(trees.refitted(black_box(&vertices)));
        });
        for (series, us) in [(&mut ours, last), (&mut axes, cached), (&mut refitted, tree)] {
            series.push([count as f64, us]);
        }
        rows.push(vec![
            count.to_string(),
            pairs.to_string(),
            three_digits(last),
            format!("{:.0}", ms * 1e3 / last),
            three_digits(cached),
            format!("{:.2}", cached / last),
            format!("{:.2}", planes / ms),
            three_digits(tree),
        ]);
    }
    let header = [
        "spheres",
        "pairs",
        "subdivision, us",
        "times the report's speed",
        "cached axes, us",
        "axes / subdivision",
        "the report's ratio",
        "trees refitted, us",
    ];
    report.table(&header, &rows);
    let chart = Chart {
        title: "Spheres of 528 faces, the last cycle (figure 3.9)".to_owned(),
        x_label: "spheres".to_owned(),
        y_label: "microseconds".to_owned(),
        log_y: true,
        series: vec![
            Series::new("subdivision", Whose::Ours, ours.clone()),
            Series::new("cached axes (all pairs)", Whose::Others, axes.clone()),
            Series::new("trees, refitted", Whose::Others, refitted),
            Series::new(
                format!("report / {WANTED}"),
                Whose::Published,
                PUBLISHED.map(|(n, ms, _)| [n as f64, ms * 1e3 / WANTED]),
            ),
            Series::new(
                format!("its planes / {WANTED}"),
                Whose::Published,
                PUBLISHED.map(|(n, _, ms)| [n as f64, ms * 1e3 / WANTED]),
            ),
        ],
        ..Chart::default()
    };
    report.chart("spheres", &chart);
    let growth = |points: &[[f64; 2]]| points[points.len() - 1][1] / points[0][1];
    report.says(&format!(
        "From 10 to 40 spheres subdivision grows {:.1} times and cached axes of all pairs {:.1} times; in the report {:.1} and {:.1} \
         times. It tells the pairs of faces, and takes bodies that are concave or deform; cached axes tell of convex, rigid \
         bodies whether they meet. That is why dtTest takes axes for convex shapes, after a broad phase that leaves few \
         pairs.",
        growth(&ours),
        growth(&axes),
        PUBLISHED[3].1 / PUBLISHED[0].1,
        PUBLISHED[3].2 / PUBLISHED[0].2,
    ));
}
