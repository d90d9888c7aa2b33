//! Many meshes that deform in every frame, against trees that are refitted; and octree against bintree (3.6).

use std::hint::black_box;
use std::sync::Arc;

use solid::space::{CollisionMethod, ContactQuery, Object, Selector, Shape, ShapeId, Space};
use solid_geometry::math::Vec3;
use solid_papers::octree::{Accuracy, Division, Resolution, Settings, Subdivision};

use super::super::machine::least_ns;
use super::super::plot::{Chart, Series, Whose};
use super::super::report::{Report, three_digits, where_so};
use super::cycle_us;
use solid_papers::deforming::bodies::Body;
use solid_papers::deforming::brute::all_pairs;
use solid_papers::deforming::scenes::{Rings, Scene, approach, crowd, fifteen, household};
use solid_papers::deforming::trees::{Trees, soup};

/// Names, and the distance between rings whose outer radius is 1.3.
const DENSITIES: [(&str, f64); 6] = [
    ("boxes apart", 3.0),
    ("boxes touch", 2.65),
    ("boxes overlap", 2.55),
    ("rings touch", 2.4),
    ("some meet", 2.2),
    ("in a heap", 1.2),
];

const METHODS: [CollisionMethod; 2] = [CollisionMethod::Trees, CollisionMethod::Subdivision];

pub fn run(report: &mut Report) {
    hundred(report);
    sheets(report);
    divisions(report);
}

/// Milliseconds a frame, and pairs of faces.
struct Frame {
    trees: f64,
    /// New vertices into all meshes, without and with fitting all trees.
    copy: f64,
    refit: f64,
    subdivision: f64,
    pairs: usize,
    /// Of a dtTest, by each method, new vertices included; and its hits.
    test: [f64; 2],
    hits: usize,
}

impl Frame {
    fn of(count: usize, step: f64, rounds: usize) -> Frame {
        let rings = Rings::new(count as u32, 50, step);
        let body = &rings.body;
        let frames = [0.0, 1.0].map(|time| rings.frame(time));
        let mut trees = Trees::new(&vec![body.clone(); count]);
        let mut method = Subdivision::default();
        let mut pairs = 0;
        for frame in &frames {
            assert_eq!(method.interfering(&rings.meshes(frame)), all_pairs(&rings.meshes(frame)));
            assert_eq!(method.found(), trees.refitted(frame));
            pairs += method.found().len();
        }
        let mut scenes = METHODS.map(|method| Objects::new(body, count, method));
        for frame in &frames {
            let hits = scenes.each_mut().map(|scene| scene.test(frame));
            assert!(hits[0] == hits[1]);
        }
        let of_both = |work: &mut dyn FnMut(&[Vec<Vec3>])| {
            least_ns(rounds, || frames.iter().for_each(|frame| work(frame))) / 2e6
        };
        Frame {
            trees: of_both(&mut |frame| {
                black_box(trees.refitted(frame));
            }),
            copy: of_both(&mut |frame| trees.change(frame)),
            refit: of_both(&mut |frame| trees.refit(frame)),
            subdivision: of_both(&mut |frame| {
                black_box(method.interfering(&rings.meshes(frame)));
            }),
            pairs: pairs / 2,
            test: [0, 1].map(|method| scenes[method].time(rounds, &frames)),
            hits: scenes[0].hits,
        }
    }
}

/// The rings in a space, tested as dtTest does.
struct Objects {
    space: Space,
    shapes: Vec<ShapeId>,
    hits: usize,
}

impl Objects {
    fn new(body: &Body, count: usize, method: CollisionMethod) -> Objects {
        let mut space = Space::new();
        space.set_collision_method(method);
        space.watch(Selector::All, ContactQuery::Hit);
        let add = |_| {
            let shape = Shape::try_from(Arc::new(soup(body))).expect("a mesh");
            let shape = space.define(shape);
            space.create_object(shape).expect("a shape");
            shape
        };
        let shapes = (0..count).map(add).collect();
        Objects { space, shapes, hits: 0 }
    }

    /// Gives all rings new vertices, and tests; returns the pairs that collide.
    fn test(&mut self, frame: &[Vec<Vec3>]) -> Vec<[Object; 2]> {
        for (shape, vertices) in self.shapes.iter().zip(frame) {
            self.space.change_vertex_base(*shape, vertices).expect("as many vertices");
        }
        let hits: Vec<_> = self.space.collisions().map(|hit| [hit.first, hit.second]).collect();
        self.space.proceed();
        self.hits = hits.len();
        hits
    }

