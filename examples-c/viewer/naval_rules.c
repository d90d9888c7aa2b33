/*
 * The rules of Naval Warfare, after section 6.2 of the SOLID thesis:
 *
 *     1. Two ships that collide are both damaged.
 *     2. A ship that hits a mine is destroyed, and so is the mine.
 *     3. A ship that hits an iceberg is damaged.
 *     4. A mine that hits an iceberg is destroyed.
 *     5. A mine that a minesweeper finds is destroyed, and the minesweeper sails on.
 *
 * SOLID takes the response of a pair, without one that of an object, without that the default. examples-c/naval_warfare.c
 * explains it.
 */
#include "naval.h"
#include "space.h"

#include <stddef.h>

static Vessel *pick(Kind kind, DtObjectRef object1, DtObjectRef object2)
{
    Vessel *first = (Vessel *)object1;

    return first->kind == kind ? first : (Vessel *)object2;
}

static Vessel *other(const Vessel *vessel, DtObjectRef object1, DtObjectRef object2)
{
    return (Vessel *)(object1 == (DtObjectRef)vessel ? object2 : object1);
}

/* Objects may be deleted at any time, in a response too. */
static void lose(Vessel *vessel)
{
    vessel->afloat = 0;
    scene_remove(&vessel->body);
}

static void damage(Vessel *ship)
{
    if (ship->shaken > 0) return;
    ship->shaken = SHAKEN;
    if (++ship->damage > MOST_DAMAGE) lose(ship);
}

/* Moves a ship off what it has run into, and slows it down. */
static void push_off(Vessel *ship, const Vessel *obstacle)
{
    double away[3];

    between(obstacle->body.position, ship->body.position, away);
    away[1] = 0.0;
    if (normalise(away) == 0.0) set(away, 1.0, 0.0, 0.0);
    add_scaled(ship->body.position, 0.08, away);
    ship->speed *= 0.9;
}

static void damage_both(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Vessel *ship1 = (Vessel *)object1, *ship2 = (Vessel *)object2;

    scene_witness(NULL, object1, object2, coll_data);
    push_off(ship1, ship2);
    push_off(ship2, ship1);
    damage(ship1);
    damage(ship2);
    (void)client_data;
}

static void destroy_both(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    scene_witness(NULL, object1, object2, coll_data);
    lose((Vessel *)object1);
    lose((Vessel *)object2);
    (void)client_data;
}

static void damage_ship(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Vessel *iceberg = pick(ICEBERG, object1, object2), *ship = other(iceberg, object1, object2);

    scene_witness(NULL, object1, object2, coll_data);
    push_off(ship, iceberg);
    damage(ship);
    (void)client_data;
}

static void destroy_mine(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    scene_witness(NULL, object1, object2, coll_data);
    lose(pick(MINE, object1, object2));
    (void)client_data;
}

void naval_rules(void)
{
    int i, j;

    dtSetDefaultResponse(damage_both, DT_WITNESSED_RESPONSE, NULL);
    for (i = 0; i < VESSELS; ++i) {
        if (!vessels[i].afloat || vessels[i].kind != ICEBERG) continue;
        dtSetObjectResponse(&vessels[i], damage_ship, DT_WITNESSED_RESPONSE, NULL);
        for (j = 0; j < i; ++j) {
            if (vessels[j].afloat && vessels[j].kind == ICEBERG) dtClearPairResponse(&vessels[i], &vessels[j]);
        }
    }
}

void naval_mine_rules(Vessel *mine)
{
    int i;

    dtSetObjectResponse(mine, destroy_both, DT_WITNESSED_RESPONSE, NULL);
    for (i = 0; i < VESSELS; ++i) {
        Vessel *vessel = &vessels[i];

        if (vessel == mine || !vessel->afloat) continue;
        if (vessel->kind == MINE) dtClearPairResponse(mine, vessel);
        if (vessel->kind == ICEBERG || vessel->kind == MINESWEEPER) {
            dtSetPairResponse(mine, vessel, destroy_mine, DT_WITNESSED_RESPONSE, NULL);
        }
    }
}
