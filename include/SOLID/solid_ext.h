/* Functions that SOLID 2.0 does not have: more shapes, queries, contacts, contexts and settings.
 *
 * Points, vectors, normals and boxes are in world coordinates unless a comment says otherwise. A function
 * that finds a list returns the number of entries found, and writes at most as many as there is space for.
 * A function that raises an error changes nothing and writes nothing unless its comment says otherwise.
 * The costs given are for one core of a desktop computer.
 *
 * Generated from the library's source by cbindgen; do not edit. */

#ifndef SOLID_SOLID_EXT_H
#define SOLID_SOLID_EXT_H

#include "solid.h"

/**
 * What is wrong with a call.
 */
typedef enum DtError {
    /**
     * No error.
     */
    DT_NO_ERROR = 0,
    /**
     * NaN or infinity, a quaternion of length zero, or a value out of range.
     */
    DT_INVALID_VALUE = 1,
    /**
     * A type that does not exist.
     */
    DT_INVALID_ENUM = 2,
    /**
     * A call that is not possible now: no object is current, no complex shape is open, or the
     * shape cannot be deformed.
     */
    DT_INVALID_OPERATION = 3,
    /**
     * NULL where data is needed.
     */
    DT_INVALID_POINTER = 4,
    /**
     * The object does not exist.
     */
    DT_UNKNOWN_OBJECT = 5,
    /**
     * The shape does not exist.
     */
    DT_UNKNOWN_SHAPE = 6,
    /**
     * A bug of the library.
     */
    DT_INTERNAL_ERROR = 7
} DtError;

/**
 * How deformed complex shapes are tested against each other.
 */
typedef enum DtCollisionMethod {
    /**
     * By bounding volume trees. The whole tree of a shape is refitted when it is first used after
     * a deformation. This is the method at first.
     */
    DT_TREES = 0,
    /**
     * By subdivision of space in each dtTest, for all pairs of deformed shapes at once. Trees are
     * refitted only if something else needs them.
     */
    DT_SUBDIVISION = 1,
    /**
     * The same as DT_TREES, which was faster than subdivision in all measurements of dtTest.
     */
    DT_TREES_OR_SUBDIVISION = 2
} DtCollisionMethod;

/**
 * How pairs of objects with overlapping boxes are found. Results do not depend on it.
 */
typedef enum DtBroadPhase {
    /**
     * The library chooses: it compares every box with every other for up to 32 objects. For more
     * objects, it counts the work and uses a sweep from scratch while most objects move, and a
     * tree of boxes while few move.
     */
    DT_AUTOMATIC = 0,
    /**
     * Incremental sweep and prune: sorted lists of the box ends on three axes, kept from test to
     * test. Best where boxes move slightly and overlap a lot. Not used by dtTestMotion.
     */
    DT_SWEEP_AND_PRUNE = 1,
    /**
     * A tree of boxes. Best where few of many objects move, and for boxes of very different sizes.
     */
    DT_BOX_TREE = 2,
    /**
     * A uniform grid, for evenly spread objects of similar size. Every test costs as much as if
     * all objects had moved.
     */
    DT_UNIFORM_GRID = 3,
    /**
     * Spatial hashing, for objects of a few sizes in an unbounded world. Every test costs as much
     * as if all objects had moved.
     */
    DT_SPATIAL_HASHING = 4,
    /**
     * Compares every box with every other. For tests.
     */
    DT_BRUTE_FORCE = 5
} DtBroadPhase;

/**
 * The type of the coordinates in a vertex array. The numbers are those of OpenGL.
 */
typedef enum DtVertexType {
    /**
     * float, as GL_FLOAT.
     */
    DT_FLOAT = 5126,
    /**
     * double, as GL_DOUBLE.
     */
    DT_DOUBLE = 5130
} DtVertexType;

/**
 * A truth value: DT_FALSE or DT_TRUE.
 */
typedef unsigned int DtBool;

/**
 * A box along the coordinate axes.
 */
typedef struct DtBox {
    /**
     * The smallest corner.
     */
    DtVector min;
    /**
     * The largest corner.
     */
    DtVector max;
} DtBox;

/**
 * Where a ray enters an object.
 */
typedef struct DtRayHit {
    /**
     * The object.
     */
    DtObjectRef object;
    /**
     * The position on the ray: 0 at its start, 1 at its end.
     */
    DtScalar time;
    /**
     * The point of entry, in world coordinates.
     */
    DtVector point;
    /**
     * The outward surface normal there: a unit vector in world coordinates.
     */
    DtVector normal;
} DtRayHit;

/**
 * A contact between two objects, in world coordinates.
 */
typedef struct DtContact {
    /**
     * A point on the surface of object1, inside object2 or on its surface.
     */
    DtVector point1;
    /**
     * A point on the surface of object2: point1 plus depth times normal.
     */
    DtVector point2;
    /**
     * A unit vector that points from object2 towards object1.
     */
    DtVector normal;
    /**
     * The penetration depth here, along the normal; 0 if the objects only touch.
     */
    DtScalar depth;
} DtContact;

/**
 * Two polytopes of different objects that share a point.
 */
typedef struct DtCollidingPolytopes {
    /**
     * The object that was created first.
     */
    DtObjectRef object1;
    /**
     * The other object.
     */
    DtObjectRef object2;
    /**
     * The number of the polytope of object1: from 0 in the order in which they were added to the
     * shape.
     */
    DtCount polytope1;
    /**
     * The number of the polytope of object2.
     */
    DtCount polytope2;
} DtCollidingPolytopes;

