//! Hill climbing over the edges of the hull, for many vertices (Cameron 1997; Bergen 1999, 4.4.2).
//!
//! A start is looked up in a table of directions; from there, the search moves to the best neighbour while that is better.
//! Before it ends it visits all vertices that are as far up to rounding, so that its result is that of a scan: equation (5) of
//! `docs/src/theory/hulls.md`.

use super::Query;
use super::box_tree::BoxTree;
use crate::math::{Aabb, Vec3};
use crate::shape::hull::Edges;

/// If more vertices than this have equal values up to rounding, the box tree is searched (by benches/support.rs).
const PLATEAU: usize = 8;

/// If a vertex has more neighbours than this, the box tree is searched (by benches/support.rs).
const HUB: usize = 24;

/// If a climb takes more steps than this, the box tree is searched. Steps are few but where the directions of the table are
/// far apart for the vertices: on a polygon of a million, a climb would pass thousands.
const LONG: usize = 100;

/// An extent below this part of the largest is ignored in the choice of starting vertices.
const FLAT_EXTENT: f64 = 1e-12;

/// The vertices and edges of a hull.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    points: Box<[Vec3]>,
    edges: Edges,
    table: Table,
    boxes: BoxTree,
}

impl Graph {
    /// From the vertices of a hull. They are renumbered so that neighbours are close in memory.
    pub(super) fn new(points: &[Vec3], edges: &Edges, bounds: &Aabb) -> Graph {
        let (boxes, order) = BoxTree::new(points);
        let edges = edges.renumbered(&order);
        let table = Table::new(points.len(), bounds);
        let points = order.iter().map(|&i| points[i as usize]).collect();
        let mut graph = Graph { points, edges, table, boxes };
        let mut near = 0;
        for cell in 0..graph.table.starts.len() {
            let query = Query { direction: graph.table.direction(cell), slack: 0.0 };
            near = graph.search(&query, near).0;
            graph.table.starts[cell] = near;
        }
        graph
    }

    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    #[inline]
    pub(super) fn vertex(&self, i: u32) -> Vec3 {
        self.points[i as usize]
    }

    #[inline]
    pub(super) fn get(&self, i: u32) -> Option<Vec3> {
        self.points.get(i as usize).copied()
    }

    /// The first vertex of the largest value, and that value. `hint` may be any number.
    #[inline]
    pub(super) fn search(&self, query: &Query, hint: u32) -> (u32, f64) {
        let mut start = self.table.start(&query.direction);
        let mut value = self.value(query, start);
        if (hint as usize) < self.points.len() {
            let other = self.value(query, hint);
            if other > value {
                (start, value) = (hint, other);
            }
        }
        let peak = match self.climb(query, start, value) {
            Ok(peak) => peak,
            Err(known) => return self.boxes.search(query, &self.points, known),
        };
        if peak.around < peak.value - query.slack {
            return (peak.vertex, peak.value);
        }
        self.plateau(query, peak)
    }

    #[inline]
    fn value(&self, query: &Query, vertex: u32) -> f64 {
        let p = &self.points[vertex as usize];
        query.value(p.x, p.y, p.z)
    }

    /// Climbs from `vertex`, whose value is given, to a local maximum. An error is the vertex, and its value, where that takes
    /// too many steps or there are too many neighbours.
    #[inline]
    fn climb(&self, query: &Query, mut vertex: u32, mut value: f64) -> Result<Peak, (u32, f64)> {
        for _ in 0..LONG {
            let (mut best, mut around) = (vertex, f64::NEG_INFINITY);
            let neighbours = self.edges.of(vertex as usize);
            if neighbours.len() > HUB {
                break;
            }
            for &other in neighbours {
                let height = self.value(query, other);
                if height > around {
                    (best, around) = (other, height);
                }
            }
            if around > value {
                (vertex, value) = (best, around);
            } else {
                return Ok(Peak { vertex, value, around });
            }
        }
        Err((vertex, value))
    }

