use super::*;
use solid_testing::Random;
use solid_testing::meshes::{closed_ball, l_shape};

fn by_triangles(shape: &Shape) -> MassProperties {
    let here = Placement::IDENTITY;
    of_surface(&Surface::of(&Body { shape: shape.view(), placement: &here }).expect("closed"))
}

/// Closed forms are those of the polyhedra near them, and of boxes exactly.
#[test]
fn closed_forms_are_those_of_polyhedra() {
    let shapes = [
        (Shape::cuboid([1.0, 2.0, 3.0]), 1e-12),
        (Shape::sphere(1.5), 0.01),
        (Shape::ellipsoid([1.0, 2.0, 0.5]), 0.01),
        (Shape::cylinder(0.7, 2.0), 0.01),
        (Shape::cone(0.7, 2.0), 0.01),
        (Shape::capsule(0.7, 2.0), 0.01),
    ];
    for (number, (shape, part)) in shapes.into_iter().enumerate() {
        let shape = shape.expect("finite");
        let (exact, near) = (shape.mass_properties().expect("closed"), by_triangles(&shape));
        assert!((near.volume / exact.volume - 1.0).abs() < part, "{number}: {exact:?} {near:?}");
        assert!((near.center - exact.center).norm() < part, "{number}: {exact:?} {near:?}");
        let scale = exact.inertia.norm();
        assert!(
            (near.inertia - exact.inertia).norm() < part * scale,
            "{number}: {exact:?} {near:?}"
        );
    }
}

/// Sums over random points inside, of a mesh that is moved: the centre goes with it, the inertia turns.
#[test]
fn of_solids_it_is_that_of_their_points() {
    let mut random = Random::new(721);
    let mesh = closed_ball(&mut random, 8, 10, 0.3);
    let solid = |vertices: &[Vec3]| {
        Shape::mesh(vertices, &mesh.triangles).and_then(Shape::into_solid).expect("closed")
    };
    let shape = solid(&mesh.vertices);
    let found = shape.mass_properties().expect("closed");
    let (mut inside, mut sum, count) = (0.0, Vec3::zeros(), 20000);
    let side = 3.0;
    for _ in 0..count {
        let point = random.vector() * (side / 2.0);
        let here = crate::query::signed_distance(&shape, &Placement::IDENTITY, point);
        if here.expect("closed").expect("finite").distance < 0.0 {
            inside += 1.0;
            sum += point;
        }
    }
    let volume = inside / f64::from(count) * side * side * side;
    assert!((found.volume / volume - 1.0).abs() < 0.06, "{found:?} {volume}");
    assert!((found.center - sum / inside).norm() < 0.05, "{found:?}");
    let mut pose = Placement::translation(random.vector() * 5.0);
    pose.rotate(&random.quaternion());
    let moved: Vec<Vec3> = mesh.vertices.iter().map(|vertex| pose.apply(vertex)).collect();
    let there = solid(&moved).mass_properties().expect("closed");
    assert!((there.volume - found.volume).abs() < 1e-12);
    assert!((there.center - pose.apply(&found.center)).norm() < 1e-12);
    let turned = pose.basis * found.inertia * pose.basis.transpose();
    assert!((there.inertia - turned).norm() < 1e-11, "{there:?} {turned:?}");
}

/// An open mesh has no volume; what is inside out has that of its inside; a flat body none.
#[test]
fn open_and_flat_shapes() {
    let mesh = l_shape();
    let open = Shape::mesh(&mesh.vertices, &mesh.triangles[1..]).expect("finite");
    assert_eq!(open.mass_properties().unwrap_err(), ShapeError::NotClosed);
    let inward: Vec<[u32; 3]> = mesh.triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
    let solid = |faces: &[[u32; 3]]| {
        Shape::mesh(&mesh.vertices, faces).and_then(Shape::into_solid).expect("closed")
    };
    let [one, other] =
        [&mesh.triangles, &inward].map(|faces| solid(faces).mass_properties().expect("closed"));
    assert!(one.volume > 0.0 && (one.volume - other.volume).abs() < 1e-12);
    let flat = Shape::polytope(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Into::into));
    assert_eq!(flat.expect("finite").mass_properties().expect("convex").volume, 0.0);
}
