//! W3: the penetration depth of six kinds of pairs at random poses that intersect.
//!
//! `cargo bench --bench depths [-- kind ... --pairs N]`. Each line: kind, the nanoseconds a question to a relative error
//! of 1e-6, the support points it takes on average and at most, then what went wrong in N pairs (1000 if not told): no
//! answer, bounds that did not meet, bodies that still overlap after the translation, and a shorter one known. That is
//! looked for in a spiral of directions, down the slope from the best of them, and along the normals of facets; of every
//! 500th pair of hulls along all products of edges. The time is the least of many short rounds; making the
//! relative placement is part of it.

use std::hint::black_box;
use std::time::Instant;

use solid_geometry::convex::epa::{Status, Workspace};
use solid_geometry::convex::{Coherence, Depth, RelativePlacement, intersect, penetration_depth};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::{Polytope, Primitive, Support};

#[path = "common/random.rs"]
mod random;
use random::{Random, place};

/// Pairs a round that are timed, and rounds.
const TIMED: usize = 500;
const ROUNDS: usize = 40;

const TOLERANCE: f64 = 1e-6;

/// Two bodies, and what of them the judge may know: normals of facets and edges, in local coordinates.
struct Kind<'a, A, B> {
    name: &'a str,
    a: A,
    b: B,
    /// Of the cube of the origins, tuned so that half of the pairs hit.
    edge: f64,
    normals: [Vec<Vec3>; 2],
    edges: [Vec<Vec3>; 2],
}

type Poses = [Placement; 2];

impl<A: Support, B: Support> Kind<'_, A, B> {
    fn relative_placement(&self, poses: &Poses) -> RelativePlacement {
        RelativePlacement::new(
            &self.a.absolute_extents(),
            &poses[0],
            &self.b.absolute_extents(),
            &poses[1],
        )
        .expect("small numbers")
    }

    fn hits(&self, poses: &Poses) -> bool {
        intersect(&self.a, &self.b, &self.relative_placement(poses), &mut Coherence::default())
    }

    fn ask(&self, poses: &Poses, work: &mut Workspace) -> Option<Depth> {
        penetration_depth(&self.a, &self.b, &self.relative_placement(poses), TOLERANCE, work)
    }

    /// How far A must move along the unit vector `n` to leave B.
    fn overlap(&self, [p, q]: &Poses, n: &Vec3) -> f64 {
        let of_a = p.basis * self.a.support(&-p.basis.tr_mul(n), &mut 0);
        let of_b = q.basis * self.b.support(&q.basis.tr_mul(n), &mut 0);
        (of_b - of_a + (q.origin - p.origin)).dot(n)
    }

    /// Down the slope, by shrinking steps.
    fn descend(&self, poses: &Poses, mut least: f64, mut n: Vec3) -> f64 {
        let mut step = 0.08;
        while step > 1e-6 {
            let across = n.cross(&Vec3::ith(n.iamin(), 1.0)).normalize();
            let along = n.cross(&across);
            let before = least;
            for (x, y) in [
                (1.0, 0.0),
                (0.7, 0.7),
                (0.0, 1.0),
                (-0.7, 0.7),
                (-1.0, 0.0),
                (-0.7, -0.7),
                (0.0, -1.0),
                (0.7, -0.7),
            ] {
                let m = (n + (across * x + along * y) * step).normalize();
                let here = self.overlap(poses, &m);
                if here < least {
                    (least, n) = (here, m);
                }
            }
            if least >= before {
                step *= 0.4;
            }
        }
        least
    }

    /// The least overlap that can be found without the algorithm under test.
    fn least_known(&self, poses: &Poses, spiral: &[Vec3], with_edges: bool) -> f64 {
        let mut best = [(f64::INFINITY, Vec3::zeros()); 3];
        for n in spiral {
            let here = self.overlap(poses, n);
            if here < best[2].0 {
                best[2] = (here, *n);
                best.sort_by(|x, y| x.0.total_cmp(&y.0));
            }
        }
        let mut least = best
            .iter()
            .map(|(here, n)| self.descend(poses, *here, *n))
            .fold(f64::INFINITY, f64::min);
        let mut along = |n: Vec3| {
            let length = n.norm();
            if length > 1e-9 {
                let n = n / length;
                least = least.min(self.overlap(poses, &n)).min(self.overlap(poses, &-n));
            }
        };
        for (body, pose) in poses.iter().enumerate() {
            self.normals[body].iter().for_each(|n| along(pose.basis * n));
        }
        if with_edges {
            let placed: Vec<Vec3> = self.edges[1].iter().map(|e| poses[1].basis * e).collect();
            for e in &self.edges[0] {
                let e = poses[0].basis * e;
                placed.iter().for_each(|f| along(e.cross(f)));
            }
        }
        least
    }

    fn time(&self, poses: &[Poses], work: &mut Workspace) -> f64 {
        let mut least = f64::INFINITY;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            for poses in poses {
                black_box(self.ask(black_box(poses), work));
            }
            least = least.min(start.elapsed().as_secs_f64());
        }
        least * 1e9 / poses.len() as f64
    }

    fn bench(&self, arguments: &Arguments) {
        if !arguments.kinds.is_empty() && !arguments.kinds.iter().any(|kind| kind == self.name) {
            return;
        }
        let random = &mut Random::new(11);
        let work = &mut Workspace::default();
        let mut next = || loop {
            let poses = [place(random, self.edge), place(random, self.edge)];
            if self.hits(&poses) {
                return poses;
            }
        };
        let timed: Vec<Poses> = (0..TIMED).map(|_| next()).collect();
        let time = self.time(&timed, work);
        let spiral = spiral(200);
        let mut count = Counts::default();
        for i in 0..arguments.pairs {
            let poses = next();
            let Some(told) = self.ask(&poses, work) else {
                count.none += 1;
                continue;
            };
            count.iterations += u64::from(told.iterations);
            count.most = count.most.max(told.iterations);
            count.over += usize::from(told.iterations > 128);
            count.open += usize::from(told.status != Status::Converged);
            let mut moved = poses;
            moved[0].origin += told.normal * (told.depth + 1e-12);
            count.overlap += usize::from(self.hits(&moved));
            let least = self.least_known(&poses, &spiral, i % 500 == 0);
            count.longer += usize::from(told.depth > least * (1.0 + TOLERANCE) + 1e-12);
            count.worst = count.worst.max(told.depth / least - 1.0);
        }
        let mean = count.iterations as f64 / arguments.pairs as f64;
        println!(
            "{} {time:6.0} ns, {mean:5.1} support points, at most {}, {} times over 128 | {} pairs: {} without an answer, \
             {} open, {} still overlap, {} too long (at most by {:.1e})",
            self.name,
            count.most,
            count.over,
            arguments.pairs,
            count.none,
            count.open,
            count.overlap,
            count.longer,
            count.worst,
        );
    }
}

