//! Figures 2.3 and 2.4: a shuttle's octree of five levels, turned and moved, or only moved.

use std::hint::black_box;

use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_papers::octree::compaction::{Compaction, compact};
use solid_papers::octree::linear::{Color, LinearOctree, VoxelCube};
use solid_papers::octree::motion::{Lattice, Source, Target, VoxelRule, moved, moved_by_threads};
use solid_papers::octree::translation::translated;
use solid_papers::octree::triangle_box::triangle_meets_box;

use super::super::machine;
use super::super::plot::{Chart, Series, Whose};
use super::super::report::{Report, three_digits};
use super::least_us;
use super::weng_ahuja::{CubeTest, Moving};
use solid_papers::deforming::bodies::shuttle;
use solid_papers::deforming::scenes::turned;

const LEVELS: u32 = 5;

/// The cycles of the report's test.
const CYCLES: u32 = 39;

/// A root cube that the shuttle fills as far as turning allows.
fn lattice() -> Lattice {
    let side = 3.3;
    Lattice { origin: Vec3::repeat(-0.5 * side), voxel: side / f64::from(1_u32 << LEVELS) }
}

/// The octree of the shuttle's surface and what is within.
fn shuttle_octree() -> LinearOctree {
    let body = shuttle();
    let triangles: Vec<[Vec3; 3]> =
        body.triangles.iter().map(|t| t.map(|v| body.vertices[v as usize])).collect();
    LinearOctree::build(LEVELS, &mut |cube| {
        let (center, half) = lattice().cube(cube);
        let aabb = Aabb::from_center(center, Vec3::repeat(half));
        if triangles.iter().any(|t| triangle_meets_box(t, &aabb)) {
            Color::Gray
        } else {
            Color::White
        }
    })
}

fn placement(cycle: u32) -> Placement {
    let time = f64::from(cycle) / f64::from(CYCLES);
    turned(1.5 * time, shift(cycle))
}

fn shift(cycle: u32) -> Vec3 {
    Vec3::new(0.1, -0.2, 0.15) * (f64::from(cycle) / f64::from(CYCLES))
}

/// A way of moving, its time in each cycle.
struct Way {
    label: &'static str,
    whose: Whose,
    /// Times as fast as the slowest way, as published.
    published: f64,
    us: Vec<f64>,
}

impl Way {
    fn measure(
        label: &'static str,
        whose: Whose,
        published: f64,
        cycles: &[u32],
        mut us: impl FnMut(u32) -> f64,
    ) -> Way {
        Way { label, whose, published, us: cycles.iter().map(|cycle| us(*cycle)).collect() }
    }

    fn mean(&self) -> f64 {
        self.us.iter().sum::<f64>() / self.us.len() as f64
    }
}

pub fn run(report: &mut Report) {
    let octree = shuttle_octree();
    let nodes = octree.black_cubes();
    let Compaction { cubes: compacted, at_least } = compact(&octree);
    report.line(&format!(
        "The octree of a shuttle, {LEVELS} levels: {} black nodes (report: 863), compacted to {} cubes (458), of which it takes {at_least} \
         at least.\n",
        nodes.len(),
        compacted.len()
    ));
    let cycles: Vec<u32> = (1..=CYCLES).rev().step_by(report.count(3, 19)).collect();
    any_motion(report, &nodes, &compacted, &cycles);
    translation(report, &nodes, &compacted, &cycles);
}

fn any_motion(report: &mut Report, nodes: &[VoxelCube], compacted: &[VoxelCube], cycles: &[u32]) {
    let rounds = report.count(5, 2);
    let [nodes, compacted] = [nodes, compacted].map(|cubes| Source { cubes, lattice: lattice() });
    let target = Target { levels: LEVELS, lattice: lattice(), rule: VoxelRule::Center };
    let rival = |test, cycle| Moving::moved(&nodes, &placement(cycle), LEVELS, lattice(), test);
    for &cycle in cycles {
        let ours = moved(&compacted, &placement(cycle), &target).black_cubes();
        assert!(!ours.is_empty());
        for test in [CubeTest::Approximate, CubeTest::Exact] {
            assert!(rival(test, cycle).black_cubes() == ours, "{test:?}, cycle {cycle}");
        }
        let by_two = moved_by_threads(&compacted, &placement(cycle), &target, 2);
        assert!(by_two.black_cubes() == ours, "two threads, cycle {cycle}");
    }
    let tests = [CubeTest::Approximate, CubeTest::Exact].map(|test| rival(test, CYCLES).tests);
    let measure = |work: &dyn Fn(u32), cycle| least_us(rounds, || work(cycle));
    let mut ways = vec![
        Way::measure("Weng and Ahuja", Whose::Others, 1.0, cycles, |c| {
            measure(&|c| drop(black_box(rival(CubeTest::Approximate, c))), c)
        }),
        Way::measure("the same, exact test", Whose::Others, 1.4, cycles, |c| {
            measure(&|c| drop(black_box(rival(CubeTest::Exact, c))), c)
        }),
        Way::measure("linear, compacted", Whose::Ours, 4.0, cycles, |c| {
            measure(&|c| drop(black_box(moved(&compacted, &placement(c), &target))), c)
        }),
    ];
    machine::use_all_cpus();
    ways.push(Way::measure("the same, two threads", Whose::Others, f64::NAN, cycles, |c| {
        wall_us(rounds, || drop(black_box(moved_by_threads(&compacted, &placement(c), &target, 2))))
    }));
    machine::pin_to_one_cpu();
    chart(report, "any-motion", "Octrees that turn and move (figure 2.3)", cycles, &ways);
    report.says(&format!(
        "Voxels are black where their centres are within the source, as in the report; all ways make the same octree. With \
         the exact test Weng and Ahuja's algorithm needs {} tests instead of {} in the last cycle (report: 43223 instead of \
         54007), and is {:.2} times as fast (1.4). The linear algorithm, which moves each node's corners once for all cubes and \
         takes compacted ones, is {:.1} times as fast (report: nearly 4).",
        tests[1],
        tests[0],
        ways[0].mean() / ways[1].mean(),
        ways[0].mean() / ways[2].mean()
    ));
}

