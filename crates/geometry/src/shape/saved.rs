//! Convex shapes as bytes.
//!
//! Composites are numbered in the order in which they are complete. One that several composites share, and a polytope of the
//! same points as an earlier one, is saved once and then named by its number.

use std::collections::HashMap;
use std::sync::Arc;

use super::Primitive;
use super::composite::{Composite, DEEPEST, Description, MOST_LEAVES, leaves};
use super::half_space::HalfSpace;
use crate::bytes::{Reader, Writer};
use crate::math::vector::is_finite;
use crate::math::{Mat3, Placement, Vec3};

/// The numbers by which shapes are told apart in files. None is ever given another meaning.
mod tags {
    pub(super) const BOX: u32 = 1;
    pub(super) const ELLIPSOID: u32 = 2;
    pub(super) const CONE: u32 = 3;
    pub(super) const CYLINDER: u32 = 4;
    pub(super) const ROUND: u32 = 5;
    pub(super) const SEGMENT: u32 = 6;
    pub(super) const WHEEL: u32 = 7;
    pub(super) const FRUSTUM: u32 = 8;
    pub(super) const SUM: u32 = 9;
    pub(super) const HULL: u32 = 10;
    pub(super) const PLACED: u32 = 11;
    pub(super) const POLYTOPE: u32 = 12;
    /// A composite that was saved before, by its number. Since version 2 of the format.
    pub(super) const REPEATED: u32 = 13;
    pub(super) const HALF_SPACE: u32 = 14;
}

impl Primitive {
    /// Appends the shape. Whether it has a composite twice, which version 1 of the format cannot have.
    /// `None` if a part of it is a function, which is not saved.
    pub(crate) fn save(&self, to: &mut Writer) -> Option<bool> {
        let mut saver = Saver {
            to,
            by_address: HashMap::new(),
            by_points: HashMap::new(),
            count: 0,
            repeats: false,
            has_function: false,
        };
        saver.save(self);
        (!saver.has_function).then_some(saver.repeats)
    }

    /// A shape that was saved; `None` if it makes no sense.
    pub(crate) fn load(from: &mut Reader<'_>) -> Option<Primitive> {
        load(from, &mut Vec::new(), DEEPEST)
    }
}

/// The bits of a polytope's points.
type Points = Vec<[u64; 3]>;

struct Saver<'a> {
    to: &'a mut Writer,
    /// The numbers of composites that have been saved.
    by_address: HashMap<*const Composite, u32>,
    by_points: HashMap<Points, u32>,
    count: u32,
    repeats: bool,
    /// Whether a part is a function.
    has_function: bool,
}

impl Saver<'_> {
    fn save(&mut self, shape: &Primitive) {
        let to = &mut *self.to;
        let mut simple = |tag: u32, numbers: &[f64]| {
            to.word(tag);
            to.numbers(numbers);
        };
        match shape {
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
            Primitive::HalfSpace(half_space) => {
                simple(tags::HALF_SPACE, half_space.normal().as_slice());
                to.numbers(&[half_space.offset()]);
            }
            Primitive::Function(_) => self.has_function = true,
            Primitive::Composite(composite) => self.save_composite(composite),
        }
    }

    fn save_composite(&mut self, composite: &Arc<Composite>) {
        let address = Arc::as_ptr(composite);
        if let Some(number) = self.by_address.get(&address) {
            return self.repeat(*number);
        }
        match Description::of(composite) {
            Description::Sum(operands) => self.save_list(tags::SUM, &operands),
            Description::Hull(operands) => self.save_list(tags::HULL, &operands),
            Description::Placed { shape, placement } => {
                self.to.word(tags::PLACED);
                self.to.numbers(placement.basis.transpose().as_slice());
                self.to.point(&placement.origin);
                self.save(&shape);
            }
            Description::Polytope(points) => {
                let bits = points.iter().map(|p| [p.x, p.y, p.z].map(f64::to_bits)).collect();
                if let Some(number) = self.by_points.get(&bits) {
                    self.by_address.insert(address, *number);
                    return self.repeat(*number);
                }
                self.by_points.insert(bits, self.count);
                self.to.word(tags::POLYTOPE);
                self.to.list(&points);
            }
        }
        self.by_address.insert(address, self.count);
        self.count += 1;
    }

    fn save_list(&mut self, tag: u32, operands: &[Primitive]) {
        self.to.word(tag);
        self.to.word(operands.len() as u32);
        operands.iter().for_each(|operand| self.save(operand));
    }

    fn repeat(&mut self, number: u32) {
        self.repeats = true;
        self.to.word(tags::REPEATED);
        self.to.word(number);
    }
}

/// As [`Primitive::load`], nested at most so deep. `loaded` has the composites so far.
fn load(from: &mut Reader<'_>, loaded: &mut Vec<Primitive>, depth: u32) -> Option<Primitive> {
    let tag = from.word()?;
    // Dimensions are not negative.
    let size = |from: &mut Reader<'_>| from.number().filter(|x| *x >= 0.0);
    let corner = |from: &mut Reader<'_>| from.point().filter(|p| p.iter().all(|x| *x >= 0.0));
    let mut operands = |from: &mut Reader<'_>| {
        let count = from.word().filter(|count| (1..=MOST_LEAVES + 2).contains(count))?;
        let mut operands = Vec::new();
        // Counted before they are composed: few bytes can name large composites many times.
        let mut size = 0;
        for _ in 0..count {
            let operand = load(from, loaded, depth.checked_sub(1)?)?;
            size += leaves(&operand);
            if size > MOST_LEAVES + 2 {
                return None;
            }
            operands.push(operand);
        }
        Some(operands)
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
        tags::HALF_SPACE => {
            let (normal, offset) = (from.point()?, from.number()?);
            return HalfSpace::saved(normal, offset).map(Primitive::HalfSpace);
        }
        tags::SUM => Description::Sum(operands(from)?),
        tags::HULL => Description::Hull(operands(from)?),
        tags::PLACED => {
            let rows = [from.point()?, from.point()?, from.point()?];
            let basis = Mat3::from_rows(&rows.map(|row| row.transpose()));
            let placement = Placement { basis, origin: from.point()? };
            Description::Placed { shape: load(from, loaded, depth.checked_sub(1)?)?, placement }
        }
        tags::POLYTOPE => {
            let points = from.list::<Vec3>()?;
            let is_whole = !points.is_empty() && points.iter().all(is_finite);
            Description::Polytope(is_whole.then(|| points.to_vec())?)
        }
        tags::REPEATED => return loaded.get(from.word()? as usize).cloned(),
        _ => return None,
    };
    let composite = description.composite().ok()?;
    loaded.push(composite.clone());
    Some(composite)
}
