#define _GNU_SOURCE
#include "bench.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *sorted, int count)
{
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

double median_of(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return median(values, count);
}

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

double wall_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double cpu_ns(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

/* The median of many empty intervals. */
double clock_cost_ns(double (*clock)(void))
{
    enum { COUNT = 501 };
    double intervals[COUNT];
    int i;
    for (i = 0; i < COUNT; ++i) {
        const double start = clock();
        intervals[i] = clock() - start;
    }
    return median_of(intervals, COUNT);
}

void pin_to_one_cpu(void)
{
    cpu_set_t set;
    int cpu = sched_getcpu();
    CPU_ZERO(&set);
    CPU_SET(cpu < 0 ? 0 : cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        fputs("cannot pin to one CPU; times will be noisier\n", stderr);
}

/* Steele, Lea and Flood's SplitMix64: tiny, and good enough for poses. */
static uint64_t random_bits(Random *random)
{
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double random_unit(Random *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

/* A point of the ball by rejection, pushed out to the sphere of its dimension. */
static void random_on_sphere(Random *random, double *v, int dimension)
{
    double length;
    int i;
    do {
        length = 0;
        for (i = 0; i < dimension; ++i) {
            v[i] = 2 * random_unit(random) - 1;
            length += v[i] * v[i];
        }
    } while (length > 1 || length < 1e-4);
    length = sqrt(length);
    for (i = 0; i < dimension; ++i)
        v[i] /= length;
}

void random_direction(Random *random, double v[3])
{
    random_on_sphere(random, v, 3);
}

void random_quaternion(Random *random, double q[4])
{
    random_on_sphere(random, q, 4);
}

void report(const char *workload, const Figure *figure, const char *const *peers, int peer_count,
            int round_count, const long *errors)
{
    double times[MAX_ROUNDS], ratios[MAX_ROUNDS];
    char case_text[80], error_text[24], ratio_text[24];
    int peer, round, last = peer_count - 1;
    snprintf(case_text, sizeof case_text, "%s%s", figure->name, figure->part);
    for (peer = 0; peer < peer_count; ++peer) {
        for (round = 0; round < round_count; ++round) {
            times[round] = figure->rounds[peer][round];
            ratios[round] = times[round] / figure->rounds[last][round];
        }
        qsort(times, (size_t)round_count, sizeof *times, by_value);
        qsort(ratios, (size_t)round_count, sizeof *ratios, by_value);
        strcpy(error_text, "-");
        strcpy(ratio_text, "-");
        if (errors && peer_count > 1)
            sprintf(error_text, "%ld", errors[peer]);
        if (peer != last)
            sprintf(ratio_text, "%.3f", median(ratios, round_count));
        printf("%-4s %-34s %-12s %10.4g %10.4g %10.4g %-3s %7s %7s\n", workload, case_text, peers[peer],
                median(times, round_count), times[0], times[round_count - 1],
               figure->unit, error_text, ratio_text);
    }
    fflush(stdout);
}

void hits_add(Hits *hits, uint64_t key)
{
    if (hits->count == hits->capacity) {
        hits->capacity = hits->capacity ? 2 * hits->capacity : 4096;
        hits->keys = realloc(hits->keys, hits->capacity * sizeof *hits->keys);
        if (!hits->keys)
            abort();
    }
    hits->keys[hits->count++] = key;
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void hits_sort(Hits *hits)
{
    if (hits->count)
        qsort(hits->keys, hits->count, sizeof *hits->keys, by_key);
}

size_t hits_missing(const Hits *mine, const Hits *theirs)
{
    size_t i, j = 0, missing = 0;
    for (i = 0; i < theirs->count; ++i) {
        while (j < mine->count && mine->keys[j] < theirs->keys[i])
            ++j;
        if (j == mine->count || mine->keys[j] != theirs->keys[i])
            ++missing;
    }
    return missing;
}
