//! Random pairs of moving bodies.

use super::sides::{Pair, Side};
use super::way::{Kind, M, UNIT, V, Way, times, transposed};
use crate::oracle::body::{Placement, Shape};
use crate::oracle::dd::{add, scale, sub};
use crate::oracle::generate::{self, KINDS, product, rotation_of};
use crate::oracle::library::Polytope;
use crate::oracle::mesh::{self, Mesh};
use solid_testing::Random;
use std::f64::consts::{PI, TAU};

/// What a case is about. The names are those of the counts.
pub const PLOTS: [&str; 12] = [
    "general",
    "general",
    "rigid",
    "rod",
    "propeller",
    "bullet",
    "door",
    "screw",
    "growing",
    "mirrored",
    "straight",
    "split by nothing",
];

fn vector(random: &mut Random, size: f64) -> V {
    std::array::from_fn(|_| random.within(size))
}

fn diagonal(s: V) -> M {
    std::array::from_fn(|i| std::array::from_fn(|k| if i == k { s[k] } else { 0.0 }))
}

/// A symmetric stretch, along the body's own axes or along oblique ones.
fn stretch(random: &mut Random) -> M {
    let s = std::array::from_fn(|_| random.decade(-1.0, 1.0));
    if random.chance(0.5) {
        return diagonal(s);
    }
    let axes = rotation_of(random.on_sphere());
    let m = product(product(axes, diagonal(s)), transposed(axes));
    // Symmetric to the last bit.
    std::array::from_fn(|i| std::array::from_fn(|k| 0.5 * (m[i][k] + m[k][i])))
}

/// A rotation vector: tiny, within half a turn, or of several turns.
fn spin(random: &mut Random) -> V {
    let angle = match random.below(10) {
        0 => 0.0,
        1 => random.decade(-9.0, -1.0),
        2 => random.between(PI + 0.01, 4.0 * TAU),
        3 => TAU * random.integer(1, 4) as f64,
        _ => random.between(0.05, PI - 0.01),
    };
    let axis = if random.chance(0.2) { UNIT[random.below(3)] } else { random.on_sphere() };
    scale(axis, angle)
}

fn way(random: &mut Random) -> Way {
    let at = Placement { linear: rotation_of(random.on_sphere()), origin: [0.0; 3] };
    Way { spin: spin(random), ..Way::rest(at) }
}

/// Lays the paths so that the bodies' origins pass each other, at a distance of both bodies' sizes at most.
fn meet(random: &mut Random, a: &mut Side, b: &mut Side) {
    let size = a.size() + b.size();
    let middle = if random.chance(0.1) { vector(random, 1e3 * size) } else { vector(random, size) };
    let travel = |random: &mut Random| match random.below(5) {
        0 => [0.0; 3],
        1 => scale(random.on_sphere(), random.decade(-6.0, -1.0) * size),
        _ => scale(random.on_sphere(), random.decade(-1.0, 1.5) * size),
    };
    let (by_a, by_b) = (travel(random), travel(random));
    let (time, beside) =
        (random.unit(), scale(random.on_sphere(), size * random.between(0.1, 1.1)));
    let from_a = sub(middle, scale(by_a, time));
    let from_b = sub(add(middle, beside), scale(by_b, time));
    a.way.origins = [from_a, add(from_a, by_a)];
    b.way.origins = [from_b, add(from_b, by_b)];
}

fn side(random: &mut Random) -> Side {
    let kind = random.below(KINDS);
    Side::convex(generate::shape(random, kind), way(random))
}

fn thin_box(random: &mut Random, long: usize) -> Shape {
    let thin = random.decade(-4.0, -1.0);
    Shape::Box(std::array::from_fn(|k| if k < long { random.between(1.0, 4.0) } else { thin }))
}

fn wall(random: &mut Random) -> Shape {
    match random.below(3) {
        0 => thin_box(random, 2),
        1 => Shape::Simplex((0..3).map(|_| scale(random.on_sphere(), 3.0)).collect()),
        _ => Shape::Box([4.0, 4.0, random.between(0.1, 1.0)]),
    }
}

