"""Many questions in one call."""

from typing import NamedTuple

import numpy as np

from . import _arrays, _documents, _native
from ._arrays import size_of


class Closest(NamedTuple):
    """Distances of (...), zero if and only if the shapes collide, and the closest points of (..., 3)."""

    distance: np.ndarray
    point_a: np.ndarray
    point_b: np.ndarray


class Depth(NamedTuple):
    """Depths of (...), NaN where the shapes are apart; unit normals from b towards a, and the deepest points, of (..., 3)."""

    depth: np.ndarray
    normal: np.ndarray
    point_a: np.ndarray
    point_b: np.ndarray


class Contacts(NamedTuple):
    """How many contacts there were, of (...); their depths of (..., most), normals and points of (..., most, 3), NaN beyond."""

    count: np.ndarray  # type: ignore[assignment]
    depth: np.ndarray
    normal: np.ndarray
    point_a: np.ndarray
    point_b: np.ndarray


class Hit(NamedTuple):
    """Times of (...) from 0 to 1, NaN where nothing is hit; points and unit normals of (..., 3)."""

    time: np.ndarray
    point: np.ndarray
    normal: np.ndarray


class Side:
    """One side of a batch before the number of rows is known: the arguments of these names."""

    def __init__(self, shape, placements, quaternion, name="shape", poses_name="poses"):
        which = None
        if isinstance(shape, _native.Shape):
            shapes = [shape]
        else:
            if not isinstance(shape, (tuple, list)) or len(shape) != 2:
                what = _arrays.kind_of(shape)
                raise TypeError(f"{name} must be a libsolid.Shape, or a list of them and an array of int, not {what}")
            shapes, which = _arrays.shapes(shape[0], f"{name}[0]"), np.asarray(shape[1])
            if which.dtype.kind not in "iu":
                raise TypeError(f"{name}[1] must be whole numbers, which shape each row has, not {which.dtype}")
            # Negative numbers become large ones, which are no shape's.
            which = which.astype(np.int64).clip(-1, 2**31).astype(np.uint32)
        self.shapes, self.which, self.quaternion = shapes, which, quaternion
        self.poses, self.lead = _arrays.poses(placements, quaternion, poses_name)
        self.shape = self.lead if which is None else broadcast(**{poses_name: self.lead, f"{name}[1]": which.shape})

    def ends(self, placements, name="ends"):
        """Placements at which a motion ends, and the shape of what leads; where the motion begins, if there are none."""
        if placements is None:
            return self.poses, self.lead
        return _arrays.poses(placements, self.quaternion, name)

    def column(self, shape, whole=False):
        """The columns of so many rows. One row serves for all, unless it is to be the ``whole`` batch that says how many there are."""
        poses = _arrays.rows_of(self.poses, self.lead, shape)
        if whole and size_of(self.shape) == 1 != size_of(shape):
            poses = np.broadcast_to(self.poses, shape + self.poses.shape[len(self.lead):])
        which = self.which
        if which is not None:
            which = _arrays.rows_of(which, which.shape, shape)
        return (self.shapes, which, poses, self.quaternion)


def broadcast(**shapes):
    """The rows of arguments that lead with these shapes."""
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        rows = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise ValueError(f"the rows of the arguments do not broadcast: {rows}") from None


def _columns(a, poses_a, b, poses_b, quaternion):
    a, b = Side(a, poses_a, quaternion, "a", "poses_a"), Side(b, poses_b, quaternion, "b", "poses_b")
    shape = broadcast(poses_a=a.shape, poses_b=b.shape)
    return a.column(shape), b.column(shape), shape


def _arrays_in(arguments):
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            yield argument
        elif isinstance(argument, tuple):
            yield from _arrays_in(argument)


def _fitting(out, shape, dtype, fill, *arguments):
    """The caller's array, which shares no memory with the (checked) arguments, or one of our own."""
    if out is None:
        # Zeros cost nothing before they are used.
        return np.full(shape, fill, dtype) if fill else np.zeros(shape, dtype)
    if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"out is a writeable array of {np.dtype(dtype)} of shape {shape}, in C order")
    if any(np.shares_memory(out, argument) for argument in _arrays_in(arguments)):
        raise ValueError("out shares memory with an argument")
    out.fill(fill)
    return out


@_documents.batch
def intersects(a, poses_a, b, poses_b=None, *, out=None, threads=None, seconds=None, quaternion="xyzw"):
    """Whether the shapes of each row share a point: bool of (...). About 50 ns a row for boxes."""
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    options = _arrays.options(size_of(shape), threads, None, seconds)
    hits = _fitting(out, shape, np.bool_, False, a, b)
    report = _native.intersects(a, b, hits.reshape(-1), options)
    return _arrays.finished(report, shape, hits)


