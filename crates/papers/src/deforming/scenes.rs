//! The report's environments: bodies, and where they are in each cycle until faces interfere.

use crate::octree::{FaceMesh, Subdivision, Vertices};
use solid_geometry::math::{Placement, Vec3};

use super::bodies::{Body, chair, head, ring, shuttle, sphere};
use super::brute::all_pairs;
use crate::random::Random;

/// Bodies and where they are in each cycle.
pub struct Scene {
    /// All bodies.
    pub bodies: Vec<Body>,
    /// The placements of the bodies, cycle by cycle.
    pub cycles: Vec<Vec<Placement>>,
}

impl Scene {
    /// Rigid bodies in a cycle.
    pub fn meshes(&self, cycle: usize) -> Vec<FaceMesh<'_>> {
        let mesh = |(body, placement)| rigid(body, placement);
        self.bodies.iter().zip(&self.cycles[cycle]).map(mesh).collect()
    }

    /// The vertices in world coordinates, as of bodies that deform.
    pub fn vertices(&self, cycle: usize) -> Vec<Vec<Vec3>> {
        let place = |(body, placement): (&Body, &Placement)| {
            body.vertices.iter().map(|v| placement.apply(v)).collect()
        };
        self.bodies.iter().zip(&self.cycles[cycle]).map(place).collect()
    }

    /// The last cycle.
    pub fn last(&self) -> usize {
        self.cycles.len() - 1
    }

    /// Panics unless every so-manieth cycle, the last among them, is as all pairs of faces have it; returns how many pairs
    /// interfere in the last.
    pub fn check(&self, step: usize) -> usize {
        let mut method = Subdivision::default();
        let mut last = 0;
        for cycle in (0..self.cycles.len()).rev().step_by(step) {
            let meshes = self.meshes(cycle);
            let expected = all_pairs(&meshes);
            assert_eq!(method.interfering(&meshes), expected, "cycle {cycle}");
            last = last.max(expected.len());
        }
        last
    }

    /// Ends the scene with the first cycle in which faces interfere.
    fn until_contact(mut self) -> Scene {
        let mut method = Subdivision::default();
        let hits = |cycle: &usize| !method.interfering(&self.meshes(*cycle)).is_empty();
        let contact = (0..self.cycles.len()).find(hits).unwrap_or(self.cycles.len());
        self.cycles.truncate(contact + 1);
        self
    }
}

fn rigid<'a>(body: &'a Body, placement: &'a Placement) -> FaceMesh<'a> {
    let now = Vertices { local: &body.vertices, placement: Some(placement) };
    FaceMesh { now, ..FaceMesh::triangles(&body.vertices, &body.triangles) }
}

/// Turned about a fixed axis by an angle, then moved.
pub fn turned(angle: f64, to: Vec3) -> Placement {
    let (sin, cos) = (0.5 * angle).sin_cos();
    let axis = Vec3::new(0.48, 0.6, 0.64) * sin;
    let mut placement = Placement::IDENTITY;
    placement.translate(&to);
    placement.rotate(&[axis.x, axis.y, axis.z, cos]);
    placement
}

/// Two spheres that approach each other askew to the axes, turning, until faces interfere: boxes overlap long before.
pub fn approach(faces: usize) -> Scene {
    let toward = Vec3::new(0.8, 0.48, 0.36);
    let cycle = |i: u32| {
        let (at, turn) = (toward * (1.8 - 0.0112 * f64::from(i)), 0.03 * f64::from(i));
        vec![turned(turn, -at), turned(1.0 - turn, at)]
    };
    Scene { bodies: vec![sphere(faces); 2], cycles: (0..120).map(cycle).collect() }.until_contact()
}

/// Fifteen shuttles in a crowd, all turning; two of them meet after some time.
pub fn fifteen() -> Scene {
    let long_enough = |scene: &Scene| (20..200).contains(&scene.cycles.len());
    (1..).map(fifteen_from).find(long_enough).expect("one of many")
}

