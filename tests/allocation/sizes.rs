//! How much memory objects and triangles take, and that all of it comes back.

use crate::counter::Watch;
use crate::scenes::{
    Crowd, Random, hull, mesh_by_index, mesh_by_value, primitives, respond, torus,
};
use solid::capi::*;
use solid::space::{ContactQuery, Object, Placement, Selector, Space};
use solid_geometry::Shape;
use solid_geometry::broad::{Adaptive, BoxTree, BroadPhase, BruteForce, PairSink, SweepAndPrune};
use solid_geometry::math::{Aabb, Vec3};
use solid_geometry::mesh::{Builder, PolytopeKind};
use solid_geometry::query::SharedBytes;
use solid_geometry::shape::Polytope;
use std::sync::Arc;

/// A space of `count` boxes and spheres in random places, that fill a twentieth of the room as in the benchmark W0,
/// and how many pairs collide. Where it `proceeds`, each object has a past.
fn space(count: usize, proceeds: bool, random: &mut Random) -> (Space, usize) {
    let mut space = Space::new();
    let shapes = [Shape::cuboid([1.0, 0.8, 1.2]), Shape::sphere(0.6)]
        .map(|shape| space.define(shape.expect("a shape")));
    space.watch(Selector::All, ContactQuery::ClosestBefore);
    let room = 1.3 * (count as f64).cbrt();
    let add = |i: usize| {
        let [x, y, z] = random.point(1.0);
        let mut placement = Placement::translation(Vec3::new(x, y, z) * room);
        placement.rotate(&[x, y, z, 1.2]);
        let object = space.create_object(shapes[i % 2]).expect("a shape");
        space.place(object, placement).expect("a finite placement");
        object
    };
    let objects: Vec<Object> = (0..count).map(add).collect();
    let mut collisions = 0;
    // Still and moving: the broad phase has had reason for both of its ways.
    for frame in 0..40 {
        collisions = space.collisions().count();
        if proceeds {
            space.proceed();
        }
        let stride = if frame < 10 { 1 } else { 50 };
        for object in objects.iter().step_by(stride) {
            let step = Vec3::new(0.01, -0.01, 0.005);
            space.transform(*object, |p| p.translate(&step)).expect("a finite placement");
        }
    }
    (space, collisions)
}

/// The bytes an object, in spaces of both sizes that are asked for.
fn bytes_an_object(proceeds: bool) -> [f64; 2] {
    let watch = Watch::new();
    [1000, 10_000].map(|count| {
        let before = watch.live();
        let (space, collisions) = space(count, proceeds, &mut Random::new(count as u64));
        let bytes = (watch.live() - before) as f64 / count as f64;
        assert!(collisions * 6 > count, "{collisions} collisions are no moderate density");
        drop(space);
        assert_eq!(watch.live(), before, "a space gives all back");
        bytes
    })
}

#[test]
fn an_object_takes_at_most_800_bytes() {
    let bytes = bytes_an_object(false);
    println!("{bytes:.0?} bytes an object, of 1000 and of 10,000");
    assert!(bytes.iter().all(|bytes| *bytes <= 800.0), "{bytes:.0?} bytes an object");
}

#[test]
fn an_object_with_a_past_takes_at_most_800_bytes() {
    let bytes = bytes_an_object(true);
    println!("{bytes:.0?} bytes an object, of 1000 and of 10,000");
    assert!(bytes.iter().all(|bytes| *bytes <= 800.0), "{bytes:.0?} bytes an object");
}

#[test]
fn a_triangle_takes_at_most_100_bytes() {
    let watch = Watch::new();
    for (n, m) in [(50, 50), (250, 200)] {
        let (vertices, triangles) = torus(n, m, 1.0);
        for (how, build) in
            [("index", mesh_by_index as fn(&[_], &[_]) -> _), ("value", mesh_by_value)]
        {
            // The store of shapes keeps its capacity: let it have it before.
            dtDeleteShape(build(&vertices[..], &triangles[..]));
            let before = watch.live();
            let mut shape = std::ptr::null_mut();
            let peak = watch.peak(|| shape = build(&vertices, &triangles)) - before;
            let each = |bytes: i64| bytes as f64 / triangles.len() as f64;
            let bytes = each(watch.live() - before);
            assert!(
                bytes <= 100.0,
                "{} triangles by {how}: {bytes:.1} bytes each",
                triangles.len()
            );
            dtDeleteShape(shape);
            assert_eq!(watch.live(), before, "a shape gives all back");
            // Not before: what is printed is captured, in memory that counts.
            println!(
                "{} triangles by {how}: {bytes:.1} bytes each, {:.1} while it is built",
                triangles.len(),
                each(peak)
            );
        }
    }
}

