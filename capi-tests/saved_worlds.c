/* Worlds as bytes: dtSaveWorld, dtLoadWorld, dtGetSavedObjects, dtReplaceResponses. */
#include "kinds.h"
#include "probe.h"

#define MOST 64
#define FRAMES 4

static unsigned char saved[1 << 22], again[1 << 22];
static char old_names[MOST], new_names[MOST];

/* What callbacks were given. */
typedef struct Log {
    DtCount count;
    struct {
        long first, second;
        int has_data;
        DtCollData data;
    } calls[4096];
} Log;

static Log logs[2];
static char *log_names;

static void note(void *client, DtObjectRef first, DtObjectRef second, const DtCollData *data)
{
    Log *log = client;
    if (log->count < 4096) {
        log->calls[log->count].first = (long)((char *)first - log_names);
        log->calls[log->count].second = (long)((char *)second - log_names);
        log->calls[log->count].has_data = data != NULL;
        if (data != NULL) {
            log->calls[log->count].data = *data;
        }
        log->count++;
    }
}

static void connect(Log *log)
{
    dtReplaceResponses(note, DT_SIMPLE_RESPONSE, log);
    dtReplaceResponses(note, DT_SMART_RESPONSE, log);
    dtReplaceResponses(note, DT_WITNESSED_RESPONSE, log);
    dtReplaceResponses(note, DT_DEPTH_RESPONSE, log);
    dtReplaceResponses(note, DT_CONTACTS_RESPONSE, log);
    dtReplaceResponses(note, DT_INTERSECTION_RESPONSE, log);
}

static unsigned long state;

