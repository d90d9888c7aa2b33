/* The types of SOLID by the names that FreeSOLID gives them. Here the scalar is a double. */

#ifndef SOLID_TYPES_H
#define SOLID_TYPES_H

#ifdef SOLID_ABI_FLOAT
#error "these are the headers of SOLID, whose DtScalar is a double, after those of FreeSOLID, where it is a float"
#endif
#ifndef SOLID_ABI_DOUBLE
#define SOLID_ABI_DOUBLE
#endif

typedef double DT_Scalar;           /* a coordinate or a length */
typedef unsigned int DT_Index;      /* the index of a vertex in a vertex array */
typedef unsigned int DT_Count;      /* a number of elements */
typedef unsigned int DT_Size;       /* a number of bytes */
typedef unsigned int DT_Bool;       /* DT_FALSE, or anything else */
typedef DT_Scalar DT_Vector3[3];    /* a point or a vector: x, y, z */
typedef DT_Scalar DT_Quaternion[4]; /* x, y, z, w */

#ifndef DT_FALSE
#define DT_FALSE 0
#define DT_TRUE 1
#endif

#endif
