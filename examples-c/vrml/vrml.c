#include "vrml.h"
#include "make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_VISITS 1000000ul /* USE in USE multiplies: a small file may be a scene without end */

static void visit(Maker *maker, const VrmlNode *node, State *state);

/* The nodes of a field, or of all fields without a name. */
static void visit_all(Maker *maker, const VrmlNode *node, const char *name, State *state)
{
    const VrmlField *field;
    unsigned i;

    for (field = node->fields; field != NULL; field = field->next) {
        for (i = 0; strcmp(field->name, name) == 0 && i < field->node_count; ++i) visit(maker, field->nodes[i], state);
    }
}

/* One child by its number, counted over all fields of the name. */
static void visit_one(Maker *maker, const VrmlNode *node, const char *name, double which, State *state)
{
    const VrmlField *field;
    unsigned i;

    for (field = node->fields; field != NULL; field = field->next) {
        for (i = 0; strcmp(field->name, name) == 0 && i < field->node_count; ++i) {
            if (which-- == 0.0) visit(maker, field->nodes[i], state);
        }
    }
}

static int is_one_of(const VrmlNode *node, const char *const *types)
{
    for (; *types != NULL; ++types) {
        if (strcmp(node->type, *types) == 0) return 1;
    }
    return 0;
}

/* The child that a Switch shows: -1 for none, as is usual; -3, in VRML 1.0, for all. */
static void visit_switch(Maker *maker, const VrmlNode *node, const char *children, const char *field, State *state)
{
    double usual = -1.0, which;

    vrml_numbers(maker, node, field, 1, &usual, &which);
    if (which == -3.0 && maker->version == 1) visit_all(maker, node, children, state);
    else visit_one(maker, node, children, which, state);
}

/* Adds the name of a DEF to those around; what is too long is cut off. */
static void add_name(State *state, const VrmlNode *node)
{
    size_t length = strlen(state->name);

    if (node->name[0] == '\0') return;
    if (length > 0 && length + 1 < VRML_NAME) state->name[length++] = '/';
    sprintf(state->name + length, "%.*s", (int)(VRML_NAME - 1 - length), node->name);
}

/* What of a Collision collides: nothing if "collide" is FALSE, else the proxy if there is one, else the children. */
static void visit_collision(Maker *maker, const VrmlNode *node, State *state)
{
    const VrmlField *proxy = vrml_field(node, "proxy");
    double usual = 1.0, collide;

    vrml_numbers(maker, node, "collide", 1, &usual, &collide);
    if (collide == 0.0) return;
    visit_all(maker, node, proxy != NULL && proxy->node_count > 0 ? "proxy" : "children", state);
}

/* Begins the coordinates of a group, which those of its Transform are. */
static void begin_group(Maker *maker, State *state)
{
    VrmlScene *scene = maker->scene;

    state->group = ++maker->groups;
    memset(state->local, 0, sizeof state->local);
    state->local[0] = state->local[5] = state->local[10] = state->local[15] = 1.0;
    if (state->group > scene->group_count) {
        scene->groups = (VrmlGroup *)vrml_grown(maker, scene->groups, scene->group_count, sizeof *scene->groups);
        scene->groups[scene->group_count++].last = 0;
    }
    memcpy(scene->groups[state->group - 1].matrix, state->matrix, sizeof state->matrix);
}

static void visit_2(Maker *maker, const VrmlNode *node, State *state)
{
    static const char *const groups[] = { "Transform", "Group", "Anchor", "Billboard", NULL };
    State inner = *state;

    if (is_one_of(node, groups)) {
        vrml_transform(maker, node, inner.matrix);
        if (node->moves) begin_group(maker, &inner);
        else vrml_transform(maker, node, inner.local);
        visit_all(maker, node, "children", &inner);
    } else if (strcmp(node->type, "Collision") == 0) {
        visit_collision(maker, node, &inner);
    } else if (strcmp(node->type, "Shape") == 0) {
        const VrmlField *geometry = vrml_field(node, "geometry");

        if (geometry == NULL || geometry->node_count == 0) return;
        add_name(&inner, geometry->nodes[0]);
        vrml_add_part(maker, geometry->nodes[0], &inner);
    } else if (strcmp(node->type, "Switch") == 0) {
        visit_switch(maker, node, "choice", "whichChoice", &inner);
    } else if (strcmp(node->type, "LOD") == 0) {
        visit_one(maker, node, "level", 0.0, &inner);
    }
}

