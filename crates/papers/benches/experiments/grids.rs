//! Slides: the uniform grid with both of its strategies, and spatial hashing, beside the library's broad phase.

use super::machine::cpu_ns;
use super::plot::{Chart, Series, Whose};
use super::report::{Report, three_digits};
use solid_geometry::broad::{Adaptive, BroadPhase, PairSink, Proxy, SweepAndPrune};
use solid_geometry::math::{Aabb, Vec3};
use solid_papers::grid::{Cells, Grid, Strategy, Work};
use solid_papers::random::Random;
use std::collections::BTreeSet;

/// Cell edges, in units of the mean edge of a box.
const EDGES: [f64; 7] = [0.5, 1.0, 1.5, 2.0, 4.0, 8.0, 16.0];
/// The cell edge of the even scene that suits a grid best by the slides: cells a little larger than the boxes.
const USUAL: usize = 2;

const GRIDS: [(&str, Strategy, bool); 4] = [
    ("grid, all cells", Strategy::Touched, false),
    ("grid, centre", Strategy::Centre, false),
    ("hash, all cells", Strategy::Touched, true),
    ("hash, centre", Strategy::Centre, true),
];

/// Frames before those that count.
const WARM_UP: usize = 12;

/// Boxes that move and bounce.
struct Scene {
    name: &'static str,
    world: Aabb,
    boxes: Vec<Aabb>,
    velocities: Vec<Vec3>,
    /// The part that moves.
    moving: f64,
}

/// All scenes have as many boxes, and pairs in the order of boxes.
fn scenes(count: usize) -> [Scene; 4] {
    let mut random = Random::new(53);
    let mut scene = |name, edge: f64, moving, look: &mut dyn FnMut(&mut Random, usize) -> Aabb| {
        let boxes: Vec<Aabb> = (0..count).map(|i| look(&mut random, i)).collect();
        let velocities = boxes.iter().map(|aabb| random.direction() * 0.1 * aabb.half_extents().x);
        let velocities: Vec<Vec3> = velocities.collect();
        let world = Aabb::from_center(Vec3::zeros(), Vec3::repeat(edge / 2.0));
        Scene { name, world, boxes, velocities, moving }
    };
    let edge = (4.0 * count as f64).cbrt();
    let even =
        |random: &mut Random, _: usize| Aabb::from_center(random.in_cube(edge), Vec3::repeat(0.5));
    let spread = |random: &mut Random, _: usize| {
        // Edges over two decades, most of them small: some boxes cover many others.
        let size = 0.5 * 100.0_f64.powf(random.unit().powi(3));
        Aabb::from_center(random.in_cube(6.0 * edge), Vec3::repeat(size / 2.0))
    };
    let far = 40.0 * edge;
    let clustered = |random: &mut Random, i: usize| {
        let corner = Vec3::from([i & 1, i >> 1 & 1, i >> 2 & 1].map(|bit| bit as f64 - 0.5));
        let place = corner * 0.9 * far + random.in_cube(edge / 2.0);
        Aabb::from_center(place, Vec3::repeat(0.5))
    };
    [
        scene("even", edge, 1.0, &mut { even }),
        scene("even, a twentieth moves", edge, 0.05, &mut { even }),
        scene("sizes of 1 to 100", 6.0 * edge, 1.0, &mut { spread }),
        scene("eight clusters", far, 1.0, &mut { clustered }),
    ]
}

impl Scene {
    fn moved(&self) -> usize {
        (self.boxes.len() as f64 * self.moving) as usize
    }

    fn step(&mut self) {
        for i in 0..self.moved() {
            let (aabb, velocity) = (&mut self.boxes[i], &mut self.velocities[i]);
            *aabb = aabb.translated(velocity);
            for k in 0..3 {
                let beyond = aabb.max[k] > self.world.max[k] && velocity[k] > 0.0
                    || aabb.min[k] < self.world.min[k] && velocity[k] < 0.0;
                if beyond {
                    velocity[k] = -velocity[k];
                }
            }
        }
    }

