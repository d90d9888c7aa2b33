"""A robot against itself in random configurations: libsolid's chain beside coal and python-fcl, one tree of boxes a link.

    python robot.py ROBOT.urdf [ROBOT.srdf] [--meshes FOLDER] [--count 100000]

Collision meshes are STL; ``package://`` is the folder of --meshes. Pairs that share a joint and those that the SRDF disables are left
out, and without an SRDF those that touch in over 95 % of 1000 configurations. The question is whether any pair touches, the first hit
ends it. Forward kinematics are outside of the clock; placing is inside. Peers answer a part of the configurations, and are called from
Python for each pair, which is most of their time where meshes are far apart: they have no batches.
"""

import argparse
import pathlib
import sys
import time

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "python" / "examples"))
from urdf import Robot

try:
    import coal
except ImportError:
    coal = None
try:
    import fcl
except ImportError:
    fcl = None


def by_coal(robot, pairs, rows):
    models = []
    for mesh in robot.meshes:
        model = coal.BVHModelOBBRSS()
        model.beginModel(len(mesh.faces), len(mesh.vertices))
        model.addVertices(np.array(mesh.vertices))
        model.addTriangles(np.array(mesh.faces, dtype=np.int64))
        model.endModel()
        models.append(model)
    request, tests = coal.CollisionRequest(), [(a, b, coal.ComputeCollision(models[a], models[b])) for a, b in pairs]
    request.enable_contact = False

    def hits(row):
        poses = [coal.Transform3s(m[:3, :3], m[:3, 3]) for m in row]
        for a, b, test in tests:
            result = coal.CollisionResult()
            test(poses[a], poses[b], request, result)
            if result.isCollision():
                return True
        return False

    start = time.perf_counter()
    found = np.array([hits(row) for row in rows])
    return found, (time.perf_counter() - start) / len(rows)


def by_fcl(robot, pairs, rows):
    objects = []
    for mesh in robot.meshes:
        model = fcl.BVHModel()
        model.beginModel(len(mesh.faces), len(mesh.vertices))
        model.addSubModel(mesh.vertices, mesh.faces)
        model.endModel()
        objects.append(fcl.CollisionObject(model))
    request = fcl.CollisionRequest()

    def hits(row):
        for obj, m in zip(objects, row):
            obj.setTransform(fcl.Transform(m[:3, :3], m[:3, 3]))
        return any(fcl.collide(objects[a], objects[b], request, fcl.CollisionResult()) for a, b in pairs)

    start = time.perf_counter()
    found = np.array([hits(row) for row in rows])
    return found, (time.perf_counter() - start) / len(rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("urdf", type=pathlib.Path)
    parser.add_argument("srdf", nargs="?")
    parser.add_argument("--meshes", default=".")
    parser.add_argument("--count", type=int, default=100_000)
    options = parser.parse_args()
    robot = Robot(options.urdf, options.meshes, options.srdf)
    if not options.srdf:
        robot.ignore_touching()
    chain = robot.chain()
    rows = robot.placements(robot.random(np.random.default_rng(1), options.count))
    print(f"{options.urdf.stem}: {len(robot.names)} links, {sum(len(m.faces) for m in robot.meshes)} triangles, {len(chain.pairs)} pairs")
    best = {}
    for threads in (1, 2):
        start = time.perf_counter()
        hits = chain.collides(rows, threads=threads)
        best[threads] = (time.perf_counter() - start) / options.count
    print(f"  libsolid {best[1] * 1e6:7.2f} us a configuration, two threads {best[2] * 1e6:7.2f}; {hits.mean():.1%} collide")
    part = min(options.count, 5000)
    for name, module, run in (("coal", coal, by_coal), ("python-fcl", fcl, by_fcl)):
        if module is not None:
            found, seconds = run(robot, chain.pairs, rows[:part])
            differ = np.flatnonzero(found != hits[:part])
            print(f"  {name} {seconds * 1e6:7.2f} us ({seconds / best[1]:.1f} times), {len(differ)} of {part} differ {differ[:5]}")


if __name__ == "__main__":
    main()
