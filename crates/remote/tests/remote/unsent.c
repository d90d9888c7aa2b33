/* Makes many calls that wait for no answer, some with large arrays. */
#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <stdlib.h>

#define VERTICES 300000

int main(void)
{
    double *vertices = malloc(3 * VERTICES * sizeof *vertices);
    DtIndex *indices = malloc(VERTICES * sizeof *indices);
    DtShapeRef mesh;
    int i, round;
    dtCreateObject((DtObjectRef)16, dtSphere(1));
    for (i = 0; i < 100000; i++) {
        dtTranslate(i, 0, 0);
    }
    for (i = 0; i < VERTICES; i++) {
        vertices[3 * i] = i / 7.0;
        vertices[3 * i + 1] = i % 1000 / 3.0;
        vertices[3 * i + 2] = i % 77 / 9.0;
        indices[i] = (DtIndex)(VERTICES - 1 - i);
    }
    mesh = dtNewComplexShape();
    dtVertexBase(vertices);
    dtVertexIndices(DT_POLYHEDRON, VERTICES, indices);
    dtEndComplexShape();
    for (round = 0; round < 3; round++) {
        for (i = 0; i < 3 * VERTICES; i += 2) {
            vertices[i] += 1e-3;
        }
        dtChangeVertexBase(mesh, vertices);
    }
    return dtGetError() != DT_NO_ERROR;
}
