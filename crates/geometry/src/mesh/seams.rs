//! What is across the edges and around the vertices of a mesh: whether a direction is a normal of its surface at a place.
//!
//! At a vertex or an edge of a surface the normals are those of all planes that the surface touches there and stays behind. So inner
//! edges that are flat or concave have none but their faces' (Ericson 2005, 9.5; `docs/src/theory/contacts.md`, section 8).

use std::f64::consts::FRAC_PI_2;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::distinct::distinct_values;
use super::outside::Outside;
use super::soup::PolytopeSoup;
use crate::interrupt::Pace;
use crate::math::Vec3;
use crate::math::tolerance::{FLAT_ANGLE, FLAT_FACE, NORMAL_CONE};
use crate::math::vector::{greater, largest};
use crate::memory;
use smallvec::SmallVec;

/// How contacts with the surface of a mesh are.
///
/// ```
/// use solid_geometry::mesh::SurfaceContacts;
///
/// let one_sided = SurfaceContacts { one_sided: true, ..SurfaceContacts::default() };
/// assert!(!one_sided.inner_edges); // normals are those of the surface, not of each triangle
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceContacts {
    /// Whether each polygon has contacts by itself, as if it had no neighbours: at inner edges as well, and with normals that are not
    /// the surface's.
    pub inner_edges: bool,
    /// Edges whose faces enclose an angle of no more than this, in radians, count as flat.
    pub flat_angle: f64,
    /// Whether contacts push out of the front of each polygon, from where its vertices go around counterclockwise; otherwise to the
    /// side on which the centre of the other body is.
    pub one_sided: bool,
}

impl Default for SurfaceContacts {
    fn default() -> SurfaceContacts {
        SurfaceContacts { inner_edges: false, flat_angle: FLAT_ANGLE, one_sided: false }
    }
}

/// The faces around each vertex of a mesh, where vertices in the same place are one: some 14 bytes a triangle, 16 where there are
/// such vertices. Only of polygons and triangles.
#[derive(Debug)]
pub(crate) struct Seams {
    /// The number of each vertex among the distinct ones; empty where all are.
    names: Vec<u32>,
    /// Where the faces of each distinct vertex start, and where the last ones end.
    starts: Vec<u32>,
    faces: Vec<u32>,
    /// Of each face across which edges there is a neighbour in its plane, once that is known: four bits, of which the first says that it
    /// is. The last stands for all further edges.
    coplanar: Vec<AtomicU32>,
    /// See [`PolytopeSoup::outside`].
    pub(super) outside: OnceLock<Option<Outside>>,
    /// The mean of the vertices: of a flat mesh a point of its plane.
    pub center: Vec3,
}

/// What a direction is to a face of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SurfaceNormal {
    /// The surface goes on beyond the plane across it.
    Not,
    /// A normal, but for an edge that counts as flat: there the face's own one stands for it.
    OfFlatEdge,
    /// That of the face, but for the error of the normals of round bodies.
    Own,
    /// A normal of one of its edges or vertices.
    Proper,
}

impl Seams {
    /// Takes linear time.
    pub(super) fn of(soup: &PolytopeSoup) -> Seams {
        let vertices = soup.vertices();
        memory::ensure((vertices.len() + soup.len()) * 64);
        let (distinct, names) =
            distinct_values(vertices, &Vec::from_iter(0..vertices.len() as u32));
        let all_differ = distinct.len() == vertices.len();
        let share = 1.0 / distinct.len().max(1) as f64;
        let own_center = || distinct.iter().fold(Vec3::zeros(), |sum, v| sum + v * share);
        let center = soup.whole().map_or_else(own_center, |whole| whole.center());
        let starts = vec![0; distinct.len() + 2];
        let coplanar = (0..soup.len().div_ceil(8)).map(|_| AtomicU32::new(0)).collect();
        let outside = OnceLock::new();
        let mut seams = Seams { names, starts, faces: Vec::new(), coplanar, outside, center };
        let mut pace = Pace::default();
        // Counting sort: each count is two places ahead, so that filling the lists leaves where they start.
        for i in 0..soup.len() as u32 {
            pace.step();
            for v in soup.ring(i).unwrap_or_default() {
                seams.starts[seams.names[*v as usize] as usize + 2] += 1;
            }
        }
        for k in 2..seams.starts.len() {
            seams.starts[k] += seams.starts[k - 1];
        }
        seams.faces = vec![0; seams.starts.last().map_or(0, |end| *end as usize)];
        for i in 0..soup.len() as u32 {
            for v in soup.ring(i).unwrap_or_default() {
                let next = &mut seams.starts[seams.names[*v as usize] as usize + 1];
                seams.faces[*next as usize] = i;
                *next += 1;
            }
        }
        seams.starts.pop();
        if all_differ {
            seams.names = Vec::new();
        }
        seams
    }

