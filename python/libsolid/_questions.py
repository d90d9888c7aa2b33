"""Questions about the objects of a world: contacts, parts of meshes, motions, and lines to draw."""

from typing import Any, NamedTuple, Optional, Tuple

import numpy as np

from . import _arrays, _native
from ._batch import Hit
from ._shapes import _point


class FeatureContact(NamedTuple):
    """Where two objects touch, as `Depth`, and the number of the feature of each that meets the other: the same from frame to frame as
    long as the same features meet. ``patch`` is the number of the connected patch in `World.contact_patches`, else 0."""

    depth: float
    normal: np.ndarray
    point_a: np.ndarray
    point_b: np.ndarray
    features: Tuple[int, int]
    patch: int


class Intersection(NamedTuple):
    """The curves in which two meshes cross: arrays of points, closed ones end where they begin. ``faces`` of (n, 2) are the faces that
    each segment is of, curve by curve."""

    curves: Tuple[np.ndarray, ...]
    faces: Tuple[np.ndarray, ...]


class Stop(NamedTuple):
    """Two objects that have stopped each other, when, from 0 to 1, where, and the normal towards the first."""

    a: Any
    b: Any
    time: float
    point: np.ndarray
    normal: np.ndarray


class Lines(NamedTuple):
    """Line segments of (n, 2, 3), and the two objects of each, of which the second is another one only for contacts."""

    ends: np.ndarray
    objects: list


def _feature_contact(found):
    patch, row, features = found
    row = np.array(row)
    return FeatureContact(float(row[0]), row[1:4], row[4:7], row[7:10], tuple(features), patch)


def _hit(row):
    if row is None:
        return None
    row = np.array(row)
    return Hit(float(row[0]), row[1:4], row[4:7])


