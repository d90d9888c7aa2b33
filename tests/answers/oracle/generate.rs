//! Random shapes, placements and pairs. Everything follows from a [`Random`], so a case is its seed.

use super::body::{Body, Placement, Shape};
use super::dd::{add, cross, neg, norm, scale, sub};
use super::filter;
use super::search::Pair;
use super::verdict::distance;
use solid_testing::Random;

pub const KINDS: usize = 16;

/// A shape of the given kind (below [`KINDS`]), of sizes about one, sometimes long, sometimes degenerate.
pub fn shape(random: &mut Random, kind: usize) -> Shape {
    let long = random.chance(0.15);
    let mut size = || {
        if long { random.decade(-2.0, 1.0) } else { random.between(0.2, 2.0) }
    };
    match kind {
        0 => Shape::Box([size(), size(), size()]),
        1 => Shape::Sphere(size()),
        2 => Shape::Cone { radius: size(), height: size() },
        3 => Shape::Cylinder { radius: size(), height: size() },
        4 => Shape::Ellipsoid([size(), size(), size()]),
        5..=8 => {
            let mut points: Vec<[f64; 3]> =
                (0..kind - 4).map(|_| local_point(random, 1.0)).collect();
            if random.chance(0.1) {
                let last = points.len() - 1;
                points[last] = dependent(random, &points[..last]).unwrap_or(points[last]);
            }
            Shape::Simplex(points)
        }
        9 => polygon(random),
        10 => polyhedron(random),
        11 => {
            let extents = [[0.0, size(), 0.0], [size(), 0.0, size()], [size(), size(), size()]];
            Shape::Round(extents[random.below(3)], random.decade(-2.0, 0.0))
        }
        12 => Shape::Wheel { radius: size(), rounding: random.decade(-2.0, 0.0) },
        13 => {
            let (below, mut above) = ([size(), size()], [size(), size()]);
            let flat = random.below(6);
            if flat < 2 {
                above[flat] = 0.0;
            }
            let height = if random.chance(0.05) { 0.0 } else { random.between(0.2, 2.0) };
            Shape::Frustum(below, above, height)
        }
        _ => composed(random, kind == 14, 2),
    }
}

/// A sum or a hull of two shapes, one of which may be moved aside, and may be composed itself.
fn composed(random: &mut Random, sum: bool, depth: usize) -> Shape {
    let mut part = || {
        let kind = random.below(if depth > 0 { KINDS } else { 14 });
        if kind >= 14 { composed(random, kind == 14, depth - 1) } else { shape(random, kind) }
    };
    let (one, mut other) = (Box::new(part()), Box::new(part()));
    if !sum && random.chance(0.7) {
        let place = Shape::Simplex(vec![local_point(random, 2.0)]);
        other = Box::new(Shape::Sum(Box::new(place), other));
    }
    if sum { Shape::Sum(one, other) } else { Shape::Hull(one, other) }
}

fn local_point(random: &mut Random, size: f64) -> [f64; 3] {
    std::array::from_fn(|_| random.between(-size, size))
}

/// A point in the affine hull of others: a repeated, collinear or coplanar one.
fn dependent(random: &mut Random, points: &[[f64; 3]]) -> Option<[f64; 3]> {
    let (first, rest) = points.split_first()?;
    let step = |p: [f64; 3], q: &[f64; 3]| {
        add(p, scale(sub(*q, *first), [0.0, 0.5, 1.0, -1.0][random.below(4)]))
    };
    Some(rest.iter().fold(*first, step))
}

