/* What SOLID 2.0 lacks, in the same manner and on the same objects.
 *
 * Generated from the library's source by cbindgen; do not edit. */

#ifndef SOLID_SOLID_EXT_H
#define SOLID_SOLID_EXT_H

#include "solid.h"

/**
 * What was wrong with a call.
 */
typedef enum DtError {
    /**
     * Nothing.
     */
    DT_NO_ERROR = 0,
    /**
     * A number that is infinite or no number, or a quaternion of length zero.
     */
    DT_INVALID_VALUE = 1,
    /**
     * A type that does not exist.
     */
    DT_INVALID_ENUM = 2,
    /**
     * A call in the wrong order: no current object, no open shape, a shape that cannot be deformed.
     */
    DT_INVALID_OPERATION = 3,
    /**
     * NULL where data is needed.
     */
    DT_INVALID_POINTER = 4,
    /**
     * An object reference that names no object.
     */
    DT_UNKNOWN_OBJECT = 5,
    /**
     * A shape reference that names no shape.
     */
    DT_UNKNOWN_SHAPE = 6,
    /**
     * A fault of the library.
     */
    DT_INTERNAL_ERROR = 7
} DtError;

/**
 * How complex shapes that deform are tested against each other.
 */
typedef enum DtCollisionMethod {
    /**
     * By trees of boxes, which are fitted to the new vertices when something next asks for them. So it is at first.
     */
    DT_TREES = 0,
    /**
     * By subdivision of space in each dtTest, for all pairs of deformed shapes at once; trees are fitted only when
     * something asks for them.
     */
    DT_SUBDIVISION = 1,
    /**
     * The library's choice: by trees, which were the faster for a dtTest wherever they were measured.
     */
    DT_TREES_OR_SUBDIVISION = 2
} DtCollisionMethod;

/**
 * How the pairs of objects that may touch are found. Answers do not depend on it.
 */
typedef enum DtBroadPhase {
    /**
     * The library chooses, by counting what it costs: a fresh sweep while most objects move, a tree of boxes
     * while few do, sorted lists while many tremble in a heap.
     */
    DT_AUTOMATIC = 0,
    /**
     * Sorted lists of the ends of boxes on three axes, kept up to date while few objects move; a fresh sweep
     * while many do. Best where boxes tremble and overlap much.
     */
    DT_SWEEP_AND_PRUNE = 1,
    /**
     * A tree of boxes. Best where few of many objects move, and for boxes of all sizes.
     */
    DT_BOX_TREE = 2,
    /**
     * A uniform grid: for objects of like size, evenly spread. Every test costs as if all had moved.
     */
    DT_UNIFORM_GRID = 3,
    /**
     * Spatial hashing, for objects of few sizes in a world without bounds. Every test costs as if all had moved.
     */
    DT_SPATIAL_HASHING = 4,
    /**
     * Every box with every other: for tests.
     */
    DT_BRUTE_FORCE = 5
} DtBroadPhase;

/**
 * In which precision an array has its coordinates; the numbers are OpenGL's.
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
 * A box along the axes.
 */
typedef struct DtBox {
    /**
     * Its least corner.
     */
    DtVector min;
    /**
     * Its greatest corner.
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
     * When: from 0 at the ray's beginning to 1 at its end.
     */
    DtScalar time;
    /**
     * The point, in world coordinates.
     */
    DtVector point;
    /**
     * The normal of the object's surface there: a unit vector in world coordinates that points out of the object.
     */
    DtVector normal;
} DtRayHit;

/**
 * A place where two objects touch, in world coordinates.
 */
typedef struct DtContact {
    /**
     * A point of the surface of object1, inside object2 or on it.
     */
    DtVector point1;
    /**
     * A point of the surface of object2, inside object1 or on it: point1 plus depth times normal.
     */
    DtVector point2;
    /**
     * A unit vector that points from object2 towards object1.
     */
    DtVector normal;
    /**
     * How deep the objects are in each other here, along the normal; zero where they only touch.
     */
    DtScalar depth;
} DtContact;

/**
 * Two polytopes of different objects that share a point.
 */
typedef struct DtCollidingPolytopes {
    /**
     * The object that was created earlier.
     */
    DtObjectRef object1;
    /**
     * The other object.
     */
    DtObjectRef object2;
    /**
     * The polytope of object1: its number in the order in which those of its shape were closed, from 0.
     */
    DtCount polytope1;
    /**
     * The polytope of object2.
     */
    DtCount polytope2;
} DtCollidingPolytopes;

/**
 * Names a context. NULL is the one that is there from the start, SOLID 2.0's machine.
 */
typedef void *DtContext;

/**
 * What a scene has, and what has been done since its context was made.
 */
typedef struct DtStatistics {
    /**
     * Objects.
     */
    double objects;
    /**
     * Pairs of objects whose boxes overlap.
     */
    double pairs;
    /**
     * Boxes that finding these has compared: a measure of work that does not depend on the machine.
     */
    double box_tests;
    /**
     * Pairs of objects that were tested for collision.
     */
    double pair_tests;
    /**
     * Pairs of their convex parts that were tested: primitives and polytopes whose boxes overlap, and whose balls do not
     * tell.
     */
    double primitive_tests;
    /**
     * How many pairs of objects were told apart by the axis remembered from the last time.
     */
    double axis_cache_hits;
    /**
     * Seconds spent in bringing boxes and pairs up to date, since the first call of dtGetStatistics.
     */
    double commit_seconds;
    /**
     * Seconds spent in testing pairs, callbacks not included, since then.
     */
    double test_seconds;
} DtStatistics;

