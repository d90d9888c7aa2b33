//! Olvång, 2.6: the perturbed sampling manifold as he wrote it, against exact clipping and the library's.

mod features;

use super::machine::least_ns;
use super::plot::{Chart, Series, Whose};
use super::report::{Report, three_digits};
use solid_geometry::convex::{Overlap, RelativePlacement, manifold};
use solid_geometry::math::{Mat3, Placement, Vec3};
use solid_geometry::shape::{Polytope, Primitive, Support};
use solid_papers::convex_polygon::{Point, area, common, hull, reach};
use solid_papers::olvang::manifold::{self as olvang, Sampling};
use solid_papers::random::Random;

/// How deep bodies are in each other.
const DEPTH: f64 = 0.01;
/// The tangent of the angle that the library samples within; Olvång does not say which he used.
pub const PERTURBATION: f64 = 0.03;

/// How contacts are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// With so many samples.
    Olvang(usize),
    Library,
}

const METHODS: [Method; 5] =
    [Method::Olvang(4), Method::Olvang(8), Method::Olvang(16), Method::Olvang(32), Method::Library];

impl Method {
    pub fn name(self) -> String {
        match self {
            Method::Olvang(count) => format!("Olvång, {count} samples"),
            Method::Library => "library".to_owned(),
        }
    }
}

/// A contact, and its depth: Olvång's are all as deep as the bodies.
pub type Contacts = Vec<(Vec3, f64)>;

/// A body over another: it stands on the plane z = 0, the other hangs below, and both are pressed [`DEPTH`] together.
pub struct Stack<'a> {
    pub bodies: [&'a dyn Support; 2],
    pub poses: [Placement; 2],
    pub normal: Vec3,
    /// Where the bodies are deepest, on the foremost plane of the upper one.
    pub deepest: Vec3,
}

impl<'a> Stack<'a> {
    /// Both bodies turned by their own bases, shifted along z until they meet, then the whole turned. Both have a point of
    /// contact over
    /// the point `at` of the plane.
    pub fn new(
        bodies: [&'a dyn Support; 2],
        bases: [Mat3; 2],
        at: Point,
        whole: Mat3,
    ) -> Stack<'a> {
        let below = |body: &dyn Support, basis: &Mat3, side: f64| {
            let towards = basis.tr_mul(&(Vec3::z() * -side));
            let foremost = (basis * body.support(&towards, &mut 0)).z;
            Vec3::new(0.0, 0.0, -foremost - side * DEPTH / 2.0)
        };
        let origins = [below(bodies[0], &bases[0], 1.0), below(bodies[1], &bases[1], -1.0)];
        let place = |i: usize| Placement { basis: whole * bases[i], origin: whole * origins[i] };
        let deepest = whole * Vec3::new(at[0], at[1], -DEPTH / 2.0);
        Stack { bodies, poses: [place(0), place(1)], normal: whole * Vec3::z(), deepest }
    }

    fn support(&self, which: usize) -> impl FnMut(&Vec3) -> Vec3 + '_ {
        let (body, pose) = (self.bodies[which], self.poses[which]);
        let mut hint = 0;
        move |d| pose.apply(&body.support(&pose.basis.tr_mul(d), &mut hint))
    }

    /// The contacts in world coordinates.
    pub fn contacts(&self, method: Method) -> Contacts {
        match method {
            Method::Olvang(count) => {
                let sampling = Sampling { count, perturbation: PERTURBATION };
                let (a, b) = (&mut self.support(0), &mut self.support(1));
                let found = olvang::manifold(a, b, &self.normal, sampling);
                found.into_iter().map(|p| (p, DEPTH)).collect()
            }
            Method::Library => {
                let [a, b] = self.bodies;
                let [p, q] = &self.poses;
                let relation =
                    RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q)
                        .expect("finite placements");
                let on_a = self.deepest - p.origin;
                let overlap = Overlap { normal: self.normal, on_a, depth: DEPTH };
                let found = manifold(a.any(), b.any(), &relation, &overlap);
                let middle = |c: &solid_geometry::convex::Contact| (c.on_a + c.on_b) / 2.0;
                found.contacts().iter().map(|c| (middle(c) + p.origin, c.depth)).collect()
            }
        }
    }

    /// The contacts in the plane z = 0 before the whole was turned.
    pub fn flat(&self, method: Method, whole: &Mat3) -> Vec<Point> {
        let flat = |(p, _): &(Vec3, f64)| {
            let p = whole.tr_mul(p);
            [p.x, p.y]
        };
        self.contacts(method).iter().map(flat).collect()
    }
}

