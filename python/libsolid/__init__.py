"""Collision detection with certified answers: batches over NumPy arrays, and worlds of objects.

Shapes are made once, from numbers, arrays or trimesh meshes. A batch answers a million questions in one call::

    >>> import numpy as np, libsolid
    >>> ball, block = libsolid.sphere(1.0), libsolid.box(2.0, 2.0, 2.0)
    >>> poses = np.tile(np.eye(4), (3, 1, 1))
    >>> poses[:, 0, 3] = [0.0, 1.5, 3.0]
    >>> libsolid.intersects(ball, poses, block)
    array([ True,  True, False])
    >>> libsolid.distances(ball, poses, block)
    array([0., 0., 1.])

Lengths are in the caller's units; points, normals and distances are in world coordinates; times go from 0 to 1. Touching is
colliding. Placements are arrays of (..., 4, 4) or (..., 3, 4) matrices for column vectors, or (..., 7) positions followed by
quaternions; of single or double precision, with any strides, and read where they are. Read-only arrays are fine.
"""

from ._arrays import BadRow, DeadlineExceeded, get_threads, set_threads
from ._batch import (
    Closest,
    Contacts,
    Depth,
    Hit,
    cast,
    cast_turning,
    closest_points,
    contacts,
    depths,
    distances,
    first,
    intersects,
    rays,
    within,
)
from ._bodies import Chain, Links, Obstacles
from ._native import Shape
from ._questions import FeatureContact, Intersection, Lines, Stop, edge_edge_impact, vertex_face_impact
from ._shapes import (
    box,
    capsule,
    compound,
    cone,
    convex_hull,
    cylinder,
    disc,
    ellipse,
    ellipsoid,
    from_trimesh,
    half_space,
    height_field,
    frustum,
    hull,
    load,
    lozenge,
    mesh,
    minkowski_sum,
    placed,
    point,
    points,
    polygons,
    rectangle,
    round_box,
    segment,
    sphere,
    support,
    to_trimesh,
    triangles,
    wheel,
)
from ._world import Collision, Contact, Object, Separation, SignedDistance, SurfacePoint, SurfacePoints, World, match_contacts

__version__ = "0.1.0"
__all__ = [
    "BadRow", "Chain", "Closest", "Collision", "Contact", "Contacts", "DeadlineExceeded", "Depth", "FeatureContact", "Hit",
    "Intersection", "Lines", "Links", "Object", "Obstacles", "Separation", "Shape", "SignedDistance", "Stop", "SurfacePoint", "SurfacePoints",
    "World", "box", "capsule", "cast", "cast_turning", "closest_points", "compound", "cone", "contacts", "convex_hull", "cylinder",
    "depths", "disc", "distances", "edge_edge_impact", "ellipse", "ellipsoid", "first", "from_trimesh", "frustum",
    "get_threads", "half_space", "height_field", "hull", "intersects", "load", "lozenge", "match_contacts", "mesh", "minkowski_sum", "placed", "point",
    "points", "polygons", "rays", "rectangle", "round_box", "segment", "set_threads", "sphere", "support", "to_trimesh", "triangles",
    "vertex_face_impact", "wheel", "within",
]

# What help and tracebacks show, and pickles name.
for _name in __all__:
    if _name != "Shape":
        globals()[_name].__module__ = __name__
del _name
