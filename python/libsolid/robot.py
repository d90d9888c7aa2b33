"""A robot from a URDF file: its collision bodies, the pairs of them that an SRDF file leaves out, and where they are for given joint values.

    robot = libsolid.robot.Robot("arm.urdf", srdf="arm.srdf")
    chain = robot.chain(obstacles)
    chain.collides(robot.placements(values))  # of (count, joints)

Boxes, cylinders, spheres and capsules are exact, meshes, which trimesh reads, are their triangles. A link with several bodies is one
shape, a compound of them; `libsolid.Shape.part` tells which of them a number of an answer is. What is no such body, and a file that is not
there, is an error that names the link. Everything is in metres and radians.
"""

import pathlib
import xml.etree.ElementTree as xml

import numpy as np

from . import _batch, _bodies, _shapes


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


# libsolid's axes of what is long and round are y, those of URDF and trimesh z.
_UPRIGHT = np.eye(4)
_UPRIGHT[:3, :3] = turn([1, 0, 0], np.pi / 2)


class Body:
    """A collision body of a link: its shape, and where that is in the link."""

    def __init__(self, collision, find):
        geometry = collision.find("geometry")
        element = None if geometry is None else next(iter(geometry), None)
        kind = None if element is None else element.tag
        self.frame = frame(collision.find("origin"))
        if kind == "mesh":
            import trimesh

            mesh = trimesh.load(find(element.get("filename")), force="mesh")
            mesh.apply_scale(numbers(element, "scale", "1 1 1"))
            self.shape = _shapes.from_trimesh(mesh)
        elif kind == "box":
            self.shape = _shapes.box(*numbers(element, "size", ""))
        elif kind == "sphere":
            self.shape = _shapes.sphere(float(element.get("radius")))
        elif kind in ("cylinder", "capsule"):
            self.shape = getattr(_shapes, kind)(float(element.get("radius")), float(element.get("length")))
            self.frame = self.frame @ _UPRIGHT
        else:
            raise ValueError(f"a collision geometry that is {'missing' if kind is None else f'a {kind}'}")


def link_of(bodies):
    """The shape of a link, and where it is in the link."""
    if len(bodies) == 1:
        return bodies[0].shape, bodies[0].frame
    return _shapes.compound([(body.shape, body.frame) for body in bodies]), np.eye(4)