/// A convex pair for the plot.
pub fn pair(random: &mut Random, plot: &str) -> Pair {
    let (mut a, mut b) = (side(random), side(random));
    let mut kind = Kind::Turning;
    match plot {
        "rod" => {
            let rod = thin_box(random, 1);
            a.set(if random.chance(0.5) {
                rod
            } else {
                Shape::Round([0.0, 3.0, 0.0], random.decade(-4.0, -1.0))
            });
            b.set(wall(random));
            if random.chance(0.5) {
                b.way.spin = [0.0; 3];
            }
        }
        "propeller" => {
            a.set(Shape::Box([random.between(2.0, 4.0), 0.2, random.decade(-4.0, -1.0)]));
            a.way.spin = scale(random.on_sphere(), TAU * random.decade(-1.0, 1.6));
            b.set(Shape::Sphere(random.decade(-3.0, 0.0)));
        }
        "bullet" => {
            let size = random.decade(-3.0, -1.0);
            let kind = random.below(KINDS - 2);
            a.set(if random.chance(0.5) {
                Shape::Cone { radius: size, height: 3.0 * size }
            } else {
                generate::shape(random, kind)
            });
            a.way.spin = scale(random.on_sphere(), random.between(0.0, 4.0 * TAU));
            b.set(wall(random));
        }
        "door" => {
            a.set(Shape::Box([1.0, random.decade(-3.0, -1.0), 2.0]));
            a.way.pivot = [0.5 * random.sign(), 0.0, 0.0];
            let angle = random.sign() * random.between(0.1, PI - 0.01);
            a.way.spin = scale(times(a.way.first, UNIT[2]), angle);
        }
        "screw" => {
            kind = Kind::Screw;
            for way in [&mut a.way, &mut b.way] {
                // Neither of no turn nor of full ones.
                way.spin = scale(
                    random.on_sphere(),
                    TAU * (random.below(3) as f64 + random.between(0.05, 0.45)),
                );
            }
        }
        "growing" => {
            a.way.stretch = [stretch(random), stretch(random)];
            if random.chance(0.5) {
                b.way.stretch = [0; 2].map(|_| diagonal([random.decade(-1.0, 1.0); 3]));
            }
        }
        "mirrored" => {
            for way in [&mut a.way, &mut b.way] {
                let signs = std::array::from_fn(|_| random.sign());
                way.first = product(way.first, diagonal(signs));
            }
        }
        "straight" => kind = Kind::Straight,
        "split by nothing" => {
            let other = match random.below(3) {
                0 => diagonal([1.0, -1.0, 1.0]),
                1 => diagonal([1.0, 0.0, 1.0]),
                _ => diagonal([0.0, random.sign(), 0.0]),
            };
            let from = product(rotation_of(random.on_sphere()), stretch(random));
            let to = product(rotation_of(random.on_sphere()), other);
            a.way.unsplit = Some(if random.chance(0.5) { [from, to] } else { [to, from] });
            if random.chance(0.3) {
                let flat = diagonal([1.0, 0.0, 1.0]);
                let turned = product(rotation_of(random.on_sphere()), flat);
                a.way.unsplit = Some([product(from, flat), turned]);
            }
        }
        _ => {}
    }
    if matches!(plot, "general" | "screw") {
        for way in [&mut a.way, &mut b.way] {
            let constant = stretch(random);
            match random.below(4) {
                0 => way.stretch = [constant; 2],
                1 => way.stretch = [diagonal([random.decade(-2.0, 2.0); 3]); 2],
                _ => {}
            }
        }
    }
    if matches!(plot, "general" | "growing" | "mirrored") && random.chance(0.4) {
        a.way.pivot = vector(random, 2.0);
    }
    (a.way.kind, b.way.kind) = (kind, kind);
    meet(random, &mut a, &mut b);
    if plot == "bullet" {
        // Fast and aimed at the wall.
        let by = scale(random.on_sphere(), random.decade(0.0, 3.0));
        let at = add(b.way.origins[0], vector(random, 1.0));
        a.way.origins = [sub(at, scale(by, 0.5)), add(at, scale(by, 0.5))];
        b.way.origins[1] = b.way.origins[0];
        b.way.spin = [0.0; 3];
    }
    if matches!(plot, "door" | "propeller") && random.chance(0.7) {
        a.way.origins[1] = a.way.origins[0];
        if plot == "door" {
            // The hinge stays.
            let [from, to] = a.way.ends().map(|end| times(end.linear, a.way.pivot));
            a.way.origins[1] = add(a.way.origins[0], sub(from, to));
        }
    }
    let mut tolerance = [1e-6, 1e-6, 1e-4, 1e-9][random.below(4)];
    if kind == Kind::Screw {
        // The local coordinates of a point of the axis are large where the body is stretched.
        tolerance = 1e-4;
    }
    Pair { sides: if random.chance(0.5) { [a, b] } else { [b, a] }, tolerance }
}

