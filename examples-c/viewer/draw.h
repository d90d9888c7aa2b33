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
#define LINE 25 /* pixels from one line of text to the next */

/* The scene, above a panel of that height. */
void draw_scene(const Camera *camera, const Show *show, int width, int height, int panel);

/* Lines of text in the panel, from the top down. */
void draw_panel(const char *const *lines, int count, int width, int panel);

/* What the colours of what is shown mean, in the top left corner; nothing if only bodies are shown. */
void draw_legend(const Show *show, int width, int height);

#endif
