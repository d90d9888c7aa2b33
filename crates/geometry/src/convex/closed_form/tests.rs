use super::*;
use crate::convex::depth::penetration_depth;
use crate::convex::distance::search_unrounded;
use crate::convex::epa::Workspace;
use crate::convex::gjk::{self, Status};
use crate::math::Placement;
use crate::math::placement::rotation;
use crate::shape::{Polytope, Primitive};
use solid_testing::{Random, limit};

/// Simple bodies, some of them degenerate.
fn bodies(random: &mut Random) -> Vec<Primitive> {
    let mut at = || random.vector();
    let (p, q, r) = (at(), at(), at());
    vec![
        Primitive::Segment { from: p, to: p },
        Primitive::Segment { from: p, to: q },
        Primitive::Box(r.abs()),
        Primitive::Box(Vec3::new(0.0, 0.7, 0.0)),
        Primitive::Box(Vec3::new(0.5, 0.7, 0.0)),
        Primitive::polytope(&[p, q, r]).expect("finite"),
        Primitive::Cylinder { radius: 0.6, half_height: 0.4 },
        Primitive::Cylinder { radius: 0.6, half_height: 0.0 },
        Primitive::Cylinder { radius: 0.0, half_height: 0.4 },
        Primitive::Cone { radius: 0.5, half_height: 0.7 },
        Primitive::Cone { radius: 0.5, half_height: 0.0 },
        Primitive::Cone { radius: 0.0, half_height: 0.7 },
    ]
}

/// Two placements at random, the second similar, and how they are placed to each other.
fn placements(random: &mut Random) -> [Placement; 2] {
    [1.0, 0.1 + random.unit()].map(|scale| Placement {
        basis: rotation(&random.quaternion()) * scale,
        origin: random.vector() * 2.0,
    })
}

fn relative(a: &Primitive, b: &Primitive, [of_a, of_b]: &[Placement; 2]) -> RelativePlacement {
    RelativePlacement::new(&a.absolute_extents(), of_a, &b.absolute_extents(), of_b)
        .expect("in range")
}

/// Points are the closest ones exactly if the plane across their difference through each has its body on the far side.
#[test]
fn proposals_are_the_closest_points() {
    let (mut random, mut apart) = (Random::new(71), 0);
    for _ in 0..400 {
        let (bodies, placements) = (bodies(&mut random), placements(&mut random));
        for (a, b) in bodies.iter().flat_map(|a| bodies.iter().map(move |b| (a, b))) {
            let relative = relative(a, b, &placements);
            let pair = Pair::new(a, b, &relative);
            let Some(Proposal::Closest(nearest)) = closest_points(&pair) else { continue };
            let (v, slack) = (nearest.difference(), 1e-13 * relative.largest_coordinate());
            if v.norm() < 1e-6 {
                continue;
            }
            apart += 1;
            let gap = pair.gap_along(&v, &mut [0; 2]) / v.norm();
            assert!(
                (gap - v.norm()).abs() < 1e3 * slack,
                "{a:?} {b:?} {placements:?}: {gap}, {}",
                v.norm()
            );
            // Each point belongs to its body.
            for (body, p) in [(a, nearest.local_a), (b, nearest.local_b)] {
                let d = random.vector();
                assert!(d.dot(&p) <= body.support_value(&d, &mut 0) + 1e-14, "{body:?}: {p:?}");
            }
        }
    }
    assert!(apart > 10_000, "{apart} pairs");
}

