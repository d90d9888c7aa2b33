//! Whether a body goes through another one.

use crate::interrupt::Pace;
use crate::math::{Placement, Vec3};
use crate::query::{Body, BodyPair, BodyShape};
use crate::shape::Primitive;

use super::super::surface::Surface;
use super::depths::Depths;

/// Whether what is outside of the other body comes in several pieces, as far as the edges show: vertices are of one piece if a way along
/// edges connects them that does not meet the body. Vertices that are out by no more than the tolerance do not count.
pub(super) fn sticks_out_twice(
    surface: &Surface,
    other: &Body<'_>,
    depths: &Depths<'_>,
    tolerance: f64,
) -> bool {
    let mut pace = Pace::default();
    let is_out: Vec<bool> = (surface.vertices.iter())
        .map(|vertex| {
            pace.step();
            depths.is_beyond(vertex, tolerance)
        })
        .collect();
    // The piece of each vertex: by the vertex before it, up to one that is its own.
    let mut before: Vec<u32> = (0..surface.vertices.len() as u32).collect();
    for [from, to] in surface.edges().filter(|ends| ends.iter().all(|&v| is_out[v as usize])) {
        pace.step();
        let [p, q] = [from, to].map(|vertex| first(&mut before, vertex));
        let ends = [from, to].map(|vertex| &surface.vertices[vertex as usize]);
        if p != q && (depths.is_clear_of(ends[0], ends[1]) || !meets(ends[0], ends[1], other)) {
            before[p.max(q) as usize] = p.min(q);
        }
    }
    let mut used = vec![false; surface.vertices.len()];
    surface.triangles.iter().flatten().for_each(|&vertex| used[vertex as usize] = true);
    let is_first = |vertex: &u32| {
        let at = *vertex as usize;
        used[at] && is_out[at] && before[at] == *vertex
    };
    (0..surface.vertices.len() as u32).filter(is_first).count() > 1
}

fn first(before: &mut [u32], mut vertex: u32) -> u32 {
    while before[vertex as usize] != vertex {
        before[vertex as usize] = before[before[vertex as usize] as usize];
        vertex = before[vertex as usize];
    }
    vertex
}

fn meets(from: &Vec3, to: &Vec3, other: &Body<'_>) -> bool {
    let placement = Placement::IDENTITY;
    let edge = Primitive::Segment { from: *from, to: *to };
    let edge = Body { shape: BodyShape::Convex(&edge), placement: &placement };
    BodyPair::new(edge, *other).is_some_and(|pair| pair.common_point().is_some())
}
