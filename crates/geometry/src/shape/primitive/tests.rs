mod agreement;

use crate::math::{Mat3, Vec3};
use crate::shape::{Primitive, Support};
use solid_testing::Random;
use std::f64::consts::TAU;

fn all(size: f64) -> Vec<Primitive> {
    let flat = [
        Primitive::Box(Vec3::new(1.0, 0.0, 0.5)),
        Primitive::Ellipsoid(Vec3::new(0.0, 1.0, 0.7)),
        Primitive::Ellipsoid(Vec3::zeros()),
        Primitive::Cone { radius: 1.0, half_height: 0.0 },
        Primitive::Cylinder { radius: 0.0, half_height: 2.0 },
        Primitive::Round { half: Vec3::new(0.0, 0.7, 0.0), radius: 0.5 },
        Primitive::Round { half: Vec3::new(0.4, 0.0, 0.8), radius: 0.1 },
        Primitive::Round { half: Vec3::new(1.0, 0.0, 0.0), radius: 0.0 },
        Primitive::Segment { from: Vec3::new(1.0, -0.3, 0.5), to: Vec3::new(-1.0, 0.3, -0.5) },
        Primitive::Segment { from: Vec3::zeros(), to: Vec3::zeros() },
        Primitive::Wheel { radius: 0.8, rounding: 0.0 },
        Primitive::Wheel { radius: 0.0, rounding: 0.5 },
        Primitive::Frustum { bottom: [0.5, 0.7], top: [0.5, 0.0], half_height: 0.0 },
    ];
    let solid = [
        Primitive::Box(Vec3::new(1.0, 0.3, 2.0)),
        Primitive::sphere(1.3),
        Primitive::Ellipsoid(Vec3::new(0.2, 1.5, 0.7)),
        Primitive::Cone { radius: 0.8, half_height: 1.1 },
        Primitive::Cone { radius: 3.0, half_height: 0.1 },
        Primitive::Cylinder { radius: 0.5, half_height: 1.4 },
        Primitive::Round { half: Vec3::new(0.4, 0.3, 0.8), radius: 0.7 },
        Primitive::Wheel { radius: 0.8, rounding: 0.3 },
        Primitive::Frustum { bottom: [1.0, 0.5], top: [0.3, 0.8], half_height: 0.6 },
        Primitive::Frustum { bottom: [1.0, 0.5], top: [0.0, 0.0], half_height: 0.9 },
    ];
    let scaled = |p: &Primitive| match *p {
        Primitive::Box(v) => Primitive::Box(v * size),
        Primitive::Ellipsoid(v) => Primitive::Ellipsoid(v * size),
        Primitive::Cone { radius, half_height } => {
            Primitive::Cone { radius: radius * size, half_height: half_height * size }
        }
        Primitive::Cylinder { radius, half_height } => {
            Primitive::Cylinder { radius: radius * size, half_height: half_height * size }
        }
        Primitive::Round { half, radius } => {
            Primitive::Round { half: half * size, radius: radius * size }
        }
        Primitive::Segment { from, to } => Primitive::Segment { from: from * size, to: to * size },
        Primitive::Wheel { radius, rounding } => {
            Primitive::Wheel { radius: radius * size, rounding: rounding * size }
        }
        Primitive::Frustum { bottom, top, half_height } => Primitive::Frustum {
            bottom: bottom.map(|x| x * size),
            top: top.map(|x| x * size),
            half_height: half_height * size,
        },
        Primitive::HalfSpace(_) | Primitive::Function(_) | Primitive::Composite(_) => {
            unreachable!("tested apart")
        }
    };
    solid.iter().chain(&flat).map(scaled).collect()
}

/// A point of the solid, by its definition; on its surface half of the time.
fn point(of: &Primitive, random: &mut Random) -> Vec3 {
    let share = if random.below(2) == 0 { 1.0 } else { random.signed().abs() };
    let angle = random.signed() * TAU;
    match *of {
        Primitive::Box(half) => {
            half.component_mul(&random.vector().map(|x| if share == 1.0 { x.signum() } else { x }))
        }
        Primitive::Ellipsoid(radii) => {
            let v = random.vector();
            radii.component_mul(&(v / v.norm().max(1e-9) * share))
        }
        Primitive::Cone { radius, half_height } => {
            // `down` is how far below the apex.
            let down = random.signed().abs();
            let r = radius * down * share;
            Vec3::new(r * angle.cos(), half_height * (1.0 - 2.0 * down), r * angle.sin())
        }
        Primitive::Cylinder { radius, half_height } => {
            let r = radius * share;
            Vec3::new(r * angle.cos(), half_height * random.signed(), r * angle.sin())
        }
        Primitive::Round { half, radius } => {
            let v = random.vector();
            half.component_mul(&random.vector()) + v / v.norm().max(1e-9) * radius
        }
        Primitive::Segment { from, to } => {
            let share = random.signed().abs();
            from * (1.0 - share) + to * share
        }
        Primitive::Wheel { radius, rounding } => {
            let (r, v) = (radius * share, random.vector());
            Vec3::new(r * angle.cos(), 0.0, r * angle.sin()) + v / v.norm().max(1e-9) * rounding
        }
        Primitive::Frustum { bottom, top, half_height } => {
            let up = random.signed().abs();
            let wide = |k: usize, x: f64| (bottom[k] * (1.0 - up) + top[k] * up) * x;
            let sign = |x: f64| if share == 1.0 { x.signum() } else { x };
            let (x, z) = (sign(random.signed()), sign(random.signed()));
            Vec3::new(wide(0, x), half_height * (2.0 * up - 1.0), wide(1, z))
        }
        Primitive::HalfSpace(_) | Primitive::Function(_) | Primitive::Composite(_) => {
            unreachable!("tested apart")
        }
    }
}

