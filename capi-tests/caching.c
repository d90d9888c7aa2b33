/* Caching: it changes no answer, ever. One simulation in several modes, and moving curved shapes against formulas. */
#include "kinds.h"

#define OBJECTS 40
#define FRAMES 250
#define RECORDS 200000

typedef struct Record {
    int object1;
    int object2;
    double distance;
} Record;

enum { MODE_ON, MODE_OFF, MODE_TOGGLED_EACH_FRAME, MODE_TOGGLED_NOW_AND_THEN, MODES };

static Record reference_log[RECORDS];
static int reference_count = 0;

static void random_placement(double *m)
{
    int i;
    for (i = 0; i < 16; i++) {
        m[i] = probe_between(-1.0, 1.0);
    }
    m[12] *= 6.0;
    m[13] *= 6.0;
    m[14] *= 6.0;
}

static void twist(double *m, const double *step, double angle)
{
    int k;
    double c = cos(angle), s = sin(angle);
    for (k = 0; k < 3; k++) {
        double x = m[k], z = m[8 + k];
        m[k] = c * x - s * z;
        m[8 + k] = s * x + c * z;
        m[12 + k] += step[k];
        if (fabs(m[12 + k]) > 6.0) {
            m[12 + k] = -m[12 + k]; /* out on one side, in on the other: a jump now and then */
        }
    }
}

/* Records into the reference (MODE_ON) or compares with it. */
static void simulate(int mode, DtShapeRef *shapes)
{
    static double placements[OBJECTS][16];
    static double steps[OBJECTS][3];
    static double vertices[12];
    DtShapeRef soft;
    int frame, i, k, cursor = 0;

    probe_reset();
    probe_seed = 4711UL;
    memcpy(vertices, kind_tetrahedron, sizeof vertices);
    soft = dtNewComplexShape();
    dtVertexBase(vertices);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtVertexRange(DT_SIMPLEX, 1, 3);
    dtEndComplexShape();
    if (mode == MODE_OFF) {
        dtDisableCaching();
    }
    probe_default(DT_SMART_RESPONSE);
    for (i = 0; i < OBJECTS; i++) {
        random_placement(placements[i]);
        for (k = 0; k < 3; k++) {
            steps[i][k] = probe_between(-0.1, 0.1);
        }
        dtCreateObject(OBJ(i), i % 7 == 6 ? soft : shapes[i % KIND_COUNT]);
        dtLoadMatrixd(placements[i]);
    }
    for (frame = 0; frame < FRAMES; frame++) {
        int doomed = (int)(OBJECTS * probe_random());
        double wobble = probe_between(-0.2, 0.2);
        for (i = 0; i < OBJECTS; i++) {
            if (i % 3 != frame % 3) { /* a third rests */
                twist(placements[i], steps[i], 0.03);
                dtSelectObject(OBJ(i));
                dtLoadMatrixd(placements[i]);
            }
        }
        if (frame % 5 == 0) { /* one object goes and comes back as the youngest */
            dtDeleteObject(OBJ(doomed));
            dtCreateObject(OBJ(doomed), shapes[(doomed + frame) % KIND_COUNT]);
            dtLoadMatrixd(placements[doomed]);
        }
        if (frame % 4 == 1) {
            vertices[3 * (frame % 3)] += wobble;
            dtChangeVertexBase(soft, vertices);
        }
        if (frame % 10 == 3) {
            dtClearObjectResponse(OBJ(doomed));
        } else if (frame % 10 == 8) {
            for (i = 0; i < OBJECTS; i++) {
                dtResetObjectResponse(OBJ(i));
            }
        }
        if (mode == MODE_TOGGLED_EACH_FRAME || (mode == MODE_TOGGLED_NOW_AND_THEN && frame % 17 == 0)) {
            if (frame % 2 == 0) {
                dtDisableCaching();
            } else {
                dtEnableCaching();
            }
        }
        probe_test();
        check_case("mode %d, frame %d", mode, frame);
        CHECK("caching/data-is-finite", probe_log_is_finite());
        for (i = 0; i < probe_count && i < PROBE_LOG && cursor < RECORDS; i++, cursor++) {
            Record now;
            now.object1 = probe_index(probe_log[i].object1);
            now.object2 = probe_index(probe_log[i].object2);
            now.distance = probe_length(probe_log[i].data.normal);
            if (mode == MODE_ON) {
                reference_log[cursor] = now;
                reference_count = cursor + 1;
            } else {
                const Record *then = &reference_log[cursor];
                CHECK_INT("caching/changes-no-callback-and-no-order", 100 * now.object1 + now.object2,
                          100 * then->object1 + then->object2);
                CHECK_NEAR("caching/changes-no-distance", now.distance, then->distance, 1e-5 * (1 + then->distance));
            }
        }
        dtProceed();
    }
    CHECK_INT("caching/changes-no-callback-and-no-order", cursor, reference_count);
    probe_reset();
    dtDeleteShape(soft);
}

