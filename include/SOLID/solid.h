/* SOLID 2.0: collision detection of three-dimensional objects that move and deform.
 *
 * A shape is made once and used by any number of objects. An object is identified by any pointer of the
 * client. One object is current: transforms apply to it, as in OpenGL. dtTest calls the callbacks of the
 * pairs of objects that collide. Objects that touch collide.
 *
 * Functions may be called from any thread, and inside callbacks. A bad argument does no harm: it raises an
 * error, which dtGetError of SOLID/solid_ext.h returns.
 *
 * The comment of a function ends with a list: its parameters, what it returns, the frame of coordinates (the
 * world's, or the local one of a shape and its objects), units (lengths are in the client's own unit), errors
 * (where an object or a shape "does not exist", it may have been deleted), the cost, and what the client
 * promises of memory.
 *
 * Generated from the library's source by cbindgen; do not edit. */

#ifndef SOLID_SOLID_H
#define SOLID_SOLID_H

#include "abi_tag.h"

/**
 * The type of a polytope. Whatever the type, the body is the convex hull of the vertices.
 */
typedef enum DtPolyType {
    /**
     * A point, line segment, triangle or tetrahedron.
     */
    DT_SIMPLEX = 0,
    /**
     * A convex polygon. The vertices follow its outline.
     */
    DT_POLYGON = 1,
    /**
     * A convex polyhedron. The vertices have any order.
     */
    DT_POLYHEDRON = 2
} DtPolyType;

/**
 * The type of a response: what data its callback receives.
 */
typedef enum DtResponseType {
    /**
     * The callback is not called.
     */
    DT_NO_RESPONSE = 0,
    /**
     * No data: coll_data is NULL.
     */
    DT_SIMPLE_RESPONSE = 1,
    /**
     * The closest points of the objects in the previous frame.
     */
    DT_SMART_RESPONSE = 2,
    /**
     * A point that both objects share.
     */
    DT_WITNESSED_RESPONSE = 3
} DtResponseType;

/**
 * Identifies a shape. Returned by the functions that make shapes.
 */
typedef void *DtShapeRef;

/**
 * A coordinate or a length.
 */
typedef double DtScalar;

/**
 * The index of a vertex in a vertex array.
 */
typedef unsigned int DtIndex;

/**
 * A number of elements.
 */
typedef unsigned int DtCount;

/**
 * Identifies an object: any pointer, NULL included. The library never dereferences it.
 */
typedef void *DtObjectRef;

/**
 * A point or a vector: x, y, z.
 */
typedef DtScalar DtVector[3];

/**
 * The data of a collision: a point of each of the two objects.
 */
typedef struct DtCollData {
    /**
     * A point of object1, in its local coordinates.
     */
    DtVector point1;
    /**
     * A point of object2, in its local coordinates.
     */
    DtVector point2;
    /**
     * For smart response: point1 minus point2 in the previous frame, in world coordinates. It
     * points from object2 towards object1, and its length is their distance then; zero if they
     * collided then. For other responses: zero.
     */
    DtVector normal;
} DtCollData;

/**
 * A response callback. It may call every function of this library, including dtTest, and may be
 * left by a C++ exception or longjmp. It may switch to another stack, as coroutines and fibers do,
 * and go on later, also on another thread, or never. It runs with the floating-point settings of
 * the program.
 *
 * coll_data stays readable until the next dtTest of the thread, and as long as the test runs that
 * has called back. Tests that callbacks have left keep their data for a while: the last 64 always,
 * older ones as long as those of a context take less than 32 MB (of dtTestMotion 128 kB and more
 * each). A test that has been waiting in a callback while more than that was left ends when the
 * callback returns; those go first whose place in a stack a later test has taken.
 */
typedef void (*DtResponse)(void *client_data, DtObjectRef object1, DtObjectRef object2, const struct DtCollData *coll_data);

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes a box centred at its local origin, with its edges along the local axes.
 *
 * - x, y, z: its full extents; a negative one counts as its absolute value, 0 makes the
 *   box flat
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if an extent is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtBox(DtScalar x, DtScalar y, DtScalar z);

