//! What is flattened, how, and what else is there.

use solid::capi::*;
use solid_testing::Random;

use crate::oracle::body::Placement;
use crate::oracle::dd::{add, scale, sub};
use crate::oracle::generate::{Family, linear};
use crate::oracle::library::{Library, Polytope};

pub type Point = [f64; 3];

/// A shape of the test: what is to be flattened.
pub enum Form {
    /// Polytopes by their vertices; closed ones may be solid.
    Complex { polytopes: Vec<(Polytope, Vec<u32>)>, points: Vec<Point>, is_solid: bool },
    /// One of the convex shapes, by its number.
    Convex(usize, [f64; 3]),
}

const FORMS: usize = 12;

fn form(random: &mut Random) -> Form {
    let sizes = [0; 3].map(|_: i32| random.between(0.3, 1.5));
    let number = random.below(FORMS);
    let mut points =
        |count: usize| -> Vec<Point> { (0..count).map(|_| random.point(1.0)).collect() };
    let corners = |count: u32| -> Vec<u32> { (0..count).collect() };
    match number {
        0 => Form::Complex {
            polytopes: vec![(Polytope::Polygon, corners(3))],
            points: points(3),
            is_solid: false,
        },
        1 => Form::Complex {
            polytopes: vec![(Polytope::Polyhedron, corners(12))],
            points: points(12),
            is_solid: false,
        },
        2 => {
            let triangle = |i: u32| (Polytope::Polygon, vec![3 * i, 3 * i + 1, 3 * i + 2]);
            Form::Complex {
                polytopes: (0..8).map(triangle).collect(),
                points: points(24),
                is_solid: false,
            }
        }
        3 | 4 => {
            let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
            Form::Complex {
                polytopes: faces.map(|face| (Polytope::Polygon, face.to_vec())).to_vec(),
                points: points(4),
                is_solid: number == 3,
            }
        }
        _ => Form::Convex(number, sizes),
    }
}

impl Form {
    pub fn points(&self) -> Vec<Point> {
        match self {
            Form::Complex { points, .. } => points.clone(),
            Form::Convex(..) => vec![[0.0; 3]],
        }
    }

    pub fn with_points(&self, library: &mut Library, points: &[Point]) -> DtShapeRef {
        let Form::Complex { polytopes, is_solid, .. } = self else { unreachable!("it has points") };
        let shape = library.indexed(points, polytopes);
        if *is_solid {
            assert_eq!(dtSetSolid(shape, DT_TRUE), DT_TRUE);
        }
        shape
    }

    pub fn shape(&self, library: &mut Library) -> DtShapeRef {
        match self {
            Form::Complex { points, .. } => self.with_points(library, points),
            Form::Convex(kind, [x, y, z]) => library.keep(match kind {
                5 => dtBox(*x, *y, *z),
                6 => dtSphere(*x),
                7 => dtCylinder(*x, *y),
                8 => dtCone(*x, *y),
                9 => dtEllipsoid(*x, *y, *z),
                10 => dtRoundBox(*x, *y, *z, 0.2),
                _ => dtCapsule(0.5 * x, *y),
            }),
        }
    }

    /// The image under a linear map, as a shape of its own.
    pub fn image(&self, library: &mut Library, at: &Placement) -> DtShapeRef {
        if let Form::Complex { points, .. } = self {
            let images: Vec<Point> = points.iter().map(|p| at.turn(*p)).collect();
            return self.with_points(library, &images);
        }
        let matrix = Placement { origin: [0.0; 3], ..*at }.columns();
        let whole = self.shape(library);
        // SAFETY: sixteen numbers.
        library.keep(unsafe { dtPlaced(whole, matrix.as_ptr()) })
    }
}

/// A case: a form that is flattened, another one, and how they move.
pub struct Case {
    /// The first is flattened.
    pub forms: [Form; 2],
    /// How, and where it is.
    pub at: Placement,
    /// Where the other one is.
    pub to: Point,
    /// How one of them moves.
    pub motion: Point,
    /// The ends of a ray at the first.
    pub ray: [Point; 2],
}

pub fn case(index: u64) -> Case {
    let mut random = Random::case(31, index);
    let forms = [form(&mut random), form(&mut random)];
    let linear = linear(&mut random, Family::Flattened);
    let at = Placement { linear, origin: random.point(0.4) };
    // Through the middle of the body.
    let points = forms[0].points();
    let middle = points.iter().fold([0.0; 3], |sum, p| add(sum, *p));
    let aim = at.apply(scale(middle, 1.0 / points.len() as f64));
    let from: Point = random.point(3.0);
    let ray = [from, add(aim, scale(sub(aim, from), 0.5))];
    Case { forms, at, to: random.point(0.6), motion: random.point(2.0), ray }
}
