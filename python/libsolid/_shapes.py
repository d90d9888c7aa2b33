"""How shapes are made. Lengths are full extents; what is long or round has the y-axis for its axis."""

import copyreg
import math

import numpy as np

from . import _arrays
from ._native import Shape


def _lengths(**lengths):
    """Lengths as numbers; an error names the one that is none."""
    for name, value in lengths.items():
        try:
            lengths[name] = float(value)
        except (TypeError, ValueError):
            raise TypeError(f"{name} must be a number, not {_arrays.kind_of(value)}") from None
        if not math.isfinite(lengths[name]):
            raise ValueError(f"{name} is not finite: {value}")
    return lengths.values()


def box(x, y, z):
    """A box of these extents along the axes, about the origin."""
    return Shape._box(*_lengths(x=x, y=y, z=z))


def sphere(radius):
    """A ball about the origin."""
    return Shape._sphere(*_lengths(radius=radius))


def ellipsoid(x, y, z):
    """An ellipsoid of these radii along the axes, about the origin."""
    return Shape._ellipsoid(*_lengths(x=x, y=y, z=z))


def cone(radius, height):
    """A cone about the y-axis, its apex at ``height / 2``, its base at ``-height / 2``."""
    return Shape._cone(*_lengths(radius=radius, height=height))


def cylinder(radius, height):
    """A cylinder about the y-axis, from ``-height / 2`` to ``height / 2``."""
    return Shape._cylinder(*_lengths(radius=radius, height=height))


def capsule(radius, height):
    """All points within ``radius`` of the segment on the y-axis from ``-height / 2`` to ``height / 2``."""
    return Shape._capsule(*_lengths(radius=radius, height=height))


def half_space(normal, offset=0):
    """All points whose dot product with ``normal``, which points out of it, is no larger than ``offset``: ``half_space((0, 0, 1))`` is
    the ground below z = 0. The only shape without bounds, and no operand of `minkowski_sum` and `convex_hull`.
    """
    x, y, z = _vectors([normal], "normals")[0].tolist()
    return Shape._half_space(*_lengths(x=x, y=y, z=z, offset=offset))


def point(x=0.0, y=0.0, z=0.0):
    """A point."""
    return segment((x, y, z), (x, y, z))


def segment(start, end):
    """A line segment between two points."""
    return Shape._segment(_point(start, "start"), _point(end, "end"))


def rectangle(x, z):
    """A rectangle of these extents along x and z, about the origin."""
    return box(x, 0, z)


def disc(radius):
    """A disc about the origin, across the y-axis."""
    return cylinder(radius, 0)


def ellipse(x, z):
    """An ellipse of these radii along x and z, about the origin."""
    return ellipsoid(x, 0, z)


def round_box(x, y, z, radius):
    """All points within ``radius`` of a box of these extents."""
    x, y, z, radius = _lengths(x=x, y=y, z=z, radius=radius)
    return Shape._round_box([x, y, z], radius)


def lozenge(x, z, radius):
    """All points within ``radius`` of a rectangle of these extents along x and z."""
    return round_box(x, 0, z, radius)


def wheel(radius, rounding):
    """All points within ``rounding`` of a disc of this radius across the y-axis."""
    return Shape._wheel(*_lengths(radius=radius, rounding=rounding))


def frustum(bottom, top, height):
    """The hull of two rectangles across the y-axis, of extents along x and z: ``bottom`` at ``-height / 2``, ``top`` at ``height / 2``."""
    (a, b), (c, d) = bottom, top
    a, b, c, d, height = _lengths(bottom_x=a, bottom_z=b, top_x=c, top_z=d, height=height)
    return Shape._frustum([a, b], [c, d], height)


def _point(value, name):
    array = _arrays.numbers(value, name)
    if array.size != 3:
        raise ValueError(f"{name} must be a point of three coordinates, not of shape {array.shape}")
    return [float(x) for x in array.reshape(-1)]


def polygons(vertices, faces, solid=False):
    """A mesh of flat polygons that may be concave: vertices of (n, 3), and a list of lists of indices into them, around each polygon. As
    in `mesh`, ``solid`` has the inside count."""
    vertices = _vectors(vertices, "vertices")
    faces = [[int(place) for place in face] for face in faces]
    if any(place < 0 for face in faces for place in face):
        raise ValueError("a face names a vertex that is negative")
    return Shape._concave_polygons(vertices, faces, bool(solid))


def triangles(shape):
    """The surface of a shape: vertices of (n, 3), and triangles of (m, 3) indices into them, counter-clockwise as seen from outside. Those
    of a mesh are its own; a round body has those of a polyhedron whose vertices are on it."""
    vertices, faces = _arrays.shape(shape, "shape")._triangles()
    return np.array(vertices, float).reshape(-1, 3), np.array(faces, np.int64).reshape(-1, 3)


