//! Spaces as bytes: what is loaded answers as what was saved, to the last bit, from frame to frame.

use std::f64::consts::TAU;

use crate::space::{
    BroadPhaseKind, CollisionMethod, ContactQuery, Drawing, Filter, LoadError, MotionKind, Object,
    ObjectBuilder, Placement, QueryFilter, Selector, Shape, Space, Vec3,
};
use solid_geometry::math::Mat3;
use solid_geometry::mesh::SurfaceContacts;
use solid_geometry::query::{Diagonal, HeightField, ShapeKind};
use solid_testing::Random;

const QUERIES: [ContactQuery; 6] = [
    ContactQuery::Hit,
    ContactQuery::CommonPoint,
    ContactQuery::ClosestBefore,
    ContactQuery::Depth,
    ContactQuery::Contacts,
    ContactQuery::Intersection,
];

/// The vertices of meshes as they were made, by their number in the user data of objects.
struct Meshes(Vec<Vec<Vec3>>);
fn torus(around: u32, across: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for i in 0..around {
        for j in 0..across {
            let turn = |k: u32, of: u32| TAU * f64::from(k) / f64::from(of);
            let (u, v) = (turn(i, around), turn(j, across));
            let radius = 1.0 + 0.4 * v.cos();
            vertices.push(Vec3::new(radius * u.cos(), 0.4 * v.sin(), radius * u.sin()));
            let corner = |di: u32, dj: u32| (i + di) % around * across + (j + dj) % across;
            let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            faces.extend([[a, c, b], [a, d, c]]);
        }
    }
    (vertices, faces)
}

fn points(random: &mut Random, count: usize) -> Vec<Vec3> {
    (0..count).map(|_| random.point(1.0).into()).collect()
}

fn field(random: &mut Random) -> HeightField {
    let heights: Vec<f64> = (0..64).map(|_| random.within(0.4)).collect();
    HeightField::new(heights, [8, 8], [0.5; 2], Diagonal::Alternating).expect("a grid")
}

/// A shape of each kind. Those of a number that `Meshes` has can be deformed.
fn shapes(random: &mut Random) -> (Vec<(Shape, u128)>, Meshes) {
    let mut r = || random.between(0.3, 1.2);
    let convex = [
        Shape::cuboid([r(), r(), r()]),
        Shape::sphere(r()),
        Shape::ellipsoid([r(), r(), r()]),
        Shape::cone(r(), r()),
        Shape::cylinder(r(), r()),
        Shape::frustum([r(), r()], [r(), 0.0], r()),
        Shape::capsule(r(), r()),
        Shape::round_box([r(), r(), 0.0], r()),
        Shape::wheel(r(), r()),
        Shape::point([r(), r(), r()]),
        Shape::segment([r(), 0.0, 0.0], [0.0, r(), 0.0]),
        Shape::half_space([r() - 0.7, 1.0, r() - 0.7], -r()),
    ];
    let mut all: Vec<Shape> = convex.into_iter().map(|shape| shape.expect("finite")).collect();
    let hull = Shape::polytope(&points(random, 40)).expect("finite");
    let sum = Shape::sum(&hull, &all[1]).expect("small");
    all.extend([hull.clone(), sum, Shape::hull(&all[3], &all[6]).expect("small")]);
    let (vertices, faces) = torus(14, 7);
    let torus = Shape::mesh(&vertices, &faces).expect("a torus");
    let solid = torus.clone().into_solid().expect("closed");
    let surface = SurfaceContacts { inner_edges: true, one_sided: true, flat_angle: 0.25 };
    let plain = torus.with_surface_contacts(surface).expect("an angle");
    let scattered = points(random, 90);
    let faces: Vec<Vec<u32>> =
        (0..18).map(|i| (5 * i..5 * i + [2, 3, 5, 4][i as usize % 4]).collect()).collect();
    // Its last vertex is in no face.
    let soup = Shape::mesh(&scattered, &faces).expect("finite");
    let at = |x: f64| Placement::translation([x, 0.2, 0.0]);
    let parts = [(plain.clone(), at(0.0)), (hull, at(1.0)), (plain.clone(), at(2.0))];
    let compound = Shape::compound(&parts).expect("three parts");
    let nested = Shape::compound(&[(compound.clone(), at(0.5)), (all[0].clone(), at(-1.0))]);
    all.extend([compound, nested.expect("two parts")]);
    all.push(Shape::points(&points(random, 60), 0.2).expect("finite"));
    all.push(Shape::height_field(field(random)));
    let meshes = [(plain, 1), (solid, 2), (soup, 3)];
    let all = all.into_iter().map(|shape| (shape, 0)).chain(meshes).collect();
    (all, Meshes(vec![vertices.clone(), vertices, scattered]))
}

