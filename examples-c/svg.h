/* Drawings of the current context as SVG files: the lines of dtDebugDraw, and points, arrows and texts beside them. */
#ifndef EXAMPLES_SVG_H
#define EXAMPLES_SVG_H

#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>

/* Begins DIRECTORY/NAME.svg, of so many pixels; ends the program if it cannot be written. One is written at a time. */
void svg_begin(const char *directory, const char *name, int width, int height);
void svg_end(void);

/* Sets an orthographic view, along -z or down from the front and the right: where the origin is, and pixels a unit. */
void svg_look_from_the_front(double x, double y, double scale);
void svg_look_from_above(double x, double y, double scale);

/* Draws the lines of one object, or of all if it is NULL. Dashes are as in SVG: "none", or "5 4". */
void svg_draw(DtDrawing drawing, DtObjectRef only, const char *colour, double width, const char *dashes);

/* A point. */
void svg_dot(const double *p, const char *colour);

/* An arrow from a point along a vector. */
void svg_arrow(const double *from, const double *vector, const char *colour, const char *dashes);

/* A text that starts, or has its middle or its end, so many pixels to the right of a point and below it. */
void svg_label(const double *p, double right, double below, const char *anchor, const char *text);

#endif
