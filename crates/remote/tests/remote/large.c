#define _DEFAULT_SOURCE
/* Calls with long lists: the answers are those of short ones, and the world goes on. */
#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define OBJECT(n) ((DtObjectRef)(16 * ((size_t)(n) + 1)))
#define STOPS 1200
#define ROWS 90000
#define PARTS 40000

static void check(int holds, const char *what)
{
    if (!holds || dtGetError() != DT_NO_ERROR) {
        printf("FAILED %s\n", what);
        exit(1);
    }
}

static void ignore(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *data)
{
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)data;
}

/* Boxes fall on boxes: each pair stops once. */
static void advance(DtStop *stops, DtCount capacity)
{
    DtShapeRef box = dtBox(1, 1, 1);
    int i, are_all = 1;
    dtSetDefaultResponse(ignore, DT_SIMPLE_RESPONSE, NULL);
    for (i = 0; i < 2 * STOPS; i++) {
        dtCreateObject(OBJECT(i), box);
        dtTranslate(10.0 * (i / 2), 10.0 * (i % 2), 0);
    }
    dtProceed();
    for (i = 0; i < 2 * STOPS; i += 2) {
        dtSelectObject(OBJECT(i));
        dtTranslate(0, 20, 0);
    }
    check(dtAdvance(stops, capacity) == STOPS, "dtAdvance");
    for (i = 0; stops != NULL && i < STOPS && i < (int)capacity; i++) {
        are_all = are_all && stops[i].time > 0.4 && stops[i].time < 0.5;
    }
    check(are_all, "the stops");
    for (i = 0; i < 2 * STOPS; i++) {
        dtDeleteObject(OBJECT(i));
    }
    dtDeleteShape(box);
}

static void rows(void)
{
    double *poses = calloc(7 * ROWS, sizeof *poses), *values = calloc(ROWS, sizeof *values);
    DtContact *contacts = calloc(ROWS, sizeof *contacts);
    DtObjectRef objects[2] = {OBJECT(0), OBJECT(1)};
    DtArray a = {0}, b = {0}, q = {0};
    int i, are_right = 1;
    a.base = &objects[0];
    b.base = &objects[1];
    q.base = poses;
    a.layout = b.layout = DT_OBJECTS;
    a.count = b.count = 1;
    q.layout = DT_POSITION_XYZW;
    q.type = DT_DOUBLE;
    q.count = ROWS;
    dtCreateObject(objects[0], dtBox(1, 1, 1));
    dtCreateObject(objects[1], dtBox(1, 1, 1));
    for (i = 0; i < ROWS; i++) {
        /* A number that does not fit into a float. */
        poses[7 * i] = 2 + i + 1e-9;
        poses[7 * i + 6] = 1;
    }
    check(dtBatchPairs(&a, &q, &b, NULL, DT_DISTANCE, values, contacts, ROWS) == ROWS, "dtBatchPairs");
    for (i = 0; i < ROWS; i++) {
        double gap = values[i] - (1 + i);
        are_right = are_right && gap > -1e-6 && gap < 1e-6 && contacts[i].point2[0] == 0.5;
    }
    check(are_right, "the rows");
    free(poses);
    free(values);
    free(contacts);
}

static void save(void)
{
    DtShapeRef mesh = dtNewComplexShape(), loaded;
    DtVector low, high;
    DtCount size;
    char *bytes;
    int i;
    for (i = 0; i < PARTS; i++) {
        dtBegin(DT_SIMPLEX);
        dtVertex(i, 0, 0);
        dtVertex(i, 1, 0);
        dtVertex(i + 1, 0, 1);
        dtEnd();
    }
    dtEndComplexShape();
    size = dtSaveShape(mesh, NULL, 0);
    check(size > 4 << 20, "the size");
    bytes = malloc(size);
    check(dtSaveShape(mesh, bytes, size) == size, "dtSaveShape");
    loaded = dtLoadShape(bytes, size);
    check(loaded != NULL, "dtLoadShape");
    dtCreateObject(OBJECT(2), loaded);
    check(dtGetBBox(OBJECT(2), low, high), "dtGetBBox");
    check(high[0] >= PARTS && high[0] < PARTS + 1e-6, "the loaded mesh");
    free(bytes);
}

/* A call that is too large for a message fails without being read or copied, and nothing else does. */
static void refuse(void)
{
    DtCount size = 257 << 20;
    void *bytes = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    DtObjectRef object = OBJECT(0);
    DtArray a = {0}, q = {0};
    DtVector low, high;
    check(bytes != MAP_FAILED, "mmap");
    check(dtLoadShape(bytes, size) == NULL ? dtGetError() == DT_INTERNAL_ERROR : 0, "too long a shape");
    a.base = &object;
    a.layout = DT_OBJECTS;
    a.count = 1;
    q.base = bytes;
    q.layout = DT_POSITION_XYZW;
    q.type = DT_DOUBLE;
    q.count = size / 56;
    check(dtBatchPairs(&a, &q, &a, NULL, DT_DISTANCE, NULL, NULL, 0) == 0 ? dtGetError() == DT_INTERNAL_ERROR : 0,
          "too many rows");
    munmap(bytes, size);
    check(dtGetBBox(OBJECT(2), low, high), "a call after it");
}

int main(void)
{
    static DtStop stops[STOPS + 100];
    advance(stops, STOPS + 100);
    advance(NULL, STOPS + 100);
    advance(stops, 1100);
    rows();
    save();
    refuse();
    printf("all as expected\n");
    return 0;
}