/**
 * A piece of the intersection of two complex shapes.
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
     * The polygon of object1: its number in the order in which the polytopes of its shape were closed, from 0.
     */
    DtCount polygon1;
    /**
     * The polygon of object2.
     */
    DtCount polygon2;
    /**
     * The number of the curve that it belongs to, from 0.
     */
    DtCount curve;
} DtSegment;

/**
 * Two polytopes, one of each object, that share a point.
 */
typedef struct DtPolytopePair {
    /**
     * The polytope of object1: its number in the order in which those of its shape were closed, from 0; 0 of a shape
     * that is not complex.
     */
    DtCount polytope1;
    /**
     * The polytope of object2.
     */
    DtCount polytope2;
} DtPolytopePair;

/**
 * What the callbacks of DT_DEPTH_RESPONSE and DT_CONTACTS_RESPONSE are given: cast coll_data to a pointer to it.
 */
typedef struct DtContactData {
    /**
     * The deepest points, in the local coordinates of their objects; normal is the shortest translation of object1, in
     * world coordinates, that separates it from object2.
     */
    DtCollData data;
    /**
     * How many contacts there are: at least one.
     */
    DtCount count;
    /**
     * The contacts, in world coordinates; readable as long as coll_data.
     */
    const struct DtContact *contacts;
} DtContactData;

/**
 * What the callbacks of DT_INTERSECTION_RESPONSE are given: cast coll_data to a pointer to it.
 */
typedef struct DtIntersectionData {
    /**
     * A point that both objects share, as of DT_WITNESSED_RESPONSE.
     */
    DtCollData data;
    /**
     * How many segments there are: 0 if a shape is not complex, where one object is wholly within the other, and in
     * dtTestMotion.
     */
    DtCount count;
    /**
     * The segments, in world coordinates; readable as long as coll_data.
     */
    const struct DtSegment *segments;
} DtIntersectionData;

/**
 * It is not so.
 */
#define DT_FALSE 0

/**
 * It is so.
 */
#define DT_TRUE 1

/**
 * A response type: how deep the objects are in each other. coll_data is the beginning of a DtContactData whose only
 * contact is that of dtGetPenDepth.
 */
#define DT_DEPTH_RESPONSE (DtResponseType)4

/**
 * A response type: where the objects touch. coll_data is the beginning of a DtContactData with the contacts of
 * dtGetContacts.
 */
#define DT_CONTACTS_RESPONSE (DtResponseType)5

/**
 * A polygon that need not be convex, for dtBegin, dtVertexIndices and dtVertexRange: its vertices in the order of its
 * outline, in either sense.
 *
 * A hole is tied to the outline: after a vertex of the outline come the vertices of the hole, from one of them all
 * around in the opposite sense back to the same, then the vertex of the outline again. The outline must not cross
 * itself; it may touch itself. dtEndComplexShape cuts the polygon into triangles, which it stays through later
 * deformations; all shapes collide with it, and it counts as one polygon wherever polygons are numbered. An outline that
 * crosses itself, or with a vertex that is not finite, raises DT_INVALID_VALUE and hits nothing; one whose vertices are
 * off their common plane by more than 1e-5 of its extent raises DT_INVALID_VALUE and is taken as it is.
 */
#define DT_CONCAVE_POLYGON (DtPolyType)3

/**
 * No polygon.
 */
#define DT_NO_POLYGON (DtCount)4294967295

/**
 * A response type: where the polygons of the objects cross. coll_data is the beginning of a DtIntersectionData with the
 * segments of dtGetIntersection.
 */
#define DT_INTERSECTION_RESPONSE (DtResponseType)6

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns the first error since the last call of this function, or DT_NO_ERROR.
 *
 * With SOLID_PRINT_ERRORS in the environment every error is printed to the standard error stream as well.
 */
enum DtError dtGetError(void);

/**
 * Returns a sentence that says what an error means: never NULL, never to be freed.
 */
const char *dtErrorString(DtError error);

/**
 * Makes an ellipsoid centred at the origin of its local coordinates, with radii rx, ry and rz along the axes.
 *
 * Radii are taken as by dtBox.
 */
DtShapeRef dtEllipsoid(DtScalar rx, DtScalar ry, DtScalar rz);

/**
 * Makes a point at (x, y, z) in its local coordinates.
 *
 * In dtSum it moves the other shape. NaN and infinities make a shape that hits nothing, and raise DT_INVALID_VALUE.
 */
DtShapeRef dtPoint(DtScalar x, DtScalar y, DtScalar z);

/**
 * Makes the line segment from (x1, y1, z1) to (x2, y2, z2) in its local coordinates.
 *
 * NaN and infinities make a shape that hits nothing, and raise DT_INVALID_VALUE.
 */
