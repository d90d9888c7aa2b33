#include "svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The directions that point right and up, where the origin is drawn, and pixels a unit. */
typedef struct View {
    double right[3], up[3], x, y, scale;
} View;

/* What the function for dtDebugDraw knows: whose lines it draws, and where the last one ended. */
typedef struct Pen {
    DtObjectRef only;
    double x, y;
} Pen;

static FILE *svg;
static View view;

void svg_begin(const char *directory, const char *name, int width, int height)
{
    char path[1024];

    sprintf(path, "%.900s/%.99s.svg", directory, name);
    svg = fopen(path, "w");
    if (svg == NULL) {
        perror(path);
        exit(1);
    }
    fprintf(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"", width,
            height, width, height);
    fprintf(svg, " font-family=\"sans-serif\" font-size=\"13\" fill=\"none\" stroke-linecap=\"round\">\n");
    fprintf(svg, "<rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"white\"/>\n", width, height);
}

void svg_end(void)
{
    fprintf(svg, "</svg>\n");
    fclose(svg);
}

void svg_look_from_the_front(double x, double y, double scale)
{
    static const View front = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, 0.0, 0.0, 0.0 };

    view = front;
    view.x = x;
    view.y = y;
    view.scale = scale;
}

void svg_look_from_above(double x, double y, double scale)
{
    const double yaw = 0.55, pitch = 0.4;

    svg_look_from_the_front(x, y, scale);
    view.right[0] = cos(yaw);
    view.right[2] = -sin(yaw);
    view.up[0] = -sin(yaw) * sin(pitch);
    view.up[1] = cos(pitch);
    view.up[2] = -cos(yaw) * sin(pitch);
}

static double dot(const double *p, const double *q)
{
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

static double screen_x(const double *p)
{
    return view.x + view.scale * dot(p, view.right);
}

static double screen_y(const double *p)
{
    return view.y - view.scale * dot(p, view.up);
}

/* For dtDebugDraw. Lines that follow each other are one, so that dashes do too. */
static void draw_line(void *client_data, const DtLine *line)
{
    Pen *pen = (Pen *)client_data;
    double x = screen_x(line->point1), y = screen_y(line->point1);

    if (pen->only != NULL && pen->only != line->object1) return;
    if (fabs(x - pen->x) + fabs(y - pen->y) > 1e-6) fprintf(svg, "M%.1f %.1f", x, y);
    pen->x = screen_x(line->point2);
    pen->y = screen_y(line->point2);
    fprintf(svg, "L%.1f %.1f", pen->x, pen->y);
}

void svg_draw(DtDrawing drawing, DtObjectRef only, const char *colour, double width, const char *dashes)
{
    Pen pen;

    pen.only = only;
    pen.x = pen.y = -1e9;
    fprintf(svg, "<path stroke=\"%s\" stroke-width=\"%.1f\" stroke-dasharray=\"%s\" d=\"", colour, width, dashes);
    dtDebugDraw(drawing, draw_line, &pen);
    fprintf(svg, "\"/>\n");
}

void svg_dot(const double *p, const char *colour)
{
    fprintf(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", screen_x(p), screen_y(p), colour);
}

void svg_arrow(const double *from, const double *vector, const char *colour, const char *dashes)
{
    double to[3], x, y, dx, dy, length;
    int i;

    for (i = 0; i < 3; ++i) to[i] = from[i] + vector[i];
    x = screen_x(to);
    y = screen_y(to);
    dx = x - screen_x(from);
    dy = y - screen_y(from);
    length = sqrt(dx * dx + dy * dy);
    if (length < 1.0) return;
    dx *= 9.0 / length; /* the head's length */
    dy *= 9.0 / length;
    fprintf(svg, "<path stroke=\"%s\" stroke-width=\"1.8\" stroke-dasharray=\"%s\"", colour, dashes);
    fprintf(svg, " d=\"M%.1f %.1fL%.1f %.1f\"/>\n", screen_x(from), screen_y(from), x - 0.8 * dx, y - 0.8 * dy);
    fprintf(svg, "<path fill=\"%s\" d=\"M%.1f %.1f", colour, x, y);
    fprintf(svg, "L%.1f %.1f", x - dx - 0.4 * dy, y - dy + 0.4 * dx);
    fprintf(svg, "L%.1f %.1fZ\"/>\n", x - dx + 0.4 * dy, y - dy - 0.4 * dx);
}

void svg_label(const double *p, double right, double below, const char *anchor, const char *text)
{
    fprintf(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"", screen_x(p) + right, screen_y(p) + below, anchor);
    fprintf(svg, " fill=\"#222\">%s</text>\n", text);
}
