/* Examples of tests and frames. */
#include <math.h>

#include "examples.h"

/* dtTest */
static void test(void)
{
    int collisions = 0;

    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &collisions);
    dtTranslate(2.5, 0, 0);
    expect(dtTest() == 0);
    dtTranslate(-0.5, 0, 0); /* now they touch */
    expect(dtTest() == 1);
}

/* dtTestObjects */
static void test_objects(void)
{
    int collisions = 0;

    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &collisions);
    expect(dtTestObjects(BALL, CRATE) == 1 && collisions == 1);
}

/* dtEndTest */
static void first_alone(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    count(client_data, object1, object2, coll_data);
    dtEndTest(); /* whether anything collides is all that is asked */
}

static void end_test(void)
{
    int collisions = 0, others[3], i;

    dtCreateObject(BALL, dtSphere(1));
    for (i = 0; i < 3; i++)
        dtCreateObject(&others[i], dtBox(2, 2, 2));
    dtSetDefaultResponse(first_alone, DT_SIMPLE_RESPONSE, &collisions);
    expect(dtTest() == 1 && collisions == 1);
}

/* dtProceed */
static void keep_normal(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    *(double *)client_data = coll_data->normal[1];
    (void)object1;
    (void)object2;
}

static void proceed(void)
{
    double above = 0;

    dtSetDefaultResponse(keep_normal, DT_SMART_RESPONSE, &above);
    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(FLOOR, dtBox(10, 0, 10));
    dtSelectObject(BALL);
    dtTranslate(0, 1.25, 0);
    dtProceed(); /* ends the frame: the ball is 0.25 above the floor */
    dtTranslate(0, -0.5, 0);
    expect(dtTest() == 1 && near(above, 0.25));
}

/* dtEnableCaching, dtDisableCaching */
static void caching(void)
{
    int collisions = 0;

    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &collisions);
    dtDisableCaching();
    expect(dtTest() == 1);
    dtEnableCaching();
    expect(dtTest() == 1); /* the same, and faster from frame to frame */
}

/* dtSetTolerance */
static void tolerance(void)
{
    double distance;

    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtCylinder(1, 2));
    dtTranslate(5, 3, 0);
    dtSetTolerance(0.01); /* 1 % is enough */
    distance = dtGetClosestPair(BALL, CRATE, NULL, NULL);
    expect(distance > 0.99 * 3.472135955 && distance < 1.01 * 3.472135955);
}

/* dtTestMotion, dtContactTime */
static void keep_time(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    *(double *)client_data = dtContactTime();
    (void)object1;
    (void)object2;
    (void)coll_data;
}

static void test_motion(void)
{
    double time = -1;

    dtSetDefaultResponse(keep_time, DT_SIMPLE_RESPONSE, &time);
    dtCreateObject(FLOOR, dtBox(10, 0, 10));
    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(0, 5, 0);
    dtProceed(); /* the motion begins here */
    dtTranslate(0, -8, 0);
    expect(dtTest() == 0); /* the ball is below the floor already */
    expect(dtTestMotion() == 1 && near(time, 0.5));
}

/* dtSetMotion */
static void set_motion(void)
{
    int hits = 0;

    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &hits);
    dtCreateObject(CRATE, dtBox(4, 0.1, 0.1)); /* a rod, which turns about its middle */
    dtCreateObject(BALL, dtSphere(0.1));
    dtTranslate(1, 1, 0);
    dtProceed();
    dtSelectObject(CRATE);
    dtRotate(0, 0, 1, 1); /* by a right angle */
    expect(dtTestMotion() == 1); /* it comes by the ball on the way */
    dtSetMotion(DT_STRAIGHT_MOTION);
    expect(dtTestMotion() == 0); /* it is upright from the start */
}

/* dtSetSpin */
static void set_spin(void)
{
    int hits = 0;

    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &hits);
    dtCreateObject(CRATE, dtBox(4, 0.1, 0.1));
    dtCreateObject(BALL, dtSphere(0.1));
    dtTranslate(1, 1, 0);
    dtProceed();
    expect(dtTestMotion() == 0); /* nothing seems to have moved */
    dtSetSpin(CRATE, 0, 0, 6.283185307); /* a full turn about the z-axis in each frame */
    expect(dtTestMotion() == 1);
}

