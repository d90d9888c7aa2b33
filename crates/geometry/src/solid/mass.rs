//! Volume, centre and moments of a shape: closed forms of simple bodies, else sums over the tetrahedra between a point and the triangles of
//! the surface (Mirtich 1996 has the same integrals by another way).

use std::f64::consts::PI;

use super::surface::Surface;
use crate::math::{Mat3, Placement, Vec3};
use crate::memory;
use crate::query::{Body, BodyShape, Shape, ShapeError};
use crate::shape::Primitive;

#[cfg(test)]
mod tests;

/// The volume of a shape, its centre and its inertia. With a density, the mass is that times the volume, and so for the inertia.
///
/// ```
/// use solid_geometry::Shape;
///
/// let block = Shape::cuboid([2.0, 4.0, 6.0])?.mass_properties()?;
/// assert_eq!(block.volume, 48.0);
/// assert!((block.inertia.m11 - 48.0 * (16.0 + 36.0) / 12.0).abs() < 1e-9);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// The volume.
    pub volume: f64,
    /// Its centre, in the shape's coordinates.
    pub center: Vec3,
    /// The inertia about the centre along the axes of the shape's coordinates, for a density of 1.
    pub inertia: Mat3,
}

impl MassProperties {
    /// From the integral of the products of two coordinates about the centre.
    fn new(volume: f64, center: Vec3, products: Mat3) -> MassProperties {
        let inertia = Mat3::identity() * products.trace() - products;
        MassProperties { volume, center, inertia }
    }

    /// The integral of the products of two coordinates about the centre.
    fn products(&self) -> Mat3 {
        Mat3::identity() * (0.5 * self.inertia.trace()) - self.inertia
    }

    /// Of the shape as a placement puts it.
    fn placed(&self, placement: &Placement) -> MassProperties {
        let Placement { basis, .. } = placement;
        let scale = basis.determinant().abs();
        let products = basis * self.products() * basis.transpose() * scale;
        MassProperties::new(self.volume * scale, placement.apply(&self.center), products)
    }

    fn of_axes(volume: f64, center: Vec3, squares: Vec3) -> MassProperties {
        MassProperties::new(volume, center, Mat3::from_diagonal(&(squares * volume)))
    }
}

impl Shape {
    /// The shape's volume, centre and inertia. [`ShapeError::NotClosed`] of a mesh that is no solid, or whose faces do not agree about which
    /// side is outside.
    ///
    /// Of a compound and of points the sum of the parts: where they overlap, twice.
    ///
    /// Exact but for rounding; of round bodies other than ellipsoids, cones, cylinders and capsules those of a polyhedron, some 0.2 % smaller.
    pub fn mass_properties(&self) -> Result<MassProperties, ShapeError> {
        of_shape(self.view()).ok_or(ShapeError::NotClosed)
    }

    /// The vertices and triangles of the shape's surface, counter-clockwise as seen from outside: of a mesh its own, its polygons as fans;
    /// of round bodies those of a polyhedron whose vertices are on the surface, and of points an octahedron each.
    ///
    /// ```
    /// use solid_geometry::Shape;
    ///
    /// let (vertices, triangles) = Shape::cuboid([2.0; 3])?.triangles();
    /// assert_eq!((vertices.len(), triangles.len()), (8, 12));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn triangles(&self) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let surface = Surface::of_shape(self.view());
        (surface.vertices, surface.triangles)
    }
}

fn of_shape(shape: BodyShape<'_>) -> Option<MassProperties> {
    let known = match shape {
        BodyShape::Convex(shape) => closed_form(shape),
        BodyShape::Parts(_) => return of_parts(shape),
        BodyShape::Soup(_) => None,
    };
    let placement = &Placement::IDENTITY;
    known.or_else(|| Some(of_surface(&Surface::of(&Body { shape, placement })?)))
}

/// The sum over all parts; what several of them hold counts several times.
fn of_parts(shape: BodyShape<'_>) -> Option<MassProperties> {
    let mut parts = Some(Vec::new());
    shape.each_leaf(
        &Placement::IDENTITY,
        &mut |leaf, placement| match (&mut parts, of_shape(leaf)) {
            (Some(parts), Some(found)) => memory::push(parts, found.placed(placement)),
            _ => parts = None,
        },
    );
    let parts = parts?;
    let volume = parts.iter().map(|part| part.volume).sum::<f64>();
    let middle = |weight: &dyn Fn(&MassProperties) -> f64, total: f64| {
        parts.iter().map(|part| part.center * (weight(part) / total)).sum::<Vec3>()
    };
    let center = if volume > 0.0 {
        middle(&|part| part.volume, volume)
    } else {
        middle(&|_| 1.0, parts.len() as f64)
    };
    let products = parts.iter().map(|part| {
        let arm = part.center - center;
        part.products() + arm * arm.transpose() * part.volume
    });
    Some(MassProperties::new(volume, center, products.sum()))
}

fn closed_form(shape: &Primitive) -> Option<MassProperties> {
    Some(match shape {
        Primitive::Box(half) => MassProperties::of_axes(
            8.0 * half.product(),
            Vec3::zeros(),
            half.component_mul(half) / 3.0,
        ),
        Primitive::Ellipsoid(radii) => MassProperties::of_axes(
            4.0 / 3.0 * PI * radii.product(),
            Vec3::zeros(),
            radii.component_mul(radii) / 5.0,
        ),
        Primitive::Cylinder { radius, half_height } => {
            let (across, along) = (radius * radius / 4.0, half_height * half_height / 3.0);
            let volume = 2.0 * PI * radius * radius * half_height;
            MassProperties::of_axes(volume, Vec3::zeros(), Vec3::new(across, along, across))
        }
        Primitive::Cone { radius, half_height } => {
            let (across, along) = (radius * radius * 0.15, half_height * half_height * 0.15);
            let volume = 2.0 / 3.0 * PI * radius * radius * half_height;
            let center = Vec3::new(0.0, -0.5 * half_height, 0.0);
            MassProperties::of_axes(volume, center, Vec3::new(across, along, across))
        }
        Primitive::Round { half, radius } if half.x == 0.0 && half.z == 0.0 => {
            let (h, r) = (half.y, *radius);
            let (tube, ball) = (2.0 * PI * r * r * h, 4.0 / 3.0 * PI * r * r * r);
            let across = tube * r * r / 4.0 + ball * r * r / 5.0;
            let along = tube * h * h / 3.0 + ball * (h * h + 0.75 * h * r + r * r / 5.0);
            let products = Mat3::from_diagonal(&Vec3::new(across, along, across));
            MassProperties::new(tube + ball, Vec3::zeros(), products)
        }
        _ => return None,
    })
}

fn of_surface(surface: &Surface) -> MassProperties {
    let origin = surface.bounds().center();
    let (mut six_fold, mut first, mut products) = (0.0, Vec3::zeros(), Mat3::zeros());
    for &triangle in &surface.triangles {
        let corners = surface.corners(triangle).map(|corner| corner - origin);
        let [p, q, r] = corners;
        let (determinant, sum) = (p.dot(&q.cross(&r)), p + q + r);
        six_fold += determinant;
        first += sum * determinant;
        let squares = corners.iter().fold(sum * sum.transpose(), |all, c| all + c * c.transpose());
        products += squares * determinant;
    }
    let volume = six_fold / 6.0;
    if volume <= 0.0 {
        return MassProperties::of_axes(0.0, origin, Vec3::zeros());
    }
    let center = first / (24.0 * volume);
    let about = products / 120.0 - center * center.transpose() * volume;
    MassProperties::new(volume, origin + center, about)
}
