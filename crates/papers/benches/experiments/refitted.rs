//! Thesis, 5.2.5: queries on trees that were refitted after a deformation, against trees that were built again.

use super::machine::{cpu_ns, least_ns};
use super::plot::{Chart, Series, Whose};
use super::report::{Report, three_digits};
use solid_geometry::math::{Placement, Vec3};
use solid_papers::aabb_tree::query::{Counts, meet};
use solid_papers::aabb_tree::{Split, Tree};
use solid_papers::meshes::{Mesh, torus};
use solid_papers::random::Random;

/// Levels of a tree that count as high, the root's included: 31 boxes of 9999.
const HIGH: usize = 5;

/// A deformation of the torus.
struct Deformation {
    name: String,
    mesh: Mesh,
    /// Triangles that share a vertex still do.
    is_whole: bool,
}

fn moved(mesh: &Mesh, to: impl Fn(&Vec3) -> Vec3) -> Mesh {
    Mesh { points: mesh.points.iter().map(to).collect(), triangles: mesh.triangles.clone() }
}

/// Each triangle on its own, a part of them moved.
fn torn(mesh: &Mesh, part: f64, far: f64) -> Mesh {
    let mut random = Random::new(92);
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for t in 0..mesh.triangles.len() as u32 {
        let shift = if random.unit() < part { random.in_cube(far) } else { Vec3::zeros() };
        points.extend(mesh.corners(t).map(|c| c + shift));
        triangles.push([3 * t, 3 * t + 1, 3 * t + 2]);
    }
    Mesh { points, triangles }
}

fn deformations(mesh: &Mesh) -> Vec<Deformation> {
    let twist = |turns: f64| {
        move |p: &Vec3| {
            let (sin, cos) = (turns * std::f64::consts::TAU * p.x / 24.0).sin_cos();
            Vec3::new(p.x, p.y * cos - p.z * sin, p.y * sin + p.z * cos)
        }
    };
    let wave = |p: &Vec3| p + Vec3::new(0.3 * (0.4 * p.y).sin(), 0.2 * (0.3 * p.z).cos(), 0.0);
    // A quarter of the ring grows to thrice its thickness.
    let swell = |p: &Vec3| {
        let ring = Vec3::new(p.x, p.y, 0.0).normalize() * 10.0;
        p + (p - ring) * 2.0 * (ring.x / 10.0).max(0.0)
    };
    // The half of the ring with y < 0 onto the other, and then through itself.
    let fold = |p: &Vec3| Vec3::new(p.x, p.y.abs() - 0.15 * p.y, p.z);
    let rolled =
        |p: &Vec3| Vec3::new(10.0 * (p.x / 3.0).sin(), 10.0 * (p.x / 3.0).cos() + p.y / 3.0, p.z);
    let whole = |name: &str, mesh| Deformation { name: name.to_owned(), mesh, is_whole: true };
    let mut all = vec![
        whole("none", mesh.clone()),
        whole("waves", moved(mesh, wave)),
        whole("twisted by a quarter turn", moved(mesh, twist(0.25))),
        whole("twisted by two turns", moved(mesh, twist(2.0))),
        whole("twisted by six turns", moved(mesh, twist(6.0))),
        whole("a side three times as thick", moved(mesh, swell)),
        whole("folded through itself", moved(mesh, fold)),
        whole("rolled up", moved(mesh, rolled)),
    ];
    for (part, far) in [(0.02, 10.0), (0.2, 10.0), (1.0, 4.0), (1.0, 20.0)] {
        let name = format!("{:.0} % of the triangles moved by {}", 100.0 * part, far / 2.0);
        all.push(Deformation { name, mesh: torn(mesh, part, far), is_whole: false });
    }
    all
}

/// Of a refitted or a rebuilt tree.
struct Found {
    counts: Counts,
    us: f64,
    areas: [f64; 2],
    hits: usize,
}

fn measure(tree: &Tree, mesh: &Mesh, placements: &[[Placement; 2]], rounds: usize) -> Found {
    let (mut us, mut counts, mut hits) = (f64::INFINITY, Counts::default(), 0);
    for _ in 0..rounds {
        (counts, hits) = (Counts::default(), 0);
        let start = cpu_ns();
        for [a, b] in placements {
            hits += usize::from(meet([tree; 2], [mesh; 2], [a, b], &mut counts));
        }
        us = us.min((cpu_ns() - start) / 1e3 / placements.len() as f64);
    }
    Found { counts, us, areas: tree.areas(HIGH), hits }
}

