//! The features of convex bodies: the face, edge or point of the surface whose normal is nearest to a direction.
//!
//! Regions of contact are made of them: `docs/src/theory/contacts.md`, section 1. They are found from what a body is made of,
//! not by support points, so that a tilt loses no corner.

mod points;
mod rounded;

use std::f64::consts::TAU;

use smallvec::SmallVec;

use super::primitive::Primitive;
use super::support_points::{corner, distance_from_axis, ellipsoid};
use crate::math::tolerance::{SIMILARITY, UPRIGHT};
use crate::math::vector::direction;
use crate::math::{Mat3, Vec3, power};
pub(super) use points::around;
pub(crate) use points::of_points;

/// Points of a feature, seldom so many that they are allocated.
pub(crate) type Points = SmallVec<[Vec3; 4]>;

/// Points of a feature, each with its number among the vertices of the body.
pub(super) type NamedPoints = SmallVec<[(Vec3, u32); 4]>;

/// What of a body's surface is turned to a direction, placed by a linear map.
#[derive(Clone, Debug, Default)]
pub struct Feature {
    /// Its corners in order around it; two of a line, one of a point. Empty of a disc.
    pub(crate) corners: Points,
    /// The numbers of the corners among the vertices of the body.
    pub(crate) names: SmallVec<[u32; 4]>,
    /// The number of the face, edge or point among those of the body.
    pub(crate) name: u32,
    /// The centre and two conjugate radii of an elliptic disc.
    pub(crate) disc: Option<[Vec3; 3]>,
    /// Of a rounded body the foremost points at the corners, which are beside the flat part; else empty.
    pub(crate) foremost: Points,
    /// The radius of curvature across a line; zero of a sharp edge.
    pub(crate) curvature: f64,
    /// Whether a line ends in balls of this radius, as that of a capsule; others end in discs.
    pub(crate) ends_in_balls: bool,
    /// Whether it is one of the lines on the side of a cone, which end in its apex.
    pub(crate) is_of_cone: bool,
}

impl Feature {
    /// Becomes a polygon, a line or a point.
    pub(crate) fn set(&mut self, corners: impl IntoIterator<Item = Vec3>, name: u32) {
        self.set_named(corners.into_iter().zip(0..), name);
    }

    /// As [`Feature::set`], of corners with numbers.
    pub(super) fn set_named(&mut self, corners: impl IntoIterator<Item = (Vec3, u32)>, name: u32) {
        self.clear(name);
        for (corner, number) in corners {
            self.names.push(number);
            self.corners.push(corner);
        }
    }

    /// Becomes a face of a polytope.
    pub(super) fn set_ring(&mut self, ring: &[u32], name: u32, place: impl Fn(u32) -> Vec3) {
        self.clear(name);
        ring.iter().for_each(|i| self.corners.push(place(*i)));
        self.names.extend_from_slice(ring);
    }

    fn set_disc(&mut self, disc: [Vec3; 3], name: u32) {
        self.clear(name);
        self.disc = Some(disc);
    }

    fn clear(&mut self, name: u32) {
        self.corners.clear();
        self.names.clear();
        self.foremost.clear();
        (self.name, self.disc, self.curvature) = (name, None, 0.0);
        (self.ends_in_balls, self.is_of_cone) = (false, false);
    }

    /// Its edges as vectors; of a disc two of its plane.
    pub(super) fn edges(&self) -> Points {
        match (self.disc, &self.corners[..]) {
            (Some([_, u, v]), _) => Points::from_slice(&[u, v]),
            (None, [p, q]) => Points::from_slice(&[q - p]),
            (None, []) | (None, [_]) => Points::new(),
            (None, corners) => {
                let next = |i: usize| corners[(i + 1) % corners.len()];
                (0..corners.len()).map(|i| next(i) - corners[i]).collect()
            }
        }
    }

    /// Its corners; of a disc, so many on its rim.
    pub(super) fn outline(&self, count: u32) -> NamedPoints {
        let Some([center, u, v]) = self.disc else {
            return self.corners.iter().copied().zip(self.names.iter().copied()).collect();
        };
        let on_rim = |i: u32| {
            let (s, c) = libm::sincos(TAU * f64::from(i) / f64::from(count));
            (center + u * c + v * s, i)
        };
        (0..count).map(on_rim).collect()
    }

