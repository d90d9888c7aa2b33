/*
 * Naval Warfare: who collides with whom decides what happens.
 *
 * The rules of the game, after section 6.2 of the SOLID thesis:
 *
 *     1. Two ships that collide are both damaged.
 *     2. A ship that hits a mine is destroyed, and so is the mine.
 *     3. A ship that hits an iceberg is damaged.
 *     4. A mine that hits an iceberg is destroyed.
 *     5. A mine that a minesweeper finds is destroyed, and the minesweeper sails on.
 *
 * For a pair of objects SOLID takes the response set for this very pair; without one, a response set for one of the two
 * objects; without that, the default. So some general responses and a few exceptions make up the rules, and no callback
 * needs to ask which rule applies.
 */
#include <SOLID/solid.h>

#include <stdio.h>
#include <string.h>

typedef enum Kind { SHIP, MINESWEEPER, MINE, ICEBERG } Kind;

typedef struct Vessel {
    const char *name;
    Kind kind;
    double x, z;   /* its place on the sea, which is the plane y = 0 */
    double vx, vz; /* how far it goes in an hour */
    int damage;
    int lost;
} Vessel;

static Vessel fleet[] = {
    { "Endeavour",  SHIP,        -21.0,   0.0,  2.0,  0.0, 0, 0 },
    { "Resolution", SHIP,         21.0,   0.0, -2.0,  0.0, 0, 0 },
    { "Hopeful",    MINESWEEPER,  -1.0, -30.0,  0.0,  1.0, 0, 0 },
    { "mine A",     MINE,        -15.0,   8.5,  0.0, -0.5, 0, 0 },
    { "mine B",     MINE,         -1.0, -20.0,  0.0,  0.0, 0, 0 },
    { "mine C",     MINE,          9.0, -16.0,  0.5,  0.0, 0, 0 },
    { "mine D",     MINE,         24.0,  20.0,  0.5,  0.0, 0, 0 }, /* D and E drift through each other: */
    { "mine E",     MINE,         30.0,  20.0, -0.5,  0.0, 0, 0 }, /* the rules do not mind */
    { "Long Berg",  ICEBERG,      20.0,  -9.0,  0.0,  0.5, 0, 0 },
    { "Big Berg",   ICEBERG,      17.0, -16.0,  0.0,  0.0, 0, 0 }
};

#define FLEET ((int)(sizeof fleet / sizeof *fleet))
#define HOURS 30

/* What must happen, in this order. */
static const char *const expected[] = {
    "hour  8: Hopeful sweeps mine B",
    "hour 10: Endeavour and Resolution collide, and both turn back damaged",
    "hour 12: mine C blows up at Big Berg",
    "hour 16: Endeavour runs into mine A, and both are lost",
    "hour 18: Resolution scrapes along Long Berg, and turns back damaged",
    "hour 28: Resolution and Hopeful collide, and both turn back damaged"
};

#define EXPECTED ((int)(sizeof expected / sizeof *expected))

static int hour, events, mistakes;

/* Prints what happens, and checks that it is what must happen. */
static void report(const Vessel *first, const char *does, const Vessel *second, const char *result)
{
    char line[120];

    sprintf(line, "hour %2d: %s %s %s%s", hour, first->name, does, second->name, result);
    if (events >= EXPECTED || strcmp(line, expected[events]) != 0) ++mistakes;
    ++events;
    printf("%s\n", line);
}

static void turn_back(Vessel *ship)
{
    ++ship->damage;
    ship->vx = -ship->vx;
    ship->vz = -ship->vz;
}

/* Objects may be deleted at any time, in a callback too. */
static void lose(Vessel *vessel)
{
    vessel->lost = 1;
    dtDeleteObject(vessel);
}

/* Of the two objects of a pair, the one of this kind. SOLID does not promise which of them comes first. */
static Vessel *pick(Kind kind, DtObjectRef object1, DtObjectRef object2)
{
    Vessel *first = (Vessel *)object1;

    return first->kind == kind ? first : (Vessel *)object2;
}

/* And the other one. */
static Vessel *other(const Vessel *vessel, DtObjectRef object1, DtObjectRef object2)
{
    return (Vessel *)(object1 == (DtObjectRef)vessel ? object2 : object1);
}

