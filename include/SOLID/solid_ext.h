/* Functions that SOLID 2.0 does not have: more shapes, queries, contacts, contexts and settings.
 *
 * Points, vectors, normals and boxes are in world coordinates unless a comment says otherwise. A function
 * that finds a list returns the number of entries found, and writes at most as many as there is space for.
 * A function that raises an error changes nothing and writes nothing unless its comment says otherwise.
 * The times given are for one core of a desktop computer. The lists are those of SOLID/solid.h.
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
    DT_INTERNAL_ERROR = 7,
    /**
     * There is not enough memory. The call has done nothing, or only a part of its callbacks; the
     * world and its shapes are as they were.
     */
    DT_OUT_OF_MEMORY = 8,
    /**
     * Whether objects that turn touch is not known: they graze each other for so long that the
     * search was given up. They are apart until dtUndecidedTime.
     */
    DT_UNDECIDED = 9
} DtError;

/**
 * How two objects clash.
 */
typedef enum DtClashKind {
    /**
     * They are farther apart than the clearance.
     */
    DT_APART = 0,
    /**
     * They are apart, but not by more than the clearance.
     */
    DT_CLEARANCE_CLASH = 1,
    /**
     * They share points, and overlap no deeper than the tolerance.
     */
    DT_TOUCHING_CLASH = 2,
    /**
     * They overlap, and are none of the following.
     */
    DT_OVERLAPPING_CLASH = 3,
    /**
     * One goes through the other: what sticks out of that is in several pieces.
     */
    DT_PIERCING_CLASH = 4,
    /**
     * One is inside the other: it sticks out no farther than the tolerance.
     */
    DT_CONTAINED_CLASH = 5,
    /**
     * Each is inside the other.
     */
    DT_DUPLICATE_CLASH = 6
} DtClashKind;

/**
 * What has become of a pair that collides, or did in the last frame.
 */
typedef enum DtEventKind {
    /**
     * It collides, and did not at the last dtProceed.
     */
    DT_BEGAN = 0,
    /**
     * It collides, and did at the last dtProceed.
     */
    DT_STAYS = 1,
    /**
     * It collided at the last dtProceed, and does no longer; an object may have been deleted.
     */
    DT_ENDED = 2
} DtEventKind;

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
    DT_SUBDIVISION = 1
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
     * Compares every box with every other. For tests.
     */
    DT_BRUTE_FORCE = 3
} DtBroadPhase;

/**
 * How dtTestMotion takes objects to move between two frames.
 */
typedef enum DtMotionKind {
    /**
     * The pivot moves along a straight line. The object turns about it at a constant angular
     * velocity, by the shortest way or as dtSetSpin says, and scales evenly.
     */
    DT_TURNING_MOTION = 0,
    /**
     * The object has its present rotation and scale from the start, and moves along a straight
     * line.
     */
    DT_STRAIGHT_MOTION = 1,
    /**
     * The object turns about an axis and moves along it, where it does not scale; else as
     * DT_TURNING_MOTION.
     */
    DT_SCREW_MOTION = 2
} DtMotionKind;

/**
 * What lines show.
 */
typedef enum DtDrawing {
    /**
     * The shapes: edges of polytopes, polygons and boxes; of round shapes the silhouettes as seen
     * along the axes of their local coordinates.
     */
    DT_DRAW_SHAPES = 0,
    /**
     * The bounding boxes of dtGetBBox.
     */
    DT_DRAW_BOXES = 1,
    /**
     * The contacts of dtGetContacts of each pair that dtTest would call back for: from point1 to
     * point2, as long as the contact is deep.
     */
    DT_DRAW_CONTACTS = 2,
    /**
     * The normals of these contacts: from point1, of length 1.
     */
    DT_DRAW_NORMALS = 3
} DtDrawing;

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
 * What each row of an array consists of.
 */
typedef enum DtLayout {
    /**
     * A placement as a matrix of four rows and four columns, row by row.
     */
    DT_ROW_MAJOR_4X4 = 1,
    /**
     * The first three rows of such a matrix, row by row: twelve numbers.
     */
    DT_ROW_MAJOR_3X4 = 2,
    /**
     * A placement as a matrix of four rows and four columns, column by column, as in OpenGL.
     */
    DT_COLUMN_MAJOR_4X4 = 3,
    /**
     * The same without the last row: twelve numbers.
     */
    DT_COLUMN_MAJOR_3X4 = 4,
    /**
     * A placement as a position and a quaternion: x y z, then x y z w.
     */
    DT_POSITION_XYZW = 5,
    /**
     * A placement as a position and a quaternion: x y z, then w x y z.
     */
    DT_POSITION_WXYZ = 6,
    /**
     * A point or a vector: x y z.
     */
    DT_POINTS = 7,
    /**
     * A DtObjectRef. The type of the array does not matter.
     */
    DT_OBJECTS = 8,
    /**
     * An unsigned char: zero or not. The type of the array does not matter.
     */
    DT_FLAGS = 9,
    /**
     * A point and a radius: x y z r.
     */
    DT_BALLS = 10,
    /**
     * A height, for dtHeightField: one number.
     */
    DT_HEIGHTS = 11
} DtLayout;

/**
 * What a batch is to find out about each row.
 */
typedef enum DtQuestion {
    /**
     * Whether objects collide: the value is 1 if they do, else 0. The contact is zero.
     */
    DT_COLLIDES = 1,
    /**
     * The same, up to the first row whose objects collide; those after it are left out.
     */
    DT_FIRST_COLLISION = 2,
    /**
     * The value is the distance, as of dtGetClosestPair. The contact has the closest points, a
     * normal from object2 towards object1, zero if they collide, and minus the distance as its
     * depth.
     */
    DT_DISTANCE = 3,
    /**
     * The value is the penetration depth, as of dtGetPenDepth, or -1 if objects are apart; then
     * the contact is zero. Otherwise it has the deepest points and the normal.
     */
    DT_DEPTH = 4
} DtQuestion;

/**
 * Which diagonal divides the cells of a height field into triangles.
 */
typedef enum DtDiagonal {
    /**
     * From the corner of the least x and z to that of the greatest.
     */
    DT_RISING = 1,
    /**
     * From the corner of the greatest x and the least z to that of the least x and the greatest z.
     */
    DT_FALLING = 2,
    /**
     * As DT_FALLING where column and row are both even or both odd, as DT_RISING elsewhere.
     */
    DT_ALTERNATING = 3
} DtDiagonal;

/**
 * What dtQuery asks about all objects.
 */
typedef enum DtQueryKind {
    /**
     * Which objects share a point with the shape, in the order of their creation. Of a hit only
     * object is set, the rest is zero.
     */
    DT_OVERLAP_QUERY = 0,
    /**
     * Which objects are nearest, the nearest first: dtGetClosestPair of each.
     */
    DT_CLOSEST_QUERY = 1,
    /**
     * Where the shape touches objects: dtGetContacts of each, in the order of their creation. An
     * object has a hit for each contact.
     */
    DT_CONTACT_QUERY = 2,
    /**
     * Which objects the shape meets while it moves, the first one first: dtCastObjects of each, and
     * if it turns, dtCastObjectsTurning.
     */
    DT_CAST_QUERY = 3
} DtQueryKind;

/**
 * A truth value: DT_FALSE or DT_TRUE.
 */
typedef unsigned int DtBool;

/**
 * The support mapping of a convex shape: writes the point of the shape that is farthest along a
 * direction. Both are in the shape's local coordinates; the direction has length 1. Where several
 * points are farthest, any of them, but for the same direction always the same one.
 *
 * It is called during queries and tests, with dtSetThreads on several threads at once, in the
 * default floating-point environment. It must return: no exception, longjmp or switch to another
 * stack. It may call no dt function: such calls do nothing, and DT_INVALID_OPERATION is raised.
 * Calls of other threads wait for the test or query: it must not wait for such a thread.
 */
typedef void (*DtSupport)(void *client_data, const DtScalar *direction, DtScalar *point);

/**
 * Frees the client data of a shape that is gone. It must return, and may call no dt function: such
 * calls do nothing.
 */
typedef void (*DtDestroy)(void *client_data);

/**
 * An array of the program's: rows of numbers, of objects or of flags. A function reads it where it
 * is, and only until it returns.
 */
typedef struct DtArray {
    /**
     * The first row, which need not be aligned. May be NULL if there are no rows.
     */
    const void *base;
    /**
     * What each row consists of.
     */
    DtLayout layout;
    /**
     * The type of its numbers: DT_FLOAT or DT_DOUBLE.
     */
    DtVertexType type;
    /**
     * The bytes from the beginning of a row to that of the next; 0 means packed.
     */
    DtCount stride;
    /**
     * The number of rows. Where others have more, one row serves for all.
     */
    DtCount count;
} DtArray;

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
     * A point on the surface of object1: outside of it by no more than 1e-5 of the objects' size.
     * Of a hull of round shapes (dtHull) and of shapes of which only support points are known,
     * points beside the deepest one may be on chords: inside of the object by up to 0.75 % of the
     * size. It is inside object2 or on its surface, unless object2 is thinner there, along the
     * normal, than the contact is deep: then it lies beyond object2. Polygons are as thin as that.
     */
    DtVector point1;
    /**
     * A point on the surface of object2, likewise: point1 plus depth times normal. Between curved
     * objects, the deepest points of dtGetPenDepth and DT_DEPTH_RESPONSE satisfy this to the
     * tolerance of dtSetTolerance, as a part of the objects' size.
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
    /**
     * The number of the feature of object1 that touches here: a vertex, an edge, a face or a side
     * of one of its polytopes. feature1 and feature2 together tell a contact from all others of the
     * two objects, and are the same in the next frame as long as the same features touch. A contact
     * at the deepest point that is no corner of the region has 0.
     */
    DtCount feature1;
    /**
     * The number of the feature of object2, likewise.
     */
    DtCount feature2;
} DtContact;

/**
 * How far a point is from the surface of an object.
 */
typedef struct DtSignedDistance {
    /**
     * The distance, as a negative number if the point is inside.
     */
    DtScalar distance;
    /**
     * The direction in which the distance grows fastest: a unit vector.
     */
    DtVector gradient;
    /**
     * The nearest point of the surface.
     */
    DtVector nearest;
} DtSignedDistance;

/**
 * Where a point is on the surface of an object.
 */
typedef struct DtSurfacePoint {
    /**
     * The barycentric coordinates of the point in the triangle, in the order of its vertices; zeros if the
     * polytope is no triangle.
     */
    DtVector weights;
    /**
     * The number of the polytope, as dtGetSurfacePoint has it: of a height field that of the triangle, of
     * points that of the point. 0 for a primitive.
     */
    DtCount polytope;
    /**
     * Of a compound the number of the part, in the order in which they were added; otherwise 0.
     */
    DtCount part;
    /**
     * The number of the polytope in that part; of a part that is a compound one for dtGetPart.
     */
    DtCount part_polytope;
} DtSurfacePoint;

/**
 * Two polytopes of one complex shape that touch between two frames.
 */
typedef struct DtSelfContact {
    /**
     * The polytope with the smaller number.
     */
    DtIndex polytope1;
    /**
     * The other polytope.
     */
    DtIndex polytope2;
    /**
     * When they first touch, from 0 at the last dtProceed to 1 now.
     */
    DtScalar time;
} DtSelfContact;

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
     * The number of pairs of objects whose boxes overlap, without those of two objects that have no
     * response.
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
 * Two objects that would meet: why they have stopped.
 */
typedef struct DtStop {
    /**
     * The first.
     */
    DtObjectRef object1;
    /**
     * The second.
     */
    DtObjectRef object2;
    /**
     * When they stopped, just before their contact: from 0 at the last dtProceed to 1 now.
     */
    DtScalar time;
    /**
     * Half way between their closest points where they stopped, in world coordinates.
     */
    DtVector point;
    /**
     * A unit vector from object2 towards object1, in world coordinates.
     */
    DtVector normal;
} DtStop;

/**
 * How an object moves in a cast.
 */
typedef struct DtMotion {
    /**
     * The translation of its local origin, in world coordinates.
     */
    DtVector translation;
    /**
     * Its rotation about its local origin: the axis, in world coordinates, times the angle in
     * radians, which may exceed a full turn, up to 10,000 radians.
     */
    DtVector spin;
} DtMotion;

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
 * How two objects clash, and how much. Points and vectors are in world coordinates.
 */
typedef struct DtClash {
    /**
     * The kind.
     */
    enum DtClashKind kind;
    /**
     * 1 or 2: which object pierces the other or is inside of it; 0 for other kinds.
     */
    unsigned int inner;
    /**
     * The distance; 0 if and only if the objects collide.
     */
    DtScalar distance;
    /**
     * The closest point of object1; of objects that collide, where it touches after the translation.
     */
    DtVector point1;
    /**
     * The same of object2.
     */
    DtVector point2;
    /**
     * A translation of object1 that separates them, as of dtGetSeparation; of complex shapes that are
     * no solids, as of dtGetPenDepth. Its length is the depth.
     */
    DtVector translation;
    /**
     * No translation that is shorter separates them; 0 where that is not known.
     */
    DtScalar least;
    /**
     * The centre of the largest ball in what they have in common.
     */
    DtVector deepest;
    /**
     * The radius of that ball, found by a search to 1 %.
     */
    DtScalar radius;
    /**
     * How far object1 reaches into object2: how far points that they share are from object2's
     * surface, at most. Found by a search to 1 %.
     */
    DtScalar protrusion1;
    /**
     * How far object2 reaches into object1.
     */
    DtScalar protrusion2;
    /**
     * The volume that they have in common; -1 if one is complex and no solid, or its polygons do not
     * agree about which side is outside, or is a compound whose parts overlap each other where the other
     * object may be, or consists of points. Of round shapes, that of polyhedra: for a ball 0.2 % less.
     */
    DtScalar volume;
    /**
     * The centre of that volume.
     */
    DtVector center;
} DtClash;

/**
 * What tells a contact from all others, in this frame and in the next: the objects, and the features
 * that a DtContact has.
 */
typedef struct DtContactId {
    /**
     * An object; NULL in both if all contacts are of one pair of objects.
     */
    DtObjectRef object1;
    /**
     * The other object.
     */
    DtObjectRef object2;
    /**
     * The number of the feature of object1.
     */
    DtCount feature1;
    /**
     * The number of the feature of object2.
     */
    DtCount feature2;
} DtContactId;

/**
 * Two objects.
 */
typedef struct DtObjectPair {
    /**
     * The first.
     */
    DtObjectRef object1;
    /**
     * The second.
     */
    DtObjectRef object2;
} DtObjectPair;

/**
 * Which objects a query is about, and which hits are wanted. Zeros leave nothing out.
 */
typedef struct DtQueryFilter {
    /**
     * The largest distance of DT_CLOSEST_QUERY, in lengths, or time of a cast; 0 for any.
     */
    DtScalar limit;
    /**
     * The categories of what asks: objects are left out whose mask has none of them (dtSetFilter).
     * 0 for those of the object that asks, and of a shape or a ray for all.
     */
    unsigned int categories;
    /**
     * Objects are left out that have no category in this mask. 0 for that of the object that asks,
     * and of a shape or a ray for all.
     */
    unsigned int mask;
    /**
     * How many hits are wanted, of DT_CONTACT_QUERY how many objects: the first ones in the order
     * of the query. With 1 it ends as soon as that is known. 0 for all.
     */
    DtCount most;
} DtQueryFilter;

