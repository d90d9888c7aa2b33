"""Convex parts of a solid, and a proven bound on how far they are from it.

Questions about convex bodies are faster than those about meshes, and their depths and contacts are exact. `decompose` takes a closed
mesh apart; what it returns is a compound to use as any shape, and to save for programs in C and Rust. From a shell::

    python -m libsolid.decompose bowl.stl bowl.shape --error 0.5

The parts are CoACD's (X. Wei, M. Liu, Z. Ling, H. Su, "Approximate convex decomposition for 3D meshes with collision-aware concavity and
tree search", ACM Transactions on Graphics 41(4), 2022): ``pip install coacd``. They are not taken at their word, but measured.
"""

from typing import NamedTuple

import numpy as np

from . import _arrays
from ._batch import distances
from ._bodies import Obstacles
from ._native import Shape
from ._shapes import compound, hull, mesh, minkowski_sum, sphere, triangles

# As a part of the largest extent of a solid: the error that is aimed at by default, and the least that CoACD can aim at.
_USUAL, _LEAST = 0.02, 0.001

# As a part of the error that is aimed at: how close to the true error its bound is.
_CLOSENESS = 0.25

# How many cells of an octree are asked about at a time: placements take several times the memory of cells. Of each of the levels, some
# ten, up to eight times as many wait.
_CELLS = 50_000


class Decomposition(NamedTuple):
    """Convex parts of a solid.

    shape: the compound of them; parts: the shapes that it has, in order
    excess: no point of the parts is farther from the solid than this; missing: no point of the solid is farther from the parts
    """

    shape: Shape
    parts: list
    excess: float
    missing: float

    @property
    def error(self):
        """The larger of the two: a bound on the Hausdorff distance of the solid and its parts."""
        return max(self.excess, self.missing)


def decompose(vertices, faces=None, *, error=None, cover=False, most=None, progress=None):
    """Takes a solid apart: a closed mesh of vertices and triangles as for `libsolid.mesh`, a ``trimesh.Trimesh``, or a `Shape` of one.

    - ``error``: the error to aim at, a length; a fiftieth of the largest extent without it. Parts get finer until its bound is no
      larger, or CoACD finds no finer ones: compare `Decomposition.error`
    - ``cover``: each part is grown by what is missing, so that the parts cover the solid: what is clear of them is clear of it
    - ``most``: the largest number of parts, which may leave a larger error
    - ``progress``: called as ``progress(parts, error)`` after each try; an exception that it raises ends the work

    It takes seconds to minutes: some for CoACD, the others for the bound, whose cost grows with the square of extent over error.
    ``ValueError`` of a mesh that is not closed, ``ImportError`` without CoACD.
    """
    try:
        import coacd
    except ImportError:
        raise ImportError("libsolid.decompose needs CoACD: pip install coacd") from None
    vertices, faces = _closed(vertices, faces)
    solid, surface = mesh(vertices, faces, solid=True), mesh(vertices, faces)
    extent = float(np.ptp(vertices, axis=0).max())
    aim = _USUAL * extent if error is None else float(error)
    if not (np.isfinite(aim) and aim > 0):
        raise ValueError(f"error must be a positive length, not {error}")
    if most is not None and most < 1:
        raise ValueError(f"most must be at least 1, not {most}")

    coacd.set_log_level("off")
    whole = coacd.Mesh(vertices, faces.astype(np.int32))
    best, threshold = None, aim
    while True:
        hulls = coacd.run_coacd(whole, threshold=threshold, real_metric=True, max_convex_hull=-1 if most is None else int(most))
        found = _measured([points for points, _ in hulls], solid, surface, aim, cover)
        if best is None or found.error < best.error:
            best = found
        if progress is not None:
            progress(len(found.parts), found.error)
        if best.error <= aim or most is not None or threshold <= _LEAST * extent:
            return best
        threshold = max(threshold / 2, _LEAST * extent)


def _closed(vertices, faces):
    if isinstance(vertices, Shape):
        return triangles(vertices)
    if faces is None:
        if not hasattr(vertices, "faces"):
            raise TypeError(f"expected vertices and faces, a trimesh.Trimesh or a libsolid.Shape, not {_arrays.kind_of(vertices)}")
        vertices, faces = vertices.vertices, vertices.faces
    vertices, faces = np.array(vertices, float), np.array(faces)
    if vertices.ndim != 2 or vertices.shape[1:] != (3,) or faces.ndim != 2 or faces.shape[1:] != (3,):
        raise ValueError(f"expected vertices of (n, 3) and triangles of (m, 3), not {vertices.shape} and {faces.shape}")
    return vertices, faces


