/* Runs the examples of the reference, which stand beside this file: what follows a comment that names functions, up to the end
   of the next function, is their example. */
#include "examples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const double corners[12] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
const DtIndex faces[12] = { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3 };

static int examples;

void check(int holds, const char *condition, const char *file, int line)
{
    if (holds) return;
    fprintf(stderr, "%s:%d: expected %s\n", file, line, condition);
    exit(1);
}

int near(double a, double b)
{
    return fabs(a - b) < 1e-5;
}

void count(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    ++*(int *)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
}

DtShapeRef tetrahedron(void)
{
    DtShapeRef shape = dtNewComplexShape();
    int i;

    dtVertexBase(corners);
    for (i = 0; i < 4; ++i) dtVertexIndices(DT_SIMPLEX, 3, faces + 3 * i);
    dtEndComplexShape();
    return shape;
}

void run(void (*example)(void))
{
    DtContext context = dtNewContext();

    dtMakeCurrent(context);
    example();
    dtMakeCurrent(context);
    expect(dtGetError() == DT_NO_ERROR);
    dtMakeCurrent(NULL);
    dtDeleteContext(context);
    expect(dtGetError() == DT_NO_ERROR);
    ++examples;
}

int main(void)
{
    shape_examples();
    composed_examples();
    complex_examples();
    deforming_examples();
    object_examples();
    response_examples();
    test_examples();
    query_examples();
    batch_examples();
    contact_examples();
    scene_examples();
    error_claims();
    printf("%d examples\n", examples);
    return 0;
}
