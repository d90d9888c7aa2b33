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

/* dtDebugDraw */
static void draw_line(void *client_data, const DtLine *line)
{
    /* with OpenGL: glVertex3dv(line->point1); glVertex3dv(line->point2); */
    if (line->object1 == CRATE) ++*(int *)client_data;
}

static void debug_draw(void)
{
    int edges = 0;

    dtCreateObject(CRATE, dtBox(2, 2, 2));
    expect(dtDebugDraw(DT_DRAW_SHAPES, draw_line, &edges) == 12);
    expect(edges == 12);
}

/* dtGetLines */
static void lines(void)
{
    DtLine edges[12];

    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtTranslate(0, 10, 0);
    expect(dtGetLines(DT_DRAW_BOXES, edges, 12) == 12);
    expect(near(edges[0].point1[1], 9)); /* a corner */
}

/* dtSaveWorld, dtLoadWorld, dtGetSavedObjects, dtReplaceResponses */
static void saved_world(void)
{
    static char bytes[4096], entities[2]; /* of the program that loads */
    DtContext world = dtNewContext();
    DtSavedObject objects[2];
    DtObjectRef names[2];
    DtArray array = { 0 };
    DtCount size;
    int i, collisions = 0;

    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &collisions);
    dtCreateObject(BALL, dtSphere(1));
    dtSetObjectData(BALL, NULL, 1); /* numbers that both programs know */
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    size = dtSaveWorld(bytes, sizeof bytes); /* for a file */
    expect(size > 0 && size <= sizeof bytes);

    dtMakeCurrent(world);
    expect(dtGetSavedObjects(bytes, size, objects, 2) == 2);
    for (i = 0; i < 2; ++i) names[i] = entities + objects[i].number;
    array.base = names;
    array.layout = DT_OBJECTS;
    array.count = 2;
    expect(dtLoadWorld(bytes, size, &array));
    dtReplaceResponses(count, DT_SIMPLE_RESPONSE, &collisions);
    expect(dtTest() == 1 && collisions == 1);
    expect(dtGetShape(entities + 1) != NULL); /* the ball's */
    dtMakeCurrent(NULL);
    dtDeleteContext(world);
}

void scene_examples(void)
{
    run(saved_world);
    run(debug_draw);
    run(lines);
    run(contexts);
    run(broad_phase);
    run(boxes);
    run(threads);
    run(statistics);
}