DtShapeRef dtLineSegment(DtScalar x1, DtScalar y1, DtScalar z1, DtScalar x2, DtScalar y2, DtScalar z2);

/**
 * Makes a rectangle in the plane y = 0, centred at the origin, with full extents x and z.
 *
 * Extents are taken as by dtBox.
 */
DtShapeRef dtRectangle(DtScalar x, DtScalar z);

/**
 * Makes a disc in the plane y = 0, centred at the origin. The radius is taken as by dtBox.
 */
DtShapeRef dtDisc(DtScalar radius);

/**
 * Makes an ellipse with its inside, in the plane y = 0, centred at the origin, with radii rx and rz.
 *
 * Radii are taken as by dtBox.
 */
DtShapeRef dtEllipse(DtScalar rx, DtScalar rz);

/**
 * Makes a capsule about the y-axis: all points within radius of the segment from -height / 2 to height / 2.
 *
 * Dimensions are taken as by dtBox.
 */
DtShapeRef dtCapsule(DtScalar radius, DtScalar height);

/**
 * Makes a lozenge: all points within radius of the rectangle that dtRectangle makes of x and z.
 *
 * Dimensions are taken as by dtBox.
 */
DtShapeRef dtLozenge(DtScalar x, DtScalar z, DtScalar radius);

/**
 * Makes a rounded box: all points within radius of the box that dtBox makes of x, y and z. Its full extents are
 * larger than those by twice the radius.
 *
 * Dimensions are taken as by dtBox.
 */
DtShapeRef dtRoundBox(DtScalar x, DtScalar y, DtScalar z, DtScalar radius);

/**
 * Makes a wheel about the y-axis: all points within rounding of the disc that dtDisc makes of radius. Its outermost
 * radius is the sum of both.
 *
 * Dimensions are taken as by dtBox.
 */
DtShapeRef dtWheel(DtScalar radius, DtScalar rounding);

/**
 * Makes the frustum of a pyramid about the y-axis: the convex hull of a rectangle of full extents x1 and z1 along x
 * and z at y = -height / 2, and one of x2 and z2 at y = height / 2.
 *
 * A pyramid where the upper is zero, a wedge where one of its extents is. The frustum of a cone is the hull of two discs
 * moved along y: see dtHull. Dimensions are taken as by dtBox.
 */
DtShapeRef dtFrustum(DtScalar x1, DtScalar z1, DtScalar x2, DtScalar z2, DtScalar height);

/**
 * Makes the Minkowski sum of two shapes: all sums of a point of one and a point of the other, both in the local
 * coordinates of the result. A shape plus a dtSphere is thickened by its radius, plus a dtPoint it is moved.
 *
 * A complex shape counts as the convex hull of its vertices as they are now. The operands may be deleted, deformed and used
 * otherwise; the sum keeps what it was made of. A support point costs as much as those of all operands together.
 *
 * Unknown operands: NULL, and DT_UNKNOWN_SHAPE is raised. An unfinished complex shape, sums and hulls nested in each other
 * more than 16 deep, or more than 1024 shapes in all: NULL, and DT_INVALID_OPERATION is raised. Operands that hit nothing,
 * for their dimensions or for lack of vertices: a shape that hits nothing, and DT_INVALID_VALUE is raised.
 */
DtShapeRef dtSum(DtShapeRef shape1, DtShapeRef shape2);

/**
 * Makes the convex hull of two shapes, both in the local coordinates of the result. To have them apart, move one by
 * dtSum with a dtPoint, or place it by dtPlaced.
 *
 * dtHull of a complex shape with itself is the convex hull of all its vertices. Operands, errors and cost as for dtSum.
 */
DtShapeRef dtHull(DtShapeRef shape1, DtShapeRef shape2);

/**
 * Makes the image of a shape under an affine map, a convex shape in coordinates of its own: an operand of dtSum and dtHull
 * that is turned, stretched or sheared. (Objects need no such shapes: they are placed themselves.)
 *
 * m points to sixteen doubles, column by column, as for dtLoadMatrixd. NULL: NULL, and DT_INVALID_POINTER is raised. A
 * matrix that is not finite: a shape that hits nothing, and DT_INVALID_VALUE is raised. The operand, other errors and cost
 * as for dtSum.
 *
 * m is NULL or points to sixteen doubles.
 */
DtShapeRef dtPlaced(DtShapeRef shape, const double *m);

/**
 * Writes the placement of an object into m: sixteen floats, a 4x4 column-major matrix as of dtLoadMatrixf, rounded;
 * what is beyond floats is infinite.
 *
 * Returns DT_TRUE. An unknown object raises DT_UNKNOWN_OBJECT, NULL for m DT_INVALID_POINTER: nothing is written then,
 * and DT_FALSE is returned.
 *
 * m is NULL or points to room for sixteen floats.
 */
DtBool dtGetMatrixf(DtObjectRef object, float *m);

/**
 * Writes the placement of an object into m, as dtGetMatrixf, as sixteen doubles: all digits.
 *
 * m is NULL or points to room for sixteen doubles.
 */
DtBool dtGetMatrixd(DtObjectRef object, double *m);