/// A convex polygon about a point, of a radius below one.
fn polygon(random: &mut Random, corners: usize, at: Point) -> Vec<Point> {
    let slice = std::f64::consts::TAU / corners as f64;
    let radii = [0.6 + 0.4 * random.unit(), 0.6 + 0.4 * random.unit()];
    let corner = |i: usize| {
        let angle = (i as f64 + 0.3 * random.symmetric()) * slice;
        [at[0] + radii[0] * angle.cos(), at[1] + radii[1] * angle.sin()]
    };
    (0..corners).map(corner).collect()
}

fn prism(polygon: &[Point]) -> Polytope {
    let level = |z: f64| polygon.iter().map(move |p| Vec3::new(p[0], p[1], z));
    Polytope::new(&level(-0.5).chain(level(0.5)).collect::<Vec<Vec3>>())
}

/// Of many pairs of faces.
#[derive(Clone, Copy, Default)]
struct Judged {
    missing: f64,
    beyond: f64,
    /// Within a hundredth.
    good: usize,
    contacts: usize,
    area: f64,
}

/// Faces on faces.
fn faces(report: &mut Report) {
    let count = report.count(2000, 200);
    report.line(&format!(
        "Two prisms over random convex polygons of radius 0.6 to 1, face on face, {DEPTH} deep, at random turned; {count} \
         pairs a row, those whose faces have an area in common. Exact is the common part of both polygons, by exact decisions \
         (`crates/papers/src/convex_polygon.rs`). The manifold reaches as the hull of its contacts: `missing` is the largest \
         distance of a corner of the exact region from it, `beyond` the largest of a contact from the exact region, `within 1 \
         %` the share of pairs where both are below 0.01. Olvång's method (2.6, algorithm 13) is as written \
         (`crates/papers/src/olvang/manifold.rs`); his text leaves open how far and how often to sample: here by \
         {PERTURBATION}, as the library.\n"
    ));
    let mut rows = Vec::new();
    let mut by_method = [Judged::default(); METHODS.len()];
    let corners = [3, 4, 6, 10];
    for corners in corners {
        let mut random = Random::new(90 + corners as u64);
        let mut judged = [Judged::default(); METHODS.len()];
        for _ in 0..count {
            let shift = [random.symmetric(), random.symmetric()].map(|x| 0.7 * x);
            let (a, b) =
                (polygon(&mut random, corners, [0.0; 2]), polygon(&mut random, corners, shift));
            let whole = random.rotation();
            let exact = common(&a, &b);
            if area(&exact) < 1e-3 {
                continue;
            }
            let bodies = [prism(&a), prism(&b)];
            let center =
                [0, 1].map(|k| exact.iter().map(|p| p[k]).sum::<f64>() / exact.len() as f64);
            let bodies: [&dyn Support; 2] = [&bodies[0], &bodies[1]];
            let stack = Stack::new(bodies, [Mat3::identity(); 2], center, whole);
            for (method, judged) in METHODS.iter().zip(&mut judged) {
                let flat = stack.flat(*method, &whole);
                let found = hull(&flat);
                let (missing, beyond) = (reach(&exact, &found), reach(&flat, &exact));
                judged.missing = judged.missing.max(missing);
                judged.beyond = judged.beyond.max(beyond);
                judged.good += usize::from(missing < 0.01 && beyond < 0.01);
                judged.area += area(&found) / area(&exact);
                judged.contacts += 1;
            }
        }
        for ((method, judged), all) in METHODS.iter().zip(&judged).zip(&mut by_method) {
            let all_of = judged.contacts as f64;
            rows.push(vec![
                format!("{corners} corners, {}", method.name()),
                format!("{:.1}", 100.0 * judged.good as f64 / all_of),
                three_digits(judged.missing),
                three_digits(judged.beyond),
                three_digits(judged.area / all_of),
            ]);
            all.missing = all.missing.max(judged.missing);
            all.beyond = all.beyond.max(judged.beyond);
            all.good += judged.good;
            all.contacts += judged.contacts;
        }
    }
    report
        .table(&["faces, method", "within 1 %", "missing", "beyond", "area, of the exact"], &rows);
    let share = |i: usize| 100.0 * by_method[i].good as f64 / by_method[i].contacts as f64;
    let library = METHODS.len() - 1;
    assert!(by_method[library].good == by_method[library].contacts, "{}", share(library));
    assert!(share(2) > 50.0 && share(0) < share(2), "{} {}", share(0), share(2));
    // What is found of a face is in the face, unless it is less than a triangle.
    assert!(by_method[2..4].iter().all(|all| all.beyond < 1e-6), "a contact beyond faces");
    report.says(&format!(
        "Of faces, Olvång's method finds the region to 1 % in {:.1} %, {:.1} %, {:.1} % and {:.1} % of the pairs with 4, 8, 16 \
         and 32 samples: a corner is missed if no sample falls into its share of the directions. Where four samples find but \
         two corners of a face, contacts lie up to {} beyond the region (see below). The library, which samples across the \
         edges found so far, has it in {:.1} %, and contacts at most {} beyond.",
        share(0),
        share(1),
        share(2),
        share(3),
        three_digits(by_method[0].beyond),
        share(library),
        three_digits(by_method[library].beyond),
    ));
}

