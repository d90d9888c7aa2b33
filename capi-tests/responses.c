/* Responses: the three levels, when they are looked up, argument order, callback order, counts. */
#include "kinds.h"

#define DEFAULT_DATA ((void *)&tags[0])
#define OBJECT_DATA ((void *)&tags[1])
#define OTHER_DATA ((void *)&tags[2])
#define PAIR_DATA ((void *)&tags[3])
static char tags[4];

static DtShapeRef box;

/* Objects 0 and 1 overlap at the origin; nothing else exists. */
static void two_boxes(void)
{
    probe_reset();
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), box);
}

static void set_default(void)
{
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, DEFAULT_DATA);
}

static void set_object(int i, void *data)
{
    dtSetObjectResponse(OBJ(i), probe_record, DT_SIMPLE_RESPONSE, data);
}

static void set_pair(int i, int j, void *data)
{
    dtSetPairResponse(OBJ(i), OBJ(j), probe_record, DT_SIMPLE_RESPONSE, data);
}

/* One callback with this client data; none when data is NULL. */
static void expect(const char *name, void *data)
{
    DtCount count = probe_test();
    CHECK_INT(name, count, data != NULL ? 1 : 0);
    CHECK_INT(name, probe_count, data != NULL ? 1 : 0);
    if (data != NULL && probe_count == 1) {
        CHECK_POINTER(name, probe_log[0].client_data, data);
    }
}

static void levels(void)
{
    CHECK_LINE("Responses: pair over object over default");
    two_boxes();
    expect("responses/initially-none", NULL);
    set_default();
    expect("responses/default", DEFAULT_DATA);
    set_object(1, OBJECT_DATA);
    expect("responses/object-over-default", OBJECT_DATA);
    set_pair(0, 1, PAIR_DATA);
    expect("responses/pair-over-object", PAIR_DATA);
    dtResetPairResponse(OBJ(0), OBJ(1));
    expect("responses/reset-pair-undefines", OBJECT_DATA);
    dtResetObjectResponse(OBJ(1));
    expect("responses/reset-object-undefines", DEFAULT_DATA);
    dtClearDefaultResponse();
    expect("responses/clear-default", NULL);
    set_pair(0, 1, PAIR_DATA);
    expect("responses/pair-without-default", PAIR_DATA);
    dtResetPairResponse(OBJ(0), OBJ(1));
    set_object(0, OBJECT_DATA);
    expect("responses/object-without-default", OBJECT_DATA);

    CHECK_LINE("Responses: pairs are unordered");
    two_boxes();
    set_default();
    set_pair(1, 0, PAIR_DATA);
    expect("responses/pairs-are-unordered", PAIR_DATA);
    set_pair(0, 1, OTHER_DATA);
    expect("responses/pairs-are-unordered", OTHER_DATA);
    dtResetPairResponse(OBJ(1), OBJ(0));
    expect("responses/pairs-are-unordered", DEFAULT_DATA);
    dtClearPairResponse(OBJ(1), OBJ(0));
    expect("responses/pairs-are-unordered", NULL);
    dtResetPairResponse(OBJ(0), OBJ(1));
    expect("responses/pairs-are-unordered", DEFAULT_DATA);
}

