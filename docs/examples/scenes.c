/* Examples of contexts and settings. */
#include "examples.h"

/* dtNewContext, dtMakeCurrent, dtCurrentContext, dtDeleteContext */
static void contexts(void)
{
    DtContext before = dtCurrentContext(), world = dtNewContext();
    DtVector min, max;

    dtMakeCurrent(world);
    dtCreateObject(BALL, dtSphere(1));
    dtMakeCurrent(before); /* which has no ball */
    expect(!dtGetBBox(BALL, min, max) && dtGetError() == DT_UNKNOWN_OBJECT);
    dtDeleteContext(world);
    expect(dtCurrentContext() == before);
}

/* dtSetBroadPhase */
static void broad_phase(void)
{
    int collisions = 0;

    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &collisions);
    dtSetBroadPhase(DT_BOX_TREE); /* few of many objects move */
    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    expect(dtTest() == 1);
}

/* dtSetBoxes */
static void boxes(void)
{
    int collisions = 0;

    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &collisions);
    dtSetBoxes(DT_TRUE); /* cubes, as in SOLID 1.0 */
    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    expect(dtTest() == 1);
}

/* dtSetThreads */
static void threads(void)
{
    int collisions = 0;

    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &collisions);
    dtSetThreads(2);
    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    expect(dtTest() == 1); /* the callback is called on this thread */
    dtSetThreads(1);
}

/* dtGetStatistics */
static void statistics(void)
{
    DtStatistics numbers;
    int collisions = 0;

    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &collisions);
    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtGetStatistics(&numbers);
    expect(numbers.objects == 2 && numbers.pairs == 1);
}

void scene_examples(void)
{
    run(contexts);
    run(broad_phase);
    run(boxes);
    run(threads);
    run(statistics);
}
