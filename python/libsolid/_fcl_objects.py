"""Placements, geometries and objects of `libsolid.fcl`."""

import sys as _sys

import numpy as _np

from . import _shapes


class OBJECT_TYPE:
    OT_UNKNOWN, OT_BVH, OT_GEOM, OT_OCTREE, OT_COUNT = range(5)


class NODE_TYPE:
    (
        BV_UNKNOWN, BV_AABB, BV_OBB, BV_RSS, BV_kIOS, BV_OBBRSS, BV_KDOP16, BV_KDOP18, BV_KDOP24, GEOM_BOX, GEOM_SPHERE,
        GEOM_ELLIPSOID, GEOM_CAPSULE, GEOM_CONE, GEOM_CYLINDER, GEOM_CONVEX, GEOM_PLANE, GEOM_HALFSPACE, GEOM_TRIANGLE,
        GEOM_OCTREE, NODE_COUNT,
    ) = range(21)


class CCDMotionType:
    CCDM_TRANS, CCDM_LINEAR, CCDM_SCREW, CCDM_SPLINE = range(4)


class CCDSolverType:
    CCDC_NAIVE, CCDC_CONSERVATIVE_ADVANCEMENT, CCDC_RAY_SHOOTING, CCDC_POLYNOMIAL_SOLVER = range(4)


class GJKSolverType:
    GST_LIBCCD, GST_INDEP = range(2)


# Placements