pub fn run(report: &mut Report) {
    let (runs, rounds) = (report.count(2000, 100), report.count(3, 1));
    let mesh = torus();
    report.line(&format!(
        "The torus of 5000 triangles, deformed; the tree of the undeformed one, refitted, against a tree that is built again. \
         Two of the same at {runs} random placements in a cube of 20.3. Box tests and microseconds a placement, and the area \
         of the boxes of the refitted tree over that of the rebuilt one: of the upper {HIGH} levels, and of all others. The \
         thesis found no significant loss as long as a mesh is not torn up, since overlap increases mostly for boxes high in \
         the tree, and most that are tested are near the leaves.\n"
    ));
    let mut random = Random::new(91);
    let placements: Vec<[Placement; 2]> =
        (0..runs).map(|_| [random.placement(20.3), random.placement(20.3)]).collect();
    let first = Tree::build(&mesh, Split::Middle);
    let (mut rows, mut points) = (Vec::new(), [Vec::new(), Vec::new()]);
    let (mut whole, mut torn_apart) = (Vec::new(), Vec::new());
    let mut high_grow_more = 0;
    let deformations = deformations(&mesh);
    for (case, Deformation { name, mesh, is_whole }) in deformations.iter().enumerate() {
        let mut refitted = first.clone();
        refitted.refit(mesh);
        refitted.validate(mesh);
        let rebuilt = Tree::build(mesh, Split::Middle);
        let [old, new] = [&refitted, &rebuilt].map(|tree| measure(tree, mesh, &placements, rounds));
        assert_eq!(old.hits, new.hits, "{name}: the trees disagree");
        let each = |n: u64| three_digits(n as f64 / runs as f64);
        let areas = [0, 1].map(|k| old.areas[k] / new.areas[k]);
        let boxes = old.counts.boxes as f64 / new.counts.boxes as f64;
        if *is_whole {
            whole.push((name, boxes))
        } else {
            torn_apart.push((name, boxes))
        };
        high_grow_more += usize::from(*is_whole && case > 0 && areas[0] > areas[1]);
        points[0].push([case as f64, boxes]);
        points[1].push([case as f64 + 0.1, old.us / new.us]);
        let hits = format!("{:.0}", 100.0 * old.hits as f64 / runs as f64);
        rows.push(vec![
            name.clone(),
            hits,
            each(old.counts.boxes),
            each(new.counts.boxes),
            three_digits(boxes),
            three_digits(old.us),
            three_digits(new.us),
            three_digits(areas[0]),
            three_digits(areas[1]),
        ]);
    }
    let header = [
        "deformation",
        "% hits",
        "boxes, refitted",
        "rebuilt",
        "ratio",
        "us, refitted",
        "rebuilt",
        "area, high",
        "area, low",
    ];
    report.table(&header, &rows);
    let chart = Chart {
        title: "Queries on refitted over queries on rebuilt trees".to_owned(),
        y_label: "ratio".to_owned(),
        log_y: true,
        cases: rows.iter().map(|row| row[0].clone()).collect(),
        series: vec![
            Series::new("box tests", Whose::Others, points[0].iter().copied()),
            Series::new("time", Whose::Ours, points[1].iter().copied()),
        ],
        ..Chart::default()
    };
    report.chart("", &chart);
    conclude(report, &mesh, &whole, &torn_apart, high_grow_more);
}

fn conclude(
    report: &mut Report,
    mesh: &Mesh,
    whole: &[(&String, f64)],
    torn: &[(&String, f64)],
    high_grow_more: usize,
) {
    let mut tree = Tree::build(mesh, Split::Middle);
    let rounds = report.count(9, 3);
    let build =
        least_ns(rounds, || assert!(Tree::build(mesh, Split::Middle).areas(1)[0] > 0.0)) / 1e3;
    let refit = least_ns(rounds, || tree.refit(mesh)) / 1e3;
    let most = |all: &[(&String, f64)]| {
        let (name, ratio) = all.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("deformations");
        (format!("{} ({name})", three_digits(*ratio)), *ratio)
    };
    let ((whole_most, whole_ratio), (torn_most, torn_ratio)) = (most(whole), most(torn));
    let slight = whole.iter().filter(|(_, ratio)| *ratio < 1.25).count();
    assert!(torn_ratio > 2.0 * whole_ratio, "{torn_ratio} {whole_ratio}");
    assert!(build > 3.0 * refit, "{build} {refit}");
    report.says(&format!(
        "Of {} shapes that keep their adjacency, {slight} need less than 1.25 times the box tests on the refitted tree, the \
         worst {whole_most}; of those that are torn, up to {torn_most}. In {high_grow_more} of {} deformations that keep it, \
         the area of the high boxes grows more than that of the low ones. A refit takes {} us and a build {} us, {} times as \
         long (the thesis: about ten): so a query on a refitted tree may well be dearer, and the frame still cheaper.",
        whole.len(),
        whole.len() - 1,
        three_digits(refit),
        three_digits(build),
        three_digits(build / refit),
    ));
}