/**
 * Identifies a context. NULL is the context that exists from the start.
 */
typedef void *DtContext;

/**
 * Numbers about a context, counted since it was made.
 */
typedef struct DtStatistics {
    /**
     * The number of objects.
     */
    double objects;
    /**
     * The number of pairs of objects whose boxes overlap.
     */
    double pairs;
    /**
     * How many boxes were compared to find these pairs: a measure of work that does not depend on
     * the machine.
     */
    double box_tests;
    /**
     * How many pairs of objects were tested for collision.
     */
    double pair_tests;
    /**
     * How many pairs of their convex parts were tested: primitives and polytopes whose boxes
     * overlap and whose bounding spheres do not decide.
     */
    double primitive_tests;
    /**
     * How many pairs of objects were separated by the cached axis.
     */
    double axis_cache_hits;
    /**
     * Seconds spent updating boxes and pairs, since the first call of dtGetStatistics.
     */
    double commit_seconds;
    /**
     * Seconds spent testing pairs since then, without callbacks.
     */
    double test_seconds;
} DtStatistics;

/**
 * A segment of the intersection of two complex shapes.
 */
typedef struct DtSegment {
    /**
     * Where it begins, in world coordinates.
     */
    DtVector point1;
    /**
     * Where it ends, in world coordinates.
     */
    DtVector point2;
    /**
     * The number of the polygon of object1: from 0 in the order in which polytopes were added to
     * the shape.
     */
    DtCount polygon1;
    /**
     * The number of the polygon of object2.
     */
    DtCount polygon2;
    /**
     * The number of the curve that the segment belongs to, from 0.
     */
    DtCount curve;
} DtSegment;

/**
 * Two polytopes, one of each object, that share a point.
 */
typedef struct DtPolytopePair {
    /**
     * The number of the polytope of object1: from 0 in the order in which they were added to the
     * shape; 0 if the shape is not complex.
     */
    DtCount polytope1;
    /**
     * The number of the polytope of object2.
     */
    DtCount polytope2;
} DtPolytopePair;

/**
 * The data of DT_DEPTH_RESPONSE and DT_CONTACTS_RESPONSE. Cast coll_data to a pointer to it.
 */
typedef struct DtContactData {
    /**
     * The deepest points, in the local coordinates of their objects. normal is the shortest
     * translation of object1, in world coordinates, that separates it from object2.
     */
    DtCollData data;
    /**
     * The number of contacts: at least one.
     */
    DtCount count;
    /**
     * The contacts, in world coordinates. Readable as long as coll_data.
     */
    const struct DtContact *contacts;
} DtContactData;

/**
 * The data of DT_INTERSECTION_RESPONSE. Cast coll_data to a pointer to it.
 */
typedef struct DtIntersectionData {
    /**
     * A point that both objects share, as in DT_WITNESSED_RESPONSE.
     */
    DtCollData data;
    /**
     * The number of segments: 0 if a shape is not complex, if one object is wholly inside the
     * other, and in dtTestMotion.
     */
    DtCount count;
    /**
     * The segments, in world coordinates. Readable as long as coll_data.
     */
    const struct DtSegment *segments;
} DtIntersectionData;

/**
 * False.
 */
#define DT_FALSE 0

/**
 * True.
 */
#define DT_TRUE 1

/**
 * A response type: the penetration depth. coll_data points to a DtContactData with one contact,
 * that of dtGetPenDepth.
 */
#define DT_DEPTH_RESPONSE (DtResponseType)4

/**
 * A response type: the contacts. coll_data points to a DtContactData with the contacts of
 * dtGetContacts.
 */
#define DT_CONTACTS_RESPONSE (DtResponseType)5

/**
 * A polytope type for dtBegin, dtVertexIndices and dtVertexRange: a polygon that need not be
 * convex. The vertices follow its outline in either direction.
 *
 * A hole is connected to the outline by a bridge: after a vertex of the outline, give the vertices
 * of the hole in the opposite direction, from one of them around to the same vertex, then the
 * vertex of the outline again. The outline may touch itself but must not cross itself.
 *
 * dtEndComplexShape divides the polygon into triangles, and keeps the division when the shape
 * deforms. The polygon still counts as one wherever polytopes are numbered. If the outline crosses
 * itself, or a vertex is NaN or infinite, the polygon collides with nothing and DT_INVALID_VALUE
 * is raised. If a vertex is farther from the common plane than 1e-5 of the polygon's extent,
 * DT_INVALID_VALUE is raised and the polygon is used as it is.
 */
#define DT_CONCAVE_POLYGON (DtPolyType)3

/**
 * The result of dtGetBadPolygon if all polytopes are valid.
 */
#define DT_NO_POLYGON (DtCount)4294967295

/**
 * A response type: the intersection of the surfaces. coll_data points to a DtIntersectionData with
 * the segments of dtGetIntersection.
 */
#define DT_INTERSECTION_RESPONSE (DtResponseType)6

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns the first error since the last call of this function, and forgets it; DT_NO_ERROR if
 * there is none.
 *
 * If the environment variable SOLID_PRINT_ERRORS is set, every error is also printed to the
 * standard error stream.
 */
enum DtError dtGetError(void);

/**
 * Returns an English description of an error: a constant string, never NULL, which must not be
 * freed.
 */
const char *dtErrorString(DtError error);

