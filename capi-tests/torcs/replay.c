/*
 * Replays collision tests that were recorded in the game TORCS.
 *
 *     replay frames/corkscrew.jsonl ...
 *
 * A frame is the test of two cars, which are boxes: their full extents "a" and "b", their
 * placements "curA" and "curB" (column-major), whether they collided ("hit") and, if so,
 * their placements when dtProceed was last called ("prevA", "prevB") and the smart response
 * that SOLID 2.0 gave: "p1", "p2" and the normal "n". Extents and matrices were single
 * precision in the game. Lines with "newwall" and "wv" are the quads of the track's wall,
 * four vertices each.
 *
 * Each frame is played in eight ways: caching on or off, either car created first, and with
 * or without a test at the previous placement. The hit must be as recorded, the object
 * created first must come first, the normal must be the recorded one to 1e-3 of its length,
 * and the points must lie in their boxes and differ by the normal.
 *
 * Of the wall no collision was recorded. So boxes with the extents and orientations of the
 * cars are put near its vertices, and the answers compared with clipping each quad by
 * the box.
 *
 * Prints counts and the largest errors a file. The exit status is 0 if all is well.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SOLID/solid.h>

#define MAX_LINE 8192
#define MAX_WALL_VERTICES 4096
#define NORMAL_TOLERANCE 1e-3 /* of the normal's length; what the game asked for */
#define POINT_TOLERANCE 2e-6 /* metres; tests are some 1000 m from the origin */
#define NEAR_TOUCH 1e-6      /* metres; closer to touching, the wall's oracle may err */

typedef struct Frame {
    int hit;
    float a[3], b[3], cur_a[16], cur_b[16], prev_a[16], prev_b[16];
    double p1[3], p2[3], n[3];
} Frame;

/* What the callback saw. */
typedef struct Seen {
    int calls;
    DtObjectRef object1, object2;
    int has_data;
    DtCollData data;
} Seen;

typedef struct Tally {
    long frames, hits, replays, wrong_hits, wrong_order, wrong_normals, wrong_points, wrong_counts;
    double normal_error, point_error;
    long wall_tests, wall_hits, wall_wrong, wall_near;
} Tally;

static char car_a, car_b, wall;
static double wall_vertices[MAX_WALL_VERTICES][3];
static int wall_vertex_count;
static const char *file_name;
static long line_number;

static void complain(const char *what)
{
    static int complaints;
    if (++complaints <= 20)
        fprintf(stderr, "%s:%ld: %s\n", file_name, line_number, what);
}

/* --- reading ------------------------------------------------------------------------ */

/* The text after "key": in the line, or NULL. */
static const char *value_of(const char *line, const char *key)
{
    char pattern[32];
    const char *found;
    sprintf(pattern, "\"%s\":", key);
    found = strstr(line, pattern);
    return found ? found + strlen(pattern) : NULL;
}

/* Reads `count` numbers of the array under the key. Returns 0 if they are not there. */
static int read_doubles(const char *line, const char *key, double *out, int count)
{
    const char *text = value_of(line, key);
    char *end;
    int i;
    if (text == NULL || *text != '[')
        return 0;
    for (i = 0; i < count; ++i) {
        out[i] = strtod(text + 1, &end);
        if (end == text + 1 || *end != (i + 1 < count ? ',' : ']'))
            return 0;
        text = end;
    }
    return 1;
}

static int read_floats(const char *line, const char *key, float *out, int count)
{
    double wide[16];
    int i;
    if (!read_doubles(line, key, wide, count))
        return 0;
    for (i = 0; i < count; ++i)
        out[i] = (float)wide[i];
    return 1;
}

