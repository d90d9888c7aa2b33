//! Figures 3.6 to 3.9: two spheres approaching, fifteen shuttles, crowds of spheres.

use std::hint::black_box;

use solid::math::{Placement, Vec3};
use solid::octree::exact::triangles_meet;
use solid::octree::{Accuracy, Division, FaceMesh, FacePair, Settings, Subdivision, Vertices};

use super::bodies::{Body, Random, SPHERES, chair, head, shuttle, sphere, turned};
use super::least;

/// Bodies and where they are in each cycle.
pub struct Scene {
    pub bodies: Vec<Body>,
    pub cycles: Vec<Vec<Placement>>,
}

impl Scene {
    pub fn meshes<'a>(&'a self, placements: &'a [Placement]) -> Vec<FaceMesh<'a>> {
        let mesh = |(body, placement): (&'a Body, &'a Placement)| FaceMesh {
            now: Vertices { local: &body.vertices, placement: Some(placement) },
            ..FaceMesh::triangles(&body.vertices, &body.triangles)
        };
        self.bodies.iter().zip(placements).map(mesh).collect()
    }

    /// The time of each cycle.
    pub fn times(&self, method: &mut Subdivision, rounds: usize) -> Vec<f64> {
        let time = |placements: &Vec<Placement>| {
            let meshes = self.meshes(placements);
            least(rounds, || {
                black_box(method.interfering(black_box(&meshes)));
            })
        };
        self.cycles.iter().map(time).collect()
    }

    /// Panics unless every cycle is as brute force has it; tells how many pairs interfere in the last.
    pub fn check(&self, method: &mut Subdivision) -> usize {
        let mut last = 0;
        for placements in &self.cycles {
            let meshes = self.meshes(placements);
            let expected = brute(&meshes);
            assert_eq!(method.interfering(&meshes), expected);
            last = expected.len();
        }
        last
    }

    /// Ends the scene with the first cycle in which faces interfere.
    fn until_contact(mut self) -> Scene {
        let mut method = Subdivision::default();
        let hits = |placements: &Vec<Placement>| !method.interfering(&self.meshes(placements)).is_empty();
        let last = self.cycles.iter().position(hits).unwrap_or(self.cycles.len());
        self.cycles.truncate(last + 1);
        self
    }
}

