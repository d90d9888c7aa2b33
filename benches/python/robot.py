"""A robot against itself in random configurations: libsolid's chain beside coal and python-fcl, one tree of boxes a link.

    python robot.py ROBOT.urdf [ROBOT.srdf] [--meshes FOLDER] [--count 100000]

Collision meshes are STL; ``package://`` is the folder of --meshes. Pairs that share a joint and those that the SRDF disables are left
out, and without an SRDF those that touch in over 95 % of 1000 configurations. The question is whether any pair touches, the first hit
ends it. Forward kinematics are outside of the clock; placing is inside. Peers answer a part of the configurations, and are called from
Python for each pair, which is most of their time where meshes are far apart: they have no batches.
"""

import argparse
import pathlib
import time
import xml.etree.ElementTree as xml

import numpy as np
import trimesh

import libsolid

try:
    import coal
except ImportError:
    coal = None
try:
    import fcl
except ImportError:
    fcl = None


def numbers(element, name, default):
    text = None if element is None else element.get(name)
    return np.array([float(x) for x in (text or default).split()])


def frame(element):
    m = np.eye(4)
    roll, pitch, yaw = numbers(element, "rpy", "0 0 0")
    m[:3, :3] = turn([0, 0, 1], yaw) @ turn([0, 1, 0], pitch) @ turn([1, 0, 0], roll)
    m[:3, 3] = numbers(element, "xyz", "0 0 0")
    return m


def turn(axis, angle):
    """Rodrigues' formula, for one angle or many."""
    x, y, z = np.array(axis, float) / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = np.asarray(angle)[..., None, None]
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k)


class Robot:
    """The links that have meshes, their pairs, and forward kinematics."""

    def __init__(self, urdf, meshes):
        root = xml.parse(urdf).getroot()
        self.joints = [joint for joint in root.findall("joint") if joint.find("child") is not None]
        self.names, self.meshes = [], []
        for link in root.findall("link"):
            parts = []
            for collision in link.findall("collision"):
                mesh = collision.find("geometry/mesh")
                if mesh is not None:
                    path = mesh.get("filename").replace("package://example-robot-data/robots/", f"{meshes}/")
                    part = trimesh.load(path, force="mesh")
                    part.apply_scale(numbers(mesh, "scale", "1 1 1"))
                    parts.append(part.apply_transform(frame(collision.find("origin"))))
            if parts:
                self.names.append(link.get("name"))
                self.meshes.append(trimesh.util.concatenate(parts))

    def neighbours(self):
        """Pairs of links that share a joint; links without a mesh do not count between two."""
        parent = {j.find("child").get("link"): j.find("parent").get("link") for j in self.joints}
        for name in self.names:
            above = parent.get(name)
            while above is not None and above not in self.names:
                above = parent.get(above)
            if above is not None:
                yield self.names.index(above), self.names.index(name)

    def placements(self, random, count):
        """Matrices of (count, links, 4, 4), each joint uniform between its limits."""
        moving, values = [j for j in self.joints if j.get("type") in ("revolute", "continuous", "prismatic")], {}
        for joint in moving:
            limit = joint.find("limit")
            low, high = numbers(limit, "lower", "-3.14159265")[0], numbers(limit, "upper", "3.14159265")[0]
            if joint.get("type") == "continuous":
                low, high = -np.pi, np.pi
            values[joint.get("name")] = random.uniform(low, high, count)
        for joint in moving:
            mimic = joint.find("mimic")
            if mimic is not None:
                own = float(mimic.get("multiplier", 1)) * values[mimic.get("joint")] + float(mimic.get("offset", 0))
                values[joint.get("name")] = own
        children = {j.find("child").get("link") for j in self.joints}
        placed = {j.find("parent").get("link"): np.eye(4) for j in self.joints}
        placed = {name: m for name, m in placed.items() if name not in children}
        left = list(self.joints)
        while left:
            for joint in [j for j in left if j.find("parent").get("link") in placed]:
                m = placed[joint.find("parent").get("link")] @ frame(joint.find("origin"))
                axis = numbers(joint.find("axis"), "xyz", "1 0 0")
                if joint.get("name") in values:
                    move = np.tile(np.eye(4), (count, 1, 1))
                    if joint.get("type") == "prismatic":
                        move[:, :3, 3] = values[joint.get("name")][:, None] * axis
                    else:
                        move[:, :3, :3] = turn(axis, values[joint.get("name")])
                    m = m @ move
                placed[joint.find("child").get("link")] = m
                left.remove(joint)
        return np.stack([np.broadcast_to(placed[name], (count, 4, 4)) for name in self.names], axis=1)


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
    robot = Robot(options.urdf, options.meshes)
    links = [libsolid.from_trimesh(mesh) for mesh in robot.meshes]
    ignore = set(robot.neighbours())
    if options.srdf:
        for pair in xml.parse(options.srdf).getroot().iter("disable_collisions"):
            if pair.get("link1") in robot.names and pair.get("link2") in robot.names:
                ignore.add((robot.names.index(pair.get("link1")), robot.names.index(pair.get("link2"))))
    else:
        few = robot.placements(np.random.default_rng(0), 1000)
        for a, b in libsolid.Chain(links, ignore).pairs:
            if libsolid.intersects(links[a], few[:, a], links[b], few[:, b]).mean() > 0.95:
                ignore.add((int(a), int(b)))
    chain = libsolid.Chain(links, ignore)
    rows = robot.placements(np.random.default_rng(1), options.count)
    print(f"{options.urdf.stem}: {len(links)} links, {sum(len(m.faces) for m in robot.meshes)} triangles, {len(chain.pairs)} pairs")
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