def _measured(corners, solid, surface, aim, cover):
    """The decomposition into the hulls of these points, with the bounds of its errors."""
    hulls, here = [hull(points) for points in corners], np.eye(4)
    places = np.tile(here, (len(hulls), 1, 1))
    bodies, point = Obstacles(hulls, places), sphere(0.0)

    def out_of_solid(points):
        return distances(point, _poses(points), solid)

    def in_solid(points):
        return distances(point, _poses(points), surface)

    def out_of_parts(points):
        return bodies.nearest(point, _poses(points))[1].distance

    def in_parts(points):
        # Of the part where it is deepest: the depth in all of them together is no smaller.
        return bodies.deepest(point, _poses(points))[1].depth

    low, high = (np.array(side) for side in np.array(compound([(each, here) for each in hulls]).bounds()))
    closeness = _CLOSENESS * aim
    missing = _farthest(out_of_solid, out_of_parts, in_parts, *np.array(solid.bounds()), closeness)
    excess = _farthest(out_of_parts, out_of_solid, in_solid, low, high, closeness)
    if cover and missing > 0:
        ball = sphere(missing)
        hulls, excess, missing = [minkowski_sum(each, ball) for each in hulls], excess + missing, 0.0
    return Decomposition(compound([(each, here) for each in hulls]), hulls, excess, missing)


def _poses(points):
    poses = np.tile(np.eye(4), (len(points), 1, 1))
    poses[:, :3, 3] = points
    return poses


def _farthest(out_of_one, out_of_other, in_other, low, high, closeness):
    """A bound of how far points of one body are from another, larger than the truth by at most ``closeness`` and what is rounded.

    The functions are distances of points from bodies that they are out of, and from the surface of one that they are in; they change by
    no more than the points move. Cells of an octree are left out that have no point of the one body, or none that is farther from the
    other than a point that is known already.
    """
    middle, half = (high + low) / 2, (high - low).max() / 2
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    farthest = most = 0.0
    # Depth first, so that a level is never kept as a whole.
    waiting = [(middle[None], half)]
    while waiting:
        cells, half = waiting.pop()
        reach = float(np.sqrt(3) * half)
        away = _finite(out_of_one(cells))
        cells, away = cells[away <= reach], away[away <= reach]
        other = _finite(out_of_other(cells))
        farthest = max(farthest, other[away == 0].max(initial=0.0))
        inside = np.flatnonzero(other == 0)
        other[inside] = -_finite(in_other(cells[inside]))
        bound = other + reach
        if 2 * reach <= closeness:
            most = max(most, bound.max(initial=0.0))
            continue
        cells = (cells[bound > farthest + closeness][:, None] + half / 2 * corners).reshape(-1, 3)
        waiting.extend((some, half / 2) for some in np.array_split(cells, len(cells) // _CELLS + 1) if len(some))
    return float(max(farthest + closeness, most))


def _finite(distances):
    """The distances, if all are numbers: one that is none would leave its cell out."""
    if not np.isfinite(distances).all():
        raise ValueError("a distance is not finite: the coordinates are too large")
    return distances


def _main():
    import argparse
    import sys

    parser = argparse.ArgumentParser(prog="python -m libsolid.decompose", description="Takes a closed mesh apart into convex parts.")
    parser.add_argument("model", help="a file that trimesh reads, such as .stl, .obj or .ply")
    parser.add_argument("shape", help="where the compound goes: a file for libsolid.load, dtLoadShape and Shape::load")
    parser.add_argument("--error", type=float, help="the error to aim at, a length (a fiftieth of the largest extent)")
    parser.add_argument("--cover", action="store_true", help="grow the parts so that they cover the solid")
    parser.add_argument("--most", type=int, help="the largest number of parts")
    options = parser.parse_args()
    try:
        import trimesh

        found = decompose(
            trimesh.load(options.model, force="mesh"), error=options.error, cover=options.cover, most=options.most,
            progress=lambda parts, error: print(f"{parts} parts: within {error:.4g}", file=sys.stderr),
        )
        found.shape.save(options.shape)
    except (ImportError, OSError, ValueError) as error:
        sys.exit(f"libsolid.decompose: {error}")
    print(f"{options.shape}: {len(found.parts)} parts, excess {found.excess:.4g}, missing {found.missing:.4g}")


if __name__ == "__main__":
    _main()
