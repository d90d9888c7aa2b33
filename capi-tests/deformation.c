/* Shapes that deform: both collision methods run the same callbacks; a shape that runs into itself. */
#include "probe.h"
#include <string.h>

#define SIDE 12
#define SHEETS 6
#define VERTICES (SIDE * SIDE)

static DtVector sheet_vertices[SHEETS][VERTICES];
static ProbeCall kept[PROBE_LOG];
static int kept_count;

static void wave(int sheet, double time)
{
    int i;
    for (i = 0; i < VERTICES; i++) {
        double x = i % SIDE;
        double y = i / SIDE;
        sheet_vertices[sheet][i][0] = x;
        sheet_vertices[sheet][i][1] = y;
        sheet_vertices[sheet][i][2] = 0.8 * sin(0.5 * x + time + sheet) + 0.3 * cos(0.7 * y - time);
    }
}

static DtShapeRef sheet_shape(DtVector *vertices)
{
    int x;
    int y;
    DtShapeRef shape = dtNewComplexShape();
    dtVertexBase(vertices);
    for (y = 0; y + 1 < SIDE; y++) {
        for (x = 0; x + 1 < SIDE; x++) {
            DtIndex v = (DtIndex)(y * SIDE + x);
            DtIndex lower[3];
            DtIndex upper[3];
            lower[0] = v;
            lower[1] = v + 1;
            lower[2] = v + SIDE;
            upper[0] = v + 1;
            upper[1] = v + SIDE + 1;
            upper[2] = v + SIDE;
            dtVertexIndices(DT_SIMPLEX, 3, lower);
            dtVertexIndices(DT_SIMPLEX, 3, upper);
        }
    }
    dtEndComplexShape();
    return shape;
}

/* Ten frames of sheets in waves above each other; appends all calls to the log. */
static void play(DtCollisionMethod method, DtResponseType type)
{
    DtShapeRef shapes[SHEETS];
    DtShapeRef ball = dtSphere(1.0);
    int i;
    int frame;
    dtSetCollisionMethod(method);
    probe_count = 0;
    for (i = 0; i < SHEETS; i++) {
        wave(i, 0);
        shapes[i] = sheet_shape(sheet_vertices[i]);
        dtCreateObject(OBJ(i), shapes[i]);
        dtTranslate(0.3 * i, 0.2 * i, 1.1 * i);
    }
    dtCreateObject(OBJ(SHEETS), ball);
    dtTranslate(5, 5, 5);
    dtSetDefaultResponse(probe_record, type, NULL);
    for (frame = 0; frame < 10; frame++) {
        for (i = 0; i < SHEETS; i++) {
            wave(i, 0.2 * frame);
            dtChangeVertexBase(shapes[i], sheet_vertices[i]);
        }
        dtTest();
        dtSelectObject(OBJ(1));
        dtTranslate(0, 0, 0.1);
        dtTest();
        dtProceed();
    }
    dtClearDefaultResponse();
    for (i = 0; i <= SHEETS; i++) {
        dtDeleteObject(OBJ(i));
    }
    for (i = 0; i < SHEETS; i++) {
        dtDeleteShape(shapes[i]);
    }
    dtDeleteShape(ball);
    dtSetCollisionMethod(DT_TREES);
}

