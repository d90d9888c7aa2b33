//! Meshes of many polytopes, and the library's answers for them against brute force over all pairs of polytopes.

use super::body::{Body, Placement, Shape};
use super::dd::{add, scale};
use super::generate::{self, FAMILIES, Family};
use super::library::{Library, Polytope};
use super::report::{Report, cases, seed};
use super::verdict::{Demand, Distance, Verdict, decide, distance, touching_band};
use solid_testing::Random;
use std::f64::consts::TAU;

/// A vertex array and the polytopes that index it.
#[derive(Clone, Debug)]
pub struct Mesh {
    pub points: Vec<[f64; 3]>,
    pub polytopes: Vec<(Polytope, Vec<u32>)>,
}

impl Mesh {
    pub fn shapes(&self) -> Vec<Shape> {
        let pick = |indices: &[u32]| indices.iter().map(|&i| self.points[i as usize]).collect();
        let make = |(kind, indices): &(Polytope, Vec<u32>)| match kind {
            Polytope::Simplex => Shape::Simplex(pick(indices)),
            Polytope::Polygon => Shape::Polygon(pick(indices)),
            Polytope::Polyhedron => Shape::Polyhedron(pick(indices)),
        };
        self.polytopes.iter().map(make).collect()
    }
}

/// A mesh of a random sort, of extent about one.
pub fn mesh(random: &mut Random) -> Mesh {
    match random.below(4) {
        0 => torus(3 + random.below(8), 3 + random.below(6), random.chance(0.5)),
        1 => soup(random, |_| 0.25),
        // Slivers: long triangles next to tiny ones.
        2 => soup(random, |r| r.decade(-3.0, 0.0)),
        _ => chunks(random),
    }
}

/// Quads or triangles; radii 1 and 0.3.
pub fn torus(around: usize, across: usize, triangles: bool) -> Mesh {
    let mut points = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let (s, t) = (TAU * i as f64 / around as f64, TAU * j as f64 / across as f64);
            let r = 1.0 + 0.3 * t.cos();
            points.push([r * s.cos(), 0.3 * t.sin(), r * s.sin()]);
        }
    }
    let at = |i: usize, j: usize| ((i % around) * across + j % across) as u32;
    let mut polytopes = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let q = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            if triangles {
                polytopes.push((Polytope::Simplex, vec![q[0], q[1], q[2]]));
                polytopes.push((Polytope::Simplex, vec![q[0], q[2], q[3]]));
            } else {
                polytopes.push((Polytope::Polygon, q.to_vec()));
            }
        }
    }
    Mesh { points, polytopes }
}

fn within(random: &mut Random) -> [f64; 3] {
    std::array::from_fn(|_| random.between(-1.0, 1.0))
}

fn soup(random: &mut Random, size: impl Fn(&mut Random) -> f64) -> Mesh {
    let mut mesh = Mesh { points: Vec::new(), polytopes: Vec::new() };
    for _ in 0..1 + random.below(60) {
        let (center, first) = (within(random), mesh.points.len() as u32);
        let corners = if random.chance(0.85) { 3 } else { 1 + random.below(4) };
        for _ in 0..corners {
            let reach = size(random);
            mesh.points.push(add(center, scale(random.on_sphere(), reach)));
        }
        mesh.polytopes.push((Polytope::Simplex, (first..first + corners as u32).collect()));
    }
    mesh
}

/// Small polyhedra, tetrahedra and convex polygons on one shared cloud of points.
fn chunks(random: &mut Random) -> Mesh {
    let mut mesh = Mesh { points: Vec::new(), polytopes: Vec::new() };
    for _ in 0..1 + random.below(25) {
        let (center, first) = (within(random), mesh.points.len() as u32);
        let n = 4 + random.below(9);
        for _ in 0..n {
            mesh.points.push(add(center, scale(random.on_sphere(), 0.2)));
        }
        let kind = if n == 4 { Polytope::Simplex } else { Polytope::Polyhedron };
        mesh.polytopes.push((kind, (first..first + n as u32).collect()));
    }
    mesh
}

/// One side of a comparison: its convex parts, placed, with world boxes.
pub struct Parts {
    bodies: Vec<(Body, [[f64; 2]; 3])>,
}

impl Parts {
    pub fn new(shapes: Vec<Shape>, at: Placement) -> Parts {
        Parts::of(shapes.into_iter().map(|shape| Body::new(shape, at)))
    }

    pub fn of(bodies: impl IntoIterator<Item = Body>) -> Parts {
        let with_bounds = |body| {
            let bounds = bounds(&body);
            (body, bounds)
        };
        Parts { bodies: bodies.into_iter().map(with_bounds).collect() }
    }

    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        self.bodies.iter().map(|(body, _)| body)
    }

    pub fn moved(&self, by: [f64; 3]) -> Parts {
        Parts::of(self.bodies().map(|body| {
            let mut body = body.clone();
            body.at.origin = add(body.at.origin, by);
            body
        }))
    }

    /// The distance of two sides that miss each other: of the pair of parts that is nearest, and no lower than any may be.
    pub fn distance(&self, other: &Parts, relative: f64) -> Option<Distance> {
        let mut pairs = Vec::new();
        for (a, ba) in &self.bodies {
            for (b, bb) in &other.bodies {
                let apart = (0..3).map(|k| (ba[k][0] - bb[k][1]).max(bb[k][0] - ba[k][1]).max(0.0));
                pairs.push((apart.map(|x| x * x).sum::<f64>().sqrt(), a, b));
            }
        }
        pairs.sort_by(|x, y| x.0.total_cmp(&y.0));
        let (mut best, mut lower) = (None::<Distance>, f64::INFINITY);
        for (apart, a, b) in pairs {
            if best.as_ref().is_some_and(|best| apart > best.upper * (1.0 + 1e-12)) {
                break;
            }
            let found = distance(a, b, relative)?;
            lower = lower.min(found.lower);
            if best.as_ref().is_none_or(|best| found.upper < best.upper) {
                best = Some(found);
            }
        }
        best.map(|best| Distance { lower, ..best })
    }

    /// A hit if any pair hits, a miss if all must miss, else either.
    pub fn demand(&self, other: &Parts, band: f64) -> Demand {
        let mut all = Demand::Miss;
        for (a, ba) in &self.bodies {
            for (b, bb) in &other.bodies {
                if (0..3)
                    .any(|k| ba[k][0] > bb[k][1] + 2.0 * band || bb[k][0] > ba[k][1] + 2.0 * band)
                {
                    continue;
                }
                match decide(a, b) {
                    Verdict::Hit { .. } => return Demand::Hit,
                    Verdict::Miss { gap_lower, .. } if gap_lower > band => {}
                    _ => all = Demand::Either,
                }
            }
        }
        all
    }

    /// The part of the greatest extent.
    pub fn widest(&self) -> &Body {
        let most = self.bodies.iter().max_by(|x, y| x.0.extent().total_cmp(&y.0.extent()));
        &most.expect("a mesh has parts").0
    }
}

