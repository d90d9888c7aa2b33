"""Octrees of cubes in octomap's binary format, for `libsolid.fcl`."""

import numpy as _np

from . import _shapes
from ._fcl_objects import NODE_TYPE, CollisionGeometry

# How many times the largest cube is halved, and what of each child of a node the two bits say (Hornung et al. 2013, 4.3).
_DEPTH = 16
_OCCUPIED, _INNER = 2, 3

_CORNERS = _np.indices((2, 2, 2)).reshape(3, -1).T - 0.5
# Where the children of a cube are in it: a bit of their number for each axis, that of x the lowest.
_CHILDREN = _np.array([[0.5 if child >> axis & 1 else -0.5 for axis in range(3)] for child in range(8)])


def _ends(inner):
    """Where the nodes after each one's descendants begin, of nodes with so many children each, every one before its descendants. How many
    nodes are still to come falls by one at most from node to node, and those of a subtree are over where it is one less than before it."""
    count = len(inner)
    open_ = _np.concatenate(([0], _np.cumsum(inner.astype(_np.int64) - 1)))
    order = _np.argsort(open_, kind="stable")
    keys = open_[order] * (count + 1) + order
    found = _np.searchsorted(keys, (open_[:-1] - 1) * (count + 1) + _np.arange(count))
    # Without an end, what is found has more open nodes, or there is none.
    ends = _np.append(order, 0)[found]
    is_end = (found <= count) & (open_[ends] == open_[:-1] - 1)
    return _np.where(is_end, ends, count + 1)


def cells(data):
    """The occupied cells of octomap's binary data: their centres of (n, 3), and their sizes of (n), of 1 for the smallest cells."""
    # python-fcl has numbers from -128 to 127 for bytes.
    data = bytes(data) if isinstance(data, (bytes, bytearray, memoryview)) else _np.array(data).astype(_np.uint8).tobytes()
    words = _np.frombuffer(data, "<u2", len(data) // 2)
    kinds = (words[:, None] >> _np.arange(0, 16, 2, dtype=_np.uint16) & 3).astype(_np.uint8)
    ends = _ends(_np.count_nonzero(kinds == _INNER, axis=1))
    if not len(words) or ends[0] > len(words):
        raise ValueError(f"the data of the octree end within a node, after {len(data)} bytes")
    if 2 * ends[0] < len(data):
        raise ValueError(f"the octree ends after {2 * ends[0]} of {len(data)} bytes")
    # Level by level: the first child of a node follows it, each other one what the child before it has.
    centers, sizes = _np.zeros((len(words), 3)), _np.zeros(len(words))
    nodes, size = _np.zeros(1, _np.int64), float(1 << _DEPTH)
    while len(nodes):
        if size <= 1:
            raise ValueError(f"the octree is deeper than {_DEPTH} levels")
        size /= 2
        sizes[nodes] = size
        next_, children = nodes + 1, []
        for number, offset in enumerate(_CHILDREN):
            is_inner = kinds[nodes, number] == _INNER
            found = next_[is_inner]
            centers[found] = centers[nodes[is_inner]] + offset * size
            next_[is_inner] = ends[found]
            children.append(found)
        nodes = _np.concatenate(children)
    node, child = _np.nonzero(kinds == _OCCUPIED)
    return centers[node] + _CHILDREN[child] * sizes[node, None], sizes[node]


class OcTree(CollisionGeometry):
    """The occupied cells of an octomap: cubes, the smallest of the size ``r``. ``data`` are bytes as octomap's ``writeBinaryData`` makes
    them, which are those of a file after its header. Parts have the numbers of the occupied cells in the order of the data."""

    _type = NODE_TYPE.GEOM_OCTREE

    def __init__(self, r, data):
        r = float(r)
        if not 0 < r < _np.inf:
            raise ValueError(f"the size of a cell is a positive number, not {r}")
        centers, sizes = cells(data)
        if not len(sizes):
            raise ValueError("no cell of the octree is occupied")
        corners = (centers[:, None] + _CORNERS * sizes[:, None, None]) * r
        # Each cube is a polytope of one mesh: of a compound of boxes hits and rays take four to six times as long.
        self._made = _shapes.mesh(corners.reshape(-1, 3), _np.arange(8 * len(sizes)).reshape(-1, 8))

    def _shape(self):
        return self._made
