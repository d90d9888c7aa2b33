import sys

import libsolid.fcl

libsolid.fcl.install()
assert sys.modules["fcl"] is libsolid.fcl

import fcl  # noqa: E402
import trimesh.collision  # noqa: E402

assert fcl.__file__ == libsolid.fcl.__file__ and trimesh.collision.fcl is libsolid.fcl
