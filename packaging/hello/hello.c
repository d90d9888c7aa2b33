/* Detects one collision: what every way of building against the installed library is tried with, as C and as C++. */

#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <stdio.h>

static void collided(void *client_data, DtObjectRef a, DtObjectRef b, const DtCollData *data)
{
    (void)client_data;
    (void)data;
    printf("%s meets %s\n", (const char *)a, (const char *)b);
}

int main(void)
{
    static char ball[] = "the ball", box[] = "the box";

    dtSetDefaultResponse(collided, DT_SIMPLE_RESPONSE, NULL);
    dtCreateObject(ball, dtSphere(1));
    dtCreateObject(box, dtBox(2, 2, 2));
    dtSelectObject(ball);
    dtTranslate(0, 1.9, 0);
    return dtTest() == 1 && dtGetError() == DT_NO_ERROR ? 0 : 1;
}