/* Rule 1, the default. */
static void damage_both(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Vessel *ship1 = (Vessel *)object1, *ship2 = (Vessel *)object2;

    turn_back(ship1);
    turn_back(ship2);
    if (ship1 > ship2) { /* in the order of the fleet, whatever the order of the call */
        Vessel *swap = ship1;

        ship1 = ship2;
        ship2 = swap;
    }
    report(ship1, "and", ship2, " collide, and both turn back damaged");
    (void)client_data;
    (void)coll_data;
}

/* Rule 2, for whatever meets a mine. */
static void destroy_both(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Vessel *mine = pick(MINE, object1, object2), *ship = other(mine, object1, object2);

    report(ship, "runs into", mine, ", and both are lost");
    lose(ship);
    lose(mine);
    (void)client_data;
    (void)coll_data;
}

/* Rule 3, for whatever meets an iceberg. */
static void damage_ship(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Vessel *iceberg = pick(ICEBERG, object1, object2), *ship = other(iceberg, object1, object2);

    report(ship, "scrapes along", iceberg, ", and turns back damaged");
    turn_back(ship);
    (void)client_data;
    (void)coll_data;
}

/* Rules 4 and 5, for a mine with an iceberg or with a minesweeper. */
static void destroy_mine(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Vessel *mine = pick(MINE, object1, object2), *partner = other(mine, object1, object2);

    if (partner->kind == MINESWEEPER) report(partner, "sweeps", mine, "");
    else report(mine, "blows up at", partner, "");
    lose(mine);
    (void)client_data;
    (void)coll_data;
}

static void set_rules(void)
{
    int i, j;

    dtSetDefaultResponse(damage_both, DT_SIMPLE_RESPONSE, NULL);
    for (i = 0; i < FLEET; ++i) {
        if (fleet[i].kind == MINE) dtSetObjectResponse(&fleet[i], destroy_both, DT_SIMPLE_RESPONSE, NULL);
        if (fleet[i].kind == ICEBERG) dtSetObjectResponse(&fleet[i], damage_ship, DT_SIMPLE_RESPONSE, NULL);
    }
    for (i = 0; i < FLEET; ++i) {
        if (fleet[i].kind != MINE) continue;
        for (j = 0; j < FLEET; ++j) {
            if (fleet[j].kind == MINESWEEPER || fleet[j].kind == ICEBERG) {
                dtSetPairResponse(&fleet[i], &fleet[j], destroy_mine, DT_SIMPLE_RESPONSE, NULL);
            }
            if (j > i && fleet[j].kind == MINE) dtClearPairResponse(&fleet[i], &fleet[j]); /* nothing happens */
        }
    }
}

static void place(const Vessel *vessel)
{
    dtSelectObject((DtObjectRef)vessel);
    dtLoadIdentity();
    dtTranslate(vessel->x, 0.0, vessel->z);
    /* Hulls are built along x. Those that sail along z are turned by 90 degrees about the vertical axis. */
    if (vessel->vz != 0.0) dtRotate(0.0, 0.70710678118654752, 0.0, 0.70710678118654752);
}

int main(void)
{
    DtShapeRef shapes[4];
    int i;

    shapes[SHIP] = dtBox(4.0, 2.0, 1.5);
    shapes[MINESWEEPER] = shapes[SHIP];
    shapes[MINE] = dtSphere(0.5);
    shapes[ICEBERG] = dtCone(3.0, 6.0); /* half of it is below the sea */

    for (i = 0; i < FLEET; ++i) dtCreateObject(&fleet[i], shapes[fleet[i].kind]);
    set_rules();

    printf("%d hours of Naval Warfare\n", HOURS);
    for (hour = 0; hour <= HOURS; ++hour) {
        for (i = 0; i < FLEET; ++i) {
            if (!fleet[i].lost) place(&fleet[i]);
        }
        dtTest(); /* the responses run in here */
        for (i = 0; i < FLEET; ++i) {
            fleet[i].x += fleet[i].vx;
            fleet[i].z += fleet[i].vz;
        }
    }

    printf("At the end:\n");
    for (i = 0; i < FLEET; ++i) {
        printf("  %-10s %s", fleet[i].name, fleet[i].lost ? "lost" : "afloat");
        if (fleet[i].damage != 0) printf(", damaged %s", fleet[i].damage == 1 ? "once" : "again and again");
        printf("\n");
    }
    if (events != EXPECTED) ++mistakes;
    if (mistakes != 0) {
        printf("WRONG: this should have happened:\n");
        for (i = 0; i < EXPECTED; ++i) printf("%s\n", expected[i]);
    }
    return mistakes != 0;
}