static void defined_as_nothing(void)
{
    int way;

    CHECK_LINE("Responses: Set, Clear and DT_NO_RESPONSE all count as defined at their level");
    for (way = 0; way < 3; way++) {
        check_case("way %d: 0 Clear, 1 DT_NO_RESPONSE, 2 DT_NO_RESPONSE with a NULL callback", way);
        two_boxes();
        set_default();
        set_object(0, OBJECT_DATA);
        if (way == 0) {
            dtClearPairResponse(OBJ(0), OBJ(1));
        } else {
            dtSetPairResponse(OBJ(0), OBJ(1), way == 1 ? probe_record : NULL, DT_NO_RESPONSE, PAIR_DATA);
        }
        expect("responses/nil-pair-hides-object-and-default", NULL);
        dtResetPairResponse(OBJ(0), OBJ(1));
        expect("responses/nil-pair-is-undone-by-reset", OBJECT_DATA);
        if (way == 0) {
            dtClearObjectResponse(OBJ(0));
        } else {
            dtSetObjectResponse(OBJ(0), way == 1 ? probe_record : NULL, DT_NO_RESPONSE, OBJECT_DATA);
        }
        expect("responses/nil-object-hides-default", NULL);
        set_pair(0, 1, PAIR_DATA);
        expect("responses/pair-over-nil-object", PAIR_DATA);
        dtResetPairResponse(OBJ(0), OBJ(1));
        dtResetObjectResponse(OBJ(0));
        expect("responses/nil-object-is-undone-by-reset", DEFAULT_DATA);
        if (way != 0) {
            dtSetDefaultResponse(way == 1 ? probe_record : NULL, DT_NO_RESPONSE, DEFAULT_DATA);
            expect("responses/nil-default", NULL);
        }
    }

    CHECK_LINE("Responses: both have an object response (cleared counts): the first object's wins");
    two_boxes();
    set_default();
    set_object(0, OBJECT_DATA);
    set_object(1, OTHER_DATA);
    expect("responses/first-objects-response-wins", OBJECT_DATA);
    dtClearObjectResponse(OBJ(0));
    expect("responses/first-objects-response-wins", NULL);
    set_object(0, OBJECT_DATA);
    dtClearObjectResponse(OBJ(1));
    expect("responses/first-objects-response-wins", OBJECT_DATA);
    dtResetObjectResponse(OBJ(0));
    expect("responses/first-objects-response-wins", NULL);

    CHECK_LINE("Responses: a NULL callback with a real type is none; an unknown type is DT_NO_RESPONSE");
    for (way = 1; way <= 4; way++) {
        DtResponse callback = way == 4 ? probe_record : NULL;
        DtResponseType type = (DtResponseType)(way == 4 ? 4711 : way);
        check_case("type %d", (int)type);
        two_boxes();
        set_default();
        dtSetPairResponse(OBJ(0), OBJ(1), callback, type, PAIR_DATA);
        expect("responses/null-callback-or-unknown-type-is-none", NULL);
        dtResetPairResponse(OBJ(0), OBJ(1));
        expect("responses/null-callback-or-unknown-type-is-none", DEFAULT_DATA);
        dtSetObjectResponse(OBJ(0), callback, type, OBJECT_DATA);
        expect("responses/null-callback-or-unknown-type-is-none", NULL);
        dtResetObjectResponse(OBJ(0));
        dtSetDefaultResponse(callback, type, DEFAULT_DATA);
        expect("responses/null-callback-or-unknown-type-is-none", NULL);
    }
}

static void lifetimes(void)
{
    CHECK_LINE("Responses: may be set before the object exists; go when it is deleted; the partner's stays");
    probe_reset();
    set_default();
    set_object(0, OBJECT_DATA);
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), box);
    expect("responses/object-response-before-the-object", OBJECT_DATA);
    dtDeleteObject(OBJ(0));
    dtCreateObject(OBJ(0), box);
    expect("responses/object-response-goes-with-the-object", DEFAULT_DATA);
    probe_reset();
    set_default();
    set_pair(0, 1, PAIR_DATA);
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), box);
    expect("responses/pair-response-before-the-objects", PAIR_DATA);
    dtDeleteObject(OBJ(1));
    dtCreateObject(OBJ(1), box);
    expect("responses/pair-response-goes-with-either-object", DEFAULT_DATA);
    set_pair(0, 1, PAIR_DATA);
    dtDeleteObject(OBJ(0));
    dtCreateObject(OBJ(0), box);
    expect("responses/pair-response-goes-with-either-object", DEFAULT_DATA);
    two_boxes();
    set_default();
    set_object(0, OBJECT_DATA);
    set_object(1, OTHER_DATA);
    dtDeleteObject(OBJ(0));
    dtCreateObject(OBJ(0), box);
    expect("responses/the-partners-response-stays", OTHER_DATA);
    two_boxes();
    dtCreateObject(OBJ(2), box);
    set_pair(1, 2, PAIR_DATA);
    set_pair(0, 1, OTHER_DATA);
    dtDeleteObject(OBJ(0));
    expect("responses/other-pairs-responses-stay", PAIR_DATA);

    CHECK_LINE("Responses: Reset or Clear on the unknown: nothing happens");
    two_boxes();
    set_default();
    dtResetObjectResponse(OBJ(9));
    dtClearObjectResponse(OBJ(9));
    dtResetPairResponse(OBJ(9), OBJ(10));
    dtClearPairResponse(OBJ(9), OBJ(10));
    dtResetPairResponse(OBJ(0), OBJ(9));
    dtClearPairResponse(OBJ(0), OBJ(9));
    dtResetObjectResponse(OBJ(0));
    dtResetPairResponse(OBJ(0), OBJ(1));
    expect("responses/reset-or-clear-on-the-unknown", DEFAULT_DATA);
    dtResetObjectResponse(OBJ(9));
    dtResetPairResponse(OBJ(9), OBJ(10));
    dtResetPairResponse(OBJ(0), OBJ(9));

    CHECK_LINE("Responses: a self pair is ignored");
    two_boxes();
    set_default();
    set_pair(0, 0, PAIR_DATA);
    expect("responses/self-pair-is-ignored", DEFAULT_DATA);
    dtClearPairResponse(OBJ(0), OBJ(0));
    expect("responses/self-pair-is-ignored", DEFAULT_DATA);
    dtResetPairResponse(OBJ(1), OBJ(1));
    expect("responses/self-pair-is-ignored", DEFAULT_DATA);
}

