/*
 * W0: whole programs through the dt API, our library beside the original.
 */
#ifndef PEERS_W0_H
#define PEERS_W0_H

#include "bench.h"
#include "dt.h"

typedef struct Peers {
    Dt dt[MAX_PEERS]; /* ours first, the original last */
    const char *names[MAX_PEERS];
    int count, rounds;
} Peers;

/* A complex shape of one polyhedron: the hull of `count` points of the unit sphere. */
DtShape unit_hull(const Dt *dt, Random *random, int count);

/* Hulls of points of the unit sphere, and how they fly about. */
typedef struct Setting {
    int objects, vertices, caching, frames; /* frames a round */
    double density; /* the part of the box that the balls around them take */
    double speed;   /* a frame */
    double degrees; /* of a frame's turn */
} Setting;

void run_scene(const Peers *peers, const char *name, const Setting *setting);

/* Two tori of 5000 triangles at random placements, and the building of their tree. */
void run_tori(const Peers *peers, int placements);

/* Two single bodies at random placements; `kind` is a name as in `pair_kinds`. */
extern const char *const pair_kinds[];
void run_pair(const Peers *peers, const char *kind, int caching, int placements);

/* The callback of all cases: files the pair under the frame. Client: a Recorder. */
typedef struct Recorder {
    Hits hits;
    uint64_t frame;
} Recorder;

void record_hit(void *recorder, DtObject object1, DtObject object2, const CollData *data);

/* Objects are known to the libraries by number, from 1, dressed as a pointer. */
DtObject object_ref(int number);

/* Adds to errors[p] the hits of this round that only the other peer found. */
void compare_hits(Recorder *recorders, int peer_count, long *errors);

#endif