/* dtSetPivot */
static void set_pivot(void)
{
    int hits = 0;

    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &hits);
    dtCreateObject(CRATE, dtBox(1, 0.1, 2)); /* a door */
    dtSetPivot(CRATE, -0.5, 0, 0); /* its hinge, */
    dtTranslate(0.5, 0, 0); /* which is at the origin */
    dtCreateObject(BALL, dtSphere(0.1));
    dtTranslate(0.6, 0.6, 0);
    dtProceed();
    dtSelectObject(CRATE);
    dtLoadIdentity();
    dtTranslate(0, 0.5, 0);
    dtRotate(0, 0, 1, 1); /* it has opened */
    expect(dtTestMotion() == 1);
}

/* dtGetEvents */
static void get_events(void)
{
    DtShapeRef ball = dtSphere(1);
    DtEvent event;
    int called = 0;

    dtCreateObject(BALL, ball);
    dtCreateObject(CRATE, ball);
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &called);
    expect(dtGetEvents(&event, 1) == 1 && event.kind == DT_BEGAN);
    dtProceed();
    dtTranslate(5, 0, 0);
    expect(dtGetEvents(&event, 1) == 1 && event.kind == DT_ENDED);
    expect(event.object1 == BALL && event.object2 == CRATE && called == 0);
}

static DtBool count_begun(void *client_data, const DtEvent *event)
{
    *(int *)client_data += event->kind == DT_BEGAN;
    return DT_TRUE; /* and on to the next one */
}

/* dtVisitEvents */
static void visit_events(void)
{
    DtShapeRef ball = dtSphere(1);
    int begun = 0;

    dtCreateObject(BALL, ball);
    dtCreateObject(CRATE, ball);
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, NULL);
    expect(dtVisitEvents(count_begun, &begun) == 1 && begun == 1);
    dtProceed();
    expect(dtVisitEvents(count_begun, &begun) == 1 && begun == 1); /* it stays */
}

/* dtGetNearPairs */
static void near_pairs(void)
{
    DtShapeRef ball = dtSphere(1);
    DtNearPair pair;
    int called = 0;

    dtCreateObject(BALL, ball);
    dtCreateObject(CRATE, ball);
    dtTranslate(2.5, 0, 0);
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &called);
    expect(dtGetNearPairs(0.4, &pair, 1) == 0);
    expect(dtGetNearPairs(1, &pair, 1) == 1 && near(pair.distance, 0.5) && near(pair.point2[0], 1.5));
}

static DtBool keep_nearest(void *client_data, const DtNearPair *pair)
{
    DtScalar *nearest = client_data;

    if (pair->distance < *nearest)
        *nearest = pair->distance;
    return DT_TRUE;
}

/* dtVisitNearPairs */
static void visit_near_pairs(void)
{
    DtShapeRef ball = dtSphere(1);
    DtScalar nearest = 9;

    dtCreateObject(BALL, ball);
    dtCreateObject(CRATE, ball);
    dtTranslate(2.5, 0, 0);
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, NULL);
    expect(dtVisitNearPairs(1, keep_nearest, &nearest) == 1 && near(nearest, 0.5));
}

/* dtSetObjectData, dtGetObjectData */
static void object_data(void)
{
    static char entity[] = "entity";
    void *pointer;
    unsigned kind;

    dtCreateObject(BALL, dtSphere(1));
    dtSetObjectData(BALL, entity, 3);
    expect(dtGetObjectData(BALL, &pointer, &kind) && pointer == entity && kind == 3);
}

/* dtAdvance */
static void advance(void)
{
    int hits = 0;
    DtStop stop;

    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &hits);
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtCreateObject(BALL, dtSphere(0.5));
    dtTranslate(-4, 0, 0);
    dtProceed();
    dtSelectObject(BALL);
    dtLoadIdentity();
    dtTranslate(4, 0, 0); /* where it would be without the crate */
    expect(dtAdvance(&stop, 1) == 1);
    expect(stop.object1 == CRATE && stop.object2 == BALL && hits == 0);
    expect(fabs(stop.time - 2.5 / 8) < 1e-6 && fabs(stop.normal[0] - 1) < 1e-9);
    expect(dtTest() == 0); /* it is just before the crate */
    expect(dtWithinDistance(CRATE, BALL, 1e-5));
}

void test_examples(void)
{
    run(get_events);
    run(visit_events);
    run(near_pairs);
    run(visit_near_pairs);
    run(object_data);
    run(test);
    run(test_objects);
    run(end_test);
    run(proceed);
    run(caching);
    run(tolerance);
    run(test_motion);
    run(set_motion);
    run(set_spin);
    run(set_pivot);
    run(advance);
}
