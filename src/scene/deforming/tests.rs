//! All methods of testing deforming soups run the same callbacks with the same data.

use crate::scene::World;
use crate::scene::deforming::CollisionMethod;
use crate::scene::narrow_phase::ResponseData;
use crate::scene::pair_queries::QueryError;
use crate::scene::response::ContactQuery;
use crate::scene::shapes::{Shape, ShapeHandle};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::{Builder, PolytopeKind};
use solid_geometry::shape::Primitive;
use solid_geometry::threads::Threads;
use solid_testing::Random;

/// The second of them by several threads.
const METHODS: [CollisionMethod; 3] =
    [CollisionMethod::Trees, CollisionMethod::Subdivision, CollisionMethod::Subdivision];

struct Scene {
    worlds: [World<u32>; 3],
    shapes: Vec<[ShapeHandle; 3]>,
    vertices: Vec<Vec<Vec3>>,
}

fn soup_of(random: &mut Random, vertices: &[Vec3]) -> Builder {
    let mut builder = Builder::new();
    let vertex =
        |random: &mut Random, near: u32| (near + random.below(6) as u32) % vertices.len() as u32;
    for near in 0..vertices.len() as u32 {
        let indices: Vec<u32> = (0..1 + random.below(5)).map(|_| vertex(random, near)).collect();
        builder.vertex_indices(PolytopeKind::Polyhedron, &indices);
    }
    builder
}

impl Scene {
    /// Some soups, two objects of each, and a ball.
    fn new(random: &mut Random, kind: ContactQuery) -> Scene {
        let worlds = METHODS.map(|_| World::default());
        let mut scene = Scene { worlds, shapes: Vec::new(), vertices: Vec::new() };
        for (world, method) in scene.worlds.iter_mut().zip(METHODS) {
            world.set_collision_method(method);
            world.responses.set_default(Some((7, kind)));
        }
        scene.worlds[1].set_threads(Threads::new(3).expect("threads"));
        for i in 0..4 {
            let at = random.vector();
            let vertices: Vec<Vec3> = (0..40).map(|_| at + random.vector() * 0.6).collect();
            let builder = soup_of(random, &vertices);
            let handles = [0, 1, 2].map(|w| {
                let world: &mut World<u32> = &mut scene.worlds[w];
                let (soup, _) = builder.clone().finish(Some(&|v: u32| vertices[v as usize]));
                let shape = world.shapes.insert(Shape::Complex(Some(std::sync::Arc::new(soup))));
                assert!(world.create_object(2 * i, shape) && world.create_object(2 * i + 1, shape));
                shape
            });
            scene.shapes.push(handles);
            scene.vertices.push(vertices);
        }
        for world in &mut scene.worlds {
            let ball = world.shapes.insert(Shape::Primitive(Primitive::Box(Vec3::repeat(0.5))));
            assert!(world.create_object(100, ball));
        }
        scene
    }

    fn place(&mut self, reference: usize, placement: &Placement) {
        for world in &mut self.worlds {
            assert!(world.select_object(reference));
            world.transform(|p| *p = *placement);
        }
    }

    fn deform(&mut self, i: usize) {
        let vertices = &self.vertices[i];
        for (world, shape) in self.worlds.iter_mut().zip(self.shapes[i]) {
            world.deform(shape, |soup| soup.change_vertices(&|v: u32| vertices[v as usize]));
        }
    }

    /// All events of a test; from time to time a callback moves an object.
    fn events(
        &mut self,
        moves: &[(usize, usize, Placement)],
    ) -> Vec<(usize, usize, Option<ResponseData>)> {
        let [trees, by_threads, subdivision] = [0, 1, 2].map(|w| {
            let world = &mut self.worlds[w];
            let mut cursor = world.begin_test();
            let mut events = Vec::new();
            while let Some(event) = world.next_event(&mut cursor) {
                events.push((event.first, event.second, world.found_data(&event)));
                for (_, reference, placement) in
                    moves.iter().filter(|(at, _, _)| *at == events.len())
                {
                    assert!(world.select_object(*reference));
                    world.transform(|p| *p = *placement);
                }
            }
            events
        });
        assert_eq!(trees, subdivision);
        assert_eq!(trees, by_threads);
        trees
    }
}

fn placement(random: &mut Random) -> Placement {
    let mut placement = Placement::IDENTITY;
    placement.translate(&(random.vector() * 1.6));
    placement.rotate(&random.quaternion());
    placement
}

