"""Stands in for the module ``fcl`` of python-fcl: ``import libsolid.fcl as fcl``.

`install` makes it answer to ``import fcl`` too. Normals point from the first object to the second; a mesh is its surface, what is
convex is solid. It differs from python-fcl thus: touching is colliding; exceptions of callbacks go through; penetration depths
of meshes are those of the deepest pair of triangles; `continuousCollide` takes meshes, and its times are exact; unbounded shapes
(Plane) and motion along splines raise NotImplementedError. An OcTree is its occupied cells, each a solid cube: ``aabb_center`` is
that of these, parts are their numbers, and damaged data are a ValueError.
"""

import inspect as _inspect
import sys as _sys

import numpy as _np

from . import _native
from ._fcl_objects import (  # noqa: F401 (for callers)
    NODE_TYPE, OBJECT_TYPE, Box, BVHModel, Capsule, CCDMotionType, CCDSolverType, CollisionGeometry, CollisionObject, Cone,
    Convex, Cylinder, Ellipsoid, GJKSolverType, Halfspace, Plane, Sphere, Transform, TriangleP,
)
from ._octree import OcTree

__version__ = "0.7.0"
_MAX = float(_np.finfo(float).max)


def install():
    """Let ``import fcl`` find this module, from now on in this process."""
    _sys.modules["fcl"] = _sys.modules[__name__]


# Requests and results


class CollisionRequest:
    def __init__(
        self, num_max_contacts=1, enable_contact=False, num_max_cost_sources=1, enable_cost=False,
        use_approximate_cost=True, gjk_solver_type=GJKSolverType.GST_LIBCCD,
    ):
        self.num_max_contacts, self.enable_contact = num_max_contacts, enable_contact
        self.num_max_cost_sources, self.enable_cost = num_max_cost_sources, enable_cost
        self.use_approximate_cost, self.gjk_solver_type = use_approximate_cost, gjk_solver_type


class CollisionResult:
    def __init__(self):
        self.is_collision, self.contacts, self.cost_sources = False, [], []


class Contact:
    """Where two objects touch: the normal from o1 to o2, the point between their surfaces."""

    def __init__(self):
        self.o1 = self.o2 = None
        self.b1 = self.b2 = -1
        self.normal, self.pos, self.penetration_depth = _np.zeros(3), _np.zeros(3), 0.0


class CostSource:
    def __init__(self):
        self.aabb_min, self.aabb_max, self.cost_density, self.total_cost = _np.zeros(3), _np.zeros(3), 0.0, 0.0


class DistanceRequest:
    def __init__(
        self, enable_nearest_points=False, enable_signed_distance=False, gjk_solver_type=GJKSolverType.GST_LIBCCD
    ):
        self.enable_nearest_points, self.enable_signed_distance = enable_nearest_points, enable_signed_distance
        self.gjk_solver_type = gjk_solver_type


class DistanceResult:
    def __init__(self, min_distance_=_MAX):
        self.min_distance, self.nearest_points = min_distance_, [None, None]
        self.o1, self.o2, self.b1, self.b2 = None, None, -1, -1


class ContinuousCollisionRequest:
    def __init__(
        self, num_max_iterations=10, toc_err=1e-4, ccd_motion_type=CCDMotionType.CCDM_TRANS,
        gjk_solver_type=GJKSolverType.GST_LIBCCD, ccd_solver_type=CCDSolverType.CCDC_NAIVE,
    ):
        self.num_max_iterations, self.toc_err, self.ccd_motion_type = num_max_iterations, toc_err, ccd_motion_type
        self.gjk_solver_type, self.ccd_solver_type = gjk_solver_type, ccd_solver_type


class ContinuousCollisionResult:
    def __init__(self, is_collide=False, time_of_contact=1.0):
        self.is_collide, self.time_of_contact = is_collide, time_of_contact


class CollisionData:
    def __init__(self, request=None, result=None):
        self.request = CollisionRequest() if request is None else request
        self.result = CollisionResult() if result is None else result
        self.done = False


class DistanceData:
    def __init__(self, request=None, result=None):
        self.request = DistanceRequest() if request is None else request
        self.result = DistanceResult() if result is None else result
        self.done = False


# Two objects

# Directions that are tried first where several separate two hulls by the same way.
_AXES = _np.array([[-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1]], dtype=float)
_TIE = 1e-9


def _tie(a, b, depth):
    """Of two hulls the first coordinate direction along which they are no deeper than along the best one, and the point between
    their first extreme vertices: so that the answer for bodies in equal positions is known, and not any of several."""
    p = a._geometry._vertices @ a._world[:3, :3].T + a._world[:3, 3]
    q = b._geometry._vertices @ b._world[:3, :3].T + b._world[:3, 3]
    slack = _TIE * (depth + _np.abs(p).max() + _np.abs(q).max())
    along_p, along_q = p @ _AXES.T, q @ _AXES.T
    # From a to b: a reaches so far beyond where b begins.
    overlaps = along_p.max(axis=0) - along_q.min(axis=0)
    ties = _np.flatnonzero(overlaps <= depth + slack)
    if not len(ties):
        return None
    best = ties[0]
    first = int(_np.argmax(along_p[:, best] >= along_p[:, best].max() - slack))
    second = int(_np.argmax(along_q[:, best] <= along_q[:, best].min() + slack))
    return _AXES[best].copy(), (p[first] + q[second]) / 2