/// Three to nine points around a circle, in a coordinate plane or a tilted one, some repeated, some on an edge; either
/// winding.
fn polygon(random: &mut Random) -> Shape {
    let n = 3 + random.below(7);
    let (u, v) = if random.chance(0.5) {
        ([1.0, 0.0, 0.0], [0.0, 0.0, random.sign()])
    } else {
        let r = rotation_of(random.on_sphere());
        (r[0], r[1])
    };
    let (center, stretch) = (local_point(random, 0.5), random.decade(-1.0, 0.0));
    let mut angles: Vec<f64> = (0..n).map(|_| random.between(0.0, std::f64::consts::TAU)).collect();
    angles.sort_by(f64::total_cmp);
    let corner = |t: &f64| add(center, add(scale(u, t.cos()), scale(v, t.sin() * stretch)));
    let mut points: Vec<[f64; 3]> = angles.iter().map(corner).collect();
    if random.chance(0.3) {
        let i = random.below(points.len());
        points.insert(i, points[i]);
    }
    if random.chance(0.3) {
        let i = random.below(points.len() - 1);
        points.insert(i + 1, scale(add(points[i], points[i + 1]), 0.5));
    }
    Shape::Polygon(points)
}

/// Four to sixty points: round, in a ball, or on a coarse grid with repeated, interior and coplanar ones.
fn polyhedron(random: &mut Random) -> Shape {
    let n = if random.chance(0.2) { 20 + random.below(40) } else { 4 + random.below(16) };
    let style = random.below(3);
    let radii = [random.between(0.2, 1.5), random.between(0.2, 1.5), random.between(0.2, 1.5)];
    let offset = if random.chance(0.3) { local_point(random, 2.0) } else { [0.0; 3] };
    let mut point = || match style {
        0 => random.on_sphere(),
        1 => local_point(random, 1.0),
        _ => std::array::from_fn(|_| random.integer(-2, 2) as f64 * 0.5),
    };
    let place = |p: [f64; 3]| add(offset, std::array::from_fn(|k| p[k] * radii[k]));
    Shape::Polyhedron((0..n).map(|_| place(point())).collect())
}

/// How objects are placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Family {
    Rigid,
    /// Rotated after scaling each axis by 1e-3 to 1e3.
    Stretched,
    /// Rotated and scaled by 1e-4 to 1e4.
    Scaled,
    Mirrored,
    /// Rotations on both sides of a stretch.
    Sheared,
    /// Permuted axes with signs, coordinates of few digits.
    Aligned,
    /// Rigid, far from the world's origin compared with their size.
    Distant,
    /// Flattened to a plane, a segment or a point, or nearly so.
    Flattened,
}

pub const FAMILIES: [Family; 8] = [
    Family::Rigid,
    Family::Stretched,
    Family::Scaled,
    Family::Mirrored,
    Family::Sheared,
    Family::Aligned,
    Family::Distant,
    Family::Flattened,
];

/// A linear part of the family.
pub fn linear(random: &mut Random, family: Family) -> [[f64; 3]; 3] {
    let turn = rotation_of(random.on_sphere());
    let stretch =
        |m: [[f64; 3]; 3], s: [f64; 3]| m.map(|row| std::array::from_fn(|k| row[k] * s[k]));
    match family {
        Family::Rigid | Family::Distant => turn,
        Family::Stretched => {
            let s = std::array::from_fn(|_| random.decade(-3.0, 3.0));
            stretch(turn, s)
        }
        Family::Scaled => {
            let s = random.decade(-4.0, 4.0);
            stretch(turn, [s; 3])
        }
        Family::Mirrored => {
            let s = std::array::from_fn(
                |k| if k == 0 { -1.0 } else { random.sign() } * random.between(0.3, 3.0),
            );
            stretch(turn, s)
        }
        Family::Sheared => {
            let s = std::array::from_fn(|_| random.sign() * random.decade(-1.5, 1.5));
            product(stretch(turn, s), rotation_of(random.on_sphere()))
        }
        Family::Aligned => {
            let first = random.below(3);
            let second = (first + 1 + random.below(2)) % 3;
            let order = [first, second, 3 - first - second];
            let mut m = [[0.0; 3]; 3];
            for (row, column) in order.into_iter().enumerate() {
                m[row][column] = random.sign() * [1.0, 1.0, 0.5, 2.0][random.below(4)];
            }
            m
        }
        Family::Flattened => flattened(random, turn),
    }
}

