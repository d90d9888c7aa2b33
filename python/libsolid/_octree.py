"""Octrees of cubes in octomap's binary format, for `libsolid.fcl`."""

import numpy as _np

from . import _shapes
from ._fcl_objects import NODE_TYPE, CollisionGeometry

# How many times the largest cube is halved, and what of each child of a node the two bits say (Hornung et al. 2013, 4.3).
_DEPTH = 16
_OCCUPIED, _INNER = 2, 3

_CORNERS = _np.indices((2, 2, 2)).reshape(3, -1).T - 0.5
# Where the children of a cube are in it: a bit of their number for each axis, that of x the lowest.
_CHILDREN = [tuple(0.5 if child >> axis & 1 else -0.5 for axis in range(3)) for child in range(8)]


def cells(data):
    """The occupied cells of octomap's binary data: their centres of (n, 3), and their sizes of (n), of 1 for the smallest cells."""
    # python-fcl has numbers from -128 to 127 for bytes.
    data, at = bytes(data) if isinstance(data, (bytes, bytearray, memoryview)) else _np.array(data).astype(_np.uint8).tobytes(), 0
    centers, sizes = [], []
    # Nodes whose two bytes follow, the next one last.
    nodes = [(0.0, 0.0, 0.0, float(1 << _DEPTH))]
    while nodes:
        x, y, z, size = nodes.pop()
        if at + 2 > len(data):
            raise ValueError(f"the data of the octree end within a node, after {len(data)} bytes")
        kinds, at, size = data[at] | data[at + 1] << 8, at + 2, size / 2
        inner = []
        for dx, dy, dz in _CHILDREN:
            kind, kinds = kinds & 3, kinds >> 2
            if kind >= _OCCUPIED:
                center = x + dx * size, y + dy * size, z + dz * size
                if kind == _INNER:
                    inner.append((*center, size))
                else:
                    centers.append(center)
                    sizes.append(size)
        if inner and size <= 1:
            raise ValueError(f"the octree is deeper than {_DEPTH} levels")
        nodes.extend(reversed(inner))
    if at < len(data):
        raise ValueError(f"the octree ends after {at} of {len(data)} bytes")
    return _np.array(centers).reshape(-1, 3), _np.array(sizes)


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
