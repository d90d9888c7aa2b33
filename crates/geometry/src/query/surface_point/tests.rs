//! The polytopes and barycentric coordinates of all points that answers have, against all triangles one by one.

use super::SurfacePoint;
use crate::math::{Placement, Vec3};
use crate::query::{self, Body, Diagonal, HeightField, Shape, ShapeKind};
use solid_testing::Random;
use solid_testing::meshes::{bumpy_ball, closed_ball};

/// What a shape is made of, in its own coordinates.
enum Element {
    Triangle([Vec3; 3]),
    Other(Shape, Placement),
}

/// A shape, and its elements by their numbers.
struct Made {
    shape: Shape,
    elements: Vec<(u32, Element)>,
}

impl Made {
    fn of_triangles(shape: Shape, vertices: &[Vec3], triangles: &[[u32; 3]]) -> Made {
        let corners = |t: &[u32; 3]| Element::Triangle(t.map(|v| vertices[v as usize]));
        let elements = (0..).zip(triangles.iter().map(corners)).collect();
        Made { shape, elements }
    }
}

fn mesh(random: &mut Random) -> Made {
    if random.below(2) == 0 {
        let ball = bumpy_ball(random, 6, 9, 0.4);
        let shape = Shape::mesh(&ball.vertices, &ball.triangles).expect("finite");
        return Made::of_triangles(shape, &ball.vertices, &ball.triangles);
    }
    let ball = closed_ball(random, 6, 9, 0.4);
    let shape = Shape::mesh(&ball.vertices, &ball.triangles).and_then(Shape::into_solid);
    Made::of_triangles(shape.expect("closed"), &ball.vertices, &ball.triangles)
}

/// A mesh whose vertices have been moved.
fn deformed(random: &mut Random) -> Made {
    let mut ball = bumpy_ball(random, 6, 9, 0.4);
    let shape = Shape::mesh(&ball.vertices, &ball.triangles).expect("finite");
    let ShapeKind::Mesh(mut soup) = shape.into_kind() else { panic!("a mesh") };
    for vertex in &mut ball.vertices {
        *vertex += random.vector() * 0.2;
    }
    let moved = ball.vertices.clone();
    assert!(std::sync::Arc::make_mut(&mut soup).change_vertices(&|i: u32| moved[i as usize]));
    let shape = Shape::try_from(soup).expect("it is not empty");
    Made::of_triangles(shape, &ball.vertices, &ball.triangles)
}

/// Points, edges, triangles, quads and hulls, some in places where others are.
fn polytopes(random: &mut Random) -> Made {
    let (mut vertices, mut faces, mut elements) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..20 {
        let (first, count) = (vertices.len() as u32, 1 + random.below(5) as u32);
        let corner = random.vector();
        vertices.extend((0..count).map(|_| corner + random.vector() * 0.5));
        faces.push(Vec::from_iter(first..first + count));
        let corners = &vertices[first as usize..];
        let element = match corners {
            [p, q, r] => Element::Triangle([*p, *q, *r]),
            _ => Element::Other(Shape::polytope(corners).expect("a hull"), Placement::IDENTITY),
        };
        elements.push((number, element));
    }
    Made { shape: Shape::mesh(&vertices, &faces).expect("finite"), elements }
}

fn terrain(random: &mut Random) -> Made {
    let size = [2 + random.below(8) as u32, 2 + random.below(8) as u32];
    let heights = (0..size[0] * size[1]).map(|_| match random.below(12) {
        0 => f64::NAN,
        _ => random.within(0.4),
    });
    let heights = Vec::from_iter(heights);
    let diagonal = [Diagonal::Rising, Diagonal::Falling, Diagonal::Alternating][random.below(3)];
    let field = HeightField::new(heights, size, [0.4, 0.3], diagonal).expect("a grid");
    let numbers = 0..2 * (size[0] - 1) * (size[1] - 1);
    let elements = numbers.filter_map(|i| Some((i, Element::Triangle(field.triangle(i)?))));
    let elements = Vec::from_iter(elements);
    // Of nothing but holes nothing is asked.
    if elements.is_empty() {
        terrain(random)
    } else {
        Made { elements, shape: Shape::height_field(field) }
    }
}

