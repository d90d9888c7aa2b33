/*
 * Deforming: a ball bounces on a sheet that waves.
 *
 * The sheet is a complex shape over a vertex array of ours. Each frame we change the array and tell SOLID by
 * dtChangeVertexBase. Smart response gives what physics needs: where the two were closest in the previous frame, while
 * they were still apart, and hence the direction in which to bounce. dtProceed says that a frame is over; at that
 * moment nothing may collide, so the ball is first moved until it is free.
 *
 * What SOLID says about the previous frame is checked against the sheet and the ball as they were then.
 */
#include <SOLID/solid.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SQUARES 20       /* along each side of the sheet, two triangles to a square */
#define POINTS (SQUARES + 1)
#define SIZE 10.0        /* the side of the sheet */
#define RADIUS 0.5       /* of the ball */
#define FRAME 0.02       /* seconds */
#define FRAMES 280
#define GRAVITY 9.81
#define BOUNCE 0.7       /* how much of its speed the ball keeps */

static DtScalar vertices[POINTS][POINTS][3], previous_vertices[POINTS][POINTS][3];

typedef struct Ball {
    double position[3], previous[3];
    double velocity[3];
} Ball;

static Ball ball;
static int sheet; /* the sheet never moves, so there is nothing to store; its address names the object */
static int frame, bounces, bounced, mistakes;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A bowl, so that the ball stays on it, with a wave that runs through. */
static void deform(double time)
{
    int i, j;

    for (i = 0; i < POINTS; ++i) {
        for (j = 0; j < POINTS; ++j) {
            double x = SIZE * i / SQUARES - 0.5 * SIZE, z = SIZE * j / SQUARES - 0.5 * SIZE;

            vertices[i][j][0] = x;
            vertices[i][j][1] = 0.1 * (x * x + z * z) + 0.2 * sin(1.5 * x + 0.5 * z - 3.0 * time);
            vertices[i][j][2] = z;
        }
    }
}

static DtShapeRef sheet_shape(void)
{
    DtShapeRef shape = dtNewComplexShape();
    DtIndex i, j;

    dtVertexBase(vertices);
    for (i = 0; i < SQUARES; ++i) {
        for (j = 0; j < SQUARES; ++j) {
            DtIndex a = i * POINTS + j, b = a + POINTS, c = a + 1, d = b + 1;
            DtIndex triangle1[3], triangle2[3];

            /* Triangles, for once bent a square is no polygon any more. */
            triangle1[0] = a; triangle1[1] = b; triangle1[2] = c;
            triangle2[0] = d; triangle2[1] = c; triangle2[2] = b;
            dtVertexIndices(DT_SIMPLEX, 3, triangle1);
            dtVertexIndices(DT_SIMPLEX, 3, triangle2);
        }
    }
    dtEndComplexShape();
    return shape;
}

/* The height of the previous frame's sheet at (x, z). */
static double previous_height(double x, double z)
{
    double u = (x + 0.5 * SIZE) * SQUARES / SIZE, v = (z + 0.5 * SIZE) * SQUARES / SIZE;
    int i = u < SQUARES ? (int)u : SQUARES - 1, j = v < SQUARES ? (int)v : SQUARES - 1;
    double h00 = previous_vertices[i][j][1], h10 = previous_vertices[i + 1][j][1];
    double h01 = previous_vertices[i][j + 1][1], h11 = previous_vertices[i + 1][j + 1][1];

    u -= i;
    v -= j;
    return u + v <= 1.0 ? h00 + u * (h10 - h00) + v * (h01 - h00)
                        : h11 + (1.0 - u) * (h01 - h11) + (1.0 - v) * (h10 - h11);
}

/*
 * Smart response must name a point that was on the sheet, and the point of the ball that was nearest to it. (SOLID looks
 * at the triangles that the ball hits now: another one may have been nearer then.)
 */