/**
 * A hit of a query.
 */
typedef struct DtQueryHit {
    /**
     * The object.
     */
    DtObjectRef object;
    /**
     * The distance, the depth, or the time of a cast: from 0, the start, to 1, the end.
     */
    DtScalar value;
    /**
     * A point of what asks, in world coordinates; of a cast the point of contact.
     */
    DtVector point1;
    /**
     * A point of the object, in world coordinates; of a cast the point of contact.
     */
    DtVector point2;
    /**
     * A unit vector that points from the object towards what asks, in world coordinates; zero for
     * closest points of bodies that collide.
     */
    DtVector normal;
} DtQueryHit;

/**
 * Looks at a hit of a query, which is readable until the function returns. Returns DT_TRUE to see
 * the next one, DT_FALSE to end the query. It may call every function of this library: the hits
 * are those of the world when the query began. It may be left by a C++ exception or longjmp, and
 * may switch to another stack, as coroutines and fibers do.
 */
typedef DtBool (*DtQueryVisit)(void *client_data, const struct DtQueryHit *hit);

/**
 * What has become of a pair.
 */
typedef struct DtEvent {
    /**
     * The first object, as of a callback.
     */
    DtObjectRef object1;
    /**
     * The second object.
     */
    DtObjectRef object2;
    /**
     * What has become of them.
     */
    enum DtEventKind kind;
} DtEvent;

/**
 * Looks at what has become of a pair, which is readable until the function returns. Returns DT_TRUE to
 * see the next one, DT_FALSE to end. It may call every function of this library, and may be left, as a
 * DtQueryVisit may.
 */
typedef DtBool (*DtEventVisit)(void *client_data, const struct DtEvent *event);

/**
 * Two objects that are near each other.
 */
typedef struct DtNearPair {
    /**
     * The first object, as of a callback.
     */
    DtObjectRef object1;
    /**
     * The second object.
     */
    DtObjectRef object2;
    /**
     * Their distance; 0 if and only if they collide.
     */
    DtScalar distance;
    /**
     * The closest point of object1, in world coordinates.
     */
    DtVector point1;
    /**
     * The closest point of object2, in world coordinates; where they collide the same as point1.
     */
    DtVector point2;
} DtNearPair;

/**
 * Looks at two objects that are near each other. What it is given and what it may do are as of a
 * DtEventVisit.
 */
typedef DtBool (*DtNearPairVisit)(void *client_data, const struct DtNearPair *pair);

/**
 * A line segment of a drawing.
 */
typedef struct DtLine {
    /**
     * Where it begins, in world coordinates.
     */
    DtVector point1;
    /**
     * Where it ends, in world coordinates.
     */
    DtVector point2;
    /**
     * The object that it belongs to; of a contact, its object1.
     */
    DtObjectRef object1;
    /**
     * The same object; of a contact, its object2.
     */
    DtObjectRef object2;
} DtLine;

/**
 * Draws a line, which is readable until the function returns. It may call every function of this
 * library, may be left by a C++ exception or longjmp, and may switch to another stack, as
 * coroutines and fibers do, and go on later, also on another thread, or never.
 */
typedef void (*DtDraw)(void *client_data, const struct DtLine *line);

/**
 * An object of a saved world.
 */
typedef struct DtSavedObject {
    /**
     * Its name, in the program that saved it.
     */
    DtObjectRef object;
    /**
     * The number that was attached to it (dtSetObjectData).
     */
    unsigned int number;
} DtSavedObject;

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
#define DT_NO_POLYGON (DtCount)4294967295u

/**
 * A response type: the intersection of the surfaces. coll_data points to a DtIntersectionData with
 * the segments of dtGetIntersection.
 */
#define DT_INTERSECTION_RESPONSE (DtResponseType)6

/**
 * No row: the result of dtGetBadRow if all rows have answers, and of dtMatchContacts for a contact
 * that is new.
 */
#define DT_NO_ROW (DtCount)4294967295u

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns the first error since the last call of this function, and forgets it.
 *
 * If the environment variable SOLID_PRINT_ERRORS is set, neither to nothing nor to 0, every error
 * is also printed to the standard error stream.
 *
 * - returns: the error of the current context; DT_NO_ERROR if there was none
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(1)
 */
enum DtError dtGetError(void);

/**
 * Returns an English description of an error.
 *
 * - error: one of DtError; of other numbers, the description is "an unknown error"
 * - returns: a constant string, never NULL, which must not be freed
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(1)
 */
const char *dtErrorString(DtError error);

/**
 * Makes an ellipsoid centred at its local origin.
 *
 * - rx, ry, rz: its radii along the local axes; a negative one counts as its absolute
 *   value, 0 makes it flat
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if a radius is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtEllipsoid(DtScalar rx, DtScalar ry, DtScalar rz);

/**
 * Makes a shape that is a single point. As an operand of dtSum it moves the other shape.
 *
 * - x, y, z: its coordinates
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if a coordinate is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtPoint(DtScalar x, DtScalar y, DtScalar z);

/**
 * Makes the line segment between two points.
 *
 * - x1, y1, z1: one end
 * - x2, y2, z2: the other; if they are the same, the shape is a point
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if a coordinate is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtLineSegment(DtScalar x1, DtScalar y1, DtScalar z1, DtScalar x2, DtScalar y2, DtScalar z2);

/**
 * Makes a rectangle in the local plane y = 0, centred at the local origin.
 *
 * - x, z: its full extents; a negative one counts as its absolute value
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if an extent is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtRectangle(DtScalar x, DtScalar z);

/**
 * Makes a disc in the local plane y = 0, centred at the local origin.
 *
 * - radius: a negative one counts as its absolute value
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if the radius is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtDisc(DtScalar radius);

/**
 * Makes a filled ellipse in the local plane y = 0, centred at the local origin.
 *
 * - rx, rz: its radii along the local axes; a negative one counts as its absolute value
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if a radius is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtEllipse(DtScalar rx, DtScalar rz);

/**
 * Makes a capsule about the local y-axis: all points within a radius of the line segment from
 * y = -height / 2 to y = height / 2. Its full height is height + 2 * radius.
 *
 * - radius: the distance from the segment
 * - height: the length of the segment; negative dimensions count as their absolute values
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtCapsule(DtScalar radius, DtScalar height);

/**
 * Makes a lozenge: all points within a radius of the rectangle dtRectangle(x, z).
 *
 * - x, z: the full extents of the rectangle
 * - radius: the distance from it; negative dimensions count as their absolute values
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtLozenge(DtScalar x, DtScalar z, DtScalar radius);

/**
 * Makes a rounded box: all points within a radius of the box dtBox(x, y, z). Its full extents
 * are larger than those by 2 * radius.
 *
 * - x, y, z: the full extents of the box
 * - radius: the distance from it; negative dimensions count as their absolute values
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtRoundBox(DtScalar x, DtScalar y, DtScalar z, DtScalar radius);

/**
 * Makes a wheel about the local y-axis: all points within a distance of the disc
 * dtDisc(radius). Its outer radius is radius + rounding.
 *
 * - radius: that of the disc
 * - rounding: the distance from it; negative dimensions count as their absolute values
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtWheel(DtScalar radius, DtScalar rounding);

/**
 * Makes a frustum about the local y-axis: the convex hull of two rectangles, one at y =
 * -height / 2 and one at y = height / 2.
 *
 * If both upper extents are 0 it is a pyramid; if one of them is, a wedge. For the frustum of
 * a cone, pass two discs to dtHull.
 *
 * - x1, z1: the full extents of the lower rectangle
 * - x2, z2: those of the upper one
 * - height: the distance between them; negative dimensions count as their absolute values
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtFrustum(DtScalar x1, DtScalar z1, DtScalar x2, DtScalar z2, DtScalar height);

/**
 * Makes a half-space: all points p with (x, y, z) . p <= offset. The vector points out of it,
 * and dtHalfSpace(0, 1, 0, 0) is the ground below y = 0. The only shape without bounds.
 *
 * An object places it like other shapes; under a matrix that flattens it hits nothing. It is no
 * operand of dtSum and dtHull. The depth of two half-spaces is infinite unless they face each
 * other: no translation separates others.
 *
 * - x, y, z: the normal of its plane, of any length
 * - offset: the distance of the plane from the origin along the normal, times its length
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths, times the length of the normal
 * - errors: DT_INVALID_VALUE if a number is NaN or infinite, or the normal is zero; the shape
 *   then collides with nothing
 * - cost: O(1). Unless the plane is along two of the world's axes, an object is near all others: a
 *   convex one takes a support point a test, a mesh a walk of its tree
 */
DtShapeRef dtHalfSpace(DtScalar x, DtScalar y, DtScalar z, DtScalar offset);

/**
 * Makes the Minkowski sum of two shapes: all sums of a point of the one and a point of the
 * other.
 *
 * A sum with a dtSphere is the other shape thickened by the radius; a sum with a dtPoint is
 * the other shape moved. A complex shape counts as the convex hull of its present vertices.
 * The sum keeps copies: the operands may be deleted or deformed later.
 *
 * - shape1, shape2: the operands, perhaps the same
 * - returns: the shape; NULL on an error, unless an operand collides with nothing
 * - frame: the local coordinates that both share
 * - units: lengths
 * - errors: DT_UNKNOWN_SHAPE if an operand does not exist; DT_INVALID_OPERATION if one is
 *   unfinished or a compound, if sums and hulls are nested more than 16 deep, or if they consist of more
 *   than 1024 shapes; DT_INVALID_VALUE if an operand collides with nothing: then neither does
 *   the result
 * - cost: O(1), and O(n log n) for n vertices of a complex operand; a query about the sum
 *   costs as much as queries about all its operands together
 */
DtShapeRef dtSum(DtShapeRef shape1, DtShapeRef shape2);

/**
 * Makes the convex hull of two shapes. To place an operand elsewhere, use dtSum with a
 * dtPoint, or dtPlaced.
 *
 * dtHull of a complex shape with itself is the convex hull of its vertices.
 *
 * - shape1, shape2: the operands, as in dtSum
 * - returns: the shape; NULL on an error, unless an operand collides with nothing
 * - frame: the local coordinates that both share
 * - units: lengths
 * - errors: those of dtSum
 * - cost: O(1), as dtSum
 */
DtShapeRef dtHull(DtShapeRef shape1, DtShapeRef shape2);

/**
 * Makes a convex shape that is the image of another under an affine map: an operand for dtSum
 * and dtHull that is rotated, moved, scaled or sheared. Objects do not need it, since they are
 * placed themselves.
 *
 * - shape: the other shape, an operand as in dtSum
 * - m: the map: a 4x4 column-major matrix as in dtLoadMatrixd
 * - returns: the shape; NULL on an error, unless it collides with nothing
 * - frame: from the local coordinates of the other shape to those of this one
 * - units: the translation in lengths
 * - errors: DT_INVALID_POINTER if m is NULL; DT_INVALID_VALUE if an element is NaN or
 *   infinite: the shape then collides with nothing; otherwise those of dtSum
 * - cost: O(1), as dtSum
 * - memory: m is NULL or points to sixteen doubles
 */
DtShapeRef dtPlaced(DtShapeRef shape, const double *m);

/**
 * Opens a compound: a shape that consists of others, each at a place of its own, such as a table
 * of a board and four legs. If a compound is open already, returns that one.
 *
 * Objects may be created with it at once; they collide with nothing until it is finished. A
 * complex shape may be open meanwhile.
 *
 * - returns: the shape
 * - frame: local coordinates, for all parts
 * - units: lengths
 * - errors: none
 * - cost: O(1)
 */
DtShapeRef dtNewCompound(void);

/**
 * Adds a part to the open compound: any finished shape, also another compound. A shape may be
 * added several times, and takes its memory once. A complex shape is taken as it is now: later
 * deformations do not change the compound. The part's shape may be deleted afterwards.
 *
 * - shape: the shape of the part
 * - m: where the part is: a 4x4 column-major matrix as in dtLoadMatrixd, which may scale, shear
 *   and mirror, but not flatten
 * - frame: from the local coordinates of the part to those of the compound
 * - units: the translation in lengths
 * - errors: DT_INVALID_OPERATION if no compound is open, or the part is unfinished, or a compound
 *   in which others are nested 4 deep; DT_UNKNOWN_SHAPE if the shape does not exist;
 *   DT_INVALID_POINTER if m is NULL; DT_INVALID_VALUE if an element is NaN or infinite, if the
 *   matrix flattens, or if the part collides with nothing. The part is then left out
 * - cost: O(1)
 * - memory: m is NULL or points to sixteen doubles
 */
void dtAddPart(DtShapeRef shape, const double *m);

/**
 * Finishes the open compound. It does not change any more.
 *
 * What a part holds, the compound holds: where two parts overlap is no special place. Answers
 * that name polytopes name the parts of compounds by a number of which dtGetPart tells the part.
 *
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_OPERATION if no compound is open; DT_INVALID_VALUE if it has no parts, or
 *   a number is out of range: it then collides with nothing
 * - cost: O(n log^2 n) for n parts
 */
void dtEndCompound(void);

/**
 * The part of a compound that a number is of, as the answers of dtGetSurfacePoint and
 * dtGetCollidingPolytopes have it, and the number in that part.
 *
 * The parts have their numbers one after the other, in the order in which they were added: a
 * convex shape has one number, a complex shape one for each polytope, a compound as many as
 * its parts together.
 *
 * - shape: the compound
 * - number: the number of an answer about an object of this shape
 * - part: receives the part, counted from 0 as they were added. May be NULL
 * - polytope: receives the number in the part: 0 of a convex shape, of a complex shape that of
 *   the polytope, of a compound one for another dtGetPart. May be NULL
 * - returns: DT_TRUE; DT_FALSE on an error
 * - frame: none
 * - units: none
 * - errors: DT_UNKNOWN_SHAPE if the shape does not exist; DT_INVALID_OPERATION if it is no
 *   compound, or unfinished; DT_INVALID_VALUE if there is no such number. Nothing is written
 * - cost: O(log n) for n parts
 * - memory: part and polytope are NULL or have space for a count each
 */
DtBool dtGetPart(DtShapeRef shape, DtCount number, DtCount *part, DtCount *polytope);

/**
 * Makes a convex shape of a support mapping: a function that finds the farthest point along a
 * direction. It is a shape like others, for all tests and queries, an operand of dtSum, dtHull
 * and dtPlaced, and a part of compounds. It cannot be saved (dtSaveShape).
 *
 * The function is called some three hundred times at once, to find out whether it is one, and
 * whenever a test or query needs a point. What it answers is not trusted: points that are not
 * finite, or outside the box of the first ones, are moved into that, and DT_INVALID_VALUE is
 * raised in the context that made the shape, by the test or query, or, if that is one of another
 * context, by the next call. Whatever it answers, all tests and queries end; what was found
 * meanwhile is not kept.
 *
 * A recording (SOLID_RECORD) has in its place the convex hull of the points that it answered at
 * first, or a dtLoadShape that raises the same error. A program whose world is on a server has no such shapes: it gets DT_INVALID_OPERATION.
 *
 * - support: the function; it answers as long as a shape or object has it
 * - client_data: passed to the functions; the library does not look at it
 * - destroy: called with the client data once: when the last shape, object and context is gone
 *   that has the function, on the thread that deletes it, or when the process exits, unless a
 *   thread is still in the library then; at once if no shape is made. NULL for none
 * - returns: the shape; NULL on an error
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_POINTER if support is NULL; DT_INVALID_VALUE if a point is NaN, infinite or
 *   farther than 1e150 from the origin, or it is no support mapping
 * - cost: O(1): some 300 calls of the function. A test or query of a pair takes 1 to 20, round bodies more
 * - memory: the functions can be called with the client data, from any thread that may use the shape
 */