    #[inline]
    pub(crate) fn name(&self, v: u32) -> u32 {
        self.names.get(v as usize).copied().unwrap_or(v)
    }

    /// The faces that have a vertex.
    #[inline]
    pub(crate) fn around(&self, v: u32) -> &[u32] {
        let name = self.name(v) as usize;
        &self.faces[self.starts[name] as usize..self.starts[name + 1] as usize]
    }

    /// The faces that have both of two vertices, ascending.
    #[inline]
    fn around_both(&self, v: u32, w: u32) -> impl Iterator<Item = u32> {
        let [mut one, mut other] = [v, w].map(|v| self.around(v));
        std::iter::from_fn(move || {
            // Both ascend.
            while let ([j, after_j @ ..], [k, after_k @ ..]) = (one, other) {
                let (j, k) = (*j, *k);
                (one, other) =
                    (if j <= k { after_j } else { one }, if k <= j { after_k } else { other });
                if j == k {
                    return Some(j);
                }
            }
            None
        })
    }
}

/// Polytopes of more vertices are no polygons unless they were announced as such.
const MOST_OF_RING: usize = 8;

/// The area of a polygon: a normal of its plane, as long as the area in squares of the size.
struct Area {
    normal: Vec3,
    /// How far it reaches from its first vertex.
    size: f64,
}

impl Area {
    /// The root of the area, which is in range if lengths are.
    fn width(&self) -> f64 {
        self.normal.norm().sqrt() * self.size
    }
}

impl PolytopeSoup {
    /// The vertices of a polytope that is a flat polygon; `None` of others.
    pub(crate) fn face(&self, i: u32) -> Option<&[u32]> {
        let outline = self.ring(i).filter(|outline| outline.len() > 2)?;
        self.is_flat(outline).then_some(outline)
    }

    /// The vertices around a polygon; `None` of a polytope that has a volume. Vertices without an order are a polygon if they are in a
    /// plane and go around.
    #[inline]
    pub(crate) fn ring(&self, i: u32) -> Option<&[u32]> {
        let all = self.indices_of(i);
        if all.len() == 3 {
            return Some(all);
        }
        self.outline(i).or_else(|| (all.len() <= MOST_OF_RING && self.is_flat(all)).then_some(all))
    }

    /// Whether vertices are those of a convex polygon in a plane.
    fn is_flat(&self, outline: &[u32]) -> bool {
        if outline.len() == 3 {
            return true;
        }
        let Some(area) = self.area(outline) else { return false };
        let first = self.vertex(outline[0]);
        let most = FLAT_FACE * area.size * area.normal.norm();
        let is_on_plane = |v: &u32| (self.vertex(*v) - first).dot(&area.normal).abs() <= most;
        let turns = |side: &[u32]| {
            let [u, v] = [0, 1].map(|k| (self.vertex(side[k]) - first) / area.size);
            u.cross(&v).dot(&area.normal) >= 0.0
        };
        outline.iter().all(is_on_plane) && outline.windows(2).skip(1).all(turns)
    }