/// A mesh against a mesh, or against a convex body.
pub fn mesh_pair(random: &mut Random) -> Pair {
    let mesh = |random: &mut Random| Side::mesh(mesh::mesh(random), way(random));
    let (mut a, mut b) =
        (mesh(random), if random.chance(0.5) { mesh(random) } else { side(random) });
    if random.chance(0.3) {
        a.way.stretch = [0; 2].map(|_| diagonal([random.decade(-0.5, 0.5); 3]));
    }
    if random.chance(0.3) {
        a.way.pivot = vector(random, 1.0);
    }
    meet(random, &mut a, &mut b);
    let tolerance = [1e-6, 1e-4][random.below(2)];
    Pair { sides: if random.chance(0.5) { [a, b] } else { [b, a] }, tolerance }
}

/// How a mesh deforms.
pub const DEFORMATIONS: [&str; 6] =
    ["trembles", "crumples", "collapses", "turns inside out", "is stretched", "stays"];

fn one_polytope(random: &mut Random) -> Mesh {
    let points = Vec::from_iter((0..1 + random.below(4)).map(|_| vector(random, 1.0)));
    let indices = (0..points.len() as u32).collect();
    Mesh { points, polytopes: vec![(Polytope::Simplex, indices)] }
}

/// A mesh that deforms, and another mesh or a convex body that turns, mostly.
pub fn deforming_pair(random: &mut Random, how: &str) -> Pair {
    let mesh = if random.chance(0.3) { one_polytope(random) } else { mesh::mesh(random) };
    let mut a = Side::mesh(mesh, way(random));
    let mut b = if random.chance(0.25) {
        Side::mesh(mesh::mesh(random), way(random))
    } else {
        let plot =
            ["general", "rod", "propeller", "bullet", "growing", "mirrored", "split by nothing"]
                [random.below(7)];
        let [a, b] = pair(random, plot).sides;
        let side = if random.chance(0.5) { a } else { b };
        Side { way: Way { kind: Kind::Turning, ..side.way }, ..side }
    };
    let points = &a.mesh.as_ref().expect("a mesh").points;
    let (much, flat, mut stretch) =
        (random.decade(-3.0, 0.0), random.below(4), vector(random, 2.0));
    if how == "turns inside out" {
        stretch = stretch.map(|x| if x < 0.0 { x } else { 1.0 });
        stretch[0] = -1.0;
    }
    let deform = |random: &mut Random, p: V| match how {
        "trembles" => add(p, scale(random.on_sphere(), 0.05 * much)),
        "crumples" => add(p, scale(random.on_sphere(), much)),
        // To a plane, or to a point.
        "collapses" => std::array::from_fn(|k| if k == flat || flat == 3 { 0.1 } else { p[k] }),
        "turns inside out" | "is stretched" => std::array::from_fn(|k| p[k] * stretch[k]),
        _ => p,
    };
    a.deformed = Some(points.iter().map(|p| deform(random, *p)).collect());
    if random.chance(0.5) {
        a.way.spin = [0.0; 3];
    }
    meet(random, &mut a, &mut b);
    let tolerance = [1e-6, 1e-6, 1e-4, 1e-9][random.below(4)];
    Pair { sides: if random.chance(0.5) { [a, b] } else { [b, a] }, tolerance }
}

/// Bodies that fly about, all of one kind of motion, in a space in which some of them meet; and a tolerance.
pub fn scene(random: &mut Random, plot: &str) -> (Vec<Side>, f64) {
    let pairs = [0; 3].map(|_| match plot {
        "deforming" => {
            let how = DEFORMATIONS[random.below(DEFORMATIONS.len())];
            deforming_pair(random, how)
        }
        _ => pair(random, plot),
    });
    let tolerance = pairs[0].tolerance;
    let mut sides = Vec::from_iter(pairs.into_iter().flat_map(|pair| pair.sides));
    let mut sizes = Vec::from_iter(sides.iter().map(Side::size));
    sizes.sort_by(f64::total_cmp);
    let size = sizes[sizes.len() / 2];
    for side in &mut sides {
        let from = vector(random, 1.5 * size);
        let by = scale(random.on_sphere(), size * random.decade(0.0, 1.0));
        side.way.origins = [from, add(from, by)];
    }
    (sides, tolerance)
}

/// Shifts the second body so that the bodies just pass or just touch each other: by the least distance that the samples
/// found, and a bit more or less.
pub fn graze(random: &mut Random, pair: &mut Pair) -> bool {
    let Some((distance, axis)) = pair.nearest(48) else { return false };
    let size = pair.sides[0].size().min(pair.sides[1].size());
    let gap = random.sign() * random.decade(-9.0, -2.0) * size;
    let by = scale(axis, gap - distance);
    for origin in &mut pair.sides[1].way.origins {
        *origin = add(*origin, by);
    }
    true
}
