use super::*;
use crate::math::Aabb;
use crate::query;
use crate::query::Shape;
use solid_testing::Random;
use solid_testing::meshes::closed_ball;

fn solid(vertices: &[Vec3], faces: &[[u32; 3]]) -> Shape {
    Shape::mesh(vertices, faces).and_then(Shape::into_solid).expect("closed")
}

/// A convex body's triangles give the distances of its hull.
#[test]
fn of_convex_solids_it_is_that_of_their_hull() {
    let mut random = Random::new(430);
    let ball = closed_ball(&mut random, 16, 24, 0.0);
    let mesh = solid(&ball.vertices, &ball.triangles);
    let hull = Shape::polytope(&ball.vertices).expect("a hull");
    for round in 0..2000 {
        let mut pose = Placement::translation(random.vector() * 3.0);
        pose.rotate(&random.quaternion());
        match round % 3 {
            0 => {}
            1 => pose.scale(&Vec3::repeat(-0.25)),
            _ => pose.scale(&Vec3::new(1.0, 3.0, -0.5)),
        }
        let point = pose.apply(&(random.vector() * 1.3));
        let of =
            |shape| query::signed_distance(shape, &pose, point).expect("closed").expect("finite");
        let (found, other) = (of(&mesh), of(&hull));
        assert!((found.distance - other.distance).abs() < 1e-9, "{round}: {found:?} {other:?}");
        assert!((found.gradient.norm() - 1.0).abs() < 1e-12, "{round}");
        let at = point - found.gradient * found.distance;
        assert!((at - found.nearest).norm() < 1e-9, "{round}: {found:?}");
    }
}

/// The signs are those of the containment test, the distances those of all triangles, one by one.
#[test]
fn of_any_solid_it_is_the_least_over_all_triangles() {
    let mut random = Random::new(431);
    let ball = closed_ball(&mut random, 10, 15, 0.6);
    let mesh = solid(&ball.vertices, &ball.triangles);
    let mut inside = 0;
    for round in 0..1000 {
        let mut pose = Placement::translation(random.vector() * 2.0);
        pose.rotate(&random.quaternion());
        let point = pose.apply(&(random.vector() * 1.2));
        let found = query::signed_distance(&mesh, &pose, point).expect("closed").expect("finite");
        let dot = Shape::point(point).expect("finite");
        let least = ball.triangles.iter().fold(f64::INFINITY, |least: f64, t| {
            let face = Shape::polytope(&t.map(|v| ball.vertices[v as usize])).expect("a triangle");
            least.min(query::distance(&face, &pose, &dot, &Placement::IDENTITY).expect("finite"))
        });
        assert!((found.distance.abs() - least).abs() < 1e-9, "{round}");
        let holds = query::intersects(&mesh, &pose, &dot, &Placement::IDENTITY);
        assert_eq!(found.distance <= 0.0, holds, "{round}");
        inside += usize::from(holds);
        // The gradient points to where the distance is greater. Towards the nearest point, since that may be another one farther away.
        let step = 0.01 * if holds { least } else { -least };
        let nearer = point + found.gradient * step;
        let there = query::signed_distance(&mesh, &pose, nearer).expect("closed").expect("finite");
        assert!((there.distance - found.distance - step).abs() < 1e-9, "{round}");
    }
    assert!((100..900).contains(&inside), "{inside}");
}

/// Next to vertices, edges and faces the signs are those of the containment test as well.
#[test]
fn on_the_surface_the_containment_test_decides() {
    let mut random = Random::new(433);
    let ball = closed_ball(&mut random, 10, 15, 0.6);
    let mesh = solid(&ball.vertices, &ball.triangles);
    let mut inside = 0;
    for round in 0..6000 {
        let mut pose = Placement::translation(random.vector() * random.decade(-2.0, 3.0));
        pose.rotate(&random.quaternion());
        pose.scale(&Vec3::repeat(random.decade(-1.0, 1.0)));
        let [p, q, r] =
            ball.triangles[random.below(ball.triangles.len())].map(|v| ball.vertices[v as usize]);
        let on_it = match round % 3 {
            0 => p,
            1 => p + (q - p) * random.unit(),
            _ => (p + q + r) / 3.0,
        };
        let point = pose.apply(&(on_it + random.vector() * random.decade(-18.0, -12.0)));
        let found = query::signed_distance(&mesh, &pose, point).expect("closed").expect("finite");
        let body = Body::new(mesh.view(), &pose).expect("finite");
        let holds = body.with_point(&point, |pair| pair.common_point()).is_some();
        assert!((found.distance <= 0.0) == holds || found.distance == 0.0, "{round}: {found:?}");
        inside += usize::from(holds);
    }
    assert!((1000..5900).contains(&inside), "{inside}");
}

