#include "draw.h"
#include "scene.h"
#include "space.h"

#include <GL/freeglut.h>
#include <SOLID/solid_ext.h>

#define IN_FRONT 1e-4 /* of the depth buffer: what lines on surfaces are nearer by than those */

#define MOST_BOXES 16384
#define MOST_GLOW 0.7

/* The colours of what is shown: the legend has them too. */
static const double of_hits[3] = { 0.90, 0.18, 0.12 }, of_contacts[3] = { 0.05, 0.05, 0.05 };
static const double of_normals[3] = { 0.10, 0.45, 0.10 }, of_boxes[3] = { 0.15, 0.35, 0.75 };
static const double of_trees[3] = { 0.45, 0.20, 0.60 };

void draw_setup(void)
{
    static const GLfloat light[4] = { 0.4f, 1.0f, 0.7f, 0.0f }, ambient[4] = { 0.40f, 0.40f, 0.44f, 1.0f };
    static const GLfloat white[4] = { 0.75f, 0.75f, 0.72f, 1.0f };

    glEnable(GL_DEPTH_TEST);
    glEnable(GL_MULTISAMPLE);
    glEnable(GL_LIGHT0);
    glLightfv(GL_LIGHT0, GL_POSITION, light); /* beside the camera, as the matrix is the identity */
    glLightfv(GL_LIGHT0, GL_DIFFUSE, white);
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, ambient);
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    glColorMaterial(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE);
    glEnable(GL_COLOR_MATERIAL);
    glEnable(GL_NORMALIZE);
    glPointSize(11.0f);
    glEnable(GL_POINT_SMOOTH);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

/* The pixels from here on, for what lies flat on the window. */
static void flat(double width, double height)
{
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glOrtho(0.0, width, 0.0, height, -1.0, 1.0);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
}

static void sky(void)
{
    glDisable(GL_LIGHTING);
    glDepthMask(GL_FALSE);
    flat(1.0, 1.0);
    glBegin(GL_QUADS);
    glColor3d(0.93, 0.95, 0.97);
    glVertex2d(0.0, 0.0);
    glVertex2d(1.0, 0.0);
    glColor3d(0.72, 0.79, 0.87);
    glVertex2d(1.0, 1.0);
    glVertex2d(0.0, 1.0);
    glEnd();
    glDepthMask(GL_TRUE);
}

/* The normal of a polygon: that of its first corner that is one. */
static void face_normal(const Mesh *mesh, DtCount start, DtCount end)
{
    const double *first = &mesh->vertices[3 * mesh->indices[start]];
    double normal[3] = { 0.0, 0.0, 0.0 };
    DtCount i;

    for (i = start + 1; i + 1 < end; ++i) {
        double a[3], b[3];

        between(first, &mesh->vertices[3 * mesh->indices[i]], a);
        between(first, &mesh->vertices[3 * mesh->indices[i + 1]], b);
        cross(a, b, normal);
        if (dot(normal, normal) > 0.0) break;
    }
    glNormal3dv(normal);
}

static void draw_mesh(const Figure *figure)
{
    const Mesh *mesh = &figure->mesh;
    DtCount face, i;

    for (face = 0; face < mesh->face_count; ++face) {
        DtCount start = mesh->face_starts[face], end = mesh->face_starts[face + 1];

        glBegin(end - start == 1 ? GL_POINTS : end - start == 2 ? GL_LINES : GL_TRIANGLE_FAN);
        if (!figure->round) face_normal(mesh, start, end);
        for (i = start; i < end; ++i) {
            if (figure->round) glNormal3dv(&figure->normals[3 * mesh->indices[i]]);
            glVertex3dv(&mesh->vertices[3 * mesh->indices[i]]);
        }
        glEnd();
    }
}

/* Whether a placement mirrors: then faces turn round. */
static int mirrors(const double *m)
{
    double normal[3];

    cross(&m[0], &m[4], normal);
    return dot(normal, &m[8]) < 0.0;
}

/* Bodies that collide turn red; what is left of their colours tells them apart. */
static void draw_body(const Body *body)
{
    double matrix[16], colour[3];
    int i;

    for (i = 0; i < 3; ++i) colour[i] = body->colour[i] + MOST_GLOW * body->glow * (of_hits[i] - body->colour[i]);
    scene_matrix(body, matrix);
    glPushMatrix();
    glMultMatrixd(matrix);
    glFrontFace(mirrors(matrix) ? GL_CW : GL_CCW);
    glColor3dv(colour);
    draw_mesh(body->figure);
    glPopMatrix();
}

/* The edges of a box, from its least corner to its greatest. */
static void draw_edges(const double *low, const double *high)
{
    const double *corner[2];
    int axis, i;

    corner[0] = low;
    corner[1] = high;
    for (axis = 0; axis < 3; ++axis) {
        int u = (axis + 1) % 3, v = (axis + 2) % 3;

        for (i = 0; i < 4; ++i) {
            double p[3];

            p[u] = corner[i & 1][u];
            p[v] = corner[i >> 1][v];
            p[axis] = corner[0][axis];
            glVertex3dv(p);
            p[axis] = corner[1][axis];
            glVertex3dv(p);
        }
    }
}

static void draw_boxes(void)
{
    int i;

    glColor3dv(of_boxes);
    glBegin(GL_LINES);
    for (i = 0; i < scene.body_count; ++i) {
        double low[3], high[3];

        if (scene.bodies[i]->figure->shape == NULL) continue;
        scene_box(scene.bodies[i], low, high);
        draw_edges(low, high);
    }
    glEnd();
}

