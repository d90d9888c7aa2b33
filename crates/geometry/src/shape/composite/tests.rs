use super::{CompositionError, DEEPEST, MOST_LEAVES};
use crate::math::tolerance::SUPPORT_ROUNDING;
use crate::math::{Mat3, Placement, Vec3};
use crate::shape::{Primitive, Support};
use solid_testing::Random;

/// An expression of shapes, whose height along a direction is known by its definition.
enum Expression {
    Leaf(Primitive),
    Points(Vec<Vec3>),
    Sum(Box<Expression>, Box<Expression>),
    Hull(Box<Expression>, Box<Expression>),
    Placed(Box<Expression>, Placement),
}

/// How far a closed form reaches along `d`, by formulas that do without points.
fn height_of(leaf: &Primitive, d: &Vec3) -> f64 {
    let around = (d.x * d.x + d.z * d.z).sqrt();
    let boxed = |half: &Vec3| d.abs().dot(half);
    match leaf {
        Primitive::Box(half) => boxed(half),
        Primitive::Ellipsoid(radii) => d.component_mul(radii).norm(),
        Primitive::Cone { radius, half_height } => {
            (d.y * half_height).max(radius * around - d.y * half_height)
        }
        Primitive::Cylinder { radius, half_height } => radius * around + d.y.abs() * half_height,
        Primitive::Round { half, radius } => boxed(half) + radius * d.norm(),
        Primitive::Segment { from, to } => d.dot(from).max(d.dot(to)),
        Primitive::Wheel { radius, rounding } => radius * around + rounding * d.norm(),
        Primitive::Frustum { bottom, top, half_height } => {
            let wide = |[x, z]: &[f64; 2]| d.x.abs() * x + d.z.abs() * z;
            (wide(bottom) - d.y * half_height).max(wide(top) + d.y * half_height)
        }
        Primitive::HalfSpace(_) | Primitive::Function(_) | Primitive::Composite(_) => {
            unreachable!("no leaf")
        }
    }
}

impl Expression {
    fn height(&self, d: &Vec3) -> f64 {
        match self {
            Expression::Leaf(leaf) => height_of(leaf, d),
            Expression::Points(points) => {
                points.iter().map(|p| d.dot(p)).fold(f64::NEG_INFINITY, f64::max)
            }
            Expression::Sum(a, b) => a.height(d) + b.height(d),
            Expression::Hull(a, b) => a.height(d).max(b.height(d)),
            Expression::Placed(a, at) => a.height(&at.basis.tr_mul(d)) + d.dot(&at.origin),
        }
    }

    fn shape(&self) -> Primitive {
        match self {
            Expression::Leaf(leaf) => leaf.clone(),
            Expression::Points(points) => Primitive::polytope(points).expect("finite points"),
            Expression::Sum(a, b) => Primitive::sum(&a.shape(), &b.shape()).expect("small"),
            Expression::Hull(a, b) => Primitive::hull(&a.shape(), &b.shape()).expect("small"),
            Expression::Placed(a, at) => a.shape().placed(at).expect("small"),
        }
    }

    fn random(random: &mut Random, depth: u32) -> Expression {
        let mut operand = || Box::new(Expression::random(random, depth - 1));
        if depth > 0 {
            let (one, other) = (operand(), operand());
            match random.below(7) {
                0 | 1 => return Expression::Sum(one, other),
                2 | 3 => return Expression::Hull(one, other),
                4 => {
                    let mut basis = random.matrix();
                    // Singular now and then, and mirrored half of the time.
                    if random.below(4) == 0 {
                        basis.set_column(random.below(3), &Vec3::zeros());
                    }
                    return Expression::Placed(one, Placement { basis, origin: random.vector() });
                }
                _ => {}
            }
        }
        leaf(random)
    }
}

