#include "obj.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_vertex(const char *text, Mesh *mesh)
{
    double v[3];

    if (sscanf(text, "%lf %lf %lf", &v[0], &v[1], &v[2]) != 3) return 0;
    mesh_vertex(mesh, v[0], v[1], v[2]);
    return 1;
}

/* A face is a list such as "1 2 3" or "1/4/1 2/5/1 3/6/1"; the first number of each group names the vertex. */
static int read_face(const char *text, Mesh *mesh)
{
    for (;;) {
        char *rest;
        long number = strtol(text, &rest, 10);

        if (rest == text) break;
        if (number < 0) number += (long)mesh->vertex_count + 1; /* -1 is the last vertex so far */
        if (number < 1 || number > (long)mesh->vertex_count) return 0;
        mesh_index(mesh, (DtIndex)(number - 1)); /* OBJ counts from 1 */
        text = rest + strcspn(rest, " \t\r\n");
    }
    if (mesh_open_count(mesh) < 3) return 0;
    mesh_end_face(mesh);
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
    mesh_init(mesh);
    while (good && fgets(line, sizeof line, file) != NULL) {
        ++line_number;
        if (line[0] == 'v' && (line[1] == ' ' || line[1] == '\t')) good = read_vertex(line + 2, mesh);
        if (line[0] == 'f' && (line[1] == ' ' || line[1] == '\t')) good = read_face(line + 2, mesh);
    }
    fclose(file);
    if (!good) fprintf(stderr, "%s, line %d: this is not OBJ\n", path, line_number);
    if (good && mesh->face_count == 0) fprintf(stderr, "%s: no faces\n", path);
    good = good && mesh->face_count != 0;
    if (!good) mesh_free(mesh);
    return good;
}