    fn mean_edge(&self) -> f64 {
        self.boxes.iter().map(|aabb| 2.0 * aabb.half_extents().x).sum::<f64>()
            / self.boxes.len() as f64
    }
}

#[derive(Default)]
struct Pairs(BTreeSet<(Proxy, Proxy)>);

impl PairSink for Pairs {
    fn begin(&mut self, a: Proxy, b: Proxy) {
        self.0.insert((a, b));
    }
    fn end(&mut self, a: Proxy, b: Proxy) {
        self.0.remove(&(a, b));
    }
}

/// What counts in a frame of a grid.
#[derive(Clone, Copy, Default)]
struct Found {
    us: f64,
    work: Work,
    memory: usize,
}

/// The grids have at most so many cells: a wide world with small cells has none to spare memory for.
const MOST_CELLS: f64 = 4e6;

fn grid(scene: &Scene, strategy: Strategy, hashed: bool, edge: f64) -> Option<Grid> {
    let extents = scene.world.max - scene.world.min;
    if !hashed && extents.map(|x| (x / edge).ceil() + 1.0).product() > MOST_CELLS {
        return None;
    }
    // An object of the widest size has so many entries; the slides' first strategy suits boxes of one size.
    let cells =
        if hashed { Cells::Hashed(2 * scene.boxes.len()) } else { Cells::Array(scene.world) };
    Some(Grid::new(edge, strategy, cells))
}

/// Places what moved and lists the pairs: all, or where few move those of the moved.
fn look(grid: &mut Grid, scene: &Scene, work: &mut Work, found: &mut Vec<(u32, u32)>) {
    let moved = scene.moved() as u32;
    found.clear();
    (0..).zip(&scene.boxes[..moved as usize]).for_each(|(i, aabb)| grid.place(i, aabb));
    if scene.moving == 1.0 {
        return grid.pairs(work, &mut |a, b| found.push((a, b)));
    }
    for a in 0..moved {
        grid.overlaps_of(a, work, &mut |b| {
            if a < b || b >= moved {
                found.push((a.min(b), a.max(b)));
            }
        });
    }
}

/// All grids over all cell edges, the library's broad phase, and its sweep and prune: the grids' by method and edge.
fn measure(mut scene: Scene, frames: usize) -> (Vec<Vec<Option<Found>>>, [f64; 2], f64) {
    let mut phases: [Box<dyn BroadPhase>; 2] =
        [Box::new(Adaptive::default()), Box::new(SweepAndPrune::default())];
    let mut pairs = [Pairs::default(), Pairs::default()];
    for (phase, pairs) in phases.iter_mut().zip(&mut pairs) {
        (0..).zip(&scene.boxes).for_each(|(i, aabb)| phase.place(i, aabb));
        phase.update(pairs);
    }
    // Frames in which the library chooses its way.
    for _ in 0..WARM_UP {
        scene.step();
        for (phase, pairs) in phases.iter_mut().zip(&mut pairs) {
            (0..).zip(&scene.boxes[..scene.moved()]).for_each(|(i, aabb)| phase.place(i, aabb));
            phase.update(pairs);
        }
    }
    let mean = scene.mean_edge();
    let start = |(_, strategy, hashed): &(&str, Strategy, bool), edge: f64| {
        let mut grid = grid(&scene, *strategy, *hashed, edge * mean)?;
        (0..).zip(&scene.boxes).for_each(|(i, aabb)| grid.place(i, aabb));
        Some(grid)
    };
    let mut grids: Vec<Vec<Option<Grid>>> =
        GRIDS.iter().map(|kind| EDGES.iter().map(|edge| start(kind, *edge)).collect()).collect();
    let mut found: Vec<Vec<Option<Found>>> = grids
        .iter()
        .map(|row| row.iter().map(|grid| grid.as_ref().map(|_| Found::default())).collect())
        .collect();
    let (mut us, mut sum) = ([0.0; 2], 0);
    let mut listed = Vec::new();
    for _ in 0..frames {
        scene.step();
        for ((phase, pairs), us) in phases.iter_mut().zip(&mut pairs).zip(&mut us) {
            let start = cpu_ns();
            (0..).zip(&scene.boxes[..scene.moved()]).for_each(|(i, aabb)| phase.place(i, aabb));
            phase.update(pairs);
            *us += (cpu_ns() - start) / 1e3 / frames as f64;
        }
        assert!(pairs[0].0 == pairs[1].0, "the library's broad phases disagree");
        sum += pairs[0].0.len();
        let moved = scene.moved() as u32;
        let expected: Vec<(u32, u32)> =
            pairs[0].0.iter().filter(|(a, _)| *a < moved).copied().collect();
        for (grid, found) in grids.iter_mut().flatten().zip(found.iter_mut().flatten()) {
            let (Some(grid), Some(found)) = (grid, found) else { continue };
            let start = cpu_ns();
            look(grid, &scene, &mut found.work, &mut listed);
            found.us += (cpu_ns() - start) / 1e3 / frames as f64;
            found.memory = grid.memory();
            listed.sort_unstable();
            assert_eq!(listed, expected, "{}: a grid and the library disagree", scene.name);
        }
    }
    (found, us, sum as f64 / frames as f64)
}

