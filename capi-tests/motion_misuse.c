/* dtTestMotion, dtAdvance and dtCastObjectsTurning with bad numbers, and with callbacks that do what they like while objects turn. */
#include <setjmp.h>
#include <string.h>
#include <time.h>

#include "probe.h"

static DtShapeRef rod, ball;
static const double pi = 3.14159265358979323846;
static double not_a_number, infinite;

/* A rod along x, which turns by a right angle about z, over balls at 45 degrees and, nearer to the end, at 70. */
static void scene(void)
{
    int i;

    probe_reset();
    dtSetMotion(DT_TURNING_MOTION);
    probe_default(DT_WITNESSED_RESPONSE);
    dtCreateObject(OBJ(0), rod);
    for (i = 1; i < 3; i++) {
        double angle = (i == 1 ? 45 : 70) * pi / 180;
        probe_create(OBJ(i), ball, cos(angle), sin(angle), 0);
    }
    dtProceed();
    dtSelectObject(OBJ(0));
    dtRotate(0, 0, 1, 1);
    probe_count = 0;
}

static int test_motion(void)
{
    probe_count = 0;
    return (int)dtTestMotion();
}

/* What was broken is mended: the scene answers as at first. */
static void whole_again(void)
{
    scene();
    CHECK_INT("motion/whole-again", test_motion(), 2);
    CHECK("motion/whole-again", probe_log[0].object2 == OBJ(1) && probe_log[1].object2 == OBJ(2));
    CHECK_INT("motion/whole-again", dtGetError(), DT_NO_ERROR);
}

static void load(double value, int index)
{
    double matrix[16];

    dtGetMatrixd(OBJ(0), matrix);
    matrix[index] = value;
    dtSelectObject(OBJ(0));
    dtLoadMatrixd(matrix);
    dtGetError();
}

