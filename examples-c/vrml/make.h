/* What makes a scene of a tree: its parts share this. */
#ifndef EXAMPLES_VRML_MAKE_H
#define EXAMPLES_VRML_MAKE_H

#include "tree.h"
#include "vrml.h"

#include <setjmp.h>

typedef struct Maker {
    VrmlScene *scene;
    int version;
    unsigned long visits; /* of nodes */
    DtIndex bodies;       /* how many so far */
    int moves;            /* whether parts that exist are only placed again: */
    DtCount placed;       /* so many have been */
    char *error; /* room for 300 characters */
    jmp_buf failed;
} Maker;

/* What holds at a node: its coordinates, the names of DEF around, and VRML 1.0's current vertices and hints. */
typedef struct State {
    double matrix[16];
    char name[VRML_NAME];
    const VrmlField *points; /* or NULL */
    DtIndex body;            /* 0: it does not move */
    int concave;             /* VRML 1.0's faces that follow may be so */
} State;

/* Ends the making. */
void vrml_fail(Maker *maker, int line, const char *what);

/* The numbers of a field: as many as asked for, or the usual ones if there is no such field. */
void vrml_numbers(Maker *maker, const VrmlNode *node, const char *name, unsigned count, const double *usual,
                  double *result);

/* The meshes of an ElevationGrid and of an Extrusion. */
void vrml_fill_grid(Maker *maker, Mesh *mesh, const VrmlNode *node);
void vrml_fill_extrusion(Maker *maker, Mesh *mesh, const VrmlNode *node);

/* Adds a part if the node is a geometry; returns whether it is. */
int vrml_add_part(Maker *maker, const VrmlNode *node, const State *state);

/* If the node is a transformation, of either version, applies it to a matrix, from the right. */
void vrml_transform(Maker *maker, const VrmlNode *node, double matrix[16]);

/* Finds what moves by interpolators; sets the fields of Transforms, and the vertices of shapes, to what they are at a time. */
void vrml_find_motions(Maker *maker, const VrmlTree *tree);
void vrml_apply_motions(VrmlScene *scene, double time);
void vrml_free_motions(VrmlScene *scene);

/* Prints to stderr which nodes and routes of the file count for nothing, a line for each type. */
void vrml_tell_what_is_read_over(const char *path, const VrmlTree *tree);

#endif
