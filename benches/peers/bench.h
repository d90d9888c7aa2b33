/*
 * What every workload needs: a clock, random poses that are the same on every
 * machine, and the table of results.
 */
#ifndef PEERS_BENCH_H
#define PEERS_BENCH_H

#include <stddef.h>
#include <stdint.h>

#define MAX_PEERS 2
#define MAX_ROUNDS 64

/*
 * Time in nanoseconds: of the wall, read in some 25 ns; and what this thread has had of the
 * CPU, so that other programs on a busy machine count as little as can be, but its reading
 * is a system call of up to 2 us, which is clock_cost_ns for an interval.
 */
double wall_ns(void);
double cpu_ns(void);
double clock_cost_ns(double (*clock)(void));

double median_of(double *values, int count); /* sorts them */

/* Keeps the process on the CPU it runs on, so that rounds compare. */
void pin_to_one_cpu(void);

typedef struct Random {
    uint64_t state;
} Random;

double random_unit(Random *random);                 /* uniform in [0, 1) */
void random_direction(Random *random, double v[3]); /* uniform on the unit sphere */
void random_quaternion(Random *random, double q[4]); /* uniform rotation, (x, y, z, w) */

/* One figure of one case, round by round, for each peer. */
typedef struct Figure {
    const char *name, *part, *unit; /* part: what of it, "" for the whole, "/test" ... */
    double rounds[MAX_PEERS][MAX_ROUNDS];
} Figure;

/*
 * Prints a line for each peer: workload, case, peer, median, minimum and maximum of
 * the rounds, unit, errors, and the median over the rounds of its time over the
 * last peer's in the same round. `errors` may be NULL (printed as "-").
 */
void report(const char *workload, const Figure *figure, const char *const *peers, int peer_count,
            int round_count, const long *errors);

/*
 * The set of hits of a round as sorted keys; for counting answers on which two peers
 * differ.
 */
typedef struct Hits {
    uint64_t *keys;
    size_t count, capacity;
} Hits;

void hits_add(Hits *hits, uint64_t key);
void hits_sort(Hits *hits);
size_t hits_missing(const Hits *mine, const Hits *theirs); /* theirs that mine lacks */

#endif
