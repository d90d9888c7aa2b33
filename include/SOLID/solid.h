/* SOLID 2.0: collision detection of three-dimensional objects under rigid motion and deformation.
 *
 * A shape is made once and used by any number of objects; an object is named by any pointer of the
 * client's. One object is current: transforms apply to it, as in OpenGL. dtTest runs the client's
 * callbacks for the pairs of objects that collide. Bodies are closed: touching is colliding.
 *
 * Nothing that is passed crashes the library: what makes no sense is ignored, and dtGetError of
 * SOLID/solid_ext.h tells. Functions may be called from any thread and from inside callbacks.
 *
 * Generated from the library's source by cbindgen; do not edit. */

#ifndef SOLID_SOLID_H
#define SOLID_SOLID_H

#ifdef SOLID_ABI_FLOAT
#error "these are the headers of SOLID, whose DtScalar is a double, after those of FreeSOLID, where it is a float"
#endif
#define SOLID_ABI_DOUBLE

/**
 * What the vertices of a polytope are. The body is the convex hull of its vertices, whichever it is.
 */
typedef enum DtPolyType {
    /**
     * A point, line segment, triangle or tetrahedron.
     */
    DT_SIMPLEX = 0,
    /**
     * A convex polygon; vertices in the order of its boundary.
     */
    DT_POLYGON = 1,
    /**
     * A convex polyhedron; vertices in any order.
     */
    DT_POLYHEDRON = 2
} DtPolyType;

/**
 * What a response callback is told of a collision.
 */
typedef enum DtResponseType {
    /**
     * Nothing; it is not called.
     */
    DT_NO_RESPONSE = 0,
    /**
     * That the objects collide: coll_data is NULL.
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
 * Names a shape. Comes from the functions that make shapes.
 */
typedef void *DtShapeRef;

/**
 * A coordinate or a length.
 */
typedef double DtScalar;

/**
 * The place of a vertex in a vertex array.
 */
typedef unsigned int DtIndex;

/**
 * A number of things.
 */
typedef unsigned int DtCount;

/**
 * Names an object. Any pointer will do, NULL included; it is never followed.
 */
typedef void *DtObjectRef;

/**
 * A point or a vector: x, y, z.
 */
typedef DtScalar DtVector[3];

/**
 * A pair of points of two colliding objects.
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
     * Smart response: point1 minus point2 in the previous frame, along the world's axes. It points away from
     * object2 and its length is the distance. Zero if the objects collided then. Other responses: zero.
     */
    DtVector normal;
} DtCollData;

/**
 * A response callback. It may call every function of this library, dtTest included, and may be left by a C++
 * exception or longjmp. coll_data stays readable until the next dtTest.
 */
typedef void (*DtResponse)(void *client_data, DtObjectRef object1, DtObjectRef object2, const struct DtCollData *coll_data);

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes a box centred at the origin of its local coordinates, with full extents x, y and z along the axes.
 *
 * Negative extents count by magnitude, zero ones make it flat. NaN and infinities make a shape that hits nothing,
 * and raise DT_INVALID_VALUE.
 */
DtShapeRef dtBox(DtScalar x, DtScalar y, DtScalar z);

/**
 * Makes a cone about the y-axis: its apex at height / 2, its base of radius radius at -height / 2.
 *
 * Dimensions are taken as by dtBox.
 */
DtShapeRef dtCone(DtScalar radius, DtScalar height);

/**
 * Makes a cylinder about the y-axis, from -height / 2 to height / 2.
 *
 * Dimensions are taken as by dtBox.
 */
DtShapeRef dtCylinder(DtScalar radius, DtScalar height);

/**
 * Makes a sphere centred at the origin of its local coordinates. The radius is taken as by dtBox.
 */
DtShapeRef dtSphere(DtScalar radius);

/**
 * Deletes a shape. Objects that are instances of it keep it until they go.
 *
 * NULL does nothing; an unknown or deleted shape does nothing and raises DT_UNKNOWN_SHAPE.
 */
void dtDeleteShape(DtShapeRef shape);

/**
 * Opens a complex shape: a soup of polytopes. If one is open already, returns that one.
 *
 * Objects may be made of it at once; they hit nothing until it is finished.
 */
