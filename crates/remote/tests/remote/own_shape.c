/* A shape of the program's own function, which no server can call. */
#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <stddef.h>

static int destroyed;

static void destroy(void *client_data)
{
    destroyed += *(int *)client_data;
}

static void support(void *client_data, const DtScalar *direction, DtScalar *point)
{
    (void)client_data;
    point[0] = direction[0], point[1] = direction[1], point[2] = direction[2];
}

int main(void)
{
    static int one = 1;
    if (dtSupport(support, &one, destroy) != NULL || destroyed != 1) return 1;
    if (dtGetError() != DT_INVALID_OPERATION) return 2;
    /* All else goes on. */
    if (dtGetError() != DT_NO_ERROR) return 3;
    dtCreateObject(&one, dtSphere(1));
    dtTest();
    return dtGetError() == DT_NO_ERROR ? 0 : 4;
}
