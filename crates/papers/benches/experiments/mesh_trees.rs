//! Thesis, tables 5.4 to 5.6 and figure 5.10: AABB against OBB trees, with all axes and with the six of the faces.

use super::box_trees::{Axes, BoxTree, Boxes, Counts, meshes_meet};
use super::machine::{cpu_ns, least_ns};
use super::plot::{Chart, Series, Whose};
use super::report::{Report, range, three_digits};
use solid_geometry::convex::{Coherence, RelativePlacement};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::{LeafTest, PolytopeSoup, first_pair};
use solid_papers::meshes::{Mesh, model, soup, torus};
use solid_papers::random::Random;

/// Published: model, tree, axes; box tests, triangle tests, seconds in all of 100,000 placements (tables 5.4 and 5.5).
const PUBLISHED: [(&str, Boxes, Axes, [f64; 3]); 8] = [
    ("torus", Boxes::Oriented, Axes::All, [10_178_961.0, 197_314.0, 52.6]),
    ("torus", Boxes::Aligned, Axes::All, [32_913_297.0, 3_996_806.0, 151.0]),
    ("torus", Boxes::Oriented, Axes::Faces, [13_116_295.0, 371_345.0, 52.3]),
    ("torus", Boxes::Aligned, Axes::Faces, [40_238_149.0, 5_222_836.0, 134.5]),
    ("teapot", Boxes::Oriented, Axes::All, [12_025_710.0, 186_329.0, 60.3]),
    ("teapot", Boxes::Aligned, Axes::All, [25_810_569.0, 1_874_830.0, 98.7]),
    ("teapot", Boxes::Oriented, Axes::Faces, [14_404_588.0, 279_987.0, 54.3]),
    ("teapot", Boxes::Aligned, Axes::Faces, [30_127_623.0, 2_214_671.0, 78.1]),
];

struct Measured {
    counts: Counts,
    hits: usize,
    us: f64,
}

/// All placements, and the microseconds a placement.
fn measure(mesh: &Mesh, tree: &BoxTree, axes: Axes, placements: &[[Placement; 2]]) -> Measured {
    let mut counts = Counts::default();
    let mut hits = 0;
    let start = cpu_ns();
    for [a, b] in placements {
        hits += usize::from(meshes_meet([tree; 2], [mesh; 2], [a, b], axes, &mut counts));
    }
    Measured { counts, hits, us: (cpu_ns() - start) / 1e3 / placements.len() as f64 }
}

/// The library's own test of two soups: microseconds a placement, and hits.
pub fn library(soup: &PolytopeSoup, placements: &[[Placement; 2]]) -> (f64, usize) {
    let start = cpu_ns();
    let hit = |[a, b]: &&[Placement; 2]| {
        let Some(relation) =
            RelativePlacement::new(&soup.absolute_extents(), a, &soup.absolute_extents(), b)
        else {
            return false;
        };
        let (mut leaf_test, mut coherence) =
            (LeafTest::new(soup, soup, &relation), Coherence::default());
        first_pair(soup, a, soup, b, |i, j| leaf_test.intersects(i, j, &mut coherence)).is_some()
    };
    let hits = placements.iter().filter(hit).count();
    ((cpu_ns() - start) / 1e3 / placements.len() as f64, hits)
}