DtShapeRef dtNewComplexShape(void);

/**
 * Finishes the open shape, and builds what makes it fast to test: O(n log n) for n vertices.
 *
 * The vertices that its indices name are copied: the client's array may go. Polytopes with a vertex that is not
 * finite, or with indices but no vertex base, hit nothing and raise DT_INVALID_VALUE or DT_INVALID_OPERATION. With
 * no open shape nothing happens, and DT_INVALID_OPERATION is raised.
 */
void dtEndComplexShape(void);

/**
 * Begins a polytope of the open shape. A nested dtBegin is ignored.
 */
void dtBegin(DtPolyType type);

/**
 * Ends a polytope: all vertices since the last dtEnd are its vertices. Without any there is no polytope.
 */
void dtEnd(void);

/**
 * Gives the polytope a vertex by its local coordinates.
 */
void dtVertex(DtScalar x, DtScalar y, DtScalar z);

/**
 * Names the array of the open shape's vertices: three doubles each, packed. The last one named wins, for indices
 * given before it as well. It is read by dtEndComplexShape, and then no more.
 *
 * NULL takes an earlier one back.
 *
 * Until dtEndComplexShape the array holds every vertex that the shape's indices name.
 */
void dtVertexBase(const void *base);

/**
 * Gives the polytope a vertex by its place in the array, counted from 0.
 */
void dtVertexIndex(DtIndex index);

/**
 * Makes a whole polytope of count vertices by their places in the array.
 *
 * NULL with a count raises DT_INVALID_POINTER and makes no polytope.
 *
 * indices is NULL or points to count indices.
 */
void dtVertexIndices(DtPolyType type, DtCount count, const DtIndex *indices);

/**
 * Makes a whole polytope of count successive vertices of the array, from the place first on.
 */
void dtVertexRange(DtPolyType type, DtIndex first, DtCount count);

/**
 * Gives the vertices of a finished complex shape new positions: those in the array at base, which may be the
 * same array with other contents. All its objects follow, none is moved.
 *
 * The vertices are copied before the function returns, in time linear in the shape's size. Smart response knows
 * those of the previous frame. NULL, an unknown shape, a primitive, an unfinished shape: nothing happens, and
 * DT_INVALID_POINTER, DT_UNKNOWN_SHAPE or DT_INVALID_OPERATION is raised. A vertex that is not finite raises
 * DT_INVALID_VALUE; its polytopes hit nothing until a later change.
 *
 * base is NULL or an array of every vertex that the shape's indices name.
 */
void dtChangeVertexBase(DtShapeRef shape, const void *base);

/**
 * Makes an object that is an instance of shape, at the identity placement, and makes it current.
 *
 * object may be any pointer, NULL included. If it is in use, its object
 * is replaced, its responses stay, and DT_INVALID_OPERATION is raised. An unknown shape makes no
 * object and raises DT_UNKNOWN_SHAPE. An object of an unfinished complex shape hits nothing until the shape is
 * finished.
 */
void dtCreateObject(DtObjectRef object, DtShapeRef shape);

/**
 * Deletes an object, and the object and pair responses set for it. If it was current, none is.
 *
 * An unknown object: nothing happens, and DT_UNKNOWN_OBJECT is raised.
 */
void dtDeleteObject(DtObjectRef object);

/**
 * Makes an object current: the functions below apply to it.
 *
 * An unknown object: the current one stays, and DT_UNKNOWN_OBJECT is raised.
 */
void dtSelectObject(DtObjectRef object);

/**
 * Places the current object at the identity: its local coordinates are the world's.
 *
 * This and the functions below, without a current object: nothing happens, and DT_INVALID_OPERATION is raised.
 * After a NaN or an infinity an object hits nothing until it is given a finite placement.
 */
void dtLoadIdentity(void);

/**
 * Places the current object by a 4x4 column-major matrix, as OpenGL's. Elements 3, 7, 11 and 15 are ignored.
 *
 * m points to sixteen floats. NULL: nothing happens, and DT_INVALID_POINTER is raised.
 *
 * m is NULL or points to sixteen floats.
 */
