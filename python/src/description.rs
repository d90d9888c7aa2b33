//! What a shape is, in words.

use solid_geometry::Shape as CoreShape;
use solid_geometry::math::Aabb;
use solid_geometry::query::{Compound, HeightField, Points, ShapeKind};
use solid_geometry::shape::Primitive;

fn by_axes([x, y, z]: [f64; 3]) -> String {
    format!("{x:.4} x {y:.4} x {z:.4}")
}

/// The function that makes such a shape, or the size of what is made of arrays.
pub fn description(shape: &CoreShape) -> String {
    let Aabb { min, max } = shape.bounds();
    let size = (max - min).into();
    let primitive = match shape.kind() {
        ShapeKind::Convex(primitive) => primitive,
        ShapeKind::Mesh(mesh) => {
            let kind = if mesh.is_solid() { "solid mesh" } else { "mesh" };
            return format!("{kind} of {} faces, {}", mesh.len(), by_axes(size));
        }
        ShapeKind::Parts(parts) if parts.as_any().is::<Points>() => {
            return format!("{} points, {}", parts.count(), by_axes(size));
        }
        ShapeKind::Parts(parts) => {
            if let Some(field) = parts.as_any().downcast_ref::<HeightField>() {
                let [columns, rows] = field.size();
                return format!("height field of {rows} x {columns}, {}", by_axes(size));
            }
            let compound = parts.as_any().downcast_ref::<Compound>();
            let count = compound.map_or(parts.count() as usize, |it| it.parts().len());
            return format!("compound of {count} parts, {}", by_axes(size));
        }
    };
    match primitive {
        Primitive::Box(half) => {
            let [x, y, z] = (half * 2.0).into();
            format!("box({x}, {y}, {z})")
        }
        Primitive::Ellipsoid(radii) if radii.min() == radii.max() => {
            format!("sphere({})", radii.x)
        }
        Primitive::Ellipsoid(radii) => {
            format!("ellipsoid({}, {}, {})", radii.x, radii.y, radii.z)
        }
        Primitive::Cone { radius, half_height } => {
            format!("cone({radius}, {})", half_height * 2.0)
        }
        Primitive::Cylinder { radius, half_height } => {
            format!("cylinder({radius}, {})", half_height * 2.0)
        }
        Primitive::Round { half, radius } if half.x == 0.0 && half.z == 0.0 => {
            format!("capsule({radius}, {})", half.y * 2.0)
        }
        Primitive::HalfSpace(half_space) => {
            let [x, y, z]: [f64; 3] = half_space.normal().into();
            format!("half_space([{x}, {y}, {z}], {})", half_space.offset())
        }
        Primitive::Round { half, radius } => {
            let [x, y, z] = (half * 2.0).into();
            format!("round_box({x}, {y}, {z}, {radius})")
        }
        Primitive::Wheel { radius, rounding } => format!("wheel({radius}, {rounding})"),
        Primitive::Frustum { bottom, top, half_height } => {
            let [[a, b], [c, d]] = [bottom, top].map(|half| half.map(|x| x * 2.0));
            format!("frustum(({a}, {b}), ({c}, {d}), {})", half_height * 2.0)
        }
        Primitive::Segment { from, to } if from == to => {
            format!("point({}, {}, {})", from.x, from.y, from.z)
        }
        Primitive::Segment { from, to } => {
            let [from, to]: [[f64; 3]; 2] = [*from, *to].map(Into::into);
            format!("segment({from:?}, {to:?})")
        }
        Primitive::Function(_) | Primitive::Composite(_) => {
            format!("convex body, {}", by_axes(size))
        }
    }
}