fn leaf(random: &mut Random) -> Expression {
    let mut size = || {
        if random.below(8) == 0 { 0.0 } else { random.signed().abs() }
    };
    let (a, b, c, d, e) = (size(), size(), size(), size(), size());
    Expression::Leaf(match random.below(11) {
        0 => Primitive::Box(Vec3::new(a, b, c)),
        1 => Primitive::Ellipsoid(Vec3::new(a, b, c)),
        2 => Primitive::sphere(a),
        3 => Primitive::Cone { radius: a, half_height: b },
        4 => Primitive::Cylinder { radius: a, half_height: b },
        5 => Primitive::Round { half: Vec3::new(a, b, c), radius: d },
        6 => Primitive::Segment { from: random.vector(), to: random.vector() },
        7 => {
            let point = random.vector();
            Primitive::Segment { from: point, to: point }
        }
        8 => Primitive::Wheel { radius: a, rounding: b },
        9 => Primitive::Frustum { bottom: [a, b], top: [c, d], half_height: e },
        _ => {
            let most = if random.below(4) == 0 { 100 } else { 10 };
            let count = 1 + random.below(most);
            return Expression::Points((0..count).map(|_| random.vector()).collect());
        }
    })
}

const SLACK: f64 = 1e-13;

fn hold(expression: &Expression, random: &mut Random) {
    let shape = expression.shape();
    let balls = shape.bounding_spheres();
    let (mut hint, mut unrounded_hint) = (0, 0);
    for _ in 0..40 {
        let mut d = random.vector();
        if random.below(3) == 0 {
            d[random.below(3)] = 0.0;
        }
        let p = shape.support(&d, &mut hint);
        let height = expression.height(&d);
        assert!((d.dot(&p) - height).abs() <= SLACK, "{shape:?} {d:?}: {} {height}", d.dot(&p));
        assert_eq!(p, shape.support(&d, &mut 7), "the answer depends on the hint");
        let small = shape.support(&(d * 2f64.powi(-700)), &mut hint);
        assert!(
            (d.dot(&small) - height).abs() <= SLACK,
            "{shape:?} {d:?}: the answer depends on the length"
        );
        let unrounded =
            d.dot(&shape.unrounded_support(&d, &mut unrounded_hint)) + shape.margin() * d.norm();
        assert!((unrounded - height).abs() <= SLACK, "{shape:?} {d:?}: {unrounded} {height}");
        let from_center = height - d.dot(&balls.center);
        assert!(from_center >= balls.inner * d.norm() - SLACK, "{shape:?}: {balls:?}");
        assert!(from_center <= balls.outer * d.norm() + SLACK, "{shape:?}: {balls:?}");
        // The point is within all half spaces that hold the body.
        for _ in 0..10 {
            let e = random.vector();
            assert!(e.dot(&p) <= expression.height(&e) + SLACK, "{shape:?} {d:?}: outside");
        }
    }
    for basis in
        [random.matrix(), Mat3::identity(), Mat3::from_diagonal(&Vec3::new(-1.0, 0.0, 2.0))]
    {
        let bounds = shape.bounds_under(&basis);
        for axis in 0..3 {
            let row: Vec3 = basis.row(axis).transpose();
            assert!(
                (bounds.max[axis] - expression.height(&row)).abs() <= SLACK,
                "{shape:?}: {bounds:?}"
            );
            assert!(
                (bounds.min[axis] + expression.height(&-row)).abs() <= SLACK,
                "{shape:?}: {bounds:?}"
            );
        }
    }
    let (bounds, reach) = (shape.bounds(), shape.absolute_extents());
    for axis in 0..3 {
        assert!((bounds.max[axis] - expression.height(&Vec3::ith(axis, 1.0))).abs() <= SLACK);
        assert!(reach[axis] >= bounds.max[axis].abs().max(bounds.min[axis].abs()) - 1e-15);
    }
    assert!(expression.height(&Vec3::x()) >= shape.center().x - SLACK);
}

#[test]
fn supports_boxes_balls_and_cores_of_random_expressions() {
    let random = &mut Random::new(51);
    for round in 0..1500 {
        hold(&Expression::random(random, round % 4), random);
    }
}