/// A map that flattens along one axis, more rarely along two or three, or none: after a rotation, before one, or along
/// a slanted direction between two, where its determinant is made of rounding.
fn flattened(random: &mut Random, turn: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let axes = [0, 1, 1, 1, 1, 1, 2, 2, 3][random.below(9)];
    let thin = if random.chance(0.7) { 0.0 } else { random.decade(-20.0, -6.0) };
    let first = random.below(3);
    let is_flat = |k: usize| (k + first) % 3 < axes;
    let s: [f64; 3] =
        std::array::from_fn(|k| if is_flat(k) { thin } else { random.decade(-1.0, 1.0) });
    let scaling: [[f64; 3]; 3] =
        std::array::from_fn(|row| std::array::from_fn(|k| if row == k { s[k] } else { 0.0 }));
    match random.below(4) {
        0 => scaling,
        1 => product(turn, scaling),
        2 => product(scaling, turn),
        _ => product(product(turn, scaling), rotation_of(random.on_sphere())),
    }
}

pub fn product(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    a.map(|row| std::array::from_fn(|c| (0..3).map(|k| row[k] * b[k][c]).sum()))
}

/// Two bodies of the family, near each other: about half the pairs meet.
pub fn pair(random: &mut Random, family: Family) -> (Body, Body) {
    let kinds = [random.below(KINDS), random.below(KINDS)];
    let [sa, sb] = kinds.map(|kind| shape(random, kind));
    let origin = match family {
        Family::Aligned => std::array::from_fn(|_| random.integer(-8, 8) as f64 * 0.25),
        Family::Distant => local_point(random, 1e6),
        Family::Scaled if random.chance(0.3) => [0.0; 3],
        _ => local_point(random, 10.0),
    };
    let a = Body::new(sa, Placement { linear: linear(random, family), origin });
    let other = match family {
        // One scale for both now and then, else the smaller is a speck on the larger.
        Family::Scaled if random.chance(0.5) => {
            product(rotation_of(random.on_sphere()), a.at.linear)
        }
        _ => linear(random, family),
    };
    let mut b = Body::new(sb, Placement { linear: other, origin: [0.0; 3] });
    let offset = if random.chance(0.5) {
        let n = random.on_sphere();
        let width: f64 = -dot_of(&a, &b, n);
        scale(n, width * random.between(0.2, 1.2))
    } else {
        let (p, q) = (a.arm(random.on_sphere()), b.arm(random.on_sphere()));
        sub(scale(p, random.between(0.3, 1.3)), scale(q, random.between(0.3, 1.3)))
    };
    b.at.origin = add(origin, offset);
    if family == Family::Aligned {
        b.at.origin = b.at.origin.map(|x| (x * 8.0).round() * 0.125);
    }
    (a, b)
}

fn dot_of(a: &Body, b: &Body, n: [f64; 3]) -> f64 {
    let (p, q): ([f64; 3], [f64; 3]) = (a.arm(n), b.arm(neg(n)));
    (0..3).map(|k| n[k] * (q[k] - p[k])).sum()
}

/// Moves `b` so that the gap becomes `gap` (negative: depth), along the axis of the distance; the direction from
/// which it comes is random. `None` when the distance could not be certified.
pub fn to_contact(random: &mut Random, a: &Body, b: &mut Body, gap: f64) -> Option<[f64; 3]> {
    let n = random.on_sphere();
    let apart: f64 = -dot_of(a, b, n);
    let size = Pair::new(a, b).size;
    let offset = (0..3).map(|k| n[k] * (b.at.origin[k] - a.at.origin[k])).sum::<f64>();
    let near = random.decade(-4.0, -0.5) * size.min(a.extent() + b.extent());
    b.at.origin = add(b.at.origin, scale(n, apart - offset + near));
    let mut axis = None;
    // Twice: the first move shrinks the distance, and with it the error of its axis.
    for _ in 0..2 {
        // The careful distance takes a hundred times as long: where the quick one is rough, it is asked now and then.
        let quick = filter::distance(a, b, 1e-8)
            .filter(|d| d.lower > 0.9999 * d.upper || random.chance(0.95));
        let d = quick.or_else(|| distance(a, b, 1e-10))?;
        b.at.origin = add(b.at.origin, scale(d.axis, gap.max(near * 1e-3) - d.lower));
        axis = Some(d.axis);
    }
    let axis = axis?;
    b.at.origin = add(b.at.origin, scale(axis, gap - gap.max(near * 1e-3)));
    Some(axis)
}