DtShapeRef dtSupport(DtSupport support, void *client_data, DtDestroy destroy);

/**
 * A terrain: the surface over a grid of heights along y, dx apart along x and dz apart along
 * z. The first height is at x = 0 and z = 0. No triangles are kept: the shape takes 0.2 bytes a
 * height more than the heights, which stay in the precision in which they are given, and up to
 * 25 megabytes for the cells that objects have been over last.
 *
 * It is a surface, whose front is above, with all questions and answers of a complex shape of
 * the same triangles; contacts know no inner edges, unless an object is over more than 2^18
 * cells. A height that is NaN is a hole: the triangles with it are left out. The number of a
 * triangle in answers is twice that of its cell, counted row by row, and one more for the second
 * of the cell: with DT_FALLING the one farther from the first height, with DT_RISING the one of
 * the greater x.
 *
 * - heights: row by row, each along x; an array of DT_HEIGHTS. Copied
 * - columns: how many heights a row has, at least two; there must be at least two rows
 * - dx, dz: the distances between columns and between rows, positive
 * - diagonal: which diagonal divides the cells
 * - returns: the shape; NULL on an error
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_POINTER if the array is NULL, or its base is and its count is not 0;
 *   DT_INVALID_ENUM if its layout or type, or the diagonal, does not exist; DT_INVALID_VALUE if
 *   the rows are not complete, too few or too many for 2^32 triangles, if a distance is not
 *   positive, or if a height or a distance is infinite or makes a coordinate too large
 * - cost: O(n) for n heights, a tenth of a second for 4096 x 4096
 * - memory: heights is NULL or describes an array
 */
DtShapeRef dtHeightField(const struct DtArray *heights, DtCount columns, DtScalar dx, DtScalar dz, DtDiagonal diagonal);

/**
 * Replaces the heights of a rectangle of a height field, in place: a crater, a road, a river. All
 * objects of it change. Compounds and contexts that share it keep what they have.
 *
 * - shape: a height field
 * - column, row: the first height of the rectangle, counted from 0
 * - columns: how many heights a row of the rectangle has
 * - heights: row by row, as in dtHeightField; NaN makes a hole. Doubles are rounded if the shape
 *   was made of floats
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_UNKNOWN_SHAPE if the shape does not exist; DT_INVALID_OPERATION if it is no height
 *   field; DT_INVALID_POINTER if the array is NULL, or its base is and its count is not 0;
 *   DT_INVALID_ENUM if its layout or type does not exist; DT_INVALID_VALUE if its rows are not
 *   complete, if the rectangle reaches over the grid, or if a height is infinite or too large.
 *   Nothing changes then
 * - cost: O(n) for n heights; O(m) for m heights of the whole if others share it
 * - memory: heights is NULL or describes an array
 */
void dtChangeHeights(DtShapeRef shape, DtCount column, DtCount row, DtCount columns, const struct DtArray *heights);

/**
 * A height of a height field; NaN where it has a hole.
 *
 * - shape: a height field
 * - column, row: which height, counted from 0
 * - height: receives it. May be NULL
 * - returns: DT_TRUE; DT_FALSE on an error
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_UNKNOWN_SHAPE if the shape does not exist; DT_INVALID_OPERATION if it is no height
 *   field; DT_INVALID_VALUE if the grid has no such height. Nothing is written
 * - cost: O(1)
 * - memory: height is NULL or has space for a scalar
 */
DtBool dtGetHeight(DtShapeRef shape, DtCount column, DtCount row, DtScalar *height);

/**
 * Saves a shape as bytes, which dtLoadShape makes a shape of again: another program, or the same
 * one next time, need not build it. Programs write them to a file, as they do with those of
 * glGetProgramBinary. They are the same on every machine, and have a version and a checksum.
 *
 * A complex shape is saved with its vertices as they are now, its division into triangles, its
 * tree, whether it is solid, and how contacts with its surface are (dtSetInnerEdges, dtSetFlatAngle,
 * dtSetOneSided). What the parts of a sum or hull share is saved once, and so is
 * the hull of the same vertices.
 *
 * - shape: the shape
 * - bytes: receives the first bytes; NULL to get the number alone
 * - most: how many there is space for
 * - returns: the number of bytes; 0 on an error
 * - frame: local coordinates
 * - units: bytes
 * - errors: DT_UNKNOWN_SHAPE if the shape does not exist; DT_INVALID_OPERATION if it is unfinished
 *   or would take 4 gigabytes; DT_INVALID_VALUE if a dimension or a vertex is NaN or infinite,
 *   it has no polytope, or it is made of a support function (dtSupport). Nothing is written
 * - cost: O(n) for n vertices, a millisecond for 100,000 triangles
 * - memory: bytes is NULL or has space for most
 */
DtCount dtSaveShape(DtShapeRef shape, void *bytes, DtCount most);

/**
 * Makes a shape of the bytes that dtSaveShape has saved, without building anything. All answers
 * about it are those about the saved one, to the last bit. Damaged bytes are refused, whatever
 * they are. A complex shape can be deformed as the saved one could.
 *
 * - bytes: the bytes; they are copied, and may come from a file that the program has mapped
 * - count: how many there are
 * - returns: the shape; NULL on an error
 * - frame: local coordinates
 * - units: bytes
 * - errors: DT_INVALID_POINTER if bytes is NULL; DT_INVALID_VALUE if they are no saved shape,
 *   damaged, or of a later version of the library
 * - cost: O(n) for n vertices, 4 milliseconds for 100,000 triangles; O(n log n) for convex
 *   hulls of n points, each of which is built once
 * - memory: bytes is NULL or there are count
 */
DtShapeRef dtLoadShape(const void *bytes, DtCount count);

/**
 * Writes the placement of an object, rounded to floats; values that are too large, and those that
 * are no numbers, become infinite.
 *
 * - object: its name
 * - m: receives a 4x4 column-major matrix, as in dtLoadMatrixf, its last row 0, 0, 0, 1
 * - returns: DT_TRUE, or DT_FALSE on an error
 * - frame: from local to world coordinates
 * - units: the translation in lengths
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist, DT_INVALID_POINTER if m is NULL;
 *   nothing is written
 * - cost: O(1) expected
 * - memory: m is NULL or has space for sixteen floats
 */
DtBool dtGetMatrixf(DtObjectRef object, float *m);

/**
 * Writes the placement of an object as dtGetMatrixf does, as doubles without rounding. Values that
 * are no numbers become infinite.
 *
 * - object: its name
 * - m: receives a 4x4 column-major matrix, as in dtLoadMatrixd, its last row 0, 0, 0, 1
 * - returns: DT_TRUE, or DT_FALSE on an error
 * - frame: from local to world coordinates
 * - units: the translation in lengths
 * - errors: those of dtGetMatrixf
 * - cost: O(1) expected
 * - memory: m is NULL or has space for sixteen doubles
 */
DtBool dtGetMatrixd(DtObjectRef object, double *m);

/**
 * Converts a point from the local coordinates of an object, as in the data of smart and witnessed
 * responses, to world coordinates.
 *
 * - object: its name
 * - local: the point
 * - world: receives the point; may be the same array
 * - returns: DT_TRUE, or DT_FALSE on an error
 * - frame: from local to world coordinates, as the object is placed now
 * - units: lengths
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist, DT_INVALID_POINTER if a pointer is
 *   NULL, DT_INVALID_OPERATION if the placement is not finite, DT_INVALID_VALUE if the result is
 *   not; nothing is written
 * - cost: O(1) expected
 * - memory: local is NULL or points to three scalars; world is NULL or has space for three scalars
 */
DtBool dtToWorld(DtObjectRef object, const DtScalar *local, DtScalar *world);

/**
 * Converts a point from world coordinates to the local coordinates of an object. If the object is
 * flattened, the result is a point that is placed as near as any.
 *
 * - object: its name
 * - world: the point
 * - local: receives the point; may be the same array
 * - returns: DT_TRUE, or DT_FALSE on an error
 * - frame: from world to local coordinates, as the object is placed now
 * - units: lengths
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist, DT_INVALID_POINTER if a pointer is
 *   NULL, DT_INVALID_OPERATION if the placement is not finite, DT_INVALID_VALUE if the result is
 *   not; nothing is written
 * - cost: O(1) expected
 * - memory: world is NULL or points to three scalars; local is NULL or has space for three scalars
 */
DtBool dtToLocal(DtObjectRef object, const DtScalar *world, DtScalar *local);

/**
 * Writes the bounding box of an object as it is placed now. The box is the tightest one up to
 * rounding.
 *
 * - object: its name
 * - min, max: receive its smallest and its largest corner
 * - returns: DT_TRUE; DT_FALSE, and nothing is written, on an error, or if the object collides
 *   with nothing: its shape is empty or unfinished, or its placement is not finite
 * - frame: world coordinates
 * - units: lengths
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist, DT_INVALID_POINTER if a pointer is
 *   NULL
 * - cost: O(n) for a complex shape of n vertices, O(1) for primitives
 * - memory: each of min and max is NULL or has space for three scalars
 */
DtBool dtGetBBox(DtObjectRef object, DtScalar *min, DtScalar *max);

/**
 * Finds the boxes of one level of the bounding volume tree of an object's complex shape, to
 * display the tree or to find out why a shape is slow.
 *
 * Level 0 is the box of the whole shape; each level divides a box of the one above into up to
 * four. Boxes that are not divided stay, so each level covers the shape. When the number does
 * not grow any more, each box contains one polytope, or two triangles that share an edge and
 * were added one after the other. A shape that is not complex has one box.
 *
 * - object: its name
 * - level: the level, from 0
 * - boxes: receives the first boxes; NULL to get the number alone
 * - most: how many there is space for
 * - returns: the number of boxes of the level; 0 on an error, or if the object collides with
 *   nothing
 * - frame: local coordinates: transform corners by the matrix of dtGetMatrixd
 * - units: lengths
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist
 * - cost: O(b) for b boxes of the level, after the tree of a deformed shape is refitted
 * - memory: boxes is NULL or has space for most boxes
 */
DtCount dtGetTreeBoxes(DtObjectRef object, DtCount level, struct DtBox *boxes, DtCount most);

/**
 * Returns the shape of an object.
 *
 * - object: its name
 * - returns: the shape; NULL on an error, or if the shape has been deleted
 * - frame: none
 * - units: none
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist
 * - cost: O(1) expected
 */
DtShapeRef dtGetShape(DtObjectRef object);

/**
 * Computes the distance between two objects as they are placed now, and their closest points.
 * The distance is 0 if and only if the objects collide; then both points are the same point,
 * which both objects share.
 *
 * The relative error of the distance is at most the tolerance of dtSetTolerance, or the error is
 * rounding: some 1.4e-16 of the objects' size and of the way between them.
 *
 * - object1, object2: their names
 * - point1, point2: receive the closest points of object1 and object2; each may be NULL
 * - returns: the distance; -1 on an error
 * - frame: world coordinates
 * - units: lengths
 * - errors: DT_UNKNOWN_OBJECT if an object does not exist; DT_INVALID_OPERATION if both are
 *   the same object, or if one collides with nothing: its shape is unfinished, empty or has
 *   bad dimensions, or its placement is not finite. Nothing is written
 * - cost: O(1), less than a microsecond, for two primitives; up to O(n m) for complex shapes
 *   of n and m polytopes, which are searched through their trees, nearest parts first
 * - memory: each of point1 and point2 is NULL or has space for three scalars
 */
DtScalar dtGetClosestPair(DtObjectRef object1, DtObjectRef object2, DtScalar *point1, DtScalar *point2);

/**
 * Returns whether two objects collide as they are placed now, and finds a point that both
 * share.
 *
 * - object1, object2: their names
 * - point: receives the point if they collide; may be NULL
 * - returns: DT_TRUE if they collide; DT_FALSE if not, or on an error
 * - frame: world coordinates
 * - units: lengths
 * - errors: those of dtGetClosestPair
 * - cost: O(1), less than a microsecond, for two primitives; up to O(n m) for complex shapes,
 *   as dtGetClosestPair
 * - memory: point is NULL or has space for three scalars
 */
DtBool dtGetCommonPoint(DtObjectRef object1, DtObjectRef object2, DtScalar *point);

/**
 * Returns whether the distance between two objects, as they are placed now, is at most a given
 * one. Faster than dtGetClosestPair, since the search ends as soon as the result is known.
 *
 * - object1, object2: their names
 * - distance: the given one; with 0, the result is whether they collide
 * - returns: DT_TRUE or DT_FALSE; DT_FALSE on an error
 * - frame: world coordinates: the distance is measured there
 * - units: lengths
 * - errors: DT_INVALID_VALUE if the distance is negative or NaN; otherwise those of
 *   dtGetClosestPair
 * - cost: O(1), less than a microsecond, for two primitives; up to O(n m) for complex shapes,
 *   as dtGetClosestPair
 */
DtBool dtWithinDistance(DtObjectRef object1, DtObjectRef object2, DtScalar distance);

/**
 * Moves two objects and finds when they first touch. Each object starts where it is placed now
 * and is translated without rotation. The objects themselves are not changed.
 *
 * Whether the objects touch is decided exactly, as in dtTest. The relative error of the time
 * is at most the tolerance of dtSetTolerance, or the rounding of the coordinates. Objects that
 * collide now have contact at time 0 wherever they move, unless dtSetStopAtPenetration says otherwise.
 *
 * - object1, object2: their names
 * - motion1, motion2: their translations; NULL means no motion
 * - point: receives the point of contact at that time; may be NULL
 * - normal: receives the contact normal: a unit vector that points from object2 towards
 *   object1, that of dtGetPenDepth if they collide now; may be NULL
 * - returns: the time, from 0 to 1, 0 if and only if the objects collide now; -1 if they do
 *   not touch, or on an error
 * - frame: world coordinates
 * - units: lengths; the time is a fraction of the motion
 * - errors: DT_INVALID_VALUE if a motion is NaN or infinite; otherwise those of
 *   dtGetClosestPair. Nothing is written
 * - cost: O(1), a few microseconds, for two primitives; up to O(n m) for complex shapes of n
 *   and m polytopes, which are searched through their trees, earliest contacts first
 * - memory: each of the pointers to scalars is NULL or points to three of them
 */
DtScalar dtCastObjects(DtObjectRef object1, const DtScalar *motion1, DtObjectRef object2, const DtScalar *motion2, DtScalar *point, DtScalar *normal);

