/* A fault on purpose, for .ci/sanitize-address: what C leaves undefined. */
#include <SOLID/solid.h>
#include <limits.h>

int main(void)
{
    volatile int most = INT_MAX, sum;

    dtDeleteShape(dtBox(1, 1, 1));
    sum = most + 1;
    return sum == 0;
}