class Robot:
    """The links that have collision bodies, the pairs of links that need no test, and forward kinematics.

    ``names`` are these links, ``shapes`` what each is: its collision body, or in the link's frame a compound of them in the order of the
    file. ``meshes`` is the folder of the packages that ``package://`` names, or the one in it that has their files.
    """

    def __init__(self, urdf, meshes=".", srdf=None):
        root = xml.parse(urdf).getroot()
        # Not the joint elements of transmissions, which have no child.
        self._joints = [joint for joint in root.findall("joint") if joint.find("child") is not None]
        folders = pathlib.Path(meshes), pathlib.Path(urdf).parent
        self.names, self.shapes, self._frames = [], [], []
        for link in root.findall("link"):
            collisions = link.findall("collision")
            if not collisions:
                continue
            try:
                shape, local = link_of([Body(collision, lambda name: _file(name, *folders)) for collision in collisions])
            except Exception as error:
                raise ValueError(f"link {link.get('name')}: {error}") from error
            self.names.append(link.get("name"))
            self.shapes.append(shape)
            self._frames.append(local)
        if not self.names:
            raise ValueError(f"{urdf}: no link has a collision body")
        moving = [j for j in self._joints if j.get("type") in ("revolute", "continuous", "prismatic")]
        unknown = [j for j in self._joints if j not in moving and j.get("type") != "fixed"]
        if unknown:
            raise ValueError(f"joint {unknown[0].get('name')}: a joint that is {unknown[0].get('type')}")
        free = [joint for joint in moving if joint.find("mimic") is None]
        self.joints = [joint.get("name") for joint in free]
        limits = [self._limits(joint) for joint in free]
        self.low, self.high = np.array([low for low, _ in limits]), np.array([high for _, high in limits])
        apart = set(self._neighbours())
        if srdf:
            for pair in xml.parse(srdf).getroot().iter("disable_collisions"):
                if pair.get("link1") in self.names and pair.get("link2") in self.names:
                    apart.add((self.names.index(pair.get("link1")), self.names.index(pair.get("link2"))))
        self.ignore = {(min(pair), max(pair)) for pair in apart if pair[0] != pair[1]}

    @property
    def meshes(self):
        """Triangles of (about) the same as each shape, as trimesh's meshes."""
        return [_shapes.to_trimesh(shape) for shape in self.shapes]

    @staticmethod
    def _limits(joint):
        if joint.get("type") == "continuous":
            return -np.pi, np.pi
        limit = joint.find("limit")
        return numbers(limit, "lower", "-3.14159265")[0], numbers(limit, "upper", "3.14159265")[0]

    def _neighbours(self):
        """Pairs of links that share a joint; links without a body do not count between two."""
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
        for a, b in _bodies.Chain(self.shapes, self.ignore).pairs:
            if _batch.intersects(self.shapes[a], poses[:, a], self.shapes[b], poses[:, b]).mean() > share:
                self.ignore.add((int(a), int(b)))

    def chain(self, obstacles=None, ignore_obstacles=None):
        return _bodies.Chain(self.shapes, self.ignore, obstacles, ignore_obstacles)

    def random(self, random, count):
        """Joint values of (count, joints), uniform between the limits."""
        return random.uniform(self.low, self.high, (count, len(self.joints)))

    def neutral(self):
        """The joint values of (joints) that are nearest to zero."""
        return np.clip(0.0, self.low, self.high)

    def placements(self, values):
        """Where the shapes are, matrices of (count, links, 4, 4), for joint values of (count, joints)."""
        values = np.atleast_2d(values)
        by_name = dict(zip(self.joints, values.T))
        mimics = [(joint, joint.find("mimic")) for joint in self._joints if joint.find("mimic") is not None]
        while mimics:
            known = [(joint, mimic) for joint, mimic in mimics if mimic.get("joint") in by_name]
            if not known:
                raise ValueError(f"joint {mimics[0][0].get('name')} mimics {mimics[0][1].get('joint')}, which does not move")
            for joint, mimic in known:
                own = float(mimic.get("multiplier", 1)) * by_name[mimic.get("joint")] + float(mimic.get("offset", 0))
                by_name[joint.get("name")] = own
                mimics.remove((joint, mimic))
        children = {j.find("child").get("link") for j in self._joints}
        placed = {name: np.eye(4) for name in self.names if name not in children}
        placed |= {name: np.eye(4) for j in self._joints if (name := j.find("parent").get("link")) not in children}
        left = list(self._joints)
        while left:
            ready = [j for j in left if j.find("parent").get("link") in placed]
            if not ready:
                raise ValueError(f"joint {left[0].get('name')} hangs on a circle of joints")
            for joint in ready:
                m = placed[joint.find("parent").get("link")] @ frame(joint.find("origin"))
                if joint.get("name") in by_name:
                    m = m @ self._motion(joint, by_name[joint.get("name")])
                placed[joint.find("child").get("link")] = m
                left.remove(joint)
        links = [placed[name] @ local for name, local in zip(self.names, self._frames)]
        return np.stack([np.broadcast_to(link, (len(values), 4, 4)) for link in links], axis=1)

    @staticmethod
    def _motion(joint, values):
        axis = numbers(joint.find("axis"), "xyz", "1 0 0")
        move = np.tile(np.eye(4), (len(values), 1, 1))
        if joint.get("type") == "prismatic":
            move[:, :3, 3] = values[:, None] * axis
        else:
            move[:, :3, :3] = turn(axis, values)
        return move


def _file(name, packages, beside):
    """The file of a mesh. The first names of a package's path may be those of folders above ``packages``."""
    for scheme in ("file://", "package://"):
        if name.startswith(scheme):
            parts = pathlib.PurePosixPath(name[len(scheme):]).parts
            break
    else:
        parts = pathlib.PurePosixPath(name).parts
    places = [folder.joinpath(*parts[skip:]) for skip in range(len(parts)) for folder in (packages, beside)]
    for place in places:
        if place.is_file():
            return place
    raise FileNotFoundError(f"there is no {name} below {packages}")