static double number(double low, double high)
{
    state = (state * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return low + (high - low) * (double)(state >> 8) / (double)(0x7fffffffUL >> 8);
}

static int below(int n)
{
    return (int)number(0, n) % n;
}

static int exists(char *name)
{
    double m[16];
    int found = dtGetMatrixd((DtObjectRef)name, m);
    dtGetError();
    return found;
}

/* Moves some objects, by all calls that there are; the same ones for the same state. */
static void move(char *names)
{
    int i;
    for (i = 0; i < 2 * KIND_COUNT; i++) {
        int what = below(6);
        double x = number(-2, 2), y = number(-2, 2), z = number(-2, 2), w = number(0.1, 1);
        if (!exists(names + i)) {
            continue;
        }
        dtSelectObject((DtObjectRef)(names + i));
        if (what < 3) {
            dtLoadIdentity();
            dtTranslate(x, y, z);
        }
        if (what == 1 || what == 2) {
            dtRotate(x, z, y, w);
        }
        if (what == 2) {
            dtScale(w + 0.5, 1, 1);
        }
        if (what == 3) {
            dtTranslate(0.1 * x, 0.1 * y, 0.1 * z);
        }
        if (what == 4) {
            dtSetSpin((DtObjectRef)(names + i), x, y, z);
        }
    }
}

static void build(char *names)
{
    static const DtResponseType types[3] = {DT_SIMPLE_RESPONSE, DT_SMART_RESPONSE, DT_WITNESSED_RESPONSE};
    DtShapeRef shapes[KIND_COUNT];
    int i;
    kind_make_all(shapes);
    for (i = 0; i < 2 * KIND_COUNT; i++) {
        dtCreateObject((DtObjectRef)(names + i), shapes[i % KIND_COUNT]);
        dtSetObjectData((DtObjectRef)(names + i), names, (unsigned)i + 100);
    }
    for (i = 0; i < KIND_COUNT; i += 5) {
        dtDeleteShape(shapes[i]);
    }
    dtSetDefaultResponse(note, DT_CONTACTS_RESPONSE, &logs[0]);
    for (i = 0; i < KIND_COUNT; i++) {
        DtObjectRef a = (DtObjectRef)(names + i), b = (DtObjectRef)(names + below(KIND_COUNT) + KIND_COUNT);
        switch (below(5)) {
        case 0: dtSetObjectResponse(a, note, types[below(3)], &logs[0]); break;
        case 1: dtSetPairResponse(b, a, note, DT_DEPTH_RESPONSE, &logs[0]); break;
        case 2: dtClearPairResponse(a, b); break;
        case 3: dtSetFilter(a, 1u << below(3), 3); break;
        default: break;
        }
    }
    dtSetTolerance(1e-7);
    dtSetMotion(DT_SCREW_MOTION);
    /* Deleted, and created again in other places. */
    for (i = 3; i < KIND_COUNT; i += 4) {
        dtDeleteObject((DtObjectRef)(names + i));
    }
    for (i = 3; i < KIND_COUNT; i += 8) {
        dtCreateObject((DtObjectRef)(names + i), shapes[i % 5 == 0 ? i + 1 : i]);
    }
}

static void ask(Log *log, char *names)
{
    log_names = names;
    log->count = 0;
    dtTest();
    dtTestMotion();
}

/* Two contexts, of which one has loaded what the other has saved, go on in the same way. */
static void same_answers(void)
{
    DtContext loaded = dtNewContext();
    DtSavedObject objects[MOST];
    DtObjectRef renamed[MOST];
    DtArray names;
    DtCount size, count, i;
    int frame;
    CHECK_LINE("Saved worlds: the loaded one is the saved one, frame by frame");
    CHECK("saved-worlds/room-for-all", 2 * KIND_COUNT <= MOST);
    state = 7;
    build(old_names);
    for (frame = 0; frame < 3; frame++) {
        move(old_names);
        dtGetEvents(NULL, 0);
        dtProceed();
    }
    move(old_names);
    size = dtSaveWorld(saved, sizeof saved);
    CHECK("saved-worlds/saved", size > 24 && size <= sizeof saved);
    CHECK_INT("saved-worlds/size", dtSaveWorld(NULL, 0), size);
    count = dtGetSavedObjects(saved, size, objects, MOST);
    CHECK_INT("saved-worlds/objects", dtGetSavedObjects(saved, size, NULL, 0), count);
    names.base = renamed;
    names.layout = DT_OBJECTS;
    names.type = 0;
    names.stride = 0;
    names.count = count;
    for (i = 0; i < count; i++) {
        long place = (long)((char *)objects[i].object - old_names);
        unsigned number;
        CHECK("saved-worlds/objects", place >= 0 && place < 2 * KIND_COUNT);
        CHECK("saved-worlds/objects", dtGetObjectData(objects[i].object, NULL, &number));
        CHECK_INT("saved-worlds/number", objects[i].number, number);
        renamed[i] = (DtObjectRef)(new_names + place);
    }
    dtMakeCurrent(loaded);
    CHECK("saved-worlds/loaded", dtLoadWorld(saved, size, &names));
    for (i = 0; i < count; i++) {
        void *pointer;
        unsigned number;
        CHECK("saved-worlds/renamed", dtGetObjectData(renamed[i], &pointer, &number));
        CHECK_INT("saved-worlds/number", number, objects[i].number);
        CHECK_POINTER("saved-worlds/no-pointer", pointer, NULL);
    }
    /* Until the responses have functions, they are counted. */
    logs[1].count = 0;
    CHECK("saved-worlds/counted", dtTest() > 0);
    CHECK_INT("saved-worlds/counted", logs[1].count, 0);
    connect(&logs[1]);
    for (frame = 0; frame < FRAMES; frame++) {
        unsigned long before = state;
        check_case("frame %d", frame);
        dtMakeCurrent(NULL);
        ask(&logs[0], old_names);
        CHECK("saved-worlds/calls", logs[0].count > 10 && logs[0].count < 4096);
        dtProceed();
        move(old_names);
        state = before;
        dtMakeCurrent(loaded);
        ask(&logs[1], new_names);
        dtProceed();
        move(new_names);
        CHECK("saved-worlds/the-same-answers", memcmp(&logs[0], &logs[1], sizeof logs[0]) == 0);
    }
    dtMakeCurrent(NULL);
    CHECK_INT("saved-worlds/no-errors", dtGetError(), DT_NO_ERROR);
    dtDeleteContext(loaded);
}

static void refuses(const char *id, const void *bytes, DtCount count, const DtArray *names, DtError error)
{
    CHECK_INT(id, dtLoadWorld(bytes, count, names), DT_FALSE);
    CHECK_INT(id, dtGetError(), error);
}

static int nested;
static DtCount nested_size;

static void load_inside(void *client, DtObjectRef first, DtObjectRef second, const DtCollData *data)
{
    (void)client;
    (void)data;
    nested++;
    refuses("saved-worlds/in-a-callback", saved, nested_size, NULL, DT_INVALID_OPERATION);
    CHECK_INT("saved-worlds/saved-in-a-callback", dtSaveWorld(again, sizeof again), nested_size);
    dtDeleteObject(first);
    dtDeleteObject(second);
    /* The objects that come are left to the next test. */
    CHECK("saved-worlds/in-a-callback", dtLoadWorld(saved, nested_size, NULL));
}

static void misuse(void)
{
    DtContext context = dtNewContext();
    DtShapeRef ball, unfinished, shape;
    DtObjectRef names[3];
    DtArray array;
    DtCount size, i;
    CHECK_LINE("Saved worlds: what is refused");
    dtMakeCurrent(context);
    ball = dtSphere(1);
    dtCreateObject(OBJ(0), ball);
    dtCreateObject(OBJ(1), ball);
    dtTranslate(0.5, 0, 0);
    dtSetDefaultResponse(note, DT_SIMPLE_RESPONSE, NULL);
    size = dtSaveWorld(saved, sizeof saved);
    memset(again, 0xab, 100);
    CHECK_INT("saved-worlds/no-more-than-there-is-room-for", dtSaveWorld(again, 50), size);
    CHECK("saved-worlds/no-more-than-there-is-room-for", memcmp(saved, again, 50) == 0 && again[50] == 0xab);
    refuses("saved-worlds/not-empty", saved, size, NULL, DT_INVALID_OPERATION);
    unfinished = dtNewComplexShape();
    dtCreateObject(OBJ(2), unfinished);
    CHECK_INT("saved-worlds/unfinished", dtSaveWorld(again, sizeof again), 0);
    CHECK_INT("saved-worlds/unfinished", dtGetError(), DT_INVALID_OPERATION);
    dtEndComplexShape();
    CHECK("saved-worlds/empty-shape", dtSaveWorld(NULL, 0) > size);
    dtDeleteObject(OBJ(2));
    dtDeleteObject(OBJ(0));
    dtDeleteObject(OBJ(1));
    refuses("saved-worlds/null", NULL, size, NULL, DT_INVALID_POINTER);
    for (i = 0; i < size; i++) {
        check_case("byte %d", (int)i);
        saved[i] ^= 4;
        refuses("saved-worlds/damaged", saved, size, NULL, DT_INVALID_VALUE);
        saved[i] ^= 4;
        refuses("saved-worlds/cut-off", saved, i, NULL, DT_INVALID_VALUE);
    }
    CHECK_INT("saved-worlds/damaged", dtGetSavedObjects(saved, size - 1, NULL, 0), 0);
    CHECK_INT("saved-worlds/damaged", dtGetError(), DT_INVALID_VALUE);
    CHECK_POINTER("saved-worlds/no-shape", dtLoadShape(saved, size), NULL);
    CHECK_INT("saved-worlds/no-shape", dtGetError(), DT_INVALID_VALUE);
    i = dtSaveShape(ball, again, sizeof again);
    refuses("saved-worlds/no-world", again, i, NULL, DT_INVALID_VALUE);
    names[0] = names[1] = names[2] = OBJ(7);
    array.base = names;
    array.layout = DT_OBJECTS;
    array.type = 0;
    array.stride = 0;
    array.count = 2;
    refuses("saved-worlds/same-name", saved, size, &array, DT_INVALID_VALUE);
    names[1] = OBJ(8);
    array.count = 3;
    refuses("saved-worlds/other-count", saved, size, &array, DT_INVALID_VALUE);
    array.count = 1;
    refuses("saved-worlds/other-count", saved, size, &array, DT_INVALID_VALUE);
    array.layout = DT_POINTS;
    refuses("saved-worlds/layout", saved, size, &array, DT_INVALID_ENUM);
    array.layout = DT_OBJECTS;
    array.base = NULL;
    refuses("saved-worlds/null", saved, size, &array, DT_INVALID_POINTER);
    /* Nothing has changed: it loads, with the names that there were. */
    CHECK("saved-worlds/own-names", dtLoadWorld(saved, size, NULL));
    shape = dtGetShape(OBJ(0));
    CHECK("saved-worlds/shared-shape", shape != NULL && shape == dtGetShape(OBJ(1)) && shape != ball);
    dtReplaceResponses(load_inside, DT_SIMPLE_RESPONSE, NULL);
    nested_size = size;
    CHECK_INT("saved-worlds/saved-again", dtSaveWorld(again, sizeof again), size);
    CHECK_INT("saved-worlds/in-a-callback", dtTest(), 1);
    CHECK_INT("saved-worlds/in-a-callback", nested, 1);
    dtReplaceResponses(NULL, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("saved-worlds/replaced", dtGetError(), DT_INVALID_POINTER);
    dtReplaceResponses(note, (DtResponseType)77, NULL);
    CHECK_INT("saved-worlds/replaced", dtGetError(), DT_INVALID_ENUM);
    logs[0].count = 0;
    dtReplaceResponses(note, DT_SMART_RESPONSE, &logs[0]);
    CHECK_INT("saved-worlds/replaced", dtTest(), 1);
    CHECK_INT("saved-worlds/replaced", logs[0].count, 0);
    dtReplaceResponses(note, DT_SIMPLE_RESPONSE, &logs[0]);
    CHECK_INT("saved-worlds/replaced", dtTest(), 1);
    CHECK_INT("saved-worlds/replaced", logs[0].count, 1);
    dtMakeCurrent(NULL);
    dtDeleteContext(context);
}

int main(void)
{
    same_answers();
    misuse();
    return check_finish();
}
