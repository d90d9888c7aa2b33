//! Regions of contact against exact clipping: for the normal that was returned, the incident face of two polytopes is clipped against
//! the sides and the plane of the reference face in rational numbers. No corner may be missing, and none invented.

use num_bigint::BigInt;
use solid_geometry::query::{self, Contact};
use solid_geometry::{Placement, Shape, Vec3};
use solid_testing::Random;

/// Bits after the point: of vertices, of linear parts, of origins, and of normals.
const VERTEX: i32 = 10;
const BASIS: i32 = 50;
const ORIGIN: i32 = VERTEX + BASIS;
const NORMAL: i32 = 80;

fn rounded(x: f64, bits: i32) -> f64 {
    (x * 2f64.powi(bits)).round() * 2f64.powi(-bits)
}

/// A polytope: vertices, and faces as rings.
struct Body {
    shape: Shape,
    vertices: Vec<[i128; 3]>,
    faces: Vec<Vec<usize>>,
}

fn minus(a: [i128; 3], b: [i128; 3]) -> [i128; 3] {
    [0, 1, 2].map(|k| a[k] - b[k])
}

fn cross(a: [i128; 3], b: [i128; 3]) -> [i128; 3] {
    [0, 1, 2].map(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
}

fn dot(a: [i128; 3], b: [i128; 3]) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl Body {
    /// By all planes through three vertices.
    fn new(points: &[Vec3], shape: impl Fn(&[Vec3]) -> Shape) -> Body {
        let points: Vec<Vec3> = points.iter().map(|p| p.map(|x| rounded(x, VERTEX))).collect();
        let unit = 2f64.powi(VERTEX);
        let vertices: Vec<[i128; 3]> =
            points.iter().map(|p| [p.x, p.y, p.z].map(|x| (x * unit) as i128)).collect();
        let mut faces: Vec<Vec<usize>> = Vec::new();
        let count = vertices.len();
        for i in 0..count {
            for j in i + 1..count {
                for k in j + 1..count {
                    let edges = [j, k].map(|other| minus(vertices[other], vertices[i]));
                    let normal = cross(edges[0], edges[1]);
                    let height = |v: usize| dot(normal, minus(vertices[v], vertices[i]));
                    if normal == [0; 3]
                        || (0..count).any(|v| height(v) > 0) && (0..count).any(|v| height(v) < 0)
                    {
                        continue;
                    }
                    let on_plane: Vec<usize> = (0..count).filter(|&v| height(v) == 0).collect();
                    if on_plane[..3] == [i, j, k]
                        || !faces.iter().any(|f| on_plane.iter().all(|v| f.contains(v)))
                    {
                        let ring = ring(&vertices, &on_plane, normal);
                        if !faces.iter().any(|f| ring.iter().all(|v| f.contains(v))) {
                            faces.push(ring);
                        }
                    }
                }
            }
        }
        Body { shape: shape(&points), vertices, faces }
    }
}

/// The extreme ones of points of a plane, in order.
fn ring(vertices: &[[i128; 3]], of: &[usize], normal: [i128; 3]) -> Vec<usize> {
    let start = *of.iter().min_by_key(|v| vertices[**v]).unwrap();
    let mut ring = vec![start];
    loop {
        let at = ring[ring.len() - 1];
        let next = of.iter().copied().filter(|v| vertices[*v] != vertices[at]).reduce(|best, v| {
            let (u, w) = (minus(vertices[best], vertices[at]), minus(vertices[v], vertices[at]));
            let side = dot(cross(u, w), normal);
            let farther = dot(w, w) > dot(u, u);
            if side < 0 || (side == 0 && farther) { v } else { best }
        });
        match next {
            Some(next) if next != start && ring.len() < of.len() => ring.push(next),
            _ => return ring,
        }
    }
}

fn box_body(half: Vec3) -> Body {
    let corner = |i: u32| Vec3::from_fn(|k, _| if i >> k & 1 == 1 { half[k] } else { -half[k] });
    let half = half.map(|x| rounded(x, VERTEX));
    let corners: Vec<Vec3> = (0..8).map(corner).collect();
    Body::new(&corners, |_| Shape::cuboid(half * 2.0).unwrap())
}

fn prism(sides: usize, half: Vec3, turn: f64) -> Body {
    let corner = |i: usize| {
        let angle = turn + std::f64::consts::TAU * (i / 2) as f64 / sides as f64;
        let y = if i.is_multiple_of(2) { -half.y } else { half.y };
        Vec3::new(half.x * angle.cos(), y, half.z * angle.sin())
    };
    let corners: Vec<Vec3> = (0..2 * sides).map(corner).collect();
    Body::new(&corners, |points| Shape::polytope(points).unwrap())
}

fn hull(random: &mut Random, count: usize, half: Vec3) -> Body {
    let corner = |_| Vec3::from(random.on_sphere::<3>()).component_mul(&half);
    let corners: Vec<Vec3> = (0..count).map(corner).collect();
    Body::new(&corners, |points| Shape::polytope(points).unwrap())
}

/// One of many bodies: a length up to a hundred times another.
fn body(random: &mut Random) -> Body {
    let half = Vec3::from_fn(|_, _| random.decade(-1.0, 1.0));
    match random.below(4) {
        0 | 1 => box_body(half),
        2 => {
            let sides = 3 + random.below(4);
            prism(sides, half, random.unit())
        }
        _ => {
            let count = 5 + random.below(6);
            hull(random, count, half)
        }
    }
}

/// A placed body, its vertices exact.
struct Placed<'a> {
    body: &'a Body,
    exact: Vec<[BigInt; 3]>,
    places: Vec<Vec3>,
}

