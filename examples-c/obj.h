/* A small reader of Wavefront OBJ files: vertices and faces, nothing else. */
#ifndef EXAMPLES_OBJ_H
#define EXAMPLES_OBJ_H

#include <SOLID/solid.h>

typedef struct Mesh {
    DtScalar *vertices;   /* x, y, z of each vertex, packed: what dtVertexBase wants */
    DtCount vertex_count;
    DtIndex *indices;     /* the vertices of the faces, face after face */
    DtCount *face_starts; /* face f owns indices[face_starts[f]] up to, not including, indices[face_starts[f + 1]] */
    DtCount face_count;
} Mesh;

/* Reads a mesh. Returns 1, or 0 after printing to stderr what is wrong with the file. */
int obj_read(const char *path, Mesh *mesh);

/* Frees what obj_read allocated. Shapes made of the mesh live on: SOLID keeps copies. */
void obj_free(Mesh *mesh);

/* Makes a complex shape of the mesh: a triangle is a simplex, a larger face a convex polygon. */
DtShapeRef obj_shape(const Mesh *mesh);

#endif
