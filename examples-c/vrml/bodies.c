/* Bodies of parts: those that move as one are of one compound. */
#include "make.h"

#include <SOLID/solid_ext.h>

#include <math.h>
#include <string.h>

static VrmlPart *first_part(const VrmlScene *scene, const VrmlBody *body)
{
    return &scene->parts[body->first];
}

const VrmlPart *vrml_part(const VrmlScene *scene, const VrmlBody *body, DtCount number)
{
    const VrmlPart *part = first_part(scene, body);
    DtCount place;

    if (!body->is_compound || !dtGetPart(body->shape, number, &place, NULL)) return part;
    while (place-- > 0) part = &scene->parts[part->next];
    return part;
}

static double size_of(const double column[3])
{
    return sqrt(column[0] * column[0] + column[1] * column[1] + column[2] * column[2]);
}

/* Whether a map flattens all to a plane, or so nearly that no compound may have it: far more than rounding makes of a plane. */
static int flattens(const double m[16])
{
    double volume = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);

    return !(fabs(volume) > 1e-9 * size_of(m) * size_of(m + 4) * size_of(m + 8));
}

/* Whether a part is one of those of its group that a compound can hold. */
static int is_rigid(const VrmlScene *scene, const VrmlPart *part)
{
    return part->group != 0 && !vrml_deforms(scene, &scene->shapes[part->shape]) && !flattens(part->local);
}

static DtShapeRef compound_of(const VrmlScene *scene, const VrmlBody *body)
{
    const VrmlPart *part = first_part(scene, body);
    DtShapeRef compound = dtNewCompound();

    for (;;) {
        dtAddPart(scene->shapes[part->shape].shape, part->local);
        if (part->next == 0) break;
        part = &scene->parts[part->next];
    }
    dtEndCompound();
    return compound;
}

void vrml_place_bodies(VrmlScene *scene)
{
    DtCount i;

    for (i = 0; i < scene->body_count; ++i) {
        VrmlBody *body = &scene->bodies[i];
        const VrmlPart *part = first_part(scene, body);

        memcpy(body->matrix, body->is_compound ? scene->groups[part->group - 1].matrix : part->matrix, sizeof body->matrix);
    }
}

void vrml_make_bodies(Maker *maker)
{
    VrmlScene *scene = maker->scene;
    DtCount i;

    for (i = 0; i < scene->part_count; ++i) {
        VrmlPart *part = &scene->parts[i];
        DtIndex *last = is_rigid(scene, part) ? &scene->groups[part->group - 1].last : NULL;

        if (last != NULL && *last != 0) {
            scene->parts[*last - 1].next = i;
            part->body = scene->parts[*last - 1].body;
        } else {
            scene->bodies = (VrmlBody *)vrml_grown(maker, scene->bodies, scene->body_count, sizeof *scene->bodies);
            part->body = scene->body_count++;
            memset(&scene->bodies[part->body], 0, sizeof *scene->bodies);
            scene->bodies[part->body].first = i;
        }
        if (last != NULL) *last = i + 1;
    }
    for (i = 0; i < scene->body_count; ++i) {
        VrmlBody *body = &scene->bodies[i];
        const VrmlPart *part = first_part(scene, body);

        body->shape = part->next != 0 ? compound_of(scene, body) : scene->shapes[part->shape].shape;
        body->is_compound = part->next != 0;
    }
    vrml_place_bodies(scene);
}