    /// A vector normal to it, of any length; `None` of lines and points, and without an area.
    fn normal(&self) -> Option<Vec3> {
        let normal = match self.disc {
            Some([_, u, v]) => u.cross(&v),
            None => area_vector(&self.corners),
        };
        (normal != Vec3::zeros()).then_some(normal)
    }

    pub(super) fn translate(&mut self, by: &Vec3) {
        self.corners.iter_mut().chain(&mut self.foremost).for_each(|p| *p += by);
        if let Some([center, ..]) = &mut self.disc {
            *center += by;
        }
    }
}

/// Twice the area of a polygon, along its normal.
fn area_vector(corners: &[Vec3]) -> Vec3 {
    let Some(first) = corners.first() else { return Vec3::zeros() };
    let edges = corners.windows(2).skip(1);
    edges.fold(Vec3::zeros(), |sum, edge| sum + (edge[0] - first).cross(&(edge[1] - first)))
}

/// A body's placement, and the direction in which its feature is looked for.
#[derive(Clone, Debug)]
pub(crate) struct Facing<'a> {
    pub(crate) basis: &'a Mat3,
    /// A unit vector along world axes.
    pub(crate) towards: Vec3,
    /// In the direction whose support point is foremost, in local coordinates.
    pub(crate) local: Vec3,
    /// Takes local normals to placed ones; `None` of a similarity, of which `local` will do.
    normals: Option<Mat3>,
}

