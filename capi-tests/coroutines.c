/* Callbacks that switch to other stacks, small ones of the program's own, and go on later, in any order, on another thread, or
   never. With "briefly" as an argument fewer, for valgrind. */
#define _XOPEN_SOURCE 600
#include <pthread.h>
#include <sys/resource.h>
#include <ucontext.h>

#include "probe.h"

/* Stacks of 64 kB, each in memory of its own far from others, so that valgrind sees that they are different ones. */
enum { STACK = 64 * 1024, BLOCK = 4 * 1024 * 1024 };

enum { BODIES = 8, PAIRS = BODIES * (BODIES - 1) / 2, MANY = 60 };

typedef enum Kind { TEST, TEST_NESTED, TEST_ONE, TEST_MOTION, DRAW, KINDS } Kind;

typedef struct Coroutine {
    ucontext_t own;
    ucontext_t back;
    char *block;
    Kind kind;
    int is_done;
    int goes_on; /* no longer suspended in callbacks */
    int ends_at; /* after so many callbacks it calls dtEndTest */
    int nests;   /* in its next callback it tests */
    DtCount result;
    DtCount nested_result;
    DtCount calls;
    int bad;
} Coroutine;

static Coroutine *current = NULL;
static unsigned random_state = 1;

static unsigned random_below(unsigned n)
{
    random_state = random_state * 1103515245u + 12345u;
    return (random_state >> 16) % n;
}

static void suspend(void)
{
    Coroutine *c = current;
    swapcontext(&c->own, &c->back);
}

static void resume(Coroutine *c)
{
    Coroutine *previous = current;
    current = c;
    swapcontext(&c->back, &c->own);
    current = previous;
}

static void respond(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Coroutine *c = current;
    const DtContactData *data = (const DtContactData *)coll_data;
    DtContactData before;
    DtContact contact;
    (void)client_data;
    (void)object1;
    (void)object2;
    if (c == NULL) {
        return;
    }
    c->calls++;
    if (data == NULL || data->count == 0) {
        c->bad++;
        return;
    }
    before = *data;
    contact = data->contacts[0];
    if (c->nests > 0) {
        c->nests--;
        c->nested_result = dtTest();
    }
    if (c->ends_at == (int)c->calls) {
        dtEndTest();
    }
    if (!c->goes_on && (c->calls == 1 || random_below(8) == 0)) {
        suspend();
    }
    c->bad += memcmp(&before.data, &data->data, sizeof before.data) != 0;
    c->bad += before.count != data->count || before.contacts != data->contacts;
    c->bad += memcmp(contact.point1, data->contacts->point1, sizeof contact.point1) != 0;
    c->bad += memcmp(contact.normal, data->contacts->normal, sizeof contact.normal) != 0;
}

static void draw(void *client_data, const DtLine *line)
{
    Coroutine *c = current;
    DtLine before = *line;
    (void)client_data;
    if (c == NULL) {
        return;
    }
    c->calls++;
    if (!c->goes_on && (c->calls == 1 || random_below(100) == 0)) {
        suspend();
    }
    c->bad += memcmp(&before, line, sizeof before) != 0 || probe_index(line->object1) < 0;
}

static void run(void)
{
    Coroutine *c = current;
    switch (c->kind) {
    case TEST_ONE:
        c->result = dtTestObjects(OBJ(0), OBJ(1));
        break;
    case TEST_MOTION:
        c->result = dtTestMotion();
        break;
    case DRAW:
        c->result = dtDebugDraw(DT_DRAW_SHAPES, draw, NULL);
        break;
    default:
        c->result = dtTest();
    }
    c->is_done = 1;
    suspend();
}

/* Begins, and is suspended in its first callback. */
static void begin(Coroutine *c, Kind kind)
{
    memset(c, 0, sizeof *c);
    c->kind = kind;
    c->nests = kind == TEST_NESTED;
    c->block = (char *)malloc(BLOCK);
    getcontext(&c->own);
    c->own.uc_stack.ss_sp = c->block + BLOCK - STACK;
    c->own.uc_stack.ss_size = STACK;
    c->own.uc_link = NULL;
    makecontext(&c->own, run, 0);
    resume(c);
}

static void finish(Coroutine *c)
{
    c->goes_on = 1;
    while (!c->is_done) {
        resume(c);
    }
    free(c->block);
}

static DtCount lines;

static void judge(const Coroutine *c)
{
    check_case("kind %d", (int)c->kind);
    CHECK_INT("coroutines/data-stay", c->bad, 0);
    switch (c->kind) {
    case TEST_ONE:
        CHECK_INT("coroutines/counts", c->result, 1);
        break;
    case DRAW:
        CHECK_INT("coroutines/drawings", c->result, lines);
        CHECK_INT("coroutines/drawings", c->calls, lines);
        break;
    case TEST_NESTED:
        CHECK_INT("coroutines/nested", c->nested_result, PAIRS);
        CHECK_INT("coroutines/nested", c->calls, 2 * PAIRS);
        CHECK_INT("coroutines/counts", c->result, PAIRS);
        break;
    default:
        CHECK_INT("coroutines/counts", c->result, PAIRS);
        CHECK_INT("coroutines/counts", c->calls, PAIRS);
    }
}

static DtShapeRef shapes[2];

static void build(void)
{
    int i;
    for (i = 0; i < BODIES; i++) {
        dtCreateObject(OBJ(i), shapes[i % 2]);
        dtTranslate(0.05 * i, 0, 0);
    }
    dtSetDefaultResponse(respond, DT_CONTACTS_RESPONSE, NULL);
    dtProceed();
    lines = dtDebugDraw(DT_DRAW_SHAPES, draw, NULL);
}

