/* Response data over frames: dtProceed, objects newer than it, collisions at the previous frame, the tolerance,
   and deformation between frames. */
#include "kinds.h"

/* Shapes of size 1 that merely touch: how far their common point may lie apart in the two. */
#define COMMON 1e-6

static const DtCollData *data = &probe_log[0].data;

static void previous_frame(void)
{
    DtShapeRef box = dtBox(2, 2, 2);

    /* OBJ(0) was at (5,0,0) when dtProceed stored it; OBJ(1) is newer, so it was at the origin: from its face x = 1
       to the other's face x = 4 it is 3. OBJ(0) is object1, so the normal points from OBJ(1) to it: +3. */
    CHECK_LINE("Data: the previous frame of an object newer than the last dtProceed is the identity");
    probe_default(DT_SMART_RESPONSE);
    probe_create(OBJ(0), box, 5, 0, 0);
    dtProceed();
    probe_create(OBJ(1), box, 5.5, 0, 0);
    CHECK_INT("frames/newer-object-was-at-the-identity", probe_test(), 1);
    CHECK_VECTOR("frames/newer-object-was-at-the-identity", data->normal, 3, 0, 0, 1e-5);
    CHECK_NEAR("frames/newer-object-was-at-the-identity", data->point1[0], -1, 1e-5);
    CHECK_NEAR("frames/newer-object-was-at-the-identity", data->point2[0], 1, 1e-5);
    /* Nothing but dtProceed changes that: neither tests nor moves. */
    probe_place(OBJ(1), 4.5, 0, 0);
    CHECK_INT("frames/newer-object-was-at-the-identity", probe_test(), 1);
    CHECK_VECTOR("frames/newer-object-was-at-the-identity", data->normal, 3, 0, 0, 1e-5);

    CHECK_LINE("Data: both newer than any dtProceed: both at the identity, where they met");
    probe_reset();
    probe_default(DT_SMART_RESPONSE);
    probe_create(OBJ(0), box, 5, 0, 0);
    probe_create(OBJ(1), box, 5.5, 0, 0);
    CHECK_INT("frames/both-new-give-a-common-point", probe_test(), 1);
    CHECK_VECTOR("frames/both-new-give-a-common-point", data->normal, 0, 0, 0, 0.0);
    CHECK_VECTOR("frames/both-new-give-a-common-point", data->point1, data->point2[0], data->point2[1],
                 data->point2[2], 1e-9);
    CHECK("frames/both-new-give-a-common-point", kind_box_gauge(data->point1) <= 1 + 1e-9);

    CHECK_LINE("Data: a recreated object is new");
    probe_reset();
    probe_default(DT_SMART_RESPONSE);
    probe_create(OBJ(0), box, 5, 0, 0);
    probe_create(OBJ(1), box, 50, 0, 0);
    dtProceed();
    probe_create(OBJ(1), box, 5.5, 0, 0);
    CHECK_INT("frames/recreated-object-is-new", probe_test(), 1);
    CHECK_VECTOR("frames/recreated-object-is-new", data->normal, 3, 0, 0, 1e-5);

    CHECK_LINE("Data: several dtTest between two dtProceed agree");
    probe_reset();
    probe_default(DT_SMART_RESPONSE);
    dtCreateObject(OBJ(0), box);
    probe_create(OBJ(1), box, 6, 0.5, 0.25);
    dtProceed();
    {
        DtCollData first;
        int i;
        probe_place(OBJ(1), 1.5, 0.5, 0.25);
        CHECK_INT("frames/several-tests-agree", probe_test(), 1);
        first = *data;
        CHECK_VECTOR("frames/several-tests-agree", first.normal, -4, 0, 0, 1e-5);
        for (i = 0; i < 10; i++) {
            probe_place(OBJ(1), 1.5 - 0.1 * i, 0.5 + 0.05 * i, 0.25);
            CHECK_INT("frames/several-tests-agree", probe_test(), 1);
            CHECK_VECTOR("frames/several-tests-agree", data->normal, first.normal[0], first.normal[1],
                         first.normal[2], 1e-5);
        }
    }

    CHECK_LINE("Data: the previous frame is what dtProceed last stored, placements not yet tested included");
    probe_place(OBJ(1), 0, 9, 0);
    dtProceed();
    probe_place(OBJ(1), 0, 1.5, 0);
    CHECK_INT("frames/proceed-stores-untested-placements", probe_test(), 1);
    CHECK_VECTOR("frames/proceed-stores-untested-placements", data->normal, 0, -7, 0, 1e-5);
    /* Two dtProceed with nothing between: the same frame twice. */
    dtProceed();
    dtProceed();
    CHECK_INT("frames/proceed-twice", probe_test(), 1);
    CHECK_VECTOR("frames/proceed-twice", data->normal, 0, 0, 0, 0.0);
    probe_reset();
    dtDeleteShape(box);
}