/**
 * Makes an ellipsoid centred at its local origin. rx, ry and rz are its radii along the
 * local axes.
 *
 * Bad radii are treated as in dtBox.
 */
DtShapeRef dtEllipsoid(DtScalar rx, DtScalar ry, DtScalar rz);

/**
 * Makes a shape that is the single point (x, y, z) in local coordinates.
 *
 * As an operand of dtSum it moves the other shape. If a coordinate is NaN or infinite, the shape
 * collides with nothing and DT_INVALID_VALUE is raised.
 */
DtShapeRef dtPoint(DtScalar x, DtScalar y, DtScalar z);

/**
 * Makes the line segment from (x1, y1, z1) to (x2, y2, z2) in local coordinates.
 *
 * If a coordinate is NaN or infinite, the shape collides with nothing and DT_INVALID_VALUE is
 * raised.
 */
DtShapeRef dtLineSegment(DtScalar x1, DtScalar y1, DtScalar z1, DtScalar x2, DtScalar y2, DtScalar z2);

/**
 * Makes a rectangle in the local plane y = 0, centred at the local origin. x and z are its
 * full extents.
 *
 * Bad extents are treated as in dtBox.
 */
DtShapeRef dtRectangle(DtScalar x, DtScalar z);

/**
 * Makes a disc in the local plane y = 0, centred at the local origin. A bad radius is treated as
 * in dtBox.
 */
DtShapeRef dtDisc(DtScalar radius);

/**
 * Makes a filled ellipse in the local plane y = 0, centred at the local origin, with radii rx
 * and rz.
 *
 * Bad radii are treated as in dtBox.
 */
DtShapeRef dtEllipse(DtScalar rx, DtScalar rz);

/**
 * Makes a capsule about the local y-axis: all points within radius of the line segment from y =
 * -height / 2 to y = height / 2.
 *
 * Its full height is height + 2 * radius. Bad dimensions are treated as in dtBox.
 */
DtShapeRef dtCapsule(DtScalar radius, DtScalar height);

/**
 * Makes a lozenge: all points within radius of the rectangle dtRectangle(x, z).
 *
 * Bad dimensions are treated as in dtBox.
 */
DtShapeRef dtLozenge(DtScalar x, DtScalar z, DtScalar radius);

/**
 * Makes a rounded box: all points within radius of the box dtBox(x, y, z). Its full extents are
 * larger than x, y and z by 2 * radius.
 *
 * Bad dimensions are treated as in dtBox.
 */
DtShapeRef dtRoundBox(DtScalar x, DtScalar y, DtScalar z, DtScalar radius);

/**
 * Makes a wheel about the local y-axis: all points within rounding of the disc dtDisc(radius).
 * Its outer radius is radius + rounding.
 *
 * Bad dimensions are treated as in dtBox.
 */
DtShapeRef dtWheel(DtScalar radius, DtScalar rounding);

/**
 * Makes a frustum about the local y-axis: the convex hull of two rectangles. The lower one, at y =
 * -height / 2, has the full extents x1 and z1; the upper one, at y = height / 2, has x2
 * and z2.
 *
 * With x2 = z2 = 0 it is a pyramid; with one of them 0 it is a wedge. For the frustum of a cone,
 * pass two discs to dtHull. Bad dimensions are treated as in dtBox.
 */
DtShapeRef dtFrustum(DtScalar x1, DtScalar z1, DtScalar x2, DtScalar z2, DtScalar height);

/**
 * Makes the Minkowski sum of two shapes: all sums of a point of the one and a point of the other,
 * in the local coordinates that both share.
 *
 * A sum with a dtSphere is the other shape thickened by the radius; a sum with a dtPoint is the
 * other shape moved. A complex shape counts as the convex hull of its present vertices. The sum
 * keeps copies: the operands may be deleted or deformed later.
 *
 * Returns NULL and raises DT_UNKNOWN_SHAPE if an operand does not exist. Returns NULL and raises
 * DT_INVALID_OPERATION if an operand is unfinished, if sums and hulls are nested more than 16
 * deep, or if they consist of more than 1024 shapes. If an operand collides with nothing, neither
 * does the sum, and DT_INVALID_VALUE is raised. A query about the sum costs as much as queries
 * about all its operands together.
 */
DtShapeRef dtSum(DtShapeRef shape1, DtShapeRef shape2);

/**
 * Makes the convex hull of two shapes, in the local coordinates that both share. To place an
 * operand elsewhere, use dtSum with a dtPoint, or dtPlaced.
 *
 * dtHull of a complex shape with itself is the convex hull of its vertices. Operands, errors and
 * cost are those of dtSum.
 */
DtShapeRef dtHull(DtShapeRef shape1, DtShapeRef shape2);

/**
 * Makes a convex shape that is the image of another under an affine map: an operand for dtSum and
 * dtHull that is rotated, moved, scaled or sheared. Objects do not need it, since they are placed
 * themselves.
 *
 * m points to sixteen doubles: a 4x4 column-major matrix as in dtLoadMatrixd. If it is NULL,
 * returns NULL and raises DT_INVALID_POINTER. If an entry is NaN or infinite, the shape collides
 * with nothing and DT_INVALID_VALUE is raised. Other errors and the cost are those of dtSum.
 *
 * m is NULL or points to sixteen doubles.
 */
DtShapeRef dtPlaced(DtShapeRef shape, const double *m);

