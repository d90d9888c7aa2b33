/* SOLID 2.0: collision detection of three-dimensional objects that move and deform.
 *
 * A shape is made once and used by any number of objects. An object is identified by any pointer of the
 * client. One object is current: transforms apply to it, as in OpenGL. dtTest calls the callbacks of the
 * pairs of objects that collide. Objects that touch collide.
 *
 * Lengths have the units of the client. Functions may be called from any thread, and inside callbacks.
 * A bad argument does no harm: it raises an error, which dtGetError of SOLID/solid_ext.h returns.
 *
 * Generated from the library's source by cbindgen; do not edit. */

#ifndef SOLID_SOLID_H
#define SOLID_SOLID_H

#ifdef SOLID_ABI_FLOAT
#error "these are the headers of SOLID, whose DtScalar is a double, after those of FreeSOLID, where it is a float"
#endif
#define SOLID_ABI_DOUBLE

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
 * left by a C++ exception or longjmp. coll_data stays readable until the next dtTest.
 */
typedef void (*DtResponse)(void *client_data, DtObjectRef object1, DtObjectRef object2, const struct DtCollData *coll_data);

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes a box centred at its local origin. x, y and z are its full extents along the local
 * axes.
 *
 * A negative extent counts as its absolute value; a zero extent makes the box flat. If an extent
 * is NaN or infinite, the shape collides with nothing and DT_INVALID_VALUE is raised.
 */
DtShapeRef dtBox(DtScalar x, DtScalar y, DtScalar z);

/**
 * Makes a cone about its local y-axis. The apex is at y = height / 2, the base disc of radius
 * radius at y = -height / 2.
 *
 * Bad dimensions are treated as in dtBox.
 */
DtShapeRef dtCone(DtScalar radius, DtScalar height);

/**
 * Makes a cylinder about its local y-axis, from y = -height / 2 to y = height / 2.
 *
 * Bad dimensions are treated as in dtBox.
 */
DtShapeRef dtCylinder(DtScalar radius, DtScalar height);

/**
 * Makes a sphere centred at its local origin. A bad radius is treated as in dtBox.
 */
DtShapeRef dtSphere(DtScalar radius);

/**
 * Deletes a shape. Objects that use it keep it until they are deleted.
 *
 * NULL does nothing. A shape that does not exist does nothing and raises DT_UNKNOWN_SHAPE.
 */
void dtDeleteShape(DtShapeRef shape);

/**
 * Opens a complex shape: a set of polytopes, which need not be connected or closed. If a complex
 * shape is open already, returns that one.
 *
 * Objects may be created with it at once; they collide with nothing until the shape is finished.
 */
DtShapeRef dtNewComplexShape(void);

/**
 * Finishes the open complex shape and builds its bounding volume tree: O(n log n) for n vertices.
 *
 * Vertices given by index are copied, so the client's array is not needed any more. A polytope
 * that has a vertex with NaN or infinity is left out and raises DT_INVALID_VALUE; one with indices
 * but without a vertex array is left out and raises DT_INVALID_OPERATION. If no complex shape is
 * open, nothing happens and DT_INVALID_OPERATION is raised.
 */
void dtEndComplexShape(void);

/**
 * Begins a polytope of the open complex shape. type is one of DtPolyType; an unknown type
 * counts as DT_POLYHEDRON and raises DT_INVALID_ENUM.
 *
 * A dtBegin before the dtEnd of the previous polytope is ignored. If no complex shape is open,
 * this and the functions below do nothing and raise DT_INVALID_OPERATION.
 */
void dtBegin(DtPolyType type);

/**
 * Ends a polytope. Its vertices are all those given since the last dtEnd; without vertices, no
 * polytope is made.
 */
void dtEnd(void);

/**
 * Adds a vertex to the polytope, in the shape's local coordinates.
 */
void dtVertex(DtScalar x, DtScalar y, DtScalar z);