void dtLoadMatrixf(const float *m);

/**
 * Places the current object, as dtLoadMatrixf, by sixteen doubles.
 *
 * m is NULL or points to sixteen doubles.
 */
void dtLoadMatrixd(const double *m);

/**
 * Moves the local coordinates of the current object by a matrix given in them, as glMultMatrix does.
 *
 * m as for dtLoadMatrixf.
 *
 * m is NULL or points to sixteen floats.
 */
void dtMultMatrixf(const float *m);

/**
 * Moves the current object, as dtMultMatrixf, by sixteen doubles.
 *
 * m is NULL or points to sixteen doubles.
 */
void dtMultMatrixd(const double *m);

/**
 * Moves the current object along its local axes, as glTranslate does.
 */
void dtTranslate(DtScalar x, DtScalar y, DtScalar z);

/**
 * Turns the current object about its local origin by the quaternion (x, y, z, w), of any length but zero.
 *
 * A zero quaternion raises DT_INVALID_VALUE, and the object hits nothing until it is given a finite placement.
 */
void dtRotate(DtScalar x, DtScalar y, DtScalar z, DtScalar w);

/**
 * Scales the current object along its local axes, as glScale does; negative factors mirror it.
 */
void dtScale(DtScalar x, DtScalar y, DtScalar z);

/**
 * Sets the response of all pairs of objects that have none of their own.
 *
 * A NULL response with a real type is no response and raises DT_INVALID_POINTER; an unknown type is
 * DT_NO_RESPONSE and raises DT_INVALID_ENUM. So for the functions below.
 */
void dtSetDefaultResponse(DtResponse response, DtResponseType type, void *client_data);

/**
 * Sets the default response to none.
 */
void dtClearDefaultResponse(void);

/**
 * Sets the response of all pairs of an object, in place of the default. The object need not exist yet.
 *
 * If both objects of a pair have one, that of the callback's object1 counts.
 */
void dtSetObjectResponse(DtObjectRef object, DtResponse response, DtResponseType type, void *client_data);

/**
 * Sets the response of all pairs of an object to none.
 */
void dtClearObjectResponse(DtObjectRef object);

/**
 * Undefines an object's response: the default counts again.
 */
void dtResetObjectResponse(DtObjectRef object);

/**
 * Sets the response of one pair, in place of object and default responses. The order of the objects does not
 * matter, and they need not exist yet. A pair of an object with itself is ignored, and
 * raises DT_INVALID_OPERATION.
 */
void dtSetPairResponse(DtObjectRef object1, DtObjectRef object2, DtResponse response, DtResponseType type, void *client_data);

/**
 * Sets the response of one pair to none.
 */
void dtClearPairResponse(DtObjectRef object1, DtObjectRef object2);

/**
 * Undefines a pair's response: object and default responses count again.
 */
void dtResetPairResponse(DtObjectRef object1, DtObjectRef object2);

/**
 * Tests all pairs of objects for collision and runs the response of each pair that collides; returns how many
 * were run.
 *
 * Callbacks come in the order in which their object1, then their object2, was created. A complex shape's object
 * is object1 before a primitive's; else the one created earlier is. What a callback changes applies at once to
 * the pairs still to be tested; pairs with objects it creates are left to the next test.
 */
DtCount dtTest(void);

/**
 * Ends a frame: the present placements and vertices become those of the previous frame, for smart response.
 *
 * Costs as much as has changed since the last call.
 */
void dtProceed(void);

/**
 * Lets tests remember separating axes from one to the next. This is so at first. It changes speed, never answers.
 */
void dtEnableCaching(void);

/**
 * Lets every test begin afresh. It changes speed, never answers.
 */
void dtDisableCaching(void);

/**
 * Sets the largest relative error of the distances of smart response. At first it is 1e-6.
 *
 * What cannot be reached is clamped (1e-12); zero, negative values and NaN mean the tightest, and NaN raises
 * DT_INVALID_VALUE. The tolerance never moves the boundary between hit and miss.
 */
void dtSetTolerance(DtScalar tolerance);

#ifdef __cplusplus
}
#endif

#endif  /* SOLID_SOLID_H */
