//! Nothing is allocated by moves and dtTest once warm.

use crate::counter::Watch;
use crate::scenes::{
    Crowd, Random, hull, mesh_by_index, mesh_by_value, primitives, reference, respond,
    respond_with, torus,
};
use solid::capi::*;
use solid::space::{ContactQuery, Placement, Selector, Shape, Space, Vec3};

const KINDS: [DtResponseType; 3] = [
    DtResponseType::DT_SIMPLE_RESPONSE,
    DtResponseType::DT_SMART_RESPONSE,
    DtResponseType::DT_WITNESSED_RESPONSE,
];

/// One run of every kind of motion under every kind of response, caching on and off. Returns the number of
/// callbacks; `check` is called after every frame.
fn run(
    crowd: &mut Crowd,
    frames: usize,
    random: &mut Random,
    mut check: impl FnMut(&str),
) -> (u32, u32) {
    let (mut hits, mut begun_or_ended, mut last) = (0, 0, 0);
    for kind in KINDS {
        for caching in [true, false] {
            if caching {
                dtEnableCaching()
            } else {
                dtDisableCaching()
            }
            let mut count = 0;
            respond(kind, Some(&mut count));
            for frame in 0..frames {
                let motion = match frame % 24 {
                    0 => "jump",
                    1..12 => "drift",
                    12..22 => "few drift",
                    _ => "stay",
                };
                match motion {
                    "jump" => crowd.jump(random),
                    "drift" => crowd.drift(1, random),
                    "few drift" => crowd.drift(7, random),
                    _ => {}
                }
                let now = dtTest();
                begun_or_ended += u32::from(now != last);
                last = now;
                if frame % 3 == 0 {
                    dtProceed();
                }
                check(motion);
            }
            hits += count;
        }
    }
    (hits, begun_or_ended)
}

/// Warms a crowd up, then holds the library to allocating nothing in twice as many frames.
fn allocates_nothing(shapes: &[DtShapeRef], count: usize, room: f64, frames: usize) {
    let watch = Watch::new();
    let random = &mut Random::new(count as u64);
    let mut crowd = Crowd::new(shapes, count, room, random);
    for kind in KINDS {
        let mut hits = 0;
        respond(kind, Some(&mut hits));
        crowd.gather(random);
        dtTest();
        assert!(hits > 0, "objects in one place collide");
        dtProceed();
    }
    run(&mut crowd, frames, random, |_| {});
    let mut guilty = Vec::with_capacity(10_000);
    let mut before = watch.calls();
    let (hits, changes) = run(&mut crowd, 2 * frames, random, |motion| {
        let now = watch.calls();
        if now != before {
            guilty.push((motion.to_owned(), now - before));
        }
        before = watch.calls();
    });
    let number = guilty.len();
    guilty.truncate(8);
    assert!(number == 0, "{number} frames allocated: {guilty:?}");
    assert!(
        hits as usize > frames && changes as usize > frames / 2,
        "a lively scene: {hits}, {changes}"
    );
    respond(DtResponseType::DT_NO_RESPONSE, None);
    crowd.disperse();
    dtTest();
    dtEnableCaching();
}

#[test]
fn primitives_in_motion() {
    allocates_nothing(&primitives(), 80, 4.0, 240);
}

#[test]
fn many_primitives_in_motion() {
    allocates_nothing(&primitives(), 600, 9.0, 48);
}

#[test]
fn hulls_in_motion() {
    let random = &mut Random::new(5);
    let shapes = [hull(4, random), hull(20, random), hull(60, random), hull(500, random)];
    allocates_nothing(&shapes, 60, 4.0, 120);
}

#[test]
fn meshes_in_motion() {
    let (vertices, triangles) = torus(24, 16, 0.1);
    let mut shapes =
        vec![mesh_by_index(&vertices, &triangles), mesh_by_value(&vertices, &triangles)];
    shapes.extend(primitives());
    allocates_nothing(&shapes, 28, 2.0, 72);
}