/**
 * Sets whether a cast of objects that collide at the start ends there, wherever they move. It does
 * at first: the contact is at time 0. Otherwise that is so only if they approach each other where
 * they touch; those that move apart, or along each other, have their next contact, or none.
 *
 * Objects approach if the velocity of object1 relative to object2 is against the normal of the depth
 * there, by more than a millionth of its length; objects that do not move do not approach. Of complex
 * shapes each polytope counts for itself, but those do not that cannot get deeper: an object that
 * lies on the triangles of a floor slides from one to the next, up to a wall. Objects that turn, and
 * collide at the start, have contact again after they have been apart; what happens in the 256th part
 * of the time until then may be missed.
 *
 * The setting holds for dtCastObjects, dtCastObjectsTurning, dtBatchCasts and dtTestMotion, but not
 * for shapes that have deformed. Rays always end where they begin in an object, and dtAdvance never
 * stops objects that collide at the last dtProceed for each other.
 *
 * - stop: DT_FALSE to go on, DT_TRUE as at first
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(1). A cast that goes on takes a depth of each pair of polytopes that collides at the
 *   start, and a second cast
 */
void dtSetStopAtPenetration(DtBool stop);

/**
 * Casts a ray at one object as it is placed now. The result is 0 if and only if the ray begins
 * inside the object or on its surface. Exactness is that of dtCastObjects.
 *
 * - object: its name
 * - from, to: the ends of the ray, perhaps the same point
 * - point: receives the point of entry; may be NULL
 * - normal: receives the outward surface normal there, a unit vector; for a ray that begins
 *   inside, the direction of the shortest way out; may be NULL
 * - returns: where the ray enters the object, from 0 at from to 1 at to; -1 if it misses,
 *   or on an error
 * - frame: world coordinates
 * - units: lengths; the result is a fraction of the ray
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist; DT_INVALID_OPERATION if it
 *   collides with nothing; DT_INVALID_POINTER if from or to is NULL; DT_INVALID_VALUE if a
 *   coordinate is NaN or infinite. Nothing is written
 * - cost: O(1), half a microsecond, for a primitive; a complex shape of n polytopes is
 *   searched through its tree, O(log n) where few are near the ray
 * - memory: from and to are NULL or point to three scalars; point and normal are NULL or have space
 *   for three
 */
DtScalar dtRayCastObject(DtObjectRef object, const DtScalar *from, const DtScalar *to, DtScalar *point, DtScalar *normal);

/**
 * Casts a ray at all objects as they are placed now, and finds the first hit. If it enters
 * several objects at the same time, the hit is that of the object created first. See
 * dtRayCastObject for what a hit is. Objects that collide with nothing are skipped.
 *
 * - from, to: the ends of the ray
 * - hit: receives the first hit, if there is one; with NULL the search ends at any hit,
 *   which is faster
 * - returns: DT_TRUE if there is a hit; DT_FALSE if not, or on an error
 * - frame: world coordinates
 * - units: lengths; the time of a hit is a fraction of the ray
 * - errors: DT_INVALID_POINTER if from or to is NULL; DT_INVALID_VALUE if a coordinate is
 *   NaN or infinite
 * - cost: O(log n) for n objects that are mostly at rest, plus the objects near the ray. If
 *   most objects move, the first sixteen rays after a move cost O(n) each; the next one costs
 *   O(n log n) and makes later rays fast
 * - memory: from and to are NULL or point to three scalars; hit is NULL or has space for a DtRayHit
 */
DtBool dtRayCast(const DtScalar *from, const DtScalar *to, struct DtRayHit *hit);

/**
 * Casts a ray as dtRayCast does, and finds all objects that it hits, in the order in which it
 * enters them.
 *
 * - from, to: the ends of the ray
 * - hits: receives the first hits; NULL to get the number alone
 * - capacity: how many there is space for
 * - returns: the number of objects that the ray hits; 0 on an error
 * - frame: world coordinates
 * - units: lengths; the time of a hit is a fraction of the ray
 * - errors: those of dtRayCast
 * - cost: O(log n + k log k) for k hits among n objects, with the exceptions of dtRayCast
 * - memory: from and to are NULL or point to three scalars; hits is NULL or has space for capacity
 *   hits
 */
DtCount dtRayCastAll(const DtScalar *from, const DtScalar *to, struct DtRayHit *hits, DtCount capacity);

/**
 * Finds when a vertex and a triangle first touch while each of their points moves along a
 * straight line, evenly, from where it is at time 0 to where it is at time 1.
 *
 * The answer is exact, without a tolerance: it is that for the given numbers, whatever rounding
 * would do. Touching counts, also at time 0 and at time 1. The triangle may be a segment or a
 * point, the points may stay in one plane, and nothing need move.
 *
 * - start: the vertex and the three corners at time 0, three coordinates each
 * - end: the same at time 1
 * - times: receives two times from 0 to 1: the first contact is not before the first and not
 *   after the second, which is later by at most 1e-12; may be NULL
 * - returns: DT_TRUE if they touch; DT_FALSE if not, or on an error
 * - frame: any, the same for all points
 * - units: lengths; the times are fractions of the motion
 * - errors: DT_INVALID_POINTER if start or end is NULL; DT_INVALID_VALUE if a coordinate is
 *   NaN or infinite. Nothing is written
 * - cost: O(1), some 50 ns; some 10 us where rounding could change the answer, and a few
 *   milliseconds at most where coordinates of an axis differ by hundreds of powers of ten
 * - memory: start and end are NULL or point to twelve scalars; times is NULL or has space for two
 */
DtBool dtVertexFaceImpact(const DtScalar *start, const DtScalar *end, DtScalar *times);

/**
 * Finds when two edges first touch while each of their ends moves along a straight line,
 * evenly, from where it is at time 0 to where it is at time 1. As exact as dtVertexFaceImpact;
 * an edge may be a point, and the edges may be parallel or stay in one plane.
 *
 * - start: the two ends of the first edge and those of the second at time 0, three
 *   coordinates each
 * - end: the same at time 1
 * - times: receives two times, as of dtVertexFaceImpact; may be NULL
 * - returns: DT_TRUE if they touch; DT_FALSE if not, or on an error
 * - frame: any, the same for all points
 * - units: lengths; the times are fractions of the motion
 * - errors: those of dtVertexFaceImpact
 * - cost: that of dtVertexFaceImpact
 * - memory: start and end are NULL or point to twelve scalars; times is NULL or has space for two
 */
DtBool dtEdgeEdgeImpact(const DtScalar *start, const DtScalar *end, DtScalar *times);

/**
 * Computes the penetration depth of two objects as they are placed now: the length of the
 * shortest translation that separates them.
 *
 * The relative error of the depth is a few times the tolerance of dtSetTolerance at most, or
 * the depth is exact to 1e-14 of the objects' size; between polytopes there is only rounding. The translation separates the objects up to rounding,
 * whatever the tolerance. For complex shapes, the deepest contact with a face of the surface counts,
 * along a normal of the surface: see dtSetInnerEdges. Polytopes with a volume are solids. If a shape is a solid (see dtSetSolid), its inside counts: the translation separates
 * the objects, and is the shortest for convex solids, for others the shortest that is found from
 * several directions. dtGetSeparation bounds how much shorter others can be.
 *
 * - object1, object2: their names
 * - normal: receives the direction of that translation for object1: a unit vector that
 *   points from object2 towards object1; may be NULL
 * - point1, point2: receive the point of object1 that is deepest inside object2, and that
 *   of object2 deepest inside object1: point1 + depth * normal, between curved objects to
 *   the tolerance as a part of the objects' size; each may be NULL
 * - returns: the depth; 0 if they only touch; -1 if they do not collide, or on an error
 * - frame: world coordinates
 * - units: lengths
 * - errors: those of dtGetClosestPair
 * - cost: O(1) for two primitives: some hundred nanoseconds for boxes, a few microseconds for
 *   others; up to O(n m) for complex shapes of n and m polytopes, which are searched through
 *   their trees, deepest parts first
 * - memory: each of normal, point1 and point2 is NULL or has space for three scalars
 */
DtScalar dtGetPenDepth(DtObjectRef object1, DtObjectRef object2, DtScalar *normal, DtScalar *point1, DtScalar *point2);

/**
 * Finds the contacts of two objects as they are placed now.
 *
 * Two convex objects have at most 16 contacts: the corners of the region in which they touch,
 * and the deepest point. All have the normal of dtGetPenDepth, and each its own depth, of which
 * the greatest is that of dtGetPenDepth. The most important ones come
 * first, so the first four are a good selection. If a shape is a solid, its inside counts: the
 * contacts are those of the translation of dtGetPenDepth, with normals out of the solid, each
 * as deep as the translation moves object1 along its normal. If a shape is complex, the contacts
 * are those of its surface, as dtSetInnerEdges says: of each face, of however many polygons, the
 * corners of the region in which it is touched. The deepest come first.
 *
 * - object1, object2: their names
 * - contacts: receives the first contacts; NULL to get the number alone
 * - most: how many there is space for
 * - returns: the number of contacts; 0 if the objects do not collide, or on an error
 * - frame: world coordinates
 * - units: lengths
 * - errors: those of dtGetClosestPair
 * - cost: O(1), some microseconds, for two primitives, and for each colliding pair of
 *   polytopes of complex shapes
 * - memory: contacts is NULL or has space for most contacts
 */
DtCount dtGetContacts(DtObjectRef object1, DtObjectRef object2, struct DtContact *contacts, DtCount most);

/**
 * Finds the contacts of two objects as dtGetContacts does, grouped into connected patches:
 * complex shapes may touch in several places.
 *
 * Each patch keeps the deepest contact, then repeatedly the one that differs most from those
 * kept, in position and normal. 4 are enough for an object to rest on. Two contacts are in one
 * patch if their polytopes of object1 are the same or share a vertex, and those of object2
 * too. The deepest patch comes first. Two convex objects have one patch.
 *
 * The contacts are those of dtGetContacts; those that neighbours share come once in
 * each patch. Two patches that meet each have them, so there may be more contacts than
 * dtGetContacts finds.
 *
 * - object1, object2: their names
 * - per_patch: how many contacts a patch keeps at most; 0 keeps all
 * - contacts: receives the first contacts; may be NULL
 * - patches: receives the numbers of their patches, from 0; may be NULL
 * - most: how many there is space for in each; 0 to get the number alone
 * - returns: the number of contacts; 0 if the objects do not collide, or on an error
 * - frame: world coordinates
 * - units: lengths
 * - errors: those of dtGetClosestPair
 * - cost: that of dtGetContacts, and O(n log n) for n contacts
 * - memory: each of contacts and patches is NULL or has space for most entries
 */
DtCount dtGetContactPatches(DtObjectRef object1, DtObjectRef object2, DtCount per_patch, struct DtContact *contacts, DtCount *patches, DtCount most);

/**
 * Computes the signed distance of a point and an object as it is placed now: how far the
 * surface is from the point, as a negative number if the point is inside.
 *
 * The object's shape is convex, or a solid: see dtSetSolid. The distance is exact but for
 * rounding, some 1e-14 of the coordinates; its sign is exact.
 *
 * - object: its name
 * - point: the point
 * - distance: receives the signed distance; may be NULL
 * - gradient: receives the direction in which the distance grows fastest, away from the
 *   object: a unit vector; on the surface a normal, and where several points of the surface are
 *   nearest that of one of them; may be NULL
 * - nearest: receives the nearest point of the surface: point - distance * gradient; may be
 *   NULL
 * - returns: DT_TRUE; DT_FALSE on an error
 * - frame: world coordinates
 * - units: lengths
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist; DT_INVALID_OPERATION if its shape is
 *   complex and no solid, or if it collides with nothing: its shape is unfinished, empty or has
 *   bad dimensions, or its placement is not finite; DT_INVALID_VALUE if point is NULL or not
 *   finite. Nothing is written
 * - cost: O(1) for a primitive; O(log n) near the surface of a solid of n polygons, O(n) at
 *   worst: some microseconds for 100,000 triangles. More where the placement does not scale all
 *   directions alike
 * - memory: point is NULL or points to three scalars. distance is NULL or has space for a scalar. Each
 *   of gradient and nearest is NULL or has space for three scalars
 */
DtBool dtGetSignedDistance(DtObjectRef object, const DtScalar *point, DtScalar *distance, DtScalar *gradient, DtScalar *nearest);

/**
 * Computes the signed distances of many points and objects as they are placed now, each as
 * dtGetSignedDistance does.
 *
 * - objects: the objects: an array with the layout DT_OBJECTS
 * - points: the points: an array with the layout DT_POINTS, of the same number of rows; one row of either
 *   serves for all
 * - found: receives the signed distances of the first rows, with their gradients and the nearest points;
 *   zeros, the gradient too, where a row has no answer. May be NULL
 * - most: how many there is space for. The other rows are not answered
 * - returns: the number of rows; 0 if an argument is bad
 * - frame: world coordinates
 * - units: lengths
 * - errors: those of dtBatchPairs; DT_INVALID_OPERATION if the shape of an object is complex and no solid
 * - cost: that of dtGetSignedDistance for each row, divided among the threads: O(log n) near the surface of a
 *   solid of n polygons
 * - memory: each array is NULL or has the rows that it describes. found is NULL or has space for most,
 *   apart from the arrays
 */
DtCount dtBatchSignedDistances(const struct DtArray *objects, const struct DtArray *points, struct DtSignedDistance *found, DtCount most);

/**
 * Finds a translation that separates two objects as they are placed now, and bounds on the
 * length of the shortest one that does.
 *
 * The translation is of object1, and after it the objects do not collide: dtTest finds them
 * apart. No translation that is shorter than the lower bound separates them. The search ends
 * when the bounds differ by no more than a part gap of the upper one, which is the length of
 * the translation, or when its time is over; what is known then is written. Each object's shape
 * is convex, or a solid (see dtSetSolid), or a compound of such, or points. Of two convex objects,
 * convex solids included, the bounds agree but for rounding.
 *
 * With a time limit, the bounds depend on the speed of the machine, so that a recording that
 * is played back may find others. Then the search also begins with the translation that it found
 * last for these two objects, if they collided: after a small motion the bounds are closer in the same
 * time. They hold wherever it begins. dtGetPenDepth finds such translations in less time, without
 * the lower bound.
 *
 * - object1, object2: their names
 * - gap: by which part of the upper bound the bounds may differ, from 0 to 1
 * - seconds: the time that the search may take, exceeded by one test of the objects; 0 for as
 *   long as some hundred tests take, with the same result each time
 * - translation: receives the translation; may be NULL
 * - bounds: receives the lower and the upper bound; may be NULL
 * - returns: DT_TRUE if the objects collide; DT_FALSE if not, or on an error
 * - frame: world coordinates
 * - units: lengths, and seconds
 * - errors: those of dtGetClosestPair; DT_INVALID_OPERATION if a shape is complex and no solid,
 *   or a compound with such a part or a half-space; DT_INVALID_VALUE if gap or seconds is negative or NaN. Nothing is written
 * - cost: that of dtGetPenDepth for convex objects. Otherwise that of some thirty casts for the
 *   translation, and more for the bounds, as gap and seconds have it
 * - memory: translation is NULL or has space for three scalars, bounds is NULL or has space for two
 */
DtBool dtGetSeparation(DtObjectRef object1, DtObjectRef object2, DtScalar gap, DtScalar seconds, DtScalar *translation, DtScalar *bounds);

