use super::*;
use crate::mesh::{Builder, PolytopeKind};

fn soup(polytopes: &[(PolytopeKind, &[u32])], vertices: &[[f64; 3]]) -> PolytopeSoup {
    let mut builder = Builder::new();
    for (kind, indices) in polytopes {
        builder.vertex_indices(*kind, indices);
    }
    builder.finish(Some(&|i: u32| Vec3::from(vertices[i as usize]))).0
}

#[test]
fn cuts_of_a_concave_polygon_are_no_edges() {
    // An L.
    let flat =
        [[0., 0.], [2., 0.], [2., 1.], [1., 1.], [1., 2.], [0., 2.]].map(|[x, y]| [x, y, 0.]);
    let soup = soup(&[(PolytopeKind::ConcavePolygon, &[0, 1, 2, 3, 4, 5])], &flat);
    assert_eq!((soup.len() > 1, soup.edges().len()), (true, 6));
}

#[test]
fn volumes_have_the_edges_of_their_hulls() {
    let cube: Vec<[f64; 3]> = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    let all: Vec<u32> = (0..8).collect();
    assert_eq!(soup(&[(PolytopeKind::Polyhedron, &all)], &cube).edges().len(), 12);
    assert_eq!(soup(&[(PolytopeKind::Simplex, &[0, 1, 2, 4])], &cube).edges().len(), 6);
    assert_eq!(soup(&[(PolytopeKind::Simplex, &[0, 7])], &cube).edges().len(), 1);
    assert_eq!(soup(&[(PolytopeKind::Simplex, &[3])], &cube).edges().len(), 0);
}

#[test]
fn what_is_not_finite_is_left_out() {
    let mut vertices = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    vertices[1][2] = f64::NAN;
    assert_eq!(soup(&[(PolytopeKind::Polygon, &[0, 1, 2])], &vertices).edges().len(), 1);
}