    /// Milliseconds a frame.
    fn time(&mut self, rounds: usize, frames: &[Vec<Vec<Vec3>>]) -> f64 {
        let all = || {
            for frame in frames {
                black_box(self.test(frame));
            }
        };
        least_ns(rounds, all) / (1e6 * frames.len() as f64)
    }
}

fn hundred(report: &mut Report) {
    let count = report.count(100, 12);
    report.line(&format!(
        "{count} rings of 5000 triangles on a grid, all vertices new in every frame; all pairs of faces that interfere, the \
         same by both methods and by the exact test of all pairs. The nearer the rings, the more meet. Milliseconds a frame.\n"
    ));
    let frames = DENSITIES.map(|(_, step)| Frame::of(count, step, report.count(7, 1)));
    let cells = |((name, _), f): (&(&str, f64), &Frame)| {
        vec![
            (*name).to_owned(),
            f.pairs.to_string(),
            three_digits(f.subdivision),
            three_digits(f.trees),
            three_digits(f.copy),
            three_digits(f.refit),
            format!("{:.2}", f.trees / f.subdivision),
        ]
    };
    let header = [
        "rings",
        "pairs of faces",
        "subdivision",
        "trees",
        "of that copying",
        "copying and refitting all",
        "times as fast",
    ];
    report.table(&header, &DENSITIES.iter().zip(&frames).map(cells).collect::<Vec<_>>());
    let line = |label: &str, whose, of: fn(&Frame) -> f64| {
        Series::new(label, whose, frames.iter().enumerate().map(|(i, f)| [i as f64, of(f)]))
    };
    let chart = Chart {
        title: format!("{count} deforming meshes of 5000 triangles"),
        y_label: "milliseconds a frame".to_owned(),
        log_y: true,
        cases: DENSITIES.map(|(name, _)| name.to_owned()).into(),
        series: vec![
            line("subdivision", Whose::Ours, |f| f.subdivision),
            line("trees, refitted", Whose::Others, |f| f.trees),
            line("copying and refitting all", Whose::Others, |f| f.refit),
        ],
        ..Chart::default()
    };
    report.chart("hundred", &chart);
    let cells = |((name, _), f): (&(&str, f64), &Frame)| {
        let [trees, subdivision] = f.test;
        let times = [subdivision, trees].map(three_digits);
        [(*name).to_owned(), f.hits.to_string()].into_iter().chain(times).collect()
    };
    report
        .line("The same by a dtTest, which asks whether objects collide, new vertices included:\n");
    let header = ["rings", "pairs of objects", "DT_SUBDIVISION", "DT_TREES"];
    report.table(&header, &DENSITIES.iter().zip(&frames).map(cells).collect::<Vec<_>>());
    let at = |so: &dyn Fn(&Frame) -> bool| {
        where_so(DENSITIES.iter().zip(&frames).map(|((name, _), f)| (*name, so(f))))
    };
    report.says(&format!(
        "Subdivision is at least twice as fast for all pairs of faces where: {}; for a dtTest where: {}. Trees are faster for all \
         pairs where: {}; for a dtTest where: {}. Subdivision saves the refitting, and goes over vertices and the faces in \
         overlap regions instead.",
        at(&|f| f.trees >= 2.0 * f.subdivision),
        at(&|f| f.test[0] >= 2.0 * f.test[1]),
        at(&|f| f.trees < f.subdivision),
        at(&|f| f.test[0] < f.test[1]),
    ));
}

