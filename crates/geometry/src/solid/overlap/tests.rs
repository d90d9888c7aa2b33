use super::*;
use crate::math::Placement;
use crate::query::{Body, Shape};
use solid_testing::Random;
use solid_testing::meshes::{closed_ball, l_shape};

fn surface(shape: &Shape, pose: &Placement) -> Surface {
    Surface::of(&Body::new(shape.view(), pose).expect("finite")).expect("closed")
}

fn solid(mesh: &solid_testing::meshes::Mesh) -> Shape {
    Shape::mesh(&mesh.vertices, &mesh.triangles).and_then(Shape::into_solid).expect("closed")
}

fn between(a: &Shape, pose_a: &Placement, b: &Shape, pose_b: &Placement) -> Overlap {
    overlap(&surface(a, pose_a), &surface(b, pose_b))
}

/// A convex polyhedron by its faces.
struct Polyhedron(Vec<Vec<Vec3>>);

impl Polyhedron {
    fn of(surface: &Surface) -> Polyhedron {
        Polyhedron(surface.triangles.iter().map(|&t| surface.corners(t).to_vec()).collect())
    }

    /// What is below a plane.
    fn clip(&mut self, normal: &Vec3, offset: f64) {
        let height = |p: &Vec3| normal.dot(p) - offset;
        let mut cut: Vec<Vec3> = Vec::new();
        for face in &mut self.0 {
            let mut kept = Vec::new();
            for (i, p) in face.iter().enumerate() {
                let q = &face[(i + 1) % face.len()];
                let (h, k) = (height(p), height(q));
                if h <= 0.0 {
                    kept.push(*p);
                }
                if (h <= 0.0) != (k <= 0.0) {
                    let at = p + (q - p) * (h / (h - k));
                    kept.push(at);
                    cut.push(at);
                }
            }
            *face = kept;
        }
        self.0.retain(|face| face.len() > 2);
        if cut.len() > 2 {
            let center = cut.iter().sum::<Vec3>() / cut.len() as f64;
            let u = (cut[0] - center).normalize();
            let v = normal.normalize().cross(&u);
            let angle = |p: &Vec3| (p - center).dot(&v).atan2((p - center).dot(&u));
            cut.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
            self.0.push(cut);
        }
    }

    fn volume_and_center(&self) -> (f64, Vec3) {
        let all = self.0.iter().flatten();
        let origin = all.clone().sum::<Vec3>() / all.count().max(1) as f64;
        let (mut volume, mut first) = (0.0, Vec3::zeros());
        for face in &self.0 {
            for pair in face[1..].windows(2) {
                let [p, q, r] = [face[0], pair[0], pair[1]].map(|p| p - origin);
                let part = p.dot(&q.cross(&r)).abs() / 6.0;
                volume += part;
                first += (p + q + r) * (part / 4.0);
            }
        }
        (volume, origin + first / volume)
    }
}

fn random_pose(random: &mut Random, far: f64) -> Placement {
    let mut pose = Placement::translation(random.vector() * far);
    pose.rotate(&random.quaternion());
    pose
}

/// Convex polyhedra against the one clipped by the planes of the other.
#[test]
fn of_convex_bodies_it_is_what_clipping_leaves() {
    let mut random = Random::new(701);
    let mut overlapping = 0;
    for round in 0..400 {
        let mut hull = |count: usize| {
            let points: Vec<Vec3> = (0..count).map(|_| random.vector()).collect();
            Shape::polytope(&points).expect("points")
        };
        let (a, b) = (hull(4 + round % 20), hull(4 + round % 7));
        let b = if round % 3 == 0 { Shape::cuboid([1.0, 2.0, 0.5]).expect("finite") } else { b };
        let poses = [random_pose(&mut random, 0.7), random_pose(&mut random, 0.7)];
        let (a, b) = (surface(&a, &poses[0]), surface(&b, &poses[1]));
        let mut left = Polyhedron::of(&a);
        let mut planes: Vec<(Vec3, f64)> = Vec::new();
        for &triangle in &b.triangles {
            let [p, q, r] = b.corners(triangle);
            let normal = (q - p).cross(&(r - p)).normalize();
            let plane = (normal, normal.dot(&p));
            // Once for a face of two triangles.
            if planes.iter().all(|(n, d)| (n - plane.0).norm() + (d - plane.1).abs() > 1e-9) {
                planes.push(plane);
            }
        }
        planes.iter().for_each(|(normal, offset)| left.clip(normal, *offset));
        let (volume, center) = left.volume_and_center();
        let found = overlap(&a, &b);
        if left.0.is_empty() {
            assert!(found.volume < 1e-12, "{round}: {found:?}");
            continue;
        }
        overlapping += 1;
        assert!((found.volume - volume).abs() < 1e-12, "{round}: {found:?} {volume}");
        let slack = 1e-12 / volume.max(1e-12) + 1e-9;
        assert!((found.center - center).norm() < slack, "{round}: {found:?} {center:?}");
        let other = overlap(&b, &a);
        assert!((other.volume - found.volume).abs() < 1e-13, "{round}");
    }
    assert!(overlapping > 200, "{overlapping}");
}