/* Every pair of kinds that met at the previous frame, deep, touching, equal: zero normal, a common point, no NaN. */
static void collided_before(int caching)
{
    DtShapeRef shapes[KIND_COUNT];
    int a, b, direction, frame;

    CHECK_LINE("Data: dtProceed while things collide: a common point and the zero normal, never NaN");
    kind_make_all(shapes);
    if (!caching) {
        dtDisableCaching();
    }
    probe_default(DT_SMART_RESPONSE);
    for (a = 0; a < KIND_COUNT; a++) {
        for (b = 0; b < KIND_COUNT; b++) {
            for (direction = 0; direction < 6; direction++) {
                const double *ea = kind_table[a].extreme[direction];
                const double *eb = kind_table[b].extreme[direction ^ 1];
                double at[3];
                int k;
                check_case("%s and %s, direction %d, caching %d", kind_table[a].name, kind_table[b].name, direction,
                           caching);
                for (k = 0; k < 3; k++) {
                    at[k] = ea[k] - eb[k];
                }
                dtCreateObject(OBJ(0), shapes[a]);
                dtCreateObject(OBJ(1), shapes[b]);
                dtTranslate(at[0], at[1], at[2]);
                dtProceed();
                for (frame = 0; frame < 2; frame++) {
                    double sign;
                    CHECK_INT("frames/touched-before-gives-the-zero-normal", probe_test(), 1);
                    sign = probe_log[0].object1 == OBJ(0) ? 1.0 : -1.0;
                    CHECK("frames/touched-before-has-finite-data", probe_log_is_finite());
                    CHECK_VECTOR("frames/touched-before-gives-the-zero-normal", data->normal, 0, 0, 0, 1e-9);
                    CHECK_VECTOR("frames/touched-before-gives-a-common-point", data->point1,
                                 data->point2[0] + sign * at[0], data->point2[1] + sign * at[1],
                                 data->point2[2] + sign * at[2], COMMON);
                    dtProceed();
                }
                probe_default(DT_WITNESSED_RESPONSE);
                if (probe_test() == 1) {
                    double sign = probe_log[0].object1 == OBJ(0) ? 1.0 : -1.0;
                    CHECK_VECTOR("frames/touching-now-has-a-common-witness", data->point1,
                                 data->point2[0] + sign * at[0], data->point2[1] + sign * at[1],
                                 data->point2[2] + sign * at[2], COMMON);
                }
                probe_default(DT_SMART_RESPONSE);
                dtDeleteObject(OBJ(0));
                dtDeleteObject(OBJ(1));
            }
        }
    }
    probe_reset();
    kind_delete_all(shapes);
}

/* Ball of radius 1 against an ellipsoid placed by dtScale, generic directions. Lower bound: no pair of points of the
   shapes is closer than the distance. Upper: the tolerance, relative. The true distance comes from the same pair at
   the tightest tolerance, itself checked where a closed form exists: ball against ball. */
static void tolerance(void)
{
    static const double tolerances[] = {1e-6, 1e-3, 1e-2, 1e-10, 1e-300, 0.0, -3.0};
    DtShapeRef ball = dtSphere(1);
    DtShapeRef cone = dtCone(1, 2);
    int i, t;

    CHECK_LINE("Data: dtSetTolerance is the relative error of the distance: default 1e-6; clamped");
    probe_default(DT_SMART_RESPONSE);
    dtCreateObject(OBJ(0), ball);
    dtCreateObject(OBJ(1), ball);
    for (i = 0; i < 40; i++) {
        double d[3], exact;
        d[0] = probe_between(3, 9);
        d[1] = probe_between(-9, 9);
        d[2] = probe_between(-9, 9);
        exact = probe_length(d) - 2.0;
        probe_place(OBJ(1), d[0], d[1], d[2]);
        dtProceed();
        probe_place(OBJ(1), 0, 0, 0);
        for (t = -1; t < 9; t++) {
            double wanted = 1e-6;
            if (t == -1) {
                probe_test(); /* the default: nothing has been set since probe_reset */
            } else {
                double value = t < 7 ? tolerances[t] : t == 7 ? probe_nan() : -probe_infinity();
                dtSetTolerance(value);
                wanted = t < 3 ? value : 1e-9; /* what cannot be reached is clamped to what can */
                probe_test();
            }
            check_case("sample %d, tolerance case %d", i, t);
            CHECK_INT("frames/tolerance-is-relative", probe_count, 1);
            CHECK("frames/tolerance-is-relative", probe_length(data->normal) >= exact * (1.0 - 1e-12));
            CHECK("frames/tolerance-is-relative", probe_length(data->normal) <= exact * (1.0 + wanted) + 1e-13);
        }
        dtSetTolerance(1e-6);
    }
    probe_reset();

    CHECK_LINE("Data: dtSetTolerance: large and infinite values still give a usable answer");
    probe_default(DT_SMART_RESPONSE);
    dtCreateObject(OBJ(0), ball);
    dtCreateObject(OBJ(1), cone);
    for (t = 0; t < 3; t++) {
        dtSetTolerance(t == 0 ? 1e3 : t == 1 ? 1e300 : probe_infinity());
        probe_place(OBJ(1), 5, 4, 3);
        dtProceed();
        probe_place(OBJ(1), 0, 0, 0);
        CHECK_INT("frames/huge-tolerance-is-survived", probe_test(), 1);
        CHECK("frames/huge-tolerance-is-survived", probe_log_is_finite());
        CHECK("frames/huge-tolerance-is-survived", probe_length(data->normal) > 0.0);
    }
    probe_reset();
    dtDeleteShape(ball);
    dtDeleteShape(cone);
}

