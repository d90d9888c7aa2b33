#include "mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more element: doubles the array whenever its count reaches a power of two. */
static void *grown(void *array, DtCount count, size_t element_size)
{
    if (count != 0 && (count & (count - 1)) != 0) return array;
    array = realloc(array, (count == 0 ? 1 : 2 * (size_t)count) * element_size);
    if (array == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return array;
}

void mesh_init(Mesh *mesh)
{
    memset(mesh, 0, sizeof *mesh);
    mesh->face_starts = (DtCount *)grown(NULL, 0, sizeof(DtCount));
    mesh->face_starts[0] = 0;
    mesh->face_starts = (DtCount *)grown(mesh->face_starts, 1, sizeof(DtCount));
    mesh->face_starts[1] = 0; /* the end of the face that is being made */
}

DtIndex mesh_vertex(Mesh *mesh, double x, double y, double z)
{
    double v[3];
    DtCount i, n = 3 * mesh->vertex_count;

    v[0] = x;
    v[1] = y;
    v[2] = z;
    for (i = 0; i < 3; ++i, ++n) {
        mesh->vertices = (DtScalar *)grown(mesh->vertices, n, sizeof(DtScalar));
        mesh->vertices[n] = v[i];
    }
    return mesh->vertex_count++;
}

void mesh_index(Mesh *mesh, DtIndex index)
{
    DtCount *end = &mesh->face_starts[mesh->face_count + 1];

    mesh->indices = (DtIndex *)grown(mesh->indices, *end, sizeof(DtIndex));
    mesh->indices[(*end)++] = index;
}

void mesh_end_face(Mesh *mesh)
{
    DtCount end = mesh->face_starts[mesh->face_count + 1];

    ++mesh->face_count;
    mesh->face_starts = (DtCount *)grown(mesh->face_starts, mesh->face_count + 1, sizeof(DtCount));
    mesh->face_starts[mesh->face_count + 1] = end;
}

DtCount mesh_open_count(const Mesh *mesh)
{
    return mesh->face_starts[mesh->face_count + 1] - mesh->face_starts[mesh->face_count];
}

void mesh_triangle(Mesh *mesh, DtIndex a, DtIndex b, DtIndex c)
{
    mesh_index(mesh, a);
    mesh_index(mesh, b);
    mesh_index(mesh, c);
    mesh_end_face(mesh);
}

void mesh_quad(Mesh *mesh, DtIndex a, DtIndex b, DtIndex c, DtIndex d)
{
    mesh_index(mesh, a);
    mesh_index(mesh, b);
    mesh_index(mesh, c);
    mesh_index(mesh, d);
    mesh_end_face(mesh);
}

void mesh_free(Mesh *mesh)
{
    free(mesh->vertices);
    free(mesh->indices);
    free(mesh->face_starts);
    memset(mesh, 0, sizeof *mesh);
}

DtShapeRef mesh_shape(const Mesh *mesh, DtPolyType polygons)
{
    DtShapeRef shape = dtNewComplexShape();
    DtCount face;

    dtVertexBase(mesh->vertices);
    for (face = 0; face < mesh->face_count; ++face) {
        DtCount start = mesh->face_starts[face], count = mesh->face_starts[face + 1] - start;

        dtVertexIndices(count <= 3 ? DT_SIMPLEX : polygons, count, mesh->indices + start);
    }
    dtEndComplexShape();
    return shape;
}