/* Here a node changes what holds for its later siblings, up to the end of a Separator. */
static void visit_1(Maker *maker, const VrmlNode *node, State *state)
{
    static const char *const separators[] = { "Separator", "WWWAnchor", NULL };
    State saved = *state;

    if (is_one_of(node, separators)) {
        visit_all(maker, node, "", state);
        *state = saved;
    } else if (strcmp(node->type, "TransformSeparator") == 0) {
        visit_all(maker, node, "", state);
        memcpy(state->matrix, saved.matrix, sizeof saved.matrix);
    } else if (strcmp(node->type, "Group") == 0) {
        visit_all(maker, node, "", state);
    } else if (strcmp(node->type, "Switch") == 0) {
        visit_switch(maker, node, "", "whichChild", state);
    } else if (strcmp(node->type, "LOD") == 0) {
        visit_one(maker, node, "", 0.0, state);
        *state = saved;
    } else if (strcmp(node->type, "ShapeHints") == 0) {
        const VrmlField *type = vrml_field(node, "faceType");

        state->concave = type != NULL && strcmp(type->word, "UNKNOWN_FACE_TYPE") == 0;
    } else if (strcmp(node->type, "Coordinate3") == 0) {
        state->points = vrml_field(node, "point");
    } else if (!vrml_add_part(maker, node, state)) {
        vrml_transform(maker, node, state->matrix);
    }
}

static void visit(Maker *maker, const VrmlNode *node, State *state)
{
    char outer[VRML_NAME];

    if (++maker->visits > MOST_VISITS) vrml_fail(maker, node->line, "nodes are used in nodes too many times");
    strcpy(outer, state->name);
    add_name(state, node);
    if (maker->version == 1) visit_1(maker, node, state);
    else visit_2(maker, node, state);
    strcpy(state->name, outer);
}

/* Makes the parts of a scene, or places them again. */
static void visit_tree(Maker *maker, const VrmlTree *tree)
{
    State state;
    unsigned i;

    memset(&state, 0, sizeof state);
    for (i = 0; i < 4; ++i) state.matrix[5 * i] = state.local[5 * i] = 1.0;
    for (i = 0; i < tree->top.node_count; ++i) visit(maker, tree->top.nodes[i], &state);
}

static int make(VrmlScene *scene, const VrmlTree *tree, char *error)
{
    Maker maker;

    memset(&maker, 0, sizeof maker);
    maker.scene = scene;
    maker.version = tree->version;
    maker.error = error;
    if (setjmp(maker.failed) != 0) return 0;
    vrml_find_motions(&maker, tree);
    visit_tree(&maker, tree);
    if (scene->part_count == 0) vrml_fail(&maker, 1, "there is no geometry in this file");
    vrml_make_bodies(&maker);
    return 1;
}

int vrml_read(const char *path, VrmlScene *scene)
{
    char error[300] = "out of memory";
    int good;

    memset(scene, 0, sizeof *scene);
    scene->tree = (VrmlTree *)calloc(1, sizeof *scene->tree);
    good = scene->tree != NULL && vrml_read_tree(path, scene->tree, error) && make(scene, scene->tree, error);
    if (!good) {
        fprintf(stderr, "%s: %s\n", path, error);
        vrml_free(scene);
    } else {
        vrml_tell_what_is_read_over(path, scene->tree);
    }
    return good;
}

void vrml_move(VrmlScene *scene, double time)
{
    char error[300];
    Maker maker;

    memset(&maker, 0, sizeof maker);
    maker.scene = scene;
    maker.version = scene->tree->version;
    maker.error = error;
    maker.moves = 1;
    if (setjmp(maker.failed) != 0) return; /* never: what is read once can be read again */
    vrml_apply_motions(scene, time);
    visit_tree(&maker, scene->tree);
    vrml_place_bodies(scene);
}

void vrml_free(VrmlScene *scene)
{
    DtCount i;

    for (i = 0; i < scene->body_count; ++i) {
        if (scene->bodies[i].is_compound) dtDeleteShape(scene->bodies[i].shape);
    }
    for (i = 0; i < scene->shape_count; ++i) {
        if (scene->shapes[i].shape != NULL) dtDeleteShape(scene->shapes[i].shape);
        mesh_free(&scene->shapes[i].mesh);
    }
    free(scene->shapes);
    free(scene->parts);
    free(scene->bodies);
    free(scene->groups);
    vrml_free_motions(scene);
    if (scene->tree != NULL) vrml_free_tree(scene->tree);
    free(scene->tree);
    memset(scene, 0, sizeof *scene);
}