@_documents.batch
def first(a, poses_a, b, poses_b=None, *, threads=None, seconds=None, quaternion="xyzw"):
    """The index of the first row whose shapes share a point, or ``None``. Rows after it need not be decided."""
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    found, report = _native.first(a, b, _arrays.options(size_of(shape), threads, None, seconds))
    if found is not None:
        report = (size_of(shape),) + report[1:]
    return _arrays.finished(report, shape, found)


@_documents.batch
def within(a, poses_a, b, poses_b=None, *, distance, out=None, threads=None, seconds=None, quaternion="xyzw"):
    """Whether the shapes of each row are no farther apart than ``distance``: bool of (...). Cheaper than the distances."""
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    distance = float(distance)
    if not distance >= 0:
        raise ValueError(f"a distance is not negative, nor {distance}")
    options = _arrays.options(size_of(shape), threads, None, seconds)
    near = _fitting(out, shape, np.bool_, False, a, b)
    return _arrays.finished(_native.within(a, b, distance, near.reshape(-1), options), shape, near)


@_documents.batch
def distances(
    a, poses_a, b, poses_b=None, *, out=None, threads=None, tolerance=None, seconds=None, quaternion="xyzw"
):
    """The distances of the shapes of each row: float64 of (...), zero if and only if they collide."""
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    options = _arrays.options(size_of(shape), threads, tolerance, seconds)
    found = _fitting(out, shape, np.float64, np.nan, a, b)
    return _arrays.finished(_native.distances(a, b, found.reshape(-1), options), shape, found)


def table_of(shape, width, out=None, *arguments):
    """The rows of a table of numbers, and the same with the leading dimensions: as `_fitting`."""
    table = _fitting(out, shape + (width,), np.float64, np.nan, *arguments)
    return table.reshape(size_of(shape), width), table


@_documents.batch
def closest_points(
    a, poses_a, b, poses_b=None, *, out=None, threads=None, tolerance=None, seconds=None, quaternion="xyzw"
):
    """The closest points of the shapes of each row: `Closest`, of which ``out`` has (..., 7) numbers."""
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    options = _arrays.options(size_of(shape), threads, tolerance, seconds)
    rows, table = table_of(shape, 7, out, a, b)
    report = _native.closest(a, b, rows, options)
    return _arrays.finished(report, shape, Closest(table[..., 0], table[..., 1:4], table[..., 4:7]))


