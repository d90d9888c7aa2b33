//! Bodies of parts, and their convex parts in the world: what a compound, a height field or points must answer is what the union
//! of these does.

use super::body::{Body, Placement, Shape};
use super::dd::{Dd, narrow, widen};
use super::generate::{self, Family, KINDS};
use super::library::Library;
use super::mesh::{Mesh, mesh};
use solid::capi::{DtDiagonal, DtShapeRef};
use solid_testing::Random;

#[derive(Clone, Debug)]
pub enum Whole {
    Convex(Shape),
    Mesh(Mesh),
    /// Heights along y row by row, NaN in holes.
    Field {
        heights: Vec<f64>,
        columns: usize,
        spacing: [f64; 2],
        diagonal: DtDiagonal,
    },
    /// Middles and radii.
    Points(Vec<[f64; 4]>),
    /// Parts, and at which places each of them is.
    Compound(Vec<(Whole, Vec<Placement>)>),
}

/// The placements that parts may have: none flattens.
const PART_FAMILIES: [Family; 4] =
    [Family::Rigid, Family::Mirrored, Family::Aligned, Family::Sheared];

impl Whole {
    /// Any kind; `nested` compounds may be in each other.
    pub fn any(random: &mut Random, nested: u32) -> Whole {
        match random.below(if nested > 0 { 6 } else { 4 }) {
            0 => {
                let kind = random.below(KINDS);
                Whole::Convex(generate::shape(random, kind))
            }
            1 => Whole::Mesh(mesh(random)),
            2 => Whole::field(random),
            3 => Whole::points(random),
            _ => Whole::compound(random, nested),
        }
    }

    /// A kind that consists of parts.
    pub fn of_parts(random: &mut Random) -> Whole {
        match random.below(4) {
            0 => Whole::field(random),
            1 => Whole::points(random),
            _ => Whole::compound(random, 2),
        }
    }

    /// A solid or several: the depths of these are of the deepest pair.
    pub fn solid(random: &mut Random) -> Whole {
        match random.below(5) {
            0 => Whole::Convex(solid(random)),
            1 => {
                let Whole::Points(mut balls) = Whole::points(random) else { unreachable!() };
                balls.iter_mut().for_each(|ball| ball[3] += 0.05);
                Whole::Points(balls)
            }
            _ => Whole::compound_of(random, |random| Whole::Convex(solid(random))),
        }
    }

    pub fn field(random: &mut Random) -> Whole {
        let [columns, rows] = [0; 2].map(|_| 2 + random.below(6));
        let holes = if random.chance(0.5) { 0.1 } else { 0.0 };
        let steep = random.decade(-2.0, 0.5);
        let mut heights: Vec<f64> = (0..columns * rows).map(|_| random.within(steep)).collect();
        // One cell stays whole, so that there is a triangle.
        for (i, height) in heights.iter_mut().enumerate() {
            let (column, row) = (i % columns, i / columns);
            if (column > 1 || row > 1) && random.chance(holes) {
                *height = f64::NAN;
            }
        }
        let diagonal = [DtDiagonal::DT_RISING, DtDiagonal::DT_FALLING, DtDiagonal::DT_ALTERNATING]
            [random.below(3)];
        let spacing = [0; 2].map(|_| random.between(0.1, 0.8));
        Whole::Field { heights, columns, spacing, diagonal }
    }

    pub fn points(random: &mut Random) -> Whole {
        let radius = random.decade(-3.0, -0.3);
        let ball = |random: &mut Random| {
            let [x, y, z] = random.point(1.0);
            [x, y, z, if random.once_in(4) { 0.0 } else { random.between(0.0, radius) }]
        };
        Whole::Points((0..1 + random.below(40)).map(|_| ball(random)).collect())
    }

    fn compound(random: &mut Random, nested: u32) -> Whole {
        Whole::compound_of(random, |random| Whole::any(random, nested - 1))
    }

