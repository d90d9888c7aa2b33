/* dtDebugDraw, dtGetLines. */
#include "probe.h"

#include <setjmp.h>

enum { MOST = 4096 };

static DtLine found[MOST];
static DtLine drawn[MOST];
static DtCount drawn_count;
static jmp_buf way_out;

static double length(const DtLine *line)
{
    double sum = 0;
    int i;

    for (i = 0; i < 3; i++) {
        sum += (line->point2[i] - line->point1[i]) * (line->point2[i] - line->point1[i]);
    }
    return sqrt(sum);
}

static int same(const DtLine *a, const DtLine *b)
{
    return memcmp(a->point1, b->point1, sizeof a->point1) == 0 && memcmp(a->point2, b->point2, sizeof a->point2) == 0 &&
           a->object1 == b->object1 && a->object2 == b->object2;
}

static void keep(void *client_data, const DtLine *line)
{
    (void)client_data;
    if (drawn_count < MOST) {
        drawn[drawn_count] = *line;
    }
    drawn_count++;
}

static void scene(void)
{
    probe_reset();
    dtCreateObject(OBJ(1), dtBox(2, 4, 6));
    dtTranslate(10, 0, 0);
    dtCreateObject(OBJ(0), dtSphere(3));
    dtTranslate(0, 5, 0);
}

static void lines(void)
{
    DtCount count, i, shapes;

    CHECK_LINE("Drawing: the callback gets the lines of the array");
    scene();
    count = dtGetLines(DT_DRAW_SHAPES, found, MOST);
    drawn_count = 0;
    CHECK_INT("draw/lines-are-those-of-the-array", dtDebugDraw(DT_DRAW_SHAPES, keep, NULL), count);
    CHECK_INT("draw/lines-are-those-of-the-array", drawn_count, count);
    CHECK("draw/lines-are-those-of-the-array", count > 12 + 3 * 20 && count < 400);
    for (i = 0; i < count && i < MOST; i++) {
        CHECK("draw/lines-are-those-of-the-array", same(&found[i], &drawn[i]));
        CHECK("draw/order-of-creation", found[i].object1 == OBJ(i < 12) && found[i].object2 == OBJ(i < 12));
    }
    for (i = 12; i < count && i < MOST; i++) {
        const double *p = found[i].point1;
        double x = sqrt(p[0] * p[0] + (p[1] - 5) * (p[1] - 5) + p[2] * p[2]);
        CHECK("draw/circle-on-the-ball", fabs(x - 3) < 1e-9);
    }
    shapes = count;
    for (i = 0; i < MOST; i++) {
        found[i].object1 = OBJ(7);
    }
    CHECK_INT("draw/exact-many", dtGetLines(DT_DRAW_SHAPES, found, 5), shapes);
    CHECK("draw/exact-many", found[4].object1 == OBJ(1) && found[5].object1 == OBJ(7));

    CHECK_LINE("Drawing: bounding boxes");
    CHECK_INT("draw/boxes-as-boxes", dtGetLines(DT_DRAW_BOXES, found, MOST), 24);
    for (i = 0; i < 24; i++) {
        const double size = length(&found[i]);
        const double *from = found[i].point1, *to = found[i].point2;
        const int axis = from[0] != to[0] ? 0 : from[1] != to[1] ? 1 : 2;
        CHECK("draw/boxes-as-boxes", fabs(size - (i < 12 ? 2 + 2 * axis : 6)) < 1e-9);
    }
}