static int called_once(int i, int j)
{
    return probe_count == 1 && probe_called(OBJ(i), OBJ(j)) == 1;
}

static void argument_order(void)
{
    DtShapeRef shapes[KIND_COUNT];
    int a, b, caching, again;

    CHECK_LINE("Responses: a complex shape's object before a primitive's; otherwise the older first");
    kind_make_all(shapes);
    for (caching = 0; caching < 2; caching++) {
        for (a = 0; a < KIND_COUNT; a++) {
            for (b = 0; b < KIND_COUNT; b++) {
                /* At one extreme point of both they touch. */
                int swapped = !kind_is_complex(a) && kind_is_complex(b);
                probe_reset();
                if (!caching) {
                    dtDisableCaching();
                }
                set_default();
                dtCreateObject(OBJ(1), shapes[a]); /* references in the order against creation */
                dtCreateObject(OBJ(0), shapes[b]);
                dtTranslate(kind_table[a].extreme[0][0] - kind_table[b].extreme[0][0],
                            kind_table[a].extreme[0][1] - kind_table[b].extreme[0][1],
                            kind_table[a].extreme[0][2] - kind_table[b].extreme[0][2]);
                for (again = 0; again < 2; again++) {
                    check_case("%s, then %s; caching %d", kind_table[a].name, kind_table[b].name, caching);
                    probe_test();
                    CHECK("responses/argument-order", swapped ? called_once(0, 1) : called_once(1, 0));
                }
            }
        }
    }
    probe_reset();
    kind_delete_all(shapes);

    CHECK_LINE("Responses: otherwise the object created earlier first");
    two_boxes();
    set_default();
    probe_test();
    CHECK("responses/older-object-first", called_once(0, 1));
    dtDeleteObject(OBJ(0));
    dtCreateObject(OBJ(0), box);
    probe_test();
    CHECK("responses/recreated-object-is-younger", called_once(1, 0));
}

/* The log, one creation index a callback argument: "01 02 12". */
static const char *order_of_log(const int *creation)
{
    static char text[400];
    char *end = text;
    int i;
    *end = '\0';
    for (i = 0; i < probe_count && i < 60; i++) {
        end += sprintf(end, "%s%d%d", i > 0 ? " " : "", creation[probe_index(probe_log[i].object1)],
                       creation[probe_index(probe_log[i].object2)]);
    }
    return text;
}

static void callback_order(void)
{
    /* Created in the order 3, 0, 4, 1, 2; creation[] gives each its rank. */
    static const int creation[] = {1, 3, 4, 0, 2};
    static const int created[] = {3, 0, 4, 1, 2};
    static const double where[] = {0.5, -0.5, 0.25, -0.25, 0.0};
    DtShapeRef mesh = kind_make(KIND_POLYHEDRON);
    int caching, i, turn;

    for (caching = 0; caching < 2; caching++) {
        CHECK_LINE("Responses: callbacks by the creation order of object1, then of object2");
        check_case("caching %d", caching);
        probe_reset();
        if (!caching) {
            dtDisableCaching();
        }
        set_default();
        for (i = 0; i < 5; i++) {
            probe_create(OBJ(created[i]), box, where[i], 0, 0);
        }
        for (turn = 0; turn < 3; turn++) {
            CHECK_INT("responses/callback-order", probe_test(), 10);
            CHECK("responses/callback-order", strcmp(order_of_log(creation), "01 02 03 04 12 13 14 23 24 34") == 0);
            /* Apart and together again in another order: a pair list kept by age of overlap would differ. */
            for (i = 4; i >= 0; i--) {
                probe_place(OBJ(i), 100.0 * (i + 1), 0, 0);
            }
            CHECK_INT("responses/callback-order", probe_test(), 0);
            for (i = 0; i < 5; i++) {
                probe_place(OBJ((i * 2 + turn) % 5), where[i], 0, 0);
                probe_test();
            }
        }

        /* With a mesh as the third of four: its object is object1 of all its pairs. */
        CHECK_LINE("Responses: callbacks by the creation order of object1, complex objects first in their pairs");
        probe_reset();
        if (!caching) {
            dtDisableCaching();
        }
        set_default();
        for (i = 0; i < 4; i++) {
            dtCreateObject(OBJ(i), i == 2 ? mesh : box);
        }
        {
            static const int same[] = {0, 1, 2, 3};
            CHECK_INT("responses/callback-order-with-complex-shapes", probe_test(), 6);
            CHECK("responses/callback-order-with-complex-shapes",
                  strcmp(order_of_log(same), "01 03 13 20 21 23") == 0);
        }
    }
    probe_reset();
    dtDeleteShape(mesh);
}

