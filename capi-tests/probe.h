/*
 * What most programs of this directory need around the library: a set of object references, a callback
 * that keeps a log, point probes ("is this point inside that shape?"), and numbers C89 has no names for.
 */
#ifndef CAPI_TESTS_PROBE_H
#define CAPI_TESTS_PROBE_H

#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <stdlib.h>

#include "check.h"

#define PROBE_OBJECTS 64
#define PROBE_LOG 4096

static char probe_ids[PROBE_OBJECTS];
#define OBJ(i) ((DtObjectRef)&probe_ids[i])

typedef struct ProbeCall {
    void *client_data;
    DtObjectRef object1;
    DtObjectRef object2;
    const DtCollData *pointer;
    DtCollData data; /* a copy, all zero when pointer is NULL */
} ProbeCall;

static ProbeCall probe_log[PROBE_LOG];
static int probe_count = 0;

#ifdef __cplusplus
extern "C" {
#endif
CHECK_HELPER void probe_record(void *client_data, DtObjectRef object1, DtObjectRef object2,
                               const DtCollData *coll_data)
{
    if (probe_count < PROBE_LOG) {
        ProbeCall *call = &probe_log[probe_count];
        memset(call, 0, sizeof *call);
        call->client_data = client_data;
        call->object1 = object1;
        call->object2 = object2;
        call->pointer = coll_data;
        if (coll_data != NULL) {
            call->data = *coll_data;
        }
    }
    probe_count++;
}
#ifdef __cplusplus
}
#endif

/* Number of OBJ(n), or -1 for any other reference. */
CHECK_HELPER int probe_index(DtObjectRef object)
{
    int i;
    for (i = 0; i < PROBE_OBJECTS; i++) {
        if (object == OBJ(i)) {
            return i;
        }
    }
    return -1;
}

CHECK_HELPER int probe_called(DtObjectRef object1, DtObjectRef object2)
{
    int i;
    int calls = 0;
    for (i = 0; i < probe_count && i < PROBE_LOG; i++) {
        if (probe_log[i].object1 == object1 && probe_log[i].object2 == object2) {
            calls++;
        }
    }
    return calls;
}

/* Empties the log and tests. */
CHECK_HELPER DtCount probe_test(void)
{
    probe_count = 0;
    return dtTest();
}

CHECK_HELPER void probe_default(DtResponseType type)
{
    dtSetDefaultResponse(probe_record, type, NULL);
}

CHECK_HELPER void probe_place(DtObjectRef object, double x, double y, double z)
{
    dtSelectObject(object);
    dtLoadIdentity();
    dtTranslate(x, y, z);
}

CHECK_HELPER void probe_create(DtObjectRef object, DtShapeRef shape, double x, double y, double z)
{
    dtCreateObject(object, shape);
    dtTranslate(x, y, z);
}

/* No objects, no responses, the default settings, no pending error. */
CHECK_HELPER void probe_reset(void)
{
    int i;
    for (i = 0; i < PROBE_OBJECTS; i++) {
        dtDeleteObject(OBJ(i));
        dtResetObjectResponse(OBJ(i));
    }
    dtClearDefaultResponse();
    dtEnableCaching();
    dtSetTolerance(1e-6);
    while (dtGetError() != DT_NO_ERROR) {
        /* one error is kept at a time; the loop only guards the next check */
    }
    probe_count = 0;
}

/* A complex shape of one polytope, its vertices packed in threes. */
CHECK_HELPER DtShapeRef probe_polytope(DtPolyType type, int count, const double *vertices)
{
    int i;
    DtShapeRef shape = dtNewComplexShape();
    dtBegin(type);
    for (i = 0; i < count; i++) {
        dtVertex(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
    }
    dtEnd();
    dtEndComplexShape();
    return shape;
}

CHECK_HELPER DtShapeRef probe_point(void)
{
    static const double origin[3] = {0.0, 0.0, 0.0};
    return probe_polytope(DT_SIMPLEX, 1, origin);
}

/* Whether `probe`, moved to (x, y, z), hits `object`. Uses OBJ(63), which it leaves deleted. */
CHECK_HELPER int probe_touches(DtObjectRef object, DtShapeRef probe, double x, double y, double z)
{
    int hit;
    dtCreateObject(OBJ(63), probe);
    dtTranslate(x, y, z);
    dtSetPairResponse(object, OBJ(63), probe_record, DT_SIMPLE_RESPONSE, NULL);
    probe_test();
    hit = probe_called(object, OBJ(63)) + probe_called(OBJ(63), object);
    dtDeleteObject(OBJ(63));
    return hit != 0;
}

/* Whether the two shapes at these positions hit; no other object may exist. Leaves none. */
CHECK_HELPER int probe_pair(DtShapeRef a, double ax, double ay, double az, DtShapeRef b, double bx, double by,
                            double bz)
{
    DtCount hits;
    probe_create(OBJ(61), a, ax, ay, az);
    probe_create(OBJ(62), b, bx, by, bz);
    dtSetPairResponse(OBJ(61), OBJ(62), probe_record, DT_SIMPLE_RESPONSE, NULL);
    hits = probe_test();
    dtDeleteObject(OBJ(61));
    dtDeleteObject(OBJ(62));
    return hits != 0;
}

/* Whether two hits of queries are equal to the last bit. Field by field: on some processors there is padding between two. */
CHECK_HELPER int probe_same_hits(const DtQueryHit *a, const DtQueryHit *b)
{
    return a->object == b->object && memcmp(&a->value, &b->value, sizeof a->value) == 0 &&
           memcmp(a->point1, b->point1, sizeof a->point1) == 0 && memcmp(a->point2, b->point2, sizeof a->point2) == 0 &&
           memcmp(a->normal, b->normal, sizeof a->normal) == 0;
}

CHECK_HELPER double probe_nan(void)
{
    volatile double zero = 0.0;
    return zero / zero;
}

CHECK_HELPER double probe_infinity(void)
{
    return HUGE_VAL;
}

CHECK_HELPER int probe_is_finite(double value)
{
    return value - value == 0.0;
}

/* No NaN and no infinity anywhere in the log's response data. */
CHECK_HELPER int probe_log_is_finite(void)
{
    int i, k;
    for (i = 0; i < probe_count && i < PROBE_LOG; i++) {
        for (k = 0; k < 3; k++) {
            if (!probe_is_finite(probe_log[i].data.point1[k]) || !probe_is_finite(probe_log[i].data.point2[k]) ||
                !probe_is_finite(probe_log[i].data.normal[k])) {
                return 0;
            }
        }
    }
    return 1;
}

/* Pseudo-random in (0, 1), the same on every machine (a 31-bit Lehmer generator). */
static unsigned long probe_seed = 20250101UL;
CHECK_HELPER double probe_random(void)
{
    unsigned long high = probe_seed / 127773UL;
    unsigned long low = probe_seed % 127773UL;
    long next = (long)(16807UL * low) - (long)(2836UL * high);
    probe_seed = (unsigned long)(next > 0 ? next : next + 2147483647L);
    return (double)probe_seed / 2147483648.0;
}

CHECK_HELPER double probe_between(double low, double high)
{
    return low + (high - low) * probe_random();
}

CHECK_HELPER double probe_length(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

#endif