static void mesh(void)
{
    static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const DtIndex faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    DtShapeRef shape;
    int i;

    CHECK_LINE("Drawing: edges that polygons share come once");
    probe_reset();
    shape = dtNewComplexShape();
    dtVertexBase(corners);
    for (i = 0; i < 4; i++) {
        dtVertexIndices(DT_POLYGON, 3, faces[i]);
    }
    dtEndComplexShape();
    dtCreateObject(OBJ(0), shape);
    dtScale(2, 2, 2);
    CHECK_INT("draw/edges-of-a-mesh-once", dtGetLines(DT_DRAW_SHAPES, found, MOST), 6);
    for (i = 0; i < 6; i++) {
        const double size = length(&found[i]);
        CHECK("draw/edges-of-a-mesh-once", fabs(size - 2) < 1e-9 || fabs(size - sqrt(8.0)) < 1e-9);
    }
    probe_reset();
    dtDeleteShape(shape);
}

static int depth, inside;

static void draw_inside(void *client_data, DtObjectRef a, DtObjectRef b, const DtCollData *data)
{
    (void)client_data;
    (void)a;
    (void)b;
    (void)data;
    inside += (int)dtDebugDraw(DT_DRAW_CONTACTS, keep, NULL);
}

static void contacts(void)
{
    DtContact contact[16];
    DtCount count, i;

    CHECK_LINE("Drawing: contacts and normals of pairs with a response");
    probe_reset();
    dtCreateObject(OBJ(0), dtBox(10, 2, 10));
    dtCreateObject(OBJ(1), dtBox(2, 2, 2));
    dtTranslate(0, 1.75, 0);
    CHECK_INT("draw/contacts", dtGetLines(DT_DRAW_CONTACTS, found, MOST), 0);
    dtSetDefaultResponse(draw_inside, DT_SIMPLE_RESPONSE, NULL);
    count = dtGetContacts(OBJ(0), OBJ(1), contact, 16);
    CHECK_INT("draw/contacts", dtGetLines(DT_DRAW_CONTACTS, found, MOST), count);
    CHECK("draw/contacts", count >= 4);
    for (i = 0; i < count && i < 16; i++) {
        CHECK("draw/contacts", found[i].object1 == OBJ(0) && found[i].object2 == OBJ(1));
        CHECK("draw/contacts", memcmp(found[i].point1, contact[i].point1, sizeof(DtVector)) == 0);
        CHECK("draw/contacts", memcmp(found[i].point2, contact[i].point2, sizeof(DtVector)) == 0);
        CHECK("draw/contacts", fabs(length(&found[i]) - 0.25) < 1e-9);
    }
    CHECK_INT("draw/normals", dtGetLines(DT_DRAW_NORMALS, found, MOST), count);
    for (i = 0; i < count && i < 16; i++) {
        CHECK("draw/normals", memcmp(found[i].point1, contact[i].point1, sizeof(DtVector)) == 0);
        CHECK("draw/normals", fabs(found[i].point2[1] - found[i].point1[1] - contact[i].normal[1]) < 1e-12);
        CHECK("draw/normals", fabs(length(&found[i]) - 1) < 1e-12);
    }
    inside = 0;
    CHECK_INT("draw/within-a-test", dtTest(), 1);
    CHECK_INT("draw/within-a-test", inside, (int)count);
}

/* Draws again, moves and deletes what is drawn. */
static void act(void *client_data, const DtLine *line)
{
    keep(client_data, line);
    if (depth > 0) {
        return;
    }
    depth++;
    inside += (int)dtDebugDraw(DT_DRAW_BOXES, keep, NULL);
    depth--;
    dtSelectObject(OBJ(1));
    dtTranslate(100, 0, 0);
    dtDeleteObject(OBJ(0));
}

static void test_inside(void *client_data, const DtLine *line)
{
    keep(client_data, line);
    inside += (int)dtTest();
}

static void leave(void *client_data, const DtLine *line)
{
    (void)client_data;
    (void)line;
    longjmp(way_out, 1);
}

static void delete_context(void *client_data, const DtLine *line)
{
    keep(client_data, line);
    dtDeleteContext((DtContext)client_data);
}

static void hit(void *client_data, DtObjectRef a, DtObjectRef b, const DtCollData *data)
{
    (void)client_data;
    (void)a;
    (void)b;
    (void)data;
}

