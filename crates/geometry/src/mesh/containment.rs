//! Solid soups: closed surfaces whose inside collides (thesis 3.1.2).
//!
//! A ray decides whether a point is inside. If neighbours have consistent outlines, the winding number of the surface around
//! the point decides, otherwise whether the ray crosses an odd number of polygons. The ray is parallel to x and starts at the
//! point, displaced by an infinitesimal. All decisions are exact signs, so one ray suffices.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use robust::{Coord, orient2d};

use super::distinct::distinct_values;
use super::intersection_curve::{fan, flush_to_zero};
use super::soup::PolytopeSoup;
use crate::bvh::{OneLeaf, Relative, Way, visit_body, walk_along};
use crate::bytes::{Reader, Writer};
use crate::convex::triangle::crossing::{Corners, height};
use crate::interrupt::Pace;
use crate::math::tolerance::{BOX_ROUNDING, OVER_FACE};
use crate::math::{Aabb, Placement, Vec3};
use crate::memory;
use crate::shape::{Polytope, Support};

/// What is known of a closed surface.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    /// Whether neighbours have consistent outlines, so that the surface has an outer side.
    oriented: bool,
    /// Vertices that are equal only by their coordinates: each with the first of them.
    welds: Vec<[u32; 2]>,
}

impl Closed {
    /// What the surface of a soup's polygons is, or the number of a polygon that has an edge to nothing. Polytopes that
    /// have a volume do not count. Takes O(n log n) time.
    pub(super) fn of(soup: &PolytopeSoup) -> Result<Closed, u32> {
        if let Some(broken) = soup.first_broken() {
            return Err(broken);
        }
        let vertices = soup.vertices();
        let (_, names) = distinct_values(vertices, &Vec::from_iter(0..vertices.len() as u32));
        let mut firsts: Vec<u32> = Vec::new();
        let mut welds = Vec::new();
        for (vertex, &name) in (0..).zip(&names) {
            match firsts.get(name as usize) {
                Some(&first) => welds.push([first, vertex]),
                None => firsts.push(vertex),
            }
        }
        let oriented = is_oriented(soup, &names)?;
        Ok(Closed { oriented, welds })
    }

    /// Appends what is known.
    pub(super) fn save(&self, to: &mut Writer) {
        to.word(self.oriented.into());
        to.list(self.welds.as_flattened());
    }

    /// What was saved of a surface with these vertices; `None` unless what is welded is in the same place.
    pub(super) fn load(from: &mut Reader<'_>, vertices: &[Vec3]) -> Option<Closed> {
        let oriented = from.word()?;
        let welds = from.list::<u32>()?;
        let (pairs, rest) = welds.as_chunks();
        let closed = Closed { oriented: oriented == 1, welds: pairs.to_vec() };
        let is_known = |v: &u32| (*v as usize) < vertices.len();
        let is_whole = oriented <= 1 && rest.is_empty() && welds.iter().all(is_known);
        (is_whole && closed.holds_together(vertices)).then_some(closed)
    }

    /// Whether neighbours have consistent outlines.
    pub(super) fn is_oriented(&self) -> bool {
        self.oriented
    }

    /// Vertices that are equal only by their coordinates: each with the first of them.
    pub(super) fn welds(&self) -> &[[u32; 2]] {
        &self.welds
    }

    /// Whether this is true of the surface of a soup's polygons. Takes O(n log n) time.
    pub(super) fn is_of(&self, soup: &PolytopeSoup) -> bool {
        let mut names = Vec::from_iter(0..soup.vertices().len() as u32);
        for &[first, vertex] in &self.welds {
            names[vertex as usize] = first;
        }
        is_oriented(soup, &names) == Ok(self.oriented)
    }

    /// Whether all vertices that were one by their places still are.
    pub(super) fn holds_together(&self, vertices: &[Vec3]) -> bool {
        self.welds.iter().all(|&[a, b]| vertices[a as usize] == vertices[b as usize])
    }
}