static int read_frame(const char *line, Frame *frame)
{
    const char *hit = value_of(line, "hit");
    if (hit == NULL)
        return 0;
    frame->hit = atoi(hit);
    if (!read_floats(line, "a", frame->a, 3) || !read_floats(line, "b", frame->b, 3) ||
        !read_floats(line, "curA", frame->cur_a, 16) ||
        !read_floats(line, "curB", frame->cur_b, 16))
        return 0;
    if (!frame->hit) {
        memcpy(frame->prev_a, frame->cur_a, sizeof frame->prev_a);
        memcpy(frame->prev_b, frame->cur_b, sizeof frame->prev_b);
        return 1;
    }
    return read_floats(line, "prevA", frame->prev_a, 16) &&
           read_floats(line, "prevB", frame->prev_b, 16) &&
           read_doubles(line, "p1", frame->p1, 3) && read_doubles(line, "p2", frame->p2, 3) &&
           read_doubles(line, "n", frame->n, 3);
}

/* --- a pair of cars ------------------------------------------------------------------- */

static void see(void *client_data, DtObjectRef object1, DtObjectRef object2,
                const DtCollData *coll_data)
{
    Seen *seen = (Seen *)client_data;
    ++seen->calls;
    seen->object1 = object1;
    seen->object2 = object2;
    seen->has_data = coll_data != NULL;
    if (coll_data != NULL)
        seen->data = *coll_data;
}

/* As the game does it. */
static void place(DtObjectRef object, const float *matrix)
{
    dtSelectObject(object);
    dtLoadIdentity();
    dtMultMatrixf(matrix);
}

static double length(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void to_world(const float *m, const double *p, double *out)
{
    int i;
    for (i = 0; i < 3; ++i)
        out[i] = m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i];
}

/* The data must describe the boxes at their previous placements. */
static void check_data(const Frame *frame, const Seen *seen, Tally *tally)
{
    const int swapped = seen->object1 == &car_b;
    const float *m1 = swapped ? frame->prev_b : frame->prev_a;
    const float *m2 = swapped ? frame->prev_a : frame->prev_b;
    const float *e1 = swapped ? frame->b : frame->a, *e2 = swapped ? frame->a : frame->b;
    double g1[3], g2[3], difference[3], error, outside;
    int i;
    for (i = 0; i < 3; ++i)
        difference[i] = seen->data.normal[i] - (swapped ? -frame->n[i] : frame->n[i]);
    error = length(difference) / length(frame->n);
    if (!(error <= tally->normal_error))
        tally->normal_error = error;
    if (!(error <= NORMAL_TOLERANCE)) {
        ++tally->wrong_normals;
        complain("another normal than recorded");
    }
    to_world(m1, seen->data.point1, g1);
    to_world(m2, seen->data.point2, g2);
    for (i = 0; i < 3; ++i)
        difference[i] = g1[i] - g2[i] - seen->data.normal[i];
    error = length(difference);
    for (i = 0; i < 3; ++i) {
        outside = fabs(seen->data.point1[i]) - e1[i] / 2.0;
        error = outside > error ? outside : error;
        outside = fabs(seen->data.point2[i]) - e2[i] / 2.0;
        error = outside > error ? outside : error;
    }
    if (!(error <= tally->point_error))
        tally->point_error = error;
    if (!(error <= POINT_TOLERANCE)) {
        ++tally->wrong_points;
        complain("points that are not in the boxes or do not make the normal");
    }
}

static void replay(const Frame *frame, int caching, int swapped, int warm, Tally *tally)
{
    DtShapeRef shape_a = dtBox(frame->a[0], frame->a[1], frame->a[2]);
    DtShapeRef shape_b = dtBox(frame->b[0], frame->b[1], frame->b[2]);
    Seen seen;
    DtCount count;
    if (caching)
        dtEnableCaching();
    else
        dtDisableCaching();
    dtSetDefaultResponse(see, DT_SMART_RESPONSE, &seen);
    if (swapped)
        dtCreateObject(&car_b, shape_b);
    dtCreateObject(&car_a, shape_a);
    if (!swapped)
        dtCreateObject(&car_b, shape_b);
    place(&car_a, frame->prev_a);
    place(&car_b, frame->prev_b);
    if (warm)
        dtTest();
    dtProceed();
    place(&car_a, frame->cur_a);
    place(&car_b, frame->cur_b);
    memset(&seen, 0, sizeof seen);
    count = dtTest();

    ++tally->replays;
    if (count != (DtCount)seen.calls || seen.calls > 1) {
        ++tally->wrong_counts;
        complain("dtTest returned another number than the callbacks run, or ran more than one");
    }
    if (seen.calls != frame->hit) {
        ++tally->wrong_hits;
        complain(frame->hit ? "missed a recorded hit" : "hit where a miss was recorded");
    } else if (seen.calls == 1) {
        if (seen.object1 != (swapped ? &car_b : &car_a) ||
            seen.object2 != (swapped ? &car_a : &car_b)) {
            ++tally->wrong_order;
            complain("the object created first does not come first");
        }
        if (!seen.has_data) {
            ++tally->wrong_normals;
            complain("no response data");
        } else
            check_data(frame, &seen, tally);
    }
    dtDeleteObject(&car_a);
    dtDeleteObject(&car_b);
    dtDeleteShape(shape_a);
    dtDeleteShape(shape_b);
}

