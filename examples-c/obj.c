#include "obj.h"

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

static int read_vertex(const char *text, Mesh *mesh)
{
    double v[3];
    DtCount i, n = 3 * mesh->vertex_count;

    if (sscanf(text, "%lf %lf %lf", &v[0], &v[1], &v[2]) != 3) return 0;
    for (i = 0; i < 3; ++i, ++n) {
        mesh->vertices = (DtScalar *)grown(mesh->vertices, n, sizeof(DtScalar));
        mesh->vertices[n] = v[i];
    }
    ++mesh->vertex_count;
    return 1;
}

/* A face is a list such as "1 2 3" or "1/4/1 2/5/1 3/6/1"; the first number of each group names the vertex. */
static int read_face(const char *text, Mesh *mesh)
{
    DtCount start = mesh->face_starts[mesh->face_count], end = start;

    for (;;) {
        char *rest;
        long number = strtol(text, &rest, 10);

        if (rest == text) break;
        if (number < 0) number += (long)mesh->vertex_count + 1; /* -1 is the last vertex so far */
        if (number < 1 || number > (long)mesh->vertex_count) return 0;
        mesh->indices = (DtIndex *)grown(mesh->indices, end, sizeof(DtIndex));
        mesh->indices[end++] = (DtIndex)(number - 1); /* OBJ counts from 1 */
        text = rest + strcspn(rest, " \t\r\n");
    }
    if (end < start + 3) return 0;
    ++mesh->face_count;
    mesh->face_starts = (DtCount *)grown(mesh->face_starts, mesh->face_count, sizeof(DtCount));
    mesh->face_starts[mesh->face_count] = end;
    return 1;
}

int obj_read(const char *path, Mesh *mesh)
{
    FILE *file = fopen(path, "r");
    char line[4096];
    int line_number = 0, good = 1;

    if (file == NULL) {
        fprintf(stderr, "cannot open %s\n", path);
        return 0;
    }
    memset(mesh, 0, sizeof *mesh);
    mesh->face_starts = (DtCount *)grown(NULL, 0, sizeof(DtCount));
    mesh->face_starts[0] = 0;
    while (good && fgets(line, sizeof line, file) != NULL) {
        ++line_number;
        if (line[0] == 'v' && (line[1] == ' ' || line[1] == '\t')) good = read_vertex(line + 2, mesh);
        if (line[0] == 'f' && (line[1] == ' ' || line[1] == '\t')) good = read_face(line + 2, mesh);
    }
    fclose(file);
    if (!good) fprintf(stderr, "%s, line %d: this is not OBJ\n", path, line_number);
    if (good && mesh->face_count == 0) fprintf(stderr, "%s: no faces\n", path);
    good = good && mesh->face_count != 0;
    if (!good) obj_free(mesh);
    return good;
}

void obj_free(Mesh *mesh)
{
    free(mesh->vertices);
    free(mesh->indices);
    free(mesh->face_starts);
    memset(mesh, 0, sizeof *mesh);
}

DtShapeRef obj_shape(const Mesh *mesh)
{
    DtShapeRef shape = dtNewComplexShape();
    DtCount face;

    dtVertexBase(mesh->vertices);
    for (face = 0; face < mesh->face_count; ++face) {
        DtCount start = mesh->face_starts[face], count = mesh->face_starts[face + 1] - start;

        dtVertexIndices(count == 3 ? DT_SIMPLEX : DT_POLYGON, count, mesh->indices + start);
    }
    dtEndComplexShape();
    return shape;
}