/// World bounds, enlarged by more than their rounding.
fn bounds(body: &Body) -> [[f64; 2]; 3] {
    let room = 1e-13 * (body.extent() + body.at.origin.iter().map(|x| x.abs()).sum::<f64>());
    std::array::from_fn(|k| {
        let mut n = [0.0; 3];
        n[k] = 1.0;
        let high = body.arm::<f64>(n)[k] + body.at.origin[k];
        n[k] = -1.0;
        [body.arm::<f64>(n)[k] + body.at.origin[k] - room, high + room]
    })
}

/// Meshes against meshes and against single convex bodies, deformed between frames; `count` counts placements.
pub fn meshes(library: &mut Library, count: u64) -> Report {
    const FRAMES: u64 = 6;
    let mut report = Report::new("meshes", count);
    for index in cases(count.div_ceil(FRAMES)) {
        let family = FAMILIES[(index % FAMILIES.len() as u64) as usize];
        let mut random = Random::case(seed() + 8, index);
        placements(library, &mut report, &mut random, family, FRAMES as usize, index);
        report.progress(index * FRAMES);
    }
    report.expect("hit", count / 10);
    report.expect("miss", count / 10);
    report
}

/// A mesh and another body in some frames.
pub fn placements(
    library: &mut Library,
    report: &mut Report,
    random: &mut Random,
    family: Family,
    frames: usize,
    index: u64,
) {
    let kind = random.below(5);
    let single = random.chance(0.4).then(|| generate::shape(random, kind));
    let mut first = mesh(random);
    let second = mesh(random);
    let (la, lb) = (generate::linear(random, family), generate::linear(random, family));
    let shape = library.indexed(&first.points, &first.polytopes);
    library.create(0, shape);
    let other = match &single {
        Some(convex) => library.shape(convex),
        None => {
            let by_value: Vec<_> =
                second.polytopes.iter().map(|p| p.0).zip(second.shapes()).collect();
            let points = |s: &Shape| s.vertices().expect("a polytope");
            let list: Vec<_> = by_value.iter().map(|(kind, s)| (*kind, points(s))).collect();
            library.complex(&list)
        }
    };
    library.create(1, other);
    let others = || single.clone().map_or_else(|| second.shapes(), |s| vec![s]);
    let place = |random: &mut Random, linear| Placement {
        linear,
        origin: std::array::from_fn(|_| random.between(-1.0, 1.0)),
    };
    let at_a = place(random, la);
    library.place(0, &at_a);
    let start = place(random, lb);
    let (wide_a, wide_b) = (
        Parts::new(first.shapes(), at_a).widest().extent(),
        Parts::new(others(), start).widest().extent(),
    );
    let mut at_b = start;
    for frame in 0..frames {
        if frame > 0 && random.chance(0.4) {
            // Deform in place, sometimes a lot.
            let much = random.decade(-3.0, 0.0);
            first.points =
                first.points.iter().map(|p| add(*p, scale(random.on_sphere(), much))).collect();
            library.change_base(shape, &first.points);
        }
        at_b.origin = if frame % 2 == 0 {
            let far = random.between(0.0, 0.9) * (wide_a + wide_b);
            add(at_a.origin, scale(random.on_sphere(), far))
        } else {
            add(
                at_b.origin,
                scale(random.on_sphere(), random.decade(-3.0, -1.0) * wide_a.min(wide_b)),
            )
        };
        library.place(1, &at_b);
        let cached = library.test().len();
        library.caching(false);
        let uncached = library.test().len();
        library.caching(true);
        let (a, b) = (Parts::new(first.shapes(), at_a), Parts::new(others(), at_b));
        let band = touching_band(a.widest(), b.widest());
        let demand = a.demand(&b, band);
        report.count(format!("{demand:?}").to_lowercase());
        let against = single.as_ref().map_or("mesh", |s| s.kind());
        let text = || {
            format!(
                "meshes {family:?} case {index} frame {frame} seed {}: mesh of {} and {against}; cached {cached}, \
                 uncached {uncached}, oracle {demand:?}\nat {at_a:?} and {at_b:?}\n{first:?}\n{:?}",
                seed(),
                first.polytopes.len(),
                others()
            )
        };
        if cached != uncached {
            report.fail("caching changes an answer", text);
        }
        if demand == Demand::Hit && cached != 1 {
            report.fail("missed hit", text);
        }
        if demand == Demand::Miss && cached != 0 {
            report.fail("false hit", text);
        }
    }
    library.clear();
}