impl<'a> Facing<'a> {
    pub(crate) fn new(basis: &'a Mat3, towards: &Vec3) -> Facing<'a> {
        let square = basis.norm_squared();
        if USUAL_SQUARES.contains(&square) {
            return Facing::in_usual_units(basis, basis, towards);
        }
        // In a unit in which no product over- or underflows: shapes may be given in any.
        let unit = power::of_two(-power::exponent(basis.amax()).clamp(-1000, 1000));
        Facing::in_usual_units(basis, &(basis * unit), towards)
    }

    /// With the basis in a unit in which its products are in range.
    #[inline]
    fn in_usual_units(basis: &'a Mat3, scaled: &Mat3, towards: &Vec3) -> Facing<'a> {
        let local = unit_vector(&scaled.tr_mul(towards));
        let normals = if is_similarity(scaled) { None } else { Some(cofactors(scaled)) };
        Facing { basis, towards: *towards, local, normals }
    }

    /// The cosine of the angle between a local unit normal, once it is placed, and the direction.
    #[inline]
    pub(crate) fn cosine(&self, normal: &Vec3) -> f64 {
        match &self.normals {
            None => normal.dot(&self.local),
            Some(normals) => {
                let placed = normals * normal;
                let length = placed.norm();
                if length > 0.0 { placed.dot(&self.towards) / length } else { -1.0 }
            }
        }
    }

    #[inline]
    pub(crate) fn place(&self, p: &Vec3) -> Vec3 {
        self.basis * p
    }

    /// The radius of curvature of what is round in local coordinates, by a placed radius. A body that is stretched is no circle across
    /// a line, and counts as sharp there: zero.
    fn radius_of(&self, placed: &Vec3) -> f64 {
        if self.normals.is_none() { placed.norm() } else { 0.0 }
    }
}

/// Squares of bases of which products are in range.
const USUAL_SQUARES: std::ops::Range<f64> = 1e-30..1e30;

/// The unit vector along one of any length; zero of zero.
fn unit_vector(v: &Vec3) -> Vec3 {
    direction(v).unwrap_or_default()
}

/// Whether a map keeps angles.
fn is_similarity(m: &Mat3) -> bool {
    let (x, y, z) = (m.column(0), m.column(1), m.column(2));
    let square = x.norm_squared();
    let slack = SIMILARITY * square;
    let same = |value: f64, of: f64| (value - of).abs() <= slack;
    same(y.norm_squared(), square)
        && same(z.norm_squared(), square)
        && same(x.dot(&y), 0.0)
        && same(x.dot(&z), 0.0)
        && same(y.dot(&z), 0.0)
}

/// The map that takes normals of planes to normals of their images, outwards to outwards.
fn cofactors(m: &Mat3) -> Mat3 {
    let [x, y, z] = [0, 1, 2].map(|axis| m.column(axis).into_owned());
    let sign = 1.0_f64.copysign(m.determinant());
    Mat3::from_columns(&[y.cross(&z) * sign, z.cross(&x) * sign, x.cross(&y) * sign])
}

/// The feature of a box; of one without a volume, the rectangle, edge or point that it is.
pub(super) fn of_box(half: &Vec3, facing: &Facing<'_>, into: &mut Feature) {
    let mut long = [0, 1, 2].into_iter().filter(|&k| half[k] != 0.0);
    match (long.next(), long.next()) {
        (None, _) => return into.set([Vec3::zeros()], 0),
        (Some(axis), None) => {
            let end = facing.place(&Vec3::ith(axis, half[axis]));
            return into.set([-end, end], 0);
        }
        _ => {}
    }
    let cosine = |k: usize| match facing.normals {
        None => facing.local[k],
        Some(_) => facing.cosine(&Vec3::ith(k, 1.0)),
    };
    let cosines = [cosine(0), cosine(1), cosine(2)];
    let mut axis = 0;
    for k in 1..3 {
        axis = if cosines[k].abs() > cosines[axis].abs() { k } else { axis };
    }
    let [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    let number = |k: usize, positive: bool| u32::from(positive) << k;
    let front = cosines[axis] > 0.0;
    let edge = |k: usize| facing.basis.column(k) * half[k];
    let (x, u, v) = (edge(axis), edge(i), edge(j));
    let center = if front { x } else { -x };
    into.clear((2 * axis + usize::from(front)) as u32);
    if half[i] != 0.0 && half[j] != 0.0 {
        let (low, high) = (center - u, center + u);
        into.corners = Points::from_buf([low - v, high - v, high + v, low + v]);
        let (first, of_u, of_v) = (number(axis, front), number(i, true), number(j, true));
        into.names = SmallVec::from_buf([first, first | of_u, first | of_u | of_v, first | of_v]);
        return;
    }
    for (along_u, along_v) in [(false, false), (true, false), (true, true), (false, true)] {
        // A flat box has each corner twice.
        if (along_u && half[i] == 0.0) || (along_v && half[j] == 0.0) {
            continue;
        }
        let p = if along_u { center + u } else { center - u };
        into.corners.push(if along_v { p + v } else { p - v });
        into.names.push(number(axis, front) | number(i, along_u) | number(j, along_v));
    }
}

/// The feature of a cylinder about the y-axis: one of its discs, or a line on its side.
fn of_cylinder(radius: f64, half_height: f64, facing: &Facing<'_>, into: &mut Feature) {
    if radius == 0.0 {
        return of_box(&Vec3::new(0.0, half_height, 0.0), facing, into);
    }
    let up = facing.cosine(&Vec3::y());
    let steepness = facing.towards.dot(&unit_vector(&facing.place(&Vec3::y())));
    // The plane along the side that is most turned to the direction leans by what the axis leans towards it.
    if up * up >= 1.0 - steepness * steepness {
        let end = if up < 0.0 { -half_height } else { half_height };
        let disc = [Vec3::y() * end, Vec3::x() * radius, Vec3::z() * radius];
        return into.set_disc(disc.map(|p| facing.place(&p)), u32::from(up < 0.0));
    }
    let around = distance_from_axis(&facing.local);
    let out = Vec3::new(facing.local.x, 0.0, facing.local.z) * (radius / around);
    let middle = facing.place(&out);
    if half_height == 0.0 {
        return into.set([middle], 2);
    }
    let axis = facing.place(&Vec3::new(0.0, half_height, 0.0));
    into.set([middle - axis, middle + axis], 2);
    into.curvature = facing.radius_of(&middle);
}

/// The feature of a cone: its base, or a line on its side.
fn of_cone(radius: f64, half_height: f64, facing: &Facing<'_>, into: &mut Feature) {
    if radius == 0.0 || half_height == 0.0 {
        return of_cylinder(radius, half_height, facing, into);
    }
    let apex = Vec3::new(0.0, half_height, 0.0);
    let around = distance_from_axis(&facing.local);
    let out = Vec3::new(facing.local.x, 0.0, facing.local.z) / around;
    let side = out * (2.0 * half_height) + Vec3::y() * radius;
    let base = facing.cosine(&-Vec3::y());
    let leaning = if around > 0.0 { facing.cosine(&unit_vector(&side)) } else { -1.0 };
    if base >= leaning && base > 0.0 {
        let disc = [-apex, Vec3::x() * radius, Vec3::z() * radius];
        return into.set_disc(disc.map(|p| facing.place(&p)), 0);
    }
    if around.is_nan() || around <= 0.0 {
        return into.set([facing.place(&apex)], 1);
    }
    // On its apex it has no side that is turned to the direction more than others; the line shrinks to the apex as it gets there.
    let long = (around / UPRIGHT).min(1.0);
    let rim = out * radius - apex;
    into.set([apex, apex + (rim - apex) * long].map(|p| facing.place(&p)), 1);
    // Its curvature changes along it: it counts as sharp.
    into.is_of_cone = true;
}

/// The feature of an ellipsoid: a point, unless it is flat.
fn of_ellipsoid(radii: &Vec3, facing: &Facing<'_>, into: &mut Feature) {
    let flat = (0..3).find(|&k| radii[k] == 0.0 && (0..3).all(|i| i == k || radii[i] > 0.0));
    if let Some(k) = flat
        && 2.0 * facing.cosine(&Vec3::ith(k, 1.0)).powi(2) >= 1.0
    {
        let [i, j] = [(k + 1) % 3, (k + 2) % 3];
        let disc = [Vec3::zeros(), Vec3::ith(i, radii[i]), Vec3::ith(j, radii[j])];
        return into.set_disc(disc.map(|p| facing.place(&p)), 0);
    }
    into.set([facing.place(&ellipsoid(radii, &facing.local))], 0);
}

impl Primitive {
    /// See [`Support::feature`](super::support::Support::feature).
    pub(super) fn feature_facing(&self, facing: &Facing<'_>, into: &mut Feature) -> bool {
        match self {
            Primitive::Box(half) => of_box(half, facing, into),
            Primitive::Ellipsoid(radii) => of_ellipsoid(radii, facing, into),
            Primitive::Cone { radius, half_height } => {
                of_cone(*radius, *half_height, facing, into);
            }
            Primitive::Cylinder { radius, half_height } => {
                of_cylinder(*radius, *half_height, facing, into);
            }
            Primitive::Round { half, radius } => {
                of_box(half, facing, into);
                into.round(*radius, facing);
            }
            Primitive::Segment { from, to } if from == to => into.set([facing.place(from)], 0),
            Primitive::Segment { from, to } => into.set([*from, *to].map(|p| facing.place(&p)), 0),
            Primitive::Wheel { radius, rounding } => {
                of_cylinder(*radius, 0.0, facing, into);
                into.round(*rounding, facing);
            }
            Primitive::Frustum { bottom, top, half_height } => {
                let corners: [Vec3; 8] = std::array::from_fn(|i| {
                    let [x, z] = if i & 4 == 0 { *bottom } else { *top };
                    let sign = |bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
                    let d = Vec3::new(sign(1), sign(4), sign(2));
                    corner(&Vec3::new(x, *half_height, z), &d)
                });
                of_points(&corners, facing, into);
            }
            Primitive::HalfSpace(half_space) => match half_space.corners() {
                // Only the plane is of interest, which needs no search.
                Some(corners) if facing.cosine(&half_space.normal()) > 0.75 => {
                    into.set_ring(&[0, 1, 3, 2], 0, |i| facing.place(&corners[i as usize]));
                }
                Some(corners) => of_points(&corners, facing, into),
                None => return false,
            },
            Primitive::Function(_) => return false,
            Primitive::Composite(composite) => return composite.feature(facing, into),
        }
        true
    }
}