/// Whether a point is one of the solid, up to rounding.
fn holds(solid: &Primitive, p: &Vec3, size: f64) -> bool {
    let slack = 1e-12 * size;
    let around = p.x.hypot(p.z);
    match *solid {
        Primitive::Box(half) => (0..3).all(|k| p[k].abs() <= half[k] + slack),
        Primitive::Ellipsoid(radii) => {
            let square = |k: usize| {
                if p[k] == 0.0 { 0.0 } else { (p[k] / radii[k]).powi(2) }
            };
            square(0) + square(1) + square(2) <= 1.0 + 1e-12
        }
        Primitive::Cone { radius, half_height } => {
            let below =
                if half_height == 0.0 { 1.0 } else { (half_height - p.y) / (2.0 * half_height) };
            p.y.abs() <= half_height + slack && around <= radius * below + slack
        }
        Primitive::Cylinder { radius, half_height } => {
            p.y.abs() <= half_height + slack && around <= radius + slack
        }
        Primitive::Round { half, radius } => {
            let beyond = |k: usize| ((p[k].abs() - half[k]) / size).max(0.0);
            beyond(0).hypot(beyond(1)).hypot(beyond(2)) <= radius / size + 1e-12
        }
        Primitive::Segment { from, to } => {
            let (p, along) = ((p - from) / size, (to - from) / size);
            let share = along.dot(&p) / along.norm_squared().max(1e-300);
            (-1e-12..=1.0 + 1e-12).contains(&share) && (p - along * share).norm() <= 1e-12
        }
        Primitive::Wheel { radius, rounding } => {
            let beyond = ((around - radius) / size).max(0.0);
            beyond.hypot(p.y / size) <= rounding / size + 1e-12
        }
        Primitive::Frustum { bottom, top, half_height } => {
            let up =
                if half_height == 0.0 { 0.0 } else { (p.y + half_height) / (2.0 * half_height) };
            let within = |k: usize, x: f64| x.abs() <= bottom[k] * (1.0 - up) + top[k] * up + slack;
            p.y.abs() <= half_height + slack && within(0, p.x) && within(1, p.z)
        }
        Primitive::HalfSpace(_) | Primitive::Function(_) | Primitive::Composite(_) => {
            unreachable!("tested apart")
        }
    }
}

const SIZES: [f64; 5] = [1.0, 1e-3, 1e150, 1e-150, 1e300];

#[test]
fn support_points_are_in_the_solid_and_no_point_is_farther() {
    let random = &mut Random::new(31);
    for size in SIZES {
        for solid in all(size) {
            for round in 0..300 {
                let mut d = random.vector();
                // Along an axis now and then, and of any length.
                (0..round % 3).for_each(|_| d[random.below(3)] = 0.0);
                // Their products with the dimensions stay within range, as they do in a pair of bodies.
                d *= if size == 1e300 { 1.0 } else { [1.0, 1e-100, 1e100][round % 3] };
                let support = solid.support(&d, &mut 0);
                assert!(holds(&solid, &support, size), "{solid:?} {d:?}: {support:?}");
                let unit = d / d.abs().max().max(f64::MIN_POSITIVE);
                let most = unit.dot(&(support / size));
                for _ in 0..20 {
                    let along = unit.dot(&(point(&solid, random) / size));
                    assert!(along <= most + 1e-12, "{solid:?} {d:?}: {along} beyond {most}");
                }
            }
            assert!(holds(&solid, &solid.support(&Vec3::zeros(), &mut 0), size));
        }
    }
}

/// Found by bodies a few units of the last place off a common axis: of coordinates without all digits a direction was made that
/// was as long as 1.12, and the support point with it.
#[test]
fn directions_of_subnormal_numbers_lead_out_of_no_solid() {
    let least = f64::from_bits(1);
    for solid in all(1.0) {
        for d in [[1.0, 1.0, -2.0], [0.0, 0.0, 3.0], [2.0, 0.0, 3.0], [5.0, -7.0, 1.0]] {
            for along_axis in [None, Some(1.0), Some(-1.0)] {
                let mut d = Vec3::from(d) * least;
                d.y = along_axis.unwrap_or(d.y);
                let support = solid.support(&d, &mut 0);
                assert!(holds(&solid, &support, 1.0), "{solid:?} {d:?}: {support:?}");
            }
        }
    }
}