/// The least time of some calls by the clock on the wall, for more threads than one.
fn wall_us(rounds: usize, mut work: impl FnMut()) -> f64 {
    let mut time = || {
        let start = std::time::Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e6
    };
    (0..10 * rounds).map(|_| time()).fold(f64::INFINITY, f64::min)
}

fn translation(report: &mut Report, nodes: &[VoxelCube], compacted: &[VoxelCube], cycles: &[u32]) {
    let rounds = report.count(5, 2);
    let [nodes, compacted] = [nodes, compacted].map(|cubes| Source { cubes, lattice: lattice() });
    let along = |cycle| Placement { origin: shift(cycle), ..Placement::IDENTITY };
    let target = Target { levels: LEVELS, lattice: lattice(), rule: VoxelRule::AnyPart };
    let conventional =
        |cycle| Moving::moved(&nodes, &along(cycle), LEVELS, lattice(), CubeTest::Sides);
    let only = |source: &Source<'_>, cycle| translated(source, &shift(cycle), LEVELS, &lattice());
    for &cycle in cycles {
        let ours = only(&compacted, cycle).black_cubes();
        assert!(!ours.is_empty());
        assert!(only(&nodes, cycle).black_cubes() == ours, "not compacted, cycle {cycle}");
        assert!(conventional(cycle).black_cubes() == ours, "each with each, cycle {cycle}");
        let as_any = moved(&compacted, &along(cycle), &target).black_cubes();
        assert!(as_any == ours, "as any motion, cycle {cycle}");
    }
    let measure = |work: &dyn Fn(u32), cycle| least_us(rounds, || work(cycle));
    let ways = [
        Way::measure("as any motion", Whose::Others, f64::NAN, cycles, |c| {
            measure(&|c| drop(black_box(moved(&compacted, &along(c), &target))), c)
        }),
        Way::measure("each cube against each node", Whose::Others, 1.0, cycles, |c| {
            measure(&|c| drop(black_box(conventional(c))), c)
        }),
        Way::measure("axis by axis", Whose::Others, f64::NAN, cycles, |c| {
            measure(&|c| drop(black_box(only(&nodes, c))), c)
        }),
        Way::measure("axis by axis, compacted", Whose::Ours, 3.0, cycles, |c| {
            measure(&|c| drop(black_box(only(&compacted, c))), c)
        }),
    ];
    chart(report, "translation", "Octrees that only move (figure 2.4)", cycles, &ways);
    report.says(&format!(
        "Any part of a voxel counts. Axis by axis is {:.1} times as fast as the conventional way (report: about 3), {:.1} times \
         without compaction; and {:.1} times as fast as motion of any kind.",
        ways[1].mean() / ways[3].mean(),
        ways[1].mean() / ways[2].mean(),
        ways[0].mean() / ways[3].mean()
    ));
}

/// The ways over the cycles; the published curves by their ratios to the slowest.
fn chart(report: &mut Report, part: &str, title: &str, cycles: &[u32], ways: &[Way]) {
    let slowest = ways.iter().find(|way| way.published == 1.0).map_or(f64::NAN, Way::mean);
    let cells = |way: &Way| {
        let published =
            if way.published.is_nan() { String::new() } else { format!("{:.1}", way.published) };
        vec![
            way.label.to_owned(),
            three_digits(way.mean()),
            format!("{:.1}", slowest / way.mean()),
            published,
        ]
    };
    report.table(
        &["way", "us", "times as fast", "report"],
        &ways.iter().map(cells).collect::<Vec<_>>(),
    );
    let points = |way: &Way| {
        cycles.iter().zip(&way.us).map(|(c, us)| [f64::from(*c), *us]).collect::<Vec<_>>()
    };
    let ends = [f64::from(cycles[cycles.len() - 1]), f64::from(cycles[0])];
    let mut series: Vec<Series> =
        ways.iter().map(|way| Series::new(way.label, way.whose, points(way))).collect();
    for way in ways.iter().filter(|way| way.published > 1.0) {
        let level = slowest / way.published;
        let label = format!("report's ratio, {}", way.published);
        series.push(Series::new(label, Whose::Published, ends.map(|x| [x, level])));
    }
    let chart = Chart {
        title: title.to_owned(),
        x_label: "cycle".to_owned(),
        y_label: "microseconds".to_owned(),
        series,
        ..Chart::default()
    };
    report.chart(part, &chart);
}