/// The centre of contacts, weighted by depth, as the normal leans; boxes of edge 2 on a plate.
fn lean(report: &mut Report) {
    let (cube, plate) =
        (Primitive::Box(Vec3::repeat(1.0)), Primitive::Box(Vec3::new(2.0, 2.0, 1.0)));
    // Of a normal that leans along x, the foremost edge of the box.
    let at = [-1.0, 0.0];
    let mut stack = Stack::new([&cube, &plate], [Mat3::identity(); 2], at, Mat3::identity());
    let methods = [Method::Olvang(16), Method::Library];
    let mut lines: [Vec<[f64; 2]>; 2] = [Vec::new(), Vec::new()];
    let mut largest = [0.0_f64; 2];
    for step in 0..=240 {
        let lean = f64::from(step) * 2.5e-4;
        stack.normal = Vec3::new(lean, 0.0, 1.0).normalize();
        for ((method, line), largest) in methods.iter().zip(&mut lines).zip(&mut largest) {
            let contacts = stack.contacts(*method);
            let weight: f64 = contacts.iter().map(|c| c.1).sum();
            let center = contacts.iter().map(|c| c.0.x * c.1).sum::<f64>() / weight;
            if let Some([_, before]) = line.last() {
                *largest = largest.max((center - before).abs());
            }
            line.push([lean, center]);
        }
    }
    let chart = Chart {
        title: "A box on a plate: the centre of the contacts as the normal leans".to_owned(),
        x_label: "lean of the normal".to_owned(),
        y_label: "centre, of half an edge".to_owned(),
        series: methods
            .iter()
            .zip(&lines)
            .map(|(method, line)| {
                let whose = if *method == Method::Library { Whose::Ours } else { Whose::Others };
                Series::new(method.name(), whose, line.iter().copied())
            })
            .collect(),
        ..Chart::default()
    };
    report.chart("lean", &chart);
    assert!(largest[0] > 0.3 && largest[1] < largest[0] / 3.0, "{largest:?}");
    report.says(&format!(
        "A small change of the normal can change the manifold much, as Olvång says of it: while the normal of a box on a plate \
         leans by up to {} in steps of 0.00025, the centre of his contacts jumps by up to {} of half an edge in one step; that \
         of the library's, weighted by their depths, moves by at most {}.",
        lines[0].last().map_or(0.0, |[lean, _]| *lean),
        three_digits(largest[0]),
        three_digits(largest[1]),
    ));
}

fn times(report: &mut Report) {
    let rounds = report.count(30, 5);
    let mut random = Random::new(97);
    let cube = Primitive::Box(Vec3::repeat(1.0));
    let stacks: Vec<Stack> = (0..200)
        .map(|_| {
            let turn = solid_geometry::math::rotation(&[0.0, 0.0, random.symmetric(), 1.0]);
            Stack::new([&cube, &cube], [Mat3::identity(), turn], [0.0; 2], random.rotation())
        })
        .collect();
    let us = METHODS.map(|method| {
        let all = least_ns(rounds, || {
            stacks.iter().for_each(|stack| assert!(!stack.contacts(method).is_empty()));
        });
        all / 1e3 / stacks.len() as f64
    });
    let rows: Vec<Vec<String>> =
        METHODS.iter().zip(us).map(|(method, us)| vec![method.name(), three_digits(us)]).collect();
    report.line("Microseconds a manifold of two boxes, face on face:\n");
    report.table(&["method", "us"], &rows);
    let library = us[METHODS.len() - 1];
    report.says(&format!(
        "Olvång calls his implementation quite slow (5.3); with 16 samples it takes {} times the library's time here.",
        three_digits(us[2] / library)
    ));
}

pub fn run(report: &mut Report) {
    faces(report);
    features::run(report);
    lean(report);
    times(report);
}
