"""What trimesh's own tests of collisions use of their helper, written anew.

The models are read from the folder that TRIMESH_MODELS names. Without it, stand-ins are made: the same cube, and a scene of parts of
which two touch.
"""

import logging
import os
import unittest  # noqa: F401 (the tests use it)

import numpy as np
import trimesh

log = logging.getLogger("trimesh")
_random = np.random.default_rng(0)
random = _random.random


def _cube():
    corners = [[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
    order = [1, 3, 0, 2, 5, 4, 7, 6]
    vertices = np.array(corners)[order]
    faces = trimesh.convex.convex_hull(vertices).faces
    hull = trimesh.convex.convex_hull(vertices).vertices
    place = [int(np.flatnonzero((vertices == vertex).all(axis=1))[0]) for vertex in hull]
    return trimesh.Trimesh(vertices, np.array(place)[faces], process=False)


def _scene():
    gear = trimesh.creation.annulus(1.0, 2.0, 0.5)
    shaft = trimesh.creation.cylinder(1.05, 3.0)
    return trimesh.Scene({"gear": gear, "shaft": shaft})


def get_mesh(name):
    models = os.environ.get("TRIMESH_MODELS")
    if models:
        return trimesh.load(os.path.join(models, name))
    return {"unit_cube.STL": _cube, "cycloidal.3DXML": _scene}[name]()
