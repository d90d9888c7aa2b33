//! Edges, vertices and round surfaces on a plate.

use super::super::report::{Report, three_digits};
use super::{Method, PERTURBATION, Stack};
use solid_geometry::math::{Mat3, Vec3, rotation};
use solid_geometry::shape::{Primitive, Support};
use solid_papers::convex_polygon::{Point, common, hull, reach};

/// Of the library's manifolds.
const MOST_CONTACTS: usize = 16;

const METHODS: [Method; 2] = [Method::Olvang(16), Method::Library];

/// Half an edge of the plate, smaller than the edges that lie on it.
const PLATE: f64 = 0.8;

fn plate_corners(half: f64) -> Vec<Point> {
    vec![[-half, -half], [half, -half], [half, half], [-half, half]]
}

/// A row of the table: the body, how it is turned, half an edge of the plate, and the exact region.
struct Case {
    name: String,
    body: Primitive,
    basis: Mat3,
    plate: f64,
    exact: Vec<Point>,
    /// Whether it is round where it touches, its radius is large beside the perturbation, or it is an edge or a vertex.
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Thin,
    Round,
    Rim,
}

/// The rotation that takes a direction to the downward one.
fn downwards(direction: Vec3) -> Mat3 {
    let axis = direction.normalize() - Vec3::z();
    let axis = if axis.norm() < 1e-9 { Vec3::x() } else { axis };
    let half = axis.normalize();
    // Half a turn about it.
    rotation(&[half.x, half.y, half.z, 0.0])
}

fn cases() -> Vec<Case> {
    let square = plate_corners(PLATE);
    let cube = Primitive::Box(Vec3::repeat(1.0));
    let segment = |half: f64, along: Point| -> Vec<Point> {
        let length = along[0].hypot(along[1]);
        let end = |sign: f64| along.map(|x| sign * half * x / length);
        common(&[end(-1.0), end(1.0)], &square)
    };
    // Where the edge along the box's own y axis lies after the turn.
    let edge_basis = downwards(Vec3::new(1.0, 0.0, 1.0));
    let along: Vec3 = edge_basis.column(1).into();
    let lying = downwards(Vec3::x());
    let axis: Vec3 = lying.column(1).into();
    let mut all = vec![
        Case {
            name: "a box on an edge".to_owned(),
            body: cube.clone(),
            basis: edge_basis,
            plate: PLATE,
            exact: segment(1.0, [along.x, along.y]),
            kind: Kind::Thin,
        },
        Case {
            name: "a box on a vertex".to_owned(),
            body: cube,
            basis: downwards(Vec3::repeat(1.0)),
            plate: PLATE,
            exact: vec![[0.0; 2]],
            kind: Kind::Thin,
        },
        Case {
            name: "a cylinder on its side".to_owned(),
            body: Primitive::Cylinder { radius: 1.0, half_height: 1.0 },
            basis: lying,
            plate: PLATE,
            exact: segment(1.0, [axis.x, axis.y]),
            kind: Kind::Rim,
        },
        Case {
            name: "a cone on its base".to_owned(),
            body: Primitive::Cone { radius: 0.5, half_height: 0.5 },
            basis: downwards(-Vec3::y()),
            plate: PLATE,
            exact: (0..64)
                .map(|i| f64::from(i) * std::f64::consts::TAU / 64.0)
                .map(|angle| [0.5 * angle.cos(), 0.5 * angle.sin()])
                .collect(),
            kind: Kind::Rim,
        },
    ];
    for radius in [0.1, 1.0, 10.0] {
        all.push(Case {
            name: format!("a ball of radius {radius}"),
            body: Primitive::sphere(radius),
            basis: Mat3::identity(),
            plate: PLATE.max(2.0 * radius),
            exact: vec![[0.0; 2]],
            kind: Kind::Round,
        });
    }
    all
}

pub fn run(report: &mut Report) {
    report.line(&format!(
        "Other features on a square plate, of half an edge of {PLATE} (twice the radius, below balls); Olvång's by 16 \
         samples.\n"
    ));
    let mut rows = Vec::new();
    let mut thin_beyond: f64 = 0.0;
    let mut spread: Vec<f64> = Vec::new();
    let mut library_worst: f64 = 0.0;
    // Of the disc.
    let mut disc = [0.0; 2];
    for case in cases() {
        let plate = Primitive::Box(Vec3::new(case.plate, case.plate, 1.0));
        let bodies: [&dyn Support; 2] = [&case.body, &plate];
        let mut stack =
            Stack::new(bodies, [case.basis, Mat3::identity()], [0.0; 2], Mat3::identity());
        // A vertex above the plate's middle.
        let foremost = stack.support(0)(&-Vec3::z());
        if case.exact.len() == 1 {
            stack.poses[0].origin -= Vec3::new(foremost.x, foremost.y, 0.0);
        }
        for method in METHODS {
            let flat = stack.flat(method, &Mat3::identity());
            let missing = reach(&case.exact, &hull(&flat));
            let beyond = reach(&flat, &hull(&case.exact));
            if case.exact.len() > 4 {
                disc[usize::from(method == Method::Library)] = missing;
            }
            match (method, case.kind) {
                (Method::Library, _) => library_worst = library_worst.max(beyond),
                (_, Kind::Thin) => thin_beyond = thin_beyond.max(beyond),
                (_, Kind::Round) => spread.push(beyond),
                (_, Kind::Rim) => {}
            }
            rows.push(vec![
                format!("{}, {}", case.name, method.name()),
                flat.len().to_string(),
                three_digits(missing),
                three_digits(beyond),
            ]);
        }
    }
    report.table(&["body, method", "contacts", "missing", "beyond"], &rows);
    assert!(thin_beyond > 0.5, "no false contact of edges and vertices: {thin_beyond}");
    let growth = spread[2] / spread[0];
    assert!((50.0..200.0).contains(&growth), "{spread:?}");
    assert!(library_worst < 0.05, "{library_worst}");
    report.says(&format!(
        "All three weaknesses that Olvång names are real. The test of points in a polygon gives false positives: an edge or a \
         vertex has every point of the plane inside, so that the plate's corners become contacts, up to {} beyond the region. \
         On large round bodies samples lie far apart: balls of radius 0.1, 1 and 10 get contacts up to {} from the only true \
         one, in proportion to the radius, by the perturbation of {PERTURBATION}. The library's contacts lie at most {} \
         beyond: its outlines are hulls, clipped by half planes, and points that move with the angle are taken back to where \
         they are at no angle. Of the disc, though, his evenly spread samples leave out less: {}, and the library's {}, which \
         fills up its {} contacts from one side.",
        three_digits(thin_beyond),
        spread.iter().map(|x| three_digits(*x)).collect::<Vec<_>>().join(", "),
        three_digits(library_worst),
        three_digits(disc[0]),
        three_digits(disc[1]),
        MOST_CONTACTS,
    ));
}
