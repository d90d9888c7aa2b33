/* For programs that were written for SOLID 1.0.
 *
 * SOLID 2.0 dropped three features of SOLID 1.0. They exist again, under new names, since no header of 1.0 has survived:
 *
 *   polygons that are not convex, with holes      DT_CONCAVE_POLYGON, a polytope type
 *   the intersection of two sets of polygons,     dtGetIntersection
 *   as line segments
 *   boxes of a fixed size around each object,     dtSetBoxes(DT_TRUE)
 *   or fitted to it after each move               dtSetBoxes(DT_FALSE), the default
 *
 * They are declared in solid_ext.h, with everything else that SOLID 2.0 does not have. See the manual's chapter on porting. */

#ifndef SOLID_SOLID1_H
#define SOLID_SOLID1_H

#include "solid.h"
#include "solid_ext.h"

#endif /* SOLID_SOLID1_H */
