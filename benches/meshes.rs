//! Trees of boxes: build, refit, and tree against tree, on tori of 50 x 50 quads at random placements.
//!
//! `cargo bench --bench meshes`. What the walks through the trees take is measured apart, too.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use solid_geometry::bvh::{Relative, Tree, visit_pairs};
use solid_geometry::convex::{Coherence, RelativePlacement};
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::mesh::{
    Builder, LeafTest, PolytopeKind, PolytopeSoup, first_primitive, triangulate,
};
use solid_papers::octree::exact::triangles_meet;
use solid_papers::outlines::polygons_meet;

use solid_testing::Random;

struct Mesh {
    vertices: Vec<Vec3>,
    /// Vertex numbers; a triangle repeats its last.
    faces: Vec<[u32; 4]>,
}

impl Mesh {
    fn torus(triangles: bool, turns: u32) -> Mesh {
        let angle = |i: u32| f64::from(i) * std::f64::consts::TAU / f64::from(turns);
        let mut vertices = Vec::new();
        for i in 0..turns {
            for j in 0..turns {
                let ring = 10.0 + 2.0 * angle(j).cos();
                vertices.push(Vec3::new(
                    ring * angle(i).cos(),
                    ring * angle(i).sin(),
                    2.0 * angle(j).sin(),
                ));
            }
        }
        let at = |i: u32, j: u32| (i % turns) * turns + j % turns;
        let mut faces = Vec::new();
        for i in 0..turns {
            for j in 0..turns {
                let quad = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                if triangles {
                    faces.push([quad[0], quad[1], quad[2], quad[2]]);
                    faces.push([quad[0], quad[2], quad[3], quad[3]]);
                } else {
                    faces.push(quad);
                }
            }
        }
        Mesh { vertices, faces }
    }

    fn face_box(&self, face: u32) -> Aabb {
        let [a, b, c, d] = self.faces[face as usize].map(|i| self.vertices[i as usize]);
        let mut aabb = Aabb { min: a, max: a };
        for p in [b, c, d] {
            for i in 0..3 {
                if p[i] < aabb.min[i] {
                    aabb.min[i] = p[i];
                }
                if p[i] > aabb.max[i] {
                    aabb.max[i] = p[i];
                }
            }
        }
        aabb
    }

    fn boxes(&self) -> Vec<Aabb> {
        (0..self.faces.len() as u32).map(|i| self.face_box(i)).collect()
    }

    fn soup(&self, triangles: bool) -> PolytopeSoup {
        let mut builder = Builder::new();
        for [a, b, c, d] in &self.faces {
            if triangles {
                builder.vertex_indices(PolytopeKind::Simplex, &[*a, *b, *c]);
            } else {
                builder.vertex_indices(PolytopeKind::Polygon, &[*a, *b, *c, *d]);
            }
        }
        builder.finish(Some(&|i: u32| self.vertices[i as usize])).0
    }
}

struct Scene {
    name: &'static str,
    soup: PolytopeSoup,
}

fn main() {
    let only = std::env::args().nth(1).filter(|a| !a.starts_with('-'));
    let wanted = |name: &str| only.as_deref().is_none_or(|o| name.contains(o));
    if wanted("build") {
        for turns in [50, 500, 708] {
            build(turns);
        }
    }
    if wanted("refit") {
        refit();
    }
    if wanted("million") {
        million();
    }
    if wanted("outlines") {
        [4, 16, 64, 256].into_iter().for_each(outlines);
    }
    if wanted("pairs") {
        for (name, triangles) in [("5000 triangles", true), ("2500 quads", false)] {
            let mesh = Mesh::torus(triangles, 50);
            pairs(&Scene { name, soup: mesh.soup(triangles) });
        }
    }
}

/// The least time of some: what the machine's other work adds is not of interest.
fn time(repeats: usize, mut work: impl FnMut()) -> f64 {
    (0..repeats)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min)
}

fn build(turns: u32) {
    let mesh = Mesh::torus(true, turns);
    let boxes = mesh.boxes();
    let repeats = if turns > 100 { 3 } else { 301 };
    let seconds = time(repeats, || {
        black_box(Tree::build(black_box(&boxes)));
    });
    let tree = Tree::build(&boxes);
    assert_eq!(tree.len(), boxes.len());
    tree.validate(|i| mesh.faces[i as usize].map(|v| mesh.vertices[v as usize]).into());
    println!(
        "build {:8} triangles: {:9.3} ms, {:5.1} bytes a triangle",
        boxes.len(),
        seconds * 1e3,
        tree.memory() as f64 / boxes.len() as f64
    );
}

