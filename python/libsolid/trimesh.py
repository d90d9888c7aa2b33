"""The module ``trimesh.collision`` of the installed trimesh, with libsolid instead of python-fcl beneath it.

`CollisionManager`, `mesh_to_BVH`, `mesh_to_convex` and `scene_to_collision` are trimesh's own::

    from libsolid.trimesh import CollisionManager

trimesh itself is not changed. To have ``trimesh.collision`` use libsolid everywhere, call ``libsolid.fcl.install()`` before
trimesh is imported first.
"""

import importlib.util as _util
import sys as _sys

from . import fcl as _fcl


def _collision():
    """A copy of trimesh's module for which ``import fcl`` finds ours."""
    spec = _util.find_spec("trimesh.collision")
    if spec is None:
        raise ImportError("trimesh is not installed")
    module = _util.module_from_spec(spec)
    missing = object()
    before = _sys.modules.get("fcl", missing)
    _sys.modules["fcl"] = _fcl
    try:
        spec.loader.exec_module(module)
    finally:
        if before is missing:
            del _sys.modules["fcl"]
        else:
            _sys.modules["fcl"] = before
    return module


_module = _collision()
CollisionManager = _module.CollisionManager
ContactData = _module.ContactData
DistanceData = _module.DistanceData
mesh_to_BVH = _module.mesh_to_BVH
mesh_to_convex = _module.mesh_to_convex
scene_to_collision = _module.scene_to_collision
