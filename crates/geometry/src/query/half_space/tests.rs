use crate::math::{Mat3, Placement, Vec3};
use crate::motion::Motion;
use crate::query::tests::{placement, shape};
use crate::query::{self, BodyShape, Effort, Shape, WarmStart};
use crate::shape::Support;
use solid_testing::Random;
use solid_testing::meshes::{closed_ball, l_shape, ring};

/// A half-space and its plane in the world: the unit normal, and the offset along it.
fn some(random: &mut Random) -> (Shape, Placement, Vec3, f64) {
    let (normal, offset) = (random.direction(), random.within(0.5));
    let shape = Shape::half_space(normal, offset).expect("a normal");
    let mut pose = placement(random);
    if random.once_in(3) {
        pose.basis = Mat3::identity() + random.matrix() * 0.4;
    }
    // Two points of the plane, and one out of it, say where the image is.
    let foot = pose.apply(&(normal * offset));
    let across = crate::math::vector::tangents(&normal).map(|side| pose.basis * side);
    let mut out = across[0].cross(&across[1]).normalize();
    out *= out.dot(&(pose.basis * normal)).signum();
    (shape, pose, out, out.dot(&foot))
}

/// The lowest height of a placed shape over a plane.
fn lowest(shape: &Shape, pose: &Placement, normal: &Vec3, offset: f64) -> f64 {
    let least = match shape.view() {
        BodyShape::Convex(body) => {
            let local = body.support(&-pose.basis.tr_mul(normal), &mut 0);
            normal.dot(&pose.apply(&local))
        }
        BodyShape::Parts(_) => unreachable!("no compound"),
        BodyShape::Soup(soup) => soup
            .finite_points()
            .iter()
            .map(|p| normal.dot(&pose.apply(p)))
            .fold(f64::INFINITY, f64::min),
    };
    least - offset
}

#[test]
fn all_questions_have_the_answers_of_the_lowest_point() {
    let random = &mut Random::new(101);
    let mut hits = 0;
    for round in 0..2000 {
        let (plane, p, normal, offset) = &some(random);
        let (body, q) = (&shape(random), &placement(random));
        let height = lowest(body, q, normal, *offset);
        let same = |x: f64, y: f64| (x - y).abs() < 1e-9;
        let hit = height <= 0.0;
        hits += u32::from(hit);
        for swapped in [false, true] {
            let (a, at_a, b, at_b) =
                if swapped { (body, q, plane, p) } else { (plane, p, body, q) };
            // Out of the plane, from the second body towards the first.
            let towards = if swapped { *normal } else { -normal };
            assert_eq!(query::intersects(a, at_a, b, at_b), hit, "round {round}");
            let found = query::closest_points(a, at_a, b, at_b).expect("finite");
            assert!(same(found.distance, height.max(0.0)), "round {round}: {found:?} {height}");
            assert_eq!(found.distance == 0.0, hit);
            if !hit {
                let between = (found.points[0] - found.points[1]) / height;
                assert!((between - towards).norm() < 1e-6, "round {round}");
            }
            assert!(query::is_within(a, at_a, b, at_b, height.max(0.0) * 1.0001));
            assert!(hit || !query::is_within(a, at_a, b, at_b, height * 0.9999));
            let common = query::common_point(a, at_a, b, at_b);
            assert_eq!(common.is_some(), hit, "round {round}");
            assert!(common.is_none_or(|at| normal.dot(&at) - offset < 1e-9), "round {round}");
            let depth = query::penetration(a, at_a, b, at_b);
            assert_eq!(depth.is_some(), hit, "round {round}");
            if let Some(contact) = depth {
                assert!(same(contact.depth, -height), "round {round}: {contact:?} {height}");
                assert!((contact.normal - towards).norm() < 1e-6, "round {round}: {contact:?}");
                let on_plane = contact.points[usize::from(swapped)];
                assert!(same(normal.dot(&on_plane), *offset), "round {round}: {contact:?}");
                let end = contact.points[0] + contact.normal * contact.depth;
                assert!((end - contact.points[1]).norm() < 1e-9, "round {round}");
            }
            let contacts = query::contacts(a, at_a, b, at_b);
            assert_eq!(!contacts.is_empty(), hit, "round {round}");
            let deepest = contacts.iter().map(|contact| contact.depth).fold(0.0, f64::max);
            assert!(same(deepest, (-height).max(0.0)), "round {round}: {contacts:?} {height}");
            let on_plane = |at: &Vec3| same(normal.dot(at), *offset);
            assert!(contacts.iter().all(|found| on_plane(&found.points[usize::from(swapped)])));
            // Casts, to where the lowest point reaches the plane.
            let by = random.vector() * 3.0;
            let rate = normal.dot(&by) * if swapped { 1.0 } else { -1.0 };
            let cast = query::cast(a, at_a, by, b, at_b, Vec3::zeros());
            let time = if hit { 0.0 } else { height / -rate };
            match cast {
                Some(cast) => assert!(same(cast.time, time), "round {round}: {cast:?} {time}"),
                None => assert!(!hit && (rate > 0.0 || time > 0.9999), "round {round}: {time}"),
            }
        }
    }
    assert!((500..1700).contains(&hits), "{hits}");
}