/* A level of the trees over complex shapes: boxes that turn with their bodies. */
static void draw_trees(DtCount level)
{
    static DtBox boxes[MOST_BOXES];
    int i;

    glColor3dv(of_trees);
    for (i = 0; i < scene.body_count; ++i) {
        const Body *body = scene.bodies[i];
        DtCount count, k;
        double matrix[16];

        if (!body->figure->soup) continue;
        count = dtGetTreeBoxes((DtObjectRef)body, level, boxes, MOST_BOXES);
        if (count > MOST_BOXES) count = MOST_BOXES;
        scene_matrix(body, matrix);
        glPushMatrix();
        glMultMatrixd(matrix);
        glBegin(GL_LINES);
        for (k = 0; k < count; ++k) draw_edges(boxes[k].min, boxes[k].max);
        glEnd();
        glPopMatrix();
    }
}

/* Lines behind bodies shine through a little. */
static void draw_lines(double opacity)
{
    int i;

    glBegin(GL_LINES);
    for (i = 0; i < scene.line_count; ++i) {
        const double *colour = scene.lines[i].colour;

        glColor4d(colour[0], colour[1], colour[2], opacity);
        glVertex3dv(scene.lines[i].from);
        glVertex3dv(scene.lines[i].to);
    }
    glEnd();
}

/* Contacts are seen through the bodies: most lie inside of them. */
static void draw_contacts(const Show *show, double scale)
{
    int i;

    glDisable(GL_DEPTH_TEST);
    if (show->contacts) {
        glColor3dv(of_contacts);
        glBegin(GL_POINTS);
        for (i = 0; i < scene.contact_count; ++i) glVertex3dv(scene.contacts[i].point);
        glEnd();
    }
    if (show->normals) {
        glColor3dv(of_normals);
        glLineWidth(3.0f);
        glBegin(GL_LINES);
        for (i = 0; i < scene.contact_count; ++i) {
            double tip[3];

            set(tip, 0.0, 0.0, 0.0);
            add_scaled(tip, 1.0, scene.contacts[i].point);
            add_scaled(tip, scale, scene.contacts[i].normal);
            glVertex3dv(scene.contacts[i].point);
            glVertex3dv(tip);
        }
        glEnd();
        glLineWidth(1.5f);
    }
    glEnable(GL_DEPTH_TEST);
}

void draw_scene(const Camera *camera, const Show *show, int width, int height, int panel)
{
    int i;

    height = height > panel ? height - panel : 1;
    glViewport(0, panel, width, height);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    sky();
    camera_look(camera, width, height);
    glEnable(GL_LIGHTING);
    glDepthRange(IN_FRONT, 1.0);
    glPolygonMode(GL_FRONT_AND_BACK, show->wires ? GL_LINE : GL_FILL);
    for (i = 0; i < scene.body_count; ++i) draw_body(scene.bodies[i]);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDisable(GL_LIGHTING);
    glDepthRange(0.0, 1.0 - IN_FRONT);
    glLineWidth(4.0f);
    draw_lines(1.0);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    draw_lines(0.3);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glLineWidth(1.5f);
    if (show->boxes) draw_boxes();
    if (show->levels > 0) draw_trees((DtCount)show->levels - 1);
    glDepthRange(0.0, 1.0);
    draw_contacts(show, 0.04 * camera->distance);
}

static void text(const char *line, int x, int y)
{
    glRasterPos2i(x, y);
    for (; *line != '\0'; ++line) glutBitmapCharacter(GLUT_BITMAP_HELVETICA_18, *line);
}

static void rectangle(double left, double low, double right, double high)
{
    glBegin(GL_QUADS);
    glVertex2d(left, low);
    glVertex2d(right, low);
    glVertex2d(right, high);
    glVertex2d(left, high);
    glEnd();
}

void draw_panel(const char *const *lines, int count, int width, int panel)
{
    int i;

    glDisable(GL_LIGHTING);
    glDisable(GL_DEPTH_TEST);
    glViewport(0, 0, width, panel);
    flat(width, panel);
    glColor3d(0.97, 0.97, 0.96);
    rectangle(0.0, 0.0, width, panel);
    glColor3d(0.60, 0.63, 0.68);
    rectangle(0.0, panel - 1.0, width, panel);
    glColor3d(0.08, 0.10, 0.14);
    for (i = 0; i < count; ++i) text(lines[i], 14, panel - LINE * (i + 1));
    glEnable(GL_DEPTH_TEST);
}

void draw_legend(const Show *show, int width, int height)
{
    static const struct {
        const char *name;
        const double *colour;
    } all[5] = {
        { "contacts", of_contacts },
        { "normals", of_normals },
        { "boxes", of_boxes },
        { "boxes of trees", of_trees },
        { "what collides", of_hits }
    };
    int is_shown[5], count = 0, line = 0, i;

    is_shown[0] = show->contacts;
    is_shown[1] = show->normals;
    is_shown[2] = show->boxes;
    is_shown[3] = show->levels > 0;
    is_shown[4] = 1;
    for (i = 0; i < 5; ++i) count += is_shown[i] != 0;
    if (count == 1) return;
    glDisable(GL_LIGHTING);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glViewport(0, 0, width, height);
    flat(width, height);
    glColor4d(1.0, 1.0, 1.0, 0.75);
    rectangle(8.0, height - LINE * count - 18.0, 190.0, height - 8.0);
    for (i = 0; i < 5; ++i) {
        int y = height - LINE * (line + 1) - 5;

        if (!is_shown[i]) continue;
        ++line;
        glColor3dv(all[i].colour);
        rectangle(18.0, y, 34.0, y + 14.0);
        glColor3d(0.08, 0.10, 0.14);
        text(all[i].name, 44, y);
    }
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
}
