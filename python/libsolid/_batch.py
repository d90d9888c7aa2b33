"""Many questions in one call.

In all functions a side of a batch is a shape, or a pair of a list of shapes and an integer array that says which of them each
row has; and its placements, of which one serves for all rows. Leading dimensions broadcast as in NumPy, and results have them.
``threads`` is by how many threads the rows are answered (`set_threads`); ``tolerance`` the relative error of distances, depths
and times; ``seconds`` for how long rows are begun; ``quaternion`` the order of quaternions, "xyzw" or "wxyz". The interpreter is
released meanwhile: do not write to the arrays. Answers depend neither on the batch nor on the threads.

Each raises `BadRow` if a row has a number that is not finite (the other rows are answered), and `DeadlineExceeded`.
"""


from typing import NamedTuple

import numpy as np

from . import _arrays, _native


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

    count: np.ndarray
    depth: np.ndarray
    normal: np.ndarray
    point_a: np.ndarray
    point_b: np.ndarray


class Hit(NamedTuple):
    """Times of (...) from 0 to 1, NaN where nothing is hit; points and unit normals of (..., 3)."""

    time: np.ndarray
    point: np.ndarray
    normal: np.ndarray


class Links(NamedTuple):
    """The nearest two bodies: their numbers of (..., 2), distances of (...) and closest points of (..., 3)."""

    pair: np.ndarray
    distance: np.ndarray
    point_a: np.ndarray
    point_b: np.ndarray


class _Side:
    """One side of a batch before the number of rows is known."""

    def __init__(self, shape, placements, quaternion):
        which = None
        if isinstance(shape, _native.Shape):
            shapes = [shape]
        else:
            shapes, which = shape
            shapes, which = list(shapes), np.asarray(which)
            if which.dtype.kind not in "iu":
                raise TypeError("which shape a row has is a whole number")
            # Negative numbers become large ones, which are no shape's.
            which = which.astype(np.int64).clip(-1, 2**31).astype(np.uint32)
        self.shapes, self.which, self.quaternion = shapes, which, quaternion
        self.poses, self.lead = _arrays.poses(placements, quaternion)
        self.shape = self.lead if which is None else np.broadcast_shapes(self.lead, which.shape)

    def column(self, shape):
        which = self.which
        if which is not None and which.size != 1:
            which = np.broadcast_to(which, shape)
        if which is not None:
            which = np.ascontiguousarray(which).reshape(-1)
        return (self.shapes, which, _arrays.rows_of(self.poses, self.lead, shape), self.quaternion)


def _columns(a, poses_a, b, poses_b, quaternion):
    a, b = _Side(a, poses_a, quaternion), _Side(b, poses_b, quaternion)
    shape = np.broadcast_shapes(a.shape, b.shape)
    return a.column(shape), b.column(shape), shape


def _size(shape):
    return int(np.prod(shape))


def _fitting(out, shape, dtype, fill):
    """The caller's array, or one of our own."""
    if out is None:
        return np.full(shape, fill, dtype)
    if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"out is a writeable array of {np.dtype(dtype)} of shape {shape}, in C order")
    out.fill(fill)
    return out


def intersects(a, poses_a, b, poses_b=None, *, out=None, threads=None, seconds=None, quaternion="xyzw"):
    """Whether the shapes of each row share a point: bool of (...). About 50 ns a row for boxes."""
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    hits = _fitting(out, shape, np.bool_, False)
    report = _native.intersects(a, b, hits.reshape(-1), _arrays.options(_size(shape), threads, None, seconds))
    return _arrays.finished(report, shape, hits)


def first(a, poses_a, b, poses_b=None, *, threads=None, seconds=None, quaternion="xyzw"):
    """The index of the first row whose shapes share a point, or ``None``. Rows after it need not be decided."""
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    found, report = _native.first(a, b, _arrays.options(_size(shape), threads, None, seconds))
    if found is not None:
        report = (_size(shape),) + report[1:]
    return _arrays.finished(report, shape, found)