/**
 * Writes the least and the greatest corner of a box along the world's axes that holds the object as it is placed now, and
 * is larger than the least one by rounding alone.
 *
 * Returns DT_TRUE; DT_FALSE for an object that can hit nothing: of an empty or unfinished shape, or placed by numbers that
 * are not finite. An unknown object raises DT_UNKNOWN_OBJECT, NULL DT_INVALID_POINTER, with DT_FALSE. With DT_FALSE nothing
 * is written. Linear in the vertices of a complex shape, else next to nothing.
 *
 * min and max are NULL or point to room for three numbers each.
 */
DtBool dtGetBBox(DtObjectRef object, DtScalar *min, DtScalar *max);

/**
 * Finds the boxes of a level of the tree by which the complex shape of an object is searched: to look at it, or to find
 * out why a shape is slow. Returns how many there are, and writes the first most of them to boxes.
 *
 * They are in the coordinates of the shape: transform their corners by dtGetMatrixd. Level 0 is the box of the whole, and
 * each level has up to four boxes for one of that above. What has none below stays, so that each level covers the shape;
 * when the number grows no more, every polytope has a box, which two triangles share that have an edge in common and were given
 * one after the other. A shape that is not complex has its box alone. Ask with NULL, or 0, for the number alone.
 *
 * An unknown object raises DT_UNKNOWN_OBJECT, and 0 is returned; so it is, with no error, for one that can hit nothing.
 * Linear in the boxes of the level; a deformed shape's tree is fitted first.
 *
 * boxes is NULL or points to room for most boxes.
 */
DtCount dtGetTreeBoxes(DtObjectRef object, DtCount level, struct DtBox *boxes, DtCount most);

/**
 * Returns the shape that an object is an instance of; NULL if that has been deleted.
 *
 * An unknown object: NULL, and DT_UNKNOWN_OBJECT is raised.
 */
DtShapeRef dtGetShape(DtObjectRef object);

/**
 * Tests one pair of objects and runs its response if they collide; returns the number of callbacks run, 0 or 1.
 *
 * An unknown object: nothing happens, and DT_UNKNOWN_OBJECT is raised.
 */
DtCount dtTestObjects(DtObjectRef object1, DtObjectRef object2);

/**
 * Returns the distance of two objects as they are placed now, and a point of each, in world coordinates, that are
 * that far apart. The distance is 0 if and only if the objects collide; both points are then one that they share.
 *
 * The relative error of the distance is that of dtSetTolerance. A point that is not wanted may be NULL. -1, and
 * nothing is written: an unknown object raises DT_UNKNOWN_OBJECT; an object and itself, or one with nothing to hit (of
 * an unfinished or empty complex shape, of a shape whose dimensions are no numbers, or with a placement that is not
 * finite or singular) DT_INVALID_OPERATION.
 *
 * Less than a microsecond for two convex objects; complex shapes are searched through their trees, near parts first.
 *
 * Each of point1 and point2 is NULL or has room for three scalars.
 */
DtScalar dtGetClosestPair(DtObjectRef object1, DtObjectRef object2, DtScalar *point1, DtScalar *point2);

/**
 * Returns whether two objects collide, as they are placed now, and if so a point that they share, in world
 * coordinates. If they do not, nothing is written.
 *
 * point may be NULL. Bad arguments are those of dtGetClosestPair: they make it DT_FALSE and raise an error.
 *
 * point is NULL or has room for three scalars.
 */
DtBool dtGetCommonPoint(DtObjectRef object1, DtObjectRef object2, DtScalar *point);

/**
 * Returns whether two objects, as they are placed now, are no farther apart than distance. 0 asks whether they
 * collide.
 *
 * Costs less than the distance itself: the search ends as soon as it is decided. A distance that is negative or no
 * number makes it DT_FALSE and raises DT_INVALID_VALUE; so do the bad arguments of dtGetClosestPair, which raise their
 * errors.
 */
DtBool dtWithinDistance(DtObjectRef object1, DtObjectRef object2, DtScalar distance);

/**
 * Casts two objects against each other: while time goes from 0 to 1, object1 is translated by motion1 from where it is
 * placed now, object2 by motion2. Returns the time at which they first touch, -1 if they do not. Nothing is moved.
 *
 * The time is 0 if and only if the objects collide where they are. point is where they touch, as they are placed at
 * that time, in world coordinates. normal is the normal of the contact, a unit vector in world coordinates that points
 * from object2 towards object1; of objects that collide from the start it is that of dtGetPenDepth. What is not wanted
 * may be NULL; a motion that is NULL is none.
 *
 * Whether there is a contact is decided as exactly as collisions are. The time is exact to the relative error of
 * dtSetTolerance, or to the rounding of the coordinates. -1, and nothing is written, with the errors of dtGetClosestPair
 * for bad objects, and with DT_INVALID_VALUE for a motion that is not finite. A few microseconds for two convex objects;
 * complex shapes are searched through their trees, what is reached early first.
 *
 * Each of the pointers to scalars is NULL or points to three of them.
 */
DtScalar dtCastObjects(DtObjectRef object1, const DtScalar *motion1, DtObjectRef object2, const DtScalar *motion2, DtScalar *point, DtScalar *normal);