#[test]
fn on_the_surface_and_out_of_range() {
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let here = &Placement::IDENTITY;
    let mesh = solid(&corners, &faces);
    let of = |point: [f64; 3]| query::signed_distance(&mesh, here, point).expect("closed");
    let found = of([0.25, 0.25, 0.0]).expect("finite");
    assert_eq!(found.distance, 0.0);
    assert!((found.gradient + Vec3::z()).norm() < 1e-12, "{found:?}");
    assert_eq!(of([f64::NAN, 0.0, 0.0]), None);
    assert_eq!(of([f64::INFINITY, 0.0, 0.0]), None);
    let far = of([1e200, 0.0, 0.0]).expect("in range");
    assert!((far.distance / 1e200 - 1.0).abs() < 1e-12);
    let open = Shape::mesh(&corners, &faces[..3]).expect("a mesh");
    assert_eq!(query::signed_distance(&open, here, [0.5; 3]), Err(ShapeError::NotClosed));
}

/// `cargo test --release -p solid-geometry --lib signed_distance -- --ignored --nocapture`: one or two microseconds a point.
#[test]
#[ignore = "measures"]
fn time_by_distance_from_the_surface() {
    let mut random = Random::new(432);
    for bumps in [0.0, 0.001, 0.01] {
        let ball = closed_ball(&mut random, 224, 224, bumps);
        let mesh = solid(&ball.vertices, &ball.triangles);
        time_places(&mut random, &mesh, &format!("bumps of {bumps}"), |p| *p);
    }
    let mut ball = closed_ball(&mut random, 224, 224, 0.001);
    ball.vertices.iter_mut().for_each(|v| *v = wavy(v));
    for i in 1..ball.triangles.len() {
        ball.triangles.swap(i, random.below(i + 1));
    }
    time_places(&mut random, &solid(&ball.vertices, &ball.triangles), "scan", wavy);
}

/// Of a ball a body with hills and hollows of some sizes.
fn wavy(p: &Vec3) -> Vec3 {
    let at = p / p.norm().max(1e-9);
    let wave = |times: f64| {
        let [x, y, z] = [0, 1, 2].map(|k| (times * at[k] + times).sin());
        (x * y + y * z + z * x) / times
    };
    p * (1.0 + wave(3.0) + 0.5 * wave(11.0))
}

fn time_places(random: &mut Random, mesh: &Shape, name: &str, place: impl Fn(&Vec3) -> Vec3) {
    let BodyShape::Soup(soup) = mesh.view() else { panic!("a mesh") };
    let mut pose = Placement::translation([1.0, 2.0, 3.0]);
    pose.rotate(&random.quaternion());
    let mut points = |least: f64, most: f64| -> Vec<Vec3> {
        (0..30_000).map(|_| place(&(random.direction() * random.between(least, most)))).collect()
    };
    let mut places = vec![
        ("near", points(0.95, 1.05)),
        ("inside", points(0.3, 0.95)),
        ("outside", points(1.05, 2.0)),
        ("far", points(5.0, 50.0)),
        ("middle", points(0.0, 0.3)),
    ];
    let Aabb { min, max } = soup.bounds();
    let in_box = |_| min + (max - min).map(|size| size * random.unit());
    places.push(("box", (0..30_000).map(in_box).collect()));
    // Some of it for what is made once enough points have been asked about.
    let start = std::time::Instant::now();
    let distance = |point: &Vec3| {
        let found = query::signed_distance(mesh, &pose, pose.apply(point)).expect("closed");
        found.expect("finite").distance
    };
    let sum: f64 = places[5].1.iter().map(distance).sum();
    let time = start.elapsed().as_secs_f64() * 1e3;
    println!("{name}, the first 30,000 points: {time:.0} ms ({sum:.3})");
    for (place, points) in places {
        let in_world: Vec<Vec3> = points.iter().map(|point| pose.apply(point)).collect();
        let time = |part: &str, of: &dyn Fn(usize) -> f64| {
            let start = std::time::Instant::now();
            let sum: f64 = (0..points.len()).map(of).sum();
            let each = start.elapsed().as_secs_f64() / points.len() as f64 * 1e6;
            println!("{name}, {place}, {part}: {each:.2} us a point ({sum:.3})");
        };
        time("all", &|i| {
            let found = query::signed_distance(mesh, &pose, in_world[i]).expect("closed");
            found.expect("finite").distance
        });
        time("nearest", &|i| nearest_of(soup, &points[i]).map_or(0.0, |found| found.distance));
        time("inside", &|i| f64::from(u8::from(soup.holds(&points[i]))));
    }
}