static void methods_agree(void)
{
    static const DtResponseType types[3] = {DT_SIMPLE_RESPONSE, DT_SMART_RESPONSE, DT_WITNESSED_RESPONSE};
    static const DtCollisionMethod methods[4] = {DT_SUBDIVISION, DT_SUBDIVISION, DT_SUBDIVISION,
                                                 DT_TREES_OR_SUBDIVISION};
    static const DtCount levels[4] = {0, 1, 30, 0};
    int t;
    int m;
    int i;
    CHECK_LINE("Deformation: the collision method changes no callback");
    for (t = 0; t < 3; t++) {
        play(DT_TREES, types[t]);
        kept_count = probe_count;
        memcpy(kept, probe_log, sizeof kept);
        CHECK("deformation/some-sheets-meet", kept_count > 20 && kept_count < PROBE_LOG);
        for (m = 0; m < 4; m++) {
            int same = 1;
            dtSetSubdivisionLevels(levels[m]);
            play(methods[m], types[t]);
            check_case("response type %d, method %d, levels %u", (int)types[t], (int)methods[m], levels[m]);
            CHECK_INT("deformation/method-changes-no-callback", probe_count, kept_count);
            for (i = 0; i < kept_count && i < PROBE_LOG; i++) {
                same = same && kept[i].object1 == probe_log[i].object1 && kept[i].object2 == probe_log[i].object2 &&
                       memcmp(&kept[i].data, &probe_log[i].data, sizeof kept[i].data) == 0;
            }
            CHECK("deformation/method-changes-no-callback", same);
        }
        dtSetSubdivisionLevels(0);
    }
    dtGetError();
    dtSetCollisionMethod((DtCollisionMethod)7);
    CHECK_INT("deformation/unknown-method", dtGetError(), DT_INVALID_ENUM);
    dtSetSubdivisionLevels(31);
    CHECK_INT("deformation/too-many-levels", dtGetError(), DT_INVALID_VALUE);
    dtSetSubdivisionLevels((DtCount)-1);
    CHECK_INT("deformation/too-many-levels", dtGetError(), DT_INVALID_VALUE);
}

static DtCount inside_count;

static void ask_inside(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)object2;
    (void)coll_data;
    dtSetCollisionMethod(DT_SUBDIVISION);
    dtSetSubdivisionLevels(5);
    inside_count = dtSelfCollisions(object1, 0, NULL);
    dtSetSubdivisionLevels(0);
    dtSetCollisionMethod(DT_TREES);
}

/* The triangles that a concave polygon is cut into have one number, and what follows has the next. */
static void numbers_of_polytopes(void)
{
    static const DtVector arrow[4] = {{0, 0, 0}, {3, -2, 0}, {1, 0, 0}, {3, 2, 0}};
    static const DtVector across[3] = {{0.5, -1, -1}, {0.5, 1, -1}, {0.5, 0, 1}};
    DtCollidingPolytopes found;
    DtIndex pairs[4];
    DtShapeRef shape = dtNewComplexShape();
    DtShapeRef other;
    int i;
    dtBegin(DT_CONCAVE_POLYGON);
    for (i = 0; i < 4; i++)
        dtVertex(arrow[i][0], arrow[i][1], arrow[i][2]);
    dtEnd();
    dtBegin(DT_SIMPLEX);
    for (i = 0; i < 3; i++)
        dtVertex(across[i][0], across[i][1], across[i][2]);
    dtEnd();
    dtEndComplexShape();
    dtCreateObject(OBJ(20), shape);
    pairs[0] = pairs[1] = 99;
    CHECK_INT("deformation/self-pairs-by-number", dtSelfCollisions(OBJ(20), 2, pairs), 1);
    CHECK_INT("deformation/self-pairs-by-number", pairs[0], 0);
    CHECK_INT("deformation/self-pairs-by-number", pairs[1], 1);
    /* Through both arms of the arrow. */
    other = dtNewComplexShape();
    dtBegin(DT_SIMPLEX);
    for (i = 0; i < 3; i++)
        dtVertex(across[i][0] + 2, 4 * across[i][1], across[i][2]);
    dtEnd();
    dtEndComplexShape();
    dtCreateObject(OBJ(21), other);
    CHECK_INT("deformation/all-pairs-by-number", dtGetAllCollidingPolytopes(&found, 1), 1);
    CHECK_INT("deformation/all-pairs-by-number", found.polytope1, 0);
    CHECK_INT("deformation/all-pairs-by-number", found.polytope2, 0);
    dtDeleteObject(OBJ(20));
    dtDeleteObject(OBJ(21));
    dtDeleteShape(shape);
    dtDeleteShape(other);
}

