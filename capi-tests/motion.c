/* dtTestMotion: collisions on the way from one frame to the next; dtAdvance. */
#include <math.h>
#include <setjmp.h>
#include <string.h>

#include "probe.h"

static DtShapeRef ball, sheet;

static double distance(const double *a, double x, double y, double z)
{
    return sqrt((a[0] - x) * (a[0] - x) + (a[1] - y) * (a[1] - y) + (a[2] - z) * (a[2] - z));
}

static void move_to(int object, double x, double y, double z)
{
    dtSelectObject(OBJ(object));
    dtLoadIdentity();
    dtTranslate(x, y, z);
}

static int test_motion(void)
{
    probe_count = 0;
    return (int)dtTestMotion();
}

static void bullet(void)
{
    double speed;
    CHECK_LINE("Motion: nothing passes through anything");
    probe_default(DT_WITNESSED_RESPONSE);
    dtCreateObject(OBJ(0), sheet);
    dtCreateObject(OBJ(1), ball);
    for (speed = 1; speed < 1e10; speed *= 10) {
        check_case("speed %g", speed);
        move_to(1, 0.25, -0.25, -speed);
        dtProceed();
        move_to(1, 0.25, -0.25, speed);
        CHECK_INT("motion/bullet-through-a-sheet", test_motion(), 1);
        CHECK("motion/time-of-contact", fabs(dtContactTime() - (0.5 - 0.005 / speed)) < 1e-12);
        CHECK_POINTER("motion/data", probe_log[0].object1, OBJ(0));
        CHECK("motion/data", distance(probe_log[0].data.normal, 0, 0, 1) < 1e-6);
        CHECK("motion/data", distance(probe_log[0].data.point1, 0.25, -0.25, 0) < 1e-6 * speed);
        CHECK("motion/data", distance(probe_log[0].data.point2, 0, 0, 0.01) < 1e-8);
        CHECK_INT("motion/bullet-through-a-sheet", dtTest(), 0);
        dtProceed();
        CHECK_INT("motion/nothing-moves", test_motion(), 0);
    }
    move_to(1, 0, 0, 0);
    dtProceed();
    CHECK_INT("motion/touching-from-the-start", test_motion(), 1);
    CHECK("motion/touching-from-the-start", dtContactTime() == 0 && distance(probe_log[0].data.normal, 0, 0, 0) == 0);
    move_to(1, HUGE_VAL, 0, 0);
    CHECK_INT("motion/not-finite", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("motion/not-finite", test_motion(), 0);
    dtProceed();
    move_to(1, 3, 0, 5); /* it has no past that it could come from */
    CHECK_INT("motion/not-finite", test_motion(), 0);
    CHECK_INT("motion/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

/* Balls in a row, and one that flies along it. */
static void row(void)
{
    int i;
    for (i = 0; i < 5; i++) {
        dtCreateObject(OBJ(i), ball);
        move_to(i, 4 - i, 0, 0);
    }
    move_to(4, 10, 0, 0);
    dtProceed();
    move_to(4, -10, 0, 0);
}

static void order(void)
{
    int i;
    CHECK_LINE("Motion: in order of time");
    row();
    probe_default(DT_SIMPLE_RESPONSE);
    CHECK_INT("motion/callbacks-in-order-of-time", test_motion(), 4);
    for (i = 0; i < 4; i++) {
        CHECK_POINTER("motion/callbacks-in-order-of-time", probe_log[i].object1, OBJ(i));
        CHECK_POINTER("motion/data", (void *)probe_log[i].pointer, NULL);
    }
    CHECK("motion/time-of-contact", fabs(dtContactTime() - (9 - 0.02) / 20) < 1e-12);
    probe_reset();
}

static int calls;
static jmp_buf out;

static void stop(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)object1;
    (void)coll_data;
    if (++calls == 2) {
        dtSelectObject(object2);
        dtLoadIdentity();
        dtTranslate(10 - 20 * dtContactTime(), 0, 0);
    }
}

static void delete_others(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
    if (++calls == 1) {
        dtDeleteObject(OBJ(1));
        dtDeleteObject(OBJ(3));
    }
}

static void nest(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
    if (++calls == 2) {
        CHECK_INT("motion/nested", dtTestMotion(), 4);
        CHECK_INT("motion/nested", dtTest(), 0);
    }
}

static void leave(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
    if (++calls == 2) {
        longjmp(out, 1);
    }
}

static void inside_callbacks(void)
{
    CHECK_LINE("Motion: callbacks may do anything");
    calls = 0;
    row();
    dtSetDefaultResponse(stop, DT_WITNESSED_RESPONSE, NULL);
    CHECK_INT("motion/moved-in-a-callback", dtTestMotion(), 2);
    probe_reset();
    calls = 0;
    row();
    dtSetDefaultResponse(delete_others, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("motion/deleted-in-a-callback", dtTestMotion(), 2);
    probe_reset();
    calls = 0;
    row();
    dtSetDefaultResponse(nest, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("motion/nested", dtTestMotion(), 4);
    CHECK_INT("motion/nested", calls, 8);
    calls = 0;
    dtSetDefaultResponse(leave, DT_SIMPLE_RESPONSE, NULL);
    if (setjmp(out) == 0) {
        dtTestMotion();
        CHECK("motion/left-by-longjmp", 0);
    }
    CHECK_INT("motion/left-by-longjmp", calls, 2);
    CHECK_INT("motion/left-by-longjmp", dtTestMotion(), 4);
    CHECK_INT("motion/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void put_sheet(DtVector *vertices, double z)
{
    static const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    int i;
    for (i = 0; i < 4; i++) {
        vertices[i][0] = corners[i][0];
        vertices[i][1] = corners[i][1];
        vertices[i][2] = z;
    }
}

/* The bullet rests, and a sheet of cloth comes down upon it. */
static void cloth(void)
{
    static const DtIndex quad[4] = {0, 1, 2, 3};
    DtVector vertices[4];
    DtShapeRef shape;
    CHECK_LINE("Motion: a shape that deforms on the way");
    probe_default(DT_WITNESSED_RESPONSE);
    put_sheet(vertices, 3);
    shape = dtNewComplexShape();
    dtVertexBase(vertices);
    dtVertexIndices(DT_POLYGON, 4, quad);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), shape);
    dtCreateObject(OBJ(1), ball);
    move_to(1, 0.25, -0.25, 0);
    dtProceed();
    put_sheet(vertices, -5);
    dtChangeVertexBase(shape, vertices);
    CHECK_INT("motion/deforming-hits", test_motion(), 1);
    CHECK("motion/deforming-time", fabs(dtContactTime() - (3 - 0.01) / 8) < 1e-9);
    CHECK_POINTER("motion/deforming-data", probe_log[0].object1, OBJ(0));
    CHECK("motion/deforming-data", distance(probe_log[0].data.normal, 0, 0, 1) < 1e-6);
    CHECK("motion/deforming-data", distance(probe_log[0].data.point1, 0.25, -0.25, 0.01) < 1e-6);
    CHECK("motion/deforming-data", distance(probe_log[0].data.point2, 0, 0, 0.01) < 1e-6);
    CHECK_INT("motion/deforming-hits", dtTest(), 0);
    dtProceed();
    CHECK_INT("motion/deforming-over", test_motion(), 0);
    put_sheet(vertices, 0);
    vertices[2][1] = sqrt(-1.0);
    dtChangeVertexBase(shape, vertices);
    CHECK_INT("motion/deforming-no-number", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("motion/deforming-no-number", test_motion(), 0);
    CHECK_INT("motion/deforming-left-out-raises", dtGetError(), DT_INVALID_VALUE);
    dtProceed();
    put_sheet(vertices, -5);
    dtChangeVertexBase(shape, vertices);
    CHECK_INT("motion/deforming-from-no-number", test_motion(), 0);
    CHECK_INT("motion/deforming-from-no-number", dtGetError(), DT_INVALID_VALUE);
    dtProceed();
    put_sheet(vertices, 3);
    dtChangeVertexBase(shape, vertices);
    CHECK_INT("motion/deforming-whole-again", test_motion(), 1);
    CHECK_INT("motion/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    probe_reset();
    dtDeleteShape(shape);
}

/* A rod, and a ball that it sweeps over when it turns by a right angle. */
static DtShapeRef rod_and_ball(void)
{
    DtShapeRef rod = dtBox(4, 0.1, 0.1);
    dtCreateObject(OBJ(0), rod);
    dtCreateObject(OBJ(1), ball);
    dtTranslate(1, 1, 0);
    dtProceed();
    dtSelectObject(OBJ(0));
    return rod;
}

static void turning(void)
{
    DtShapeRef rod;
    DtMotion quarter = { { 0, 0, 0 }, { 0, 0, 1.5707963267948966 } }, bad = { { 0, 0, 0 }, { 0, 0, 0 } };
    DtVector point, normal;
    DtContact contact;
    double time, expected = 0.5 - asin(0.06 / sqrt(2)) / 1.5707963267948966;

    CHECK_LINE("Motion: objects that turn");
    probe_default(DT_CONTACTS_RESPONSE);
    rod = rod_and_ball();
    dtRotate(0, 0, 1, 1);
    CHECK_INT("motion/turning", test_motion(), 1);
    time = dtContactTime();
    CHECK("motion/turning-time", time <= expected && expected - time < 1e-7);
    CHECK("motion/turning-data", fabs(probe_log[0].data.normal[0] - sqrt(0.5)) < 0.1);
    CHECK_INT("motion/turning-contact", dtGetContacts(OBJ(0), OBJ(1), &contact, 1), 0);
    dtSetMotion(DT_STRAIGHT_MOTION);
    CHECK_INT("motion/straight-as-ever", test_motion(), 0);
    dtSetMotion(DT_SCREW_MOTION);
    CHECK_INT("motion/screw", test_motion(), 1);
    CHECK_NEAR("motion/screw", dtContactTime(), time, 1e-6);
    dtSetMotion((DtMotionKind)3);
    CHECK_INT("motion/no-such-motion", dtGetError(), DT_INVALID_ENUM);
    dtSetMotion(DT_TURNING_MOTION);
    dtLoadIdentity();
    CHECK_INT("motion/no-turn", test_motion(), 0);
    dtSetSpin(OBJ(0), 0, 0, 4 * 1.5707963267948966);
    CHECK_INT("motion/full-turn", test_motion(), 1);
    CHECK_NEAR("motion/full-turn", dtContactTime(), time / 4, 1e-7);
    dtSetSpin(OBJ(0), 0, 0, 0);
    dtSetPivot(OBJ(0), -2, 0, 0);
    dtTranslate(-2, 2, 0);
    dtRotate(0, 0, 1, 1);
    CHECK_INT("motion/pivot", test_motion(), 1);
    CHECK("motion/pivot", dtContactTime() < 0.25);
    dtSetPivot(OBJ(0), 0, 0, 0);
    CHECK_INT("motion/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);

    CHECK_LINE("Motion: mirrors, and numbers that are none");
    dtLoadIdentity();
    dtTranslate(0, 3, 0);
    dtScale(1, -1, 1);
    CHECK_INT("motion/mirrored-moves-straight", test_motion(), 1);
    CHECK_INT("motion/mirrored-raises", dtGetError(), DT_INVALID_VALUE);
    dtProceed();
    CHECK_INT("motion/mirrored-in-both-frames", test_motion(), 0);
    CHECK_INT("motion/mirrored-in-both-frames", dtGetError(), DT_NO_ERROR);
    dtSetSpin(OBJ(0), 0, HUGE_VAL, 0);
    CHECK_INT("motion/spin-not-finite", dtGetError(), DT_INVALID_VALUE);
    dtSetPivot(OBJ(9), 0, 0, 0);
    CHECK_INT("motion/pivot-of-the-unknown", dtGetError(), DT_UNKNOWN_OBJECT);

    CHECK_LINE("Casts that turn");
    dtLoadIdentity();
    CHECK_NEAR("casts/turning", dtCastObjectsTurning(OBJ(0), &quarter, OBJ(1), NULL, point, normal), time, 1e-7);
    CHECK("casts/turning", fabs(point[0] - 1) < 0.05 && fabs(point[1] - 1) < 0.05 && normal[0] > 0.6);
    CHECK("casts/turning-not", dtCastObjectsTurning(OBJ(0), NULL, OBJ(1), &quarter, NULL, NULL) == -1);
    CHECK("casts/turning-not", dtCastObjectsTurning(OBJ(0), NULL, OBJ(1), NULL, NULL, NULL) == -1);
    bad.spin[1] = HUGE_VAL;
    CHECK("casts/turning-not-finite", dtCastObjectsTurning(OBJ(0), NULL, OBJ(1), &bad, NULL, NULL) == -1);
    CHECK_INT("casts/turning-not-finite", dtGetError(), DT_INVALID_VALUE);
    probe_reset();
    dtDeleteShape(rod);
}

static double x_of(int object)
{
    double matrix[16];

    dtGetMatrixd(OBJ(object), matrix);
    return matrix[12];
}

static void advancing(void)
{
    DtShapeRef unit = dtSphere(1);
    DtStop stops[3];
    int i, callbacks;

    probe_reset();
    probe_default(DT_SIMPLE_RESPONSE);
    for (i = 0; i < 3; ++i) {
        dtCreateObject(OBJ(i), unit);
        move_to(i, 10 * i, 0, 0);
    }
    CHECK_LINE("Moving until touching");
    dtProceed();
    CHECK_INT("advance/nothing-moves", dtAdvance(stops, 3), 0);
    move_to(0, 40, 0, 0);
    move_to(2, -40, 0, 0);
    memset(stops, 0, sizeof stops);
    callbacks = probe_count;
    CHECK_INT("advance/stops", dtAdvance(stops, 1), 2);
    CHECK_INT("advance/no-callbacks", probe_count, callbacks);
    CHECK("advance/the-first", stops[0].object1 == OBJ(1) && stops[0].object2 == OBJ(2));
    CHECK_NEAR("advance/time", stops[0].time, 8.0 / 60, 1e-6);
    CHECK_NEAR("advance/point", stops[0].point[0], 11, 1e-5);
    CHECK_NEAR("advance/normal", stops[0].normal[0], -1, 1e-9);
    CHECK("advance/capacity", stops[1].object1 == NULL && stops[1].time == 0);
    CHECK_NEAR("advance/where-they-touch", x_of(2), 12, 1e-5);
    CHECK("advance/apart", x_of(2) > 12);
    CHECK_NEAR("advance/an-obstacle-rests", x_of(1), 10, 0);
    CHECK_NEAR("advance/stopped-by-another", x_of(0), 8, 1e-5);
    CHECK_INT("advance/nothing-collides", dtTest(), 0);
    dtProceed();
    move_to(0, 40, 0, 0);
    CHECK_INT("advance/pressed", dtAdvance(NULL, 0), 1);
    CHECK("advance/stays", x_of(0) < 8);
    move_to(0, -4, 0, 0);
    CHECK_INT("advance/free-to-leave", dtAdvance(stops, 3), 0);
    CHECK_NEAR("advance/reaches-its-place", x_of(0), -4, 0);
    move_to(0, 9, 0, 0);
    move_to(2, 30, 0, 0);
    dtProceed();
    move_to(0, 40, 0, 0);
    CHECK_INT("advance/overlapping-is-no-obstacle", dtAdvance(stops, 3), 1);
    CHECK_NEAR("advance/overlapping-is-no-obstacle", x_of(0), 28, 1e-5);
    move_to(0, 40, 0, 0);
    dtClearDefaultResponse();
    CHECK_INT("advance/no-response-is-no-obstacle", dtAdvance(stops, 3), 0);
    CHECK_NEAR("advance/no-response-is-no-obstacle", x_of(0), 40, 0);
    CHECK_INT("advance/good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    probe_default(DT_SIMPLE_RESPONSE);
    dtSelectObject(OBJ(0));
    dtScale(-1, 1, 1);
    dtAdvance(stops, 3);
    CHECK_INT("advance/mirrored", dtGetError(), DT_INVALID_VALUE);
    probe_reset();
    dtDeleteShape(unit);
}

int main(void)
{
    ball = dtSphere(0.01);
    sheet = dtNewComplexShape();
    dtBegin(DT_POLYGON);
    dtVertex(-1, -1, 0);
    dtVertex(1, -1, 0);
    dtVertex(1, 1, 0);
    dtVertex(-1, 1, 0);
    dtEnd();
    dtEndComplexShape();
    bullet();
    order();
    inside_callbacks();
    cloth();
    turning();
    advancing();
    dtDeleteShape(ball);
    dtDeleteShape(sheet);
    return check_finish();
}