/**
 * Writes the placement of an object to m: sixteen floats, a 4x4 column-major matrix from local
 * to world coordinates, as in dtLoadMatrixf. Values are rounded to floats; those too large become
 * infinite.
 *
 * Returns DT_TRUE. If the object does not exist (DT_UNKNOWN_OBJECT) or m is NULL
 * (DT_INVALID_POINTER), raises that error, writes nothing and returns DT_FALSE.
 *
 * m is NULL or has space for sixteen floats.
 */
DtBool dtGetMatrixf(DtObjectRef object, float *m);

/**
 * Writes the placement of an object to m as dtGetMatrixf does, as sixteen doubles without
 * rounding.
 *
 * m is NULL or has space for sixteen doubles.
 */
DtBool dtGetMatrixd(DtObjectRef object, double *m);

/**
 * Writes the smallest and the largest corner of the bounding box of an object as it is placed now,
 * along the world axes. The box is the tightest one up to rounding.
 *
 * Returns DT_TRUE. Returns DT_FALSE and writes nothing if the object collides with nothing,
 * because its shape is empty or unfinished or its placement is not finite. If the object does not
 * exist (DT_UNKNOWN_OBJECT) or a pointer is NULL (DT_INVALID_POINTER), also raises that error.
 * Cost: linear in the vertices of a complex shape, constant for others.
 *
 * Each of min and max is NULL or has space for three scalars.
 */
DtBool dtGetBBox(DtObjectRef object, DtScalar *min, DtScalar *max);

/**
 * Finds the boxes of one level of the bounding volume tree of an object's complex shape, to
 * display the tree or to find out why a shape is slow. Returns the number of boxes, and writes the
 * first most of them to boxes. Pass NULL or 0 to get the number alone.
 *
 * The boxes are in the local coordinates of the shape: transform their corners by the matrix of
 * dtGetMatrixd. Level 0 is the box of the whole shape; each level divides a box of the one above
 * into up to four. Boxes that are not divided stay, so each level covers the shape. When the
 * number does not grow any more, each box contains one polytope, or two triangles that share an
 * edge and were added one after the other. A shape that is not complex has one box.
 *
 * If the object does not exist, returns 0 and raises DT_UNKNOWN_OBJECT; if it collides with
 * nothing, returns 0. Cost: linear in the boxes of the level, after updating the tree of a
 * deformed shape.
 *
 * boxes is NULL or has space for most boxes.
 */
DtCount dtGetTreeBoxes(DtObjectRef object, DtCount level, struct DtBox *boxes, DtCount most);

/**
 * Returns the shape of an object; NULL if the shape has been deleted.
 *
 * If the object does not exist, returns NULL and raises DT_UNKNOWN_OBJECT.
 */
DtShapeRef dtGetShape(DtObjectRef object);

/**
 * Tests one pair of objects, as they are placed now, and calls its response if they collide.
 * Returns the number of callbacks called: 0 or 1.
 *
 * If an object does not exist, nothing happens and DT_UNKNOWN_OBJECT is raised.
 */
DtCount dtTestObjects(DtObjectRef object1, DtObjectRef object2);

/**
 * Returns the distance between two objects as they are placed now, and writes the closest points:
 * one of object1 to point1, one of object2 to point2, in world coordinates. The distance is 0
 * if and only if the objects collide; then both points are the same point, which both objects
 * share.
 *
 * The relative error of the distance is at most the tolerance of dtSetTolerance. Each pointer may
 * be NULL.
 *
 * On an error, returns -1 and writes nothing. DT_UNKNOWN_OBJECT: an object does not exist.
 * DT_INVALID_OPERATION: both are the same object, or one collides with nothing, because its shape
 * is unfinished, empty or has bad dimensions, or its placement is singular or not finite.
 *
 * Cost: less than a microsecond for two convex objects; complex shapes are searched through their
 * trees, nearest parts first.
 *
 * Each of point1 and point2 is NULL or has space for three scalars.
 */
DtScalar dtGetClosestPair(DtObjectRef object1, DtObjectRef object2, DtScalar *point1, DtScalar *point2);

/**
 * Returns whether two objects collide as they are placed now. If they do, writes a point that both
 * share to point, in world coordinates; point may be NULL.
 *
 * Errors are those of dtGetClosestPair: they return DT_FALSE and write nothing.
 *
 * point is NULL or has space for three scalars.
 */
DtBool dtGetCommonPoint(DtObjectRef object1, DtObjectRef object2, DtScalar *point);

/**
 * Returns whether the distance between two objects, as they are placed now, is at most distance.
 * With 0 it returns whether they collide.
 *
 * Faster than dtGetClosestPair, since the search ends as soon as the result is known. Returns
 * DT_FALSE on an error: DT_INVALID_VALUE if distance is negative or NaN, otherwise those of
 * dtGetClosestPair.
 */
DtBool dtWithinDistance(DtObjectRef object1, DtObjectRef object2, DtScalar distance);

/**
 * Moves two objects and returns when they first touch, as a time from 0 to 1; -1 if they do not
 * touch. Each object starts where it is placed now and is translated without rotation: object1 by
 * motion1 and object2 by motion2, vectors in world coordinates. NULL means no motion. The
 * objects themselves are not changed.
 *
 * point receives the point of contact at that time, in world coordinates. normal receives the
 * contact normal: a unit vector in world coordinates that points from object2 towards object1.
 * Each may be NULL. The time is 0 if and only if the objects collide now; then normal is that of
 * dtGetPenDepth.
 *
 * Whether the objects touch is decided exactly, as in dtTest. The relative error of the time is at
 * most the tolerance of dtSetTolerance, or the rounding of the coordinates.
 *
 * On an error, returns -1 and writes nothing: DT_INVALID_VALUE if a motion is NaN or infinite,
 * otherwise those of dtGetClosestPair. Cost: a few microseconds for two convex objects; complex
 * shapes are searched through their trees, earliest contacts first.
 *
 * Each of the pointers to scalars is NULL or points to three of them.
 */
