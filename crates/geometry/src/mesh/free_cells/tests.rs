//! The cells of solids agree with rays about all points, on the surface and beside it too.

use solid_testing::Random;
use solid_testing::meshes::{Mesh, bowl, closed_ball, ring};

use crate::Shape;
use crate::math::Vec3;
use crate::mesh::{Builder, PolytopeKind, PolytopeSoup};
use crate::query::BodyShape;

fn solid(mesh: &Mesh) -> Shape {
    Shape::mesh(&mesh.vertices, &mesh.triangles).and_then(Shape::into_solid).expect("closed")
}

fn soup(shape: &Shape) -> &PolytopeSoup {
    let BodyShape::Soup(soup) = shape.view() else { panic!("a mesh is a soup") };
    soup
}

/// Two bodies in one mesh that overlap.
fn double(mesh: &Mesh, by: Vec3) -> Mesh {
    let count = mesh.vertices.len() as u32;
    let mut both = Mesh { vertices: mesh.vertices.clone(), triangles: mesh.triangles.clone() };
    both.vertices.extend(mesh.vertices.iter().map(|v| v + by));
    both.triangles.extend(mesh.triangles.iter().map(|t| t.map(|v| v + count)));
    both
}

/// The same with coordinates on a grid, and every other triangle the other way round.
fn coarse(mesh: &Mesh) -> Mesh {
    let vertices = mesh.vertices.iter().map(|v| v.map(|x| (x * 8.0).round() / 8.0)).collect();
    let turned = |(i, [a, b, c]): (usize, [u32; 3])| if i % 2 == 0 { [a, b, c] } else { [a, c, b] };
    Mesh { vertices, triangles: mesh.triangles.iter().copied().enumerate().map(turned).collect() }
}

#[test]
fn cells_agree_with_rays() {
    let mut random = Random::new(2601);
    let bumpy = closed_ball(&mut random, 40, 40, 0.3);
    let meshes = [
        ring(1.0, 0.3, 30, 40),
        bowl(0.3, 20, 40),
        double(&bumpy, Vec3::new(0.5, 0.25, 0.0)),
        bumpy,
        coarse(&ring(1.0, 0.5, 24, 24)),
    ];
    for (number, mesh) in meshes.iter().enumerate() {
        let (by_rays, by_cells) = (solid(mesh), solid(mesh));
        let (by_rays, by_cells) = (soup(&by_rays), soup(&by_cells));
        by_cells.slabs();
        assert!(by_rays.free_cells(|_| panic!("there are none without slabs")).is_none());
        let bounds = by_cells.bounds();
        let (mut known, mut inside) = (0, 0);
        for round in 0..3000 {
            let vertex = mesh.vertices[random.below(mesh.vertices.len())];
            let size = bounds.max - bounds.min;
            let point = match round % 4 {
                0 => bounds.center() + random.vector().component_mul(&size) * 0.51,
                1 => vertex,
                2 => vertex + random.vector() * random.decade(-17.0, -1.0),
                _ => (bounds.center() + random.vector().component_mul(&size) * 0.5)
                    .map(|x| (x * 16.0).round() / 16.0),
            };
            let held = by_rays.holds(&point);
            assert_eq!(by_cells.holds(&point), held, "{number} {point:?}");
            let cells = by_cells.free_cells(|p| by_rays.holds(p));
            known += usize::from(cells.is_some_and(|cells| cells.side_of(&point).is_some()));
            inside += usize::from(held);
        }
        assert!(known > 400 && inside > 600, "{number}: {known} {inside}");
    }
}

/// A deformed mesh has other cells.
#[test]
fn cells_follow_the_vertices() {
    let mesh = ring(1.0, 0.3, 30, 40);
    let mut builder = Builder::new();
    for triangle in &mesh.triangles {
        builder.vertex_indices(PolytopeKind::Polygon, triangle);
    }
    let vertex = |i: u32| mesh.vertices[i as usize];
    let (mut soup, _) = builder.finish(Some(&vertex));
    assert_eq!(soup.set_solid(true), Ok(()));
    let (here, there) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(5.0, 0.0, 0.0));
    let ask_much = |soup: &PolytopeSoup| {
        soup.slabs();
        let hole = soup.bounds().center();
        (0..soup.len()).for_each(|_| assert!(!soup.holds(&hole)));
        assert!(soup.free_cells(|_| panic!("they are there")).is_some());
    };
    ask_much(&soup);
    assert!(soup.holds(&here) && !soup.holds(&there));
    assert!(soup.change_vertices(&|i: u32| vertex(i) + Vec3::new(4.0, 0.0, 0.0)));
    ask_much(&soup);
    assert!(soup.holds(&there) && !soup.holds(&here));
}
