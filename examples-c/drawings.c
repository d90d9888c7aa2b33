/*
 * Drawings: what dtDebugDraw draws, as SVG files. They are those of the manual.
 *
 *     drawings [DIRECTORY]
 *
 * Every line, point and number in them comes from the library: outlines from dtDebugDraw, the rest from the function
 * that a drawing explains.
 */
#include "svg.h"

#include <math.h>
#include <stdio.h>

#define BODY "#1f4e79"
#define PALE "#9aa5b1"
#define CONTACT "#c0392b"
#define NORMAL "#1e8449"

static const char *directory = ".";

/* Draws a shape in the next cell of the table of shapes, and deletes it. */
static void show(const char *name, DtShapeRef shape)
{
    static int cells;
    static const double origin[3] = {0, 0, 0};
    static char object[] = "the shape";
    const int column = cells % 6, row = cells / 6;

    svg_look_from_above(68 + 122 * column, 62 + 132 * row, 22);
    dtCreateObject(object, shape);
    svg_draw(DT_DRAW_SHAPES, NULL, BODY, 1.2, "none");
    if (dtGetLines(DT_DRAW_SHAPES, NULL, 0) == 0) svg_dot(origin, BODY);
    svg_label(origin, 0, 66, "middle", name);
    dtDeleteObject(object);
    dtDeleteShape(shape);
    ++cells;
}

static void shapes(void)
{
    static const double points[] = {-1.5, -1, -1.5, 1.8, -1, -1, 0.5, -1, 1.8, -0.5, 1.6, 0, 1, 1, 0.3, -1.4, 0.2, 1};
    double up[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1.5, 0, 1};
    double down[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1.2, 0, 1};
    DtShapeRef disc = dtDisc(1.6), small = dtDisc(0.7), top = dtPlaced(small, up), bottom = dtPlaced(disc, down);
    DtShapeRef ball = dtSphere(0.4), cone = dtCone(1.3, 2.6), hull;

    svg_begin(directory, "shapes", 746, 410);
    show("dtBox", dtBox(3, 2, 2));
    show("dtSphere", dtSphere(1.5));
    show("dtCone", dtCone(1.5, 3));
    show("dtCylinder", dtCylinder(1.2, 2.6));
    hull = dtNewComplexShape();
    dtVertexBase(points);
    dtVertexRange(DT_POLYHEDRON, 0, 6);
    dtEndComplexShape();
    show("dtNewComplexShape", hull);
    show("dtEllipsoid", dtEllipsoid(2, 0.8, 1.2));
    show("dtCapsule", dtCapsule(0.7, 2.2));
    show("dtLozenge", dtLozenge(2.6, 1.8, 0.35));
    show("dtRoundBox", dtRoundBox(2, 1.2, 1.2, 0.5));
    show("dtWheel", dtWheel(1.3, 0.5));
    show("dtFrustum", dtFrustum(3, 3, 1.5, 1, 2.4));
    show("dtRectangle", dtRectangle(3.4, 2.4));
    show("dtDisc", dtDisc(1.7));
    show("dtEllipse", dtEllipse(2, 1));
    show("dtLineSegment", dtLineSegment(-1.6, -1.2, 0, 1.6, 1.2, 0));
    show("dtPoint", dtPoint(0, 0, 0));
    show("dtSum: cone, ball", dtSum(cone, ball));
    show("dtHull: two discs", dtHull(bottom, top));
    svg_end();
    dtDeleteShape(disc);
    dtDeleteShape(small);
    dtDeleteShape(top);
    dtDeleteShape(bottom);
    dtDeleteShape(ball);
    dtDeleteShape(cone);
}

/* The axes of an object, or of the world, with their names. */
static void axes(DtObjectRef object, double length, const char *x, const char *y)
{
    const char *names[2];
    int i, k;

    names[0] = x;
    names[1] = y;
    for (i = 0; i < 2; ++i) {
        double from[3] = {0, 0, 0}, to[3] = {0, 0, 0}, vector[3];

        to[i] = length;
        if (object != NULL) {
            dtToWorld(object, from, from);
            dtToWorld(object, to, to);
        }
        for (k = 0; k < 3; ++k) vector[k] = to[k] - from[k];
        svg_arrow(from, vector, "#444", "none");
        svg_label(to, i == 0 ? 5 : -5, i == 0 ? 14 : -2, i == 0 ? "start" : "end", names[i]);
    }
}