/// Whether neighbours have consistent outlines, by the names of their vertices; the number of a polygon that has an edge to
/// nothing.
fn is_oriented(soup: &PolytopeSoup, names: &[u32]) -> Result<bool, u32> {
    let mut edges = directed_edges(soup, names);
    edges.sort_unstable();
    let mut oriented = true;
    let mut open: Option<u32> = None;
    for same in edges.chunk_by(|p, q| p.0 == q.0) {
        let forwards = same.iter().filter(|(_, polytope)| polytope & 1 == 0).count();
        oriented &= 2 * forwards == same.len();
        if same.len() % 2 == 1 {
            let number = soup.number(same[0].1 >> 1);
            open = Some(open.map_or(number, |least| least.min(number)));
        }
    }
    open.map_or(Ok(oriented), Err)
}

/// The edges of all outlines, by the names of their vertices, the lesser first; and twice the polytope that each is of,
/// plus one if it goes from the greater to the lesser.
fn directed_edges(soup: &PolytopeSoup, names: &[u32]) -> Vec<(u64, u32)> {
    let mut edges = Vec::new();
    for i in 0..soup.len() as u32 {
        let Some(outline) = soup.outline(i) else {
            continue;
        };
        for (k, &v) in outline.iter().enumerate() {
            let next = outline[(k + 1) % outline.len()];
            let (p, q) = (names[v as usize], names[next as usize]);
            if p != q {
                let key = u64::from(p.min(q)) << 32 | u64::from(p.max(q));
                edges.push((key, i << 1 | u32::from(p > q)));
            }
        }
    }
    edges
}

/// A solid soup, placed beside another body.
pub(crate) struct Container<'a> {
    /// The soup; of one that is not solid nothing is inside.
    pub soup: &'a PolytopeSoup,
    /// Where it is in the world.
    pub placement: &'a Placement,
    /// Transforms its vertices to the coordinates of the points that are tested.
    pub place: &'a dyn Fn(&Vec3) -> Vec3,
}

impl Container<'_> {
    /// Whether a point is inside or on the surface. The point is given in the coordinates of the query, and in the world.
    ///
    /// Takes time in proportion to the polygons whose boxes a ray along x from the point meets.
    pub(crate) fn holds(&self, point: &Vec3, in_world: &Vec3) -> bool {
        let Some(closed) = self.soup.closed() else {
            return false;
        };
        let reach =
            self.placement.basis.abs() * self.soup.absolute_extents() + self.placement.origin.abs();
        let margin = BOX_ROUNDING * (reach.amax() + in_world.amax());
        let end = reach.x + margin;
        if !(in_world.x <= end && end.is_finite()) {
            return false;
        }
        let around = Vec3::from([margin; 3]);
        let mut ray = Aabb { min: in_world - around, max: in_world + around };
        ray.max.x = end;
        let body = OneLeaf::new(&ray);
        let tree = self.soup.tree();
        let relative =
            Relative::new(tree.frame(), self.placement, &body.frame, &Placement::IDENTITY);
        let mut crossings = Crossings::new(self.soup, flush_to_zero(point), false);
        let place = |v: u32| flush_to_zero(&(self.place)(self.soup.vertex(v)));
        let visit: &mut dyn FnMut(u32) -> ControlFlow<()> = &mut |i| crossings.add(i, &place);
        let on_it = visit_body(tree, &body, &relative, None, visit).is_break();
        on_it || crossings.enclose(closed)
    }
}

impl PolytopeSoup {
    /// Whether a point in the coordinates of a solid is inside or on the surface, as [`Container`] has it.
    pub(crate) fn holds(&self, point: &Vec3) -> bool {
        self.holds_by(point, |_| Way { axis: 0, backwards: false })
    }