/// Boxes along the axes, with faces in common planes, and the same turned and far away.
#[test]
fn of_boxes_it_is_the_product_of_what_the_intervals_share() {
    let mut random = Random::new(702);
    for round in 0..500 {
        let mut whole = || f64::from((random.vector().x * 4.0) as i32);
        let mut next = || {
            let low = Vec3::new(whole(), whole(), whole());
            let size = Vec3::new(whole(), whole(), whole()).abs() + Vec3::repeat(1.0);
            (low, size)
        };
        let [(low, size), (other, extents)] = [next(), next()];
        let mut turn = Placement::IDENTITY;
        if round % 2 == 0 {
            turn = random_pose(&mut random, 100.0);
        }
        let place = |low: &Vec3, size: &Vec3| {
            let mut pose = turn;
            pose.translate(&(low + size / 2.0));
            surface(&Shape::cuboid(*size).expect("finite"), &pose)
        };
        let found = overlap(&place(&low, &size), &place(&other, &extents));
        let shared = (low + size).inf(&(other + extents)) - low.sup(&other);
        let volume: f64 = shared.map(|x| x.max(0.0)).iter().product();
        let slack = if round % 2 == 0 { 1e-10 } else { 1e-12 };
        assert!((found.volume - volume).abs() < slack, "{round}: {found:?} {volume}");
        if volume > 0.0 {
            let center = turn.apply(&(low.sup(&other) + shared / 2.0));
            assert!((found.center - center).norm() < 1e-10, "{round}: {found:?} {center:?}");
        }
    }
}

/// What two halves of the space cut of a solid are its parts; and a solid shares itself with itself.
#[test]
fn of_solids_the_parts_add_up() {
    let mut random = Random::new(703);
    for round in 0..30 {
        let mesh = if round % 3 == 0 { l_shape() } else { closed_ball(&mut random, 10, 14, 0.5) };
        let shape = solid(&mesh);
        let pose = random_pose(&mut random, 1.0);
        let whole = surface(&shape, &pose);
        let itself = overlap(&whole, &whole);
        assert!(
            (itself.volume - whole.volume()).abs() < 1e-12 * whole.volume().max(1.0),
            "{round}"
        );
        let half = Shape::cuboid([20.0, 20.0, 20.0]).expect("finite");
        let mut sides = random_pose(&mut random, 0.3);
        let mut parts = [1.0, -1.0].map(|side| {
            let mut at = sides;
            at.translate(&Vec3::new(side * 10.0, 0.0, 0.0));
            between(&shape, &pose, &half, &at)
        });
        let sum = parts[0].volume + parts[1].volume;
        assert!((sum - whole.volume()).abs() < 1e-10, "{round}: {parts:?}");
        let center = (parts[0].center * parts[0].volume + parts[1].center * parts[1].volume) / sum;
        assert!((center - itself.center).norm() < 1e-9, "{round}: {center:?} {itself:?}");
        sides.scale(&Vec3::new(-1.0, 1.0, 1.0)); // a mirror changes no volume
        parts[1] = between(&shape, &pose, &half, &sides);
        assert!(parts[1].volume <= whole.volume() + 1e-12);
    }
}

/// A ball in a ball: the volume of two caps.
#[test]
fn of_round_bodies_it_is_that_of_polyhedra_near_them() {
    let ball = Shape::sphere(1.0).expect("finite");
    for distance in [0.0, 0.5, 1.0, 1.5] {
        let there = Placement::translation([distance, 0.0, 0.0]);
        let found = between(&ball, &Placement::IDENTITY, &ball, &there);
        let height = 1.0 - distance / 2.0;
        let volume = 2.0 * std::f64::consts::PI * height * height * (3.0 - height) / 3.0;
        let missing = 1.0 - found.volume / volume;
        assert!((0.0..0.01).contains(&missing), "{distance}: {missing}");
        assert!((found.center.x - distance / 2.0).abs() < 1e-3);
    }
}

/// Where a polygon's heights over a plane are but rounding, their signs say nothing; both parts are the whole still.
#[test]
fn both_parts_of_a_polygon_are_the_whole() {
    let mut random = Random::new(703);
    let area = |polygon: &Polygon| {
        let doubled = |i: usize| cross(&(polygon[i] - polygon[0]), &(polygon[i + 1] - polygon[0]));
        (1..polygon.len().saturating_sub(1)).map(doubled).sum::<f64>()
    };
    let corner = |i: usize| {
        let angle = std::f64::consts::TAU * i as f64 / 7.0;
        Vec3::new(angle.cos(), angle.sin(), 0.0)
    };
    let whole: Polygon = (0..7).map(corner).collect();
    for round in 0..2000 {
        let depths: Vec<f64> = (0..7).map(|_| f64::from(random.below(3) as i32 - 1)).collect();
        let depth_of = |p: &Vec3| depths[whole.iter().position(|q| q == p).expect("a corner")];
        let parts = split(&whole, depth_of);
        let [kept, rest] = parts.each_ref().map(area);
        assert!((kept + rest - area(&whole)).abs() < 1e-12, "{round}: {depths:?} {parts:?}");
        assert!(kept > -1e-12 && rest > -1e-12, "{round}: {depths:?} {parts:?}");
    }
}