#[test]
fn all_methods_run_the_same_callbacks() {
    let mut random = Random::new(131);
    let mut total = 0;
    for kind in [ContactQuery::Hit, ContactQuery::ClosestBefore, ContactQuery::CommonPoint] {
        for _ in 0..6 {
            let mut scene = Scene::new(&mut random, kind);
            for frame in 0..12 {
                for i in 0..4 {
                    if random.below(4) > 0 {
                        // Near what they were: no tree is rebuilt, so the data are those of the same polytopes.
                        scene.vertices[i].iter_mut().for_each(|v| *v += random.vector() * 0.03);
                        if frame == 5 {
                            scene.vertices[i][7].y = f64::NAN;
                        }
                        if frame == 8 {
                            scene.vertices[i][7] = random.vector();
                        }
                        scene.deform(i);
                    }
                    scene.place(2 * i + random.below(2), &placement(&mut random));
                }
                let moves: Vec<_> = (0..random.below(3))
                    .map(|_| (1 + random.below(5), random.below(8), placement(&mut random)))
                    .collect();
                total += scene.events(&moves).len();
                if random.below(2) == 0 {
                    scene.worlds.iter_mut().for_each(World::proceed);
                }
            }
        }
    }
    assert!(total > 500, "{total}");
}

#[test]
fn trees_are_fitted_only_when_they_are_asked_for() {
    let mut random = Random::new(132);
    let mut scene = Scene::new(&mut random, ContactQuery::Hit);
    let far = |i: usize| {
        let mut placement = Placement::IDENTITY;
        placement.translate(&Vec3::new(10.0 * i as f64, 0.0, 0.0));
        placement
    };
    for i in 0..8 {
        scene.place(i, &far(i));
    }
    scene.place(100, &far(50));
    (0..4).for_each(|i| scene.deform(i));
    assert!(scene.events(&[]).is_empty());
    let unfitted = |scene: &mut Scene, w: usize| {
        let shape = scene.shapes[0][w];
        scene.worlds[w].deform(shape, |soup| soup.is_unfitted())
    };
    assert_eq!([0, 1, 2].map(|w| unfitted(&mut scene, w)), [Some(true); 3]);
    // The query with the ball uses one.
    scene.place(100, &far(0));
    scene.events(&[]);
    assert_eq!([0, 1, 2].map(|w| unfitted(&mut scene, w)), [Some(false); 3]);
}

#[test]
fn a_sheet_that_is_folded_meets_itself() {
    let mut world: World<u32> = World::default();
    let side = 8;
    let flat = |v: u32| Vec3::new(f64::from(v % side), f64::from(v / side), 0.0);
    let mut builder = Builder::new();
    for y in 0..side - 1 {
        for x in 0..side - 1 {
            let v = y * side + x;
            builder.vertex_indices(PolytopeKind::Simplex, &[v, v + 1, v + side]);
            builder.vertex_indices(PolytopeKind::Simplex, &[v + 1, v + side, v + side + 1]);
        }
    }
    let (soup, _) = builder.finish(Some(&flat));
    let shape = world.shapes.insert(Shape::Complex(Some(std::sync::Arc::new(soup))));
    let ball = world.shapes.insert(Shape::Primitive(Primitive::Box(Vec3::repeat(1.0))));
    world.create_object(1, shape);
    world.create_object(2, ball);
    assert_eq!(world.self_collisions(1).map(|(pairs, ignored)| (pairs.len(), ignored)), Ok((0, 0)));
    // Its right part is bent back through the left one.
    let folded = |v: u32| {
        let p = flat(v);
        if p.x > 4.0 { Vec3::new(8.0 - p.x + 0.1, p.y + 0.2, 1.5 - 0.5 * (p.x - 4.0)) } else { p }
    };
    world.deform(shape, |soup| soup.change_vertices(&folded));
    let (pairs, _) = world.self_collisions(1).expect("a soup");
    assert!(pairs.len() > 7 && pairs.windows(2).all(|w| w[0] < w[1]));
    let torn = |v: u32| {
        if v == 9 { Vec3::repeat(f64::NAN) } else { flat(v) }
    };
    world.deform(shape, |soup| soup.change_vertices(&torn));
    assert_eq!(world.self_collisions(1).map(|(pairs, ignored)| (pairs.len(), ignored)), Ok((0, 6)));
    assert_eq!(world.self_collisions(2).err(), Some(QueryError::NotAMesh));
    assert_eq!(world.self_collisions(3).err(), Some(QueryError::UnknownObject));
}