    /// The same of a point that is certainly not on the surface: then rays in all directions decide alike, and that is taken which is
    /// the shortest.
    pub(crate) fn encloses(&self, point: &Vec3) -> bool {
        self.holds_by(point, |bounds| {
            let ways = [0, 1, 2].map(|axis| {
                let (below, above) =
                    (point[axis] - bounds.min[axis], bounds.max[axis] - point[axis]);
                (below.min(above), Way { axis, backwards: below < above })
            });
            let shorter = |a: (f64, Way), b: (f64, Way)| if b.0 < a.0 { b } else { a };
            shorter(shorter(ways[0], ways[1]), ways[2]).1
        })
    }

    fn holds_by(&self, point: &Vec3, way: impl FnOnce(&Aabb) -> Way) -> bool {
        let (Some(closed), bounds) = (self.closed(), self.bounds()) else { return false };
        if bounds.is_empty() || !bounds.overlaps(&Aabb { min: *point, max: *point }) {
            return false;
        }
        let by_ray = |p: &Vec3| self.holds_by_ray(p, closed, Way { axis: 0, backwards: false });
        let known = self.free_cells(by_ray).and_then(|cells| cells.side_of(&flush_to_zero(point)));
        known.unwrap_or_else(|| self.holds_by_ray(point, closed, way(&bounds)))
    }

    /// The same by the polygons that a ray from the point meets.
    fn holds_by_ray(&self, point: &Vec3, closed: &Closed, way: Way) -> bool {
        // Turned so that the ray is along x.
        let turned = |p: Vec3| match way.axis {
            0 => p,
            1 => Vec3::new(p.y, p.z, p.x),
            _ => Vec3::new(p.z, p.x, p.y),
        };
        let mut crossings = Crossings::new(self, turned(flush_to_zero(point)), way.backwards);
        let place = |v: u32| turned(flush_to_zero(self.vertex(v)));
        let visit = |i: u32| crossings.add(i, &place);
        let on_it = walk_along(self.tree().side(), point, way, visit).is_break();
        on_it || crossings.enclose(closed)
    }
}

/// How often the ray from a point along x passes the polygons of a soup.
struct Crossings<'a> {
    soup: &'a PolytopeSoup,
    point: Vec3,
    backwards: bool,
    winding: i32,
    passed: u32,
}

