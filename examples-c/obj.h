/* A small reader of Wavefront OBJ files: vertices and faces, nothing else. */
#ifndef EXAMPLES_OBJ_H
#define EXAMPLES_OBJ_H

#include "mesh.h"

/* Reads a mesh. Returns 1, or 0 after printing to stderr what is wrong with the file; then there is nothing to free. */
int obj_read(const char *path, Mesh *mesh);

#endif
