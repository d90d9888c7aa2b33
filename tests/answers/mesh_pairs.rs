//! Meshes of triangles against all pairs of triangles by exact predicates: models, slivers and T-junctions; turned, scaled,
//! mirrored and deformed.

use std::sync::Arc;

use solid::space::{
    CollisionMethod, ContactQuery, FacePair, Object, Selector, Shape, ShapeId, Space,
};
use solid_geometry::math::{Mat3, Placement, Vec3};
use solid_geometry::octree::FaceMesh;
use solid_papers::deforming::brute::all_pairs;
use solid_papers::meshes::{Mesh, model, soup, torus};
use solid_papers::random::Random;

/// The mesh with its middle at the origin and the longest side of its box of length 2.
fn of_unit_size(mut mesh: Mesh) -> Mesh {
    let range = |f: fn(f64, f64) -> f64| {
        mesh.points.iter().fold(mesh.points[0], |all, p| all.zip_map(p, f))
    };
    let (low, high) = (range(f64::min), range(f64::max));
    let (middle, size) = ((low + high) * 0.5, (high - low).amax());
    mesh.points.iter_mut().for_each(|p| *p = (*p - middle) * (2.0 / size));
    mesh
}

/// Triangles of all proportions, down to one millionth, that share vertices along a spiral.
fn slivers() -> Mesh {
    let mut random = Random::new(91);
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..600_u32 {
        let angle = f64::from(i) * 0.07;
        let at = Vec3::new(angle.cos(), f64::from(i) / 300.0 - 1.0, angle.sin())
            * (0.4 + 0.4 * random.unit());
        points.push(at);
        points.push(at + random.direction() * 10.0_f64.powf(-6.0 * random.unit()));
        if i > 0 {
            triangles.extend([[2 * i - 2, 2 * i - 1, 2 * i], [2 * i - 1, 2 * i + 1, 2 * i]]);
        }
    }
    Mesh { points, triangles }
}

/// A sheet of strips: each is cut in twice as many squares as the one before it, so that every second vertex of the one lies
/// in the middle of an edge of the other.
fn t_junctions() -> Mesh {
    let (mut points, mut triangles) = (Vec::<Vec3>::new(), Vec::new());
    for strip in 0..7_u32 {
        let (count, first) = (1 << strip, points.len() as u32);
        for i in 0..=count {
            let x = 2.0 * f64::from(i) / f64::from(count) - 1.0;
            for side in 0..2_u32 {
                // Bent at the strips' borders alone, so that no gap opens at a T-junction.
                let z = f64::from(strip + side) / 3.5 - 1.0;
                points.push(Vec3::new(x, 0.2 * (2.0 * z).cos(), z));
            }
        }
        for i in 0..count {
            let v = first + 2 * i;
            triangles.extend([[v, v + 1, v + 2], [v + 1, v + 3, v + 2]]);
        }
    }
    Mesh { points, triangles }
}

fn all_meshes() -> Vec<(&'static str, Mesh)> {
    vec![
        ("teapot", of_unit_size(model("teapot", false))),
        ("bunny", of_unit_size(model("bunny", false))),
        ("torus", of_unit_size(torus())),
        ("slivers", slivers()),
        ("T-junctions", t_junctions()),
    ]
}

/// Some placements: of each sort one after the other.
fn placement(random: &mut Random, sort: usize) -> Placement {
    let mut placement = random.placement(1.2);
    match sort {
        // Turned by a quarter, doubled, mirrored, and moved by a few binary places: vertices are not rounded.
        0 => {
            placement.basis = Mat3::new(0.0, -2.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, -2.0);
            placement.origin = placement.origin.map(|x| (x * 8.0).round() / 8.0);
        }
        1 => {}
        2 => placement.scale(&Vec3::new(0.7, 1.9, 0.2)),
        3 => placement.scale(&Vec3::new(-1.1, 0.9, 1.0)),
        // Next to flat.
        _ => placement.scale(&Vec3::new(1.0, 1e-9, 1.2)),
    }
    placement
}

/// Two objects in a space, and where their vertices are.
struct Pair {
    space: Space,
    objects: [Object; 2],
    shapes: [ShapeId; 2],
    meshes: [Mesh; 2],
    placements: [Placement; 2],
}

impl Pair {
    fn new(meshes: [&Mesh; 2]) -> Pair {
        let mut space = Space::new();
        space.watch(Selector::All, ContactQuery::Hit);
        let shapes =
            meshes.map(|mesh| space.define(Shape::try_from(Arc::new(soup(mesh))).expect("a mesh")));
        let objects = shapes.map(|shape| space.create_object(shape).expect("a shape"));
        Pair {
            space,
            objects,
            shapes,
            meshes: meshes.map(Mesh::clone),
            placements: [Placement::IDENTITY; 2],
        }
    }