/// Segments that cross triangles are found to, in either order and in any unit, and no others are. Of other cases, very few
/// that graze an edge are left to the search.
#[test]
fn crossings_are_shared_points() {
    let (mut random, mut found, mut missed) = (Random::new(72), 0, 0);
    for round in 0..4000 {
        let unit = 10.0_f64.powi(round % 17 - 8);
        let mut at = || random.vector() * unit;
        let (from, to, [p, q, mut r]) = (at(), at(), [at(), at(), at()]);
        // Every tenth without an area, and every other tenth touched by an end.
        r = if round % 10 == 0 { q * 2.0 - p } else { r };
        let from = if round % 10 == 5 { (p + q + r) / 3.0 } else { from };
        let segment = Primitive::Segment { from, to };
        let triangle = Primitive::polytope(&[p, q, r]).expect("finite");
        let here = Placement { basis: rotation(&random.quaternion()), origin: random.vector() };
        let placements = [here; 2];
        let relative = relative(&segment, &triangle, &placements);
        let pair = Pair::new(&segment, &triangle, &relative);
        let swapped = relative.swapped();
        let (status, text) =
            (gjk::search(&pair, &mut [0; 2]).status, format!("{segment:?} {triangle:?} {here:?}"));
        match closest_points(&pair) {
            Some(Proposal::Shared(shared)) => {
                found += 1;
                assert!(status != Status::Apart && round % 5 > 0, "{status:?}: {text}");
                let slack = 1e-13 * relative.largest_coordinate();
                assert!(shared.difference().norm() <= slack, "{text}");
                let mirrored = closest_points(&Pair::new(&triangle, &segment, &swapped));
                let Some(Proposal::Shared(mirrored)) = mirrored else { panic!("{text}") };
                assert!((mirrored.local_a - shared.local_b).norm() <= slack, "{text}");
            }
            _ => missed += i32::from(status == Status::Enclosed && round % 5 > 0),
        }
    }
    assert!(found > 200 && missed <= limit(0, 2), "{found} found, {missed} not");
}

/// Segments that pass through solids are found to, in either order and in any unit, and no others are. Of other cases, few that graze a
/// surface are left to the search.
#[test]
fn segments_through_solids_share_points() {
    let (mut random, mut found, mut missed) = (Random::new(77), 0, 0);
    for round in 0..12_000 {
        let unit = 10.0_f64.powi(round % 17 - 8);
        let [mut from, mut to] = [random.vector() * (2.0 * unit), random.vector() * (2.0 * unit)];
        let half = random.vector().abs() * unit;
        let (radius, half_height) = (half.x, half.y);
        // Every tenth upright, and every other tenth on a face.
        let is_on_face = round % 10 == 5;
        if round % 10 == 0 {
            (to.x, to.z) = (from.x, from.z);
        } else if is_on_face {
            (from.y, to.y) = (-half_height, -half_height);
        }
        let solid = match round % 3 {
            0 => Primitive::Box(half),
            1 => Primitive::Cylinder { radius, half_height },
            _ => Primitive::Cone { radius, half_height },
        };
        let segment = Primitive::Segment { from, to };
        let basis = rotation(&random.quaternion()) * random.between(0.5, 2.0);
        let here = Placement { basis, origin: random.vector() * unit };
        let relative = relative(&segment, &solid, &[here; 2]);
        let swapped = relative.swapped();
        let pair = Pair::new(&segment, &solid, &relative);
        let (status, text) =
            (gjk::search(&pair, &mut [0; 2]).status, format!("{segment:?} {solid:?} {here:?}"));
        match closest_points(&pair) {
            Some(Proposal::Shared(shared)) => {
                found += 1;
                assert!(status != Status::Apart && !is_on_face, "{status:?}: {text}");
                let slack = 1e-13 * relative.largest_coordinate();
                assert!(shared.difference().norm() <= slack, "{text}");
                let mirrored = closest_points(&Pair::new(&solid, &segment, &swapped));
                let Some(Proposal::Shared(mirrored)) = mirrored else { panic!("{text}") };
                assert!((mirrored.local_a - shared.local_b).norm() <= slack, "{text}");
            }
            _ => missed += i32::from(status == Status::Enclosed && !is_on_face),
        }
    }
    assert!(found > 1000 && 200 * missed < found, "{found} found, {missed} not");
}