/* A plate at x = 0 is deformed to x = 10 while a ball stands at x = 10.5: it had been 9.5 away, which is right within
   9.5e-6, its point therefore within sqrt(2 * 9.5e-6) = 4.4e-3. */
static void deformation(void)
{
    static double plate[] = {0, -5, -5, 0, 5, -5, 0, 5, 5, 0, -5, 5};
    static double thrown[12];
    DtShapeRef ball = dtSphere(1);
    DtShapeRef mesh = dtNewComplexShape();
    int i, way;

    CHECK_LINE("Complex: smart response of a deformed shape needs no double buffering");
    dtVertexBase(plate);
    dtVertexRange(DT_POLYGON, 0, 4);
    dtEndComplexShape();
    for (way = 0; way < 3; way++) {
        check_case("%s", way == 0 ? "edited in place" : way == 1 ? "another array, the old one overwritten"
                                                                  : "an array that dies at once");
        for (i = 0; i < 4; i++) {
            plate[3 * i] = 0.0;
        }
        dtChangeVertexBase(mesh, plate);
        probe_default(DT_SMART_RESPONSE);
        dtCreateObject(OBJ(0), mesh);
        probe_create(OBJ(1), ball, 10.5, 0, 0);
        dtProceed();
        if (way == 0) {
            for (i = 0; i < 4; i++) {
                plate[3 * i] = 10.0;
            }
            dtChangeVertexBase(mesh, plate);
        } else if (way == 1) {
            memcpy(thrown, plate, sizeof thrown);
            for (i = 0; i < 4; i++) {
                thrown[3 * i] = 10.0;
            }
            dtChangeVertexBase(mesh, thrown);
            memset(plate + 3, 0, 9 * sizeof(double));
        } else {
            double *dying = (double *)malloc(sizeof plate);
            if (dying == NULL) {
                abort();
            }
            memcpy(dying, thrown, sizeof thrown);
            dtChangeVertexBase(mesh, dying);
            memset(dying, 0xff, sizeof plate);
            free(dying);
        }
        for (i = 0; i < 2; i++) {
            CHECK_INT("frames/deformed-shape-keeps-its-previous-frame", probe_test(), 1);
            CHECK_VECTOR("frames/deformed-shape-keeps-its-previous-frame", data->normal, -9.5, 0, 0, 9e-3);
            CHECK_NEAR("frames/deformed-shape-keeps-its-previous-frame", data->point1[0], 0.0, 1e-9);
        }
        /* A second deformation in the same frame: the previous frame is still the first. */
        for (i = 0; i < 4; i++) {
            thrown[3 * i] = 10.25;
            thrown[3 * i + 1] = i == 1 || i == 2 ? 5 : -5;
            thrown[3 * i + 2] = i >= 2 ? 5 : -5;
        }
        dtChangeVertexBase(mesh, thrown);
        CHECK_INT("frames/deformed-twice-in-a-frame", probe_test(), 1);
        CHECK_VECTOR("frames/deformed-twice-in-a-frame", data->normal, -9.5, 0, 0, 9e-3);
        /* After dtProceed the deformed plate is the previous one: now the two collided then. */
        dtProceed();
        CHECK_INT("frames/proceed-stores-the-deformation", probe_test(), 1);
        CHECK_VECTOR("frames/proceed-stores-the-deformation", data->normal, 0, 0, 0, 1e-9);
        for (i = 0; i < 4; i++) {
            plate[3 * i + 1] = i == 1 || i == 2 ? 5 : -5;
            plate[3 * i + 2] = i >= 2 ? 5 : -5;
            thrown[3 * i] = 10.0;
        }
        probe_reset();
    }
    dtDeleteShape(mesh);
    dtDeleteShape(ball);
}

int main(void)
{
    previous_frame();
    collided_before(1);
    collided_before(0);
    tolerance();
    deformation();
    return check_finish();
}