fn fifteen_from(seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let start: Vec<(Vec3, f64)> = (0..15_u32)
        .map(|i| {
            let place = Vec3::new(f64::from(i % 3), f64::from(i / 3 % 3), f64::from(i / 9)) * 2.9;
            (place + random.in_cube(0.4), 3.0 * random.symmetric())
        })
        .collect();
    let cycle = |i: u32| {
        let time = 0.01 * f64::from(i);
        let place = |(k, (at, turn)): (usize, &(Vec3, f64))| {
            let toward = if k == 0 { start[1].0 - at } else { Vec3::zeros() };
            turned(turn + 0.1 * time, at + toward * (0.3 * time))
        };
        start.iter().enumerate().map(place).collect()
    };
    Scene { bodies: vec![shuttle(); 15], cycles: (0..200).map(cycle).collect() }.until_contact()
}

/// So many spheres of 528 faces side by side; two of them meet at last.
pub fn crowd(count: usize) -> Scene {
    let mut random = Random::new(count as u64);
    let start: Vec<Vec3> = (0..count as u32)
        .map(|i| {
            let place = Vec3::new(f64::from(i % 4), f64::from(i / 4 % 4), f64::from(i / 16));
            place * 2.1 + random.in_cube(0.06)
        })
        .collect();
    let cycle = |i: u32| {
        let time = 0.01 * f64::from(i);
        let place = |(k, at): (usize, &Vec3)| {
            let toward = if k == 0 { start[1] - at } else { Vec3::zeros() };
            turned(time * (1.0 + 0.1 * k as f64), at + toward * (0.3 * time))
        };
        start.iter().enumerate().map(place).collect()
    };
    Scene { bodies: vec![sphere(528); count], cycles: (0..200).map(cycle).collect() }
        .until_contact()
}

/// The environment of figure 3.11: a sphere, a shuttle, a chair and a head.
pub fn household() -> Scene {
    let cycle = |i: u32| {
        let time = 0.02 * f64::from(i);
        vec![
            turned(time, Vec3::new(-4.0, 3.0, 1.0)),
            turned(0.5 * time, Vec3::new(3.5 - time, 0.2, 0.1)),
            turned(-time, Vec3::new(-3.5, -3.5, 0.5)),
            turned(0.3 * time, Vec3::new(-2.0 + 0.5 * time, 0.0, 0.0)),
        ]
    };
    let bodies = vec![sphere(120), shuttle(), chair(), head()];
    Scene { bodies, cycles: (0..400).map(cycle).collect() }.until_contact()
}

/// A hundred rings in a wave, or fewer, on a grid.
pub struct Rings {
    /// One ring.
    pub body: Body,
    places: Vec<Vec3>,
}

impl Rings {
    /// So many rings of 2 * `turns` * `turns` triangles, so far apart; their outer radius is 1.3.
    pub fn new(count: u32, turns: u32, step: f64) -> Rings {
        let mut random = Random::new(100);
        let place = |i: u32| {
            Vec3::new(f64::from(i % 10), f64::from(i / 10), 0.0) * step + random.in_cube(0.2)
        };
        Rings { body: ring(turns), places: (0..count).map(place).collect() }
    }

    /// All vertices at a time.
    pub fn frame(&self, time: f64) -> Vec<Vec<Vec3>> {
        let wave = |p: &Vec3| p + Vec3::new(0.0, 0.0, 0.1 * (4.0 * p.x + time).sin());
        self.places
            .iter()
            .map(|at| self.body.vertices.iter().map(|v| wave(v) + at).collect())
            .collect()
    }

    /// The rings with such vertices.
    pub fn meshes<'a>(&'a self, frame: &'a [Vec<Vec3>]) -> Vec<FaceMesh<'a>> {
        frame.iter().map(|vertices| FaceMesh::triangles(vertices, &self.body.triangles)).collect()
    }
}
