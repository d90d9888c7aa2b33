/* Examples of responses. */
#include "examples.h"

/* Two spheres that overlap. */
static void two_spheres(void)
{
    DtShapeRef sphere = dtSphere(1);

    dtCreateObject(BALL, sphere);
    dtCreateObject(CRATE, sphere);
    dtTranslate(1, 0, 0);
}

/* dtSetDefaultResponse, dtClearDefaultResponse */
static void default_response(void)
{
    int collisions = 0;

    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &collisions);
    expect(dtTest() == 1 && collisions == 1);
    dtClearDefaultResponse();
    expect(dtTest() == 0 && collisions == 1);
}

/* dtSetObjectResponse, dtClearObjectResponse, dtResetObjectResponse */
static void object_response(void)
{
    int others = 0, balls = 0;

    two_spheres(); /* BALL and CRATE, which overlap */
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &others);
    dtSetObjectResponse(BALL, count, DT_SIMPLE_RESPONSE, &balls);
    dtTest();
    expect(balls == 1 && others == 0);
    dtClearObjectResponse(BALL); /* the ball collides with nothing */
    dtTest();
    expect(balls == 1 && others == 0);
    dtResetObjectResponse(BALL); /* as all others */
    dtTest();
    expect(balls == 1 && others == 1);
}

/* dtSetPairResponse, dtClearPairResponse, dtResetPairResponse */
static void pair_response(void)
{
    int others = 0, pair = 0;

    two_spheres(); /* BALL and CRATE, which overlap */
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &others);
    dtSetPairResponse(BALL, CRATE, count, DT_SIMPLE_RESPONSE, &pair);
    dtTest();
    expect(pair == 1 && others == 0);
    dtClearPairResponse(BALL, CRATE); /* these two may overlap */
    dtTest();
    expect(pair == 1 && others == 0);
    dtResetPairResponse(BALL, CRATE); /* as all others */
    dtTest();
    expect(pair == 1 && others == 1);
}

/* dtSetFilter */
static void filter(void)
{
    enum { WALLS = 1, BULLETS = 2 };
    int collisions = 0;

    two_spheres(); /* BALL and CRATE, which overlap */
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, &collisions);
    dtSetFilter(BALL, BULLETS, WALLS); /* bullets hit walls, not each other */
    dtSetFilter(CRATE, BULLETS, WALLS);
    expect(dtTest() == 0);
    dtSetFilter(CRATE, WALLS, BULLETS);
    expect(dtTest() == 1);
}

void response_examples(void)
{
    run(default_response);
    run(object_response);
    run(pair_response);
    run(filter);
}
