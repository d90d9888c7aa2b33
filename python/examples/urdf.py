"""A robot from a URDF file: its links as triangle meshes, and where they are for given joint values.

Collision meshes are STL; ``package://example-robot-data/robots`` is the folder ``meshes``. Everything is in metres and radians.
"""

import pathlib
import xml.etree.ElementTree as xml

import numpy as np
import trimesh

import libsolid

PACKAGE = "package://example-robot-data/robots/"


def numbers(element, name, default):
    text = None if element is None else element.get(name)
    return np.array([float(x) for x in (text or default).split()])


def turn(axis, angle):
    """Rodrigues' formula, for one angle or many."""
    x, y, z = np.array(axis, float) / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = np.asarray(angle)[..., None, None]
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k)


def frame(element):
    m = np.eye(4)
    roll, pitch, yaw = numbers(element, "rpy", "0 0 0")
    m[:3, :3] = turn([0, 0, 1], yaw) @ turn([0, 1, 0], pitch) @ turn([1, 0, 0], roll)
    m[:3, 3] = numbers(element, "xyz", "0 0 0")
    return m


class Robot:
    """The links that have meshes, the pairs that need no test, and forward kinematics."""

    def __init__(self, urdf, meshes=".", srdf=None):
        root = xml.parse(urdf).getroot()
        # Not the joint elements of transmissions, which have no child.
        self._joints = [joint for joint in root.findall("joint") if joint.find("child") is not None]
        self.names, self.meshes = [], []
        for link in root.findall("link"):
            parts = []
            for collision in link.findall("collision"):
                mesh = collision.find("geometry/mesh")
                if mesh is not None:
                    path = mesh.get("filename").replace(PACKAGE, f"{pathlib.Path(meshes)}/")
                    part = trimesh.load(path, force="mesh")
                    part.apply_scale(numbers(mesh, "scale", "1 1 1"))
                    parts.append(part.apply_transform(frame(collision.find("origin"))))
            if parts:
                self.names.append(link.get("name"))
                self.meshes.append(trimesh.util.concatenate(parts))
        self.shapes = [libsolid.from_trimesh(mesh) for mesh in self.meshes]
        moving = [j for j in self._joints if j.get("type") in ("revolute", "continuous", "prismatic")]
        free = [joint for joint in moving if joint.find("mimic") is None]
        self.joints = [joint.get("name") for joint in free]
        limits = [self._limits(joint) for joint in free]
        self.low, self.high = np.array([low for low, _ in limits]), np.array([high for _, high in limits])
        self.ignore = set(self._neighbours())
        if srdf:
            for pair in xml.parse(srdf).getroot().iter("disable_collisions"):
                if pair.get("link1") in self.names and pair.get("link2") in self.names:
                    self.ignore.add((self.names.index(pair.get("link1")), self.names.index(pair.get("link2"))))

    @staticmethod
    def _limits(joint):
        if joint.get("type") == "continuous":
            return -np.pi, np.pi
        limit = joint.find("limit")
        return numbers(limit, "lower", "-3.14159265")[0], numbers(limit, "upper", "3.14159265")[0]

    def _neighbours(self):
        """Pairs of links that share a joint; links without a mesh do not count between two."""
        parent = {j.find("child").get("link"): j.find("parent").get("link") for j in self._joints}
        for name in self.names:
            above = parent.get(name)
            while above is not None and above not in self.names:
                above = parent.get(above)
            if above is not None:
                yield self.names.index(above), self.names.index(name)

    def ignore_touching(self, share=0.95, count=1000):
        """Leaves out the pairs that touch in more than this share of random configurations: by design."""
        poses = self.placements(self.random(np.random.default_rng(0), count))
        for a, b in libsolid.Chain(self.shapes, self.ignore).pairs:
            if libsolid.intersects(self.shapes[a], poses[:, a], self.shapes[b], poses[:, b]).mean() > share:
                self.ignore.add((int(a), int(b)))

    def chain(self, obstacles=None, ignore_obstacles=None):
        return libsolid.Chain(self.shapes, self.ignore, obstacles, ignore_obstacles)

    def random(self, random, count):
        """Joint values of (count, joints), uniform between the limits."""
        return random.uniform(self.low, self.high, (count, len(self.joints)))

    def placements(self, values):
        """Where the links are, matrices of (count, links, 4, 4), for joint values of (count, joints)."""
        values = np.atleast_2d(values)
        by_name = dict(zip(self.joints, values.T))
        for joint in self._joints:
            mimic = joint.find("mimic")
            if mimic is not None:
                own = float(mimic.get("multiplier", 1)) * by_name[mimic.get("joint")] + float(mimic.get("offset", 0))
                by_name[joint.get("name")] = own
        children = {j.find("child").get("link") for j in self._joints}
        placed = {j.find("parent").get("link"): np.eye(4) for j in self._joints}
        placed = {name: m for name, m in placed.items() if name not in children}
        left = list(self._joints)
        while left:
            for joint in [j for j in left if j.find("parent").get("link") in placed]:
                m = placed[joint.find("parent").get("link")] @ frame(joint.find("origin"))
                if joint.get("name") in by_name:
                    m = m @ self._motion(joint, by_name[joint.get("name")])
                placed[joint.find("child").get("link")] = m
                left.remove(joint)
        return np.stack([np.broadcast_to(placed[name], (len(values), 4, 4)) for name in self.names], axis=1)

    @staticmethod
    def _motion(joint, values):
        axis = numbers(joint.find("axis"), "xyz", "1 0 0")
        move = np.tile(np.eye(4), (len(values), 1, 1))
        if joint.get("type") == "prismatic":
            move[:, :3, 3] = values[:, None] * axis
        else:
            move[:, :3, :3] = turn(axis, values)
        return move