/**
 * Makes a cone about its local y-axis. The apex is at y = height / 2, the base disc at y =
 * -height / 2.
 *
 * - radius: that of the base disc
 * - height: from the base to the apex; negative dimensions count as their absolute values, 0
 *   makes the cone flat
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtCone(DtScalar radius, DtScalar height);

/**
 * Makes a cylinder about its local y-axis, from y = -height / 2 to y = height / 2.
 *
 * - radius, height: its dimensions; negative ones count as their absolute values, 0 makes
 *   the cylinder flat
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtCylinder(DtScalar radius, DtScalar height);

/**
 * Makes a sphere centred at its local origin.
 *
 * - radius: a negative one counts as its absolute value, 0 makes a point
 * - returns: the shape
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if the radius is NaN or infinite; the shape then collides with
 *   nothing
 * - cost: O(1)
 */
DtShapeRef dtSphere(DtScalar radius);

/**
 * Deletes a shape. Objects that use it keep it until they are deleted. If it is the open
 * complex shape or compound, that is closed.
 *
 * - shape: a shape, or NULL, which does nothing
 * - frame: none
 * - units: none
 * - errors: DT_UNKNOWN_SHAPE if the shape does not exist, also if it has been deleted before
 * - cost: O(1); O(n) for a complex shape of n vertices that no object uses
 */
void dtDeleteShape(DtShapeRef shape);

/**
 * Opens a complex shape: a set of polytopes, which need not be connected or closed. If a
 * complex shape is open already, returns that one.
 *
 * Objects may be created with it at once; they collide with nothing until the shape is
 * finished.
 *
 * - returns: the shape
 * - frame: local coordinates, for all vertices
 * - units: lengths, for all vertices
 * - errors: none
 * - cost: O(1)
 */
DtShapeRef dtNewComplexShape(void);

/**
 * Finishes the open complex shape and builds its bounding volume tree. Vertices given by index
 * are copied, so the client's array is not needed any more.
 *
 * Polytopes with an invalid vertex are left out, and dtGetBadPolygon returns the first of
 * them.
 *
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_VALUE if a vertex is NaN or infinite, an index is past the end
 *   (dtVertexCount), a concave polygon crosses itself or is not flat, or there are too many
 *   vertices; DT_INVALID_OPERATION if there are indices without a vertex array, or if no
 *   complex shape is open, where nothing happens
 * - cost: O(n log n) for n vertices; for concave polygons on usual outlines. Several threads
 *   (dtSetThreads) share the work on large shapes
 */
void dtEndComplexShape(void);

/**
 * Begins a polytope of the open complex shape. A dtBegin before the dtEnd of the previous
 * polytope is ignored.
 *
 * - type: one of DtPolyType, or DT_CONCAVE_POLYGON
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_ENUM if the type is unknown, which then counts as DT_POLYHEDRON;
 *   DT_INVALID_OPERATION if no complex shape is open, where nothing happens
 * - cost: O(1)
 */
void dtBegin(DtPolyType type);

/**
 * Ends a polytope. Its vertices are all those given since the last dtEnd; without vertices, no
 * polytope is made.
 *
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_OPERATION if no complex shape is open; nothing happens
 * - cost: O(m) for m vertices
 */
void dtEnd(void);

/**
 * Adds a vertex to the polytope.
 *
 * - x, y, z: its coordinates; with NaN or infinity, dtEndComplexShape leaves the
 *   polytope out
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_OPERATION if no complex shape is open; nothing happens
 * - cost: O(1)
 */
void dtVertex(DtScalar x, DtScalar y, DtScalar z);

/**
 * Sets the vertex array of the open complex shape. dtEndComplexShape reads the array; it is
 * not read after that.
 *
 * Only the last array set counts, also for indices given before.
 *
 * - base: three packed doubles for each vertex; NULL removes the array
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_INVALID_OPERATION if no complex shape is open; nothing happens
 * - cost: O(1)
 * - memory: until dtEndComplexShape, the array contains every vertex that an index of the shape names
 */
void dtVertexBase(const void *base);

/**
 * Adds a vertex to the polytope by its index in the vertex array.
 *
 * - index: counted from 0
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_OPERATION if no complex shape is open; nothing happens
 * - cost: O(1)
 */
void dtVertexIndex(DtIndex index);