fn big(x: f64, bits: i32) -> BigInt {
    let mut x = x;
    let mut shift = bits;
    // In two steps, as an i128 has not room for all.
    while shift > 60 {
        x *= 2f64.powi(60);
        shift -= 60;
    }
    BigInt::from((x * 2f64.powi(shift)).round() as i128)
}

impl<'a> Placed<'a> {
    fn new(body: &'a Body, placement: &Placement) -> Placed<'a> {
        let basis = placement.basis.map(|x| (x * 2f64.powi(BASIS)) as i128);
        let exact: Vec<[BigInt; 3]> = body
            .vertices
            .iter()
            .map(|v| {
                [0, 1, 2].map(|k| {
                    let sum: i128 = (0..3).map(|j| basis[(k, j)] * v[j]).sum();
                    BigInt::from(sum) + big(placement.origin[k], ORIGIN)
                })
            })
            .collect();
        let unit = 2f64.powi(-VERTEX);
        let place = |v: &[i128; 3]| placement.apply(&Vec3::from(v.map(|x| x as f64 * unit)));
        Placed { body, exact, places: body.vertices.iter().map(place).collect() }
    }

    /// The unit normal of a face, outwards.
    fn normal(&self, ring: &[usize]) -> Vec3 {
        let at = |i: usize| self.places[ring[i]];
        let edges = (1..ring.len() - 1).map(|i| (at(i) - at(0)).cross(&(at(i + 1) - at(0))));
        let normal = edges.sum::<Vec3>().normalize();
        let middle = self.places.iter().sum::<Vec3>() / self.places.len() as f64;
        if normal.dot(&(at(0) - middle)) < 0.0 { -normal } else { normal }
    }

    /// The face whose normal is nearest to a direction, and the cosine; `None` if there are two.
    fn facing(&self, towards: &Vec3) -> Option<(&'a [usize], f64)> {
        let mut all: Vec<(f64, usize)> =
            self.body.faces.iter().map(|f| self.normal(f).dot(towards)).zip(0..).collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        (all[0].0 > all[1].0 + 1e-6).then(|| (&self.body.faces[all[0].1][..], all[0].0))
    }

    /// How far a point is outside of the body, by its faces; negative inside.
    fn height(&self, p: &Vec3) -> f64 {
        let height = |face: &Vec<usize>| self.normal(face).dot(&(p - self.places[face[0]]));
        self.body.faces.iter().map(height).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// A point in homogeneous coordinates.
type Point = [BigInt; 4];
/// A plane: what it gives for a point is positive on one side.
type Plane = [BigInt; 4];

fn value(plane: &Plane, p: &Point) -> BigInt {
    (0..4).map(|k| &plane[k] * &p[k]).sum()
}

fn difference(a: &[BigInt; 3], b: &[BigInt; 3]) -> [BigInt; 3] {
    [0, 1, 2].map(|k| &a[k] - &b[k])
}

/// The plane through a point along two vectors.
fn plane(p: &[BigInt; 3], u: &[BigInt; 3], v: &[BigInt; 3]) -> Plane {
    let n: [BigInt; 3] =
        [0, 1, 2].map(|k| &u[(k + 1) % 3] * &v[(k + 2) % 3] - &u[(k + 2) % 3] * &v[(k + 1) % 3]);
    let d: BigInt = (0..3).map(|k| &n[k] * &p[k]).sum();
    let [a, b, c] = n;
    [a, b, c, -d]
}

/// With the point on its positive side.
fn towards(plane: Plane, p: &Point) -> Plane {
    if value(&plane, p) < BigInt::ZERO { plane.map(|x| -x) } else { plane }
}

fn cut(polygon: &[Point], plane: &Plane) -> Vec<Point> {
    let heights: Vec<BigInt> = polygon.iter().map(|p| value(plane, p)).collect();
    let mut kept = Vec::new();
    for i in 0..polygon.len() {
        let next = (i + 1) % polygon.len();
        let (s, t) = (&heights[i], &heights[next]);
        if *s >= BigInt::ZERO {
            kept.push(polygon[i].clone());
        }
        if (*s < BigInt::ZERO && *t > BigInt::ZERO) || (*s > BigInt::ZERO && *t < BigInt::ZERO) {
            let sign = if *s > BigInt::ZERO { 1 } else { -1 };
            kept.push([0, 1, 2, 3].map(|k| (&polygon[next][k] * s - &polygon[i][k] * t) * sign));
        }
    }
    kept
}

fn in_numbers(p: &Point) -> Vec3 {
    let shift = 64_usize;
    Vec3::from([0, 1, 2].map(|k| {
        let quotient = (&p[k] << shift) / &p[3];
        // As parts of 2^-124.
        let text: f64 = quotient.to_string().parse().unwrap();
        text * 2f64.powi(-(shift as i32) - ORIGIN)
    }))
}

/// The corners of the incident face that are within the sides and below the plane of the reference face, and which body's it is.
///
/// Where the incident face lies in the plane of the other but for rounding, all of it counts as below.
fn exact_region(bodies: &[Placed<'_>; 2], normal: &Vec3) -> Option<(Vec<Vec3>, usize, f64)> {
    let [(face_a, cosine_a), (face_b, cosine_b)] =
        [bodies[0].facing(&-normal)?, bodies[1].facing(normal)?];
    if (cosine_a - cosine_b).abs() < 1e-9 && cosine_a < 1.0 - 1e-9 {
        return None;
    }
    let incident = usize::from(cosine_a >= cosine_b);
    let (of, by) = if incident == 0 { (face_a, face_b) } else { (face_b, face_a) };
    let (inc, reference) = (&bodies[incident], &bodies[1 - incident]);
    let point = |p: &[BigInt; 3]| [p[0].clone(), p[1].clone(), p[2].clone(), BigInt::from(1)];
    let mut polygon: Vec<Point> = of.iter().map(|v| point(&inc.exact[*v])).collect();
    let along: [BigInt; 3] = [0, 1, 2].map(|k| big(normal[k], NORMAL));
    let corner = |i: usize| &reference.exact[by[i % by.len()]];
    for i in 0..by.len() {
        let side = plane(corner(i), &difference(corner(i + 1), corner(i)), &along);
        polygon = cut(&polygon, &towards(side, &point(corner(i + 2))));
    }
    let face =
        plane(corner(0), &difference(corner(1), corner(0)), &difference(corner(2), corner(0)));
    let inner = reference.exact.iter().map(point).find(|p| value(&face, p) != BigInt::ZERO)?;
    let (first, flush) = (reference.places[by[0]], 1e-9 * reach(inc).min(reach(reference)));
    let is_flush =
        |v: &usize| reference.normal(by).dot(&(inc.places[*v] - first)).abs() < 0.1 * flush;
    let polygon =
        if of.iter().all(is_flush) { polygon } else { cut(&polygon, &towards(face, &inner)) };
    let mut corners: Vec<Vec3> = Vec::new();
    for p in &polygon {
        let p = in_numbers(p);
        if !corners.iter().any(|q| (q - p).norm() == 0.0) {
            corners.push(p);
        }
    }
    Some((corners, incident, cosine_a.max(cosine_b)))
}

/// The distance of a point from the hull of points of a plane, about.
fn outside(p: &Vec3, corners: &[Vec3]) -> f64 {
    let mut nearest = f64::INFINITY;
    for i in 0..corners.len() {
        for j in 0..=i {
            let edge = corners[j] - corners[i];
            let part = ((p - corners[i]).dot(&edge) / edge.norm_squared()).clamp(0.0, 1.0);
            let part = if part.is_nan() { 0.0 } else { part };
            nearest = nearest.min((p - corners[i] - edge * part).norm());
            for k in 0..j {
                // Inside of a triangle.
                let (u, v, w) = (edge, corners[k] - corners[i], p - corners[i]);
                let n = u.cross(&v);
                let square = n.norm_squared();
                let (b, c) = (w.cross(&v).dot(&n) / square, u.cross(&w).dot(&n) / square);
                if b >= 0.0 && c >= 0.0 && b + c <= 1.0 {
                    nearest = nearest.min(w.dot(&n).abs() / square.sqrt());
                }
            }
        }
    }
    nearest
}

/// How large a body is.
fn reach(of: &Placed<'_>) -> f64 {
    of.places.iter().map(|p| (p - of.places[0]).amax()).fold(0.0, f64::max)
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    pairs: u64,
    apart: u64,
    ties: u64,
    /// The normal is of no face, and leans away from all.
    edges: u64,
    corners: u64,
}

/// Compares the contacts of a pair, or says what is wrong.
fn compare(
    bodies: &[Placed<'_>; 2],
    contacts: &[Contact],
    count: &mut Count,
) -> Result<(), String> {
    count.pairs += 1;
    let Some(first) = contacts.first() else {
        count.apart += 1;
        return Ok(());
    };
    let [size_a, size_b] = [reach(&bodies[0]), reach(&bodies[1])];
    let (size, tolerance) = (size_a.min(size_b), 1e-7 * size_a.max(size_b));
    let normal = first.normal;
    for contact in contacts {
        let error = contact.points[1] - contact.points[0] - normal * contact.depth;
        if contact.normal != normal
            || error.norm() > 1e-12 * (size_a + size_b + first.points[0].norm())
        {
            return Err(format!("not along the normal: {contact:?}"));
        }
        for (point, body) in contact.points.iter().zip(bodies) {
            if body.height(point).abs() > tolerance {
                return Err(format!("{} off the surface: {contact:?}", body.height(point)));
            }
        }
    }
    let Some((corners, incident, cosine)) = exact_region(bodies, &normal) else {
        count.ties += 1;
        return Ok(());
    };
    if cosine < 20f64.to_radians().cos() {
        count.edges += 1;
        return Ok(());
    }
    let points: Vec<Vec3> = contacts.iter().map(|c| c.points[incident]).collect();
    let is_at = |p: &Vec3, all: &[Vec3]| all.iter().any(|q| (p - q).norm() <= tolerance);
    for corner in &corners {
        count.corners += 1;
        // Corners on a line between others are none.
        let others: Vec<Vec3> = corners.iter().filter(|q| *q != corner).copied().collect();
        let is_corner = outside(corner, &others) > tolerance;
        if is_corner && !is_at(corner, &points) {
            return Err(format!("missing {corner:?} of {corners:?}, size {size}"));
        }
    }
    let deepest = contacts.iter().map(|c| c.depth).fold(0.0, f64::max);
    for (point, contact) in points.iter().zip(contacts) {
        if !is_at(point, &corners)
            && contact.depth < deepest
            && outside(point, &corners) > tolerance
        {
            return Err(format!("invented {point:?}, beside {corners:?}, size {size}"));
        }
    }
    Ok(())
}

/// A body that lies tilted in another, in a scene that is turned and moved.
fn scene(random: &mut Random, a: &Body, b: &Body) -> [Placement; 2] {
    let tilt = random.between(0.0, 15f64.to_radians()) * f64::from(u8::from(!random.once_in(4)));
    let axis = random.unit() * std::f64::consts::TAU;
    let (s, c) = (0.5 * tilt).sin_cos();
    let yaw = if random.once_in(4) { 0.0 } else { random.signed() * std::f64::consts::PI };
    let mut upper = Placement::IDENTITY;
    upper.rotate(&[s * axis.cos(), 0.0, s * axis.sin(), c]);
    upper.rotate(&[0.0, (0.5 * yaw).sin(), 0.0, (0.5 * yaw).cos()]);
    let unit = 2f64.powi(-VERTEX);
    let place = |body: &Body, placement: &Placement| -> Vec<Vec3> {
        body.vertices
            .iter()
            .map(|v| placement.apply(&Vec3::from(v.map(|x| x as f64 * unit))))
            .collect()
    };
    let (of_a, of_b) = (place(a, &upper), place(b, &Placement::IDENTITY));
    let low = of_a.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    let high = of_b.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    let size = of_a.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max) - low;
    let depth = match random.below(4) {
        0 => 0.0,
        1 => size * random.decade(-6.0, -1.0),
        _ => 0.5 * size * random.unit(),
    };
    let reach = |of: &[Vec3], k: usize| of.iter().map(|p| p[k].abs()).fold(0.0, f64::max);
    let offset =
        |k: usize, random: &mut Random| random.signed() * (reach(&of_a, k) + reach(&of_b, k)) * 0.7;
    upper.origin = Vec3::new(offset(0, random), high - depth - low, offset(2, random));
    let mut turn = Placement::translation(random.point(10.0));
    turn.rotate(&random.on_sphere::<4>());
    [turn.compose(&upper), turn].map(|placement| Placement {
        basis: placement.basis.map(|x| rounded(x, BASIS)),
        origin: placement.origin.map(|x| rounded(x, ORIGIN - 16)),
    })
}

fn run(seed: u64, pairs: u64) -> Count {
    let mut count = Count::default();
    for case in 0..pairs {
        let random = &mut Random::case(seed, case);
        let (a, b) = (body(random), body(random));
        let placements = scene(random, &a, &b);
        let placed = [Placed::new(&a, &placements[0]), Placed::new(&b, &placements[1])];
        let contacts = query::contacts(&a.shape, &placements[0], &b.shape, &placements[1]);
        if let Err(error) = compare(&placed, &contacts, &mut count) {
            panic!("seed {seed}, case {case}: {error}\n{contacts:#?}");
        }
    }
    count
}

#[test]
fn regions_are_those_of_exact_clipping() {
    let count = run(1, 3000);
    assert!(
        count.corners > 2 * (count.pairs - count.apart - count.ties - count.edges),
        "{count:?}"
    );
}

/// With `--ignored --release`: about an hour.
#[test]
#[ignore = "a million pairs"]
fn a_million_regions_are_those_of_exact_clipping() {
    println!("{:?}", run(2, 1_000_000));
}