/// Two stars of so many corners across each other: as polygons, and by all pairs of the triangles that they are cut into.
fn outlines(count: u32) {
    let star = |turned: bool| -> Vec<Vec3> {
        let corner = |i: u32| {
            let angle = f64::from(i) * std::f64::consts::TAU / f64::from(count);
            let r = if i.is_multiple_of(2) { 1.0 } else { 0.4 };
            let (x, y) = (r * angle.cos(), r * angle.sin());
            if turned { Vec3::new(0.3, x, y) } else { Vec3::new(x, y, 0.1) }
        };
        (0..count).map(corner).collect()
    };
    let (a, b) = (star(false), star(true));
    let far: Vec<Vec3> = b.iter().map(|p| p + Vec3::new(0.0, 2.1, 0.0)).collect();
    let cut = |outline: &[Vec3]| -> Vec<[Vec3; 3]> {
        let cut = triangulate(outline).expect("a star");
        cut.triangles.iter().map(|t| t.map(|i| outline[i as usize])).collect()
    };
    for (what, b) in [("meet", &b), ("miss", &far)] {
        let (s, t) = (cut(&a), cut(b));
        let meet = what == "meet";
        assert_eq!(polygons_meet(&a, b), meet);
        assert_eq!(s.iter().any(|s| t.iter().any(|t| triangles_meet(s, t))), meet);
        let repeats = 2000 / count as usize + 20;
        let whole = time(repeats, || {
            for _ in 0..50 {
                black_box(polygons_meet(black_box(&a), b));
            }
        });
        let by_triangles = time(repeats, || {
            for _ in 0..50 {
                black_box(s.iter().any(|s| t.iter().any(|t| triangles_meet(black_box(s), t))));
            }
        });
        let [whole, by_triangles] = [whole, by_triangles].map(|seconds| seconds * 1e9 / 50.0);
        println!(
            "{count:4} corners that {what}: {whole:9.0} ns as polygons, {by_triangles:9.0} ns as triangles"
        );
    }
}

fn refit() {
    let mesh = Mesh::torus(true, 50);
    let read = |i: u32| mesh.vertices[i as usize];
    let by_index = || {
        let mut builder = Builder::new();
        for [a, b, c, _] in &mesh.faces {
            builder.vertex_indices(PolytopeKind::Simplex, &[*a, *b, *c]);
        }
        builder.finish(Some(&read)).0
    };
    let by_value = || {
        let mut builder = Builder::new();
        for [a, b, c, _] in &mesh.faces {
            builder.begin(PolytopeKind::Simplex);
            for i in [a, b, c] {
                builder.vertex(mesh.vertices[*i as usize]);
            }
            builder.end();
        }
        builder.finish(None).0
    };
    let seconds = [
        time(101, || {
            black_box(by_index());
        }),
        time(101, || {
            black_box(by_value());
        }),
    ];
    println!(
        "shape of 5000 triangles: {:.3} ms by index, {:.3} ms by value",
        seconds[0] * 1e3,
        seconds[1] * 1e3
    );
    let mut soup = by_index();
    deform(&mut soup, &mesh);
}

/// New vertices in every frame: reading them, the refit, and a query near a few triangles.
fn deform(soup: &mut PolytopeSoup, mesh: &Mesh) {
    let bent = |p: &Vec3| {
        p + Vec3::new(0.3 * (0.4 * p.y).sin(), 0.2 * (0.3 * p.z).cos(), 0.5 * (0.2 * p.x).sin())
    };
    let arrays = [mesh.vertices.clone(), mesh.vertices.iter().map(bent).collect::<Vec<_>>()];
    let near = Aabb { min: Vec3::new(8.9, -5.0, -5.0), max: Vec3::new(20.0, 5.0, 5.0) };
    let mut frame = 0;
    let mut least_us = |then: &dyn Fn(&PolytopeSoup)| {
        let repeats = if mesh.faces.len() > 100_000 { 9 } else { 1001 };
        let seconds = time(repeats, || {
            frame += 1;
            let array = &arrays[frame % 2];
            assert!(soup.change_vertices(&|i: u32| array[i as usize]) && soup.is_unfitted());
            then(soup);
            soup.proceed();
        });
        seconds * 1e6
    };
    let query = |soup: &PolytopeSoup| {
        let here = Placement::IDENTITY;
        black_box(first_primitive(soup, &here, &near, &here, |_| false));
    };
    let copy = least_us(&|soup| assert!(soup.is_unfitted()));
    let refit = least_us(&|soup| assert!(!soup.tree().is_empty() && !soup.is_unfitted()));
    let asked = least_us(&query);
    soup.validate();
    println!(
        "deformation of {} triangles: {copy:.2} us, refit {:.2}, a query {:.2}",
        mesh.faces.len(),
        refit - copy,
        asked - refit
    );
}

