/*
 * Scenes between two frames by this library: lines of benches/peers/run.
 *
 *     w8c BUNNY.obj ROUNDS FRAMES
 *
 * A cloth of 5000 triangles falls onto the bunny and lies down on it, all vertices new in every frame; the first contact of both
 * by dtTestMotion, and where the cloth runs into itself by dtSelfCollisionsMotion. Then 1000 hulls of 20 points that fly about and
 * turn. The file FRAMES receives what ipctk is asked (w8c.py): the vertices of all frames, and the first contact of each.
 */
#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SIDE 51
#define VERTICES (SIDE * SIDE)
#define STEPS 40
#define HULLS 1000
#define MOST 10000

/* The cloth at the beginning of each step, above the bunny, and where it would fall if there was none. */
static double cloth[STEPS][VERTICES][3], fallen[STEPS][VERTICES][3], ground[MOST][3];
static DtIndex triangles[MOST][3];
static int ground_count, triangle_count;
static DtCount calls;

static void check(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "w8c: %s\n", what);
        exit(1);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const char *name, double *times, int rounds, int asked)
{
    qsort(times, rounds, sizeof *times, ascending);
    printf("W8c %s solid-c %.3f %.3f %.3f ms 0 - - %d\n", name, times[rounds / 2], times[0], times[rounds - 1], asked);
}

static double random_number(void)
{
    static unsigned long long state = 88172645463325252ull;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 11) / 4503599627370496.0 - 1.0;
}

static void collided(void *data, DtObjectRef a, DtObjectRef b, const DtCollData *contact)
{
    (void)data, (void)a, (void)b, (void)contact;
    calls++;
}

static void read_bunny(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[256];

    check(file != NULL, "there is no model");
    while (fgets(line, sizeof line, file) != NULL) {
        double *p = ground[ground_count];
        DtIndex *t = triangles[triangle_count];
        check(ground_count < MOST - 1 && triangle_count < MOST - 1, "the model is too large");
        if (sscanf(line, "v %lf %lf %lf", p, p + 1, p + 2) == 3) {
            ground_count++;
        } else if (sscanf(line, "f %u %u %u", t, t + 1, t + 2) == 3) {
            t[0]--, t[1]--, t[2]--;
            triangle_count++;
        }
    }
    fclose(file);
    check(triangle_count > 1000, "the model has no triangles");
}

/* How high the bunny is around a place; far below where it is not. */
static double height_at(double x, double z)
{
    double highest = -100;
    int i;

    for (i = 0; i < ground_count; i++) {
        double dx = ground[i][0] - x, dz = ground[i][2] - z;
        if (dx * dx + dz * dz < 0.75 * 0.75 && ground[i][1] > highest) {
            highest = ground[i][1];
        }
    }
    return highest;
}

/*
 * Each vertex falls until it is a little above all of the bunny nearby; the cloth waves, and no vertex is much lower than its
 * neighbours. Where gravity takes it in a step may be below.
 */
static void fall(void)
{
    double low[3] = { 1e9, 1e9, 1e9 }, high[3] = { -1e9, -1e9, -1e9 }, top[VERTICES], size;
    int i, k, step, pass;

    for (i = 0; i < ground_count; i++) {
        for (k = 0; k < 3; k++) {
            low[k] = ground[i][k] < low[k] ? ground[i][k] : low[k];
            high[k] = ground[i][k] > high[k] ? ground[i][k] : high[k];
        }
    }
    size = 1.2 * (high[0] - low[0]);
    for (i = 0; i < VERTICES; i++) {
        cloth[0][i][0] = 0.5 * (low[0] + high[0]) + size * (i % SIDE / (SIDE - 1.0) - 0.5);
        cloth[0][i][2] = 0.5 * (low[2] + high[2]) + size * (i / SIDE / (SIDE - 1.0) - 0.5);
        top[i] = height_at(cloth[0][i][0], cloth[0][i][2]) + 0.1;
    }
    for (pass = 0; pass < SIDE; pass++) {
        for (i = 0; i < VERTICES; i++) {
            static const int beside[4] = { -1, 1, -SIDE, SIDE };
            for (k = 0; k < 4; k++) {
                int j = i + beside[k];
                int is_there = j >= 0 && j < VERTICES && (k > 1 || j / SIDE == i / SIDE);
                if (is_there && top[i] < top[j] - 0.7) {
                    top[i] = top[j] - 0.7;
                }
            }
        }
    }
    for (step = 0; step < STEPS; step++) {
        for (i = 0; i < VERTICES; i++) {
            double *p = cloth[step][i], y = high[1] + 1.5 - 10.0 * step * step / (STEPS * STEPS);
            p[0] = cloth[0][i][0];
            p[2] = cloth[0][i][2];
            y += 0.1 * sin(0.3 * step + p[0]) * cos(0.2 * step + 2 * p[2]);
            p[1] = y > top[i] ? y : top[i];
            memcpy(fallen[step][i], p, sizeof fallen[step][i]);
            fallen[step][i][1] -= 0.45;
        }
    }
}

static DtShapeRef mesh(double (*vertices)[3], const DtIndex (*faces)[3], int count)
{
    DtShapeRef shape = dtNewComplexShape();
    int i;

    dtVertexBase(vertices);
    for (i = 0; i < count; i++) {
        dtVertexIndices(DT_SIMPLEX, 3, faces[i]);
    }
    dtEndComplexShape();
    return shape;
}