#[test]
fn a_least_way_out_is_along_the_normal() {
    let random = &mut Random::new(102);
    let corners = [[0.0; 3], [0.9, 0.0, 0.0], [0.0, 0.9, 0.0], [0.0, 0.0, 0.9]].map(Into::into);
    let solid = Shape::mesh(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
        .and_then(Shape::into_solid)
        .expect("closed");
    let mut found = 0;
    for round in 0..200 {
        let (plane, p, normal, offset) = &some(random);
        let q = &placement(random);
        let height = lowest(&solid, q, normal, *offset);
        let way = query::separation(&solid, q, plane, p, Effort::default()).expect("solids");
        assert_eq!(way.is_some(), height <= 0.0, "round {round}");
        let Some(way) = way else { continue };
        found += 1;
        assert!((way.translation - normal * -height).norm() < 1e-6, "round {round}: {way:?}");
        let contacts = query::contacts(&solid, q, plane, p);
        let deepest = contacts.iter().map(|contact| contact.depth).fold(0.0, f64::max);
        assert!((deepest + height).abs() < 1e-6, "round {round}");
        let centre = q.apply(&Vec3::repeat(0.2));
        let at = query::signed_distance(plane, p, centre).expect("convex").expect("finite");
        assert!((at.distance - (normal.dot(&centre) - offset)).abs() < 1e-9, "round {round}");
        assert!((at.gradient - normal).norm() < 1e-6, "round {round}");
    }
    assert!(found > 50, "{found}");
}

#[test]
fn bodies_that_turn_meet_a_plane_when_their_lowest_point_does() {
    let random = &mut Random::new(103);
    let mut hits = 0;
    for round in 0..300 {
        let (plane, p, normal, offset) = &some(random);
        let (body, q) = (&shape(random), &placement(random));
        let (by, spin) = (random.vector() * 2.0, random.vector() * 3.0);
        let motion = Motion::turning(q, &by, &spin).expect("finite");
        let turns_plane = random.once_in(2);
        let plane_spin = if turns_plane { random.vector() } else { Vec3::zeros() };
        let of_plane = Motion::turning(p, &(random.vector() * 0.5), &plane_spin).expect("finite");
        let found = query::cast_motion(body, &motion, plane, &of_plane, 1e-7);
        let Ok(found) = found else { continue };
        // The height over the plane as it moves.
        let height = |time: f64| {
            let (at, now) = (of_plane.at(time), motion.at(time));
            let local = crate::math::vector::preimage(&p.basis, &(normal * *offset - p.origin));
            let foot = at.apply(&local);
            let turned = at.basis * crate::math::vector::preimage(&p.basis, normal);
            let turned = turned.normalize();
            // A sheared plane keeps its tangents, not its normal.
            let sides = crate::math::vector::tangents(normal);
            let sides = sides.map(|side| at.basis * crate::math::vector::preimage(&p.basis, &side));
            let out = sides[0].cross(&sides[1]).normalize();
            let out = out * out.dot(&turned).signum();
            lowest(body, &now, &out, out.dot(&foot))
        };
        let end = found.map_or(1.0, |hit| hit.time);
        for step in 0..400 {
            let time = end * f64::from(step) / 400.0;
            assert!(height(time) > -1e-6 || end == 0.0, "round {round} at {time} of {end}");
        }
        match found {
            Some(hit) if hit.time > 0.0 => {
                assert!(height(hit.time).abs() < 1e-6, "round {round}: {}", height(hit.time));
                hits += 1;
            }
            Some(_) => assert!(height(0.0) <= 1e-9, "round {round}"),
            None => {}
        }
    }
    assert!(hits > 20, "{hits}");
}

#[test]
fn two_half_spaces_are_apart_only_face_to_face() {
    let ground = Shape::half_space(Vec3::y(), 0.0).expect("a normal");
    let ceiling = Shape::half_space(-Vec3::y(), -3.0).expect("a normal"); // y >= 3
    let wall = Shape::half_space(Vec3::new(1.0, 1.0, 0.0), -5.0).expect("a normal");
    let (here, there) = (&Placement::IDENTITY, &Placement::translation([7.0, 0.0, 2.0]));
    let found = query::closest_points(&ground, here, &ceiling, there).expect("finite");
    assert_eq!(found.distance, 3.0);
    assert_eq!(found.points.map(|at| at.y), [0.0, 3.0]);
    assert!(!query::intersects(&ground, here, &ceiling, there));
    assert!(query::is_within(&ceiling, there, &ground, here, 3.1));
    let hit = query::cast(&ground, here, Vec3::y() * 6.0, &ceiling, there, Vec3::zeros());
    assert_eq!(hit.map(|hit| (hit.time, hit.normal)), Some((0.5, -Vec3::y())));
    // Moved into each other.
    let down = &Placement::translation([0.0, -5.0, 0.0]);
    let found = query::penetration(&ground, here, &ceiling, down).expect("they overlap");
    assert_eq!((found.depth, found.normal), (2.0, -Vec3::y()));
    // Others always overlap.
    for (a, b) in [(&ground, &wall), (&wall, &ground), (&ground, &ground), (&wall, &ceiling)] {
        let common = query::common_point(a, here, b, there).expect("they overlap");
        let point = Shape::point(common).expect("finite");
        for (shape, pose) in [(a, here), (b, there)] {
            let off = query::distance(shape, pose, &point, here).expect("finite");
            assert!(off < 1e-12, "{off}");
        }
        let found = query::penetration(a, here, b, there).expect("they overlap");
        assert_eq!(found.depth, f64::INFINITY);
        assert_eq!(query::contacts(a, here, b, there), [found]);
        assert_eq!(query::distance(a, here, b, there), Some(0.0));
    }
}

#[test]
fn bodies_at_rest_on_a_plane_touch_it_wherever_they_are() {
    let random = &mut Random::new(104);
    let ground = Shape::half_space(Vec3::y(), 0.0).expect("a normal");
    for _ in 0..500 {
        let far = random.decade(0.0, 9.0);
        let mut pose = Placement::translation([random.within(far), 0.5, random.within(far)]);
        let turn = random.within(3.0);
        pose.rotate(&[0.0, turn, 0.0, 1.0]);
        let cube = Shape::cuboid([1.0; 3]).expect("a box");
        let contacts = query::contacts(&cube, &pose, &ground, &Placement::IDENTITY);
        assert_eq!(contacts.len(), 4);
        for contact in contacts {
            assert!(contact.depth == 0.0 && contact.normal == Vec3::y(), "{contact:?}");
            assert!(contact.points[0].y.abs() < 1e-9);
        }
        pose.origin.y += 1e-6;
        assert!(!query::intersects(&cube, &pose, &ground, &Placement::IDENTITY));
    }
}

#[test]
fn a_flattened_half_space_is_not_hit() {
    let ground = Shape::half_space(Vec3::y(), 0.0).expect("a normal");
    let ball = Shape::sphere(1.0).expect("a ball");
    let mut flat = Placement::IDENTITY;
    flat.scale(&Vec3::new(1.0, 0.0, 1.0));
    let here = &Placement::IDENTITY;
    assert!(!query::intersects(&ground, &flat, &ball, here));
    assert_eq!(query::distance(&ball, here, &ground, &flat), None);
    assert_eq!(query::ray(&ground, &flat, [0.0, 5.0, 0.0], [0.0, -5.0, 0.0]), None);
}

#[test]
fn huge_and_tiny_units_change_no_answer() {
    for unit in [1e-120, 1e-30, 1e30, 1e120] {
        let ground = Shape::half_space(Vec3::new(0.0, 1.0, 1.0), unit).expect("a normal");
        let ball = Shape::sphere(unit).expect("a ball");
        let pose = Placement::translation([unit * 3.0, unit * 4.0, -unit]);
        let found = query::distance(&ball, &pose, &ground, &Placement::IDENTITY).expect("in range");
        let exact = (3.0 - 1.0) / 2.0_f64.sqrt() - 1.0;
        assert!((found / unit - exact).abs() < 1e-9, "{unit}: {found}");
        let cube = Shape::mesh(
            &[Vec3::zeros(), Vec3::x() * unit, Vec3::y() * unit, Vec3::z() * unit],
            &[[0, 1, 2, 3]],
        );
        let found = query::distance(&cube.expect("a mesh"), &pose, &ground, &Placement::IDENTITY);
        let exact = (3.0 - 1.0) / 2.0_f64.sqrt();
        assert!((found.expect("in range") / unit - exact).abs() < 1e-9, "{unit}");
    }
}

#[test]
fn a_pair_cache_changes_no_answer() {
    let random = &mut Random::new(105);
    let mut warm = WarmStart::default();
    for round in 0..500 {
        let (plane, p, ..) = &some(random);
        let (body, q) = (&shape(random), &placement(random));
        let hit = query::intersects(plane, p, body, q);
        assert_eq!(warm.intersects(plane, p, body, q), hit, "round {round}");
        assert_eq!(warm.contacts(plane, p, body, q), query::contacts(plane, p, body, q));
        assert_eq!(warm.distance(plane, p, body, q), query::distance(plane, p, body, q));
        let (from, to) = (random.vector() * 3.0, random.vector() * 3.0);
        let ray = query::ray(plane, p, from, to);
        let point = Shape::point([0.0; 3]).expect("a point");
        let at = Placement::translation(from);
        let cast = query::cast(plane, p, Vec3::zeros(), &point, &at, to - from);
        assert_eq!(ray.map(|hit| hit.time), cast.map(|hit| hit.time), "round {round}");
    }
}

/// A mesh that is no solid, and deep in a half-space: its faces are no reason for other normals than that of the plane.
#[test]
fn contacts_of_a_mesh_deep_in_a_plane_are_along_its_normal() {
    let random = &mut Random::new(109);
    let meshes = [ring(1.0, 0.25, 8, 12), closed_ball(random, 6, 9, 0.2), l_shape()]
        .map(|mesh| Shape::mesh(&mesh.vertices, &mesh.triangles).expect("a mesh"));
    for round in 0..300 {
        let body = &meshes[random.below(3)];
        let mut q = placement(random);
        if round % 3 == 0 {
            q = Placement::translation(random.integers(-3, 3).map(|i| i as f64 * 0.25));
        }
        let (plane, p, normal, offset) = &some(random);
        let height = lowest(body, &q, normal, *offset);
        for swapped in [false, true] {
            let (a, at_a, b, at_b) =
                if swapped { (body, &q, plane, p) } else { (plane, p, body, &q) };
            let towards = if swapped { *normal } else { -normal };
            let contacts = query::contacts(a, at_a, b, at_b);
            assert_eq!(contacts.is_empty(), height > 0.0, "round {round}");
            let deepest = contacts.iter().map(|contact| contact.depth).fold(0.0, f64::max);
            assert!((deepest + height.min(0.0)).abs() < 1e-9, "round {round}: {height}");
            for contact in contacts {
                assert!((contact.normal - towards).norm() < 1e-9, "round {round}: {contact:?}");
                let [of_plane, of_body] = if swapped { [1, 0] } else { [0, 1] }
                    .map(|i: usize| normal.dot(&contact.points[i]) - offset);
                assert!(of_plane.abs() < 1e-9, "round {round}: {contact:?}");
                assert!((of_body + contact.depth).abs() < 1e-9, "round {round}: {contact:?}");
            }
        }
    }
}