static void no_numbers(void)
{
    double bad[2];
    int i, index;

    bad[0] = not_a_number;
    bad[1] = infinite;
    CHECK_LINE("Motion: placements that are no numbers");
    for (i = 0; i < 2; i++) {
        for (index = 0; index < 15; index += index == 10 ? 2 : 1) {
            if (index % 4 == 3) {
                continue;
            }
            check_case("element %d is %g", index, bad[i]);
            scene();
            load(bad[i], index);
            CHECK_INT("motion/no-number-now", test_motion(), 0);
            CHECK_INT("motion/no-number-now", dtAdvance(NULL, 0), 0);
            dtProceed();
            dtLoadIdentity(); /* across the balls, it would move; but it comes from nowhere */
            dtRotate(0, 0, sin(pi / 8), cos(pi / 8));
            CHECK_INT("motion/no-number-before", test_motion(), 1);
            CHECK_NEAR("motion/no-number-before", dtContactTime(), 0, 0);
            CHECK_INT("motion/no-number-before", dtGetError(), DT_NO_ERROR);
        }
    }
    scene();
    dtRotate(0, 0, 0, 0);
    CHECK_INT("motion/zero-quaternion", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("motion/zero-quaternion", test_motion(), 0);
    whole_again();
    scene();
    dtRotate(not_a_number, 0, 0, 1);
    CHECK_INT("motion/quaternion-not-finite", dtGetError(), DT_INVALID_VALUE);
    whole_again();
}

static void first_frame(void)
{
    CHECK_LINE("Motion: there is no previous frame");
    probe_reset();
    probe_default(DT_WITNESSED_RESPONSE);
    dtCreateObject(OBJ(0), rod);
    dtRotate(0, 0, 1, 1);
    probe_create(OBJ(1), ball, 0.7, 0.7, 0);
    CHECK_INT("motion/first-frame", test_motion(), 0);
    CHECK_INT("motion/first-frame", dtAdvance(NULL, 0), 0);
    dtSetSpin(OBJ(0), 0, 0, 7);
    CHECK_INT("motion/first-frame", test_motion(), 0);
    probe_create(OBJ(2), ball, 0, 0.7, 0);
    CHECK_INT("motion/first-frame", test_motion(), 1);
    CHECK("motion/first-frame", dtContactTime() == 0 && probe_log[0].object2 == OBJ(2));
    whole_again();
}

static void mirrors_and_shears(void)
{
    static const double sheared[16] = {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    DtShapeRef box = dtBox(2, 2, 2);
    double time;

    CHECK_LINE("Motion: a mirror or a shear appears");
    scene();
    dtScale(1, 1, -1);
    CHECK_INT("motion/mirror-appears", test_motion(), 2); /* the points go straight, over both balls */
    CHECK_INT("motion/mirror-appears", dtGetError(), DT_INVALID_VALUE);
    dtAdvance(NULL, 0);
    CHECK_INT("motion/mirror-appears", dtGetError(), DT_INVALID_VALUE);
    scene();
    dtScale(1, 0, 1);
    test_motion();
    CHECK_INT("motion/flattened", dtGetError(), DT_INVALID_VALUE);
    dtProceed();
    dtLoadIdentity();
    test_motion();
    CHECK_INT("motion/flattened", dtGetError(), DT_INVALID_VALUE);
    dtProceed();
    CHECK_INT("motion/flattened", test_motion(), 0);
    CHECK_INT("motion/flattened", dtGetError(), DT_NO_ERROR);

    probe_reset();
    probe_default(DT_SIMPLE_RESPONSE);
    dtCreateObject(OBJ(0), box);
    probe_create(OBJ(1), ball, 2, 0.9, 0);
    dtProceed();
    dtSelectObject(OBJ(0));
    dtLoadMatrixd(sheared); /* its upper corners come to x = 2 */
    CHECK_INT("motion/shear-appears", test_motion(), 0);
    dtLoadIdentity();
    dtProceed();
    dtSelectObject(OBJ(1));
    dtLoadIdentity();
    dtTranslate(1.8, 0.95, 0);
    dtProceed();
    dtSelectObject(OBJ(0));
    dtLoadMatrixd(sheared);
    CHECK_INT("motion/shear-appears", test_motion(), 1);
    time = dtContactTime();
    CHECK("motion/shear-appears", 0.5 < time && time < 1);
    CHECK_INT("motion/shear-appears", dtGetError(), DT_NO_ERROR);
    probe_reset();
    dtDeleteShape(box);
    whole_again();
}

/* Each of these must be over at once. */
static void huge(void)
{
    static const double sizes[] = {1e-300, 1e-200, 1e-150, 1e-75, 1e75, 1e100, 1e150, 1e200, 1e300};
    DtMotion far;
    clock_t begun = clock();
    int i, count;

    CHECK_LINE("Motion: huge spins, pivots and places");
    memset(&far, 0, sizeof far);
    scene();
    dtSetSpin(OBJ(0), 0, 0, 1e300);
    CHECK_INT("motion/huge-spin", dtGetError(), DT_INVALID_VALUE);
    dtSetSpin(OBJ(0), 0, 0, 10001);
    CHECK_INT("motion/huge-spin", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("motion/huge-spin", test_motion(), 2);
    far.spin[0] = 1e300;
    CHECK("motion/huge-spin", dtCastObjectsTurning(OBJ(0), &far, OBJ(1), NULL, NULL, NULL) == -1);
    CHECK_INT("motion/huge-spin", dtGetError(), DT_INVALID_VALUE);
    dtSetSpin(OBJ(0), 0, 0, 10000);
    CHECK_INT("motion/large-spin", test_motion(), 2);
    CHECK("motion/large-spin", dtContactTime() < 2 * pi / 10000);
    /* The balls are out of its reach: in all those turns nothing is hit. */
    for (i = 1; i < 3; i++) {
        dtSelectObject(OBJ(i));
        dtLoadIdentity();
        dtTranslate(1.43, i == 1 ? 1.43 : -1.43, 0);
        dtProceed();
    }
    dtSelectObject(OBJ(0));
    dtLoadIdentity();
    dtRotate(0, 0, 1, 1);
    CHECK_INT("motion/large-spin", test_motion(), 0);
    CHECK_INT("motion/large-spin", dtGetError(), DT_NO_ERROR);

    for (i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        double size = sizes[i];
        check_case("size %g", size);
        scene();
        dtSetPivot(OBJ(0), size, -size, size);
        count = test_motion();
        CHECK("motion/huge-pivot", size > 1 || count == 2);
        dtSetPivot(OBJ(0), 0, 0, 0);
        /* From far, through both balls, turning. */
        dtSelectObject(OBJ(0));
        dtLoadIdentity();
        dtTranslate(-size, -size, 0);
        dtProceed();
        dtTranslate(2 * size, 2 * size, 0);
        dtRotate(0, 0, 1, 1);
        count = test_motion();
        CHECK("motion/from-far", count >= 0);
        dtAdvance(NULL, 0);
        dtGetError();
    }
    CHECK("motion/over-at-once", (double)(clock() - begun) < 5.0 * CLOCKS_PER_SEC);
    whole_again();
}

/* Everything is as many times as large, and meets at the same time. */
static void scaled(void)
{
    static const double sizes[] = {1e-150, 1e-100, 1e-75, 1e-20, 1, 1e20, 1e70, 1e74, 1e75, 1e76, 1e100, 1e150};
    double expected = 0.5 - asin(0.06 / sqrt(2.0)) / (pi / 2);
    int i;

    CHECK_LINE("Motion: scenes of any size");
    for (i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        double size = sizes[i];
        DtShapeRef long_rod = dtBox(4 * size, 0.1 * size, 0.1 * size), large_ball = dtSphere(0.01 * size);
        check_case("size %g", size);
        probe_reset();
        probe_default(DT_WITNESSED_RESPONSE);
        dtCreateObject(OBJ(0), long_rod);
        probe_create(OBJ(1), large_ball, size, size, 0);
        dtProceed();
        dtSelectObject(OBJ(0));
        dtRotate(0, 0, 1, 1);
        CHECK_INT("motion/any-size", test_motion(), 1);
        CHECK_NEAR("motion/any-size", dtContactTime(), expected, 1e-6);
        CHECK_INT("motion/any-size", dtAdvance(NULL, 0), 1);
        CHECK_INT("motion/any-size", dtTest(), 0);
        CHECK_INT("motion/any-size", dtGetError(), DT_NO_ERROR);
        probe_reset();
        dtDeleteShape(long_rod);
        dtDeleteShape(large_ball);
    }
    whole_again();
}

static int calls, what;
static jmp_buf out;

enum { DELETE_ROD, DELETE_OTHER, CREATE, NEST, NEST_ADVANCE, LEAVE, PROCEED, SPIN_BACK, SWITCH, ACTIONS };

static void act(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
    if (++calls != 1) {
        return;
    }
    switch (what) {
    case DELETE_ROD:
        dtDeleteObject(OBJ(0));
        break;
    case DELETE_OTHER:
        dtDeleteObject(OBJ(2));
        break;
    case CREATE:
        probe_create(OBJ(3), ball, 0, 1, 0); /* in the rod's way: left to the next test */
        break;
    case NEST:
        CHECK_INT("motion/turning-nested", dtTestMotion(), 2);
        break;
    case NEST_ADVANCE:
        CHECK_INT("motion/turning-advance-in-a-callback", dtAdvance(NULL, 0), 1);
        break;
    case LEAVE:
        longjmp(out, 1);
    case PROCEED:
        dtProceed(); /* nothing moves any more */
        break;
    case SPIN_BACK:
        dtSetSpin(OBJ(0), 0, 0, -1.5 * pi); /* the other way round, where the rod's other end comes */
        break;
    case SWITCH:
        dtSetMotion(DT_STRAIGHT_MOTION); /* upright from the start */
        break;
    default:
        break;
    }
}

static void callbacks(void)
{
    /* How often each is called in all, the nested calls too. */
    static const int expected[ACTIONS] = {1, 1, 2, 4, 1, 1, 1, 2, 1};

    CHECK_LINE("Motion: callbacks may do anything while objects turn");
    for (what = 0; what < ACTIONS; what++) {
        check_case("action %d", what);
        scene();
        dtSetDefaultResponse(act, DT_WITNESSED_RESPONSE, NULL);
        calls = 0;
        if (setjmp(out) == 0) {
            dtTestMotion();
        }
        CHECK_INT("motion/turning-and-callbacks", calls, expected[what]);
        CHECK_INT("motion/turning-and-callbacks", dtGetError(), DT_NO_ERROR);
        if (what == CREATE) {
            CHECK_INT("motion/turning-and-callbacks", dtTestMotion(), 3);
        }
        whole_again();
    }
}

int main(void)
{
    infinite = HUGE_VAL;
    not_a_number = infinite - infinite;
    rod = dtBox(4, 0.1, 0.1);
    ball = dtSphere(0.01);
    no_numbers();
    first_frame();
    mirrors_and_shears();
    huge();
    scaled();
    callbacks();
    probe_reset();
    dtDeleteShape(rod);
    dtDeleteShape(ball);
    return check_finish();
}
