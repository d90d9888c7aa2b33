//! The contacts of two polytopes whose faces meet are the corners of the region in which they touch.
//!
//! The reference shares nothing with the search for contacts: the region is what all edges of both faces leave of the contact
//! plane, and the line along which the depth is zero; its corners are found among all crossings of two of these lines.

use solid_geometry::{Placement, Shape, Vec3, query};
use solid_testing::Random;

/// How far the hull of the contacts may differ from the region. Corners nearer to each other, or to the line between their
/// neighbours, than 2e-3 of a face's extent are one, in each of the two faces and in the region.
const BOUND: f64 = 6e-3;

/// The relative error of a pair's depth, which its deepest contact has.
const TOLERANCE: f64 = 1e-6;

/// Normals that lean farther from the upright belong to edges, not to faces.
const MOST_LEAN: f64 = 0.015;

/// A prism over a convex polygon with `corners` corners, from height 0 to 1.
fn prism(random: &mut Random, corners: usize) -> Vec<Vec3> {
    let radii = [random.between(0.6, 1.0), random.between(0.6, 1.0)];
    let slice = std::f64::consts::TAU / corners as f64;
    let turns: Vec<f64> = (0..corners).map(|i| (i as f64 + random.within(0.3)) * slice).collect();
    let at = |height: f64| {
        let corner =
            move |turn: &f64| Vec3::new(radii[0] * turn.cos(), height, radii[1] * turn.sin());
        turns.iter().map(corner).collect::<Vec<_>>()
    };
    [at(0.0), at(1.0)].concat()
}

/// The numbers `(a, b, c)` of a half plane `a x + b y <= c`, or of a depth `c - a x - b y`.
type Linear = [f64; 3];

fn value([a, b, c]: &Linear, p: &[f64; 2]) -> f64 {
    c - a * p[0] - b * p[1]
}

/// The half planes of a convex polygon with its corners in either order.
fn sides(polygon: &[[f64; 2]]) -> Vec<Linear> {
    let middle = [0, 1].map(|k| polygon.iter().map(|p| p[k]).sum::<f64>() / polygon.len() as f64);
    let next = polygon.iter().cycle().skip(1);
    let side = |(p, q): (&[f64; 2], &[f64; 2])| {
        let length = (q[0] - p[0]).hypot(q[1] - p[1]);
        let (a, b) = ((q[1] - p[1]) / length, (p[0] - q[0]) / length);
        let line = [a, b, a * p[0] + b * p[1]];
        if value(&line, &middle) < 0.0 { line.map(|x| -x) } else { line }
    };
    polygon.iter().zip(next).map(side).collect()
}

/// The corners of what half planes have in common: all crossings of two lines that are in all of them.
fn corners(half_planes: &[Linear]) -> Vec<[f64; 2]> {
    let mut found = Vec::new();
    for (i, p) in half_planes.iter().enumerate() {
        for q in &half_planes[..i] {
            let determinant = p[0] * q[1] - p[1] * q[0];
            let x = (p[2] * q[1] - p[1] * q[2]) / determinant;
            let y = (p[0] * q[2] - p[2] * q[0]) / determinant;
            // Of parallel lines these are not finite, and in no half plane.
            if half_planes.iter().all(|h| value(h, &[x, y]) >= -1e-12) {
                found.push([x, y]);
            }
        }
    }
    found
}

/// The plane through the corners of a face, as a height over the contact plane.
fn height_of(face: &[Vec3], normal: &Vec3, axes: &[Vec3; 2]) -> Linear {
    let across = (face[1] - face[0]).cross(&(face[2] - face[0]));
    let slope = axes.map(|axis| across.dot(&axis) / across.dot(normal));
    let at = axes.map(|axis| axis.dot(&face[0]));
    [slope[0], slope[1], normal.dot(&face[0]) + slope[0] * at[0] + slope[1] * at[1]]
}

/// The distance of a point from the segment between two others.
fn from_segment(p: &[f64; 2], [q, r]: [&[f64; 2]; 2]) -> f64 {
    let (dx, dy) = (r[0] - q[0], r[1] - q[1]);
    let along = ((p[0] - q[0]) * dx + (p[1] - q[1]) * dy) / (dx * dx + dy * dy);
    // Of a segment without length this is not a number, which clamps to its beginning.
    let share = if along.is_nan() { 0.0 } else { along.clamp(0.0, 1.0) };
    (p[0] - q[0] - share * dx).hypot(p[1] - q[1] - share * dy)
}

