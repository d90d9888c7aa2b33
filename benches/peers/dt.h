/*
 * The dt functions of SOLID 2.0 as a table, so that one program can hold two
 * libraries that export the same names and call them side by side.
 */
#ifndef PEERS_DT_H
#define PEERS_DT_H

typedef void *DtShape;
typedef void *DtObject;

/* The values of DtPolyType and DtResponseType that the benchmarks use. */
enum { POLY_SIMPLEX = 0, POLY_POLYGON = 1, POLY_POLYHEDRON = 2 };
enum { RESPONSE_NONE = 0, RESPONSE_SIMPLE = 1, RESPONSE_SMART = 2, RESPONSE_WITNESSED = 3 };

typedef struct CollData {
    double point1[3], point2[3], normal[3];
} CollData;

typedef void (*Response)(void *client, DtObject object1, DtObject object2, const CollData *data);

/* result, name without dt, parameters */
#define DT_FUNCTIONS(F)                                                       \
    F(DtShape, Box, (double x, double y, double z))                           \
    F(DtShape, Cone, (double radius, double height))                          \
    F(DtShape, Cylinder, (double radius, double height))                      \
    F(DtShape, Sphere, (double radius))                                       \
    F(DtShape, NewComplexShape, (void))                                       \
    F(void, EndComplexShape, (void))                                          \
    F(void, Begin, (int type))                                                \
    F(void, End, (void))                                                      \
    F(void, Vertex, (double x, double y, double z))                           \
    F(void, VertexBase, (const void *base))                                   \
    F(void, VertexIndex, (unsigned index))                                    \
    F(void, VertexIndices, (int type, unsigned count, const unsigned *index)) \
    F(void, VertexRange, (int type, unsigned first, unsigned count))          \
    F(void, ChangeVertexBase, (DtShape shape, const void *base))              \
    F(void, DeleteShape, (DtShape shape))                                     \
    F(void, CreateObject, (DtObject object, DtShape shape))                   \
    F(void, DeleteObject, (DtObject object))                                  \
    F(void, SelectObject, (DtObject object))                                  \
    F(void, LoadIdentity, (void))                                             \
    F(void, LoadMatrixf, (const float *m))                                    \
    F(void, LoadMatrixd, (const double *m))                                   \
    F(void, MultMatrixf, (const float *m))                                    \
    F(void, MultMatrixd, (const double *m))                                   \
    F(void, Translate, (double x, double y, double z))                        \
    F(void, Rotate, (double x, double y, double z, double w))                 \
    F(void, Scale, (double x, double y, double z))                            \
    F(void, SetDefaultResponse, (Response response, int type, void *client))  \
    F(void, ClearDefaultResponse, (void))                                     \
    F(void, SetObjectResponse, (DtObject o, Response r, int type, void *client)) \
    F(void, ClearObjectResponse, (DtObject object))                           \
    F(void, ResetObjectResponse, (DtObject object))                           \
    F(void, SetPairResponse, (DtObject a, DtObject b, Response r, int type, void *client)) \
    F(void, ClearPairResponse, (DtObject a, DtObject b))                      \
    F(void, ResetPairResponse, (DtObject a, DtObject b))                      \
    F(unsigned, Test, (void))                                                 \
    F(void, Proceed, (void))                                                  \
    F(void, EnableCaching, (void))                                            \
    F(void, DisableCaching, (void))                                           \
    F(void, SetTolerance, (double tolerance))

typedef struct Dt {
    const char *peer;
#define DT_MEMBER(result, name, parameters) result(*name) parameters;
    DT_FUNCTIONS(DT_MEMBER)
#undef DT_MEMBER
} Dt;

/*
 * Opens our library or the original: `stub` is loaded first, for all to see, when
 * it is not NULL. Each library keeps to its own symbols. Returns 0, or -1 with a
 * message on stderr.
 */
int dt_open(Dt *dt, const char *peer, const char *path, const char *stub);

#endif
