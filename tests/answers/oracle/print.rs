//! Failing cases as self-contained C programs.

use super::body::{Body, Placement, Shape};
use std::fmt::Write;

/// A number that reads back as the same double in C89.
fn number(x: f64) -> String {
    format!("{x:.17e}")
}

fn numbers(list: &[f64]) -> String {
    list.iter().map(|&x| number(x)).collect::<Vec<_>>().join(", ")
}

/// Statements that make the shape as `name`.
pub fn shape(name: &str, shape: &Shape) -> String {
    let polytope = |kind: &str, points: &[[f64; 3]]| {
        let mut text = format!("{name} = dtNewComplexShape();\n    dtBegin({kind});\n");
        for p in points {
            writeln!(text, "    dtVertex({});", numbers(p)).unwrap();
        }
        text + "    dtEnd();\n    dtEndComplexShape();"
    };
    let composed = |function: &str, one: &Shape, other: &Shape| {
        let names = [format!("{name}1"), format!("{name}2")];
        let [first, second] = [self::shape(&names[0], one), self::shape(&names[1], other)];
        let [p, q] = names;
        format!(
            "{{ DtShapeRef {p}, {q};\n    {first}\n    {second}\n    {name} = {function}({p}, {q}); }}"
        )
    };
    match shape {
        Shape::Box(e) => format!("{name} = dtBox({});", numbers(e)),
        Shape::Sphere(r) => format!("{name} = dtSphere({});", number(*r)),
        Shape::Cone { radius, height } => {
            format!("{name} = dtCone({});", numbers(&[*radius, *height]))
        }
        Shape::Cylinder { radius, height } => {
            format!("{name} = dtCylinder({});", numbers(&[*radius, *height]))
        }
        Shape::Ellipsoid(r) => format!("{name} = dtEllipsoid({});", numbers(r)),
        Shape::Simplex(p) => polytope("DT_SIMPLEX", p),
        Shape::Polygon(p) => polytope("DT_POLYGON", p),
        Shape::Polyhedron(p) => polytope("DT_POLYHEDRON", p),
        Shape::Round([x, y, z], r) => {
            format!("{name} = dtRoundBox({});", numbers(&[*x, *y, *z, *r]))
        }
        Shape::Wheel { radius, rounding } => {
            format!("{name} = dtWheel({});", numbers(&[*radius, *rounding]))
        }
        Shape::Frustum([a, b], [c, d], height) => {
            format!("{name} = dtFrustum({});", numbers(&[*a, *b, *c, *d, *height]))
        }
        Shape::Sum(p, q) => composed("dtSum", p, q),
        Shape::Hull(p, q) => composed("dtHull", p, q),
    }
}

/// What a printed program asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    Cached,
    Witnessed,
    /// With this tolerance; dtProceed after each test but the last.
    Smart(f64),
}

/// A program that tests the pair at the given placements of its second object (none: its own), printing each answer.
pub fn program(title: &str, a: &Body, b: &Body, frames: &[Placement], query: Query) -> String {
    let frames = if frames.is_empty() { std::slice::from_ref(&b.at) } else { frames };
    let places: String =
        frames.iter().map(|at| format!("    {{{}}},\n", numbers(&at.columns()))).collect();
    let (response, setting, proceed) = match query {
        Query::Cached => ("DT_SIMPLE_RESPONSE", String::new(), ""),
        Query::Witnessed => ("DT_WITNESSED_RESPONSE", String::new(), ""),
        Query::Smart(tolerance) => {
            let setting = format!("    dtSetTolerance({});\n", number(tolerance));
            ("DT_SMART_RESPONSE", setting, "        dtProceed();\n")
        }
    };
    format!(
        r#"/* {title} */
#include <stdio.h>
#include <SOLID/solid_ext.h>
static int x, y;
static const double first[16] = {{{first}}};
static const double place[][16] = {{
{places}}};
static void hit(void *client, DtObjectRef o, DtObjectRef p, const DtCollData *d) {{
    (void)client;
    printf("hit, object %d then %d\n", o == &y, p == &y);
    if (d) printf("point1 %.17g %.17g %.17g\npoint2 %.17g %.17g %.17g\nnormal %.17g %.17g %.17g\n",
        d->point1[0], d->point1[1], d->point1[2], d->point2[0], d->point2[1], d->point2[2],
        d->normal[0], d->normal[1], d->normal[2]);
}}
int main(void) {{
    DtShapeRef s, t;
    unsigned i;
    {make_a}
    {make_b}
    dtCreateObject(&x, s);
    dtLoadMatrixd(first);
    dtCreateObject(&y, t);
    dtSetDefaultResponse(hit, {response}, 0);
{setting}    for (i = 0; i < sizeof place / sizeof place[0]; ++i) {{
        dtSelectObject(&y);
        dtLoadMatrixd(place[i]);
        printf("frame %u: %u\n", i, dtTest());
{proceed}    }}
    return 0;
}}
"#,
        first = numbers(&a.at.columns()),
        make_a = shape("s", &a.shape),
        make_b = shape("t", &b.shape),
    )
}