def to_trimesh(shape):
    """The surface of a shape as a ``trimesh.Trimesh``: see `triangles`."""
    import trimesh

    vertices, faces = triangles(shape)
    return trimesh.Trimesh(vertices, faces, process=False)


def hull(points):
    """The convex hull of points, an array of (n, 3); of a trimesh mesh or point cloud its vertices."""
    points = _vectors(getattr(points, "vertices", points), "points")
    _finite(points, "point")
    return Shape._hull_of(points)


def support(function):
    """A convex shape of one's own: a function that takes a direction, an array of three whose length is 1, and returns the point of the shape
    that is farthest along it. For the same direction it returns the same point; it may run on any thread, and cannot use a `World`.

    The function is called some three hundred times at once, and a few times a query. What it raises, the query raises. ``ValueError``
    if it is no support function, also later, by queries that notice it. The shape cannot be saved or pickled. The collector of cycles does not
    look into it: a function that refers to its own shape keeps both alive; a weak reference does not.
    """
    if not callable(function):
        raise TypeError(f"function must be callable, not {_arrays.kind_of(function)}")

    def call(x, y, z):
        point = function(np.array((x, y, z)))
        try:
            x, y, z = point
            return float(x), float(y), float(z)
        except (TypeError, ValueError):
            raise TypeError(f"a support function returns three coordinates, not {_arrays.kind_of(point)}") from None

    return Shape._support_of(call)


def points(points, radius):
    """Balls about points, an array of (n, 3) such as a depth camera or a scan has them; of a trimesh point cloud its vertices. ``radius``
    is one for all, or an array of (n), and may be 0. Points that are not finite, as cameras give them, are an error: leave them out.

    The shape answers as the balls would one by one. A million take 48 MB and a quarter of a second.
    """
    points = _vectors(getattr(points, "vertices", points), "points")
    _finite(points, "point")
    radii = np.abs(np.atleast_1d(_arrays.numbers(radius, "radius")).astype(float))
    if radii.shape not in ((1,), (len(points),)):
        raise ValueError(f"radius is of shape {radii.shape}: there are {len(points)} points")
    if not np.isfinite(radii).all():
        raise ValueError("a radius is not finite")
    return Shape._points_of(points, radii, _arrays.get_threads())


def mesh(vertices, faces=None, solid=False, *, inner_edges=False, flat_angle=None, one_sided=False):
    """A mesh: vertices of (n, 3), and faces of (m, k) indices into them, each the hull of its k vertices; or a ``trimesh.Trimesh``.

    Its surface is what can be hit; with ``solid`` its inside too, which needs a closed mesh. Build it once: this takes
    O(n log n) time. ``ValueError`` names the face that is wrong.

    Contacts are those of the surface: edges that bend by no more than ``flat_angle`` radians (a quarter of a degree) count as flat;
    with ``one_sided`` they push out of the front of each face, from where its vertices go around counterclockwise, otherwise to the
    side of the other object's centre; with ``inner_edges`` each face has contacts by itself, as if it had no neighbours.
    """
    if flat_angle is not None and not 0 <= flat_angle <= np.pi:
        raise ValueError("flat_angle is from 0 to pi")
    if faces is None:
        return from_trimesh(vertices, solid, inner_edges=inner_edges, flat_angle=flat_angle, one_sided=one_sided)
    faces = np.asarray(faces)
    if faces.ndim != 2 or faces.dtype.kind not in "iu":
        swapped = faces.ndim == 2 and faces.dtype.kind == "f"
        hint = "; are vertices and faces swapped?" if swapped else ""
        raise ValueError(f"faces are whole numbers of shape (m, k), not {faces.dtype} of {faces.shape}{hint}")
    vertices = _vectors(vertices, "vertices")
    missing = (faces < 0) | (faces >= len(vertices))
    if missing.any():
        face, corner = (int(place[0]) for place in np.nonzero(missing))
        raise ValueError(f"face {face} names vertex {faces[face, corner]}, and there are {len(vertices)} vertices")
    _finite(vertices, "vertex", faces)
    surface = (bool(inner_edges), None if flat_angle is None else float(flat_angle), bool(one_sided))
    try:
        return Shape._mesh_of(vertices, np.array(faces, dtype=np.uint32, order="C"), bool(solid), surface)
    except ValueError as error:
        open_edge = _open_edge(vertices, faces) if solid else None
        if open_edge is None:
            raise
        face, a, b, count = open_edge
        raise ValueError(f"{error}: face {face} has the edge from vertex {a} to {b}, which {count} faces share") from None


def _finite(vectors, name, faces=None):
    """Finds the first vector that is not finite, and the first face that has it."""
    bad = ~np.isfinite(vectors).all(axis=1)
    if not bad.any():
        return
    if faces is None:
        number = int(bad.argmax())
        raise ValueError(f"{name} {number} is not finite: {vectors[number]}")
    of_faces = bad[faces]
    if of_faces.any():
        face, corner = (int(place[0]) for place in np.nonzero(of_faces))
        number = int(faces[face, corner])
        raise ValueError(f"face {face} has {name} {number}, which is not finite: {vectors[number]}")


