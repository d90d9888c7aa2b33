"""One shape at many placements against another at rest: libsolid's batch beside py-parry3d's and python-fcl, in one run.

Placing is part of the time: rows are 4x4 matrices in an array. Each line has the share of hits, nanoseconds a row, and on how many
rows a peer disagrees. A peer that is not installed is left out.
"""

import sys
import time

import numpy as np
from scipy.spatial import ConvexHull

import libsolid

try:
    import fcl
except ImportError:
    fcl = None
try:
    import py_parry3d as parry
except ImportError:
    parry = None


def least(rounds, call):
    """The result, and the least time of some rounds, in seconds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        result = call()
        best = min(best, time.perf_counter() - start)
    return result, best


def poses(random, count, edge):
    q = random.normal(size=(count, 4))
    x, y, z, w = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    m = np.zeros((count, 4, 4))
    m[:, 0, :3] = np.array([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)]).T
    m[:, 1, :3] = np.array([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)]).T
    m[:, 2, :3] = np.array([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]).T
    m[:, :3, 3], m[:, 3, 3] = random.uniform(-edge / 2, edge / 2, (count, 3)), 1
    return m


def torus(around=50, across=50):
    u, v = np.meshgrid(*(np.arange(n) * 2 * np.pi / n for n in (around, across)), indexing="ij")
    r = 1 + 0.4 * np.cos(v)
    vertices = np.stack([r * np.cos(u), r * np.sin(u), 0.4 * np.sin(v)], -1).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(around), np.arange(across), indexing="ij")
    at = lambda i, j: ((i % around) * across + j % across).ravel()
    p, q, r, s = at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)
    return vertices, np.concatenate([np.stack([p, q, r], -1), np.stack([p, r, s], -1)])


def by_fcl(make, rows):
    a, b = fcl.CollisionObject(make()), fcl.CollisionObject(make())
    request = fcl.CollisionRequest()

    def run():
        hits = np.zeros(len(rows), bool)
        for row, m in enumerate(rows):
            a.setTransform(fcl.Transform(m[:3, :3], m[:3, 3]))
            hits[row] = fcl.collide(a, b, request, fcl.CollisionResult()) > 0
        return hits

    return run


def by_parry(make, rows):
    parry_group = lambda name, static: parry.CollisionGroup(
        name, [parry.CollisionObject(make(), np.eye(4))], static=static, **({"transform": np.eye(4)} if static else {})
    )
    world = parry.CollisionWorld([parry_group("a", False), parry_group("b", True)])
    return lambda: np.asarray(world.check({"a": rows}, [("a", "b", 0.0)])).reshape(-1)


def convex_of(points):
    faces = ConvexHull(points).simplices
    return fcl.Convex(points, len(faces), np.hstack([np.full((len(faces), 1), 3), faces]).ravel())


def parry_hull(points):
    import trimesh

    return parry.ConvexHull_from_trimesh(trimesh.Trimesh(points, [[0, 1, 2]], process=False).convex_hull)


def model_of(vertices, faces):
    model = fcl.BVHModel()
    model.beginModel(len(faces), len(vertices))
    model.addSubModel(vertices, faces)
    model.endModel()
    return model


def main():
    if parry is not None:
        parry.set_num_threads(1)
    points = np.random.default_rng(2).normal(size=(50, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    vertices, faces = torus()
    cases = [
        ("boxes", libsolid.box(2, 2, 2), 5.2, 100_000, lambda: fcl.Box(2, 2, 2), lambda: parry.Box([1.0, 1.0, 1.0])),
        ("hulls", libsolid.hull(points), 3.4, 100_000, lambda: convex_of(points), lambda: parry_hull(points)),
        (
            "tori", libsolid.mesh(vertices, faces), 3.4, 5_000, lambda: model_of(vertices, faces),
            lambda: parry.TriMesh(vertices, faces.astype(np.uint32)),
        ),
    ]
    for name, shape, edge, count, fcl_shape, parry_shape in cases:
        rows = poses(np.random.default_rng(1), count, edge)
        out = np.empty(count, bool)
        hits, one = least(10, lambda: libsolid.intersects(shape, rows, shape, out=out, threads=1).copy())
        same, two = least(10, lambda: libsolid.intersects(shape, rows, shape, out=out, threads=2))
        assert (same == hits).all()
        alone = [bool(libsolid.intersects(shape, row, shape)) for row in rows[:1000]]
        assert alone == hits[:1000].tolist()
        line = f"{name:6} {hits.mean():5.1%} hits, ns a row: libsolid {one / count * 1e9:8.1f}, two threads {two / count * 1e9:8.1f}"
        if parry is not None and parry_shape is not None:
            theirs, seconds = least(3, by_parry(parry_shape, rows))
            line += f"; py-parry3d {seconds / count * 1e9:9.1f} ({seconds / one:5.1f} times, {(theirs != hits).sum()} differ)"
        if fcl is not None:
            few = rows[: max(count // 10, 500)]
            theirs, seconds = least(3, by_fcl(fcl_shape, few))
            each = seconds / len(few)
            line += f"; python-fcl {each * 1e9:9.1f} ({each / (one / count):5.1f} times, {(theirs != hits[: len(few)]).sum()} differ)"
        print(line)


if __name__ == "__main__":
    sys.exit(main())