/**
 * Adds a whole polytope, given by the indices of its vertices in the vertex array.
 *
 * - type: as in dtBegin
 * - count: the number of indices; with 0 no polytope is made
 * - indices: they are copied
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_POINTER if indices is NULL and count is not 0, where no polytope is
 *   made; otherwise those of dtBegin
 * - cost: O(count)
 * - memory: indices is NULL or points to count indices
 */
void dtVertexIndices(DtPolyType type, DtCount count, const DtIndex *indices);

/**
 * Adds a whole polytope of successive vertices of the vertex array.
 *
 * - type: as in dtBegin
 * - first: the index of the first vertex, counted from 0
 * - count: the number of vertices; with 0 no polytope is made
 * - frame: none
 * - units: none
 * - errors: those of dtBegin; beyond the index 2^32 - 1 no polytope is made, and dtEndComplexShape
 *   raises DT_INVALID_VALUE
 * - cost: O(count)
 */
void dtVertexRange(DtPolyType type, DtIndex first, DtCount count);

/**
 * Moves the vertices of a finished complex shape to the positions in an array. All objects
 * with this shape deform; their placements stay.
 *
 * dtProceed makes the new vertices those of the previous frame, for smart response. Polytopes
 * with a vertex that is NaN or infinite collide with nothing until the next change.
 *
 * - shape: a finished complex shape; of the open one, this sets the vertex array as
 *   dtVertexBase does
 * - base: three packed doubles for each vertex, perhaps in the same array as before; copied
 *   before the function returns
 * - frame: local coordinates
 * - units: lengths
 * - errors: DT_UNKNOWN_SHAPE if the shape does not exist, DT_INVALID_POINTER if base is
 *   NULL, DT_INVALID_OPERATION if the shape is not complex: then nothing happens;
 *   DT_INVALID_VALUE if a vertex is NaN or infinite, or if a solid is not closed any more
 * - cost: O(n) for n vertices; the tree is refitted later, O(n), when it is first used
 * - memory: base is NULL, or the array contains every vertex that an index of the shape names
 */
void dtChangeVertexBase(DtShapeRef shape, const void *base);

/**
 * Creates an object with a shape, places it at the identity, and makes it current.
 *
 * - object: its name: any pointer, NULL included, which is never dereferenced
 * - shape: its shape; with an unfinished complex shape, the object collides with nothing
 *   until the shape is finished
 * - frame: its local coordinates are world coordinates at first
 * - units: none
 * - errors: DT_UNKNOWN_SHAPE if the shape does not exist, where no object is created;
 *   DT_INVALID_OPERATION if the name is in use, where the object of that name is replaced and
 *   its responses stay
 * - cost: O(1) expected
 */
void dtCreateObject(DtObjectRef object, DtShapeRef shape);

/**
 * Deletes an object and the responses set for it and its pairs. If it was current, no object
 * is current.
 *
 * - object: its name
 * - frame: none
 * - units: none
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist; nothing happens
 * - cost: O(1) expected, and O(r) for r responses of pairs with it or its partners
 */
void dtDeleteObject(DtObjectRef object);

/**
 * Makes an object current, so that transforms apply to it.
 *
 * - object: its name
 * - frame: none
 * - units: none
 * - errors: DT_UNKNOWN_OBJECT if the object does not exist; the current one stays
 * - cost: O(1) expected
 */
void dtSelectObject(DtObjectRef object);

/**
 * Places the current object at the identity.
 *
 * - frame: its local coordinates become world coordinates
 * - units: none
 * - errors: DT_INVALID_OPERATION if no object is current; nothing happens
 * - cost: O(1)
 */
void dtLoadIdentity(void);

/**
 * Places the current object by a matrix.
 *
 * The matrix may mirror, shear and flatten. An object flattened to a plane, a line or a point is
 * the flat body that remains, for every function: it collides, has contacts and is hit by rays.
 *
 * - m: a 4x4 column-major matrix as in OpenGL, whose elements 3, 7, 11 and 15 are ignored
 * - frame: from local to world coordinates
 * - units: the translation in lengths
 * - errors: DT_INVALID_POINTER if m is NULL, DT_INVALID_OPERATION if no object is current:
 *   then nothing happens; DT_INVALID_VALUE if an element is NaN or infinite: the object
 *   collides with nothing until it gets a finite placement
 * - cost: O(1)
 * - memory: m is NULL or points to sixteen floats
 */
void dtLoadMatrixf(const float *m);