/// All pairs of faces of objects whose boxes overlap.
fn brute(meshes: &[FaceMesh<'_>]) -> Vec<FacePair> {
    let mut found = Vec::new();
    let all: Vec<Vec<[Vec3; 3]>> =
        meshes.iter().map(|m| (0..m.len() as u32).flat_map(|f| m.triangles_of(f)).collect()).collect();
    let range = |t: &[[Vec3; 3]]| {
        let first = t[0][0];
        t.iter().flatten().fold((first, first), |(low, high), p| (low.inf(p), high.sup(p)))
    };
    let apart = |a: (Vec3, Vec3), b: (Vec3, Vec3)| (0..3).any(|i| a.0[i] > b.1[i] || b.0[i] > a.1[i]);
    for i in 0..all.len() {
        for j in i + 1..all.len() {
            if apart(range(&all[i]), range(&all[j])) {
                continue;
            }
            for (f, s) in all[i].iter().enumerate() {
                for (g, t) in all[j].iter().enumerate() {
                    if !apart(range(&[*s]), range(&[*t])) && triangles_meet(s, t) {
                        let (objects, faces) = ([i as u32, j as u32], [f as u32, g as u32]);
                        found.push(FacePair { objects, faces });
                    }
                }
            }
        }
    }
    found
}

/// Two spheres that approach each other, turning, until faces interfere.
pub fn approach(faces: usize) -> Scene {
    let bodies = vec![sphere(faces); 2];
    let cycle = |i: u32| {
        let (at, turn) = (1.8 - 0.0112 * f64::from(i), 0.03 * f64::from(i));
        vec![turned(turn, Vec3::new(-at, 0.1, 0.0)), turned(1.0 - turn, Vec3::new(at, -0.1, 0.05))]
    };
    Scene { bodies, cycles: (0..120).map(cycle).collect() }.until_contact()
}

pub fn spheres() {
    println!("figures 3.6 and 3.7: two spheres approaching, last cycle; us and published ms");
    for (faces, _, _) in SPHERES {
        let scene = approach(faces);
        let mut method = Subdivision::default();
        let pairs = scene.check(&mut method);
        let times = scene.times(&mut method, 200);
        let (last, most) = (times[times.len() - 1], times.iter().copied().fold(0.0, f64::max));
        let published = [(168, 11.0), (528, 16.0), (960, 24.0), (3968, 70.0)];
        let published = published
            .iter()
            .find(|p| p.0 == faces)
            .map_or(String::new(), |p| format!("{:5.0} ms, {:6.0} times as fast", p.1, p.1 * 1e3 / last));
        println!(
            "{faces:5} faces: {last:8.2} us, most {most:8.2} us; {pairs:4} pairs in cycle {:3}; {published}",
            times.len()
        );
    }
}

/// Fifteen shuttles in a crowd, all turning; two of them meet after some time.
pub fn fifteen() -> Scene {
    let long_enough = |scene: &Scene| (20..200).contains(&scene.cycles.len());
    (1..).map(fifteen_from).find(long_enough).expect("one of many")
}

fn fifteen_from(seed: u64) -> Scene {
    let mut random = Random(seed);
    let bodies = vec![shuttle(); 15];
    let start: Vec<(Vec3, f64)> = (0..15_u32)
        .map(|i| {
            let place = Vec3::new(f64::from(i % 3), f64::from(i / 3 % 3), f64::from(i / 9)) * 2.9;
            (place + random.vector() * 0.2, random.signed() * 3.0)
        })
        .collect();
    let cycle = |i: u32| {
        let time = f64::from(i) * 0.01;
        let place = |(k, (at, turn)): (usize, &(Vec3, f64))| {
            let toward = if k == 0 { start[1].0 - at } else { Vec3::zeros() };
            turned(turn + 0.1 * time, at + toward * (0.3 * time))
        };
        start.iter().enumerate().map(place).collect()
    };
    Scene { bodies, cycles: (0..200).map(cycle).collect() }.until_contact()
}

pub fn shuttles() {
    let scene = fifteen();
    let mut method = Subdivision::default();
    let pairs = scene.check(&mut method);
    let times = scene.times(&mut method, 200);
    let (last, most) = (times[times.len() - 1], times.iter().copied().fold(0.0, f64::max));
    println!(
        "figure 3.8: fifteen shuttles, {} cycles, {pairs} pairs at the end, {} faces in regions",
        times.len(),
        method.faces_in_regions()
    );
    println!("  last {last:.2} us (published 31 ms: {:.0} times), most {most:.2} us", 31e3 / last);
    let two = |p: &Vec<Placement>| vec![p[0], p[1]];
    let pair = Scene { bodies: vec![shuttle(); 2], cycles: scene.cycles.iter().map(two).collect() };
    let last = *pair.times(&mut method, 200).last().unwrap_or(&0.0);
    println!("  the two alone {last:.2} us (published 16 ms: {:.0} times)", 16e3 / last);
}

/// So many spheres of 528 faces in a box; two of them meet at last.
pub fn crowd(count: usize) -> Scene {
    let bodies = vec![sphere(528); count];
    let mut random = Random(count as u64);
    let start: Vec<Vec3> = (0..count as u32)
        .map(|i| {
            Vec3::new(f64::from(i % 4), f64::from(i / 4 % 4), f64::from(i / 16)) * 2.1
                + random.vector() * 0.03
        })
        .collect();
    let cycle = |i: u32| {
        let time = f64::from(i) * 0.01;
        let place = |(k, at): (usize, &Vec3)| {
            let toward = if k == 0 { start[1] - at } else { Vec3::zeros() };
            turned(time * (1.0 + k as f64 * 0.1), at + toward * (0.3 * time))
        };
        start.iter().enumerate().map(place).collect()
    };
    Scene { bodies, cycles: (0..200).map(cycle).collect() }.until_contact()
}

pub fn crowds() {
    println!("figure 3.9: crowds of spheres of 528 faces");
    for (count, published) in [(10, 16.0), (20, 21.0), (30, 22.0), (40, 41.0)] {
        let scene = crowd(count);
        let mut method = Subdivision::default();
        let pairs = scene.check(&mut method);
        let times = scene.times(&mut method, 100);
        let last = times[times.len() - 1];
        println!(
            "  {count}: last of {} {last:.2} us, {pairs} pairs (published {published} ms: {:.0} times)",
            times.len(),
            published * 1e3 / last
        );
    }
}

/// The environment of figure 3.11: a sphere, a shuttle, a chair and a head.
pub fn household() -> Scene {
    let bodies = vec![sphere(120), shuttle(), chair(), head()];
    let cycle = |i: u32| {
        let time = f64::from(i) * 0.02;
        vec![
            turned(time, Vec3::new(-4.0, 3.0, 1.0)),
            turned(0.5 * time, Vec3::new(3.5 - time, 0.2, 0.1)),
            turned(-time, Vec3::new(-3.5, -3.5, 0.5)),
            turned(0.3 * time, Vec3::new(-2.0 + 0.5 * time, 0.0, 0.0)),
        ]
    };
    Scene { bodies, cycles: (0..400).map(cycle).collect() }.until_contact()
}

/// Octree or bintree, boxes or faces: what the defaults were chosen by.
pub fn divisions() {
    println!("ways of dividing, last cycle, us");
    let scenes = [
        ("two spheres of 3968", approach(3968)),
        ("fifteen shuttles", fifteen()),
        ("forty spheres", crowd(40)),
        ("household", household()),
    ];
    for (name, scene) in &scenes {
        let last =
            Scene { bodies: scene.bodies.clone(), cycles: scene.cycles[scene.cycles.len() - 1..].to_vec() };
        for division in [Division::Octree, Division::Bintree] {
            for accuracy in [Accuracy::Boxes, Accuracy::Exact] {
                for levels in [None, Some(6)] {
                    let mut method =
                        Subdivision::new(Settings { division, accuracy, levels, ..Settings::default() });
                    let time = last.times(&mut method, 100)[0];
                    println!("  {name:20} {division:?} {accuracy:?} {levels:?}: {time:8.2}");
                }
            }
        }
    }
}