/// The edge at which a method is fastest.
fn best(row: &[Option<Found>]) -> usize {
    let us = |i: &usize| row[*i].map_or(f64::INFINITY, |found| found.us);
    (0..row.len()).min_by(|i, j| us(i).total_cmp(&us(j))).expect("edges")
}

pub fn run(report: &mut Report) {
    let (count, frames) = (report.count(8000, 1000), report.count(10, 2));
    report.line(&format!(
        "{count} boxes that drift and bounce, {frames} frames. The slides' uniform grid puts a box into all cells that it \
         touches, or into the cell of its centre, whose neighbours are then searched; spatial hashing does the same in an \
         unbounded world with {} lists (`crates/papers/src/grid`). A pair that shares several cells is reported in the first \
         of them. Each grid gets the cell edge that is best for it in each scene, of {} to {} times the mean edge of a box. \
         `Library` is its broad phase, `sweep` its incremental sweep and prune: both keep the set of pairs and report changes, \
         which the grids do not. In every frame all list the same pairs; where few boxes move, the grids list those of the \
         moved alone. Microseconds a frame.\n",
        2 * count,
        EDGES[0],
        EDGES[EDGES.len() - 1],
    ));
    let mut rows = Vec::new();
    let mut work_rows = Vec::new();
    let mut series: Vec<Series> = Vec::new();
    let (mut best_ratios, mut usual_ratios, mut worst_ratios) =
        (Vec::new(), Vec::new(), Vec::new());
    for scene in scenes(count) {
        let name = scene.name;
        let (found, [library, sweep], pairs) = measure(scene, frames);
        let bests: Vec<usize> = found.iter().map(|row| best(row)).collect();
        let at = |row: usize, edge: usize| found[row][edge].map_or(f64::INFINITY, |f| f.us);
        let mut row = vec![name.to_owned(), three_digits(pairs)];
        for (which, edge) in bests.iter().enumerate() {
            row.push(format!("{} ({})", three_digits(at(which, *edge)), EDGES[*edge]));
        }
        row.extend([library, sweep].map(three_digits));
        rows.push(row);
        for (which, edge) in bests.iter().enumerate() {
            let Some(Found { work, memory, .. }) = found[which][*edge] else { continue };
            let each = |n: u64| three_digits(n as f64 / frames as f64 / count as f64);
            work_rows.push(vec![
                format!("{name}, {}", GRIDS[which].0),
                each(work.lists),
                each(work.tests),
                format!("{:.0}", 100.0 * work.repeated as f64 / work.tests.max(1) as f64),
                each(work.strangers),
                three_digits(memory as f64 / count as f64),
            ]);
        }
        let least = |edge: &dyn Fn(usize) -> usize| {
            (0..GRIDS.len()).map(|which| at(which, edge(which))).fold(f64::INFINITY, f64::min)
        };
        best_ratios.push((name, least(&|which| bests[which]) / library));
        usual_ratios.push((name, least(&|_| USUAL) / library));
        let fastest = (0..GRIDS.len())
            .min_by(|i, j| at(*i, bests[*i]).total_cmp(&at(*j, bests[*j])))
            .expect("grids");
        let finite = (0..EDGES.len()).map(|i| at(fastest, i)).filter(|us| us.is_finite());
        worst_ratios.push((name, finite.fold(0.0, f64::max) / at(fastest, bests[fastest])));
        let points = EDGES.iter().enumerate().map(|(i, edge)| [*edge, at(fastest, i) / library]);
        let label = format!("{name}: {}", GRIDS[fastest].0);
        series.push(Series::new(label, Whose::Others, points));
    }
    let mut header = vec!["scene", "pairs"];
    header.extend(GRIDS.iter().map(|(name, ..)| *name));
    header.extend(["library", "sweep"]);
    report.table(&header, &rows);
    report.line(
        "In brackets the best cell edge. What a grid does in a frame at that edge, for each box:\n",
    );
    let header = ["scene, grid", "lists", "tests", "% repeated", "of other cells", "bytes"];
    report.table(&header, &work_rows);
    series.push(Series::new("library", Whose::Ours, EDGES.map(|edge| [edge, 1.0])));
    let chart = Chart {
        title: "The fastest grid of each scene, by its resolution".to_owned(),
        x_label: "cell edge over the mean edge of a box".to_owned(),
        y_label: "time over the library's".to_owned(),
        log_x: true,
        log_y: true,
        series,
        ..Chart::default()
    };
    report.chart("", &chart);
    conclude(report, &best_ratios, &usual_ratios, &worst_ratios);
}