fn pose(random: &mut Random) -> Placement {
    let mut pose = Placement::translation(random.point(2.5));
    if random.chance(0.7) {
        pose.rotate(&random.quaternion());
    }
    if random.once_in(6) {
        pose.basis *= Mat3::from_diagonal(&random.vector_between(0.5, 1.5));
    }
    pose
}

fn ordered(space: &Space) -> Vec<Object> {
    let mut objects: Vec<Object> = space.objects().collect();
    objects.sort_unstable();
    objects
}

fn any(space: &Space, random: &mut Random) -> Object {
    let objects = ordered(space);
    objects[random.below(objects.len())]
}

/// Some change, the same one for the same random numbers.
fn change(space: &mut Space, meshes: &Meshes, random: &mut Random) {
    let (object, query) = (any(space, random), QUERIES[random.below(6)]);
    let selector = match random.below(4) {
        0 => Selector::All,
        1 => Selector::One(object),
        _ => Selector::Pair(object, any(space, random)),
    };
    match random.below(16) {
        0..=5 => space.place(object, pose(random)).expect("finite"),
        6 => space.watch(selector, query),
        7 => space.clear_response(selector),
        8 => space.reset_response(selector),
        9 => {
            let filter =
                Filter { categories: 1 << random.below(2), mask: random.word() as u32 | 1 };
            space.set_filter(object, filter).expect("it exists");
        }
        10 => space.set_spin(object, random.vector()).expect("finite"),
        11 => space.set_pivot(object, random.vector()).expect("finite"),
        12 | 13 => deform(space, object, meshes, random),
        14 if space.objects().count() > 8 => space.delete_object(object).expect("it exists"),
        15 => {
            let twin = space.shape(object).map(|shape| space.create_object(shape));
            if let Some(twin) = twin {
                space.place(twin.expect("known"), pose(random)).expect("finite");
            }
        }
        _ => {}
    }
}

fn deform(space: &mut Space, object: Object, meshes: &Meshes, random: &mut Random) {
    let Some(shape) = space.shape(object) else { return };
    let number = space.user_data(object).unwrap_or(0) as usize;
    let bend = random.matrix() * 0.1 + Mat3::identity();
    let folds = random.once_in(3);
    let heights: Vec<f64> = (0..6).map(|_| random.within(0.5)).collect();
    match number.checked_sub(1).and_then(|number| meshes.0.get(number)) {
        Some(vertices) => {
            // A fold wears the tree: it is built anew.
            let move_vertex = |(i, v): (usize, &Vec3)| {
                bend * if folds { Vec3::new(v.x * (i as f64).sin(), v.y, v.z) } else { *v }
            };
            let moved: Vec<Vec3> = vertices.iter().enumerate().map(move_vertex).collect();
            space.change_vertex_base(shape, &moved).expect("as many");
        }
        None => {
            let _ = space.change_heights(shape, [1, 2], [3, 2], &heights);
        }
    }
}

/// All that is asked, as text, which tells every bit.
fn answers(space: &mut Space, random: &mut Random) -> Vec<String> {
    let mut all = vec![format!("{:?}", ordered(space))];
    let mut test = space.begin_test();
    while let Some(found) = space.next_collision(&mut test) {
        all.push(format!("{found:?}"));
    }
    let [a, b] = [any(space, random), any(space, random)];
    all.push(format!("{:?} {:?}", space.closest_pair(a, b), space.common_point(a, b)));
    all.push(format!("{:?}", space.pen_depth(a, b)));
    all.push(format!("{:?} {:?}", space.bbox(a), space.tree_boxes(b, 2)));
    all.push(format!(
        "{:?} {:?} {:?}",
        space.shape(a).is_some(),
        space.user_data(a),
        space.placement(a)
    ));
    let ends = [random.point(6.0), random.point(6.0)];
    all.push(format!("{:?}", space.ray_cast_all(ends[0], ends[1]).map(Vec::from_iter)));
    let (body, at) = (any(space, random), pose(random));
    let mut queries = space.queries();
    let filter = QueryFilter::default();
    all.push(format!("{:?}", queries.overlaps(body, Some(&at), &filter)));
    all.push(format!("{:?}", queries.closest(body, Some(&at), &filter)));
    all.push(format!("{:?}", queries.cast(body, Some(&at), [1.0, 2.0, 0.5], [0.0; 3], &filter)));
    all.push(format!("{:?}", space.lines(Drawing::Boxes)));
    all.push(format!("{:?}", space.near_pairs(0.3)));
    all.push(format!("{:?}", space.all_colliding_polytopes().collect::<Vec<_>>()));
    all.push(format!("{:?}", space.events().collect::<Vec<_>>()));
    let mut test = space.begin_motion_test();
    while let Some(found) = space.next_contact(&mut test) {
        all.push(format!("{found:?}"));
    }
    all.push(format!("{:?}", space.take_warnings()));
    all
}