/**
 * Makes each polygon of a complex shape have contacts by itself, as if it had no neighbours; or
 * those of the surface again, as new complex shapes have.
 *
 * The normal of a contact with a surface is that of a polygon, or at an edge or a vertex between
 * those of the polygons that meet there, if these bend away from the other object. At inner edges
 * that are flat or hollow there is no contact of the edge, so that nothing that moves over a flat
 * floor is stopped by them; and the polygons in one plane that share edges have the contacts of
 * one face. Vertices in the same place are one, whatever their indices. If each polygon has
 * contacts by itself, its normal and depth are those of the shortest way out of the polygon.
 *
 * This is about dtGetContacts, dtGetContactPatches, dtGetPenDepth and the responses with depths and
 * contacts. dtSaveShape saves it with the shape.
 *
 * - shape: a finished complex shape
 * - inner: DT_FALSE for contacts of the surface, otherwise those of each polygon by itself
 * - returns: DT_TRUE; DT_FALSE on an error
 * - frame: none
 * - units: none
 * - errors: DT_UNKNOWN_SHAPE if the shape does not exist, DT_INVALID_OPERATION if it is not a
 *   finished complex shape
 * - cost: O(1). Contacts of the surface need a table of some 14 to 16 bytes a triangle, which is
 *   made in O(n) when they are first asked for, and after each deformation
 */
DtBool dtSetInnerEdges(DtShapeRef shape, DtBool inner);

/**
 * Sets the angle below which an edge of a complex shape counts as flat: there contacts have the
 * normal of a polygon, not one between those of two. A quarter of a degree at first.
 *
 * - shape: a finished complex shape
 * - angle: the angle between the normals of the two polygons, from 0 to pi
 * - returns: DT_TRUE; DT_FALSE on an error
 * - frame: none
 * - units: radians
 * - errors: those of dtSetInnerEdges; DT_INVALID_VALUE if angle is negative, greater than pi or
 *   NaN. Nothing changes
 * - cost: O(1)
 */
DtBool dtSetFlatAngle(DtShapeRef shape, DtScalar angle);

/**
 * Gives the polygons of a complex shape one side: contacts push out of the front of each, from
 * where its vertices go around counterclockwise, however deep an object is behind it. Otherwise,
 * as at first, they push to the side on which the centre of the other object is: that of its box,
 * or the mean of the vertices of a complex shape. Of two complex shapes the smaller one decides. The normals of a solid always point out of it: see
 * dtSetSolid.
 *
 * Whether objects collide is the same either way.
 *
 * - shape: a finished complex shape
 * - one_sided: DT_FALSE for both sides, otherwise the front alone
 * - returns: DT_TRUE; DT_FALSE on an error
 * - frame: none
 * - units: none
 * - errors: those of dtSetInnerEdges
 * - cost: O(1)
 */
DtBool dtSetOneSided(DtShapeRef shape, DtBool one_sided);

/**
 * Finds the polytope of an object that a point of its surface is on, and the point's barycentric
 * coordinates: of the points of rays, casts, distances, depths and contacts.
 *
 * Of a point that is on no polytope it is the one that is nearest to it in the local coordinates
 * of the object; of several one of them.
 *
 * - object: its name
 * - point: the point
 * - polytope: receives the number of the polytope, from 0 in the order in which they were added
 *   to the complex shape, empty ones not counted; 0 for a primitive. May be NULL
 * - weights: receives the barycentric coordinates of the point in the triangle, in the order of
 *   its vertices: not negative, with the sum 1; zeros if the polytope is no triangle, or has no
 *   area. May be NULL
 * - returns: DT_TRUE; DT_FALSE on an error
 * - frame: world coordinates
 * - units: lengths
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist; DT_INVALID_OPERATION if it collides
 *   with nothing; DT_INVALID_VALUE if point is NULL or not finite. Nothing is written
 * - cost: O(log n) for a point on the surface of n polytopes, O(n) at worst
 * - memory: point is NULL or points to three scalars. polytope is NULL or has space for a count,
 *   weights is NULL or has space for three scalars
 */
DtBool dtGetSurfacePoint(DtObjectRef object, const DtScalar *point, DtCount *polytope, DtScalar *weights);

/**
 * Finds for many points the polytope of an object that each is on, its part and the barycentric coordinates,
 * as dtGetSurfacePoint and dtGetPart do.
 *
 * The points are read where answers have them: an array with the layout DT_POINTS may begin at the first
 * point of a list of DtContact, DtRayHit, DtQueryHit, DtNearPair or DtStop and have the size of the record as
 * its stride, and so may one with the layout DT_OBJECTS at its object. A row whose object is NULL, as of a
 * ray that hits nothing, is all zeros.
 *
 * - objects: the objects: an array with the layout DT_OBJECTS
 * - points: the points: an array with the layout DT_POINTS, of the same number of rows; one row of either
 *   serves for all
 * - found: receives the polytopes of the first rows; zeros where a row has no answer. May be NULL
 * - most: how many there is space for. The other rows are not answered
 * - returns: the number of rows; 0 if an argument is bad
 * - frame: world coordinates, where the objects are placed now
 * - units: lengths
 * - errors: those of dtBatchPairs
 * - cost: that of dtGetSurfacePoint for each row, divided among the threads
 * - memory: each array is NULL or has the rows that it describes. found is NULL or has space for most,
 *   apart from the arrays
 */
DtCount dtBatchSurfacePoints(const struct DtArray *objects, const struct DtArray *points, struct DtSurfacePoint *found, DtCount most);

/**
 * Sets how dtTest tests complex shapes that deform from now on. Callbacks do not depend on it;
 * only speed does.
 *
 * With trees, the whole tree of a shape is refitted when it is first used after a deformation:
 * if the box of the shape overlaps no other box, the tree is not used. The test of a pair ends
 * at its first collision. Subdivision needs no tree: shapes whose boxes overlap no other box
 * cost nothing; otherwise the cost is linear in the vertices and polytopes of overlapping
 * shapes and in the pairs of near polytopes. It was not faster than trees in any measurement.
 * If a deformation is so large that the tree is rebuilt, smart and witnessed responses may use
 * other colliding polytopes.
 *
 * - method: one of DtCollisionMethod; DT_TREES at first
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_ENUM if there is no such method; nothing happens
 * - cost: O(1)
 */
void dtSetCollisionMethod(DtCollisionMethod method);

/**
 * Limits the resolution of the subdivision of space: how often the cube around all overlapping
 * shapes is halved along each axis. Results do not depend on it; only speed does.
 *
 * Subdivision is used by dtTest with DT_SUBDIVISION, by dtTestMotion for deforming shapes, by
 * dtSelfCollisions, by dtSelfCollisionsMotion and by dtGetAllCollidingPolytopes.
 *
 * - levels: the most, from 1 to 30; with 0, as at first, the density of polytopes determines
 *   the resolution, which is also an upper limit for the others
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_VALUE if it is more than 30; nothing happens
 * - cost: O(1)
 */
void dtSetSubdivisionLevels(DtCount levels);

/**
 * Finds the pairs of polytopes of one object's complex shape that share a point. Responses are not
 * called, and the placement does not matter.
 *
 * Neighbours are left out, whatever else they share: pairs with a common vertex. So a triangle
 * that is folded onto the one beside it is not found here; dtSelfCollisionsMotion, which does not
 * leave out neighbours, finds it where it comes to that. Common are vertices of the array with the
 * same index, and vertices of dtVertex with the same coordinates. Polytopes with vertices of
 * different indices at the same place are no neighbours and are found: those of an array that has
 * each corner of each triangle by itself, for example, and those that a deformation has brought
 * together.
 *
 * - object: its name
 * - size: the pairs that there is space for; with 0 the pairs are only counted
 * - polytopes: receives the first pairs, two numbers each, the smaller first, in ascending
 *   order; may be NULL if size is 0. Polytopes are numbered from 0 in the order in which
 *   they were added
 * - returns: the number of pairs; 0 on an error
 * - frame: local coordinates: the present vertices
 * - units: none
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist, DT_INVALID_OPERATION if its shape
 *   is not a finished complex shape, DT_INVALID_POINTER if polytopes is NULL and size is
 *   not 0: then nothing is written; DT_INVALID_VALUE if polytopes are left out, since a vertex
 *   has NaN or a coordinate of 1e75 or more
 * - cost: O(n + k) for n polytopes and k pairs of near ones
 * - memory: polytopes is NULL or has space for 2 * size numbers
 */
DtCount dtSelfCollisions(DtObjectRef object, DtCount size, DtIndex *polytopes);

/**
 * Finds the pairs of polytopes of one object's complex shape that touch while each vertex moves
 * along a straight line, in local coordinates, from where it was at the last dtProceed to where
 * dtChangeVertexBase has put it since. Responses are not called, and placements do not matter.
 *
 * Neighbours count, but what they have in common does not touch: polytopes of up to four
 * vertices touch where a vertex of one meets a face of the other, or an edge an edge, if the two
 * have no common vertex; and at time 0 also where such an edge passes through a face, or a vertex
 * is within a tetrahedron. So two triangles with a common edge touch when one folds over onto the
 * other. This is decided exactly, without a tolerance, and times are early by at most 1e-12.
 * Polytopes of more vertices that are no neighbours are tested as their hulls, by steps that miss
 * nothing and end within 1e-12 of the largest coordinate; neighbours of that kind do not count.
 *
 * Before the first dtProceed, vertices come from where dtEndComplexShape has found them. Without a
 * deformation since the last dtProceed nothing moves: pairs that touch have time 0.
 *
 * - object: its name
 * - contacts: receives the first pairs, in the order of the times, then of the polytopes; each
 *   pair comes once. May be NULL if capacity is 0
 * - capacity: how many there is space for; with 0 the pairs are only counted
 * - returns: the number of pairs; 0 on an error
 * - frame: local coordinates
 * - units: the times are fractions of the frame
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist, DT_INVALID_OPERATION if its shape is
 *   not a finished complex shape, DT_INVALID_POINTER if contacts is NULL and capacity is not
 *   0: then nothing is written; DT_INVALID_VALUE if polytopes are left out, since a vertex has or
 *   had NaN or a coordinate of 1e75 or more
 * - cost: O(n + k) for n polytopes and k pairs whose ways come near each other, neighbours
 *   included
 * - memory: contacts is NULL or has space for capacity of them
 */
DtCount dtSelfCollisionsMotion(DtObjectRef object, struct DtSelfContact *contacts, DtCount capacity);

/**
 * Finds all pairs of polytopes of different objects that share a point, as the objects are
 * placed now, among all objects with complex shapes. Objects with other shapes do not count,
 * and responses are not called. No tree is used, whatever the collision method is.
 *
 * - pairs: receives the first pairs, in the order of the objects' creation, then of the
 *   polytopes; may be NULL if most is 0
 * - most: how many there is space for; with 0 the pairs are only counted
 * - returns: the number of pairs; 0 on an error
 * - frame: world coordinates: the present placements and vertices
 * - units: none
 * - errors: DT_INVALID_POINTER if pairs is NULL and most is not 0; DT_INVALID_VALUE if
 *   polytopes of nearby objects are left out, since a vertex, before or after placement, has
 *   NaN or a coordinate of 1e75 or more
 * - cost: O(v + n + k) for v vertices of all objects, n polytopes of those whose boxes
 *   overlap, and k pairs of near polytopes
 * - memory: pairs is NULL or has space for most pairs
 */
DtCount dtGetAllCollidingPolytopes(struct DtCollidingPolytopes *pairs, DtCount most);

/**
 * Makes a context: an independent world without objects and responses, with all settings as
 * they are at first. It is not current in any thread.
 *
 * Threads that use different contexts never wait for each other. Contexts share shapes: a
 * shape made in one context, and finished if it is complex, may be used in all. A deformation
 * applies only to the context in which it is made; other contexts that have used the shape
 * keep the old vertices. dtDeleteShape in one context leaves the shape to the others that have
 * used it. A shape is freed with the last context that uses it, or by the context that made
 * it. All contexts are freed when the process exits.
 *
 * - returns: its name, which is never NULL
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(1)
 */
DtContext dtNewContext(void);

/**
 * Makes a context current for the calling thread: the functions that the thread calls then
 * apply to it. A running dtTest continues in its own context, whatever a callback makes
 * current.
 *
 * - context: its name; NULL is the context that exists from the start, which is current in
 *   every thread at first
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_OPERATION, in the current context, if the context does not exist; the
 *   current one stays
 * - cost: O(1) expected
 */
void dtMakeCurrent(DtContext context);

/**
 * Returns the calling thread's current context.
 *
 * - returns: its name, which dtNewContext returned; NULL for the context that exists from the
 *   start
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(1)
 */
DtContext dtCurrentContext(void);

/**
 * Deletes a context and everything in it. If it is the calling thread's current context, NULL
 * becomes current. A test running in it ends; the data of its callback stay readable there.
 *
 * - context: its name
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_OPERATION if the context is NULL, does not exist, or is current in
 *   another thread; nothing happens
 * - cost: O(n) for n objects, pairs and vertices in it
 */
void dtDeleteContext(DtContext context);

/**
 * Sets the broad phase of the current context. May be called at any time, also in a callback.
 * Results do not depend on it.
 *
 * dtTestMotion finds its pairs by a tree of boxes around the paths of the objects, whatever is
 * set.
 *
 * - phase: one of DtBroadPhase; DT_AUTOMATIC at first
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_ENUM if there is no such broad phase; nothing happens
 * - cost: O(n log n + k) for n objects and k pairs whose boxes overlap; O(n^2) for
 *   DT_BRUTE_FORCE
 */
void dtSetBroadPhase(DtBroadPhase phase);

/**
 * Sets which pairs of an object have responses, by categories that the client defines, such as
 * walls, players and bullets: a bit each. A pair has a response only if each of the two objects
 * is of a category in the mask of the other. Pairs that are left out are not tested.
 *
 * - object: its name; the filter goes with the object
 * - categories: those of the object; all at first
 * - mask: the categories of the objects with which it has responses; all at first
 * - frame: none
 * - units: none
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist; nothing happens
 * - cost: O(1) expected
 */
void dtSetFilter(DtObjectRef object, unsigned int categories, unsigned int mask);

/**
 * Sets the kind of bounding boxes. Results do not depend on it.
 *
 * - fixed: DT_FALSE, as at first, for boxes that fit the rotated objects; otherwise cubes
 *   whose size does not depend on the rotation, as in SOLID 1.0
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(n) for n objects; the next test treats all of them as moved
 */
void dtSetBoxes(DtBool fixed);

/**
 * Sets the number of threads that tests of the current context use. Callbacks are still called
 * one after the other on the calling thread, in the same order, with exactly the same data. In
 * a process created by fork, the threads of the parent are missing: tests use the calling
 * thread alone until dtSetThreads is called there.
 *
 * More threads are faster from some hundred objects on, up to the number of processor cores.
 * They share the subdivision of space (dtSetCollisionMethod) and the end of large complex shapes
 * too. All pairs are tested before
 * the first callback; pairs with an object that a callback moves are tested again. May be
 * called at any time, also in a callback.
 *
 * - threads: from 1 to 256, the calling thread included; 1 at first
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_VALUE for another number, or more threads than the system provides;
 *   nothing happens
 * - cost: O(threads): they are started, and the previous ones ended
 */
void dtSetThreads(DtCount threads);

