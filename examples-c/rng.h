/*
 * Random numbers, directions and rotations for the examples.
 *
 * C's rand() differs from one C library to the next. This generator gives the same sequence everywhere, so an example
 * prints the same collisions on every machine.
 */
#ifndef EXAMPLES_RNG_H
#define EXAMPLES_RNG_H

/* Starts the sequence anew. The same seed gives the same sequence; the program starts with seed 1. */
void rng_seed(long seed);

/* Uniform between low and high. */
double rng_between(double low, double high);

/* A point that is uniform on the unit sphere. */
void rng_direction(double direction[3]);

/* A rotation that is uniform over all orientations: a unit quaternion (x, y, z, w), as dtRotate takes it. */
void rng_rotation(double quaternion[4]);

#endif
