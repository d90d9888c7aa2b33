//! A mesh that is a mixture of key shapes: its boxes blended, all or where a query comes, and refitted.

use super::super::machine::cpu_ns;
use super::super::report::{Report, three_digits};
use super::pairs;
use solid_geometry::math::Vec3;
use solid_papers::aabb_tree::morph::{Morph, blend};
use solid_papers::aabb_tree::query::Counts;
use solid_papers::aabb_tree::{Split, Tree};
use solid_papers::meshes::{Mesh, torus};

/// From far to near: where a torus at rest stands, radii 10 and 2.
const SCENES: [(&str, [f64; 3]); 4] = [
    ("boxes apart", [40.0, 0.3, 0.0]),
    ("rims overlap", [23.0, 0.3, 0.5]),
    ("half way", [10.0, 0.3, 0.5]),
    ("in each other", [1.0, 1.0, 0.5]),
];

/// The torus, bent, squashed, twisted.
fn keys(mesh: &Mesh) -> Vec<Mesh> {
    let moved = |to: &dyn Fn(&Vec3) -> Vec3| Mesh {
        points: mesh.points.iter().map(to).collect(),
        ..mesh.clone()
    };
    let bent = |p: &Vec3| p + Vec3::new(0.0, 0.0, 0.03 * p.x * p.x);
    let squashed = |p: &Vec3| Vec3::new(1.3 * p.x, 0.7 * p.y, p.z);
    let twisted = |p: &Vec3| {
        let (sin, cos) = (0.1 * p.x).sin_cos();
        Vec3::new(p.x, p.y * cos - p.z * sin, p.y * sin + p.z * cos)
    };
    vec![mesh.clone(), moved(&bent), moved(&squashed), moved(&twisted)]
}

/// Blended weights in a frame: not negative, of sum one.
fn weights(count: usize, frame: usize) -> Vec<f64> {
    let time = 0.37 * frame as f64;
    let raw: Vec<f64> =
        (0..count).map(|k| 1.0 + (time * (1.0 + 0.3 * k as f64) + k as f64).sin()).collect();
    let sum: f64 = raw.iter().sum();
    raw.iter().map(|w| w / sum).collect()
}

/// Averages of a frame: of refitting, of blending all boxes, and of blending where a query comes.
#[derive(Clone, Copy, Default)]
struct Found {
    pairs: f64,
    update: [f64; 3],
    query: [f64; 3],
    boxes: [f64; 3],
    /// The part of the boxes that a query blends.
    blended: f64,
    looseness: f64,
}

impl Found {
    fn frame(&self, method: usize) -> f64 {
        self.update[method] + self.query[method]
    }
}

fn measure(keys: &[Mesh], shift: Vec3, frames: usize) -> Found {
    let other = torus();
    let mut rest = &Tree::build(&other, Split::Middle);
    let mut tree = Tree::build(&keys[0], Split::Middle);
    let (mut all, mut lazy) = (Morph::new(keys, Split::Middle), Morph::new(keys, Split::Middle));
    let nodes = (2 * other.triangles.len() - 1) as f64;
    let (mut found, each) = (Found::default(), 1.0 / frames as f64);
    for frame in 0..frames {
        let weights = weights(keys.len(), frame);
        let mesh = blend(keys, &weights);
        let meshes = [&mesh, &other];
        let time = |work: &mut dyn FnMut()| {
            let start = cpu_ns();
            work();
            (cpu_ns() - start) / 1e3 * each
        };
        let (mut counts, mut hits) = ([Counts::default(); 3], [0; 3]);
        found.update[0] += time(&mut || tree.refit(&mesh));
        let mut fitted = &tree;
        found.query[0] += time(&mut || {
            hits[0] = pairs((&mut fitted, &mut rest), meshes, shift, &mut counts[0]);
        });
        found.update[1] += time(&mut || {
            all.set_weights(&weights);
            all.blend_all();
        });
        found.query[1] += time(&mut || {
            hits[1] = pairs((&mut all, &mut rest), meshes, shift, &mut counts[1]);
        });
        let before = lazy.count;
        found.update[2] += time(&mut || lazy.set_weights(&weights));
        found.query[2] += time(&mut || {
            hits[2] = pairs((&mut lazy, &mut rest), meshes, shift, &mut counts[2]);
        });
        assert_eq!(hits, [hits[0]; 3], "the trees disagree");
        all.validate(&mesh);
        found.pairs += hits[0] as f64 * each;
        found.blended += (lazy.count - before) as f64 / nodes * each;
        found.looseness += all.looseness(&mesh) * each;
        for (sum, counts) in found.boxes.iter_mut().zip(counts) {
            *sum += counts.boxes as f64 * each;
        }
    }
    found
}

