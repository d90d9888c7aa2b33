/* Draws the scene with OpenGL's immediate mode. */
#ifndef VIEWER_DRAW_H
#define VIEWER_DRAW_H

#include "camera.h"

/* What is shown besides the bodies. */
typedef struct Show {
    int contacts, normals, boxes, wires, inside;
    int levels; /* the level of the trees that is shown, from 1; 0 for none */
} Show;

void draw_setup(void);
void draw_scene(const Camera *camera, const Show *show, int width, int height);

/* Lines of text from the top left corner down. */
void draw_text(const char *const *lines, int count, int width, int height);

#endif
