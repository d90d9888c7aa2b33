"""Shapes and placements for the tests."""

import numpy as np

import libsolid


def random_poses(random, count, spread):
    quaternions = random.normal(size=(count, 4))
    return np.concatenate([random.uniform(-spread, spread, (count, 3)), quaternions], axis=1)


def matrices(poses, order="xyzw"):
    poses = np.asarray(poses, dtype=np.float64)
    q = poses[:, 3:] if order == "xyzw" else poses[:, [4, 5, 6, 3]]
    x, y, z, w = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    m = np.zeros((len(poses), 4, 4))
    m[:, 0, :3] = np.array([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)]).T
    m[:, 1, :3] = np.array([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)]).T
    m[:, 2, :3] = np.array([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]).T
    m[:, :3, 3], m[:, 3, 3] = poses[:, :3], 1
    return m


def torus(around=30, across=20):
    u, v = np.meshgrid(*(np.arange(n) * 2 * np.pi / n for n in (around, across)), indexing="ij")
    r = 1 + 0.4 * np.cos(v)
    vertices = np.stack([r * np.cos(u), r * np.sin(u), 0.4 * np.sin(v)], -1).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(around), np.arange(across), indexing="ij")
    at = lambda i, j: ((i % around) * across + j % across).ravel()
    p, q, r, s = at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)
    return vertices, np.concatenate([np.stack([p, q, r], -1), np.stack([p, r, s], -1)])


SHAPES = {
    "box": libsolid.box(1, 2, 3),
    "ball": libsolid.sphere(1),
    "capsule": libsolid.capsule(0.5, 2),
    "hull": libsolid.hull(np.random.default_rng(2).normal(size=(50, 3))),
    "mesh": libsolid.mesh(*torus()),
    "solid": libsolid.mesh(*torus(), solid=True),
}