/* Polytopes with a common vertex are left out: of the same index, or by dtVertex with the same coordinates. */
static void neighbours(void)
{
    /* Two triangles folded onto each other, and one far away. */
    static const DtVector flat[7] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.5, 0.5, 0}, {9, 9, 9}, {9, 8, 9}, {8, 9, 9}};
    static const DtIndex faces[9] = {0, 1, 2, 0, 1, 3, 4, 5, 6};
    DtVector together[7];
    DtIndex pairs[8];
    DtShapeRef shape = dtNewComplexShape();
    int i;
    for (i = 0; i < 9; i++) {
        if (i % 3 == 0) {
            dtBegin(DT_SIMPLEX);
        }
        dtVertex(flat[faces[i]][0], flat[faces[i]][1], flat[faces[i]][2]);
        if (i % 3 == 2) {
            dtEnd();
        }
    }
    dtEndComplexShape();
    dtCreateObject(OBJ(21), shape);
    CHECK_INT("deformation/self-pairs-leave-out-neighbours", dtSelfCollisions(OBJ(21), 4, pairs), 0);
    dtDeleteObject(OBJ(21));
    dtDeleteShape(shape);
    shape = dtNewComplexShape();
    dtVertexBase(flat);
    for (i = 0; i < 9; i += 3) {
        dtVertexIndices(DT_SIMPLEX, 3, faces + i);
    }
    dtEndComplexShape();
    dtCreateObject(OBJ(21), shape);
    CHECK_INT("deformation/self-pairs-leave-out-neighbours", dtSelfCollisions(OBJ(21), 4, pairs), 0);
    /* The third one comes to the same vertices: it is no neighbour. */
    memcpy(together, flat, sizeof flat);
    memcpy(together[4], flat[0], 3 * sizeof(DtVector));
    dtChangeVertexBase(shape, together);
    CHECK_INT("deformation/self-pairs-that-came-together", dtSelfCollisions(OBJ(21), 4, pairs), 2);
    CHECK("deformation/self-pairs-that-came-together",
          pairs[0] == 0 && pairs[1] == 2 && pairs[2] == 1 && pairs[3] == 2);
    dtDeleteObject(OBJ(21));
    dtDeleteShape(shape);
}