fn points(random: &mut Random) -> Made {
    let radius = random.below(2) as f64 * 0.1;
    let places = [(); 40].map(|()| random.vector());
    let ball = Shape::sphere(radius).expect("finite");
    let element = |at: &Vec3| Element::Other(ball.clone(), Placement::translation(*at));
    Made {
        elements: (0..).zip(places.iter().map(element)).collect(),
        shape: Shape::points(&places, radius).expect("finite"),
    }
}

fn convex(random: &mut Random) -> Made {
    let shape = match random.below(3) {
        0 => Shape::cuboid([0.5, 0.8, 1.0]),
        1 => Shape::capsule(0.3, 0.8),
        _ => Shape::polytope(&[(); 8].map(|()| random.vector() * 0.5)),
    };
    let shape = shape.expect("finite");
    Made { elements: vec![(0, Element::Other(shape.clone(), Placement::IDENTITY))], shape }
}

fn compound(random: &mut Random, depth: u32) -> Made {
    let (mut parts, mut elements, mut first) = (Vec::new(), Vec::new(), 0);
    for _ in 0..1 + random.below(4) {
        let part = if depth > 0 { any(random, depth - 1) } else { mesh(random) };
        let at = placement(random, 1.5);
        let count = part.shape.view().numbers();
        for (number, element) in part.elements {
            let placed = match element {
                Element::Triangle(corners) => Element::Triangle(corners.map(|p| at.apply(&p))),
                Element::Other(shape, own) => Element::Other(shape, at.compose(&own)),
            };
            elements.push((first + number, placed));
        }
        first += count;
        parts.push((part.shape, at));
    }
    Made { shape: Shape::compound(&parts).expect("valid"), elements }
}

fn any(random: &mut Random, depth: u32) -> Made {
    match random.below(8) {
        0 => convex(random),
        1 => points(random),
        2 => terrain(random),
        3 => polytopes(random),
        4 => deformed(random),
        5 | 6 => compound(random, depth),
        _ => mesh(random),
    }
}

fn placement(random: &mut Random, distance: f64) -> Placement {
    let mut placement = Placement::translation(random.vector() * distance);
    placement.rotate(&random.quaternion());
    match random.below(5) {
        0 => placement.scale(&Vec3::new(1.0, 1.5, -0.75)),
        1 => placement.scale(&Vec3::repeat(1.25)),
        _ => {}
    }
    placement
}

/// The point of a triangle that is nearest to another: of the plane if it is over the triangle, else of an edge.
fn nearest(corners: &[Vec3; 3], to: &Vec3) -> Vec3 {
    let [p, q, r] = corners;
    let normal = (q - p).cross(&(r - p));
    let over = to - normal * (normal.dot(&(to - p)) / normal.norm_squared());
    let edges = [(p, q), (q, r), (r, p)];
    if edges.iter().all(|(a, b)| (*b - *a).cross(&(over - *a)).dot(&normal) >= 0.0) {
        return over;
    }
    let on_edges = edges.map(|(a, b)| {
        let edge = b - a;
        a + edge * (edge.dot(&(to - a)) / edge.norm_squared()).clamp(0.0, 1.0)
    });
    let distance = |p: &Vec3| (p - to).norm();
    on_edges.into_iter().min_by(|p, q| distance(p).total_cmp(&distance(q))).expect("three")
}

/// How far a point is from the surface of an element.
fn gap(element: &Element, at: &Placement, point: &Vec3) -> f64 {
    match element {
        Element::Triangle(corners) => {
            let corners = corners.map(|p| at.apply(&p));
            (nearest(&corners, point) - point).norm()
        }
        Element::Other(shape, own) => {
            let found = query::signed_distance(shape, &at.compose(own), *point);
            found.expect("convex").expect("finite").distance.abs()
        }
    }
}

