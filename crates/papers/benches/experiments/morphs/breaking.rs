//! A mesh that breaks: refitted, built again in each frame, or in the subtrees that fit no longer.

use super::super::machine::cpu_ns;
use super::super::plot::{Chart, Series, Whose};
use super::super::report::{Report, three_digits};
use super::pairs;
use solid_geometry::math::{Mat3, Vec3, rotation};
use solid_papers::aabb_tree::query::Counts;
use solid_papers::aabb_tree::{Split, Tree};
use solid_papers::meshes::{Mesh, torus};
use solid_papers::random::Random;

/// Fragments of the breaking part.
const FRAGMENTS: usize = 500;

/// By how much the area of two children, by that of their node, may grow before the subtree is built again. The book leaves the
/// heuristic open.
const LIMITS: [f64; 3] = [0.05, 0.2, 0.5];

/// A torus of triangles on their own, a part of which breaks into fragments that fly through each other.
struct Breaking {
    mesh: Mesh,
    /// By triangle, if it breaks.
    fragments: Vec<Option<usize>>,
    velocities: Vec<(Vec3, Mat3)>,
}

impl Breaking {
    /// The part of the ring that breaks, from 0 to 1.
    fn new(part: f64) -> Breaking {
        let (whole, mut random) = (torus(), Random::new(57));
        let (mut points, mut triangles, mut fragments) = (Vec::new(), Vec::new(), Vec::new());
        let seeds: Vec<Vec3> = (0..FRAGMENTS)
            .map(|_| {
                let angle = part * std::f64::consts::TAU * random.unit();
                Vec3::new(angle.cos(), angle.sin(), 0.0) * 10.0 + random.in_cube(4.0)
            })
            .collect();
        for t in 0..whole.triangles.len() as u32 {
            let corners = whole.corners(t);
            let p = corners[0];
            let turn = (p.y.atan2(p.x) / std::f64::consts::TAU).rem_euclid(1.0);
            let near = |i: &usize, j: &usize| {
                (seeds[*i] - p).norm_squared().total_cmp(&(seeds[*j] - p).norm_squared())
            };
            fragments.push((turn < part).then(|| (0..FRAGMENTS).min_by(near).expect("seeds")));
            points.extend(corners);
            triangles.push([3 * t, 3 * t + 1, 3 * t + 2]);
        }
        let velocities = seeds
            .iter()
            .map(|seed| {
                // Mostly inwards, so that fragments pass each other.
                let velocity = (random.direction() * 6.0 - seed) * 0.02;
                let axis = random.direction() * 0.02;
                (velocity, rotation(&[axis.x, axis.y, axis.z, 1.0]))
            })
            .collect();
        Breaking { mesh: Mesh { points, triangles }, fragments, velocities }
    }

    fn step(&mut self) {
        for (t, fragment) in self.fragments.iter().enumerate() {
            let Some((velocity, turn)) = fragment.map(|fragment| &self.velocities[fragment]) else {
                continue;
            };
            self.mesh.points[3 * t..3 * t + 3].iter_mut().for_each(|p| *p = turn * *p + velocity);
        }
    }
}

/// How a tree is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Method {
    Refit,
    Rebuild,
    /// Refitted, and subtrees built again by a limit.
    Worn(f64),
}

const METHODS: [Method; 5] = [
    Method::Refit,
    Method::Rebuild,
    Method::Worn(LIMITS[0]),
    Method::Worn(LIMITS[1]),
    Method::Worn(LIMITS[2]),
];

impl Method {
    fn name(self) -> String {
        match self {
            Method::Refit => "refitted".to_owned(),
            Method::Rebuild => "built again".to_owned(),
            Method::Worn(limit) => format!("subtrees, by {limit}"),
        }
    }
}

/// Averages of a frame.
#[derive(Clone, Copy, Default)]
struct Found {
    update: f64,
    query: f64,
    boxes: f64,
    /// The part of the triangles whose subtrees were built again.
    rebuilt: f64,
}

