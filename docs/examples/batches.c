/* Examples of batches: many queries in one call. */
#include "examples.h"

/* Describes packed rows of doubles, or of objects. */
static DtArray rows(const void *base, DtLayout layout, DtCount count)
{
    DtArray array;

    array.base = base;
    array.layout = layout;
    array.type = DT_DOUBLE;
    array.stride = 0;
    array.count = count;
    return array;
}

/* dtBatchPairs, dtGetBadRow */
static void pairs(void)
{
    double places[3][7] = { { 5, 0, 0, 0, 0, 0, 1 }, { 1.5, 0, 0, 0, 0, 0, 1 }, { 0, 4, 0, 0, 0, 0, 1 } };
    DtObjectRef ball = BALL, crate = CRATE;
    DtArray objects1 = rows(&ball, DT_OBJECTS, 1), objects2 = rows(&crate, DT_OBJECTS, 1);
    DtArray placements = rows(places, DT_POSITION_XYZW, 3); /* each x y z and a quaternion */
    DtScalar distances[3];

    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    /* The ball at each of the places, and the crate where it is. */
    expect(dtBatchPairs(&objects1, &placements, &objects2, NULL, DT_DISTANCE, distances, NULL, 3) == 3);
    expect(near(distances[0], 3) && distances[1] == 0 && near(distances[2], 2));
    expect(dtGetBadRow() == DT_NO_ROW);
    /* Up to the first collision: two rows. */
    expect(dtBatchPairs(&objects1, &placements, &objects2, NULL, DT_FIRST_COLLISION, NULL, NULL, 0) == 2);
}

/* dtBatchContacts */
static void contacts(void)
{
    double places[2][3] = { { 0, 1.9, 0 }, { 0, 0, 1.5 } };
    double matrices[2][12] = { { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 }, { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 } };
    DtObjectRef ball = BALL, crate = CRATE;
    DtArray objects1 = rows(&ball, DT_OBJECTS, 1), objects2 = rows(&crate, DT_OBJECTS, 1);
    DtArray placements = rows(matrices, DT_ROW_MAJOR_3X4, 2);
    DtContact found[8];
    DtCount row[8], i, j;

    for (i = 0; i < 2; ++i)
        for (j = 0; j < 3; ++j) matrices[i][4 * j + 3] = places[i][j];
    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    expect(dtBatchContacts(&objects1, &placements, &objects2, NULL, found, row, 8) == 2);
    expect(row[0] == 0 && near(found[0].depth, 0.1) && row[1] == 1 && near(found[1].depth, 0.5));
}

/* dtBatchCasts */
static void casts(void)
{
    double down[2][3] = { { 0, -10, 0 }, { 0, -4, 0 } };
    DtObjectRef ball = BALL, floor = FLOOR;
    DtArray objects1 = rows(&ball, DT_OBJECTS, 1), objects2 = rows(&floor, DT_OBJECTS, 1);
    DtArray motions = rows(down, DT_POINTS, 2);
    DtRayHit hits[2];

    dtCreateObject(FLOOR, dtBox(10, 0, 10));
    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(0, 6, 0);
    expect(dtBatchCasts(&objects1, NULL, &motions, &objects2, NULL, NULL, hits, 2) == 2);
    expect(near(hits[0].time, 0.5) && hits[1].time == -1); /* the second one is too short */
}

/* dtBatchRays */
static void rays(void)
{
    double eye[3] = { -10, 0, 0 }, ends[2][3] = { { 10, 0, 0 }, { 10, 9, 0 } };
    DtArray from = rows(eye, DT_POINTS, 1), to = rows(ends, DT_POINTS, 2);
    DtRayHit hits[2];

    dtCreateObject(BALL, dtSphere(1));
    expect(dtBatchRays(&from, &to, hits, 2) == 2);
    expect(hits[0].object == BALL && near(hits[0].time, 0.45) && hits[1].time == -1);
}

/* dtBatchQuery */
static void queries(void)
{
    double places[2][7] = { { 0, 3, 0, 0, 0, 0, 1 }, { 0, 0.5, 0, 0, 0, 0, 1 } };
    DtArray placements = rows(places, DT_POSITION_XYZW, 2);
    DtQueryHit hits[8];
    DtCount row[8];

    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(0, 0, 2.5);
    /* Which objects a ball overlaps at two places. */
    expect(dtBatchQuery(DT_OVERLAP_QUERY, dtSphere(1), &placements, NULL, NULL, hits, row, 8) == 1);
    expect(row[0] == 1 && hits[0].object == CRATE);
    /* The distances of all that are nearby. */
    expect(dtBatchQuery(DT_CLOSEST_QUERY, dtSphere(1), &placements, NULL, NULL, hits, row, 8) == 4);
    expect(row[1] == 0 && hits[0].object == CRATE && near(hits[0].value, 1));
}

/* dtBatchChain */
static void chain(void)
{
    /* Two links of an arm in two configurations: stretched out, and folded over the crate. */
    double places[4][7] = { { 0, 3, 0, 0, 0, 0, 1 }, { 2, 3, 0, 0, 0, 0, 1 }, { 0, 3, 0, 0, 0, 0, 1 }, { 0, 1.5, 0, 0, 0, 0, 1 } };
    unsigned char neighbours[4] = { 0, 1, 0, 0 }; /* they always touch */
    DtObjectRef arm[2];
    DtArray links, placements, left_out = rows(neighbours, DT_FLAGS, 4);
    DtObjectPair found[2];
    DtScalar collides[2];

    arm[0] = BALL;
    arm[1] = FLOOR;
    links = rows(arm, DT_OBJECTS, 2);
    placements = rows(places, DT_POSITION_XYZW, 4);
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(FLOOR, dtSphere(1));
    expect(dtBatchChain(&links, &placements, &left_out, DT_COLLIDES, found, collides, NULL, 2) == 2);
    expect(collides[0] == 0 && collides[1] == 1 && found[1].object1 == FLOOR && found[1].object2 == CRATE);
}

void batch_examples(void)
{
    run(pairs);
    run(contacts);
    run(casts);
    run(rays);
    run(queries);
    run(chain);
}
