/* A fault on purpose, for .ci/sanitize-address and .ci/leaks: memory that nothing points to at the end. */
#include <SOLID/solid.h>
#include <stdlib.h>

static void *volatile memory;

int main(void)
{
    dtDeleteShape(dtBox(1, 1, 1));
    memory = malloc(1234);
    memory = NULL;
    return 0;
}