/// A segment nearly in the plane of a triangle, and one through a sliver: what is shared is on both, or left to the search.
#[test]
fn crossings_at_small_angles_are_shared_points() {
    let mut random = Random::new(73);
    for round in 0..2000 {
        let small = 10.0_f64.powi(-(round % 14));
        let (low, high) = (-small, small * random.between(0.1, 1.0));
        let mut corners = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
        let mut ends = [Vec3::new(-0.85, random.within(0.5), low), Vec3::new(0.9, 0.1, high)];
        if round % 2 == 0 {
            corners[2].y = small - 1.0;
            let y = corners[2].y - 0.5 * small;
            ends = [Vec3::new(-0.1, y, -0.7), Vec3::new(0.1, y, 0.4)];
        }
        let segment = Primitive::Segment { from: ends[0], to: ends[1] };
        let triangle = Primitive::polytope(&corners).expect("finite");
        let here = Placement { basis: rotation(&random.quaternion()), origin: random.vector() };
        let relative = relative(&segment, &triangle, &[here; 2]);
        if let Some(Proposal::Shared(shared)) =
            closest_points(&Pair::new(&segment, &triangle, &relative))
        {
            let slack = 1e-13 * relative.largest_coordinate();
            assert!(
                shared.difference().norm() <= slack,
                "{round}: {:e}",
                shared.difference().norm()
            );
        }
    }
}

/// The path out of a body is the least overlap of all directions.
#[test]
fn paths_out_are_the_shortest() {
    let mut random = Random::new(72);
    let outer = [
        Primitive::Box(Vec3::new(0.5, 0.8, 0.3)),
        Primitive::Cylinder { radius: 0.6, half_height: 0.4 },
        Primitive::Cone { radius: 0.5, half_height: 0.7 },
    ];
    let mut inside = [0; 3];
    for _ in 0..3000 {
        let p = random.vector() * 0.8;
        let (point, placements) = (Primitive::Segment { from: p, to: p }, placements(&mut random));
        // In the middle of the second body, and near it.
        let placements =
            [Placement { origin: placements[1].origin, ..placements[0] }, placements[1]];
        for (body, count) in outer.iter().zip(&mut inside) {
            let relative = relative(&point, body, &placements);
            let pair = Pair::new(&point, body, &relative);
            let overlap_along = |n: &Vec3| -pair.gap_along(n, &mut [0; 2]);
            let Some(found) = depth(&pair) else {
                let found = gjk::search(&pair, &mut [0; 2]);
                assert_eq!(found.status, Status::Apart, "{body:?}: {p:?} is inside");
                continue;
            };
            *count += 1;
            let slack = 1e-14 * (1.0 + relative.largest_coordinate());
            assert!((overlap_along(&found.normal) - found.depth).abs() < 8.0 * slack);
            for _ in 0..64 {
                assert!(overlap_along(&random.direction()) >= found.depth - slack);
            }
            let [a, b] = [relative.place_a(&found.local_a), relative.place_b(&found.local_b)];
            assert!((b - a - found.normal * found.depth).norm() < 8.0 * slack);
            let swapped = relative.swapped();
            let mirrored = depth(&Pair::new(body, &point, &swapped)).expect("inside as well");
            assert!((mirrored.normal + found.normal).norm() < 1e-12);
        }
    }
    assert!(inside.iter().all(|count| *count > 50), "{inside:?}");
}

/// Balls that touch, or nearly so, are decided, and never against what their certified distance is.
#[test]
fn balls_at_contact_are_decided() {
    let mut random = Random::new(73);
    let ball = Primitive::sphere(0.5);
    for body in bodies(&mut random) {
        for gap in [-0.25, -1e-9, 0.0, 1e-9, 0.25] {
            let Some(core) = body.core(true) else { continue };
            let there =
                Placement { basis: rotation(&random.quaternion()), origin: random.vector() };
            let far = there.origin + random.direction() * 5.0;
            let frame = Frame::new(&there.basis, there.origin);
            let foot = there.apply(&nearest(&far, &core, &frame).expect("a rotation"));
            let origin = foot + (far - foot).normalize() * (0.5 + gap);
            let placements = [Placement { origin, ..Placement::IDENTITY }, there];
            let relative = relative(&ball, &body, &placements);
            let pair = Pair::new(&ball, &body, &relative);
            let found = search_unrounded(&pair, &mut [0; 2]).expect("decided");
            if gap.abs() > 0.0 {
                assert_eq!(found.status == Status::Apart, gap > 0.0, "{body:?} at {gap}");
            }
        }
    }
}