/// What `Builder::ensure_finish` makes sure of is enough: else the end of a shape could abort the process.
#[test]
fn a_shape_is_finished_in_the_memory_that_was_ensured() {
    let watch = Watch::new();
    let random = &mut Random::new(7);
    let sphere = |random: &mut Random| {
        let [x, y, z] = random.point(1.0);
        Vec3::new(x, y, z).normalize()
    };
    // How many polytopes of how many vertices, by index or by value.
    use PolytopeKind::{ConcavePolygon, Polyhedron, Simplex};
    for (kind, count, size, by_value) in [
        (Simplex, 20_000, 3, false),
        (Simplex, 20_000, 3, true),
        (Simplex, 20_000, 1, false),
        (Polyhedron, 500, 9, true),
        (Polyhedron, 300, 60, false),
        (Polyhedron, 1, 10_000, false),
        (ConcavePolygon, 1, 10_000, false),
        (ConcavePolygon, 2000, 8, true),
    ] {
        let angle = |i: u32| f64::from(i % size) / f64::from(size) * std::f64::consts::TAU;
        let radius = |i: u32| if i.is_multiple_of(2) { 1.0 } else { 0.5 };
        let point = |i: u32, random: &mut Random| match kind {
            ConcavePolygon => Vec3::new(angle(i).cos(), angle(i).sin(), 0.0) * radius(i),
            _ => sphere(random) + Vec3::x() * f64::from(i / size),
        };
        let points: Vec<Vec3> = (0..count * size).map(|i| point(i, random)).collect();
        let mut builder = Builder::new();
        for polytope in 0..count {
            if by_value {
                builder.begin(kind);
                (0..size).for_each(|i| builder.vertex(points[(polytope * size + i) as usize]));
                builder.end();
            } else {
                builder.vertex_range(kind, polytope * size, size);
            }
        }
        let (ensured, before) =
            (watch.peak(|| builder.ensure_finish()) - watch.live(), watch.live());
        let peak = watch.peak(|| drop(builder.finish(Some(&|i: u32| points[i as usize])))) - before;
        assert!(peak <= ensured, "{count} {kind:?} of {size}: {peak} bytes of {ensured}");
    }
}

/// Everything made, moved, tested, deformed and deleted.
fn storm(seed: u64) {
    let random = &mut Random::new(seed);
    let (mut vertices, triangles) = torus(12, 8, 0.1);
    let mut shapes = primitives();
    shapes.push(mesh_by_index(&vertices, &triangles));
    shapes.push(mesh_by_value(&vertices, &triangles));
    shapes.extend([hull(5, random), hull(40, random)]);
    let mut hits = 0;
    respond(DtResponseType::DT_SMART_RESPONSE, Some(&mut hits));
    let mut crowd = Crowd::new(&shapes, 45, 2.0, random);
    for i in 0..45 {
        let (a, b) = (crate::scenes::reference(i), crate::scenes::reference((i + 1) % 45));
        dtClearPairResponse(a, b);
        dtClearObjectResponse(a);
        dtResetObjectResponse(a);
    }
    crowd.gather(random);
    dtTest();
    for frame in 0..20 {
        if frame % 5 == 0 {
            vertices.iter_mut().for_each(|v| v[1] *= 1.0 + 0.1 * random.signed());
            // SAFETY: as many vertices as the shape was made of.
            unsafe { dtChangeVertexBase(shapes[5], vertices.as_ptr().cast()) };
            crowd.jump(random);
        }
        crowd.drift(1 + frame % 3, random);
        dtTest();
        dtProceed();
    }
    assert!(hits > 100);
    respond(DtResponseType::DT_NO_RESPONSE, None);
    // Some shapes go before their objects, some after.
    shapes.drain(..4).for_each(|shape| dtDeleteShape(shape));
    crowd.disperse();
    shapes.into_iter().for_each(|shape| dtDeleteShape(shape));
    let unfinished = dtNewComplexShape();
    dtVertex(1.0, 2.0, 3.0);
    dtDeleteShape(unfinished);
    assert_eq!(dtTest(), 0);
    dtProceed();
}

#[test]
fn storms_leave_nothing_behind() {
    let watch = Watch::new();
    // The tables of the machine keep the capacity of their fullest moment.
    (0..12).for_each(|round| storm(1 + round % 4));
    let before = watch.live();
    for round in 0..40 {
        storm(1 + round % 4);
        assert!(watch.live() <= before, "round {round}: {} bytes more", watch.live() - before);
    }
    assert_eq!(dtGetError() as u32, DtError::DT_NO_ERROR as u32);
}