    /// Visits all vertices whose values equal the peak's up to rounding, for greater values and lower indices.
    #[cold]
    fn plateau(&self, query: &Query, mut peak: Peak) -> (u32, f64) {
        let mut visited = [0; PLATEAU];
        let mut known = 1;
        visited[0] = peak.vertex;
        let mut at = 0;
        while at < known {
            let vertex = visited[at];
            at += 1;
            let neighbours = self.edges.of(vertex as usize);
            if neighbours.len() > HUB {
                return self.boxes.search(query, &self.points, (peak.vertex, peak.value));
            }
            for &other in neighbours {
                let height = self.value(query, other);
                if height > peak.value {
                    // The value grows each time, so this ends.
                    peak = match self.climb(query, other, height) {
                        Ok(peak) => peak,
                        Err(known) => return self.boxes.search(query, &self.points, known),
                    };
                    visited[0] = peak.vertex;
                    (at, known) = (0, 1);
                    break;
                }
                if height < peak.value - query.slack || visited[..known].contains(&other) {
                    continue;
                }
                if known == PLATEAU {
                    return self.boxes.search(query, &self.points, (peak.vertex, peak.value));
                }
                visited[known] = other;
                known += 1;
                if height == peak.value {
                    peak.vertex = peak.vertex.min(other);
                }
            }
        }
        (peak.vertex, peak.value)
    }
}

/// A local maximum.
#[derive(Clone, Copy)]
struct Peak {
    vertex: u32,
    value: f64,
    /// The greatest value of a neighbour.
    around: f64,
}

/// The table has at most about this many cells: on a polygon of very many vertices, finding the start of each takes long.
const MOST_CELLS: usize = 1 << 16;

/// Starting vertices by direction, about one cell for each vertex.
///
/// Directions are scaled by the extents of the bounding box, so that cells are even for long and flat polytopes too, and
/// mapped to two squares by an octahedral projection, one for each sign of z.
#[derive(Clone, Debug)]
struct Table {
    starts: Box<[u32]>,
    side: usize,
    stretch: Vec3,
}

impl Table {
    fn new(vertices: usize, bounds: &Aabb) -> Table {
        let side = ((vertices.min(MOST_CELLS) as f64 * 0.5).sqrt().ceil() as usize).max(2);
        let half = bounds.half_extents();
        Table {
            starts: vec![0; 2 * side * side].into(),
            side,
            stretch: half / half.max().max(f64::MIN_POSITIVE),
        }
    }

    #[inline]
    fn start(&self, direction: &Vec3) -> u32 {
        let (x, y, z) = (
            direction.x * self.stretch.x,
            direction.y * self.stretch.y,
            direction.z * self.stretch.z,
        );
        let scale = 0.5 * self.side as f64 / (x.abs() + y.abs() + z.abs());
        // Conversions saturate, and make zero of what is not a number.
        let cell = |t: f64| ((t * scale + 0.5 * self.side as f64) as usize).min(self.side - 1);
        let half = if z < 0.0 { self.side } else { 0 };
        self.starts[(half + cell(x + y)) * self.side + cell(x - y)]
    }

    /// A direction in the middle of a cell.
    fn direction(&self, cell: usize) -> Vec3 {
        let middle = |k: usize| (k as f64 + 0.5) * 2.0 / self.side as f64 - 1.0;
        let row = cell / self.side;
        let (sum, difference) = (middle(row % self.side), middle(cell % self.side));
        let (x, y) = (0.5 * (sum + difference), 0.5 * (sum - difference));
        let z = 1.0 - x.abs() - y.abs();
        let z = if row < self.side { z } else { -z };
        // Along an axis of almost no extent, all vertices are equally far.
        let unstretched =
            |t: f64, stretch: f64| if stretch > FLAT_EXTENT { t / stretch } else { 0.0 };
        let s = &self.stretch;
        Vec3::new(unstretched(x, s.x), unstretched(y, s.y), unstretched(z, s.z))
    }
}