    fn compound_of(random: &mut Random, part: impl Fn(&mut Random) -> Whole) -> Whole {
        let place = |random: &mut Random| {
            let family = PART_FAMILIES[random.below(PART_FAMILIES.len())];
            Placement { linear: generate::linear(random, family), origin: random.point(1.0) }
        };
        let several = |random: &mut Random| {
            (part(random), (0..1 + random.below(2)).map(|_| place(random)).collect())
        };
        Whole::Compound((0..1 + random.below(4)).map(|_| several(random)).collect())
    }

    pub fn kind(&self) -> &'static str {
        match self {
            Whole::Convex(_) => "convex",
            Whole::Mesh(_) => "mesh",
            Whole::Field { .. } => "height field",
            Whole::Points(_) => "points",
            Whole::Compound(_) => "compound",
        }
    }

    /// The library's shape.
    pub fn make(&self, library: &mut Library) -> DtShapeRef {
        match self {
            Whole::Convex(shape) => library.shape(shape),
            Whole::Mesh(mesh) => library.indexed(&mesh.points, &mesh.polytopes),
            Whole::Field { heights, columns, spacing, diagonal } => {
                library.height_field(heights, *columns as u32, *spacing, *diagonal)
            }
            Whole::Points(balls) => library.balls(balls),
            Whole::Compound(parts) => {
                let mut placed = Vec::new();
                for (part, places) in parts {
                    let shape = part.make(library);
                    placed.extend(places.iter().map(|at| (shape, *at)));
                }
                library.compound(&placed)
            }
        }
    }

    /// Its convex parts in the world, up to the rounding of placements within each other.
    pub fn bodies(&self, at: &Placement) -> Vec<Body> {
        let place =
            |shapes: Vec<Shape>| shapes.into_iter().map(|shape| Body::new(shape, *at)).collect();
        match self {
            Whole::Convex(shape) => place(vec![shape.clone()]),
            Whole::Mesh(mesh) => place(mesh.shapes()),
            Whole::Field { heights, columns, spacing, diagonal } => {
                place(triangles(heights, *columns, *spacing, *diagonal))
            }
            Whole::Points(balls) => {
                let ball = |[x, y, z, radius]: &[f64; 4]| {
                    let origin = narrow(at.apply::<Dd>(widen([*x, *y, *z])));
                    let shape = match radius {
                        0.0 => Shape::Simplex(vec![[0.0; 3]]),
                        _ => Shape::Sphere(*radius),
                    };
                    Body::new(shape, Placement { origin, ..*at })
                };
                balls.iter().map(ball).collect()
            }
            Whole::Compound(parts) => {
                let all = parts.iter().flat_map(|(part, places)| {
                    places.iter().flat_map(|within| part.bodies(&compose(at, within)))
                });
                all.collect()
            }
        }
    }
}

/// A convex solid that is no polytope of a complex shape.
fn solid(random: &mut Random) -> Shape {
    let kind = [0, 1, 2, 3, 4, 11, 12, 13, 14, 15][random.below(10)];
    generate::shape(random, kind)
}

fn compose(outer: &Placement, inner: &Placement) -> Placement {
    Placement {
        linear: generate::product(outer.linear, inner.linear),
        origin: narrow(outer.apply::<Dd>(widen(inner.origin))),
    }
}

fn triangles(
    heights: &[f64],
    columns: usize,
    [dx, dz]: [f64; 2],
    diagonal: DtDiagonal,
) -> Vec<Shape> {
    let corner = |column: usize, row: usize| {
        [dx * column as f64, heights[row * columns + column], dz * row as f64]
    };
    let mut all = Vec::new();
    for row in 0..heights.len() / columns - 1 {
        for column in 0..columns - 1 {
            let [p, q, r, s] =
                [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, z)| corner(column + x, row + z));
            // From the corner of the least x and z to that of the greatest.
            let rises = match diagonal {
                DtDiagonal::DT_RISING => true,
                DtDiagonal::DT_FALLING => false,
                DtDiagonal::DT_ALTERNATING => (column + row) % 2 == 1,
            };
            let two = if rises { [[p, q, s], [p, r, s]] } else { [[p, q, r], [q, r, s]] };
            all.extend(two.into_iter().filter(|t| t.iter().all(|p| !p[1].is_nan())));
        }
    }
    all.into_iter().map(|corners| Shape::Simplex(corners.to_vec())).collect()
}