pub fn run(report: &mut Report) {
    let runs = report.count(20_000, 1000);
    report.line(&format!(
        "Tables 5.4 and 5.5: two equal meshes at {runs} random placements (the thesis: 100,000), in a cube in which 55 to 65 % \
         of them collide. Tests a placement, and microseconds a placement; the thesis measured on an UltraSPARC at 167 MHz. The \
         teapot has 3968 triangles here, 3752 there; the X-wing is not to be had, and the bunny stands in its place.\n"
    ));
    let mut rows = Vec::new();
    let mut exits = Vec::new();
    let mut speeds = Vec::new();
    let mut bars: Vec<[f64; 2]> = Vec::new();
    let mut gains = Vec::new();
    for (name, mesh, edge) in [
        ("torus", torus(), 20.3),
        ("teapot", model("teapot", true), 27.0),
        ("bunny", model("bunny", false), 8.9),
    ] {
        let mut random = Random::new(41);
        let placements: Vec<[Placement; 2]> =
            (0..runs).map(|_| [random.placement(edge), random.placement(edge)]).collect();
        let mut hits = Vec::new();
        for boxes in [Boxes::Oriented, Boxes::Aligned] {
            let tree = BoxTree::build(&mesh, boxes);
            for axes in [Axes::All, Axes::Faces] {
                let found = measure(&mesh, &tree, axes, &placements);
                hits.push(found.hits);
                let each = |n: u64| n as f64 / runs as f64;
                let of = |&&(n, b, a, _): &&(&str, Boxes, Axes, [f64; 3])| {
                    (n, b, a) == (name, boxes, axes)
                };
                let published =
                    PUBLISHED.iter().find(of).map(|row| row.3.map(|total| total / 100_000.0));
                let show = |i: usize, scale: f64| {
                    published.map_or(String::new(), |row| three_digits(row[i] * scale))
                };
                let label = format!("{name}, {boxes:?}, {axes:?}");
                if published.is_some() {
                    bars.push([bars.len() as f64 - 0.08, each(found.counts.boxes)]);
                }
                rows.push(vec![
                    label,
                    three_digits(each(found.counts.boxes)),
                    show(0, 1.0),
                    three_digits(each(found.counts.triangles)),
                    show(1, 1.0),
                    three_digits(found.us),
                    show(2, 1e6),
                ]);
                speeds.push((name, boxes, axes, found.us));
                if axes == Axes::All {
                    exits.push((name, boxes, found.counts.axes));
                }
            }
        }
        let (us, found) = library(&soup(&mesh), &placements);
        hits.push(found);
        let own = us;
        let others = speeds.iter().filter(|row| row.0 == name).map(|row| row.3);
        gains.push(others.fold(f64::INFINITY, f64::min) / own);
        let empty = String::new;
        rows.push(vec![
            format!("{name}, this library"),
            empty(),
            empty(),
            empty(),
            empty(),
            three_digits(us),
            empty(),
        ]);
        assert!(hits.iter().all(|h| *h == hits[0]), "{name}: the trees disagree: {hits:?} hits");
        let part = hits[0] as f64 / runs as f64;
        assert!((0.55..0.65).contains(&part), "{name}: {part} of the placements collide");
        report.line(&format!("{name}: {:.1} % hits, the same by all trees.", 100.0 * part));
    }
    report.line("");
    report
        .table(&["tree", "boxes", "published", "triangles", "published", "us", "published"], &rows);
    let chart = Chart {
        title: "Box tests a placement: torus, then teapot".to_owned(),
        y_label: "box tests".to_owned(),
        cases: ["OBB", "OBB lite", "AABB", "AABB lite", "OBB", "OBB lite", "AABB", "AABB lite"]
            .map(str::to_owned)
            .to_vec(),
        series: vec![
            Series::new("counted here", Whose::Ours, bars),
            Series::new("thesis", Whose::Published, order_published()),
        ],
        ..Chart::default()
    };
    report.chart("tests", &chart);
    sat_lite(report, &speeds, &gains);
    figure_5_10(report, &exits);
    table_5_6(report, &speeds);
}

/// Where the six axes are faster than all, here and there.
fn sat_lite(report: &mut Report, speeds: &[(&str, Boxes, Axes, f64)], gains: &[f64]) {
    let gain = |of: &dyn Fn(&str, Boxes, Axes) -> Option<f64>, name: &str, boxes| {
        Some(of(name, boxes, Axes::All)? / of(name, boxes, Axes::Faces)?)
    };
    let here = |name: &str, boxes: Boxes, axes: Axes| {
        speeds.iter().find(|row| (row.0, row.1, row.2) == (name, boxes, axes)).map(|row| row.3)
    };
    let there = |name: &str, boxes: Boxes, axes: Axes| {
        PUBLISHED
            .iter()
            .find(|row| (row.0, row.1, row.2) == (name, boxes, axes))
            .map(|row| row.3[2])
    };
    let trees = ["torus", "teapot", "bunny"]
        .map(|name| [Boxes::Oriented, Boxes::Aligned].map(|boxes| (name, boxes)))
        .concat();
    let ours: Vec<f64> = trees.iter().filter_map(|tree| gain(&here, tree.0, tree.1)).collect();
    let theirs: Vec<f64> = trees.iter().filter_map(|tree| gain(&there, tree.0, tree.1)).collect();
    let faster = |gains: &[f64]| gains.iter().filter(|gain| **gain > 1.0).count();
    let show = |x: f64| format!("{x:.2}");
    report.says(&format!(
        "With the six axes of the faces alone (SAT lite) a placement takes {} of {} trees less time here and {} of {} there: the \
         time with all axes over it is {} here, {} in the thesis. The library's tree, of four children a node, is {} times as \
         fast as the fastest of the four.",
        faster(&ours),
        ours.len(),
        faster(&theirs),
        theirs.len(),
        range(ours.iter().copied(), show),
        range(theirs.iter().copied(), show),
        range(gains.iter().copied(), show),
    ));
}

/// In the order in which our trees are counted.
fn order_published() -> Vec<[f64; 2]> {
    let order = [0, 2, 1, 3, 4, 6, 5, 7];
    order
        .iter()
        .enumerate()
        .map(|(i, &row)| [i as f64 + 0.08, PUBLISHED[row].3[0] / 100_000.0])
        .collect()
}

