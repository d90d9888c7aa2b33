use super::mesh::Mesh;
use super::orientation;
use super::search::start::{self, Start};
use super::{Status, Workspace, expand};
use crate::convex::depth::Depth;
use crate::convex::epa::difference::{SupportMapping, Vertex};
use crate::convex::pair::{AnyPair, VertexHints};
use crate::math::Vec3;
use solid_testing::Random;

/// The hull of points, as they are.
struct Points(Vec<Vec3>);

impl SupportMapping for Points {
    fn farthest(&mut self, n: &Vec3) -> Vertex {
        let point = self
            .0
            .iter()
            .copied()
            .max_by(|p, q| p.dot(n).total_cmp(&q.dot(n)))
            .expect("some point");
        vertex(point)
    }

    fn scale(&self) -> f64 {
        self.0.iter().map(|p| p.amax()).fold(0.0, f64::max)
    }

    fn rounding(&self) -> f64 {
        1e-14 * self.scale()
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn bodies(&mut self) -> Option<(AnyPair<'_>, &mut VertexHints)> {
        None
    }
}

fn vertex(point: Vec3) -> Vertex {
    Vertex { point, local_a: -point, local_b: Vec3::zeros() }
}

fn cube(center: Vec3) -> Points {
    let corner =
        |i: usize| Vec3::from([0, 1, 2].map(|k| if i >> k & 1 == 0 { -1.0 } else { 1.0 })) + center;
    Points((0..8).map(corner).collect())
}

#[test]
fn flat_bodies_are_known_as_such() {
    let random = &mut Random::new(131);
    for dimensions in 0..3 {
        for _ in 0..200 {
            let axes: Vec<Vec3> = (0..dimensions).map(|_| random.vector()).collect();
            let mut combine =
                || axes.iter().fold(Vec3::zeros(), |p, axis| p + axis * random.signed());
            let points: Vec<Vec3> = (0..6).map(|_| combine()).chain([Vec3::zeros()]).collect();
            let mut body = Points(points);
            if body.scale() < 0.1 {
                continue;
            }
            let guess = random.vector().normalize();
            let end =
                expand(&mut body, &guess, std::iter::empty(), 1e-6, &mut Workspace::default());
            assert!(end.status == Status::Converged && end.depth.abs() < 1e-12, "{end:?}");
            assert!(body.0.iter().all(|p| p.dot(&end.normal) < 1e-12), "{end:?}");
        }
    }
}

#[test]
fn outside_is_told_with_a_direction() {
    let random = &mut Random::new(132);
    let mut outside = 0;
    for _ in 0..500 {
        let center = random.vector() * 2.0;
        let mut body = cube(center);
        let guess = random.vector().normalize();
        let end = expand(&mut body, &guess, std::iter::empty(), 1e-6, &mut Workspace::default());
        let due = 1.0 - center.amax();
        if due < 0.0 {
            assert!(end.status == Status::Outside && end.depth < 0.0, "{end:?}");
            assert!(body.0.iter().all(|p| p.dot(&end.normal) < 0.0));
            outside += 1;
        } else {
            assert!(
                end.status == Status::Converged && (end.depth - due).abs() < 1e-12,
                "{end:?}, not {due}"
            );
        }
    }
    assert!(outside > 100 && outside < 490, "{outside}");
}

#[test]
fn the_mesh_stays_closed_and_convex() {
    let random = &mut Random::new(133);
    for round in 0..200 {
        // Whole coordinates: many points in one plane.
        let bits = [1, 2, 4, 30][round % 4];
        let mut some = || Vec3::from([0; 3].map(|_: i32| random.whole(bits) as f64));
        let points: Vec<Vec3> = (0..40).map(|_| some()).collect();
        let mut body = Points(points.clone());
        let first = body.farthest(&Vec3::x());
        let Start::Solid(four) = start::tetrahedron(&mut body, &[first; 4]) else {
            continue;
        };
        let mut mesh = Mesh::default();
        assert!(mesh.begin(&four, body.scale(), f64::INFINITY));
        mesh.validate();
        for p in &points {
            if let Some(face) = mesh.visible_face(p) {
                assert!(mesh.grow(&vertex(*p), face, f64::INFINITY));
                mesh.validate();
            }
        }
        assert!(
            points.iter().all(|p| mesh.visible_face(p).is_none()),
            "all points are in the hull"
        );
        // Each edge is that of two faces, in both directions.
        let edges: Vec<(u16, u16)> = mesh
            .faces()
            .flat_map(|(_, face)| {
                (0..3).map(|i| (face.corners[i], face.corners[(i + 1) % 3])).collect::<Vec<_>>()
            })
            .collect();
        for (a, b) in &edges {
            assert_eq!(edges.iter().filter(|edge| **edge == (*a, *b)).count(), 1);
            assert_eq!(edges.iter().filter(|edge| **edge == (*b, *a)).count(), 1);
        }
    }
}

/// The difference of two hulls, of points anywhere or on a grid, stretched along the axes; and how much so.
fn any_points(random: &mut Random) -> (Points, f64) {
    let bits = [1, 2, 3, 40][random.below(4)];
    let mut some = |n: usize| -> Vec<Vec3> {
        (0..n).map(|_| Vec3::from([0; 3].map(|_: i32| random.whole(bits) as f64))).collect()
    };
    let (p, q) = (some(12), some(12));
    let mut points: Vec<Vec3> = p.iter().flat_map(|p| q.iter().map(move |q| p - q)).collect();
    let stretch = Vec3::from([0; 3].map(|_: i32| [1.0, 1.0, 1e-3, 1e3, 1e-6][random.below(5)]));
    let center = points[random.below(points.len())] * random.signed().abs();
    for point in &mut points {
        *point = (*point - center).component_mul(&stretch);
    }
    (Points(points), stretch.max() / stretch.min())
}

#[test]
fn any_start_leads_to_the_same_depth() {
    let random = &mut Random::new(134);
    for round in 0..2000 {
        let (mut body, ratio) = any_points(random);
        let scale = body.scale();
        let mut ends: Vec<Depth> = Vec::new();
        for _ in 0..12 {
            // Any direction, or one that is nearly that of the depth.
            let tilt = [1.0, 1e-1, 1e-2, 1e-4, 1e-6][random.below(5)];
            let best = ends.first().map_or(Vec3::zeros(), |end| end.normal / tilt);
            let guess = (best + random.vector()).normalize();
            let work = &mut Workspace::default();
            ends.push(expand(&mut body, &guess, std::iter::empty(), 1e-9, work));
        }
        let least = ends.iter().map(|end| end.depth).fold(f64::INFINITY, f64::min);
        for end in &ends {
            // Very thin bodies may be left open, but nothing may be proved that is not so.
            let proved = end.status == Status::Outside || end.lower <= least + 1e-11 * scale;
            assert!(proved, "round {round}: least {least}, {end:?}");
            let result = [Status::Converged, Status::Outside].contains(&end.status);
            assert!(result || ratio > 1.0, "round {round}: {end:?}");
        }
    }
}

/// Counts the support points that are computed.
struct Counted(Points, u32);

impl SupportMapping for Counted {
    fn farthest(&mut self, n: &Vec3) -> Vertex {
        self.1 += 1;
        self.0.farthest(n)
    }