#[test]
fn box_queries() {
    let watch = Watch::new();
    let random = &mut Random::new(19);
    let mut crowd = Crowd::new(&primitives(), 200, 5.0, random);
    // As many pairs as there can be.
    crowd.gather(random);
    dtTest();
    crowd.jump(random);
    let mut found = [std::ptr::null_mut(); 200];
    let mut query = |crowd: &mut Crowd, half: f64| {
        crowd.drift(if half > 2.0 { 1 } else { 20 }, random);
        let (low, high) = ([-half; 3], [half; 3]);
        // SAFETY: three numbers each, and room for so many.
        unsafe { dtQueryBox(low.as_ptr(), high.as_ptr(), found.as_mut_ptr(), 200) }
    };
    // All at once, then as the default broad phase likes it for many and for few that move.
    assert_eq!(query(&mut crowd, 1e6), 200);
    let _: u32 = (0..240).map(|i| query(&mut crowd, f64::from(i % 5))).sum();
    let before = watch.calls();
    let count: u32 = (0..60).map(|i| query(&mut crowd, f64::from(i % 5))).sum();
    assert!(count > 100, "{count} objects");
    assert_eq!(watch.calls(), before, "a query allocates");
}

/// Runs frames in which bodies and a mesh touch, with their depths and contacts; `look` sees the memory once it is warm, and then after
/// each frame.
fn contacts_in_frames(inner_edges: DtBool, mut look: impl FnMut(&Watch, DtResponseTypeArgument)) {
    let watch = Watch::new();
    let random = &mut Random::new(77);
    let (vertices, triangles) = torus(12, 8, 0.1);
    let mut shapes = primitives();
    let mesh = mesh_by_index(&vertices, &triangles);
    assert_eq!(dtSetInnerEdges(mesh, inner_edges), 1);
    shapes.push(mesh);
    let mut crowd = Crowd::new(&shapes, 30, 2.5, random);
    for kind in [DT_DEPTH_RESPONSE, DT_CONTACTS_RESPONSE] {
        let mut hits = 0;
        respond_with(kind, &mut hits);
        crowd.gather(random);
        dtTest();
        (0..60).for_each(|_| {
            crowd.drift(1, random);
            dtTest();
        });
        look(&watch, kind);
        for _ in 0..30 {
            crowd.drift(1, random);
            dtTest();
            look(&watch, kind);
        }
        assert!(hits > 200, "{hits}");
    }
    respond(DtResponseType::DT_NO_RESPONSE, None);
    crowd.disperse();
    dtTest();
}

/// Depths and contacts of parts have a memory of their own, as large as they ever need.
#[test]
fn contacts_in_motion() {
    let mut before = None;
    contacts_in_frames(1, |watch, kind| {
        let (response, calls) = *before.get_or_insert((kind, watch.calls()));
        if response == kind {
            assert_eq!(watch.calls(), calls, "a frame of response {kind} allocates");
        } else {
            before = Some((kind, watch.calls()));
        }
    });
}

/// Those of surfaces take memory for each pair, and keep none of it.
#[test]
fn contacts_of_surfaces_keep_no_memory() {
    let mut most = None;
    contacts_in_frames(0, |watch, kind| {
        let (response, live) = *most.get_or_insert((kind, watch.live()));
        if response == kind {
            assert!(watch.live() <= live + SLACK, "{} of {live} in response {kind}", watch.live());
        } else {
            most = Some((kind, watch.live()));
        }
    });
}

/// Lists of contacts may still grow a little.
const SLACK: i64 = 16 << 10;

#[test]
fn rays() {
    let watch = Watch::new();
    let random = &mut Random::new(78);
    let (vertices, triangles) = torus(12, 8, 0.1);
    let mut shapes = primitives();
    shapes.push(mesh_by_index(&vertices, &triangles));
    let mut crowd = Crowd::new(&shapes, 60, 3.0, random);
    crowd.jump(random);
    dtTest();
    let mut hits = 0;
    let mut cast = |rounds: usize| {
        for _ in 0..rounds {
            let [from, to] = [random.point(1.0), random.point(1.0)].map(|v| v.map(|x| 4.0 * x));
            let mut first = DtRayHit {
                object: std::ptr::null_mut(),
                time: 0.0,
                point: DtVector::default(),
                normal: DtVector::default(),
            };
            // SAFETY: places of the right sizes.
            unsafe {
                dtRayCast(from.as_ptr(), to.as_ptr(), &mut first);
                hits += dtRayCastAll(from.as_ptr(), to.as_ptr(), std::ptr::null_mut(), 0);
            }
        }
        hits
    };
    cast(400);
    let before = watch.calls();
    let hits = cast(400);
    assert_eq!(watch.calls(), before);
    assert!(hits > 400, "{hits}");
    crowd.disperse();
    dtTest();
}