static void interleaved(int many)
{
    static Coroutine all[MANY];
    int i, left = many;
    CHECK_LINE("Callbacks on other stacks: many at once, resumed in any order");
    for (i = 0; i < many; i++) {
        begin(&all[i], (Kind)(i % KINDS));
    }
    while (left > 0) {
        Coroutine *c = &all[random_below((unsigned)many)];
        if (!c->is_done) {
            resume(c);
            left -= c->is_done;
        } else if (random_below(4) == 0) {
            CHECK_INT("coroutines/the-main-stack-meanwhile", dtTest(), PAIRS);
        }
    }
    for (i = 0; i < many; i++) {
        finish(&all[i]);
        judge(&all[i]);
    }
    CHECK_INT("coroutines/no-errors", dtGetError(), DT_NO_ERROR);
}

/* In kB. */
static long memory_used(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void given_up(int times)
{
    Coroutine waiting[2], c;
    long before = 0;
    int i, round;
    CHECK_LINE("Callbacks on other stacks: those that never go on take bounded memory, and nothing from one that waits");
    begin(&waiting[0], TEST);
    begin(&waiting[1], DRAW);
    for (round = 0; round < 2; round++) {
        before = memory_used();
        for (i = 0; i < times; i++) {
            begin(&c, (Kind)(i % KINDS));
            free(c.block);
        }
    }
    check_case("%ld kB in the second round", memory_used() - before);
    CHECK("coroutines/given-up-thousands-of-times", memory_used() - before < 16384);
    for (i = 0; i < 2; i++) {
        finish(&waiting[i]);
        judge(&waiting[i]);
    }
    CHECK_INT("coroutines/the-main-stack-meanwhile", dtTest(), PAIRS);
    CHECK_INT("coroutines/no-errors", dtGetError(), DT_NO_ERROR);
}

static void *finish_all(void *all)
{
    int i;
    for (i = 0; i < KINDS; i++) {
        finish((Coroutine *)all + i);
    }
    return NULL;
}

static void *begin_all(void *all)
{
    int i;
    for (i = 0; i < KINDS; i++) {
        begin((Coroutine *)all + i, (Kind)i);
    }
    return NULL;
}

static void on_another_thread(void)
{
    static Coroutine all[KINDS];
    pthread_t thread;
    int i, from;
    CHECK_LINE("Callbacks on other stacks: resumed on another thread");
    for (from = 0; from < 2; from++) {
        if (from == 0) {
            begin_all(all);
        } else {
            pthread_create(&thread, NULL, begin_all, all);
            pthread_join(thread, NULL);
        }
        all[TEST].ends_at = 5;
        CHECK_INT("coroutines/the-main-stack-meanwhile", dtTest(), PAIRS);
        pthread_create(&thread, NULL, finish_all, all);
        pthread_join(thread, NULL);
        CHECK_INT("coroutines/end-on-another-thread", all[TEST].result, 5);
        CHECK_INT("coroutines/data-stay", all[TEST].bad, 0);
        for (i = TEST + 1; i < KINDS; i++) {
            judge(&all[i]);
        }
    }
    CHECK_INT("coroutines/no-errors", dtGetError(), DT_NO_ERROR);
}

static void ended(void)
{
    Coroutine all[3];
    int i, which;
    CHECK_LINE("Callbacks on other stacks: dtEndTest ends the test of its stack");
    for (which = 0; which < 3; which++) {
        for (i = 0; i < 3; i++) {
            begin(&all[i], i == 2 ? TEST_MOTION : TEST);
        }
        all[which].ends_at = 3;
        for (i = 0; i < 3; i++) {
            finish(&all[(i + which) % 3]);
        }
        for (i = 0; i < 3; i++) {
            check_case("test %d of %d", i, which);
            CHECK_INT("coroutines/end", all[i].result, i == which ? 3 : PAIRS);
            CHECK_INT("coroutines/data-stay", all[i].bad, 0);
        }
    }
    dtEndTest();
    CHECK_INT("coroutines/end-outside", dtGetError(), DT_INVALID_OPERATION);
}

static void in_contexts(void)
{
    Coroutine deleted, kept;
    DtContext contexts[2];
    CHECK_LINE("Callbacks on other stacks: in contexts, of which one is deleted meanwhile");
    contexts[0] = dtNewContext();
    contexts[1] = dtNewContext();
    dtMakeCurrent(contexts[0]);
    build();
    begin(&deleted, TEST);
    dtMakeCurrent(contexts[1]);
    build();
    begin(&kept, TEST_NESTED);
    dtDeleteContext(contexts[0]);
    CHECK_INT("coroutines/context-deleted", dtGetError(), DT_NO_ERROR);
    dtMakeCurrent(NULL);
    CHECK_INT("coroutines/the-main-stack-meanwhile", dtTest(), PAIRS);
    finish(&deleted);
    CHECK_INT("coroutines/context-deleted", deleted.result, 1);
    CHECK_INT("coroutines/context-deleted", deleted.bad, 0);
    finish(&kept);
    judge(&kept);
    dtDeleteContext(contexts[1]);
    CHECK_INT("coroutines/no-errors", dtGetError(), DT_NO_ERROR);
}

int main(int argc, char **argv)
{
    const int is_brief = argc > 1 && strcmp(argv[1], "briefly") == 0;
    shapes[0] = dtBox(2, 2, 2);
    shapes[1] = dtSphere(1);
    build();
    interleaved(is_brief ? KINDS : MANY);
    on_another_thread();
    ended();
    in_contexts();
    if (!is_brief) {
        given_up(4000);
    }
    probe_reset();
    dtDeleteShape(shapes[0]);
    dtDeleteShape(shapes[1]);
    return check_finish();
}
