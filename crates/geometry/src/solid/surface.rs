//! The surface of a closed body as triangles in world coordinates, whose outer sides are known.

use crate::math::{Aabb, Placement, Vec3};
use crate::memory;
use crate::mesh::PolytopeSoup;
use crate::query::{Body, BodyShape, Points};
use crate::shape::hull::Hull;
use crate::shape::{Primitive, Support};

/// Each edge of an octahedron is divided into so many, for the directions in which points of a round shape are taken: a sphere's
/// volume is 0.2 % too small.
const DIVISIONS: i32 = 24;

/// A closed surface. Of round shapes it is that of the hull of some points on it.
#[derive(Debug)]
pub(crate) struct Surface {
    pub vertices: Vec<Vec3>,
    /// Counter-clockwise as seen from outside, but for a surface that is inside out.
    pub triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// The surface of a body; `None` of a mesh that is no solid, or whose faces do not agree about which side is outside.
    pub(crate) fn of(body: &Body<'_>) -> Option<Surface> {
        let mut surface = match body.shape {
            BodyShape::Parts(_) => return of_parts(body),
            BodyShape::Convex(shape) => of_convex(shape),
            BodyShape::Soup(soup) => of_solid(soup)?,
        };
        surface.place(body.placement);
        if surface.volume() < 0.0 {
            surface.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
        Some(surface)
    }

    /// The triangles of any shape, in its own coordinates: of a mesh that is no solid those there are.
    pub(crate) fn of_shape(shape: BodyShape<'_>) -> Surface {
        match shape {
            BodyShape::Convex(shape) => of_convex(shape),
            BodyShape::Soup(soup) => of_soup(soup),
            BodyShape::Parts(parts) => {
                if let Some(points) = parts.as_any().downcast_ref::<Points>() {
                    return of_points(points);
                }
                let mut all = Surface { vertices: Vec::new(), triangles: Vec::new() };
                shape.each_part(&mut |part| {
                    let mut surface = Surface::of_shape(part.shape);
                    surface.place(part.placement);
                    all.append(surface);
                });
                all
            }
        }
    }

    fn place(&mut self, placement: &Placement) {
        for vertex in &mut self.vertices {
            *vertex = placement.apply(vertex);
        }
    }

    fn append(&mut self, other: Surface) {
        let first = self.vertices.len() as u32;
        memory::reserve(&mut self.vertices, other.vertices.len());
        memory::reserve(&mut self.triangles, other.triangles.len());
        self.vertices.extend(other.vertices);
        self.triangles.extend(other.triangles.iter().map(|of| of.map(|vertex| vertex + first)));
    }

    pub(crate) fn corners(&self, triangle: [u32; 3]) -> [Vec3; 3] {
        triangle.map(|vertex| self.vertices[vertex as usize])
    }

    pub(crate) fn bounds(&self) -> Aabb {
        Aabb::around(&self.vertices)
    }

    /// The enclosed volume; negative of a surface that is inside out.
    pub(crate) fn volume(&self) -> f64 {
        let Some(origin) = self.vertices.first() else { return 0.0 };
        let six_fold = self.triangles.iter().map(|&triangle| {
            let [p, q, r] = self.corners(triangle).map(|corner| corner - origin);
            p.dot(&q.cross(&r))
        });
        six_fold.sum::<f64>() / 6.0
    }

    /// Both ends of each edge, once or more often.
    pub(crate) fn edges(&self) -> impl Iterator<Item = [u32; 2]> {
        let sides = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
        self.triangles.iter().flat_map(sides).filter(|[from, to]| from < to)
    }
}

fn of_convex(shape: &Primitive) -> Surface {
    let corners = shape.corners();
    let points =
        corners.unwrap_or_else(|| directions().map(|d| shape.support(&d, &mut 0)).collect());
    let hull = Hull::new(&points);
    let mut center = Vec3::zeros();
    for &vertex in &hull.vertices {
        center += points[vertex as usize] / hull.vertices.len() as f64;
    }
    let mut triangles = hull.triangles;
    for triangle in &mut triangles {
        let [p, q, r] = triangle.map(|vertex| points[vertex as usize]);
        if (q - p).cross(&(r - p)).dot(&(p - center)) < 0.0 {
            triangle.swap(1, 2);
        }
    }
    Surface { vertices: points, triangles }
}

/// An octahedron for each ball: there may be very many.
fn of_points(points: &Points) -> Surface {
    let count = points.balls().len();
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    memory::reserve_exact(&mut vertices, 6 * count);
    memory::reserve_exact(&mut triangles, 8 * count);
    for (center, radius) in points.balls() {
        let first = vertices.len() as u32;
        for axis in [Vec3::x(), Vec3::y(), Vec3::z()] {
            vertices.extend([center + axis * radius, center - axis * radius]);
        }
        triangles.extend((0..8).map(|octant: u32| {
            let [x, y, z] = [0, 1, 2].map(|axis| first + 2 * axis + (octant >> axis & 1));
            // Each negative axis turns the triangle over.
            if octant.count_ones().is_multiple_of(2) { [x, y, z] } else { [x, z, y] }
        }));
    }
    Surface { vertices, triangles }
}

/// Directions that are spread evenly, for a number of them that is the same everywhere.
fn directions() -> impl Iterator<Item = Vec3> {
    let range = -DIVISIONS..=DIVISIONS;
    range.clone().flat_map(move |x| {
        range.clone().flat_map(move |y| {
            let z = DIVISIONS - x.abs() - y.abs();
            let ends = [z, -z].into_iter().take(if z > 0 { 2 } else { 1 });
            let is_there = z >= 0;
            ends.filter(move |_| is_there)
                .map(move |z| Vec3::new(f64::from(x), f64::from(y), f64::from(z)))
        })
    })
}

fn of_solid(soup: &PolytopeSoup) -> Option<Surface> {
    let mut surface = soup.is_oriented().then(|| of_soup(soup))?;
    let mut names = Vec::from_iter(0..surface.vertices.len() as u32);
    soup.welds().iter().for_each(|&[first, vertex]| names[vertex as usize] = first);
    let corners = surface.triangles.as_flattened_mut().iter_mut();
    corners.for_each(|vertex| *vertex = names[*vertex as usize]);
    Some(surface)
}

fn of_soup(soup: &PolytopeSoup) -> Surface {
    let mut triangles = Vec::new();
    for outline in (0..soup.len() as u32).filter_map(|i| soup.outline(i)) {
        let Some((&first, others)) = outline.split_first() else { continue };
        let fan = others.windows(2).map(|pair| [first, pair[0], pair[1]]);
        fan.for_each(|triangle| crate::memory::push(&mut triangles, triangle));
    }
    Surface { vertices: soup.vertices().to_vec(), triangles }
}

/// The surfaces of all parts of a body; `None` if one of them has none.
fn of_parts(body: &Body<'_>) -> Option<Surface> {
    let mut all = Some(Surface { vertices: Vec::new(), triangles: Vec::new() });
    body.shape.each_leaf(body.placement, &mut |shape, placement| match (
        &mut all,
        Surface::of(&Body { shape, placement }),
    ) {
        (Some(all), Some(part)) => all.append(part),
        _ => all = None,
    });
    all
}