static void counts(void)
{
    int i;

    CHECK_LINE("Responses: dtTest returns the number of callbacks run");
    probe_reset();
    CHECK_INT("responses/test-returns-the-number-of-callbacks", dtTest(), 0);
    for (i = 0; i < 20; i++) {
        dtCreateObject(OBJ(i), box);
    }
    CHECK_INT("responses/test-returns-the-number-of-callbacks", dtTest(), 0);
    set_default();
    CHECK_INT("responses/test-returns-the-number-of-callbacks", probe_test(), 190);
    CHECK_INT("responses/test-returns-the-number-of-callbacks", probe_count, 190);
    dtClearObjectResponse(OBJ(0));
    CHECK_INT("responses/test-returns-the-number-of-callbacks", probe_test(), 171);
    set_pair(0, 1, PAIR_DATA);
    CHECK_INT("responses/test-returns-the-number-of-callbacks", probe_test(), 172);
    probe_reset();
}

static void filters(void)
{
    enum { WALLS = 1, PLAYERS = 2, BULLETS = 4 };
    DtShapeRef box = dtBox(2, 2, 2);
    int i;

    CHECK_LINE("Responses: dtSetFilter");
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    for (i = 0; i < 5; i++) {
        dtCreateObject(OBJ(i), box);
    }
    CHECK_INT("responses/without-filters", probe_test(), 10);
    dtSetFilter(OBJ(0), WALLS, PLAYERS | BULLETS);
    dtSetFilter(OBJ(1), PLAYERS, WALLS | PLAYERS | BULLETS);
    dtSetFilter(OBJ(2), BULLETS, WALLS | PLAYERS);
    dtSetFilter(OBJ(3), BULLETS, WALLS); /* a player would be hit by it, but it hits none */
    CHECK_INT("responses/filters", probe_test(), 8);
    CHECK_INT("responses/filters", probe_called(OBJ(1), OBJ(3)) + probe_called(OBJ(2), OBJ(3)), 0);
    CHECK_INT("responses/filters-of-motion", dtTestMotion(), 8);
    CHECK_INT("responses/filters-of-one-pair", dtTestObjects(OBJ(2), OBJ(3)), 0);
    CHECK_INT("responses/filters-of-one-pair", dtTestObjects(OBJ(0), OBJ(3)), 1);
    dtSetFilter(OBJ(4), 0, ~0u); /* of no category: no other has a response to it */
    CHECK_INT("responses/filter-of-no-category", probe_test(), 4);
    dtSetFilter(OBJ(4), ~0u, ~0u);
    CHECK_INT("responses/filters", probe_test(), 8);
    dtDeleteObject(OBJ(3));
    dtCreateObject(OBJ(3), box);
    CHECK_INT("responses/filter-goes-with-the-object", probe_test(), 10);
    CHECK_INT("responses/filters", dtGetError(), DT_NO_ERROR);
    dtSetFilter(OBJ(9), 1, 1);
    CHECK_INT("responses/filter-of-the-unknown", dtGetError(), DT_UNKNOWN_OBJECT);
    probe_reset();
    dtDeleteShape(box);
}

int main(void)
{
    box = dtBox(2, 2, 2);
    levels();
    defined_as_nothing();
    lifetimes();
    argument_order();
    callback_order();
    counts();
    dtDeleteShape(box);
    filters();
    return check_finish();
}
