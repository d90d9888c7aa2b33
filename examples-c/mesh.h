/* Meshes: polygons over an array of vertices, built piece by piece, and made into complex shapes. */
#ifndef EXAMPLES_MESH_H
#define EXAMPLES_MESH_H

#include <SOLID/solid.h>

typedef struct Mesh {
    DtScalar *vertices;   /* x, y, z of each vertex, packed: what dtVertexBase wants */
    DtCount vertex_count;
    DtIndex *indices;     /* the vertices of the faces, face after face */
    DtCount *face_starts; /* face f owns indices[face_starts[f]] up to, not including, indices[face_starts[f + 1]] */
    DtCount face_count;
} Mesh;

/* Makes a mesh without anything. Running out of memory ends the program, here and below. */
void mesh_init(Mesh *mesh);

/* Adds a vertex and returns its index. */
DtIndex mesh_vertex(Mesh *mesh, double x, double y, double z);

/* Adds a vertex, by its index, to the face that is being made; mesh_end_face closes that face. */
void mesh_index(Mesh *mesh, DtIndex index);
void mesh_end_face(Mesh *mesh);

/* How many vertices the face has that is being made. */
DtCount mesh_open_count(const Mesh *mesh);

/* Faces of three and of four vertices at once. */
void mesh_triangle(Mesh *mesh, DtIndex a, DtIndex b, DtIndex c);
void mesh_quad(Mesh *mesh, DtIndex a, DtIndex b, DtIndex c, DtIndex d);

/* Frees what the mesh has allocated. Shapes made of it live on: SOLID keeps copies. */
void mesh_free(Mesh *mesh);

/*
 * Makes a complex shape of the mesh. A triangle is a simplex, as are edges and points; larger faces are of the type given:
 * DT_POLYGON, or DT_CONCAVE_POLYGON.
 */
DtShapeRef mesh_shape(const Mesh *mesh, DtPolyType polygons);

#endif
