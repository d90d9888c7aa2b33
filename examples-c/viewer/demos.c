#include "demos.h"

#include <stddef.h>
#include <string.h>

const Demo *const demos[] = {
    &demo_pyramids, &demo_naval, &demo_bouncing, &demo_tori, &demo_sheet, &demo_stacking, &demo_physics,
    &demo_terrain, &demo_bullets, &demo_world, NULL
};

const Demo *demo_named(const char *name)
{
    int i;

    for (i = 0; demos[i] != NULL; ++i) {
        if (strcmp(demos[i]->name, name) == 0) return demos[i];
    }
    return NULL;
}
