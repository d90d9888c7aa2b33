//! Slides, Zachmann's Boxtree: its claims of less memory, a shorter build, and shorter queries than AABB trees.

use super::box_trees::{self, Axes, BoxTree, Boxes};
use super::machine::{cpu_ns, least_ns};
use super::mesh_trees::library;
use super::report::{Report, range, three_digits};
use solid_geometry::math::{Aabb, Placement};
use solid_geometry::{bvh::Tree, mesh::PolytopeSoup};
use solid_papers::boxtree::{Boxtree, Counts, meshes_meet};
use solid_papers::meshes::{Mesh, filled_cube, model, soup, torus};
use solid_papers::random::Random;

/// What was found of a kind of tree.
struct Row {
    name: &'static str,
    bytes: f64,
    build: f64,
    /// Pairs of boxes, axes, pairs of triangles a placement; not counted of the library.
    counts: Option<[f64; 3]>,
    us: f64,
}

/// An AABB tree as small as it can be stored: for each of 2 n - 1 nodes six faces in single precision and a child's number.
const PLAIN_NODE: f64 = 28.0;

/// The trees take turns so many times; the least time of each counts.
const ROUNDS: usize = 5;

fn boxes(mesh: &Mesh) -> Vec<Aabb> {
    let around = |t| {
        let [a, b, c] = mesh.corners(t);
        Aabb { min: a.inf(&b).inf(&c), max: a.sup(&b).sup(&c) }
    };
    (0..mesh.triangles.len() as u32).map(around).collect()
}

fn compare(mesh: &Mesh, edge: f64, runs: usize, rounds: usize) -> (f64, [Row; 4]) {
    let mut random = Random::new(43);
    let placements: Vec<[Placement; 2]> =
        (0..runs).map(|_| [random.placement(edge), random.placement(edge)]).collect();
    let (plain, boxtree) = (BoxTree::build(mesh, Boxes::Aligned), Boxtree::build(mesh));
    let own: PolytopeSoup = soup(mesh);
    boxtree.validate(mesh);
    let mut plain_counts = box_trees::Counts::default();
    let mut by_plain = || {
        let meet = |[a, b]: &&[Placement; 2]| {
            let trees = [&plain; 2];
            box_trees::meshes_meet(trees, [mesh; 2], [a, b], Axes::Faces, &mut plain_counts)
        };
        placements.iter().filter(meet).count()
    };
    let mut counts = [Counts::default(); 2];
    let mut by_boxtree = |reduced: bool| {
        let counts = &mut counts[usize::from(reduced)];
        let meet = |[a, b]: &&[Placement; 2]| {
            meshes_meet([&boxtree; 2], [mesh; 2], [a, b], reduced, counts)
        };
        placements.iter().filter(meet).count()
    };
    let mut us = [f64::INFINITY; 4];
    let mut hits = [0; 4];
    for _ in 0..ROUNDS {
        let mut timed = |i: usize, work: &mut dyn FnMut() -> usize| {
            let start = cpu_ns();
            hits[i] = work();
            us[i] = us[i].min((cpu_ns() - start) / 1e3 / runs as f64);
        };
        timed(0, &mut by_plain);
        timed(1, &mut || by_boxtree(false));
        timed(2, &mut || by_boxtree(true));
        timed(3, &mut || library(&own, &placements).1);
    }
    assert!(hits.iter().all(|h| *h == hits[0]), "the trees disagree: {hits:?} hits");
    let triangles = mesh.triangles.len() as f64;
    let each = |n: u64| n as f64 / (runs * ROUNDS) as f64;
    let boxes = boxes(mesh);
    let build_plain = least_ns(rounds, || assert!(BoxTree::build(mesh, Boxes::Aligned).len() > 2));
    let build_boxtree = least_ns(rounds, || assert!(Boxtree::build(mesh).memory() > 48));
    let build_own = least_ns(rounds, || assert!(Tree::build(&boxes).memory() > 48));
    let row = |name, bytes: f64, ns: f64, counts: Option<[u64; 3]>, us| Row {
        name,
        bytes: bytes / triangles,
        build: ns / 1e3,
        counts: counts.map(|counts| counts.map(each)),
        us,
    };
    let [six, four] = counts.map(|c| Some([c.boxes, c.axes, c.triangles]));
    let plain_bytes = PLAIN_NODE * (2.0 * triangles - 1.0);
    // Of boxes that are disjoint on axis i, i + 1 were tried; of others six.
    let disjoint: u64 = plain_counts.axes.iter().sum();
    let tried: u64 = plain_counts.axes.iter().zip(1..).map(|(n, i)| n * i).sum();
    let plain_axes = tried + 6 * (plain_counts.boxes - disjoint);
    let of_plain = Some([plain_counts.boxes, plain_axes, plain_counts.triangles]);
    let of_boxtree = boxtree.memory() as f64;
    let rows = [
        row("AABB tree, six axes", plain_bytes, build_plain, of_plain, us[0]),
        row("Boxtree, six axes", of_boxtree, build_boxtree, six, us[1]),
        row("Boxtree, four axes", of_boxtree, build_boxtree, four, us[2]),
        row("this library", own.tree().memory() as f64, build_own, None, us[3]),
    ];
    (hits[0] as f64 / runs as f64, rows)
}