struct NullSink;

impl PairSink for NullSink {
    fn begin(&mut self, _: u32, _: u32) {}
    fn end(&mut self, _: u32, _: u32) {}
}

#[test]
fn a_box_of_a_broad_phase_takes_few_bytes() {
    type Maker = fn() -> Box<dyn BroadPhase>;
    let watch = Watch::new();
    let makers: [(&str, Maker); 4] = [
        ("adaptive", || Box::new(Adaptive::default())),
        ("tree", || Box::new(BoxTree::default())),
        ("sweep", || Box::new(SweepAndPrune::default())),
        ("brute force", || Box::new(BruteForce::default())),
    ];
    for (name, make) in makers {
        let (before, mut phase, mut random) = (watch.live(), make(), Random::new(4));
        for _ in 0..4 {
            for i in 0..1000 {
                let center = Vec3::from(random.point(12.6));
                phase.place(i, &Aabb::from_center(center, Vec3::repeat(0.6)));
            }
            phase.update(&mut NullSink);
        }
        let each = (watch.live() - before) as f64 / 1000.0;
        assert!((90.0..400.0).contains(&each), "{name}: {each} bytes a box");
    }
}

/// In every update the box at one end of a row goes and one comes at the other, in front or behind.
#[test]
fn a_belt_of_boxes_needs_no_more_memory() {
    let watch = Watch::new();
    let count = 200;
    for (step, reuse) in [(1.0, true), (1.0, false), (-1.0, true), (-1.0, false)] {
        let cube =
            |i: u32| Aabb::from_center(Vec3::new(f64::from(i) * step, 0.0, 0.0), Vec3::repeat(0.6));
        let (mut phase, mut settled) = (SweepAndPrune::default(), 0);
        (0..count).for_each(|i| phase.place(i, &cube(i)));
        phase.update(&mut NullSink);
        for round in count..count + 1000 {
            phase.remove(round % count);
            if !reuse {
                phase.update(&mut NullSink);
            }
            phase.place(round % count, &cube(round));
            phase.update(&mut NullSink);
            if round == 2 * count {
                settled = watch.live();
            }
        }
        assert_eq!(watch.live(), settled, "a list grows with every box");
    }
}

#[test]
fn a_triangle_that_deforms_takes_at_most_100_bytes() {
    let watch = Watch::new();
    let (vertices, triangles) = torus(60, 60, 1.0);
    let mut builder = Builder::new();
    for triangle in &triangles {
        builder.vertex_indices(PolytopeKind::Simplex, triangle);
    }
    let before = watch.live();
    let (mut soup, _) = builder.finish(Some(&|i: u32| Vec3::from(vertices[i as usize])));
    let each = || (watch.live() - before) as f64 / triangles.len() as f64;
    assert!(each() <= 88.0, "{} bytes", each());
    assert!(soup.change_vertices(&|i: u32| Vec3::from(vertices[i as usize]) * 2.0));
    soup.validate();
    assert!(each() <= 100.0, "{} bytes", each());
}

#[test]
fn a_vertex_of_a_polytope_takes_at_most_80_bytes() {
    let (watch, mut random) = (Watch::new(), Random::new(6));
    let sphere = |_| Vec3::from(random.point(1.0)).normalize();
    let points: Vec<Vec3> = (0..5000).map(sphere).collect();
    let before = watch.live();
    let polytope = Polytope::new(&points);
    let each = (watch.live() - before) as f64 / polytope.len() as f64;
    assert!(each <= 80.0, "{each} bytes");
}

#[test]
fn a_mesh_in_shared_bytes_takes_next_to_no_memory() {
    let watch = Watch::new();
    let (vertices, faces) = torus(64, 32, 1.0);
    let vertices = Vec::from_iter(vertices.into_iter().map(Vec3::from));
    let saved = Shape::mesh(&vertices, &faces).expect("a torus").to_bytes().expect("finite");
    let shared: SharedBytes = Arc::new(saved.clone());
    let taken = |load: &dyn Fn() -> Shape| {
        let before = watch.live();
        let shape = load();
        let bytes = watch.live() - before;
        drop(shape);
        bytes
    };
    let own = taken(&|| Shape::from_bytes(&saved).expect("whole"));
    let sharing = taken(&|| Shape::from_shared_bytes(Arc::clone(&shared)).expect("whole"));
    assert!(sharing * 20 < own, "{sharing} of {own} bytes");
}