    fn scale(&self) -> f64 {
        self.0.scale()
    }

    fn rounding(&self) -> f64 {
        self.0.rounding()
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn bodies(&mut self) -> Option<(AnyPair<'_>, &mut VertexHints)> {
        None
    }
}

/// What the cap of the iterations counts is what they cost: every support point, but for those of a start that had to look
/// all around, since the four points that it was given have no volume.
#[test]
fn all_support_points_count() {
    let random = &mut Random::new(135);
    let (mut around, mut with_facets) = (0, 0);
    let mut cube = Counted(cube(Vec3::zeros()), 0);
    let flat = [cube.0.0[0], cube.0.0[1], cube.0.0[2], cube.0.0[3]].map(vertex);
    assert!(matches!(start::tetrahedron(&mut cube, &flat), Start::Solid(_)));
    let all_around = cube.1;
    for round in 0..300 {
        let mut body = Counted(Points((0..40).map(|_| random.vector()).collect()), 0);
        let guess = random.vector().normalize();
        let mut ask = |facets: &[Vec3]| {
            body.1 = 0;
            let work = &mut Workspace::default();
            let end = expand(&mut body, &guess, facets.iter().copied(), 1e-9, work);
            assert_eq!(end.status, Status::Converged);
            let uncounted = body.1 - end.iterations;
            assert!(
                [0, all_around].contains(&uncounted),
                "round {round}: {uncounted} of {all_around}"
            );
            around += u32::from(uncounted > 0);
            end
        };
        let end = ask(&[]);
        // Where the normal of the nearest facet is known from the start, its corners are looked for.
        with_facets += ask(&[end.normal, random.vector().normalize()]).iterations;
    }
    assert!(around < 300 && with_facets > 1000, "{around} {with_facets}");
}

#[test]
fn sides_of_nearby_points_are_exact() {
    let random = &mut Random::new(136);
    let mut on_both = [0; 3];
    for round in 0..3000 {
        let [a, b, c] = [0; 3].map(|_| random.vector());
        let (s, t) = (random.signed().abs(), random.signed().abs());
        // In the plane but for rounding; sometimes exactly.
        let d = if round % 5 == 0 { b + (c - a) } else { a + (b - a) * s + (c - a) * t };
        let [a, b, c, d] = if round % 10 == 0 {
            [a, b, c, d].map(|p| p.map(|x| (64.0 * x).round()))
        } else {
            [a, b, c, d]
        };
        let scale = a.amax().max(b.amax()).max(c.amax()).max(d.amax());
        let exact = orientation::orientation(&a, &b, &c, &d);
        assert_eq!(
            orientation::orientation_nearly_coplanar([&a, &b, &c], &d, scale),
            exact,
            "{a:?} {b:?} {c:?} {d:?}"
        );
        on_both[(exact + 1) as usize] += 1;
    }
    assert!(on_both.iter().all(|count| *count > 100), "{on_both:?}");
}
