//! Thesis, 5.2.4: where to cut the box of a tree's node.

use super::machine::{cpu_ns, least_ns};
use super::mesh_trees::library;
use super::report::{Report, three_digits};
use solid_geometry::math::Placement;
use solid_papers::aabb_tree::query::{Counts, meet};
use solid_papers::aabb_tree::{Split, Tree};
use solid_papers::meshes::{Mesh, filled_cube, model, soup, torus};
use solid_papers::random::Random;

const SPLITS: [(&str, Split); 3] = [
    ("middle of the box", Split::Middle),
    ("halves of equal size", Split::Halves),
    ("least overlap, a third at least", Split::LeastOverlap),
];

/// A model, and the edge of a cube of origins in which some 60 % of the placements collide.
fn models() -> [(&'static str, Mesh, f64); 4] {
    [
        ("torus", torus(), 20.3),
        ("teapot", model("teapot", true), 27.0),
        ("bunny", model("bunny", false), 8.9),
        ("filled cube", filled_cube(), 35.0),
    ]
}

#[derive(Clone, Copy, Default)]
struct Found {
    counts: Counts,
    us: f64,
    build_us: f64,
}

fn measure(mesh: &Mesh, split: Split, placements: &[[Placement; 2]]) -> (Found, usize, Tree) {
    let tree = Tree::build(mesh, split);
    tree.validate(mesh);
    let (mut found, mut hits) = (Found::default(), 0);
    let start = cpu_ns();
    for [a, b] in placements {
        hits += usize::from(meet([&tree; 2], [mesh; 2], [a, b], &mut found.counts));
    }
    found.us = (cpu_ns() - start) / 1e3 / placements.len() as f64;
    found.build_us = least_ns(3, || assert!(Tree::build(mesh, split).depth().1 > 3)) / 1e3;
    (found, hits, tree)
}

pub fn run(report: &mut Report) {
    let runs = report.count(20_000, 500);
    report.line(&format!(
        "Two equal meshes at {runs} random placements, in a cube in which some 60 % of them collide, by trees of AABBs whose \
         boxes are tested along the six face axes. A node is cut across the longest axis of its box: at the middle of the box, \
         into halves of equal size, or such that the larger part is at most twice the smaller and the boxes of both overlap \
         least along the axis. The thesis found the first best in general (it gives no numbers). Tests and microseconds a \
         placement; the level of a leaf, on average and at most; the time of a build, in microseconds.\n"
    ));
    let mut rows = Vec::new();
    let (mut all, mut names) = (Vec::new(), Vec::new());
    for (name, mesh, edge) in models() {
        let mut random = Random::new(41);
        let placements: Vec<[Placement; 2]> =
            (0..runs).map(|_| [random.placement(edge), random.placement(edge)]).collect();
        let each = |n: u64| n as f64 / runs as f64;
        let mut of_model = Vec::new();
        let mut hits_of_all = Vec::new();
        for (label, split) in SPLITS {
            let (found, hits, tree) = measure(&mesh, split, &placements);
            let (mean, most) = tree.depth();
            rows.push(vec![
                format!("{name}, {label}"),
                three_digits(each(found.counts.boxes)),
                three_digits(each(found.counts.triangles)),
                three_digits(found.us),
                three_digits(mean),
                most.to_string(),
                three_digits(found.build_us),
            ]);
            of_model.push(found);
            hits_of_all.push(hits);
        }
        let (us, hits) = library(&soup(&mesh), &placements);
        hits_of_all.push(hits);
        let mut row = vec![format!("{name}, this library")];
        row.extend([String::new(), String::new(), three_digits(us)]);
        row.extend([0; 3].map(|_| String::new()));
        rows.push(row);
        assert!(hits_of_all.iter().all(|h| *h == hits_of_all[0]), "{name}: {hits_of_all:?}");
        let part = hits_of_all[0] as f64 / runs as f64;
        assert!((0.5..0.7).contains(&part), "{name}: {part} of the placements collide");
        report.line(&format!("{name}: {:.1} % hits, the same by all trees.", 100.0 * part));
        all.push(of_model);
        names.push(name);
    }
    report.line("");
    let header = ["mesh, cut", "boxes", "triangles", "us", "level", "at most", "build"];
    report.table(&header, &rows);
    conclude(report, &names, &all);
}

/// Which cut leads to the fewest tests of boxes: of the models, which are surfaces, and of the cube filled with triangles,
/// which is last.
fn conclude(report: &mut Report, names: &[&str], all: &[Vec<Found>]) {
    let boxes = |found: &Found| found.counts.boxes as f64;
    let mut best = Vec::new();
    let mut excess = [0.0_f64; 3];
    let surfaces = names.len() - 1;
    for (name, of_model) in names.iter().zip(all).take(surfaces) {
        let least = of_model.iter().map(boxes).fold(f64::INFINITY, f64::min);
        for (i, found) in of_model.iter().enumerate() {
            if boxes(found) == least {
                best.push(format!("{} ({name})", SPLITS[i].0));
            }
            excess[i] = excess[i].max(boxes(found) / least - 1.0);
        }
    }
    // The thesis's choice is never far from the best, halves are.
    assert!(excess[0] < 0.1 && excess[1] > excess[0], "{excess:?}");
    let filled = &all[surfaces];
    let ratio = |which: usize| boxes(&filled[which]) / boxes(&filled[0]);
    let builds = |which: usize| {
        all.iter().map(|of| of[which].build_us / of[0].build_us).fold(f64::INFINITY, f64::min)
    };
    report.says(&format!(
        "Fewest boxes are tested on the models with these cuts: {}. The middle of the box needs at most {:.1} % more than the \
         best of the three, halves up to {:.1} %, least overlap up to {:.1} %: the thesis's choice is near the best of all, \
         and needs no sorting, with which a build takes at least {} (halves) and {} (least overlap) times as long. It is not \
         best of everything: on the cube filled with a lattice of triangles least overlap finds the gaps between their layers, \
         and tests {} times as many boxes as the middle (halves: {}).",
        best.join(", "),
        100.0 * excess[0],
        100.0 * excess[1],
        100.0 * excess[2],
        three_digits(builds(1)),
        three_digits(builds(2)),
        three_digits(ratio(2)),
        three_digits(ratio(1)),
    ));
}