def _open_edge(vertices, faces):
    """The first face of a mesh of polygons with an edge that an odd number of faces share, the edge, and this number."""
    if not len(faces) or faces.shape[1] < 3:
        return None
    _, same = np.unique(vertices, axis=0, return_inverse=True)
    same = same.reshape(-1)
    edges = np.stack([faces, np.roll(faces, -1, axis=1)], axis=-1).reshape(-1, 2)
    _, kind, counts = np.unique(np.sort(same[edges], axis=1), axis=0, return_inverse=True, return_counts=True)
    shared = counts[kind.reshape(-1)]
    if not (shared % 2).any():
        return None
    first = int((shared % 2).argmax())
    return first // faces.shape[1], *(int(vertex) for vertex in edges[first]), int(shared[first])


def from_trimesh(mesh_, solid=None, convex=False, *, inner_edges=False, flat_angle=None, one_sided=False):
    """The shape of a ``trimesh.Trimesh``, or of all meshes of a ``trimesh.Scene`` where they are placed: of the surface, with
    ``solid`` also of the inside, with ``convex`` of the hull. Other arguments are those of `mesh`."""
    if hasattr(mesh_, "geometry") and hasattr(mesh_, "graph"):
        mesh_ = mesh_.to_mesh() if hasattr(mesh_, "to_mesh") else mesh_.dump(concatenate=True)
    if convex and hasattr(mesh_, "vertices"):
        return hull(mesh_.vertices)
    if not hasattr(mesh_, "vertices") or not hasattr(mesh_, "faces"):
        raise TypeError(f"expected a trimesh.Trimesh or Scene, or vertices and faces, not {_arrays.kind_of(mesh_)}")
    return mesh(
        mesh_.vertices, mesh_.faces, solid=bool(solid), inner_edges=inner_edges, flat_angle=flat_angle, one_sided=one_sided,
    )


def minkowski_sum(a, b):
    """The Minkowski sum of two shapes; a mesh counts as its convex hull."""
    return Shape._sum_of(_arrays.shape(a, "a"), _arrays.shape(b, "b"))


def convex_hull(a, b):
    """The convex hull of two shapes."""
    return Shape._convex_hull_of(_arrays.shape(a, "a"), _arrays.shape(b, "b"))


def placed(shape, pose, quaternion="xyzw"):
    """A convex shape as a placement of its coordinates puts it, also a scaling or shearing one; a mesh counts as its hull."""
    return Shape._placed_by(_arrays.shape(shape, "shape"), np.array(_arrays.pose(pose, quaternion)))


def compound(parts, quaternion="xyzw"):
    """A shape that consists of others: pairs of a shape and its pose in the coordinates of the whole, which may scale and shear. Any shapes,
    also compounds; one that is used many times takes its memory once.

    What queries find about it is what they find about its parts; `Shape.part` tells the part of a number. ``ValueError`` without
    parts, of a pose that flattens one, and of more than 4 compounds in each other.
    """
    if isinstance(parts, (np.ndarray, str, Shape)) or not hasattr(parts, "__iter__"):
        raise TypeError(f"parts must be a list of pairs of a libsolid.Shape and a pose, not {_arrays.kind_of(parts)}")
    shapes, poses = [], []
    for index, part in enumerate(parts):
        try:
            shape, pose = part
        except (TypeError, ValueError):
            raise TypeError(f"parts[{index}] must be a pair of a libsolid.Shape and a pose") from None
        shapes.append(_arrays.shape(shape, f"parts[{index}][0]"))
        poses.append(np.array(_arrays.pose(pose, quaternion, f"parts[{index}][1]")))
    return Shape._compound_of(shapes, poses)


def height_field(heights, spacing=(1.0, 1.0), *, diagonal="falling"):
    """A terrain: heights along y, an array of (rows, columns); column j is at x = j * spacing[0], row i at z = i * spacing[1].

    A height that is NaN makes a hole. Heights of ``float32`` stay so. No triangles are kept, and all answers are those of a mesh of them: of
    each cell two, divided by the ``diagonal`` that rises from the least x and z to the greatest, by the other, which is "falling", or by
    both in turn, "alternating". `World.change_heights` changes the heights of an object. ``ValueError`` of fewer than two rows or columns.
    """
    heights = np.asarray(heights)
    if heights.ndim != 2 or heights.dtype.kind not in "fiu":
        raise ValueError(f"heights are numbers of shape (rows, columns), not {heights.dtype} of {heights.shape}")
    dtype = np.float32 if heights.dtype == np.float32 else np.float64
    dx, dz = (float(distance) for distance in spacing)
    return Shape._height_field_of(np.ascontiguousarray(heights, dtype), [dx, dz], diagonal)


def _vectors(value, name):
    array = _arrays.numbers(value, name)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name} are of shape (n, 3), not {array.shape}")
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