pub fn run(report: &mut Report) {
    let frames = report.count(60, 6);
    let mesh = torus();
    let keys = keys(&mesh);
    report.line(&format!(
        "A torus of 5000 triangles is a mixture of two or of four key shapes (itself, bent, squashed, twisted) with other \
         weights in each of {frames} frames; another is at rest; all pairs of triangles that meet. `Refit` fits all boxes to \
         the mixed vertices. `Blend` mixes, for each node, its boxes of the key shapes with the weights of the mesh, without a \
         look at a vertex: all at once, or when the query comes to the node (`crates/papers/src/aabb_tree/morph.rs`). `Loose` \
         is the area of all blended boxes over that of refitted ones. The pairs are the same by all three in every frame, and \
         every blended box holds its triangles, which is checked. Microseconds a frame; to mix the vertices themselves is not \
         counted.\n"
    ));
    let mut rows = Vec::new();
    let mut all: Vec<(usize, &str, Found)> = Vec::new();
    for count in [2, 4] {
        for (name, shift) in SCENES {
            let found = measure(&keys[..count], Vec3::from(shift), frames);
            let mut row = vec![format!("{count} keys, {name}"), three_digits(found.pairs)];
            for method in 0..3 {
                row.push(format!(
                    "{} + {}",
                    three_digits(found.update[method]),
                    three_digits(found.query[method])
                ));
            }
            row.extend(found.boxes[..2].iter().map(|n| three_digits(*n)));
            row.push(format!("{:.1}", 100.0 * found.blended));
            row.push(three_digits(found.looseness));
            rows.push(row);
            all.push((count, name, found));
        }
    }
    let header = [
        "scene",
        "pairs",
        "refit + query",
        "blend all + query",
        "blend on the way",
        "boxes, refitted",
        "blended",
        "% blended on the way",
        "loose",
    ];
    report.table(&header, &rows);
    let spread = |of: &dyn Fn(&Found) -> f64| {
        let values = || all.iter().map(|(_, _, found)| of(found));
        let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
        format!("{} to {}", three_digits(low), three_digits(high))
    };
    assert!(all.iter().all(|(_, _, found)| found.looseness >= 1.0));
    assert!(all.iter().all(|(_, _, found)| found.boxes[1] >= found.boxes[0]));
    let faster: Vec<String> = all
        .iter()
        .filter(|(_, _, found)| found.frame(2) < found.frame(0))
        .map(|(count, name, _)| format!("{name} ({count} keys)"))
        .collect();
    let bytes: Vec<String> = [2, 4]
        .iter()
        .map(|count| {
            let memory = Morph::new(&keys[..*count], Split::Middle).memory();
            three_digits(memory as f64 / mesh.triangles.len() as f64)
        })
        .collect();
    report.says(&format!(
        "As the book says, blended boxes are not the best ones ({} times the area), but hold the mesh: queries test {} times \
         the boxes of refitted ones. Blending all takes {} times the time of a refit; blended on the way, the whole frame \
         takes {} times that of refit and query, less in: {}. The book's cost of O(k) boxes a node is paid in memory too: {} \
         and {} bytes a triangle for two and four keys.",
        spread(&|found| found.looseness),
        spread(&|found| found.boxes[1] / found.boxes[0]),
        spread(&|found| found.update[1] / found.update[0]),
        spread(&|found| found.frame(2) / found.frame(0)),
        if faster.is_empty() { "no scene".to_owned() } else { faster.join(", ") },
        bytes[0],
        bytes[1],
    ));
    report.says(
        "The library gets new vertices and no weights (dtChangeVertexBase), so it cannot blend; it copies the vertices and \
         refits its tree when a query needs it.",
    );
}