static void local_and_world(void)
{
    static char crate[] = "the crate";
    static const double origin[3] = {0, 0, 0};
    double local[3] = {1.5, 1, 0}, world[3], vector[3];
    char text[64];
    int i;

    svg_begin(directory, "points", 560, 300);
    svg_look_from_the_front(60, 250, 56);
    dtCreateObject(crate, dtBox(3, 2, 2));
    dtTranslate(4.5, 2, 0);
    dtRotate(0, 0, sin(0.25), cos(0.25));
    svg_draw(DT_DRAW_SHAPES, NULL, BODY, 1.6, "none");
    axes(NULL, 1.2, "world x", "world y");
    axes(crate, 1.1, "local x", "local y");
    dtToWorld(crate, local, world);
    for (i = 0; i < 3; ++i) vector[i] = world[i];
    svg_arrow(origin, vector, CONTACT, "4 4");
    dtToWorld(crate, origin, vector);
    svg_dot(vector, "#444");
    sprintf(text, "dtToWorld: (%.2f, %.2f, 0)", world[0], world[1]);
    svg_label(world, -130, -24, "start", text);
    dtToLocal(crate, world, local);
    sprintf(text, "dtToLocal: (%.1f, %.1f, 0)", local[0], local[1]);
    svg_label(world, -130, -8, "start", text);
    svg_dot(world, CONTACT);
    svg_end();
    dtDeleteObject(crate);
}

static DtCollData smart;

static void keep(void *client_data, DtObjectRef a, DtObjectRef b, const DtCollData *coll_data)
{
    (void)client_data;
    (void)a;
    (void)b;
    if (coll_data != NULL) smart = *coll_data;
}

static void frames(void)
{
    static char ground[] = "the ground", ball[] = "the ball";
    static const double fall[3] = {1.1, -1.5, 0}, centre[3] = {-1, 2.1, 0};
    double on_ground[3], on_ball[3], push[3];
    int i;

    svg_begin(directory, "frames", 560, 270);
    svg_look_from_the_front(240, 210, 56);
    dtCreateObject(ground, dtBox(8, 0.8, 2));
    dtTranslate(0, -0.4, 0);
    dtCreateObject(ball, dtSphere(1));
    dtTranslate(centre[0], centre[1], centre[2]);
    dtSetDefaultResponse(keep, DT_SMART_RESPONSE, NULL);
    dtTest();
    svg_draw(DT_DRAW_SHAPES, ground, BODY, 1.6, "none");
    svg_draw(DT_DRAW_SHAPES, ball, PALE, 1.4, "5 4");
    dtProceed();
    dtTranslate(fall[0], fall[1], fall[2]);
    dtTest();
    svg_draw(DT_DRAW_SHAPES, ball, BODY, 1.6, "none");
    svg_arrow(centre, fall, PALE, "5 4");
    /* The ball's point was there before the ball moved. */
    dtToWorld(ground, smart.point1, on_ground);
    dtToWorld(ball, smart.point2, on_ball);
    for (i = 0; i < 3; ++i) on_ball[i] -= fall[i];
    for (i = 0; i < 3; ++i) push[i] = -smart.normal[i];
    svg_arrow(on_ground, push, NORMAL, "none");
    svg_dot(on_ground, CONTACT);
    svg_dot(on_ball, CONTACT);
    svg_label(on_ground, -24, 20, "start", "point1");
    svg_label(on_ball, -50, -6, "start", "point2");
    svg_label(on_ground, -76, -24, "start", "-normal");
    svg_label(centre, -170, -20, "start", "previous frame");
    svg_label(centre, 135, 55, "start", "this frame: they collide");
    svg_end();
    dtDeleteObject(ball);
    dtDeleteObject(ground);
    dtClearDefaultResponse();
}

static void contacts(void)
{
    static char ground[] = "the ground", crate[] = "the crate";
    DtContact found[16];
    DtCount count, i;
    char text[64];
    int right;

    svg_begin(directory, "contacts", 560, 220);
    svg_look_from_the_front(255, 135, 64);
    dtCreateObject(ground, dtBox(7, 1, 3));
    dtTranslate(0.3, -0.5, 0);
    dtCreateObject(crate, dtBox(3.4, 1.6, 2));
    dtTranslate(0, 0.42, 0);
    dtRotate(0, 0, sin(-0.003), cos(-0.003)); /* hardly tilted: its lower side lies on the ground */
    dtSetDefaultResponse(keep, DT_SIMPLE_RESPONSE, NULL);
    svg_draw(DT_DRAW_SHAPES, NULL, BODY, 1.6, "none");
    svg_draw(DT_DRAW_CONTACTS, NULL, CONTACT, 3, "none");
    count = dtGetContacts(crate, ground, found, 16);
    for (i = 0; i < count && i < 16; ++i) {
        const DtContact *contact = &found[i];

        svg_arrow(contact->point2, contact->normal, NORMAL, "none");
        svg_dot(contact->point1, CONTACT);
        svg_dot(contact->point2, CONTACT);
        if (contact->point1[2] < 0) continue; /* those behind are drawn in the same place */
        sprintf(text, "%.2f deep", contact->depth);
        right = contact->point1[0] > 0;
        svg_label(contact->point1, right ? 12 : -12, -6, right ? "start" : "end", text);
        svg_label(contact->point2, right ? 12 : -12, -40, right ? "start" : "end", "normal");
        svg_label(contact->point2, right ? 12 : -12, -6, right ? "start" : "end", "point2");
        svg_label(contact->point1, right ? 12 : -12, 14, right ? "start" : "end", "point1");
    }
    svg_end();
    dtDeleteObject(crate);
    dtDeleteObject(ground);
    dtClearDefaultResponse();
}