static void self_collisions(void)
{
    DtIndex pairs[400];
    DtShapeRef shape;
    DtShapeRef ball = dtSphere(1.0);
    DtCount count;
    DtCount i;
    int v;
    int sorted = 1;
    CHECK_LINE("Deformation: pairs of polytopes of one shape");
    wave(0, 0);
    shape = sheet_shape(sheet_vertices[0]);
    dtCreateObject(OBJ(0), shape);
    dtTranslate(100, 0, 0); /* it makes no difference */
    CHECK_INT("deformation/smooth-sheet-meets-itself-nowhere", dtSelfCollisions(OBJ(0), 0, NULL), 0);
    /* The right part is bent back, through the left one. */
    for (v = 0; v < VERTICES; v++) {
        double x = v % SIDE;
        sheet_vertices[0][v][0] = x > 6 ? 12.1 - x : x;
        sheet_vertices[0][v][2] = x > 6 ? 1.5 - 0.6 * (x - 6) : 0;
    }
    dtChangeVertexBase(shape, sheet_vertices[0]);
    pairs[399] = 12345;
    count = dtSelfCollisions(OBJ(0), 199, pairs);
    CHECK("deformation/folded-sheet-meets-itself", count > 10 && count < 199);
    for (i = 0; i < count; i++) {
        sorted = sorted && pairs[2 * i] < pairs[2 * i + 1] && pairs[2 * i + 1] < 2 * (SIDE - 1) * (SIDE - 1);
        sorted = sorted && (i == 0 || pairs[2 * i - 2] < pairs[2 * i] ||
                            (pairs[2 * i - 2] == pairs[2 * i] && pairs[2 * i - 1] < pairs[2 * i + 1]));
    }
    CHECK("deformation/self-pairs-are-in-order", sorted);
    CHECK_INT("deformation/self-pairs-beyond-the-count-are-left-alone", pairs[399], 12345);
    pairs[2] = 54321;
    CHECK_INT("deformation/self-pairs-beyond-the-size-are-counted", dtSelfCollisions(OBJ(0), 1, pairs), count);
    CHECK_INT("deformation/self-pairs-beyond-the-size-are-counted", pairs[2], 54321);

    numbers_of_polytopes();
    neighbours();

    CHECK_LINE("Deformation: from inside a callback");
    dtCreateObject(OBJ(1), ball);
    dtTranslate(106, 5, 0);
    dtSetPairResponse(OBJ(0), OBJ(1), ask_inside, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("deformation/from-inside-a-callback", dtTest(), 1);
    CHECK_INT("deformation/from-inside-a-callback", inside_count, count);

    CHECK_LINE("Deformation: bad input");
    dtGetError();
    CHECK_INT("deformation/self-of-an-unknown-object", dtSelfCollisions(OBJ(9), 1, pairs), 0);
    CHECK_INT("deformation/self-of-an-unknown-object", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("deformation/self-of-a-primitive", dtSelfCollisions(OBJ(1), 1, pairs), 0);
    CHECK_INT("deformation/self-of-a-primitive", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("deformation/self-without-room", dtSelfCollisions(OBJ(0), 3, NULL), 0);
    CHECK_INT("deformation/self-without-room", dtGetError(), DT_INVALID_POINTER);
    sheet_vertices[0][0][1] = sqrt(-1.0);
    dtChangeVertexBase(shape, sheet_vertices[0]);
    dtGetError();
    CHECK("deformation/self-with-a-vertex-that-is-no-number", dtSelfCollisions(OBJ(0), 0, NULL) > 10);
    CHECK_INT("deformation/self-with-a-vertex-that-is-no-number", dtGetError(), DT_INVALID_VALUE);
    dtResetPairResponse(OBJ(0), OBJ(1));
    dtDeleteObject(OBJ(0));
    dtDeleteObject(OBJ(1));
    dtDeleteShape(shape);
    dtDeleteShape(ball);
}

/* The right part of the sheet stands up, or hangs down below the left one. */
static void flap(double height)
{
    int v;
    for (v = 0; v < VERTICES; v++) {
        double x = v % SIDE;
        sheet_vertices[0][v][0] = x <= 6 ? x : height > 0 ? 6 : 12.1 - x;
        sheet_vertices[0][v][1] = v / SIDE;
        sheet_vertices[0][v][2] = x <= 6 ? 0 : height * (x - 6);
    }
}

static void self_collisions_between_frames(void)
{
    static DtSelfContact contacts[1001];
    DtShapeRef shape;
    DtShapeRef ball = dtSphere(1.0);
    DtCount count;
    DtCount i;
    int in_order = 1;
    int touch_in_the_frame = 1;
    CHECK_LINE("Deformation: one shape between two frames");
    flap(1);
    shape = sheet_shape(sheet_vertices[0]);
    dtCreateObject(OBJ(0), shape);
    dtGetError();
    CHECK_INT("deformation/on-the-way-nothing-moves-before-a-frame", dtSelfCollisionsMotion(OBJ(0), NULL, 0), 0);
    dtProceed();
    CHECK_INT("deformation/on-the-way-nothing-moves", dtSelfCollisionsMotion(OBJ(0), NULL, 0), 0);
    flap(-1);
    dtChangeVertexBase(shape, sheet_vertices[0]);
    dtTranslate(5, 6, 7); /* it makes no difference */
    dtRotate(0, 1, 0, 0);
    CHECK_INT("deformation/on-the-way-it-passes-through", dtSelfCollisions(OBJ(0), 0, NULL), 0);
    contacts[1000].polytope1 = 4321;
    count = dtSelfCollisionsMotion(OBJ(0), contacts, 1000);
    CHECK("deformation/on-the-way-it-passes-through", count > 50 && count < 1000);
    for (i = 0; i < count && i < 1000; i++) {
        touch_in_the_frame = touch_in_the_frame && contacts[i].time >= 0 && contacts[i].time <= 1;
        in_order = in_order && contacts[i].polytope1 < contacts[i].polytope2;
        in_order = in_order && (i == 0 || contacts[i - 1].time <= contacts[i].time);
    }
    CHECK("deformation/on-the-way-times", touch_in_the_frame && fabs(contacts[0].time - 0.5) < 1e-11);
    CHECK("deformation/on-the-way-in-order", in_order);
    CHECK_INT("deformation/on-the-way-in-its-room", contacts[1000].polytope1, 4321);
    contacts[1].polytope1 = 54321;
    CHECK_INT("deformation/on-the-way-beyond-the-room", dtSelfCollisionsMotion(OBJ(0), contacts, 1), count);
    CHECK_INT("deformation/on-the-way-beyond-the-room", contacts[1].polytope1, 54321);
    CHECK_INT("deformation/on-the-way-good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);

    CHECK_LINE("Deformation: one shape between two frames, bad input");
    dtCreateObject(OBJ(1), ball);
    CHECK_INT("deformation/on-the-way-of-an-unknown-object", dtSelfCollisionsMotion(OBJ(9), contacts, 1), 0);
    CHECK_INT("deformation/on-the-way-of-an-unknown-object", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("deformation/on-the-way-of-a-primitive", dtSelfCollisionsMotion(OBJ(1), contacts, 1), 0);
    CHECK_INT("deformation/on-the-way-of-a-primitive", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("deformation/on-the-way-without-room", dtSelfCollisionsMotion(OBJ(0), NULL, 3), 0);
    CHECK_INT("deformation/on-the-way-without-room", dtGetError(), DT_INVALID_POINTER);
    sheet_vertices[0][0][1] = sqrt(-1.0);
    dtChangeVertexBase(shape, sheet_vertices[0]);
    dtGetError();
    i = dtSelfCollisionsMotion(OBJ(0), NULL, 0);
    CHECK("deformation/on-the-way-with-a-vertex-that-is-no-number", i > 50 && i <= count);
    CHECK_INT("deformation/on-the-way-with-a-vertex-that-is-no-number", dtGetError(), DT_INVALID_VALUE);
    /* A frame later it is a number again, but was none. */
    dtProceed();
    flap(-1);
    dtChangeVertexBase(shape, sheet_vertices[0]);
    dtGetError();
    CHECK_INT("deformation/on-the-way-with-a-vertex-that-was-no-number", dtSelfCollisionsMotion(OBJ(0), NULL, 0), 0);
    CHECK_INT("deformation/on-the-way-with-a-vertex-that-was-no-number", dtGetError(), DT_INVALID_VALUE);
    dtProceed();
    CHECK_INT("deformation/on-the-way-and-all-is-well-again", dtSelfCollisionsMotion(OBJ(0), NULL, 0), 0);
    CHECK_INT("deformation/on-the-way-and-all-is-well-again", dtGetError(), DT_NO_ERROR);
    dtDeleteObject(OBJ(0));
    CHECK_INT("deformation/on-the-way-of-a-freed-object", dtSelfCollisionsMotion(OBJ(0), NULL, 0), 0);
    CHECK_INT("deformation/on-the-way-of-a-freed-object", dtGetError(), DT_UNKNOWN_OBJECT);
    dtDeleteObject(OBJ(1));
    dtDeleteShape(shape);
    dtDeleteShape(ball);
}

#define MOST 4000

static DtCollidingPolytopes all_pairs[MOST + 1];

/* Whether the records are those of each pair of sheets by itself, in the same order. */
static int as_pair_by_pair(DtCount count)
{
    static DtPolytopePair pairs[MOST];
    DtCount next = 0;
    int i;
    int j;
    for (i = 0; i < SHEETS; i++) {
        for (j = i + 1; j < SHEETS; j++) {
            DtCount of_two = dtGetCollidingPolytopes(OBJ(i), OBJ(j), pairs, MOST);
            DtCount k;
            DtCount end = next + of_two;
            if (end > count) {
                return 0;
            }
            for (k = next; k < end; k++) {
                DtCount l = 0;
                if (all_pairs[k].object1 != OBJ(i) || all_pairs[k].object2 != OBJ(j)) {
                    return 0;
                }
                while (l < of_two && (pairs[l].polytope1 != all_pairs[k].polytope1 ||
                                      pairs[l].polytope2 != all_pairs[k].polytope2)) {
                    l++;
                }
                if (l == of_two) {
                    return 0;
                }
                if (k > next && (all_pairs[k].polytope1 < all_pairs[k - 1].polytope1 ||
                                 (all_pairs[k].polytope1 == all_pairs[k - 1].polytope1 &&
                                  all_pairs[k].polytope2 <= all_pairs[k - 1].polytope2))) {
                    return 0;
                }
            }
            next = end;
        }
    }
    return next == count;
}

static void all_at_once(void)
{
    DtShapeRef shapes[SHEETS];
    DtShapeRef ball = dtSphere(3.0);
    DtCount count;
    DtCount fewer;
    int i;
    CHECK_LINE("Deformation: all pairs of polytopes of all objects");
    dtGetError();
    CHECK_INT("deformation/all-of-none", dtGetAllCollidingPolytopes(NULL, 0), 0);
    for (i = 0; i < SHEETS; i++) {
        wave(i, 0.4);
        shapes[i] = sheet_shape(sheet_vertices[i]);
        dtCreateObject(OBJ(i), shapes[i]);
        dtTranslate(0.3 * i, 0.2 * i, 0.5 * i);
    }
    dtCreateObject(OBJ(SHEETS), ball);
    all_pairs[MOST].polytope1 = 77;
    count = dtGetAllCollidingPolytopes(all_pairs, MOST);
    CHECK("deformation/all-pairs-are-many", count > 100 && count < MOST);
    CHECK("deformation/all-pairs-are-those-of-two-and-two", as_pair_by_pair(count));
    CHECK_INT("deformation/all-pairs-stay-in-their-room", all_pairs[MOST].polytope1, 77);
    dtSetSubdivisionLevels(3);
    CHECK_INT("deformation/all-pairs-at-any-resolution", dtGetAllCollidingPolytopes(all_pairs, MOST), count);
    CHECK("deformation/all-pairs-at-any-resolution", as_pair_by_pair(count));
    dtSetSubdivisionLevels(0);
    all_pairs[1].polytope1 = 12345;
    CHECK_INT("deformation/all-pairs-of-less-room", dtGetAllCollidingPolytopes(all_pairs, 1), count);
    CHECK_INT("deformation/all-pairs-of-less-room", all_pairs[1].polytope1, 12345);
    CHECK_INT("deformation/all-pairs-good-calls-raise-nothing", dtGetError(), DT_NO_ERROR);
    CHECK_INT("deformation/all-pairs-without-room", dtGetAllCollidingPolytopes(NULL, 3), 0);
    CHECK_INT("deformation/all-pairs-without-room", dtGetError(), DT_INVALID_POINTER);
    for (i = VERTICES / 4; i < 3 * VERTICES / 4; i++) {
        sheet_vertices[2][i][1] = sqrt(-1.0);
    }
    dtChangeVertexBase(shapes[2], sheet_vertices[2]);
    dtGetError();
    fewer = dtGetAllCollidingPolytopes(NULL, 0);
    CHECK("deformation/all-pairs-with-a-vertex-that-is-no-number", fewer > 0 && fewer < count);
    CHECK_INT("deformation/all-pairs-with-a-vertex-that-is-no-number", dtGetError(), DT_INVALID_VALUE);
    for (i = 0; i <= SHEETS; i++) {
        dtDeleteObject(OBJ(i));
    }
    for (i = 0; i < SHEETS; i++) {
        dtDeleteShape(shapes[i]);
    }
    dtDeleteShape(ball);
}

int main(void)
{
    methods_agree();
    self_collisions();
    self_collisions_between_frames();
    all_at_once();
    return check_finish();
}