/**
 * Finds the objects whose bounding boxes overlap or touch a box along the world axes. Only
 * bounding boxes are compared: the object itself may be outside the box.
 *
 * - min, max: the corners of the box
 * - objects: receives the first objects, in the order of their creation; may be NULL if
 *   capacity is 0
 * - capacity: how many there is space for; 0 to get the number alone
 * - returns: the number of objects; 0 on an error
 * - frame: world coordinates
 * - units: lengths
 * - errors: DT_INVALID_POINTER if min or max is NULL, or objects is NULL and capacity
 *   is not 0; DT_INVALID_VALUE if a coordinate is NaN, or one of min is greater than that of
 *   max. Nothing is written
 * - cost: O(log n + k log k) for k of n objects that are mostly at rest. If most objects move,
 *   the first 64 queries after a move cost O(n) each; the next one costs O(n log n) and makes
 *   later queries fast
 * - memory: each of min and max is NULL or points to three scalars; objects is NULL or has space for
 *   capacity references
 */
DtCount dtQueryBox(const DtScalar *min, const DtScalar *max, DtObjectRef *objects, DtCount capacity);

/**
 * Writes numbers about the current context.
 *
 * - statistics: receives them
 * - frame: none
 * - units: counts and seconds
 * - errors: DT_INVALID_POINTER if it is NULL; nothing happens
 * - cost: O(1), after the boxes of moved objects are updated
 * - memory: statistics is NULL or points to a DtStatistics
 */
void dtGetStatistics(struct DtStatistics *statistics);

/**
 * Moves each object from its placement at the last dtProceed towards its present placement, until
 * just before its first contact with another object. Objects that touch nothing reach their
 * present placements. No callback is called.
 *
 * Objects move as for dtTestMotion, and those pairs are obstacles to each other that have a
 * response. A contact stops both objects; from then on they rest, and others that come to them
 * stop as well. Objects that have stopped are apart, by the tolerance of dtSetTolerance times the
 * longest half extent of the smaller one at most (of the other one, if it has no extent). Objects
 * that collide at the last dtProceed do not hold each other. The next dtProceed makes a frame of
 * what was reached; a spin of dtSetSpin is that of the whole way.
 *
 * The vertices of a complex shape that dtChangeVertexBase has deformed since the last dtProceed
 * move along straight lines meanwhile, and stop with its object: the shape then has those that it
 * had on the way. The program's own array is not written; dtMorphVertexBase from the last vertices
 * to the present ones, at the time of the stop, makes the same. All objects of such a shape stop
 * together; if they have also been turned, each in another way, those that stop for another one's
 * contact may overlap what is near them. The linear part of such an object is its present one.
 *
 * - stops: receives who stopped, in the order of the times; NULL to get the number alone
 * - capacity: how many there is space for
 * - returns: the number of pairs that have stopped each other
 * - frame: world coordinates
 * - units: lengths; times are fractions of the frame
 * - errors: DT_INVALID_VALUE if an object is mirrored, or flattened, in one of the two frames
 *   alone, so that no rotation leads from one to the other: each of its points then moves along
 *   a straight line; DT_UNDECIDED if objects that turn graze each other for too long: both then
 *   stop at a time until which they are certainly apart, which is no stop in the list
 * - cost: that of dtTestMotion, and for each object that stops a cast against those near its way
 * - memory: stops is NULL or has space for capacity of them
 */
DtCount dtAdvance(struct DtStop *stops, DtCount capacity);

/**
 * Tests all pairs of objects for collision on their paths from their placements at the last
 * dtProceed (time 0) to their present placements (time 1), and calls the response of each
 * colliding pair in the order of the times. No object passes through another, however fast it
 * moves.
 *
 * An object moves along a straight line, turns meanwhile at a constant angular velocity, by the
 * shortest way or as dtSetSpin says, and scales evenly; dtSetMotion has other motions. The time
 * is never late: no contact is earlier. At that time objects that turn are no farther apart than
 * the tolerance of dtSetTolerance times the longest half extent of the smaller one, or of the
 * other one, if that has no extent, such as a point; and they do not move apart. Others touch.
 * Tolerances count as 1e-10 of the objects' sizes and paths, and 1e-12 of these for each radian of
 * their turns, where that is more: rounding is not far below.
 *
 * An object created since the last dtProceed does not move, nor does one whose previous
 * placement had NaN or an infinity. If dtChangeVertexBase has deformed a complex shape since
 * then, each of its vertices moves along a straight line from its old to its new world position,
 * also where its object turns. Objects that turn meet such a shape as they meet others; its half
 * extents count along the world's axes at the last dtProceed, and of a polytope of more than four
 * vertices they do not move apart unless all points that face them do. Between a deformed shape
 * and objects that do not turn, points, segments, and polytopes of up to four vertices are decided
 * exactly: as without rounding, for the world coordinates as double precision has them, with a
 * time that is early by at most 1e-12. Other polytopes and shapes touch where they are within
 * 1e-12 of the largest coordinate.
 *
 * Responses are those of dtTest. All except simple ones receive the same data: point1 and
 * point2 are the points that meet, in the local coordinates of object1 and object2, and normal
 * is the unit contact normal in world coordinates, which points from object2 towards object1;
 * it is zero if the objects collide at time 0, which dtSetStopAtPenetration can restrict to those
 * that approach. Responses with contacts receive one contact, at
 * that time, with depth 0, in world coordinates. dtContactTime returns the time. Contacts at
 * the same time come in the order of dtTest.
 *
 * Each pair comes at most once. Changes made by a callback apply at once: an object that it
 * moves or deletes has another path or none, and its later contacts are found again. A new
 * contact comes next even if its time has passed. Pairs with objects that a callback creates
 * are left to the next test.
 *
 * - returns: the number of callbacks called
 * - frame: that of the callbacks' data: see above
 * - units: lengths, in the callbacks' data
 * - errors: DT_INVALID_VALUE if polytopes of a deformed shape that has just changed or is near
 *   another object are left out, since a vertex has or had NaN or a coordinate of 1e75 or more;
 *   and if an object is mirrored, or flattened, in one of the two frames alone, so that no
 *   rotation leads from one to the other: each of its points then moves along a straight line.
 *   DT_UNDECIDED if objects that turn graze each other for too long: whether they touch is open,
 *   and no callback is called for them; they are apart until dtUndecidedTime
 * - cost: O(m log n + k) for m objects of n whose paths have changed since the last
 *   dtTestMotion, and k pairs whose boxes meet on the way
 */
DtCount dtTestMotion(void);

/**
 * Returns the time of contact of the last callback that dtTestMotion called in the current
 * context.
 *
 * - returns: the time, from 0 at the last dtProceed to 1 now; 0 before the first callback
 * - frame: none
 * - units: a fraction of the frame
 * - errors: none
 * - cost: O(1)
 */
DtScalar dtContactTime(void);

/**
 * Returns until when objects that turn are certainly apart, of which the last DT_UNDECIDED of the
 * current context left open whether they touch: by dtCastObjectsTurning, dtTestMotion or dtAdvance.
 * Of several pairs since dtGetError was last called it is the least of these times.
 *
 * - returns: the time, from 0 at the start of the motion to 1 at its end; 0 before the first such
 *   error
 * - frame: none
 * - units: a fraction of the motion
 * - errors: none
 * - cost: O(1)
 */
DtScalar dtUndecidedTime(void);

/**
 * Ends the running dtTest or dtTestMotion early. Called in a callback, of the innermost test of
 * the calling thread: it returns after this callback, and calls no other. The rest of its pairs
 * is left to the next test. Where several stacks have running tests, it ends that of the calling
 * stack: the one whose frame is the nearest above; if there is none above, the thread's last.
 *
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_OPERATION if the calling thread runs no test in the current context; nothing
 *   happens
 * - cost: O(1)
 */
void dtEndTest(void);

/**
 * Sets how dtTestMotion takes the objects of the current context to move between two frames.
 *
 * - kind: one of DtMotionKind; DT_TURNING_MOTION at first
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_ENUM if there is no such kind; nothing happens
 * - cost: O(n) for n objects
 */
void dtSetMotion(DtMotionKind kind);

/**
 * Sets by how much an object turns from one frame to the next, for dtTestMotion: so that full
 * turns are seen, which the placements do not show. Of all rotations from the previous placement
 * to the present one, the object makes the one whose axis times angle is nearest to this vector;
 * the zero vector, as at first, asks for the shortest way.
 *
 * - object: its name; the spin goes with the object
 * - x, y, z: the axis times the angle
 * - frame: along the axes of the world
 * - units: radians in a frame
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist; DT_INVALID_VALUE if a number is NaN,
 *   or the angle more than 10,000; nothing happens
 * - cost: O(1) expected
 */
void dtSetSpin(DtObjectRef object, DtScalar x, DtScalar y, DtScalar z);

/**
 * Sets the point of an object that moves along a straight line from frame to frame, and about
 * which the object turns, for dtTestMotion: the hinge of a door. It is the local origin at first.
 *
 * - object: its name; the pivot goes with the object
 * - x, y, z: the point
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist; DT_INVALID_VALUE if a number is NaN
 *   or infinite; nothing happens
 * - cost: O(1) expected
 */
void dtSetPivot(DtObjectRef object, DtScalar x, DtScalar y, DtScalar z);

/**
 * Moves and turns two objects from where they are placed now, and finds when they first touch.
 * The objects themselves are not changed.
 *
 * No contact is earlier than the returned time. At that time the objects are no farther apart
 * than the tolerance of dtSetTolerance times the longest half extent of the smaller one (of the
 * other one, if it has no extent, such as a point), with the limits that dtTestMotion names, and
 * do not move apart. If neither turns, the result is that of dtCastObjects, to the last bit, with
 * its error: a part of the time.
 * dtSetStopAtPenetration tells what counts of objects that collide now.
 *
 * - object1, object2: their names
 * - motion1, motion2: their motions; NULL means no motion
 * - point: receives the point of contact at that time; may be NULL
 * - normal: receives the contact normal: a unit vector that points from object2 towards
 *   object1, that of dtGetPenDepth if they collide now; may be NULL
 * - returns: the time, from 0 to 1, 0 if and only if the objects collide now; -1 if they do
 *   not touch, or on an error
 * - frame: world coordinates
 * - units: lengths and radians; the time is a fraction of the motion
 * - errors: DT_UNDECIDED if the objects graze each other for too long: whether they touch is open,
 *   and they are apart until dtUndecidedTime; DT_INVALID_VALUE if a motion is NaN or infinite, or
 *   an angle is more than 10,000; otherwise those of dtGetClosestPair. Nothing is written
 * - cost: O(1), some microseconds, for two primitives, and some milliseconds at most; complex
 *   shapes are searched through their trees, earliest contacts first, and left open after some
 *   tenth of a second
 * - memory: motion1 and motion2 are NULL or point to a DtMotion; each of point and normal is NULL or
 *   has space for three scalars
 */
DtScalar dtCastObjectsTurning(DtObjectRef object1, const struct DtMotion *motion1, DtObjectRef object2, const struct DtMotion *motion2, DtScalar *point, DtScalar *normal);

/**
 * Sets the vertex array of the open complex shape, as dtVertexBase does, for an array with
 * another layout.
 *
 * Only the last array set counts, by this function or dtVertexBase, also for indices given
 * before. dtEndComplexShape copies the vertices.
 *
 * - type: of the three coordinates of a vertex: DT_FLOAT or DT_DOUBLE
 * - stride: the bytes from the beginning of a vertex to that of the next; 0 means packed
 * - base: the array, which need not be aligned; NULL removes it
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_ENUM if the type is unknown, DT_INVALID_OPERATION if no complex shape
 *   is open; nothing happens
 * - cost: O(1)
 * - memory: until dtEndComplexShape, the array contains every vertex that an index of the shape names
 */
void dtVertexPointer(DtVertexType type, DtCount stride, const void *base);

/**
 * Sets the number of vertices in the vertex array of the open complex shape. dtEndComplexShape
 * then leaves out polytopes with an index past the end, does not read the array there, and
 * raises DT_INVALID_VALUE.
 *
 * Only the last count set applies, also to indices given before.
 *
 * - count: the number of vertices
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_OPERATION if no complex shape is open; nothing happens
 * - cost: O(1)
 */
void dtVertexCount(DtCount count);

/**
 * Moves the vertices of a finished complex shape, as dtChangeVertexBase does, to the positions
 * in an array with another layout, which may differ from that of earlier arrays.
 *
 * - shape: as in dtChangeVertexBase
 * - type, stride: as in dtVertexPointer
 * - base: the array; copied before the function returns
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_ENUM if the type is unknown, where nothing happens; otherwise those of
 *   dtChangeVertexBase
 * - cost: O(n) for n vertices, as dtChangeVertexBase
 * - memory: base is NULL, or the array contains every vertex that an index of the shape names
 */
void dtChangeVertexPointer(DtShapeRef shape, DtVertexType type, DtCount stride, const void *base);

/**
 * Moves the vertices of a finished complex shape to positions interpolated between two arrays:
 * base1 + t * (base2 - base1). With t = 0 and t = 1 the positions are exactly those of the
 * arrays.
 *
 * - shape: a finished complex shape
 * - base1, base2: arrays as in dtVertexBase, perhaps the same
 * - t: the fraction, which may be less than 0 or more than 1
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if t is NaN or infinite, DT_INVALID_OPERATION if the shape is
 *   open, where nothing happens; otherwise those of dtChangeVertexBase
 * - cost: O(n) for n vertices, as dtChangeVertexBase
 * - memory: each of base1 and base2 is NULL, or the array contains every vertex that an index of the
 *   shape names
 */
void dtMorphVertexBase(DtShapeRef shape, const void *base1, const void *base2, DtScalar t);

/**
 * Makes a complex shape solid, so that objects wholly inside it collide with it; or a surface
 * again. New complex shapes are surfaces.
 *
 * A solid must be closed: each edge, identified by the positions of its ends, belongs to an
 * even number of polygons. If it is not closed, the shape becomes a surface, and
 * dtGetBadPolygon returns a polygon with an open edge. If neighbouring polygons have
 * consistent directions, the inside is where the surface has a nonzero winding number, so a
 * solid may consist of several closed surfaces that overlap, and may have cavities in the
 * opposite direction. Otherwise the inside is where a ray crosses the surface an odd number of
 * times. Polytopes with a volume are always solid.
 *
 * The shape stays solid when it deforms. If a deformation opens it, it becomes a surface and
 * DT_INVALID_VALUE is raised; while a vertex is NaN or infinite, it has no inside. For an
 * object inside that does not meet the surface, smart response uses the nearest polytopes.
 * Depths and contacts are those of a translation that separates the objects: see dtGetPenDepth.
 *
 * - shape: a finished complex shape
 * - solid: DT_FALSE for a surface, otherwise a solid
 * - returns: whether the shape is solid now; DT_FALSE on an error
 * - frame: local coordinates: the present vertices
 * - units: none
 * - errors: DT_UNKNOWN_SHAPE if the shape does not exist, DT_INVALID_OPERATION if it is not a
 *   finished complex shape, DT_INVALID_VALUE if it is not closed
 * - cost: O(n log n) for n polygons; in each test, one ray for each connected part of the
 *   other shape
 */
DtBool dtSetSolid(DtShapeRef shape, DtBool solid);

/**
 * Returns the first polytope that was found invalid when a complex shape was last finished,
 * deformed or made solid.
 *
 * - returns: its number, from 0 in the order in which polytopes were added, empty ones not
 *   counted; DT_NO_POLYGON if all were valid
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(1)
 */
DtCount dtGetBadPolygon(void);