DtScalar dtCastObjects(DtObjectRef object1, const DtScalar *motion1, DtObjectRef object2, const DtScalar *motion2, DtScalar *point, DtScalar *normal);

/**
 * Casts the ray from the point from to the point to, in world coordinates, at one object as it
 * is placed now. Returns where the ray enters the object, from 0 at from to 1 at to; -1 if it
 * misses. The result is 0 if and only if from is inside the object or on its surface.
 *
 * point receives the point of entry, in world coordinates. normal receives the outward surface
 * normal there, a unit vector in world coordinates; for a ray that starts inside, the direction of
 * the shortest way out. Each may be NULL. from and to may be equal.
 *
 * On an error, returns -1 and writes nothing. DT_UNKNOWN_OBJECT: the object does not exist.
 * DT_INVALID_OPERATION: it collides with nothing. DT_INVALID_POINTER: from or to is NULL.
 * DT_INVALID_VALUE: a coordinate is NaN or infinite. Exactness is that of dtCastObjects. Cost:
 * half a microsecond for a convex object.
 *
 * from and to are NULL or point to three scalars; point and normal are NULL or have space
 * for three.
 */
DtScalar dtRayCastObject(DtObjectRef object, const DtScalar *from, const DtScalar *to, DtScalar *point, DtScalar *normal);

/**
 * Casts the ray from the point from to the point to, in world coordinates, at all objects as
 * they are placed now. Returns whether it hits an object, and writes the first hit to hit. If it
 * enters several objects at the same time, the hit is that of the object created first. See
 * dtRayCastObject for what a hit is.
 *
 * If hit is NULL, only finds out whether there is a hit, which is faster. Objects that collide
 * with nothing are skipped. Bad ends raise the errors of dtRayCastObject and return DT_FALSE. If
 * there is no hit, nothing is written.
 *
 * Cost: O(log n) for n objects that are mostly at rest, plus the objects near the ray. If most
 * objects move, the first sixteen rays after a move cost O(n) each; the next one costs O(n log n)
 * and makes later rays fast.
 *
 * from and to are NULL or point to three scalars; hit is NULL or has space for a DtRayHit.
 */
DtBool dtRayCast(const DtScalar *from, const DtScalar *to, struct DtRayHit *hit);

/**
 * Casts a ray as dtRayCast does, and finds all objects that it hits. Returns their number, and
 * writes the first capacity hits to hits, in the order in which the ray enters the objects.
 * Pass NULL or 0 to get the number alone.
 *
 * from and to are NULL or point to three scalars; hits is NULL or has space for capacity
 * hits.
 */
DtCount dtRayCastAll(const DtScalar *from, const DtScalar *to, struct DtRayHit *hits, DtCount capacity);

/**
 * Returns the penetration depth of two objects as they are placed now: the length of the shortest
 * translation that separates them. It is 0 if they only touch, and -1 if they do not collide.
 *
 * normal receives the direction of that translation for object1: a unit vector in world
 * coordinates that points from object2 towards object1. point1 receives the point of object1
 * that is deepest inside object2, and point2 that of object2 deepest inside object1: point1 +
 * depth * normal, in world coordinates. Each may be NULL.
 *
 * The relative error of the depth is at most the tolerance of dtSetTolerance; between polytopes
 * there is only rounding. The translation separates the objects up to rounding, whatever the
 * tolerance. For complex shapes, the deepest pair of polytopes counts, each as a solid.
 *
 * On an error, returns -1 and writes nothing; errors are those of dtGetClosestPair. Cost: some
 * hundred nanoseconds for boxes, a few microseconds for other convex objects; complex shapes are
 * searched through their trees, deepest parts first.
 *
 * Each of normal, point1 and point2 is NULL or has space for three scalars.
 */
DtScalar dtGetPenDepth(DtObjectRef object1, DtObjectRef object2, DtScalar *normal, DtScalar *point1, DtScalar *point2);

/**
 * Finds the contacts of two objects as they are placed now. Returns their number, 0 if the objects
 * do not collide, and writes the first most of them to contacts. Pass NULL or 0 to get the
 * number alone.
 *
 * Two convex objects have at most 16 contacts: the corners of the region in which they touch. All
 * have the normal of dtGetPenDepth, and each its own depth. The most important ones come first, so
 * the first four are a good selection. If a shape is complex, each colliding pair of polytopes has
 * contacts with its own normal; contacts that neighbours share come once, and the deepest come
 * first.
 *
 * On an error, returns 0 and writes nothing; errors are those of dtGetClosestPair. Cost: some
 * microseconds for each pair of convex parts.
 *
 * contacts is NULL or has space for most contacts.
 */
DtCount dtGetContacts(DtObjectRef object1, DtObjectRef object2, struct DtContact *contacts, DtCount most);