/// A triangle of no area, and segments that are parallel or in one line, have closest points as well.
#[test]
fn degenerate_bodies_have_closest_points() {
    let line = Polytope::new(&[Vec3::zeros(), Vec3::x(), Vec3::x() * 2.0]);
    let needle = Core::Triangle([Vec3::zeros(), Vec3::x(), Vec3::x() * 2.0]);
    assert!(line.len() <= 3);
    let identity = Mat3::identity();
    let frame = Frame::new(&identity, Vec3::zeros());
    let found = nearest(&Vec3::new(1.5, 1.0, 0.0), &needle, &frame).expect("a triangle");
    assert!((found - Vec3::x() * 1.5).norm() < 1e-15 || (found - Vec3::x()).norm() <= 0.5 + 1e-15);
    let [p, q] = [[Vec3::zeros(), Vec3::x()], [Vec3::new(3.0, 1.0, 0.0), Vec3::new(2.0, 1.0, 0.0)]];
    assert_eq!(of_segments(p, q), (1.0, 1.0));
    let (s, t) = of_segments(p, [Vec3::new(0.25, 1.0, 0.0), Vec3::new(0.75, 1.0, 0.0)]);
    assert!((between(&p, s) - Vec3::new(0.25 + 0.5 * t, 0.0, 0.0)).norm() < 1e-15);
}

/// Whatever the tolerance, the least translation that separates two capsules is between the bounds.
#[test]
fn depths_of_capsules_are_within_their_bounds() {
    let (mut random, mut count) = (Random::new(79), 0);
    for round in 0..2000 {
        let [a, b] = [(); 2].map(|()| Primitive::Round {
            half: Vec3::new(0.0, 0.2 + 5.0 * random.unit(), 0.0),
            radius: 0.2 + 0.5 * random.unit(),
        });
        let mut placements = [(); 2]
            .map(|()| Placement { basis: rotation(&random.quaternion()), origin: random.vector() });
        if round % 2 == 0 {
            placements[1].basis = placements[0].basis;
            placements[1].rotate(&[0.0, 0.0, 1e-8 * random.signed(), 1.0]);
        }
        let gap = Gap::new((&a, &placements[0]), (&b, &placements[1])).expect("capsules");
        let Some(found) = gap.depth(0.5) else { continue };
        let relative = relative(&a, &b, &placements);
        let searched = penetration_depth(&a, &b, &relative, 1e-12, &mut Workspace::default());
        let searched = searched.expect("they collide");
        assert!(found.lower <= found.depth && found.lower <= searched.depth + 1e-12, "{round}");
        assert!(searched.lower <= found.depth + 1e-12, "{round}: {found:?} {searched:?}");
        count += 1;
    }
    assert!(count > 500, "{count}");
}

/// A shared point is one of both bodies, and the boolean query finds that they overlap.
#[test]
fn shared_points_are_of_both_bodies() {
    let (mut random, mut shared) = (Random::new(77), 0);
    for round in 0..400 {
        let (bodies, mut placements) = (bodies(&mut random), placements(&mut random));
        placements[1].origin = placements[0].origin + random.vector() * 0.5;
        if round % 4 > 0 {
            placements[1].basis = rotation(&random.quaternion());
        }
        for (a, b) in bodies.iter().flat_map(|a| bodies.iter().map(move |b| (a, b))) {
            let relative = relative(a, b, &placements);
            let pair = Pair::new(a, b, &relative);
            let Some(found) = shared_point(&pair) else { continue };
            shared += 1;
            let (p, q) = (relative.place_a(&found.local_a), relative.place_b(&found.local_b));
            assert!((p - q).norm() <= 1e-13 * relative.largest_coordinate(), "{a:?} {b:?}");
            for (body, local) in [(a, found.local_a), (b, found.local_b)] {
                let reaches = |d: Vec3| d.dot(&local) <= body.support_value(&d, &mut 0) + 1e-12;
                assert!((0..8).all(|_| reaches(random.vector())), "{a:?} {b:?} {placements:?}");
            }
            let found = gjk::search(&pair, &mut [0; 2]);
            assert_ne!(found.status, Status::Apart, "{a:?} {b:?} {placements:?}");
        }
    }
    assert!(shared > 1000, "{shared}");
}
