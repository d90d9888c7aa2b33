//! Meshes between two frames: cloth that falls onto a mesh, and through itself, against all pairs of exact features.

use super::oracle::Oracle;
use solid::space::{ContactQuery, Placement, Selector, SelfContact, Shape, Space};
use solid_geometry::Vec3;
use solid_testing::Random;
use std::collections::BTreeSet;

/// How far apart the bounds of an exact time are at most.
const WIDTH: f64 = 1e-12;

/// Vertices along a side.
const SIDE: u32 = 4;

/// The triangles of a square grid.
fn grid() -> Vec<[u32; 3]> {
    let mut faces = Vec::new();
    for y in 0..SIDE - 1 {
        for v in (y * SIDE..).take(SIDE as usize - 1) {
            faces.extend([[v, v + 1, v + SIDE], [v + 1, v + SIDE + 1, v + SIDE]]);
        }
    }
    faces
}

fn edges(faces: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let of = |f: &[u32; 3]| [[f[0], f[1]], [f[1], f[2]], [f[2], f[0]]];
    let all = faces.iter().flat_map(of).map(|[a, b]| [a.min(b), a.max(b)]);
    all.collect::<BTreeSet<[u32; 2]>>().into_iter().collect()
}

/// Vertices of a grid at multiples of 1/16.
fn sheet(random: &mut Random, height: f64, rough: f64) -> Vec<Vec3> {
    let mut off = |by: f64| (random.signed() * by * 16.0).round() / 16.0;
    let at = |i: u32| (f64::from(i % SIDE), f64::from(i / SIDE));
    (0..SIDE * SIDE)
        .map(|i| Vec3::new(at(i).0 + off(0.25), height + off(rough), at(i).1 + off(0.25)))
        .collect()
}

/// A feature that touches: the vertices of each of its two parts, and the oracle with its answer.
type Hit = ([Vec<u32>; 2], Oracle, num_bigint::BigInt);

/// All features of two meshes that touch between two frames; of one mesh, those without a common vertex.
fn hits(ends: [[&[Vec3]; 2]; 2], faces: &[[u32; 3]], is_one: bool) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut ask = |is_face, parts: [(usize, Vec<u32>); 2]| {
        if is_one && parts[0].1.iter().any(|v| parts[1].1.contains(v)) {
            return;
        }
        let of = |end: usize| -> [Vec3; 4] {
            let points = parts
                .iter()
                .flat_map(|(mesh, part)| part.iter().map(move |v| ends[*mesh][end][*v as usize]));
            points.collect::<Vec<Vec3>>().try_into().expect("four points")
        };
        let oracle = Oracle::new(is_face, &of(0), &of(1));
        if let Some(truth) = oracle.first_impact() {
            let [(first, a), (_, b)] = parts;
            hits.push((if first == 0 { [a, b] } else { [b, a] }, oracle, truth));
        }
    };
    for face in faces {
        for v in 0..SIDE * SIDE {
            ask(true, [(0, vec![v]), (1, face.to_vec())]);
            if !is_one {
                ask(true, [(1, vec![v]), (0, face.to_vec())]);
            }
        }
    }
    let edges = edges(faces);
    for (i, e) in edges.iter().enumerate() {
        for f in &edges[if is_one { i + 1 } else { 0 }..] {
            ask(false, [(0, e.to_vec()), (1, f.to_vec())]);
        }
    }
    hits
}

/// That a time is a lower bound of all, and of one within its width.
fn check_first(time: Option<f64>, hits: &[&Hit], case: &str) {
    assert_eq!(time.is_some(), !hits.is_empty(), "{case}");
    let Some(time) = time else { return };
    let is_in = |(_, oracle, truth): &Hit, end: f64| oracle.is_between(truth, [time, end]);
    assert!(hits.iter().all(|hit| is_in(hit, 1.0)), "late at {time}, {case}");
    assert!(hits.iter().any(|hit| is_in(hit, (time + WIDTH).min(1.0))), "early at {time}, {case}");
}

