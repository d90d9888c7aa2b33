"""How shapes are made. Lengths are full extents; what is long or round has the y-axis for its axis."""

import copyreg

import numpy as np

from . import _arrays
from ._native import Shape


def box(x, y, z):
    """A box of these extents along the axes, about the origin."""
    return Shape._box(x, y, z)


def sphere(radius):
    """A ball about the origin."""
    return Shape._sphere(radius)


def ellipsoid(x, y, z):
    """An ellipsoid of these radii along the axes, about the origin."""
    return Shape._ellipsoid(x, y, z)


def cone(radius, height):
    """A cone about the y-axis, its apex at ``height / 2``, its base at ``-height / 2``."""
    return Shape._cone(radius, height)


def cylinder(radius, height):
    """A cylinder about the y-axis, from ``-height / 2`` to ``height / 2``."""
    return Shape._cylinder(radius, height)


def capsule(radius, height):
    """All points within ``radius`` of the segment on the y-axis from ``-height / 2`` to ``height / 2``."""
    return Shape._capsule(radius, height)


def hull(points):
    """The convex hull of points, an array of (n, 3)."""
    return Shape._hull_of(_vectors(points))


def mesh(vertices, faces, solid=False):
    """A mesh: vertices of (n, 3), and faces of (m, k) indices into them, each the hull of its k vertices.

    Its surface is what can be hit; with ``solid`` its inside too, which needs a closed mesh. Build it once: this takes
    O(n log n) time. ``ValueError`` names the face that is wrong.
    """
    faces = np.asarray(faces)
    if faces.ndim != 2 or faces.dtype.kind not in "iu":
        raise ValueError(f"faces are whole numbers of shape (m, k), not {faces.dtype} of {faces.shape}")
    vertices = _vectors(vertices)
    if faces.size and (faces.min() < 0 or faces.max() >= len(vertices)):
        face = int(np.argmax(((faces < 0) | (faces >= len(vertices))).any(axis=1)))
        raise ValueError(f"face {face} names a vertex that is not there")
    return Shape._mesh_of(vertices, np.array(faces, dtype=np.uint32, order="C"), bool(solid))


def from_trimesh(mesh_, solid=None, convex=False):
    """The shape of a ``trimesh.Trimesh``: of its surface, with ``solid`` also of its inside, with ``convex`` of its hull."""
    if convex:
        return hull(mesh_.vertices)
    return mesh(mesh_.vertices, mesh_.faces, solid=bool(solid))


def minkowski_sum(a, b):
    """The Minkowski sum of two shapes; a mesh counts as its convex hull."""
    return Shape._sum_of(a, b)


def convex_hull(a, b):
    """The convex hull of two shapes."""
    return Shape._convex_hull_of(a, b)


def placed(shape, pose, quaternion="xyzw"):
    """A convex shape as a placement of its coordinates puts it, also a scaling or shearing one; a mesh counts as its hull."""
    return Shape._placed_by(shape, np.array(_arrays.pose(pose, quaternion)))


def _vectors(value):
    array = _arrays.numbers(value)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"points are of shape (n, 3), not {array.shape}")
    return array


def load(path, mmap=False):
    """The shape of a file that `Shape.save` has written: a mesh with its tree, which is not built again.

    With ``mmap`` a mesh stays in the file, which is mapped: the processes that load it share one copy in memory. Nobody may
    change the file as long as the shape is used; to `save` another one under its name, or to remove it, does no harm.

    All answers about it are those about the saved one. ``ValueError`` if the file is damaged, or no shape.
    """
    return Shape._load(path, bool(mmap))


def _loaded(data):
    return Shape.from_bytes(data)


copyreg.pickle(Shape, lambda shape: (_loaded, (shape.to_bytes(),)))