static void modes_agree(void)
{
    DtShapeRef shapes[KIND_COUNT];
    int mode;
    kind_make_all(shapes);
    for (mode = 0; mode < MODES; mode++) {
        CHECK_LINE("Caching: may be toggled at any time; changes no answer");
        simulate(mode, shapes);
    }
    check_case("callbacks in all: %d", reference_count);
    CHECK("caching/the-simulation-collides", reference_count > 1000 && reference_count < RECORDS);
    kind_delete_all(shapes);
}

/* Fifty spheres drift through each other; every pair is known from the distance of the centres. */
static void moving_spheres(void)
{
    enum { N = 50 };
    static double at[N][3], step[N][3], radius[N];
    DtShapeRef ball = dtSphere(1);
    int frame, i, j, k;

    CHECK_LINE("Caching: loses no hits of moving curved shapes");
    probe_reset();
    probe_default(DT_SIMPLE_RESPONSE);
    for (i = 0; i < N; i++) {
        radius[i] = probe_between(0.2, 1.5);
        for (k = 0; k < 3; k++) {
            at[i][k] = probe_between(-5, 5);
            step[i][k] = probe_between(-0.15, 0.15);
        }
        dtCreateObject(OBJ(i), ball);
    }
    for (frame = 0; frame < 200; frame++) {
        int expected = 0, uncertain = 0;
        for (i = 0; i < N; i++) {
            for (k = 0; k < 3; k++) {
                at[i][k] += step[i][k];
                if (fabs(at[i][k]) > 5) {
                    step[i][k] = -step[i][k];
                }
            }
            probe_place(OBJ(i), at[i][0], at[i][1], at[i][2]);
            dtScale(radius[i], radius[i], radius[i]);
        }
        for (i = 0; i < N; i++) {
            for (j = i + 1; j < N; j++) {
                double d[3], gap;
                for (k = 0; k < 3; k++) {
                    d[k] = at[i][k] - at[j][k];
                }
                gap = probe_length(d) - radius[i] - radius[j];
                expected += gap < 0;
                uncertain += fabs(gap) < 1e-9;
            }
        }
        check_case("frame %d", frame);
        if (uncertain == 0) {
            CHECK_INT("caching/loses-no-hits-of-moving-spheres", probe_test(), expected);
        }
    }
    probe_reset();
    dtDeleteShape(ball);
}

/* A point slides along a line through each solid kind, back and forth; inside as its gauge says. */
static void sliding_points(void)
{
    DtShapeRef shapes[KIND_COUNT];
    DtShapeRef point = dtSphere(0);
    int kind, line, i, k;

    CHECK_LINE("Caching: loses no hits of moving curved shapes");
    kind_make_all(shapes);
    for (kind = 0; kind < KIND_COUNT; kind++) {
        if (kind_table[kind].gauge == NULL) {
            continue;
        }
        for (line = 0; line < 10; line++) {
            double from[3], to[3];
            for (k = 0; k < 3; k++) {
                from[k] = probe_between(-2, 2);
                to[k] = -from[k] + probe_between(-0.8, 0.8);
            }
            probe_reset();
            probe_default(DT_SIMPLE_RESPONSE);
            dtCreateObject(OBJ(0), shapes[kind]);
            dtCreateObject(OBJ(1), point);
            for (i = 0; i < 200; i++) {
                double t = i < 100 ? i / 100.0 : (200 - i) / 100.0;
                double p[3], gauge;
                for (k = 0; k < 3; k++) {
                    p[k] = from[k] + t * (to[k] - from[k]);
                }
                gauge = kind_table[kind].gauge(p);
                probe_place(OBJ(1), p[0], p[1], p[2]);
                check_case("%s, line %d, step %d", kind_table[kind].name, line, i);
                if (fabs(gauge - 1) > 1e-9) {
                    CHECK_INT("caching/loses-no-hits-of-sliding-points", probe_test(), gauge < 1);
                }
            }
        }
    }
    probe_reset();
    kind_delete_all(shapes);
    dtDeleteShape(point);
}