/// Of every kind, by convex shapes.
#[test]
fn queries_about_all_objects() {
    let watch = Watch::new();
    let random = &mut Random::new(79);
    let shapes = primitives();
    let mut crowd = Crowd::new(&shapes, 60, 3.0, random);
    crowd.jump(random);
    dtTest();
    let mut hits = 0;
    let mut ask = |rounds: usize| {
        for round in 0..rounds {
            let [at, by, spin] = [4.0, 4.0, 0.5].map(|size| random.point(1.0).map(|x| size * x));
            let [x, y, z] = at;
            let placement =
                [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0];
            let motion = DtMotion { translation: by, spin };
            let filter = DtQueryFilter { most: (round % 3) as u32, ..DtQueryFilter::default() };
            let shape = shapes[round % shapes.len()];
            for kind in 0..4 {
                // SAFETY: places of the right sizes, and NULL.
                hits += unsafe {
                    dtQuery(
                        kind,
                        shape,
                        placement.as_ptr(),
                        &motion,
                        &filter,
                        std::ptr::null(),
                        std::ptr::null_mut(),
                        0,
                    )
                };
            }
        }
        hits
    };
    ask(400);
    let before = watch.calls();
    let hits = ask(400);
    assert_eq!(watch.calls(), before);
    assert!(hits > 400, "{hits}");
    crowd.disperse();
    dtTest();
}

/// Spheres in couples that are drawn anew in every frame: the number of pairs is always the same, but almost all of
/// them begin and end. Warm after some frames, whatever the number of pairs is to the sizes of the tables; the broad
/// phase has been calm for a while then, so that its other way has been used too.
#[test]
fn a_constant_number_of_changing_pairs() {
    let watch = Watch::new();
    let sphere = dtSphere(1.0);
    for count in [29, 57, 112, 225] {
        let mut hits = 0;
        respond(DtResponseType::DT_SMART_RESPONSE, Some(&mut hits));
        (0..count).for_each(|i| dtCreateObject(reference(i), sphere));
        let mut order: Vec<usize> = (0..count).collect();
        let mut frame = |random: &mut Random, swaps: usize| {
            for at in 0..swaps {
                order.swap(at, (random.word() % count as u64) as usize);
            }
            for (at, object) in order.iter().enumerate() {
                dtSelectObject(reference(*object));
                dtLoadIdentity();
                dtTranslate((at / 2) as f64 * 3.0, 0.0, (at % 2) as f64);
            }
            assert_eq!(dtTest() as usize, count / 2);
        };
        let random = &mut Random::new(3);
        (0..300).for_each(|i| frame(random, if i < 100 { 0 } else { count }));
        let before = watch.calls();
        for i in 0..1_500 {
            frame(random, count);
            assert_eq!(watch.calls(), before, "{count} objects, frame {i}");
        }
        respond(DtResponseType::DT_NO_RESPONSE, None);
        (0..count).for_each(|i| dtDeleteObject(reference(i)));
    }
    dtDeleteShape(sphere);
}

/// Places objects at random, frame after frame, in a space that has not seen more pairs than come of that; returns in
/// how many of the last hundred frames the test allocated. `count` objects, of which each meets another now and then.
fn frames_that_allocate_at_random_places(count: usize, seed: u64) -> u64 {
    let watch = Watch::new();
    let random = &mut Random::new(seed);
    let mut space = Space::new();
    let cube = space.define(Shape::cuboid([1.0; 3]).expect("a cube"));
    space.watch(Selector::All, ContactQuery::Hit);
    let objects: Vec<_> = (0..count).map(|_| space.create_object(cube).expect("a shape")).collect();
    let room = 0.9 * (count as f64).cbrt();
    let (mut allocations, mut hits) = (0, 0);
    for frame in 0..130 {
        for object in &objects {
            let to = Placement::translation(Vec3::from(random.point(1.0)) * room);
            space.place(*object, to).expect("a finite placement");
        }
        let before = watch.calls();
        hits += space.collisions().count();
        if frame >= 30 {
            allocations += u64::from(watch.calls() > before);
        }
    }
    assert!(hits > 130 * count / 10, "a lively scene: {hits}");
    allocations
}

/// A new greatest number of pairs is rare once a scene has gone on for a while, and lists grow to twice their length when one
/// comes.
#[test]
fn random_places_seldom_need_more_memory_after_a_while() {
    for count in [50, 200, 600] {
        let guilty = (1..=8).filter(|seed| frames_that_allocate_at_random_places(count, *seed) > 0);
        let guilty = guilty.count();
        assert!(
            guilty <= 1,
            "{count} objects: {guilty} scenes of 8 allocate in the last 100 frames"
        );
    }
}
