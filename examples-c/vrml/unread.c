/* What of a file counts for nothing here, told once for each type. */
#include "make.h"

#include <stdio.h>
#include <string.h>

static const char *const counting_1[] = {
    "Separator", "WWWAnchor", "TransformSeparator", "Group", "Switch", "LOD", "ShapeHints", "Coordinate3", "Cube", "Cone",
    "Cylinder", "Sphere", "IndexedFaceSet", "IndexedLineSet", "PointSet", "Transform", "Translation", "Rotation", "Scale",
    "MatrixTransform", NULL
};
static const char *const counting_2[] = {
    "Transform", "Group", "Anchor", "Billboard", "Collision", "Shape", "Switch", "LOD", "Box", "Cone", "Cylinder", "Sphere",
    "IndexedFaceSet", "IndexedLineSet", "PointSet", "ElevationGrid", "Extrusion", "Coordinate", "TimeSensor",
    "PositionInterpolator", "OrientationInterpolator", "CoordinateInterpolator", NULL
};

static int counts(const VrmlTree *tree, const char *type)
{
    const char *const *one = tree->version == 1 ? counting_1 : counting_2;

    while (*one != NULL && strcmp(*one, type) != 0) ++one;
    return *one != NULL;
}

/* The first node of the type in the file, which is the last of the list. */
static const VrmlNode *first_of(const VrmlTree *tree, const char *type)
{
    const VrmlNode *node, *first = NULL;

    for (node = tree->newest; node != NULL; node = node->older) {
        if (strcmp(node->type, type) == 0) first = node;
    }
    return first;
}

static const char *type_of(const VrmlTree *tree, const char *name)
{
    const VrmlNode *node = tree->newest;

    while (node != NULL && strcmp(node->name, name) != 0) node = node->older;
    return node != NULL ? node->type : "";
}

static int is_as(const VrmlTree *tree, const VrmlRoute *a, const VrmlRoute *b)
{
    return !b->counts && strcmp(a->in, b->in) == 0 && strcmp(type_of(tree, a->from), type_of(tree, b->from)) == 0
        && strcmp(type_of(tree, a->to), type_of(tree, b->to)) == 0;
}

void vrml_tell_what_is_read_over(const char *path, const VrmlTree *tree)
{
    const VrmlNode *node;
    const VrmlRoute *route, *earlier;

    for (node = tree->newest; node != NULL; node = node->older) {
        if (counts(tree, node->type) || first_of(tree, node->type) != node) continue;
        fprintf(stderr, "%s: line %d: %s is read over\n", path, node->line, node->type);
    }
    for (route = tree->routes; route != NULL; route = route->next) { /* from the last of the file on */
        for (earlier = route->next; earlier != NULL && !is_as(tree, route, earlier); earlier = earlier->next) continue;
        if (route->counts || earlier != NULL) continue;
        fprintf(stderr, "%s: line %d: ROUTE from a %s to %s of a %s is read over\n", path, route->line,
                type_of(tree, route->from), route->in, type_of(tree, route->to));
    }
}