/// Checks what is said of a point of the surface that is known to `error`.
fn check(made: &Made, at: &Placement, point: &Vec3, error: f64, of_sampled: f64, context: &str) {
    let body = Body::new(made.shape.view(), at).expect("finite");
    let found = body.surface_point(point).expect("finite");
    let SurfacePoint { polytope, weights } = found;
    let mut named = made.elements.iter().filter(|(number, _)| *number == polytope);
    let (_, element) = named.next().unwrap_or_else(|| panic!("{context}: no {polytope}"));
    let off = gap(element, at, point);
    let error = if let Element::Other(..) = element { error.max(of_sampled) } else { error };
    assert!(off <= error, "{context}: {off} from {polytope}");
    match (element, weights) {
        (Element::Triangle(corners), Some(weights)) => {
            let sum = (0..3).fold(Vec3::zeros(), |sum, k| sum + at.apply(&corners[k]) * weights[k]);
            let off = (sum - point).norm();
            assert!(off <= error, "{context}: {off} from the point of {polytope}, {weights:?}");
            let total: f64 = weights.iter().sum();
            assert!((total - 1.0).abs() < 1e-12 && weights.iter().all(|x| *x >= 0.0), "{context}");
        }
        (Element::Other(..), None) => {}
        _ => panic!("{context}: {found:?}"),
    }
}

/// Points known to rounding.
const ROUNDING: f64 = 1e-9;

/// Points of casts and contacts, which are known to some 1e-6 of the sizes.
const SEARCHED: f64 = 2e-5;

/// Contacts of bodies whose features are sampled.
const SAMPLED: f64 = 0.0075;

#[test]
fn points_of_all_answers_are_on_their_polytopes() {
    let (mut rays, mut casts, mut apart, mut contacts) = (0, 0, 0, 0);
    for case in 0..3000 {
        let random = &mut Random::case(0x5F01, case);
        let (first, second) = (any(random, 1), any(random, 1));
        let at = [placement(random, 1.0), placement(random, 2.0)];
        let [p, q] = [&first.shape, &second.shape];
        let both = [(&first, &at[0]), (&second, &at[1])];
        let context = |what: &str| format!("case {case}, {what}");

        let ends = [random.vector() * 4.0, random.vector() * 4.0];
        if let Some(hit) = query::ray(p, &at[0], ends[0], ends[1])
            && hit.time > 0.0
        {
            rays += 1;
            check(&first, &at[0], &hit.point, SEARCHED, 0.0, &context("ray"));
        }
        let closest = query::closest_points(p, &at[0], q, &at[1]).expect("finite");
        if closest.distance > 0.0 {
            apart += 1;
            for (k, (made, at)) in both.into_iter().enumerate() {
                check(made, at, &closest.points[k], ROUNDING, 0.0, &context("closest points"));
            }
            let way = (at[1].origin - at[0].origin) * 1.5;
            if let Some(hit) = query::cast(p, &at[0], way, q, &at[1], Vec3::zeros()) {
                casts += 1;
                check(&second, &at[1], &hit.point, SEARCHED, 0.0, &context("cast"));
                let moved = Placement { origin: at[0].origin + way * hit.time, ..at[0] };
                check(&first, &moved, &hit.point, SEARCHED, 0.0, &context("cast"));
            }
        }
        let found = query::contacts(p, &at[0], q, &at[1]);
        let deepest = query::penetration(p, &at[0], q, &at[1]);
        for contact in found.iter().chain(&deepest) {
            contacts += 1;
            for (k, (made, at)) in both.into_iter().enumerate() {
                check(made, at, &contact.points[k], SEARCHED, SAMPLED, &context("contact"));
            }
        }
    }
    assert!(rays > 200 && casts > 1000 && apart > 1000 && contacts > 10_000);
}