static void callbacks(int rounds)
{
    DtContext context;
    DtCount count, i;
    volatile int left = 0, round;

    CHECK_LINE("Drawing: a callback may do anything; its drawing is that of its beginning");
    scene();
    count = dtGetLines(DT_DRAW_SHAPES, found, MOST);
    drawn_count = 0;
    inside = 0;
    CHECK_INT("draw/changes-inside", dtDebugDraw(DT_DRAW_SHAPES, act, NULL), count);
    /* The ball was there in the first of the nested drawings. */
    CHECK_INT("draw/nested", inside, 24 + 12 * ((int)count - 1));
    CHECK("draw/nested", same(&drawn[0], &found[0]));
    for (i = 1; i < count && 25 + 13 * (i - 1) < MOST; i++) {
        CHECK("draw/changes-inside", same(&drawn[25 + 13 * (i - 1)], &found[i]));
    }

    scene();
    dtSetDefaultResponse(hit, DT_CONTACTS_RESPONSE, NULL);
    dtSelectObject(OBJ(0));
    dtTranslate(8, -5, 0);
    drawn_count = 0;
    inside = 0;
    CHECK_INT("draw/test-inside", dtDebugDraw(DT_DRAW_BOXES, test_inside, NULL), 24);
    CHECK_INT("draw/test-inside", drawn_count, 24);
    CHECK_INT("draw/test-inside", inside, 24);

    for (round = 0; round < rounds; round++) {
        if (setjmp(way_out) == 0) {
            dtDebugDraw(DT_DRAW_SHAPES, leave, NULL);
        } else {
            left++;
        }
    }
    CHECK_INT("draw/left-by-longjmp", left, rounds);
    CHECK_INT("draw/left-by-longjmp", dtTest(), 1);

    context = dtNewContext();
    dtMakeCurrent(context);
    dtCreateObject(OBJ(0), dtBox(1, 1, 1));
    drawn_count = 0;
    CHECK_INT("draw/context-deleted-inside", dtDebugDraw(DT_DRAW_SHAPES, delete_context, context), 12);
    CHECK_INT("draw/context-deleted-inside", drawn_count, 12);
    CHECK("draw/context-deleted-inside", drawn[11].object1 == OBJ(0) && fabs(length(&drawn[11]) - 1) < 1e-9);
    dtMakeCurrent(NULL);
    dtGetError();
    CHECK_INT("draw/context-deleted-inside", dtGetLines(DT_DRAW_BOXES, NULL, 0), 24);
}

static void errors(void)
{
    CHECK_LINE("Drawing: bad arguments raise errors, and nothing is drawn");
    scene();
    drawn_count = 0;
    found[0].object1 = OBJ(7);
    CHECK_INT("draw/number-alone", dtDebugDraw(DT_DRAW_BOXES, NULL, NULL), 24);
    CHECK_INT("draw/number-alone", dtGetError(), DT_NO_ERROR);
    CHECK_INT("draw/errors", dtDebugDraw((DtDrawing)4, keep, NULL), 0);
    CHECK_INT("draw/errors", dtGetError(), DT_INVALID_ENUM);
    CHECK_INT("draw/errors", dtGetLines((DtDrawing)99, found, MOST), 0);
    CHECK_INT("draw/errors", dtGetError(), DT_INVALID_ENUM);
    CHECK("draw/errors", drawn_count == 0 && found[0].object1 == OBJ(7));
    dtTranslate(probe_nan(), 0, 0);
    dtGetError();
    CHECK_INT("draw/errors", dtGetLines(DT_DRAW_SHAPES, found, MOST), 12);
    CHECK_INT("draw/errors", dtGetLines(DT_DRAW_BOXES, NULL, 0), 12);
    CHECK_INT("draw/errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

int main(int argc, char **argv)
{
    (void)argv;
    lines();
    mesh();
    contacts();
    callbacks(argc > 1 ? 20 : 2000);
    errors();
    return check_finish();
}
