#define _GNU_SOURCE
#include "dt.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* The copy inside the game exports two of the functions with C++ linkage. */
static void *find(void *library, const char *name)
{
    void *function = dlsym(library, name);
    if (!function && strcmp(name, "dtVertexBase") == 0)
        function = dlsym(library, "_Z12dtVertexBasePK5Point");
    if (!function && strcmp(name, "dtChangeVertexBase") == 0)
        function = dlsym(library, "_Z18dtChangeVertexBasePvPK5Point");
    if (!function)
        fprintf(stderr, "%s is not exported\n", name);
    return function;
}

int dt_open(Dt *dt, const char *peer, const char *path, const char *stub)
{
    void *library;
    if (stub && !dlopen(stub, RTLD_NOW | RTLD_GLOBAL)) {
        fprintf(stderr, "%s: %s\n", peer, dlerror());
        return -1;
    }
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (!library) {
        fprintf(stderr, "%s: %s\n", peer, dlerror());
        return -1;
    }
    memset(dt, 0, sizeof *dt);
    dt->peer = peer;
#define DT_FIND(result, name, parameters)                                     \
    *(void **)&dt->name = find(library, "dt" #name);                          \
    if (!dt->name)                                                            \
        return -1;
    DT_FUNCTIONS(DT_FIND)
#undef DT_FIND
    return 0;
}
