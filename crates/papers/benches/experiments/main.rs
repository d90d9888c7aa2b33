//! The experiments of the documents that this library is made from, done again with it.
//!
//!     benches/experiments/run                      all of them
//!     benches/experiments/run NAME.. [--quick]     some; quickly: fewer repetitions, larger noise
//!
//! Each prints what it found beside what was published and says what that shows. It leaves `NAME.md` and its charts in
//! `target/experiments`, with `--renew` in `docs/performance/experiments`, which is what the project shows.

mod bounding_volumes;
mod box_trees;
mod boxtree;
#[path = "../../../../benches/common/counted.rs"]
mod counted;
mod deforming;
mod grids;
mod hybrid_refit;
mod isa_gjk;
mod johnson;
mod k_dops;
mod manifolds;
mod mesh_trees;
mod methods;
mod morphs;
mod moving;
mod olvang;
mod polygons;
mod randomized;
mod raycast;
#[allow(dead_code, reason = "the tests use all of the oracle")]
mod referee;
mod refitted;
mod rigid;
mod space_time;
mod splits;
mod stacking;

#[path = "../../../../benches/common/machine.rs"]
mod machine;
#[path = "../../../../benches/common/plot.rs"]
mod plot;
mod report;

use report::Report;
use std::path::PathBuf;
use std::process::ExitCode;

/// One experiment; a new one needs a line in [`EXPERIMENTS`].
struct Experiment {
    name: &'static str,
    /// Where it was published, and what it is about.
    about: &'static str,
    run: fn(&mut Report),
}

const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "isa-gjk",
        about: "thesis, figures 4.8 to 4.10: the remembered axis under density, translation and rotation",
        run: isa_gjk::run,
    },
    Experiment {
        name: "johnson",
        about: "thesis, 4.4.1, 4.4.3 and 4.4.4: Johnson's subalgorithm, its caches, and the end of a search",
        run: johnson::run,
    },
    Experiment {
        name: "polygons",
        about: "thesis, 3.2: polygons by their edges, and by the segments on the line of their planes",
        run: polygons::run,
    },
    Experiment {
        name: "bounding-volumes",
        about: "thesis, tables 5.1 to 5.3: bounding volumes of a pair of tori",
        run: bounding_volumes::run,
    },
    Experiment {
        name: "k-dops",
        about: "thesis, table 5.1: bounding volumes with the row of k-DOPs",
        run: k_dops::run,
    },
    Experiment {
        name: "moving",
        about: "thesis, 5.2.2: sweep and prune that is linear in the boxes that move",
        run: moving::run,
    },
    Experiment {
        name: "mesh-trees",
        about: "thesis, tables 5.4 to 5.6, figure 5.10: AABB and OBB trees, SAT and SAT lite",
        run: mesh_trees::run,
    },
    Experiment {
        name: "splits",
        about: "thesis, 5.2.4: where to cut the boxes of a tree",
        run: splits::run,
    },
    Experiment {
        name: "refitted",
        about: "thesis, 5.2.5: queries on refitted and on rebuilt trees",
        run: refitted::run,
    },
    Experiment {
        name: "boxtree",
        about: "slides: Zachmann's Boxtree against AABB trees",
        run: boxtree::run,
    },
    Experiment {
        name: "randomized",
        about: "Olvång, figures 4 to 17: support calls, time and faults over the probability of intersection",
        run: randomized::run,
    },
    Experiment {
        name: "raycast",
        about: "slides: accuracy against time of the GJK ray cast",
        run: raycast::run,
    },
    Experiment {
        name: "grids",
        about: "slides: the uniform grid with both strategies, and spatial hashing",
        run: grids::run,
    },
    Experiment {
        name: "space-time",
        about: "slides: sweep and prune in space-time",
        run: space_time::run,
    },
    Experiment {
        name: "stacking",
        about: "Olvång, tables 2 and 3: the tallest stack of boxes that stands",
        run: stacking::run,
    },
    Experiment {
        name: "manifolds",
        about: "Olvång, 2.6: the perturbed sampling manifold as written, against exact clipping",
        run: manifolds::run,
    },
    Experiment {
        name: "hybrid-refit",
        about: "pages of Real-Time Rendering, 17.6.3: trees that are refitted whole or in part",
        run: hybrid_refit::run,
    },
    Experiment {
        name: "morphs",
        about: "pages of Real-Time Rendering, 17.6.3: boxes blended with a morph, and subtrees rebuilt",
        run: morphs::run,
    },
    Experiment {
        name: "deforming-spheres",
        about: "ATR report, figures 3.6 and 3.7: two spheres approaching",
        run: deforming::spheres::run,
    },
    Experiment {
        name: "deforming-crowds",
        about: "ATR report, figures 3.8 and 3.9: fifteen shuttles; 10 to 40 spheres",
        run: deforming::crowds::run,
    },
    Experiment {
        name: "octree-update",
        about: "ATR report, figure 3.10: the rigid competitor, whose octrees are moved",
        run: deforming::update::run,
    },
    Experiment {
        name: "octree-motion",
        about: "ATR report, figures 2.3 and 2.4: moving octrees",
        run: deforming::motion::run,
    },
    Experiment {
        name: "swept-space",
        about: "ATR report, figures 4.2 and 4.3: collisions between frames, and by several threads",
        run: deforming::swept::run,
    },
    Experiment {
        name: "deforming-meshes",
        about: "ATR report, 3.2 and 3.6: many meshes that deform in every frame, against trees that are refitted",
        run: deforming::meshes::run,
    },
];

fn usage() -> ExitCode {
    eprintln!("usage: benches/experiments/run [NAME..] [--quick] [--renew]\nexperiments:");
    for experiment in EXPERIMENTS {
        eprintln!("  {:<20} {}", experiment.name, experiment.about);
    }
    ExitCode::from(2)
}

fn main() -> ExitCode {
    let (mut quick, mut renew) = (false, false);
    let mut names = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--quick" => quick = true,
            "--renew" => renew = true,
            // What cargo passes to every benchmark.
            "--bench" => {}
            name if EXPERIMENTS.iter().any(|e| e.name == name) => names.push(argument),
            other => {
                eprintln!("there is no experiment '{other}'");
                return usage();
            }
        }
    }
    machine::pin_to_one_cpu();
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let folder =
        root.join(if renew { "docs/performance/experiments" } else { "target/experiments" });
    for experiment in EXPERIMENTS {
        if names.is_empty() || names.iter().any(|name| name == experiment.name) {
            let mut report = Report::new(experiment.name, experiment.about, quick, folder.clone());
            (experiment.run)(&mut report);
            if let Err(error) = report.finish() {
                eprintln!("{}: {error}", folder.display());
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