/**
 * Finds the contacts of two objects as dtGetContacts does, grouped into connected patches: complex
 * shapes may touch in several places. Returns the number of contacts, 0 if the objects do not
 * collide, and writes the first most of them to contacts, and the numbers of their patches,
 * from 0, to patches. Each may be NULL; pass 0 to get the number alone.
 *
 * Each patch keeps at most per_patch contacts: the deepest, then repeatedly the one that differs
 * most from those kept, in position and normal. 4 are enough for an object to rest on; 0 keeps
 * all. Two contacts are in one patch if their polytopes of object1 are the same or share a vertex,
 * and those of object2 too. The deepest patch comes first. Two convex objects have one patch.
 *
 * On an error, returns 0 and writes nothing; errors are those of dtGetClosestPair. Cost: that of
 * dtGetContacts, and O(n log n) for n contacts.
 *
 * Each of contacts and patches is NULL or has space for most entries.
 */
DtCount dtGetContactPatches(DtObjectRef object1, DtObjectRef object2, DtCount per_patch, struct DtContact *contacts, DtCount *patches, DtCount most);

/**
 * Sets how dtTest tests complex shapes that deform from now on. Callbacks do not depend on it;
 * only speed does.
 *
 * With trees, the whole tree of a shape is refitted when it is first used after a deformation: if
 * the box of the shape overlaps no other box, the tree is not used. The test of a pair ends at its
 * first collision. Subdivision needs no tree: shapes whose boxes overlap no other box cost
 * nothing; otherwise the cost is linear in the vertices and polytopes of overlapping shapes and in
 * the pairs of near polytopes. It was not faster than trees in any measurement. If a deformation
 * is so large that the tree is rebuilt, smart and witnessed responses may use other colliding
 * polytopes.
 *
 * Another number does nothing and raises DT_INVALID_ENUM.
 */
void dtSetCollisionMethod(DtCollisionMethod method);

/**
 * Limits the resolution of the subdivision of space: the cube around all overlapping shapes is
 * halved along each axis at most levels times, from 1 to 30. With 0, as at first, the density of
 * polytopes determines the resolution; that is also an upper limit for the others. Results do not
 * depend on it; only speed does.
 *
 * Subdivision is used by dtTest with DT_SUBDIVISION, by dtTestMotion for deforming shapes, by
 * dtSelfCollisions and by dtGetAllCollidingPolytopes. Another number does nothing and raises
 * DT_INVALID_VALUE.
 */
void dtSetSubdivisionLevels(DtCount levels);

/**
 * Finds the pairs of polytopes of one object's complex shape that share a point. Pairs that share
 * a vertex are neighbours and do not count. Returns the number of pairs.
 *
 * Writes the first size pairs to polytopes, two numbers each, the smaller first, in ascending
 * order; so polytopes has space for 2 * size numbers. Polytopes are numbered from 0 in the
 * order in which they were added. With size 0 the pairs are only counted, and polytopes may be
 * NULL. Responses are not called, and the placement does not matter.
 *
 * On an error, returns 0 and writes nothing. DT_UNKNOWN_OBJECT: the object does not exist.
 * DT_INVALID_OPERATION: its shape is not a finished complex shape. DT_INVALID_POINTER: polytopes
 * is NULL and size is not 0. Polytopes that have a vertex with NaN or a coordinate of 1e75 or
 * more are left out and raise DT_INVALID_VALUE. Cost: linear in the size of the shape and in the
 * pairs of near polytopes.
 *
 * polytopes is NULL or has space for 2 * size numbers.
 */
DtCount dtSelfCollisions(DtObjectRef object, DtCount size, DtIndex *polytopes);

/**
 * Finds all pairs of polytopes of different objects that share a point, as the objects are placed
 * now, among all objects with complex shapes. Returns the number of pairs, and writes the first
 * most of them to pairs, in the order of the objects' creation, then of the polytopes.
 *
 * With most 0 the pairs are only counted, and pairs may be NULL. Objects with other shapes do
 * not count, and responses are not called. No tree is used, whatever the collision method is.
 * Cost: linear in the vertices, in the polytopes of objects whose boxes overlap, and in the pairs
 * of near polytopes.
 *
 * If pairs is NULL and most is not 0, returns 0 and raises DT_INVALID_POINTER. Polytopes of
 * nearby objects that have a vertex, before or after placement, with NaN or a coordinate of 1e75
 * or more are left out and raise DT_INVALID_VALUE.
 *
 * pairs is NULL or has space for most pairs.
 */
DtCount dtGetAllCollidingPolytopes(struct DtCollidingPolytopes *pairs, DtCount most);

/**
 * Makes a context: an independent world without objects and responses, with all settings as they
 * are at first. It is not current in any thread. Returns its name, which is never NULL.
 *
 * Threads that use different contexts never wait for each other. Contexts share shapes: a shape
 * made in one context, and finished if it is complex, may be used in all. A deformation applies
 * only to the context in which it is made; other contexts that have used the shape keep the old
 * vertices. dtDeleteShape in one context leaves the shape to the others that have used it. A shape
 * is freed with the last context that uses it, or by the context that made it. All contexts are
 * freed when the process exits.
 */
DtContext dtNewContext(void);

/**
 * Makes a context current for the calling thread: the functions that the thread calls then apply
 * to it. NULL is the context that exists from the start, which is current in every thread at
 * first. A running dtTest continues in its own context, whatever a callback makes current.
 *
 * If the context does not exist, the current one stays and DT_INVALID_OPERATION is raised there.
 */
void dtMakeCurrent(DtContext context);

/**
 * Returns the calling thread's current context.
 */
DtContext dtCurrentContext(void);