#[test]
fn boxes_under_linear_maps_are_tight() {
    let random = &mut Random::new(32);
    for size in [1.0, 1e-3, 1e140, 1e-140] {
        for solid in all(size) {
            for _ in 0..100 {
                let basis = random.matrix();
                let aabb = solid.bounds_under(&basis);
                for axis in 0..3 {
                    let row: Vec3 = basis.row(axis).transpose();
                    let most = row.dot(&solid.support(&row, &mut 0));
                    let least = row.dot(&solid.support(&-row, &mut 0));
                    let slack = 1e-14 * size * 10.0;
                    assert!((aabb.max[axis] - most).abs() <= slack, "{solid:?}: {aabb:?}");
                    assert!((aabb.min[axis] - least).abs() <= slack, "{solid:?}: {aabb:?}");
                }
            }
            let mirror = Mat3::from_diagonal(&Vec3::new(-1.0, -1.0, 0.0));
            let flat = solid.bounds_under(&mirror);
            assert_eq!((flat.min.z, flat.max.z), (0.0, 0.0));
        }
    }
}

#[test]
fn bounds_and_reach_are_those_of_the_support_points() {
    for solid in SIZES.into_iter().flat_map(all) {
        let aabb = solid.bounds();
        for axis in 0..3 {
            let unit = Vec3::ith(axis, 1.0);
            assert_eq!(aabb.max[axis], solid.support(&unit, &mut 0)[axis].abs());
            assert_eq!(aabb.min[axis], -aabb.max[axis]);
            assert_eq!(solid.absolute_extents()[axis], aabb.max[axis]);
        }
        assert!(solid.is_valid());
    }
}

#[test]
fn dimensions_that_are_no_numbers_are_seen() {
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(!Primitive::sphere(bad).is_valid());
        assert!(!Primitive::Box(Vec3::new(1.0, bad, 1.0)).is_valid());
        assert!(!Primitive::Cone { radius: bad, half_height: 1.0 }.is_valid());
        assert!(!Primitive::Cone { radius: 1.0, half_height: bad }.is_valid());
        assert!(!Primitive::Cylinder { radius: bad, half_height: 1.0 }.is_valid());
        assert!(!Primitive::Cylinder { radius: 1.0, half_height: bad }.is_valid());
        assert!(!Primitive::Round { half: Vec3::zeros(), radius: bad }.is_valid());
        assert!(
            !Primitive::Segment { from: Vec3::new(0.0, bad, 0.0), to: Vec3::zeros() }.is_valid()
        );
        assert!(
            !Primitive::Segment { from: Vec3::zeros(), to: Vec3::new(0.0, bad, 0.0) }.is_valid()
        );
        assert!(!Primitive::Wheel { radius: bad, rounding: 1.0 }.is_valid());
        assert!(!Primitive::Wheel { radius: 1.0, rounding: bad }.is_valid());
        for place in 0..5 {
            let x = |k| if k == place { bad } else { 1.0 };
            let frustum =
                Primitive::Frustum { bottom: [x(0), x(1)], top: [x(2), x(3)], half_height: x(4) };
            assert!(!frustum.is_valid());
        }
    }
}

#[test]
fn a_body_is_its_unrounded_shape_and_a_ball() {
    let random = &mut Random::new(33);
    let mut thick = 0;
    for solid in all(1.0) {
        thick += usize::from(solid.margin() > 0.0);
        for _ in 0..100 {
            let d = random.vector();
            let unrounded = solid.unrounded_support(&d, &mut 0);
            let whole = solid.support(&d, &mut 0);
            let grown = unrounded + d / d.norm() * solid.margin();
            assert!((whole - grown).norm() <= 1e-15 * 8.0, "{solid:?} {d:?}: {whole:?} {grown:?}");
        }
    }
    assert!(thick >= 4);
}

#[test]
fn balls_are_within_and_around() {
    let random = &mut Random::new(34);
    for solid in all(1.0) {
        let balls = solid.bounding_spheres();
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for round in 0..20000 {
            let d = if round < 6 {
                Vec3::ith(round / 2, if round % 2 == 0 { 1.0 } else { -1.0 })
            } else {
                random.vector().normalize()
            };
            let height = d.dot(&(solid.support(&d, &mut 0) - balls.center));
            (least, most) = (least.min(height), most.max(height));
            assert!(
                height >= balls.inner - 1e-14 && height <= balls.outer + 1e-14,
                "{solid:?}: {balls:?}"
            );
        }
        // The largest and the least there are, but for how densely directions were tried.
        assert!(
            least <= balls.inner + 0.05 && most >= balls.outer - 0.05,
            "{solid:?}: {least} {most} {balls:?}"
        );
    }
}