/// What is counted over the pairs of a kind.
#[derive(Default)]
struct Counts {
    iterations: u64,
    most: u32,
    over: usize,
    none: usize,
    open: usize,
    overlap: usize,
    longer: usize,
    worst: f64,
}

/// Directions spread evenly.
fn spiral(count: usize) -> Vec<Vec3> {
    let golden = 2.399_963_229_728_653_f64;
    (0..count)
        .map(|i| {
            let z = 1.0 - (2 * i + 1) as f64 / count as f64;
            let (r, turn) = ((1.0 - z * z).sqrt(), golden * i as f64);
            Vec3::new(r * turn.cos(), r * turn.sin(), z)
        })
        .collect()
}

/// Normals of the facets and the edges of the hull of points in general position, by trying all triangles.
fn features(points: &[Vec3]) -> (Vec<Vec3>, Vec<Vec3>) {
    let (mut normals, mut edges) = (Vec::new(), Vec::new());
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            for (k, c) in points.iter().enumerate().skip(j + 1) {
                let n = (b - a).cross(&(c - a));
                let others = points.iter().enumerate().filter(|(m, _)| ![i, j, k].contains(m));
                let sides: Vec<bool> = others.map(|(_, p)| n.dot(&(p - a)) > 0.0).collect();
                if sides.iter().all(|s| *s == sides[0]) {
                    normals.push(n);
                    // Of two facets at an edge both have it: twice is no harm.
                    edges.extend([b - a, c - b, a - c]);
                }
            }
        }
    }
    (normals, edges)
}

struct Arguments {
    kinds: Vec<String>,
    pairs: usize,
}

fn main() {
    let mut arguments = Arguments { kinds: Vec::new(), pairs: 1000 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--pairs" => {
                arguments.pairs = words.next().and_then(|n| n.parse().ok()).expect("--pairs N")
            }
            other if other.starts_with('-') => {}
            kind => arguments.kinds.push(kind.to_owned()),
        }
    }
    let arguments = &arguments;
    let random = &mut Random::new(3);
    let cube = Primitive::Box(Vec3::repeat(1.0));
    let round = Primitive::Round { half: Vec3::repeat(1.0), radius: 0.5 };
    let egg = Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75));
    let cone = Primitive::Cone { radius: 1.0, half_height: 1.0 };
    let axes = || vec![Vec3::x(), Vec3::y(), Vec3::z()];
    let none = Vec::new;
    let [points, others] = [0; 2].map(|_| (0..50).map(|_| random.direction()).collect::<Vec<_>>());
    let (of_points, of_others) = (features(&points), features(&others));
    let kind = |name, a: &Primitive, b: &Primitive, edge, normals, edges| Kind {
        name,
        a: a.clone(),
        b: b.clone(),
        edge,
        normals,
        edges,
    };
    kind("bb", &cube, &cube, 4.15, [axes(), axes()], [axes(), axes()]).bench(arguments);
    kind("ee", &egg, &egg, 2.3, [none(), none()], [none(), none()]).bench(arguments);
    kind("be", &cube, &egg, 3.2, [axes(), none()], [none(), none()]).bench(arguments);
    kind("rr", &round, &round, 5.6, [axes(), axes()], [axes(), axes()]).bench(arguments);
    Kind {
        name: "pp",
        a: Polytope::new(&points),
        b: Polytope::new(&others),
        edge: 2.85,
        normals: [of_points.0, of_others.0],
        edges: [of_points.1, of_others.1],
    }
    .bench(arguments);
    kind("cc", &cone, &cone, 2.6, [vec![Vec3::y()], vec![Vec3::y()]], [none(), none()])
        .bench(arguments);
}