#[test]
fn cloth_that_falls_through_a_mesh_is_not_missed() {
    let (mut seen, faces) = ([0; 2], grid());
    for round in 0..24 {
        let random = &mut Random::case(0xc107, round);
        let ground = sheet(random, 0.0, 0.5);
        let aside = Vec3::new(f64::from(random.below(5) as u32) - 1.0, 0.0, 0.5);
        let fallen = [-1.5, -9.0, 0.75][random.below(3)];
        let [before, now] = [2.0, fallen].map(|height| {
            sheet(random, height, 0.5).iter().map(|p| p + aside).collect::<Vec<Vec3>>()
        });
        let mut space = Space::new();
        space.create_object(Shape::mesh(&ground, &faces).expect("a mesh")).unwrap();
        let shape = space.define(Shape::mesh(&before, &faces).expect("a mesh"));
        space.create_object(shape).expect("an object");
        space.watch(Selector::All, ContactQuery::CommonPoint);
        space.proceed();
        space.change_vertex_base(shape, &now).expect("finite");
        let mut found = Vec::new();
        for threads in [1, 2] {
            space.set_threads(threads).expect("threads");
            let mut test = space.begin_motion_test();
            let contact = space.next_contact(&mut test);
            found.push(contact.map(|contact| (contact.time.to_bits(), contact.collision.points)));
        }
        assert_eq!(format!("{:?}", found[0]), format!("{:?}", found[1]), "by one and two threads");
        let all = hits([[&ground, &ground], [&before, &now]], &faces, false);
        let time = found[0].as_ref().map(|(bits, _)| f64::from_bits(*bits));
        check_first(time, &all.iter().collect::<Vec<&Hit>>(), &format!("round {round}"));
        seen[usize::from(time.is_some())] += 1;
    }
    assert!(seen.iter().all(|&count| count > 4), "{seen:?}");
}

#[test]
fn a_mesh_runs_into_itself_where_its_features_do() {
    let (mut most, faces) = (0, grid());
    for round in 0..16 {
        let random = &mut Random::case(0x5e1f, round);
        let before = sheet(random, 0.0, 0.0);
        // From gentle waves, in which no faces meet, to a heap.
        let rough = [0.25, 1.0, 3.0][random.below(3)];
        let push = |p: &Vec3| {
            let by = [0; 3].map(|_: i32| (random.signed() * rough * 16.0).round() / 16.0);
            p + Vec3::from(by)
        };
        let now: Vec<Vec3> = before.iter().map(push).collect();
        let mut space = Space::new();
        let shape = space.define(Shape::mesh(&before, &faces).expect("a mesh"));
        let cloth = space.create_object(shape).expect("an object");
        // Where it is placed makes no difference.
        space.place(cloth, Placement::translation([0.0, 7.0, 0.0])).expect("finite");
        space.proceed();
        space.place(cloth, Placement::translation([1.0, 0.3, 0.0])).expect("finite");
        space.change_vertex_base(shape, &now).expect("finite");
        let mut ask = |threads| {
            space.set_threads(threads).expect("threads");
            space.self_collisions_motion(cloth).expect("a mesh")
        };
        let (found, left_out) = ask(1);
        assert_eq!(ask(2), (found.clone(), left_out), "by one and two threads");
        assert_eq!(left_out, 0);
        assert!(found.is_sorted_by(|a, b| (a.time, a.faces) < (b.time, b.faces)));
        let all = hits([[&before, &now]; 2], &faces, true);
        for i in 0..faces.len() {
            for j in i + 1..faces.len() {
                let holds =
                    |face: usize, part: &[u32]| part.iter().all(|v| faces[face].contains(v));
                let is_of = |hit: &&Hit| {
                    let [p, q] = &hit.0;
                    (holds(i, p) && holds(j, q)) || (holds(j, p) && holds(i, q))
                };
                let of_pair: Vec<&Hit> = all.iter().filter(is_of).collect();
                let pair = [i as u32, j as u32];
                let contact = found.iter().find(|contact| contact.faces == pair);
                let case = format!("round {round}, faces {pair:?}");
                check_first(contact.map(|contact: &SelfContact| contact.time), &of_pair, &case);
            }
        }
        most = most.max(found.len());
        // In the next frame nothing moves: what touches does so from the start, and is less.
        space.proceed();
        let (at_rest, _) = space.self_collisions_motion(cloth).expect("a mesh");
        assert!(at_rest.iter().all(|contact| contact.time == 0.0), "{at_rest:?}");
    }
    assert!(most > 20, "{most}");
}
