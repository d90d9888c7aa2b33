//! Real-Time Rendering, 17.6.3: trees of meshes that deform, refitted whole or in part.

use super::machine::cpu_ns;
use super::report::{Report, range, three_digits};
use solid_geometry::convex::{Coherence, RelativePlacement};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::{LeafTest, PolytopeSoup, first_pair};
use solid_papers::hybrid::{Tree, colliding_pairs};
use solid_papers::meshes::{Mesh, soup, torus};

/// The centre of the second torus, off symmetry: else triangles touch but for rounding, which is hitting to the library alone.
/// The first is at the origin, its radii are 10 and 2.
const SCENES: [(&str, [f64; 3]); 6] = [
    ("boxes apart", [26.0, 0.3, 0.0]),
    ("boxes touch", [23.5, 12.0, 0.0]),
    ("surfaces touch", [23.6, 0.3, 0.5]),
    ("rims overlap", [22.0, 0.3, 0.5]),
    ("half way", [10.0, 0.3, 0.5]),
    ("in each other", [1.0, 1.0, 0.5]),
];

/// All vertices move in each frame.
fn frame(mesh: &Mesh, shift: &Vec3, time: f64) -> Mesh {
    let wave = |p: &Vec3| {
        let (x, z) = (0.4 * (0.4 * p.y + time).sin(), 0.3 * (0.3 * p.x + time).cos());
        p + shift + Vec3::new(x, 0.0, z)
    };
    Mesh { points: mesh.points.iter().map(wave).collect(), ..mesh.clone() }
}

/// All pairs of triangles that share a point, by the library, whose trees are fitted on the way.
fn library_pairs(soups: &[PolytopeSoup; 2]) -> usize {
    let here = Placement::IDENTITY;
    let [a, b] = soups;
    let relation =
        RelativePlacement::new(&a.absolute_extents(), &here, &b.absolute_extents(), &here)
            .expect("in range");
    let (mut test, mut coherence) = (LeafTest::new(a, b, &relation), Coherence::default());
    let mut count = 0;
    first_pair(a, &here, b, &here, |i, j| {
        count += usize::from(test.intersects(i, j, &mut coherence));
        false
    });
    count
}

/// Microseconds a frame, and the boxes fitted in a frame.
struct Found {
    pairs: f64,
    /// Whole: refit, query; in part: refit, query; library: copy, refit and query.
    us: [[f64; 2]; 3],
    /// In part, of all.
    boxes: f64,
}

fn measure(shift: Vec3, frames: usize, rounds: usize) -> Found {
    let mesh = torus();
    let mut whole = [0; 2].map(|_| Tree::build(&mesh));
    let mut partial = [0; 2].map(|_| Tree::build(&mesh));
    let mut own = [0; 2].map(|_| soup(&mesh));
    let films: Vec<[Mesh; 2]> = (0..frames)
        .map(|i| {
            let time = 0.3 * i as f64;
            [frame(&mesh, &Vec3::zeros(), time), frame(&mesh, &shift, 2.0 * time + 1.0)]
        })
        .collect();
    let mut us = [[f64::INFINITY; 2]; 3];
    let (mut pairs, mut boxes) = (0, 0);
    for _ in 0..rounds {
        let mut sum = [[0.0; 2]; 3];
        (pairs, boxes) = (0, 0);
        for meshes in &films {
            let time = |work: &mut dyn FnMut()| {
                let start = cpu_ns();
                work();
                (cpu_ns() - start) / 1e3
            };
            let both = [&meshes[0], &meshes[1]];
            let mut found = [0; 3];
            let [a, b] = &mut whole;
            sum[0][0] += time(&mut || {
                [&mut *a, &mut *b].into_iter().zip(both).for_each(|(t, m)| t.refit(m))
            });
            sum[0][1] += time(&mut || found[0] = colliding_pairs([a, b], both));
            let [a, b] = &mut partial;
            let before = a.fitted + b.fitted;
            sum[1][0] += time(&mut || {
                [&mut *a, &mut *b].into_iter().zip(both).for_each(|(t, m)| t.refit_upper(m))
            });
            sum[1][1] += time(&mut || found[1] = colliding_pairs([a, b], both));
            boxes += a.fitted + b.fitted - before;
            sum[2][0] += time(&mut || {
                for (soup, mesh) in own.iter_mut().zip(both) {
                    assert!(soup.change_vertices(&|i: u32| mesh.points[i as usize]));
                    soup.proceed();
                }
            });
            assert!(own.iter().all(PolytopeSoup::is_unfitted));
            sum[2][1] += time(&mut || found[2] = library_pairs(&own));
            assert_eq!(found, [found[0]; 3], "the trees disagree");
            pairs += found[0];
        }
        for (least, sum) in us.iter_mut().flatten().zip(sum.iter().flatten()) {
            *least = least.min(sum / frames as f64);
        }
    }
    for (tree, mesh) in whole.iter().chain(&partial).zip(films[frames - 1].iter().cycle()) {
        tree.validate(mesh);
    }
    let all = (frames * (whole[0].len() + whole[1].len())) as f64;
    Found { pairs: pairs as f64 / frames as f64, us, boxes: boxes as f64 / all }
}

