/* A VRML file as a tree of nodes: what tree.c reads, and shapes.c and vrml.c make a scene of. */
#ifndef EXAMPLES_VRML_TREE_H
#define EXAMPLES_VRML_TREE_H

#define VRML_WORD 64 /* longest word that is kept, with its zero */

typedef struct VrmlNode VrmlNode;
typedef struct VrmlTree VrmlTree;

/* A field, or the nodes that stand in a VRML 1.0 node by themselves: then the name is "". */
typedef struct VrmlField {
    char name[VRML_WORD];
    int line;
    double *numbers; /* TRUE and FALSE are 1 and 0 */
    unsigned number_count;
    char word[VRML_WORD]; /* the first that is no number; quoted strings are left out */
    VrmlNode **nodes;
    unsigned node_count;
    struct VrmlField *next;
} VrmlField;

struct VrmlNode {
    char type[VRML_WORD];
    char name[VRML_WORD]; /* by DEF, or "" */
    int line;
    int moves;         /* whether a motion sets one of its fields */
    VrmlField *fields; /* in the order of the file */
    VrmlNode *older;   /* the node that was made before: all of a file are one list */
};

/* ROUTE from.out TO to.in */
typedef struct VrmlRoute {
    char from[VRML_WORD], out[VRML_WORD], to[VRML_WORD], in[VRML_WORD];
    int line;
    int counts; /* whether it moves something */
    struct VrmlRoute *next;
} VrmlRoute;

struct VrmlTree {
    int version; /* 1 or 2 */
    VrmlField top; /* the nodes of the file */
    VrmlNode *newest;
    VrmlRoute *routes;
};

/*
 * Reads a file. Returns 1; or 0, with what is wrong and in which line in error, which has room for 300 characters. What
 * was read must be freed in either case. A node of USE is the one of DEF; none contains itself.
 */
int vrml_read_tree(const char *path, VrmlTree *tree, char *error);

void vrml_free_tree(VrmlTree *tree);

/* The field of that name, or NULL. */
const VrmlField *vrml_field(const VrmlNode *node, const char *name);

#endif