/// A space after some frames, about which nothing need have been asked.
fn lived(random: &mut Random) -> (Space, Meshes) {
    let (shapes, meshes) = shapes(random);
    let mut space = Space::new();
    space.set_caching(random.once_in(2));
    space.set_fixed_boxes(random.once_in(4));
    space.set_stop_at_penetration(random.once_in(2));
    space.set_tolerance(random.decade(1e-9, 1e-4)).expect("finite");
    let kinds = [BroadPhaseKind::Automatic, BroadPhaseKind::SweepAndPrune, BroadPhaseKind::BoxTree];
    space.set_broad_phase(kinds[random.below(3)]);
    space.set_motion(
        [MotionKind::Turning, MotionKind::Straight, MotionKind::Screw][random.below(3)],
    );
    if random.once_in(2) {
        space.set_collision_method(CollisionMethod::Subdivision);
    }
    for (shape, number) in shapes {
        let placement = pose(random);
        let builder = if random.once_in(5) {
            ObjectBuilder::of_own_shape(shape)
        } else {
            ObjectBuilder::new(space.define(shape))
        };
        space.create_object(builder.placement(placement).user_data(number)).expect("finite");
    }
    space.watch(Selector::All, QUERIES[random.below(6)]);
    for _ in 0..random.below(4) {
        (0..random.below(12)).for_each(|_| change(&mut space, &meshes, random));
        if random.once_in(2) {
            answers(&mut space, random);
        }
        space.proceed();
    }
    (0..random.below(12)).for_each(|_| change(&mut space, &meshes, random));
    (space, meshes)
}

#[test]
fn loaded_spaces_answer_as_the_saved_ones() {
    let rounds = std::env::var("SOLID_SAVED").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let mut compared = 0;
    for round in 0..rounds {
        let random = &mut Random::case(0x5a7e, round);
        let (mut space, meshes) = lived(random);
        let bytes = space.to_bytes().expect("finite");
        let mut loaded = Space::from_bytes(&bytes).expect("whole");
        assert!(loaded.to_bytes().expect("finite") == bytes, "saved again, round {round}");
        for frame in 0..4 {
            let seed = random.word();
            let expected = answers(&mut space, &mut Random::new(seed));
            let now = answers(&mut loaded, &mut Random::new(seed));
            compared += expected.len();
            assert_eq!(expected.len(), now.len());
            for (i, (then, now)) in expected.iter().zip(&now).enumerate() {
                assert!(then == now, "round {round}, frame {frame}, answer {i}:\n{then}\n{now}");
            }
            if random.once_in(3) {
                let stops = [&mut space, &mut loaded].map(|it| format!("{:?}", it.advance()));
                assert_eq!(stops[0], stops[1], "round {round}, frame {frame}");
            }
            [&mut space, &mut loaded].into_iter().for_each(Space::proceed);
            for _ in 0..8 {
                let seed = random.word();
                change(&mut space, &meshes, &mut Random::new(seed));
                change(&mut loaded, &meshes, &mut Random::new(seed));
            }
            loaded.world.validate();
        }
    }
    assert!(compared > 1500 || rounds < 12, "{compared} answers");
}

/// Writes the checksum and the length that belong to the bytes.
fn seal(bytes: &mut [u8]) {
    let length = (bytes.len() - 24) as u64;
    bytes[16..24].copy_from_slice(&length.to_le_bytes());
    // CRC-32, bit by bit.
    let step = |sum: u32, _| (sum >> 1) ^ (0xedb8_8320 * (sum & 1));
    let add = |sum: u32, byte: &u8| (0..8).fold(sum ^ u32::from(*byte), step);
    let sum = !bytes[16..].iter().fold(u32::MAX, add);
    bytes[12..16].copy_from_slice(&sum.to_le_bytes());
}

