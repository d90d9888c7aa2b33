/*
 * A small solver for rigid bodies in contact: sequential impulses with friction, that remembers the impulses of the last
 * step. Units are metres, seconds and kilograms.
 */
#ifndef VIEWER_SOLVER_H
#define VIEWER_SOLVER_H

#include "scene.h"

#include <SOLID/solid_ext.h>

typedef struct Rigid {
    Body body;                /* first: a Body * is a Rigid * */
    double velocity[3], spin[3];
    double inverse_mass;      /* 0: nothing moves it */
    double inverse_inertia[3]; /* about its local axes */
} Rigid;

/* Its mass as that of a box of these extents, and of density 1. Extents of zero: nothing moves it. */
void rigid_box_mass(Rigid *rigid, double x, double y, double z);

/* Forgets the contacts of earlier steps, as bodies that are gone. */
void solver_reset(void);

/*
 * A step: dtTest finds the contacts of all bodies of the scene, which must be Rigids or scenery; impulses change their
 * velocities; the bodies move.
 */
void solver_step(double time);

/* How many contacts the last step had. */
int solver_contacts(void);

#endif