/* --- a box at the wall ------------------------------------------------------------------ */

/*
 * Whether the quad reaches into the box of these half extents, grown by `margin`: clips it
 * by the six planes in the box's coordinates. Both are convex, so that a vertex is left over
 * if and only if they meet.
 */
static int quad_meets_box(double quad[4][3], const float *matrix, const float *extents,
                          double margin)
{
    double polygon[2][16][3];
    double *from, *to;
    int count = 4, now = 0, i, k, side;
    for (i = 0; i < 4; ++i)
        for (k = 0; k < 3; ++k)
            polygon[0][i][k] = matrix[4 * k] * (quad[i][0] - matrix[12]) +
                               matrix[4 * k + 1] * (quad[i][1] - matrix[13]) +
                               matrix[4 * k + 2] * (quad[i][2] - matrix[14]);
    for (k = 0; k < 3; ++k) {
        for (side = -1; side <= 1; side += 2) {
            const double bound = extents[k] / 2.0 + margin;
            int kept = 0;
            for (i = 0; i < count; ++i) {
                double d0, d1;
                from = polygon[now][i];
                to = polygon[now][(i + 1) % count];
                d0 = bound - side * from[k];
                d1 = bound - side * to[k];
                if (d0 >= 0)
                    memcpy(polygon[1 - now][kept++], from, sizeof polygon[0][0]);
                if ((d0 >= 0) != (d1 >= 0)) {
                    const double t = d0 / (d0 - d1);
                    double *cut = polygon[1 - now][kept++];
                    int j;
                    for (j = 0; j < 3; ++j)
                        cut[j] = from[j] + t * (to[j] - from[j]);
                }
            }
            count = kept;
            now = 1 - now;
        }
    }
    return count > 0;
}

static int wall_meets_box(const float *matrix, const float *extents, double margin)
{
    int i;
    for (i = 0; i + 3 < wall_vertex_count; i += 4)
        if (quad_meets_box(&wall_vertices[i], matrix, extents, margin))
            return 1;
    return 0;
}

static DtShapeRef wall_shape(void)
{
    DtShapeRef shape = dtNewComplexShape();
    int i;
    for (i = 0; i + 3 < wall_vertex_count; i += 4) {
        int k;
        dtBegin(DT_POLYGON);
        for (k = i; k < i + 4; ++k)
            dtVertex(wall_vertices[k][0], wall_vertices[k][1], wall_vertices[k][2]);
        dtEnd();
    }
    dtEndComplexShape();
    return shape;
}