pub fn run(report: &mut Report) {
    let (runs, rounds) = (report.count(10_000, 100), report.count(31, 5));
    report.line(&format!(
        "Two equal meshes at {runs} random placements, the same for all trees; whether they meet, which all agree on. The AABB \
         tree is the thesis's, binary, divided at the middle of the longest axis, tested on the six axes of the faces; its \
         memory is what it takes at least, six faces in single precision and a child's number a node. The Boxtree stores one \
         face a child, in single precision. Built are the trees alone, the library's over boxes of triangles that are there. \
         Times are the least of some rounds in which the trees take turns. The filled cube has a triangle with random corners \
         in each of 17 x 17 x 17 cells.\n"
    ));
    let header = [
        "tree",
        "bytes a triangle",
        "build, us",
        "pairs of boxes",
        "axes",
        "pairs of triangles",
        "us a placement",
    ];
    let mut ratios: [Vec<f64>; 9] = Default::default();
    // Of the last, which is no surface: pairs of boxes and times over those of the AABB tree; how loose its boxes are.
    let mut filled = [0.0; 3];
    for (name, mesh, edge) in [
        ("torus", torus(), 20.3),
        ("teapot", model("teapot", true), 27.0),
        ("bunny", model("bunny", false), 8.9),
        ("filled cube", filled_cube(), 36.0),
    ] {
        let (hits, rows) = compare(&mesh, edge, runs, rounds);
        report.line(&format!(
            "{name}, {} triangles, {:.1} % hits:\n",
            mesh.triangles.len(),
            100.0 * hits
        ));
        let cells = |row: &Row| {
            let counts = row.counts.map_or([const { String::new() }; 3], |c| c.map(three_digits));
            let mut cells = vec![row.name.to_owned(), format!("{:.1}", row.bytes)];
            cells.push(three_digits(row.build));
            cells.extend(counts);
            cells.push(three_digits(row.us));
            cells
        };
        report.table(&header, &rows.iter().map(cells).collect::<Vec<_>>());
        let [plain, _, boxtree, own] = &rows;
        let pairs = |row: &Row| row.counts.map_or(f64::NAN, |counts| counts[0]);
        let axes = |row: &Row| row.counts.map_or(f64::NAN, |counts| counts[1]);
        let looseness = Boxtree::build(&mesh).looseness(&mesh);
        filled = [pairs(boxtree) / pairs(plain), boxtree.us / plain.us, looseness];
        if name == "filled cube" {
            continue;
        }
        ratios[5].push(filled[0]);
        ratios[6].push(looseness);
        ratios[7].push(axes(boxtree) / axes(plain));
        ratios[8].push(axes(boxtree) / pairs(boxtree) / (axes(plain) / pairs(plain)));
        ratios[0].push(boxtree.bytes / plain.bytes);
        ratios[1].push(boxtree.build / plain.build);
        ratios[2].push(boxtree.us / plain.us);
        ratios[3].push(boxtree.us / own.us);
        ratios[4].push(boxtree.bytes / own.bytes);
    }
    let least_query = ratios[2].iter().copied().fold(f64::INFINITY, f64::min);
    let [memory, build, query, of_own, memory_of_own, pairs, loose, axes, fewer] =
        ratios.map(|r| range(r, three_digits));
    report.says(&format!(
        "The slides claim a smaller footprint, slightly faster builds, and faster queries, since fewer axes are left to test. \
         The Boxtree takes {memory} times the AABB tree's memory, {build} times its build, {query} times its query; and \
         {memory_of_own} times the memory of this library's tree, which has four children a node in single precision, \
         {of_own} times its query. Of these meshes, which are surfaces, it tests {fewer} times the axes of a pair of boxes of the \
         AABB tree, but {pairs} times the pairs, and so {axes} times the axes in all. Of the cube that is filled with triangles \
         it tests {} times the pairs, and takes {} times the time: {}. Inherited boxes have {} times the area of the boxes \
         around their triangles there, those of the surfaces {loose} times. Zachmann's own trees may differ from the slides' three pages.",
        three_digits(filled[0]),
        three_digits(filled[1]),
        match filled[1] {
            ..1.0 => "a body that fills its box suits the Boxtree",
            gain if gain < least_query => {
                "a body that fills its box suits the Boxtree better, though not well enough"
            }
            _ => "it suits the Boxtree no better",
        },
        three_digits(filled[2]),
    ));
}
