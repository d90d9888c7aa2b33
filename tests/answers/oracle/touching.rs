//! Bodies that touch at a known point, all coordinates exact: one above a plane, one below, both moved by one integer
//! map. Sets are closed, so each is a hit; pushed together a little they still are, pulled apart a little they are not.

use super::big::exact3;
use super::body::{Body, Placement, Shape};
use super::dd::{add, scale};
use super::exact::contains;
use super::generate::product;
use super::library::Library;
use super::pairs::{check, check_against};
use super::report::{Report, cases, seed};
use super::verdict::{Verdict, touching_band};
use solid_testing::Random;

const PLAIN: [[f64; 3]; 3] = Placement::IDENTITY.linear;

/// A shape and its placement: above the plane y = 0, touching it at the origin, perhaps elsewhere too.
fn above(random: &mut Random) -> Body {
    let whole = |r: &mut Random| r.integer(1, 4) as f64;
    let inside = |r: &mut Random, h: f64| r.integer(-(h as i64), h as i64) as f64;
    let placed = |shape, linear, origin| Body::new(shape, Placement { linear, origin });
    let down = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]];
    let lying = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    match random.below(13) {
        0 => {
            let h: [f64; 3] = std::array::from_fn(|_| whole(random));
            let origin = [inside(random, h[0]), h[1], inside(random, h[2])];
            placed(Shape::Box(h.map(|x| 2.0 * x)), PLAIN, origin)
        }
        1 => {
            let r = whole(random);
            placed(Shape::Sphere(r), PLAIN, [0.0, r, 0.0])
        }
        2 => {
            let r: [f64; 3] = std::array::from_fn(|_| whole(random));
            placed(Shape::Ellipsoid(r), PLAIN, [0.0, r[1], 0.0])
        }
        3 => {
            // Standing on its apex.
            let (radius, h) = (whole(random), whole(random));
            placed(Shape::Cone { radius, height: 2.0 * h }, down, [0.0, h, 0.0])
        }
        4 => {
            // On its base, the rim included.
            let (radius, h) = (whole(random), whole(random));
            let x = inside(random, radius);
            placed(Shape::Cone { radius, height: 2.0 * h }, PLAIN, [x, h, 0.0])
        }
        5 => {
            let (radius, h) = (whole(random), whole(random));
            let z = inside(random, radius);
            placed(Shape::Cylinder { radius, height: 2.0 * h }, PLAIN, [0.0, h, z])
        }
        6 => {
            let (radius, h) = (whole(random), whole(random));
            let x = inside(random, h);
            placed(Shape::Cylinder { radius, height: 2.0 * h }, lying, [x, radius, 0.0])
        }
        7 => {
            let h: [f64; 3] = std::array::from_fn(|_| random.integer(0, 3) as f64);
            let r = whole(random);
            let origin = [inside(random, h[0]), h[1] + r, inside(random, h[2])];
            placed(Shape::Round(h.map(|x| 2.0 * x), r), PLAIN, origin)
        }
        8 => {
            // On its side.
            let (radius, rounding) = (whole(random), whole(random));
            placed(
                Shape::Wheel { radius, rounding },
                PLAIN,
                [inside(random, radius), rounding, 0.0],
            )
        }
        9 => {
            // Rolling.
            let (radius, rounding) = (whole(random), whole(random));
            placed(Shape::Wheel { radius, rounding }, lying, [0.0, radius + rounding, 0.0])
        }
        10 => {
            let h: [f64; 4] = std::array::from_fn(|_| whole(random));
            let height = whole(random);
            let origin = [inside(random, h[0]), height, inside(random, h[1])];
            let frustum =
                Shape::Frustum([2.0 * h[0], 2.0 * h[1]], [2.0 * h[2], 2.0 * h[3]], 2.0 * height);
            placed(frustum, PLAIN, origin)
        }
        n => {
            // Points on the plane around the origin, or the origin alone, and others above.
            let mut points = match random.below(3) {
                0 => vec![[0.0; 3]],
                1 => {
                    let p = [inside(random, 3.0), 0.0, inside(random, 3.0)];
                    vec![p, scale(p, -whole(random))]
                }
                _ => vec![
                    [whole(random), 0.0, 0.0],
                    [-1.0, 0.0, whole(random)],
                    [-whole(random), 0.0, -4.0],
                ],
            };
            let more = if n == 11 { 4 - points.len() } else { 2 + random.below(8) };
            for _ in 0..random.below(more + 1) {
                points.push([
                    inside(random, 4.0),
                    random.integer(0, 4) as f64,
                    inside(random, 4.0),
                ]);
            }
            let shape = if n == 11 { Shape::Simplex(points) } else { Shape::Polyhedron(points) };
            // The three last points of the triangle choice must have the origin inside; the exact check decides.
            placed(shape, PLAIN, [0.0; 3])
        }
    }
}

/// An integer map, invertible, of a random sort: axes permuted, scaled, sheared or all of it.
fn integer_map(random: &mut Random) -> [[f64; 3]; 3] {
    loop {
        let bound = [0, 1, 3][random.below(3)];
        let m: [[f64; 3]; 3] = std::array::from_fn(|r| {
            std::array::from_fn(|c| {
                random.integer(-bound, bound) as f64 + if r == c { 1.0 } else { 0.0 }
            })
        });
        let minor = |a: usize, b: usize| m[1][a] * m[2][b] - m[1][b] * m[2][a];
        if m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1) != 0.0 {
            return m;
        }
    }
}

fn mapped(body: Body, map: [[f64; 3]; 3], shift: [f64; 3]) -> Body {
    let outer = Placement { linear: map, origin: shift };
    let at =
        Placement { linear: product(map, body.at.linear), origin: outer.apply(body.at.origin) };
    Body::new(body.shape, at)
}

/// A pair that touches at the returned point, and the direction that parts the second from the first.
pub fn pair(random: &mut Random) -> Option<(Body, Body, [f64; 3], [f64; 3])> {
    let flip = if random.chance(0.5) {
        [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]
    } else {
        [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]
    };
    let map = integer_map(random);
    let shift: [f64; 3] = std::array::from_fn(|_| random.integer(-100, 100) as f64);
    let power = 2f64.powi(random.integer(-8, 8) as i32);
    let (map, shift) = (map.map(|row| scale(row, power)), scale(shift, power));
    let a = mapped(above(random), map, shift);
    let b = mapped(mapped(above(random), flip, [0.0; 3]), map, shift);
    let point = exact3(shift);
    let both = contains(&a, &point) && contains(&b, &point);
    both.then(|| (a, b, shift, map.map(|row| -row[1])))
}

pub fn touching(library: &mut Library, count: u64) -> Report {
    let mut report = Report::new("touching", count);
    for index in cases(count) {
        let mut random = Random::case(seed() + 4, index);
        let Some((a, b, point, away)) = pair(&mut random) else {
            report.count("not touching at the origin");
            continue;
        };
        let kinds = format!("{} and {}", a.shape.kind(), b.shape.kind());
        let title = format!("touching case {index} seed {}: {kinds}", seed());
        let verdict = Verdict::Hit { depth_lower: 0.0, point };
        check_against(library, &mut report, &title, &a, &b, &verdict, touching_band(&a, &b));
        let step = random.sign() * 2f64.powi(-random.integer(4, 32) as i32);
        let mut moved = b.clone();
        moved.at.origin = add(moved.at.origin, scale(away, step));
        check(library, &mut report, &format!("{title} moved away by {step}"), &a, &moved);
        report.progress(index);
    }
    report.expect("hits", count / 2);
    report.expect("misses", count / 10);
    report
}
