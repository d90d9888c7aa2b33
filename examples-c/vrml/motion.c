/* Interpolated motion: ROUTEs from a TimeSensor to an interpolator, and from that to a Transform or a Coordinate. */
#include "make.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALMOST_PARALLEL 0.999999 /* the cosine from which on rotations are interpolated linearly */

/* How a field of a Transform, or the points of a Coordinate, change. */
struct VrmlMotion {
    double start, cycle;
    int loops;
    const VrmlField *keys, *values;
    unsigned width; /* numbers in a value: 4 of a rotation, of a Coordinate those of all its points */
    int turns;      /* the value is a rotation */
    int deforms;    /* the target is the points of a Coordinate */
    double *target; /* the field's numbers */
    struct VrmlMotion *next;
};

static VrmlNode *named(const VrmlTree *tree, const char *name)
{
    VrmlNode *node = tree->newest;

    while (node != NULL && strcmp(node->name, name) != 0) node = node->older;
    return node;
}

static int is(const char *event, const char *name)
{
    return strcmp(event, name) == 0;
}

static int is_interpolator(const VrmlNode *node)
{
    return is(node->type, "PositionInterpolator") || is(node->type, "OrientationInterpolator")
        || is(node->type, "CoordinateInterpolator");
}

/* The usual numbers of the field of a Transform that an event sets; NULL if it sets none. */
static const double *usual_of(const char *field)
{
    static const double zero[3] = { 0.0, 0.0, 0.0 }, one[3] = { 1.0, 1.0, 1.0 }, unturned[4] = { 0.0, 0.0, 1.0, 0.0 };

    if (is(field, "translation") || is(field, "center")) return zero;
    if (is(field, "scale")) return one;
    return is(field, "rotation") || is(field, "scaleOrientation") ? unturned : NULL;
}

static void *allocate(Maker *maker, size_t size)
{
    void *memory = calloc(1, size);

    if (memory == NULL) vrml_fail(maker, 0, "out of memory");
    return memory;
}

/* The numbers of a field, which is added, with the usual ones, where the node does not have it. */
static double *numbers_of(Maker *maker, VrmlNode *node, const char *name, unsigned width)
{
    VrmlField *field = (VrmlField *)vrml_field(node, name);
    double values[4];

    vrml_numbers(maker, node, name, width, usual_of(name), values);
    if (field == NULL) {
        field = (VrmlField *)allocate(maker, sizeof *field);
        field->next = node->fields;
        node->fields = field;
        strcpy(field->name, name);
        field->numbers = (double *)allocate(maker, width * sizeof *field->numbers);
        memcpy(field->numbers, values, width * sizeof *field->numbers);
        field->number_count = width;
    }
    return field->numbers;
}

/* The node at the beginning of a route to an event of a node; NULL if there is none of the type. */
static const VrmlNode *source_of(const VrmlTree *tree, const VrmlNode *node, const char *event, const char *type)
{
    const VrmlRoute *route;

    for (route = tree->routes; route != NULL; route = route->next) {
        const VrmlNode *from = named(tree, route->from);

        if (named(tree, route->to) != node || !is(from->type, type)) continue;
        if (is(route->in, event) && is(route->out, "fraction_changed")) return from;
    }
    return NULL;
}

/* The keys of an interpolator ascend, and each has a value. */
static void take_keys(Maker *maker, const VrmlNode *interpolator, VrmlMotion *motion)
{
    const VrmlField *keys = vrml_field(interpolator, "key"), *values = vrml_field(interpolator, "keyValue");
    unsigned i;

    if (keys == NULL || keys->number_count == 0) vrml_fail(maker, interpolator->line, "an interpolator without keys");
    if (values == NULL || values->number_count != motion->width * keys->number_count) {
        vrml_fail(maker, interpolator->line, "an interpolator needs one value for each key");
    }
    for (i = 1; i < keys->number_count; ++i) {
        if (keys->numbers[i] < keys->numbers[i - 1]) vrml_fail(maker, keys->line, "keys do not ascend");
    }
    motion->keys = keys;
    motion->values = values;
}

/* The points of a Coordinate, which has some. */
static const VrmlField *points_of(Maker *maker, const VrmlNode *node)
{
    const VrmlField *points = vrml_field(node, "point");

    if (points == NULL || points->number_count == 0) vrml_fail(maker, node->line, "there are no points to move");
    return points;
}

/* Whether an interpolator gives values of the type of a field. */
static int has_values_for(const VrmlNode *interpolator, const VrmlNode *to, const char *field)
{
    if (is(to->type, "Coordinate")) return is(interpolator->type, "CoordinateInterpolator");
    if (is(field, "rotation") || is(field, "scaleOrientation")) return is(interpolator->type, "OrientationInterpolator");
    return is(interpolator->type, "PositionInterpolator");
}