impl<'a> Crossings<'a> {
    fn new(soup: &'a PolytopeSoup, point: Vec3, backwards: bool) -> Crossings<'a> {
        Crossings { soup, point, backwards, winding: 0, passed: 0 }
    }

    /// Counts a polygon; breaks if the point is on it.
    #[inline]
    fn add(&mut self, i: u32, place: &impl Fn(u32) -> Vec3) -> ControlFlow<()> {
        for triangle in self.soup.outline(i).into_iter().flat_map(|outline| fan(outline, place)) {
            match passes(&triangle, &self.point, self.backwards) {
                Pass::Through(sense) => {
                    self.winding += sense;
                    self.passed += sense.unsigned_abs();
                }
                Pass::FromIt => return ControlFlow::Break(()),
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the point is inside, after all polygons.
    fn enclose(&self, closed: &Closed) -> bool {
        if closed.oriented { self.winding != 0 } else { self.passed % 2 == 1 }
    }
}

/// How the ray from a point along x passes a triangle.
#[derive(Debug, PartialEq)]
enum Pass {
    /// From its back to its front, 1; the other way, -1; beside it, 0.
    Through(i32),
    /// The point is in it.
    FromIt,
}

fn passes(t: &Corners, p: &Vec3, backwards: bool) -> Pass {
    // Most triangles are beside the ray.
    let is_apart = |of: fn(&Vec3) -> f64| {
        let [q, r, s] = t.each_ref().map(of);
        let at = of(p);
        q > at && r > at && s > at || q < at && r < at && s < at
    };
    if is_apart(|q| q.z) || is_apart(|q| q.y) {
        return Pass::Through(0);
    }
    let along = |q: &Vec3| Coord { x: q.y, y: q.z };
    let mut sense = 0;
    for k in 0..3 {
        let (u, v) = (&t[k], &t[(k + 1) % 3]);
        let rises = i32::from(v.z > p.z) - i32::from(u.z > p.z);
        // The point is to the left of the edge, looking upwards; an edge that two triangles share is decided alike for both.
        let (low, high) = if rises > 0 { (u, v) } else { (v, u) };
        if rises != 0 && orient2d(along(low), along(high), along(p)) > 0.0 {
            sense += rises;
        }
    }
    if sense == 0 {
        return Pass::Through(0);
    }
    let side = height(t, p) * f64::from(sense);
    if side == 0.0 {
        Pass::FromIt
    } else {
        Pass::Through(if (side < 0.0) != backwards { sense } else { 0 })
    }
}

/// The hull of a closed soup whose polygons are all on its hull; `None` of others. Such a surface covers the hull's, so that what is
/// inside of it is the hull, given that the middle is.
pub(super) fn convex_hull(soup: &PolytopeSoup) -> Option<Polytope> {
    let vertices = soup.vertices();
    let rounding = OVER_FACE * soup.absolute_extents().max();
    let plane = |i: u32| -> Option<(Vec3, f64)> {
        let outline = soup.outline(i)?;
        let corner = |k: usize| outline.get(k).map(|&v| *soup.vertex(v));
        let (p, q, r) = (corner(0)?, corner(1)?, corner(2)?);
        let normal = (q - p).cross(&(r - p)).try_normalize(0.0)?;
        Some((normal, normal.dot(&p)))
    };
    // Most solids that are not convex are found out by few polygons.
    let count = soup.len() as u32;
    for k in 0..count.min(16) {
        let (normal, at) = plane((u64::from(k) * u64::from(count) / 16) as u32 % count)?;
        let heights = vertices.iter().map(|v| normal.dot(v) - at);
        let (low, high) =
            heights.fold((0.0_f64, 0.0_f64), |(low, high), h| (low.min(h), high.max(h)));
        if low < -rounding && high > rounding {
            return None;
        }
    }
    memory::ensure(16 * size_of_val(vertices));
    let hull = Polytope::new(vertices);
    let mut hint = 0;
    let mut over = |normal: &Vec3, at: f64| hull.support_value(normal, &mut hint) - at;
    let mut pace = Pace::default();
    for i in 0..count {
        pace.step();
        let (normal, at) = plane(i)?;
        let is_side = over(&normal, at) <= rounding || over(&-normal, -at) <= rounding;
        let outline = soup.outline(i)?;
        let off =
            outline.iter().fold(0.0_f64, |m, &v| m.max((normal.dot(soup.vertex(v)) - at).abs()));
        if !(is_side && off <= rounding) {
            return None;
        }
    }
    let middle = vertices.iter().fold(Vec3::zeros(), |sum, v| sum + v / vertices.len() as f64);
    soup.holds(&middle).then_some(hull)
}

/// A polytope of each connected component of a soup: polytopes that share a vertex are connected.
pub(super) fn components(soup: &PolytopeSoup) -> Vec<u32> {
    memory::ensure(8 * soup.vertices().len() + 4 * soup.len());
    let mut parents: Vec<u32> = (0..soup.vertices().len() as u32).collect();
    for i in 0..soup.len() as u32 {
        let vertices = soup.indices_of(i);
        for pair in vertices.windows(2) {
            let (p, q) = (root(&mut parents, pair[0]), root(&mut parents, pair[1]));
            parents[p.max(q) as usize] = p.min(q);
        }
    }
    let mut named = vec![false; parents.len()];
    (0..soup.len() as u32)
        .filter(|&i| {
            let root = root(&mut parents, soup.indices_of(i)[0]);
            !std::mem::replace(&mut named[root as usize], true)
        })
        .collect()
}

/// The representative of a set in a union-find forest, in which the parent of each is a lesser one; with path halving (Tarjan and
/// van Leeuwen 1984).
pub(crate) fn root(parents: &mut [u32], mut number: u32) -> u32 {
    while parents[number as usize] != number {
        let next = parents[parents[number as usize] as usize];
        parents[number as usize] = next;
        number = next;
    }
    number
}
