/* What sails, drifts and lies in Naval Warfare: what the game (demo_naval.c) and its rules (naval_rules.c) both know. */
#ifndef VIEWER_NAVAL_H
#define VIEWER_NAVAL_H

#include "scene.h"

typedef enum Kind { SHIP, MINESWEEPER, MINE, ICEBERG } Kind;

#define ENEMIES 5        /* the last of them sweeps mines */
#define SHIPS (1 + ENEMIES)
#define ICEBERGS 7
#define MINES 12
#define VESSELS (SHIPS + ICEBERGS + MINES)
#define MOST_DAMAGE 4    /* a ship of more damage sinks */
#define SHAKEN 60        /* frames after a collision in which a ship takes no more damage */

typedef struct Vessel {
    Body body; /* first: a Body * is a Vessel * */
    Kind kind;
    int afloat;
    double heading, speed; /* in radians from +x towards -z, and units a frame */
    int damage, shaken;
} Vessel;

/* The player's ship, the enemies, the icebergs, the mines: in this order. */
extern Vessel vessels[VESSELS];

/* The responses of all pairs; to be called once all but the mines are there. */
void naval_rules(void);

/* The responses of a mine that was laid. */
void naval_mine_rules(Vessel *mine);

#endif