def _index(geometry, part):
    return part if isinstance(geometry, (BVHModel, OcTree)) else -1


def _contacts(a, b, most):
    """Contacts of two objects: parts, points, normal towards a, depth."""
    first, second = a._geometry, b._geometry
    solid = first._shape().is_convex() and second._shape().is_convex()
    if solid and most > 1 and not (isinstance(first, Convex) or isinstance(second, Convex)):
        return _native_contacts(a, b, most)
    return _native.part_contacts(first._shape(), a._pose, second._shape(), b._pose, most)


def _native_contacts(a, b, most):
    from ._batch import contacts

    found = contacts(a._geometry._shape(), a._pose, b._geometry._shape(), b._pose, most=min(most, 16), threads=1)
    count = min(int(found.count[0]), 16, most)
    rows = zip(found.point_a[0], found.point_b[0], found.normal[0], found.depth[0])
    return [(0, 0, p, q, normal, float(depth)) for _, (p, q, normal, depth) in zip(range(count), rows)]


def collide(o1, o2, request=None, result=None):
    """Add the contacts of two objects to a result; returns how many there are in it now."""
    request = CollisionRequest() if request is None else request
    result = CollisionResult() if result is None else result
    most = max(int(request.num_max_contacts), 1)
    found = _contacts(o1, o2, most)
    if not found and not all(_np.isfinite(obj._world).all() for obj in (o1, o2)):
        raise ValueError("a placement is not finite")
    result.is_collision = result.is_collision or bool(found)
    for i, j, p, q, normal, depth in found:
        contact = Contact()
        contact.o1, contact.o2 = o1._geometry, o2._geometry
        contact.b1, contact.b2 = _index(o1._geometry, i), _index(o2._geometry, j)
        if request.enable_contact:
            contact.normal = -_np.array(normal)
            contact.pos = (_np.array(p) + _np.array(q)) / 2
            contact.penetration_depth = depth
            if isinstance(o1._geometry, Convex) and isinstance(o2._geometry, Convex):
                tie = _tie(o1, o2, depth)
                if tie is not None:
                    contact.normal, contact.pos = tie
        result.contacts.append(contact)
    return len(result.contacts)


def distance(o1, o2, request=None, result=None):
    """The distance of two objects. Where they collide: with signed distances less the depth if one of them is convex, else 0 for two
    meshes and -1 for others."""
    request = DistanceRequest() if request is None else request
    result = DistanceResult() if result is None else result
    first, second = o1._geometry, o2._geometry
    found = _native.nearest_parts(first._shape(), o1._pose, second._shape(), o2._pose)
    if found is None:
        raise ValueError("a placement is not finite, or numbers are too large")
    length, p, q, i, j = found
    points = [_np.array(p), _np.array(q)]
    are_meshes = isinstance(first, BVHModel) and isinstance(second, BVHModel)
    if length == 0 and not are_meshes:
        if request.enable_signed_distance:
            contacts = _native.part_contacts(first._shape(), o1._pose, second._shape(), o2._pose, 2**31)
            i, j, p, q, _, depth = max(contacts, key=lambda contact: contact[5])
            length, points = -depth, [_np.array(p), _np.array(q)]
        else:
            length, points = -1.0, [_np.zeros(3), _np.zeros(3)]
    if length < result.min_distance:
        result.min_distance, result.o1, result.o2 = length, first, second
        result.b1, result.b2 = _index(first, i), _index(second, j)
        if request.enable_nearest_points:
            result.nearest_points = points
    return length


def continuousCollide(o1, tf1_end, o2, tf2_end, request=None, result=None):
    """The time from 0 to 1 at which two objects that move to other placements first touch; 1.0 if they do not.

    As in python-fcl they do not turn unless the request has another ``ccd_motion_type`` than CCDM_TRANS: with CCDM_LINEAR they turn
    about their origins, with CCDM_SCREW about the axis along which they move.
    """
    from . import _batch

    kind = (ContinuousCollisionRequest() if request is None else request).ccd_motion_type
    result = ContinuousCollisionResult() if result is None else result
    first, second = (o1._geometry._shape(), o1._pose), (o2._geometry._shape(), o2._pose)
    if kind == CCDMotionType.CCDM_TRANS:
        motions = (end._t - obj._tf._t for obj, end in ((o1, tf1_end), (o2, tf2_end)))
        hit = _batch.cast(*first, next(motions), *second, next(motions), threads=1)
    elif kind in (CCDMotionType.CCDM_LINEAR, CCDMotionType.CCDM_SCREW):
        ends = [obj._poses(end)[1] for obj, end in ((o1, tf1_end), (o2, tf2_end))]
        hit = _batch.cast_turning(
            *first, ends[0], *second, ends[1], screw=kind == CCDMotionType.CCDM_SCREW, threads=1
        )
    else:
        raise NotImplementedError("continuousCollide along splines")
    time = float(hit.time[0])
    result.is_collide = time == time
    result.time_of_contact = time if result.is_collide else 1.0
    return result.time_of_contact