/**
 * Computes the intersection of the surfaces of two complex shapes, as their objects are placed
 * now: the line segments in which polygons of the one cross polygons of the other.
 *
 * Segments come curve by curve; each begins exactly where the previous one ends. If both
 * meshes are closed, all curves are closed. If polygons only touch, object2's shape is treated
 * as moved by an infinitesimal amount, so that they cross or miss, the same way in each call.
 * Polytopes of type DT_POLYHEDRON and simplices with four vertices have no outline and are
 * left out. A polygon that is flattened to a line crosses others in points, which are left
 * out, or in segments of a length that is rounding.
 *
 * - object1, object2: their names
 * - segments: receives the first segments; NULL to get the number alone
 * - most: how many there is space for
 * - returns: the number of segments; 0 on an error, or if an object collides with nothing
 * - frame: world coordinates
 * - units: lengths
 * - errors: DT_UNKNOWN_OBJECT if an object does not exist; DT_INVALID_OPERATION if both are
 *   the same object, or a shape is not complex. Nothing is written
 * - cost: O(k) for k pairs of polygons whose boxes overlap, up to O(n m) for n and m polygons
 * - memory: segments is NULL or has space for most segments
 */
DtCount dtGetIntersection(DtObjectRef object1, DtObjectRef object2, struct DtSegment *segments, DtCount most);

/**
 * Finds all pairs of polytopes, one of each object, that share a point as the objects are
 * placed now; touching counts. A shape that is not complex counts as one polytope.
 *
 * - object1, object2: their names
 * - pairs: receives the first pairs, in ascending order, each once; NULL to get the number
 *   alone
 * - most: how many there is space for
 * - returns: the number of pairs; 0 on an error, or if an object collides with nothing
 * - frame: world coordinates: the present placements
 * - units: none
 * - errors: DT_UNKNOWN_OBJECT if an object does not exist; DT_INVALID_OPERATION if both are
 *   the same object. Nothing is written
 * - cost: O(k) for k pairs whose boxes overlap, up to O(n m) for n and m polytopes
 * - memory: pairs is NULL or has space for most pairs
 */
DtCount dtGetCollidingPolytopes(DtObjectRef object1, DtObjectRef object2, struct DtPolytopePair *pairs, DtCount most);

/**
 * Finds how two objects clash as they are placed now, as planners of buildings ask: apart within a
 * clearance, touching, overlapping, piercing, contained or equal; how deep, where the deepest, and
 * what volume they have in common.
 *
 * The volume, the balls and the kinds from DT_PIERCING_CLASH on are about insides: each object's
 * shape is convex, or a solid (see dtSetSolid). Others, and compounds, have DT_OVERLAPPING_CLASH at
 * most; compounds of such shapes have the volume too, if their parts do not overlap each other.
 *
 * The curves are those of dtGetIntersection, of convex shapes too; of round ones they are those of
 * polyhedra near them.
 *
 * - object1, object2: their names
 * - clearance: objects that are no farther apart clash; 0 for those alone that collide
 * - tolerance: objects that overlap no deeper touch, and one that sticks out no farther is inside;
 *   at least rounding, some 1e-10 of the coordinates
 * - clash: receives what is found; all zeros on an error; may be NULL
 * - curves: receives the first segments of the curves in which the surfaces cross; NULL to get the
 *   number alone
 * - capacity: how many there is space for
 * - returns: the number of segments; 0 on an error
 * - frame: world coordinates
 * - units: lengths; volumes are their cubes
 * - errors: those of dtGetClosestPair; DT_INVALID_VALUE if clearance or tolerance is negative or
 *   NaN
 * - cost: that of dtGetSeparation, some thousand signed distances, and O(k) for k pairs of polygons
 *   that are above each other: some milliseconds for boxes, hulls and convex solids that collide,
 *   up to 0.1 s for others, and more for meshes of many thousand polygons; apart, that of
 *   dtGetClosestPair
 * - memory: clash is NULL or has space for one, curves is NULL or has space for capacity segments
 */
DtCount dtGetClash(DtObjectRef object1, DtObjectRef object2, DtScalar clearance, DtScalar tolerance, struct DtClash *clash, struct DtSegment *curves, DtCount capacity);

/**
 * Makes a shape of balls about many points, such as those of a depth camera or a scan. It
 * answers as the balls would one by one, and is no operand of dtSum and dtHull.
 *
 * Where answers name polytopes, the number is that of the point. Points that a camera has not
 * seen, as NaN, are an error: leave them out.
 *
 * - points: an array of layout DT_POINTS; or DT_BALLS, where each point has a radius of its own.
 *   It is copied, and may be freed or changed afterwards
 * - radius: that of all points; of DT_BALLS what is added to the radius of each. A negative one
 *   counts as its absolute value, 0 leaves points
 * - returns: the shape; NULL on an error about the array
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_POINTER if points is NULL, or its base is and its count is not 0;
 *   DT_INVALID_ENUM for another layout or type; DT_INVALID_VALUE if a number is NaN or infinite,
 *   or there are no points: the shape then collides with nothing
 * - cost: O(n log n) for n points, some 0.1 s and 48 MB for a million. Several threads
 *   (dtSetThreads) share the work on many. A query looks at the points near the other object
 * - memory: points is NULL or points to the description of an array, which can be read
 */
DtShapeRef dtPoints(const struct DtArray *points, DtScalar radius);

/**
 * Answers a question about many pairs of objects in one call: one object at many placements against
 * another one, or in each row two objects and their placements. No object is moved. The answers
 * are those of the functions about one pair, to the last bit, and are found by the threads of
 * dtSetThreads.
 *
 * What an array has one row of serves for all rows; otherwise all have the same number of rows.
 * A row without an answer has the value -1 and a zero contact; the other rows are answered.
 *
 * - objects1, objects2: the objects: arrays with the layout DT_OBJECTS
 * - placements1, placements2: where they are; NULL means where they are placed now
 * - question: what is to be found out
 * - values: receives the values of the first rows; may be NULL
 * - contacts: receives their contacts; may be NULL
 * - most: how many rows there is space for in both. The others are not answered; if both
 *   are NULL, all are
 * - returns: the number of rows; with DT_FIRST_COLLISION, if objects collide, the number of rows
 *   up to the first that do; 0 if an argument is bad
 * - frame: world coordinates
 * - units: lengths
 * - errors: DT_INVALID_POINTER if an array is NULL; DT_INVALID_ENUM if a layout, type or
 *   question is none, or the layout does not fit; DT_INVALID_VALUE if arrays have different
 *   numbers of rows: nothing is written. That of the first row without an answer, which
 *   dtGetBadRow returns: DT_UNKNOWN_OBJECT, DT_INVALID_OPERATION if an object collides with
 *   nothing, DT_INVALID_VALUE if a number is NaN or infinite or a quaternion is zero
 * - cost: O(n) for n rows, of which each costs what the single query does: some 0.05
 *   microseconds for two boxes and DT_COLLIDES; a few megabytes of memory
 * - memory: each array is NULL or has the rows that it describes. values and contacts are NULL or have
 *   space for most, apart from the arrays
 */
DtCount dtBatchPairs(const struct DtArray *objects1, const struct DtArray *placements1, const struct DtArray *objects2, const struct DtArray *placements2, DtQuestion question, DtScalar *values, struct DtContact *contacts, DtCount most);

/**
 * Finds the contacts of many pairs of objects in one call, each as dtGetContacts does. The rows are
 * those of dtBatchPairs.
 *
 * - objects1, placements1, objects2, placements2: as in dtBatchPairs
 * - contacts: receives the first contacts, those of a row side by side, in the order of the
 *   rows; may be NULL
 * - rows: receives the row of each of these contacts; may be NULL
 * - most: how many there is space for in both
 * - returns: the number of contacts of all rows; 0 if an argument is bad
 * - frame: world coordinates
 * - units: lengths
 * - errors: those of dtBatchPairs
 * - cost: that of dtGetContacts for each row
 * - memory: each array is NULL or has the rows that it describes. contacts and rows are NULL or have
 *   space for most, apart from the arrays
 */
DtCount dtBatchContacts(const struct DtArray *objects1, const struct DtArray *placements1, const struct DtArray *objects2, const struct DtArray *placements2, struct DtContact *contacts, DtCount *rows, DtCount most);

/**
 * Returns the first row of the last batch that has no answer.
 *
 * - returns: its number, from 0; DT_NO_ROW if all that were decided have answers
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(1)
 */
DtCount dtGetBadRow(void);

/**
 * Finds the contacts of this frame among those of the last one, so that a solver can begin with
 * what it had found at each: its impulses (a warm start).
 *
 * Two contacts are the same if their objects and features are, whichever object comes first. None is
 * found twice; where several are equal, the first is the first.
 *
 * - before: what tells the contacts of the last frame apart
 * - before_count: how many there are
 * - now: the same of this frame
 * - now_count: how many there are
 * - places: receives for each of the first contacts of this frame the number of the same one in
 *   before, from 0, or DT_NO_ROW if it is new; may be NULL
 * - most: how many there is space for
 * - returns: now_count; 0 on an error
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_POINTER if before or now is NULL, and its number is not 0
 * - cost: O(n log n)
 * - memory: before and now are NULL or have so many records, places is NULL or has space for most,
 *   apart from them
 */
DtCount dtMatchContacts(const struct DtContactId *before, DtCount before_count, const struct DtContactId *now, DtCount now_count, DtCount *places, DtCount most);

/**
 * Moves many pairs of objects, each as dtCastObjects does, and finds when they first touch. The
 * rows are those of dtBatchPairs.
 *
 * - objects1, placements1, objects2, placements2: as in dtBatchPairs
 * - motions1, motions2: the translations, with the layout DT_POINTS; NULL means no motion
 * - hits: receives for each of the first rows object2, the time from 0 to 1, the point of
 *   contact, and the normal, which points from object2 towards object1. The time is -1 if they do
 *   not touch or the row has no answer
 * - most: how many rows there is space for. The others are not answered
 * - returns: the number of rows; 0 if an argument is bad
 * - frame: world coordinates
 * - units: lengths; times are fractions of the motion
 * - errors: those of dtBatchPairs
 * - cost: that of dtCastObjects for each row
 * - memory: each array is NULL or has the rows that it describes. hits is NULL or has space for most,
 *   apart from the arrays
 */
DtCount dtBatchCasts(const struct DtArray *objects1, const struct DtArray *placements1, const struct DtArray *motions1, const struct DtArray *objects2, const struct DtArray *placements2, const struct DtArray *motions2, struct DtRayHit *hits, DtCount most);

/**
 * Casts many rays at all objects as they are placed now, each as dtRayCast does, and finds the first
 * hit of each.
 *
 * - from, to: the ends of the rays: arrays with the layout DT_POINTS, of the same number of
 *   rows; one row serves for all
 * - hits: receives the hits of the first rays. A ray that hits nothing, or has no answer, has
 *   the time -1 and the object NULL
 * - most: how many there is space for. The other rays are not cast
 * - returns: the number of rays; 0 if an argument is bad
 * - frame: world coordinates
 * - units: lengths; the time of a hit is a fraction of the ray
 * - errors: those of dtBatchPairs
 * - cost: that of dtRayCast for each ray, in which the objects are at rest
 * - memory: each array is NULL or has the rows that it describes. hits is NULL or has space for most,
 *   apart from the arrays
 */
DtCount dtBatchRays(const struct DtArray *from, const struct DtArray *to, struct DtRayHit *hits, DtCount most);

/**
 * Answers a question about many configurations of objects that move together, such as the links of a
 * robot, among all other objects as they are placed now. No object is moved. Objects whose filters
 * (dtSetFilter) exclude each other are left out.
 *
 * - links: the objects that move: an array with the layout DT_OBJECTS, of m rows
 * - placements: m rows for each configuration: where the links are, in their order
 * - left_out: which pairs are left out: an array with the layout DT_FLAGS, of m rows times m
 *   columns, row by row, or of one column more, for each link with all other objects; NULL means
 *   none. A pair of links is left out if one of its two flags is set
 * - question: what is to be found out. DT_COLLIDES finds the first pair, in the order of the
 *   links, then of the creation of the others; DT_DISTANCE the nearest and DT_DEPTH the deepest
 * - pairs: receives for each of the first configurations which two objects it is, a link
 *   first; twice NULL if there are none; may be NULL
 * - values, contacts: receive the answers, as in dtBatchPairs; may be NULL. The value of
 *   DT_DISTANCE is -1 if there is no pair
 * - most: how many there is space for in each of the three. If all are NULL, all
 *   configurations are answered, else no more than these
 * - returns: the number of configurations; with DT_FIRST_COLLISION, if objects collide, the
 *   number up to the first in which they do; 0 if an argument is bad
 * - frame: world coordinates
 * - units: lengths
 * - errors: those of dtBatchPairs, where a row is a configuration. A link that does not exist,
 *   collides with nothing or is given twice is a bad argument
 * - cost: O(n log n) for n other objects; then O(m log n) for each configuration and that of the
 *   pairs that are near each other
 * - memory: each array is NULL or has the rows that it describes. pairs, values and contacts are NULL
 *   or have space for most, apart from the arrays
 */
DtCount dtBatchChain(const struct DtArray *links, const struct DtArray *placements, const struct DtArray *left_out, DtQuestion question, struct DtObjectPair *pairs, DtScalar *values, struct DtContact *contacts, DtCount most);

/**
 * Asks about all objects of the world as they are placed now: which ones a shape overlaps, which
 * are nearest to it, where it touches them, or which ones it meets on its way. An object may ask
 * for itself: it is then the first one in except, which is left out.
 *
 * Whatever it finds about an object is what the function about two objects finds, to the last bit:
 * see DtQueryKind. A shape counts as an object that was created last. Objects that collide with
 * nothing are skipped.
 *
 * It changes nothing: any number of threads may ask one context at a time. The first query after
 * a change brings the context up to date, as dtTest does, while others wait.
 *
 * - kind: one of DtQueryKind
 * - shape: what asks; NULL for the first object in except
 * - placement: where it is: a 4x4 column-major matrix as in dtLoadMatrixd; NULL for where the
 *   object is placed, and of a shape for the identity
 * - motion: how it moves, for DT_CAST_QUERY; NULL for not at all
 * - filter: which objects the query is about, and which hits are wanted; NULL for all
 * - except: objects that are left out, DT_OBJECTS; NULL for none
 * - hits: receives the first hits; NULL to get the number alone
 * - capacity: how many there is space for
 * - returns: the number of hits; 0 on an error
 * - frame: world coordinates
 * - units: lengths; the time of a cast is a fraction of the motion
 * - errors: DT_INVALID_ENUM if there is no such kind, or the array is not one of objects;
 *   DT_UNKNOWN_SHAPE and DT_UNKNOWN_OBJECT if a shape or an object does not exist;
 *   DT_INVALID_POINTER if shape is NULL and no object is left out, or the array is NULL;
 *   DT_INVALID_OPERATION if what asks collides with nothing, as if its placement is not finite;
 *   DT_INVALID_VALUE if the limit is negative or NaN, or a motion as in dtCastObjectsTurning;
 *   DT_UNDECIDED if what turns grazes an object for too long before the last hit. Nothing is
 *   written
 * - cost: O(log n + k) for n objects that are mostly at rest, of which k are near; about a
 *   microsecond and what the function about two objects takes. If most objects move, the first
 *   queries after a move cost O(n) each; later ones are fast again. No memory is allocated once
 *   the thread has asked for so many hits
 * - memory: placement is NULL or points to sixteen doubles, motion and filter are NULL or point to one
 *   of their kind; except is NULL or describes an array; hits is NULL or has space for capacity
 *   hits
 */
