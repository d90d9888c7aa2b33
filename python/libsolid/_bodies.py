"""Batches about many bodies: obstacles that rest, and chains of links."""

from typing import NamedTuple

import numpy as np

from . import _arrays, _documents, _native
from ._arrays import size_of
from ._batch import Closest, Contacts, Depth, Hit, Side, broadcast, ends_of, table_of, vectors


class Links(NamedTuple):
    """The nearest two bodies: their numbers of (..., 2), distances of (...) and closest points of (..., 3)."""

    pair: np.ndarray
    distance: np.ndarray
    point_a: np.ndarray
    point_b: np.ndarray


class Obstacles:
    """Bodies that do not move, with a tree of their boxes: a list of shapes, and their placements, of (n, 4, 4) for example.

    Its methods are batches of a shape against all of them, and of rays.
    """

    def __init__(self, shapes, poses, *, quaternion="xyzw"):
        shapes = _arrays.shapes(shapes, "shapes")
        array, lead = _arrays.poses(poses, quaternion)
        if lead != (len(shapes),):
            raise ValueError(f"{len(shapes)} shapes need poses of ({len(shapes)},) placements, not of {lead}")
        self._arguments = (shapes, np.array(array), quaternion)
        self._native = _native.Obstacles(*self._arguments)

    def __len__(self):
        return len(self._native)

    def __repr__(self):
        return f"<libsolid.Obstacles: {_count(len(self), 'body', 'bodies')}>"

    def __reduce__(self):
        return _obstacles, self._arguments

    @_documents.batch
    def first(self, shape, poses, *, threads=None, seconds=None, quaternion="xyzw"):
        """The index of the first obstacle that the shape touches, or -1: int64 of (...)."""
        side = Side(shape, poses, quaternion)
        options = _arrays.options(size_of(side.shape), threads, None, seconds)
        found = np.full(side.shape, -1, np.int64)
        report = self._native.first(side.column(side.shape), found.reshape(-1), options)
        return _arrays.finished(report, side.shape, found)

    def _found(self, method, width, result, shape, poses, threads, tolerance, seconds, quaternion):
        side = Side(shape, poses, quaternion)
        options = _arrays.options(size_of(side.shape), threads, tolerance, seconds)
        which = np.full(side.shape, -1, np.int64)
        rows, table = table_of(side.shape, width)
        report = method(side.column(side.shape), which.reshape(-1), rows, options)
        return _arrays.finished(report, side.shape, (which, result(table)))

    @_documents.batch
    def nearest(self, shape, poses, *, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
        """The index of the nearest obstacle, int64 of (...), and `Closest`, with ``point_b`` on it."""
        result = lambda table: Closest(table[..., 0], table[..., 1:4], table[..., 4:7])
        return self._found(
            self._native.nearest, 7, result, shape, poses, threads, tolerance, seconds, quaternion
        )

    @_documents.batch
    def deepest(self, shape, poses, *, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
        """The index of the obstacle in which the shape is deepest, or -1, and `Depth`."""
        result = lambda table: Depth(table[..., 0], table[..., 1:4], table[..., 4:7], table[..., 7:10])
        return self._found(
            self._native.deepest, 10, result, shape, poses, threads, tolerance, seconds, quaternion
        )

    @_documents.batch
    def contacts(self, shape, poses, *, most=4, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
        """The contacts with all obstacles that the shape touches, one obstacle after the other, at most ``most`` of a row: the index
        of the obstacle of each, int64 of (..., most), -1 beyond, and `Contacts`, whose count is that of all there are."""
        if most < 1:
            raise ValueError("at least one contact")
        side = Side(shape, poses, quaternion)
        options = _arrays.options(size_of(side.shape), threads, tolerance, seconds)
        counts, which = np.zeros(side.shape, np.uintp), np.full(side.shape + (most,), -1, np.int64)
        rows, table = table_of(side.shape + (most,), 10)
        report = self._native.contacts(side.column(side.shape), counts.reshape(-1), which.reshape(-1), rows, options)
        found = Contacts(counts, table[..., 0], table[..., 1:4], table[..., 4:7], table[..., 7:10])
        return _arrays.finished(report, side.shape, (which, found))

    def _hits(self, method, shape, options, *arguments):
        options = _arrays.options(size_of(shape), *options)
        which = np.full(shape, -1, np.int64)
        rows, table = table_of(shape, 7)
        report = method(*arguments, which.reshape(-1), rows, options)
        result = (which, Hit(table[..., 0], table[..., 1:4], table[..., 4:7]))
        return _arrays.finished(report, shape, result)

    @_documents.batch
    def cast(
        self, shape, poses, motion, *, stop_at_penetration=True, threads=None, tolerance=None, seconds=None, quaternion="xyzw"
    ):
        """The index of the obstacle that the shape hits first while it moves by its motion, of (..., 3), without turning, or -1, and
        `Hit`, with normals towards the shape: as `cast`."""
        side, (of, lead) = Side(shape, poses, quaternion), vectors(motion, "motion")
        rows = broadcast(poses=side.shape, motion=lead)
        columns = side.column(rows, whole=True), (_arrays.rows_of(of, lead, rows), bool(stop_at_penetration))
        return self._hits(self._native.cast, rows, (threads, tolerance, seconds), *columns)

    @_documents.batch
    def cast_turning(
        self, shape, poses, ends, *, screw=False, stop_at_penetration=True, threads=None, tolerance=None, seconds=None,
        quaternion="xyzw",
    ):
        """The index of the obstacle that the shape hits first while it moves and turns to its placement in ``ends``, or -1, and `Hit`,
        with normals towards the shape: as `cast_turning`."""
        side = Side(shape, poses, quaternion)
        of, lead = side.ends(ends)
        rows = broadcast(poses=side.shape, ends=lead)
        columns = side.column(rows, whole=True), (_arrays.rows_of(of, lead, rows), bool(screw), bool(stop_at_penetration))
        return self._hits(self._native.cast_turning, rows, (threads, tolerance, seconds), *columns)

    @_documents.batch
    def rays(self, start, end, *, threads=None, tolerance=None, seconds=None):
        """The index of the obstacle that each ray enters first, or -1, and `Hit`."""
        ends, rows = ends_of(start, end)
        return self._hits(self._native.rays, rows, (threads, tolerance, seconds), ends)


def _obstacles(shapes, poses, quaternion):
    return Obstacles(shapes, poses, quaternion=quaternion)


def _count(number, one, many):
    return f"{number} {one if number == 1 else many}"


def _matrix(ignore, shape, name, of):
    """The matrix of bool, given as such or as a list of pairs."""
    given = np.asarray(ignore)
    if given.dtype == np.bool_:
        if given.shape != shape:
            raise ValueError(f"{name}: a matrix of bool has the shape {shape}, not {given.shape}")
        return np.array(given, order="C")
    if given.size and (given.ndim != 2 or given.shape[1] != 2 or given.dtype.kind not in "iu"):
        raise ValueError(f"{name} must be pairs of numbers, or a matrix of bool of shape {shape}")
    matrix = np.zeros(shape, np.bool_)
    for index, pair in enumerate(given.reshape(-1, 2).tolist()):
        if any(not -count <= number < count for number, count in zip(pair, shape)):
            raise ValueError(f"{name}[{index}] is {tuple(pair)}, but there are {of}")
        matrix[tuple(pair)] = True
    return matrix


class Chain:
    """Bodies that move together, such as the links of a robot, tested against each other and among obstacles.

    ``links`` are their shapes. ``ignore`` is a symmetric matrix of bool of (links, links): the pairs that are left out, as those
    of neighbours; or a list of such pairs. ``ignore_obstacles`` is a matrix of (links, obstacles), or a list of pairs of a link and
    an obstacle. Bodies are numbered: first the links, then the obstacles.
    """

    def __init__(self, links, ignore=(), obstacles=None, ignore_obstacles=None):
        links = _arrays.shapes(links, "links")
        if obstacles is not None and not isinstance(obstacles, Obstacles):
            raise TypeError(f"obstacles must be a libsolid.Obstacles, not {_arrays.kind_of(obstacles)}")
        count = len(links)
        of = _count(count, "link", "links")
        ignore = ignore if isinstance(ignore, (np.ndarray, list, tuple)) else list(ignore)
        ignored = _matrix(ignore, (count, count), "ignore", of)
        against = None
        if ignore_obstacles is not None:
            if obstacles is None:
                raise ValueError("ignore_obstacles: there are no obstacles to ignore")
            of = f"{of} and {_count(len(obstacles), 'obstacle', 'obstacles')}"
            against = ~_matrix(ignore_obstacles, (count, len(obstacles)), "ignore_obstacles", of)
        self.links, self.obstacles = links, obstacles
        self._arguments = (links, ignore, obstacles, ignore_obstacles)
        self._native = _native.Chain(links, ~(ignored | ignored.T), against)

    def __reduce__(self):
        return Chain, self._arguments

    def __repr__(self):
        among = "" if self.obstacles is None else f", among {_count(len(self.obstacles), 'obstacle', 'obstacles')}"
        tested = _count(len(self.pairs), "pair of them is", "pairs of them are")
        return f"<libsolid.Chain: {_count(len(self.links), 'link', 'links')}, {tested} tested{among}>"

    @property
    def pairs(self):
        """The pairs of links that are tested: int of (n, 2)."""
        return np.array(self._native.pairs(), dtype=np.int64).reshape(-1, 2)

    def _poses(self, poses, quaternion):
        array, lead = _arrays.poses(poses, quaternion)
        if not lead or lead[-1] != len(self.links):
            tail = array.shape[len(lead):]
            raise ValueError(f"poses: {len(self.links)} links need placements of {('...', len(self.links)) + tail}, not of {array.shape}")
        shape = lead[:-1]
        # Without truth values: that of obstacles is whether there are any.
        return (array, quaternion), shape, None if self.obstacles is None else self.obstacles._native

    @_documents.batch
    def first(self, poses, *, threads=None, seconds=None, quaternion="xyzw"):
        """The first pair of bodies that touch in each configuration, in the order of their numbers: int64 of (..., 2), -1 where
        none do. ``poses`` are of (..., links, 4, 4)."""
        poses, shape, obstacles = self._poses(poses, quaternion)
        options = _arrays.options(size_of(shape), threads, None, seconds)
        found = np.full(shape + (2,), -1, np.int64)
        report = self._native.first(poses, obstacles, found.reshape(-1, 2), options)
        return _arrays.finished(report, shape, found)

    @_documents.batch
    def collides(self, poses, *, threads=None, seconds=None, quaternion="xyzw"):
        """Whether any pair touches in each configuration: bool of (...)."""
        try:
            return self.first(poses, threads=threads, seconds=seconds, quaternion=quaternion)[..., 0] >= 0
        except (_arrays.BadRow, _arrays.DeadlineExceeded) as error:
            error.result = error.result[..., 0] >= 0
            if getattr(error, "bad", None) is not None:
                error.bad.result = error.result
            raise

    def _pairs(self, method, width, poses, threads, tolerance, seconds, quaternion):
        poses, shape, obstacles = self._poses(poses, quaternion)
        options = _arrays.options(size_of(shape), threads, tolerance, seconds)
        pairs = np.full(shape + (2,), -1, np.int64)
        rows, table = table_of(shape, width)
        return pairs, table, method(poses, obstacles, pairs.reshape(-1, 2), rows, options), shape

    @_documents.batch
    def nearest(self, poses, *, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
        """The nearest two bodies of each configuration, the first of several that are as near: `Links`."""
        pairs, table, report, shape = self._pairs(
            self._native.nearest, 7, poses, threads, tolerance, seconds, quaternion
        )
        result = Links(pairs, table[..., 0], table[..., 1:4], table[..., 4:7])
        return _arrays.finished(report, shape, result)

    @_documents.batch
    def deepest(self, poses, *, threads=None, tolerance=None, seconds=None, quaternion="xyzw"):
        """The two bodies of each configuration that are deepest in each other, the first of several that are as deep: their
        numbers, int64 of (..., 2), -1 where none touch, and `Depth`, with normals towards the first of the two."""
        pairs, table, report, shape = self._pairs(
            self._native.deepest, 10, poses, threads, tolerance, seconds, quaternion
        )
        depth = Depth(table[..., 0], table[..., 1:4], table[..., 4:7], table[..., 7:10])
        return _arrays.finished(report, shape, (pairs, depth))