fn conclude(
    report: &mut Report,
    best: &[(&str, f64)],
    usual: &[(&str, f64)],
    worst: &[(&str, f64)],
) {
    let list = |ratios: &[(&str, f64)]| {
        let each = ratios.iter().map(|(name, ratio)| format!("{} ({name})", three_digits(*ratio)));
        each.collect::<Vec<_>>().join(", ")
    };
    let wins: Vec<&str> = best.iter().filter(|(_, r)| *r < 1.0).map(|(name, _)| *name).collect();
    let wins = if wins.is_empty() {
        "in no scene is a grid faster".to_owned()
    } else {
        format!("a grid is faster in: {}", wins.join("; "))
    };
    let most = |ratios: &[(&str, f64)]| ratios.iter().map(|(_, r)| *r).fold(0.0, f64::max);
    assert!(most(usual) > 2.0, "one resolution suits all scenes: {usual:?}");
    assert!(most(worst) > 3.0, "any resolution will do: {worst:?}");
    // Boxes of many sizes suit a grid less than boxes of one.
    assert!(best[2].1 > best[1].1, "{best:?}");
    report.says(&format!(
        "The fastest grid at its best resolution takes these multiples of the library's time: {}; {wins}. With cells of {} \
         times the mean edge in all scenes the fastest takes {}. The worst of the tried resolutions costs the fastest grid so \
         many times its own best time: {}.",
        list(best),
        EDGES[USUAL],
        list(usual),
        list(worst),
    ));
    report.says(
        "The slides and the thesis (5.1.1) say that grids suit many objects of about one size and density, and that the best \
         resolution is hard to tell. The library is not told sizes, density or the bounds of its world: cells would need a \
         size that differs from scene to scene (the numbers in brackets), and where it is wrong, or boxes are of many sizes, \
         the loss is larger than what the best grid gains where it gains. So it has no grid of cells and no table of them. \
         What of a grid is safe is in its sweep from scratch (`broad/columns.rs`): two axes are cut into wide columns, whose \
         width it estimates from the boxes themselves, and the third is sorted and swept, so that a wrong width costs little; \
         where few boxes move, it uses a tree.",
    );
    let gain = 1.0 / best.iter().map(|(_, r)| *r).fold(f64::INFINITY, f64::min);
    assert!(most(usual) > gain, "a grid gains {gain} and loses {usual:?}");
}