/// Two sheets of many triangles, the one above the other and turned to it by a quarter, of whose boxes a part overlaps.
fn sheets(report: &mut Report) {
    let side = report.count(400, 50) as u32;
    report.line(&format!(
        "Two sheets of {} triangles, waves across each other, all vertices new in every frame; so much of their heights \
         overlaps. Milliseconds a dtTest, new vertices included:\n",
        2 * (side - 1) * (side - 1)
    ));
    let mut body = Body { vertices: Vec::new(), triangles: Vec::new() };
    for v in 0..side * side {
        body.vertices
            .push(Vec3::new(f64::from(v % side), f64::from(v / side), 0.0) / f64::from(side));
        if v % side < side - 1 && v / side < side - 1 {
            body.triangles.extend([[v, v + 1, v + side], [v + 1, v + side + 1, v + side]]);
        }
    }
    let wave = |time: f64, place: usize, height: f64| -> Vec<Vec3> {
        let of = |p: &Vec3| (5.0 * p[place] + time).sin() * 0.1 + height * place as f64;
        body.vertices.iter().map(|p| Vec3::new(p.x, p.y, of(p))).collect()
    };
    let mut rows = Vec::new();
    for part in [0.0, 0.01, 0.03, 0.1, 0.3] {
        let height = 0.2 * (1.0 - part) + 1e-6;
        let frames = [0.0, 0.1].map(|time| vec![wave(time, 0, height), wave(time, 1, height)]);
        let mut scenes = METHODS.map(|method| Objects::new(&body, 2, method));
        for frame in &frames {
            let hits = scenes.each_mut().map(|scene| scene.test(frame));
            assert!(hits[0] == hits[1]);
        }
        let [trees, subdivision] =
            scenes.each_mut().map(|scene| scene.time(report.count(9, 3), &frames));
        let times = [subdivision, trees].map(three_digits);
        let cells = [format!("{:.0} %", 100.0 * part), scenes[0].hits.to_string()];
        rows.push(cells.into_iter().chain(times).collect());
    }
    let header = ["overlap", "hits", "DT_SUBDIVISION", "DT_TREES"];
    report.table(&header, &rows);
}

/// Octree or bintree, boxes or faces: what the defaults were chosen by.
fn divisions(report: &mut Report) {
    report.line(
        "How cells are divided: into eight (octree) or in two along the axes in turn (bintree); until faces are few, or to level \
         6 as in the report; which faces count as in a cell, by their boxes or exactly (3.3.7). The last cycle, in \
         microseconds.\n",
    );
    let scenes: [(&str, Scene); 4] = [
        ("two spheres of 3968", approach(3968)),
        ("fifteen shuttles", fifteen()),
        ("forty spheres", crowd(40)),
        ("household", household()),
    ];
    let mut rows = Vec::new();
    let mut sums = Vec::new();
    for division in [Division::Octree, Division::Bintree] {
        for (accuracy, resolution) in [
            (Accuracy::Boxes, Resolution::Density),
            (Accuracy::Boxes, Resolution::Fixed(6)),
            (Accuracy::Exact, Resolution::Density),
            (Accuracy::Exact, Resolution::Fixed(6)),
        ] {
            let settings = Settings { division, accuracy, resolution, ..Settings::default() };
            let time = |(name, scene): &(&str, Scene)| {
                let mut method = Subdivision::new(settings);
                let us = cycle_us(scene, &mut method, scene.last(), report.count(10, 2));
                let mut as_it_is = Subdivision::default();
                let expected = as_it_is.interfering(&scene.meshes(scene.last()));
                assert_eq!(method.found(), expected, "{name}, {settings:?}");
                us
            };
            let times: Vec<f64> = scenes.iter().map(time).collect();
            let depth = if resolution == Resolution::Density { "few faces" } else { "level 6" };
            let name = format!("{division:?}, {accuracy:?}, to {depth}").to_lowercase();
            sums.push((times.iter().sum::<f64>(), name.clone()));
            rows.push(
                std::iter::once(name).chain(times.iter().map(|us| three_digits(*us))).collect(),
            );
        }
    }
    let header: Vec<&str> =
        std::iter::once("division").chain(scenes.iter().map(|(name, _)| *name)).collect();
    report.table(&header, &rows);
    let sum = |name: &str| sums.iter().find(|sum| sum.1 == name).map_or(f64::NAN, |sum| sum.0);
    let best = sums.iter().min_by(|a, b| a.0.total_cmp(&b.0)).expect("some");
    report.says(&format!(
        "Fastest in sum: {}. The same with {} takes {:.2} times as long, and with the exact test of faces against cells, \
         which the report found better, {:.2} times.",
        best.1,
        if best.1.starts_with("octree") { "a bintree" } else { "an octree" },
        sum(&if best.1.starts_with("octree") {
            best.1.replace("octree", "bintree")
        } else {
            best.1.replace("bintree", "octree")
        }) / best.0,
        sum(&best.1.replace("boxes", "exact")) / best.0,
    ));
}