fn figure_5_10(report: &mut Report, exits: &[(&str, Boxes, [u64; 15])]) {
    report.line(
        "Figure 5.10: of the disjoint pairs of boxes, per cent that are found so on each axis.\n",
    );
    let mut rows = Vec::new();
    let mut series = Vec::new();
    let (mut edges, mut of) = (0.0, 0.0);
    for (name, boxes, axes) in exits {
        let all = axes.iter().sum::<u64>() as f64;
        let share = |n: u64| 100.0 * n as f64 / all;
        let late: f64 = axes[6..].iter().map(|&n| share(n)).sum();
        edges += late;
        of += 1.0;
        let mut row = vec![format!("{name}, {boxes:?}")];
        row.extend(axes[..6].iter().map(|&n| format!("{:.1}", share(n))));
        row.push(format!("{late:.1}"));
        rows.push(row);
        let points = axes.iter().enumerate().map(|(i, &n)| [i as f64 + 1.0, share(n)]);
        series.push(Series::new(format!("{name}, {boxes:?}"), Whose::Others, points));
    }
    report.table(&["tree", "1", "2", "3", "4", "5", "6", "7 to 15"], &rows);
    let chart = Chart {
        title: "The axis on which disjoint boxes are told apart (figure 5.10)".to_owned(),
        x_label: "axis: 1 to 6 faces, 7 to 15 edges".to_owned(),
        y_label: "%".to_owned(),
        series,
        ..Chart::default()
    };
    report.chart("axes", &chart);
    report.says(&format!(
        "Edges tell {:.0} % of the disjoint boxes apart on average; the thesis says about 15 %. The library \
         tests the six faces alone, four pairs of boxes at a time.",
        edges / of
    ));
}

fn table_5_6(report: &mut Report, speeds: &[(&str, Boxes, Axes, f64)]) {
    let mesh = torus();
    let rounds = report.count(15, 5);
    let build = |boxes: Boxes| {
        least_ns(rounds, || assert!(BoxTree::build(&mesh, boxes).len() > 5000)) / 1e3
    };
    let (oriented, aligned) = (build(Boxes::Oriented), build(Boxes::Aligned));
    // Bent and straight in turn, so that every box changes.
    let bent = |p: &Vec3| p + Vec3::new(0.3 * (0.4 * p.y).sin(), 0.2 * (0.3 * p.z).cos(), 0.0);
    let bent = Mesh { points: mesh.points.iter().map(bent).collect(), ..mesh.clone() };
    let mut tree = BoxTree::build(&mesh, Boxes::Aligned);
    let both = least_ns(rounds, || [&bent, &mesh].into_iter().for_each(|mesh| tree.refit(mesh)));
    let refit = both / 2e3;
    // The last refit was to the straight one, the one before to the bent one.
    tree.validate(&mesh);
    tree.refit(&bent);
    tree.validate(&bent);
    let own_build = least_ns(rounds, || assert!(soup(&mesh).len() == 5000)) / 1e3;
    let mut own = soup(&mesh);
    let mut in_turn = |then: &dyn Fn(&PolytopeSoup)| {
        let both = least_ns(20 * rounds, || {
            for mesh in [&bent, &mesh] {
                assert!(own.change_vertices(&|i: u32| mesh.points[i as usize]));
                then(&own);
                own.proceed();
            }
        });
        both / 2e3
    };
    let own_copy = in_turn(&|own| assert!(own.is_unfitted()));
    // The tree is fitted when it is first asked for.
    let own_fit = in_turn(&|own| assert!(!own.tree().is_empty() && !own.is_unfitted())) - own_copy;
    own.validate();
    let test = |boxes: Boxes| {
        let row =
            speeds.iter().find(|row| row.0 == "torus" && row.1 == boxes && row.2 == Axes::Faces);
        row.map_or(f64::NAN, |row| row.3)
    };
    report.line("Table 5.6, the torus: times over that of building its AABB tree.\n");
    let rows: Vec<Vec<String>> = [
        ("build an OBB tree", oriented, Some(350.0)),
        ("build an AABB tree", aligned, Some(110.0)),
        ("refit an AABB tree", refit, Some(15.0)),
        ("test a pair of OBB trees", test(Boxes::Oriented), Some(0.5)),
        ("test a pair of AABB trees", test(Boxes::Aligned), Some(1.3)),
        ("build this library's tree", own_build, None),
        ("copy new vertices into this library's mesh", own_copy, None),
        ("refit this library's tree to them", own_fit, None),
    ]
    .iter()
    .map(|(what, us, published)| {
        let relative = published.map_or(String::new(), |ms| three_digits(ms / 110.0));
        vec![(*what).to_owned(), three_digits(*us), three_digits(us / aligned), relative]
    })
    .collect();
    report.table(&["operation", "us", "of a build", "published"], &rows);
    report.says(&format!(
        "Refitting takes {:.0} % of building the AABB tree here and {:.0} % there, and an OBB tree takes {:.1} times as \
         long to build as an AABB tree; the thesis says about three times. All vertices are new at every refit. The library \
         copies them at once and fits its boxes when the tree is next used: to be compared with the refit above are both \
         together, {} us.",
        100.0 * refit / aligned,
        100.0 * 15.0 / 110.0,
        oriented / aligned,
        three_digits(own_copy + own_fit),
    ));
}