/// Other bytes are refused; with a right checksum they may be another world, about which all can be asked.
#[test]
fn damaged_bytes_do_no_harm() {
    let mut loaded = 0;
    for round in 0..8 {
        let random = &mut Random::case(0xda3a, round);
        let (space, _) = lived(random);
        let bytes = space.to_bytes().expect("finite");
        for length in [0, 7, 8, 12, 20, 24, 28, bytes.len() / 2, bytes.len() - 1] {
            assert!(Space::from_bytes(&bytes[..length]).is_err());
        }
        let error = |bytes: &[u8]| Space::from_bytes(bytes).err();
        assert_eq!(error(&[&bytes[..], &[0]].concat()), Some(LoadError::Damaged));
        for _ in 0..30 {
            let mut damaged = bytes.clone();
            // Settings stand at the front; objects, responses and filters at the end.
            let end = if random.once_in(3) { 120 } else { bytes.len() };
            let start = if random.once_in(3) { bytes.len().saturating_sub(6000) } else { 0 };
            let at = 24 + start.min(end - 25) + random.below(end - 24 - start.min(end - 25));
            damaged[at] =
                [0, 255, damaged[at] ^ 1 << random.below(8), random.word() as u8][random.below(4)];
            if damaged == bytes {
                continue;
            }
            assert_eq!(error(&damaged), Some(LoadError::Damaged));
            if random.once_in(8) {
                damaged.truncate(24 + random.below(damaged.len() - 24));
            }
            seal(&mut damaged);
            if let Ok(mut other) = Space::from_bytes(&damaged) {
                loaded += 1;
                if other.objects().count() > 0 {
                    answers(&mut other, random);
                }
                other.world.validate();
            }
        }
    }
    assert!(loaded > 20, "{loaded}");
}

/// A list that claims to be long takes no more memory than it has bytes.
#[test]
fn long_lists_are_refused() {
    let bytes = Space::new().to_bytes().expect("nothing in it");
    // The header, the tag, the settings; then how many shapes there are.
    let place = 24 + 4 + 4 + 8 + 4 * 3 + 8 + 8;
    for at in [place, place + 8, place + 16] {
        let mut long = bytes.clone();
        long[at..at + 8].copy_from_slice(&u64::MAX.to_le_bytes());
        seal(&mut long);
        assert_eq!(Space::from_bytes(&long).err(), Some(LoadError::Damaged));
    }
}

/// Shapes are no worlds, worlds no shapes, and what cannot be saved is not.
#[test]
fn worlds_and_shapes_are_told_apart() {
    let ball = Shape::sphere(1.0).expect("finite");
    let shape = ball.to_bytes().expect("finite");
    assert_eq!(Space::from_bytes(&shape).err(), Some(LoadError::NotAWorld));
    assert_eq!(Space::from_bytes(b"\x89PNG").err(), Some(LoadError::NotAWorld));
    let mut space = Space::new();
    let object = space.create_object(ball).expect("finite");
    let mut world = space.to_bytes().expect("finite");
    world[8] += 93;
    assert_eq!(Space::from_bytes(&world).err(), Some(LoadError::Version(99)));
    world[8] -= 93;
    assert_eq!(Shape::from_bytes(&world).unwrap_err(), LoadError::NotAShape);
    space.delete_object(object).expect("it exists");
    let own = Shape::from_support(|d: &Vec3| *d).expect("a ball");
    space.create_object(own).expect("finite");
    assert!(space.to_bytes().is_none());
    // The name of the deleted object is not used again.
    let mut loaded = Space::from_bytes(&world).expect("whole");
    let next = loaded.create_object(Shape::sphere(1.0).expect("finite")).expect("finite");
    assert_eq!(ordered(&loaded), [object, next]);
}

/// What is shared is saved once.
#[test]
fn shapes_are_saved_once() {
    let (vertices, faces) = torus(40, 20);
    let mesh = Shape::mesh(&vertices, &faces).expect("a torus");
    let size = |count: usize| {
        let mut space = Space::new();
        for _ in 0..count {
            space.create_object(mesh.clone()).expect("finite");
        }
        space.to_bytes().expect("finite").len()
    };
    assert!(size(50) < size(1) + 50 * 250);
}

/// A mesh keeps the settings of its surface, alone and in a compound; one with the usual settings is of version 1, as ever.
#[test]
fn surfaces_keep_their_settings() {
    let (vertices, faces) = torus(8, 5);
    let plain = Shape::mesh(&vertices, &faces).expect("a torus");
    assert_eq!(plain.to_bytes().expect("finite")[8], 1);
    let surface = SurfaceContacts { inner_edges: true, one_sided: true, flat_angle: 0.25 };
    let mesh = plain.with_surface_contacts(surface).expect("an angle");
    let compound = Shape::compound(&[(mesh.clone(), Placement::IDENTITY)]).expect("a part");
    for shape in [mesh, compound] {
        let bytes = shape.to_bytes().expect("finite");
        let loaded = Shape::from_bytes(&bytes).expect("whole");
        assert_eq!((bytes[8], loaded.to_bytes()), (6, Some(bytes)));
        if let ShapeKind::Mesh(mesh) = loaded.kind() {
            assert_eq!(*mesh.surface_contacts(), surface);
        }
    }
}
