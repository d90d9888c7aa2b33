//! From a triangulated convex surface to the vertices and edges of the polytope.

use super::Edges;
use super::exact::Scaled;
use super::quickhull::Surface;

/// The directed edges of the polytope, in both directions, between its extreme points.
///
/// An edge of the triangulation is a *crease* where the planes of its two triangles differ. A point with three creases or
/// more is extreme; one with two lies inside an edge, one with none inside a facet. `None` unless the surface is convex at
/// each edge and a sphere by Euler's formula.
pub(super) fn edges(scaled: &Scaled, surface: &Surface) -> Option<Vec<[u32; 2]>> {
    let count = scaled.points.len();
    let mut creases: Vec<[u32; 2]> = Vec::new();
    let mut on_surface = vec![false; count];
    let mut triangles = 0;
    for face in surface.faces.iter().filter(|face| face.alive) {
        triangles += 1;
        for i in 0..3 {
            let (from, to) = (face.corners[i], face.corners[(i + 1) % 3]);
            on_surface[from as usize] = true;
            let other = surface.faces.get(face.across[i] as usize).filter(|other| other.alive)?;
            let start =
                (0..3).find(|&k| other.corners[k] == to && other.corners[(k + 1) % 3] == from)?;
            let height = face.plane.height(scaled, other.corners[(start + 2) % 3]);
            if height > 0.0 {
                return None;
            }
            if height < 0.0 {
                creases.push([from, to]);
            }
        }
    }
    let vertices = on_surface.iter().filter(|on| **on).count();
    if 2 * vertices != triangles + 4 {
        return None;
    }
    merge_straight(count, creases)
}

/// Removes the points with two creases, and joins these.
fn merge_straight(count: usize, creases: Vec<[u32; 2]>) -> Option<Vec<[u32; 2]>> {
    let creases = Edges::from_pairs(count, creases);
    let of = |point: u32| creases.of(point as usize);
    let mut edges = Vec::with_capacity(creases.ends.len());
    for from in (0..count as u32).filter(|from| of(*from).len() >= 3) {
        for &to in of(from) {
            let (mut before, mut at) = (from, to);
            // Each step leaves a point for good, so their number bounds the walk.
            for _ in 0..count {
                match of(at) {
                    [a, b] => (before, at) = (at, if *a == before { *b } else { *a }),
                    _ => break,
                }
            }
            if of(at).len() < 3 {
                return None;
            }
            edges.push([from, at]);
        }
    }
    Some(edges)
}
