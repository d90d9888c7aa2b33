/*
 * What turns between two frames: bullets that tumble through sheets of paper, a propeller, and a door.
 *
 *   tumbling [bullets]
 *
 * dtTest sees objects where they are at the end of a frame. There all bullets are behind the last sheet, the propeller has made
 * full turns and looks as if it rested, and the door is open. dtTestMotion finds what they hit on the way, and when.
 */
#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "rng.h"

#define PI 3.14159265358979323846
#define SHEETS 10
#define FLIGHT 30.0        /* how far a bullet flies in a frame */
#define HALF_LENGTH 0.15   /* of a bullet */
#define RADIUS 0.03

typedef struct Bullet {
    int sheets;        /* how many it has hit */
    double last_time;  /* when it hit the last one */
} Bullet;

static char sheet_names[SHEETS];
static int errors;

static void expect(int is_right, const char *what)
{
    if (!is_right) {
        errors++;
        printf("WRONG: %s\n", what);
    }
}

/* A bullet hits a sheet: the first one flies from x = -1 to x = FLIGHT - 1, and sheet i is at x = 1 + i. */
static void pierce(void *client_data, DtObjectRef sheet, DtObjectRef object, const DtCollData *data)
{
    Bullet *bullet = (Bullet *)object;
    int number = (int)((char *)sheet - sheet_names);
    double time = dtContactTime();
    double ahead = 1 + number - (-1 + FLIGHT * time);

    (void)client_data;
    expect(number == bullet->sheets, "a bullet pierces the sheets one after the other");
    expect(time > bullet->last_time, "later ones later");
    /* Its tip or its side comes first, as it has turned. */
    expect(ahead < HALF_LENGTH + 1e-6 && ahead > RADIUS - 1e-6, "the sheet is within the bullet's reach");
    expect(data->normal[0] > 1 - 1e-6, "the normal points from the bullet to the sheet");
    bullet->sheets++;
    bullet->last_time = time;
}

static void shoot(int count)
{
    DtShapeRef paper = dtNewComplexShape(), shape = dtCapsule(RADIUS, 2 * (HALF_LENGTH - RADIUS));
    Bullet *bullets = calloc((size_t)count, sizeof(Bullet));
    int i, through = 0;
    DtCount hits;

    if (bullets == NULL) {
        exit(1);
    }
    dtBegin(DT_POLYGON);
    dtVertex(0, -9, -9);
    dtVertex(0, 9, -9);
    dtVertex(0, 9, 9);
    dtVertex(0, -9, 9);
    dtEnd();
    dtEndComplexShape();
    for (i = 0; i < SHEETS; i++) {
        dtCreateObject(&sheet_names[i], paper);
        dtTranslate(1 + i, 0, 0);
    }
    for (i = 0; i < count; i++) {
        dtCreateObject(&bullets[i], shape);
        dtTranslate(-1, rng_between(-8, 8), rng_between(-8, 8));
        dtRotate(rng_between(-1, 1), rng_between(-1, 1), rng_between(-1, 1), 1.5);
    }
    for (i = 0; i < SHEETS; i++) {
        int j;
        for (j = 0; j < count; j++) {
            dtSetPairResponse(&sheet_names[i], &bullets[j], pierce, DT_WITNESSED_RESPONSE, NULL);
        }
    }
    dtProceed();
    for (i = 0; i < count; i++) {
        double m[16];
        dtGetMatrixd(&bullets[i], m);
        m[12] += FLIGHT;
        dtSelectObject(&bullets[i]);
        dtLoadMatrixd(m);
        dtRotate(0, 0, 1, 0.1); /* the placement alone does not tell how often it has turned: */
        dtSetSpin(&bullets[i], rng_between(-40, 40), rng_between(-40, 40), rng_between(-40, 40));
    }
    expect(dtTest() == 0, "nothing collides where the bullets are now");
    hits = dtTestMotion();
    for (i = 0; i < count; i++) {
        through += bullets[i].sheets == SHEETS;
    }
    printf("%d tumbling bullets, %d sheets of paper: %u holes, %d bullets through all\n", count, SHEETS, hits, through);
    expect(hits == (DtCount)(count * SHEETS) && through == count, "every bullet pierces every sheet");
    for (i = 0; i < count; i++) {
        dtDeleteObject(&bullets[i]);
    }
    for (i = 0; i < SHEETS; i++) {
        dtDeleteObject(&sheet_names[i]);
    }
    dtDeleteShape(paper);
    dtDeleteShape(shape);
    free(bullets);
}

static void report(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *data)
{
    (void)data;
    printf("%s meets %s at time %.6f\n", (char *)object1, (char *)object2, dtContactTime());
    *(double *)client_data = dtContactTime();
}

/* Three turns in a frame. A fly at 60 degrees is hit by the blade's edge a bit before. */
static void propel(void)
{
    static char propeller[] = "the propeller", fly[] = "a fly";
    DtShapeRef blade = dtBox(4, 0.2, 0.02), ball = dtSphere(0.01);
    double time = -1, angle = PI / 3, expected = (angle - asin((0.1 + 0.01) / 1.5)) / (6 * PI);

    dtSetDefaultResponse(report, DT_SIMPLE_RESPONSE, &time);
    dtCreateObject(propeller, blade);
    dtCreateObject(fly, ball);
    dtTranslate(1.5 * cos(angle), 1.5 * sin(angle), 0);
    dtProceed();
    expect(dtTestMotion() == 0, "without a spin it rests");
    dtSetSpin(propeller, 0, 0, 6 * PI);
    expect(dtTestMotion() == 1, "with a spin it hits the fly");
    expect(time <= expected && expected - time < 1e-6, "it is hit within the first sixth of a turn, and no later");
    dtDeleteObject(propeller);
    dtDeleteObject(fly);
    dtDeleteShape(blade);
    dtDeleteShape(ball);
}

/* A door opens by a right angle about its hinge at the origin, against a cat. */
static void open_door(void)
{
    static char door[] = "the door", cat[] = "the cat";
    DtShapeRef wood = dtBox(1, 0.05, 2), fur = dtSphere(0.1);
    double time = -1, expected = (PI / 4 - asin((0.025 + 0.1) / sqrt(0.72))) / (PI / 2);

    dtSetDefaultResponse(report, DT_SIMPLE_RESPONSE, &time);
    dtCreateObject(door, wood);
    dtSetPivot(door, -0.5, 0, 0);
    dtTranslate(0.5, 0, 0);
    dtCreateObject(cat, fur);
    dtTranslate(0.6, 0.6, 0);
    dtProceed();
    dtSelectObject(door);
    dtLoadIdentity();
    dtTranslate(0, 0.5, 0);
    dtRotate(0, 0, 1, 1);
    expect(dtTest() == 0 && dtTestMotion() == 1, "it meets the cat on the way");
    expect(time <= expected && expected - time < 1e-6, "when it should");
    dtDeleteObject(door);
    dtDeleteObject(cat);
    dtDeleteShape(wood);
    dtDeleteShape(fur);
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 100;

    shoot(count < 1 ? 1 : count);
    propel();
    open_door();
    expect(dtGetError() == DT_NO_ERROR, "no call was wrong");
    return errors > 0;
}