@_documents.batch
def depths(a, poses_a, b, poses_b=None, *, out=None, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
    """How deep the shapes of each row are in each other: `Depth`, of which ``out`` has (..., 10) numbers. Moving a by depth times
    normal separates them."""
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    options = _arrays.options(size_of(shape), threads, tolerance, seconds)
    rows, table = table_of(shape, 10, out, a, b)
    report = _native.depths(a, b, rows, options)
    result = Depth(table[..., 0], table[..., 1:4], table[..., 4:7], table[..., 7:10])
    return _arrays.finished(report, shape, result)


@_documents.batch
def contacts(
    a, poses_a, b, poses_b=None, *, most=4, out=None, threads=None, tolerance=None, seconds=None, quaternion="xyzw"
):
    """The contacts of the shapes of each row, at most ``most``, the most important first: `Contacts`, of which but for the counts
    ``out`` has (..., most, 10) numbers."""
    if most < 1:
        raise ValueError("at least one contact")
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    counts = np.zeros(shape, np.uintp)
    options = _arrays.options(size_of(shape), threads, tolerance, seconds)
    rows, table = table_of(shape + (most,), 10, out, a, b)
    report = _native.contacts(a, b, counts.reshape(-1), rows, options)
    result = Contacts(counts, table[..., 0], table[..., 1:4], table[..., 4:7], table[..., 7:10])
    return _arrays.finished(report, shape, result)


def vectors(value, name):
    array = _arrays.numbers(np.zeros(3) if value is None else value, name)
    if array.ndim < 1 or array.shape[-1] != 3:
        raise ValueError(f"{name}: vectors are of shape (..., 3), not {array.shape}")
    return array, array.shape[:-1]


def _hits(rows_and_table, report, shape):
    table = rows_and_table[1]
    return _arrays.finished(report, shape, Hit(table[..., 0], table[..., 1:4], table[..., 4:7]))


@_documents.batch
def cast(
    a, poses_a, motion_a, b, poses_b=None, motion_b=None, *, stop_at_penetration=True, out=None, threads=None, tolerance=None,
    seconds=None, quaternion="xyzw",
):
    """The first contacts of shapes that move by their motions, of (..., 3), without turning: `Hit`, with normals from b to a, of
    which ``out`` has (..., 7) numbers.

    Shapes that touch or overlap at the start have contact at time 0; with ``stop_at_penetration=False`` only if they approach there,
    and those that move apart or along each other have their next contact.

    >>> import libsolid
    >>> foot, floor = libsolid.box(1, 1, 1), libsolid.box(9, 1, 9)
    >>> [float(libsolid.cast(foot, [0, 1, 0, 0, 0, 0, 1], [3, 0, 0], floor, stop_at_penetration=s).time) for s in (True, False)]
    [0.0, nan]
    """
    a, b = Side(a, poses_a, quaternion, "a", "poses_a"), Side(b, poses_b, quaternion, "b", "poses_b")
    (of_a, lead_a), (of_b, lead_b) = vectors(motion_a, "motion_a"), vectors(motion_b, "motion_b")
    shape = broadcast(poses_a=a.shape, motion_a=lead_a, poses_b=b.shape, motion_b=lead_b)
    motions = (_arrays.rows_of(of_a, lead_a, shape), _arrays.rows_of(of_b, lead_b, shape))
    columns = a.column(shape, whole=size_of(b.shape) == 1), b.column(shape)
    options = _arrays.options(size_of(shape), threads, tolerance, seconds)
    table = table_of(shape, 7, out, columns, motions)
    return _hits(table, _native.cast(*columns, motions, bool(stop_at_penetration), table[0], options), shape)


@_documents.batch
def cast_turning(
    a, poses_a, ends_a, b, poses_b=None, ends_b=None, *, screw=False, stop_at_penetration=True, out=None, threads=None,
    tolerance=None, seconds=None, quaternion="xyzw",
):
    """The first contacts of shapes that move and turn from their placements to those in ``ends``: as `cast`.

    Their origins go straight, and they turn by the shortest way at a constant rate; with ``screw`` they turn about an axis and move
    along it. Where ``ends`` is ``None`` a shape rests. No contact is earlier than its time, and then the shapes are no farther
    apart than ``tolerance`` times the longest half extent of the smaller one. Shapes that do not turn have the hits of `cast`. A row
    whose shapes graze each other for too long is a `BadRow`, whose text has the time until which they are apart.

    >>> import numpy as np, libsolid
    >>> rod, ball = libsolid.box(4, 0.2, 0.2), libsolid.sphere(0.1)
    >>> quarter = [0, 0, 0, 0, 0, np.sqrt(0.5), np.sqrt(0.5)]
    >>> hit = libsolid.cast_turning(rod, None, quarter, ball, [1, 1, 0, 0, 0, 0, 1])
    >>> print(f"{hit.time * 90:.1f} degrees")
    36.9 degrees
    """
    a, b = Side(a, poses_a, quaternion, "a", "poses_a"), Side(b, poses_b, quaternion, "b", "poses_b")
    (of_a, lead_a), (of_b, lead_b) = a.ends(ends_a, "ends_a"), b.ends(ends_b, "ends_b")
    shape = broadcast(poses_a=a.shape, ends_a=lead_a, poses_b=b.shape, ends_b=lead_b)
    ends = (_arrays.rows_of(of_a, lead_a, shape), _arrays.rows_of(of_b, lead_b, shape))
    columns = a.column(shape, whole=size_of(b.shape) == 1), b.column(shape)
    options = _arrays.options(size_of(shape), threads, tolerance, seconds)
    table = table_of(shape, 7, out, columns, ends)
    how = bool(screw), bool(stop_at_penetration)
    return _hits(table, _native.cast_turning(*columns, ends, how, table[0], options), shape)


def ends_of(start, end):
    (start, lead), (end, lead_end) = vectors(start, "start"), vectors(end, "end")
    shape = broadcast(start=lead, end=lead_end)
    return (_arrays.rows_of(start, lead, shape), _arrays.rows_of(end, lead_end, shape)), shape


@_documents.batch
def rays(shape, start, end, pose=None, *, out=None, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
    """Where the rays from ``start`` to ``end``, points of (..., 3), enter a shape: `Hit`, with normals out of the shape, of which
    ``out`` has (..., 7) numbers."""
    _arrays.shape(shape, "shape")
    ends, lead = ends_of(start, end)
    pose = _arrays.pose(pose, quaternion)
    options = _arrays.options(size_of(lead), threads, tolerance, seconds)
    table = table_of(lead, 7, out, ends, pose)
    return _hits(table, _native.rays(shape, pose, ends, table[0], options), lead)