static void cloth_on_bunny(int rounds, const char *frames)
{
    static DtIndex faces[2 * (SIDE - 1) * (SIDE - 1)][3];
    static double moved[VERTICES][3];
    double times[3][1000], first[STEPS];
    int count = 0, i, round, step, touching = 0;
    DtCount own = 0, before;
    DtShapeRef shape;
    FILE *file;

    for (i = 0; i < VERTICES - SIDE; i++) {
        if (i % SIDE < SIDE - 1) {
            faces[count][0] = i, faces[count][1] = i + 1, faces[count++][2] = i + SIDE;
            faces[count][0] = i + 1, faces[count][1] = i + SIDE + 1, faces[count++][2] = i + SIDE;
        }
    }
    check(count == 5000, "the cloth has not 5000 triangles");
    memcpy(moved, cloth[0], sizeof moved);
    shape = mesh(moved, (const DtIndex (*)[3])faces, count);
    dtCreateObject("cloth", shape);
    dtCreateObject("bunny", mesh(ground, (const DtIndex (*)[3])triangles, triangle_count));
    dtSetDefaultResponse(collided, DT_SIMPLE_RESPONSE, NULL);
    for (round = 0; round < rounds; round++) {
        double motion = 0, self = 0;
        for (step = 0; step < STEPS; step++) {
            double begin, middle;
            dtChangeVertexBase(shape, cloth[step]);
            dtProceed();
            begin = now();
            dtChangeVertexBase(shape, fallen[step]);
            before = calls;
            dtTestMotion();
            middle = now();
            first[step] = calls > before ? dtContactTime() : -1;
            own += dtSelfCollisionsMotion("cloth", NULL, 0);
            self += now() - middle;
            motion += middle - begin;
            touching += calls > before;
            check(first[step] != 0, "the cloth is in the bunny from the start");
        }
        times[0][round] = motion / STEPS;
        times[1][round] = self / STEPS;
        times[2][round] = (motion + self) / STEPS;
    }
    check(dtGetError() == DT_NO_ERROR, "an error was raised");
    fprintf(stderr, "w8c: the cloth touches the bunny in %d of %d frames, and itself %u times\n", touching / rounds, STEPS, own);
    check(touching > 3 * rounds && touching < (STEPS - 3) * rounds, "the cloth does not fall from the air onto the bunny");
    print("cloth-bunny", times[0], rounds, STEPS);
    print("cloth-self", times[1], rounds, STEPS);
    print("cloth-both", times[2], rounds, STEPS);
    file = fopen(frames, "wb");
    check(file != NULL, "the file of the frames cannot be written");
    check(fwrite(cloth, sizeof cloth, 1, file) == 1 && fwrite(fallen, sizeof fallen, 1, file) == 1
            && fwrite(first, sizeof first, 1, file) == 1, "it is too short");
    check(fclose(file) == 0, "the file of the frames cannot be written");
    dtDeleteObject("cloth");
    dtDeleteObject("bunny");
}

static double at[HULLS][3], velocity[HULLS][3], axis[HULLS][3];
static char names[HULLS];

/* Flies on, within a room, and turns by ten degrees. */
static void move(int i, double half, double angle)
{
    double n = sqrt(axis[i][0] * axis[i][0] + axis[i][1] * axis[i][1] + axis[i][2] * axis[i][2]);
    double s = sin(0.5 * angle) / n;
    int k;

    for (k = 0; k < 3; k++) {
        at[i][k] += velocity[i][k];
        if (fabs(at[i][k]) > half) {
            velocity[i][k] = at[i][k] > 0 ? -fabs(velocity[i][k]) : fabs(velocity[i][k]);
        }
    }
    dtSelectObject(names + i);
    dtLoadIdentity();
    dtTranslate(at[i][0], at[i][1], at[i][2]);
    dtRotate(s * axis[i][0], s * axis[i][1], s * axis[i][2], cos(0.5 * angle));
}

/* Balls around the hulls fill 5 % of the room, as in W5. */
static void hulls(int rounds)
{
    DtShapeRef shapes[16];
    double times[1000], half = 0.5 * cbrt(HULLS * 4.18879 / 0.05);
    int i, k, round, frame, turned = 0;

    for (i = 0; i < 16; i++) {
        shapes[i] = dtNewComplexShape();
        dtBegin(DT_POLYHEDRON);
        for (k = 0; k < 20; k++) {
            double x = random_number(), y = random_number(), z = random_number(), r = sqrt(x * x + y * y + z * z);
            dtVertex(x / r, y / r, z / r);
        }
        dtEnd();
        dtEndComplexShape();
    }
    for (i = 0; i < HULLS; i++) {
        for (k = 0; k < 3; k++) {
            at[i][k] = half * random_number();
            velocity[i][k] = 0.05 * random_number();
            axis[i][k] = random_number();
        }
        dtCreateObject(names + i, shapes[i % 16]);
        move(i, half, 0);
    }
    calls = 0;
    for (round = 0; round < rounds; round++) {
        double all = 0;
        for (frame = 0; frame < STEPS; frame++) {
            double begin = now(), angle = 0.1745 * ++turned;
            dtProceed();
            for (i = 0; i < HULLS; i++) {
                move(i, half, angle);
            }
            dtTestMotion();
            all += now() - begin;
        }
        times[round] = all / STEPS;
    }
    check(dtGetError() == DT_NO_ERROR, "an error was raised");
    check(calls > (DtCount)rounds * STEPS, "the hulls do not meet");
    fprintf(stderr, "w8c: %.1f contacts of hulls in a frame\n", (double)calls / (rounds * STEPS));
    print("hulls-1000", times, rounds, STEPS);
    for (i = 0; i < HULLS; i++) {
        dtDeleteObject(names + i);
    }
}

int main(int argc, char **argv)
{
    int rounds = argc == 4 ? atoi(argv[2]) : 0;

    check(rounds > 0 && rounds <= 1000, "w8c BUNNY.obj ROUNDS FRAMES");
    read_bunny(argv[1]);
    fall();
    cloth_on_bunny(rounds, argv[3]);
    hulls(rounds);
    return 0;
}
