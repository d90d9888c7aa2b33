/* What a shape, an object or a ray meets in the world: dtQuery, dtQueryRay, dtVisitQuery. */
#include <pthread.h>
#include <setjmp.h>

#include "probe.h"

#define COUNT 40
#define THREADS 3

static DtShapeRef ball, box;
static DtObjectRef asker[1];
static DtArray except;

/* A row of balls of radius 1 at x = 0, 3, 6, ... */
static void row(int count)
{
    int i;
    ball = dtSphere(1);
    box = dtBox(2, 2, 2);
    for (i = 0; i < count; i++) {
        probe_create(OBJ(i), ball, 3.0 * i, 0, 0);
    }
    memset(&except, 0, sizeof except);
    except.base = asker;
    except.layout = DT_OBJECTS;
    except.count = 1;
}

static void matrix(double *m, double x, double y, double z)
{
    memset(m, 0, 16 * sizeof *m);
    m[0] = m[5] = m[10] = m[15] = 1;
    m[12] = x;
    m[13] = y;
    m[14] = z;
}

static void kinds(void)
{
    double m[16];
    DtVector p, q;
    DtMotion motion;
    DtQueryHit hits[8];
    DtContact contact;
    CHECK_LINE("Queries: a shape against all objects is the query about two");
    row(20);
    matrix(m, 7.5, 0.5, 0);
    CHECK_INT("queries/overlaps", dtQuery(DT_OVERLAP_QUERY, box, m, NULL, NULL, NULL, hits, 8), 2);
    CHECK_INT("queries/overlaps", probe_index(hits[0].object), 2);
    CHECK_INT("queries/overlaps", probe_index(hits[1].object), 3);
    CHECK("queries/overlaps", hits[0].value == 0 && hits[0].normal[0] == 0);
    CHECK_INT("queries/number-alone", dtQuery(DT_OVERLAP_QUERY, box, m, NULL, NULL, NULL, NULL, 9), 2);
    hits[1].object = OBJ(50);
    CHECK_INT("queries/no-more-than-there-is-space-for", dtQuery(DT_OVERLAP_QUERY, box, m, NULL, NULL, NULL, hits, 1), 2);
    CHECK("queries/no-more-than-there-is-space-for", hits[1].object == OBJ(50));
    matrix(m, 7.4, 5, 1);
    probe_create(OBJ(63), box, 7.4, 5, 1);
    CHECK_INT("queries/closest", dtQuery(DT_CLOSEST_QUERY, box, m, NULL, NULL, NULL, hits, 8), 21);
    CHECK_INT("queries/closest", probe_index(hits[0].object), 63);
    asker[0] = OBJ(63);
    CHECK_INT("queries/closest", dtQuery(DT_CLOSEST_QUERY, box, m, NULL, NULL, &except, hits, 8), 20);
    CHECK_INT("queries/closest", probe_index(hits[0].object), 2);
    CHECK_INT("queries/closest", probe_index(hits[1].object), 3);
    CHECK("queries/to-the-last-bit", hits[1].value == dtGetClosestPair(OBJ(63), OBJ(3), p, q));
    CHECK("queries/to-the-last-bit", memcmp(p, hits[1].point1, sizeof p) == 0 && memcmp(q, hits[1].point2, sizeof q) == 0);
    CHECK("queries/normal-towards-what-asks", hits[0].normal[1] > 0.5);
    CHECK_INT("queries/an-object-asks", dtQuery(DT_CLOSEST_QUERY, NULL, NULL, NULL, NULL, &except, hits + 2, 2), 20);
    CHECK("queries/an-object-asks", probe_same_hits(&hits[0], &hits[2]) && probe_same_hits(&hits[1], &hits[3]));
    memset(&motion, 0, sizeof motion);
    motion.translation[1] = -10;
    CHECK_INT("queries/cast", dtQuery(DT_CAST_QUERY, box, m, &motion, NULL, &except, hits, 8), 2);
    CHECK_INT("queries/cast", probe_index(hits[0].object), 2);
    CHECK("queries/cast", hits[0].value == dtCastObjects(OBJ(63), motion.translation, OBJ(2), NULL, p, q));
    CHECK("queries/cast", memcmp(p, hits[0].point1, sizeof p) == 0 && memcmp(q, hits[0].normal, sizeof q) == 0);
    motion.spin[2] = 0.5;
    CHECK_INT("queries/cast-turning", dtQuery(DT_CAST_QUERY, box, m, &motion, NULL, &except, hits, 8), 2);
    CHECK("queries/cast-turning",
          hits[1].value == dtCastObjectsTurning(OBJ(63), &motion, hits[1].object, NULL, NULL, NULL));
    CHECK_INT("queries/cast-without-motion", dtQuery(DT_CAST_QUERY, box, m, NULL, NULL, &except, hits, 8), 0);
    probe_place(OBJ(63), 7.5, 1.5, 0);
    CHECK_INT("queries/contacts", dtQuery(DT_CONTACT_QUERY, NULL, NULL, NULL, NULL, &except, hits, 8), 2);
    CHECK_INT("queries/contacts", dtGetContacts(OBJ(63), OBJ(3), &contact, 1), 1);
    CHECK("queries/contacts", hits[1].object == OBJ(3) && hits[1].value == contact.depth);
    CHECK("queries/contacts", memcmp(hits[1].point1, contact.point1, 3 * sizeof contact.point1) == 0);
    CHECK_INT("queries/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void filters(void)
{
    DtVector from, to;
    DtQueryHit hits[COUNT];
    DtQueryFilter filter;
    DtObjectRef left_out[2];
    DtArray both = except;
    CHECK_LINE("Queries: filters");
    row(20);
    memset(&filter, 0, sizeof filter);
    from[0] = -9;
    to[0] = 90;
    from[1] = from[2] = to[1] = to[2] = 0;
    CHECK_INT("queries/zeros-leave-nothing-out", dtQueryRay(from, to, &filter, NULL, hits, COUNT), 20);
    CHECK_INT("queries/ray", probe_index(hits[19].object), 19);
    CHECK_NEAR("queries/ray", hits[0].point2[0], -1, 1e-9);
    CHECK_NEAR("queries/ray", hits[0].normal[0], -1, 1e-9);
    left_out[0] = OBJ(0);
    left_out[1] = OBJ(2);
    both.base = left_out;
    both.layout = DT_OBJECTS;
    both.count = 2;
    CHECK_INT("queries/left-out", dtQueryRay(from, to, &filter, &both, hits, COUNT), 18);
    CHECK_INT("queries/left-out", probe_index(hits[1].object), 3);
    filter.most = 1;
    CHECK_INT("queries/most", dtQueryRay(from, to, &filter, &both, hits, COUNT), 1);
    CHECK_INT("queries/most", probe_index(hits[0].object), 1);
    filter.most = 3;
    CHECK_INT("queries/most", dtQuery(DT_CLOSEST_QUERY, ball, NULL, NULL, &filter, NULL, hits, COUNT), 3);
    CHECK_INT("queries/most", probe_index(hits[2].object), 2);
    filter.most = 0;
    filter.limit = 4.5;
    CHECK_INT("queries/limit", dtQuery(DT_CLOSEST_QUERY, ball, NULL, NULL, &filter, NULL, hits, COUNT), 3);
    filter.limit = 0.5;
    CHECK_INT("queries/limit", dtQueryRay(from, to, &filter, NULL, hits, COUNT), 14);
    filter.limit = 0;
    dtSetFilter(OBJ(4), 2, ~0u);
    dtSetFilter(OBJ(5), 4, 8);
    filter.mask = 2 | 4;
    filter.categories = ~0u;
    CHECK_INT("queries/mask", dtQueryRay(from, to, &filter, NULL, hits, COUNT), 20);
    dtSetFilter(OBJ(6), 1, ~0u);
    CHECK_INT("queries/mask", dtQueryRay(from, to, &filter, NULL, hits, COUNT), 19);
    filter.categories = 1;
    CHECK_INT("queries/categories", dtQueryRay(from, to, &filter, NULL, hits, COUNT), 18);
    filter.categories = filter.mask = 0;
    asker[0] = OBJ(5);
    CHECK_INT("queries/own-filter", dtQuery(DT_CLOSEST_QUERY, NULL, NULL, NULL, &filter, &except, hits, COUNT), 17);
    CHECK_INT("queries/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static int seen;
static jmp_buf away;

#ifdef __cplusplus
extern "C" {
#endif
static DtBool until_three(void *client_data, const DtQueryHit *hit)
{
    seen = 100 * seen + probe_index(hit->object);
    return client_data != NULL && probe_index(hit->object) != 3;
}

static DtBool delete_all(void *client_data, const DtQueryHit *hit)
{
    (void)client_data;
    seen++;
    dtDeleteObject(hit->object);
    return DT_TRUE;
}

static DtBool leave(void *client_data, const DtQueryHit *hit)
{
    (void)client_data;
    (void)hit;
    longjmp(away, 1);
    return DT_FALSE;
}
#ifdef __cplusplus
}
#endif

static void visits(void)
{
    CHECK_LINE("Queries: callbacks that end them, change the world, and leave them");
    row(30);
    seen = 0;
    CHECK_INT("queries/visit-ends", dtVisitQuery(DT_CLOSEST_QUERY, ball, NULL, NULL, NULL, NULL, until_three, &seen), 4);
    CHECK_INT("queries/visit-ends", seen, 10203);
    seen = 0;
    CHECK_INT("queries/visit-ends", dtVisitQuery(DT_CLOSEST_QUERY, ball, NULL, NULL, NULL, NULL, until_three, NULL), 1);
    if (setjmp(away) == 0) {
        dtVisitQuery(DT_CLOSEST_QUERY, ball, NULL, NULL, NULL, NULL, leave, NULL);
        CHECK("queries/visit-left", 0);
    }
    CHECK_INT("queries/visit-left", dtQuery(DT_CLOSEST_QUERY, ball, NULL, NULL, NULL, NULL, NULL, 0), 30);
    CHECK_INT("queries/visit-null", dtVisitQuery(DT_CLOSEST_QUERY, ball, NULL, NULL, NULL, NULL, NULL, NULL), 30);
    seen = 0;
    CHECK_INT("queries/visit-changes-the-world", dtVisitQuery(DT_CLOSEST_QUERY, ball, NULL, NULL, NULL, NULL, delete_all, NULL), 30);
    CHECK_INT("queries/visit-changes-the-world", seen, 30);
    CHECK_INT("queries/visit-changes-the-world", dtQuery(DT_CLOSEST_QUERY, ball, NULL, NULL, NULL, NULL, NULL, 0), 0);
    CHECK_INT("queries/no-errors", dtGetError(), DT_NO_ERROR);
    CHECK_INT("queries/visit-null", dtVisitQuery(DT_CLOSEST_QUERY, ball, NULL, NULL, NULL, NULL, NULL, NULL), 0);
    CHECK_INT("queries/visit-null", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

static void *ask_many(void *found)
{
    DtQueryHit hits[4];
    DtQueryFilter filter;
    double m[16];
    double *sum = (double *)found;
    int i;
    memset(&filter, 0, sizeof filter);
    filter.most = 2;
    for (i = 0; i < 2000; i++) {
        matrix(m, 0.05 * i, 3, 1);
        if (dtQuery(DT_CLOSEST_QUERY, box, m, NULL, &filter, NULL, hits, 4) != 2) {
            *sum = -1e9;
        }
        *sum += hits[0].value + 3 * hits[1].value;
    }
    return NULL;
}

static void threads(void)
{
    pthread_t thread[THREADS];
    double sums[THREADS + 1];
    int i;
    CHECK_LINE("Queries: several threads at a time");
    row(30);
    memset(sums, 0, sizeof sums);
    for (i = 0; i < THREADS; i++) {
        pthread_create(&thread[i], NULL, ask_many, &sums[i]);
    }
    for (i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
    }
    ask_many(&sums[THREADS]);
    for (i = 0; i < THREADS; i++) {
        CHECK("queries/threads", sums[i] == sums[THREADS] && sums[i] > 0);
    }
    CHECK_INT("queries/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

#define REFUSED(error, call) CHECK_INT("queries/errors", (call), 0); CHECK_INT("queries/errors", dtGetError(), error)

static void bad_input(void)
{
    DtVector from = {0, 0, 0}, to = {1, 0, 0};
    DtQueryHit hit;
    DtQueryFilter filter;
    DtMotion motion;
    DtArray wrong;
    double m[16];
    CHECK_LINE("Queries: bad input");
    row(3);
    wrong = except;
    hit.object = OBJ(40);
    asker[0] = OBJ(33);
    REFUSED(DT_INVALID_ENUM, dtQuery((DtQueryKind)9, ball, NULL, NULL, NULL, NULL, &hit, 1));
    REFUSED(DT_UNKNOWN_SHAPE, dtQuery(DT_OVERLAP_QUERY, (DtShapeRef)7, NULL, NULL, NULL, NULL, &hit, 1));
    REFUSED(DT_UNKNOWN_OBJECT, dtQuery(DT_OVERLAP_QUERY, ball, NULL, NULL, NULL, &except, &hit, 1));
    REFUSED(DT_UNKNOWN_OBJECT, dtQuery(DT_OVERLAP_QUERY, NULL, NULL, NULL, NULL, &except, &hit, 1));
    REFUSED(DT_INVALID_POINTER, dtQuery(DT_OVERLAP_QUERY, NULL, NULL, NULL, NULL, NULL, &hit, 1));
    wrong.layout = DT_POINTS;
    wrong.type = DT_DOUBLE;
    REFUSED(DT_INVALID_ENUM, dtQuery(DT_OVERLAP_QUERY, ball, NULL, NULL, NULL, &wrong, &hit, 1));
    wrong.layout = DT_OBJECTS;
    wrong.base = NULL;
    REFUSED(DT_INVALID_POINTER, dtQuery(DT_OVERLAP_QUERY, ball, NULL, NULL, NULL, &wrong, &hit, 1));
    matrix(m, probe_nan(), 0, 0);
    REFUSED(DT_INVALID_OPERATION, dtQuery(DT_CONTACT_QUERY, ball, m, NULL, NULL, NULL, &hit, 1));
    memset(&filter, 0, sizeof filter);
    filter.limit = -1;
    REFUSED(DT_INVALID_VALUE, dtQuery(DT_CLOSEST_QUERY, ball, NULL, NULL, &filter, NULL, &hit, 1));
    filter.limit = probe_nan();
    REFUSED(DT_INVALID_VALUE, dtQueryRay(from, to, &filter, NULL, &hit, 1));
    memset(&motion, 0, sizeof motion);
    motion.translation[2] = probe_nan();
    REFUSED(DT_INVALID_VALUE, dtQuery(DT_CAST_QUERY, ball, NULL, &motion, NULL, NULL, &hit, 1));
    motion.translation[2] = 0;
    motion.spin[0] = 1e5;
    REFUSED(DT_INVALID_VALUE, dtQuery(DT_CAST_QUERY, ball, NULL, &motion, NULL, NULL, &hit, 1));
    REFUSED(DT_INVALID_POINTER, dtQueryRay(NULL, to, NULL, NULL, &hit, 1));
    from[1] = probe_nan();
    REFUSED(DT_INVALID_VALUE, dtQueryRay(from, to, NULL, NULL, &hit, 1));
    CHECK("queries/errors-write-nothing", hit.object == OBJ(40));
    probe_reset();
}

int main(void)
{
    kinds();
    filters();
    visits();
    threads();
    bad_input();
    return check_finish();
}