/**
 * Places the current object as dtLoadMatrixf does, by doubles.
 *
 * - m: a 4x4 column-major matrix as in OpenGL, whose elements 3, 7, 11 and 15 are ignored
 * - frame: from local to world coordinates
 * - units: the translation in lengths
 * - errors: those of dtLoadMatrixf
 * - cost: O(1)
 * - memory: m is NULL or points to sixteen doubles
 */
void dtLoadMatrixd(const double *m);

/**
 * Multiplies the placement of the current object by a matrix on the right, as glMultMatrix
 * does.
 *
 * - m: a matrix as in dtLoadMatrixf
 * - frame: the matrix acts in the object's local coordinates
 * - units: the translation in lengths, before the placement that the object has
 * - errors: those of dtLoadMatrixf
 * - cost: O(1)
 * - memory: m is NULL or points to sixteen floats
 */
void dtMultMatrixf(const float *m);

/**
 * Multiplies the placement of the current object as dtMultMatrixf does, by doubles.
 *
 * - m: a matrix as in dtLoadMatrixd
 * - frame: the matrix acts in the object's local coordinates
 * - units: the translation in lengths, before the placement that the object has
 * - errors: those of dtLoadMatrixf
 * - cost: O(1)
 * - memory: m is NULL or points to sixteen doubles
 */
void dtMultMatrixd(const double *m);

/**
 * Moves the current object along its local axes, as glTranslate does.
 *
 * - x, y, z: the translation
 * - frame: local coordinates, as rotated and scaled so far
 * - units: lengths, before the scaling that the object has
 * - errors: DT_INVALID_OPERATION if no object is current, where nothing happens;
 *   DT_INVALID_VALUE if a number is NaN or infinite: the object collides with nothing until it
 *   gets a finite placement
 * - cost: O(1)
 */
void dtTranslate(DtScalar x, DtScalar y, DtScalar z);

/**
 * Rotates the current object about its local origin by a quaternion.
 *
 * - x, y, z, w: the quaternion, the scalar last; of any length but zero
 * - frame: local coordinates
 * - units: none
 * - errors: DT_INVALID_OPERATION if no object is current, where nothing happens;
 *   DT_INVALID_VALUE if the quaternion is zero, NaN or infinite: the object collides with
 *   nothing until it gets a finite placement
 * - cost: O(1)
 */
void dtRotate(DtScalar x, DtScalar y, DtScalar z, DtScalar w);

/**
 * Scales the current object along its local axes, as glScale does. Negative factors mirror it,
 * 0 flattens it (see dtLoadMatrixf).
 *
 * - x, y, z: the factors
 * - frame: local coordinates
 * - units: none
 * - errors: those of dtTranslate
 * - cost: O(1)
 */
void dtScale(DtScalar x, DtScalar y, DtScalar z);

/**
 * Sets the response of all pairs of objects that have no response of their own.
 *
 * - response: the callback
 * - type: one of DtResponseType, or DT_DEPTH_RESPONSE, DT_CONTACTS_RESPONSE,
 *   DT_INTERSECTION_RESPONSE
 * - client_data: passed to the callback; never dereferenced
 * - frame: that of the callback's data: see the type
 * - units: lengths, in the callback's data
 * - errors: DT_INVALID_ENUM if the type is unknown, DT_INVALID_POINTER if response is NULL
 *   and the type is not DT_NO_RESPONSE; the pairs then have no response
 * - cost: O(1) expected
 */
void dtSetDefaultResponse(DtResponse response, DtResponseType type, void *client_data);

/**
 * Removes the default response.
 *
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(1)
 */
void dtClearDefaultResponse(void);

/**
 * Sets the response of all pairs with an object, in place of the default response. If both
 * objects of a pair have a response, that of the callback's object1 is used.
 *
 * - object: its name; it need not exist yet
 * - response, type, client_data: as in dtSetDefaultResponse
 * - frame: that of the callback's data: see the type
 * - units: lengths, in the callback's data
 * - errors: those of dtSetDefaultResponse
 * - cost: O(1) expected
 */
void dtSetObjectResponse(DtObjectRef object, DtResponse response, DtResponseType type, void *client_data);

/**
 * Sets the response of all pairs with an object to none.
 *
 * - object: its name; it need not exist yet
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(1) expected
 */