#[test]
fn closed_forms_are_found() {
    let sum = |a: &Primitive, b: &Primitive| Primitive::sum(a, b).unwrap();
    let point = |x, y, z| Primitive::Segment { from: Vec3::new(x, y, z), to: Vec3::new(x, y, z) };
    let (ball, cube) = (Primitive::sphere(0.5), Primitive::Box(Vec3::repeat(1.0)));
    assert!(matches!(sum(&ball, &cube), Primitive::Round { radius: 0.5, .. }));
    assert!(matches!(sum(&ball, &ball), Primitive::Ellipsoid(r) if r == Vec3::repeat(1.0)));
    assert!(matches!(sum(&cube, &cube), Primitive::Box(h) if h == Vec3::repeat(2.0)));
    let disc = Primitive::Cylinder { radius: 2.0, half_height: 0.0 };
    assert!(matches!(sum(&ball, &disc), Primitive::Wheel { radius: 2.0, rounding: 0.5 }));
    let (here, back) = (point(1.0, 2.0, 3.0), point(-1.0, -2.0, -3.0));
    let there_and_back = sum(&sum(&here, &cube), &back);
    assert!(matches!(there_and_back, Primitive::Box(h) if h == Vec3::repeat(1.0)));
    assert!(matches!(sum(&here, &back), Primitive::Segment { from, to } if from == to));
    // The hull of polytopes is one, moved ones included: cubes side by side have sixteen corners, eight extreme.
    let row = Primitive::hull(&cube, &sum(&cube, &point(5.0, 0.0, 0.0))).unwrap();
    assert_eq!(row.corners().expect("a polytope").len(), 8);
}

#[test]
fn what_is_too_large_is_refused() {
    let cone = Primitive::Cone { radius: 1.0, half_height: 1.0 };
    let drum = Primitive::Cylinder { radius: 1.0, half_height: 1.0 };
    let count = |compose: &dyn Fn(u32, &Primitive) -> Result<Primitive, CompositionError>| {
        let mut shape = cone.clone();
        for made in 0..10_000 {
            match compose(made, &shape) {
                Ok(next) => shape = next,
                Err(refusal) => {
                    assert_eq!(refusal, CompositionError::TooComplex);
                    return made;
                }
            }
        }
        10_000
    };
    assert_eq!(count(&|_, shape| Primitive::sum(shape, &drum)), MOST_LEAVES - 1);
    assert_eq!(count(&|_, shape| Primitive::hull(shape, &drum)), MOST_LEAVES - 1);
    assert_eq!(count(&|_, shape| Primitive::sum(shape, shape)), MOST_LEAVES.ilog2());
    let in_turn = |made, shape: &Primitive| {
        if made % 2 == 0 { Primitive::sum(shape, &drum) } else { Primitive::hull(shape, &drum) }
    };
    assert_eq!(count(&in_turn), DEEPEST);
    let point = Primitive::Segment { from: Vec3::x(), to: Vec3::x() };
    assert_eq!(count(&|_, shape| Primitive::sum(shape, &point)), 10_000);
    assert_eq!(count(&|_, shape| shape.placed(&Placement::IDENTITY)), DEEPEST);
}

#[test]
fn numbers_out_of_range_are_refused() {
    let huge = Primitive::Box(Vec3::repeat(1e308));
    assert_eq!(Primitive::sum(&huge, &huge).unwrap_err(), CompositionError::NotFinite);
    let cone = Primitive::Cone { radius: 1e308, half_height: 1.0 };
    assert_eq!(Primitive::sum(&cone, &cone).unwrap_err(), CompositionError::NotFinite);
    assert_eq!(
        Primitive::polytope(&[Vec3::new(0.0, f64::NAN, 0.0)]).unwrap_err(),
        CompositionError::NotFinite
    );
    let nowhere = Placement { origin: Vec3::new(0.0, f64::INFINITY, 0.0), ..Placement::IDENTITY };
    assert_eq!(cone.placed(&nowhere).unwrap_err(), CompositionError::NotFinite);
    let twisted = Placement { basis: Mat3::repeat(f64::NAN), origin: Vec3::zeros() };
    assert_eq!(Primitive::sphere(0.0).placed(&twisted).unwrap_err(), CompositionError::NotFinite);
}

/// What composing rounds more often must show in the reach, from which the bound of rounding is made.
#[test]
fn the_reach_covers_the_roundings_of_composing() {
    let random = &mut Random::new(52);
    for _ in 0..300 {
        let expression = Expression::random(random, 4);
        let shape = expression.shape();
        for _ in 0..20 {
            let d = random.vector();
            let p = shape.support(&d, &mut 0);
            let bound = SUPPORT_ROUNDING * d.abs().dot(&shape.absolute_extents());
            let off = (d.dot(&p) - expression.height(&d)).abs();
            assert!(off <= bound, "{shape:?}: {off:e} beyond {bound:e}");
        }
    }
}
