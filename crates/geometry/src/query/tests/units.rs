//! The unit of length changes no answer: the same query in units of a power of two, and about shapes that were modelled in another
//! unit and are placed by a scaling.

use crate::math::{Placement, Vec3};
use crate::query::{self, Shape};
use solid_testing::Random;

/// A shape of every kind, some units wide.
fn shapes(unit: f64) -> Vec<Shape> {
    let random = &mut Random::new(211);
    let points = |random: &mut Random, count: usize| -> Vec<Vec3> {
        (0..count).map(|_| random.vector() * (0.6 * unit)).collect()
    };
    let (few, many) = (points(random, 14), points(random, 90));
    let corners: Vec<Vec3> = (0..8)
        .map(|i| Vec3::from([0.5, 0.4, 0.6].map(|x| x * unit)).component_mul(&signs(i)))
        .collect();
    let sides =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5u32]];
    let faces: Vec<[u32; 3]> = (0..8).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let cone = Shape::cone(0.2 * unit, 0.4 * unit).expect("a cone");
    let block = Shape::cuboid([0.6, 0.4, 0.6].map(|x| x * unit)).expect("a box");
    [
        Shape::cuboid([0.8, 0.6, 1.0].map(|x| x * unit)),
        Shape::sphere(0.5 * unit),
        Shape::capsule(0.2 * unit, 0.9 * unit),
        Shape::cone(0.5 * unit, 0.9 * unit),
        Shape::cylinder(0.4 * unit, 0.8 * unit),
        Shape::ellipsoid([0.3, 0.5, 0.7].map(|x| x * unit)),
        Shape::wheel(0.4 * unit, 0.15 * unit),
        Shape::frustum([0.6, 0.4].map(|x| x * unit), [0.2, 0.3].map(|x| x * unit), 0.8 * unit),
        Shape::sum(&cone, &block),
        Shape::hull(&Shape::sphere(0.3 * unit).expect("a ball"), &block),
        Shape::polytope(&few),
        Shape::polytope(&many),
        Shape::mesh(&points(random, 24), &faces),
        Shape::mesh(&corners, &sides).and_then(Shape::into_solid),
    ]
    .map(|shape| shape.expect("a shape"))
    .into()
}

fn signs(i: u32) -> Vec3 {
    Vec3::from([1, 2, 4].map(|bit| if i & bit == 0 { -1.0 } else { 1.0 }))
}

/// What is asked about two placed shapes, lengths in a unit.
#[derive(Debug)]
struct Answers {
    hits: [bool; 5],
    lengths: [f64; 4],
}

impl Answers {
    fn of((a, p): (&Shape, &Placement), (b, q): (&Shape, &Placement), unit: f64) -> Answers {
        let still = Vec3::zeros();
        let towards = p.origin - q.origin + Vec3::new(0.1, -0.2, 0.15) * unit;
        let distance = query::distance(a, p, b, q).expect("in range");
        let depth = query::penetration(a, p, b, q).map_or(0.0, |found| found.depth);
        let cast = query::cast(a, p, still, b, q, towards).map_or(2.0, |hit| hit.time);
        let common = query::common_point(a, p, b, q);
        let ray = query::ray(b, q, p.origin - towards, p.origin + towards);
        Answers {
            hits: [
                query::intersects(a, p, b, q),
                query::is_within(a, p, b, q, 0.0),
                query::is_within(a, p, b, q, 0.1 * unit),
                common.is_some_and(|at| [(a, p), (b, q)].iter().all(|of| is_near(*of, at, unit))),
                !query::contacts(a, p, b, q).is_empty(),
            ],
            lengths: [distance / unit, depth / unit, cast, ray.map_or(2.0, |hit| hit.time)],
        }
    }

    fn is_like(&self, other: &Answers) -> bool {
        let are_close = |(x, y): (&f64, &f64)| (x - y).abs() < 1e-5;
        self.hits == other.hits && self.lengths.iter().zip(&other.lengths).all(are_close)
    }
}

/// Whether a point is in a shape, or beside it by a millionth of the unit.
fn is_near((shape, placement): (&Shape, &Placement), at: Vec3, unit: f64) -> bool {
    let point = Shape::point(Vec3::zeros()).expect("finite");
    query::is_within(shape, placement, &point, &Placement::translation(at), 1e-6 * unit)
}