    /// How far a polygon reaches from its first vertex.
    fn size(&self, outline: &[u32]) -> f64 {
        let Some(first) = outline.first().map(|v| self.vertex(*v)) else { return 0.0 };
        outline.iter().fold(0.0, |size, v| greater(largest(&(self.vertex(*v) - first)), size))
    }

    fn area(&self, outline: &[u32]) -> Option<Area> {
        let first = self.vertex(*outline.first()?);
        let size = self.size(outline);
        let normal = outline.windows(2).skip(1).fold(Vec3::zeros(), |sum, side| {
            let [u, v] = [0, 1].map(|k| (self.vertex(side[k]) - first) / size);
            sum + u.cross(&v)
        });
        // NaN where all vertices are in one place, or not finite.
        (normal.norm_squared() > 0.0).then_some(Area { normal, size })
    }

    /// A unit vector across a polygon, around which its vertices go counter-clockwise; `None` of one that has no area or a volume.
    pub(crate) fn face_normal(&self, i: u32) -> Option<Vec3> {
        Some(self.area(self.ring(i)?)?.normal.normalize())
    }

    /// Whether no neighbour of a face is in one plane with it.
    pub(crate) fn is_alone(&self, i: u32) -> bool {
        self.coplanar_edges(i) == 0
    }

    /// The edges of a face across which there is a neighbour in its plane, a bit each, the last for all further ones. Found out when it is
    /// first asked.
    pub(crate) fn coplanar_edges(&self, i: u32) -> u32 {
        let (place, shift) = (&self.seams().coplanar[i as usize / 8], i % 8 * 4);
        let known = place.load(Ordering::Relaxed) >> shift;
        if known & 1 == 1 {
            return known >> 1 & 0b111;
        }
        let outline = self.ring(i).unwrap_or_default();
        let mut edges = 0;
        if let Some(area) = self.area(outline) {
            for k in 0..outline.len() {
                self.visit_across(outline, k, i, |j| {
                    let is_in_plane = self.is_coplanar((outline, &area), i, j);
                    edges |= u32::from(is_in_plane) << k.min(2);
                });
            }
        }
        // Whichever thread is first, the bits are the same.
        place.fetch_or((1 | edges << 1) << shift, Ordering::Relaxed);
        edges
    }

    /// Visits the neighbours of a face that are in one plane with it but for rounding: that of the larger one.
    pub(crate) fn visit_coplanar(&self, i: u32, mut visit: impl FnMut(u32)) {
        let edges = self.coplanar_edges(i);
        let outline = if edges == 0 { &[][..] } else { self.ring(i).unwrap_or_default() };
        for k in (0..outline.len()).filter(|k| edges >> k.min(&2) & 1 == 1) {
            let mut across = SmallVec::<[u32; 4]>::new();
            self.visit_across(outline, k, i, |j| across.push(j));
            // One alone is the one that is known.
            let is_known = across.len() == 1 && outline.len() == 3;
            let is_in_plane = |j: &u32| {
                let area = if is_known { None } else { self.area(outline) };
                area.is_none_or(|area| self.is_coplanar((outline, &area), i, *j))
            };
            across.into_iter().filter(is_in_plane).for_each(&mut visit);
        }
    }

    /// Whether two neighbours are in one plane, whichever comes first.
    fn is_coplanar(&self, (p, of_p): (&[u32], &Area), i: u32, j: u32) -> bool {
        let Some(q) = self.ring(j) else { return false };
        let Some(of_q) = self.area(q) else { return false };
        let both = of_p.size + of_q.size;
        let is_larger = (of_p.width(), j) >= (of_q.width(), i);
        let (large, small, area) = if is_larger { (p, q, of_p) } else { (q, p, &of_q) };
        let origin = self.vertex(large[0]);
        // Not less than the rounding of the coordinates.
        let most = FLAT_FACE * (both + 1e-5 * origin.amax()) * area.normal.norm();
        small.iter().all(|v| (self.vertex(*v) - origin).dot(&area.normal).abs() <= most)
    }

