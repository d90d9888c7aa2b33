//! Many meshes that deform in every frame: the method against trees that are refitted.

use std::hint::black_box;
use std::ops::ControlFlow;

use solid::bvh::{Relative, visit_pairs};
use solid::complex::Soup;
use solid::complex::builder::{Builder, PolytopeKind};
use solid::math::{Aabb, Placement, Vec3};
use solid::octree::exact::triangles_meet;
use solid::octree::{FaceMesh, FacePair, Subdivision};

use super::bodies::{Body, Random, ring};
use super::least;

/// A hundred rings of 5000 triangles at some distance, in a wave.
fn frame(body: &Body, places: &[Vec3], time: f64) -> Vec<Vec<Vec3>> {
    let wave = |p: &Vec3| p + Vec3::new(0.0, 0.0, 0.1 * (4.0 * p.x + time).sin());
    places.iter().map(|at| body.vertices.iter().map(|v| wave(v) + at).collect()).collect()
}

fn soup(body: &Body, vertices: &[Vec3]) -> Soup {
    let mut builder = Builder::new();
    for triangle in &body.triangles {
        builder.vertex_indices(PolytopeKind::Simplex, triangle);
    }
    builder.finish(Some(&|i| vertices[i as usize])).0
}

/// Refits all trees, then walks them for each pair of boxes that overlap.
fn by_trees(soups: &mut [Soup], body: &Body, frame: &[Vec<Vec3>], found: &mut Vec<FacePair>) {
    for (soup, vertices) in soups.iter_mut().zip(frame) {
        soup.change_vertices(&|i| vertices[i as usize]);
        soup.proceed();
    }
    found.clear();
    let bounds: Vec<Aabb> = soups.iter().map(Soup::bounds).collect();
    let here = Placement::IDENTITY;
    for i in 0..soups.len() {
        for j in i + 1..soups.len() {
            if !bounds[i].overlaps(&bounds[j]) {
                continue;
            }
            let (a, b) = (soups[i].tree(), soups[j].tree());
            let relative = Relative::new(a.frame(), &here, b.frame(), &here);
            let _ = visit_pairs::<()>(a, b, &relative, |f, g| {
                let s = body.triangles[f as usize].map(|v| frame[i][v as usize]);
                let t = body.triangles[g as usize].map(|v| frame[j][v as usize]);
                if triangles_meet(&s, &t) {
                    found.push(FacePair { objects: [i as u32, j as u32], faces: [f, g] });
                }
                ControlFlow::Continue(())
            });
        }
    }
    found.sort_unstable();
}

pub fn deforming() {
    println!(
        "a hundred meshes of 5000 triangles, all deforming in every frame, all pairs of faces; us a frame"
    );
    let body = ring();
    for (name, step) in [("apart", 3.0), ("boxes overlap", 2.55), ("some meet", 2.2), ("all in a heap", 1.2)]
    {
        let mut random = Random(100);
        let places: Vec<Vec3> = (0..100_u32)
            .map(|i| Vec3::new(f64::from(i % 10), f64::from(i / 10), 0.0) * step + random.vector() * 0.1)
            .collect();
        let frames: Vec<Vec<Vec<Vec3>>> = (0..2).map(|i| frame(&body, &places, f64::from(i))).collect();
        let mut soups: Vec<Soup> = frames[0].iter().map(|vertices| soup(&body, vertices)).collect();
        let mut method = Subdivision::default();
        let mut found = Vec::new();
        let mut compared = 0;
        for frame in &frames {
            let meshes: Vec<FaceMesh> =
                frame.iter().map(|v| FaceMesh::triangles(v, &body.triangles)).collect();
            by_trees(&mut soups, &body, frame, &mut found);
            assert_eq!(method.interfering(&meshes), found);
            compared += found.len();
        }
        let rounds = 10;
        let tree = least(rounds, || {
            for frame in &frames {
                by_trees(&mut soups, &body, frame, &mut found);
            }
            black_box(&found);
        }) / 2.0;
        let refit = least(rounds, || {
            for (soup, vertices) in soups.iter_mut().zip(&frames[0]) {
                soup.change_vertices(&|i| vertices[i as usize]);
                soup.proceed();
            }
        });
        let subdivision = least(rounds, || {
            for frame in &frames {
                let meshes: Vec<FaceMesh> =
                    frame.iter().map(|v| FaceMesh::triangles(v, &body.triangles)).collect();
                black_box(method.interfering(&meshes));
            }
        }) / 2.0;
        println!(
            "  {name:14}: trees {tree:9.0} (refitting {refit:8.0}), subdivision {subdivision:9.0}: {:5.2} times; {} pairs",
            tree / subdivision,
            compared / 2
        );
    }
}
