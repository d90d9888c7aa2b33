//! The linear programs of the thesis for two polytopes.

use super::seidel::{HalfSpace, farthest};
use crate::random::Random;
use nalgebra::Vector4;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::Hull;

/// A bound on the coefficients of a plane between polytopes: those of unit size whose gap is wider than its inverse are told
/// apart.
const BOUND: f64 = 1e6;

/// A polytope as linear programs take it: the planes of its faces and its vertices, both in random order.
#[derive(Clone, Debug)]
pub struct Planes {
    vertices: Vec<Vec3>,
    faces: Vec<HalfSpace<3>>,
    /// A bound on the coordinates.
    radius: f64,
}

fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for i in (1..list.len()).rev() {
        list.swap(i, (random.word() % (i as u64 + 1)) as usize);
    }
}

/// Takes from two lists in turn, so that each beginning has constraints of both bodies.
fn in_turn<T>(a: impl Iterator<Item = T>, b: impl Iterator<Item = T>, both: &mut Vec<T>) {
    both.clear();
    let (mut a, mut b) = (a.fuse(), b.fuse());
    loop {
        let (x, y) = (a.next(), b.next());
        if x.is_none() && y.is_none() {
            return;
        }
        both.extend(x);
        both.extend(y);
    }
}

/// The constraints of a program, kept so that asking again allocates nothing for them.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    common: Vec<HalfSpace<3>>,
    between: Vec<HalfSpace<4>>,
}

impl Planes {
    /// The polytope of these points, which must not be flat.
    pub fn new(points: &[Vec3], random: &mut Random) -> Planes {
        let inside = points.iter().sum::<Vec3>() / points.len() as f64;
        let half_space = |face: &[u32; 3]| {
            let [a, b, c] = face.map(|i| points[i as usize]);
            let normal = (b - a).cross(&(c - a)).normalize();
            let normal = if normal.dot(&(a - inside)) < 0.0 { -normal } else { normal };
            HalfSpace { normal, offset: normal.dot(&a) }
        };
        let mut faces: Vec<_> = Hull::new(points).triangles.iter().map(half_space).collect();
        let mut vertices = points.to_vec();
        shuffle(&mut faces, random);
        shuffle(&mut vertices, random);
        let radius = points.iter().map(Vec3::norm).fold(0.0, f64::max);
        Planes { vertices, faces, radius }
    }

    /// The half-spaces of the body under a rigid placement, about some origin.
    fn placed_faces(&self, at: &Placement, origin: &Vec3) -> impl Iterator<Item = HalfSpace<3>> {
        let offset = at.origin - origin;
        self.faces.iter().map(move |face| {
            let normal = at.basis * face.normal;
            HalfSpace { normal, offset: face.offset + normal.dot(&offset) }
        })
    }

    /// A point that two rigidly placed polytopes share: a program in three unknowns, with a constraint a face.
    pub fn common_point(
        &self,
        at: &Placement,
        other: &Planes,
        other_at: &Placement,
        work: &mut Workspace,
    ) -> Option<Vec3> {
        // About the origin of the first, in which the point must be: rounding is of its size.
        let origin = &at.origin;
        let faces = self.placed_faces(at, origin);
        in_turn(faces, other.placed_faces(other_at, origin), &mut work.common);
        farthest(&work.common, &(other_at.origin - origin), 1.01 * self.radius).map(|x| x + origin)
    }

    /// A plane between two placed polytopes, the normal towards the first: a program in four unknowns, with a constraint a
    /// vertex.
    ///
    /// Asked is for a plane with `normal . a + offset >= 1` for all vertices of the first and `<= -1` for those of the other,
    /// which is there if and only if they share no point. Without the ones, as the thesis has it, the vector of zeros is an
    /// answer for all polytopes.
    pub fn plane_between(
        &self,
        at: &Placement,
        other: &Planes,
        other_at: &Placement,
        work: &mut Workspace,
    ) -> Option<(Vec3, f64)> {
        // Around the middle, so that offsets are small.
        let middle = (at.origin + other_at.origin) / 2.0;
        let above = |sign: f64, p: Vec3| {
            let p = (p - middle) * -sign;
            // Length one, as the solver's rounding is meant.
            let length = (p.norm_squared() + 1.0).sqrt();
            let normal = Vector4::new(p.x, p.y, p.z, -sign) / length;
            HalfSpace { normal, offset: -1.0 / length }
        };
        let first = self.vertices.iter().map(|p| above(1.0, at.apply(p)));
        let second = other.vertices.iter().map(|p| above(-1.0, other_at.apply(p)));
        in_turn(first, second, &mut work.between);
        let goal = (at.origin - other_at.origin).push(0.0);
        let plane = farthest(&work.between, &goal, BOUND)?;
        let normal = plane.xyz();
        Some((normal, plane.w - normal.dot(&middle)))
    }
}
