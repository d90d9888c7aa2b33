/* How deep two objects are in each other and where they touch: dtGetPenDepth, dtGetContacts, and their responses. */
#include "floor.h"
#include "probe.h"

#define MOST 16

static double depth_of(int i, int j, double *normal)
{
    return dtGetPenDepth(OBJ(i), OBJ(j), normal, NULL, NULL);
}

static void depths(void)
{
    DtVector n, p, q;
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef ball = dtSphere(1);
    CHECK_LINE("Depth: world coordinates, from object2 towards object1");
    probe_create(OBJ(0), box, 10, 0, 0);
    probe_create(OBJ(1), ball, 11.5, 0.25, 0);
    CHECK_NEAR("contacts/depth", dtGetPenDepth(OBJ(0), OBJ(1), n, p, q), 0.5, 1e-9);
    CHECK_VECTOR("contacts/normal-points-to-object1", n, -1, 0, 0, 1e-6);
    CHECK_VECTOR("contacts/deepest-points-in-world-coordinates", p, 11, 0.25, 0, 1e-6);
    CHECK_VECTOR("contacts/deepest-points-in-world-coordinates", q, 10.5, 0.25, 0, 1e-6);
    CHECK_NEAR("contacts/depth", dtGetPenDepth(OBJ(1), OBJ(0), n, p, q), 0.5, 1e-9);
    CHECK_VECTOR("contacts/swapped-is-mirrored", n, 1, 0, 0, 1e-6);
    CHECK_VECTOR("contacts/swapped-is-mirrored", p, 10.5, 0.25, 0, 1e-6);
    CHECK_VECTOR("contacts/swapped-is-mirrored", q, 11, 0.25, 0, 1e-6);
    CHECK_NEAR("contacts/results-may-be-null", dtGetPenDepth(OBJ(0), OBJ(1), NULL, NULL, NULL), 0.5, 1e-9);

    CHECK_LINE("Depth: zero where the objects touch, -1 where they are apart");
    dtSelectObject(OBJ(1));
    dtLoadIdentity();
    dtTranslate(12, 0, 0);
    CHECK("contacts/touching-is-depth-zero", depth_of(0, 1, n) >= 0 && depth_of(0, 1, n) < 1e-12);
    CHECK_VECTOR("contacts/touching-has-a-normal", n, -1, 0, 0, 1e-6);
    CHECK("contacts/touching-has-a-contact", dtGetContacts(OBJ(0), OBJ(1), NULL, 0) >= 1);
    probe_place(OBJ(1), 12.001, 0, 0);
    n[0] = n[1] = n[2] = 7;
    CHECK("contacts/apart-is-minus-one", depth_of(0, 1, n) == -1.0);
    CHECK_VECTOR("contacts/apart-writes-nothing", n, 7, 7, 7, 0);
    CHECK_INT("contacts/apart-has-no-contacts", dtGetContacts(OBJ(0), OBJ(1), NULL, 0), 0);
    CHECK_INT("contacts/apart-is-no-error", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(box);
    dtDeleteShape(ball);
    probe_reset();
}

static void turn_and_place(int i, double x, double y, double z)
{
    probe_place(OBJ(0), x, y, z);
    dtRotate(0.5, -0.5, 0.1 * (i % 7), 0.5);
}

/* Random pairs of many kinds: the translation separates, nine tenths of it do not. */
static void translations(void)
{
    DtShapeRef shapes[6];
    double n[3], d;
    int i, hits = 0;
    CHECK_LINE("Depth: translating by it separates, and less does not");
    shapes[0] = dtBox(1, 2, 1.5);
    shapes[1] = dtSphere(0.75);
    shapes[2] = dtCone(0.75, 2);
    shapes[3] = dtCylinder(0.5, 2);
    shapes[4] = dtEllipsoid(0.5, 1, 0.75);
    shapes[5] = dtCapsule(0.5, 1);
    for (i = 0; i < 720; i++) {
        double x = probe_between(-1, 1), y = probe_between(-1, 1), z = probe_between(-1, 1);
        check_case("pair %d", i);
        dtDeleteObject(OBJ(0));
        dtDeleteObject(OBJ(1));
        dtCreateObject(OBJ(0), shapes[i % 6]);
        dtCreateObject(OBJ(1), shapes[i / 6 % 6]);
        turn_and_place(i, x, y, z);
        dtSelectObject(OBJ(1));
        dtRotate(0.25, 0.75, -0.5, 0.1 * (i % 11));
        d = depth_of(0, 1, n);
        if (d < 0) {
            CHECK_INT("contacts/no-depth-is-no-hit", dtGetCommonPoint(OBJ(0), OBJ(1), NULL), DT_FALSE);
        } else {
            double by;
            hits++;
            CHECK_NEAR("contacts/normal-is-a-unit-vector", probe_length(n), 1, 1e-9);
            for (by = 0.9; by < 1.2; by += 0.2) {
                turn_and_place(i, x + by * d * n[0], y + by * d * n[1], z + by * d * n[2]);
                CHECK_INT("contacts/the-translation-separates", dtGetCommonPoint(OBJ(0), OBJ(1), NULL),
                          by < 1 ? DT_TRUE : DT_FALSE);
            }
        }
    }
    CHECK("contacts/the-translation-separates", hits > 200);
    for (i = 0; i < 6; i++) {
        dtDeleteShape(shapes[i]);
    }
    probe_reset();
}

/* What every contact must be. */
static void check_contact(const DtContact *c)
{
    int k;
    CHECK("contacts/depths-are-not-negative", c->depth >= 0);
    for (k = 0; k < 3; k++) {
        CHECK_NEAR("contacts/points-are-one-depth-apart", c->point2[k] - c->point1[k], c->depth * c->normal[k],
                   1e-9);
    }
}

static void manifolds(void)
{
    DtContact c[MOST];
    DtCount i, count;
    DtShapeRef cube = dtBox(2, 2, 2);
    DtShapeRef plate = dtBox(20, 2, 20);
    DtShapeRef ball = dtSphere(1);
    DtShapeRef cylinder = dtCylinder(1, 4);
    CHECK_LINE("Contacts: the corners of the region in which two convex objects touch");
    probe_create(OBJ(0), cube, 3, 1.75, 4);
    probe_create(OBJ(1), plate, 0, 0, 0);
    count = dtGetContacts(OBJ(0), OBJ(1), c, MOST);
    CHECK_INT("contacts/box-on-a-plate-has-four", count, 4);
    for (i = 0; i < count && i < MOST; i++) {
        check_contact(&c[i]);
        CHECK_NEAR("contacts/depth-of-a-contact", c[i].depth, 0.25, 1e-9);
        CHECK_VECTOR("contacts/normal-of-a-contact", c[i].normal, 0, 1, 0, 1e-9);
        CHECK_NEAR("contacts/corners-in-world-coordinates", fabs(c[i].point1[0] - 3), 1, 1e-9);
        CHECK_NEAR("contacts/corners-in-world-coordinates", fabs(c[i].point1[2] - 4), 1, 1e-9);
        CHECK_NEAR("contacts/corners-in-world-coordinates", c[i].point1[1], 0.75, 1e-9);
        CHECK_NEAR("contacts/corners-in-world-coordinates", c[i].point2[1], 1, 1e-9);
    }
    count = dtGetContacts(OBJ(1), OBJ(0), c, MOST);
    CHECK_INT("contacts/swapped-is-mirrored", count, 4);
    CHECK_VECTOR("contacts/swapped-is-mirrored", c[0].normal, 0, -1, 0, 1e-9);
    memset(c, 0, sizeof c);
    CHECK_INT("contacts/no-more-than-there-is-room-for", dtGetContacts(OBJ(0), OBJ(1), c, 2), 4);
    CHECK("contacts/no-more-than-there-is-room-for", c[1].depth > 0 && c[2].depth == 0);
    CHECK("contacts/the-first-two-are-far-apart",
          fabs(c[0].point1[0] - c[1].point1[0]) > 1 && fabs(c[0].point1[2] - c[1].point1[2]) > 1);
    dtDeleteObject(OBJ(0));
    probe_create(OBJ(0), ball, 3, 1.75, 4);
    CHECK_INT("contacts/ball-on-a-plate-has-one", dtGetContacts(OBJ(0), OBJ(1), c, MOST), 1);
    /* The depth's relative error is 1e-6; points on a round surface may be off by its root. */
    CHECK_VECTOR("contacts/ball-on-a-plate-has-one", c[0].point1, 3, 0.75, 4, 1e-3);
    dtDeleteObject(OBJ(0));
    probe_create(OBJ(0), cylinder, 3, 1.75, 4);
    dtRotate(0, 0, 1, 1);
    CHECK_INT("contacts/lying-cylinder-has-two", dtGetContacts(OBJ(0), OBJ(1), c, MOST), 2);
    CHECK_NEAR("contacts/lying-cylinder-has-two", fabs(c[0].point1[0] - c[1].point1[0]), 4, 1e-6);
    CHECK_INT("contacts/no-errors", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(cube);
    dtDeleteShape(plate);
    dtDeleteShape(ball);
    dtDeleteShape(cylinder);
    probe_reset();
}

/* Which of the contacts has the features of another; -1 if none. */
static int same_features(const DtContact *contact, const DtContact *among, DtCount count)
{
    DtCount i;

    for (i = 0; i < count; ++i)
        if (among[i].feature1 == contact->feature1 && among[i].feature2 == contact->feature2) return (int)i;
    return -1;
}

static void features(void)
{
    static const double turns[3] = {0.0, 0.01, -0.02};
    DtContact first[16], now[16];
    DtCount count = 0, k;
    int frame;

    CHECK_LINE("Contacts: the features that touch are known again in the next frame");
    dtCreateObject(OBJ(0), dtBox(10, 1, 10));
    dtCreateObject(OBJ(1), dtBox(2, 2, 2));
    for (frame = 0; frame < 3; ++frame) {
        dtSelectObject(OBJ(1));
        dtLoadIdentity();
        dtTranslate(0.1 * frame, 1.4375, -0.2 * frame);
        dtRotate(sin(turns[frame]), 0, 0, cos(turns[frame]));
        count = dtGetContacts(OBJ(1), OBJ(0), now, 16);
        CHECK_INT("contacts/features", count, 4);
        for (k = 0; k < count && k < 16; ++k) {
            int same = same_features(&now[k], frame == 0 ? now : first, count);

            if (frame == 0) {
                CHECK_INT("contacts/features-differ", same, (int)k);
                first[k] = now[k];
            } else if (same >= 0) {
                /* The same corner of the crate. */
                CHECK("contacts/features", fabs(now[k].point1[0] - first[same].point1[0]) < 0.5 &&
                    fabs(now[k].point1[2] - first[same].point1[2]) < 0.7);
            } else {
                CHECK("contacts/features", 0);
            }
        }
        /* Of the same objects the other way round, the other way round. */
        CHECK_INT("contacts/features-mirrored", dtGetContacts(OBJ(0), OBJ(1), now, 16), count);
        for (k = 0; k < count && k < 16 && frame == 0; ++k) {
            DtContact mirrored = now[k];

            mirrored.feature1 = now[k].feature2;
            mirrored.feature2 = now[k].feature1;
            CHECK("contacts/features-mirrored", same_features(&mirrored, first, count) >= 0);
        }
    }
    probe_reset();
}

static void complex_shapes(void)
{
    static DtContact c[256];
    double n[3], p[3];
    DtCount i, j, count;
    DtShapeRef ground = make_floor(8);
    DtShapeRef cube = dtBox(2, 2, 2);
    CHECK_LINE("Depth and contacts of complex shapes: the deepest pair of polytopes; each pair has contacts");
    probe_create(OBJ(0), cube, 4.25, 0.9, 4.25);
    dtCreateObject(OBJ(1), ground);
    CHECK_NEAR("contacts/depth-of-a-complex-shape", dtGetPenDepth(OBJ(0), OBJ(1), n, p, NULL), 0.1, 1e-9);
    CHECK_VECTOR("contacts/depth-of-a-complex-shape", n, 0, 1, 0, 1e-9);
    CHECK_NEAR("contacts/depth-of-a-complex-shape", p[1], -0.1, 1e-9);
    CHECK_NEAR("contacts/depth-of-a-complex-shape", dtGetPenDepth(OBJ(1), OBJ(0), n, NULL, p), 0.1, 1e-9);
    CHECK_VECTOR("contacts/depth-of-a-complex-shape", n, 0, -1, 0, 1e-9);
    count = dtGetContacts(OBJ(0), OBJ(1), c, 256);
    CHECK("contacts/contacts-of-a-complex-shape", count >= 4 && count <= 256);
    for (i = 0; i < count && i < 256; i++) {
        check_contact(&c[i]);
        CHECK("contacts/the-deepest-first", i == 0 || c[i].depth <= c[i - 1].depth);
        CHECK("contacts/none-is-deeper-than-the-depth", c[i].depth <= 0.1 + 1e-9);
        for (j = 0; j < i; j++) {
            double apart = fabs(c[i].point1[0] - c[j].point1[0]) + fabs(c[i].point1[1] - c[j].point1[1]) +
                           fabs(c[i].point1[2] - c[j].point1[2]) + fabs(c[i].normal[0] - c[j].normal[0]) +
                           fabs(c[i].normal[1] - c[j].normal[1]) + fabs(c[i].normal[2] - c[j].normal[2]);
            CHECK("contacts/no-contact-twice", apart > 1e-3);
        }
    }
    CHECK_INT("contacts/no-errors", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(ground);
    dtDeleteShape(cube);
    probe_reset();
}

static int callbacks;
static DtContactData kept;
static DtContact first_contact;

static void note(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    const DtContactData *found = (const DtContactData *)coll_data;
    (void)client_data;
    (void)object1;
    (void)object2;
    callbacks++;
    if (found != NULL && found->count > 0) {
        kept = *found;
        first_contact = found->contacts[0];
    }
}

static int visits;

/* Asks and tests again while its data must stay as they are. */
static void nest(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    const DtContactData *found = (const DtContactData *)coll_data;
    DtContact before[MOST], others[MOST];
    DtCount count = found->count < MOST ? found->count : MOST;
    (void)client_data;
    memcpy(before, found->contacts, count * sizeof before[0]);
    CHECK_INT("contacts/queries-in-callbacks", dtGetContacts(object1, object2, others, MOST), found->count);
    if (visits++ < 3) {
        dtTest();
    }
    CHECK("contacts/data-survive-nested-tests", memcmp(before, found->contacts, count * sizeof before[0]) == 0);
}

static void responses(void)
{
    DtShapeRef cube = dtBox(2, 2, 2);
    DtShapeRef surface = make_floor(4);
    CHECK_LINE("Responses of depth and contacts: coll_data begins a DtContactData");
    probe_create(OBJ(0), cube, 5, 0, 0);
    probe_create(OBJ(1), cube, 5, 1.75, 0.5);
    callbacks = 0;
    dtSetDefaultResponse(note, DT_DEPTH_RESPONSE, NULL);
    CHECK_INT("contacts/depth-response", dtTest(), 1);
    CHECK_INT("contacts/depth-response", kept.count, 1);
    CHECK_VECTOR("contacts/depth-response-translation", kept.data.normal, 0, -0.25, 0, 1e-9);
    CHECK_NEAR("contacts/depth-response-local-points", kept.data.point1[1], 1, 1e-9);
    CHECK_NEAR("contacts/depth-response-local-points", kept.data.point2[1], -1, 1e-9);
    CHECK_NEAR("contacts/depth-response", first_contact.depth, 0.25, 1e-9);
    CHECK_VECTOR("contacts/depth-response", first_contact.normal, 0, -1, 0, 1e-9);
    CHECK_NEAR("contacts/depth-response-world-points", first_contact.point2[1], 0.75, 1e-9);
    dtSetDefaultResponse(note, DT_CONTACTS_RESPONSE, NULL);
    CHECK_INT("contacts/contacts-response", dtTest(), 1);
    CHECK_INT("contacts/contacts-response", kept.count, 4);
    CHECK_INT("contacts/contacts-response-of-one-pair", dtTestObjects(OBJ(0), OBJ(1)), 1);
    CHECK_INT("contacts/contacts-response-of-one-pair", kept.count, 4);
    probe_place(OBJ(1), 5, 2.001, 0.5);
    CHECK_INT("contacts/apart-is-no-callback", dtTest(), 0);
    probe_place(OBJ(1), 5, 2, 0.5);
    CHECK_INT("contacts/touching-is-a-callback", dtTest(), 1);
    CHECK_INT("contacts/touching-has-a-contact", kept.count >= 1, 1);
    CHECK_INT("contacts/no-errors", dtGetError(), DT_NO_ERROR);

    CHECK_LINE("Responses of contacts: their data stay as they are until the next test");
    probe_create(OBJ(2), surface, 3, 0.75, -2);
    probe_create(OBJ(3), cube, 4, 0.5, 0);
    visits = 0;
    dtSetDefaultResponse(nest, DT_CONTACTS_RESPONSE, NULL);
    CHECK("contacts/data-survive-nested-tests", dtTest() > 3);
    CHECK_INT("contacts/no-errors", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(cube);
    dtDeleteShape(surface);
    probe_reset();
}

/* A table of boxes on a mesh: its legs touch in four places. */
static void patches(void)
{
    static const double legs[4][2] = {{1.25, 1.25}, {6.25, 1.25}, {1.25, 6.25}, {6.25, 6.25}};
    DtShapeRef surface = make_floor(8);
    DtShapeRef table = dtNewComplexShape();
    static DtContact c[256];
    static DtCount p[256];
    DtCount count, all, i;
    int leg, corner;
    for (leg = 0; leg < 4; leg++) {
        dtBegin(DT_POLYHEDRON);
        for (corner = 0; corner < 8; corner++) {
            dtVertex(legs[leg][0] + (corner & 1 ? 0.5 : -0.5), corner & 2 ? 2 : -0.0125 * (leg + 1),
                     legs[leg][1] + (corner & 4 ? 0.5 : -0.5));
        }
        dtEnd();
    }
    dtEndComplexShape();
    CHECK_LINE("Contacts by connected patches");
    probe_create(OBJ(0), table, 0, 0, 0);
    probe_create(OBJ(1), surface, 0, 0, 0);
    all = dtGetContacts(OBJ(0), OBJ(1), NULL, 0);
    CHECK_INT("contacts/patches-of-all", dtGetContactPatches(OBJ(0), OBJ(1), 0, NULL, NULL, 0), all);
    c[8].depth = 77;
    p[8] = 88;
    count = dtGetContactPatches(OBJ(0), OBJ(1), 2, c, p, 8);
    CHECK_INT("contacts/patches", count, 8);
    for (i = 0; i < count && i < 8; i++) {
        check_contact(&c[i]);
        CHECK_INT("contacts/patches", p[i], i / 2);
        /* The deepest leg is the last. */
        CHECK_NEAR("contacts/patches", c[i].depth, 0.0125 * (4 - i / 2), 1e-9);
        CHECK("contacts/patches", fabs(c[i].point1[0] - legs[3 - i / 2][0]) < 0.5 + 1e-9);
        CHECK("contacts/patches", fabs(c[i].point1[2] - legs[3 - i / 2][1]) < 0.5 + 1e-9);
    }
    CHECK_INT("contacts/patches-stay-in-their-room", dtGetContactPatches(OBJ(0), OBJ(1), 2, c, p, 3), 8);
    CHECK("contacts/patches-stay-in-their-room", c[8].depth == 77 && p[8] == 88);
    CHECK_INT("contacts/patches-without-numbers", dtGetContactPatches(OBJ(0), OBJ(1), 1, c, NULL, 256), 4);
    CHECK_INT("contacts/patches-without-contacts", dtGetContactPatches(OBJ(1), OBJ(0), 1, NULL, p, 256), 4);
    CHECK_INT("contacts/patches-without-contacts", p[3], 3);
    CHECK_INT("contacts/no-errors", dtGetError(), DT_NO_ERROR);
    probe_place(OBJ(0), 0, 1, 0);
    CHECK_INT("contacts/patches-apart", dtGetContactPatches(OBJ(0), OBJ(1), 4, c, p, 256), 0);
    CHECK_INT("contacts/no-errors", dtGetError(), DT_NO_ERROR);
    CHECK_INT("contacts/patches-misused", dtGetContactPatches(OBJ(0), OBJ(9), 4, c, p, 256), 0);
    CHECK_INT("contacts/patches-misused", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("contacts/patches-misused", dtGetContactPatches(OBJ(0), OBJ(0), 4, c, p, 256), 0);
    CHECK_INT("contacts/patches-misused", dtGetError(), DT_INVALID_OPERATION);
    dtDeleteShape(surface);
    dtDeleteShape(table);
    probe_reset();
}

static void bad_input(void)
{
    int i;
    double n[3] = {7, 7, 7};
    DtContact c[2];
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef nothing = dtSphere(probe_nan());
    DtShapeRef empty = dtNewComplexShape();
    dtEndComplexShape();
    while (dtGetError() != DT_NO_ERROR) {
    }
    memset(c, 0, sizeof c);
    CHECK_LINE("Depth and contacts of bad arguments: no answer, an error, nothing written");
    probe_create(OBJ(0), box, 0, 0, 0);
    probe_create(OBJ(1), box, 1, 0, 0);
    CHECK("contacts/unknown-object", depth_of(0, 9, n) == -1.0);
    CHECK_INT("contacts/unknown-object", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK("contacts/unknown-object", dtGetPenDepth(NULL, OBJ(0), n, NULL, NULL) == -1.0);
    CHECK_INT("contacts/unknown-object", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("contacts/unknown-object", dtGetContacts(OBJ(9), OBJ(0), c, 2), 0);
    CHECK_INT("contacts/unknown-object", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK("contacts/an-object-and-itself", depth_of(0, 0, n) == -1.0);
    CHECK_INT("contacts/an-object-and-itself", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("contacts/an-object-and-itself", dtGetContacts(OBJ(0), OBJ(0), c, 2), 0);
    CHECK_INT("contacts/an-object-and-itself", dtGetError(), DT_INVALID_OPERATION);
    for (i = 0; i < 4; i++) {
        check_case("kind %d", i);
        switch (i) {
        case 0:
            dtCreateObject(OBJ(2), nothing);
            break;
        case 1:
            dtCreateObject(OBJ(2), empty);
            break;
        case 2:
            probe_create(OBJ(2), box, 0, 0, 0);
            dtRotate(0, 0, 0, 0);
            break;
        default:
            probe_create(OBJ(2), box, probe_nan(), 0, 0);
            break;
        }
        while (dtGetError() != DT_NO_ERROR) {
        }
        CHECK("contacts/nothing-to-hit", depth_of(0, 2, n) == -1.0);
        CHECK_INT("contacts/nothing-to-hit", dtGetError(), DT_INVALID_OPERATION);
        CHECK_INT("contacts/nothing-to-hit", dtGetContacts(OBJ(2), OBJ(0), c, 2), 0);
        CHECK_INT("contacts/nothing-to-hit", dtGetError(), DT_INVALID_OPERATION);
    }
    CHECK_VECTOR("contacts/nothing-is-written", n, 7, 7, 7, 0);
    CHECK("contacts/nothing-is-written", c[0].depth == 0 && c[0].normal[0] == 0);
    CHECK("contacts/no-room", dtGetContacts(OBJ(0), OBJ(1), NULL, 100) > 0);
    CHECK("contacts/no-room", dtGetContacts(OBJ(0), OBJ(1), c, 0) > 0 && c[0].normal[0] == 0);
    CHECK_INT("contacts/no-errors", dtGetError(), DT_NO_ERROR);
    dtSetDefaultResponse(NULL, DT_CONTACTS_RESPONSE, NULL);
    CHECK_INT("contacts/response-without-callback", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("contacts/response-without-callback", dtTest(), 0);
    dtDeleteShape(box);
    dtDeleteShape(nothing);
    dtDeleteShape(empty);
    probe_reset();
}

int main(void)
{
    depths();
    translations();
    manifolds();
    features();
    complex_shapes();
    responses();
    patches();
    bad_input();
    return check_finish();
}