/**
 * Deletes a context and everything in it. If it is the calling thread's current context, NULL
 * becomes current. A test running in it ends.
 *
 * If the context is NULL, does not exist, or is current in another thread, nothing happens and
 * DT_INVALID_OPERATION is raised.
 */
void dtDeleteContext(DtContext context);

/**
 * Sets the broad phase of the current context: one of DtBroadPhase, DT_AUTOMATIC at first. May
 * be called at any time, also in a callback. Cost: that of inserting all objects again.
 *
 * dtTestMotion finds its pairs by a tree of boxes around the paths of the objects, whatever is set.
 *
 * Another number does nothing and raises DT_INVALID_ENUM.
 */
void dtSetBroadPhase(DtBroadPhase phase);

/**
 * Sets the kind of bounding boxes: with DT_FALSE, as at first, boxes that fit the rotated objects;
 * otherwise cubes whose size does not depend on the rotation, as in SOLID 1.0. Results do not
 * depend on it.
 */
void dtSetBoxes(DtBool fixed);

/**
 * Sets the number of threads that tests of the current context use, from 1 to 256. It is 1 at
 * first: the calling thread, which otherwise waits for the others. Callbacks are still called one
 * after the other on the calling thread, in the same order, with exactly the same data. In a
 * process created by fork, the threads of the parent are missing: tests use the calling thread
 * alone until dtSetThreads is called there.
 *
 * More threads are faster from some hundred objects on, up to the number of processor cores. They
 * share the subdivision of space (dtSetCollisionMethod) too. All pairs are tested before the first
 * callback; pairs with an object that a callback moves are tested again. May be called at any
 * time, also in a callback.
 *
 * Another number, or more threads than the system provides, does nothing and raises
 * DT_INVALID_VALUE.
 */
void dtSetThreads(DtCount threads);

/**
 * Finds the objects whose bounding boxes overlap or touch a box along the world axes, with the
 * corners min and max in world coordinates. Returns their number, and writes the first
 * capacity of them to objects, in the order of their creation. Pass a capacity of 0 to get
 * the number alone.
 *
 * Only bounding boxes are compared: the object itself may be outside the box.
 *
 * On an error, returns 0 and writes nothing. DT_INVALID_POINTER: min or max is NULL, or
 * objects is NULL and capacity is not 0. DT_INVALID_VALUE: a coordinate is NaN, or one of
 * min is greater than that of max. Cost: O(log n + k) for k of n objects that are mostly at
 * rest. If most objects move, the first 64 queries after a move cost O(n) each; the next one costs
 * O(n log n) and makes later queries fast.
 *
 * Each of min and max is NULL or points to three scalars; objects is NULL or has space for
 * capacity references.
 */
DtCount dtQueryBox(const DtScalar *min, const DtScalar *max, DtObjectRef *objects, DtCount capacity);

/**
 * Writes numbers about the current context to statistics. Cost: that of updating the boxes of
 * moved objects.
 *
 * If statistics is NULL, nothing happens and DT_INVALID_POINTER is raised.
 *
 * statistics is NULL or points to a DtStatistics.
 */
void dtGetStatistics(struct DtStatistics *statistics);

/**
 * Tests all pairs of objects for collision on their paths from their placements at the last
 * dtProceed (time 0) to their present placements (time 1), and calls the response of each
 * colliding pair in the order of the times. Returns the number of callbacks called. No object
 * passes through another, however fast it moves.
 *
 * An object takes its present rotation and scale at time 0 and then moves along a straight line.
 * An object created since the last dtProceed does not move. If dtChangeVertexBase has deformed a
 * complex shape since then, each of its vertices moves along a straight line from its old to its
 * new world position. Polytopes that have a vertex, before or after, with NaN or a coordinate of
 * 1e75 or more are left out; they raise DT_INVALID_VALUE if their object has just changed or is
 * near another one.
 *
 * Responses are those of dtTest. All except simple ones receive the same data: point1 and
 * point2 are the points that meet, in the local coordinates of object1 and object2, and normal
 * is the unit contact normal in world coordinates, which points from object2 towards object1; it
 * is zero if the objects collide at time 0. Responses with contacts receive one contact, at that
 * time, with depth 0, in world coordinates. dtContactTime returns the time. Contacts at the same
 * time come in the order of dtTest.
 *
 * Each pair comes at most once. Changes made by a callback apply at once: an object that it moves
 * or deletes has another path or none, and its later contacts are found again. A new contact comes
 * next even if its time has passed. Pairs with objects that a callback creates are left to the
 * next test.
 *
 * Cost: O(m log n + k) for m objects of n whose paths have changed since the last dtTestMotion,
 * and k pairs whose boxes meet on the way.
 */
DtCount dtTestMotion(void);

/**
 * Returns the time of contact, from 0 to 1, of the last callback that dtTestMotion called in the
 * current context; 0 before the first one.
 */
DtScalar dtContactTime(void);

/**
 * Sets the vertex array of the open complex shape, as dtVertexBase does, for an array with another
 * layout. Each vertex has three coordinates of type type (DT_FLOAT or DT_DOUBLE), and begins
 * stride bytes after the previous vertex. A stride of 0 means packed.
 *
 * The array need not be aligned. Only the last array set counts, by this function or dtVertexBase,
 * also for indices given before; NULL removes it. dtEndComplexShape copies the vertices. An
 * unknown type raises DT_INVALID_ENUM, and no open complex shape DT_INVALID_OPERATION; then
 * nothing happens.
 *
 * Until dtEndComplexShape, the array contains every vertex that an index of the shape names.
 */