static void check(const double on_sheet[3], const double on_ball[3], const double away[3])
{
    double distance = sqrt(dot(away, away)), to_centre[3];
    int k, good = 1;

    for (k = 0; k < 3; ++k) {
        to_centre[k] = ball.previous[k] - on_sheet[k];
        good = good && fabs(ball.previous[k] + on_ball[k] - on_sheet[k] - away[k]) < 1e-9;
    }
    good = good && fabs(sqrt(dot(on_ball, on_ball)) - RADIUS) < 1e-4;
    good = good && fabs(previous_height(on_sheet[0], on_sheet[2]) - on_sheet[1]) < 1e-9;
    good = good && fabs(sqrt(dot(to_centre, to_centre)) - (distance + RADIUS)) < 1e-4;
    if (!good) {
        printf("  WRONG: sheet and ball were not closest there\n");
        ++mistakes;
    }
}

static void place_ball(void)
{
    dtSelectObject(&ball);
    dtLoadIdentity();
    dtTranslate(ball.position[0], ball.position[1], ball.position[2]);
}

/*
 * The response. coll_data tells of the previous frame: point1 and point2 were closest to each other, each in the local
 * coordinates of its object, and normal leads from point2 to point1, in world coordinates.
 */
static void bounce(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    int ball_first = object1 == (DtObjectRef)&ball;
    const double *on_ball = ball_first ? coll_data->point1 : coll_data->point2;
    const double *on_sheet = ball_first ? coll_data->point2 : coll_data->point1;
    double away[3], distance, speed; /* away: from the sheet to the ball */
    int k;

    for (k = 0; k < 3; ++k) away[k] = ball_first ? coll_data->normal[k] : -coll_data->normal[k];
    check(on_sheet, on_ball, away);
    distance = sqrt(dot(away, away));
    for (k = 0; k < 3; ++k) away[k] /= distance;

    /* Turn the velocity round, once a frame. */
    speed = dot(ball.velocity, away);
    if (speed < 0.0) {
        for (k = 0; k < 3; ++k) ball.velocity[k] -= (1.0 + BOUNCE) * speed * away[k];
    }
    if (!bounced && speed < -1.0) { /* slower than that it is rolling, and not worth a line */
        printf("frame %3d: at (%5.2f, %5.2f, %5.2f), was %.3f apart, bounces towards (%5.2f, %5.2f, %5.2f)\n", frame,
               on_sheet[0], on_sheet[1], on_sheet[2], distance, away[0], away[1], away[2]);
        ++bounces;
    }
    bounced = 1;

    /* And move the ball a little out of the sheet. An object may be moved from inside a response. */
    for (k = 0; k < 3; ++k) ball.position[k] += 0.01 * away[k];
    place_ball();
    (void)object2;
    (void)client_data;
}

int main(void)
{
    DtShapeRef shape, sphere = dtSphere(RADIUS);

    deform(0.0);
    shape = sheet_shape();
    dtCreateObject(&sheet, shape);
    dtCreateObject(&ball, sphere);
    dtSetDefaultResponse(bounce, DT_SMART_RESPONSE, NULL);

    ball.position[0] = 0.7;
    ball.position[1] = 4.0;
    ball.position[2] = 0.4;
    place_ball();
    dtProceed(); /* the first frame, against which the second is tested */

    for (frame = 1; frame <= FRAMES; ++frame) {
        int k, tries;

        memcpy(previous_vertices, vertices, sizeof vertices);
        memcpy(ball.previous, ball.position, sizeof ball.position);

        deform(frame * FRAME);
        dtChangeVertexBase(shape, vertices); /* the same array as before, with new numbers in it */
        ball.velocity[1] -= GRAVITY * FRAME;
        for (k = 0; k < 3; ++k) ball.position[k] += ball.velocity[k] * FRAME;
        place_ball();

        bounced = 0;
        for (tries = 0; dtTest() != 0; ++tries) {
            if (tries == 1000) {
                printf("  WRONG: the ball does not come free\n");
                return 1;
            }
        }
        dtProceed();
    }

    printf("%d bounces in %.0f seconds, and the ball ends at (%.2f, %.2f, %.2f)\n", bounces, FRAMES * FRAME,
           ball.position[0], ball.position[1], ball.position[2]);
    if (bounces == 0 || ball.position[1] < previous_height(ball.position[0], ball.position[2])) {
        printf("  WRONG: the ball fell through the sheet\n");
        ++mistakes;
    }
    return mistakes != 0;
}
