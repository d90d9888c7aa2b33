/*
 * Scalars, axis indices and small numeric helpers of the 3D classes.
 *
 * Everything in include/3D is header-only, inline, and computes in double.  Angles are in radians unless a name says
 * degrees.  The headers compile as C++98 and every later standard.
 *
 * What a client sees of this file depends on one macro:
 *
 *   default              the names below are visible without a prefix, and so is all of namespace std, together with
 *                        <iostream>, <math.h>, <stdlib.h>, <assert.h>, <algorithm> and <vector>.  Programs of SOLID's
 *                        time count on this.
 *   SOLID_3D_NO_LEAKS    define it before the first include of a 3D header: the names stay in namespace solid3d
 *                        (solid3d::X, solid3d::rads, ...) and nothing of std is brought in.
 *
 * The classes (Vector, Point, Matrix, Quaternion, ...) are global either way and are the same types, so translation
 * units compiled with and without the macro link together.
 */
#ifndef SOLID_3D_BASIC_H
#define SOLID_3D_BASIC_H

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <ostream>

#ifndef SOLID_3D_NO_LEAKS
#include <assert.h>
#include <iostream>
#include <math.h>
#include <stdlib.h>
#include <vector>
#endif

namespace solid3d {

typedef double Scalar;

/* Indices of the coordinates of a tuple, as in q[W]. */
const int X = 0;
const int Y = 1;
const int Z = 2;
const int W = 3;

const Scalar TWO_PI = 6.28318530717958647692528676655900577;
const Scalar DEGS_PER_RAD = 57.2957795130823208767981548141051703;
const Scalar RADS_PER_DEG = 0.0174532925199432957692369076848861271;

/* Below EPSILON a number counts as zero; EPSILON2 is its square, for squared lengths. Both are absolute. */
const Scalar EPSILON = 1e-10;
const Scalar EPSILON2 = 1e-20;

/* Degrees to radians, and back. */
inline Scalar rads(Scalar degrees) { return degrees * RADS_PER_DEG; }
inline Scalar degs(Scalar radians) { return radians * DEGS_PER_RAD; }

/* A pseudo-random number strictly between 0 and 1.  It uses rand(), so srand() makes a run repeatable. */
inline Scalar rnd() { return (std::rand() + 0.5) / (RAND_MAX + 1.0); }

/* The sign of x: -1, 0 or 1. */
inline int sgn(Scalar x) { return x < 0.0 ? -1 : (x > 0.0 ? 1 : 0); }

/* True if x is zero up to rounding: |x| < EPSILON. */
inline bool eqz(Scalar x) { return std::fabs(x) < EPSILON; }

using std::max;
using std::min;

/* Lower a to b, or raise a to b, if b lies beyond it. */
template <class T> inline void set_min(T &a, const T &b) {
    if (b < a) a = b;
}

template <class T> inline void set_max(T &a, const T &b) {
    if (a < b) a = b;
}

} // namespace solid3d

#ifndef SOLID_3D_NO_LEAKS
using namespace std;
using namespace solid3d;
#endif

#endif