def _rotation_of(q):
    w, x, y, z = (float(value) for value in q)
    s = 2.0 / (w * w + x * x + y * y + z * z)
    return _np.array(
        [
            [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
            [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
            [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
        ]
    )


def _quaternion_of(m):
    # The largest of the four is found first, so that nothing cancels (Shepperd 1978).
    squares = [m[0, 0] + m[1, 1] + m[2, 2], m[0, 0], m[1, 1], m[2, 2]]
    i = int(_np.argmax(squares))
    if i == 0:
        q = [1 + squares[0], m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]]
    else:
        a = i - 1
        b, c = (a + 1) % 3, (a + 2) % 3
        q = [0.0] * 4
        q[0], q[a + 1] = m[c, b] - m[b, c], 1 + m[a, a] - m[b, b] - m[c, c]
        q[b + 1], q[c + 1] = m[a, b] + m[b, a], m[a, c] + m[c, a]
    q = _np.array(q)
    return q / _np.linalg.norm(q)


class Transform:
    """A rotation and a translation: ``()``, ``(Transform)``, ``(R)``, ``(q)``, ``(t)`` or ``(R or q, t)``; q is w x y z."""

    def __init__(self, *arguments):
        self._r, self._t = _np.eye(3), _np.zeros(3)
        if len(arguments) > 2:
            raise ValueError("too many arguments")
        if len(arguments) == 1 and isinstance(arguments[0], Transform):
            self._r, self._t = arguments[0]._r.copy(), arguments[0]._t.copy()
            return
        arrays = [_np.array(argument, dtype=float) for argument in arguments]
        if len(arrays) == 2:
            self._turn(arrays[0])
            self.setTranslation(arrays[1])
        elif len(arrays) == 1 and arrays[0].shape == (3,):
            self._t = arrays[0]
        elif len(arrays) == 1:
            self._turn(arrays[0])

    def _turn(self, array):
        if array.shape == (3, 3):
            self._r = array
        elif array.shape == (4,):
            self._r = _rotation_of(array)
        else:
            raise ValueError(f"neither a matrix nor a quaternion: {array.shape}")

    def getRotation(self):
        return self._r.copy()

    def getTranslation(self):
        return self._t.copy()

    def getQuatRotation(self):
        return _quaternion_of(self._r)

    def setRotation(self, r):
        self._r = _np.array(r, dtype=float).reshape(3, 3)

    def setTranslation(self, t):
        self._t = _np.array(t, dtype=float).reshape(3)

    def setQuatRotation(self, q):
        self._r = _rotation_of(q)


# Geometries

# From the y-axis, about which shapes are made, to the z-axis.
_UPRIGHT = _np.array([[1.0, 0, 0, 0], [0, 0, -1.0, 0], [0, 1.0, 0, 0], [0, 0, 0, 1.0]])


class CollisionGeometry:
    _type, _upright, _vertices = NODE_TYPE.BV_UNKNOWN, False, None

    def getNodeType(self):
        return self._type

    def computeLocalAABB(self):
        pass

    @property
    def aabb_center(self):
        corners = _np.array(self._shape().bounds())
        center = corners.mean(axis=0)
        return _UPRIGHT[:3, :3] @ center if self._upright else center

    def _shape(self):
        # Dimensions may be changed after an object was made.
        key = self._dimensions()
        if self.__dict__.get("_key") != key:
            self._made, self._key = self._make(), key
        return self._made

    def _dimensions(self):
        return tuple(map(float, _np.concatenate([_np.ravel(getattr(self, name)) for name in self._names])))


class Box(CollisionGeometry):
    _type, _names = NODE_TYPE.GEOM_BOX, ("side",)

    def __init__(self, x, y, z):
        self.side = _np.array([x, y, z], dtype=float)

    def _make(self):
        return _shapes.box(*self.side)


class Sphere(CollisionGeometry):
    _type, _names = NODE_TYPE.GEOM_SPHERE, ("radius",)

    def __init__(self, radius):
        self.radius = float(radius)

    def _make(self):
        return _shapes.sphere(self.radius)


class Ellipsoid(CollisionGeometry):
    _type, _names = NODE_TYPE.GEOM_ELLIPSOID, ("radii",)

    def __init__(self, a, b, c):
        self.radii = _np.array([a, b, c], dtype=float)

    def _make(self):
        return _shapes.ellipsoid(*self.radii)


class _Upright(CollisionGeometry):
    _upright, _names = True, ("radius", "lz")

    def __init__(self, radius, lz):
        self.radius, self.lz = float(radius), float(lz)


class Capsule(_Upright):
    _type = NODE_TYPE.GEOM_CAPSULE

    def _make(self):
        return _shapes.capsule(self.radius, self.lz)


class Cone(_Upright):
    _type = NODE_TYPE.GEOM_CONE

    def _make(self):
        return _shapes.cone(self.radius, self.lz)


class Cylinder(_Upright):
    _type = NODE_TYPE.GEOM_CYLINDER

    def _make(self):
        return _shapes.cylinder(self.radius, self.lz)


class TriangleP(CollisionGeometry):
    _type, _names = NODE_TYPE.GEOM_TRIANGLE, ("a", "b", "c")

    def __init__(self, a, b, c):
        self.a, self.b, self.c = (_np.array(corner, dtype=float) for corner in (a, b, c))

    def _make(self):
        return _shapes.hull(_np.array([self.a, self.b, self.c]))


class Convex(CollisionGeometry):
    """The hull of vertices. ``faces`` are not needed: n, i1 ... in for each."""

    _type = NODE_TYPE.GEOM_CONVEX

    def __init__(self, vertices, num_faces, faces):
        self._vertices = _np.array(vertices, dtype=float)
        self.num_faces = num_faces
        self._made = _shapes.hull(self._vertices)

    def _shape(self):
        return self._made


class Halfspace(CollisionGeometry):
    """All points x with ``n.dot(x) <= d``."""

    _type, _names = NODE_TYPE.GEOM_HALFSPACE, ("n", "d")

    def __init__(self, n, d):
        self.n, self.d = _np.array(n, dtype=float), float(d)

    def _make(self):
        return _shapes.half_space(self.n, self.d)


class BVHModel(CollisionGeometry):
    """A mesh, of which the surface counts. Arrays of `addSubModel` are taken whole."""

    _type = NODE_TYPE.BV_OBBRSS

    def __init__(self):
        self._parts, self._single, self._corners, self._made = [], [], [], None

    def beginModel(self, num_tris_=0, num_vertices_=0):
        self.__init__()
        return 0

    def addVertex(self, x, y, z):
        self._single.append((x, y, z))
        return 0

    def addTriangle(self, v1, v2, v3):
        self._corners.extend((v1, v2, v3))
        return 0

    def addSubModel(self, verts, triangles):
        verts, triangles = _np.asarray(verts, dtype=float), _np.asarray(triangles)
        if verts.ndim != 2 or verts.shape[1] != 3 or triangles.ndim != 2 or triangles.shape[1] != 3:
            raise ValueError("vertices of (n, 3) and triangles of (m, 3) are expected")
        self._parts.append((verts, triangles))
        return True

    def endModel(self):
        if self._corners:
            corners = _np.array(self._corners, dtype=float).reshape(-1, 3)
            self._parts.append((corners, _np.arange(len(corners)).reshape(-1, 3)))
        if not any(len(triangles) for _, triangles in self._parts):
            print("libsolid.fcl: the model has no triangles", file=_sys.stderr)
            return 0
        starts = _np.cumsum([0] + [len(verts) for verts, _ in self._parts])
        verts = _np.concatenate([verts for verts, _ in self._parts])
        faces = _np.concatenate([faces + start for (_, faces), start in zip(self._parts, starts)])
        self._made, self._count = _shapes.mesh(verts, faces), len(faces)
        self._parts = []
        return 0

    def num_tries_(self):
        return 0 if self._made is None else self._count

    def buildState(self):
        return 3 if self._made is not None else 0

    def _shape(self):
        if self._made is None:
            raise ValueError("the model is not finished, or has no triangles")
        return self._made


def _unsupported(name, why):
    def __init__(self, *arguments, **keywords):
        raise NotImplementedError(f"{name}: {why}")

    return type(name, (CollisionGeometry,), {"__init__": __init__, "__doc__": f"Not supported: {why}."})


Plane = _unsupported("Plane", "libsolid has no planes without an inside; a Halfspace has one")


class CollisionObject:
    """A geometry and where it is."""

    def __init__(self, geom=None, tf=None):
        if geom is None:
            raise ValueError("an object has a geometry")
        self._geometry = geom
        self._tf = Transform() if tf is None else Transform(tf)
        self._placed()

    def _placed(self):
        self._world, self._pose = self._poses(self._tf)
        self._bounds = None

    def _poses(self, tf):
        """The placements of the geometry and of its shape."""
        pose = _np.eye(4)
        pose[:3, :3], pose[:3, 3] = tf._r, tf._t
        return pose, (pose @ _UPRIGHT if self._geometry._upright else pose)[None]

    def _box(self):
        """The corners of a box around the object."""
        if self._bounds is None:
            low, high = _np.array(self._geometry._shape().bounds())
            basis, origin = self._pose[0, :3, :3], self._pose[0, :3, 3]
            center, half = basis @ ((low + high) / 2) + origin, _np.abs(basis) @ ((high - low) / 2)
            self._bounds = _np.array([center - half, center + half])
        return self._bounds

    @property
    def collision_geometry(self):
        return self._geometry

    def getTranslation(self):
        return self._tf.getTranslation()

    def getRotation(self):
        return self._tf.getRotation()

    def getQuatRotation(self):
        return self._tf.getQuatRotation()

    def getTransform(self):
        return Transform(self._tf)

    def setTranslation(self, t):
        self._tf.setTranslation(t)
        self._placed()

    def setRotation(self, r):
        self._tf.setRotation(r)
        self._placed()

    def setQuatRotation(self, q):
        self._tf.setQuatRotation(q)
        self._placed()

    def setTransform(self, tf):
        self._tf = Transform(tf)
        self._placed()

    def getNodeType(self):
        return self._geometry.getNodeType()

    def getObjectType(self):
        return {NODE_TYPE.BV_OBBRSS: OBJECT_TYPE.OT_BVH, NODE_TYPE.GEOM_OCTREE: OBJECT_TYPE.OT_OCTREE}.get(
            self._geometry._type, OBJECT_TYPE.OT_GEOM
        )

    def isFree(self):
        return False

    def isOccupied(self):
        return True

    def isUncertain(self):
        return False