DtCount dtQuery(DtQueryKind kind, DtShapeRef shape, const double *placement, const struct DtMotion *motion, const struct DtQueryFilter *filter, const struct DtArray *except, struct DtQueryHit *hits, DtCount capacity);

/**
 * Asks which objects the ray between two points enters, as they are placed now, in the order in
 * which it does: dtRayCastAll with a filter, which several threads may ask at a time. What a hit is
 * dtRayCastObject tells.
 *
 * - from, to: the ends of the ray
 * - filter, except, hits, capacity: as in dtQuery
 * - returns: the number of hits; 0 on an error
 * - frame: world coordinates
 * - units: lengths; the time of a hit is a fraction of the ray
 * - errors: DT_INVALID_POINTER if from or to is NULL; DT_INVALID_VALUE if a coordinate is NaN
 *   or infinite; otherwise those of dtQuery
 * - cost: O(log n + k) for k objects near the ray up to the last hit that is wanted, among n that
 *   are mostly at rest, with the exceptions of dtQuery
 * - memory: from and to are NULL or point to three scalars; the rest is as in dtQuery
 */
DtCount dtQueryRay(const DtScalar *from, const DtScalar *to, const struct DtQueryFilter *filter, const struct DtArray *except, struct DtQueryHit *hits, DtCount capacity);

/**
 * Asks as dtQuery does, and calls a function for one hit after the other, which may end the query.
 * The hits are found before the first call.
 *
 * - kind, shape, placement, motion, filter, except: as in dtQuery
 * - visit: the function; NULL to get the number of hits alone
 * - client_data: passed to the function; the library does not look at it
 * - returns: how often the function was called; 0 on an error
 * - frame: world coordinates
 * - units: lengths; the time of a cast is a fraction of the motion
 * - errors: those of dtQuery. DT_OUT_OF_MEMORY if there is no memory for the hits; and if visit has
 *   been waiting in another stack while so many later queries were left in the middle that all hits
 *   took more than 32 MB: the query ends
 * - cost: that of dtQuery, twice where there are more than 16 hits
 * - memory: as of dtQuery; visit is NULL or a function of this type, and client_data is what it expects
 */
DtCount dtVisitQuery(DtQueryKind kind, DtShapeRef shape, const double *placement, const struct DtMotion *motion, const struct DtQueryFilter *filter, const struct DtArray *except, DtQueryVisit visit, void *client_data);

/**
 * Asks about all objects of the world once for each row of an array, as dtQuery and dtQueryRay do: a
 * shape at many placements, many objects where they are placed, or many rays. The answers are
 * theirs, to the last bit, and are found by the threads of dtSetThreads. Nothing is moved.
 *
 * - kind: one of DtQueryKind; DT_CAST_QUERY for rays
 * - shape: what asks; not looked at where objects or rays ask
 * - askers: where the shape is: placements; or the objects that ask, DT_OBJECTS; or where rays
 *   begin, DT_POINTS
 * - motions: the translations of DT_CAST_QUERY, and of rays where they lead from their beginning:
 *   DT_POINTS. One row serves for all; NULL for no motion
 * - filter: as in dtQuery, for each row
 * - hits: receives the first hits, those of a row side by side, in the order of the rows; may be
 *   NULL
 * - rows: receives the row of each of these hits; may be NULL
 * - most: how many there is space for in both
 * - returns: the number of hits of all rows; 0 if an argument is bad
 * - frame: world coordinates
 * - units: lengths; the time of a cast is a fraction of the motion
 * - errors: DT_INVALID_POINTER if askers is NULL, or shape is where it asks; DT_INVALID_ENUM if
 *   there is no such kind, layout or type, or rays are asked for another kind; DT_INVALID_VALUE if
 *   arrays have different numbers of rows, or the limit is negative or NaN: nothing is written.
 *   That of the first row without an answer, which dtGetBadRow returns, as dtQuery has it; the other
 *   rows are answered
 * - cost: that of dtQuery for each row, divided among the threads
 * - memory: askers and motions are NULL or describe arrays that have their rows; filter is NULL or points
 *   to a filter; hits and rows are NULL or have space for most, apart from the arrays
 */
DtCount dtBatchQuery(DtQueryKind kind, DtShapeRef shape, const struct DtArray *askers, const struct DtArray *motions, const struct DtQueryFilter *filter, struct DtQueryHit *hits, DtCount *rows, DtCount most);

/**
 * Returns which pairs of objects have begun to collide since the last dtProceed, still do, or have
 * ceased to: the pairs that dtTest calls back for, now and then. No callback is called. It is a
 * question: until the next dtProceed, or a change, the answer is the same.
 *
 * A pair ends, too, if an object is deleted, or if it has no response any more. The first call in a
 * context has all pairs begin; from then on dtProceed keeps those that collide.
 *
 * - events: receives the first events, in the order of dtTest; NULL to get the number alone
 * - capacity: how many there is space for
 * - returns: the number of events
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: that of a dtTest without callbacks: O(k) for k pairs whose boxes overlap, if a dtTest has
 *   decided them; the same again in each dtProceed
 * - memory: events is NULL or has space for capacity of them
 */
DtCount dtGetEvents(struct DtEvent *events, DtCount capacity);

/**
 * Calls a function for each pair that has begun to collide since the last dtProceed, still does, or has
 * ceased to, as dtGetEvents returns them: a response to what begins and ends. All events are found
 * before the first call.
 *
 * - visit: the function; NULL to get the number of events alone
 * - client_data: passed to the function; the library does not look at it
 * - returns: how often the function was called; 0 on an error
 * - frame: none
 * - units: none
 * - errors: DT_OUT_OF_MEMORY as of dtVisitQuery
 * - cost: that of dtGetEvents; where there are more than 16 events, that of two
 * - memory: visit is NULL or a function of this type, and client_data is what it expects
 */
DtCount dtVisitEvents(DtEventVisit visit, void *client_data);

/**
 * Returns the pairs of objects that are no farther apart than a distance, with their closest points:
 * for clearances, and for contacts that are about to be. The pairs are those that dtTest would call
 * back for if they collided, and what is found of each is what dtGetClosestPair finds. No callback
 * is called.
 *
 * - distance: the given one; with 0 those that collide
 * - pairs: receives the first pairs, in the order of dtTest; NULL to get the number alone
 * - capacity: how many there is space for
 * - returns: the number of pairs; 0 on an error
 * - frame: world coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if the distance is negative or NaN; nothing is written
 * - cost: O(n log n + k) for n objects and k pairs whose boxes are so near, and a dtGetClosestPair
 *   for each of these
 * - memory: pairs is NULL or has space for capacity of them
 */
DtCount dtGetNearPairs(DtScalar distance, struct DtNearPair *pairs, DtCount capacity);

/**
 * Calls a function for each pair of objects that are no farther apart than a distance, as
 * dtGetNearPairs returns them: a response with a clearance. All pairs are found before the first call.
 *
 * - distance: the given one; with 0 those that collide
 * - visit: the function; NULL to get the number of pairs alone
 * - client_data: passed to the function; the library does not look at it
 * - returns: how often the function was called; 0 on an error
 * - frame: world coordinates
 * - units: lengths
 * - errors: those of dtGetNearPairs; DT_OUT_OF_MEMORY as of dtVisitQuery
 * - cost: that of dtGetNearPairs; where there are more than 16 pairs, that of two
 * - memory: visit is NULL or a function of this type, and client_data is what it expects
 */
DtCount dtVisitNearPairs(DtScalar distance, DtNearPairVisit visit, void *client_data);

/**
 * Attaches a pointer and a number of the program's own to an object, such as its entity and what it
 * is. They go with the object; an object that is created anew has NULL and 0.
 *
 * - object: its name
 * - pointer: any pointer; never dereferenced
 * - number: any number
 * - frame: none
 * - units: none
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist; nothing happens
 * - cost: O(1) expected
 */
void dtSetObjectData(DtObjectRef object, void *pointer, unsigned int number);

/**
 * Returns what dtSetObjectData has attached to an object.
 *
 * - object: its name
 * - pointer: receives the pointer; may be NULL
 * - number: receives the number; may be NULL
 * - returns: DT_TRUE; DT_FALSE on an error
 * - frame: none
 * - units: none
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist; nothing is written
 * - cost: O(1) expected
 * - memory: pointer is NULL or has space for a pointer, number is NULL or has space for a number
 */
DtBool dtGetObjectData(DtObjectRef object, void **pointer, unsigned int *number);

/**
 * Calls a function for each line of a drawing of the objects as they are placed now, so that a
 * program can show what the library sees. The lines are those of dtGetLines when the call begins,
 * in their order: what the function changes shows in the next drawing.
 *
 * - drawing: one of DtDrawing
 * - draw: the function; NULL to get the number of lines alone
 * - client_data: passed to the function; the library does not look at it
 * - returns: the number of lines; 0 on an error
 * - frame: world coordinates
 * - units: lengths
 * - errors: DT_INVALID_ENUM if there is no such drawing; nothing is called. DT_OUT_OF_MEMORY if
 *   there is no memory for the lines; and if draw has been waiting in another stack while so many
 *   later drawings were left in the middle that all lines took more than 32 MB: the drawing ends
 * - cost: that of dtGetLines, twice where there are more than 1024 lines
 * - memory: draw is NULL or a function of this type, and client_data is what it expects
 */
DtCount dtDebugDraw(DtDrawing drawing, DtDraw draw, void *client_data);

/**
 * Returns the lines of a drawing of the objects as they are placed now: for a program that keeps
 * lines in an array, such as a vertex buffer. dtDebugDraw calls a function for each.
 *
 * The lines of an object follow those of objects that were created before it; those of contacts
 * come in the order of dtTest. An edge that polygons of a complex shape share comes once, and the
 * cuts of concave polygons are left out. The chords of a curve are within half a percent of the
 * shape's size. A point has no lines, nor has an object that collides with nothing.
 *
 * - drawing: one of DtDrawing
 * - lines: receives the first lines; NULL to get the number alone
 * - most: how many there is space for
 * - returns: the number of lines; 0 on an error
 * - frame: world coordinates
 * - units: lengths
 * - errors: DT_INVALID_ENUM if there is no such drawing; nothing is written
 * - cost: O(n) for n lines, and O(m log m) for complex shapes of m vertices: they are found anew
 *   in each call. Contacts cost a dtTest, and a dtGetContacts for each pair that collides
 * - memory: lines is NULL or has space for most lines
 */
DtCount dtGetLines(DtDrawing drawing, struct DtLine *lines, DtCount most);

/**
 * Saves all that answers of the current context depend on, as bytes of the format of dtSaveShape:
 * dtLoadWorld makes a world of them again, whose answers are the same to the last bit and come in
 * the same order, also after the same calls from then on.
 *
 * Saved are the objects, in the order of their creation, with their names as numbers, their
 * placements now and at the last dtProceed, spins, pivots, filters, and the number of
 * dtSetObjectData; their shapes, each once, with their vertices now and at the last dtProceed
 * and the settings of their surfaces; responses with their types; which pairs collided at the last
 * dtProceed; the current object; and the settings of the context but for dtSetThreads. What is code
 * or an address is not: the functions and client data of responses, and the pointers of
 * dtSetObjectData. Neither are shapes without objects, a shape or a compound that is not finished,
 * and tests that are running.
 *
 * - bytes: receives the first bytes; NULL to get the number alone
 * - capacity: how many there is space for
 * - returns: the number of bytes; 0 on an error
 * - frame: none
 * - units: bytes
 * - errors: DT_INVALID_OPERATION if the shape of an object is unfinished, or the world would take
 *   4 gigabytes; DT_INVALID_VALUE if a shape has a vertex that is NaN or infinite, or is made of
 *   a support function (dtSupport). Nothing is written
 * - cost: O(n log n) for n objects and responses, and that of dtSaveShape for each shape
 * - memory: bytes is NULL or has space for capacity
 */
DtCount dtSaveWorld(void *bytes, DtCount capacity);

/**
 * Makes the world that dtSaveWorld has saved, in the current context, which has no objects.
 *
 * Responses, filters and settings of the context, other than dtSetThreads, become those of the
 * saved one; shapes that the context has stay, and dtGetShape names those that come. The responses
 * call no function until dtReplaceResponses, or another one that sets them, says which: until
 * then dtTest counts their pairs alone. The pointers of dtSetObjectData are NULL.
 *
 * The names of objects are addresses of the program that saved them. Another program finds out by
 * dtGetSavedObjects which objects there are, and gives each a name of its own. What was saved about
 * names that are no objects is left out then: responses of objects that are still to be created,
 * and the end of pairs (dtGetEvents) with objects that have been deleted.
 *
 * - bytes: the bytes; they are copied, and may come from a file that the program has mapped
 * - count: how many there are
 * - names: the names that the objects get, of layout DT_OBJECTS, in the order of
 *   dtGetSavedObjects; NULL for those that they had
 * - returns: DT_TRUE; DT_FALSE on an error
 * - frame: none
 * - units: bytes
 * - errors: DT_INVALID_POINTER if bytes is NULL; DT_INVALID_OPERATION if the context has objects;
 *   DT_INVALID_VALUE if the bytes are no saved world, damaged, or of a later version of the
 *   library, if there are not as many names as objects, one is given twice, or names is NULL
 *   and a name is too large for the pointers of this machine; DT_INVALID_ENUM for another layout.
 *   Nothing changes
 * - cost: O(n) for n objects and responses, and that of dtLoadShape for each shape. The next dtTest
 *   finds the pairs of all objects
 * - memory: bytes is NULL or there are count. names is NULL or points to the description of an array,
 *   which can be read
 */
DtBool dtLoadWorld(const void *bytes, DtCount count, const struct DtArray *names);

/**
 * Has all responses of a type call another function: the default one, those of objects and those of
 * pairs. Which pairs have responses stays as it is. After dtLoadWorld, for each type that is in use.
 *
 * - response, type, client_data: as in dtSetDefaultResponse
 * - frame: that of the callback's data: see the type
 * - units: lengths, in the callback's data
 * - errors: DT_INVALID_ENUM if the type is unknown, DT_INVALID_POINTER if response is NULL; nothing
 *   happens. DT_NO_RESPONSE changes nothing
 * - cost: O(r) for r responses of objects and pairs
 */
void dtReplaceResponses(DtResponse response, DtResponseType type, void *client_data);

/**
 * Returns the objects of a saved world, in the order of their creation: what a program needs to name
 * them anew in dtLoadWorld.
 *
 * - bytes, count: as in dtLoadWorld
 * - objects: receives the first objects; NULL to get the number alone
 * - capacity: how many there is space for
 * - returns: the number of objects; 0 on an error
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_POINTER if bytes is NULL; DT_INVALID_VALUE if they are no saved world,
 *   damaged, or of a later version of the library. A name that is too large for the pointers of
 *   this machine is cut off
 * - cost: that of dtLoadWorld
 * - memory: bytes is NULL or there are count. objects is NULL or has space for capacity of them
 */
DtCount dtGetSavedObjects(const void *bytes, DtCount count, struct DtSavedObject *objects, DtCount capacity);

#ifdef __cplusplus
}
#endif

#endif  /* SOLID_SOLID_EXT_H */