fn measure(part: f64, frames: usize) -> (Vec<Found>, Vec<Vec<[f64; 2]>>) {
    let mut breaking = Breaking::new(part);
    let other = torus();
    let rest = Tree::build(&other, Split::Middle);
    let shift = Vec3::new(7.0, 1.0, 3.0);
    let mut trees = METHODS.map(|_| Tree::build(&breaking.mesh, Split::Middle));
    let (mut all, each) = (vec![Found::default(); METHODS.len()], 1.0 / frames as f64);
    let mut films = vec![Vec::new(); METHODS.len()];
    for frame in 0..frames {
        breaking.step();
        let mesh = &breaking.mesh;
        let mut hits = Vec::new();
        for (i, (method, tree)) in METHODS.iter().zip(&mut trees).enumerate() {
            let (mut counts, mut rebuilt) = (Counts::default(), 0);
            let start = cpu_ns();
            match method {
                Method::Rebuild => *tree = Tree::build(mesh, Split::Middle),
                Method::Refit => tree.refit(mesh),
                Method::Worn(limit) => {
                    tree.refit(mesh);
                    rebuilt = tree.rebuild_worn(mesh, *limit);
                }
            }
            let middle = cpu_ns();
            let (mut own, mut rest) = (&*tree, &rest);
            hits.push(pairs((&mut own, &mut rest), [mesh, &other], shift, &mut counts));
            let found = &mut all[i];
            found.update += (middle - start) / 1e3 * each;
            found.query += (cpu_ns() - middle) / 1e3 * each;
            found.boxes += counts.boxes as f64 * each;
            found.rebuilt += rebuilt as f64 / mesh.triangles.len() as f64 * each;
            films[i].push([frame as f64, counts.boxes as f64]);
            if frame + 1 == frames {
                tree.validate(mesh);
            }
        }
        assert!(hits.iter().all(|hit| *hit == hits[0]), "the trees disagree: {hits:?}");
    }
    (all, films)
}

pub fn run(report: &mut Report) {
    let frames = report.count(120, 30);
    report.line(&format!(
        "Breaking: a part of the torus breaks into {FRAGMENTS} fragments, which fly and turn through each other for {frames} \
         frames; a torus at rest stands in their way. The tree is refitted in each frame, built again in each, or refitted and \
         built again in those subtrees that fit no longer. The book tells of heuristics for that and does not give one; here a \
         subtree is built again if the areas of its root's children, by that of the root, have grown by a limit since it was \
         built, the highest first (`crates/papers/src/aabb_tree`). The pairs are the same by all in every frame. Microseconds \
         and boxes tested, averages of a frame.\n"
    ));
    let mut rows = Vec::new();
    let mut says = Vec::new();
    for part in [0.1, 0.5, 1.0] {
        let (all, films) = measure(part, frames);
        let whole = |found: &Found| found.update + found.query;
        for (method, found) in METHODS.iter().zip(&all) {
            rows.push(vec![
                format!("{:.0} % breaks, {}", 100.0 * part, method.name()),
                three_digits(100.0 * found.rebuilt),
                three_digits(found.update),
                three_digits(found.query),
                three_digits(whole(found)),
                three_digits(found.boxes),
            ]);
        }
        let worn = &all[2..];
        assert!(all[0].boxes > all[1].boxes, "a refitted tree is as good as a new one");
        assert!(worn[0].boxes < all[0].boxes && worn[0].rebuilt < 1.0, "{part}");
        // A lower limit builds more again.
        assert!(worn[0].rebuilt >= worn[2].rebuilt);
        let best = worn.iter().map(whole).fold(f64::INFINITY, f64::min);
        says.push(format!(
            "where {:.0} % of the ring breaks, subtrees at their best limit take {} times the frame of refitting and {} times \
             that of building again",
            100.0 * part,
            three_digits(best / whole(&all[0])),
            three_digits(best / whole(&all[1])),
        ));
        if part == 0.5 {
            let chart = Chart {
                title: "Half of a torus breaks: boxes tested in each frame".to_owned(),
                x_label: "frame".to_owned(),
                y_label: "boxes tested".to_owned(),
                series: METHODS
                    .iter()
                    .zip(films)
                    .map(|(method, film)| Series::new(method.name(), Whose::Others, film))
                    .collect(),
                ..Chart::default()
            };
            report.chart("breaking", &chart);
        }
    }
    let header = ["scene, tree", "% built again", "us, update", "query", "frame", "boxes"];
    report.table(&header, &rows);
    report.says(&format!("Counted from the whole frame, {}.", says.join("; ")));
    report.says(
        "The library refits its tree and never builds it again: a mesh whose triangles change places for good is a new shape \
         to it, which dtNewComplexShape builds.",
    );
}