/**
 * Casts the ray from the point from to the point to, in world coordinates, at one object, as it is placed now.
 * Returns when it enters the object, from 0 at from to 1 at to; -1 if it does not.
 *
 * 0 if and only if from is in the object or on its surface. point is where the ray enters, in world coordinates;
 * normal the normal of the surface there, a unit vector in world coordinates that points out of the object, and for a
 * ray that begins inside the shortest way out. Either may be NULL. A ray may be one point.
 *
 * Exactness as dtCastObjects. -1, and nothing is written: an unknown object raises DT_UNKNOWN_OBJECT, one with nothing
 * to hit DT_INVALID_OPERATION, an end that is NULL DT_INVALID_POINTER, one that is not finite DT_INVALID_VALUE. Half a
 * microsecond for a convex object.
 *
 * from and to are NULL or point to three scalars; point and normal are NULL or have room for three.
 */
DtScalar dtRayCastObject(DtObjectRef object, const DtScalar *from, const DtScalar *to, DtScalar *point, DtScalar *normal);

/**
 * Casts the ray from the point from to the point to, in world coordinates, at all objects as they are placed now.
 * Returns DT_TRUE if it hits any, and writes to hit the object that it enters first and where; of several that it
 * enters at once the one that was created first. See dtRayCastObject for what a hit is.
 *
 * With hit NULL it asks whether there is any, which costs less. If there is none nothing is written. Objects with
 * nothing to hit are passed over. DT_FALSE as well, and the errors of dtRayCastObject, for bad ends. O(log n) and the
 * objects near the ray where most of n objects are at rest. While most move, the first sixteen rays after a move cost
 * O(n), the next O(n log n), which makes the others as cheap.
 *
 * from and to are NULL or point to three scalars; hit is NULL or has room for a DtRayHit.
 */
DtBool dtRayCast(const DtScalar *from, const DtScalar *to, struct DtRayHit *hit);

/**
 * As dtRayCast, for all objects that the ray hits: returns how many they are, and writes the first capacity hits to
 * hits, in the order in which the ray enters them. Ask with NULL, or 0, for the number alone.
 *
 * from and to are NULL or point to three scalars; hits is NULL or points to room for capacity hits.
 */
DtCount dtRayCastAll(const DtScalar *from, const DtScalar *to, struct DtRayHit *hits, DtCount capacity);

/**
 * Returns how deep two objects are in each other, as they are placed now: the length of the shortest translation that
 * leaves them touching at most. 0 if they only touch, -1 if they are apart.
 *
 * normal is the direction of that translation for object1: a unit vector in world coordinates that points from
 * object2 towards object1. point1 is the point of object1 that is deepest in object2, in world coordinates, point2
 * that of object2 deepest in object1: point1 plus the depth times the normal. What is not wanted may be NULL.
 *
 * The depth is 0 or more if and only if the objects collide. Its relative error is that of dtSetTolerance, for boxes
 * and other polytopes next to none; translating by it separates the objects up to rounding, whatever the tolerance.
 * Of a complex shape the deepest pair of polytopes counts, each of them taken as a solid.
 *
 * -1, and nothing is written, with the errors of dtGetClosestPair for bad arguments. Some hundred nanoseconds for boxes,
 * a few microseconds for other convex objects; complex shapes are searched through their trees, deep parts first.
 *
 * Each of normal, point1 and point2 is NULL or has room for three scalars.
 */
DtScalar dtGetPenDepth(DtObjectRef object1, DtObjectRef object2, DtScalar *normal, DtScalar *point1, DtScalar *point2);

/**
 * Finds where two objects touch, as they are placed now. Returns how many contacts there are, 0 if the objects are
 * apart, and writes the first most of them to contacts. Ask with NULL, or 0, for the number alone.
 *
 * Of two convex objects the contacts are the corners of the region in which they touch, at most 16: a face on a face
 * has as many as the faces have in common, an edge two, a round body one. All have the normal of dtGetPenDepth, each
 * has a depth of its own. Those come first that say the most, so that the first four are a good choice of four. If a
 * shape is complex, each pair of polytopes that collide has its contacts, with a normal of its own; what neighbours
 * have in common comes once, the deepest first.
 *
 * 0, and nothing is written, with the errors of dtGetClosestPair for bad arguments. Takes some microseconds a pair of
 * convex parts.
 *
 * contacts is NULL or points to room for most contacts.
 */
DtCount dtGetContacts(DtObjectRef object1, DtObjectRef object2, struct DtContact *contacts, DtCount most);

/**
 * Finds where two objects touch, as they are placed now, by connected patches: a complex shape may touch another in several
 * places, and each has contacts of its own. Returns how many contacts there are, 0 if the objects are apart.
 *
 * The contacts are those of dtGetContacts, reduced to per_patch of each patch: the deepest, then always the one that
 * differs most from those before it, in place and normal; 4 are enough to rest on. With a per_patch of 0 all stay. Contacts
 * are of one patch where their polytopes are the same or share a vertex, of object1 and of object2. The deepest patch comes
 * first; the first most contacts are written to contacts, and the numbers of their patches, from 0, to patches. Either
 * may be NULL; ask with 0 for the number alone. Two convex objects have one patch.
 *
 * 0, and nothing is written, with the errors of dtGetClosestPair for bad arguments. Takes as long as dtGetContacts, and
 * O(n log n) for n contacts.
 *
 * Each of contacts and patches is NULL or points to room for most.
 */