void dtClearObjectResponse(DtObjectRef object);

/**
 * Removes the response of an object, so that the default response applies again.
 *
 * - object: its name; without a response, nothing happens
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(1) expected
 */
void dtResetObjectResponse(DtObjectRef object);

/**
 * Sets the response of a pair of objects, in place of the responses of the objects and the
 * default response.
 *
 * - object1, object2: their names in any order; they need not exist yet
 * - response, type, client_data: as in dtSetDefaultResponse
 * - frame: that of the callback's data: see the type
 * - units: lengths, in the callback's data
 * - errors: DT_INVALID_OPERATION if both are the same object, where nothing happens; otherwise
 *   those of dtSetDefaultResponse
 * - cost: O(1) expected
 */
void dtSetPairResponse(DtObjectRef object1, DtObjectRef object2, DtResponse response, DtResponseType type, void *client_data);

/**
 * Sets the response of a pair of objects to none.
 *
 * - object1, object2: their names in any order; they need not exist yet
 * - frame: none
 * - units: none
 * - errors: DT_INVALID_OPERATION if both are the same object; nothing happens
 * - cost: O(1) expected
 */
void dtClearPairResponse(DtObjectRef object1, DtObjectRef object2);

/**
 * Removes the response of a pair of objects, so that the responses of the objects or the
 * default response apply again.
 *
 * - object1, object2: their names in any order; without a response of the pair, nothing
 *   happens
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(r) for r responses of pairs with one of them
 */
void dtResetPairResponse(DtObjectRef object1, DtObjectRef object2);

/**
 * Tests all pairs of objects for collision and calls the response of each pair that collides.
 *
 * Callbacks come in the order in which their object1, then their object2, was created. In a
 * pair of a complex shape and a primitive, object1 has the complex shape; otherwise object1
 * was created first. Changes made by a callback apply at once to the pairs that have not been
 * tested yet; pairs with objects that a callback creates are left to the next test.
 *
 * - returns: the number of callbacks called; a response that dtLoadWorld has made and that calls no
 *   function yet counts as well
 * - frame: that of the callbacks' data: see their types
 * - units: lengths, in the callbacks' data
 * - errors: none
 * - cost: O(n log n + k) for n objects, of which most have moved, and k pairs whose boxes
 *   overlap; O(m log n + k) if only a few, m, have moved. A pair of convex objects takes about
 *   a microsecond, once after each move; complex shapes are searched through their trees
 */
DtCount dtTest(void);

/**
 * Tests one pair of objects, as they are placed now, and calls its response if they collide.
 *
 * - object1, object2: their names; the order of the callback's objects is that of dtTest. If
 *   both are the same object, nothing happens
 * - returns: the number of callbacks called: 0 or 1
 * - frame: that of the callback's data: see its type
 * - units: lengths, in the callback's data
 * - errors: DT_UNKNOWN_OBJECT if an object does not exist; nothing happens
 * - cost: O(1), less than a microsecond, for two primitives; up to O(n m) for complex shapes
 *   of n and m polytopes, which are searched through their trees
 */
DtCount dtTestObjects(DtObjectRef object1, DtObjectRef object2);

/**
 * Ends a frame: the present placements and vertices become those of the previous frame, which
 * smart response and dtTestMotion use.
 *
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(m) for m objects that have moved and vertices that have changed since the last
 *   call
 */
void dtProceed(void);

/**
 * Lets tests keep separating axes from one frame to the next, which makes them faster. Results
 * do not depend on it. Caching is enabled at first.
 *
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(1)
 */
void dtEnableCaching(void);

/**
 * Makes every test start without cached separating axes. Results do not depend on it.
 *
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(p) for p pairs whose boxes overlap
 */
void dtDisableCaching(void);

/**
 * Sets the largest relative error of distances, as in smart response. It is 1e-6 at first.
 * Whether objects collide does not depend on it.
 *
 * - tolerance: the error; the smallest is 1e-12, which smaller values, negative ones and NaN
 *   set
 * - frame: none
 * - units: none: relative to the distance
 * - errors: DT_INVALID_VALUE if it is NaN
 * - cost: O(p) for p pairs whose boxes overlap
 */
void dtSetTolerance(DtScalar tolerance);

#ifdef __cplusplus
}
#endif

#endif  /* SOLID_SOLID_H */
