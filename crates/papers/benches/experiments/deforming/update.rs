//! Figure 3.10: subdivision of faces against octrees that are made in advance and moved.

use std::hint::black_box;

use solid_papers::octree::update::{FaceOctree, OctreeUpdate, RigidObject};
use solid_papers::octree::{Division, FaceMesh, Settings, Subdivision};

use super::super::plot::{Chart, Series, Whose};
use super::super::report::{Report, three_digits};
use super::{WANTED, cycles_us, least_us};
use solid_papers::deforming::bodies::Body;
use solid_papers::deforming::scenes::{Scene, household};
use solid_papers::deforming::trees::Trees;

/// Levels of the octrees that are compared; the report has 6.
const LEVELS: [u32; 3] = [4, 5, 6];

fn octrees(scene: &Scene, levels: u32) -> Vec<FaceOctree> {
    let octree = |body: &Body| {
        FaceOctree::new(&FaceMesh::triangles(&body.vertices, &body.triangles), levels)
    };
    scene.bodies.iter().map(octree).collect()
}

/// The time of some cycles, each checked.
fn times(scene: &Scene, octrees: &[FaceOctree], cycles: &[usize], rounds: usize) -> Vec<[f64; 2]> {
    let mut update = OctreeUpdate::default();
    update.settings = Settings { division: Division::Octree, ..Settings::default() };
    let mut method = Subdivision::default();
    let mut time = |cycle: &usize| {
        let meshes = scene.meshes(*cycle);
        let objects: Vec<RigidObject<'_>> = meshes
            .iter()
            .zip(octrees)
            .map(|(mesh, octree)| RigidObject { mesh: *mesh, octree })
            .collect();
        assert_eq!(update.interfering(&objects), method.interfering(&meshes), "cycle {cycle}");
        let us = least_us(rounds, || {
            black_box(update.interfering(black_box(&objects)));
        });
        [*cycle as f64 + 1.0, us]
    };
    cycles.iter().map(&mut time).collect()
}

pub fn run(report: &mut Report) {
    let scene = household();
    let pairs = scene.check(report.count(1, 20));
    let ours = cycles_us(&scene, report.count(10, 3));
    let last = ours[scene.last()];
    report.line(&format!(
        "A sphere (120 faces), a shuttle (528), a chair (144) and a head (1820); the shuttle and the head meet in the last of \
         {} cycles, with {pairs} pairs of faces. Face octrees are made in advance; their black nodes in overlap regions are \
         moved, and cells refined only where nodes of two objects meet. The pairs are the same in all cycles.\n",
        ours.len()
    ));
    let sampled: Vec<usize> = (0..=scene.last()).rev().step_by(report.count(4, 25)).collect();
    let mut trees = Trees::new(&scene.bodies);
    let tree = least_us(report.count(15, 3), || {
        black_box(trees.rigid(black_box(&scene.cycles[scene.last()])));
    });
    let mut rows = vec![
        vec!["subdivision of faces".to_owned(), "0".to_owned(), three_digits(last), "1".to_owned()],
        vec![
            "trees, rigid".to_owned(),
            String::new(),
            three_digits(tree),
            format!("{:.2}", tree / last),
        ],
    ];
    let points = ours.iter().enumerate().map(|(i, us)| [i as f64 + 1.0, *us]);
    let mut series = vec![Series::new("subdivision of faces", Whose::Ours, points)];
    let mut ratios = Vec::new();
    for levels in LEVELS {
        let octrees = octrees(&scene, levels);
        let points = times(&scene, &octrees, &sampled, report.count(4, 1));
        let (nodes, us) = (octrees.iter().map(FaceOctree::len).sum::<usize>(), points[0][1]);
        ratios.push(us / last);
        rows.push(vec![
            format!("octree update, {levels} levels"),
            nodes.to_string(),
            three_digits(us),
            format!("{:.1}", us / last),
        ]);
        series.push(Series::new(format!("octree update, {levels} levels"), Whose::Others, points));
    }
    rows.push(vec![
        "report: subdivision".to_owned(),
        "0".to_owned(),
        "11000".to_owned(),
        "1".to_owned(),
    ]);
    rows.push(vec![
        "report: octree update".to_owned(),
        String::new(),
        "161000".to_owned(),
        "14.6".to_owned(),
    ]);
    report.table(&["method", "black nodes made in advance", "last cycle, us", "ratio"], &rows);
    for (label, ms) in [("subdivision", 11.0), ("octree update", 161.0)] {
        let label = format!("report / {WANTED}, {label}");
        series.push(Series::new(
            label,
            Whose::Published,
            [[ours.len() as f64 + 2.0, ms * 1e3 / WANTED]],
        ));
    }
    let chart = Chart {
        title: "Octrees that are moved, against none (figure 3.10)".to_owned(),
        x_label: "cycle".to_owned(),
        y_label: "microseconds".to_owned(),
        log_y: true,
        series,
        ..Chart::default()
    };
    report.chart("", &chart);
    let finer: Vec<String> = LEVELS
        .iter()
        .zip(&ratios)
        .map(|(n, r)| format!("{r:.1} times as long with {n} levels"))
        .collect();
    let wins = ratios.iter().filter(|ratio| **ratio < 1.0).count();
    report.says(&format!(
        "Subdivision is {:.0} times as fast as the report's. In the last cycle moving octrees takes {} (published: {:.1} times), \
         though bodies must be rigid for it; it is faster with {wins} of the {} numbers of levels.",
        11e3 / last,
        finer.join(", "),
        161.0 / 11.0,
        LEVELS.len(),
    ));
}
