/*
 * Scenes from VRML files, versions 1.0 and 2.0: what of them collision detection needs.
 *
 * Shapes are made of Box, Cube, Cone, Cylinder, Sphere, IndexedFaceSet, IndexedLineSet, PointSet, ElevationGrid and
 * Extrusion; they are placed by Transform, Separator and their kin, and by the transformations of VRML 1.0. DEF and USE
 * share nodes. Of Switch the child that it shows counts, of LOD the first, of Collision the proxy if there is one, and
 * nothing if "collide" is FALSE. A Transform moves by ROUTEs from a TimeSensor through a PositionInterpolator or an
 * OrientationInterpolator; its shapes, any number and nested ones too, are one body, and of one compound. The shapes over a Coordinate
 * deform by ROUTEs through a CoordinateInterpolator. All other nodes and ROUTEs are read over, which is told once for each type. PROTO and
 * Inline are not in this part of VRML.
 */
#ifndef EXAMPLES_VRML_H
#define EXAMPLES_VRML_H

#include "../mesh.h"

#define VRML_NAME 64

typedef enum VrmlKind { VRML_BOX, VRML_CONE, VRML_CYLINDER, VRML_SPHERE, VRML_MESH } VrmlKind;

/* A shape, which any number of parts may have. */
typedef struct VrmlShape {
    VrmlKind kind;
    double size[3];   /* x, y, z of a box; radius and height of a cone or cylinder; radius of a sphere */
    Mesh mesh;        /* of a VRML_MESH; of lines and points, faces of two vertices and of one */
    int concave;      /* its faces may be concave polygons */
    DtShapeRef shape; /* for dtCreateObject */
    const double *moved; /* x, y, z of each vertex of the mesh, which vrml_move has changed; else NULL */
    const void *geometry, *points; /* the nodes it was made of; the reader's own */
} VrmlShape;

/* A shape at its place. */
typedef struct VrmlPart {
    char name[VRML_NAME]; /* the names of DEF around it, as "table/leg"; if there are none, its type */
    DtIndex shape;        /* its place in shapes */
    double matrix[16];    /* for dtLoadMatrixd: from its coordinates to the world's */
    int line;             /* of the file, where its geometry begins */
    DtIndex group;        /* parts of one group move as one; 0 does not move */
    double local[16];     /* from its coordinates to those of its group */
    DtIndex body;         /* its place in bodies */
    DtIndex next;         /* the place in parts of the next one of its body, or 0 */
} VrmlPart;

/*
 * What an object is made of: a part that does not move, or all parts of a group that keep their shape. What deforms, or is flattened, is
 * a body by itself.
 */
typedef struct VrmlBody {
    DtShapeRef shape;  /* that of its part, or a compound of several: for dtCreateObject */
    double matrix[16]; /* for dtLoadMatrixd */
    DtIndex first;     /* the place in parts of its first one */
    int is_compound;
} VrmlBody;

/* What one Transform moves. */
typedef struct VrmlGroup {
    double matrix[16]; /* from its coordinates to the world's */
    DtIndex last;      /* while bodies are made: its last part that keeps its shape, counted from 1 */
} VrmlGroup;

typedef struct VrmlMotion VrmlMotion;

typedef struct VrmlScene {
    VrmlShape *shapes;
    DtCount shape_count;
    VrmlPart *parts;
    DtCount part_count;
    VrmlBody *bodies;
    DtCount body_count;
    VrmlGroup *groups; /* that of number 1 is the first */
    DtCount group_count;
    double duration;         /* in seconds, until each motion has ended or begins again; 0 if nothing moves */
    struct VrmlTree *tree;   /* the reader's own, as are the motions */
    VrmlMotion *motions;
} VrmlScene;

/*
 * Reads a scene. Returns 1, after printing to stderr what is read over; or 0, after printing what is wrong and in which line,
 * and there is nothing to free.
 */
int vrml_read(const char *path, VrmlScene *scene);

/* The part of a body whose number an answer has, such as that of dtGetSurfacePoint. */
const VrmlPart *vrml_part(const VrmlScene *scene, const VrmlBody *body, DtCount number);

/* Sets the matrices of bodies and parts, and the vertices of the shapes, to those of a time, in seconds since the scene was read. */
void vrml_move(VrmlScene *scene, double time);

/* Deletes the shapes and frees what was read. Objects made of the shapes live on. */
void vrml_free(VrmlScene *scene);

#endif