class Questions:
    """What `World` answers about its objects beyond tests and distances."""

    def _two(self, question, a, b, *arguments):
        return self._call(question, (a, b), self._native, self._number(a), self._number(b), *arguments)

    def _one(self, question, obj, *arguments):
        return self._call(question, (obj,), self._native, self._number(obj), *arguments)

    def _named(self, rows):
        with self._lock:
            found = [(self._objects.get(a), self._objects.get(b), *rest) for a, b, *rest in rows]
        return [row for row in found if row[0] is not None and row[1] is not None]

    # Contacts

    def contacts(self, a, b):
        """Where two objects touch: a list of `FeatureContact`."""
        return [_feature_contact(found) for found in self._two(_native.contacts_of_features, a, b)]

    def contact_patches(self, a, b, most=0):
        """Where two objects touch, patch by patch, the deepest first: a list of `FeatureContact`. Of each patch at most so many, all with
        0."""
        return [_feature_contact(found) for found in self._two(_native.contact_patches, a, b, int(most))]

    def common_point(self, a, b):
        """A point that two objects share, or ``None``."""
        found = self._two(_native.common_point, a, b)
        return None if found is None else np.array(found)

    def within_distance(self, a, b, distance):
        """Whether two objects are no farther apart; costs less than their distance."""
        return self._two(_native.within_distance, a, b, float(distance))

    # Meshes

    def intersection(self, a, b):
        """The curves in which two meshes cross: `Intersection`."""
        curves, faces = self._two(_native.intersection, a, b)
        faces = np.array(faces, np.int64).reshape(-1, 3)
        parts = tuple(faces[faces[:, 2] == number, :2] for number in range(len(curves)))
        return Intersection(tuple(np.array(curve) for curve in curves), parts)

    def colliding_faces(self, a, b):
        """The pairs of faces of two objects that share a point, of (n, 2), ascending; what is no mesh has the face 0."""
        rows = self._two(_native.colliding_faces, a, b)
        return np.array([row[2:] for row in rows], np.int64).reshape(-1, 2)

    def all_colliding_faces(self):
        """The pairs of faces of all meshes that share a point: two objects, and a face of each."""
        return self._named(_native.all_colliding_faces(self._native))

    def self_collisions(self, obj):
        """The pairs of faces of a mesh that share a point and no vertex, of (n, 2)."""
        return np.array(self._one(_native.self_collisions, obj), np.int64).reshape(-1, 2)

    def self_collisions_motion(self, obj):
        """The first contacts of a mesh with itself on the way of its vertices from the last frame to this one: pairs of faces of (n, 2),
        and times of (n,)."""
        found = self._one(_native.self_collisions_motion, obj)
        faces = np.array([pair for pair, _ in found], np.int64).reshape(-1, 2)
        return faces, np.array([time for _, time in found], float)

    def change_vertices(self, obj, vertices):
        """Gives the mesh of an object other vertices, as many as it was made of. ``obj.shape``, and a copy or a pickle of the world, keep
        the mesh as it was."""
        vertices = _arrays.numbers(vertices, "vertices")
        if vertices.ndim != 2 or vertices.shape[1] != 3:
            raise ValueError(f"vertices are of shape (n, 3), not {vertices.shape}")
        self._one(_native.change_vertices, obj, vertices.astype(float).tolist())

    def change_heights(self, obj, heights, row=0, column=0):
        """Replaces heights of the height field of an object, an array of (rows, columns), from a row and a column on. ``obj.shape``, and a
        copy or a pickle of the world, keep it as it was."""
        heights = np.array(_arrays.numbers(heights, "heights"), float, order="C")
        if heights.ndim != 2:
            raise ValueError(f"heights are of shape (rows, columns), not {heights.shape}")
        if min(row, column) < 0:
            raise ValueError("row and column are not negative")
        self._one(_native.change_heights, obj, [int(row), int(column)], heights)

    def tree_boxes(self, obj, level):
        """The boxes of a level of the tree over the mesh of an object, in its coordinates: (n, 2, 3)."""
        return np.array(self._one(_native.tree_boxes, obj, int(level)), float).reshape(-1, 2, 3)

    # Motion

    def cast_objects(self, a, by_a, b, by_b=(0, 0, 0), spin_a=(0, 0, 0), spin_b=(0, 0, 0)):
        """The first contact of two objects that move by vectors and turn about their origins by rotation vectors: `Hit`, or ``None``."""
        motions = [[_point(by, "by"), _point(spin, "spin")] for by, spin in ((by_a, spin_a), (by_b, spin_b))]
        arguments = self._native, self._number(a), motions[0], self._number(b), motions[1]
        return _hit(self._call(_native.cast_objects, (a, b), *arguments))

    def ray_object(self, obj, start, end):
        """Where the ray between two points enters one object: `Hit`, or ``None``."""
        return _hit(self._one(_native.ray_object, obj, _point(start, "start"), _point(end, "end")))

    def advance(self):
        """Moves all objects from where they were at `proceed` towards where they are now, until just before they touch: the list of
        `Stop`. Objects stop each other that have a response."""
        rows = self._named(_native.advance(self._native))
        return [Stop(a, b, time, np.array(point), np.array(normal)) for a, b, time, point, normal in rows]

    def set_spin(self, obj, spin):
        """By how much an object turns from frame to frame: a rotation vector. Of the turns that lead from one placement to the next the
        nearest to it counts, so that more than half a turn can be told."""
        self._one(_native.set_spin, obj, _point(spin, "spin"))

    def set_pivot(self, obj, pivot):
        """The point, in the object's coordinates, that goes straight from frame to frame while the object turns about it."""
        self._one(_native.set_pivot, obj, _point(pivot, "pivot"))

    def set_motion(self, kind):
        """How objects move from frame to frame: "turning", "straight", which turns none, or "screw"."""
        _native.set_motion(self._native, kind)

    # Places

    def bounds(self, obj):
        """The corners of the box of an object along the world's axes, (2, 3); ``None`` if nothing of it can be hit."""
        found = self._one(_native.bounds, obj)
        return None if found is None else np.array(found)

    def query_box(self, low, high):
        """The objects whose boxes overlap a box, in the order in which they were added."""
        numbers = _native.query_box(self._native, _point(low, "low"), _point(high, "high"))
        with self._lock:
            found = [self._objects.get(number) for number in numbers]
        return [obj for obj in found if obj is not None]

    def to_world(self, obj, point):
        """A point of an object's coordinates in those of the world."""
        return np.array(self._one(_native.convert, obj, _point(point, "point"), True))

    def to_local(self, obj, point):
        """A point of the world's coordinates in those of an object."""
        return np.array(self._one(_native.convert, obj, _point(point, "point"), False))

    def lines(self, what="shapes"):
        """Lines for drawings: the edges of "shapes" or "boxes", the depths of "contacts" or their "normals"; `Lines`."""
        ends, numbers = _native.lines(self._native, what)
        with self._lock:
            objects = [tuple(self._objects.get(number) for number in pair) for pair in numbers]
        return Lines(np.array(ends, float).reshape(-1, 2, 3), objects)


def vertex_face_impact(start, end):
    """When a vertex first touches a triangle while all four points move straight: four points at time 0, the vertex first, and four at
    time 1. An interval of times that is 1e-12 long, or ``None``. Exact."""
    return _impact(_native.vertex_face, start, end)


def edge_edge_impact(start, end):
    """As `vertex_face_impact`, of two edges: the ends of the first, then those of the second."""
    return _impact(_native.edge_edge, start, end)


def _impact(find, start, end) -> Optional[Tuple[float, float]]:
    points = [_arrays.numbers(value, name) for value, name in ((start, "start"), (end, "end"))]
    for array, name in zip(points, ("start", "end")):
        if array.shape != (4, 3):
            raise ValueError(f"{name} is of shape (4, 3), not {array.shape}")
    found = find([array.astype(float).tolist() for array in points])
    return None if found is None else tuple(found)
