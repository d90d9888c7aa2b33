/*
 * Moving vertices, edges and faces by this library: a line of benches/peers/run for a file list.
 *
 *     w8 CASE ROUNDS DIRECTORY FILE..
 *
 * The files are those of the benchmark of Wang et al. (2021), eight rows a query: xn,xd,yn,yd,zn,zd,truth. In DIRECTORY
 * first-impact.csv has the times of impact.
 */
#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Query {
    double points[24], first; /* the first impact, -1 if it is not known */
    int is_hit;
} Query;

static Query *queries;
static size_t count, capacity;

static int ask(int is_face, const Query *q, double times[2])
{
    return is_face ? dtVertexFaceImpact(q->points, q->points + 12, times)
                   : dtEdgeEdgeImpact(q->points, q->points + 12, times);
}

static FILE *open_file(const char *directory, const char *name)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", directory, name);
    file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

static void read_file(const char *directory, const char *name)
{
    FILE *file = open_file(directory, name);
    double c[6];
    int truth, row = 0, axis;

    while (fscanf(file, "%lf,%lf,%lf,%lf,%lf,%lf,%d", c, c + 1, c + 2, c + 3, c + 4, c + 5, &truth) == 7) {
        if (row == 0 && count == capacity) {
            capacity = 2 * capacity + 1024;
            queries = realloc(queries, capacity * sizeof *queries);
        }
        for (axis = 0; axis < 3; axis++) {
            queries[count].points[3 * row + axis] = c[2 * axis] / c[2 * axis + 1];
        }
        queries[count].first = -1;
        queries[count].is_hit = truth;
        row = (row + 1) % 8;
        count += row == 0;
    }
    fclose(file);
}

static void read_times(const char *directory, const char *name, size_t begin)
{
    FILE *file = open_file(directory, "first-impact.csv");
    char line[4096];
    size_t length = strlen(name);

    while (fgets(line, sizeof line, file) != NULL) {
        char *rest = line + length + 1;
        if (strncmp(line, name, length) == 0 && line[length] == ',') {
            size_t index = begin + strtoul(rest, &rest, 10);
            if (index < count) {
                queries[index].first = strtod(rest + 1, NULL);
            }
        }
    }
    fclose(file);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    int is_face = strcmp(argv[1], "vertex-face") == 0, rounds = atoi(argv[2]), i, positive = 0, negative = 0, hits = 0;
    double means[1000], largest = 0, times[2];
    size_t k;

    for (i = 4; i < argc; i++) {
        size_t begin = count;
        read_file(argv[3], argv[i]);
        read_times(argv[3], argv[i], begin);
    }
    for (k = 0; k < count; k++) {
        int hit = ask(is_face, &queries[k], times) != DT_FALSE;
        positive += hit && !queries[k].is_hit;
        negative += !hit && queries[k].is_hit;
        if (hit && queries[k].first >= 0 && queries[k].first - times[0] > largest) {
            largest = queries[k].first - times[0];
        }
    }
    for (i = 0; i < rounds; i++) {
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        for (k = 0; k < count; k++) {
            hits += ask(is_face, &queries[k], times);
        }
        clock_gettime(CLOCK_MONOTONIC, &to);
        means[i] = ((to.tv_sec - from.tv_sec) * 1e6 + (to.tv_nsec - from.tv_nsec) * 1e-3) / count;
    }
    qsort(means, rounds, sizeof *means, ascending);
    fprintf(stderr, "%s solid-c: %d false positives, %d false negatives, %d hits\n", argv[1], positive, negative, hits / rounds);
    printf("W8 %s solid-c %.3f %.3f %.3f us %d - %.1e %lu\n", argv[1], means[rounds / 2], means[0], means[rounds - 1],
        positive + negative, largest, (unsigned long)count);
    free(queries);
    return 0;
}
