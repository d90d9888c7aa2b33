/* A fault on purpose, for .ci/sanitize-address and .ci/leaks: the array is shorter than was announced. */
#include <SOLID/solid.h>
#include <stdlib.h>

int main(void)
{
    double *vertices = calloc(9, sizeof *vertices);
    DtShapeRef shape = dtNewComplexShape();

    dtVertexBase(vertices);
    dtVertexRange(DT_POLYHEDRON, 0, 8);
    dtEndComplexShape();
    dtDeleteShape(shape);
    free(vertices);
    return 0;
}
