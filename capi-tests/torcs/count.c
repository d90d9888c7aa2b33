/*
 * Counts what the game asks of the collision library.
 *
 * Preloaded before the library: dtTest and the three functions that register a
 * response pass through here. The next definition of each in the search order is the
 * one called; with no library preloaded, that of the file named in DT_COUNT_ORIGINAL
 * (the game's own simuv2.so, whose symbols are not in the global scope). At the end of
 * the process its counts are appended to the file named in DT_COUNT_FILE.
 *
 * Every registered response is replaced by `counted`, whose client data is a record
 * of the game's own response and client data. The records live as long as the process,
 * since an overwritten registration may still be in use by a running test.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include <SOLID/solid.h>

typedef struct Registered {
    DtResponse response;
    void *client_data;
    unsigned long *callbacks; /* those of its level: default, object or pair */
} Registered;

static unsigned long tests, returned, with_data, zero_normals;
static unsigned long default_callbacks, object_callbacks, pair_callbacks;

/* ISO C has no cast from an object pointer to a function pointer; POSIX has dlsym. */
typedef union Symbol {
    void *address;
    DtCount (*test)(void);
    void (*set_default)(DtResponse, DtResponseType, void *);
    void (*set_object)(DtObjectRef, DtResponse, DtResponseType, void *);
    void (*set_pair)(DtObjectRef, DtObjectRef, DtResponse, DtResponseType, void *);
} Symbol;

static Symbol next(const char *name)
{
    Symbol symbol;
    symbol.address = dlsym(RTLD_NEXT, name);
    if (symbol.address == NULL) {
        const char *original = getenv("DT_COUNT_ORIGINAL");
        void *library = original ? dlopen(original, RTLD_LAZY | RTLD_NOLOAD) : NULL;
        symbol.address = library ? dlsym(library, name) : NULL;
    }
    if (symbol.address == NULL) {
        fprintf(stderr, "count: nobody defines %s\n", name);
        abort();
    }
    return symbol;
}

static void counted(void *client_data, DtObjectRef object1, DtObjectRef object2,
                    const DtCollData *coll_data)
{
    const Registered *registered = (const Registered *)client_data;
    ++*registered->callbacks;
    if (coll_data != NULL) {
        const double *n = coll_data->normal;
        ++with_data;
        if (n[0] == 0 && n[1] == 0 && n[2] == 0)
            ++zero_normals;
    }
    registered->response(registered->client_data, object1, object2, coll_data);
}

static Registered *remember(DtResponse response, void *client_data, unsigned long *callbacks)
{
    Registered *registered = (Registered *)malloc(sizeof *registered);
    if (registered == NULL)
        abort();
    registered->response = response;
    registered->client_data = client_data;
    registered->callbacks = callbacks;
    return registered;
}

DtCount dtTest(void)
{
    static Symbol real;
    DtCount count;
    if (real.address == NULL)
        real = next("dtTest");
    ++tests;
    count = real.test();
    returned += count;
    return count;
}

void dtSetDefaultResponse(DtResponse response, DtResponseType type, void *client_data)
{
    Symbol real = next("dtSetDefaultResponse");
    if (response == NULL)
        real.set_default(response, type, client_data);
    else
        real.set_default(counted, type, remember(response, client_data, &default_callbacks));
}

void dtSetObjectResponse(DtObjectRef object, DtResponse response, DtResponseType type,
                         void *client_data)
{
    Symbol real = next("dtSetObjectResponse");
    if (response == NULL)
        real.set_object(object, response, type, client_data);
    else
        real.set_object(object, counted, type,
                        remember(response, client_data, &object_callbacks));
}

void dtSetPairResponse(DtObjectRef object1, DtObjectRef object2, DtResponse response,
                       DtResponseType type, void *client_data)
{
    Symbol real = next("dtSetPairResponse");
    if (response == NULL)
        real.set_pair(object1, object2, response, type, client_data);
    else
        real.set_pair(object1, object2, counted, type,
                      remember(response, client_data, &pair_callbacks));
}

__attribute__((destructor)) static void print_counts(void)
{
    const char *name = getenv("DT_COUNT_FILE");
    FILE *file = tests > 0 && name ? fopen(name, "a") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "dtTest calls: %lu, callbacks: %lu (dtTest returned %lu)\n", tests,
            default_callbacks + object_callbacks + pair_callbacks, returned);
    fprintf(file, "callbacks of default responses: %lu, of object responses: %lu, of pairs: %lu\n",
            default_callbacks, object_callbacks, pair_callbacks);
    fprintf(file, "callbacks with response data: %lu, of these with a zero normal: %lu\n", with_data,
            zero_normals);
    fclose(file);
}
