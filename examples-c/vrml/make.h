/* What makes a scene of a tree: its parts share this. */
#ifndef EXAMPLES_VRML_MAKE_H
#define EXAMPLES_VRML_MAKE_H

#include "tree.h"
#include "vrml.h"

#include <setjmp.h>
#include <stddef.h>

typedef struct Maker {
    VrmlScene *scene;
    int version;
    unsigned long visits; /* of nodes */
    DtCount groups;       /* how many so far */
    int moves;            /* whether parts that exist are only placed again: */
    DtCount placed;       /* so many have been */
    char *error; /* room for 300 characters */
    jmp_buf failed;
} Maker;

/* What holds at a node: its coordinates, the names of DEF around, and VRML 1.0's current vertices and hints. */
typedef struct State {
    double matrix[16], local[16]; /* to the world's coordinates, and to those of the group */
    char name[VRML_NAME];
    const VrmlField *points; /* or NULL */
    DtIndex group;           /* 0: it does not move */
    int concave;             /* VRML 1.0's faces that follow may be so */
} State;

/* Ends the making. */
void vrml_fail(Maker *maker, int line, const char *what);

/* The array, grown if it is full: its count is then a power of two. */
void *vrml_grown(Maker *maker, void *array, DtCount count, size_t size);

/* The numbers of a field: as many as asked for, or the usual ones if there is no such field. */
void vrml_numbers(Maker *maker, const VrmlNode *node, const char *name, unsigned count, const double *usual,
                  double *result);

/* The meshes of an ElevationGrid and of an Extrusion. */
void vrml_fill_grid(Maker *maker, Mesh *mesh, const VrmlNode *node);
void vrml_fill_extrusion(Maker *maker, Mesh *mesh, const VrmlNode *node);

/* Adds a part if the node is a geometry; returns whether it is. */
int vrml_add_part(Maker *maker, const VrmlNode *node, const State *state);

/* Makes the bodies of the parts; places them where their parts are. */
void vrml_make_bodies(Maker *maker);
void vrml_place_bodies(VrmlScene *scene);

/* If the node is a transformation, of either version, applies it to a matrix, from the right. */
void vrml_transform(Maker *maker, const VrmlNode *node, double matrix[16]);

/* Finds what moves by interpolators; sets the fields of Transforms, and the vertices of shapes, to what they are at a time. */
void vrml_find_motions(Maker *maker, const VrmlTree *tree);
void vrml_apply_motions(VrmlScene *scene, double time);
void vrml_free_motions(VrmlScene *scene);

/* Whether a motion moves the vertices of a shape. */
int vrml_deforms(const VrmlScene *scene, const VrmlShape *shape);

/* Prints to stderr which nodes and routes of the file count for nothing, a line for each type. */
void vrml_tell_what_is_read_over(const char *path, const VrmlTree *tree);

#endif