def within(a, poses_a, b, poses_b=None, *, distance, out=None, threads=None, seconds=None, quaternion="xyzw"):
    """Whether the shapes of each row are no farther apart than ``distance``: bool of (...). Cheaper than the distances."""
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    near = _fitting(out, shape, np.bool_, False)
    options = _arrays.options(_size(shape), threads, None, seconds)
    return _arrays.finished(_native.within(a, b, distance, near.reshape(-1), options), shape, near)


def distances(
    a, poses_a, b, poses_b=None, *, out=None, threads=None, tolerance=None, seconds=None, quaternion="xyzw"
):
    """The distances of the shapes of each row: float64 of (...), zero if and only if they collide."""
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    found = _fitting(out, shape, np.float64, np.nan)
    options = _arrays.options(_size(shape), threads, tolerance, seconds)
    return _arrays.finished(_native.distances(a, b, found.reshape(-1), options), shape, found)


def _rows(shape, width):
    rows = np.full((_size(shape), width), np.nan)
    return rows, rows.reshape(shape + (width,))


def closest_points(a, poses_a, b, poses_b=None, *, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
    """The closest points of the shapes of each row: `Closest`."""
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    rows, table = _rows(shape, 7)
    report = _native.closest(a, b, rows, _arrays.options(_size(shape), threads, tolerance, seconds))
    return _arrays.finished(report, shape, Closest(table[..., 0], table[..., 1:4], table[..., 4:7]))


def depths(a, poses_a, b, poses_b=None, *, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
    """How deep the shapes of each row are in each other: `Depth`. Moving a by depth times normal separates them."""
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    rows, table = _rows(shape, 10)
    report = _native.depths(a, b, rows, _arrays.options(_size(shape), threads, tolerance, seconds))
    result = Depth(table[..., 0], table[..., 1:4], table[..., 4:7], table[..., 7:10])
    return _arrays.finished(report, shape, result)


def contacts(
    a, poses_a, b, poses_b=None, *, most=4, threads=None, tolerance=None, seconds=None, quaternion="xyzw"
):
    """The contacts of the shapes of each row, at most ``most``, the most important first: `Contacts`."""
    if most < 1:
        raise ValueError("at least one contact")
    a, b, shape = _columns(a, poses_a, b, poses_b, quaternion)
    counts = np.zeros(shape, np.uintp)
    rows, table = _rows(shape + (most,), 10)
    options = _arrays.options(_size(shape), threads, tolerance, seconds)
    report = _native.contacts(a, b, counts.reshape(-1), rows, options)
    result = Contacts(counts, table[..., 0], table[..., 1:4], table[..., 4:7], table[..., 7:10])
    return _arrays.finished(report, shape, result)


def _vector_rows(value, shape=None):
    array = _arrays.numbers(np.zeros(3) if value is None else value)
    if array.ndim < 1 or array.shape[-1] != 3:
        raise ValueError(f"vectors are of shape (..., 3), not {array.shape}")
    return array, array.shape[:-1]


def _hits(rows_and_table, report, shape):
    table = rows_and_table[1]
    return _arrays.finished(report, shape, Hit(table[..., 0], table[..., 1:4], table[..., 4:7]))


def cast(
    a, poses_a, motion_a, b, poses_b=None, motion_b=None, *, threads=None, tolerance=None, seconds=None, quaternion="xyzw"
):
    """The first contacts of shapes that move by their motions, of (..., 3), without turning: `Hit`, with normals from b to a."""
    a, b = _Side(a, poses_a, quaternion), _Side(b, poses_b, quaternion)
    (of_a, lead_a), (of_b, lead_b) = _vector_rows(motion_a), _vector_rows(motion_b)
    shape = np.broadcast_shapes(a.shape, b.shape, lead_a, lead_b)
    motions = (_arrays.rows_of(of_a, lead_a, shape), _arrays.rows_of(of_b, lead_b, shape))
    if _size(a.shape) == 1 and _size(b.shape) == 1 and _size(shape) != 1:
        # The pairs decide how many rows there are.
        a.poses, a.lead = np.broadcast_to(a.poses, shape + a.poses.shape[len(a.lead):]), shape
    table = _rows(shape, 7)
    options = _arrays.options(_size(shape), threads, tolerance, seconds)
    return _hits(table, _native.cast(a.column(shape), b.column(shape), motions, table[0], options), shape)


def _ends(start, end):
    (start, lead), (end, lead_end) = _vector_rows(start), _vector_rows(end)
    shape = np.broadcast_shapes(lead, lead_end)
    return (_arrays.rows_of(start, lead, shape), _arrays.rows_of(end, lead_end, shape)), shape


def rays(shape, start, end, pose=None, *, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
    """Where the rays from ``start`` to ``end``, points of (..., 3), enter a shape: `Hit`, with normals out of the shape."""
    ends, lead = _ends(start, end)
    table = _rows(lead, 7)
    options = _arrays.options(_size(lead), threads, tolerance, seconds)
    return _hits(table, _native.rays(shape, _arrays.pose(pose, quaternion), ends, table[0], options), lead)


class Obstacles:
    """Bodies that do not move, with a tree of their boxes: a list of shapes, and their placements, of (n, 4, 4) for example.

    Its methods are batches of a shape against all of them, and of rays.
    """

    def __init__(self, shapes, poses, *, quaternion="xyzw"):
        array, lead = _arrays.poses(poses, quaternion)
        shapes = list(shapes)
        if lead != (len(shapes),):
            raise ValueError(f"{len(shapes)} shapes, and placements of {lead}")
        self._arguments = (shapes, np.array(array), quaternion)
        self._native = _native.Obstacles(*self._arguments)

    def __len__(self):
        return len(self._native)

    def __reduce__(self):
        return _obstacles, self._arguments

    def first(self, shape, poses, *, threads=None, seconds=None, quaternion="xyzw"):
        """The index of the first obstacle that the shape touches, or -1: int64 of (...)."""
        side = _Side(shape, poses, quaternion)
        found = np.full(side.shape, -1, np.int64)
        options = _arrays.options(found.size, threads, None, seconds)
        report = self._native.first(side.column(side.shape), found.reshape(-1), options)
        return _arrays.finished(report, side.shape, found)

    def _found(self, method, width, result, shape, poses, threads, tolerance, seconds, quaternion):
        side = _Side(shape, poses, quaternion)
        which = np.full(side.shape, -1, np.int64)
        rows, table = _rows(side.shape, width)
        options = _arrays.options(which.size, threads, tolerance, seconds)
        report = method(side.column(side.shape), which.reshape(-1), rows, options)
        return _arrays.finished(report, side.shape, (which, result(table)))

    def nearest(self, shape, poses, *, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
        """The index of the nearest obstacle, int64 of (...), and `Closest`, with ``point_b`` on it."""
        result = lambda table: Closest(table[..., 0], table[..., 1:4], table[..., 4:7])
        return self._found(
            self._native.nearest, 7, result, shape, poses, threads, tolerance, seconds, quaternion
        )

    def deepest(self, shape, poses, *, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
        """The index of the obstacle in which the shape is deepest, or -1, and `Depth`."""
        result = lambda table: Depth(table[..., 0], table[..., 1:4], table[..., 4:7], table[..., 7:10])
        return self._found(
            self._native.deepest, 10, result, shape, poses, threads, tolerance, seconds, quaternion
        )

    def rays(self, start, end, *, threads=None, tolerance=None, seconds=None):
        """The index of the obstacle that each ray enters first, or -1, and `Hit`."""
        ends, shape = _ends(start, end)
        which = np.full(shape, -1, np.int64)
        rows, table = _rows(shape, 7)
        options = _arrays.options(which.size, threads, tolerance, seconds)
        report = self._native.rays(ends, which.reshape(-1), rows, options)
        result = (which, Hit(table[..., 0], table[..., 1:4], table[..., 4:7]))
        return _arrays.finished(report, shape, result)


def _obstacles(shapes, poses, quaternion):
    return Obstacles(shapes, poses, quaternion=quaternion)


def _matrix(ignore, shape):
    """The matrix of bool, given as such or as a list of pairs."""
    given = np.asarray(ignore)
    if given.dtype == np.bool_:
        if given.shape != shape:
            raise ValueError(f"a matrix of bool has the shape {shape}, not {given.shape}")
        return np.array(given, order="C")
    matrix = np.zeros(shape, np.bool_)
    for a, b in ignore:
        matrix[a, b] = True
    return matrix


class Chain:
    """Bodies that move together, such as the links of a robot, tested against each other and among obstacles.

    ``links`` are their shapes. ``ignore`` is a symmetric matrix of bool of (links, links): the pairs that are left out, as those
    of neighbours; or a list of such pairs. ``ignore_obstacles`` is a matrix of (links, obstacles), or a list of pairs of a link and
    an obstacle. Bodies are numbered: first the links, then the obstacles.
    """

    def __init__(self, links, ignore=(), obstacles=None, ignore_obstacles=None):
        links = list(links)
        count = len(links)
        ignored = _matrix(ignore, (count, count))
        against = None
        if ignore_obstacles is not None:
            if obstacles is None:
                raise ValueError("there are no obstacles to ignore")
            against = ~_matrix(ignore_obstacles, (count, len(obstacles)))
        self.links, self.obstacles = links, obstacles
        self._arguments = (links, ignore, obstacles, ignore_obstacles)
        self._native = _native.Chain(links, ~(ignored | ignored.T), against)

    def __reduce__(self):
        return Chain, self._arguments

    @property
    def pairs(self):
        """The pairs of links that are tested: int of (n, 2)."""
        return np.array(self._native.pairs(), dtype=np.int64).reshape(-1, 2)

    def _poses(self, poses, quaternion):
        array, lead = _arrays.poses(poses, quaternion)
        if not lead or lead[-1] != len(self.links):
            raise ValueError(f"placements of (..., {len(self.links)} links), not of {lead}")
        shape = lead[:-1]
        rows = array.reshape((_size(shape),) + array.shape[len(shape):])
        return (rows, quaternion), shape, self.obstacles and self.obstacles._native

    def first(self, poses, *, threads=None, seconds=None, quaternion="xyzw"):
        """The first pair of bodies that touch in each configuration, in the order of their numbers: int64 of (..., 2), -1 where
        none do. ``poses`` are of (..., links, 4, 4)."""
        poses, shape, obstacles = self._poses(poses, quaternion)
        found = np.full(shape + (2,), -1, np.int64)
        options = _arrays.options(_size(shape), threads, None, seconds)
        report = self._native.first(poses, obstacles, found.reshape(-1, 2), options)
        return _arrays.finished(report, shape, found)

    def collides(self, poses, *, threads=None, seconds=None, quaternion="xyzw"):
        """Whether any pair touches in each configuration: bool of (...)."""
        try:
            return self.first(poses, threads=threads, seconds=seconds, quaternion=quaternion)[..., 0] >= 0
        except (_arrays.BadRow, _arrays.DeadlineExceeded) as error:
            error.result = error.result[..., 0] >= 0
            raise

    def _pairs(self, method, width, poses, threads, tolerance, seconds, quaternion):
        poses, shape, obstacles = self._poses(poses, quaternion)
        pairs = np.full(shape + (2,), -1, np.int64)
        rows, table = _rows(shape, width)
        options = _arrays.options(_size(shape), threads, tolerance, seconds)
        return pairs, table, method(poses, obstacles, pairs.reshape(-1, 2), rows, options), shape

    def nearest(self, poses, *, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
        """The nearest two bodies of each configuration, the first of several that are as near: `Links`."""
        pairs, table, report, shape = self._pairs(
            self._native.nearest, 7, poses, threads, tolerance, seconds, quaternion
        )
        result = Links(pairs, table[..., 0], table[..., 1:4], table[..., 4:7])
        return _arrays.finished(report, shape, result)

    def deepest(self, poses, *, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
        """The two bodies of each configuration that are deepest in each other, the first of several that are as deep: their
        numbers, int64 of (..., 2), -1 where none touch, and `Depth`, with normals towards the first of the two."""
        pairs, table, report, shape = self._pairs(
            self._native.deepest, 10, poses, threads, tolerance, seconds, quaternion
        )
        depth = Depth(table[..., 0], table[..., 1:4], table[..., 4:7], table[..., 7:10])
        return _arrays.finished(report, shape, (pairs, depth))
