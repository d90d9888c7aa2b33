/* For programs that were written for SOLID 1.0.
 *
 * SOLID 2.0 dropped three things that 1.0 had. They are here again, under names of our own, since no header of 1.0 is left:
 *
 *   polygons that are not convex, with holes      DT_CONCAVE_POLYGON, as a type of polytope
 *   where two soups of polygons intersect,        dtGetIntersection
 *   as line segments
 *   boxes of a fixed size around each object,     dtSetBoxes(DT_TRUE)
 *   or fitted at each move                        dtSetBoxes(DT_FALSE), as it is at first
 *
 * They are declared, with all else that SOLID 2.0 lacks, in solid_ext.h. The manual's chapter on porting says more. */

#ifndef SOLID_SOLID1_H
#define SOLID_SOLID1_H

#include "solid.h"
#include "solid_ext.h"

#endif /* SOLID_SOLID1_H */
