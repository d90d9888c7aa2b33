//! The text of 4.3: what the four steps take of the last cycle, and how many of the pairs that are checked collide.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};

use solid_papers::octree::{Accuracy, Division, Resolution};
use solid_papers::octree::{FaceMesh, Settings, Subdivision};

use super::super::super::report::{Report, three_digits};
use super::super::least_us;
use super::{Moving, PUBLISHED};

/// Checked pairs and colliding ones in the report.
const PUBLISHED_PAIRS: [[usize; 2]; 2] = [[186, 21], [1160, 121]];

/// Milliseconds of the steps in the report, of the larger spheres.
const PUBLISHED_STEPS: [f64; 4] = [2.0, 10.0, 58.0, 364.0];

/// Faces in overlap regions, pairs that are checked, pairs that collide, and microseconds of the four steps.
struct Found {
    faces: usize,
    pairs: [usize; 2],
    us: [f64; 4],
}

fn measure(meshes: &[FaceMesh<'_>], settings: Settings, rounds: usize) -> Found {
    let mut method = Subdivision::new(settings);
    let whole = least_us(rounds, || {
        black_box(method.swept(black_box(meshes)));
    });
    let colliding = method.found().to_vec();
    // Without the test of pairs.
    let to_pairs = least_us(rounds, || {
        black_box(method.pairs_where(black_box(meshes), |_| black_box(false)));
    });
    let to_faces = least_us(rounds, || {
        black_box(method.gather_faces(black_box(meshes)));
    });
    let faces = method.gather_faces(meshes);
    // No pair of objects is wanted: their boxes alone.
    let to_regions = least_us(rounds, || {
        black_box(method.pairs_among(black_box(meshes), |_| black_box(false), |_| true));
    });
    assert_eq!(method.faces_in_regions(), 0, "more than the boxes was looked at");
    let checked = AtomicUsize::new(0);
    method.pairs_where(meshes, |_| {
        checked.fetch_add(1, Ordering::Relaxed);
        false
    });
    let all = method.pairs_where(meshes, |_| true).to_vec();
    assert_eq!(all.len(), checked.load(Ordering::Relaxed), "a pair was checked twice");
    assert!(colliding.iter().all(|pair| all.contains(pair)));
    let us = [to_regions, to_faces - to_regions, to_pairs - to_faces, whole - to_pairs];
    Found { faces, pairs: [all.len(), colliding.len()], us }
}

pub fn run(report: &mut Report) {
    let rounds = report.count(8, 3);
    report.line(
        "How many pairs are checked in the last cycle, how many of them collide, and what the four steps take: boxes of the \
         objects, faces in overlap regions, pairs of faces in one cell, test of the pairs. Each is the time of the method up \
         to the step less that up to the one before. `As here` divides by the boxes of faces until they are few; `as there` \
         is an octree of 6 levels, as in chapter 3, with faces tested exactly where they do not move: these move.\n",
    );
    let as_there = Settings {
        division: Division::Octree,
        accuracy: Accuracy::Exact,
        resolution: Resolution::Fixed(6),
        ..Settings::default()
    };
    let mut rows = Vec::new();
    let mut last = Vec::new();
    for ((faces, _), published) in PUBLISHED.into_iter().zip(PUBLISHED_PAIRS) {
        let moving = Moving::new(faces);
        let meshes = moving.meshes(moving.scene.last());
        let found = [Settings::default(), as_there].map(|s| measure(&meshes, s, rounds));
        assert_eq!(found[0].pairs[1], found[1].pairs[1], "the settings disagree");
        for (name, found) in ["as here", "as there"].iter().zip(&found) {
            let all: f64 = found.us.iter().sum();
            let mut row = vec![format!("{faces}, {name}"), found.faces.to_string()];
            row.extend(found.pairs.map(|n| n.to_string()));
            row.extend(
                found.us.map(|us| format!("{} ({:.1} %)", three_digits(us), 100.0 * us / all)),
            );
            rows.push(row);
        }
        let mut row = vec![format!("{faces}, report"), String::new()];
        row.extend(published.map(|n| n.to_string()));
        let all: f64 = PUBLISHED_STEPS.iter().sum();
        row.extend(PUBLISHED_STEPS.map(|ms| match faces {
            3968 => format!("{ms:.0} ms ({:.1} %)", 100.0 * ms / all),
            _ => String::new(),
        }));
        rows.push(row);
        last = found.into();
    }
    let header = [
        "faces",
        "faces in regions",
        "pairs checked",
        "collide",
        "1: boxes, us",
        "2: regions, us",
        "3: cells, us",
        "4: pairs, us",
    ];
    report.table(&header, &rows);
    let share = |found: &Found| 100.0 * found.us[3] / found.us.iter().sum::<f64>();
    let part = |[checked, hits]: [usize; 2]| 100.0 * hits as f64 / checked as f64;
    report.says(&format!(
        "In the report {:.0} % of the pairs of the larger spheres that are checked collide, here {:.0} % of {} instead of {} \
         pairs: what the spheres do in the last cycle is not known in all details. The test of the larger spheres' pairs takes \
         {:.0} % of the time `as here`, {:.0} % `as there`, and {:.0} % in the report.",
        part(PUBLISHED_PAIRS[1]),
        part(last[0].pairs),
        last[0].pairs[0],
        PUBLISHED_PAIRS[1][0],
        share(&last[0]),
        share(&last[1]),
        100.0 * PUBLISHED_STEPS[3] / PUBLISHED_STEPS.iter().sum::<f64>(),
    ));
}