    /// Visits the other faces that share an edge with a face, from this one of its vertices to the next.
    fn visit_across(&self, outline: &[u32], k: usize, i: u32, visit: impl FnMut(u32)) {
        let [from, to] = [k, (k + 1) % outline.len()].map(|k| outline[k]);
        self.seams().around_both(from, to).filter(|j| *j != i).for_each(visit);
    }

    fn has_vertex(&self, i: u32, v: u32) -> bool {
        let (seams, name) = (self.seams(), self.seams().name(v));
        self.ring(i).unwrap_or_default().iter().any(|w| seams.name(*w) == name)
    }

    /// Whether a direction is a normal of the surface where it is foremost on a face. It is given as a covector of the local
    /// coordinates, by which dot products with vertices are lengths along it.
    pub(crate) fn surface_normal(&self, i: u32, along: &Vec3) -> SurfaceNormal {
        let Some(outline) = self.ring(i) else { return SurfaceNormal::Proper };
        let (seams, along) = (self.seams(), along / largest(along));
        let first = self.vertex(outline[0]);
        let height = |v: &u32| along.dot(&(self.vertex(*v) - first));
        let most = outline.iter().map(height).fold(f64::NEG_INFINITY, greater);
        let least = most - NORMAL_CONE * self.size(outline);
        let mut foremost = outline.iter().copied().filter(|v| height(v) >= least);
        let (Some(at), end, third) = (foremost.next(), foremost.next(), foremost.next()) else {
            return SurfaceNormal::Proper;
        };
        if third.is_some() {
            return SurfaceNormal::Own;
        }
        let origin = self.vertex(at);
        // The face itself does: it is foremost here, however long and thin.
        let stays_behind = |j: u32| {
            j == i
                || self.ring(j).unwrap_or_default().iter().all(|w| {
                    let to = self.vertex(*w) - origin;
                    along.dot(&to) <= NORMAL_CONE * largest(&to)
                })
        };
        let all_stay_behind = match end {
            Some(end) => seams.around_both(at, end).all(stays_behind),
            None => seams.around(at).iter().copied().all(stays_behind),
        };
        if !all_stay_behind {
            return SurfaceNormal::Not;
        }
        let is_flat = self.area(outline).is_some_and(|area| {
            self.are_within_flat_angle(&area.normal, &along)
                && self.is_flat_around(at, end, &area.normal)
        });
        if is_flat { SurfaceNormal::OfFlatEdge } else { SurfaceNormal::Proper }
    }

    /// Whether the angle of two directions is one of an edge that counts as flat.
    fn are_within_flat_angle(&self, p: &Vec3, q: &Vec3) -> bool {
        let sine = libm::sin(self.surface_contacts().flat_angle.min(FRAC_PI_2));
        p.cross(q).norm() <= sine * p.norm() * q.norm()
    }

    /// Whether the faces around an edge, or around a vertex, are a face with this normal but for edges that count as flat, and the border
    /// of the mesh is not there.
    fn is_flat_around(&self, at: u32, end: Option<u32>, normal: &Vec3) -> bool {
        let all = self.seams().around(at);
        let around = || all.iter().filter(|j| end.is_none_or(|end| self.has_vertex(**j, end)));
        let is_inner = |to: u32| all.iter().filter(|j| self.has_vertex(**j, to)).count() > 1;
        let is_flat = |j: &u32| {
            let ring = self.ring(*j).unwrap_or_default();
            self.area(ring).is_none_or(|area| self.are_within_flat_angle(&area.normal, normal))
        };
        let name = self.seams().name(at);
        // Both edges of a face at the vertex.
        let edges_are_inner = |j: &u32| {
            let ring = self.ring(*j).unwrap_or_default();
            let here = ring.iter().position(|v| self.seams().name(*v) == name);
            here.is_none_or(|here| {
                let count = ring.len();
                is_inner(ring[(here + 1) % count]) && is_inner(ring[(here + count - 1) % count])
            })
        };
        match end {
            Some(end) => is_inner(end) && around().all(is_flat),
            None => around().all(|j| is_flat(j) && edges_are_inner(j)),
        }
    }
}