/**
 * Sets the vertex array of the open complex shape: three packed doubles for each vertex, in local
 * coordinates. dtEndComplexShape reads the array; it is not read after that.
 *
 * Only the last array set counts, also for indices given before. NULL removes it.
 *
 * Until dtEndComplexShape, the array contains every vertex that an index of the shape names.
 */
void dtVertexBase(const void *base);

/**
 * Adds a vertex to the polytope by its index in the vertex array, counted from 0.
 */
void dtVertexIndex(DtIndex index);

/**
 * Adds a whole polytope with count vertices, given by their indices in the vertex array.
 *
 * If indices is NULL and count is not 0, no polytope is made and DT_INVALID_POINTER is raised.
 *
 * indices is NULL or points to count indices.
 */
void dtVertexIndices(DtPolyType type, DtCount count, const DtIndex *indices);

/**
 * Adds a whole polytope with count successive vertices of the vertex array, beginning with index
 * first.
 */
void dtVertexRange(DtPolyType type, DtIndex first, DtCount count);

/**
 * Moves the vertices of a finished complex shape to the positions in the array at base: three
 * packed doubles for each vertex, in local coordinates. All objects with this shape deform; their
 * placements stay.
 *
 * base may be the same array with new contents. It is copied before the function returns.
 * dtProceed makes the new vertices those of the previous frame, for smart response. Cost: linear
 * in the size of the shape. The tree of the shape is refitted later, when it is first used.
 *
 * Nothing happens, and an error is raised, if base is NULL (DT_INVALID_POINTER), if the shape
 * does not exist (DT_UNKNOWN_SHAPE), or if it is not a finished complex shape
 * (DT_INVALID_OPERATION). A vertex with NaN or infinity raises DT_INVALID_VALUE; its polytopes
 * collide with nothing until the next change.
 *
 * base is NULL, or the array contains every vertex that an index of the shape names.
 */
void dtChangeVertexBase(DtShapeRef shape, const void *base);

/**
 * Creates an object with a shape, places it at the identity, and makes it current.
 *
 * object may be any pointer, NULL included. If an object with this reference exists, it is
 * replaced, its responses stay, and DT_INVALID_OPERATION is raised. If the shape does not exist,
 * no object is created and DT_UNKNOWN_SHAPE is raised. With an unfinished complex shape the object
 * collides with nothing until the shape is finished.
 */
void dtCreateObject(DtObjectRef object, DtShapeRef shape);

/**
 * Deletes an object and the responses set for it and its pairs. If it was current, no object is
 * current.
 *
 * If the object does not exist, nothing happens and DT_UNKNOWN_OBJECT is raised.
 */
void dtDeleteObject(DtObjectRef object);

/**
 * Makes an object current, so that the functions below apply to it.
 *
 * If the object does not exist, the current one stays and DT_UNKNOWN_OBJECT is raised.
 */
void dtSelectObject(DtObjectRef object);

/**
 * Places the current object at the identity: its local coordinates are world coordinates.
 *
 * If no object is current, this and the functions below do nothing and raise DT_INVALID_OPERATION.
 * If a placement contains NaN or infinity, the object collides with nothing until it gets a finite
 * one.
 */
void dtLoadIdentity(void);

/**
 * Places the current object by a matrix from local to world coordinates. m points to sixteen
 * floats: a 4x4 column-major matrix as in OpenGL, whose elements 3, 7, 11 and 15 are ignored.
 *
 * If m is NULL, nothing happens and DT_INVALID_POINTER is raised.
 *
 * m is NULL or points to sixteen floats.
 */
void dtLoadMatrixf(const float *m);

/**
 * Places the current object as dtLoadMatrixf does, by sixteen doubles.
 *
 * m is NULL or points to sixteen doubles.
 */
void dtLoadMatrixd(const double *m);

/**
 * Multiplies the placement of the current object by a matrix on the right, as glMultMatrix does:
 * the matrix acts in local coordinates. m is as in dtLoadMatrixf.
 *
 * m is NULL or points to sixteen floats.
 */
void dtMultMatrixf(const float *m);