static void deletions(void)
{
    DtShapeRef ball = dtSphere(1);
    DtShapeRef fresh;
    int i, turn;

    CHECK_LINE("Caching: no callbacks for deleted objects, no state of theirs for those that follow");
    probe_default(DT_SIMPLE_RESPONSE);
    for (turn = 0; turn < 10; turn++) {
        for (i = 0; i < 10; i++) {
            dtCreateObject(OBJ(i), ball);
            dtTranslate(0.1 * i, 0, 0);
        }
        CHECK_INT("caching/no-callbacks-for-deleted-objects", probe_test(), 45);
        for (i = 0; i < 10; i += 2) {
            dtDeleteObject(OBJ(i));
        }
        CHECK_INT("caching/no-callbacks-for-deleted-objects", probe_test(), 10);
        for (i = 0; i < probe_count; i++) {
            CHECK("caching/no-callbacks-for-deleted-objects", probe_index(probe_log[i].object1) % 2 == 1 &&
                                                                  probe_index(probe_log[i].object2) % 2 == 1);
        }
        for (i = 1; i < 10; i += 2) {
            dtDeleteObject(OBJ(i));
        }
        CHECK_INT("caching/no-callbacks-for-deleted-objects", probe_test(), 0);
    }
    /* The same references, another shape, another place, time and again between tests. */
    fresh = dtBox(2, 2, 2);
    for (turn = 0; turn < 100; turn++) {
        dtCreateObject(OBJ(0), turn % 2 ? ball : fresh);
        dtCreateObject(OBJ(1), turn % 3 ? fresh : ball);
        dtTranslate(turn % 5 ? 1.5 : 2.5, 0, 0);
        CHECK_INT("caching/references-may-be-reused", probe_test(), turn % 5 ? 1 : 0);
        dtDeleteObject(OBJ(turn % 2));
        dtDeleteObject(OBJ(1 - turn % 2));
    }
    probe_reset();
    dtDeleteShape(ball);
    dtDeleteShape(fresh);
}

static void toggling(void)
{
    DtShapeRef ball = dtSphere(1);
    int i;

    CHECK_LINE("Caching: on by default, may be toggled at any time; calling twice is harmless");
    probe_default(DT_SIMPLE_RESPONSE);
    for (i = 0; i < 6; i++) {
        dtCreateObject(OBJ(i), ball);
        dtTranslate(0.5 * i, 0, 0);
        if (i % 2) {
            dtDisableCaching();
            dtDisableCaching();
        } else {
            dtEnableCaching();
            dtEnableCaching();
        }
        probe_test();
    }
    /* Centres half a unit apart: pairs at most 2 apart touch, that is up to four places: 5 + 4 + 3 + 2. */
    CHECK_INT("caching/toggled-at-any-time", probe_test(), 14);
    dtEnableCaching();
    CHECK_INT("caching/toggled-at-any-time", probe_test(), 14);
    probe_place(OBJ(0), 50, 0, 0);
    dtDisableCaching();
    CHECK_INT("caching/toggled-at-any-time", probe_test(), 10);
    dtEnableCaching();
    CHECK_INT("caching/toggled-at-any-time", probe_test(), 10);
    probe_reset();
    dtDeleteShape(ball);
}

int main(void)
{
    modes_agree();
    moving_spheres();
    sliding_points();
    deletions();
    toggling();
    return check_finish();
}