/// Two placements at which the shapes overlap by about so much, or are so far apart.
fn placements(random: &mut Random, a: &Shape, b: &Shape, overlap: f64) -> [Placement; 2] {
    let mut p = Placement::IDENTITY;
    p.rotate(&random.quaternion());
    let turn = random.quaternion();
    let direction = random.vector().normalize();
    let at = |along: f64| {
        let mut q = Placement::translation(direction * along);
        q.rotate(&turn);
        q
    };
    let (mut near, mut far) = (0.0, 4.0);
    for _ in 0..45 {
        let middle = 0.5 * (near + far);
        let hits = query::intersects(a, &p, b, &at(middle));
        *(if hits { &mut near } else { &mut far }) = middle;
    }
    [p, at(near - overlap)]
}

fn scaled(placement: &Placement, of_basis: f64, of_origin: f64) -> Placement {
    Placement { basis: placement.basis * of_basis, origin: placement.origin * of_origin }
}

#[test]
fn the_unit_of_length_changes_no_answer() {
    let unit = |exponent: i32| 2.0_f64.powi(exponent);
    let exponents = [990, 960, 515, -513, -520, -960];
    let (usual, mirrors) = (shapes(1.0), exponents.map(|exponent| shapes(unit(exponent))));
    let random = &mut Random::new(212);
    let (mut tried, mut wrong) = (0, Vec::new());
    for (i, a) in usual.iter().enumerate() {
        for (j, b) in usual.iter().enumerate().skip(i) {
            for overlap in [0.2, 1e-9, -1e-4] {
                let [p, q] = &placements(random, a, b, overlap);
                let due = Answers::of((a, p), (b, q), 1.0);
                for (exponent, mirror) in exponents.iter().zip(&mirrors) {
                    let s = unit(*exponent);
                    let (in_unit_a, in_unit_b) = (&mirror[i], &mirror[j]);
                    let (world_p, world_q) = (scaled(p, 1.0, s), scaled(q, 1.0, s));
                    let (local_p, local_q) = (scaled(p, 1.0 / s, 1.0), scaled(q, 1.0 / s, 1.0));
                    let case = tried % 3;
                    let found = match case {
                        0 => Answers::of((in_unit_a, &world_p), (in_unit_b, &world_q), s),
                        1 => Answers::of((in_unit_a, &local_p), (in_unit_b, &local_q), 1.0),
                        _ if overlap > 1e-3 => Answers::of((in_unit_a, &local_p), (b, q), 1.0),
                        _ => Answers::of((a, p), (in_unit_b, &local_q), 1.0),
                    };
                    tried += 1;
                    if !found.is_like(&due) {
                        let which = format!("{i}, {j}, {overlap}, 2^{exponent}, {case}");
                        wrong.push(format!("{which}: {found:?}, not {due:?}"));
                    }
                }
                tried += 1;
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong, as {}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}

#[test]
fn boxes_decide_what_the_rounding_of_a_far_vertex_hides() {
    let points = [
        [-3.79541015625, -4.0, -4.0],
        [3.9959716796875, 1.0, 4.0],
        [-3.99755859375, -1e74, 1.0],
        [-3.3428955078125, -1.0, -1.0],
        [2.002197265625, 2.3046875, -0.8531494140625],
        [0.2249755859375, 3.0, 1.0],
        [1.4814453125, -4.0, 3.0],
        [0.4459228515625, 3.0, 2.0],
        [-1e8, 2.6749267578125, 0.6138916015625],
    ];
    let faces = [[0, 1, 2], [0, 2, 3], [3, 2, 4], [4, 5, 6], [5, 7, 8], [6, 7, 8], [1, 5, 7]];
    let mesh = Shape::mesh(&points.map(Vec3::from), &faces).expect("a mesh");
    let tile = Shape::cuboid([1.0364990234375, 0.0, 1.1806640625]).expect("a box");
    let here = Placement::translation([3.582275390625, -4.0, -3.0]);
    let above = Placement::translation([1.944091806875, 0.3292236328125, 6.5994873046875]);
    assert!(!query::intersects(&mesh, &here, &tile, &above));
    assert!(query::distance(&mesh, &here, &tile, &above).expect("in range") > 0.0);
    assert!(!query::is_within(&mesh, &here, &tile, &above, 0.0));
    assert!(query::penetration(&mesh, &here, &tile, &above).is_none());
    let way = Vec3::new(0.0, 0.0, 1.0);
    let hit = query::cast(&mesh, &here, Vec3::zeros(), &tile, &above, way);
    assert!(hit.is_none_or(|hit| hit.time > 0.0));
}