/* Returns whether the route is one of those that move something, or lead to one that does. */
static int add_motion(Maker *maker, const VrmlTree *tree, const VrmlRoute *route)
{
    const char *field = strncmp(route->in, "set_", 4) == 0 ? route->in + 4 : route->in;
    const VrmlNode *from = named(tree, route->from), *sensor;
    VrmlNode *to = named(tree, route->to);
    VrmlMotion *motion;
    double zero = 0.0, one = 1.0, loops;

    if (is(from->type, "TimeSensor") && is(route->out, "fraction_changed")) {
        return is_interpolator(to) && is(route->in, "set_fraction");
    }
    if (!is_interpolator(from) || !is(route->out, "value_changed")) return 0;
    if (is(to->type, "Coordinate") ? !is(field, "point") : !is(to->type, "Transform") || usual_of(field) == NULL) return 0;
    sensor = source_of(tree, from, "set_fraction", "TimeSensor");
    if (sensor == NULL) return 0; /* a script's, or nobody's */
    if (!has_values_for(from, to, field)) vrml_fail(maker, route->line, "a ROUTE between values of different types");
    motion = (VrmlMotion *)allocate(maker, sizeof *motion);
    motion->next = maker->scene->motions;
    maker->scene->motions = motion;
    motion->turns = is(from->type, "OrientationInterpolator");
    motion->deforms = is(to->type, "Coordinate");
    motion->width = motion->turns ? 4 : 3;
    if (motion->deforms) motion->width = points_of(maker, to)->number_count;
    vrml_numbers(maker, sensor, "startTime", 1, &zero, &motion->start);
    vrml_numbers(maker, sensor, "cycleInterval", 1, &one, &motion->cycle);
    vrml_numbers(maker, sensor, "loop", 1, &zero, &loops);
    if (!(motion->cycle > 0.0)) vrml_fail(maker, sensor->line, "a cycleInterval that is not positive");
    motion->loops = loops != 0.0;
    take_keys(maker, from, motion);
    motion->target = motion->deforms ? points_of(maker, to)->numbers : numbers_of(maker, to, field, motion->width);
    to->moves = 1;
    if (motion->start + motion->cycle > maker->scene->duration) maker->scene->duration = motion->start + motion->cycle;
    return 1;
}

void vrml_find_motions(Maker *maker, const VrmlTree *tree)
{
    const VrmlRoute *route;

    for (route = tree->routes; route != NULL; route = route->next) {
        if (named(tree, route->from) == NULL || named(tree, route->to) == NULL) {
            vrml_fail(maker, route->line, "a ROUTE from or to a name that no DEF has");
        }
    }
    for (route = tree->routes; route != NULL; route = route->next) {
        ((VrmlRoute *)route)->counts = add_motion(maker, tree, route);
    }
}

/* A unit quaternion (x, y, z, w) of an axis of any length and an angle. */
static void to_quaternion(const double *r, double q[4])
{
    double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    int k;

    for (k = 0; k < 3; ++k) q[k] = length == 0.0 ? 0.0 : r[k] / length * sin(0.5 * r[3]);
    q[3] = length == 0.0 ? 1.0 : cos(0.5 * r[3]);
}

/* Between two rotations by the shorter way, evenly (Shoemake 1985). */
static void turn_between(const double *from, const double *to, double part, double result[4])
{
    double p[4], q[4], r[4], cosine = 0.0, sine, a = 1.0 - part, b = part;
    int k;

    to_quaternion(from, p);
    to_quaternion(to, q);
    for (k = 0; k < 4; ++k) cosine += p[k] * q[k];
    for (k = 0; k < 4 && cosine < 0.0; ++k) q[k] = -q[k];
    cosine = fabs(cosine);
    if (cosine < ALMOST_PARALLEL) {
        double angle = acos(cosine);

        a = sin(a * angle) / sin(angle);
        b = sin(b * angle) / sin(angle);
    }
    for (k = 0; k < 4; ++k) r[k] = a * p[k] + b * q[k];
    sine = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    for (k = 0; k < 3; ++k) result[k] = sine == 0.0 ? k == 2 : r[k] / sine;
    result[3] = 2.0 * atan2(sine, r[3]);
}

static void apply(const VrmlMotion *motion, double time)
{
    const double *keys = motion->keys->numbers, *values = motion->values->numbers;
    unsigned last = motion->keys->number_count - 1, width = motion->width, i = 0, k;
    double fraction = (time - motion->start) / motion->cycle, length, part;

    if (fraction < 0.0) return; /* it has not begun */
    if (motion->loops && fraction > 1.0) fraction -= floor(fraction);
    while (i < last && keys[i + 1] <= fraction) ++i;
    if (i == last || fraction <= keys[i]) {
        memcpy(motion->target, values + width * i, width * sizeof *values);
        return;
    }
    length = keys[i + 1] - keys[i];
    part = (fraction - keys[i]) / length;
    values += width * i;
    if (motion->turns) {
        turn_between(values, values + 4, part, motion->target);
        return;
    }
    for (k = 0; k < width; ++k) motion->target[k] = (1.0 - part) * values[k] + part * values[width + k];
}

static int is_over(const VrmlShape *shape, const VrmlMotion *motion)
{
    const VrmlField *points = (const VrmlField *)shape->points;

    return motion->deforms && points != NULL && points->numbers == motion->target;
}

int vrml_deforms(const VrmlScene *scene, const VrmlShape *shape)
{
    const VrmlMotion *motion = scene->motions;

    while (motion != NULL && !is_over(shape, motion)) motion = motion->next;
    return motion != NULL;
}

/* Gives the shapes over a list of points their new vertices. */
static void deform(VrmlScene *scene, const VrmlMotion *motion)
{
    DtIndex i;

    for (i = 0; i < scene->shape_count; ++i) {
        VrmlShape *shape = &scene->shapes[i];

        if (!is_over(shape, motion)) continue;
        shape->moved = motion->target;
        dtChangeVertexBase(shape->shape, motion->target);
    }
}

void vrml_apply_motions(VrmlScene *scene, double time)
{
    const VrmlMotion *motion;

    for (motion = scene->motions; motion != NULL; motion = motion->next) {
        apply(motion, time);
        if (motion->deforms) deform(scene, motion);
    }
}

void vrml_free_motions(VrmlScene *scene)
{
    while (scene->motions != NULL) {
        VrmlMotion *motion = scene->motions;

        scene->motions = motion->next;
        free(motion);
    }
}