    fn place(&mut self, placements: [Placement; 2]) {
        self.placements = placements;
        for (object, placement) in self.objects.into_iter().zip(placements) {
            self.space.place(object, placement).expect("a finite placement");
        }
    }

    fn deform(&mut self, which: usize, change: impl Fn(&Vec3) -> Vec3) {
        self.meshes[which].points.iter_mut().for_each(|p| *p = change(p));
        let points = &self.meshes[which].points;
        self.space.change_vertex_base(self.shapes[which], points).expect("as many vertices");
    }

    /// Panics unless all methods agree with brute force; returns how many pairs there are.
    fn check(&mut self, what: &str) -> usize {
        let placed = [0, 1].map(|i| -> Vec<Vec3> {
            self.meshes[i].points.iter().map(|p| self.placements[i].apply(p)).collect()
        });
        let faces = [0, 1].map(|i| FaceMesh::triangles(&placed[i], &self.meshes[i].triangles));
        let expected = all_pairs(&faces);
        // A test first: it finds what is unfitted as it is.
        let (space, [a, b]) = (&mut self.space, self.objects);
        let pairs: Vec<FacePair> =
            expected.iter().map(|pair| FacePair { objects: [a, b], faces: pair.faces }).collect();
        assert_eq!(space.collisions().count(), usize::from(!pairs.is_empty()), "{what}: the test");
        let all: Vec<FacePair> = space.all_colliding_polytopes().collect();
        assert_eq!(all, pairs, "{what}: subdivision");
        let of_two =
            |a, b| -> Vec<FacePair> { space.colliding_polytopes(a, b).expect("a pair").collect() };
        assert_eq!(of_two(a, b), pairs, "{what}: trees");
        let mut mirrored: Vec<FacePair> = expected
            .iter()
            .map(|pair| FacePair { objects: [b, a], faces: [pair.faces[1], pair.faces[0]] })
            .collect();
        mirrored.sort_unstable_by_key(|pair| pair.faces);
        assert_eq!(of_two(b, a), mirrored, "{what}: the other way round");
        pairs.len()
    }
}

#[test]
fn meshes_agree_with_brute_force() {
    let mut random = Random::new(92);
    let meshes = all_meshes();
    let mut total = 0;
    for (i, (first, a)) in meshes.iter().enumerate() {
        for (second, b) in &meshes[i..] {
            let mut pair = Pair::new([a, b]);
            for sort in 0..5 {
                let placements =
                    [placement(&mut random, sort), placement(&mut random, (sort + i) % 5)];
                pair.place(placements);
                total += pair.check(&format!("{first}, {second}, {sort}"));
            }
        }
    }
    assert!(total > 5000, "{total}");
}

/// The same mesh twice in the same place, and moved so that flat parts stay in their planes.
#[test]
fn coincident_meshes_collide() {
    for (name, mut mesh) in all_meshes() {
        // So few digits that nothing is rounded when it is moved.
        mesh.points.iter_mut().for_each(|p| *p = p.map(|x| (x * 1048576.0).round() / 1048576.0));
        let mut pair = Pair::new([&mesh, &mesh]);
        let here = Placement::IDENTITY;
        let beside = Placement { origin: Vec3::new(0.25, 0.0, 0.0), ..here };
        assert!(pair.check(name) >= mesh.triangles.len());
        pair.place([here, beside]);
        assert!(pair.check(name) > 0);
    }
}

#[test]
fn deformed_meshes_agree_with_brute_force() {
    let mut random = Random::new(93);
    let meshes = all_meshes();
    let mut total = 0;
    for method in [CollisionMethod::Trees, CollisionMethod::Subdivision] {
        for i in 0..meshes.len() {
            let mut pair = Pair::new([&meshes[i].1, &meshes[(i + 1) % meshes.len()].1]);
            pair.space.set_collision_method(method);
            pair.place([random.placement(0.8), random.placement(0.8)]);
            for frame in 0..4 {
                let time = f64::from(frame);
                pair.deform(0, |p| p + Vec3::new(0.0, 0.1 * (3.0 * p.x + time).sin(), 0.0));
                if frame % 2 == 1 {
                    // Turned inside out, so that the tree is built anew.
                    pair.deform(1, |p| Vec3::new(p.y, -p.x, p.z) * (0.5 + p.norm()));
                }
                total += pair.check(&format!("{}, {method:?}, {frame}", meshes[i].0));
                pair.space.proceed();
            }
        }
    }
    assert!(total > 5000, "{total}");
}