/// A pair at a relative gap or depth of 1e-6 to 1e-2, or in a tenth of the cases down to 1e-9; with the axis.
pub fn contact(random: &mut Random, family: Family) -> Option<(Body, Body, [f64; 3])> {
    let (a, mut b) = pair(random, family);
    let relative =
        if random.chance(0.1) { random.decade(-9.0, -6.0) } else { random.decade(-6.0, -2.0) };
    // Relative to both, or to the smaller alone, as long as doubles can tell.
    let both = a.extent() + b.extent();
    let size = if random.chance(0.5) { both } else { a.extent().min(b.extent()).max(both * 1e-3) };
    let gap = random.sign() * relative * size;
    let axis = to_contact(random, &a, &mut b, gap)?;
    Some((a, b, axis))
}

/// Frames of `b` sliding and turning a little along `a`, from near contact, with its normal step to and fro.
pub fn slide(
    random: &mut Random,
    a: &Body,
    b: &Body,
    axis: [f64; 3],
    frames: usize,
) -> Vec<Placement> {
    let size = a.extent().min(b.extent());
    let tangent = {
        let t: [f64; 3] = cross(axis, random.on_sphere());
        scale(t, 1.0 / norm::<f64>(t).max(1e-3))
    };
    let along = random.decade(-4.0, -1.0) * size;
    let across = random.decade(-6.0, -1.5) * size;
    let spin = random.decade(-5.0, -1.3);
    let turn: [f64; 3] = random.on_sphere();
    let turned = {
        let (s, c) = (spin * 0.5).sin_cos();
        rotation_of([turn[0] * s, turn[1] * s, turn[2] * s, c])
    };
    let mut at = b.at;
    (0..frames)
        .map(|_| {
            let bounce = random.between(-1.0, 1.0) * across;
            at.origin = add(at.origin, add(scale(tangent, along), scale(axis, bounce)));
            at.linear = product(turned, at.linear);
            at
        })
        .collect()
}

/// A unit box resting on a wide floor: the full extents are 1e8 x 1 x 1e8, its top at y = 1/2. Returns floor, box and
/// the exact gap.
pub fn floor(random: &mut Random) -> (Body, Body, f64) {
    let turn = |r: &mut Random| {
        let (s, c) = if r.chance(0.4) {
            (0.0, 1.0)
        } else {
            r.between(0.0, std::f64::consts::TAU).sin_cos()
        };
        [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]]
    };
    let floor = Body::new(
        Shape::Box([1e8, 1.0, 1e8]),
        Placement {
            linear: turn(random),
            origin: [random.between(-1e6, 1e6), 0.0, random.between(-1e6, 1e6)],
        },
    );
    let wanted = match random.below(8) {
        0 => 0.0,
        1 => random.sign() * 1e-6,
        _ => random.sign() * random.decade(-9.0, -6.0),
    };
    let y = 1.0 + wanted;
    let reach = random.decade(0.0, 7.4);
    let origin = [random.between(-reach, reach), y, random.between(-reach, reach)];
    (floor, Body::new(Shape::Box([1.0; 3]), Placement { linear: turn(random), origin }), y - 1.0)
}

/// The rotation of a unit quaternion `(x, y, z, w)`, rows first.
pub fn rotation_of(q: [f64; 4]) -> [[f64; 3]; 3] {
    let [x, y, z, w] = q;
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}