def defaultCollisionCallback(o1, o2, cdata):
    """Collide, until there are more contacts than are wanted."""
    if cdata.done:
        return True
    collide(o1, o2, cdata.request, cdata.result)
    wanted = not cdata.request.enable_cost and cdata.result.is_collision
    if wanted and len(cdata.result.contacts) > cdata.request.num_max_contacts:
        cdata.done = True
    return cdata.done


def defaultDistanceCallback(o1, o2, cdata):
    """Keep the least distance, until two objects collide."""
    if cdata.done:
        return True, cdata.result.min_distance
    distance(o1, o2, cdata.request, cdata.result)
    return cdata.result.min_distance <= 0, cdata.result.min_distance


# Many objects


class DynamicAABBTreeCollisionManager:
    """Objects, and a tree of their boxes."""

    max_tree_nonbalanced_level, tree_incremental_balance_pass, tree_topdown_balance_threshold = 10, 10, 2
    tree_topdown_level, tree_init_level, octree_as_geometry_collide, octree_as_geometry_distance = 0, 0, True, True

    def __init__(self):
        self.clear()

    def clear(self):
        self._tree, self._objects, self._numbers, self._free = _native.BoxTree(), {}, {}, 0

    def setup(self):
        pass

    def _place(self, number, obj):
        self._tree.place(number, obj._geometry._shape(), obj._pose)

    def registerObject(self, obj):
        if id(obj) in self._numbers:
            return
        number, self._free = self._free, self._free + 1
        self._objects[number], self._numbers[id(obj)] = obj, number
        self._place(number, obj)

    def registerObjects(self, objects):
        for obj in objects:
            self.registerObject(obj)

    def unregisterObject(self, obj):
        number = self._numbers.pop(id(obj), None)
        if number is not None:
            del self._objects[number]
            self._tree.remove(number)

    def update(self, what=None):
        if what is None:
            what = self._objects.values()
        elif isinstance(what, CollisionObject):
            what = [what]
        for obj in what:
            number = self._numbers.get(id(obj))
            if number is not None:
                self._place(number, obj)

    def empty(self):
        return not self._objects

    def size(self):
        return len(self._objects)

    def getObjects(self):
        return list(self._objects.values())

    def _has(self, obj):
        return id(obj) in self._numbers

    def _near(self, obj):
        """Those near an object that are registered when their turn comes: callbacks may unregister some."""
        for number in self._tree.near(obj._geometry._shape(), obj._pose):
            if number in self._objects:
                yield self._objects[number]

    def _pairs(self):
        for a, b in self._tree.pairs():
            if a in self._objects and b in self._objects:
                yield self._objects[a], self._objects[b]

    def collide(self, *arguments):
        """Call ``callback(o1, o2, data)`` for the pairs whose boxes overlap: ``(data, callback)`` of these objects,
        ``(manager, data, callback)`` and ``(object, data, callback)`` of these and others. True ends it. Objects that a callback
        unregisters are left out from then on."""
        *other, data, callback = arguments
        _routine(callback)
        if not other:
            pairs = self._pairs()
        elif isinstance(other[0], CollisionObject):
            pairs = ((mine, other[0]) for mine in self._near(other[0]))
        else:
            manager = other[0]
            pairs = (
                (mine, theirs)
                for theirs in manager.getObjects() if manager._has(theirs)
                for mine in self._near(theirs) if manager._has(theirs)
            )
        for a, b in pairs:
            if callback(a, b, data):
                return

    def distance(self, *arguments):
        """As `collide`; the callback returns whether to end, and the least distance so far: pairs of boxes that are farther apart are
        left out."""
        *other, data, callback = arguments
        _routine(callback)
        mine = self.getObjects()
        if not other:
            theirs, has_theirs = mine, self._has
        elif isinstance(other[0], CollisionObject):
            theirs, has_theirs = other, lambda obj: True
        else:
            theirs, has_theirs = other[0].getObjects(), other[0]._has
        if not mine or not theirs:
            return
        (low, high), (low_b, high_b) = (
            _np.array([obj._box() for obj in objects]).transpose(1, 0, 2) for objects in (mine, theirs)
        )
        best, pairs = _MAX, []
        for i in range(len(mine)):
            start = i + 1 if not other else 0
            gaps = _np.maximum(0, _np.maximum(low_b[start:] - high[i], low[i] - high_b[start:]))
            bounds = _np.sqrt((gaps * gaps).sum(axis=1)) * (1 - 1e-12)
            pairs.extend(zip(bounds.tolist(), [i] * len(bounds), range(start, start + len(bounds))))
        pairs.sort()
        for bound, i, j in pairs:
            # Of objects whose boxes overlap one may be deeper than another.
            if bound > max(best, 0.0):
                return
            if not self._has(mine[i]) or not has_theirs(theirs[j]):
                continue
            stop, best = callback(mine[i], theirs[j], data)
            if stop:
                return


def _routine(callback):
    if not _inspect.isroutine(callback):
        raise ValueError("the callback is a function")