void dtVertexPointer(DtVertexType type, DtCount stride, const void *base);

/**
 * Sets the number of vertices in the vertex array of the open complex shape. dtEndComplexShape
 * then leaves out polytopes with an index past the end, does not read the array there, and raises
 * DT_INVALID_VALUE.
 *
 * Only the last count set applies, also to indices given before. If no complex shape is open,
 * nothing happens and DT_INVALID_OPERATION is raised.
 */
void dtVertexCount(DtCount count);

/**
 * Moves the vertices of a finished complex shape, as dtChangeVertexBase does, to the positions in
 * an array described as in dtVertexPointer.
 *
 * The layout may differ from that of earlier arrays. Errors are those of dtChangeVertexBase, and
 * DT_INVALID_ENUM for an unknown type; then nothing happens. Cost: linear in the size of the
 * shape.
 *
 * base is NULL, or the array contains every vertex that an index of the shape names.
 */
void dtChangeVertexPointer(DtShapeRef shape, DtVertexType type, DtCount stride, const void *base);

/**
 * Moves the vertices of a finished complex shape to positions interpolated between two arrays:
 * base1 + t * (base2 - base1). With t = 0 and t = 1 the positions are exactly those of the
 * arrays.
 *
 * Both arrays have the layout of dtVertexBase, and may be the same. t may be less than 0 or more
 * than 1. Errors are those of dtChangeVertexBase; also, an open shape raises DT_INVALID_OPERATION,
 * and NaN or infinity for t raises DT_INVALID_VALUE; then nothing happens. Cost: linear in the
 * size of the shape.
 *
 * Each of base1 and base2 is NULL, or the array contains every vertex that an index of the
 * shape names.
 */
void dtMorphVertexBase(DtShapeRef shape, const void *base1, const void *base2, DtScalar t);

/**
 * Makes a complex shape solid, so that objects wholly inside it collide with it; or a surface
 * again if solid is DT_FALSE. New complex shapes are surfaces. Returns whether the shape is
 * solid now.
 *
 * A solid must be closed: each edge, identified by the positions of its ends, belongs to an even
 * number of polygons. If it is not closed, the shape becomes a surface, DT_INVALID_VALUE is
 * raised, and dtGetBadPolygon returns a polygon with an open edge. If neighbouring polygons have
 * consistent directions, the inside is where the surface has a nonzero winding number, so a solid
 * may consist of several closed surfaces that overlap, and may have cavities in the opposite
 * direction. Otherwise the inside is where a ray crosses the surface an odd number of times.
 * Polytopes with a volume are always solid.
 *
 * The shape stays solid when it deforms. If a deformation opens it, it becomes a surface and
 * DT_INVALID_VALUE is raised; while a vertex is NaN or infinite, it has no inside. For an object
 * inside that does not meet the surface, smart response uses the nearest polytopes, and depths and
 * contacts use the way out through the nearest point of the surface.
 *
 * Returns DT_FALSE and raises DT_UNKNOWN_SHAPE if the shape does not exist, DT_INVALID_OPERATION
 * if it is not a finished complex shape. Cost: O(n log n) for n polygons; in each test, one ray
 * for each connected part of the other shape.
 */
DtBool dtSetSolid(DtShapeRef shape, DtBool solid);

/**
 * Returns the first polytope that was found invalid when a complex shape was last finished,
 * deformed or made solid; DT_NO_POLYGON if all were valid.
 *
 * Polytopes are numbered from 0 in the order in which they were added; empty ones do not count.
 */
DtCount dtGetBadPolygon(void);

/**
 * Computes the intersection of the surfaces of two complex shapes, as their objects are placed
 * now: the line segments in which polygons of the one cross polygons of the other. Returns the
 * number of segments, and writes the first most of them to segments. Pass NULL or 0 to get the
 * number alone.
 *
 * Segments come curve by curve; each begins exactly where the previous one ends. If both meshes
 * are closed, all curves are closed. If polygons only touch, object2's shape is treated as moved
 * by an infinitesimal amount, so that they cross or miss, the same way in each call. Polytopes of
 * type DT_POLYHEDRON and simplices with four vertices have no outline and are left out.
 *
 * On an error, returns 0 and writes nothing. DT_UNKNOWN_OBJECT: an object does not exist.
 * DT_INVALID_OPERATION: both are the same object, or a shape is not complex. Cost: linear in the
 * pairs of polygons whose boxes overlap.
 *
 * segments is NULL or has space for most segments.
 */
DtCount dtGetIntersection(DtObjectRef object1, DtObjectRef object2, struct DtSegment *segments, DtCount most);

/**
 * Finds all pairs of polytopes, one of each object, that share a point as the objects are placed
 * now; touching counts. Returns the number of pairs, and writes the first most of them to
 * pairs, in ascending order, each once. Pass NULL or 0 to get the number alone.
 *
 * A shape that is not complex counts as one polytope. Errors are those of dtGetIntersection,
 * except that shapes need not be complex. Cost: linear in the pairs whose boxes overlap.
 *
 * pairs is NULL or has space for most pairs.
 */
DtCount dtGetCollidingPolytopes(DtObjectRef object1, DtObjectRef object2, struct DtPolytopePair *pairs, DtCount most);

#ifdef __cplusplus
}
#endif

#endif  /* SOLID_SOLID_EXT_H */
