#include "inspect.h"
#include "scene.h"

#include <SOLID/solid_ext.h>

#include <stdio.h>

#define MOST 4096u

static DtObjectRef near_objects[MOST];
static DtPolytopePair polytopes[MOST];

static void outline(const Body *body, DtCount face)
{
    static const double white[3] = { 1.0, 1.0, 1.0 };
    const Mesh *mesh = &body->figure->mesh;
    DtCount start = mesh->face_starts[face], end = mesh->face_starts[face + 1], i;

    for (i = start; i < end; ++i) {
        double from[3], to[3];

        scene_world(body, &mesh->vertices[3 * mesh->indices[i]], from);
        scene_world(body, &mesh->vertices[3 * mesh->indices[i + 1 < end ? i + 1 : start]], to);
        scene_line(from, to, white);
    }
}

/* The polygons are numbered as they were made. */
static void outline_colliding(const Body *a, const Body *b)
{
    DtCount count = dtGetCollidingPolytopes((DtObjectRef)a, (DtObjectRef)b, polytopes, MOST), i;

    if (count > MOST) count = MOST;
    for (i = 0; i < count; ++i) {
        if (a->figure->soup) outline(a, polytopes[i].polytope1);
        if (b->figure->soup) outline(b, polytopes[i].polytope2);
    }
}

void inspect_pairs(void)
{
    static const double blue[3] = { 0.15, 0.35, 0.75 };
    int i;

    for (i = 0; i < scene.body_count; ++i) {
        const Body *body = scene.bodies[i];
        double low[3], high[3];
        DtCount count, k;

        if (body->figure->shape == NULL) continue;
        scene_box(body, low, high);
        count = dtQueryBox(low, high, near_objects, MOST);
        if (count > MOST) count = MOST;
        for (k = 0; k < count; ++k) {
            const Body *other = (const Body *)near_objects[k];

            if (other <= body) continue; /* each pair once */
            scene_line(body->position, other->position, blue);
            if (body->figure->soup || other->figure->soup) outline_colliding(body, other);
        }
    }
}

void inspect_text(char *text)
{
    static DtStatistics before;
    DtStatistics now;

    dtGetStatistics(&now);
    sprintf(text, "pairs of boxes %.0f of %.0f; work since the last picture: boxes %.0f, pairs %.0f, by axis %.0f", now.pairs, 0.5 * now.objects * (now.objects - 1.0), now.box_tests - before.box_tests,
            now.pair_tests - before.pair_tests, now.axis_cache_hits - before.axis_cache_hits);
    before = now;
}