static void casts(void)
{
    static char crate[] = "the crate", ball[] = "the ball", post[] = "the post";
    static const double still[3] = {0, 0, 0}, motion[3] = {3.6, -2.6, 0}, start[3] = {-3.6, 2.2, 0};
    static const double eye[3] = {-4.4, -1.9, 0}, far[3] = {5, -1.1, 0};
    double point[3], normal[3], centre[3], sight[3], time;
    DtRayHit hit;
    char text[64];
    int i;

    svg_begin(directory, "casts", 680, 330);
    svg_look_from_the_front(285, 190, 56);
    dtCreateObject(crate, dtBox(2, 2, 2));
    dtRotate(0, 0, sin(0.1), cos(0.1));
    dtCreateObject(post, dtCylinder(0.4, 4.4));
    dtTranslate(3.6, 0.2, 0);
    dtCreateObject(ball, dtSphere(0.7));
    dtTranslate(start[0], start[1], start[2]);
    time = dtCastObjects(ball, motion, crate, still, point, normal);
    svg_draw(DT_DRAW_SHAPES, crate, BODY, 1.6, "none");
    svg_draw(DT_DRAW_SHAPES, post, BODY, 1.6, "none");
    svg_draw(DT_DRAW_SHAPES, ball, PALE, 1.4, "5 4");
    for (i = 0; i < 3; ++i) centre[i] = start[i] + time * motion[i];
    dtLoadIdentity();
    dtTranslate(centre[0], centre[1], centre[2]);
    svg_draw(DT_DRAW_SHAPES, ball, BODY, 1.6, "none");
    svg_arrow(start, motion, PALE, "5 4");
    svg_arrow(point, normal, NORMAL, "none");
    svg_dot(point, CONTACT);
    sprintf(text, "dtCastObjects: time %.3f", time);
    svg_label(centre, -30, -48, "start", text);
    svg_label(point, 10, 6, "start", "point");
    svg_label(start, 44, -22, "start", "motion");

    if (dtRayCast(eye, far, &hit)) {
        for (i = 0; i < 3; ++i) sight[i] = far[i] - eye[i];
        svg_arrow(eye, sight, PALE, "2 4");
        svg_arrow(hit.point, hit.normal, NORMAL, "none");
        svg_dot(hit.point, CONTACT);
        svg_label(eye, 0, 22, "start", "dtRayCast, from here");
        sprintf(text, "hit at %.3f of the way", hit.time);
        svg_label(hit.point, 54, 26, "start", text);
    }
    svg_end();
    dtDeleteObject(crate);
    dtDeleteObject(ball);
    dtDeleteObject(post);
}

static void room(void)
{
    static char ground[] = "floor", wall[] = "wall", ball[] = "ball", pillar[] = "pillar";

    svg_begin(directory, "drawing", 560, 330);
    svg_look_from_above(285, 215, 42);
    dtSetDefaultResponse(keep, DT_SIMPLE_RESPONSE, NULL);
    dtCreateObject(ground, dtBox(8, 0, 6));
    dtCreateObject(wall, dtBox(0.6, 3, 6));
    dtTranslate(-4.3, 1.5, 0);
    dtClearPairResponse(ground, wall);
    dtCreateObject(ball, dtSphere(1));
    dtTranslate(-3.25, 0.7, 0.5);
    dtCreateObject(pillar, dtCone(0.8, 2.5));
    dtTranslate(1.5, 1.1, 0);
    dtRotate(0, 0, sin(0.2), cos(0.2));
    svg_draw(DT_DRAW_BOXES, NULL, PALE, 1, "3 3");
    svg_draw(DT_DRAW_SHAPES, NULL, BODY, 1.5, "none");
    svg_draw(DT_DRAW_NORMALS, NULL, NORMAL, 2, "none");
    svg_draw(DT_DRAW_CONTACTS, NULL, CONTACT, 4, "none");
    svg_end();
    dtDeleteObject(ground);
    dtDeleteObject(wall);
    dtDeleteObject(ball);
    dtDeleteObject(pillar);
}

int main(int argc, char **argv)
{
    if (argc > 1) directory = argv[1];
    shapes();
    local_and_world();
    frames();
    contacts();
    casts();
    room();
    printf("drawn in %s: shapes, points, frames, contacts, casts, drawing\n", directory);
    return dtGetError() == DT_NO_ERROR ? 0 : 1;
}