/**
 * Multiplies the placement of the current object as dtMultMatrixf does, by sixteen doubles.
 *
 * m is NULL or points to sixteen doubles.
 */
void dtMultMatrixd(const double *m);

/**
 * Moves the current object along its local axes, as glTranslate does.
 */
void dtTranslate(DtScalar x, DtScalar y, DtScalar z);

/**
 * Rotates the current object about its local origin by the quaternion (x, y, z, w), whose length
 * may be anything but zero.
 *
 * The zero quaternion raises DT_INVALID_VALUE, and the object collides with nothing until it gets
 * a finite placement.
 */
void dtRotate(DtScalar x, DtScalar y, DtScalar z, DtScalar w);

/**
 * Scales the current object along its local axes, as glScale does. Negative factors mirror it.
 */
void dtScale(DtScalar x, DtScalar y, DtScalar z);

/**
 * Sets the response of all pairs of objects that have no response of their own. type is a
 * response type, and client_data is passed to the callback.
 *
 * If response is NULL, the pairs have no response and DT_INVALID_POINTER is raised, unless
 * type is DT_NO_RESPONSE. An unknown type counts as DT_NO_RESPONSE and raises DT_INVALID_ENUM.
 * The same holds for the functions below.
 */
void dtSetDefaultResponse(DtResponse response, DtResponseType type, void *client_data);

/**
 * Removes the default response.
 */
void dtClearDefaultResponse(void);

/**
 * Sets the response of all pairs with this object, in place of the default response. The object
 * need not exist yet.
 *
 * If both objects of a pair have a response, that of the callback's object1 is used.
 */
void dtSetObjectResponse(DtObjectRef object, DtResponse response, DtResponseType type, void *client_data);

/**
 * Sets the response of all pairs with this object to none.
 */
void dtClearObjectResponse(DtObjectRef object);

/**
 * Removes the response of an object, so that the default response applies again.
 */
void dtResetObjectResponse(DtObjectRef object);

/**
 * Sets the response of a pair of objects, in place of the responses of the objects and the default
 * response. The order of the objects does not matter, and they need not exist yet.
 *
 * If both are the same object, nothing happens and DT_INVALID_OPERATION is raised.
 */
void dtSetPairResponse(DtObjectRef object1, DtObjectRef object2, DtResponse response, DtResponseType type, void *client_data);

/**
 * Sets the response of a pair of objects to none.
 */
void dtClearPairResponse(DtObjectRef object1, DtObjectRef object2);

/**
 * Removes the response of a pair of objects, so that the responses of the objects or the default
 * response apply again.
 */
void dtResetPairResponse(DtObjectRef object1, DtObjectRef object2);

/**
 * Tests all pairs of objects for collision and calls the response of each pair that collides.
 * Returns the number of callbacks called.
 *
 * Callbacks come in the order in which their object1, then their object2, was created. In a pair
 * of a complex shape and a primitive, object1 has the complex shape; otherwise object1 was created
 * first. Changes made by a callback apply at once to the pairs that have not been tested yet;
 * pairs with objects that a callback creates are left to the next test.
 */
DtCount dtTest(void);

/**
 * Ends a frame: the present placements and vertices become those of the previous frame, which
 * smart response and dtTestMotion use.
 *
 * Cost: linear in what has changed since the last call.
 */
void dtProceed(void);

/**
 * Lets tests keep separating axes from one frame to the next, which makes them faster. Results do
 * not depend on it. Caching is enabled at first.
 */
void dtEnableCaching(void);

/**
 * Makes every test start without cached separating axes. Results do not depend on it.
 */
void dtDisableCaching(void);

/**
 * Sets the largest relative error of distances, as in smart response. It is 1e-6 at first. Whether
 * objects collide does not depend on it.
 *
 * The smallest tolerance is 1e-12; smaller values, negative ones and NaN set this one. NaN also
 * raises DT_INVALID_VALUE.
 */
void dtSetTolerance(DtScalar tolerance);

#ifdef __cplusplus
}
#endif

#endif  /* SOLID_SOLID_H */
