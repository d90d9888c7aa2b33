/* Examples of objects and their placements. */
#include "examples.h"

/* dtCreateObject, dtSelectObject, dtDeleteObject */
static void objects(void)
{
    DtVector min, max;
    static struct { double mass; } car; /* any pointer names an object */

    dtCreateObject(&car, dtBox(2, 1, 4));
    dtCreateObject(FLOOR, dtBox(100, 0, 100)); /* the object created last is current */
    dtSelectObject(&car);
    dtTranslate(0, 5, 0);
    dtGetBBox(&car, min, max);
    expect(near(min[1], 4.5));
    dtDeleteObject(&car);
    expect(!dtGetBBox(&car, min, max) && dtGetError() == DT_UNKNOWN_OBJECT);
}

/* dtLoadIdentity */
static void load_identity(void)
{
    double m[16];

    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(5, 0, 0);
    dtLoadIdentity();
    dtGetMatrixd(BALL, m);
    expect(m[12] == 0);
}

/* dtLoadMatrixd */
static void load_matrixd(void)
{
    double m[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1 }; /* the last column: where it is */
    DtVector min, max;

    dtCreateObject(BALL, dtPoint(0, 0, 0));
    dtLoadMatrixd(m);
    dtGetBBox(BALL, min, max);
    expect(near(max[0], 5) && near(max[1], 6) && near(max[2], 7));
}

/* dtLoadMatrixf */
static void load_matrixf(void)
{
    float m[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1 }; /* the last column: where it is */
    DtVector min, max;

    dtCreateObject(BALL, dtPoint(0, 0, 0));
    dtLoadMatrixf(m);
    dtGetBBox(BALL, min, max);
    expect(near(max[0], 5) && near(max[1], 6) && near(max[2], 7));
}

/* dtMultMatrixd */
static void mult_matrixd(void)
{
    double twice[16] = { 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1 };
    DtVector min, max;

    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(10, 0, 0);
    dtMultMatrixd(twice); /* about the ball's own origin */
    dtGetBBox(BALL, min, max);
    expect(near(min[0], 8) && near(max[0], 12));
}

/* dtMultMatrixf */
static void mult_matrixf(void)
{
    float twice[16] = { 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1 };
    DtVector min, max;

    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(10, 0, 0);
    dtMultMatrixf(twice); /* about the ball's own origin */
    dtGetBBox(BALL, min, max);
    expect(near(min[0], 8) && near(max[0], 12));
}

/* dtTranslate */
static void translate(void)
{
    double m[16];

    dtCreateObject(BALL, dtSphere(1));
    dtScale(2, 2, 2);
    dtTranslate(1, 0, 0); /* along axes that are scaled already */
    dtGetMatrixd(BALL, m);
    expect(m[12] == 2);
}

/* dtRotate */
static void rotate(void)
{
    DtVector min, max;

    dtCreateObject(CRATE, dtBox(4, 2, 2));
    dtRotate(0, 0, 1, 1); /* about z, by a quarter turn */
    dtGetBBox(CRATE, min, max);
    expect(near(max[0], 1) && near(max[1], 2));
}

/* dtScale */
static void scale(void)
{
    DtVector min, max;

    dtCreateObject(BALL, dtSphere(1));
    dtScale(1, 3, 1); /* an ellipsoid */
    dtGetBBox(BALL, min, max);
    expect(near(max[0], 1) && near(max[1], 3));
}

/* dtGetError, dtErrorString */
static void errors(void)
{
    dtSelectObject(BALL);
    expect(dtGetError() == DT_UNKNOWN_OBJECT);
    expect(dtGetError() == DT_NO_ERROR); /* it is forgotten */
    expect(dtErrorString(DT_UNKNOWN_OBJECT)[0] == 't'); /* "there is no such object" */
}

void object_examples(void)
{
    run(objects);
    run(load_identity);
    run(load_matrixd);
    run(load_matrixf);
    run(mult_matrixd);
    run(mult_matrixf);
    run(translate);
    run(rotate);
    run(scale);
    run(errors);
}