DtCount dtGetContactPatches(DtObjectRef object1, DtObjectRef object2, DtCount per_patch, struct DtContact *contacts, DtCount *patches, DtCount most);

/**
 * Chooses how complex shapes that deform from now on are tested by dtTest. It changes speed, and no callback.
 *
 * DT_TREES, as it is at first, and DT_TREES_OR_SUBDIVISION fit trees only where something comes near, and stop at the first
 * collision of a pair. DT_SUBDIVISION needs no tree: it costs nothing for shapes whose boxes overlap no other's, and where
 * they do, the time is linear in their vertices and polytopes, and in the pairs of polytopes that are near each other; that
 * was no less than by trees in all that was measured. The data of smart and witnessed responses come from the trees of the
 * objects that collide; they are the same, except that they may speak of other colliding polytopes where a deformation changed
 * a shape so much that its tree is built anew. Another number raises DT_INVALID_ENUM, and nothing happens.
 */
void dtSetCollisionMethod(DtCollisionMethod method);

/**
 * Chooses the resolution of subdivision: the least cube around all that overlaps is halved along each axis at most levels
 * times, 1 to 30, and no more often than it is with 0, as at first: until the density of polytopes makes pairs quicker than
 * cells. It changes speed, and no answer.
 *
 * It counts wherever space is divided: in dtTest, unless with DT_TREES, in dtTestMotion for shapes that deform, in
 * dtSelfCollisions and in dtGetAllCollidingPolytopes. Another number raises DT_INVALID_VALUE, and nothing happens.
 */
void dtSetSubdivisionLevels(DtCount levels);

/**
 * Finds the pairs of polytopes of one object's complex shape that share a point as they are now; of pairs that share a
 * vertex, being neighbours, none counts. Returns how many there are.
 *
 * Polytopes are numbered in the order in which they were made, from 0. The first size pairs are written to
 * polytopes, two numbers each, the lesser first, in the order of the numbers; so polytopes has room for 2 * size.
 * With a size of 0 pairs are only counted, and polytopes may be NULL. Responses are not run, and the placement makes
 * no difference. The time is linear in the shape's size and in the pairs of polytopes that are near each other.
 *
 * An unknown object raises DT_UNKNOWN_OBJECT, one whose shape is not a finished complex one DT_INVALID_OPERATION, NULL
 * with a size DT_INVALID_POINTER: 0 is returned and nothing is written. Polytopes with a vertex that is not a number
 * below 1e75 are left out, and raise DT_INVALID_VALUE.
 *
 * polytopes is NULL or has room for 2 * size numbers.
 */
DtCount dtSelfCollisions(DtObjectRef object, DtCount size, DtIndex *polytopes);

/**
 * Finds all pairs of polytopes of different objects that share a point as they are now, for all objects of complex shapes
 * at once. Returns how many there are.
 *
 * The first most of them are written to pairs: in the order of the objects' creation, then of the polytopes. With most
 * being 0 pairs are only counted, and pairs may be NULL. Objects of other shapes do not count, and responses are
 * neither run nor looked at. No tree is made or fitted, whatever dtSetCollisionMethod says: the time is linear in the
 * vertices, in the polytopes of objects whose boxes overlap, and in the pairs of polytopes that are near each other.
 *
 * NULL with room raises DT_INVALID_POINTER, and 0 is returned. Polytopes of objects near others are left out where a
 * vertex, or where the placement puts it, is not a number below 1e75, and raise DT_INVALID_VALUE.
 *
 * pairs is NULL or has room for most records.
 */
DtCount dtGetAllCollidingPolytopes(struct DtCollidingPolytopes *pairs, DtCount most);

/**
 * Makes a context: a world of its own, without objects and responses, with all settings as they are at first. It is
 * current in no thread yet. Returns its name, which is never NULL.
 *
 * Contexts are independent: threads that use different ones never wait for each other. They share their shapes:
 * a shape that was made (and, if it is complex, finished) in one may be used in all. A deformation is seen by
 * the context where it is made; others that have used the shape keep it as it was. dtDeleteShape in one
 * context leaves the shape to the others that have used it. A shape goes with the last context that uses it, or
 * where it was made.
 */
DtContext dtNewContext(void);

/**
 * Makes a context the calling thread's: all functions that the thread calls are about its world from then on. NULL is
 * the context that is there from the start, and every thread's at first. A test under way goes on in
 * its own context, whichever a callback makes current.
 *
 * An unknown context: the current one stays, and DT_INVALID_OPERATION is raised there.
 */
void dtMakeCurrent(DtContext context);

/**
 * Returns the calling thread's context.
 */
DtContext dtCurrentContext(void);

/**
 * Deletes a context and all that is in it. If it is the calling thread's, NULL becomes current; a test under way
 * in it ends.
 *
 * NULL, an unknown context, and one that is another thread's: nothing is deleted, and DT_INVALID_OPERATION is
 * raised.
 */
void dtDeleteContext(DtContext context);

