/*
 * Runs a demo without drawing anything, and prints the collisions counted: what `viewer --screenshot` must count too.
 *
 *     viewer-count DEMO [FRAMES [SIZE]]
 *     viewer-count list                   the names of the demos
 */
#include "demos.h"
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void list(FILE *out)
{
    int i;

    for (i = 0; demos[i] != NULL; ++i) fprintf(out, "%s\n", demos[i]->name);
}

int main(int argc, char **argv)
{
    const Demo *demo = argc > 1 ? demo_named(argv[1]) : NULL;
    int frames = argc > 2 ? atoi(argv[2]) : 100, i;
    int size = argc > 3 ? atoi(argv[3]) : 0;

    if (argc == 2 && strcmp(argv[1], "list") == 0) {
        list(stdout);
        return 0;
    }
    if (demo == NULL || frames < 1 || size < 0) {
        fprintf(stderr, "usage: viewer-count DEMO [FRAMES [SIZE]], where DEMO is one of\n");
        list(stderr);
        return 2;
    }
    demo->start(size > 0 ? size : demo->usual_size);
    for (i = 0; i < frames; ++i) demo->step();
    printf("%s: %d frames, %ld collisions\n", demo->name, frames, scene.collisions);
    if (scene.text[0] != '\0') printf("%s\n", scene.text);
    scene_clear();
    demo->stop();
    return 0;
}