pub fn run(report: &mut Report) {
    let (frames, rounds) = (report.count(10, 3), report.count(7, 2));
    let tree = Tree::build(&torus());
    report.line(&format!(
        "Two tori of 5000 triangles, all of whose vertices move in every frame; all pairs of triangles that meet, the same by \
         all three in every frame. `Whole` is van den Bergen's refit of all {} boxes of a binary tree. `In part` is the method \
         of Larsson and Akenine-Möller as the book tells it: the upper half of the levels from below, each other box from the \
         list of its vertices when the query comes to it; the lists have {:.1} vertices a triangle. `Library` copies the \
         vertices, and fits its whole tree, of four children a node, when the query begins. Microseconds a frame of both tori, \
         the least of {rounds} rounds in turn.\n",
        tree.len(),
        tree.listed() as f64 / 5000.0,
    ));
    let (mut rows, mut updates, mut frames_gain) = (Vec::new(), Vec::new(), Vec::new());
    let mut parts = Vec::new();
    for (name, shift) in SCENES {
        let Found { pairs, us, boxes } = measure(Vec3::from(shift), frames, rounds);
        let [whole, partial, own] = us.map(|[refit, query]| refit + query);
        // Fitting in the query counts as update: what the query takes beyond that of fitted boxes.
        let update = us[0][0] / (partial - us[0][1]).max(us[1][0]);
        updates.push(update);
        parts.push(boxes);
        frames_gain.push(whole / partial);
        let mut row = vec![name.to_owned(), three_digits(pairs)];
        row.extend(us.iter().take(2).flatten().map(|x| three_digits(*x)));
        row.push(format!("{:.1}", 100.0 * boxes));
        row.extend([whole, partial, own].map(three_digits));
        row.extend([update, whole / partial].map(|x| format!("{x:.2}")));
        rows.push(row);
    }
    let header = [
        "scene",
        "pairs",
        "whole: refit",
        "query",
        "in part: refit",
        "query",
        "% of boxes fitted",
        "whole, both",
        "in part, both",
        "library, all",
        "update, times as fast",
        "frame, times as fast",
    ];
    report.table(&header, &rows);
    let ends = |list: &[f64]| range(list.iter().copied(), |x| format!("{x:.1}"));
    let scene = |list: &[f64], worst: bool| {
        let by = |a: &usize, b: &usize| list[*a].total_cmp(&list[*b]);
        let all = 0..list.len();
        let found = if worst { all.min_by(by) } else { all.max_by(by) };
        SCENES[found.unwrap_or(0)].0
    };
    report.says(&format!(
        "The book reports that updates in part are four to five times as fast in first tests. Here the update is {} times as \
         fast, most of the scene `{}`, least of `{}`, and a whole frame {} times, most of `{}`, least of `{}`. In part, {} % \
         of the boxes are fitted, each of the lower ones from the list of its vertices.",
        ends(&updates),
        scene(&updates, false),
        scene(&updates, true),
        ends(&frames_gain),
        scene(&frames_gain, false),
        scene(&frames_gain, true),
        range(parts, |part| format!("{:.1}", 100.0 * part)),
    ));
}