/**
 * Chooses the broad phase, one of DtBroadPhase; at first it is DT_AUTOMATIC. Costs as much as putting all
 * objects in anew. May be called at any time, inside callbacks too.
 *
 * dtTestMotion finds its pairs by a tree of boxes around whole ways; after DT_SWEEP_AND_PRUNE by queued swaps, which is slower
 * in all scenes that were measured, and least so where all objects move alike.
 *
 * Another number: nothing happens, and DT_INVALID_ENUM is raised.
 */
void dtSetBroadPhase(DtBroadPhase phase);

/**
 * Chooses the boxes of objects: DT_FALSE, as it is at first, boxes that fit the objects as they are turned; else
 * (as in SOLID 1.0) cubes that are as large however an object is turned. Answers do not depend on it.
 */
void dtSetBoxes(DtBool fixed);

/**
 * Lets so many threads, 1 to 256, work in the tests of the current context from now on, the calling one included; at
 * first there is 1. Callbacks still run one by one on the calling thread, in the same order, and get the same data, to
 * the last bit.
 *
 * Worth it from some hundred objects on, up to the number of the machine's cores; what is decided by subdivision of space
 * (dtSetCollisionMethod) is shared among them too. All pairs are decided before the
 * first callback runs; those with an object that a callback moves are decided again when it is their turn. May be
 * called at any time, inside callbacks too.
 *
 * Another number, or more threads than the system gives: nothing happens, and DT_INVALID_VALUE is raised.
 */
void dtSetThreads(DtCount threads);

/**
 * Finds the objects whose bounding boxes overlap a box with the corners min and max, along the world's axes; what
 * touches overlaps. Returns how many they are, and writes the first capacity of them to objects, in the
 * order of their creation.
 *
 * The objects may be outside of the box themselves: their bounding boxes are what is looked at. Costs O(log n + k) for k
 * objects in scenes at rest. While most of n objects move, the first 64 boxes after a move cost O(n), the next
 * O(n log n), which makes the others as cheap.
 *
 * min and max point to three numbers each; objects to room for capacity, or is NULL where that is 0. NULL
 * otherwise: returns 0, and DT_INVALID_POINTER is raised. A number that is no number, or a corner that is greater than
 * the other: returns 0, and DT_INVALID_VALUE is raised.
 *
 * The pointers are NULL or point to as many values as said.
 */
DtCount dtQueryBox(const DtScalar *min, const DtScalar *max, DtObjectRef *objects, DtCount capacity);

/**
 * Writes what the scene has and what has been done. Costs a commit of what has moved, if anything has.
 *
 * NULL: nothing happens, and DT_INVALID_POINTER is raised.
 *
 * statistics is NULL or points to a DtStatistics.
 */
void dtGetStatistics(struct DtStatistics *statistics);

/**
 * Tests all pairs of objects for collision on their way from where they were at the last dtProceed (time 0) to where
 * they are (time 1), and runs the response of each pair that collides, in the order of the times; returns how many were
 * run. Nothing passes through anything, however fast it is.
 *
 * An object turns at once, and then moves straight: all the way it is turned and scaled as it is now. One that was made
 * since the last dtProceed rests where it is. A complex shape that dtChangeVertexBase has changed since then deforms on the
 * way: each of its vertices moves straight from where it was, its object being placed as it was, to where it is; polytopes
 * with a vertex that was or is not a number below 1e75 are left out, and raise DT_INVALID_VALUE where their object has just
 * changed or is near another.
 *
 * Responses are those of dtTest; all but simple ones get the same data: point1 and point2 are the points, in the local
 * coordinates of object1 and of object2, that meet, and normal is the unit normal there, along the world's axes, from
 * object2 towards object1. Where two objects share a point from the start, the normal is zero. dtContactTime tells the
 * time. Responses that ask for contacts get one, at that time and of depth 0, in world coordinates. Contacts of one time come in the order of dtTest, whose rules tell which object is object1.
 *
 * Each pair comes once at most. What a callback changes applies at once: an object that it moves or deletes has another
 * way, or none, and its contacts that have not come yet are found again; a contact that comes about thereby is the next
 * even if its time has passed. Pairs with objects that it creates are left to the next test.
 *
 * Costs O(m log n + k) for m objects whose ways have changed since the last dtTestMotion and k pairs whose boxes meet on
 * the way, each of which is cast.
 */
DtCount dtTestMotion(void);

/**
 * Returns the time of contact, from 0 to 1, of the callback of dtTestMotion that was run last in the current context; 0
 * before there was one.
 */
DtScalar dtContactTime(void);

/**
 * Names the array of the open shape's vertices, as dtVertexBase does: three coordinates each, DT_FLOAT or DT_DOUBLE, and
 * from one vertex to the next stride bytes, or none between if stride is 0.
 *
 * Any alignment will do. The array named last counts, by this function or dtVertexBase, for all indices of the shape;
 * dtEndComplexShape copies the vertices that are in use, and then the array is not read any more. NULL takes an earlier
 * one back. An unknown type raises DT_INVALID_ENUM and names nothing; without an open shape DT_INVALID_OPERATION is
 * raised.
 *
 * Until dtEndComplexShape the array holds every vertex that the shape's indices name.
 */
