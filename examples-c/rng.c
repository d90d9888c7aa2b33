#include "rng.h"

#include <math.h>

/*
 * P. L'Ecuyer's combination of two multiplicative generators ("Efficient and portable combined random number
 * generators", 1988). Every intermediate result fits in 32 bits.
 */
static long state1 = 2, state2 = 2; /* as after rng_seed(1) */

void rng_seed(long seed)
{
    if (seed < 0) seed = -seed;
    state1 = seed % 2147483562L + 1;
    state2 = seed % 2147483398L + 1;
}

static double unit(void) /* strictly between 0 and 1 */
{
    long z;

    state1 = 40014L * (state1 % 53668L) - 12211L * (state1 / 53668L);
    if (state1 < 0) state1 += 2147483563L;
    state2 = 40692L * (state2 % 52774L) - 3791L * (state2 / 52774L);
    if (state2 < 0) state2 += 2147483399L;
    z = state1 - state2;
    if (z < 1) z += 2147483562L;
    return (double)z / 2147483563.0;
}

double rng_between(double low, double high)
{
    return low + (high - low) * unit();
}

/* A point that is uniform in the unit disc, never its centre; returns its squared distance from the centre. */
static double in_disc(double *x, double *y)
{
    double squared;

    do {
        *x = rng_between(-1.0, 1.0);
        *y = rng_between(-1.0, 1.0);
        squared = *x * *x + *y * *y;
    } while (squared >= 1.0 || squared == 0.0);
    return squared;
}

/* Both of G. Marsaglia, "Choosing a point from the surface of a sphere" (1972): in space, and in four dimensions. */

void rng_direction(double direction[3])
{
    double x, y;
    double squared = in_disc(&x, &y);
    double scale = 2.0 * sqrt(1.0 - squared);

    direction[0] = x * scale;
    direction[1] = y * scale;
    direction[2] = 1.0 - 2.0 * squared;
}

void rng_rotation(double quaternion[4])
{
    double x, y, squared, scale;

    squared = in_disc(&quaternion[0], &quaternion[1]);
    scale = in_disc(&x, &y);
    scale = sqrt((1.0 - squared) / scale);
    quaternion[2] = x * scale;
    quaternion[3] = y * scale;
}
