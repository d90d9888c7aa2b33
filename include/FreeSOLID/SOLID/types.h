/* The types of FreeSOLID, whose scalar is a float. */

#ifndef FREESOLID_SOLID_TYPES_H
#define FREESOLID_SOLID_TYPES_H

#ifdef SOLID_ABI_DOUBLE
#error "these are the headers of FreeSOLID, whose DT_Scalar is a float, after those of SOLID, where it is a double"
#endif
#ifndef SOLID_ABI_FLOAT
#define SOLID_ABI_FLOAT
#endif

typedef float DT_Scalar;           /* a coordinate or a length */
typedef unsigned int DT_Index;     /* the index of a vertex in a vertex array */
typedef unsigned int DT_Count;     /* a number of elements */
typedef unsigned int DT_Size;      /* a number of bytes */
typedef unsigned int DT_Bool;      /* DT_FALSE, or anything else */
typedef DT_Scalar DT_Vector3[3];   /* a point or a vector: x, y, z */
typedef DT_Scalar DT_Quaternion[4]; /* x, y, z, w */

#ifndef DT_FALSE
#define DT_FALSE 0
#define DT_TRUE 1
#endif

/* The same types by SOLID's names. */
typedef DT_Scalar DtScalar;
typedef DT_Index DtIndex;
typedef DT_Count DtCount;
typedef DT_Vector3 DtVector;

#endif