void dtVertexPointer(DtVertexType type, DtCount stride, const void *base);

/**
 * Announces how many vertices the array of the open shape has. Polytopes with an index past its end are left out by
 * dtEndComplexShape, which raises DT_INVALID_VALUE then, and the array is not read there.
 *
 * The last announcement counts, for indices given before it as well. Without an open shape DT_INVALID_OPERATION is
 * raised.
 */
void dtVertexCount(DtCount count);

/**
 * Gives the vertices of a finished complex shape new positions, as dtChangeVertexBase does, from an array as
 * dtVertexPointer describes it.
 *
 * The array need not have the layout of an earlier one. Errors are those of dtChangeVertexBase, and DT_INVALID_ENUM for
 * an unknown type; then nothing happens. Takes time in proportion to the shape's size.
 *
 * base is NULL or an array of every vertex that the shape's indices name.
 */
void dtChangeVertexPointer(DtShapeRef shape, DtVertexType type, DtCount stride, const void *base);

/**
 * Gives the vertices of a finished complex shape positions on the way from those of one array to those of another: base1
 * plus t times their difference. At t = 0 and 1 they are exactly those of the arrays.
 *
 * Both arrays are as dtVertexBase has them, and may be the same; t may lie beyond 0 and 1. The shape is deformed as by
 * dtChangeVertexBase. Errors are those of dtChangeVertexBase; an open shape raises DT_INVALID_OPERATION, a t that is not
 * finite DT_INVALID_VALUE, and then nothing happens. Takes time in proportion to the shape's size.
 *
 * Each of base1 and base2 is NULL or an array of every vertex that the shape's indices name.
 */
void dtMorphVertexBase(DtShapeRef shape, const void *base1, const void *base2, DtScalar t);

/**
 * Makes a complex shape a solid, which counts what its surface holds, if solid is not DT_FALSE; or a surface again, as
 * every complex shape is at first. Returns whether it is a solid now.
 *
 * What is wholly inside a solid collides with it. A solid must be closed: each edge of its polygons, by the places of its
 * ends, belongs to an even number of them. If it is not, it is made none and DT_INVALID_VALUE is raised; dtGetBadPolygon
 * names a polygon with an open edge. Where neighbours agree about the sense of their outlines, inside is where the surface
 * winds around, so that solids may be given as several closed surfaces that overlap, or with hollows in the opposite
 * sense; otherwise it is where a way out passes the surface an odd number of times. Polytopes that have a volume are
 * solid in any case.
 *
 * It stays a solid through deformations. Where one takes apart what met only by its place, and so opens it, it is none any
 * more, and DT_INVALID_VALUE is raised; while a vertex is not finite nothing is inside. Where the surfaces do not meet,
 * smart response has its data from the polytopes nearest to each other, and depths and contacts tell the way out through
 * the nearest point of the solid's surface.
 *
 * Unknown shapes raise DT_UNKNOWN_SHAPE; an open one, and one that is not complex, DT_INVALID_OPERATION. Takes
 * O(n log n) time for n polygons; in a test, each connected part of the other shape takes a walk along one line.
 */
DtBool dtSetSolid(DtShapeRef shape, DtBool solid);

/**
 * Returns which polytope was not as it should be when a complex shape was last finished, deformed or made a solid: its
 * number in the order in which the shape's polytopes were closed, from 0, empty ones not counted; of several the first.
 *
 * DT_NO_POLYGON if all were good.
 */
DtCount dtGetBadPolygon(void);

/**
 * Computes the intersection of the polygons of two complex shapes: the line segments in which a polygon of the one
 * crosses a polygon of the other. Returns how many there are, and writes the first most of them to segments.
 *
 * The segments come curve by curve, each beginning at exactly the point where the one before ends. All curves of two
 * closed meshes are closed: the last segment ends where the first begins. What merely touches is taken as if object2's
 * shape were moved by next to nothing, so that it crosses or misses, the same in each call. Polytopes of
 * DT_POLYHEDRON, and simplices of four vertices, have no outline and are left out. Ask with NULL, or 0, for the number
 * alone.
 *
 * An unknown object raises DT_UNKNOWN_OBJECT, the same object twice or one that is not complex DT_INVALID_OPERATION;
 * then 0 is returned. Takes time in proportion to the pairs of polygons whose boxes overlap.
 *
 * segments is NULL or points to room for most segments.
 */
DtCount dtGetIntersection(DtObjectRef object1, DtObjectRef object2, struct DtSegment *segments, DtCount most);

/**
 * Finds all pairs of polytopes, one of each object, that share a point; touching is sharing. Returns how many there are,
 * and writes the first most of them to pairs, ascending, each once.
 *
 * A shape that is not complex counts as one polytope. Ask with NULL, or 0, for the number alone. Errors are those of
 * dtGetIntersection, but any shape will do. Takes time in proportion to the pairs whose boxes overlap.
 *
 * pairs is NULL or points to room for most pairs.
 */
DtCount dtGetCollidingPolytopes(DtObjectRef object1, DtObjectRef object2, struct DtPolytopePair *pairs, DtCount most);

#ifdef __cplusplus
}
#endif

#endif  /* SOLID_SOLID_EXT_H */