/* A number in [-1, 1) that is the same everywhere. */
static double scatter(void)
{
    static unsigned long state = 1;
    state = (state * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return (double)(state >> 8) / 4194304.0 - 1;
}

/* The frame's first car, carried to some vertex of the wall and up to 3 m off it. */
static void test_wall(const Frame *frame, DtShapeRef shape, Tally *tally)
{
    DtShapeRef box = dtBox(frame->a[0], frame->a[1], frame->a[2]);
    int vertex = (int)((scatter() + 1) / 2 * wall_vertex_count), k, caching;
    float matrix[16];
    memcpy(matrix, frame->cur_a, sizeof matrix);
    for (k = 0; k < 3; ++k)
        matrix[12 + k] = (float)(wall_vertices[vertex][k] + 3 * scatter());
    for (caching = 0; caching < 2; ++caching) {
        Seen seen;
        const int surely = wall_meets_box(matrix, frame->a, -NEAR_TOUCH);
        const int perhaps = wall_meets_box(matrix, frame->a, NEAR_TOUCH);
        if (caching)
            dtEnableCaching();
        else
            dtDisableCaching();
        dtSetDefaultResponse(see, DT_WITNESSED_RESPONSE, &seen);
        dtCreateObject(&car_a, box);
        place(&car_a, matrix);
        dtCreateObject(&wall, shape);
        memset(&seen, 0, sizeof seen);
        dtTest();
        ++tally->wall_tests;
        tally->wall_hits += seen.calls;
        if (surely != perhaps)
            ++tally->wall_near;
        else if (seen.calls != surely) {
            ++tally->wall_wrong;
            complain(surely ? "missed the wall" : "hit the wall beside it");
        } else if (seen.calls == 1 && (seen.object1 != &wall || seen.object2 != &car_a)) {
            ++tally->wrong_order;
            complain("the complex shape's object does not come first");
        }
        dtDeleteObject(&car_a);
        dtDeleteObject(&wall);
    }
    dtDeleteShape(box);
}

/* --- files -------------------------------------------------------------------------------- */

static int replay_file(const char *name)
{
    static char line[MAX_LINE];
    FILE *file = fopen(name, "r");
    DtShapeRef shape = NULL;
    Tally tally;
    long wrong;
    if (file == NULL) {
        perror(name);
        return 1;
    }
    memset(&tally, 0, sizeof tally);
    file_name = name;
    line_number = 0;
    wall_vertex_count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        Frame frame;
        int way;
        ++line_number;
        if (value_of(line, "newwall") != NULL || value_of(line, "wv") != NULL) {
            if (shape != NULL)
                dtDeleteShape(shape);
            shape = NULL;
            if (wall_vertex_count < MAX_WALL_VERTICES &&
                read_doubles(line, "wv", wall_vertices[wall_vertex_count], 3))
                ++wall_vertex_count;
            continue;
        }
        if (!read_frame(line, &frame)) {
            fprintf(stderr, "%s:%ld: not a frame\n", name, line_number);
            fclose(file);
            return 1;
        }
        ++tally.frames;
        tally.hits += frame.hit;
        for (way = 0; way < 8; ++way)
            replay(&frame, way & 1, way >> 1 & 1, way >> 2 & 1, &tally);
        if (wall_vertex_count >= 4) {
            if (shape == NULL)
                shape = wall_shape();
            test_wall(&frame, shape, &tally);
        }
    }
    fclose(file);
    if (shape != NULL)
        dtDeleteShape(shape);
    printf("%s: %ld frames, %ld hits, %ld misses, %ld replays\n", name, tally.frames, tally.hits,
           tally.frames - tally.hits, tally.replays);
    printf("  wrong: hits %ld, order %ld, normals %ld, points %ld, counts %ld\n", tally.wrong_hits,
           tally.wrong_order, tally.wrong_normals, tally.wrong_points, tally.wrong_counts);
    printf("  largest relative error of a normal %.2e, of points %.2e m\n", tally.normal_error,
           tally.point_error);
    if (tally.wall_tests > 0)
        printf("  wall: %d quads, %ld tests, %ld hits, %ld wrong, %ld too near to say\n",
               wall_vertex_count / 4, tally.wall_tests, tally.wall_hits, tally.wall_wrong,
               tally.wall_near);
    wrong = tally.wrong_hits + tally.wrong_order + tally.wrong_normals + tally.wrong_points +
            tally.wrong_counts + tally.wall_wrong;
    return wrong > 0 || tally.frames == 0;
}

int main(int argc, char **argv)
{
    int i, failed = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: replay file.jsonl ...\n");
        return 2;
    }
    dtSetTolerance(1e-6);
    for (i = 1; i < argc; ++i)
        failed |= replay_file(argv[i]);
    puts(failed ? "replay: FAILED" : "replay: all as recorded");
    return failed;
}
