/*
 * One shape of every kind, with what the tests must know of it: its extreme points along the axes, and
 * for the solid ones a gauge g, with g(p) <= 1 exactly for the points p of the shape.
 */
#ifndef CAPI_TESTS_KINDS_H
#define CAPI_TESTS_KINDS_H

#include "probe.h"

enum {
    KIND_BOX,
    KIND_SPHERE,
    KIND_CONE,
    KIND_CYLINDER,
    KIND_ELLIPSOID,
    KIND_CAPSULE,
    KIND_LOZENGE,
    KIND_ROUND_BOX,
    KIND_WHEEL,
    KIND_FRUSTUM,
    KIND_SUM,
    KIND_HULL,
    KIND_POINT,
    KIND_SEGMENT,
    KIND_TRIANGLE,
    KIND_TETRAHEDRON,
    KIND_POLYGON,
    KIND_POLYHEDRON,
    KIND_SURFACE,
    KIND_COUNT
};

typedef double (*KindGauge)(const double *point);

typedef struct Kind {
    const char *name;
    KindGauge gauge;       /* NULL for kinds without inside */
    double extreme[6][3];  /* a point of the shape, extreme along +x, -x, +y, -y, +z, -z; exact numbers */
} Kind;

static const double kind_segment[] = {-1, -1, -1, 1, 1, 1};
static const double kind_triangle[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const double kind_tetrahedron[] = {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1};
static const double kind_square[] = {1, 1, 0, -1, 1, 0, -1, -1, 0, 1, -1, 0};
static const double kind_octahedron[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};

CHECK_HELPER double kind_max(double a, double b)
{
    return a > b ? a : b;
}

CHECK_HELPER double kind_box_gauge(const double *p)
{
    return kind_max(fabs(p[0]), kind_max(fabs(p[1]), fabs(p[2])));
}

CHECK_HELPER double kind_sphere_gauge(const double *p)
{
    return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}

/* Apex (0,1,0), base radius 1 at y = -1: the side is rho <= (1 - y) / 2, that is 2 rho + y <= 1. */
CHECK_HELPER double kind_cone_gauge(const double *p)
{
    return kind_max(-p[1], 2.0 * sqrt(p[0] * p[0] + p[2] * p[2]) + p[1]);
}

CHECK_HELPER double kind_cylinder_gauge(const double *p)
{
    return kind_max(fabs(p[1]), sqrt(p[0] * p[0] + p[2] * p[2]));
}

CHECK_HELPER double kind_ellipsoid_gauge(const double *p)
{
    return sqrt(p[0] * p[0] + p[1] * p[1] / 4.0 + p[2] * p[2] / 9.0);
}

/* Distance of (x, y, z) from a box of these half extents. */
CHECK_HELPER double kind_beyond(const double *p, double x, double y, double z)
{
    double u = kind_max(fabs(p[0]) - x, 0.0);
    double v = kind_max(fabs(p[1]) - y, 0.0);
    double w = kind_max(fabs(p[2]) - z, 0.0);
    return sqrt(u * u + v * v + w * w);
}

CHECK_HELPER double kind_capsule_gauge(const double *p)
{
    return kind_beyond(p, 0.0, 1.0, 0.0);
}

CHECK_HELPER double kind_lozenge_gauge(const double *p)
{
    return kind_beyond(p, 1.0, 0.0, 1.0);
}

CHECK_HELPER double kind_round_box_gauge(const double *p)
{
    return kind_beyond(p, 1.0, 1.0, 1.0);
}

CHECK_HELPER double kind_wheel_gauge(const double *p)
{
    double u = kind_max(sqrt(p[0] * p[0] + p[2] * p[2]) - 1.0, 0.0);
    return sqrt(u * u + p[1] * p[1]);
}

/* Half extents 1 at y = -1 and 1/2 at y = 1: 3/4 - y/4 between. */
CHECK_HELPER double kind_frustum_gauge(const double *p)
{
    return kind_max(fabs(p[1]), (kind_max(fabs(p[0]), fabs(p[2])) + p[1] / 4.0) / 0.75);
}

/* The cone above and a box of half extents 1/2: what is left after the box's best share must be in the cone. */
CHECK_HELPER double kind_sum_gauge(const double *p)
{
    double u = kind_max(fabs(p[0]) - 0.5, 0.0);
    double v = kind_max(fabs(p[2]) - 0.5, 0.0);
    return kind_max(-(p[1] + 0.5), 2.0 * sqrt(u * u + v * v) + kind_max(p[1] - 0.5, -1.0));
}

/* The unit sphere and the point (0, 2, 0): their tangents touch the sphere where y is half the distance. */
CHECK_HELPER double kind_hull_gauge(const double *p)
{
    double far = kind_sphere_gauge(p);
    double rho = sqrt(p[0] * p[0] + p[2] * p[2]);
    return p[1] > 0.5 * far ? 0.5 * p[1] + sqrt(0.75) * rho : far;
}

/* The four face planes of the tetrahedron are -x-y-z = 1 and the three with two signs changed. */
CHECK_HELPER double kind_tetrahedron_gauge(const double *p)
{
    return kind_max(kind_max(-p[0] - p[1] - p[2], -p[0] + p[1] + p[2]),
                    kind_max(p[0] - p[1] + p[2], p[0] + p[1] - p[2]));
}

CHECK_HELPER double kind_octahedron_gauge(const double *p)
{
    return fabs(p[0]) + fabs(p[1]) + fabs(p[2]);
}

#define KIND_UNIT_AXES                                                                                         \
    {                                                                                                          \
        {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, { 0, 0, -1 }                                  \
    }

static const Kind kind_table[KIND_COUNT] = {
    {"box(2,2,2)", kind_box_gauge, KIND_UNIT_AXES},
    {"sphere(1)", kind_sphere_gauge, KIND_UNIT_AXES},
    {"cone(1,2)", kind_cone_gauge, {{1, -1, 0}, {-1, -1, 0}, {0, 1, 0}, {0, -1, 0}, {0, -1, 1}, {0, -1, -1}}},
    {"cylinder(1,2)", kind_cylinder_gauge, KIND_UNIT_AXES},
    {"ellipsoid(1,2,3)",
     kind_ellipsoid_gauge,
     {{1, 0, 0}, {-1, 0, 0}, {0, 2, 0}, {0, -2, 0}, {0, 0, 3}, {0, 0, -3}}},
    {"capsule(1,2)", kind_capsule_gauge, {{1, 0, 0}, {-1, 0, 0}, {0, 2, 0}, {0, -2, 0}, {0, 0, 1}, {0, 0, -1}}},
    {"lozenge(2,2,1)", kind_lozenge_gauge, {{2, 0, 0}, {-2, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 2}, {0, 0, -2}}},
    {"round box(2,2,2,1)",
     kind_round_box_gauge,
     {{2, 0, 0}, {-2, 0, 0}, {0, 2, 0}, {0, -2, 0}, {0, 0, 2}, {0, 0, -2}}},
    {"wheel(1,1)", kind_wheel_gauge, {{2, 0, 0}, {-2, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 2}, {0, 0, -2}}},
    {"frustum(2,2,1,1,2)",
     kind_frustum_gauge,
     {{1, -1, 0}, {-1, -1, 0}, {0, 1, 0}, {0, -1, 0}, {0, -1, 1}, {0, -1, -1}}},
    {"sum of a cone and a box",
     kind_sum_gauge,
     {{1.5, -1, 0}, {-1.5, -1, 0}, {0, 1.5, 0}, {0, -1.5, 0}, {0, -1, 1.5}, {0, -1, -1.5}}},
    {"hull of a sphere and a point",
     kind_hull_gauge,
     {{1, 0, 0}, {-1, 0, 0}, {0, 2, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}},
    {"point", NULL, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
    {"segment", NULL, {{1, 1, 1}, {-1, -1, -1}, {1, 1, 1}, {-1, -1, -1}, {1, 1, 1}, {-1, -1, -1}}},
    {"triangle", NULL, {{1, 0, 0}, {0, 0.5, 0.5}, {0, 1, 0}, {0.5, 0, 0.5}, {0, 0, 1}, {0.5, 0.5, 0}}},
    {"tetrahedron", kind_tetrahedron_gauge, KIND_UNIT_AXES},
    {"polygon", NULL, {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 0}, {0, 0, 0}}},
    {"polyhedron", kind_octahedron_gauge, KIND_UNIT_AXES},
    {"surface of six quads", NULL, KIND_UNIT_AXES}};

/* The hollow surface of the cube [-1, 1]^3. */
CHECK_HELPER DtShapeRef kind_make_surface(void)
{
    static const int corner[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    int axis, side, i;
    DtShapeRef shape = dtNewComplexShape();
    for (axis = 0; axis < 3; axis++) {
        for (side = -1; side <= 1; side += 2) {
            dtBegin(DT_POLYGON);
            for (i = 0; i < 4; i++) {
                double v[3];
                v[axis] = side;
                v[(axis + 1) % 3] = corner[i][0];
                v[(axis + 2) % 3] = corner[i][1];
                dtVertex(v[0], v[1], v[2]);
            }
            dtEnd();
        }
    }
    dtEndComplexShape();
    return shape;
}

/* A composed shape; the operands go at once. */
CHECK_HELPER DtShapeRef kind_compose(DtShapeRef (*compose)(DtShapeRef, DtShapeRef), DtShapeRef a, DtShapeRef b)
{
    DtShapeRef shape = compose(a, b);
    dtDeleteShape(a);
    dtDeleteShape(b);
    return shape;
}

CHECK_HELPER DtShapeRef kind_make(int kind)
{
    switch (kind) {
    case KIND_BOX:
        return dtBox(2.0, 2.0, 2.0);
    case KIND_SPHERE:
        return dtSphere(1.0);
    case KIND_CONE:
        return dtCone(1.0, 2.0);
    case KIND_CYLINDER:
        return dtCylinder(1.0, 2.0);
    case KIND_ELLIPSOID:
        return dtEllipsoid(1.0, 2.0, 3.0);
    case KIND_CAPSULE:
        return dtCapsule(1.0, 2.0);
    case KIND_LOZENGE:
        return dtLozenge(2.0, 2.0, 1.0);
    case KIND_ROUND_BOX:
        return dtRoundBox(2.0, 2.0, 2.0, 1.0);
    case KIND_WHEEL:
        return dtWheel(1.0, 1.0);
    case KIND_FRUSTUM:
        return dtFrustum(2.0, 2.0, 1.0, 1.0, 2.0);
    case KIND_SUM:
        return kind_compose(dtSum, dtCone(1.0, 2.0), dtBox(1.0, 1.0, 1.0));
    case KIND_HULL:
        return kind_compose(dtHull, dtSphere(1.0), dtPoint(0.0, 2.0, 0.0));
    case KIND_POINT:
        return probe_point();
    case KIND_SEGMENT:
        return probe_polytope(DT_SIMPLEX, 2, kind_segment);
    case KIND_TRIANGLE:
        return probe_polytope(DT_SIMPLEX, 3, kind_triangle);
    case KIND_TETRAHEDRON:
        return probe_polytope(DT_SIMPLEX, 4, kind_tetrahedron);
    case KIND_POLYGON:
        return probe_polytope(DT_POLYGON, 4, kind_square);
    case KIND_POLYHEDRON:
        return probe_polytope(DT_POLYHEDRON, 6, kind_octahedron);
    default:
        return kind_make_surface();
    }
}

/* Whether a complex shape: its object comes first in a pair with a primitive. */
CHECK_HELPER int kind_is_complex(int kind)
{
    return kind >= KIND_POINT;
}

CHECK_HELPER void kind_make_all(DtShapeRef *shapes)
{
    int kind;
    for (kind = 0; kind < KIND_COUNT; kind++) {
        shapes[kind] = kind_make(kind);
    }
}

CHECK_HELPER void kind_delete_all(DtShapeRef *shapes)
{
    int kind;
    for (kind = 0; kind < KIND_COUNT; kind++) {
        dtDeleteShape(shapes[kind]);
    }
}

#endif