/// A pair of a million triangles each: the whole shape, its memory, its first contacts.
fn million() {
    let mesh = Mesh::torus(true, 708);
    let seconds = time(3, || {
        black_box(mesh.soup(true));
    });
    let mut scene = Scene { name: "a million triangles", soup: mesh.soup(true) };
    println!("shape of {} triangles: {:.0} ms", mesh.faces.len(), seconds * 1e3);
    let mut random = Random::new(2);
    let queries: Vec<[Placement; 2]> = (0..200).map(|_| any_placements(&mut random)).collect();
    let mut worst = 0.0f64;
    let mut sum = 0.0;
    for placements in &queries {
        let seconds = time(5, || {
            black_box(query(&scene, placements, Aim::First));
        });
        (worst, sum) = (worst.max(seconds), sum + seconds);
    }
    println!(
        "first contact: {:.2} us on average, {:.2} us at most",
        sum / queries.len() as f64 * 1e6,
        worst * 1e6
    );
    deform(&mut scene.soup, &mesh);
}

/// Placements that make 62.8 % of the pairs of tori meet.
fn any_placements(random: &mut Random) -> [Placement; 2] {
    [0, 1].map(|_| Placement {
        basis: random.rotation(),
        origin: Vec3::new(random.signed(), random.signed(), random.signed()) * 10.0,
    })
}

/// What a query is to find.
#[derive(Clone, Copy, PartialEq)]
enum Aim {
    First,
    All,
}

struct Query {
    placements: [Placement; 2],
    /// How many leaf tests it takes; the walk alone is timed by stopping there.
    tests: [u64; 2],
}

/// One query with its leaf tests: the number of them, and of contacts.
fn query(scene: &Scene, [pa, pb]: &[Placement; 2], aim: Aim) -> (u64, u64) {
    let soup = &scene.soup;
    let relative = Relative::new(soup.tree().frame(), pa, soup.tree().frame(), pb);
    let relation =
        RelativePlacement::new(&soup.absolute_extents(), pa, &soup.absolute_extents(), pb)
            .expect("coordinates in range");
    let mut leaf_test = LeafTest::new(soup, soup, &relation);
    let mut coherence = Coherence::default();
    let (mut tests, mut contacts) = (0, 0);
    let _ = visit_pairs(soup.tree(), soup.tree(), &relative, |i, j| {
        tests += 1;
        if leaf_test.intersects(i, j, &mut coherence) {
            contacts += 1;
            if aim == Aim::First {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    (tests, contacts)
}

/// The walk of a query that ends after so many leaf tests; how many there were.
fn bare_walk(scene: &Scene, [pa, pb]: &[Placement; 2], most: u64) -> u64 {
    let tree = scene.soup.tree();
    let relative = Relative::new(tree.frame(), pa, tree.frame(), pb);
    let mut tests = 0;
    let _ = visit_pairs(tree, tree, &relative, |i, j| {
        tests += 1;
        black_box((i, j));
        if tests >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    tests
}

fn pairs(scene: &Scene) {
    let mut random = Random::new(1);
    let mut queries: Vec<Query> = (0..10_000)
        .map(|_| Query { placements: any_placements(&mut random), tests: [0; 2] })
        .collect();
    let n = queries.len() as f64;
    for (aim, name) in [(Aim::First, "first"), (Aim::All, "all")] {
        let (mut hits, mut tests, mut contacts) = (0u32, 0, 0);
        for q in &mut queries {
            let (t, c) = query(scene, &q.placements, aim);
            q.tests[aim as usize] = t;
            (hits, tests, contacts) = (hits + u32::from(c > 0), tests + t, contacts + c);
        }
        let (mut full, mut bare) = (0.0, 0.0);
        for batch in queries.chunks(if aim == Aim::First { 100 } else { 5 }) {
            full += time(5, || {
                for q in batch {
                    black_box(query(scene, &q.placements, aim));
                }
            });
            bare += time(5, || {
                for q in batch {
                    let most = q.tests[aim as usize];
                    assert_eq!(bare_walk(scene, &q.placements, most), most);
                }
            });
        }
        println!(
            "pairs of {}, {name:5}: {:7.2} us, walk alone {:7.2} us; {:.1} % hits, {:.1} tests, {:.1} contacts",
            scene.name,
            full / n * 1e6,
            bare / n * 1e6,
            100.0 * f64::from(hits) / n,
            tests as f64 / n,
            contacts as f64 / n
        );
    }
    let start = time(100, || {
        for q in &queries[..1000] {
            let [pa, pb] = &q.placements;
            black_box(Relative::new(scene.soup.tree().frame(), pa, scene.soup.tree().frame(), pb));
        }
    });
    println!("Relative::new {:.0} ns", start * 1e6);
}
