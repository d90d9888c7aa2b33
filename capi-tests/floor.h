/* A mesh to stand on. */

#ifndef FLOOR_H
#define FLOOR_H

#include <SOLID/solid.h>

/* A floor of n x n squares, two triangles each, from 0 to n, at height 0. */
static DtShapeRef make_floor(int n)
{
    int i, j;
    DtShapeRef shape = dtNewComplexShape();
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) {
            dtBegin(DT_SIMPLEX);
            dtVertex(i, 0, j);
            dtVertex(i + 1, 0, j);
            dtVertex(i, 0, j + 1);
            dtEnd();
            dtBegin(DT_SIMPLEX);
            dtVertex(i + 1, 0, j + 1);
            dtVertex(i + 1, 0, j);
            dtVertex(i, 0, j + 1);
            dtEnd();
        }
    }
    dtEndComplexShape();
    return shape;
}

#endif