/// The distance of a point from the convex hull of others: from all their segments, unless a triangle of them holds it.
fn from_hull(p: &[f64; 2], others: &[[f64; 2]]) -> f64 {
    let side =
        |q: &[f64; 2], r: &[f64; 2]| (r[0] - q[0]) * (p[1] - q[1]) - (r[1] - q[1]) * (p[0] - q[0]);
    let mut least = f64::INFINITY;
    for q in others {
        for r in others {
            least = least.min(from_segment(p, [q, r]));
            let is_left = side(q, r) > 0.0;
            if is_left && others.iter().any(|s| side(r, s) > 0.0 && side(s, q) > 0.0) {
                return 0.0;
            }
        }
    }
    least
}

/// One scene: a prism that stands on another one, tilted a little. Returns whether faces touch, as far as the normal tells.
fn compare(random: &mut Random, tilt: f64, name: &str) -> bool {
    let [above, below] = [0; 2].map(|_| {
        let corners = 3 + random.below(5);
        prism(random, corners)
    });
    let depth = random.decade(-4.0, -1.5);
    let mut scene = Placement::IDENTITY;
    scene.rotate(&random.quaternion());
    let mut upper = Placement::translation([random.within(0.6), 1.0 - depth, random.within(0.6)]);
    upper.rotate(&[tilt * random.signed(), 0.0, tilt * random.signed(), 1.0]);
    upper.rotate(&[0.0, random.signed(), 0.0, 1.0]);
    let poses = [scene.compose(&upper), scene];

    let shapes = [&above, &below].map(|points| Shape::polytope(points).expect("a prism"));
    let contacts = query::contacts(&shapes[0], &poses[0], &shapes[1], &poses[1]);
    let Some(first) = contacts.first() else { return false };
    let normal = first.normal;
    if normal.cross(&scene.basis.column(1)).norm() > MOST_LEAN {
        return false;
    }
    let along = normal.cross(&Vec3::ith(normal.iamin(), 1.0)).normalize();
    let axes = [along, normal.cross(&along)];
    let flat = |p: &Vec3| axes.map(|axis| axis.dot(p));

    // The lower face of the one, the upper face of the other.
    let lower: Vec<Vec3> = above[..above.len() / 2].iter().map(|p| poses[0].apply(p)).collect();
    let upper: Vec<Vec3> = below[below.len() / 2..].iter().map(|p| poses[1].apply(p)).collect();
    let (bottom, top) = (height_of(&lower, &normal, &axes), height_of(&upper, &normal, &axes));
    let depth_at: Linear = [0, 1, 2].map(|i| top[i] - bottom[i]);
    let mut half_planes: Vec<Linear> = Vec::new();
    for face in [&lower, &upper] {
        half_planes.extend(sides(&face.iter().map(flat).collect::<Vec<_>>()));
    }
    let slope = depth_at[0].hypot(depth_at[1]);
    if slope > 1e-9 {
        half_planes.push(depth_at.map(|x| x / slope));
    }
    let region = corners(&half_planes);

    let found: Vec<[f64; 2]> = contacts.iter().map(|contact| flat(&contact.points[0])).collect();
    for corner in &region {
        let gap = from_hull(corner, &found);
        assert!(gap <= BOUND, "{name}: a corner {gap:e} outside of the contacts");
    }
    for (contact, at) in contacts.iter().zip(&found) {
        let outside = half_planes.iter().map(|h| -value(h, at)).fold(0.0, f64::max);
        assert!(outside <= BOUND, "{name}: a contact {outside:e} outside of the region");
        let error = (contact.depth - value(&depth_at, at)).abs();
        assert!(
            error <= 1e-9 + slope * BOUND + TOLERANCE * contact.depth,
            "{name}: a depth wrong by {error:e}"
        );
    }
    true
}

/// Faces that are parallel, but for rounding.
#[test]
fn contacts_are_the_corners_of_the_region_in_which_faces_touch() {
    let mut random = Random::new(14);
    let compared =
        (0..20_000).filter(|case| compare(&mut random, 0.0, &format!("case {case}"))).count();
    assert!(compared > 19_000, "{compared}");
}

/// Faces that lean: the region ends where they part.
#[test]
fn contacts_end_where_leaning_faces_part() {
    let mut random = Random::new(15);
    let mut compared = 0;
    for case in 0..20_000 {
        let tilt = random.decade(-6.0, -2.5);
        compared += usize::from(compare(&mut random, tilt, &format!("case {case}, tilt {tilt}")));
    }
    assert!(compared > 18_000, "{compared}");
}
