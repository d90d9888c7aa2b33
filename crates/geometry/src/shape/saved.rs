//! Convex shapes as bytes.

use super::Primitive;
use super::composite::{DEEPEST, Description, MOST_LEAVES};
use crate::bytes::{Reader, Writer};
use crate::math::vector::is_finite;
use crate::math::{Mat3, Placement, Vec3};

/// The numbers by which shapes are told apart in files. None is ever given another meaning.
mod tags {
    pub const BOX: u32 = 1;
    pub const ELLIPSOID: u32 = 2;
    pub const CONE: u32 = 3;
    pub const CYLINDER: u32 = 4;
    pub const ROUND: u32 = 5;
    pub const SEGMENT: u32 = 6;
    pub const WHEEL: u32 = 7;
    pub const FRUSTUM: u32 = 8;
    pub const SUM: u32 = 9;
    pub const HULL: u32 = 10;
    pub const PLACED: u32 = 11;
    pub const POLYTOPE: u32 = 12;
}

impl Primitive {
    /// Appends the shape.
    pub(crate) fn save(&self, to: &mut Writer) {
        let mut simple = |tag: u32, numbers: &[f64]| {
            to.word(tag);
            to.numbers(numbers);
        };
        match self {
            Primitive::Box(half) => simple(tags::BOX, half.as_slice()),
            Primitive::Ellipsoid(radii) => simple(tags::ELLIPSOID, radii.as_slice()),
            Primitive::Cone { radius, half_height } => simple(tags::CONE, &[*radius, *half_height]),
            Primitive::Cylinder { radius, half_height } => {
                simple(tags::CYLINDER, &[*radius, *half_height]);
            }
            Primitive::Round { half, radius } => {
                simple(tags::ROUND, half.as_slice());
                to.numbers(&[*radius]);
            }
            Primitive::Segment { from, to: end } => {
                simple(tags::SEGMENT, from.as_slice());
                to.point(end);
            }
            Primitive::Wheel { radius, rounding } => simple(tags::WHEEL, &[*radius, *rounding]),
            Primitive::Frustum { bottom, top, half_height } => {
                simple(tags::FRUSTUM, &[bottom[0], bottom[1], top[0], top[1], *half_height]);
            }
            Primitive::Composite(composite) => match Description::of(composite) {
                Description::Sum(operands) => save_list(tags::SUM, &operands, to),
                Description::Hull(operands) => save_list(tags::HULL, &operands, to),
                Description::Placed { shape, placement } => {
                    to.word(tags::PLACED);
                    to.numbers(placement.basis.transpose().as_slice());
                    to.point(&placement.origin);
                    shape.save(to);
                }
                Description::Polytope(points) => {
                    to.word(tags::POLYTOPE);
                    to.list(&points);
                }
            },
        }
    }

    /// A shape that was saved; `None` if it makes no sense.
    pub(crate) fn load(from: &mut Reader<'_>) -> Option<Primitive> {
        load(from, DEEPEST)
    }
}

fn save_list(tag: u32, operands: &[Primitive], to: &mut Writer) {
    to.word(tag);
    to.word(operands.len() as u32);
    operands.iter().for_each(|operand| operand.save(to));
}

/// As [`Primitive::load`], nested at most so deep.
fn load(from: &mut Reader<'_>, depth: u32) -> Option<Primitive> {
    let tag = from.word()?;
    // Dimensions are not negative.
    let size = |from: &mut Reader<'_>| from.number().filter(|x| *x >= 0.0);
    let corner = |from: &mut Reader<'_>| from.point().filter(|p| p.iter().all(|x| *x >= 0.0));
    let operands = |from: &mut Reader<'_>| {
        let count = from.word().filter(|count| (1..=MOST_LEAVES + 2).contains(count))?;
        (0..count).map(|_| load(from, depth.checked_sub(1)?)).collect::<Option<Vec<_>>>()
    };
    let description = match tag {
        tags::BOX => return Some(Primitive::Box(corner(from)?)),
        tags::ELLIPSOID => return Some(Primitive::Ellipsoid(corner(from)?)),
        tags::CONE => {
            let (radius, half_height) = (size(from)?, size(from)?);
            return Some(Primitive::Cone { radius, half_height });
        }
        tags::CYLINDER => {
            let (radius, half_height) = (size(from)?, size(from)?);
            return Some(Primitive::Cylinder { radius, half_height });
        }
        tags::ROUND => {
            return Some(Primitive::Round { half: corner(from)?, radius: size(from)? });
        }
        tags::SEGMENT => {
            return Some(Primitive::Segment { from: from.point()?, to: from.point()? });
        }
        tags::WHEEL => {
            let (radius, rounding) = (size(from)?, size(from)?);
            return Some(Primitive::Wheel { radius, rounding });
        }
        tags::FRUSTUM => {
            let mut next = || size(from);
            let (bottom, top, half_height) = ([next()?, next()?], [next()?, next()?], next()?);
            return Some(Primitive::Frustum { bottom, top, half_height });
        }
        tags::SUM => Description::Sum(operands(from)?),
        tags::HULL => Description::Hull(operands(from)?),
        tags::PLACED => {
            let rows = [from.point()?, from.point()?, from.point()?];
            let basis = Mat3::from_rows(&rows.map(|row| row.transpose()));
            let placement = Placement { basis, origin: from.point()? };
            Description::Placed { shape: load(from, depth.checked_sub(1)?)?, placement }
        }
        tags::POLYTOPE => {
            let points = from.list::<Vec3>()?;
            let is_whole = !points.is_empty() && points.iter().all(is_finite);
            Description::Polytope(is_whole.then(|| points.to_vec())?)
        }
        _ => return None,
    };
    description.composite().ok()
}
