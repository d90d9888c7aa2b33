/* Which pairs begin and cease to collide: dtGetEvents, dtVisitEvents; near pairs; what programs attach to objects: dtSetObjectData. */
#include <setjmp.h>

#include "probe.h"

static void frames(void)
{
    DtShapeRef ball = dtSphere(1);
    DtEvent events[4];
    CHECK_LINE("Events: what begins, stays and ends from frame to frame");
    CHECK_INT("events/none", dtGetEvents(events, 4), 0);
    probe_create(OBJ(0), ball, 0, 0, 0);
    probe_create(OBJ(1), ball, 1.5, 0, 0);
    probe_create(OBJ(2), ball, 9, 0, 0);
    CHECK_INT("events/need-a-response", dtGetEvents(events, 4), 0);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("events/began", dtGetEvents(events, 4), 1);
    CHECK("events/began", events[0].object1 == OBJ(0) && events[0].object2 == OBJ(1) && events[0].kind == DT_BEGAN);
    CHECK_INT("events/a-question", dtGetEvents(NULL, 0), 1);
    CHECK_INT("events/a-question", dtGetEvents(events, 4) == 1 && events[0].kind == DT_BEGAN, 1);
    CHECK_INT("events/no-callback", probe_count, 0);
    dtProceed();
    probe_place(OBJ(2), -1.5, 0, 0);
    CHECK_INT("events/stays", dtGetEvents(events, 1), 2);
    CHECK("events/stays", events[0].object2 == OBJ(1) && events[0].kind == DT_STAYS);
    CHECK_INT("events/both", dtGetEvents(events, 4), 2);
    CHECK("events/both", events[1].object2 == OBJ(2) && events[1].kind == DT_BEGAN);
    dtProceed();
    dtDeleteObject(OBJ(1));
    CHECK_INT("events/ended", dtGetEvents(events, 4), 2);
    CHECK("events/ended", events[0].object2 == OBJ(1) && events[0].kind == DT_ENDED);
    CHECK("events/ended", events[1].object2 == OBJ(2) && events[1].kind == DT_STAYS);
    dtProceed();
    CHECK_INT("events/ended-once", dtGetEvents(events, 4), 1);
    dtSetFilter(OBJ(2), 0, 0);
    CHECK_INT("events/filtered", dtGetEvents(events, 4), 1);
    CHECK_INT("events/filtered", events[0].kind, DT_ENDED);
    CHECK_INT("events/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
    dtProceed();
    dtDeleteShape(ball);
}

static void near_pairs(void)
{
    DtShapeRef ball = dtSphere(1);
    DtNearPair pairs[4];
    DtVector p, q;
    CHECK_LINE("Clearance: pairs within a distance");
    probe_create(OBJ(0), ball, 0, 0, 0);
    probe_create(OBJ(1), ball, 2.5, 1, 0);
    probe_create(OBJ(2), ball, 1.5, 0, 0);
    probe_create(OBJ(3), ball, 99, 0, 0);
    CHECK_INT("near-pairs/need-a-response", dtGetNearPairs(1, pairs, 4), 0);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("near-pairs/all", dtGetNearPairs(1, pairs, 4), 3);
    CHECK("near-pairs/all", pairs[0].object1 == OBJ(0) && pairs[0].object2 == OBJ(1));
    CHECK("near-pairs/to-the-last-bit", pairs[0].distance == dtGetClosestPair(OBJ(0), OBJ(1), p, q));
    CHECK("near-pairs/to-the-last-bit", memcmp(p, pairs[0].point1, sizeof p) == 0 && memcmp(q, pairs[0].point2, sizeof q) == 0);
    CHECK("near-pairs/colliding", pairs[1].object2 == OBJ(2) && pairs[1].distance == 0);
    CHECK_INT("near-pairs/no-more-than-there-is-space-for", dtGetNearPairs(1, pairs, 1), 3);
    CHECK_INT("near-pairs/those-that-collide", dtGetNearPairs(0, pairs, 4), 2);
    CHECK_INT("near-pairs/those-that-collide", probe_test(), 2);
    dtSetFilter(OBJ(2), 0, 0);
    CHECK_INT("near-pairs/filtered", dtGetNearPairs(1, NULL, 0), 1);
    CHECK_INT("near-pairs/no-errors", dtGetError(), DT_NO_ERROR);
    CHECK_INT("near-pairs/errors", dtGetNearPairs(-1, pairs, 4), 0);
    CHECK_INT("near-pairs/errors", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("near-pairs/errors", dtGetNearPairs(probe_nan(), pairs, 4), 0);
    CHECK_INT("near-pairs/errors", dtGetError(), DT_INVALID_VALUE);
    probe_reset();
    dtDeleteShape(ball);
}

static int seen;
static jmp_buf away;

#ifdef __cplusplus
extern "C" {
#endif
static DtBool until_number(void *client_data, const DtEvent *event)
{
    seen = (10 * seen + probe_index(event->object2)) % 1000; /* the last ones */
    return probe_index(event->object2) != *(int *)client_data;
}

static DtBool place_far(void *client_data, const DtEvent *event)
{
    (void)client_data;
    seen = 10 * seen + (int)event->kind;
    dtSelectObject(event->object2);
    dtTranslate(0, 99, 0);
    return DT_TRUE;
}

static DtBool leave(void *client_data, const DtEvent *event)
{
    (void)event;
    longjmp(*(jmp_buf *)client_data, 1);
    return DT_TRUE;
}

static DtBool until_near(void *client_data, const DtNearPair *pair)
{
    seen = 10 * seen + probe_index(pair->object2);
    return pair->distance > *(DtScalar *)client_data;
}
#ifdef __cplusplus
}
#endif

static void visited(void)
{
    DtShapeRef ball = dtSphere(1);
    DtScalar limit = 0.1;
    int last = 2, i;
    CHECK_LINE("Events and near pairs by callback");
    for (i = 0; i < 40; ++i)
        probe_create(OBJ(i), ball, i * 1.5, 0, 0);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("events/visit-all", dtVisitEvents(NULL, NULL), 39);
    seen = 0;
    CHECK_INT("events/visit-ends", dtVisitEvents(until_number, &last), 2);
    CHECK_INT("events/visit-ends", seen, 12);
    if (setjmp(away) == 0) {
        dtVisitEvents(leave, &away);
        CHECK("events/visit-left", 0);
    }
    last = 99;
    CHECK_INT("events/visit-all", dtVisitEvents(until_number, &last), 39);
    dtProceed();
    for (i = 3; i < 40; ++i)
        dtDeleteObject(OBJ(i));
    dtProceed();
    seen = 0;
    CHECK_INT("events/visit-changes-the-world", dtVisitEvents(place_far, NULL), 2);
    CHECK_INT("events/visit-changes-the-world", seen, 11);
    seen = 0;
    CHECK_INT("events/visit-changes-the-world", dtVisitEvents(place_far, NULL), 2);
    CHECK_INT("events/visit-changes-the-world", seen, 21);
    probe_reset();
    dtProceed();
    probe_create(OBJ(0), ball, 0, 0, 0);
    probe_create(OBJ(1), ball, 2.5, 0, 0);
    probe_create(OBJ(2), ball, 1.9, 0, 0);
    probe_create(OBJ(3), ball, -2.1, 0, 0);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    seen = 0;
    CHECK_INT("near-pairs/visit-ends", dtVisitNearPairs(1, until_near, &limit), 2);
    CHECK_INT("near-pairs/visit-ends", seen, 12);
    CHECK_INT("near-pairs/visit-null", dtVisitNearPairs(1, NULL, NULL), 4);
    CHECK_INT("near-pairs/no-callback", probe_count, 0);
    CHECK_INT("near-pairs/no-errors", dtGetError(), DT_NO_ERROR);
    CHECK_INT("near-pairs/errors", dtVisitNearPairs(-1, until_near, &limit), 0);
    CHECK_INT("near-pairs/errors", dtGetError(), DT_INVALID_VALUE);
    probe_reset();
    dtDeleteShape(ball);
}

static void attached(void)
{
    DtShapeRef ball = dtSphere(1);
    void *pointer = NULL;
    unsigned number = 9;
    CHECK_LINE("Objects: what programs attach to them");
    CHECK_INT("object-data/unknown", dtGetObjectData(OBJ(0), &pointer, &number), DT_FALSE);
    CHECK_INT("object-data/unknown", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("object-data/unknown", number, 9);
    dtSetObjectData(OBJ(0), &number, 7);
    CHECK_INT("object-data/unknown", dtGetError(), DT_UNKNOWN_OBJECT);
    probe_create(OBJ(0), ball, 0, 0, 0);
    CHECK_INT("object-data/none", dtGetObjectData(OBJ(0), &pointer, &number), DT_TRUE);
    CHECK("object-data/none", pointer == NULL && number == 0);
    dtSetObjectData(OBJ(0), OBJ(5), 7);
    CHECK_INT("object-data/attached", dtGetObjectData(OBJ(0), &pointer, &number), DT_TRUE);
    CHECK("object-data/attached", pointer == (void *)OBJ(5) && number == 7);
    CHECK_INT("object-data/outputs-may-be-null", dtGetObjectData(OBJ(0), NULL, NULL), DT_TRUE);
    dtDeleteObject(OBJ(0));
    probe_create(OBJ(0), ball, 0, 0, 0);
    CHECK_INT("object-data/goes-with-the-object", dtGetObjectData(OBJ(0), &pointer, &number), DT_TRUE);
    CHECK("object-data/goes-with-the-object", pointer == NULL && number == 0);
    CHECK_INT("object-data/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
    dtDeleteShape(ball);
}

int main(void)
{
    frames();
    near_pairs();
    visited();
    attached();
    return check_finish();
}
